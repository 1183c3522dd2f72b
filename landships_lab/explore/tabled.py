"""Explorers without a board: tables and charts in place of a map."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from landships_lab.core.answer import Answer
from landships_lab.explore.explorer import Explorer
from landships_lab.scene.exhibit import exhibit
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

S = TypeVar("S")


class TabledExplorer(Explorer[S]):
    """An explorer whose picture is its tables and charts."""

    has_board = False
    keys: tuple[str, ...] = ()

    def picture(self, state: S, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return its tables and charts, drawn for print."""
        return exhibit(self.title, answer.headline, self.tables(state, answer), self.charts(state, answer))

    def riddle(self, state: S) -> Scene:
        """Return the tables with nothing lit, and no chart."""
        bare = [replace(table, lit_row=None, lit_column=None) for table in self.tables(state, self.ask(state))]
        return exhibit(self.title, self.question, bare, ())
