"""May this weapon fire at that place, why, and what would change it?

`can_target` explains one target, `verdict` decides it without the reasons; `reach` (in `reach.py`) sorts every place at once.
The tests hold the three together everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.arcs import Arc, Position, bearing
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.sources import Cite
from landships_lab.data.gaps import gap
from landships_lab.data.landships.units import Unit, Weapon
from landships_lab.data.load import chosen, readings
from landships_lab.rules.landships.positions import check_position, legal_headings
from landships_lab.rules.landships.ranges import READING as RANGE_READING
from landships_lab.rules.landships.ranges import count_range, range_hexes
from landships_lab.rules.landships.units import CITES, bearing_words, heading_of, hexes, name, place_of, unit_of, weapon_of

EDGE_HEX, EDGE_HEXSIDE = "arc-edge-hex", "arc-edge-hexside"
_READINGS = readings("landships", "fire")

OUTSIDE_ARC = gap("landships", "outside-arc")


@dataclass(frozen=True, slots=True)
class Shot:
    """Everything the question depends on, checked: who fires what from where, and how the unclear print is read."""

    unit: Unit
    weapon: Weapon
    place: Place
    heading: Heading
    readings: Mapping[str, str]
    max_range: int | Gap
    supplied: bool

    @property
    def edge_hexsides(self) -> bool:
        """Can a hexside on an edge of this arc be hit?"""
        return edge_counts(self.weapon.arc.edge_hexsides, self.readings)


def shot(
    unit: Unit | str,
    weapon: Weapon | str,
    place: Place,
    heading: Heading,
    given: Mapping[str, str] | None = None,
    max_range: int | None = None,
) -> Shot:
    """Which shot is asked about? Checks ids, readings and a range the reader supplies; `ValueError` in one sentence."""
    if max_range is not None and (isinstance(max_range, bool) or not isinstance(max_range, int) or not 0 <= max_range <= 99):
        raise ValueError(f"A maximum range is a whole number of hexes from 0 to 99, not {max_range!r}.")
    place, heading = place_of(place), heading_of(heading)
    firer = unit_of(unit)
    arm = weapon_of(firer, weapon)
    limit = arm.range_hexes if max_range is None else max_range
    return Shot(firer, arm, place, heading, chosen("landships", given, "fire"), limit, max_range is not None)


def edge_counts(flag: bool, taken: Mapping[str, str]) -> bool:
    """Does an edge with this printed flag reach hexsides, as the edges are read?"""
    return flag if taken[EDGE_HEXSIDE] == "as-printed" else taken[EDGE_HEXSIDE] == "always"


def covered(position: Position, on_hexside: bool, edge_hexsides: bool, edge_hex: str) -> bool:
    """Does an arc reach a place inside it, or on its edge, when its edges reach hexsides or not and hex centres are read so?"""
    if position != "edge":
        return position == "inside"
    return edge_hexsides if on_hexside or edge_hex == "as-hexside" else True


def covers(fired: Shot, target: Place) -> bool:
    """Does the weapon's arc reach this place, its edges read as chosen? Says nothing of range."""
    position = fired.weapon.arc.locate(fired.place, fired.heading, target)
    return covered(position, isinstance(target, Side), fired.edge_hexsides, fired.readings[EDGE_HEX])


def verdict(fired: Shot, target: Place) -> bool | Gap:
    """May it fire? What `can_target` says, without its reasons."""
    if fired.heading not in legal_headings(fired.unit.unit_class, fired.place):
        return False
    counted = range_hexes(fired.place, target, fired.readings[RANGE_READING])
    if not isinstance(fired.max_range, Gap) and counted > fired.max_range:
        return False
    if not covers(fired, target):
        return OUTSIDE_ARC if fired.unit.unit_class == 2 else False
    return fired.max_range if isinstance(fired.max_range, Gap) else True


def can_target(
    unit: Unit | str,
    weapon: Weapon | str,
    place: Place,
    heading: Heading,
    target: Place,
    readings: Mapping[str, str] | None = None,
    max_range: int | None = None,
) -> Answer[bool | Gap]:
    """May this weapon, on this unit standing here and facing so, fire at that place?

    True, False, or a `Gap` where only the base game could say: a maximum range that is not in the article (``max_range``
    supplies one, in hexes), or the penalty for a Weapons Unit that fires outside its arc. A refusal carries remedies: the
    fewest 30-degree turns, the hexes too far, another weapon, another reading.
    Source: Twelve Point Facing, Combat (line 115) and the fire arc diagrams (lines 47-85).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> can_target("mk-iv-male", "57mm-starboard", place("0503/0504"), Heading("E"), place("0705")).headline
    'In arc, range 2 of 7: the 57 mm starboard may fire.'
    """
    from landships_lab.rules.landships.remedies import remedies  # it asks `verdict` of other shots

    fired = shot(unit, weapon, place, heading, readings, max_range)
    counted = count_range(fired.place, place_of(target), fired.readings[RANGE_READING])
    steps = (_stands(fired), *_arc_steps(fired, target), *counted.steps, _limit(fired, counted.value))
    value = judge(steps)
    changes = () if value is True else remedies(fired, target, counted.value)
    return Answer(value, steps, headline(fired, target, value, counted.value), changes)


def _stands(fired: Shot) -> Step:
    answer = check_position(fired.unit.unit_class, fired.place, fired.heading)
    if not answer.value:
        return next(step for step in answer.steps if step.op == "forbids")
    on = "stands in" if isinstance(fired.place, Hex) else "stands on"
    along = "" if isinstance(fired.place, Hex) else ", along it"
    text = f"The {fired.unit.name} {on} {name(fired.place)} and faces {fired.heading}{along}: legal."
    return Step(text, answer.steps[-1].cite, "allows", marks=(fired.place,))


def arc_words(arc: Arc) -> str:
    """How does one say which sector an arc covers?

    >>> arc_words(Arc(-30, 90)), arc_words(Arc(0, 360))
    ('from 30° to port to 90° to starboard', 'all round')
    """
    return "all round" if arc.all_round else f"from {bearing_words(arc.lo)} to {bearing_words(arc.hi)}"


def _lies(fired: Shot, target: Place) -> str:
    between = bearing(fired.place, fired.heading, target)
    if between is None:
        return f"{name(target)} is the place it stands in"
    lo, hi = between
    if lo == hi:
        return f"{name(target)} lies exactly {bearing_words(lo)}"
    first, last = sorted((lo, hi), key=abs)
    side = "starboard" if hi > 0 else "port"
    return f"{name(target)} lies between {abs(first)}° and {abs(last)}° to {side}"


def _arc_steps(fired: Shot, target: Place) -> tuple[Step, ...]:
    """Where does the target lie in the arc, and if it lies on the edge, does that edge count?"""
    weapon = fired.weapon
    position = weapon.arc.locate(fired.place, fired.heading, target)
    says = {"inside": "inside", "edge": "exactly on the edge of", "outside": "outside"}[position]
    text = f"{_lies(fired, target).capitalize()}: {says} the arc of the {weapon.name}, {arc_words(weapon.arc)}."
    cite = weapon.cites["arc"]
    if position == "inside":
        return (Step(text, cite, "allows", marks=(target,)),)
    if position == "outside":
        return (_refused(fired, text, cite, target),)
    return Step(text, cite, "note", marks=(target,)), _edge_step(fired, target)


def _refused(fired: Shot, text: str, cite: Cite, target: Place, reading: str = "") -> Step:
    """Outside the arc: forbidden, but for a Weapons Unit, which pays a penalty that is not in the source."""
    if fired.unit.unit_class == 2:
        text += " A Weapons Unit may fire outside its arc, with a penalty that only the base game holds."
        return Step(text, CITES["outside-arc"], "note", OUTSIDE_ARC, (target,), reading)
    return Step(text, cite, "forbids", marks=(target,), reading=reading)


def _edge_step(fired: Shot, target: Place) -> Step:
    reached = covers(fired, target)
    if isinstance(target, Hex) and fired.readings[EDGE_HEX] == "in":
        return Step(
            "A hex whose centre lies on the edge is read as in the arc.",
            _READINGS[EDGE_HEX].cite,
            "allows",
            marks=(target,),
            reading=EDGE_HEX,
        )
    what = "A hexside" if isinstance(target, Side) else "A hex, read like a hexside,"
    reading = EDGE_HEX if isinstance(target, Hex) else EDGE_HEXSIDE
    cite = fired.weapon.cites["edge"] if fired.readings[EDGE_HEXSIDE] == "as-printed" else _READINGS[EDGE_HEXSIDE].cite
    text = f"{what} on this edge {'can' if reached else 'cannot'} be hit."
    if reached:
        return Step(text, cite, "allows", marks=(target,), reading=reading)
    return _refused(fired, text, cite, target, reading)


def _limit(fired: Shot, counted: int) -> Step:
    limit, cite = fired.max_range, fired.weapon.cites["range"]
    if isinstance(limit, Gap):
        return Step(f"Its maximum range is not in the source. {limit.question}", limit.cite, "note", limit)
    whose = "maximum"
    if fired.supplied:
        whose = "maximum you supplied,"
        cite = Cite("You", "maximum range", kind="supplied")
    elif fired.weapon.provenance["range"] == "printed":
        whose = "printed maximum of"
    else:
        whose = "maximum of"
    if counted <= limit:
        return Step(f"{counted} is within the {whose} {limit}.", cite, "allows")
    return Step(f"{counted} is {hexes(counted - limit)} beyond the {whose} {limit}.", cite, "forbids")


def headline(fired: Shot, target: Place, value: bool | Gap, counted: int) -> str:
    """What is the verdict in one line?"""
    gun = f"the {fired.weapon.name}"
    legal = check_position(fired.unit.unit_class, fired.place, fired.heading)
    if not legal.value:
        return legal.headline
    where = "In arc" if covers(fired, target) else _past_edge(fired, target)
    limit = fired.max_range
    too_far = not isinstance(limit, Gap) and counted > limit
    if value is True:
        return f"{where}, range {counted} of {limit}: {gun} may fire."
    if isinstance(limit, Gap) and covers(fired, target):
        return f"In arc, range {counted}: whether {gun} reaches so far is not in the source."
    if isinstance(value, Gap) and isinstance(limit, Gap):
        return (
            f"{where}, range {counted}: {gun} may fire only at a penalty, and neither that nor whether it reaches so far is in the source."
        )
    if isinstance(value, Gap) and not isinstance(limit, Gap):
        return f"{where}; range {counted} of {limit}: {gun} may fire only at a penalty that is not in the source."
    if too_far:
        assert not isinstance(limit, Gap)
        joint = ", but" if covers(fired, target) else ", and"
        return f"{where}{joint} {hexes(counted - limit)} too far: range {counted} of {limit}."
    return f"{where}: {gun} may not fire."


def _past_edge(fired: Shot, target: Place) -> str:
    """By how much is the target outside, in whole points of 30 degrees?"""
    if fired.weapon.arc.locate(fired.place, fired.heading, target) == "edge":
        return "On an edge that does not count"
    arc = fired.weapon.arc
    past = []
    for edge, sign in ((arc.hi, 1), (arc.lo, -1)):
        between = bearing(fired.place, fired.heading.turn(edge // 30), target)
        assert between is not None  # a unit's own place is never outside
        lo, hi = sorted(sign * end for end in between)
        past.append((lo % 360, (hi - lo), edge))
    least, width, edge = min(past)
    amount = f"{least}°" if width == 0 else f"{least}° to {least + width}°" if least else f"less than {width}°"
    return f"Not in arc, {amount} past its edge at {bearing_words(edge)}"


__all__ = [
    "EDGE_HEX",
    "EDGE_HEXSIDE",
    "RANGE_READING",
    "Shot",
    "arc_words",
    "can_target",
    "covered",
    "covers",
    "headline",
    "shot",
    "verdict",
]
