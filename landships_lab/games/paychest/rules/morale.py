"""Morale: two dice against the hits of the turn, the second roll after a failure, rallying, and the
loss of a leader.

Result 1 of both second tables, and the regulars' line for a lost leader, are missing from the
printed text: they are gaps until the reader supplies them.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, decided
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, certain, sum_of
from landships_lab.core.speech import often, plural
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import Effect, Printed, morale_tables
from .book import GAPS, MOST, allow, lost, note, success_odds

TABLES = morale_tables()
KINDS = {key: second.name for key, second in TABLES.second.items()}
TWO_DICE = sum_of(D6, 2)
#: The outcome "no second roll".
NO_TEST = "no roll"
SUPPLY_LINE = Remedy("Supply the lost line under “Your tables”.")
#: Upper bound for a unit that tests its morale: three companies.
MOST_FIGURES = 60

# --------------------------------------------------------------------------------------- first roll


def morale_test_chance(hits: int) -> Fraction:
    """Return the chance that a unit needs a second morale roll after the hits of this turn.

    >>> morale_test_chance(1), morale_test_chance(2), morale_test_chance(7)
    (Fraction(0, 1), Fraction(1, 36), Fraction(7, 12))
    """
    return TWO_DICE.at_most(whole("The number of hits", hits, 0, MOST))


@decided
def first_roll(hits: int, dice: int) -> Telling:
    """Return whether this sum of two dice calls for a second roll; units without casualties do not
    roll at all.

    >>> first_roll(4, 4).value, first_roll(4, 5).value
    (True, False)
    """
    hits = whole("The number of hits", hits, 0, MOST)
    dice = whole("The sum of two dice", dice, 2, 12)
    needed = hits and dice <= hits
    how = f"{'no more' if needed else 'more'} than the {plural(hits, 'hit')} suffered this turn"
    none = "No casualties this turn, so no morale roll."
    yield allow("morale", needed, f"The dice show {dice}, {how}." if hits else none)
    return "A second roll is needed." if needed else "Morale holds."


# -------------------------------------------------------------------------------------- second roll


def effect(kind: str, die: int, tables: Supplied = NOTHING) -> Effect | Gap:
    """Return the effect of this number of the second roll on such troops; a `Gap` for a 1 until the
    reader supplies it.
    """
    second = TABLES.second[one_of("kind of troops", kind, KINDS)]
    printed = second.effect(whole("A die", die, 1, 6))
    return _supplied(second.missing, tables) if printed is None else printed


def leader_effect(kind: str, tables: Supplied = NOTHING) -> Effect | Gap:
    """Return the effect on such troops of failing the roll for their leader; a `Gap` for regulars
    until the reader supplies it.
    """
    printed = TABLES.leader_lost.get(one_of("kind of troops", kind, KINDS))
    return _supplied("leader-regular", tables) if printed is None else printed


def _supplied(gap_id: str, tables: Supplied) -> Effect | Gap:
    value = tables.value(GAPS[gap_id].fills)
    return value if isinstance(value, Effect) else GAPS[gap_id].gap


def second_roll(kind: str, die: int, tables: Supplied = NOTHING) -> Answer[Effect | Gap]:
    """Return what the unit does on this number of the second roll.

    >>> second_roll("regular", 1).headline
    'Result 1 for regular troops is lost in print.'
    """
    result = effect(kind, die, tables)
    if isinstance(result, Gap):
        return _gone(
            TABLES.second[kind].missing, f"Result {die} for {KINDS[kind]} is lost in print."
        )
    steps = [_does(result, tables, f"second morale roll, {kind}, {die}", f"{die}: the")]
    if result.rally:
        rallies = f"it rallies on {TABLES.rally_at} or more on two dice; otherwise it routs again"
        steps.append(note("second-irregular", f"At its next move {rallies}."))
    return Answer(result, tuple(steps), f"The unit {result.text}.")


def leader_failed(kind: str, tables: Supplied = NOTHING) -> Answer[Effect | Gap]:
    """Return what such troops do when they fail the roll for their leader.

    >>> leader_failed("irregular").headline
    'The unit routs 4d6 each turn until it is off the board.'
    """
    result = leader_effect(kind, tables)
    if isinstance(result, Gap):
        text = f"What {KINDS[kind]} do without their leader is lost in print."
        return _gone("leader-regular", text)
    step = _does(result, tables, f"loss of leader, {kind}")
    return Answer(result, (step,), step.text)


def _gone(gap_id: str, text: str) -> Answer[Effect | Gap]:
    return Answer(GAPS[gap_id].gap, (lost(gap_id, text),), text, (SUPPLY_LINE,))


def _does(result: Effect, tables: Supplied, what: str, the: str = "The") -> Step:
    cite = result.cite if isinstance(result, Printed) else tables.cite(what)
    return note(cite, f"{the} unit {result.text}.")


def leader_lost(kind: str, dice: int, tables: Supplied = NOTHING) -> Answer[Effect | Gap | None]:
    """Return what a unit that loses its leader does with this sum of two dice, or None if it
    carries on.

    >>> leader_lost("regular", 7).value is None, leader_lost("irregular", 6).value.dice
    (True, 4)
    """
    one_of("kind of troops", kind, KINDS)
    dice = whole("The sum of two dice", dice, 2, 12)
    needed = f"{TABLES.leader_at} or more on two dice is needed, and {dice} was rolled"
    roll = note("leader", f"The leader is out of action: {needed}.")
    if dice >= TABLES.leader_at:
        return Answer(None, (roll,), "The unit carries on.")
    failed = leader_failed(kind, tables)
    return replace(failed, steps=(roll, *failed.steps))


def leader_step() -> Step:
    """Return the step for the roll that a unit makes as soon as it loses its leader."""
    rolls, fails = "A unit that loses its leader rolls two dice at once", often(leader_chance())
    return note("leader", f"{rolls}; under {TABLES.leader_at} fails, {fails}.")


def distance_step(tables: Supplied = NOTHING) -> Step:
    """Return the step on the unit of length for distances given in dice."""
    if tables.distance_unit:
        text = f"Distances are counted in {tables.distance_unit}."
        return note(tables.cite("unit of distance"), text)
    text = "Distances are given in dice; the unit of length is not printed."
    return note(GAPS["distance-unit"].gap.cite, text)


# --------------------------------------------------------------------------------------- on a chart


def does(result: Effect | Gap) -> str:
    """Return the verb for a unit's effect, or the words for a lost line."""
    if isinstance(result, Gap):
        return "lost"
    return "back" if result.does == "fall back" else result.does


def outcome(kind: str, die: int, tables: Supplied = NOTHING) -> str:
    """Return the name of this result on a chart: a few words, or that the line is lost.

    >>> [outcome("regular", die) for die in (1, 2, 4, 6)]
    ['1: lost', '2: back 3d6', '4: hold, 1–2', '6: hold']
    """
    return f"{die}: {_charted(effect(kind, die, tables))}"


def leader_outcome(kind: str, tables: Supplied = NOTHING) -> str:
    """Return the name, on a chart, of the effect on a unit that fails the roll for its leader."""
    return f"leader: {_charted(leader_effect(kind, tables))}"


def _charted(result: Effect | Gap) -> str:
    if isinstance(result, Gap):
        return does(result)
    routs = result.figure_routs_on
    more = f", {'1–' if routs > 1 else ''}{routs}" if routs else ""
    more = f" {result.dice}d6" if result.dice and not routs else more
    return f"{does(result)}{more}" + ("" if isinstance(result, Printed) else " (supplied)")


# ----------------------------------------------------------------------------------------- the odds


def leader_chance() -> Fraction:
    """Return the chance that a unit fails the roll for the loss of its leader."""
    return TWO_DICE.at_most(TABLES.leader_at - 1)


def morale_odds(
    kind: str, hits: int, tables: Supplied = NOTHING, without_leader: bool = False
) -> Odds[str]:
    """Return the odds of what such a unit does at the end of a turn in which it suffered hits.

    Outcomes are ``no roll`` (no second roll), then the six results in the order of the table, the
    lost one included. ``without_leader`` makes the unit first roll for its leader: a unit that
    fails and does not hold is counted under `leader_outcome`.

    >>> morale_odds("regular", 7).p("1: lost")
    Fraction(7, 72)
    """
    test = success_odds(morale_test_chance(hits))
    second = D6.map(lambda die: outcome(kind, die, tables))
    rolls = test.then(lambda needed: second if needed else D6.map(lambda _: NO_TEST))
    failed = leader_effect(kind, tables)
    if not without_leader or (isinstance(failed, Effect) and failed.does == "hold"):
        return rolls
    gone = certain(leader_outcome(kind, tables))
    return success_odds(leader_chance()).then(lambda fails: gone if fails else rolls)


def rout_odds(figures: int, routs_on: int) -> Odds[int]:
    """Return the odds of how many figures rout, each on this number or less on a die of its own.

    >>> rout_odds(10, 2).mean
    Fraction(10, 3)
    """
    chance = D6.at_most(whole("The number a figure routs on", routs_on, 0, 6))
    return sum_of(success_odds(chance), whole("The number of figures", figures, 0, MOST))


def rally_chances(moves: int) -> tuple[Fraction, ...]:
    """Return the chances that a routing unit of irregulars has rallied by its first, second, ...
    move.

    >>> rally_chances(2)
    (Fraction(7, 12), Fraction(119, 144))
    """
    fails = 1 - TWO_DICE.at_least(TABLES.rally_at)
    moves = whole("The number of moves", moves, 1, 60)
    return tuple(1 - fails**move for move in range(1, moves + 1))
