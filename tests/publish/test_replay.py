"""Records on the command line: told, shown at a move, or refused in a sentence."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from landships_lab.__main__ import main
from tests.play.little_wars import START, installed

GAME = f"game: {START}\n1. aim 1-in-3\n2. fire Gun Blue-1 = 5 2 3 6 ; good\n3. end\n"


@pytest.fixture(autouse=True, scope="module")
def _sixth_game() -> Iterator[None]:
    with installed():
        yield


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_the_moves_are_told(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    told = capsys.readouterr().out
    assert "2. fire Gun Blue-1 [5 2 3 6]: Gun fired at Blue-1: 4 shots, 2 men fall." in told
    assert "3 moves in 1 line, all legal." in told


def test_the_situation_after_a_move(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--at", "2"]) == 0
    assert "Blue-1: 9 men in 0704" in capsys.readouterr().out
    assert main(["replay", str(record), "--at", "9"]) == 2
    assert "moves 1 to 3, not 9" in capsys.readouterr().err


def test_an_illegal_move_names_its_number_and_the_rule(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(GAME.replace("3. end", "3. melee Red-1 Blue-1"), encoding="utf-8")
    assert main(["replay", str(record)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("Move 3, 'melee Red-1 Blue-1':")
    assert "[Little Wars, Hand-to-Hand" in told
