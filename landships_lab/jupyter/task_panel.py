"""A panel with a task: its conditions light up in the place of the verdict, and only what is free
can be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import ipywidgets as w

from landships_lab.core.speech import plural
from landships_lab.jupyter.frame import box, button, update
from landships_lab.jupyter.head import Item, title_html
from landships_lab.jupyter.panel import LINK_OPENED, PanelWidget
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Control
from landships_lab.panel.links import read_own_link
from landships_lab.panel.panel import Panel
from landships_lab.practice.task import Task

_NOT_FREE = "That belongs to the puzzle and stays as it is."


class TaskPanel(PanelWidget):
    """The panel of one task. ``on_solved`` is called when its state first meets every condition.

    ``actions`` are its buttons: a label, what a screen reader says after it, and what it does; the
    last leads on to another task.
    """

    def __init__(
        self, task: Task, named: str, on_solved: Callable[[], object], actions: Sequence[Item]
    ) -> None:
        self.task, self._named, self._on_solved = task, named, on_solved
        self._actions = actions
        self.solved = False
        super().__init__(task.panel, task.start)
        self.add_class("ll-task")
        self.add_class("ll-hands-on")

    def _build(self) -> None:
        super()._build()
        self._told = w.HTML()
        self._told.add_class("ll-announced")
        buttons = [button(*action) for action in self._actions]
        self._onward = buttons[-1]
        self._onward.add_class("ll-next")
        view = self.answer_view
        rest = box("ll-row ll-puzzle-buttons", *buttons, row=True)
        self._conditions = w.HTML()
        view.widget.children = (view.verdict, self._conditions, rest, self._told, view.message)

    def tell(self, named: str, sentence: str) -> None:
        """Show a hint, or what is to be learnt, under the conditions."""
        self._told.value = (
            f'<div class="ll-hint-box" role="status"><b>{escape(named)}</b>'
            f" {escape(sentence)}</div>"
        )

    def lead_on(self, label: str) -> None:
        """Call the last button by another name, and make it stand out."""
        update(self._onward, description=label)
        self._onward.add_class("ll-ready")

    def parts(self) -> tuple[w.Widget, ...]:
        """Return the widgets to close with it: reasons and remedies, which a task does not show,
        too.
        """
        return (*super().parts(), self.answer_view.steps, self.answer_view.remedies.widget)

    def title(self) -> str:
        return title_html("Puzzle", self.panel_type.rule_set, self._named)

    def offered(self) -> tuple[Control, ...]:
        return tuple(one for one in self.state.controls() if one.id in self.task.free.controls)

    def folded(self) -> tuple[str, ...]:
        return ()

    def hint(self) -> str:
        ways, tried = self.task.solutions, self.task.tried
        solve = "solves" if ways == 1 else "solve"
        proof = f" {ways:,} of {tried:,} ways {solve} it." if tried else ""
        return f"{self.task.free.says}{proof}"

    def changed_by(self, change: Gesture | str, value: object = None) -> Panel:
        """Return the state that follows; `ValueError` where the change touches what is not free."""
        new = super().changed_by(change, value)
        if not self.task.allows(new):
            raise ValueError(_NOT_FREE)
        return new

    def go_to(self, link: str, told: str = LINK_OPENED) -> None:
        """Go to the state of a link; `ValueError` where it differs in more than what is free."""
        if not self.task.allows(read_own_link(self.panel_type, link)):
            raise ValueError(_NOT_FREE)
        super().go_to(link, told)

    def show_answer(self) -> None:
        state = self.state.settled()
        held = self.task.judged(state)
        done = all(one.true for one in held)
        view, count = self.answer_view, sum(one.true for one in held)
        kind = " ll-yes" if done else ""
        told = f"Solved. {self.answer.headline}" if done else self.task.text
        update(view.verdict, value=f'<p class="ll-verdict{kind}" role="status">{escape(told)}</p>')
        conditions = "".join(
            f'<li class="ll-{"held" if one.true else "missed"}">{escape(condition.says)}'
            f"{'' if one.true else f' <small>{escape(one.missing)}</small>'}</li>"
            for condition, one in zip(self.task.conditions, held, strict=True)
        )
        tally = f"{count} of {plural(len(held), 'condition')} met. Any solution counts."
        update(
            self._conditions,
            value=f'<ul class="ll-conditions">{conditions}</ul><p class="ll-hint">{tally}</p>',
        )
        view.remedies.show(())
        if done and not self.solved and not self.state.in_hand():
            self.solved = True
            self._on_solved()
