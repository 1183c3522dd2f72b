"""Breaking off: when a squad gives up, and how long it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds, die
from landships_lab.core.sources import Given
from landships_lab.core.speech import percent, plural
from landships_lab.games.landser.rules.book import CITES, FIELDCRAFT, count, taken, total
from landships_lab.games.landser.rules.trooper import ROSTER

RULES = FIELDCRAFT.break_off


def break_off(
    out_of_action: int, squad: int = RULES.squad, readings: Given = None
) -> Answer[int | Fraction]:
    """Return the chance that a squad with so many men out of action loses the game at the beginning
    of its turn.

    A D10 above the number of men left loses it. `ValueError` for more men out of action than the
    squad has. Source: Landser, Endgame (line 271).

    >>> break_off(1).value, str(break_off(2).value), str(break_off(5).value)
    (0, '1/5', '1/2')
    """
    count("The number of men out of action", out_of_action)
    if count("The size of the squad", squad) < out_of_action:
        raise ValueError(
            f"A squad of {squad} cannot have {out_of_action} men out of action; at most {squad}."
        )
    left, cite = squad - out_of_action, CITES["endgame"]
    first = Step(
        f"Out of action: {plural(out_of_action, 'man', 'men')}; left:"
        f" {plural(left, 'man', 'men')}.",
        cite,
    )
    if reason := _not_rolled(out_of_action, readings):
        reading = "break-off-again" if out_of_action > RULES.out_of_action else ""
        step = Step(reason, cite, "start", Fraction(0), reading=reading)
        return Answer(0, (first, step), "The squad need not roll.")
    losing = max(0, RULES.die - left)
    text = (
        f"A D10 above {left} loses the game: {losing} of {RULES.die} faces."
        if losing
        else f"No face of a D10 is above {left}."
    )
    step = Step(text, cite, "start", Fraction(losing, RULES.die))
    value = total((step,))
    loses = f"The squad loses the game on {left + 1} or more of a D10: {percent(value)}."
    return Answer(value, (first, step), loses if losing else "No roll loses the game.")


def _not_rolled(out_of_action: int, readings: Given) -> str:
    if out_of_action < RULES.out_of_action:
        return f"No roll is made before {RULES.out_of_action} men are out of action."
    if taken(readings)["break-off-again"] == "once" and out_of_action > RULES.out_of_action:
        return (
            f"Under this reading the only roll was made when {RULES.out_of_action} men were out of"
            " action."
        )
    return ""


def break_off_odds(
    out_of_action: int, squad: int = RULES.squad, readings: Given = None
) -> Odds[str]:
    """Return the chances that the squad fights on or loses, from every face of the die."""
    if not break_off(out_of_action, squad, readings).value:
        return Odds({"fights on": 1})
    return die(RULES.die).map(
        lambda shown: "loses" if shown > squad - out_of_action else "fights on"
    )


def still_fighting(
    out_each_turn: Sequence[int], squad: int = RULES.squad, readings: Given = None
) -> tuple[Fraction, ...]:
    """Return the chance that the squad still fights after each of its turns, given the men out of
    action at the start of each.

    A medic may bring men back, so the numbers need not rise. Source: Landser, Endgame (line 271).

    >>> [str(chance) for chance in still_fighting([0, 2, 3])]
    ['1', '4/5', '14/25']
    """
    return tuple(_course(out_each_turn, squad, readings))


def _course(out_each_turn: Sequence[int], squad: int, readings: Given) -> Iterator[Fraction]:
    fights = Fraction(1)
    for out_of_action in out_each_turn:
        fights *= 1 - break_off(out_of_action, squad, readings).value
        yield fights


#: Turns that a forecast looks ahead.
AHEAD = 8


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
        tuple(Fraction(break_off(number, size, readings).value) for number in range(size + 1)),
        still_fighting([lost] * AHEAD, size, readings),
        still_fighting([min(lost + turn, size) for turn in range(AHEAD)], size, readings),
    )


def squad_breaks_off(out: Collection[str], readings: Given = None) -> Answer[int | Fraction]:
    """Return what `break_off` says of the typical squad with these men of `ROSTER` out of action;

    ``detail`` is a `Forecast`.

    Source: Landser, Endgame (line 271), second in command (286-295).

    >>> squad_breaks_off({"leader", "loader", "rifleman 1"}).detail.losing[3]
    Fraction(3, 10)
    """
    answer = break_off(len(out), len(ROSTER), readings)
    steps = answer.steps
    if "leader" in out and "second" not in out:
        steps += (Step("The second in command has taken the squad over.", CITES["second"]),)
    return replace(answer, steps=steps, detail=forecast(len(out), readings))
