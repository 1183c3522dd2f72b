"""A task: a position that the reader changes with his hands until every condition holds.

It is a start, what is free, and what must hold in the end; any state that meets the conditions
solves it. A puzzle is a task with a proof (puzzles.py); a lesson's exercise on the board is one
without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from math import log10
from typing import Any

from landships_lab.panel import CATALOG
from landships_lab.panel.changes import tell_change
from landships_lab.panel.panel import Panel

#: The rating of a task that one try in twenty solves, and what ten times fewer add to it.
EVEN_RATING, TENFOLD = 1200, 400
_TWENTY = 20


@dataclass(frozen=True, slots=True)
class Held:
    """Whether a condition holds in a state; where it does not, one sentence on how much is
    missing.
    """

    true: bool
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that a solution must do: what the reader is told, such as "Its port gun bears on
    1306.", and the rule that judges a state of its panel.
    """

    says: str
    judge: Callable[[Any], Held]


@dataclass(frozen=True, slots=True)
class Free:
    """What the reader may change.

    ``parts`` are the ids of the parts of the panel's state that may differ from the start (a
    drag may set several); ``controls`` those of the controls that are shown; ``says`` one line on
    mouse and keys. ``reach`` yields every state that one may try: the proof, the rating and the
    random player use it.
    """

    says: str
    parts: tuple[str, ...]
    controls: tuple[str, ...]
    reach: Callable[[Any], Iterable[Any]]

    def allows(self, start: Panel, now: Panel) -> bool:
        """Return whether this state differs from the start only in what is free."""
        before, after = start.settled(), now.settled()
        return all(
            getattr(before, one.name) == getattr(after, one.name)
            for one in fields(before)  # type: ignore[arg-type]  # every panel is a dataclass
            if one.name not in self.parts
        )


@dataclass(frozen=True, slots=True)
class Task:
    """One task: what is to be done, the state it starts from (in its text form), what is free,
    and what must hold.

    ``thought`` is the first hint: the rule to think of, with its lines as in "(lines 41-43)".
    ``tempting`` is a wrong way that looks right, as the text form of a state in reach, and
    ``trap`` says why it fails. ``family`` and ``seed`` make it again.
    """

    text: str
    start: str
    free: Free
    conditions: tuple[Condition, ...]
    thought: str
    tempting: str = ""
    trap: str = ""
    family: str = ""
    seed: int = 0
    solutions: tuple[str, ...] = field(default=(), compare=False)
    tried: int = field(default=0, compare=False)

    @property
    def panel(self) -> type[Panel]:
        """The panel it is solved in."""
        return CATALOG[self.start.split()[0]]

    @property
    def link(self) -> str:
        """The words that make it again, as ``Puzzle("landships:two-guns 17")``."""
        return f"{self.family} {self.seed}"

    @property
    def rating(self) -> int:
        """How hard it is: 1200 where one try in twenty solves it, 400 more where ten times fewer
        do.
        """
        tries = self.tried / max(1, len(self.solutions))
        return 10 * round((EVEN_RATING + TENFOLD * log10(max(1.0, tries) / _TWENTY)) / 10)

    def open(self) -> Panel:
        """Return the state it starts from."""
        return self.panel.parse(self.start)

    def held(self, state: Panel) -> tuple[Held, ...]:
        """Return which of its conditions hold in this state, in their order."""
        return tuple(one.judge(state) for one in self.conditions)

    def holds(self, state: Panel) -> bool:
        """Return whether all conditions hold in this state."""
        return all(one.judge(state).true for one in self.conditions)

    def solved(self, state: Panel) -> bool:
        """Return whether this state solves it, with nothing changed that is not free."""
        return self.free.allows(self.open(), state) and self.holds(state)

    def hints(self, state: Panel) -> tuple[str, ...]:
        """Return its hints for this state, to be given one at a time: the rule to think of, the
        condition that fails and by how much, what the nearest solution changes.
        """
        failing = (
            f"Not yet: {one.says} {held.missing}".strip()
            for one, held in zip(self.conditions, self.held(state), strict=True)
            if not held.true
        )
        return (self.thought, next(failing, "Every condition holds."), self._first_move())

    def shown_solution(self) -> str:
        """Return what the first solution changes, in the words of the panel's controls."""
        return tell_change(self.open(), self.panel.parse(self.solutions[0]))

    def _first_move(self) -> str:
        return f"One solution begins so: {self.shown_solution()}."
