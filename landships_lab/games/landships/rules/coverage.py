"""What the fire of a whole force bears on, where it is blind, and why: counted for every place of
the board at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from landships_lab.core.answer import Answer, Gap, Step, tally
from landships_lab.core.checks import one_of, whole
from landships_lab.core.place_bits import PlaceBits, Planes, count_at, counted, levels, place_bits
from landships_lab.core.speech import listed, plural
from landships_lab.data.gaps import gap
from .book import CITES, RANGE_READING, READINGS, hexes
from .fire import OUTSIDE_ARC, spotted_step
from .force import (
    SIDES,
    Conditions,
    Deployed,
    Force,
    bearings,
    bears_on,
    of_side,
    places_within,
    union,
    without_range,
)

#: What can be counted for a place, and its word.
SHADES = {"guns": "guns", "units": "units", "points": "points"}
MOST_WITHIN = 12
#: The base game's rule on lines of sight: the same gap as in the panel of lines of sight.
NO_SIGHT = gap("free_sight", "what-blocks")


@dataclass(frozen=True)
class Coverage:
    """What a force bears on, and the places near it on which it does not.

    ``shade`` is what is counted for each place: guns, units or points. A place within ``within``
    hexes of a unit is blind if no weapon bears on it. All sets are bits of `place_bits(grid)`.
    """

    conditions: Conditions
    force: Force
    shade: str
    within: int

    @property
    def board(self) -> PlaceBits:
        """The numbering of the places."""
        return place_bits(self.conditions.grid)

    @cached_property
    def covered(self) -> int:
        """The places that any weapon bears on."""
        return union(bears_on(one, self.conditions) for one in self.force)

    @cached_property
    def counts(self) -> Planes:
        """For each place the guns or units that bear on it, or their points, as far as the source
        has them.
        """
        return counts(self.force, self.conditions, self.shade)

    @cached_property
    def at_least(self) -> int:
        """The places whose count may be too low: a weapon bears on them whose points are not in the
        source.
        """
        if self.shade != "points":
            return 0
        found = (bearing for one in self.force for bearing in bearings(one, self.conditions))
        return union(each.bits for each in found if isinstance(each.weapon.points, Gap))

    @cached_property
    def near(self) -> int:
        """The places within ``within`` hexes of a unit of the force, without the places of its
        units.
        """
        taken = dict(self.conditions.readings)
        reading = taken.get(RANGE_READING, READINGS[RANGE_READING].default)
        places = [one.place for one in self.force]
        near = (places_within(p, self.within, self.conditions.grid, reading) for p in places)
        return union(near) & ~self.board.gather(places)

    @property
    def blind(self) -> int:
        """The near places that no weapon bears on."""
        return self.near & ~self.covered

    @cached_property
    def levels(self) -> list[tuple[int, int]]:
        """The places that something bears on, by their count, the lowest first."""
        return levels(self.counts, self.covered)

    def count(self, number: int) -> int:
        """Return the count of the place with this number."""
        return count_at(self.counts, number)

    def hexes(self, bits: int) -> int:
        """Return how many of these places are hexes."""
        return (bits & self.board.hexes).bit_count()


def counts(force: Sequence[Deployed], conditions: Conditions, shade: str = "guns") -> Planes:
    """Return for each place of the board the guns, the units or the printed points that bear on it.

    Points that are not in the source add nothing. `ValueError` for an unknown measure. Source:
    Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.core.grid import Grid
    >>> from landships_lab.core.hexes import Heading
    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> ahead = place_bits(grid).number(grid.place("0604"))
    >>> [
    ...     count_at(counts([tank], Conditions(grid), shade), ahead)
    ...     for shade in ("guns", "units", "points")
    ... ]
    [3, 1, 18]
    """
    one_of("measure of fire", shade, SHADES)
    if shade == "units":
        return counted((bears_on(one, conditions), 1) for one in force)
    found = (bearing for one in force for bearing in bearings(one, conditions))
    if shade == "guns":
        return counted((bearing.bits, 1) for bearing in found)
    return counted(
        (bearing.bits, points)
        for bearing in found
        if isinstance(points := bearing.weapon.points, int)
    )


def coverage(
    force: Force,
    conditions: Conditions,
    side: str = "British",
    shade: str = "guns",
    within: int = 3,
) -> Answer[int]:
    """Return how many hexes the units of a side bear on.

    ``side`` is British, German or both. ``detail`` is the `Coverage` with all counts and blind
    places: a place is blind if it lies within ``within`` hexes of a unit of the side and no weapon
    of the side bears on it. `ValueError` for an unknown measure, or a distance outside 1 to 12.
    Source: Twelve Point Facing, Combat (line 115) and the fire arc diagrams (lines 47-85).

    >>> from landships_lab.core.grid import Grid
    >>> from landships_lab.core.hexes import Heading
    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> coverage((tank,), Conditions(grid), within=5).headline
    'The British unit bears on 93 hexes; 26 places within 5 hexes are blind.'
    """
    one_of("measure of fire", shade, SHADES)
    found = Coverage(
        conditions,
        of_side(force, side),
        shade,
        whole("The distance to look at", within, 1, MOST_WITHIN),
    )
    steps = tuple(_steps(found))
    value = tally(steps)
    assert isinstance(value, int)  # a whole number starts it, and nothing is added
    return Answer(value, steps, _headline(found, side, value), detail=found)


def _headline(found: Coverage, side: str, value: int) -> str:
    if not found.force:
        return (
            f"No {side} unit stands on the board."
            if side != "both"
            else "No unit stands on the board."
        )
    bear = "bears" if len(found.force) == 1 else "bear"
    who = (
        f"{len(found.force)} {'' if side == 'both' else side + ' '}units"
        if len(found.force) > 1
        else f"The {found.force[0].side} unit"
    )
    on = _hexes_at_least(value, bool(without_range(found.force, found.conditions)))
    return f"{who} {bear} on {on}; {_blind_words(found)}."


def _hexes_at_least(count: int, more: bool) -> str:
    """Return a number of hexes, which may be ``more`` where a range is not in the source."""
    if more and not count:
        return "no hex for certain"
    return f"{'at least ' if more else ''}{plural(count, 'hex', 'hexes')}"


def _blind_words(found: Coverage) -> str:
    blind = found.blind.bit_count()
    most = "at most " if blind and without_range(found.force, found.conditions) else ""
    count = f"{most}{plural(blind, 'place')}" if blind else "no place"
    return f"{count} within {hexes(found.within)} {'is' if blind < 2 else 'are'} blind"


def _steps(found: Coverage) -> Iterator[Step]:
    covered = found.hexes(found.covered)
    sides = found.covered.bit_count() - covered
    text = (
        f"All weapons together bear on {plural(covered, 'hex', 'hexes')} and"
        f" {plural(sides, 'hexside')} of this board."
    )
    yield Step(text, CITES["fire-arcs"], "start", Fraction(covered))
    if found.force:
        yield _blind_step(found)
    yield from _open_steps(found)
    yield Step(
        "With twelve point facing the restricted weapon ranges of optional rule 16.31 are always"
        " used.",
        CITES["restricted-ranges"],
    )
    yield spotted_step(False)


def _blind_step(found: Coverage) -> Step:
    near, blind = found.near.bit_count(), found.blind.bit_count()
    hidden = found.hexes(found.blind)
    what = (
        f": {plural(hidden, 'hex', 'hexes')} and {plural(blind - hidden, 'hexside')}"
        if blind
        else ""
    )
    are = "is" if blind < 2 else "are"
    most = "at most " if blind and without_range(found.force, found.conditions) else ""
    text = (
        f"Of {plural(near, 'place')} within {hexes(found.within)} of a unit, {most}"
        f"{blind or 'none'} {are} blind{what}."
    )
    return Step(text, CITES["fire-arcs"])


def _open_steps(found: Coverage) -> Iterator[Step]:
    """Yield what the source leaves open, and what the reader has said of it."""
    weapons = [b.weapon for one in found.force for b in bearings(one, found.conditions)]
    silent = {w.name: w.points for w in weapons if isinstance(w.points, Gap)}
    if silent and found.shade == "points":
        names = listed(dict.fromkeys(silent))
        text = (
            f"Points not in the source: {names}. Where one of these bears, the count says “at"
            " least”."
        )
        yield Step(text, next(iter(silent.values())).cite)
    unknown = without_range(found.force, found.conditions)
    if unknown:
        limit = unknown[0][1].range_hexes
        assert isinstance(limit, Gap)
        names = listed(dict.fromkeys(f"{w.name} of the {one.unit.name}" for one, w in unknown))
        yield Step(f"Maximum range not in the source, so counted nowhere: {names}.", limit.cite)
    if any(one.unit.unit_class == 2 for one in found.force):
        text = f"Fire of a Weapons Unit outside its arc is not counted. {OUTSIDE_ARC.question}"
        yield Step(text, OUTSIDE_ARC.cite)
    if found.conditions.sight is None:
        yield Step(f"Here nothing blocks a line of sight. {NO_SIGHT.question}", NO_SIGHT.cite)
    else:
        yield found.conditions.sight.step()


def both_bear(force: Force, conditions: Conditions) -> tuple[int, int]:
    """Return the places that the British bear on, and those that the Germans bear on, as bits."""
    british, german = (
        Coverage(conditions, of_side(force, side), "units", 1).covered
        for side in ("British", "German")
    )
    return british, german


def compared(
    force: Force, conditions: Conditions, shade: str = "guns", within: int = 3
) -> Answer[int]:
    """Return how many hexes both sides bear on.

    ``detail`` is the `Coverage` of all units together. `ValueError` for an unknown measure, or a
    distance outside 1 to 12. Source: Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.core.grid import Grid
    >>> from landships_lab.core.hexes import Heading
    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> enemy = Deployed(UNITS["a7v"], grid.place("0602"), Heading.S, "German")
    >>> compared((tank, enemy), Conditions(grid)).headline
    'The British bear on 93 hexes, the Germans on 84, both on 81.'
    """
    answer = coverage(force, conditions, "both", shade, within)
    found: Coverage = answer.detail
    british, german = both_bear(force, conditions)
    one, other, both = (found.hexes(bits) for bits in (british, german, british & german))
    here, (all_told, *others) = CITES["fire-arcs"], answer.steps
    assert isinstance(all_told.amount, Fraction)  # it counts hexes
    steps = (
        Step(f"The British bear on {plural(one, 'hex', 'hexes')}.", here, "start", Fraction(one)),
        Step(f"The Germans bear on {plural(other, 'hex', 'hexes')}.", here, "add", Fraction(other)),
        replace(all_told, op="add", amount=-all_told.amount),
        Step(f"What is counted twice lies under both: {plural(both, 'hex', 'hexes')}.", here),
        *others,
    )
    value = tally(steps)
    assert value == both
    more = [bool(without_range(of_side(force, side), conditions)) for side in SIDES]
    # Both may bear on more where one side may, and the other bears on something or may do so.
    both_more = (more[0] and bool(other or more[1])) or (more[1] and bool(one))
    headline = (
        f"The British bear on {_hexes_at_least(one, more[0])}, the Germans on"
        f" {_at_least(other, more[1])}, both on {_at_least(both, both_more)}."
    )
    return replace(answer, value=both, steps=steps, headline=headline)


def _at_least(count: int, more: bool) -> str:
    """Return a bare number of hexes, which may be ``more``."""
    if more:
        return f"at least {count}" if count else "none for certain"
    return str(count or "none")
