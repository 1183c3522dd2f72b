"""Made-up questions about observation at Loos: whether a hex is observed, and which hex would have
to be cleared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Side, half_hexes
from landships_lab.core.lines import Along, Through, trace
from landships_lab.core.sight import sees
from landships_lab.core.speech import listed
from landships_lab.games.loos.panels.sight import Sight
from landships_lab.games.loos.rules.sight import MOST_HEXES, SightMap, in_sight, seen_from
from landships_lab.practice.kind import Kind, on_board, yes_or_no
from landships_lab.practice.marking import Pick
from landships_lab.practice.task import Task
from .words import SIGHT_LESSON

_GRID = Grid(columns=16, rows=12)
_HEXES = tuple(_GRID.hexes())
_COVER = ("woods", "town")
_OBSERVERS = tuple(h for h in _HEXES if half_hexes(h, _GRID.hex(8, 6)) <= 6)


@lru_cache(maxsize=64)
def _rings(observer: Hex) -> Mapping[int, tuple[Hex, ...]]:
    """Return the hexes of the board by their distance."""
    return {
        n: tuple(h for h in _HEXES if half_hexes(observer, h) == 2 * n)
        for n in range(1, MOST_HEXES + 2)
    }


def _pair(dice: random.Random, level: int) -> tuple[Hex, Hex]:
    """Return an observer and a target: at higher levels often along
    hexsides, adjacent or too far.
    """
    observer = dice.choice(_OBSERVERS)
    far = dice.choice((2, 3, 4) if level == 1 else (1, 2, 2, 4, 4, 4, 3, MOST_HEXES + 1))
    ring = _rings(observer)[far]
    along = (
        [h for h in ring if far % 2 == 0 and any(isinstance(c, Along) for c in trace(observer, h))]
        if level > 1
        else []
    )
    return observer, dice.choice(along or ring)


def _ground(dice: random.Random, level: int, observer: Hex, target: Hex) -> dict[Hex, str]:
    """Return a few hexes of cover on the line and beside it, at higher levels also in the
    observer's and the target's hex.
    """
    line = [
        h
        for c in trace(observer, target)
        for h in ((c.hex,) if isinstance(c, Through) else c.hexes)
    ]
    reach = half_hexes(observer, target)
    beside = [
        h
        for h in _HEXES
        if h not in line and half_hexes(observer, h) + half_hexes(h, target) <= reach + 2
    ]
    on = [h for h in dict.fromkeys(line) if h in _GRID]
    if level == 1:
        on = [h for h in on if h not in (observer, target)]
    drawn = dice.sample(on, min(len(on), dice.randint(0, level))) + dice.sample(
        beside, min(len(beside), 3)
    )
    return {h: dice.choice(_COVER) for h in sorted(drawn)}


def _describe(painted: Mapping[Hex, str]) -> tuple[str, str]:
    """Return the ground in a sentence, and in the text form of a state."""
    by_kind = {
        kind: [_GRID.code(h) for h, k in painted.items() if k == kind]
        for kind in dict.fromkeys(painted.values())
    }
    ground = "; ".join(f"{kind} in {', '.join(codes)}" for kind, codes in sorted(by_kind.items()))
    words = " ".join(f"{kind}={','.join(codes)}" for kind, codes in sorted(by_kind.items()))
    return (
        f"The terrain: {ground}; all other hexes are clear." if ground else "All hexes are clear."
    ), (f" terrain {words}" if words else "")


def _sight(dice: random.Random, level: int) -> Task:
    """Ask whether a target is observed, at the last level also from high ground."""
    wanted = dice.random() < 1 / 2
    for _ in range(12):
        observer, target = _pair(dice, level)
        painted = _ground(dice, level, observer, target)
        high = frozenset({observer}) if level > 2 and dice.random() < 1 / 4 else frozenset[Hex]()
        field = SightMap(painted, high)
        if in_sight(field, observer, target) == wanted:
            break
    ground, words = _describe(painted)
    at, to = _GRID.code(observer), _GRID.code(target)
    text = f"{ground} {f'{at} is high ground. ' if high else ''}Is {to} observed from {at}?"
    state = (
        f"loos:sight {at} at"
        f" {to}{words}{f' high={at}' if high and words else f' terrain high={at}' if high else ''}"
    )
    seen = in_sight(field, observer, target)
    return Task(
        text,
        state,
        yes_or_no(seen, _misseen(field, observer, target)),
        f"{'Yes' if seen else 'No'}: {_why(field, observer, target)}",
    )


def _why(field: SightMap, observer: Hex, target: Hex) -> str:
    """Return the sentence that decides whether a target is observed."""
    answer = seen_from(field, observer, target)
    if not answer.value:
        return next(step.text for step in answer.steps if step.op == "forbids")
    if half_hexes(observer, target) == 2:
        return answer.steps[0].text
    if observer in field.high_ground:
        return f"{_GRID.code(observer)} is high ground, and no other high ground is in the way."
    along = [step.text for step in answer.steps if step.marks and isinstance(step.marks[0], Side)]
    if along:
        return f"{' '.join(along)} No other hex on the line blocks."
    crossed = [
        _GRID.code(c.hex)
        for c in trace(observer, target)
        if isinstance(c, Through) and c.hex not in (observer, target)
    ]
    return f"The line goes through {listed(crossed)} into {_GRID.code(target)}, all of them clear."


def _misseen(field: SightMap, observer: Hex, target: Hex) -> Iterator[tuple[bool, str]]:
    """Yield the reply that each mistake leads to, with its name."""
    far, blocking = half_hexes(observer, target), field.blocking(observer)
    near = far <= 2 * MOST_HEXES
    if far == 2:
        yield (
            target not in field.terrain_of,
            "you forgot that an adjacent hex is observed whatever its terrain",
        )
    if not near:
        yield (
            sees(observer, target, blocking, "both", True),
            f"you forgot that a line of sight is at most {MOST_HEXES} hexes long",
        )
    if observer in field.high_ground:
        yield (
            near and in_sight(SightMap(field.terrain_of), observer, target),
            "you forgot that from high ground only high ground blocks",
        )
    yield (
        near and sees(observer, target, blocking, "both", False),
        "you forgot that the target's own hex blocks",
    )
    yield (
        near and sees(observer, target, blocking, "either", True),
        "you let one hex beside a hexside block; along a hexside both must",
    )
    yield (
        near and observer not in field.terrain_of and in_sight(field, observer, target),
        "you let the observer's own hex block",
    )
    yield near, "you overlooked what is in the way"


def _clear(dice: random.Random, level: int) -> Task:
    """Ask which of four hexes is the only one that would have to be cleared."""
    while True:
        observer, target = _pair(dice, level)
        painted = {
            h: k
            for h, k in _ground(dice, level + 1, observer, target).items()
            if h != observer or level > 2
        }
        field = SightMap(painted)
        good = [
            h
            for h in painted
            if in_sight(SightMap({k: v for k, v in painted.items() if k != h}), observer, target)
        ]
        if len(good) == 1 and len(painted) > 2 and not in_sight(field, observer, target):
            break
    ground, words = _describe(painted)
    at, to, right = _GRID.code(observer), _GRID.code(target), _GRID.code(good[0])
    shown = [_GRID.code(h) for h in painted]
    wrong = [(code, _why_not(observer, target, _GRID.place(code))) for code in shown]
    return Task(
        f"{ground} {to} is not observed from {at}. Which one hex would have to be clear for it to"
        " be observed?",
        f"loos:sight {at} at {to}{words}",
        on_board([right], shown, wrong),
        f"{right}: {_why(SightMap(painted), observer, target)}",
        pick=Pick("target", "Click the hex of woods or town that would have to be clear."),
    )


_AMONG = 5


def _one_of_five(
    dice: random.Random, level: int, from_them: bool
) -> tuple[SightMap, Hex, list[Hex], Hex]:
    """Return a field, a hex, five others, and the only one of them that is observed from that hex,
    or that observes it.
    """
    while True:
        hub = dice.choice(_OBSERVERS)
        far = (2, 3, 4) if level < 3 else (1, 2, 3, 4, MOST_HEXES + 1)
        rings = [h for n in far for h in _rings(hub)[n]]
        others = dice.sample(rings, _AMONG)
        near = [h for h in _HEXES if half_hexes(h, hub) <= 2 * MOST_HEXES and h != hub]
        bare = [h for h in near if level > 2 or h not in others]
        painted = {h: dice.choice(_COVER) for h in sorted(dice.sample(bare, 6 + 2 * level))}
        high = frozenset({hub}) if level > 2 and dice.random() < 1 / 4 else frozenset[Hex]()
        field = SightMap(painted, high)
        good = [h for h in others if _observes(field, hub, h, from_them)]
        if len(good) == 1:
            return field, hub, sorted(others), good[0]


def _observes(field: SightMap, hub: Hex, other: Hex, from_them: bool) -> bool:
    return in_sight(field, other, hub) if from_them else in_sight(field, hub, other)


def _in_view(state: str, hexes: list[Hex]) -> bool:
    """Return whether the picture of a state shows these hexes, so that they can be clicked."""
    view = Sight.parse(state).opening()
    return all(view.holds(h) for h in hexes)


def _whom(dice: random.Random, level: int) -> Task:
    """Ask which of five Germans is observed from a hex."""
    field, hub, others, right = _one_of_five(dice, level, from_them=False)
    ground, words = _describe(field.terrain_of)
    at, codes = _GRID.code(hub), [_GRID.code(h) for h in others]
    high = f" high={at}" if field.high_ground else ""
    state = f"loos:sight {at} at {at}{words}{high}"
    if not _in_view(state, others):
        return _whom(dice, level)
    return Task(
        f"{ground}{f' {at} is high ground.' if high else ''} Germans lie in {listed(codes)}. Only"
        f" one is observed from {at}: which?",
        state,
        on_board([_GRID.code(right)], codes, _unseen(field, hub, others, right)),
        f"{_GRID.code(right)}: {_why(field, hub, right)}",
        f"loos:sight {at} at {_GRID.code(right)}{words}{high}",
        Pick("target", "Click the German that is observed."),
    )


def _unseen(field: SightMap, hub: Hex, others: list[Hex], right: Hex) -> Iterator[tuple[str, str]]:
    """Yield the mistake that leads to each German that is not observed."""
    for other in others:
        if other == right:
            continue
        blocking = field.blocking(hub)
        if half_hexes(hub, other) > 2 * MOST_HEXES:
            name = f"you forgot that a line of sight is at most {MOST_HEXES} hexes long"
        elif sees(hub, other, blocking, "both", False):
            name = "you forgot that the target's own hex blocks"
        else:
            name = "you overlooked what is in the way"
        yield _GRID.code(other), name


def _who(dice: random.Random, level: int) -> Task:
    """Ask which of five units observes a German."""
    field, hub, others, right = _one_of_five(dice, level, from_them=True)
    field = SightMap(field.terrain_of)  # the German's high ground is nothing to who looks at him
    seen = [h for h in others if in_sight(field, h, hub)]
    if seen != [right]:
        return _who(dice, level)
    ground, words = _describe(field.terrain_of)
    to, codes = _GRID.code(hub), [_GRID.code(h) for h in others]
    state = f"loos:sight {to} at {to} click observer{words}"
    if not _in_view(state, others):
        return _who(dice, level)
    wrong = [
        (
            _GRID.code(h),
            f"you forgot that a line of sight is at most {MOST_HEXES} hexes long"
            if half_hexes(h, hub) > 2 * MOST_HEXES
            else "you overlooked what is in the way",
        )
        for h in others
        if h != right
    ]
    return Task(
        f"{ground} British units stand in {listed(codes)}. Only one observes the German in {to}:"
        " which?",
        state,
        on_board([_GRID.code(right)], codes, wrong),
        f"{_GRID.code(right)}: {_why(field, right, hub)}",
        f"loos:sight {_GRID.code(right)} at {to}{words}",
        Pick("observer", "Click the unit that observes him."),
    )


def _why_not(observer: Hex, target: Hex, hexagon: object) -> str:
    """Return the mistake that leads to this hex."""
    if hexagon == observer:
        return "you let the observer's own hex block"
    if any(isinstance(c, Along) and hexagon in c.hexes for c in trace(observer, target)):
        return "you let one hex beside a hexside block; along a hexside both must"
    return "you picked a hex that the line does not go through"


SIGHT = (
    Kind("loos:sight", "sight", _sight, lesson=SIGHT_LESSON, taught="at most four hexes long"),
    Kind(
        "loos:whom",
        "sight",
        _whom,
        about="loos:sight",
        lesson=SIGHT_LESSON,
        taught="the target's own hex blocks too",
    ),
    Kind(
        "loos:who",
        "sight",
        _who,
        about="loos:sight",
        lesson=SIGHT_LESSON,
        taught="the hex one stands in never blocks",
    ),
    Kind(
        "loos:clear",
        "change",
        _clear,
        level=2,
        about="loos:sight",
        lesson=SIGHT_LESSON,
        taught="both hexes must block",
    ),
)
