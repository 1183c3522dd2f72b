"""Draw a tree of throws: boxes joined by links as thick as they are likely, a row for every open end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.speech import percent
from landships_lab.scene.shapes import Circles, Label, Lines, Path, Pixel, Polygons, Scene, Shape, bare_paper, rectangle

WIDTH, TOP, FOOT = 640.0, 40.0, 12.0
#: Room at the left for the root, which stands upright, and at the right for the chances of the open ends.
ROOT, CHANCES = 40.0, 64.0
_ROOT_HALF, _ROOT_WIDTH, _GAP = 70.0, 22.0, 25.0
MOST_ROWS = 26
_KNOB = 6.0
_LETTER = 6.1


@dataclass(frozen=True, slots=True)
class Node:
    """One result of a throw. ``faces`` are those of the die that lead here, ``words`` say what it means, ``tint`` is its colour.

    ``branches`` are drawn when it is ``open``; ``lit`` marks the way to the chosen result.
    """

    path: str
    label: str
    chance: Fraction
    faces: str = ""
    words: str = ""
    tint: str = ""
    branches: tuple[Node, ...] = ()
    open: bool = False
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """The place of a node: the middle of its box, half of its height, its width (pixels)."""

    node: Node
    at: Pixel
    half: float
    width: float
    parent: Box | None = field(default=None, repr=False)

    @property
    def left(self) -> float:
        """The left edge."""
        return self.at[0] - self.width / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.at[0] + self.width / 2

    @property
    def knob(self) -> Pixel:
        """The middle of the knob that opens and closes it."""
        return self.right, self.at[1]

    def holds(self, pixel: Pixel) -> bool:
        """Return whether this pixel lies on the box or its knob."""
        return self.left <= pixel[0] <= self.right + _KNOB and abs(pixel[1] - self.at[1]) <= self.half + 2


def rows(node: Node) -> int:
    """Return how many open ends a node has, itself where nothing is shown behind it."""
    return sum(map(rows, node.branches)) if node.open and node.branches else 1


def _depth(node: Node) -> int:
    return 1 + max((_depth(branch) for branch in node.branches), default=0) if node.open else 1


def _longest(root: Node) -> float:
    """Return the width of the longest label that is shown behind the root (pixels)."""
    shown = root.branches if root.open else ()
    return max((max(len(node.label) * _LETTER, _longest(node)) for node in shown), default=0.0)


@lru_cache(maxsize=64)
def layout(root: Node, height: float) -> tuple[Box, ...]:
    """Return the box of every shown node in a picture of this height. Parents come before their branches."""
    pitch = min(30.0, (height - TOP - FOOT) / rows(root))
    columns = max(_depth(root) - 1, 1)
    whole = WIDTH - ROOT - CHANCES
    column = min(whole / columns, max(whole / max(columns, 4), _longest(root) + 8 + _GAP))
    return tuple(_place(root, 0, TOP + (height - TOP - FOOT - pitch * rows(root)) / 2, pitch, column, None))


def _place(node: Node, depth: int, top: float, pitch: float, column: float, parent: Box | None) -> Iterator[Box]:
    shown = node.branches if node.open else ()
    middle = top + pitch * rows(node) / 2
    if parent is None:
        box = Box(node, (ROOT / 2, middle), max(_ROOT_HALF, len(node.label) * _LETTER / 2 + 6), _ROOT_WIDTH)
    else:
        box = Box(node, (ROOT + column * (depth - 0.5), middle), min(12.0, pitch * 0.42), column - _GAP, parent)
    yield box
    for branch in shown:
        yield from _place(branch, depth + 1, top, pitch, column, box)
        top += pitch * rows(branch)


def picture(root: Node, heads: tuple[str, ...], height: float, title: str, description: str) -> Scene:
    """Draw the tree. ``heads`` name the throws, one for each column after the root; ``description`` is for screen readers."""
    boxes = layout(root, height)
    figures: list[Shape] = [*_heads(boxes, heads)]
    for box in sorted(boxes, key=lambda b: b.node.lit):
        figures += _link(box)
    for box in boxes:
        figures += _box(box)
    return Scene(WIDTH, height, bare_paper(WIDTH, height), tuple(figures), title, description)


def _heads(boxes: tuple[Box, ...], heads: tuple[str, ...]) -> Iterator[Shape]:
    columns = sorted({box.at[0] for box in boxes})[1:]
    for x, words in zip(columns, heads, strict=False):
        yield Label(words, (x, 18), "tree-head", words)
    if heads:
        yield Label("chance", (WIDTH - 8, 18), "tree-head", "chance", anchor="end")


def _link(box: Box) -> Iterator[Shape]:
    if box.parent is None:
        return
    (x, y), from_y = (box.left, box.at[1]), box.parent.at[1]
    start, bend = box.parent.right, (box.parent.right + x) / 2
    # the thickness of a link is its chance: a certain result would fill the height of a box
    half = max(0.7, float(box.node.chance) * box.half)
    path: Path = ((start, from_y - half), (bend, from_y - half), (bend, y - half), (x, y - half))
    back: Path = ((x, y + half), (bend, y + half), (bend, from_y + half), (start, from_y + half))
    role = "tree-link-lit" if box.node.lit else "tree-link"
    yield Polygons((_smooth(path) + _smooth(back),), role, box.node.path)


def _smooth(corners: Path) -> Path:
    """Return a curve from the first corner to the last that leaves and arrives level."""
    (x0, y0), _, _, (x1, y1) = corners
    steps = (t / 8 for t in range(9))
    return tuple((x0 + (x1 - x0) * t, y0 + (y1 - y0) * t * t * (3 - 2 * t)) for t in steps)


def _box(box: Box) -> Iterator[Shape]:
    node, (x, y) = box.node, box.at
    ring = rectangle(box.left, y - box.half, box.right, y + box.half)
    role = "tree-box-lit" if node.lit else "tree-box"
    yield Polygons((ring,), role, node.path, node.tint)
    fits_box = box.parent is None or len(node.label) * _LETTER <= box.width - 8
    label = node.label if fits_box else node.label.replace(" wound", "").replace("serious ", "ser. ")  # its column head says the rest
    yield Label(label, (x, y), "tree-label", node.path, degrees=0.0 if box.parent else -90.0)
    if node.faces:
        yield Label(node.faces, (box.left - 3, y - 1), "tree-faces", node.path, anchor="end")
    if node.branches and box.parent:
        yield Circles((box.knob,), _KNOB, "tree-knob", node.path)
        arms: tuple[Path, ...] = (((box.right - 3, y), (box.right + 3, y)),)
        arms += () if node.open else (((box.right, y - 3), (box.right, y + 3)),)
        yield Lines(arms, "tree-sign", node.path)
    if not (node.open and node.branches):
        yield from _end(box)


def _end(box: Box) -> Iterator[Shape]:
    """Write what an open end means where there is room, and at the right its chance, where it has one."""
    node, y = box.node, box.at[1]
    room = WIDTH - CHANCES - box.right - 10
    if node.words and len(node.words) * _LETTER <= room:
        yield Label(node.words, (box.right + 10, y), "tree-words", node.path, anchor="start")
    if not node.chance:
        return
    left, width = WIDTH - CHANCES + 4, (CHANCES - 10) * float(node.chance)
    bar = rectangle(left, y - box.half, left + width, y + box.half)
    yield Polygons((bar,), "tree-bar", node.path, node.tint)
    yield Label(percent(node.chance), (WIDTH - 8, y), "tree-chance", node.path, anchor="end")


def node_at(root: Node, height: float, pixel: Pixel) -> tuple[Node, bool] | None:
    """Return the node under this pixel and whether it is its knob that lies there; None where there is no node."""
    for box in layout(root, height):
        if box.holds(pixel):
            on_knob = bool(box.node.branches and box.parent) and abs(pixel[0] - box.right) <= _KNOB + 2
            return box.node, on_knob
    return None
