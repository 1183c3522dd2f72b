"""Python's side of a lesson's page: it runs the lesson's cells, and carries messages between its
widgets and the page.

`worker.js` calls `start`, `run` and `heard`. There is no IPython and no kernel: a page runs only
the cells of its lesson, and `post` takes each message to the page.
"""

from __future__ import annotations

import ast
import io
import json
import os
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

import comm
from comm.base_comm import BaseComm, CommManager
from js import XMLHttpRequest
from pyodide.ffi import to_js

#: Where the words of the lessons lie for a search (`payload.py`), and drills and puzzles keep their
#: progress; the page keeps a copy of each of those files (`live.js`).
FOLDER = Path(__file__).parent / "landships_lessons"
KEPT = "drill_*.json"

#: The library that is fetched when something is printed.
PRINTS = "reportlab"
#: What a chart says of itself on a page, which goes without bqplot and the pandas that it needs.
CHARTS = "A picture that follows the controls; in the notebook it also answers the pointer."

_manager = CommManager()
_names: dict[str, Any] = {}
_times: dict[str, int] = {}
_post: Callable[..., object] = print


class PageComm(BaseComm):
    """The line between one widget and its other half in the page."""

    def publish_msg(
        self,
        msg_type: str,
        data: dict[str, Any] | None = None,
        metadata: dict[str, Any] | None = None,
        buffers: list[bytes] | None = None,
        **_others: object,
    ) -> None:
        """Send one message to the page."""
        text = json.dumps({"data": data or {}, "metadata": metadata or {}})
        _post(msg_type, self.comm_id, text, to_js([bytes(it) for it in buffers or ()]))


class Later(MetaPathFinder):
    """Fetches the library that writes PDF when it is first imported, from this address."""

    def __init__(self, address: str) -> None:
        self._address = address

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: object = None
    ) -> ModuleSpec | None:
        """Return where the library is, once it is here.

        Raises `ImportError`, in one sentence, if it cannot be fetched.
        """
        if name != PRINTS:
            return None
        sys.meta_path.remove(self)
        try:
            request = XMLHttpRequest.new()
            request.open("GET", self._address, False)
            request.responseType = "arraybuffer"
            request.send()
            packed = io.BytesIO(request.response.to_bytes())
        except Exception as error:
            sys.meta_path.append(self)
            raise ImportError("The part that writes PDF cannot be fetched.") from error
        with zipfile.ZipFile(packed) as held:
            held.extractall(Path(__file__).parent)
        return PathFinder.find_spec(name)


def start(post: Callable[..., object], kept: str, later: str) -> None:
    """Make all widgets speak by ``post``, and put back the files of progress that the page has
    kept, given as JSON. ``later`` is the address of the library that writes PDF.
    """
    global _post  # noqa: PLW0603 - the page has one kernel, and it one way out
    _post = post
    sys.meta_path.append(Later(later))
    comm.create_comm = PageComm
    comm.get_comm_manager = lambda: _manager
    from landships_lab.jupyter import chart, first_page  # after the lines above: ipywidgets

    chart.STILL = CHARTS
    first_page.LESSON_LINK = '<a href="{}.html">'
    os.chdir(FOLDER)
    for name, text in json.loads(kept).items():
        put_back(name, text)


def put_back(name: str, text: str) -> None:
    """Write a file of progress that this browser has kept, or that another tab has changed."""
    path = FOLDER / Path(name).name
    if path.match(KEPT):
        path.write_text(text, encoding="utf-8")
        _times[path.name] = path.stat().st_mtime_ns


def run(source: str) -> str:
    """Run a cell and return the id of the widget that its last line makes, or ""."""
    lines = ast.parse(source).body
    last = lines.pop().value if lines and isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "<lesson>", "exec"), _names)  # noqa: S102 - its own lesson
    if last is None:
        return ""
    made = eval(compile(ast.Expression(last), "<lesson>", "eval"), _names)  # noqa: S307
    return str(getattr(made, "model_id", ""))


def heard(comm_id: str, text: str, buffers: Any) -> None:
    """Give a message from the page to its widget; where the page has closed a line, end it."""
    content = {"comm_id": comm_id, "data": json.loads(text)}
    held = [memoryview(it.to_bytes()) for it in buffers]
    if content["data"] is None:
        _manager.comm_close("", "", {"content": content})
    else:
        _manager.comm_msg("", "", {"content": content, "buffers": held})


def compiled(lesson: bytes) -> bytes:
    """Return the file with the lesson's packages together with what Python has compiled of them,
    so that the next visit need not do it again.
    """
    packed = io.BytesIO(lesson.to_bytes())
    with zipfile.ZipFile(packed, "a") as held:
        top = Path(__file__).parent
        for path in top.rglob("__pycache__/*.pyc"):
            code = path.read_bytes()
            # valid for its source whatever the time of either: see PEP 552
            held.writestr(str(path.relative_to(top)), code[:4] + b"\1\0\0\0" + bytes(8) + code[16:])
    return packed.getvalue()


def changed() -> str:
    """Return the files of progress written since the last call, as JSON."""
    return json.dumps(dict(_changed()))


def _changed() -> Iterator[tuple[str, str]]:
    for path in FOLDER.glob(KEPT):
        now = path.stat().st_mtime_ns
        if _times.get(path.name) != now:
            _times[path.name] = now
            yield path.name, path.read_text(encoding="utf-8")
