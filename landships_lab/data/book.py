"""A rule book as its rules cite it: whatever makes a step names the place by its id."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Mark, Op, Step
from landships_lab.core.sources import Cite
from landships_lab.data.gaps import gap
from landships_lab.data.load import cites, readings

#: The id of a citation, or a citation itself where the reader is its source.
At = str | Cite
Number = int | Fraction
Marks = tuple[Mark, ...]


class Book:
    """The citations, readings and gaps of a game by their ids, and the steps that cite them."""

    def __init__(self, game: str) -> None:
        self.game, self.cites, self.readings = game, cites(game), readings(game)

    def _step(
        self, at: At, text: str, op: Op, amount: Number, reading: str, marks: Marks, slip: str = ""
    ) -> Step:
        cite = self.cites[at] if isinstance(at, str) else at
        return Step(text, cite, op, Fraction(amount), marks, reading, slip=slip)

    def note(self, at: At, text: str, reading: str = "", marks: Marks = ()) -> Step:
        """Return a step that explains, and changes nothing."""
        return self._step(at, text, "note", 0, reading, marks)

    def start(
        self, at: At, amount: Number, text: str, reading: str = "", marks: Marks = ()
    ) -> Step:
        """Return the step that a sum begins with."""
        return self._step(at, text, "start", amount, reading, marks)

    def add(
        self,
        at: At,
        amount: Number,
        text: str,
        reading: str = "",
        marks: Marks = (),
        slip: str = "",
    ) -> Step:
        """Return a step that adds; ``slip`` is what somebody did who left it out."""
        return self._step(at, text, "add", amount, reading, marks, slip)

    def times(self, at: At, amount: Number, text: str, reading: str = "") -> Step:
        """Return a step that multiplies."""
        return self._step(at, text, "times", amount, reading, ())

    def allow(
        self, at: At, good: object, text: str, no: str = "", reading: str = "", marks: Marks = ()
    ) -> Step:
        """Return a step that allows where this is good, else forbids, in the words of ``no``."""
        said = text if good or not no else no
        return self._step(at, said, "allows" if good else "forbids", 0, reading, marks)

    def forbid(self, at: At, bad: object, text: str, reading: str = "") -> Step:
        """Return a step that forbids where this is bad, and else explains."""
        return self._step(at, text, "forbids" if bad else "note", 0, reading, ())

    def lost(self, gap_id: str, text: str, op: Op = "note", marks: Marks = ()) -> Step:
        """Return the step for something that the source does not say, its `Gap` as the amount."""
        missing = gap(self.game, gap_id)
        return Step(text, missing.cite, op, missing, marks)

    def option(self, reading_id: str, given: str | None) -> str:
        """Return the given option of a reading, checked, or its default."""
        known = self.readings[reading_id]
        return known.default if given is None else known.option(given).id

    def reads(self, reading_id: str, option: str, before: str = "", good: object = None) -> Step:
        """Return the step that takes an option of a reading, in the words of the option; it allows
        or forbids where it is said whether that is good.
        """
        reading = self.readings[reading_id]
        op: Op = "note" if good is None else "allows" if good else "forbids"
        says = reading.option(option).says
        text = f"{before}Under this reading {says[0].lower()}{says[1:]}"
        return Step(text, reading.cite, op, reading=reading_id)
