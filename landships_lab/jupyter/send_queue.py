"""Room for the messages from the kernel to the page: none is lost, however many are made faster
than the page fetches them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from IPython import get_ipython

#: As many messages as there are may wait; 0 is the socket's word for that.
NO_LIMIT = 0


@cache
def make_room() -> None:
    """Let all messages of this kernel wait until the server fetches them, each page's in a queue of
    its own.

    The socket drops without a word what comes while 1,000 are waiting: widgets, and also the word
    that a cell has ended, for which its page then waits for ever. *Run All* in two tabs of one
    notebook passes any number one could name here. A waiting message takes about 1 kB, and the
    server fetches even while a page sleeps. A process without such a socket (no kernel, or another
    make of it) is left alone.
    """
    sender: Any = getattr(getattr(get_ipython(), "kernel", None), "iopub_thread", None)
    if hasattr(sender, "schedule") and hasattr(getattr(sender, "socket", None), "sndhwm"):
        sender.schedule(
            lambda: setattr(sender.socket, "sndhwm", NO_LIMIT)
        )  # only its own thread may touch a socket
