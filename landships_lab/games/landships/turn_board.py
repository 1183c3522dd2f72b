"""The Brickyard in play: the board of its panel, with what the chosen counter may do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place
from landships_lab.drawing import draw
from landships_lab.drawing.shapes import Label, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.panels.brickyard import Brickyard, MoraleCheck, Squad, Victory
from landships_lab.games.landships.panels.brickyard import Fire as FirePanel
from landships_lab.games.landships.panels.brickyard import SetUp as SetUpPanel
from landships_lab.games.landships.rules.brickyard import (
    Standing,
    class_of,
    order_of_battle,
    tank_of,
)
from landships_lab.games.landships.rules.brickyard_squads import WAYS
from landships_lab.games.landships.turn.clock import GRID, Clock, Piece
from landships_lab.games.landships.turn.drive import Drive
from landships_lab.games.landships.turn.firing import (
    FLAMETHROWER,
    SMALL_ARMS,
    Attack,
    Firing,
    weapons_of,
)
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice, Happening, choice, choices

#: The verbs whose destinations have rings.
_MOVES = ("walk", "enter", "place", "fly", "dismount", "drift")
#: The verbs of a chosen counter whose places must be in view.
_IN_VIEW = ("enter", "dismount", "walk", "fire", "assault", "shell")
#: The verbs that are allowed at any hex, though only some hexes are listed.
_ANYWHERE = ("enter", "place", "fly", "shell")


class BrickyardBoard(TurnBoard):
    """The picture of a `Clock`, and what a press on it means."""

    opens_closer = True
    side_marks: ClassVar[Mapping[str, str]] = {"German": "unit-german", "British": "unit-british"}

    def view(self, situation: Clock, closer: bool = False) -> View:
        state = _state(situation)
        seen: View = Brickyard.view(state.focus()) if closer else Brickyard.view()
        return seen

    def picture(
        self, situation: Clock, view: View, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        now = _shown(situation, unit)
        state = _as(Victory, situation, now) if situation.over else _state(situation, now)
        scene = state.picture(state.answer(), view)
        more = (*_offers(situation, unit or now, view), *_in_hand(choice, view))
        spoken = f"{situation.label}. {scene.description}"
        return replace(scene, figures=(*scene.figures, *more), description=spoken)

    def unit_at(self, situation: Clock, at: tuple[float, float], view: View) -> str:
        """Return the counter under a point; of several, one that may act."""
        place = view.place_at(at)
        here = [unit.id for unit in situation.on_board if unit.place == place]
        able = () if situation.over else situation.now.units(situation)
        return next((name for name in here if name in able), here[0] if here else "")

    def aimed(self, situation: Clock, unit: str, at: tuple[float, float], view: View) -> str:
        """Return the choice that a press at a place means: to come on, dismount, walk or drive
        there, or to fire at it with a weapon that may.
        """
        place = view.place_at(at)
        if place is None or situation.over or not situation.has(unit):
            return ""
        listed = choices(situation, unit)
        meant = [one for one in listed if GRID.code(place) in one.names]
        legal = next((one.words for one in meant if one.legal), "")
        anywhere = {one.verb for one in listed if one.verb in _ANYWHERE and one.unit == unit}
        typed = [f"{verb} {unit} {GRID.code(place)}" for verb in anywhere if isinstance(place, Hex)]
        there = legal or _driven(situation, unit, place)
        return there or next((one.words for one in meant), "") or next(iter(typed), "")

    def turned(self, situation: Clock, words: str, points: int) -> str:
        verb, *rest = words.split()
        if verb == "to" and len(rest) == 2:
            return f"to {rest[0]} {Heading(rest[1]).turn(points)}"
        if verb not in ("enter", "place", "fly") or len(rest) < 2:
            return words
        unit, place = situation.unit(rest[0]), GRID.place(rest[1])
        now = Heading(rest[2]) if len(rest) > 2 else unit.heading_at(place)
        each = 2 if class_of(unit.of, situation.read_as) == 1 else 1
        return f"{verb} {rest[0]} {rest[1]} {now.turn(each * points)}"

    def explain(self, situation: Clock, choice: Choice) -> Panel | None:
        verb, *rest = choice.verb, *choice.names
        match verb, rest:
            case "fire", [unit, weapon, target]:
                named = "" if weapon in (SMALL_ARMS, FLAMETHROWER) else weapon
                asked = {"weapon": named, "target": GRID.place(target)}
                return _as(FirePanel, situation, unit, **asked)
            case "dismount", [unit, place]:
                asked = {"action": "dismount", "target": GRID.place(place)}
                return _as(Squad, situation, unit, **asked)
            case "walk", [unit, place, *way] if situation.unit(unit).of.kind == "squad":
                asked = {"target": GRID.place(place), "along": way[0] if way else "open"}
                return _as(Squad, situation, unit, action="move", **asked)
            case "assault", [unit, _] if situation.unit(unit).of.kind == "squad":
                return _as(Squad, situation, unit, action="close-assault")
            case (("enter" | "place"), [unit, *where]):
                placed = f"{where[0]} {where[1]}" if len(where) > 1 else where[0]
                there, heading = _placed(situation.unit(unit), placed)
                put = replace(situation.unit(unit), place=there, heading=heading)
                return _as(SetUpPanel, situation.put(put), unit)
            case (("result" | "and"), [unit, result]) if result != "destroyed":
                return _as(MoraleCheck, situation, unit, morale=result)
            case "end", _:
                return _as(Victory, situation, _acting(situation))
        return None

    def at_stake(self, situation: Clock, unit: str, choice: Choice | None) -> tuple[Any, ...]:
        acting = situation.unit(_shown(situation, unit))
        over = situation.over != ""
        stays = over or (acting.place is not None and isinstance(situation.now, Drive))
        listed = () if stays else choices(situation, unit)
        offered = (_place_of(one) for one in listed if one.legal and one.verb in _IN_VIEW)
        held = _place_of(choice) if choice else None
        places = (*offered, held, acting.place)
        return tuple(dict.fromkeys(place for place in places if place is not None))

    def last_move(self, before: Clock, last: Happening, view: View) -> Iterable[Shape]:
        """Yield an arrow from where a counter came, or to the place that it attacked."""
        verb, name = last.verb, (*last.names, "")[0]
        name = before.now.name if isinstance(before.now, Drive) else name
        after = last.situation
        if not (isinstance(after, Clock) and before.has(name)):
            return
        start = before.unit(name).place
        end = after.unit(name).place if after.has(name) else None
        if verb in ("fire", "assault"):
            end = GRID.place(last.names[-1])
        if start is not None and end is not None and view.shows(start) and view.shows(end):
            yield from draw.last_move(view.pixel(start), view.pixel(end), name)

    def drag_targets(self, situation: Clock, view: View) -> tuple[tuple[float, float, float], ...]:
        return _state(situation).counters_at(view)

    def snap_lattice(self, view: View) -> tuple[float, ...]:
        return Brickyard.snap_lattice(view)

    def legend(self, situation: Clock) -> tuple[tuple[str, str], ...]:
        moves = not (situation.over or isinstance(situation.now, Firing | Attack))
        return (
            ("unit-german", "German"),
            ("unit-british", "British"),
            ("ground-woods", "wood"),
            ("ground-town", "town"),
            ("start", "the Brickyard"),
            ("place", "it may go there") if moves else ("hit", "can be hit"),
            ("last-move", "the last move"),
        )


def _acting(clock: Clock) -> str:
    """Return the counter that acts now, or the first on the board."""
    if not clock.over and isinstance(clock.now, Drive):
        return clock.now.name
    return next((unit.id for unit in clock.on_board if unit.of.kind == "tank"), clock.units[0].id)


def _shown(clock: Clock, unit: str) -> str:
    """Return the counter to show: this one, or the one that acts if there is no counter of that
    name.
    """
    known = clock.has(unit) and clock.unit(unit).of.kind != "artillery"
    return unit if known else _acting(clock)


def _placed(unit: Piece, words: str) -> tuple[Place, Heading]:
    """Return the place and the heading that these words give a counter."""
    if " " in words:
        return GRID.placement(words)
    place = GRID.place(words)
    return place, unit.heading_at(place)


def _as(panel: type[Brickyard], clock: Clock, unit: str, **asked: object) -> Brickyard:
    shown = unit if clock.has(unit) else clock.units[0].id
    return panel(
        chosen=shown,
        turn=clock.turn,
        question=panel.key,
        units=_all_counters(clock),
        terrain=clock.terrain,
        readings=clock.readings,
        **asked,  # type: ignore[arg-type]  # the fields of the question
    )


def _all_counters(clock: Clock) -> tuple[Standing, ...]:
    """Return all counters of the scenario, as the panel holds them: removed ones are beside the
    board.
    """
    return tuple(
        clock.unit(one.id).plain if clock.has(one.id) else replace(one, place=None, aboard="")
        for one in order_of_battle()
    )


def _state(clock: Clock, unit: str = "") -> Brickyard:
    """Return the state of the panel that shows this board with a counter chosen."""
    chosen = unit or _acting(clock)
    standing: Standing = clock.unit(chosen)
    shown = tank_of(standing, clock.units) or standing
    weapon = next(iter(weapons_of(shown)))
    return _as(FirePanel, clock, shown.id, weapon="" if weapon == SMALL_ARMS else weapon)


def _driven(clock: Clock, unit: str, place: Place) -> str:
    """Return the drive to a place that changes the vehicle's heading least, or ""."""
    if not isinstance(clock.now, Drive) or clock.now.name != unit:
        return ""
    heading = clock.unit(unit).heading
    for points in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6):
        words = f"to {GRID.code(place)} {heading.turn(points)}"
        if choice(clock, words).legal:
            return words
    return ""


def _offers(clock: Clock, unit: str, view: View) -> Iterator[Shape]:
    """Yield rings round the places that the chosen counter may go to."""
    if clock.over or not clock.stack:
        return
    ringed = set()
    for one in choices(clock, unit):
        place = _place_of(one)
        if one.legal and one.verb in _MOVES and place not in ringed and one.names[-1] not in WAYS:
            ringed.add(place)
            if place is not None and view.shows(place):
                yield from draw.ring(view, place, "selected", one.words)


def _in_hand(held: Choice | None, view: View) -> Iterator[Shape]:
    """Yield the place where the choice in hand leads."""
    place = _place_of(held) if held else None
    if held is None or place is None:
        return
    yield draw.target_ring(view, place)
    if held.names[-1] in map(str, HEADINGS):
        yield Label(f"→ {held.names[-1]}", view.pixel(place), "note", "in hand")


def _place_of(one: Choice) -> Place | None:
    """Return the place that the words of a choice name; None if they name none."""
    for word in one.names:
        try:
            return GRID.place(word)
        except ValueError:
            continue
    return None


#: What `play` draws.
BOARD = BrickyardBoard()
