"""A side that plays by itself, by the measure that *Suggest* names; and a game looked back on."""

import random
from fractions import Fraction

import pytest

from landships_lab.core.dice import Thrown, run
from landships_lab.play import choices, start, take
from landships_lab.play.advice import CHARACTERS, decide, ranked
from landships_lab.play.moment import moment_of
from landships_lab.play.records import Move, Record
from landships_lab.play.review import cost_of, costliest, turning_point, worths
from landships_lab.play.state import PlayState, play_panel
from landships_lab.play.turns import Situation, settled
from tests.effort import tries
from tests.play.laws import random_game
from tests.play.little_wars import START


def against(opponent: str) -> PlayState:
    """Return the floor, the aim said, with a side that plays by itself."""
    return play_panel(START).default().set("opponent", opponent).take_choice("aim 1-in-3")


def by_hand(situation: Situation, words: str, character: str) -> Fraction:
    """What a choice gains, worked out throw by throw."""
    one = next(one for one in choices(situation) if one.words == words)
    side, counts = situation.now.side(situation), CHARACTERS[character]
    enemy = situation.opponent_of(side)

    def worth(here: Situation) -> Fraction:
        return counts.own * here.value(side) - counts.enemy * here.value(enemy)

    odds = run(lambda roll: worth(settled(one.checked()(roll)).situation))
    return sum((chance * value for value, chance in odds), -worth(situation))


@pytest.mark.parametrize("character", CHARACTERS)
def test_it_takes_what_gains_most_by_the_measure_and_says_by_how_much(character: str) -> None:
    situation = against("nobody").moment.situation
    found = {one.choice.words: one.gain for one in ranked(situation, character)}
    assert found == {words: by_hand(situation, words, character) for words in found}
    decision = decide(situation, character)
    assert found[decision.choice.words] == max(found.values()) > 0
    assert situation.measure in decision.why
    assert f"{len(found)} choices" in decision.why
    assert CHARACTERS[character].says.lower() in decision.why.lower()


def test_a_cautious_side_counts_its_own_losses_higher_and_a_bold_one_those_of_the_enemy() -> None:
    state = against("nobody")
    for words in ("move Red-1 0504", "end", "move Blue-1 0604", "end"):
        state = state.take_choice(words)
    melee = "melee Red-1 Blue-1"
    gains = {
        character: next(
            one.gain
            for one in ranked(state.moment.situation, character)
            if one.choice.words == melee
        )
        for character in CHARACTERS
    }
    assert gains["cautious"] < gains["even"] < gains["bold"]


def test_it_moves_only_where_its_side_decides_at_the_end_of_the_line() -> None:
    state = against("blue bold")
    assert state.plays_itself == ""
    with pytest.raises(ValueError, match="A person is to move here"):
        state.move_by_itself()
    state = state.take_choice("end")
    assert state.plays_itself == "Blue"
    assert state.go(1).plays_itself == ""
    moved = state.move_by_itself()
    assert moved.was_by_itself
    assert moved.line_moves[-1].words == decide(state.moment.situation, "bold").choice.words
    assert PlayState.parse.__func__(type(moved), moved.text()) == moved  # type: ignore[attr-defined]


def test_an_unknown_opponent_is_refused_with_the_sides_there_are() -> None:
    with pytest.raises(ValueError, match="allowed are nobody, red, blue, both"):
        against("green")


def test_both_sides_play_a_game_to_its_end() -> None:
    state = against("both")
    while not state.moment.over and state.at < 300:
        state = state.move_by_itself()
    assert state.moment.situation.winner in ("Red", "Blue")


@pytest.mark.long
def test_it_beats_a_player_who_moves_at_random() -> None:
    won = 0
    games = tries(10, 100)
    for seed in range(games):
        dice, situation = random.Random(seed), start(START)
        while not situation.over:
            legal = [one for one in choices(situation) if one.legal]
            mine = situation.now.side(situation) == "Red"
            one = decide(situation).choice if mine else dice.choice(legal)
            situation = take(situation, one, Thrown(seed=dice.randrange(10**6))).situation
        won += situation.winner == "Red"
    assert won >= 0.9 * games


def test_a_row_is_taken_by_one_press_and_one_with_own_dice_by_two() -> None:
    state = against("nobody")
    assert state.set("press", "move Red-1 0104").at == 2
    typed = state.with_dice("typed")
    assert typed.set("press", "move Red-1 0104").at == 2, "no die is thrown for it"
    first = typed.set("press", "fire Gun Blue-1")
    assert (first.at, first.hand) == (1, "fire Gun Blue-1")
    assert first.set("faces", "6 6 6 6").set("press", "fire Gun Blue-1").at == 2


def test_against_the_machine_what_only_dice_may_decide_is_thrown_at_once() -> None:
    state = play_panel("landships:last-turns").default()
    for words in ("end", "end", "end", "end"):
        state = state.take_choice(words)
    shot = "fire ger-infantry-6-1 small-arms 5809"
    alone = state.set("opponent", "british").set("press", shot)
    assert [move.words for move in alone.line_moves[-2:]] == [shot, "throw"]
    assert state.set("press", shot).line_moves[-1].words == shot, "two players may say it"


def test_what_gains_nothing_is_no_better_than_to_end_the_step() -> None:
    """Else a set-up would go on for ever: two divisions can be exchanged again and again."""
    british = take(start("loos:zero-hour"), "ready", Thrown()).situation
    assert british.now.side(british) == "British"
    assert decide(british).choice.words == "ready"


def test_ending_a_step_asks_once_while_something_could_still_act() -> None:
    state = against("nobody")
    asked = state.set("press", "end")
    assert (asked.at, asked.hand) == (1, "end")
    assert asked.set("take", "end").at == 2
    for words in ("move Red-1 0104", "move Red-2 0303", "fire Gun Blue-1"):
        state = state.take_choice(words)
    assert state.set("press", "end").at == 5, "nothing is left to be done"


def test_the_moves_that_cost_most_are_those_furthest_below_the_best() -> None:
    game = random_game(start(START), 5, lambda _: None, most=30)
    moves = tuple(Move(happening.words, happening.rolls) for _, happening in game)
    moment = moment_of(Record(START, moves=moves), 0, len(moves))
    stood = worths(moment)
    assert stood == tuple(
        one.worth("Red") for one in (moment.begin, *(h.situation for h in moment.happenings))
    )
    found = [cost for at in range(1, len(moves) + 1) if (cost := cost_of(moment, at))]
    named = costliest(found)
    assert len(named) == 3
    assert min(one.cost for one in named) >= sorted(one.cost for one in found)[-3]
    for one in named:
        before = moment.happenings[one.at - 2].situation if one.at > 1 else moment.begin
        gains = {each.choice.words: each.gain for each in ranked(before)}
        assert one.cost == max(gains.values()) - gains[moves[one.at - 1].words]


def test_what_both_sides_agree_on_is_no_turning_point() -> None:
    """With the strip of ground the measure of Paychest counts from the first turn on."""
    state = play_panel("paychest:one-fight").default().take_choice("begin")
    value = worths(state.moment)
    assert value[0] != value[1]
    assert turning_point(state.moment, value) == 0
    assert turning_point(against("both").moment, [Fraction(0), Fraction(1)]) == 1
