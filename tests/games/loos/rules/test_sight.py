"""Observation at Loos: each printed sentence of 17.2, its readings, and the field of view against
single lines of sight.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.games.loos.rules.sight import SightMap, in_sight, observed_hexes, observes

GRID = Grid(columns=11, rows=10)
HEXES = list(GRID.hexes())


def at(code: str) -> Hex:
    place = GRID.place(code)
    assert isinstance(place, Hex)
    return place


WOODS = {at("0603"): "woods"}


@pytest.mark.parametrize(
    ("terrain", "observer", "target", "seen"),
    [
        ({}, "0503", "0803", True),
        ({}, "0503", "1003", False),  # five hexes: line 249
        ({"0603": "woods"}, "0503", "0803", False),
        ({"0503": "woods"}, "0503", "0803", True),  # the observer's own hex never blocks
        ({"0803": "town"}, "0503", "0803", False),  # the target's own does
        ({"0504": "woods"}, "0503", "0504", True),  # adjacent: line 247
        ({"0602": "woods"}, "0503", "0703", True),  # along 0602/0603: both must block
        ({"0602": "woods", "0603": "town"}, "0503", "0703", False),
    ],
)
def test_the_sentences_of_observation(
    terrain: dict[str, str], observer: str, target: str, seen: bool
) -> None:
    assert (
        observes({at(code): t for code, t in terrain.items()}, at(observer), at(target)).value
        is seen
    )


def test_from_high_ground_only_high_ground_blocks() -> None:
    """17.2, line 251, and the reading high-ground-target."""
    here, there = at("0503"), at("0803")
    assert observes(WOODS, here, there, frozenset({here})).value
    assert not observes({}, here, there, frozenset({here, at("0703")})).value
    both = frozenset({here, there})
    assert not observes({}, here, there, both).value
    assert observes({}, here, there, both, {"high-ground-target": "free"}).value


@pytest.mark.parametrize(
    ("high", "between", "target"),
    [
        ("0503 0603 0803", "", "high-ground-target"),
        ("0603 0803", "high-ground-clear", "high-ground-clear"),
        ("0503", "", ""),
    ],
)
def test_a_hex_on_high_ground_names_the_reading_that_decides_on_it(
    high: str, between: str, target: str
) -> None:
    """17.2: seen from high ground only the target's own hex is in doubt, seen from below any."""
    answer = observes({}, at("0503"), at("0803"), frozenset(map(at, high.split())))
    taken = {step.marks: step.reading for step in answer.steps}
    assert (taken[at("0603"),], taken[at("0803"),]) == (between, target)


def test_high_ground_below_and_trenches_are_readings() -> None:
    here, there = at("0503"), at("0803")
    assert observes({}, here, there, frozenset({at("0603")})).value
    assert not observes(
        {}, here, there, frozenset({at("0603")}), {"high-ground-clear": "blocks"}
    ).value
    assert observes({at("0603"): "trench"}, here, there).value
    assert not observes({at("0603"): "trench"}, here, there, readings={"trench-sight": "yes"}).value


def test_the_aircraft_sees_its_hex_and_its_neighbours() -> None:
    """17.2, line 253."""
    wooded = dict.fromkeys(HEXES, "woods")
    for target, seen in (("0808", True), ("0807", True), ("0806", False)):
        assert observes(wooded, at("0101"), at(target), aircraft=at("0808")).value is seen


def test_the_first_blocker_is_marked_and_named() -> None:
    terrain = {at("0603"): "woods", at("0703"): "town"}
    answer = observes(terrain, at("0503"), at("0803"))
    first = next(step for step in answer.steps if step.op == "forbids")
    assert first.marks == (at("0603"),)
    assert answer.headline == "Not observed. The line is blocked by 0603: woods."
    assert "2 hexes on the line block; 0603 is the first to be cleared." in [
        r.text for r in answer.remedies
    ]


boards = st.dictionaries(
    st.sampled_from(HEXES), st.sampled_from(["woods", "town", "clear", "trench"]), max_size=40
)
readings = st.fixed_dictionaries(
    {
        "high-ground-target": st.sampled_from(["blocks", "free"]),
        "high-ground-clear": st.sampled_from(["clear", "blocks"]),
        "trench-sight": st.sampled_from(["no", "yes"]),
    }
)


@given(
    boards,
    st.frozensets(st.sampled_from(HEXES), max_size=12),
    st.sampled_from(HEXES),
    st.none() | st.sampled_from(HEXES),
    readings,
)
def test_the_field_is_one_question_each(
    terrain: dict[Hex, str],
    high: frozenset[Hex],
    observer: Hex,
    aircraft: Hex | None,
    taken: dict[str, str],
) -> None:
    field = SightMap(terrain, high, aircraft, taken)
    seen = observed_hexes(field, observer)
    for target in HEXES:
        answer = observes(terrain, observer, target, high, taken, aircraft)
        assert answer.value == (target in seen) == in_sight(field, observer, target), answer


def test_nothing_is_refused_in_the_open_within_four_hexes() -> None:
    assert all(observes({}, at("0605"), h).value == (half_hexes(at("0605"), h) <= 8) for h in HEXES)


def test_a_hexside_is_no_place_for_an_observer() -> None:
    with pytest.raises(ValueError, match="units stand in hexes only"):
        observes({}, GRID.place("0503/0504"), at("0803"))  # type: ignore[arg-type]
