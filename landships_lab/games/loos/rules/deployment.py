"""The German set-up: 27 battalions, none stacked, none in the British front line, and every hex of
that line watched (11.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.hexes import DIRECTIONS, Hex, Side, half_hexes
from landships_lab.core.speech import listed
from .book import CITES, GRID, name, reading_step
from .terrain import Army

#: Battalions the Germans place at the start (11.2).
PLACED_AT_START = 27


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
    """Return the hexes that the zone of control of a unit of this army covers, considering trenches
    and the front line.

    ``trenches`` are German trench hexes, each with its trench hexsides: a British zone does not
    extend into one across such a hexside. A German zone does not extend into ``front_line``, except
    for purposes of the set-up. Source: 14.2 (line 172), 14.3, 1 (line 183).

    >>> here, there = GRID.place("0505"), GRID.place("0504")
    >>> [
    ...     there in zone(here, army, {there: frozenset({Side(here, there)})}).value
    ...     for army in ("british", "german")
    ... ]
    [False, True]
    """
    steps, kept = [reading_step("zone-of-control", "adjacent")], set()
    for there in sorted(zone_of_control(hexagon), key=GRID.column_row):
        if army == "british" and Side(hexagon, there) in (trenches or {}).get(there, frozenset()):
            text = (
                f"Not {name(there)}: a British zone of control does not extend into a trench hex"
                " across its trench hexside."
            )
            steps.append(Step(text, CITES["trench-zone"], marks=(there,)))
        elif army == "german" and there in front_line and not set_up:
            text = (
                f"Not {name(there)}: a German zone of control does not extend into the British"
                " front line."
            )
            steps.append(Step(text, CITES["front-line-shelled"], marks=(there,)))
        else:
            kept.add(there)
    if army == "german" and set_up and any(there in front_line for there in kept):
        steps.append(
            Step(
                "For purposes of the set-up the zone extends into the front line.",
                CITES["front-line-shelled"],
            )
        )
    return Answer(
        frozenset(kept),
        tuple(steps),
        f"The zone of control of {name(hexagon)} covers {_names(kept)}.",
    )


def _names(hexes: Collection[Hex]) -> str:
    return listed((name(h) for h in sorted(hexes, key=GRID.column_row)), none="no hex")


def check_german_set_up(battalions: Sequence[Hex], front_line: Collection[Hex]) -> Answer[bool]:
    """Return whether the Germans may set up their battalions like this before this British front
    line.

    ``battalions`` are the hexes they are placed in, ``front_line`` the hexes of the British front
    line; the reader supplies both, since the map is not in the source. A set-up of fewer than 27
    battalions is judged as it is, and those left are counted. Source: 11.2 (lines 80-82).

    >>> place = GRID.place
    >>> answer = check_german_set_up([place("0604")], [place("0504"), place("0503"), place("0502")])
    >>> answer.headline, answer.remedies[0].text
    ('0502 is in no German zone of control.', 'A battalion in 0602 would watch 0502 and 0503.')
    """
    cite, here = CITES["german-set-up"], Counter(battalions)
    steps = [reading_step("zone-of-control", "adjacent")]
    steps += [
        Step(
            f"{times} battalions stand in {name(hexagon)}; none may be stacked.",
            cite,
            "forbids",
            marks=(hexagon,),
        )
        for hexagon, times in here.items()
        if times > 1
    ]
    inside = [hexagon for hexagon in here if hexagon in front_line]
    steps += [
        Step(
            f"{name(hexagon)} is in the British front line; no German may stand there.",
            cite,
            "forbids",
            marks=(hexagon,),
        )
        for hexagon in inside
    ]
    steps += _watched(here.keys() - frozenset(front_line), front_line)
    steps += _count(len(battalions))
    refusals = [step.text for step in steps if step.op == "forbids"]
    watched = (
        "Every hex of the front line is watched."
        if front_line
        else "No front line hex is given, so none needs watching."
    )
    headline = refusals[0] if refusals else f"{watched} {steps[-1].text}"
    return Answer(
        bool(judge(steps)), tuple(steps), headline, tuple(_remedies(battalions, front_line))
    )


def _watched(here: Collection[Hex], front_line: Collection[Hex]) -> Iterator[Step]:
    """Yield a step for each hex of the front line: which battalions watch it, or that none does."""
    cite = CITES["german-set-up"]
    for hexagon in sorted(front_line, key=GRID.column_row):
        watchers = zone_of_control(hexagon) & frozenset(here)
        if watchers:
            text = f"{name(hexagon)} is in the zone of control of {_names(watchers)}."
            yield Step(
                text, cite, "allows", marks=(hexagon, *sorted(watchers, key=GRID.column_row))
            )
        else:
            yield Step(
                f"{name(hexagon)} is in no German zone of control.",
                cite,
                "forbids",
                marks=(hexagon,),
            )


def _count(placed: int) -> Iterator[Step]:
    """Yield how many of the battalions are placed, and where the two blank ones are."""
    cite, left = CITES["german-set-up"], PLACED_AT_START - placed
    if left < 0:
        yield Step(
            "The two battalions with blank fronts start in the deadpile and are not placed.",
            CITES["blank-battalions"],
        )
        yield Step(
            f"The Germans have {PLACED_AT_START} battalions at the start, not {placed}.",
            cite,
            "forbids",
        )
        return
    yield Step(
        "The two battalions with blank fronts start in the deadpile.", CITES["blank-battalions"]
    )
    verbs = "is" if placed == 1 else "are", "remains" if left == 1 else "remain"
    if not placed:
        text = f"No battalion is placed yet, of {PLACED_AT_START} in all."
    elif not left:
        text = f"All {PLACED_AT_START} battalions are placed."
    else:
        text = f"{placed} of {PLACED_AT_START} battalions {verbs[0]} placed; {left} {verbs[1]}."
    yield Step(text, cite)


def _remedies(battalions: Sequence[Hex], front_line: Collection[Hex]) -> Iterator[Remedy]:
    """Yield the change that the first fault asks for: take a battalion back or, where none stands
    wrong, add one where it watches most.
    """
    here = Counter(battalions)
    watching = here.keys() - frozenset(front_line)
    wrong = next((h for h in battalions if here[h] > 1 or h in front_line), None)
    if wrong is None and len(battalions) > PLACED_AT_START:
        wrong = next((h for h in battalions if not _needed(h, here, front_line)), battalions[-1])
    if wrong is not None:
        rest = list(battalions)
        rest.remove(wrong)
        yield Remedy(f"Take one battalion out of {name(wrong)}.", "battalions", tuple(rest))
        return
    open_hexes = frozenset(h for h in front_line if not zone_of_control(h) & watching)
    free = (
        {there for h in open_hexes for there in zone_of_control(h)}
        - here.keys()
        - frozenset(front_line)
    )
    if not free:
        return
    rest, idle = list(battalions), None
    if len(battalions) >= PLACED_AT_START:
        idle = next((h for h in battalions if not _needed(h, here, front_line)), None)
        if idle is None:
            return
        rest.remove(idle)

    def merit(h: Hex) -> tuple[int, int, tuple[int, int]]:
        # most hexes watched, then nearest to the battalions there are: on their side of the front
        # line
        return (
            -len(zone_of_control(h) & open_hexes),
            min((half_hexes(h, other) for other in here), default=0),
            GRID.column_row(h),
        )

    best = min(free, key=merit)
    watched = _names(zone_of_control(best) & open_hexes)
    moved = "" if idle is None else f", moved from {name(idle)},"
    yield Remedy(
        f"A battalion in {name(best)}{moved} would watch {watched}.", "battalions", (*rest, best)
    )


def _needed(hexagon: Hex, here: Mapping[Hex, int], front_line: Collection[Hex]) -> bool:
    """Return whether a hex of the front line would be watched by nobody without the battalions of
    this hex.
    """
    others = here.keys() - {hexagon}
    return any(not zone_of_control(h) & others for h in front_line if hexagon in zone_of_control(h))
