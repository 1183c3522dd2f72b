"""The prose of a lesson as safe HTML: raw HTML is shown as text, except pictures, which are
embedded in the page.

The only module that imports the Markdown library, which comes with the extras ``pages`` and
``lab``.
"""

from __future__ import annotations

import base64
import re
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote
from zlib import crc32

import mistune

#: A picture in a lesson: an ``img`` with the picture's path below the lesson's folder.
_PICTURE = re.compile(r'<img\s[^>]*?src="(pictures/[\w./-]+\.(?:svg|png))"[^>]*?>')
#: A paragraph on what to try with a panel, and the words for paper after it.
_TRY = re.compile(
    r"^\*\*Try this\.\*\*(?:.|\n(?!\n))*(?:\n+<!-- paper: ([^>]*) -->)?", re.MULTILINE
)
#: Sentences only for live panels: how to start them, and that a picture is not one.
_ON_SCREEN = re.compile(r"^(?:\*\*Start here\.\*\*|\*A picture only).*\n*", re.MULTILINE)
_LESSON = re.compile(r"([0-9]{2}_\w+)\.ipynb")
_ALT = re.compile(r'\salt="([^"]*)"')
#: A word that is explained where it first stands.
_EXPLAINED = re.compile(r'<abbr title="([^"<>]*)">')
_LINK = re.compile(r"\[([^\]]+)\]\((#[^)\s]+)\)")
#: The address of a link in the text that sets a panel: its state, spaces written as %20.
_STATE = re.compile(r"#([a-z_]+:[a-z_-]+(?:%20|$).*)")
_KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


def prose_html(text: str, folder: Path, *, linked: bool = False) -> str:
    """Return the HTML of this Markdown, with pictures from the folder of the lesson.

    What only a live panel can do is left out: a paragraph that begins with **Try this.** is
    replaced by the words for paper in a comment after it, ``<!-- paper: ... -->``, if there is one.
    Sentences on how to start a lesson or on its pictures are removed too. ``linked`` says whether
    the other lessons are pages in the same folder.
    """
    shown = mistune.create_markdown(renderer=_Prose(folder, linked=linked), plugins=["table"])(
        _TRY.sub(r"\1", _ON_SCREEN.sub("", text))
    )
    assert isinstance(shown, str)
    return shown


def anchor(url: str) -> str:
    """Return the name of the place on the page with the picture of a linked state."""
    return f"what-if-{crc32(url.encode('utf-8')):08x}"


def states_linked(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return the links of a lesson's text that set a panel, each once: its words, the state in its
    text form, and the name of its place on the page.
    """
    found = {url: words for words, url in _LINK.findall(text) if _STATE.fullmatch(url)}
    return tuple((words, unquote(url[1:]), anchor(url)) for url, words in found.items())


class _Prose(mistune.HTMLRenderer):
    """Markdown for paper: links lead to the web, and to other lessons if those are pages in the
    same folder.
    """

    def __init__(self, folder: Path, *, linked: bool) -> None:
        super().__init__(escape=True)
        self._folder, self._linked = folder, linked

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Return a link to the web, to another lesson's page, or to the picture of a state, which
        ``data-sets`` names for a page with live panels; of any other link only the words.
        """
        if _STATE.fullmatch(url):
            return f'<a href="#{anchor(url)}" data-sets="{escape(url)}">{text}</a>'
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
        """Return a picture or an explained word; anything else that looks like HTML becomes
        text.
        """
        if explained := _EXPLAINED.fullmatch(html):
            return f'<abbr title="{escape(unescape(explained[1]))}">'
        return html if html == "</abbr>" else self._raw(html)

    def block_html(self, html: str) -> str:
        """Return a picture in a block of its own; anything else that looks like HTML becomes
        text.
        """
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
