"""An answer and its reasons. The value is computed from its steps, so the two always agree."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, Literal, ParamSpec, Protocol, TypeVar, cast

from landships_lab.core.sources import Cite

if TYPE_CHECKING:  # Python 3.13 has defaults of type variables
    from typing_extensions import TypeVar as WithDefault

    D = WithDefault("D", default=Any)
else:
    D = TypeVar("D")

Op = Literal["start", "add", "times", "floor", "cap", "allows", "forbids", "reads", "note"]

#: What a step names and a picture lights up: a hex, a hexside, a point on the table.
Mark = Hashable

T_co = TypeVar("T_co", covariant=True)
P = ParamSpec("P")


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
    places it speaks of. ``reading`` is the id of the reading it relies on, if any. ``slip`` is what
    somebody did who left it out, in words that follow "It looks as if": "you forgot the cover".
    """

    text: str
    cite: Cite
    op: Op = "note"
    amount: Fraction | Gap = Fraction(0)
    marks: tuple[Mark, ...] = ()
    reading: str = ""
    slip: str = field(default="", kw_only=True, compare=False)


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
class Answer(Generic[T_co, D]):
    """A value, the steps it was computed from, a one-line headline, and what would change a
    refusal.

    ``detail`` holds what the rule found along the way and a picture or chart draws (odds, a field,
    a path), so that the rule need not be asked twice. Each rule has its own type for it, the second
    of ``Answer[int, Path]``. It is ignored in comparisons.
    """

    value: T_co
    steps: tuple[Step, ...]
    headline: str = ""
    remedies: tuple[Remedy, ...] = ()
    detail: D = field(default=None, compare=False, repr=False)  # type: ignore[assignment]  # Any

    if not TYPE_CHECKING:

        def __class_getitem__(cls, _types: object) -> type:
            """Return the class: ``Answer[int]`` leaves out the type of the detail."""
            return cls

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
    """Return False if any step forbids; otherwise the first Gap among the steps, if any; otherwise
    True.
    """
    gap: Gap | None = None
    for step in steps:
        if step.op == "forbids":
            return False
        if gap is None and isinstance(step.amount, Gap):
            gap = step.amount
    return True if gap is None else gap


def slips(answer: Answer[Any]) -> dict[str, int | Fraction | bool | Gap]:
    """Return the wrong value that each mistake leads to: the answer with that step left out.

    >>> here = Cite("a book", "a page")
    >>> far = Step("He is 4 inches away.", here, "start", Fraction(4))
    >>> hidden = Step(
    ...     "He is in cover: 2 more.", here, "add", Fraction(2), slip="you forgot his cover"
    ... )
    >>> slips(Answer(6, (far, hidden)))
    {'you forgot his cover': 4}
    """
    value_of = judge if isinstance(answer.value, bool) else tally
    return {
        step.slip: value_of(other for other in answer.steps if other is not step)
        for step in answer.steps
        if step.slip
    }


@dataclass(frozen=True, slots=True)
class Told(Generic[D]):
    """Everything in an answer except the steps and the value that follows from them."""

    headline: str
    remedies: Iterable[Remedy] = ()
    detail: D = None  # type: ignore[assignment]  # Any

    if not TYPE_CHECKING:

        def __class_getitem__(cls, _types: object) -> type:
            """Return the class, whatever the type of the detail."""
            return cls


#: A rule as a generator: it yields its steps and returns its headline, or a `Told`, or a function
#: that makes either from the value. ``Telling[Path]`` is the type of a rule whose detail is a
#: `Path`.
Telling = Generator[Step, None, str | Told[D] | Callable[[Any], str | Told[D]]]


class Rule(Protocol[P, T_co, D]):
    """A rule that can be asked for its answer, or for its `value` alone.

    The value needs no headline and no remedies, so that remedies can be tried with it.
    """

    def __call__(self, *args: P.args, **named: P.kwargs) -> Answer[T_co, D]:
        """Return the answer."""

    def value(self, *args: P.args, **named: P.kwargs) -> T_co:
        """Return the value of the answer."""


def decided(rule: Callable[P, Telling[D]]) -> Rule[P, bool, D]:
    """Make a rule whose steps decide yes or no (`judge`), with no gap in its source.

    >>> here = Cite("a book", "a page")
    >>> @decided
    ... def may_fire(inches: int) -> Telling:
    ...     yield Step("It fires 12 inches.", here, "allows" if inches <= 12 else "forbids")
    ...     return lambda may: "It may fire." if may else "It may not fire."
    >>> may_fire(13).headline, may_fire.value(12)
    ('It may not fire.', True)
    """
    return _rule(rule, _verdict)


def judged(rule: Callable[P, Telling[D]]) -> Rule[P, bool | Gap, D]:
    """Make a rule whose steps decide yes or no (`judge`), or hold a `Gap`."""
    return _rule(rule, judge)


def tallied(rule: Callable[P, Telling[D]]) -> Rule[P, int | Fraction | Gap, D]:
    """Make a rule whose steps add up (`tally`) to a number, or hold a `Gap`."""
    return _rule(rule, tally)


def summed(rule: Callable[P, Telling[D]]) -> Rule[P, int, D]:
    """Make a rule whose steps add up to a whole number."""
    return _rule(rule, whole_total)


def counted(rule: Callable[P, Telling[D]]) -> Rule[P, int | Gap, D]:
    """Make a rule whose steps add up to a whole number, or hold a `Gap`."""
    return _rule(rule, _whole_or_gap)


def measured(rule: Callable[P, Telling[D]]) -> Rule[P, int | Fraction, D]:
    """Make a rule whose steps add up to a number, whole or not."""
    return _rule(rule, exact_total)


def chanced(rule: Callable[P, Telling[D]]) -> Rule[P, Fraction, D]:
    """Make a rule whose steps come to a chance."""
    return _rule(rule, chance_total)


def whole_total(steps: Iterable[Step]) -> int:
    """Return the whole number that the steps of a rule without gaps add up to."""
    value = tally(steps)
    assert isinstance(value, int)  # the rule adds whole numbers
    return value


def _whole_or_gap(steps: Iterable[Step]) -> int | Gap:
    value = tally(steps)
    assert not isinstance(value, Fraction)  # the rule adds whole numbers
    return value


def exact_total(steps: Iterable[Step]) -> int | Fraction:
    """Return the number that the steps of a rule without gaps add up to."""
    value = tally(steps)
    assert not isinstance(value, Gap)  # a rule with a gap uses `tallied`
    return value


def chance_total(steps: Iterable[Step]) -> Fraction:
    """Return the chance that the steps of a rule without gaps come to."""
    return Fraction(exact_total(steps))


def _verdict(steps: Iterable[Step]) -> bool:
    value = judge(steps)
    assert not isinstance(value, Gap)  # a rule with a gap is `judged`
    return value


def _rule(
    rule: Callable[P, Telling[D]], value_of: Callable[[Iterable[Step]], T_co]
) -> Rule[P, T_co, D]:
    @wraps(rule)
    def answer(*args: P.args, **named: P.kwargs) -> Answer[Any]:
        returned: Any = None

        def telling() -> Generator[Step, None, None]:
            nonlocal returned
            returned = yield from rule(*args, **named)

        steps = tuple(telling())
        value = value_of(steps)
        end = returned(value) if callable(returned) else returned
        end = Told(end) if isinstance(end, str) else end
        return Answer(value, steps, end.headline, tuple(end.remedies), end.detail)

    def value(*args: P.args, **named: P.kwargs) -> Any:
        return value_of(rule(*args, **named))

    answer.value = value  # type: ignore[attr-defined]  # as `Rule` says
    return cast("Rule[P, T_co, D]", answer)
