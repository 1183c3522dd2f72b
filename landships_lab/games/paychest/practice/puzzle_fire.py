"""Puzzles about fire in Paychest: whom to hire, and how many to hide."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from landships_lab.core.speech import often, plural
from landships_lab.games.paychest.panels.fire import PaychestFire
from landships_lab.games.paychest.practice.words import OFTEN
from landships_lab.games.paychest.rules.fire import (
    cover_test_chance,
    gun_fire,
    shots_a_turn,
    volley_odds,
)
from landships_lab.games.paychest.rules.shot import HitRoll, modified_skill
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on

# -- fire: the cheapest volley ---------------------------------------------------------------------


@lru_cache(maxsize=4096)
def volley_chance(skill: int, moved: str, shots: int, hits: int) -> Fraction:
    """Return how often so many rifle shots make this many hits or more."""
    aimed = modified_skill(HitRoll(skill, moved=moved)).detail
    return volley_odds([(shots, aimed.chance)]).at_least(hits)


@dataclass(frozen=True, slots=True)
class Volley:
    """A firing party to be hired at a point for each point of skill: how it moves, whose men they
    are, the hits they must make and how often, the best skill and the most men to be had.
    """

    moved: str
    troops: str
    hits: int
    often: Fraction
    best: int
    most: int

    def chance(self, state: PaychestFire) -> Fraction:
        """Return how often the party makes its hits."""
        shots = state.men * shots_a_turn(self.troops).value
        return volley_chance(state.skill, self.moved, shots, self.hits)

    @staticmethod
    def price(state: PaychestFire) -> int:
        """Return what the men cost."""
        return state.men * state.skill

    def does(self, state: PaychestFire) -> Held:
        """Judge whether they make the hits often enough."""
        chance = self.chance(state)
        made = f"They make {plural(self.hits, 'hit')} or more {often(chance)}."
        return Held(chance >= self.often, made if chance else "They cannot make so many.")

    def fits(self, state: PaychestFire) -> Held:
        """Judge whether there are such men, and no more than may be hired."""
        told = f"Here: {plural(state.men, 'man', 'men')} of skill {state.skill}."
        return Held(1 <= state.skill <= self.best and state.men <= self.most, told)

    def reach(self, start: PaychestFire) -> Iterator[PaychestFire]:
        """Yield every party of men of one skill."""
        for skill, men in product(range(1, self.best + 1), range(1, self.most + 1)):
            yield replace(start, skill=skill, men=men)

    def conditions(self, points: int) -> Iterator[Condition]:
        """Yield what a party must do that costs no more than so many points."""

        def cheap(state: PaychestFire) -> Held:
            cost = self.price(state)
            return Held(cost <= points, f"They cost {plural(cost, 'point')}.")

        hits = plural(self.hits, "hit")
        yield Condition(f"They make {hits} or more {OFTEN[self.often]}.", self.does)
        yield Condition(f"They cost no more than {plural(points, 'point')}.", cheap)
        yield Condition(f"At most {self.most} men, of a skill from 1 to {self.best}.", self.fits)


_MOVES = {
    "stand": "stands and fires",
    "advance": "advances and fires",
    "charge": "charges and fires",
}


def draft_volley(dice: random.Random) -> Task | None:
    """Return the hits to be made, and the price of the cheapest party that makes them."""
    volley = Volley(
        dice.choice(list(_MOVES)),
        dice.choice(("legionnaires", "arabs")),
        dice.randint(2, 7),
        dice.choice(list(OFTEN)),
        dice.choice((4, 5, 6)),
        dice.choice((8, 10, 12, 15)),
    )
    start = PaychestFire.parse(
        f"paychest:fire skill 3 moved {volley.moved} troops {volley.troops} men 2 figures 10"
    )
    parties = list(volley.reach(start))
    good = [party for party in parties if volley.does(party).true]
    if not good:
        return None
    least = min(map(volley.price, good))
    dear = [p for p in parties if p not in good and least - 2 <= volley.price(p) <= least]
    if not dear:
        return None
    tempting = max(dear, key=lambda party: (party.men, party.skill))
    shots = "two shots each" if volley.troops == "legionnaires" else "one shot each"
    who = f"{'legionnaires' if volley.troops == 'legionnaires' else 'Arabs'} ({shots})"
    men = f"{plural(tempting.men, 'man', 'men')} of skill {tempting.skill}"
    return hands_on(
        f"A man of firearms skill 3 costs 3 points, and so on from 1 to {volley.best}. Hire the"
        f" cheapest party of {who}, at most {volley.most} men of one skill, that"
        f" {_MOVES[volley.moved]}, and makes {plural(volley.hits, 'hit')} or more"
        f" {OFTEN[volley.often]}.",
        start.text(),
        Free("Set the skill and the men.", ("skill", "men"), ("skill", "men"), volley.reach),
        tuple(volley.conditions(least)),
        "A die of the skill or less hits; an advance takes 2 from the skill and a charge 3, and"
        " with zero or less left a ONE must show first (lines 6-7).",
        tempting.text(),
        f"{men} make the hits {_only(volley.chance(tempting))}.",
    )


def _only(chance: Fraction) -> str:
    return f"only {often(chance)}" if chance else "never"


# -- fire: how many behind the wall ----------------------------------------------------------------


@lru_cache(maxsize=4096)
def gun_chance(skill: int, figures: int, hidden: int) -> Fraction:
    """Return how often a machine gun hits a group of which so many figures show."""
    value = gun_fire(HitRoll(skill, "machine-gun", target_figures=figures), hidden).value
    assert isinstance(value, Fraction)
    return value


@dataclass(frozen=True, slots=True)
class Wall:
    """A unit before a machine gun: its figures, the skill of the gunner, and how often the gun may
    hit and the second morale roll be called for, both in sixths.
    """

    unit: int
    skill: int
    hit: int
    rolls: int

    def all_there(self, state: PaychestFire) -> Held:
        """Judge whether all figures of the unit stand somewhere."""
        count = state.figures + state.hidden
        told = f"{plural(count, 'figure')} in sight and hidden together."
        return Held(count == self.unit, told)

    def is_safe(self, state: PaychestFire) -> Held:
        """Judge whether the gun hits seldom enough."""
        chance = gun_chance(self.skill, state.figures, state.hidden)
        return Held(6 * chance <= self.hit, f"It hits {often(chance)}.")

    def is_calm(self, state: PaychestFire) -> Held:
        """Judge whether those in cover call for a second morale roll seldom enough."""
        chance = cover_test_chance(state.hidden)
        return Held(6 * chance <= self.rolls, f"It is called for {often(chance)}.")

    def conditions(self) -> Iterator[Condition]:
        """Yield what must hold."""
        yield Condition(f"Those in sight and those hidden make {self.unit}.", self.all_there)
        yield Condition(f"The gun hits {_SIXTHS[self.hit]}.", self.is_safe)
        yield Condition(f"Those in cover {_called(self.rolls)}.", self.is_calm)

    def reach(self, start: PaychestFire) -> Iterator[PaychestFire]:
        """Yield every number in sight with every number hidden."""
        for figures, hidden in product(range(1, self.unit + 1), range(self.unit + 1)):
            yield replace(start, figures=figures, hidden=hidden)


_SIXTHS = {
    0: "never",
    1: "at most one time in six",
    2: "at most one time in three",
    3: "at most half of the time",
    4: "at most two times in three",
}


def _called(sixths: int) -> str:
    roll = "call for a second morale roll"
    return f"{roll} {_SIXTHS[sixths]}" if sixths else f"never {roll}"


#: So many ways to hide a unit are enough.
FEW_WAYS = 2


def draft_wall(dice: random.Random) -> Task | None:
    """Return a unit before a machine gun, of which so many must hide and no more."""
    unit, skill = dice.randint(8, 20), dice.randint(1, 3)
    hidden = dice.randint(2, unit - 2)
    hit = int(6 * gun_chance(skill, unit - hidden, hidden))
    rolls = int(6 * cover_test_chance(hidden))
    if hit not in _SIXTHS or rolls not in _SIXTHS:
        return None
    wall = Wall(unit, skill, hit, rolls)
    head = f"paychest:fire weapon machine-gun skill {skill} figures"
    start = PaychestFire.parse(f"{head} {unit}")
    ways = [s for s in wall.reach(start) if all(one.judge(s).true for one in wall.conditions())]
    most = max(way.hidden for way in ways)
    if len(ways) > FEW_WAYS or most >= unit - 2:
        return None
    behind = min(unit - 1, max(most + 2, 9))
    low = replace(start, figures=unit - behind, hidden=behind)
    return hands_on(
        f"A machine gun of skill {skill} fires at a unit of {unit}; every three figures in sight"
        f" add 1 to that skill. Hide some, so that it hits {_SIXTHS[hit]} and those in cover"
        f" {_called(rolls)}.",
        start.text(),
        Free(
            "Set Figures (those in sight) and Hidden.",
            ("figures", "hidden"),
            ("figures", "hidden"),
            wall.reach,
        ),
        tuple(wall.conditions()),
        "Every full three in sight make the gun better (line 11); hidden figures and a die that"
        " come to 12 call for the second morale roll (line 12).",
        low.text(),
        f"The gun hits {often(gun_chance(skill, unit - behind, behind))}, but {behind} in cover"
        f" call for the roll {often(cover_test_chance(behind))}.",
    )
