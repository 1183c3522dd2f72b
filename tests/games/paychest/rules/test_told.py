"""What the steps of Paychest tell is so: sentences against the values they speak of, and nothing
told that does not bear.
"""

import re
from fractions import Fraction
from itertools import product

import pytest

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Thrown
from landships_lab.games.paychest.analysis.battle import end_of_turn
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.games.paychest.rules.fire import cards_out, gun_fire, may_fire_at, volley
from landships_lab.games.paychest.rules.forces import muster
from landships_lab.games.paychest.rules.melee import Side, contact
from landships_lab.games.paychest.rules.morale import (
    leader_chance,
    leader_failed,
    leader_lost,
    leader_step,
)
from landships_lab.games.paychest.rules.shot import (
    Aim,
    HitRoll,
    describe_roll,
    modified_skill,
    to_hit,
)
from landships_lab.panel import CATALOG
from tests.games.paychest.rules.odds import skill_roll

SKILLS = supplied("skills = { legionnaire = { firearms = 4, melee = 3 } }")
DECK = supplied('casualties = [{ card = "out", copies = 60, out = true }]')
GROUP = may_fire_at("group", "group", 10)


def of(answer: Answer[object], section: str) -> list[Step]:
    """Return the steps that cite this section."""
    return [step for step in answer.steps if step.cite.section == section]


# ------------------------------------------------------------------------------------- the verdicts

#: A panel and its words, and the verdict.
VERDICTS = """
# fire, line 5: up to 90 letters keep their shots; the fourth has 90, and the fifth would have 91
fire skill 4 moved charge figures 10 men 8 => Only a 1 is a hit: each shot 16.7% of the time, \
2.7 hits on average from 16 shots.
fire skill 4 moved charge figures 10 men 1 troops arabs => Only a 1 is a hit: 16.7% of the time, \
0.2 hits on average.
fire skill 4 moved charge figures 10 men 1 => Only a 1 is a hit: each shot 16.7% of the time, \
0.3 hits on average from 2 shots.
fire skill 3 moved charge troops arabs figures 10 men 6 => A ONE, then 3 or less, hits: each shot \
8.3% of the time, 0.5 hits on average from 6 shots.
fire skill 3 moved charge troops arabs figures 10 men 10 => A ONE, then 3 or less, hits: each shot \
8.3% of the time, 0.8 hits on average.
fire skill 6 moved stand troops arabs figures 10 men 4 => Any roll hits: 4 hits on average from 4 \
shots.
# line 11
fire weapon machine-gun skill 1 moved charge figures 1 reading ones=jam-first => No roll hits: \
the only one that would jams the gun.
# line 7: the verdict of several fights is that of the first
melee skill_a 4 men_a 3 skill_b 3 men_b 2 reading melee-many=pairs => 2 to 1: side A hurts B 75.9% \
of the time, B hurts A 11.6%, nobody is hurt 12.5%.
melee skill_a 4 men_a 3 skill_b 3 men_b 2 => Side A hurts B 78.7% of the time, B hurts A 12.8%, \
nobody is hurt 8.4%.
# the cards, line 3; lost leaders, lines 9 and 10; formations, line 12
turn mine 3 theirs 0 => Only your cards are left: the next unit is yours.
turn mine 0 theirs 3 => Only enemy cards are left: the next unit is the enemy's.
morale kind irregular figures 12 leader lost hits 0 => Without its leader the unit holds 58.3% of \
the time.
morale kind irregular figures 12 leader lost hits 3 => Without its leader the unit holds 54.3% to \
55.1% of the time (result 1 is lost).
forces formation battery => The artillery battery has 14 figures and 3 guns.
forces formation native-section => The native gun section has 4 figures and 1 gun.
"""


def asked(link: str) -> Answer[object]:
    return CATALOG[f"paychest:{link.split(maxsplit=1)[0]}"].parse(f"paychest:{link}").ask()


@pytest.mark.parametrize("line", [one for one in VERDICTS.split("\n") if "=>" in one])
def test_a_verdict(line: str) -> None:
    link, _, verdict = line.partition(" => ")
    assert asked(link).headline == verdict


#: A panel and its words, and what is told (=>) or not told (=/).
TOLD = """
# lines 5, 6 and 11: whose modifiers, and what is left out
fire weapon rifle skill 4 moved stand =/ ranges and modifiers of a rifle
fire weapon machine-gun skill 4 moved stand => ranges and modifiers of a rifle
fire weapon shell skill 4 moved stand =/ ranges and modifiers of a rifle
fire weapon rifle skill 4 moved stand modifier 0 => left out
fire weapon rifle skill 4 moved stand modifier 2 =/ left out
fire weapon rifle skill 4 moved stand modifier -2 =/ left out
# line 12
command about merge first 7 second 9 => That is 4 fewer than the 20 of a full company.
command about merge first 14 second 12 => That is 6 more than the 20 of a full company.
command about merge first 10 second 10 => That is as many as the 20 of a full company.
# line 7
melee skill_a 4 skill_b 3 men_a 1 men_b 1 =/ The text names one man, or two, against one
melee skill_a 4 skill_b 3 men_a 2 men_b 1 =/ The text names one man, or two, against one
melee skill_a 4 skill_b 3 men_a 1 men_b 2 =/ The text names one man, or two, against one
melee skill_a 4 skill_b 3 men_a 2 men_b 2 => The text names one man, or two, against one
melee skill_a 4 skill_b 3 men_a 3 men_b 1 => The text names one man, or two, against one
"""


@pytest.mark.parametrize("line", [one for one in TOLD.split("\n") if " =" in one])
def test_what_is_told_and_where_it_is_not(line: str) -> None:
    link, told, part = re.split(r" (=[>/]) ", line)
    assert (part in str(asked(link))) is (told == "=>")


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        (Side(4), Side(3), "on average that leaves 0.7 hits more on side B."),
        (Side(3), Side(4), "on average that leaves 0.7 hits more on side A."),
        (Side(4), Side(4), "on average that leaves as many on one side as on the other."),
        (Side(4), Side(0), "Side B makes no hits, so none cancel."),
        (Side(-1), Side(4), "Side A makes no hits, so none cancel."),
        (Side(0), Side(0), "Neither side makes a hit, so none cancel."),
        (Side(4, 1, others=2), Side(3), "Side A: 1 man of skill 4 rolls 1 die"),
        (Side(4, 2, others=4), Side(3), "Side A: 2 men of skill 4 roll 2 dice"),
        (Side(4, 2, others=2), Side(3), "Side A: 2 men of skill 4 and 2 roll 2 dice"),
    ],
)
def test_what_a_melee_tells_line_7(a: Side, b: Side, told: str) -> None:
    answer = contact(a, b)
    assert told in str(answer)
    (step,) = of(answer, "Melee Combat, cancelling hits")
    assert (step.op, step.amount) == ("start", answer.value)


@pytest.mark.parametrize(
    ("mine", "theirs", "told"),
    [
        (3, 1, "The men form 1 fight: 2 to 1; 1 man does not fight."),
        (4, 2, "The men form 2 fights, each 2 to 1."),
        (5, 2, "The men form 2 fights, each 2 to 1; 1 man does not fight."),
        (3, 2, "The men form 2 fights: 2 to 1 and 1 to 1."),
        (1, 5, "The men form 1 fight: 1 to 2; 3 men do not fight."),
    ],
)
def test_the_men_who_wait_are_counted_line_7(mine: int, theirs: int, told: str) -> None:
    answer = contact(Side(4, mine), Side(3, theirs), many="pairs")
    assert told in [step.text for step in answer.steps]


# ----------------------------------------------------------------------------------------- the roll


@pytest.mark.parametrize(
    ("moved", "modifier", "left"),
    [
        ("stand", 0, "No modifier changes the firer's skill of 4."),
        ("advance", 0, "Modifiers of −2 leave 2 of the skill of 4."),
        ("charge", 1, "Modifiers of −2 leave 2 of the skill of 4."),
        ("advance", 2, "No modifier changes the firer's skill of 4."),
        ("stand", 2, "Modifiers of +2 leave 6 of the skill of 4."),
    ],
)
def test_what_the_modifiers_leave_of_a_skill_line_5(moved: str, modifier: int, left: str) -> None:
    (step,) = of(
        modified_skill(HitRoll(4, moved=moved, modifier=modifier)), "Weapons Fire, the skill"
    )
    assert (step.text, step.op) == (left, "note")


def test_one_die_or_a_one_and_a_second_line_7() -> None:
    """The one sentence stands where the skill is left, the other where it is zero or less."""
    for skill, moved in product(range(-1, 7), ("stand", "advance", "charge")):
        answer = modified_skill(HitRoll(skill, moved=moved))
        assert isinstance(answer.value, int)
        one, two = (
            of(answer, f"Weapons Fire, {name}")
            for name in ("the roll to hit", "a skill of zero or less")
        )
        assert (len(one), len(two)) == ((1, 0) if answer.value > 0 else (0, 1))


#: The highest face that each phrase of a verdict lets hit.
UP_TO = {"No roll": 0, "Only a 1": 1, "a 1": 1, "Any roll": 6, "anything": 6} | {
    f"{face} or less": face for face in range(2, 6)
}


@pytest.mark.parametrize("skill", range(-1, 9))
def test_the_roll_that_is_told_is_every_roll_that_hits_line_7(skill: int) -> None:
    dice = list(product(range(1, 7), repeat=2))
    for modified, on_die in product(range(-2, 9), range(4)):
        aimed = Aim(skill, modified, on_die)
        words = re.fullmatch(r"(A ONE, then )?(.+?),? (hits|is a hit)\.", describe_roll(aimed))
        assert words, describe_roll(aimed)
        first = 1 if words[1] else UP_TO[words[2]]
        second = UP_TO[words[2]] if words[1] else 6
        told = {(one, two) for one, two in dice if one <= first and two <= second}
        assert told == {roll for roll in dice if to_hit(aimed, Thrown(roll)).value}, aimed


def test_a_skill_of_the_roster_is_told_from_a_typed_one_lines_10_and_11() -> None:
    usual = modified_skill(HitRoll(4, figure="legionnaire", tables=SKILLS))
    typed = modified_skill(HitRoll(6, tables=SKILLS))
    bare = modified_skill(HitRoll(6))
    rosters = "Skill Levels and Weapons, the roster"
    others = "Skill Levels and Weapons, exceptional figures"
    assert [len(of(answer, rosters)) for answer in (usual, typed, bare)] == [1, 0, 0]
    assert [len(of(answer, others)) for answer in (usual, typed, bare)] == [0, 1, 0]
    assert "this is that for fire" in of(usual, rosters)[0].text
    assert "You give the firer a skill of 6 yourself." in str(typed)
    melee = contact(Side(3, figure="legionnaire"), Side(3), tables=SKILLS)
    assert "this is that for melee" in of(melee, rosters)[0].text
    assert "You give the melee skill of side B yourself." in str(melee)
    both = contact(Side(3), Side(3), tables=SKILLS)
    assert "You give the melee skill of side A and side B yourself." in str(both)
    assert "the table of skills is lost" in str(contact(Side(3), Side(3)))


# ---------------------------------------------------------------------------------------- the cards


def test_where_nothing_can_hit_no_card_is_drawn_line_7() -> None:
    for skill, hits in ((0, False), (1, True)):
        for answer in (
            volley(HitRoll(skill, tables=DECK), "arabs", 4, GROUP),
            gun_fire(HitRoll(skill, "shell", tables=DECK)),
            gun_fire(HitRoll(skill, "machine-gun", tables=DECK)),
        ):
            assert bool(of(answer, "casualty deck")) is hits
            assert (answer.detail.out is not None) is hits
    one_side = contact(Side(4), Side(0), tables=DECK)
    assert [step.text.partition(" draws")[0] for step in of(one_side, "casualty deck")] == [
        "Each hit on side B"
    ]
    assert [out is not None for out in one_side.detail.out] == [False, True]
    assert not of(contact(Side(0), Side(0), tables=DECK), "casualty deck")


def test_a_deck_serves_as_many_hits_as_it_has_cards_line_7() -> None:
    """Six hits need six cards: one card fewer, and nothing is said of those out of action."""
    odds = gun_fire(HitRoll(6, "machine-gun")).detail.hits
    for copies in (5, 6):
        deck = supplied(f'casualties = [{{ card = "out", copies = {copies}, out = true }}]')
        assert (cards_out(odds, deck) is not None) is (copies == 6)


# -------------------------------------------------------------------------------------- hits cancel


# --------------------------------------------------------------------------------------------- guns


def test_those_in_cover_are_kept_from_harm_lines_12() -> None:
    """What cannot be hit is forbidden, and the chance of the test is that of one die."""
    for hidden, chance in (
        (0, None),
        (1, "never make 12"),
        (5, "never make 12"),
        (6, "16.7%"),
        (11, "every time"),
    ):
        answer = gun_fire(HitRoll(3, "shell"), hidden=hidden)
        steps = [
            s for s in answer.steps if s.cite.section.startswith("Supplement, troops in cover")
        ]
        assert [step.op for step in steps] == (["forbids", "note"] if hidden else [])
        if chance:
            assert chance in steps[1].text
            figures = "1 figure" if hidden == 1 else f"{hidden} figures"
            assert steps[0].text == f"{figures} in cover cannot be hit."
    (exposed,) = of(gun_fire(HitRoll(3, "shell"), exposed=1), "Supplement, troops in cover")
    assert exposed.text.startswith("1 figure in cover is partly exposed")
    assert exposed.op == "forbids"


@pytest.mark.parametrize("skill", range(-1, 8))
@pytest.mark.parametrize("moved", ["stand", "charge"])
@pytest.mark.parametrize("ones", ["hit-first", "jam-first"])
@pytest.mark.parametrize("turn", ["once", "as-crew"])
def test_a_gun_is_told_in_a_line_lines_11(skill: int, moved: str, ones: str, turn: str) -> None:
    readings = {"ones": ones, "gun-turn": turn}
    for weapon in ("machine-gun", "shell"):
        answer = gun_fire(HitRoll(skill, weapon, moved=moved), readings=readings)
        assert len(answer.headline) <= 90
        jams = of(answer, "Supplement, machine guns, 3")
        assert len(jams) == (weapon == "machine-gun")
        for step in jams:
            assert ("the burst misses" in step.text) is (ones == "jam-first")
            assert re.findall(r"in (\d+) burst", step.text) == ["2"] * (turn == "as-crew")
            assert ("5.5%" if turn == "as-crew" else "2.8%") in step.text
        twice = turn == "as-crew" and isinstance(answer.value, Fraction | int) and answer.value
        if twice and not answer.detail.jam_cancels:
            assert answer.headline.endswith("from 2 bursts." if jams else "from 2 shells.")
        else:
            assert " from " not in answer.headline


def test_a_die_is_told_to_be_within_the_skill_where_it_is_line_7() -> None:
    for die, skill in product(range(1, 7), repeat=2):
        answer = skill_roll(skill, 0, die)
        told = f"The die shows {die}: {'no more' if die <= skill else 'more'} than the skill"
        assert any(step.text.startswith(told) for step in answer.steps)
        assert answer.value is (die <= skill)


def test_what_is_left_out_and_lost_is_told_in_the_right_number_lines_5_and_11() -> None:
    assert "Range and cover are left out; their printed" in str(modified_skill(HitRoll(4)))
    for gun in ("machine-gun", "shell"):
        assert "Range is left out; its printed" in str(modified_skill(HitRoll(4, gun)))


def test_a_formation_that_is_there_more_than_once_is_counted_line_12() -> None:
    brigade, battalion, company = muster("brigade").steps[:3]
    assert brigade.text.endswith(": 3 figures.")
    assert battalion.text.endswith(": 6 figures, 2 times.")
    assert company.text.endswith(": 20 figures, 8 times.")


@pytest.mark.parametrize("leaders", ["may", "only"])
def test_each_refusal_of_fire_offers_its_own_ways_line_5(leaders: str) -> None:
    """Another firer is offered for a single figure alone: at ground that is too wide nobody may."""
    refused = {
        ("group", "figure"): ["target", "firer"],
        ("group", "group"): ["target"],
        ("group", "location"): ["target", "width"],
        ("leader", "location"): ["target"] + (["width"] if leaders == "may" else []),
    }
    for (firer, aim), ways in refused.items():
        answer = may_fire_at(firer, aim, 1, 6, 4, leaders)
        assert [remedy.change for remedy in answer.remedies] == ways, answer


@pytest.mark.parametrize("leaders", ["may", "only"])
def test_only_a_stretch_of_ground_is_refused_for_its_width_line_5(leaders: str) -> None:
    """A width that is set counts for ground alone, and not where ground is refused as such."""
    for firer, aim, width in product(("group", "leader"), ("figure", "group", "location"), (4, 5)):
        answer = may_fire_at(firer, aim, 1, width, 4, leaders)
        ground = aim == "location" and not (firer == "leader" and leaders == "only")
        assert ("so wide" in answer.headline) is (ground and width > 4)
        assert [remedy.to for remedy in answer.remedies if remedy.change == "width"] == (
            [4] if ground and width > 4 else []
        )


@pytest.mark.parametrize(
    ("skill", "figures", "roll"),
    [
        (6, 9, "3 or less hits"),
        (4, 9, "Only a 1 is a hit"),
        (3, 9, "No roll hits"),
        (8, 6, "Any roll hits"),
    ],
)
def test_what_is_added_to_the_die_makes_it_harder_line_11(
    skill: int, figures: int, roll: str
) -> None:
    shot = HitRoll(skill, "machine-gun", target_figures=figures)
    answer = gun_fire(shot, readings={"skill-plus": "added-to-die"})
    assert answer.headline.startswith(roll)
    faces = [die for die in range(1, 7) if die + figures // 3 <= skill]
    assert answer.value == Fraction(len(faces), 6)


# ------------------------------------------------------------------------------------------ leaders


def test_the_roll_for_a_lost_leader_is_told_with_its_chance_line_9() -> None:
    assert leader_chance() == Fraction(15, 36)
    assert leader_step().text.endswith("under 7 fails, 41.7% of the time.")
    for kind in ("regular", "irregular"):
        failed = leader_failed(kind)
        assert leader_lost(kind, 6).steps[1:] == failed.steps
        assert leader_lost(kind, 6).headline == failed.headline


def test_a_unit_that_holds_without_its_leader_is_said_to_hold_line_9() -> None:
    """Where the reader's line lets it hold, no chance is told."""
    holds = supplied('[leader_lost]\nregular = { does = "hold", text = "holds" }')
    told = [
        end_of_turn("regular", 12, hits, without_leader=True, tables=holds).headline
        for hits in (0, 1, 6)
    ]
    assert told == ["The unit holds."] * 2 + [
        "Without its leader the unit holds 79.2% to 86.1% of the time (result 1 is lost)."
    ]


# --------------------------------------------------------- numbers that only a sentence tells
