"""Observation: whether a unit is seen, which hexes block, and which would have to be cleared
(17.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice

from landships_lab.core.answer import Answer, Remedy, Step, Telling, Told, decided
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import DIRECTIONS, Hex, Side, half_hexes
from landships_lab.core.lines import Along, Through, trace
from landships_lab.core.remedies import other_readings, that_help
from landships_lab.core.sight import AlongRule, field_of_view, sees
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, plural
from .book import BOOK, GRID, READINGS, Army, allow, forbid, name, note, take
from .shells import adjacent_step, german_shells_step
from .table import FRONT_LINE, ground_name, terrains

#: How long a line of sight may be, in hexes (17.2).
MOST_HEXES = 4
#: The reading of lines along the edge of the map, where no second hex lies beside them.
EDGE = "map-edge"
_CLEAR_BY_READING = {"trench": "trench-sight", FRONT_LINE: "front-line-sight"}
#: The readings of what a line of sight meets.
_OF_SIGHT = [
    READINGS[key]
    for key in ("high-ground-target", "high-ground-clear", *_CLEAR_BY_READING.values(), EDGE)
]


# ------------------------------------------------------------------------------------------ the map


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
        options = BOOK.options(self.readings)
        beyond = _beyond(observer) if options[EDGE] == "blocked" else frozenset()
        if observer in self.high_ground:
            return self.high_ground | beyond
        by_reading = {terrain for terrain, key in _CLEAR_BY_READING.items() if options[key] == "no"}
        clear = {"clear", *by_reading}
        blocked = beyond | {h for h, terrain in self.terrain_of.items() if terrain not in clear}
        return blocked | self.high_ground if options["high-ground-clear"] == "blocks" else blocked

    def target_blocks(self, observer: Hex) -> bool:
        """Return whether the target's own hex can block."""
        if observer not in self.high_ground:
            return True
        return BOOK.options(self.readings)["high-ground-target"] == "blocks"

    def in_the_air(self, target: Hex) -> bool:
        """Return whether the aircraft observes a hex: its own, or one next to it."""
        above = self.aircraft if self.army == "british" else None
        return above is not None and half_hexes(above, target) <= 2


@lru_cache(maxsize=256)
def _beyond(observer: Hex) -> frozenset[Hex]:
    """Return the places off the map that a line of sight from here may touch."""
    reached, at = {observer}, {observer}
    for _ in range(MOST_HEXES):
        at = {h.neighbour(d) for h in at for d in DIRECTIONS} - reached
        reached |= at
    return frozenset(h for h in reached if h not in GRID) if observer in GRID else frozenset()


# -------------------------------------------------------------------------------------- observation


def observes(
    terrain_of: Mapping[Hex, str],
    observer: Hex,
    target: Hex,
    high_ground: frozenset[Hex] = frozenset(),
    readings: Given = None,
    aircraft: Hex | None = None,
) -> Answer[bool]:
    """Return whether a unit in the observer's hex observes an enemy in the target's hex.

    ``terrain_of`` gives the terrain of hexes, clear for all others; ``aircraft`` is the hex of the
    British aircraft marker. The marks of the refusing step are the hex or hexside that blocks; the
    remedies name the first hex to clear.

    >>> observes({Hex(1, 0): "woods"}, Hex(0, 0), Hex(3, 0)).value
    False
    """
    for hexagon in (observer, target):
        if not isinstance(hexagon, Hex):
            raise ValueError(f"{hexagon!r} is not a hex; at Loos units stand in hexes only.")
    for hexagon in (*terrain_of, *high_ground, *(() if aircraft is None else (aircraft,))):
        if not isinstance(hexagon, Hex):
            what = "terrain, high ground and the aircraft marker lie in hexes."
            raise ValueError(f"{hexagon!r} is not a hex; {what}")
    for terrain in terrain_of.values():
        one_of("terrain", terrain, terrains())
    seen = SightMap(terrain_of, frozenset(high_ground), aircraft, BOOK.options(readings))
    return seen_from(seen, observer, target)


@decided
def seen_from(seen: SightMap, observer: Hex, target: Hex) -> Telling:
    """Return whether a unit here observes that hex on this field, as `observes` does without its
    checks.

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> seen_from(SightMap({place("0604"): "woods"}), place("0503"), place("0705")).value
    False
    """
    look = _Look(seen, observer, target)
    line = tuple(look.steps())
    yield from line
    stop = next((step for step in line if step.op == "forbids"), None)
    can = "cannot" if stop else "can"
    yield note("observed-only", f"A unit that is {'not ' * bool(stop)}observed {can} be bombarded.")
    if not stop and seen.army == "german":
        also = german_shells_step(seen.terrain_of.get(target) == FRONT_LINE, seen.readings)
        yield replace(also, op="note")
    if seen.aircraft is not None:
        if seen.army == "german":
            british = "The aircraft marker is British: it observes nothing for the Germans."
            yield note("aircraft", british)
        anywhere = "It may be placed anywhere on the map at the beginning of each combat phase."
        yield note("aircraft", anywhere)
    if stop:
        return Told(_refused(stop), look.remedies())
    if look.length > 1 and seen.in_the_air(target):
        return f"The aircraft observes {name(target)}."
    return f"{name(target)} is observed from {name(observer)}."


def _refused(stop: Step) -> str:
    side = stop.marks[0]
    if isinstance(side, Side) and all(h in GRID for h in side.hexes):
        both = f"{name(side.hexes[0])}/{name(side.hexes[1])}"
        return f"Not observed. Both hexes of {both} block the line along their hexside."
    return f"Not observed. {stop.text}"


@dataclass(frozen=True)
class _Look:
    """A line of sight on a map, and the hexes that block it."""

    seen: SightMap
    observer: Hex
    target: Hex

    @cached_property
    def blocking(self) -> frozenset[Hex]:
        return self.seen.blocking(self.observer)

    @property
    def high(self) -> bool:
        return self.observer in self.seen.high_ground

    @property
    def length(self) -> int:
        return half_hexes(self.observer, self.target) // 2

    @property
    def at(self) -> str:
        return "high-observer" if self.high else "line-of-sight"

    def steps(self) -> Iterator[Step]:
        """Yield whether the target is observed: next to it, from the air, or along the line."""
        air, length = self.seen.aircraft, self.length
        if not length:
            yield allow("observation", True, "Both are in the same hex.", marks=(self.target,))
        elif length == 1:
            yield adjacent_step(self.target)
        elif air is not None and self.seen.in_the_air(self.target):
            sees = f"The aircraft marker in {name(air)} sees its own hex and those next to it"
            marks = (air, self.target)
            yield allow("aircraft", True, f"{sees}, whatever the terrain.", marks=marks)
        else:
            far = "The target is not adjacent, so it takes a line of sight to observe it."
            yield note("observation", far)
            fits, long = length <= MOST_HEXES, f"The line is {length} hexes long"
            good = f"{long}; up to {MOST_HEXES} are allowed."
            no = f"{long}; a line of sight is at most {MOST_HEXES}."
            yield allow("line-of-sight", fits, good, no, marks=() if fits else (self.target,))
            if fits:
                yield from self._crossings()

    def _crossings(self) -> Iterator[Step]:
        """Yield a step for each hex or hexside the line crosses, in order, with the readings that
        decide whether it blocks. The observer's own hex never does.
        """
        eye = self.observer
        if self.high:
            over = f"{name(eye)} is high ground: only other high ground blocks."
            yield note("high-observer", over, marks=(eye,))
        elif eye in self.blocking:
            own = f"{name(eye)}, the observer's own hex, never blocks: {self._what(eye)}."
            yield note("line-of-sight", own, marks=(eye,))
        for crossed in trace(eye, self.target)[1:]:
            if isinstance(crossed, Through):
                yield from self._through(crossed.hex)
            else:
                yield from self._along(crossed.side)

    def _through(self, hexagon: Hex) -> Iterator[Step]:
        own = hexagon == self.target
        where = f"{name(hexagon)}, the target's own hex" if own else name(hexagon)
        bearing = self._readings_of(hexagon)
        if own and self.high and hexagon in self.seen.high_ground:
            bearing = ("high-ground-target",)
        if len(bearing) > 1:  # a trench on high ground blocks if its trench or its height does
            yield from (self._read(reading, hexagon) for reading in bearing)
        reading = bearing[0] if len(bearing) == 1 else ""
        blocks = hexagon in self.blocking and not (
            own and not self.seen.target_blocks(self.observer)
        )
        what = self._what(hexagon)
        clear = f"{where}{',' * own} does not block: {what}."
        no = f"The line is blocked by {where}: {what}."
        at = READINGS[reading].cite if reading else self.at
        yield allow(at, not blocks, clear, no, reading, (hexagon,))

    def _along(self, side: Side) -> Iterator[Step]:
        on_map = [h for h in side.hexes if h in GRID]
        if len(on_map) == 1:
            yield from self._along_the_edge(side, on_map[0])
            return
        bearing = {h: self._readings_of(h) for h in side.hexes}
        if all(h in self.blocking for h, of in bearing.items() if not of):
            # a hex that is clear under every reading settles it
            for hexagon, of in bearing.items():
                yield from (self._read(reading, hexagon) for reading in of)
        clear = [h for h in side.hexes if h not in self.blocking]
        along = f"The line runs along hexside {name(side.hexes[0])}/{name(side.hexes[1])}"
        if clear:
            enough = f"{along}; {name(clear[0])} does not block, and that is enough."
            yield allow(self.at, True, enough, marks=(side,))
        else:
            kinds = listed(dict.fromkeys(map(self._what, side.hexes)))
            text = f"{along}, and both hexes block: {kinds}."
            yield forbid(self.at, True, text, marks=(side, *side.hexes))

    def _along_the_edge(self, side: Side, inner: Hex) -> Iterator[Step]:
        """Yield the steps for a line along the edge of the map, beside one hex only."""
        edge = take(EDGE, self.seen.readings)
        good = BOOK.options(self.seen.readings)[EDGE] == "open"
        where = f"The line runs along the edge of the map beside {name(inner)}: {self._what(inner)}"
        if not good:
            yield from (self._read(reading, inner) for reading in self._readings_of(inner))
        if inner not in self.blocking:
            yield allow(self.at, True, f"{where}.", marks=(side,))
            return
        yield edge
        text = f"{where}, which {'does not block it alone' if good else 'blocks it'}."
        yield allow(edge.cite, good, text, reading=EDGE, marks=(side, inner))

    def _read(self, reading: str, hexagon: Hex) -> Step:
        read = take(reading, self.seen.readings)
        return replace(read, text=f"{name(hexagon)}: {read.text}", marks=(hexagon,))

    def _readings_of(self, hexagon: Hex) -> tuple[str, ...]:
        """Return the readings that together decide whether this hex blocks: two for a trench on
        high ground.
        """
        terrain = self.seen.terrain_of.get(hexagon, "clear")
        if self.high or terrain not in ("clear", *_CLEAR_BY_READING):
            return ()
        of_terrain = (_CLEAR_BY_READING[terrain],) if terrain in _CLEAR_BY_READING else ()
        above = ("high-ground-clear",) if hexagon in self.seen.high_ground else ()
        return (*of_terrain, *above)

    def _what(self, hexagon: Hex) -> str:
        terrain = ground_name(self.seen.terrain_of.get(hexagon, "clear"))
        if hexagon not in self.seen.high_ground:
            return terrain
        return "high ground" if terrain == "clear" else f"{terrain} on high ground"

    # -- what would change it

    def remedies(self) -> Iterator[Remedy]:
        """Yield the changes after which the target is observed."""
        seen, eye, would = self.seen, self.observer, "it would be observed."
        too_far = self.length - MOST_HEXES
        if too_far > 0:
            # No single change of the map helps, so this is advice.
            yield Remedy(f"The target is {plural(too_far, 'hex', 'hexes')} too far away.")
        else:
            yield from self._cleared()
        above = Remedy(f"From high ground in {name(eye)} {would}", "high", eye)
        high = replace(seen, high_ground=seen.high_ground | {eye})
        yield from self._that_help([((high, eye), above)])
        near = sorted((eye.neighbour(d) for d in DIRECTIONS), key=name)
        closer = (h for h in near if half_hexes(h, self.target) < half_hexes(eye, self.target))
        nearer = (
            ((seen, h), Remedy(f"From {name(h)}, one hex nearer, {would}", "observer", h))
            for h in closer
        )
        yield from islice(self._that_help(nearer), 1)
        if seen.army == "british":
            text = "The British aircraft marker over the target would observe it."
            over = Remedy(text, "aircraft", self.target)
            yield from self._that_help([((replace(seen, aircraft=self.target), eye), over)])

        def reads(key: str, option: str) -> str:
            read = replace(seen, readings={**seen.readings, key: option})
            return "it would be observed" if in_sight(read, eye, self.target) else ""

        yield from other_readings(_OF_SIGHT, BOOK.options(seen.readings), reads)

    def _that_help(self, tries: Iterable[tuple[tuple[SightMap, Hex], Remedy]]) -> Iterator[Remedy]:
        now = (self.seen, self.observer)
        return that_help(now, tries, lambda tried: in_sight(*tried, self.target))

    def _cleared(self) -> Iterator[Remedy]:
        """Yield the hexes to clear at the first block, and the number of blocks if there are
        several.
        """
        crossed = trace(self.observer, self.target)[1:]
        stops = [stop for stop in map(self._stop, crossed) if stop]
        for h in () if self.high else stops[0]:
            text = f"If {name(h)} were clear, it would be observed."
            terrain = {other: t for other, t in self.seen.terrain_of.items() if other != h}
            without = (replace(self.seen, terrain_of=terrain), self.observer)
            yield from self._that_help([(without, Remedy(text, "clear", h))])
        if len(stops) > 1:
            first = f"{name(stops[0][0])} is the first to be cleared."
            yield Remedy(f"{len(stops)} hexes on the line block; {first}")

    def _stop(self, crossed: Through | Along) -> tuple[Hex, ...]:
        hexes = (crossed.hex,) if isinstance(crossed, Through) else crossed.hexes
        blocked = self.blocking.issuperset(hexes)
        return tuple(sorted(hexes, key=lambda h: h not in GRID)) if blocked else ()


# ---------------------------------------------------------------------------------------- the field


def in_sight(seen: SightMap, observer: Hex, target: Hex) -> bool:
    """Return the value of `seen_from` without its reasons; drills and remedies call it thousands of
    times.
    """
    length = half_hexes(observer, target)
    if length <= 2 or seen.in_the_air(target):
        return True
    blocking, own = seen.blocking(observer), seen.target_blocks(observer)
    return length <= 2 * MOST_HEXES and sees(observer, target, blocking, target_blocks=own)


def observed_hexes(seen: SightMap, observer: Hex, along: AlongRule = "both") -> frozenset[Hex]:
    """Return the hexes that a unit here observes, exactly those that `observes` allows, on an
    endless map.

    >>> len(observed_hexes(SightMap({}), Hex(0, 0)))
    61
    """
    blocking, own = seen.blocking(observer), seen.target_blocks(observer)
    hexes = set(field_of_view(observer, MOST_HEXES, blocking, along, own))
    air = seen.aircraft if seen.army == "british" else None
    for eye in (observer, air):
        if eye is not None:
            hexes |= {eye, *(eye.neighbour(d) for d in DIRECTIONS)}
    return frozenset(hexes)
