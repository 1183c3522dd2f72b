"""What the fire panel of Paychest remembers, and the shot it asks about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from landships_lab.explore.paychest.common import OwnState
from landships_lab.rules.paychest.fire import TROOPS
from landships_lab.rules.paychest.shot import FIRE, Shot

#: The inches of frontage, and of wall fired at, in the example of line 5.
EXAMPLE = 4


@dataclass(frozen=True)
class FireState(OwnState):
    """Who fires what at whom. ``men`` fire together, each as often as their troops may; a gun makes one roll.

    ``inches`` and ``cover`` are left out of account while they are None and ""; ``figure`` is a row of the reader's own
    table of skills, in place of the typed ``skill``; ``hidden`` figures of the target cannot be hit by a gun. ``width`` and
    ``frontage`` are the inches of a stretch of ground and of the unit that fires at it; None is those of the printed example.
    """

    explorer_id: ClassVar[str] = "paychest:fire"
    weapon: str = "rifle"
    skill: int = 4
    figure: str = ""
    moved: str = "stand"
    troops: str = "legionnaires"
    firer: str = "group"
    men: int = 8
    target: str = "group"
    figures: int = 10
    hidden: int = 0
    inches: int | None = None
    cover: str = ""
    modifier: int = 0
    width: int | None = None
    frontage: int | None = None

    @property
    def stretch(self) -> tuple[int, int]:
        """How wide is the stretch of ground fired at, and the frontage of the unit? The printed example has 4 inches of both."""
        return EXAMPLE if self.width is None else self.width, EXAMPLE if self.frontage is None else self.frontage

    @property
    def gun(self) -> bool:
        """Is it a machine gun or a gun with shell?"""
        return self.weapon in FIRE.guns

    @property
    def shots(self) -> int:
        """How many rolls to hit are made this turn?"""
        return 1 if self.gun else self.men * TROOPS[self.troops].shots

    @property
    def shot(self) -> Shot:
        """Which shot does each of them make?"""
        return Shot(
            skill=self.tables.skills[self.figure].firearms if self.figure else self.skill,
            weapon=self.weapon,
            moved=self.moved,
            target_figures=self.figures,
            range_inches=self.inches,
            cover=self.cover,
            modifier=self.modifier,
            figure=self.figure,
            tables=self.tables,
        )
