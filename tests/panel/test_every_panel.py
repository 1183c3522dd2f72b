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

from landships_lab.core.checks import MOST_SENTENCE
from landships_lab.core.grid import CodeError
from landships_lab.data.load import DataError
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
from landships_lab.panel.links import LinkError
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
    foreign = text.startswith(("invalid literal", "not enough values"))
    return bool(text) and text[-1] in ".!" and "\n" not in text and not foreign


#: And no subclass beside them: a UnicodeError is Python's own.
OURS = (ValueError, DataError, CodeError, LinkError)


def refused(error: ValueError) -> bool:
    """Return whether this is a refusal of ours: one short sentence."""
    short = len(str(error)) < 2 * MOST_SENTENCE and str(error).isprintable()
    return type(error) in OURS and one_sentence(error) and short


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
    moment = after(panel_type, done)
    state = moment.settled()
    text = state.text()
    assert moment.text() == text, "what is of the moment is not in the text"
    assert state.settled() == panel_type.parse(text) == state, text
    assert panel_type.parse(text).text() == text
    assert "\n" not in text
    assert panel_type.parse(f"  {text.replace(' ', '   ')} ") == state, "spaces do not matter"


@EACH
@SOME
@given(words=st.text(st.characters(), max_size=80))
def test_any_other_text_is_refused_with_a_sentence_or_understood(
    panel_type: type[Panel], words: str
) -> None:
    for text in (words, f"{panel_type.id} {words}", f"{panel_type.initial().text()} {words}"):
        try:
            state = panel_type.parse(text)
        except ValueError as error:
            if not refused(error):
                raise
        else:
            assert panel_type.parse(state.text()) == state
    for other in ("chess:board e4", ""):
        told = f"'{other[:11]}' does not begin a text of this panel; it begins with {panel_type.id}"
        with pytest.raises(ValueError, match=told):
            panel_type.parse(other)


@pytest.mark.long
@EACH
@VERY_FEW
@given(done=moves)
def test_every_control_takes_each_of_its_own_values_and_shows_it(
    panel_type: type[Panel], done: list[Any]
) -> None:
    state = after(panel_type, done)
    with asking_once(panel_type):
        for control in state.controls():
            if isinstance(control, Field | TextBox):
                assert state.set(control.id, control.value).settled() == state.settled(), control.id
            if not isinstance(control, Choice | Switch | Toggles):
                continue
            assert isinstance(control, Toggles) or control.value in offered(control), control.id
            for value in offered(control):
                if isinstance(control, Toggles) and not value[1]:
                    continue
                new = state.set(control.id, value)
                (again,) = (c for c in new.controls() if c.id == control.id)
                if isinstance(again, Toggles):
                    assert {item.id: item.on for item in again.items}[value[0]]
                else:
                    assert getattr(again, "value", None) == value, control.id
                assert panel_type.parse(new.text()) == new.settled(), control.id


@EACH
def test_a_control_or_a_value_that_is_not_there_is_refused_in_one_sentence(
    panel_type: type[Panel],
) -> None:
    state = panel_type.initial()
    for control in state.controls():
        if isinstance(control, Field) and control.free:
            continue  # a name may be any words
        wrong = (NONSENSE, True) if isinstance(control, Toggles) else NONSENSE
        with pytest.raises(ValueError, match=r"\.$") as told:
            state.set(control.id, wrong)
        assert one_sentence(told.value), control.id
    there = rf"^'{NONSENSE}' is not a control; (allowed are|the only one is) .*\.$"
    with pytest.raises(ValueError, match=there) as told:
        state.set(NONSENSE, "1")
    assert all(control.id in str(told.value) for control in state.controls())


# ----------------------------------------------------------------------------------------- controls


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
    state, view = panel_type.initial(), panel_type.view()
    answer = state.ask()
    scene = state.picture(answer)
    own = scene.description.replace(answer.headline, "").strip()
    assert len(scene.title) > 4
    assert scene.title != answer.headline
    assert not panel_type.has_board or own.endswith("."), "a board is described, not only answered"
    assert len(panel_type.usage_hint) > 20
    drawn = svg(scene)
    assert ' role="img" aria-label="' in drawn.partition(">")[0]
    assert "<title>" in drawn
    assert "<desc>" in drawn
    assert (state.id, state._repr_svg_()) == (panel_type.id, drawn), "shown where no widgets are"
    asked = svg(state.question_picture())
    assert asked.startswith("<svg")
    assert answer.headline not in asked
    one, other = (state.picture(state.ask(), view).ground for _ in range(2))
    assert one == other, "a painter need not draw the ground of a view again for a gesture"


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
    assert (view.width, view.height) == (whole.width, whole.height) == (WIDTH, HEIGHT)
    assert all(map(view.holds, action.places))
    assert state.picture(state.ask()) == state.picture(state.ask(), view)
    assert state.follow(view) == view
    assert state.follow(whole) == whole, "who looks at the whole board goes on doing so"
    assert panel_type.view(state.closer_to()) != whole, "the button does something"
    corner = panel_type.grid.hex(panel_type.grid.columns, panel_type.grid.rows)
    elsewhere = panel_type.view(Action((corner,)))
    assert all(map(state.follow(elsewhere).holds, action.places))
    view = panel_type.initial().opening()
    assert 8 <= panel_type.columns <= 16
    columns = view.width / (1.5 * view.size)  # twelve to sixteen unless fewer show the action
    assert min(12, panel_type.columns) - 0.01 <= columns <= 16
