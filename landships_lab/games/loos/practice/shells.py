"""Made-up questions about bombardment at Loos: what counts, what it does, which shells do more, and
where gas goes.
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
from landships_lab.practice.kind import Kind, one_of
from landships_lab.practice.task import Task
from .words import SHELLS_LESSON, TERRAIN, held, on

#: So far apart are the chances of bombardments that are compared.
APART = Fraction(1, 8)


def _thrown(dice: random.Random, level: int) -> tuple[str, int, int]:
    """Return a terrain, a total of three dice and a roll on the table."""
    roll = dice.randint(1, 3 if level < 3 else 6)
    return dice.choice(TERRAIN), dice.randint(3, 14 if level < 3 else 18), roll


def _printed(terrain: str, total: int, roll: int) -> str:
    return TABLE.results[str(roll)][TABLE.line(terrain).column(total)]


def _kept(dice: random.Random, level: int) -> Task:
    """Ask for the result that a bombardment keeps; A results and Ex are ignored."""
    terrain, total, roll = _thrown(dice, level)
    line, row = TABLE.line(terrain), TABLE.results[str(roll)]
    at, printed = line.column(total), _printed(terrain, total, roll)
    right = bombardment_result(terrain, total, roll).value
    wrong = [
        (row[max(0, at - 1)], "you read one column too far left"),
        (row[min(COLUMNS - 1, at + 1)], "you read one column too far right"),
        (row[TABLE.line("clear").column(total)], "you looked on the line for clear ground"),
    ]
    counts = "which counts" if printed == right else f"which is ignored, so {right}: nothing"
    counts = "nothing" if printed == right == "•" else counts
    return Task(
        f"The dice of a bombardment total {total}, the terrain is {terrain}, the roll on the table"
        f" is {roll}. Which result counts? (• is none.)",
        f"loos:bombardment {terrain} total {total} roll {roll}",
        one_of(right, LEFT, [(kept, name) for kept, name in wrong if kept in LEFT]),
        f"On the line of {terrain} {total} is column {at + 1}. A roll of {roll} there is {printed},"
        f" {counts}.",
    )


def _number(thrown: int) -> str:
    return ("", "one die", "two dice", "three dice", "four dice")[thrown]


def _costs(terrain: str, thrown: int) -> Fraction:
    return 1 - bombardment_odds(terrain, thrown).p("•")


def _anything(terrain: str, thrown: int) -> Fraction:
    """Return how often the table gives anything but •."""
    line = TABLE.line(terrain)
    return over(
        lambda total, roll: TABLE.results[str(roll)][line.column(total)] != "•",
        sum_of(D6, thrown),
        D6,
    ).p(True)


def _compared(dice: random.Random, level: int) -> Task:
    """Ask which of three bombardments costs a step most often: at first of one number of dice or
    on one terrain, then of both.
    """
    while True:
        cases = [(dice.choice(TERRAIN), dice.randint(1, 3)) for _ in range(3)]
        if level == 2 and len({t for t, _ in cases}) > 1 and len({n for _, n in cases}) > 1:
            cases = [(t, cases[0][1]) for t, _ in cases]
        chances = [_costs(*case) for case in cases]
        best = max(chances)
        if len({*cases}) == 3 and best - sorted(chances)[1] >= APART:
            break
    names = [f"{_number(n)} on {on(terrain)}" for terrain, n in cases]
    right = chances.index(best)
    whole = [_anything(*case) for case in cases]
    most = max(range(3), key=lambda i: (cases[i][1], -chances[i]))
    bare = max(range(3), key=lambda i: (TERRAIN.index(cases[i][0]), -chances[i]))
    wrong = [
        (names[most], "you compared the dice and left out the terrain"),
        (names[bare], "you compared the terrain and left out the dice"),
        (names[whole.index(max(whole))], "you counted Ex and the A results, which are ignored"),
    ]
    terrain, thrown = cases[right]
    text = " ".join(f"A bombardment of {_number(n)} falls on {on(t)}." for t, n in cases).replace(
        " A bombardment", " Another", 1
    )
    text = text.replace(" A bombardment", " A third", 1)
    told = "; ".join(
        f"{name} {percent(chance)}" for name, chance in zip(names, chances, strict=True)
    )
    return Task(
        f"{text} Which of them gives D2, D3 or De most often?",
        f"loos:bombardment {cases[0][0]} dice {cases[0][1]} steps 2",
        one_of(names[right], names, wrong),
        f"How often each does: {told}.",
        f"loos:bombardment {terrain} dice {thrown} steps 2",
    )


#: What shells can do to a German unit.
BOTH = "it loses a step, and the trench is breached"
STEP = "it loses a step"
BREACH = "it loses nothing, but the trench is breached"
NOTHING = "nothing"
_DONE = (STEP, BOTH, BREACH, NOTHING)


def _done(result: str, steps: int, trench: bool) -> str:
    """Return what this result of a bombardment does to Germans with so many steps."""
    left = shell(result, UnitSteps(steps=steps), trench).value
    if left.breached:
        return BREACH if left.steps == steps else BOTH
    return NOTHING if left.steps == steps else STEP


def _misdone(result: str, steps: int, trench: bool) -> Iterator[tuple[str, str]]:
    """Yield the reply that each mistake leads to, with its name."""
    hits = result in LEFT[:3]
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


def _shelled(dice: random.Random, level: int) -> Task:
    """Ask what a bombardment does to Germans: told the result at first, then the throw."""
    trench, steps = dice.random() < 2 / 3, dice.randint(1, 3)
    while True:
        terrain = "trench" if trench else dice.choice(("clear", "woods", "town"))
        _, total, roll = _thrown(dice, max(level, 2))
        result = _printed(terrain, total, roll)
        if level < 3 or result in LEFT[:3] or dice.random() < 1 / 3:
            break
    right = _done(result, steps, trench)
    told = f"The table gives {result}"
    if level > 1:
        told = f"The dice total {total}, the roll on the table is {roll}"
    unit = f"German unit with {('', 'one step', 'two steps', 'three steps')[steps]}"
    kept = "counts" if result in LEFT[:3] else "is ignored"
    return Task(
        f"Shells fall on a {unit} {held(terrain)}. {told}. What happens to it?",
        f"loos:bombardment {terrain} dice 3 steps {steps} total {total} roll {roll}",
        one_of(right, _DONE, _misdone(result, steps, trench)),
        f"The result is {result}, which {kept}. So this happens: {right}.",
    )


TARGET, FRIEND, NOBODY = "the Germans", "a British unit next to them", "nobody"


def _gas(dice: random.Random, level: int) -> Task:
    """Ask who loses a step to a bombardment in Zero Hour, with gas or without."""
    gas = dice.random() < 3 / 4
    trench, steps = dice.random() < 1 / 2, dice.randint(1, 2)
    terrain = "trench" if trench else dice.choice(("clear", "woods", "town"))
    total, roll = dice.randint(6, 16), dice.randint(1, 3 + level)
    result = _printed(terrain, total, roll)
    hits = result in LEFT[:3]
    spared = trench and steps == 1
    right = NOBODY if hits and spared else TARGET if hits else FRIEND if gas else NOBODY
    wrong = []
    if hits and spared:
        wrong.append((TARGET, "you forgot that Germans in a trench keep their last step"))
        wrong.append((FRIEND, "you let gas drift that has done its work"))
    elif hits:
        wrong.append((FRIEND, "you let gas drift that has done its work"))
    elif gas:
        wrong.append((NOBODY, "you forgot that gas without D2, D3 or De hits a friend"))
        wrong.append((TARGET, "you forgot that only D2, D3 and De count"))
    else:
        wrong.append((FRIEND, "you let shells without gas hit a friend"))
        wrong.append((TARGET, "you forgot that only D2, D3 and De count"))
    units = f"Germans with {('', 'one step', 'two steps')[steps]}"
    why = {
        NOBODY: "Germans in a trench keep their last step"
        if hits
        else "without gas the other results do nothing",
        TARGET: "a hit costs the target a step",
        FRIEND: "gas that does not hit its target drifts",
    }[right]
    return Task(
        f"In Zero Hour British shells{' with gas' if gas else ', without gas,'} fall on {units}"
        f" {held(terrain)}; a British unit stands next to them. The dice"
        f" total {total}, the roll on the table is {roll}. Who loses a step?",
        f"loos:bombardment {terrain} dice 3 steps {steps} total {total} roll {roll}"
        + (" with gas" if gas else ""),
        one_of(right, (TARGET, FRIEND, NOBODY), wrong),
        f"The result is {result}: {why}. So {right} {'lose' if right == TARGET else 'loses'} a"
        " step.",
    )


SHELLS = (
    Kind(
        "loos:bombardment", "column", _kept, lesson=SHELLS_LESSON, taught="only D2, D3 and De count"
    ),
    Kind(
        "loos:shelled",
        "hit",
        _shelled,
        about="loos:bombardment",
        lesson=SHELLS_LESSON,
        taught="never lose their last step to shells",
    ),
    Kind(
        "loos:gas",
        "hit",
        _gas,
        level=2,
        about="loos:bombardment",
        lesson=SHELLS_LESSON,
        taught="any other result hits one British unit next to the target",
    ),
    Kind(
        "loos:shelling",
        "odds",
        _compared,
        level=2,
        about="loos:bombardment",
        lesson=SHELLS_LESSON,
        taught="further die moves the total three or four points to the right",
    ),
)
