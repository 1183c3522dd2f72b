"""When does a squad give up, and how long does it hold?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds, die
from landships_lab.rules.landser.tables import CITES, FIELDCRAFT, checked_count, number, taken

RULES = FIELDCRAFT.break_off


def break_off(out_of_action: int, squad: int = RULES.squad, readings: Mapping[str, str] | None = None) -> Answer[int | Fraction]:
    """How likely does the squad lose the game at the beginning of its turn, with so many men out of action?

    A D10 above the number of men left loses it. `ValueError` for more men out of action than the squad has.
    Source: Landser, Endgame (line 271).

    >>> break_off(1).value, str(break_off(2).value), str(break_off(5).value)
    (0, '1/5', '1/2')
    """
    checked_count("The number of men out of action", out_of_action)
    if checked_count("The size of the squad", squad) < out_of_action:
        raise ValueError(f"A squad of {squad} cannot have {out_of_action} men out of action; at most {squad}.")
    left, cite = squad - out_of_action, CITES["endgame"]
    first = Step(f"{out_of_action} of {squad} are out of action, {left} are left.", cite)
    if reason := _not_rolled(out_of_action, readings):
        reading = "break-off-again" if out_of_action > RULES.out_of_action else ""
        step = Step(reason, cite, "start", Fraction(0), reading=reading)
        return Answer(0, (first, step), "It need not roll.")
    losing = max(0, RULES.die - left)
    step = Step(f"A D10 above {left} loses the game: {losing} of {RULES.die} faces.", cite, "start", Fraction(losing, RULES.die))
    value = number((step,))
    return Answer(value, (first, step), f"It loses on {left + 1} or more: a chance of {value}." if losing else "No roll loses it.")


def _not_rolled(out_of_action: int, readings: Mapping[str, str] | None) -> str:
    if out_of_action < RULES.out_of_action:
        return f"No roll is made before {RULES.out_of_action} men are out of action."
    if taken(readings)["break-off-again"] == "once" and out_of_action > RULES.out_of_action:
        return f"Read as a single roll, it was made when {RULES.out_of_action} were out of action."
    return ""


def break_off_odds(out_of_action: int, squad: int = RULES.squad, readings: Mapping[str, str] | None = None) -> Odds[str]:
    """How likely does it fight on or lose, rolled out over the die?"""
    if not break_off(out_of_action, squad, readings).value:
        return Odds({"fights on": 1})
    return die(RULES.die).map(lambda shown: "loses" if shown > squad - out_of_action else "fights on")


def still_fighting(
    out_each_turn: Sequence[int], squad: int = RULES.squad, readings: Mapping[str, str] | None = None
) -> tuple[Fraction, ...]:
    """How likely does the squad still fight after each of its turns, with so many men out of action at the start of each?

    Men may come back (a medic), so the numbers need not rise. Source: Landser, Endgame (line 271).

    >>> [str(chance) for chance in still_fighting([0, 2, 3])]
    ['1', '4/5', '14/25']
    """
    return tuple(_course(out_each_turn, squad, readings))


def _course(out_each_turn: Sequence[int], squad: int, readings: Mapping[str, str] | None) -> Iterator[Fraction]:
    fights = Fraction(1)
    for out_of_action in out_each_turn:
        fights *= 1 - break_off(out_of_action, squad, readings).value
        yield fights
