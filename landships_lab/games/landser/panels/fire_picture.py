"""The picture of a question about a shot: the firer, the man fired at, his cover, the ruler between
them, and the printed tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from landships_lab.core.speech import inches
from landships_lab.drawing.charts import Table
from landships_lab.drawing.dicing import wrapped
from landships_lab.drawing.roles import SMALL
from landships_lab.drawing.shapes import Label, Lines, Scene, Shape, bare_paper
from landships_lab.drawing.soldiers import Soldier, soldier, weapon_of
from landships_lab.games.landser.rules.book import Inches
from . import printed
from .common import SHORT_WEAPONS, WEAPONS

WIDTH, MARGIN = 640.0, 16.0
#: The heights of the men, of the ruler below them, and of the first table.
_MEN, _RULER, _TABLES = 74.0, 134.0, 184.0
_LEFT, _RIGHT = 74.0, 606.0
_SIZE = 22.0
_GAP = 18.0
#: How long each cover is drawn, and as what.
_COVER = {"half": (11.0, "cover-soft"), "full": (26.0, "cover-hard")}


@dataclass(frozen=True)
class Shown:
    """What is drawn of a shot: the weapon in words, the range, the ends of the ranges, the cover,
    and what is said of the firer and of the man fired at.
    """

    weapon: str
    away: Inches
    ends: tuple[int, ...]
    cover: str
    of_firer: Sequence[str]
    of_target: Sequence[str]


def picture(shown: Shown, tables: Sequence[Table]) -> Scene:
    """Return the shot over its ruler and the tables below it in two columns: what hits at the
    left, what a hit does at the right; then their notes.
    """
    target = min(_across(shown.away, shown.ends), _RIGHT)
    figures: list[Shape] = [*_ruler(shown.ends), *_shot(shown, target)]
    hit, *others = tables
    heads = tuple(f"≤{last}″" for last in shown.ends)  # the ruler names the ranges
    hit = replace(hit, columns=heads, rows=tuple((_row(name), cells) for name, cells in hit.rows))
    below: list[float] = []
    for column, left, width, first in (
        ((hit, others[0]), MARGIN, 346.0, (134.0, 314.0)),
        (others[1:], 373.0, WIDTH - MARGIN - 373.0, (36.0,) * 3),
    ):
        top = _TABLES
        for table, head in zip(column, first, strict=True):
            figures += printed.drawn(table, left, top, width, head)
            top += printed.tall(table) + _GAP
        below.append(top)
    bottom = max(below)
    told = (f"{table.caption}: {table.note}" for table in tables)
    notes = [line for note in told for line in wrapped(note, WIDTH - MARGIN, SMALL)]
    for n, words in enumerate(notes):
        at = (MARGIN, bottom + printed.ROW * n)
        figures.append(Label(words, at, "tree-words", "note", anchor="start"))
    height = bottom + printed.ROW * len(notes) + 4
    shot = f"{shown.weapon} over {inches(shown.away)}"
    return Scene(WIDTH, height, bare_paper(WIDTH, height), tuple(figures), "A shot", shot)


def _row(name: str) -> str:
    """Return the heading of a row of the hit table in the words of the question."""
    return WEAPONS["launcher"].name if name == SHORT_WEAPONS["launcher"] else name


def _across(away: Inches, ends: tuple[int, ...]) -> float:
    """Return the pixel of a distance: each of the five ranges is as wide as the others."""
    each = (_RIGHT - _LEFT) / len(ends)
    for n, (first, last) in enumerate(pairwise((0, *ends))):
        if away <= last:
            return _LEFT + each * (n + float(away - first) / (last - first))
    return _RIGHT + each


def _ruler(ends: tuple[int, ...]) -> Iterator[Shape]:
    yield Lines((((_LEFT, _RULER), (_RIGHT, _RULER)),), "axis", "ruler")
    names = ("point blank", "short", "medium", "long", "extreme")
    for name, (first, last) in zip(names, pairwise((0, *ends)), strict=True):
        start, end = _across(first, ends), _across(last, ends)
        yield Lines((((end, _RULER - 5), (end, _RULER + 5)),), "axis", name)
        yield Label(name, ((start + end) / 2, _RULER + 14), "tree-words", name)
        yield Label(f"{last}″", (end, _RULER - 13), "tree-words", name)


def _shot(shown: Shown, target: float) -> Iterator[Shape]:
    eye = (_LEFT - 34, _MEN)
    yield Lines(((eye, (target, _MEN)),), "sight-line", "shot")
    for at, degrees, side, armed, name in (
        (eye, 90.0, "British", weapon_of(shown.weapon), "firer"),
        ((target, _MEN), -90.0, "German", "rifle", "target"),
    ):
        yield from soldier(Soldier(at, _SIZE, degrees, side, armed, name))
    if shown.cover in _COVER:
        half, role = _COVER[shown.cover]
        x = target - _SIZE - 8
        yield Lines((((x, _MEN - half), (x, _MEN + half)),), role, shown.cover)
    yield Lines((((target, _MEN + _SIZE), (target, _RULER)),), "range-line", "range")
    over, firer = (eye[0] + target) / 2, ", ".join((shown.weapon, *shown.of_firer))
    yield Label(inches(shown.away), (over, _MEN - 28), "tree-chance", "range")
    yield Label(firer, (MARGIN, 16), "tree-head", "firer", anchor="start")
    told = ", ".join(shown.of_target)
    yield Label(told, (WIDTH - MARGIN, 33), "tree-words", "target", anchor="end")
