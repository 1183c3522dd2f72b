"""Reads a page to hand out for tests: its elements in order, its text, and whatever it would fetch
or run.
"""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from landships_lab.__main__ import handed_out

VOID = {"meta", "img", "br", "hr", "link"}
#: Elements of SVG that this parser sees as any other; those written ``<path ... />`` close
#: themselves. Where a link may lead: to the web, or to another page beside this one.
MAY_LEAD = re.compile(r"https?://.*|(\.\./)?\w+\.html")
#: A link within the page: to the picture of the state that it would set, or to a line that several
#: pictures draw.
WITHIN = {"a": re.compile(r"#(what-if-[0-9a-f]{8})"), "use": re.compile(r"#((?:s\d+p|d)\d+)")}
LEADS_AWAY = ("src", "href", "xlink:href", "action", "data", "poster", "srcset")


class Page(HTMLParser):
    """One page, read strictly: every element must be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.within: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.links: list[str] = []
        self.troubles: list[str] = []
        self.feed(text)
        self.close()
        self.troubles += [f"<{tag}> is not closed" for tag in self.open]
        self.troubles += [
            f"the style sheet fetches {found}"
            for found in re.findall(r"url\((?!\"data:)[^)]*\)|@import.*", text)
        ]

    @property
    def text(self) -> str:
        """The text that a reader sees, with single spaces."""
        return " ".join(" ".join(self.texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag in ("script", "iframe", "object", "link", "base", "form"):
            self.troubles.append(f"there is a <{tag}>")
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if tag in WITHIN and name == "href" and (place := WITHIN[tag].fullmatch(str(value))):
                self.within.append(place[1])
                continue
            if tag == "a" and name == "href" and MAY_LEAD.fullmatch(str(value)):
                self.links.append(str(value))
                continue
            if name.startswith("on") or (
                name in LEADS_AWAY and not str(value).startswith("data:image/")
            ):
                self.troubles.append(f"<{tag}> has {name}={value!r}")

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.troubles.append(f"</{tag}> closes {self.open[-1:] or 'nothing'}")

    def handle_data(self, data: str) -> None:
        if not {"style", "title", "desc"} & set(self.open):
            self.texts.append(data)


@cache
def handout_of(lesson: Path) -> str:
    """Return the hand-out of a lesson, made once in a run."""
    return handed_out(str(lesson))[1]


@cache
def on_paper(lesson: Path) -> str:
    """Return the text that a reader of a lesson's hand-out sees."""
    return Page(handout_of(lesson)).text
