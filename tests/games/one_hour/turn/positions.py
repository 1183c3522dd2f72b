"""Moments of the shipped records to play on from, and an independent check of a position."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations

from landships_lab.core.plane import Ring, dot, vector
from landships_lab.games.one_hour.rules.ground import table_of
from landships_lab.games.one_hour.rules.shot import destroyed_from
from landships_lab.games.one_hour.turn import START, OneHourGame
from landships_lab.play import Happening, Situation
from landships_lab.play.records import Record
from landships_lab.play.shipped import shipped
from tests.play import laws

#: A random game is short: there are many, from many moments.
MOVES = 9
Played = tuple[OneHourGame, Happening]
NAMES = ("flank-attack", "static-defence")


def record(name: str) -> Record:
    """Return a record that comes with the game."""
    return shipped("one_hour")[name]


@cache
def happenings(name: str) -> tuple[Happening, ...]:
    """Return what happens in a record."""
    return tuple(record(name).happenings())


@cache
def moments() -> tuple[OneHourGame, ...]:
    """Return the four starts, and every situation of both records."""
    found: list[Situation] = [*START.values()]
    found += [happening.situation for name in NAMES for happening in happenings(name)]
    return tuple(game for game in found if isinstance(game, OneHourGame) and not game.over)


def moment(seed: int) -> OneHourGame:
    """Return a moment to play on from."""
    return random.Random(seed).choice(moments())


@cache
def games() -> tuple[list[Played], ...]:
    """Return the random games of this run, steered together: short ones from many moments, each
    under random readings.
    """
    met: Counter[str] = Counter()
    return tuple(random_game(seed, MOVES, met) for seed in range(laws.GAMES_IN_PART))


def random_game(seed: int, moves: int, met: Counter[str] | None = None) -> list[Played]:
    """Play a random game under random readings; it raises for a position that cannot be."""
    begin = laws.with_random_readings(moment(seed), seed)
    return [
        (game_of(before), happening)
        for before, happening in laws.random_game(begin, seed, check, met, moves)
    ]


def game_of(situation: Situation) -> OneHourGame:
    """Return a situation as one of this game."""
    assert isinstance(situation, OneHourGame)
    return situation


def check(situation: Situation) -> None:
    """Raise `AssertionError` for a position that cannot be."""
    assert isinstance(situation, OneHourGame)
    table, game = situation.table, situation
    began = {unit.name: unit for unit in table_of(game.played.set_up).units}
    names = [unit.name for unit in table.units] + [gone.unit.name for gone in game.gone]
    assert sorted(names) == sorted(began), "every Unit is on the table or gone, and only once"
    for unit in table.units:
        assert (unit.side, unit.kind) == (began[unit.name].side, began[unit.name].kind)
        assert 0 <= unit.hits < destroyed_from(game.given)
        assert bool(game.beside(unit.name).permanent) >= (unit.hits >= 10)
        assert not game.beside(unit.name).permanent or unit.hits >= 5
        assert not (unit.dug_in and unit.kind == "tank")
        assert not (unit.ready and unit.kind == "mortar")
        assert len({base.facing for base in unit.bases}) == 1
        for base in unit.bases:
            for corner in base.corners:
                assert 0 <= corner.x <= 36
                assert 0 <= corner.y <= 36
    for one, other in combinations(table.units, 2):
        for mine in one.bases:
            for theirs in other.bases:
                assert _apart(mine.corners, theirs.corners), (one.name, other.name)
    assert not any(beside.fired and beside.moved for beside in game.marked)
    assert not game.quiet & game.acted
    of_side = {unit.name for unit in game.mine()} | {gone.unit.name for gone in game.gone}
    assert game.acted | game.quiet <= of_side
    assert 1 <= game.turn <= game.played.turns


def _apart(one: Ring, other: Ring) -> bool:
    """Whether a line along an edge separates two rectangles, by their shadows on it; or one along
    an edge of the table, which most need.
    """
    for east_or_south in (0, 1):
        first, second = ([corner[east_or_south] for corner in ring] for ring in (one, other))
        if max(first) <= min(second) or max(second) <= min(first):
            return True
    for ring in (one, other):
        for n in range(4):
            axis = vector(ring[n - 1], ring[n])
            first = [dot(axis, corner) for corner in one]
            second = [dot(axis, corner) for corner in other]
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False
