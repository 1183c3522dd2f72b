"""Questions about places: who may stand there, what lies ahead, and how far it is."""

from __future__ import annotations

import random
from collections.abc import Iterator

from landships_lab.core.answer import Counted
from landships_lab.core.arcs import bearing
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side, half_hexes
from landships_lab.core.speech import listed, with_article
from landships_lab.games.landships.rules.book import RANGE_READING, name
from landships_lab.games.landships.rules.positions import check_position, legal_headings
from landships_lab.games.landships.rules.ranges import count_range, range_hexes
from landships_lab.practice.kind import as_read, kind, on_board, whole_number, yes_or_no
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .board import GRID, HEXES, SIDES

TURNS, RANGES = "10_headings_and_places", "11_counting_range"
COUNTER = "landships:range"
_WORDS = {1: "Platoon", 2: "immobile Weapons Unit", 3: "Vehicle"}


@kind("landships:positions", "legal", TURNS, "it must face along it")
def may_stand(dice: random.Random, level: int) -> Task:
    """Ask whether a unit of any class may stand in a position. It is legal half the time; near
    misses come at higher levels.
    """
    unit_class = dice.choice((1, 2, 3) if level == 1 else (1, 2, 3, 3))
    on_side = dice.random() < 1 / 2 if unit_class == 3 else dice.randint(1, 4) < level
    place = dice.choice(SIDES if on_side else HEXES)
    legal = legal_headings(unit_class, place)
    if legal and dice.random() < 1 / 2:
        heading = dice.choice(legal)
    elif level > 1 and legal:  # a near miss: one point beside a legal heading, or across it
        heading = dice.choice(legal).turn(dice.choice((-1, 1, 3)))
    else:
        heading = dice.choice(HEADINGS)
    number = dice.randint(1, 8)
    code = GRID.code(place)
    where = f"{'on hexside' if isinstance(place, Side) else 'in'} {code} facing {heading}"
    who = f"Unit #{number} is {with_article(_WORDS[unit_class])}, of class {unit_class}."
    answer = check_position(unit_class, place, heading)
    return Task(
        f"{who} May it stand {where}?",
        f"landships:positions #{number} vehicles {number}@{code}@{heading}@{unit_class}",
        yes_or_no(heading in legal, _misplaced(unit_class, place, heading)),
        f"{'Yes' if answer.value else 'No'}: {answer.detail.reason}.",
    )


@kind("landships:ahead", "change", TURNS, "dead ahead", about="landships:fire")
def dead_ahead(dice: random.Random, level: int) -> Task:
    """Ask for the heading to a place, at higher levels farther off, at the last a hexside."""
    heading = dice.choice(HEADINGS)
    faces = dice.choice([h for h in HEADINGS if h != heading])
    ahead: list[Place] = []
    while not ahead:  # near the edge the board may end too soon that way
        start = dice.choice(HEXES)
        near = [p for p in GRID.places if level <= range_hexes(start, p) + 1 <= 4 + level]
        of_kind = [p for p in near if isinstance(p, Side) is (level == 3)]
        ahead = [p for p in of_kind if bearing(start, heading, p) == (0, 0)]
    target = dice.choice(sorted(ahead))
    code, there = GRID.code(start), GRID.code(target)
    state = f"landships:fire mk-iv-male@{code} {{}} target {there}"
    wrong = [(h.value, words) for h, words in _beside(heading)]
    pointed = "hexside" if heading.faces_hexside else "hexjuncture"
    return Task(
        f"A Mk IV in {code} faces {faces}. Turn it so that {name(target)} lies dead ahead, straight"
        " along the arrow on its counter.",
        state.format(faces),
        on_board([heading.value], [h.value for h in HEADINGS], wrong),
        f"It is {heading}: the line from {code} to {there} runs through a {pointed} of {code}.",
        explained=state.format(heading),
        pick=Pick("heading", "Turn the tank with the wheel or Q and E.", at_once=False),
    )


def _beside(heading: Heading) -> Iterator[tuple[Heading, str]]:
    """Yield the headings that a mistake leads to."""
    yield heading.turn(6), "you pointed the stern at it"
    for turn in (1, -1):
        yield heading.turn(turn), "you stopped 30° short, or went 30° too far"


def _misplaced(unit_class: int, place: Place, heading: Heading) -> Iterator[tuple[bool, str]]:
    """Yield the reply that each mistake about positions leads to."""
    if isinstance(place, Hex):
        if unit_class == 1:
            both = ("hexside", "hexjuncture")
            faced, other = both if heading.faces_hexside else both[::-1]
            yield not heading.faces_hexside, f"you took a {faced} for a {other}"
        else:
            held = "you held it to the rule for Platoons, which face hexsides only"
            yield heading.faces_hexside, held
    elif unit_class == 3:
        turned = "you turned it across the hexside, where it must lie along it"
        yield heading in (place.across, place.across.turn(6)), turned
        yield True, "you let it face on a hexside as it may in a hex"
        yield False, "you kept a Vehicle off the hexside, where it may stand"
    else:
        yield True, "you let it stand on a hexside, where only Vehicles may"


# -- ranges


@kind("landships:range", "range", RANGES, "the span of a hex counts as one")
def how_far(dice: random.Random, level: int) -> Task:
    """Ask for the range between two places, more often hexsides at higher levels, and often at half
    hexes.
    """
    while True:
        start = dice.choice(HEXES if level == 1 and dice.random() < 1 / 3 else SIDES)
        end = dice.choice(HEXES if level == 1 or (level == 2 and dice.random() < 1 / 3) else SIDES)
        odd = half_hexes(start, end) % 2 == 1 and isinstance(start, Side) and isinstance(end, Side)
        near = start != end and range_hexes(start, end) <= 6
        if near and (level < 3 or odd or dice.random() < 1 / 3):
            break
    a, b = GRID.code(start), GRID.code(end)
    note = f" {as_read('landships', RANGE_READING)}" if odd else ""
    return Task(
        f"How many hexes is it from {a} to {b}?{note}",
        f"landships:range from {a} to {b}",
        whole_number(range_hexes(start, end), _miscounted(start, end)),
        _counted(start, end),
    )


def _counted(start: Place, end: Place) -> str:
    """Return the range with the hexes that are counted."""
    answer = count_range(start, end)
    counted = [step for step in answer.steps if isinstance(step, Counted)]
    marks = [m for step in counted for m in step.marks[:1] if isinstance(m, Hex)]
    first, *others = map(GRID.code, marks)
    from_there = f"from {first} count {listed(others)}" if others else f"both count as in {first}"
    return f"It is {answer.value}: {from_there}."


@kind("landships:closer", "range", RANGES, "counts as in the closer hex", about=COUNTER)
def closer_hex(dice: random.Random, level: int) -> Task:
    """Ask which hex a vehicle on a hexside counts as being in, farther off at higher levels."""
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
        f"It is {n}, the closer one: it is {range_hexes(start, near)} from {a}, and {f} is"
        f" {range_hexes(start, far)}.",
        pick=Pick("end", "Click the hex."),
    )


def _miscounted(a: Place, b: Place) -> Iterator[tuple[int, str]]:
    """Yield the range that each mistake in counting leads to."""
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


KINDS = (may_stand, dead_ahead, how_far, closer_hex)
