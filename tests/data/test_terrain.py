"""Painted boards: kept, written, read back, refused in a sentence, drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import DataError
from landships_lab.data.terrain import Kinds, read_board, read_words, write_board, write_words
from landships_lab.drawing.shapes import Circles, Lines, Polygons
from landships_lab.drawing.terrain import HEX_LOOKS, SIDE_LOOKS, terrain_field
from landships_lab.drawing.theme import LIGHT
from landships_lab.drawing.view import View

KINDS = Kinds(("clear", "woods", "town", "trench", "water"), ("trench", "wire"))
GRID = Grid(columns=6, rows=5)
HEXES = st.sampled_from(sorted(h for h in GRID.hexes()))
SIDES = st.sampled_from(sorted(p for p in GRID.places if p not in set(GRID.hexes())))
MAPS = st.builds(
    lambda hexes, sides, high: TerrainMap(frozenset([*hexes.items(), *sides.items()]), high),
    st.dictionaries(HEXES, st.sampled_from(KINDS.hexes[1:])),
    st.dictionaries(SIDES, st.sampled_from(KINDS.sides)),
    st.frozensets(HEXES),
)
FILE = "[board]\ncolumns = 6\nrows = 5\n"


@given(MAPS)
def test_a_painted_board_comes_back_from_its_file_and_from_its_words(terrain: TerrainMap) -> None:
    assert read_board(write_board(GRID, terrain), KINDS) == (GRID, terrain)
    assert read_words(write_words(terrain, GRID), GRID, KINDS) == terrain


@given(MAPS, HEXES)
def test_painting_changes_one_place_and_clear_wipes_it(terrain: TerrainMap, place: object) -> None:
    painted = terrain.paint(place, "town")  # type: ignore[arg-type]
    assert painted.of(place) == "town"  # type: ignore[arg-type]
    assert {p: k for p, k in painted.kinds.items() if p != place} == {
        p: k for p, k in terrain.kinds.items() if p != place
    }
    assert painted.paint(place, "clear").of(place) == "clear"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("columns = 6", "your board, board: board is missing."),
        (
            "columns = 6\n" + FILE,
            (
                "your board, the file: 'columns' is not a field; allowed are board, hexes,"
                " hexsides, high."
            ),
        ),
        ("[board]\ncolumns = 6", "your board, board › rows: rows is missing."),
        (
            "[board]\ncolumns = 600\nrows = 5",
            "your board, board: columns is a whole number from 1 to 99, not 600.",
        ),
        (
            FILE + '[hexes]\nwood = ["0101"]',
            (
                "your board, hexes: 'wood' is not a kind of terrain; allowed are clear, woods,"
                " town, trench, water."
            ),
        ),
        (FILE + '[hexes]\nwoods = ["0907"]', "your board, hexes › woods: 0907 lies off the board"),
        (
            FILE + '[hexes]\nwoods = ["0101/0102"]',
            "your board, hexes › woods: '0101/0102' is not a hex; write a hex as 0503.",
        ),
        (
            FILE + '[hexsides]\nwire = ["0101"]',
            "your board, hexsides › wire: '0101' is not a hexside",
        ),
        (
            FILE + '[hexes]\nwoods = ["0101"]\ntown = ["0101"]',
            "your board, hexes › town: 0101 is painted twice, woods and town.",
        ),
        ("high = [3]\n" + FILE, "your board, high 1: 3 is not a text in quotes."),
        ("[board", "your board: this is not valid TOML:"),
    ],
)
def test_a_board_file_that_cannot_be_used_is_refused_with_its_field(
    text: str, sentence: str
) -> None:
    with pytest.raises(DataError) as caught:
        read_board(text, KINDS)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "words", [["wood=0101"], ["woods"], ["wire=0101"], ["woods=0101/0102"], ["high=0101/0102"]]
)
def test_words_that_paint_nothing_are_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"0101|kind of terrain"):
        read_words(words, GRID, KINDS)


def test_every_kind_has_a_pattern_so_that_no_colour_speaks_alone() -> None:
    view = View.fit(GRID)
    for kind in HEX_LOOKS:
        shapes = [
            s
            for s in terrain_field(view, TerrainMap().paint(GRID.place("0303"), kind))
            if s.name == kind
        ]
        patterns = [
            s
            for s in shapes
            if isinstance(s, (Circles, Lines))
            or (isinstance(s, Polygons) and not s.role.startswith("terrain"))
        ]
        assert patterns, kind
        assert all(s.role in LIGHT.roles for s in shapes)
    for kind in SIDE_LOOKS:
        assert [
            s
            for s in terrain_field(view, TerrainMap().paint(GRID.place("0303/0304"), kind))
            if s.name == kind
        ]


def test_the_same_board_is_the_very_same_ground() -> None:
    view, terrain = View.fit(GRID), TerrainMap().paint(GRID.place("0303"), "woods")
    assert terrain_field(view, terrain) is terrain_field(
        view, TerrainMap().paint(GRID.place("0303"), "woods")
    )


def test_a_kind_that_cannot_be_drawn_is_told_with_the_nearest() -> None:
    with pytest.raises(
        ValueError, match=r"'wood' is not a kind of terrain that can be drawn.*nearest is woods"
    ):
        terrain_field(View.fit(GRID), TerrainMap().paint(GRID.place("0303"), "wood"))
