"""The drawing commands for shapes, in the form that a canvas takes: colours set only when they
change, points packed, everything checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import cos, isfinite, radians, sin

import numpy as np
import numpy.typing as npt

from landships_lab.drawing.colour import rgb
from landships_lab.drawing.roles import Style
from landships_lab.drawing.shapes import Circles, Label, Lines, Path, Polygons, Shape
from landships_lab.drawing.svg import BASELINE, describe
from landships_lab.drawing.theme import FONT, Theme

BACKING = 2  # canvas pixels for one scene pixel: crisp on a screen of double density
UPRIGHT = (BACKING, 0, 0, BACKING, 0, 0)  # a canvas transform: scene pixels to canvas pixels
FINE = 8  # points are sent in eighths of a scene pixel: two bytes a number instead of four
SHARP = (BACKING / FINE, 0, 0, BACKING / FINE, 0, 0)  # the transform for these
_ALIGN = {"start": "left", "middle": "center", "end": "right"}
#: The name of a canvas method and its arguments; or "set", an attribute and its value.
Command = tuple[str, tuple[object, ...]]


def paper(size: tuple[float, float], theme: Theme) -> list[Command]:
    """Return the commands that cover a picture of this size (scene pixels) with the colour of
    paper.
    """
    return [
        ("set", ("fill_style", theme.paper)),
        ("fill_rect", (0, 0, *(side + 1 for side in size))),
    ]


def plan(shapes: Iterable[Shape], theme: Theme) -> list[Command]:
    """Return the commands that draw these shapes. All are checked before anything is sent.

    Raises `ValueError`, which names the shape, for a number that is not finite and for an unknown
    role or tint.
    """
    pen = _Pen()
    styled = ((shape, theme.style(shape.role, shape.tint)) for shape in shapes)
    for (style, words), group in groupby(
        styled, lambda pair: (pair[1], isinstance(pair[0], Label))
    ):
        members = [shape for shape, _ in group]
        if words:
            pen.labels([shape for shape in members if isinstance(shape, Label)], style)
        else:
            for shape in _joined(members, style):
                pen.shape(shape, style)
    return pen.commands


def _joined(shapes: Iterable[Shape], style: Style) -> Iterator[Shape]:
    """Yield these shapes of one style, with successive lines joined into one shape, which takes a
    single command.

    Circles are joined too if they have one size and are not both filled and outlined, so that none
    lies on another's outline.
    """
    plain = not (style.fill and style.stroke)
    for (kind, radius), group in groupby(
        shapes, lambda shape: (type(shape), getattr(shape, "radius", 0))
    ):
        run = list(group)
        if len(run) > 1 and kind is Lines:
            paths = tuple(path for shape in run if isinstance(shape, Lines) for path in shape.paths)
            yield Lines(paths, run[0].role, run[0].name, run[0].tint)
        elif len(run) > 1 and kind is Circles and plain and isfinite(radius):
            centres = tuple(
                at for shape in run if isinstance(shape, Circles) for at in shape.centres
            )
            yield Circles(centres, radius, run[0].role, run[0].name, run[0].tint)
        else:
            yield from run


class _Pen:
    """A list of drawing commands in which colours, widths and fonts are set only where they
    change.
    """

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self._now: dict[str, object] = {}
        self._transform: tuple[float, ...] = UPRIGHT

    def shape(self, shape: Shape, style: Style) -> None:
        """Add the commands that draw a shape."""
        match shape:
            case Polygons():
                joint = bool(style.fill and not style.stroke)
                self._both("polygons", _packed(shape, joint), style)
            case Lines():
                self._both(
                    "line_segments",
                    _packed(shape),
                    Style(stroke=style.stroke, width=style.width, dash=style.dash),
                )
            case Circles(centres=centres, radius=radius):
                if not (isfinite(radius) and radius >= 0):
                    raise ValueError(
                        f"{describe(shape)} has the radius {radius}; a radius is a finite number, 0"
                        " or more."
                    )
                across, down = (
                    _eighths([centre[side] for centre in centres], shape) for side in (0, 1)
                )
                self._both("circles", (across, down, FINE * radius) if centres else (), style)

    def labels(self, labels: list[Label], style: Style) -> None:
        """Add the commands that write labels of one style: first all halos, then all words, so that
        no halo covers a neighbour.
        """
        placed = [(label, *_placed(label, style)) for label in labels]
        self._set(
            "font", f"{'italic ' if style.italic else ''}{style.weight} {style.size:g}px {FONT}"
        )
        if style.halo and style.halo_width:
            self._stroke_style(Style(stroke=style.halo, width=style.halo_width), 1)
            for label, x, y in placed:
                self._write("stroke_text", label, x, y)
        if style.fill:
            self._set("fill_style", style.fill)
            for label, x, y in placed:
                self._write("fill_text", label, x, y)

    def _both(self, what: str, args: tuple[object, ...], style: Style) -> None:
        if args and style.fill:
            self._set("fill_style", _rgba(style.fill, style.alpha))
            self._draw(f"fill_{what}", args, SHARP)
        if args and style.stroke:
            self._stroke_style(style, FINE)
            self._draw(f"stroke_{what}", args, SHARP)

    def _stroke_style(self, style: Style, scale: int) -> None:
        dash = tuple(scale * length for length in style.dash)
        self._set("stroke_style", style.stroke)
        self._set("line_width", scale * style.width)
        self._set("line_join", "round")
        if self._now.get("dash") != dash:  # a canvas keeps the dashes of the last picture
            self._now["dash"] = dash
            self.commands.append(("set_line_dash", (list(dash),)))

    def _set(self, attribute: str, value: object) -> None:
        if self._now.get(attribute) != value:
            self._now[attribute] = value
            self.commands.append(("set", (attribute, value)))

    def _write(self, command: str, label: Label, x: float, y: float) -> None:
        self._set("text_align", _ALIGN[label.anchor])
        if label.degrees:
            across, down = (
                BACKING * cos(radians(label.degrees)),
                BACKING * sin(radians(label.degrees)),
            )
            turned = (across, down, -down, across, BACKING * label.at[0], BACKING * label.at[1])
            self._draw(command, (label.text, 0, round(y - label.at[1], 2)), turned)
        else:
            self._draw(command, (label.text, x, y))

    def _draw(
        self, command: str, args: tuple[object, ...], transform: tuple[float, ...] = UPRIGHT
    ) -> None:
        if self._transform != transform:
            self._transform = transform
            self.commands.append(("set_transform", transform))
        self.commands.append((command, args))


def _placed(label: Label, style: Style) -> tuple[float, float]:
    """Return the point on the baseline at which a label begins, ends or has its middle, as its
    anchor says.
    """
    if label.anchor not in _ALIGN:
        raise ValueError(
            f"{describe(label)} has the anchor {label.anchor!r}; allowed are"
            f" {', '.join(map(repr, _ALIGN))}."
        )
    if not all(map(isfinite, (*label.at, label.degrees))):
        raise ValueError(
            f"{describe(label)} is at {label.at}, turned by {label.degrees}; only finite numbers"
            " can be drawn."
        )
    return round(label.at[0], 2), round(label.at[1] + BASELINE * style.size, 2)


@lru_cache(maxsize=256)
def _packed(shape: Polygons | Lines, joint: bool = False) -> tuple[object, ...]:
    """Return the numbers that draw a shape with one command: the number of paths, their points, and
    the number of points in each path.

    Of ``joint`` areas only the border is drawn.
    """
    paths = (
        shape.paths
        if isinstance(shape, Lines)
        else polygon_union(shape.rings)
        if joint
        else shape.rings
    )
    paths = tuple(path for path in paths if path)
    if not paths:
        return ()
    lengths = [len(path) for path in paths]
    points = _eighths([c for path in paths for point in path for c in point], shape)
    return (
        len(paths),
        points,
        lengths[0] if len(set(lengths)) == 1 else np.array(lengths, dtype=np.uint16),
    )


def _eighths(numbers: list[float], shape: Shape) -> npt.NDArray[np.int16 | np.float32]:
    """Return numbers in eighths of a scene pixel: whole numbers of two bytes, or floats if one lies
    far outside the picture.
    """
    array = FINE * np.array(numbers, dtype=np.float32)
    most = np.abs(array).max() if numbers else 0
    if not isfinite(most):
        raise ValueError(
            f"{describe(shape)} holds a number that is not finite (or too large); only finite"
            " numbers can be drawn."
        )
    return array if most > np.iinfo(np.int16).max else np.rint(array).astype(np.int16)


def _rgba(colour: str, alpha: float) -> str:
    return colour if alpha == 1 else f"rgba({', '.join(map(str, rgb(colour)))}, {alpha:g})"


Corner = tuple[int, int]
_FINE = 8  # corners are equal if they agree to an eighth of a pixel


def polygon_union(rings: Sequence[Path]) -> tuple[Path, ...]:
    """Return the outlines of the areas that these rings form together; the rings themselves if that
    has holes or corners that touch.

    A field of hexes is sent to the page as its border, not hex by hex. All rings must run the same
    way round, so that the shared edge of two neighbours occurs once in each direction and cancels
    out.

    >>> len(polygon_union([((0, 0), (1, 0), (1, 1), (0, 1)), ((1, 0), (2, 0), (2, 1), (1, 1))]))
    1
    """
    corners = [[(round(_FINE * x), round(_FINE * y)) for x, y in ring] for ring in rings]
    edges = {edge for ring in corners for edge in _edges(ring)}
    outer = [edge for ring in corners for edge in _edges(ring) if edge[::-1] not in edges]
    border = dict(outer)
    twice = len(edges) < sum(map(len, corners))  # one lies on another, and both must show
    if twice or len(border) < len(outer) or len(outer) == len(edges):
        return tuple(rings)
    outlines: list[Path] = []
    way = None
    while border:
        first, at = next(iter(border.items()))
        loop = [first]
        del border[first]
        while at != first:
            loop.append(at)
            at = border.pop(at)
        turned = _area(loop) > 0
        if way is not None and turned != way:  # a hole runs the other way round
            return tuple(rings)
        way = turned
        outlines.append(tuple((x / _FINE, y / _FINE) for x, y in loop))
    return tuple(outlines)


def _edges(ring: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def _area(ring: Sequence[Corner]) -> int:
    """Return twice the area inside a ring, negative if it runs the other way round."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _edges(ring))
