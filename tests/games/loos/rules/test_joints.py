"""The joints between the rules of Loos: where one rule decides what another may say."""

import random
from typing import Literal

import pytest

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import percent
from landships_lab.games.loos.analysis.campaign import Plan, breakthrough
from landships_lab.games.loos.panels.bombardment import Bombardment
from landships_lab.games.loos.panels.sight import Sight
from landships_lab.games.loos.panels.staff import GeneralStaff
from landships_lab.games.loos.practice.kinds import KINDS
from landships_lab.games.loos.rules.assault import MOST_STRENGTH, combat
from landships_lab.games.loos.rules.attrition import break_down, released
from landships_lab.games.loos.rules.bombardment import (
    FRIENDLY_FIRE,
    Friend,
    bombardment,
    bombardment_result,
    friendly_fire,
    gas_acts,
    gas_odds,
)
from landships_lab.games.loos.rules.deployment import check_german_set_up
from landships_lab.games.loos.rules.losses import (
    REGIMENT,
    STEPS,
    Force,
    UnitSteps,
    after_combat,
    lose_step,
)
from landships_lab.games.loos.rules.reserves import Stacked, may_stack
from landships_lab.games.loos.rules.shells import (
    Stack,
    bombardment_odds,
    shell_odds,
    shelled_stack_odds,
)
from landships_lab.games.loos.rules.sight import observes
from landships_lab.games.loos.rules.table import FRONT_LINE, NO_ATTACK, combat_result, loses_a_step
from landships_lab.games.loos.rules.terrain import shell_line
from landships_lab.games.loos.rules.turns import Situation, enters, victory


def hexes(codes: str) -> frozenset[Hex]:
    return frozenset(h for h in map(Grid().place, codes.split()) if isinstance(h, Hex))


# -------------------------------------------------------------------------------------- bombardment


@pytest.mark.parametrize("terrain", ["clear", "woods", "town", "trench", "secondary trench"])
def test_a_german_in_a_trench_is_shelled_on_the_trench_line(terrain: str) -> None:
    """14.3, line 178; 17.5, line 273: only the combat that follows a breach ignores the trench."""
    on_trench, dug = bombardment_odds("trench", 3), Stack((2, 2), german_in_trench=True)
    assert bombardment_odds(terrain, 3, german_in_trench=True) == on_trench
    assert shell_odds(terrain, 3, REGIMENT, german_in_trench=True) == shell_odds(
        "trench", 3, REGIMENT, german_in_trench=True
    )
    assert shelled_stack_odds(terrain, 3, dug) == shelled_stack_odds("trench", 3, dug)
    assert bombardment(terrain, 3, 3, german_in_trench=True).value == 1 - on_trench.p("•")
    assert gas_odds(terrain, german_in_trench=True) == gas_odds("trench")
    for total in range(3, 19):
        assert (
            bombardment_result(terrain, total, 1, german_in_trench=True).value
            == bombardment_result("trench", total, 1).value
        )
    assert shell_line(terrain, german_in_trench=True).value == "trench"


def test_only_germans_are_in_a_trench_and_none_in_the_front_line() -> None:
    """14.2, line 172; 14.3, line 190."""
    on_clear = {"front-line-terrain": "clear"}
    assert shell_line(FRONT_LINE, german_in_trench=True, readings=on_clear).value == "clear"
    assert bombardment(FRONT_LINE, 4, 1, german_in_trench=True).value > 0, (
        "a British unit can lose its last step"
    )
    assert bombardment("trench", 4, 1).value == 0, (
        "trenches shelter only Germans, so this one is German"
    )


def test_a_throw_spares_the_last_step_in_a_trench() -> None:
    """17.5, line 275; 14.3, 4, line 189."""
    for total in range(3, 25):
        for roll in range(1, 7):
            one, two = (
                bombardment_result("trench", total, roll, unit=UnitSteps(steps=steps))
                for steps in (1, 2)
            )
            assert "one step lost" not in one.headline
            lost, breached = "one step lost" in two.headline, "breached" in one.headline
            assert lost == (two.value != "•") == breached


def test_a_throw_with_gas_that_fails_hits_a_friend() -> None:
    """17.6, line 279."""
    answer = bombardment_result("trench", 9, 6, gas=True)
    assert answer.value == FRIENDLY_FIRE
    assert "friend" in answer.headline
    gas, none = (bombardment_result("trench", 24, 1, gas=gas).value for gas in (True, False))
    assert gas == none


def test_gas_makes_four_dice_of_the_three_of_zero_hour() -> None:
    """17.6, line 279: "4 total"."""
    assert [gas_acts(dice).value for dice in range(5)] == [False, False, False, True, False]
    for dice in (1, 2, 4):
        with pytest.raises(ValueError, match="Gas adds a die to the 3 of Zero Hour"):
            bombardment("clear", dice, 2, gas=True)
    for dice in (1, 2, 3, 4):
        state = Bombardment.parse(f"loos:bombardment clear dice {dice} steps 2 with gas")
        assert state.thrown == 4
        assert state.ask().headline.startswith("4 dice on clear")
        assert (
            Bombardment.parse(f"loos:bombardment clear dice {dice} steps 2")
            .set("flags", ("gas", True))
            .thrown
            == 4
        )


def test_the_british_do_not_gas_their_own_front_line() -> None:
    """14.2, line 172, and 17.6, line 279: only the British stand there, and gas is theirs."""
    with pytest.raises(ValueError, match="do not gas their own"):
        bombardment(FRONT_LINE, 3, 2, gas=True)
    state = Bombardment.parse("loos:bombardment british-front-line dice 3 steps 3 with trench gas")
    assert (state.gas, state.trench, state.steps) == (False, False, 2)
    assert not any(c.id == "flags" for c in state.controls())


def test_gas_on_a_stack_of_friends_hits_the_front_line() -> None:
    """17.6, line 279."""
    assert friendly_fire("stacked").value == "front line"
    assert "front line unit takes the loss" in str(
        bombardment("clear", 3, 2, gas=True, friend="stacked")
    )


def test_a_total_fits_its_dice() -> None:
    assert Bombardment.parse("loos:bombardment clear dice 3 total 2 roll 1").total == 3
    assert (
        Bombardment.parse("loos:bombardment clear dice 3 total 17 roll 1").set("dice", 1).total == 0
    )


# ------------------------------------------------------------------------------------------- combat


def test_a_reserve_under_an_eliminated_defender_holds_the_hex() -> None:
    """18.3, line 298."""
    british, german = Force((2, 2), (2, 4)), Force((1,), (3,))
    for result in ("De", "Ex", "D2", "D3"):
        alone, held = (
            after_combat(result, british, german, reserve=reserve) for reserve in (False, True)
        )
        assert alone.value.may_advance
        assert not held.value.may_advance
        assert held.headline.endswith("; the reserve holds the hex.")
    back = after_combat("D2", british, german, "retreat", reserve=True)
    assert back.value.may_advance, (
        "the reserve must stay with its front line unit, and retreats with it"
    )
    assert not after_combat("De", british, german, reserve=True).value.vacated


@pytest.mark.parametrize("differential", [-9, 0, 9])
def test_nobody_attacks_the_british_front_line(differential: int) -> None:
    """14.2, line 172."""
    assert combat_result(FRONT_LINE, differential, 1).value == NO_ATTACK
    answer = combat(FRONT_LINE, 10 + differential, 10)
    assert answer.value.p(NO_ATTACK) == 1
    assert answer.headline == "Nobody may attack the British front line; only shells fall there."
    assert not answer.remedies
    assert (
        breakthrough(
            Plan(Force((2,), (2, 4)), Force((1,), (1,)), line=FRONT_LINE, in_trench=False), 3
        ).value
        == 0
    )


def test_nine_are_the_regular_attacks_only() -> None:
    """12.3, line 131, and 18.4, line 308: mobile combat can add more."""
    texts = {
        step.cite.lines: step.text
        for step in breakthrough(Plan(Force((2,), (2, 4)), Force((1,), (3,))), 2).steps
    }
    assert "at most" not in " ".join(texts.values())
    assert "regular combat phase" in texts["131"]
    assert "mobile combat" in texts["308-313"]


# -------------------------------------------------------------------------------------- observation


def test_the_british_front_line_blocks_sight_by_a_reading() -> None:
    """17.2, line 249, and the table, line 350, which lists it with clear ground."""
    (observer,), (target,), (between,) = hexes("0503"), hexes("0803"), hexes("0603")
    seen = {
        option: observes(
            {between: FRONT_LINE}, observer, target, readings={"front-line-sight": option}
        )
        for option in ("no", "yes")
    }
    assert {option: answer.value for option, answer in seen.items()} == {"no": True, "yes": False}
    assert all(
        any(step.reading == "front-line-sight" for step in answer.steps) for answer in seen.values()
    )
    state = Sight.parse("loos:sight 0503 at 0803 terrain front-line=0603")
    assert state.ask().value is True
    assert state.set("front-line-sight", "yes").ask().value is False


def test_the_aircraft_is_british() -> None:
    """17.2, line 253."""
    state = Sight.parse("loos:sight 0503 at 1003 aircraft 1003")
    assert state.ask().value is True
    german = state.set("army", "german").ask()
    assert german.value is False
    assert not any(remedy.change == "aircraft" for remedy in german.remedies)


def test_only_what_is_observed_can_be_bombarded() -> None:
    """17.1, line 239."""
    for target, said in (("0803", "can be bombarded"), ("1003", "cannot be bombarded")):
        steps = Sight.parse(f"loos:sight 0503 at {target}").ask().steps
        assert [step.cite.lines for step in steps if said in step.text] == ["239"]


# --------------------------------------------------------------------------------- towns and set-up


def test_a_british_unit_in_the_only_hex_of_a_town_controls_it() -> None:
    """12.3, lines 129 and 132: control switches the instant the unit enters."""
    towns = {"one": hexes("0604 0605"), "two": hexes("0805")}
    stands = Situation(
        8, hexes("0604 0805"), hexes("0403"), towns, hexes("0604 0605"), turn_over=True
    )
    assert stands.controlled == hexes("0604 0605 0805")
    assert victory(stands).value == "British"
    assert GeneralStaff.parse("loos:staff victory").ask().value == "British"
    (loos,) = hexes("0805")
    assert enters(Situation(8, frozenset(), frozenset(), towns), loos, "british").value == {loos}


def test_every_british_unit_has_a_brigade() -> None:
    """13.3, line 159; 18.1, line 286: only German replacement battalions belong to nothing."""
    with pytest.raises(ValueError, match="A British unit belongs to a brigade"):
        may_stack([Stacked("british", "1"), Stacked("british", "")])
    assert (
        GeneralStaff.parse("loos:staff stack army british company replacement")
        .ask()
        .headline.startswith("Units of both armies")
    )


def test_no_drill_stacks_a_british_unit_with_a_replacement_battalion() -> None:
    """13.2, line 149: replacement battalions are German."""
    kind = next(kind for kind in KINDS if kind.id == "loos:stack")
    asked = [kind.make(random.Random(seed), level) for seed in range(200) for level in (1, 2, 3)]
    assert not [q.text for q in asked if "brigade" in q.text and "replacement" in q.text]
    assert any("replacement" in q.text for q in asked)


def test_a_front_line_without_hexes_is_not_called_watched() -> None:
    """11.2, line 80."""
    answer = check_german_set_up(sorted(hexes("0604")), ())
    assert "watched" not in answer.headline
    assert answer.headline.startswith("No front line hex is given")


def test_only_a_regiment_that_comes_to_two_steps_turns_its_counter() -> None:
    for kind, (most, _) in STEPS.items():
        for steps in range(1, most + 1):
            told = "counter is turned" in str(lose_step(UnitSteps(kind, steps, 2)))
            assert told is ((kind, steps) == ("regiment", 3))


@pytest.mark.parametrize(
    ("friend", "told"),
    [
        ("alone", "a friend is hit 18.8% of the time."),
        ("stacked", "a front line unit 18.8%."),
        ("several", "one of several friends 18.8%."),
    ],
)
def test_whom_gas_hits_is_named_in_the_verdict(friend: Friend, told: str) -> None:
    """17.6, line 279."""
    answer = bombardment("clear", 3, 2, gas=True, friend=friend)
    assert answer.headline.endswith(f"a step is lost 81.2% of the time, {told}")


def test_a_breached_trench_is_offered_where_clear_ground_costs_the_defender_more() -> None:
    offered = set()
    for attack in range(31):
        on = {
            terrain: combat(terrain, attack, 10).value.chance(
                lambda result: loses_a_step(result, "defender")
            )
            for terrain in ("trench", "clear")
        }
        words = [
            remedy.text
            for remedy in combat("trench", attack, 10).remedies
            if remedy.change == "terrain"
        ]
        more = on["clear"] > on["trench"]
        told = f"The trench breached, on clear ground: {percent(on['clear'])}."
        assert words == ([told] if more else [])
        offered.add(more)
    assert offered == {True, False}


# ------------------------------------------------------------ numbers that only a sentence tells


def test_the_last_strength_that_can_be_set_is_offered_where_it_helps() -> None:
    """The table has a column more for one point, up to the strongest attack there is."""
    for attack in (MOST_STRENGTH - 2, MOST_STRENGTH - 1):
        offered = {r.to for r in combat("clear", attack, attack - 3).remedies}
        assert attack + 1 in offered
    assert all(r.change != "attack" for r in combat("clear", MOST_STRENGTH, 27).remedies)


@pytest.mark.parametrize(
    ("room", "told"), [(0, "No hexes are free"), (1, "1 hex is free"), (2, "2 hexes are free")]
)
def test_the_free_hexes_of_a_regiment_are_counted(room: int, told: str) -> None:
    """18.1, line 286."""
    for option in ("at-once", "phase-end"):
        answer = break_down(3, 5, room=room, readings={"battalions-apart": option})
        assert any(step.text.startswith(told) for step in answer.steps), answer


def test_only_of_two_british_brigades_the_division_is_said_not_to_matter() -> None:
    """13.3, line 157."""
    british = may_stack([Stacked("british", "1"), Stacked("british", "2")])
    german = may_stack([Stacked("german", "1"), Stacked("german", "2")])
    assert british.value is german.value is False
    assert "the set-up alone" in str(british)
    assert "the set-up alone" not in str(german)


@pytest.mark.parametrize(
    ("die", "span", "told"),
    [
        (3, (5, 5), "A roll of 3 is not a 5: the division is not released."),
        (5, (5, 5), "A roll of 5 is a 5: the division is released."),
        (1, (1, 4), "A roll of 1 is within 1 to 4: the division is released."),
        (5, (1, 4), "A roll of 5 is not within 1 to 4: the division is not released."),
    ],
)
def test_the_roll_of_a_division_is_told_with_its_span(
    die: int, span: tuple[int, int], told: str
) -> None:
    """11.3, line 86."""
    assert released(die, span).headline == told


@pytest.mark.parametrize(("column", "told"), [(4, ()), (5, ("1 hex",)), (7, ("3 hexes",))])
def test_how_much_too_far_a_target_is_is_told(column: int, told: tuple[str, ...]) -> None:
    """17.2, line 249: a line of sight is no more than four hexes long."""
    answer = observes({Hex(1, 0): "woods"}, Hex(0, 0), Hex(column, 0))
    assert answer.value is False
    far = [r.text for r in answer.remedies if "too far away" in r.text]
    assert far == [f"The target is {hexes} too far away." for hexes in told]


def test_what_blocks_is_named_with_the_ground_it_stands_on() -> None:
    """14.1 and 17.2, lines 164 and 251: high ground by itself, or woods on it."""
    eye, between, target = Hex(0, 0), Hex(1, 0), Hex(2, 0)
    above = frozenset({eye, between})
    bare = observes({}, eye, target, above)
    wooded = observes({between: "woods"}, eye, target, above)
    assert "blocked by" in str(bare)
    assert ": high ground." in str(bare)
    assert ": woods on high ground." in str(wooded)


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("stand", "The defender stands and loses a step."),
        ("retreat", "The defender retreats 2 hexes and keeps its steps."),
    ],
)
def test_what_the_defender_chose_is_told(choice: Literal["stand", "retreat"], told: str) -> None:
    """The table's D2, line 369."""
    answer = after_combat("D2", Force((2,), (3, 3)), Force((2,), (2, 2)), choice)
    assert told in [step.text for step in answer.steps]
