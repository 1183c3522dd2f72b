"""A move explained: what each step and turn of a path costs, where it may drift at its end, whether
a place can be reached, and what would be needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from landships_lab.core.answer import (
    Answer,
    Gap,
    Remedy,
    Step,
    Telling,
    Told,
    judge,
    judged,
    whole_total,
)
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.remedies import other_readings
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.data.gaps import gap
from landships_lab.data.load import readings
from .book import (
    CITES,
    GRID,
    READINGS,
    add,
    allow,
    at,
    heading_of,
    lost,
    name,
    note,
    place_of,
    start,
)
from .field_of_movement import MOST_MP, March, Moves, Placement, Reached, drift_onto, reachable
from .ground import DRIFT_COST, DRIFT_UNMOVED, TURN_ON_HEXSIDE, entry_cost, mps, value_cite
from .positions import check_position, drifts, forward, require_position, turn_words

#: Whether an enemy's place may be entered at all, and what a drift over a feature costs.
ENEMY_HELD, CROSSING = gap("landships", "enemy-held"), gap("landships", "drift-crossing")
_FEATURES = {"trench": "a trench line", "wire": "wire", "stream": "a stream"}
_READINGS = readings("landships", "movement")

# ------------------------------------------------------------------------------------------ a path


def explain_move(march: March, path: Sequence[Placement]) -> Answer[int | bool | Gap]:
    """Return the MPs left at the end of this path: places and headings, the start first.

    Each step goes one place ahead or turns in place. The value is False where a step may not be
    made, and a `Gap` where the path enters a place that an enemy holds.

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> path = [(grid.place(code), Heading("E")) for code in ("0303", "0402/0403", "0503")]
    >>> explain_move(March(grid, mp=5), path).headline
    'Moving from 0303 to 0503 costs 4 MPs; 1 of 5 is left.'
    """
    if not path:
        raise ValueError("A path has at least one place and heading: where the move begins.")
    (place, heading), (end, _) = path[0], path[-1]
    require_position(3, place, heading)
    for other, faces in path:
        place_of(other), heading_of(faces)
    begins = f"It begins {at(place)}, facing {heading}, with {mps(march.mp)}."
    steps = [start(march.allowance, march.mp, begins, marks=(place,))]
    for before, after, points in _legs(path):
        if points:
            turn = _turned(march, before[0], after[1], points)
            if turn.op != "forbids" and all(step.cite != CITES["turning"] for step in steps):
                even = "six of 30° here" if isinstance(before[0], Side) else "even one of 30°"
                steps.append(note("turning", f"A vehicle pays for each turn, {even}."))
            steps.append(turn)
        else:
            steps += _advanced(march, before, after)
    spare = whole_total(steps)
    if spare < 0:
        too_few = f"It needs {mps(march.mp - spare)} and has {march.mp}."
        steps.append(allow(march.allowance, False, too_few))
    allowed = judge(steps)
    if isinstance(allowed, Gap):
        return Answer(allowed, tuple(steps), _held_headline(steps))
    if not allowed:
        why = next(step.text for step in steps if step.op == "forbids")
        return Answer(False, tuple(steps), f"This move is not possible. {why}")
    spent = f"Moving from {name(place)} to {name(end)} costs {mps(march.mp - spare)}"
    rest = f"{spare or 'none'} of {march.mp} {'are' if spare > 1 else 'is'} left"
    return Answer(spare, tuple(steps), f"{spent}; {rest}.")


def _legs(path: Sequence[Placement]) -> list[tuple[Placement, Placement, int]]:
    """Return the steps and turns of a path, each with the points it turns by.

    Turns in the same direction in a hex are joined; a turn back again is another turn and costs MPs
    too.
    """
    legs: list[tuple[Placement, Placement, int]] = []
    for before, after in pairwise(path):
        points = before[1].turns_to(after[1]) if before[0] == after[0] else 0
        if before == after:
            continue
        if points and isinstance(before[0], Hex) and legs and legs[-1][2] * points > 0:
            before, _, turned = legs.pop()  # noqa: PLW2901
            points += turned
        legs.append((before, after, points))
    return legs


def _turned(march: March, place: Place, faces: Heading, points: int) -> Step:
    """Return the step for a turn in this place, to the right if its points are above zero."""
    cost, on_side, turn = abs(points) * march.turn_cost, isinstance(place, Side), turn_words(points)
    if on_side and (abs(points) != 6 or march.options[TURN_ON_HEXSIDE] == "never"):
        along = f"On {name(place)} it must face along the hexside"
        text = f"{along}, so it cannot turn {turn} there."
        return allow(
            READINGS[TURN_ON_HEXSIDE].cite, False, text, reading=TURN_ON_HEXSIDE, marks=(place,)
        )
    each = f", {mps(march.turn_cost)} for each 30°" if abs(points) > 1 and cost else ""
    read = f", which this reading allows on {name(place)}" if on_side else ""
    text = f"Turn {turn} to face {faces}{read}: {mps(cost)}{each}."
    cite = "sample-steering" if march.turn_mp is None else "your-values"
    return add(cite, -cost, text, TURN_ON_HEXSIDE if on_side else "", (place,))


def _held_headline(steps: Iterable[Step]) -> str:
    """Return the verdict if the first open step of these enters an enemy's place."""
    held = next(step.marks[0] for step in steps if isinstance(step.amount, Gap))
    assert isinstance(held, (Hex, Side))  # marked by `_held`
    whether = "only the base game says whether you may enter"
    return f"{capitalized(name(held))} holds an enemy; {whether}."


def _held(place: Place) -> Step:
    text = f"{capitalized(name(place))} holds an enemy. {ENEMY_HELD.question}"
    return lost("enemy-held", text, marks=(place,))


def _advanced(march: March, before: Placement, after: Placement) -> Iterator[Step]:
    (place, heading), (there, faces) = before, after
    if faces != heading or forward(place, heading) != there:
        ahead = f"one step ahead is {name(forward(place, heading))}, not {name(there)}"
        text = f"From {name(place)} facing {heading}, {ahead}."
        yield allow("movement", False, text, marks=(place, there))
        return
    if there not in march.grid:
        yield allow("movement", False, off_board(there), marks=(place,))
        return
    if there in march.enemies:
        yield _held(there)
        return
    costs = entry_cost(march.terrain, there, march.values, march.options)
    for step in costs.steps:
        # The terrain on both sides of a hexside is mentioned only if it makes a difference.
        differs = step.op == "note" and step.cite == CITES["hexside-terrain"]
        if differs or step.op in ("allows", "forbids"):
            yield step
    if costs.value is None:
        return
    near = [hexagon for hexagon in getattr(there, "hexes", ()) if hexagon in march.enemies]
    if near:
        past = f"{capitalized(name(there))} runs past the enemy in {listed(map(name, near))}"
        yield allow("infiltration", True, f"{past}: infiltration is allowed.", marks=(there, *near))
    text = f"Ahead to {name(there)}, {costs.detail.name}: {mps(costs.value)}."
    yield add(costs.steps[-1].cite, -costs.value, text, marks=(there,))
    if isinstance(place, Hex) and isinstance(there, Hex):
        side = Side(place, there)
        if extra := march.crossing.get(side, 0):
            kind = march.terrain.of(side)
            text = f"It crosses {kind} on {name(side)}: {mps(extra)} more."
            yield add(value_cite(march.values, kind, "crossing"), -extra, text, marks=(side,))


def off_board(place: Place) -> str:
    """Return the sentence on a place off the board, with its code if it has one."""
    kind = "That hex" if isinstance(place, Hex) else "That hexside"
    return f"{capitalized(name(place)) if place in GRID else kind} lies off the board."


# ----------------------------------------------------------------------------------------- a drift


@judged
def may_drift(
    march: March, place: Place, heading: Heading, into: Place, unmoved: bool = False
) -> Telling:
    """Return whether a vehicle that ends its move in this position may drift onto that place; a
    `Gap` if an enemy holds it.

    It may drift onto a hexside or hex beside it that does not cost more to enter than its own
    place; its heading does not change. The article gives no cost of a drift in MPs. A drift ends a
    move, so by the default reading a vehicle that is ``unmoved`` this turn may not drift yet.

    >>> from landships_lab.core.grid import Grid
    >>> march, place = March(Grid(columns=9, rows=9)), Grid().place
    >>> may_drift(march, place("0503"), Heading("E"), place("0503/0504")).headline
    'It may drift to starboard, from 0503 onto hexside 0503/0504.'
    """
    into, beside = place_of(into), drifts(place, heading)
    hand = "port" if into in beside[:1] else "starboard"
    if into in beside:
        lies = f"{capitalized(name(into))} lies beside {name(place)} to {hand}"
        text = f"{lies}; it keeps facing {heading}."
        yield allow("drift-facing", True, text, marks=(place, into))
    decides = _decides_drift(march, place, heading, into)
    yield decides
    side = place if isinstance(place, Side) else into
    if into in beside and side in march.crossing:  # its cost in a drift is not in the source
        text = f"Along {name(side)} runs {_FEATURES[march.terrain.of(side)]}. {CROSSING.question}"
        yield note(CROSSING.cite, text, marks=(side,))
    remedies: tuple[Remedy, ...] = ()
    if into not in beside:
        why = ", which is not beside it" if beside else f": it faces {heading}, a hexside"
        headline = f"It may not drift onto {name(into)}{why}."
        # Only places that the rule allows.
        open_to = march.drifts_from(place, heading)
        remedies = tuple(Remedy(f"It could drift {_onto(p)}.", "drift", p) for p in open_to)
    elif decides.op == "forbids":
        why = decides.text[0].lower() + decides.text[1:].rstrip(".")
        if into in march.entry:
            why = f"{name(into)} is dearer than {name(place)}"
        headline = f"It may not drift to {hand}: {why}."

        def would(key: str, option: str) -> str:
            onto = march.read_as(key, option).drifts_from(place, heading)
            return "it could" if into in onto else ""

        remedies = tuple(other_readings([READINGS[DRIFT_COST]], march.options, would))
    elif isinstance(decides.amount, Gap):
        headline = _held_headline([decides])
    else:
        headline = f"It may drift to {hand}, from {name(place)} {_onto(into)}."
    if not unmoved:
        return Told(headline, remedies)
    reading, yet = READINGS[DRIFT_UNMOVED], "It has not moved this turn"
    text = f"{yet}, and under this reading only a vehicle that ends a move may drift."
    yield allow(reading.cite, False, text, reading=DRIFT_UNMOVED)
    if decides.op == "forbids":
        return headline
    # Not tried: the step that forbids names these two itself.
    moved = Remedy("Once it has moved this turn it could drift.", "moved", "yes")
    others = other_readings([reading], march.options, lambda *_: "it could")
    sentence = "It may not drift yet: it has not moved this turn, and a drift ends a move."
    return Told(sentence, () if isinstance(decides.amount, Gap) else (moved, *others))


def _onto(place: Place) -> str:
    return f"{'onto' if isinstance(place, Side) else 'into'} {name(place)}"


def _decides_drift(march: March, place: Place, heading: Heading, into: Place) -> Step:
    """Return the step that allows a drift, forbids it, or leaves it open."""
    both, beside = (place, into), drifts(place, heading)
    if not beside:
        none = "no hexside beside it lies along that heading, so it cannot drift"
        return allow("drift", False, f"It faces {heading}, a hexside: {none}.", marks=both)
    if into not in beside:
        only = f"{name(beside[0])} or {name(beside[1])} only"
        text = f"From {name(place)}, facing {heading}, it can drift onto {only}."
        return allow("drift", False, text, marks=both)
    if into not in march.grid:
        return allow("drift", False, off_board(into))
    if into in march.enemies:
        return _held(into)
    here, there = march.drift_costs.get(place), march.drift_costs.get(into)
    if there is None:
        costs = entry_cost(march.terrain, into, march.values, march.options)
        shut = f"{capitalized(name(into))} counts as its dearer hex, which is prohibited."
        cite = READINGS[DRIFT_COST].cite
        dearer = allow(cite, False, shut, reading=DRIFT_COST, marks=(into,))
        return next((step for step in costs.steps if step.op == "forbids"), dearer)
    if here is None and place in march.enemies:
        return _held(place)
    if here is None:
        text = f"{capitalized(name(place))} is closed to vehicles, so its cost cannot be compared."
        return allow("drift-terrain", False, text, marks=(place,))
    more = f"{'more' if there > here else 'no more'} than {name(place)} with {here}"
    text = f"{capitalized(name(into))} costs {mps(there)} to enter, {more}."
    return allow("drift-terrain", there <= here, text, reading=DRIFT_COST, marks=both)


# ------------------------------------------------------------------------------------ what is asked


@lru_cache(maxsize=16)  # a panel repeats the question for every reading, the present one too
def answer_move(
    march: March,
    place: Place,
    heading: Heading,
    there: Place | None = None,
    facing: Heading | None = None,
    *,
    drift: Place | None = None,
    spent: int = 0,
) -> Answer[int | bool | Gap]:
    """Answer a question about a move from here: a drift, a place to reach, or how far the vehicle
    gets. The detail is the `Moves` to draw.

    ``march.mp`` are the MPs left of an allowance after ``spent`` of them; the remedies speak of the
    whole allowance. The value is the MPs left, the number of places within reach, or for a drift
    whether it may be made; a `Gap` if only the base game says. For an illegal position the answer
    is that of `check_position`.

    >>> from landships_lab.core.grid import Grid
    >>> answer_move(March(Grid(columns=9, rows=9), mp=2), Grid().place("0503"), Heading.N).headline
    'With 2 MPs it can reach 1 place. Point at one to see the way.'
    """
    position: Answer[int | bool | Gap] = check_position(3, place, heading)
    if not position.value:
        return replace(position, detail=None)
    if drift is not None:
        unmoved = not march.drifts_unmoved
        drifted: Answer[int | bool | Gap] = may_drift(march, place, heading, drift, unmoved)
        onto = (drift, heading) if drifted.value else None
        moves = Moves(march, reachable(march, place, heading), ((place, heading),), onto)
        return replace(drifted, detail=moves)
    if there is None or (there == place and facing is None):
        return _how_far(march, place, heading, spent)
    answer = can_reach(march, place, heading, there, facing)
    whole = (
        replace(r, to=str(int(r.to) + spent)) if r.change == "mp" else r for r in answer.remedies
    )
    return replace(answer, remedies=tuple(whole)) if spent else answer


def _how_far(march: March, place: Place, heading: Heading, spent: int) -> Answer[int | bool | Gap]:
    moves = Moves(march, reachable(march, place, heading))
    places, by_drift = len(moves.reached.mp_left) - 1, len(moves.drifted)
    steers = "steers well" if march.steering == "vehicle" else "is hard to steer"
    allowance = f"It has {mps(march.mp)} left to move, of an allowance of {march.mp + spent}."
    turning = f"Each 30° of turn costs {mps(march.turn_cost)}: this vehicle {steers}."
    more = plural(by_drift, "more place", "more places")
    steps = [
        note(march.allowance, allowance),
        note("sample-steering" if march.turn_mp is None else "your-values", turning),
        note("drift", f"A drift at the end of the move reaches {more}."),
    ]
    if march.enemies:
        text = f"Places that an enemy holds are not counted. {ENEMY_HELD.question}"
        steps.append(note(ENEMY_HELD.cite, text))
    reach = f"can reach {plural(places, 'place', 'hexes and hexsides')}. Point at one to see"
    predicate = f"{reach} the way." if places else "cannot leave its place."
    return Answer(places, tuple(steps), f"With {mps(march.mp)} it {predicate}", detail=moves)


def can_reach(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None = None
) -> Answer[int | bool | Gap]:
    """Return the MPs left when a vehicle moves from here to there, explained along a cheapest path.
    The detail is the `Moves` to draw.

    ``facing`` is the heading it must have there, if any. The value is False if it cannot get there,
    and a `Gap` if the only way leads through an enemy's place; the remedies say what would be
    needed. The headline says if only a drift leads there.

    >>> from landships_lab.core.grid import Grid
    >>> grid = Grid(columns=9, rows=9)
    >>> out = can_reach(March(grid, mp=3), grid.place("0303"), Heading("N"), grid.place("0301"))
    >>> out.remedies[0].text
    'With 4 MPs it could get there.'
    """
    there, facing = place_of(there), None if facing is None else heading_of(facing)
    reached = reachable(march, place, heading)
    if path := reached.path(there, facing):
        return replace(explain_move(march, path), detail=Moves(march, reached, path))
    if drift := drift_onto(march, reached, there, facing):
        (end, faces), spare = drift
        onto = f"from {name(end)} facing {faces} onto {name(there)}"
        headline = f"Only by a drift: {onto}, with {mps(spare)} left."
        moves = Moves(march, reached, reached.path_to_drift(march, end, faces), (there, faces))
        return Answer(spare, _drifted(march, reached, (end, faces), there), headline, detail=moves)
    refused = _not_reached(march, place, heading, there, facing)
    if march.enemies and (through := _through_enemies(march, place, heading, there, facing)):
        refused = replace(through, remedies=refused.remedies)
    return replace(refused, detail=Moves(march, reached))


def _through_enemies(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None
) -> Answer[int | bool | Gap] | None:
    """Return the `Gap` for a place that it could reach without the enemies: whether it may enter
    their places is in the base game.
    """
    free = replace(march, enemies=frozenset())
    reached = reachable(free, place, heading)
    if path := reached.path(there, facing):
        return explain_move(march, path)
    if drift := drift_onto(free, reached, there, facing):
        steps = _drifted(march, reached, drift[0], there)
        return Answer(ENEMY_HELD, steps, _held_headline(steps))
    return None


def _drifted(march: March, reached: Reached, end: Placement, there: Place) -> tuple[Step, ...]:
    """Return the steps of a cheapest way to the end of the move and of the drift from there."""
    way = explain_move(march, reached.path_to_drift(march, *end))
    return *way.steps, *may_drift(march, *end, there).steps


def _not_reached(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None
) -> Answer[int | bool | Gap]:
    def would(key: str, option: str) -> str:
        other = march.read_as(key, option)
        reached = reachable(other, place, heading)
        there_too = reached.path(there, facing) or drift_onto(other, reached, there, facing)
        return "it could" if there_too else ""

    others = tuple(other_readings(_READINGS.values(), march.options, would))
    needed, drift = _least(march, place, heading, there, facing)
    if needed is None:
        headline, *why = _why_closed(march, there, facing)
        return Answer(judge(why), tuple(why), headline, others)
    able = replace(march, mp=needed)
    reached = reachable(able, place, heading)
    path = () if drift else explain_move(able, reached.path(there, facing)).steps
    has = f"It has only {mps(march.mp)}." if march.mp else "It has no MPs left."
    steps = (
        *(_drifted(able, reached, drift, there) if drift else path),
        allow(march.allowance, False, has),
    )
    what = name(there) + (f" facing {facing}" if facing else "")
    away = f"{mps(needed)} away{' with a drift' if drift else ''}"
    headline = f"Out of reach: {what} is {away}, {needed - march.mp} too many."
    # The MPs come from the search for a way.
    able_to = Remedy(f"With {mps(needed)} it could get there.", "mp", str(needed))
    return Answer(judge(steps), steps, headline, (able_to, *others))


def _least(
    march: March, place: Place, heading: Heading, there: Place, facing: Heading | None
) -> tuple[int | None, Placement | None]:
    """Return the fewest MPs that would get it there, and the situation it then drifts from.

    The MPs are None if there is no way, and the situation is None for a way without a drift, which
    is preferred at equal cost.
    """
    more = replace(march, mp=MOST_MP)
    reached = reachable(more, place, heading)
    path, drift = reached.path(there, facing), drift_onto(more, reached, there, facing)
    straight = MOST_MP - dict(reached.headings(there))[path[-1][1]] if path else None
    if drift is None or (straight is not None and straight <= MOST_MP - drift[1]):
        return straight, None
    return MOST_MP - drift[1], drift[0]


def _why_closed(
    march: March, there: Place, facing: Heading | None
) -> tuple[str, *tuple[Step, ...]]:
    """Return a headline and the steps for a place that no number of MPs would reach."""
    if there not in march.grid:
        return off_board(there), allow("movement", False, off_board(there))
    if there in march.enemies:
        headline = f"Out of reach: {name(there)} holds an enemy, and no way leads that far."
        text = f"With these MPs no way leads to {name(there)}, even past the enemy."
        return headline, _held(there), allow("movement", False, text, marks=(there,))
    if there not in march.entry:
        shut = entry_cost(march.terrain, there, march.values, march.options)
        return shut.headline, *shut.steps
    cite, text = "movement", f"No open way leads to {name(there)}."
    if facing is not None and isinstance(there, Side) and facing not in there.parallel:
        along = f"{there.parallel[0]} or {there.parallel[1]}"
        cite, text = "class-3", f"On {name(there)} it may face {along} only."
    return text, allow(cite, False, text, marks=(there,))
