"""Puzzles on the page: positions that the reader changes until every condition holds, judged once
by *Check*, with hints one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from html import escape
from pathlib import Path

import ipywidgets as w
from traitlets import Bunch

from landships_lab.core.checks import whole
from landships_lab.core.renamed import renamed_argument
from landships_lab.core.speech import plural
from landships_lab.data.files import own_folder
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Control
from landships_lab.panel.links import read_own_link
from landships_lab.panel.panel import Panel
from landships_lab.practice import keeping
from landships_lab.practice.conditions import Held
from landships_lab.practice.generator import MIXED, NAMES
from landships_lab.practice.keeping import ProgressFile
from landships_lab.practice.path import done_lessons
from landships_lab.practice.progress import Progress, after
from landships_lab.practice.puzzles import TODAY, family_of, lessons_before, next_puzzle, read_which
from landships_lab.practice.task import Task
from .bridge import Bridge
from .frame import Frame, box, button, html, outcome_html, said_html, set_class, update
from .lifecycle import opened_at_once, replace_earlier
from .panel import LINK_OPENED, PanelWidget
from .tools import Item, title_html

_SHOWN = "This is a solution. You have seen it, so the puzzle counts as lost."
_UNJUDGED = "Check judges your position, once."
_NOT_FREE = "That belongs to the puzzle and stays as it is."


class TaskPanel(PanelWidget):
    """The panel of one task. ``on_solved`` is called when a state that meets every condition is
    first judged.

    `judge` judges a state; if ``live``, every change is judged. ``actions`` are its buttons: a
    label, the words of a screen reader after it, and the action; the last leads to another task.
    """

    def __init__(
        self,
        task: Task,
        named: str,
        on_solved: Callable[[], object],
        actions: Sequence[Item],
        *,
        live: bool = False,
    ) -> None:
        self.task, self._named, self._on_solved = task, named, on_solved
        self._actions, self.live = actions, live
        self._judged: Panel | None = None
        self.solved = self.shown = False
        super().__init__(task.panel, task.start)
        set_class(self, "ll-task ll-hands-on")

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

    def judge(self) -> int:
        """Mark every condition in the present state; return how many of them fail."""
        self._judged = self.state.settled()
        self.show_answer()
        return sum(not one.true for one in self.task.judged(self._judged))

    def show_solution(self) -> None:
        """Go to a solution, which is then marked as shown, not as solved."""
        self.shown = True
        self._judged = self.panel_type.parse(self.task.ways[0])
        self.go_to(self.task.ways[0], "One solution. Undo goes back.")

    def tell(self, named: str, sentence: str) -> None:
        """Show a hint, or the lesson of the puzzle, under the conditions."""
        self._told.value = (
            f'<div class="ll-hint-box" role="status"><b>{escape(named)}</b>'
            f" {escape(sentence)}</div>"
        )

    def lead_on(self, label: str) -> None:
        """Give the last button another label, and make it stand out."""
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
        return self.task.free.says

    def changed_by(self, change: Gesture | str, value: object = None) -> Panel:
        """Return the state that follows. Raises `ValueError` if the change affects what is not
        free.
        """
        new = super().changed_by(change, value)
        if not self.task.allows(new):
            raise ValueError(_NOT_FREE)
        return new

    @renamed_argument("told", "message")
    def go_to(self, link: str, message: str = LINK_OPENED) -> None:
        """Go to the state of a link. Raises `ValueError` if it differs in more than what
        is free.
        """
        if not self.task.allows(read_own_link(self.panel_type, link)):
            raise ValueError(_NOT_FREE)
        super().go_to(link, message)

    def show_answer(self) -> None:
        state = self.state.settled()
        is_judged = self.live or state == self._judged
        held = self.task.judged(state)
        done = is_judged and all(one.true for one in held)
        view, count = self.answer_view, sum(one.true for one in held)
        kind = " ll-yes" if done and not self.shown else ""
        first = _SHOWN if self.shown else "Solved."
        text = f"{first} {self.answer.headline}" if done else self.task.text
        update(view.verdict, value=f'<p class="ll-verdict{kind}" role="status">{escape(text)}</p>')
        conditions = "".join(
            _condition_html(condition.says, one if is_judged else None)
            for condition, one in zip(self.task.conditions, held, strict=True)
        )
        tally = f"{count} of {plural(len(held), 'condition')} met." if is_judged else _UNJUDGED
        update(
            self._conditions,
            value=f'<ul class="ll-conditions">{conditions}</ul>'
            f'<p class="ll-hint">{tally} Any solution counts.</p>',
        )
        view.remedies.show(())
        if done and not (self.solved or self.shown or self.state.in_hand()):
            self.solved = True
            self._on_solved()


def _condition_html(says: str, held: Held | None) -> str:
    """Return a condition in the list: marked as it holds or fails, or, with None, not marked."""
    if held is None:
        return f'<li class="ll-unjudged">{escape(says)}</li>'
    missing = "" if held.true else f" <small>{escape(held.missing)}</small>"
    return f'<li class="ll-{"held" if held.true else "missed"}">{escape(says)}{missing}</li>'


#: How many puzzles are printed at once.
ON_PAPER = 10


class Puzzle(Frame):
    """Puzzles of a rule set, ``Puzzle("landships")``; also "mixed" for all, "today" for the one of
    this day, and the words of one puzzle, ``Puzzle("landships:two-guns 17")``.

    ``task`` is the present one, ``panel`` the panel it is solved in; `check` judges the position,
    `next` moves on to a puzzle of the lessons that the reader has done, near the reader's rating,
    `hint` gives one more hint, and `show_solution` the solution. The first check counts; a hint,
    and ``live``, which marks the conditions at every change, halve what a solution gains; a
    solution that is shown counts as lost. Ratings are kept in ``folder``, by default that of the
    notebook. Raises `ValueError`, with the nearest name, for anything else.
    """

    @opened_at_once
    def __init__(
        self,
        which: str = "mixed",
        number: int = 1,
        folder: str | Path | None = None,
        *,
        live: bool = False,
    ) -> None:
        self.which, self.number = which, whole("A puzzle's number", number, 1, 10**6)
        self._folder = own_folder(folder)
        self._file = ProgressFile(keeping.file_of("puzzles", self._folder))
        is_open = number == 1 and which in NAMES
        self.task = self._chosen() if is_open else read_which(which, self.number)
        super().__init__()
        self._hints, self._helped, self._counted = 0, live, False
        self._page = Bridge()
        self._page.on("outcome", lambda outcome: update(self._said, value=outcome_html(outcome)))
        self._said, self._score = html("ll-announced"), w.HTML()
        self._live = w.ToggleButton(
            value=live,
            description="Mark as I move",
            tooltip="Show at every change which conditions hold; a solution then gains half",
        )
        self._live.observe(self._on_live, "value")
        self._foot = box(
            "ll-strip ll-rows-1 ll-puzzle-foot",
            self._score,
            self._live,
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
        """Whether the present puzzle has been solved without being shown the solution."""
        return self.panel.solved

    @property
    def progress(self) -> Progress:
        """The reader's progress."""
        return self._file.progress

    @property
    def score(self) -> str:
        """How many puzzles were solved at the first check, and the reader's rating."""
        kinds = [self.progress.kinds[name] for name in self.progress.kinds]
        solved = sum(kind.right for kind in kinds)
        return f"{solved} solved · your rating {self.progress.rating}"

    def check(self) -> None:
        """Judge the position. Only the first check counts."""
        failing = self.panel.judge()
        if failing and not self.panel.live:
            counted = self._record(right=False)
            self.panel.tell("Not yet", f"{plural(failing, 'condition')} not met.{counted}")

    def next(self) -> None:
        """Move on to the next puzzle; one that was never checked counts as lost."""
        self._record(right=False)
        self.number += 1
        self.task = self._chosen(self.task)
        self._hints, self._helped, self._counted = 0, self._live.value, False
        old, self.panel = self.panel, self._opened()
        self.children = [self.panel, *self.children[1:]]
        old.close()
        self._count()

    def hint(self) -> None:
        """Give one more hint: the rule to think of, the condition that fails, a first move."""
        hints = self.task.hints(self.panel.state)
        self._hints, self._helped = min(self._hints + 1, len(hints)), True
        costs = " With a hint, a solution gains half." if self._hints == 1 else ""
        named = f"Hint {self._hints} of {len(hints)}"
        self.panel.tell(named, hints[self._hints - 1] + costs)

    def show_solution(self) -> None:
        """Set the panel to a solution; the puzzle then counts as lost. Undo goes back."""
        counted = self._record(right=False)
        self.panel.show_solution()
        self.panel.tell("Solution shown", f"{self._explained()}{counted}".strip())
        self.panel.lead_on("Next puzzle")

    def save_sheet(self) -> None:
        """Save a page of puzzles and their solutions in the reader's browser, to print."""
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
            ("Check", "Judge the position, once", self.check),
            ("Hint", "Give one hint more; a solution then gains half", self.hint),
            ("Show a solution", "Set the panel to a solution; it is lost then", self.show_solution),
            ("Skip", "On to another puzzle", self.next),
        )
        lesson = family_of(self.task.kind).lesson
        about = f"{named}, rating {self.task.rating}, after lesson {lesson[:2]}"
        return TaskPanel(self.task, about, self._on_solved, actions, live=self._live.value)

    def _chosen(self, last: Task | None = None) -> Task:
        """Return the next puzzle, given the lessons that the reader has done."""
        rule_set = self.which.partition(":")[0]
        done = {*done_lessons(self._folder), *(lessons_before(last.kind) if last else ())}
        return next_puzzle(rule_set if rule_set in NAMES else MIXED, done, self.progress, last)

    def _on_live(self, change: Bunch) -> None:
        self.panel.live = change.new
        self._helped = self._helped or change.new
        self.panel.show_answer()

    def _on_solved(self) -> None:
        counted = self._record(right=True)
        self.panel.tell(f"Solved · {family_of(self.task.kind).title}", self._explained() + counted)
        self.panel.lead_on("Next puzzle")

    def _explained(self) -> str:
        """Return why the tempting solution fails, or ""."""
        return f"The tempting way fails. {self.task.trap}" if self.task.trap else ""

    def _record(self, *, right: bool) -> str:
        """Count the puzzle, unless that was done before; return the change of the rating in words,
        after a space.
        """
        if self._counted:
            return ""
        self._counted = True
        day = date.today().toordinal()  # noqa: DTZ011 - the day is that of the reader's clock
        asked, known = (self.task.kind, self.task.seed, 1), self._file.latest()
        helped = self._helped
        now = after(known, asked, right, day, self.task.rating, again=False, helped=helped)
        self._file.keep(now)
        self._said.value = said_html(self._file.news() or self._file.trouble)
        self._count()
        change = f"Your rating goes from {known.rating} to {now.rating}"
        if right:
            return f" {change}, half of the gain after help." if helped else f" {change}."
        return f" {change}: the puzzle counts as lost."

    def _count(self) -> None:
        self._score.value = f'<p class="ll-score" role="status">{escape(self.score)}</p>'
