"""The prose of a lesson as safe HTML: raw HTML is shown as text, except pictures, which are
embedded in the page.

The only module that imports the Markdown library, which comes with the extras ``pages`` and
``lab``.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from zlib import crc32

import mistune

#: A picture in a lesson: an ``img`` with the picture's path below the lesson's folder.
_PICTURE = re.compile(r'<img\s[^>]*?src="(pictures/[\w./-]+\.(?:svg|png))"[^>]*?>')
#: A paragraph on what to try with a panel, and the words for paper after it.
_TRY = re.compile(
    r"^\*\*Try this\.\*\*(?:.|\n(?!\n))*(?:\n+<!-- paper: ([^>]*) -->)?", re.MULTILINE
)
#: The words for paper, on their own.
_PAPER = re.compile(r"^<!-- paper: ([^>]*) -->", re.MULTILINE)
#: How panels are started, which is only for a screen.
_ON_SCREEN = re.compile(r"^\*\*Start here\.\*\*.*\n*", re.MULTILINE)
_LESSON = re.compile(r"([0-9]{2}_\w+)\.ipynb")
_ALT = re.compile(r'\salt="([^"]*)"')
#: A word that is explained where it first stands.
_EXPLAINED = re.compile(r'<abbr title="([^"<>]*)">')
#: The beginning and the end of the fold after a guess, which opens once the reader has made it.
FOLD, FOLD_END = (
    '<details class="ll-explained"><summary>Why, and what would change it</summary>',
    "</details>",
)
#: The beginning of a paragraph that is only for the screen, or only for paper.
_TRIED, _ON_PAPER = "<strong>Try this.</strong>", "\ue000"
#: Returns the HTML of the state that a link sets, given its words, the state in its text form, and
#: its anchor on the page.
StateShown = Callable[[str, str, str], str]
#: The address of a link in the text that sets a panel: its state, spaces written as %20.
_STATE = re.compile(r"#([a-z_]+:[a-z_-]+(?:%20|$).*)")
_KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


def prose_html(
    text: str,
    folder: Path,
    *,
    linked: bool = False,
    live: bool = False,
    state_shown: StateShown | None = None,
) -> str:
    """Return the HTML of this Markdown, with pictures from the folder of the lesson.

    What only a live panel can do is left out: a paragraph that begins with **Try this.** is
    replaced by the words for paper in a comment after it, ``<!-- paper: ... -->``, if there is one.
    On a page whose panels are ``live`` both are there, one for the screen and one for paper.
    How a lesson starts is removed too. ``linked`` says whether
    the other lessons are pages in the same folder. Below each paragraph stands what ``state_shown``
    returns for its links that set a panel, each once.
    """
    words = _ON_SCREEN.sub("", text)
    words = _PAPER.sub(rf"{_ON_PAPER}\1", words) if live else _TRY.sub(r"\1", words)
    prose = _Prose(folder, linked=linked, state_shown=state_shown)
    shown = mistune.create_markdown(renderer=prose, plugins=["table"])(words)
    assert isinstance(shown, str)
    return shown + prose.rest()


def anchor(url: str) -> str:
    """Return the name of the place on the page with the picture of a linked state."""
    return f"what-if-{crc32(url.encode('utf-8')):08x}"


class _Prose(mistune.HTMLRenderer):
    """Markdown for paper: links lead to the web, and to other lessons if those are pages in the
    same folder.
    """

    def __init__(self, folder: Path, *, linked: bool, state_shown: StateShown | None) -> None:
        super().__init__(escape=True)
        self._folder, self._linked, self._state_shown = folder, linked, state_shown
        self._states: dict[str, str] = {}  # what the links of this block show, by their addresses
        self._shown: set[str] = set()
        self._folds = 0

    def paragraph(self, text: str) -> str:
        """Return a paragraph, marked if it is for the screen or for paper only, and what its links
        show.
        """
        kind = ' class="lp-screen"' if text.startswith(_TRIED) else ""
        kind = ' class="lp-on-paper"' if text.startswith(_ON_PAPER) else kind
        return f"<p{kind}>{text.removeprefix(_ON_PAPER)}</p>\n{self._linked_states()}"

    def list(self, text: str, ordered: bool, **attributes: Any) -> str:
        """Return a list, and what its links show."""
        return super().list(text, ordered, **attributes) + self._linked_states()

    def rest(self) -> str:
        """Return what the last links show, and the end of each fold that the text leaves open."""
        return self._linked_states() + FOLD_END * self._folds

    def _linked_states(self) -> str:
        """Return what the links of a block show that no earlier one has shown."""
        new = {url: words for url, words in self._states.items() if url not in self._shown}
        self._shown |= set(new)
        self._states = {}
        if self._state_shown is None:
            return ""
        show = self._state_shown
        return "".join(show(words, unquote(url[1:]), anchor(url)) for url, words in new.items())

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Return a link to the web, to another lesson's page, or to the picture of a state, which
        ``data-sets`` names for a page with live panels; of any other link only the words.
        """
        if _STATE.fullmatch(url):
            self._states.setdefault(url, re.sub(r"<[^>]*>", "", unescape(text)))
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
        """Return a picture in a block of its own, or the beginning or the end of a fold; anything
        else that looks like HTML becomes text.
        """
        tag = html.strip()
        if tag == FOLD or (tag == FOLD_END and self._folds):
            self._folds += 1 if tag == FOLD else -1
            return f"{tag}\n" if tag == FOLD else f"{self._linked_states()}{tag}\n"
        return f"<p>{self._raw(html.strip())}</p>\n"

    def _raw(self, html: str) -> str:
        match = _PICTURE.fullmatch(html)
        if not match:
            return escape(html)
        alt = _ALT.search(html)
        return self._picture(match[1], unescape(alt[1]) if alt else "")

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
