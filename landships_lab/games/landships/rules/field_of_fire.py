"""The field of fire of a weapon: all places it covers at once, fast enough to follow a drag; the
fields of all weapons on a board; and the twelve points on which a unit's weapons bear.

A field depends only on the heading and on the kind of place the firer stands in, so it is computed
once, as offsets, and shifted. `explained` answers for one place at a time; tests keep the two in
agreement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap, Step, Telling, summed
from landships_lab.core.arcs import Arc
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side, Vector, place_at
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.games.landships.data.units import FieldOfFire, Unit, Weapon
from .book import CITES, FIRE_READINGS, RANGE_READING, arc_words, bearing_words, hexes, note, start
from .fire import EDGE_HEX, FiringWeapon, covered, explained, shot, verdict
from .positions import Standing, check_position, legal_headings
from .ranges import range_hexes

# ------------------------------------------------------------------------------ the places in reach


@dataclass(frozen=True, slots=True)
class Reach:
    """The places within range that an arc covers, and those on an edge that the arc leaves out."""

    can_hit: frozenset[Place]
    on_excluded_edge: frozenset[Place]


def reach_of(fired: FiringWeapon) -> Reach:
    """Return the places that a shot can hit from here, and those within range on an edge that does
    not count.

    Both are empty for an illegal position, and if the maximum range is neither in the source nor
    supplied.
    """
    if isinstance(fired.max_range, Gap) or not fired.legal:
        return Reach(frozenset(), frozenset())
    readings = (fired.readings[RANGE_READING], fired.readings[EDGE_HEX])
    return _reach(
        fired.weapon.arc, fired.edge_hexsides, fired.max_range, fired.heading, fired.place, readings
    )


def targets(
    unit: Unit | str,
    weapon: Weapon | str,
    place: Place,
    heading: Heading,
    readings: Given = None,
    max_range: int | None = None,
) -> frozenset[Place]:
    """Return the hexes and hexsides in arc and range from here, on an endless board.

    These are the places that `can_target` allows, and the unit's own place: the article does not
    say whether a unit may fire at range 0.

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> place("0705") in targets("mk-iv-male", "57mm-starboard", place("0503/0504"), Heading("E"))
    True
    """
    return reach_of(shot(unit, weapon, place, heading, readings, max_range)).can_hit


#: Offsets by column: how far along the lattice's x, and which steps along its y.
_Field = tuple[tuple[int, tuple[int, ...]], ...]


class _Column(dict[int, Place]):
    """The places with one lattice x, each made when first needed, since a look-up is much faster
    than making one.
    """

    def __init__(self, x: int) -> None:
        self._x = x

    def __missing__(self, y: int) -> Place:
        return self.setdefault(y, place_at(self._x, y))


class _Columns(dict[int, _Column]):
    """All columns, by their x."""

    def __missing__(self, x: int) -> _Column:
        return self.setdefault(x, _Column(x))


_COLUMNS = _Columns()


@lru_cache(maxsize=64)  # enough for the panels of a page; the largest entry is half a MB
def _reach(
    arc: Arc,
    edge_hexsides: bool,
    limit: int,
    heading: Heading,
    place: Place,
    readings: tuple[str, str],
) -> Reach:
    x, y = place
    hit, edge = _offsets(arc, edge_hexsides, limit, heading, (x % 6, y % 6), readings)
    return Reach(_shifted(hit, x, y), _shifted(edge, x, y))


def _shifted(field: _Field, x: int, y: int) -> frozenset[Place]:
    return frozenset(
        [column[y + dy] for dx, dys in field for column in (_COLUMNS[x + dx],) for dy in dys]
    )


@lru_cache(maxsize=1024)
def _offsets(
    arc: Arc,
    edge_hexsides: bool,
    limit: int,
    heading: Heading,
    residue: Vector,
    readings: tuple[str, str],
) -> tuple[_Field, _Field]:
    """Return the places in reach, as offsets from any firer on the same kind of place (its lattice
    point modulo 6).
    """
    range_reading, edge_hex = readings
    origin, locate = place_at(*residue), arc.sector(heading)
    hit: dict[int, list[int]] = {}
    edge: dict[int, list[int]] = {}
    span = 6 * limit + 3
    for dx in range(-span, span + 1, 3):
        for dy in range(max(-span, -span - dx), min(span, span - dx) + 1, 3):
            position = locate((dx, dy))
            if position == "outside":  # tested first, since it rules out most
                continue
            target = place_at(residue[0] + dx, residue[1] + dy)
            if range_hexes(origin, target, range_reading) <= limit:
                counts = covered(position, isinstance(target, Side), edge_hexsides, edge_hex)
                (hit if counts else edge).setdefault(dx, []).append(dy)
    return _field(hit), _field(edge)


def _field(columns: dict[int, list[int]]) -> _Field:
    return tuple((dx, tuple(dys)) for dx, dys in columns.items())


# ------------------------------------------------------------------------------ what a board shows


@dataclass(frozen=True, slots=True)
class FieldOfReach:
    """What one weapon covers from where its unit stands.

    ``max_range`` is in hexes; ``edge_hexsides`` says whether hexsides on the edges of its arc can
    be hit.
    """

    weapon: Weapon
    max_range: int | Gap
    edge_hexsides: bool
    reach: Reach


@dataclass(frozen=True, slots=True)
class Survey:
    """The detail of a `survey`: the shot, the legal headings here, the field of each weapon shown,
    and what each reading would change.

    The weapon of the shot is the last of ``fields``. ``effects`` gives the answer in a few words,
    by reading and option; it is empty without a target.
    """

    shot: FiringWeapon
    legal_headings: tuple[Heading, ...]
    fields: Mapping[str, FieldOfReach]
    effects: Mapping[tuple[str, str], str]


def survey(
    unit: Unit,
    weapon: Weapon,
    place: Place,
    heading: Heading,
    target: Place | None,
    readings: Given = None,
    max_range: int | None = None,
    shown: Collection[str] = (),
    spotted: bool = False,
) -> Answer[bool | Gap | None, Survey]:
    """Return the answer of `can_target`, None without a target and False for an illegal position.

    ``max_range``, in hexes, stands for every maximum range that is not in the source. ``shown`` are
    the ids of further weapons whose fields are returned; the weapon in question comes last.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> from landships_lab.games.landships.rules.book import GRID
    >>> tank, place = UNITS["mk-iv-male"], GRID.place
    >>> answer = survey(tank, tank.weapons["mg-bow"], place("0503"), Heading.N, place("0501"))
    >>> answer.value, list(answer.detail.fields)
    (True, ['mg-bow'])
    """
    supplied = max_range if isinstance(weapon.range_hexes, Gap) else None
    fired = shot(unit, weapon, place, heading, readings, supplied, spotted)
    fired = replace(fired, own_range=max_range)
    order = [*(w for w in unit.weapons.values() if w.id in shown and w.id != weapon.id), weapon]
    fields = {w.id: _field_of(fired.with_weapon(w)) for w in order}
    legal = legal_headings(unit.unit_class, place)
    if target is None:
        none_yet = without_target(check_position(unit.unit_class, place, heading))
        return replace(none_yet, detail=Survey(fired, legal, fields, {}))
    answer: Answer[bool | Gap | None] = explained(fired, target)
    effects = dict(_effects(fired, target, answer.value))
    return replace(answer, detail=Survey(fired, legal, fields, effects))


def without_target(position: Answer[bool, Standing]) -> Answer[bool | Gap | None]:
    """Return the answer to "may it fire?" before a target is chosen: none yet, or a refusal if the
    position is illegal.

    >>> from landships_lab.core.grid import Grid
    >>> without_target(check_position(3, Grid().place("0503"), Heading.N)).value is None
    True
    """
    if not position.value:
        return replace(position)
    text = "Point at a target to ask whether it may fire. Its position is legal."
    return Answer(None, position.steps, text)


def _field_of(fired: FiringWeapon) -> FieldOfReach:
    reach = _beyond(reach_of(fired), fired.place)
    return FieldOfReach(fired.weapon, fired.max_range, fired.edge_hexsides, reach)


@lru_cache(maxsize=64)  # pictures compare fields by identity
def _beyond(reach: Reach, place: Place) -> Reach:
    """Return the places in reach except its own, since the source does not say whether it may fire
    there.
    """
    return replace(reach, can_hit=reach.can_hit - {place})


def _effects(
    fired: FiringWeapon, target: Place, now: bool | Gap | None
) -> Iterator[tuple[tuple[str, str], str]]:
    for key, reading in FIRE_READINGS.items():
        for option in reading.options:
            same = option.id == fired.readings[key]
            value = now if same else verdict(fired.reading(key, option.id), target)
            words = "may fire" if value else "may not"
            words = "not in the source" if isinstance(value, Gap) else words
            if key == RANGE_READING:
                words = f"range {range_hexes(fired.place, target, option.id)}, {words}"
            yield (key, option.id), words


# ---------------------------------------------------------------------------- an armament all round


def covered_points(unit: Unit) -> tuple[int, ...]:
    """Return how many weapons bear on each of the twelve points, clockwise from dead ahead. A point
    on the edge of an arc counts.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> covered_points(UNITS["renault-ft"])
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    """
    targets = [Hex(*heading.vector) for heading in HEADINGS]
    arcs = [weapon.arc for weapon in unit.weapons.values()]
    return tuple(
        sum(arc.locate(Hex(0, 0), Heading.N, target) != "outside" for arc in arcs)
        for target in targets
    )


@summed
def cover(unit: Unit) -> Telling:
    """Return on how many of the twelve points any weapon of this unit bears; the steps name the
    blind points and each field of fire.

    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> cover(UNITS["mk-iv-male"]).headline
    '6 weapons in 3 fields of fire bear on all twelve points.'
    """
    blind = [bearing_words(30 * n) for n, count in enumerate(covered_points(unit)) if not count]
    for number, field in enumerate(unit.fields, 1):
        yield from _field_steps(field, number)
    points = f"{12 - len(blind)} of the twelve points" if blind else "all twelve points"
    but, fields = f"; blind: {listed(blind)}" if blind else "", plural(len(unit.fields), "field")
    text = f"With {fields} of fire, of three at most, it bears on {points}{but}."
    yield start("three-fields", 12 - len(blind), text)
    drawn = CITES["lost-diagrams"], CITES["full-circle"]
    text = "The article draws arcs for the A7V, the Mk IV and some guns, and not for this unit."
    if all(weapon.cites["arc"] in drawn for weapon in unit.weapons.values()):
        text = "The article draws the arcs of this unit, or tells them; lost drawings are rebuilt."
    yield note("fire-arcs", text)
    yield note(
        "spotting", "It fires at a target that is spotted; how a unit spots is in the base game."
    )
    counter = "Its counter is half an inch square, and the unit on it faces a corner."
    yield note("counters", counter)
    armed, verb = plural(len(unit.weapons), "weapon"), "bears" if len(unit.weapons) == 1 else "bear"
    return f"{armed} in {fields} of fire {verb} on {points}{but if len(blind) == 1 else ''}."


def _field_steps(field: FieldOfFire, number: int) -> Iterator[Step]:
    first = field.weapons[0]
    far, worth = first.range_hexes, first.points
    reach = "range not known" if isinstance(far, Gap) else f"range {hexes(far)}"
    points = "points not known" if isinstance(worth, Gap) else plural(worth, "point")
    edge = f"hexsides on its edges {'can' if first.arc.edge_hexsides else 'cannot'} be hit"
    cites = [first.cites[key] for key in ("range", "points", "edge")]
    # A single value from the reader makes the whole sentence supplied.
    cite = next((cite for cite in cites if cite.kind == "supplied"), cites[0])
    yield note(cite, f"Field {number}, {field.name}: {reach}, {points}; {edge}.")
    for weapon in field.weapons:
        yield note(weapon.cites["arc"], f"{capitalized(weapon.name)}: {arc_words(weapon.arc)}.")
