"""Breaking off: when a squad gives up, and how long it holds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from landships_lab.core.answer import Answer, Telling, chanced
from landships_lab.core.sources import Given
from landships_lab.core.speech import percent, plural
from .book import FIELDCRAFT, count, note, start, taken
from .trooper import ROSTER

RULES = FIELDCRAFT.break_off
#: Turns that a forecast looks ahead.
AHEAD = 8


@chanced
def break_off(out_of_action: int, squad: int = RULES.squad, readings: Given = None) -> Telling:
    """Return the chance that a squad with so many men out of action loses the game at the beginning
    of its turn: a D10 above the number of men left loses it.

    >>> str(break_off(2).value), str(break_off(5).value)
    ('1/5', '1/2')
    """
    count("The number of men out of action", out_of_action)
    if count("The size of the squad", squad) < out_of_action:
        raise ValueError(
            f"A squad of {squad} cannot have {out_of_action} men out of action; at most {squad}."
        )
    left, first = squad - out_of_action, RULES.out_of_action
    out = f"Out of action: {plural(out_of_action, 'man', 'men')}"
    yield note("endgame", f"{out}; left: {plural(left, 'man', 'men')}.")
    if out_of_action < first:
        yield start("endgame", 0, f"No roll is made before {first} men are out of action.")
        return "The squad need not roll."
    if out_of_action > first and taken(readings)["break-off-again"] == "once":
        text = f"Under this reading the only roll was made when {first} men were out of action."
        yield start("endgame", 0, text, "break-off-again")
        return "The squad need not roll."
    losing = Fraction(max(0, RULES.die - left), RULES.die)
    if not losing:
        yield start("endgame", 0, f"No face of a D10 is above {left}.")
        return "No roll loses the game."
    faces = f"{RULES.die - left} of {RULES.die} faces"
    yield start("endgame", losing, f"A D10 above {left} loses the game: {faces}.")
    return f"The squad loses the game on {left + 1} or more of a D10: {percent(losing)}."


def still_fighting(
    out_each_turn: Sequence[int], squad: int = RULES.squad, readings: Given = None
) -> tuple[Fraction, ...]:
    """Return the chance that the squad still fights after each of its turns, given the men out of
    action at the start of each. A medic may bring men back, so the numbers need not rise.

    >>> [str(chance) for chance in still_fighting([0, 2, 3])]
    ['1', '4/5', '14/25']
    """
    holds = (1 - break_off.value(out, squad, readings) for out in out_each_turn)
    return tuple(accumulate(holds, lambda fights, hold: fights * hold))


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chance to lose the game by the number of men out of action, and to fight on for some
    turns in two courses of losses.
    """

    losing: tuple[Fraction, ...]
    steady: tuple[Fraction, ...]
    falling: tuple[Fraction, ...]


def forecast(lost: int, readings: Given = None) -> Forecast:
    """Return what is to come for the typical squad with so many men out of action."""
    return _forecast(lost, taken(readings)["break-off-again"])


@lru_cache(maxsize=64)
def _forecast(lost: int, again: str) -> Forecast:
    size, readings = len(ROSTER), {"break-off-again": again}
    return Forecast(
        tuple(break_off.value(number, size, readings) for number in range(size + 1)),
        still_fighting([lost] * AHEAD, size, readings),
        still_fighting([min(lost + turn, size) for turn in range(AHEAD)], size, readings),
    )


def squad_breaks_off(out: Collection[str], readings: Given = None) -> Answer[Fraction]:
    """Return what `break_off` says of the typical squad with these men of `ROSTER` out of action;
    the detail is a `Forecast`.

    >>> squad_breaks_off({"leader", "loader", "rifleman 1"}).detail.losing[3]
    Fraction(3, 10)
    """
    answer = break_off(len(out), len(ROSTER), readings)
    steps = answer.steps
    if "leader" in out and "second" not in out:
        steps += (note("second", "The second in command has taken the squad over."),)
    return replace(answer, steps=steps, detail=forecast(len(out), readings))
