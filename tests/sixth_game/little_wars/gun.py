"""The gun panel: the men that the shots of a toy gun knock over."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Gap
from landships_lab.explore.explorer import State
from landships_lab.explore.parts import LEAD, Whole, part
from landships_lab.explore.tabled import TabledExplorer
from landships_lab.scene.charts import Bars, Chart
from little_wars import rules


@dataclass(frozen=True)
class GunState(State):
    """The shots of a move, and how often one hits, in the reader's own per cents."""

    explorer_id: ClassVar[str] = "little_wars:gun"
    shots: int = part(Whole("Shots this move", 4, 1, 4, word=LEAD))
    aim: int | None = part(Whole("Hits in a hundred shots", None, 1, 99, empty=True, hint="1 to 99, as you shoot"))


class LittleGun(TabledExplorer[GunState]):
    """Say how well you shoot, and see what four shots do."""

    id = "little_wars:gun"
    state = GunState
    title = "The toy gun"
    rules = "Little Wars"
    question = "How many men do the shots knock over?"
    hands = "Move the slider for the shots · type how many of a hundred shots hit"

    def ask(self, state: GunState) -> Answer[Any]:
        """Return the odds, or what is missing."""
        return rules.volley(state.shots, None if state.aim is None else Fraction(state.aim, 100))

    def charts(self, state: GunState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The men knocked over, once the reader has said how well the gun is aimed."""
        if isinstance(answer.value, Gap):
            return ()
        return (Bars("Men knocked over", "men", tuple((str(men), chance) for men, chance in answer.detail), ordered=True),)
