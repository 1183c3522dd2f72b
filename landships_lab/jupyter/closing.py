"""Closing widgets for good: a closed widget is in neither the kernel's list of widgets nor the
page's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Protocol
from weakref import WeakSet

import ipywidgets as w
from traitlets import Bool, Enum, Float, Int, Unicode

#: Layouts and styles shared by several widgets of a frame (opening.py). The frame closes them last.
SHARED: WeakSet[w.Widget] = WeakSet()

_PLAIN = (Bool, Enum, Float, Int, Unicode)


class Messenger(Protocol):
    """A widget that can make the page close other widgets (`bridge.Bridge`)."""

    comm: object

    def say_closed(self, ids: list[str]) -> None:
        """Make every page forget the widgets with these ids."""


def close_tree(*widgets: w.Widget) -> None:
    """Close these widgets and all that they are made of: children, layouts, styles, scales, the
    layers of a canvas.

    The kernel keeps every widget until it is closed, so a widget that is removed from a panel but
    not closed stays for ever.
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
        for part in closing:
            part.comm.publish_msg = _say_nothing
    for part in inner:
        part.close()


def _say_nothing(*_message: object, **_content: object) -> None:
    """Send nothing: the page has already been told of this widget with the others."""


def widgets_in(widget: w.Widget) -> Iterator[w.Widget]:
    """Yield the widgets of which a widget is made."""
    for name in _holders(widget.__class__):
        yield from _found_in(getattr(widget, name))


@lru_cache(maxsize=256)
def _holders(kind: type[w.Widget]) -> tuple[str, ...]:
    """Return the traits of this class that may hold widgets: not a text, a number or a choice."""
    traits = kind.class_traits(sync=True).items()
    return tuple(name for name, trait in traits if not isinstance(trait, _PLAIN))


def tree(widgets: Iterable[w.Widget]) -> list[w.Widget]:
    """Return these widgets and all those of which they are made, each once."""
    found: dict[int, w.Widget] = {}
    waiting = list(widgets)
    while waiting:
        widget = waiting.pop()
        if widget.comm is not None and id(widget) not in found:
            found[id(widget)] = widget
            waiting += (*widgets_in(widget), *getattr(widget, "held", ()))  # opening.py
    return list(found.values())


def _found_in(value: object) -> Iterator[w.Widget]:
    if isinstance(value, w.Widget):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _found_in(part)
    elif isinstance(value, dict):
        yield from _found_in(list(value.values()))
