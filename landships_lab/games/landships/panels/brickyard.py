"""The questions of the Brickyard panel, scenario 19.26 as a teaching board, each answered by its
rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from landships_lab.core.answer import Answer, Gap
from landships_lab.drawing import draw
from landships_lab.drawing.shapes import Polygons, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.rules.brickyard import check_set_up, set_up_hexes
from landships_lab.games.landships.rules.brickyard_fire import answer_fire
from landships_lab.games.landships.rules.brickyard_rules import (
    after_morale_check,
    special_rules,
    victory,
)
from landships_lab.games.landships.rules.brickyard_squads import answer_squad
from landships_lab.panel.board import supposed
from .brickyard_board import Brickyard
from .brickyard_picture import arcs
from .common import counted

__all__ = ["Brickyard"]


@dataclass(frozen=True)
class Fire(Brickyard):
    """The fire of the chosen counter's weapon at a target."""

    key = "fire"
    label = "may it fire?"
    own_parts = ("spotted",)
    bears_on = ("fire", "scenario-fire")

    def ask(self) -> Answer[bool | Gap | None]:
        return answer_fire(
            self.unit,
            self.weapon_id,
            self.aimed,
            self.readings_on(*self.bears_on),
            self.on_board,
            turn=self.turn,
            spotted=self.spotted == "yes",
            terrain=self.terrain,
        )

    def below(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        return () if answer.detail is None else arcs(view, answer.detail)

    def above(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        place, aimed = self.unit.place, self.aimed
        if place is None or aimed is None or self.arms is None:
            return ()
        count = draw.numbered(view, counted(answer))[:1]
        return (*count, *draw.sight_line(view, place, aimed))

    def preview(self) -> str:
        return supposed("If you aim at", self.grid, self.hover, self.target)


@dataclass(frozen=True)
class SetUp(Brickyard):
    """The hexes in which the chosen counter may be set up, or come in."""

    key = "set-up"
    label = "is it set up right?"
    bears_on = ("scenario",)

    def ask(self) -> Answer[bool | Gap]:
        return check_set_up(self.unit, self.units, self.readings_on(*self.bears_on), self.turn)

    def below(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        allowed = set_up_hexes(self.unit.of, self.readings_on(*self.bears_on))
        if not isinstance(allowed, tuple):
            return ()
        return (Polygons(tuple(map(view.outline, allowed)), "reach", "set-up", "green"),)


@dataclass(frozen=True)
class Victory(Brickyard):
    """Victory, by the units in the Brickyard at present."""

    key = "victory"
    label = "who would win?"
    bears_on = ("scenario",)

    def ask(self) -> Answer[str | Gap]:
        return victory(self.on_board, self.terrain, self.readings_on(*self.bears_on))


@dataclass(frozen=True)
class SpecialRules(Brickyard):
    """The special rules of the scenario for the chosen counter."""

    key = "rules"
    label = "what is special?"

    def ask(self) -> Answer[int]:
        return special_rules(self.unit.of, self.turn)


@dataclass(frozen=True)
class Squad(Brickyard):
    """What an assault squad may do, inside its tank and out of it."""

    key = "squad"
    label = "what may a squad do?"
    own_parts = ("action",)
    bears_on = ("scenario-squad",)

    def ask(self) -> Answer[bool | int | Gap | None]:
        return answer_squad(
            self.unit,
            self.action,
            tuple(unit for unit in self.units if unit.of.turn <= self.turn),
            target=self.aimed,
            along=self.along,
            attack=self.attack,
            given=self.readings_on(*self.bears_on),
            turn=self.turn,
        )

    def effect(self, answer: Answer[object]) -> str:
        number = isinstance(answer.value, int) and not isinstance(answer.value, bool)
        return str(answer.value) if number else super().effect(answer)

    def above(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        moves = self.action == "move" and self.aimed is not None
        return (draw.target_ring(view, self.aimed),) if moves and self.aimed is not None else ()

    def preview(self) -> str:
        asked = self.action == "move"
        return supposed("If it moves to", self.grid, self.hover, self.target) if asked else ""


@dataclass(frozen=True)
class MoraleCheck(Brickyard):
    """What becomes of the chosen counter after a morale check."""

    key = "morale"
    label = "what after a morale check?"
    own_parts = ("morale",)

    def ask(self) -> Answer[str | Gap]:
        return after_morale_check(self.unit.of.side, self.morale == "passed")


Brickyard.offer(Fire, SetUp, Victory, SpecialRules, Squad, MoraleCheck)
