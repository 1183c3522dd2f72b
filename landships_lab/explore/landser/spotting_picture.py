"""The picture of the spotting panel: lanes with what must be rolled along them, observer and target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.speech import inches
from landships_lab.scene.shapes import Circles, Label, Lines, Pixel, Polygons, Scene, Shape, bare_paper, rectangle

WIDTH, TOP, LANE, FOOT = 650.0, 30.0, 44.0, 40.0
#: The longest distance that can be asked about: the last strip of the picture lies beyond extreme range.
LEFT, LONGEST = 148.0, 72
#: Pixels of the five ranges and of what lies beyond: not to scale, so that the near ones can be read.
WIDTHS = (62.0, 72.0, 84.0, 102.0, 118.0, 54.0)
Bands = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One range of a lane: what must be rolled, and the chance (0 to 1) that is the height of its bar."""

    words: str
    chance: float


#: A cell that gives nothing away.
HIDDEN = Cell("", 0.0)


@dataclass(frozen=True, slots=True)
class Lane:
    """Something a target may do, in cover or not, with a cell for each range and one beyond."""

    id: str
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
    return across(distance, bands), TOP + LANE * lane + 28


def spot_at(pixel: Pixel, lanes: int, bands: Bands) -> tuple[int, float] | None:
    """Return the lane and the inches of a pixel, in halves of an inch. None outside the lanes."""
    lane = int((pixel[1] - TOP) // LANE)
    if not 0 <= lane < lanes:
        return None
    halves = range(2 * LONGEST + 1)
    return lane, min(halves, key=lambda half: abs(across(half / 2, bands) - pixel[0])) / 2


def picture(lanes: tuple[Lane, ...], bands: Bands, chosen: str, away: Fraction, blocked: bool, verdict: str) -> Scene:
    """Return the lanes with the target in its own. ``bands`` are the ranges with their last inch."""
    height = TOP + LANE * len(lanes) + FOOT
    figures: list[Shape] = []
    for number, lane in enumerate(lanes):
        figures += _lane(number, lane, bands, lane.id == chosen)
    figures += _ruler(bands, height)
    figures += _target(place_of([lane.id for lane in lanes].index(chosen), float(away), bands), blocked)
    return Scene(
        WIDTH,
        height,
        bare_paper(WIDTH, height),
        tuple(figures),
        "Spotting by range",
        f"The target is {inches(away)} away. {verdict}".strip(),
    )


def _lane(number: int, lane: Lane, bands: Bands, chosen: bool) -> Iterator[Shape]:
    top, bottom = TOP + LANE * number, TOP + LANE * (number + 1) - 4
    ground = rectangle(LEFT, top, LEFT + sum(WIDTHS), bottom)
    yield Polygons((ground,), "terrain-woods" if lane.in_cover else "board", lane.id)
    start = 0
    for cell, (_, end) in zip(lane.cells, bands, strict=True):
        left, right = across(start, bands), across(end, bands)
        if cell.chance:
            top_of_bar = bottom - (bottom - top) * cell.chance
            yield Polygons((rectangle(left, top_of_bar, right, bottom),), "wedge", lane.id, "green")
        yield Label(cell.words, ((left + right) / 2, top + 12), "tree-chance" if chosen else "tree-words", lane.id)
        start = end
    yield Label(lane.words, (8, top + 13), "tree-head" if chosen else "tree-words", lane.id, anchor="start")
    if chosen:
        yield Lines(((*ground, ground[0]),), "target-ring", lane.id)


def _ruler(bands: Bands, height: float) -> Iterator[Shape]:
    """Draw inches along the foot, a line where a range ends, the names of the ranges on top."""
    start = 0
    for name, end in bands:
        x, middle = across(end, bands), (across(start, bands) + across(end, bands)) / 2
        yield Lines((((x, TOP - 4), (x, height - FOOT + 4)),), "grid", name)
        if end < LONGEST:  # where the picture ends is no range of the source
            yield Label(f"{end}″", (x, height - FOOT + 13), "tree-words", name)
        yield Label(name, (middle, 16), "tree-head", name)
        start = end
    yield Label("0", (LEFT, height - FOOT + 13), "tree-words", "0")
    yield Label("inches from the observer · the height of a bar is the chance to see him", (WIDTH / 2, height - 10), "tree-words", "axis")


def _target(at: Pixel, blocked: bool) -> Iterator[Shape]:
    x, y = at
    eye = (LEFT - 12, y)
    yield Lines(((eye, (x, y)),), "illegal" if blocked else "sight-line", "sight")
    yield Circles((eye,), 9, "counter-british", "observer")
    yield Circles((eye,), 3, "silhouette-dark", "observer")
    yield Circles(((x, y),), 9, "counter-german", "target")
    yield Circles(((x, y),), 13, "target-ring", "target")
