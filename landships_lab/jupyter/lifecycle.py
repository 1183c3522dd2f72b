"""The life of widgets, from the moment one is made until nothing of it is left, in this order.

1. **One change at a time** (`locked`). JupyterLab gives the first message of each widget to the
   thread that runs cells and all later ones to a second thread, so that a panel answers while a
   cell runs. Two gestures may therefore arrive at the same moment, and each redraws the panel. What
   the page says is handled one message at a time, whichever thread receives it.
2. **Opening** (`opened_at_once`). ipywidgets tells the page about a widget as soon as it is made,
   and again about each change, and gives each one a layout and a style, which are two more widgets.
   A panel would send hundreds of messages. It sends less than a third of them if its widgets are
   opened at the end of the frame's constructor, inner ones first, with equal layouts and styles
   shared.
3. **Closing** (`close_tree`, `close_at_once`). The kernel keeps every widget until it is closed: a
   closed one is in neither the kernel's list nor the page's.
4. **Running a cell again** (`replace_earlier`) closes the panels that the cell made before, so that
   neither the page nor the kernel grows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial, wraps
from threading import RLock, get_ident
from typing import Concatenate, ParamSpec, Protocol, TypeVar
from uuid import uuid4
from weakref import WeakSet

import ipywidgets as w
from IPython import get_ipython
from traitlets import Bool, Bunch, Enum, Float, Int, Unicode

P = ParamSpec("P")
R = TypeVar("R")
W = TypeVar("W", bound=w.Widget)

# -- one change at a time -------------------------------------------------------------------------

LOCK = RLock()
#: The thread that holds the lock, if any.
_HOLDER: set[int] = set()


def locked(act: Callable[P, R]) -> Callable[P, R]:
    """Return the function as one that waits for the lock.

    Messages to the widgets that it makes wait in the same way.
    """

    @wraps(act)
    def acting(*args: P.args, **named: P.kwargs) -> R:
        with LOCK:
            if _HOLDER:
                return act(*args, **named)
            _HOLDER.add(get_ident())
            try:
                with _new_widgets(_hear_if_ours):
                    return act(*args, **named)
            finally:
                _HOLDER.clear()

    return acting


@contextmanager
def _new_widgets(get: Callable[[w.Widget], object]) -> Iterator[None]:
    """Call ``get`` for each new widget within the block, in place of the function called before."""
    before = w.Widget._widget_construction_callback
    w.Widget.on_widget_constructed(get)
    try:
        yield
    finally:
        w.Widget.on_widget_constructed(before)


def _hear_if_ours(widget: w.Widget) -> None:
    if get_ident() in _HOLDER:
        _hear_in_turn(widget)


def _hear_in_turn(widget: w.Widget) -> None:
    """Make the messages that a new widget receives wait for the lock."""
    widget._handle_msg = locked(widget._handle_msg)


# -- opening --------------------------------------------------------------------------------------

_LOOKS = ("layout", "style")
#: Layouts and styles shared by several widgets of a frame. The frame closes them last.
SHARED: WeakSet[w.Widget] = WeakSet()


class _Waiting:
    """Stands in for the comm of a widget that the page does not know yet, and keeps its
    messages.
    """

    kernel = None  # so that ipywidgets sends no updates: the page gets the widget's final state

    def __init__(self) -> None:
        self.comm_id = uuid4().hex
        self._msg_callback: Callable[..., object] | None = None
        self.messages: list[dict[str, object]] = []

    def on_msg(self, handler: Callable[..., object]) -> None:
        self._msg_callback = handler

    def send(self, **message: object) -> None:
        self.messages.append(message)

    def close(self) -> None:
        """Do nothing, since the page does not know the widget."""


class Later(w.VBox):
    """A column whose last widgets, ``held``, are sent to the page when they are wanted: folded
    parts, or an error.
    """

    def __init__(self, children: Sequence[w.Widget] = (), held: Sequence[w.Widget] = ()) -> None:
        super().__init__(children)
        self._always = tuple(children)
        self._wanted = False
        self.held = tuple(held)

    def hold(self, widgets: Sequence[w.Widget]) -> None:
        """Hold these widgets in place of the present ones."""
        self.held = tuple(widgets)
        if self._wanted:
            self._put()

    def bring(self) -> None:
        """Put the held widgets on the page, now and from now on."""
        if not self._wanted:
            self._wanted = True
            self._put()

    def _put(self) -> None:
        held, self.held = self.held, ()
        if not isinstance(self.comm, _Waiting):  # else they come with it
            for send in [send for widget in held for send in _open(widget)]:
                send()
        self.children = (*self._always, *held)


def opened_at_once(make: Callable[Concatenate[W, P], None]) -> Callable[Concatenate[W, P], None]:
    """Return the constructor of a frame as one that opens all its widgets at its end."""

    @wraps(make)
    @locked
    def making(frame: W, /, *args: P.args, **named: P.kwargs) -> None:
        opening = _Opening(frame)
        try:
            with _new_widgets(opening.hold):
                make(frame, *args, **named)
                frame.shared = opening.share()
        except BaseException:
            for widget in opening.waiting():
                widget.close()
            raise
        opening.end()

    return making


class _Opening:
    """The widgets that one thread makes while it builds a frame."""

    def __init__(self, frame: w.Widget) -> None:
        self._frame = frame
        self._thread = get_ident()
        self._made: list[w.Widget] = []
        self._usual: dict[tuple[type, str], w.Widget] = {}

    def hold(self, widget: w.Widget) -> None:
        """Make a new widget wait before it is opened; if it has no layout or style of its own, it
        gets that of its class.
        """
        if get_ident() != self._thread or widget.comm is not None:
            return  # it does not belong to this frame
        _hear_in_turn(widget)
        widget.comm = _Waiting()
        self._made.append(widget)
        for name in _LOOKS if widget is not self._frame else ():
            if widget.has_trait(name) and not widget.trait_has_value(name):
                key = (type(widget), name)
                if key not in self._usual:
                    self._usual[key] = _fixed(getattr(widget, name))
                setattr(widget, name, self._usual[key])

    def share(self) -> list[w.Widget]:
        """Give widgets with equal layouts or styles the same one, and return those that are shared.

        The frame's own layout is not shared, so that the reader can change it.
        """
        first: dict[tuple[type, str], w.Widget] = {}
        used: Counter[w.Widget] = Counter()
        spare: set[w.Widget] = set()
        for widget in self.waiting():
            for name in _LOOKS if widget is not self._frame else ():
                own = getattr(widget, name, None)
                if isinstance(own, w.Widget) and isinstance(own.comm, _Waiting):
                    look = first.setdefault(_look(own), own)
                    used[look] += 1
                    if look is not own:
                        spare.add(own)
                        setattr(widget, name, look)
        for own in spare:
            own.close()
        common = [_fixed(look) for look, times in used.items() if times > 1]
        SHARED.update(common)
        return common

    def end(self) -> None:
        """Open all widgets except those held for later, each after the ones it refers to, and send
        the messages that waited.
        """
        made = self.waiting()
        later = set(tree(held for widget in made for held in getattr(widget, "held", ())))
        for send in [send for widget in made if widget not in later for send in _open(widget)]:
            send()

    def waiting(self) -> list[w.Widget]:
        """Return the widgets that the page does not know."""
        return [widget for widget in self._made if isinstance(widget.comm, _Waiting)]


def _open(widget: w.Widget) -> list[Callable[[], None]]:
    """Tell the page of a widget and of those it is made of, unless it knows them, under the ids by
    which others already refer to them; return functions that send the messages that waited.
    """
    waiting = widget.comm
    if not isinstance(waiting, _Waiting):
        return []
    widget.comm = None  # so that a widget that refers back to this one does not open it again
    sends = [send for part in _widgets_in(widget) for send in _open(part)]
    widget.open()
    if waiting._msg_callback is not None:
        widget.comm.on_msg(waiting._msg_callback)
    return [*sends, *(partial(widget.comm.send, **message) for message in waiting.messages)]


def _fixed(look: w.Widget) -> w.Widget:
    """Return a layout or style that refuses changes, because several widgets share it."""
    look.observe(_refuse, names=list(look.keys))
    return look


def _refuse(change: Bunch) -> None:
    raise RuntimeError(
        f"{change.name}: several widgets share this {type(change.owner).__name__}; give the widget"
        " one of its own."
    )


def _look(own: w.Widget) -> tuple[type, str]:
    values = [(name, getattr(own, name)) for name in own.keys if own.trait_has_value(name)]
    return type(own), repr([(name, value) for name, value in values if value is not None])


# -- closing --------------------------------------------------------------------------------------

#: Traits that hold no widgets.
_PLAIN = (Bool, Enum, Float, Int, Unicode)


class Messenger(Protocol):
    """A widget that can make the page close other widgets (`bridge.Bridge`)."""

    comm: object

    def say_closed(self, ids: list[str]) -> None:
        """Make every page forget the widgets with these ids."""


def close_tree(*widgets: w.Widget) -> None:
    """Close these widgets and all that they are made of: children, layouts, styles, scales, the
    layers of a canvas.
    """
    for part in tree(widgets):
        if part not in SHARED:
            part.close()


def close_at_once(frame: w.Widget, parts: Iterable[w.Widget], messenger: Messenger | None) -> None:
    """Close what a frame is made of, including what is in `SHARED`; tell the page of it, and of the
    frame, which the caller closes next, in one message.

    A frame has more than a hundred widgets, and the kernel would send a message for each. Two
    lessons that are run again and again would send more than their pages can handle.
    """
    inner = [part for part in reversed(tree(parts)) if part is not messenger]
    if messenger is not None and messenger.comm is not None:
        closing = [*inner, frame]  # the page closes them in this order, inner ones first
        messenger.say_closed([part.model_id for part in closing])
        for part in closing:  # the page already knows
            part.comm.publish_msg = lambda *_message, **_content: None
    for part in inner:
        part.close()


def tree(widgets: Iterable[w.Widget]) -> list[w.Widget]:
    """Return these widgets and all those of which they are made, each once."""
    by_id: dict[int, w.Widget] = {}
    waiting = list(widgets)
    while waiting:
        widget = waiting.pop()
        if widget.comm is not None and id(widget) not in by_id:
            by_id[id(widget)] = widget
            waiting += (*_widgets_in(widget), *getattr(widget, "held", ()))  # of a `Later`
    return list(by_id.values())


def _widgets_in(value: object) -> Iterator[w.Widget]:
    """Yield the widgets of which a widget is made, or those in the value of one of its traits."""
    values: Iterable[object] = ()
    if isinstance(value, w.Widget):
        values = (getattr(value, name) for name in _holders(value.__class__))
    elif isinstance(value, (list, tuple)):
        values = value
    elif isinstance(value, dict):
        values = value.values()
    for inner in values:
        if isinstance(inner, w.Widget):
            yield inner
        else:
            yield from _widgets_in(inner)


@lru_cache(maxsize=256)
def _holders(kind: type[w.Widget]) -> tuple[str, ...]:
    """Return the traits of this class that may hold widgets: not a text, a number or a choice."""
    traits = kind.class_traits(sync=True).items()
    return tuple(name for name, trait in traits if not isinstance(trait, _PLAIN))


# -- running a cell again -------------------------------------------------------------------------

#: For each cell, the id of its last run and the panels made in it.
_MADE: dict[str, tuple[str, WeakSet[w.Widget]]] = {}


def replace_earlier(panel: w.Widget) -> None:
    """Close the panels that an earlier run of the running cell made, and remember this one.

    JupyterLab says which cell is running. If nothing says so (in a terminal, Voilà, a test),
    nothing is closed.
    """
    cell, run = _running_cell()
    if not cell:
        return
    before = _MADE.get(cell)
    if before is None or before[0] != run:
        _MADE[cell] = (run, WeakSet())
        for old in list(before[1]) if before else ():
            if bridge := getattr(old, "_bridge", None):
                bridge.say_replaced()
            old.close()
    _MADE[cell][1].add(panel)


def _running_cell() -> tuple[str, str]:
    """Return the ids of the running cell and of this run of it; "" for each that is unknown."""
    kernel: object = getattr(get_ipython(), "kernel", None)
    # a kernel in the browser has no method for it
    request = (
        kernel.get_parent()
        if hasattr(kernel, "get_parent")
        else getattr(kernel, "_parent_header", None)
    )
    if not isinstance(request, dict):
        return "", ""
    cell = (request.get("metadata") or {}).get("cellId")
    run = (request.get("header") or {}).get("msg_id")
    return (str(cell), str(run)) if cell and run else ("", "")
