"""Questions about range: how many hexes it is from one place to another."""

from __future__ import annotations

import random
from collections.abc import Iterator

from landships_lab.core.answer import Counted
from landships_lab.core.hexes import Hex, Place, Side, half_hexes
from landships_lab.core.speech import listed
from landships_lab.games.landships.rules.book import RANGE_READING
from landships_lab.games.landships.rules.ranges import count_range, range_hexes
from landships_lab.practice.kind import as_read, on_board, whole_number
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .board import GRID, HEXES, SIDES


def range_question(dice: random.Random, level: int) -> Task:
    """Return a question about two places: mostly one hexside at first, then mostly two, with half a
    hex left over where possible.
    """
    while True:
        start = dice.choice(HEXES if level == 1 and dice.random() < 1 / 3 else SIDES)
        end = dice.choice(HEXES if level == 1 or (level == 2 and dice.random() < 1 / 3) else SIDES)
        odd = half_hexes(start, end) % 2 == 1 and isinstance(start, Side) and isinstance(end, Side)
        if (
            start != end
            and range_hexes(start, end) <= 6
            and (level < 3 or odd or dice.random() < 1 / 3)
        ):
            break
    a, b = GRID.code(start), GRID.code(end)
    text = f"How many hexes is it from {a} to {b}?" + (
        f" {as_read('landships', RANGE_READING)}" if odd else ""
    )
    return Task(
        text,
        f"landships:range from {a} to {b}",
        whole_number(range_hexes(start, end), _miscounted(start, end)),
        because=_counted(start, end),
    )


def _counted(start: Place, end: Place) -> str:
    """Return the range with the hexes that are counted."""
    answer = count_range(start, end)
    counted = [step for step in answer.steps if isinstance(step, Counted)]
    first, *others = (
        GRID.code(mark) for step in counted for mark in step.marks[:1] if isinstance(mark, Hex)
    )
    from_there = f"from {first} count {listed(others)}" if others else f"both count as in {first}"
    return f"It is {answer.value}: {from_there}."


def closer_question(dice: random.Random, level: int) -> Task:
    """Return a question answered on the board: the hex that a vehicle on a hexside counts as in.

    The two places stand farther apart with the levels.
    """
    while True:
        start, side = dice.choice(HEXES), dice.choice(SIDES)
        one, other = (half_hexes(start, h) for h in side.hexes)
        if one != other and level <= range_hexes(start, side) + 1 <= 2 + level:
            break
    near, far = sorted(side.hexes, key=lambda h: half_hexes(start, h))
    a, b = GRID.code(start), GRID.code(side)
    among = [GRID.code(h) for h in GRID.hexes() if range_hexes(side, h) <= 2]
    n, f = GRID.code(near), GRID.code(far)
    return Task(
        f"A Vehicle stands on hexside {b}. A unit in {a} counts the range to it. Click the hex"
        " that the Vehicle counts as in.",
        f"landships:range from {a} to {b}",
        on_board([n], among, [(f, "you took the far hex of the hexside")]),
        because=(
            f"It is {n}, the closer one: it is {range_hexes(start, near)} from {a}, and {f} is"
            f" {range_hexes(start, far)}."
        ),
        pick=Pick("end", "Click the hex."),
    )


def _miscounted(a: Place, b: Place) -> Iterator[tuple[int, str]]:
    """Yield what each mistake of counting makes of the range."""
    right = range_hexes(a, b)
    ends = [(p,) if isinstance(p, Hex) else p.hexes for p in (a, b)]
    far = max(half_hexes(p, q) for p in ends[0] for q in ends[1]) // 2
    if isinstance(a, Side) or isinstance(b, Side):
        yield far, "you measured to the far hex of the hexside"
    if isinstance(a, Side) and isinstance(b, Side):
        yield -(-half_hexes(a, b) // 2), "you rounded a half hex up"
    yield right + 1, "you counted the hex you stand in"
    yield right - 1, "you left out the last hex"
    (one, top), (other, foot) = (GRID.column_row(hexes[0]) for hexes in ends)
    yield max(abs(one - other), abs(top - foot)), "you counted columns or rows, and not hexes"
    yield abs(one - other) + abs(top - foot), "you counted columns and rows one after the other"
