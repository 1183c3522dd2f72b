"""The ground: the terrain that a place counts as for movement and spotting, in combat and under
indirect fire, and how many units stack in it.

Values and limits come from the base game: they are samples until the reader sets them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step, Telling, Told, decided, judged
from landships_lab.core.checks import whole
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.book import supplied
from landships_lab.data.gaps import gap
from landships_lab.data.load import chosen
from landships_lab.games.landships.data.ground import GroundValues, TerrainKind, sample_values
from .book import CITES, READINGS, add, allow, at, forbid, hexes, lost, name, note, place_of, start

PERIMETER, DRIFT_COST, TURN_ON_HEXSIDE = "perimeter", "drift-cost", "turn-on-hexside"
DRIFT_UNMOVED, HEXSIDE_SPOTTING = "drift-without-move", "hexside-spotting"
HEXSIDE_STACKING = "hexside-stacking"
NO_LIMIT = gap("landships", "stacking-limit")
MOST_UNITS = 99


# -------------------------------------------------------------------------------- moving onto it


@dataclass(frozen=True, slots=True)
class _Ground:
    """A place on painted ground."""

    terrain: TerrainMap
    place: Place
    values: GroundValues

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Its hex, or the two hexes that form its hexside."""
        return (self.place,) if isinstance(self.place, Hex) else self.place.hexes

    def kind(self, hexagon: Hex) -> TerrainKind:
        """Return the terrain of a hex."""
        return self.values.kind(self.terrain.of(hexagon))

    @property
    def kinds(self) -> list[TerrainKind]:
        """The terrain of its hexes."""
        return [self.kind(hexagon) for hexagon in self.hexes]

    @property
    def between(self) -> str:
        """The beginning of a sentence about a hexside between two kinds of terrain."""
        one, other = self.kinds
        return f"{capitalized(name(self.place))} lies between {one.name} and {other.name}"

    def closed_around(self, shut: Hex) -> list[Hex]:
        """Return the closed hexes that touch this one."""
        around = [one for edge in shut.sides() for one in edge.hexes if one != shut]
        return [hexagon for hexagon in around if self.kind(hexagon).closed]


def moving_terrain(
    terrain: TerrainMap, place: Place, values: GroundValues, perimeter: str = "other-hex"
) -> TerrainKind | None:
    """Return the terrain that a place counts as when a vehicle moves onto it, fast enough for a
    whole board; None where no vehicle may go. `entry_cost` gives the reasons. The reading is
    perimeter.
    """
    if isinstance(place, Hex):
        kind = values.kind(terrain.of(place))
        return None if kind.closed else kind
    one, other = (values.kind(terrain.of(hexagon)) for hexagon in place.hexes)
    if not (one.closed or other.closed):
        return min(one, other, key=lambda kind: (kind.cost, -kind.spotting))
    if one.closed and other.closed:
        return None
    shut = place.hexes[0 if one.closed else 1]
    if perimeter == "any-neighbour" and _Ground(terrain, place, values).closed_around(shut):
        return None
    return other if one.closed else one


def entry_cost(
    terrain: TerrainMap, place: Place, values: GroundValues | None = None, given: Given = None
) -> Answer[int | None, TerrainKind]:
    """Return the movement points (MPs) that it costs a vehicle to move onto this place, None where
    no vehicle may go. The detail is the terrain that counts.

    A hexside between two kinds of terrain counts as the cheaper one; if they cost the same, as the
    one with the longer spotting range.

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> board = TerrainMap().paint(place("0503"), "woods")
    >>> entry_cost(board, place("0503")).value, entry_cost(board, place("0503/0504")).value
    (5, 2)
    """
    place, values = place_of(place), values or sample_values()
    perimeter = chosen("landships", given, "movement")[PERIMETER]
    kind = moving_terrain(terrain, place, values, perimeter)
    counts = _counts_as(_Ground(terrain, place, values), perimeter)
    if kind is None:
        return Answer(None, (counts,), f"A vehicle may not move onto {name(place)}.")
    text = f"Entering {kind.name} costs {mps(kind.cost)}."
    cost = start(value_cite(values, kind.id, "cost"), kind.cost, text, marks=(place,))
    sentence = f"Moving onto {name(place)} costs {mps(kind.cost)}: it counts as {kind.name}."
    return Answer(kind.cost, (counts, cost), sentence, detail=kind)


@lru_cache(maxsize=256)  # called for every step of every move
def mps(count: int | Fraction) -> str:
    """Return a number of movement points in words.

    >>> mps(1), mps(3), mps(0)
    ('1 MP', '3 MPs', 'no MPs')
    """
    return plural(count, "MP")


def value_cite(values: GroundValues, kind: str, *what: str) -> Cite:
    """Return the citation of a value: a sample, or one that the reader supplied."""
    return CITES["your-values" if values.is_own(kind, *what) else "sample-terrain"]


def _counts_as(ground: _Ground, perimeter: str) -> Step:
    """Return the step for the terrain that a place counts as in a move, or for a closed place."""
    place, kinds = ground.place, ground.kinds
    one, other, marks = kinds[0], kinds[-1], (place, *ground.hexes)
    if isinstance(place, Hex) and one.closed:
        text = f"{name(place)} is {one.name}, which is prohibited to vehicles."
        return forbid(value_cite(ground.values, one.id, "closed"), True, text, marks=(place,))
    if isinstance(place, Hex):
        return note("movement", f"{name(place)} is {one.name}.", marks=(place,))
    if one.closed or other.closed:
        return _on_rim(ground, perimeter)
    if one.id == other.id:
        both = f"{capitalized(name(place))} has {one.name} on both sides"
        return note("same-terrain", f"{both}: it counts as {one.name}.", marks=marks)
    if one.cost != other.cost:
        cheap, dear = sorted(kinds, key=lambda kind: kind.cost)
        counts = f"{cheap.name} at {mps(cheap.cost)} and not {dear.name} at {dear.cost}"
        text = f"{ground.between}: the cheaper counts, {counts}."
    elif one.spotting != other.spotting:
        near, far = sorted(kinds, key=lambda kind: kind.spotting)
        counts = f"{far.name} with {far.spotting} and not {near.name} with {near.spotting}"
        longer = "which cost the same: the longer spotting range counts"
        text = f"{ground.between}, {longer}, {counts}."
    else:
        text = f"{ground.between}, alike in cost and spotting range: either counts."
    return note("hexside-terrain", text, marks=marks)


def _on_rim(ground: _Ground, perimeter: str) -> Step:
    """Return the step for a hexside of a hex that vehicles may not enter."""
    side, marks = name(ground.place), (ground.place, *ground.hexes)
    shut, *more = [hexagon for hexagon in ground.hexes if ground.kind(hexagon).closed]
    if more:
        both = f"Both hexes of {side} are prohibited to vehicles"
        text = f"{both}, so the way between them is closed."
        return forbid("perimeter-rule", True, text, PERIMETER, marks)
    this, kind = name(shut), ground.kind(shut).name
    if perimeter == "any-neighbour" and (around := ground.closed_around(shut)):
        touched = f"{this} is {kind} and touches {name(around[0])}, which is prohibited too"
        text = f"{touched}: under this reading its hexsides are closed."
        touching = (ground.place, shut, *around)
        return forbid(READINGS[PERIMETER].cite, True, text, PERIMETER, touching)
    (free,) = [hexagon for hexagon in ground.hexes if hexagon != shut]
    rim = f"is on the rim of {this}, which is {kind} and prohibited"
    free_too = f"{name(free)} is not prohibited, so the way round is open"
    text = f"{capitalized(side)} {rim}; {free_too}."
    return allow("perimeter-rule", True, text, reading=PERIMETER, marks=marks)


# ------------------------------------------------------------------------------- spotting, combat


def spotting_range(
    terrain: TerrainMap, place: Place, values: GroundValues | None = None, given: Given = None
) -> Answer[int | None]:
    """Return the longest range, in hexes, at which a vehicle on this place can be spotted, None
    where no vehicle may stand.

    For a hexside the reading hexside-spotting decides: either the terrain it counts as for a move
    (line 43, which mentions spotting only for a tie of costs), or the less beneficial of the two
    (line 117, on combat).

    >>> spotting_range(TerrainMap(), Hex(3, 3)).headline
    '0304 counts as clear: a unit there can be spotted at up to 12 hexes.'
    """
    place, values = place_of(place), values or sample_values()
    options = chosen("landships", given, "spotting")
    entered = entry_cost(terrain, place, values, {PERIMETER: options[PERIMETER]})
    if entered.value is None:
        none = f"No vehicle may stand {at(place)}, so none is spotted there."
        return Answer(None, entered.steps, none)
    kind, steps = entered.detail, [step for step in entered.steps if step.op != "start"]
    ground = _Ground(terrain, place, values)
    if len({kind.id for kind in ground.kinds}) > 1:
        why = "what it counts as for a move"
        if options[HEXSIDE_SPOTTING] == "line-117":
            kind = max(ground.kinds, key=lambda kind: kind.spotting)
            why = "the least beneficial to it"
        text = f"{ground.between}: under this reading {kind.name} counts, {why}."
        marks = (place, *ground.hexes)
        read = note(READINGS[HEXSIDE_SPOTTING].cite, text, HEXSIDE_SPOTTING, marks)
        steps = [*(step for step in steps if step.op == "allows"), read]
    far, cite = kind.spotting, value_cite(values, kind.id, "spotting")
    last = start(cite, far, f"The spotting range of {kind.name} is {far}.")
    spotted = f"can be spotted at up to {hexes(far)}" if far else "cannot be spotted"
    sentence = f"{capitalized(name(place))} counts as {kind.name}: a unit there {spotted}."
    return Answer(far, (*steps, last), sentence)


def combat_terrain(
    terrain: TerrainMap, place: Place, values: GroundValues | None = None, given: Given = None
) -> Answer[str | None]:
    """Return the id of the terrain that protects a vehicle on this place when it is fired at, None
    where no vehicle may stand.

    On a hexside it is the less beneficial of its two hexes; where both are the same terrain, all
    its benefits count.

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> board = TerrainMap().paint(place("0502"), "town").paint(place("0503"), "town")
    >>> [combat_terrain(board, place(code)).value for code in ("0503/0504", "0502/0503")]
    ['clear', 'town']
    """
    place, values = place_of(place), values or sample_values()
    options = chosen("landships", given, "combat")
    entered = entry_cost(terrain, place, values, {PERIMETER: options[PERIMETER]})
    if entered.value is None:
        none = f"No vehicle may stand {at(place)}, so there is nothing to cover."
        return Answer(None, entered.steps, none)
    ground = _Ground(terrain, place, values)
    least, most = (pick(ground.kinds, key=lambda kind: kind.benefit) for pick in (min, max))
    if isinstance(place, Hex):
        text = f"It stands in {name(place)}, which is {least.name}."
    elif len({kind.id for kind in ground.kinds}) == 1:
        text = f"Both hexes of {name(place)} are {least.name}: it may claim all the benefits."
    elif least.benefit == most.benefit:
        text = f"{ground.between}, alike in benefit: either counts."
    else:
        counts = f"{least.name} and not {most.name}"
        text = f"{ground.between}: the least beneficial counts, {counts}."
    gives = f"The benefit in {least.name} is {least.benefit}."
    steps = (
        note("combat-terrain", text, marks=(place, *ground.hexes)),
        start(value_cite(values, least.id, "benefit"), least.benefit, gives),
    )
    benefit = f"a benefit of {least.benefit}" if least.benefit else "no benefit"
    sentence = f"In combat {name(place)} counts as {least.name}, with {benefit}."
    return Answer(least.id, steps, sentence)


# ---------------------------------------------------------------------------------- indirect fire


def indirect_fire_reaches(struck: Hex) -> frozenset[Place]:
    """Return the places that indirect fire at this hex strikes: the hex and its six hexsides.

    >>> len(indirect_fire_reaches(Hex(3, 3)))
    7
    """
    if isinstance(place_of(struck), Side):
        raise ValueError(f"Indirect fire strikes a hex, not {name(struck)}.")
    return frozenset([struck, *struck.sides()])


@decided
def suffers_indirect(place: Place, struck: Hex) -> Telling:
    """Return whether a unit on this place suffers indirect fire at that hex.

    A unit on a hexside always does when either of its two hexes is struck: the range from a hex to
    its own hexside is zero.

    >>> suffers_indirect(Hex(3, 3).sides()[0], Hex(3, 3)).headline
    'Indirect fire at 0304 reaches hexside 0303/0304.'
    """
    hit, this, cite = place_of(place) in indirect_fire_reaches(struck), name(place), "indirect-fire"
    if place == struck:
        text = f"The fire strikes {name(struck)}, where it stands."
        yield allow(cite, True, text, marks=(struck,))
    else:
        text = f"{capitalized(this)} is one of the hexsides of {name(struck)}, at range zero."
        no = f"{capitalized(this)} is neither {name(struck)} nor one of its hexsides."
        yield allow(cite, hit, text, no, marks=(place, struck))
    return f"Indirect fire at {name(struck)} {'reaches' if hit else 'misses'} {this}."


# --------------------------------------------------------------------------------------- stacking


@dataclass(frozen=True, slots=True)
class Together:
    """A hex, and the hexsides shifted into it, whose units are counted together."""

    hexagon: Hex
    sides: tuple[Side, ...]

    def total(self, units: Mapping[Place, int]) -> int:
        """Return how many of these units that is."""
        return units.get(self.hexagon, 0) + sum(units.get(side, 0) for side in self.sides)


def counted_together(place: Place, reading: str = "one-hexside") -> tuple[Together, ...]:
    """Return what is counted for this place: several counts, each of which must be within the
    limit. The reading is hexside-stacking.

    >>> from landships_lab.core.grid import Grid
    >>> [Grid().code(one.hexagon) for one in counted_together(Grid().place("0503/0504"))]
    ['0503', '0504']
    """
    all_six = READINGS[HEXSIDE_STACKING].option(reading).id == "all-hexsides"
    if isinstance(place, Side):
        return tuple(Together(h, h.sides() if all_six else (place,)) for h in place.hexes)
    if all_six:
        return (Together(place, place.sides()),)
    return tuple(Together(place, (side,)) for side in place.sides())


@judged
def check_stacking(
    units: Mapping[Place, int], place: Place, limit: int | None = None, reading: str = "one-hexside"
) -> Telling[frozenset[Place]]:
    """Return whether this place, with what is counted together with it, is within the stacking
    limit: a `Gap` without one, for the article does not print it. The detail are all places with
    units that break it.

    ``units`` holds how many units stand in each place. The reading is hexside-stacking.

    >>> from landships_lab.core.grid import Grid
    >>> hexagon, side = (Grid().place(code) for code in ("0503", "0503/0504"))
    >>> check_stacking({hexagon: 2, side: 2}, side, limit=3).headline
    'Too many: 0503 with hexside 0503/0504 holds 4 units, 1 over the limit of 3.'
    """
    place = place_of(place)
    limit = None if limit is None else whole("A stacking limit", limit, 0, MOST_UNITS)
    units = {
        place_of(stacked): whole("A number of units", number, 0, MOST_UNITS)
        for stacked, number in units.items()
    }
    counts = _that_matter(units, place, reading)
    for one in counts:
        in_hex, hexagon = units.get(one.hexagon, 0), name(one.hexagon)
        several = isinstance(place, Hex) and len(counts) > 1
        alone = f"With {name(one.sides[0])} by itself: " if several else ""
        text = f"{alone}{hexagon} holds {plural(in_hex, 'unit')}."
        yield start("stacking", in_hex, text, marks=(one.hexagon,))
        for side in one.sides:
            number = units.get(side, 0)
            text = f"Shifted into it from {name(side)}: {plural(number, 'unit')}."
            yield add("stacking", number, text, HEXSIDE_STACKING, (side,))
        total = one.total(units)
        holds = f"{_words(one)} holds {plural(total, 'unit')}"
        if limit is None:
            yield lost("stacking-limit", f"{holds}. {NO_LIMIT.question}")
        else:
            which = "within" if total <= limit else "over"
            text = f"{holds}, {which} your limit of {limit}."
            yield allow(supplied("stacking limit"), total <= limit, text)
    fullest = max(counts, key=lambda one: one.total(units))
    most = fullest.total(units)
    if limit is None:
        together = f"{plural(most, 'unit')} count{'s' * (most == 1)} together here"
        sentence = f"{'up to ' * (most > 1)}{together}; the limit itself is in the base game."
        return capitalized(sentence)
    headline = f"{capitalized(name(place))} is within the stacking limit of {limit}."
    if most > limit:
        over = f"{plural(most, 'unit')}, {most - limit} over the limit of {limit}"
        headline = f"Too many: {_words(fullest)} holds {over}."
    return Told(headline, detail=overfull(units, limit, reading))


def _that_matter(units: Mapping[Place, int], place: Place, reading: str) -> list[Together]:
    """Return the counts in which a hexside holds units, or the first, to keep the answer short."""
    every = counted_together(place, reading)
    occupied = [Together(one.hexagon, tuple(s for s in one.sides if units.get(s))) for one in every]
    if isinstance(place, Hex):
        return [one for one in occupied if one.sides] or occupied[:1]
    return occupied


def _words(one: Together) -> str:
    """Return the words for what is counted together."""
    sides = name(one.sides[0]) if len(one.sides) == 1 else "its hexsides"
    return f"{name(one.hexagon)} with {sides}" if one.sides else name(one.hexagon)


def most_together(units: Mapping[Place, int], place: Place, reading: str = "one-hexside") -> int:
    """Return the most units that count together in this place."""
    return max(one.total(units) for one in counted_together(place, reading))


def overfull(
    units: Mapping[Place, int], limit: int, reading: str = "one-hexside"
) -> frozenset[Place]:
    """Return the places with units that break the limit, as `check_stacking` judges each."""
    return frozenset(p for p in units if most_together(units, p, reading) > limit)
