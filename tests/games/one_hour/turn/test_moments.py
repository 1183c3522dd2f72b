"""Right from one moment of a game to the next: marks, promises, and what Explain opens, over random
games under random readings.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import pytest

from landships_lab.core.answer import Gap
from landships_lab.games.one_hour.panels.duel import OneHourDuel
from landships_lab.games.one_hour.panels.fire import OneHourFire
from landships_lab.games.one_hour.panels.move import OneHourMove
from landships_lab.games.one_hour.panels.sight import OneHourSight
from landships_lab.games.one_hour.rules.movement import distance
from landships_lab.games.one_hour.turn import OneHourGame
from landships_lab.games.one_hour.turn.firing import ReadyFire, average
from landships_lab.games.one_hour.turn.moving import Moving, told_place
from landships_lab.games.one_hour.turn_board.explain import explain
from landships_lab.panel.links import read_link
from landships_lab.play import Choice, Happening, Situation, choice, choices
from tests.effort import tries
from tests.games.one_hour.turn.positions import Played, game_of, games, random_game
from tests.play import laws

pytestmark = pytest.mark.long


def moves() -> Iterator[Played]:
    """Yield the moves of the random games."""
    for played in games():
        yield from played


# -------------------------------------------------------------------------------------- marks


def moments(before: Situation, happening: Happening) -> Mapping[str, Iterable[str]]:
    """Return the moments that came for each Unit with a move."""
    old, new = game_of(before), game_of(happening.situation)
    came: dict[str, list[str]] = {name: [] for name in old.names}
    verb, *named = happening.words.split()
    if verb == "fire":
        came[named[0]].append("fires as Ready" if isinstance(old.now, ReadyFire) else "fires")
    for name, events in came.items():
        if new.over or (new.turn, new.phase) != (old.turn, old.phase):
            events.append("phase ends")
        if new.over or new.turn != old.turn:
            events.append("turn ends")
        if name not in new.names:
            events.append("gone")
    return came


def test_marks_begin_and_end_as_their_table_says() -> None:
    seen: set[str] = set()
    for before, happening in moves():
        laws.check_marks(before, happening, moments)
        seen |= {mark for _, mark in before.marks()}
    assert seen == {
        *("hits", "permanent", "dug_in", "ready"),
        *("fired", "moved", "quiet", "ready_fired"),
    }


# ----------------------------------------------------------------------------------- promises


def check_promise(before: OneHourGame, happening: Happening) -> None:
    """What a choice says that it does has happened, and nobody else is touched."""
    one, after = choice(before, happening.words), game_of(happening.situation)
    touched = {one.names[1]} if one.verb == "fire" else {one.unit}
    for unit in before.table.units:
        if unit.name not in touched and unit.name in after.names:
            there = after.table.unit(unit.name)
            assert (there.bases, there.hits) == (unit.bases, unit.hits), happening.words
    match one.verb:
        case "fire":
            _check_shot(before, after, one, happening)
        case "move":
            spans = [int(n) for n in re.findall(r"(\d+)″", one.expects)]
            assert spans[0] <= int(happening.outcome.removesuffix("″")) <= spans[-1]
        case "to":
            assert one.says == f"To {told_place(after.table.unit(one.unit))}"
        case "rally":
            had, has = (table.unit(one.unit).hits for table in (before.table, after.table))
            assert number(one.expects) == had
            assert number(happening.outcome) == had - has
        case "ready":
            assert after.table.unit(one.unit).ready
        case "dig-in":
            assert after.table.unit(one.unit).dug_in


def number(text: str) -> int:
    """Return the number of Hits that a text begins with."""
    first = text.split(maxsplit=1)[0]
    return 0 if first == "no" else int(first)


def _check_shot(before: OneHourGame, after: OneHourGame, one: Choice, happening: Happening) -> None:
    target, inflicted = one.names[1], number(happening.outcome)
    if ", destroyed" in happening.outcome:
        assert target not in after.names
    else:
        assert after.table.unit(target).hits == before.table.unit(target).hits + inflicted
    hits = one.odds.map(number)
    assert average(hits) == one.expects
    assert hits.p(inflicted)


def test_what_a_choice_says_is_what_happens() -> None:
    seen = set()
    for before, happening in moves():
        check_promise(before, happening)
        seen.add(happening.words.split()[0])
    assert seen >= {"fire", "move", "to", "rally", "ready", "dig-in"}


# --------------------------------------------------------------------------------- one answer


def check_explained(game: OneHourGame, one: Choice) -> str:
    """The panel that Explain opens for a choice says what play says; return its name."""
    state = explain(game, one)
    if state is None:
        return ""
    answer = state.answer()
    assert read_link(state.text()).answer() == answer, state.text()
    told = f"{game.text()}\n{one.words}: {state.text()}\n{answer}"
    if isinstance(state, OneHourFire):
        assert one.legal, told
        assert average(answer.detail.odds) == one.expects, told
    elif isinstance(state, OneHourSight):
        assert not one.legal, told
        assert answer.value is False, told
    elif isinstance(state, OneHourDuel):
        assert answer.value is one.legal, told
    elif isinstance(state, OneHourMove) and one.verb == "move":
        assert answer.detail.odds.map(lambda far: f"{far}″") == one.odds, told
    elif isinstance(state, OneHourMove):
        assert isinstance(game.now, Moving)
        far = distance(state.move, game.now.march.rolled, dict(state.readings)).value
        if one.verb == "to":
            assert (far >= state.away) is one.legal, told
    return type(state).__name__


def test_explain_opens_a_panel_that_says_what_play_says() -> None:
    seen: dict[tuple[str, bool], int] = {}
    for before, _ in list(moves())[:: tries(6, 2)]:
        for one in _some(before):
            name = (check_explained(before, one), one.legal)
            seen[name] = seen.get(name, 0) + 1
    panels = {name for name, _ in seen}
    assert {"OneHourMove", "Act", "OneHourFire"} <= panels
    assert ("Fires", False) in seen
    assert {legal for name, legal in seen if name == "Act"} == {True, False}


def _some(game: OneHourGame) -> list[Choice]:
    """Return some choices of a moment: what is listed, and shots that only the words name."""
    listed = list(choices(game))
    dice = random.Random(len(listed))
    shots = [f"fire {one.name} {other.name}" for one in game.mine() for other in game.theirs()]
    read = (game.now.read(game, tuple(words.split())) for words in dice.sample(shots, 2))
    found = [*dice.sample(listed, min(len(listed), 6)), *(one for one in read if one)]
    if isinstance(game.now, Moving):
        places = [f"to {dice.randrange(3, 34)} {dice.randrange(3, 34)} 90" for _ in range(6)]
        found += (choice(game, words) for words in places)
    return found


# ------------------------------------------------------------------------------------- causes


def test_what_is_refused_is_refused_by_the_rule_that_is_named() -> None:
    dice, seen = random.Random(19), set()
    situations = [before for before, _ in moves()]
    for before in dice.sample(situations, tries(25, 100)):
        refusals = [one for one in _some(before) if not one.legal]
        for one in refusals[: tries(2, 6)]:
            assert one.why is not None
            assert not isinstance(one.why.value, Gap)
            laws.check_cause(before, _with_target(before, one))
            seen.add(str(one.cite))
    assert len(seen) > 5


def _with_target(game: OneHourGame, one: Choice) -> str:
    """Return the words of a choice; where a Unit may fire at nobody now, those of a shot."""
    if one.verb != "fire" or len(one.names) > 1:
        return one.words
    side = game.table.unit(one.unit).side
    return f"{one.words} {next(enemy.name for enemy in game.table.units if enemy.side != side)}"


# ------------------------------------------------------------------------------------ readings

#: What allows more, and what allows less: whatever is legal under the second is under the first.
LENIENT = [
    ("mortar-close", "not-doubled", "no-fire"),
    ("concealed-sight", "ready-limit", "always-limit"),
    ("concealed-sight", "always-limit", "target"),
    ("concealed-sight", "always-limit", "observer"),
    ("concealed-etc", "cover", "any-bonus"),
    ("threatened-at", "less-than", "within"),
    ("threatened-when", "start", "on-the-way"),
    ("road-penalties", "all", "terrain"),
    ("ready-answers", "any", "one"),
    ("ready-after-mortars", "yes", "no"),
    ("ready-fire-counts", "no", "yes"),
    ("leaving-with", "unique", "whole"),
]


def test_a_lenient_reading_allows_whatever_a_strict_one_does() -> None:
    dice, seen = random.Random(7), 0
    situations = [before for before, _ in moves()]
    for reading, lenient, strict in LENIENT:
        for before in dice.sample(situations, tries(5, 40)):
            narrow, wide = (before.with_readings({reading: one}) for one in (strict, lenient))
            for one in choices(narrow):
                if one.legal:
                    assert choice(wide, one.words).legal, (reading, one.words, before.text())
                    seen += 1
    assert seen > 100


@pytest.mark.slow
@laws.two_thousand_games
def test_two_thousand_games_under_random_readings(seeds: range) -> None:
    met: Counter[str] = Counter()
    for seed in seeds:
        for number, (before, happening) in enumerate(random_game(seed, 20, met)):
            laws.check_marks(before, happening, moments)
            check_promise(before, happening)
            if number % 7 == seed % 5:
                laws.check_odds(before, happening)
