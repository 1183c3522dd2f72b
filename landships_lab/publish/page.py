"""The frame of every page: its style sheet, its bar with the list of lessons, and the links to the
lessons before and after.

A dashboard, a page to hand out and the pages of the site share it, so that they look alike and link
to each other. All of it works without a script; with one (`page.js`) a button switches between
light and dark, and arrow keys move through the list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import cache
from html import escape
from pathlib import Path

from landships_lab.drawing.theme import DARK, LIGHT, colours, dark_rules, marks
from landships_lab.publish.lesson_groups import FIRST, LAST, Lesson, LessonGroup, around

#: The policy of a page that stands alone: it shows only its own styles and pictures, runs nothing
#: and fetches nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_HERE = Path(__file__).parent
#: The number with which the head of a lesson begins, and the letter after it.
_NUMBER = re.compile(r"^\*[0-9]{2} · (\w)", re.MULTILINE)
#: The list of lessons: a popover, which the browser closes without a script, on Escape and on a
#: press beside it.
_MENU = (
    '<button type="button" class="lp-lessons" popovertarget="lessons">Lessons</button>'
    '<nav class="lp-menu" id="lessons" popover aria-label="All lessons"><div>{}</div></nav>'
)
#: The body of a page with live panels: widgets look for JupyterLab's theme there (page.js).
_LIVE_BODY = (
    '<body class="lp-page lp-dashboard" data-jp-theme-light="true"'
    ' data-jp-theme-name="JupyterLab Light">'
)
#: Returns the address by which a page links to a lesson.
Address = Callable[[Lesson], str]


@cache
def sheet() -> str:
    """Return the style sheet of all pages: the colours of both themes, the marks of legends, and
    `page.css`.
    """
    dark = f"{colours(':root', DARK)} :root {{ color-scheme: dark; }}"
    chosen = (
        f"{colours(':root[data-theme=dark]', DARK)} :root[data-theme=dark] {{ color-scheme:"
        " dark; }"
    )
    light = (
        f"{colours(':root[data-theme=light]', LIGHT)} :root[data-theme=light] {{ color-scheme:"
        " light; }"
    )
    return "\n".join(
        (
            colours(":root", LIGHT),
            f"@media screen and (prefers-color-scheme: dark) {{ {dark} }}",
            f"@media screen {{ {chosen} {light} }}",
            marks(),
            (_HERE / "page.css").read_text(encoding="utf-8"),
            first_page_sheet(),
        )
    )


def _dark_pictures(body: str) -> str:
    """Return the style sheet that gives the still pictures of a page the colours of its theme."""
    rules = dark_rules(body, "light-dark({0}, {1})")
    still = ".lp-main > .ll-handout, .lp-main > .ll-question, .lp-sheet, .lp-still, .lp-prose"
    return f":is({still}) figure {{ {rules} }}" if rules else ""


@cache
def first_page_sheet() -> str:
    """Return the style sheet of the games and the path of a first page, without colours."""
    return (_HERE / "first_page.css").read_text(encoding="utf-8")


@cache
def script() -> str:
    """Return the script for the pages that may run one."""
    return (_HERE / "page.js").read_text(encoding="utf-8")


def page(title: str, body: str, bar: str = "", ways: str = "") -> str:
    """Return the HTML file that shows this body, in print and on screen, light and dark. It needs
    nothing else and runs nothing.
    """
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{sheet()}\n{_dark_pictures(body)}\n</style>",
        "</head>",
        f'<body class="lp-page">\n{bar}<main class="lp-main">\n{body}</main>\n{ways}</body>',
        "</html>\n",
    )
    return "\n".join(lines)


def live_page(title: str, body: str, bar: str, ways: str, script_address: str) -> str:
    """Return the HTML file whose panels come alive where scripts run and Python can be loaded.

    ``script_address`` is the address of the script for this. Without the script the page shows this
    body as `page` does.
    """
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        '<link rel="icon" href="data:,">',
        f"<script>\n{script()}\n</script>",
        f'<script src="{escape(script_address)}" defer></script>',
        f"<style>\n{sheet()}\n{_dark_pictures(body)}\n</style>",
        "</head>",
        f'{_LIVE_BODY}\n{bar}<main class="lp-main">\n{body}</main>',
        f"{ways}</body>",
        "</html>\n",
    )
    return "\n".join(lines)


def paper_address(lesson: Lesson) -> str:
    """Return the address of a lesson's page to hand out, relative to another such page."""
    return f"{lesson.name}.html"


def bar(
    shown: Iterable[LessonGroup],
    here: str,
    address: Address,
    home: str,
    *,
    live: str = "",
    label: str = "Try it with live panels",
    scripted: bool = False,
    done: Collection[str] = (),
) -> str:
    """Return the HTML of the bar at the top of a page: the link home, the list of lessons, the
    button for the theme.

    ``here`` is the name of the lesson on this page, ``live`` the address at which its panels can be
    tried, and ``label`` the words of that link. ``scripted`` says whether the page has the script
    for the button and for the ticks; ``done`` names the lessons known to be done.
    """
    lists = "".join(_shelf(group, here, address, done) for group in shown)
    menu = _MENU.format(lists) if lists else ""
    button = (
        '<button type="button" class="lp-theme" aria-label="Dark colours"'
        ' aria-pressed="false"></button>'
        if scripted
        else ""
    )
    link = f'<a class="lp-try" href="{escape(live)}">{escape(label)}</a>' if live else ""
    return (
        '<header class="lp-bar"><a class="lp-home"'
        f' href="{escape(home)}">landships_lab</a>{menu}{link}{button}</header>\n'
    )


def _shelf(group: LessonGroup, here: str, address: Address, done: Collection[str]) -> str:
    entries = "".join(_entry(it, here, address, done) for it in group.lessons)
    return f"<section><h2>{escape(group.title)}</h2><ol>{entries}</ol></section>"


def _entry(lesson: Lesson, here: str, address: Address, done: Collection[str]) -> str:
    now = ' aria-current="page"' if lesson.name == here else ""
    now += f' data-lesson="{lesson.name}"' + (" data-done" if lesson.name in done else "")
    return (
        f'<li><a href="{escape(address(lesson))}"{now}><b>{lesson.number}</b>'
        f" <span>{escape(lesson.title)}</span></a></li>"
    )


def kicker(lesson: Lesson | None) -> str:
    """Return the HTML of the line above a lesson's heading: its number and its rule set."""
    if lesson is None:
        return ""
    number = int(lesson.number)  # 0 for the tour, which shows no number
    words = (f"Lesson {number}", escape(lesson.rules or LAST)) if number else (FIRST,)
    return f'<p class="lp-kicker">{" · ".join(words)}</p>\n'


def below_kicker(prose: str) -> str:
    """Return the prose of a lesson without the number in its head, which the line above its heading
    shows.

    >>> below_kicker("*31 · about 15 minutes · you know: how a turn goes*")
    '*About 15 minutes · you know: how a turn goes*'
    """
    return _NUMBER.sub(lambda head: f"*{head[1].upper()}", prose)


def tab_title(title: str, lesson: Lesson | None) -> str:
    """Return the title of a page as a browser's tab shows it: the lesson, then its rule set."""
    return f"{title} – {(lesson and lesson.rules) or 'landships_lab'}"


def ways(shown: Iterable[LessonGroup], here: str, address: Address) -> str:
    """Return the HTML at the end of a lesson: the links to the lessons before and after it."""
    before, _, after = around(shown, here)
    links = [
        _way(lesson, rel, word, address)
        for lesson, rel, word in ((before, "prev", "Previous"), (after, "next", "Next"))
        if lesson
    ]
    return (
        f'<nav class="lp-ways" aria-label="Previous and next lesson">{"".join(links)}</nav>\n'
        if links
        else ""
    )


def _way(lesson: Lesson, rel: str, word: str, address: Address) -> str:
    return (
        f'<a rel="{rel}" href="{escape(address(lesson))}"><small>{word}</small>'
        f" {escape(lesson.title)}</a>"
    )
