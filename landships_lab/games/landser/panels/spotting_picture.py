"""The picture of the spotting panel: lanes with what must be rolled along them, observer and
target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.speech import inches
from landships_lab.drawing.dicing import text_lines, wrapped
from landships_lab.drawing.patterns import trees
from landships_lab.drawing.roles import LEADING, SMALL
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Path,
    Pixel,
    Polygons,
    Scene,
    Shape,
    bare_paper,
    rectangle,
)
from landships_lab.drawing.soldiers import Soldier, soldier

WIDTH, HEIGHT, TOP, LANE, FOOT = 640.0, 500.0, 42.0, 45.0, 53.0
#: The longest distance that can be asked about: the last strip of the picture lies beyond extreme
#: range.
LEFT, LONGEST = 152.0, 72
#: Pixels of the five ranges and of what lies beyond: not to scale, so that the near ones can be
#: read.
WIDTHS = (66.0, 64.0, 86.0, 94.0, 98.0, 74.0)
Bands = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One range of a lane: what must be rolled, and the chance (0 to 1) that is the height of its
    bar.
    """

    words: str
    chance: float


#: A cell that gives nothing away.
HIDDEN = Cell("", 0.0)


@dataclass(frozen=True, slots=True)
class Lane:
    """Something a target may do, in cover or not, with a cell for each range and one beyond."""

    id: str
    doing: str
    words: str
    in_cover: bool
    cells: tuple[Cell, ...]


def across(distance: float, bands: Bands) -> float:
    """Return the pixel of a distance. ``bands`` are the ranges with their last inch."""
    start, left = 0, LEFT
    for (_, end), width in zip(bands, WIDTHS, strict=True):
        if distance <= end:
            return left + width * (distance - start) / (end - start)
        start, left = end, left + width
    return left


def place_of(lane: int, distance: float, bands: Bands) -> Pixel:
    """Return the pixel of a target in this lane, so far away."""
    return across(distance, bands), TOP + LANE * lane + 30


def spot_at(pixel: Pixel, lanes: int, bands: Bands) -> tuple[int, float] | None:
    """Return the lane and the inches of a pixel, in halves of an inch. None outside the lanes."""
    lane = int((pixel[1] - TOP) // LANE)
    if not 0 <= lane < lanes:
        return None
    halves = range(2 * LONGEST + 1)
    return lane, min(halves, key=lambda half: abs(across(half / 2, bands) - pixel[0])) / 2


def picture(
    lanes: tuple[Lane, ...], bands: Bands, chosen: str, away: Fraction, blocked: bool, verdict: str
) -> Scene:
    """Return the lanes with the target in its own.

    ``bands`` are the ranges with their last inch.
    """
    figures: list[Shape] = []
    for number, lane in enumerate(lanes):
        figures += _lane(number, lane, bands, lane.id == chosen)
    here = lanes[[lane.id for lane in lanes].index(chosen)]
    figures += _target(place_of(lanes.index(here), float(away), bands), here, blocked)
    told = f"The target is {inches(away)} away. {verdict}".strip()
    return Scene(
        WIDTH,
        HEIGHT,
        _ground(tuple(lane.in_cover for lane in lanes), bands),
        tuple(figures),
        "Spotting by range",
        told,
    )


def _strip(number: int) -> Path:
    top = TOP + LANE * number
    return rectangle(LEFT, top, LEFT + sum(WIDTHS), top + LANE - 3)


@lru_cache(maxsize=8)
def _ground(in_cover: tuple[bool, ...], bands: Bands) -> tuple[Shape, ...]:
    """Return the ground of the lanes, grass or woods, and the ruler of inches at their foot."""
    shapes: list[Shape] = [*bare_paper(WIDTH, HEIGHT)]
    shapes.append(
        Polygons(
            tuple(_strip(n) for n, woods in enumerate(in_cover) if not woods), "felt", "in the open"
        )
    )
    shapes.append(
        Polygons(
            tuple(_strip(n) for n, woods in enumerate(in_cover) if woods),
            "terrain-woods",
            "in cover",
        )
    )
    wooded = [TOP + LANE * n for n, woods in enumerate(in_cover) if woods]
    crowns = [
        (LEFT + 10 + 23.0 * k, top + LANE - 9 - (3 * k % 5)) for top in wooded for k in range(20)
    ]
    shapes += [*trees(crowns, 5.0, "in cover"), *_ruler(bands)]
    return tuple(shapes)


def _lane(number: int, lane: Lane, bands: Bands, chosen: bool) -> Iterator[Shape]:
    ring = _strip(number)
    top, bottom, start = ring[0][1], ring[2][1], 0
    for cell, (_, end) in zip(lane.cells, bands, strict=True):
        left, right = across(start, bands), across(end, bands)
        if cell.chance:
            yield Polygons(
                (rectangle(left + 1, bottom - (bottom - top) * cell.chance, right - 1, bottom),),
                "wedge",
                lane.id,
                "green",
            )
        yield Label(
            cell.words,
            ((left + right) / 2, top + 9.5),
            "tree-chance" if chosen else "tree-words",
            lane.id,
        )
        start = end
    where = "in cover" if lane.in_cover else "in the open"
    alone = lane.words == where
    head = where if alone else lane.doing
    yield Label(
        head,
        (10, top + 21 if alone else top + 11.5),
        "tree-head" if chosen else "tree-words",
        lane.id,
        anchor="start",
    )
    if not alone:
        yield Label(where, (10, top + 11.5 + LEADING), "tree-words", lane.id, anchor="start")
    if chosen:
        yield Lines(((*ring, ring[0]),), "chosen", lane.id)


def _ruler(bands: Bands) -> Iterator[Shape]:
    """Draw inches along the foot, a line where a range ends, the names of the ranges on top."""
    start, foot = 0, HEIGHT - FOOT
    ticks = [
        ((x, foot), (x, foot + 5))
        for n in range(LONGEST + 1)
        for x in (across(n, bands),)
        if n <= 10 or n % 5 == 0
    ]
    yield Lines((((LEFT, foot), (across(LONGEST, bands), foot)), *ticks), "axis", "inches")
    for name, end in bands:
        x, middle = across(end, bands), (across(start, bands) + across(end, bands)) / 2
        yield Lines((((x, TOP - 4), (x, foot + 8)),), "range-line", name)
        if end < LONGEST:  # where the picture ends is no range of the source
            yield Label(f"{end}″", (x, foot + 17), "tree-words", name)
        lines = wrapped(name, x - across(start, bands), SMALL)
        yield from text_lines(
            lines,
            (middle, 30.0 - LEADING * (len(lines) - 1)),
            "tree-head",
            step=LEADING,
            anchor="middle",
            name=name,
        )
        start = end
    yield Label("0", (LEFT, foot + 17), "tree-words", "0")
    yield Label(
        "inches from the observer · the height of the green is the chance to see him",
        (WIDTH / 2, HEIGHT - 12),
        "tree-words",
        "axis",
    )


def _target(at: Pixel, lane: Lane, blocked: bool) -> Iterator[Shape]:
    x, y = at
    eye = (LEFT - 20, y)
    yield Lines(((eye, (x, y)),), "illegal" if blocked else "sight-line", "sight")
    yield from soldier(Soldier(eye, 15.0, 90.0, "British", "rifle", "observer"))
    yield from soldier(
        Soldier((x, y), 15.0, -90.0, "German", "rifle", "target", prone="hid" in lane.id)
    )
    yield Circles(((x, y),), 19, "target-ring", "target")
