"""Puzzles about melee in Paychest: whom to send, and whom to hire."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from landships_lab.core.speech import listed, often, plural
from landships_lab.games.paychest.panels.melee import PaychestMelee
from landships_lab.games.paychest.practice.words import OFTEN
from landships_lab.games.paychest.rules.melee import Side, contact
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.task import Task, hands_on

#: The skills of men in puzzles.
SKILLS = range(1, 7)
#: Two choices must lie so far apart that the better one can be told.
APART = Fraction(2, 100)
#: How often a hired party may suffer at most, and the words for it.
SELDOM = {
    Fraction(1, 3): "at most one time in three",
    Fraction(1, 4): "at most one time in four",
    Fraction(1, 6): "at most one time in six",
}
SELDOM = {
    Fraction(1, 3): "at most one time in three",
    Fraction(1, 4): "at most one time in four",
    Fraction(1, 6): "at most one time in six",
}
SILENT = Held(False, "That can be judged once the first condition holds.")


def of_a_hundred(chance: Fraction) -> str:
    """Return a difference of two chances, in points of a hundred.

    >>> of_a_hundred(Fraction(1, 8))
    '12.5 points'
    """
    tenths = round(1000 * chance)
    number = f"{tenths // 10}.{tenths % 10}" if tenths % 10 else f"{tenths // 10}"
    return f"{number} {'point' if number == '1' else 'points'}"


# -- melee: the spare man --------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def hurts(a: Side, b: Side) -> Fraction:
    """Return how often side A hurts side B."""
    return contact(a, b).value


@dataclass(frozen=True, slots=True)
class Fights:
    """Three fights of one man against one, and a spare man who may join one of them."""

    pairs: tuple[tuple[int, int], ...]
    spare: int

    def gain(self, mine: int, theirs: int) -> Fraction:
        """Return what the spare man adds to the chance that their man is hurt."""
        b = Side(theirs)
        return hurts(Side(mine, 2, others=self.spare), b) - hurts(Side(mine), b)

    @property
    def best(self) -> Fraction:
        """The most that he adds anywhere."""
        return max(self.gain(*pair) for pair in self.pairs)

    def has(self, state: PaychestMelee) -> bool:
        """Return whether the state is one of the fights with the spare man in it."""
        return self.joined(state) and (state.skill_a, state.skill_b) in self.pairs

    def joined(self, state: PaychestMelee) -> bool:
        """Return whether the second man of the state is the spare man."""
        second = state.skill_a if state.others_a is None else state.others_a
        return state.men_a == 2 and second == self.spare

    def is_one(self, state: PaychestMelee) -> Held:
        """Judge whether it is one of the fights, with the spare man in it."""
        if (state.skill_a, state.skill_b) not in self.pairs:
            fight = f"skill {state.skill_a} against skill {state.skill_b}"
            return Held(False, f"None of the three fights is {fight}.")
        missing = f"Give side A a second man of skill {self.spare}."
        return Held(self.joined(state), "" if self.joined(state) else missing)

    def is_best(self, state: PaychestMelee) -> Held:
        """Judge whether he adds more nowhere else."""
        if not self.has(state):
            return SILENT
        gain = self.gain(state.skill_a, state.skill_b)
        best = gain == self.best
        more = "nowhere more" if best else "elsewhere more"
        return Held(best, f"Here he adds {of_a_hundred(gain)}; {more}.")

    def reach(self, start: PaychestMelee) -> Iterator[PaychestMelee]:
        """Yield every pair of the men named, alone or with a second man."""
        mine = sorted({a for a, _ in self.pairs} | {self.spare})
        for a, b in product(mine, sorted({b for _, b in self.pairs})):
            alone = replace(start, skill_a=a, skill_b=b, men_a=1, others_a=None)
            yield alone
            yield replace(alone, men_a=2)
            if a != self.spare:
                yield replace(alone, men_a=2, others_a=self.spare)


def _fight(pair: tuple[int, int], spare: int | None = None) -> str:
    second = "" if spare is None else f" men_a 2 others_a {spare}"
    return PaychestMelee.parse(f"paychest:melee skill_a {pair[0]} skill_b {pair[1]}{second}").text()


def draft_spare_man(dice: random.Random) -> Task | None:
    """Return three fights, of which one gains most by the spare man."""
    pairs = tuple((dice.choice(SKILLS), dice.choice(SKILLS)) for _ in range(3))
    spare = dice.choice(SKILLS)
    if len({spare, *(mine for mine, _ in pairs)}) < 4 or len({b for _, b in pairs}) < 3:
        return None
    fights = Fights(pairs, spare)
    *_, second, best = sorted(pairs, key=lambda pair: fights.gain(*pair))
    weakest = min(pairs, key=lambda pair: hurts(Side(pair[0]), Side(pair[1])))
    if fights.gain(*best) - fights.gain(*second) < APART:
        return None
    tempting, why = (
        (weakest, "Your man needs help most here")
        if weakest != best
        else (max(pairs, key=lambda pair: hurts(Side(pair[0]), Side(pair[1]))), "Here you win most")
    )
    told = listed(f"skill {a} against skill {b}" for a, b in pairs)
    gain = of_a_hundred(fights.gain(*tempting))
    return hands_on(
        f"Your men (A) are in three fights: {told}. A spare man of skill {spare} may join one. Set"
        " the fight in which he adds most to the chance that B is hurt, with him in it.",
        _fight(pairs[0]),
        Free(
            "Set the skills and A: men; that of the second man is under More settings.",
            ("skill_a", "men_a", "others_a", "skill_b"),
            ("skill_a", "men_a", "others_a", "skill_b"),
            fights.reach,
        ),
        (
            Condition("It is one of the three fights, with the spare man in it.", fights.is_one),
            Condition("Nowhere does he add more to the chance that B is hurt.", fights.is_best),
        ),
        "Each man rolls a die, and each point below his skill is one more hit; then the hits of"
        " both sides cancel one for one (line 7). What he adds must be more than what cancels.",
        _fight(tempting, spare),
        f"{why}, but he adds only {gain}.",
    )


# -- melee: the cheapest party ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hire:
    """A party to be hired at a point for each point of skill: the enemy, how often it must hurt
    him, how often it may be hurt, and the most men it may have.
    """

    enemy: Side
    often: Fraction
    seldom: Fraction
    most: int

    @staticmethod
    def price(state: PaychestMelee) -> int:
        """Return what the men of side A cost."""
        others = state.skill_a if state.others_a is None else state.others_a
        return state.skill_a + (state.men_a - 1) * others

    @staticmethod
    def chance(state: PaychestMelee) -> Fraction:
        """Return how often side A hurts side B."""
        return hurts(*state.sides)

    def does(self, state: PaychestMelee) -> Held:
        """Judge whether they hurt B often enough."""
        chance = self.chance(state)
        return Held(chance >= self.often, f"They hurt B {often(chance)}.")

    def is_safe(self, state: PaychestMelee) -> Held:
        """Judge whether B hurts them seldom enough."""
        a, b = state.sides
        chance = hurts(b, a)
        return Held(chance <= self.seldom, f"B hurts them {often(chance)}.")

    def fits(self, state: PaychestMelee) -> Held:
        """Judge whether there are such men, and no more than may be hired."""
        skills = {state.skill_a, state.skill_a if state.others_a is None else state.others_a}
        if not skills <= {*SKILLS}:
            return Held(False, "Nobody of such a skill can be hired.")
        return Held(state.men_a <= self.most, f"They are {state.men_a}.")

    def reach(self, start: PaychestMelee) -> Iterator[PaychestMelee]:
        """Yield every party."""
        for skill, men in product(SKILLS, range(1, self.most + 1)):
            alike = replace(start, skill_a=skill, men_a=men, others_a=None)
            yield alike
            others = (other for other in SKILLS if men > 1 and other != skill)
            yield from (replace(alike, others_a=other) for other in others)

    def conditions(self, points: int) -> Iterator[Condition]:
        """Yield what a party must do that costs no more than so many points."""

        def cheap(state: PaychestMelee) -> Held:
            cost = self.price(state)
            return Held(cost <= points, f"They cost {plural(cost, 'point')}.")

        yield Condition(f"A hurts B {OFTEN[self.often]}.", self.does)
        if self.seldom < 1:
            yield Condition(f"B hurts A {SELDOM[self.seldom]}.", self.is_safe)
        yield Condition(f"A costs no more than {plural(points, 'point')}.", cheap)
        men = "man" if self.most == 1 else "men"
        yield Condition(f"A has at most {self.most} {men}, of skills from 1 to 6.", self.fits)


#: So often a puzzle that one good man solves is left out.
LONE = 0.7


def draft_party(dice: random.Random) -> Task | None:
    """Return an enemy, and the price of the cheapest party that hurts him often enough."""
    enemy = Side(dice.randint(2, 6), dice.choice((1, 1, 2)))
    hire = Hire(enemy, dice.choice(list(OFTEN)), dice.choice((Fraction(1), *SELDOM)), 3)
    if enemy.men == 1:
        hire = replace(hire, most=dice.choice((2, 3)))
    start = PaychestMelee.parse(
        f"paychest:melee skill_a {dice.randint(1, 3)} skill_b {enemy.skill} men_b {enemy.men}"
    )
    parties = list(hire.reach(start))
    good = [one for one in parties if hire.does(one).true and hire.is_safe(one).true]
    if not good:
        return None
    least = min(map(hire.price, good))
    near = [party for party in parties if hire.price(party) == least and party not in good]
    alone = all(one.men_a == 1 for one in good if hire.price(one) == least)
    if not near or (alone and dice.random() < LONE):
        return None
    tempting = max(near, key=hire.chance)
    a, b = tempting.sides
    fault = (
        f"A hurts B only {often(hurts(a, b))}"
        if hurts(a, b) < hire.often
        else f"B hurts A {often(hurts(b, a))}"
    )
    them = "one man" if enemy.men == 1 else "two men"
    risk = f" and is hurt {SELDOM[hire.seldom]}" if hire.seldom < 1 else ""
    together = " All men of a side fight together." if hire.most + enemy.men > 3 else ""
    return hands_on(
        "A man of melee skill 4 costs 4 points, and so on from 1 to 6. Hire the cheapest side A of"
        f" at most {hire.most} men that hurts {them} of skill {enemy.skill}"
        f" {OFTEN[hire.often]}{risk}.{together}",
        start.text(),
        Free(
            "Set A: skill and A: men; that of the others is under More settings.",
            ("skill_a", "men_a", "others_a"),
            ("skill_a", "men_a", "others_a"),
            hire.reach,
        ),
        tuple(hire.conditions(least)),
        "A point of skill and a second die both make hits, but not as many: count the hits of each"
        " die, one for each point from the skill down (line 7).",
        tempting.text(),
        f"It costs as much, but {fault}.",
    )
