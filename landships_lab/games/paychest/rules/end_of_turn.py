"""The end of a turn: whether a unit rolls again, what it may do, and how long it holds its ground
in a battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6, Odds, certain, sum_of
from landships_lab.core.speech import decimal, often, percent, plural
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import Effect, Printed
from landships_lab.games.paychest.rules import morale
from landships_lab.games.paychest.rules.battle import MOST_FIGURES, Standing, Turn, standing
from landships_lab.games.paychest.rules.book import CITES, lost_step
from landships_lab.games.paychest.rules.fire import cards_out, cards_step
from landships_lab.games.paychest.rules.morale import KINDS, SUPPLY_LINE, TABLES, TWO_DICE

#: How many moves of rallying are shown.
RALLY_MOVES = 6
#: What each die of the second roll makes a unit do.
Effects = dict[int, Effect | Gap]


@dataclass(frozen=True, slots=True)
class Morale:
    """What a turn and a battle may bring: the sums of two dice that call for a second roll, the
    effects of that roll for every kind of troops, the odds of this turn, the figures left if the
    unit holds, and its standing after each turn of battle.

    ``hits`` are those that count: a lost leader was hit too.

    ``distance`` are the odds of how far the result that is looked at moves the unit, or a figure
    that routs; ``rallied`` are the chances that it has rallied by each of its next moves.
    """

    hits: int
    sums: frozenset[int]
    effects: dict[str, Effects]
    odds: Odds[str]
    left: Odds[int]
    battle: tuple[Standing, ...]
    now: Standing
    distance: Odds[int] | None = None
    rallied: tuple[Fraction, ...] = ()


def end_of_turn(
    kind: str,
    figures: int,
    hits: int,
    battle: Sequence[Turn] = (),
    without_leader: bool = False,
    tables: Supplied = NOTHING,
    look_at: int | None = None,
) -> Answer[Fraction]:
    """Return the chance that a unit surely holds its ground at the end of a turn with so many hits.

    ``battle`` are the turns of a battle to look ahead to; ``without_leader``: the leader is lost in
    this turn, or in the first of the battle, so that there was a hit; ``look_at`` is a result of
    the second roll (1 to 6) to look at more closely. The detail of the answer is the `Morale`.
    Source: Paychest, Morale and Second Morale Rolls (lines 7-9), Loss of Leader (lines 9-10).

    >>> end_of_turn("irregular", 12, 3).headline
    'The unit rolls again 8.3% of the time and holds 93.1% to 94.4% (result 1 is lost).'
    >>> end_of_turn("irregular", 12, 0, without_leader=True).headline
    'Without its leader the unit holds 58.3% of the time.'
    """
    hits = max(whole("The number of hits", hits, 0, MOST_FIGURES), int(without_leader))
    now = standing(kind, figures, [Turn(hits, 0)], tables, without_leader)[0]
    effects: dict[str, Effects] = {
        each: {die: morale.effect(each, die, tables) for die in D6.outcomes} for each in KINDS
    }
    sums = frozenset(dice for dice in TWO_DICE.outcomes if morale.first_roll(hits, dice).value)
    after = standing(kind, figures, battle, tables, without_leader) if battle else ()
    look_at = None if look_at is None else whole("A result of the second roll", look_at, 1, 6)
    looked = None if look_at is None else effects[kind][look_at]
    steps = tuple(_steps(kind, figures, hits, effects[kind], without_leader, tables, look_at))
    found = Morale(
        hits,
        sums,
        effects,
        morale.morale_odds(kind, hits, tables, without_leader),
        now.figures,
        after,
        now,
        *_looked_at(looked),
    )
    return Answer(
        now.holds,
        steps,
        _headline(kind, hits, now, without_leader, tables),
        (SUPPLY_LINE,) if now.open else (),
        detail=found,
    )


def _looked_at(found: Effect | Gap | None) -> tuple[Odds[int] | None, tuple[Fraction, ...]]:
    """Return the distance that this result moves, if any, and the chances to rally from it."""
    if not isinstance(found, Effect):
        return None, ()
    return sum_of(D6, found.dice) if found.dice else None, (
        morale.rally_chances(RALLY_MOVES) if found.rally else ()
    )


def _headline(kind: str, hits: int, now: Standing, without_leader: bool, tables: Supplied) -> str:
    again = morale.morale_test_chance(hits)
    if without_leader:
        lost = _lost_lines(kind, bool(again), tables) if now.open else ""
        if now.at_most == 1 and now.open:
            return f"Without its leader the unit holds {often(now.holds)}, or more{lost}."
        most = f" to {percent(now.at_most)}" if now.open else ""
        return (
            f"Without its leader the unit holds {percent(now.holds)}{most} of the time{lost}."
            if now.holds < 1
            else "The unit holds."
        )
    if not again:
        return (
            "No second roll is possible: the unit holds."
            if hits
            else "No casualties, so no morale roll: the unit holds."
        )
    holds = (
        f"{percent(now.holds)} to {percent(now.at_most)} (result 1 is lost)"
        if now.open
        else percent(now.holds)
    )
    return f"The unit rolls again {often(again)} and holds {holds}."


def _lost_lines(kind: str, again: bool, tables: Supplied) -> str:
    """Return which lines are lost that bear on a unit without its leader, as the end of a verdict.

    ``again``: a second roll is possible.
    """
    leader = isinstance(morale.leader_effect(kind, tables), Gap)
    second = again and isinstance(morale.effect(kind, 1, tables), Gap)
    if leader:
        return " (lines are lost)" if second else " (a line is lost)"
    return " (result 1 is lost)"


def _steps(
    kind: str,
    figures: int,
    hits: int,
    effects: Effects,
    without_leader: bool,
    tables: Supplied,
    look_at: int | None,
) -> Iterator[Step]:
    chance = morale.morale_test_chance(hits)
    if without_leader:
        yield morale.leader_step()
        yield from morale.leader_failed(kind, tables).steps
    first = (
        f"Two dice of {hits} or less, the hits of this turn, call for a second roll:"
        f" {often(chance)}."
    )
    if not chance:
        who = ", the one on the leader" if without_leader else ", the hits of this turn"
        first = (
            f"Two dice always show more than 1{who}."
            if hits
            else "No casualties this turn, so no morale roll."
        )
    yield Step(first, CITES["morale"], "start", chance)
    for die, found in effects.items():
        if isinstance(found, Gap):
            yield lost_step(
                TABLES.second[kind].missing,
                f"What a {die} on the second roll does is lost in print.",
            )
        elif not isinstance(found, Printed):
            yield Step(
                f"A {die} on the second roll: the unit {found.text}.",
                tables.cite(f"second morale roll, {kind}, {die}"),
            )
        elif found.figure_routs_on:
            gone = decimal(morale.rout_odds(figures, found.figure_routs_on).mean)
            text = (
                f"A {die} on the second roll routs {gone} of {plural(figures, 'figure')} on"
                " average."
            )
            yield Step(text, CITES[f"second-{kind}"])
    if look_at is not None:
        yield from morale.second_roll(kind, look_at, tables).steps
    yield morale.distance_step(tables)
    yield from _cards_steps(hits, tables)


def _cards_steps(hits: int, tables: Supplied) -> Iterator[Step]:
    """Yield what the cards of this turn's hits do, and who says so for a battle."""
    told = "You say how many figures the hits of a battle put out of action"
    if not tables.casualties:
        yield Step(f"{told}; the cards are lost.", CITES["casualties-lost"])
        return
    if hits:
        drawn = certain(hits)
        yield cards_step(drawn, cards_out(drawn, tables), tables)
    yield Step(f"{told}, as your cards were drawn.", tables.cite("casualty deck"))
