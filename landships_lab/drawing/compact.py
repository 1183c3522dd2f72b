"""SVG text made small, for a notebook that stores a picture of each of its panels.

It looks the same to a tenth of a pixel.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import groupby, pairwise

LONG = 300
_NOT_SEEN = re.compile(r' data-(?:role|name)="[^"]*"')
_SAID = re.compile(r"<(title|desc)>.*?</\1>\n?", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")  # in words and in attributes, > is written as &gt;
_TEXT = re.compile(
    r'<text x="([-\d.]+)" y="([-\d.]+)" dy="([-\d.]+)"((?:'
    r' (?!transform)[\w-]+="[^"]*")*)>(.*)</text>'
)
_PATH = re.compile(r' d="([^"]*)"')


def compact(svg: str) -> str:
    """Return the text of `svg.svg` in a shorter form: without names, with labels of one style
    grouped, and with lines written as steps.
    """
    lines: list[str] = []
    for style, alike in groupby(
        _once(_TAG.sub(_shown, _SAID.sub("", svg))).split("\n"), key=_style
    ):
        group = list(alike)
        lines += [f"<g{style}>", *map(_bare, group), "</g>"] if style else group
    return "\n".join(lines)


def _once(text: str) -> str:
    """Return the text with each long line that is drawn several times, such as the grid, written
    only once.
    """
    count = Counter(found[1] for found in _PATH.finditer(text))
    for n, path in enumerate(
        path for path, times in count.items() if times > 1 and len(path) > LONG
    ):
        text = text.replace(f'<path d="{path}"', f'<use href="#p{n}"').replace(
            "\n", f'\n<defs><path id="p{n}" d="{path}"/></defs>\n', 1
        )
    return text


def _shown(tag: re.Match[str]) -> str:
    """Return a tag without the attributes that cannot be seen."""
    return _PATH.sub(lambda found: f' d="{_steps(found[1])}"', _NOT_SEEN.sub("", tag[0]))


def _style(line: str) -> str:
    found = _TEXT.fullmatch(line)
    return found[4] if found else ""


def _bare(line: str) -> str:
    x, y, down, _, words = _TEXT.fullmatch(line).groups()  # type: ignore[union-attr]  # it has a style
    return f'<text x="{_tenths(x) / 10:g}" y="{(_tenths(y) + _tenths(down)) / 10:g}">{words}</text>'


def _tenths(number: str) -> int:
    return round(10 * float(number))


@lru_cache(200)  # every picture of a map has the same grid
def _steps(path: str) -> str:
    """Return the ``d`` of a path M, L, L ... with each L written as a step from the point
    before.
    """
    drawn = []
    for run in filter(None, path.split("M")):
        end = "z" if run.endswith("Z") else ""
        points = [
            [_tenths(side) for side in point.split()] for point in run.removesuffix("Z").split("L")
        ]
        if any(len(point) != 2 for point in points):
            return path
        if (
            len(points) == 1
        ):  # it draws nothing, and browsers report a path without a step as an error
            continue
        moves = (f"{_short(b[0] - a[0])} {_short(b[1] - a[1])}" for a, b in pairwise(points))
        drawn.append(
            f"M{_short(points[0][0])} {_short(points[0][1])}l{' '.join(moves)}{end}".replace(
                " -", "-"
            )
        )
    return "".join(drawn)


def _short(tenths: int) -> str:
    return (
        f"{tenths / 10:g}".replace("0.", ".", 1)
        if abs(tenths) < 10 and tenths
        else f"{tenths / 10:g}"
    )
