"""A turn: the cards of the units are drawn one at a time, and each unit acts when its own is drawn;
then morale is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import whole
from landships_lab.core.speech import often, plural
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.rules.book import (
    CITES,
    READINGS,
    lost_step,
    option_of,
    supplied_step,
)
from landships_lab.games.paychest.rules.cards import PACK, before_chance
from landships_lab.games.paychest.rules.movement import burden_steps, movement

FIRST_STEP = "turn-step-1"
#: The most units of one side.
MOST_UNITS = PACK // 2
#: What a turn is made of, after its first step (line 3).
STEPS = (
    "the unit moves",
    "it fires",
    "it fights whoever it has met",
    "steps 1 to 4 again, until all cards are drawn",
    "morale is checked",
)


def unit_turn(
    mine: int,
    theirs: int,
    moves: str = "",
    burdened: bool = False,
    tables: Supplied = NOTHING,
    reading: str | None = None,
) -> Answer[Fraction]:
    """Return the chance that the next card is one of ``mine``, with what a unit does in its turn.

    ``mine`` and ``theirs`` are the units whose cards are still in the pack. ``moves`` is a row of
    the reader's table of movement, ``burdened`` whether the figure carries a body or a heavy
    weight; ``reading`` is an option of turn-step-1. Source: Paychest, Turn Sequence, Phasing Unit,
    Movement (lines 3-4).

    >>> unit_turn(3, 4).headline
    'The next card is yours 42.9% of the time.'
    >>> unit_turn(0, 0).headline
    'All cards are drawn: units with casualties check morale.'
    """
    mine = whole("The number of your units", mine, 0, MOST_UNITS)
    theirs = whole("The number of enemy units", theirs, 0, MOST_UNITS)
    steps = [first_step(tables, reading), *_steps(mine, theirs)]
    if moves or (burdened and not tables.movement):
        steps += movement(moves, burdened, tables).steps
    else:
        steps += burden_steps(burdened)
    if not mine + theirs:
        return Answer(
            Fraction(0), tuple(steps), "All cards are drawn: units with casualties check morale."
        )
    chance = before_chance(mine, theirs) if mine and theirs else Fraction(1 if mine else 0)
    only = (
        "Only your cards are left: the next unit is yours."
        if mine
        else "Only enemy cards are left: the next unit is the enemy's."
    )
    return Answer(
        chance,
        tuple(steps),
        f"The next card is yours {often(chance)}." if mine and theirs else only,
    )


def first_step(tables: Supplied = NOTHING, reading: str | None = None) -> Step:
    """Return the first step of a turn, which the printed list leaves out: the reader's, the
    reading's, or what is lost.
    """
    what = first_words(tables, reading)
    if tables.turn is not None:
        return supplied_step(tables, "turn, step 1", f"Step 1: {what}")
    if option_of(FIRST_STEP, reading) == "lost":
        return lost_step(FIRST_STEP, f"Step 1 {what}.")
    return Step(f"Step 1: {what}.", READINGS[FIRST_STEP].cite, reading=FIRST_STEP)


def first_words(tables: Supplied = NOTHING, reading: str | None = None) -> str:
    """Return what the first step of a turn is, or that it is lost, without the words "Step 1"."""
    lost = option_of(FIRST_STEP, reading) == "lost"
    if tables.turn is not None:
        return tables.turn.step_1
    return "is lost in print" if lost else "a card is drawn, and its unit acts"


def _steps(mine: int, theirs: int) -> Iterator[Step]:
    left = mine + theirs
    cards = (
        f"Each unit has a card. Still in the pack: {plural(mine, 'card')} of yours and"
        f" {plural(theirs, 'card')} of the enemy's."
    )
    yield Step(cards, CITES["cards"])
    yield Step(
        "Steps 2 to 4: the unit whose card is drawn moves, then fires, then fights whoever it has"
        " met.",
        CITES["turn"],
    )
    if left:
        again = plural(left, "time")
        yield Step(f"Step 5: this repeats until all cards are drawn, here {again}.", CITES["turn"])
    else:
        yield Step(
            "Step 6: all cards are drawn, and each unit that took casualties checks its morale.",
            CITES["turn"],
        )
