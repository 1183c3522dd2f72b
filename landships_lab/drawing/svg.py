"""Pictures as SVG text that needs no script or outside font: for GitHub, for print and inside a
page; and the same text made small (`compact`), for a notebook that stores a picture of each of its
panels.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby, pairwise
from math import isfinite

from .roles import Style
from .shapes import Circles, Label, Lines, Path, Polygons, Scene, Shape
from .theme import FONT, LIGHT, Theme, dark_rules

# The distance from the middle of a line of text down to its baseline, as a share of the font size;
# the canvas uses the same.
BASELINE = 0.35
# What XML forbids becomes the replacement character. `xml.sax.saxutils.escape` would import all of
# `urllib.request`.
_NOT_XML = dict.fromkeys(
    (*(set(range(0x20)) - {*b"\t\n\r"}), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd"
)
_IN_TEXT = _NOT_XML | str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


def svg(scene: Scene, theme: Theme = LIGHT, unit: str = "") -> str:
    """Return this scene in this theme as SVG text; the same scene gives the same text.

    ``unit`` is the length that a number of the scene measures on paper, such as ``pt``; by default
    it is a pixel. Raises `ValueError`, which names the shape, for a number that is infinite or not
    a number and for an unknown role or tint.
    """
    head = opened(scene.width, scene.height, scene.title, scene.description, theme, unit)
    return "\n".join([head, *(_element(shape, theme) for shape in scene.shapes()), "</svg>\n"])


def in_both_themes(picture: str) -> str:
    """Return the text of `svg` for a file of its own, which has the colours of the dark theme where
    the page around it is dark.
    """
    rules = dark_rules(picture, "{1}")
    head, end, drawn = picture.partition("</desc>\n")
    return f"{head}{end}<style>@media (prefers-color-scheme: dark) {{{rules}}}</style>\n{drawn}"


def opened(
    width: float, height: float, title: str, description: str, theme: Theme, unit: str = ""
) -> str:
    """Return the beginning of an SVG: its size, what a screen reader says, its paper."""
    wide, high = (
        _number(width, "The width of the scene"),
        _number(height, "The height of the scene"),
    )
    measured = f'width="{wide}{unit}" height="{high}{unit}"'
    spoken = 'role="img"' + _attribute("aria-label", title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {measured} viewBox="0 0 {wide} {high}" {spoken}>'
    )
    paper = f'<rect width="{wide}" height="{high}" fill="{theme.paper}" data-role="paper"/>'
    return "\n".join(
        [head, f"<title>{_text(title)}</title>", f"<desc>{_text(description)}</desc>", paper]
    )


def drawing(shapes: Iterable[Shape], theme: Theme) -> str:
    """Return these shapes as SVG elements. Raises `ValueError` as `svg` does."""
    return "\n".join(_element(shape, theme) for shape in shapes)


def describe(shape: Shape) -> str:
    """Return the words for this shape in an error."""
    return f"The {type(shape).__name__} of role {shape.role!r}" + (
        f" named {shape.name!r}" if shape.name else ""
    )


def _element(shape: Shape, theme: Theme) -> str:
    style = theme.style(shape.role, shape.tint)
    known = _attribute("data-role", shape.role) + _attribute("data-name", shape.name)
    match shape:
        case Polygons(rings=rings):
            outline = _path(map(_clockwise, rings), describe(shape), close="Z")
            return f'<path{known} d="{outline}"{_fill(style)}{_stroke(style)}/>'
        case Lines(paths=paths):
            return f'<path{known} d="{_path(paths, describe(shape))}" fill="none"{_stroke(style)}/>'
        case Circles():
            return _circles(shape, known, style)
        case Label():
            return _label(shape, known, style)


def _path(paths: Iterable[Path], owner: str, close: str = "") -> str:
    return "".join(
        "M" + "L".join(f"{_number(x, owner)} {_number(y, owner)}" for x, y in path) + close
        for path in paths
        if path
    )


def _clockwise(ring: Path) -> Path:
    """Return this ring in clockwise order; otherwise overlapping rings of one path would cut holes
    into each other.
    """
    turns = sum(
        x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True)
    )
    return ring if turns >= 0 or not isfinite(turns) else ring[::-1]


def _circles(shape: Circles, known: str, style: Style) -> str:
    owner = describe(shape)
    radius = _number(shape.radius, owner)
    if shape.radius < 0:
        raise ValueError(f"{owner} has the radius {radius}; a radius is 0 or more.")
    discs = (
        f'<circle cx="{_number(x, owner)}" cy="{_number(y, owner)}" r="{radius}"/>'
        for x, y in shape.centres
    )
    return f"<g{known}{_fill(style)}{_stroke(style)}>{''.join(discs)}</g>"


def _label(shape: Label, known: str, style: Style) -> str:
    owner = describe(shape)
    if shape.anchor not in ("start", "middle", "end"):
        raise ValueError(
            f"{owner} has the anchor {shape.anchor!r}; allowed are 'start', 'middle' and 'end'."
        )
    x, y = (_number(v, owner) for v in shape.at)
    turn = f' transform="rotate({_number(shape.degrees, owner)} {x} {y})"' if shape.degrees else ""
    shift = _number(BASELINE * style.size, owner)
    return (
        f'<text{known} x="{x}" y="{y}" dy="{shift}"'
        f' text-anchor="{shape.anchor}"{turn}{_font(style)}'
        f' fill="{style.fill or "none"}"{_halo(style)}>{_text(shape.text)}</text>'
    )


def _font(style: Style) -> str:
    weight = f' font-weight="{style.weight}"' if style.weight != 400 else ""
    slant = ' font-style="italic"' if style.italic else ""
    return (
        f"{_attribute('font-family', FONT)}"
        f' font-size="{_number(style.size, "A font")}"{weight}{slant}'
    )


def _halo(style: Style) -> str:
    if not (style.halo and style.halo_width):
        return ""
    return (
        f' stroke="{style.halo}" stroke-width="{_number(style.halo_width, "A halo")}"'
        ' stroke-linejoin="round" paint-order="stroke"'
    )


def _fill(style: Style) -> str:
    weak = (
        f' fill-opacity="{_number(style.alpha, "A fill")}"'
        if style.fill and style.alpha != 1
        else ""
    )
    return f' fill="{style.fill or "none"}"{weak}'


def _stroke(style: Style) -> str:
    if not style.stroke:
        return ""
    dash = (
        f' stroke-dasharray="{" ".join(_number(d, "A dash") for d in style.dash)}"'
        if style.dash
        else ""
    )
    return (
        f' stroke="{style.stroke}" stroke-width="{_number(style.width, "A line")}"'
        f' stroke-linejoin="round"{dash}'
    )


def _number(value: float, owner: str) -> str:
    if not isfinite(value):
        raise ValueError(f"{owner} holds the number {value}; only finite numbers can be drawn.")
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def _attribute(name: str, value: str) -> str:
    return f' {name}="{value.translate(_IN_ATTRIBUTE)}"' if value else ""


def _text(value: str) -> str:
    return value.translate(_IN_TEXT)


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
    count = Counter(match[1] for match in _PATH.finditer(text))
    for n, path in enumerate(
        path for path, times in count.items() if times > 1 and len(path) > LONG
    ):
        text = text.replace(f'<path d="{path}"', f'<use href="#p{n}"').replace(
            "\n", f'\n<defs><path id="p{n}" d="{path}"/></defs>\n', 1
        )
    return text


def _shown(tag: re.Match[str]) -> str:
    """Return a tag without the attributes that cannot be seen."""
    return _PATH.sub(lambda match: f' d="{_steps(match[1])}"', _NOT_SEEN.sub("", tag[0]))


def _style(line: str) -> str:
    match = _TEXT.fullmatch(line)
    return match[4] if match else ""


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
        if len(points) == 1:
            continue  # it draws nothing, and browsers report a path without a step as an error
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
