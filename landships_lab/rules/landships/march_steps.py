"""One move told step by step, and one drift at its end: what each costs, what the article says of it, what would change it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from landships_lab.core.answer import Answer, Remedy, Step, judge, tally
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.sources import Cite
from landships_lab.data.gaps import gap
from landships_lab.data.load import readings
from landships_lab.rules.landships.book import CITES, GRID, heading_of, name, place_of
from landships_lab.rules.landships.ground import DRIFT_COST, TURN_ON_HEXSIDE, entry_cost, mps
from landships_lab.rules.landships.march import MOST_MP, March, Placement, Reached, drift_onto, reachable
from landships_lab.rules.landships.moves import drifts, forward
from landships_lab.rules.landships.positions import require_position, turn_words

#: Whether an enemy's place may be entered at all.
ENEMY_HELD = gap("landships", "enemy-held")
_READINGS = readings("landships", "movement")
_YOURS = Cite("You", "movement allowance", kind="supplied")


def explain_move(march: March, path: Sequence[Placement]) -> Answer[int | bool]:
    """What does it cost to move along this path, a tuple of places and headings from the start on?

    The MPs left at its end, or False with the reason where a step of it may not be made. Each step goes one place ahead or
    turns in place. Source: Twelve Point Facing, Movement (lines 43-45).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> path = [(grid.place(code), Heading("E")) for code in ("0303", "0402/0403", "0503")]
    >>> explain_move(March(grid, mp=5), path).headline
    'From 0303 to 0503 costs 4 MPs: 1 MP left of 5.'
    """
    if not path:
        raise ValueError("A path has at least one place and heading: where the move begins.")
    (place, heading), (end, _) = path[0], path[-1]
    require_position(3, place, heading)
    for other, faces in path:
        place_of(other), heading_of(faces)
    where = f"{'on' if isinstance(place, Side) else 'in'} {name(place)}"
    steps = [Step(f"It begins {where}, facing {heading}, with {mps(march.mp)}.", _YOURS, "start", Fraction(march.mp), (place,))]
    for before, after, points in _legs(path):
        steps += _turned(march, before[0], after[1], points) if points else _advanced(march, before, after)
    left = tally(steps)
    assert isinstance(left, int)  # MPs are whole numbers
    refused = judge(steps) is not True
    if refused or left < 0:
        why = next((step.text for step in steps if step.op == "forbids"), f"{mps(march.mp - left)} are more than {march.mp}.")
        return Answer(False, tuple(steps), f"It cannot move so: {why}")
    spent = f"From {name(place)} to {name(end)} costs {mps(march.mp - left)}"
    return Answer(left, tuple(steps), f"{spent}: {mps(left)} left of {march.mp}.")


def _legs(path: Sequence[Placement]) -> list[tuple[Placement, Placement, int]]:
    """Which steps and turns is a path made of, each with the points it turns by? Turns on in a hex are one; standing still is none."""
    legs: list[tuple[Placement, Placement, int]] = []
    for before, after in pairwise(path):
        points = before[1].turns_to(after[1]) if before[0] == after[0] else 0
        if before == after:
            continue
        if points and isinstance(before[0], Hex) and legs and legs[-1][2] * points > 0:
            first, _, turned = legs.pop()  # the same way on: back again would be another turn, and is paid too
            legs.append((first, after, turned + points))
        else:
            legs.append((before, after, points))
    return legs


def _turned(march: March, place: Place, faces: Heading, points: int) -> Iterator[Step]:
    """A turn in this place by so many points, to the right where they are above zero."""
    cost = abs(points) * march.turn_mp
    if isinstance(place, Side) and (abs(points) != 6 or march.readings[TURN_ON_HEXSIDE] == "never"):
        text = f"On {name(place)} it must face along the hexside, so it cannot turn {turn_words(points)} there."
        yield Step(text, _READINGS[TURN_ON_HEXSIDE].cite, "forbids", marks=(place,), reading=TURN_ON_HEXSIDE)
        return
    each = f", {mps(march.turn_mp)} for each 30°" if abs(points) > 1 else ""
    text = f"Turn {turn_words(points)} to face {faces}: {mps(cost)}{each}."
    yield Step(text, CITES["turning"], "add", Fraction(-cost), (place,), TURN_ON_HEXSIDE if isinstance(place, Side) else "")


def _held(place: Place) -> Step:
    """An enemy stands there: what the base game says of it is not in the source, so no way leads in."""
    return Step(f"{_cap(name(place))} holds an enemy. {ENEMY_HELD.question}", ENEMY_HELD.cite, "forbids", marks=(place,))


def _advanced(march: March, before: Placement, after: Placement) -> Iterator[Step]:
    (place, heading), (there, faces) = before, after
    if faces != heading or forward(place, heading) != there:
        text = f"From {name(place)} facing {heading} one step ahead is {name(forward(place, heading))}, not {name(there)}."
        yield Step(text, CITES["movement"], "forbids", marks=(place, there))
        return
    if there not in march.grid:
        yield Step(_off_board(there), CITES["movement"], "forbids", marks=(place,))
        return
    if there in march.enemies:
        yield _held(there)
        return
    costs = entry_cost(march.terrain, there, march.values, dict(march.taken))
    # What lies on both sides of a hexside is told only where it makes a difference.
    yield from (
        step for step in costs.steps if step.op in ("allows", "forbids") or (step.op == "note" and step.cite == CITES["hexside-terrain"])
    )
    if costs.value is None:
        return
    yield from _past_enemies(march, there)
    kind, priced = costs.headline.rpartition(" as ")[2].rstrip("."), costs.steps[-1]
    text = f"Ahead to {name(there)}, {kind}: {mps(costs.value)}."
    yield Step(text, priced.cite, "add", Fraction(-costs.value), (there,))
    yield from _crossed(march, place, there)


def _off_board(place: Place) -> str:
    """How does one say that a place lies off the board, be it so far off that it has no code?"""
    return f"{_cap(name(place)) if place in GRID else 'That hex' if isinstance(place, Hex) else 'That hexside'} lies off the board."


def _past_enemies(march: March, there: Place) -> Iterator[Step]:
    if isinstance(there, Side) and (near := [hexagon for hexagon in there.hexes if hexagon in march.enemies]):
        text = f"{name(there).capitalize()} runs past the enemy in {' and '.join(map(name, near))}: infiltration is allowed."
        yield Step(text, CITES["infiltration"], "allows", marks=(there, *near))


def _crossed(march: March, place: Place, there: Place) -> Iterator[Step]:
    if isinstance(place, Hex) and isinstance(there, Hex):
        side = Side(place, there)
        if extra := march.crossing.get(side, 0):
            kind = march.terrain.of(side)
            own = march.values.is_own(kind, "crossing")
            cite = CITES["your-values" if own else "sample-terrain"]
            yield Step(f"It crosses {kind} on {name(side)}: {mps(extra)} more.", cite, "add", Fraction(-extra), (side,))


def can_reach(march: March, place: Place, heading: Heading, there: Place, facing: Heading | None = None) -> Answer[int | bool]:
    """Can a vehicle move from here to there (to face so), and with how many MPs left? Told along a cheapest path.

    False where it cannot; then the remedies say what it would take. Places that only a drift reaches are told as such.
    Source: Twelve Point Facing, Movement (lines 43-45, 111-113).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> can_reach(March(grid, mp=3), grid.place("0303"), Heading("N"), grid.place("0301")).remedies[0].text
    'With 4 MPs it could get there.'
    """
    there, facing = place_of(there), None if facing is None else heading_of(facing)
    reached = reachable(march, place, heading)
    if path := reached.path(there, facing):
        return explain_move(march, path)
    if drift := drift_onto(march, reached, there, facing):
        (end, faces), left = drift
        told = f"Only by a drift at the end: from {name(end)}, facing {faces}, onto {name(there)}, {mps(left)} left."
        return Answer(left, _drifted(march, reached, (end, faces), there), told)
    return _not_reached(march, place, heading, there, facing)


def _drifted(march: March, reached: Reached, end: Placement, there: Place) -> tuple[Step, ...]:
    """A cheapest way to the end of the move and the drift from there, step by step."""
    return (*explain_move(march, reached.path(*end)).steps, *may_drift(march, *end, there).steps)


def _not_reached(march: March, place: Place, heading: Heading, there: Place, facing: Heading | None) -> Answer[int | bool]:
    what = name(there) + (f" facing {facing}" if facing else "")
    others = tuple(_by_reading(march, place, heading, there, facing))
    needed, way = _least(march, place, heading, there, facing)
    if needed is None:
        return Answer(False, tuple(_why_closed(march, there, facing)), _cap(f"{what} cannot be reached at all."), others)
    able = replace(march, mp=needed)
    reached = reachable(able, place, heading)
    told = explain_move(able, reached.path(there, facing)).steps if way is None else _drifted(able, reached, way, there)
    steps = (*told, Step(f"It has only {mps(march.mp)}.", _YOURS, "forbids"))
    cheapest = "the cheapest way" + ("" if way is None else ", with a drift at its end,")
    text = f"{what} is out of reach: {cheapest} costs {mps(needed)}, {needed - march.mp} more than it has."
    return Answer(False, steps, _cap(text), (Remedy(f"With {mps(needed)} it could get there.", "mp", str(needed)), *others))


def _least(march: March, place: Place, heading: Heading, there: Place, facing: Heading | None) -> tuple[int | None, Placement | None]:
    """How many MPs would get it there, and out of which end by a drift? None for none at all, and for a way without a drift.

    A drift costs nothing, so of way and drift the cheaper counts; the way, where they cost the same.
    """
    more = replace(march, mp=MOST_MP)
    reached = reachable(more, place, heading)
    path, drift = reached.path(there, facing), drift_onto(more, reached, there, facing)
    straight = MOST_MP - int(explain_move(more, path).value) if path else None
    if drift is None or (straight is not None and straight <= MOST_MP - drift[1]):
        return straight, None
    return MOST_MP - drift[1], drift[0]


def _why_closed(march: March, there: Place, facing: Heading | None) -> Iterator[Step]:
    if there not in march.grid:
        yield Step(_off_board(there), CITES["movement"], "forbids")
    elif there in march.enemies:
        yield _held(there)
    elif there not in march.entry:
        yield from entry_cost(march.terrain, there, march.values, dict(march.taken)).steps
    elif facing is not None and isinstance(there, Side) and facing not in there.parallel:
        text = f"On {name(there)} it may face {there.parallel[0]} or {there.parallel[1]} only."
        yield Step(text, CITES["class-3"], "forbids", marks=(there,))
    else:
        yield Step(f"No open way leads to {name(there)}.", CITES["movement"], "forbids", marks=(there,))


def _by_reading(march: March, place: Place, heading: Heading, there: Place, facing: Heading | None) -> Iterator[Remedy]:
    """Which other reading would let it get there, to face so? Each is tried."""
    for reading in _READINGS.values():
        for option in reading.options:
            if option.id == march.readings[reading.id]:
                continue
            other = replace(march, taken=tuple({**dict(march.taken), reading.id: option.id}.items()))
            reached = reachable(other, place, heading)
            if reached.path(there, facing) or drift_onto(other, reached, there, facing):
                yield Remedy(f"With the reading “{option.label}” it could: {option.says}", reading.id, option.id)


def may_drift(march: March, place: Place, heading: Heading, into: Place) -> Answer[bool]:
    """May a vehicle that ends its move here, facing so, drift onto that place?

    Onto a hexside or hex beside it, its heading unchanged, and not where it costs more to enter than where it is. A drift
    costs no MPs that the article speaks of. Source: Twelve Point Facing, Movement (lines 45 and 111-113).

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> may_drift(March(grid), grid.place("0503"), Heading("E"), grid.place("0503/0504")).headline
    'It may drift to starboard, from 0503 onto hexside 0503/0504.'
    """
    into, beside = place_of(into), drifts(place, heading)
    if into not in beside:
        return _not_beside(place, heading, into, beside)
    hand = "port" if into == beside[0] else "starboard"
    steps = [
        Step(
            f"{_cap(name(into))} lies beside {name(place)} to {hand}; it keeps facing {heading}.",
            CITES["drift"],
            "allows",
            marks=(place, into),
        )
    ]
    if into not in march.grid:
        steps.append(Step(_off_board(into), CITES["drift"], "forbids"))
    elif into in march.enemies:
        steps.append(_held(into))
    else:
        steps += _compared(march, place, into)
    value = bool(judge(steps))
    way = f"to {hand}, from {name(place)} {'onto' if isinstance(into, Side) else 'into'} {name(into)}."
    changes = () if value else tuple(_drift_by_reading(march, place, heading, into))
    return Answer(value, tuple(steps), f"It {'may' if value else 'may not'} drift {way}", changes)


def _not_beside(place: Place, heading: Heading, into: Place, beside: tuple[Place, ...]) -> Answer[bool]:
    if beside:
        allowed = f"{name(beside[0])} or {name(beside[1])}"
        text = f"From {name(place)}, facing {heading}, it could drift onto {allowed} only."
    else:
        text = f"It faces {heading}, a hexside: no hexside beside it lies along that heading, so it cannot drift."
    remedies = tuple(Remedy(f"Onto {name(there)} it could try.", "drift", there) for there in beside)
    return Answer(False, (Step(text, CITES["drift"], "forbids", marks=(place, into)),), f"It may not drift onto {name(into)}.", remedies)


def _compared(march: March, place: Place, into: Place) -> Iterator[Step]:
    """The cost of the place drifted into against that of the place drifted out of."""
    here, there = march.drift_costs.get(place), march.drift_costs.get(into)
    if there is None:
        costs = entry_cost(march.terrain, into, march.values, dict(march.taken))
        shut = f"{_cap(name(into))} counts as its dearer hex, which is prohibited."
        steps = [step for step in costs.steps if step.op == "forbids"]
        yield steps[0] if steps else Step(shut, _READINGS[DRIFT_COST].cite, "forbids", marks=(into,), reading=DRIFT_COST)
    elif here is None:
        yield Step(
            f"{_cap(name(place))} is closed to vehicles, so its cost cannot be compared.", CITES["drift-terrain"], "forbids", marks=(place,)
        )
    else:
        verb, op = ("no more than", "allows") if there <= here else ("more than", "forbids")
        text = f"{_cap(name(into))} costs {mps(there)} to enter, {verb} the {here} of {name(place)}."
        yield Step(text, CITES["drift-terrain"], "allows" if op == "allows" else "forbids", marks=(place, into), reading=DRIFT_COST)


def _drift_by_reading(march: March, place: Place, heading: Heading, into: Place) -> Iterator[Remedy]:
    for option in _READINGS[DRIFT_COST].options:
        other = replace(march, taken=tuple({**dict(march.taken), DRIFT_COST: option.id}.items()))
        if option.id != march.readings[DRIFT_COST] and into in other.drifts_from(place, heading):
            yield Remedy(f"With the reading “{option.label}” it could: {option.says}", DRIFT_COST, option.id)


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]
