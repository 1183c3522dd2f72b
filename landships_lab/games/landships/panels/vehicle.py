"""The vehicle editor: draw up a unit and its fields of fire, see its arcs, save it, print it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import one_of, small, whole
from landships_lab.core.hexes import DIRECTIONS, Heading, Hex
from landships_lab.drawing import fire
from landships_lab.drawing.board import board, place_names
from landships_lab.drawing.counters import counters
from landships_lab.drawing.counters import names as counter_names
from landships_lab.drawing.paper import PAPERS
from landships_lab.drawing.shapes import Circles, Pixel, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.data import drafts
from landships_lab.games.landships.data.drafts import Draft, DraftField, DraftWeapon, draft_of
from landships_lab.games.landships.data.units import OUTLINES, Unit
from landships_lab.games.landships.rules.field_of_fire import cover
from landships_lab.games.landships.rules.positions import CLASSES, UNITS
from landships_lab.panel import packed_text
from landships_lab.panel.board import Action, Gesture
from landships_lab.panel.controls import Buttons, Choice, Control, Export, Field, TextBox
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, Facing, Moment, OneOf, Part, Whole, part
from landships_lab.panel.parts.base import names
from .common import choice, counter_of, tint, word
from .counter_sheets import UNKNOWN_RANGE, arc_cards, counters_sheet

_CLASS_OPTIONS = tuple((str(key), f"{key} · {words}") for key, words in CLASSES.items())
_OUTLINE_OPTIONS = tuple((outline, outline) for outline in OUTLINES)
_COPIES = "the number of counters"
_ARM_ITEMS = (
    ("weapon", "+ weapon", "Add a weapon to this field of fire"),
    ("field", "+ field", "Add a field of fire"),
)
_ARMS = Buttons("arms", "", (*_ARM_ITEMS, ("drop", "− weapon", "Remove the chosen weapon")))
_TURNED = (("lo", "⟲ first", "first ⟳", "First"), ("hi", "⟲ last", "last ⟳", "Last"))
_EDGES = Buttons(
    "edges",
    "Turn the edges",
    tuple(
        (f"{end}{sign}", label, f"{name} edge 30 degrees {way}")
        for end, back, on, name in _TURNED
        for sign, label, way in (("-", back, "back"), ("+", on, "on"))
    ),
)
End = Literal["lo", "hi"]
#: The first and the last edge of an arc, clockwise.
ENDS: tuple[End, End] = ("lo", "hi")
#: The distance of an arc's two handles from the centre, in hex circumradii, and the grab radius in
#: pixels.
_HANDLE, GRIP = 3.4, 12.0


@dataclass(frozen=True)
class DraftPart(Part):
    """A draft of a vehicle, packed into one word; or the id of a shipped unit."""

    def take(self, state: object, given: str) -> Draft:
        if given in UNITS:
            return draft_of(UNITS[given])
        return drafts.read_draft(packed_text.unpack(given))

    def write(self, state: object, value: Draft) -> list[str]:
        return [packed_text.pack(drafts.write_draft(value))]

    def sample(self, dice: random.Random, state: object) -> Draft:
        draft = draft_of(dice.choice(list(UNITS.values())))
        more = len(draft.fields) < 3 and dice.random() < 1 / 2
        return draft.with_new_field()[0] if more else draft


def _origins(state: VehicleEditor) -> Sequence[tuple[str, str]]:
    units = [(key, unit.name) for key, unit in UNITS.items()]
    return units if state.began else [*units, ("", "your own file")]


def _weapons(state: VehicleEditor) -> Sequence[tuple[str, str]]:
    return [(w.id, f"{state.draft.holder(w.id) + 1} · {w.name}") for w in state.draft.weapons]


@dataclass(frozen=True)
class VehicleEditor(Panel[View]):
    """Name a vehicle, give it up to three fields of fire, drag the edges of each arc over the
    twelve points.

    ``began`` is the unit that the draft began from; empty for a reader's file.
    """

    id = "landships:vehicle"
    title = "Your own vehicle"
    rule_set = "Landships!"
    prompt = "What does it cover, and where is it blind?"
    usage_hint = "Drag a handle to move an edge of the arc · wheel or Q and E turn the vehicle"
    example = "mk-iv-female"
    order = names("begin name weapon weapon_name range points edge arms")
    secondary = names("class outline arc edges copies paper")
    strip_rows = 3

    draft: Draft = part(DraftPart, "Vehicle", draft_of(UNITS["mk-iv-female"]), word=LEAD)
    weapon: str = part(OneOf, "Weapon", lambda s: s.draft.weapons[0].id, _weapons, always=True)
    heading: Heading = part(Facing, "Heading", Heading.N, word="facing", always=True)
    copies: int = part(
        Whole("Counters to print", 6, 1, 99, word="print", always=True, error_name=_COPIES)
    )
    paper: str = part(word, "Paper", "A4", tuple((one, one) for one in PAPERS), always=True)
    began: str = part(choice, "From", "", _origins, "unit", control_id="begin", word="from")
    held: str = part(Moment, default="")

    @property
    def field(self) -> DraftField:
        """The field of fire of the weapon being changed."""
        return self.draft.fields[self.draft.holder(self.weapon)]

    @property
    def chosen(self) -> DraftWeapon:
        """The weapon being changed."""
        return self.draft.weapon(self.weapon)

    @property
    def unit(self) -> Unit:
        """The unit in its present state; unchanged values keep the source of the unit it began
        from.
        """
        own = drafts.unit_of_draft(self.draft)
        return drafts.sourced(own, UNITS[self.began]) if self.began else own

    def ask(self) -> Answer[int]:
        return cover(self.unit)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the state of a line; a vehicle given by the id of a shipped unit began from that
        unit.
        """
        words = str(text).split()
        if len(words) > 1 and words[1] in UNITS and "from" not in words:
            text = f"{text} from {words[1]}"
        return super().parse(text)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        view, unit, heading = view or self.opening(), self.unit, self.heading
        at = middle(view)
        piece = counter_of(unit, at, heading)
        figures: list[Shape] = []
        wanted = [*counter_names(view, [piece])]
        for weapon in unit.weapons.values():
            colour, known = tint(unit, weapon.id), not isinstance(weapon.range_hexes, Gap)
            limit = weapon.range_hexes if isinstance(weapon.range_hexes, int) else UNKNOWN_RANGE
            arc = (at, heading, weapon.arc, limit)
            role = "can-hit" if weapon.id == self.weapon else "covered"
            hexes = fire.covered(view.grid, *arc)
            figures += fire.filled(view, hexes, role, weapon.id, colour)
            counts, name = weapon.arc.edge_hexsides, weapon.id
            figures += fire.edges(view, *arc, tint=colour, name=name, edges_count=counts)
            text = f"{weapon.name}, {f'to {limit}' if known else 'range not known'}"
            ends = fire.rim(view, *arc)
            wanted.append(fire.arc_name(view, at, ends, text, weapon.id, colour))
        colour = tint(unit, self.weapon)
        spots = self._handles(view).items()
        handles = (Circles((spot,), 7.0, "handle", end, colour) for end, spot in spots)
        figures += [*counters(view, [piece]), *handles]
        description = (
            f"The arc of each weapon, round the vehicle facing {heading.name}. {answer.headline}"
        )
        placed = place_names(view, figures, wanted)
        return board(view, figures, placed, f"Fire arcs of the {unit.name}", description)

    def question_picture(self) -> Scene:
        view = self.opening()
        piece = counter_of(self.unit, middle(view), self.heading)
        figures = counters(view, [piece])
        placed = place_names(view, figures, [*counter_names(view, [piece])])
        described = f"The vehicle, facing {self.heading.name}, without its arcs."
        return board(view, figures, placed, f"The {self.unit.name}", described)

    def _handles(self, view: View) -> dict[End, Pixel]:
        """Return the pixels of both handles of the chosen weapon's arc."""
        return {end: _handle(view, self.heading, self.chosen, end) for end in ENDS}

    def focus(self) -> Action:
        at, ranges = middle(self.view()), [w.range_hexes for w in self.unit.weapons.values()]
        known = [limit for limit in ranges if isinstance(limit, int)]
        reach = max(known, default=UNKNOWN_RANGE)
        ends = [_beyond(at, heading, reach) for heading in DIRECTIONS]
        return Action((at, *(end for end in ends if end in self.grid)))

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        grips = ((*spot, GRIP) for spot in self._handles(view).values())
        return ((*view.pixel(middle(view)), view.size), *grips)

    @classmethod
    def snap_lattice(cls, view: View) -> tuple[float, ...]:  # noqa: ARG003 - a panel of another lattice looks
        return ()

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (
            ("handle", "drag: an edge of the arc"),
            ("solid", "edge counts"),
            ("dashed", "edge does not"),
        )

    def exports(self) -> tuple[Export, ...]:
        order = [(self.unit, self.copies)]
        file, written = f"{self.draft.id}.toml", lambda: drafts.write_draft(self.draft)
        sheet, card = "Half-inch counters as PDF", "The fire-arc card as PDF"
        return (
            Export("Save TOML", "Save the vehicle as a TOML file", file, written),
            Export(
                "Print counters", sheet, "counters.pdf", lambda: counters_sheet(order, self.paper)
            ),
            Export("Print card", card, "card.pdf", lambda: arc_cards([self.unit], self.paper)),
        )

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        draft, arm, field = self.draft, self.chosen, self.field
        hint, edges = "?", (("yes", "count"), ("no", "do not"))
        return (
            Field("name", "Name", draft.name, "such as Mk V", free=True, letters=18),
            Choice("class", "Class", _CLASS_OPTIONS, str(draft.unit_class)),
            Choice("outline", "Silhouette", _OUTLINE_OPTIONS, draft.outline),
            _ARMS,
            Field("weapon_name", "called", arm.name, "such as 57 mm", free=True),
            Field("arc", "Arc", f"{arm.lo} to {arm.hi}", "-30 to 90"),
            _EDGES,
            Field("range", "Range", _shown(field.range_hexes), hint, letters=4),
            Field("points", "Points", _shown(field.points), hint, letters=4),
            Choice("edge", "Edges", edges, "yes" if field.edge_hexsides else "no", buttons=True),
            TextBox("toml", "As TOML", drafts.write_draft(draft), "What Save TOML has saved"),
        )

    def act(self, control: str, value: object) -> Self:
        draft = self.draft
        match control:
            case "arms":
                return self._rearmed(str(value))
            case "toml":
                read = drafts.read_draft(str(value))
                if read == draft:
                    return self
                return replace(self, draft=read, weapon=read.weapons[0].id, began="")
            case "name":
                draft = replace(draft, name=str(value).strip())
            case "class":
                unit_class = int(one_of("unit class", str(value), map(str, CLASSES)))
                draft = replace(draft, unit_class=unit_class)
            case "outline":
                draft = replace(draft, outline=str(value))
            case _:
                return self._change_weapon(control, value)
        return replace(self, draft=draft)

    def _change_weapon(self, control: str, value: object) -> Self:
        match control:
            case "weapon_name":
                return self._renamed(str(value).strip())
            case "arc":
                return self._with_arc(*_bearings(value))
            case "edges":
                move = one_of("move of an edge", value, [item[0] for item in _EDGES.items])
                lo, hi = self.chosen.lo, self.chosen.hi
                step = 30 if move.endswith("+") else -30
                return self._with_arc(*((lo + step, hi) if move[:2] == "lo" else (lo, hi + step)))
            case "range":
                return self._with_field(range_hexes=_number("A range", value))
            case "points":
                return self._with_field(points=_number("The number of points", value))
            case "edge":
                counts = one_of("answer", value, ["yes", "no"]) == "yes"
                return self._with_field(edge_hexsides=counts)
        return super().act(control, value)

    def after(self, control: str, before: Self) -> Self:
        if control != "begin" or not self.began:
            return self
        draft = draft_of(UNITS[self.began])
        return replace(self, draft=draft, weapon=draft.weapons[0].id, heading=Heading.N)

    def _rearmed(self, change: str) -> Self:
        if one_of("change of weapons", change, [item[0] for item in _ARMS.items]) == "drop":
            draft = self.draft.without_weapon(self.weapon)
            return replace(self, draft=draft, weapon=draft.weapons[0].id)
        if change == "field":
            draft, new = self.draft.with_new_field()
        else:
            draft, new = self.draft.with_new_weapon(self.weapon)
        return replace(self, draft=draft, weapon=new)

    def _renamed(self, name: str) -> Self:
        if name == self.chosen.name:
            return self
        key = drafts.slug(name, [w.id for w in self.draft.weapons if w.id != self.weapon])
        return replace(self._with_weapon(id=key, name=name), weapon=key)

    def _with_arc(self, lo: int, hi: int) -> Self:
        return self._with_weapon(lo=lo, hi=hi)

    def _with_weapon(self, **values: Any) -> Self:
        weapon = replace(self.chosen, **values)
        return replace(self, draft=self.draft.with_weapon(self.weapon, weapon))

    def _with_field(self, **values: Any) -> Self:
        number = self.draft.holder(self.weapon)
        return replace(self, draft=self.draft.with_field(number, replace(self.field, **values)))

    # -- what the hand does

    def pointed(self, gesture: Gesture, view: View) -> Self:
        if gesture.kind == "press":
            spots = self._handles(view).items()
            near = (end for end, spot in spots if math.dist(spot, gesture.at) <= GRIP)
            return replace(self, held=next(near, ""))
        return self._dragged(gesture, view) if gesture.kind == "drag" and self.held else self

    def turned(self, points: int) -> Self:
        return replace(self, heading=self.heading.turn(points))

    def stepped(self, arrow: str) -> Self:
        return self.turned({"ArrowLeft": -1, "ArrowRight": 1}.get(arrow, 0))

    def _dragged(self, gesture: Gesture, view: View) -> Self:
        """Let the edge follow the pointer, as long as the width of the arc stays legal."""
        arm = self.chosen
        points = self.heading.turns_to(view.heading_at(middle(view), gesture.at))
        now = arm.lo if self.held == "lo" else arm.hi
        moved = now + 30 * ((points - now // 30 + 6) % 12 - 6)  # the short way round
        lo, hi = (moved, arm.hi) if self.held == "lo" else (arm.lo, moved)
        return self._with_arc(lo, hi) if 30 <= hi - lo <= 360 and -360 <= lo <= 360 else self


def _shown(number: int | None) -> str:
    return "" if number is None else str(number)


def _number(what: str, given: object) -> int | None:
    """Return the number given, or None for an empty field, which means unknown."""
    return None if str(given).strip() == "" else whole(what, given, 0, 99)


def _bearings(given: object) -> tuple[int, int]:
    words = str(given).replace("°", " ").replace("to", " ").split()
    digits = [word.removeprefix("-").removeprefix("+") for word in words]
    if len(words) != 2 or any(small(number) is None for number in digits):
        raise ValueError(
            f"{given!r} is not an arc; write two bearings off the bow, port negative, such as -30"
            " to 90."
        )
    return int(words[0]), int(words[1])


def _beyond(hexagon: Hex, heading: Heading, hexes: int) -> Hex:
    """Return the hex that lies ``hexes`` on along a heading that faces a hexside."""
    for _ in range(hexes):
        hexagon = hexagon.neighbour(heading)
    return hexagon


def middle(view: View) -> Hex:
    """Return the hex in the middle of the board, where the vehicle stands."""
    return view.grid.hex((view.grid.columns + 1) // 2, (view.grid.rows + 1) // 2)


def _handle(view: View, heading: Heading, weapon: DraftWeapon, end: End) -> Pixel:
    """Return the pixel of the handle of this edge of a weapon's arc.

    The edges of an all-round arc are on one ray, so the handle of its last edge is farther out.
    """
    x, y = view.pixel(middle(view))
    dx, dy = view.ray(heading.turn((weapon.lo if end == "lo" else weapon.hi) // 30))
    all_round = end == "hi" and (weapon.hi - weapon.lo) % 360 == 0
    reach = _HANDLE * view.size * (1.35 if all_round else 1.0)
    return x + reach * dx, y + reach * dy
