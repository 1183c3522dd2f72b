"""Painting a scene on a page with ipycanvas. Only this file uses ipycanvas, and it works round each of these faults of version 0.14:

- The page runs all commands of all canvases in one chain of promises; one that throws (no canvas chosen, a number that is NaN, a
  negative radius, a closed canvas) freezes every canvas of the page. So nothing unchecked is sent, and every drawing names its
  canvas first, because after a reload the page has forgotten which one was current.
- `hold_canvas` does not clean up after an exception. So all commands are made first, and `_held` cleans up.
- Held commands belong to all canvases, and JupyterLab answers gestures in a thread of their own, beside the cell that runs. So
  one board paints at a time.
- A canvas keeps no picture for a page that is loaded later. So the whole picture is sent again when a client is ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from math import cos, isfinite, radians, sin
from threading import RLock
from typing import Any

import numpy as np
from ipycanvas import Canvas, MultiCanvas, hold_canvas
from ipycanvas.canvas import _CANVAS_MANAGER, COMMANDS
from ipywidgets import Box, Layout

from landships_lab.scene.colour import rgb
from landships_lab.scene.roles import Style
from landships_lab.scene.shapes import Circles, Label, Lines, Path, Polygons, Scene, Shape
from landships_lab.scene.svg import BASELINE, describe
from landships_lab.scene.theme import FONT, LIGHT, Theme
from landships_lab.widgets.bridge import Bridge
from landships_lab.widgets.closing import close_tree, keep_open
from landships_lab.widgets.dissolve import dissolved
from landships_lab.widgets.layers import Layers

MOST_HEIGHT = 520  # on a page, so that the answer is seen under the picture; a taller scene is shown smaller
BACKING = 2  # canvas pixels for one scene pixel: crisp on a screen of double density
_ALIGN = {"start": "left", "middle": "center", "end": "right"}
Command = tuple[str, tuple[Any, ...]]
_PAINTING = RLock()
UPRIGHT = (BACKING, 0, 0, BACKING, 0, 0)  # a canvas transform: scene pixels to canvas pixels
FINE = 8  # points are sent as whole eighths of a scene pixel: two bytes a number in place of four
SHARP = (BACKING / FINE, 0, 0, BACKING / FINE, 0, 0)  # the transform for these
keep_open(_CANVAS_MANAGER)  # one serves all canvases of a page


class Board:
    """A picture on the page that a scene can be painted on.

    ``widget`` is what a notebook shows; ``bridge`` reports gestures and reaches the clipboard and the downloads. The map is on
    the lowest layer; of the figures, those that stay from one scene to the next have a layer of their own, as `Layers` tells.
    """

    def __init__(self, width: float = 640, height: float = 520) -> None:
        self.bridge = Bridge()
        self._layers = MultiCanvas(1 + len(Layers()), layout=Layout(width="100%", height="auto", margin="0", padding="0"))
        self._layers.on_client_ready(self._repaint)
        self.widget = Box([self._layers, self.bridge], layout=Layout(display="block", max_width="100%", margin="0", padding="0"))
        self.widget.add_class("ll-board")
        self._last: tuple[Scene, Theme] | None = None
        self._shown: tuple[Scene, Theme] | None = None
        self._figures = Layers()
        self.resize(width, height)

    def resize(self, width: float, height: float) -> None:
        """Give the picture another size, in scene pixels, and paint the last scene again."""
        self._fit(width, height)
        self._repaint()

    def paint(self, scene: Scene, theme: Theme = LIGHT) -> None:
        """Show a scene, sending only the layers that changed.

        Raises ValueError that names the shape, before anything is sent, where a number is not finite; the last picture stays.
        """
        if (scene.width, scene.height) != self.size:
            self._fit(scene.width, scene.height)
        anew = self._shown is None or self._shown[0].ground != scene.ground or self._shown[1] is not theme
        figures = Layers(still=scene.figures) if anew else self._figures.then(scene.figures)
        plans = [
            _paper(self.size, theme) + _plan(scene.ground, theme) if anew else None,
            *(_plan(now, theme) if now != was or (anew and was) else None for was, now in zip(self._figures, figures, strict=True)),
        ]
        if any(plan is not None for plan in plans):
            self._draw(plans)
        self._last = self._shown = (scene, theme)
        self._figures = figures
        label = ". ".join(part for part in (scene.title, scene.description) if part)
        if label != self.bridge.label:
            self.bridge.label = label

    def close(self) -> None:
        """Close its widgets. Painting it does nothing from then on."""
        with _PAINTING:
            if _CANVAS_MANAGER._current_canvas in self._layers._canvases:
                _CANVAS_MANAGER._current_canvas = None  # it would keep this board in memory until another one draws
            close_tree(self.widget)

    def _repaint(self) -> None:
        """Send the whole last picture, as to a page that has just been loaded."""
        self._shown = None
        if self._last:
            self.paint(*self._last)

    def _fit(self, width: float, height: float) -> None:
        if not (isfinite(width) and isfinite(height) and width > 0 and height > 0):
            raise ValueError(f"A board of {width} x {height} pixels cannot be shown; width and height are more than 0.")
        self.size = (width, height)
        self._layers.width, self._layers.height = (round(BACKING * side) for side in self.size)
        self.widget.layout.width = f"{min(width, MOST_HEIGHT * width / height):g}px"
        self.bridge.size = self.size
        self._shown = None  # a canvas that changes its size forgets its picture

    def _draw(self, plans: list[list[Command] | None]) -> None:
        with _PAINTING:
            if self._layers.comm is None:  # to name a closed canvas would freeze the whole page
                return
            with _held():
                for canvas, plan in zip(self._layers._canvases, plans, strict=True):
                    if plan is not None:
                        _issue(canvas, plan)


@contextmanager
def _held() -> Iterator[None]:
    """Send commands together, in one message, so that an exception leaves every canvas usable."""
    held_before = _CANVAS_MANAGER._caching
    _CANVAS_MANAGER.flush()  # commands held elsewhere go first, so that they are not lost if this fails
    _CANVAS_MANAGER._current_canvas = None  # a page that was reloaded no longer knows which canvas was current
    try:
        with hold_canvas():
            yield
    except BaseException:
        _CANVAS_MANAGER._commands_cache, _CANVAS_MANAGER._buffers_cache = [], []
        _CANVAS_MANAGER._current_canvas = None
        raise
    finally:
        _CANVAS_MANAGER._caching = held_before


def _issue(canvas: Canvas, plan: list[Command]) -> None:
    canvas.set_transform(*UPRIGHT)
    canvas.clear()
    for name, args in plan:
        if name == "set":  # said to the page alone: ipycanvas would check and announce each colour of each shape
            attribute, value = args
            _CANVAS_MANAGER.send_draw_command(canvas, COMMANDS["set"], [canvas.ATTRS[attribute], value])
        else:
            getattr(canvas, name)(*args)


def _paper(size: tuple[float, float], theme: Theme) -> list[Command]:
    return [("set", ("fill_style", theme.paper)), ("fill_rect", (0, 0, *(side + 1 for side in size)))]


def _plan(shapes: Iterable[Shape], theme: Theme) -> list[Command]:
    """Return the commands that draw these shapes, all checked before anything is sent."""
    pen = _Pen()
    styled = ((shape, theme.style(shape.role, shape.tint)) for shape in shapes)
    for (style, words), group in groupby(styled, lambda pair: (pair[1], isinstance(pair[0], Label))):
        members = [shape for shape, _ in group]
        if words:
            pen.labels([shape for shape in members if isinstance(shape, Label)], style)
        else:
            for shape in _joined(members, style):
                pen.shape(shape, style)
    return pen.commands


def _joined(shapes: Iterable[Shape], style: Style) -> Iterator[Shape]:
    """Yield these shapes of one style, lines that follow each other as one: that is one command in place of many.

    Circles too, where they are of one size and are not both filled and outlined, so that none lies on another's outline.
    """
    plain = not (style.fill and style.stroke)
    for (kind, radius), group in groupby(shapes, lambda shape: (type(shape), getattr(shape, "radius", 0))):
        run = list(group)
        if len(run) > 1 and kind is Lines:
            paths = tuple(path for shape in run if isinstance(shape, Lines) for path in shape.paths)
            yield Lines(paths, run[0].role, run[0].name, run[0].tint)
        elif len(run) > 1 and kind is Circles and plain and isfinite(radius):
            centres = tuple(at for shape in run if isinstance(shape, Circles) for at in shape.centres)
            yield Circles(centres, radius, run[0].role, run[0].name, run[0].tint)
        else:
            yield from run


class _Pen:
    """A list of drawing commands in which colours, widths and fonts are set only where they change."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self._now: dict[str, object] = {}
        self._transform: tuple[float, ...] = UPRIGHT

    def shape(self, shape: Shape, style: Style) -> None:
        """Add the commands that draw a shape."""
        match shape:
            case Polygons(rings=rings):
                joint = style.fill and not style.stroke
                self._both("polygons", _runs(dissolved(rings) if joint else rings, shape, 3), style)
            case Lines(paths=paths):
                self._both("line_segments", _runs(paths, shape, 2), Style(stroke=style.stroke, width=style.width, dash=style.dash))
            case Circles(centres=centres, radius=radius):
                if not (isfinite(radius) and radius >= 0):
                    raise ValueError(f"{describe(shape)} has the radius {radius}; a radius is a finite number, 0 or more.")
                points = _points(centres, shape)
                self._both("circles", (points[:, 0], points[:, 1], FINE * radius) if len(points) else (), style)

    def labels(self, labels: list[Label], style: Style) -> None:
        """Add the commands that write labels of one style: first all halos, then all words, so that no halo covers a neighbour."""
        placed = [(label, *_placed(label, style)) for label in labels]
        self._set("font", f"{'italic ' if style.italic else ''}{style.weight} {style.size:g}px {FONT}")
        if style.halo and style.halo_width:
            self._stroke_style(Style(stroke=style.halo, width=style.halo_width), 1)
            for label, x, y in placed:
                self._write("stroke_text", label, x, y)
        if style.fill:
            self._set("fill_style", style.fill)
            for label, x, y in placed:
                self._write("fill_text", label, x, y)

    def _both(self, what: str, args: tuple[Any, ...], style: Style) -> None:
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
        if self._now.get("dash") != dash:  # a canvas keeps the dashes of the picture before
            self._now["dash"] = dash
            self.commands.append(("set_line_dash", (list(dash),)))

    def _set(self, attribute: str, value: object) -> None:
        if self._now.get(attribute) != value:
            self._now[attribute] = value
            self.commands.append(("set", (attribute, value)))

    def _write(self, command: str, label: Label, x: float, y: float) -> None:
        self._set("text_align", _ALIGN[label.anchor])
        if label.degrees:
            across, down = BACKING * cos(radians(label.degrees)), BACKING * sin(radians(label.degrees))
            turned = (across, down, -down, across, BACKING * label.at[0], BACKING * label.at[1])
            self._draw(command, (label.text, 0, round(y - label.at[1], 2)), turned)
        else:
            self._draw(command, (label.text, x, y))

    def _draw(self, command: str, args: tuple[Any, ...], transform: tuple[float, ...] = UPRIGHT) -> None:
        if self._transform != transform:
            self._transform = transform
            self.commands.append(("set_transform", transform))
        self.commands.append((command, args))


def _placed(label: Label, style: Style) -> tuple[float, float]:
    """Return the point on the baseline where a label begins, ends or has its middle, as its anchor says."""
    if label.anchor not in _ALIGN:
        raise ValueError(f"{describe(label)} has the anchor {label.anchor!r}; allowed are {', '.join(map(repr, _ALIGN))}.")
    if not all(map(isfinite, (*label.at, label.degrees))):
        raise ValueError(f"{describe(label)} is at {label.at}, turned by {label.degrees}; only finite numbers can be drawn.")
    return round(label.at[0], 2), round(label.at[1] + BASELINE * style.size, 2)


def _runs(paths: tuple[Path, ...], shape: Shape, fewest: int) -> tuple[Any, ...]:
    """Return the arrays that hold these paths for one command: the points, and how many each path has where that differs."""
    paths = tuple(path for path in paths if path)
    if not paths:
        return ()
    lengths = {len(path) for path in paths}
    points = _points([point for path in paths for point in path], shape)
    if len(lengths) == 1 and min(lengths) >= fewest:
        return (points.reshape(len(paths), -1, 2),)
    return (points, np.array([len(path) for path in paths], dtype=np.uint16))


def _points(points: Iterable[tuple[float, float]], shape: Shape) -> np.ndarray[Any, Any]:
    """Return points in eighths of a scene pixel: whole numbers of two bytes, or floats where they lie far off the picture."""
    array = FINE * np.array([c for point in points for c in point], dtype=np.float32).reshape(-1, 2)
    if not np.isfinite(array).all():
        raise ValueError(f"{describe(shape)} holds a number that is not finite (or too large); only finite numbers can be drawn.")
    far = len(array) and np.abs(array).max() > np.iinfo(np.int16).max
    return array if far else np.rint(array).astype(np.int16)


def _rgba(colour: str, alpha: float) -> str:
    return colour if alpha == 1 else f"rgba({', '.join(map(str, rgb(colour)))}, {alpha:g})"
