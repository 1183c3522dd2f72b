"""Dice and exact odds: whole-number weights inside, fractions outside, never a decimal.

A rule of dice is written once, as a function of its `Roll`. The same function explains one throw
(`Thrown`) and gives the odds (`run`) and the tree of its courses (`throw_after`). Odds also come
from a rule for a fixed number of dice (`over`), from adding dice (`sum_of`), from one throw that
decides the next (`Odds.then`), and from turn after turn (`chain`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, product, repeat
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Odds(Generic[T]):
    """How likely each outcome is.

    ``weights`` are whole numbers with no common factor; ``total`` is their sum.

    Outcomes keep the order they were given in (that of the printed table); whole numbers are put in
    rising order. Two odds are equal when every outcome is as likely in one as in the other. Raises
    `ValueError` for a weight that is negative or not a whole number, and when no outcome can
    happen.

    >>> coin = Odds({"heads": 1, "tails": 1})
    >>> coin.p("heads"), sum(chance for _, chance in coin)
    (Fraction(1, 2), Fraction(1, 1))
    """

    weights: Mapping[T, int]
    total: int

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        given = list(weights.items() if isinstance(weights, Mapping) else weights)
        for outcome, weight in given:
            if isinstance(weight, bool) or not isinstance(weight, int) or weight < 0:
                raise ValueError(
                    f"The weight of an outcome is a whole number, 0 or more; that of {outcome!r} is"
                    f" {weight!r}."
                )
        if not any(weight for _, weight in given):
            raise ValueError("Odds need at least one outcome that can happen; none was given.")
        _settle(self, _gathered((outcome, weight) for outcome, weight in given if weight))

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        return ((outcome, Fraction(weight, self.total)) for outcome, weight in self.weights.items())

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(frozenset(self.weights.items()))

    def __repr__(self) -> str:
        return f"Odds({dict(self.weights)})"

    def __reduce__(self) -> tuple[object, ...]:
        return Odds, (dict(self.weights),)

    @property
    def outcomes(self) -> tuple[T, ...]:
        """The outcomes that can happen, in order."""
        return tuple(self.weights)

    def p(self, outcome: T) -> Fraction:
        """Return the chance of exactly this outcome: zero if it cannot happen."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def chance(self, happens: Callable[[T], object]) -> Fraction:
        """Return the chance of the outcomes for which ``happens`` is true.

        >>> D6.chance(lambda die: die % 2)
        Fraction(1, 2)
        """
        return Fraction(
            sum(weight for outcome, weight in self.weights.items() if happens(outcome)), self.total
        )

    def at_least(self, number: int | Fraction) -> Fraction:
        """Return the chance of this number or more.

        Raises `ValueError` if an outcome is not a number.

        >>> D6.at_least(5)
        Fraction(1, 3)
        """
        return Fraction(
            sum(weight for value, weight in self._numbers() if value >= number), self.total
        )

    def at_most(self, number: int | Fraction) -> Fraction:
        """Return the chance of this number or less.

        Raises `ValueError` if an outcome is not a number.
        """
        return Fraction(
            sum(weight for value, weight in self._numbers() if value <= number), self.total
        )

    @property
    def mean(self) -> Fraction:
        """The average outcome. Raises `ValueError` if an outcome is not a number.

        >>> D6.mean, AVERAGE_DIE.mean
        (Fraction(7, 2), Fraction(7, 2))
        """
        parts = math.lcm(*(value.denominator for value, _ in self._numbers()))
        in_parts = (
            value.numerator * (parts // value.denominator) * weight
            for value, weight in self._numbers()
        )
        return Fraction(sum(in_parts), parts * self.total)

    def _numbers(self) -> Iterator[tuple[int | Fraction, int]]:
        for outcome, weight in self.weights.items():
            if not isinstance(outcome, (int, Fraction)):
                raise ValueError(
                    f"Only numbers can be compared and averaged; {outcome!r} is not one. Map the"
                    " outcomes to numbers first."
                )
            yield outcome, weight

    def map(self, rule: Callable[[T], U]) -> Odds[U]:
        """Return the odds of what a function makes of the outcomes.

        >>> D6.map(lambda die: (die + 1) // 2).p(3)
        Fraction(1, 3)
        """
        return _odds(_gathered((rule(outcome), weight) for outcome, weight in self.weights.items()))

    def then(self, following: Callable[[T], Odds[U]]) -> Odds[U]:
        """Return the odds after a second throw that depends on the first.

        >>> D6.then(lambda die: D6 if die == 6 else certain(0)).p(0)  # only a six throws again
        Fraction(5, 6)
        """
        branches = [(weight, following(outcome)) for outcome, weight in self.weights.items()]
        common = math.lcm(*(branch.total for _, branch in branches))
        return _odds(
            _gathered(
                (outcome, weight * (common // branch.total) * inner)
                for weight, branch in branches
                for outcome, inner in branch.weights.items()
            )
        )


def _gathered(weights: Iterable[tuple[T, int]]) -> dict[T, int]:
    """Return the total weight of each outcome, with whole numbers in rising order."""
    gathered: dict[T, int] = {}
    for outcome, weight in weights:
        gathered[outcome] = gathered.get(outcome, 0) + weight
    if all(type(outcome) is int for outcome in gathered):
        return dict(sorted(gathered.items()))
    return gathered


def _odds(gathered: Mapping[T, int]) -> Odds[T]:
    """Return the odds with these weights, which need none of the constructor's checks."""
    odds: Odds[T] = object.__new__(Odds)
    _settle(odds, gathered)
    return odds


def _settle(odds: Odds[T], gathered: Mapping[T, int]) -> None:
    """Give new odds their weights, divided by their common factor."""
    common = math.gcd(*gathered.values())
    lowest = (
        gathered
        if common == 1
        else {outcome: weight // common for outcome, weight in gathered.items()}
    )
    object.__setattr__(odds, "weights", MappingProxyType(lowest))
    object.__setattr__(odds, "total", sum(lowest.values()))


def certain(outcome: U) -> Odds[U]:
    """Return the odds of something that always happens."""
    return _odds({outcome: 1})


def faces(*values: int) -> Odds[int]:
    """Return the odds of a die with these numbers on its faces.

    Raises `ValueError` if there are none.
    """
    return Odds((value, 1) for value in values)


@lru_cache(maxsize=16)
def die(sides: int) -> Odds[int]:
    """Return the odds of a die with this many sides, numbered from 1.

    Raises `ValueError` unless ``sides`` is a whole number, 1 or more.

    >>> die(10).p(10)
    Fraction(1, 10)
    """
    if isinstance(sides, bool) or not isinstance(sides, int) or sides < 1:
        raise ValueError(
            f"A die has 1 side or more, a whole number of them, not {sides!r}; the usual ones have"
            " 6 and 10."
        )
    return faces(*range(1, sides + 1))


D6: Final = die(6)
D10: Final = die(10)
#: The "average die", or D5: no ones and no sixes, threes and fours twice (One-Hour Wargames WWII,
#: lines 141 and 156).
AVERAGE_DIE: Final = faces(2, 3, 3, 4, 4, 5)


@lru_cache(maxsize=32)  # the odds of 1000 shots fill a megabyte
def sum_of(thrown: Odds[int], count: int) -> Odds[int]:
    """Return the odds of the total of several like dice.

    A die is a polynomial whose exponents are its numbers, and the total of several dice is a power
    of it. The polynomial is packed into one big integer, with a field of bytes for each coefficient
    that is wide enough for the result, so the power is a single operation on whole numbers.

    Raises `ValueError` unless ``count`` is a whole number, 0 or more.

    >>> sum_of(D6, 2).p(7), sum_of(D6, 10).mean
    (Fraction(1, 6), Fraction(35, 1))
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise ValueError(f"The number of dice is a whole number, 0 or more, not {count!r}.")
    low, high = min(thrown.weights), max(thrown.weights)
    width = (thrown.total**count).bit_length() // 8 + 1
    packed = (
        sum(weight << 8 * width * (value - low) for value, weight in thrown.weights.items())
        ** count
    )
    ways = packed.to_bytes(width * (count * (high - low) + 1), "little")
    from_bytes = int.from_bytes
    weights = {
        low * count + n: from_bytes(ways[width * n : width * (n + 1)], "little")
        for n in range(count * (high - low) + 1)
    }
    return _odds({number: weight for number, weight in weights.items() if weight})


def over(rule: Callable[..., U], *thrown: Odds[Any]) -> Odds[U]:
    """Return the odds of a rule's outcome, found by running it over every roll of these dice.

    The rule takes one number for each die. This is slow and certain, and tests every faster way.

    >>> over(lambda a, b: max(a, b), D6, D6).p(6)
    Fraction(11, 36)
    """
    rolls = product(*(dice.weights.items() for dice in thrown))
    return _odds(
        _gathered(
            (rule(*(value for value, _ in roll)), math.prod(weight for _, weight in roll))
            for roll in rolls
        )
    )


class Roll(Protocol):
    """What a rule throws with: it takes a die and the meaning of each number, and returns the
    meaning of the number thrown.
    """

    def __call__(self, die: Odds[int], meaning: Callable[[int], U], /) -> U:
        """Return what the number thrown means to the rule."""


class Thrown:
    """A `Roll` of dice already thrown: the numbers ``given``, in order.

    With a ``seed``, further numbers are thrown after them, always the same for the same seed.
    ``rolls`` are the numbers used; numbers that no rule asks for are ignored. Raises `ValueError`
    with the sentence ``too_few`` when a rule asks for more numbers than were given and there is no
    seed.

    >>> dice = Thrown((6, 2, 5))
    >>> dice(D6, lambda number: number > 3), dice(D6, int), dice.rolls
    (True, 2, (6, 2))
    >>> Thrown(seed=7)(D6, int) == Thrown(seed=7)(D6, int)
    True
    """

    def __init__(
        self,
        given: Iterable[int] = (),
        too_few: str = "One more roll is needed.",
        seed: int | None = None,
    ) -> None:
        self._left, self._too_few = iter(given), too_few
        self._random = None if seed is None else random.Random(seed)
        self.rolls: tuple[int, ...] = ()

    def __call__(self, die: Odds[int], meaning: Callable[[int], U], /) -> U:
        """Return what the next number means.

        Raises `ValueError` if the die has no such side, or if no number is left.
        """
        number = self._next(die)
        if number not in die.weights:
            raise ValueError(
                f"A roll is one of {', '.join(map(str, die.weights))}, not {number!r}."
            )
        self.rolls = (*self.rolls, number)
        return meaning(number)

    def _next(self, die: Odds[int]) -> int:
        for number in self._left:
            return number
        if self._random is None:
            raise ValueError(self._too_few)
        numbers, weights = zip(*die.weights.items(), strict=True)
        return int(self._random.choices(numbers, weights)[0])


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that a rule asks for: its die, and what each number of it means to the rule."""

    die: Odds[int]
    meaning: Callable[[int], Any]

    @property
    def odds(self) -> Odds[Any]:
        """The odds of what the throw means."""
        return self.die.map(self.meaning)

    def numbers(self) -> Mapping[Any, tuple[int, ...]]:
        """Return the numbers of the die under each meaning, in the order of the die."""
        by_meaning: dict[Any, list[int]] = {}
        for number in self.die.weights:
            by_meaning.setdefault(self.meaning(number), []).append(number)
        return {meaning: tuple(numbers) for meaning, numbers in by_meaning.items()}


class _Asked(Exception):  # noqa: N818  # control flow: it stops a rule at its next throw
    def __init__(self, throw: Throw) -> None:
        self.throw = throw


class _Known:
    """A `Roll` that replays known results and stops the rule at its next throw."""

    def __init__(self, known: Iterable[Any]) -> None:
        self._known = iter(known)

    def __call__(self, die: Odds[int], meaning: Callable[[int], U], /) -> U:
        for result in self._known:
            # This same throw handed the rule this result before.
            return result  # type: ignore[no-any-return]
        raise _Asked(Throw(die, meaning))


def throw_after(rule: Callable[[Roll], U], known: Iterable[Any] = ()) -> Throw | U:
    """Return the throw that a rule asks for after its first ones, or its result if it asks for no
    more.

    ``known`` holds what those first throws mean to the rule.

    >>> (
    ...     throw_after(lambda roll: roll(D6, int) + roll(D6, int), (6,)).numbers()[1],
    ...     throw_after(lambda roll: roll(D6, int), (6,)),
    ... )
    ((1,), 6)
    """
    try:
        return rule(_Known(known))
    except _Asked as asked:
        return asked.throw


def run(rule: Callable[[Roll], U]) -> Odds[U]:
    """Return the odds of a rule's result, found by running it over every throw that it asks for.

    Numbers with the same meaning are run once. A rule whose throws never end raises
    `RecursionError`.

    >>> # only a six throws again
    >>> run(lambda roll: roll(D6, int) if roll(D6, lambda number: number == 6) else 0).p(0)
    Fraction(5, 6)
    """

    def following(known: tuple[object, ...]) -> Odds[U]:
        after = throw_after(rule, known)
        return (
            after.odds.then(lambda result: following((*known, result)))
            if isinstance(after, Throw)
            else certain(after)
        )

    return following(())


def chain(start: Odds[T], turn: Callable[[T], Odds[T]], turns: int) -> tuple[Odds[T], ...]:
    """Return the odds of each state before the first turn and after each turn.

    ``turn`` returns what may follow a state; it is called once for each state that can be reached.

    >>> [
    ...     odds.p(0)
    ...     for odds in chain(
    ...         certain(2), lambda steps: D6.map(lambda die: max(0, steps - (die > 3))), 2
    ...     )
    ... ]
    [Fraction(0, 1), Fraction(0, 1), Fraction(1, 4)]
    """
    follows = cache(turn)
    return tuple(accumulate(repeat(None, turns), lambda odds, _: odds.then(follows), initial=start))
