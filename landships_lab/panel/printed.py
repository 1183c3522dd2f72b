"""The printed tables of a state as they stand in print: no row lit, no cell to press."""

from __future__ import annotations

from dataclasses import replace

from landships_lab.core.checks import brief
from landships_lab.drawing.charts import Table
from landships_lab.panel.links import read_link


def printed_tables(state: str, titled: str = "") -> tuple[Table, ...]:
    """Return the tables of a state whose titles hold these words, with nothing lit.

    Raises `ValueError`, in one sentence, for a broken link, and where there is no such table.
    """
    panel = read_link(state)
    tables = panel.tables(panel.answer())
    found = tuple(
        replace(table, lit_row=None, lit_column=None, links=())
        for table in tables
        if titled.lower() in table.caption.lower()
    )
    if not found:
        known = "; ".join(table.caption for table in tables) or "none at all"
        raise ValueError(brief(f"{state!r} has no table called {titled!r}; there is {known}."))
    return found
