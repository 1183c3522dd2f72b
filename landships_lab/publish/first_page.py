"""The parts of the first page, for the site and for Jupyter: five games in pictures, and the
reader's path through the lessons.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Iterable
from functools import partial
from html import escape
from pathlib import Path

from landships_lab.drawing.theme import DARK, LIGHT, colours
from landships_lab.games import GAMES
from landships_lab.publish.lesson_groups import Lesson, LessonGroup
from landships_lab.publish.page import first_page_sheet, paper_address

#: Returns the address of a lesson.
Address = Callable[[Lesson], str]
#: Returns the address of a picture, by its name among the pictures of the lessons.
Picture = Callable[[str], str]


def in_jupyter(groups: tuple[LessonGroup, ...], folder: Path, done: Collection[str]) -> str:
    """Return these parts for a notebook or its dashboard, with their style sheet and colours."""
    dark = ("[data-jp-theme-light=false] .lf-page", ".theme-dark .lf-page")
    style = "\n".join(
        (colours(".lf-page", LIGHT), *(colours(it, DARK) for it in dark), first_page_sheet())
    )

    shown = partial(picture_in, folder)

    def address(lesson: Lesson) -> str:
        return f"{lesson.name}.ipynb"

    return (
        f'<style>{style}</style><div class="lf-page">{games_html(groups, address, shown)}'
        f"{path_html(groups, address, done)}</div>"
    )


def on_a_page(groups: tuple[LessonGroup, ...], folder: Path) -> str:
    """Return these parts for a page among the pages of the lessons, whose files are in
    this folder.
    """
    shown = partial(picture_in, folder)
    games = games_html(groups, paper_address, shown)
    return f'<div class="lf-page">{games}{path_html(groups, paper_address, ())}</div>\n'


def picture_in(folder: Path, name: str) -> str:
    """Return the address that holds a picture of this folder's lessons; "" without the file."""
    try:
        drawn = (folder / "pictures" / f"{name}.svg").read_bytes()
    except OSError:
        return "data:,"
    return f"data:image/svg+xml;base64,{base64.b64encode(drawn).decode('ascii')}"


def games_html(groups: Iterable[LessonGroup], address: Address, picture: Picture) -> str:
    """Return the games, each with its picture, its story, and two ways in: *Begin*, its first
    lesson, and *Play*, the game itself.
    """
    cards = "".join(_card(group, address, picture) for group in _of_games(groups))
    return (
        '<section class="lf-games"><h2>Five games <small>alone against the program, or two at one'
        f" screen</small></h2><ul>{cards}</ul></section>\n"
    )


def _of_games(groups: Iterable[LessonGroup]) -> list[LessonGroup]:
    return [group for group in groups if group.game]


def _card(group: LessonGroup, address: Address, picture: Picture) -> str:
    game = GAMES[group.game]
    title = game.title.partition(" · ")[0]
    played = next((one for one in group.lessons if one.name in game.played), None)
    face = f'<img src="{escape(picture(game.face))}" alt="">' if game.face else ""
    play = facts = ""
    if played:
        facts = f'<p class="lf-facts">{escape(game.scene)} · {played.minutes} min</p>'
        play = f'<a class="lf-play" href="{escape(address(played))}">▶ Play</a>'
    begin = f'<a class="lf-begin" href="{escape(address(group.lessons[0]))}">Begin</a>'
    named = f"<h3>{escape(title)}</h3>{facts}<p>{escape(game.story)}</p>"
    return f'<li aria-label="{escape(title)}">{face}{named}<p>{begin} {play}</p></li>'


def path_html(groups: Iterable[LessonGroup], address: Address, done: Collection[str]) -> str:
    """Return the reader's path: the lessons of each game, ticked if they are done, with the present
    game first, and a link to the next lesson.
    """
    own = _of_games(groups)
    begun = [group for group in own if 0 < _count(group, done) < len(group.lessons)]
    now = next(iter((*begun, *(g for g in own if not _count(g, done)), *own)), None)
    rows = "".join(_row(group, address, done, now=group is now) for group in own)
    return (
        f'<section class="lf-path"><h2>Your path</h2>{_go_on(now, address, done)}{rows}'
        "<p>A lesson is done when you have answered its questions, or played its game to the end."
        " Your path stays on this machine.</p></section>\n"
    )


def _count(group: LessonGroup, done: Collection[str]) -> int:
    return sum(lesson.name in done for lesson in group.lessons)


def _go_on(group: LessonGroup | None, address: Address, done: Collection[str]) -> str:
    if group is None:
        return ""
    after = next((one for one in group.lessons if one.name not in done), group.lessons[0])
    word = "Go on with" if _count(group, done) else "Begin with"
    return (
        f'<p><a class="lf-go-on" href="{escape(address(after))}">{word} <b>{after.number}:'
        f" {escape(after.title)}</b> <small>{after.minutes} min</small></a></p>"
    )


def _row(group: LessonGroup, address: Address, done: Collection[str], *, now: bool) -> str:
    after = next((one.name for one in group.lessons if one.name not in done), "")
    steps = "".join(
        f'<li><a data-lesson="{one.name}" data-minutes="{one.minutes}"'
        f"{' data-done' if one.name in done else ' data-next' if one.name == after else ''}"
        f' href="{escape(address(one))}" title="{escape(one.title)}"><b>{one.number}</b>'
        f" <span>{escape(one.title)}</span></a></li>"
        for one in group.lessons
    )
    title = escape(group.title.partition(" · ")[0])
    count = f"{_count(group, done)} of {len(group.lessons)} done"
    current = " data-now" if now else ""
    return f"<div{current}><h3>{title} <small>{count}</small></h3><ol>{steps}</ol></div>"
