"""A reader's tables are read strictly, refused in one sentence, and cited as theirs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.data.load import DataError
from landships_lab.games.paychest.data.supplied import MOST_BYTES, NOTHING, supplied


def test_nothing_supplied_is_nothing() -> None:
    assert supplied("  \n") is NOTHING


def test_what_is_supplied_is_cited_as_theirs() -> None:
    assert (
        str(supplied('by = "Tuesday club"').cite("cover, wall"))
        == "Your tables (Tuesday club), cover, wall; supplied by you"
    )
    assert supplied("cover = { wall = 1 }").cite("cover").document == "Your tables"


#: A wrong table, and what its refusal says.
WRONG = """
cover = { wall = 12 } => cover wall is a whole number from -9 to 9, not 12.
cover = { "stone wall" = 1 } => 'stone wall' cannot name a row of cover
cover = { wall = 1.5 } => your tables, cover › wall: 1.5 is not a whole number.
ranges = [{ to = 12, modifier = 0 }, { to = 6, modifier = 1 }] => go from near to far
ranges = [{ to = 12, modifier = 0 }, { to = 12, modifier = 1 }] => than the last, not 12, 12.
ranges = [{ to = 12 }] => modifier is missing.
ranges = [{ to = 0, modifier = 1 }] => to is a whole number from 1 to 500, not 0.
rangs = [] => 'rangs' is not a field
rangs = [] => The nearest is ranges.
casualties = [{ card = "x", copies = 0, out = true }] => is a whole number from 1 to 60, not 0.
casualties = [{ card = "x", copies = 1, out = 1 }] => 1 is not true or false.
by = "" => by is one line of 1 to 50 characters.
by = "a\\nb" => by is one line of 1 to 50 characters.
second_morale = { regular = { does = "run", text = "x" } } => allowed are hold, fall back, rout.
second_morale = { regular = { does = "hold", text = "x", cite = "a" } } => 'cite' is not a field
skills = { zouave = { firearms = 3 } } => melee is missing.
leader_lost = { irregular = 3 } => leader_lost › regular: regular is missing.
movement = { walk = -1 } => movement walk is a whole number from 0 to 100, not -1.
"""
LARGE = f"cover = {{ {', '.join(f'a{n} = 0' for n in range(41))} }}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *(line.split(" => ") for line in WRONG.strip().split("\n")),
        ("cover = ", "this is not valid TOML"),
        ("#" * (MOST_BYTES + 1), f"it may have up to {MOST_BYTES:,} bytes of text"),
        (LARGE, "cover has at most 40 rows, not 41."),
    ],
)
def test_a_wrong_table_is_refused_with_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(DataError) as refusal:
        supplied(text)
    assert str(refusal.value).startswith("your tables")
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        supplied(text)
    except DataError as refusal:
        assert str(refusal).startswith("your tables")  # noqa: PT017 - any text may also be right
