"""The counters of the Brickyard: where they stand at first, and how they are put down and told in a
link.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

from landships_lab.core.checks import unknown
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.speech import capitalized, with_article
from landships_lab.games.landships.rules import legal_headings
from landships_lab.games.landships.rules.brickyard import (
    AA_HEX,
    CLASS_OF,
    SCENARIO,
    Standing,
    class_of,
    set_up_hexes,
)
from landships_lab.panel.parts import Part
from landships_lab.panel.readings import Taken

GRID = SCENARIO.grid
Units = tuple[Standing, ...]


@cache
def order_of_battle() -> Units:
    """Return the counters as the board begins.

    Those with hexes of their own stand in them, those with a choice are spread over it in order,
    and those whose place is on the lost map wait beside it.
    """
    units = []
    turns: dict[tuple[Hex, ...], Iterator[int]] = defaultdict(
        count
    )  # forces that share their hexes take them in turn
    for force in SCENARIO.forces.values():
        if not (kind := CLASS_OF[force.kind]):
            continue  # off the board for good
        heading = Heading.N if force.side == "German" else Heading.S
        for number in range(1, force.count + 1):
            at = force.at[next(turns[force.at]) % len(force.at)] if force.at else None
            if at is not None and force.kind == "tank":
                heading = Heading.N if GRID.column_row(at)[1] > GRID.rows // 2 else Heading.S
            assert kind != 1 or heading.faces_hexside
            units.append(Standing(force.id, number, at, heading))
    return tuple(units)


def find(units: Units, unit_id: str) -> Standing:
    """Return the counter with this id. `ValueError` with the nearest if there is none."""
    for unit in units:
        if unit.id == unit_id:
            return unit
    raise ValueError(unknown("counter", unit_id, [u.id for u in units]))


def with_unit(units: Units, unit: Standing) -> Units:
    """Return the counters once this one stands in its new place."""
    return tuple(unit if u.id == unit.id else u for u in units)


def stand(
    unit: Standing, place: Place | None, heading: Heading | None = None, options: Taken = ()
) -> Standing:
    """Return the counter put down there.

    `ValueError` in one sentence where its class may not stand.
    """
    if place is not None and not legal_headings(class_of(unit.of, dict(options)), place):
        kind = capitalized(with_article(unit.of.kind.replace("-", " ").replace("aa ", "AA ")))
        raise ValueError(f"{kind} never stands on a hexside; only vehicles do.")
    return replace(unit, place=place, heading=heading or unit.heading)


def with_aa_hex(units: Units, options: Taken) -> Units:
    """Return the counters once 6810 or the truck is read otherwise.

    The AA gun goes along if it stands where it was set up, and off a hexside where it is no
    vehicle.
    """
    gun = next(u for u in units if u.force == "brit-aa")
    if isinstance(gun.place, Side) and class_of(gun.of, dict(options)) != 3:
        return with_unit(units, replace(gun, place=gun.place.hexes[0]))
    hexes = [h for option in ("as-printed", "5810") for h in _hexes(gun, option)]
    if gun.place not in hexes:
        return units
    return with_unit(
        units, replace(gun, place=_hexes(gun, dict(options).get(AA_HEX, "as-printed"))[0])
    )


def _hexes(unit: Standing, option: str) -> tuple[Hex, ...]:
    found = set_up_hexes(unit.of, {AA_HEX: option})
    assert isinstance(found, tuple)
    return found


class UnitsPart(Part):
    """All counters of the scenario.

    A link names those that stand otherwise than at the start, as ``ger-a7v-1@5817@N``.
    """

    one_word = False

    def take(self, state: Any, given: Any) -> Units:
        """Return the counters given, as themselves or in the words of a link."""
        return self.read(state, given.split()) if isinstance(given, str) else given

    def read(self, state: Any, words: Sequence[str]) -> Units:
        """Return the counters with those of these words where the words put them;

        ``-`` is beside the map.
        """
        units: Units = self.default_for(state)
        for word in words:
            parts = word.split("@")
            if len(parts) != 3:
                raise ValueError(
                    f"{word!r} does not place a counter; write counter@place@heading, such as"
                    " ger-a7v-1@5817@N."
                )
            unit = find(units, parts[0])
            units = with_unit(
                units,
                stand(
                    unit,
                    None if parts[1] == "-" else GRID.place(parts[1]),
                    Heading(parts[2]),
                    state.readings,
                ),
            )
        return units

    def write(self, state: Any, value: Units) -> list[str]:
        """Return a word for each counter that stands otherwise than at the start."""
        moved = [u for u, start in zip(value, self.default_for(state), strict=True) if u != start]
        return [
            f"{u.id}@{'-' if u.place is None else GRID.code(u.place)}@{u.heading}" for u in moved
        ]

    def sample(self, dice: random.Random, state: Any) -> Units:
        """Return the counters with up to four of them anywhere."""
        units: Units = self.default_for(state)
        hexes = sorted(GRID.hexes())
        for unit in dice.sample(units, dice.randint(0, 4)):
            place = dice.choice([None, *dice.sample(hexes, 3), *SCENARIO.brickyard])
            heading = dice.choice(legal_headings(CLASS_OF[unit.of.kind], place or hexes[0]))
            units = with_unit(units, replace(unit, place=place, heading=heading))
        return units
