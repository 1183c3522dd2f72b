"""How long does a Unit stand under fire? Its Hits as a Markov chain.

The Hits of a Unit under the same shot again and again are sums of like numbers, so the chances after n volleys are the powers of
one polynomial whose exponents are Hits. It is kept in one big integer, a field of bits to each number of Hits; what reaches the
last field is gone and is cut off.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge, tally
from landships_lab.rules.one_hour.fire import MOST_HITS, Shot, destroyed_from, fire_odds
from landships_lab.rules.one_hour.words import CITES, READINGS, TABLES, Readings, begun, count, taken, whole

#: The most volleys or turns that are counted ahead; a game has fifteen turns.
MOST_VOLLEYS = 200


@dataclass(frozen=True, slots=True)
class Condition:
    """How a Unit fares: its Hits (0 to 16), and how many of them are permanent, which no rally removes: five, once it had 10."""

    hits: int = 0
    permanent: int = 0

    def __post_init__(self) -> None:
        whole("The number of Hits of a Unit", self.hits, MOST_HITS + 1)
        if self.permanent not in (0, TABLES.hits.permanent) or self.permanent > self.hits:
            raise ValueError(
                f"0 or {TABLES.hits.permanent} of a Unit's Hits are permanent, never more than it has, not {self.permanent!r}."
            )
        marked = TABLES.hits.tiers[-1].at
        if self.hits >= marked and not self.permanent:
            lasting = TABLES.hits.permanent
            raise ValueError(f"At {marked} Hits {lasting} become permanent; a Unit with {self.hits} is Condition({self.hits}, {lasting}).")


def struck(unit: Condition, inflicted: int, readings: Readings = None) -> Answer[Condition]:
    """How does a Unit fare once so many Hits are marked on it? At 10 Hits five of them become permanent.

    A destroyed Unit keeps the Hits that destroyed it, 15 or 16 by the reading destroyed-at.
    Source: Hits (line 163) and removal (line 257).

    >>> struck(Condition(8), 4).value
    Condition(hits=12, permanent=5)
    """
    whole("The number of Hits inflicted", inflicted, 99)
    gone = destroyed_from(taken(readings))
    steps = [
        Step(f"The Unit has {count(unit.hits)}.", CITES["removal"], "start", Fraction(unit.hits)),
        Step(f"{begun(count(inflicted))} more: {unit.hits + inflicted}.", CITES["removal"], "add", Fraction(inflicted)),
        Step(f"At {gone} it is gone; more is not counted.", CITES["hits"], "cap", Fraction(gone), reading="destroyed-at"),
    ]
    total = tally(steps)
    assert isinstance(total, int)  # whole numbers added and capped
    permanent = TABLES.hits.permanent if total >= TABLES.hits.tiers[-1].at else unit.permanent
    if permanent > unit.permanent:
        text = f"It has reached {TABLES.hits.tiers[-1].at}: {permanent} of its Hits are permanent."
        steps.append(Step(text, CITES["hits"], "note"))
    said = "it is destroyed" if total >= gone else f"it stands, with {count(permanent, 'permanent Hit')}"
    return Answer(Condition(total, permanent), tuple(steps), f"{begun(count(total))}: {said}.")


def stands(unit: Condition, readings: Readings = None) -> Answer[bool]:
    """Is a Unit with so many Hits still on the table? Source: Hits (line 163) and removal (line 257), reading destroyed-at.

    >>> stands(Condition(15, 5)).value, stands(Condition(15, 5), {"destroyed-at": "more-than-15"}).value
    (False, True)
    """
    given = taken(readings)
    gone = destroyed_from(given)
    standing = unit.hits < gone
    text = f"{READINGS['destroyed-at'].option(given['destroyed-at']).says} It has {unit.hits}."
    step = Step(text, CITES["removal"], "allows" if standing else "forbids", reading="destroyed-at")
    return Answer(bool(judge((step,))), (step,), "It stands." if standing else "It is destroyed.")


def still_standing(unit: Condition, readings: Readings = None) -> Condition:
    """Is there a Unit left to act? The same condition, or `ValueError` in one sentence where its Hits have destroyed it."""
    gone = destroyed_from(taken(readings))
    if unit.hits >= gone:
        raise ValueError(f"A Unit with {count(unit.hits)} is destroyed and has been removed; it stands with {gone - 1} at most.")
    return unit


def survival(shot: Shot, volleys: int, target_hits: int = 0, dice: str = "D5", readings: Readings = None) -> tuple[Fraction, ...]:
    """How likely does the target still stand after 1, 2, ... such volleys, none of them rallied off?

    ``target_hits`` (0 to 15) are those it has before. Readings as in `hits`, and destroyed-at.
    Source: Firing Actions (line 202), removal (line 257).

    >>> survival(Shot("tank", "tank", 10), 3)               # 4 to 7 Hits a volley: the third one nearly always destroys
    (Fraction(1, 1), Fraction(1, 1), Fraction(25, 216))
    """
    whole("The number of volleys", volleys, MOST_VOLLEYS)
    whole("The number of Hits of a target", target_hits, MOST_HITS)
    odds = fire_odds(shot, dice, readings)
    left = destroyed_from(taken(readings)) - target_hits
    # A field is wide enough for the weights of all outcomes of all volleys together, so that no field runs into the next.
    bits = volleys * odds.total.bit_length() + 1
    volley = sum(weight << bits * inflicted for inflicted, weight in odds.weights.items() if inflicted < left)
    kept, fields = (1 << bits * left) - 1, (1 << bits) - 1
    standing, total = int(left > 0), 1
    curve: list[Fraction] = []
    while standing and len(curve) < volleys:
        standing = standing * volley & kept
        total *= odds.total
        # The sum of the fields is the remainder by 2 to the width, less one: casting out nines.
        curve.append(Fraction(standing % fields, total))
    return tuple(curve + [Fraction(0)] * (volleys - len(curve)))
