"""How far does a figure move? The rates are lost; the reader's are halved for whoever carries a body or a heavy weight."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, tally
from landships_lab.data.paychest.supplied import NOTHING, Supplied
from landships_lab.rules.paychest.book import CITES, lost, one_of, plural, theirs

#: What carrying a body or a heavy weight leaves of a move.
BURDENED = Fraction(1, 2)


def movement(kind: str, burdened: bool = False, tables: Supplied = NOTHING) -> Answer[int | Fraction | Gap]:
    """How many inches does this kind of figure move, or this kind of move give, with or without a burden?

    ``kind`` is a row of the reader's own table of movement: a `Gap` while there is none, and `ValueError` for a row it has not.
    Source: Paychest, Movement (line 4).

    >>> movement("walk").value.cite.kind
    'silent'
    >>> from landships_lab.rules.paychest import supplied
    >>> movement("walk", burdened=True, tables=supplied("movement = { walk = 5 }")).value
    Fraction(5, 2)
    """
    steps = [_rate(kind, tables)]
    if burdened:
        steps.append(Step("Carrying a body or a heavy weight cuts it by half.", CITES["burden"], "times", BURDENED))
    value = tally(steps)
    if isinstance(value, Gap):
        remedy = Remedy("Supply a table [movement] of your own, and it can be told.")
        return Answer(value, tuple(steps), "How far it moves is not in the source.", (remedy,))
    return Answer(value, tuple(steps), f"It moves {inches(value)}.")


def _rate(kind: str, tables: Supplied) -> Step:
    """Which step says how far it moves without a burden?"""
    if not tables.movement:
        return lost("movement-rates", "How far a figure moves is lost.", "start")
    row = one_of("movement of your tables", kind, tables.movement)
    far = tables.movement[row]
    return theirs(tables, f"movement, {row}", f"{row}: {inches(far)}.", "start", far)


def inches(value: int | Fraction) -> str:
    """How is a distance told, with its half where there is one?

    >>> inches(1), inches(Fraction(5, 2)), inches(Fraction(1, 2))
    ('1 inch', '2 1/2 inches', '1/2 inch')
    """
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return plural(whole, "inch", "inches")
    return f"{whole} {rest} inches" if whole else f"{rest} inch"
