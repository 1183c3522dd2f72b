"""What a man may choose: by his profile, after a hit, in hide, in combat, at a gun that bursts."""

import random
from collections import Counter

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.games.landser.rules.assault import Fighter, may_assault, may_charge
from landships_lab.games.landser.rules.movement import HIDDEN, PACES, Way, may_move
from landships_lab.games.landser.rules.shots import Shot, hits_on, may_fire
from landships_lab.games.landser.rules.squad import may_do
from landships_lab.games.landser.rules.trooper import (
    ACTIONS,
    COMBAT,
    HELPERS,
    ROSTER,
    Trooper,
    ways,
)
from landships_lab.games.landser.rules.wounds import OUTCOMES, next_turn
from landships_lab.panel import CATALOG
from tests.games.landser.asked import parsed
from tests.random_states import random_states

MAY_MOVE = {"out-of-hide": "may-move"}
ANY_FIRE = {"continuous-fire": "any-fire"}
IN_PLACE = {"loader-assists": "in-place"}
REFUGE = {"in-refuge": "may-fire"}
LOCKED = {"locked-men": "in-place"}
FIRE_ONLY = {"grenade-action": "fire-only"}


def man(outcome: str = "miss", role: str = "rifleman", **changes: object) -> Trooper:
    """Return a man with this wound, a rifleman unless he has another role."""
    return Trooper(role, outcome, **changes)  # type: ignore[arg-type]  # fields by name


def may(trooper: Trooper, read: dict[str, str] | None = None, weapon: str = "") -> set[str]:
    """Return the actions that he may choose."""
    return {action for action in ACTIONS if may_do(trooper, action, weapon, read).value is True}


def against(answer: Answer[object]) -> set[str]:
    """Return the lines that refuse it."""
    return {step.cite.lines for step in answer.steps if step.op == "forbids"}


IN_HIDE = {
    "chosen": man(last_action="hide"),
    "one hit": man("hide", hits=1),
    "more hits": man("hide", hits=2),
}
GRENADE = "fire, move and fire, covering fire"


@pytest.mark.parametrize(
    ("trooper", "read", "left"),
    [
        # line 133: angry, he returns fire, or makes ready for it (lines 111, 115, 153-155, 313)
        (man("light 1"), {}, "fire, move and fire"),
        (man("light 1", jammed="rifle"), {}, "weapon work"),
        (man("light 1", "leader", burst_before=True), {}, "weapon work"),
        (man("light 1", last_action="hide"), {}, "move"),
        (man("light 1", hid=True, hits=2), {}, "move"),
        (man("light 1", hid=True, hits=2, jammed="rifle"), {}, "move"),
        (man("light 1", "loader", gun_bursting=True), {}, "weapon work"),
        (man("light 1", "gunner", jammed="gpmg"), {}, ""),  # he has a pistol
        # lines 136-137: where a wound sends him, and what he does there
        (man("light 5"), {}, "hide"),
        (man("light 5", since="hidden"), {}, "move, move fast, sneak"),
        (man("light 5", since="there"), {}, "hide, weapon work"),
        (man("light 6"), {}, "sneak, hide"),
        (man("light 6", since="fired on"), {}, "hide"),
        (man("light 6", since="there"), {}, "fire, covering fire, hide, weapon work"),
        (man("light 5"), REFUGE, "hide"),
        (man("light 5", since="there"), REFUGE, "fire, covering fire, hide, weapon work"),
        (man("light 5", since="hidden"), REFUGE, "move, move fast, sneak, move and fire"),
        # lines 153-155: in hide
        (IN_HIDE["chosen"], {}, "hide, move, weapon work"),
        (IN_HIDE["one hit"], {}, "hide, move, sneak, weapon work"),
        (IN_HIDE["more hits"], {}, "hide, move, weapon work"),
        (man("light 3", hits=2, hid=True), {}, "hide, move, weapon work"),
        (man("miss", hits=2, hid=True), {}, "hide, move, weapon work"),
        (man("no effect", hits=2, hid=True), {}, "hide, move, weapon work"),
        # line 173: locked in combat (and lines 33, 142)
        (man(combat="assaulted"), {}, "assault, move fast"),
        (man(combat="assaulter"), {}, "assault"),
        (man(combat="assaulted", leg_wounds=1), {}, "assault"),
        (man(combat="assaulted", last_action="move fast"), {}, "assault"),
        (man(combat="assaulter"), LOCKED, "assault, fire, hide, covering fire, weapon work"),
        (man("serious 5", combat="assaulted"), {}, ""),
        # line 313: a loader at a gun that bursts
        (man(role="loader", gun_bursting=True), {}, "weapon work"),
        (man(role="loader", gun_bursting=True), IN_PLACE, "weapon work, hide"),
    ],
)
def test_what_is_left_to_a_man(trooper: Trooper, read: dict[str, str], left: str) -> None:
    assert may(trooper, read) == set(filter(None, left.split(", ")))


@pytest.mark.parametrize(
    ("trooper", "action", "weapon", "read", "value", "told"),
    [
        (man(role="leader"), "move and fire", "", {}, True, ""),  # line 281
        (man(role="gunner"), "move and fire", "gpmg", {}, False, ""),  # line 301
        (man(role="gunner"), "move and fire", "pistol", {}, True, ""),  # line 306
        (man("light 1", "gunner", jammed="gpmg"), "fire", "pistol", {}, True, ""),
        (man(role="loader"), "move and fire", "", {}, False, ""),  # line 317
        (man(), "fire", "lmg", {}, False, ""),
        (man(last_action="move fast"), "move fast", "", {}, False, ""),  # line 33
        (man(jammed="rifle"), "fire", "", {}, False, ""),  # line 111
        (man(jammed="rifle"), "weapon work", "", {}, True, ""),
        (man(jammed="rifle"), "fire", "grenade", {}, True, ""),
        (man("hide", hits=1, jammed="rifle"), "weapon work", "", {}, True, ""),  # line 153
        (man("hide", hits=1), "fire", "rifle", {}, False, ""),
        (man(last_action="hide"), "fire", "grenade", {}, False, ""),
        (man(leg_wounds=1), "assault", "", {}, False, ""),  # line 147
        (man(leg_wounds=1), "move fast", "", {}, False, ""),  # line 142
        (man("serious 6", hits=1), "move", "", {}, False, ""),
        (man("serious 1-2", helper="medic"), "move", "", {}, False, ""),  # line 144
        (man("light 3"), "move", "", {}, True, "means half speed for this turn only"),  # line 135
        (man("light 4"), "fire", "", {}, True, "means minus one to firing for this turn only"),
        (man("light 3"), "move and fire", "", {}, True, "half speed and minus one to firing for"),
        (man("light 3"), "assault", "", {}, True, "means minus one in the assault for this"),
        (man(last_action="hide"), "move", "", {}, True, "goes nowhere"),  # line 155
        (man(last_action="hide"), "move", "", MAY_MOVE, True, "4 inches"),
        (man("light 5", helper="medic"), "fire", "", {}, True, "include no medic"),
        (man("serious 5", helper="medic"), "hide", "", {}, False, "include no medic"),
        (man(), "fire", "grenade", {}, True, "The rifleman may choose Fire with a grenade."),
        (man(), "fire", "grenade", {}, True, "How many he has is not in the source"),
        (man(), "covering fire", "grenade", {}, True, ""),
        (man(), "move and fire", "grenade", FIRE_ONLY, False, ""),
        (man(), "covering fire", "grenade", FIRE_ONLY, False, ""),
        (man(), "fire", "grenade", FIRE_ONLY, True, ""),
        (man(role="gunner"), "move and fire", "grenade", {}, False, ""),  # line 301
        (man(role="loader", gun_bursting=True), "fire", "grenade", {}, False, ""),  # line 313
    ],
)
def test_may_this_man_do_that(
    trooper: Trooper, action: str, weapon: str, read: dict[str, str], value: bool, told: str
) -> None:
    answer = may_do(trooper, action, weapon, read)
    assert answer.value is value, str(answer)
    assert told in str(answer)


@pytest.mark.parametrize(
    ("outcome", "left"),
    [
        ("hide", "hide, sneak, move, weapon work"),  # lines 153-155
        ("light 1", "fire, move and fire"),  # line 133
        ("light 2", "hide"),  # line 134
        ("light 3", ", ".join(ACTIONS)),  # line 135 bars no action
        ("light 4", ", ".join(ACTIONS)),
        ("miss", ", ".join(ACTIONS)),
        ("light 5", "hide"),  # line 136
        ("light 6", "sneak, hide"),  # line 137
        ("serious 1-2", "hide"),  # line 142
        ("serious 5", ""),  # line 144
        ("serious 6", ""),  # line 145
    ],
)
def test_what_an_outcome_leaves_to_do_next_turn(outcome: str, left: str) -> None:
    assert set(next_turn(outcome).value) == set(filter(None, left.split(", ")))


def test_a_squad_has_ten_men() -> None:  # lines 267-329
    assert Counter(ROSTER.values()) == Counter(
        ["leader", "second", "gunner", "loader", *["rifleman"] * 6]
    )


# -- reasons and remedies


def test_reasons_of_refused_orders() -> None:
    """Lines 153, 155, 234 and 173 against 133-153."""
    for action in set(ACTIONS) - {"hide", "move", "weapon work"}:
        answer = may_do(IN_HIDE["chosen"], action)
        assert against(answer) & {"153", "155"}
        assert ("last_action", "move") in {(r.change, r.to) for r in answer.remedies}
    among = man("light 3", hits=2, hid=True)
    assert "153" in against(may_do(among, "sneak"))
    assert may(man("light 3", hits=1, hid=True)) == may(man("light 3", hits=2))
    for action in ("move", "move fast", "move and fire", "sneak", "assault"):
        assert "234" in str(against(may_do(man(role="loader", gun_bursting=True), action)))
    for outcome in ("hide", "light 2", "light 5", "serious 1-2"):
        for action in ACTIONS:
            assert isinstance(may_do(man(outcome, combat="assaulted"), action).value, Gap)


def test_who_is_free_of_a_wound() -> None:
    """Lines 136-137; and what cannot be done is not owed, by the other reading of line 133."""
    for outcome, since in (("light 5", "hidden"), ("light 5", "there"), ("light 6", "fired on")):
        for helper in ("commander", "medic"):
            assert may(man(outcome, since=since, helper=helper)) == set(ACTIONS)
    normal = {"cannot-return-fire": "as-normal"}
    assert may(man("light 1", jammed="rifle"), normal) == may(man(jammed="rifle"))


@pytest.mark.parametrize(
    "link",
    [
        "squad order man rifleman_1 action fire weapon rifle after light_1 jammed rifle",
        "squad order man rifleman_1 action move after light_5",
        "squad order man gunner action move_and_fire weapon gpmg",
        "squad order man loader action fire weapon rifle with gun-bursting",
        "squad template crewed gpmg moment own turns 4 with set-up loader",
        "squad gun crewed lmg bursts 2 loader_inches 0 with set-up",
        "squad gun crewed lmg turns 1",
        "spotting sneak-open@20 with blocked has-fired firer-moved",
        "assault surrender enemy 2 friend 4 mode ready enemy_does comes",
        "assault surrender enemy 1 friend 5 mode hide enemy_does comes",
        "fire smg@45",
        "fire pistol@12",
    ],
)
def test_what_a_refusal_offers_helps(link: str) -> None:
    state = parsed(link)
    remedies = [one for one in state.ask().remedies if one.to is not None]
    assert remedies
    for one in remedies:
        assert state.set(one.change, one.to).ask().value is not False, one


@pytest.mark.parametrize(
    ("asked", "change", "text"),
    [
        (may_fire(Shot("smg", 4, burst_before=True)), "burst_before", "a turn of reloading"),
        (
            may_fire(Shot("gpmg", 4, automatic=True, burst_before=True, lone=True)),
            "burst_before",
            "After a turn without a burst, it may fire.",
        ),
        (
            may_fire(Shot("gpmg", 4, automatic=True, burst_before=True, lone=True)),
            "lone",
            "With a loader, it may fire.",
        ),
        (
            may_do(man(role="gunner", burst_before=True, alone=True), "fire", "gpmg", ANY_FIRE),
            "burst_before",
            "After a turn without a burst, he may.",
        ),
    ],
)
def test_the_remedies_after_a_burst_say_what_is_missing(
    asked: Answer[object], change: str, text: str
) -> None:
    """Line 115: a submachine gun reloads; line 232: a lone GPMG pauses, or finds a loader."""
    assert any(one.change == change and text in one.text for one in asked.remedies)


def test_a_wound_is_set_with_its_way_and_forgotten_with_it() -> None:
    """Lines 136-137."""
    state = parsed("squad order man rifleman_1 action fire weapon rifle after light_6 since there")
    assert state.set("outcome", "light 5").since == "there"
    assert state.set("outcome", "hide").since == ""


# -- one answer from several rules


@pytest.mark.parametrize("read", [{}, MAY_MOVE])
@pytest.mark.parametrize("hidden", HIDDEN[1:])
def test_orders_and_measures_agree_on_a_man_in_hide(hidden: str, read: dict[str, str]) -> None:
    """Lines 153-155: what he may not choose, he may not go; what he may choose, he may begin."""
    assert IN_HIDE[hidden].hidden == hidden
    for pace in PACES:
        ordered = may_do(IN_HIDE[hidden], pace, readings=read).value
        assert may_move(Way(pace, hidden=hidden), read).value is ordered, pace


def test_shots_and_orders_agree_in_the_turn_after_a_burst_and_on_wounds() -> None:
    """Lines 115, 232 and 143."""
    for weapon, role in {"smg": "leader", "gpmg": "gunner", "rifle": "rifleman"}.items():
        for alone in (False, True):
            for read in ({}, ANY_FIRE):
                shot = Shot(weapon, 4, burst_before=True, lone=alone)
                told = may_do(man(role=role, burst_before=True, alone=alone), "fire", weapon, read)
                assert told.value is may_fire(shot, read).value, (weapon, alone, read)
    for arms in range(4):
        steps = may_do(man(arm_wounds=arms), "fire").steps
        told_of = [step.text for step in steps if step.cite.lines == "143"]
        assert told_of == ([f"His (b) wounds take {arms} from the hit die."] if arms else [])
        assert hits_on(Shot("rifle", 4, arm_wounds=arms)).value == 2 + arms


@pytest.mark.long
def test_assault_and_orders_agree_on_who_may_assault() -> None:
    """Line 147, over random orders and fighters."""
    dice = random.Random(147)
    for _ in range(200):
        legs, arms = dice.randint(0, 2), dice.randint(0, 2)
        fighter = Fighter(serious_wounds=legs + arms, disorientated=dice.random() < 1 / 2)
        outcome = "light 3" if fighter.disorientated else "miss"
        ordered = may_do(man(outcome, leg_wounds=legs, arm_wounds=arms), "assault")
        assert ordered.value is may_assault(fighter).value
        assert may_charge(fighter, 0, 0).value is ordered.value
    for state in random_states(CATALOG["landser:squad"], 300):
        if state.question == "order" and state.action == "assault" and not state.combat:
            assert not (state.legs + state.arms) or state.ask().value is False, state.text()


def _random_trooper(dice: random.Random) -> Trooper:
    outcome = dice.choice([key for key in OUTCOMES if not key.startswith("serious 6")])
    return Trooper(
        dice.choice(("leader", "second", "gunner", "loader", "rifleman")),
        outcome,
        dice.randint(0, 3),
        dice.choice(("", *ACTIONS)),
        dice.choice(("", "rifle", "smg", "gpmg")),
        dice.randint(0, 1),
        dice.randint(0, 1),
        dice.choice(HELPERS),
        dice.random() < 1 / 3,
        dice.random() < 1 / 2,
        dice.random() < 1 / 2,
        dice.random() < 1 / 2,
        dice.random() < 1 / 2,
        dice.choice(ways(outcome)),
        dice.choice(("", "", *COMBAT)),
    )


@pytest.mark.long
@pytest.mark.parametrize("read", [{}, MAY_MOVE, IN_PLACE])
def test_a_man_in_action_can_always_do_something(read: dict[str, str]) -> None:
    """No two printed orders leave a man with nothing to choose, but out of action."""
    dice = random.Random(133)
    for _ in range(800):
        trooper = _random_trooper(dice)
        weapons = trooper.man.weapons
        values = [may_do(trooper, a, w, read).value for a in ACTIONS for w in weapons]
        left = [value for value in values if value is not False]  # a Gap is the players' to settle
        assert left or trooper.outcome == "serious 5", trooper
