"""Puzzles of observation at Loos, solved on the board of the sight panel: where to stand, what to
plant, where to send the aircraft.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import cast

from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.lines import Along, Through, trace
from landships_lab.core.speech import listed, plural
from landships_lab.games.loos.panels.sight import GRID, Sight
from landships_lab.games.loos.rules.reserves import Stacked, may_stack
from landships_lab.games.loos.rules.sight import MOST_HEXES, SightMap, in_sight, seen_from
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.puzzles import Family
from landships_lab.practice.task import Task, hands_on

_HEXES = tuple(GRID.hexes())
_MIDDLE = tuple(h for h in _HEXES if half_hexes(h, GRID.hex(8, 6)) <= 8)
_LINE = (
    "Think of the line of sight: at most four hexes from centre to centre, blocked by any hex that"
    " is not clear, the target's own too, but never by the hex one stands in (lines 247-251)."
)
_EYE_MOVES = "Click a hex, drag the eye, or use the arrow keys · drag the ring to try another line"


def _name(hexagon: Hex) -> str:
    return GRID.code(hexagon)


def _names(hexes: Iterable[Hex]) -> str:
    return listed(map(_name, hexes))


def _around(middle: Hex, least: int, most: int) -> list[Hex]:
    return [h for h in _HEXES if 2 * least <= half_hexes(middle, h) <= 2 * most]


def _apart(dice: random.Random, among: Sequence[Hex], number: int, least: int) -> list[Hex]:
    """Return so many of these hexes, each at least so far from the others; fewer where these dice
    are unlucky.
    """
    found: list[Hex] = []
    for one in dice.sample(among, len(among)):
        if len(found) < number and all(half_hexes(one, other) >= 2 * least for other in found):
            found.append(one)
    return found


def _grow(dice: random.Random, among: Sequence[Hex], number: int) -> str:
    """Return the words of a state that plant woods and towns in so many of these hexes."""
    grown = dice.sample(among, min(number, len(among)))
    towns = len(grown) // 3
    kinds = {"town": grown[:towns], "woods": grown[towns:]}
    return " ".join(
        f"{kind}={','.join(map(_name, sorted(hexes)))}" for kind, hexes in kinds.items() if hexes
    )


def _observed(target: Hex, by: Hex | None = None, wanted: bool = True) -> Callable[[Sight], Held]:
    """Return the judge of whether a target is observed: from the eye, or from another hex, whose
    target is then the eye.
    """

    def judge(state: Sight) -> Held:
        eye = cast(Hex, state.observer)
        here, there = (eye, target) if by is None else (by, target)
        if in_sight(state.field(), here, there) == wanted:
            return Held(True)
        if wanted:
            return Held(False, _reason(state.field(), here, there))
        return Held(False, seen_from(state.field(), here, there).headline)

    return judge


def _hidden_from(enemy: Hex) -> Callable[[Sight], Held]:
    """Return the judge of whether the eye is hidden from an enemy."""

    def judge(state: Sight) -> Held:
        eye = cast(Hex, state.observer)
        if not in_sight(state.field(), enemy, eye):
            return Held(True)
        return Held(False, seen_from(state.field(), enemy, eye).headline)

    return judge


def _vacant(men: Sequence[Hex]) -> Condition:
    """Return the condition that the eye is in no hex of these enemies, as stacking has it."""

    def judge(state: Sight) -> Held:
        armies = [
            Stacked("british", "1"),
            *(Stacked("german", "14") for h in men if h == state.observer),
        ]
        may = may_stack(armies)
        return Held(may.value, "" if may.value else may.headline)

    return Condition("No German lies in that hex.", judge)


def _reason(field: SightMap, eye: Hex, target: Hex) -> str:
    """Return why a target is not observed."""
    return next(s.text for s in seen_from(field, eye, target).steps if s.op == "forbids")


def _every_eye(start: Sight) -> Iterator[Sight]:
    return (replace(start, observer=h) for h in _HEXES)


def _state(text: str) -> Sight:
    return Sight.parse(text)


_FREE_EYE = Free(
    _EYE_MOVES, ("observer", "target", "show"), ("observer", "target", "show"), _every_eye
)


# -- the only hex that sees all three -------------------------------------------------------------


def _three(dice: random.Random) -> Task | None:
    middle = dice.choice(_MIDDLE)
    targets = _apart(dice, _around(middle, 1, 4), 3, 2)
    if len(targets) < 3:
        return None
    cover = [h for h in _around(middle, 0, 5) if h not in targets]
    ground = _grow(dice, cover, dice.randint(11, 17))
    field = _state(f"loos:sight 0101 at 0101 terrain {ground}").field()
    seen = {h: [t for t in targets if in_sight(field, h, t)] for h in _HEXES if h not in targets}
    if sum(len(found) == 3 for found in seen.values()) != 1:
        return None
    two = [h for h, found in seen.items() if len(found) == 2]
    blind = [h for h in _around(middle, 0, 3) if h not in targets and len(seen[h]) < 2]
    if not two or not blind:
        return None
    near = min(two, key=lambda h: max(half_hexes(h, t) for t in targets))
    missed = next(t for t in targets if t not in seen[near])
    end = f"at {_name(targets[0])} click observer terrain {ground}"
    return hands_on(
        f"Germans lie in {_names(targets)}. Find a hex from which one unit observes all three.",
        f"loos:sight {_name(dice.choice(blind))} {end}",
        _FREE_EYE,
        (*(Condition(f"It observes {_name(t)}.", _observed(t)) for t in targets), _vacant(targets)),
        _LINE,
        f"loos:sight {_name(near)} {end}",
        f"{_name(near)} sees two of them but not {_name(missed)}. {_reason(field, near, missed)}",
    )


# -- the spot that sees A and is not seen by B ----------------------------------------------------


def _unseen(dice: random.Random) -> Task | None:
    prey = dice.choice(_MIDDLE)
    enemies = _apart(dice, _around(prey, 1, 4), 3, 2)
    if len(enemies) < 3:
        return None
    men = [prey, *enemies]
    ground = _grow(dice, [h for h in _around(prey, 1, 5) if h not in men], dice.randint(7, 12))
    field = _state(f"loos:sight 0101 at 0101 terrain {ground}").field()
    wrong = {
        h: [e for e in enemies if in_sight(field, e, h)]
        for h in _HEXES
        if in_sight(field, h, prey) and h not in men
    }
    if not 1 <= sum(not by for by in wrong.values()) <= 3:
        return None
    nearly = [h for h, by in wrong.items() if len(by) == 1]
    starts = [h for h in _around(prey, 3, 4) if h not in wrong and h not in men]
    if not nearly or not starts:
        return None
    covered = [h for h in nearly if h in field.terrain_of]
    trap = dice.choice(covered or nearly)
    why = f"{_name(trap)} sees him, but {seen_from(field, wrong[trap][0], trap).headline}"
    if half_hexes(trap, wrong[trap][0]) == 2:
        why += " Whoever is next to you sees you in any cover."
    end = f"at {_name(prey)} click observer terrain {ground}"
    return hands_on(
        f"Place the scout where he observes the German in {_name(prey)} and none of those in"
        f" {_names(enemies)} observes him.",
        f"loos:sight {_name(dice.choice(starts))} {end}",
        _FREE_EYE,
        (
            Condition(f"He observes {_name(prey)}.", _observed(prey)),
            *(Condition(f"{_name(e)} does not observe him.", _hidden_from(e)) for e in enemies),
            _vacant(men),
        ),
        f"{_LINE} So sight is not the same both ways: a man in a wood looks out of it.",
        f"loos:sight {_name(trap)} {end}",
        why,
    )


# -- paint two hexes of wood ----------------------------------------------------------------------

_WOODS = 2


def _planted(start: Sight, men: Sequence[Hex]) -> Callable[[Sight], Held]:
    """Return the judge of whether two clear hexes are woods now, and nothing else has changed."""
    before = start.terrain

    def judge(state: Sight) -> Held:
        now = state.terrain
        new = now.painted - before.painted
        if before.painted - now.painted or now.high != before.high:
            return Held(False, "What stood there at the start must stay as it was.")
        if any(kind != "woods" or place in men for place, kind in new):
            return Held(False, "Only woods may be planted, and nowhere under a man.")
        told = f"{plural(len(new), 'hex', 'hexes')} planted so far." if new else "None is planted."
        return Held(len(new) == _WOODS, "" if len(new) == _WOODS else told)

    return judge


def _every_planting(start: Sight) -> Iterator[Sight]:
    """Yield the board with woods in any two clear hexes near the man, where every line runs."""
    him = cast(Hex, start.target)
    taken = start.terrain.hexes
    return _plantings(start, [h for h in _around(him, 1, MOST_HEXES) if h not in taken])


def _plantings(start: Sight, hexes: Sequence[Hex]) -> Iterator[Sight]:
    for pair in combinations(hexes, _WOODS):
        terrain = start.terrain
        for hexagon in pair:
            terrain = terrain.paint(hexagon, "woods")
        yield replace(start, terrain=terrain)


def _woods(dice: random.Random) -> Task | None:
    him = dice.choice(_MIDDLE)
    eyes = _apart(dice, _around(him, 3, MOST_HEXES), dice.choice((2, 3, 3)), 2)
    along = [
        h
        for h in _around(him, 2, MOST_HEXES)
        if any(isinstance(c, Along) for c in trace(h, him))
        and all(half_hexes(h, other) >= 4 for other in eyes[1:])
    ]
    if along:
        eyes[0] = dice.choice(along)
    men = [him, *eyes]
    ground = _grow(dice, [h for h in _around(him, 1, 4) if h not in men], dice.randint(4, 8))
    front = ",".join(map(_name, sorted(eyes)))
    end = f"at {_name(him)} click paint terrain front-line={front} {ground}"
    start = _state(f"loos:sight {_name(eyes[0])} {end}")
    if not all(in_sight(start.field(), e, him) for e in eyes):
        return None
    lines = {h for e in eyes for h in _crossed(e, him) if h not in start.terrain.hexes}
    alone = (start.terrain.paint(h, "woods") for h in lines - {him})
    blind = {
        state: [e for e in eyes if in_sight(state.field(), e, him)]
        for state in (
            *(replace(start, terrain=terrain) for terrain in alone),
            *_plantings(start, sorted(lines - {him})),
        )
    }
    planted = {
        s: by for s, by in blind.items() if len(s.terrain.painted - start.terrain.painted) > 1
    }
    if any(not by for s, by in blind.items() if s not in planted):
        return None  # one hex does it, and so does that hex with any other
    if not 1 <= sum(not by for by in planted.values()) <= 6:
        return None
    nearly = [(s, by[0]) for s, by in planted.items() if len(by) == 1]
    half = [(s, e) for s, e in nearly if _one_side(s, e, him)]
    tempting, why = "", ""
    if half:
        trap, seer = dice.choice(half)
        tempting = trap.text()
        why = (
            f"{_name(seer)} still sees him: along a hexside both hexes must block, and here only"
            " one does."
        )
    return hands_on(
        f"British eyes in {_names(eyes)} watch the German in {_name(him)}. Plant two hexes of woods"
        f" so that {'neither' if len(eyes) == 2 else 'none of them'} observes him.",
        start.text(),
        Free(
            "Choose the brush and click a hex · undo takes a stroke back · or type a hex to paint",
            ("terrain", "click", "brush", "observer", "show"),
            ("click", "brush", "paint", "observer", "show"),
            _every_planting,
        ),
        (
            *(
                Condition(f"{_name(e)} does not observe him.", _observed(him, by=e, wanted=False))
                for e in eyes
            ),
            Condition("Two hexes are planted, none under a man.", _planted(start, men)),
        ),
        f"{_LINE} Along a hexside both hexes must block. A trench of the front line hides nobody.",
        tempting,
        why,
    )


def _crossed(eye: Hex, target: Hex) -> Iterator[Hex]:
    """Yield the hexes that a line crosses or runs along."""
    for crossed in trace(eye, target):
        yield from (crossed.hex,) if isinstance(crossed, Through) else crossed.hexes


def _one_side(state: Sight, eye: Hex, him: Hex) -> bool:
    """Return whether a hex was planted beside a hexside that this line follows."""
    sides = [h for c in trace(eye, him) if isinstance(c, Along) for h in c.hexes]
    return any(state.terrain.hexes.get(h) == "woods" for h in sides)


# -- the aircraft marker --------------------------------------------------------------------------


def _every_flight(start: Sight) -> Iterator[Sight]:
    return (replace(start, aircraft=h) for h in (None, *_HEXES))


def _flight(dice: random.Random) -> Task | None:
    eye = dice.choice(_MIDDLE)
    hub = dice.choice(_around(eye, 2, 4))
    near = [h for h in _around(hub, 0, 1) if half_hexes(eye, h) > 2]
    others = [h for h in _around(eye, 2, 5) if half_hexes(hub, h) > 2]
    if len(near) < 3:
        return None
    targets = sorted([*dice.sample(near, dice.choice((2, 3))), *dice.sample(others, 3)][:5])
    if len(targets) < 5:
        return None
    dice.shuffle(targets)
    ground = _grow(dice, [h for h in _around(eye, 1, 4) if h != eye], dice.randint(12, 18))
    start = _state(f"loos:sight {_name(eye)} at {_name(targets[0])} click marker terrain {ground}")
    hidden = [t for t in targets if not in_sight(start.field(), eye, t)]
    good = [h for h in _HEXES if all(half_hexes(h, t) <= 2 for t in hidden)]
    if not 2 <= len(hidden) <= 4 or not 1 <= len(good) <= 2:
        return None
    missed = {
        state.aircraft: [t for t in targets if not in_sight(state.field(), eye, t)]
        for state in _every_flight(start)
    }
    over = {
        h: sum(half_hexes(h, t) <= 2 for t in targets)
        for h, out in missed.items()
        if h is not None and out
    }
    trap = max(over, key=lambda h: (over[h], -len(missed[h])))
    left = missed[trap][0]
    return hands_on(
        f"Germans lie in {_names(targets)}, and your unit stands in {_name(eye)}. Place the"
        " aircraft marker so that all five are observed and can be shelled.",
        start.text(),
        Free(
            "Click a hex to put the marker there · drag the ring to try a line",
            ("aircraft", "target", "show"),
            ("aircraft", "target", "show"),
            _every_flight,
        ),
        tuple(Condition(f"{_name(t)} is observed.", _observed(t)) for t in targets),
        "Think of the marker: it observes its own hex and the six around it, whatever the terrain"
        " (line 253). It is needed only where the unit's own line of sight fails.",
        replace(start, aircraft=trap).text(),
        f"The marker is over {plural(over[trap], 'German')} there, but {_name(left)} is seen"
        " neither from the air nor from the ground.",
    )


FAMILIES = (
    Family(
        "loos:three",
        "The hex that sees all three",
        "21_seeing_over_the_field",
        _three,
        (4, 5, 1, 12, 14, 15),
    ),
    Family(
        "loos:unseen",
        "See and not be seen",
        "21_seeing_over_the_field",
        _unseen,
        (6, 5, 11, 12, 3, 7),
    ),
    Family(
        "loos:woods",
        "Two hexes of woods",
        "21_seeing_over_the_field",
        _woods,
        (3, 12, 1, 8, 10, 15),
    ),
    Family(
        "loos:aircraft",
        "One aircraft for five",
        "22_bombardment_and_gas",
        _flight,
        (5, 2, 4, 7, 9, 10),
    ),
)
