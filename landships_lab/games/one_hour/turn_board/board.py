"""The board on which One-Hour Wargames is played: the gestures on the table, and its picture, with
the reach of the chosen Unit and its targets.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import cos, pi, sin
from typing import Any, ClassVar

from landships_lab.core.plane import Spot
from landships_lab.core.speech import percent
from landships_lab.drawing import draw, tabletop
from landships_lab.drawing.labels import Name
from landships_lab.drawing.shapes import Circles, Lines, Pixel, Polygons, Scene, Shape
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.one_hour.panels import sight
from landships_lab.games.one_hour.panels.common import composed
from landships_lab.games.one_hour.rules.ground import Unit, carried
from landships_lab.games.one_hour.rules.movement import Move, move_odds, threatened
from landships_lab.games.one_hour.turn.firing import ReadyFire, out_of_range
from landships_lab.games.one_hour.turn.moving import Moving, read_path
from landships_lab.games.one_hour.turn.situation import OneHourGame, place_of
from landships_lab.games.one_hour.turn.steps import Actions, MortarFire
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice, Happening, choices
from .explain import explain

#: The degrees of one point of a turn.
POINT = 30
#: The number of corners of a drawn ring.
_RIM = 72
#: What is drawn: shapes, and names that are placed among them.
Drawn = Iterator[Shape | Name]


class OneHourBoard(TurnBoard):
    """The table with its Units."""

    side_marks: ClassVar = {"British": "unit-british", "Italian": "unit-german"}

    def view(self, situation: OneHourGame, closer: bool = False) -> TableView:
        table = situation.table
        whole = TableView.fit(table.width_inches, table.depth_inches)
        return whole.closer(self._centre(situation)) if closer else whole

    def _centre(self, situation: OneHourGame) -> Spot:
        if not situation.over and isinstance(situation.now, Moving):
            return situation.table.unit(situation.now.unit).unique.centre
        units = situation.table.units
        if not units:
            return Spot(situation.table.width_inches // 2, situation.table.depth_inches // 2)
        centres = [unit.unique.centre for unit in units]
        east, south = (Fraction(sum(map(Fraction, along))) for along in zip(*centres, strict=True))
        return Spot(east / len(units), south / len(units))

    def picture(
        self, situation: OneHourGame, view: TableView, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        title, words = situation.played.name, f"{situation.played.name}. {situation.text()}"
        ground = sight.ground_of(view, situation.table)
        return composed(view, ground, _drawn(view, situation, unit, choice), title, words)

    def last_move(self, before: OneHourGame, last: Happening, view: TableView) -> Iterator[Shape]:
        """Yield the line of the last shot or the last move."""
        if last.verb == "fire" and {*last.names[:2]} <= {*before.names}:
            ends = [before.table.unit(name) for name in last.names[:2]]
        else:
            after: Any = last.situation
            moved = [one for one in after.table.units if one.name in before.names]
            pairs = ([before.table.unit(one.name), one] for one in moved)
            ends = next((pair for pair in pairs if pair[0].unique != pair[1].unique), [])
        if ends:
            start, end = (view.pixel(one.unique.centre) for one in ends)
            yield from draw.last_move(start, end, last.did)

    def unit_at(self, situation: OneHourGame, at: tuple[float, float], view: TableView) -> str:
        under = sight.unit_under(situation.table, view, at)
        return under.name if under else ""

    def aimed(
        self, situation: OneHourGame, unit: str, at: tuple[float, float], view: TableView
    ) -> str:
        """Return the words of the choice that a press means: a shot at the enemy there, the
        destination of a moving Unit, or its roll for a move.
        """
        if situation.over or unit not in situation.names:
            return ""
        mine, under = situation.table.unit(unit), sight.unit_under(situation.table, view, at)
        if isinstance(situation.now, Moving):
            if unit != situation.now.unit:
                return ""
            return f"to {place_of(carried(mine, view.spot(at)))}"
        if under is not None and under.side != mine.side:
            return _shot_at(situation, unit, under.name)
        return f"move {unit}" if under is None and unit in situation.now.units(situation) else ""

    def turned(self, situation: OneHourGame, words: str, points: int) -> str:
        if situation.over or not isinstance(situation.now, Moving):
            return words
        path = read_path(situation.table.unit(situation.now.unit), words.split())
        if not path:
            return words
        end = path[-1]
        turned = carried(end, end.unique.centre, (end.unique.facing + POINT * points) % 360)
        _, by, way = words.partition(" by ")
        return f"to {place_of(turned)}{by}{way}"

    def explain(self, situation: OneHourGame, choice: Choice) -> Panel | None:
        return explain(situation, choice)

    def drag_targets(
        self, situation: OneHourGame, view: TableView
    ) -> tuple[tuple[float, float, float], ...]:
        if situation.over:
            return ()
        named = set(situation.now.units(situation))
        return tuple(
            (*view.pixel(base.centre), 1.2 * view.scale)
            for unit in situation.table.units
            if unit.name in named
            for base in unit.bases
        )

    def legend(self, situation: OneHourGame) -> tuple[tuple[str, str], ...]:
        there = {area.kind for area in situation.table.areas}
        kinds = {"woods": "woods", "town": "town", "hill": "hill or ridge"}
        return (
            *((f"ground-{kind}", name) for kind, name in kinds.items() if kind in there),
            ("unit-british", "British"),
            ("unit-german", "Italian"),
            ("unique", "Unique base"),
            ("bank", "Dug-in"),
            ("reach", "where it gets"),
            ("last-move", "the last move"),
        )


def _shot_at(situation: OneHourGame, unit: str, target: str) -> str:
    """Return the words of a shot, with the friend who observes if one must."""
    shot = (unit, target)
    choices_now = situation.now.choices_of(situation, unit)
    fires = (one for one in choices_now if one.verb == "fire" and one.names[:2] == shot)
    return next((one.words for one in fires), f"fire {unit} {target}")


# -- the picture -----------------------------------------------------------------------------------


def _drawn(view: TableView, game: OneHourGame, chosen: str, choice: Choice | None) -> Drawn:
    """Yield everything on the table, the choice in hand and its targets, with their names."""
    unit = game.table.unit(chosen) if chosen in game.names else None
    if unit is not None and not game.over:
        yield from _reach(view, game, unit)
    if choice is not None and not game.over:
        yield from _in_hand(view, game, choice)
    pieces = sight.pieces_of(game.table)
    yield from tabletop.pieces(view, pieces)
    if unit is not None:
        yield from tabletop.outline(view, sight.rings_of(unit), "chosen", unit.name)
        if not game.over:
            yield from _shots(view, game, unit, choice)
    yield from sight.names_of(view, game.table, pieces)


# -- where it gets ---------------------------------------------------------------------------------


def _reach(view: TableView, game: OneHourGame, unit: Unit) -> Drawn:
    """Yield the rings that a Unit reaches surely, one time in two, and hardly ever; for one that
    has rolled, the ring of its inches left.
    """
    if isinstance(game.now, Moving):
        if unit.name == game.now.unit:
            rest = game.now.inches_left(game)
            yield from _ring(view, unit, rest, "may go", 0)
            by_road = game.now.march.inches_left(unit.kind, True, game.read_as)
            if game.now.march.by_road and by_road > rest:
                yield from _ring(view, unit, by_road, "by road", 1)
        return
    idle = unit.side == game.side and unit.name not in game.acted
    if not idle or not isinstance(game.now, (MortarFire, Actions)):
        return
    near = threatened(game.table, unit, game.read_as)
    odds = move_odds(Move(unit.kind, near, unit.dug_in), readings=game.read_as)
    whole = [far for far, _ in odds if far]
    if not whole:
        return
    half = max((far for far in whole if odds.at_least(far) >= Fraction(1, 2)), default=whole[0])
    rings = {whole[-1]: _often(odds.at_least(whole[-1])), half: "1 in 2", whole[0]: "surely"}
    if odds.at_least(whole[0]) < 1:
        rings[whole[0]] = percent(odds.at_least(whole[0]))
    for n, (far, words) in enumerate(sorted(rings.items(), reverse=True)):
        yield from _ring(view, unit, Fraction(far), words, len(rings) - 1 - n)


def _often(chance: Fraction) -> str:
    return percent(chance) if chance >= Fraction(1, 100) else "<1%"


def _ring(view: TableView, unit: Unit, far: Fraction, words: str, which: int) -> Drawn:
    x, y = view.pixel(unit.unique.centre)
    radius = float(far) * view.scale
    yield Circles(((x, y),), radius, "reach", f"{words}: {float(far):g} inches", "green")
    turns = (2 * pi * n / _RIM for n in range(_RIM + 1))
    rim = tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)
    yield Lines((rim,), "reach-drift" if which else "reach-side", words, "green")
    east, south = (-0.94, -0.34) if which % 2 == 0 else (-0.77, -0.64)
    about = _about((x + radius * east, y + radius * south))
    yield Name(words, "legal", about, words, "green", plate=True)


def _about(at: Pixel) -> tuple[float, float, float, float]:
    """Return the box round a point, for placing a name beside it."""
    return at[0] - 2, at[1] - 2, at[0] + 2, at[1] + 2


# -- whom it can hit -------------------------------------------------------------------------------


def _shots(view: TableView, game: OneHourGame, unit: Unit, choice: Choice | None) -> Drawn:
    """Yield a line to each enemy that a Unit may fire at, with the expected Hits on it; a dashed
    one to those it does not see.
    """
    if isinstance(game.now, Moving) or unit.name not in game.now.units(game):
        return
    firing = isinstance(game.now, (MortarFire, Actions, ReadyFire))
    for one in choices(game, unit.name) if firing else ():
        if one.verb != "fire" or len(one.names) < 2:
            continue
        target = game.table.unit(one.names[1])
        ends = (view.pixel(unit.unique.centre), view.pixel(target.unique.centre))
        if one.legal:
            meant = choice is not None and choice.words == one.words
            yield Lines((ends,), "asked" if meant else "sight-line", f"fire at {target.name}")
            x, y = (a + 0.55 * (b - a) for a, b in zip(*ends, strict=True))
            yield Name(one.expects, "illegal", _about((x, y)), target.name, plate=True)
        elif not out_of_range(game, unit, target):
            yield Lines((ends,), "band-cut-edge", f"no fire at {target.name}")


# -- what is in hand -------------------------------------------------------------------------------


def _in_hand(view: TableView, game: OneHourGame, choice: Choice) -> Drawn:
    """Yield the Unit in its place after the choice, with its way there."""
    now = game.now
    if not isinstance(now, Moving):
        return
    unit = game.table.unit(now.unit)
    path = read_path(unit, [choice.verb, *choice.names])
    if not path:
        return
    points: list[Spot] = [unit.unique.centre, *(one.unique.centre for one in path)]
    yield Lines((view.ring(tuple(points)),), "path" if choice.legal else "drift", "the way")
    rings = tuple(view.ring(ring) for ring in sight.rings_of(path[-1]))
    yield Polygons(rings, "ghost" if choice.legal else "illegal", f"{unit.name} goes here")


BOARD = OneHourBoard()
