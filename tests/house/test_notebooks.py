"""Every lesson runs from its first cell to its last, in a kernel of its own, without saying too
much to the page.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.paths import LESSONS

CELL_SECONDS = 120
#: Two tabs that run a lesson again and again share what the kernel says: each page has to follow
#: both.
MOST_MESSAGES = 1500


class Listener(NotebookClient):
    """Runs a notebook, and counts what its kernel publishes."""

    heard = 0

    def run_all(self) -> int:
        """Run every cell, each by the name that JupyterLab sends; return the messages heard."""
        self.heard = 0
        assert self.kc is not None  # the kernel was set up
        send, session = self.kc.session.send, self.kc.session
        for number, cell in enumerate(self.nb.cells):
            if cell.cell_type == "code":
                session.send = partial(_send_with_cell, send, f"cell {number}")
                self.execute_cell(cell, number)
        session.send = send
        return self.heard

    def process_message(self, *message: Any) -> Any:
        """Take a message of the cell that is running."""
        self.heard += 1
        return super().process_message(*message)


def _send_with_cell(send: Callable[..., Any], cell: str, *message: Any, **more: Any) -> Any:
    """Send a message to the kernel; a request to run a cell says which cell it is."""
    for part in message:
        if isinstance(part, dict) and part.get("msg_type") == "execute_request":
            part["metadata"]["cellId"] = cell
    return send(*message, **more)


def bare_values(cell: Any) -> list[str]:
    """What a cell shows as Python writes it: a fraction, a list, a number, and no panel, picture
    or table.
    """
    results = [it.data for it in cell.outputs if it.output_type == "execute_result"]
    plain = [data["text/plain"] for data in results if set(data) == {"text/plain"}]
    printed = [it.text for it in cell.outputs if it.output_type == "stream"]
    return [*plain, *(text for text in printed if "Fraction(" in text)]


@pytest.mark.notebook
@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem) for path in sorted(LESSONS.glob("*.ipynb"))]
)
def test_lesson_runs(path: Path) -> None:
    lesson = nbformat.read(path, as_version=4)
    listener = Listener(
        lesson,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(LESSONS)}},
    )
    code = [cell for cell in lesson.cells if cell.cell_type == "code" and cell.source.strip()]
    assert code, "a lesson without a single call teaches nothing"
    with listener.setup_kernel():
        first = listener.run_all()
        assert [cell.source for cell in code if cell.execution_count is None] == []
        assert len(code) < first < MOST_MESSAGES
        assert [shown for cell in code for shown in bare_values(cell)] == []
        if first > MOST_MESSAGES / 2:  # it closes as many widgets as it opens
            assert len(code) < listener.run_all() < MOST_MESSAGES
