"""Every place of a board has one code, and a wrong code is answered with the nearest right one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.grid import CodeError, Grid
from landships_lab.core.hexes import Heading, Hex, Place, Side
from tests import strategies

BOARD = Grid(columns=20, rows=14)
BOTH = pytest.mark.parametrize(
    "grid", [Grid("even", 9, 7), Grid("odd", 9, 7), Grid("odd", 1, 4), Grid("even", 4, 1)], ids=str
)


# -------------------------------------------------------------------------------------- round trips


@BOTH
def test_every_place_of_a_board_has_one_code_which_names_it_again(grid: Grid) -> None:
    codes = {grid.code(place): place for place in grid.places}
    assert len(codes) == len(grid.places)
    for code, place in codes.items():
        assert grid.place(code) == place
        assert type(grid.place(code)) is type(place)


@BOTH
def test_the_board_has_its_hexes_and_the_hexsides_between_them(grid: Grid) -> None:
    hexes = [place for place in grid.places if isinstance(place, Hex)]
    sides = [place for place in grid.places if isinstance(place, Side)]
    assert sorted(hexes) == sorted(grid.hexes())
    assert len(hexes) == grid.columns * grid.rows
    assert sum(len(grid.neighbours(h)) for h in hexes) == 2 * len(sides)
    # Down a column, and between two columns, where a zigzag of 2 x rows hexes has one hexside less.
    assert len(sides) == grid.columns * (grid.rows - 1) + (grid.columns - 1) * (2 * grid.rows - 1)
    assert all(hexagon in grid for side in sides for hexagon in side.hexes)


@given(strategies.places, strategies.grids)
def test_a_place_off_the_board_has_no_code(place: Place, grid: Grid) -> None:
    if place in grid:
        assert grid.place(grid.code(place)) == place
    else:
        told = f"lies off the board, which has {grid.columns} columns and {grid.rows} rows"
        with pytest.raises(CodeError, match=told):
            grid.code(place)


def test_nothing_but_a_place_is_on_a_board() -> None:
    corner = BOARD.hex(5, 3).corners()[0]
    for other in ("0503", None, (36, 6), corner):
        assert other not in BOARD


@given(strategies.headings)
def test_a_placed_unit_is_a_place_and_a_heading(heading: Heading) -> None:
    for code in ("0503", "0503/0504"):
        assert BOARD.placement(f"  {code}   {heading} ") == (BOARD.place(code), heading)


# -------------------------------------------------------------------------------------- wrong codes

NO_HEX = "is not a place; a hex is four digits, two of column and two of row, such as 0503."
ORDER = "names its hexes in the wrong order; the lower code goes first:"
ROUND = "0503 touches 0502, 0602, 0603, 0504, 0403, 0402."
ONLY = "is not a place; only a place is asked for here,"
TWELVE = "'NE' is not a heading; allowed are N, NNE, ENE, E, ESE, SSE, S, SSW, WSW, W, WNW, NNW."
OFF = (
    "lies off the board, whose columns run from 01 to 20 and rows from 01 to 14. The nearest hex is"
)
WRONG = {
    "0503/0703": f"'0503/0703' is not a hexside: 0503 and 0703 do not touch. {ROUND}",
    "0503/0503": f"'0503/0503' is not a hexside: 0503 and 0503 do not touch. {ROUND}",
    "0504/0503": f"'0504/0503' {ORDER} 0503/0504.",
    "0503/0402": f"'0503/0402' {ORDER} 0402/0503.",
    **{
        code: f"'{code}' {NO_HEX}"
        for code in ("05A3", "503", "05 03", "", "0503/", "/", "0503/05A4")
    },
    "٠٥٠٣": f"'٠٥٠٣' {NO_HEX}",  # digits, but not those of the map
    "0503/0504/": "'0503/0504/' is not a place; a hexside is its two hexes, such as 0503/0504.",
    "0503 E": f"'0503 E' {ONLY} 0503 without the heading E.",
    "0503/0504 e": f"'0503/0504 e' {ONLY} 0503/0504 without the heading E.",
    "0503 NE": f"'0503 NE' is not a place; {TWELVE} The nearest are NNE or ENE.",
    "0001": f"0001 {OFF} 0101.",
    "2105": f"2105 {OFF} 2005.",
    "0599": f"0599 {OFF} 0514.",
    "0514/0515": f"0515 {OFF} 0514.",
}


@pytest.mark.parametrize(("code", "sentence"), WRONG.items())
def test_a_wrong_code_is_told_with_the_nearest_right_one(code: str, sentence: str) -> None:
    with pytest.raises(CodeError) as told:
        BOARD.place(code)
    assert str(told.value) == sentence


@pytest.mark.parametrize("code", ["0503", "0503 E W", "", "0503/0504E", "0503 NE"])
def test_a_placed_unit_needs_a_place_and_a_heading(code: str) -> None:
    both = r"is not a place and a heading; write both with a space between, such as 0503/0504 E\.$"
    with pytest.raises(ValueError, match=both if "NE" not in code else "^'NE' is not a heading; "):
        BOARD.placement(code)


def complaint(text: str) -> str:
    """Return the refusal of this code, "" if it names a place."""
    try:
        BOARD.place(text)
    except CodeError as error:
        return str(error)
    return ""


@given(
    st.one_of(
        st.text(max_size=12),
        st.from_regex(r"[0-2][0-9][01][0-9](/[0-2][0-9][01][0-9])?", fullmatch=True),
    )
)
def test_any_text_is_a_place_or_hears_what_is_wrong_with_it(text: str) -> None:
    told = complaint(text)
    if told:
        assert told.endswith(".")
        assert repr(text.strip())[:30] in told or "lies off the board" in told
    else:
        assert BOARD.code(BOARD.place(text)) == text.strip()


@pytest.mark.parametrize(
    "size",
    [{"columns": 0}, {"columns": 100}, *({"rows": rows} for rows in (0, -3, 2.5, "9", True))],
    ids=str,
)
def test_a_board_has_1_to_99_columns_and_rows(size: dict[str, Any]) -> None:
    with pytest.raises(
        ValueError, match=r"^A board has 1 to 99 columns and rows, not \S+ x \S+\.$"
    ):
        Grid(**size)


def test_either_the_even_or_the_odd_columns_sit_lower() -> None:
    with pytest.raises(ValueError, match=r"^lower_columns is 'even' or 'odd', not 'both'\.$"):
        Grid("both")  # type: ignore[arg-type]  # the mistake that is told


@pytest.mark.parametrize(
    ("grid", "code", "around"),
    [
        (Grid(), "0503", "0502 0602 0603 0504 0403 0402"),  # clockwise from north
        (Grid(), "0201", "0301 0302 0202 0102 0101"),
        (Grid("odd"), "0202", "0201 0301 0302 0203 0102 0101"),
    ],
)
def test_hexes_touch_those_of_the_worked_figures(grid: Grid, code: str, around: str) -> None:
    hexagon = grid.hex(int(code[:2]), int(code[2:]))
    assert [grid.code(h) for h in grid.neighbours(hexagon)] == around.split()
