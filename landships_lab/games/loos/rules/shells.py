"""What shells do: where German ones fall, which results of the table count, and what is left of a
unit or a stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import cast

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, over, sum_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, percent, plural
from landships_lab.games.loos.data.combat_table import Alignment, Line
from .book import CITES, TABLE, happens, note, reading_step, supplied, taken
from .forces import LAST_STEP, Cause, lose_step
from .table import FRONT_LINE, MEANINGS, line_of
from .terrain import shell_line, sheltered

#: The results of the table that 17.4 keeps: three that cost a step, and no effect for all others.
LEFT = ("De", "D3", "D2", "•")
#: The most dice of a bombardment: those of a British marker with gas (17.6).
MOST_DICE = 4


def german_shells_step(in_front_line: bool, readings: Given = None) -> Step:
    """Return the step that lets German shells fall on British units in their front line, and
    anywhere else by the reading german-shells (14.2, line 172).
    """
    if in_front_line:
        text = "German artillery may bombard British units in front line hexes."
        return Step(text, CITES["front-line-shelled"], "allows")
    option = taken(readings)["german-shells"]
    return reading_step("german-shells", option, "allows" if option == "anywhere" else "forbids")


def german_shells(stand_in: str, readings: Given = None) -> Answer[str]:
    """Return the line of the table for German shells on British units that stand here;

    "" where none may fall.

    ``stand_in`` is "british front line" or other terrain. In the front line it is the line of 14.2;
    anywhere else the reading german-shells says whether any fall at all. Source: 14.2 (line 172).

    >>> (
    ...     german_shells("british front line").value,
    ...     german_shells("woods").value,
    ...     german_shells("woods", {"german-shells": "anywhere"}).value,
    ... )
    ('trench', '', 'woods')
    """
    where = shell_line(stand_in, readings=readings)
    line = where.value
    read = german_shells_step(stand_in == FRONT_LINE, readings)
    if stand_in == FRONT_LINE:
        return Answer(
            line,
            (read, *where.steps),
            f"German shells on the British front line use the line of {line}.",
        )
    if read.op == "forbids":
        return Answer(
            "",
            (read,),
            f"No German shells may fall on British units in {stand_in}, outside the front line.",
        )
    on = Step(f"The terrain they stand in is {stand_in}.", CITES["bombardment"])
    return Answer(
        line, (read, on), f"German shells on British units in {stand_in} use the line of {line}."
    )


def shells_fall(line: Line, total: int, die: int, alignment: Alignment) -> Answer[str]:
    """Return what a bombardment keeps of the table's result for this total of its dice and this
    roll:

    "De", "D3", "D2" or "•".

    Source: 17.3 and 17.4 (lines 257-267).

    >>> shells_fall(TABLE.line("clear"), 1, 6, "left").headline
    'A bombardment ignores (A).'
    """
    result = TABLE.result(line, total, die, alignment)
    found = Step(
        f"A roll of {die} in column {line.column(total, alignment) + 1} is {result}.",
        CITES["table"],
    )
    kept = keep(result)
    if kept == "•":
        why = Step(
            f"A bombardment ignores {result}.",
            CITES["bombardment"],
            "forbids" if result != "•" else "note",
        )
        return Answer(kept, (found, why), why.text)
    costs = Step(f"{result} costs the target of a bombardment one step.", CITES["bombardment-loss"])
    if kept == "De":
        return Answer(kept, (found, costs), costs.text)
    stays = Step("No retreat is allowed after a bombardment.", CITES["bombardment-loss"])
    stands = Step("Instead of a retreat the target takes the loss.", CITES["bombardment-stand"])
    return Answer(kept, (found, stays, stands, costs), costs.text)


def keep(result: str) -> str:
    """Return the result where a bombardment keeps it, else no effect."""
    return result if result in LEFT else "•"


def bombardment_odds(
    terrain: str, dice: int, readings: Given = None, german_in_trench: bool = False
) -> Odds[str]:
    """Return the odds of what 17.4 keeps of a bombardment:

    "De", "D3", "D2" or "•". Germans in a trench use the trench line.

    ``dice`` is 1 to 4: the artillery track, which is not in the source, prints the number; 4 is the
    British number with gas.

    >>> bombardment_odds("clear", 1)
    Odds({'D3': 1, 'D2': 9, '•': 26})
    """
    dice = whole("The number of dice", dice, 1, MOST_DICE)
    options = taken(readings)
    line, _ = line_of(shell_line(terrain, german_in_trench, readings).value, options)
    return _odds(line, dice, cast(Alignment, options["crt-alignment"]))


@lru_cache(maxsize=256)
def _odds(line: Line, dice: int, alignment: Alignment) -> Odds[str]:
    rolled = over(
        lambda total, die: shells_fall(line, total, die, alignment).value, sum_of(D6, dice), D6
    )
    return Odds((result, rolled.weights.get(result, 0)) for result in LEFT)


@dataclass(frozen=True, slots=True)
class Shelled:
    """One unit after a bombardment: its steps, and whether its trench is breached for this combat
    phase.
    """

    steps: int
    breached: bool = False


def shell(
    result: str,
    steps: int,
    german_in_trench: bool = False,
    battalions: int = 1,
    readings: Given = None,
    stacked: bool = False,
    kind: str = "regiment",
    room: bool = True,
) -> Answer[Shelled]:
    """Return what the result of a bombardment leaves of a unit with so many steps.

    One step at most is lost. Germans in a trench never lose the last one, but their trench is
    breached all the same. A regiment that comes down to one step needs one of the ``battalions`` in
    the deadpile and, where it is ``stacked``, a place for it, as `lose_step` says. `ValueError` for
    a result that is not on the table. Source: 17.4 and 17.5 (lines 263-275), 14.3, 4 (line 189).

    >>> shell("De", 2, german_in_trench=True).value, shell("D2", 1, german_in_trench=True).value
    (Shelled(steps=1, breached=True), Shelled(steps=1, breached=True))
    """
    steps = whole("The number of steps", steps, 1, 3)
    if keep(one_of("result", result, MEANINGS)) == "•":
        step = Step("Nothing is lost and nothing is breached.", CITES["bombardment"])
        return Answer(Shelled(steps), (step,), step.text)
    reasons = [
        Step(f"{result}: one step is lost, and no retreat is allowed.", CITES["bombardment-loss"])
    ]
    cause: Cause = "trench" if german_in_trench else "shells"
    loss = lose_step(kind, steps, battalions, cause, stacked, readings, room)
    left = loss.value
    if german_in_trench:
        reasons.append(
            Step("The trench is breached for the rest of the combat phase.", CITES["breach"])
        )
        reasons.append(
            Step("The marker stays on the hex until that phase is over.", CITES["breach"])
        )
    if kind == "regiment" and steps == 2 and (stacked or not battalions):
        reasons += loss.steps[1:]
    elif german_in_trench and steps == 1:
        reasons += loss.steps
    lost = ("No step is lost", "One step is lost", "Both steps are lost")[steps - left]
    headline = f"{lost}{', and the trench is breached' if german_in_trench else ''}."
    return Answer(Shelled(left, german_in_trench), tuple(reasons), headline)


def shell_odds(
    terrain: str,
    dice: int,
    steps: int,
    german_in_trench: bool = False,
    readings: Given = None,
    battalions: int = 1,
) -> Odds[Shelled]:
    """Return the odds of what a bombardment leaves of a unit."""
    in_trench = sheltered(terrain, german_in_trench)
    return bombardment_odds(terrain, dice, readings, in_trench).map(
        lambda result: shell(result, steps, in_trench, battalions, readings).value
    )


#: Counters in the deadpile for two regiments that come down to their last step.
ENOUGH = 2


@dataclass(frozen=True, slots=True)
class Stack:
    """Two stacked units that one bombardment falls on: the steps of each, the front line first.

    ``battalions`` are those in the deadpile, and ``room`` says whether a hex next to the stack is
    free for one. Units in the British front line are ``british``.
    """

    steps: tuple[int, ...]
    german_in_trench: bool = False
    battalions: int = ENOUGH
    british: bool = False
    room: bool = True

    def after(self, results: tuple[str, ...], readings: Given = None) -> tuple[Shelled, ...]:
        """Return both after the results found for them, one after the other: the second is stacked
        and finds a battalion only where the first has left it so.
        """
        left: list[Shelled] = []
        stacked, battalions = len(self.steps) > 1, self.battalions
        kind = "half-brigade" if self.british else "regiment"
        for result, steps in zip(results, self.steps, strict=True):
            found = shell(
                result, steps, self.german_in_trench, battalions, readings, stacked, kind, self.room
            ).value
            left.append(found)
            turned = kind == "regiment" and steps == 2 and found.steps == 1
            stacked = stacked and found.steps > 0 and not turned
            battalions -= turned
        return tuple(left)


def stack_odds(
    terrain: str,
    dice: int,
    steps: tuple[int, ...],
    german_in_trench: bool = False,
    readings: Given = None,
) -> Odds[tuple[int, ...]]:
    """Return the odds of the steps left to each of the stacked units that one bombardment falls on.

    Source: 17.4 (line 267).
    """
    stack = Stack(steps, sheltered(terrain, german_in_trench), british=terrain == FRONT_LINE)
    return shelled_stack_odds(terrain, dice, stack, readings).map(_steps_left)


def _steps_left(units: tuple[Shelled, ...]) -> tuple[int, ...]:
    return tuple(unit.steps for unit in units)


def shelled_stack_odds(
    terrain: str, dice: int, stack: Stack, readings: Given = None
) -> Odds[tuple[Shelled, ...]]:
    """Return the odds of what one bombardment makes of each of the stacked units that it falls on.

    Each unit is resolved on its own; whether they share the roll of the factor is the reading
    stack-factor. Source: 17.4 (line 267).
    """
    options = taken(readings)
    line, _ = line_of(shell_line(terrain, stack.german_in_trench, readings).value, options)
    factor = sum_of(D6, whole("The number of dice", dice, 1, MOST_DICE))
    alignment = cast(Alignment, options["crt-alignment"])

    def one(total: int) -> Odds[str]:
        return D6.map(lambda die: shells_fall(line, total, die, alignment).value)

    def after(*results: str) -> tuple[Shelled, ...]:
        return stack.after(results, readings)

    many = len(stack.steps)
    if options["stack-factor"] == "shared":
        return factor.then(lambda total: over(after, *[one(total)] * many))
    return over(after, *[factor.then(one)] * many)


def shell_stack(
    terrain: str,
    dice: int,
    steps: tuple[int, ...],
    german_in_trench: bool = False,
    readings: Given = None,
    battalions: int = ENOUGH,
    british: bool = False,
) -> Answer[Odds[tuple[int, ...]]]:
    """Return the odds of the steps that one bombardment leaves to two stacked units, and the rules
    behind them.

    ``detail`` is the chance that it breaches their trench: a result that counts does so, whichever
    of the two it is found for. Source: 17.4 and 17.5 (lines 263-275), 18.1 (line 286).

    >>> shell_stack("clear", 3, (2, 2)).headline
    'A step is lost 90.8% of the time, by both units 56.2%.'
    """
    stack = Stack(
        steps,
        sheltered(terrain, german_in_trench),
        whole("The number of battalions", battalions, 0, 99),
        british or terrain == FRONT_LINE,
    )
    shelled = shelled_stack_odds(terrain, dice, stack, readings)
    odds = shelled.map(_steps_left)
    breach = shelled.chance(lambda units: any(unit.breached for unit in units))
    reasons = [
        Step(
            f"The single bombardment has {plural(dice, 'die', 'dice')}.",
            supplied("dice of the artillery track"),
        ),
        *shell_line(terrain, german_in_trench, readings).steps,
        reading_step("crt-alignment", taken(readings)["crt-alignment"]),
        note(
            "bombardment-stack", "Each stacked unit is resolved on its own, the reserve included."
        ),
        reading_step("stack-factor", taken(readings)["stack-factor"]),
        note("bombardment-loss", "D2, D3 and De cost a unit one step; everything else is ignored."),
        *_of_the_stack(stack, breach, readings),
    ]
    some, both = (
        odds.chance(lambda left: left != steps),
        odds.chance(lambda left: all(a < b for a, b in zip(left, steps, strict=True))),
    )
    rest = (f", by both units {percent(both)}" if both else ", never by both units") if some else ""
    made = f"a breach {percent(breach)}" if breach else "never a breach"
    breached = f"; {made}" if stack.german_in_trench else ""
    headline = f"{capitalized(happens('a step is', 'lost', some))}{rest}{breached}."
    return Answer(odds, tuple(reasons), headline, detail=breach)


def _of_the_stack(stack: Stack, breach: Fraction, readings: Given) -> Iterator[Step]:
    """Yield what a trench, and a last step that may not stack, change for the two units."""
    if stack.german_in_trench:
        text = f"Such a result for either unit breaches the trench: {percent(breach)}."
        yield note("breach", text)
        text = "A combat against the hex then uses its other terrain, in this phase alone."
        yield note("breach", text)
        if 1 in stack.steps:
            yield note("last-step", LAST_STEP)
    if 2 in stack.steps and not stack.british:
        text = "A regiment that comes down to one step becomes a battalion, which may not stack."
        yield note("stacking", text)
        cause: Cause = "trench" if stack.german_in_trench else "shells"
        last = lose_step("regiment", 2, stack.battalions, cause, True, readings).steps[1:]
        yield from (replace(step, op="note") for step in last)
        yield note("bombardment-stack", "Once one unit is gone, the other is stacked no longer.")
