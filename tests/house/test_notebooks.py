"""Every lesson runs from its first cell to its last, in a kernel of its own, without saying too
much to the page.
"""

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

    def process_message(self, *message: Any) -> Any:
        """Take a message of the cell that is running."""
        self.heard += 1
        return super().process_message(*message)


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
    listener.execute()
    code = [cell for cell in lesson.cells if cell.cell_type == "code" and cell.source.strip()]
    assert code, "a lesson without a single call teaches nothing"
    assert [cell.source for cell in code if cell.execution_count is None] == []
    assert len(code) < listener.heard < MOST_MESSAGES
