"""The terrain that a place counts as: for movement and spotting, in combat, and under indirect
fire.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import chosen, readings
from landships_lab.games.landships.data.ground import GroundValues, TerrainKind, sample_values
from .book import CITES, at, hexes, name, place_of

PERIMETER, DRIFT_COST, TURN_ON_HEXSIDE = "perimeter", "drift-cost", "turn-on-hexside"
DRIFT_UNMOVED, HEXSIDE_SPOTTING = "drift-without-move", "hexside-spotting"
_READINGS = readings("landships", "movement")
_SPOTTING = readings("landships", "spotting")[HEXSIDE_SPOTTING]


def moving_terrain(
    terrain: TerrainMap, place: Place, values: GroundValues, perimeter: str = "other-hex"
) -> TerrainKind | None:
    """Return the terrain that a place counts as when a vehicle moves onto it.

    None where no vehicle may go; `entry_cost` says why. ``perimeter`` is an option of the reading
    of that name. Source: Twelve Point Facing, Movement (line 43).
    """
    if isinstance(place, Hex):
        kind = values.kind(terrain.of(place))
        return None if kind.closed else kind
    open_kinds = [
        kind for hexagon in place.hexes if not (kind := values.kind(terrain.of(hexagon))).closed
    ]
    if not open_kinds or (
        len(open_kinds) == 1
        and perimeter == "any-neighbour"
        and _closed_around(terrain, place, values)
    ):
        return None
    return min(open_kinds, key=lambda kind: (kind.cost, -kind.spotting))


def _closed_around(terrain: TerrainMap, side: Side, values: GroundValues) -> tuple[Hex, ...]:
    """Return the closed hexes that touch the closed hex of this hexside."""
    (shut,) = [hexagon for hexagon in side.hexes if values.kind(terrain.of(hexagon)).closed]
    around = [
        one if other == shut else other for one, other in (edge.hexes for edge in shut.sides())
    ]
    return tuple(hexagon for hexagon in around if values.kind(terrain.of(hexagon)).closed)


def entry_cost(
    terrain: TerrainMap, place: Place, values: GroundValues | None = None, given: Given = None
) -> Answer[int | None]:
    """Return the movement points (MPs) that it costs a vehicle to move onto this place.

    None where no vehicle may go. A hexside between two kinds of terrain counts as the cheaper one;
    if they cost the same, as the one with the longer spotting range. ``values`` are the costs
    (samples until the reader sets them), ``given`` the readings of movement; ``detail`` is the
    `TerrainKind` that counts. `ValueError` for what is no place, and for an unknown reading or
    option. Source: Twelve Point Facing, Movement (line 43).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> board = TerrainMap().paint(place("0503"), "woods")
    >>> entry_cost(board, place("0503")).value, entry_cost(board, place("0503/0504")).value
    (5, 2)
    """
    place, values = place_of(place), values or sample_values()
    perimeter = chosen("landships", given, "movement")[PERIMETER]
    kind = moving_terrain(terrain, place, values, perimeter)
    steps = (
        _in_hex(terrain, place, values)
        if isinstance(place, Hex)
        else _on_side(terrain, place, values, perimeter)
    )
    if kind is None:
        return Answer(None, tuple(steps), f"A vehicle may not move onto {name(place)}.")
    costs = f"Entering {kind.name} costs {mps(kind.cost)}."
    steps.append(
        Step(costs, value_cite(values, kind.id, "cost"), "start", Fraction(kind.cost), (place,))
    )
    headline = f"Moving onto {name(place)} costs {mps(kind.cost)}: it counts as {kind.name}."
    return Answer(kind.cost, tuple(steps), headline, detail=kind)


@lru_cache(maxsize=256)  # every step of every move says one
def mps(count: int | Fraction) -> str:
    """Return a number of movement points in words.

    >>> mps(1), mps(3), mps(0)
    ('1 MP', '3 MPs', 'no MPs')
    """
    return plural(count, "MP")


def value_cite(values: GroundValues, kind: str, *what: str) -> Cite:
    """Return the citation of a value: a sample, or the reader's own."""
    return CITES["your-values" if values.is_own(kind, *what) else "sample-terrain"]


def _in_hex(terrain: TerrainMap, place: Hex, values: GroundValues) -> list[Step]:
    kind = values.kind(terrain.of(place))
    if kind.closed:
        text = f"{name(place)} is {kind.name}, which is prohibited to vehicles."
        return [Step(text, value_cite(values, kind.id, "closed"), "forbids", marks=(place,))]
    return [Step(f"{name(place)} is {kind.name}.", CITES["movement"], marks=(place,))]


def _on_side(terrain: TerrainMap, side: Side, values: GroundValues, perimeter: str) -> list[Step]:
    one, other = (values.kind(terrain.of(hexagon)) for hexagon in side.hexes)
    if one.closed or other.closed:
        return _on_rim(terrain, side, values, perimeter)
    between = f"{capitalized(name(side))} lies between {one.name} and {other.name}"
    if one.id == other.id:
        text = f"{capitalized(name(side))} has {one.name} on both sides: it counts as {one.name}."
        return [Step(text, CITES["same-terrain"], marks=(side, *side.hexes))]
    if one.cost != other.cost:
        cheap, dear = sorted((one, other), key=lambda kind: kind.cost)
        text = (
            f"{between}: the cheaper counts, {cheap.name} at {mps(cheap.cost)} and not {dear.name}"
            f" at {dear.cost}."
        )
    elif one.spotting != other.spotting:
        near, far = sorted((one, other), key=lambda kind: kind.spotting)
        text = (
            f"{between}, which cost the same: the longer spotting range counts, "
            f"{far.name} with {far.spotting} and not {near.name} with {near.spotting}."
        )
    else:
        text = f"{between}, alike in cost and spotting range: either counts."
    return [Step(text, CITES["hexside-terrain"], marks=(side, *side.hexes))]


def _on_rim(terrain: TerrainMap, side: Side, values: GroundValues, perimeter: str) -> list[Step]:
    """Return the steps for a hexside of a hex that vehicles may not enter."""
    cite, marks = CITES["perimeter-rule"], (side, *side.hexes)
    shut = [hexagon for hexagon in side.hexes if values.kind(terrain.of(hexagon)).closed]
    if len(shut) == 2:
        text = (
            f"Both hexes of {name(side)} are prohibited to vehicles, so the way between them is"
            " closed."
        )
        return [Step(text, cite, "forbids", marks=marks, reading=PERIMETER)]
    kind = values.kind(terrain.of(shut[0]))
    if perimeter == "any-neighbour" and (around := _closed_around(terrain, side, values)):
        touched = (
            f"{name(shut[0])} is {kind.name} and touches {name(around[0])}, which is prohibited too"
        )
        text = f"{touched}: under this reading its hexsides are closed."
        return [
            Step(
                text,
                _READINGS[PERIMETER].cite,
                "forbids",
                marks=(side, shut[0], *around),
                reading=PERIMETER,
            )
        ]
    (free,) = [hexagon for hexagon in side.hexes if hexagon != shut[0]]
    where = (
        f"{capitalized(name(side))} is on the rim of {name(shut[0])}, which is {kind.name} and"
        " prohibited"
    )
    text = f"{where}; {name(free)} is not prohibited, so the way round is open."
    return [Step(text, cite, "allows", marks=marks, reading=PERIMETER)]


def _entered(
    terrain: TerrainMap, place: Place, values: GroundValues, taken: Mapping[str, str]
) -> Answer[int | None]:
    """Return the `entry_cost`, with the one reading of those taken that bears on it."""
    return entry_cost(terrain, place, values, {PERIMETER: taken[PERIMETER]})


def spotting_range(
    terrain: TerrainMap, place: Place, values: GroundValues | None = None, given: Given = None
) -> Answer[int | None]:
    """Return the longest range, in hexes, at which a vehicle on this place can be spotted.

    None where no vehicle may stand. For a hexside the reading hexside-spotting decides: the terrain
    it counts as for a move (line 43, which names spotting only where costs tie), or the least
    beneficial of the two (line 117, on combat). The ranges themselves are the base game's: samples
    until the reader sets them. `ValueError` for what is no place, and for an unknown reading or
    option. Source: Twelve Point Facing, Movement (line 43) and Combat (line 117).

    >>> spotting_range(TerrainMap(), Hex(3, 3)).headline
    '0304 counts as clear: a unit there can be spotted at up to 12 hexes.'
    """
    place, values = place_of(place), values or sample_values()
    taken = chosen("landships", given, "spotting")
    entered = _entered(terrain, place, values, taken)
    if entered.value is None:
        return Answer(
            None, entered.steps, f"No vehicle may stand {at(place)}, so none is spotted there."
        )
    kind, steps = entered.detail, [step for step in entered.steps if step.op != "start"]
    if isinstance(place, Side) and terrain.of(place.hexes[0]) != terrain.of(place.hexes[1]):
        kind, step = _spotted_on_side(terrain, place, values, kind, taken[HEXSIDE_SPOTTING])
        steps = [*(step for step in steps if step.op == "allows"), step]
    last = Step(
        f"The spotting range of {kind.name} is {kind.spotting}.",
        value_cite(values, kind.id, "spotting"),
        "start",
        Fraction(kind.spotting),
    )
    spotted = (
        f"can be spotted at up to {hexes(kind.spotting)}" if kind.spotting else "cannot be spotted"
    )
    headline = f"{capitalized(name(place))} counts as {kind.name}: a unit there {spotted}."
    return Answer(kind.spotting, (*steps, last), headline)


def _spotted_on_side(
    terrain: TerrainMap, side: Side, values: GroundValues, moving: TerrainKind, option: str
) -> tuple[TerrainKind, Step]:
    """Return the terrain that a hexside between two kinds counts as when a unit there is spotted,
    and why.
    """
    one, other = (values.kind(terrain.of(hexagon)) for hexagon in side.hexes)
    by_combat = option == "line-117"
    kind = max(one, other, key=lambda terrain: terrain.spotting) if by_combat else moving
    why = "the least beneficial to it" if by_combat else "what it counts as for a move"
    text = (
        f"{capitalized(name(side))} lies between {one.name} and {other.name}: under this reading"
        f" {kind.name} counts, {why}."
    )
    return kind, Step(text, _SPOTTING.cite, marks=(side, *side.hexes), reading=HEXSIDE_SPOTTING)


def combat_terrain(
    terrain: TerrainMap, place: Place, values: GroundValues | None = None, given: Given = None
) -> Answer[str | None]:
    """Return the id of the terrain that protects a vehicle on this place when it is fired at.

    None where no vehicle may stand. On a hexside it is the less beneficial of its two hexes; where
    both are the same terrain, all its benefits count. `ValueError` for what is no place, and for an
    unknown reading or option. Source: Twelve Point Facing, Combat (line 117).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> board = TerrainMap().paint(place("0503"), "town").paint(place("0502"), "town")
    >>> (
    ...     combat_terrain(board, place("0503/0504")).value,
    ...     combat_terrain(board, place("0502/0503")).value,
    ... )
    ('clear', 'town')
    """
    place, values = place_of(place), values or sample_values()
    entered = _entered(terrain, place, values, chosen("landships", given, "combat"))
    if entered.value is None:
        return Answer(
            None, entered.steps, f"No vehicle may stand {at(place)}, so there is none to cover."
        )
    sides = (place,) if isinstance(place, Hex) else place.hexes
    kinds = [values.kind(terrain.of(hexagon)) for hexagon in sides]
    least = min(kinds, key=lambda kind: kind.benefit)
    cite = CITES["combat-terrain"]
    if isinstance(place, Hex):
        text = f"It stands in {name(place)}, which is {least.name}."
    elif kinds[0].id == kinds[1].id:
        text = f"Both hexes of {name(place)} are {least.name}: it may claim all the benefits."
    else:
        most = max(kinds, key=lambda kind: kind.benefit)
        between = f"{capitalized(name(place))} lies between {kinds[0].name} and {kinds[1].name}"
        text = f"{between}: the least beneficial counts, {least.name} and not {most.name}."
        if least.benefit == most.benefit:
            text = f"{between}, alike in benefit: either counts."
    benefit = f"a benefit of {least.benefit}" if least.benefit else "no benefit"
    gives = f"The benefit in {least.name} is {least.benefit}."
    steps = (
        Step(text, cite, marks=(place, *sides)),
        Step(gives, value_cite(values, least.id, "benefit"), "start", Fraction(least.benefit)),
    )
    return Answer(
        least.id, steps, f"In combat {name(place)} counts as {least.name}, with {benefit}."
    )


def indirect_fire_reaches(struck: Hex) -> frozenset[Place]:
    """Return the places that indirect fire at this hex strikes: the hex and its six hexsides.

    `ValueError` for a hexside, or for what is no place. Source: Twelve Point Facing, Combat (line
    119).

    >>> len(indirect_fire_reaches(Hex(3, 3)))
    7
    """
    if isinstance(place_of(struck), Side):
        raise ValueError(f"Indirect fire strikes a hex, not {name(struck)}.")
    return frozenset([struck, *struck.sides()])


def suffers_indirect(place: Place, struck: Hex) -> Answer[bool]:
    """Return whether a unit on this place suffers indirect fire at that hex.

    A unit on a hexside always does when either of its two hexes is struck: the range from a hex to
    its own hexside is zero. `ValueError` where a hexside is struck, or for what is no place.
    Source: Twelve Point Facing, Combat (line 119).

    >>> suffers_indirect(Hex(3, 3).sides()[0], Hex(3, 3)).headline
    'Indirect fire at 0304 reaches hexside 0303/0304.'
    """
    cite, hit = CITES["indirect-fire"], place_of(place) in indirect_fire_reaches(struck)
    if place == struck:
        step = Step(
            f"The fire strikes {name(struck)}, where it stands.", cite, "allows", marks=(struck,)
        )
    elif hit:
        text = (
            f"{capitalized(name(place))} is one of the hexsides of {name(struck)}, at range zero."
        )
        step = Step(text, cite, "allows", marks=(place, struck))
    else:
        text = f"{capitalized(name(place))} is neither {name(struck)} nor one of its hexsides."
        step = Step(text, cite, "forbids", marks=(place, struck))
    headline = f"Indirect fire at {name(struck)} {'reaches' if hit else 'misses'} {name(place)}."
    return Answer(bool(judge([step])), (step,), headline)
