"""Bombardment: the dice are the strength, and of the table's results only D2, D3 and De count (17.3 to 17.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import cast

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, over, sum_of
from landships_lab.core.speech import capitalized, percent, plural
from landships_lab.data.loos.combat_table import Alignment, Line
from landships_lab.rules.loos.book import CITES, READINGS, TABLE, happens, reading_step, supplied, taken
from landships_lab.rules.loos.table import MEANINGS, line_of
from landships_lab.rules.loos.terrain import FRONT_LINE

#: The results of the table that 17.4 keeps: three that cost a step, and no effect for all others.
LEFT = ("De", "D3", "D2", "•")
FRIENDLY_FIRE = "friendly fire"
MOST_DICE = 4


def shelled_as(terrain: str, options: Mapping[str, str]) -> str:
    """Return the terrain on whose line a hex is shelled: the British front line by its reading, any other as it is."""
    return options["front-line-terrain"] if terrain == FRONT_LINE else terrain


def german_shells(stand_in: str, readings: Mapping[str, str] | None = None) -> Answer[str]:
    """Return the line of the table for German shells on British units that stand here; "" where none may fall.

    ``stand_in`` is "british front line" or other terrain. In the front line it is the line of 14.2; anywhere else the reading
    german-shells says whether any fall at all. Source: 14.2 (line 172).

    >>> german_shells("british front line").value, german_shells("woods").value, german_shells("woods", {"german-shells": "anywhere"}).value
    ('trench', '', 'woods')
    """
    options = taken(readings)
    line = shelled_as(stand_in, options)
    line_of(line, options)  # refuses terrain that is not on the table
    if stand_in == FRONT_LINE:
        allowed = Step("German artillery may bombard British units in front line hexes.", CITES["front-line-shelled"], "allows")
        return Answer(line, (allowed, _front_line_step(options)), f"German shells on the British front line use the line of {line}.")
    everywhere = options["german-shells"] == "anywhere"
    read = reading_step("german-shells", options["german-shells"], "allows" if everywhere else "forbids")
    if not everywhere:
        return Answer("", (read,), f"No German shells may fall on British units in {stand_in}, outside the front line.")
    on = Step(f"The terrain they stand in is {stand_in}.", CITES["bombardment"])
    return Answer(line, (read, on), f"German shells on British units in {stand_in} use the line of {line}.")


def _front_line_step(options: Mapping[str, str]) -> Step:
    says = READINGS["front-line-terrain"].option(options["front-line-terrain"]).says
    return Step(says, CITES["front-line-shelled"], reading="front-line-terrain")


def bombardment_result(terrain: str, total: int, die: int, readings: Mapping[str, str] | None = None) -> Answer[str]:
    """Return the result of a bombardment with this total of its dice and this roll on the table: "De", "D3", "D2" or "•".

    The strength of the target does not count. Ex, no effect and every A result are ignored. `ValueError` for unknown terrain or
    impossible rolls. Source: 17.3 and 17.4 (lines 257-263).

    >>> bombardment_result("trench", 9, 3).value, bombardment_result("trench", 9, 6).value
    ('•', '•')
    """
    total = whole("The total of the dice", total, 1, 6 * MOST_DICE)
    die = whole("The roll", die, 1, 6)
    options = taken(readings)
    shelled = shelled_as(terrain, options)
    line, steps = line_of(shelled, options)
    if terrain == FRONT_LINE:
        steps = (_front_line_step(options), *steps)
    alignment = cast(Alignment, options["crt-alignment"])
    result = TABLE.result(line, total, die, alignment)
    kept = _kept(result)
    steps = (
        *steps,
        Step(f"The dice come to {total}; the strength of the target does not count.", CITES["bombardment"]),
        reading_step("bombardment-column", "as-differential"),
        Step(f"A roll of {die} in column {line.column(total, alignment) + 1} is {result}.", CITES["table"]),
        _kept_step(result, kept),
    )
    effect = "no effect" if kept == "•" else "one step lost"
    return Answer(kept, steps, f"A total of {total} and a roll of {die} on {shelled}: {kept}, {effect}.")


def _kept(result: str) -> str:
    return result if result in LEFT else "•"


def _kept_step(result: str, kept: str) -> Step:
    if kept == "•":
        return Step(f"A bombardment ignores {result}.", CITES["bombardment"], "forbids" if result != "•" else "note")
    return Step(f"{result} costs the target one step; it may not retreat.", CITES["bombardment-loss"])


def bombardment_odds(terrain: str, dice: int, readings: Mapping[str, str] | None = None) -> Odds[str]:
    """Return the odds of what 17.4 keeps of a bombardment: "De", "D3", "D2" or "•".

    ``dice`` is 1 to 4: the artillery track, which is not in the source, prints the number; 4 is the British number with gas.

    >>> bombardment_odds("clear", 1)
    Odds({'D3': 1, 'D2': 9, '•': 26})
    """
    dice = whole("The number of dice", dice, 1, MOST_DICE)
    options = taken(readings)
    line, _ = line_of(shelled_as(terrain, options), options)
    return _odds(line, dice, cast(Alignment, options["crt-alignment"]))


@lru_cache(maxsize=256)
def _odds(line: Line, dice: int, alignment: Alignment) -> Odds[str]:
    def column(total: int) -> Odds[str]:
        return D6.map(lambda die: _kept(TABLE.result(line, total, die, alignment)))

    rolled = sum_of(D6, dice).then(column)
    return Odds((result, rolled.weights.get(result, 0)) for result in LEFT)


@dataclass(frozen=True, slots=True)
class Shelled:
    """One unit after a bombardment: its steps, and whether its trench is breached for this combat phase."""

    steps: int
    breached: bool = False


def shell(result: str, steps: int, german_in_trench: bool = False) -> Answer[Shelled]:
    """Return what the result of a bombardment leaves of a unit with so many steps.

    One step at most is lost. Germans in a trench never lose the last one, but their trench is breached all the same.
    `ValueError` for a result that is not on the table.
    Source: 17.4 and 17.5 (lines 263-275), 14.3, 4 (line 189).

    >>> shell("De", 2, german_in_trench=True).value, shell("D2", 1, german_in_trench=True).value
    (Shelled(steps=1, breached=True), Shelled(steps=1, breached=True))
    """
    steps = whole("The number of steps", steps, 1, 3)
    if _kept(one_of("result", result, MEANINGS)) == "•":
        step = Step("Nothing is lost and nothing is breached.", CITES["bombardment"])
        return Answer(Shelled(steps), (step,), step.text)
    reasons = [Step(f"{result}: one step is lost, and no retreat is allowed.", CITES["bombardment-loss"])]
    left = steps - 1
    if german_in_trench:
        reasons.append(Step("The trench is breached for the rest of the combat phase.", CITES["breach"]))
        if left == 0:
            reasons.append(Step(_LAST_STEP, CITES["last-step"], "forbids"))
            left = 1
    lost = "One step is lost" if left < steps else "No step is lost"
    headline = f"{lost}{', and the trench is breached' if german_in_trench else ''}."
    return Answer(Shelled(left, german_in_trench), tuple(reasons), headline)


_LAST_STEP = "Germans in a trench never lose their last step to a bombardment."


def shell_odds(
    terrain: str, dice: int, steps: int, german_in_trench: bool = False, readings: Mapping[str, str] | None = None
) -> Odds[Shelled]:
    """Return the odds of what a bombardment leaves of a unit."""
    return bombardment_odds(terrain, dice, readings).map(lambda result: shell(result, steps, german_in_trench).value)


def stack_odds(
    terrain: str, dice: int, steps: tuple[int, ...], german_in_trench: bool = False, readings: Mapping[str, str] | None = None
) -> Odds[tuple[int, ...]]:
    """Return the odds of the steps left to each of the stacked units that one bombardment falls on.

    Each unit is resolved on its own; whether they share the roll of the factor is the reading stack-factor.
    Source: 17.4 (line 267).
    """
    options = taken(readings)
    line, _ = line_of(shelled_as(terrain, options), options)
    factor = sum_of(D6, whole("The number of dice", dice, 1, MOST_DICE))
    alignment = cast(Alignment, options["crt-alignment"])

    def unit(total: int, left: int) -> Odds[int]:
        return D6.map(lambda die: shell(TABLE.result(line, total, die, alignment), left, german_in_trench).value.steps)

    if options["stack-factor"] == "shared":
        return factor.then(lambda total: over(_together, *(unit(total, left) for left in steps)))
    return over(_together, *(factor.then(partial(unit, left=left)) for left in steps))


def shell_stack(
    terrain: str, dice: int, steps: tuple[int, ...], german_in_trench: bool = False, readings: Mapping[str, str] | None = None
) -> Answer[Odds[tuple[int, ...]]]:
    """Return the odds of the steps that one bombardment leaves to two stacked units, and the rules behind them.

    Source: 17.4 and 17.5 (lines 263-275).

    >>> shell_stack("clear", 3, (2, 2)).headline
    'A step is lost 90.8% of the time, by both units 56.2%.'
    """
    odds = stack_odds(terrain, dice, steps, german_in_trench, readings)
    reasons = [
        Step(f"The single bombardment has {plural(dice, 'die', 'dice')}.", supplied("dice of the artillery track")),
        Step("Each stacked unit is resolved on its own, the reserve included.", CITES["bombardment-stack"]),
        reading_step("stack-factor", taken(readings)["stack-factor"]),
        Step("D2, D3 and De cost a unit one step; everything else is ignored.", CITES["bombardment-loss"]),
    ]
    if german_in_trench:
        reasons.append(Step(_LAST_STEP, CITES["last-step"]))
    some, both = odds.chance(lambda left: left != steps), odds.chance(lambda left: all(a < b for a, b in zip(left, steps, strict=True)))
    headline = f"{capitalized(happens('a step is', 'lost', some))}{f', by both units {percent(both)}' if some else ''}."
    return Answer(odds, tuple(reasons), headline)


def _together(*left: int) -> tuple[int, ...]:
    return left


def gas_odds(terrain: str, dice: int = 3, zero_hour: bool = True, readings: Mapping[str, str] | None = None) -> Odds[str]:
    """Return the odds of each result of a British bombardment with gas, friendly fire included.

    Gas adds a die to the ``dice`` of the track, and only in Zero Hour: `ValueError` in any other turn. Whatever is not D2, D3 or
    De hits one adjacent friendly unit, in a stack the front line unit. Source: 17.6 (line 279).

    >>> gas_odds("trench").p("friendly fire") == bombardment_odds("trench", 4).p("•")
    True
    """
    if not zero_hour:
        raise ValueError("Gas can be used in Zero Hour only; in later turns no die is added to a bombardment.")
    dice = whole("The number of dice before gas", dice, 1, MOST_DICE - 1)
    return bombardment_odds(terrain, dice + 1, readings).map(lambda result: FRIENDLY_FIRE if result == "•" else result)


def gas_acts(dice: int) -> Answer[bool]:
    """Return whether gas can add a die to a British bombardment of so many dice. Source: 17.6 (line 279).

    >>> [gas_acts(dice).value for dice in (0, 3, 4)]
    [False, True, False]
    """
    if 0 < dice < MOST_DICE:
        step = Step(f"Gas adds a die to the {dice} of the bombardment.", CITES["gas"], "allows")
    elif dice:
        text = f"Gas makes {MOST_DICE} dice of {MOST_DICE - 1}; with {dice} dice before gas none can be added, so gas has no effect."
        step = Step(text, CITES["gas"])
    else:
        step = Step("Gas is used in a bombardment; no British dice are thrown here, so gas has no effect.", CITES["gas"])
    return Answer(step.op == "allows", (step,), step.text)


def bombardment(
    terrain: str, dice: int, steps: int, german_in_trench: bool = False, gas: bool = False, readings: Mapping[str, str] | None = None
) -> Answer[Fraction]:
    """Return the chance that a bombardment costs its target a step. ``detail`` holds the odds of each result.

    ``dice`` are those of the track; gas adds one. Source: 17.3 to 17.6 (lines 257-279).

    >>> bombardment("trench", 3, 2, german_in_trench=True).headline
    '3 dice on trench: a step is lost and the trench breached 26.3% of the time.'
    """
    odds = gas_odds(terrain, dice, readings=readings) if gas else bombardment_odds(terrain, dice, readings)
    thrown, friends = dice + gas, odds.p(FRIENDLY_FIRE)
    hit = 1 - (friends if gas else odds.p("•"))
    loss = shell_odds(terrain, thrown, steps, german_in_trench, readings).chance(lambda unit: unit.steps < steps)
    count = plural(thrown, "die", "dice")
    reasons = [
        Step(f"{count}: the total, {thrown} to {6 * thrown}, is the factor.", CITES["factor-dice"]),
        Step("The artillery track prints how many dice a turn has.", supplied("number of dice")),
        Step(f"The factor is looked up on the line of {shelled_as(terrain, taken(readings))}.", CITES["bombardment"]),
        Step("Ex, no effect and every A result are ignored; no retreat is allowed.", CITES["bombardment"]),
    ]
    event = "a step is", "lost"
    if german_in_trench:
        reasons.append(Step(f"D2, D3 and De breach the trench: {percent(hit)}.", CITES["breach"]))
        if steps == 1:
            reasons.append(Step(_LAST_STEP, CITES["last-step"]))
            event = ("a breach", "follows") if gas else ("the trench is", "breached")
        elif hit and not gas:
            event = "a step is", "lost and the trench breached"
    headline = f"{count} on {terrain}: {happens(*event, hit)}"
    if gas:
        reasons.append(Step(f"Every other result hits one adjacent friendly unit: {percent(friends)}.", CITES["gas"]))
        headline += f", a friend is hit {percent(friends)}"
    return Answer(loss, tuple(reasons), f"{headline}.", detail=odds)
