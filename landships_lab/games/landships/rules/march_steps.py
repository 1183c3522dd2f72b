"""One path explained step by step: what each step and each turn costs, and what the article says of
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from landships_lab.core.answer import Answer, Gap, Step, judge, tally
from landships_lab.core.hexes import Heading, Hex, Place, Side
from landships_lab.core.sources import Cite
from landships_lab.core.speech import capitalized, listed
from landships_lab.data.gaps import gap
from landships_lab.data.load import readings
from landships_lab.games.landships.rules.book import CITES, GRID, at, heading_of, name, place_of
from landships_lab.games.landships.rules.ground import TURN_ON_HEXSIDE, entry_cost, mps, value_cite
from landships_lab.games.landships.rules.march import March, Placement
from landships_lab.games.landships.rules.moves import forward
from landships_lab.games.landships.rules.positions import require_position, turn_words

#: Whether an enemy's place may be entered at all.
ENEMY_HELD = gap("landships", "enemy-held")
YOUR_ALLOWANCE = Cite("You", "movement allowance", kind="supplied")
_READINGS = readings("landships", "movement")


def explain_move(march: March, path: Sequence[Placement]) -> Answer[int | bool | Gap]:
    """Return the MPs left at the end of this path: places and headings, the start first.

    Each step goes one place ahead or turns in place. The value is False where a step may not be
    made, and a `Gap` where the path enters a place that an enemy holds. `ValueError` for an empty
    path or for what is no place or heading, `PositionError` for an illegal start. Source: Twelve
    Point Facing, Movement (lines 43-45).

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
    steps = [Step(begins, YOUR_ALLOWANCE, "start", Fraction(march.mp), (place,))]
    for before, after, points in _legs(path):
        steps += (
            _turned(march, before[0], after[1], points)
            if points
            else _advanced(march, before, after)
        )
    left = tally(steps)
    assert isinstance(left, int)  # MPs are whole numbers
    allowed = judge(steps)
    if isinstance(allowed, Gap) and left >= 0:
        entered = next(step.marks[0] for step in steps if step.amount is allowed)
        assert isinstance(entered, (Hex, Side))
        return Answer(allowed, tuple(steps), held_headline(entered))
    if allowed is not True or left < 0:
        why = next(
            (step.text for step in steps if step.op == "forbids"),
            f"It needs {mps(march.mp - left)} and has {march.mp}.",
        )
        return Answer(False, tuple(steps), f"This move is not possible. {why}")
    spent = f"Moving from {name(place)} to {name(end)} costs {mps(march.mp - left)}"
    rest = f"{left or 'none'} of {march.mp} {'are' if left > 1 else 'is'} left"
    return Answer(left, tuple(steps), f"{spent}; {rest}.")


def _legs(path: Sequence[Placement]) -> list[tuple[Placement, Placement, int]]:
    """Return the steps and turns of a path, each with the points it turns by.

    Turns the same way in a hex are joined into one.
    """
    legs: list[tuple[Placement, Placement, int]] = []
    for before, after in pairwise(path):
        points = before[1].turns_to(after[1]) if before[0] == after[0] else 0
        if before == after:
            continue
        if points and isinstance(before[0], Hex) and legs and legs[-1][2] * points > 0:
            first, _, turned = (
                legs.pop()
            )  # turning back again would be another turn, and is paid too
            legs.append((first, after, turned + points))
        else:
            legs.append((before, after, points))
    return legs


def _turned(march: March, place: Place, faces: Heading, points: int) -> Iterator[Step]:
    """Yield the step for a turn in this place by so many points, to the right where they are above
    zero.
    """
    cost = abs(points) * march.turn_cost
    if isinstance(place, Side) and (abs(points) != 6 or march.options[TURN_ON_HEXSIDE] == "never"):
        text = (
            f"On {name(place)} it must face along the hexside, so it cannot turn"
            f" {turn_words(points)} there."
        )
        yield Step(
            text,
            _READINGS[TURN_ON_HEXSIDE].cite,
            "forbids",
            marks=(place,),
            reading=TURN_ON_HEXSIDE,
        )
        return
    each = f", {mps(march.turn_cost)} for each 30°" if abs(points) > 1 and cost else ""
    on_side = isinstance(place, Side)
    read = f", which this reading allows on {name(place)}" if on_side else ""
    text = f"Turn {turn_words(points)} to face {faces}{read}: {mps(cost)}{each}."
    yield Step(
        text,
        CITES["turning"],
        "add",
        Fraction(-cost),
        (place,),
        TURN_ON_HEXSIDE if on_side else "",
    )


def held_headline(place: Place) -> str:
    """Return the verdict on a place that an enemy holds."""
    return (
        f"{capitalized(name(place))} holds an enemy; only the base game says whether you may enter."
    )


def held(place: Place) -> Step:
    """Return the step for a place that an enemy holds: whether it may be entered is in the base
    game, not in the source.
    """
    return Step(
        f"{capitalized(name(place))} holds an enemy. {ENEMY_HELD.question}",
        ENEMY_HELD.cite,
        "note",
        ENEMY_HELD,
        (place,),
    )


def _advanced(march: March, before: Placement, after: Placement) -> Iterator[Step]:
    (place, heading), (there, faces) = before, after
    if faces != heading or forward(place, heading) != there:
        text = (
            f"From {name(place)} facing {heading}, one step ahead is"
            f" {name(forward(place, heading))}, not {name(there)}."
        )
        yield Step(text, CITES["movement"], "forbids", marks=(place, there))
        return
    if there not in march.grid:
        yield Step(off_board(there), CITES["movement"], "forbids", marks=(place,))
        return
    if there in march.enemies:
        yield held(there)
        return
    costs = entry_cost(march.terrain, there, march.values, march.options)
    # What lies on both sides of a hexside is said only where it makes a difference.
    yield from (
        step
        for step in costs.steps
        if step.op in ("allows", "forbids")
        or (step.op == "note" and step.cite == CITES["hexside-terrain"])
    )
    if costs.value is None:
        return
    yield from _past_enemies(march, there)
    text = f"Ahead to {name(there)}, {costs.detail.name}: {mps(costs.value)}."
    yield Step(text, costs.steps[-1].cite, "add", Fraction(-costs.value), (there,))
    yield from _crossed(march, place, there)


def off_board(place: Place) -> str:
    """Return the sentence that a place lies off the board, with its code if it has one."""
    kind = "That hex" if isinstance(place, Hex) else "That hexside"
    return f"{capitalized(name(place)) if place in GRID else kind} lies off the board."


def _past_enemies(march: March, there: Place) -> Iterator[Step]:
    if isinstance(there, Side) and (
        near := [hexagon for hexagon in there.hexes if hexagon in march.enemies]
    ):
        text = (
            f"{capitalized(name(there))} runs past the enemy in {listed(map(name, near))}:"
            " infiltration is allowed."
        )
        yield Step(text, CITES["infiltration"], "allows", marks=(there, *near))


def _crossed(march: March, place: Place, there: Place) -> Iterator[Step]:
    if isinstance(place, Hex) and isinstance(there, Hex):
        side = Side(place, there)
        if extra := march.crossing.get(side, 0):
            kind = march.terrain.of(side)
            text = f"It crosses {kind} on {name(side)}: {mps(extra)} more."
            yield Step(
                text, value_cite(march.values, kind, "crossing"), "add", Fraction(-extra), (side,)
            )
