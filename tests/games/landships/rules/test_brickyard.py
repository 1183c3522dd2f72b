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
    after_morale_check,
    arrives,
    check_set_up,
    gas_allowed,
    spotting_limit,
)
from landships_lab.games.landships.rules.brickyard_fire import in_fog, may_fire
from landships_lab.games.landships.rules.brickyard_rules import special_rules, stands
from landships_lab.games.landships.rules.brickyard_squads import (
    squad_may,
    squad_modifier,
    squad_move,
)
from landships_lab.games.landships.rules.brickyard_victory import victory

at = SCENARIO.grid.place
BRICKYARD = Brickyard
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


def test_the_order_of_battle_is_as_printed() -> None:
    counted: Counter[tuple[str, str]] = Counter()
    for force in SCENARIO.forces.values():
        counted[force.side, force.kind] += force.count
    assert dict(counted) == PRINTED
    assert (SCENARIO.turns, SCENARIO.first_player, SCENARIO.number) == (10, "German", "19.26")


@pytest.mark.parametrize(
    ("unit", "place", "value"),
    [
        ("brit-mg-north", "5807", True),
        ("brit-mg-north", "5808", False),
        ("brit-infantry-4", "5910", True),
        ("brit-infantry-4", "5911", False),
        ("brit-aa", "6810", True),
        ("brit-75mm", "5810", None),
        ("ger-mg", "5402", None),
        ("ger-88mm", "5011", True),
        ("ger-a7v", "5902", True),
        ("ger-a7v", "5802", False),
    ],
)
def test_where_each_force_is_set_up(unit: str, place: str, value: bool | None) -> None:
    answer = check_set_up(Standing(unit, 1, at(place)))
    assert isinstance(answer.value, Gap) if value is None else answer.value is value, str(answer)


def test_the_two_doubtful_hexes_are_read_as_the_reader_says() -> None:
    slip = {"scenario-hex-6810": "5810"}
    assert check_set_up(Standing("brit-aa", 1, at("5810")), given=slip).value is True
    assert check_set_up(Standing("brit-aa", 1, at("6810")), given=slip).value is False
    assert (
        check_set_up(
            Standing("brit-75mm", 1, at("5908")), given={"75mm-hex": "with-infantry"}
        ).value
        is True
    )


def test_no_more_than_one_tank_comes_in_at_a_hex() -> None:
    two = [Standing("ger-a7v", 1, at("5202")), Standing("ger-a7v", 2, at("5202"))]
    assert check_set_up(two[0], two).value is False
    assert check_set_up(two[0], two[:1]).value is True


def test_reinforcements_come_on_their_turns() -> None:
    assert {f.id for f in arrives(1)} == {"ger-a7v", "ger-squad", "ger-junkers", "ger-artillery"}
    assert {f.id for f in arrives(3)} == {"brit-bristol"}
    assert not any(arrives(turn) for turn in (2, *range(4, 11)))


def test_the_fog_and_the_gas() -> None:
    for kind in CLASS_OF:
        assert spotting_limit(kind).value == (None if kind == "aircraft" else 6)
        assert spotting_limit(kind, anti_aircraft=True).value is None
        free = spotting_limit(kind, anti_aircraft=True).headline
        assert free.endswith("aircraft." if kind == "aircraft" else "that engages in AA fire.")
    assert gas_allowed().value is False
    with pytest.raises(ValueError, match=r"'tanks' is not a kind of counter.*nearest is tank"):
        spotting_limit("tanks")


def test_assault_squads() -> None:
    assert [squad_move().value, squad_move("trench").value, squad_move("road").value] == [2, 4, 4]
    assert [
        squad_modifier("small-arms").value,
        squad_modifier("direct-fire").value,
        squad_modifier("indirect-fire").value,
    ] == [1, 1, 0]
    assert [
        squad_may(act).value for act in ("dismount", "remount", "close-assault", "flamethrower")
    ] == [True, False, False, True]
    for bad in (
        lambda: squad_move("river"),  # type: ignore[arg-type]
        lambda: squad_modifier("gas"),  # type: ignore[arg-type]
        lambda: squad_may("swim"),
    ):
        with pytest.raises(ValueError, match="allowed are"):
            bad()


def test_the_british_surrender() -> None:
    assert after_morale_check("British", passed=True).value == "removed"
    assert after_morale_check("British", passed=False).value == "removed"
    assert isinstance(after_morale_check("German", passed=True).value, Gap)
    told = {
        (side, passed): str(after_morale_check(side, passed=passed))
        for side in ("British", "German")
        for passed in (True, False)
    }
    assert [key for key, text in told.items() if "pinned side" in text] == [("British", True)]
    assert [key for key, text in told.items() if "Only British" in text] == [
        ("German", True),
        ("German", False),
    ]
    for key, text in told.items():
        side, passed = key
        who = "ger-mg-1" if side == "German" else "brit-mg-1"
        state = BRICKYARD.initial().set("chosen", who).set("ask", "morale")
        assert str(state.set("morale", "passed" if passed else "failed").ask()) == text


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
        assert ("module 15.0" in str(told)) is (force.kind == "tank")
        assert ("twelve point facing rules" in str(told)) is (
            force.kind in ("tank", "gun", "aa-gun")
        )
        assert ("surrender" in str(told)) is (force.side == "British")


def test_all_that_helps_an_assault_squad_is_told() -> None:
    told = str(special_rules(SCENARIO.forces["ger-squad"]))
    for words in (
        "Along a trench",
        "Along a road",
        "+1 against small arms",
        "+1 against direct fire",
    ):
        assert told.count(words) == 1, words


def test_artillery_stays_off_the_board_and_squads_ride_in_tanks() -> None:
    assert check_set_up(Standing("ger-artillery", 1)).value is True
    refused = check_set_up(Standing("ger-artillery", 1, at("5801")))
    assert (refused.value, judge(refused.steps)) == (False, False)
    assert "5801" in refused.headline
    squads = [Standing("ger-squad", n, at("5817")) for n in (1, 2)]
    tanks = [Standing("ger-a7v", n, at("5817"), Heading.N) for n in (1, 2)]
    assert check_set_up(Standing("ger-squad", 1)).value is True
    assert check_set_up(squads[0], []).value is False
    assert check_set_up(squads[0], [replace(tanks[0], place=at("5202"))]).value is False
    assert check_set_up(squads[0], [squads[0], tanks[0]]).value is True
    assert check_set_up(squads[0], [*squads, tanks[0]]).value is False  # one in each
    assert check_set_up(squads[0], [*squads, *tanks]).value is True
    assert check_set_up(Standing("ger-junkers", 1, at("5801"))).value is True


def test_victory_needs_an_empty_brickyard_and_four_platoons() -> None:
    platoons = [Standing("ger-infantry-6", n, at(code)) for n, code in enumerate(TOWNS, 1)]
    assert victory(platoons).value == "German"
    assert victory(platoons[:3]).value == "British"
    assert victory([*platoons, Standing("brit-mg", 1, at("5809"))]).value == "British"
    assert victory([*platoons, Standing("brit-mg", 1, at("5807"))]).value == "German"
    assert victory([*platoons[:3], Standing("ger-squad", 1, at("5910"))]).value == "British"
    assert victory([*platoons[:3], Standing("ger-a7v", 1, at("5910"))]).value == "British"


def test_one_platoon_may_do_for_all_four_town_hexes() -> None:
    """Line 147: with at least one German platoon sized unit, which is no assault squad: in each
    hex, or in one of them.
    """
    one_in_all = {"victory-platoons": "one-in-all"}
    others = [
        Standing("ger-a7v", 1, at("5809")),
        Standing("ger-squad", 1, at("5908")),
        Standing("ger-fo", 1, at("5909")),
    ]
    platoon = Standing("ger-infantry-6", 1, at("5910"))
    assert victory([*others, platoon]).value == "British"
    assert victory([*others, platoon], given=one_in_all).value == "German"
    assert (
        victory([*others, Standing("ger-squad", 2, at("5910"))], given=one_in_all).value
        == "British"
    )
    assert (
        victory([*others, replace(platoon, place=at("5911"))], given=one_in_all).value == "British"
    )
    assert (
        victory([*others, platoon, Standing("brit-mg", 1, at("5809"))], given=one_in_all).value
        == "British"
    )
    platoons = [Standing("ger-infantry-6", n, at(code)) for n, code in enumerate(TOWNS, 1)]
    assert victory(platoons, given=one_in_all).value == "German"


def test_a_german_aircraft_holds_a_town_hex_only_where_it_counts_as_in_it() -> None:
    """Line 147: the two readings meet where one platoon is enough and a Junkers is over the fourth
    hex.
    """
    given = {"victory-platoons": "one-in-all"}
    units = [
        Standing("ger-infantry-6", 1, at("5809")),
        *(Standing("ger-a7v", n, at(code)) for n, code in enumerate(TOWNS[1:3], 1)),
    ]
    units.append(Standing("ger-junkers", 1, at("5910")))
    assert victory(units, given=given).value == "British"
    assert victory(units, given={**given, "aircraft-in-hex": "yes"}).value == "German"


def test_the_verdict_says_what_keeps_the_germans_from_winning() -> None:
    """Line 147: British units, or town hexes that they do not hold, or both."""
    platoons = [Standing("ger-infantry-6", n, at(code)) for n, code in enumerate(TOWNS, 1)]
    left = [Standing("brit-mg", 1, at("5809")), Standing("brit-mg-north", 1, at("5909"))]
    assert victory([*platoons, *left]).headline == (
        "The British would win, with 2 units in the Brickyard."
    )
    assert victory([*platoons[:3], *left]).headline == (
        "The British would win: they have 2 units in the Brickyard, and the Germans do not hold it."
    )
    assert victory(platoons[1:]).headline == (
        "The British would win: 1 town hex lacks a German platoon."
    )
    tanks = [Standing("ger-a7v", n, at(code)) for n, code in enumerate(TOWNS[:3], 1)]
    assert victory(tanks, given={"victory-platoons": "one-in-all"}).headline == (
        "The British would win: 1 town hex lacks a German unit and no German platoon is there."
    )


def test_the_last_turn_is_told_as_the_last() -> None:
    """Line 127: ten turns."""
    told = [turn for turn in range(1, 11) if "the last" in str(special_rules(TANK, turn))]
    assert told == [SCENARIO.turns]


def test_the_town_hexes_can_be_read_from_the_painted_board() -> None:
    painted = {"brickyard-hexes": "painted-town"}
    assert isinstance(victory([], TerrainMap(), painted).value, Gap)
    town = TerrainMap(frozenset((at(code), "town") for code in ("5101", "5102", "5103", "5104")))
    platoons = [Standing("ger-mg", n, at(f"510{n}")) for n in range(1, 5)]
    assert victory(platoons, town, painted).value == "German"


def test_the_fog_counts_hexes_as_they_are_read() -> None:
    tank = Standing("ger-a7v", 1, at("5305/5306"), Heading.E)
    far = [
        p
        for p in SCENARIO.grid.places
        if in_fog(tank, p) == 0
        and in_fog(tank, p, {"range-between-hexsides": "touched-hexes"}) == 1
    ]
    assert far
    for place in far:
        assert (
            may_fire(tank, "mg-starboard", place, {"range-between-hexsides": "touched-hexes"}).value
            is False
        )


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


FIRER_ONLY = {"brickyard-spotting": "firer-only"}


def test_a_friend_may_spot_for_the_unit_that_fires_or_not_as_it_is_read() -> None:
    """Line 143 limits how far one spots; whose spotting lets a unit fire is in the base game."""
    tank, friend = Standing("ger-a7v", 1, at("5813"), Heading.N), Standing("ger-mg", 1, at("5810"))
    target = at("5806")
    alone, helped = (
        may_fire(tank, "57mm-bow", target, units=units) for units in ([tank], [tank, friend])
    )
    assert (alone.value, helped.value) == (False, True)
    for code, near in (("5812", True), ("5913", False), ("5813", False)):
        watcher = replace(friend, place=at(code))
        told = may_fire(tank, "57mm-bow", target, units=[tank, watcher])
        assert told.value is near, "a friend spots up to six hexes away"
    assert may_fire(tank, "57mm-bow", target, FIRER_ONLY, units=[tank, friend]).value is False
    step = next(step for step in helped.steps if step.reading == "brickyard-spotting")
    assert "MG platoon" in step.text


def test_the_fog_is_the_same_for_units_with_and_without_arcs() -> None:
    mg = Standing("brit-mg-north", 1, at("5807"))
    assert may_fire(mg, "", at("5815"), units=[mg]).value is False
    assert isinstance(may_fire(mg, "", at("5811"), units=[mg]).value, Gap)


def test_an_aircraft_over_the_brickyard_is_in_it_or_not_as_it_is_read() -> None:
    """Line 147 speaks of British units in the Brickyard."""
    units = [
        *(Standing("ger-infantry-6", n, at(code)) for n, code in enumerate(TOWNS, 1)),
        Standing("brit-bristol", 1, at("5809")),
    ]
    assert victory(units).value == "German"
    assert victory(units, given={"aircraft-in-hex": "yes"}).value == "British"


@pytest.mark.parametrize(
    ("hexside", "in_it"),
    [
        ("5908/5909", {"in-both": True, "between-two": True, "in-neither": False}),
        ("5808/5908", {"in-both": True, "between-two": False, "in-neither": False}),
        ("5807/5808", {"in-both": False, "between-two": False, "in-neither": False}),
    ],
)
def test_a_vehicle_on_a_hexside_is_in_the_brickyard_or_not_as_it_is_read(
    hexside: str, in_it: dict[str, bool]
) -> None:
    """Line 147 asks for British units left in the Brickyard; the AA gun's truck may stand between
    two of its hexes (line 129).
    """
    platoons = [Standing("ger-infantry-6", n, at(code)) for n, code in enumerate(TOWNS, 1)]
    for option, inside in in_it.items():
        given = {"hexside-in-brickyard": option}
        told = victory([*platoons, Standing("brit-aa", 1, at(hexside))], given=given)
        assert (told.value == "British") is inside, option
        assert (judge(told.steps) is True) is (told.value == "German")
        named = [step for step in told.steps if step.reading == "hexside-in-brickyard"]
        assert len(named) == (hexside != "5807/5808")
    assert victory([*platoons, Standing("brit-aa", 1, at(hexside))]).value == (
        "British" if in_it["in-both"] else "German"
    )


def test_a_tank_on_a_hexside_holds_town_hexes_where_any_unit_does_and_as_it_is_read() -> None:
    """Lines 19-21 and 147: on 5908/5909 it is in both, or in neither."""
    units = [
        Standing("ger-infantry-6", 1, at("5809")),
        Standing("ger-infantry-6", 2, at("5910")),
        Standing("ger-a7v", 1, at("5908/5909"), Heading.ENE),
    ]
    given = {"victory-platoons": "one-in-all"}
    for option, winner in (
        ("in-both", "German"),
        ("between-two", "German"),
        ("in-neither", "British"),
    ):
        told = victory(units, given={**given, "hexside-in-brickyard": option})
        assert told.value == winner
        assert any(step.reading == "hexside-in-brickyard" for step in told.steps)
    each = victory(units)
    assert each.value == "British"
    assert not any(step.reading == "hexside-in-brickyard" for step in each.steps), "no platoon"


def test_the_gun_on_a_truck_is_placed_as_a_gun_or_as_a_vehicle() -> None:
    """Line 129: a 13 pdr. AA gun on a truck."""
    gun = Standing("brit-aa", 1, at("5809/5810"), Heading.E)
    assert may_fire(gun, "gun", at("5909")).value is False
    assert isinstance(may_fire(gun, "gun", at("5909"), {"gun-on-truck": "vehicle"}).value, Gap)


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
    state = BRICKYARD.parse(
        "landships:brickyard brit-bristol-1 turn 2 ask set-up at brit-bristol-1@5801@S"
    )
    assert state.ask().value is False


def test_the_sides_set_up_in_order() -> None:
    """Lines 129 and 133."""
    assert "set up first" in check_set_up(Standing("brit-mg", 1, at("5809"))).steps[0].text
    assert "set up second" in check_set_up(Standing("ger-88mm", 1, at("5011"))).steps[0].text


def test_a_remedy_leads_neither_through_an_enemy_nor_into_closed_ground() -> None:
    tank = Standing("ger-a7v", 1, at("5813"), Heading.N)
    asked = may_fire(tank, "57mm-bow", at("5804"), units=[tank])
    assert [r.to for r in asked.remedies if r.change == "place"] == [at("5810")]
    enemy = Standing("brit-mg", 1, at("5811"))
    pond = TerrainMap().paint(at("5811"), "water")
    for units, terrain in (([tank, enemy], TerrainMap()), ([tank], pond)):
        answer = may_fire(tank, "57mm-bow", at("5804"), units=units, terrain=terrain)
        assert not [r for r in answer.remedies if r.change == "place"]


def test_may_it_fire_without_a_target_is_not_answered() -> None:
    answer = BRICKYARD.parse("landships:brickyard ger-a7v-1 turn 1 ask fire").ask()
    assert answer.value is None
    assert answer.headline.startswith("Point at a target")
