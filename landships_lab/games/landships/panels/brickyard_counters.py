"""The counters of the Brickyard: where they stand at first, and how they are put down and told in a
link.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from landships_lab.core.checks import one_of, unknown
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.speech import capitalized, with_article
from landships_lab.games.landships.rules.brickyard import (
    SCENARIO,
    Standing,
    aa_gun_as_read,
    class_of,
)
from landships_lab.games.landships.rules.positions import legal_headings
from landships_lab.panel.parts import Part
from landships_lab.panel.readings import Taken

GRID = SCENARIO.grid
Units = tuple[Standing, ...]


class HasReadings(Protocol):
    """A state that holds readings."""

    @property
    def readings(self) -> Taken:
        """The readings that are not the defaults."""


def place_words(unit: Standing) -> str:
    """Return where a counter is in the words of a link: a place, its tank, or - beside the map."""
    return unit.aboard or ("-" if unit.place is None else GRID.code(unit.place))


def riding(squad: Standing, tank: str, units: Units, heading: Heading | None = None) -> Standing:
    """Return the squad put inside a tank, told by its id.

    `ValueError` in one sentence for a counter that is no squad, and for one that is no tank.
    """
    if squad.of.kind != "squad":
        raise ValueError("Only assault squads ride in tanks.")
    one_of("tank", tank, [u.id for u in units if u.of.kind == "tank"])
    return replace(squad, place=None, heading=heading or squad.heading, aboard=tank)


def find(units: Units, unit_id: str) -> Standing:
    """Return the counter with this id.

    `ValueError` with the nearest id if there is none.
    """
    for unit in units:
        if unit.id == unit_id:
            return unit
    raise ValueError(unknown("counter", unit_id, [u.id for u in units]))


def with_unit(units: Units, unit: Standing) -> Units:
    """Return the counters with this one in place of the one with its id."""
    return tuple(unit if u.id == unit.id else u for u in units)


def stand(
    unit: Standing, place: Place | None, heading: Heading | None = None, options: Taken = ()
) -> Standing:
    """Return the counter put down there, facing so if a heading is given.

    A squad put down has dismounted. ``options`` are the readings taken. `ValueError` in one
    sentence where its class may not stand.
    """
    if place is not None and not legal_headings(class_of(unit.of, dict(options)), place):
        kind = capitalized(with_article(unit.of.kind.replace("-", " ").replace("aa ", "AA ")))
        raise ValueError(f"{kind} never stands on a hexside; only vehicles do.")
    aboard = "" if place is not None else unit.aboard
    return replace(unit, place=place, heading=heading or unit.heading, aboard=aboard)


def with_aa_hex(units: Units, options: Taken) -> Units:
    """Return the counters after the reading of hex 6810 or of the truck has changed."""
    return tuple(aa_gun_as_read(u, dict(options)) if u.force == "brit-aa" else u for u in units)


class UnitsPart(Part):
    """All counters of the scenario.

    A link names those that do not stand as they do at the start, as ``ger-a7v-1@5817@N``; a squad
    that rides in another tank, or was put back, as ``ger-squad-1@ger-a7v-2@N``.
    """

    one_word = False

    def take(self, state: HasReadings, given: Units | str) -> Units:
        """Return the counters given, as themselves or in the words of a link.

        `ValueError` in one sentence as for `read`.
        """
        return self.read(state, given.split()) if isinstance(given, str) else given

    def read(self, state: HasReadings, words: Sequence[str]) -> Units:
        """Return the counters, those that these words name put where the words say; ``-`` is beside
        the map.

        `ValueError` in one sentence for a word that places no counter, and for a place where its
        class may not stand.
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
            if unit.of.kind == "squad" and any(u.id == parts[1] for u in units):
                units = with_unit(units, riding(unit, parts[1], units, Heading(parts[2])))
                continue
            place = None if parts[1] == "-" else GRID.place(parts[1])
            ashore = replace(unit, aboard="")
            units = with_unit(units, stand(ashore, place, Heading(parts[2]), state.readings))
        return units

    def write(self, state: object, value: Units) -> list[str]:
        moved = [u for u, start in zip(value, self.default_for(state), strict=True) if u != start]
        return [f"{u.id}@{place_words(u)}@{u.heading}" for u in moved]

    def sample(self, dice: random.Random, state: HasReadings) -> Units:
        units: Units = self.default_for(state)
        hexes, places = sorted(GRID.hexes()), sorted(GRID.places)
        tanks = [u.id for u in units if u.of.kind == "tank"]
        for unit in dice.sample(units, dice.randint(0, 4)):
            kind = class_of(unit.of, dict(state.readings))
            among = places if kind == 3 else hexes
            place = dice.choice([None, *dice.sample(among, 3), *SCENARIO.brickyard])
            heading = dice.choice(legal_headings(kind, place or hexes[0]))
            aboard = dice.choice(tanks) if unit.of.kind == "squad" and place is None else ""
            units = with_unit(units, replace(unit, place=place, heading=heading, aboard=aboard))
        return units
