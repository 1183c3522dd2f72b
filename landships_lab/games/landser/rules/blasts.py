"""Grenades where they come down: their effectiveness, the cover from it, the danger to each soldier
near.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import one_of
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import signed
from .book import CITES, READINGS, SIX, taken, whole_total
from .branches import FACES, effect_odds
from .grenades import (
    GRENADE,
    STRAYS,
    Landing,
    Obstacle,
    Soldier,
    Throw,
    landings,
    lies_prone,
    reach_of,
)
from .sqrt3_geometry import Point, Stray, dot, minus, scaled
from .wounds import Target


def shelter(landing: Landing, soldier: Soldier, obstacles: Sequence[Obstacle]) -> str:
    """Return the cover between the soldier and the centre of the blast:

    "hard", "soft" or "none".
    """
    return shelter_at(landing.point, soldier.at, obstacles)


def shelter_at(point: Stray, spot: Point, obstacles: Sequence[Obstacle]) -> str:
    """Return the cover between this spot and a blast at that point, all in the same parts of an
    inch.
    """
    between = {o.hard for o in obstacles if point.sees_across(spot, o.start, o.end)}
    return "hard" if True in between else "soft" if False in between else "none"


def effectiveness(
    shelter: str = "none", prone: bool = False, soft_ground: bool = False, readings: Given = None
) -> Answer[int]:
    """Return the least roll of the thrower's second die that makes a soldier within the template
    roll for effect.

    Cover takes from the die, or from the number under the other reading. A value beyond six is
    never rolled. Source: Landser, Grenades (lines 209-217). `ValueError` for a cover other than
    none, soft and hard.

    >>> effectiveness().value, effectiveness("hard").value
    (3, 5)
    >>> # cover would make it more deadly
    >>> effectiveness("hard", readings={"grenade-cover": "number"}).value
    1
    """
    one_of("cover from a grenade", shelter, ("none", "soft", "hard"))
    read = taken(readings)
    steps = [
        Step(
            f"A grenade has an effectiveness of {GRENADE.effectiveness}.",
            CITES["grenade-effect"],
            "start",
            Fraction(GRENADE.effectiveness),
        )
    ]
    given = [
        (
            GRENADE.hard_cover if shelter == "hard" else 0,
            "hard cover between him and the blast",
            "grenade-hard",
        ),
        (
            GRENADE.soft_cover if shelter == "soft" or prone else 0,
            "soft cover, or he is prone",
            "grenade-soft",
        ),
        (GRENADE.soft_ground if soft_ground else 0, "it landed on soft ground", "grenade-ground"),
    ]
    if any(amount for amount, _, _ in given):
        reading = READINGS["grenade-cover"]
        says = reading.option(read["grenade-cover"]).says
        steps.append(Step(says, reading.cite, reading="grenade-cover"))
    sign = -1 if read["grenade-cover"] == "die" else 1
    for amount, why, cite in given:
        if amount:
            text = f"{signed(amount)} on the {'die' if sign < 0 else 'number'}: {why}."
            steps.append(
                Step(text, CITES[cite], "add", Fraction(sign * amount), reading="grenade-cover")
            )
    value = whole_total(steps)
    return Answer(value, tuple(steps), _effectiveness_words(value))


def _effectiveness_words(value: int) -> str:
    if value > SIX:
        return "No roll is enough: the blast does nothing to him."
    return (
        "He must roll for effect, whatever the die shows."
        if value <= 1
        else f"{value} or more makes him roll for effect."
    )


@dataclass(frozen=True, slots=True)
class Exposure:
    """One soldier's danger: the chance that the template catches him, and the chance that he must
    roll for effect.
    """

    soldier: Soldier
    caught: Fraction
    affected: Fraction


def exposures(
    throw: Throw,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> tuple[Exposure, ...]:
    """Return the danger to each of these soldiers over all the places where the grenade may land.

    Inches are cut into parts that make every distance a whole number, so that a whole field of
    soldiers can be asked about. Source: Landser, Grenades (lines 209-219). `ValueError` with the
    printed reason if the grenade cannot go so far.
    """
    read = taken(readings)
    scale = parts_of(throw, soldiers, obstacles)
    reach = int(reach_of(throw, read) * scale)
    places = landings(throw, read)
    course = places[0].chance.denominator * STRAYS
    rings: dict[int, list[tuple[Stray, int]]] = {}
    for place in places:
        rings.setdefault(int(place.point.distance * scale), []).append(
            (in_parts(place.point, scale), int(place.chance * course))
        )
    walls = [Obstacle(scaled(o.start, scale), scaled(o.end, scale), o.hard) for o in obstacles]
    middle = scaled(throw.aim, scale)
    found = []
    for soldier in soldiers:
        spot = scaled(soldier.at, scale)
        under = list(_under(rings, minus(spot, middle), spot, reach))
        covers = ((weight, shelter_at(point, spot, walls)) for point, weight in under)
        needed = (
            (
                weight,
                roll_needed(
                    cover, lies_prone(soldier, read), throw.soft_ground, read["grenade-cover"]
                ),
            )
            for weight, cover in covers
        )
        strong = sum(weight * sum(die >= least for die in FACES) for weight, least in needed)
        caught_in = sum(weight for _, weight in under)
        found.append(Exposure(soldier, Fraction(caught_in, course), Fraction(strong, course * SIX)))
    return tuple(found)


def _under(
    rings: Mapping[int, list[tuple[Stray, int]]], way: Point, spot: Point, reach: int
) -> Iterator[tuple[Stray, int]]:
    """Yield the landings that catch a soldier at this spot.

    ``rings`` are the landings by how far they stray.

    Some rings are too far, or near enough, whichever way the grenade strays; only the rest is
    worked out.
    """
    square = dot(way, way)
    for far, members in rings.items():
        if square > (reach + far) ** 2:
            continue
        if far <= reach and square <= (reach - far) ** 2:
            yield from members
        else:
            yield from (member for member in members if member[0].within(spot, reach))


def parts_of(throw: Throw, soldiers: Sequence[Soldier], obstacles: Sequence[Obstacle]) -> int:
    """Return into how many parts an inch must be cut, so that everything on the table lies on whole
    ones.
    """
    spots = [
        throw.aim,
        throw.thrower,
        *(s.at for s in soldiers),
        *(end for o in obstacles for end in (o.start, o.end)),
    ]
    return math.lcm(
        2,
        2 * throw.base_inches.denominator,
        *(number.denominator for spot in spots for number in spot),
    )


def in_parts(point: Stray, scale: int) -> Stray:
    """Return the point in parts of an inch, ``scale`` to the inch."""
    return Stray(
        scaled(point.start, scale),
        scaled(point.ahead, scale),
        point.sixths,
        int(point.distance * scale),
    )


@lru_cache(maxsize=64)
def roll_needed(cover: str, prone: bool, soft_ground: bool, reading: str) -> int:
    """Return the number that `effectiveness` answers under this reading of grenade-cover."""
    return effectiveness(cover, prone, soft_ground, {"grenade-cover": reading}).value


def blast_odds(
    throw: Throw,
    soldier: Soldier,
    obstacles: Sequence[Obstacle] = (),
    target: Target | None = None,
    readings: Given = None,
) -> Odds[str]:
    """Return the chance of each outcome for this soldier, from the throw to the wound;

    ``miss`` is a grenade that does not touch him.

    Source: Landser, Grenades (lines 203-219), with the effect tables at point blank range.

    >>> odds = blast_odds(Throw((0, 8), (0, 0)), Soldier("he", (0, 0)))
    >>> str(odds.p("miss")), sum(chance for _, chance in odds)
    ('4/9', Fraction(1, 1))
    """
    read = taken(readings)
    affected = exposures(throw, (soldier,), obstacles, read)[0].affected
    if not affected:
        return Odds({"miss": 1})
    hit = effect_odds(0, target or Target(), 0, read)
    whole = affected.denominator
    clear = (whole - affected.numerator) * hit.total
    return Odds(
        [
            ("miss", clear),
            *((outcome, weight * affected.numerator) for outcome, weight in hit.weights.items()),
        ]
    )
