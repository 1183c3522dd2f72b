"""The fire arc panel: whether a weapon may fire at a target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from landships_lab.core.answer import Answer, Gap, Remedy
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.drawing.counters import Counter
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules.book import FIRE_READINGS
from landships_lab.games.landships.rules.field_of_fire import survey
from landships_lab.panel.board import Action, Gesture, step_place, supposed
from landships_lab.panel.controls import Control, Switch, Toggle
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import (
    AT,
    LEAD,
    Facing,
    Moment,
    OneOf,
    OnePlace,
    Several,
    Whole,
    part,
)
from landships_lab.panel.readings import Readings, Taken, switch
from . import fire_picture
from .common import (
    MOVE_BUTTONS,
    SPOTTED,
    after_move,
    carried,
    counter_of,
    counter_under,
    discs,
    fire_ends,
    place_under,
    step_unit,
    tint,
    turned_in_hand,
)
from .own_units import own_units_part, units_with

GRID = Grid(columns=20, rows=14)


def _weapon_names(state: FireArcs) -> dict[str, str]:
    return {weapon.id: weapon.name for weapon in state.unit.weapons.values()}


def _legend(state: FireArcs) -> tuple[Toggle, ...]:
    """Return a line for each weapon of the unit, with its colour, points and range."""
    items = []
    for weapon in state.unit.weapons.values():
        limit = state.limit_of(weapon)
        points = "? pts" if isinstance(weapon.points, Gap) else f"{weapon.points} pts"
        reach = "range ?" if isinstance(limit, Gap) else f"to {limit}"
        on = weapon.id in state.shown or weapon.id == state.weapon_id
        colour = tint(state.unit, weapon.id)
        items.append(Toggle(weapon.id, weapon.name, on, colour, f"{points}, {reach}"))
    return tuple(items)


@dataclass(frozen=True)
class FireArcs(Panel[View]):
    """Place a unit, turn it, see what each gun can hit, ask about one target.

    ``shown`` are the weapons whose arcs are drawn; ``max_range``, in hexes, is the reader's where
    the source is silent; ``own`` is the reader's TOML of units. ``hover``, ``held`` and
    ``held_heading`` are of the moment.
    """

    id = "landships:fire"
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

    unit_id: str = part(
        OneOf,
        "Firer",
        "mk-iv-male",
        lambda s: {key: unit.name for key, unit in s.units.items()},
        control_id="unit",
        word=LEAD,
        error_name="unit",
    )
    place: Place = part(
        OnePlace,
        "at",
        GRID.place("0503"),
        GRID,
        facing="heading",
        hint="such as 0503 E",
        word=AT,
        error_name="place",
    )
    heading: Heading = part(Facing, "Heading", Heading.N, word=LEAD)
    weapon_id: str = part(
        OneOf,
        "Weapon",
        lambda s: first_weapon(s.unit),
        _weapon_names,
        control_id="weapon",
        error_name="weapon",
        always=True,
    )
    shown: frozenset[str] = part(
        Several,
        "Arcs",
        lambda s: frozenset({s.weapon_id}),
        _weapon_names,
        word="show",
        error_name="weapon",
        items=_legend,
    )
    target: Place | None = part(OnePlace, "Target", None, GRID, empty=True, hint="such as 0705")
    max_range: int | None = part(
        Whole,
        "Your range",
        None,
        word="range",
        error_name="a maximum range",
        empty=True,
        hint="hexes",
        shown=lambda s: isinstance(s.weapon.range_hexes, Gap),
    )
    spotted: str = part(
        OneOf, "Spotted", "unsaid", SPOTTED, buttons=True, error_name="word on spotting"
    )
    click: str = part(
        OneOf,
        "Click",
        "aim",
        {"aim": "aims", "place": "places"},
        buttons=True,
        error_name="use of a click",
    )
    readings: Taken = part(Readings, known=FIRE_READINGS)
    own: str = part(own_units_part, "Your own units")
    hover: Place | None = part(Moment())
    held: bool = part(Moment, default=False)
    held_heading: Heading | None = part(Moment())

    @property
    def units(self) -> Mapping[str, Unit]:
        """The units to choose from: those of the article, then the reader's."""
        return units_with(self.own)

    @property
    def unit(self) -> Unit:
        """The unit that fires."""
        return self.units[self.unit_id]

    @property
    def weapon(self) -> Weapon:
        """The weapon asked about."""
        return self.unit.weapon(self.weapon_id)

    @property
    def aimed(self) -> Place | None:
        """The place asked about: the one under the pointer, or else the chosen one."""
        return self.hover or self.target

    def limit_of(self, weapon: Weapon) -> int | Gap:
        """Return how far a weapon reaches, in hexes: as stated, or as the reader supplied."""
        silent = isinstance(weapon.range_hexes, Gap)
        return self.max_range if silent and self.max_range is not None else weapon.range_hexes

    @property
    def counter(self) -> Counter:
        """The counter of the unit."""
        return counter_of(self.unit, self.place, self.heading)

    def ask(self) -> Answer[bool | Gap | None]:
        """Return whether the chosen weapon may fire at the place aimed at; without a target, None
        in a legal position.

        The detail is a `Survey`.
        """
        spotted = self.spotted == "yes"
        answer = survey(
            *(self.unit, self.weapon, self.place, self.heading, self.aimed),
            *(dict(self.readings), self.max_range, self.shown, spotted),
        )
        return replace(answer, remedies=tuple(r for r in answer.remedies if _on_board(r)))

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        return fire_picture.picture(answer, self.target, self.aimed, view or self.opening())

    def question_picture(self) -> Scene:
        return fire_picture.question_picture(self.counter, self.target, self.opening())

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        return discs(view, (self.place,))

    def focus(self) -> Action:
        limit = self.limit_of(self.weapon)
        reach = 0 if isinstance(limit, Gap) else limit
        ends = fire_ends(self.place, self.heading, self.weapon.arc, reach)
        return Action((self.place,) if self.target is None else (self.place, self.target), ends)

    def hint(self) -> str:
        return self.hands_to_place if self.click == "place" else self.usage_hint

    def preview(self) -> str:
        return supposed("If you aim at", self.grid, self.hover, self.target)

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        return (MOVE_BUTTONS,)

    def act(self, control: str, value: object) -> Self:
        """Return the state after the unit has turned, moved or been put down.

        `ValueError` in one sentence where it cannot be, and for an unknown control.
        """
        if control == "placement":
            return self.set("place", value)
        if control != "move":
            return super().act(control, value)
        place, heading = after_move(self.grid, self.place, self.heading, value)
        return replace(self, place=place, heading=heading)

    def after(self, control: str, before: Self) -> Self:
        """Return the state after a control, with what follows from it.

        A new unit has its first weapon and a legal heading. `ValueError` where the weapon asked
        about would be hidden.
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

    def pointed(self, gesture: Gesture, view: View) -> Self:
        on_unit = counter_under(view, gesture.at, {"unit": self.place}) is not None
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
        heading = self.heading.turn(points)
        return turned_in_hand(replace(self, heading=heading), heading)

    def stepped(self, arrow: str) -> Self:
        """Return the state after an arrow key, which moves what a click would: the unit, or the
        target.
        """
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
        hits = (("hit", "can be hit"), ("hit-side", "hexside"), ("cross", "excluded"))
        return (*hits, ("solid", "edge counts"), ("dashed", "edge does not"))


def _on_board(remedy: Remedy) -> bool:
    place = remedy.to[0] if remedy.change == "placement" else remedy.to
    return remedy.change not in ("place", "placement") or place in GRID


def first_weapon(unit: Unit) -> str:
    """Return the weapon that is asked about when a unit is chosen."""
    return next(iter(unit.weapons))
