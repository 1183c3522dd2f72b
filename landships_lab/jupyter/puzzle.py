"""Puzzles on the page: one position after another to change with the hands until every condition
holds, with hints one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from html import escape
from pathlib import Path

import ipywidgets as w

from landships_lab.core.checks import whole
from landships_lab.core.speech import plural
from landships_lab.data.files import own_folder
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Control
from landships_lab.panel.links import read_own_link
from landships_lab.panel.panel import Panel
from landships_lab.practice import keeping
from landships_lab.practice.generator import NAMES
from landships_lab.practice.keeping import ProgressFile
from landships_lab.practice.progress import Progress, after
from landships_lab.practice.puzzles import TODAY, family_of, read_which
from landships_lab.practice.task import Task
from .bridge import Bridge
from .frame import Frame, box, button, classed, html, outcome_html, said_html, update
from .lifecycle import opened_at_once, replace_earlier
from .panel import LINK_OPENED, PanelWidget
from .tools import Item, title_html

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
        classed(self, "ll-task ll-hands-on")

    def _build(self) -> None:
        super()._build()
        self._told = html("ll-announced")
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


#: So many puzzles are printed at a time.
ON_PAPER = 10


class Puzzle(Frame):
    """Puzzles of a rule set, ``Puzzle("landships")``; also "mixed" for all, "today" for the one of
    this day, and the words of one puzzle, ``Puzzle("landships:two-guns 17")``.

    ``task`` is the present one, ``panel`` the panel it is solved in; `next` moves on, `hint` gives
    one hint more, `show_solution` the solution. Ratings are kept in ``folder``, by default that of
    the notebook. Raises `ValueError`, with the nearest name, for anything else.
    """

    @opened_at_once
    def __init__(
        self, which: str = "mixed", number: int = 1, folder: str | Path | None = None
    ) -> None:
        self.which, self.number = which, whole("A puzzle's number", number, 1, 10**6)
        self.task = read_which(which, self.number)
        super().__init__()
        self._hints, self._helped = 0, False
        self._file = ProgressFile(keeping.file_of("puzzles", own_folder(folder)))
        self._page = Bridge()
        self._page.on("outcome", lambda outcome: update(self._said, value=outcome_html(outcome)))
        self._said, self._score = html("ll-announced"), w.HTML()
        self._foot = box(
            "ll-strip ll-rows-1 ll-puzzle-foot",
            self._score,
            button("Ten on paper", "Save ten puzzles with solutions, to print", self.save_sheet),
            self._said,
            row=True,
        )
        self.add_class("ll-puzzle")
        self.panel = self._opened()
        self.children = [self.panel, self._foot, self._page]
        self._count()
        self._said.value = said_html(self._file.news() or self._file.trouble)
        self.follow(self._page)
        replace_earlier(self)

    @property
    def solved(self) -> bool:
        """Whether the present puzzle has been solved, or its solution been shown."""
        return self.panel.solved

    @property
    def progress(self) -> Progress:
        """What was solved so far, and how."""
        return self._file.progress

    @property
    def score(self) -> str:
        """How many puzzles were solved without their solution, and the reader's rating."""
        kinds = [self.progress.kinds[name] for name in self.progress.kinds]
        solved = sum(kind.right for kind in kinds)
        return f"{solved} solved · your rating {self.progress.rating}"

    def next(self) -> None:
        """Move on to the next puzzle."""
        if not (self.panel.solved or self._helped):
            self._record(right=False)
        self.number += 1
        self.task = read_which(self.which, self.number)
        self._hints, self._helped = 0, False
        old, self.panel = self.panel, self._opened()
        self.children = [self.panel, *self.children[1:]]
        old.close()
        self._count()

    def hint(self) -> None:
        """Give one hint more: the rule to think of, the condition that fails, a first move."""
        hints = self.task.hints(self.panel.state)
        self._hints = min(self._hints + 1, len(hints))
        self.panel.tell(f"Hint {self._hints} of {len(hints)}", hints[self._hints - 1])

    def show_solution(self) -> None:
        """Set the panel to a solution; the puzzle then counts as not solved. Undo goes back."""
        if not (self.panel.solved or self._helped):
            self._helped = True
            self._record(right=False)
        self.panel.go_to(self.task.ways[0], "One solution. Undo goes back.")

    def save_sheet(self) -> None:
        """Save a page of ten puzzles and their solutions in the reader's browser, to print."""
        from landships_lab.publish.sheets import puzzle_sheet

        which = self.which.partition(":")[0]
        sheet = puzzle_sheet(which if which in NAMES else "mixed", ON_PAPER, self.number)
        self._page.download(f"puzzles-{which}-{self.number}.html", "text/html", sheet)

    def kept(self) -> tuple[str, str, str]:
        _, _, picture = self.panel.kept()
        return "Puzzle", self.task.text, picture

    def close(self) -> None:
        """Remove it and its panel from the page for good."""
        if self.comm is not None:
            self.panel.close()
        super().close()

    def _opened(self) -> TaskPanel:
        named = "today's" if self.which == TODAY and self.number == 1 else f"number {self.number}"
        actions = (
            ("Hint", "Give one hint more", self.hint),
            ("Show a solution", "Set the panel to a solution", self.show_solution),
            ("Skip", "On to another puzzle", self.next),
        )
        about = f"{named}, rating {self.task.rating}"
        return TaskPanel(self.task, about, self._on_solved, actions)

    def _on_solved(self) -> None:
        if not self._helped:
            self._record(right=True)
        family = family_of(self.task.kind)
        told = self.task.trap or f"{self.task.solutions:,} ways of {self.task.tried:,} do."
        self.panel.tell(f"{'A solution' if self._helped else 'Solved'} · {family.title}", told)
        self.panel.lead_on("Next puzzle")

    def _record(self, *, right: bool) -> None:
        day = date.today().toordinal()  # noqa: DTZ011 - the day is that of the reader's own clock
        asked = (self.task.kind, self.task.seed, 1)
        known = self._file.latest()
        self._file.keep(after(known, asked, right, day, self.task.rating, again=False))
        self._said.value = said_html(self._file.news() or self._file.trouble)
        self._count()

    def _count(self) -> None:
        self._score.value = f'<p class="ll-score" role="status">{escape(self.score)}</p>'
