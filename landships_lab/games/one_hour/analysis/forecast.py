"""Turns ahead: how long a Unit survives under fire, and when it arrives."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step, Telling, Told, chanced
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds, certain
from landships_lab.core.remedies import changes
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, percent, plural
from landships_lab.games.one_hour.rules.book import (
    a_unit,
    chance_phrase,
    die_of,
    exact_inches,
    note,
    options,
    row_of,
    start,
)
from landships_lab.games.one_hour.rules.fire import fire_odds, hits
from landships_lab.games.one_hour.rules.movement import (
    Move,
    move_cell,
    move_odds,
    move_steps,
    refused_move,
    spared,
)
from landships_lab.games.one_hour.rules.shot import MOST_HITS, Shot, close_inches, destroyed_from

#: The most volleys counted ahead, more than a game has turns.
MOST_VOLLEYS = 200
MOST_TURNS = 30
#: Turns that the outlook of a move counts ahead.
OUTLOOK_TURNS = 6


# --------------------------------------------------------------------------------------- under fire


def survival(
    shot: Shot, volleys: int, target_hits: int = 0, dice: str = "D5", readings: Given = None
) -> tuple[Fraction, ...]:
    """Return the chances that the target survives 1, 2, ... such volleys, if it rallies no Hits
    off. ``target_hits`` are those it has before.

    >>> # 4 to 7 Hits a volley: the third one nearly always destroys it
    >>> survival(Shot("tank", "tank", 10), 3)
    (Fraction(1, 1), Fraction(1, 1), Fraction(25, 216))
    """
    volleys = whole("The number of volleys", volleys, 0, MOST_VOLLEYS)
    target_hits = whole("The number of Hits of a target", target_hits, 0, MOST_HITS)
    limit = destroyed_from(options(readings)) - target_hits
    return _survival(fire_odds(shot, dice, readings), limit, volleys)


@lru_cache(maxsize=256)
def _survival(odds: Odds[int], limit: int, volleys: int) -> tuple[Fraction, ...]:
    """Return the chances to survive from everything they depend on, since most readings do not
    matter.

    The Hits of repeated equal shots are sums of like numbers, so the chances after n volleys are
    powers of one polynomial whose exponents are Hits. It is one big integer, with a field of bits
    for each number of Hits; what reaches the last field destroys the Unit and is cut off. A field
    is wide enough for the weights of all outcomes together, so that none overflows.
    """
    bits = volleys * odds.total.bit_length() + 1
    one_volley = sum(weight << bits * hits for hits, weight in odds.weights.items() if hits < limit)
    kept, fields = (1 << bits * limit) - 1, (1 << bits) - 1
    standing, total = int(limit > 0), 1
    curve: list[Fraction] = []
    while standing and len(curve) < volleys:
        standing = standing * one_volley & kept
        total *= odds.total
        # The sum of the fields is the remainder by 2 to the width, less one: casting out nines.
        curve.append(Fraction(standing % fields, total))
    return tuple(curve + [Fraction(0)] * (volleys - len(curve)))


@dataclass(frozen=True, slots=True)
class RangeBand:
    """A band of ranges, in inches, in which the fire of a firer is the same: its name and its
    effect, which is close, none, plain or long.
    """

    name: str
    start_inches: int
    end_inches: int
    effect: str


def range_bands(firer: str, readings: Given = None) -> tuple[RangeBand, ...]:
    """Return the bands of range of a type of Unit, the nearest first.

    >>> [(band.name, band.end_inches) for band in range_bands("tank")]
    [('close ×2', 4), ('in range', 12), ('long ½', 24)]
    """
    row, given = row_of(firer), options(readings)
    near, far, farthest = close_inches(given), row.reach_inches, row.long_inches
    if not row.close and given["mortar-close"] == "not-doubled":
        return (RangeBand("in range", 0, far, "plain"),)
    close = ("close ×2", "close") if row.close else ("no fire", "none")
    bands = (RangeBand(close[0], 0, near, close[1]), RangeBand("in range", near, far, "plain"))
    if farthest is None:
        return bands
    name = f"long {'½' if given['long-range'] == 'half' else '−2'}"
    return (*bands, RangeBand(name, far, farthest, "long"))


@dataclass(frozen=True, slots=True)
class Volleys:
    """The forecast for a shot, besides its Hits on one roll: their odds, a fresh target's chances
    to survive, and the ranges.
    """

    odds: Odds[int]
    survival: tuple[Fraction, ...]
    ranges: tuple[RangeBand, ...]


def volley(shot: Shot, die: int, volleys: int, readings: Given = None) -> Answer[int, Volleys]:
    """Return the Hits of a shot on this roll, as `hits` does; the detail is a `Volleys`.

    >>> volley(Shot("tank", "tank", 10), 3, volleys=3).detail.survival[2]
    Fraction(25, 216)
    """
    ahead = Volleys(
        fire_odds(shot, readings=readings),
        survival(shot, volleys, readings=readings),
        range_bands(shot.firer, readings),
    )
    answer = hits(shot, die, readings)
    steps = answer.steps
    if die not in die_of("D5", readings).outcomes:
        text = f"An average die never shows {die}; a plain one does."
        steps = (*steps, note("dice", text, "dice"))
    return replace(answer, steps=steps, detail=ahead)


# --------------------------------------------------------------------------------------- on the way


def reach(
    moves: Sequence[Move], away: int | Fraction, dice: str = "D5", readings: Given = None
) -> tuple[Fraction, ...]:
    """Return the chances that a Unit has covered this distance after its first, second, ... move.

    ``away`` is in inches; ``moves`` are the moves of the turns, each with its own conditions.

    >>> reach([Move("tank", threatened=True, by_road=True)], 10)
    (Fraction(209, 216),)
    """
    if not 1 <= len(moves) <= MOST_TURNS:
        raise ValueError(f"The number of moves is from 1 to {MOST_TURNS}, not {len(moves)}.")
    needed = math.ceil(exact_inches("The distance to cover", away))
    return _reach(tuple(move_odds(move, dice, readings) for move in moves), needed)


@lru_cache(maxsize=256)
def _reach(steps: tuple[Odds[int], ...], needed: int) -> tuple[Fraction, ...]:
    covered = certain(0)
    chances = []
    for step in steps:
        covered = Odds(
            (min(needed, so_far + more), w * v)
            for so_far, w in covered.weights.items()
            for more, v in step.weights.items()
        )
        chances.append(covered.at_least(needed))
    return tuple(chances)


@dataclass(frozen=True, slots=True)
class Outlook:
    """The forecast for a move: the odds of its first distance, and the chances to arrive after 1,
    2, ... turns.
    """

    odds: Odds[int]
    chances: tuple[Fraction, ...]


@chanced
def arrives(
    move: Move, away: int | Fraction, turns: int = 1, dice: str = "D5", readings: Given = None
) -> Telling[Outlook]:
    """Return the chance that a Unit gets this far in 1 to 30 turns; the detail is its `Outlook`.

    A Unit that was Dug-in is Dug-in only for its first move; everything else stays as it is.

    >>> arrives(Move("tank", threatened=True, by_road=True), 10).headline
    'A Tank gets 10 inches or more in 1 turn 96.8% of the time.'
    """
    turns = whole("The number of turns", turns, 1, MOST_TURNS)
    moves = [move, *[replace(move, dug_in=False)] * (max(turns, OUTLOOK_TURNS) - 1)]
    given, barred = options(readings), move.barred
    # A Unit does not reach even a line at 0 inches if it may not be there.
    chances = (Fraction(0),) * len(moves) if barred else reach(moves, away, dice, readings)
    who, far = capitalized(a_unit(move.unit)), inches(away)
    yield note(move_cell(move, 1), f"{who} rolls {plural(move.row.dice, 'die', 'dice')}.")
    yield from (replace(step, op="note") for step in move_steps(move, given))
    if turns > 1:
        yield from _every_turn(move, spared(move.by_road, given))
    for n, chance in enumerate(() if barred else chances[:turns], 1):
        text = f"{capitalized(far)} or more after {plural(n, 'move')}: {percent(chance)}."
        yield start("move", chance, text)

    def headline(chance: Fraction) -> Told[Outlook]:
        ahead = Outlook(move_odds(move, dice, readings), chances)
        gets = chance_phrase(f"gets {far} or more in {plural(turns, 'turn')}", chance)
        if not (refusal := refused_move(move, given)):
            return Told(f"{who} {gets}.", detail=ahead)
        freed = changes(
            move,
            lambda then: not refused_move(then, given),
            ("Wholly by road it may.", "by_road", True),
            ("With no enemy near it may.", "threatened", False),
            ("Outside the woods it may.", "into_woods", False),
        )
        return Told(refusal, freed, ahead)

    return headline


def _every_turn(move: Move, spared: bool) -> Iterator[Step]:
    """Yield what changes after the first move, and what is assumed for every move because its
    changes are unknown.
    """
    if move.dug_in:
        yield note("move-dug-in", "From its second move on it is no longer Dug-in.")
    if move.threatened and not spared:
        text = "It counts as Threatened in each of its moves, as if the enemy kept up with it."
        yield note("threatened", text)
    if move.into_woods and move.unit == "atg" and not move.by_road:
        yield note("move-woods", "Each of its moves counts as one into the edge of woods.")
