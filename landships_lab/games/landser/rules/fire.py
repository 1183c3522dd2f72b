"""The whole answer to a shot: what must be rolled, what a hit does, and what else can happen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, often, percent
from .book import CITES, as_notes, taken
from .branches import Branch, tree_odds
from .bursts import alone_again, lone_bursts
from .jams import dogs_chance, jam_chance, takes_dogs_chance
from .shots import Shot, aim, can_fire, hits_on, may_fire
from .tree import fire_tree
from .wounds import Target, next_turn, roll_up


@dataclass(frozen=True)
class ShotTree:
    """The tree of a shot with its odds, which are worked out when they are first asked for."""

    tree: Branch

    @cached_property
    def odds(self) -> Odds[str]:
        """The chance of each outcome."""
        return tree_odds(self.tree)

    @cached_property
    def summed(self) -> Odds[str]:
        """The chances that the target is unharmed, suppressed or out of the fight."""
        return roll_up(self.odds)


@dataclass(frozen=True)
class Fired:
    """A shot that may be fired: what comes of it, how a gun jams, and a Dog's chance for a shot
    that no roll could hit.
    """

    of: ShotTree
    jam: Answer[Fraction | int | Gap]
    dogs_chance: Odds[str] | None
    automatic: bool = False


def tree_of(shot: Shot, target: Target | None = None, readings: Given = None) -> ShotTree | None:
    """Return the tree of a shot, None for one that may not be fired.

    It is kept for the next question about the same shot.
    """
    return _tree(shot, target or Target(), tuple(taken(readings).items()))


#: The number that the hit die must show, or the chance of a branch; False for a shot that may not
#: be fired.
Rolled = int | Fraction | Gap | bool


@lru_cache(maxsize=64)
def _tree(shot: Shot, target: Target, readings: tuple[tuple[str, str], ...]) -> ShotTree | None:
    read = taken(dict(readings))
    return ShotTree(fire_tree(shot, target, read)) if can_fire(shot, read) else None


def fire(
    shot: Shot,
    target: Target | None = None,
    branch: str = "",
    *,
    soviet: bool = False,
    jams: bool = False,
    readings: Given = None,
) -> Answer[Rolled]:
    """Return the number the hit die must show, or the chance of a ``branch`` of the shot's tree;

    ``detail`` is a `Fired`.

    ``soviet`` is a Soviet submachine gun; ``jams`` asks how likely the gun jams at this shot, and
    for nothing else. The value is False, and there is no detail, for a shot that may not be fired.
    Source: Landser, lines 74-145.

    >>> print(fire(Shot("rifle", 4), branch="hit/effect 1-4").headline)
    Hide: 41.7% of the time (5/12).
    """
    read = taken(readings)
    found = tree_of(shot, target, read)
    if found is None:
        return _refused(shot, read)
    needs, aimed, way = (
        hits_on(shot, read),
        aim(shot, read),
        found.tree.way(branch) if branch else (),
    )
    jam = jam_chance(shot.weapon, shot.automatic, soviet, shot.lone, read)
    fired = Fired(
        found,
        jam,
        dogs_chance(shot, read) if takes_dogs_chance(shot, read) else None,
        shot.automatic,
    )
    if jams:
        return replace(jam, steps=(*jam.steps, *_of_the_crew(shot, read)), detail=fired)
    steps = [
        *needs.steps,
        Step("That number or more on the hit die hits.", CITES["to-hit"]),
        *(step for passed in way[1:] for step in passed.steps),
    ]
    if way and way[-1].outcome:
        steps += next_turn(way[-1].outcome).steps
    steps += _what_else(fired)
    steps += _of_the_crew(shot, read)
    if way:
        chance = way[-1].chance
        exact = f" ({chance})" if chance.denominator > 1 else ""
        return Answer(
            chance,
            tuple(steps),
            f"{capitalized(way[-1].label)}: {often(chance)}{exact}.",
            detail=fired,
        )
    held, out = (percent(found.summed.p(word)) for word in ("suppressed", "out of the fight"))
    # without the weapon, to be short
    verdict = f"{capitalized(aimed.words)}: {held} suppressed, {out} out of the fight."
    return Answer(needs.value, tuple(steps), verdict, detail=fired)


def _of_the_crew(shot: Shot, read: Mapping[str, str]) -> Iterator[Step]:
    """Say what a loader would be good for, where a GPMG has none."""
    if not shot.lone or shot.weapon != "gpmg":
        return
    yield Step("A loader lowers the chance of a jam.", CITES["loaders"])
    if shot.automatic:
        yield lone_bursts()
    elif shot.burst_before:
        yield alone_again(read)


def _refused(shot: Shot, read: Mapping[str, str]) -> Answer[Rolled]:
    """Return the refusal of a shot; where a dash alone refuses it, a Dog's chance may be read as
    open to it.
    """
    allowed = may_fire(shot, read)
    if not takes_dogs_chance(shot, read):
        return allowed
    odds = dogs_chance(shot, read)
    verdict = f"A dash: no roll of one die hits. A Dog's chance hits {often(odds.p('hit'))}."
    return Answer(odds.p("hit"), (*as_notes(allowed.steps), *_dogs_words(odds, "")), verdict)


def _dogs_words(odds: Odds[str], instead: str) -> Iterator[Step]:
    text = (
        f"A Dog's chance{instead} hits {often(odds.p('hit'))} and blows the gun up"
        f" {often(odds.p('gun blows up'))}."
    )
    yield Step(text, CITES["dogs-chance"], reading="dogs-chance")


def _what_else(fired: Fired) -> Iterator[Step]:
    """Say what else can happen at this shot: a jam, and a Dog's chance
    where the rule allows one.
    """
    jam, odds = fired.jam, fired.dogs_chance
    first, last = jam.steps[0], jam.steps[-1]
    amount = last.amount if isinstance(jam.value, Gap) else Fraction(0)
    rule = "" if last.text == jam.headline else f" {last.text}"
    if first is not last:
        yield replace(first, op="note", amount=Fraction(0))
    if fired.automatic:
        yield Step(
            "If it hits, the large template is laid over the target, and all within it roll for"
            " effect.",
            CITES["machine-guns"],
        )
    yield replace(last, text=f"{jam.headline}{rule}", op="note", amount=amount)
    if odds is not None:
        yield from _dogs_words(odds, " instead")
