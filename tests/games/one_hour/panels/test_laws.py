"""Laws over random states of the four panels: remedies keep their word, charts and verdicts agree,
and panels agree with each other.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from landships_lab.core.speech import percent
from landships_lab.data.load import readings
from landships_lab.drawing.charts import Bars, Curve
from landships_lab.games.one_hour.analysis.quiet_turn import NextPhase
from landships_lab.games.one_hour.rules.book import a_unit, hits_of, options
from landships_lab.games.one_hour.rules.fire import Condition, fire_odds, hits
from landships_lab.games.one_hour.rules.ground import shot_between
from landships_lab.games.one_hour.rules.movement import Move, is_threatened
from landships_lab.games.one_hour.rules.path import may_place
from landships_lab.games.one_hour.rules.shot import Shot, unseen
from landships_lab.games.one_hour.rules.sight import sees
from landships_lab.panel import CATALOG
from landships_lab.panel.controls import Toggles
from tests.effort import tries
from tests.random_states import random_states

STATES, PARTS = tries(60, 300), tries(1, 6)
_PANELS: Any = CATALOG
FIRE, SIGHT, MOVE, DUEL = (
    _PANELS[f"one_hour:{name}"] for name in ("fire", "sight", "move", "duel")
)


@cache
def drawn(panel_type: Any) -> tuple[Any, ...]:
    return tuple(random_states(panel_type, STATES))


@cache
def answer_of(panel_type: Any, number: int) -> tuple[Any, Any]:
    """A random state with its answer, which the laws share."""
    state = drawn(panel_type)[number]
    # With a Unit in the hand no remedies of sight are looked for.
    quick = replace(state, held=state.firer) if panel_type is SIGHT else state
    return quick, quick.ask()


def answered(panel_type: Any, most: int = STATES) -> Iterator[tuple[Any, Any]]:
    """Random states with their answers."""
    return (answer_of(panel_type, number) for number in range(most))


def asking(panel_type: Any, *questions: str) -> Iterator[tuple[Any, Any]]:
    return (
        answer_of(panel_type, number)
        for number, state in enumerate(drawn(panel_type))
        if state.question in questions
    )


# -- remedies


def test_a_remedy_of_a_shot_inflicts_the_hits_it_promises() -> None:
    tried = 0
    for state, answer in answered(FIRE):
        for remedy in answer.remedies:
            then = state.set(remedy.change, remedy.to).ask()
            assert then.value > 0
            assert f"would inflict {hits_of(then.value)}" in remedy.text, state.text()
            tried += 1
    assert tried > 20


def test_no_remedy_brings_a_destroyed_unit_back_but_the_reading_of_when_it_is() -> None:
    gone = [
        (state, answer)
        for state, answer in answered(FIRE)
        if any(step.reading == "destroyed-at" for step in answer.steps)
    ]
    assert gone
    for _, answer in gone:
        assert {remedy.change for remedy in answer.remedies} <= {"destroyed-at"}


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_a_remedy_of_sight_opens_it_and_stands_where_the_unit_may_stop(part: int) -> None:
    """In parts, for places to see from take long to find."""
    tried = 0
    for drawn_state in drawn(SIGHT)[part::PARTS]:
        known = drawn_state.question in ("sees", "observes", "fires")
        state = drawn_state if known else drawn_state.asking("sees")
        for remedy in state.ask().remedies:
            if remedy.change == "firer_at":
                assert (
                    may_place(state.table, state.one.at(remedy.to), 36, state.given).value is True
                ), state.text()
            then = replace(state.set(remedy.change, remedy.to), held="held")
            assert then.ask().value is True, (state.text(), remedy)
            tried += 1
    assert tried


# -- verdicts, charts, tables


def test_the_hits_of_the_verdict_are_on_the_chart() -> None:
    for state, answer in answered(FIRE):
        if not any(step.op == "times" and not step.amount for step in answer.steps):
            assert answer.headline.endswith(
                f"a roll of {state.die} inflicts {hits_of(answer.value)}."
            )
        bars = state.charts(answer)[0]
        assert isinstance(bars, Bars)
        dice = (1, 2, 3, 4, 5, 6) if state.given.get("dice") == "D6" else (2, 3, 4, 5)
        if state.die in dice:
            assert dict(bars.bars)[str(answer.value)] > 0


def test_the_chance_of_a_move_is_the_point_of_its_curve() -> None:
    for state, answer in answered(MOVE):
        curve = next(chart for chart in state.charts(answer) if isinstance(chart, Curve))
        chance = curve.series[0][1][state.turns - 1]
        assert chance == answer.value
        assert chance in (0, 1) or percent(chance) in answer.headline


def test_the_best_use_of_a_quiet_turn_is_the_lit_row() -> None:
    for state, answer in asking(DUEL, "quiet"):
        if tables := state.tables(answer):
            lit = tables[0].lit_row
            assert lit is not None
            assert tables[0].rows[lit][0] == answer.value
            chance = next(use.stands for use in answer.detail.uses if use.use == answer.value)
            assert chance == max(use.stands for use in answer.detail.uses)


# -- two panels, one answer


def test_a_unit_that_may_fire_on_the_table_has_a_shot_in_the_other_panel() -> None:
    found = set()
    for state, answer in asking(SIGHT, "fires"):
        shot = shot_between(state.table, state.one, state.other)
        words = [
            *sorted(shot.cover),
            *(["on-hill"] if shot.on_hill else []),
            *(["into-rear"] if shot.into_rear else []),
        ]
        words += ["out-of-rear"] if shot.out_of_rear else []
        words += [
            word
            for word, on in (("target-ready", shot.target_ready), ("firer-ready", shot.firer_ready))
            if on
        ]
        with_ = f" with {' '.join(words)}" if words else ""
        hits = f" hits {shot.firer_hits}" if shot.firer_hits else ""
        fired = FIRE.parse(
            f"one_hour:fire {shot.firer} at {shot.target} range {shot.range_inches}{hits}{with_}"
            " die 4"
        )
        for reading, option in state.readings:
            fired = fired.set(reading, option) if reading in readings("one_hour", "fire") else fired
        assert fired.shot == shot
        refused = fired.ask().headline.startswith("No shot")
        if shot.firer != "mortar":
            hidden = any(step.cite.lines == "176" and step.op == "forbids" for step in answer.steps)
            assert (unseen(shot, options(state.given)) is not None) is hidden, state.text()
        assert not (answer.value and refused), state.text()
        found.add(bool(answer.value))
    assert found == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("how", ["ready-limit", "always-limit", "target", "observer"])
@pytest.mark.parametrize("etc", ["cover", "any-bonus"])
def test_who_is_concealed_on_the_table_is_so_for_a_shot_and_in_a_quiet_turn(
    how: str, etc: str
) -> None:
    """Lines 162 and 176, over tables whose Units are Dug-in and Ready in every way."""
    given, dice, seen = {"concealed-sight": how, "concealed-etc": etc}, random.Random(176), set()
    for state in drawn(SIGHT):
        one, other = (
            replace(
                unit,
                dug_in=unit.kind != "tank" and dice.random() < 0.7,
                ready=unit.kind != "mortar" and dice.random() < 0.5,
            )
            for unit in (state.one, state.other)
        )
        if one.fires_as == "mortar":
            continue
        on = state.table.put(one).put(other)
        shot = shot_between(on, one, other)
        steps = sees(on, one.name, other.name, given, advice=False).steps
        hidden = any(step.cite.lines == "176" and step.op == "forbids" for step in steps)
        assert (unseen(shot, options(given)) is not None) is hidden
        if hidden:
            assert hits(shot, 6, given).value == 0
            assert fire_odds(shot, readings=given).p(0) == 1
            threat = replace(shot, range_inches=min(shot.range_inches, 24))
            if unseen(threat, options(given)):
                held = NextPhase([threat] * 3, readings=given, ready=other.ready).prospects(
                    Condition(8)
                )
                rallied = next(use for use in held if use.use == "rally")
                assert rallied.own_hits <= 8
        seen.add(hidden)
    assert seen == {True, False}


def test_a_threatened_gun_moves_in_neither_panel() -> None:
    for state, answer in answered(MOVE):
        now = "now threatened" if state.threatened else ""
        may = (
            DUEL.parse(f"one_hour:duel {state.unit} against tank asks act action move {now}")
            .ask()
            .value
        )
        free = Move(state.unit, threatened=state.threatened)
        stuck = (
            not MOVE.parse(
                f"one_hour:move {state.unit} away 1 {'with threatened' if free.threatened else ''}"
                " turns 6"
            )
            .ask()
            .value
        )
        assert may is not stuck
        assert may or state.by_road or not answer.value or not state.away


def test_a_quiet_turn_offers_what_may_be_done_in_that_step() -> None:
    for state, answer in asking(DUEL, "quiet"):
        if not answer.detail:
            continue
        for use in answer.detail.uses:
            line = (
                f"one_hour:duel {state.first} against tank asks act step rally-and-ready action"
                f" {use.use.replace(' ', '-')}"
            )
            assert DUEL.parse(line).ask().value is True


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_threatened_on_the_table_is_told_where_the_unit_would_move_as_well(part: int) -> None:
    seen = set()
    for drawn_state in drawn(SIGHT)[part::PARTS]:
        state = drawn_state.asking("stops")
        told = is_threatened(state.before, state.firer, state.given).value
        placed = may_place(
            state.before,
            state.one.at(state.one.unique.centre, state.one.unique.facing + 15),
            36,
            state.given,
        )
        charged = any("A Threatened" in step.text for step in placed.steps)
        on_the_way = state.given.get("threatened-when") == "on-the-way"
        assert charged or not told
        assert told or on_the_way or not charged
        seen.add(told)
    assert False in seen


# -- what no Unit can be


def boxes(state: Any) -> set[str]:
    return {
        item.id
        for control in state.controls()
        if isinstance(control, Toggles)
        for item in control.items
    }


def test_no_tank_is_dug_in_and_no_mortars_are_ready_in_any_panel() -> None:
    for state in drawn(FIRE):
        assert not (state.target == "tank" and state.dug_in)
        offered = {"dug_in", "target_ready", "firer_ready"} & boxes(state)
        assert offered == {
            name
            for name, may in (
                ("dug_in", state.target != "tank"),
                ("target_ready", state.target != "mortar"),
                ("firer_ready", state.firer != "mortar"),
            )
            if may
        }
        assert isinstance(state.shot, Shot)
    for state in drawn(MOVE):
        assert ("assaults" in boxes(state)) is state.by_road
    for state in drawn(DUEL):
        assert not (state.first == "tank" and {"dug-in"} & (state.first_cover | state.now))
        assert not (state.second == "tank" and "dug-in" in state.second_cover)
        assert not (state.first == "mortar" and "ready" in state.now)
        if state.first == state.second == "tank":
            assert "dug-in" not in boxes(state)
    old = DUEL.parse("one_hour:duel tank against atg range 10 first dug-in")
    assert old.ask() == DUEL.parse("one_hour:duel tank against atg range 10").ask()
    turned = FIRE.parse("one_hour:fire tank at infantry range 4 with dug-in die 4").set(
        "target", "tank"
    )
    assert not turned.dug_in


def test_a_verdict_names_the_unit_it_is_about() -> None:
    for state, answer in asking(DUEL, "act"):
        assert a_unit(state.first) in answer.headline
    for state, answer in asking(SIGHT, "sees", "observes", "fires", "stops", "threatened"):
        assert re.search(rf"\b{re.escape(state.firer)}\b", answer.headline)
