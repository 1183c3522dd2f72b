"""Puzzles of observation at Loos, solved on the board of the sight panel: where to stand, where to
plant woods, where to send the aircraft.
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
from landships_lab.practice.conditions import Condition, free_by, unless
from landships_lab.practice.puzzles import family
from landships_lab.practice.task import Task, hands_on

LESSON = "22_seeing_over_the_field"
_HEXES = tuple(GRID.hexes())
_MIDDLE = tuple(h for h in _HEXES if half_hexes(h, GRID.hex(8, 6)) <= 8)
_LINE = (
    "Think of the line of sight: at most four hexes from centre to centre, blocked by any hex that"
    " is not clear, the target's own too, but never by the hex one stands in (lines 247-251)."
)
_name = GRID.code


def _names(hexes: Iterable[Hex]) -> str:
    return listed(map(_name, hexes))


def _around(middle: Hex, least: int, most: int, but: Iterable[Hex] = ()) -> list[Hex]:
    """Return the hexes at this distance from one, except some."""
    ring = (h for h in _HEXES if 2 * least <= half_hexes(middle, h) <= 2 * most)
    return [h for h in ring if h not in but]


def _apart(dice: random.Random, among: Sequence[Hex], number: int) -> list[Hex]:
    """Return ``number`` of these hexes, two or more hexes apart; perhaps fewer, depending on the
    dice.
    """
    hexes: list[Hex] = []
    for one in dice.sample(among, len(among)):
        if len(hexes) < number and all(half_hexes(one, other) >= 4 for other in hexes):
            hexes.append(one)
    return hexes


def _grow(dice: random.Random, among: Sequence[Hex], number: int) -> str:
    """Return the words of a state with woods and towns in ``number`` of these hexes."""
    grown = dice.sample(among, min(number, len(among)))
    towns = len(grown) // 3
    kinds = {"town": grown[:towns], "woods": grown[towns:]}
    words = (
        f"{kind}={','.join(map(_name, sorted(hexes)))}" for kind, hexes in kinds.items() if hexes
    )
    return " ".join(words)


def _field(ground: str) -> SightMap:
    return Sight.parse(f"loos:sight 0101 at 0101 terrain {ground}").field()


def _reason(field: SightMap, eye: Hex, target: Hex) -> str:
    """Return why a target is not observed."""
    return next(s.text for s in seen_from(field, eye, target).steps if s.op == "forbids")


def _eye(state: Sight) -> Hex:
    return cast(Hex, state.observer)


def _observed(says: str, target: Hex) -> Condition:
    """Return the condition that the observer sees a target."""

    def fault(state: Sight) -> str:
        field, eye = state.field(), _eye(state)
        return "" if in_sight(field, eye, target) else _reason(field, eye, target)

    return unless(says, fault)


def _hidden(says: str, ends: Callable[[Sight], tuple[Hex, Hex]]) -> Condition:
    """Return the condition that the first of two hexes does not observe the second."""

    def fault(state: Sight) -> str:
        field, two = state.field(), ends(state)
        return seen_from(field, *two).headline if in_sight(field, *two) else ""

    return unless(says, fault)


def _vacant(men: Sequence[Hex]) -> Condition:
    """Return the condition that the observer is in no hex of these enemies, because of stacking."""

    def fault(state: Sight) -> str:
        there = [Stacked("german", "14") for h in men if h == state.observer]
        may = may_stack([Stacked("british", "1"), *there])
        return "" if may.value else may.headline

    return unless("No German lies in that hex.", fault)


_FREE_EYE = free_by(
    "Click a hex, drag the eye, or use the arrow keys · drag the ring to try another line",
    "observer target show",
    lambda start: (replace(start, observer=h) for h in _HEXES),
)


@family("loos:three", "The hex that sees all three", LESSON, (4, 5, 1, 12, 14, 15))
def three(dice: random.Random) -> Task | None:
    """Draft three Germans who are all observed from a single hex."""
    middle = dice.choice(_MIDDLE)
    targets = _apart(dice, _around(middle, 1, 4), 3)
    if len(targets) < 3:
        return None
    ground = _grow(dice, _around(middle, 0, 5, targets), dice.randint(11, 17))
    field = _field(ground)
    seen = {h: [t for t in targets if in_sight(field, h, t)] for h in _HEXES if h not in targets}
    if sum(len(in_view) == 3 for in_view in seen.values()) != 1:
        return None
    two = [h for h, in_view in seen.items() if len(in_view) == 2]
    blind = [h for h in _around(middle, 0, 3, targets) if len(seen[h]) < 2]
    if not two or not blind:
        return None
    near = min(two, key=lambda h: max(half_hexes(h, t) for t in targets))
    missed = next(t for t in targets if t not in seen[near])
    end = f"at {_name(targets[0])} click observer terrain {ground}"
    return hands_on(
        f"Germans lie in {_names(targets)}. Find a hex from which one unit observes all three.",
        f"loos:sight {_name(dice.choice(blind))} {end}",
        _FREE_EYE,
        (*(_observed(f"It observes {_name(t)}.", t) for t in targets), _vacant(targets)),
        _LINE,
        f"loos:sight {_name(near)} {end}",
        f"{_name(near)} sees two of them but not {_name(missed)}. {_reason(field, near, missed)}",
    )


@family("loos:unseen", "See and not be seen", LESSON, (6, 5, 11, 12, 3, 7), own=(6,))
def unseen(dice: random.Random) -> Task | None:
    """Draft a German to observe, and three who must not observe the scout."""
    prey = dice.choice(_MIDDLE)
    enemies = _apart(dice, _around(prey, 1, 4), 3)
    if len(enemies) < 3:
        return None
    men = [prey, *enemies]
    ground = _grow(dice, _around(prey, 1, 5, men), dice.randint(7, 12))
    field = _field(ground)
    eyes = [h for h in _HEXES if in_sight(field, h, prey) and h not in men]
    wrong = {h: [e for e in enemies if in_sight(field, e, h)] for h in eyes}
    if not 1 <= sum(not by for by in wrong.values()) <= 3:
        return None
    nearly = [h for h, by in wrong.items() if len(by) == 1]
    starts = _around(prey, 3, 4, {*wrong, *men})
    if not nearly or not starts:
        return None
    trap = dice.choice([h for h in nearly if h in field.terrain_of] or nearly)
    by = wrong[trap][0]
    why = f"{_name(trap)} sees him, but {seen_from(field, by, trap).headline}"
    if half_hexes(trap, by) == 2:
        why += " Whoever is next to you sees you in any cover."
    end = f"at {_name(prey)} click observer terrain {ground}"

    def hidden(enemy: Hex) -> Condition:
        says = f"{_name(enemy)} does not observe him."
        return _hidden(says, lambda state: (enemy, _eye(state)))

    return hands_on(
        f"Place the scout where he observes the German in {_name(prey)} and none of those in"
        f" {_names(enemies)} observes him.",
        f"loos:sight {_name(dice.choice(starts))} {end}",
        _FREE_EYE,
        (_observed(f"He observes {_name(prey)}.", prey), *map(hidden, enemies), _vacant(men)),
        f"{_LINE} So sight is not the same both ways: a man in a wood looks out of it.",
        f"loos:sight {_name(trap)} {end}",
        why,
    )


# -- paint two hexes of wood -----------------------------------------------------------------------

_WOODS = 2


def _planted(start: Sight, men: Sequence[Hex]) -> Condition:
    """Return the condition that two clear hexes are now woods, with nothing else changed."""
    before = start.terrain

    def fault(state: Sight) -> str:
        now = state.terrain
        new = now.painted - before.painted
        if before.painted - now.painted or now.high != before.high:
            return "What stood there at the start must stay as it was."
        if any(kind != "woods" or place in men for place, kind in new):
            return "Only woods may be planted, and nowhere under a man."
        text = f"{plural(len(new), 'hex', 'hexes')} planted." if new else "None is planted."
        return "" if len(new) == _WOODS else text

    return unless("Two hexes are planted, none under a man.", fault)


def _every_planting(start: Sight) -> Iterator[Sight]:
    """Yield the board with woods in any two clear hexes near the man, which every line crosses."""
    return _plantings(start, _around(cast(Hex, start.target), 1, MOST_HEXES, start.terrain.hexes))


def _plantings(start: Sight, hexes: Sequence[Hex], number: int = _WOODS) -> Iterator[Sight]:
    for some in combinations(hexes, number):
        terrain = start.terrain
        for hexagon in some:
            terrain = terrain.paint(hexagon, "woods")
        yield replace(start, terrain=terrain)


@family("loos:woods", "Two hexes of woods", LESSON, (3, 12, 1, 8, 10, 15))
def woods(dice: random.Random) -> Task | None:
    """Draft a German who is hidden from all observers by two hexes of woods, but not by one."""
    him = dice.choice(_MIDDLE)
    eyes = _apart(dice, _around(him, 3, MOST_HEXES), dice.choice((2, 3, 3)))
    along = [
        h
        for h in _around(him, 2, MOST_HEXES)
        if any(isinstance(c, Along) for c in trace(h, him))
        and all(half_hexes(h, other) >= 4 for other in eyes[1:])
    ]
    if along:
        eyes[0] = dice.choice(along)
    ground = _grow(dice, _around(him, 1, 4, (him, *eyes)), dice.randint(4, 8))
    front = ",".join(map(_name, sorted(eyes)))
    end = f"at {_name(him)} click paint terrain front-line={front} {ground}"
    start = Sight.parse(f"loos:sight {_name(eyes[0])} {end}")

    def see(state: Sight) -> list[Hex]:
        field = state.field()
        return [e for e in eyes if in_sight(field, e, him)]

    if len(see(start)) < len(eyes):
        return None
    lines = {h for e in eyes for h in _crossed(e, him) if h not in start.terrain.hexes} - {him}
    if not all(see(one) for one in _plantings(start, [*lines], 1)):
        return None  # one hex is enough, and so is that hex with any other
    planted = {two: see(two) for two in _plantings(start, sorted(lines))}
    if not 1 <= sum(not by for by in planted.values()) <= 6:
        return None
    nearly = [(two, by[0]) for two, by in planted.items() if len(by) == 1]
    half = [(two, eye) for two, eye in nearly if _one_side(two, eye, him)]
    trap, seer = dice.choice(half) if half else (start, him)
    why = (
        f"{_name(seer)} still sees him: along a hexside both hexes must block, and here only one"
        " does."
    )

    def hidden(eye: Hex) -> Condition:
        return _hidden(f"{_name(eye)} does not observe him.", lambda _state: (eye, him))

    return hands_on(
        f"British eyes in {_names(eyes)} watch the German in {_name(him)}. Plant two hexes of woods"
        f" so that {'neither' if len(eyes) == 2 else 'none of them'} observes him.",
        start.text(),
        free_by(
            "Choose the brush and click a hex · undo takes a stroke back · or type a hex to paint",
            "terrain click brush observer show",
            _every_planting,
            "click brush paint observer show",
        ),
        (*map(hidden, eyes), _planted(start, (him, *eyes))),
        f"{_LINE} Along a hexside both hexes must block. A trench of the front line hides nobody.",
        trap.text() if half else "",
        why if half else "",
    )


def _crossed(eye: Hex, target: Hex) -> Iterator[Hex]:
    """Yield the hexes that a line crosses or runs along."""
    for crossed in trace(eye, target):
        yield from (crossed.hex,) if isinstance(crossed, Through) else crossed.hexes


def _one_side(state: Sight, eye: Hex, him: Hex) -> bool:
    """Return whether woods were planted in only one hex beside a hexside that this line follows."""
    sides = [h for c in trace(eye, him) if isinstance(c, Along) for h in c.hexes]
    return any(state.terrain.hexes.get(h) == "woods" for h in sides)


# -- the aircraft marker ---------------------------------------------------------------------------


@family(
    "loos:aircraft",
    "One aircraft for five",
    "23_bombardment_and_gas",
    (5, 2, 4, 7, 9, 10),
    own=(4,),
)
def aircraft(dice: random.Random) -> Task | None:
    """Draft five Germans who are all observed only with the aircraft in one or two hexes."""
    eye = dice.choice(_MIDDLE)
    hub = dice.choice(_around(eye, 2, 4))
    near = [h for h in _around(hub, 0, 1) if half_hexes(eye, h) > 2]
    others = [h for h in _around(eye, 2, 5) if half_hexes(hub, h) > 2]
    if len(near) < 3:
        return None
    targets = sorted([*dice.sample(near, dice.choice((2, 3))), *dice.sample(others, 3)][:5])
    dice.shuffle(targets)
    ground = _grow(dice, _around(eye, 1, 4, (eye,)), dice.randint(12, 18))
    start = Sight.parse(
        f"loos:sight {_name(eye)} at {_name(targets[0])} click marker terrain {ground}"
    )

    def missed(over: Hex | None) -> list[Hex]:
        field = replace(start, aircraft=over).field()
        return [t for t in targets if not in_sight(field, eye, t)]

    hidden = missed(None)
    good = [h for h in _HEXES if all(half_hexes(h, t) <= 2 for t in hidden)]
    if not 2 <= len(hidden) <= 4 or not 1 <= len(good) <= 2:
        return None
    out = {h: missed_hexes for h in _HEXES if (missed_hexes := missed(h))}
    over = {h: sum(half_hexes(h, t) <= 2 for t in targets) for h in out}
    trap = max(over, key=lambda h: (over[h], -len(out[h])))
    return hands_on(
        f"Germans lie in {_names(targets)}, and your unit stands in {_name(eye)}. Place the"
        " aircraft marker so that all five are observed and can be shelled.",
        start.text(),
        free_by(
            "Click a hex to put the marker there · drag the ring to try a line",
            "aircraft target show",
            lambda start: (replace(start, aircraft=h) for h in (None, *_HEXES)),
        ),
        tuple(_observed(f"{_name(t)} is observed.", t) for t in targets),
        "Think of the marker: it observes its own hex and the six around it, whatever the terrain"
        " (line 253). It is needed only where the unit's own line of sight fails.",
        replace(start, aircraft=trap).text(),
        f"In {_name(trap)} the marker is over {plural(over[trap], 'German')}, but"
        f" {_name(out[trap][0])} is"
        " seen neither from the air nor from the ground.",
    )


FAMILIES = (three, unseen, woods, aircraft)
