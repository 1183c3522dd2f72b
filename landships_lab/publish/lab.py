"""Copy the lessons into a folder of the reader, and open JupyterLab on the first of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from landships_lab.data.files import make_folder, write_whole

_PACKAGE = Path(__file__).parents[1]
#: Where the lessons lie in an installed package, and in a checkout.
_LESSONS = (_PACKAGE / "lessons", _PACKAGE.parent / "notebooks")
#: Where the server's options are, likewise: they make gestures faster.
_OPTIONS = (_PACKAGE / "server", _PACKAGE.parent / "binder")
FIRST = "00_tour.ipynb"
FOLDER = Path("landships-lessons")


def lessons_folder() -> Path:
    """Return the folder of the lessons that came with this package.

    Raises `ValueError` if they did not come with it.
    """
    for folder in _LESSONS:
        if (folder / FIRST).is_file():
            return folder
    raise ValueError("The lessons are not with this package; install it again from its wheel.")


def copy_lessons(folder: Path) -> Iterator[Path]:
    """Copy the lessons and their pictures into a folder, made if missing; yield each file written.

    An existing file stays as it is, because it may hold the reader's work.

    Raises `ValueError` or `OSError`, in one sentence, if that fails.
    """
    source = lessons_folder()
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is a file; name a folder for the lessons.")
    for path in sorted(source.rglob("*")):
        kept = path.relative_to(source)
        hidden = any(part.startswith((".", "__", "drill_")) for part in kept.parts)
        copy = folder / kept
        if path.is_file() and not hidden and not copy.exists():
            make_folder(copy.parent)
            write_whole(copy, path.read_bytes())
            yield copy


def open_lab(folder: Path, options: tuple[str, ...] = ()) -> int:
    """Open JupyterLab on the first lesson of a folder, wait until it ends, and return its exit
    code. ``options`` are passed on to JupyterLab.

    Raises `ValueError`, saying what to install, if there is no JupyterLab.
    """
    if find_spec("jupyterlab") is None:
        raise ValueError(
            "JupyterLab is not installed. Install it with: python -m pip install"
            ' "landships-lab[lab]"'
        )
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={folder.resolve()}",
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        *options,
    ]
    return subprocess.run(command, env=_with_options(), check=False).returncode  # noqa: S603


def _with_options() -> dict[str, str]:
    """Return the environment in which the server finds its options, besides those of the user."""
    options = next((folder for folder in _OPTIONS if folder.is_dir()), None)
    before = os.environ.get("JUPYTER_CONFIG_PATH", "")
    paths = os.pathsep.join(filter(None, (str(options or ""), before)))
    return {**os.environ, "JUPYTER_CONFIG_PATH": paths}
