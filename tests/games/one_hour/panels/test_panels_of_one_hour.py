"""What is special to the four panels; `tests/panel/test_every_panel.py` asks what holds for all."""

from fractions import Fraction
from typing import Any

import pytest

from landships_lab.drawing.charts import Bars, Curve
from landships_lab.panel import CATALOG, Gesture

ONE_HOUR: tuple[Any, ...] = tuple(
    CATALOG[f"one_hour:{name}"] for name in ("fire", "sight", "move", "duel")
)
FIRE, SIGHT, MOVE, DUEL = ONE_HOUR


def shown(panel_type: Any, state: Any) -> Any:
    return state.picture(state.ask(), panel_type.view() if panel_type.has_board else None)


# -- a shot


def test_a_press_on_the_strip_sets_the_range_and_arrow_keys_move_it() -> None:
    state = FIRE.initial()
    pressed = FIRE.on_gesture(state, Gesture("press", state.strip().at(8.1, 0)), None)
    assert (pressed.range_inches, pressed.held) == (8, True)
    dropped = FIRE.on_gesture(pressed, Gesture("drop"), None)
    assert FIRE.on_gesture(
        dropped, Gesture("key", key="ArrowRight"), None
    ).range_inches == Fraction(33, 4)
    assert FIRE.on_gesture(dropped, Gesture("drag", state.strip().at(2, 0)), None) == dropped


def test_the_fire_table_lights_the_used_cell() -> None:
    state = FIRE.parse("one_hour:fire atg at tank range 10")
    table, _ = FIRE.tables(state, FIRE.ask(state))
    assert (table.rows[table.lit_row or 0][0], table.columns[table.lit_column or 0]) == (
        "ATG",
        "Tank",
    )
    assert table.rows[2][1] == ("−2", "−2", "−2", "+2", "+2", "−2", "×2", "½")


def test_the_strip_names_the_ranges_as_they_are_read() -> None:
    names = {shape.name for shape in shown(FIRE, FIRE.initial()).find("range-word")}
    assert names == {"close ×2", "in range", "long ½"}
    mortar = FIRE.parse("one_hour:fire mortar at tank range 20 reading mortar-close=not-doubled")
    assert {shape.name for shape in shown(FIRE, mortar).find("range-word")} == {"in range"}


# -- sight


def test_a_click_picks_a_unit_and_a_drag_moves_it() -> None:
    state, view = SIGHT.initial(), SIGHT.view()
    at = view.pixel(state.table.unit("Carri-2").unique.centre)
    picked = state.on_gesture(Gesture("press", at), view)
    assert (picked.firer, picked.target, picked.held) == ("Cruds-1", "Carri-2", "Carri-2")
    moved = picked.on_gesture(Gesture("drag", view.at(18, 15)), view)
    assert moved.other.unique.centre == (18, 15)
    assert moved.on_gesture(Gesture("drop"), view).held == ""
    assert SIGHT.parse(moved.text()) == moved.settled()


@pytest.mark.parametrize("at", [(12, 16), (30, 6), (6, 30)])
def test_of_two_units_under_the_pointer_the_nearer_is_picked(at: tuple[int, int]) -> None:
    x, y = at
    state, view = (
        SIGHT.parse(
            "one_hour:sight static-defence from Cruds-1 to Carri-1"
            f" units Cruds-1@{x},{y}@0 Cruds-2@{x}.5,{y}@0"
        ),
        SIGHT.view(),
    )
    for name in ("Cruds-1", "Cruds-2"):
        centre = view.pixel(state.table.unit(name).unique.centre)
        picked = state.on_gesture(Gesture("press", centre), view)
        assert picked.firer == name


def test_wheel_and_keys_turn_and_arrows_move_by_half_an_inch() -> None:
    state, view = SIGHT.initial(), SIGHT.view()
    assert state.on_gesture(Gesture("key", key="e"), view).one.unique.facing == 15
    assert state.on_gesture(Gesture("key", key="ArrowUp"), view).one.unique.centre == (
        28,
        Fraction(35, 2),
    )
    at = view.pixel(state.other.unique.centre)
    assert state.on_gesture(Gesture("turn", at, steps=-2), view).other.unique.facing == 150


def test_the_bands_are_drawn_and_what_cuts_them_is_outlined() -> None:
    scene = shown(SIGHT, SIGHT.initial())
    assert {shape.name for shape in scene.find("band-cut")} == {"the town"}
    assert scene.find("in-the-way", "the town")
    near = SIGHT.parse(
        "one_hour:sight static-defence from Cruds-1 to Bersaglieri-2 units Cruds-1@26,15@0"
    )
    assert len(shown(SIGHT, near).find("band-clear")) == 2


@pytest.mark.parametrize(
    ("y", "name", "word"), [(18, "the town", "limits"), (15, "clear", "clear")]
)
def test_a_step_lights_its_band_with_what_cuts_it(y: int, name: str, word: str) -> None:
    state = SIGHT.initial().set("place", f"28, {y} facing 0")
    told = [step for step in state.ask().steps if step.marks]
    assert len(told) == 2
    for step in told:
        assert word in step.text
        assert [shape.name for shape in state.highlights(step.marks, SIGHT.view())] == [name]


def test_when_the_other_side_looks_the_one_that_looked_is_its_target() -> None:
    state = SIGHT.initial()
    back = state.set("firer", "Carri-2")
    assert (back.firer, back.target) == ("Carri-2", "Cruds-1")
    friend = state.set("firer", "Cruds-2")
    assert (friend.firer, friend.target) == ("Cruds-2", state.target)


def test_a_remedy_can_be_tried_and_a_place_off_the_table_is_refused() -> None:
    state = SIGHT.initial()
    (remedy,) = state.ask().remedies
    assert state.set(remedy.change, remedy.to).ask().value
    with pytest.raises(ValueError, match="would stand off the table"):
        state.set("place", "1, 1 facing 0")
    with pytest.raises(ValueError, match="'north' is not a facing"):
        state.set("place", "12, 7.5 facing north")


def test_the_ground_is_the_very_same_while_units_move() -> None:
    state, view = SIGHT.initial(), SIGHT.view()
    moved = state.on_gesture(Gesture("key", key="ArrowUp"), view)
    answers = state.ask(), moved.ask()
    assert state.picture(answers[0], view).ground is moved.picture(answers[1], view).ground


# -- a move and a duel


def test_bars_that_reach_the_line_are_green() -> None:
    state = MOVE.parse("one_hour:move tank away 12 with threatened by-road")
    green = {shape.name for shape in shown(MOVE, state).find("range-band") if shape.tint == "green"}
    assert green == {f"{n} inches" for n in range(12, 18)}
    assert not MOVE.question_picture(state).find("range-band")
    scene = shown(MOVE, state)
    feet = {max(y for ring in shape.rings for _, y in ring) for shape in scene.find("range-band")}
    (foot,) = feet
    assert 0 < scene.height - foot < 20, "all bars stand on one line near the lower edge"


def test_a_press_puts_the_line_on_half_inches() -> None:
    state = MOVE.initial()
    assert MOVE.on_gesture(
        state, Gesture("press", state.strip().at(7.6, 0)), None
    ).away == Fraction(15, 2)


def test_a_duel_shows_both_curves_and_who_is_left() -> None:
    state = DUEL.parse("one_hour:duel tank against atg range 10 second dug-in")
    curve, bars = state.charts(state.ask())
    assert isinstance(curve, Curve)
    assert isinstance(bars, Bars)
    assert [name for name, _ in curve.series] == ["Tank", "ATG"]
    rounds = state.ask().detail[: len(curve.series[0][1])]
    for n, left in enumerate(rounds):
        alive = [points[n] for _, points in curve.series]
        assert alive == [left.first + left.both, left.second + left.both]
        assert alive[0] + alive[1] == 1 + left.both, "never are both gone"
    assert sum(chance for _, chance in bars.bars) == 1
    assert state.replies() == ("first", "second", "neither")


@pytest.mark.parametrize(
    ("text", "value"), [("7", 7), ("7.5", Fraction(15, 2)), ("7 1/2", Fraction(15, 2)), ('12"', 12)]
)
def test_inches_as_people_write_them(text: str, value: object) -> None:
    assert FIRE.set(FIRE.initial(), "range_inches", text).range_inches == value


@pytest.mark.parametrize("text", ["", "far", "1/0", "61", "-3", "1 2 3"])
def test_what_is_no_distance_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="The range is"):
        FIRE.set(FIRE.initial(), "range_inches", text)


# -- whom to fire at, who observes, where to stop

MORTARS = "one_hour:sight flank-attack from CS-Mortars to Carri-1"


def test_mortars_fire_by_an_observer_who_is_offered_to_mortars_alone() -> None:
    blind, observed = (
        SIGHT.parse(f"{MORTARS} asks fires{by}") for by in ("", " by Motor-Infantry")
    )
    assert blind.ask().headline.startswith("CS-Mortars may not fire at Carri-1: blocked by")
    assert observed.ask().headline == "CS-Mortars may fire at Carri-1."
    assert blind.set("observer", "Motor-Infantry") == observed
    assert [c.id for c in observed.controls()].count("observer") == 1
    for other in (observed.set("firer", "Cruds-1"), observed.set("asks", "sees")):
        assert (other.observer, "observer" in {c.id for c in other.controls()}) == ("", False)
    with pytest.raises(ValueError, match="'Carri-1' is not a friend that may observe"):
        blind.set("observer", "Carri-1")


def test_whom_to_fire_at_is_advised_among_those_it_may_fire_at() -> None:
    """Line 200: Tanks fire at Tanks first, even if others are closer."""
    state = SIGHT.parse("one_hour:sight melee from Carri-1 to Guns asks best")
    answer = state.ask()
    assert (answer.value, answer.headline) == (
        "Cruds-1",
        "Fire at Cruds-1: it has the best modifier.",
    )
    assert not answer.remedies, "advice stands whoever is looked at, so nothing would change it"
    reasons = [step for step in answer.steps if step.op == "reads"]
    assert [step.marks for step in reasons] == [("Cruds-1",)]
    lit = state.highlights(reasons[0].marks, SIGHT.view())
    assert [shape.name for shape in lit] == ["Cruds-1"] * 3
    assert any(step.text.startswith("Carri-1 may not fire at Rifles") for step in answer.steps)
    alone = SIGHT.parse("one_hour:sight static-defence from Cruds-4 to Carri-1 asks best").ask()
    assert (alone.value, alone.headline) == ("", "Cruds-4 may not fire at any enemy.")


@pytest.mark.parametrize(
    ("units", "headline"),
    [
        ("Cruds-1@18,15@0", "Cruds-1 may stop here."),
        ("Cruds-1@18,14@0", "Cruds-1 may not stop here."),
        ("Cruds-1@18,18@0", "Cruds-1 may not stop here."),  # among the bases of the Motor-Infantry
    ],
)
def test_where_a_unit_may_stop_is_asked_from_where_the_set_up_has_it(
    units: str, headline: str
) -> None:
    state = SIGHT.parse(
        f"one_hour:sight flank-attack from Cruds-1 to Carri-1 asks stops units {units}"
    )
    assert state.ask().headline == headline
    assert shown(SIGHT, state).find("ghost", "Cruds-1 stood here")
    assert state.set("moves", "0").ask().value is False


# -- a quiet turn, and what may be done now


def test_a_quiet_turn_compares_its_three_uses() -> None:
    state = DUEL.parse("one_hour:duel infantry against tank range 8 hits 8 0 asks quiet")
    answer = state.ask()
    assert answer.headline == "Best use of the turn: dig in. The Unit then always survives."
    compared, rallying = state.tables(answer)
    assert [name for name, _ in compared.rows] == ["rally", "ready", "dig in"]
    assert compared.lit_row == 2
    assert dict(rallying.rows) == {"to 4 Hits": ("3.1",), "to 0 Hits": ("5.7",)}
    (bars,) = state.charts(answer)
    assert isinstance(bars, Bars)
    assert sum(chance for _, chance in bars.bars) == 1
    assert answer.value in state.replies()


def test_what_may_be_done_now_is_lit_among_all_steps_and_actions() -> None:
    state = DUEL.parse(
        "one_hour:duel mortar against atg asks act action ready step rally-and-ready"
    )
    assert state.ask().headline == "In the Rally and Ready Step, a Mortar may not go Ready."
    (steps,) = state.tables(state.ask())
    assert dict(steps.rows)["fire"] == ("yes", "no", "no")
    assert (steps.rows[steps.lit_row or 0][0], steps.columns[steps.lit_column or 0]) == (
        "ready",
        "rally and ready",
    )
    ready = DUEL.parse("one_hour:duel atg against tank asks act now ready enemy-phase")
    assert ready.ask().value is False
    assert ready.set("now", ("others-acted", True)).ask().value is True


def test_at_least_one_unit_fires_at_the_quiet_one() -> None:
    with pytest.raises(
        ValueError, match="The number of Units that will fire is a whole number from 1 to 4, not 0"
    ):
        DUEL.parse("one_hour:duel tank against tank asks quiet threats 0")


def test_of_a_destroyed_unit_the_quiet_turn_shows_that_it_has_been_removed() -> None:
    line = "one_hour:duel infantry against tank hits 15 0 asks quiet"
    state = DUEL.parse(line)
    answer = state.ask()
    assert "has been destroyed" in answer.headline
    assert (state.tables(answer), state.charts(answer)) == ((), ())
    assert state.controls()
    lasting = DUEL.parse(f"{line} reading destroyed-at=more-than-15")
    assert lasting.ask().value == lasting.effect(lasting.ask()) == "rally"
    assert state.effect(answer) == "destroyed"
    assert lasting.tables(lasting.ask())
    assert lasting.charts(lasting.ask())
