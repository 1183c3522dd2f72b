"""Draw a tree of throws: a row for every result, indented under the roll it comes from, with its
die, its meaning and its chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.speech import percent
from .labels import text_width
from .shapes import Circles, Label, Lines, Pixel, Polygons, Scene, Shape, bare_paper, rectangle
from .theme import LIGHT

WIDTH = 640.0
#: The margins left and right, and above and below the rows.
_SIDE, _EDGE = 14.0, 10.0
#: The indent of a result under its roll, and the point at which the line leaves the roll's box.
_INDENT, _TRUNK = 24.0, 12.0
#: The width of the die in a box, the space round its label, and the greatest height of a row.
_DIE, _AIR, _TALL = 35.0, 9.0, 30.0
#: The most rows in a picture of a board's height.
MOST_ROWS = 20
_KNOB = 8.5
#: The column of chances: the left end of its bars, the length of a certain one, and the right end
#: of its numbers.
_BARS, _LONG, _NUMBERS = 508.0, 60.0, WIDTH - 14.0


@dataclass(frozen=True, slots=True)
class Node:
    """One result of a throw.

    ``faces`` are the numbers of the die that lead here, ``words`` say what the result means
    (``brief`` in less space), ``tint`` is its colour. ``branches`` are drawn when it is ``open``;
    ``lit`` marks the way to the chosen result.
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
    brief: str = ""

    @property
    def shown(self) -> tuple[Node, ...]:
        """The branches that are drawn."""
        return self.branches if self.open else ()


@dataclass(frozen=True, slots=True)
class Box:
    """The position of a node: the middle of its box, half its height, its width, and the width of
    the die (pixels).
    """

    node: Node
    at: Pixel
    half: float
    width: float
    die: float = 0.0
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
        """The middle of the knob that opens and closes the node."""
        return self.right, self.at[1]

    def holds(self, pixel: Pixel) -> bool:
        """Return whether this pixel lies on the row of the box, from its left edge to its
        chance.
        """
        return self.left <= pixel[0] <= WIDTH and abs(pixel[1] - self.at[1]) <= self.half + 1


def rows(node: Node) -> int:
    """Return how many rows a node and the branches shown below it take."""
    return 1 + sum(map(rows, node.shown))


@lru_cache(maxsize=64)
def layout(root: Node, height: float) -> tuple[Box, ...]:
    """Return the box of every shown node in a picture of this height (pixels), from top to bottom.

    Parents come before their branches.
    """
    pitch = min(_TALL, (height - 2 * _EDGE) / rows(root))
    left, first = _SIDE, _EDGE + pitch / 2
    if not root.shown:  # a single box stands in the middle
        left, first = (WIDTH - _width(root) - _wide(root.words)) / 2, height / 2
    return tuple(_place(root, left, first, pitch, _width(root), 0.0, None))


def _place(
    node: Node, left: float, y: float, pitch: float, width: float, die: float, parent: Box | None
) -> Iterator[Box]:
    box = Box(node, (left + width / 2, y), 0.43 * pitch, width, die, parent)
    yield box
    below = _DIE if any(branch.faces for branch in node.shown) else 0.0
    widest = below + max(map(_width, node.shown), default=0.0)
    for branch in node.shown:
        y += pitch
        yield from _place(branch, left + _INDENT, y, pitch, widest, below, box)
        y += pitch * (rows(branch) - 1)


def _width(node: Node) -> float:
    return _wide(node.label) + 2 * _AIR + (_KNOB + 2 if node.branches else 0.0)


def _wide(text: str, role: str = "tree-label") -> float:
    style = LIGHT.style(role)
    return text_width(text, style.size, bold=style.weight >= 600)


def picture(root: Node, height: float, title: str, description: str) -> Scene:
    """Draw the tree, ``height`` pixels high. ``description`` is for screen readers."""
    boxes = layout(root, height)
    figures: list[Shape] = []
    for box in sorted(boxes, key=lambda b: b.node.lit):
        figures += _link(box)
    for box in boxes:
        figures += [*_box(box), *_meaning(box), *_chance(box)]
    if root.chance and root.shown:
        figures.append(
            Label("chance", (_NUMBERS, boxes[0].at[1]), "tree-head", "chance", anchor="end")
        )
    return Scene(WIDTH, height, bare_paper(WIDTH, height), tuple(figures), title, description)


def _link(box: Box) -> Iterator[Shape]:
    """Draw the line from a roll to one of its results: down from the roll's box, then across."""
    if box.parent is None:
        return
    x, y = box.parent.left + _TRUNK, box.at[1]
    path = ((x, box.parent.at[1] + box.parent.half), (x, y), (box.left, y))
    yield Lines((path,), "tree-link-lit" if box.node.lit else "tree-link", box.node.path)


def _box(box: Box) -> Iterator[Shape]:
    node, (_, y) = box.node, box.at
    ring = rectangle(box.left, y - box.half, box.right, y + box.half)
    yield Polygons((ring,), "tree-box" if node.tint else "tree-roll", node.path, node.tint)
    if node.faces:
        die = rectangle(box.left, y - box.half, box.left + box.die, y + box.half)
        yield Polygons((die,), "tree-die", node.path)
        yield Label(node.faces, (box.left + box.die / 2, y), "tree-faces", node.path)
    if node.lit:
        yield Lines(((*ring, ring[0]),), "tree-box-lit", node.path)
    yield Label(node.label, (box.left + box.die + _AIR, y), "tree-label", node.path, anchor="start")
    if node.branches and box.parent:
        yield Circles((box.knob,), _KNOB, "tree-knob", node.path)
        arms = [((box.right - 4, y), (box.right + 4, y))]
        arms += [] if node.open else [((box.right, y - 4), (box.right, y + 4))]
        yield Lines(tuple(arms), "tree-sign", node.path)


def _meaning(box: Box) -> Iterator[Shape]:
    """Write the meaning beside a box: in full, in brief, or not at all, as it fits.

    A dotted line leads on to the chance.
    """
    node, left = box.node, box.right + (_KNOB + 7.0 if box.node.branches else 9.0)
    room = _BARS - 5 - left
    words = next(
        (
            words
            for words in (node.words, node.brief)
            if words and _wide(words, "tree-words") <= room
        ),
        "",
    )
    if words:
        yield Label(words, (left, box.at[1]), "tree-words", node.path, anchor="start")
        left += _wide(words, "tree-words")
    end = _NUMBERS - _wide(percent(node.chance), "tree-chance") - 6 if node.shown else _BARS - 6
    if box.parent and node.chance and end - left > 20:
        yield Lines((((left + 8, box.at[1] + 4), (end, box.at[1] + 4)),), "tree-leader", node.path)


def _chance(box: Box) -> Iterator[Shape]:
    """Draw the chance of a result on its row: a bar and bold figures at the end of a branch, pale
    figures at a roll.
    """
    node, y = box.node, box.at[1]
    if not node.chance or box.parent is None:
        return
    if node.shown:
        yield Label(percent(node.chance), (_NUMBERS, y), "tree-words", node.path, anchor="end")
        return
    top, bottom = y - 0.72 * box.half, y + 0.72 * box.half
    yield Polygons((rectangle(_BARS, top, _BARS + _LONG, bottom),), "tree-track", node.path)
    yield Polygons(
        (rectangle(_BARS, top, _BARS + _LONG * float(node.chance), bottom),),
        "tree-bar",
        node.path,
        node.tint,
    )
    yield Label(percent(node.chance), (_NUMBERS, y), "tree-chance", node.path, anchor="end")


def node_at(root: Node, height: float, pixel: Pixel) -> tuple[Node, bool] | None:
    """Return the node under this pixel, and whether the pixel lies on its knob; None if there is no
    node.
    """
    for box in layout(root, height):
        if box.holds(pixel):
            on_knob = (
                bool(box.node.branches and box.parent) and abs(pixel[0] - box.right) <= _KNOB + 2
            )
            return box.node, on_knob
    return None
