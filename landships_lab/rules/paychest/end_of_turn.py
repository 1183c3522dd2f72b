"""The end of a turn: whether a unit rolls again, what it may do, and how long it holds its ground in a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6, Odds
from landships_lab.core.speech import decimal, often, percent, plural
from landships_lab.data.paychest.supplied import NOTHING, Supplied
from landships_lab.data.paychest.tables import Effect, Printed
from landships_lab.rules.paychest.battle import MOST_FIGURES, Standing, Turn, standing
from landships_lab.rules.paychest.book import CITES, GAPS, lost_step
from landships_lab.rules.paychest.morale import (
    KINDS,
    SUPPLY_LINE,
    TABLES,
    TWO_DICE,
    effect,
    first_roll,
    leader_chance,
    leader_lost,
    morale_odds,
    morale_test_chance,
    rout_odds,
)

#: What each die of the second roll makes a unit do.
Effects = dict[int, Effect | Gap]


@dataclass(frozen=True, slots=True)
class Morale:
    """What a turn and a battle may bring: the sums of two dice that call for a second roll, the effects of that roll for
    every kind of troops, the odds of this turn, the figures left if the unit holds, and its standing after each turn of battle.
    """

    sums: frozenset[int]
    effects: dict[str, Effects]
    odds: Odds[str]
    left: Odds[int]
    battle: tuple[Standing, ...]


def end_of_turn(
    kind: str, figures: int, hits: int, battle: Sequence[Turn] = (), without_leader: bool = False, tables: Supplied = NOTHING
) -> Answer[Fraction]:
    """Return the chance that a unit surely holds its ground at the end of a turn with so many hits.

    ``battle`` are the turns of a battle to look ahead to. The detail of the answer is the `Morale`. Source: Paychest, Morale
    and Second Morale Rolls (lines 7-9), Loss of Leader (lines 9-10).

    >>> end_of_turn("irregular", 12, 3).headline
    'The unit rolls again 8.3% of the time and holds 93.1% to 94.4% (result 1 is lost).'
    """
    hits = whole("The number of hits", hits, 0, MOST_FIGURES)
    now = standing(kind, figures, [Turn(hits, 0)], tables)[0]
    effects: dict[str, Effects] = {each: {die: effect(each, die, tables) for die in D6.outcomes} for each in KINDS}
    sums = frozenset(dice for dice in TWO_DICE.outcomes if first_roll(hits, dice).value)
    after = standing(kind, figures, battle, tables) if battle else ()
    steps = tuple(_steps(kind, figures, hits, effects[kind], without_leader, tables))
    found = Morale(sums, effects, morale_odds(kind, hits, tables), now.figures, after)
    return Answer(now.holds, steps, _headline(hits, now), (SUPPLY_LINE,) if now.open else (), detail=found)


def _headline(hits: int, now: Standing) -> str:
    again = morale_test_chance(hits)
    if not again:
        return "No second roll is possible: the unit holds." if hits else "No casualties, so no morale roll: the unit holds."
    holds = f"{percent(now.holds)} to {percent(now.at_most)} (result 1 is lost)" if now.open else percent(now.holds)
    return f"The unit rolls again {often(again)} and holds {holds}."


def _steps(kind: str, figures: int, hits: int, effects: Effects, without_leader: bool, tables: Supplied) -> Iterator[Step]:
    chance = morale_test_chance(hits)
    first = f"Two dice of {hits} or less, the hits of this turn, call for a second roll: {often(chance)}."
    if not chance:
        first = "Two dice always show more than 1, the hits of this turn." if hits else "No casualties this turn, so no morale roll."
    yield Step(first, CITES["morale"])
    for die, found in effects.items():
        if isinstance(found, Gap):
            yield lost_step(TABLES.second[kind].missing, f"What a {die} on the second roll does is lost in print.")
        elif not isinstance(found, Printed):
            yield Step(f"A {die} on the second roll: the unit {found.text}.", tables.cite(f"second morale roll, {kind}, {die}"))
        elif found.figure_routs_on:
            gone = decimal(rout_odds(figures, found.figure_routs_on).mean)
            text = f"A {die} on the second roll routs {gone} of {plural(figures, 'figure')} on average."
            yield Step(text, CITES[f"second-{kind}"])
    yield _distance_step(tables)
    yield Step("You say how many figures the hits of a battle put out of action; the cards are lost.", CITES["casualties-lost"])
    if without_leader:
        text = f"The leader is out of action: two dice under {TABLES.leader_at} fail, {often(leader_chance())}."
        yield Step(text, CITES["leader"])
        yield leader_lost(kind, TABLES.leader_at - 1, tables).steps[-1]


def _distance_step(tables: Supplied) -> Step:
    if tables.distance_unit:
        return Step(f"Distances are counted in {tables.distance_unit}.", tables.cite("unit of distance"))
    return Step("Distances are given in dice; the unit of length is not printed.", GAPS["distance-unit"].gap.cite)
