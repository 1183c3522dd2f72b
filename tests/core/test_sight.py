"""One line of sight, a field of view and all pairs of a board agree with each other and with the
plain trace.
"""

from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, half_hexes
from landships_lab.core.lines import Along, Through, hexes_of, trace
from landships_lab.core.sight import AlongRule, field_of_view, sees
from tests.core.all_pairs import all_pairs

GRID = Grid(columns=9, rows=8)
HEXES = list(GRID.hexes())
boards = st.sets(st.sampled_from(HEXES), max_size=40).map(frozenset)
along_rules: st.SearchStrategy[AlongRule] = st.sampled_from(["both", "either"])


def plainly(
    a: Place, b: Place, blocking: frozenset[Hex], along: AlongRule, target_blocks: bool
) -> bool:
    """The slow and certain way: walk the trace, hex by hex and hexside by hexside."""
    ends = {*hexes_of(a), *hexes_of(b)}
    for step in trace(a, b):
        if isinstance(step, Through) and step.hex not in ends and step.hex in blocking:
            return False
        if isinstance(step, Along) and not ends & {*step.hexes}:
            block = [h in blocking for h in step.hexes]
            if all(block) or (along == "either" and any(block)):
                return False
    return not (target_blocks and a != b and all(h in blocking for h in hexes_of(b)))


@given(
    boards,
    along_rules,
    st.booleans(),
    st.sampled_from(sorted(GRID.places)),
    st.sampled_from(sorted(GRID.places)),
)
def test_one_line_agrees_with_the_trace_from_any_place_to_any_place(
    blocking: frozenset[Hex], along: AlongRule, target_blocks: bool, a: Place, b: Place
) -> None:
    assert sees(a, b, blocking, along, target_blocks) == plainly(
        a, b, blocking, along, target_blocks
    )


@given(boards, along_rules, st.booleans())
def test_all_pairs_of_a_board_agree_with_one_line_each(
    blocking: frozenset[Hex], along: AlongRule, target_blocks: bool
) -> None:
    pairs = all_pairs(GRID, blocking, along, target_blocks)
    for a in HEXES[::5]:
        for b in HEXES:
            assert pairs.sees(a, b) == sees(a, b, blocking, along, target_blocks), (a, b)


@given(boards, along_rules, st.booleans(), st.sampled_from(HEXES), st.integers(0, 7))
def test_a_field_of_view_agrees_with_one_line_each(
    blocking: frozenset[Hex], along: AlongRule, target_blocks: bool, origin: Hex, radius: int
) -> None:
    field = field_of_view(origin, radius, blocking, along, target_blocks)
    within = [h for h in HEXES if half_hexes(origin, h) <= 2 * radius]
    assert [h in field for h in within] == [
        sees(origin, h, blocking, along, target_blocks) for h in within
    ]
    assert len(list(field)) == len(field)
    assert all(h in field for h in field)
    assert not any(h in field for h in HEXES if half_hexes(origin, h) > 2 * radius)


@given(boards, along_rules)
def test_sight_is_mutual_where_the_target_does_not_block(
    blocking: frozenset[Hex], along: AlongRule
) -> None:
    pairs = all_pairs(GRID, blocking, along)
    assert all(pairs.sees(a, b) == pairs.sees(b, a) for a in HEXES[::7] for b in HEXES)


@given(boards, st.sampled_from(HEXES), st.sampled_from(HEXES))
def test_more_blocking_hexes_never_open_a_line(blocking: frozenset[Hex], a: Hex, b: Hex) -> None:
    fewer = frozenset(sorted(blocking)[::2])
    assert sees(a, b, fewer) or not sees(a, b, blocking)
    assert sees(a, b, blocking, "both") or not sees(a, b, blocking, "either")


@given(st.sampled_from(HEXES), st.sampled_from(HEXES))
def test_a_board_of_one_column_or_row_works(a: Hex, b: Hex) -> None:
    for grid in (Grid(columns=1, rows=8), Grid(columns=9, rows=1)):
        if a in grid and b in grid:
            assert all_pairs(grid, frozenset()).sees(a, b)
