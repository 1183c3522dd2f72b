"""A roll of the die and what may follow it, as branches with whole-number weights and the rules
behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial

from landships_lab.core.answer import Step
from landships_lab.core.dice import D6, Odds, Roll, Throw, run, throw_after
from landships_lab.games.landser.data.tables import Result
from .wounds import OUTCOMES, Target, additions, line, line_step, plus, roll_on

FACES = range(1, 7)
_WORDS = {"light": "light wound", "serious": "serious wound"}
_THROWS = {"effect": "for effect", **{table: f"for the {wound}" for table, wound in _WORDS.items()}}


@dataclass(frozen=True, slots=True)
class Branch:
    """One result of one roll, and what may follow.

    ``path`` names it ("hit/effect 5/light 3"), ``faces`` lead to it.

    Of ``total`` equally likely courses of the whole chain ``weight`` pass through here. ``steps``
    are the rules of this one result; a leaf has an ``outcome``, any other branch has ``branches``
    whose weights add up to its own.
    """

    path: str
    label: str
    faces: tuple[int, ...]
    weight: int
    total: int
    steps: tuple[Step, ...] = ()
    outcome: str = ""
    branches: tuple[Branch, ...] = ()
    #: What the die that decides between the branches is for: "to hit", "for effect", ...
    throw: str = ""
    #: The wound that it is for, if any: "light wound".
    wound: str = ""

    @property
    def chance(self) -> Fraction:
        """The chance of this branch, from the first roll on."""
        return Fraction(self.weight, self.total)

    def leaves(self) -> Iterator[Branch]:
        """Yield the branches it can end in, in the order of the tables."""
        if not self.branches:
            yield self
        for branch in self.branches:
            yield from branch.leaves()

    def walk(self) -> Iterator[Branch]:
        """Yield the branch itself and all below it."""
        yield self
        for branch in self.branches:
            yield from branch.walk()

    def find(self, path: str) -> Branch | None:
        """Return the branch with this path, None if there is none."""
        return next((branch for branch in self.walk() if branch.path == path), None)

    def way(self, path: str) -> tuple[Branch, ...]:
        """Return the branches from here to the one with this path, both included; empty if there is
        none.
        """
        if self.path == path:
            return (self,)
        for branch in self.branches:
            if below := branch.way(path):
                return (self, *below)
        return ()


#: What returns the steps of a number that was thrown.
Explain = Callable[[], tuple[Step, ...]]
#: The readings that the rolls for effect and for wounds hang on.
_READ = ("serious-count", "effect-beyond-table")


@dataclass(frozen=True, slots=True)
class Rolled:
    """What one throw of a course comes to;

    ``name`` tells it from all else that this throw can come to.

    ``rules`` hold for every number that leads here; ``explain`` returns the steps of the one that
    was thrown. It ends in an ``outcome``, or another ``throw`` follows, say "for effect", or for a
    ``wound``. ``faces_count`` is False where no single die decides.
    """

    name: str
    label: str = field(compare=False)
    rules: tuple[Step, ...] = field(default=(), compare=False)
    outcome: str = field(default="", compare=False)
    throw: str = field(default="", compare=False)
    wound: str = field(default="", compare=False)
    explain: Explain = field(default=tuple, compare=False)
    faces_count: bool = field(default=True, compare=False)


#: What the throws of a shot come to, one after another.
Course = tuple[Rolled, ...]


def effect_course(
    roll: Roll, band: int, target: Target, penalty: int, readings: Mapping[str, str]
) -> Course:
    """Return what becomes of a man who is hit: his rolls for effect and for wounds.

    ``band`` is the range (0 is point blank), ``penalty`` what an impossible shot takes from the die
    of effect. Source: Landser, Effects to Serious Wounds (lines 121-145).
    """
    course: Course = ()
    for table, takes in (("effect", penalty), ("light", 0), ("serious", 0)):
        if not course or course[-1].throw == _THROWS[table]:
            course = (
                *course,
                roll(
                    D6,
                    _on_table(
                        table, band, target, takes, *(readings[key] for key in _READ)
                    ).__getitem__,
                ),
            )
    return course


@lru_cache(maxsize=256)
def _on_table(
    table: str, band: int, target: Target, penalty: int, *read: str
) -> Mapping[int, Rolled]:
    """Return what each number of the die comes to on a table;

    ``read`` are the options of the readings `_READ`.
    """
    readings = dict(zip(_READ, read, strict=True))
    added = additions(table, band, target, penalty, readings)
    more = plus(added)

    def rolled(die: int) -> Rolled:
        explain = partial(_explain, table, die, band, target, penalty, readings)
        return _on_line(table, added, line(table, die + more, readings), explain)

    return {die: rolled(die) for die in FACES}


def _on_line(table: str, added: tuple[Step, ...], found: Result | None, explain: Explain) -> Rolled:
    rules = (*added, line_step(table, found))
    if found is None:
        return Rolled("no effect", "no effect", rules, "no effect", explain=explain)
    low, high = found.faces
    name = f"{table} {low}" if low == high else f"{table} {low}-{high}"
    if not found.then:
        return Rolled(name, found.outcome, rules, found.outcome, explain=explain)
    label = _WORDS[found.then] if table == "effect" else name
    return Rolled(
        name, label, rules, throw=_THROWS[found.then], wound=_WORDS[found.then], explain=explain
    )


def _explain(
    table: str, die: int, band: int, target: Target, penalty: int, readings: Mapping[str, str]
) -> tuple[Step, ...]:
    return roll_on(table, die, band, target, penalty, readings).steps


def effect_odds(band: int, target: Target, penalty: int, readings: Mapping[str, str]) -> Odds[str]:
    """Return the chance of each outcome for a man who is hit, in the order of the tables; as in
    `effect_course`.
    """
    return _in_order(
        run(lambda roll: effect_course(roll, band, target, penalty, readings)[-1].outcome)
    )


def grow(root: Branch, rule: Callable[[Roll], Course]) -> Branch:
    """Return this branch with all that can follow by the rule, roll by roll, a miss first."""
    return replace(root, branches=_below(root.path, root.weight, root.total, rule))


def _below(
    parent: str, whole: int, total: int, rule: Callable[[Roll], Course], known: Course = ()
) -> tuple[Branch, ...]:
    throw = throw_after(rule, known)
    if not isinstance(throw, Throw):
        return ()
    numbers = throw.numbers()
    found = []
    for rolled in sorted(numbers, key=lambda rolled: rolled.outcome != "miss"):
        faces = numbers[rolled]
        weight = whole * len(faces) // throw.die.total
        path = f"{parent}/{rolled.name}" if parent else rolled.name
        shown = faces if rolled.faces_count else ()
        below = () if rolled.outcome else _below(path, weight, total, rule, (*known, rolled))
        found.append(
            Branch(
                path,
                rolled.label,
                shown,
                weight,
                total,
                rolled.rules,
                rolled.outcome,
                below,
                rolled.throw,
                rolled.wound,
            )
        )
    return tuple(found)


def tree_odds(tree: Branch) -> Odds[str]:
    """Return the chance of each outcome of this tree, in the order of the tables."""
    return _in_order(Odds((leaf.outcome, leaf.weight) for leaf in tree.leaves()))


def _in_order(odds: Odds[str]) -> Odds[str]:
    return Odds((outcome, odds.weights.get(outcome, 0)) for outcome in OUTCOMES)
