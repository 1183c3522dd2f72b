"""Painting a scene on a page with ipycanvas.

Only this file uses ipycanvas, and it works round these faults of version 0.14:

- All canvases share one manager, made when ipycanvas is imported. A page that is loaded later
  learns of it only after a while, and waits two seconds for it with every canvas. So each board has
  its own manager, which is opened and closed with it.
- The page runs all commands of a manager in one chain of promises. One that throws (no canvas
  chosen, a number that is NaN, a negative radius, a closed canvas) freezes its canvases for good.
  So nothing unchecked is sent, every drawing names its canvas first (a reloaded page has forgotten
  which one was current), and page.js drops what a closed board still had to paint.
- `hold_canvas` does not clean up after an exception. So a `Painter` holds commands until they are
  sent, and forgets them if one fails.
- A canvas keeps no picture for a page that is loaded later. So the whole picture is sent again when
  a client is ready.
"""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from itertools import takewhile
from math import isfinite
from typing import NamedTuple

from ipycanvas import Canvas, MultiCanvas
from ipycanvas.canvas import COMMANDS, _CanvasManager
from ipycanvas.utils import populate_args
from ipywidgets import Box, Layout

from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene, Shape
from landships_lab.drawing.theme import LIGHT, Theme
from .bridge import Bridge
from .lifecycle import close_tree, locked
from .pen import BACKING, UPRIGHT, Command, paper, plan

MOST_HEIGHT = 520  # so that the answer under the picture is in sight; a taller scene is scaled down
#: The commands that draw many things at once, by the names that the page uses.
_MANY = {
    f"{how}_{what}": f"{how}{camel}"
    for how in ("fill", "stroke")
    for what, camel in (
        ("polygons", "Polygons"),
        ("line_segments", "LineSegments"),
        ("circles", "Circles"),
    )
}


class Painter(_CanvasManager):
    """The manager of one board's canvases.

    It sends a picture as one message, as short as possible.
    """

    def __init__(self) -> None:
        super().__init__()
        self._caching = True  # commands wait until they are flushed

    def _send_custom(self, command: list[object], buffers: list[memoryview]) -> None:
        text = json.dumps(command, separators=(",", ":")).encode()
        self.send({"dtype": "uint8", "shape": [len(text)]}, buffers=[text, *buffers])

    def _send(self, message: dict[str, object], buffers: list[memoryview] | None = None) -> None:
        """Send a message even while the board is being built, when ipywidgets would drop it
        (lifecycle.py).
        """
        if self.comm is not None:
            self.comm.send(data=message, buffers=buffers)


class _Canvases(MultiCanvas):
    """Canvases stacked on each other, with a manager of their own."""

    def __init__(self, number: int, **traits: object) -> None:
        own = Painter()
        canvases = [Canvas(_canvas_manager=own) for _ in range(number)]
        # MultiCanvas would make canvases of the shared manager
        super(MultiCanvas, self).__init__(_canvas_manager=own, _canvases=canvases, **traits)


class Board:
    """A picture on the page on which a scene can be painted.

    ``widget`` is what a notebook shows; ``bridge`` reports gestures and reaches the clipboard and
    the downloads. The map is on the lowest layer; the figures that stay from one scene to the next
    have a layer of their own (`Layers`). ``opens`` is the kind of link that the panel around it
    opens.
    """

    def __init__(self, width: float = 640, height: float = 520, *, opens: str = "") -> None:
        self._layers = _Canvases(
            1 + len(Layers()), layout=Layout(width="100%", height="auto", margin="0", padding="0")
        )
        self._painter: Painter = self._layers._canvas_manager
        self.bridge = Bridge(painter=self._painter.model_id, opens=opens)
        self._layers.on_client_ready(self._repaint)
        self.widget = Box(
            [self._layers, self.bridge],
            layout=Layout(display="block", max_width="100%", margin="0", padding="0"),
        )
        self.widget.add_class("ll-board")
        self._last: tuple[Scene, Theme] | None = None
        self._shown: tuple[Scene, Theme] | None = None
        self._figures = Layers()
        self.resize(width, height)

    def resize(self, width: float, height: float) -> None:
        """Give the picture another size, in scene pixels, and paint the last scene again."""
        self._fit(width, height)
        self._repaint()

    @locked
    def paint(self, scene: Scene, theme: Theme = LIGHT) -> None:
        """Show a scene, sending only the layers that changed.

        Raises `ValueError`, which names the shape, for a number that is not finite; nothing is sent
        then, and the last picture stays.
        """
        if (scene.width, scene.height) != self.size:
            self._fit(scene.width, scene.height)
        anew = (
            self._shown is None
            or self._shown[0].ground != scene.ground
            or self._shown[1] is not theme
        )
        figures = Layers(still=scene.figures) if anew else self._figures.then(scene.figures)
        plans = [
            paper(self.size, theme) + plan(scene.ground, theme) if anew else None,
            *(
                plan(now, theme) if now != was or (anew and was) else None
                for was, now in zip(self._figures, figures, strict=True)
            ),
        ]
        if any(drawn is not None for drawn in plans):
            self._draw(plans)
        self._last = self._shown = (scene, theme)
        self._figures = figures
        label = ". ".join(part for part in (scene.title, scene.description) if part)
        if label != self.bridge.label:
            self.bridge.label = label

    @locked
    def close(self) -> None:
        """Close its widgets. Painting it has no effect afterwards."""
        close_tree(self.widget)

    @locked
    def _repaint(self) -> None:
        """Send the whole last picture to a page that has just been loaded."""
        self._shown = None
        if self._last:
            self.paint(*self._last)

    def _fit(self, width: float, height: float) -> None:
        if not (isfinite(width) and isfinite(height) and width > 0 and height > 0):
            raise ValueError(
                f"A board of {width} x {height} pixels cannot be shown; width and height are more"
                " than 0."
            )
        self.size = (width, height)
        self._layers.width, self._layers.height = (round(BACKING * side) for side in self.size)
        self.widget.layout.width = f"{min(width, MOST_HEIGHT * width / height):g}px"
        self.bridge.size = self.size
        self._shown = None  # a canvas whose size changes loses its picture

    def _draw(self, plans: list[list[Command] | None]) -> None:
        """Send these commands for each layer in one message, or nothing if one of them fails."""
        if self._layers.comm is None:
            return
        painter = self._painter
        painter._current_canvas = None  # a reloaded page does not know which canvas was current
        try:
            for canvas, drawn in zip(self._layers._canvases, plans, strict=True):
                if drawn is not None:
                    _issue(canvas, drawn)
            painter.flush()
        finally:
            painter._commands_cache, painter._buffers_cache = [], []


def _issue(canvas: Canvas, commands: list[Command]) -> None:
    canvas.set_transform(*UPRIGHT)
    canvas.clear()
    send = canvas._canvas_manager.send_draw_command
    for name, args in commands:
        if name == "set":
            # sent to the page directly: ipycanvas would check and announce each shape's colour
            attribute, value = args
            send(canvas, COMMANDS["set"], [canvas.ATTRS[attribute], value])
        elif name in _MANY:  # already packed, in a form that the methods of ipycanvas do not take
            plain: list[object] = []
            beside: list[memoryview] = []
            for arg in args:
                populate_args(arg, plain, beside)
            send(canvas, COMMANDS[_MANY[name]], plain, beside)
        else:
            getattr(canvas, name)(*args)


Figures = tuple[Shape, ...]
# If another division keeps this many points more, all figures are drawn anew, so that fewer are
# drawn from then on.
_WORTH_MOVING = 60
_COMMANDS = 12  # the cost of the commands of one shape, in points
_WORDS = 30  # the cost of a label


class Layers(NamedTuple):
    """Figures in drawing order: those below the unchanged ones, the unchanged ones, and those
    above.
    """

    below: Figures = ()
    still: Figures = ()
    above: Figures = ()

    def then(self, figures: Figures) -> Layers:
        """Divide the figures of the next picture.

        The unchanged layer stays as it is, as long as that is nearly the best choice.

        >>> one, two, three = (Label(text, (0, 0), "note") for text in ("one", "two", "three"))
        >>> [len(layer) for layer in Layers(still=(one, two)).then((three, one, two))]
        [1, 2, 0]
        """
        at = _find(self.still, figures)
        best = self._longest(figures) if at is None else self._longest_round(figures, at)
        chosen = self.still if _weight(best) <= _weight(self.still) + _WORTH_MOVING else best
        at = _find(chosen, figures)
        if at is None:
            chosen, at = best, _find(best, figures) or 0
        return Layers(figures[:at], chosen, figures[at + len(chosen) :])

    def _longest(self, figures: Figures) -> Figures:
        """Return the costliest run of figures that the last picture also had."""
        blocks = SequenceMatcher(
            None, (*self.below, *self.still, *self.above), figures, autojunk=False
        ).get_matching_blocks()
        return max((figures[b.b : b.b + b.size] for b in blocks), key=_weight)

    def _longest_round(self, figures: Figures, at: int) -> Figures:
        """Return the same if the unchanged layer begins at ``at`` and is the greater part of the
        figures; then only its neighbours can add to it.
        """
        below, above = figures[:at], figures[at + len(self.still) :]
        if _weight(self.still) < _weight(below) + _weight(above):
            return self._longest(figures)
        return (
            *_shared(below[::-1], self.below[::-1])[::-1],
            *self.still,
            *_shared(above, self.above),
        )


def _shared(figures: Figures, before: Figures) -> Figures:
    """Return the figures at the beginning that are equal in both."""
    return tuple(
        now
        for now, _ in takewhile(lambda pair: pair[0] == pair[1], zip(figures, before, strict=False))
    )


def _find(run: Figures, figures: Figures) -> int | None:
    """Return the index at which this run of figures begins among the others, or None."""
    starts = range(len(figures) - len(run) + 1)
    return next((n for n in starts if figures[n : n + len(run)] == run), None)


def _weight(figures: Figures) -> int:
    """Return the approximate cost of sending these figures, in points."""
    return sum(map(_points, figures))


def _points(shape: Shape) -> int:
    match shape:
        case Polygons(rings=paths) | Lines(paths=paths):
            return _COMMANDS + sum(map(len, paths))
        case Circles(centres=centres):
            return _COMMANDS + len(centres)
        case Label():
            return _WORDS
