"""The laws of play over random games of Landser, from the set-up and from the middle of a fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.core.plane import Spot
from landships_lab.games.landser.data.setups import agreements
from landships_lab.games.landser.turn import START, Firefight
from landships_lab.games.landser.turn.ground import snapped, write
from landships_lab.games.landser.turn.state import Man
from landships_lab.play import Choice, Happening, Situation, choice, choices, take
from tests.games.landser.turn.positions import battered, check, jammed_burst
from tests.play import laws

pytestmark = pytest.mark.long

#: Every kind of decision there is, but what goes by itself.
KINDS = {
    *("Agree", "FirstTurn", "StartTurn", "Orders", "Go", "CoverFire", "Effects", "Half", "Fight")
}
#: The verbs of Orders that declare a man's action of this turn.
ACTIONS = {
    *("fire", "burst", "dog", "grenade", "launch", "keep", "move", "fast", "sneak", "move-fire"),
    *("assault", "cover", "hide", "work", "pass", "join"),
}
#: Sections of the rules that refuse something, by the step that decides.
REFUSALS = {
    *("Turns", "Firing", "Line of Sight", "Jammed Weapons", "GPMG", "Loaders", "Hide", "Assault"),
    *("Surrender", "Serious Wounds", "Light Wounds", "Actions Defined, Move Fast", "Grenades"),
    *("Terrain and Barriers", "Movement Distances at a Glance"),
    *("Machine Guns", "A Typical Squad, loader", "A Typical Squad, machinegunner"),
    *("Automatic awareness", "Observation"),
}
Game = list[tuple[Situation, Happening]]


@cache
def games() -> tuple[Game, ...]:
    """Return the random games of this run, steered together: one in ten from the set-up, a few
    after a gun has jammed, the rest from the middle of a fight.
    """
    met: Counter[str] = Counter()
    return tuple(_game(seed, met) for seed in range(laws.GAMES_IN_PART))


def _game(seed: int, met: Counter[str]) -> Game:
    """Play a game; in every second one under random readings."""
    begin: Situation = battered(seed)
    if seed % 10 == 0:
        begin = START["duel-of-three"]
    elif seed % 25 == 5:
        begin = jammed_burst()
    elif seed % 25 == 15:
        begin = START["marsh"]
    begin = laws.with_random_readings(begin, seed) if seed % 2 else begin
    most = laws.MOST_MOVES if seed % 10 == 0 else 30 if seed % 25 == 5 else 50
    return laws.random_game(begin, seed, check, met, most)


def situations(every: int) -> Iterator[Situation]:
    """Yield every n-th situation of the games."""
    found = (before for game in games() for before, _ in game)
    yield from (before for n, before in enumerate(found) if n % every == 0)


def test_every_position_can_be() -> None:
    for game in games():
        if game:
            check(game[-1][1].situation)


def test_random_games_meet_every_kind_of_decision() -> None:
    assert {type(before.now).__name__ for game in games() for before, _ in game} == KINDS


def test_random_games_end_in_both_ways() -> None:
    ends = " ".join(game[-1][1].situation.over for game in games() if game)
    assert "break off" in ends
    assert "is left to fight" in ends


def test_choices_are_read_back_and_refusals_say_why() -> None:
    for situation in situations(every=29):
        laws.check_choices(situation)


def test_what_happens_is_among_the_odds() -> None:
    for game in games():
        for before, happening in game[::17]:
            laws.check_odds(before, happening)
            said = choice(before, happening.words).odds
            assert happening.rolls == () or said.total > 1


def refusals(situation: Situation) -> Iterator[Choice]:
    """Yield what may not be done: what is listed, and shots, looks and throws at everybody."""
    yield from (one for one in choices(situation) if not one.legal)
    assert isinstance(situation, Firefight)
    if type(situation.now).__name__ != "Orders":
        return
    for man in situation.of(situation.active):
        for enemy in situation.enemies(man):
            for words in (
                f"fire {man.name} {enemy.name}",
                f"fire {man.name} {enemy.name} pistol",
                f"spot {man.name} {enemy.name}",
                f"grenade {man.name} {write(snapped(enemy.at))}",
                f"fast {man.name} {write(snapped(_halfway(man, enemy)))}",
            ):
                if words.endswith("pistol") and man.kind != "gunner":
                    continue
                one = choice(situation, words)
                if not one.legal:
                    yield one


def _halfway(man: Man, enemy: Man) -> Spot:
    return Spot(Fraction(man.at.x + enemy.at.x, 2), Fraction(man.at.y + enemy.at.y, 2))


def test_random_games_meet_every_section_that_refuses() -> None:
    met: set[str] = set()
    for situation in situations(every=5):
        for one in refusals(situation):
            assert one.why is not None
            met |= {step.cite.section for step in one.why.steps if step.op == "forbids"}
            with pytest.raises(ValueError, match=r"\w"):
                take(situation, one, Thrown(seed=1))
    assert met >= REFUSALS, sorted(REFUSALS - met)


def test_nobody_acts_twice_in_a_turn() -> None:
    for game in games():
        acted: Counter[tuple[int, str]] = Counter()
        for before, happening in game:
            assert isinstance(before, Firefight)
            verb, *rest = happening.words.split()
            if type(before.now).__name__ == "Orders" and verb in ACTIONS:
                acted[before.ply, rest[0]] += 1
        assert max(acted.values(), default=1) == 1


def test_turns_alternate_and_nobody_comes_back_from_the_dead() -> None:
    for game in games():
        for before, happening in game:
            after = happening.situation
            assert isinstance(before, Firefight)
            assert isinstance(after, Firefight)
            assert after.ply - before.ply in (0, 1)
            if before.ply and after.ply > before.ply:
                assert after.active != before.active
            for one, other in zip(before.men, after.men, strict=True):
                assert one.status not in ("out", "away") or other.status == one.status
                assert other.serious >= one.serious
                assert other.grenades <= one.grenades or before.ply == 0


def test_only_the_side_whose_turn_it_is_takes_actions() -> None:
    for game in games():
        for before, happening in game:
            assert isinstance(before, Firefight)
            step = type(before.now).__name__
            found = choice(before, happening.words)
            if step == "Orders" and found.unit:
                assert before.man(found.unit).side == before.active
            if step == "CoverFire":
                assert before.man(found.unit).side != before.active


def test_agreements_are_made_before_the_first_die_only() -> None:
    assert [one.words for one in choices(START["firefight"])] == ["begin", "change"]
    begin = take(START["firefight"], "change", Thrown()).situation
    offered = [one for one in choices(begin) if one.words != "begin"]
    assert len(offered) == sum(len(options) - 1 for options in agreements().values())
    assert all(one.supplied for one in offered)
    for one in offered:
        after = take(begin, one, Thrown()).situation
        again = {other.words.split()[1] for other in choices(after) if other.words != "begin"}
        assert one.words.split()[1] not in again
    begun = take(begin, "begin", Thrown()).situation
    assert [one.words for one in choices(begun)] == ["roll"]


def test_going_back_and_on_gives_the_same_game() -> None:
    for game in games()[::10]:
        laws.check_record("landser:duel-of-three", game)


@pytest.mark.slow
@laws.two_thousand_games
def test_two_thousand_games(seeds: range) -> None:
    met: Counter[str] = Counter()
    for seed in seeds:
        game = _game(seed, met)
        for before, happening in game[::11]:
            laws.check_odds(before, happening)
        if seed % 10 == 0:
            laws.check_record("landser:duel-of-three", game)
