"""One thing at a time: what the page says is heard in turn, whichever thread of the kernel brings
it.

JupyterLab hands the first message of each widget to the thread that runs cells, and all later ones
to a second thread, so that a panel answers while a cell runs. Two gestures may therefore arrive at
the same moment, and each redraws the panel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock, get_ident
from typing import ParamSpec, TypeVar

import ipywidgets as w

LOCK = RLock()
P = ParamSpec("P")
R = TypeVar("R")


class _Act:
    """What goes on while the lock is held.

    Every widget made meanwhile, by the thread that holds it, is heard in turn.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._thread = 0
        self._before: Callable[[w.Widget], object] | None = None

    def __enter__(self) -> None:
        LOCK.acquire()
        self._depth += 1
        if self._depth == 1:
            self._thread = get_ident()
            self._before = w.Widget._widget_construction_callback
            w.Widget.on_widget_constructed(self._made)

    def __exit__(self, *_: object) -> None:
        if self._depth == 1:
            w.Widget.on_widget_constructed(self._before)
        self._depth -= 1
        LOCK.release()

    def _made(self, widget: w.Widget) -> None:
        if get_ident() == self._thread:
            hear_in_turn(widget)


_ACT = _Act()


def locked(act: Callable[P, R]) -> Callable[P, R]:
    """Return the function as one that waits until nothing else is going on."""

    @wraps(act)
    def acting(*args: P.args, **named: P.kwargs) -> R:
        with _ACT:
            return act(*args, **named)

    return acting


def hear_in_turn(widget: w.Widget) -> None:
    """Have the messages that a new widget will get from the page wait for their turn."""
    widget._handle_msg = locked(widget._handle_msg)
