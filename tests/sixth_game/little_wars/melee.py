"""The melee panel: put friends round a body of men and see whether it is supported."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.data.load import readings
from landships_lab.explore.board import step_place
from landships_lab.explore.explorer import Explorer, State
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.parts import LEAD, Moment, OneOf, OnePlace, Places, Whole, part
from landships_lab.explore.readings import Readings, Taken
from landships_lab.scene import draw
from landships_lab.scene.counters import Counter, counters
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View
from little_wars import rules

GRID = Grid(columns=10, rows=8)


@dataclass(frozen=True)
class MeleeState(State):
    """A body of men, its enemies, and where its friends stand, on foot and on horse."""

    explorer_id: ClassVar[str] = "little_wars:melee"
    men: int = part(Whole("Men in the body", 9, 1, rules.MOST_MEN, word=LEAD))
    against: int = part(Whole("Enemies in contact", 11, 1, rules.MOST_MEN, always=True))
    place: Place = part(OnePlace("The body stands in", GRID.place("0605"), GRID, hexes_only=True, word="at"))
    foot: frozenset[Place] = part(Places("Friends on foot in", frozenset(), GRID, hexes_only=True))
    horse: frozenset[Place] = part(Places("Friends on horse in", frozenset(), GRID, hexes_only=True))
    click: str = part(OneOf("A click puts a friend", "foot", {"foot": "on foot", "horse": "on horse"}, buttons=True))
    readings: Taken = part(Readings(known=readings("little_wars", "melee")))
    hover: Place | None = part(Moment())

    @property
    def body(self) -> rules.Body:
        """The body of men as the rules take it."""
        return rules.Body(self.place, self.men, {"foot": self.foot, "horse": self.horse})


class LittleMelee(Explorer[MeleeState]):
    """Put friends round a body of men; the rule says who is killed and who is taken."""

    id = "little_wars:melee"
    state = MeleeState
    title = "Melee"
    rules = "Little Wars"
    question = "Who is killed, and who is taken prisoner?"
    hands = "Click a hex to put a friend there or take him away · arrow keys move the body"
    grid = GRID

    def check(self, state: MeleeState) -> MeleeState:
        """Refuse friends in the hex of the body."""
        if state.place in state.foot | state.horse:
            raise ValueError(f"The body itself stands in {GRID.code(state.place)}; friends stand beside it.")
        return state

    def ask(self, state: MeleeState) -> Answer[Any]:
        """Return how many prisoners are taken."""
        return rules.melee(state.body, state.against, dict(state.readings))

    def effect(self, state: MeleeState, answer: Answer[Any]) -> str:
        """Return how many prisoners would be taken."""
        return f"prisoners: {answer.value}"

    def picture(self, state: MeleeState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The floor with the body, its friends, and those who support it ringed."""
        view = view or self.view()
        near = answer.detail.near if answer.detail else ()
        pieces = [Counter(state.place, Heading.N, "platoon", str(state.men), "body")]
        pieces += [Counter(place, Heading.N, "platoon", "1", "foot") for place in sorted(state.foot)]
        pieces += [Counter(place, Heading.N, "box", "1", "horse") for place in sorted(state.horse)]
        rings = [shape for place in sorted(near) for shape in draw.ring(view, place, "target-ring", "support")]
        friends = f"{len(near)} of {len(state.foot | state.horse)} friends near"
        told = f"{state.men} men in {GRID.code(state.place)} with {friends}. {answer.headline}"
        return Scene(view.width, view.height, draw.hex_field(view), (*counters(view, pieces), *rings), "A melee on the floor", told)

    def pointed(self, state: MeleeState, gesture: Gesture, view: View) -> MeleeState:
        """A press puts a friend down or takes one away."""
        place = view.hex_at(gesture.at)
        if gesture.kind != "press" or place is None or place == state.place:
            return state
        return replace(state, **{state.click: getattr(state, state.click) ^ {place}})

    def stepped(self, state: MeleeState, arrow: str) -> MeleeState:
        """An arrow key moves the body by a hex."""
        there = step_place(GRID, step_place(GRID, state.place, arrow), arrow)
        return replace(state, place=there) if isinstance(there, Hex) else state
