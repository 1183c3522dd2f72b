"""A run of questions: endless, a streak until the first miss, or a rush against the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from landships_lab.practice.kind import LEVELS
from landships_lab.practice.progress import Progress

ENDLESS, STREAK, RUSH = "endless", "streak", "rush"
MODES: Mapping[str, str] = MappingProxyType(
    {
        ENDLESS: "endless questions, marked by the rules",
        STREAK: "a streak, until the first miss",
        RUSH: "a rush, as many as you can in three minutes",
    }
)
#: How long a rush lasts, in seconds, and after how many right replies a streak gets harder.
RUSH_SECONDS, HARDER_AFTER = 180.0, 5


@dataclass
class Run:
    """One run of a mode: how many replies were right, whether one was wrong, and when it began, in
    seconds of a monotonic clock.
    """

    mode: str = ENDLESS
    right: int = 0
    missed: bool = False
    began: float | None = None
    ended: bool = False

    @property
    def counts(self) -> bool:
        """Whether its score is one to beat."""
        return self.mode != ENDLESS

    def begin(self, now: float) -> None:
        """Start the clock when the reader moves on to the first question."""
        if self.began is None:
            self.began = now

    def count(self, right: bool, now: float) -> None:
        """Count a reply, unless the run is over."""
        if self.is_over(now):
            self.ended = True
            return
        self.begin(now)
        self.right += right
        self.missed = self.missed or not right
        self.ended = self.is_over(now)

    def is_over(self, now: float) -> bool:
        """Return whether it has ended by now."""
        late = self.began is not None and now - self.began > RUSH_SECONDS
        return (self.mode == STREAK and self.missed) or (self.mode == RUSH and late)

    def level(self, present: int) -> int:
        """Return the level of the next question, which rises during a streak."""
        harder = self.mode == STREAK and self.right and self.right % HARDER_AFTER == 0
        return min(max(LEVELS), present + 1) if harder and not self.missed else present

    def describe(self, progress: Progress) -> str:
        """Return the score and the best score yet, in words."""
        return f"{self.right} right · best {self.mode} {progress.best.get(self.mode, 0)}"

    def over_words(self, progress: Progress) -> str:
        """Return the sentence at its end; "" before."""
        if not self.ended:
            return ""
        best = progress.best.get(self.mode, 0)
        record = "your best" if self.right == best else f"your best is {best}"
        return f"The {self.mode} ends with {self.right} right, {record}. Next question begins anew."
