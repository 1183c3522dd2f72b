"""Questions about positions: whether a unit may stand in a place and face so."""

from __future__ import annotations

import random
from collections.abc import Iterator

from landships_lab.core.arcs import bearing
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Side
from landships_lab.core.speech import with_article
from landships_lab.games.landships.rules.book import name
from landships_lab.games.landships.rules.positions import check_position, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.kind import on_board, yes_or_no
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .board import GRID, HEXES, SIDES

_WORDS = {1: "Platoon", 2: "immobile Weapons Unit", 3: "Vehicle"}


def position_question(dice: random.Random, level: int) -> Task:
    """Return a question about a unit of any class, legal half the time; hexsides and near misses
    come with the levels.
    """
    unit_class = dice.choice((1, 2, 3) if level == 1 else (1, 2, 3, 3))
    on_side = dice.random() < 1 / 2 if unit_class == 3 else dice.randint(1, 4) < level
    place = dice.choice(SIDES if on_side else HEXES)
    legal = legal_headings(unit_class, place)
    if legal and dice.random() < 1 / 2:
        heading = dice.choice(legal)
    elif level > 1 and legal:  # a near miss: one point beside a legal heading, or square to it
        heading = dice.choice(legal).turn(dice.choice((-1, 1, 3)))
    else:
        heading = dice.choice(HEADINGS)
    number = dice.randint(1, 8)
    code = GRID.code(place)
    state = f"landships:positions #{number} vehicles {number}@{code}@{heading}@{unit_class}"
    text = (
        f"Unit #{number} is {with_article(_WORDS[unit_class])}, of class {unit_class}. May it"
        " stand "
    )
    text += f"{'on hexside' if isinstance(place, Side) else 'in'} {code} facing {heading}?"
    answer = check_position(unit_class, place, heading)
    reason = answer.detail.reason
    return Task(
        text,
        state,
        yes_or_no(heading in legal, _misplaced(unit_class, place, heading)),
        because=f"{'Yes' if answer.value else 'No'}: {reason}.",
    )


def ahead_question(dice: random.Random, level: int) -> Task:
    """Return a question answered by turning a tank: the heading at which a place lies dead ahead.

    It lies farther off with the levels, and at the last one it is a hexside.
    """
    heading = dice.choice(HEADINGS)
    faces = dice.choice([h for h in HEADINGS if h != heading])
    ahead: list[Place] = []
    while not ahead:  # near its rim the board may end too soon that way
        start = dice.choice(HEXES)
        ahead = [
            p
            for p in GRID.places
            if level <= range_hexes(start, p) + 1 <= 4 + level
            and bearing(start, heading, p) == (0, 0)
            and isinstance(p, Side) is (level == 3)
        ]
    target = dice.choice(sorted(ahead))
    code, there = GRID.code(start), GRID.code(target)
    text = (
        f"A Mk IV in {code} faces {faces}. Turn it so that {name(target)} lies dead ahead, straight"
        " along the arrow on its counter."
    )
    state = f"landships:fire mk-iv-male@{code} {{}} target {there}"
    wrong = [(h.value, words) for h, words in _beside(heading)]
    pointed = "hexside" if heading.faces_hexside else "hexjuncture"
    return Task(
        text,
        state.format(faces),
        on_board([heading.value], [h.value for h in HEADINGS], wrong),
        because=(
            f"It is {heading}: the line from {code} to {there} runs through a {pointed} of {code}."
        ),
        explained=state.format(heading),
        pick=Pick("heading", "Turn the tank with the wheel or Q and E.", at_once=False),
    )


def _beside(heading: Heading) -> Iterator[tuple[Heading, str]]:
    """Yield the headings that a mistake leads to."""
    yield heading.turn(6), "you pointed the stern at it"
    for turn in (1, -1):
        yield heading.turn(turn), "you stopped 30° short, or went 30° too far"


def _misplaced(unit_class: int, place: Place, heading: Heading) -> Iterator[tuple[bool, str]]:
    """Yield what each mistake about positions makes of this one."""
    if isinstance(place, Hex):
        if unit_class == 1:
            faced, other = (
                ("hexside", "hexjuncture") if heading.faces_hexside else ("hexjuncture", "hexside")
            )
            yield not heading.faces_hexside, f"you took a {faced} for a {other}"
        else:
            yield (
                heading.faces_hexside,
                "you held it to the rule for Platoons, which face hexsides only",
            )
    elif unit_class == 3:
        yield (
            heading in (place.across, place.across.turn(6)),
            "you turned it across the hexside, where it must lie along it",
        )
        yield True, "you let it face on a hexside as it may in a hex"
        yield False, "you kept a Vehicle off the hexside, where it may stand"
    else:
        yield True, "you let it stand on a hexside, where only Vehicles may"
