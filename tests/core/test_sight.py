"""One line of sight and a field of view agree with each other and with the
plain trace.
"""

from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, half_hexes
from landships_lab.core.lines import Along, Through, hexes_of, trace
from landships_lab.core.sight import AlongRule, field_of_view, sees

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


@given(boards, st.sampled_from(HEXES), st.sampled_from(HEXES), along_rules)
def test_sight_is_mutual_and_more_blocking_hexes_never_open_a_line(
    blocking: frozenset[Hex], a: Hex, b: Hex, along: AlongRule
) -> None:
    seen = sees(a, b, blocking, along)
    assert seen == sees(b, a, blocking, along)
    assert sees(a, b, frozenset(sorted(blocking)[::2]), along) or not seen
    assert sees(a, b, blocking, "both") or not sees(a, b, blocking, "either")
