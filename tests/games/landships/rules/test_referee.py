"""Ranges and fire arcs agree with an independent referee, everywhere within 8 hexes.

Everywhere means: from each kind of place (a hex, and a hexside of each of the three ways it can
lie), in an even and in an odd column, to every place within 8 hexes. Other starting places are the
same board shifted: range and arc depend on the difference of two places alone.
`test_only_the_difference_of_two_places_counts` proves that, here and in the referee.
"""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.arcs import Arc, bearing
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules.field_of_fire import reach_of
from landships_lab.games.landships.rules.fire import shot
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.games.landships.rules.ranges import count_range, range_hexes
from tests import referee
from tests.shots import EACH_WEAPON

GRID = Grid()
WITHIN = 8
STARTS = (
    "2020",
    "2121",
    "2020/2021",
    "2121/2122",
    "2020/2120",
    "2121/2220",
    "2020/2121",
    "2121/2221",
)
READINGS = ("full-hexes", "touched-hexes")
EDGE_HEX = ("in", "as-hexside")
EDGE_HEXSIDE = ("as-printed", "never", "always")
PLACES: dict[str, Place] = {
    code: GRID.place(code) for code in referee.codes(range(10, 33), range(10, 33))
}


def around(start: str) -> Iterator[str]:
    """Yield every place within 8 hexes of this one, by the referee's count under either reading."""
    return (
        code
        for code in PLACES
        if referee.HALVES.get(referee.between(start, code), 99) <= 2 * WITHIN + 1
    )


AROUND = {start: tuple(around(start)) for start in STARTS}
ARCS = sorted({(w.arc.lo, w.arc.hi) for unit in UNITS.values() for w in unit.weapons.values()})


# ------------------------------------------------------------------------------ is the referee fit?


def test_the_referee_knows_the_compass_and_what_is_parallel() -> None:
    half = [(0, -4), (6, -6), (6, -2), (6, 0), (6, 2), (6, 6)]
    round_the_compass = [*half, *((-x, -y) for x, y in half)]
    assert [referee.clock(*at) for at in round_the_compass] == list(range(0, 24, 2))
    assert (referee.clock(1, -4), referee.clock(-1, -4)) == (1, 23)
    assert referee.parallel("0804/0805") == {"E", "W"}  # line 31
    assert referee.parallel("0304/0404") == {"NNE", "SSW"}  # line 29, vehicle #2


def test_the_start_places_are_every_kind_and_see_as_many_places_each() -> None:
    kinds = {
        frozenset(referee.parallel(start)) if referee.on_hexside(start) else "hex"
        for start in STARTS
    }
    assert len(kinds) == 4
    assert {len(codes) for codes in AROUND.values()} == {1 + 3 * 17 * 18}  # 17 rings of half hexes


# -------------------------------------------------------------------------------------------- range


@pytest.mark.parametrize("start", STARTS)
def test_range_of_all_pairs_within_8_hexes(start: str) -> None:
    here = PLACES[start]
    for code, reading in product(AROUND[start], READINGS):
        expected = referee.range_hexes(start, code, reading)
        assert range_hexes(here, PLACES[code], reading) == expected, f"{start} to {code}, {reading}"
        if (
            expected <= 3
        ):  # the explained count is held to the bare number everywhere in test_ranges.py
            assert count_range(here, PLACES[code], reading).value == expected


@pytest.mark.parametrize("start", STARTS)
def test_range_is_as_the_article_words_it(start: str) -> None:
    """The closer hex of a hexside, or both hexsides shifted alike: lines 19-21 and 37, walked over
    whole hexes.
    """
    worded = {code: referee.printed_range(start, code) for code in AROUND[start]}
    assert sum(hexes is not None for hexes in worded.values()) > len(worded) // 4
    for code, hexes in worded.items():
        if hexes is not None:
            assert {range_hexes(PLACES[start], PLACES[code], reading) for reading in READINGS} == {
                hexes
            }, f"{start} to {code}"


@pytest.mark.parametrize("start", STARTS)
def test_the_counted_hexes_lie_along_the_straight_line(start: str) -> None:
    """No centre is more than half a hex, sqrt(3) / 2, off the line from a to b: off = sqrt(3)
    cross / 4 length, all squared.
    """
    for code in AROUND[start][::5]:
        x, y = referee.between(start, code)
        for step in count_range(PLACES[start], PLACES[code]).steps:
            for hexagon in step.marks if step.op == "add" else ():
                assert isinstance(hexagon, Hex)
                hx, hy = referee.between(start, GRID.code(hexagon))
                assert (x * hy - y * hx) ** 2 <= 4 * (x * x + 3 * y * y), (
                    f"{start} to {code} by {GRID.code(hexagon)}"
                )


# --------------------------------------------------------------------------------------------- arcs


@pytest.mark.long
@pytest.mark.parametrize("start", STARTS)
def test_inside_edge_or_outside_for_every_place_heading_and_arc(start: str) -> None:
    here = PLACES[start]
    on_an_edge = 0
    for heading, (lo, hi) in product(referee.HEADINGS, ARCS):
        arc, faced = Arc(lo, hi), Heading(heading)
        for code in AROUND[start]:
            expected = referee.locate(lo, hi, start, heading, code)
            on_an_edge += expected == "edge"
            assert arc.locate(here, faced, PLACES[code]) == expected, (
                f"{start} {heading}, {lo} to {hi}: {code}"
            )
    assert on_an_edge > 1000, (
        "edges are where floating-point bearings go wrong, so there must be many"
    )


@pytest.mark.long
@pytest.mark.parametrize("start", STARTS)
def test_bearings_agree(start: str) -> None:
    here = PLACES[start]
    for heading, code in product(referee.HEADINGS, AROUND[start]):
        part = referee.off_bow(start, heading, code)
        found = bearing(here, Heading(heading), PLACES[code])
        assert (found is None) == (part is None)
        if found is not None and part is not None:
            lo, hi = (end % 360 // 15 for end in found)
            assert (lo, hi) == ((part, part) if part % 2 == 0 else (part - 1, (part + 1) % 24)), (
                f"{start} {heading}: {code}"
            )


def hits(arc: Arc, start: str, heading: str, code: str, reading: tuple[str, str, str]) -> str:
    """Return what the readings make of a place in range: hit, on an edge that does not count, or
    out.
    """
    _, edge_hex, edge_hexside = reading
    position = referee.locate(arc.lo, arc.hi, start, heading, code)
    if position != "edge":
        return "hit" if position == "inside" else "out"
    if not referee.on_hexside(code) and edge_hex == "in":
        return "hit"
    flag = {"as-printed": arc.edge_hexsides, "never": False, "always": True}[edge_hexside]
    return "hit" if flag else "edge"


def legal(unit_class: int, start: str) -> tuple[str, ...]:
    """Return how a Weapons Unit or a Vehicle may face here (lines 17-19).

    A Weapons Unit is never on a hexside.
    """
    if not referee.on_hexside(start):
        return referee.HEADINGS
    return tuple(referee.parallel(start)) if unit_class == 3 else ()


@pytest.mark.long
@EACH_WEAPON
def test_what_each_weapon_can_hit_within_8_hexes(unit: Unit, weapon: Weapon) -> None:
    """Every legal heading, both kinds of edge (the readings set them either way), every reading."""
    limit = min(weapon.range_hexes, WITHIN) if isinstance(weapon.range_hexes, int) else WITHIN
    for start in STARTS:
        here = PLACES[start]
        far = {
            code: {r: referee.range_hexes(start, code, r) for r in READINGS}
            for code in AROUND[start]
        }
        for heading, reading in product(
            legal(unit.unit_class, start), product(READINGS, EDGE_HEX, EDGE_HEXSIDE)
        ):
            chosen = dict(
                zip(
                    ("range-between-hexsides", "arc-edge-hex", "arc-edge-hexside"),
                    reading,
                    strict=True,
                )
            )
            found = reach_of(shot(unit, weapon, here, Heading(heading), chosen, limit))
            sorted_out: dict[str, set[Place]] = {"hit": set(), "edge": set(), "out": set()}
            for code in AROUND[start]:
                if far[code][reading[0]] <= limit:
                    sorted_out[hits(weapon.arc, start, heading, code, reading)].add(PLACES[code])
            assert found.can_hit == sorted_out["hit"]
            assert found.on_excluded_edge == sorted_out["edge"]


# ------------------------------------------------------------------------------------ and elsewhere

far_codes = st.sampled_from(sorted(referee.codes(range(1, 41), range(1, 41))))


@given(
    far_codes,
    far_codes,
    st.sampled_from(referee.HEADINGS),
    st.sampled_from(ARCS),
    st.integers(0, 20),
    st.integers(0, 58),
)
def test_only_the_difference_of_two_places_counts(
    a: str, b: str, heading: str, ends: tuple[int, int], columns: int, rows: int
) -> None:
    """Two places moved alike, an even number of columns (so that no column changes its height), are
    as far and lie as before.
    """

    def moved(code: str) -> str:
        return "/".join(
            f"{int(part[:2]) + 2 * columns:02}{int(part[2:]) + rows:02}" for part in code.split("/")
        )

    arc, faced = Arc(*ends), Heading(heading)
    assert referee.between(moved(a), moved(b)) == referee.between(a, b)
    here, there = (GRID.place(a), GRID.place(b)), (GRID.place(moved(a)), GRID.place(moved(b)))
    assert (
        arc.locate(here[0], faced, here[1])
        == arc.locate(there[0], faced, there[1])
        == referee.locate(*ends, a, heading, b)
    )
    for reading in READINGS:
        assert range_hexes(*here, reading) == range_hexes(*there, reading)
        if referee.between(a, b) in referee.HALVES:
            assert range_hexes(*here, reading) == referee.range_hexes(a, b, reading)
