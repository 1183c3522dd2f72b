"""Two Units that exchange fire: who is left after each round, who is favoured, and what digging in
changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import keep_whole, whole
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, percent
from landships_lab.data.book import Taken
from landships_lab.games.one_hour.rules.book import a_unit, chance_phrase, note, options
from landships_lab.games.one_hour.rules.fire import fire_odds
from landships_lab.games.one_hour.rules.shot import (
    MOST_HITS,
    Shot,
    destroyed_from,
    refusal,
    sight_needed,
)
from .forecast import MOST_VOLLEYS

#: Faces of either die. Odds are kept in lowest terms, so every total divides this number.
SIDES = 6
#: Rounds after which a fight is stopped: longer than any game.
LONG = 40


@dataclass(frozen=True, slots=True)
class Duel:
    """Two Units that fire at each other in turn, ``first`` first: the two shots, and the Hits that
    each Unit already has.

    In the fight each firer has these Hits and those it takes; ``firer_hits`` of the shots is
    ignored.
    """

    first: Shot
    second: Shot
    first_hits: int = 0
    second_hits: int = 0

    def __post_init__(self) -> None:
        keep_whole(
            self,
            first_hits=("The number of Hits of the first Unit", 0, MOST_HITS),
            second_hits=("The number of Hits of the second Unit", 0, MOST_HITS),
        )

    def turned(self) -> Duel:
        """Return the same fight with the second firing first."""
        return Duel(self.second, self.first, self.second_hits, self.first_hits)


@dataclass(frozen=True, slots=True)
class Round:
    """The chances after a round of fire: only the first Unit is left, only the second, or both."""

    first: Fraction
    second: Fraction
    both: Fraction


Fight = tuple[int, int]
#: By the firer's own Hits: the Hits it inflicts, each with its weight out of `SIDES`.
FireTable = tuple[tuple[tuple[int, int], ...], ...]


def duel(fought: Duel, rounds: int, dice: str = "D5", readings: Given = None) -> tuple[Round, ...]:
    """Return the chances after 1, 2, ... rounds of fire, each a volley of the first Unit and one of
    the second.

    A Unit's own Hits weaken its fire as they mount; a destroyed Unit fires no more.

    >>> tanks = Shot("tank", "tank", 10)
    >>> # to fire first decides nearly everything
    >>> duel(Duel(tanks, tanks), 20)[-1].first > Fraction(8, 10)
    True
    """
    rounds = whole("The number of rounds", rounds, 0, MOST_VOLLEYS)
    choices = options(readings)
    given, gone = tuple(sorted(choices.items())), destroyed_from(choices)
    fires = [_fire_table(shot, dice, given, gone) for shot in (fought.first, fought.second)]
    start = min(fought.first_hits, gone), min(fought.second_hits, gone)
    return _rounds(fires[0], fires[1], start, rounds)


@lru_cache(maxsize=256)
def _fire_table(shot: Shot, dice: str, given: tuple[tuple[str, str], ...], gone: int) -> FireTable:
    """Return the odds of this shot from a Unit with 0, 1, ... Hits, up to the most with which it
    survives.
    """
    choices = Taken(given)
    odds = [fire_odds(replace(shot, firer_hits=own), dice, choices) for own in range(gone)]
    return tuple(
        tuple((inflicted, ways * (SIDES // o.total)) for inflicted, ways in o.weights.items())
        for o in odds
    )


@lru_cache(maxsize=256)
def _rounds(first: FireTable, second: FireTable, hits: Fight, rounds: int) -> tuple[Round, ...]:
    """Return the value of `duel` from everything it depends on, since most readings change no shot
    of a fight.
    """
    gone = len(first)
    state: dict[Fight, int] = {hits: 1}
    total = 1
    played: list[Round] = []
    for _ in range(rounds):
        if played and not played[-1].both:
            played.append(played[-1])  # one of them is gone, so nothing changes any more
            continue
        state = _volley(_volley(state, first, 0), second, 1)
        total *= SIDES * SIDES
        played.append(_standing(state, total, gone))
    return tuple(played)


def _volley(state: dict[Fight, int], fire: FireTable, firer: int) -> dict[Fight, int]:
    """Return the fights that follow a volley of one Unit.

    Every branch is brought to the same total, so that weights stay whole.
    """
    gone = len(fire)
    after: dict[Fight, int] = {}
    for hits, weight in state.items():
        if gone in hits:
            after[hits] = after.get(hits, 0) + weight * SIDES
            continue
        for inflicted, ways in fire[hits[firer]]:
            target = min(gone, hits[1 - firer] + inflicted)
            struck_hits = (hits[0], target) if firer == 0 else (target, hits[1])
            after[struck_hits] = after.get(struck_hits, 0) + weight * ways
    return after


def _standing(state: dict[Fight, int], total: int, gone: int) -> Round:
    first = sum(weight for (own, other), weight in state.items() if own < gone == other)
    second = sum(weight for (own, other), weight in state.items() if other < gone == own)
    both = total - first - second
    return Round(Fraction(first, total), Fraction(second, total), Fraction(both, total))


def favours(fought: Duel, readings: Given = None, dice: str = "D5") -> str:
    """Return which of two Units that exchange fire to the end is favoured: "first", "second" or
    "neither". A Unit wins if it is the only one left.
    """
    end = duel(fought, LONG, dice, readings)[-1]
    return "first" if end.first > end.second else "second" if end.second > end.first else "neither"


def favoured(
    fought: Duel, readings: Given = None, dice: str = "D5"
) -> Answer[str, tuple[Round, ...]]:
    """Return which of the two is favoured, as `favours` does.

    The steps give the chances as set, with the other firing first, and with either dug in if it is
    not. The detail holds the chances after each of the first rounds.

    >>> favoured(Duel(Shot("tank", "tank", 10), Shot("tank", "tank", 10))).value
    'first'
    """
    rounds, value = duel(fought, LONG, dice, readings), favours(fought, readings, dice)
    end, given = rounds[-1], options(readings)
    steps = [*_sights("first", fought.first, given), *_sights("second", fought.second, given)]
    steps.append(_chances("own-hits", "As things are, the first firing first", end))
    if end.both != 1:
        back = duel(fought.turned(), LONG, dice, readings)[-1]
        back = Round(back.second, back.first, back.both)
        steps.append(_chances("own-measure", "With the second firing first", back))
        dug_in = {
            "first": replace(fought, second=fought.second.dug()),
            "second": replace(fought, first=fought.first.dug()),
        }
        for who, other in dug_in.items():
            if other != fought:
                then = duel(other, LONG, dice, readings)[-1]
                steps.append(_chances("dig-in", f"With the {who} dug in", then))
    one, other_one = a_unit(fought.first.firer), a_unit(fought.second.firer)
    if value == "neither":
        verdict = "Neither is favoured."
        sentence = f"{capitalized(one)} against {other_one}: neither is favoured."
    else:
        verdict = f"The {value} is likelier to be the only one left."
        name, chance = (one, end.first) if value == "first" else (other_one, end.second)
        sentence = f"The {value}, {name}, is favoured: it {chance_phrase('wins', chance)}."
    most = max(end.first, end.second)
    last = replace(note("own-measure", verdict), op="reads", amount=most)
    return Answer(value, (*steps, last), sentence, detail=rounds)


def _sights(which: str, shot: Shot, given: Mapping[str, str]) -> Iterator[Step]:
    """Yield what each of the two needs to see the other, or why it cannot fire at all."""
    forbids = refusal(shot, given)
    if step := forbids or sight_needed(shot, given):
        begins = f"The {which} cannot fire" if forbids else f"Fire of the {which}"
        text = f"{begins}: {step.text[0].lower()}{step.text[1:]}"
        yield note(step.cite, text, step.reading)


def _chances(at: str, text: str, end: Round) -> Step:
    both = f"; both are left: {percent(end.both)}" if end.both else ""
    first, second = (chance_phrase("wins", chance) for chance in (end.first, end.second))
    wins = f"the first {first}, the second {second}"
    return replace(note(at, f"{text}: {wins}{both}."), amount=end.first)
