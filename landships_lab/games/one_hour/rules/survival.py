"""How long a Unit survives under fire: its Hits as a Markov chain.

The Hits of a Unit under the same shot again and again are sums of like numbers, so the chances
after n volleys are the powers of one polynomial whose exponents are Hits. It is kept in one big
integer, a field of bits to each number of Hits; what reaches the last field destroys the Unit and
is cut off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step, judge, tally
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, plural
from .book import CITES, READINGS, TABLES, die_of, hits_of, taken
from .fire import fire_odds, hits
from .ranges import RangeBand, range_bands
from .shot import MOST_HITS, Shot, destroyed_from

#: The most volleys or turns that are counted ahead; a game has fifteen turns.
MOST_VOLLEYS = 200


@dataclass(frozen=True, slots=True)
class Condition:
    """The Hits of a Unit (0 to 16), and how many of them are permanent (no rally removes them):
    five, once it has had 10.
    """

    hits: int = 0
    permanent: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "hits", whole("The number of Hits of a Unit", self.hits, 0, MOST_HITS + 1)
        )
        if self.permanent not in (0, TABLES.hits.permanent) or self.permanent > self.hits:
            raise ValueError(
                f"Of a Unit's Hits 0 or {TABLES.hits.permanent} are permanent, never more than it"
                f" has, not {self.permanent!r}."
            )
        marked = TABLES.hits.tiers[-1].at
        if self.hits >= marked and not self.permanent:
            lasting = TABLES.hits.permanent
            raise ValueError(
                f"At {marked} Hits {lasting} become permanent; write Condition({self.hits},"
                f" {lasting}) for a Unit with {self.hits}."
            )


def struck(unit: Condition, inflicted: int, readings: Given = None) -> Answer[Condition]:
    """Return the condition of a Unit after so many more Hits.

    At 10 Hits five of them become permanent.

    A destroyed Unit keeps the Hits that destroyed it, 15 or 16 by the reading destroyed-at.
    Source: Hits (line 163) and removal (line 257).

    >>> struck(Condition(8), 4).value
    Condition(hits=12, permanent=5)
    """
    inflicted = whole("The number of Hits inflicted", inflicted, 0, 99)
    gone = destroyed_from(taken(readings))
    steps = [
        Step(f"The Unit has {hits_of(unit.hits)}.", CITES["removal"], "start", Fraction(unit.hits)),
        Step(
            f"The shot adds {hits_of(inflicted)}: {unit.hits + inflicted}.",
            CITES["removal"],
            "add",
            Fraction(inflicted),
        ),
        Step(
            f"At {gone} Hits a Unit is destroyed; more are not counted.",
            CITES["hits"],
            "cap",
            Fraction(gone),
            reading="destroyed-at",
        ),
    ]
    total = tally(steps)
    assert isinstance(total, int)  # whole numbers added and capped
    permanent = TABLES.hits.permanent if total >= TABLES.hits.tiers[-1].at else unit.permanent
    if permanent > unit.permanent:
        text = f"It has reached {TABLES.hits.tiers[-1].at} Hits: {permanent} of them are permanent."
        steps.append(Step(text, CITES["hits"], "note"))
    fate = (
        "the Unit is destroyed"
        if total >= gone
        else f"the Unit survives, with {plural(permanent, 'permanent Hit')}"
    )
    return Answer(
        Condition(total, permanent), tuple(steps), f"{capitalized(hits_of(total))}: {fate}."
    )


def stands(unit: Condition, readings: Given = None) -> Answer[bool]:
    """Return whether a Unit with so many Hits is still on the table.

    Source: Hits (line 163) and removal (line 257), reading destroyed-at.

    >>> (
    ...     stands(Condition(15, 5)).value,
    ...     stands(Condition(15, 5), {"destroyed-at": "more-than-15"}).value,
    ... )
    (False, True)
    """
    given = taken(readings)
    gone = destroyed_from(given)
    standing = unit.hits < gone
    text = (
        f"{READINGS['destroyed-at'].option(given['destroyed-at']).says} This one has {unit.hits}."
    )
    step = Step(
        text, CITES["destroyed"], "allows" if standing else "forbids", reading="destroyed-at"
    )
    return Answer(
        bool(judge((step,))),
        (step,),
        "The Unit survives." if standing else "The Unit is destroyed.",
    )


def still_standing(unit: Condition, readings: Given = None) -> Condition:
    """Return the same condition. `ValueError` for a Unit that its Hits have destroyed."""
    gone = destroyed_from(taken(readings))
    if unit.hits >= gone:
        raise ValueError(
            f"A Unit with {hits_of(unit.hits)} has been destroyed and removed; one on the table has"
            f" {gone - 1} at most."
        )
    return unit


def survival(
    shot: Shot, volleys: int, target_hits: int = 0, dice: str = "D5", readings: Given = None
) -> tuple[Fraction, ...]:
    """Return the chances that the target survives 1, 2, ... such volleys, if it rallies no Hits
    off.

    ``target_hits`` (0 to 15) are those it has before. Given as in `hits`, and destroyed-at.
    Source: Firing Actions (line 202), removal (line 257).

    >>> # 4 to 7 Hits a volley: the third one nearly always destroys it
    >>> survival(Shot("tank", "tank", 10), 3)
    (Fraction(1, 1), Fraction(1, 1), Fraction(25, 216))
    """
    volleys = whole("The number of volleys", volleys, 0, MOST_VOLLEYS)
    target_hits = whole("The number of Hits of a target", target_hits, 0, MOST_HITS)
    return _survival(
        fire_odds(shot, dice, readings), destroyed_from(taken(readings)) - target_hits, volleys
    )


@lru_cache(maxsize=256)
def _survival(odds: Odds[int], left: int, volleys: int) -> tuple[Fraction, ...]:
    """Return the chances to survive, from all that they depend on: most readings change nothing of
    it.
    """
    # A field is wide enough for the weights of all outcomes of all volleys together, so that no
    # field runs into the next.
    bits = volleys * odds.total.bit_length() + 1
    one_volley = sum(
        weight << bits * inflicted for inflicted, weight in odds.weights.items() if inflicted < left
    )
    kept, fields = (1 << bits * left) - 1, (1 << bits) - 1
    standing, total = int(left > 0), 1
    curve: list[Fraction] = []
    while standing and len(curve) < volleys:
        standing = standing * one_volley & kept
        total *= odds.total
        # The sum of the fields is the remainder by 2 to the width, less one: casting out nines.
        curve.append(Fraction(standing % fields, total))
    return tuple(curve + [Fraction(0)] * (volleys - len(curve)))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a shot promises beside its Hits on one roll: their odds, a fresh target's chances to
    survive, and the ranges.
    """

    odds: Odds[int]
    survival: tuple[Fraction, ...]
    ranges: tuple[RangeBand, ...]


def volley(shot: Shot, die: int, volleys: int, readings: Given = None) -> Answer[int]:
    """Return the Hits of a shot on this roll, as `hits` does, with its `Outlook` over so many
    volleys in ``detail``.

    >>> volley(Shot("tank", "tank", 10), 3, volleys=3).detail.survival[2]
    Fraction(25, 216)
    """
    outlook = Outlook(
        fire_odds(shot, readings=readings),
        survival(shot, volleys, readings=readings),
        range_bands(shot.firer, readings),
    )
    answer = hits(shot, die, readings)
    steps = (*answer.steps, *_never_shown(die, readings))
    return replace(answer, steps=steps, detail=outlook)


def _never_shown(die: int, readings: Given) -> Iterator[Step]:
    """Yield a note on a face that the dice in use do not have."""
    if die not in die_of("D5", readings).outcomes:
        yield Step(
            f"An average die never shows {die}; a plain one does.", CITES["dice"], reading="dice"
        )
