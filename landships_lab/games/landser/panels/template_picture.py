"""The picture of the template panel: the table, the places where the grenade may land, the danger
there, the arc, the men.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.core.inches import Spot
from landships_lab.core.speech import percent, plural
from landships_lab.drawing import tabletop
from landships_lab.drawing.labels import Box, Name, bounds, placed
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Path,
    Pixel,
    Polygons,
    Scene,
    Shape,
    batched,
)
from landships_lab.drawing.soldiers import LAYERS, Soldier, soldier
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.landser.analysis.casualties import CELL, heat
from landships_lab.games.landser.rules import grenades
from landships_lab.games.landser.rules.grenades import GRENADE, Landing
from landships_lab.games.landser.rules.templates import Blast, Burst
from .template_table import DEEP, WIDE, TemplateTable, Wall

#: The shades of the heat map, and the chance of the reddest: a grenade places on four and takes
#: effect on three, so hardly more than two in three.
SHADES, HIGHEST = 8, 0.7
#: A figure on the picture, in inches from its middle.
BODY = 0.42


def picture(state: TemplateTable, answer: Answer[object], view: TableView) -> Scene:
    """Return the table with its answer.

    Where the value of that is None, as in the picture of a question, nobody's danger is shown.
    """
    found, hidden = answer.detail, answer.value is None
    figures: list[Shape] = []
    if state.mode == "arc":
        figures += _arc(state, view)
    elif state.mode == "machine-gun":
        figures += [*_circle(view, state.aim, 2, "template"), *_way(view, state)]
    else:
        figures += _grenade(state, view, found, hidden)
    for wall in state.walls:
        figures += _wall(view, wall)
    figures += [*_thrower(view, state), *_aim(view, state)]
    named: list[Name] = [*_clock(state, view, found)] if isinstance(found, Blast) else []
    hit = found.rolling if isinstance(found, Burst) and not hidden else ()
    dangers = found.dangers_of if isinstance(found, Blast) and not hidden else {}
    men: list[Shape] = []
    for man in state.men:
        danger = percent(dangers[man.name]) if man.name in dangers else ""
        men += _man(view, man, man.name == state.chosen, man.name in hit, state.thrower)
        named += _man_names(view, man, danger)
    figures += batched(men, ("selected", *LAYERS), frozenset(("target-ring", "selected")))
    named += [_thrower_name(view, state), *(_wall_name(view, wall) for wall in state.walls)]
    ground = tabletop.ground(view, WIDE, DEEP, ())
    figures += placed(view.width, view.height, (*ground, *figures), named)
    told = f"{plural(len(state.men), 'man', 'men')} and {plural(len(state.walls), 'wall')}"
    words = (
        f"{told} on a table of {WIDE} by {DEEP} inches, with what falls there. {answer.headline}"
    )
    return Scene(view.width, view.height, ground, tuple(figures), "Templates", words)


# -- grenades
# -------------------------------------------------------------------------------------------------


def _grenade(
    state: TemplateTable, view: TableView, blast: Blast | None, hidden: bool
) -> Iterator[Shape]:
    reach = GRENADE.reach
    if state.mode == "grenade":
        yield Circles(
            (view.pixel(state.thrower),), reach * view.scale, "template-reach", f"{reach} inches"
        )
    if blast is None:
        return
    if not hidden:
        yield from _heat(blast, view)
    yield from _circle(view, state.aim, float(state.throw.radius), "template")
    points = tuple(landing_pixel(view, place) for place in blast.landings if place.score)
    yield Circles(points, 2.2, "stray", "a missed throw")


def landing_pixel(view: TableView, place: Landing) -> Pixel:
    """Return the pixel of a place where a grenade comes down.

    Here, and not in the rule, its place becomes a decimal.
    """
    point = place.point
    ahead = math.atan2(float(point.ahead[0]), -float(point.ahead[1]))
    angle = ahead + math.radians(60 * point.sixths)
    far = float(point.distance)
    return view.at(
        float(point.start[0]) + far * math.sin(angle), float(point.start[1]) - far * math.cos(angle)
    )


def _clock(state: TemplateTable, view: TableView, blast: Blast) -> Iterator[Name]:
    """Yield the six directions with their dice, round the farthest landing."""
    for place in blast.landings:
        if place.score == 6:
            x, y = landing_pixel(view, place)
            cx, cy = view.pixel(state.aim)
            length = math.dist((x, y), (cx, cy))
            across, down = (x - cx) / length, (y - cy) / length
            sides = ((across, down), (-down, across), (down, -across))
            yield Name(
                str(place.direction),
                "tree-chance",
                (x - 4, y - 4, x + 4, y + 4),
                f"direction {place.direction}",
                sides=sides,
            )


def _heat(blast: Blast, view: TableView) -> Iterator[Shape]:
    half = float(CELL) * view.scale / 2
    shades: dict[int, list[Path]] = {}
    for (across, down), chance in heat(blast.throw, blast.obstacles, tuple(blast.readings.items())):
        x, y = view.at(float(across), float(down))
        ring = (
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        )
        shades.setdefault(min(int(chance / HIGHEST * SHADES) + 1, SHADES), []).append(ring)
    for shade, rings in sorted(shades.items()):
        yield Polygons(
            tuple(rings), f"heat-{shade}", f"up to {100 * HIGHEST * shade / SHADES:.0f}%"
        )


# -- the rest
# -------------------------------------------------------------------------------------------------


def _circle(view: TableView, middle: Spot, radius: float, name: str) -> Iterator[Shape]:
    yield Circles((view.pixel(middle),), radius * view.scale, "template", name)


def _way(view: TableView, state: TemplateTable) -> Iterator[Shape]:
    yield Lines(((view.pixel(state.thrower), view.pixel(state.aim)),), "sight-line", "burst")


def _arc(state: TemplateTable, view: TableView) -> Iterator[Shape]:
    """Draw the sector to the front, as wide as it is read, to the edge of the table and beyond."""
    half = 22.5 if dict(state.readings).get("arc-45", "in-all") == "in-all" else 45.0
    (x, y), (ax, ay) = view.pixel(state.thrower), view.pixel(state.aim)
    ahead = math.degrees(math.atan2(ax - x, y - ay))
    ends = tuple(math.radians(ahead + half * t / 8) for t in range(-8, 9))
    rim = tuple((x + 2000 * math.sin(a), y - 2000 * math.cos(a)) for a in ends)
    yield Polygons((((x, y), *rim),), "wedge", "arc", "blue")
    yield Lines((((x, y), rim[0]), ((x, y), rim[-1])), "wedge-edge", "arc", "blue")


def _wall(view: TableView, wall: Wall) -> Iterator[Shape]:
    obstacle = wall.obstacle
    ends = tuple(view.at(float(x), float(y)) for x, y in (obstacle.start, obstacle.end))
    yield Lines((ends,), f"cover-{wall.kind}", wall.kind)


def _wall_name(view: TableView, wall: Wall) -> Name:
    obstacle = wall.obstacle
    ends = bounds(view.at(float(x), float(y)) for x, y in (obstacle.start, obstacle.end))
    words = "wall" if wall.kind == "hard" else "hedge"
    return Name(words, "tree-words", (ends[0] - 4, ends[1] - 4, ends[2] + 4, ends[3] + 4), words)


def _thrower(view: TableView, state: TemplateTable) -> Iterator[Shape]:
    x, y = view.pixel(state.thrower)
    ax, ay = view.pixel(state.aim)
    facing = math.degrees(math.atan2(ax - x, y - ay))
    armed = {"grenade": "", "launcher": "launcher", "machine-gun": "gun"}.get(state.mode, "rifle")
    yield from soldier(
        Soldier((x, y), 1.5 * BODY * view.scale, facing, "British", armed, "thrower")
    )


def _thrower_name(view: TableView, state: TemplateTable) -> Name:
    words = {"grenade": "thrower", "launcher": "launcher", "machine-gun": "gun", "arc": "he looks"}[
        state.mode
    ]
    return Name(words, "piece-name", _body(view, view.pixel(state.thrower)), "thrower", plate=True)


def _body(view: TableView, at: Pixel) -> Box:
    """Return the box round a figure."""
    reach = BODY * view.scale
    return at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach


def _aim(view: TableView, state: TemplateTable) -> Iterator[Shape]:
    x, y = view.pixel(state.aim)
    arm = 7.0
    yield Lines((((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))), "aim", "aim")


def _man(
    view: TableView, man: grenades.Soldier, chosen: bool, hit: bool, thrower: Spot
) -> Iterator[Shape]:
    x, y = view.pixel(Spot(*map(Fraction, man.at)))
    if chosen:
        yield Circles(((x, y),), (BODY + 0.2) * view.scale, "selected", man.name)
    tx, ty = view.pixel(thrower)
    facing = math.degrees(math.atan2(tx - x, y - ty))
    size = 1.5 * BODY * view.scale
    yield from soldier(Soldier((x, y), size, facing, "German", "rifle", man.name, prone=man.prone))
    if hit:
        yield Circles(((x, y),), (BODY + 0.12) * view.scale, "target-ring", man.name)
    yield Label(man.name, (x, y), "helmet-letter", man.name)


def _man_names(view: TableView, man: grenades.Soldier, danger: str) -> Iterator[Name]:
    """Yield his danger, wanted below him, and whether he lies or hides, wanted above."""
    body = _body(view, view.pixel(Spot(*map(Fraction, man.at))))
    if danger:
        yield Name(danger, "piece-name", body, man.name, plate=True)
    if marks := " ".join(["prone"] * man.prone + ["hides"] * man.hiding):
        yield Name(marks, "tree-words", body, man.name, sides=((0, -1), (1, 0), (-1, 0), (0, 1)))
