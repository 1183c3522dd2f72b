"""Morale: two dice against the hits of the turn, the second roll where they fail, rallying, and the loss of a leader.

Result 1 of both second tables and the regulars' line for a lost leader are lost in print: they stay gaps until the reader
supplies them.
"""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.dice import D6, Odds, sum_of
from landships_lab.core.sources import Cite
from landships_lab.data.paychest.supplied import NOTHING, Supplied
from landships_lab.data.paychest.tables import Effect, Printed, morale_tables
from landships_lab.rules.paychest.book import CITES, GAPS, lost, one_of, plural, tried, whole

TABLES = morale_tables()
KINDS = {key: second.name for key, second in TABLES.second.items()}
TWO_DICE = sum_of(D6, 2)
#: The outcome of a unit that need not roll a second time.
NO_TEST = "no roll"

FILL = Remedy("Supply this line in a table of your own (under “Your tables”), and it can be decided.")


def morale_test_chance(hits: int) -> Fraction:
    """How likely does a unit that suffered so many hits this turn need a second morale roll?

    Source: Paychest, Morale (line 7).

    >>> morale_test_chance(1), morale_test_chance(2), morale_test_chance(7)
    (Fraction(0, 1), Fraction(1, 36), Fraction(7, 12))
    """
    return TWO_DICE.at_most(whole("The number of hits", hits))


def first_roll(hits: int, dice: int) -> Answer[bool]:
    """Does this sum of two dice call for a second roll? Units that took no casualties do not roll at all.

    Source: Paychest, Morale (line 7).

    >>> first_roll(4, 4).value, first_roll(4, 5).value
    (True, False)
    """
    whole("The number of hits", hits)
    whole("The sum of two dice", dice, 2, 12)
    needed = hits > 0 and dice <= hits
    if hits:
        how = "no more than" if needed else "more than"
        text = f"The dice show {dice}, {how} the {plural(hits, 'hit')} suffered this turn."
    else:
        text = "No casualties this turn, no morale roll."
    steps = (Step(text, CITES["morale"], "allows" if needed else "forbids"),)
    return Answer(bool(judge(steps)), steps, "A second roll is needed." if needed else "Morale holds.")


def effect(kind: str, die: int, tables: Supplied = NOTHING) -> Effect | Gap:
    """What does this die of the second roll do to such troops? A `Gap` for a 1 until the reader supplies it."""
    second = TABLES.second[one_of("kind of troops", kind, KINDS)]
    printed = second.effect(whole("A die", die, 1, 6))
    if printed is not None:
        return printed
    mine = tables.value(GAPS[second.missing].fills)
    return mine if isinstance(mine, Effect) else GAPS[second.missing].gap


def second_roll(kind: str, die: int, tables: Supplied = NOTHING) -> Answer[Effect | Gap]:
    """What does the unit do on this die of the second roll, and where does it say so?

    ``kind`` is regular or irregular. Source: Paychest, Second Morale Rolls (lines 8-9).

    >>> second_roll("regular", 5).value.figure_routs_on, second_roll("irregular", 2).value.does
    (1, 'rout')
    >>> second_roll("regular", 1).headline
    'Result 1 of the regular troops is lost in print.'
    """
    found = effect(kind, die, tables)
    if isinstance(found, Gap):
        text = f"Result {die} of the {KINDS[kind]} is lost in print."
        return Answer(found, (lost(TABLES.second[kind].missing, text),), text, (FILL,))
    step = Step(f"{die}: the unit {found.text}.", _cite(found, tables, f"second morale roll, {kind}, {die}"))
    steps = (step, *((_rally_step(),) if found.rally else ()))
    return Answer(found, steps, f"The unit {found.text}.")


def _cite(found: Effect, tables: Supplied, what: str) -> Cite:
    return CITES[found.cite] if isinstance(found, Printed) else tables.cite(what)


def _rally_step() -> Step:
    text = f"It rallies on {TABLES.rally_at} or more on two dice at its next move, and routs again if it does not."
    return Step(text, CITES["second-irregular"])


def outcome(kind: str, die: int, tables: Supplied = NOTHING) -> str:
    """What is the result of this die called on a chart? In a few words what the unit does, or that the line is lost.

    >>> [outcome("regular", die) for die in (1, 2, 4, 6)]
    ['1: lost', '2: back 3d6', '4: hold, 1–2', '6: hold']
    """
    found = effect(kind, die, tables)
    if isinstance(found, Gap):
        return f"{die}: lost"
    told = {"hold": "hold", "fall back": "back", "rout": "rout"}[found.does]
    if found.figure_routs_on:
        told += f", {1 if found.figure_routs_on == 1 else f'1–{found.figure_routs_on}'}"
    elif found.dice:
        told += f" {found.dice}d6"
    return f"{die}: {told}" + ("" if isinstance(found, Printed) else " (yours)")


def morale_odds(kind: str, hits: int, tables: Supplied = NOTHING) -> Odds[str]:
    """What may such a unit do at the end of a turn in which it suffered so many hits?

    Outcomes are ``no roll`` (no second one), then the six results in the order of the table; a lost one stays an outcome of its own.
    Source: Paychest, Morale and Second Morale Rolls (lines 7-9).

    >>> morale_odds("regular", 7).p("1: lost")
    Fraction(7, 72)
    """
    test = tried(morale_test_chance(hits))
    second = D6.map(lambda die: outcome(kind, die, tables))
    return test.then(lambda needed: second if needed else D6.map(lambda _: NO_TEST))


def rout_odds(figures: int, routs_on: int) -> Odds[int]:
    """How many of so many figures rout, each on this number or less on its own die?

    Source: Paychest, Second Morale Rolls, regular troops (line 8).

    >>> rout_odds(10, 2).mean
    Fraction(10, 3)
    """
    chance = D6.at_most(whole("The number a figure routs on", routs_on, 0, 6))
    return sum_of(tried(chance), whole("The number of figures", figures))


def rally_chances(moves: int) -> tuple[Fraction, ...]:
    """How likely has a routing unit of irregulars rallied by its first, second, ... move?

    Source: Paychest, Second Morale Rolls, irregular troops (line 9).

    >>> rally_chances(2)
    (Fraction(7, 12), Fraction(119, 144))
    """
    fails = 1 - TWO_DICE.at_least(TABLES.rally_at)
    return tuple(1 - fails**move for move in range(1, whole("The number of moves", moves, 1, 60) + 1))


def leader_lost(kind: str, dice: int, tables: Supplied = NOTHING) -> Answer[Effect | Gap | None]:
    """What does a unit do that loses its leader, with this sum of two dice? None where it carries on.

    Source: Paychest, Loss of Leader (lines 9-10).

    >>> leader_lost("regular", 7).value is None, leader_lost("irregular", 6).value.dice
    (True, 4)
    >>> leader_lost("regular", 6).value.cite.lines
    '9-10'
    """
    one_of("kind of troops", kind, KINDS)
    whole("The sum of two dice", dice, 2, 12)
    roll = Step(f"The leader is out of action: {TABLES.leader_at} or more on two dice is needed, and {dice} was rolled.", CITES["leader"])
    if dice >= TABLES.leader_at:
        return Answer(None, (roll,), "The unit carries on.")
    found = leader_effect(kind, tables)
    if isinstance(found, Gap):
        text = f"What {KINDS[kind]} do then is lost in print."
        return Answer(found, (roll, lost("leader-regular", text)), text, (FILL,))
    step = Step(f"The unit {found.text}.", _cite(found, tables, f"loss of leader, {kind}"))
    return Answer(found, (roll, step), step.text)


def leader_effect(kind: str, tables: Supplied = NOTHING) -> Effect | Gap:
    """What do such troops do when they fail the roll for their leader? A `Gap` for regulars until the reader supplies it."""
    printed = TABLES.leader_lost.get(one_of("kind of troops", kind, KINDS))
    if printed is not None:
        return printed
    mine = tables.value(GAPS["leader-regular"].fills)
    return mine if isinstance(mine, Effect) else GAPS["leader-regular"].gap


def leader_chance() -> Fraction:
    """How likely does a unit fail the roll for the loss of its leader?

    >>> leader_chance()
    Fraction(5, 12)
    """
    return TWO_DICE.at_most(TABLES.leader_at - 1)
