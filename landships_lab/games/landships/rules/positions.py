"""Where a unit may stand and which way it may face there, and where a step along its heading, or a
drift to either side, takes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.answer import Remedy, Telling, Told, decided
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side, place_at
from landships_lab.core.speech import capitalized, with_article
from landships_lab.games.landships.data.units import Unit, Weapon, shipped_units
from .book import allow, at, forbid, heading_of, name, note, place_of

# --------------------------------------------------------------------------------------- the units

UNITS: Mapping[str, Unit] = shipped_units()


def unit_of(unit: Unit | str) -> Unit:
    """Return the unit given, or the one with this id. Raises `ValueError` for an unknown id."""
    if isinstance(unit, Unit):
        return unit
    if not isinstance(unit, str) or unit not in UNITS:
        raise ValueError(unknown("unit", unit, UNITS))
    return UNITS[unit]


def weapon_of(unit: Unit, weapon: Weapon | str) -> Weapon:
    """Return the weapon given, or the unit's weapon with this id. Raises `ValueError` for an
    unknown id.
    """
    if isinstance(weapon, Weapon):
        return weapon
    if not isinstance(weapon, str):
        raise ValueError(unknown(f"weapon of the {unit.name}", weapon, unit.weapons))
    return unit.weapon(weapon)


# --------------------------------------------------------------------------------------- positions

#: The unit classes in the article's numbers and words.
CLASSES = {1: "Platoon, Aircraft or Ship", 2: "immobile Weapons Unit", 3: "Vehicle"}
_PRINTED = {1: "class-1", 2: "class-2", 3: "class-3"}


class PositionError(ValueError):
    """A position that the unit's class does not allow; the sentence says what would be right."""


@lru_cache(maxsize=4096, typed=True)  # typed, so that True does not hit the cache entry of class 1
def legal_headings(unit_class: int, place: Place) -> tuple[Heading, ...]:
    """Return the headings that a unit of this class may have here, clockwise from north; none where
    it may not stand.

    >>> from landships_lab.core.grid import Grid
    >>> legal_headings(3, Grid().place("0503/0504"))
    (Heading.E, Heading.W)
    """
    if unit_class not in CLASSES or isinstance(unit_class, bool):
        raise ValueError(unknown("unit class", unit_class, [str(c) for c in CLASSES]))
    if isinstance(place := place_of(place), Side):
        return tuple(sorted(place.parallel, key=lambda h: h.points)) if unit_class == 3 else ()
    return tuple(h for h in HEADINGS if unit_class != 1 or h.faces_hexside)


def nearest_heading(unit_class: int, place: Place, heading: Heading) -> Heading:
    """Return the legal heading nearest to this one; of two, the clockwise one. If none is legal,
    return the heading given.
    """
    legal = legal_headings(unit_class, place)
    return min(
        legal, key=lambda h: (abs(heading.turns_to(h)), -heading.turns_to(h)), default=heading
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """Why a unit may or may not stand as it does, as a clause, and the headings that are legal
    there.
    """

    reason: str
    headings: tuple[Heading, ...]


@decided
def check_position(unit_class: int, place: Place, heading: Heading) -> Telling[Standing]:
    """Return whether a unit of class 1, 2 or 3 may stand in this place with this heading; the
    remedies hold the nearest legal headings and places.

    >>> from landships_lab.core.grid import Grid
    >>> # vehicle #4 of the article
    >>> print(check_position(3, Grid().place("0804/0805"), Heading("N")).headline)
    Illegal: on hexside 0804/0805 it may face E or W only.
    """
    legal, heading = legal_headings(unit_class, place), heading_of(heading)
    cite, who, here = _PRINTED[unit_class], with_article(CLASSES[unit_class]), (place,)
    yield note("north", "Headings are named from north; each scenario says which way that is.")
    if isinstance(place, Hex):
        text = f"{capitalized(name(place))} is a hex; {who} may stand in any hex."
        yield allow(cite, True, text, marks=here)
        faced = "hexside" if heading.faces_hexside else "hexjuncture"
        either = "" if unit_class == 1 else "; it may face hexsides and hexjunctures"
        good = f"{heading} points at a {faced}{either}."
        bad = f"{heading} points at a hexjuncture; {who} always faces a hexside."
        facing = "facing" if unit_class == 3 else cite
        yield allow(facing, heading in legal, good, bad, marks=here)
        reason = f"{who} faces a hexside, and {heading} is a hexjuncture"
    elif legal:
        one, other = legal
        yield allow(cite, True, f"A Vehicle may stand on {name(place)}.", marks=here)
        good = f"It faces {heading}, parallel to the hexside."
        bad = f"It faces {heading}, which is not parallel to the hexside; {one} and {other} are."
        yield allow(cite, heading in legal, good, bad, marks=here)
        reason = f"on {name(place)} it may face {one} or {other} only"
    else:
        where = "in the centre of a hex" if unit_class == 1 else "fully within a hex"
        text = f"{capitalized(who)} stands {where}, never on {name(place)}."
        yield forbid(cite, True, text, marks=here)
        reason = f"{who} never stands on a hexside"
    if heading in legal:
        reason = f"{who} {at(place)} may face {heading}"
        return Told(f"Legal: {reason}.", (), Standing(reason, legal))
    remedies = _alternatives(unit_class, place, heading)
    return Told(f"Illegal: {reason}.", remedies, Standing(reason, legal))


#: `check_position`, cached: a shot and a fire phase repeat it for every weapon and target.
stood = lru_cache(maxsize=1024)(check_position)


def require_position(unit_class: int, place: Place, heading: Heading) -> None:
    """Raise `PositionError` unless the position is legal, with the reason and the nearest legal
    position.
    """
    if heading not in legal_headings(unit_class, place):
        answer = check_position(unit_class, place, heading)
        raise PositionError(f"{answer.headline} {answer.remedies[0].text}")


def _alternatives(unit_class: int, place: Place, heading: Heading) -> Iterator[Remedy]:
    legal = legal_headings(unit_class, place)
    turns = {h: heading.turns_to(h) for h in legal}
    least = min(map(abs, turns.values()), default=0)
    for near in (h for h in legal if abs(turns[h]) == least):
        text = f"Turned {turn_words(turns[near])} to face {near}, it would be legal."
        yield Remedy(text, "heading", near)
    if isinstance(place, Hex):
        return
    fitting = [h for h in place.hexes if heading in legal_headings(unit_class, h)]
    for hexagon in fitting:
        yield Remedy(f"In {name(hexagon)} it may face {heading}.", "place", hexagon)
    # If neither the place nor the heading is legal, both must change.
    for hexagon in () if legal or fitting else place.hexes:
        near = nearest_heading(unit_class, hexagon, heading)
        text = f"In {name(hexagon)} it may stand and face {near}."
        yield Remedy(text, "placement", (hexagon, near))


def turn_words(points: int) -> str:
    """Return a turn, counted in points of 30 degrees, in words.

    >>> turn_words(2), turn_words(-1), turn_words(6)
    ('60° right', '30° left', 'about')
    """
    side = "right" if points > 0 else "left"
    return "about" if abs(points) == 6 else f"{30 * abs(points)}° {side}"


# ---------------------------------------------------------------------------------------- one step


def forward(place: Place, heading: Heading) -> Place:
    """Return the place one step ahead of a vehicle.

    Facing a hexside it goes from hex to hex; facing a hexjuncture it goes from hex to hexside and
    from hexside to hex. Raises `PositionError` if a vehicle may not face that way.

    >>> from landships_lab.core.grid import Grid
    >>> place, code = Grid().place, Grid().code
    >>> [code(forward(place("0503"), Heading(heading))) for heading in ("N", "E")]
    ['0502', '0602/0603']
    """
    require_position(3, place, heading)
    step = 6 if isinstance(place, Hex) and heading.faces_hexside else 3
    return _beside(place, heading, step)


def drifts(place: Place, heading: Heading) -> tuple[Place, ...]:
    """Return the places beside a vehicle that it could drift onto at the end of its move, to port
    and to starboard. `may_drift` compares their costs.

    From a hex they are the hexsides parallel to its heading, from a hexside its two hexes. There
    are none for a vehicle that faces a hexside: no hexside beside it lies along its heading. Raises
    `PositionError` if a vehicle may not face that way.

    >>> from landships_lab.core.grid import Grid
    >>> [Grid().code(place) for place in drifts(Grid().place("0503"), Heading("E"))]
    ['0502/0503', '0503/0504']
    """
    require_position(3, place, heading)
    if heading.faces_hexside:
        return ()
    return _beside(place, heading.turn(-3), 3), _beside(place, heading.turn(+3), 3)


def _beside(place: Place, heading: Heading, step: int) -> Place:
    dq, dr = heading.vector
    return place_at(place[0] + step * dq, place[1] + step * dr)
