"""Machine guns on the table: who is under the template, who must roll, and what lies in an arc of
45 degrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed
from .book import CITES, READINGS, Inches, exact_inches, taken
from .grenades import GRENADE, Obstacle, Soldier
from .sqrt3_geometry import Point, at, checked_point, cross, dot, minus, within

#: The template of a machine gun is the large one.
RADIUS = Fraction(GRENADE.template_diameter, 2)
EVENTS = {
    "laid": "The template is laid in the firer's turn.",
    "entered": "He enters the template.",
    "left": "He was caught and leaves in his own turn.",
    "stayed": "He was caught and has not left by the end of his own turn.",
}


@dataclass(frozen=True, slots=True)
class Shielded:
    """The men within a template whom it does not hit, because of something hard before them."""

    names: tuple[str, ...]


def under_template(
    gun: Point,
    centre: Point,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle] = (),
    base_inches: Inches = 1,
    readings: Given = None,
) -> Answer[tuple[str, ...]]:
    """Return whom the template catches when a burst from ``gun`` has hit and the middle of its
    template lies on ``centre``.

    That is everyone within, but for a soldier who hides behind something hard between him and the
    gun. ``base_inches``, which the source does not give, counts only where any part of a base is
    read as within. Source: Landser, Machine Guns (lines 115-117).

    >>> under_template((0, 20), (0, 0), [Soldier("a", (1, 1)), Soldier("b", (3, 0))]).value
    ('a',)
    """
    read = taken(readings)
    checked_point("The place of the gun", gun)
    checked_point("The middle of the template", centre)
    edge = (
        Fraction(exact_inches("The base of a figure", base_inches), 2)
        if read["under-template"] == "any-part"
        else 0
    )
    steps: list[Step] = []
    hit: list[str] = []
    shielded: list[str] = []
    for soldier in soldiers:
        if not within(centre, soldier.at, RADIUS + edge):
            continue
        step = _under(gun, soldier, obstacles, bool(edge))
        steps.append(step)
        (hit if step.op == "allows" else shielded).append(soldier.name)
    if not steps:
        steps.append(
            Step(
                "Nobody is within the template.",
                CITES["machine-guns"],
                marks=(centre,),
                reading="under-template",
            )
        )
    return Answer(
        tuple(hit),
        tuple(steps),
        f"Caught by the template: {listed(hit, none='nobody')}.",
        detail=Shielded(tuple(shielded)),
    )


def _under(gun: Point, soldier: Soldier, obstacles: Sequence[Obstacle], any_part: bool) -> Step:
    within_it = f"{soldier.name} is {'partly ' if any_part else ''}within the template"
    shield = any(o.hard and at(gun).sees_across(soldier.at, o.start, o.end) for o in obstacles)
    if shield and soldier.hiding:
        text = (
            f"{within_it}, but hides behind something hard between him and the gun: he cannot be"
            " hit."
        )
        return Step(text, CITES["template-hard"], "forbids", marks=(soldier.at,))
    why = ", and does not hide behind what lies between" if shield else ""
    cite = CITES["template-hard" if shield else "machine-guns"]
    return Step(
        f"{within_it}{why}: he is caught.",
        cite,
        "allows",
        marks=(soldier.at,),
        reading="under-template",
    )


def template_roll(event: str, readings: Given = None) -> Answer[bool]:
    """Return whether a soldier must roll for effect when the template is ``laid`` over him, he
    ``entered`` it, ``left`` or ``stayed``.

    Source: Landser, Machine Guns (lines 115-117).

    >>> template_roll("entered").value, template_roll("left").value
    (True, False)
    """
    one_of("event at a template", event, EVENTS)
    reading = "caught-in-template"
    later = taken(readings)[reading] == "may-leave-first"
    rolls = event in ("entered", "stayed") or (event == "laid" and not later)
    says, cite = READINGS[reading].option(taken(readings)[reading]).says, CITES["template-leave"]
    steps = (
        Step(EVENTS[event], cite),
        Step(
            "A man who enters must roll." if event == "entered" else says,
            CITES["template-leave"],
            "allows" if rolls else "forbids",
            reading=reading,
        ),
    )
    return Answer(
        judge(steps) is True,
        steps,
        "He must roll for effect." if rolls else "He need not roll now.",
    )


def in_arc(origin: Point, ahead: Point, target: Point, readings: Given = None) -> Answer[bool]:
    """Return whether a point lies in the arc of 45 degrees to the front of a soldier who looks
    towards ``ahead``.

    The rule is that of covering fire and of a GPMG that fires again; a point on the edge lies in
    the arc. `ValueError` where he looks at his own place. Source: Landser, Machine Guns (line 115),
    Covering Fire (181).

    >>> in_arc((0, 0), (0, -10), (3, -8)).value, in_arc((0, 0), (0, -10), (4, -8)).value
    (True, False)
    """
    for point in (origin, ahead, target):
        checked_point("A place in or out of an arc", point)
    front, way = minus(ahead, origin), minus(target, origin)
    if front == (0, 0):
        raise ValueError("A soldier looks towards a point other than his own.")
    option = READINGS["arc-45"].option(taken(readings)["arc-45"])
    inside = lies_in_arc(front, way, taken(readings))
    text = f"The point lies {'in' if inside else 'outside'} the arc. {option.says}"
    step = Step(
        text,
        CITES["covering-fire"],
        "allows" if inside else "forbids",
        marks=(target,),
        reading="arc-45",
    )
    return Answer(
        judge((step,)) is True,
        (step,),
        "It may be fired at." if inside else "It lies outside the arc.",
    )


def lies_in_arc(front: Point, way: Point, readings: Mapping[str, str]) -> bool:
    """Return what `in_arc` answers for the ways from a man to where he looks and to a point,
    without its reasons.
    """
    aside = max(cross(front, way), cross(way, front))
    return _within_arc(aside, dot(front, way), readings["arc-45"] == "in-all")


def _within_arc(aside: Inches, forward: Inches, narrow: bool) -> bool:
    """Return whether the angle is at most 22½ degrees (narrow) or 45.

    The tangent of the first is root(2) - 1: squares decide.
    """
    if forward <= 0:
        return False
    return (aside + forward) ** 2 <= 2 * forward * forward if narrow else aside <= forward
