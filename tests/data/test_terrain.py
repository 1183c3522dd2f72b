"""Painted boards: kept, written, read back, refused in a sentence, drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import DataError
from landships_lab.data.terrain import Kinds, read_board, read_words, write_board, write_words
from landships_lab.drawing.shapes import Circles, Lines, Shape
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
        ("columns = 6", "board: board is missing."),
        ("columns = 6\n" + FILE, "the file: 'columns' is not a field; allowed are board, hexes,"),
        ("[board]\ncolumns = 6", "board › rows: rows is missing."),
        (FILE.replace("6", "600"), "board: columns is a whole number from 1 to 99, not 600."),
        (FILE + '[hexes]\nwood = ["0101"]', "hexes: 'wood' is not a kind of terrain; allowed are"),
        (FILE + '[hexes]\nwoods = ["0907"]', "hexes › woods: 0907 lies off the board"),
        (FILE + '[hexes]\nwoods = ["0101/0102"]', "hexes › woods: '0101/0102' is not a hex; write"),
        (FILE + '[hexsides]\nwire = ["0101"]', "hexsides › wire: '0101' is not a hexside"),
        (FILE + '[hexes]\nwoods = ["0101"]\ntown = ["0101"]', "hexes › town: 0101 is painted"),
        ("high = [3]\n" + FILE, "high 1: 3 is not a text in quotes."),
        ("[board", "this is not valid TOML:"),
    ],
)
def test_a_board_file_that_cannot_be_used_is_refused_with_its_field(
    text: str, sentence: str
) -> None:
    with pytest.raises(DataError) as caught:
        read_board(text, KINDS)
    assert str(caught.value).removeprefix("your board")[2:].startswith(sentence)


@pytest.mark.parametrize(
    "words", [["wood=0101"], ["woods"], ["wire=0101"], ["woods=0101/0102"], ["high=0101/0102"]]
)
def test_words_that_paint_nothing_are_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"0101|kind of terrain"):
        read_words(words, GRID, KINDS)


def painted(place: str, kind: str) -> tuple[Shape, ...]:
    return terrain_field(View.fit(GRID), TerrainMap().paint(GRID.place(place), kind))


def test_every_kind_has_a_pattern_so_that_no_colour_speaks_alone() -> None:
    for kind in HEX_LOOKS:
        shapes = [s for s in painted("0303", kind) if s.name == kind]
        assert [s for s in shapes if isinstance(s, Circles | Lines) or s.role[:7] != "terrain"], (
            kind
        )
        assert all(s.role in LIGHT.roles for s in shapes)
    for kind in SIDE_LOOKS:
        assert [s for s in painted("0303/0304", kind) if s.name == kind]


def test_the_same_board_is_the_very_same_ground_and_a_wrong_kind_is_told() -> None:
    assert painted("0303", "woods") is painted("0303", "woods")
    with pytest.raises(ValueError, match=r"'wood' is not a kind of terrain that .*nearest is"):
        painted("0303", "wood")
