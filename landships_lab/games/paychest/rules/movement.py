"""Movement: the rates are lost; those of the reader are halved for a figure that carries a body or
a heavy weight.
"""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, tally
from landships_lab.core.checks import one_of
from landships_lab.core.speech import inches
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.rules.book import CITES, lost_step, supplied_step

#: The share of a move that is left with a body or a heavy weight.
BURDENED = Fraction(1, 2)


def movement(
    kind: str, burdened: bool = False, tables: Supplied = NOTHING
) -> Answer[int | Fraction | Gap]:
    """Return how many inches this kind of figure moves, with or without a burden.

    ``kind`` is a row of the reader's own table of movement. The value is a `Gap` while there is no
    such table; raises `ValueError` for a row that the table does not have. Source: Paychest,
    Movement (line 4).

    >>> movement("walk").value.cite.kind
    'silent'
    >>> from landships_lab.games.paychest.rules import supplied
    >>> movement("walk", burdened=True, tables=supplied("movement = { walk = 5 }")).value
    Fraction(5, 2)
    """
    steps = [_rate(kind, tables), *burden_steps(burdened)]
    value = tally(steps)
    if isinstance(value, Gap):
        remedy = Remedy("Supply a table [movement] under “Your tables”.")
        return Answer(value, tuple(steps), "The source does not say how far it moves.", (remedy,))
    return Answer(value, tuple(steps), f"It moves {inches(value)}.")


def burden_steps(burdened: bool) -> tuple[Step, ...]:
    """Return the step for a burden, or nothing. Source: Paychest, Movement (line 4)."""
    text = "Carrying a body or a heavy weight halves the move."
    return (Step(text, CITES["burden"], "times", BURDENED),) if burdened else ()


def _rate(kind: str, tables: Supplied) -> Step:
    if not tables.movement:
        return lost_step("movement-rates", "The rates of movement are lost.", "start")
    row = one_of("kind of movement in your tables", kind, tables.movement)
    far = tables.movement[row]
    return supplied_step(tables, f"movement, {row}", f"{row}: {inches(far)}.", "start", far)
