"""Grenades thrown and launched: where they may be sent, where they land, whom they catch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized
from .book import CITES, FIELDCRAFT, READINGS, SIX, Inches, distance, exact_inches, taken
from .branches import FACES
from .shots import Shot, aim, hits_on, may_fire
from .sqrt3_geometry import Point, Stray, at, checked_point, measured, within

GRENADE = FIELDCRAFT.grenade
#: Two dice decide where a missed grenade goes.
STRAYS = 36


@dataclass(frozen=True, slots=True)
class Soldier:
    """A figure on the table: its name, the middle of its base, whether it lies prone, whether it
    hides.
    """

    name: str
    at: Point
    prone: bool = False
    hiding: bool = False

    def __post_init__(self) -> None:
        checked_point("The place of a soldier", self.at)


def lies_prone(soldier: Soldier, readings: Mapping[str, str]) -> bool:
    """Return whether he lies prone under a grenade: he says so, or he hides and hiding is read as
    lying down.

    Source: Landser, Hide (line 151), Grenades (215).
    """
    return soldier.prone or (soldier.hiding and readings["hide-prone"] == "prone")


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
    """A grenade: the thrower, the point aimed at, soft ground or not, thrown or launched;
    ``firer`` is the shot of a launcher, with his wounds and whether he moved.

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

    def shot(self) -> Shot:
        """Return the launcher's shot at this range."""
        return replace(self.firer or Shot("launcher", 0), range_inches=self.range_inches)


@dataclass(frozen=True, slots=True)
class Landing:
    """A place where a grenade may come down.

    ``direction`` and ``score`` are the dice of a missed throw, 0 where it was placed.
    """

    direction: int
    score: int
    point: Stray
    chance: Fraction


def placing_faces(throw: Throw, readings: Mapping[str, str]) -> tuple[int, ...]:
    """Return the rolls that place the grenade where it is wanted.

    `ValueError` with the printed reason if it cannot go so far.
    """
    if throw.launched:
        aimed = aim(throw.shot(), readings)
        return tuple(die for die in FACES if aimed.hits(die, readings))
    if not within(throw.thrower, throw.aim, GRENADE.reach):
        raise ValueError(
            f"{_far(throw)} is too far: a grenade can be thrown {GRENADE.reach} inches."
        )
    return tuple(die for die in FACES if die >= GRENADE.place_on)


def _far(throw: Throw) -> str:
    return capitalized(distance(throw.range_inches))


def may_throw(throw: Throw, readings: Given = None) -> Answer[bool]:
    """Return whether the grenade can be sent to this point, and what places it there.

    The thrower need not see anything.

    Source: Landser, Grenades (lines 207-209), Grenade Launcher (223-228).

    >>> may_throw(Throw((0, 8), (0, 0))).headline
    'Placed on 4 or more, 8 inches away.'
    """
    read = taken(readings)
    if throw.launched:
        allowed = may_fire(throw.shot(), read)
        if not allowed.value:
            # the range is that of a point on the table, and no single change of a throw: it can
            # only be advised
            keep = tuple(
                Remedy(r.text) if r.change == "range" else r
                for r in allowed.remedies
                if r.change in ("range", *READINGS)
            )
            return Answer(False, allowed.steps, allowed.headline, keep)
        needs = hits_on(throw.shot(), read)
        small = Step(
            f"Its template is the small one, {GRENADE.small_diameter} inches wide.",
            CITES["launcher-template"],
        )
        return Answer(
            True,
            (*needs.steps, *allowed.steps, small),
            f"Placed on {needs.value} or more, {distance(throw.range_inches)} away.",
        )
    reached = within(throw.thrower, throw.aim, GRENADE.reach)
    steps = [
        Step(
            f"{_far(throw)} is {'within' if reached else 'beyond'} the {GRENADE.reach} inches of a"
            " throw.",
            CITES["grenades"],
            "allows" if reached else "forbids",
            marks=(throw.aim,),
        ),
        Step(
            f"{GRENADE.place_on} or more on a die places it where it is wanted.",
            CITES["grenade-place"],
        ),
        Step("The thrower need not see his target: he chooses a point.", CITES["grenade-place"]),
    ]
    if reached:
        return Answer(
            judge(steps) is True,
            tuple(steps),
            f"Placed on {GRENADE.place_on} or more, {distance(throw.range_inches)} away.",
        )
    short = throw.range_inches - GRENADE.reach
    advice = Remedy(
        f"Aim {distance(short)} nearer: a grenade can be thrown {GRENADE.reach} inches."
    )
    return Answer(
        False,
        tuple(steps),
        f"Too far: {distance(throw.range_inches)}, and a throw reaches {GRENADE.reach}.",
        (advice,),
    )


def landings(throw: Throw, readings: Given = None) -> tuple[Landing, ...]:
    """Return where the grenade may come down, with the chances: where it is wanted, and the 36
    points of a missed throw.

    Source: Landser, Grenades (lines 209 and 219). `ValueError` with the printed reason if it cannot
    go so far.

    >>> places = landings(Throw((0, 8), (0, 0)))
    >>> len(places), str(places[0].chance), sum(place.chance for place in places) == 1
    (37, '1/2', True)
    """
    read = taken(readings)
    placed = Fraction(len(placing_faces(throw, read)), SIX)
    stray = (1 - placed) * Fraction(1, STRAYS)
    missed = (landing_at(throw, d, s, read, stray) for d in FACES for s in FACES)
    return (landing_at(throw, 0, 0, read, placed), *(missed if stray else ()))


def landing_at(
    throw: Throw,
    direction: int,
    score: int,
    readings: Mapping[str, str],
    chance: Fraction = Fraction(1),
) -> Landing:
    """Return where a grenade comes down by its dice of direction and distance, 0 and 0 where it is
    placed.

    Source: Landser, Grenades (line 219).
    """
    if not score:
        return Landing(0, 0, at(throw.aim), chance)
    # six is twelve o'clock, straight on or the far table edge, and each step of the die is two
    # hours
    ahead = (throw.aim[0] - throw.thrower[0], throw.aim[1] - throw.thrower[1])
    if readings["scatter"] == "from-north" or ahead == (0, 0):
        ahead = (0, -1)
    stray = Stray(throw.aim, ahead, direction % 6, Fraction(score, 2))
    return Landing(direction, score, stray, chance)


def caught(throw: Throw, landing: Landing, soldier: Soldier, readings: Given = None) -> bool:
    """Return whether this soldier is within the template when the grenade comes down there."""
    return landing.point.within(soldier.at, reach_of(throw, taken(readings)))


def reach_of(throw: Throw, readings: Mapping[str, str]) -> Fraction:
    """Return how many inches from its centre the template catches a figure."""
    return throw.radius + (
        Fraction(throw.base_inches, 2) if readings["under-template"] == "any-part" else 0
    )
