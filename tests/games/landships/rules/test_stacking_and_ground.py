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
from landships_lab.games.landships.rules.ground import (
    check_stacking,
    combat_terrain,
    entry_cost,
    indirect_fire_reaches,
    overfull,
    spotting_range,
    suffers_indirect,
)
from landships_lab.games.landships.rules.ranges import range_hexes

GRID = Grid(columns=5, rows=4)
at = GRID.place
HEXES = st.sampled_from(sorted(GRID.hexes()))
PLACES = st.sampled_from(sorted(GRID.places))
UNITS = st.dictionaries(PLACES, st.integers(1, 3), max_size=8)


def painted(**kinds: str) -> TerrainMap:
    """Return a board of hexes by kind: ``painted(woods="0303 0203")``."""
    hexes = [(at(code), kind) for kind, codes in kinds.items() for code in codes.split()]
    return TerrainMap(frozenset((place, kind.replace("_", "-")) for place, kind in hexes))


def test_hexside_and_hex_are_counted_together_and_each_hexside_alone() -> None:
    """Line 41: two hexsides of a hex may each fill the limit, which is not in the source; the
    reading that counts all together says so at once.
    """
    unknown = check_stacking({at("0303"): 2}, at("0303"))
    assert isinstance(unknown.value, Gap)
    assert "stacking limits" in unknown.value.question
    assert check_stacking({}, at("0303")).headline.startswith("No units count together here")
    full = {at("0303"): 2, at("0302/0303"): 2, at("0303/0304"): 2}
    told = check_stacking(full, at("0303/0304"), 3)
    assert told.value is False
    over = "Too many: 0303 with hexside 0303/0304 holds 4 units, 1 over the limit of 3."
    assert told.headline == over
    assert "Shifted into it from hexside 0303/0304: 2 units." in str(told)
    units = {at("0302/0303"): 2, at("0303/0304"): 2}
    one = check_stacking(units, at("0303"), 2)
    assert one.value is True
    assert one.headline == "0303 is within the stacking limit of 2."
    assert [step.text for step in one.steps if "by itself" in step.text] == [
        f"With hexside {code} by itself: 0303 holds no units."
        for code in ("0302/0303", "0303/0304")
    ]
    together = check_stacking(units, at("0303"), 2, "all-hexsides")
    side = check_stacking(units, at("0302/0303"), 2)
    assert (together.value, side.value) == (False, True)
    for answer in (together, side, check_stacking({at("0302/0303"): 2}, at("0303"), 2)):
        assert "by itself" not in str(answer)


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


@pytest.mark.parametrize(
    ("board", "code", "kind"),
    [
        (painted(town="0303"), "0303", "town"),
        (painted(town="0303"), "0303/0304", "clear"),  # line 117: the least beneficial
        (painted(town="0303 0304"), "0303/0304", "town"),  # both the same, all benefits
        (painted(woods="0303", town="0304"), "0303/0304", "woods"),
    ],
)
def test_terrain_in_combat(board: TerrainMap, code: str, kind: str) -> None:
    assert combat_terrain(board, at(code)).value == kind
    alike = combat_terrain(painted(road="0303"), at("0303/0304")).steps[0].text
    assert alike.endswith("lies between road and clear, alike in benefit: either counts.")


@given(st.dictionaries(HEXES, st.sampled_from([k.id for k in sample_values().kinds])), PLACES)
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
    board, rules = painted(water="0303 0304"), (entry_cost, spotting_range, combat_terrain)
    for closed in (at("0303"), at("0303/0304")):
        assert [rule(board, closed).value for rule in rules] == [None, None, None]
    assert spotting_range(board, at("0302/0303")).value == 12
    strict = {"perimeter": "any-neighbour"}
    assert spotting_range(board, at("0302/0303"), given=strict).value is None


def test_a_hexside_is_spotted_by_line_43_or_by_line_117() -> None:
    """Marsh (6 MPs, 10 hexes) and shell holes (3 MPs, 8 hexes): the cheaper gives 8, the least
    beneficial 10.
    """
    woods = painted(woods="0303")
    assert [spotting_range(woods, at(code)).value for code in ("0303", "0303/0304")] == [3, 12]
    board = painted(marsh="0303", shell_holes="0304")
    moves, least = "shell holes counts, what it counts as for a move", "marsh counts, the least ben"
    for option, ranged, why in (("line-43", 8, moves), ("line-117", 10, least)):
        answer = spotting_range(board, at("0303/0304"), given={"hexside-spotting": option})
        assert answer.value == ranged
        step = next(step for step in answer.steps if step.reading == "hexside-spotting")
        assert (step.cite.lines, step.cite.kind) == ("43, 117", "reading")
        assert f"under this reading {why}" in step.text


def test_indirect_fire_reaches_the_hex_and_its_hexsides_which_are_at_range_zero() -> None:
    reached = indirect_fire_reaches(at("0303"))  # type: ignore[arg-type]
    assert reached == {place for place in GRID.places if half_hexes(at("0303"), place) <= 1}
    for place in GRID.places:
        told = suffers_indirect(place, at("0303"))  # type: ignore[arg-type]
        assert told.value is (place in reached)
        assert f"0303 {'reaches' if told.value else 'misses'} " in told.headline
        assert not told.value or range_hexes(at("0303"), place) == 0
