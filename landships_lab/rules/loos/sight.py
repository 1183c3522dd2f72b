"""Observation: who is seen, which hexes block, and what would have to be cleared (17.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.checks import unknown
from landships_lab.core.hexes import DIRECTIONS, Hex, Place, Side, half_hexes
from landships_lab.core.lines import Through, trace
from landships_lab.core.sight import AlongRule, field_of_view, sees
from landships_lab.data.load import chosen
from landships_lab.rules.loos.book import CITES, READINGS, counted, name
from landships_lab.rules.loos.table import terrains

#: How long a line of sight may be, in hexes (17.2).
MOST_HEXES = 4


@dataclass(frozen=True, slots=True)
class Field:
    """What lies on the map: terrain by hex (clear where none is named), high ground, the aircraft marker if it is placed."""

    terrain_of: Mapping[Hex, str]
    high_ground: frozenset[Hex] = frozenset()
    aircraft: Hex | None = None
    readings: Mapping[str, str] = field(default_factory=dict)

    def blocking(self, observer: Hex) -> frozenset[Hex]:
        """Which hexes block a line from here: all that are other than clear, or from high ground only other high ground?"""
        taken = chosen("loos", self.readings)
        if observer in self.high_ground:
            return self.high_ground
        clear = ("clear", "trench") if taken["trench-sight"] == "no" else ("clear",)
        blocked = frozenset(h for h, terrain in self.terrain_of.items() if terrain not in clear)
        return blocked | self.high_ground if taken["high-ground-clear"] == "blocks" else blocked

    def target_blocks(self, observer: Hex) -> bool:
        """Can the target's own hex block?"""
        return observer not in self.high_ground or chosen("loos", self.readings)["high-ground-target"] == "blocks"


def observes(
    terrain_of: Mapping[Hex, str],
    observer: Hex,
    target: Hex,
    high_ground: frozenset[Hex] = frozenset(),
    readings: Mapping[str, str] | None = None,
    aircraft: Hex | None = None,
) -> Answer[bool]:
    """Does a unit in the observer's hex observe an enemy in the target's hex, and if not, what is in the way?

    ``terrain_of`` names the terrain of hexes, clear where it names none; ``aircraft`` is the hex of the British aircraft marker.
    The marks of the refusing step are the hex or hexside that blocks; the remedies name the first hex that would have to be
    cleared. Source: 17.2 (lines 247-253), 14.1 (line 164).

    >>> observes({Hex(1, 0): "woods"}, Hex(0, 0), Hex(3, 0)).value
    False
    >>> observes({Hex(1, 0): "woods"}, Hex(0, 0), Hex(3, 0), high_ground=frozenset({Hex(0, 0)})).value
    True
    """
    for hexagon in (observer, target):
        if not isinstance(hexagon, Hex):
            raise ValueError(f"{hexagon!r} is no hex; at Loos units stand in hexes only.")
    _checked(terrain_of, high_ground, aircraft)
    seen = Field(terrain_of, frozenset(high_ground), aircraft, readings or {})
    chosen("loos", readings)
    return seen_from(seen, observer, target)


def _checked(terrain_of: Mapping[Hex, str], high_ground: frozenset[Hex], aircraft: Hex | None) -> None:
    """Is this a field at all? `ValueError` for terrain that is not on the table, and for what is no hex."""
    for hexagon in (*terrain_of, *high_ground, *(() if aircraft is None else (aircraft,))):
        if not isinstance(hexagon, Hex):
            raise ValueError(f"{hexagon!r} is no hex; terrain, high ground and the aircraft marker lie in hexes.")
    for terrain in terrain_of.values():
        if terrain not in terrains():
            raise ValueError(unknown("terrain", terrain, list(terrains())))


def seen_from(seen: Field, observer: Hex, target: Hex) -> Answer[bool]:
    """Does a unit here observe that hex, on this field? What `observes` asks.

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> seen_from(Field({place("0604"): "woods"}), place("0503"), place("0705")).value
    False
    """
    steps = _steps(seen, observer, target)
    value = bool(judge(steps))
    remedies = () if value else tuple(_remedies(seen, observer, target))
    refusal = next((step for step in steps if step.op == "forbids"), None)
    said = f"{name(target)} is observed from {name(observer)}." if refusal is None else f"Not observed. {refusal.text}"
    return Answer(value, steps, said, remedies)


def _steps(seen: Field, observer: Hex, target: Hex) -> tuple[Step, ...]:
    if observer == target:
        return (Step("Both are in the same hex.", CITES["observation"], "allows", marks=(target,)),)
    if half_hexes(observer, target) == 2:
        return (Step("The target is adjacent, so it is observed, whatever the terrain.", CITES["observation"], "allows", marks=(target,)),)
    if seen.aircraft is not None and half_hexes(seen.aircraft, target) <= 2:
        text = f"The aircraft marker in {name(seen.aircraft)} sees its own hex and those next to it, whatever the terrain."
        return (Step(text, CITES["aircraft"], "allows", marks=(seen.aircraft, target)),)
    length = half_hexes(observer, target) // 2
    if length > MOST_HEXES:
        text = f"The line is {length} hexes long; a line of sight is no longer than {MOST_HEXES}."
        return (Step(text, CITES["line-of-sight"], "forbids", marks=(target,)),)
    near = Step(f"The line is {counted(length, 'hex', 'hexes')} long, of {MOST_HEXES} allowed.", CITES["line-of-sight"], "allows")
    return near, *_looks_over(seen, observer), *_crossings(seen, observer, target)


def _looks_over(seen: Field, observer: Hex) -> Iterator[Step]:
    if observer in seen.high_ground:
        text = f"{name(observer)} is high ground: only other high ground blocks."
        yield Step(text, CITES["high-observer"], marks=(observer,))


def _crossings(seen: Field, observer: Hex, target: Hex) -> Iterator[Step]:
    """What the line crosses, in order, each blocking or not; the observer's own hex never does."""
    blocking = seen.blocking(observer)
    cite = CITES["high-observer"] if observer in seen.high_ground else CITES["line-of-sight"]
    for crossed in trace(observer, target)[1:]:
        if isinstance(crossed, Through):
            yield _through(seen, observer, target, crossed.hex, blocking)
        else:
            one, other = crossed.hexes
            if one in blocking and other in blocking:
                text = (
                    f"It runs along hexside {name(one)}/{name(other)}, and both hexes block: {_what(seen, one)} and {_what(seen, other)}."
                )
                yield Step(text, cite, "forbids", marks=(crossed.side, one, other))
            else:
                clear = name(one if one not in blocking else other)
                text = f"It runs along hexside {name(one)}/{name(other)}; {clear} does not block, and that is enough."
                yield Step(text, cite, "allows", marks=(crossed.side,))


def _through(seen: Field, observer: Hex, target: Hex, hexagon: Hex, blocking: frozenset[Hex]) -> Step:
    high = observer in seen.high_ground
    cite = CITES["high-observer"] if high else CITES["line-of-sight"]
    where = f"{name(hexagon)}, the target's own hex" if hexagon == target else name(hexagon)
    reading = _reading_of(seen, observer, target, hexagon)
    cite = READINGS[reading].cite if reading else cite
    if hexagon in blocking and (hexagon != target or seen.target_blocks(observer)):
        return Step(f"It is blocked by {where}: {_what(seen, hexagon)}.", cite, "forbids", marks=(hexagon,), reading=reading)
    says = f"{where}{',' if hexagon == target else ''} does not block: {_what(seen, hexagon)}."
    return Step(says, cite, "allows", marks=(hexagon,), reading=reading)


def _reading_of(seen: Field, observer: Hex, target: Hex, hexagon: Hex) -> str:
    """Which reading decides whether this hex blocks, if one does?"""
    terrain, high = seen.terrain_of.get(hexagon, "clear"), hexagon in seen.high_ground
    if observer in seen.high_ground:
        return "high-ground-target" if high and hexagon == target else ""
    if terrain == "trench":
        return "trench-sight"
    return "high-ground-clear" if high and terrain == "clear" else ""


def _what(seen: Field, hexagon: Hex) -> str:
    terrain = seen.terrain_of.get(hexagon, "clear")
    if hexagon not in seen.high_ground:
        return terrain
    return "high ground" if terrain == "clear" else f"{terrain} on high ground"


def in_sight(seen: Field, observer: Hex, target: Hex, along: AlongRule = "both") -> bool:
    """Is it observed? What `observes` says, without its reasons; ``along`` tries another book's rule for hexsides."""
    length = half_hexes(observer, target)
    if length <= 2 or (seen.aircraft is not None and half_hexes(seen.aircraft, target) <= 2):
        return True
    return length <= 2 * MOST_HEXES and sees(observer, target, seen.blocking(observer), along, seen.target_blocks(observer))


def observed_hexes(seen: Field, observer: Hex, along: AlongRule = "both") -> frozenset[Hex]:
    """Which hexes does a unit here observe? Exactly those that `observes` allows, on a map without end.

    >>> len(observed_hexes(Field({}), Hex(0, 0)))
    61
    """
    blocking = seen.blocking(observer)
    found = set(field_of_view(observer, MOST_HEXES, blocking, along, seen.target_blocks(observer)))
    found |= {observer, *(observer.neighbour(d) for d in DIRECTIONS)}
    if seen.aircraft is not None:
        found |= {seen.aircraft, *(seen.aircraft.neighbour(d) for d in DIRECTIONS)}
    return frozenset(found)


def blockers(answer: Answer[bool]) -> tuple[Place, ...]:
    """Which hex or hexside stands first in the way, with the hexes that make it block?"""
    refusal = next((step for step in answer.steps if step.op == "forbids"), None)
    return () if refusal is None else tuple(mark for mark in refusal.marks if isinstance(mark, (Hex, Side)))


# -- what would change it ------------------------------------------------------------------------------------------------------


def _remedies(seen: Field, observer: Hex, target: Hex) -> Iterator[Remedy]:
    length = half_hexes(observer, target) // 2
    if length > MOST_HEXES:
        yield Remedy(f"The target is {counted(length - MOST_HEXES, 'hex', 'hexes')} too far.")
    else:
        yield from _cleared(seen, observer, target)
    if observer not in seen.high_ground and in_sight(replace(seen, high_ground=seen.high_ground | {observer}), observer, target):
        yield Remedy(f"From high ground in {name(observer)} it would be observed.", "high", observer)
    closer = [h for d in DIRECTIONS if half_hexes(h := observer.neighbour(d), target) < half_hexes(observer, target)]
    for step in sorted((h for h in closer if in_sight(seen, h, target)), key=name)[:1]:
        yield Remedy(f"From {name(step)}, one step nearer, it would be observed.", "observer", step)
    yield Remedy("The British aircraft marker over the target would observe it.", "aircraft", target)
    for reading in ("high-ground-target", "high-ground-clear", "trench-sight"):
        for option in READINGS[reading].options:
            read = replace(seen, readings={**seen.readings, reading: option.id})
            if in_sight(read, observer, target):
                yield Remedy(f"With the reading “{option.label}” it would: {option.says}", reading, option.id)


def _cleared(seen: Field, observer: Hex, target: Hex) -> Iterator[Remedy]:
    """The first hex that would have to be cleared; alone if that is enough, else how many there are in all."""
    blocking = seen.blocking(observer)
    stops = [stop for crossed in trace(observer, target)[1:] if (stop := _stop(crossed, blocking))]
    if observer not in seen.high_ground:
        for hexagon in stops[0]:
            cleared = {h: t for h, t in seen.terrain_of.items() if h != hexagon}
            without = replace(seen, terrain_of=cleared)
            if in_sight(without, observer, target):
                yield Remedy(f"If {name(hexagon)} were clear, it would be observed.", "clear", hexagon)
    if len(stops) > 1:
        yield Remedy(f"{counted(len(stops), 'hex', 'hexes')} of the line block; {name(stops[0][0])} is the first to be cleared.")


def _stop(crossed: object, blocking: frozenset[Hex]) -> tuple[Hex, ...]:
    hexes = (crossed.hex,) if isinstance(crossed, Through) else crossed.hexes  # type: ignore[attr-defined]  # Through or Along
    return hexes if all(h in blocking for h in hexes) else ()
