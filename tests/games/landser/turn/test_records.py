"""The record that comes with Landser: it replays, passes through what it promises, and its remarks
name lines that the rules cite.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import pytest

from landships_lab.games.landser.turn import Firefight
from landships_lab.play import Happening
from landships_lab.play.records import Record, read

NAMED = re.compile(r"\((\d[\d, -]*)\)")


@cache
def record() -> Record:
    """Return the record of three against three."""
    folder = files("landships_lab.games.landser.data") / "records"
    return read((folder / "three-against-three.txt").read_text(encoding="utf-8"))


@cache
def happenings() -> tuple[Happening, ...]:
    """Return what happens in its main line."""
    return tuple(record().happenings())


def test_it_passes_through_what_it_promises() -> None:
    verbs = [happening.words.split()[0] for happening in happenings()]
    assert {"cover", "burst", "effect", "hide", "assault", "keep", "break-off"} <= set(verbs)
    said = " ".join(happening.says for happening in happenings())
    for words in (
        *("crosses into the arc of", "goes into hide", "Under the template", "(b) wound"),
        *("surrenders to", "taken off the table", "break off"),
    ):
        assert words in said


def test_it_ends_as_its_last_remark_says() -> None:
    last = happenings()[-1].situation
    assert isinstance(last, Firefight)
    assert last.over == "The Germans win: the British break off."
    assert last.man("B-leader").status == "away"
    assert last.man("B-loader").status == "out"
    assert (last.man("B-gunner").arms, last.man("B-gunner").serious) == (1, 1)
    assert last.worth("Germans") > 0


def covers(lines: str, line: int) -> bool:
    """Return whether a citation of lines such as "115-117" includes this one."""
    spans = [part.strip().split("-") for part in lines.split(",")]
    return any(int(span[0]) <= line <= int(span[-1]) for span in spans if span[0].isdigit())


@pytest.mark.parametrize("number", range(1, 32))
def test_the_lines_in_a_remark_are_cited_by_the_rules_of_that_move(number: int) -> None:
    move, happening = record().moves[number - 1], happenings()[number - 1]
    named = [int(re.split(r"[-,]", found)[0]) for found in NAMED.findall(move.remark)]
    cited = [step.cite.lines for step in happening.steps]
    for line in named:
        assert any(covers(lines, line) for lines in cited), (line, move.remark, cited)
