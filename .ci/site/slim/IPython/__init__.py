"""What widgets import of IPython, for pages without cells to type into: there is no shell."""  # noqa: N999 - its own name

from __future__ import annotations


def get_ipython() -> None:
    """Return None: no shell is running."""
