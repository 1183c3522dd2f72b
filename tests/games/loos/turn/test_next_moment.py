"""Right from one moment to the next: what one moment of a game of Loos binds in the next one, and
what is asked along the way.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.dice import Thrown
from landships_lab.games.loos.rules.book import CITES
from landships_lab.games.loos.turn import choices
from landships_lab.games.loos.turn.attacks import Declare, Marks, Resolve, sight_map
from landships_lab.games.loos.turn.battle import STRIP, Battle, Unit
from landships_lab.games.loos.turn.fight import LoseStep, Retreat
from landships_lab.games.loos.turn.movement import Move
from landships_lab.games.loos.turn.order import begin
from landships_lab.games.loos.turn.replacing import Replacements
from landships_lab.play import choice, take
from landships_lab.play.turns import Situation
from tests.games.loos.turn.test_laws import after_set_up
from tests.games.loos.turn.test_turn import (
    at_turn,
    battalion,
    half,
    hexagon,
    legal,
    lines,
    play,
    regiment,
    to,
    why,
)


def reserve(named: str, code: str, under: bool = False) -> Unit:
    """Return half a brigade of the 21st Division."""
    return replace(half(named, code, under=under), division="21st")


def fought(
    *units: Unit, attacks: tuple[str, ...], phase: int = 5, turn: int = 3, **given: object
) -> Battle:
    """Return the combats of a phase with these attacks, the first of them to be rolled for."""
    declared = to(at_turn(turn, phase, *units, **{"deadpile": 2, **given}), Declare)
    return to(play(declared, *(f"attack {one}" for one in attacks)), Resolve)


# -- the way --------------------------------------------------------------------------------------


def test_a_unit_that_moves_through_an_entry_hex_wins_there() -> None:
    """12.1, line 117: the instant it enters. W1."""
    units = (half("1a", "1101"), half("2a", "0704"), battalion("14A", "0904"))
    won = play(at_turn(3, 0, *units), "move 1a 1301")
    assert "British victory at once" in won.over
    there = won.unit("1a")
    assert there is not None
    assert there.hex == hexagon("1201")


def test_a_retreat_through_an_entry_hex_wins_there() -> None:
    """12.1, line 117: for any reason. W1 and its kind."""
    units = (half("1a", "1101"), regiment("8A", "1001"), half("9a", "0704"))
    stood = play(fought(*units, attacks=("8A 1101",)), "fight 1101 = 1")
    assert isinstance(stood.now, Retreat)
    won = play(stood, "retreat 1301")
    assert "The British enter 1201: British victory at once." in won.over


def test_the_germans_win_the_instant_the_last_unit_comes_home_whatever_it_goes_on_to() -> None:
    """12.2, line 123: a way through the front line into the second line."""
    units = (half("1a", "0603"), battalion("14A", "1301"))
    won = play(at_turn(2, 0, *units), "move 1a 0403")
    assert "German victory at once" in won.over
    home = won.unit("1a")
    assert home is not None
    assert home.hex in STRIP.front_line


def test_a_way_takes_the_towns_that_it_can_and_says_so() -> None:
    """12.3, line 129: control switches the instant a unit enters."""
    units = (half("1a", "0802"), battalion("14A", "1301"), half("9a", "0502"))
    battle = at_turn(2, 0, *units, british_towns=frozenset())
    through = choice(battle, "move 1a 0804")
    assert through.expects == "3 points, through 0903 and 0803"
    assert play(battle, "move 1a 0804").british_towns == STRIP.towns["Northern Village"]


def test_battalions_of_a_broken_regiment_go_only_where_it_could_move() -> None:
    """13.1, line 143. W10."""
    units = (regiment("8A", "0806"), half("1a", "0805"), half("2a", "0607"))
    rolled = play(at_turn(3, 4, *units, deadpile=4), "replacements = 1")
    assert "185" in lines(why(rolled, "move 8A 0706"))
    broken = play(rolled, "break 8A")
    assert "185" in lines(why(broken, "place 0706"))
    assert "place 0806" in legal(broken)


def test_the_last_step_of_a_stack_goes_only_where_the_regiment_could_move() -> None:
    """The reading last-step-stacked, line 286, which takes 13.1, line 143, for its model."""
    two = (regiment("8A", "0806", 2), regiment("8B", "0806", under=True))
    units = (half("1a", "0805"), half("2a", "0807"), half("3a", "0907"), half("9a", "0607"))
    beside = (("last-step-stacked", "beside"),)
    attacks = ("1a 0806", "2a 0806", "3a 0806")
    battle = fought(*units, *two, attacks=attacks, phase=1, readings=beside)
    stood = play(battle, "fight 0806 = 1", "stand")
    assert "place 0906" in legal(stood)
    assert "185" in lines(why(stood, "place 0706"))


# -- reserves on their way ------------------------------------------------------------------------

PLACED = (("21st", "II", 1),)


def test_a_division_that_found_no_room_moves_normally_in_the_second_turn() -> None:
    """11.7, line 112. W4."""
    full = tuple(half(f"{n}a", f"050{n}") for n in range(1, 5))
    up = (reserve("62a", "0401"), reserve("62b", "0401", under=True))
    units = (*up, *full, battalion("14A", "0904"))
    waits = choice(at_turn(2, 0, *units, half("9a", "0704"), placed=PLACED), "wait 62a")
    assert waits.supplied
    assert waits.why is not None
    assert isinstance(waits.why.value, Gap)
    later = at_turn(3, 0, *units, half("9a", "0704"), placed=PLACED)
    assert {"move 62a 0402", "move 62a 0404"} <= legal(later)
    assert "112" in lines(choice(later, "move 62a 0402").why)  # type: ignore[arg-type]  # it has one
    assert "wait 62a" not in {one.words for one in choices(later)}


def test_a_unit_that_comes_back_to_the_second_line_is_not_arriving() -> None:
    """11.7, line 112: "arriving" ends with the second turn, wherever the unit stands."""
    units = (reserve("62a", "0401"), battalion("14A", "0904"), half("9a", "0704"))
    back = at_turn(5, 0, *units, placed=PLACED)
    assert "move 62a 0402" in legal(back)
    assert "done" in legal(back)


def test_a_division_comes_up_by_a_way_that_its_points_allow() -> None:
    """11.7, line 112: they move into the front line."""
    units = (reserve("62a", "0401"), half("9a", "0704"), battalion("14A", "0902"))
    battle = at_turn(2, 0, *units, placed=PLACED)
    assert {"move 62a 0501", "move 62a 0504"} <= legal(battle)
    assert "move 62a 0402" not in {one.words for one in choices(battle)}
    assert "must move into the front line" in why(battle, "done").headline
    up = play(battle, "move 62a 0501")
    assert "done" in legal(up)


def test_each_unit_of_a_division_stands_where_the_player_wants_it() -> None:
    """11.7, line 110: all six in one sector, of which the hexes are not named. S1 110."""
    waiting = [
        replace(reserve(f"{b}{h}", "0401"), hex=None) for b in ("62", "63", "64") for h in "ab"
    ]
    begun = at_turn(1, 0, half("1a", "0703"), battalion("14A", "1301"))
    battle = play(begun.put(*waiting), "commit 21st II")
    assert {"place 62a 0404", "place 62b 0404", "place 64b 0404"} <= legal(battle)
    assert "286" in lines(why(battle, "place 62a 0402"))
    moved = play(battle, "place 62b 0404", "place 62a 0404")
    assert [u.name for u in moved.at(hexagon("0404"))] == ["62b", "62a"]
    assert moved.marks()["62a", "arrives"] == 1
    assert "place 62a 0408" not in {one.words for one in choices(moved)}


def test_a_reserve_division_has_no_mobile_move_before_its_second_turn_and_that_is_ours() -> None:
    """11.7, line 112, speaks of movement phases alone."""
    units = (reserve("62a", "0501"), reserve("62b", "0501", under=True), half("9a", "0704"))
    mobile = at_turn(
        2, 2, *units, half("9b", "0704", under=True), battalion("14A", "1301"), placed=PLACED
    )
    step = next(step for step in why(mobile, "roll 62b").steps if step.op == "forbids")
    assert step.cite.kind == "ours"


# -- the German movement phase --------------------------------------------------------------------


def test_a_regiment_may_break_down_before_the_replacements_are_rolled_for() -> None:
    """11.4 and 13.1, lines 92 and 143: the order is the player's. W16."""
    begun = at_turn(3, 4, regiment("8A", "1204"), half("1a", "0704"), deadpile=3)
    assert {"break 8A", "replacements"} <= legal(begun)
    broken = play(begun, "break 8A", "place 1204", "place 1203", "place 1205")
    assert broken.deadpile == 0
    assert {unit.name for unit in broken.of("german")} == {"R1", "R2", "R3"}


def test_replacements_may_be_rolled_for_later_in_the_phase_but_not_forgotten() -> None:
    """11.4, line 92: during each of his movement phases."""
    units = (regiment("8A", "1204"), half("1a", "0704"))
    moved = play(at_turn(3, 4, *units, deadpile=3), "later", "move 8A 1203")
    assert "92" in lines(why(moved, "done"))
    rolled = play(moved, "replacements = 1")
    assert {"done", "replacements"} & legal(rolled) == {"done"}


def test_where_no_replacement_can_come_yet_none_is_said_to_be_lost() -> None:
    """11.4, lines 92 and 94: the die is rolled once a town hex is free. Found in a game played by
    hand.
    """
    units = (regiment("8A", "0806"), regiment("8B", "0906"), half("1a", "0803"), half("2a", "0903"))
    held = frozenset(map(hexagon, ("0803", "0903")))
    begun = at_turn(3, 4, *units, deadpile=3, british_towns=held).call(Replacements())
    found = begun.now.by_itself(begun)
    assert found is not None
    assert "No replacement can come now." in found.says
    assert not any("lost" in step.text for step in found.steps)


def test_the_lenient_reading_of_battalions_apart_is_not_stricter_than_the_other() -> None:
    """13.1 and 18.1, lines 143 and 286: where one hex is free, one battalion is placed and the
    others are lost at once, or share its hex until the phase ends.
    """
    friends = (battalion("14A", "1302"), battalion("14B", "1202"), battalion("14C", "1201"))
    units = (half("1a", "0703"), regiment("8A", "1301"), *friends)
    battle = to(at_turn(3, 4, *units, deadpile=3), Move)
    strict = battle.with_readings({"battalions-apart": "at-once"})
    assert choice(strict, "break 8A").expects == "1 battalion"
    assert choice(battle, "break 8A").expects == "3 battalions"
    placed = play(battle, "break 8A", "place 1301")
    assert "done" in legal(placed)
    assert choice(placed, "done").supplied
    open_again = play(placed, "move R1 1103")
    assert "286" in lines(why(open_again, "done"))
    apart = play(open_again, "place 1301", "move 14A 1204", "place 1302")
    assert {unit.name for unit in apart.of("german")} >= {"R1", "R2", "R3"}
    assert legal(apart) >= {"done", "move R2 1203"}


# -- losses ---------------------------------------------------------------------------------------


def stacked_attack(deadpile: int) -> Battle:
    """Return a regiment on top of another, and a third, that attack together and lose a step."""
    two = (regiment("8A", "1001", 2), regiment("8B", "1001", 2, under=True))
    units = (half("1a", "1101"), *two, regiment("8C", "1102", 2), half("2a", "0704"))
    battle = fought(*units, attacks=("8A 1101", "8C 1101"), deadpile=deadpile)
    lost = play(battle, "fight 1101 = 5")
    assert isinstance(lost.now, LoseStep)
    return lost


def test_what_a_loss_leaves_of_a_stacked_regiment_is_what_the_choice_says() -> None:
    """13.1 and 18.1, lines 141 and 286. W11 (a)."""
    lost = stacked_attack(deadpile=3)
    assert choice(lost, "lose 8A").expects == "eliminated"
    assert choice(lost, "lose 8C").expects == "1 step left"
    assert "may not stack" in choice(lost, "lose 8A").why.headline  # type: ignore[union-attr]  # it has one
    assert play(lost, "lose 8A").unit("8A") is None


def test_without_a_battalion_the_choice_says_that_the_last_step_goes_too() -> None:
    """13.1, line 141. W11 (b)."""
    lost = stacked_attack(deadpile=0)
    assert {choice(lost, f"lose 8{c}").expects for c in "AC"} == {"eliminated"}


def test_a_stacked_defender_that_stands_is_said_to_be_eliminated() -> None:
    """13.1 and 18.1, lines 141 and 286. W11 (c)."""
    two = (regiment("8A", "0703", 2), regiment("8B", "0703", under=True))
    units = (half("1a", "0704"), half("2a", "0602"), half("3a", "0603"), half("9a", "1106"))
    attacks = ("1a 0703", "2a 0703", "3a 0703")
    stood = play(fought(*units, *two, attacks=attacks, phase=1), "fight 0703 = 1")
    assert choice(stood, "stand").expects == "eliminated, 8B holds"
    assert play(stood, "stand").unit("8A") is None


def test_a_retreat_says_that_the_reserve_goes_with_the_front() -> None:
    """18.3, line 298: it must stay with it, so the hex is left."""
    two = (regiment("8A", "0703", 2), regiment("8B", "0703", under=True))
    units = (half("1a", "0704"), half("2a", "0602"), half("3a", "0603"), half("9a", "1106"))
    attacks = ("1a 0703", "2a 0703", "3a 0703")
    stood = play(fought(*units, *two, attacks=attacks, phase=1), "fight 0703 = 1")
    back = next(one for one in choices(stood) if one.verb == "retreat" and one.legal)
    assert back.expects == "8B goes with it"
    told = take(stood, back, Thrown())
    assert "8B goes with it." in told.says
    assert not told.situation.at(hexagon("0703"))  # type: ignore[attr-defined]


def test_the_second_unit_of_a_stack_is_judged_by_what_the_first_hit_left() -> None:
    """17.4 and 18.1, lines 267 and 286: the reserve is stacked no longer, and becomes R1."""
    two = (regiment("8A", "0904", 2), regiment("8B", "0904", 2, under=True))
    units = (half("1a", "0903"), half("9a", "1106"))
    marked = play(at_turn(3, 1, *units, *two, deadpile=3), "no-aircraft", "mark 0904")
    fell = play(to(marked, Resolve), "shell 0904 = 6 6 1 1")
    assert {unit.name for unit in fell.of("german")} == {"R1"}
    assert fell.deadpile == 2


def test_a_battalion_that_is_yet_to_be_placed_is_not_there_for_another() -> None:
    """13.1, line 141: one counter serves once."""
    two = (regiment("8A", "0904", 2), regiment("8B", "0904", 2, under=True))
    units = (half("1a", "0903"), half("9a", "1106"))
    begun = at_turn(3, 1, *units, *two, deadpile=1, readings=(("last-step-stacked", "beside"),))
    marked = play(begun, "no-aircraft", "mark 0904")
    fell = play(to(marked, Resolve), "shell 0904 = 6 6 1 1")
    assert fell.unit("8B") is None
    placed = play(fell, "place 1004")
    assert [unit.name for unit in placed.of("german")] == ["R1"]
    assert placed.deadpile == 0


def test_the_last_step_of_a_regiment_goes_on_as_the_regiment_would() -> None:
    """13.1, line 141: the battalion portrays its one-step strength. By 7.9, line 230, it advances,
    and it has attacked. Found in a game played by hand.
    """
    units = (regiment("8A", "0803", 2), replace(half("1a", "0903"), steps=1), half("2a", "0704"))
    exchanged = play(fought(*units, attacks=("8A 0903",)), "fight 0903 = 3")
    assert exchanged.unit("8A") is None
    assert "advance R1 0903" in legal(exchanged)
    assert exchanged.marks()["R1", "attacks"] == hexagon("0903")
    assert "attack R1 0704" not in legal(play(exchanged, "advance R1 0903"))


def test_a_regiment_that_shells_bring_to_its_last_step_still_attacks() -> None:
    """17.4, line 265: both bombardments come before the combat."""
    units = (regiment("8A", "0803", 2), half("1a", "0903"), half("2a", "0704"))
    declared = to(play(to(at_turn(3, 5, *units, deadpile=2), Marks), "mark 0803"), Declare)
    begun = play(to(play(declared, "attack 8A 0903"), Resolve), "begin 0903")
    shelled = play(begun, "shell 0803 = 6 6 1")
    assert "R1 attacks" in shelled.now.prompt(shelled)
    assert choice(shelled, "fight 0903").expects.startswith("−1")


@pytest.mark.parametrize(
    ("stacked", "moves"), [(False, ("fight 0903 = 4",)), (True, ("fight 0903 = 4", "place 0804"))]
)
def test_a_second_step_is_lost_by_the_battalion_that_the_first_one_left(
    stacked: bool, moves: tuple[str, ...]
) -> None:
    """Under the reading step-a-hex A2 costs two steps (16.0, line 212)."""
    own = (regiment("8A", "0803", 2), *([regiment("8B", "0803", 3, under=True)] if stacked else []))
    units = (half("1a", "0903"), half("1b", "0903", under=True), half("2a", "0502"))
    readings = (("attacker-results", "step-a-hex"), ("last-step-stacked", "beside"))
    lost = play(fought(*own, *units, attacks=("8A 0903",), readings=readings), *moves)
    assert {unit.name for unit in lost.of("german")} == ({"8B"} if stacked else set())


def test_gas_on_a_stack_hits_one_friend_unless_read_otherwise() -> None:
    """17.4 and 17.6, lines 267 and 279. M1."""
    two = (battalion("14A", "0602"), replace(battalion("14B", "0602"), under=True))
    units = (half("1a", "0503"), half("2a", "0502"), *two)
    marked = play(at_turn(0, 0, *units, deadpile=0), "no-aircraft", "mark 0602")
    gassed = play(to(marked, Resolve), "gas 0602 = 1 1 1 1 6 6")
    hit = play(gassed, "hit 1a")
    assert [unit.steps for unit in (*hit.of("british"),)] == [1, 2]
    each = to(marked.with_readings({"gas-stack": "each"}), Resolve)
    twice = play(each, "gas 0602 = 1 1 1 1 6 6", "hit 1a")
    assert "hit 2a" in legal(twice)


# -- retreats -------------------------------------------------------------------------------------


def test_a_retreat_into_enemy_zones_is_not_refused_as_a_displacement() -> None:
    """7.7.2 as modified, line 224, speaks of units; zones are of the standard rules. W13 (a)."""
    around = [half(f"{n}a", code) for n, code in enumerate(("1004", "1204", "1203", "1105"), 1)]
    battle = fought(*around, battalion("14A", "1104"), attacks=("1a 1104",), phase=1)
    stood = play(battle, "fight 1104 = 1")
    refusal = choice(stood, "retreat")
    assert not refusal.legal
    assert refusal.cite is not None
    assert refusal.cite.kind == "sample"
    assert "zone" in why(stood, "retreat").headline


def test_a_unit_retreats_to_the_other_half_of_its_brigade() -> None:
    """7.7.2 and 18.1, lines 224 and 286: nobody is displaced. W13 (b)."""
    british = (half("1a", "0601"), half("1b", "0501"), half("2a", "0502"), half("3a", "1104"))
    germans = (regiment("8A", "0701"), regiment("8B", "0602"))
    stood = play(fought(*british, *germans, attacks=("8A 0601",)), "fight 0601 = 1")
    assert legal(stood) == {"stand", "retreat 0501"}
    back = play(stood, "retreat 0501")
    assert [u.name for u in back.at(hexagon("0501"))] == ["1b", "1a"]


def test_a_stack_of_two_would_displace_whoever_is_there() -> None:
    """7.7.2 and 18.1, lines 224 and 286."""
    british = (half("1a", "0601"), half("1b", "0601", under=True), half("2a", "0501"))
    more = (half("3a", "0502"), half("9a", "1104"))
    germans = (regiment("8A", "0701"), regiment("8B", "0602"))
    stood = play(fought(*british, *more, *germans, attacks=("8A 0601",)), "fight 0601 = 1")
    assert choice(stood, "retreat").cite == CITES["displacement"]


# -- attacks --------------------------------------------------------------------------------------

NO_ATTACK = (("off-table", "no-attack"),)


def test_an_attack_without_a_column_is_not_offered_under_that_reading() -> None:
    """The table, lines 342-350. W2."""
    units = (half("1a", "1001", 1), half("1b", "0704"), regiment("8A", "1101"))
    declared = at_turn(3, 1, *units, readings=NO_ATTACK)
    passed = play(declared, "no-aircraft", "done") if isinstance(declared.now, Marks) else declared
    assert "attack 1a 1101" not in legal(passed)
    joined = at_turn(3, 1, *units, half("2a", "1002"), half("3a", "1102"), readings=NO_ATTACK)
    assert "attack 1a 1101" in legal(to(joined, Declare))


def test_an_attack_that_loses_its_column_on_the_way_is_called_off() -> None:
    """The table, lines 342-350, under the reading off-table: the game goes on. W2."""
    battle: Situation = after_set_up().with_readings(dict(NO_ATTACK))
    battle = play(battle, "no-aircraft", "done", "mark 0502", "attack 2a 0601", "done")
    battle = play(battle, "begin 0601")
    fell = play(battle, "shell 0502 = 6 6 1 6")
    assert fell.label == "Zero Hour, British mobile movement"
    assert not fell.attacks


def test_a_breach_takes_the_benefit_of_neighbours_away() -> None:
    """14.3, 3 and 17.5, lines 187 and 273. W15."""
    germans = (battalion("14A", "0602"), battalion("14B", "0603"))
    units = (half("1a", "0503"), *germans, half("2a", "1101"))
    marked = play(at_turn(0, 0, *units), "no-aircraft", "mark 0602", "attack 1a 0602")
    battle = to(marked, Resolve)
    breached = play(battle, "shell 0602 = 6 6 6 1")
    assert choice(breached, "fight 0602").expects.startswith("+1")
    whole = play(battle, "shell 0602 = 1 1 1 6")
    assert choice(whole, "fight 0602").expects.startswith("−2")


def test_a_neighbour_whose_attackers_are_gone_is_not_attacked() -> None:
    """14.3, 3, line 187: the duty is to attack it; an attack only declared does not count."""
    germans = (battalion("14A", "0601"), battalion("14B", "0602"))
    units = (half("1a", "0502"), half("2a", "0503", 1), *germans)
    begun = at_turn(1, 1, *units, half("9a", "1006"), deadpile=2)
    marked = play(begun, "no-aircraft", "done", "mark 0503", "done")
    battle = to(play(marked, "attack 1a 0601", "attack 2a 0602"), Resolve)
    assert choice(battle, "fight 0601").expects.startswith("+1")
    shelled = play(battle, "begin 0602", "shell 0503 = 6 6 1")
    assert shelled.unit("2a") is None
    assert choice(shelled, "fight 0601").expects.startswith("−2")


# -- one play, one answer -------------------------------------------------------------------------


def test_a_trench_hex_is_the_same_to_the_eye_and_in_combat() -> None:
    """14.3, line 176: any hex with at least one trench hexside. M4."""
    battle = at_turn(3, 0, half("1a", "0703"))
    seen = sight_map("british", battle.aircraft, battle.readings).terrain_of
    for place in STRIP.hexes:
        if place not in (*STRIP.front_line, *STRIP.terrain):
            assert (seen.get(place) == "trench") == battle.ground(place).is_trench, place
    assert battle.ground(hexagon("0706")).is_trench
    assert not battle.ground(hexagon("0501")).is_trench


def test_the_second_line_is_a_place_for_the_set_up_by_a_reading() -> None:
    """11.5 and 11.6, lines 98 and 104. M11."""
    british = after_set_up(1)
    refusal = why(british, "place 1a 0401")
    assert [step.reading for step in refusal.steps if step.op == "forbids"] == ["set-up-line"]
    both = british.with_readings({"set-up-line": "both-lines"})
    assert "place 1a 0401" in legal(both)
    assert "mans sector II" in why(both, "place 1a 0407").headline


def test_a_unit_that_leaves_the_front_line_may_go_on_or_not_by_a_reading() -> None:
    """14.2, line 170. M12."""
    battle = at_turn(1, 0, half("1a", "0502"), battalion("14A", "1301"))
    assert "move 1a 0703" in legal(battle)
    one_hex = battle.with_readings({"front-line-move": "one-hex"})
    assert "move 1a 0602" in legal(one_hex)
    refusal = why(one_hex, "move 1a 0703")
    assert [step.reading for step in refusal.steps if step.op == "forbids"] == ["front-line-move"]


@pytest.mark.parametrize("words", ["move 1a", "move 2a"])
def test_a_unit_moves_once_by_a_rule_that_is_said_to_be_a_sample(words: str) -> None:
    """The text has no sentence that says so; 18.2, line 292, does not."""
    units = (half("1a", "0703"), half("2a", "0804"), battalion("14A", "1301"))
    moved = play(at_turn(1, 0, *units), "move 1a 0702", "move 2a 0805")
    assert choice(moved, words).cite != CITES["stacking-order"]
    assert why(moved, words).steps[0].cite.kind == "sample"


def test_a_phase_begins_without_the_marks_of_the_last_one() -> None:
    units = (half("1a", "0703"), half("1b", "0703", under=True), battalion("14A", "0905"))
    rushed = play(at_turn(2, 2, *units), "roll 1b = 4", "move 1b 0804")
    assert rushed.marks() == {("1b", "rushed"): True}
    over = begin(replace(rushed, phase=4))
    assert not over.marks()
