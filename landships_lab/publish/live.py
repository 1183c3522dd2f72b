"""A lesson as a page of the site: its hand-out, with the code of each panel, for the script that
replaces pictures by live panels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path

from landships_lab.publish import page
from landships_lab.publish.lesson import Asked, LessonParts, lesson_body
from landships_lab.publish.lesson_groups import lesson_groups

#: Returns the HTML of a cell that must be run to be understood, given its source after what the
#: lesson imports and defines; or "".
Shown = Callable[[str], str]
#: How code begins that only defines what the code after it uses.
_DEFINES = ("@", "def ")


def live_lesson(
    path: Path,
    questions: Callable[[str], Iterable[Asked]],
    *,
    home: str,
    notebook: str,
    script: str,
    shown: Shown,
) -> str:
    """Return the page of this lesson on the site, beside the pages of the other lessons.

    ``home`` is the address of the first page, ``notebook`` that of the lesson in JupyterLab, and
    ``script`` that of the script that brings panels to life. ``shown`` returns the HTML for code
    that must be run to be understood. Raises `ValueError` as `lesson_page` does.
    """
    groups = lesson_groups(path.parent)
    title, body = lesson_body(path, _LiveParts(path.parent, questions, shown), groups)
    bar = page.bar(
        groups, path.stem, page.paper_address, home, live=notebook, label="Notebook", scripted=True
    )
    return page.live_page(
        title, body, bar, page.ways(groups, path.stem, page.paper_address), script
    )


def alive(code: str, still: str, *, hidden: bool = False) -> str:
    """Return the part of a page that shows ``still``, which may be nothing, until the panel that
    this code makes takes its place. A hidden part shows nothing, but its code is run for later
    parts.
    """
    inside = f'<div class="lp-still">\n{still}</div>\n' if still else ""
    hide = " hidden" if hidden else ""
    return f'<div class="lp-cell" data-code="{escape(code)}"{hide}>{inside}</div>\n'


class _LiveParts(LessonParts):
    """Turns cells into parts of a page, each with the code that makes it."""

    live = True

    def __init__(
        self, folder: Path, questions: Callable[[str], Iterable[Asked]], shown: Shown
    ) -> None:
        super().__init__(folder, questions, linked=True)
        self._shown = shown
        self._before: list[str] = []

    def code(self, source: str) -> Iterator[str]:
        parts = tuple(super().code(source))
        still, unseen = "".join(parts), not parts or source.startswith(_DEFINES)
        if unseen:
            self._before.append(source)
            yield still  # what defines a rule is read as code
            still = ""
        elif "<pre>" in still:
            still = self._shown("\n".join((*self._before, source)))
        if source.startswith("FirstPage("):  # its links are those of pages: it needs no Python
            yield still
        else:
            yield alive(source, still, hidden=unseen)
