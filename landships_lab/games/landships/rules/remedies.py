"""What would turn a refused shot into an allowed one; each remedy is tried on the rule before it is
offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from landships_lab.core.answer import Gap, Remedy
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.remedies import other_readings
from landships_lab.core.speech import plural
from .book import FIRE_READINGS, GRID, at, hexes, name
from .moves import forward
from .positions import check_position, legal_headings, turn_words
from .shot import FiringWeapon, covers, verdict

#: How many steps ahead along its heading a unit looks for a place from which it could fire.
STEPS_AHEAD = 8


def remedies(fired: FiringWeapon, target: Place, counted: int) -> tuple[Remedy, ...]:
    """Return what would change a refusal: a legal position, a turn, steps forward, another weapon,
    another reading.

    ``counted`` is the range to the target, in hexes.
    """
    if not fired.legal:
        return check_position(fired.unit.unit_class, fired.place, fired.heading).remedies
    found = []
    if isinstance(fired.max_range, Gap):
        found.append(Remedy("Give a maximum range, and the question can be answered.", "max_range"))
    elif counted > fired.max_range:
        found.append(
            Remedy(
                f"The target is {hexes(counted - fired.max_range)} too far; no turn changes that."
            )
        )

    def could_fire(other: FiringWeapon) -> bool:
        return verdict(other, target) is True

    known = not isinstance(fired.max_range, Gap)
    return (
        *found,
        *_turns(fired, target),
        *(steps_ahead(fired, target, GRID, could_fire) if known else ()),
        *_weapons(fired, target),
        *readings_that_help(fired, could_fire),
    )


def _fewest_turns(fired: FiringWeapon, place: Place, target: Place) -> list[Heading]:
    """Return the legal headings in this place that bring the target into the arc with the fewest
    points of turning.
    """
    legal = sorted(
        legal_headings(fired.unit.unit_class, place), key=lambda h: abs(fired.heading.turns_to(h))
    )
    least: int | None = None
    found = []
    for heading in legal:
        points = abs(fired.heading.turns_to(heading))
        if least is not None and points > least:
            break
        if covers(fired.standing(place, heading), target):
            least = points
            found.append(heading)
    return sorted(found, key=lambda h: h.points)


def _turns(fired: FiringWeapon, target: Place) -> Iterator[Remedy]:
    """Yield the fewest turns that bring the target into the arc.

    On a hexside no vehicle turns: then its hexes, but not the target's.
    """
    if covers(fired, target):
        return
    if isinstance(fired.place, Hex):
        for heading in _fewest_turns(fired, fired.place, target):
            turned = turn_words(fired.heading.turns_to(heading))
            yield Remedy(
                f"Turned {turned} to face {heading}, {_then(fired, fired.place, heading, target)}.",
                "heading",
                heading,
            )
        return
    for hexagon in fired.place.hexes:
        for heading in (
            _fewest_turns(fired, hexagon, target)[:1]
            if hexagon != target and hexagon in GRID
            else ()
        ):
            then = _then(fired, hexagon, heading, target)
            text = f"On a hexside it cannot turn; in {name(hexagon)} facing {heading} {then}."
            yield Remedy(text, "placement", (hexagon, heading))


def _then(fired: FiringWeapon, place: Place, heading: Heading, target: Place) -> str:
    return (
        "it could fire"
        if verdict(fired.standing(place, heading), target) is True
        else "the arc would cover it"
    )


def steps_ahead(
    fired: FiringWeapon,
    target: Place,
    grid: Grid,
    could_fire: Callable[[FiringWeapon], bool],
    is_open: Callable[[Place], bool] = lambda _place: True,
) -> Iterator[Remedy]:
    """Yield one remedy with the fewest steps straight ahead after which it could fire, or none.

    Only a vehicle moves by itself. It goes no farther than the edge of the board, the target, or a
    place that ``is_open`` closes to it. `PositionError` where a vehicle may not face so.
    """
    place = fired.place
    if fired.unit.unit_class != 3:
        return
    for count in range(1, STEPS_AHEAD + 1):
        place = forward(place, fired.heading)
        if place == target or place not in grid or not is_open(place):
            return
        if could_fire(fired.standing(place, fired.heading)):
            steps = "one step" if count == 1 else plural(count, "step")
            yield Remedy(f"After {steps} forward, {at(place)}, it could fire.", "place", place)
            return


def _weapons(fired: FiringWeapon, target: Place) -> Iterator[Remedy]:
    for weapon in fired.unit.weapons.values():
        if weapon.id != fired.weapon.id and verdict(fired.with_weapon(weapon), target) is True:
            yield Remedy(f"The {weapon.name} could fire at it.", "weapon", weapon.id)


def readings_that_help(
    fired: FiringWeapon, could_fire: Callable[[FiringWeapon], bool]
) -> Iterator[Remedy]:
    """Return a remedy for every other reading under which it could fire; each is tried."""
    return other_readings(
        FIRE_READINGS.values(),
        fired.readings,
        lambda key, option: "it could fire" if could_fire(fired.reading(key, option)) else "",
    )
