"""The set-up: 27 German battalions, none stacked, none in the British front line, every hex of that
line watched (11.2), and a British division in each of six sectors (11.5, 11.6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from landships_lab.core.answer import Answer, Remedy, Step, Telling, Told, decided
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import DIRECTIONS, Hex, Side, half_hexes
from landships_lab.core.speech import listed
from .book import GRID, Army, allow, forbid, name, note, refusal, take

#: Battalions the Germans place at the start (11.2).
PLACED_AT_START = 27
SECTORS = ("I", "II", "III", "IV", "V", "VI")
#: The two divisions that wait in the reserve box (11.6).
RESERVE_DIVISIONS = ("21st", "24th")


# -------------------------------------------------------------------------------------------- zones


def zone_of_control(hexagon: Hex) -> frozenset[Hex]:
    """Return the hexes of the map in the zone of control of a unit here: the six next to it, by the
    one reading known.

    >>> sorted(GRID.code(h) for h in zone_of_control(GRID.place("0101")))
    ['0102', '0201']
    """
    return frozenset(there for d in DIRECTIONS if (there := hexagon.neighbour(d)) in GRID)


def zone(
    hexagon: Hex,
    army: Army,
    trenches: Mapping[Hex, frozenset[Side]] | None = None,
    front_line: Collection[Hex] = (),
    set_up: bool = False,
) -> Answer[frozenset[Hex]]:
    """Return the hexes that the zone of control of a unit of this army covers.

    ``trenches`` are German trench hexes, each with its trench hexsides: a British zone does not
    extend into one across such a hexside. A German zone does not extend into ``front_line``, except
    during the set-up.

    >>> here, there = GRID.place("0505"), GRID.place("0504")
    >>> [
    ...     there in zone(here, army, {there: frozenset({Side(here, there)})}).value
    ...     for army in ("british", "german")
    ... ]
    [False, True]
    """
    steps, kept = [take("zone-of-control")], set[Hex]()
    dug = trenches or {}
    for there in sorted(zone_of_control(hexagon), key=GRID.column_row):
        no = f"Not {name(there)}: a {army.title()} zone of control does not extend into"
        if army == "british" and Side(hexagon, there) in dug.get(there, frozenset()):
            text = f"{no} a trench hex across its trench hexside."
            steps.append(note("trench-zone", text, marks=(there,)))
        elif army == "german" and there in front_line and not set_up:
            text = f"{no} the British front line."
            steps.append(note("front-line-shelled", text, marks=(there,)))
        else:
            kept.add(there)
    if army == "german" and set_up and kept.intersection(front_line):
        text = "For purposes of the set-up the zone extends into the front line."
        steps.append(note("front-line-shelled", text))
    headline = f"The zone of control of {name(hexagon)} covers {_names(kept)}."
    return Answer(frozenset(kept), tuple(steps), headline)


def _names(hexes: Collection[Hex]) -> str:
    return listed((name(h) for h in sorted(hexes, key=GRID.column_row)), none="no hex")


# -------------------------------------------------------------------------------------- the Germans


@decided
def check_german_set_up(battalions: Sequence[Hex], front_line: Collection[Hex]) -> Telling:
    """Return whether the Germans may set up their battalions in these hexes before this British
    front line.

    The reader supplies both, since the map is not in the source. An unfinished set-up is judged as
    it is, and the missing battalions are counted.

    >>> place = GRID.place
    >>> answer = check_german_set_up([place("0604")], [place("0504"), place("0503"), place("0502")])
    >>> answer.headline, answer.remedies[0].text
    ('0502 is in no German zone of control.', 'A battalion in 0602 would watch 0502 and 0503.')
    """
    placed = _SetUp(battalions, front_line)
    steps = [*placed.steps()]
    yield from steps
    watched = "Every hex of the front line is watched."
    watched = watched if front_line else "No front line hex is given, so none needs watching."
    return Told(refusal(steps, f"{watched} {steps[-1].text}"), placed.remedies())


class _SetUp:
    """Battalions before a front line: those in each hex, and the hexes that can watch the line."""

    def __init__(self, battalions: Sequence[Hex], front_line: Collection[Hex]) -> None:
        self.battalions, self.front_line = battalions, frozenset(front_line)
        self.here = Counter(battalions)
        self.watching = self.here.keys() - self.front_line

    def steps(self) -> Iterator[Step]:
        """Yield what is wrong with each battalion, who watches each hex, and how many
        are placed.
        """
        at = "german-set-up"
        yield take("zone-of-control")
        for h, many in self.here.items():
            if many > 1:
                text = f"{many} battalions stand in {name(h)}; none may be stacked."
                yield forbid(at, True, text, marks=(h,))
        for h in self.here:
            if h in self.front_line:
                text = f"{name(h)} is in the British front line; no German may stand there."
                yield forbid(at, True, text, marks=(h,))
        for h in sorted(self.front_line, key=GRID.column_row):
            watchers = sorted(zone_of_control(h) & self.watching, key=GRID.column_row)
            text = f"{name(h)} is in the zone of control of {_names(watchers)}."
            no = f"{name(h)} is in no German zone of control."
            yield allow(at, watchers, text, no, marks=(h, *watchers))
        yield from _count(len(self.battalions))

    def remedies(self) -> Iterator[Remedy]:
        """Yield the change that mends the first fault: take a battalion back or, if none is
        misplaced, add one where it watches most.
        """
        spare = len(self.battalions) - PLACED_AT_START
        wrong = next((h for h in self.battalions if self.here[h] > 1 or h in self.front_line), None)
        if wrong is None and spare > 0:
            wrong = self._idle() or self.battalions[-1]
        if wrong is not None:
            text = f"Take one battalion out of {name(wrong)}."
            yield Remedy(text, "battalions", self._without(wrong))
            return
        unwatched = {h for h in self.front_line if not zone_of_control(h) & self.watching}
        near = frozenset[Hex]().union(*map(zone_of_control, unwatched))
        free = near - self.here.keys() - self.front_line
        idle = self._idle() if spare >= 0 else None
        if not free or (spare >= 0 and idle is None):
            return

        def merit(h: Hex) -> tuple[int, int, tuple[int, int]]:
            # the most hexes watched, then the nearest to the other battalions, on their side of the
            # front line
            away = min((half_hexes(h, other) for other in self.here), default=0)
            return -len(zone_of_control(h) & unwatched), away, GRID.column_row(h)

        best = min(free, key=merit)
        watched = _names(zone_of_control(best) & unwatched)
        moved = "" if idle is None else f", moved from {name(idle)},"
        text = f"A battalion in {name(best)}{moved} would watch {watched}."
        yield Remedy(text, "battalions", (*self._without(idle), best))

    def _without(self, hexagon: Hex | None) -> tuple[Hex, ...]:
        rest = list(self.battalions)
        if hexagon is not None:
            rest.remove(hexagon)
        return tuple(rest)

    def _idle(self) -> Hex | None:
        """Return the first hex whose battalions are not the only ones to watch a hex."""
        return next((h for h in self.battalions if not self._needed(h)), None)

    def _needed(self, hexagon: Hex) -> bool:
        seen, others = zone_of_control(hexagon) & self.front_line, self.here.keys() - {hexagon}
        return any(not zone_of_control(h) & others for h in seen)


def _count(placed: int) -> Iterator[Step]:
    """Yield how many battalions are placed, and where the two blank ones are."""
    at, unplaced = "german-set-up", PLACED_AT_START - placed
    blank = "The two battalions with blank fronts start in the deadpile"
    yield note("blank-battalions", f"{blank}{' and are not placed' if unplaced < 0 else ''}.")
    if unplaced < 0:
        has = f"The Germans have {PLACED_AT_START} battalions at the start"
        yield forbid(at, True, f"{has}, not {placed}.")
        return
    are, remain = "is" if placed == 1 else "are", "remains" if unplaced == 1 else "remain"
    text = f"{placed} of {PLACED_AT_START} battalions {are} placed; {unplaced} {remain}."
    text = text if unplaced else f"All {PLACED_AT_START} battalions are placed."
    none = f"No battalion is placed yet, of {PLACED_AT_START} in all."
    yield note(at, text if placed else none)


# -------------------------------------------------------------------------------------- the British

#: What else is allowed in a sector, and the sentence that allows it.
LIBERTIES: Mapping[str, str] = {
    "empty": "Single hexes of a sector may stay empty.",
    "stacked": "The halves of a brigade may stack.",
}


@decided
def check_sectors(divisions: Mapping[str, str], also: Collection[str] = ()) -> Telling:
    """Return whether a division of its own mans every sector of the British front at the start.

    ``divisions`` names the division in each sector, "I" to "VI"; ``also`` names what else is true
    there, from `LIBERTIES`.

    >>> check_sectors({"I": "1st"}).headline
    'Sector II has no division; all six must be manned.'
    """
    at = "british-set-up"
    for sector in divisions:
        one_of("sector", sector, SECTORS)
    steps = [_mans(sector, divisions) for sector in SECTORS]
    free = [LIBERTIES[one_of("liberty", liberty, LIBERTIES)] for liberty in also]
    yield from steps
    if not all(divisions.get(sector) for sector in SECTORS):
        two = "The front has six sectors, each with a front line and a reserve line."
        yield note("sectors", two)
    yield from (allow(at, True, text) for text in free)
    yield note(at, f"The {listed(RESERVE_DIVISIONS)} wait in the reserve box.")
    ids = "Counters name division and brigade; the division matters in the set-up alone."
    yield note("british-ids", ids)
    return refusal(steps, " ".join(("All six sectors are manned.", *free)))


def _mans(sector: str, divisions: Mapping[str, str]) -> Step:
    division, everywhere = divisions.get(sector, ""), [*divisions.values()]
    no = f"The {division} stands in more than one sector; a whole division mans one."
    if not division:
        no = f"Sector {sector} has no division; all six must be manned."
    elif division in RESERVE_DIVISIONS:
        no = f"The {division} waits in the reserve box, not in sector {sector}."
    good = division not in ("", *RESERVE_DIVISIONS) and everywhere.count(division) == 1
    return allow("british-set-up", good, f"The {division} mans sector {sector}.", no)
