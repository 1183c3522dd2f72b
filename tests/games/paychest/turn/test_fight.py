"""A fight of Paychest: what each single step does, what one moment leaves for the next, the records
that are shipped, and the picture.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.paychest.turn import START, Fight, choice, choices, take
from landships_lab.games.paychest.turn.cards import DrawCard, UnitTurn
from landships_lab.games.paychest.turn.morale import MoraleChecks, UnderCover, hits_said
from landships_lab.games.paychest.turn_board import BOARD
from landships_lab.panel.links import read_link
from landships_lab.play.records import read, write
from tests.effort import tries
from tests.paths import PACKAGE

PATROL, PAYCHEST = START["one-fight"], START["the-paychest"]
RECORDS = PACKAGE / "games" / "paychest" / "data" / "records"


def happened(fight: Any, move: str) -> Any:
    """Return what happens with a move and its dice after an equals sign."""
    words, _, dice = move.partition(" = ")
    return take(fight, words, Thrown([int(die) for die in dice.split()]))


def play(fight: Any, *moves: str) -> Fight:
    """Return the fight after these moves, each with its dice after an equals sign."""
    for move in moves:
        fight = happened(fight, move).situation
    assert isinstance(fight, Fight)
    return fight


def acting(fight: Fight, name: str, *moves: str) -> Fight:
    """Return the fight with the card of a unit just drawn, after these moves of it."""
    others = tuple(one for one in fight.standing() if one != name)
    return play(replace(fight, stack=(DrawCard(others), UnitTurn(name))), *moves)


def why(fight: Fight, words: str) -> str:
    """Return why a choice is refused, "" if it is legal."""
    one = choice(fight, words)
    return "" if one.legal or one.why is None else one.why.headline


def choice_words(fight: Fight) -> set[str]:
    return {one.words for one in choices(fight) if one.legal}


FELL = acting(
    PATROL,
    "Half-Section",
    "fire Half-Section Riflemen = 1 6 6 6 6 6 6 6",
    "out 1 leader = 1 2 1 1 1 1",
)
JAMMED = acting(PAYCHEST, "Gunners", "fire Gunners Raiders = 1 1 3", "out 0")

# ----------------------------------------------------------------------- what may be done, and why

FIGHTS: dict[str, Fight] = {
    "patrol": PATROL,
    "paychest": PAYCHEST,
    "no leader": PATROL.put("Picket", led=False),
    "owes 3": PATROL.put("Picket", result="3"),
    "one man": PATROL.put("Swordsmen", men=1),
    "fell": FELL,
    "jammed": JAMMED,
    "owes 5": PAYCHEST.put("Raiders", result="5"),
    "owes 2": PAYCHEST.put("Raiders", result="2"),
    "pairs": PATROL.with_readings({"melee-many": "pairs"}),
    "leaders only": PATROL.with_readings({"leaders-fire": "only"}),
}


def moment(told: str) -> Fight:
    """Return the moment that is told as "fight, unit: move; move"."""
    where, _, moves = told.partition(":")
    fight, _, name = where.rpartition(", ")
    return acting(FIGHTS[fight], name, *(move.strip() for move in moves.split(";") if move.strip()))


def rows(text: str) -> list[tuple[str, ...]]:
    """Return the lines of a table as cells; a line that begins with # is the rule for the next."""
    lines = (line for line in text.strip().split("\n") if not line.startswith("#"))
    return [tuple(cell.strip() for cell in line.split("|")) for line in lines]


PROMPTS = """
patrol, Picket | Picket may advance, charge, fire or let its leader aim.
no leader, Picket | Picket may activate an acting corporal, advance, charge or fire.
paychest, Raiders | Raiders may advance, charge, fire, take the paychest or let its leader aim.
jammed, Gunners | Gunners may advance, charge, clear its gun, fire or let its leader aim.
patrol, Picket: advance Picket; end Picket | Draw a card: 3 units may come up.
owes 3, Picket | Morale comes first: Picket must obey it.
"""


@pytest.mark.parametrize(("told", "prompt"), rows(PROMPTS))
def test_a_prompt_says_what_may_be_done(told: str, prompt: str) -> None:
    fight = moment(told)
    assert fight.now.prompt(fight) == prompt


def test_a_prompt_says_where_nothing_is_left_to_do() -> None:
    fight = acting(PATROL, "Riflemen", f"fire Riflemen Picket = {'6 ' * 10}")
    assert fight.now.prompt(fight) == "There is nothing more to do for Riflemen this turn."
    refused = "It has fired once: it may not fire any more."
    assert why(fight, "fire Riflemen Picket") == refused


REASONS = """
# line 3: it moves, fires and fights in this order; line 5: legionnaires fire twice
patrol, Picket: fire Picket Riflemen = 6 6 6 6 6 | fire Picket Riflemen |
patrol, Picket: fire Picket Riflemen = 6 6 6 6 6; fire Picket Riflemen = 6 6 6 6 6 \
    | fire Picket Riflemen | It has fired twice: it may not fire any more.
patrol, Picket: fire Picket Riflemen = 6 6 6 6 6 \
    | advance Picket | It has fired once: it may not move any more.
patrol, Picket: fire Picket Riflemen = 6 6 6 6 6 \
    | charge Picket Riflemen | It has fired once: it may not move any more.
# line 5: leaders aim at single figures, the others at a group or at the ground
patrol, Picket: aim Picket Riflemen man = 6 \
    | advance Picket | Its leader has fired: it may not move any more.
patrol, Picket: advance Picket; aim Picket Riflemen man = 6 \
    | advance Picket | It has moved: it may not move any more.
patrol, Picket: aim Picket Riflemen man = 6; aim Picket Riflemen man = 6 \
    | aim Picket Riflemen man | The leader has fired 2 times in this turn.
one man, Picket | fire Picket Swordsmen \
    | Figures without rank may not fire at a group of one figure.
one man, Picket | ground Picket Swordsmen |
# line 7: stands in contact
patrol, Picket: charge Picket Riflemen; meets 2 2 | fight Picket Riflemen |
patrol, Picket: charge Picket Riflemen; meets 2 2 | fight Picket Swordsmen \
    | It does not touch Swordsmen: it may not fight it.
# line 10: a unit without its leader routs once a turn
fell, Riflemen | advance Riflemen | It may not move freely: it has routed 4d6 in this turn.
# line 11: how often a gun fires, and its jam
paychest, Gunners: fire Gunners Raiders = 6 1; out 0 \
    | fire Gunners Raiders | It has fired its bursts of this turn.
jammed, Gunners | fire Gunners Raiders | A jammed machine gun cannot fire.
jammed, Gunners | rifles Gunners Raiders |
# line 10: what the battle is about
paychest, Raiders | take Raiders |
owes 5, Raiders: obey Raiders = 1 2 \
    | take Raiders | Raiders has gone back in this turn; it is not where the paychest is.
owes 2, Raiders | take Raiders | It may not move freely: it routs 3d6.
owes 2, Raiders: obey Raiders = 3 4 | take Raiders |
"""


@pytest.mark.parametrize(("told", "words", "reason"), rows(REASONS))
def test_what_may_be_done_and_why_not(told: str, words: str, reason: str) -> None:
    fight = moment(told)
    assert why(fight, words) == reason
    if reason:
        with pytest.raises(ValueError, match=reason):
            take(fight, words, Thrown(seed=1))


COMES = """
# lines 6 and 7: skill 3 less 3 for a charge: a ONE, and then 3 or less
patrol, Riflemen: charge Riflemen Picket; meets 0 \
    | fire Riflemen Picket = 1 3 1 4 2 3 4 5 6 2 3 4 | 1 hit
# line 7: together, 4 and 3 under 4 are three hits, 2 and 6 under 3 two; man against man, 4 and 3
# cancel, and 2 under 4 is three hits against none
patrol, Half-Section: charge Half-Section Riflemen; meets 2 2 \
    | fight Half-Section Riflemen = 4 3 2 6 | 1 hit on them, no hits on us
pairs, Half-Section: charge Half-Section Riflemen; meets 2 2 \
    | fight Half-Section Riflemen = 4 3 2 6 | 3 hits on them, no hits on us
patrol, Picket: advance Picket Swordsmen; meets 2 1 \
    | fight Picket Swordsmen = 3 6 6 | 1 hit on them, no hits on us
# line 5: a leader who has aimed twice does not fire with the others, nor one who may not
patrol, Picket: aim Picket Riflemen man = 6; aim Picket Riflemen man = 6 \
    | fire Picket Swordsmen = 6 6 6 6 | no hits
leaders only, Picket | fire Picket Swordsmen = 6 6 6 6 | no hits
# line 11: 3 and one for every three figures, and a die of rounds
paychest, Gunners | fire Gunners Raiders = 6 4 | 4 hits
"""


@pytest.mark.parametrize(("told", "move", "said"), rows(COMES))
def test_what_comes_of_it(told: str, move: str, said: str) -> None:
    fight, (words, _, dice) = moment(told), move.partition(" = ")
    came = happened(fight, move)
    assert (came.outcome, len(came.rolls)) == (said, len(dice.split()))
    assert said in choice(fight, words).odds.weights


# ------------------------------------------------------------------------------------ morale


@pytest.mark.parametrize(
    ("kind", "result"), [("regular", "3"), ("irregular", "5"), ("irregular", "4")]
)
def test_a_unit_told_to_fall_back_does_so_before_anything_else(kind: str, result: str) -> None:
    """Lines 8 and 9: on its next move; line 3: it moves before it fires."""
    fight = acting(PATROL.put("Half-Section", kind=kind, result=result), "Half-Section")
    first = "It falls back 2d6 first, and may not fire before that."
    assert why(fight, "fire Half-Section Riflemen") == first
    assert why(fight, "end Half-Section")
    back = play(fight, "obey Half-Section = 1 2")
    assert back.unit("Half-Section").back == 3
    assert ("Half-Section", "result") not in back.marks()
    assert choice(back, "end Half-Section").legal
    panel = "paychest:turn about unit wants fire done {} kind {} result {}"
    for done, may in (("start", False), ("moved", result != "4")):
        state = read_link(panel.format(done, kind, result).replace("done start ", ""))
        assert (state.answer().value is True) is may


@pytest.mark.parametrize("owed", ["2", "leader"])
@pytest.mark.parametrize("die", [5, 6])
def test_a_later_lighter_result_ends_no_rout_and_is_said_to_end_none(owed: str, die: int) -> None:
    """Lines 9 and 10: a rout goes on until it rallies, that of a leaderless unit for ever."""
    fight = PATROL.put("Riflemen", result=owed, hits=6).become(MoraleChecks(("Riflemen",)))
    told = happened(fight, f"morale Riflemen = 1 2 {die}")
    assert told.situation.marks()["Riflemen", "result"] == owed
    assert "What it owed before stands." in told.says


@pytest.mark.parametrize(
    ("result", "expects"),
    [("2", "routs 3d6, unless it rallies"), ("4", "falls back 2d6"), ("leader", "routs 4d6")],
)
def test_what_morale_demands_is_said_before_it_is_done(result: str, expects: str) -> None:
    fight = acting(PATROL.put("Riflemen", result=result), "Riflemen")
    assert choice(fight, "obey Riflemen").expects == expects


def test_a_leaderless_unit_routs_once_a_turn_and_again_in_the_next() -> None:
    """Lines 9 and 10: under seven fails."""
    assert FELL.unit("Riflemen").back == 4
    assert FELL.marks()["Riflemen", "result"] == "leader"
    drawn = acting(FELL, "Riflemen")
    assert not choice_words(drawn) & {"obey Riflemen"}
    later = acting(drawn.all_after("turn ends"), "Riflemen")
    assert play(later, "obey Riflemen = 1 1 1 1").unit("Riflemen").back == 8
    hit = acting(PATROL, "Half-Section", "fire Half-Section Riflemen = 1 6 6 6 6 6 6 6")
    assert "10" in {step.cite.lines for step in happened(hit, "out 1 leader = 3 3 1 1 1 1").steps}
    assert not play(hit, "out 1 leader = 3 4").unit("Riflemen").back


@pytest.mark.parametrize(("option", "men", "behind"), [("next-card", 5, 2), ("never", 3, 0)])
def test_figures_that_rout_one_by_one_come_back_or_not(option: str, men: int, behind: int) -> None:
    """Line 8, results 4 and 5: a figure routs 1d6; when it comes back is a reading."""
    fight = PATROL.with_readings({"figure-returns": option}).put("Picket", hits=3)
    checked = fight.become(DrawCard(("Picket",)), MoraleChecks(("Picket",)))
    told = happened(checked, "morale Picket = 1 1 4 1 2 6 6 6 3 5")
    assert "2 men rout, by 3 and 5" in told.says
    after = told.situation.unit("Picket")
    assert (after.men, after.strays) == (men, behind)
    assert play(told.situation, "draw = 1").unit("Picket").strays == 0
    leaderless = checked.put("Picket", led=False)
    assert not play(leaderless, "morale Picket = 1 1 4 1 2 6 6 6 3 5").unit("Picket").led


# ------------------------------------------------------------------------------------ contact


def test_a_second_charge_leaves_the_first_in_contact() -> None:
    """Line 7: any stands in contact may melee."""
    one = acting(PATROL, "Half-Section", "charge Half-Section Riflemen", "meets 3 3")
    both = acting(one, "Picket", "charge Picket Riflemen", "meets 2 1")
    assert dict(both.unit("Riflemen").met) == {"Half-Section": 3, "Picket": 1}
    for name in ("Half-Section", "Picket"):
        assert choice(acting(both, name), f"fight {name} Riflemen").legal
    assert "leaves Riflemen" in choice(acting(both, "Picket"), "advance Picket").says
    assert choice(acting(both, "Picket"), "charge Picket Riflemen").says == "Charge Riflemen"
    gone = acting(both, "Picket", "advance Picket")
    assert dict(gone.unit("Riflemen").met) == {"Half-Section": 3}


def test_two_may_be_on_one_and_an_advance_may_meet() -> None:
    """Line 7: two to one; line 6: an advance costs 2, a charge 3."""
    met = acting(PATROL, "Picket", "advance Picket Swordsmen", "meets 2 1")
    assert dict(met.unit("Picket").met) == {"Swordsmen": 2}
    assert dict(met.unit("Swordsmen").met) == {"Picket": 1}
    assert choice(acting(PATROL, "Picket"), "advance Picket Swordsmen").expects == "fire at −2"


def test_no_more_men_touch_than_stand_there_and_no_more_fall_than_touch() -> None:
    """Line 7: the hits that are left fall on the loser, who fights there."""
    first = acting(PATROL, "Half-Section", "charge Half-Section Riflemen", "meets 4 4")
    second = acting(first.put("Riflemen", men=5), "Picket", "charge Picket Riflemen")
    assert choice_words(second) == {"meets 0", *(f"meets {n} 1" for n in (1, 2, 3, 4))}
    assert any(step.cite.kind == "ours" for step in happened(second, "meets 2 1").steps)
    lost = play(second, "meets 1 1", "fight Picket Riflemen = 6 1")
    assert choice_words(lost) == {"out 0", "out 1", "out 1 leader"}


def test_a_unit_that_comes_upon_an_enemy_is_no_longer_back() -> None:
    """Lines 8 to 10: dice of distance take a unit off the board, counted from where it stands."""
    fight = PATROL.put("Picket", back=10).put("Swordsmen", back=9)
    assert acting(fight, "Picket", "charge Picket Swordsmen", "meets 0").unit("Picket").back == 10
    met = acting(fight, "Picket", "charge Picket Swordsmen", "meets 1 1")
    assert (met.unit("Picket").back, met.unit("Swordsmen").back) == (0, 9)


def test_a_game_of_an_earlier_version_is_read() -> None:
    charged = acting(PATROL, "Half-Section", "charge Half-Section Riflemen")
    assert play(charged, "meets 3") == play(charged, "meets 3 3")


# ------------------------------------------------------------------------ leaders, guns, the goal


def test_an_acting_corporal_leads_and_may_be_lost_like_a_leader() -> None:
    """Line 10: the player may activate another man; line 9: a lost leader makes the unit roll."""
    shot = "fire Half-Section Riflemen = 1 6 6 6 6 6 6 6"
    again = acting(
        acting(PATROL, "Half-Section", shot, "out 1 leader = 6 6"), "Riflemen", "corporal Riflemen"
    )
    assert again.unit("Riflemen").led
    hit = acting(again, "Half-Section", shot)
    assert {"out 1", "out 1 leader"} <= choice_words(hit)
    assert play(hit, "out 1 leader = 1 1 1 1 1 1").unit("Riflemen").back == 4


def test_a_leader_who_aims_hits_whom_he_picked_out() -> None:
    """Line 5."""
    aimed = acting(PATROL, "Picket", "aim Picket Riflemen leader = 4")
    assert choice_words(aimed) == {"out 0", "out 1 leader"}
    assert choice(aimed, "out 1 leader").says == "1 man out of action, the leader"
    shot = "ground Picket Swordsmen = 1 6 6 6 6"
    last = choice(acting(PATROL.put("Swordsmen", men=1), "Picket", shot), "out 1 leader")
    assert last.odds.p(last.says) == 1  # nobody is left to roll


def test_a_machine_gun_jams_and_is_cleared() -> None:
    """Line 11: a ONE and a second ONE jam it."""
    assert JAMMED.marks()["Gunners", "jammed"]
    assert not acting(JAMMED, "Gunners", "clear Gunners").unit("Gunners").jammed
    jams = happened(acting(PAYCHEST, "Gunners"), "fire Gunners Raiders = 1 1 3")
    assert any("the gun jams" in step.text for step in jams.steps)
    assert jams.steps[-1].text == "1d6 hits: 3."


def test_men_in_cover_are_not_hit_by_a_gun_but_may_roll_for_morale() -> None:
    """Line 12: their number and a die of 12 or more."""
    missed = acting(PAYCHEST, "Gunners", "fire Gunners Marksmen = 6")
    assert isinstance(missed.now, UnderCover)
    assert play(missed, "cover Marksmen = 2").unit("Marksmen").back == 0
    assert play(missed, "cover Marksmen = 3 3 1 2").unit("Marksmen").back == 3
    all_hidden = acting(PAYCHEST.put("Marksmen", men=9), "Gunners")
    assert choice(all_hidden, "fire Gunners Marksmen").odds.p("no hits") == 1
    assert not acting(PAYCHEST, "Marksmen", "advance Marksmen").unit("Marksmen").hidden
    hit = acting(PAYCHEST, "Field-Gun", "fire Field-Gun Marksmen = 1 6 6 6 6")
    out = {words.removesuffix(" leader") for words in choice_words(hit)}
    assert out == {f"out {men}" for men in range(4)}
    assert play(hit, "out 3").unit("Marksmen").hidden == 9
    assert play(hit, "out 1 leader = 1 1 1 1 1 1").now == UnitTurn("Field-Gun", done="fired")


def test_a_battle_may_be_about_something() -> None:
    """Line 10: until a predetermined victory condition is met."""
    fight = acting(PAYCHEST, "Raiders")
    assert choice(fight, "take Raiders").supplied
    assert play(fight, "take Raiders").over == "Tribe has the paychest."
    assert not [one for one in choices(acting(PAYCHEST, "Guard")) if one.verb == "take"]


# ------------------------------------------------------------------------------------------ words


def test_an_average_of_one_hit_is_one_hit() -> None:
    assert hits_said(Fraction(1), "on average") == "1 hit on average"
    assert hits_said(Fraction(3, 2), "on average") == "1.5 hits on average"


def test_a_unit_that_is_gone_is_told_without_its_marks() -> None:
    gone = PATROL.put("Riflemen", result="leader", hits=3, routed=True, back=30)
    assert gone.state_of("Riflemen") == "Tribe · 10 men · left the field"
    owes = PATROL.put("Riflemen", result="leader").state_of("Riflemen")
    assert owes == "Tribe · 10 men · routs without its leader"


# --------------------------------------------------------------------------- records and pictures


@pytest.mark.parametrize(
    ("name", "told", "over"),
    [
        (
            "one-fight",
            [(10, "Half-Section: 1 hit."), (25, "for irregular troops is lost in print.")],
            "",
        ),
        (
            "the-paychest",
            [(34, "It holds; 2 men rout, by 3 and 6."), (40, "4 hits, and the gun jams.")],
            "Tribe has the paychest.",
        ),
    ],
)
def test_a_shipped_record_replays_and_says_whose_it_is(
    name: str, told: list[tuple[int, str]], over: str
) -> None:
    text = (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
    record = read(text)
    assert write(record) == text
    assert "ours" in record.remark
    says = [one.says for one in record.happenings()]
    assert all(says[number - 1].endswith(end) for number, end in told)
    end = record.replay()
    assert isinstance(end, Fight)
    assert (end.turn, end.over) == (3, over)
    assert end.label == ("Turn 3, the end" if over else "Turn 3, Both")


def random_moments(count: int) -> list[Fight]:
    dice = random.Random(5)
    found: list[Fight] = []
    while len(found) < count:
        situation: Any = PATROL
        for _ in range(dice.randrange(60)):
            legal = [one for one in choices(situation) if one.legal]
            if not legal:
                break
            taken = dice.choice(legal)
            situation = take(situation, taken, Thrown(seed=dice.randrange(999))).situation
        if not situation.over:
            found.append(situation)
    return found


def test_the_picture_holds_every_unit_and_the_hand_finds_it() -> None:
    for fight in random_moments(tries(10, 60)):
        view = BOARD.view(fight)
        scene = BOARD.picture(fight, view, fight.standing()[0])
        assert set(fight.standing()) <= {shape.name for shape in scene.figures}
        for shape in scene.shapes():
            for at in getattr(shape, "centres", ()):
                assert 0 <= at[0] <= view.width


@pytest.mark.long
def test_a_press_on_an_enemy_means_to_fire_at_it() -> None:
    fight = acting(PATROL, "Picket")
    view = BOARD.view(fight)
    spots: dict[str, tuple[float, float]] = {}
    for x in range(0, int(view.width), 6):
        for y in range(0, int(view.height), 6):
            spots.setdefault(BOARD.unit_at(fight, (x, y), view) or "", (x, y))
    assert set(fight.standing()) <= set(spots)
    assert BOARD.aimed(fight, "Picket", spots["Swordsmen"], view) == "fire Picket Swordsmen"
    assert BOARD.aimed(fight, "Picket", (1, 1), view) == ""


def test_a_leader_alone_who_has_fired_is_refused_by_his_shots() -> None:
    """Line 5: no reading refuses him, but the number of shots in a turn."""
    alone = acting(PATROL.put("Picket", men=1), "Picket")
    fired = play(alone, "aim Picket Riflemen man = 6", "aim Picket Riflemen man = 6")
    one = choice(fired, "fire Picket Riflemen")
    assert one.why is not None
    assert not one.legal
    assert [(step.op, step.reading, step.cite.lines) for step in one.why.steps] == [
        ("forbids", "", "5")
    ]


def test_what_is_ours_of_guns_and_goals_is_cited_as_ours() -> None:
    back = play(acting(PAYCHEST.put("Raiders", result="5"), "Raiders"), "obey Raiders = 1 1")
    refused = choice(back, "take Raiders")
    assert refused.cite is not None
    assert refused.cite.kind == "ours"
    jammed = acting(PAYCHEST.put("Gunners", jammed=True), "Gunners")
    steps = take(jammed, "clear Gunners", Thrown()).steps
    assert [step.cite.kind for step in steps] == ["printed", "ours"]


# ----------------------------------------------------------------------- the strip of ground, hits


def test_a_strip_of_ground_has_distances_and_may_be_left_out() -> None:
    begun = play(PATROL, "begin")
    assert (begun.distance("Picket", "Riflemen"), begun.counted) == (24, True)
    picket = acting(begun, "Picket")
    assert (
        why(picket, "charge Picket Riflemen") == "It is 24 inches to Riflemen; it comes 9 inches."
    )
    assert acting(begun, "Picket", "advance Picket").unit("Picket").ahead == 6
    bare = play(PATROL, "without strip", "begin")
    assert (bare.distance("Picket", "Riflemen"), bare.counted) == (None, True)
    assert play(PATROL, "draw = 1").strip is None  # as older games begin
    assert [one.words for one in PATROL.now.fair_choices(PATROL)] == ["begin"]


def test_every_second_hit_of_a_turn_puts_a_man_out() -> None:
    picket = acting(play(PATROL, "begin"), "Picket")
    shot = play(picket, "fire Picket Swordsmen = 1 1 1 6 6")
    assert (shot.unit("Swordsmen").men, shot.unit("Swordsmen").hits) == (11, 3)
    assert play(shot, "fire Picket Swordsmen = 1 6 6 6 6").unit("Swordsmen").men == 10
