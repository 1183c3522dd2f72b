"""The assault squads of the Brickyard: in their tanks, dismounting, moving, attacked (line 139)."""

from dataclasses import replace
from typing import Any

import pytest

from landships_lab.core.answer import Gap, judge
from landships_lab.core.hexes import DIRECTIONS, Heading, Hex
from landships_lab.games.landships.rules.brickyard import (
    SCENARIO,
    Standing,
    check_set_up,
    order_of_battle,
    stands,
)
from landships_lab.games.landships.rules.brickyard_squads import (
    ACTS,
    ATTACKS,
    answer_squad,
    squad_may,
    squad_modifier,
    squad_move,
)
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.panel import CATALOG
from tests.effort import tries
from tests.random_states import random_states

at = SCENARIO.grid.place
BRICKYARD: Any = CATALOG["landships:brickyard"]
TANK = Standing("ger-a7v", 1, at("5813"), Heading.N)
INSIDE = Standing("ger-squad", 1, None, Heading.N, "ger-a7v-1")
OUTSIDE = Standing("ger-squad", 1, at("5813"), Heading.N)
NOT_THERE = {"squad-from-hexside": "not-there"}


def asked(squad: Standing, act: str, *others: Standing, **more: Any) -> Any:
    return answer_squad(squad, act, [squad, *(others or (TANK,))], **more)


def is_no(told: Any) -> bool:
    return (told.value, judge(told.steps)) == (False, False)


def test_each_tank_carries_one_squad_when_the_game_begins() -> None:
    units = order_of_battle()
    riding = {unit.id: unit.aboard for unit in units if unit.aboard}
    assert riding == {f"ger-squad-{n}": f"ger-a7v-{n}" for n in (1, 2, 3)}
    for unit in units:
        if unit.aboard:
            told = check_set_up(unit, units)
            assert told.value is True
            assert told.headline.endswith(f"inside A7V tank {unit.number}.")
            assert stands(unit).value is False, "inside its tank it is not on the board itself"
    two = [replace(INSIDE, aboard="ger-a7v-2"), replace(INSIDE, number=2, aboard="ger-a7v-2")]
    told = check_set_up(two[0], [*two, replace(TANK, number=2)])
    assert is_no(told)
    assert told.headline.endswith("A7V tank 2 carries 2 squads inside.")


@pytest.mark.parametrize("tank", ["5813@NNE", "5713/5813@NNE", "5813/5814@E"])
def test_a_squad_inside_a_tank_wherever_it_is_can_be_written_and_read(tank: str) -> None:
    """A place of its own is a squad on the board; a dash is one beside the map."""
    state = BRICKYARD.parse(
        f"landships:brickyard ger-squad-2 turn 1 ask squad at ger-a7v-1@{tank}"
        " ger-squad-2@ger-a7v-1@N ger-squad-1@-@N"
    )
    assert state.unit.aboard == "ger-a7v-1"
    assert state.place == at(tank.partition("@")[0])
    assert state.ask().value is True, "it may dismount"
    put_out, waits = state.set("place", "5809 N"), state.set("place", "")
    assert (put_out.unit.aboard, put_out.unit.place) == ("", at("5809"))
    assert put_out.ask().value is False, "it has dismounted already"
    assert put_out.set("place", "ger-a7v-1").unit.aboard == "ger-a7v-1"
    assert put_out.set("place", "").unit.place is None
    assert (waits.unit.aboard, waits.ask().value) == ("", False)
    alone = "landships:brickyard ger-squad-1 turn 1 ask set-up at ger-squad-1@"
    shown = BRICKYARD.parse(f"{alone}5817@N").ask().headline
    assert shown == "Assault squad 1-6-5, with flamethrower: inside an A7V in 5817."
    assert BRICKYARD.parse(f"{alone}-@N").ask().value is True
    for each in (state, waits):
        assert BRICKYARD.parse(each.text()) == each


def test_a_squad_dismounts_once_into_the_hex_of_its_tank() -> None:
    told = asked(INSIDE, "dismount")
    assert (told.value, told.headline) == (True, "It may dismount into 5813, at no cost.")
    assert told.steps[0].marks == (at("5813"),)
    assert "at the end of the vehicle movement phase" in told.steps[0].text
    again = asked(OUTSIDE, "dismount")
    assert is_no(again)
    assert "5813" in again.headline
    assert asked(INSIDE, "dismount", replace(TANK, place=None)).value is False
    assert asked(INSIDE, "dismount", turn=1).value is True
    early = asked(INSIDE, "dismount", turn=0)
    assert early.value is False
    assert "comes on in turn 1" in early.headline


def test_from_a_hexside_a_squad_dismounts_into_either_hex_or_not_as_it_is_read() -> None:
    """Line 139 puts the squad into the hex of its tank; on a hexside the tank has two, or none."""
    tank = replace(TANK, place=at("5713/5813"), heading=Heading.NNE)
    told = asked(INSIDE, "dismount", tank)
    assert told.value is True
    assert told.headline == "It may dismount into 5713 or 5813, at no cost."
    assert told.steps[0].reading == "squad-from-hexside"
    assert "under this reading it dismounts into 5713 or 5813, at" in told.steps[0].text
    for act in ("dismount", "move"):
        refused = asked(INSIDE, act, tank, given=NOT_THERE, target=at("5813"))
        assert is_no(refused)
        (remedy,) = refused.remedies
        assert (remedy.change, remedy.to) == ("squad-from-hexside", "either-hex")
    assert asked(INSIDE, "dismount", given=NOT_THERE).value is True, "in a hex nothing is open"
    for near in ("5513", "5613", "5914", "6012"):
        far = min(range_hexes(start, at(near)) for start in (at("5713"), at("5813")))
        assert asked(INSIDE, "move", tank, target=at(near)).value is (far <= 2), near


@pytest.mark.parametrize("squad", [INSIDE, OUTSIDE], ids=["from its tank", "dismounted before"])
@pytest.mark.parametrize(("along", "limit"), [("open", 2), ("trench", 4), ("road", 4)])
def test_a_squad_moves_two_hexes_and_four_along_a_trench_or_a_road(
    squad: Standing, along: str, limit: int
) -> None:
    far = asked(squad, "move", along=along)
    assert (far.value, far.headline) == (limit, f"It moves {limit} hexes.")
    for hexes in range(7):
        told = asked(squad, "move", along=along, target=at(f"58{13 - hexes:02}"))
        assert told.value is judge(told.steps) is (hexes <= limit)
        assert any("in the turn in which it dismounted" in step.text for step in told.steps)
        (counted,) = [s.text for s in told.steps if s.text.startswith("From 5813")]
        beyond = f"{hexes - limit} hex{'es' * (hexes > limit + 1)} beyond its move."
        assert counted.endswith("within its move." if hexes <= limit else beyond)
        offered = [(r.change, r.to) for r in told.remedies]
        assert offered == ([("along", "road")] if along == "open" and 2 < hexes <= 4 else [])


def test_a_squad_moves_to_no_hexside_and_an_enemy_hex_is_not_in_the_source() -> None:
    """Who enters an enemy's hex or joins others is the base game's (lines 41 and 139; audit
    W14).
    """
    refused = asked(OUTSIDE, "move", target=at("5812/5813"))
    assert refused.value is False
    assert refused.headline == "A squad stands in hexes, never on hexside 5812/5813."
    enemy, aircraft = Standing("brit-mg", 1, at("5812")), Standing("brit-bristol", 1, at("5812"))
    assert isinstance(asked(OUTSIDE, "move", enemy, target=at("5812")).value, Gap)
    assert asked(OUTSIDE, "move", aircraft, target=at("5812")).value is True
    assert asked(OUTSIDE, "move", TANK, target=at("5813")).headline.startswith("Range zero")
    far = replace(enemy, place=at("5810"))
    assert asked(OUTSIDE, "move", far, target=at("5810")).remedies == ()
    joins = asked(OUTSIDE, "move", Standing("ger-mg", 1, at("5812")), target=at("5812"))
    assert isinstance(joins.value, Gap)
    assert "stacking limit" in joins.headline
    friend = Standing("ger-mg", 1, at("5813"))
    assert isinstance(asked(INSIDE, "dismount", TANK, friend).value, Gap)
    tank = replace(TANK, place=at("5812/5813"), heading=Heading.E)
    out = asked(INSIDE, "dismount", tank, enemy)
    assert out.value is True
    assert out.headline == "It may dismount into 5813, at no cost; 5812 is left to the base game."
    assert any("MG platoon" in step.text for step in out.steps)
    assert isinstance(asked(INSIDE, "dismount", tank, enemy, target=at("5812")).value, Gap)
    assert asked(INSIDE, "dismount", tank, enemy, target=at("5813")).value is True
    assert isinstance(asked(INSIDE, "move", tank, enemy, target=at("5810")).value, Gap)
    assert asked(INSIDE, "move", tank, target=at("5810")).value is True


def test_a_way_that_enemies_bar_is_not_in_the_source() -> None:
    """The way is judged, not its end (audit, kind 2)."""
    ring = [Standing("brit-mg", 1, at("5813").neighbour(d)) for d in DIRECTIONS]  # type: ignore[union-attr]
    barred = asked(OUTSIDE, "move", *ring, target=at("5811"))
    assert isinstance(barred.value, Gap)
    told = "Enemies bar every way: whether a squad may pass is not in the source."
    assert barred.headline == told
    assert asked(OUTSIDE, "move", *ring[1:], target=at("5811")).value is True
    straight = asked(OUTSIDE, "move", ring[0], target=at("5811"))
    assert isinstance(straight.value, Gap), "the one straight way leads through the enemy"
    assert asked(OUTSIDE, "move", ring[0], target=at("5811"), along="road").value is True
    farther = asked(OUTSIDE, "move", *ring, target=at("5810"))
    assert (farther.value, farther.remedies) == (False, ())


def test_what_a_squad_may_do_inside_and_out_of_its_tank() -> None:
    expected = {
        "dismount": (True, False),
        "remount": (True, False),
        "close-assault": (False, False),
        "flamethrower": (True, True),
        "attacked": (None, 1),
    }
    for act, values in expected.items():
        for squad, value in zip((INSIDE, OUTSIDE), values, strict=True):
            told = asked(squad, act)
            assert told.value == value or (value is None and isinstance(told.value, Gap)), act
    for attack in ATTACKS:
        assert asked(OUTSIDE, "attacked", attack=attack).value == (attack != "indirect-fire")
    waits = replace(OUTSIDE, place=None)
    assert [asked(waits, act).value for act in ACTS] == [False] * len(ACTS)


def test_what_is_no_squad_is_asked_of_its_squad() -> None:
    told = answer_squad(TANK, "move", [TANK, replace(INSIDE, number=3), INSIDE])
    assert isinstance(told.value, Gap)
    platoon = answer_squad(Standing("brit-mg", 1), "move", [TANK, replace(INSIDE, aboard="")])
    assert [r.text for r in platoon.remedies] == ["Ask of the assault squad."]
    inside = answer_squad(TANK, "move", [replace(INSIDE, number=2, aboard=""), INSIDE])
    assert [(r.text, r.to) for r in inside.remedies] == [
        ("Ask of the assault squad inside it.", "ger-squad-1")
    ]
    for wrong in ({"act": "swim"}, {"along": "river"}, {"attack": "gas"}):
        with pytest.raises(ValueError, match="allowed are"):
            answer_squad(**{"unit": OUTSIDE, "act": "move", "units": [], **wrong})  # type: ignore[arg-type]


def test_the_panel_and_the_rules_of_squads_say_the_same() -> None:
    """Over random boards, for every squad: the panel's answer is that of the single rules."""
    seen = set()
    for drawn in random_states(BRICKYARD, tries(40, 200)):
        for number in (1, 2, 3):
            state = drawn.set("ask", "squad").set("chosen", f"ger-squad-{number}")
            unit, out = state.unit, state.unit.place is not None
            for act in ACTS:
                told = state.set("action", act).ask()
                if unit.aboard or not out:
                    assert (told.value is False) is (
                        state.place is None or act == "close-assault"
                    ) or act in ("move", "dismount"), act
                elif act in ("remount", "close-assault", "flamethrower"):
                    assert told.value is squad_may(act).value
                elif act == "attacked":
                    assert told.value == squad_modifier(state.attack).value
                elif act == "move" and isinstance(state.target, Hex):
                    way: Any = "" if state.along == "open" else state.along
                    limit = squad_move(way).value
                    near = range_hexes(unit.place, state.target) <= limit
                    assert (told.value is False) is not near
                seen.add((act, out))
    assert len(seen) == 2 * len(ACTS)


def test_a_tank_that_is_moved_takes_its_squad_along() -> None:
    state = BRICKYARD.initial().set("chosen", "ger-a7v-1").set("place", "5911 N")
    squad = state.set("chosen", "ger-squad-1").set("ask", "squad")
    assert squad.ask().headline == "It may dismount into 5911, at no cost."
    shown = squad.picture(squad.ask())
    assert shown.find("selected", "chosen")
    assert "in ger-a7v-1" in str(squad.controls())


def test_a_question_about_a_squad_or_morale_offers_no_weapon() -> None:
    """The controls stay in their three rows, whichever counter is chosen."""
    for question, offered in (("fire", True), ("squad", False), ("morale", False)):
        controls = {c.id for c in BRICKYARD.initial().set("ask", question).controls()}
        assert ("weapon" in controls) is offered
        for action, wanted in (("move", {"along"}), ("attacked", {"attack"}), ("remount", set())):
            state = BRICKYARD.initial().set("ask", "squad").set("action", action)
            assert {c.id for c in state.controls()} & {"along", "attack"} == wanted
            state = state.set("ask", question)
            there = {c.id for c in state.controls()} & {"along", "attack"}
            assert there == (wanted if question == "squad" else set())
