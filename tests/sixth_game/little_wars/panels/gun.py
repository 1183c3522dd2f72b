"""The gun panel: the men that the shots of a toy gun knock over."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.drawing.charts import Bars, Chart
from landships_lab.panel.parts import LEAD, Whole, part
from landships_lab.panel.tables import TablePanel
from little_wars import rules


@dataclass(frozen=True)
class LittleGun(TablePanel):
    """Say how well you shoot, and see what four shots do.

    The shots of a move, and how often one hits, in per cents that the reader gives.
    """

    id = "little_wars:gun"
    title = "The toy gun"
    rule_set = "Little Wars"
    prompt = "How many men do the shots knock over?"
    usage_hint = "Move the slider for the shots · type how many of a hundred shots hit"

    shots: int = part(Whole, "Shots this move", 4, 1, 4, word=LEAD)
    aim: int | None = part(
        Whole, "Hits in a hundred shots", None, 1, 99, empty=True, hint="1 to 99, as you shoot"
    )

    def ask(self) -> Answer[Any]:
        """Return the odds, or what is missing."""
        return rules.volley(self.shots, None if self.aim is None else Fraction(self.aim, 100))

    def charts(self, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The men knocked over, once the reader has said how well the gun is aimed."""
        if isinstance(answer.value, Gap):
            return ()
        return (
            Bars(
                "Men knocked over",
                "men",
                tuple((str(men), chance) for men, chance in answer.detail),
                ordered=True,
            ),
        )
