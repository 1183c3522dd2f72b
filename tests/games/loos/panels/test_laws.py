"""Laws over hundreds of random states of the panels of Loos: remedies keep their word, and panels
agree with charts and each other.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from landships_lab.core.answer import Answer, Remedy
from landships_lab.core.speech import percent
from landships_lab.data.rulebook import index, line_numbers
from landships_lab.drawing.charts import Bars
from landships_lab.games.loos.panels.bombardment import Bombardment
from landships_lab.games.loos.panels.staff_combat import Attack, Mobile
from landships_lab.games.loos.panels.staff_ground import LineOfTable, SetUp
from landships_lab.games.loos.panels.staff_men import ShelledStack
from landships_lab.games.loos.rules.deployment import PLACED_AT_START
from landships_lab.games.loos.rules.losses import after_combat, half_brigades, one_unit
from landships_lab.games.loos.rules.table import (
    FRONT_LINE,
    MEANINGS,
    NO_ATTACK,
    TRENCHES,
    combat_odds,
    loses_a_step,
)
from landships_lab.games.loos.rules.terrain import bombardment_line, shell_line
from landships_lab.panel import CATALOG
from tests.effort import tries
from tests.random_states import random_state

PANELS = ("loos:table", "loos:bombardment", "loos:campaign", "loos:sight", "loos:staff")
EACH = pytest.mark.parametrize("panel", PANELS)
STATES, PARTS = tries(60, 300), 3


@cache
def answered(panel: str, number: int) -> tuple[Any, Answer[Any]]:
    """Return a random state of a panel with its answer."""
    state = random_state(CATALOG[panel], number)
    return state, state.ask()


def drawn(panel: str, part: slice = slice(None)) -> Iterator[tuple[Any, Answer[Any]]]:
    """Return random states of a panel with their answers, worked out once for all laws."""
    return (answered(panel, number) for number in range(STATES)[part])


def asked(kind: type) -> Iterator[tuple[Any, Answer[Any]]]:
    """Yield the random states of the staff that ask this question."""
    return ((state, answer) for state, answer in drawn("loos:staff") if isinstance(state, kind))


def remedies(
    panel: str, part: slice = slice(None)
) -> Iterator[tuple[Any, Answer[Any], Remedy, Answer[Any]]]:
    """Yield each remedy of the random states that proposes a change: the state, its answer, the
    remedy, the answer after it.
    """
    for state, answer in drawn(panel, part):
        for remedy in answer.remedies:
            if remedy.change:
                yield state, answer, remedy, state.set(remedy.change, remedy.to).ask()


def test_what_a_remedy_of_sight_changes_is_observed() -> None:
    for state, _, remedy, after in remedies("loos:sight"):
        if state.rules == "loos":
            assert after.value is True, (state.text(), remedy)


def test_a_remedy_of_the_set_up_breaks_no_other_rule_of_it() -> None:
    for state, answer, remedy, after in remedies("loos:staff"):
        if isinstance(state, SetUp):
            before, now = (
                {step.text for step in found.steps if step.op == "forbids"}
                for found in (answer, after)
            )
            assert len(now) < len(before), (state, remedy)
            assert len(remedy.to) <= max(PLACED_AT_START, len(state.battalions))


@EACH
def test_every_line_that_a_step_cites_has_a_rule_in_the_index(panel: str) -> None:
    rules = {
        number for entry in index("loos").entries if not entry.aside for number in entry.numbers
    }
    text = set(line_numbers(index("loos").source.text))
    for state, answer in drawn(panel):
        for step in answer.steps:
            if step.cite.document == "Loos: The Big Push" and step.cite.lines:
                cited = set(line_numbers(step.cite.lines)) & text
                assert cited & rules, (state.text(), step)


# ------------------------------------------------------------------------ the verdict and the chart


def test_the_verdict_of_a_bombardment_is_its_chart() -> None:
    for state, answer in drawn("loos:bombardment"):
        if state.total and state.roll:
            continue
        bars = dict(state.charts(answer)[0].bars)
        assert sum(bars.values()) == 1
        hit = sum((bars[result] for result in ("De", "D3", "D2")), Fraction(0))
        told = "never" if not hit else "always" if hit == 1 else f"{percent(hit)} of the time"
        assert told in answer.headline, state.text()


def test_the_verdict_of_the_table_is_its_chart() -> None:
    for state, answer in drawn("loos:table"):
        if state.roll or answer.detail.number is None:
            continue
        (bars,) = state.charts(answer)
        assert isinstance(bars, Bars)
        lost = sum(
            (
                chance
                for result, chance in bars.bars
                if loses_a_step(result, "defender", state.choice)
            ),
            Fraction(0),
        )
        assert f"defender {percent(lost)}, " in answer.headline, state.text()


def test_the_verdict_of_a_campaign_is_its_curve() -> None:
    for state, answer in drawn("loos:campaign"):
        curve, bars = state.charts(answer)
        assert dict(curve.series)["broken through"][-1] == answer.value
        assert isinstance(bars, Bars)
        assert sum(chance for _, chance in bars.bars) == 1


def test_the_verdict_of_mobile_combat_is_its_chart() -> None:
    for state, answer in asked(Mobile):
        bars = dict(state.charts(answer)[0].bars)
        freed = 1 - bars["not at all"]
        assert (
            percent(freed) if 0 < freed < 1 else "always" if freed else "never"
        ) in answer.headline


# ------------------------------------------------------------------------- one question, two panels


def test_one_unit_of_a_stack_is_shelled_as_one_that_is_alone() -> None:
    """17.4, line 267."""
    for state, answer in asked(ShelledStack):
        readings = tuple(word for word in state.readings if word[0] != "stack-factor")
        alone = Bombardment(
            state.terrain,
            state.dice,
            state.front,
            trench="trench" in state.sheltered,
            readings=readings,
        )
        lost = answer.value.chance(lambda left, full=state.front: left[0] < full)
        assert lost == alone.ask().value, state


def test_an_attack_is_the_first_of_a_campaign() -> None:
    panel_type: Any = CATALOG["loos:campaign"]
    for state, answer in asked(Attack):
        if "gas" in state.used:
            continue
        broken = {"broken": state.broken} if state.terrain in TRENCHES else {}
        values = (
            "terrain",
            "units",
            "full",
            "reduced",
            "steps",
            "factor",
            "battery",
            "counter",
            "stand_in",
            "choice",
            "readings",
        )
        first = panel_type(attacks=1, **broken, **{key: getattr(state, key) for key in values})
        assert first.ask().value == answer.detail.ends.chance(lambda end: end.may_advance), state


def test_without_shells_an_attack_is_a_column_of_the_table() -> None:
    panel_type: Any = CATALOG["loos:table"]
    for state, answer in asked(Attack):
        if state.battery or state.counter:
            continue
        attack = half_brigades(state.units, state.full, state.reduced).strength
        defence = one_unit(state.steps, state.factor).strength
        assert answer.detail.results == combat_odds(
            state.terrain, attack - defence, dict(state.readings)
        )
        if attack <= 30 and defence <= 30:
            readings = tuple(
                word
                for word in state.readings
                if word[0] in ("crt-alignment", "off-table", "secondary-trench")
            )
            column = panel_type(state.terrain, attack, defence, readings=readings).ask()
            assert column.value == answer.detail.results


def test_the_staff_shells_a_hex_on_the_line_of_the_bombardment() -> None:
    for state, _ in asked(LineOfTable):
        ground = state._ground()
        assert (
            bombardment_line(ground).value
            == shell_line(FRONT_LINE if ground.front_line else state.terrain, ground.shelters).value
        )


@pytest.mark.parametrize("choice", ["stand", "retreat"])
def test_a_result_costs_the_steps_that_the_table_says(choice: Any) -> None:
    for result in MEANINGS:
        british, german = half_brigades(2, 4, 2), one_unit(2, 3)
        end = after_combat(result, british, german, choice).value
        assert (end.attackers != british) == loses_a_step(result, "attacker", choice)
        assert (end.defenders != german) == loses_a_step(result, "defender", choice)


def test_one_reserve_alone_fights_one_column_of_the_table() -> None:
    """18.4, line 308: mobile combat is resolved normally."""
    for state, _ in asked(Mobile):
        one = replace(state, units=1, points=1)
        attack = half_brigades(1, state.full, state.reduced)
        defence = one_unit(state.steps, state.factor)
        odds = combat_odds(state.terrain, attack.strength - defence.strength, dict(state.readings))
        freed = sum(
            chance
            for result, chance in odds
            if result != NO_ATTACK
            and after_combat(
                result, attack, defence, state.choice, readings=dict(state.readings)
            ).value.vacated
        )
        assert one.ask().value.chance(lambda end: end.freed_by > 0) == freed, state.text()
