"""Undo and redo say what they did, however much there was; a look asks no rule; a board follows
what is asked about; a hint and a verdict speak of what the hand does at present.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.jupyter.panel import PanelWidget
from landships_lab.jupyter.tools import MOST, History
from landships_lab.panel import CATALOG, Gesture
from landships_lab.panel.changes import name_change
from landships_lab.panel.parts import parts_of

FIRE = CATALOG["landships:fire"]


def said(panel: PanelWidget) -> str:
    return re.sub("<[^>]*>", "", panel.answer_view.message.value)


def send(panel: PanelWidget, **event: Any) -> None:
    panel.board.bridge._handle_custom_msg({"x": 0, "y": 0, **event}, [])


@pytest.fixture
def panel() -> Iterator[PanelWidget]:
    made = PanelWidget(FIRE)
    yield made
    made.close()


def test_undo_and_redo_say_what_they_did_and_what_is_left(panel: PanelWidget) -> None:
    panel.undo()
    assert said(panel) == "There is nothing to take back."
    panel.redo()
    assert said(panel) == "There is nothing to do again."
    panel.dispatch("target", "1006")
    panel.dispatch("weapon", panel.state.controls()[3].options[-1][0])
    panel.undo()
    assert said(panel).endswith("Redo brings it again. 1 earlier change left.")
    panel.undo()
    told = "Taken back: Target 1006. Redo brings it again. No earlier change is left."
    assert said(panel) == told
    panel.redo()
    assert said(panel) == "Done again: Target 1006. 1 later change left."
    panel.dispatch("target", "1007")
    panel.redo()
    assert said(panel) == "There is nothing to do again.", "a new change drops what was undone"


def test_keys_take_back_and_do_again_a_reset_too(panel: PanelWidget) -> None:
    first = panel.text
    for change, then in ((lambda: panel.dispatch("target", "1006"), ""), (panel.reset, first)):
        before = panel.text
        change()
        after = panel.text
        assert after == then or not then
        for key, shift, text in (
            ("Ctrl+z", False, before),
            ("Ctrl+z", True, after),
            ("Escape", False, before),
            ("Ctrl+y", False, after),
        ):
            send(panel, kind="key", key=key, shift=shift)
            assert panel.text == text


def test_escape_lets_go_of_what_is_in_hand_before_it_takes_anything_back(
    panel: PanelWidget,
) -> None:
    panel.dispatch("target", "1006")
    before, view = panel.text, panel.view
    panel.dispatch(Gesture("press", view.pixel(panel.state.place)))
    panel.dispatch(Gesture("drag", view.pixel(FIRE.grid.place("0910"))))
    assert panel.text != before
    send(panel, kind="key", key="Escape")
    assert panel.text == before
    assert said(panel) == "Let go: all is as it was before."
    send(panel, kind="key", key="Escape")
    assert said(panel).startswith("Taken back: Target 1006.")


@pytest.mark.long
@pytest.mark.parametrize("panel_id", [e.id for e in CATALOG.values() if e.has_board and e.zooms])
def test_a_look_asks_no_rule_and_changes_no_state(
    panel_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel_type = CATALOG[panel_id]
    panel = PanelWidget(panel_type)
    before = panel.text
    monkeypatch.setattr(panel_type, "ask", lambda *_: pytest.fail("the rule was asked"))
    seen = {panel.view}
    send(panel, kind="look", factor=1.5, dx=-100, dy=-80)
    seen.add(panel.view)
    send(panel, kind="look", factor=1, dx=-30, dy=-20)
    seen.add(panel.view)
    for key in ("0", "+", "+", "-"):
        send(panel, kind="key", key=key)
        seen.add(panel.view)
    assert len(seen) >= 5
    assert panel.text == before
    assert len(panel._history) == 1
    panel.close()


@pytest.mark.parametrize(
    "wrong",
    [{"factor": 0}, {"factor": -1}, {"dx": "5"}, {"dy": float("nan")}, {"factor": float("inf")}],
)
def test_a_look_that_is_no_look_is_refused(panel: PanelWidget, wrong: dict[str, Any]) -> None:
    view = panel.view
    send(panel, kind="look", **wrong)
    assert panel.view == view
    assert "could not be followed" in said(panel)


def test_a_view_that_was_chosen_stays_until_what_is_asked_about_leaves_it(
    panel: PanelWidget,
) -> None:
    send(panel, kind="look", factor=2, dx=-600, dy=-400)
    view = panel.view
    panel.dispatch(Gesture("hover", (5.0, 5.0)))
    panel.dispatch("spotted", "yes")
    assert panel.view == view
    panel.dispatch("target", "0101")
    assert panel.view.holds(FIRE.grid.place("0101"))
    assert panel.view.size == pytest.approx(view.size)


WITH_HOVER = [
    e
    for e in CATALOG.values()
    if e.has_board and "hover" in parts_of(e) and e.id != "landships:coverage"
]


@pytest.mark.long
@pytest.mark.parametrize("panel_type", WITH_HOVER, ids=lambda e: e.id)
def test_a_verdict_on_what_is_only_pointed_at_says_so(panel_type: Any) -> None:
    panel = PanelWidget(panel_type)
    own, marked = panel.answer_view.verdict.value, 0
    for number in range(60):
        panel.dispatch(Gesture("hover", (40.0 + 9.3 * number, 30.0 + 7.1 * number)))
        now = panel.answer_view.verdict.value
        assert now == own or "ll-preview" in now, "another verdict is marked as a preview"
        marked += "ll-preview" in now
    assert marked
    panel.dispatch(Gesture("leave", (0.0, 0.0)))
    assert panel.answer_view.verdict.value == own
    panel.close()


@pytest.mark.parametrize(
    "panel_type", [e for e in CATALOG.values() if "click" in parts_of(e)], ids=lambda e: e.id
)
def test_the_hint_is_another_in_each_mode(panel_type: Any) -> None:
    state = panel_type.initial()
    click: Any = parts_of(panel_type)["click"].control(state)
    hints = {use: state.set("click", use).hint() for use, _ in click.options}
    assert len(set(hints.values())) == len(hints)
    for use, hint in hints.items():
        assert ("paint" in hint) == (use == "paint")


def test_a_change_is_named_as_the_screen_names_it() -> None:
    start = FIRE.initial()
    assert name_change(start, start.set("target", "1006")) == "Target 1006"
    assert name_change(start, start) == "the last change"
    staff = CATALOG["loos:staff"]
    assert name_change(staff.initial(), staff.parse("loos:staff stack")) == "another question"


def test_a_target_that_is_typed_comes_into_view(panel: PanelWidget) -> None:
    before, far = panel.view, FIRE.grid.place("0101")
    assert not before.holds(far)
    panel.dispatch("target", "0101")
    assert panel.view != before
    assert panel.view.holds(far)
    assert panel.view.holds(panel.state.place)


def test_a_drag_moves_no_board_until_it_is_put_down(panel: PanelWidget) -> None:
    view = panel.view
    panel.dispatch(Gesture("press", view.pixel(panel.state.place)))
    panel.dispatch(Gesture("drag", (3.0, 490.0)))
    assert panel.state.held
    assert panel.view == view
    panel.dispatch(Gesture("drop", (3.0, 490.0)))
    assert panel.view.holds(panel.state.place)


@pytest.mark.parametrize("name", ["landships:fire", "landships:move", "loos:sight"])
def test_the_whole_board_stays_whole_until_it_is_looked_at_closer(name: str) -> None:
    panel_type = CATALOG[name]
    panel = PanelWidget(panel_type)
    assert panel.view == panel.state.opening() != panel_type.view()
    panel.whole_board()
    panel.dispatch(Gesture("key", key="ArrowDown"))
    assert panel.view == panel_type.view()
    panel.closer()
    assert panel.view != panel_type.view()
    panel.close()


@given(st.lists(st.one_of(st.integers(0, 3), st.sampled_from(["back", "forward"])), max_size=60))
def test_it_is_a_list_whose_first_state_stays_and_a_place_in_it(moves: list[int | str]) -> None:
    """A number is a new state: the history does the same as a plain list with a place in it."""
    history, plain, at = History(0), [0], 0
    for move in moves:
        if move == "back":
            assert history.back() == (at > 0)
            at = max(0, at - 1)
        elif move == "forward":
            assert history.forward() == (at + 1 < len(plain))
            at = min(len(plain) - 1, at + 1)
        else:
            assert isinstance(move, int)
            history.add(move)
            if move != plain[at]:  # a new change drops what was taken back
                plain, at = [*plain[: at + 1], move], at + 1
        assert (history.last, len(history)) == (plain[at], at + 1)
        assert history.undone == len(plain) - at - 1


def test_the_oldest_are_forgotten() -> None:
    history = History(0)
    for state in range(1, 3 * MOST):
        history.add(state)
    assert len(history) == MOST
    while history.back():
        pass
    assert history.last == 2 * MOST


def test_a_phone_is_told_of_no_wheel_and_no_keys() -> None:
    panel = PanelWidget(FIRE)
    shown = re.sub(r"<span class=ll-by-keys>.*?</span>", "", panel.readings._question.value)
    assert "wheel" not in shown
    assert "keys" not in shown
    assert "drag the unit" in shown
    assert "wheel" in panel.readings._question.value


@pytest.mark.parametrize("panel_id", [e.id for e in CATALOG.values() if e.has_board and e.zooms])
def test_on_a_narrow_page_a_board_is_drawn_narrower_so_that_its_words_are_larger(
    panel_id: str,
) -> None:
    panel = PanelWidget(CATALOG[panel_id])
    before, wide = panel.view, panel.scene.width
    for narrow in (True, False, True):
        panel.board.bridge.page_narrow = narrow
    for look in (panel.whole_board, panel.closer, panel.farther, panel.reset):
        look()
        assert panel.scene.width == panel.view.width == pytest.approx(0.78 * wide, abs=2)
        assert panel.board.size == (panel.scene.width, panel.scene.height)
    panel.board.bridge.page_narrow = False
    assert panel.scene.width == panel.view.width == wide
    assert panel.view.height == before.height
    panel.close()
