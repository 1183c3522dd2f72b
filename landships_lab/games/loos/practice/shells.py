"""Generated questions about bombardment at Loos: which results count, their effect, which shells do
more, and where gas goes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.dice import D6, over, sum_of
from landships_lab.core.speech import percent
from landships_lab.games.loos.data.combat_table import COLUMNS
from landships_lab.games.loos.rules.bombardment import bombardment_result
from landships_lab.games.loos.rules.book import TABLE
from landships_lab.games.loos.rules.losses import UnitSteps
from landships_lab.games.loos.rules.shells import LEFT, bombardment_odds, shell
from landships_lab.practice.kind import kind, one_of
from landships_lab.practice.task import Task
from .words import NUMBERS, TERRAIN, held, on

LESSON, ABOUT = "23_bombardment_and_gas", "loos:bombardment"
#: The least difference between the chances of two compared bombardments.
APART = Fraction(1, 8)
#: The results that count.
HITS = LEFT[:3]


def _thrown(dice: random.Random, level: int) -> tuple[str, int, int]:
    """Return a terrain, a total of three dice and a roll on the table."""
    roll = dice.randint(1, 3 if level < 3 else 6)
    return dice.choice(TERRAIN), dice.randint(3, 14 if level < 3 else 18), roll


def _printed(terrain: str, total: int, roll: int) -> str:
    return TABLE.results[str(roll)][TABLE.line(terrain).column(total)]


@kind("loos:bombardment", "column", LESSON, "only D2, D3 and De count")
def kept(dice: random.Random, level: int) -> Task:
    """Ask for the result that a bombardment keeps; A results and Ex are ignored."""
    terrain, total, roll = _thrown(dice, level)
    row, at = TABLE.results[str(roll)], TABLE.line(terrain).column(total)
    printed, right = row[at], bombardment_result(terrain, total, roll).value
    wrong = [
        (row[max(0, at - 1)], "you read one column too far left"),
        (row[min(COLUMNS - 1, at + 1)], "you read one column too far right"),
        (_printed("clear", total, roll), "you looked on the line for clear ground"),
    ]
    counts = "which counts" if printed == right else f"which is ignored, so {right}: nothing"
    counts = "nothing" if printed == right == "•" else counts
    return Task(
        f"The dice of a bombardment total {total}, the terrain is {terrain}, the roll on the table"
        f" is {roll}. Which result counts? (• is no result.)",
        f"loos:bombardment {terrain} total {total} roll {roll}",
        one_of(right, LEFT, wrong),
        f"On the line of {terrain} {total} is column {at + 1}. A roll of {roll} there is {printed},"
        f" {counts}.",
    )


def _costs(terrain: str, thrown: int) -> Fraction:
    return 1 - bombardment_odds(terrain, thrown).p("•")


def _anything(terrain: str, thrown: int) -> Fraction:
    """Return how often the table gives anything but •."""
    odds = over(lambda total, roll: _printed(terrain, total, roll) != "•", sum_of(D6, thrown), D6)
    return odds.p(True)


_MORE = "further die moves the total three or four points to the right"


@kind("loos:shelling", "odds", LESSON, _MORE, level=2, about=ABOUT)
def compared(dice: random.Random, level: int) -> Task:
    """Ask which of three bombardments costs a step most often: at first they differ in dice or
    terrain, then in both.
    """
    while True:
        cases = [(dice.choice(TERRAIN), dice.randint(1, 3)) for _ in range(3)]
        if level == 2 and len({t for t, _ in cases}) > 1 and len({n for _, n in cases}) > 1:
            cases = [(t, cases[0][1]) for t, _ in cases]
        chances = [_costs(*case) for case in cases]
        best = max(chances)
        if len({*cases}) == 3 and best - sorted(chances)[1] >= APART:
            break
    fallen = [f"{NUMBERS[n]} di{'ce' if n > 1 else 'e'} on {on(terrain)}" for terrain, n in cases]
    right, whole = chances.index(best), [_anything(*case) for case in cases]
    most = max(range(3), key=lambda i: (cases[i][1], -chances[i]))
    bare = max(range(3), key=lambda i: (TERRAIN.index(cases[i][0]), -chances[i]))
    wrong = [
        (fallen[most], "you compared the dice and left out the terrain"),
        (fallen[bare], "you compared the terrain and left out the dice"),
        (fallen[whole.index(max(whole))], "you counted Ex and the A results, which are ignored"),
    ]
    text = " ".join(
        f"{one} of {what.replace(' on ', ' falls on ', 1)}."
        for one, what in zip(("A bombardment", "Another", "A third"), fallen, strict=True)
    )
    shares = (f"{name} {percent(chance)}" for name, chance in zip(fallen, chances, strict=True))
    start, shown = (f"loos:bombardment {t} dice {n} steps 2" for t, n in (cases[0], cases[right]))
    return Task(
        f"{text} Which of them gives D2, D3 or De most often?",
        start,
        one_of(fallen[right], fallen, wrong),
        f"How often each does: {'; '.join(shares)}.",
        shown,
    )


#: What shells can do to a German unit.
BOTH = "it loses a step, and the trench is breached"
STEP = "it loses a step"
BREACH = "it loses nothing, but the trench is breached"
NOTHING = "nothing"


def _done(result: str, steps: int, trench: bool) -> str:
    """Return the effect of this result of a bombardment on Germans with this number of steps."""
    after = shell(result, UnitSteps(steps=steps), trench).value
    if after.breached:
        return BREACH if after.steps == steps else BOTH
    return NOTHING if after.steps == steps else STEP


def _misdone(result: str, steps: int, trench: bool) -> Iterator[tuple[str, str]]:
    """Yield the reply that each mistake leads to, with its name."""
    hits = result in HITS
    if trench and hits:
        yield STEP, "you forgot that such a result breaches the trench"
        if steps == 1:
            yield BOTH, "you forgot that Germans in a trench keep their last step"
            yield NOTHING, "you forgot that the trench is breached though no step is lost"
        else:
            yield BREACH, "you spared a step that is not the last"
    elif hits:
        yield BOTH, "you breached a trench that is not there"
        yield NOTHING, "you let it keep its last step, as only Germans in a trench do"
    else:
        yield (BOTH if trench else STEP), "you forgot that only D2, D3 and De count"


@kind("loos:shelled", "hit", LESSON, "never lose their last step to shells", about=ABOUT)
def shelled(dice: random.Random, level: int) -> Task:
    """Ask what a bombardment does to Germans, given the result or at higher levels the throw."""
    trench, steps = dice.random() < 2 / 3, dice.randint(1, 3)
    while True:
        terrain = "trench" if trench else dice.choice(("clear", "woods", "town"))
        _, total, roll = _thrown(dice, max(level, 2))
        result = _printed(terrain, total, roll)
        if level < 3 or result in HITS or dice.random() < 1 / 3:
            break
    right = _done(result, steps, trench)
    given = f"The table gives {result}"
    if level > 1:
        given = f"The dice total {total}, the roll on the table is {roll}"
    many = f"{NUMBERS[steps]} step{'s' if steps > 1 else ''}"
    kept = "counts" if result in HITS else "is ignored"
    return Task(
        f"Shells fall on a German unit with {many} {held(terrain)}. {given}. What happens to it?",
        f"loos:bombardment {terrain} dice 3 steps {steps} total {total} roll {roll}",
        one_of(right, (STEP, BOTH, BREACH, NOTHING), _misdone(result, steps, trench)),
        f"The result is {result}, which {kept}. So this happens: {right}.",
    )


TARGET, FRIEND, NOBODY = "the Germans", "a British unit next to them", "nobody"
_GAS = "any other result hits one British unit next to the target"


def _misled(hits: bool, spared: bool, gas: bool) -> Iterator[tuple[str, str]]:
    """Yield the reply that each mistake about shells and gas leads to, with its name."""
    if hits:
        if spared:
            yield TARGET, "you forgot that Germans in a trench keep their last step"
        yield FRIEND, "you let gas drift that has done its work"
        return
    if gas:
        yield NOBODY, "you forgot that gas without D2, D3 or De hits a friend"
    else:
        yield FRIEND, "you let shells without gas hit a friend"
    yield TARGET, "you forgot that only D2, D3 and De count"


@kind("loos:gas", "hit", LESSON, _GAS, level=2, about=ABOUT)
def gassed(dice: random.Random, level: int) -> Task:
    """Ask who loses a step to a bombardment in Zero Hour, with or without gas."""
    gas = dice.random() < 3 / 4
    trench, steps = dice.random() < 1 / 2, dice.randint(1, 2)
    terrain = "trench" if trench else dice.choice(("clear", "woods", "town"))
    total, roll = dice.randint(6, 16), dice.randint(1, 3 + level)
    result = _printed(terrain, total, roll)
    hits, spared = result in HITS, trench and steps == 1
    drifts = FRIEND if gas and not hits else NOBODY
    right = TARGET if hits and not spared else drifts
    many = f"{NUMBERS[steps]} step{'s' if steps > 1 else ''}"
    keep = "Germans in a trench keep their last step"
    why = {
        NOBODY: keep if hits else "without gas the other results do nothing",
        TARGET: "a hit costs the target a step",
        FRIEND: "gas that does not hit its target drifts",
    }[right]
    return Task(
        f"In Zero Hour British shells{' with gas' if gas else ', without gas,'} fall on Germans"
        f" with {many} {held(terrain)}; a British unit stands next to them. The dice"
        f" total {total}, the roll on the table is {roll}. Who loses a step?",
        f"loos:bombardment {terrain} dice 3 steps {steps} total {total} roll {roll}"
        f"{' with gas' * gas}",
        one_of(right, (TARGET, FRIEND, NOBODY), _misled(hits, spared, gas)),
        f"The result is {result}: {why}. So {right} {'lose' if right == TARGET else 'loses'} a"
        " step.",
    )


KINDS = (kept, shelled, gassed, compared)
