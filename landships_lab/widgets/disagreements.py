"""Where the readings of a rule set part ways: each question, and its answers side by side in the smallest position that shows it."""

from __future__ import annotations

import base64
from html import escape
from typing import Any

import ipywidgets as w

from landships_lab.core.answer import Answer
from landships_lab.core.checks import unknown
from landships_lab.core.sources import Option, Reading
from landships_lab.data.disagreements import Parting, partings
from landships_lab.data.load import readings
from landships_lab.explore.disagree import answer_with
from landships_lab.explore.explorer import Explorer, Switch
from landships_lab.explore.links import panel_name, read_link, write_link
from landships_lab.games import GAMES
from landships_lab.scene.svg import svg
from landships_lab.scene.theme import THEMES
from landships_lab.scene.words import cite_html, verdict
from landships_lab.widgets.hands import Hands


class Disagreements(w.VBox):
    """Every reading of a rule set, ``Disagreements("loos")``: what it is about, and what its options answer to the same position.

    `ValueError` in one sentence for a rule set that is not there.
    """

    def __init__(self, rule_set: str) -> None:
        super().__init__()
        if rule_set not in GAMES:
            raise ValueError(unknown("rule set", rule_set, GAMES))
        self.rule_set = rule_set
        self.add_class("ll-panel")
        self._page = Hands()  # here only for the page's theme and style sheet
        self._page.observe(lambda _: self._themed(), "page_theme")
        self._shown = w.HTML()
        self.children = [self._shown, self._page]
        self._themed()

    def _themed(self) -> None:
        for theme in THEMES:
            self.remove_class(f"ll-{theme}")
        self.add_class(f"ll-{self._page.page_theme}")
        known = readings(self.rule_set)
        parts = (
            _entry(known[reading], known[reading].option(option), parting, self._page.page_theme)
            for (reading, option), parting in partings(self.rule_set).items()
        )
        self._shown.value = "".join(parts)


def _entry(reading: Reading, option: Option, parting: Parting, theme: str) -> str:
    """One option beside the default of its reading, or the sentence why there is nothing to be seen."""
    head = f'<h4 class="ll-parting">{escape(reading.question)}</h4>'
    why = f'<p class="ll-why">{escape(reading.why)} {cite_html(reading.cite)}</p>'
    if not parting.found:
        return f"<section>{head}{why}<p>{escape(parting.why_none)}</p></section>"
    explorer, state = read_link(parting.found)
    default = reading.option(reading.default)
    answers = {taken.id: answer_with(explorer, state, reading.id, taken.id) for taken in (default, option)}
    effects = next((dict(c.effects) for c in explorer.controls(state) if isinstance(c, Switch) and c.id == reading.id), {})
    new = {
        one.id: _news(answers[one.id], answers[other.id]) or effects.get(one.id, "")
        for one, other in ((default, option), (option, default))
    }
    sides = "".join(
        _side(explorer, explorer.set(state, reading.id, taken.id), answers[taken.id], taken, new[taken.id], theme)
        for taken in (default, option)
    )
    link = f"<code>{escape(write_link(explorer, state))}</code>"
    opened = f'<p class="ll-hint">To touch it, paste this link into the panel {escape(panel_name(explorer))}: {link}</p>'
    return f'<section>{head}{why}<div class="ll-sides">{sides}</div>{opened}</section>'


def _side(explorer: Explorer[Any], state: Any, answer: Answer[Any], option: Option, news: str, theme: str) -> str:
    drawn = svg(explorer.picture(state, answer), THEMES[theme]).encode("utf-8")
    source = "data:image/svg+xml;base64," + base64.b64encode(drawn).decode("ascii")
    told = escape(f"{option.label}: {answer.headline}")
    reason = f'<p class="ll-why">{escape(news)}</p>' if news else ""
    return (
        f'<figure><figcaption><span class="ll-label">{escape(option.label)}</span><p>{escape(option.says)}</p></figcaption>'
        f'<img alt="{told}" src="{source}"><p class="ll-verdict ll-{verdict(answer)}">{escape(answer.headline)}</p>{reason}</figure>'
    )


def _news(answer: Answer[Any], other: Answer[Any]) -> str:
    """Which of its reasons does the other answer not give? The first is enough to see where they part."""
    theirs = {step.text for step in other.steps}
    return next((step.text for step in answer.steps if step.text not in theirs), "")
