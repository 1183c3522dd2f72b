"""Sight where the rule is not in the source: a Gap until the reader says what blocks, then the same
answer in every way.
"""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place
from landships_lab.games.free_sight.rules import AlongRule, SightRule, in_sight, sight

GRID = Grid(columns=9, rows=8)
HEXES = list(GRID.hexes())
PLACES = sorted(GRID.places)
boards = st.dictionaries(
    st.sampled_from(HEXES), st.sampled_from(["woods", "town", "marsh"]), max_size=40
)
rules = st.builds(
    SightRule,
    st.frozensets(st.sampled_from(["woods", "town"]), min_size=1),
    st.integers(1, 3),
    st.booleans(),
    st.sampled_from(get_args(AlongRule)),
)


@given(rules, boards, st.sampled_from(PLACES), st.sampled_from(PLACES))
def test_the_fast_way_says_what_the_explained_one_says(
    rule: SightRule, terrain: dict[Hex, str], a: Place, b: Place
) -> None:
    blocking = frozenset(h for h, kind in terrain.items() if kind in rule.kinds)
    answer = sight(rule, terrain, a, b)
    assert answer.value == in_sight(rule, blocking, a, b), answer


@given(rules, boards, st.sampled_from(PLACES), st.sampled_from(PLACES))
def test_a_hex_that_it_names_opens_the_line_when_cleared(
    rule: SightRule, terrain: dict[Hex, str], a: Place, b: Place
) -> None:
    for remedy in sight(rule, terrain, a, b).remedies:
        if remedy.change == "clear":
            assert (
                sight(rule, {h: kind for h, kind in terrain.items() if h != remedy.to}, a, b).value
                is True
            )
        elif remedy.change:
            assert (
                sight(
                    SightRule(rule.kinds, rule.depth, rule.target_blocks, remedy.to), terrain, a, b
                ).value
                is True
            )


@given(boards, st.sampled_from(PLACES), st.sampled_from(PLACES))
def test_stricter_readings_never_open_a_line(terrain: dict[Hex, str], a: Place, b: Place) -> None:
    kinds = frozenset({"woods", "town"})
    for depth in (1, 2):
        seen = [
            sight(SightRule(kinds, depth, False, along), terrain, a, b).value is True
            for along in ("both", "either", "each")
        ]
        assert seen == sorted(seen, reverse=True)


def test_without_the_readers_word_it_is_a_gap_with_its_trace() -> None:
    answer = sight(SightRule(), {Hex(1, 0): "woods"}, Hex(0, 0), Hex(3, 0))
    assert isinstance(answer.value, Gap)
    assert answer.headline == "Whether it is seen is not in the source: choose what blocks."
    assert any("woods" in step.text for step in answer.steps)


def test_what_the_reader_supplies_is_marked_as_theirs() -> None:
    answer = sight(SightRule(frozenset({"woods"})), {Hex(1, 0): "woods"}, Hex(0, 0), Hex(3, 0))
    assert answer.steps[-1].cite.kind == "supplied"
    assert answer.steps[-1].op == "forbids"


@pytest.mark.parametrize("depth", [0, 10, True, "two"])
def test_a_depth_that_is_none_is_refused(depth: object) -> None:
    with pytest.raises(
        ValueError, match="The number of hexes that stop a line is a whole number from 1 to 9"
    ):
        SightRule(depth=depth)  # type: ignore[arg-type]
