"""A frame opens its widgets at its end, shares their looks, leaves none of them behind; a lesson's
first cell imports and reads no more than it shows.
"""

import subprocess
import sys

import ipywidgets as w
import pytest
from comm import DummyComm, get_comm_manager
from ipywidgets.widgets.widget import _instances

from landships_lab import FireArcs
from landships_lab.jupyter.frame import Frame, box
from landships_lab.jupyter.lifecycle import SHARED, opened_at_once


class Pair(Frame):
    """Two labels, or a mistake after them."""

    @opened_at_once
    def __init__(self, *, broken: bool = False) -> None:
        super().__init__()
        self.children = [box("", w.HTML("one"), w.HTML("two"))]
        if broken:
            raise ValueError("no")


def test_what_is_alike_has_one_layout_and_the_frame_keeps_its_own() -> None:
    pair = Pair()
    one, two = pair.children[0].children
    assert one.layout is two.layout is pair.children[0].layout
    assert pair.layout not in SHARED
    with pytest.raises(RuntimeError, match="several widgets share this Layout"):
        one.layout.width = "1px"
    pair.layout.width = "300px"
    pair.close()


def test_closing_a_frame_leaves_no_widget_not_even_what_was_never_opened() -> None:
    before = set(_instances)
    pair, panel = Pair(), FireArcs()
    panel.close()
    pair.close()
    assert set(_instances) == before


def test_a_frame_that_fails_leaves_no_widget_and_later_ones_open_as_ever() -> None:
    before = set(_instances)
    with pytest.raises(ValueError, match="no"):
        Pair(broken=True)
    assert set(_instances) == before
    label = w.HTML("open")
    assert label.comm.comm_id == label.model_id
    assert not hasattr(label.comm, "said")
    label.close()


def test_what_is_folded_is_opened_when_it_is_shown() -> None:
    panel = FireArcs()
    parts = panel.children[0].children[-1].children
    holder, *_ = (part for part in parts if "ll-menu-holder" in part._dom_classes)
    assert len(holder.children) == 1
    holder.children[0].value = True
    _opener, items = holder.children
    assert not any(hasattr(part.comm, "said") for part in (items, *items.children))
    assert "ll-hidden" not in items._dom_classes
    panel.close()


def test_a_frame_is_closed_in_two_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = FireArcs()
    known = len(get_comm_manager().comms)
    heard: list[str] = []
    monkeypatch.setattr(DummyComm, "publish_msg", lambda _comm, kind, **_: heard.append(kind))
    panel.close()
    assert heard == ["comm_msg", "comm_close"]  # the frame with all its parts, and its bridge
    assert known - len(get_comm_manager().comms) > 80


#: Prints what a lesson with one panel of fire arcs has imported, and how often it read each file.
_CELL = """
import sys
from landships_lab.data import load
read, parse = [], load.parse_toml
load.parse_toml = lambda text, origin, *most: read.append(origin) or parse(text, origin, *most)
from landships_lab import FireArcs
FireArcs()
print(*[name for name in sys.modules if name.startswith("landships_lab.")])
print(*read)
"""


@pytest.mark.long
def test_fire_arcs_import_no_movement_and_read_each_file_once() -> None:
    done = subprocess.run([sys.executable, "-c", _CELL], check=True, capture_output=True, text=True)
    imported, read = (line.split() for line in done.stdout.splitlines())
    assert "landships_lab.games.landships.rules.fire" in imported
    later = ("games.landships.rules.march", "games.landships.rules.ground", "publish.handout")
    assert [name for name in later if f"landships_lab.{name}" in imported] == []
    assert "landships/readings.toml" in read
    assert len(read) == len(set(read))


def test_every_name_of_the_rules_is_there_when_it_is_first_used() -> None:
    cell = (
        "from landships_lab.games.landships import rules\n"
        "print(*(getattr(rules, name) is not None for name in rules.__all__))"
    )
    done = subprocess.run([sys.executable, "-c", cell], check=True, capture_output=True, text=True)
    assert set(done.stdout.split()) == {"True"}
