"""The path of a move: what bars the way, where and how a Unit may end its move, and how it leaves
the table.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise

from landships_lab.core.answer import Answer, Gap, Step, Telling, Told, decided, judged
from landships_lab.core.inches import direction, inches_up, square_between
from landships_lab.core.plane import Number, Ring, Spot, cross, dot, inside, meet, vector
from landships_lab.core.renamed import renamed
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, listed
from landships_lab.data.gaps import gap
from .book import TABLES, allow, exact_inches, forbid, lost, note, options, says
from .ground import NAMES, Area, Table, Unit, carried, ring_round, square_to_border
from .movement import (
    Move,
    distance,
    entry,
    met_on_way,
    moves_by_road,
    slowed,
    threat_to_move,
    threatened,
    ways,
    woods_entered,
)

# ------------------------------------------------------------------------------- what bars the way

#: What carries a Unit over ground that is otherwise closed.
_LEADS = ("road", "ford")
#: Terrain that Units cannot move through off the road; only Infantry move through woods.
_BARS = {"marsh": "impassable", "lake": "impassable", "river": "rivers", "woods": "move-woods"}


def blocked(
    table: Table, way: Sequence[Unit], into: Iterable[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the names of what bars each straight part of a way, with the ids of their citations.

    Woods do not bar ATGs that stop in their edge (``into``) or leave it. An enemy bars with its
    bases and the gaps between them; a Unit may pass only through friends.
    """
    passed = {*into, *woods_entered(table, way[0], by_road=False)}
    for before, after in pairwise(way):
        yield from _closed(table, before, after, passed)
        for enemy in table.enemies(before):
            if _runs_into(before, after, enemy):
                yield enemy.name, "interpenetration"


def _closed(
    table: Table, before: Unit, after: Unit, passed: Collection[str]
) -> Iterator[tuple[str, str]]:
    leads = [area.corners for area in table.areas if area.kind in _LEADS]
    for area in table.areas:
        through = area.kind == "woods" and before.kind == "infantry"
        if area.kind in _BARS and not through and area.name not in passed:
            crossed = (way for way in ways(before, after) if meet(way, area.corners))
            if not all(_led_over(way, area.corners, leads) for way in crossed):
                yield area.name, _BARS[area.kind]


def _runs_into(before: Unit, after: Unit, enemy: Unit) -> bool:
    """Return whether an enemy is in the way. A base that stands between those of an enemy may
    leave, but not over any of them.
    """
    ground = ring_round(enemy)
    return any(
        meet(way, ground)
        and (not meet(base.corners, ground) or any(meet(way, b.corners) for b in enemy.bases))
        for base, way in zip(before.bases, ways(before, after), strict=True)
    )


def _led_over(swept: Ring, ground: Ring, leads: Iterable[Ring]) -> bool:
    """Return whether a road, ford or bridge carries all of a way that crosses this ground."""
    common = shared(swept, ground)
    return any(all(inside(corner, lead) for corner in common) for lead in leads)


def shared(one: Ring, other: Ring) -> Ring:
    """Return the corners of the area that two convex rings share, in order; none if they are apart.

    >>> from landships_lab.core.plane import spot
    >>> square = tuple(spot(*at) for at in ((0, 0), (2, 0), (2, 2), (0, 2)))
    >>> len(shared(square, tuple(spot(p.x + 1, p.y + 1) for p in square)))
    4
    """
    around = sum(cross(other[n - 1], other[n]) for n in range(len(other)))
    ring = list(one)
    for n in range(len(other)):
        a, b = (other[n - 1], other[n]) if around > 0 else (other[n], other[n - 1])
        ring = _kept(ring, a, b)
    return tuple(dict.fromkeys(ring))


def _kept(ring: Sequence[Spot], a: Spot, b: Spot) -> list[Spot]:
    """Return the part of a ring that lies on the right of the line from a to b, or on it."""
    along, kept = vector(a, b), []
    for n, here in enumerate(ring):
        last = ring[n - 1]
        before, now = cross(along, vector(a, last)), cross(along, vector(a, here))
        if (before < 0 < now) or (now < 0 < before):
            share = Fraction(before, before - now)
            x, y = last.x + share * (here.x - last.x), last.y + share * (here.y - last.y)
            kept.append(Spot(x, y))
        if now >= 0:
            kept.append(here)
    return kept


# ---------------------------------------------------------------------------------- where it stops

#: Terrain that no base may stand on, or only those of some Units.
_STOPS = ("marsh", "lake", "river", "woods", "town")


@judged
def may_place(
    table: Table, moved: Unit, allowance: int | Fraction, readings: Given = None
) -> Telling[Unit]:
    """Return whether a Unit on the table may end its move in this position, with ``allowance``
    inches to move.

    ``moved`` is the Unit of that name in its new position. No base may go farther than the
    allowance, measured from centre to centre. The way there is not checked: the last step says so,
    and names what lies on the straight line. The detail is the Unit before its move.

    >>> from landships_lab.games.one_hour.rules.ground import read_spot, table_of
    >>> table = table_of("flank-attack")
    >>> may_place(table, table.unit("Cruds-1").at(read_spot("18,19")), 1).headline
    'Cruds-1 may not stop here.'
    """
    before = table.unit(moved.name)
    far = exact_inches("The distance a Unit may move", allowance)
    yield from _distances(moved, _went(before, moved), far)
    yield from threat_to_move(table, before, moved, options(readings))
    yield from _standing(table, moved)
    into = woods_entered(table, moved, moves_by_road(table, before, moved))
    if met := dict(blocked(table, (before, moved), into)):
        barred = f"The straight way is blocked by {listed(met)}"
        text = f"Only the final position is checked. {barred}; a way round is longer than measured."
        yield note(next(iter(met.values())), text)
    else:
        only = "Only the final position and the distance from the old one are checked"
        yield note("move", f"{only}. The straight way there is free.")

    def headline(value: bool | Gap) -> Told[Unit]:
        if not isinstance(value, Gap):
            return Told(f"{moved.name} {'may' if value else 'may not'} stop here.", detail=before)
        leaves = value == gap("one_hour", "leaving")
        wood = "this is still the edge of the wood"
        only_if = "a scenario lets it leave the table" if leaves else wood
        return Told(f"Only if {only_if} may {moved.name} stop here.", detail=before)

    return headline


def _went(before: Unit, after: Unit) -> list[Fraction]:
    """Return how far each base moves, from centre to centre."""
    bases = zip(before.bases, after.bases, strict=True)
    moves = (vector(old.centre, new.centre) for old, new in bases)
    return [inches_up(dot(way, way)) for way in moves]


def _distances(unit: Unit, went: Sequence[Number], far: int | Fraction) -> Iterator[Step]:
    """Yield how far each base of a Unit moves, and whether that is too far."""
    for n, base in enumerate(unit.bases):
        text = f"{capitalized(NAMES[n])} moves {inches(went[n])} and may move {inches(far)}."
        yield allow("move", went[n] <= far, text, marks=(base.centre,))


def _standing(table: Table, unit: Unit) -> Iterator[Step]:
    """Yield what bears on the place where a Unit would stand: the arrangement of its bases, the
    ground, and the other Units.
    """
    turned = {base.facing for base in unit.bases} != {unit.unique.facing}
    same, other = "All its bases face the same way.", "Its bases face different ways."
    yield allow("turning", not turned, same, other)
    front, centre = direction(unit.unique.facing), unit.unique.centre
    bases = enumerate(base.centre for base in unit.bases)
    ahead = [NAMES[n] for n, at in bases if dot(front, vector(centre, at)) > 0]
    they = f"{capitalized(listed(ahead, none=''))} {'stand' if len(ahead) > 1 else 'stands'}"
    none = "No base stands ahead of the Unique base."
    yield allow("bases", not ahead, none, f"{they} ahead of the Unique base.")
    yield from _gaps(unit)
    if not all(table.on(base) for base in unit.bases):
        only = "Only a scenario lets Units leave, and how they do the source does not say."
        yield lost("leaving", f"Part of it would be off the table. {only}")
    for area in table.areas:
        if area.kind in _STOPS and any(meet(base.corners, area.corners) for base in unit.bases):
            yield _stands_in(table, area, unit)
    for other_unit in table.units:
        if other_unit.name != unit.name:
            yield from _stands_on(unit, other_unit)


def _gaps(unit: Unit) -> Iterator[Step]:
    """Yield what bears on the gaps between neighbouring bases.

    Three bases have three distances, two of which are between neighbours. All distances are rounded
    up to a sixteenth, because an oblique gap is seldom a fraction.
    """
    kept = TABLES.bases[unit.kind].inches()[2]
    who = f"{unit.row.name}{'' if unit.kind == 'infantry' else 's'}"
    keeps, neighbours = f"{who} keep {inches(kept)} between bases", len(unit.bases) - 1
    pairs = [
        (a, b, inches_up(square_between(unit.bases[a], unit.bases[b])))
        for a, b in combinations(range(len(unit.bases)), 2)
    ]
    wrong = [pair for pair in pairs if pair[2] < kept]
    if not wrong and sum(far == kept for _, _, far in pairs) < neighbours:
        # No pair is too near, so the nearest pairs are the neighbours, and at least one of these is
        # too far apart.
        nearest = sorted(pairs, key=lambda pair: pair[2])[:neighbours]
        wrong = [pair for pair in nearest if pair[2] > kept]
    if not wrong:
        yield allow("bases", True, f"{keeps}, and these do.")
    for a, b, far in wrong:
        both = f"{capitalized(NAMES[a])} and {NAMES[b]}"
        overlap = meet(unit.bases[a].corners, unit.bases[b].corners)
        text = f"{both} overlap." if overlap else f"{both} are {inches(far)} apart; {keeps}."
        yield forbid("bases", True, text)


def _stands_in(table: Table, area: Area, unit: Unit) -> Step:
    """Return whether a Unit may stand in this terrain. ATGs on the border of a wood stay in its
    edge, whose depth the text does not give.
    """
    roads = (road for road in table.areas if road.kind == "road")
    by_road = any(all(road.holds(base) for base in unit.bases) for road in roads)
    enters = entry(unit.kind, area.kind, by_road)
    if by_road or (unit.kind, area.kind) != ("atg", "woods"):
        return replace(enters, text=f"It stands in {area.name}. {enters.text}")
    inner = [base for base in unit.bases if area.holds(base)]
    if not inner:
        text = f"It stands on the border of {area.name}. {enters.text}"
        return replace(enters, text=text, op="allows")
    deep = max(inches_up(square_to_border(base, area.corners)) for base in inner)
    unknown = "the source does not say how deep the edge is"
    text = f"It stands {inches(deep)} inside {area.name}. {enters.text[:-1]}; {unknown}."
    return replace(enters, text=text, op="note", amount=gap("one_hour", "wood-edge"))


def _stands_on(unit: Unit, other: Unit) -> Iterator[Step]:
    """Yield a step if a Unit would stop on another. A friend blocks with its bases and the gaps
    between them, an enemy only with its bases.
    """
    friend = other.side == unit.side
    grounds = (ring_round(other),) if friend else tuple(base.corners for base in other.bases)
    if any(meet(base.corners, ground) for base in unit.bases for ground in grounds):
        between = " or between its bases" if friend else ""
        text = f"It would stop on a base of {other.name}{between}."
        yield forbid("interpenetration", True, text)


# --------------------------------------------------------------------------------- a move under way


@dataclass(frozen=True, slots=True)
class March:
    """A move under way: its dice, the situation when they were rolled, and the way since.

    ``went`` is how far each base has moved, in inches; ``by_road`` says whether all of it was by
    road. ``threatened`` and ``into_woods`` last to the end of the move: an enemy passed on the way
    still slows the Unit, and the edge of a wood still costs movement.
    """

    rolled: tuple[int, ...]
    threatened: bool = False
    dug_in: bool = False
    went: tuple[Fraction, ...] = ()
    by_road: bool = True
    into_woods: bool = False
    left = renamed("inches_left")

    @property
    def farthest(self) -> Fraction:
        """How far the base that moved farthest has gone."""
        return max(self.went, default=Fraction(0))

    def allowance(self, kind: str, by_road: bool = False, readings: Given = None) -> Answer[int]:
        """Return the inches of the whole move of a Unit of this type."""
        move = Move(kind, self.threatened, self.dug_in, by_road, self.into_woods)
        return distance(move, self.rolled, readings)

    def inches_left(self, kind: str, by_road: bool = False, readings: Given = None) -> Fraction:
        """Return the inches left for the base that has gone farthest."""
        return max(Fraction(0), self.allowance(kind, by_road, readings).value - self.farthest)


@dataclass(frozen=True, slots=True)
class Arrival:
    """The end of a part of a move: the Unit and the rest of the move.

    ``met`` is the enemy that it came near on the way, if that matters.
    """

    unit: Unit
    march: March
    met: Unit | None = None


def started(table: Table, name: str, rolled: Sequence[int], readings: Given = None) -> March:
    """Return the move of a Unit that has just rolled these dice, 1 to 6 each."""
    unit = table.unit(name)
    on_road = moves_by_road(table, unit, unit)
    return March(tuple(rolled), threatened(table, unit, readings), unit.dug_in, by_road=on_road)


@judged
def may_go(
    table: Table, march: March, path: Sequence[Unit], readings: Given = None
) -> Telling[Arrival]:
    """Return whether a Unit may go along this path: one position for each point on the way, the
    last where it stops. The detail is the `Arrival`.

    No base may go farther in the whole move than the dice allow. No part of the way may lead
    through an enemy or through ground closed to the Unit, and the Unit must be allowed to stand
    where it stops.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> table = table_of("flank-attack")
    >>> stays = table.unit("Cruds-1")
    >>> may_go(table, March((3, 4, 5)), [stays]).headline
    'Cruds-1 may move there.'
    """
    name, given = path[-1].name, options(readings)
    way = (table.unit(name), *path)
    arrival = _arrival(table, march, way, given)

    def headline(value: bool | Gap) -> Told[Arrival]:
        sentence = f"{name} {'may' if value else 'may not'} move there."
        edge = f"Only if this is still the edge of the wood may {name} move there."
        return Told(edge if isinstance(value, Gap) else sentence, detail=arrival)

    unit, then = arrival.unit, arrival.march
    far = yield from _far(arrival, given)
    yield from _distances(unit, then.went, far)
    if march.threatened:
        yield note("threatened", slowed(unit))
    if not all(table.on(base) for base in unit.bases):
        text = "Part of it would be off the table; a Unit leaves the table whole, where it may."
        yield forbid("leaving", True, text)
        return headline
    yield from _barred(table, way, woods_entered(table, unit, then.by_road))
    yield from _standing(table, unit)
    return headline


def _arrival(table: Table, march: March, way: Sequence[Unit], given: Mapping[str, str]) -> Arrival:
    legs, unit = tuple(pairwise(way)), way[-1]
    by_road = march.by_road and all(moves_by_road(table, *leg) for leg in legs)
    so_far = march.went or (Fraction(0),) * len(unit.bases)
    goes = zip(so_far, *(_went(*leg) for leg in legs), strict=True)
    went = tuple(sum(parts, Fraction(0)) for parts in goes)
    met = None
    if given["threatened-when"] == "on-the-way" and not march.threatened:
        met = next(filter(None, (met_on_way(table, *leg, given) for leg in legs)), None)
    then = replace(
        march,
        went=went,
        by_road=by_road,
        threatened=march.threatened or met is not None,
        into_woods=march.into_woods or bool(woods_entered(table, unit, by_road)),
    )
    return Arrival(unit, then, met)


def _far(arrival: Arrival, given: Mapping[str, str]) -> Generator[Step, None, int]:
    """Yield how far a move may go in all and what slows it; return the inches."""
    if arrival.met is not None:
        slower = f"{says('threatened-when', given)} {slowed(arrival.unit)}"
        text = f"It comes near {arrival.met.name} as it moves. {slower}"
        yield note("threatened-when", text, "threatened-when")
    march = arrival.march
    far = march.allowance(arrival.unit.kind, march.by_road, given)
    road = " Its whole way is by road." if march.by_road else ""
    yield note("roads" if road else "move", f"{far.headline}{road}")
    return far.value


def _barred(table: Table, way: Sequence[Unit], into: Iterable[str] = ()) -> Iterator[Step]:
    for name, cite in blocked(table, way, into):
        yield forbid(cite, True, f"The straight way is blocked by {name}.")


# -------------------------------------------------------------------------------- leaving the table


@decided
def may_leave(
    table: Table, march: March, name: str, road: str, readings: Given = None
) -> Telling[Arrival]:
    """Return whether a Unit may leave the table at the north end of this road, straight from where
    it stands. The detail is the `Arrival` at the edge.

    The reading leaving-with decides what must reach the edge: the front of the Unique base, or the
    back of the last base.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> may_leave(table_of("flank-attack"), March((5, 5, 5)), "Cruds-1", "the road").headline
    'Cruds-1 may not leave the table.'
    """
    unit, given = table.unit(name), options(readings)
    at_edge = _at_edge(table, unit, road)
    arrival = _arrival(table, march, (unit, at_edge), given)
    if given["leaving-with"] == "whole":
        deep = max(corner.y for base in at_edge.bases for corner in base.corners)
        needed = arrival.march.farthest + inches_up(Fraction(deep) ** 2)
    else:
        needed = arrival.march.went[0]
    yield allow("break-through", True, "The scenario lets it leave by the road.")
    far = yield from _far(arrival, given)
    text = f"It needs {inches(needed)} to the edge and may move {inches(far)}."
    text = f"{text} {says('leaving-with', given)}"
    yield allow("leaving", needed <= far, text, reading="leaving-with")
    yield from _barred(table, (unit, at_edge))
    return lambda value: Told(
        f"{name} {'may' if value else 'may not'} leave the table.", detail=arrival
    )


def _at_edge(table: Table, unit: Unit, road: str) -> Unit:
    """Return the Unit with the front of its Unique base at the north end of a road, facing north,
    its bases arranged as before.
    """
    end = next(area for area in table.areas if area.name == road)
    top = [corner.x for corner in end.corners if corner.y == min(c.y for c in end.corners)]
    width, depth, _ = TABLES.bases[unit.kind].inches()
    half, here = width * Fraction(1, 2), unit.unique.centre.x
    x = min(max(here, min(top) + half), max(top) - half)
    return carried(unit, Spot(x, depth * Fraction(1, 2)), 0)
