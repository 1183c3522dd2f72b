"""Where a unit may stand, and which way it may face there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.core.speech import capitalized, with_article
from .book import CITES, at, heading_of, name, place_of

#: Unit classes as the article numbers them, in its words.
CLASSES = {1: "Platoon, Aircraft or Ship", 2: "immobile Weapons Unit", 3: "Vehicle"}


_CLASS_CITES = {1: CITES["class-1"], 2: CITES["class-2"], 3: CITES["class-3"]}


class PositionError(ValueError):
    """A position that the unit's class may not have; the sentence says what would be right."""


@lru_cache(
    maxsize=4096, typed=True
)  # typed, so that True is not taken for a class 1 asked about before
def legal_headings(unit_class: int, place: Place) -> tuple[Heading, ...]:
    """Return the headings that a unit of this class may have here, clockwise from north.

    There are none where it may not stand. `ValueError` for a class that is not 1, 2 or 3, or for
    what is no place. Source: Twelve Point Facing, Map Location and Facing (lines 13-31).

    >>> from landships_lab.core.grid import Grid
    >>> legal_headings(3, Grid().place("0503/0504"))
    (Heading.E, Heading.W)
    """
    _check_class(unit_class)
    if isinstance(place := place_of(place), Side):
        return tuple(sorted(place.parallel, key=lambda h: h.points)) if unit_class == 3 else ()
    return tuple(h for h in HEADINGS if unit_class != 1 or h.faces_hexside)


def nearest_heading(unit_class: int, place: Place, heading: Heading) -> Heading:
    """Return the legal heading nearest to this one; of two, the clockwise one.

    Where no heading is legal, the same one is returned. `ValueError` for a class that is not 1, 2
    or 3, or for what is no place.
    """
    legal = legal_headings(unit_class, place)
    return min(
        legal, key=lambda h: (abs(heading.turns_to(h)), -heading.turns_to(h)), default=heading
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """The reason why a unit may or may not stand as it does, as a clause, and the headings that are
    legal there.
    """

    reason: str
    headings: tuple[Heading, ...]


def check_position(unit_class: int, place: Place, heading: Heading) -> Answer[bool]:
    """Return whether a unit of class 1, 2 or 3 may stand in this place with this heading.

    ``detail`` is its `Standing`; the remedies hold the nearest legal headings and places.
    `ValueError` for another class, or for what is no place or heading. Source: Twelve Point Facing,
    Map Location and Facing (lines 13-31).

    >>> from landships_lab.core.grid import Grid
    >>> # vehicle #4 of the article
    >>> print(check_position(3, Grid().place("0804/0805"), Heading("N")).headline)
    Illegal: on hexside 0804/0805 it may face E or W only.
    """
    legal, heading = legal_headings(unit_class, place), heading_of(heading)
    steps = [
        Step(
            "Headings are named from north; each scenario says which way that is.", CITES["north"]
        ),
        _where(unit_class, place),
    ]
    if isinstance(place, Hex) or unit_class == 3:
        steps.append(_facing(unit_class, place, heading))
    allowed = bool(judge(steps))
    if allowed:
        reason = f"{_class_words(unit_class)} {at(place)} may face {heading}"
        return Answer(True, tuple(steps), f"Legal: {reason}.", detail=Standing(reason, legal))
    if not legal:
        reason = f"{_class_words(unit_class)} never stands on a hexside"
    elif isinstance(place, Side):
        reason = f"on {name(place)} it may face {legal[0]} or {legal[1]} only"
    else:
        reason = f"{_class_words(unit_class)} faces a hexside, and {heading} is a hexjuncture"
    remedies = _alternatives(unit_class, place, heading)
    return Answer(False, tuple(steps), f"Illegal: {reason}.", remedies, Standing(reason, legal))


def require_position(unit_class: int, place: Place, heading: Heading) -> None:
    """Raise `PositionError` unless the position is legal; it gives the reason and the nearest legal
    one.

    `ValueError` for a class that is not 1, 2 or 3, or for what is no place.
    """
    if heading not in legal_headings(unit_class, place):
        answer = check_position(unit_class, place, heading)
        raise PositionError(f"{answer.headline} {answer.remedies[0].text}")


def _check_class(unit_class: int) -> None:
    if unit_class not in CLASSES or isinstance(unit_class, bool):
        raise ValueError(unknown("unit class", unit_class, [str(c) for c in CLASSES]))


def _class_words(unit_class: int) -> str:
    return with_article(CLASSES[unit_class])


def _where(unit_class: int, place: Place) -> Step:
    cite = _CLASS_CITES[unit_class]
    if isinstance(place, Hex):
        text = (
            f"{capitalized(name(place))} is a hex; {_class_words(unit_class)} may stand in any hex."
        )
        return Step(text, cite, "allows", marks=(place,))
    if unit_class == 3:
        return Step(f"A Vehicle may stand on {name(place)}.", cite, "allows", marks=(place,))
    where = "in the centre of a hex" if unit_class == 1 else "fully within a hex"
    text = f"{capitalized(_class_words(unit_class))} stands {where}, never on {name(place)}."
    return Step(text, cite, "forbids", marks=(place,))


def _facing(unit_class: int, place: Place, heading: Heading) -> Step:
    cite = _CLASS_CITES[unit_class]
    faced = "hexside" if heading.faces_hexside else "hexjuncture"
    if isinstance(place, Side):
        one, other = legal_headings(3, place)
        if heading in place.parallel:
            return Step(
                f"It faces {heading}, parallel to the hexside.", cite, "allows", marks=(place,)
            )
        text = f"It faces {heading}, which is not parallel to the hexside; {one} and {other} are."
        return Step(text, cite, "forbids", marks=(place,))
    if unit_class == 1 and not heading.faces_hexside:
        text = f"{heading} points at a hexjuncture; {_class_words(1)} always faces a hexside."
        return Step(text, cite, "forbids", marks=(place,))
    either = "" if unit_class == 1 else "; it may face hexsides and hexjunctures"
    cite = CITES["facing"] if unit_class == 3 else cite
    return Step(f"{heading} points at a {faced}{either}.", cite, "allows", marks=(place,))


def _alternatives(unit_class: int, place: Place, heading: Heading) -> tuple[Remedy, ...]:
    remedies: list[Remedy] = []
    legal = legal_headings(unit_class, place)
    nearest = min((abs(heading.turns_to(h)) for h in legal), default=0)
    for near in (h for h in legal if abs(heading.turns_to(h)) == nearest):
        remedies += [
            Remedy(
                f"Turned {turn_words(heading.turns_to(near))} to face {near}, it would be legal.",
                "heading",
                near,
            )
        ]
    if isinstance(place, Side):
        fitting = (h for h in place.hexes if heading in legal_headings(unit_class, h))
        remedies += [Remedy(f"In {name(h)} it may face {heading}.", "place", h) for h in fitting]
        if not remedies:  # neither the place nor the heading will do: both must change
            fitting_both = [(h, nearest_heading(unit_class, h, heading)) for h in place.hexes]
            remedies = [
                Remedy(f"In {name(h)} it may stand and face {near}.", "placement", (h, near))
                for h, near in fitting_both
            ]
    return tuple(remedies)


def turn_words(points: int) -> str:
    """Return a turn of so many points of 30 degrees in words.

    >>> turn_words(2), turn_words(-1), turn_words(6)
    ('60° right', '30° left', 'about')
    """
    return (
        "about" if abs(points) == 6 else f"{30 * abs(points)}° {'right' if points > 0 else 'left'}"
    )
