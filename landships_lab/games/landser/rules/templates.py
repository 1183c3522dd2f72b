"""Templates laid among several men: who is under one, who must roll and when, what a grenade or a
burst does to one of them, and what lies in an arc of 45 degrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, decided, judge
from landships_lab.core.checks import one_of
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, often, plural
from landships_lab.data.book import as_notes
from .book import READINGS, Inches, allow, exact_inches, lost, no, note, options, says, start
from .grenades import (
    GRENADE,
    Exposure,
    Landing,
    Obstacle,
    Soldier,
    Throw,
    blast_odds,
    effectiveness,
    exposures,
    landings,
    lies_prone,
    may_throw,
    shelter,
)
from .shots import jammed_template
from .sqrt3_geometry import Point, at, checked_point, cross, dot, minus, within

#: The template of a machine gun is the large one.
RADIUS = Fraction(GRENADE.template_diameter, 2)
EVENTS = {
    "laid": "The template is laid in the firer's turn.",
    "entered": "He enters the template.",
    "left": "He was caught and leaves in his own turn.",
    "stayed": "He was caught and has not left by the end of his own turn.",
}
#: A headline counts more men than this and does not name them.
_NAMED = 8


# ------------------------------------------------------------------------- a burst and its template


@dataclass(frozen=True, slots=True)
class Laid:
    """A template that a burst has laid: the gun, the middle of the template, and what happens to a
    man there (one of `EVENTS`).

    ``jams`` says that a GPMG jams in this burst; ``base_inches``, which the source does not give,
    counts only where any part of a base is read as within.
    """

    gun: Point
    centre: Point
    event: str = "laid"
    jams: bool = False
    base_inches: Inches = 1


@dataclass(frozen=True, slots=True)
class Shielded:
    """The men within a template whom it does not hit, because of something hard before them."""

    names: tuple[str, ...]


def under_template(
    laid: Laid,
    soldiers: Sequence[Soldier],
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> Answer[tuple[str, ...], Shielded]:
    """Return the men whom the template of a hitting burst catches: everyone within, except a
    soldier who hides behind hard cover between him and the gun.

    >>> under_template(Laid((0, 20), (0, 0)), [Soldier("a", (1, 1)), Soldier("b", (3, 0))]).value
    ('a',)
    """
    checked_point("The place of the gun", laid.gun)
    checked_point("The middle of the template", laid.centre)
    edge = Fraction(exact_inches("The base of a figure", laid.base_inches), 2)
    edge = edge if options(readings)["under-template"] == "any-part" else Fraction(0)
    inside = [one for one in soldiers if within(laid.centre, one.at, RADIUS + edge)]
    steps = tuple(_under(laid.gun, soldier, obstacles, bool(edge)) for soldier in inside)
    men = [(one.name, step.op == "allows") for one, step in zip(inside, steps, strict=True)]
    hit = tuple(name for name, caught in men if caught)
    shielded = Shielded(tuple(name for name, caught in men if not caught))
    nobody = "Nobody is within the template."
    steps = steps or (note("machine-guns", nobody, "under-template", (laid.centre,)),)
    headline = f"Caught by the template: {listed(hit, none='nobody')}."
    return Answer(hit, steps, headline, (), shielded)


def _under(gun: Point, soldier: Soldier, obstacles: Sequence[Obstacle], any_part: bool) -> Step:
    within_it = f"{soldier.name} is {'partly ' if any_part else ''}within the template"
    shield = any(o.hard and at(gun).sees_across(soldier.at, o.start, o.end) for o in obstacles)
    if shield and soldier.hiding:
        behind = "but hides behind something hard between him and the gun: he cannot be hit"
        return allow("template-hard", False, f"{within_it}, {behind}.", marks=(soldier.at,))
    why = ", and does not hide behind what lies between" if shield else ""
    cite, text = "template-hard" if shield else "machine-guns", f"{within_it}{why}: he is caught."
    return allow(cite, True, text, reading="under-template", marks=(soldier.at,))


@decided
def template_roll(event: str, readings: Given = None) -> Telling:
    """Return whether a soldier must roll for effect when the template is ``laid`` over him, he
    ``entered`` it, ``left`` or ``stayed``.

    >>> template_roll("entered").value, template_roll("left").value
    (True, False)
    """
    one_of("event at a template", event, EVENTS)
    read, reading, cite = options(readings), "caught-in-template", "template-leave"
    rolls = event in ("entered", "stayed")
    rolls = rolls or (event == "laid" and read[reading] != "may-leave-first")
    yield note(cite, EVENTS[event])
    rule = READINGS[reading].option(read[reading]).says
    rule = "A man who enters must roll." if event == "entered" else rule
    yield allow(cite, rolls, rule, "", reading)
    return "He must roll for effect." if rolls else "He need not roll now."


@dataclass(frozen=True)
class Burst:
    """A burst among several men: who is under its template, and who must roll.

    ``rolling`` is empty where the gun jams: the source does not say which half of the men are hit.
    """

    laid: Laid
    soldiers: tuple[Soldier, ...]
    obstacles: tuple[Obstacle, ...]
    readings: Mapping[str, str]
    under: tuple[str, ...]
    rolling: tuple[str, ...]


def burst(
    laid: Laid,
    soldiers: Sequence[Soldier],
    chosen: str,
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> Answer[bool | Gap, Burst]:
    """Return whether the man called ``chosen`` must roll for effect at this event of a burst; the
    detail is a `Burst`.

    A `Gap` for a man under the template of a gun that jams: half of those within are hit, and the
    source does not say which.

    >>> burst(Laid((0, 20), (0, 0)), [Soldier("A", (0, 0)), Soldier("B", (1, 0))], "A").headline
    'A must roll for effect. Under the template: A and B.'
    """
    read = options(readings)
    under, due = under_template(laid, soldiers, obstacles, read), template_roll(laid.event, read)
    caught, count = chosen in under.value, len(under.value)
    steps = (*as_notes(under), *(as_notes(due) if caught else ()))
    names = listed(under.value, none="nobody") if count <= _NAMED else plural(count, "man", "men")
    verdict, last = f"Under the template: {names}.", _last(chosen, caught, due, under)
    if laid.jams:
        steps = (*steps, *as_notes(jammed_template(count)))
        verdict = "A gun that jams hits half of those within."
        if caught and due.value:
            half = "Half of those within are hit; the source does not say which of them."
            last = lost("which-half", half, "start")
    value = judge([last])
    rolling = under.value if due.value and not laid.jams else ()
    if laid.event != "laid":  # the event concerns him alone
        rolling = tuple(name for name in rolling if name == chosen)
    not_now = "need not roll now" if caught else "need not roll for effect"
    sentence = f"{chosen} {'must roll for effect' if value else not_now}."
    if isinstance(value, Gap):
        sentence = f"Whether {chosen} is hit is not in the source."
    detail = Burst(laid, tuple(soldiers), tuple(obstacles), read, under.value, rolling)
    return Answer(value, (*steps, last), f"{sentence} {verdict}", detail=detail)


def _last(
    chosen: str, caught: bool, due: Answer[bool], under: Answer[tuple[str, ...], Shielded]
) -> Step:
    """Return the step that settles whether he rolls: only a man who is caught does, and only when
    his roll is due.
    """
    if caught:
        rule = due.steps[-1]
        return allow(rule.cite, due.value, due.headline, reading=rule.reading)
    if chosen in under.detail.names:
        return no("template-hard", f"The template does not hit {chosen}.")
    return no("machine-guns", f"{chosen} is not within the template.", "under-template")


# ------------------------------------------------------------------------------ a grenade among men


@dataclass(frozen=True)
class Blast:
    """A grenade among several men: where it lands, the danger to each, what covers the ``chosen``
    man from a grenade placed on the point.

    The chances of outcomes are computed when first needed.
    """

    throw: Throw
    soldiers: tuple[Soldier, ...]
    obstacles: tuple[Obstacle, ...]
    chosen: Soldier
    readings: Mapping[str, str]
    landings: tuple[Landing, ...]
    dangers: tuple[Exposure, ...]
    cover: str

    @property
    def dangers_of(self) -> Mapping[str, Fraction]:
        """The chance that each man must roll for effect."""
        return {danger.soldier.name: danger.affected for danger in self.dangers}

    @cached_property
    def outcomes(self) -> Odds[str]:
        """The chance of each outcome for the chosen man."""
        return blast_odds(self.throw, self.chosen, self.obstacles, readings=self.readings)


def blast(
    throw: Throw,
    soldiers: Sequence[Soldier],
    chosen: str,
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> Answer[Fraction | bool]:
    """Return the chance that the man called ``chosen`` must roll for effect; the detail is a
    `Blast`. The value is False, without a detail, where the grenade cannot be sent there.

    >>> blast(Throw((0, 8), (0, 0)), [Soldier("A", (0, 0))], "A").headline
    'Placed on 4 or more, 8 inches away; A must roll for effect 55.6% of the time.'
    """
    read = options(readings)
    allowed = may_throw(throw, read)
    if not allowed.value:
        return allowed
    man = next(soldier for soldier in soldiers if soldier.name == chosen)
    places, dangers = landings(throw, read), exposures(throw, soldiers, obstacles, read)
    mine = next(danger for danger in dangers if danger.soldier == man)
    cover = shelter(places[0].point, man.at, obstacles)
    needed = effectiveness(cover, lies_prone(man, read), throw.soft_ground, read)
    lying = (says("hide-prone", read),) if man.hiding and not man.prone else ()
    under, rolls = f"No landing puts {chosen} under the template.", "never has to roll for effect"
    if mine.caught:
        under = f"Over all landings, {chosen} is under the template {often(mine.caught)}."
    if mine.affected:
        rolls = f"must roll for effect {often(mine.affected)}"
    last = start("grenade-scatter", mine.affected, under, "scatter")
    steps = (*as_notes(allowed), *lying, *as_notes(needed), last)
    detail = Blast(throw, tuple(soldiers), tuple(obstacles), man, read, places, dangers, cover)
    headline = f"{allowed.headline.rstrip('.')}; {chosen} {rolls}."
    return Answer(mine.affected, steps, headline, detail=detail)


# ----------------------------------------------------------------------------- an arc of 45 degrees


@decided
def in_arc(origin: Point, ahead: Point, target: Point, readings: Given = None) -> Telling:
    """Return whether a point lies in the arc of 45 degrees to the front of a soldier who looks
    towards ``ahead``, the edge included.

    >>> in_arc((0, 0), (0, -10), (3, -8)).value, in_arc((0, 0), (0, -10), (4, -8)).value
    (True, False)
    """
    for point in (origin, ahead, target):
        checked_point("A place in or out of an arc", point)
    front, read = minus(ahead, origin), options(readings)
    if front == (0, 0):
        raise ValueError("A soldier looks towards a point other than his own.")
    inside = lies_in_arc(front, minus(target, origin), read)
    rule = READINGS["arc-45"].option(read["arc-45"]).says
    text = f"The point lies {'in' if inside else 'outside'} the arc. {rule}"
    yield allow("covering-fire", inside, text, "", "arc-45", (target,))
    return "It may be fired at." if inside else "It lies outside the arc."


def lies_in_arc(front: Point, way: Point, read: Mapping[str, str]) -> bool:
    """Return the value of `in_arc` for the vectors from a man to where he looks and to a point.

    The angle is at most 22½ degrees or 45. The tangent of the first is root(2) - 1: squares decide.
    """
    aside, forward = max(cross(front, way), cross(way, front)), dot(front, way)
    if forward <= 0:
        return False
    narrow = read["arc-45"] == "in-all"
    return (aside + forward) ** 2 <= 2 * forward * forward if narrow else aside <= forward


@decided
def watched_arc(
    origin: Point, ahead: Point, soldier: Soldier, readings: Given = None, fired: bool = False
) -> Telling:
    """Return whether a soldier lies in the arc that a man with covering fire, or a GPMG that fires
    again, may fire at.

    >>> watched_arc((0, 0), (0, -10), Soldier("A", (4, -8))).headline
    'A lies outside the arc.'
    """
    read, shot = options(readings), "covering-shots"
    inside = in_arc(origin, ahead, soldier.at, read)
    yield from inside.steps
    if inside.value:
        crosses = "at whatever crosses into it, in the enemy's turn and before the enemy fires back"
        yield note("covering-fire", f"With covering fire he fires {crosses}.")
        again = "may fire again at any target within the arc"
        yield note("machine-guns", f"A GPMG whose template lies there {again}.")
    if fired:
        yield says(shot, read, "allows" if read[shot] == "each" else "forbids")

    def conclude(may: bool) -> str | Told:
        if may:
            return f"{soldier.name} may be fired at."
        if not inside.value:
            return f"{soldier.name} lies outside the arc."
        # Not tried: it is offered only if no other step forbids.
        helps = Remedy("Before the first shot of the turn he may.", "fired", False)
        return Told(f"{soldier.name} may not be fired at: he has had his shot.", [helps])

    return conclude
