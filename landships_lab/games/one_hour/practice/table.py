"""Generated questions about sight, targets and places over a table of One-Hour Wargames: the same
seed gives the same question.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial

from landships_lab.core.answer import Gap
from landships_lab.core.plane import Spot
from landships_lab.data.load import readings
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
from landships_lab.games.one_hour.rules.sight import Look, best_target, may_fire, sees
from landships_lab.practice.kind import Kind, on_board, one_of, yes_or_no
from landships_lab.practice.marking import NOT_PRINTED, Pick
from landships_lab.practice.task import Task
from .words import DEFAULTS, MOVES, SIGHT, draw_readings

_table = cache(table_of)
#: The tables that questions are about: a new set-up would turn every question into another one.
_SET_UPS = ("flank-attack", "melee", "static-defence")
_PICK = Pick("target", "Click the enemy Unit.")


def _looks(dice: random.Random, level: int) -> tuple[str, Table, Unit, Unit]:
    """Return a set-up, one of its Units put down anywhere on a quarter of an inch, and an enemy,
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
    """Return a coordinate some way off to either side, on the table, and never with edges flush."""
    off = dice.choice((-1, 1)) * dice.randint(3, farthest)
    return Fraction(4 * min(30, max(5, int(middle) + off)) + 1, 4)


def _word(unit: Unit) -> str:
    """Return a Unit as a state of the sight panel writes it."""
    marks = "@dug-in" * unit.dug_in + "@ready" * unit.ready
    return f"{unit.name}@{write_spot(unit.unique.centre)}@{unit.unique.facing}{marks}"


def _sight(dice: random.Random, level: int) -> Task:
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
    found = not Look(table, firer, target, given).hidden
    right = found and all(_open(table, firer, target))
    text = f"{firer.name} stand where the picture has them. Can they see {target.name}?{named}"
    state = f"one_hour:sight {key} from {firer.name} to {target.name} units {_word(firer)}"
    told = sees(table, firer.name, target.name, given, advice=False)
    forbids = next((s.text for s in told.steps if s.op == "forbids"), "")
    because = f"{'Yes' if right else 'No'}. {told.headline} {forbids or 'Two bases see two.'}"
    wrong = _misseen(table, firer, target, given)
    return Task(text, state + reading, yes_or_no(right, wrong), because)


def _open(table: Table, firer: Unit, target: Unit) -> tuple[bool, bool]:
    """Return for each of the two best bands whether it is clear."""
    first, second = traced(table, firer, target)
    return not first[2].cut_by, not second[2].cut_by


def _misseen(
    table: Table, firer: Unit, target: Unit, given: dict[str, str]
) -> Iterator[tuple[bool, str]]:
    """Yield what each mistake about sight would answer here."""
    if Look(table, firer, target, given).hidden:  # bands take long to trace
        yield True, "you forgot that a Concealed Unit is not seen from so far"
    elif not all(bands := _open(table, firer, target)):
        yield any(bands), "you looked from one base alone; it takes two bases, to two of the target"
        if any(
            band.cut_by in {unit.name for unit in table.units}
            for _, _, band in traced(table, firer, target)
        ):
            yield True, "you looked through a friendly Unit"
        else:
            yield True, "you overlooked the ground in the way"
    elif concealed(table, target):
        yield False, "you took cover to hide a Unit that this reading shows"


# -- on the board
# -------------------------------------------------------------------------------------------------


def _goal(dice: random.Random, level: int) -> tuple[str, Unit, bool]:
    """Return a set-up, the Unit that shall be right, and whether it is one that is not seen."""
    key = dice.choice(_SET_UPS)
    return key, dice.choice(_table(key).units), level > 1 and dice.random() < 1 / 2


def _placed(dice: random.Random, key: str, other_side: str = "") -> tuple[Table, Unit] | None:
    """Return a set-up with a Unit put down by itself somewhere, one that is not of this side; None
    where it may not stand.
    """
    table = _table(key)
    unit = dice.choice([u for u in table.units if u.fires_as != "mortar" and u.side != other_side])
    x, y = (Fraction(4 * dice.randint(5, 30) + 1, 4) for _ in range(2))
    there = unit.at(Spot(x, y), 90 * dice.randint(0, 3))
    put = table.put(there)
    on = all(table.on(base) for base in there.bases)
    return (put, there) if on and may_place(put, there, 0).value is True else None


def _enemies(table: Table, unit: Unit) -> list[Unit]:
    return [other for other in table.units if other.side != unit.side]


def _seen(dice: random.Random, level: int) -> Task:
    """Ask for an enemy that a Unit can see, or from level 2 on for the only one that it cannot."""
    while True:
        key, goal, wants_unseen = _goal(dice, level)
        put = _placed(dice, key, goal.side)
        if put is None or Look(*put, goal).clear is wants_unseen:
            continue
        table, one = put
        enemies = _enemies(table, one)
        shown = [enemy.name for enemy in enemies if Look(table, one, enemy).clear]
        unseen = [enemy.name for enemy in enemies if enemy.name not in shown]
        right, others = (unseen, shown) if wants_unseen else (shown, unseen)
        if 1 <= len(right) <= 2 and others:
            break
    right.sort(key=lambda name: name != goal.name)
    can = "cannot" if wants_unseen else "can"
    what = f"an enemy Unit that {one.name} {can} see"
    if len(right) == 1:
        what = f"the only enemy Unit that {one.name} {can} see"
    wrong = [(name, _why(table, one.name, name)) for name in others]
    text = f"{one.name} stand where the picture has them. Click {what}."
    state = f"one_hour:sight {key} from {one.name} to {others[0]} units {_word(one)}"
    shown_state = f"one_hour:sight {key} from {one.name} to {right[0]} units {_word(one)}"
    told = sees(table, one.name, right[0], advice=False)
    names = [enemy.name for enemy in enemies]
    key_of = on_board(right, names, wrong)
    return Task(text, state, key_of, told.headline, shown_state, _PICK)


def _why(table: Table, name: str, enemy: str) -> str:
    told = sees(table, name, enemy, advice=False)
    if told.value:
        return "you overlooked that two of its bases have a clear view of two of that Unit's"
    forbids = [step.text for step in told.steps if step.op == "forbids"]
    hides = forbids[-1].rstrip(".") if "Concealed" in str(told.detail) and forbids else told.detail
    return f"you overlooked what hides it: {hides}"


def _advised(shots: Mapping[str, Shot], given: Mapping[str, str]) -> str:
    return preferred(shots, given).value


#: So many places are tried for a Unit until the target drawn is the right one; then another target
#: is drawn.
_MOST_PLACED = 12


def _best(dice: random.Random, level: int) -> Task:
    """Ask for the target that a Unit should take, of those that it may fire at."""
    attempts = 0
    while True:
        if (
            attempts % _MOST_PLACED == 0
        ):  # without this the easiest targets would be right most often
            key, goal, _ = _goal(dice, level)
        attempts += 1
        put = _placed(dice, key, goal.side)
        if put is None:
            continue
        table, one = put
        if not may_fire(table, one.name, goal.name, advice=False).value:
            continue
        shots = {
            enemy.name: shot_between(table, one, enemy)
            for enemy in _enemies(table, one)
            if may_fire(table, one.name, enemy.name, advice=False).value
        }
        if len(shots) < min(3, level + 1) or preferred(shots, {}).value != goal.name:
            continue
        given, named, reading = draw_readings(
            dice,
            partial(_advised, shots),
            "sight",
            [key for key in DEFAULTS if key != "target-priority"],
        )
        right = preferred(shots, given).value
        if right == goal.name and best_target(table, one.name, readings=given).value == right:
            break
    closest = min(shots, key=lambda name: shots[name].range_inches)
    wrong = [(closest, "you took the closest before looking at the modifiers")]
    wrong += [
        (name, "you overlooked a target that the priorities put first")
        for name in shots
        if name != closest
    ]
    others = [enemy.name for enemy in _enemies(table, one)]
    wrong += [
        (name, "you chose a Unit that it may not fire at") for name in others if name not in shots
    ]
    text = (
        f"{one.name} ({one.row.name}) stand where the picture has them. Click the enemy Unit"
        f" that the target priorities tell them to fire at.{named}"
    )
    state = f"one_hour:sight {key} from {one.name} to {{}} asks best units {_word(one)}{reading}"
    because = preferred(shots, given).headline
    start = next(name for name in others if name != right)
    key_of = on_board([right], others, wrong)
    return Task(text, state.format(start), key_of, because, state.format(right), _PICK)


# -- where a Unit may stop
# -------------------------------------------------------------------------------------------------


def _stop(dice: random.Random, level: int) -> Task:
    """Ask whether a Unit may end its move where it has been put; at times the print is silent."""
    wanted = dice.choice(("yes", "no", NOT_PRINTED))
    while True:
        key = dice.choice((*_SET_UPS, "forest-road"))
        table = _table(key)
        unit = dice.choice(table.units)
        far = dice.choice((4, 5, 6, 8, 10))
        if wanted == NOT_PRINTED:
            unit, there = _into_a_wood(dice, table)
        else:
            # Most of these are near enough, so that the ground and the others decide.
            most = far + 2 if dice.random() < 1 / 4 else far
            east, south = (dice.randint(-most, most) for _ in range(2))
            here = unit.unique.centre
            there = unit.at(Spot(here.x + east * (level > 1), here.y + south))
        if (
            there.bases == unit.bases
            or not all(table.on(base) for base in there.bases)
            or _near_the_limit(unit, there, far)
        ):
            continue
        answer = may_place(table, there, far)
        value = answer.value
        reply = NOT_PRINTED if isinstance(value, Gap) else "yes" if value else "no"
        if reply == wanted and not any(step.reading for step in answer.steps):
            break
    text = (
        f"{unit.name} ({unit.row.name}) stood at {_at(unit)} inches from the west and north"
        f" edges and may move {far}. The picture has them at {_at(there)}. May they end their move"
        " there?"
    )
    state = f"one_hour:sight {key} from {unit.name} to {_enemies(table, unit)[0].name} asks stops"
    state += f" moves {far} units {_word(there)}"
    forbids = [step.text for step in answer.steps if step.op == "forbids"]
    silent = [step.text for step in answer.steps if isinstance(step.amount, Gap)]
    why = (silent or forbids or ["It is near enough, and its bases stand free."])[0]
    because = f"{_CAPITAL[reply]}. {why}"
    key_of = one_of(reply, ("yes", "no", NOT_PRINTED), _misplaced(reply, forbids))
    return Task(text, state, key_of, because)


_CAPITAL = {"yes": "Yes", "no": "No", NOT_PRINTED: "The rules do not say"}


def _at(unit: Unit) -> str:
    return f"{float(unit.unique.centre.x):g} and {float(unit.unique.centre.y):g}"


def _into_a_wood(dice: random.Random, table: Table) -> tuple[Unit, Unit]:
    """Return ATGs and where they stand with a base wholly inside a wood, near the edge."""
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


def _misplaced(reply: str, forbids: list[str]) -> list[tuple[object, str]]:
    if reply == NOT_PRINTED:
        return [
            ("yes", "you let guns stand in a wood as deep as they like"),
            ("no", "you kept guns out of the edge of a wood"),
        ]
    if reply == "yes":
        return [("no", "you kept it from a place that is free and near enough")]
    told = forbids[0]
    name = "you let it stand on ground, or among Units, where it may not"
    if "and may move" in told:
        name = "you let it move farther than it may"
    elif "Threatened" in told:
        name = "you let Threatened guns move"
    return [("yes", name)]


TABLE = (
    Kind(
        "one_hour:sight", "sight", _sight, lesson=SIGHT, taught="two bases see two different bases"
    ),
    Kind(
        "one_hour:seen",
        "sight",
        _seen,
        about="one_hour:sight",
        lesson=SIGHT,
        taught="a full edge to a full edge",
    ),
    Kind(
        "one_hour:best",
        "legal",
        _best,
        about="one_hour:sight",
        lesson=SIGHT,
        taught="the best modifier",
    ),
    Kind(
        "one_hour:stop",
        "ground",
        _stop,
        about="one_hour:sight",
        replies=("yes", "no", NOT_PRINTED),
        lesson=MOVES,
        taught="the source does not say",
    ),
)
