"""The course of a game as HTML: the line above the board, the opponent, the timeline with its
curve, the end, and the most costly moves. Everything is escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.jupyter.play_html import doing, safe
from landships_lab.play.advice import signed
from landships_lab.play.moment import Moment
from landships_lab.play.review import Costly, turning_point
from landships_lab.play.turns import Choice, Happening

#: The most units named as able to act; more are counted.
MOST_NAMED = 3
#: A game of more turns shows its turn only by number.
MOST_PIPS = 10
#: The sign of another line of play, drawn (play.css): few fonts have one.
BRANCH = ' <span class="ll-branch" role="img" aria-label="another line begins here"></span>'


# -- how it stands --------------------------------------------------------------------------------


def standing_html(moment: Moment, marks: Mapping[str, str], opponent: str) -> str:
    """Return who is to act, the turn, and each side's score; ``opponent`` is the menu for the
    opponent.
    """
    situation = moment.situation
    side = moment.side
    acts = f"{_dot(marks, side)}<b>{safe(side)} to act</b>" if side else "<b>The end</b>"
    parts = [acts, _turns(*situation.turns)]
    if score := situation.score():
        each = " · ".join(
            f"{_dot(marks, one)}{safe(one)} <b>{safe(count)}</b>" for one, count in score.items()
        )
        named = escape(situation.won_by)
        parts.append(f'<span title="{named}">{safe(situation.objective)}: {each}</span>')
    spans = "".join(f"<span>{part}</span>" for part in parts if part)
    return f'<div class="ll-standing">{spans}{opponent}</div>'


def _dot(marks: Mapping[str, str], side: str) -> str:
    mark = marks.get(side)
    return f'<i class="ll-mark ll-mark-{mark}"></i> ' if mark else ""


def _turns(turn: int, last: int) -> str:
    if not last:
        return f"Turn <b>{turn}</b>" if turn else ""
    if last > MOST_PIPS:
        return f"Turn <b>{turn}</b> of {last}"
    pips = "".join(
        f'<i class="{"ll-now" if one == turn else "ll-past" if one < turn else ""}"></i>'
        for one in range(1, last + 1)
    )
    now = f"Turn <b>{turn}</b> of {last}" if turn else f"Before turn 1 of {last}"
    return f'{now} <span class="ll-pips" aria-hidden="true">{pips}</span>'


def opponent_html(sides: Sequence[str], against: str, character: str) -> str:
    """Return the menu for the opponent."""
    offers = {"nobody": "Nobody plays by itself"}
    for side in sides:
        for kind in ("cautious", "bold"):
            offers[f"{side.lower()} {kind}"] = f"{side} plays by itself, {kind}"
    offers["both"] = "Both sides play by themselves"
    now = against if against in ("nobody", "both") else f"{against} {character}"
    summary = "Two players" if now == "nobody" else offers[now]
    items = "".join(
        doing("opponent", value, safe(says), "ll-on" if value == now else "")
        for value, says in offers.items()
    )
    return (
        f'<details class="ll-opponent"><summary>{safe(summary)}</summary>'
        f'<div class="ll-opponent-menu">{items}</div></details>'
    )


def thinking_html(side: str, place: str) -> str:
    """Return what replaces the choices while the opponent moves; the page then asks for its move
    (do.js).
    """
    return (
        f'<div class="ll-thinking" data-auto="machine" data-moment="{escape(place)}">'
        f'<p role="status">{safe(side)} plays by itself.</p><i aria-hidden="true"></i></div>'
    )


def left_undone_html(ending: Choice, undone: Sequence[str], spoken: Callable[[str], str]) -> str:
    """Return the question of whether to end a step though some units could still act."""
    names = [spoken(unit) for unit in undone]
    some = listed(names) if len(names) <= MOST_NAMED else plural(len(names), "unit")
    return (
        f'<span class="ll-asks" role="alert">{safe(capitalized(some))} can still act.'
        f" {safe(ending.says)} all the same?</span>"
        + doing("take", ending.words, "Yes", "ll-main")
        + doing("put", "", "No")
    )


def why_html(why: str, at: int) -> str:
    """Return the reason for the opponent's move, with a link to all its choices."""
    more = doing("question", str(at), "What else could it do?", "ll-text-button")
    return f'<p class="ll-why">{safe(why)} {more}</p>'


def end_html(moment: Moment, worths: Sequence[Fraction], against: str, reviewed: str) -> str:
    """Return the end of a game: its turning point, and what can be done now. ``reviewed`` is the
    review, or the button that begins it.
    """
    turned = ""
    if at := turning_point(moment, worths):
        last = moment.happenings[at - 1]
        turned = (
            f"<p>The turning point was {doing('go', str(at), f'move {at}', 'll-text-button')}:"
            f" {safe(last.says)}</p>"
        )
    buttons = doing("again", "", "Play again", "ll-main") + doing("go", "0", "Step through")
    if against in map(str.lower, moment.begin.sides):
        buttons += doing("other-side", "", "Play the other side")
    return f'<div class="ll-end">{turned}<p class="ll-end-tools">{buttons}</p>{reviewed}</div>'


def curve_html(worths: Sequence[Fraction], at: int, side: str, says: Sequence[str]) -> str:
    """Return the curve of the game: a point for each move, above the middle where the game was
    better for this side than at the beginning. A press goes to that move. "" for a game without a
    measure.
    """
    if not worths:
        return ""
    begun = worths[0]
    most = max(abs(worth - begun) for worth in worths) or Fraction(1)
    width = 100 / max(1, len(worths) - 1)
    points = " ".join(
        f"{number * width:.2f},{float(16 - 14 * (worth - begun) / most):.2f}"
        for number, worth in enumerate(worths)
    )
    places = "".join(
        f'<rect x="{max(0.0, (number - 0.5) * width):.2f}" y="0" width="{width:.2f}" height="32"'
        f' data-do="go" data-value="{number}"><title>{safe(words)}</title></rect>'
        for number, words in enumerate(("The beginning", *says))
    )
    now = at * width
    label = f"How the game stood after each move: above the line better for {side} than at first"
    return (
        f'<div class="ll-curve">'
        f'<svg viewBox="0 0 100 32" preserveAspectRatio="none" role="img"'
        f' aria-label="{escape(label)}">'
        f'<path d="M0 16H100" class="ll-curve-middle"/><polyline points="{points}"/>'
        f'<path d="M{now:.2f} 0V32" class="ll-curve-now"/>{places}</svg></div>'
    )


def review_html(costly: Sequence[Costly], done: int, moves: int) -> str:
    """Return the moves that cost most, each with a better one; or the progress while the search
    goes on.
    """
    if done < moves:
        return (
            f'<p class="ll-reviewing" data-auto="review" data-moment="review {done}">'
            f"Looking at move {done + 1} of {moves}"
            f' <progress max="{moves}" value="{done}"></progress></p>'
        )
    if not costly:
        return "<p>No move cost anything by the measure: well played.</p>"
    rows = "".join(
        f"<li>{doing('question', str(one.at), f'Move {one.at}', 'll-text-button')},"
        f" {safe(one.side)}: {safe(one.did)}. Better ({signed(one.cost)}):"
        f" {safe(one.better)}.</li>"
        for one in costly
    )
    return (
        f'<div class="ll-review"><span class="ll-label">What cost most</span><ol>{rows}</ol></div>'
    )


# -- the timeline ---------------------------------------------------------------------------------


def timeline_html(moment: Moment, letters: int, lines: Sequence[str], line: int) -> str:
    """Return the moves round the present one, grouped by their moment, in at most this many
    letters, and the lines to choose from if there are several.
    """
    total = len(moment.moves)
    back = doing("go", str(moment.at - 1), "◀", "ll-step-button", "One move back (←)")
    on = doing("go", str(moment.at + 1), "▶", "ll-step-button", "One move on (→)")
    moves = "".join(_cells(moment, letters))
    counted = f'<span class="ll-count">{moment.at} of {total}</span>'
    return f'{back}<div class="ll-moves">{moves}</div>{counted}{on}{_lines_html(lines, line)}'


def _cells(moment: Moment, letters: int) -> Iterator[str]:
    first, last = _window(moment, letters)
    label = ""
    if not first:
        begins = doing("go", "0", f"Beginning{_sign(moment, 0)}", _now(moment.at == 0))
        yield begins
    for number in range(first, last):
        here = moment.begin if not number else moment.happenings[number - 1].situation
        if here.label != label:
            label = here.label
            yield f'<span class="ll-when">{safe(label)}</span>'
        yield doing(
            "go",
            str(number + 1),
            f"{safe(_cut(moment.happenings[number].did))}"
            f" <b>{safe(_outcome(moment.happenings[number]))}</b>{_sign(moment, number + 1)}",
            _now(moment.at == number + 1),
            moment.happenings[number].says,
        )


def _window(moment: Moment, letters: int) -> tuple[int, int]:
    """Return the first move to show, and the one after the last: the present one among them."""

    def cost(number: int) -> int:
        words = _outcome(moment.happenings[number])
        earlier = moment.happenings[number - 1].situation if number else moment.begin
        before = moment.happenings[number - 2].situation if number > 1 else moment.begin
        group = len(earlier.label) + 3 if not number or earlier.label != before.label else 0
        return len(_cut(moment.happenings[number].did)) + len(words) + 5 + group

    total, at = len(moment.moves), max(0, moment.at - 1)
    if not total:
        return 0, 0
    here = moment.happenings[at - 1].situation if at else moment.begin
    first, last, used = at, at + 1, cost(at) + len(here.label) + 12
    while True:
        grown = False
        if last < total and used + cost(last) <= letters:
            used, last, grown = used + cost(last), last + 1, True
        if first and used + cost(first - 1) <= letters:
            used, first, grown = used + cost(first - 1), first - 1, True
        if not grown:
            return first, last


def _cut(words: str) -> str:
    return words if len(words) <= 26 else f"{words[:24]}…"


def _outcome(happening: Happening) -> str:
    return happening.outcome if len(happening.outcome) <= 12 and happening.rolls else ""


def _now(now: bool) -> str:
    return 'll-move ll-on" aria-current="step' if now else "ll-move"


def _sign(moment: Moment, number: int) -> str:
    if number == 0:
        return ""
    move = moment.moves[number - 1]
    return (BRANCH if move.others else "") + (
        ' <span class="ll-quoted">❝</span>' if move.remark else ""
    )


def _lines_html(lines: Sequence[str], line: int) -> str:
    if len(lines) < 2:
        return ""
    items = "".join(
        doing("lines", str(number), safe(words), "ll-on" if number == line else "")
        for number, words in enumerate(lines)
    )
    return (
        f'<details class="ll-lines"><summary>Line {line + 1} of {len(lines)}</summary>'
        f'<div class="ll-lines-menu">{items}</div></details>'
    )


def remark_html(remark: str, times: int, moment: str) -> str:
    """Return the remark on this moment, in a field that names its move; ``times`` as in
    `typed_html`.
    """
    return (
        '<label class="ll-remark"><span aria-hidden="true">❝</span><input type="text"'
        f' data-do="remark" data-moment="{escape(moment)}" maxlength="500" data-times="{times}"'
        f' aria-label="Remark on this move"'
        f' placeholder="a remark" value="{escape(remark)}"></label>'
    )
