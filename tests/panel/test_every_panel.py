"""What holds for every panel of the catalogue, whatever a hand does to it: its text comes back,
its controls work, it is drawn.

Nothing here knows a rule. A new panel_type is tested by standing in the catalogue.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import DARK
from landships_lab.drawing.view import HEIGHT, WIDTH, View
from landships_lab.panel import CATALOG, Gesture, Panel
from landships_lab.panel.board import Action, anywhere
from landships_lab.panel.controls import (
    Buttons,
    Choice,
    Control,
    Field,
    Number,
    Switch,
    TextBox,
    Toggles,
)
from tests.effort import tries

EACH = pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
SOME, FEW, VERY_FEW = (
    settings(max_examples=tries(6, 15)),
    settings(max_examples=tries(4, 8)),
    settings(max_examples=tries(2, 3)),
)  # a panel; there are many of them
KINDS = ("hover", "leave", "press", "drag", "drop", "turn")
NONSENSE = "no such thing ☃"

pixels = st.tuples(st.floats(-300, 1200, allow_nan=False), st.floats(-300, 1200, allow_nan=False))
on_the_board = st.tuples(st.floats(0, 600, allow_nan=False), st.floats(0, 500, allow_nan=False))
pointing = st.builds(
    Gesture,
    st.sampled_from(KINDS),
    st.one_of(on_the_board, pixels),
    st.just(""),
    st.integers(-14, 14),
    st.booleans(),
)
keys = st.sampled_from(
    ("q", "e", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape", "Enter", "x", "")
)
pressing = st.builds(Gesture, st.just("key"), on_the_board, keys)
#: Which control is set, and to which of the values it offers.
settings_of_controls = st.tuples(st.integers(0, 40), st.integers(0, 40))
moves = st.lists(st.one_of(pointing, pressing, settings_of_controls), max_size=12)


def offered(control: Control) -> list[Any]:
    """Return the values that a control offers by itself."""
    match control:
        case Choice() | Switch():
            return [value for value, _ in control.options]
        case Buttons():
            return [value for value, _, _ in control.items]
        case Toggles():
            return [(item.id, on) for item in control.items for on in (True, False)]
        case Number():
            return [control.lowest, control.value, control.highest]
        case Field() | TextBox():
            return [control.value]


def one_sentence(error: ValueError) -> bool:
    text = str(error)
    return (
        bool(text)
        and text[-1] in ".!"
        and "\n" not in text
        and not text.startswith(("invalid literal", "not enough values"))
    )


def follow(panel_type: type[Panel], state: Any, move: Gesture | tuple[int, int]) -> Any:
    """The state after this move, as a panel would take it: what is refused with a sentence leaves
    the state as it was.
    """
    if isinstance(move, Gesture) and move.kind != "key":
        return state.on_gesture(
            move, panel_type.view()
        )  # a pointer may be anywhere, and is never wrong
    try:
        if isinstance(move, Gesture):
            return state.on_gesture(move, panel_type.view())
        controls = state.controls()
        control = controls[move[0] % len(controls)]
        values = offered(control)
        return state.set(control.id, values[move[1] % len(values)]) if values else state
    except ValueError as error:
        if not one_sentence(error):
            raise
        return state


def after(panel_type: type[Panel], done: list[Gesture | tuple[int, int]]) -> Any:
    state = panel_type.initial()
    for move in done:
        state = follow(panel_type, state, move)
    return state


@contextmanager
def asking_once(panel_type: type[Panel]) -> Iterator[None]:
    """Keep every answer of this panel: each of its controls would ask again what the answer
    would be with each reading.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(panel_type, "ask", cache(panel_type.ask))
        yield


# --------------------------------------------------------------------------------------------- text


@EACH
def test_it_has_an_id_a_title_and_a_question(panel_type: type[Panel]) -> None:
    assert CATALOG[panel_type.id] is panel_type
    assert panel_type.prompt.endswith("?")
    assert panel_type.title
    assert panel_type.rule_set
    assert panel_type.initial().text().split()[0] == panel_type.id


@pytest.mark.long
@EACH
@SOME
@given(done=moves)
def test_whatever_was_done_the_text_makes_the_same_state_again(
    panel_type: type[Panel], done: list[Any]
) -> None:
    state = after(panel_type, done).settled()
    text = state.text()
    assert panel_type.parse(text) == state, text
    assert panel_type.parse(text).text() == text
    assert "\n" not in text
    assert panel_type.parse(f"  {text.replace(' ', '   ')} ") == state, "spaces do not matter"


@pytest.mark.long
@EACH
@SOME
@given(done=moves)
def test_what_is_of_the_moment_is_not_in_the_text(panel_type: type[Panel], done: list[Any]) -> None:
    state = after(panel_type, done)
    assert state.text() == state.settled().text()
    assert state.settled().settled() == state.settled()


@EACH
@SOME
@given(words=st.text(max_size=40))
def test_any_other_text_is_refused_with_a_sentence_or_understood(
    panel_type: type[Panel], words: str
) -> None:
    for text in (words, f"{panel_type.id} {words}", f"{panel_type.initial().text()} {words}"):
        try:
            state = panel_type.parse(text)
        except ValueError as error:
            if not one_sentence(error):
                raise
        else:
            assert panel_type.parse(state.text()) == state


@EACH
def test_the_text_of_another_panel_is_refused(panel_type: type[Panel]) -> None:
    with pytest.raises(
        ValueError,
        match=f"'chess:board' does not begin a text of this panel; it begins with {panel_type.id}",
    ):
        panel_type.parse("chess:board e4")
    with pytest.raises(ValueError, match="'' does not begin a text of this panel"):
        panel_type.parse("")


# ----------------------------------------------------------------------------------------- controls


@pytest.mark.long
@EACH
@VERY_FEW
@given(done=moves)
def test_every_choice_and_switch_takes_each_of_its_own_options_and_shows_it(
    panel_type: type[Panel], done: list[Any]
) -> None:
    state = after(panel_type, done)
    with asking_once(panel_type):
        for control in state.controls():
            if isinstance(control, Choice | Switch):
                assert control.value in offered(control), control.id
                for value in offered(control):
                    new = state.set(control.id, value)
                    (again,) = (c for c in new.controls() if c.id == control.id)
                    assert isinstance(again, Choice | Switch)
                    assert again.value == value, control.id
                    assert panel_type.parse(new.text()) == new.settled(), control.id


@pytest.mark.long
@EACH
@FEW
@given(done=moves)
def test_a_field_set_to_what_it_shows_changes_nothing(
    panel_type: type[Panel], done: list[Any]
) -> None:
    state = after(panel_type, done).settled()
    for control in state.controls():
        if isinstance(control, Field | TextBox):
            assert state.set(control.id, control.value).settled() == state, control.id


@pytest.mark.long
@EACH
@VERY_FEW
@given(done=moves)
def test_toggles_are_on_when_switched_on(panel_type: type[Panel], done: list[Any]) -> None:
    state = after(panel_type, done)
    for control in state.controls():
        if isinstance(control, Toggles):
            for item in control.items:
                new = state.set(control.id, (item.id, True))
                (again,) = (c for c in new.controls() if c.id == control.id)
                assert isinstance(again, Toggles)
                assert {i.id: i.on for i in again.items}[item.id]


@EACH
def test_controls_have_ids_of_their_own_and_words(panel_type: type[Panel]) -> None:
    controls = panel_type.initial().controls()
    assert len({c.id for c in controls}) == len(controls)
    for control in controls:
        assert control.id
        match control:
            case Switch():
                assert control.question.endswith("?")
            case Buttons(label=""):
                assert all(spoken for _, _, spoken in control.items), (
                    "small buttons say in their tooltips what they do"
                )
            case _:
                assert control.label


@EACH
def test_a_value_no_control_knows_is_refused_in_one_sentence(panel_type: type[Panel]) -> None:
    state = panel_type.initial()
    for control in state.controls():
        if isinstance(control, Field) and control.free:
            continue  # a name may be any words
        wrong = (NONSENSE, True) if isinstance(control, Toggles) else NONSENSE
        with pytest.raises(ValueError, match=r"\.$") as told:
            state.set(control.id, wrong)
        assert one_sentence(told.value), control.id


@EACH
def test_a_control_that_is_not_there_is_told_with_those_that_are(panel_type: type[Panel]) -> None:
    state = panel_type.initial()
    with pytest.raises(
        ValueError, match=rf"^'{NONSENSE}' is not a control; (allowed are|the only one is) .*\.$"
    ) as told:
        state.set(NONSENSE, "1")
    assert all(control.id in str(told.value) for control in state.controls())


# ----------------------------------------------------------------------------- pictures and answers


@pytest.mark.long
@EACH
@FEW
@given(done=moves)
def test_whatever_was_done_there_is_an_answer_and_a_picture(
    panel_type: type[Panel], done: list[Any]
) -> None:
    state = after(panel_type, done)
    answer = state.ask()
    assert answer.headline
    for view in (panel_type.view(), panel_type.view(state.closer_to())):
        scene = state.picture(answer, view)
        assert svg(scene).startswith("<svg")  # refuses what is not finite, and roles no theme knows
        assert svg(scene, DARK).startswith("<svg")
        assert scene.title
        assert answer.headline in scene.description
    whole = panel_type.view()
    grabs = state.drag_targets(whole)
    for x, y, radius in () if grabs == anywhere(whole) else grabs:
        assert 0 < x < whole.width
        assert 0 < y < whole.height
        assert 0 < radius < whole.width / 4


@EACH
def test_a_picture_is_described_in_words_of_its_own_and_says_how_it_is_used(
    panel_type: type[Panel],
) -> None:
    """What a screen reader says of it: what is to be seen, then what follows from it."""
    state = panel_type.initial()
    answer = state.ask()
    scene = state.picture(answer)
    own = scene.description.replace(answer.headline, "").strip()
    assert len(scene.title) > 4
    assert scene.title != answer.headline
    assert not panel_type.has_board or own.endswith("."), (
        "a board is described, and not only its answer told"
    )
    assert len(panel_type.usage_hint) > 20
    drawn = svg(scene)
    assert ' role="img" aria-label="' in drawn.partition(">")[0]
    assert "<title>" in drawn
    assert "<desc>" in drawn


ON_HEXES = [
    e for e in CATALOG.values() if isinstance(e.view(), View) and e.initial().focus() is not None
]
BOARDS = pytest.mark.parametrize("panel_type", ON_HEXES, ids=lambda e: e.id)


@BOARDS
@FEW
@given(done=moves)
def test_a_board_opens_on_the_action_and_follows_it(
    panel_type: type[Panel], done: list[Any]
) -> None:
    state = after(panel_type, done).settled()
    action, view, whole = state.focus(), state.opening(), panel_type.view()
    assert isinstance(action, Action)
    assert (view.width, view.height) == (whole.width, whole.height) == (WIDTH, HEIGHT), (
        "one size for all boards"
    )
    assert all(map(view.holds, action.places))
    assert state.picture(state.ask()) == state.picture(state.ask(), view)
    assert state.follow(view) == view
    assert state.follow(whole) == whole, "who looks at the whole board goes on doing so"
    assert panel_type.view(state.closer_to()) != whole, "the button does something"
    elsewhere = panel_type.view(
        Action((panel_type.grid.hex(panel_type.grid.columns, panel_type.grid.rows),))
    )
    assert all(map(state.follow(elsewhere).holds, action.places))


@BOARDS
def test_a_board_opens_on_twelve_to_sixteen_columns_unless_fewer_show_the_action(
    panel_type: type[Panel],
) -> None:
    view = panel_type.initial().opening()
    assert min(12, panel_type.columns) - 0.01 <= view.width / (1.5 * view.size) <= 16
    assert 8 <= panel_type.columns <= 16


@EACH
def test_the_same_view_has_the_same_ground(panel_type: type[Panel]) -> None:
    """So that a painter, which compares the two, need not draw it again for a gesture."""
    state = panel_type.initial()
    view = panel_type.view()
    one, other = (state.picture(state.ask(), view).ground for _ in range(2))
    assert one == other


@pytest.mark.long
@EACH
@FEW
@given(done=moves)
def test_what_is_offered_to_change_an_answer_can_be_set(
    panel_type: type[Panel], done: list[Any]
) -> None:
    state = after(panel_type, done)
    for remedy in state.ask().remedies:
        if remedy.change and remedy.to is not None:
            new = state.set(remedy.change, remedy.to)
            assert new != state, remedy
            assert new.ask() != state.ask(), remedy


@EACH
def test_a_state_shows_its_own_picture_where_there_are_no_widgets(panel_type: type[Panel]) -> None:
    state = panel_type.initial()
    assert state.id == panel_type.id
    assert state._repr_svg_() == svg(state.picture(state.ask()))


@EACH
def test_a_question_picture_shows_the_question_without_the_answer(panel_type: type[Panel]) -> None:
    state = panel_type.initial()
    assert svg(state.question_picture()).startswith("<svg")
    assert state.ask().headline not in svg(state.question_picture())
