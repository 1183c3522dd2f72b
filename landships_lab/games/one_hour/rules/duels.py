"""Two Units that exchange fire: who is left after so many rounds, who is favoured, and what digging
in changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import whole
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, percent
from .book import CITES, a_unit, happens, taken
from .concealment import sight_needed
from .fire import fire_odds
from .fire_modifiers import refusal
from .shot import MOST_HITS, Shot, destroyed_from
from .survival import MOST_VOLLEYS

#: Faces of either die. Odds are kept in lowest terms, so every total divides this number.
SIDES = 6
#: Rounds after which a fight is stopped: longer than any game.
LONG = 40


@dataclass(frozen=True, slots=True)
class Duel:
    """Two Units that fire at each other in turn, ``first`` first: the two shots, and the Hits that
    each has already.

    In the fight each firer has these Hits and those it takes, whatever ``firer_hits`` of its shot
    says.
    """

    first: Shot
    second: Shot
    first_hits: int = 0
    second_hits: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(
            self,
            "first_hits",
            whole("The number of Hits of the first Unit", self.first_hits, 0, MOST_HITS),
        )
        object.__setattr__(
            self,
            "second_hits",
            whole("The number of Hits of the second Unit", self.second_hits, 0, MOST_HITS),
        )


@dataclass(frozen=True, slots=True)
class Round:
    """The chances after a round of fire: only the first Unit is left, only the second, or both."""

    first: Fraction
    second: Fraction
    both: Fraction


Fight = tuple[int, int]
#: By the firer's own Hits: the Hits it inflicts, each with its ways out of `SIDES`.
FireTable = tuple[tuple[tuple[int, int], ...], ...]


def duel(fought: Duel, rounds: int, dice: str = "D5", readings: Given = None) -> tuple[Round, ...]:
    """Return the chances after 1, 2, ... rounds of fire, each a volley of the first Unit and one of
    the second.

    A Unit's own Hits weaken its fire as they mount (line 202); a destroyed Unit fires no more.

    >>> tanks = Shot("tank", "tank", 10)
    >>> # to fire first decides nearly everything
    >>> duel(Duel(tanks, tanks), 20)[-1].first > Fraction(8, 10)
    True
    """
    rounds = whole("The number of rounds", rounds, 0, MOST_VOLLEYS)
    given = tuple(sorted(taken(readings).items()))
    gone = destroyed_from(dict(given))
    fires = (
        _fire_table(fought.first, dice, given, gone),
        _fire_table(fought.second, dice, given, gone),
    )
    return _rounds(*fires, min(fought.first_hits, gone), min(fought.second_hits, gone), rounds)


@lru_cache(maxsize=256)
def _fire_table(shot: Shot, dice: str, given: tuple[tuple[str, str], ...], gone: int) -> FireTable:
    """Return the odds of this shot from a Unit with 0, 1, ...

    Hits, up to the most with which it survives.
    """
    odds = [fire_odds(replace(shot, firer_hits=own), dice, dict(given)) for own in range(gone)]
    return tuple(
        tuple((inflicted, ways * (SIDES // o.total)) for inflicted, ways in o.weights.items())
        for o in odds
    )


@lru_cache(maxsize=256)
def _rounds(
    first: FireTable, second: FireTable, first_hits: int, second_hits: int, rounds: int
) -> tuple[Round, ...]:
    """Return the value of `duel` from all that it depends on: most readings change no shot of a
    fight.
    """
    gone = len(first)
    state: dict[Fight, int] = {(first_hits, second_hits): 1}
    total = 1
    found: list[Round] = []
    for _ in range(rounds):
        if found and not found[-1].both:
            found.append(found[-1])  # one of them is gone, and nothing changes any more
            continue
        state = _volley(_volley(state, first, 0), second, 1)
        total *= SIDES * SIDES
        found.append(_standing(state, total, gone))
    return tuple(found)


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
    return Round(
        Fraction(first, total), Fraction(second, total), Fraction(total - first - second, total)
    )


def favoured(fought: Duel, readings: Given = None, dice: str = "D5") -> Answer[str]:
    """Return which of two Units that exchange fire to the end is favoured:

    "first", "second" or "neither".

    To win is to be the only one left. The steps give the chances as things are, with the other
    firing first, and with either dug in where it is not; ``detail`` are the chances after each of
    the first rounds. Source: Firing Actions (line 202), Dug-in (line 301); the comparison is no
    rule.

    >>> favoured(Duel(Shot("tank", "tank", 10), Shot("tank", "tank", 10))).value
    'first'
    """
    rounds = duel(fought, LONG, dice, readings)
    end = rounds[-1]
    steps = [
        *_fire_of("first", fought.first, taken(readings)),
        *_fire_of("second", fought.second, taken(readings)),
    ]
    steps += [_chances("As things are, the first firing first", end, CITES["own-hits"])]
    if end.both != 1:
        steps += [
            _chances(text, duel(other, LONG, dice, readings)[-1], cite, back)
            for text, other, cite, back in _others(fought)
        ]
    value = _likelier(end)
    steps.append(Step(_verdict(value), CITES["own-measure"], "reads", max(end.first, end.second)))
    return Answer(value, tuple(steps), _headline(fought, value, end), detail=rounds)


def _fire_of(which: str, shot: Shot, given: dict[str, str]) -> Iterator[Step]:
    """Yield what one of the two needs to see the other, or why it cannot fire at all."""
    if (forbids := refusal(shot, given)) is not None:
        text = f"The {which} cannot fire: {forbids.text[0].lower()}{forbids.text[1:]}"
        yield Step(text, forbids.cite, reading=forbids.reading)
    elif (needed := sight_needed(shot, given)) is not None:
        yield replace(
            needed, text=f"Fire of the {which}: {needed.text[0].lower()}{needed.text[1:]}"
        )


def favours(fought: Duel, readings: Given = None, dice: str = "D5") -> str:
    """Return the value of `favoured` without its reasons."""
    return _likelier(duel(fought, LONG, dice, readings)[-1])


def _likelier(end: Round) -> str:
    return "first" if end.first > end.second else "second" if end.second > end.first else "neither"


def _others(fought: Duel) -> Iterator[tuple[str, Duel, Cite, bool]]:
    """Yield the same fight with one thing changed, where that stands, and whether the two Units
    have changed places in it.
    """
    turned = Duel(fought.second, fought.first, fought.second_hits, fought.first_hits)
    yield "With the second firing first", turned, CITES["own-measure"], True
    if fought.second.target != "tank" and "dug-in" not in fought.second.cover:
        yield (
            "With the first dug in",
            replace(fought, second=_dug(fought.second)),
            CITES["dig-in"],
            False,
        )
    if fought.first.target != "tank" and "dug-in" not in fought.first.cover:
        yield (
            "With the second dug in",
            replace(fought, first=_dug(fought.first)),
            CITES["dig-in"],
            False,
        )


def _dug(shot: Shot) -> Shot:
    return replace(shot, cover=shot.cover | {"dug-in"})


def _chances(text: str, end: Round, cite: Cite, back: bool = False) -> Step:
    first, second = (end.second, end.first) if back else (end.first, end.second)
    both = f"; both are left: {percent(end.both)}" if end.both else ""
    return Step(
        f"{text}: the first {happens('wins', first)}, the second {happens('wins', second)}{both}.",
        cite,
        "note",
        first,
    )


def _verdict(value: str) -> str:
    return (
        "Neither is favoured."
        if value == "neither"
        else f"The {value} is likelier to be the only one left."
    )


def _headline(fought: Duel, value: str, end: Round) -> str:
    one, other = a_unit(fought.first.firer), a_unit(fought.second.firer)
    if value == "neither":
        return f"{capitalized(one)} against {other}: neither is favoured."
    name, chance = (one, end.first) if value == "first" else (other, end.second)
    return f"The {value}, {name}, is favoured: it {happens('wins', chance)}."
