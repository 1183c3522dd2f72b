"""The command line draws any state and refuses in one sentence; the pictures in the lessons are
those it draws.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from landships_lab.__main__ import main, picture, pictures
from tests.film import FILM
from tests.paths import LESSONS, REPOSITORY

FOLDER = REPOSITORY / "notebooks" / "pictures"


def test_the_pictures_in_the_lessons_are_up_to_date() -> None:
    drawn = pictures(FOLDER)
    assert sorted([*drawn, FILM]) == sorted(FOLDER.glob("*.svg"))
    for path, svg in drawn.items():
        assert path.read_text(encoding="utf-8") == svg, f"`make pictures` draws {path.name} again"


SPELLING = "check the spelling and the folder you are in."
TO_WRITE = "is a folder; name a file in it to write."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "print a7v=1 --out no/x.pdf",
            "no/x.pdf cannot be written: there is no folder no; make it first, or name another.",
        ),
        (
            "print a7v=1 --out bad.toml/x.pdf",
            "bad.toml/x.pdf cannot be written: bad.toml is not a folder; name another.",
        ),
        (
            "print a7v=1 --out d",
            "d is a folder; name the file to write in it, such as d/sheet.pdf.",
        ),
        ("print a7v=1 --own d", "d is a folder; name a file in it."),
        ("print a7v=1 --own no.toml", f"There is no file no.toml; {SPELLING}"),
        ("handout landships:range --out d", f"d {TO_WRITE}"),
        ("handout landships:range --out .", f". {TO_WRITE}"),
        (
            "lab bad.toml/x --copy",
            "The folder bad.toml/x cannot be made: bad.toml is not a folder; name another.",
        ),
        (
            "rulebook loos --search zeppelin",
            "No entry has the words 'zeppelin', and none stands on a line of that number.",
        ),
        ("pictures no", "There is no folder no; name one that holds a pictures.toml."),
        ("pictures d", f"There is no file d/pictures.toml; {SPELLING}"),
        (
            "gaps paychest --tables bad.toml",
            "bad.toml: this is not valid TOML: Invalid value (at end of document).",
        ),
        (
            "gaps paychest --tables wrong.toml",
            "wrong.toml, cover › wall: 'thick' is not a whole number.",
        ),
    ],
)
def test_a_file_that_cannot_be_read_or_written_is_one_sentence_with_the_name_that_was_given(
    words: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d").mkdir()
    (tmp_path / "bad.toml").write_text("x = [", encoding="utf-8")
    (tmp_path / "wrong.toml").write_text("cover = { wall = 'thick' }", encoding="utf-8")
    assert main(words.split()) == 2
    assert capsys.readouterr() == ("", f"{told}\n")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["bad.toml", "d", "wrong.toml"], (
        "nothing half written is left"
    )


def test_a_state_is_drawn_to_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", "landships:range from #5 to #1"]) == 0
    assert capsys.readouterr().out == picture("landships:range from #5 to #1")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("checkers:jump", "allowed are landships:fire"),
        ("", "There is no link here"),
        ("landships:fire mk-iv-male@0503/0703 E", "do not touch"),
        ("landships:fire mk-iv@0503 E", "The nearest is mk-iv-male"),
    ],
)
def test_a_wrong_state_is_one_sentence(
    state: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["picture", state]) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert told in heard.err
    assert heard.err.count("\n") == 1


def test_who_reads_only_the_head_of_the_output_gets_no_error() -> None:
    command = f"{sys.executable} -m landships_lab gaps | head -1"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ran.stdout.count("\n") == 1
    assert ran.stderr == ""


def test_a_byte_order_mark_before_a_record_or_tables_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, tables = tmp_path / "r.txt", tmp_path / "t.toml"
    record.write_text("\ufeffgame: one_hour:flank-attack\r\n1. end\r\n", encoding="utf-8")
    tables.write_text("\ufeffcover = { wall = -2 }\n", encoding="utf-8")
    assert main(["replay", str(record)]) == 0
    assert main(["gaps", "paychest", "--tables", str(tables)]) == 0
    assert "your table supplies" in capsys.readouterr().out
    lesson = tmp_path / "lesson.ipynb"
    whole = (LESSONS / "11_counting_range.ipynb").read_text(encoding="utf-8")
    lesson.write_text(f"\ufeff{whole}", encoding="utf-8")
    assert main(["handout", str(lesson), "--out", str(tmp_path / "page.html")]) == 0
