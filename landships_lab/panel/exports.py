"""The files that a panel offers to save beside its picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from landships_lab.drawing.paper import Pages


@dataclass(frozen=True, slots=True)
class Export:
    """A file the reader can save beside the picture.

    ``make`` returns its text, or the pages of a sheet to print. The ending of ``filename`` gives
    its type: .toml, .svg, or .pdf, which needs pages. ``spoken`` is the label for screen readers.
    """

    label: str
    spoken: str
    filename: str
    make: Callable[[], str | Pages]
