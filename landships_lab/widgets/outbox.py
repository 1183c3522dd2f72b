"""Room for what the kernel has to tell the page: none of it is lost when panels are made faster than they are fetched."""

from __future__ import annotations

from functools import cache
from typing import Any

from IPython import get_ipython

#: Messages that may wait. A panel takes some 350 to open and 270 to close, so this is a page of thirty panels, twice.
ROOM = 20_000


@cache
def make_room() -> None:
    """Lets as many messages wait in the socket of this kernel as a page full of panels needs.

    The kernel's messages go out by a socket that drops what comes while 1,000 are waiting, and counts one as waiting for up to
    500 more after it was fetched. *Run all* in a lesson, or a cell run again on a busy machine, is more than that: the page then
    lacks widgets, or waits for ever for a cell that has ended. A process that is no kernel, or a kernel of another make, has no
    such socket and is left alone.
    """
    sender: Any = getattr(getattr(get_ipython(), "kernel", None), "iopub_thread", None)
    if hasattr(sender, "schedule") and hasattr(getattr(sender, "socket", None), "sndhwm"):
        sender.schedule(lambda: setattr(sender.socket, "sndhwm", ROOM))  # only its own thread may touch a socket
