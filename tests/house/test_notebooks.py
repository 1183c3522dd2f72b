"""Every lesson runs from its first cell to its last, in a kernel of its own."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.paths import LESSONS

CELL_SECONDS = 120


@pytest.mark.notebook
@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in sorted(LESSONS.glob("*.ipynb"))])
def test_lesson_runs(path: Path) -> None:
    lesson = nbformat.read(path, as_version=4)
    NotebookClient(lesson, timeout=CELL_SECONDS, kernel_name="python3", resources={"metadata": {"path": str(LESSONS)}}).execute()
    code = [cell for cell in lesson.cells if cell.cell_type == "code" and cell.source.strip()]
    assert code, "a lesson without a single call teaches nothing"
    assert [cell.source for cell in code if cell.execution_count is None] == []
