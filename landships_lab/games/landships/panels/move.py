"""The movement panel: the places that a vehicle can reach, over hexes and hexsides, and
the cost.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import one_of
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.speech import plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.drawing import draw
from landships_lab.drawing.board import board, place_names
from landships_lab.drawing.counters import Counter, card, counters
from landships_lab.drawing.fire import stroke
from landships_lab.drawing.labels import clear_of
from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.ground import GroundValues, sample_values
from landships_lab.games.landships.rules.field_of_movement import March, Moves, Placement
from landships_lab.games.landships.rules.movement import answer_move
from landships_lab.games.landships.rules.positions import drifts, legal_headings, nearest_heading
from landships_lab.panel.board import Action, Gesture, around_map, step_place, supposed
from landships_lab.panel.controls import Buttons, Control, Field
from landships_lab.panel.painting import ALONG, click_part
from landships_lab.panel.parts import LEAD, Facing, Moment, OnePlace, Part, Places, Whole, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.parts.places import placed
from landships_lab.panel.readings import Readings, Taken
from . import painted_ground
from .common import MOVE_BUTTONS, carried, counter_under, discs, word
from .painted_ground import UnitOnGround, Values, ground_brush, ground_part, value_controls

GRID = Grid(columns=20, rows=14)
#: The first state of a panel: a tank before a pond, an enemy beyond it, with woods, a road and a
#: village nearby.
ROUND_THE_POND = (
    "0708 E mp 16 to 1207 enemies 1010 terrain water=0908,1007,1008,0907"
    " woods=0805,0806,0905,1112,1212,1113 road=0703,0803,0904,1003,1104,1204,1305"
    " town=1405,1505,1504,1606 shell-holes=0709,0809,0810,0910 trench=1407/1408,1408/1508"
)
STEERING = {"vehicle": "good", "hard-to-steer": "hard"}
CLICKS = {"go": "asks", "place": "moves it", "enemy": "enemy", "paint": "paints"}
#: Whether it has moved before the move in question; spent MPs also imply this.
MOVED = {"no": "no", "yes": "yes"}
#: The colour of what is within reach.
TINT = "green"
MOST_MP, TURN = 99, "the cost of a turn"


@dataclass(frozen=True)
class Goal:
    """A place to go to, and the heading to face there, if any."""

    place: Place
    facing: Heading | None = None


class GoalPart(Part):
    """The goal of a move, or None. A link writes it as ``0705`` or ``0705 N``."""

    one_word = False

    def control(self, state: object) -> Control | None:
        goal = getattr(state, self.id)
        code = " ".join(self.write(state, goal)) if goal else ""
        return Field(self.control_id, self.title(state), code, "0705, or 0705 N")

    def take(self, state: object, given: object) -> Goal | None:
        if given is None or isinstance(given, Goal):
            return given
        words = str(given).split() if isinstance(given, str) else []
        if isinstance(given, str) and not words:
            return None
        return self.read(state, words) if words else Goal(placed(GRID, given))

    def read(self, state: object, words: Sequence[str]) -> Goal:
        if not 1 <= len(words) <= 2:
            raise ValueError(
                f"After {self.keyword!r} write a place, and a heading if it is to face so, such as"
                " 0705 N."
            )
        if len(words) == 1:
            return Goal(GRID.place(words[0]))
        return Goal(*GRID.placement(" ".join(words)))

    def write(self, state: object, value: Goal) -> list[str]:
        return [GRID.code(value.place), *([value.facing.value] if value.facing else [])]

    def sample(self, dice: random.Random, state: object) -> Goal | None:
        place = dice.choice(sorted(GRID.places))
        return Goal(place, dice.choice(legal_headings(3, place)) if dice.random() < 1 / 3 else None)


class Drift(OnePlace):
    """The place of a drift. Buttons choose the one to port or to starboard."""

    def control(self, state: object) -> Control | None:
        sides = (("port", "◁"), ("starboard", "▷"))
        buttons = tuple((side, sign, f"Ask about a drift to {side}") for side, sign in sides)
        return Buttons(self.control_id, self.title(state), buttons)

    def take(self, state: Movement, given: object) -> Place | None:
        if given not in ("port", "starboard"):
            place: Place | None = super().take(state, given)
            return place
        beside = drifts(state.place, state.heading)
        if not beside:
            raise ValueError(
                f"It faces {state.heading}, a hexside: no hexside beside it lies along that"
                " heading, so it cannot drift."
            )
        into = beside[0 if given == "port" else 1]
        if into not in self.grid:
            raise ValueError(f"The edge of the board lies to {given}.")
        return into


class TurnCost(Whole):
    """The cost in MPs of a turn by 30 degrees, as the reader gave it."""

    def control(self, state: Movement) -> Control | None:
        return Field(self.control_id, self.title(state), str(state.march.turn_cost), self.hint)


def _turn_label(state: Movement) -> str:
    return f"MPs for 30° of turn ({'a sample' if state.turn_mp is None else 'your own'})"


def _never(_state: Movement) -> bool:
    return False


def _unspent(state: Movement) -> bool:
    return not state.spent


@dataclass(frozen=True)
class Movement(UnitOnGround):
    """Move a vehicle over a board you can paint; see every place that it can reach, the MPs left
    there, and why.

    ``mp`` is its allowance and ``spent`` the part already used; ``turn_mp`` is the reader's cost
    for a turn of 30 degrees, if any: all in MPs. ``goal`` is the place in question, and ``drift``
    the place of a drift. ``hover``, ``held`` and ``held_heading`` are momentary.
    """

    id = "landships:move"
    columns = 14.5  # a tank that moves fast goes six hexes
    title = "Movement and drift"
    rule_set = "Landships!"
    prompt = "Where can it get to, and what does the way cost?"
    usage_hint = (
        "Point at a place to see the way · click to keep it · drag the vehicle · wheel or Q and E"
        " turn it"
    )
    hands_for = MappingProxyType(
        {
            "place": "Click to put the vehicle there, or drag it · wheel or Q and E turn it · arrow"
            " keys move it",
            "enemy": "Click to put an enemy there, or take it away · drag the vehicle · wheel or Q"
            " and E turn it",
        }
    )
    example = ROUND_THE_POND
    order = names("place move target go drift mp click brush moved steering turn_mp enemies paint")
    secondary = (*names("moved steering turn_mp enemies paint"), *painted_ground.VALUE_IDS)

    place: Place = part(
        OnePlace, "at", GRID.hex(7, 8), GRID, facing="heading", hint="such as 0503 E", word=LEAD
    )
    heading: Heading = part(Facing, "Heading", Heading.E, word=LEAD)
    mp: int = part(Whole, "MPs", 12, 0, MOST_MP, always=True, error_name="a movement allowance")
    spent: int = part(
        Whole, "MPs spent", 0, 0, MOST_MP, shown=_never, error_name="the number of MPs spent"
    )
    steering: str = part(word, "Steering", "vehicle", STEERING, "kind of steering", word="steer")
    turn_mp: int | None = part(
        TurnCost(
            _turn_label, None, 0, MOST_MP, word="turn", empty=True, hint="0 to 99", error_name=TURN
        )
    )
    goal: Goal | None = part(GoalPart, "To", None, word="to", control_id="target")
    drift: Place | None = part(Drift, "Drift", None, grid=GRID, empty=True)
    moved: str = part(word, "Moved this turn", "no", MOVED, "word on its move", shown=_unspent)
    enemies: frozenset[Place] = part(
        Places, "Enemies in", frozenset(), GRID, most=len(GRID.places), hint="such as 0705 0706"
    )
    values: GroundValues = part(Values, "Values of terrain", sample_values())
    terrain: TerrainMap = part(ground_part, GRID)
    click: str = part(click_part, "go", CLICKS)
    brush: str = part(ground_brush, "woods")
    readings: Taken = part(Readings, known=readings("landships", "movement"))
    hover: Place | None = part(Moment())
    held: str = part(Moment, default="")
    held_heading: Heading | None = part(Moment())

    @property
    def aimed(self) -> Goal | None:
        """The goal in question: the place under the pointer, else the chosen one."""
        return Goal(self.hover) if self.hover else self.goal

    @property
    def march(self) -> March:
        """Everything that its move depends on, for the rules."""
        mp, moved = self.mp - self.spent, self.moved == "yes" or self.spent > 0
        turn, enemies, options = self.turn_mp, self.enemies, self.readings
        return March(
            GRID, self.terrain, self.values, mp, turn, enemies, options, self.steering, moved
        )

    def ask(self) -> Answer[int | bool | Gap]:
        """Return the answer, whose detail is the `Moves`; without a goal, the number of reachable
        places.
        """
        goal = self.aimed or Goal(self.place)
        asked = (self.place, self.heading, goal.place, goal.facing)
        return answer_move(self.march, *asked, drift=self.drift, spent=self.spent)

    def effect(self, answer: Answer[object]) -> str:
        if self.drift is not None and not isinstance(answer.value, Gap):
            return "may drift" if answer.value else "may not"
        if isinstance(answer.value, Gap):
            return "not in the source"
        if answer.value is False:
            return "out of reach"
        return f"{answer.value} places" if self.aimed is None else f"{answer.value} MPs left"

    def check(self) -> Self:
        if self.spent > self.mp:
            raise ValueError(f"{self.spent} MPs cannot be spent of {self.mp}.")
        return self

    # -- the picture

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        view, moves = view or self.opening(), answer.detail
        pieces, described = self._pieces(view), answer.headline
        if moves is None:  # an illegal position: the rose shows the legal headings
            figures = (*pieces, *draw.rose(view, self.place, legal_headings(3, self.place)))
            named = draw.rose_names(view, self.place, self.heading)
            placed = place_names(view, figures, named, self.terrain)
        else:
            left_over = clear_of(_left_over(view, moves), [*pieces, *draw.compass(view)])
            way = _way(view, moves, self.aimed.place if self.aimed else None, self.drift)
            figures = (*_field(view, moves), *left_over, *way, *pieces)
            placed = place_names(view, pieces, (), self.terrain)
            described += f" {_within_reach(moves)}"
        return board(view, figures, placed, "Movement", described, self.terrain)

    def question_picture(self) -> Scene:
        view, asked = self.opening(), self.drift or (self.goal.place if self.goal else None)
        rings = () if asked is None else (draw.target_ring(view, asked),)
        figures = (*rings, *self._pieces(view))
        placed = place_names(view, figures, (), self.terrain)
        return board(view, figures, placed, "Movement", "A vehicle on a board.", self.terrain)

    def _pieces(self, view: View) -> tuple[Shape, ...]:
        """Return the counters of the vehicle and of its enemies."""
        code, facing = view.grid.code, legal_headings
        enemies = [
            Counter(e, facing(3, e)[0], "platoon", "", f"enemy {code(e)}", "German")
            for e in sorted(self.enemies)
        ]
        vehicle = Counter(self.place, self.heading, "rhomboid", "", "vehicle", "British")
        return counters(view, [*enemies, vehicle], "vehicle")

    def counters_at(self, view: View) -> tuple[tuple[float, float, float], ...]:
        return discs(view, (self.place,))

    def focus(self) -> Action:
        asked = self.drift or (self.goal.place if self.goal else self.place)
        return Action((self.place, asked), around_map(self.terrain))

    def preview(self) -> str:
        goal = self.goal.place if self.goal else None
        return supposed("If you go to", self.grid, self.hover, goal)

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (
            ("reach", "within reach, MPs left"),
            ("reach-side", "hexside within reach"),
            ("reach-drift", "by a drift"),
        )

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        go = (("go", "Go", "Move there, paying its MPs"), ("turn", "New turn", "All MPs again"))
        values = value_controls(self.values, self.brush) if self.click == "paint" else ()
        more = (*super().actions(), *values, self.board_box())
        return (MOVE_BUTTONS, Buttons("go", "", go), *more)

    def act(self, control: str, value: object) -> Self:
        if control == "go":
            return self._go(one_of("move", value, ["go", "turn"]))
        if control.startswith("value."):
            shown = {field.id: field.value for field in value_controls(self.values, self.brush)}
            if shown.get(control) == str(value):
                return self  # an unchanged sample stays a sample
            name = f"{self.brush.removeprefix(ALONG)}.{control.removeprefix('value.')}"
            return replace(self, values=self.values.set(name, str(value)))
        return super().act(control, value)

    def _go(self, move: str) -> Self:
        if move == "turn":
            return replace(self.stood(self.place, self.heading), spent=0, moved="no")
        if self.drift is None and self.goal is None:
            raise ValueError("First choose where to go: click a place, or type its code.")
        answer = self.settled().ask()
        if answer.value is False or isinstance(answer.value, Gap):
            raise ValueError(answer.headline)
        moves: Moves = answer.detail
        return replace(self.stood(*moves.end), spent=self.mp - moves.mp_left, moved="yes")

    def after(self, control: str, before: Self) -> Self:
        match control:
            case "place" | "heading":
                return self.stood(self.place, self.heading)
            case "target":
                return replace(self, drift=None, hover=None)
            case "drift":
                return replace(self, goal=None, hover=None)
            case "mp":
                return replace(self, spent=min(self.spent, self.mp))
            case "steering":
                return replace(self, turn_mp=None)
        return super().after(control, before)

    def standing(self) -> tuple[Place, Heading]:
        return self.place, self.heading

    def stood(self, place: Place | None, heading: Heading) -> Self:
        new = replace(self, place=place or self.place, heading=heading)
        return replace(new, goal=None, drift=None, hover=None)

    def ground_values(self) -> GroundValues:
        return self.values

    def loaded(self, terrain: TerrainMap, values: GroundValues) -> Self:
        return replace(self, terrain=terrain, values=values)

    # -- gestures

    def pointed(self, gesture: Gesture, view: View) -> Self:
        if self.click == "paint":
            return self.painted(gesture, view)
        on_unit = counter_under(view, gesture.at, {"vehicle": self.place}) is not None
        place = view.place_at(gesture.at)
        if gesture.kind == "press" and on_unit:
            return replace(self, held="vehicle", held_heading=self.heading, hover=None)
        if self.held == "vehicle" or (gesture.kind == "press" and self.click == "place"):
            if place is None:
                return self
            return self.stood(place, carried(self.held_heading, 3, place, self.heading))
        if gesture.kind == "press":
            return self if place is None else self._pressed(place)
        still = on_unit or self.drift is not None or self.click == "enemy"
        return replace(self, hover=None if still else place)

    def _pressed(self, place: Place) -> Self:
        if self.click == "enemy":
            there = place if isinstance(place, Hex) else place.hexes[0]
            return replace(self, enemies=self.enemies ^ {there})
        return replace(self, goal=Goal(place), drift=None, hover=None)

    def stepped(self, arrow: str) -> Self:
        if self.click == "place":
            place = step_place(self.grid, self.place, arrow)
            return self.stood(place, nearest_heading(3, place, self.heading))
        there = step_place(self.grid, self.goal.place if self.goal else self.place, arrow)
        return replace(self, goal=Goal(there), drift=None, hover=None)


# -- the picture


def _within_reach(moves: Moves) -> str:
    reached = [place for place in moves.reached.mp_left if place != moves.reached.start[0]]
    hexes = sum(isinstance(place, Hex) for place in reached)
    places = f"{plural(hexes, 'hex', 'hexes')} and {plural(len(reached) - hexes, 'hexside')}"
    more = plural(len(moves.drifted), "more place", "more places")
    return f"It reaches {places}, and {more} by a drift."


def _field(view: View, moves: Moves) -> Iterator[Shape]:
    """Yield hexes within reach as tints, hexsides as strokes, and places reached by a drift as
    dashes.
    """
    reached, drifted = moves.reached, moves.drifted
    hexes = [place for place in reached.mp_left if isinstance(place, Hex) and view.shows(place)]
    sides = [place for place in reached.mp_left if isinstance(place, Side)]
    yield Polygons(tuple(view.outline(h) for h in hexes), "reach", "within reach", TINT)
    yield Lines(tuple(stroke(view, side) for side in sides), "reach-side", "within reach", TINT)
    if by_drift := [place for place in drifted if isinstance(place, Side)]:
        lines = tuple(stroke(view, side) for side in by_drift)
        yield Lines(lines, "reach-drift", "by a drift", TINT)
    if into := [place for place in drifted if isinstance(place, Hex)]:
        spots = tuple(map(view.pixel, into))
        yield Circles(spots, 0.2 * view.size, "reach-drift", "by a drift", TINT)


def _left_over(view: View, moves: Moves) -> Iterator[Label]:
    """Yield the MPs left in each hex within reach."""
    for place, mp in moves.reached.mp_left.items():
        if isinstance(place, Hex) and view.shows(place) and place != moves.reached.start[0]:
            yield Label(str(mp), view.pixel(place), "mp-left", view.grid.code(place), TINT)


def _way(view: View, moves: Moves, asked: Place | None, drift: Place | None) -> Iterator[Shape]:
    """Yield the path and the drift in question, or a mark on a place out of reach."""
    start, heading = moves.reached.start
    drifted = moves.drift if drift is None else (drift, heading)
    if moves.path and drift is None:
        yield from _path(view, moves)
    if drifted is not None:
        yield Lines(((view.pixel(moves.path[-1][0]), view.pixel(drifted[0])),), "drift", "drift")
        yield from _ghost(view, drifted)
    elif not moves.path and asked is not None and asked != start:
        yield from draw.outlined(view, asked, "blocked", "out of reach")


def _path(view: View, moves: Moves) -> Iterator[Shape]:
    """Yield a path as a line, a badge of MPs left at each place, the outline at its end."""
    places = [moves.path[0][0]]
    mps = [moves.march.mp]
    for place, heading in moves.path[1:]:
        now = moves.reached.ends[place[0], place[1], heading.points]
        if place == places[-1]:
            mps[-1] = now
        else:
            places.append(place)
            mps.append(now)
    if len(places) > 1:
        yield Lines((tuple(view.pixel(place) for place in places),), "path", "path")
    yield from _ghost(view, moves.path[-1])
    spots = tuple(view.pixel(place) for place in places[1:-1])
    if spots:
        yield Circles(spots, 0.4 * view.size, "count-badge", "path")
        for n, at in zip(mps[1:-1], spots, strict=True):
            yield Label(str(n), at, "count-number", str(n))


def _ghost(view: View, placed: Placement) -> Iterator[Shape]:
    """Yield the outline of the vehicle at the end of its move."""
    piece = Counter(placed[0], placed[1], "rhomboid", "", "ghost")
    yield Polygons((card(view, piece),), "ghost", "ghost")
    yield from (s for s in counters(view, [piece]) if s.role == "arrow")
