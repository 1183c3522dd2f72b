"""A bar while a long record is read and played, so that the page does not look dead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from time import monotonic
from typing import Any, Protocol

from IPython.display import HTML, display

from landships_lab.play.records import reporting

#: The seconds until a bar is shown, and the seconds between its moves.
SHOWN_AFTER, MOVES_AFTER = 0.5, 0.2


class Messages(Protocol):
    """Where a panel shows a bar."""

    message: Any


class _Bar:
    """The bar of one reading: under the answer of a panel, or below the cell that makes one."""

    def __init__(self, where: Messages | None) -> None:
        self._where = where
        self._due = monotonic() + SHOWN_AFTER
        self._shown: Any = None

    def tell(self, played: int, moves: int) -> None:
        """Show how far the reading has come, once it takes long."""
        now = monotonic()
        if now < self._due:
            return
        self._due = now + MOVES_AFTER
        text = escape(f"Reading the game: {played:,} of {moves:,} moves")
        self._show(
            f'<p class="ll-said" role="status">{text} <progress max="{moves}"'
            f' value="{played}"></progress></p>'
        )

    def end(self) -> None:
        """Take the bar away."""
        if self._where is None and self._shown is not None:
            self._show("")
        elif self._where is not None and self._where.message.value == self._shown:
            self._show("")  # no other message since

    def _show(self, html: str) -> None:
        if self._where is not None:
            self._shown = self._where.message.value = html
        elif self._shown is None:
            self._shown = display(HTML(html), display_id=True)
        else:
            self._shown.update(HTML(html))


@contextmanager
def reading_shown(where: Messages | None = None) -> Iterator[None]:
    """Show a bar while records are read in the block, if that takes long."""
    bar = _Bar(where)
    try:
        with reporting(bar.tell):
            yield
    finally:
        bar.end()
