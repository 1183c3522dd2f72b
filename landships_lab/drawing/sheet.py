"""Draw sheets to print: half-inch counters that face a corner, front and back, and a fire-arc card
for each vehicle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from landships_lab.core.arcs import Arc
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from . import fire
from .counters import CARD, Counter, Pose, card_role, counters, silhouettes
from .dicing import text_fits, wrapped
from .labels import BOLD, text_width
from .paper import INCH, Pages, moved, paper_size
from .shapes import Label, Lines, Path, Pixel, Polygons, Scene, Shape
from .theme import PRINT
from .view import View

#: The side of a counter in points: half an inch (Twelve Point Facing, line 9).
COUNTER = INCH / 2
_GAP, _MARGIN, _HEAD = 6.0, 40.0, 44.0
_PITCH = COUNTER + _GAP
_BACK_LINES = 5
#: The direction a printed counter faces: its upper right corner, 45 degrees from the vertical.
_CORNER: Pixel = (math.sqrt(0.5), -math.sqrt(0.5))


@dataclass(frozen=True)
class Piece:
    """One counter to print: its silhouette and number on the front, its name and a few short lines
    on the back.
    """

    name: str
    outline: str
    side: str
    number: str
    back: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownArc:
    """One arc of a card: its reach (``limit``, in hexes), its palette colour, and the words beside
    it.
    """

    name: str
    arc: Arc
    limit: int
    tint: str
    edges_count: bool
    words: tuple[str, ...]


@dataclass(frozen=True)
class ArcCard:
    """The card of one vehicle: its silhouette, its fire arcs, a note, and the number of a further
    card.
    """

    name: str
    outline: str
    side: str
    arcs: tuple[ShownArc, ...]
    note: str = ""
    number: str = ""


# -- counters -------------------------------------------------------------------------------------


def counter_pages(pieces: Sequence[Piece], paper: str = "A4", both_sides: bool = True) -> Pages:
    """Return the pages that print these counters, half an inch square, each facing a corner of its
    card.

    With ``both_sides`` a page of backs follows each page of fronts, mirrored, so that each back
    lies behind its front when the sheet is turned over its long edge. Raises `ValueError` for an
    unknown paper. Source: Twelve Point Facing, Constructing New Counters (line 9).
    """
    width, height = paper_size(paper)
    across = int((width - 2 * _MARGIN + _GAP) // _PITCH)
    down = int((height - 2 * _MARGIN - _HEAD + _GAP) // _PITCH)
    left = (width - across * _PITCH + _GAP) / 2
    pages = []
    for first in range(0, max(len(pieces), 1), across * down):
        here = pieces[first : first + across * down]
        spots = [
            (left + n % across * _PITCH, _MARGIN + _HEAD + n // across * _PITCH)
            for n in range(len(here))
        ]
        fronts = (
            shape for piece, spot in zip(here, spots, strict=True) for shape in _front(piece, spot)
        )
        pages.append(
            Scene(
                width,
                height,
                tuple(_head(width, "Counters, front")),
                tuple(fronts),
                "Counters, front",
            )
        )
        if both_sides:
            backs = (
                s
                for piece, (x, y) in zip(here, spots, strict=True)
                for s in _back(piece, (width - x - COUNTER, y))
            )
            pages.append(
                Scene(
                    width,
                    height,
                    tuple(_head(width, "Counters, back")),
                    tuple(backs),
                    "Counters, back",
                )
            )
    return Pages("Counters", paper, tuple(pages))


def _head(width: float, title: str) -> Iterator[Shape]:
    """Draw the title, and a two-inch ruler that shows whether the printer kept the size."""
    yield Label(title, (_MARGIN, _MARGIN), "print-title", anchor="start")
    yield Label(
        "Print at 100%, not fitted to the page.",
        (_MARGIN, _MARGIN + 16),
        "print-note",
        anchor="start",
    )
    right = width - _MARGIN
    ticks = [
        ((right - n * INCH / 2, _MARGIN - 4), (right - n * INCH / 2, _MARGIN + 4)) for n in range(5)
    ]
    yield Lines((((right - 2 * INCH, _MARGIN), (right, _MARGIN)), *ticks), "ruler", "two inches")
    yield Label("two inches", (right - INCH, _MARGIN + 12), "print-note")


def _square(spot: Pixel) -> Path:
    x, y = spot
    return (x, y), (x + COUNTER, y), (x + COUNTER, y + COUNTER), (x, y + COUNTER)


def _front(piece: Piece, spot: Pixel) -> Iterator[Shape]:
    x, y = spot
    yield Polygons((_square(spot),), card_role(piece.side), f"{piece.name} {piece.number}".strip())
    pose = Pose((x + COUNTER / 2, y + COUNTER / 2), _CORNER, COUNTER * math.sqrt(0.5) / CARD)
    yield from silhouettes([(pose, piece.outline)])
    corner = (x + COUNTER - 1.5, y + 1.5)
    yield Polygons(
        ((corner, (corner[0], corner[1] + 6), (corner[0] - 6, corner[1])),),
        "silhouette-dark",
        "facing",
    )
    yield Label(piece.number, (x + 3, y + COUNTER - 5), "print-number", anchor="start")


def _back(piece: Piece, spot: Pixel) -> Iterator[Shape]:
    x, y = spot
    yield Polygons(
        (_square(spot),), card_role(piece.side), f"{piece.name} {piece.number}, back".strip()
    )
    named = f"{piece.name} {piece.number}".strip()
    within, size = COUNTER - 3, PRINT.style("print-name").size * BOLD
    two = wrapped(named, within, size)
    fits = len(two) + len(piece.back) <= _BACK_LINES and all(
        text_fits(t, within, size) for t in two
    )
    names = two if fits else (_fitted(piece.name, piece.number, within, "print-name"),)
    words = (line.partition(" ") for line in piece.back)
    back = [_fitted(word, numbers, within, "print-name") for word, _, numbers in words]
    for n, line in enumerate([*names, *back][:_BACK_LINES]):
        yield Label(line, (x + COUNTER / 2, y + 6 + 6 * n), "print-name")


def _fitted(word: str, rest: str, width: float, role: str) -> str:
    """Return both words in one line of at most this width; if they are longer, the first one loses
    its end, so that no number after it is lost.
    """
    style = PRINT.style(role)

    def width_of(line: str) -> float:
        return text_width(line, style.size, bold=style.weight >= 600)

    line = f"{word} {rest}".strip()
    while word and width_of(line) > width:
        word = word[:-1].rstrip()
        line = f"{word}… {rest}".strip() if word else rest
    return line


# -- fire-arc cards -------------------------------------------------------------------------------

_CARD_HEIGHT, _DIAL = 352.0, 290.0
#: The legend of a card: its top, the height of a line, and the space after an arc.
_LEGEND_TOP, _LEADING, _ARC_GAP = 20.0, 9.0, 14.0


def card_pages(cards: Sequence[ArcCard], paper: str = "A4") -> Pages:
    """Return the pages that print a fire-arc card for each of these vehicles, two to a page. One
    with more arcs than a card has room for gets further cards.

    Raises `ValueError` for an unknown paper.
    """
    width, height = paper_size(paper)
    inside = width - 2 * _MARGIN
    parts = [part for card in cards for part in _parts(card, inside)]
    pages = []
    for first in range(0, max(len(parts), 1), 2):
        shapes: list[Shape] = []
        for n, part in enumerate(parts[first : first + 2]):
            shapes += [
                moved(shape, _MARGIN, _MARGIN + n * (_CARD_HEIGHT + 12))
                for shape in _card(part, inside)
            ]
        pages.append(Scene(width, height, (), tuple(shapes), "Fire-arc cards"))
    return Pages("Fire-arc cards", paper, tuple(pages))


def _parts(card: ArcCard, width: float) -> Iterator[ArcCard]:
    """Yield the cards on which the arcs of one fit, numbered from the second on."""
    foot = _CARD_HEIGHT - _ARC_GAP - _LEADING * len(_note_lines(card, width))
    groups: list[list[ShownArc]] = [[]]
    at = _LEGEND_TOP
    for shown in card.arcs:
        high = _ARC_GAP + _LEADING * len(_arc_lines(shown, width))
        if groups[-1] and at + high > foot:
            groups.append([])
            at = _LEGEND_TOP
        groups[-1].append(shown)
        at += high
    for n, arcs in enumerate(groups, 1):
        yield replace(card, arcs=tuple(arcs), number=f"({n} of {len(groups)})" if n > 1 else "")


def _arc_lines(shown: ShownArc, width: float) -> list[str]:
    size = PRINT.style("print-note").size
    return [line for words in shown.words for line in wrapped(words, width - _DIAL - 40, size)]


def _note_lines(card: ArcCard, width: float) -> tuple[str, ...]:
    return wrapped(card.note, width - 24, PRINT.style("print-note").size)


def _card(card: ArcCard, width: float) -> Iterator[Shape]:
    yield Polygons(
        (((0.0, 0.0), (width, 0.0), (width, _CARD_HEIGHT), (0.0, _CARD_HEIGHT)),),
        "frame",
        card.name,
    )
    title = _fitted(card.name, card.number, _DIAL, "print-title")
    yield Label(title, (12, 18), "print-title", anchor="start")
    yield from (moved(shape, 10, 36) for shape in _dial(card))
    at = _LEGEND_TOP
    for shown in card.arcs:
        box = (
            (_DIAL + 20, at - 4),
            (_DIAL + 29, at - 4),
            (_DIAL + 29, at + 5),
            (_DIAL + 20, at + 5),
        )
        yield Polygons((box,), "swatch", shown.name, shown.tint)
        name = _fitted(shown.name, "", width - _DIAL - 40, "print-text")
        yield Label(name, (_DIAL + 34, at), "print-text", anchor="start")
        for line in _arc_lines(shown, width):
            at += _LEADING
            yield Label(line, (_DIAL + 34, at + 1), "print-note", anchor="start")
        at += _ARC_GAP
    notes = _note_lines(card, width)
    for n, line in enumerate(notes, 1):
        foot = (12, _CARD_HEIGHT - 7 - _LEADING * (len(notes) - n))
        yield Label(line, foot, "print-note", anchor="start")


def _dial(card: ArcCard) -> Iterator[Shape]:
    """Draw the vehicle facing north in the middle of a small field of hexes, with its arcs."""
    reach = min(max((shown.limit for shown in card.arcs), default=4), 9) + 1
    grid = Grid(columns=2 * reach + 1, rows=2 * reach + 1)
    whole = View.fit(grid, _DIAL)
    view = View(grid, whole.size, whole.origin, _DIAL, _DIAL)
    middle, north = grid.hex(reach + 1, reach + 1), Heading.N
    field = frozenset(h for h in grid.hexes() if view.pixel(h)[1] + view.size < _DIAL)
    yield Polygons(tuple(view.outline(h) for h in sorted(field)), "grid")
    for shown in card.arcs:
        hexes = fire.covered(grid, middle, north, shown.arc, shown.limit)
        yield from fire.filled(
            view, [h for h in hexes if h in field], "can-hit", shown.name, shown.tint
        )
        yield from fire.edges(
            view,
            middle,
            north,
            shown.arc,
            shown.limit,
            tint=shown.tint,
            name=shown.name,
            edges_count=shown.edges_count,
        )
    yield from counters(view, [Counter(middle, north, card.outline, "", card.name, card.side)])
