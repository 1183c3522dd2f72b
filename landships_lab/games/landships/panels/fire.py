"""The fire arc panel: whether a weapon may fire at a target, and what each gun can hit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from landships_lab.core.answer import Answer, Gap, Remedy
from landships_lab.core.arcs import Arc
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.speech import plural
from landships_lab.drawing import draw, fire
from landships_lab.drawing.board import Names, board, place_names
from landships_lab.drawing.counters import Counter, card, counters, names
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules.book import FIRE_READINGS, RANGE_READING
from landships_lab.games.landships.rules.field_of_fire import FieldOfReach, Reach, Survey, survey
from landships_lab.games.landships.rules.ranges import count_range
from landships_lab.panel.board import Action, Gesture, step_place, supposed
from landships_lab.panel.controls import Control, Switch, Toggle
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import AT, LEAD, Facing, Moment, OnePlace, Several, part
from landships_lab.panel.parts.base import names as ids
from landships_lab.panel.readings import Readings, Taken, switch
from . import common
from .common import SPOTTED, choice, own_units_part, word

GRID = Grid(columns=20, rows=14)


def _weapon_names(state: FireArcs) -> dict[str, str]:
    return {weapon.id: weapon.name for weapon in state.unit.weapons.values()}


def _first_weapon(state: FireArcs) -> str:
    return next(iter(state.unit.weapons))


def _asked_only(state: FireArcs) -> frozenset[str]:
    return frozenset({state.weapon_id})


def _without_range(state: FireArcs) -> bool:
    return isinstance(state.weapon.range_hexes, Gap)


def _legend(state: FireArcs) -> tuple[Toggle, ...]:
    """Return a line of the legend for each weapon of the unit, with its colour, points
    and range.
    """
    items = []
    for weapon in state.unit.weapons.values():
        limit = state.limit_of(weapon)
        points = "? pts" if isinstance(weapon.points, Gap) else f"{weapon.points} pts"
        reach = "range ?" if isinstance(limit, Gap) else f"to {limit}"
        on = weapon.id in state.shown or weapon.id == state.weapon_id
        colour = common.tint(state.unit, weapon.id)
        items.append(Toggle(weapon.id, weapon.name, on, colour, f"{points}, {reach}"))
    return tuple(items)


@dataclass(frozen=True)
class FireArcs(Panel[View]):
    """Place a unit, turn it, see what each gun can hit, ask about one target.

    ``shown`` are the weapons whose arcs are drawn; ``max_range``, in hexes, is the reader's value
    where the source is silent; ``own`` is the reader's TOML of units. ``hover``, ``held`` and
    ``held_heading`` are momentary.
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
    order = ids("unit place move weapon target spotted click max_range shown")
    strip_rows = 3

    unit_id: str = part(
        choice, "Firer", "mk-iv-male", common.unit_names, "unit", control_id="unit", word=LEAD
    )
    place: Place = part(
        OnePlace, "at", GRID.place("0503"), GRID, facing="heading", hint="such as 0503 E", word=AT
    )
    heading: Heading = part(Facing, "Heading", Heading.N, word=LEAD)
    weapon_id: str = part(
        choice, "Weapon", _first_weapon, _weapon_names, control_id="weapon", always=True
    )
    shown: frozenset[str] = part(
        Several, "Arcs", _asked_only, _weapon_names, word="show", error_name="weapon", items=_legend
    )
    target: Place | None = part(OnePlace, "Target", None, GRID, empty=True, hint="such as 0705")
    max_range: int | None = part(common.own_range, "Your range", _without_range, hint="hexes")
    spotted: str = part(word, "Spotted", "unsaid", SPOTTED, "word on spotting")
    click: str = part(word, "Click", "aim", {"aim": "aims", "place": "places"}, "use of a click")
    readings: Taken = part(Readings, known=FIRE_READINGS)
    own: str = part(own_units_part, "Your own units")
    hover: Place | None = part(Moment())
    held: bool = part(Moment, default=False)
    held_heading: Heading | None = part(Moment())

    @property
    def units(self) -> Mapping[str, Unit]:
        """The units to choose from: those of the article, then the reader's units."""
        return common.units_with(self.own)

    @property
    def unit(self) -> Unit:
        """The unit that fires."""
        return self.units[self.unit_id]

    @property
    def weapon(self) -> Weapon:
        """The weapon in question."""
        return self.unit.weapon(self.weapon_id)

    @property
    def aimed(self) -> Place | None:
        """The place in question: the one under the pointer, or else the chosen one."""
        return self.hover or self.target

    def limit_of(self, weapon: Weapon) -> int | Gap:
        """Return the range of a weapon in hexes, as stated or as supplied by the reader."""
        silent = isinstance(weapon.range_hexes, Gap)
        return self.max_range if silent and self.max_range is not None else weapon.range_hexes

    @property
    def counter(self) -> Counter:
        """The counter of the unit."""
        return common.counter_of(self.unit, self.place, self.heading)

    def ask(self) -> Answer[bool | Gap | None]:
        """Return the answer for the target; without one, None in a legal position. The detail is a
        `Survey`.
        """
        spotted = self.spotted == "yes"
        given = dict(self.readings)
        answer = survey(
            self.unit,
            self.weapon,
            self.place,
            self.heading,
            self.aimed,
            given,
            self.max_range,
            self.shown,
            spotted,
        )
        return replace(answer, remedies=tuple(r for r in answer.remedies if _on_board(r)))

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        view, surveyed = view or self.opening(), answer.detail
        drawn = _legal if surveyed.shot.legal else _illegal
        figures, placed = drawn(surveyed, common.counted(answer), self.target, self.aimed, view)
        name = f"Fire arcs of the {self.unit.name}"
        return board(view, figures, placed, name, _description(surveyed, answer.headline, view))

    def question_picture(self) -> Scene:
        view, target, pieces = self.opening(), self.target, [self.counter]
        line = () if target is None else draw.sight_line(view, self.place, target)
        figures = (*line, *counters(view, pieces))
        placed = place_names(view, figures, names(view, pieces))
        return board(view, figures, placed, f"The {self.unit.name}", "")

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        return common.discs(view, (self.place,))

    def focus(self) -> Action:
        limit = self.limit_of(self.weapon)
        reach = 0 if isinstance(limit, Gap) else limit
        ends = common.fire_ends(self.place, self.heading, self.weapon.arc, reach)
        return Action((self.place,) if self.target is None else (self.place, self.target), ends)

    def hint(self) -> str:
        return self.hands_to_place if self.click == "place" else self.usage_hint

    def preview(self) -> str:
        return supposed("If you aim at", self.grid, self.hover, self.target)

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        return (common.MOVE_BUTTONS,)

    def act(self, control: str, value: object) -> Self:
        if control == "placement":
            return self.set("place", value)
        if control != "move":
            return super().act(control, value)
        place, heading = common.after_move(self.grid, self.place, self.heading, value)
        return replace(self, place=place, heading=heading)

    def after(self, control: str, before: Self) -> Self:
        """Give a new unit its first weapon and a legal heading."""
        match control:
            case "unit":
                weapon = _first_weapon(self)
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
                    known = (*brought, self.unit_id, *self.units)
                    unit = next(key for key in known if key in self.units)
                    return replace(self, unit_id=unit).after("unit", before)
        return self

    def reading_switches(self) -> tuple[Switch, ...]:
        effects = self.answer().detail.effects

        def of(key: str) -> Switch:
            reading = FIRE_READINGS[key]
            options = [(one.id, effects.get((key, one.id), "")) for one in reading.options]
            return switch(reading, self.readings, options)

        return tuple(map(of, FIRE_READINGS))

    # -- what the hand does

    def pointed(self, gesture: Gesture, view: View) -> Self:
        on_unit = common.counter_under(view, gesture.at, {"unit": self.place}) is not None
        if gesture.kind == "press" and on_unit:
            return replace(self, held=True, held_heading=self.heading, hover=None)
        if self.held or (gesture.kind == "press" and self.click == "place"):
            place = common.place_under(view, gesture.at, self.unit.unit_class)
            return self if place is None else replace(self, hover=None)._stand(place)
        place = view.place_at(gesture.at)
        if gesture.kind == "press":
            return self if place is None else replace(self, target=place, hover=None)
        return replace(self, hover=None if on_unit else place)

    def turned(self, points: int) -> Self:
        heading = self.heading.turn(points)
        return common.turned_in_hand(replace(self, heading=heading), heading)

    def stepped(self, arrow: str) -> Self:
        if self.click == "place":
            return self._stand(common.step_unit(self.grid, self.place, arrow, self.unit.unit_class))
        target = step_place(self.grid, self.target or self.place, arrow)
        return replace(self, target=target, hover=None)

    def _stand(self, place: Place) -> Self:
        heading = common.carried(self.held_heading, self.unit.unit_class, place, self.heading)
        return replace(self, place=place, heading=heading)

    def legend(self) -> tuple[tuple[str, str], ...]:
        hits = (("hit", "can be hit"), ("hit-side", "hexside"), ("cross", "excluded"))
        return (*hits, ("solid", "edge counts"), ("dashed", "edge does not"))


def _on_board(remedy: Remedy) -> bool:
    place = remedy.to[0] if remedy.change == "placement" else remedy.to
    return remedy.change not in ("place", "placement") or place in GRID


# -- the picture


def _legal(
    surveyed: Survey, count: tuple[Hex, ...], target: Place | None, aimed: Place | None, view: View
) -> tuple[tuple[Shape, ...], Names]:
    """Return the fields of fire and the count. Names stay in place while the pointer moves."""
    place, unit = surveyed.shot.place, _counter(surveyed)
    fields, piece = tuple(_fields(surveyed, view)), counters(view, [unit])
    chosen = () if target is None else draw.sight_line(view, place, target)
    wanted = (*names(view, [unit]), *_names(surveyed, view))
    placed = place_names(view, (*fields, *piece, *chosen), wanted)
    if aimed != target:
        reading = surveyed.shot.readings[RANGE_READING]
        to_target = () if target is None else _count_to(place, target, reading)
    else:
        to_target = count
    full: tuple[Hex, ...] = ()
    # A name that avoids one number may land on another.
    while crowded := draw.crowded(
        view, [h for h in to_target if h not in full], (card(view, unit), *placed.rings)
    ):
        full = (*full, *crowded)
        room = draw.numbered(view, full, [card(view, unit)])[1:2]
        placed = place_names(view, (*fields, *piece, *chosen, *room), wanted)
    under, over = _aim(surveyed, count, aimed, view, placed)
    return (*fields, *under, *piece, *over), placed


def _illegal(
    surveyed: Survey, count: tuple[Hex, ...], _target: Place | None, aimed: Place | None, view: View
) -> tuple[tuple[Shape, ...], Names]:
    """Return the legal headings here, in place of arcs."""
    place, unit = surveyed.shot.place, _counter(surveyed)
    under, over = _aim(surveyed, count, aimed, view)
    rose = draw.rose(view, place, surveyed.legal_headings)
    figures = (*under, *counters(view, [unit]), *over, *rose)
    wanted = (*names(view, [unit]), *draw.rose_names(view, place, surveyed.shot.heading))
    return figures, place_names(view, figures, wanted)


def _aim(
    surveyed: Survey,
    count: tuple[Hex, ...],
    aimed: Place | None,
    view: View,
    placed: Names | None = None,
) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Return the line and the count to the place aimed at: shapes under the counter and over it."""
    if aimed is None:
        return (), ()
    rings = () if placed is None else placed.rings
    tinted = draw.numbered(view, count, [card(view, _counter(surveyed)), *rings])
    return (*tinted[:1], *draw.sight_line(view, surveyed.shot.place, aimed)), tinted[1:]


def _counter(surveyed: Survey) -> Counter:
    return common.counter_of(surveyed.shot.unit, surveyed.shot.place, surveyed.shot.heading)


def _description(surveyed: Survey, headline: str, view: View) -> str:
    shot = surveyed.shot
    hexes, hexsides = _numbers_hit(view, surveyed.fields[shot.weapon.id].reach)
    where = f"{shot.unit.name} at {view.grid.code(shot.place)} facing {shot.heading}."
    hit = (
        f"The {shot.weapon.name} can hit {plural(hexes, 'hex', 'hexes')} and"
        f" {plural(hexsides, 'hexside')} of this board."
    )
    return f"{where} {hit} {headline}"


def _fields(surveyed: Survey, view: View) -> Iterator[Shape]:
    """Yield the fields of fire of the shown weapons, the weapon in question last."""
    place, heading = surveyed.shot.place, surveyed.shot.heading
    for weapon_id, field in surveyed.fields.items():
        asked = weapon_id == surveyed.shot.weapon.id
        colour = common.tint(surveyed.shot.unit, weapon_id)
        yield from _filled(view, place, field.reach, weapon_id, colour, asked)
        edges = (field.edge_hexsides, colour, weapon_id)
        yield from _edges(view, place, heading, field.weapon.arc, _limit(field), *edges)


def _names(surveyed: Survey, view: View) -> Iterator[Name]:
    """Yield the names of the arcs, each preferably inside the end of its arc."""
    place = surveyed.shot.place
    for weapon_id, field in surveyed.fields.items():
        limit = _limit(field)
        text = f"{field.weapon.name}, {f'to {limit}' if limit else 'range not in the source'}"
        ends = fire.rim(view, place, surveyed.shot.heading, field.weapon.arc, limit)
        yield fire.arc_name(
            view, place, ends, text, weapon_id, common.tint(surveyed.shot.unit, weapon_id)
        )


def _limit(field: FieldOfReach) -> int:
    return 0 if isinstance(field.max_range, Gap) else field.max_range


# The following does not change while the pointer moves. It is cached, so that the painter
# recognises it.


@lru_cache(maxsize=64)
def _count_to(place: Place, target: Place, reading: str) -> tuple[Hex, ...]:
    """Return the hexes counted to the chosen place, wherever the pointer is."""
    return common.counted(count_range(place, target, reading))


@lru_cache(maxsize=64)
def _edges(
    view: View,
    place: Place,
    heading: Heading,
    arc: Arc,
    limit: int,
    count: bool,
    colour: str,
    name: str,
) -> tuple[Shape, ...]:
    return fire.edges(view, place, heading, arc, limit, tint=colour, name=name, edges_count=count)


@lru_cache(maxsize=64)
def _filled(
    view: View, place: Place, reach: Reach, name: str, colour: str, asked: bool
) -> tuple[Shape, ...]:
    """Return the places that can be hit; for the weapon in question, also hexsides and crosses."""
    places = view.grid.places
    hit = (reach.can_hit & places) - {place}
    if not asked:
        return fire.filled(view, [h for h in hit if isinstance(h, Hex)], "covered", name, colour)
    excluded = fire.crosses(view, reach.on_excluded_edge & places, "excluded", name, colour)
    return (*fire.filled(view, hit, "can-hit", name, colour), *excluded)


@lru_cache(maxsize=16)
def _numbers_hit(view: View, reach: Reach) -> tuple[int, int]:
    """Return how many hexes and how many hexsides of the board can be hit."""
    hit = reach.can_hit & view.grid.places
    hexes = sum(isinstance(place, Hex) for place in hit)
    return hexes, len(hit) - hexes
