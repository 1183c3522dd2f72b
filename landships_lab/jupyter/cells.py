"""Panels of a cell are closed when it is run again, so that neither the page nor the kernel
grows.
"""

from __future__ import annotations

from weakref import WeakSet

import ipywidgets as w
from IPython import get_ipython

#: For each cell, the id of its last run and the panels made in it.
_MADE: dict[str, tuple[str, WeakSet[w.Widget]]] = {}


def replace_earlier(panel: w.Widget) -> None:
    """Close the panels that an earlier run of the running cell made, and remember this one.

    JupyterLab says which cell is running. Where nothing does (a terminal, Voilà, a test), nothing
    is closed.
    """
    cell, run = running_cell()
    if not cell:
        return
    before = _MADE.get(cell)
    if before is None or before[0] != run:
        _MADE[cell] = (run, WeakSet())
        for old in list(before[1]) if before else ():
            if bridge := getattr(old, "_bridge", None):
                bridge.say_replaced()
            old.close()
    _MADE[cell][1].add(panel)


def running_cell() -> tuple[str, str]:
    """Return the ids of the running cell and of this run of it; "" for each that is unknown."""
    kernel: object = getattr(get_ipython(), "kernel", None)
    request = (
        kernel.get_parent()
        if hasattr(kernel, "get_parent")
        else getattr(kernel, "_parent_header", None)
    )  # the second name is that of a kernel in the browser
    if not isinstance(request, dict):
        return "", ""
    cell = (request.get("metadata") or {}).get("cellId")
    run = (request.get("header") or {}).get("msg_id")
    return (str(cell), str(run)) if cell and run else ("", "")
