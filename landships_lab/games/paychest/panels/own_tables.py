"""Tables of a panel with what the reader supplied for the turn and for movement, every row marked
as supplied.
"""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.answer import Gap
from landships_lab.core.speech import inches
from landships_lab.drawing.charts import Table
from landships_lab.games.paychest.data.supplied import Supplied
from landships_lab.games.paychest.rules.turn import movement

MOVEMENT = "Movement"


def turn_tables(tables: Supplied) -> Iterator[Table]:
    """Yield the tables that show the first step of the turn and the movement, where the reader
    supplied them.
    """
    if tables.turn is not None:
        rows = (("step 1 (supplied)", (tables.turn.step_1,)),)
        yield Table(
            "The first step of a unit's turn",
            ("what the unit does",),
            rows,
            note=_note(tables, "turn, step 1"),
        )
    if tables.movement:
        moves = tuple(
            (f"{kind} (supplied)", (_far(kind, tables, False), _far(kind, tables, True)))
            for kind in tables.movement
        )
        note = f"{_note(tables, 'movement')} The halving for a body or a heavy weight is printed."
        yield Table(MOVEMENT, ("moves", "carrying a body or a heavy weight"), moves, note=note)


def _far(kind: str, tables: Supplied, burdened: bool) -> str:
    far = movement(kind, burdened, tables).value
    assert not isinstance(far, Gap)  # the row is there
    return inches(far)


def _note(tables: Supplied, what: str) -> str:
    return f"Rows marked (supplied) are not printed. {tables.cite(what)}."
