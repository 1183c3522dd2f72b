"""Which units of a force can hit which enemies, with which weapon, and why not; and which weapons
bear on one place.

Everything follows from `can_target`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap, Step, Telling, Told, tallied
from landships_lab.core.hexes import Place
from landships_lab.core.place_bits import place_bits
from landships_lab.core.speech import capitalized, plural
from landships_lab.games.landships.data.units import Weapon
from landships_lab.games.landships.rules.book import add, hexes, lost, name, note, start
from landships_lab.games.landships.rules.fire import (
    Aimed,
    FiringWeapon,
    Verdict,
    explained,
    verdict,
)
from .coverage import SIDES, Conditions, Deployed, Force, bearings, of_side


@dataclass(frozen=True, slots=True)
class Aim:
    """What one unit can do to another: its best weapon for it, the range and the weapon's limit, in
    hexes.

    ``why`` says in a few words why it may not fire; it is empty if it may. The best weapon is the
    one with the most points or, if no weapon may fire, the one that lacks least. ``is_open`` says
    that no weapon is known to reach, but one that bears has a range that is not in the source.
    """

    weapon: Weapon
    range_hexes: int
    limit: int | Gap
    why: str = ""
    is_open: bool = False

    @property
    def may_fire(self) -> bool:
        """Whether the firer can hit the target."""
        return not self.why

    @property
    def words(self) -> str:
        """The words of a table cell: the weapon with range and limit, or the reason."""
        return self.why or f"{self.weapon.name}, {self.range_hexes} of {self.limit}"


@lru_cache(maxsize=4096)  # while one unit is dragged, only its own pairs change
def aim(firer: Deployed, target: Place, conditions: Conditions) -> Aim:
    """Return what a deployed unit can do to a target in this place of the board.

    >>> from landships_lab.core.grid import Grid
    >>> from landships_lab.core.hexes import Heading
    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> [aim(tank, grid.place(code), Conditions(grid)).words for code in ("0602", "0101")]
    ['57 mm starboard, 4 of 7', '1 hex too far']
    """
    number = place_bits(conditions.grid).number(target)
    aimed_shots = [(b, Aimed(b.shot, target)) for b in bearings(firer, conditions)]
    bear = [(b, aimed) for b, aimed in aimed_shots if b.bits >> number & 1]
    if bear:
        best, aimed = max(bear, key=lambda one: _points(one[0].weapon))
        return Aim(best.weapon, aimed.counted, best.shot.max_range)
    best, aimed = min(aimed_shots, key=lambda one: _short_of(one[1]))
    is_open = any(_range_is_open(other, conditions) for _, other in aimed_shots)
    why = _why_not(aimed, conditions)
    return Aim(best.weapon, aimed.counted, best.shot.max_range, why, is_open)


def _points(weapon: Weapon) -> int:
    return weapon.points if isinstance(weapon.points, int) else -1


def _short_of(aimed: Aimed) -> tuple[bool, bool, int]:
    """Return a sort key for how far a weapon is from firing: first those in arc, then those of
    known range, then by the hexes beyond range.
    """
    return not aimed.in_arc, isinstance(aimed.fired.max_range, Gap), aimed.beyond


def _range_is_open(aimed: Aimed, conditions: Conditions) -> bool:
    """Return whether only a range that is not in the source may keep a weapon from
    bearing there.
    """
    limit, sight = aimed.fired.max_range, conditions.sight
    if not isinstance(limit, Gap) or verdict(aimed.fired, aimed.target) != limit:
        return False
    return sight is None or sight.explain(aimed.fired.place, aimed.target).value is True


def _why_not(aimed: Aimed, conditions: Conditions) -> str:
    far = f"{hexes(aimed.beyond)} too far" if aimed.beyond else ""
    if not aimed.in_arc:
        return f"not in arc, {far}" if far else "not in arc"
    is_open = _range_is_open(aimed, conditions)
    return far or ("range not in the source" if is_open else "line blocked")


@dataclass(frozen=True, slots=True)
class Duel:
    """A firer and an enemy that it can hit. ``one_sided`` if the enemy cannot hit back, as far as
    the source says; ``is_open`` if a range that is not in the source decides.
    """

    firer: Deployed
    target: Deployed
    aim: Aim
    one_sided: bool
    is_open: bool = False


def aims(
    force: Force, conditions: Conditions, side: str
) -> Mapping[tuple[Deployed, Deployed], Aim]:
    """Return what each unit of a side can do to each enemy, by (firer, enemy)."""
    firers = of_side(force, side)
    enemies = [one for one in force if one.side != side]
    pairs = [(firer, enemy) for firer in firers for enemy in enemies]
    return {(firer, enemy): aim(firer, enemy.place, conditions) for firer, enemy in pairs}


def duels(force: Force, conditions: Conditions, side: str) -> tuple[Duel, ...]:
    """Return who can hit whom, for the firers of one side, or of both sides."""
    pairs = []
    for own in SIDES if side == "both" else (side,):
        for (firer, enemy), aimed in aims(force, conditions, own).items():
            if aimed.may_fire:
                back = aim(enemy, firer.place, conditions)
                pairs.append(Duel(firer, enemy, aimed, not back.may_fire, back.is_open))
    return tuple(pairs)


# ---------------------------------------------------------------------------------------- one place


@dataclass(frozen=True, slots=True)
class FireTally:
    """The detail of `explain_place`: the guns and the units that bear on a place, and their points.

    ``at_least`` says that there are more points, which are not in the source; ``is_open`` that more
    guns may bear, whose ranges are not in the source.
    """

    guns: int
    units: int
    points: int
    at_least: bool
    is_open: bool = False


@tallied
def explain_place(
    force: Sequence[Deployed], conditions: Conditions, place: Place
) -> Telling[FireTally]:
    """Return how many guns bear on a place, weapon by weapon, and why the others do not: a `Gap` if
    no gun is known to bear and a range that is not in the source decides.

    >>> from landships_lab.core.grid import Grid
    >>> from landships_lab.core.hexes import Heading
    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> answer = explain_place([tank], Conditions(grid), grid.place("0602"))
    >>> answer.headline
    '3 guns of 1 unit bear on 0602: 18 points.'
    >>> answer.steps[1].text
    '57 mm starboard of Mk IV male 1: in arc, range 4 of 7.'
    """
    if place not in conditions.grid:
        raise ValueError(f"{name(place)} does not lie on this board.".capitalize())
    number = place_bits(conditions.grid).number(place)
    shots = [
        (one, b.shot, b.bits >> number & 1) for one in force for b in bearings(one, conditions)
    ]
    bear = [(one, fired) for one, fired, bears in shots if bears]
    lacking = [
        fired.max_range
        for _, fired, _ in shots
        if isinstance(fired.max_range, Gap) and _range_is_open(Aimed(fired, place), conditions)
    ]
    yield start("fire-arcs", 0, f"Each gun that bears on {name(place)} counts one.", marks=(place,))
    for one, fired, bears in sorted(shots, key=lambda shot: not shot[2]):  # those that bear first
        yield _weapon_step(one, fired, place, bool(bears), conditions)
    for limit in [] if bear else lacking[:1]:
        text = f"Whether it reaches is not in the source. {limit.question}"
        yield lost(limit, text, "add")
    points = [fired.weapon.points for _, fired in bear]
    known = sum(p for p in points if isinstance(p, int))
    at_least = bool(lacking) or any(isinstance(p, Gap) for p in points)
    units = len({one for one, _ in bear})
    tally = FireTally(len(bear), units, known, at_least, bool(lacking))
    return Told(_headline(place, tally), detail=tally)


def _headline(place: Place, tally: FireTally) -> str:
    if not tally.guns:
        unknown = (
            f"Whether anything bears on {name(place)} is not in the source: a range is missing"
        )
        return f"{unknown}." if tally.is_open else f"Nothing bears on {name(place)}."
    points = plural(tally.points, "point") if tally.points or not tally.at_least else "some points"
    if tally.at_least:
        points = f"at least {points}" if tally.points else "points not in the source"
    least = "at least " if tally.is_open else ""
    guns = capitalized(f"{least}{plural(tally.guns, 'gun')} of {plural(tally.units, 'unit')}")
    return f"{guns} {'bears' if tally.guns == 1 else 'bear'} on {name(place)}: {points}."


@lru_cache(maxsize=2048)  # while one unit is dragged, the reasons of the others stay
def _reasons(
    one: Deployed, conditions: Conditions, place: Place
) -> Mapping[str, Answer[bool | Gap, Verdict]]:
    """Return the answer of `can_target` for each weapon of the unit."""
    return {b.weapon.id: explained(b.shot, place) for b in bearings(one, conditions)}


def _weapon_step(
    one: Deployed, fired: FiringWeapon, place: Place, bears: bool, conditions: Conditions
) -> Step:
    answer, marks = _reasons(one, conditions, place)[fired.weapon.id], (one.place, place)
    who = f"{capitalized(fired.weapon.name)} of {one.name}"
    words = answer.detail.short[:1].lower() + answer.detail.short[1:]
    if answer.value is True and not bears and conditions.sight is not None:
        cite = _deciding(conditions.sight.explain(one.place, place)).cite
        return note(cite, f"{who}: {words}, but the line of sight is blocked.", marks=marks)
    step = _deciding(answer)
    if bears:
        return add(step.cite, 1, f"{who}: {words}.", step.reading, marks)
    return note(step.cite, f"{who}: {words}.", step.reading, marks)


def _deciding(answer: Answer[bool | Gap]) -> Step:
    """Return the step that settles an answer: the first that forbids, else the first that is open,
    else the last.
    """
    forbids = (step for step in answer.steps if step.op == "forbids")
    is_open = (step for step in answer.steps if isinstance(step.amount, Gap))
    return next(forbids, None) or next(is_open, None) or answer.steps[-1]
