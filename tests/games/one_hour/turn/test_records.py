"""The two printed reports as records: every fact they print comes about, at the move that a remark
with its line names.
"""

from __future__ import annotations

import re

import pytest

from landships_lab.games.one_hour.turn import OneHourGame
from landships_lab.games.one_hour.turn.situation import LEFT
from landships_lab.play import Happening
from landships_lab.play.records import read, write
from tests.games.one_hour.turn.positions import NAMES, check, happenings, record

#: (turn, side, firer, target, Hits) of the shots whose Hits the reports print, together
#: (in Turn 1 of Static Defence only "to little effect").
FLANK = [
    (1, "British", ("CS-Mortars",), "ATGs", 5),
    (1, "British", ("Cruds-3",), "Carri-1", 2),
    (1, "Italian", ("Mortars",), "Cruds-1", 1),
    (1, "Italian", ("Carri-1", "Carri-2"), "Cruds-3", 6),
    (2, "British", (), "ATGs", 8),
    (2, "British", (), "Carri-1", 5),
    (2, "Italian", (), "Cruds-3", 8),
    (3, "British", (), "Bersaglieri-2", 11),
    (9, "British", ("Cruds-2",), "Carri-2", 7),
    (14, "Italian", ("Bersaglieri-1",), "Cruds-3", 0),
]
STATIC = [
    (1, "Italian", ("Carri-1", "Mortars"), "Cruds-1", 2),
    (3, "British", ("CS-Mortars",), "ATGs", 6),
    (3, "British", ("Cruds-3",), "Carri-2", 7),
    (5, "Italian", (), "Cruds-3", 5),
    (6, "Italian", (), "Cruds-3", 5),
]
PRINTED = {"flank-attack": FLANK, "static-defence": STATIC}
SHOT = re.compile(r"(\S+) fired at (\S+) with a \d: (no|\d+) Hits?")


def game(happening: Happening) -> OneHourGame:
    """Return the situation after something happened."""
    assert isinstance(happening.situation, OneHourGame)
    return happening.situation


def shots(name: str) -> list[tuple[str, str, str, int]]:
    """Return (label, firer, target, Hits) of each shot of a record."""
    found, before = [], record(name).begin().label
    for happening in happenings(name):
        if shot := SHOT.match(happening.says):
            found.append((before, shot[1], shot[2], int(shot[3].replace("no", "0"))))
        before = happening.situation.label
    return found


def after_turn(name: str, turn: int, side: str) -> OneHourGame:
    """Return the last situation of a phase."""
    label = f"Turn {turn}, {side}"
    return [game(one) for one in happenings(name) if one.situation.label == label][-1]


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_report_replays(name: str) -> None:
    assert record(name).check() == len(record(name).moves)
    assert read(write(record(name))) == record(name)
    for happening in happenings(name):
        check(happening.situation)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "fact"), [(name, fact) for name, facts in PRINTED.items() for fact in facts]
)
def test_hits_that_are_printed_come_about(
    name: str, fact: tuple[int, str, tuple[str, ...], str, int]
) -> None:
    turn, side, firers, target, hits = fact
    fired = [
        (firer, inflicted)
        for label, firer, hit, inflicted in shots(name)
        if label == f"Turn {turn}, {side}" and hit == target
    ]
    assert fired
    assert sum(inflicted for _, inflicted in fired) == hits
    assert not firers or {firer for firer, _ in fired} == set(firers)


def test_who_is_gone_in_flank_attack_and_when() -> None:
    """Lines 58, 62, 68, 72-74, 112-116."""
    gone = {one.unit.name: (one.how, one.turn) for one in game(happenings("flank-attack")[-1]).gone}
    assert gone == {
        "Cruds-1": ("destroyed", 7),
        "Carri-1": ("destroyed", 8),
        "ATGs": ("destroyed", 9),
        "Cruds-4": ("destroyed", 9),
        "Carri-2": ("destroyed", 10),
        "Bersaglieri-2": ("destroyed", 13),
        "Mortars": ("destroyed", 13),
        "Cruds-3": (LEFT, 15),
        "Cruds-2": (LEFT, 15),
        "CS-Mortars": (LEFT, 15),
    }


def test_hits_that_units_have_in_flank_attack() -> None:
    """Lines 62-64 and 74: 11 Hits, 5 rallied off, and 11 at the end; a damaged infantry stays."""
    name = "flank-attack"
    assert after_turn(name, 10, "Italian").table.unit("Cruds-3").hits == 11
    assert after_turn(name, 11, "Italian").table.unit("Cruds-3").hits == 6
    last = game(happenings(name)[-1])
    assert {gone.unit.name: gone.unit.hits for gone in last.gone}["Cruds-3"] == 11
    assert last.table.unit("Motor-Infantry").hits > 0
    assert last.over == "The British side has broken through: 3 Units left by the road."


def test_who_is_dug_in_after_the_first_turn_of_flank_attack() -> None:
    """Lines 102-104: the motor platoon, the ATGs and the infantry on the road."""
    after = after_turn("flank-attack", 1, "Italian")
    later = after_turn("flank-attack", 2, "British")
    assert after.table.unit("Motor-Infantry").dug_in
    dug = {unit.name for unit in later.table.units if unit.dug_in}
    assert dug == {"Motor-Infantry", "ATGs", "Bersaglieri-1"}


def test_who_is_gone_in_static_defence_and_when() -> None:
    """Lines 27-37: the lead Cruds in Turn 4, the Carri in Turn 5, two Infantry Units at the end."""
    last = game(happenings("static-defence")[-1])
    gone = {one.unit.name: one.turn for one in last.gone}
    assert gone == {"Cruds-1": 4, "Carri-2": 5, "ATGs": 7, "Mortars": 7, "Carri-1": 7}
    assert [unit.kind for unit in last.table.units if unit.side == "Italian"] == ["infantry"] * 2
    assert "given up" in last.over


def test_hits_that_units_have_in_static_defence() -> None:
    """Lines 25-33: the lead Cruds up to 8; ATGs and Carri at 12 with 5 permanent; Cruds with 6."""
    name = "static-defence"
    assert after_turn(name, 3, "Italian").table.unit("Cruds-1").hits == 8
    fourth = after_turn(name, 4, "Italian")
    for unit in ("ATGs", "Carri-2"):
        assert fourth.table.unit(unit).hits == 12
        assert fourth.beside(unit).permanent
    assert fourth.table.unit("Cruds-2").hits == 6


@pytest.mark.parametrize("name", NAMES)
def test_remarks_name_lines_of_the_reports(name: str) -> None:
    remarks = [move.remark for move in record(name).moves if move.remark]
    lines = [int(line) for remark in remarks for line in re.findall(r"Lines? (\d+)", remark)]
    low, high = (58, 116) if name == "flank-attack" else (8, 39)
    assert len(lines) > 20
    assert all(low <= line <= high for line in lines)
