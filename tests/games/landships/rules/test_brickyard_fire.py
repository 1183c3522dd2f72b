"""Fire in the Brickyard: AA fire in the fog, fire at enemies only, and the places drawn as in
reach (lines 115, 137 and 143).
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.hexes import Heading
from landships_lab.games.landships.rules.brickyard import FOG, SCENARIO, Standing
from landships_lab.games.landships.rules.brickyard_fire import (
    AA_FIRE,
    engaged,
    engages_aircraft,
    in_fog,
    may_fire,
)
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.panel import CATALOG
from tests.effort import tries

at = SCENARIO.grid.place
FIRER_ONLY = {"brickyard-spotting": "firer-only"}
JUNKERS = Standing("ger-junkers", 1, at("5802"))
TANK = Standing("ger-a7v", 1, at("5813"), Heading.N)


@pytest.mark.parametrize(
    ("firer", "far"),
    [
        (Standing("brit-aa", 1, at("5809")), True),
        (Standing("brit-75mm", 1, at("5809"), Heading.N), AA_FIRE),
        (Standing("brit-mg", 1, at("5809"), Heading.N), AA_FIRE),
    ],
    ids=["AA gun", "75 mm gun", "MG platoon"],
)
def test_the_fog_is_open_to_aa_fire_and_who_engages_in_it_is_not_in_the_source(
    firer: Standing, far: bool | Gap
) -> None:
    """Line 143 frees units engaging in AA fire from the fog; only an AA gun is known to do so."""
    weapon = "gun" if firer.of.unit else ""
    assert engages_aircraft(firer, at("5802"), [firer, JUNKERS]) == far
    answer = may_fire(firer, weapon, at("5802"), FIRER_ONLY, units=[firer, JUNKERS])
    assert isinstance(answer.value, Gap)
    assert any(step.amount == AA_FIRE for step in answer.steps) is (far is AA_FIRE)
    closer = replace(JUNKERS, place=at("5803"))
    told = may_fire(firer, weapon, at("5803"), FIRER_ONLY, units=[firer, closer])
    assert any(step.amount == AA_FIRE for step in told.steps) is (far is AA_FIRE)
    assert any(step.text.startswith("Range 6 is within") for step in told.steps) is (far is AA_FIRE)
    empty = may_fire(firer, weapon, at("5802"), FIRER_ONLY, units=[firer])
    assert empty.value is False, "without an aircraft there it is no AA fire"


def test_aa_fire_into_the_fog_is_at_the_aircraft_and_not_at_a_platoon_under_it() -> None:
    """Line 143: the fog hides the platoon still. Found in a game played by hand."""
    gun, platoon = Standing("brit-aa", 1, at("5809")), Standing("ger-mg", 1, at("5802"))
    units = [gun, platoon, JUNKERS]
    assert engaged(gun, at("5802"), units, FIRER_ONLY) == (JUNKERS,)
    texts = [s.text for s in may_fire(gun, "gun", at("5802"), FIRER_ONLY, units=units).steps]
    assert "The Junkers J1 (CS) in 5802 is an enemy." in texts
    near = [gun, replace(platoon, place=at("5803")), replace(JUNKERS, place=at("5803"))]
    assert engaged(gun, at("5803"), near, FIRER_ONLY) == (*near[1:],)


def test_whether_a_tank_fires_at_an_aircraft_is_in_the_base_game_in_the_fog_or_not() -> None:
    """Line 115 lets units target enemies in their arcs; who engages in AA fire it does not say."""
    bristol = Standing("brit-bristol", 1, at("5808"))
    answer = may_fire(TANK, "57mm-bow", at("5808"), units=[TANK, bristol])
    assert answer.value == AA_FIRE
    assert "aircraft" in answer.headline
    under = Standing("brit-mg", 1, at("5808"))
    assert may_fire(TANK, "57mm-bow", at("5808"), units=[TANK, bristol, under]).value is True


def test_a_gun_without_leave_to_fire_at_aircraft_is_told_in_the_verdict() -> None:
    gun = Standing("brit-75mm", 1, at("5809"), Heading.N)
    answer = may_fire(gun, "gun", at("5802"), FIRER_ONLY, units=[gun, JUNKERS])
    assert answer.headline == "Range 7: whether this is AA fire, free of the fog, is not said."
    assert not any("too far in the fog" in remedy.text for remedy in answer.remedies)
    turned = replace(gun, heading=Heading.S)
    told = may_fire(turned, "gun", at("5802"), units=[turned, JUNKERS])
    assert told.headline.startswith("Not in")


def test_a_gun_of_unknown_range_hears_of_the_fog_where_it_decides() -> None:
    """The range of the gun on a full-circle mount is not in the source; beyond six hexes line 143
    refuses all the same.
    """
    gun = Standing("brit-aa", 1, at("5809"), Heading.S)
    for code, others, value, told in (
        (
            "5802",
            [],
            False,
            "7: the ground fog hides what is beyond 6 hexes, and nobody else spots",
        ),
        ("5803", [], None, "6: its maximum range is not in the source."),
        ("5802", [JUNKERS], None, "7: its maximum range is not in the source."),
    ):
        answer = may_fire(gun, "gun", at(code), units=[gun, *others])
        assert answer.headline.startswith(("Range " if value is False else "In arc, range ") + told)
        assert isinstance(answer.value, Gap) is (value is None)


def test_no_unit_fires_at_a_place_where_only_its_own_side_stands() -> None:
    """Line 115: units target enemies."""
    friend, target = Standing("ger-a7v", 2, at("5810")), at("5810")
    refused = may_fire(TANK, "57mm-bow", target, units=[TANK, friend])
    assert refused.value is False
    assert refused.headline == "5810 holds no enemy, only its own side: it may not fire."
    assert not refused.remedies, "there is no enemy to aim at"
    enemy = Standing("brit-mg", 1, at("5810"))
    both = may_fire(TANK, "57mm-bow", target, units=[TANK, friend, enemy])
    assert both.value is True
    assert "The MG platoon 4-9-5 in 5810 is an enemy." in str(both)
    assert may_fire(TANK, "57mm-bow", target, units=[TANK]).value is True, "for an enemy to come"
    platoon = Standing("ger-mg", 1, at("5813"))
    assert may_fire(platoon, "", target, units=[platoon, friend]).value is False
    assert isinstance(may_fire(platoon, "", target, units=[platoon, enemy]).value, Gap)


def test_the_nearest_enemy_in_reach_is_offered_instead_of_a_friend() -> None:
    friend = Standing("ger-a7v", 2, at("5810"))
    near, far = Standing("brit-mg", 1, at("5809")), Standing("brit-mg-north", 1, at("5807"))
    behind = Standing("brit-infantry-3", 1, at("5815"))
    units = [TANK, friend, far, near, behind]
    (remedy,) = may_fire(TANK, "57mm-bow", at("5810"), units=units).remedies
    assert (remedy.change, remedy.to) == ("target", at("5809"))
    assert may_fire(TANK, "57mm-bow", remedy.to, units=units).value is True
    only_behind = [TANK, friend, behind]
    assert not may_fire(TANK, "57mm-bow", at("5810"), units=only_behind).remedies


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_what_is_drawn_as_in_reach_is_what_may_be_fired_at(part: int) -> None:
    """Over random boards: one field of the picture, and the answer for each place of it."""
    panel: Any = CATALOG["landships:brickyard"]
    dice, tried = random.Random(f"reach {part}"), 0
    places = sorted(SCENARIO.grid.places)
    while tried < tries(3, 12):
        state = panel.random(dice).set("ask", "fire").set("click", "aim")
        answer = state.ask()
        if answer.detail is None or not answer.detail.can_hit:
            continue
        tried += 1
        friends = [u.place for u in state.on_board if u.of.side == state.unit.of.side]
        for place in {*dice.sample(places, 120), *filter(None, friends)}:
            asked = may_fire(
                state.unit,
                state.weapon_id,
                place,
                state.readings_on("fire", "scenario-fire"),
                units=state.on_board,
            )
            if place != state.unit.place:
                assert (asked.value is True) is (place in answer.detail.can_hit), asked


def test_the_fog_hides_by_the_range_that_the_panel_of_ranges_counts() -> None:
    """`in_fog` is the range less six, under either reading of ranges, where nobody else spots."""
    dice, places = random.Random("fog"), sorted(SCENARIO.grid.places)
    for _ in range(300):
        here, there = dice.sample(places, 2)
        reading = dice.choice(("full-hexes", "touched-hexes"))
        tank = replace(TANK, place=here)
        hidden = in_fog(tank, there, reading)
        assert hidden == max(0, range_hexes(here, there, reading) - FOG)
