"""One thing at a time: what the page says is heard in turn, whichever thread of the kernel brings
it.

JupyterLab hands the first message of each widget to the thread that runs cells, and all later ones
to a second thread, so that a panel answers while a cell runs. Two gestures may therefore arrive at
the same moment, and each redraws the panel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

import ipywidgets as w
from traitlets import Bunch

LOCK = RLock()
P = ParamSpec("P")
R = TypeVar("R")
W = TypeVar("W", bound=w.Widget)


def locked(act: Callable[P, R]) -> Callable[P, R]:
    """Return the function as one that waits until nothing else is going on."""

    @wraps(act)
    def acting(*args: P.args, **named: P.kwargs) -> R:
        with LOCK:
            return act(*args, **named)

    return acting


def locked_widget(widget: W) -> W:
    """Return the widget, whose messages from the page are heard in turn from now on."""
    if widget.comm is not None:
        widget.comm.on_msg(locked(widget._handle_msg))
    return widget


def on_value(widget: W, act: Callable[[Bunch], object]) -> W:
    """Return the widget; whenever its value changes, by the page or by us, the function gets the
    change.
    """
    widget.observe(act, "value")
    return locked_widget(widget)
