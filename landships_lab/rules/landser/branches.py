"""A roll of the die and what may follow it, as branches with whole-number weights and the rules behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Step
from landships_lab.core.dice import Odds
from landships_lab.data.landser.tables import Result
from landships_lab.rules.landser.wounds import OUTCOMES, Target, additions, line, line_step, plus

FACES = range(1, 7)
#: The equally likely courses of a roll for effect, for a light wound and for a serious one.
EFFECT_CHAIN = 6**3
_WORDS = {"light": "light wound", "serious": "serious wound"}


@dataclass(frozen=True, slots=True)
class Branch:
    """One result of one roll, and what may follow. ``path`` names it ("hit/effect 5/light 3"), ``faces`` lead to it.

    Of ``total`` equally likely courses of the whole chain ``weight`` pass through here. ``steps`` are the rules of this one
    result; a leaf has an ``outcome``, any other branch has ``branches`` whose weights add up to its own.
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
        """Return the branches from here to the one with this path, both included; empty if there is none."""
        if self.path == path:
            return (self,)
        for branch in self.branches:
            if below := branch.way(path):
                return (self, *below)
        return ()


@dataclass(frozen=True, slots=True)
class _Course:
    """The things that all rolls for effect and wounds of one shot share."""

    band: int
    target: Target
    penalty: int
    readings: Mapping[str, str]
    total: int

    def roll(self, table: str, parent: str, weight: int) -> tuple[Branch, ...]:
        """Return the branches that a roll on this table leads to."""
        added = additions(table, self.band, self.target, self.penalty, self.readings)
        more = plus(added)
        faces: dict[Result | None, list[int]] = {}
        for die in FACES:
            faces.setdefault(line(table, die + more, self.readings), []).append(die)
        return tuple(self._branch(table, parent, weight, found, tuple(dice), added) for found, dice in faces.items())

    def _branch(
        self, table: str, parent: str, weight: int, found: Result | None, faces: tuple[int, ...], added: tuple[Step, ...]
    ) -> Branch:
        share = weight * len(faces) // len(FACES)
        steps = (*added, line_step(table, found))
        if found is None:
            return Branch(f"{parent}/no effect", "no effect", faces, share, self.total, steps, "no effect")
        shown = _shown(*found.faces)
        path = f"{parent}/{table} {shown}"
        if not found.then:
            return Branch(path, found.outcome, faces, share, self.total, steps, found.outcome)
        label = _WORDS[found.then] if table == "effect" else f"{table} {shown}"
        throw = f"for the {_WORDS[found.then]}"
        return Branch(path, label, faces, share, self.total, steps, branches=self.roll(found.then, path, share), throw=throw)


def _shown(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def effect_branches(
    parent: str, weight: int, total: int, band: int, target: Target, penalty: int, readings: Mapping[str, str]
) -> tuple[Branch, ...]:
    """Return what may follow a hit at this range (0 is point blank): the lines of the effect table, and the wounds behind them."""
    return _Course(band, target, penalty, readings, total).roll("effect", parent, weight)


def tree_odds(tree: Branch) -> Odds[str]:
    """Return the chance of each outcome of this tree, in the order of the tables."""
    weights = dict.fromkeys(OUTCOMES, 0)
    for leaf in tree.leaves():
        weights[leaf.outcome] += leaf.weight
    return Odds(weights)
