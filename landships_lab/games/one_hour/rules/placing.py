"""Where a Unit may end its move: how far each base went, how the bases stand, and what they stand
on and among.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from landships_lab.core.answer import Gap, Step, Telling, Told, judged
from landships_lab.core.inches import Base, direction, inches_up, square_between
from landships_lab.core.plane import Number, Spot, dot, meet, vector
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, listed
from landships_lab.data.gaps import gap
from .book import TABLES, allow, exact_inches, forbid, lost, note
from .ground import NAMES, Area, Table, Unit, ring_round
from .moves import may_enter
from .threats import threat_to_move
from .ways import blocked, moves_by_road, woods_entered

#: Terrain that no base may stand on, or only those of some Units.
_STOPS = ("marsh", "lake", "river", "woods", "town")


@judged
def may_place(
    table: Table, moved: Unit, allowance: int | Fraction, readings: Given = None
) -> Telling:
    """Return whether a Unit on the table may end its move so, with ``allowance`` inches to move.

    ``moved`` is the Unit of that name as it would stand. No base goes farther than the allowance,
    measured from centre to centre; all face one way, with the gaps of their type; none stands ahead
    of the Unique base; none ends on ground it may not enter, on another Unit, or between the bases
    of a friend. The way there is not checked: the last step says so, and names what lies on the
    straight one. A Threatened ATG or Mortar does not move (line 295, readings threatened-at,
    threatened-when and road-penalties). How deep the edge of a wood is for ATGs is a Gap, and so
    is how a Unit leaves the table. ``detail`` is the Unit before its move. Source:
    Movement (lines 262, 286-295), bases (line 169).

    >>> from landships_lab.games.one_hour.rules.ground import read_spot, table_of
    >>> table = table_of("flank-attack")
    >>> may_place(table, table.unit("Cruds-1").at(read_spot("18,19")), 1).headline
    'Cruds-1 may not stop here.'
    """
    before = table.unit(moved.name)
    far = exact_inches("The distance a Unit may move", allowance)
    ways = (
        vector(old.centre, new.centre) for old, new in zip(before.bases, moved.bases, strict=True)
    )
    yield from gone(moved, [inches_up(dot(way, way)) for way in ways], far)
    yield from threat_to_move(table, before, moved, readings)
    yield from standing(table, moved)
    yield _way(table, before, moved)

    def says(value: bool | Gap) -> Told:
        if not isinstance(value, Gap):
            may = "may" if value else "may not"
            return Told(f"{moved.name} {may} stop here.", detail=before)
        leaves = value == gap("one_hour", "leaving")
        only_if = (
            "a scenario lets it leave the table" if leaves else "this is still the edge of the wood"
        )
        return Told(f"Only if {only_if} may {moved.name} stop here.", detail=before)

    return says


def gone(unit: Unit, went: Sequence[Number], far: int | Fraction) -> Iterator[Step]:
    """Yield how far each base of a Unit goes, and whether that is farther than it may."""
    for n, base in enumerate(unit.bases):
        text = f"{capitalized(NAMES[n])} moves {inches(went[n])} and may move {inches(far)}."
        yield allow("move", went[n] <= far, text, marks=(base.centre,))


def standing(table: Table, unit: Unit) -> Iterator[Step]:
    """Yield what there is to say of the place where a Unit would stand: how its bases are drawn up,
    on what ground, and among which other Units.

    Source: bases (line 169), Movement (lines 286-293).
    """
    yield from _drawn_up(unit)
    yield from _gaps(unit)
    yield from _grounds(table, unit)
    yield from _neighbours(table, unit)


def _drawn_up(unit: Unit) -> Iterator[Step]:
    turned = {base.facing for base in unit.bases} != {unit.unique.facing}
    yield allow(
        "turning", not turned, "All its bases face the same way.", "Its bases face different ways."
    )
    ahead = [NAMES[n] for n, base in enumerate(unit.bases) if _ahead(unit.unique, base.centre)]
    they = f"{capitalized(listed(ahead, none=''))} {'stand' if len(ahead) > 1 else 'stands'}"
    yield allow(
        "bases",
        not ahead,
        "No base stands ahead of the Unique base.",
        f"{they} ahead of the Unique base.",
    )


def _ahead(unique: Base, centre: Spot) -> bool:
    return dot(direction(unique.facing), vector(unique.centre, centre)) > 0


def _gaps(unit: Unit) -> Iterator[Step]:
    """Yield what there is to say of the gaps between its bases, each to its neighbour.

    Of three bases, two gaps of the three are between neighbours. All distances are rounded up to a
    sixteenth: an oblique gap is seldom a fraction.
    """
    gap = TABLES.bases[unit.kind].inches()[2]
    keeps = (
        f"{unit.row.name}{'' if unit.kind == 'infantry' else 's'} keep {inches(gap)} between bases"
    )
    neighbours = len(unit.bases) - 1
    pairs = [
        (a, b, inches_up(square_between(unit.bases[a], unit.bases[b])))
        for a, b in combinations(range(len(unit.bases)), 2)
    ]
    wrong = [pair for pair in pairs if pair[2] < gap]
    if not wrong and sum(far == gap for _, _, far in pairs) < neighbours:
        # No pair is too near, so the nearest pairs are the neighbours, and at least one of them is
        # too far apart.
        nearest = sorted(pairs, key=lambda pair: pair[2])[:neighbours]
        wrong = [pair for pair in nearest if pair[2] > gap]
    if not wrong:
        yield allow("bases", True, f"{keeps}, and these do.")
    for a, b, far in wrong:
        both = f"{capitalized(NAMES[a])} and {NAMES[b]}"
        overlap = meet(unit.bases[a].corners, unit.bases[b].corners)
        text = f"{both} overlap." if overlap else f"{both} are {inches(far)} apart; {keeps}."
        yield forbid("bases", True, text)


def _grounds(table: Table, unit: Unit) -> Iterator[Step]:
    if not all(table.on(base) for base in unit.bases):
        text = (
            "Part of it would be off the table. Only a scenario lets Units leave, and how they do"
            " the source does not say."
        )
        yield lost("leaving", text)
    for area in table.areas:
        if area.kind in _STOPS and any(meet(base.corners, area.corners) for base in unit.bases):
            by_road = any(
                road.kind == "road" and all(road.holds(base) for base in unit.bases)
                for road in table.areas
            )
            entry = may_enter(unit.kind, area.kind, by_road).steps[-1]
            if unit.kind == "atg" and area.kind == "woods" and not by_road:
                yield _wood_edge(area, unit, entry)
                continue
            yield Step(f"It stands in {area.name}. {entry.text}", entry.cite, entry.op)


def _wood_edge(area: Area, unit: Unit, entry: Step) -> Step:
    """Return whether ATGs in a wood keep to its edge: on its border they do, and how deep it is the
    print does not say.
    """
    deep = max(_deep(area, base) for base in unit.bases if meet(base.corners, area.corners))
    if not any(area.holds(base) for base in unit.bases):
        return replace(
            entry, text=f"It stands on the border of {area.name}. {entry.text}", op="allows"
        )
    text = (
        f"It stands {inches(deep)} inside {area.name}. {entry.text[:-1]}; the source does not say"
        " how deep the edge is."
    )
    return replace(entry, text=text, op="note", amount=gap("one_hour", "wood-edge"))


def _deep(area: Area, base: Base) -> Fraction:
    """Return the inches of the area between its border and a base: 0 where the base is not wholly
    in it.
    """
    if not area.holds(base):
        return Fraction(0)
    corners = area.corners
    return min(
        inches_up(square_between(base, (corners[n - 1], corners[n]))) for n in range(len(corners))
    )


def _neighbours(table: Table, unit: Unit) -> Iterator[Step]:
    for other in table.units:
        if other.name == unit.name:
            continue
        friend = other.side == unit.side
        # A friend blocks with all that lies between its bases; an enemy only with the bases
        # themselves.
        grounds = (ring_round(other),) if friend else tuple(base.corners for base in other.bases)
        if any(meet(base.corners, ground) for base in unit.bases for ground in grounds):
            between = " or between its bases" if friend else ""
            text = f"It would stop on a base of {other.name}{between}."
            yield forbid("interpenetration", True, text)


def _way(table: Table, before: Unit, after: Unit) -> Step:
    """Return a note on the way, which is not checked: what lies on the straight one, or that
    nothing does.
    """
    into = woods_entered(table, after, moves_by_road(table, before, after))
    if not (met := dict(blocked(table, (before, after), into))):
        text = (
            "Only the final position and the distance from the old one are checked. The straight"
            " way there is free."
        )
        return note("move", text)
    text = (
        f"Only the final position is checked. The straight way is blocked by {listed(met)}; a way"
        " round is longer than measured."
    )
    return note(next(iter(met.values())), text)
