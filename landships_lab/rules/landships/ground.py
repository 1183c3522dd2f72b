"""What does a place count as? The terrain of a hexside for movement and spotting, for combat, and under indirect fire."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.sources import Cite
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.ground import GroundValues, TerrainKind, sample_values
from landships_lab.data.load import chosen, readings
from landships_lab.rules.landships.book import CITES, name, place_of

PERIMETER, DRIFT_COST, TURN_ON_HEXSIDE = "perimeter", "drift-cost", "turn-on-hexside"
_READINGS = readings("landships", "movement")


def moving_terrain(terrain: TerrainMap, place: Place, values: GroundValues, perimeter: str = "other-hex") -> TerrainKind | None:
    """As which terrain does a place count when a vehicle moves onto it? None where it may not go. `entry_cost` says why."""
    if isinstance(place, Hex):
        kind = values.kind(terrain.of(place))
        return None if kind.closed else kind
    open_kinds = [kind for hexagon in place.hexes if not (kind := values.kind(terrain.of(hexagon))).closed]
    if not open_kinds or (len(open_kinds) == 1 and perimeter == "any-neighbour" and _closed_around(terrain, place, values)):
        return None
    return min(open_kinds, key=lambda kind: (kind.cost, -kind.spotting))


def _closed_around(terrain: TerrainMap, side: Side, values: GroundValues) -> tuple[Hex, ...]:
    """Which closed hexes touch the closed hex of this hexside?"""
    (shut,) = [hexagon for hexagon in side.hexes if values.kind(terrain.of(hexagon)).closed]
    around = [one if other == shut else other for one, other in (edge.hexes for edge in shut.sides())]
    return tuple(hexagon for hexagon in around if values.kind(terrain.of(hexagon)).closed)


def entry_cost(
    terrain: TerrainMap, place: Place, values: GroundValues | None = None, given: Mapping[str, str] | None = None
) -> Answer[int | None]:
    """How many movement points (MPs) does it cost a vehicle to move onto this place? None where it may not go.

    A hexside between two kinds of terrain counts as the cheaper one, on a tie as the one with the longer spotting range.
    ``values`` are the costs (sample values of ours until the reader sets them), ``given`` the readings.
    Source: Twelve Point Facing, Movement (line 43).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> board = TerrainMap().paint(place("0503"), "woods")
    >>> entry_cost(board, place("0503")).value, entry_cost(board, place("0503/0504")).value
    (5, 2)
    """
    place, values = place_of(place), values or sample_values()
    taken = chosen("landships", given, "movement")
    kind = moving_terrain(terrain, place, values, taken[PERIMETER])
    steps = list(_in_hex(terrain, place, values) if isinstance(place, Hex) else _on_side(terrain, place, values, taken[PERIMETER]))
    if kind is None:
        return Answer(None, tuple(steps), f"A vehicle may not move onto {name(place)}.")
    steps.append(
        Step(
            f"{kind.name.capitalize()} costs {mps(kind.cost)}.", value_cite(values, kind.id, "cost"), "start", Fraction(kind.cost), (place,)
        )
    )
    return Answer(kind.cost, tuple(steps), f"Moving onto {name(place)} costs {mps(kind.cost)}: it counts as {kind.name}.")


def mps(count: int | Fraction) -> str:
    """How does one say a number of movement points?

    >>> mps(1), mps(3)
    ('1 MP', '3 MPs')
    """
    return f"{count} MP" if count == 1 else f"{count} MPs"


def value_cite(values: GroundValues, kind: str, *what: str) -> Cite:
    """Whose value is this: a sample of ours, or the reader's own?"""
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
    between = f"{name(side).capitalize()} lies between {one.name} and {other.name}"
    if one.id == other.id:
        text = f"{name(side).capitalize()} has {one.name} on both sides: it counts as {one.name}."
        return [Step(text, CITES["same-terrain"], marks=(side, *side.hexes))]
    if one.cost != other.cost:
        cheap, dear = sorted((one, other), key=lambda kind: kind.cost)
        text = f"{between}: the cheaper counts, {cheap.name} at {mps(cheap.cost)} and not {dear.name} at {dear.cost}."
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
    """A hexside of a hex that vehicles may not enter."""
    cite, marks = CITES["perimeter-rule"], (side, *side.hexes)
    shut = [hexagon for hexagon in side.hexes if values.kind(terrain.of(hexagon)).closed]
    if len(shut) == 2:
        text = f"Both hexes of {name(side)} are prohibited to vehicles, so the way between them is closed."
        return [Step(text, cite, "forbids", marks=marks, reading=PERIMETER)]
    kind = values.kind(terrain.of(shut[0]))
    if perimeter == "any-neighbour" and (around := _closed_around(terrain, side, values)):
        text = f"{name(shut[0])} is {kind.name} and touches {name(around[0])}, which is prohibited too: its rim is read as closed."
        return [Step(text, _READINGS[PERIMETER].cite, "forbids", marks=(side, shut[0], *around), reading=PERIMETER)]
    (free,) = [hexagon for hexagon in side.hexes if hexagon != shut[0]]
    where = f"{name(side).capitalize()} is on the rim of {name(shut[0])}, which is {kind.name} and prohibited"
    text = f"{where}; {name(free)} is not, so the way round is open."
    return [Step(text, cite, "allows", marks=marks, reading=PERIMETER)]


def spotting_range(terrain: TerrainMap, place: Place, values: GroundValues | None = None) -> Answer[int]:
    """From how many hexes at most can a unit on this place be spotted? On a hexside by the terrain it counts as when moving.

    Source: Twelve Point Facing, Movement (line 43) names the spotting range only where costs tie; that a hexside's unit is
    spotted by the same terrain follows from it counting as that terrain. The ranges themselves are the base game's.

    >>> spotting_range(TerrainMap(), Hex(3, 3)).headline
    '0304 counts as clear: a unit there can be spotted from 12 hexes at most.'
    """
    place, values = place_of(place), values or sample_values()
    kind = moving_terrain(terrain, place, values) or values.kind(terrain.of(place if isinstance(place, Hex) else place.hexes[0]))
    steps = _in_hex(terrain, place, values) if isinstance(place, Hex) else _on_side(terrain, place, values, "other-hex")
    last = Step(
        f"The spotting range of {kind.name} is {kind.spotting}.", value_cite(values, kind.id, "spotting"), "start", Fraction(kind.spotting)
    )
    told = f"{name(place)} counts as {kind.name}: a unit there can be spotted from {kind.spotting} hexes at most."
    return Answer(kind.spotting, (*(s for s in steps if s.op != "forbids"), last), told[0].upper() + told[1:])


def combat_terrain(terrain: TerrainMap, place: Place, values: GroundValues | None = None) -> Answer[str]:
    """Which terrain helps a vehicle on this place when it is fired at? The id of the kind of terrain.

    On a hexside the least beneficial of its two hexes; all benefits when both are the same.
    Source: Twelve Point Facing, Combat (line 117).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> board = TerrainMap().paint(place("0503"), "town").paint(place("0502"), "town")
    >>> combat_terrain(board, place("0503/0504")).value, combat_terrain(board, place("0502/0503")).value
    ('clear', 'town')
    """
    place, values = place_of(place), values or sample_values()
    hexes = (place,) if isinstance(place, Hex) else place.hexes
    kinds = [values.kind(terrain.of(hexagon)) for hexagon in hexes]
    least = min(kinds, key=lambda kind: kind.benefit)
    if isinstance(place, Hex):
        text, cite = f"It stands in {name(place)}, which is {least.name}.", CITES["combat-terrain"]
    elif kinds[0].id == kinds[1].id:
        text, cite = f"Both hexes of {name(place)} are {least.name}: it may claim all the benefits.", CITES["combat-terrain"]
    else:
        most = max(kinds, key=lambda kind: kind.benefit)
        between = f"{name(place).capitalize()} lies between {kinds[0].name} and {kinds[1].name}"
        text = f"{between}: the least beneficial counts, {least.name} and not {most.name}."
        if least.benefit == most.benefit:
            text = f"{between}, alike in benefit: either counts."
        cite = CITES["combat-terrain"]
    gives = f"{least.name.capitalize()} gives a benefit of {least.benefit}."
    steps = (
        Step(text, cite, marks=(place, *hexes)),
        Step(gives, value_cite(values, least.id, "benefit"), "start", Fraction(least.benefit)),
    )
    return Answer(least.id, steps, f"In combat {name(place)} counts as {least.name}, with a benefit of {least.benefit}.")


def indirect_fire_reaches(struck: Hex) -> frozenset[Place]:
    """Which places does indirect fire at this hex strike? The hex and its six hexsides.

    >>> len(indirect_fire_reaches(Hex(3, 3)))
    7
    """
    if isinstance(place_of(struck), Side):
        raise ValueError(f"Indirect fire strikes a hex, not {name(struck)}.")
    return frozenset([struck, *struck.sides()])


def suffers_indirect(place: Place, struck: Hex) -> Answer[bool]:
    """Does a unit on this place suffer indirect fire at that hex?

    On a hexside it always does when either of the two hexes is struck: the range from a hex to its own hexside is zero.
    Source: Twelve Point Facing, Combat (line 119).

    >>> suffers_indirect(Hex(3, 3).sides()[0], Hex(3, 3)).headline
    'Hexside 0303/0304 is one of 0304 and its hexsides: the indirect fire reaches it.'
    """
    cite, hit = CITES["indirect-fire"], place_of(place) in indirect_fire_reaches(struck)
    if place == struck:
        step = Step(f"The fire strikes {name(struck)}, where it stands.", cite, "allows", marks=(struck,))
    elif hit:
        step = Step(
            f"{name(place).capitalize()} is one of the hexsides of {name(struck)}, at range zero.", cite, "allows", marks=(place, struck)
        )
    else:
        step = Step(
            f"{name(place).capitalize()} is neither {name(struck)} nor one of its hexsides.", cite, "forbids", marks=(place, struck)
        )
    where = f"is one of {name(struck)} and its hexsides: the" if hit else f"is not part of {name(struck)}: this"
    told = f"{name(place)} {where} indirect fire {'reaches' if hit else 'misses'} it."
    return Answer(bool(judge([step])), (step,), told[0].upper() + told[1:])
