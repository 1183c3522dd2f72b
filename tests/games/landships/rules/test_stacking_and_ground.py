"""Stacking on hexes and hexsides, terrain in combat, indirect fire: printed goldens, laws and
twins.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side, half_hexes
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.data.ground import sample_values
from landships_lab.games.landships.rules import (
    check_stacking,
    combat_terrain,
    entry_cost,
    indirect_fire_reaches,
    overfull,
    range_hexes,
    spotting_range,
    suffers_indirect,
)

GRID = Grid(columns=5, rows=4)
at = GRID.place
PLACES = st.sampled_from(sorted(GRID.places))
UNITS = st.dictionaries(PLACES, st.integers(1, 3), max_size=8)


def test_the_limit_is_not_in_the_source() -> None:
    answer = check_stacking({at("0303"): 2}, at("0303"))
    assert isinstance(answer.value, Gap)
    assert "stacking limits" in answer.value.question


def test_hexside_and_hex_are_counted_together_and_each_hexside_alone() -> None:
    units = {at("0303"): 1, at("0302/0303"): 2, at("0303/0304"): 2}
    assert (
        check_stacking(units, at("0302/0303"), 3).value is True
    )  # line 41: two hexsides of a hex may each fill the limit
    assert check_stacking(units, at("0303"), 3).value is True
    assert check_stacking(units, at("0303"), 3, "all-hexsides").value is False
    told = check_stacking({**units, at("0303"): 2}, at("0303/0304"), 3)
    assert told.value is False
    assert "Shifted into it from hexside 0303/0304: 2 units." in str(told)


@given(UNITS, st.integers(0, 6), st.sampled_from(["one-hexside", "all-hexsides"]))
def test_overfull_is_what_each_single_check_says(
    units: dict[Place, int], limit: int, reading: str
) -> None:
    assert overfull(units, limit, reading) == {
        p for p in units if check_stacking(units, p, limit, reading).value is False
    }


@given(UNITS, PLACES, st.integers(0, 6))
def test_a_higher_limit_never_forbids_and_the_wider_count_never_allows(
    units: dict[Place, int], place: Place, limit: int
) -> None:
    if check_stacking(units, place, limit).value:
        assert check_stacking(units, place, limit + 1).value
    if check_stacking(units, place, limit, "all-hexsides").value:
        assert check_stacking(units, place, limit).value


def test_a_hex_with_several_hexsides_is_counted_with_each_by_itself() -> None:
    """Line 41 lets each hexside be full; the reading that counts all together says so at once."""
    units = {at("0302/0303"): 2, at("0303/0304"): 2}
    one = check_stacking(units, at("0303"), 2)
    assert one.value is True
    assert [step.text for step in one.steps if "by itself" in step.text] == [
        f"With hexside {code} by itself: 0303 holds no units."
        for code in ("0302/0303", "0303/0304")
    ]
    assert check_stacking(units, at("0303"), 2, "all-hexsides").value is False
    for told in (
        check_stacking(units, at("0303"), 2, "all-hexsides"),
        check_stacking({at("0302/0303"): 2}, at("0303"), 2),
        check_stacking(units, at("0302/0303"), 2),
    ):
        assert "by itself" not in str(told)
    assert check_stacking({}, at("0303")).headline.startswith("No units count together here")


@pytest.mark.parametrize(
    ("hexes", "code", "kind"),
    [
        ({"0303": "town"}, "0303", "town"),
        ({"0303": "town"}, "0303/0304", "clear"),  # line 117: the least beneficial
        (
            {"0303": "town", "0304": "town"},
            "0303/0304",
            "town",
        ),  # line 117: both the same, all benefits
        ({"0303": "woods", "0304": "town"}, "0303/0304", "woods"),
    ],
)
def test_terrain_in_combat(hexes: dict[str, str], code: str, kind: str) -> None:
    board = TerrainMap(frozenset((at(h), k) for h, k in hexes.items()))
    assert combat_terrain(board, at(code)).value == kind


def test_terrain_alike_in_benefit_is_told_so() -> None:
    told = combat_terrain(TerrainMap(frozenset([(at("0303"), "road")])), at("0303/0304"))
    assert (
        told.steps[0].text
        == "Hexside 0303/0304 lies between road and clear, alike in benefit: either counts."
    )


@given(
    st.dictionaries(
        st.sampled_from(sorted(GRID.hexes())),
        st.sampled_from([k.id for k in sample_values().kinds]),
    ),
    PLACES,
)
def test_a_hexside_never_gives_more_benefit_than_either_hex(
    hexes: dict[Hex, str], place: Place
) -> None:
    board, values = TerrainMap(frozenset(hexes.items())), sample_values()
    counted = combat_terrain(board, place).value
    if counted is None:
        assert entry_cost(board, place).value is None
        return
    gives = values.kind(counted).benefit
    around = place.hexes if isinstance(place, Side) else (place,)
    assert gives == min(values.kind(board.of(h)).benefit for h in around)


def test_no_vehicle_is_spotted_or_covered_where_none_may_stand() -> None:
    """Line 43: a hex of prohibited terrain, and a hexside between two of them, are closed."""
    board = TerrainMap().paint(at("0303"), "water").paint(at("0304"), "water")
    for closed in (at("0303"), at("0303/0304")):
        assert [
            rule(board, closed).value for rule in (entry_cost, spotting_range, combat_terrain)
        ] == [None, None, None]
    assert spotting_range(board, at("0302/0303")).value == 12
    strict = {"perimeter": "any-neighbour"}
    assert spotting_range(board, at("0302/0303"), given=strict).value is None


def test_a_hexside_is_spotted_by_line_43_or_by_line_117() -> None:
    """Marsh (6 MPs, 10 hexes) and shell holes (3 MPs, 8 hexes): the cheaper gives 8, the least
    beneficial 10.
    """
    board = TerrainMap().paint(at("0303"), "marsh").paint(at("0304"), "shell-holes")
    side = at("0303/0304")
    for option, ranged in (("line-43", 8), ("line-117", 10)):
        answer = spotting_range(board, side, given={"hexside-spotting": option})
        assert answer.value == ranged
        step = next(step for step in answer.steps if step.reading == "hexside-spotting")
        assert (step.cite.lines, step.cite.kind) == ("43, 117", "reading")


def test_indirect_fire_reaches_the_hex_and_its_hexsides_which_are_at_range_zero() -> None:
    reached = indirect_fire_reaches(at("0303"))  # type: ignore[arg-type]
    assert reached == {place for place in GRID.places if half_hexes(at("0303"), place) <= 1}
    for place in GRID.places:
        told = suffers_indirect(place, at("0303"))  # type: ignore[arg-type]
        assert told.value is (place in reached)
        assert not told.value or range_hexes(at("0303"), place) == 0


def test_a_hexside_is_spotted_by_the_terrain_it_counts_as() -> None:
    board = TerrainMap(frozenset([(at("0303"), "woods")]))
    assert spotting_range(board, at("0303")).value == 3
    assert spotting_range(board, at("0303/0304")).value == 12
