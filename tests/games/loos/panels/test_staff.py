"""The general staff's panel, and two rules only it asks: the German set-up, and mobile combat one
attacker at a time.
"""

from fractions import Fraction
from itertools import product

import pytest

from landships_lab.core.dice import Odds
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.drawing.charts import Bars
from landships_lab.games.loos.panels.staff import GeneralStaff
from landships_lab.games.loos.rules.deployment import PLACED_AT_START, check_german_set_up
from landships_lab.games.loos.rules.losses import Force
from landships_lab.games.loos.rules.reserves import MobileAttack, MobileEnd, mobile_combat
from landships_lab.games.loos.rules.table import combat_result
from landships_lab.panel import CATALOG
from landships_lab.panel.controls import Switch


def hexes(codes: str) -> tuple[Hex, ...]:
    found = tuple(Grid().place(code) for code in codes.split())
    assert all(isinstance(h, Hex) for h in found)
    return found  # type: ignore[return-value]


# -------------------------------------------------------------------------------- the German set-up


@pytest.mark.parametrize(
    ("battalions", "headline"),
    [
        (
            "0504 0506",
            "Every hex of the front line is watched. 2 of 27 battalions are placed; 25 remain.",
        ),
        ("0504", "0405 is in no German zone of control."),
        ("0504 0506 0506", "2 battalions stand in 0506; none may be stacked."),
        ("0504 0506 0403", "0403 is in the British front line; no German may stand there."),
        ("", "0403 is in no German zone of control."),
    ],
)
def test_the_set_up_of_11_2_is_judged_by_its_first_fault(battalions: str, headline: str) -> None:
    """11.2, line 80."""
    answer = check_german_set_up(hexes(battalions), hexes("0403 0404 0405 0406"))
    assert answer.headline == headline
    assert answer.value is headline.startswith("Every hex")


def follow_advice(battalions: tuple[Hex, ...], front: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the set-up after following the first advice until none is left or a dozen times."""
    for _ in range(12):
        answer = check_german_set_up(battalions, front)
        if answer.value:
            break
        battalions = answer.remedies[0].to
    return battalions


FRONT = hexes("0403 0404 0405 0406")


@pytest.mark.parametrize("start", ["", "0504", "0403 0403", "0303 0303 0305"])
def test_following_the_advice_makes_any_small_set_up_right(start: str) -> None:
    assert check_german_set_up(follow_advice(hexes(start), FRONT), FRONT).value


@pytest.mark.parametrize("number", [26, 27, 28, 30])
def test_no_advice_places_a_battalion_too_many(number: int) -> None:
    """11.2, line 80: there are 27."""
    far = [Grid().hex(column, row) for column in range(12, 21) for row in range(1, 5)]
    placed = follow_advice(tuple(far[:number]), FRONT)
    assert check_german_set_up(placed, FRONT).value
    assert len(placed) <= PLACED_AT_START


# ------------------------------------------------------------------------------------ mobile combat


def by_hand(rolls: tuple[int, ...], moves: tuple[int, ...], points: int) -> MobileEnd:
    """Work out the end by hand: units of 4 (2 reduced), each with its two rolls, attack a battalion
    of 3 on clear ground.
    """
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
    each = Odds(
        (by_hand(rolls, moves, points), 1)
        for rolls in product(faces, repeat=2)
        for moves in product(faces, repeat=2)
    )
    assert attack.odds == each


def test_one_who_is_yet_to_attack_may_advance_where_the_first_has_died() -> None:
    attack = MobileAttack(Force((1, 1), (4,)), Force((1,), (3,)))
    ends = attack.odds
    assert any(
        end.attackers == (0, 1) and end.freed_by == 1 and end.may_advance for end in ends.outcomes
    )
    assert not MobileEnd((0,), 0, 1).may_advance
    assert not MobileEnd((2,), 1).may_advance


def test_a_reserve_that_cannot_get_there_does_not_attack() -> None:
    answer = mobile_combat(MobileAttack(Force((2, 2), (2, 4)), Force((1,), (3,)), points=4))
    assert answer.value.p(MobileEnd((), 1)) == 1
    assert answer.headline == "2 reserve units, one after another: the hex is never freed."


def test_reserves_who_might_not_add_their_strengths_are_told_what_they_would_come_to() -> None:
    answer = mobile_combat(MobileAttack(Force((2, 2), (2, 4)), Force((1,), (3,))))
    assert [step.text for step in answer.steps if step.op == "forbids"] == [
        "Their strengths may not be added; together they would attack at +5."
    ]
    assert answer.value.chance(lambda end: end.freed_by) == Fraction(3, 4)


@pytest.mark.parametrize(
    ("attack", "sentence"),
    [
        (
            {"reserves": Force((), (4,))},
            "The number of attacking units is a whole number from 1 to 6, not 0",
        ),
        ({"defender": Force((1, 1), (3,))}, "One unit defends in mobile combat, not 2"),
        ({"points": 0}, "The nearest is 1"),
    ],
)
def test_what_is_no_mobile_combat_is_refused_in_a_sentence(
    attack: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        MobileAttack(**{"reserves": Force((2,), (2, 4)), "defender": Force((1,), (3,)), **attack})  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------- the panel

#: States of each question with their headlines.
SAID = """
set-up battalions 0504,0506 => Every hex of the front line is watched. 2 of 27 battalions are placed; 25 remain.
line from N+ENE => The line of woods is used.
line from N+ENE dug ENE => The line of secondary trench is used.
line army british => The line of woods is used.
neighbours held N+ENE+S at N => 0506 and 0604 must also be attacked, or the defence is 9, not 3.
enter army british => British units may enter the front line by movement.
enter army british hex none => The front line rule does not forbid it.
enter army british it leaves => A unit in a front line hex may move only into a hex that is not front line.
enter army british it leaves hex none => From a front line hex a unit may move into one that is not front line.
enter army british by advance => No unit advances into the front line: only set-up, arrival, movement and retreat enter it.
zone => The zone of control of 0505 covers 0404, 0405, 0506, 0604 and 0605.
zone army german => The zone of control of 0505 covers 0404, 0405, 0504, 0604 and 0605.
zone army german is set-up => The zone of control of 0505 covers 0404, 0405, 0504, 0506, 0604 and 0605.
infiltration => No unit may cross a trench hexside by infiltration movement, in either direction.
infiltration it none => No trench hexside is crossed, so the trench rule does not forbid it.
order turn 3 => Turn 3 has 8 phases; the British movement phase comes first.
allowance turn 1 => The unit has 5 movement points.
victory held 0604,0605,0805 => The British control 2 whole towns: British victory.
victory units 3306 => The British control 1 whole town: a draw.
victory units 3306 reading entry-hex=3306 => The British enter 3306: British victory at once.
victory turn 3 units 0403 => No British unit is outside its trenches: German victory at once.
at-once => Nobody has won yet.
at-once reading british-trenches=both-lines => No British unit is outside its trenches: German victory at once.
at-once units 0303,0605 reading british-trenches=both-lines => Nobody has won yet.
at-once units 0110 => The British enter 0110: British victory at once.
attack => Shells first, then the combat: the attackers can advance 12.3% of the time.
attack battery 3 with gas counter 0 => Shells first, then the combat: the attackers can advance 26.4% of the time.
attack battery 4 with gas counter 0 => Shells first, then the combat: the attackers can advance 26.4% of the time.
attack battery 0 with gas counter 0 => Gas has no effect; the attackers can never advance.
attack about shells battery 3 with gas counter 0 => Shells first, then the combat: the attackers can advance 26.4% of the time.
combat result D2 choice retreat => The defender retreats 2 hexes; the attackers may advance.
combat result D2 choice retreat back displaces => The defender loses 1 step; the attackers may advance.
combat result De under reserve => The defender loses 1 step; the reserve holds the hex.
combat result A2 reading attacker-results=step-a-hex => The attacker loses 2 steps.
markers => A marker may be placed; 3 markers are left.
markers used 3 => All 3 markers of this turn are used; each is used once a game turn.
markers target none => The target is not observed, so it cannot be bombarded.
markers target observed+marked => This combat has a marker already; the attacker may place one for each combat.
markers by defender target observed+marked => This hex has a marker already; the defender may place one on each hex.
neighbours held N+ENE at N fought ENE => Every other German unit there is attacked in a combat of its own.
neighbours held N+ENE at N shelled ENE => 0604 must also be attacked, or the defence is 6, not 3.
line from N+ENE is high => The line of woods is used.
control => The British control the whole town.
control army german into 0605 => The British control none of the town.
control held none => The British control 0604, which is not the whole town.
entry => The division may enter there.
entry regiments 0110,1201 => All regiments of a division come to the same entry hex.
entry regiments 0110,1201 reading entry-together=each => The division may enter there.
entry regiments 0505 => 0505 is neither an entry hex nor next to one.
reserve friend end => A reserve may not end its mobile move in a hex with a friendly unit.
division placed split => A division is placed as a whole, all six units in one sector.
stack swap mobile_combat => The order of a stack changes only in the regular movement phase, not in the mobile combat phase.
breakdown when later => A regiment breaks down only at the beginning of a German movement phase.
release span 2-4 die 3 turn 0 => No division is rolled for in the first German movement phase, that of Zero Hour.
sharing first 2 before_1 -3 => At least one of three defenders loses a step 16.7% of the time.
mobile points 3 => 2 reserve units, one after another: the hex is freed 30.6% of the time.
reserve hexes 2 trenches 1 => It needs 3 movement points: the reserve gets there 33.3% of the time.
division turn 7 => Turn 7: reserve line; turn 8: front line.
sectors VI none => Sector VI has no division; all six must be manned.
sectors II 21st => The 21st waits in the reserve box, not in sector II.
stack company replacement => A replacement battalion belongs to no division and may not stack.
shelled terrain trench in trench => A step is never lost; a breach 44.8%.
stack => Both belong to the same division.
stack army british => Both belong to the same brigade.
stack company other => They belong to different divisions.
stack army british company other => They belong to different brigades.
stack company enemy => Units of both armies cannot share a hex.
stack army british company enemy => Units of both armies cannot share a hex.
loss kind battalion steps 1 => The unit is eliminated.
breakdown => Two battalions replace it; one step is lost because no counter is left.
replacements die 6 towns 1 => The Germans receive 1 battalion.
release span 2-4 die 3 => A roll of 3 is within 2 to 4: the division is released.
"""
SAYS = dict(row.split(" => ") for row in SAID.strip().splitlines())


def test_every_question_of_the_staff_has_a_golden() -> None:
    assert {line.split()[0] for line in SAYS} == set(GeneralStaff.questions)


@pytest.mark.parametrize(("line", "headline"), SAYS.items(), ids=SAYS)
def test_the_staff_answers(line: str, headline: str) -> None:
    state = GeneralStaff.parse(f"loos:staff {line}")
    answer = state.ask()
    assert answer.headline == headline
    assert GeneralStaff.parse(state.text()) == state


@pytest.mark.parametrize("line", [*GeneralStaff.questions, "attack about shells"])
def test_a_question_fits_on_one_screen(line: str) -> None:
    """At most nine controls besides the readings, the list of questions among them."""
    controls = GeneralStaff.parse(f"loos:staff {line}").controls()
    assert len([control for control in controls if not isinstance(control, Switch)]) <= 9


def test_an_attack_is_set_in_two_halves_that_keep_each_other() -> None:
    old = GeneralStaff.parse(
        "loos:staff attack units 3 battery 3 with gas counter 2 from woods choice retreat"
    )
    shells = old.set("about", "shells")
    assert shells.ask().headline == old.ask().headline
    assert shells.set("about", "troops") == old
    halves = [{control.id for control in state.controls()} for state in (old, shells)]
    assert {"units", "full", "reduced", "steps", "factor", "terrain", "choice"} <= halves[
        0
    ] - halves[1]
    assert {"battery", "with", "counter", "from", "broken"} <= halves[1] - halves[0]


def test_an_attack_counts_all_its_ends() -> None:
    for line in (
        "attack",
        "attack battery 3 with gas counter 4 terrain mountain units 1",
        "attack battery 0 counter 0 terrain clear",
    ):
        state = GeneralStaff.parse(f"loos:staff {line}")
        for chart in state.charts(state.ask()):
            assert isinstance(chart, Bars)
            assert sum(chance for _, chance in chart.bars) == 1
    (table,) = state.tables(state.ask())
    assert [cells[0] for _, cells in table.rows][
        -1
    ] == "the combat, at the differential that is left"


def test_readings_and_charts_go_with_the_question() -> None:
    victory, mobile = (GeneralStaff.parse(f"loos:staff {case}") for case in ("victory", "mobile"))
    assert "entry-hex" in {control.id for control in victory.controls()}
    assert "off-table" in {control.id for control in mobile.controls()}
    for chart in mobile.charts(mobile.ask()):
        assert isinstance(chart, Bars)
        assert sum(chance for _, chance in chart.bars) == 1
    assert mobile.set("question", "order").text() == "loos:staff order"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "'' is not a question; allowed are set-up, line"),
        ("tactics", "'tactics' is not a question"),
        (
            "set-up battalions 0503/0504",
            "'0503/0504' is a hexside; here a hex is needed, such as 0503.",
        ),
        (
            "set-up battalions " + ",".join(["0504"] * 61),
            "Battalions: 61 places are more than the 60",
        ),
        ("line from none", "From: at least 1 must be ticked"),
        ("line from NE", "'NE' is not a direction"),
        ("order turn 9", "The nearest is 8"),
        ("stack 3", "Start with question, for example loos:staff stack, not with 'stack 3'"),
    ],
)
def test_a_text_that_is_no_question_is_refused_in_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CATALOG["loos:staff"].parse(f"loos:staff {line}")


def test_the_last_hex_attacked_from_cannot_be_unticked() -> None:
    state = GeneralStaff.parse("loos:staff line")
    with pytest.raises(ValueError, match="tick another one first"):
        state.set("from", ("N", False))


def test_hexes_are_counted_as_hexes() -> None:
    assert GeneralStaff.parse("loos:staff zone army german front S").as_read() == "5 hexes"


def test_the_turn_of_an_attack_is_asked_for_once_it_has_gas_and_its_shells_are_set() -> None:
    """17.6, line 279."""
    for line, shown in (
        ("attack about shells with gas", True),
        ("attack about shells", False),
        ("attack with gas", False),
        ("attack", False),
    ):
        state = CATALOG["loos:staff"].parse(f"loos:staff {line}")
        assert ("turn" in [control.id for control in state.controls()]) is shown, line
