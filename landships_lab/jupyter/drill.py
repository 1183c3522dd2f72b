"""A drill: endless questions about a rule set, marked by its rules; progress is kept beside the
notebook.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import ipywidgets as w
from traitlets import Bunch

from landships_lab.jupyter.asking import Asking
from landships_lab.jupyter.frame import box, button, menu, said_html, update
from landships_lab.jupyter.head import title_html
from landships_lab.jupyter.opening import opened_at_once
from landships_lab.jupyter.outcome import outcome_html
from landships_lab.jupyter.saving import save_pdf
from landships_lab.practice import keeping
from landships_lab.practice.generator import NAMES, checked_level, kind_of, kinds_of
from landships_lab.practice.kinds import LEVELS, TYPES
from landships_lab.practice.marking import Mark, Question
from landships_lab.practice.progress import Progress, after, describe
from landships_lab.practice.sheets import sheet
from landships_lab.practice.stream import checked_seed, next_question
from landships_lab.publish.files import svg_pages

SHEET_QUESTIONS = 10
_RESET, _SURE = "Reset progress", "Really reset?"


class Drill(Asking):
    """Endless questions, ``Drill("landships")``; also "loos", "one_hour", "landser", "paychest",
    and "mixed" over all of them.

    ``question`` is the one being asked; `reply` answers it, `next` goes on. ``progress`` is kept in
    ``folder``, the notebook's own where none is given, as ``drill_landships.json``. ``level`` is 1
    to 3. The same ``seed`` asks the same questions.
    """

    @opened_at_once
    def __init__(
        self,
        rule_set: str = "mixed",
        level: int = 1,
        seed: int = 1,
        folder: str | Path | None = None,
    ) -> None:
        kinds_of(rule_set)
        self.rule_set, self.level, self.seed = rule_set, checked_level(level), checked_seed(seed)
        super().__init__()
        self.add_class("ll-drill")
        self._file = keeping.file_of(rule_set, Path.cwd() if folder is None else Path(folder))
        kept = keeping.load(self._file)
        self.progress, self._writable = kept.progress, kept.writable
        self._now = next_question(rule_set, seed, level, self.progress)
        self._message = w.HTML()
        self._message.add_class("ll-announced")
        self.children = [self._head(), self.body, self._foot(), self._page]
        self._page.on_outcome(lambda outcome: update(self._message, value=outcome_html(outcome)))
        self._count()
        self._say(kept.sentence)
        self.begin()

    @property
    def question(self) -> Question:
        """The question being asked."""
        return self._now

    @property
    def score(self) -> str:
        """How many replies were right, and how many missed questions come back."""
        return describe(self.progress)

    @property
    def place(self) -> str:
        """The number and the type of the question."""
        return f"Question {self.progress.asked + 1} · {TYPES[kind_of(self.question.kind).type]}"

    def answered(self, mark: Mark) -> None:
        """Count the first reply to a question, and keep it in the file."""
        asked = mark.question
        self._keep(after(self._kept().progress, (asked.kind, asked.seed, asked.level), mark.right))

    def next(self) -> None:
        """Go on to another question: one that was missed and is due, or a new one."""
        self._disarm()
        self._now = next_question(self.rule_set, self.seed, self.level, self.progress, self._now)
        self._show_question()

    def choose(self, level: int) -> None:
        """Go on with questions of this level.

        Raises `ValueError` with the levels there are for any other.
        """
        self.level = checked_level(level)
        self._levels.value = self.level
        self.next()

    def reset(self) -> None:
        """Forget all progress, in the file too."""
        self._keep(Progress())
        self.next()
        self._say("Your progress was reset.")

    # -- building
    # ---------------------------------------------------------------------------------------------

    def _head(self) -> w.Box:
        title = w.HTML(
            title_html("Drill", NAMES[self.rule_set], "endless questions, marked by the rules")
        )
        self._reset_button = button(
            _RESET,
            "Forget how many replies were right and which questions were missed",
            self._on_reset,
        )
        sheets = (
            button(
                f"Sheet, {kind.upper()}",
                f"Save {SHEET_QUESTIONS} questions to print",
                partial(self.save_sheet, kind),
            )
            for kind in ("pdf", "svg")
        )
        tools = box(
            "ll-tools",
            menu("save", "Save", *sheets),
            menu("reset", "Progress", self._reset_button),
            row=True,
        )
        return box("ll-head", title, tools, row=True)

    def _foot(self) -> w.Box:
        options = [
            (f"{number} · {words.partition(',')[0]}", number) for number, words in LEVELS.items()
        ]
        said = list(LEVELS.values())
        self._levels = w.ToggleButtons(
            description="Level", options=options, tooltips=said, value=self.level
        )
        self._levels.observe(self._on_level, "value")
        return box("ll-strip ll-rows-1", self._levels, self._score, self._message, row=True)

    # -- what happens
    # ---------------------------------------------------------------------------------------------

    def _on_level(self, change: Bunch) -> None:
        if change.new != self.level:
            self.choose(change.new)

    def _kept(self) -> keeping.Kept:
        """Return what is in the file, to which another notebook may have added, or what this panel
        knows where none can be written.
        """
        if not self._writable:
            return keeping.Kept(self.progress, writable=False)
        kept = keeping.load(self._file)
        self._writable = kept.writable
        self._say(kept.sentence)
        return kept

    def _keep(self, progress: Progress) -> None:
        self.progress = progress
        if self._writable and (failed := keeping.keep(self._file, progress)):
            self._say(failed)
        self._count()

    def _on_reset(self) -> None:
        """Ask once more before anything is forgotten."""
        if self._reset_button.description == _SURE:
            self.reset()
        else:
            self._reset_button.description = _SURE
            self._say(
                "Press it once more to forget your progress, or go on with the next question."
            )

    def _disarm(self) -> None:
        self._reset_button.description = _RESET
        self._say("")

    def save_sheet(self, kind: str = "pdf") -> None:
        """Save a sheet of questions with their answers in the reader's browser, as ``pdf`` or a
        page an ``svg``; a new one each time.
        """
        number = self.progress.asked + 1
        pages = sheet(self.rule_set, SHEET_QUESTIONS, number, self.level)
        name = f"drill-{self.rule_set}-{number}"
        if kind == "pdf":
            save_pdf(self._page, f"{name}.pdf", pages)
        else:
            for page, text in enumerate(svg_pages(pages), 1):
                self._page.download(f"{name}-{page}.svg", "image/svg+xml", text)

    def _say(self, sentence: str) -> None:
        self._message.value = said_html(sentence)
