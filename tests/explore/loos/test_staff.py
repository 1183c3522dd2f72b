"""The general staff's panel and its two rules of its own: the German set-up, and mobile combat one attacker at a time."""

from fractions import Fraction
from itertools import product

import pytest

from landships_lab.core.dice import Odds
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.explore import CATALOG
from landships_lab.explore.loos.staff import CASES, GeneralStaff
from landships_lab.rules.loos import (
    Force,
    MobileAttack,
    MobileEnd,
    check_german_set_up,
    combat_result,
    mobile_combat,
    mobile_odds,
    zone_of_control,
)
from landships_lab.rules.loos.deployment import PLACED_AT_START
from landships_lab.scene.charts import Bars

STAFF = GeneralStaff()


def hexes(codes: str) -> tuple[Hex, ...]:
    found = tuple(Grid().place(code) for code in codes.split())
    assert all(isinstance(h, Hex) for h in found)
    return found  # type: ignore[return-value]


# ------------------------------------------------------------------------------------------------------- the German set-up


@pytest.mark.parametrize(
    ("battalions", "headline"),
    [
        ("0504 0506", "Every hex of the front line is watched. 2 of 27 battalions stand; 25 more to place."),
        ("0504", "0405 is in no German zone of control."),
        ("0504 0506 0506", "2 battalions in 0506; none may be stacked."),
        ("0504 0506 0403", "0403 is in the British front line; no German may stand there."),
        ("", "0403 is in no German zone of control."),
    ],
)
def test_the_set_up_of_11_2_is_judged_by_its_first_fault(battalions: str, headline: str) -> None:
    """11.2, line 80."""
    told = check_german_set_up(hexes(battalions), hexes("0403 0404 0405 0406"))
    assert told.headline == headline
    assert told.value is headline.startswith("Every hex")


def test_twenty_seven_battalions_are_all_there_are() -> None:
    many = list(Grid().hexes())
    assert check_german_set_up(many[:PLACED_AT_START], ()).headline == "Every hex of the front line is watched. All 27 battalions stand."
    told = check_german_set_up(many[: PLACED_AT_START + 1], ())
    assert not told.value
    assert told.headline == "The Germans have 27 battalions at the start; here are 28."


def test_a_zone_of_control_is_whatever_is_one_hex_away() -> None:
    for hexagon in hexes("0101 0505 0610 2014"):
        assert zone_of_control(hexagon) == {h for h in Grid().hexes() if half_hexes(hexagon, h) == 2}


def test_following_the_advice_makes_any_small_set_up_right() -> None:
    front = hexes("0403 0404 0405 0406")
    for start in ("", "0504", "0403 0403", "0303 0303 0305"):
        battalions = hexes(start)
        for _ in range(8):
            told = check_german_set_up(battalions, front)
            if told.value:
                break
            battalions = told.remedies[0].to
        assert told.value, start


# ---------------------------------------------------------------------------------------------------------- mobile combat


def by_hand(rolls: tuple[int, ...], moves: tuple[int, ...], points: int) -> MobileEnd:
    """Units of 4 (2 reduced), each with its roll of the table and of its move, on a battalion of 3 in the open, told over again."""
    there = [roll for roll, move in zip(rolls, moves, strict=True) if (move + 1) // 2 >= points]
    steps, defender, freed = [2] * len(there), 1, 0
    for turn, roll in enumerate(there):
        if freed:
            break
        result = combat_result("clear", 4 - 3, roll).value
        if result in ("De", "D2", "D3", "Ex"):
            defender, freed = 0, turn + 1
        if result in ("Ex", "(A)", "A1", "A2", "A3"):
            steps[turn] -= 1
        if result == "Ae":
            steps[turn] = 0
    return MobileEnd(tuple(steps), defender, freed)


@pytest.mark.parametrize("points", [1, 2, 3])
def test_two_reserves_agree_with_every_roll_written_out(points: int) -> None:
    """18.4, lines 304-313."""
    attack = MobileAttack(Force((2, 2), (2, 4)), Force((1,), (3,)), points=points)
    faces = range(1, 7)
    each = Odds((by_hand(rolls, moves, points), 1) for rolls in product(faces, repeat=2) for moves in product(faces, repeat=2))
    assert mobile_odds(attack) == each


def test_one_who_is_yet_to_attack_may_advance_where_the_first_has_died() -> None:
    attack = MobileAttack(Force((1, 1), (4,)), Force((1,), (3,)))
    ends = mobile_odds(attack)
    assert any(end.attackers == (0, 1) and end.freed_by == 1 and end.may_advance for end in ends.outcomes)
    assert not MobileEnd((0,), 0, 1).may_advance


def test_a_reserve_that_cannot_get_there_does_not_attack() -> None:
    told = mobile_combat(MobileAttack(Force((2, 2), (2, 4)), Force((1,), (3,)), points=4))
    assert told.value.p(MobileEnd((), 1)) == 1
    assert told.headline == "2 reserve units, one after another: the hex is free 0% of the time."


def test_reserves_who_might_not_add_their_strengths_are_told_what_they_would_come_to() -> None:
    told = mobile_combat(MobileAttack(Force((2, 2), (2, 4)), Force((1,), (3,))))
    assert [step.text for step in told.steps if step.op == "forbids"] == [
        "Their strengths may not be added; together they would attack at +5."
    ]
    assert told.value.chance(lambda end: end.freed_by) == Fraction(3, 4)


@pytest.mark.parametrize(
    ("attack", "sentence"),
    [
        ({"reserves": Force((), (4,))}, "0 is not a number of attacking units"),
        ({"defender": Force((1, 1), (3,))}, "2 is not a number of defending units"),
        ({"points": 0}, "The nearest is 1"),
    ],
)
def test_what_is_no_mobile_combat_is_refused_in_a_sentence(attack: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        MobileAttack(**{"reserves": Force((2,), (2, 4)), "defender": Force((1,), (3,)), **attack})  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------------------------- the panel

#: One state of each question, and what it says.
SAID = {
    "set-up battalions 0504,0506": "Every hex of the front line is watched. 2 of 27 battalions stand; 25 more to place.",
    "line from N+ENE": "The line of woods is used.",
    "line from N+ENE dug ENE": "The line of secondary trench is used.",
    "line army british": "The line of woods is used.",
    "neighbours held N+ENE+S at N": "To be attacked too: 0506, 0604.",
    "enter army british": "British units may enter the front line by movement.",
    "enter army british hex none": "Nothing in the front line rule stands against it.",
    "enter army british it leaves": "A unit in a front line hex may move only into an adjacent hex that is not front line.",
    "enter army british by advance": (
        "Units enter the front line in set-up, as reinforcements, by movement or in retreat; an advance is none of these."
    ),
    "zone": "In the zone of control of 0505: 0404, 0405, 0506, 0604, 0605.",
    "zone army german": "In the zone of control of 0505: 0404, 0405, 0504, 0604, 0605.",
    "zone army german is set-up": "In the zone of control of 0505: 0404, 0405, 0504, 0506, 0604, 0605.",
    "infiltration": "No unit of either side may cross a trench hexside by infiltration movement, in either direction.",
    "infiltration it none": "No trench hexside is crossed, so the trench rule does not stand against it.",
    "order turn 3": "Turn 3: 8 phases, the British movement phase first.",
    "allowance turn 1": "5 movement points.",
    "victory held 0604,0605,0805": "2 whole towns British: British victory.",
    "victory units 3306": "1 whole town British: a draw.",
    "victory units 3306 reading entry-hex=3306": "British victory at once: 3306 is entered.",
    "victory turn 3 units 0403": "German victory at once: no British unit is outside its trenches.",
    "attack": "Shells first, then the combat: the attackers may advance 12% of the time.",
    "attack battery 3 with gas counter 0": "Shells first, then the combat: the attackers may advance 26% of the time.",
    "attack battery 4 with gas counter 0": (
        "Shells first, then the combat: the attackers may advance 26% of the time. "
        "Gas makes 4 dice of 3; with 4 taken before it there is none to add, so no gas acts."
    ),
    "attack battery 0 with gas counter 0": (
        "Shells first, then the combat: the attackers may advance 0% of the time. "
        "Gas is used in a bombardment, and no British dice are thrown here, so no gas acts."
    ),
    "combat result D2 choice retreat": "The defender retreats 2 hexes; the attackers may advance.",
    "combat result D2 choice retreat back displaces": "The defender loses 1 step; the attackers may advance.",
    "combat result A2 reading attacker-results=step-a-hex": "The attacker loses 2 steps.",
    "mobile points 3": "2 reserve units, one after another: the hex is free 31% of the time.",
    "reserve hexes 2 trenches 1": "3 movement points needed: the reserve gets there 33% of the time.",
    "division turn 7": "turn 7: reserve line; turn 8: front line.",
    "sectors VI none": "Sector VI has no division; all six must be manned.",
    "sectors II 21st": "The 21st waits in the reserve box, not in sector II.",
    "stack company replacement": "A replacement battalion belongs to no division and may not stack.",
    "shelled terrain trench in trench": "Some step is lost 45% of the time, by both units 8%.",
    "loss kind battalion steps 1": "The unit is eliminated.",
    "breakdown": "2 battalions, 1 lost.",
    "replacements die 6 towns 1": "1 battalion received.",
    "release span 2-4 die 3": "3 is within 2 to 4: released.",
}


def test_every_question_of_the_staff_has_a_golden() -> None:
    assert {line.split()[0] for line in SAID} == set(CASES)


@pytest.mark.parametrize(("line", "headline"), SAID.items(), ids=SAID)
def test_the_staff_answers(line: str, headline: str) -> None:
    state = STAFF.parse(f"loos:staff {line}")
    answer = STAFF.ask(state)
    assert answer.headline == headline
    assert STAFF.parse(STAFF.text(state)) == state


def test_an_attack_counts_all_its_ends() -> None:
    for line in ("attack", "attack battery 3 with gas counter 4 terrain mountain units 1", "attack battery 0 counter 0 terrain clear"):
        state = STAFF.parse(f"loos:staff {line}")
        for chart in STAFF.charts(state, STAFF.ask(state)):
            assert isinstance(chart, Bars)
            assert sum(chance for _, chance in chart.bars) == 1
    (table,) = STAFF.tables(state, STAFF.ask(state))
    assert [cells[0] for _, cells in table.rows][-1] == "the combat, at the differential that is left"


def test_readings_and_charts_go_with_the_question() -> None:
    victory, mobile = (STAFF.parse(f"loos:staff {case}") for case in ("victory", "mobile"))
    assert "entry-hex" in {control.id for control in STAFF.controls(victory)}
    assert "off-table" in {control.id for control in STAFF.controls(mobile)}
    for chart in STAFF.charts(mobile, STAFF.ask(mobile)):
        assert isinstance(chart, Bars)
        assert sum(chance for _, chance in chart.bars) == 1
    assert STAFF.set(mobile, "case", "order").values == ()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "stands the question: set-up, line"),
        ("tactics", "stands the question"),
        ("set-up battalions 0503/0504", "'0503/0504' is a hexside; a hex is meant, such as 0503."),
        ("set-up battalions " + ",".join(["0504"] * 61), "61 hexes are more than the 60"),
        ("line from none", "Attacked from: at least 1 is ticked"),
        ("line from NE", "'NE' is not an? attacked from"),
        ("order turn 9", "The nearest is 8"),
        ("stack 3", "stand its parts: army, company"),
    ],
)
def test_a_text_that_is_no_question_is_refused_in_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CATALOG["loos:staff"].parse(f"loos:staff {line}")


def test_the_last_hex_attacked_from_cannot_be_unticked() -> None:
    state = STAFF.parse("loos:staff line")
    with pytest.raises(ValueError, match="tick another one first"):
        STAFF.set(state, "from", ("N", False))
