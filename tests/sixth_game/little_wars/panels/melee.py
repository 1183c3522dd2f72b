"""The melee panel: put friends round a body of men and see whether it is supported."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from landships_lab.core.answer import Answer
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.data.load import readings
from landships_lab.drawing import draw
from landships_lab.drawing.counters import Counter, counters
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.panel.board import Gesture, step_place
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, Moment, OneOf, OnePlace, Places, Whole, part
from landships_lab.panel.readings import Readings, Taken
from little_wars import rules

GRID = Grid(columns=10, rows=8)


@dataclass(frozen=True)
class LittleMelee(Panel):
    """Put friends round a body of men; the rule says who is killed and who is taken.

    A body of men, its enemies, and where its friends stand, on foot and on horse.
    """

    id = "little_wars:melee"
    title = "Melee"
    rule_set = "Little Wars"
    prompt = "Who is killed, and who is taken prisoner?"
    usage_hint = "Click a hex to put a friend there or take him away · arrow keys move the body"
    grid = GRID

    men: int = part(Whole, "Men in the body", 9, 1, rules.MOST_MEN, word=LEAD)
    against: int = part(Whole, "Enemies in contact", 11, 1, rules.MOST_MEN, always=True)
    place: Place = part(
        OnePlace, "The body stands in", GRID.place("0605"), GRID, hexes_only=True, word="at"
    )
    foot: frozenset[Place] = part(Places, "Friends on foot in", frozenset(), GRID, hexes_only=True)
    horse: frozenset[Place] = part(
        Places, "Friends on horse in", frozenset(), GRID, hexes_only=True
    )
    click: str = part(
        OneOf,
        "A click puts a friend",
        "foot",
        {"foot": "on foot", "horse": "on horse"},
        buttons=True,
    )
    readings: Taken = part(Readings, known=readings("little_wars", "melee"))
    hover: Place | None = part(Moment())

    @property
    def body(self) -> rules.Body:
        """The body of men as the rules take it."""
        return rules.Body(self.place, self.men, {"foot": self.foot, "horse": self.horse})

    def check(self) -> Self:
        """Refuse friends in the hex of the body."""
        if self.place in self.foot | self.horse:
            raise ValueError(
                f"The body itself stands in {GRID.code(self.place)}; friends stand beside it."
            )
        return self

    def ask(self) -> Answer[Any]:
        """Return how many prisoners are taken."""
        return rules.melee(self.body, self.against, dict(self.readings))

    def effect(self, answer: Answer[Any]) -> str:
        """Return how many prisoners would be taken."""
        return f"prisoners: {answer.value}"

    def picture(self, answer: Answer[Any], view: View | None = None) -> Scene:
        """The floor with the body, its friends, and those who support it ringed."""
        view = view or self.view()
        near = answer.detail.near if answer.detail else ()
        pieces = [Counter(self.place, Heading.N, "platoon", str(self.men), "body")]
        pieces += [Counter(place, Heading.N, "platoon", "1", "foot") for place in sorted(self.foot)]
        pieces += [Counter(place, Heading.N, "box", "1", "horse") for place in sorted(self.horse)]
        rings = [
            shape
            for place in sorted(near)
            for shape in draw.ring(view, place, "target-ring", "support")
        ]
        friends = f"{len(near)} of {len(self.foot | self.horse)} friends near"
        told = f"{self.men} men in {GRID.code(self.place)} with {friends}. {answer.headline}"
        return Scene(
            view.width,
            view.height,
            draw.hex_field(view),
            (*counters(view, pieces), *rings),
            "A melee on the floor",
            told,
        )

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """A press puts a friend down or takes one away."""
        place = view.hex_at(gesture.at)
        if gesture.kind != "press" or place is None or place == self.place:
            return self
        return replace(self, **{self.click: getattr(self, self.click) ^ {place}})

    def stepped(self, arrow: str) -> Self:
        """An arrow key moves the body by a hex."""
        there = step_place(GRID, step_place(GRID, self.place, arrow), arrow)
        return replace(self, place=there) if isinstance(there, Hex) else self
