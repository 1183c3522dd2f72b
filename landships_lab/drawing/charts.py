"""Charts and printed tables as plain data, shown beside a drawn picture or in its place; and drawn
as one picture (`exhibit`), for print and for pages without widgets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import inf

from landships_lab.core.speech import percent
from .labels import LETTER, text_width
from .roles import SMALL
from .shapes import Circles, Label, Lines, Polygons, Scene, Shape, bare_paper, box

#: The ways to read ordered outcomes, and the words for them.
CUMULATIVE = (("exactly", "exactly"), ("at-least", "at least"), ("at-most", "at most"))


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars of exact chances, in the order of the printed table.

    ``ordered`` outcomes can also be read as at least and at most. ``title`` and ``axis`` are words;
    ``tint`` is a palette colour.
    """

    title: str
    axis: str
    bars: tuple[tuple[str, Fraction], ...]
    ordered: bool = False
    tint: str = "blue"

    def read_as(self, kind: str) -> tuple[tuple[str, Fraction], ...]:
        """Return the chance of each outcome ``exactly``, or with all outcomes after it
        (``at-least``) or before it (``at-most``).

        Raises `KeyError` for any other word.
        """
        chances = [chance for _, chance in self.bars]
        spans = {
            "exactly": lambda n: chances[n : n + 1],
            "at-least": lambda n: chances[n:],
            "at-most": lambda n: chances[: n + 1],
        }
        return tuple(
            (name, sum(spans[kind](n), Fraction(0))) for n, (name, _) in enumerate(self.bars)
        )


@dataclass(frozen=True, slots=True)
class Curve:
    """A chance that changes over turns or volleys: for each line its name and its chances, from the
    step ``first`` on.
    """

    title: str
    axis: str
    series: tuple[tuple[str, tuple[Fraction, ...]], ...]
    first: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table: a heading for each column, a heading and cells for each row. The used row,
    column and cell are lit.

    ``note``, below it, says what is a reading, reconstructed or supplied. ``links``, if any,
    hold a link for each cell, row by row, which opens when the cell is pressed.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    lit_row: int | None = None
    lit_column: int | None = None
    note: str = ""
    links: tuple[tuple[str, ...], ...] = ()


Chart = Bars | Curve


WIDTH, MARGIN = 600.0, 14.0
_ROW, _HEAD, _CHART = 22.0, 26.0, 150.0
#: The height of a name beside a line.
_NAME = 18.0
_TINTS = ("blue", "vermillion", "green", "purple", "orange", "sky")


@dataclass(frozen=True)
class Exhibit(Scene):
    """A picture whose ``tables`` a page can show as text in its place, below the picture that
    stands ``above`` them, if one does.
    """

    tables: tuple[Table, ...] = ()
    above: Scene | None = None

    @classmethod
    def of(cls, whole: Scene, tables: Iterable[Table], scene: Scene | None = None) -> Exhibit:
        """Return this ``whole`` picture, made of a scene, if there is one, and tables below it."""
        before, above = (scene.tables, scene.above) if isinstance(scene, cls) else ((), scene)
        own = {one.name: getattr(whole, one.name) for one in fields(Scene)}
        return cls(**own, tables=(*before, *tables), above=above)

    def height_as_text(self, width: float, row: float) -> float:
        """Return about how high it stands in this width with its tables as text, in rows of this
        height.
        """
        above = self.above.height * width / self.above.width if self.above else 0.0
        return above + row * sum(len(one.rows) + 2 + 2 * bool(one.note) for one in self.tables)


def exhibit(
    title: str, description: str, tables: Sequence[Table], charts: Sequence[Chart]
) -> Scene:
    """Return a picture of these tables and charts, one below the other: an `Exhibit` where it has
    tables only.
    """
    shapes: list[Shape] = []
    top = MARGIN
    # shared by all tables, so that their columns line up
    first = max(map(_head_width, tables), default=0.0)
    width = max([WIDTH, *(2 * MARGIN + _least_width(table, first) for table in tables)])
    for table in tables:
        shapes += _table(table, top, width, first)
        top += _HEAD + _ROW * (len(table.rows) + 1) + 2 * MARGIN
    for chart in charts:
        shapes += _bars(chart, top) if isinstance(chart, Bars) else _curve(chart, top)
        top += _HEAD + _CHART + 3 * MARGIN
    drawn = Scene(width, top, bare_paper(width, top), tuple(shapes), title, description)
    return drawn if charts else Exhibit.of(drawn, tables)


def _head_width(table: Table) -> float:
    return max(len(name) for name, _ in table.rows) * 11 * LETTER + 16


def _least_width(table: Table, first: float) -> float:
    """Return the smallest width at which no cells overlap and the caption fits."""
    cells = (cell for row in (table.columns, *(cells for _, cells in table.rows)) for cell in row)
    each = max(map(len, cells), default=0) * 11 * LETTER + 10
    return max(first + each * len(table.columns), len(table.caption) * 13.5 * LETTER)


def _table(table: Table, top: float, width: float, first: float) -> Iterator[Shape]:
    each = (width - 2 * MARGIN - first) / len(table.columns)
    yield Label(table.caption, (MARGIN, top + 8), "caption", "caption", anchor="start")
    head = top + _HEAD
    body = head + _ROW
    right, below = width - 2 * MARGIN, _ROW * len(table.rows)
    if table.lit_row is not None:
        yield Polygons((box(MARGIN, body + _ROW * table.lit_row, right, _ROW),), "lit", "row")
    if table.lit_column is not None:
        yield Polygons(
            (box(MARGIN + first + each * table.lit_column, head, each, below + _ROW),),
            "lit",
            "column",
        )
        if table.lit_row is not None:
            used = box(
                MARGIN + first + each * table.lit_column, body + _ROW * table.lit_row, each, _ROW
            )
            yield Polygons((used,), "used", "cell")
    rules = tuple(
        ((MARGIN, body + _ROW * n), (width - MARGIN, body + _ROW * n))
        for n in range(len(table.rows) + 1)
    )
    yield Lines(rules, "cell-line")
    for n, name in enumerate(table.columns):
        yield Label(name, (MARGIN + first + each * (n + 0.5), head + _ROW / 2), "cell-head", name)
    for r, (name, cells) in enumerate(table.rows):
        middle = body + _ROW * (r + 0.5)
        yield Label(name, (MARGIN + 4, middle), "cell-head", name, anchor="start")
        for n, cell in enumerate(cells):
            yield Label(
                cell,
                (MARGIN + first + each * (n + 0.5), middle),
                "cell",
                f"{name} {table.columns[n]}",
            )


def _bars(chart: Bars, top: float) -> Iterator[Shape]:
    yield Label(chart.title, (MARGIN, top + 8), "caption", "caption", anchor="start")
    foot = top + _HEAD + _CHART
    each = (WIDTH - 2 * MARGIN) / max(len(chart.bars), 1)
    most = max((chance for _, chance in chart.bars), default=0) or 1
    for n, (name, chance) in enumerate(chart.bars):
        left, height = MARGIN + each * (n + 0.14), float(chance / most) * (_CHART - 20)
        yield Polygons((box(left, foot - height, each * 0.72, height),), "bar", name, chart.tint)
        yield Label(percent(chance), (MARGIN + each * (n + 0.5), foot - height - 8), "cell", name)
        yield Label(name, (MARGIN + each * (n + 0.5), foot + 10), "cell-head", name)
    yield Lines((((MARGIN, foot), (WIDTH - MARGIN, foot)),), "cell-line")
    yield Label(chart.axis, (WIDTH / 2, foot + 26), "cell-head", "axis")


def _curve(chart: Curve, top: float) -> Iterator[Shape]:
    yield Label(chart.title, (MARGIN, top + 8), "caption", "caption", anchor="start")
    foot, left = top + _HEAD + _CHART, MARGIN + 40
    steps = max((len(chances) for _, chances in chart.series), default=1)
    # the space for the names at the ends of the lines
    named = max((text_width(name, SMALL, bold=True) for name, _ in chart.series), default=0.0)
    each = (WIDTH - left - 2 * MARGIN - named) / max(steps - 1, 1)
    ends = [foot - float(chances[-1]) * (_CHART - 10) for _, chances in chart.series]
    for n, ((name, chances), beside) in enumerate(
        zip(chart.series, _apart(ends, foot), strict=True)
    ):
        tint = _TINTS[n % len(_TINTS)]
        points = tuple(
            (left + each * k, foot - float(chance) * (_CHART - 10))
            for k, chance in enumerate(chances)
        )
        yield Lines((points,), "curve", name, tint)
        yield Circles(points, 3, "bar", name, tint)
        yield Label(name, (points[-1][0] + 8, beside), "wedge-name", name, tint, anchor="start")
    for share in (0, 50, 100):
        yield Label(
            f"{share}%",
            (left - 8, foot - share / 100 * (_CHART - 10)),
            "cell-head",
            "axis",
            anchor="end",
        )
    for k in range(steps):
        yield Label(str(chart.first + k), (left + each * k, foot + 10), "cell-head", "axis")
    yield Lines((((left, foot), (left + each * (steps - 1), foot)),), "cell-line")
    yield Label(chart.axis, (left + each * (steps - 1) / 2, foot + 26), "cell-head", "axis")


def _apart(ends: Sequence[float], lowest: float) -> list[float]:
    """Return the heights of the names at the ends of lines: beside them, a row apart where lines
    end together, and none below the lowest place.
    """
    order = sorted(range(len(ends)), key=ends.__getitem__)
    heights, above = list(ends), -inf
    for n in order:
        above = heights[n] = max(heights[n], above + _NAME)
    below = lowest + _NAME
    for n in reversed(order):
        below = heights[n] = min(heights[n], below - _NAME)
    return heights
