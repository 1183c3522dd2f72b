"""Questions made up on the spot about sight over a table of One-Hour Wargames: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from landships_lab.core.plane import Spot
from landships_lab.data.one_hour.table_tops import set_ups
from landships_lab.drills.kinds import Kind, as_read, yes_or_no
from landships_lab.drills.marking import Question
from landships_lab.rules.one_hour import Table, Unit, table_of
from landships_lab.rules.one_hour.bands import traced
from landships_lab.rules.one_hour.ground import concealed, range_between, write_spot
from landships_lab.rules.one_hour.sight import CONCEALED_INCHES

_table = cache(table_of)


def _looks(dice: random.Random, level: int) -> tuple[str, Table, Unit, Unit]:
    """A set-up, one of its Units put down anywhere on a quarter of an inch, and an enemy, with the levels a Concealed one."""
    key = dice.choice(list(set_ups()))
    table = _table(key)
    firer = dice.choice(table.units)
    enemies = [unit for unit in table.units if unit.side != firer.side]
    target = dice.choice([u for u in enemies if concealed(table, u) == (level > 1)] or enemies)
    x, y = (_beside(dice, middle, 24 if level == 1 else 12) for middle in target.unique.centre)
    firer = firer.at(Spot(x, y), 90 * dice.randint(0, 3))
    return key, table.put(firer), firer, target


def _beside(dice: random.Random, middle: int | Fraction, farthest: int) -> Fraction:
    """Some way off to either side, on the table, and never so that edges lie flush."""
    off = dice.choice((-1, 1)) * dice.randint(3, farthest)
    return Fraction(4 * min(30, max(5, int(middle) + off)) + 1, 4)


def _sight(dice: random.Random, level: int) -> Question:
    """Two Units of a set-up, the one that looks put down anywhere on the table."""
    key, table, firer, target = _looks(dice, level)
    right = _found(table, firer, target) and all(_open(table, firer, target))
    at, hidden = firer.unique.centre, concealed(table, target)
    text = f"{firer.name} stand at {_quarters(at.x)}, {_quarters(at.y)} facing {firer.unique.facing}°. Do they see {target.name}?"
    if hidden:
        ready = "Ready" if target.ready else "not Ready"
        text += f" {target.name} are Concealed and {ready}. {as_read('one_hour', 'concealed-sight')}"
    word = f"{firer.name}@{write_spot(at)}@{firer.unique.facing}" + "@dug-in" * firer.dug_in + "@ready" * firer.ready
    state = f"one_hour:sight {key} from {firer.name} to {target.name} units {word}"
    return Question(text, state, yes_or_no(right, _misseen(table, firer, target)))


def _quarters(inches: int | Fraction) -> str:
    return f"{int(inches)}¼"


def _open(table: Table, firer: Unit, target: Unit) -> tuple[bool, bool]:
    """Are the two best bands clear?"""
    first, second = traced(table, firer, target)
    return not first[2].cut_by, not second[2].cut_by


def _found(table: Table, firer: Unit, target: Unit) -> bool:
    """Is the target not hidden by being Concealed?"""
    return not concealed(table, target) or (range_between(firer, target) <= CONCEALED_INCHES and target.ready)


def _misseen(table: Table, firer: Unit, target: Unit) -> Iterator[tuple[bool, str]]:
    """What does each mistake about sight make of this one?"""
    if not _found(table, firer, target):  # whatever lies between: bands are dear to trace
        yield True, "you forgot that the target is Concealed"
    elif not all(bands := _open(table, firer, target)):
        yield any(bands), "you looked from one base alone; it takes two bases, to two of the target"
        if any(band.cut_by in {unit.name for unit in table.units} for _, _, band in traced(table, firer, target)):
            yield True, "you looked through a Unit of its own side"
        yield True, "you overlooked the ground in the way"
    elif concealed(table, target):
        yield False, "you let cover hide a Unit that is near enough and Ready"


TABLE = (Kind("one_hour:sight", "sight", _sight),)
