"""The laws of play, over random fights."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

import pytest

from landships_lab.core.answer import Answer
from landships_lab.games.paychest.panels.fire import PaychestFire
from landships_lab.games.paychest.turn import START, Fight
from landships_lab.games.paychest.turn.fight import DOWN, LEFT
from landships_lab.games.paychest.turn.morale import Casualties, hits_said
from landships_lab.games.paychest.turn_board import BOARD
from landships_lab.play import Choice, Happening, Situation, choice, choices
from tests.effort import tries
from tests.play.laws import (
    GAMES_IN_PART,
    check_cause,
    check_choices,
    check_marks,
    check_odds,
    check_record,
    matters,
    offered,
    random_game,
    two_thousand_games,
    with_random_readings,
)

pytestmark = pytest.mark.long

#: Every kind of choice, by the step that offers it; the random fights must meet them all.
KINDS = {
    "Agree begin",
    "Agree without",
    "DrawCard draw",
    "UnitTurn obey",
    "UnitTurn advance",
    "UnitTurn charge",
    "UnitTurn fire",
    "UnitTurn fight",
    "UnitTurn aim",
    "UnitTurn ground",
    "UnitTurn rifles",
    "UnitTurn clear",
    "UnitTurn corporal",
    "UnitTurn take",
    "UnitTurn end",
    "UnderCover cover",
    "Meets meets",
    "Casualties out",
    "MoraleChecks morale",
    "LostLine lost",
}


def check(situation: Situation) -> None:
    """A fight that can be: contact is mutual, men are not negative, who is gone does nothing."""
    assert isinstance(situation, Fight)
    if situation.strip and len({unit.side for unit in situation.units if not unit.gone}) > 1:
        first, second = (
            [situation.place(situation.unit(name)) for name in situation.standing(side)]
            for side in situation.sides
        )
        assert max(first) < min(second), "nobody passes an enemy on a strip of ground"
    for unit in situation.units:
        assert 0 <= unit.hidden <= unit.men
        assert unit.gone in ("", DOWN, LEFT)
        assert (unit.gone == DOWN) == (unit.men == 0 and unit.back < situation.edge) or unit.gone
        assert unit.free >= 0 or not unit.met
        for enemy, men in unit.met:
            assert men
            assert unit.name in dict(situation.unit(enemy).met)
            assert not unit.gone
    check_choices(situation)


def moments(before: Situation, happening: Happening) -> Mapping[str, Iterable[str]]:
    """Return the moments that came for each unit with a move."""
    assert isinstance(before, Fight)
    after = happening.situation
    assert isinstance(after, Fight)
    came: dict[str, list[str]] = {unit.name: [] for unit in before.units}
    if happening.words == "draw":
        came[happening.outcome].append("card")
    for unit in before.units:
        came[unit.name] += ["gone"] if after.unit(unit.name).gone else []
        came[unit.name] += ["turn ends"] if after.turn != before.turn else []
        came[unit.name] += ["out"] if before.counted and after.unit(unit.name) != unit else []
        came[unit.name] += ["meets", "on meets"] if before.strip else []
        if any(unit.name not in dict(after.unit(enemy).met) for enemy, _ in unit.met):
            came[unit.name].append("apart")
    return came


def check_promise(before: Fight, happening: Happening) -> None:
    """What a choice says that it does has happened, and nobody else is touched."""
    one, after = choice(before, happening.words), happening.situation
    assert isinstance(after, Fight)
    shots = {"fire": 1, "rifles": 1, "ground": 1, "aim": 1}
    touched = {one.unit} if one.verb not in shots else set()
    if one.verb == "fight":
        touched = set()
    for unit in before.units:
        there = after.unit(unit.name)
        if unit.name not in touched and not (before.counted and unit.name in one.names):
            assert (there.men, there.back) == (unit.men, unit.back), happening.words
    if one.verb == "out":
        out, leader = int(one.names[0]), "leader" in one.names
        assert after.unit(one.unit).men == before.unit(one.unit).men - out
        assert one.says.startswith(f"{out} " if out else "Nobody")
        assert ("leader" in one.says) is leader
        assert after.unit(one.unit).led == (before.unit(one.unit).led and not leader)
    if one.verb in ("advance", "charge", "fight"):
        assert happening.says.startswith(one.unit)
    if one.verb == "meets" and one.names[0] != "0":
        enemy = before.now.enemy  # type: ignore[attr-defined]
        ours, theirs = map(int, one.names)
        assert dict(after.unit(one.unit).met)[enemy] == ours
        assert dict(after.unit(enemy).met)[one.unit] == theirs
    if one.verb in shots:
        hits = number(happening.outcome)
        mean = one.odds.map(number).mean
        assert one.expects == hits_said(mean, "on average") or not mean
        if not before.counted:
            assert isinstance(after.now, Casualties) == bool(hits) or after.over or not after.stack
    if one.verb == "take":
        assert after.over


def check_ours(before: Fight, happening: Happening) -> None:
    """A unit comes as far as it may on a strip of ground, and every second hit puts a man out."""
    one, after = choice(before, happening.words), happening.situation
    assert isinstance(after, Fight)
    if one.verb in ("advance", "charge") and before.strip:
        then, now = before.unit(one.unit), after.unit(one.unit)
        came = now.ahead - now.back - then.ahead + then.back
        assert 0 <= came <= before.tables.movement[one.verb]
    if one.verb in ("fire", "ground", "rifles") and before.counted:
        fallen = before.unit(one.names[1]).men - after.unit(one.names[1]).men
        assert fallen <= (number(happening.outcome) + 1) // 2


def number(said: str) -> int:
    """Return the number of hits that a happening begins with."""
    first = said.split(maxsplit=1)[0]
    return 0 if first == "no" else int(first)


#: The fight with a gun, without anything to win in it, which would soon end a random fight.
FIGHT_ON = replace(START["the-paychest"], goal=("", "")).put("Gunners", jammed=True)
BEGINS = (START["one-fight"], FIGHT_ON, START["the-paychest"])


def begun(seed: int) -> Situation:
    """Return a start, under random readings every other time."""
    begin = BEGINS[seed % 3]
    return with_random_readings(begin, seed) if seed % 2 else begin


def played(seeds: range, met: Counter[str]) -> None:
    names = {fight: name for name, fight in START.items()}
    for seed in seeds:
        begin = begun(seed)
        game = random_game(begin, seed, check, met)
        for number, (before, happening) in enumerate(game):
            check_marks(before, happening, moments)
            check_promise(before, happening)  # type: ignore[arg-type]  # fights of this game
            check_ours(before, happening)  # type: ignore[arg-type]
            if number % 9 == seed % 5:
                check_odds(before, happening)
        if begin in names:
            check_record(f"paychest:{names[begin]}", game)


def test_random_fights_are_legal_and_replay() -> None:
    met: Counter[str] = Counter()
    played(range(GAMES_IN_PART), met)
    assert set(met) == KINDS


@pytest.mark.slow
@two_thousand_games
def test_two_thousand_random_fights(seeds: range) -> None:
    met: Counter[str] = Counter()
    played(seeds, met)
    assert set(met) == KINDS


def test_refusals_name_their_rule() -> None:
    """Each reason for which a choice is refused comes up, and cites a line."""
    said: set[str] = set()

    def gather(situation: Situation) -> None:
        for one in choices(situation):
            if one.why is not None and not one.legal:
                said.add(f"{one.words.split()[0]} {one.why.headline.split(':')[0]}")

    met: Counter[str] = Counter()
    for seed in range(6):
        random_game(START["one-fight"], seed, gather, met)
    assert any(words.startswith("fire It has fired") for words in said)
    assert any(words.startswith("fight It has met no enemy") for words in said)
    assert any(words.startswith("fight It does not touch") for words in said)
    assert any(words.startswith("charge It may not move freely") for words in said)
    assert any(words.startswith("advance It has") for words in said)


# ------------------------------------------------------------------- one answer, causes, readings


def moments_of_games(count: int) -> Iterator[Fight]:
    """Yield moments of random fights, under random readings every other time."""
    for seed in range(count):
        for before, _ in random_game(begun(seed), seed, lambda _: None)[seed % 5 :: 6]:
            assert isinstance(before, Fight)
            yield before


def net_of(said: str) -> int:
    """Return the hits on them less those on us."""
    ours, _, theirs = said.partition(", ")
    return number(ours) - number(theirs)


def check_explained(fight: Fight, one: Choice) -> tuple[str, bool] | None:
    """The panel that Explain opens for a choice says what play says; return what was compared."""
    panel = BOARD.explain(fight, one)
    if panel is None:
        return None
    answer: Answer[Any] = panel.answer()
    told = f"{fight.text()}\n{one.words}: {panel.text()}"
    assert type(panel).parse(panel.text()) == panel
    if panel.id == "paychest:turn":
        assert (answer.value is True) == (one.legal and one.verb != "obey"), told
    elif panel.id == "paychest:fire" and not one.legal:
        assert answer.value is False, told
    elif panel.id == "paychest:fire":
        gun = fight.unit(one.unit).gun and one.verb == "fire"
        men = 1 if gun or not isinstance(panel, PaychestFire) else panel.men
        none = one.odds.map(number).p(0)
        each = answer.detail.aim.chance if gun else answer.value
        assert none == (1 - each) ** men, told
    elif panel.id == "paychest:melee":
        net = one.odds.map(net_of)
        assert net.p(0) == answer.detail.net.p(0), told
    return panel.id.partition(":")[2], one.legal


def test_explain_opens_a_panel_that_says_what_play_says() -> None:
    seen = {
        check_explained(fight, one)
        for fight in moments_of_games(tries(12, 200))
        for one in choices(fight)
    }
    assert {("fire", True), ("turn", True), ("turn", False), ("melee", True)} <= seen


def test_what_is_refused_is_refused_by_the_rule_that_is_named() -> None:
    dice, seen = random.Random(19), set()
    for fight in moments_of_games(tries(6, 60)):
        refusals = [one for one in choices(fight) if not one.legal]
        for one in dice.sample(refusals, min(1, len(refusals))):
            check_cause(fight, one.words)
            seen.add(one.cite)
    assert len(seen) > 3


@cache
def game(seed: int) -> list[Situation]:
    return [before for before, _ in random_game(begun(2 * seed), seed, lambda _: None)]


def test_each_option_of_each_reading_matters_somewhere() -> None:
    """What is offered as a switch changes some choice, or what comes of one, in a random fight."""
    for reading, option in offered(FIGHT_ON):
        if reading != "figure-returns":  # what comes of it is seen at the unit's next card
            fights = chain.from_iterable(map(game, range(100)))
            assert any(matters(fight, reading, option) for fight in fights), (reading, option)
