"""The parts of a lesson that wait for the reader, as paper shows them: a guess, printed tables, a
puzzle, and the state that a link in the text would set. Answers are folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from landships_lab.drawing import words
from landships_lab.drawing.shapes import is_pictured
from landships_lab.drawing.svg import svg
from landships_lab.panel.links import read_link
from landships_lab.panel.panel import Panel
from landships_lab.panel.tables import printed_tables, question_parts
from landships_lab.play.records import Record
from landships_lab.play.state import play_panel
from landships_lab.practice.guesses import guess_at
from landships_lab.practice.puzzles import read_which
from landships_lab.publish.handout import fold, panel_html


def guess_html(
    state: Panel,
    ask: str,
    replies: Sequence[str] = (),
    says: str = "{}",
    tables: Sequence[str] | None = None,
) -> str:
    """Return a covered panel, with the question and its replies, and the panel's answer
    in a fold.
    """
    scene, beside = question_parts(state, tables)
    picture = f'<figure class="ll-picture">{svg(scene)}</figure>' if scene else ""
    picture += "".join(map(words.table_html, beside))
    choices = words.list_html(guess_at(state, ask, replies, says).choices, "lp-choices")
    answer = fold("Answer", panel_html(state), "ll-answer")
    return f'<div class="ll-question"><p>{escape(ask)}</p>{picture}{choices}{answer}</div>\n'


def tables_html(state: str, titled: str = "") -> str:
    """Return the printed tables of a state, with no row lit."""
    shown = "".join(map(words.table_html, printed_tables(state, titled)))
    return f'<div class="ll-question">{shown}</div>\n'


def puzzle_html(which: str) -> str:
    """Return a puzzle with its conditions, and a solution in a fold."""
    task = read_which(which)
    scene = task.open().question_picture()
    picture = f'<figure class="ll-picture">{svg(scene)}</figure>' if is_pictured(scene) else ""
    conditions = words.list_html([one.says for one in task.conditions], "lp-choices")
    solution = f"<p>{escape(task.shown_solution())}. {escape(task.trap)}</p>"
    return (
        f'<div class="ll-question"><p>Puzzle, rating {task.rating}. {escape(task.text)}</p>'
        f"{picture}{conditions}{fold('One solution', solution, 'll-answer')}</div>\n"
    )


def what_if_html(title: str, state: str, place: str) -> str:
    """Return the picture of the state that a link of the text sets, folded under the link's own
    words.
    """
    panel = read_link(state)
    answer = panel.answer()
    picture = (
        f'<figure class="ll-picture">{svg(panel.picture(answer))}</figure>'
        if panel.shows_board()
        else "".join(map(words.table_html, panel.tables(answer)))
    )
    verdict = f'<p class="ll-verdict ll-{words.verdict(answer)}">{escape(answer.headline)}</p>'
    inside = f'<div id="{place}">{verdict}{picture}</div>'  # a link to it opens the fold
    return f'<div class="ll-question lp-what-if">{fold(title, inside, "ll-answer")}</div>\n'


def game_html(what: str | Record) -> str:
    """Return the position in which a game begins, given the name of its situation or its record."""
    record = what if isinstance(what, Record) else Record(what)
    state = play_panel(record.game).default().set("record", record)
    drawn = svg(state.picture(state.answer()))
    caption = f"{state.rule_set}: {record.title or state.prompt}"
    picture = f"<figure>{drawn}<figcaption>The starting position.</figcaption></figure>"
    return f'<div class="ll-question"><p>{escape(caption)}</p>{picture}</div>\n'
