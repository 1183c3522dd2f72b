"""Who of a force can hit whom, with which weapon, and why not; and which weapons bear on one place.

`can_target` is the truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap, Step, tally
from landships_lab.core.hexes import Place
from landships_lab.core.place_bits import place_bits
from landships_lab.core.speech import capitalized, plural
from landships_lab.games.landships.data.units import Weapon
from .book import CITES, RANGE_READING, name
from .fire import FiringWeapon, Verdict, covers, explained, verdict
from .force import Bearing, Conditions, Deployed, Force, bearings, of_side
from .ranges import range_hexes


@dataclass(frozen=True, slots=True)
class Aim:
    """What one unit can do to another: its best weapon for it, the range and the weapon's limit, in
    hexes.

    ``why`` says in a few words why it may not fire, and is empty where it may. The best weapon is
    the one with the most points; of weapons that may not fire, the one that lacks least.
    ``is_open`` says that none is known to reach, and that the range of one that bears is not in the
    source.
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
        """What a cell of a table says: the weapon with range and limit, or the reason."""
        return self.why or f"{self.weapon.name}, {self.range_hexes} of {self.limit}"


@lru_cache(
    maxsize=4096
)  # the pairs of a force of which one unit is dragged stay as they are, all but its own
def aim(firer: Deployed, target: Place, conditions: Conditions) -> Aim:
    """Return what a deployed unit can do to a target in this place of the board.

    `ValueError` for an unknown reading or option. Source: Twelve Point Facing, Combat (line 115).

    >>> from landships_lab.core.grid import Grid
    >>> from landships_lab.core.hexes import Heading
    >>> from landships_lab.games.landships.rules.positions import UNITS
    >>> grid = Grid(columns=12, rows=9)
    >>> tank = Deployed(UNITS["mk-iv-male"], grid.place("0606"), Heading.N, "British")
    >>> (
    ...     aim(tank, grid.place("0602"), Conditions(grid)).words,
    ...     aim(tank, grid.place("0101"), Conditions(grid)).words,
    ... )
    ('57 mm starboard, 4 of 7', '1 hex too far')
    """
    board = place_bits(conditions.grid)
    found = bearings(firer, conditions)
    bear = [b for b in found if b.bits >> board.number(target) & 1]
    best = max(bear, key=_points, default=None) or min(
        found, key=lambda b: _short_of(b.shot, target)
    )
    counted = range_hexes(firer.place, target, best.shot.readings[RANGE_READING])
    why = "" if bear else _why_not(best.shot, target, counted, conditions)
    is_open = not bear and any(_range_is_open(b.shot, target, conditions) for b in found)
    return Aim(best.weapon, counted, best.shot.max_range, why, is_open)


def _points(bearing: Bearing) -> int:
    points = bearing.weapon.points
    return points if isinstance(points, int) else -1


def _short_of(fired: FiringWeapon, target: Place) -> tuple[bool, bool, int]:
    """Return how far a weapon is from firing: those in arc come first, then those of a known range,
    then by the hexes too far.
    """
    limit = fired.max_range
    if isinstance(limit, Gap):
        return not covers(fired, target), True, 0
    counted = range_hexes(fired.place, target, fired.readings[RANGE_READING])
    return not covers(fired, target), False, max(counted - limit, 0)


def _range_is_open(fired: FiringWeapon, target: Place, conditions: Conditions) -> bool:
    """Return whether only a range that is not in the source keeps a weapon from bearing there."""
    if not isinstance(fired.max_range, Gap) or verdict(fired, target) != fired.max_range:
        return False
    sight = conditions.sight
    return sight is None or sight.explain(fired.place, target).value is True


def _why_not(fired: FiringWeapon, target: Place, counted: int, conditions: Conditions) -> str:
    limit = fired.max_range
    beyond = (
        ""
        if isinstance(limit, Gap) or counted <= limit
        else f"{plural(counted - limit, 'hex', 'hexes')} too far"
    )
    if not covers(fired, target):
        return f"not in arc, {beyond}" if beyond else "not in arc"
    return beyond or (
        "range not in the source" if _range_is_open(fired, target, conditions) else "line blocked"
    )


@dataclass(frozen=True, slots=True)
class Duel:
    """A firer and an enemy that it can hit. ``one_sided`` if the enemy cannot hit back, as far as
    the source says; ``is_open`` if a range decides it that is not in the source.
    """

    firer: Deployed
    target: Deployed
    aim: Aim
    one_sided: bool
    is_open: bool = False


def aims(
    force: Force, conditions: Conditions, side: str
) -> Mapping[tuple[Deployed, Deployed], Aim]:
    """Return what each unit of a side can do to each enemy, by (firer, enemy), in the order of the
    force.
    """
    firers = of_side(force, side)
    enemies = [one for one in force if one.side != side]
    return {
        (firer, enemy): aim(firer, enemy.place, conditions) for firer in firers for enemy in enemies
    }


def duels(force: Force, conditions: Conditions, side: str) -> tuple[Duel, ...]:
    """Return who can hit whom, for the firers of one side, or of both sides."""
    found = []
    for own in ("British", "German") if side == "both" else (side,):
        for (firer, enemy), taken in aims(force, conditions, own).items():
            if taken.may_fire:
                back = aim(enemy, firer.place, conditions)
                found.append(Duel(firer, enemy, taken, not back.may_fire, back.is_open))
    return tuple(found)


# -- one place


@dataclass(frozen=True, slots=True)
class FireTally:
    """The detail of `explain_place`: the guns and the units that bear on a place, and their points.

    ``at_least`` says that there are more points, which are not in the source; ``is_open`` that more
    guns may bear, whose ranges are not in it.
    """

    guns: int
    units: int
    points: int
    at_least: bool
    is_open: bool = False


def explain_place(
    force: Sequence[Deployed], conditions: Conditions, place: Place
) -> Answer[int | Gap]:
    """Return how many guns bear on a place, weapon by weapon, and why the others do not.

    Where none is known to bear, and whether one does depends on a range that is not in the source,
    the value is that `Gap`. ``detail`` is the `FireTally`; the reasons are those of `can_target`.
    `ValueError` for a place that is not on the board. Source: Twelve Point Facing, Combat (line
    115).

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
        (one, b, bool(b.bits >> number & 1)) for one in force for b in bearings(one, conditions)
    ]
    bear = [(one, b) for one, b, hits in shots if hits]
    lacking = [b.shot.max_range for _, b, _ in shots if _range_is_open(b.shot, place, conditions)]
    ordered = sorted(shots, key=lambda found: not found[2])  # those that bear come first
    steps = (
        Step(
            f"Each gun that bears on {name(place)} counts one.",
            CITES["fire-arcs"],
            "start",
            marks=(place,),
        ),
        *(_weapon_step(one, b.shot, place, hits, conditions) for one, b, hits in ordered),
        *(_open_step(limit) for limit in ([] if bear else lacking[:1])),
    )
    points = [b.weapon.points for _, b in bear]
    known = sum(p for p in points if isinstance(p, int))
    silent = any(isinstance(p, Gap) for p in points)
    units = len({one for one, _ in bear})
    detail = FireTally(len(bear), units, known, silent or bool(lacking), bool(lacking))
    value = tally(steps)
    assert not isinstance(value, Fraction)  # ones are added to zero, or a Gap is
    return Answer(value, steps, _headline(place, detail), detail=detail)


def _open_step(limit: int | Gap) -> Step:
    """Return that a range which is not in the source decides whether anything bears on a place."""
    assert isinstance(limit, Gap)
    return Step(
        f"Whether it reaches is not in the source. {limit.question}", limit.cite, "add", limit
    )


def _headline(place: Place, found: FireTally) -> str:
    if not found.guns:
        return (
            f"Whether anything bears on {name(place)} is not in the source: a range is missing."
            if found.is_open
            else f"Nothing bears on {name(place)}."
        )
    points = plural(found.points, "point") if found.points or not found.at_least else "some points"
    if found.at_least:
        points = f"at least {points}" if found.points else "points not in the source"
    least = "at least " if found.is_open else ""
    guns = capitalized(f"{least}{plural(found.guns, 'gun')} of {plural(found.units, 'unit')}")
    return f"{guns} {'bears' if found.guns == 1 else 'bear'} on {name(place)}: {points}."


@lru_cache(maxsize=2048)  # while one unit is dragged, the others' reasons stay
def _reasons(
    one: Deployed, conditions: Conditions, place: Place
) -> Mapping[str, Answer[bool | Gap]]:
    """Return the answer of `can_target` for each weapon of the unit."""
    return {b.weapon.id: explained(b.shot, place) for b in bearings(one, conditions)}


def _weapon_step(
    one: Deployed, fired: FiringWeapon, place: Place, bears: bool, conditions: Conditions
) -> Step:
    answer = _reasons(one, conditions, place)[fired.weapon.id]
    who = f"{capitalized(fired.weapon.name)} of {one.name}"
    if answer.value is True and not bears and conditions.sight is not None:
        sight = conditions.sight.explain(one.place, place)
        return Step(
            f"{who}: {_said(answer)}, but the line of sight is blocked.",
            _deciding(sight).cite,
            marks=(one.place, place),
        )
    deciding = _deciding(answer)
    text = f"{who}: {_said(answer)}."
    if bears:
        return Step(text, deciding.cite, "add", Fraction(1), (one.place, place), deciding.reading)
    return Step(text, deciding.cite, marks=(one.place, place), reading=deciding.reading)


def _said(answer: Answer[bool | Gap]) -> str:
    """Return the verdict as a part of a sentence, without what is said of every shot."""
    verdict: Verdict = answer.detail
    return verdict.short[:1].lower() + verdict.short[1:]


def _deciding(answer: Answer[bool | Gap]) -> Step:
    """Return the step that settles an answer: the first that forbids, else the first that is open,
    else the last one.
    """
    forbids = (step for step in answer.steps if step.op == "forbids")
    is_open = (step for step in answer.steps if isinstance(step.amount, Gap))
    return next(forbids, None) or next(is_open, None) or answer.steps[-1]
