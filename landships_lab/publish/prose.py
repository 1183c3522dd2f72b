"""The prose of a lesson as harmless HTML: raw HTML is shown as text, except pictures, which go into
the page itself.

The only importer of the Markdown library, which comes with the extras ``pages`` and ``lab``.
"""

from __future__ import annotations

import base64
import re
from html import escape, unescape
from pathlib import Path

import mistune

#: How a lesson shows a picture: an ``img`` with the picture's path below the lesson's folder.
_PICTURE = re.compile(r'<img\s[^>]*?src="(pictures/[\w./-]+\.(?:svg|png))"[^>]*?>')
#: What to do with a panel, to the end of its paragraph, and the words for paper after it.
_TRY = re.compile(
    r"^\*\*Try this\.\*\*(?:.|\n(?!\n))*(?:\n+<!-- paper: ([^>]*) -->)?", re.MULTILINE
)
#: What is said of a page with panels: how they start, and that a picture is none.
_ON_SCREEN = re.compile(r"^(?:\*\*Start here\.\*\*|\*A picture only).*\n*", re.MULTILINE)
_LESSON = re.compile(r"([0-9]{2}_\w+)\.ipynb")
_ALT = re.compile(r'\salt="([^"]*)"')
_KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


def prose_html(text: str, folder: Path, *, linked: bool = False) -> str:
    """Return the HTML of this Markdown, with pictures from the folder of the lesson.

    What only a panel can do is left out: a paragraph that begins with **Try this.** gives way to
    the words for paper that a comment after it holds, ``<!-- paper: ... -->``, or to nothing. So
    does what starts a lesson, and what is said of a picture. ``linked`` says that the other lessons
    are pages beside this one.
    """
    shown = mistune.create_markdown(renderer=_Prose(folder, linked=linked), plugins=["table"])(
        _TRY.sub(r"\1", _ON_SCREEN.sub("", text))
    )
    assert isinstance(shown, str)
    return shown


class _Prose(mistune.HTMLRenderer):
    """Markdown for paper: links lead to the web, and to other lessons where those are pages beside
    this one.
    """

    def __init__(self, folder: Path, *, linked: bool) -> None:
        super().__init__(escape=True)
        self._folder, self._linked = folder, linked

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Return a link to the web or to another lesson's page; of any other the words."""
        lesson = _LESSON.fullmatch(url)
        if lesson and self._linked and (self._folder / url).is_file():
            return f'<a href="{lesson[1]}.html">{text}</a>'
        return (
            f'<a href="{escape(url)}">{text}</a>'
            if url.startswith(("http://", "https://"))
            else text
        )

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """Return a picture written in Markdown."""
        return self._picture(url, text)

    def inline_html(self, html: str) -> str:
        """Return a picture, or as text what only looks like HTML."""
        return self._raw(html)

    def block_html(self, html: str) -> str:
        """Return a picture by itself, or as text what only looks like HTML."""
        return f"<p>{self._raw(html.strip())}</p>\n"

    def _raw(self, html: str) -> str:
        found = _PICTURE.fullmatch(html)
        if not found:
            return escape(html)
        alt = _ALT.search(html)
        return self._picture(found[1], unescape(alt[1]) if alt else "")

    def _picture(self, name: str, alt: str) -> str:
        path = (self._folder / name).resolve()
        if (
            path.suffix not in _KINDS
            or not path.is_relative_to(self._folder.resolve())
            or not path.is_file()
        ):
            return f"[{escape(alt or name)}]"
        data = base64.b64encode(path.read_bytes()).decode("ascii")
        return f'<img alt="{escape(alt)}" src="data:{_KINDS[path.suffix]};base64,{data}">'
