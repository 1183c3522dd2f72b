"""Bombardment: the dice are the strength, the table gives the result, and little of it is left (17.3 to 17.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import cast

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import unknown
from landships_lab.core.dice import D6, Odds, over, sum_of
from landships_lab.data.load import chosen
from landships_lab.data.loos.combat_table import Alignment, Line
from landships_lab.rules.loos.book import CITES, READINGS, TABLE, counted, percent, read_as, supplied, whole
from landships_lab.rules.loos.table import MEANINGS, line_of
from landships_lab.rules.loos.terrain import FRONT_LINE

#: What 17.4 leaves of the table: three results that cost a step, and nothing.
LEFT = ("De", "D3", "D2", "•")
FRIENDLY_FIRE = "friendly fire"
MOST_DICE = 4


def shelled_as(terrain: str, taken: Mapping[str, str]) -> str:
    """On which line is this terrain shelled? The British front line by its reading, anything else as it is called."""
    return taken["front-line-terrain"] if terrain == FRONT_LINE else terrain


def german_shells(stand_in: str, readings: Mapping[str, str] | None = None) -> Answer[str]:
    """On which line of the table do German shells fall on British units that stand here? "" where none may fall.

    ``stand_in`` is "british front line" or other terrain. In the front line it is the line of 14.2; anywhere else the reading
    german-shells says whether any fall at all. Source: 14.2 (line 172).

    >>> german_shells("british front line").value, german_shells("woods").value, german_shells("woods", {"german-shells": "anywhere"}).value
    ('trench', '', 'woods')
    """
    taken = chosen("loos", readings)
    line = shelled_as(stand_in, taken)
    line_of(line, taken)  # refuses terrain that is not on the table
    if stand_in == FRONT_LINE:
        says = READINGS["front-line-terrain"].option(taken["front-line-terrain"]).says
        steps: tuple[Step, ...] = (
            Step("German artillery may bombard British units in front line hexes.", CITES["front-line-shelled"], "allows"),
            Step(says, CITES["front-line-shelled"], reading="front-line-terrain"),
        )
        return Answer(line, steps, f"German shells on the British front line use the line of {line}.")
    everywhere = taken["german-shells"] == "anywhere"
    told = read_as("german-shells", taken["german-shells"], "allows" if everywhere else "forbids")
    if not everywhere:
        return Answer("", (told,), f"No German shells may fall on British units in {stand_in}: they stand in no front line hex.")
    on = Step(f"The terrain they stand in is {stand_in}.", CITES["bombardment"])
    return Answer(line, (told, on), f"German shells on British units in {stand_in} use the line of {line}.")


def bombardment_result(terrain: str, total: int, die: int, readings: Mapping[str, str] | None = None) -> Answer[str]:
    """What does a bombardment with this total of its dice and this roll on the table bring: "De", "D3", "D2" or "•"?

    The strength of the target does not count. Ex, no effect and every A result are ignored. `ValueError` for unknown terrain or
    rolls that cannot be. Source: 17.3 and 17.4 (lines 257-263).

    >>> bombardment_result("trench", 9, 3).value, bombardment_result("trench", 9, 6).value
    ('•', '•')
    """
    whole("a total of the dice", total, 1, 6 * MOST_DICE)
    whole("a roll", die, 1, 6)
    taken = chosen("loos", readings)
    shelled = shelled_as(terrain, taken)
    line, steps = line_of(shelled, taken)
    if terrain == FRONT_LINE:
        says = READINGS["front-line-terrain"].option(taken["front-line-terrain"]).says
        steps = (Step(says, CITES["front-line-shelled"], reading="front-line-terrain"), *steps)
    alignment = cast(Alignment, taken["crt-alignment"])
    result = TABLE.result(line, total, die, alignment)
    kept = _left(result)
    steps = (
        *steps,
        Step(f"The dice come to {total}; the strength of the target does not count.", CITES["bombardment"]),
        read_as("bombardment-column", "as-differential"),
        Step(f"A roll of {die} in column {line.column(total, alignment) + 1} is {result}.", CITES["table"]),
        _kept_step(result, kept),
    )
    return Answer(kept, steps, f"A total of {total} and a roll of {die} on {shelled}: {kept}, {_does(kept)}.")


def _left(result: str) -> str:
    return result if result in LEFT else "•"


def _kept_step(result: str, kept: str) -> Step:
    if kept == "•":
        return Step(f"A bombardment ignores {result}.", CITES["bombardment"], "forbids" if result != "•" else "note")
    return Step(f"{result} costs the target one step; it may not retreat.", CITES["bombardment-loss"])


def _does(kept: str) -> str:
    return "no effect" if kept == "•" else "one step lost"


def bombardment_odds(terrain: str, dice: int, readings: Mapping[str, str] | None = None) -> Odds[str]:
    """How likely is what 17.4 leaves of a bombardment: "De", "D3", "D2" or "•"?

    ``dice`` is 1 to 4: the number stands on the artillery track, which is not in the source; 4 is the British number with gas.

    >>> bombardment_odds("clear", 1)
    Odds({'D3': 1, 'D2': 9, '•': 26})
    """
    whole("a number of dice", dice, 1, MOST_DICE)
    taken = chosen("loos", readings)
    line, _ = line_of(shelled_as(terrain, taken), taken)
    return _odds(line, dice, cast(Alignment, taken["crt-alignment"]))


@lru_cache(maxsize=256)
def _odds(line: Line, dice: int, alignment: Alignment) -> Odds[str]:
    def column(total: int) -> Odds[str]:
        return D6.map(lambda die: _left(TABLE.result(line, total, die, alignment)))

    rolled = sum_of(D6, dice).then(column)
    return Odds((result, rolled.weights.get(result, 0)) for result in LEFT)


@dataclass(frozen=True, slots=True)
class Shelled:
    """What a bombardment leaves of one unit: its steps, and whether its trench is breached for this combat phase."""

    steps: int
    breached: bool = False


def shell(result: str, steps: int, german_in_trench: bool = False) -> Answer[Shelled]:
    """What does the result of a bombardment do to a unit with so many steps?

    One step at most is lost. Germans in a trench never lose the last one, but their trench is breached all the same.
    `ValueError` for what is no result of the table.
    Source: 17.4 and 17.5 (lines 263-275), 14.3, 4 (line 189).

    >>> shell("De", 2, german_in_trench=True).value, shell("D2", 1, german_in_trench=True).value
    (Shelled(steps=1, breached=True), Shelled(steps=1, breached=True))
    """
    whole("a number of steps", steps, 1, 3)
    if result not in MEANINGS:
        raise ValueError(unknown("result", result, list(MEANINGS)))
    if _left(result) == "•":
        step = Step("Nothing is lost and nothing is breached.", CITES["bombardment"])
        return Answer(Shelled(steps), (step,), step.text)
    told = [Step(f"{result}: one step is lost, and no retreat is allowed.", CITES["bombardment-loss"])]
    left = steps - 1
    if german_in_trench:
        told.append(Step("The trench is breached for the rest of the combat phase.", CITES["breach"]))
        if left == 0:
            told.append(Step("Germans in a trench never lose their last step to a bombardment.", CITES["last-step"], "forbids"))
            left = 1
    lost = counted(steps - left, "step") + " lost" if left < steps else "No step is lost"
    headline = f"{lost}{', and the trench is breached' if german_in_trench else ''}."
    return Answer(Shelled(left, german_in_trench), tuple(told), headline)


def shell_odds(
    terrain: str, dice: int, steps: int, german_in_trench: bool = False, readings: Mapping[str, str] | None = None
) -> Odds[Shelled]:
    """How likely is each thing that a bombardment leaves of a unit?"""
    return bombardment_odds(terrain, dice, readings).map(lambda result: shell(result, steps, german_in_trench).value)


def stack_odds(
    terrain: str, dice: int, steps: tuple[int, ...], german_in_trench: bool = False, readings: Mapping[str, str] | None = None
) -> Odds[tuple[int, ...]]:
    """How likely are the steps left to each of the stacked units that one bombardment falls on?

    Each unit is resolved on its own; whether they share the roll of the factor is the reading stack-factor.
    Source: 17.4 (line 267).
    """
    taken = chosen("loos", readings)
    line, _ = line_of(shelled_as(terrain, taken), taken)
    factor = sum_of(D6, whole("a number of dice", dice, 1, MOST_DICE))

    alignment = cast(Alignment, taken["crt-alignment"])

    def unit(total: int, left: int) -> Odds[int]:
        return D6.map(lambda die: shell(TABLE.result(line, total, die, alignment), left, german_in_trench).value.steps)

    if taken["stack-factor"] == "shared":
        return factor.then(lambda total: over(_together, *(unit(total, left) for left in steps)))
    return over(_together, *(factor.then(partial(unit, left=left)) for left in steps))


def shell_stack(
    terrain: str, dice: int, steps: tuple[int, ...], german_in_trench: bool = False, readings: Mapping[str, str] | None = None
) -> Answer[Odds[tuple[int, ...]]]:
    """What does one bombardment do to two stacked units, and by which rules?

    Source: 17.4 and 17.5 (lines 263-275).

    >>> shell_stack("clear", 3, (2, 2)).headline
    'Some step is lost 91% of the time, by both units 56%.'
    """
    odds = stack_odds(terrain, dice, steps, german_in_trench, readings)
    taken = chosen("loos", readings)["stack-factor"]
    told = [
        Step(f"{counted(dice, 'die', 'dice')} for the one bombardment.", supplied("dice of the artillery track")),
        Step("Each stacked unit is resolved on its own, the reserve too.", CITES["bombardment-stack"]),
        read_as("stack-factor", taken),
        Step("D2, D3 and De cost a unit one step; everything else is ignored.", CITES["bombardment-loss"]),
    ]
    if german_in_trench:
        told.append(Step("Germans in a trench never lose their last step to a bombardment.", CITES["last-step"]))
    some, both = odds.chance(lambda left: left != steps), odds.chance(lambda left: all(a < b for a, b in zip(left, steps, strict=True)))
    return Answer(odds, tuple(told), f"Some step is lost {percent(some)} of the time, by both units {percent(both)}.")


def _together(*left: int) -> tuple[int, ...]:
    return left


def gas_odds(terrain: str, dice: int = 3, zero_hour: bool = True, readings: Mapping[str, str] | None = None) -> Odds[str]:
    """How likely is each result of a British bombardment with gas, friendly fire among them?

    Gas adds a die to the ``dice`` of the track, and only in Zero Hour: `ValueError` in any other turn. Whatever is not D2, D3 or
    De falls on one adjacent friendly unit, the front line one of a stack. Source: 17.6 (line 279).

    >>> gas_odds("trench").p("friendly fire") == bombardment_odds("trench", 4).p("•")
    True
    """
    if not zero_hour:
        raise ValueError("Gas can be used in Zero Hour only; in later turns a bombardment has no added die.")
    whole("a number of dice before gas", dice, 1, MOST_DICE - 1)
    return bombardment_odds(terrain, dice + 1, readings).map(lambda result: FRIENDLY_FIRE if result == "•" else result)
