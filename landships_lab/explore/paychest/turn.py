"""What the reader supplied of the turn and of movement, as tables of a panel: every row is marked as theirs."""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.core.answer import Gap
from landships_lab.data.paychest.supplied import Supplied
from landships_lab.rules.paychest.movement import inches, movement
from landships_lab.scene.charts import Table


def turn_tables(tables: Supplied) -> Iterator[Table]:
    """Which tables show the first step of the turn and the movement? None of what the reader has not supplied."""
    if tables.turn is not None:
        rows = (("step 1 (yours)", (tables.turn.step_1,)),)
        yield Table("The first step of a unit's turn", ("what is done",), rows, note=_note(tables, "turn, step 1"))
    if tables.movement:
        moves = tuple((f"{kind} (yours)", (_far(kind, tables, False), _far(kind, tables, True))) for kind in tables.movement)
        note = f"{_note(tables, 'movement')} That a body or a heavy weight halves it is printed."
        yield Table("Movement", ("moves", "carrying a body or a heavy weight"), moves, note=note)


def _far(kind: str, tables: Supplied, burdened: bool) -> str:
    far = movement(kind, burdened, tables).value
    assert not isinstance(far, Gap)  # the row is there
    return inches(far)


def _note(tables: Supplied, what: str) -> str:
    return f"Rows marked (yours) are supplied by you, not printed: {tables.cite(what)}."
