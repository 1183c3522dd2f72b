"""Several figures under one template: how many of them are out of the fight or suppressed.

What happens to one man and to the next go together, because the grenade comes down in one place for
all. There each has his own rolls.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.core.sources import Given
from landships_lab.core.speech import plural
from .blasts import in_parts, parts_of, roll_needed, shelter_at
from .book import CITES, FIRING, READINGS, Inches, taken
from .branches import effect_odds
from .grenades import Obstacle, Soldier, Throw, landings, lies_prone, reach_of
from .sqrt3_geometry import Point, scaled, within
from .templates import under_template
from .wounds import BECOMES, Target, roll_up


@dataclass(frozen=True, slots=True)
class Toll:
    """The numbers of figures that one template has put out of the fight, and has suppressed."""

    out: int = 0
    suppressed: int = 0

    @property
    def affected(self) -> int:
        """The number of men suppressed or worse."""
        return self.out + self.suppressed


def grenade_toll(
    throw: Throw,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> Answer[Odds[Toll]]:
    """Return how many of these soldiers one grenade puts out of the fight, and how many it
    suppresses.

    It lands once for all of them; the die of effectiveness is each soldier's own or one for the
    grenade, by the reading effectiveness-die; the rolls for effect and wounds are each soldier's
    own. `ValueError` with the printed reason if the grenade cannot go so far. Source: Landser,
    Grenades (lines 209-219).

    >>> odds = grenade_toll(
    ...     Throw((0, 8), (0, 0)), [Soldier("a", (0, 0)), Soldier("b", (1, 0))]
    ... ).value
    >>> str(odds.map(lambda toll: toll.affected).p(0)), sum(chance for _, chance in odds)
    ('7/27', Fraction(1, 1))
    """
    read = taken(readings)
    die = "effectiveness-die"
    one_die = read[die] == "one"
    ways = _ways(throw, tuple(soldiers), obstacles, read)
    classes = _classes(0, read["serious-count"], read["effect-beyond-table"])
    odds = Odds(ways).then(lambda needs: _blast(needs, classes, one_die))
    steps = (
        Step("The grenade comes down in one place for all of them.", CITES["grenades"]),
        Step(READINGS[die].option(read[die]).says, READINGS[die].cite, "reads", reading=die),
        Step(
            "Each man it takes effect on has his own rolls for effect and wounds, at point blank"
            " range.",
            CITES["grenade-effect"],
        ),
        Step(
            "“Out of the fight”, “suppressed” and “unharmed” sum up the tables; the source does not"
            " use these words.",
            CITES["effects"],
        ),
    )
    return Answer(odds, steps, _headline(odds, len(soldiers)))


def burst_toll(
    gun: Point,
    centre: Point,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle] = (),
    base_inches: Inches = 1,
    readings: Given = None,
) -> Answer[Odds[Toll]]:
    """Return how many men a burst that has hit puts out of the fight, and how many it suppresses.

    Everyone under the template rolls for effect, at his own range from the gun. Source: Landser,
    Machine Guns (lines 115-117).

    >>> odds = burst_toll((0, 20), (0, 0), [Soldier("a", (0, 0)), Soldier("b", (1, 0))]).value
    >>> odds.map(lambda toll: toll.affected).p(2)
    Fraction(1, 1)
    """
    read = taken(readings)
    under = under_template(gun, centre, soldiers, obstacles, base_inches, read)
    odds: Odds[Toll] = certain(Toll())
    for soldier in (one for one in soldiers if one.name in under.value):
        odds = _and(
            odds,
            _classes(
                _band(gun, soldier.at, read), read["serious-count"], read["effect-beyond-table"]
            ),
        )
    own = Step(
        "Each man under the template has his own rolls for effect and wounds, at his own range from"
        " the gun.",
        CITES["machine-guns"],
    )
    return Answer(odds, (*under.steps, own), _headline(odds, len(under.value)))


def _headline(odds: Odds[Toll], figures: int) -> str:
    affected = odds.map(lambda toll: toll.affected)
    likeliest = max(affected.weights, key=lambda number: affected.weights[number])
    return f"Suppressed or worse, most likely: {plural(likeliest, 'man', 'men')} (of {figures})."


def _ways(
    throw: Throw,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle],
    read: Mapping[str, str],
) -> dict[tuple[int, ...], int]:
    """Count the landings by the rolls for effectiveness that the soldiers under them need, in
    whatever order.
    """
    places, scale = landings(throw, read), parts_of(throw, soldiers, obstacles)
    reach = int(reach_of(throw, read) * scale)
    walls = [Obstacle(scaled(o.start, scale), scaled(o.end, scale), o.hard) for o in obstacles]
    spots = [(soldier, scaled(soldier.at, scale)) for soldier in soldiers]
    common = math.lcm(*(place.chance.denominator for place in places))
    ways: dict[tuple[int, ...], int] = {}
    for place in places:
        point = in_parts(place.point, scale)
        under = ((soldier, spot) for soldier, spot in spots if point.within(spot, reach))
        covers = ((soldier, shelter_at(point, spot, walls)) for soldier, spot in under)
        needs = tuple(
            sorted(
                roll_needed(
                    cover, lies_prone(soldier, read), throw.soft_ground, read["grenade-cover"]
                )
                for soldier, cover in covers
            )
        )
        ways[needs] = ways.get(needs, 0) + int(place.chance * common)
    return ways


@lru_cache(maxsize=512)
def _blast(needs: tuple[int, ...], classes: Odds[str], one_die: bool) -> Odds[Toll]:
    """Return what the men who need these rolls suffer, by one die for
    all of them or one for each.
    """
    if one_die:
        return D6.then(
            lambda die: reduce(_and, [classes for need in needs if die >= need], certain(Toll()))
        )
    odds: Odds[Toll] = certain(Toll())
    for need in needs:
        odds = _and(odds, D6.then(partial(_reached, classes, need)))
    return odds


def _reached(classes: Odds[str], need: int, die: int) -> Odds[str]:
    return classes if die >= need else certain(BECOMES[0])


def _and(odds: Odds[Toll], classes: Odds[str]) -> Odds[Toll]:
    return odds.then(lambda toll: classes.map(lambda word: _counted(toll, word)))


def _counted(toll: Toll, word: str) -> Toll:
    if word == BECOMES[0]:
        return toll
    return Toll(toll.out + (word == BECOMES[2]), toll.suppressed + (word == BECOMES[1]))


@lru_cache(maxsize=64)
def _classes(band: int, serious_count: str, beyond: str) -> Odds[str]:
    """Return the chances that a fresh soldier who must roll for effect is unharmed, suppressed or
    out of the fight.
    """
    read = {"serious-count": serious_count, "effect-beyond-table": beyond}
    return roll_up(effect_odds(band, Target(), 0, read))


def _band(gun: Point, spot: Point, read: Mapping[str, str]) -> int:
    """Return the range he stands at; beyond the last one, the last will do, because only nearness
    matters.
    """
    bands = FIRING.bands
    return next(
        (n for n, band in enumerate(bands) if within(gun, spot, band.upto[read["medium-band"]])),
        len(bands) - 1,
    )
