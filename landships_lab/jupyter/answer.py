"""The answer beside the picture: the verdict, its reasons, what would change it, and a line for
messages.
"""

from __future__ import annotations

from html import escape

import ipywidgets as w

from landships_lab.core.answer import Answer
from landships_lab.data.load import document, indexed
from landships_lab.drawing import words
from landships_lab.jupyter.controls import Setter
from landships_lab.jupyter.frame import box, error_html, passing_html, update
from landships_lab.jupyter.gesture_order import Event
from landships_lab.jupyter.outcome import outcome_html
from landships_lab.jupyter.remedies import Remedies

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
        self.verdict, self.steps, self.message = w.HTML(), w.HTML(), w.HTML()
        self.verdict.add_class("ll-verdict-box")
        self.steps.add_class("ll-steps-box")
        self.message.add_class("ll-message")
        self.remedies = Remedies(apply)
        self.widget = box("ll-answer", self.verdict, self.steps, self.remedies.widget, self.message)

    def show(self, answer: Answer[object], reasons: int | None, supposed: str = "") -> None:
        """Show an answer with its first ``reasons``, or with all of them if None.

        A preview begins with what is ``supposed``.
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

        said = tuple(
            f"Line {entry.lines}: {entry.says or entry.aside}"
            for entry in index(self._game).at(lines)
        )
        left = len(said) - MOST_CITED
        return (
            said
            if left <= 1
            else (
                *said[:MOST_CITED],
                f"The rule index (lesson 92) has {left} more entries for these lines.",
            )
        )
