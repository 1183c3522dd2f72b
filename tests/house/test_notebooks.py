"""Every lesson runs from its first cell to its last. `test_dashboards.py` runs each in a kernel of its own too."""

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

from tests.kernels import EMPTY_KERNEL
from tests.paths import LESSONS

CELL_SECONDS = 120


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelManager]:
    """One kernel for all lessons, emptied after each."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=LESSONS)
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.notebook
@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in sorted(LESSONS.glob("*.ipynb"))])
def test_lesson_runs(kernel: KernelManager, path: Path) -> None:
    lesson = nbformat.read(path, as_version=4)
    lesson.cells.append(nbformat.v4.new_code_cell(EMPTY_KERNEL))
    client = NotebookClient(lesson, km=kernel, timeout=CELL_SECONDS)
    try:
        client.execute()
    finally:
        if client.kc:
            client.kc.stop_channels()
    code = [cell for cell in lesson.cells[:-1] if cell.cell_type == "code" and cell.source.strip()]
    assert code, "a lesson without a single call teaches nothing"
    assert [cell.source for cell in code if cell.execution_count is None] == []
