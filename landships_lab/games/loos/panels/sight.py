"""Sight: who is seen over a painted field, what hides the rest, and where readings of the rule
differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Hex, Place
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.free_sight import rules as free_sight
from landships_lab.games.loos.analysis.forecasts import compare_along
from landships_lab.games.loos.rules.sight import seen_from
from landships_lab.panel import painting
from landships_lab.panel.board import Action, Gesture, anywhere, around_map, step_place, supposed
from landships_lab.panel.controls import Control
from landships_lab.panel.parts import parts_of
from landships_lab.panel.parts.base import with_fields
from . import sight_board, sight_picture
from .sight_board import FREE_KINDS, SightBoard, hex_only

_HANDS_FOR = {
    "observer": "Click to place the eye, or drag it · drag the ring · arrow keys move the eye",
    "marker": (
        "Click a hex to put the aircraft marker there, or to take it away · drag the eye or the"
        " ring"
    ),
}


@dataclass(frozen=True)
class Sight(SightBoard):
    """Paint a field, drag observer and target, and see what is seen and what is in the way."""

    id = sight_board.ID
    example = (
        "0707 at 1007 show view terrain woods=0806,0807,0903,1003,1108,1109,0610"
        " town=1005,1105,1106,0511,0512 trench=1303/1304,1303/1402,1304/1403,1304/1404"
        " high=0403,0404,0503,0504,1411,1412"
    )
    order = (
        "rules",
        "army",
        "observer",
        "target",
        "show",
        "click",
        "brush",
        "blocks",
        "aircraft",
        "depth",
        "far",
        "paint",
    )
    secondary = ("aircraft", "depth", "far", "paint")
    title = "Lines of sight"
    rule_set = "Loos or Landships!"
    prompt = "Is it seen, and if not, what is in the way?"
    grid = sight_board.GRID
    usage_hint = (
        "Drag the eye or the ring · point at a hex to ask about it · click to keep it · arrow keys"
        " move the ring"
    )

    def ask(self) -> Answer[bool | Gap]:
        """Return whether the place aimed at is seen.

        ``detail`` holds what is seen under each rule, where the picture shows it.
        """
        if self.rules == "loos":
            target = self.aimed
            answer: Answer[bool | Gap] = seen_from(
                self.field(),
                hex_only(self.observer),
                target if isinstance(target, Hex) else target.hexes[0],
            )
        else:
            answer = free_sight.sight(self.rule(), self.terrain.hexes, self.observer, self.aimed)
        remedies = tuple(
            r for r in answer.remedies if not isinstance(r.to, Hex) or r.to in self.grid
        )
        seen = (
            sight_picture.fields(sight_picture.without_target(self), tuple(self.grid.hexes()))
            if self.show != "off"
            else {}
        )
        steps = answer.steps
        if seen and self.show == "compare":
            steps = (
                *steps,
                compare_along(seen, free_sight.CITES["along"] if self.rules == "free" else None),
            )
        return replace(answer, steps=steps, remedies=remedies, detail=seen)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        return sight_picture.picture(self, answer, view or self.opening())

    def question_picture(self) -> Scene:
        return sight_picture.picture(replace(self, show="off"), Answer(None, ()), self.opening())

    def hint(self) -> str:
        if self.click == "paint":
            return painting.brush_hands(parts_of(Sight)["brush"], self)
        return self.usage_hint if self.click == "target" else _HANDS_FOR[self.click]

    def preview(self) -> str:
        return supposed("If you look at", self.grid, self.hover, self.target)

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        if self.click == "paint":
            return anywhere(view)
        return tuple((*view.pixel(place), view.size) for place in (self.observer, self.target))

    @classmethod
    def snap_lattice(cls, view: View) -> tuple[float, ...]:
        return (view.size, *view.origin, 0.0)

    def focus(self) -> Action:
        return Action((self.observer, self.target), around_map(self.terrain))

    def legend(self) -> tuple[tuple[str, str], ...]:
        shaded = (("seen", "seen"), ("hidden", "hidden")) if self.show != "off" else ()
        lit = (("differs", "readings differ"),) if self.show == "compare" else ()
        return (*shaded, *lit, ("blocked", "blocks the line"))

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def check(self) -> Self:
        if self.rules == "loos":
            hex_only(self.observer)
            hex_only(self.target)
        return self

    def after(self, control: str, before: Self) -> Self:
        match control:
            case "rules" if self.rules == "free":
                brush = self.brush if self.brush in dict(painting.brushes(FREE_KINDS)) else "woods"
                return replace(
                    self,
                    aircraft=None,
                    army="british",
                    brush=brush,
                    click="target" if self.click == "marker" else self.click,
                )
            case "rules":
                ends = {"observer": self.observer, "target": self.target}
                return with_fields(
                    self,
                    **{
                        key: end if isinstance(end, Hex) else end.hexes[0]
                        for key, end in ends.items()
                    },
                )
            case "observer" | "target":
                return replace(self, hover=None).check()
            case "click":
                return replace(self, hover=None)
            case "brush":
                return replace(self, click="paint")
        return self

    def actions(self) -> tuple[Control, ...]:
        return (painting.PAINT,) if self.click == "paint" else ()

    def act(self, control: str, value: Any) -> Self:
        match control:
            case "paint":
                return replace(
                    self, terrain=painting.stroke_codes(self.terrain, self.brush, self.grid, value)
                )
            case "clear":
                terrain = self.terrain.paint(value, "clear")
                for side in value.sides():
                    terrain = terrain.paint(side, "")
                return replace(self, terrain=terrain)
            case "high":
                return replace(self, terrain=self.terrain.lift(value))
        return super().act(control, value)

    def as_read(self) -> str:
        """Return whether the place is seen; no field of view is needed for that."""
        bare = replace(self, show="off")
        return bare.effect(bare.answer())

    def effect(self, answer: Answer[object]) -> str:
        return (
            "seen"
            if answer.value is True
            else "not seen"
            if answer.value is False
            else "not in the source"
        )

    # -- what the hand does
    # ---------------------------------------------------------------------------------------------

    def pointed(self, gesture: Gesture, view: View) -> Self:
        if self.click == "paint" and gesture.kind in ("press", "drag"):
            return replace(
                self,
                terrain=painting.stroke_at(self.terrain, self.brush, view, gesture.at),
                hover=None,
            )
        place = view.hex_at(gesture.at) if self.rules == "loos" else view.place_at(gesture.at)
        if place is None:
            return replace(self, hover=None)
        if gesture.kind == "press":
            return self._press(gesture, view, place)
        if gesture.kind == "drag" and self.held:
            return with_fields(self, hover=None, **{self.held: place})
        return replace(
            self,
            hover=None if place in (self.observer, self.target) or self.click == "paint" else place,
        )

    def _press(self, gesture: Gesture, view: View, place: Place) -> Self:
        for end in ("observer", "target"):
            if math.dist(view.pixel(getattr(self, end)), gesture.at) <= 0.7 * view.size:
                return replace(self, held=end, hover=None)
        if self.click == "marker" and isinstance(place, Hex):
            return replace(self, aircraft=None if self.aircraft == place else place, hover=None)
        end = "observer" if self.click == "observer" else "target"
        return with_fields(self, hover=None, held=end, **{end: place})

    def stepped(self, arrow: str) -> Self:
        end = "observer" if self.click == "observer" else "target"
        start: Place = getattr(self, end)
        place = step_place(self.grid, start, arrow)
        if self.rules == "loos" and not isinstance(place, Hex):
            place = step_place(self.grid, place, arrow)
            if isinstance(start, Hex) and not isinstance(place, Hex):
                # left and right lead between two hexes of the next column: keep to the row
                row = self.grid.column_row(start)[1]
                there = [h for h in place.hexes if self.grid.column_row(h)[1] == row]
                place = there[0] if there else place
        return (
            with_fields(self, hover=None, **{end: place})
            if self.rules == "free" or isinstance(place, Hex)
            else self
        )
