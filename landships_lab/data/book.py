"""A rule book for its rules to cite: each step names its place by the id of a citation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Mark, Op, Step
from landships_lab.core.sources import Cite, Given
from landships_lab.data.gaps import gap
from landships_lab.data.load import chosen, cites, readings

#: The id of a citation, or a citation itself if the reader is its source.
At = str | Cite
Number = int | Fraction
Marks = tuple[Mark, ...]
#: Made once, because most steps add nothing and there are thousands.
NOTHING = Fraction(0)


class Taken(dict[str, str]):
    """An option for every reading, already checked, which rules pass on to each other."""


class Book:
    """The citations, readings and gaps of a game by their ids, and the steps that cite them."""

    def __init__(self, game: str) -> None:
        self.game, self.cites, self.readings = game, cites(game), readings(game)
        self.defaults = Taken(chosen(game, None))

    def _step(
        self, at: At, text: str, op: Op, amount: Number, reading: str, marks: Marks, slip: str = ""
    ) -> Step:
        cite = self.cites[at] if isinstance(at, str) else at
        exact = Fraction(amount) if amount else NOTHING
        return Step(text, cite, op, exact, marks, reading, slip=slip)

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
        """Return a step that adds; ``slip`` is the mistake of leaving it out."""
        return self._step(at, text, "add", amount, reading, marks, slip)

    def times(self, at: At, amount: Number, text: str, reading: str = "", slip: str = "") -> Step:
        """Return a step that multiplies; ``slip`` is the mistake of leaving it out."""
        return self._step(at, text, "times", amount, reading, (), slip)

    def cap(self, at: At, amount: Number, text: str, reading: str = "", slip: str = "") -> Step:
        """Return a step that limits a sum to at most this."""
        return self._step(at, text, "cap", amount, reading, (), slip)

    def floor(self, at: At, text: str, reading: str = "", slip: str = "") -> Step:
        """Return a step that drops the fraction of a sum."""
        return self._step(at, text, "floor", 0, reading, (), slip)

    def allow(
        self,
        at: At,
        good: object,
        text: str,
        no: str = "",
        reading: str = "",
        marks: Marks = (),
        slip: str = "",
    ) -> Step:
        """Return a step that allows if this is good, and otherwise forbids, in the words
        of ``no``.
        """
        sentence = text if good or not no else no
        return self._step(at, sentence, "allows" if good else "forbids", 0, reading, marks, slip)

    def forbid(
        self, at: At, bad: object, text: str, reading: str = "", marks: Marks = (), slip: str = ""
    ) -> Step:
        """Return a step that forbids if this is bad, and otherwise explains."""
        return self._step(at, text, "forbids" if bad else "note", 0, reading, marks, slip)

    def lost(
        self,
        missing: str | Gap,
        text: str = "",
        op: Op = "note",
        marks: Marks = (),
        reading: str = "",
    ) -> Step:
        """Return the step for something that the source does not say: the id of its `Gap`, or the
        `Gap`, which is the amount. Its text is the question of the gap unless another is given.
        """
        missing = gap(self.game, missing) if isinstance(missing, str) else missing
        return Step(text or missing.question, missing.cite, op, missing, marks, reading)

    def option(self, reading_id: str, given: str | None) -> str:
        """Return the given option of a reading, checked, or its default."""
        known = self.readings[reading_id]
        return known.default if given is None else known.option(given).id

    def options(self, given: Given) -> Taken:
        """Return an option for every reading: the given ones, and the defaults of the others.

        Raises `ValueError` for an unknown reading or option.
        """
        if isinstance(given, Taken):
            return given
        return Taken(chosen(self.game, given)) if given else self.defaults

    def takes(self, reading_id: str, option: str, op: Op = "reads", amount: Number = 0) -> Step:
        """Return the step for an option of a reading, in the words given."""
        reading = self.readings[reading_id]
        says = reading.option(option).says
        return Step(says, reading.cite, op, Fraction(amount), reading=reading_id)

    def deciding(
        self, ids: Iterable[str], given: Given, value: Callable[[Mapping[str, str]], object]
    ) -> Iterator[Step]:
        """Yield the steps for those of these readings whose other options would change this value,
        a function of the options of all readings.
        """
        options = self.options(given)
        now = value(options)
        for reading in ids:
            others = (option.id for option in self.readings[reading].options)
            if any(value({**options, reading: other}) != now for other in others):
                yield self.takes(reading, options[reading])

    def reads(self, reading_id: str, option: str, before: str = "", good: object = None) -> Step:
        """Return the step for an option of a reading, in the words of the option. It allows or
        forbids if ``good`` is given.
        """
        reading = self.readings[reading_id]
        op: Op = "note" if good is None else "allows" if good else "forbids"
        says = reading.option(option).says
        text = f"{before}Under this reading {says[0].lower()}{says[1:]}"
        return Step(text, reading.cite, op, reading=reading_id)


def supplied(what: str) -> Cite:
    """Return the citation of a value that the reader gives, because the source has none."""
    return Cite("You", what, kind="supplied")


def as_notes(answer: Answer[object]) -> Iterator[Step]:
    """Yield the steps of another answer as explanations, which decide nothing here."""
    return (replace(step, op="note") for step in answer.steps)
