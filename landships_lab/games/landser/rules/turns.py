"""Who begins the game, and when a squad gives up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Telling, chanced, judged
from landships_lab.core.sources import Given
from landships_lab.core.speech import percent, plural
from .book import FIELDCRAFT, allow, count, die_face, note, options, silent, start
from .trooper import ROSTER

BREAK_OFF = FIELDCRAFT.break_off


@judged
def first_turn(mine: int, theirs: int) -> Telling:
    """Return whether the side that rolled ``mine`` has the first turn; a `Gap` for a tie.

    >>> first_turn(5, 2).headline, first_turn(3, 3).headline
    ('You have the first turn, 5 to 2.', '3 to 3: the source does not say who goes first.')
    """
    score = f"{die_face('Your die', mine)} to {die_face('The other die', theirs)}"
    if mine == theirs:
        yield silent("first-turn-tie", "start")
        return f"{score}: the source does not say who goes first."
    text = f"The higher score has the first turn: {score}."
    yield allow("first-turn", mine > theirs, text)
    return f"{'You have' if mine > theirs else 'The other side has'} the first turn, {score}."


@chanced
def break_off(out_of_action: int, squad: int = BREAK_OFF.squad, readings: Given = None) -> Telling:
    """Return the chance that a squad with men out of action loses the game as its turn begins: on
    a D10 above the number of men left.

    >>> str(break_off(2).value), str(break_off(5).value)
    ('1/5', '1/2')
    """
    count("The number of men out of action", out_of_action)
    if count("The size of the squad", squad) < out_of_action:
        many = f"cannot have {out_of_action} men out of action; at most {squad}"
        raise ValueError(f"A squad of {squad} {many}.")
    fit_men, first = squad - out_of_action, BREAK_OFF.out_of_action
    out = f"Out of action: {plural(out_of_action, 'man', 'men')}"
    yield note("endgame", f"{out}; left: {plural(fit_men, 'man', 'men')}.")
    if out_of_action < first:
        yield start("endgame", 0, f"No roll is made before {first} men are out of action.")
        return "The squad need not roll."
    if out_of_action > first and options(readings)["break-off-again"] == "once":
        text = f"Under this reading the only roll was made when {first} men were out of action."
        yield start("endgame", 0, text, "break-off-again")
        return "The squad need not roll."
    losing = Fraction(max(0, BREAK_OFF.die - fit_men), BREAK_OFF.die)
    if not losing:
        yield start("endgame", 0, f"No face of a D10 is above {fit_men}.")
        return "No roll loses the game."
    faces = f"{BREAK_OFF.die - fit_men} of {BREAK_OFF.die} faces"
    yield start("endgame", losing, f"A D10 above {fit_men} loses the game: {faces}.")
    return f"The squad loses the game on {fit_men + 1} or more of a D10: {percent(losing)}."


def squad_breaks_off(out: Collection[str], readings: Given = None) -> Answer[Fraction]:
    """Return `break_off` for the typical squad with these men of `ROSTER` out of action.

    >>> squad_breaks_off({"leader", "loader", "rifleman 1"}).value
    Fraction(3, 10)
    """
    answer = break_off(len(out), len(ROSTER), readings)
    if "leader" not in out or "second" in out:
        return answer
    second = note("second", "The second in command has taken the squad over.")
    return replace(answer, steps=(*answer.steps, second))
