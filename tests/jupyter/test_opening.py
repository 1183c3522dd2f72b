"""A frame opens its widgets at its end, shares their looks, and leaves none of them behind."""

import ipywidgets as w
import pytest
from comm import DummyComm, get_comm_manager
from ipywidgets.widgets.widget import _instances

from landships_lab import FireArcs
from landships_lab.jupyter.closing import SHARED
from landships_lab.jupyter.frame import Frame, box
from landships_lab.jupyter.opening import opened_at_once


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
