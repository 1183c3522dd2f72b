"""Questions about the fire of a force: how many weapons bear on a place, and where no
weapon bears.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from landships_lab.core.hexes import Place, Side
from landships_lab.core.place_bits import levels, place_bits
from landships_lab.core.speech import capitalized, listed, with_article
from landships_lab.games.landships.analysis import coverage
from landships_lab.games.landships.analysis.coverage import Conditions, Deployed, places_within
from landships_lab.games.landships.panels.coverage_board import GRID
from landships_lab.games.landships.rules.book import arc_words, at, hexes
from landships_lab.games.landships.rules.fire import Aimed, FiringWeapon, covers, shot, verdict
from landships_lab.games.landships.rules.positions import UNITS, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.kind import Wrong, kind, on_board, whole_number
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .fire import reading_notes

LESSON, ABOUT = "17_a_company_in_the_field", "landships:coverage"
#: Vehicles with few enough weapons to keep in mind, all of known range; at the last level also one
#: with six.
_FEW, _MANY = ("a7v", "whippet", "mk-iv-female"), ("a7v", "whippet", "mk-iv-female", "mk-iv-male")
_MIDDLE = tuple(p for p in sorted(GRID.places) if range_hexes(p, GRID.hex(9, 6)) <= 3)
_HEXES = tuple(p for p in _MIDDLE if not isinstance(p, Side))
_SIDES = tuple(p for p in _MIDDLE if isinstance(p, Side))
_BOARD = place_bits(GRID)


def _force(dice: random.Random, level: int) -> tuple[Deployed, ...]:
    """Return two vehicles, at higher levels on hexsides, at the last level of different kinds."""
    force: list[Deployed] = []
    kinds = dice.sample(_MANY, 2) if level == 3 else [dice.choice(_FEW)] * 2
    for number, unit in enumerate(kinds, 1):
        near = _SIDES if dice.randint(1, 5) < level else _HEXES
        occupied = [one.place for one in force]
        place = dice.choice([p for p in near if p not in occupied])
        heading = dice.choice(legal_headings(3, place))
        force.append(Deployed(UNITS[unit], place, heading, "British", number))
    return tuple(force)


def _around(force: Sequence[Deployed], far: int) -> int:
    """Return the places within this range of a force without a unit of it, as bits."""
    near = 0
    for one in force:
        near |= places_within(one.place, far, GRID)
    return near & ~_BOARD.gather(one.place for one in force)


def _shots(force: Sequence[Deployed]) -> list[FiringWeapon]:
    return [
        shot(one.unit, weapon, one.place, one.heading)
        for one in force
        for weapon in one.unit.weapons.values()
    ]


def link(force: Sequence[Deployed], rest: str) -> str:
    """Return the link that shows these units in the panel of coverage."""
    sides: dict[str, list[str]] = {}
    for one in force:
        unit = f"{one.unit.id}@{GRID.code(one.place)}@{one.heading}"
        sides.setdefault(one.side.lower(), []).append(unit)
    units = " ".join(f"{side} {' '.join(words)}" for side, words in sorted(sides.items()))
    return f"{ABOUT} {units} {rest}"


def _stand(force: Sequence[Deployed]) -> str:
    stand = []
    for n, one in enumerate(force):
        again = any(one.unit.id == other.unit.id for other in force[:n])
        who = "another" if again else with_article(one.unit.name)
        stand.append(f"{who} stands {at(one.place)} facing {one.heading}")
    return capitalized(f"{'; '.join(stand)}.")


def _armed(force: Sequence[Deployed], on_hexside: bool) -> str:
    """Return the question's words on the weapons, because no reader knows the
    reconstructed values.
    """
    sentences = []
    for unit in {one.unit.id: one.unit for one in force}.values():
        weapons = [
            f"{w.name}, {arc_words(w.arc).removeprefix('from ')}, {hexes(w.range_hexes)}"
            for w in unit.weapons.values()
            if isinstance(w.range_hexes, int)
        ]
        sentence = f"The weapons of {with_article(unit.name)}, with arc and range:"
        sentences.append(f"{sentence} {'; '.join(weapons)}.")
        if on_hexside:
            can = "can" if any(w.arc.edge_hexsides for w in unit.weapons.values()) else "cannot"
            sentences.append(f"They {can} hit hexsides on the edges of their arcs.")
    if any(" 2 MG " in sentence for sentence in sentences):
        sentences.append("Here 2 MG on one mount are one weapon.")
    return " ".join(sentences)


# -- how many bear


@kind("landships:bearing", "count", LESSON, "gun *bears* on a place", about=ABOUT)
def weapons_that_bear(dice: random.Random, level: int) -> Task:
    """Ask how many weapons bear on a place, often where arc and range disagree."""
    force = _force(dice, level)
    shots = _shots(force)
    near = _around(force, 6) & (_BOARD.hexes if level == 1 else _BOARD.board)
    counted = dict(levels(coverage.counts(force, Conditions(GRID)), near))
    target = dice.choice(_BOARD.places(counted[dice.choice([n for n in counted if n < 4])]))
    bear = [fired for fired in shots if verdict(fired, target) is True]
    named = listed((f"the {one.weapon.name} {at(one.place)}" for one in bear), none="none")
    return Task(
        f"{_stand(force)} {_armed(force, isinstance(target, Side))} How many of these weapons bear"
        f" on a spotted target {at(target)}?{reading_notes(target, shots)}",
        link(force, f"asked {GRID.code(target)}"),
        whole_number(len(bear), _miscounted(force, shots, target)),
        f"{len(bear)} {'bears' if len(bear) == 1 else 'bear'}: {named}.",
    )


def _bear(shots: Sequence[FiringWeapon], target: Place) -> int:
    return sum(verdict(fired, target) is True for fired in shots)


def _miscounted(force: Sequence[Deployed], shots: Sequence[FiringWeapon], target: Place) -> Wrong:
    """Yield the count that each mistake leads to."""
    aimed = [Aimed(fired, target) for fired in shots]
    in_range = [aim for aim in aimed if isinstance(aim.fired.max_range, int) and not aim.beyond]
    on_edge = [aim for aim in in_range if aim.lies == "edge"]
    inside = [aim for aim in in_range if aim.lies == "inside"]
    if on_edge:
        yield len(inside), "you took the edges of the arcs for outside"
        yield len(inside) + len(on_edge), "you let hexsides be hit on edges where they cannot"
    if len(force) > 1:
        vehicles = sum(_bear(_shots([one]), target) > 0 for one in force)
        yield vehicles, "you counted the vehicles, not their weapons"
    yield sum(aim.in_arc for aim in aimed), "you forgot their ranges"
    yield len(in_range), "you forgot their arcs"
    flipped = [s.standing(s.place, s.heading.turn(6)) for s in shots]
    yield _bear(flipped, target), "you took the bow for the stern"


# -- which place is blind

#: At most 1 in RARE places asked about may be blind, so that a click at random seldom finds one.
RARE = 6


@kind("landships:blind", "arc", LESSON, "A place is *blind*", about=ABOUT)
def blind_places(dice: random.Random, level: int) -> Task:
    """Ask for a blind place near one vehicle or two: a hex at first, then a hexside."""
    while True:
        force = _force(dice, level)[: 1 if level == 1 else 2]
        within = dice.randint(2, 4)
        near = _around(force, within)
        near &= _BOARD.hexes if level == 1 else _BOARD.board & ~_BOARD.hexes
        counted = dict(levels(coverage.counts(force, Conditions(GRID)), near))
        blind = _BOARD.places(counted.get(0, 0))
        if blind and RARE * len(blind) <= near.bit_count():
            break
    shots, among = _shots(force), _BOARD.places(near)
    what = "hex" if level == 1 else "hexside"
    notes = "".join(dict.fromkeys(n for p in among if (n := reading_notes(p, shots))))
    each = "of it" if len(force) == 1 else "of one of them"
    right = [GRID.code(p) for p in blind]
    others = [p for p in among if p not in blind]
    wrong = [(GRID.code(p), f"you overlooked the {_first(shots, p)}") for p in others]
    are = "is" if len(right) == 1 else "are"
    more = "" if len(right) <= _NAMED else f" and {len(right) - _NAMED} more"
    return Task(
        f"{_stand(force)} {_armed(force, level > 1)} Click a {what} within {hexes(within)} {each}"
        f" on which none of these weapons bears.{notes if level == 1 else ''}",
        link(force, f"within {within}"),
        on_board(right, map(GRID.code, among), wrong),
        f"{listed(right[:_NAMED])}{more} {are} blind: {_why_blind(shots, blind[0])}.",
        explained=link(force, f"within {within} asked {right[0]}"),
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


KINDS = (weapons_that_bear, blind_places)
