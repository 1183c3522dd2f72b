"""The picture of the coverage panel: the shaded board, blind places, lines of fire, the way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import dist

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.place_bits import place_bits
from landships_lab.core.speech import plural
from landships_lab.drawing import draw
from landships_lab.drawing.board import board, place_names
from landships_lab.drawing.counters import CARD, Counter, counters, names
from landships_lab.drawing.fire import stroke
from landships_lab.drawing.labels import Name, clear_of
from landships_lab.drawing.roles import SHADE_SHARES, SMALL, STRONG_SHADE
from landships_lab.drawing.shapes import Circles, Label, Lines, Path, Pixel, Polygons, Scene, Shape
from landships_lab.drawing.terrain import PATTERNS, terrain_field
from landships_lab.drawing.view import View
from landships_lab.games.landships.analysis.coverage import Deployed
from landships_lab.games.landships.analysis.safest_way import Exposure
from landships_lab.games.landships.analysis.who_hits import Duel
from landships_lab.panel.painting import board_words
from .coverage_answer import Shown
from .coverage_board import GRID, CoverageBoard

STEPS = len(SHADE_SHARES)
#: If both sides are shown, the tint for each combination that bears on a place, and its words in
#: the legend.
BOTH = (("blue", "British"), ("orange", "Germans"), ("purple", "both"))
WAY = "purple"
#: With more lines of fire than this, only those of the chosen unit are drawn.
MOST_LINES = 9
#: The least size of a hex, in pixels, at which its number is readable.
READABLE = 16
_BOARD = place_bits(GRID)


def bands(levels: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the bands of counts that the shades stand for, as (lowest, highest).

    There are as many as shades at most, as even as whole numbers allow; ``levels`` are counts with
    their places.

    >>> bands([(1, 0), (2, 0), (3, 0)]), bands([(1, 0), (12, 0)])
    (((1, 1), (2, 2), (3, 3)), ((1, 2), (3, 4), (5, 7), (8, 9), (10, 12)))
    """
    most = max((count for count, _ in levels), default=0)
    if most <= STEPS:
        return tuple((n, n) for n in range(1, most + 1))
    ends = [most * n // STEPS for n in range(STEPS + 1)]
    return tuple((low + 1, high) for low, high in itertools.pairwise(ends))


def legend(state: CoverageBoard, answer: Answer[object]) -> tuple[tuple[str, str], ...]:
    """Return the marks of the picture with their meanings, with numbers for the shades."""
    shown = answer.detail
    if not isinstance(shown, Shown):
        return ()
    marks: list[tuple[str, str]] = []
    if state.side == "both":
        marks += [(f"tint-{tint}", words) for tint, words in BOTH]
    else:
        # as in the hexes: there may be more
        more = "+" if shown.coverage.at_least and state.shade == "points" else ""
        for n, (low, high) in enumerate(bands(shown.coverage.levels), 1):
            numbers = f"{low}{more}" if low == high else f"{low}–{high}{more}"
            one = (low, high) == (1, 1) and not more
            what = state.shade.removesuffix("s") if one else state.shade
            marks.append((f"cover-{n}", f"{numbers} {what}" if n == 1 else numbers))
    if shown.coverage.blind:
        marks.append(("blind", "blind"))
    known = ", as far as is known" if any(duel.is_open for duel in shown.duels) else ""
    lines = {False: ("fire", "mutual"), True: ("fire-one-sided", f"one-sided{known}")}
    marks += [lines[one_sided] for one_sided in sorted({duel.one_sided for duel in shown.duels})]
    return (*marks, *([("way", "way")] if shown.way is not None else []))


def picture(state: CoverageBoard, answer: Answer[object], view: View) -> Scene:
    """Return the picture of the state and its answer, whose detail is a `Shown`."""
    shown = answer.detail
    if not isinstance(shown, Shown):
        return question_picture(state, view)
    pieces = [*_counters(state.force)]
    units = counters(view, pieces, "" if state.unit is None else state.unit.name)
    drawn = _drawn(shown.duels, state.unit)
    ground = terrain_field(view, state.terrain)
    shade = _both(view, shown) if state.side == "both" else _shade(view, shown)
    standing = frozenset(one.place for one in state.force)
    way = [*_way(view, shown.way, standing)] if shown.way is not None else []
    figures: list[Shape] = [*shade, *_patterns(ground), *_blind(view, shown), *way]
    if state.way and not way:
        figures += draw.ring(view, state.way[-1], "asked", "way")
    if state.unit is not None:
        figures += draw.ring(view, state.unit.place, "selected", "chosen")
    if state.asked is not None:
        figures.append(draw.target_ring(view, state.asked))
    lines = [*_fire(view, drawn)]
    wanted = [*names(view, pieces), *_fire_names(view, drawn, state.unit)]
    placed = place_names(view, (*way, *lines, *units), wanted, state.terrain)
    occupied = (*way, *units, *draw.compass(view))
    labels = clear_of(_labels(view, state, shown), occupied, placed.rings)
    figures += [*lines, *labels, *units]
    spoken = _described(state, shown, answer.headline)
    return board(view, figures, placed, "Coverage", spoken, state.terrain)


def question_picture(state: CoverageBoard, view: View) -> Scene:
    """Return the board with its units and the places in question."""
    marks = (draw.target_ring(view, state.asked),) if state.asked is not None else ()
    pieces = [*_counters(state.force)]
    spoken = f"{plural(len(state.force), 'unit')} on {board_words(state.terrain)}."
    units = counters(view, pieces)
    placed = place_names(view, (*marks, *units), names(view, pieces), state.terrain)
    return board(view, (*marks, *units), placed, "A force", spoken, state.terrain)


def _described(state: CoverageBoard, shown: Shown, headline: str) -> str:
    units = [f"{one.name} in {GRID.code(one.place)} facing {one.heading}" for one in state.force]
    who = ", ".join(units) or "No unit"
    lines = f" {plural(len(shown.duels), 'line')} of fire." if shown.duels else ""
    return f"{who}, on {board_words(state.terrain)}.{lines} {headline}"


def _counters(force: Sequence[Deployed]) -> Iterator[Counter]:
    for one in force:
        yield Counter(one.place, one.heading, one.unit.outline, str(one.number), one.name, one.side)


# -- shades


def _shade(view: View, shown: Shown) -> Iterator[Shape]:
    """Yield hexes filled and hexsides stroked in five steps."""
    cover = shown.coverage
    for n, (low, high) in enumerate(bands(cover.levels), 1):
        bits = 0
        for count, places in cover.levels:
            bits |= places if low <= count <= high else 0
        yield from _filled(view, bits, f"cover-{n}", f"cover-side-{n}", f"{low} to {high}")


def _patterns(ground: Sequence[Shape]) -> Iterator[Shape]:
    """Yield the patterns of the map again, so that its terrain is recognisable under any shade."""
    return (shape for shape in ground if not isinstance(shape, Label) and shape.role in PATTERNS)


@lru_cache(maxsize=64)
def _codes(view: View, bits: int, strong: bool) -> tuple[Label, ...]:
    """Return the codes of these hexes, if the map has them, in a colour readable on their shade."""
    codes = {shape.name: shape for shape in draw.hex_field(view) if isinstance(shape, Label)}
    named = (GRID.code(place) for place in _BOARD.places(bits))
    on_map = [codes[code] for code in named if code in codes]
    if not strong:
        return tuple(on_map)
    return tuple(replace(code, role=code.role.replace("hex", "cover")) for code in on_map)


def _labels(view: View, state: CoverageBoard, shown: Shown) -> Iterator[Label]:
    """Yield the count in each hex ("+": there may be more; "?": unknown) and its code."""
    cover, steps = shown.coverage, bands(shown.coverage.levels)
    for count, bits in cover.levels if view.size >= READABLE else ():
        step = next((n for n, (low, high) in enumerate(steps, 1) if low <= count <= high), 0)
        strong = step >= STRONG_SHADE and state.side != "both"
        role = "cover-number-strong" if strong else "cover-number"
        yield from _codes(view, bits & _BOARD.hexes, strong)
        for place in _BOARD.places(bits & _BOARD.hexes):
            x, y = view.pixel(place)
            plus = "+" if cover.at_least >> _BOARD.number(place) & 1 else ""
            number = f"{count}{plus}" if count else "?"
            yield Label(number, (x, y + 0.62 * SMALL), role, GRID.code(place))


def _filled(
    view: View, bits: int, hex_role: str, side_role: str, name: str, tint: str = ""
) -> Iterator[Shape]:
    if hexes := _paths(view, bits & _BOARD.hexes):
        yield Polygons(hexes, hex_role, name, tint)
    if side_role and (sides := _paths(view, bits & ~_BOARD.hexes)):
        yield Lines(sides, side_role, name, tint)


@lru_cache(maxsize=256)  # most shades do not change while one unit is dragged
def _paths(view: View, bits: int) -> tuple[Path, ...]:
    return tuple(_path(view, place) for place in _BOARD.places(bits))


@lru_cache(maxsize=12288)
def _path(view: View, place: Place) -> Path:
    """Return the outline of a hex, or the middle of a hexside."""
    return view.outline(place) if isinstance(place, Hex) else stroke(view, place)


def _both(view: View, shown: Shown) -> Iterator[Shape]:
    """Yield the hexes that one side bears on, the other, or both, each in a tint."""
    british, german = shown.british, shown.german
    places = (british & ~german, german & ~british, british & german)
    for (tint, words), bits in zip(BOTH, places, strict=True):
        yield from _filled(view, bits, "cover-of", "", words, tint)


def _blind(view: View, shown: Shown) -> Iterator[Shape]:
    """Yield the outline of each area of blind hexes, and the blind hexsides outside them."""
    places = _BOARD.places(shown.coverage.blind)
    hexes = {place for place in places if isinstance(place, Hex)}
    sides = [side for h in sorted(hexes) for side in h.sides()]
    rim = [view.segment(side) for side in sides if sum(h in hexes for h in side.hexes) == 1]
    others = [place for place in places if isinstance(place, Side)]
    alone = [_path(view, side) for side in others if not any(h in hexes for h in side.hexes)]
    if rim or alone:
        yield Lines((*rim, *alone), "blind", "blind")


# -- lines of fire and the way


def _drawn(duels: Sequence[Duel], chosen: Deployed | None) -> list[Duel]:
    """Return a line for each pair that fires; if there are many, only those of the chosen unit."""
    many = len(duels) > MOST_LINES
    pairs: dict[frozenset[str], Duel] = {}
    for duel in duels:
        ends = (duel.firer, duel.target)
        if not many or chosen in ends:
            pairs.setdefault(frozenset(f"{one.side} {one.name}" for one in ends), duel)
    return list(pairs.values())


def _fire(view: View, duels: Sequence[Duel]) -> Iterator[Shape]:
    for duel in duels:
        a, b = view.pixel(duel.firer.place), view.pixel(duel.target.place)
        away = dist(a, b)
        if away < 2.4 * CARD * view.size:
            continue
        ahead = ((b[0] - a[0]) / away, (b[1] - a[1]) / away)
        short = (CARD + 0.1) * view.size
        start, end = _along(a, ahead, short), _along(b, ahead, -short)
        name = f"{duel.firer.name} at {duel.target.name}"
        yield Lines(((start, end),), "fire-one-sided" if duel.one_sided else "fire", name)
        heads = [_head(end, ahead)]
        if not duel.one_sided:
            heads.append(_head(start, (-ahead[0], -ahead[1])))
        yield Polygons(tuple(heads), "fire-head", name)


def _along(at: Pixel, ahead: Pixel, far: float) -> Pixel:
    return at[0] + far * ahead[0], at[1] + far * ahead[1]


def _head(tip: Pixel, ahead: Pixel) -> Path:
    """Return the head of an arrow."""
    (x, y), (dx, dy) = tip, ahead
    return (
        (x + 3 * dx, y + 3 * dy),
        (x - 7 * dx - 4 * dy, y - 7 * dy + 4 * dx),
        (x - 7 * dx + 4 * dy, y - 7 * dy - 4 * dx),
    )


def _fire_names(view: View, duels: Sequence[Duel], chosen: Deployed | None) -> Iterator[Name]:
    """Yield the weapon and the range beside each line of the chosen unit's own fire."""
    for duel in duels:
        if duel.firer == chosen:
            (ax, ay), (bx, by) = view.pixel(duel.firer.place), view.pixel(duel.target.place)
            middle = ((ax + bx) / 2, (ay + by) / 2)
            words = f"{duel.aim.weapon.name} · {duel.aim.range_hexes}"
            yield Name(words, "fire-name", (*middle, *middle), duel.firer.name)


def _way(view: View, way: Exposure, standing: frozenset[Place]) -> Iterator[Shape]:
    spots = [view.pixel(place) for place in way.way]
    yield Lines((tuple(spots),), "way", "way", WAY)
    guns_on = dict(zip(way.way, way.guns, strict=True))  # a way may pass a place twice
    badges = [
        (view.pixel(p), guns)
        for p, guns in guns_on.items()
        if p not in standing and (isinstance(p, Hex) or guns)
    ]
    yield Circles(
        tuple(at for at, _ in badges), min(0.5 * view.size, 11.0), "way-badge", "way", WAY
    )
    yield from (Label(str(guns), at, "way-number", "way", WAY) for at, guns in badges)
