"""Space for the messages from the kernel to the page: none is lost, however much faster they are
made than the page fetches them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from IPython import get_ipython

#: Any number of messages may wait; the socket writes that as 0.
NO_LIMIT = 0


@cache
def make_room() -> None:
    """Let all messages of this kernel wait until the server fetches them, in a separate queue for
    each page.

    While 1,000 are waiting the socket silently drops what follows: widgets, and also the message
    that a cell has ended, for which its page then waits for ever. *Run All* in two tabs of one
    notebook exceeds any limit one could set here. A waiting message takes about 1 kB, and the
    server fetches even while a page sleeps. A process without such a socket (no kernel, or a kernel
    of another kind) is left alone.
    """
    sender: Any = getattr(getattr(get_ipython(), "kernel", None), "iopub_thread", None)
    if hasattr(sender, "schedule") and hasattr(getattr(sender, "socket", None), "sndhwm"):
        sender.schedule(
            lambda: setattr(sender.socket, "sndhwm", NO_LIMIT)
        )  # a socket may be touched only by its own thread
