"""The record of Loos that the product ships: it replays, through the whole order of play."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from landships_lab.games.loos.turn.battle import Battle
from landships_lab.play import Happening
from landships_lab.play.records import Record, read, write
from tests.games.loos.turn.independent import check
from tests.games.loos.turn.test_laws import KINDS


@cache
def record() -> Record:
    """Return the record."""
    path = files("landships_lab.games.loos.data").joinpath("records/zero-hour.txt")
    return read(path.read_text(encoding="utf-8"))


@cache
def happenings() -> tuple[Happening, ...]:
    """Return what happened in it, move by move."""
    return tuple(record().happenings())


def test_it_replays_and_its_text_is_what_is_written() -> None:
    path = files("landships_lab.games.loos.data").joinpath("records/zero-hour.txt")
    assert write(record()) == path.read_text(encoding="utf-8")
    assert record().check() == len(record().moves)
    assert record().replay().over == "The British enter 1201: British victory at once."


def test_it_shows_nearly_every_kind_of_decision() -> None:
    before = [record().begin(), *(h.situation for h in happenings())]
    met = {type(battle.now).__name__ for battle in before if not battle.over}
    assert KINDS - met == set()


def test_no_position_of_it_is_impossible() -> None:
    for happening in happenings():
        assert isinstance(happening.situation, Battle)
        check(happening.situation)


def test_it_goes_through_the_phases_in_order() -> None:
    """15.1 and 15.2, lines 195-201; the order of the four phases is reconstructed."""
    labels = list(dict.fromkeys(happening.situation.label for happening in happenings()))
    assert labels[:8] == [
        "Set-up",
        "Zero Hour, British combat",
        "Zero Hour, British mobile movement",
        "Zero Hour, British mobile combat",
        "Zero Hour, German movement",
        "Zero Hour, German combat",
        "Turn 1, British movement",
        "Turn 1, British combat",
    ]


def said(number: int) -> str:
    """Return what happened in a move, and what its steps cite."""
    happening = happenings()[number - 1]
    lines = " ".join(step.cite.lines for step in happening.steps)
    return f"{happening.says} [{lines}]"


def test_its_moves_show_the_rules_of_order() -> None:
    """Golden moments: the move, what it says, and the line that its steps cite."""
    for number, words, lines in (
        (2, "set up", "80"),
        (6, "marker is on 0601", "241"),
        (16, "German marker is on 0502", "243"),
        (19, "friendly fire", "279"),
        (22, "the trench is breached, no step lost", "273"),
        (23, "German shells fell on 0502", "267"),
        (25, "14B retreated to 0802", "369"),
        (30, "20a advanced to 0605", "230"),
        (34, "5: 3 points", "304-306"),
        (41, "3b is to attack 0802 alone", "308-313"),
        (44, "The British control 0803", "129"),
        (48, "2 battalions", "92"),
        (59, "none of the town", "129"),
        (61, "reserve line of sector II", "110"),
        (62, "now in front", "292"),
        (87, "begins", "265"),
        (91, "not released", "86"),
        (101, "waits behind", "112"),
        (121, "entered in 1101", "88"),
        (124, "broke down", "143"),
        (148, "8A becomes R4", "141"),
        (155, "British victory at once", "117"),
    ):
        assert words in said(number), (number, said(number))
        assert lines in said(number), (number, said(number))
