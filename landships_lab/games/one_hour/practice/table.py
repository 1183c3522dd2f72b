"""Generated questions about sight over a table of One-Hour Wargames: the same seed gives the same
question.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from landships_lab.core.plane import Spot
from landships_lab.games.one_hour.rules import Table, Unit, table_of
from landships_lab.games.one_hour.rules.bands import traced
from landships_lab.games.one_hour.rules.ground import concealed, range_between, write_spot
from landships_lab.games.one_hour.rules.sight import CONCEALED_INCHES
from landships_lab.practice.kinds import Kind, as_read, yes_or_no
from landships_lab.practice.marking import Question

_table = cache(table_of)
#: The tables that questions are about: a new set-up would turn every question into another one.
_SET_UPS = ("flank-attack", "melee", "static-defence")


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


def _sight(dice: random.Random, level: int) -> Question:
    """Ask whether one Unit sees another."""
    key, table, firer, target = _looks(dice, level)
    right = _found(table, firer, target) and all(_open(table, firer, target))
    at, hidden = firer.unique.centre, concealed(table, target)
    text = (
        f"Put {firer.name} at {_quarters(at.x)}, {_quarters(at.y)} facing {firer.unique.facing}°."
        f" Can that Unit see {target.name}?"
    )
    if hidden:
        ready = "Ready" if target.ready else "not Ready"
        text += f" The target is Concealed and {ready}. {as_read('one_hour', 'concealed-sight')}"
    word = (
        f"{firer.name}@{write_spot(at)}@{firer.unique.facing}"
        + "@dug-in" * firer.dug_in
        + "@ready" * firer.ready
    )
    state = f"one_hour:sight {key} from {firer.name} to {target.name} units {word}"
    return Question(text, state, yes_or_no(right, _misseen(table, firer, target)))


def _quarters(inches: int | Fraction) -> str:
    return f"{int(inches)}¼"


def _open(table: Table, firer: Unit, target: Unit) -> tuple[bool, bool]:
    """Return for each of the two best bands whether it is clear."""
    first, second = traced(table, firer, target)
    return not first[2].cut_by, not second[2].cut_by


def _found(table: Table, firer: Unit, target: Unit) -> bool:
    """Return whether being Concealed does not hide the target."""
    return (
        not (concealed(table, target) and target.ready)
        or range_between(firer, target) <= CONCEALED_INCHES
    )


def _misseen(table: Table, firer: Unit, target: Unit) -> Iterator[tuple[bool, str]]:
    """Yield what each mistake about sight would answer here."""
    if not _found(table, firer, target):  # whatever lies between: bands take long to trace
        yield True, "you forgot that the target is Concealed and Ready"
    elif not all(bands := _open(table, firer, target)):
        yield any(bands), "you looked from one base alone; it takes two bases, to two of the target"
        if any(
            band.cut_by in {unit.name for unit in table.units}
            for _, _, band in traced(table, firer, target)
        ):
            yield True, "you looked through a friendly Unit"
        yield True, "you overlooked the ground in the way"
    elif concealed(table, target):
        ready = "near enough" if target.ready else "not Ready"
        yield False, f"you took cover to hide a Unit that is {ready}"


TABLE = (Kind("one_hour:sight", "sight", _sight),)
