"""Generated questions about observation at Loos: what is observed, and what must be cleared."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache

from landships_lab.core.hexes import Hex, Side, half_hexes
from landships_lab.core.lines import Along, Through, trace
from landships_lab.core.sight import sees
from landships_lab.core.speech import listed
from landships_lab.games.loos.panels.sight import GRID, Sight
from landships_lab.games.loos.rules.sight import MOST_HEXES, SightMap, in_sight, seen_from
from landships_lab.practice.kind import kind, on_board
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .words import of_law

LESSON, ABOUT = "22_seeing_over_the_field", "loos:sight"
_HEXES = tuple(GRID.hexes())
_COVER = ("woods", "town")
_OBSERVERS = tuple(h for h in _HEXES if half_hexes(h, GRID.hex(8, 6)) <= 6)
_NEITHER: frozenset[Hex] = frozenset()

TOO_FAR = f"you forgot that a line of sight is at most {MOST_HEXES} hexes long"
TARGETS_OWN = "you forgot that the target's own hex blocks"
OBSERVERS_OWN = "you let the observer's own hex block"
ONE_SIDE = "you let one hex beside a hexside block; along a hexside both must"
OVERLOOKED = "you overlooked what is in the way"


@lru_cache(maxsize=64)
def _rings(observer: Hex) -> Mapping[int, tuple[Hex, ...]]:
    """Return the hexes of the board by their distance."""
    far = range(1, MOST_HEXES + 2)
    return {n: tuple(h for h in _HEXES if half_hexes(observer, h) == 2 * n) for n in far}


def _pair(dice: random.Random, level: int) -> tuple[Hex, Hex]:
    """Return an observer and a target: at higher levels often along hexsides, adjacent or too
    far.
    """
    observer = dice.choice(_OBSERVERS)
    far = dice.choice((2, 3, 4) if level == 1 else (1, 2, 2, 4, 4, 4, 3, MOST_HEXES + 1))
    ring, along = _rings(observer)[far], []
    if level > 1 and far % 2 == 0:
        along = [h for h in ring if any(isinstance(c, Along) for c in trace(observer, h))]
    return observer, dice.choice(along or ring)


def _ground(dice: random.Random, level: int, observer: Hex, target: Hex) -> dict[Hex, str]:
    """Return a few hexes of cover on the line and beside it, at higher levels also in the
    observer's and the target's hex.
    """
    crossed = trace(observer, target)
    line = [h for c in crossed for h in ((c.hex,) if isinstance(c, Through) else c.hexes)]
    near = half_hexes(observer, target) + 2
    off = [h for h in _HEXES if h not in line]
    beside = [h for h in off if half_hexes(observer, h) + half_hexes(h, target) <= near]
    ends = (observer, target) if level == 1 else ()
    on = [h for h in dict.fromkeys(line) if h in GRID and h not in ends]
    drawn = dice.sample(on, min(len(on), dice.randint(0, level)))
    drawn += dice.sample(beside, min(len(beside), 3))
    return {h: dice.choice(_COVER) for h in sorted(drawn)}


def _describe(painted: Mapping[Hex, str]) -> tuple[str, str]:
    """Return the ground in a sentence, and in the text form of a state."""
    by_kind = {
        kind: [GRID.code(h) for h, k in painted.items() if k == kind]
        for kind in sorted({*painted.values()})
    }
    ground = "; ".join(f"{kind} in {', '.join(codes)}" for kind, codes in by_kind.items())
    words = "".join(f" {kind}={','.join(codes)}" for kind, codes in by_kind.items())
    if not ground:
        return "All hexes are clear.", ""
    return f"The terrain: {ground}; all other hexes are clear.", f" terrain{words}"


@kind("loos:sight", "sight", LESSON, "at most four hexes long")
def observed(dice: random.Random, level: int) -> Task:
    """Ask whether a target is observed, or at the last level from high ground."""
    wanted = dice.random() < 1 / 2
    for _ in range(12):
        observer, target = _pair(dice, level)
        painted = _ground(dice, level, observer, target)
        high = frozenset({observer}) if level > 2 and dice.random() < 1 / 4 else _NEITHER
        field = SightMap(painted, high)
        if in_sight(field, observer, target) == wanted:
            break
    ground, words = _describe(painted)
    at, to = GRID.code(observer), GRID.code(target)
    raised = f"{at} is high ground. " if high else ""
    words = f"{words or ' terrain'} high={at}" if high else words
    return of_law(
        f"{ground} {raised}Is {to} observed from {at}?",
        f"loos:sight {at} at {to}{words}",
        seen_from(field, observer, target),
        _misseen(field, observer, target),
        _why(field, observer, target),
    )


def _why(field: SightMap, observer: Hex, target: Hex) -> str:
    """Return the sentence that decides whether a target is observed."""
    answer = seen_from(field, observer, target)
    if not answer.value:
        return next(step.text for step in answer.steps if step.op == "forbids")
    if half_hexes(observer, target) == 2:
        return answer.steps[0].text
    if observer in field.high_ground:
        return f"{GRID.code(observer)} is high ground, and no other high ground is in the way."
    along = [step.text for step in answer.steps if step.marks and isinstance(step.marks[0], Side)]
    if along:
        return f"{' '.join(along)} No other hex on the line blocks."
    through = (c.hex for c in trace(observer, target) if isinstance(c, Through))
    crossed = listed(GRID.code(h) for h in through if h not in (observer, target))
    return f"The line goes through {crossed} into {GRID.code(target)}, all of them clear."


def _misseen(field: SightMap, observer: Hex, target: Hex) -> Iterator[tuple[bool, str]]:
    """Yield the reply that each mistake leads to, with its name."""
    far, blocking = half_hexes(observer, target), field.blocking(observer)
    near, cover = far <= 2 * MOST_HEXES, field.terrain_of
    if far == 2:
        adjacent = "you forgot that an adjacent hex is observed whatever its terrain"
        yield target not in cover, adjacent
    if not near:
        yield sees(observer, target, blocking, "both", True), TOO_FAR
    if observer in field.high_ground:
        low = near and in_sight(SightMap(cover), observer, target)
        yield low, "you forgot that from high ground only high ground blocks"
    yield near and sees(observer, target, blocking, "both", False), TARGETS_OWN
    yield near and sees(observer, target, blocking, "either", True), ONE_SIDE
    yield near and observer not in cover and in_sight(field, observer, target), OBSERVERS_OWN
    yield near, OVERLOOKED


@kind("loos:clear", "change", LESSON, "both hexes must block", level=2, about=ABOUT)
def cleared(dice: random.Random, level: int) -> Task:
    """Ask which one of four hexes would have to be cleared."""
    while True:
        observer, target = _pair(dice, level)
        painted = _ground(dice, level + 1, observer, target)
        painted = {h: k for h, k in painted.items() if h != observer or level > 2}
        field = SightMap(painted)
        without = {h: SightMap({k: v for k, v in painted.items() if k != h}) for h in painted}
        good = [h for h, bare in without.items() if in_sight(bare, observer, target)]
        if len(good) == 1 and len(painted) > 2 and not in_sight(field, observer, target):
            break
    ground, words = _describe(painted)
    at, to, right = GRID.code(observer), GRID.code(target), GRID.code(good[0])
    beside = {h for c in trace(observer, target) if isinstance(c, Along) for h in c.hexes}

    def mistake(hexagon: Hex) -> str:
        if hexagon == observer:
            return OBSERVERS_OWN
        off = "you picked a hex that the line does not go through"
        return ONE_SIDE if hexagon in beside else off

    wrong = [(GRID.code(h), mistake(h)) for h in painted]
    return Task(
        f"{ground} {to} is not observed from {at}. Which one hex would have to be clear for it to"
        " be observed?",
        f"loos:sight {at} at {to}{words}",
        on_board([right], map(GRID.code, painted), wrong),
        f"{right}: {_why(field, observer, target)}",
        pick=Pick("target", "Click the hex of woods or town that would have to be clear."),
    )


# -- one of five -----------------------------------------------------------------------------------

_AMONG = 5


def _one_of_five(
    dice: random.Random, level: int, from_them: bool
) -> tuple[SightMap, Hex, list[Hex], Hex]:
    """Return a board, a hex, five others, and the only one of them that is observed from that hex
    or observes it.
    """

    def observes(field: SightMap, other: Hex) -> bool:
        return in_sight(field, other, hub) if from_them else in_sight(field, hub, other)

    while True:
        hub = dice.choice(_OBSERVERS)
        far = (2, 3, 4) if level < 3 else (1, 2, 3, 4, MOST_HEXES + 1)
        others = dice.sample([h for n in far for h in _rings(hub)[n]], _AMONG)
        near = [h for h in _HEXES if half_hexes(h, hub) <= 2 * MOST_HEXES and h != hub]
        bare = [h for h in near if level > 2 or h not in others]
        painted = {h: dice.choice(_COVER) for h in sorted(dice.sample(bare, 6 + 2 * level))}
        high = frozenset({hub}) if level > 2 and dice.random() < 1 / 4 else _NEITHER
        field = SightMap(painted, high)
        good = [h for h in others if observes(field, h)]
        if len(good) == 1:
            return field, hub, sorted(others), good[0]


def _in_view(state: str, hexes: list[Hex]) -> bool:
    """Return whether the picture of a state shows these hexes for clicks."""
    view = Sight.parse(state).opening()
    return all(view.holds(h) for h in hexes)


@kind("loos:whom", "sight", LESSON, "the target's own hex blocks too", about=ABOUT)
def whom(dice: random.Random, level: int) -> Task:
    """Ask which of five Germans is observed from a hex."""
    shown = False
    while not shown:
        field, hub, others, right = _one_of_five(dice, level, from_them=False)
        ground, words = _describe(field.terrain_of)
        at, to, codes = GRID.code(hub), GRID.code(right), [GRID.code(h) for h in others]
        high = f" high={at}" if field.high_ground else ""
        state = f"loos:sight {at} at {at}{words}{high}"
        shown = _in_view(state, others)
    blocking = field.blocking(hub)

    def mistake(other: Hex) -> str:
        if half_hexes(hub, other) > 2 * MOST_HEXES:
            return TOO_FAR
        return TARGETS_OWN if sees(hub, other, blocking, "both", False) else OVERLOOKED

    wrong = [(GRID.code(h), mistake(h)) for h in others if h != right]
    return Task(
        f"{ground}{f' {at} is high ground.' if high else ''} Germans lie in {listed(codes)}. Only"
        f" one is observed from {at}: which?",
        state,
        on_board([to], codes, wrong),
        f"{to}: {_why(field, hub, right)}",
        f"loos:sight {at} at {to}{words}{high}",
        Pick("target", "Click the German that is observed."),
    )


@kind("loos:who", "sight", LESSON, "the hex one stands in never blocks", about=ABOUT)
def who(dice: random.Random, level: int) -> Task:
    """Ask which of five units observes a German."""
    alone = False
    while not alone:
        field, hub, others, right = _one_of_five(dice, level, from_them=True)
        field = SightMap(field.terrain_of)  # his own high ground does not reveal or hide him
        ground, words = _describe(field.terrain_of)
        at, to, codes = GRID.code(right), GRID.code(hub), [GRID.code(h) for h in others]
        state = f"loos:sight {to} at {to} click observer{words}"
        alone = [h for h in others if in_sight(field, h, hub)] == [right]
        alone = alone and _in_view(state, others)
    far = {h for h in others if half_hexes(h, hub) > 2 * MOST_HEXES}
    wrong = [(GRID.code(h), TOO_FAR if h in far else OVERLOOKED) for h in others if h != right]
    return Task(
        f"{ground} British units stand in {listed(codes)}. Only one observes the German in {to}:"
        " which?",
        state,
        on_board([at], codes, wrong),
        f"{at}: {_why(field, right, hub)}",
        f"loos:sight {at} at {to}{words}",
        Pick("observer", "Click the unit that observes him."),
    )


KINDS = (observed, whom, who, cleared)
