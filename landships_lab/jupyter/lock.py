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
from typing import Any, TypeVar

import ipywidgets as w

LOCK = RLock()
F = TypeVar("F", bound=Callable[..., Any])
W = TypeVar("W", bound=w.Widget)


def locked(act: F) -> F:
    """Return the function as one that waits until nothing else is going on."""

    @wraps(act)
    def acting(*args: Any, **named: Any) -> Any:
        with LOCK:
            return act(*args, **named)

    return acting  # type: ignore[return-value]  # it takes and gives what the function does


def locked_widget(widget: W) -> W:
    """Return the widget, whose messages from the page are heard in turn from now on."""
    if widget.comm is not None:
        widget.comm.on_msg(locked(widget._handle_msg))
    return widget


def on_value(widget: W, act: Callable[[Any], object]) -> W:
    """Return the widget; whenever its value changes, by the page or by us, the function gets the
    change.
    """
    widget.observe(act, "value")
    return locked_widget(widget)
