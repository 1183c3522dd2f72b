"""Panels that show tables in place of a board, and the printed tables of any state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.checks import brief
from landships_lab.drawing.charts import Exhibit, Table, exhibit
from landships_lab.drawing.shapes import Scene, is_pictured
from landships_lab.drawing.view import View
from landships_lab.panel.links import read_link
from landships_lab.panel.panel import Panel


class TablePanel(Panel[View]):
    """A panel whose picture is its tables and charts."""

    has_board = False
    keys: ClassVar[tuple[str, ...]] = ()

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        return exhibit(self.title, answer.headline, self.tables(answer), self.charts(answer))

    def question_picture(self) -> Scene:
        bare = [
            replace(table, lit_row=None, lit_column=None) for table in self.tables(self.answer())
        ]
        return exhibit(self.title, self.prompt, bare, ())


def printed_tables(state: str, titled: str = "") -> tuple[Table, ...]:
    """Return the tables of a state whose titles hold these words, with nothing lit.

    Raises `ValueError` for a broken link, and if there is no such table.
    """
    panel = read_link(state)
    tables = panel.tables(panel.answer())
    given = tuple(
        replace(table, lit_row=None, lit_column=None, links=())
        for table in tables
        if titled.lower() in table.caption.lower()
    )
    if not given:
        known = "; ".join(table.caption for table in tables) or "none at all"
        raise ValueError(brief(f"{state!r} has no table called {titled!r}; there is {known}."))
    return given


def question_parts(
    state: Panel, titled: Sequence[str] | None = None
) -> tuple[Scene | None, tuple[Table, ...]]:
    """Return a state's picture and tables without its answer.

    The picture is None if it would show only words. With ``titled``, only tables whose titles hold
    one of them are returned.
    """
    scene = state.question_picture()
    tables: tuple[Table, ...] = ()
    above: Scene | None = scene
    if isinstance(scene, Exhibit):
        tables, above = scene.tables, scene.above
    if titled is not None:
        tables = tuple(one for one in tables if any(words in one.caption for words in titled))
    return above if above and is_pictured(above) else None, tables
