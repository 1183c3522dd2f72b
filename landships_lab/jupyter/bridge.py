"""The bridge between a board in the page and Python: gestures come in, copies and downloads go out.

The page's side is `bridge.js` for the gestures and `page.js` for the rest, with `alive.js`, which
says when nothing answers, `focus.js` for the keys between controls, `screen_reader.js` for the
names and states that a screen reader needs, `citation.js`, `address.js`, `what_if.js`, `ghost.js`,
`look.js`, `frame.js`, `first.js`, and `do.js`, which sends what elements of a panel's own HTML do.
A gesture is a dict:

    {"kind": "hover" | "leave" | "press" | "drag" | "drop" | "turn" | "key" | "look" | "cancel",
     "x": float, "y": float,       # scene pixels, the last position of the pointer
     "key": str,                   # of a key: "q", "ArrowUp", "Ctrl+z"
     "steps": int,                 # of a turn; clockwise is positive
     "factor": float, "dx", "dy",  # of a look: (x, y) moves to factor * (x, y) + (dx, dy)
     "shift": bool, "pointer": "mouse" | "pen" | "touch", "seq": int, "view": str, "after": int}

Gestures of one view are handled in order (`GestureOrder`) and one at a time (lifecycle.py). One
that arrives twice, because its answer was late, is only answered again. While enough gestures are
under way, a newer hover, drag, leave or turn replaces the one that waits, so that no queue builds
up: `pacer` in bridge.js allows 1 to a near kernel, up to 8 to a far one. The answer (`ack`) is sent
after the callback, even if the callback fails. It says how long the callback took and, if so, that
the dragged object may not stand there (``refused``): then its ghost is struck out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

import anywidget
import traitlets
from IPython import get_ipython
from ipywidgets import Layout

from landships_lab.drawing.theme import THEMES, colours, marks
from landships_lab.panel.links import address_of, opener

SCRIPTS = (
    "bridge", "page", "ghost", "look", "alive", "screen_reader", "focus", "frame", "first",
    "citation", "address", "what_if", "do",
)  # fmt: skip
#: The style sheets: the frame first, then its contents, and last the settings of the reader's
#: system, which override the others.
STYLES = (
    "panel", "controls", "answer", "exhibits", "icons", "questions", "play", "alive", "system",
)  # fmt: skip


def sheet() -> str:
    """Return the CSS of the panels, with the marks of a legend and the colours of each theme."""
    themes = [colours(f".ll-{name}", theme) for name, theme in THEMES.items()]
    texts = (_read("css", f"{name}.css") for name in STYLES)
    return "\n".join([*themes, marks(), *texts])


def _read(*path: str) -> str:
    return Path(__file__).parent.joinpath(*path).read_text(encoding="utf-8")


#: Any number of messages may wait, which the socket writes as 0.
NO_LIMIT = 0


@cache
def make_room() -> None:
    """Let all messages of this kernel wait until the server fetches them, in a separate queue for
    each page.

    While 1,000 are waiting the socket silently drops what follows: widgets, and also the message
    that a cell has ended, for which its page then waits for ever. *Run All* in two tabs of one
    notebook exceeds any limit one could set here. A waiting message takes about 1 kB, and the
    server fetches even while a page sleeps. A process without such a socket (no kernel, or a kernel
    of another kind) is left alone.
    """
    sender: Any = getattr(getattr(get_ipython(), "kernel", None), "iopub_thread", None)
    if hasattr(sender, "schedule") and hasattr(getattr(sender, "socket", None), "sndhwm"):
        # a socket may be touched only by its own thread
        sender.schedule(lambda: setattr(sender.socket, "sndhwm", NO_LIMIT))


Event = dict[str, Any]
MOST_VIEWS = 50  # views remembered; a page that is loaded again makes new ones
# How many gestures of a view may wait for an earlier one; the page sends no more without an answer.
MOST_EARLY = 100


@dataclass
class _View:
    last: int = 0
    early: dict[int, Event] = field(default_factory=dict)


class GestureOrder:
    """Puts gestures back into the order in which they were made, and recognizes repeated ones.

    Each view of a board numbers its gestures. Two things disturb their order: gestures lost in a
    breaking connection are sent again, and JupyterLab gives a new panel a second thread of the
    kernel a moment after its first gesture, so that a later gesture may overtake an earlier one.
    Each gesture therefore names, as ``after``, the last one before it that must not be lost and is
    not answered yet.
    """

    def __init__(self) -> None:
        self._views: dict[str, _View] = {}

    def __len__(self) -> int:
        """Return how many views it remembers."""
        return len(self._views)

    def take(self, event: Event) -> Iterator[tuple[Event, bool]]:
        """Yield the gestures to answer now, each with whether it is new: this one and those that
        waited for it, or none yet.
        """
        number = event.get("seq")
        if not isinstance(number, int):
            yield event, True
            return
        name = str(event.get("view", ""))[:20]
        view = self._views[name] = self._views.pop(name, _View())
        if len(self._views) > MOST_VIEWS:
            del self._views[next(iter(self._views))]
        view.early[number] = event
        if len(view.early) > MOST_EARLY:
            del view.early[max(view.early)]
        while ready := [number for number in view.early if _after(view.early[number]) <= view.last]:
            number = min(ready)
            is_new, view.last = number > view.last, max(number, view.last)
            yield view.early.pop(number), is_new


def _after(event: Event) -> int:
    after = event.get("after", 0)
    return after if isinstance(after, int) else 0


#: What can be heard of the page, and what a callback for it gets. All but errors and outcomes come
#: from the page and may be any text.
#:
#: =========  =====================================================================================
#: gesture    the dict above
#: error      the exception of another callback
#: outcome    ``{"kind": "done" or "failed", "action": "copy", "download" or "png", "text": ...}``
#: cite       the lines of a citation that was pressed, such as ``115-117``
#: link       the link of a cell that was pressed
#: what-if    a pressed link of the lesson's text (what_if.js)
#: address    the link in the page's address
#: do         what a pressed or filled element does, its value, and the ``moment`` that the page
#:            showed when it was pressed, or when one began to type
#: keep       nothing: the reader pauses after a change, the time to update what a notebook stores
#: =========  =====================================================================================
Heard = Literal["gesture", "error", "outcome", "cite", "link", "what-if", "address", "do", "keep"]
KINDS = ("hover", "leave", "press", "drag", "drop", "turn", "key", "look", "cancel")
_LINES = re.compile(r"\d{1,4}(-\d{1,4})?(, ?\d{1,4}(-\d{1,4})?){0,20}")
KEYS = ("q", "e", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "Ctrl+z")


class Bridge(anywidget.AnyWidget):
    """An invisible widget beside a board that reports what the reader does there.

    ``label`` is what a screen reader says for the board, ``hint`` how to use it. ``claimed`` are
    the keys taken from the page. ``grab`` lists discs (x, y, radius) where the wheel turns and a
    finger drags, ``lattice`` the places to which dragged things snap (ghost.js). ``extent`` says
    how far the board can be moved and enlarged; empty if not at all (look.js). ``size`` is that of
    the scene. ``opens`` is the kind of link that its panel opens (address.js). ``page_theme`` says
    how the page looks, ``page_narrow`` whether it is as narrow as a phone. ``painter`` is the id of
    the manager of the board's canvases (canvas.py). ``moment`` is that of the game shown (do.js).
    """

    # The text, not the paths: anywidget would watch the files, and so keep every widget for ever.
    _esm = "\n".join(_read("js", f"{name}.js") for name in SCRIPTS)
    _css = sheet()
    label = traitlets.Unicode("").tag(sync=True)
    hint = traitlets.Unicode("").tag(sync=True)
    # ipywidgets uses the name `keys` itself
    claimed = traitlets.List(traitlets.Unicode(), default_value=list(KEYS)).tag(sync=True)
    grab = traitlets.List(traitlets.List(traitlets.Float(), minlen=3, maxlen=3)).tag(sync=True)
    lattice = traitlets.List(traitlets.Float()).tag(sync=True)
    extent = traitlets.List(traitlets.Float()).tag(sync=True)
    size = traitlets.Tuple(traitlets.Float(), traitlets.Float(), default_value=(640.0, 520.0)).tag(
        sync=True
    )
    painter = traitlets.Unicode("").tag(sync=True)
    moment = traitlets.Unicode("").tag(sync=True)
    opens = traitlets.Unicode("").tag(sync=True)
    page_theme = traitlets.Enum(["light", "dark"], default_value="light").tag(sync=True)
    page_narrow = traitlets.Bool(False).tag(sync=True)

    def __init__(self, **traits: object) -> None:
        make_room()
        super().__init__(layout=Layout(display="none"), **traits)
        self._heard: dict[str, list[Callable[..., object]]] = {}
        self._order = GestureOrder()
        self.on_msg(self._receive)

    def on(self, what: Heard, callback: Callable[..., object]) -> None:
        """Call back when the page says something, with what the table `Heard` lists.

        A callback for a gesture returns False if what is dragged may not be where the pointer is.
        Where nobody hears errors, they go on to ipywidgets, which logs them.
        """
        self._heard.setdefault(what, []).append(callback)

    def copy(self, text: str) -> None:
        """Put a text on the reader's clipboard."""
        self.send({"kind": "copy", "text": text})

    def copy_link(self, link: str) -> None:
        """Put a link on the reader's clipboard: as an address that opens it, where one is known of
        the page itself, or of a site.
        """
        page = opener()
        known = address_of(link, page) if page else ""
        self.send({"kind": "copy", "text": link, "link": True, "known": known})

    def tell_cited(self, lines: str, says: Iterable[str]) -> None:
        """Make the page show, beside a citation, the entries of the rule index for its lines."""
        self.send({"kind": "cited", "lines": lines, "says": list(says)})

    def open_fold(self) -> None:
        """Open the explanation that the lesson's text folds below this panel."""
        self.send({"kind": "open-fold"})

    def say_replaced(self) -> None:
        """Make every page that still shows its panel say that the cell has been run again
        elsewhere.
        """
        self.send({"kind": "replaced"})

    def say_closed(self, ids: list[str]) -> None:
        """Make every page forget the widgets with these ids, in one message."""
        self.send({"kind": "closed", "ids": ids})

    def download(self, filename: str, mime: str, content: str | bytes) -> None:
        """Make the reader's browser save a file."""
        data = content.encode("utf-8", "replace") if isinstance(content, str) else bytes(content)
        self.send({"kind": "download", "filename": filename, "mime": mime}, buffers=[data])

    def download_png(self, filename: str, svg_text: str, scale: float = 2) -> None:
        """Make the reader's browser turn an SVG into a PNG at ``scale``, and save it."""
        self.send({"kind": "png", "filename": filename, "svg": svg_text, "scale": scale})

    def _receive(self, _widget: object, content: Event, _buffers: object) -> None:
        if content.get("kind") in KINDS:
            for event, is_new in self._order.take(content):
                self._answer(event, is_new=is_new)
        else:
            self._answer(content, is_new=True)

    def _answer(self, content: Event, *, is_new: bool) -> None:
        began, refused = perf_counter(), False
        try:
            what, given = _message(content) if is_new else ("", None)
            if given is not None:
                refused = False in [callback(*given) for callback in self._heard.get(what, ())]
        except Exception as error:
            if "error" not in self._heard:
                raise
            for handler in self._heard["error"]:
                handler(error)
        finally:
            if "seq" in content:
                took = round(1000 * (perf_counter() - began), 1)  # the page sets its pace by this
                number, view = content["seq"], content.get("view", "")
                reply = {"kind": "ack", "seq": number, "view": view, "took": took}
                self.send({**reply, "refused": True} if refused else reply)


def _message(content: Event) -> tuple[str, tuple[object, ...] | None]:
    """Return the subject of a message from the page and the argument for its callbacks, or None."""
    kind = content.get("kind")
    if kind in ("done", "failed"):
        return "outcome", (content,)
    if kind == "cite":
        lines = str(content.get("lines"))
        return kind, (lines,) if _LINES.fullmatch(lines) else None
    if kind in ("link", "address", "what-if"):
        return kind, (str(content.get("link")),)
    if kind == "do":
        value, moment = str(content.get("value", "")), str(content.get("moment", ""))
        return kind, (str(content.get("what")), value, moment)
    if kind in ("keep", "alive"):  # a repeated one only needs an answer
        return kind, ()
    return "gesture", (_checked(content),)


def _checked(content: Event) -> Event:
    """Return the gesture with all its fields.

    Raises `ValueError` if the page sent anything else.
    """
    usual = {"key": "", "steps": 0, "shift": False, "pointer": "mouse", "seq": 0, "view": ""}
    event = {**usual, **content}
    if event.get("kind") == "look":
        event = {"factor": 1.0, "dx": 0.0, "dy": 0.0, **event}
    if event.get("kind") not in KINDS:
        raise ValueError(
            f"{event.get('kind')!r} is not a gesture; a gesture is one of {', '.join(KINDS)}."
        )
    numbers = ("x", "y", "factor", "dx", "dy") if event["kind"] == "look" else ("x", "y")
    for side in numbers:
        value = event.get(side)
        if (
            not isinstance(value, (int, float))
            or not isfinite(value)
            or (side == "factor" and value <= 0)
        ):
            raise ValueError(
                f"A {event['kind']} with {side} = {value!r} has no place on the board; {side} is a"
                " number of pixels."
            )
    return event
