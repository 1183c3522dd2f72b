"""A game in play, as HTML: the choices, what just happened, the dice, and advice.

Everything that can be pressed has ``data-do`` and ``data-value`` (js/do.js). Everything is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from html import escape
from itertools import accumulate

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Cite
from landships_lab.core.speech import capitalized, percent, plural
from landships_lab.data.marks import marks
from landships_lab.drawing.words import cite_html, no_formula, steps_html
from landships_lab.play.advice import Ranked, signed
from landships_lab.play.moment import Asked, Moment, next_unit
from landships_lab.play.turns import Choice, Happening, Situation, plain_words

#: The most choices that are buttons in two columns; a fold holds the rest.
MOST_BUTTONS = 8
#: The most choices that are buttons in one column.
MOST_LONG_BUTTONS = 6
#: The most lines that choices in one column take, and the most letters on one of them.
MOST_LINES, ON_A_LINE = 8, 42
#: The most choices in one column if they are short; more are in two columns.
MOST_IN_ROWS = 4
#: The most letters of a choice, including its result, for two columns.
MOST_IN_COLUMN = 26
#: The most letters of an outcome beside its choice.
MOST_BESIDE = 22
#: The most units that are all buttons; of more, those of the chosen stack are.
MOST_UNITS = 8
#: The most places of one kind that are listed; more are pressed on the board.
MOST_PLACES = 4
#: The most outcomes shown for the choice in hand.
MOST_OUTCOMES = 6
SUPPLIED = Cite("The players decide this", "the rules leave it open", kind="supplied")


def doing(what: str, value: str, inside: str, css: str = "", named: str = "") -> str:
    """Return a button for an action; ``inside`` is HTML."""
    title = f' title="{escape(named)}"' if named else ""
    shown = f' class="{css}"' if css else ""
    return (
        f'<button type="button"{shown} data-do="{what}" data-value="{escape(value)}"{title}>'
        f"{inside}</button>"
    )


def safe(words: str) -> str:
    """Return words of a game as escaped HTML."""
    return escape(no_formula(words))


def unit_html(moment: Moment) -> str:
    """Return the units to choose from, and the state of the chosen one."""
    unit, units, spoken = moment.unit, moment.units, moment.situation.spoken
    state = safe(moment.situation.state_of(unit)) if unit else ""
    line = f'<p class="ll-unit"><b>{safe(spoken(unit))}</b> {state}</p>' if unit else ""
    line += _marks_html(moment.situation, unit)
    if len(units) < 2:
        return line
    near = moment.situation.with_unit(unit) if len(units) > MOST_UNITS else units
    buttons = [
        doing("choose", one, safe(spoken(one)), "ll-one ll-on" if one == moment.unit else "ll-one")
        for one in units
        if one in near
    ]
    if len(buttons) < len(units):
        following = f"Next of {len(units)} ▸"
        on = "The next unit (N); or press one on the board"
        buttons.append(doing("choose", next_unit(moment, 1), following, "ll-one", on))
    return f'<div class="ll-units ll-choices">{"".join(buttons)}</div>{line}'


def _marks_html(situation: Situation, unit: str) -> str:
    """Return the lasting marks of a unit, each with its rule, in a fold."""
    table = marks(situation.game)
    held = [table[mark] for one, mark in situation.marks() if one == unit]
    lines = "".join(f"<li>{safe(mark.says)} {cite_html(mark.cite)}</li>" for mark in held)
    return f"<details><summary>What binds it</summary><ul>{lines}</ul></details>" if held else ""


def choices_html(moment: Moment, document: str) -> str:
    """Return the legal choices as buttons, and below them the refused ones, with the reasons."""
    legal = [one for one in moment.listed if one.legal and not one.ends]
    refused = [one for one in moment.listed if not one.legal]
    plain, places = _sorted(legal)
    held = moment.hand.words if moment.hand else ""
    supplied = bool(plain) and all(one.supplied for one in plain)  # said once, above them all
    two = len(plain) > MOST_IN_ROWS and _short(plain, supplied)
    most = MOST_BUTTONS if two else min(MOST_LONG_BUTTONS, _fitting(plain))
    shown, more = plain, []
    if len(plain) > most:
        shown, more = plain[: most - 1], plain[most - 1 :]
    kind, made = " ll-two" if two else "", partial(_button, held=held, chip=not supplied)
    buttons = "".join(map(made, shown))
    free = moment.hand
    if free and free.legal and free.words not in [one.words for one in shown] and not free.ends:
        buttons += made(free)
    html = f'<div class="ll-choices{kind}">{buttons}</div>' if buttons else ""
    if supplied and not said_supplied(moment, moment.at):
        html = f'<p class="ll-open">The rules leave it open: {cite_html(SUPPLIED)}</p>{html}'
    if more:
        what = "answers" if supplied else "things it may do"
        html += _folded(f"All {len(plain)} {what}", map(made, more))
    for verb, ones in places.items():
        html += _folded(
            f"{capitalized(verb)}: {len(ones)} places. Press one on the board.",
            map(made, ones),
            "ll-two",
        )
    return html + _refused_html(refused, moment.hand, document, len(shown) + 2 * bool(more))


def _sorted(legal: Sequence[Choice]) -> tuple[list[Choice], dict[str, list[Choice]]]:
    """Return the choices to show as buttons, and the kinds with many places."""
    by_verb: dict[str, list[Choice]] = {}
    for one in legal:
        by_verb.setdefault(one.words.split()[0], []).append(one)
    many = {
        verb: ones
        for verb, ones in by_verb.items()
        if len(ones) > MOST_PLACES and all(one.marks and not one.expects for one in ones)
    }
    return [one for one in legal if one.words.split()[0] not in many], many


def _fitting(plain: Sequence[Choice]) -> int:
    """Return how many of these choices find room in one column, long ones on two lines each."""
    letters = (len(says(one)) + len(result_of(one)) for one in plain)
    lines = accumulate(1 + (many > ON_A_LINE) for many in letters)
    return sum(line <= MOST_LINES for line in lines)


def _short(shown: Sequence[Choice], supplied: bool) -> bool:
    """Return whether all these choices are short enough for two columns."""
    return all(
        len(says(one)) + len(result_of(one)) <= MOST_IN_COLUMN and (supplied or not one.supplied)
        for one in shown
    )


def _button(one: Choice, held: str, chip: bool) -> str:
    verb, _, rest = no_formula(says(one)).partition(" ")
    if one.supplied and not verb.lower().startswith(one.verb[:4]):  # an answer, not an action
        verb, rest = "", no_formula(says(one))
    cite = cite_html(SUPPLIED) if one.supplied and chip else ""
    css = "ll-choice ll-on" if one.words == held else "ll-choice"
    result = result_of(one)
    brief = ' class="ll-brief"' if len(result) <= MOST_BESIDE else ""
    result = f"<small{brief}>{safe(result)}</small>"
    inside = f"<span><b>{escape(verb)}</b> {escape(rest)}</span>{cite}{result}"
    return doing("press", one.words, inside, css, odds_text(one.odds) if _few(one) else "")


def says(one: Choice) -> str:
    """Return what a choice does, without the name of its unit before it."""
    return capitalized(one.says.removeprefix(f"{one.unit}: "))


def _few(one: Choice) -> bool:
    """Return whether the odds of a choice are quick to compute, because its result is not given in
    words.
    """
    return not one.expects and one.legal


def result_of(one: Choice) -> str:
    """Return the expected result of a choice in a few words, or else the chance of its first
    outcome.
    """
    if one.expects:
        return one.expects
    odds = one.odds
    if len(odds) < 2:
        return ""
    outcome, chance = next(iter(odds))
    if len(odds) > 2 or len(outcome) > MOST_BESIDE:
        return f"{len(odds)} outcomes"
    return f"{outcome} {percent(chance)}"


def odds_text(odds: Odds[str]) -> str:
    """Return the outcomes with their exact odds, in the order of the rule."""
    outcomes = [f"{outcome or 'done'} {percent(chance)}" for outcome, chance in odds]
    if len(outcomes) == 1:
        return ""
    more = [f"{len(outcomes) - MOST_OUTCOMES} more"] if len(outcomes) > MOST_OUTCOMES + 1 else []
    return " · ".join([*(outcomes[:MOST_OUTCOMES] if more else outcomes), *more])


def _folded(label: str, inside: Iterable[str], css: str = "") -> str:
    held = "".join(inside)
    return (
        f'<details class="ll-also"><summary>{safe(label)}</summary>'
        f'<div class="ll-choices {css}">{held}</div></details>'
    )


def _refused_html(refused: Sequence[Choice], hand: Choice | None, document: str, above: int) -> str:
    if hand and not hand.legal and hand not in refused:
        refused = [hand, *refused]
    if not refused:
        return ""
    first = sorted(refused, key=lambda one: one != hand)
    count = 2 if above <= MOST_IN_ROWS else 1 if above <= 2 * MOST_IN_ROWS - 2 else 0
    lines = [_reason(one, document) for one in first]
    shown = "".join(lines[:count])
    if len(lines) <= count:
        return f'<ul class="ll-refused">{shown}</ul>'
    label = f"All {plural(len(lines), 'thing')} it may not do"
    return (
        f'<ul class="ll-refused">{shown}</ul><details class="ll-also"><summary>{label}</summary>'
        f'<ul class="ll-refused">{"".join(lines[count:])}</ul></details>'
    )


def _reason(one: Choice, document: str) -> str:
    sentence = says(one)
    reason = one.why.headline if one.why else "It may not be done now."
    repeated = f"{one.unit} may not {sentence[:1].lower()}{sentence[1:]}"
    reason = capitalized(reason.removeprefix(repeated).lstrip(": "))
    chip = cite_html(one.cite, document) if one.cite else ""
    return f"<li>✗ {safe(sentence)}: {safe(reason)} {chip}</li>"


# -- what just happened ---------------------------------------------------------------------------


def happened_html(
    last: Happening | None,
    document: str,
    *,
    explains: bool,
    folded: bool = True,
    supplied: bool = False,
    why: str = "",
    won_by: str = "",
) -> str:
    """Return the numbers thrown and their effect, with the steps of the rule ``folded``, or without
    them.

    ``supplied`` says that the players decided it; ``why`` is HTML on the opponent's reason.
    """
    if last is None:
        return f'<div class="ll-happened"><p>{safe(won_by)}</p></div>' if won_by else ""
    answer = Answer(None, last.steps, last.says)
    steps = steps_html(answer, indexed=document) if last.steps and folded else ""
    fold = (
        f'<details class="ll-also"><summary>{plural(len(last.steps), "step")}</summary>{steps}'
        "</details>"
        if steps
        else ""
    )
    chip = cite_html(SUPPLIED) if supplied else ""
    explain = doing("explain", "last", "Explain", "ll-text-button") if explains else ""
    return (
        f'<div class="ll-happened"><span class="ll-label">What just happened</span>'
        f"<p>{faces_html(last.rolls)}{safe(last.says)} {chip} {explain}</p>{why}{fold}</div>"
    )


def said_supplied(moment: Moment, moves: int) -> bool:
    """Return whether an earlier move of the game was decided by the players, which is mentioned
    only once.
    """
    return any(_is_supplied(one.steps) for one in moment.happenings[:moves])


def _is_supplied(steps: Sequence[Step]) -> bool:
    return any(step.cite.kind in ("silent", "supplied") for step in steps)


def faces_html(rolls: Sequence[int]) -> str:
    """Return the numbers thrown as drawn dice."""
    return "".join(f'<i class="ll-face">{number}</i>' for number in rolls)


def advice_html(offers: Sequence[Ranked], situation: Situation) -> str:
    """Return the best choices, with the value of each by the measure."""
    rows = "".join(
        "<li>"
        + doing(
            "press",
            one.choice.words,
            f"<span>{safe(plain_words(situation, one.choice))}</span>"
            f"<small>{signed(one.gain)}</small>",
            "ll-choice",
        )
        + "</li>"
        for one in offers[:3]
    )
    head = f"Suggested, by {situation.measure}: what each changes on average"
    if offers and offers[0].gain == offers[-1].gain:
        head, rows = "No move is better than another yet.", ""
    return (
        f'<div class="ll-happened"><span class="ll-label">{safe(head)}</span>'
        f'<ol class="ll-advised ll-choices">{rows}</ol></div>'
    )


# -- the strip: dice, the choice in hand, the end of the step -------------------------------------


def dice_html(mode: str, modes: Iterable[str]) -> str:
    """Return the three ways to get dice."""
    buttons = "".join(
        doing("mode", one, one, "ll-on" if one == mode else "").replace(
            "<button", f'<button aria-pressed="{str(one == mode).lower()}"', 1
        )
        for one in modes
    )
    return f'<span class="ll-label">Dice</span><span class="ll-segments">{buttons}</span>'


def typed_html(faces: Sequence[int], times: int) -> str:
    """Return the field for the numbers of real dice. ``times`` makes the page draw it again with
    the valid value after a refusal.
    """
    shown = " ".join(map(str, faces))
    return (
        '<input type="text" class="ll-typed" aria-label="The numbers on your dice"'
        f' placeholder="3 5" data-do="faces" data-times="{times}" value="{shown}">'
    )


def chosen_html(dice: Sequence[Asked]) -> str:
    """Return a stepper for each die that the choice in hand throws."""
    return "".join(_stepper(place, one) for place, one in enumerate(dice[:8]))


def _stepper(place: int, one: Asked) -> str:
    numbers = one.die.outcomes
    at = numbers.index(one.number)
    less, more = numbers[max(0, at - 1)], numbers[min(len(numbers) - 1, at + 1)]
    return (
        '<span class="ll-stepper">'
        + doing("face", f"{place}={less}", "−", "", f"Die {place + 1}: {less}")
        + f'<i class="ll-face">{one.number}</i>'
        + doing("face", f"{place}={more}", "+", "", f"Die {place + 1}: {more}")
        + "</span>"
    )
