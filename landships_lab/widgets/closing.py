"""Ending widgets for good: what is closed no longer stands in the kernel's list of widgets, nor in the page's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import ipywidgets as w
from ipycanvas.canvas import _CANVAS_MANAGER


def close_whole(*widgets: w.Widget) -> None:
    """Ends these widgets and all that they are made of: children, layouts, styles, scales, layers of a canvas.

    The kernel keeps every widget until it is closed, so one that is taken off a panel and not closed is there for ever. The
    one manager that all canvases of a page share stays.
    """
    for part in _whole(widgets):
        part.close()


def _whole(widgets: Iterable[w.Widget]) -> list[w.Widget]:
    found: dict[int, w.Widget] = {}
    waiting = list(widgets)
    while waiting:
        widget = waiting.pop()
        if widget.comm is not None and widget is not _CANVAS_MANAGER and id(widget) not in found:
            found[id(widget)] = widget
            waiting += (part for name in widget.keys for part in _inside(getattr(widget, name)))
    return list(found.values())


def _inside(value: Any) -> Iterator[w.Widget]:
    """Which widgets are held in the value of a trait?"""
    if isinstance(value, w.Widget):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _inside(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _inside(part)
