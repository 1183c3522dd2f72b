"""Opening the widgets of a frame: the page is told of each widget once, after all of them are made,
and equal layouts and styles are shared.

ipywidgets tells the page of a widget as soon as it is made, and again of each change, and gives
each one a layout and a style, which are two more widgets. A panel would send some 450 messages;
opened at the end, with what is equal shared, it sends 130.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial, wraps
from threading import get_ident
from typing import Concatenate, ParamSpec, TypeVar
from uuid import uuid4

import ipywidgets as w
from traitlets import Bunch

from landships_lab.jupyter.closing import SHARED, tree, widgets_in
from landships_lab.jupyter.lock import hear_in_turn, locked, new_widgets

_LOOKS = ("layout", "style")
P = ParamSpec("P")
W = TypeVar("W", bound=w.Widget)


class _Waiting:
    """Stands in for the comm of a widget that the page does not know yet, and keeps its
    messages.
    """

    kernel = None  # so that ipywidgets sends no updates: the page gets the widget's final state

    def __init__(self) -> None:
        self.comm_id = uuid4().hex
        self._msg_callback: Callable[..., object] | None = None
        self.said: list[dict[str, object]] = []

    def on_msg(self, handler: Callable[..., object]) -> None:
        self._msg_callback = handler

    def send(self, **message: object) -> None:
        self.said.append(message)

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
            for widget in held:
                _open(widget)
        self.children = (*self._always, *held)


def opened_at_once(make: Callable[Concatenate[W, P], None]) -> Callable[Concatenate[W, P], None]:
    """Return the constructor of a frame as one that opens all its widgets at its end."""

    @wraps(make)
    @locked
    def making(frame: W, /, *args: P.args, **named: P.kwargs) -> None:
        opening = _Opening(frame)
        try:
            with new_widgets(opening.hold):
                make(frame, *args, **named)
                frame.shared = opening.share()
        except BaseException:
            opening.give_up()
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
        hear_in_turn(widget)
        widget.comm = _Waiting()
        self._made.append(widget)
        for name in _LOOKS:
            if (
                widget is not self._frame
                and widget.has_trait(name)
                and not widget.trait_has_value(name)
            ):
                key = (type(widget), name)
                if key not in self._usual:
                    self._usual[key] = _kept(getattr(widget, name))
                setattr(widget, name, self._usual[key])

    def share(self) -> list[w.Widget]:
        """Give widgets with equal layouts or styles the same one, and return those that are shared.

        The frame's own layout is not shared, so that the reader can change it.
        """
        first: dict[tuple[type, str], w.Widget] = {}
        used: Counter[w.Widget] = Counter()
        spare: set[w.Widget] = set()
        for widget in self._waiting():
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
        common = [_kept(look) for look, times in used.items() if times > 1]
        SHARED.update(common)
        return common

    def end(self) -> None:
        """Open all widgets except those held for later, each after the ones it refers to, and send
        the messages that waited.
        """
        made = self._waiting()
        later = set(tree(held for widget in made for held in getattr(widget, "held", ())))
        for send in [send for widget in made if widget not in later for send in _opened(widget)]:
            send()

    def give_up(self) -> None:
        """Close all widgets that the page does not know."""
        for widget in self._waiting():
            widget.close()

    def _waiting(self) -> list[w.Widget]:
        return [widget for widget in self._made if isinstance(widget.comm, _Waiting)]


def _open(widget: w.Widget) -> None:
    """Tell the page of a widget and of those it is made of, unless it knows them."""
    for send in _opened(widget):
        send()


def _opened(widget: w.Widget) -> list[Callable[[], None]]:
    """Open a widget under the id by which others already refer to it; return functions that send
    the messages that waited.
    """
    waiting = widget.comm
    if not isinstance(waiting, _Waiting):
        return []
    widget.comm = None  # so that a widget that refers back to this one does not open it again
    sends = [send for part in widgets_in(widget) for send in _opened(part)]
    widget.open()
    if waiting._msg_callback is not None:
        widget.comm.on_msg(waiting._msg_callback)
    return [*sends, *(partial(widget.comm.send, **message) for message in waiting.said)]


def _kept(look: w.Widget) -> w.Widget:
    """Return a layout or style that refuses changes, because several widgets share it."""
    look.observe(_refuse, names=list(look.keys))
    return look


def _refuse(change: Bunch) -> None:
    raise RuntimeError(
        f"{change.name}: several widgets share this {type(change.owner).__name__}; give the widget"
        " one of its own."
    )


def _look(own: w.Widget) -> tuple[type, str]:
    return type(own), repr(
        [
            (name, value)
            for name in own.keys
            if own.trait_has_value(name) and (value := getattr(own, name)) is not None
        ]
    )
