"""A panel stays as it was after a great many gestures: no more memory, no widget left behind, undo
still right.

`make all` makes 120 gestures in every panel; ``SOAK_GESTURES=20000 make all`` makes as many as a
long afternoon has. The figures of each panel are printed at its end.
"""

import gc
import logging
import os
import resource
import sys
import weakref
from pathlib import Path

import psutil
import pytest
from comm import get_comm_manager
from ipywidgets.widgets.widget import _instances

import landships_lab
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.jupyter.tools import MOST
from landships_lab.panel.catalog import PANELS
from tests.soak import Reader

GESTURES = int(os.environ.get("SOAK_GESTURES", "120"))
PARTS = 4  # after each of them everything is counted
CONTROLS = min(MOST // 2, GESTURES // 4)  # how many settings of controls are taken back one by one
FILLED = 20_000  # gestures over all panels, after which what is remembered has reached its bounds
ROUNDS = 20  # that are counted, and then as many again
EACH = pytest.mark.parametrize("name", PANELS)


@pytest.fixture(autouse=True, scope="module")
def only_what_is_new_is_searched() -> None:
    """Leave what earlier tests keep out of every search for garbage: some seconds each."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log, in which a panel notes errors that it could not show: none, when all is well."""
    caplog.set_level(logging.ERROR)
    return caplog


def count() -> int:
    """Return how many objects Python keeps once all garbage is collected."""
    gc.collect()
    return len(gc.get_objects())


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def check_undo(panel: PanelWidget, reader: Reader) -> None:
    """Check that undo takes back all that is remembered, step by step to states that can be written
    and read again.
    """
    check_last_states(panel, reader)
    left = len(panel._history)
    assert left <= MOST
    for _ in range(left + 1):
        panel.undo()
        assert panel.panel_type.parse(panel.text) == panel.state.settled() == panel.state
    assert len(panel._history) == 1
    assert "nothing to take back" in panel.answer_view.message.value


def check_last_states(panel: PanelWidget, reader: Reader) -> None:
    """Check that undo goes back through the states that the last controls led to, as written down
    here.
    """
    panel.reset()
    seen = [panel.state]
    for _ in range(CONTROLS):
        reader.use_control()
        now = panel.state.settled()
        if now != seen[-1]:
            seen.append(now)
    for before in reversed(seen[:-1]):
        panel.undo()
        assert panel.state == before


@pytest.mark.slow
@EACH
def test_a_panel_is_the_same_after_a_great_many_gestures(
    name: str, quiet: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    panel = getattr(landships_lab, name)()
    reader = Reader(panel, seed=1)
    widgets, objects, peaks = [], [], []
    for _ in range(PARTS):
        reader.go_on(GESTURES // PARTS)
        widgets.append(len(_instances))
        objects.append(count())
        peaks.append(round(megabytes()))
    with capsys.disabled():
        thousands = [n // 1000 for n in objects]
        sys.stdout.write(
            f"\n{name}: {reader.made} gestures; widgets {widgets}, thousand objects {thousands},"
            f" peak MB {peaks}\n"
        )
    assert not quiet.records, [record.getMessage() for record in quiet.records][:3]
    check_undo(panel, reader)
    assert max(widgets[PARTS // 2 :]) < 1.5 * max(widgets[: PARTS // 2])
    # What is remembered (undo, answers looked up before) fills in the first half, and has its
    # bounds.
    assert objects[-1] - objects[PARTS // 2 - 1] <= max(objects[PARTS // 2 - 1] // 2, 20_000)


@pytest.mark.slow
def test_the_memory_of_a_kernel_is_flat_after_20000_gestures_over_all_panels(
    quiet: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    readers = [Reader(getattr(landships_lab, name)(), seed=3) for name in PANELS]
    kernel, used = psutil.Process(), []
    for _ in range(2 * ROUNDS):
        for reader in readers:
            reader.go_on(-(-FILLED // (ROUNDS * len(readers))))
        gc.collect()
        used.append(round(kernel.memory_info().rss / 1024**2))
    with capsys.disabled():
        sys.stdout.write(f"\n{sum(r.made for r in readers)} gestures: {used} MB\n")
    assert not quiet.records, [record.getMessage() for record in quiet.records][:3]
    for reader in readers:
        reader.panel.close()
    assert max(used[ROUNDS:]) <= 1.05 * max(used[:ROUNDS])


@pytest.mark.long
@EACH
def test_a_closed_panel_is_gone_from_the_kernel(name: str) -> None:
    getattr(landships_lab, name)().close()  # what all panels share is there from now on
    gc.collect()
    comms, widgets = dict(get_comm_manager().comms), dict(_instances)
    panel = getattr(landships_lab, name)()
    board = panel.board
    Reader(panel, seed=2).go_on(25)
    panel.close()
    assert dict(_instances) == widgets
    assert dict(get_comm_manager().comms) == comms
    panel.close()  # again, as whoever tidies twice
    board.paint(panel.scene)  # a late gesture draws nothing
    gone = weakref.ref(panel)
    del panel, board
    gc.collect()
    assert gone() is None


def test_closed_questions_are_gone_from_the_kernel(tmp_path: Path) -> None:
    before = dict(_instances)
    exercises = landships_lab.Exercises("11_counting_range")
    for asking in (exercises, landships_lab.Drill("landships", folder=tmp_path)):
        asking.next()
        asking.close()
        asking.close()
    assert dict(_instances) == before


@EACH
def test_a_panel_that_could_not_be_made_leaves_nothing_behind(name: str) -> None:
    getattr(landships_lab, name)
    before = dict(_instances)
    with pytest.raises(ValueError, match="is not a name of a panel"):
        getattr(landships_lab, name)("chess:board")
    with pytest.raises(ValueError, match="lesson"):
        landships_lab.Exercises("no lesson")
    assert dict(_instances) == before
