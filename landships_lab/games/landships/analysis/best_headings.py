"""Better headings and formations for a force: exact headings, by branch and bound, that leave the
fewest blind places or bring the most fire to bear on one place.

The places that a unit bears on with each heading are bits. A unit still to be turned can add at
most what its best heading adds to the covered places. If all these additions together cannot beat
the best known headings, the branch is skipped. Places that several of these best headings would add
are counted once, which tightens the bound.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product

from landships_lab.core.checks import one_of
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place, place_at
from landships_lab.core.place_bits import count_at, numbers, place_bits
from landships_lab.core.speech import with_article
from landships_lab.games.landships.rules.positions import legal_headings, nearest_heading
from .coverage import Conditions, Coverage, Deployed, Force, bears_on, counts, union

#: How many branches are tried before the search stops; its result is then not proven.
MOST_BRANCHES = 20_000
#: How often a bound is tightened at most.
ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Headings:
    """The result of a search: one heading for each unit, in their order.

    ``value`` is the number of places that stay blind, or the count on a place; ``proven`` says that
    no other headings are better.
    """

    headings: tuple[Heading, ...]
    value: int
    proven: bool = True


def turned(force: Force, units: Sequence[Deployed], headings: Sequence[Heading]) -> Force:
    """Return the force with each of these units turned to its heading."""
    pairs = zip(units, headings, strict=True)
    faced = {one: replace(one, heading=heading) for one, heading in pairs}
    return tuple(faced.get(one, one) for one in force)


def fewest_blind(
    units: Sequence[Deployed],
    conditions: Conditions,
    within: int,
    most_branches: int = MOST_BRANCHES,
) -> Headings:
    """Return the legal headings that leave these units the fewest blind places: the present ones if
    no others are better.

    A place is blind if it lies within ``within`` hexes of a unit and no weapon bears on it. The
    search ends after ``most_branches`` branches, and ``proven`` is False then.
    """
    near = Coverage(conditions, tuple(units), "guns", within).near
    choices = [
        [(h, bears_on(replace(one, heading=h), conditions) & near) for h in _turns(one)]
        for one in units
    ]
    sure = union(reduce(operator.and_, (bits for _, bits in choice)) for choice in choices)
    possible = union(_union(choice) for choice in choices)
    pack = _packer(possible & ~sure)  # only the places that depend on headings
    packed = [_kept([(h, pack(bits)) for h, bits in choice]) for choice in choices]
    search = _Search(packed, most_branches)
    best = tuple(search.run())
    return Headings(best, (near & ~sure).bit_count() - search.most, search.branches_left > 0)


def _packer(within: int) -> Callable[[int], int]:
    """Return a function that keeps only these bits of a set and packs them together."""
    kept, written = list(numbers(within)), within.bit_length()
    if len(kept) < 2:
        return lambda bits: int(bool(bits & within))
    pick = operator.itemgetter(*(written - 1 - n for n in kept))
    return lambda bits: int("".join(pick(f"{bits & within:0{written}b}")), 2)


def _turns(one: Deployed) -> list[Heading]:
    """Return the legal headings of a unit, the present one first, then those with the least
    turning.
    """
    return sorted(
        legal_headings(one.unit.unit_class, one.place),
        key=lambda h: (abs(one.heading.turns_to(h)), -one.heading.turns_to(h)),
    )


def _kept(choice: Sequence[tuple[Heading, int]]) -> list[tuple[Heading, int]]:
    """Return the headings without those that cover no more than an earlier one or less than a later
    one.
    """
    kept: list[tuple[Heading, int]] = []
    for heading, bits in choice:
        if not any(bits | other == other for _, other in kept):
            kept = [(h, other) for h, other in kept if bits | other != bits] if kept else []
            kept.append((heading, bits))
    return kept


class _Search:
    """A search for the headings that cover most: depth first, beginning with the unit with the most
    choices.
    """

    def __init__(self, choices: list[list[tuple[Heading, int]]], branches: int) -> None:
        self.choices, self.branches_left = choices, branches
        self.most, self.best = -1, [choice[0][0] for choice in choices]
        self.ceiling = _union([pair for choice in choices for pair in choice]).bit_count()

    def run(self) -> list[Heading]:
        """Return the best headings, in the order of the units."""
        self._greedy()
        self._branch(0, {}, list(range(len(self.choices))))
        return self.best

    def _greedy(self) -> None:
        """Begin with the present headings, and turn one unit after another to the best heading for
        all until nothing improves.
        """
        now = [choice[0] for choice in self.choices]
        self._record(_union(now), [h for h, _ in now])
        better = True
        while better:
            better = False
            for n, choice in enumerate(self.choices):
                others = _union(now[:n]) | _union(now[n + 1 :])
                best = max(choice, key=lambda pair: (others | pair[1]).bit_count())
                then = [*now[:n], best, *now[n + 1 :]]
                if self._record(others | best[1], [h for h, _ in then]):
                    now, better = then, True

    def _record(self, covered: int, headings: list[Heading]) -> bool:
        if (count := covered.bit_count()) <= self.most:
            return False
        self.most, self.best = count, headings
        return True

    def _branch(self, covered: int, chosen: dict[int, Heading], open_: list[int]) -> None:
        """Try all headings of the remaining units in addition to what is covered."""
        if not open_:
            self._record(covered, [chosen[n] for n in range(len(self.choices))])
            return
        if self.branches_left <= 0 or self._bound(covered, open_) <= self.most:
            return
        self.branches_left -= 1
        gains = {
            n: [((covered | bits).bit_count(), h, bits) for h, bits in self.choices[n]]
            for n in open_
        }
        counts = {n: [count for count, _, _ in gains[n]] for n in open_}
        unit = max(open_, key=lambda n: max(counts[n]) - min(counts[n]))
        rest = [n for n in open_ if n != unit]
        for _, heading, bits in sorted(gains[unit], key=lambda gain: -gain[0]):
            self._branch(covered | bits, {**chosen, unit: heading}, rest)

    def _bound(self, covered: int, open_: list[int]) -> int:
        """Return an upper bound of the places for all headings of the remaining units."""
        least, given = self.ceiling, covered
        for _ in range(ROUNDS):
            at_once = given.bit_count()
            choices = (self.choices[n] for n in open_)
            tops = [max(((given | bits).bit_count(), bits) for _, bits in c) for c in choices]
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
    """Return the legal headings with which these units bring the most fire to bear on one place; of
    equally good ones, those with the least turning. Points that are not in the source add nothing.

    ``shade`` is what is counted: points, guns or units. Units count separately, so that the best
    heading of each gives the best total.
    """
    number = place_bits(conditions.grid).number(place)
    best, value = [], 0
    for one in units:
        faced = ((replace(one, heading=h), h) for h in _turns(one))
        counted = [(count_at(counts([it], conditions, shade), number), h) for it, h in faced]
        count, heading = max(counted, key=lambda pair: pair[0])
        best.append(heading)
        value += count
    return Headings(tuple(best), value)


# ------------------------------------------------------------------------------------ formations

# The article prints no formations; these are what the words mean on twelve points:
#
#     line      3 1 L 2 4      column   L      echelon   L          wedge       L
#                                       1                  1                 2     1
#                                       2                    2            4           3

#: The name of a formation, and the directions of its units in points of 30 degrees off the leader's
#: bow, used in turn.
FORMATIONS = {"line": (3, -3), "column": (6,), "echelon": (4,), "wedge": (4, -4)}
#: The distance between its units, in hexes, if the board has room; otherwise one. Through
#: hexjunctures one step less is as far.
SPACING = 2


def form_up(
    force: Force,
    leader: Deployed,
    formation: str,
    grid: Grid,
    closed: frozenset[Place] = frozenset(),
    spacing: int = SPACING,
) -> Force:
    """Return the force with the vehicles of the leader's side drawn up on the leader.

    They face as the leader does; guns stay where they are. The followers' earlier places do not
    matter. Places off the board, ``closed`` places and places of units that stay are skipped. The
    units stand ``spacing`` hexes apart; if there is too little room they close up, and then also
    stand on the same lines ahead of the leader. Raises `ValueError` without any room.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tanks = tuple(
    ...     Deployed(UNITS["mk-iv-male"], grid.place("0605"), Heading.N, "British", n)
    ...     for n in (1, 2, 3)
    ... )
    >>> [grid.code(one.place) for one in form_up(tanks, tanks[0], "column", grid)]
    ['0605', '0607', '0609']
    """
    points = FORMATIONS[one_of("formation", formation, FORMATIONS)]
    vehicles = (one for one in force if one.unit.unit_class == 3 and one.side == leader.side)
    followers = [one for one in vehicles if one != leader]
    stay = {one.place for one in force if one not in followers}
    for ways, apart in product(((0,), (0, 6)), (spacing, 1)):
        spots = dict.fromkeys(_places(leader, points, ways, apart, grid))
        free = (place for place in spots if place not in stay and place not in closed)
        stood = {
            one: replace(one, place=place, heading=nearest_heading(3, place, leader.heading))
            for one, place in zip(followers, free, strict=False)
        }
        if len(stood) == len(followers):
            return tuple(stood.get(one, one) for one in force)
    what = f"{with_article(formation)} of {len(followers) + 1}"
    raise ValueError(f"The board has no room for {what} here; move the leader, or turn it.")


def _places(
    leader: Deployed, points: Sequence[int], ways: Sequence[int], spacing: int, grid: Grid
) -> Iterator[Place]:
    """Yield the places of the formation, the nearest first.

    ``ways`` is 0 for the places of the formation, 6 for those on the same lines ahead of the
    leader.
    """
    x, y = leader.place
    for about in ways:
        for count in range(1, grid.columns + grid.rows):
            for heading in (leader.heading.turn(point + about) for point in points):
                steps = count * (spacing if heading.faces_hexside else max(spacing - 1, 1))
                dx, dy = heading.vector
                place = place_at(x + 6 * steps * dx, y + 6 * steps * dy)
                if place in grid:
                    yield place
