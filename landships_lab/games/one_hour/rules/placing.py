"""Where a Unit may end its move: how far each base went, how the bases stand, and what they stand
on and among.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.inches import Base, direction, inches_up, square_between
from landships_lab.core.plane import Ring, Spot, dot, meet, vector
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, inches, listed
from landships_lab.data.gaps import gap
from landships_lab.games.one_hour.rules.book import CITES, TABLES, exact_inches
from landships_lab.games.one_hour.rules.ground import (
    NAMES,
    Area,
    Table,
    Unit,
    ring_round,
)
from landships_lab.games.one_hour.rules.moves import may_enter
from landships_lab.games.one_hour.rules.threats import threat_to_move, ways

#: Terrain that no base may stand on, or only those of some Units.
_STOPS = ("marsh", "lake", "river", "woods", "town")
#: Terrain that no Unit moves through off the road; Infantry do move through woods.
_BARS: dict[str, Cite] = {
    "marsh": CITES["impassable"],
    "lake": CITES["impassable"],
    "river": CITES["rivers"],
    "woods": CITES["move-woods"],
}


def may_place(
    table: Table, moved: Unit, allowance: int | Fraction, readings: Given = None
) -> Answer[bool | Gap]:
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
    steps = (
        *_distances(before, moved, far),
        *threat_to_move(table, before, moved, readings),
        *standing(table, moved),
        _way(table, before, moved),
    )
    value = judge(steps)
    if isinstance(value, Gap):
        only_if = (
            "a scenario lets it leave the table"
            if value == gap("one_hour", "leaving")
            else "this is still the edge of the wood"
        )
        return Answer(value, steps, f"Only if {only_if} may {moved.name} stop here.", detail=before)
    return Answer(
        value,
        steps,
        f"{moved.name} {'may' if value else 'may not'} stop here.",
        detail=before,
    )


def standing(table: Table, unit: Unit) -> Iterator[Step]:
    """Yield what there is to say of the place where a Unit would stand: how its bases are drawn up,
    on what ground, and among which other Units.

    Source: bases (line 169), Movement (lines 286-293).
    """
    yield from _drawn_up(unit)
    yield from _gaps(unit)
    yield from _grounds(table, unit)
    yield from _neighbours(table, unit)


def _distances(before: Unit, after: Unit, far: int | Fraction) -> Iterator[Step]:
    for n, (old, new) in enumerate(zip(before.bases, after.bases, strict=True)):
        way = vector(old.centre, new.centre)
        went = inches_up(dot(way, way))
        text = f"{capitalized(NAMES[n])} moves {inches(went)} and may move {inches(far)}."
        yield Step(text, CITES["move"], "allows" if went <= far else "forbids", marks=(new.centre,))


def _drawn_up(unit: Unit) -> Iterator[Step]:
    turned = {base.facing for base in unit.bases} != {unit.unique.facing}
    text = "Its bases face different ways." if turned else "All its bases face the same way."
    yield Step(text, CITES["turning"], "forbids" if turned else "allows")
    if ahead := [NAMES[n] for n, base in enumerate(unit.bases) if _ahead(unit.unique, base.centre)]:
        verb = "stand" if len(ahead) > 1 else "stands"
        yield Step(
            f"{capitalized(listed(ahead))} {verb} ahead of the Unique base.",
            CITES["bases"],
            "forbids",
        )
    else:
        yield Step("No base stands ahead of the Unique base.", CITES["bases"], "allows")


def _ahead(unique: Base, centre: Spot) -> bool:
    return dot(direction(unique.facing), vector(unique.centre, centre)) > 0


def _gaps(unit: Unit) -> Iterator[Step]:
    """Yield what there is to say of the gaps between its bases, each to its neighbour.

    Two gaps of the three are between neighbours. All distances are rounded up to a sixteenth: an
    oblique gap is seldom a fraction.
    """
    gap = TABLES.bases[unit.kind].inches()[2]
    keeps = (
        f"{unit.row.name}{'' if unit.kind == 'infantry' else 's'} keep {inches(gap)} between bases"
    )
    pairs = [
        (a, b, inches_up(square_between(unit.bases[a], unit.bases[b])))
        for a, b in combinations(range(3), 2)
    ]
    wrong = [pair for pair in pairs if pair[2] < gap]
    if not wrong and sum(far == gap for _, _, far in pairs) < 2:
        # No pair is too near, so the two nearest pairs are the neighbours, and at least one of them
        # is too far apart.
        wrong = [pair for pair in sorted(pairs, key=lambda pair: pair[2])[:2] if pair[2] > gap]
    if not wrong:
        yield Step(f"{keeps}, and these do.", CITES["bases"], "allows")
    for a, b, far in wrong:
        both = f"{capitalized(NAMES[a])} and {NAMES[b]}"
        overlap = meet(unit.bases[a].corners, unit.bases[b].corners)
        text = f"{both} overlap." if overlap else f"{both} are {inches(far)} apart; {keeps}."
        yield Step(text, CITES["bases"], "forbids")


def _grounds(table: Table, unit: Unit) -> Iterator[Step]:
    if not all(table.on(base) for base in unit.bases):
        text = (
            "Part of it would be off the table. Only a scenario lets Units leave, and how they do"
            " the source does not say."
        )
        yield Step(text, CITES["leaving"], amount=gap("one_hour", "leaving"))
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
            text = (
                "It would stop on a base of"
                f" {other.name}{' or between its bases' if friend else ''}."
            )
            yield Step(text, CITES["interpenetration"], "forbids")


def _way(table: Table, before: Unit, after: Unit) -> Step:
    """Return a note on the way, which is not checked: what lies on the straight one, or that
    nothing does.
    """
    swept = ways(before, after)
    met = [
        (name, cite)
        for name, ring, cite in barring(table, after)
        if any(meet(way, ring) for way in swept)
    ]
    if not met:
        text = (
            "Only the final position and the distance from the old one are checked. The straight"
            " way there is free."
        )
        return Step(text, CITES["move"], "note")
    names = listed(dict.fromkeys(name for name, _ in met))
    text = (
        f"Only the final position is checked. The straight way is blocked by {names}; a way round"
        " is longer than measured."
    )
    return Step(text, met[0][1], "note")


def barring(table: Table, unit: Unit) -> Iterator[tuple[str, Ring, Cite]]:
    """Yield what this Unit may not pass through off the road: its name, its ring and its citation.

    Source: Movement, Terrain and Interpenetration (lines 287-293).
    """
    for area in table.areas:
        if area.kind in _BARS and not (area.kind == "woods" and unit.kind == "infantry"):
            yield area.name, area.corners, _BARS[area.kind]
    for enemy in table.units:
        if enemy.side != unit.side:
            yield from (
                (enemy.name, base.corners, CITES["interpenetration"]) for base in enemy.bases
            )
