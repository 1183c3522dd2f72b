"""What does the reader do with a board, and what does the page do for us? Gestures in, clipboard and downloads out.

The page's side is `hands.js`, with `spoken.js` for names and states that a screen reader needs. Every gesture is a dict:

    {"kind": "hover" | "leave" | "press" | "drag" | "drop" | "turn" | "key",
     "x": float, "y": float,            # scene pixels, of the pointer's last place
     "key": str, "steps": int,          # of a key ("q", "ArrowUp", "Ctrl+z"); of a turn (clockwise is positive)
     "shift": bool, "pointer": "mouse" | "pen" | "touch", "seq": int, "view": str}

Gestures of one view come in order. One that comes a second time, since its answer was long in coming, is only answered. A
hover, drag, leave or turn waits in the page until the last gesture was answered (`ack`), and a newer one takes its place: so
nothing queues up. The answer is sent after the callback, also when it fails.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from ipywidgets import Layout

from landships_lab.widgets.outbox import make_room
from landships_lab.widgets.style import sheet

Event = dict[str, Any]
KINDS = ("hover", "leave", "press", "drag", "drop", "turn", "key")
MOST_VIEWS = 50  # whose gestures are told apart: a page that is loaded again makes new ones
KEYS = ("q", "e", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "Ctrl+z")


class Hands(anywidget.AnyWidget):
    """Which gestures does the reader make on the board beside which this stands?

    ``label`` is what a screen reader says for the board; ``claimed`` are the keys taken from the page; ``grab`` lists discs
    (x, y, radius) where the wheel turns and a finger drags; ``size`` is the scene's; ``page_theme`` is what the page looks like.
    """

    # Their text, not their paths: anywidget would hold on to every widget for ever, to tell it when a file changes.
    _esm = "\n".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("hands.js", "spoken.js"))
    _css = sheet()
    label = traitlets.Unicode("").tag(sync=True)
    claimed = traitlets.List(traitlets.Unicode(), default_value=list(KEYS)).tag(sync=True)  # `keys` is ipywidgets' own
    grab = traitlets.List(traitlets.List(traitlets.Float(), minlen=3, maxlen=3)).tag(sync=True)
    size = traitlets.Tuple(traitlets.Float(), traitlets.Float(), default_value=(640.0, 520.0)).tag(sync=True)
    page_theme = traitlets.Enum(["light", "dark"], default_value="light").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        make_room()
        super().__init__(layout=Layout(display="none"), **traits)
        self._on_event: list[Callable[[Event], object]] = []
        self._on_error: list[Callable[[Exception], object]] = []
        self._on_outcome: list[Callable[[Event], object]] = []
        self._heard: dict[str, int] = {}  # of each view, the number of its last gesture
        self.on_msg(self._receive)

    def on_event(self, callback: Callable[[Event], object]) -> None:
        """Who is told each gesture?"""
        self._on_event.append(callback)

    def on_error(self, callback: Callable[[Exception], object]) -> None:
        """Who is told that a callback failed? With nobody, the exception goes on to ipywidgets, which logs it."""
        self._on_error.append(callback)

    def on_outcome(self, callback: Callable[[Event], object]) -> None:
        """Who is told how a copy or download ended? ``{"kind": "done" | "failed", "action": "copy" | "download" | "png", "text": ...}``"""
        self._on_outcome.append(callback)

    def copy(self, text: str) -> None:
        """What shall be on the reader's clipboard?"""
        self.send({"kind": "copy", "text": text})

    def download(self, filename: str, mime: str, content: str | bytes) -> None:
        """Which file shall the reader's browser save?"""
        data = content.encode("utf-8", "replace") if isinstance(content, str) else bytes(content)
        self.send({"kind": "download", "filename": filename, "mime": mime}, buffers=[data])

    def download_png(self, filename: str, svg_text: str, scale: float = 2) -> None:
        """Which SVG shall the reader's browser turn into a PNG of ``scale`` times its size, and save?"""
        self.send({"kind": "png", "filename": filename, "svg": svg_text, "scale": scale})

    def _receive(self, _widget: object, content: Event, _buffers: object) -> None:
        try:
            if content.get("kind") in ("done", "failed"):
                for told in self._on_outcome:
                    told(content)
            elif self._is_new(content):
                event = _checked(content)
                for callback in self._on_event:
                    callback(event)
        except Exception as error:
            if not self._on_error:
                raise
            for handler in self._on_error:
                handler(error)
        finally:
            if "seq" in content:
                self.send({"kind": "ack", "seq": content["seq"], "view": content.get("view", "")})

    def _is_new(self, content: Event) -> bool:
        view, number = str(content.get("view", ""))[:20], content.get("seq")
        if not isinstance(number, int):
            return True
        last = self._heard.pop(view, 0)
        self._heard[view] = max(last, number)
        if len(self._heard) > MOST_VIEWS:
            del self._heard[next(iter(self._heard))]
        return number > last


def _checked(content: Event) -> Event:
    """Which event is this, if it is one at all? Raises ValueError where the page sent something else."""
    event = {"key": "", "steps": 0, "shift": False, "pointer": "mouse", "seq": 0, "view": "", **content}
    if event.get("kind") not in KINDS:
        raise ValueError(f"{event.get('kind')!r} is no gesture; a gesture is one of {', '.join(KINDS)}.")
    for side in ("x", "y"):
        place = event.get(side)
        if not isinstance(place, (int, float)) or not isfinite(place):
            raise ValueError(f"A {event['kind']} with {side} = {place!r} has no place on the board; {side} is a number of pixels.")
    return event
