"""Templates laid among several men: what a grenade, a burst or a watched arc means for one of them,
and for all together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, often, plural
from .blasts import Exposure, blast_odds, effectiveness, exposures, shelter
from .book import CITES, GAPS, READINGS, Inches, as_notes, taken
from .grenades import Landing, Obstacle, Soldier, Throw, landings, lies_prone, may_throw
from .group_hits import Toll, burst_toll, grenade_toll
from .jams import jammed_template
from .sqrt3_geometry import Point
from .templates import in_arc, template_roll, under_template

#: More men than these are counted in a headline, not named.
_NAMED = 8


#: Inches between the spots of a heat map, and how many such steps it reaches from the point aimed
#: at.
CELL, STEPS = Fraction(1, 2), 10


@lru_cache(maxsize=64)
def heat(
    throw: Throw, obstacles: tuple[Obstacle, ...], readings: tuple[tuple[str, str], ...]
) -> tuple[tuple[Point, Fraction], ...]:
    """Return the chance that a man in each half inch round the aim would have to roll for effect,
    where there is one.
    """
    cells = [CELL * Fraction(2 * step + 1, 2) for step in range(-STEPS, STEPS + 1)]
    field = [Soldier("", (throw.aim[0] + x, throw.aim[1] + y)) for x in cells for y in cells]
    dangers = exposures(throw, field, obstacles, dict(readings))
    return tuple((danger.soldier.at, danger.affected) for danger in dangers if danger.affected)


@dataclass(frozen=True)
class Blast:
    """A grenade among several men: where it lands, the danger to each, what covers the ``chosen``
    one from a grenade placed.

    The chances of outcomes are worked out when they are first asked for.
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

    @property
    def heat(self) -> tuple[tuple[Point, Fraction], ...]:
        """The chance that a man in each half inch round the aim would have to roll for effect."""
        return heat(self.throw, self.obstacles, tuple(self.readings.items()))

    @cached_property
    def outcomes(self) -> Odds[str]:
        """The chance of each outcome for the chosen man."""
        return blast_odds(self.throw, self.chosen, self.obstacles, readings=self.readings)

    @cached_property
    def toll(self) -> Odds[Toll]:
        """The chances of how many men it harms."""
        return grenade_toll(self.throw, self.soldiers, self.obstacles, self.readings).value


@dataclass(frozen=True, slots=True)
class Laid:
    """A template that a burst has laid: the gun, the middle of the template, and what happens at it
    (one of `EVENTS`).

    ``jams`` says that a GPMG jams in this burst; ``base_inches`` is as in `under_template`.
    """

    gun: Point
    centre: Point
    event: str = "laid"
    jams: bool = False
    base_inches: Inches = 1


@dataclass(frozen=True)
class Burst:
    """A burst among several men: who is under its template, and who must roll now.

    ``rolling`` is empty where the gun jams: the source does not say which half of the men are hit.
    The toll is worked out when it is first asked for.
    """

    laid: Laid
    soldiers: tuple[Soldier, ...]
    obstacles: tuple[Obstacle, ...]
    readings: Mapping[str, str]
    under: tuple[str, ...]
    rolling: tuple[str, ...]

    @cached_property
    def toll(self) -> Odds[Toll]:
        """The chances of how many men it harms."""
        at = self.laid
        return burst_toll(
            at.gun, at.centre, self.soldiers, self.obstacles, at.base_inches, self.readings
        ).value


def blast(
    throw: Throw,
    soldiers: Sequence[Soldier],
    chosen: str,
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> Answer[Fraction | bool]:
    """Return the chance that the man called ``chosen`` must roll for effect;

    ``detail`` is a `Blast`.

    The value is False, and there is no detail, where the grenade cannot be sent there. Source:
    Landser, Grenades (lines 207-219), Grenade Launcher (223-228).

    >>> blast(Throw((0, 8), (0, 0)), [Soldier("A", (0, 0))], "A").headline
    'Placed on 4 or more, 8 inches away; A must roll for effect 55.6% of the time.'
    """
    read = taken(readings)
    allowed = may_throw(throw, read)
    if not allowed.value:
        return allowed
    man = next(soldier for soldier in soldiers if soldier.name == chosen)
    places, dangers = landings(throw, read), exposures(throw, soldiers, obstacles, read)
    mine = next(danger for danger in dangers if danger.soldier == man)
    cover = shelter(places[0], man, obstacles)
    needed = effectiveness(cover, lies_prone(man, read), throw.soft_ground, read)
    under = (
        f"Over all landings, {chosen} is under the template {often(mine.caught)}."
        if mine.caught
        else f"No landing puts {chosen} under the template."
    )
    steps = (*as_notes(allowed.steps), *_lying(man, read), *as_notes(needed.steps))
    steps += (Step(under, CITES["grenade-scatter"], "start", mine.affected, reading="scatter"),)
    rolls = (
        f"{chosen} must roll for effect {often(mine.affected)}."
        if mine.affected
        else f"{chosen} never has to roll for effect."
    )
    detail = Blast(throw, tuple(soldiers), tuple(obstacles), man, read, places, dangers, cover)
    return Answer(mine.affected, steps, f"{allowed.headline.rstrip('.')}; {rolls}", detail=detail)


def _lying(man: Soldier, read: Mapping[str, str]) -> tuple[Step, ...]:
    """Say whether a man who hides is prone, where he does not lie prone anyway."""
    if not man.hiding or man.prone:
        return ()
    reading = READINGS["hide-prone"]
    return (Step(reading.option(read["hide-prone"]).says, reading.cite, reading="hide-prone"),)


def burst(
    laid: Laid,
    soldiers: Sequence[Soldier],
    chosen: str,
    obstacles: Sequence[Obstacle] = (),
    readings: Given = None,
) -> Answer[bool | Gap]:
    """Return whether the man called ``chosen`` must roll for effect at this event of a burst;

    ``detail`` is a `Burst`.

    A `Gap` for a man under the template of a gun that jams: half of those within are hit, and the
    source does not say which. Source: Landser, Machine Guns (lines 115-117), Jammed Weapons (109).

    >>> burst(Laid((0, 20), (0, 0)), [Soldier("A", (0, 0)), Soldier("B", (1, 0))], "A").headline
    'A must roll for effect. Under the template: A and B.'
    """
    read = taken(readings)
    under = under_template(laid.gun, laid.centre, soldiers, obstacles, laid.base_inches, read)
    due, caught = template_roll(laid.event, read), chosen in under.value
    last, steps = _last(chosen, caught, due, under), as_notes(under.steps)
    if caught:
        steps += as_notes(due.steps)
    names = (
        listed(under.value, none="nobody")
        if len(under.value) <= _NAMED
        else plural(len(under.value), "man", "men")
    )
    verdict = f"Under the template: {names}."
    if laid.jams:
        steps += as_notes(jammed_template(len(under.value)).steps)
        verdict = "A gun that jams hits half of those within."
        if caught and due.value:
            gap = GAPS["which-half"]
            last = Step(
                "Half of those within are hit; the source does not say which of them.",
                gap.cite,
                "start",
                gap,
            )
    value = judge((last,))
    rolling = under.value if due.value and not laid.jams else ()
    if laid.event != "laid":  # what happens to him happens to nobody else
        rolling = tuple(name for name in rolling if name == chosen)
    rolls = (
        "must roll for effect"
        if value
        else "need not roll now"
        if caught
        else "need not roll for effect"
    )
    told = (
        f"Whether {chosen} is hit is not in the source."
        if isinstance(value, Gap)
        else f"{chosen} {rolls}."
    )
    detail = Burst(laid, tuple(soldiers), tuple(obstacles), read, under.value, rolling)
    return Answer(value, (*steps, last), f"{told} {verdict}", detail=detail)


def _last(chosen: str, caught: bool, due: Answer[bool], under: Answer[tuple[str, ...]]) -> Step:
    """Return the step that settles whether he rolls: only who is caught does, and only when his
    roll is due.
    """
    if caught:
        return Step(
            due.headline,
            due.steps[-1].cite,
            "allows" if due.value else "forbids",
            reading=due.steps[-1].reading,
        )
    if chosen in under.detail.names:
        return Step(f"The template does not hit {chosen}.", CITES["template-hard"], "forbids")
    return Step(
        f"{chosen} is not within the template.",
        CITES["machine-guns"],
        "forbids",
        reading="under-template",
    )


def watched_arc(
    origin: Point, ahead: Point, soldier: Soldier, readings: Given = None, fired: bool = False
) -> Answer[bool]:
    """Return whether a soldier lies in the arc that a man with covering fire, or a GPMG that fires
    again, may fire into.

    Source: Landser, Machine Guns (line 115), Covering Fire (181).

    >>> watched_arc((0, 0), (0, -10), Soldier("A", (4, -8))).headline
    'A lies outside the arc.'
    """
    answer = in_arc(origin, ahead, soldier.at, readings)
    rule = (
        "With covering fire he fires at whatever crosses into it, in the enemy's turn and before"
        " the enemy fires back."
    )
    again = Step(
        "A GPMG whose template lies there may fire again at any target within the arc.",
        CITES["machine-guns"],
    )
    steps = (*answer.steps, *((Step(rule, CITES["covering-fire"]), again) if answer.value else ()))
    if fired:
        steps += (_fired_once(taken(readings)),)
    value = judge(steps) is True
    no = "lies outside the arc" if not answer.value else "may not be fired at: he has had his shot"
    verdict = f"{soldier.name} {'may be fired at' if value else no}."
    # Not tried: that step alone forbids where it is offered.
    helps = (Remedy("Before the first shot of the turn he may.", "fired", False),)
    spent = bool(answer.value) and not value
    return Answer(value, steps, verdict, helps if spent else answer.remedies)


def _fired_once(read: Mapping[str, str]) -> Step:
    """Say whether covering fire goes on after its first shot in a turn of the enemy."""
    reading = READINGS["covering-shots"]
    option = read["covering-shots"]
    return Step(
        reading.option(option).says,
        reading.cite,
        "allows" if option == "each" else "forbids",
        reading="covering-shots",
    )
