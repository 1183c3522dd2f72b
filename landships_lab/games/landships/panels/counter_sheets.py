"""Counters and fire-arc cards to print, from the data of the units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from landships_lab.core.answer import Gap
from landships_lab.core.checks import small, unknown
from landships_lab.core.sources import PROVENANCE_WORDS
from landships_lab.core.speech import plural
from landships_lab.drawing.paper import Pages
from landships_lab.drawing.sheet import ArcCard, Piece, ShownArc, card_pages, counter_pages
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules.book import arc_words
from .common import TINTS

#: The drawn range of an arc whose range is not in the source; the card says so.
UNKNOWN_RANGE = 3
MOST_COUNTERS = 2000


def read_order(words: Sequence[str], units: Mapping[str, Unit]) -> tuple[tuple[Unit, int], ...]:
    """Return the units, and how many counters of each, that words such as ``a7v=3`` order.

    Raises `ValueError` for an unknown unit, a number out of bounds, and too many counters in all.
    """
    order = []
    for word in words:
        key, equals, number = word.partition("=")
        if key not in units:
            raise ValueError(
                unknown("unit", key, units) + " Order counters as unit=number, such as a7v=3."
            )
        count = small(number) if equals else 1
        if count is None or not 1 <= count <= 99:
            raise ValueError(
                f"{word!r} orders no counters; write a number from 1 to 99 after the sign, such as"
                f" {key}=3."
            )
        order.append((units[key], count))
    if sum(number for _, number in order) > MOST_COUNTERS:
        raise ValueError(f"At most {MOST_COUNTERS} counters can be printed at once.")
    return tuple(order)


def counters_sheet(
    order: Sequence[tuple[Unit, int]], paper: str = "A4", both_sides: bool = True
) -> Pages:
    """Return the pages that print these counters, numbered from 1 for each unit."""
    pieces = [piece(unit, number) for unit, count in order for number in range(1, count + 1)]
    return counter_pages(pieces, paper, both_sides)


def piece(unit: Unit, number: int) -> Piece:
    """Return a counter of this unit; on its back are the ranges and points of its fields
    of fire.
    """
    back = tuple(_short(next(iter(f.weapons))) for f in unit.fields)
    return Piece(unit.name, unit.outline, unit.nation, str(number), ("range / points", *back))


def _short(weapon: Weapon) -> str:
    reach, points = (
        "?" if isinstance(value, Gap) else value for value in (weapon.range_hexes, weapon.points)
    )
    return f"{weapon.name.split()[0]} {reach} / {points}"


def arc_cards(units: Sequence[Unit], paper: str = "A4") -> Pages:
    """Return the pages that print a fire-arc card for each of these units."""
    return card_pages([arc_card(unit) for unit in units], paper)


def arc_card(unit: Unit) -> ArcCard:
    """Return the fire-arc card of this unit."""
    arcs = tuple(
        _shown(weapon, TINTS[n % len(TINTS)])
        for n, weapon in enumerate(islice(unit.weapons.values(), 12))
    )
    return ArcCard(unit.name, unit.outline, unit.nation, arcs, unit.note)


def _shown(weapon: Weapon, tint: str) -> ShownArc:
    known = not isinstance(weapon.range_hexes, Gap)
    reach = f"range {weapon.range_hexes}" if known else "range not in the source"
    points = "points not in the source"
    if not isinstance(weapon.points, Gap):
        points = plural(weapon.points, "point")
    edge = "can" if weapon.arc.edge_hexsides else "cannot"
    words = [
        f"{reach}, {points}",
        f"{arc_words(weapon.arc)}: {PROVENANCE_WORDS[weapon.provenance['arc']]}",
    ]
    if not weapon.arc.all_round:
        words.append(f"a hexside on its edge {edge} be hit")
    limit = UNKNOWN_RANGE if isinstance(weapon.range_hexes, Gap) else weapon.range_hexes
    return ShownArc(weapon.name, weapon.arc, limit, tint, weapon.arc.edge_hexsides, tuple(words))
