"""Room for the messages from the kernel to the page: none is lost when panels are made faster than the page fetches them."""

from __future__ import annotations

from functools import cache
from typing import Any

from IPython import get_ipython

#: The most messages that may wait. A panel takes some 350 to open and 270 to close, so this is a page of thirty panels, twice.
MOST_WAITING = 20_000


@cache
def make_room() -> None:
    """Let as many messages wait in this kernel's socket as a page full of panels needs.

    The socket drops what comes while 1,000 messages are waiting, and counts one as waiting for up to 500 more after it was
    fetched. *Run all* in a lesson, or a cell run again on a busy machine, is more than that: the page then lacks widgets, or
    waits for ever for a cell that has ended. A process without such a socket (no kernel, or another make of it) is left alone.
    """
    sender: Any = getattr(getattr(get_ipython(), "kernel", None), "iopub_thread", None)
    if hasattr(sender, "schedule") and hasattr(getattr(sender, "socket", None), "sndhwm"):
        sender.schedule(lambda: setattr(sender.socket, "sndhwm", MOST_WAITING))  # only its own thread may touch a socket
