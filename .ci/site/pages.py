"""The pages of the site: its first page, and each lesson as a page whose panels come alive."""

from __future__ import annotations

import ast
import html
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import mistune

HERE = Path(__file__).parent
# The package is not installed here: it is on the site as a wheel.
sys.path.insert(0, str(HERE.parents[1]))
from landships_lab.core.answer import Answer  # noqa: E402  # noqa: RUF100
from landships_lab.data.lessons import RENAMED  # noqa: E402  # noqa: RUF100
from landships_lab.drawing import words  # noqa: E402  # noqa: RUF100
from landships_lab.games import GAMES  # noqa: E402  # noqa: RUF100
from landships_lab.panel import CATALOG  # noqa: E402  # noqa: RUF100
from landships_lab.panel.catalog import PANELS  # noqa: E402  # noqa: RUF100
from landships_lab.panel.links import address_of  # noqa: E402  # noqa: RUF100
from landships_lab.practice.lessons import lesson_questions  # noqa: E402  # noqa: RUF100
from landships_lab.publish.first_page import games_html, path_html  # noqa: E402  # noqa: RUF100
from landships_lab.publish.handout import panel_html  # noqa: E402  # noqa: RUF100
from landships_lab.publish.lean import lean  # noqa: E402  # noqa: RUF100
from landships_lab.publish.lesson_groups import Lesson, LessonGroup, lesson_groups  # noqa: E402  # noqa: RUF100
from landships_lab.publish.live import alive, live_lesson  # noqa: E402  # noqa: RUF100
from landships_lab.publish.page import bar, live_page, paper_address  # noqa: E402  # noqa: RUF100
from landships_lab.publish.search import Entry, entries  # noqa: E402  # noqa: RUF100

#: The page that opens any position, and what it runs where its address names none.
TODAYS = 'from landships_lab import Puzzle\nPuzzle("today")'
OPEN, OPENED = "open.html", "from landships_lab import Search\nSearch()"
#: The panel that comes alive on the first page.
FIRST = "FireArcs"
#: A page at the former address of a lesson; its present one stands for "$".
MOVED = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>This lesson has moved</title>
<script>location.replace("$" + location.search + location.hash)</script>
<noscript><meta http-equiv="refresh" content="0; url=$"></noscript></head>
<body><p>This lesson is now at <a href="$">$</a>.</p></body></html>
"""
TITLE = "landships_lab: wargame rules that you can touch"


def add_lessons(notebooks: Path, folder: Path, script: str) -> None:
    """Put each lesson into the folder as a page to read and print, whose panels come alive.

    ``script`` is the address of the script that sees to it.
    """
    for group in lesson_groups(notebooks):
        for lesson in group.lessons:
            text = live_lesson(
                notebooks / f"{lesson.name}.ipynb",
                lesson_questions,
                home="index.html",
                notebook=f"../{_notebook(lesson)}",
                script=script,
                shown=shown_answer,
            )
            (folder / paper_address(lesson)).write_text(text, encoding="utf-8")
    for old, new in RENAMED.items():  # an old address leads on, with what stands after its "#"
        text = MOVED.replace("$", f"{new}.html")
        (folder / f"{old}.html").write_text(text, encoding="utf-8")


def shown_answer(source: str) -> str:
    """Return an answer that a lesson computes, as its page shows it; "" for what has no picture
    before it is live.
    """
    lines = ast.parse(source).body
    last = lines.pop()
    if _is_widget(last, lines):
        return ""
    names: dict[str, object] = {}
    exec(compile(ast.Module(lines, []), "<lesson>", "exec"), names)  # noqa: S102 - our own lesson
    whole = ast.Expression(last.value if isinstance(last, ast.Expr) else ast.Constant(None))
    answer = eval(compile(whole, "<lesson>", "eval"), names)  # noqa: S307 - our own lesson
    if not isinstance(answer, Answer):
        raise SystemExit(f"A page cannot show what this makes:\n{source}")
    verdict = f'<p class="ll-verdict ll-{words.verdict(answer)}">{html.escape(answer.headline)}</p>'
    return f'<section class="ll-handout">{verdict}{words.steps_html(answer)}</section>\n'


def _is_widget(last: ast.stmt, lines: Sequence[ast.stmt]) -> bool:
    """Return whether a line calls a name that these lines import from the package itself: all of
    those are widgets.
    """
    widgets = {
        each.name
        for line in lines
        if isinstance(line, ast.ImportFrom) and line.module == "landships_lab"
        for each in line.names
    }
    match last:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in widgets
    return False


def add_search(notebooks: Path, folder: Path) -> None:
    """Put everything that can be found into the folder, as `search.js` reads it: the sort, the
    title, what it says, the address that shows it, and the lines of its source.
    """
    found = [
        [one.sort, one.title, one.says, shown_at(one), [*one.lines]] for one in entries(notebooks)
    ]
    (folder / "search.json").write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")


def shown_at(entry: Entry) -> str:
    """Return the address, among the lessons, at which the site shows what was found; "" for
    none.
    """
    if entry.lesson:
        return f"{entry.lesson}.html"
    return address_of(entry.shows, OPEN) if entry.shows else ""


def add_opener(folder: Path, script: str) -> None:
    """Put the page into the folder that opens any position by its address (`open.js`)."""
    opens = (HERE / "page" / "open.js").read_text(encoding="utf-8")
    body = (
        '<div class="lp-prose"><h1>A position</h1><p id="lp-opens"></p></div>\n'
        f"{alive(OPENED, '')}<script>\n{opens}</script>\n"
    )
    top = bar((), "", paper_address, "index.html", scripted=True)
    (folder / OPEN).write_text(live_page("A position", body, top, "", script), encoding="utf-8")


def add_first_page(notebooks: Path, site: Path, script: str) -> None:
    """Put the first page into the site: a panel, the games by name and picture, their lessons,
    where the reader's work is kept. It stands at the top, and among the lessons, where a browser
    keeps it.
    """
    for folder, lessons, root in ((site, "lessons/", ""), (site / "lessons", "", "../")):
        text = _first_page(lesson_groups(notebooks), lessons, root, f"{lessons}{script}")
        (folder / "index.html").write_text(text, encoding="utf-8")


def _first_page(groups: tuple[LessonGroup, ...], lessons: str, root: str, script: str) -> str:
    (tour, *_), *_ = (group.lessons for group in groups)

    def address(lesson: Lesson) -> str:
        return f"{lessons}{paper_address(lesson)}"

    def picture(name: str) -> str:
        return f"{root}files/pictures/{name}.svg"

    still = panel_html(CATALOG[PANELS[FIRST]].initial(), level=3)
    filling = {
        "tour": f"{lessons}{paper_address(tour)}",
        "notebook": html.escape(f"{root}{_notebook(tour)}"),
        "games": games_html(groups, address, picture),
        "path": path_html(groups, address, ()),
        "puzzle": alive(TODAYS, "<p>It stands here as soon as Python has started.</p>"),
        "lessons": lessons,
        "search": (HERE / "page" / "search.js").read_text(encoding="utf-8"),
        "panel": alive(f"from landships_lab import {FIRST}\n{FIRST}()", still),
        "cards": "".join(_card(it, lessons, root) for it in groups if tour not in it.lessons),
        "about": str(mistune.html((HERE / "about.md").read_text(encoding="utf-8"))),
    }
    body = (HERE / "welcome.html").read_text(encoding="utf-8")
    for place, text in filling.items():
        body = body.replace(f"$[{place}]", text)
    top = bar(groups, "", lambda it: f"{lessons}{paper_address(it)}", "index.html", scripted=True)
    return live_page(TITLE, lean(body), top, "", script)


def _card(group: LessonGroup, lessons: str, root: str) -> str:
    """Return a game as the first page shows it: its picture, its name, what its first panel asks,
    its lessons.
    """
    face, asks = "", "What the rule sets have in common: questions, open readings, an index."
    if group.game:
        asks = " ".join(CATALOG[panel.id].prompt for panel in GAMES[group.game].panels[:2])
        picture = f"{root}files/pictures/{GAMES[group.game].face}.svg"
        face = f'<img src="{picture}" alt="" loading="lazy">'
    listed = "".join(_entry(lesson, lessons, root) for lesson in group.lessons)
    head = f"<h2>{html.escape(group.title)}</h2><p>{html.escape(asks)}</p>"
    return f"<section>{face}{head}<ol>{listed}</ol></section>\n"


def _entry(lesson: Lesson, lessons: str, root: str) -> str:
    title = html.escape(lesson.title)
    address = f"{lessons}{paper_address(lesson)}"
    page = f'<a href="{address}"><b>{lesson.number}</b> <span>{title}</span></a>'
    notebook = (
        f'<a class="lp-paper" href="{html.escape(root + _notebook(lesson))}" aria-label="{title},'
        ' as a notebook">notebook</a>'
    )
    return f"<li>{page} {notebook}</li>\n"


def _notebook(lesson: Lesson) -> str:
    """Return the address of a lesson in JupyterLab, where it runs by itself."""
    return f"lab/index.html?path={lesson.name}.ipynb&run"
