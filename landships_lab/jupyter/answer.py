"""The answer beside the picture: the verdict, its reasons, the remedies (advice as sentences, and
buttons for what can be tried at once), and a line for messages.
"""

from __future__ import annotations

from functools import partial
from html import escape

import ipywidgets as w

from landships_lab.core.answer import Answer, Remedy
from landships_lab.data.load import document, indexed
from landships_lab.drawing import words
from .bridge import Event
from .controls import Setter
from .frame import (
    box,
    button,
    error_html,
    html,
    label_html,
    later,
    outcome_html,
    passing_html,
    update,
)

#: How many entries of the rule index are shown beside a citation.
MOST_CITED = 6


class AnswerView:
    """An answer in words.

    ``widget`` is what is shown; ``apply`` is called with the control and the value of a remedy to
    try. ``message`` is the line under the answer. Citations of ``game`` can be pressed if it has a
    rule index, and then show its entries.
    """

    def __init__(self, game: str, apply: Setter) -> None:
        self._game = game
        self.document = document(game) if game in indexed() else ""
        names = ("ll-verdict-box", "ll-steps-box", "ll-message")
        self.verdict, self.steps, self.message = map(html, names)
        self.remedies = Remedies(apply)
        self.widget = box("ll-answer", self.verdict, self.steps, self.remedies.widget, self.message)

    def show(self, answer: Answer[object], reasons: int | None, supposed: str = "") -> None:
        """Show an answer with its first ``reasons``, or with all of them if None.

        A preview begins with the words of ``supposed``.
        """
        update(self.verdict, value=words.headline_html(answer, supposed))
        total = words.sum_text(answer)
        steps = words.steps_html(answer, reasons, self.document)
        update(
            self.steps, value=(f'<p class="ll-sum">{escape(total)}</p>' if total else "") + steps
        )
        self.remedies.show(answer.remedies)

    def say(self, sentence: str) -> None:
        """Show a sentence in the message line for some seconds; "" clears the line."""
        self.message.value = passing_html(sentence)

    def complain(self, sentence: str) -> None:
        """Show in the message line what went wrong."""
        self.message.value = error_html(sentence)

    def report(self, outcome: Event, copied: str) -> None:
        """Show what the page did, or why it could not; ``copied`` is shown after a copy."""
        self.message.value = outcome_html(outcome, copied)

    def cited(self, lines: str) -> tuple[str, ...]:
        """Return the first entries of the rule index for the lines of a citation, and how many more
        there are.
        """
        from landships_lab.data.rulebook import index  # not before a citation is pressed

        entries = tuple(
            f"Line {entry.lines}: {entry.says or entry.aside}"
            for entry in index(self._game).at(lines)
        )
        more = len(entries) - MOST_CITED
        return (
            entries
            if more <= 1
            else (
                *entries[:MOST_CITED],
                f"The rule index (lesson 92) has {more} more entries for these lines.",
            )
        )


#: The most remedies offered at once, the nearest first.
MOST_REMEDIES = 4


class Remedies:
    """The remedies of an answer.

    ``widget`` is what is shown; ``apply`` is called with the control and the value of a remedy to
    try.
    """

    def __init__(self, apply: Setter) -> None:
        self._apply = apply
        self._offered: tuple[Remedy, ...] = ()
        self._advice = w.HTML()
        # Always the same few, because hiding a button costs less than making one.
        self.buttons = [
            button("", "Try it", partial(self._try, number), "ll-try")
            for number in range(MOST_REMEDIES)
        ]
        self.widget = later("ll-remedies", *self.buttons, children=[self._advice])

    def show(self, remedies: tuple[Remedy, ...]) -> None:
        """Show these remedies."""
        nearest = remedies[:MOST_REMEDIES]
        self._offered = tuple(r for r in nearest if r.change and r.to is not None)
        if self._offered:
            self.widget.bring()
        advice = "".join(
            f'<p class="ll-advice">{escape(r.text)}</p>' for r in nearest if r.to is None
        )
        update(self._advice, value=label_html("What would change it") + advice if remedies else "")
        for number, made in enumerate(self.buttons):  # answer.css hides a disabled one
            if number < len(self._offered):
                update(made, description=self._offered[number].text)
            update(made, disabled=number >= len(self._offered))

    def _try(self, number: int) -> None:
        if number < len(self._offered):
            self._apply(self._offered[number].change, self._offered[number].to)
