"""Size is a cost that someone will carry: no room grows unless its number here changes with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import REPOSITORY

PACKAGE = REPOSITORY / "landships_lab"
#: The lines of each room. Lower a number when a room has become smaller by more than `SLACK`.
BUDGET = {
    "__init__.py": 67,
    "__main__.py": 402,
    "core": 3416,
    "data": 1478,
    "drawing": 5847,
    "games/free_sight/__init__.py": 8,
    "games/free_sight/data": 1,
    "games/free_sight/rules": 213,
    "games/landser/__init__.py": 30,
    "games/landser/analysis": 214,
    "games/landser/data": 391,
    "games/landser/panels": 2743,
    "games/landser/practice": 2068,
    "games/landser/rules": 4325,
    "games/landser/turn": 3375,
    "games/landser/turn_board": 707,
    "games/landships/__init__.py": 35,
    "games/landships/analysis": 1199,
    "games/landships/data": 1014,
    "games/landships/panels": 4597,
    "games/landships/practice": 2378,
    "games/landships/rules": 4051,
    "games/landships/turn": 1445,
    "games/landships/turn_board.py": 268,
    "games/loos/__init__.py": 29,
    "games/loos/analysis": 328,
    "games/loos/data": 387,
    "games/loos/panels": 2805,
    "games/loos/practice": 1905,
    "games/loos/rules": 3665,
    "games/loos/turn": 3305,
    "games/loos/turn_board": 752,
    "games/one_hour/__init__.py": 34,
    "games/one_hour/analysis": 766,
    "games/one_hour/data": 257,
    "games/one_hour/panels": 1667,
    "games/one_hour/practice": 1780,
    "games/one_hour/rules": 2964,
    "games/one_hour/turn": 1234,
    "games/one_hour/turn_board": 407,
    "games/paychest/__init__.py": 30,
    "games/paychest/analysis": 315,
    "games/paychest/data": 428,
    "games/paychest/panels": 2009,
    "games/paychest/practice": 1774,
    "games/paychest/rules": 2125,
    "games/paychest/turn": 1591,
    "games/paychest/turn_board.py": 427,
    "jupyter": 6632,
    "panel": 2919,
    "play": 2669,
    "practice": 2259,
    "publish": 2014,
}
SLACK, LONGEST_FILE = 60, 560


def rooms() -> Iterator[Path]:
    """Yield the folders of the package, and within a game those of the game."""
    for folder in sorted(PACKAGE.iterdir()):
        if folder.name == "games":
            games = (game for game in sorted(folder.iterdir()) if game.is_dir())
            yield from (room for game in games for room in sorted(game.iterdir()))
        else:
            yield folder


def lines(room: Path) -> int:
    """Return how many lines of Python a folder, or a file, holds."""
    files = room.rglob("*.py") if room.is_dir() else [room] if room.suffix == ".py" else []
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


SIZES = {str(room.relative_to(PACKAGE)): size for room in rooms() if (size := lines(room))}


def test_every_room_has_its_number() -> None:
    assert SIZES.keys() == BUDGET.keys()


@pytest.mark.parametrize("room", BUDGET)
def test_a_room_is_no_larger_than_its_number_and_the_number_follows(room: str) -> None:
    assert BUDGET[room] - SLACK < SIZES[room] <= BUDGET[room]


def test_a_file_is_read_in_one_sitting() -> None:
    long = {str(path): lines(path) for path in PACKAGE.rglob("*.py") if lines(path) > LONGEST_FILE}
    assert not long
