"""Draw one diagram on a page to print: title, picture, legend, tables and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from landships_lab.drawing.charts import Table
from landships_lab.drawing.insets import Inset, Page
from landships_lab.drawing.paper import Pages, paper_size
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene, Shape, rectangle

_MARGIN, _GAP = 38.0, 14.0
_LINE, _ROW = 12.0, 14.0
#: The average width of a letter of Helvetica as a share of its size, rounded up so that no line
#: is too long.
_LETTER = 0.53


def diagram_pages(
    title: str,
    picture: Scene,
    legend: Sequence[tuple[str, str]],
    tables: Sequence[Table],
    reasons: Sequence[str],
    paper: str = "A4",
) -> Pages:
    """Return the page that prints this picture across its width, with what explains it below. What
    does not fit is left out.

    Raises `ValueError` for an unknown paper.
    """
    width, height = paper_size(paper)
    across = width - 2 * _MARGIN
    shapes: list[Shape] = [Label(title, (_MARGIN, _MARGIN + 4), "print-title", anchor="start")]
    top = _MARGIN + 20
    scale = across / picture.width
    inset = Inset(picture, (_MARGIN, top), scale)
    top += picture.height * scale + _GAP
    marks = list(_legend(legend, top, across))
    shapes += marks
    top += (
        _LINE
        * (
            1
            + max((int((s.at[1] - top) // _LINE) for s in marks if isinstance(s, Label)), default=0)
        )
        + _GAP
    )
    for table in tables:
        tall = _ROW * (len(table.rows) + 2) + _LINE
        if top + tall < height - _MARGIN:
            shapes += _table(table, top, across)
            top += tall + _GAP
    for line in (
        line for reason in reasons for line in wrap(reason, int(across / (_LETTER * 8.5)))
    ):
        if top < height - _MARGIN:
            shapes.append(Label(line, (_MARGIN, top), "print-text", anchor="start"))
            top += _LINE - 1
    page = Page(width, height, (), tuple(shapes), title, picture.description, (inset,))
    return Pages(title, paper, (page,))


def _legend(legend: Sequence[tuple[str, str]], top: float, across: float) -> Iterator[Shape]:
    """Yield the marks with their meanings, side by side in lines."""
    left, y = _MARGIN, top
    for mark, meaning in legend:
        wide = 22 + len(meaning) * 8.5 * _LETTER + 14
        if left + wide > _MARGIN + across:
            left, y = _MARGIN, y + _LINE
        yield _mark(mark, left, y)
        yield Label(meaning, (left + 20, y), "print-text", anchor="start")
        left += wide


def _mark(mark: str, left: float, y: float) -> Shape:
    box = rectangle(left, y - 4, left + 15, y + 4)
    if mark.startswith("cover-"):
        return Polygons((box,), mark, mark)
    if mark.startswith("tint-"):
        return Polygons((box,), "cover-of", mark, mark.removeprefix("tint-"))
    if mark == "blind":
        return Lines(((*box, box[0]),), "blind", mark)
    return Lines((((left, y), (left + 15, y)),), mark, mark, "purple" if mark == "way" else "")


def _table(table: Table, top: float, across: float) -> Iterator[Shape]:
    first = min(
        max((len(name) for name, _ in table.rows), default=0) * 8.5 * _LETTER + 12, across / 2
    )
    each = (across - first) / max(len(table.columns), 1)
    most = max(int(each / (8.5 * _LETTER)), 4)
    yield Label(table.caption, (_MARGIN, top), "print-question", anchor="start")
    y = top + _ROW
    for n, name in enumerate(table.columns):
        yield Label(_cut(name, most), (_MARGIN + first + each * (n + 0.5), y), "print-note")
    for name, cells in table.rows:
        yield Lines((((_MARGIN, y + _ROW / 2), (_MARGIN + across, y + _ROW / 2)),), "cell-line")
        y += _ROW
        yield Label(name, (_MARGIN, y), "print-text", anchor="start")
        for n, cell in enumerate(cells):
            yield Label(_cut(cell, most), (_MARGIN + first + each * (n + 0.5), y), "print-text")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
