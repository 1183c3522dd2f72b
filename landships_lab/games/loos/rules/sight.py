"""Observation: whether a unit is seen, which hexes block, and which would have to be cleared
(17.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import DIRECTIONS, Hex, Side, half_hexes
from landships_lab.core.lines import Through, trace
from landships_lab.core.remedies import other_readings
from landships_lab.core.sight import AlongRule, field_of_view, sees
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import listed, plural
from .book import CITES, GRID, READINGS, allow, name, reading_step, taken
from .shells import german_shells_step
from .table import FRONT_LINE, ground_name, terrains
from .terrain import Army

#: How long a line of sight may be, in hexes (17.2).
MOST_HEXES = 4


#: The reading of lines along the edge of the map, where no second hex lies beside them.
EDGE = "map-edge"
#: The readings of what a line of sight meets.
_OF_SIGHT = [
    READINGS[key]
    for key in ("high-ground-target", "high-ground-clear", "trench-sight", "front-line-sight", EDGE)
]
_CLEAR_BY_READING = {"trench": "trench-sight", FRONT_LINE: "front-line-sight"}


@dataclass(frozen=True, slots=True)
class SightMap:
    """The map: terrain by hex (clear where none is named), high ground, and the aircraft marker if
    it is placed.

    ``army`` is that of the observer; the aircraft is British and observes for the British alone.
    """

    terrain_of: Mapping[Hex, str]
    high_ground: frozenset[Hex] = frozenset()
    aircraft: Hex | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    army: Army = "british"

    def blocking(self, observer: Hex) -> frozenset[Hex]:
        """Return the hexes that block a line from here: all that are not clear, or from high ground
        only other high ground.
        """
        options = taken(self.readings)
        beyond = _beyond(observer) if options[EDGE] == "blocked" else frozenset()
        if observer in self.high_ground:
            return self.high_ground | beyond
        clear = {"clear"} | {
            terrain for terrain, reading in _CLEAR_BY_READING.items() if options[reading] == "no"
        }
        blocked = beyond | {h for h, terrain in self.terrain_of.items() if terrain not in clear}
        return blocked | self.high_ground if options["high-ground-clear"] == "blocks" else blocked

    def target_blocks(self, observer: Hex) -> bool:
        """Return whether the target's own hex can block."""
        return (
            observer not in self.high_ground
            or taken(self.readings)["high-ground-target"] == "blocks"
        )


@lru_cache(maxsize=256)
def _beyond(observer: Hex) -> frozenset[Hex]:
    """Return the places off the map that a line of sight from here may run along."""
    found, at = {observer}, {observer}
    for _ in range(MOST_HEXES):
        at = {h.neighbour(d) for h in at for d in DIRECTIONS} - found
        found |= at
    return frozenset(h for h in found if h not in GRID) if observer in GRID else frozenset()


def observes(
    terrain_of: Mapping[Hex, str],
    observer: Hex,
    target: Hex,
    high_ground: frozenset[Hex] = frozenset(),
    readings: Given = None,
    aircraft: Hex | None = None,
) -> Answer[bool]:
    """Return whether a unit in the observer's hex observes an enemy in the target's hex.

    ``terrain_of`` names the terrain of hexes, clear where it names none; ``aircraft`` is the hex of
    the British aircraft marker. The marks of the refusing step are the hex or hexside that blocks;
    the remedies name the first hex that would have to be cleared. Source: 17.2 (lines 247-253),
    14.1 (line 164).

    >>> observes({Hex(1, 0): "woods"}, Hex(0, 0), Hex(3, 0)).value
    False
    >>> observes(
    ...     {Hex(1, 0): "woods"}, Hex(0, 0), Hex(3, 0), high_ground=frozenset({Hex(0, 0)})
    ... ).value
    True
    """
    for hexagon in (observer, target):
        if not isinstance(hexagon, Hex):
            raise ValueError(f"{hexagon!r} is not a hex; at Loos units stand in hexes only.")
    _check(terrain_of, high_ground, aircraft)
    return seen_from(
        SightMap(terrain_of, frozenset(high_ground), aircraft, taken(readings)), observer, target
    )


def _check(
    terrain_of: Mapping[Hex, str], high_ground: frozenset[Hex], aircraft: Hex | None
) -> None:
    for hexagon in (*terrain_of, *high_ground, *(() if aircraft is None else (aircraft,))):
        if not isinstance(hexagon, Hex):
            raise ValueError(
                f"{hexagon!r} is not a hex; terrain, high ground and the aircraft marker lie in"
                " hexes."
            )
    for terrain in terrain_of.values():
        one_of("terrain", terrain, terrains())


def seen_from(seen: SightMap, observer: Hex, target: Hex) -> Answer[bool]:
    """Return whether a unit here observes that hex on this field, as `observes` does without its
    checks.

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> seen_from(SightMap({place("0604"): "woods"}), place("0503"), place("0705")).value
    False
    """
    steps = _steps(seen, observer, target)
    value = bool(judge(steps))
    remedies = () if value else tuple(_remedies(seen, observer, target))
    refusal = next((step for step in steps if step.op == "forbids"), None)
    return Answer(
        value,
        (*steps, *_then(seen, target, value)),
        _headline(seen, observer, target, refusal),
        remedies,
    )


def _headline(seen: SightMap, observer: Hex, target: Hex, refusal: Step | None) -> str:
    if refusal is not None:
        side = refusal.marks[0]
        if isinstance(side, Side) and all(h in GRID for h in side.hexes):
            return (
                f"Not observed. Both hexes of {name(side.hexes[0])}/{name(side.hexes[1])} block the"
                " line along their hexside."
            )
        return f"Not observed. {refusal.text}"
    if half_hexes(observer, target) > 2 and _in_the_air(seen, target):
        return f"The aircraft observes {name(target)}."
    return f"{name(target)} is observed from {name(observer)}."


def _in_the_air(seen: SightMap, target: Hex) -> bool:
    return (
        seen.aircraft is not None
        and seen.army == "british"
        and half_hexes(seen.aircraft, target) <= 2
    )


def _then(seen: SightMap, target: Hex, observed: bool) -> Iterator[Step]:
    """Yield what follows from the observation, and what the aircraft marker is good for."""
    text = (
        "A unit that is observed can be bombarded."
        if observed
        else "A unit that is not observed cannot be bombarded."
    )
    yield Step(text, CITES["observed-only"])
    if observed and seen.army == "german":
        also = german_shells_step(seen.terrain_of.get(target) == FRONT_LINE, seen.readings)
        yield replace(also, op="note")
    if seen.aircraft is not None:
        if seen.army == "german":
            yield Step(
                "The aircraft marker is British: it observes nothing for the Germans.",
                CITES["aircraft"],
            )
        yield Step(
            "It may be placed anywhere on the map at the beginning of each combat phase.",
            CITES["aircraft"],
        )


def _steps(seen: SightMap, observer: Hex, target: Hex) -> tuple[Step, ...]:
    if observer == target:
        return (Step("Both are in the same hex.", CITES["observation"], "allows", marks=(target,)),)
    if half_hexes(observer, target) == 2:
        return (adjacent_step(target),)
    if seen.aircraft is not None and _in_the_air(seen, target):
        text = (
            f"The aircraft marker in {name(seen.aircraft)} sees its own hex and those next to it,"
            " whatever the terrain."
        )
        return (Step(text, CITES["aircraft"], "allows", marks=(seen.aircraft, target)),)
    length = half_hexes(observer, target) // 2
    apart = Step(
        "The target is not adjacent, so it takes a line of sight to observe it.",
        CITES["observation"],
    )
    if length > MOST_HEXES:
        text = f"The line is {length} hexes long; a line of sight is at most {MOST_HEXES}."
        return apart, Step(text, CITES["line-of-sight"], "forbids", marks=(target,))
    near = Step(
        f"The line is {length} hexes long; up to {MOST_HEXES} are allowed.",
        CITES["line-of-sight"],
        "allows",
    )
    return (
        apart,
        near,
        *_own_hex(seen, observer),
        *_looks_over(seen, observer),
        *_crossings(seen, observer, target),
    )


def _own_hex(seen: SightMap, observer: Hex) -> Iterator[Step]:
    if observer in seen.blocking(observer) and observer not in seen.high_ground:
        text = f"{name(observer)}, the observer's own hex, never blocks: {_what(seen, observer)}."
        yield Step(text, CITES["line-of-sight"], marks=(observer,))


def adjacent_step(*marks: Hex) -> Step:
    """Return the step that lets a unit observe what is next to it (17.2, line 247)."""
    return Step(
        "The target is adjacent, so it is observed, whatever the terrain.",
        CITES["observation"],
        "allows",
        marks=marks,
    )


def _looks_over(seen: SightMap, observer: Hex) -> Iterator[Step]:
    if observer in seen.high_ground:
        text = f"{name(observer)} is high ground: only other high ground blocks."
        yield Step(text, CITES["high-observer"], marks=(observer,))


def _crossings(seen: SightMap, observer: Hex, target: Hex) -> Iterator[Step]:
    """Yield a step for each hex or hexside the line crosses, in order, with the readings that
    decide it.

    The observer's own hex never blocks.
    """
    for crossed in trace(observer, target)[1:]:
        if isinstance(crossed, Through):
            yield from _through(seen, observer, target, crossed.hex)
        else:
            yield from _along(seen, observer, crossed.side)


def _along(seen: SightMap, observer: Hex, side: Side) -> Iterator[Step]:
    on_map = [h for h in side.hexes if h in GRID]
    if len(on_map) == 1:
        yield from _along_the_edge(seen, observer, side, on_map[0])
        return
    blocking, (one, other) = seen.blocking(observer), side.hexes
    bearing = [readings_of(seen, observer, h) for h in side.hexes]
    sure = [h for h, of in zip(side.hexes, bearing, strict=True) if not of]
    if all(h in blocking for h in sure):  # a hex that is clear by every reading settles it
        for hexagon, of in zip(side.hexes, bearing, strict=True):
            yield from (_read(seen, reading, hexagon) for reading in of)
    cite = _cite(seen, observer)
    if one in blocking and other in blocking:
        kinds = listed(dict.fromkeys((_what(seen, one), _what(seen, other))))
        text = (
            f"The line runs along hexside {name(one)}/{name(other)}, and both hexes block: {kinds}."
        )
        yield Step(text, cite, "forbids", marks=(side, one, other))
    else:
        clear = name(one if one not in blocking else other)
        text = (
            f"The line runs along hexside {name(one)}/{name(other)}; {clear} does not block, and"
            " that is enough."
        )
        yield Step(text, cite, "allows", marks=(side,))


def _along_the_edge(seen: SightMap, observer: Hex, side: Side, inner: Hex) -> Iterator[Step]:
    """Yield the steps for a line along the edge of the map, beside one hex only."""
    option = taken(seen.readings)[EDGE]
    where = f"The line runs along the edge of the map beside {name(inner)}: {_what(seen, inner)}"
    if option == "blocked":
        for reading in readings_of(seen, observer, inner):
            yield _read(seen, reading, inner)
    if inner not in seen.blocking(observer):
        yield Step(f"{where}.", _cite(seen, observer), "allows", marks=(side,))
        return
    yield reading_step(EDGE, option)
    good = option == "open"
    text = f"{where}, which {'does not block it alone' if good else 'blocks it'}."
    yield allow(READINGS[EDGE].cite, good, text, reading=EDGE, marks=(side, inner))


def _read(seen: SightMap, reading: str, hexagon: Hex) -> Step:
    """Return the step that takes a reading for a hex beside the line."""
    read = reading_step(reading, taken(seen.readings)[reading])
    return replace(read, text=f"{name(hexagon)}: {read.text}", marks=(hexagon,))


def _cite(seen: SightMap, observer: Hex) -> Cite:
    return CITES["high-observer" if observer in seen.high_ground else "line-of-sight"]


def _through(seen: SightMap, observer: Hex, target: Hex, hexagon: Hex) -> Iterator[Step]:
    where = f"{name(hexagon)}, the target's own hex" if hexagon == target else name(hexagon)
    bearing = readings_of(seen, observer, hexagon)
    if observer in seen.high_ground and hexagon in seen.high_ground and hexagon == target:
        bearing = ("high-ground-target",)
    if len(bearing) > 1:  # a trench on high ground blocks if either does
        yield from (_read(seen, reading, hexagon) for reading in bearing)
    reading = bearing[0] if len(bearing) == 1 else ""
    cite = READINGS[reading].cite if reading else _cite(seen, observer)
    if hexagon in seen.blocking(observer) and (hexagon != target or seen.target_blocks(observer)):
        text = f"The line is blocked by {where}: {_what(seen, hexagon)}."
        yield Step(text, cite, "forbids", marks=(hexagon,), reading=reading)
    else:
        text = f"{where}{',' if hexagon == target else ''} does not block: {_what(seen, hexagon)}."
        yield Step(text, cite, "allows", marks=(hexagon,), reading=reading)


def readings_of(seen: SightMap, observer: Hex, hexagon: Hex) -> tuple[str, ...]:
    """Return the readings that decide together whether this hex blocks a line of this observer.

    >>> here, there = Hex(0, 0), Hex(1, 0)
    >>> readings_of(SightMap({there: "trench"}, frozenset({there})), here, there)
    ('trench-sight', 'high-ground-clear')
    """
    terrain, high = seen.terrain_of.get(hexagon, "clear"), hexagon in seen.high_ground
    if observer in seen.high_ground or terrain not in ("clear", *_CLEAR_BY_READING):
        return ()
    of_terrain = (_CLEAR_BY_READING[terrain],) if terrain in _CLEAR_BY_READING else ()
    return (*of_terrain, "high-ground-clear") if high else of_terrain


def _what(seen: SightMap, hexagon: Hex) -> str:
    terrain = ground_name(seen.terrain_of.get(hexagon, "clear"))
    if hexagon not in seen.high_ground:
        return terrain
    return "high ground" if terrain == "clear" else f"{terrain} on high ground"


def in_sight(seen: SightMap, observer: Hex, target: Hex, along: AlongRule = "both") -> bool:
    """Return the value of `observes` without its reasons;

    ``along`` tries another book's rule for hexsides.
    """
    length = half_hexes(observer, target)
    if length <= 2 or _in_the_air(seen, target):
        return True
    return length <= 2 * MOST_HEXES and sees(
        observer, target, seen.blocking(observer), along, seen.target_blocks(observer)
    )


def observed_hexes(seen: SightMap, observer: Hex, along: AlongRule = "both") -> frozenset[Hex]:
    """Return the hexes that a unit here observes, exactly those that `observes` allows, on a map
    without end.

    >>> len(observed_hexes(SightMap({}), Hex(0, 0)))
    61
    """
    blocking = seen.blocking(observer)
    found = set(field_of_view(observer, MOST_HEXES, blocking, along, seen.target_blocks(observer)))
    found |= {observer, *(observer.neighbour(d) for d in DIRECTIONS)}
    if seen.aircraft is not None and seen.army == "british":
        found |= {seen.aircraft, *(seen.aircraft.neighbour(d) for d in DIRECTIONS)}
    return frozenset(found)


def compare_along(seen: Mapping[str, frozenset[Hex]], cite: Cite | None = None) -> Step:
    """Return the step that says on how many hexes the rules for lines along a hexside differ.

    ``seen`` are the hexes seen under each rule. The rule of Loos is printed (line 249); ``cite`` is
    given where it is a reading.
    """
    differ = frozenset.union(*seen.values()) - frozenset.intersection(*seen.values())
    counts = ", ".join(f"{len(hexes)} {_ALONG[along]}" for along, hexes in seen.items())
    marks = tuple(sorted(differ))
    if cite is None:
        depends = plural(len(differ), "hex depends", "hexes depend")
        return Step(
            f"Along a hexside both must block; {depends} on that: {counts}.",
            CITES["line-of-sight"],
            marks=marks,
        )
    return Step(
        f"Along a hexside, {plural(len(differ), 'hex depends', 'hexes depend')} on the reading:"
        f" {counts}.",
        cite,
        marks=marks,
    )


_ALONG = {"both": "seen if both must block", "either": "if either does", "each": "if each counts"}


# -- what would change it
# -------------------------------------------------------------------------------------------------


def _remedies(seen: SightMap, observer: Hex, target: Hex) -> Iterator[Remedy]:
    length = half_hexes(observer, target) // 2
    if length > MOST_HEXES:
        # No single change of the map helps: this is advice.
        yield Remedy(f"The target is {plural(length - MOST_HEXES, 'hex', 'hexes')} too far away.")
    else:
        yield from _cleared(seen, observer, target)
    if observer not in seen.high_ground and in_sight(
        replace(seen, high_ground=seen.high_ground | {observer}), observer, target
    ):
        yield Remedy(
            f"From high ground in {name(observer)} it would be observed.", "high", observer
        )
    closer = [
        h
        for d in DIRECTIONS
        if half_hexes(h := observer.neighbour(d), target) < half_hexes(observer, target)
    ]
    for step in sorted((h for h in closer if in_sight(seen, h, target)), key=name)[:1]:
        yield Remedy(f"From {name(step)}, one hex nearer, it would be observed.", "observer", step)
    if seen.army == "british":
        yield Remedy(
            "The British aircraft marker over the target would observe it.", "aircraft", target
        )

    def would(key: str, option: str) -> str:
        read = replace(seen, readings={**seen.readings, key: option})
        return "it would be observed" if in_sight(read, observer, target) else ""

    yield from other_readings(_OF_SIGHT, taken(seen.readings), would)


def _cleared(seen: SightMap, observer: Hex, target: Hex) -> Iterator[Remedy]:
    """Yield the hexes of the first stop that would be enough to clear, and how many stops there are
    if several.
    """
    blocking = seen.blocking(observer)
    stops = [stop for crossed in trace(observer, target)[1:] if (stop := _stop(crossed, blocking))]
    if observer not in seen.high_ground:
        for hexagon in stops[0]:
            cleared = {h: t for h, t in seen.terrain_of.items() if h != hexagon}
            without = replace(seen, terrain_of=cleared)
            if in_sight(without, observer, target):
                yield Remedy(
                    f"If {name(hexagon)} were clear, it would be observed.", "clear", hexagon
                )
    if len(stops) > 1:
        yield Remedy(
            f"{len(stops)} hexes on the line block; {name(stops[0][0])} is the first to be cleared."
        )


def _stop(crossed: object, blocking: frozenset[Hex]) -> tuple[Hex, ...]:
    hexes = (crossed.hex,) if isinstance(crossed, Through) else crossed.hexes  # type: ignore[attr-defined]  # Through or Along
    return tuple(sorted(hexes, key=lambda h: h not in GRID)) if blocking.issuperset(hexes) else ()
