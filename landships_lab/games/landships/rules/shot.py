"""A shot that is asked about, and the bare verdict on it.

`verdict` decides without reasons; `fire.can_target` gives them, and `reach` sorts every place at
once. The tests hold the three together everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from landships_lab.core.answer import Gap
from landships_lab.core.arcs import Arc, Position
from landships_lab.core.hexes import Heading, Place, Side
from landships_lab.core.sources import Given
from landships_lab.data.gaps import gap
from landships_lab.data.load import chosen
from landships_lab.games.landships.data.units import Unit, Weapon
from .book import RANGE_READING, bearing_words, heading_of, place_of
from .positions import legal_headings
from .ranges import range_hexes
from .units import unit_of, weapon_of

EDGE_HEX, EDGE_HEXSIDE, EDGE_FACING = "arc-edge-hex", "arc-edge-hexside", "mk-iv-edge-facing"
OUTSIDE_ARC = gap("landships", "outside-arc")
OWN_PLACE = gap("landships", "own-place")


@dataclass(frozen=True, slots=True)
class FiringWeapon:
    """Everything about a shot but its target, checked: the firer, its weapon, its position, and the
    readings.

    ``max_range`` is in hexes.
    """

    unit: Unit
    weapon: Weapon
    place: Place
    heading: Heading
    readings: Mapping[str, str]
    max_range: int | Gap
    #: The maximum range is the reader's.
    supplied: bool
    #: The reader's own maximum, which holds for every weapon whose range is not in the source.
    own_range: int | None = None
    #: The reader says that the target is spotted.
    spotted: bool = False

    @property
    def edge_hexsides(self) -> bool:
        """True if a hexside on an edge of this arc can be hit."""
        rule = self.readings[EDGE_HEXSIDE]
        if rule != "as-printed":
            return rule == "always"
        return self.weapon.arc.edge_hexsides or (
            self.edge_by_facing and self.readings[EDGE_FACING] == "hexside-facings"
        )

    @property
    def edge_by_facing(self) -> bool:
        """True where the printed sentence on the edges of the Mk IV is applied to a heading that it
        does not name: one towards a hexjuncture.
        """
        printed = self.weapon.provenance["edge"] == "printed" and not self.weapon.arc.edge_hexsides
        return printed and not self.heading.faces_hexside

    @property
    def legal(self) -> bool:
        """True if the unit may stand here and face so."""
        return self.heading in legal_headings(self.unit.unit_class, self.place)

    def standing(self, place: Place, heading: Heading) -> FiringWeapon:
        """Return the same shot from another position."""
        return replace(self, place=place, heading=heading)

    def reading(self, reading: str, option: str) -> FiringWeapon:
        """Return the same shot with one reading changed."""
        return replace(self, readings={**self.readings, reading: option})

    def with_weapon(self, weapon: Weapon) -> FiringWeapon:
        """Return a shot of another weapon of the unit.

        Its range is the one stated for it; where none is, the reader's own.
        """
        supplied = isinstance(weapon.range_hexes, Gap) and self.own_range is not None
        limit = self.own_range if supplied and self.own_range is not None else weapon.range_hexes
        return replace(self, weapon=weapon, max_range=limit, supplied=supplied)


def shot(
    unit: Unit | str,
    weapon: Weapon | str,
    place: Place,
    heading: Heading,
    given: Given = None,
    max_range: int | None = None,
    spotted: bool = False,
) -> FiringWeapon:
    """Return a shot, once its ids, readings and supplied range are checked.

    ``max_range`` is in hexes. `ValueError` for an unknown unit, weapon, reading or option, for what
    is no place or heading, and for a range outside 0 to 99.
    """
    if max_range is not None and (
        isinstance(max_range, bool) or not isinstance(max_range, int) or not 0 <= max_range <= 99
    ):
        raise ValueError(
            f"A maximum range is a whole number of hexes from 0 to 99, not {max_range!r}."
        )
    place, heading = place_of(place), heading_of(heading)
    firer = unit_of(unit)
    arm = weapon_of(firer, weapon)
    limit = arm.range_hexes if max_range is None else max_range
    return FiringWeapon(
        firer,
        arm,
        place,
        heading,
        chosen("landships", given, "fire"),
        limit,
        max_range is not None,
        max_range,
        spotted,
    )


def covered(position: Position, on_hexside: bool, edge_hexsides: bool, edge_hex: str) -> bool:
    """Return whether an arc covers a place in this position, on a hexside or in a hex.

    ``edge_hexsides`` is the arc's rule for hexsides on its edges, ``edge_hex`` an option of the
    reading arc-edge-hex. Source: Twelve Point Facing, Combat (line 115) and the fire arc diagrams
    (line 65).
    """
    if position != "edge":
        return position == "inside"
    return edge_hexsides if on_hexside or edge_hex == "as-hexside" else True


def covers(fired: FiringWeapon, target: Place) -> bool:
    """Return whether the weapon's arc covers this place, at any range."""
    position = fired.weapon.arc.locate(fired.place, fired.heading, target)
    if position != "edge":
        return position == "inside"
    return covered(
        position, isinstance(target, Side), fired.edge_hexsides, fired.readings[EDGE_HEX]
    )


def verdict(fired: FiringWeapon, target: Place) -> bool | Gap:
    """Return whether a shot may be fired at that place: the value of `fire.can_target`, without its
    reasons.
    """
    if not fired.legal:
        return False
    if target == fired.place:
        return OWN_PLACE
    limit = fired.max_range
    if (
        not isinstance(limit, Gap)
        and range_hexes(fired.place, target, fired.readings[RANGE_READING]) > limit
    ):
        return False
    if not covers(fired, target):
        return OUTSIDE_ARC if fired.unit.unit_class == 2 else False
    return limit if isinstance(limit, Gap) else True


def arc_words(arc: Arc) -> str:
    """Return the sector that an arc covers in words.

    >>> arc_words(Arc(-30, 90)), arc_words(Arc(0, 360))
    ('from 30° to port to 90° to starboard', 'all round')
    """
    return (
        "all round" if arc.all_round else f"from {bearing_words(arc.lo)} to {bearing_words(arc.hi)}"
    )
