"""Grenades thrown and launched: where they may be sent, where they land, whom they catch, and what
they do to him.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

from landships_lab.core.answer import Remedy, Step, Telling, Told, decided, summed
from landships_lab.core.checks import one_of
from landships_lab.core.dice import D6, Odds, Roll
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, signed
from .book import (
    FACES,
    FIELDCRAFT,
    READINGS,
    SIX,
    Inches,
    add,
    allow,
    distance,
    exact_inches,
    note,
    options,
    says,
    start,
)
from .shots import Aim, Shot, aim, hits_on, may_fire
from .sqrt3_geometry import Point, Stray, at, checked_point, dot, measured, minus, scaled, within
from .wounds import Course, Hit, Rolled, Target, effect_course, effect_odds

GRENADE = FIELDCRAFT.grenade
#: Two dice decide where a missed grenade goes.
STRAYS = SIX * SIX
COVER = "grenade-cover"


@dataclass(frozen=True, slots=True)
class Soldier:
    """A figure on the table: its name, the middle of its base, and whether it lies prone
    or hides.
    """

    name: str
    at: Point
    prone: bool = False
    hiding: bool = False

    def __post_init__(self) -> None:
        checked_point("The place of a soldier", self.at)


def lies_prone(soldier: Soldier, read: Mapping[str, str]) -> bool:
    """Return whether he lies prone under a grenade: by choice, or because he hides and a reading
    takes hiding as lying down.
    """
    return soldier.prone or (soldier.hiding and read["hide-prone"] == "prone")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A straight piece of terrain that gives cover: hard (a wall) or soft (a hedge)."""

    start: Point
    end: Point
    hard: bool = True

    def __post_init__(self) -> None:
        for end in (self.start, self.end):
            checked_point("The end of an obstacle", end)


@dataclass(frozen=True, slots=True)
class Throw:
    """A grenade: the thrower, the point aimed at, whether the ground is soft, and whether it is
    thrown or launched.

    ``firer`` is the shot of a launcher, with the firer's wounds and whether he moved.

    ``base_inches`` is the diameter of a figure's base, which the source does not give; it counts
    only where any part of a base is read as being within a template.
    """

    thrower: Point
    aim: Point
    soft_ground: bool = False
    launched: bool = False
    base_inches: Inches = 1
    firer: Shot | None = None

    def __post_init__(self) -> None:
        checked_point("The place of the thrower", self.thrower)
        checked_point("The place aimed at", self.aim)
        exact_inches("The base of a figure", self.base_inches)

    @property
    def range_inches(self) -> Inches:
        """The inches from the thrower to the point aimed at."""
        return measured(self.thrower, self.aim)

    @property
    def radius(self) -> Fraction:
        """Half of the template's diameter; a launcher has the small one."""
        return Fraction(GRENADE.small_diameter if self.launched else GRENADE.template_diameter, 2)

    @property
    def in_reach(self) -> bool:
        """Whether it can be thrown that far."""
        return within(self.thrower, self.aim, GRENADE.reach)

    def shot(self) -> Shot:
        """Return the launcher's shot at this range."""
        return replace(self.firer or Shot("launcher", 0), range_inches=self.range_inches)

    def reach(self, read: Mapping[str, str]) -> Fraction:
        """Return how many inches from its centre the template catches a figure."""
        edge = Fraction(self.base_inches, 2) if read["under-template"] == "any-part" else 0
        return self.radius + edge


# ---------------------------------------------------------------------------------- where it may go


@decided
def may_throw(throw: Throw, readings: Given = None) -> Telling:
    """Return whether the grenade can be sent to this point, and which rolls place it there. The
    thrower need not see anything.

    >>> may_throw(Throw((0, 8), (0, 0))).headline
    'Placed on 4 or more, 8 inches away.'
    """
    read, far = options(readings), distance(throw.range_inches)
    if throw.launched:
        allowed = may_fire(throw.shot(), read)
        if not allowed.value:
            yield from allowed.steps
            return Told(allowed.headline, _of_a_point(allowed.remedies))
        needs = hits_on(throw.shot(), read)
        yield from (*needs.steps, *allowed.steps)
        small = f"Its template is the small one, {GRENADE.small_diameter} inches wide."
        yield note("launcher-template", small)
        return f"Placed on {needs.value} or more, {far} away."
    is_in = f"{'within' if throw.in_reach else 'beyond'} the {GRENADE.reach} inches of a throw"
    yield allow("grenades", throw.in_reach, f"{capitalized(far)} is {is_in}.", marks=(throw.aim,))
    placed = f"{GRENADE.place_on} or more on a die places it where it is wanted."
    yield note("grenade-place", placed)
    yield note("grenade-place", "The thrower need not see his target: he chooses a point.")
    if throw.in_reach:
        return f"Placed on {GRENADE.place_on} or more, {far} away."
    reach = f"a grenade can be thrown {GRENADE.reach} inches"
    nearer = Remedy(f"Aim {distance(throw.range_inches - GRENADE.reach)} nearer: {reach}.")
    return Told(f"Too far: {far}, and a throw reaches {GRENADE.reach}.", [nearer])


def _of_a_point(remedies: tuple[Remedy, ...]) -> Iterator[Remedy]:
    """Yield advice for a launcher. Its range follows from a point on the table, not from one field
    of the throw, so that no change can be offered.
    """
    for remedy in remedies:
        if remedy.change in ("range", *READINGS):
            yield Remedy(remedy.text) if remedy.change == "range" else remedy


def placing_faces(throw: Throw, read: Mapping[str, str]) -> tuple[int, ...]:
    """Return the rolls that place the grenade where it is aimed."""
    if throw.launched:
        return tuple(filter(aim(throw.shot(), read).hits, FACES))
    if not throw.in_reach:
        far = f"{capitalized(distance(throw.range_inches))} is too far"
        raise ValueError(f"{far}: a grenade can be thrown {GRENADE.reach} inches.")
    return tuple(die for die in FACES if die >= GRENADE.place_on)


# ----------------------------------------------------------------------------------- where it lands


@dataclass(frozen=True, slots=True)
class Landing:
    """A place where a grenade may come down.

    ``direction`` and ``score`` are the dice of a missed throw, 0 where it was placed.
    """

    direction: int
    score: int
    point: Stray
    chance: Fraction


def landings(throw: Throw, readings: Given = None) -> tuple[Landing, ...]:
    """Return where the grenade may come down, with the chances: the point aimed at, and the 36
    points of a missed throw. Raises `ValueError`, with the reason, if nobody can throw that far.

    >>> places = landings(Throw((0, 8), (0, 0)))
    >>> len(places), str(places[0].chance), sum(place.chance for place in places) == 1
    (37, '1/2', True)
    """
    read = options(readings)
    placed = Fraction(len(placing_faces(throw, read)), SIX)
    stray = (1 - placed) * Fraction(1, STRAYS)
    missed = (landing_at(throw, d, s, read, stray) for d in FACES for s in FACES)
    return (landing_at(throw, 0, 0, read, placed), *(missed if stray else ()))


def landing_at(
    throw: Throw,
    direction: int,
    score: int,
    read: Mapping[str, str],
    chance: Fraction = Fraction(1),
) -> Landing:
    """Return where a grenade comes down by its dice of direction and distance, 0 and 0 for one that
    is placed.
    """
    if not score:
        return Landing(0, 0, at(throw.aim), chance)
    # a six is twelve o'clock (straight on, or the far table edge), and each step of the die is two
    # hours
    ahead = minus(throw.aim, throw.thrower)
    if read["scatter"] == "from-north" or ahead == (0, 0):
        ahead = (0, -1)
    stray = Stray(throw.aim, ahead, direction % 6, Fraction(score, 2))
    return Landing(direction, score, stray, chance)


def land(roll: Roll, throw: Throw, read: Mapping[str, str]) -> Landing:
    """Return where a grenade comes down: a die to place it, and two more if it strays."""
    placing = placing_faces(throw, read)
    if roll(D6, lambda die: die in placing):
        return landing_at(throw, 0, 0, read)
    direction = roll(D6, int)
    return landing_at(throw, direction, roll(D6, int), read)


def caught(throw: Throw, landing: Landing, soldier: Soldier, readings: Given = None) -> bool:
    """Return whether this soldier is within the template when the grenade comes down there."""
    return landing.point.within(soldier.at, throw.reach(options(readings)))


# ------------------------------------------------------------------------------- what it does there


def shelter(point: Stray, spot: Point, obstacles: Sequence[Obstacle]) -> str:
    """Return the cover between this spot and a blast at that point: "hard", "soft" or "none"."""
    between = {o.hard for o in obstacles if point.sees_across(spot, o.start, o.end)}
    return "hard" if True in between else "soft" if False in between else "none"


@summed
def effectiveness(
    shelter: str = "none", prone: bool = False, soft_ground: bool = False, readings: Given = None
) -> Telling:
    """Return the least roll of the thrower's second die that makes a soldier within the template
    roll for effect; more than six is never rolled.

    Cover subtracts from the die; under the other reading it subtracts from the number, which would
    make the grenade more deadly.

    >>> (
    ...     effectiveness("hard").value,
    ...     effectiveness("hard", readings={"grenade-cover": "number"}).value,
    ... )
    (5, 1)
    """
    one_of("cover from a grenade", shelter, ("none", "soft", "hard"))
    read, hard = options(readings), shelter == "hard"
    text = f"A grenade has an effectiveness of {GRENADE.effectiveness}."
    yield start("grenade-effect", GRENADE.effectiveness, text)
    soft = shelter == "soft" or prone
    if hard or soft or soft_ground:
        yield says(COVER, read)
    on_die = read[COVER] == "die"
    for cite, holds, amount, why in (
        ("grenade-hard", hard, GRENADE.hard_cover, "hard cover between him and the blast"),
        ("grenade-soft", soft, GRENADE.soft_cover, "soft cover, or he is prone"),
        ("grenade-ground", soft_ground, GRENADE.soft_ground, "it landed on soft ground"),
    ):
        if holds:
            text = f"{signed(amount)} on the {'die' if on_die else 'number'}: {why}."
            yield add(cite, -amount if on_die else amount, text, COVER)
    return _describe_effectiveness


def _describe_effectiveness(value: int) -> str:
    if value > SIX:
        return "No roll is enough: the blast does nothing to him."
    every = "He must roll for effect, whatever the die shows."
    return every if value <= 1 else f"{value} or more makes him roll for effect."


@lru_cache(maxsize=64)
def roll_needed(cover: str, prone: bool, soft_ground: bool, option: str) -> int:
    """Return the value of `effectiveness` under this option of grenade-cover."""
    return effectiveness.value(cover, prone, soft_ground, {COVER: option})


def launched_course(roll: Roll, aimed: Aim, target: Target, read: Mapping[str, str]) -> Course:
    """Return what a launched grenade does to a soldier at the point aimed at.

    Even a grenade that goes astray may land near enough to catch him under the small template. He
    stands at the centre of the 36 points, so that the die of distance alone decides.
    """
    course: Course = (roll(D6, partial(_placed, aimed)),)
    if course[0].name == "astray":
        reach = Throw((0, 0), (0, 0), launched=True).reach(read)
        course = (*course, roll(D6, partial(_strayed, reach)))
    if course[-1].outcome:
        return course
    return (*course, *effective_course(roll, 0, Hit(0, target, aimed.penalty), read))


def effective_course(
    roll: Roll, needed: int, hit: Hit, read: Mapping[str, str], thrown: int = 0
) -> Course:
    """Return what a grenade does to a man under its template: the die of effectiveness, then his
    rolls for effect and wounds.

    ``needed`` is the number that the die must show for a sheltered man, 0 for a man in the open.
    ``thrown`` is a die rolled for all men together, 0 if he has his own.
    """
    bare = effectiveness(readings=read)
    meaning = partial(_effective, needed or bare.value, bare.steps)
    first = meaning(thrown) if thrown else roll(D6, meaning)
    return (first,) if first.outcome else (first, *effect_course(roll, hit, read))


def _placed(aimed: Aim, die: int) -> Rolled:
    if aimed.hits(die):
        return Rolled("placed", "placed", throw="for effectiveness")
    flies = "in the direction of one die, half as many inches as another shows"
    scatter = note("grenade-scatter", f"A missed grenade flies {flies}.", "scatter")
    return Rolled("astray", "astray", (scatter,), throw="for direction and distance")


def _strayed(reach: Fraction, die: int) -> Rolled:
    if Fraction(die, 2) <= reach:
        return Rolled("near", "near", throw="for effectiveness", faces_count=False)
    return Rolled("clear", "clear", outcome="miss", faces_count=False)


def _effective(needed: int, steps: tuple[Step, ...], die: int) -> Rolled:
    explain = partial(_explain_effective, needed, die)
    if die >= needed:
        return Rolled("effective", "harmful", steps, throw="for effect", explain=explain)
    return Rolled("harmless", "harmless", steps, "miss", explain=explain)


def _explain_effective(needed: int, die: int) -> tuple[Step, ...]:
    text = f"The die of effectiveness shows {die}: {needed} or more makes him roll for effect."
    return (note("grenade-effect", text),)


# --------------------------------------------------------------------------------------- the danger


@dataclass(frozen=True, slots=True)
class Exposure:
    """One soldier's danger: the chance that the template catches him, and the chance that he must
    roll for effect.
    """

    soldier: Soldier
    caught: Fraction
    affected: Fraction


@dataclass(frozen=True, slots=True)
class Field:
    """A grenade and the terrain round it, in a unit small enough for all coordinates to be whole
    numbers, so that a whole field of soldiers can be tested.
    """

    throw: Throw
    read: Mapping[str, str]
    walls: tuple[Obstacle, ...]
    parts: int
    reach: int

    @classmethod
    def of(
        cls,
        throw: Throw,
        soldiers: Sequence[Soldier],
        obstacles: Sequence[Obstacle],
        read: Mapping[str, str],
    ) -> Field:
        """Return the field of this grenade."""
        ends = (end for o in obstacles for end in (o.start, o.end))
        spots = (throw.aim, throw.thrower, *(one.at for one in soldiers), *ends)
        whole = (number.denominator for spot in spots for number in spot)
        parts = math.lcm(2, 2 * throw.base_inches.denominator, *whole)
        walls = (Obstacle(scaled(o.start, parts), scaled(o.end, parts), o.hard) for o in obstacles)
        return cls(throw, read, tuple(walls), parts, int(throw.reach(read) * parts))

    def landings(self) -> Iterator[tuple[Stray, Fraction]]:
        """Yield where the grenade may come down, and how likely."""
        for place in landings(self.throw, self.read):
            spot, ahead = (
                scaled(place.point.start, self.parts),
                scaled(place.point.ahead, self.parts),
            )
            far = int(place.point.distance * self.parts)
            yield Stray(spot, ahead, place.point.sixths, far), place.chance

    def needed(self, soldier: Soldier, spot: Point, point: Stray) -> int:
        """Return the least roll at which a soldier at this spot must roll for the effect of a blast
        there.
        """
        cover, prone = shelter(point, spot, self.walls), lies_prone(soldier, self.read)
        return roll_needed(cover, prone, self.throw.soft_ground, self.read[COVER])


def exposures(
    throw: Throw,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> tuple[Exposure, ...]:
    """Return the danger to each of these soldiers over all the places where the grenade may
    land.
    """
    field = Field.of(throw, soldiers, obstacles, options(readings))
    places = [*field.landings()]
    course = places[0][1].denominator * STRAYS
    rings: dict[int, list[tuple[Stray, int]]] = {}
    for point, chance in places:
        rings.setdefault(int(point.distance), []).append((point, int(chance * course)))
    middle = scaled(throw.aim, field.parts)
    risks = []
    for soldier in soldiers:
        spot = scaled(soldier.at, field.parts)
        under = [*_under(rings, minus(spot, middle), spot, field.reach)]
        strong = sum(
            weight * max(0, min(SIX, SIX + 1 - field.needed(soldier, spot, point)))
            for point, weight in under
        )
        caught_in = sum(weight for _, weight in under)
        risks.append(Exposure(soldier, Fraction(caught_in, course), Fraction(strong, course * SIX)))
    return tuple(risks)


def _under(
    rings: Mapping[int, list[tuple[Stray, int]]], way: Point, spot: Point, reach: int
) -> Iterator[tuple[Stray, int]]:
    """Yield the landings that catch a soldier at this spot. ``rings`` are the landings grouped by
    how far they stray.

    A ring that is near enough, or too far, in every direction is settled at once.
    """
    square = dot(way, way)
    for far, members in rings.items():
        if square > (reach + far) ** 2:
            continue
        if far <= reach and square <= (reach - far) ** 2:
            yield from members
        else:
            yield from (member for member in members if member[0].within(spot, reach))


def blast_odds(
    throw: Throw,
    soldier: Soldier,
    obstacles: Sequence[Obstacle] = (),
    target: Target | None = None,
    readings: Given = None,
) -> Odds[str]:
    """Return the chance of each outcome for this soldier, from the throw to the wound at point
    blank range; ``miss`` is a grenade that does not touch him.

    >>> odds = blast_odds(Throw((0, 8), (0, 0)), Soldier("he", (0, 0)))
    >>> str(odds.p("miss")), sum(chance for _, chance in odds)
    ('4/9', Fraction(1, 1))
    """
    read = options(readings)
    affected = exposures(throw, (soldier,), obstacles, read)[0].affected
    if not affected:
        return Odds({"miss": 1})
    hit = effect_odds(Hit(0, target or Target()), read)
    clear = (affected.denominator - affected.numerator) * hit.total
    outcomes = ((outcome, weight * affected.numerator) for outcome, weight in hit.weights.items())
    return Odds([("miss", clear), *outcomes])
