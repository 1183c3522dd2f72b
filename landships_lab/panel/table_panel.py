"""Panels without a board: they show tables and charts in place of a map."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from landships_lab.core.answer import Answer
from landships_lab.drawing.exhibit import exhibit
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
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
