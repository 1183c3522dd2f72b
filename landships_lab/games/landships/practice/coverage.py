"""Questions about the fire of a force: how many weapons bear on a place, and which place none of
them bears on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from landships_lab.core.hexes import Place, Side
from landships_lab.core.place_bits import levels, place_bits
from landships_lab.core.speech import capitalized, listed, with_article
from landships_lab.games.landships.analysis.coverage import (
    Conditions,
    Deployed,
    counts,
    places_within,
)
from landships_lab.games.landships.panels.coverage_board import GRID
from landships_lab.games.landships.rules.book import arc_words, at, hexes
from landships_lab.games.landships.rules.fire import Aimed, FiringWeapon, covers, shot, verdict
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.kind import on_board, whole_number
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .fire import reading_notes

#: Vehicles with few enough weapons to keep in mind, all of known range; at the last level one with
#: six.
_FEW, _MANY = ("a7v", "whippet", "mk-iv-female"), ("a7v", "whippet", "mk-iv-female", "mk-iv-male")
_MIDDLE = tuple(p for p in sorted(GRID.places) if range_hexes(p, GRID.hex(9, 6)) <= 3)
_HEXES, _SIDES = (
    tuple(p for p in _MIDDLE if isinstance(p, Side) == on_side) for on_side in (False, True)
)
_BOARD = place_bits(GRID)


def _force(dice: random.Random, level: int) -> tuple[Deployed, ...]:
    """Return two vehicles, at the last level of different kinds; on hexsides with the levels."""
    found: list[Deployed] = []
    kinds = dice.sample(_MANY, 2) if level == 3 else [dice.choice(_FEW)] * 2
    for number, kind in enumerate(kinds, 1):
        on_side = dice.randint(1, 5) < level
        place = dice.choice(
            [p for p in (_SIDES if on_side else _HEXES) if all(p != one.place for one in found)]
        )
        found.append(
            Deployed(UNITS[kind], place, dice.choice(legal_headings(3, place)), "British", number)
        )
    return tuple(found)


def _near(force: Sequence[Deployed], level: int) -> int:
    """Return the places near a force that are asked about, as bits: hexes
    first, then hexsides too.
    """
    near = 0
    for one in force:
        near |= places_within(one.place, 6, GRID)
    standing = _BOARD.gather(one.place for one in force)
    return near & ~standing & (_BOARD.hexes if level == 1 else _BOARD.board)


def _shots(force: Sequence[Deployed]) -> list[FiringWeapon]:
    return [
        shot(one.unit, weapon, one.place, one.heading)
        for one in force
        for weapon in one.unit.weapons.values()
    ]


def _state(force: Sequence[Deployed], rest: str) -> str:
    units = " ".join(f"{one.unit.id}@{GRID.code(one.place)}@{one.heading}" for one in force)
    return f"landships:coverage british {units} {rest}"


def _stand(force: Sequence[Deployed]) -> str:
    told = []
    for n, one in enumerate(force):
        again = any(one.unit.id == other.unit.id for other in force[:n])
        told.append(
            f"{'another' if again else with_article(one.unit.name)} stands {at(one.place)} facing"
            f" {one.heading}"
        )
    return capitalized(f"{'; '.join(told)}.")


def _armed(force: Sequence[Deployed], on_hexside: bool) -> str:
    """Return what the question says of the weapons, for no reader knows what is reconstructed."""
    told = []
    for unit in {one.unit.id: one.unit for one in force}.values():
        weapons = (
            f"{w.name}, {arc_words(w.arc).removeprefix('from ')}, {hexes(w.range_hexes)}"
            for w in unit.weapons.values()
            if isinstance(w.range_hexes, int)
        )
        edges = {w.arc.edge_hexsides for w in unit.weapons.values()}
        rule = (
            f" They {'can' if True in edges else 'cannot'} hit hexsides on the edges of their arcs."
            if on_hexside
            else ""
        )
        told.append(
            f"The weapons of {with_article(unit.name)}, with arc and range:"
            f" {'; '.join(weapons)}.{rule}"
        )
    paired = (
        " Here 2 MG on one mount are one weapon." if any(" 2 MG " in line for line in told) else ""
    )
    return f"{' '.join(told)}{paired}"


# -- how many bear


def bearing_question(dice: random.Random, level: int) -> Task:
    """Return a question about how many weapons bear on a place; places where arcs and ranges part
    come often.
    """
    force = _force(dice, level)
    shots = _shots(force)
    counted = dict(levels(counts(force, Conditions(GRID)), _near(force, level)))
    target = dice.choice(_BOARD.places(counted[dice.choice([n for n in counted if n < 4])]))
    text = (
        f"{_stand(force)} {_armed(force, isinstance(target, Side))} How many of these weapons bear"
        f" on a spotted target {at(target)}?"
    )
    text += reading_notes(target, shots)
    found = _bear(shots, target)
    bear = [
        f"the {fired.weapon.name} {at(fired.place)}"
        for fired in shots
        if verdict(fired, target) is True
    ]
    return Task(
        text,
        _state(force, f"asked {GRID.code(target)}"),
        whole_number(found, _miscounted(force, shots, target)),
        because=f"{found} {'bears' if found == 1 else 'bear'}: {listed(bear, none='none')}.",
    )


def _bear(shots: Sequence[FiringWeapon], target: Place) -> int:
    return sum(verdict(fired, target) is True for fired in shots)


def _miscounted(
    force: Sequence[Deployed], shots: Sequence[FiringWeapon], target: Place
) -> Iterator[tuple[int, str]]:
    """Yield the count that each mistake leads to."""
    aimed = [Aimed(fired, target) for fired in shots]
    in_range = [aim for aim in aimed if isinstance(aim.fired.max_range, int) and not aim.beyond]
    on_edge = [aim for aim in in_range if aim.lies == "edge"]
    inside = [aim for aim in in_range if aim.lies == "inside"]
    if on_edge:
        yield len(inside), "you took the edges of the arcs for outside"
        yield len(inside) + len(on_edge), "you let hexsides be hit on edges where they cannot"
    if len(force) > 1:
        yield (
            sum(any(verdict(s, target) is True for s in _shots([one])) for one in force),
            "you counted the vehicles, not their weapons",
        )
    yield sum(aim.in_arc for aim in aimed), "you forgot their ranges"
    yield len(in_range), "you forgot their arcs"
    flipped = [s.standing(s.place, s.heading.turn(6)) for s in shots]
    yield sum(verdict(s, target) is True for s in flipped), "you took the bow for the stern"


# -- which place is blind

#: One in so many of the places asked about may be blind, so that a click at random seldom does.
RARE = 6


def blind_question(dice: random.Random, level: int) -> Task:
    """Return a question answered on the board: a place near one vehicle, then two, on which none
    of their weapons bears; hexes first, then hexsides.
    """
    while True:
        force = _force(dice, level)[: 1 if level == 1 else 2]
        within = dice.randint(2, 4)
        near = 0
        for one in force:
            near |= places_within(one.place, within, GRID)
        near &= ~_BOARD.gather(one.place for one in force)
        near &= _BOARD.hexes if level == 1 else _BOARD.board & ~_BOARD.hexes
        counted = dict(levels(counts(force, Conditions(GRID)), near))
        blind = _BOARD.places(counted.get(0, 0))
        if blind and RARE * len(blind) <= near.bit_count():
            break
    shots, among = _shots(force), _BOARD.places(near)
    what = "hex" if level == 1 else "hexside"
    notes = "".join(dict.fromkeys(n for p in among if (n := reading_notes(p, shots))))
    text = (
        f"{_stand(force)} {_armed(force, level > 1)} Click a {what} within {hexes(within)}"
        f" {'of it' if len(force) == 1 else 'of one of them'} on which none of these weapons"
        f" bears.{notes if level == 1 else ''}"
    )
    right = [GRID.code(p) for p in blind]
    wrong = [
        (GRID.code(p), f"you overlooked the {_first(shots, p)}") for p in among if p not in blind
    ]
    are = "is" if len(right) == 1 else "are"
    more = "" if len(right) <= _NAMED else f" and {len(right) - _NAMED} more"
    return Task(
        text,
        _state(force, f"within {within}"),
        on_board(right, map(GRID.code, among), wrong),
        because=f"{listed(right[:_NAMED])}{more} {are} blind: {_why_blind(shots, blind[0])}.",
        explained=_state(force, f"within {within} asked {right[0]}"),
        pick=Pick("asked", f"Click a {what}."),
    )


_NAMED = 4


def _why_blind(shots: Sequence[FiringWeapon], place: Place) -> str:
    """Return why no weapon bears on a place."""
    code = GRID.code(place)
    near = [s for s in shots if range_hexes(s.place, place) <= _limit(s)]
    if any(s.weapon.arc.locate(s.place, s.heading, place) == "edge" for s in near):
        return f"{code} lies exactly on the edge of an arc, and no other within range holds it"
    in_arc = any(covers(s, place) for s in shots)
    return f"{code} is too far for the arcs it lies in" if in_arc else f"{code} lies in no arc"


def _limit(fired: FiringWeapon) -> int:
    assert isinstance(fired.max_range, int)  # the ranges of these vehicles are all known
    return fired.max_range


def _first(shots: Sequence[FiringWeapon], target: Place) -> str:
    """Return the name of the first weapon that bears on a place."""
    return next(s.weapon.name for s in shots if verdict(s, target) is True)
