"""The base of the general staff's questions: each is a state, which asks its rule and chooses the charts and tables beside it."""

from __future__ import annotations

import random
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import Hex
from landships_lab.data.load import readings
from landships_lab.explore.explorer import State
from landships_lab.explore.parts import LEAD, OneOf, Places, part
from landships_lab.explore.readings import Readings, Taken
from landships_lab.rules.loos.book import GRID
from landships_lab.scene.charts import Chart, Table

ARMY = OneOf("Army", "german", {"german": "German", "british": "British"}, buttons=True)


@dataclass(frozen=True)
class Question(State):
    """One question of the staff. Its fields are its parts; ``bears_on`` names the readings that matter to it."""

    explorer_id: ClassVar[str] = "loos:staff"
    key: ClassVar[str]
    label: ClassVar[str]
    bears_on: ClassVar[str] = ""
    case: str = part(OneOf("Question", lambda state: state.key, lambda state: state.explorer.menu, word=LEAD, noun="question"))
    readings: Taken = part(Readings(known=lambda state: readings("loos", state.bears_on) if state.bears_on else {}))

    def fitted(self) -> Question:
        """Return the question with parts that fit each other."""
        return self

    @abstractmethod
    def ask(self) -> Answer[Any]:
        """Return the rule's answer."""

    def charts(self, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return the odds that go with the answer."""
        return ()

    def tables(self, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return what was looked up for the answer."""
        return ()


@dataclass(frozen=True)
class Hexes(Places):
    """A list of hexes, typed as codes. A hex may stand in it twice, where units may be stacked by mistake."""

    def sample(self, dice: random.Random, state: Any) -> tuple[Hex, ...]:
        """Return up to five hexes near the usual ones."""
        near = [GRID.hex(column, row) for column in range(3, 10) for row in range(2, 8)]
        return tuple(dice.choice(near) for _ in range(dice.randint(0, 5)))


def hexes(label: str, *codes: str, named: str = "") -> Hexes:
    """Return a part for a list of hexes; ``codes`` are its usual value."""
    usual = tuple(cast(Hex, GRID.place(code)) for code in codes)
    return Hexes(label, usual, GRID, hexes_only=True, joined=True, named=named)
