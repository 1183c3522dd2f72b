"""Generated questions about sight, targets and places on a table of One-Hour Wargames. The same
seed gives the same question.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import count
from typing import Any

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.plane import Spot
from landships_lab.core.speech import capitalized
from landships_lab.data.load import readings
from landships_lab.games.one_hour.rules import sight
from landships_lab.games.one_hour.rules.bands import traced
from landships_lab.games.one_hour.rules.fire import preferred
from landships_lab.games.one_hour.rules.ground import (
    Table,
    Unit,
    concealed,
    shot_between,
    table_of,
    write_spot,
)
from landships_lab.games.one_hour.rules.path import may_place
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.practice.kind import kind, on_board, one_of, yes_or_no
from landships_lab.practice.marking import NOT_PRINTED, Pick, reply_of
from landships_lab.practice.task import Task
from .words import DEFAULTS, MOVES, SIGHT, draw_readings

_table = cache(table_of)
#: The tables of the questions, fixed because a new set-up would change every question.
_SET_UPS = ("flank-attack", "melee", "static-defence")
_PICK = Pick("target", "Click the enemy Unit.")
_SIGHT = "one_hour:sight"


def _looks(dice: random.Random, level: int) -> tuple[str, Table, Unit, Unit]:
    """Return a set-up, one of its Units put down anywhere on quarter inches, and an enemy,
    Concealed from level 2 on.
    """
    key = dice.choice(_SET_UPS)
    table = _table(key)
    firer = dice.choice(table.units)
    enemies = [unit for unit in table.units if unit.side != firer.side]
    target = dice.choice([u for u in enemies if concealed(table, u) == (level > 1)] or enemies)
    x, y = (_beside(dice, middle, 24 if level == 1 else 12) for middle in target.unique.centre)
    firer = firer.at(Spot(x, y), 90 * dice.randint(0, 3))
    return key, table.put(firer), firer, target


def _beside(dice: random.Random, middle: int | Fraction, farthest: int) -> Fraction:
    """Return a coordinate some way off to either side, on the table, and never with flush edges."""
    off = dice.choice((-1, 1)) * dice.randint(3, farthest)
    return Fraction(4 * min(30, max(5, int(middle) + off)) + 1, 4)


def _state(key: str, one: Unit, target: str, more: str = "") -> str:
    """Return the text of the sight panel for a set-up with this Unit moved."""
    marks = "@dug-in" * one.dug_in + "@ready" * one.ready
    stands = f"{one.name}@{write_spot(one.unique.centre)}@{one.unique.facing}{marks}"
    return f"{_SIGHT} {key} from {one.name} to {target}{more} units {stands}"


@kind(_SIGHT, "sight", SIGHT, "two bases see two different bases")
def can_see(dice: random.Random, level: int) -> Task:
    """Ask whether one Unit sees another."""
    key, table, firer, target = _looks(dice, level)
    given, named, reading = dict(DEFAULTS), "", ""
    if concealed(table, target):
        known = readings("one_hour", "sight")["concealed-sight"]
        option = dice.choice(known.options[:2])
        given["concealed-sight"] = option.id
        ready = "Ready" if target.ready else "not Ready"
        named = f" The target is Concealed and {ready}. Use this reading: {option.says}"
        reading = "" if option.id == known.default else f" reading concealed-sight={option.id}"
    hidden = sight.Look(table, firer, target, given).hidden
    right = not hidden and all(_open(table, firer, target))
    seen = sight.sees(table, firer.name, target.name, given, advice=False)
    why = next(_forbids(seen), "Two bases see two.")
    return Task(
        f"{firer.name} stand where the picture has them. Can they see {target.name}?{named}",
        _state(key, firer, target.name) + reading,
        yes_or_no(right, _misseen(table, firer, target, hidden)),
        f"{'Yes' if right else 'No'}. {seen.headline} {why}",
    )


def _forbids(answer: Answer[Any]) -> Iterator[str]:
    """Yield the sentences of the steps that forbid."""
    return (step.text for step in answer.steps if step.op == "forbids")


def _open(table: Table, firer: Unit, target: Unit) -> list[bool]:
    """Return for each of the two best bands whether it is clear."""
    return [not band.cut_by for _, _, band in traced(table, firer, target)]


def _misseen(table: Table, firer: Unit, target: Unit, hidden: bool) -> Iterator[tuple[bool, str]]:
    """Yield the answer that each mistake about sight leads to."""
    if hidden:  # bands are slow to trace
        yield True, "you forgot that a Concealed Unit is not seen at that range"
    elif not all(bands := _open(table, firer, target)):
        yield any(bands), "you looked from one base alone; it takes two bases, to two of the target"
        names = {unit.name for unit in table.units}
        if any(band.cut_by in names for _, _, band in traced(table, firer, target)):
            yield True, "you looked through a friendly Unit"
        else:
            yield True, "you overlooked the ground in the way"
    elif concealed(table, target):
        yield False, "you took cover to hide a Unit that this reading shows"


# -- on the board ----------------------------------------------------------------------------------


def _goal(dice: random.Random, level: int) -> tuple[str, Unit, bool]:
    """Return a set-up, the Unit that is the right answer, and whether it is unseen."""
    key = dice.choice(_SET_UPS)
    return key, dice.choice(_table(key).units), level > 1 and dice.random() < 1 / 2


def _placed(dice: random.Random, key: str, other_side: str = "") -> tuple[Table, Unit] | None:
    """Return a set-up with a Unit of the other side put down alone somewhere; None where it may not
    stand.
    """
    table = _table(key)
    unit = dice.choice([u for u in table.units if u.fires_as != "mortar" and u.side != other_side])
    x, y = (Fraction(4 * dice.randint(5, 30) + 1, 4) for _ in range(2))
    there = unit.at(Spot(x, y), 90 * dice.randint(0, 3))
    put = table.put(there)
    on = all(table.on(base) for base in there.bases)
    return (put, there) if on and may_place(put, there, 0).value is True else None


@kind("one_hour:seen", "sight", SIGHT, "a full edge to a full edge", about=_SIGHT)
def seen_on_board(dice: random.Random, level: int) -> Task:
    """Ask for an enemy that a Unit can see, or from level 2 on for the only one that it cannot."""
    while True:
        key, goal, wants_unseen = _goal(dice, level)
        put = _placed(dice, key, goal.side)
        if put is None or sight.Look(*put, goal).clear is wants_unseen:
            continue
        table, one = put
        names = [enemy.name for enemy in table.enemies(one)]
        shown = [n for n in names if sight.Look(table, one, table.unit(n)).clear]
        unseen = [name for name in names if name not in shown]
        right, others = (unseen, shown) if wants_unseen else (shown, unseen)
        if 1 <= len(right) <= 2 and others:
            break
    right.sort(key=lambda name: name != goal.name)
    which = "an" if len(right) > 1 else "the only"
    return Task(
        f"{one.name} stand where the picture has them. Click {which} enemy Unit that {one.name}"
        f" {'cannot' if wants_unseen else 'can'} see.",
        _state(key, one, others[0]),
        on_board(right, names, [(name, _why(table, one.name, name)) for name in others]),
        sight.sees(table, one.name, right[0], advice=False).headline,
        _state(key, one, right[0]),
        _PICK,
    )


def _why(table: Table, name: str, enemy: str) -> str:
    answer = sight.sees(table, name, enemy, advice=False)
    if answer.value:
        return "you overlooked that two of its bases have a clear view of two of that Unit's"
    forbids, hides = list(_forbids(answer)), answer.detail
    if "Concealed" in str(answer.detail) and forbids:
        hides = forbids[-1].rstrip(".")
    return f"you overlooked what hides it: {hides}"


def _advised(shots: Mapping[str, Shot], given: Mapping[str, str]) -> str:
    return preferred(shots, given).value


#: The most places tried for a Unit before another target is drawn.
_MOST_PLACED = 12
_UNREAD = [key for key in DEFAULTS if key != "target-priority"]


@kind("one_hour:best", "order", SIGHT, "the best modifier", about=_SIGHT)
def best_of_targets(dice: random.Random, level: int) -> Task:
    """Ask for the target that a Unit should choose among those it may fire at."""
    for attempt in count():
        if attempt % _MOST_PLACED == 0:  # otherwise the easiest targets would be right most often
            key, goal, _ = _goal(dice, level)
        put = _placed(dice, key, goal.side)
        if put is None or not sight.may_fire(put[0], put[1].name, goal.name, advice=False).value:
            continue
        table, one = put
        shots = {
            enemy.name: shot_between(table, one, enemy)
            for enemy in table.enemies(one)
            if sight.may_fire(table, one.name, enemy.name, advice=False).value
        }
        if len(shots) < min(3, level + 1) or _advised(shots, {}) != goal.name:
            continue
        advised = partial(_advised, shots)
        given, named, reading = draw_readings(dice, advised, "sight", _UNREAD)
        right = advised(given)
        if right == goal.name == sight.best_target(table, one.name, readings=given).value:
            break
    closest = min(shots, key=lambda name: shots[name].range_inches)
    names = [enemy.name for enemy in table.enemies(one)]
    wrong = [
        (closest, "you took the closest before looking at the modifiers"),
        *(
            (name, "you overlooked a target that the priorities put first")
            for name in shots
            if name != closest
        ),
        *(
            (name, "you chose a Unit that it may not fire at")
            for name in names
            if name not in shots
        ),
    ]
    start = next(name for name in names if name != right)
    return Task(
        f"{one.name} ({one.row.name}) stand where the picture has them. Click the enemy Unit"
        f" that the target priorities tell them to fire at.{named}",
        _state(key, one, start, " asks best") + reading,
        on_board([right], names, wrong),
        preferred(shots, given).headline,
        _state(key, one, right, " asks best") + reading,
        _PICK,
    )


# -- where a Unit may stop -------------------------------------------------------------------------


_REPLIES, _TAUGHT = ("yes", "no", NOT_PRINTED), "the source does not say"


@kind("one_hour:stop", "ground", MOVES, _TAUGHT, about=_SIGHT, replies=_REPLIES)
def may_stop(dice: random.Random, level: int) -> Task:
    """Ask whether a Unit may end its move where it has been put; sometimes the text is silent."""
    wanted = dice.choice(_REPLIES)
    while True:
        key = dice.choice((*_SET_UPS, "forest-road"))
        table = _table(key)
        unit = dice.choice(table.units)
        far = dice.choice((4, 5, 6, 8, 10))
        if wanted == NOT_PRINTED:
            unit, there = _into_a_wood(dice, table)
        else:
            # Most of these are near enough, so that the ground and the other Units decide.
            most = far + 2 if dice.random() < 1 / 4 else far
            east, south = (dice.randint(-most, most) for _ in range(2))
            here = unit.unique.centre
            there = unit.at(Spot(here.x + east * (level > 1), here.y + south))
        stays = there.bases == unit.bases or not all(table.on(base) for base in there.bases)
        if stays or _near_the_limit(unit, there, far):
            continue
        answer = may_place(table, there, far)
        reply = reply_of(answer.value)
        if reply == wanted and not any(step.reading for step in answer.steps):
            break
    forbids = list(_forbids(answer))
    silent = [step.text for step in answer.steps if isinstance(step.amount, Gap)]
    why = (silent or forbids or ["It is near enough, and its bases stand free."])[0]
    return Task(
        f"{unit.name} ({unit.row.name}) stood at {_at(unit)} inches from the west and north"
        f" edges and may move {far}. The picture has them at {_at(there)}. May they end their move"
        " there?",
        _state(key, there, table.enemies(unit)[0].name, f" asks stops moves {far}"),
        one_of(reply, _REPLIES, _misplaced(reply, forbids)),
        f"{capitalized(reply)}. {why}",
    )


def _at(unit: Unit) -> str:
    return f"{float(unit.unique.centre.x):g} and {float(unit.unique.centre.y):g}"


def _into_a_wood(dice: random.Random, table: Table) -> tuple[Unit, Unit]:
    """Return ATGs and a position with a base wholly inside a wood, near the edge."""
    woods = [area for area in table.areas if area.kind == "woods"]
    guns = [unit for unit in table.units if unit.kind == "atg"]
    gun = dice.choice(guns)
    if not woods:
        return gun, gun
    x, y = dice.choice(dice.choice(woods).corners)
    there = Spot(x + dice.randint(-3, 3), y + dice.randint(-3, 3))
    put = gun.at(there, 90 * dice.randint(0, 3))
    deep = any(area.holds(base) for area in woods for base in put.bases)
    return gun, put if deep else gun


def _near_the_limit(before: Unit, after: Unit, far: int) -> bool:
    """Return whether a base goes within half an inch of its limit: too near to tell by eye."""
    ways = (
        math.hypot(float(new.centre.x - old.centre.x), float(new.centre.y - old.centre.y))
        for old, new in zip(before.bases, after.bases, strict=True)
    )
    return any(far - 1 / 2 < way < far + 1 / 2 for way in ways)


def _misplaced(reply: str, forbids: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the reply that each mistake leads to, with its name."""
    if reply == NOT_PRINTED:
        yield "yes", "you let guns stand in a wood as deep as they like"
        yield "no", "you kept guns out of the edge of a wood"
    elif reply == "yes":
        yield "no", "you kept it from a place that is free and near enough"
    elif "and may move" in forbids[0]:
        yield "yes", "you let it move farther than it may"
    elif "Threatened" in forbids[0]:
        yield "yes", "you let Threatened guns move"
    else:
        yield "yes", "you let it stand on ground, or among Units, where it may not"


KINDS = (can_see, seen_on_board, best_of_targets, may_stop)
