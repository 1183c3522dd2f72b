"""A fight of Paychest: goldens of single steps, the record that is shipped, and what the panels say
of the same moment.
"""

import random
from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.paychest.turn import START, Fight, choice, choices, take
from landships_lab.games.paychest.turn_board import BOARD
from landships_lab.play.records import read, write
from tests.effort import tries
from tests.paths import PACKAGE

RECORD = PACKAGE / "games" / "paychest" / "data" / "records" / "one-fight.txt"


def after(*moves: tuple[str, tuple[int, ...]]) -> Fight:
    """The fight after these moves."""
    situation: Any = START["one-fight"]
    for words, rolls in moves:
        situation = take(situation, words, Thrown(rolls)).situation
    assert isinstance(situation, Fight)
    return situation


def test_legionnaires_fire_twice_and_arabs_once() -> None:
    """Weapons Fire, line 5."""
    legion = after(("draw", (2,)), ("fire Picket Swordsmen", (6,) * 5))
    assert choice(legion, "fire Picket Swordsmen").legal
    legion = take(legion, "fire Picket Swordsmen", Thrown((6,) * 5)).situation  # type: ignore[assignment]
    assert not choice(legion, "fire Picket Swordsmen").legal
    arabs = after(("draw", (3,)), ("fire Riflemen Picket", (6,) * 10))
    refused = choice(arabs, "fire Riflemen Picket")
    assert not refused.legal
    assert refused.why is not None
    assert refused.why.headline == "It has fired once: it may not fire any more."
    with pytest.raises(ValueError, match="It has fired once"):
        take(arabs, "fire Riflemen Picket", Thrown(seed=1))


def test_a_charge_lowers_the_skill_of_the_fire_that_follows() -> None:
    """Line 6: run or charge -3; skill 3 becomes zero, so a ONE is needed first (line 7)."""
    charged = after(("draw", (3,)), ("charge Riflemen Picket", ()), ("meets 0", ()))
    happened = take(charged, "fire Riflemen Picket", Thrown((1, 3, 1, 4, 2, 3, 4, 5, 6, 2, 3, 4)))
    assert happened.said == "1 hit"  # the ONE and 3; the ONE and 4 misses, and so does every other
    assert choice(charged, "fire Riflemen Picket").odds.p("no hits") == Fraction(11, 12) ** 10


def test_only_those_who_touch_may_fight() -> None:
    """Melee Combat, line 7."""
    met = after(("draw", (1,)), ("charge Half-Section Riflemen", ()), ("meets 2 2", ()))
    assert choice(met, "fight Half-Section Riflemen").legal
    assert not choice(met, "fight Half-Section Swordsmen").legal
    happened = take(met, "fight Half-Section Riflemen", Thrown((4, 3, 2, 6)))
    # Together, the default reading: 4 and 3 under a skill of 4 are three hits, 2 and 6 under 3 two.
    assert happened.said == "1 hit on them, no hits on us"
    pairs = met.with_readings({"melee-many": "pairs"})
    happened = take(pairs, "fight Half-Section Riflemen", Thrown((4, 3, 2, 6)))
    # Man against man: 4 and 3 cancel, and 2 under 4 is three hits against none.
    assert happened.said == "3 hits on them, no hits on us"


def test_a_lost_leader_makes_irregulars_rout_four_dice() -> None:
    """Loss of Leader, lines 9-10: under seven fails."""
    hit = after(("draw", (1,)), ("fire Half-Section Riflemen", (1, 6, 6, 6, 6, 6, 6, 6)))
    happened = take(hit, "out 1 leader", Thrown((3, 3, 1, 2, 3, 4)))
    fight = happened.situation
    assert isinstance(fight, Fight)
    assert fight.unit("Riflemen").back == 10
    assert fight.marks()["Riflemen", "result"] == "leader"  # each turn until it is off the board
    assert not fight.owes("Riflemen")  # but once a turn
    assert any(step.cite.lines == "10" for step in happened.steps)
    stands = take(hit, "out 1 leader", Thrown((3, 4))).situation
    assert isinstance(stands, Fight)
    assert not stands.unit("Riflemen").back


def test_the_shipped_record_replays_and_says_whose_it_is() -> None:
    record = read(RECORD.read_text(encoding="utf-8"))
    assert write(record) == RECORD.read_text(encoding="utf-8")
    assert "ours" in record.remark
    told = [happening.says for happening in record.happenings()]
    assert told[9] == "Riflemen fired 10 shots at Half-Section: 1 hit."
    assert told[24].endswith("Result 1 for irregular troops is lost in print.")
    end = record.replay()
    assert isinstance(end, Fight)
    assert end.turn == 3
    assert end.unit("Riflemen").back == 11
    assert end.unit("Riflemen").result == "2"


def random_moments(count: int) -> list[Fight]:
    dice = random.Random(5)
    found: list[Fight] = []
    while len(found) < count:
        situation: Any = START["one-fight"]
        for _ in range(dice.randrange(60)):
            legal = [one for one in choices(situation) if one.legal]
            if not legal:
                break
            taken = dice.choice(legal)
            situation = take(situation, taken, Thrown(seed=dice.randrange(999))).situation
        if not situation.over:
            found.append(situation)
    return found


def test_the_picture_holds_every_unit_and_the_hand_finds_it() -> None:
    for fight in random_moments(tries(10, 60)):
        view = BOARD.view(fight)
        scene = BOARD.picture(fight, view, fight.standing()[0])
        names = {shape.name for shape in scene.figures}
        for name in fight.standing():
            assert name in names
        for shape in scene.shapes():
            for at in getattr(shape, "centres", ()):
                assert 0 <= at[0] <= view.width


@pytest.mark.long
def test_a_press_on_an_enemy_means_to_fire_at_it() -> None:
    fight = after(("draw", (2,)))
    view = BOARD.view(fight)
    for name in fight.standing():
        found = {
            BOARD.unit_at(fight, (x, y), view)
            for x in range(0, int(view.width), 6)
            for y in range(0, int(view.height), 6)
        }
        assert name in found
    spots = [
        (x, y)
        for x in range(0, int(view.width), 6)
        for y in range(0, int(view.height), 6)
        if BOARD.unit_at(fight, (x, y), view) == "Swordsmen"
    ]
    assert BOARD.aimed(fight, "Picket", spots[0], view) == "fire Picket Swordsmen"
    assert BOARD.aimed(fight, "Picket", (1, 1), view) == ""
