"""A game of Loos, decision by decision: what may be done, what may not, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import Thrown
from landships_lab.core.hexes import Hex
from landships_lab.games.loos.data.strip import samples, strip
from landships_lab.games.loos.turn import START, choices, take
from landships_lab.games.loos.turn.attacks import Declare, Marks, Resolve
from landships_lab.games.loos.turn.battle import STRIP, Battle, Unit
from landships_lab.games.loos.turn.movement import Move
from landships_lab.games.loos.turn.order import begin
from landships_lab.play import Choice, Situation, TurnStep, choice
from tests.games.loos.turn.test_laws import after_set_up


def hexagon(code: str) -> Hex:
    """Return the hex of this code."""
    place = STRIP.grid.place(code)
    assert isinstance(place, Hex)
    return place


def play(begin_at: Situation, *moves: str) -> Battle:
    """Return the position after these moves, each with its rolls after ``=``."""
    battle = begin_at
    for move in moves:
        words, _, rolls = move.partition("=")
        battle = take(battle, words.strip(), Thrown(map(int, rolls.split()))).situation
    assert isinstance(battle, Battle)
    return battle


def legal(battle: Situation) -> set[str]:
    """Return the words of the choices that may be taken."""
    return {one.words for one in choices(battle) if one.legal}


def why(battle: Situation, words: str) -> Answer[object]:
    """Return the answer that refuses a choice."""
    one: Choice = choice(battle, words)
    assert not one.legal
    assert one.why is not None
    return one.why


def lines(answer: Answer[object]) -> set[str]:
    """Return the lines that the steps of an answer cite."""
    return {step.cite.lines for step in answer.steps}


def at_turn(turn: int, phase: int, *units: Unit, **given: object) -> Battle:
    """Return a position in the middle of a game with these units alone."""
    battle = replace(START["last-turn"], turn=turn, phase=phase, units=(), **given)  # type: ignore[arg-type]  # fields by name
    return settled(begin(battle.put(*units)))


def ended(battle: Battle) -> Battle:
    """Return the end of the game, with all decisions before it passed over."""
    while not battle.over:
        battle = play(battle, _PASSED.get(type(battle.now).__name__, "done"))
    return battle


def settled(battle: Battle) -> Battle:
    """Return the position once all that happens by itself has happened."""
    while battle.stack and (following := battle.now.by_itself(battle)):
        assert isinstance(following.situation, Battle)
        battle = following.situation
    return battle


#: What passes over each kind of decision.
_PASSED = {"Aircraft": "no-aircraft", "Replacements": "replacements = 1"}


def to(battle: Battle, kind: type[TurnStep]) -> Battle:
    """Return the position at the next decision of a kind, with all before it passed over."""
    while not isinstance(battle.now, kind):
        battle = play(battle, _PASSED.get(type(battle.now).__name__, "done"))
    return battle


def half(name: str, code: str, steps: int = 2, under: bool = False) -> Unit:
    """Return half a brigade of the 1st Division."""
    brigade = name[:-1]
    return Unit(name, "british", "half-brigade", "1st", brigade, steps, hexagon(code), under)


def battalion(name: str, code: str) -> Unit:
    """Return a battalion of the 14th Division."""
    return Unit(name, "german", "battalion", "14", "14", 1, hexagon(code))


def regiment(name: str, code: str, steps: int = 3, under: bool = False) -> Unit:
    """Return a regiment of the 8th Division."""
    return Unit(name, "german", "regiment", "8", "8", steps, hexagon(code), under)


# -- set-up ---------------------------------------------------------------------------------------


def test_germans_set_up_first_and_must_watch_the_whole_front() -> None:
    """11.1 and 11.2, lines 74 and 80."""
    first = START["zero-hour"]
    assert first.now.side(first) == "German"
    assert not first.of("british")
    away = play(first, "place B2 1301")
    assert why(away, "ready").headline == "0507 is in no German zone of control."
    assert "80" in lines(why(first, "place 14A 0501"))
    assert (
        why(first, "place 14A 0602").headline == "No two battalions may be stacked in the set-up."
    )


def test_a_british_division_mans_its_own_sector() -> None:
    """11.6, line 104; 18.1, line 286."""
    british = after_set_up(1)
    assert "mans sector II" in why(british, "place 1a 0507").headline
    assert why(british, "place 1a 0502").headline.startswith("At most two units")
    other = play(british, "exchange")
    assert other.sectors == (("II", "7th"), ("III", "1st"))
    assert other.unit("1a") == replace(british.unit("1a"), hex=hexagon("0505"))  # type: ignore[type-var]  # it is there
    assert legal(british) >= {"ready", "exchange", "place 3b 0503"}


def test_zero_hour_begins_with_the_british_combat_phase() -> None:
    """15.2, line 201."""
    assert after_set_up().label == "Zero Hour, British combat"


# -- markers --------------------------------------------------------------------------------------


def test_the_attacker_places_all_markers_and_announces_before_the_defender() -> None:
    """17.1, lines 241-243."""
    begun = play(after_set_up(), "no-aircraft")
    assert "not observed" in why(begun, "mark 0803").headline
    marked = play(begun, "mark 0601")
    assert marked.now.prompt(marked) == "Announce now which units will attack 0601."
    assert legal(marked) == {"attack 1a 0601", "attack 2a 0601", "done"}
    assert "only the front line" in why(marked, "attack 1b 0601").headline
    done = play(marked, "done")
    assert "one for each combat" in why(done, "mark 0601").headline
    german = play(done, "done")
    assert german.now.side(german) == "German"
    declare = play(german, "done")
    assert "announced as its marker" in why(declare, "attack 1a 0601").headline
    assert "attack 2a 0602" in legal(declare)


def test_aircraft_observes_its_hex_and_those_next_to_it() -> None:
    """17.2, line 253."""
    assert "mark 0803" in legal(play(after_set_up(), "aircraft 0802"))
    assert "mark 0803" not in legal(play(after_set_up(), "aircraft 0801"))


def test_german_shells_fall_on_the_front_line_only_unless_read_otherwise() -> None:
    """14.2, line 172."""
    units = (half("1a", "0703"), half("2a", "0503"), battalion("14A", "0802"))
    battle = to(at_turn(1, 5, *units, deadpile=2), Marks)
    assert legal(battle) == {"mark 0503", "done"}
    open_to_all = replace(battle, readings=(("german-shells", "anywhere"),))
    assert legal(open_to_all) == {"mark 0503", "mark 0703", "done"}


# -- shells ---------------------------------------------------------------------------------------


def shelled(*moves: str) -> Battle:
    """Return the position in Zero Hour after a marker on 0601 with 1a to attack, and these."""
    marked = play(after_set_up(), "no-aircraft", "mark 0601", "attack 1a 0601")
    return play(to(marked, Resolve), *moves)


def test_a_breach_costs_a_last_step_nothing_and_opens_the_trench() -> None:
    """17.5, lines 273-275; 14.3, 4, line 189."""
    battle = shelled("shell 0601 = 6 5 4 1")
    assert hexagon("0601") in battle.breached
    assert battle.unit("14A") is not None
    fight = choice(battle, "fight 0601")
    assert fight.expects == "+1, a step 50%"
    whole = shelled("shell 0601 = 1 1 1 6")
    assert choice(whole, "fight 0601").expects == "+1, no loss"


def test_a_neighbour_behind_its_trench_that_is_left_out_adds_its_factor() -> None:
    """14.3, 3, line 187: 14B in 0602 is next to 1a, which crosses the trench of 0601."""
    germans = (battalion("14A", "0601"), battalion("14B", "0602"))
    units = (half("1a", "0502"), half("9a", "1006"), *germans)
    battle = to(at_turn(1, 1, *units, deadpile=2), Declare)
    one = choice(battle, "attack 1a 0601")
    assert one.expects.startswith("−2")
    assert one.why is not None
    assert "187" in lines(one.why)
    more = (*units, half("2a", "0503"))
    both = play(to(at_turn(1, 1, *more, deadpile=2), Declare), "attack 2a 0602")
    assert choice(both, "attack 1a 0601").expects.startswith("+1")


def test_gas_that_fails_hits_one_adjacent_friend_of_the_british_choice() -> None:
    """17.6, line 279."""
    battle = shelled("gas 0601 = 1 1 1 1 6")
    assert battle.now.side(battle) == "British"
    assert legal(battle) == {"hit 1a", "hit 2a"}
    assert "the front line unit" in why(battle, "hit 1b").headline
    hit = play(battle, "hit 2a")
    assert [u.steps for u in hit.units if u.name in ("2a", "2b")] == [1, 2]
    read = battle.with_readings({"gas-friend": "germans"})
    assert read.now.side(read) == "German"


def test_gas_is_for_zero_hour_alone() -> None:
    """17.6, line 279."""
    units = (half("1a", "0501"), half("9a", "1006"), battalion("14A", "0601"))
    marked = play(at_turn(1, 1, *units, deadpile=2), "no-aircraft", "mark 0601")
    assert "in turn 1 it adds no die" in why(to(marked, Resolve), "gas 0601").headline


def test_shells_that_empty_a_hex_let_the_declared_attackers_advance() -> None:
    """17.4, line 269."""
    units = (half("1a", "0703"), battalion("14A", "0803"))
    battle = play(at_turn(1, 1, *units, deadpile=2), "no-aircraft", "mark 0803", "attack 1a 0803")
    emptied = play(to(battle, Resolve), "shell 0803 = 6 6 1")
    assert emptied.unit("14A") is None
    assert emptied.deadpile == 3
    assert "advance 1a 0803" in legal(emptied)
    taken = play(emptied, "advance 1a 0803")
    assert taken.british_towns == {hexagon("0803")}


# -- combat ---------------------------------------------------------------------------------------


def test_a_defender_that_would_displace_another_must_stand() -> None:
    """7.7.2 as modified, line 224."""
    around = {"14B": "0804", "14C": "0903", "14D": "0904", "14E": "0802"}
    ring = [battalion(*one) for one in around.items()]
    units = (half("1a", "0703"), half("2a", "0704"), battalion("14A", "0803"), *ring)
    declared = to(at_turn(2, 1, *units, deadpile=2), Declare)
    battle = play(declared, "attack 1a 0803", "attack 2a 0803")
    battle = play(to(battle, Resolve), "fight 0803 = 1")
    assert legal(battle) == {"stand"}
    assert "224" in lines(why(battle, "retreat"))


def test_a_reserve_holds_the_hex_of_its_front_line_unit() -> None:
    """18.3, line 298."""
    two = (regiment("8A", "0803", 2), regiment("8B", "0803", 3, True))
    units = (half("1a", "0703"), half("2a", "0704"), *two)
    battle = to(at_turn(2, 1, *units, deadpile=0), Declare)
    battle = to(play(battle, "attack 1a 0803", "attack 2a 0803"), Resolve)
    assert choice(battle, "fight 0803").expects.startswith("+2")
    after = play(battle, "fight 0803 = 2", "lose 1a")
    assert after.unit("8A") is None
    assert after.unit("8B") == regiment("8B", "0803", 3)


def test_attackers_advance_one_hex_and_never_into_the_front_line() -> None:
    """7.9 as modified, line 230; 14.2, line 170."""
    units = (half("1a", "0602"), battalion("14A", "0702"))
    battle = play(to(at_turn(2, 1, *units, deadpile=2), Declare), "attack 1a 0702")
    free = play(to(battle, Resolve), "fight 0702 = 2")
    assert legal(free) == {"advance 1a 0601", "advance 1a 0702", "advance 1a 0703", "stay"}


# -- movement -------------------------------------------------------------------------------------


def test_a_move_stops_in_a_zone_and_a_trench_costs_a_point() -> None:
    """14.3, line 176; the zone's effect is a sample of the standard rules."""
    units = (half("1a", "0502"), battalion("14A", "0704"))
    battle = at_turn(1, 0, *units, deadpile=2)
    moved = choice(battle, "move 1a 0602")
    assert moved.expects == "2 points"
    assert moved.why is not None
    assert "176" in lines(moved.why)
    assert "out of reach" in why(battle, "move 1a 0804").headline
    around = choice(battle, "move 1a 0503")
    assert around.expects == "2 points"  # by the second line, not along the front line


def test_infiltration_does_not_cross_a_trench_hexside() -> None:
    """14.3, 2, line 185."""
    units = (half("1a", "0706"), battalion("14A", "0705"), battalion("14B", "0807"))
    battle = at_turn(1, 0, *units, deadpile=2)
    assert "185" in lines(why(battle, "move 1a 0806"))


def test_the_order_of_a_stack_changes_in_the_movement_phase_only() -> None:
    """18.2, line 292."""
    units = (half("1a", "0703"), half("1b", "0703", under=True), battalion("14A", "1301"))
    battle = play(at_turn(1, 0, *units, deadpile=2), "swap 1a")
    assert battle.front(hexagon("0703")) == half("1b", "0703")
    later = at_turn(1, 2, *units, deadpile=2)
    assert "292" in lines(why(later, "swap 1a"))


def test_a_reserve_division_comes_up_in_two_turns() -> None:
    """11.7, lines 110-112, and the gap full-front."""
    begun = at_turn(1, 0, half("1a", "0703"), battalion("14A", "1301"), deadpile=2)
    waiting = [
        Unit(f"{b}{h}", "british", "half-brigade", "21st", b, 2)
        for b in ("62", "63", "64")
        for h in "ab"
    ]
    battle = play(begun.put(*waiting), "commit 21st II")
    assert why(battle, "move 62a").headline.startswith("The 21st Division was placed this turn")
    next_turn = begin(replace(battle, turn=2, phase=0))
    assert "must move into the front line" in why(next_turn, "done").headline
    assert "wait 62a" not in legal(next_turn)
    full = next_turn.put(
        *(half(f"{n}a", f"050{n}") for n in range(1, 5)),
        *(half(f"{n}b", f"050{n}", under=True) for n in range(1, 5)),
    )
    waits = choice(full, "wait 62a")
    assert waits.legal
    assert waits.supplied
    assert waits.why is not None
    assert isinstance(waits.why.value, Gap)


def test_german_allowances_are_halved_in_zero_hour() -> None:
    """15.2, line 203."""
    units = (half("1a", "0703"), battalion("14A", "1004"))
    early, later = (at_turn(t, 3 if t == 0 else 4, *units, deadpile=0) for t in (0, 1))
    assert "move 14A 1204" in legal(early)
    assert "move 14A 1304" not in legal(early)
    assert "move 14A 1304" in legal(later)


def test_replacements_come_into_free_german_town_hexes() -> None:
    """11.4, lines 92-94."""
    units = (half("1a", "0903"), battalion("14A", "0806"))
    town = frozenset({hexagon("0903")})
    battle = play(at_turn(3, 4, *units, deadpile=2, british_towns=town), "replacements = 6")
    assert legal(battle) == {"place 0803", "place 0906"}
    assert "94" in lines(why(battle, "place 0903"))
    assert battle.now.prompt(battle).startswith("Place 2 battalions")


def test_a_regiment_breaks_down_only_before_any_unit_has_moved() -> None:
    """13.1, line 143."""
    units = (half("1a", "0703"), regiment("8A", "1201"), battalion("14A", "1301"))
    battle = to(at_turn(3, 4, *units, deadpile=2), Move)
    assert "break 8A" in legal(battle)
    moved = play(battle, "move 14A 1302")
    assert "143" in lines(why(moved, "break 8A"))
    broken = play(battle, "break 8A", "place 1202", "place 1102")
    assert broken.deadpile == 0
    assert {u.name for u in broken.of("german")} == {"14A", "R1", "R2"}


def test_a_released_division_enters_on_or_next_to_an_entry_hex() -> None:
    """11.3, lines 86-88."""
    waiting = [Unit(f"8{c}", "german", "regiment", "8", "8", 3) for c in "ABC"]
    begun = at_turn(1, 4, half("1a", "0703"), deadpile=0, waiting=("8",))
    battle = begin(begun.put(*waiting))
    assert play(battle, "release 8 = 3").waiting == ("8",)
    placed = play(battle, "release 8 = 2", "enter 8A 1201", "enter 8B 1201")
    assert "At most two" in why(placed, "enter 8C 1201").headline
    assert "88" in lines(choice(placed, "enter 8C 1302").why)  # type: ignore[arg-type]  # it has one


# -- mobile phases --------------------------------------------------------------------------------


def test_only_reserves_that_moved_attack_in_mobile_combat() -> None:
    """18.4, lines 304-313."""
    units = (half("1a", "0703"), half("1b", "0703", under=True), battalion("14A", "0905"))
    battle = at_turn(2, 2, *units, deadpile=2)
    assert "Only reserves" in why(battle, "roll 1a").headline
    rolled = play(battle.put(half("2a", "0804")), "roll 1b = 2")
    assert "may not end" in why(rolled, "move 1b 0804").headline
    rushed = play(battle, "roll 1b = 4", "move 1b 0804")
    assert rushed.label == "Turn 2, British mobile combat"
    assert legal(rushed) == {"attack 1b 0905", "done"}


def test_a_reserve_with_too_few_points_stays() -> None:
    """18.4, line 306."""
    units = (half("1a", "0501"), half("1b", "0501", under=True), battalion("14A", "0704"))
    there = tuple(half(f"{n}a", code) for n, code in ((2, "0401"), (3, "0602"), (4, "0603")))
    battle = play(at_turn(2, 2, *units, *there, deadpile=2), "roll 1b = 1")
    assert battle.unit("1b") == half("1b", "0501", under=True)


# -- victory --------------------------------------------------------------------------------------


def test_the_germans_win_at_once_when_all_british_are_in_their_trenches() -> None:
    """12.2, line 123: after Zero Hour."""
    units = (half("1a", "0703"), half("2a", "0501"), battalion("14A", "0803"))
    battle = play(at_turn(2, 0, *units, deadpile=2), "move 1a 0603")
    assert not battle.over
    home = play(
        at_turn(2, 0, half("1a", "0603"), battalion("14A", "1301"), deadpile=2), "move 1a 0503"
    )
    assert "German victory at once" in home.over
    assert choices(home) == ()


def test_the_british_win_at_once_in_an_entry_hex() -> None:
    """12.1, line 117."""
    units = (half("1a", "1202"), battalion("14A", "0601"))
    assert "British victory at once" in play(at_turn(2, 0, *units, deadpile=2), "move 1a 1201").over


@pytest.mark.parametrize(
    ("towns", "says"), [(0, "German victory"), (1, "a draw"), (2, "British victory")]
)
def test_towns_decide_at_the_end_of_the_last_turn(towns: int, says: str) -> None:
    """12.3, lines 129-136."""
    held = frozenset(h for name in list(STRIP.towns)[:towns] for h in STRIP.towns[name])
    units = (half("1a", "1006"), battalion("14A", "1301"))
    battle = at_turn(8, 4, *units, deadpile=0, british_towns=held)
    assert says in ended(battle).over


# -- data -----------------------------------------------------------------------------------------


def test_every_front_hex_of_the_strip_is_next_to_its_trench() -> None:
    ground = strip()
    assert {h for sides in ground.trenches.values() for side in sides for h in side.hexes} >= set(
        ground.front_line
    )
    assert len(samples().tracks["british"].markers) == len(samples().tracks["german"].dice) == 9


def test_readings_are_kept_and_unknown_ones_refused() -> None:
    battle = START["zero-hour"].with_readings({"loss-choice": "enemy", "off-table": "clamp"})
    assert battle.readings == (("loss-choice", "enemy"),)
    with pytest.raises(ValueError, match="loss-choice"):
        battle.with_readings({"loss-choices": "enemy"})
