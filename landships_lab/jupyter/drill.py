"""A drill: endless questions about a rule set, marked by its rules; progress is stored beside the
notebook.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from time import monotonic

import ipywidgets as w
from traitlets import Bunch

from landships_lab.core.checks import names, one_of
from landships_lab.data.files import own_folder
from landships_lab.practice import keeping
from landships_lab.practice.generator import NAMES, checked_level, chosen_kinds, kind_of, kinds_of
from landships_lab.practice.keeping import ProgressFile
from landships_lab.practice.kind import LEVELS, TYPES
from landships_lab.practice.progress import Progress, after, beaten, describe, level_for
from landships_lab.practice.runs import ENDLESS, MODES, STREAK, Run
from landships_lab.practice.stream import checked_seed, next_question, words_of
from landships_lab.practice.task import Mark, Task
from .frame import box, button, html, icon, menu, outcome_html, said_html, update
from .lifecycle import opened_at_once
from .questions import Asking
from .tools import title_html

SHEET_QUESTIONS = 10
#: The last questions of a session that are not asked again unless they were missed.
_REMEMBERED = 30
_RESET, _SURE = "Reset progress", "Really reset?"


def _today() -> int:
    return date.today().toordinal()  # noqa: DTZ011 - the day is that of the reader's clock


class Drill(Asking):
    """Endless questions, ``Drill("landships")``; also "loos", "one_hour", "landser", "paychest",
    and "mixed" for all of them.

    ``kinds`` and ``lessons`` ask only those, ``Drill(lessons=["10", "11"])``. ``mode`` is
    "endless", "streak" (until the first miss, from the rating of the reader on, and harder after
    every fifth) or "rush" (as many as fit into three minutes).

    ``question`` is the current one; `reply` answers it, `next` moves on. Progress is stored in
    ``folder``, by default that of the notebook, as ``drill_landships.json``. ``level`` is 1 to 3.
    The same ``seed`` asks the same questions.
    """

    @opened_at_once
    def __init__(
        self,
        rule_set: str = "mixed",
        level: int = 1,
        seed: int = 1,
        folder: str | Path | None = None,
        *,
        kinds: Iterable[str] = (),
        lessons: Iterable[str] = (),
        mode: str = ENDLESS,
    ) -> None:
        kinds_of(str(rule_set))  # an unknown name is refused first
        only = names("Kinds", kinds), names("Lessons", lessons)
        self._source = chosen_kinds(rule_set, *only) if any(only) else rule_set
        self.run = Run(one_of("mode", mode, MODES))
        self.rule_set, self.level, self.seed = rule_set, checked_level(level), checked_seed(seed)
        super().__init__()
        self.add_class("ll-drill")
        self._file = ProgressFile(keeping.file_of(rule_set, own_folder(folder)))
        if mode == STREAK:
            self.level = level_for(self.progress.rating)
        self._met: deque[tuple[str, str]] = deque(maxlen=_REMEMBERED)
        self._now = self._drawn()
        self._message = html("ll-announced")
        self.children = [self._head(), self.body, self._foot()]
        self._page.on("outcome", lambda outcome: update(self._message, value=outcome_html(outcome)))
        self._count()
        self._say("")
        self.begin()

    @property
    def progress(self) -> Progress:
        """The reader's progress."""
        return self._file.progress

    @property
    def question(self) -> Task:
        return self._now

    @property
    def score(self) -> str:
        """How many replies were right, how many missed questions will come back, and the rating;
        in a streak or rush how far it has come.
        """
        if self.run.mode != ENDLESS:
            return self.run.describe(self.progress)
        rated = f" · rating {self.progress.rating}" if self.progress.asked else ""
        return describe(self.progress) + rated

    @property
    def place(self) -> str:
        return f"Question {self.progress.asked + 1} · {TYPES[kind_of(self.question.kind).type]}"

    def answered(self, mark: Mark) -> None:
        """Count the first reply to a question, and store it in the file."""
        asked = mark.task
        now = after(
            self._file.latest(), (asked.kind, asked.seed, asked.level), mark.right, _today()
        )
        self.run.count(mark.right, monotonic())
        self.level = self.run.level(self.level)
        self._keep(beaten(now, self.run.mode, self.run.right) if self.run.counts else now)
        self._say(self.run.over_words(self.progress))

    def next(self) -> None:
        """Move on to another question: one that was missed and is due, or a new one."""
        self._disarm()
        if self.run.is_over(monotonic()):
            self.run = Run(self.run.mode)
            if self.run.mode == STREAK:
                self.level = level_for(self.progress.rating)
            self._count()
        self.run.begin(monotonic())
        self._now = self._drawn(self._now)
        self._show_question()

    def _drawn(self, last: Task | None = None) -> Task:
        made = next_question(
            self._source, self.seed, self.level, self.progress, last, _today(), self._met
        )
        self._met.append(words_of(made))
        return made

    def choose(self, level: int) -> None:
        """Move on to questions of this level.

        Raises `ValueError`, which names the levels, for any other.
        """
        self.level = checked_level(level)
        self._levels.value = self.level
        self.next()

    def reset(self) -> None:
        """Forget all progress, including that in the file."""
        self._keep(Progress())
        self.run = Run(self.run.mode)
        self.next()
        self._say("Your progress was reset.")

    # -- building ---------------------------------------------------------------------------------

    def _head(self) -> w.Box:
        title = w.HTML(title_html("Drill", NAMES[self.rule_set], MODES[self.run.mode]))
        self._reset_button = button(
            _RESET,
            "Forget how many replies were right and which questions were missed",
            self._on_reset,
        )
        tools = box(
            "ll-tools",
            icon("save", "Sheet", f"Save {SHEET_QUESTIONS} questions to print", self.save_sheet),
            menu("reset", "Progress", self._reset_button),
            row=True,
        )
        return box("ll-head", title, tools, row=True)

    def _foot(self) -> w.Box:
        options = [
            (f"{number} · {words.partition(',')[0]}", number) for number, words in LEVELS.items()
        ]
        levels = list(LEVELS.values())
        self._levels = w.ToggleButtons(
            description="Level", options=options, tooltips=levels, value=self.level
        )
        self._levels.observe(self._on_level, "value")
        return box("ll-strip ll-rows-1", self._levels, self._score, self._message, row=True)

    # -- what happens -----------------------------------------------------------------------------

    def _on_level(self, change: Bunch) -> None:
        if change.new != self.level:
            self.choose(change.new)

    def _keep(self, progress: Progress) -> None:
        self._file.keep(progress)
        self._count()

    def _on_reset(self) -> None:
        """Ask for confirmation before anything is forgotten."""
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

    def save_sheet(self) -> None:
        """Save a page of new questions with their answers in the reader's browser, to print."""
        from landships_lab.publish.sheets import question_sheet

        number = self.progress.asked + 1
        sheet = question_sheet(self.rule_set, SHEET_QUESTIONS, number, self.level)
        self._page.download(f"drill-{self.rule_set}-{number}.html", "text/html", sheet)

    def _say(self, sentence: str) -> None:
        """Show a sentence, the news about the file, and the reason while nothing is saved."""
        sentences = (sentence, self._file.news(), self._file.trouble)
        self._message.value = said_html(" ".join(filter(None, sentences)))
