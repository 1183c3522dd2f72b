"""A lesson as a dashboard: what this package's Voilà template needs to know about it.

`binder/jupyter_server_config.py` gives `dress` to Voilà, which calls it before it runs a notebook.
The template is in `jupyter/nbconvert/templates/`, and that file adds the folder to Jupyter's data
path, so that nothing has to be installed by hand.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from landships_lab.data.lessons import present_name
from landships_lab.practice.path import done_lessons
from landships_lab.publish import page
from landships_lab.publish.lesson_groups import Lesson, around, heading, lesson_groups

#: The folder on Jupyter's data path, and the name of the template in it.
DATA = Path(__file__).with_name("jupyter")
TEMPLATE = "landships_lab"
#: The cell that starts a lesson in JupyterLab; a dashboard starts by itself.
_START = re.compile(r"^\*\*Start here\.\*\*.*\n*", re.MULTILINE)
#: A link to a page of Markdown, which JupyterLab shows and Voilà does not.
_TO_MARKDOWN = re.compile(r"\]\(([\w/-]+\.md)\)")


def dress(handler: Any, notebook: Any, cwd: str) -> Any:
    """Return the notebook with everything that its dashboard shows around the cells, as Voilà's
    ``prelaunch_hook``.

    ``handler`` is the request; ``cwd`` is the folder of the notebook, relative to the folder that
    the server serves.
    """
    _ = handler.xsrf_token  # sets the cookie that lets a page end its kernel when the reader leaves
    name = present_name(Path(unquote(handler.request.path)).stem)
    folder = Path(handler.contents_manager.root_dir).expanduser() / cwd
    shown = lesson_groups(folder)
    _, lesson, _ = around(shown, name)
    title = heading((cell.cell_type, cell.source) for cell in notebook.cells) or name
    notebook.metadata["title"] = page.tab_title(title, lesson)
    listed = shown if lesson else ()
    notebook.metadata["landships_lab"] = {
        "sheet": page.sheet(),
        "script": page.script(),
        "loading": Path(__file__).with_name("loading.js").read_text(encoding="utf-8"),
        "bar": page.bar(
            listed,
            name,
            _address,
            _address(shown[0].lessons[0]) if lesson else handler.base_url,
            scripted=True,
            done=done_lessons(folder),
        ),
        "kicker": page.kicker(lesson),
        "ways": page.ways(listed, name, _address),
    }
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            prose = _START.sub("", page.below_kicker(cell.source))
            cell.source = _TO_MARKDOWN.sub(rf"]({handler.base_url}lab/tree/{cwd}/\1)", prose)
    return notebook


def _address(lesson: Lesson) -> str:
    return f"{lesson.name}.ipynb"
