"""One change at a time: messages from the page are handled one by one, whichever thread of the
kernel receives them.

JupyterLab gives the first message of each widget to the thread that runs cells, and all later ones
to a second thread, so that a panel answers while a cell runs. Two gestures may therefore arrive at
the same moment, and each redraws the panel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import RLock, get_ident
from typing import ParamSpec, TypeVar

import ipywidgets as w

LOCK = RLock()
P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def new_widgets(get: Callable[[w.Widget], object]) -> Iterator[None]:
    """Call ``get`` for each new widget within the block, in place of the function called before."""
    before = w.Widget._widget_construction_callback
    w.Widget.on_widget_constructed(get)
    try:
        yield
    finally:
        w.Widget.on_widget_constructed(before)


def locked(act: Callable[P, R]) -> Callable[P, R]:
    """Return the function as one that waits for the lock.

    Messages to the widgets that it makes wait in the same way.
    """

    @wraps(act)
    def acting(*args: P.args, **named: P.kwargs) -> R:
        with LOCK:
            if _GOING_ON:
                return act(*args, **named)
            with _going_on(), new_widgets(_made):
                return act(*args, **named)

    return acting


#: The thread that holds the lock, if any.
_GOING_ON: set[int] = set()


@contextmanager
def _going_on() -> Iterator[None]:
    _GOING_ON.add(get_ident())
    try:
        yield
    finally:
        _GOING_ON.clear()


def _made(widget: w.Widget) -> None:
    if get_ident() in _GOING_ON:
        hear_in_turn(widget)


def hear_in_turn(widget: w.Widget) -> None:
    """Make the messages that a new widget receives wait for the lock."""
    widget._handle_msg = locked(widget._handle_msg)
