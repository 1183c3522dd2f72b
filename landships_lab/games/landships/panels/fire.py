"""The fire arc panel: whether a weapon may fire at a target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from landships_lab.core.answer import Answer, Remedy
from landships_lab.core.hexes import Place
from landships_lab.drawing.counters import CARD
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landships.panels import fire_picture, fire_state
from landships_lab.games.landships.panels.common import (
    MOVE_BUTTONS,
    after_move,
    carried,
    fire_ends,
    place_under,
    step_unit,
    turned_in_hand,
)
from landships_lab.games.landships.panels.fire_state import GRID, FireState, first_weapon
from landships_lab.games.landships.rules.book import FIRE_READINGS
from landships_lab.games.landships.rules.fire import survey
from landships_lab.panel.board import Action, step_place, supposed
from landships_lab.panel.controls import Control, Switch
from landships_lab.panel.gestures import Gesture
from landships_lab.panel.readings import switch


@dataclass(frozen=True)
class FireArcs(FireState):
    """Place a unit, turn it, see what each gun can hit, ask about one target."""

    id = fire_state.ID
    title = "Fire arcs"
    rule_set = "Landships!"
    prompt = "May this gun fire at that target?"
    usage_hint = (
        "Click to aim · drag the unit to move it · wheel or Q and E turn it · arrow keys move the"
        " target"
    )
    hands_to_place = (
        "Click to place the unit, or drag it · wheel or Q and E turn it · arrow keys move it"
    )

    example = (
        "mk-iv-male@0807/0808 E weapon 57mm-starboard show 57mm-starboard mg-starboard target 1309"
    )
    order = ("unit", "place", "move", "weapon", "target", "spotted", "click", "max_range", "shown")
    strip_rows = 3

    def ask(self) -> Answer[Any]:
        """Return whether the chosen weapon may fire at the place aimed at or, with no target,
        whether the position is legal.
        """
        spotted = self.spotted == "yes"
        answer = survey(
            *(self.unit, self.weapon, self.place, self.heading, self.aimed),
            *(dict(self.readings), self.max_range, self.shown, spotted),
        )
        return replace(answer, remedies=tuple(r for r in answer.remedies if _on_board(r)))

    def picture(self, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the board with the arcs of the shown weapons, the marks of the chosen one, and the
        count to the target.
        """
        return fire_picture.picture(self, answer, view or self.opening())

    def question_picture(self) -> Scene:
        """Return the board without the arcs."""
        return fire_picture.riddle(self, self.opening())

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return the unit's counter."""
        return ((*view.pixel(self.place), CARD * view.size),)

    def focus(self) -> Action:
        """Return the unit and its target, with the field of fire of the weapon asked about."""
        limit = (
            self.weapon.range_hexes
            if isinstance(self.weapon.range_hexes, int)
            else self.max_range or 0
        )
        ends = fire_ends(self.place, self.heading, self.weapon.arc, limit)
        return Action((self.place,) if self.target is None else (self.place, self.target), ends)

    def hint(self) -> str:
        """Return what a click, the wheel and the keys do."""
        return self.hands_to_place if self.click == "place" else self.usage_hint

    def preview(self) -> str:
        """Return the place under the pointer, of which the answer speaks."""
        return supposed("If you aim at", self.grid, self.hover, self.target)

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def actions(self) -> tuple[Control, ...]:
        """Return the buttons that turn and move the unit."""
        return (MOVE_BUTTONS,)

    def act(self, control: str, value: Any) -> Self:
        """Turn or move the unit."""
        if control == "placement":
            return self.set("place", value)
        if control != "move":
            return super().act(control, value)
        place, heading = after_move(self.grid, self.place, self.heading, value)
        return replace(self, place=place, heading=heading)

    def after(self, control: str, before: Self) -> Self:
        """Choose the first weapon and a legal heading for a new unit; keep the weapon asked about
        shown.
        """
        match control:
            case "unit":
                weapon = first_weapon(self.unit)
                new = replace(self, weapon_id=weapon, shown=frozenset({weapon}), max_range=None)
                return new._stand(self.place)
            case "weapon":
                kept = self.shown - {before.weapon_id} if len(self.shown) == 1 else self.shown
                return replace(self, shown=kept | {self.weapon_id})
            case "shown" if self.weapon_id not in self.shown:
                raise ValueError(
                    "The weapon asked about is always shown; choose another to hide this one."
                )
            case "target":
                return replace(self, hover=None)
            case "own":
                brought = [key for key in self.units if key not in before.units]
                if brought or self.units.get(self.unit_id) != before.unit:
                    unit = (
                        brought[0]
                        if brought
                        else self.unit_id
                        if self.unit_id in self.units
                        else next(iter(self.units))
                    )
                    return replace(self, unit_id=unit).after("unit", before)
        return self

    def reading_switches(self) -> tuple[Switch, ...]:
        """Return the readings with what each option would make of the answer, which the answer
        knows already.
        """
        effects = self.answer().detail.effects
        return tuple(
            switch(
                reading,
                self.readings,
                [(option.id, effects.get((key, option.id), "")) for option in reading.options],
            )
            for key, reading in FIRE_READINGS.items()
        )

    # -- what the hand does
    # ---------------------------------------------------------------------------------------------

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Aim or place the unit by a click, move it by a drag."""
        x, y, reach = self.drag_targets(view)[0]
        on_unit = (gesture.at[0] - x) ** 2 + (gesture.at[1] - y) ** 2 <= reach**2
        if gesture.kind == "press" and on_unit:
            return replace(self, held=True, held_heading=self.heading, hover=None)
        if self.held or (gesture.kind == "press" and self.click == "place"):
            place = place_under(view, gesture.at, self.unit.unit_class)
            return self if place is None else replace(self, hover=None)._stand(place)
        place = view.place_at(gesture.at)
        if gesture.kind == "press":
            return self if place is None else replace(self, target=place, hover=None)
        return replace(self, hover=None if on_unit else place)

    def turned(self, points: int) -> Self:
        """Turn the unit where it stands."""
        heading = self.heading.turn(points)
        return turned_in_hand(replace(self, heading=heading), heading)

    def stepped(self, arrow: str) -> Self:
        """Move what a click would move: the unit, or the target."""
        if self.click == "place":
            return self._stand(step_unit(self.grid, self.place, arrow, self.unit.unit_class))
        return replace(
            self, target=step_place(self.grid, self.target or self.place, arrow), hover=None
        )

    def _stand(self, place: Place) -> Self:
        return replace(
            self,
            place=place,
            heading=carried(self.held_heading, self.unit.unit_class, place, self.heading),
        )

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the marks of the picture."""
        hits = (("hit", "can be hit"), ("hit-side", "hexside"), ("cross", "excluded"))
        return (*hits, ("solid", "edge counts"), ("dashed", "edge does not"))


def _on_board(remedy: Remedy) -> bool:
    place = remedy.to[0] if remedy.change == "placement" else remedy.to
    return remedy.change not in ("place", "placement") or place in GRID
