"""The picture of the template panel: the table, where the grenade may land and how dangerous each spot is, the arc, the men."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from landships_lab.core.answer import Answer
from landships_lab.core.inches import Spot, shift, spot
from landships_lab.explore.landser.common import Taken
from landships_lab.explore.landser.template_state import DEEP, WIDE, Man, TemplateState, Wall
from landships_lab.rules import landser
from landships_lab.scene import tabletop
from landships_lab.scene.shapes import Circles, Label, Lines, Path, Pixel, Polygons, Scene, Shape
from landships_lab.scene.tabletop import TableView

#: Half an inch between the spots of the heat map; how far it reaches from the point aimed at; how many shades it has, up to which
#: chance: a grenade places on four and takes effect on three, so hardly more than two in three.
CELL, REACH, SHADES, HIGHEST = 0.5, 5, 8, 0.7
#: A figure on the picture, in inches from its middle.
BODY = 0.42


def _counted(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"


def picture(state: TemplateState, answer: Answer[object], view: TableView) -> Scene:
    """What does the state look like, with its answer?"""
    figures: list[Shape] = []
    if state.mode == "arc":
        figures += _arc(state, view)
    elif state.mode == "machine-gun":
        figures += [*_circle(view, state.aim, 2, "template"), *_way(view, state)]
    else:
        figures += _grenade(state, view, told=answer.value is not None)
    for wall in state.walls:
        figures += _wall(view, wall)
    figures += [*_thrower(view, state), *_aim(view, state)]
    hit = _hit(state) if answer.value is not None else set()
    dangers = _dangers(state, answer)
    for man in state.men:
        figures += _man(view, man, man.name == state.chosen, man.name in hit, dangers.get(man.name, ""))
    men, walls = _counted(len(state.men), "man", "men"), _counted(len(state.walls), "wall", "walls")
    told = f"{men} and {walls} on a table of {WIDE} by {DEEP} inches, with what falls there. {answer.headline}"
    return Scene(view.width, view.height, tabletop.ground(view, WIDE, DEEP, ()), tuple(figures), "Templates", told)


def _hit(state: TemplateState) -> set[str]:
    """Who is hit by a burst whose template lies here?"""
    if state.mode != "machine-gun":
        return set()
    read = dict(state.readings)
    return set(landser.under_template(state.thrower, state.aim, state.soldiers, state.obstacles, state.base, read).value)


def _dangers(state: TemplateState, answer: Answer[object]) -> dict[str, str]:
    """How likely must each man roll for effect of a grenade, in whole percent?"""
    if state.mode not in ("grenade", "launcher") or answer.value in (None, False):
        return {}
    found = landser.exposures(state.throw, state.soldiers, state.obstacles, dict(state.readings))
    return {danger.soldier.name: f"{float(100 * danger.affected):.0f}%" for danger in found}


# -- grenades --------------------------------------------------------------------------------------------------------------


def _grenade(state: TemplateState, view: TableView, told: bool) -> Iterator[Shape]:
    rule = landser.GRENADE
    if state.mode == "grenade":
        yield Circles((view.pixel(state.thrower),), rule.reach * view.scale, "template-reach", f"{rule.reach} inches")
    if not landser.may_throw(state.throw, dict(state.readings)).value:
        return
    if told:
        yield from _heat(state, view)
    yield from _circle(view, state.aim, float(state.throw.radius), "template")
    points = tuple(landing_pixel(view, place) for place in landser.landings(state.throw, dict(state.readings)) if place.score)
    yield Circles(points, 2.2, "stray", "a missed throw")
    yield from _clock(state, view)


def landing_pixel(view: TableView, place: landser.Landing) -> Pixel:
    """Where on the picture does a grenade come down? Here, and not in the rule, its place becomes a decimal."""
    point = place.point
    ahead = math.atan2(float(point.ahead[0]), -float(point.ahead[1]))
    angle = ahead + math.radians(60 * point.sixths)
    far = float(point.distance)
    return view.at(float(point.start[0]) + far * math.sin(angle), float(point.start[1]) - far * math.cos(angle))


def _clock(state: TemplateState, view: TableView) -> Iterator[Shape]:
    """The six directions with their dice, round the farthest landing."""
    for place in landser.landings(state.throw, dict(state.readings)):
        if place.score == 6:
            x, y = landing_pixel(view, place)
            cx, cy = view.pixel(state.aim)
            length = math.dist((x, y), (cx, cy))
            at = (x + (x - cx) / length * 11, y + (y - cy) / length * 11)
            yield Label(str(place.direction), at, "tree-chance", f"direction {place.direction}")


@lru_cache(maxsize=64)
def heat(throw: landser.Throw, obstacles: tuple[landser.Obstacle, ...], readings: Taken) -> tuple[tuple[Spot, float], ...]:
    """How likely would a soldier in each half inch round the aim have to roll for effect? Only where he might."""
    steps = range(-int(REACH / CELL), int(REACH / CELL) + 1)
    spots = [shift(spot(*throw.aim), spot(f"{2 * dx + 1}/4", f"{2 * dy + 1}/4")) for dx in steps for dy in steps]
    found = landser.exposures(throw, [landser.Soldier("", at) for at in spots], obstacles, dict(readings))
    return tuple((at, float(e.affected)) for at, e in zip(spots, found, strict=True) if e.affected)


def _heat(state: TemplateState, view: TableView) -> Iterator[Shape]:
    half = CELL * view.scale / 2
    shades: dict[int, list[Path]] = {}
    for at, chance in heat(state.throw, state.obstacles, state.readings):
        x, y = view.pixel(at)
        ring = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        shades.setdefault(min(int(chance / HIGHEST * SHADES) + 1, SHADES), []).append(ring)
    for shade, rings in sorted(shades.items()):
        yield Polygons(tuple(rings), f"heat-{shade}", f"up to {100 * HIGHEST * shade / SHADES:.0f}%")


# -- the rest --------------------------------------------------------------------------------------------------------------


def _circle(view: TableView, middle: Spot, radius: float, name: str) -> Iterator[Shape]:
    yield Circles((view.pixel(middle),), radius * view.scale, "template", name)


def _way(view: TableView, state: TemplateState) -> Iterator[Shape]:
    yield Lines(((view.pixel(state.thrower), view.pixel(state.aim)),), "sight-line", "burst")


def _arc(state: TemplateState, view: TableView) -> Iterator[Shape]:
    """The sector to the front, as wide as it is read, to the edge of the table and beyond."""
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
    x, y = ends[1]
    words = "wall" if wall.kind == "hard" else "hedge"
    yield Label(words, (x + (0 if wall.upright else 18), y + (10 if wall.upright else 0)), "tree-words", words)


def _thrower(view: TableView, state: TemplateState) -> Iterator[Shape]:
    x, y = view.pixel(state.thrower)
    yield Circles(((x, y),), BODY * view.scale, "counter-british", "thrower")
    words = {"grenade": "thrower", "launcher": "launcher", "machine-gun": "gun", "arc": "he looks"}[state.mode]
    yield Label(words, (x, y + BODY * view.scale + 9), "unit-name", "thrower")


def _aim(view: TableView, state: TemplateState) -> Iterator[Shape]:
    x, y = view.pixel(state.aim)
    arm = 7.0
    yield Lines((((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))), "aim", "aim")


def _man(view: TableView, man: Man, chosen: bool, hit: bool, danger: str) -> Iterator[Shape]:
    x, y = view.pixel(man.at)
    if chosen:
        yield Circles(((x, y),), (BODY + 0.2) * view.scale, "selected", man.name)
    yield Circles(((x, y),), BODY * view.scale, "counter-german", man.name)
    if hit:
        yield Circles(((x, y),), (BODY + 0.12) * view.scale, "target-ring", man.name)
    yield Label(man.name, (x, y), "counter-number", man.name)
    marks = " ".join(["prone"] * man.prone + ["hides"] * man.hiding)
    if marks:
        yield Label(marks, (x, y - BODY * view.scale - 8), "tree-words", man.name)
    if danger:
        yield Label(danger, (x, y + BODY * view.scale + 8), "unit-name", man.name)
