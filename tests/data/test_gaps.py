"""The product lists what its sources do not say, with citations, and keeps no gap to itself; no
file is ever half written.
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from landships_lab.__main__ import main
from landships_lab.core.answer import Gap
from landships_lab.data.files import write_whole
from landships_lab.data.gaps import gap, gaps
from landships_lab.data.load import cites
from landships_lab.games import GAMES
from landships_lab.games.paychest.data.supplied import NOTHING, supplied
from landships_lab.games.paychest.rules.book import open_gaps
from tests.house.test_contracts import PACKAGE

#: What the text of Paychest leaves out, with the lines where each ought to stand.
LOST = {
    "turn-step-1": "2-3", "movement-rates": "3-4", "range-modifiers": "5-6",
    "cover-modifiers": "5-6", "skills": "10-11", "casualty-deck": "7", "second-regular-1": "7-8",
    "second-irregular-1": "8-9", "distance-unit": "8-9", "leader-regular": "9-10",
    "shell-ranges": "11-12",
}  # fmt: skip
FILLED = """
by = "the Tuesday club"
distance_unit = "inches"
ranges = [{ to = 12, modifier = 0 }]
shell = [{ to = 48, modifier = 0 }]
casualties = [{ card = "down", copies = 1, out = true }]
turn = { step_1 = "Draw a card." }
movement = { walk = 6 }
cover = { wall = -2 }
skills = { legionnaire = { firearms = 4, melee = 4 } }
leader_lost = { regular = { does = "hold", text = "holds" } }
[second_morale]
regular = { does = "hold", text = "holds" }
irregular = { does = "rout", text = "routs" }
"""


def test_every_lost_table_of_paychest_is_a_gap_with_its_lines() -> None:
    assert {key: missing.gap.cite.lines for key, missing in gaps("paychest").items()} == LOST
    assert {missing.gap.cite.kind for missing in gaps("paychest").values()} == {"silent"}
    silent = {cite.lines for cite in cites("paychest").values() if cite.kind == "silent"}
    assert silent == set(LOST.values())
    stern = gap("landships", "units.a7v.fields.3.points").question  # it stands with the units
    assert stern == "How many points do the A7V's stern machine guns have?"


def test_the_command_lists_every_gap_of_all_rule_sets_or_of_one_with_its_citation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["gaps"]) == 0
    told = capsys.readouterr().out
    assert [line.partition(":")[0] for line in told.splitlines() if line[:1] != " "] == list(GAMES)
    for rule_set in GAMES:
        assert main(["gaps", rule_set]) == 0
        alone = capsys.readouterr().out
        assert alone.strip() in told
        for missing in gaps(rule_set).values():
            assert f"  {missing.id}\n    {missing.gap.question}\n    {missing.gap.cite}\n" in alone


@pytest.mark.parametrize(
    ("tables", "left", "supplied"),
    [("cover = { wall = -2 }", 10, ["cover"]), (FILLED, 0, list(LOST)), ("cover = 3", None, [])],
)
def test_the_command_tells_which_gaps_a_file_fills(
    tables: str,
    left: int | None,
    supplied: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(tables, encoding="utf-8")
    assert main(["gaps", "paychest", "--tables", str(mine)]) == (2 if left is None else 0)
    told, error = capsys.readouterr()
    assert error.count("\n") == (left is None)
    assert told.count("your table supplies: ") == len(supplied)
    assert left is None or told.startswith(f"paychest: 11 gaps, {left} left open by your tables\n")
    assert left is None or "your table supplies: cover" in told


def test_an_unknown_rule_set_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gaps", "paychst"]) == 2
    assert "The nearest is paychest." in capsys.readouterr().err
    with pytest.raises(ValueError, match="'skill' is not a gap"):
        gap("paychest", "skill")


def test_every_gap_of_paychest_can_be_filled() -> None:
    assert [missing.id for missing in open_gaps(NOTHING)] == list(LOST)
    assert open_gaps(supplied(FILLED)) == ()


def unlisted(source: str) -> Iterator[str]:
    """Return the gaps that a source asks about in words of its own, where the data lists none."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == Gap.__name__:
            yield f"line {node.lineno}: {ast.unparse(node)}"


def test_no_rule_keeps_a_gap_to_itself() -> None:
    for path in PACKAGE.glob("games/*/rules/**/*.py"):
        assert not list(unlisted(path.read_text(encoding="utf-8"))), path
    assert len(list(unlisted('LOST = Gap("What is it?", CITES["x"])'))) == 1


def test_text_and_bytes_come_back(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.txt", "Crépuscule ☃\n")
    write_whole(tmp_path / "b.bin", b"\x00\xff")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "Crépuscule ☃\n"
    assert (tmp_path / "b.bin").read_bytes() == b"\x00\xff"


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "progress.json"
    write_whole(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as refused:
        write_whole(path, "new")
    assert str(refused.value) == f"{path} cannot be written: No space left on device."
    assert refused.value.strerror == "No space left on device", "for a sentence of the caller's own"
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
