"""Puzzles on the page: one position after another to change with the hands until every condition
holds, with hints one at a time.
"""

from __future__ import annotations

from datetime import date
from html import escape
from pathlib import Path

import ipywidgets as w

from landships_lab.core.checks import whole
from landships_lab.data.files import own_folder
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.cells import replace_earlier
from landships_lab.jupyter.frame import Frame, box, button, said_html, update
from landships_lab.jupyter.opening import opened_at_once
from landships_lab.jupyter.outcome import outcome_html
from landships_lab.jupyter.task_panel import TaskPanel
from landships_lab.practice import keeping
from landships_lab.practice.generator import NAMES
from landships_lab.practice.keeping import ProgressFile
from landships_lab.practice.progress import Progress, after
from landships_lab.practice.puzzles import TODAY, family_of, read_which

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
        self._said, self._score = w.HTML(), w.HTML()
        self._said.add_class("ll-announced")
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
        day = date.today().toordinal()  # noqa: DTZ011 - as above
        asked = (self.task.kind, self.task.seed, 1)
        known = self._file.latest()
        self._file.keep(after(known, asked, right, day, self.task.rating, again=False))
        self._said.value = said_html(self._file.news() or self._file.trouble)
        self._count()

    def _count(self) -> None:
        self._score.value = f'<p class="ll-score" role="status">{escape(self.score)}</p>'
