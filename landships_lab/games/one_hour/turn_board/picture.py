"""The picture of a game: the table, where the chosen Unit gets and whom it can hit, and what is in
hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.plane import Spot
from landships_lab.core.speech import percent
from landships_lab.drawing import tabletop
from landships_lab.drawing.labels import Name, placed
from landships_lab.drawing.shapes import Circles, Lines, Polygons, Scene, Shape
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.one_hour.panels import sight_picture
from landships_lab.games.one_hour.panels.common import OUTLINES
from landships_lab.games.one_hour.rules.ground import Unit, table_of
from landships_lab.games.one_hour.rules.movement import Move, move_odds, threatened
from landships_lab.games.one_hour.turn.firing import ReadyFire, out_of_range
from landships_lab.games.one_hour.turn.moving import Moving, read_path
from landships_lab.games.one_hour.turn.situation import OneHourGame
from landships_lab.games.one_hour.turn.steps import Actions, MortarFire
from landships_lab.play.turns import Choice, choices


def scene(game: OneHourGame, view: TableView, chosen: str, choice: Choice | None) -> Scene:
    """Return the picture of a situation."""
    table = game.table
    ground = sight_picture.ground_of(view, table)
    figures: list[Shape] = []
    named: list[Name] = []
    unit = table.unit(chosen) if chosen in game.names else None
    if unit is not None and not game.over:
        for shapes, name in _reach(view, game, unit):
            figures += shapes
            named += name
    if choice is not None and not game.over:
        figures += _in_hand(view, game, choice)
    drawn = [_piece(game, one) for one in table.units]
    figures += tabletop.pieces(view, drawn)
    if unit is not None:
        rings = [base.corners for base in unit.bases]
        figures += tabletop.outline(view, rings, "chosen", unit.name)
        if not game.over:
            for shapes, name in _shots(view, game, unit, choice):
                figures += shapes
                named += name
    named += [
        *tabletop.names(view, drawn),
        *tabletop.area_names(view, sight_picture.patches(table.areas)),
    ]
    figures += placed(view.width, view.height, (*ground, *figures), named)
    told = f"{game.played.name}. {game.text()}"
    return Scene(view.width, view.height, ground, tuple(figures), game.played.name, told)


def _piece(game: OneHourGame, unit: Unit) -> tabletop.Piece:
    """Return a Unit as it is drawn; a side keeps its colour when Units are gone."""
    sides = [*dict.fromkeys(one.side for one in table_of(game.played.set_up).units)]
    return tabletop.Piece(
        unit.name,
        unit.bases,
        sides.index(unit.side),
        OUTLINES[unit.kind],
        unit.dug_in,
        unit.ready,
        unit.hits,
    )


# -- where it gets
# -------------------------------------------------------------------------------------------------

Drawn = tuple[list[Shape], list[Name]]


def _reach(view: TableView, game: OneHourGame, unit: Unit) -> Iterator[Drawn]:
    """Yield the rings within which a Unit gets: surely, one time in two, and hardly ever; for one
    that has rolled, the ring of what is left.
    """
    if isinstance(game.now, Moving):
        if unit.name == game.now.unit:
            left = game.now.left(game)
            yield _ring(view, unit, left, "may go", 0)
            by_road = game.now.march.left(unit.kind, True, game.read_as)
            if game.now.march.by_road and by_road > left:
                yield _ring(view, unit, by_road, "by road", 1)
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
    for n, (far, told) in enumerate(sorted(rings.items(), reverse=True)):
        yield _ring(view, unit, Fraction(far), told, len(rings) - 1 - n)


def _often(chance: Fraction) -> str:
    return percent(chance) if chance >= Fraction(1, 100) else "<1%"


def _ring(view: TableView, unit: Unit, far: Fraction, told: str, which: int) -> Drawn:
    x, y = view.pixel(unit.unique.centre)
    radius = float(far) * view.scale
    disc = Circles(((x, y),), radius, "reach", f"{told}: {float(far):g} inches", "green")
    rim = _rim(x, y, radius)
    edge = Lines((rim,), "reach-drift" if which else "reach-side", told, "green")
    side = (-0.94, -0.34) if which % 2 == 0 else (-0.77, -0.64)
    at = (x + radius * side[0], y + radius * side[1])
    about = (at[0] - 2, at[1] - 2, at[0] + 2, at[1] + 2)
    return [disc, edge], [Name(told, "legal", about, told, "green", plate=True)]


def _rim(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    from math import cos, pi, sin

    parts = 72
    return tuple(
        (x + radius * cos(2 * pi * n / parts), y + radius * sin(2 * pi * n / parts))
        for n in range(parts + 1)
    )


# -- whom it can hit
# -------------------------------------------------------------------------------------------------


def _shots(
    view: TableView, game: OneHourGame, unit: Unit, choice: Choice | None
) -> Iterator[Drawn]:
    """Yield a line to each enemy that a Unit may fire at, with the expected Hits on it; a dashed
    one to those it may not fire at for want of sight.
    """
    if isinstance(game.now, Moving) or unit.name not in game.now.units(game):
        return
    firing = isinstance(game.now, (MortarFire, Actions, ReadyFire))
    for one in choices(game, unit.name) if firing else ():
        words = [one.verb, *one.names]
        if words[0] != "fire" or len(words) < 3:
            continue
        target = game.table.unit(words[2])
        ends = (view.pixel(unit.unique.centre), view.pixel(target.unique.centre))
        meant = choice is not None and choice.words == one.words
        if one.legal:
            line = Lines((ends,), "asked" if meant else "sight-line", f"fire at {target.name}")
            share = 0.55
            at = tuple(a + share * (b - a) for a, b in zip(*ends, strict=True))
            about = (at[0] - 2, at[1] - 2, at[0] + 2, at[1] + 2)
            told = [Name(one.expects, "illegal", about, target.name, plate=True)]
            yield [line], told
        elif not out_of_range(game, unit, target):
            yield [Lines((ends,), "band-cut-edge", f"no fire at {target.name}")], []


# -- what is in hand
# -------------------------------------------------------------------------------------------------


def _in_hand(view: TableView, game: OneHourGame, choice: Choice) -> Iterator[Shape]:
    """Yield the Unit where a choice would put it, with its way there."""
    now = game.now
    if not isinstance(now, Moving):
        return
    unit = game.table.unit(now.unit)
    path = read_path(unit, [choice.verb, *choice.names])
    if not path:
        return
    points: list[Spot] = [unit.unique.centre, *(one.unique.centre for one in path)]
    yield Lines((view.ring(tuple(points)),), "path" if choice.legal else "drift", "the way")
    rings = tuple(view.ring(base.corners) for base in path[-1].bases)
    yield Polygons(rings, "ghost" if choice.legal else "illegal", f"{unit.name} goes here")
