"""The forces panel: the figures of a company, a brigade, a warband or an army."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.drawing.charts import Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.paychest.data.tables import Formation, Part
from landships_lab.games.paychest.panels import forces_picture, question_picture
from landships_lab.games.paychest.panels.common import PaychestPanel
from landships_lab.games.paychest.rules.forces import (
    FORMATIONS,
    MOST_PARTS,
    muster,
    muster_roll,
    roster,
)
from landships_lab.panel.controls import Control, Number
from landships_lab.panel.parts import OneOf, Whole, part
from landships_lab.panel.parts.base import with_fields

ID = "paychest:forces"
#: The fields of the state that say how many of a part there are.
PARTS = {
    "battalions": "battalion",
    "squadrons": "squadron",
    "warbands": "warband",
    "regiments": "native-regiment",
}


def _parts(formation: str) -> Iterator[tuple[Formation, Part]]:
    """Yield every part inside a formation, with the formation just above it."""
    return (
        (body.formation, each) for body in muster_roll(formation) for each in body.formation.parts
    )


@dataclass(frozen=True)
class PartCount(Whole):
    """The number of a part in the formation above it; None is the least that is printed."""

    least: int = 1
    most: int = MOST_PARTS

    def control(self, state: Forces) -> Control | None:
        """Return a slider with the bounds that are printed, where the formation has such a part and
        its number can vary.
        """
        for _, each in _parts(state.formation):
            if each.unit == PARTS[self.id] and each.least != each.most:
                chosen = getattr(state, self.id) or each.least
                return Number(
                    self.id, self.id.capitalize(), chosen, each.least, each.most or MOST_PARTS
                )
        return None

    def sample(self, dice: random.Random, state: Forces) -> int | None:
        """Return a number that the formation allows, or None where it has no such part."""
        for _, each in _parts(state.formation):
            if each.unit == PARTS[self.id] and each.least != each.most:
                return dice.randint(each.least, each.most or MOST_PARTS)
        return None


def _count(name: str) -> PartCount:
    return PartCount(default=None, empty=True, error_name=f"the number of {name}")


@dataclass(frozen=True)
class Forces(PaychestPanel):
    """Choose a formation, and see every figure of it.

    A formation, and the number of each part that may vary (None: the least that is printed).
    """

    id = ID
    title = "Forces"
    prompt = "Which figures belong to it?"
    usage_hint = (
        "Leaders stand in front: a raised sword on a rimmed base commands, a square base comes"
        " next."
    )
    order = ("formation", "battalions", "squadrons", "regiments", "warbands")
    strip_rows = 1
    stage = (("Figures", "picture"), ("Roster", "tables"))

    formation: str = part(
        OneOf(
            "Formation",
            "battalion",
            {key: f"{each.name} ({each.force})" for key, each in FORMATIONS.items()},
            always=True,
        )
    )
    battalions: int | None = part(_count("battalions"))
    squadrons: int | None = part(_count("squadrons"))
    warbands: int | None = part(_count("warbands"))
    regiments: int | None = part(_count("regiments"))

    @property
    def parts(self) -> dict[str, int]:
        """The numbers that were chosen, of the parts that the formation has."""
        inside = {each.unit for _, each in _parts(self.formation)}
        return {
            unit: count
            for key, unit in PARTS.items()
            if unit in inside and (count := getattr(self, key))
        }

    def ask(self) -> Answer[int]:
        """Return the number of figures, and which they are."""
        return muster(self.formation, self.parts)

    def after(self, control: str, before: Self) -> Self:
        """Forget a number that is the least one, and those of parts that the formation does not
        have.
        """
        least = {each.unit: each.least for _, each in _parts(self.formation)}
        return with_fields(
            self,
            **{
                key: None
                for key, unit in PARTS.items()
                if getattr(self, key) == least.get(unit, getattr(self, key))
            },
        )

    def check(self) -> Self:
        """Drop the parts that the formation does not have, which older links may hold, so that none
        is ignored silently.
        """
        return super(Forces, self.after("formation", self)).check()

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw every figure, formation by formation."""
        return forces_picture.picture(answer)

    def question_picture(self) -> Scene:
        """Return the printed organisation, without sums."""
        return question_picture.forces(self.formation, self.parts, self.title, self.prompt)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        """Return the roster: how many figures of each rank."""
        ranks = tuple(
            (rank, (str(count),)) for rank, count in roster(self.formation, self.parts).items()
        )
        return (
            Table(
                "Roster",
                ("figures",),
                (*ranks, ("in all", (str(answer.value),))),
                lit_row=len(ranks),
            ),
        )
