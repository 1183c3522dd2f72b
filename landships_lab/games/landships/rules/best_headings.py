"""The headings that leave a force the fewest blind places, or bring the most fire to bear on one
place: exact, by branch and bound.

What a unit bears on, heading by heading, are bits. A unit that is still to be turned can add at
most what its best heading adds to what is covered already; where all such additions together cannot
beat the best headings found so far, a branch is left. Places that several of these best headings
would add are taken for covered, once: then no heading adds them, and the bound comes closer.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from landships_lab.core.hexes import Heading, Place
from landships_lab.core.place_bits import count_at, numbers, place_bits
from .coverage import Coverage, counts
from .force import Conditions, Deployed, Force, bears_on, union
from .positions import legal_headings

#: How many branches are tried before the search gives up proving; what it has found by then is told
#: as not proven.
MOST_BRANCHES = 20_000
#: How often a bound is brought closer, at most.
ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Headings:
    """The result of a search: one heading for each unit, in their order.

    ``value`` is the number of places that stay blind, or the count on a place; ``proven`` says that
    no other headings do better.
    """

    headings: tuple[Heading, ...]
    value: int
    proven: bool = True


def turned(force: Force, units: Sequence[Deployed], headings: Sequence[Heading]) -> Force:
    """Return the force with these units turned to these headings, one each.

    `ValueError` where there are not as many headings as units.
    """
    faced = {
        one: replace(one, heading=heading) for one, heading in zip(units, headings, strict=True)
    }
    return tuple(faced.get(one, one) for one in force)


def fewest_blind(
    units: Sequence[Deployed],
    conditions: Conditions,
    within: int,
    most_branches: int = MOST_BRANCHES,
) -> Headings:
    """Return the legal headings that leave these units the fewest blind places.

    A place is blind if it lies within ``within`` hexes of a unit and no weapon bears on it. Where
    the present headings do as well as any, they are returned. ``value`` is the number of blind
    places left. The search ends after ``most_branches`` branches, and ``proven`` is False then.
    Source: Twelve Point Facing, Facing (line 23) and Combat (line 115).
    """
    near = Coverage(conditions, tuple(units), "guns", within).near
    choices = [
        [(h, bears_on(replace(one, heading=h), conditions) & near) for h in _turns(one)]
        for one in units
    ]
    sure, possible = 0, 0
    for choice in choices:
        sure |= reduce(operator.and_, (bits for _, bits in choice))
        possible |= _union(choice)
    pack = _packer(possible & ~sure)  # nothing but the places that headings decide
    search = _Search(
        [_kept([(h, pack(bits)) for h, bits in choice]) for choice in choices], most_branches
    )
    found = search.run()
    return Headings(tuple(found), (near & ~sure).bit_count() - search.most, search.left > 0)


def _packer(within: int) -> Callable[[int], int]:
    """Return a function that leaves out of a set all bits but these, and moves these together."""
    kept, written = list(numbers(within)), within.bit_length()
    if len(kept) < 2:
        return lambda bits: int(bool(bits & within))
    pick = operator.itemgetter(*(written - 1 - n for n in kept))
    return lambda bits: int("".join(pick(f"{bits & within:0{written}b}")), 2)


def _turns(one: Deployed) -> list[Heading]:
    """Return the headings it may have, the present one first, then those with the least turning."""
    return sorted(
        legal_headings(one.unit.unit_class, one.place),
        key=lambda h: (abs(one.heading.turns_to(h)), -one.heading.turns_to(h)),
    )


def _kept(choice: Sequence[tuple[Heading, int]]) -> list[tuple[Heading, int]]:
    """Return the headings without those that cover nothing which an earlier one does not, or less
    than a later one.
    """
    kept: list[tuple[Heading, int]] = []
    for heading, bits in choice:
        if not any(bits | other == other for _, other in kept):
            kept = [(h, other) for h, other in kept if bits | other != bits] if kept else []
            kept.append((heading, bits))
    return kept


class _Search:
    """A search for the headings that cover most: by depth, the unit with
    most to choose from first.
    """

    def __init__(self, choices: list[list[tuple[Heading, int]]], branches: int) -> None:
        self.choices, self.left = choices, branches
        self.most, self.best = -1, [choice[0][0] for choice in choices]
        self.ceiling = _union([pair for choice in choices for pair in choice]).bit_count()

    def run(self) -> list[Heading]:
        """Return the best headings, in the order of the units."""
        self._greedy()
        self._branch(0, {}, list(range(len(self.choices))))
        return self.best

    def _greedy(self) -> None:
        """Begin with the present headings, and turn one unit after another to what is best for all
        until nothing gets better.
        """
        now = [choice[0] for choice in self.choices]
        self._record(_union(now), [h for h, _ in now])
        better = True
        while better:
            better = False
            for n, choice in enumerate(self.choices):
                others = _union(now[:n]) | _union(now[n + 1 :])
                taken = max(choice, key=lambda pair: (others | pair[1]).bit_count())
                if self._record(
                    others | taken[1],
                    [h for h, _ in now[:n]] + [taken[0]] + [h for h, _ in now[n + 1 :]],
                ):
                    now[n], better = taken, True

    def _record(self, covered: int, headings: list[Heading]) -> bool:
        if (count := covered.bit_count()) <= self.most:
            return False
        self.most, self.best = count, headings
        return True

    def _branch(self, covered: int, chosen: dict[int, Heading], open_: list[int]) -> None:
        """Try all headings of the units that are still open on top of what is covered."""
        if not open_:
            self._record(covered, [chosen[n] for n in range(len(self.choices))])
            return
        if self.left <= 0 or self._bound(covered, open_) <= self.most:
            return
        self.left -= 1
        gains = {
            n: [((covered | bits).bit_count(), h, bits) for h, bits in self.choices[n]]
            for n in open_
        }
        unit = max(
            open_, key=lambda n: max(c for c, _, _ in gains[n]) - min(c for c, _, _ in gains[n])
        )
        rest = [n for n in open_ if n != unit]
        for _, heading, bits in sorted(gains[unit], key=lambda found: -found[0]):
            self._branch(covered | bits, {**chosen, unit: heading}, rest)

    def _bound(self, covered: int, open_: list[int]) -> int:
        """Return a number of places that no headings of the open units can exceed."""
        least, given = self.ceiling, covered
        for _ in range(ROUNDS):
            at_once = given.bit_count()
            tops = [
                max(((given | bits).bit_count(), bits) for _, bits in self.choices[n])
                for n in open_
            ]
            least = min(least, at_once + sum(count - at_once for count, _ in tops))
            once = twice = 0
            for _, bits in tops:
                once, twice = once | bits, twice | (once & bits)
            if least <= self.most or not twice & ~given:
                break
            given |= twice
        return least


def _union(pairs: Sequence[tuple[Heading, int]]) -> int:
    return union(bits for _, bits in pairs)


def most_on(
    units: Sequence[Deployed], conditions: Conditions, place: Place, shade: str = "points"
) -> Headings:
    """Return the legal headings with which these units bring the most fire to bear on one place.

    ``shade`` is what is counted: points, guns or units. Each unit counts for itself, so the best
    heading of each gives the most in all; of equally good ones, the one with the least turning is
    returned. ``value`` is the count. Points that are not in the source add nothing. `ValueError`
    for an unknown measure. Source: Twelve Point Facing, Facing (line 23) and Combat (line 115).
    """
    number = place_bits(conditions.grid).number(place)
    best, value = [], 0
    for one in units:
        found = [
            (count_at(counts([replace(one, heading=h)], conditions, shade), number), h)
            for h in _turns(one)
        ]
        count, heading = max(found, key=lambda pair: pair[0])
        best.append(heading)
        value += count
    return Headings(tuple(best), value)
