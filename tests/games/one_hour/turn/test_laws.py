"""The laws of play over random games of One-Hour, from its starts and from the middle of both
reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from landships_lab.core.dice import run
from landships_lab.core.plane import dot, vector
from landships_lab.games.one_hour.rules.ground import shot_between
from landships_lab.games.one_hour.rules.movement import threatened
from landships_lab.games.one_hour.rules.sight import may_fire
from landships_lab.games.one_hour.turn import START, OneHourGame, allowed
from landships_lab.games.one_hour.turn.moving import Moving
from landships_lab.games.one_hour.turn.situation import LEFT
from landships_lab.play import choices
from tests.effort import tries
from tests.games.one_hour.turn.positions import check, games
from tests.play import laws

pytestmark = pytest.mark.long

KINDS = {"MortarFire", "Actions", "Moving", "ReadyFire", "Quiet"}
VERBS = {"fire", "move", "to", "stop", "hold", "rally", "ready", "dig-in", "end"}
#: Lines that refuse something, by the citation of the step that forbids.
REFUSALS = {"190", "193", "298", "161", "300", "174", "295", "74, 262"}


def situations(every: int) -> Iterator[OneHourGame]:
    """Yield every n-th situation of the games."""
    found = [before for game in games() for before, _ in game]
    for before in found[::every]:
        assert isinstance(before, OneHourGame)
        yield before


def test_every_position_can_be() -> None:
    for game in games():
        if game:
            check(game[-1][1].situation)


def test_random_games_meet_every_kind_of_decision() -> None:
    assert {type(before.now).__name__ for game in games() for before, _ in game} == KINDS
    assert {happening.words.split()[0] for game in games() for _, happening in game} >= VERBS


def test_random_games_meet_what_refuses() -> None:
    met = {
        step.cite.lines
        for situation in situations(every=5)
        for one in choices(situation)
        if not one.legal and one.why is not None
        for step in one.why.steps
        if step.op == "forbids"
    }
    assert met >= REFUSALS, sorted(REFUSALS - met)


def test_choices_are_read_back_and_refusals_say_why() -> None:
    for situation in situations(every=23):
        laws.check_choices(situation)


def test_what_happens_is_among_the_odds() -> None:
    for game in games():
        for before, happening in game[::5]:
            laws.check_odds(before, happening)


def test_the_fast_odds_of_a_shot_are_those_of_its_effect() -> None:
    seen = 0
    for situation in situations(every=11):
        for one in choices(situation):
            if one.legal and one.fast_odds is not None:
                effect, seen = one.checked(), seen + 1
                assert one.odds == run(effect).map(lambda after: after.outcome)
    assert seen > 10


@pytest.mark.parametrize("name", ["flank-attack", "static-defence"])
def test_a_random_game_ends_by_its_victory_rule_or_goes_on(name: str) -> None:
    game = laws.random_game(START[name], 5, check, None, tries(60, 200))
    laws.check_record(f"one_hour:{name}", game)
    last = game[-1][1].situation
    assert last.over or choices(last)


def test_random_games_end_by_the_victory_rules() -> None:
    ended = []
    for seed in range(6):
        begin = _late(seed)
        game = laws.random_game(begin, seed, check, None, 200)
        assert game[-1][1].situation.over
        ended.append(game[-1][1].situation.over)
    assert all("side has" in over for over in ended)


def _late(seed: int) -> OneHourGame:
    """Return a start in its last Turn."""
    begin = START[("flank-attack", "static-defence")[seed % 2]]
    assert isinstance(begin, OneHourGame)
    return replace(begin, turn=15)


def test_nobody_acts_twice_in_a_phase_and_nobody_comes_back() -> None:
    for game in games():
        for before, happening in game:
            after = happening.situation
            assert isinstance(before, OneHourGame)
            assert isinstance(after, OneHourGame)
            verb, *named = happening.words.split()
            if verb in ("fire", "move") and type(before.now).__name__ in ("MortarFire", "Actions"):
                assert named[0] not in before.acted
            assert set(before.gone) <= set(after.gone)
            assert (after.turn, after.phase) >= (before.turn, before.phase)


def test_no_base_goes_farther_than_the_dice_allow() -> None:
    seen = 0
    for game in games():
        for before, happening in game:
            assert isinstance(before, OneHourGame)
            if not isinstance(before.now, Moving) or not happening.words.startswith("to "):
                continue
            name, march, seen = before.now.unit, before.now.march, seen + 1
            after = happening.situation
            assert isinstance(after, OneHourGame)
            most = sum(march.rolled) + 2 + 4
            for old, new in zip(
                before.table.unit(name).bases, after.table.unit(name).bases, strict=True
            ):
                way = vector(old.centre, new.centre)
                assert dot(way, way) <= Fraction(most) ** 2
    assert seen > 10


def test_remembered_answers_are_those_of_the_rules() -> None:
    for situation in situations(every=19):
        table, given = situation.table, situation.readings
        for unit in situation.mine():
            near = threatened(table, unit, dict(given))
            assert allowed.near_an_enemy(situation, unit) == near
            for enemy in situation.theirs():
                slow = may_fire(table, unit.name, enemy.name, "", dict(given), advice=False)
                assert allowed.fire_at(situation, unit, enemy) == slow
                shot = shot_between(table, unit, enemy, dict(given))
                assert allowed.shot(situation, unit, enemy) == shot


def test_who_has_left_stands_nowhere() -> None:
    for situation in situations(every=1):
        assert not set(situation.exited) & situation.names
        assert set(situation.exited) == {g.unit.name for g in situation.gone if g.how == LEFT}
