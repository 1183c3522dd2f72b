"""The joints of Paychest's rules: where one rule meets another, an answer, a chart and a remedy say
the same.
"""

from fractions import Fraction
from itertools import product

import pytest

from landships_lab.core.dice import Odds
from landships_lab.games.paychest.analysis.battle import Turn, end_of_turn, standing
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.games.paychest.rules.fire import gun_fire
from landships_lab.games.paychest.rules.forces import may_return, takes_over
from landships_lab.games.paychest.rules.melee import Side, beyond_print, contact, formed, melee_odds
from landships_lab.games.paychest.rules.shot import HitRoll, modified_skill
from landships_lab.games.paychest.rules.turn import unit_turn
from tests.games.paychest.rules.odds import round_odds, stands_odds

FACES = range(1, 7)
HOLDS = supplied("""
[second_morale]
regular = { does = "hold", text = "holds" }
irregular = { does = "hold", text = "holds" }
[leader_lost]
regular = { does = "hold", text = "holds" }
""")
DECK = supplied(
    'casualties = [{ card = "out", copies = 30, out = true }, { card = "graze", copies = 30, out ='
    " false }]"
)
COVER = supplied("cover = { wall = -2 }")


# ------------------------------------------------------------------------------------ a lost leader


def rolled(hits: int) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest chance that irregulars without a leader hold, from all
    rolls (lines 7-10).
    """
    low = high = 0
    for a, b, c, d, die in product(FACES, FACES, FACES, FACES, FACES):
        if a + b < 7:
            continue
        again = hits > 0 and c + d <= hits
        low += not again or die == 6
        high += not again or die in (1, 6)
    return Fraction(low, 6**5), Fraction(high, 6**5)


@pytest.mark.parametrize("hits", [0, 1, 3, 7, 12])
def test_a_lost_leader_calls_for_an_immediate_roll_whatever_the_hits_lines_9_and_10(
    hits: int,
) -> None:
    unit = standing("irregular", 12, [Turn(hits, 0)], without_leader=True)[0]
    assert (unit.holds, unit.at_most) == rolled(hits)
    assert end_of_turn("irregular", 12, hits, without_leader=True).value == unit.holds


def test_what_regulars_do_without_a_leader_is_open_lines_9_and_10() -> None:
    unit = standing("regular", 12, [Turn(0, 0)], without_leader=True)[0]
    assert (unit.holds, unit.at_most) == (Fraction(21, 36), Fraction(1))
    answer = end_of_turn("regular", 12, 0, without_leader=True)
    assert (
        answer.headline
        == "Without its leader the unit holds 58.3% of the time, or more (a line is lost)."
    )
    assert answer.remedies
    assert standing("regular", 12, [Turn(0, 0)], HOLDS, without_leader=True)[0].holds == 1


# --------------------------------------------------------------------------- what a lost line hides


@pytest.mark.parametrize("kind", ["regular", "irregular"])
@pytest.mark.parametrize("without_leader", [False, True])
def test_at_most_is_what_holds_if_the_lost_lines_let_it_lines_7_to_10(
    kind: str, without_leader: bool
) -> None:
    turns = [Turn(3, 3), Turn(4, 2), Turn(6, 0), Turn(3, 3)]
    open_ended = standing(kind, 12, turns, without_leader=without_leader)
    held = standing(kind, 12, turns, HOLDS, without_leader)
    assert [turn.at_most for turn in open_ended] == [turn.holds for turn in held]
    assert all(turn.open == 0 for turn in held)


# --------------------------------------------------------------------------------------------- guns


@pytest.mark.parametrize(
    ("moved", "first", "chance"), [("stand", "66.7%", "63.9%"), ("charge", "5.6%", "2.8%")]
)
def test_a_jam_that_cancels_the_hit_is_in_the_verdict_line_11(
    moved: str, first: str, chance: str
) -> None:
    shot = HitRoll(4 if moved == "stand" else 2, "machine-gun", moved=moved)
    assert f"{first} of the time" in gun_fire(shot).headline
    answer = gun_fire(shot, readings={"ones": "jam-first"})
    assert f"(unless the gun jams): {chance} of the time" in answer.headline
    odds = round_odds(shot, {"ones": "jam-first"})
    assert isinstance(odds, Odds)
    assert answer.value == odds.at_least(1)


def test_the_plus_of_a_shell_is_plain_line_12() -> None:
    shot = HitRoll(2, "shell", target_figures=6)
    taken = modified_skill(shot, {"skill-plus": "added-to-die"})
    assert taken == modified_skill(shot)
    assert taken.value == 4
    assert {step.reading for step in taken.steps} == {""}
    assert gun_fire(shot, readings={"skill-plus": "added-to-die"}).value == Fraction(4, 6)


def test_a_jammed_gun_does_not_fire_line_11() -> None:
    answer = gun_fire(HitRoll(4, "machine-gun"), jammed=True)
    assert answer.value is False
    assert {step.cite.lines for step in answer.steps} == {"11"}
    assert {remedy.change for remedy in answer.remedies} == {"jam", "weapon"}
    assert gun_fire(HitRoll(4, "shell"), jammed=True).value


AS_CREW = {"gun-turn": "as-crew"}


def test_how_often_a_gun_of_legionnaires_fires_is_a_reading_line_5() -> None:
    """All legionnaires fire twice a turn, all Arabs once; of their guns nothing is said."""
    shot = HitRoll(3, "machine-gun")
    once, twice = gun_fire(shot), gun_fire(shot, readings=AS_CREW)
    assert [step.reading for step in once.steps if "fire twice" in step.text] == ["gun-turn"]
    assert "under this reading their gun fires once" in str(once)
    assert "under this reading their gun fires twice" in str(twice)
    arabs = gun_fire(shot, readings=AS_CREW, troops="arabs")
    assert (arabs.value, "All Arabs fire once a turn." in str(arabs)) == (once.value, True)
    assert "gun-turn" not in [step.reading for step in arabs.steps]
    assert twice.headline == "3 or less hits: 75% of the time, 3.5 hits on average from 2 bursts."
    shell = gun_fire(HitRoll(3, "shell"), readings=AS_CREW)
    assert (shell.value, shell.detail.hits.mean) == (Fraction(3, 4), 14)


@pytest.mark.parametrize("ones", ["hit-first", "jam-first"])
@pytest.mark.parametrize(("skill", "moved"), [(3, "stand"), (2, "charge")])
def test_a_gun_that_jams_fires_no_second_burst_lines_5_and_11(
    ones: str, skill: int, moved: str
) -> None:
    """From every roll: the first burst, and after no jam the second."""
    shot = HitRoll(skill, "machine-gun", moved=moved)
    odds = round_odds(shot, {"ones": ones})
    found = gun_fire(shot, readings={"ones": ones, **AS_CREW})
    assert isinstance(odds, Odds)
    assert found.detail.hits.mean == odds.mean * (2 - Fraction(1, 36))
    assert "5.5% of the time in 2 bursts" in str(found)


@pytest.mark.parametrize(("weapon", "read"), [("rifle", ""), ("machine-gun", ""), ("shell", "x")])
def test_whether_a_shell_counts_the_movement_of_its_crew_is_a_reading_line_6(
    weapon: str, read: str
) -> None:
    """Machine guns have the modifiers of rifles (11); of shell nothing is said."""
    shot = HitRoll(4, weapon, moved="charge", target_figures=2)
    none = {"shell-moved": "none"}
    step = next(step for step in modified_skill(shot).steps if step.cite.lines == "6")
    assert step.amount == Fraction(-3)
    assert bool(step.reading) is bool(read)
    assert modified_skill(shot).value == 1
    assert modified_skill(shot, none).value == (4 if read else 1)
    still = HitRoll(4, weapon, target_figures=2)
    assert modified_skill(still, none) == modified_skill(still)


def test_figures_partly_exposed_are_hit_where_they_show_line_12() -> None:
    steps = gun_fire(HitRoll(4, "machine-gun"), hidden=8, exposed=3).steps
    told = [
        step.text for step in steps if step.cite.section.startswith("Supplement, troops in cover")
    ]
    assert (
        told[0]
        == "3 figures in cover are partly exposed: a hit counts only if its card names a part that"
        " shows."
    )
    assert told[1] == "8 figures in cover cannot be hit."
    assert "50% of the time" in told[2]


# -------------------------------------------------------------------------------- the reader's deck


def test_a_supplied_deck_is_told_wherever_hits_draw_cards_line_7() -> None:
    for answer in (
        gun_fire(HitRoll(4, "shell", tables=DECK)),
        gun_fire(HitRoll(4, "machine-gun", tables=DECK)),
        contact(Side(4), Side(3), tables=DECK),
    ):
        assert answer.detail.out is not None
        told = [step for step in answer.steps if "casualty deck" in step.cite.section]
        assert {step.cite.kind for step in told} == {"supplied"}
    for answer in (gun_fire(HitRoll(4, "shell")), contact(Side(4), Side(3))):
        assert [
            step.cite.kind for step in answer.steps if "casualty deck" in step.cite.section
        ] == ["silent"]


def test_half_of_the_cards_of_an_even_deck_put_a_figure_out() -> None:
    found = contact(Side(4), Side(3), tables=DECK).detail
    assert [out.mean for out in found.out] == [hits.mean / 2 for hits in found.suffered]


# --------------------------------------------------------------------------- leaders, men, remedies


def test_a_remedy_for_a_lost_table_closes_the_gap() -> None:
    """Leaving out the cover changes nothing where only the range is lost."""
    shot = HitRoll(4, range_inches=12, cover="wall", tables=COVER)
    assert [remedy.change for remedy in modified_skill(shot).remedies] == ["", "inches"]
    both = modified_skill(HitRoll(4, range_inches=12, cover="wall"))
    assert [remedy.change for remedy in both.remedies] == ["", ""]


def test_men_of_different_skills_roll_against_their_own_line_7() -> None:
    mixed = contact(Side(4, 2, others=2), Side(3)).detail.net
    other = contact(Side(2, 2, others=4), Side(3)).detail.net
    assert mixed == other != melee_odds(4, 3, 2)
    assert contact(Side(4, 2, others=4), Side(3)).detail.net == melee_odds(4, 3, 2)
    with pytest.raises(ValueError, match="One die for men of different skills"):
        contact(Side(4, 2, others=2), Side(3), reading="one-die")


def test_whether_hidden_figures_count_for_a_shell_is_a_reading_line_12() -> None:
    shot = HitRoll(2, "shell", target_figures=3)
    whole = {"shell-unit": "whole-unit"}
    assert (gun_fire(shot, 6).value, gun_fire(shot, 6, whole).value) == (
        Fraction(3, 6),
        Fraction(5, 6),
    )
    assert gun_fire(shot, 0, whole).value == Fraction(3, 6)
    machine_gun = HitRoll(2, "machine-gun", target_figures=3)
    assert gun_fire(machine_gun, 6, whole).value == gun_fire(machine_gun, 6).value


def test_whether_regulars_come_back_is_a_reading_line_11() -> None:
    assert may_return("regular", 1).value is False
    assert may_return("regular", 1, "yes").value is True
    assert may_return("regular", 2, "yes").value is False


@pytest.mark.parametrize(
    ("men", "fights"),
    [
        ((1, 1), [(1, 1)]),
        ((2, 1), [(2, 1)]),
        ((1, 3), [(1, 2)]),
        ((2, 2), [(1, 1), (1, 1)]),
        ((3, 2), [(2, 1), (1, 1)]),
        ((2, 4), [(1, 2), (1, 2)]),
        ((5, 2), [(2, 1), (2, 1)]),
        ((3, 4), [(1, 2), (1, 1), (1, 1)]),
    ],
)
def test_how_more_men_fight_than_the_print_names_is_a_reading_line_7(
    men: tuple[int, int], fights: list[tuple[int, int]]
) -> None:
    sides = Side(4, men[0]), Side(3, men[1])
    assert [(a.men, b.men) for a, b in formed(*sides, "pairs")] == fights
    assert formed(*sides) == (sides,)
    answer = contact(*sides, many="pairs")
    assert answer.value == contact(Side(4, fights[0][0]), Side(3, fights[0][1])).value
    assert ("melee-many" in [step.reading for step in answer.steps]) is beyond_print(*sides)
    each = [melee_odds(4, 3, *size) for size in fights]
    both = stands_odds(each)  # the slow way: both sides together, fight by fight
    assert answer.detail.suffered == (
        both.map(lambda hits: hits[0]),
        both.map(lambda hits: hits[1]),
    )


def test_who_fights_whom_among_men_of_different_skills_is_not_printed_line_7() -> None:
    uneven = Side(4, 2, others=2), Side(3, 2)
    assert contact(*uneven).value > 0
    with pytest.raises(ValueError, match="Who fights whom is not printed"):
        contact(*uneven, many="pairs")
    assert (
        contact(Side(4, 2, others=2), Side(3), many="pairs").value
        == contact(Side(4, 2, others=2), Side(3)).value
    )


@pytest.mark.parametrize(
    ("weapon", "lines"), [("rifle", "5-6"), ("machine-gun", "5-6"), ("shell", "11-12")]
)
def test_a_range_left_out_is_cited_where_its_table_is_lost(weapon: str, lines: str) -> None:
    left_out = next(
        step for step in modified_skill(HitRoll(4, weapon)).steps if "left out" in step.text
    )
    assert left_out.cite.lines == lines


def test_the_first_step_of_a_turn_is_a_reading_or_lost_lines_2_and_3() -> None:
    for option, kind in ((None, "reading"), ("lost", "silent")):
        step = unit_turn(3, 4, reading=option).steps[0]
        assert (step.cite.lines, step.cite.kind) == ("2-3", kind)


def test_a_fallen_commander_has_no_unit_and_promotes_nobody_line_10() -> None:
    """He has his own figure only: no unit rolls, and whoever commands now promotes."""
    fallen = takes_over("commander", "killed", 6)
    assert fallen.value is True
    assert not [step for step in fallen.steps if step.cite.lines == "9"]
    assert [step.text for step in fallen.steps if step.cite.section.endswith("brave deeds")] == [
        "Whoever commands now notes brave deeds and promotes the bravest man."
    ]
    nobody = takes_over("commander", "killed", 6, {"commanders-men": "nobody"})
    assert (nobody.value, nobody.detail, fallen.detail) == (True, False, True)
    for alone in (takes_over("commander", "killed", 0), nobody):
        assert not [step for step in alone.steps if step.cite.section.endswith("brave deeds")]
    assert takes_over("commander", "fights", 6).value is False


def test_the_hit_on_a_lost_leader_is_a_hit_of_the_turn_lines_7_and_9() -> None:
    """He is a casualty: with no other hit the unit rolls for morale, and two dice beat one hit."""
    lost, unhurt = (
        end_of_turn("irregular", 12, 0, without_leader=without) for without in (True, False)
    )
    assert (lost.detail.hits, unhurt.detail.hits) == (1, 0)
    assert "Two dice always show more than 1, the one on the leader." in str(lost)
    assert "No casualties" not in str(lost)
    assert "No casualties this turn, so no morale roll." in str(unhurt)
    assert end_of_turn("irregular", 12, 5, without_leader=True).detail.hits == 5


def test_the_hits_of_a_turn_draw_from_a_supplied_deck_line_7() -> None:
    told = [step for step in end_of_turn("irregular", 12, 6, tables=DECK).steps if step.cite.kind]
    cards = [step for step in told if step.cite.section == "casualty deck"]
    assert [step.cite.kind for step in cards] == ["supplied", "supplied"]
    assert "(30): 3 such cards on average" in cards[0].text
    assert "lost" not in " ".join(step.text for step in cards)
    assert "the cards are lost" in str(end_of_turn("irregular", 12, 6))


def test_who_commands_after_the_commander_goes_by_rank_line_10() -> None:
    answer = takes_over("commander", "killed", 6)
    assert answer.headline.startswith("The other leaders settle by rank who commands")
    assert [
        takes_over("leader", "lame", 6, {"cannot-walk": option}).value
        for option in ("out", "fights")
    ] == [True, False]
    assert takes_over("leader", "killed", 0).value is False
