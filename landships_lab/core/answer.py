"""An answer and its reasons. The value is computed from its steps, so the two always agree."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from landships_lab.core.sources import Cite

Op = Literal["start", "add", "times", "floor", "cap", "allows", "forbids", "reads", "note"]

#: What a step names and a picture lights up: a hex, a hexside, a point on the table.
Mark = Hashable

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Gap:
    """What the source does not say.

    ``question`` names what is missing, ``cite`` the place where it ought to stand.

    A Gap is neither a number nor a yes: it is false, it cannot be compared, and arithmetic on it
    gives the same Gap again.
    """

    question: str
    cite: Cite

    def _still(self, _other: object) -> Gap:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = (
        _still
    )

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"not in the source: {self.question}"


@dataclass(frozen=True, slots=True)
class Step:
    """One short sentence of the reasoning with its citation.

    ``op`` and ``amount`` carry its arithmetic (`tally`) or its verdict (`judge`). ``marks`` are the
    places it speaks of. ``reading`` is the id of the reading it relies on, if any.
    """

    text: str
    cite: Cite
    op: Op = "note"
    amount: Fraction | Gap = Fraction(0)
    marks: tuple[Mark, ...] = ()
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Counted(Step):
    """One step of a count from place to place. ``named`` is the place reached.

    The first step starts at zero.
    """

    named: str = ""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What would turn a refusal into a yes: a sentence, and the one change to the question that it
    proposes.

    ``change`` names what to alter (``heading``, ``place``, ``weapon``, ``target``, a reading's id)
    and ``to`` gives the new value. An empty ``change`` is advice with no single change behind it
    ("9 hexes is 2 too far").
    """

    text: str
    change: str = ""
    to: Any = None


@dataclass(frozen=True, slots=True)
class Answer(Generic[T_co]):
    """A value, the steps it was computed from, a one-line headline, and what would change a
    refusal.

    ``detail`` holds what the rule found along the way and a picture or chart draws (odds, a field,
    a path), so that the rule need not be asked twice. Each rule has its own type for it. It is
    ignored in comparisons.
    """

    value: T_co
    steps: tuple[Step, ...]
    headline: str = ""
    remedies: tuple[Remedy, ...] = ()
    detail: Any = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        lines = [self.headline or str(self.value)]
        lines += [f"{n}. {step.text} [{step.cite}]" for n, step in enumerate(self.steps, 1)]
        lines += [f"- {remedy.text}" for remedy in self.remedies]
        return "\n".join(lines)


def tally(steps: Iterable[Step]) -> int | Fraction | Gap:
    """Return the number that the arithmetic steps come to.

    It is an `int` where it is whole, a `Fraction` where it is not, and a Gap if a step that counts
    holds one. Steps of other kinds are passed over.

    >>> here = Cite("a book", "a page")
    >>> tally(
    ...     [Step("start", here, "start", Fraction(3)), Step("double", here, "times", Fraction(2))]
    ... )
    6
    """
    total: Fraction | Gap = Fraction(0)
    for step in steps:
        if step.op == "start":
            total = step.amount
        elif step.op == "add":
            total = total + step.amount
        elif step.op == "times":
            total = total * step.amount
        elif step.op == "floor" and not isinstance(total, Gap):
            total = Fraction(total.numerator // total.denominator)
        elif step.op == "cap" and not isinstance(total, Gap):
            total = step.amount if isinstance(step.amount, Gap) else min(total, step.amount)
    if isinstance(total, Fraction) and total.denominator == 1:
        return total.numerator
    return total


def judge(steps: Iterable[Step]) -> bool | Gap:
    """Return False if any step forbids; otherwise the first Gap among the steps, if there is one;
    otherwise True.
    """
    gap: Gap | None = None
    for step in steps:
        if step.op == "forbids":
            return False
        if gap is None and isinstance(step.amount, Gap):
            gap = step.amount
    return True if gap is None else gap
