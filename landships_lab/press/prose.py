"""The prose of a lesson as harmless HTML: raw HTML is shown as text, except pictures, which go into the page itself.

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
_ALT = re.compile(r'\salt="([^"]*)"')
_KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


def prose_html(text: str, folder: Path) -> str:
    """Return the HTML of this Markdown, with pictures from the folder of the lesson."""
    shown = mistune.create_markdown(renderer=_Prose(folder), plugins=["table"])(text)
    assert isinstance(shown, str)
    return shown


class _Prose(mistune.HTMLRenderer):
    """Markdown for paper: links are their words, with the address behind those that lead to the web."""

    def __init__(self, folder: Path) -> None:
        super().__init__(escape=True)
        self._folder = folder

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Return the words of a link; a page by itself leads nowhere."""
        return f"{text} ({escape(url)})" if url.startswith(("http:", "https:")) else text

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
        if path.suffix not in _KINDS or not path.is_relative_to(self._folder.resolve()) or not path.is_file():
            return f"[{escape(alt or name)}]"
        data = base64.b64encode(path.read_bytes()).decode("ascii")
        return f'<img alt="{escape(alt)}" src="data:{_KINDS[path.suffix]};base64,{data}">'
