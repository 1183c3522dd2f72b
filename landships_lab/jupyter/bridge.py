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

Gestures of one view are handled in order (gesture_order.py) and one at a time (lock.py). One that
arrives twice, because its answer was late, is only answered again. A hover, drag, leave or turn
waits in the page while as many gestures are under way as the distance to the kernel needs, one at
least and four at most, and a newer one replaces it, so that no queue builds up. The answer (`ack`)
is sent after the callback, even if the callback fails, and says how long the callback took, and
if so that what is in hand may not be there (``refused``): then its ghost is struck out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from pathlib import Path
from time import perf_counter

import anywidget
import traitlets
from ipywidgets import Layout

from landships_lab.jupyter.gesture_order import Event, GestureOrder
from landships_lab.jupyter.send_queue import make_room
from landships_lab.jupyter.style import sheet

SCRIPTS = (
    *(
        "bridge.js",
        "page.js",
        "ghost.js",
        "look.js",
        "alive.js",
        "screen_reader.js",
        "focus.js",
        "frame.js",
        "first.js",
    ),
    *("citation.js", "address.js", "what_if.js", "do.js"),
)
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
    how the page looks. ``painter`` is the id of the manager of the board's canvases (canvas.py).
    ``moment`` is that of the game shown (do.js).
    """

    # The text, not the paths: anywidget would watch the files, and so keep every widget for ever.
    _esm = "\n".join(
        (Path(__file__).parent / "js" / name).read_text(encoding="utf-8") for name in SCRIPTS
    )
    _css = sheet()
    label = traitlets.Unicode("").tag(sync=True)
    hint = traitlets.Unicode("").tag(sync=True)
    claimed = traitlets.List(traitlets.Unicode(), default_value=list(KEYS)).tag(
        sync=True
    )  # ipywidgets uses the name `keys` itself
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

    def __init__(self, **traits: object) -> None:
        make_room()
        super().__init__(layout=Layout(display="none"), **traits)
        self._event_callbacks: list[Callable[[Event], object]] = []
        self._error_callbacks: list[Callable[[Exception], object]] = []
        self._outcome_callbacks: list[Callable[[Event], object]] = []
        self._cite_callbacks: list[Callable[[str], object]] = []
        self._link_callbacks: list[Callable[[str], object]] = []
        self._do_callbacks: list[Callable[[str, str, str], object]] = []
        self._address_callbacks: list[Callable[[str], object]] = []
        self._text_link_callbacks: list[Callable[[str], object]] = []
        self._keep_callbacks: list[Callable[[], object]] = []
        self._order = GestureOrder()
        self.on_msg(self._receive)

    def on_event(self, callback: Callable[[Event], object]) -> None:
        """Call ``callback`` for each gesture.

        It returns False if what is dragged may not be where the pointer is.
        """
        self._event_callbacks.append(callback)

    def on_error(self, callback: Callable[[Exception], object]) -> None:
        """Call ``callback`` when another callback failed.

        Without one, the exception goes on to ipywidgets, which logs it.
        """
        self._error_callbacks.append(callback)

    def on_outcome(self, callback: Callable[[Event], object]) -> None:
        """Call ``callback`` when a copy or download has ended.

        The outcome is ``{"kind": "done" | "failed", "action": "copy" | "download" | "png", "text":
        ...}``.
        """
        self._outcome_callbacks.append(callback)

    def on_cite(self, callback: Callable[[str], object]) -> None:
        """Call ``callback`` with the lines of a citation that was pressed, such as ``115-117``."""
        self._cite_callbacks.append(callback)

    def on_link(self, callback: Callable[[str], object]) -> None:
        """Call ``callback`` with the link of a cell that was pressed. It comes from the page and
        may be any text.
        """
        self._link_callbacks.append(callback)

    def on_do(self, callback: Callable[[str, str, str], object]) -> None:
        """Call ``callback`` with what a pressed or filled element does, with its value, and with
        the ``moment`` that the page showed when it was pressed, or when one began to type.

        All come from the page and may be any text.
        """
        self._do_callbacks.append(callback)

    def on_address(self, callback: Callable[[str], object]) -> None:
        """Call ``callback`` with the link in the page's address. It comes from the page and may be
        any text.
        """
        self._address_callbacks.append(callback)

    def on_text_link(self, callback: Callable[[str], object]) -> None:
        """Call ``callback`` with a pressed link of the lesson's text (what_if.js).

        It comes from the page and may be any text.
        """
        self._text_link_callbacks.append(callback)

    def on_keep(self, callback: Callable[[], object]) -> None:
        """Call ``callback`` when the reader pauses after a change: the time to update what a
        notebook stores.
        """
        self._keep_callbacks.append(callback)

    def copy(self, text: str) -> None:
        """Put a text on the reader's clipboard."""
        self.send({"kind": "copy", "text": text})

    def copy_link(self, link: str) -> None:
        """Put a link on the reader's clipboard; if the page's address can hold it, the address that
        opens it.
        """
        self.send({"kind": "copy", "text": link, "link": True})

    def tell_cited(self, lines: str, says: Iterable[str]) -> None:
        """Make the page show, beside a citation, what the rule index says of its lines."""
        self.send({"kind": "cited", "lines": lines, "says": list(says)})

    def say_replaced(self) -> None:
        """Make every page that still shows its panel say that the cell was run again elsewhere."""
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
            results = [callback(told) for callback, told in self._calls(content) if is_new]
            refused = False in results
        except Exception as error:
            if not self._error_callbacks:
                raise
            for handler in self._error_callbacks:
                handler(error)
        finally:
            if "seq" in content:
                took = round(1000 * (perf_counter() - began), 1)  # the page paces itself by it
                number, view = content["seq"], content.get("view", "")
                told = {"kind": "ack", "seq": number, "view": view, "took": took}
                self.send({**told, "refused": True} if refused else told)

    def _calls(self, content: Event) -> Iterator[tuple[Callable[..., object], object]]:
        """Yield the callbacks for a message, each with its argument."""
        kind = content.get("kind")
        if kind in ("done", "failed"):
            yield from ((callback, content) for callback in self._outcome_callbacks)
        elif kind == "alive":
            return  # it only needs an answer
        elif kind == "keep":
            yield from (
                (lambda _, keep=callback: keep(), None) for callback in self._keep_callbacks
            )
        elif kind == "cite":
            lines = str(content.get("lines"))
            yield from (
                (callback, lines) for callback in self._cite_callbacks if _LINES.fullmatch(lines)
            )
        elif kind == "link":
            yield from ((callback, str(content.get("link"))) for callback in self._link_callbacks)
        elif kind == "do":
            value, moment = str(content.get("value", "")), str(content.get("moment", ""))
            yield from (
                (lambda what, do=callback: do(what, value, moment), str(content.get("what")))
                for callback in self._do_callbacks
            )
        elif kind in ("address", "what-if"):
            heard = self._address_callbacks if kind == "address" else self._text_link_callbacks
            yield from ((callback, str(content.get("link"))) for callback in heard)
        else:
            event = _checked(content)
            yield from ((callback, event) for callback in self._event_callbacks)


def _checked(content: Event) -> Event:
    """Return the gesture with all its fields.

    Raises `ValueError` if the page sent anything else.
    """
    event = {
        "key": "",
        "steps": 0,
        "shift": False,
        "pointer": "mouse",
        "seq": 0,
        "view": "",
        **content,
    }
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
