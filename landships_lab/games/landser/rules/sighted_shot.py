"""A shot at a soldier who was looked for: whether it may be fired at him, and what follows from
what he does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches
from .book import CITES, FIELDCRAFT, band_index, taken
from .shots import Shot, can_fire, hit_chance, may_fire
from .sighting import Sighting, spot_chance

#: How far a man gets who moves and fires, and may so be from where he saw his target.
MOVE_AND_FIRE = FIELDCRAFT.movement["move-and-fire"].inches
#: What counts as having moved this turn, so that no bonus for a repeated shot is due.
MOVES = ("moving", "moving fast", "sneaking")
#: The reading of full cover for a man who moves in the open.
COVER_IN_THE_OPEN = "cover-in-the-open"


def shot_at(sighting: Sighting, shot: Shot, readings: Given = None) -> Shot:
    """Return this shot at the soldier of the sighting, with all that follows from what he does.

    A man who moves, even sneaking, takes the bonus of the repeated shot away; one who moves fast is
    harder to hit; one who hides has half cover or better; whether one who moves in the open may
    have full cover is a reading. Cover in terrain stays as the shot has it, because he *may* claim
    it. A firer who moves may fire from elsewhere than he saw him from. `ValueError` where the two
    contradict each other. Source: Landser, Move and Fire (line 37), Firing (64-72), modifiers
    (88-95), Hide (151).

    >>> (
    ...     shot_at(Sighting(20, "hiding"), Shot("rifle", 20)).cover,
    ...     shot_at(Sighting(20, "sneaking"), Shot("rifle", 20, repeat=True)).repeat,
    ... )
    ('half', False)
    """
    if shot.range_inches != sighting.range_inches and not shot.firer_moved:
        raise ValueError(
            f"He is looked for at {sighting.range_inches} inches and fired at over"
            f" {shot.range_inches}; both are one range."
        )
    fast = sighting.doing == "moving fast"
    if shot.target_moving_fast and not fast:
        raise ValueError(
            f"The shot is at a man who moves fast, but the man looked for is {sighting.doing}; both"
            " are one man."
        )
    moved = sighting.doing in MOVES or sighting.observer_moves_fast
    lies = sighting.doing == "hiding" and shot.cover == "none"
    halved = (
        moves_in_the_open(sighting)
        and shot.cover == "full"
        and taken(readings)[COVER_IN_THE_OPEN] == "half"
    )
    return replace(
        shot,
        target_moving_fast=fast,
        cover="half" if lies or halved else shot.cover,
        repeat=shot.repeat and not moved,
    )


def moves_in_the_open(sighting: Sighting) -> bool:
    """Return whether the man of the sighting moves, and in the open."""
    return sighting.doing in MOVES and not sighting.in_cover


def may_fire_at(sighting: Sighting, shot: Shot, readings: Given = None) -> Answer[bool]:
    """Return whether this shot may be fired at the soldier of the sighting, once the firer knows of
    him.

    A man who hides in terrain is no target beyond point blank range, known or not; one who moves
    fast does not fire; one who moves and fires gets four inches. Remedies are those that alone make
    the shot possible. Source: Landser, Move Fast (line 33), Move and Fire (37), Firing (64), Line
    of Sight (72), Hide (151-153), awareness (256-258).

    >>> may_fire_at(Sighting(20, "hiding", True, has_fired=True), Shot("rifle", 20)).headline
    'A man who hides in terrain cannot be fired at beyond point blank range.'
    """
    read = taken(readings)
    against = tuple(no_target(sighting, shot, read))
    if all(step.op != "forbids" for step in against):
        return may_fire(shot, read)
    found = []
    for change, value, text, other, then in _closer(sighting, shot):
        if (
            next(no_target(other, then, read), None) is None
            and can_fire(then, read)
            and spot_chance(other, read)
        ):
            found.append(Remedy(text, change, value))
    return Answer(False, against, against[0].text, tuple(found))


def needs_sight(shot: Shot) -> bool:
    """Return whether this shot is fired at a man, who must be seen; a launcher is aimed at a point.

    Source: Landser, Grenades (line 209), Grenade Launcher (223).
    """
    return shot.weapon != "launcher"


def no_target(sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield what forbids to fire at this man, whatever the weapon that needs to see him."""
    if (
        needs_sight(shot)
        and sighting.blocked
        and not (shot.firer_moved and sighting.in_sight_there)
    ):
        yield Step(
            "Terrain blocks the sight: known or not, he is not seen.", CITES["blocked"], "forbids"
        )
        yield Step("The firer must see his target, and not only know of it.", CITES["firing"])
    elif (
        needs_sight(shot)
        and sighting.doing == "hiding"
        and sighting.in_cover
        and band_index(shot.range_inches, read) != 0
    ):
        yield Step(
            "A man who hides in terrain cannot be fired at beyond point blank range.",
            CITES["sight"],
            "forbids",
        )
        yield Step("The firer must see his target, and not only know of it.", CITES["firing"])
    if sighting.observer_moves_fast:
        yield Step(
            "A man who moves fast does not fire: that takes the fire or the move and fire action.",
            CITES["firing"],
            "forbids",
        )
    if (
        shot.firer_moved
        and abs(Fraction(shot.range_inches) - sighting.range_inches) > MOVE_AND_FIRE
    ):
        yield Step(
            f"Moving and firing, he gets {MOVE_AND_FIRE} inches nearer or farther at most.",
            CITES["move-and-fire"],
            "forbids",
        )


def _closer(sighting: Sighting, shot: Shot) -> Iterator[tuple[str, object, str, Sighting, Shot]]:
    """Yield the changes that could make him a target: what changes and to what, in words, and the
    sighting and shot then.
    """
    near = replace(sighting, range_inches=2)
    yield (
        "range",
        2,
        "Within point blank range, 2 inches, he may be fired at.",
        near,
        replace(shot, range_inches=2),
    )
    still = replace(sighting, observer_moves_fast=False)
    yield "observer_moves_fast", False, "If the firer does not move fast, he may fire.", still, shot
    clear = replace(sighting, blocked=False)
    yield "blocked", False, "With nothing in the way, he may be fired at.", clear, shot
    if shot.firer_moved:
        yield (
            "in_sight_there",
            True,
            "If the firer has him in sight where he fires, he may be fired at.",
            replace(sighting, in_sight_there=True),
            shot,
        )
    at = sighting.range_inches
    yield (
        "fires_from",
        at,
        f"At {inches(at)}, from where he saw him, he may fire.",
        sighting,
        replace(shot, range_inches=at),
    )


def chance_at(sighting: Sighting, shot: Shot, readings: Mapping[str, str]) -> Fraction | None:
    """Return the chance to hit this man, None for a shot that may not be fired at him."""
    read = taken(readings)
    fired = next(no_target(sighting, shot, read), None) is None and can_fire(shot, read)
    return hit_chance(shot, read) if fired else None
