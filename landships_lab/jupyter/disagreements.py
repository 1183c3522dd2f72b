"""Where the readings of a rule set differ: each question, and its answers side by side in the
smallest position that shows the difference.
"""

from __future__ import annotations

from functools import partial
from html import escape

import ipywidgets as w

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.sources import Option, Reading
from landships_lab.data.disagreements import ReadingDifference, partings
from landships_lab.data.load import readings
from landships_lab.drawing.words import cite_html, table_html, verdict
from landships_lab.games import GAMES
from landships_lab.panel.controls import Switch
from landships_lab.panel.links import read_link, write_link
from landships_lab.panel.panel import Panel
from landships_lab.panel.reading_difference import answer_with
from landships_lab.panel.tables import question_parts
from .frame import Index, box, button, html, image_html, label_html
from .lifecycle import close_tree, opened_at_once, replace_earlier
from .panel import PanelWidget
from .tools import title_html

_NOT_DEFAULT = "The default is the other one; the reason for it stands below."


class Disagreements(Index):
    """Every reading of a rule set, ``Disagreements("loos")``, one at a time: its question, and the
    answers under its options, covered until the reader votes for one.

    `turn_to` shows another one, `vote` uncovers both answers, `open_side` shows a live panel with
    the position under one of its options. Raises `ValueError`, in one sentence, for an unknown
    rule set.
    """

    @opened_at_once
    def __init__(self, rule_set: str) -> None:
        self.rule_set = one_of("rule set", rule_set, GAMES)
        self._offered: tuple[int, bool] = (0, False)
        self._votes: dict[int, str] = {}
        super().__init__()
        known = readings(self.rule_set)
        self.entries = [
            (known[reading], known[reading].option(option), p)
            for (reading, option), p in partings(self.rule_set).items()
        ]
        options = [
            (f"{n}. {reading.question}", n) for n, (reading, _, _) in enumerate(self.entries, 1)
        ]
        self._chosen = w.Dropdown(description="Reading", options=options)
        self._chosen.observe(lambda _: self.apply_theme(), "value")
        self._chosen.add_class("ll-long")
        self._back = button(
            "Back", "The reading before this one", lambda: self.turn_to(self._chosen.value - 1)
        )
        self._on = button("Next", "The next reading", lambda: self.turn_to(self._chosen.value + 1))
        self._shown, self._sides = html("ll-readings-shown"), box("ll-row", row=True)
        title = title_html(
            "Where the rules disagree", GAMES[self.rule_set].title, "One position, two answers"
        )
        strip = box("ll-strip ll-rows-1", self._chosen, self._back, self._on, row=True)
        self.list_under(title, strip, self._shown, self._sides)
        replace_earlier(self)

    def turn_to(self, number: int) -> None:
        """Show the reading with this number, counted from 1; a number out of range shows the
        nearest.
        """
        self._chosen.value = max(1, min(number, len(self.entries)))

    def vote(self, option: str = "") -> None:
        """Uncover both answers of the present reading, with the option that the reader would play,
        by its id; with "" for no opinion.
        """
        self._votes.setdefault(int(self._chosen.value), option)
        self.apply_theme()

    def open_side(self, side: int) -> PanelWidget | None:
        """Show the position under the default (0) or the other option (1) as a live panel, in place
        of both answers, and return it; or None if no position shows the difference.
        """
        reading, option, parting = self.entries[int(self._chosen.value) - 1]
        self.close_opened()
        if not parting.link:
            return None
        chosen = (reading.option(reading.default), option)[side]
        state = read_link(parting.link).set(reading.id, chosen.id)
        panel = PanelWidget(type(state), write_link(state))
        words = f"<p>{escape(reading.question)} <strong>{escape(chosen.says)}</strong></p>"
        spoken = "Close this position and show both again"
        self.open_in_place(panel, "Back to both answers", spoken, w.HTML(words))
        return panel

    def kept(self) -> tuple[str, str, str]:
        return (
            f"Where the rules disagree, {GAMES[self.rule_set].title}",
            self.entries[int(self._chosen.value) - 1][0].question,
            "",
        )

    def apply_theme(self) -> None:
        super().apply_theme()
        number = int(self._chosen.value)
        reading, option, parting = self.entries[number - 1]
        if parting.link and number not in self._votes:
            self._shown.value = _covered(reading, option, parting, self.theme)
        else:
            vote = self._votes.get(number, "")
            self._shown.value = _entry(reading, option, parting, self.theme, vote)
        self._back.disabled, self._on.disabled = number == 1, number == len(self.entries)
        self._offer_sides(number)

    def _offer_sides(self, number: int) -> None:
        """Offer to vote on the reading with this number, and after that to open its position under
        each of its options.
        """
        if (number, number in self._votes) == self._offered:
            return
        self._offered = (number, number in self._votes)
        reading, option, parting = self.entries[number - 1]
        before, options = self._sides.children, (reading.option(reading.default), option)
        if not parting.link:
            self._sides.children = ()
        elif number in self._votes:
            self._sides.children = [
                button(
                    f"Try “{one.label}”",
                    f"Open this position as a panel, with the reading: {one.label}",
                    partial(self.open_side, side),
                )
                for side, one in enumerate(options)
            ]
        else:
            self._sides.children = [
                *(
                    button(f"We play: {one.label}", one.says, partial(self.vote, one.id))
                    for one in options
                ),
                button("Show me both", "Show both answers without a vote", self.vote),
            ]
        close_tree(*before)


def _covered(reading: Reading, option: Option, parting: ReadingDifference, theme: str) -> str:
    """Return the question of a reading, both ways to read it, and the position without an
    answer.
    """
    state = read_link(parting.link)
    scene, tables = question_parts(state)
    shown = image_html(scene, theme, state.title) if scene else "".join(map(table_html, tables))
    ways = "".join(
        f"<li><b>{escape(one.label)}</b>: {escape(one.says)}</li>"
        for one in sorted((reading.option(reading.default), option), key=lambda one: one.label)
    )
    return (
        f'<section><h4 class="ll-parting">{escape(reading.question)}</h4>'
        '<div class="ll-sides ll-unvoted"><div><p class="ll-why">How would you play it at your'
        f" table?</p><ul>{ways}</ul></div><div>{shown}</div></div></section>"
    )


def _entry(
    reading: Reading, option: Option, parting: ReadingDifference, theme: str, vote: str
) -> str:
    """Return one option beside the default of its reading, with the reader's vote ("" for none), or
    the sentence on why no position shows a difference.
    """
    head = f'<h4 class="ll-parting">{escape(reading.question)}</h4>'
    if vote:
        agreed = "This is also the default." if vote == reading.default else _NOT_DEFAULT
        played = escape(reading.option(vote).label)
        head += f'<p class="ll-why"><strong>You play: {played}.</strong> {agreed}</p>'
    why = f'<p class="ll-why">{escape(reading.why)} {cite_html(reading.cite)}</p>'
    if not parting.link:
        return f"<section>{head}{why}<p>{escape(parting.why_none)}</p></section>"
    state = read_link(parting.link)
    default = reading.option(reading.default)
    answers = {one.id: answer_with(state, reading.id, one.id) for one in (default, option)}
    effects = next(
        (dict(c.effects) for c in state.controls() if isinstance(c, Switch) and c.id == reading.id),
        {},
    )
    sides = "".join(
        _side(
            state.set(reading.id, one.id),
            answers[one.id],
            one,
            _only_reason(answers[one.id], answers[other.id]) or effects.get(one.id, ""),
            theme,
        )
        for one, other in ((default, option), (option, default))
    )
    return f'<section>{head}{why}<div class="ll-sides">{sides}</div></section>'


def _side(state: Panel, answer: Answer[object], option: Option, reason: str, theme: str) -> str:
    shown = state.picture(answer, state.opening())
    picture = image_html(shown, theme, f"{option.label}: {answer.headline}")
    why = f'<p class="ll-why">{escape(reason)}</p>' if reason else ""
    return (
        f"<figure><figcaption>{label_html(option.label)}<p>{escape(option.says)}</p></figcaption>"
        f'{picture}<p class="ll-verdict'
        f' ll-{verdict(answer)}">{escape(answer.headline)}</p>{why}</figure>'
    )


def _only_reason(answer: Answer[object], other: Answer[object]) -> str:
    """Return the first of its reasons that the other answer does not give, which shows where the
    two differ, or "".
    """
    others = {step.text for step in other.steps}
    return next((step.text for step in answer.steps if step.text not in others), "")
