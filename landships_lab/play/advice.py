"""The value of a choice by the measure of its game, and the opponent that plays a side.

Both *Suggest* and the opponent use this. The value of a choice is the average change that it makes,
exact over one step. A choice that only begins something (a Unit that is to move, and then to be
placed) is worth the best that can follow; one that the enemy may answer at once, the worst.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from time import thread_time

from landships_lab.core.dice import Odds, Roll, Thrown, run
from landships_lab.core.speech import capitalized, decimal, plural
from landships_lab.play.turns import Choice, Happening, Situation, plain_words, settled

#: An effect is run at most this often to find its value; if it has more courses, a sample of this
#: size is used.
MOST_THROWS, SAMPLE = 64, 12
#: How many outcomes of a choice that only begins something are followed.
MOST_FOLLOWED = 3
#: How many choices of the next step are examined, and how many steps deep.
MOST_NEXT, DEEPEST = 60, 3
#: The longest that one decision may take, in seconds; choices not examined by then keep their value
#: after one step.
LONGEST = 0.7
#: The value of winning the game.
VICTORY = 10_000
#: From this gain on the end of the game is part of it.
DECIDES = VICTORY // 50


@dataclass(frozen=True, slots=True)
class Character:
    """How an opponent weighs its own units against the enemy's."""

    says: str
    own: Fraction
    enemy: Fraction


CHARACTERS = {
    "even": Character("", Fraction(1), Fraction(1)),
    "cautious": Character("its own losses count half as much again", Fraction(3, 2), Fraction(1)),
    "bold": Character("the enemy's losses count half as much again", Fraction(1), Fraction(3, 2)),
}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A choice and its value: how much better the situation is after it on average, by the measure
    of the game, for the side that decides.
    """

    choice: Choice
    gain: Fraction


@dataclass(frozen=True, slots=True)
class Decision:
    """The opponent's choice, and one sentence that says why."""

    choice: Choice
    why: str


def ranked(situation: Situation, character: str = "even") -> tuple[Ranked, ...]:
    """Return the legal choices of all units with their values, the best first.

    Empty for a game without a measure, and for a game that is over.
    """
    if not situation.measure or situation.over or not situation.stack:
        return ()
    return _ranked(situation, character)


@lru_cache(maxsize=16)
def _ranked(situation: Situation, character: str) -> tuple[Ranked, ...]:
    legal = situation.now.fair_choices(situation)
    look = _Look(situation, CHARACTERS[character])
    before = look.worth(situation)
    gains = [look.mean(one) - before for one in legal]
    if len(legal) > 1:  # what ends the step can wait: it is as good as doing nothing, or decides
        gains = [
            _of_end(gain) if one.ends else gain for one, gain in zip(legal, gains, strict=True)
        ]
    first = enumerate(map(Ranked, legal, gains))
    # of equal choices, prefer one that ends a step or is for the whole side: the others could
    # repeat for ever
    ordered = sorted(
        first, key=lambda at: (-at[1].gain, not at[1].choice.ends, at[1].choice.unit != "", at[0])
    )
    return tuple(one for _, one in ordered)


def decide(situation: Situation, character: str = "cautious") -> Decision:
    """Return the opponent's decision.

    Raises `ValueError` for a game that is over or has no measure.
    """
    offers = ranked(situation, character)
    if not offers:
        raise ValueError("Nothing can be decided here: the game is over, or has no measure.")
    best, *others = offers
    if not others:
        return Decision(best.choice, "It could do nothing else.")
    if best.gain == others[-1].gain:
        return Decision(best.choice, f"No move of {len(offers)} was better than another yet.")
    then = next((one for one in others if one.gain < best.gain), others[0])
    measure = situation.measure.partition(" (")[0]
    counts = f"By {measure}, it {_gains(best.gain)} on average"
    next_best = f"the next best, {plain_words(situation, then.choice)}, {signed(then.gain)}"
    weighs = CHARACTERS[character].says
    more = f" {capitalized(weighs)}." if weighs else ""
    return Decision(best.choice, f"{counts}; {next_best} ({plural(len(offers), 'choice')}).{more}")


def _of_end(gain: Fraction) -> Fraction:
    """Return what ending a step is worth: nothing, unless it may lose the game."""
    return gain if gain <= -DECIDES else Fraction(0)


def _gains(gain: Fraction) -> str:
    text = signed(gain)
    if "game" in text:
        return text
    if text.strip("+−") == "0":
        return "gains a little" if gain > 0 else "changes nothing"
    return f"gains {text}" if gain > 0 else f"loses {text[1:]}"


def signed(gain: Fraction) -> str:
    """Return a gain in words, such as "+1.5"; if it comes from the end of the game, as the chance
    of that.

    >>> signed(Fraction(3, 2)), signed(Fraction(0)), signed(Fraction(-1, 3)), signed(Fraction(9000))
    ('+1.5', '0', '−0.3', 'wins 90% of games')
    """
    if abs(gain) >= DECIDES:
        share = min(100, round(100 * abs(gain) / VICTORY))
        return f"{'wins' if gain > 0 else 'loses'} {share}% of games"
    return f"+{decimal(gain)}" if gain > 0 else decimal(gain)


class _Look:
    """A search ahead for the side that decides in a situation, with a time limit."""

    def __init__(self, situation: Situation, character: Character) -> None:
        side = situation.now.side(situation)
        # a step that both sides decide counts for the first
        self._side = side if side in situation.sides else situation.sides[0]
        self._character, self._begun = character, len(situation.stack)
        self._until = thread_time() + LONGEST

    def worth(self, situation: Situation) -> Fraction:
        """Return the value of a situation to the side, as its character counts."""
        mine, theirs = self._side, situation.opponent_of(self._side)
        won = {mine: VICTORY, theirs: -VICTORY}.get(situation.winner, 0)
        counts = self._character
        return won + counts.own * situation.value(mine) - counts.enemy * situation.value(theirs)

    def mean(self, one: Choice, depth: int = DEEPEST) -> Fraction:
        """Return the average value of the situation after a choice.

        If the choice only begins something, the likeliest outcomes are followed. A choice that ends
        a step begins nothing.
        """
        courses = _courses(one)
        open_ones: dict[str, tuple[Situation, Fraction]] = {}
        for course, chance in () if one.ends else courses:
            if self._is_begun(course.situation):
                first, before = open_ones.get(course.outcome, (course.situation, Fraction(0)))
                open_ones[course.outcome] = first, before + chance
        mean = sum((chance * self.worth(one.situation) for one, chance in courses), Fraction(0))
        if not open_ones or depth <= 1 or thread_time() > self._until:
            return mean
        likely = sorted(open_ones.values(), key=lambda each: -each[1])[:MOST_FOLLOWED]
        more = Fraction(0)
        for after, chance in likely:
            more += chance * (self._following(after, depth) - self.worth(after))
        followed, of = (sum(each[1] for each in some) for some in (likely, open_ones.values()))
        return mean + more * Fraction(of) / Fraction(followed)

    def _is_begun(self, after: Situation) -> bool:
        return not after.over and len(after.stack) > self._begun

    def _following(self, after: Situation, depth: int) -> Fraction:
        """Return the best value that can follow if the side itself goes on, or the worst if the
        enemy does.
        """
        legal = after.now.fair_choices(after)[:MOST_NEXT]
        following = [self.mean(one, depth - 1) for one in legal]
        enemy = after.now.side(after) == after.opponent_of(self._side)
        return (min if enemy else max)(following, default=self.worth(after))


def _courses(one: Choice) -> list[tuple[Happening, Fraction]]:
    """Return the outcomes of a choice with their chances, or a sample if the dice have too many
    courses to run.
    """
    effect, runs = one.checked(), count(MOST_THROWS, -1)
    happenings: list[Happening] = []

    def number(roll: Roll) -> int:
        if next(runs) <= 0:
            raise _TooLongError
        happenings.append(settled(effect(roll)))
        return len(happenings) - 1

    try:
        odds: Odds[int] = run(number)
    except _TooLongError:
        return [(settled(effect(Thrown(seed=seed))), Fraction(1, SAMPLE)) for seed in range(SAMPLE)]
    return [(happenings[at], chance) for at, chance in odds]


class _TooLongError(Exception):
    """An effect has too many courses to run."""
