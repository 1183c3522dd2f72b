"""Removes from every lesson what Jupyter writes into it when someone runs it: outputs, counts,
kernel and version.
"""

from pathlib import Path

import nbformat

LESSONS = Path(__file__).parents[1] / "notebooks"


def tidy(path: Path) -> None:
    """Keep only prose, cells and the language.

    Without a kernelspec a lesson opens with no dialog in Lab, JupyterLite and Voilà.
    """
    lesson = nbformat.read(path, as_version=4)
    lesson.metadata = nbformat.from_dict({"language_info": {"name": "python"}})
    lesson.nbformat_minor = 5
    for number, cell in enumerate(lesson.cells, start=1):
        cell.id = f"cell-{number:02}"  # names that do not change by themselves keep diffs small
        cell.metadata.clear()
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(lesson, path)


if __name__ == "__main__":
    for path in sorted(LESSONS.glob("*.ipynb")):
        tidy(path)
