"""Closing widgets for good: a closed widget is no longer in the kernel's list of widgets, nor in the page's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import ipywidgets as w


def close_tree(*widgets: w.Widget) -> None:
    """Close these widgets and all that they are made of: children, layouts, styles, scales, the layers of a canvas.

    The kernel keeps every widget until it is closed, so one that is taken off a panel and not closed stays for ever.
    """
    for part in _tree(widgets):
        part.close()


def _tree(widgets: Iterable[w.Widget]) -> list[w.Widget]:
    found: dict[int, w.Widget] = {}
    waiting = list(widgets)
    while waiting:
        widget = waiting.pop()
        if widget.comm is not None and id(widget) not in found:
            found[id(widget)] = widget
            waiting += (part for name in widget.keys for part in _widgets_in(getattr(widget, name)))
    return list(found.values())


def _widgets_in(value: Any) -> Iterator[w.Widget]:
    if isinstance(value, w.Widget):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _widgets_in(part)
    elif isinstance(value, dict):
        yield from _widgets_in(list(value.values()))
