"""Scenario 19.26: order of battle, set-up, special rules and victory as printed (lines 123-147)."""

from collections import Counter
from dataclasses import replace

import pytest

from landships_lab.core.answer import Gap, judge
from landships_lab.core.hexes import Heading
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.landships.panels.brickyard import Brickyard
from landships_lab.games.landships.rules.brickyard import (
    CLASS_OF,
    SCENARIO,
    Standing,
    arrives,
    check_set_up,
    spotting_limit,
    stands,
)
from landships_lab.games.landships.rules.brickyard_fire import may_fire
from landships_lab.games.landships.rules.brickyard_rules import (
    after_morale_check,
    gas_allowed,
    special_rules,
    victory,
)

at = SCENARIO.grid.place
TANK = SCENARIO.forces["ger-a7v"]
TOWNS = ("5809", "5908", "5909", "5910")
# Counters of each kind a side has, line 129 to 139.
PRINTED = {
    ("British", "platoon"): 8,
    ("British", "aa-gun"): 1,
    ("British", "gun"): 1,
    ("British", "aircraft"): 1,
    ("German", "platoon"): 11,
    ("German", "observer"): 1,
    ("German", "aa-gun"): 1,
    ("German", "tank"): 3,
    ("German", "squad"): 3,
    ("German", "aircraft"): 1,
    ("German", "artillery"): 3,
}


SLIP, WITH_INFANTRY = {"scenario-hex-6810": "5810"}, {"75mm-hex": "with-infantry"}


def test_the_order_of_battle_is_as_printed() -> None:
    counted: Counter[tuple[str, str]] = Counter()
    for force in SCENARIO.forces.values():
        counted[force.side, force.kind] += force.count
    assert dict(counted) == PRINTED
    assert (SCENARIO.turns, SCENARIO.first_player, SCENARIO.number) == (10, "German", "19.26")
    later = {turn: {force.id for force in arrives(turn)} for turn in range(1, 11)}
    assert later.pop(1) == {"ger-a7v", "ger-squad", "ger-junkers", "ger-artillery"}
    assert later.pop(3) == {"brit-bristol"}
    assert not any(later.values())


@pytest.mark.parametrize(
    ("unit", "place", "given", "value"),
    [
        ("brit-mg-north", "5807", {}, True),
        ("brit-mg-north", "5808", {}, False),
        ("brit-infantry-4", "5910", {}, True),
        ("brit-infantry-4", "5911", {}, False),
        ("brit-aa", "6810", {}, True),
        ("brit-aa", "6810", SLIP, False),
        ("brit-aa", "5810", SLIP, True),
        ("brit-75mm", "5810", {}, None),
        ("brit-75mm", "5908", WITH_INFANTRY, True),
        ("ger-mg", "5402", {}, None),
        ("ger-88mm", "5011", {}, True),
        ("ger-a7v", "5902", {}, True),
        ("ger-a7v", "5802", {}, False),
    ],
)
def test_where_each_force_is_set_up(
    unit: str, place: str, given: dict[str, str], value: bool | None
) -> None:
    answer = check_set_up(Standing(unit, 1, at(place)), given=given)
    assert isinstance(answer.value, Gap) if value is None else answer.value is value, str(answer)
    order = "first" if unit.startswith("brit") else "second"  # lines 129 and 133
    assert any(f"set up {order}" in s.text for s in answer.steps) is (unit != "ger-a7v")


def test_the_fog_and_the_gas() -> None:
    for kind in CLASS_OF:
        assert spotting_limit(kind).value == (None if kind == "aircraft" else 6)
        assert spotting_limit(kind, anti_aircraft=True).value is None
        free = spotting_limit(kind, anti_aircraft=True).headline
        assert free.endswith("aircraft." if kind == "aircraft" else "that engages in AA fire.")
    assert gas_allowed().value is False
    with pytest.raises(ValueError, match=r"'tanks' is not a kind of counter.*nearest is tank"):
        spotting_limit("tanks")


def test_the_british_surrender() -> None:
    """Line 145."""
    for side, unit in (("British", "brit-mg-1"), ("German", "ger-mg-1")):
        for passed in (True, False):
            told = after_morale_check(side, passed=passed)
            british = side == "British"
            assert told.value == "removed" if british else isinstance(told.value, Gap)
            assert ("pinned side" in str(told)) is (british and passed)
            assert ("British units alone" in str(told)) is not british
            state = Brickyard.initial().set("chosen", unit).set("ask", "morale")
            assert str(state.set("morale", "passed" if passed else "failed").ask()) == str(told)


def test_what_is_special_is_told_for_each_force() -> None:
    for force in SCENARIO.forces.values():
        told = special_rules(force, 1)
        others = [
            step
            for step in told.steps
            if step.text.startswith("Turn 1: ") and force.name not in step.text
        ]
        assert told.value == len(told.steps) - len(others)
        assert f"{told.value} special rules" in told.headline
        for words, wanted in (
            ("module 15.0", force.kind == "tank"),
            ("twelve point facing rules", force.kind in ("tank", "gun", "aa-gun")),
            ("surrender", force.side == "British"),
            ("engages in AA fire", force.id == "brit-aa" or force.id == "ger-88mm"),
        ):
            assert (words in str(told)) is wanted, (force.id, words)
    squad = str(special_rules(SCENARIO.forces["ger-squad"]))
    for words in ("Along a trench", "Along a road", "+1 against small", "+1 against direct fire"):
        assert squad.count(words) == 1, words
    told_last = [turn for turn in range(1, 11) if "the last" in str(special_rules(TANK, turn))]
    assert told_last == [SCENARIO.turns]  # line 127


ALL_TOWN = [Standing("ger-infantry-6", n, at(code)) for n, code in enumerate(TOWNS, 1)]
TANKS = [Standing("ger-a7v", n, at(code)) for n, code in enumerate(TOWNS, 1)]
MG, AA = Standing("brit-mg", 1, at("5809")), Standing("brit-aa", 1)
ONE = {"victory-platoons": "one-in-all"}
SIDES = {"in-both": True, "between-two": True, "in-neither": False}


def over(unit: str, code: str) -> Standing:
    return Standing(unit, 1, at(code))


@pytest.mark.parametrize(
    ("units", "given", "germans"),
    [
        (ALL_TOWN, {}, True),
        (ALL_TOWN[:3], {}, False),
        ([*ALL_TOWN, MG], {}, False),
        ([*ALL_TOWN, over("brit-mg", "5807")], {}, True),
        ([*ALL_TOWN[:3], over("ger-squad", "5910")], {}, False),
        ([*ALL_TOWN[:3], over("ger-a7v", "5910")], {}, False),
        # Line 147: at least one platoon, which is no assault squad, in each hex or in one of them.
        (ALL_TOWN, ONE, True),
        ([*TANKS[:3], ALL_TOWN[3]], {}, False),
        ([*TANKS[:3], ALL_TOWN[3]], ONE, True),
        ([*TANKS[:3], over("ger-squad", "5910")], ONE, False),
        ([*TANKS[:3], over("ger-infantry-6", "5911")], ONE, False),
        ([*TANKS[:3], ALL_TOWN[3], MG], ONE, False),
        # An aircraft is in its hex or over it.
        ([*ALL_TOWN, over("brit-bristol", "5809")], {}, True),
        ([*ALL_TOWN, over("brit-bristol", "5809")], {"aircraft-in-hex": "yes"}, False),
        ([*ALL_TOWN[:1], *TANKS[1:3], over("ger-junkers", "5910")], ONE, False),
        (
            [*ALL_TOWN[:1], *TANKS[1:3], over("ger-junkers", "5910")],
            {**ONE, "aircraft-in-hex": "yes"},
            True,
        ),
    ],
)
def test_victory_needs_an_empty_brickyard_and_four_town_hexes(
    units: list[Standing], given: dict[str, str], germans: bool
) -> None:
    assert victory(units, given=given).value == ("German" if germans else "British")


LEFT = [MG, over("brit-mg-north", "5909")]


@pytest.mark.parametrize(
    ("units", "given", "why"),
    [
        ([*ALL_TOWN, *LEFT], {}, ", with 2 units in the Brickyard."),
        ([*ALL_TOWN[:3], *LEFT], {}, ": they have 2 units in the Brickyard, and the Germans do no"),
        (ALL_TOWN[1:], {}, ": 1 town hex lacks a German platoon."),
        (TANKS[:3], ONE, ": 1 town hex lacks a German unit and no German platoon is there."),
    ],
)
def test_the_verdict_says_what_keeps_the_germans_from_winning(
    units: list[Standing], given: dict[str, str], why: str
) -> None:
    told = victory(units, given=given)
    assert told.headline.startswith(f"The British would win{why}")
    holds = "a" if units[0] == ALL_TOWN[0] else "no"
    assert given or f"5809 holds {holds} German platoon." in str(told)


def test_artillery_stays_off_the_board_and_squads_ride_in_tanks() -> None:
    assert check_set_up(Standing("ger-artillery", 1)).value is True
    refused = check_set_up(over("ger-artillery", "5801"))
    assert (refused.value, judge(refused.steps)) == (False, False)
    assert "5801" in refused.headline
    assert check_set_up(over("ger-junkers", "5801")).value is True
    assert check_set_up(Standing("ger-squad", 1)).value is True
    squads = [Standing("ger-squad", n, at("5817")) for n in (1, 2)]
    tanks = [Standing("ger-a7v", n, at("5817"), Heading.N) for n in (1, 2)]
    away = replace(tanks[0], place=at("5202"))
    for units, value in (
        ([], False),
        ([away], False),
        ([squads[0], tanks[0]], True),
        ([*squads, tanks[0]], False),  # one in each
        ([*squads, *tanks], True),
    ):
        assert check_set_up(squads[0], units).value is value
    assert check_set_up(away, [away, replace(tanks[1], place=at("5202"))]).value is False
    assert check_set_up(away, [away]).value is True  # no more than one tank at a hex


def test_the_town_hexes_can_be_read_from_the_painted_board() -> None:
    painted = {"brickyard-hexes": "painted-town"}
    assert isinstance(victory([], TerrainMap(), painted).value, Gap)
    town = TerrainMap(frozenset((at(code), "town") for code in ("5101", "5102", "5103", "5104")))
    platoons = [Standing("ger-mg", n, at(f"510{n}")) for n in range(1, 5)]
    assert victory(platoons, town, painted).value == "German"


def test_what_is_offered_against_the_fog_helps() -> None:
    offered = 0
    for heading in Heading:
        for place in map(at, ("5806", "5805", "5812", "5417", "5813", "6513", "5213")):
            tank = Standing("ger-a7v", 1, at("5813"), heading)
            answer = may_fire(tank, "57mm-bow", place)
            if "too far in the fog" not in str(answer):
                continue
            for remedy in answer.remedies[1:]:
                offered += 1
                assert remedy.change == "place"
                assert may_fire(replace(tank, place=remedy.to), "57mm-bow", place).value is True
    assert offered
    far_gun = may_fire(Standing("brit-aa", 1, at("6810")), "gun", at("6801"))
    assert [(r.text, r.change) for r in far_gun.remedies] == [
        ("It is 3 hexes too far in the fog; no turn changes that.", "")
    ]


def test_a_friend_may_spot_for_the_unit_that_fires_or_not_as_it_is_read() -> None:
    """Line 143 limits how far one spots; whose spotting lets a unit fire is in the base game."""
    tank, friend = Standing("ger-a7v", 1, at("5813"), Heading.N), Standing("ger-mg", 1, at("5810"))
    target, alone = at("5806"), {"brickyard-spotting": "firer-only"}
    for code, near in (("5810", True), ("5812", True), ("5913", False), ("5813", False)):
        watcher = replace(friend, place=at(code))
        told = may_fire(tank, "57mm-bow", target, units=[tank, watcher])
        assert told.value is near, "a friend spots up to six hexes away"
    assert may_fire(tank, "57mm-bow", target, units=[tank]).value is False
    assert may_fire(tank, "57mm-bow", target, alone, units=[tank, friend]).value is False
    helped = may_fire(tank, "57mm-bow", target, units=[tank, friend])
    step = next(step for step in helped.steps if step.reading == "brickyard-spotting")
    assert "MG platoon" in step.text
    mg = Standing("brit-mg-north", 1, at("5807"))  # without arcs the fog is the same
    assert may_fire(mg, "", at("5815"), units=[mg]).value is False
    assert isinstance(may_fire(mg, "", at("5811"), units=[mg]).value, Gap)
    gun = Standing("brit-aa", 1, at("5809/5810"), Heading.E)  # a gun, or a vehicle (line 129)
    illegal = may_fire(gun, "gun", at("5909"))
    assert illegal.value is False
    assert illegal.headline.startswith("Illegal: ")
    assert isinstance(may_fire(gun, "gun", at("5909"), {"gun-on-truck": "vehicle"}).value, Gap)
    unasked = Brickyard.parse("landships:brickyard ger-a7v-1 turn 1 ask fire").ask()
    assert unasked.value is None
    assert unasked.headline.startswith("Point at a target")


@pytest.mark.parametrize(
    ("hexside", "in_it"),
    [
        ("5908/5909", SIDES),
        ("5808/5908", SIDES | {"between-two": False}),
        ("5807/5808", dict.fromkeys(SIDES, False)),
    ],
)
def test_a_vehicle_on_a_hexside_is_in_the_brickyard_or_not_as_it_is_read(
    hexside: str, in_it: dict[str, bool]
) -> None:
    """Lines 129 and 147: the AA gun's truck may stand between two of its hexes, a tank hold two of
    them where one platoon is enough.
    """
    tank = Standing("ger-a7v", 1, at(hexside), Heading.ENE)
    holds = [ALL_TOWN[0], ALL_TOWN[3], tank]
    for option, inside in in_it.items():
        given = {"hexside-in-brickyard": option}
        told = victory([*ALL_TOWN, replace(AA, place=at(hexside))], given=given)
        assert (told.value == "British") is inside, option
        assert (judge(told.steps) is True) is (told.value == "German")
        named = [step for step in told.steps if step.reading == "hexside-in-brickyard"]
        assert len(named) == (hexside != "5807/5808")
        if hexside == "5908/5909":
            held = victory(holds, given={**ONE, **given})
            assert held.value == ("German" if inside else "British")
            assert any(step.reading == "hexside-in-brickyard" for step in held.steps)
    assert victory([*ALL_TOWN, replace(AA, place=at(hexside))]).value == (
        "British" if in_it["in-both"] else "German"
    )
    each = victory(holds)
    assert each.value == "British"
    assert not any(step.reading == "hexside-in-brickyard" for step in each.steps), "no platoon"


def test_nothing_stands_on_the_board_before_its_turn() -> None:
    """Lines 131 and 135: a place from a link does not bring a counter on early, nor its tank a
    squad.
    """
    bristol = Standing("brit-bristol", 1, at("5801"))
    assert check_set_up(bristol, [], turn=2).value is False
    assert check_set_up(bristol, [], turn=3).value is True
    assert stands(bristol, turn=2).value is False
    assert stands(bristol, turn=3).value is True
    two = [Standing("ger-a7v", n, at("5202")) for n in (1, 2)]
    assert check_set_up(two[0], two, turn=1).value is False, "both come in this turn"
    assert check_set_up(two[0], two, turn=0).headline.endswith("and it is turn 0.")
    state = Brickyard.parse(
        "landships:brickyard brit-bristol-1 turn 2 ask set-up at brit-bristol-1@5801@S"
    )
    assert state.ask().value is False


def test_a_remedy_leads_neither_through_an_enemy_nor_into_closed_ground() -> None:
    tank = Standing("ger-a7v", 1, at("5813"), Heading.N)
    asked = may_fire(tank, "57mm-bow", at("5804"), units=[tank])
    assert [r.to for r in asked.remedies if r.change == "place"] == [at("5810")]
    enemy = Standing("brit-mg", 1, at("5811"))
    pond = TerrainMap().paint(at("5811"), "water")
    for units, terrain in (([tank, enemy], TerrainMap()), ([tank], pond)):
        answer = may_fire(tank, "57mm-bow", at("5804"), units=units, terrain=terrain)
        assert not [r for r in answer.remedies if r.change == "place"]
