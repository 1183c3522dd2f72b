"""Whatever the page says is heard one thing at a time, since JupyterLab
lets two threads bring it.
"""

import sys
from collections.abc import Callable
from threading import Event as Signal
from threading import Thread
from typing import Any

import ipywidgets as w
import pytest

from landships_lab import FireArcs, RangeCounter
from landships_lab.jupyter import lifecycle
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.frame import button, fold
from landships_lab.jupyter.lifecycle import LOCK, locked
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG
from landships_lab.panel.board import Gesture
from landships_lab.panel.catalog import PANELS

WAIT = 60  # seconds


def says(widget: w.Widget, **data: Any) -> None:
    """Send what a page sends."""
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def others_may_go_on() -> bool:
    """Return whether another thread could have its turn now."""
    told: list[bool] = []
    other = Thread(target=lambda: told.append(LOCK.acquire(blocking=False)))
    other.start()
    other.join(WAIT)
    return told[0]


def field(act: Callable[[], object]) -> w.Text:
    made = w.Text()
    made.observe(lambda _: act(), "value")
    return made


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda act: button("Try", "", act), {"method": "custom", "content": {"event": "click"}}),
        (field, {"method": "update", "state": {"value": "0503"}, "buffer_paths": []}),
    ],
    ids=["button", "field"],
)
def test_while_one_thing_is_heard_the_next_waits(
    make: Callable[[Callable[[], object]], w.Widget], said: Any
) -> None:
    within, go_on, told = Signal(), Signal(), []

    def slow() -> None:
        told.append("begins")
        within.set()
        assert go_on.wait(WAIT)
        told.append("ends")

    made = locked(make)
    widget, other = made(slow), made(lambda: told.append("other"))
    threads = [Thread(target=says, args=(heard,), kwargs=said) for heard in (widget, other)]
    threads[0].start()
    assert within.wait(WAIT)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(WAIT)
    assert told == ["begins", "ends", "other"]


@pytest.mark.long
def test_a_panel_heard_from_two_threads_ends_in_a_state_that_both_asked_for() -> None:
    """The list of examples gets other options with every change: without turns, a list in the
    making was taken for the reader's.
    """
    panel = RangeCounter()
    views = panel.controls.views
    ends = {"start": ("0503/0602", "0909", "#5"), "end": ("0502/0503", "1109", "#1")}

    def type_into(end: str) -> None:
        for code in 40 * ends[end]:
            says(views[end].field, method="update", state={"value": code}, buffer_paths=[])

    threads = [Thread(target=type_into, args=(end,)) for end in ends]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # seconds: so that the threads come in each other's way
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WAIT)
    finally:
        sys.setswitchinterval(before)
    assert panel.text == RangeCounter().text


def test_a_cell_that_changes_or_closes_a_panel_waits_for_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panel, free = RangeCounter(), []
    show = PanelWidget.show_answer

    def watched(self: PanelWidget) -> None:
        free.append(others_may_go_on())
        show(self)

    monkeypatch.setattr(PanelWidget, "show_answer", watched)
    monkeypatch.setattr(panel.opened, "close", lambda: free.append(others_may_go_on()))
    panel.go_to("landships:range v1 from #5 to 0909")
    assert free == [False]
    panel.close()
    assert free == [False, False]


def test_a_fold_opens_in_turn() -> None:
    inside = w.HTML()
    opener = fold("More", "", inside)
    says(opener, method="update", state={"value": True}, buffer_paths=[])
    assert "ll-hidden" not in inside._dom_classes


@pytest.mark.long
@pytest.mark.parametrize("name", PANELS)
def test_whatever_a_reader_can_change_in_a_panel_is_heard_in_turn(name: str) -> None:
    panel = PanelWidget(CATALOG[PANELS[name]])
    heard = (Bridge, w.ValueWidget, w.Button)
    parts = [part for part in lifecycle.tree(panel.parts()) if isinstance(part, heard)]
    said = [part for part in parts if not isinstance(part, w.HTML)]
    assert said
    assert [part for part in said if not hasattr(part.comm._msg_callback, "__wrapped__")] == []


def test_a_change_from_a_cell_during_a_slow_gesture_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One gesture is held in the middle; another thread sets a control; both changes are in the
    state, in their order.
    """
    panel = FireArcs()
    within, go_on = Signal(), Signal()
    kind = CATALOG["landships:fire"]
    turned = kind.turned

    def slowly(state: Any, points: int) -> Any:
        within.set()
        assert go_on.wait(WAIT)
        return turned(state, points)

    monkeypatch.setattr(kind, "turned", slowly)
    heading = panel.state.heading
    gesture = Thread(target=panel.dispatch, args=(Gesture("key", key="e"),))
    cell = Thread(target=panel.dispatch, args=("target", "1006"))
    gesture.start()
    assert within.wait(WAIT)
    cell.start()
    cell.join(0.2)  # gives the old code, which did not wait, the time to lose its change
    go_on.set()
    gesture.join(WAIT)
    cell.join(WAIT)
    assert panel.state.heading != heading
    assert panel.state.grid.code(panel.state.target) == "1006"
    panel.undo()
    assert panel.state.heading != heading, "undo takes the later one back"
    assert panel.state.grid.code(panel.state.target) != "1006"
    panel.close()
