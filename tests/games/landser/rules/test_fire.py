"""Landser fire: every printed table, the chain of rolls against outside referees, every reading,
every refusal.
"""

import itertools
from collections import Counter
from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.data.load import DataError, readings, structure
from landships_lab.games.landser.data.tables import effects, firing
from landships_lab.games.landser.rules.fire import fire_odds, fire_tree, resolve
from landships_lab.games.landser.rules.shots import (
    Shot,
    dogs_chance,
    dogs_chance_result,
    hit_chance,
    hits_on,
    may_fire,
)
from landships_lab.games.landser.rules.wounds import Hit, Target, roll_on, roll_up

# Lines 78-82 and, for pistol and launcher, 308-309 and 225-226: the number at point blank, short,
# medium, long, extreme range.
HIT_TABLE = {
    "rifle": "3 2 4 4 5",  # line 79, and the profiles of lines 295, 320, 329
    "smg": "1 1 4 6 -",  # line 80, and the profile of line 284
    "lmg": "3 2 2 2 4",  # line 81
    "gpmg": "3 2 1 1 2",  # line 82, and the profile of line 304
    "pistol": "3 5 6 - -",  # line 309
    "launcher": "- - 5 6 -",  # line 226
}
INCHES = (1, 4, 8, 20, 45)  # one distance in each range, whichever way medium is read
DIE = range(1, 7)
GUNS = [gun for gun in HIT_TABLE if gun != "launcher"]


@pytest.mark.parametrize("weapon", HIT_TABLE)
def test_the_hit_table(weapon: str) -> None:
    for cell, inches in zip(HIT_TABLE[weapon].split(), INCHES, strict=True):
        shot = Shot(weapon, inches)
        if cell == "-":
            for ask in (hits_on, hit_chance, fire_odds, fire_tree):
                with pytest.raises(ValueError, match=r"has a dash .*it cannot fire\.$"):
                    ask(shot)
            refusal = may_fire(shot)
            assert refusal.value is False
            assert "dash" in refusal.headline
        else:
            assert hits_on(shot).value == int(cell), str(hits_on(shot))
            assert hit_chance(shot) == Fraction(7 - int(cell), 6)


@pytest.mark.parametrize(
    ("inches", "name"),
    [(0, "point blank"), (2, "point blank"), (Fraction(41, 20), "short"), (5, "short")],
)
def test_near_ranges_end_at_two_and_five_inches(inches: Fraction, name: str) -> None:  # line 68
    assert name in hits_on(Shot("rifle", inches)).steps[0].text


@pytest.mark.parametrize(("reading", "last"), [("to-10", 10), ("to-15", 15)])
def test_medium_range_ends_as_it_is_read(
    reading: str, last: int
) -> None:  # line 68 against line 78
    read = {"medium-band": reading}
    assert "medium" in hits_on(Shot("rifle", last), read).steps[0].text
    assert "long" in hits_on(Shot("rifle", last + Fraction(1, 100)), read).steps[0].text
    assert hits_on(Shot("smg", 12), read).value == (6 if reading == "to-10" else 4)
    assert hits_on(Shot("smg", 12), read).steps[0].reading == "medium-band"
    assert hits_on(Shot("smg", 20), read).steps[0].reading == ""


def test_the_printed_impossible_shot() -> (
    None
):  # line 97: a six is needed, minus three for the vehicle
    answer = hits_on(Shot("smg", 20, moving_vehicle=True))
    assert answer.value == 6
    assert [step.amount for step in answer.steps if "effect die" in step.text] == [-3]
    assert fire_odds(Shot("smg", 20, moving_vehicle=True)).p("hide") == Fraction(
        1, 6
    )  # 1-3 to 3-6 on 1-4: always hide


def test_both_readings_of_the_penalty_keep_the_printed_example_and_differ_elsewhere() -> None:
    printed, other = Shot("smg", 20, moving_vehicle=True), Shot("rifle", 20, moving_vehicle=True)
    whole, excess = {"impossible-penalty": "whole"}, {"impossible-penalty": "excess"}
    assert fire_odds(printed, readings=whole) == fire_odds(printed, readings=excess)
    assert (
        fire_odds(other, readings=whole).p("light 1") == 0
    )  # minus three leaves nothing above three
    assert fire_odds(other, readings=excess).p("light 1") == Fraction(
        1, 216
    )  # needs seven: one too many, so a six is a five


@pytest.mark.parametrize(
    ("shot", "says"),
    [
        (Shot("rifle", 61), "beyond extreme range, which ends at 60"),
        (Shot("gpmg", 8, firer_moved=True), "cannot move and fire"),  # line 197
        (Shot("lmg", 8, firer_moved=True, automatic=True), "cannot move and fire on automatic"),
        (Shot("rifle", 8, automatic=True), "no automatic fire"),
        (Shot("rifle", 8, set_up=False), "Only a GPMG has to be set up"),
    ],
)
def test_a_shot_that_may_not_be_fired_is_refused_with_its_reason(shot: Shot, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        fire_odds(shot)
    assert says in may_fire(shot).headline


def test_remedies_of_a_refusal_do_help() -> None:
    offered = may_fire(Shot("smg", 45)).remedies
    assert {r.change for r in offered} == {"range", "weapon"}
    for remedy in offered:
        mended = Shot("smg", remedy.to) if remedy.change == "range" else Shot(remedy.to, 45)
        assert may_fire(mended).value, remedy
    (switch,) = [r for r in may_fire(Shot("pistol", 12)).remedies if r.change == "medium-band"]
    assert may_fire(Shot("pistol", 12), {"medium-band": switch.to}).value


# ------------------------------------------------------------------------------- effects and wounds

LIGHT = {die: f"light {die}" for die in range(1, 7)}  # lines 133-138, seven is serious
WOUNDS = ("1-2", "1-2", "3-4", "3-4", "5", "6")  # lines 142-145
SERIOUS = {die: f"serious {wound}" for die, wound in enumerate(WOUNDS, 1)}


# ------------------------------------------------------------------------ the chain, by other hands


def chain(shot: Shot, target: Target, rolls: tuple[int, ...]) -> str:
    """The same rules once more, written straight down from the text, for the default readings."""
    hit, effect, light, serious = rolls
    band = next(n for n, last in enumerate((2, 5, 10, 30, 60)) if shot.range_inches <= last)
    minus = (
        3 * shot.moving_vehicle
        + shot.firer_moved
        + shot.target_moving_fast
        + shot.arm_wounds
        + shot.disorientated
    )
    minus += {"none": 0, "half": 1, "full": 2}[shot.cover] * (band > 0)
    bonus = int(
        shot.repeat and not (shot.moving_vehicle or shot.firer_moved or shot.target_moving_fast)
    )
    needed = int(HIT_TABLE[shot.weapon].split()[band]) + minus - bonus
    if hit < min(needed, 6):
        return "miss"
    effect += {0: 2, 1: 1}.get(band, 0) - (minus if needed > 6 else 0)
    if effect <= 4:
        return "hide"
    near = int(band <= 1)
    if effect == 5:
        light += near + target.light_this_turn
        if light < 7:
            return LIGHT[light]
    return SERIOUS[min(serious + near + target.serious_wounds, 6)]


def enumerated(shot: Shot, target: Target) -> dict[str, Fraction]:
    """The odds by running `chain` over all 1296 rolls."""
    counted = Counter(chain(shot, target, rolls) for rolls in itertools.product(DIE, repeat=4))
    return {outcome: Fraction(count, 6**4) for outcome, count in counted.items()}


SHOTS = st.builds(
    Shot,
    st.sampled_from(["rifle", "smg", "lmg", "pistol"]),
    st.sampled_from([0, 2, 3, 5, 7, 10, 11, 30, 31, 60]),
    moving_vehicle=st.booleans(),
    firer_moved=st.booleans(),
    target_moving_fast=st.booleans(),
    cover=st.sampled_from(["none", "half", "full"]),
    repeat=st.booleans(),
    arm_wounds=st.integers(0, 2),
    disorientated=st.booleans(),
).filter(lambda shot: may_fire(shot).value)
TARGETS = st.builds(Target, st.booleans(), st.integers(0, 3))
READ = st.fixed_dictionaries(
    {
        key: st.sampled_from([o.id for o in reading.options])
        for key, reading in readings("landser").items()
    }
)


@given(SHOTS, TARGETS)
def test_the_odds_are_those_of_the_rules_run_over_every_roll(shot: Shot, target: Target) -> None:
    assert dict(fire_odds(shot, target)) == enumerated(shot, target)


@pytest.mark.long
@given(SHOTS, TARGETS, READ)
def test_one_roll_explained_and_the_tree_agree_over_every_roll(
    shot: Shot, target: Target, read: dict[str, str]
) -> None:
    told = Counter(
        resolve(shot, rolls, target, read).value
        for rolls in itertools.product(DIE, repeat=4)
        if rolls[3] == rolls[2]
    )
    # the last two dice are thrown alike, so that 216 runs are enough: no course but that through a
    # light seven needs both
    odds = fire_odds(shot, target, read)
    assert set(told) <= {outcome for outcome, _ in odds}
    for outcome in ("miss", "no effect", "hide", *LIGHT.values()):
        assert odds.p(outcome) == Fraction(told[outcome], 216)


@given(
    SHOTS | st.builds(Shot, st.just("launcher"), st.sampled_from([6, 10, 11, 30])), TARGETS, READ
)
def test_every_tree_sums_to_one_and_its_branches_to_their_branch(
    shot: Shot, target: Target, read: dict[str, str]
) -> None:
    if not may_fire(shot, read).value:
        return
    tree = fire_tree(shot, target, read)
    assert tree.chance == 1
    assert sum(chance for _, chance in fire_odds(shot, target, read)) == 1
    for branch in tree.walk():
        assert bool(branch.outcome) != bool(branch.branches)
        if branch.branches:
            assert sum(below.weight for below in branch.branches) == branch.weight
    assert len({branch.path for branch in tree.walk()}) == len(list(tree.walk()))


def outside_odds(weapon_needs: int, near: int, effect_plus: int) -> dict[str, Fraction]:
    """A plain shot as icepool works it out."""
    d6 = icepool.d6
    serious = (d6 + near).map(lambda n: SERIOUS[min(n, 6)])
    light = (d6 + near).map(lambda n: LIGHT[n] if n < 7 else serious)
    effect = (d6 + effect_plus).map(lambda n: "hide" if n <= 4 else light if n == 5 else serious)
    die = d6.map(lambda n: effect if n >= weapon_needs else "miss")
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


@pytest.mark.parametrize("weapon", GUNS)
def test_icepool_agrees(weapon: str) -> None:
    for cell, inches, near, plus in zip(
        HIT_TABLE[weapon].split(), INCHES, (1, 1, 0, 0, 0), (2, 1, 0, 0, 0), strict=True
    ):
        if cell != "-":
            assert dict(fire_odds(Shot(weapon, inches))) == outside_odds(int(cell), near, plus)


def test_a_launched_grenade_over_every_roll() -> None:
    """Lines 207-228: placed on five at medium range, else scattered; effective on three; effects as
    at point blank.
    """
    counted: Counter[str] = Counter()
    for place, score, strong, effect in itertools.product(DIE, repeat=4):
        if (
            place < 5 and score > 2
        ) or strong < 3:  # half the score is more than the one inch of the small template
            counted["miss"] += 216
            continue
        for light, serious in itertools.product(DIE, repeat=2):
            shown = effect + 2
            outcome = "hide" if shown <= 4 else ""
            if shown == 5:
                outcome = LIGHT.get(light + 1, "")
            counted[outcome or SERIOUS[min(serious + 1, 6)]] += 6
    total = sum(counted.values())
    assert dict(fire_odds(Shot("launcher", 8))) == {
        outcome: Fraction(count, total) for outcome, count in counted.items()
    }


def test_outcomes_are_summed_up_in_three_words() -> None:
    odds = roll_up(fire_odds(Shot("rifle", 4)))
    assert [word for word, _ in odds] == ["unharmed", "suppressed", "out of the fight"]
    assert odds.p("unharmed") == 1 - hit_chance(Shot("rifle", 4))
    assert {outcome.becomes for outcome in effects().outcomes.values()} == {
        word for word, _ in odds
    }


# ----------------------------------------------------------------------------------------- readings


def test_a_natural_one_is_read_both_ways() -> None:  # line 101 against line 82
    assert hit_chance(Shot("gpmg", 8)) == 1
    assert hit_chance(Shot("gpmg", 8), {"natural-one": "never-hits"}) == Fraction(5, 6)


def test_a_roll_beyond_the_table_is_read_both_ways() -> None:
    shot = Shot("rifle", 20, moving_vehicle=True)
    assert fire_odds(shot).p("no effect") == 0
    assert fire_odds(shot, readings={"effect-beyond-table": "nothing-below"}).p(
        "no effect"
    ) == Fraction(1, 12)  # one to three of six


def test_the_wound_at_hand_counts_or_not_as_read() -> None:
    assert roll_on("serious", 4, Hit(3)).value == 4
    assert roll_on("serious", 4, Hit(3), readings={"serious-count": "with-this"}).value == 5


# ---------------------------------------------------------------------------- jams and Dog's chance


@pytest.mark.parametrize(("reading", "hits"), [("exactly-11", 2), ("11-or-more", 3)])
def test_a_dogs_chance(reading: str, hits: int) -> None:  # line 97
    odds = dogs_chance(Shot("smg", 20, moving_vehicle=True), {"dogs-chance": reading})
    assert (odds.p("hit"), odds.p("gun blows up")) == (Fraction(hits, 36), Fraction(1, 36))
    assert dogs_chance_result(1, 1).value == "gun blows up"


# --------------------------------------------------------------------------------------------- laws


@given(SHOTS)
def test_cover_never_helps_the_firer(shot: Shot) -> None:
    covers = ("none", "half", "full")
    chances = [hit_chance(Shot(shot.weapon, shot.range_inches, cover=cover)) for cover in covers]
    assert chances == sorted(chances, reverse=True)


def test_a_table_with_a_gap_or_a_wrong_cell_is_refused_in_one_sentence() -> None:
    broken = {"name": "rifle", "cite": "hit-rifle", "needs": ["3", "2", "7", "4", "5"]}
    with pytest.raises(DataError, match="each a number from 1 to 6 or '-'"):
        structure(broken, type(firing().weapons["rifle"]), "weapons")
    cite = {"name": "rifle", "cite": "hit-rifel", "needs": ["3", "2", "4", "4", "5"]}
    with pytest.raises(DataError, match="The nearest is hit-rifle"):
        structure(cite, type(firing().weapons["rifle"]), "weapons")
