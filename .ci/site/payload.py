"""What the pages of the site fetch when their panels come alive: Python's packages in one file, the
widgets' scripts in another, and the scripts of `page/`.

Each name changes with what is in the file, so that a browser may keep it for ever. A page runs only
its own panels, so it carries no IPython, and of numpy and Pillow only what a canvas needs, in
`slim/`. bqplot and pandas stay in the notebooks: a chart on a page is a picture that follows the
controls.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
# The package is not installed here: it is on the site as a wheel.
sys.path.insert(0, str(HERE.parents[1]))
from landships_lab.publish.search import gist  # noqa: E402  # noqa: RUF100

PAGE, SLIM = HERE / "page", HERE / "slim"
#: The package whose needs a page carries, and those of them that it does without.
WHOLE = "landships-lab"
SLIMMED = ("numpy", "pillow", "ipython")
ELSEWHERE = ("bqplot", "reportlab", "jupyterlab-widgets", "widgetsnbextension")
#: What is fetched when a sheet is printed, and the parts of it that no sheet uses.
PRINTING = ("reportlab", "charset-normalizer")
_UNPRINTED = ("fonts", "graphics", "platypus")
#: What a wheel holds that a page never reads.
_UNREAD = ("nbextension", "labextension", "static", "tests", "test")
#: The modules in html-manager's file that are for widgets of an older kind.
_OLDER = ("@jupyter-widgets/base7", "@jupyter-widgets/controls7")
#: The files by which Pyodide starts, and what a reader is told of each.
CORE = {
    "pyodide.asm.wasm": "Python",
    "python_stdlib.zip": "Python's library",
    "pyodide.asm.mjs": "Python",
    "pyodide.mjs": "Python",
}
#: How long anywidget waits for a widget to begin: a phone that is making panels needs longer.
_PATIENCE = ("AbortSignal.timeout(2e3)", "AbortSignal.timeout(6e4)")
#: The folder, among the packages of a page, with what a search reads of the lessons (`kernel.py`).
SEARCHED = "landships_lessons"
_SMALLER = (".wasm", ".mjs")
_PLACE = "{/* site */}"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Core:
    """The files by which Python starts: the address of their folder, seen from ``live/``, the size
    of each in bytes, and those that stand beside them in a smaller form.
    """

    root: str
    sizes: Mapping[str, int]
    packed: frozenset[str] = frozenset()


def add_core(site: Path, runtime: Path) -> Core:
    """Copy the files by which Python starts into the site, with a smaller form for its pages."""
    folder = site / "python"
    folder.mkdir()
    packed = set()
    for file in runtime.iterdir():
        if file.suffix in (".mjs", ".wasm", ".zip", ".json") and file.name != "package.json":
            data = file.read_bytes()
            (folder / file.name).write_bytes(data)
            if file.name in CORE and file.suffix in _SMALLER:
                (folder / f"{file.name}.gz").write_bytes(gzip.compress(data, mtime=0))
                packed.add(file.name)
    sizes = {name: (folder / name).stat().st_size for name in CORE}
    return Core("../../python/", sizes, frozenset(packed))


def add_payload(
    lessons: Path,
    core: Core,
    locked: Mapping[str, Mapping[str, Any]],
    wheels: Path,
    manager: Path,
    info: Mapping[str, str],
    notebooks: Path,
) -> str:
    """Put into the folder of the lessons what its pages fetch; return the address of their script.

    ``notebooks`` is the folder of the lessons as notebooks, ``locked`` are the packages of the lock
    file, ``wheels`` the folder of their files, ``manager`` the folder of html-manager, and ``info``
    what the lock file says of the distribution.
    """
    live = lessons / "live"
    live.mkdir()
    python = _named(live, "lesson.zip", lesson_zip(locked, wheels, notebooks))
    later = _named(live, "printing.zip", printing_zip(locked, wheels))
    scripts = widgets(manager)
    widgets_file = _named(live, "widgets.js.gz", gzip.compress(scripts, mtime=0))
    worker = _named(live, "worker.js", (PAGE / "worker.js").read_bytes())
    files = [
        {"core": True, "name": told, "url": f"{core.root}{name}", "bytes": core.sizes[name]}
        | ({"packed": f"{core.root}{name}.gz"} if name in core.packed else {})
        for name, told in CORE.items()
    ]
    files += [
        {"name": "the rules", "url": python, "bytes": (live / python).stat().st_size},
        {"name": "the panels", "url": "widgets.js", "packed": widgets_file, "bytes": len(scripts)},
    ]
    lock = json.dumps({"info": dict(info), "packages": {}})
    told = {"root": core.root, "files": files, "lesson": python, "widgets": "widgets.js"}
    told |= {"later": later, "worker": worker, "keeper": "../keep.js", "lock": lock}
    script = _named(live, "live.js", _filled("live.js", told))
    kept = [worker, script, later, *(str(file.get("packed", file["url"])) for file in files)]
    (lessons / "keep.js").write_bytes(_filled("keep.js", kept))
    return f"live/{script}"


def lesson_zip(locked: Mapping[str, Mapping[str, Any]], wheels: Path, notebooks: Path) -> bytes:
    """Return the file with all Python packages that a page's panels import, and what a search reads
    of the lessons in ``notebooks``.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as held:
        for package in sorted(_needed(locked)):
            _put_wheel(held, wheels / locked[package]["file_name"], _UNREAD)
        for file in sorted(SLIM.rglob("*.py")):
            _put(held, file.relative_to(SLIM).as_posix(), file.read_bytes())
        for path in sorted(notebooks.glob("[0-9]*.ipynb")):
            _put(held, f"{SEARCHED}/{path.name}", gist(path).encode("utf-8"))
        _put(held, "landships_page.py", (PAGE / "kernel.py").read_bytes())
    return packed.getvalue()


def printing_zip(locked: Mapping[str, Mapping[str, Any]], wheels: Path) -> bytes:
    """Return the file with the packages that write PDF."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as held:
        for package in PRINTING:
            _put_wheel(held, wheels / locked[package]["file_name"], _UNPRINTED)
    return packed.getvalue()


def _needed(locked: Mapping[str, Mapping[str, Any]]) -> set[str]:
    found, waiting = set(), [WHOLE]
    while waiting:
        package = waiting.pop()
        if package not in found and package not in (*SLIMMED, *ELSEWHERE):
            found.add(package)
            waiting += locked[package]["depends"]
    return found


def _put_wheel(held: zipfile.ZipFile, path: Path, unread: Iterable[str]) -> None:
    with zipfile.ZipFile(path) as wheel:
        for name in sorted(wheel.namelist()):
            if _is_read(name, unread):
                _put(held, name, wheel.read(name))


def _is_read(name: str, unread: Iterable[str]) -> bool:
    top, _, below = name.partition("/")
    if top.endswith(".dist-info"):
        return below in ("METADATA", "entry_points.txt")
    if top.endswith(".data") or name.endswith((".pyi", ".typed", "/")):
        return False
    return not set(below.split("/")) & set(unread)


def _put(held: zipfile.ZipFile, name: str, data: bytes) -> None:
    held.writestr(zipfile.ZipInfo(name, _LONG_AGO), data, zipfile.ZIP_DEFLATED)


def widgets(manager: Path) -> bytes:
    """Return the script with the page's half of all widgets: ipywidgets' own, and those that the
    installed packages bring for a page that loads modules by `define`.
    """
    text = (manager / "dist" / "libembed-amd.js").read_text(encoding="utf-8")
    first, *modules = text.split('define("')
    ours = [f'define("{it}' for it in modules if it.partition('"')[0] not in _OLDER]
    parts = [(PAGE / "amd.js").read_text(encoding="utf-8"), first, *ours]
    for name in ("anywidget", "ipycanvas"):
        path = Path(sys.prefix, "share", "jupyter", "nbextensions", name, "index.js")
        script = path.read_text(encoding="utf-8")
        if name == "anywidget":
            script = _replaced(script, *_PATIENCE)
        parts += [f"landships.next = {json.dumps(name)};", script]
    return "\n".join(parts).encode("utf-8")


def _filled(script: str, told: object) -> bytes:
    text = (PAGE / script).read_text(encoding="utf-8")
    return _replaced(text, _PLACE, json.dumps(told)).encode("utf-8")


def _replaced(text: str, words: str, by: str) -> str:
    if text.count(words) != 1:
        raise SystemExit(f"There should be one {words} in this script:\n{text[:300]}")
    return text.replace(words, by)


def _named(folder: Path, name: str, data: bytes) -> str:
    """Write a file, with a name that changes with its data, and return that name."""
    stem, _, ending = name.partition(".")
    full = f"{stem}-{hashlib.sha256(data).hexdigest()[:10]}.{ending}"
    (folder / full).write_bytes(data)
    return full
