"""What would turn a refused shot into an allowed one? Each remedy is tried on the rule itself before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from landships_lab.core.answer import Gap, Remedy
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.data.load import readings
from landships_lab.rules.landships.fire import Shot, covers, verdict
from landships_lab.rules.landships.moves import forward
from landships_lab.rules.landships.positions import check_position, legal_headings, turn_words
from landships_lab.rules.landships.units import GRID, hexes, name

#: How many steps ahead along its heading a unit looks for a place from which it could fire.
STEPS_AHEAD = 8


def remedies(fired: Shot, target: Place, counted: int) -> tuple[Remedy, ...]:
    """What would change it: the position, a turn, a few steps forward, another weapon, another reading?"""
    position = check_position(fired.unit.unit_class, fired.place, fired.heading)
    if not position.value:
        return position.remedies
    found = []
    if isinstance(fired.max_range, Gap):
        found.append(Remedy("Supply a maximum range, and it can be decided.", "max_range"))
    elif counted > fired.max_range:
        found.append(Remedy(f"The target is {hexes(counted - fired.max_range)} too far; no turn changes that."))
    return (*found, *_turns(fired, target), *_steps(fired, target), *_weapons(fired, target), *_readings(fired, target))


def _fewest(fired: Shot, place: Place, target: Place) -> list[tuple[int, Heading]]:
    """Which legal headings in this place bring the target in with the fewest points of turning?"""
    tried = [replace(fired, place=place, heading=h) for h in legal_headings(fired.unit.unit_class, place)]
    good = [(fired.heading.turns_to(t.heading), t.heading) for t in tried if covers(t, target)]
    least = min((abs(points) for points, _ in good), default=0)
    return [(points, heading) for points, heading in good if abs(points) == least]


def _turns(fired: Shot, target: Place) -> Iterator[Remedy]:
    if covers(fired, target):
        return
    here = _fewest(fired, fired.place, target)
    for points, heading in here:
        then = "it could fire" if verdict(replace(fired, heading=heading), target) is True else "the arc would cover it"
        yield Remedy(f"Turned {turn_words(points)} to face {heading}, {then}.", "heading", heading)
    if here or not isinstance(fired.place, Side):
        return
    legal = " and ".join(h.value for h in legal_headings(fired.unit.unit_class, fired.place))
    for hexagon in fired.place.hexes:
        for _, heading in _fewest(fired, hexagon, target)[:1]:
            then = "it could fire" if verdict(replace(fired, place=hexagon, heading=heading), target) is True else "the arc would cover it"
            text = f"On this hexside only {legal} are legal; in {name(hexagon)} facing {heading} {then}."
            yield Remedy(text, "placement", (hexagon, heading))


def _steps(fired: Shot, target: Place) -> Iterator[Remedy]:
    """How far must it go straight ahead?"""
    if not isinstance(fired.max_range, Gap):
        yield from steps_ahead(fired, target, GRID, lambda moved: verdict(moved, target) is True)


def steps_ahead(fired: Shot, target: Place, grid: Grid, could_fire: Callable[[Shot], bool]) -> Iterator[Remedy]:
    """After how many steps straight ahead could it fire? One remedy with the fewest, or none: only a vehicle moves itself."""
    place = fired.place
    if fired.unit.unit_class != 3:
        return
    for count in range(1, STEPS_AHEAD + 1):
        place = forward(place, fired.heading)
        if place == target or place not in grid:
            return
        if could_fire(replace(fired, place=place)):
            steps = "one step" if count == 1 else f"{count} steps"
            yield Remedy(f"After {steps} forward, {_at(place)}, it could fire.", "place", place)
            return


def _at(place: Place) -> str:
    return f"on {name(place)}" if isinstance(place, Side) else f"in {name(place)}"


def _weapons(fired: Shot, target: Place) -> Iterator[Remedy]:
    for weapon in fired.unit.weapons.values():
        other = replace(fired, weapon=weapon, max_range=weapon.range_hexes, supplied=False)
        if weapon.id != fired.weapon.id and verdict(other, target) is True:
            yield Remedy(f"The {weapon.name} could fire at it.", "weapon", weapon.id)


def _readings(fired: Shot, target: Place) -> Iterator[Remedy]:
    yield from readings_that_help(fired, lambda other: verdict(other, target) is True)


def readings_that_help(fired: Shot, could_fire: Callable[[Shot], bool]) -> Iterator[Remedy]:
    """Under which other reading could it fire? Each is tried."""
    for reading in readings("landships", "fire").values():
        for option in reading.options:
            taken = {**fired.readings, reading.id: option.id}
            if option.id != fired.readings[reading.id] and could_fire(replace(fired, readings=taken)):
                yield Remedy(f"With the reading “{option.label}” it could: {option.says}", reading.id, option.id)
