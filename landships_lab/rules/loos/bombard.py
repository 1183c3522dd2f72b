"""Bombardment: the dice are the strength, and of the table's results only D2, D3 and De count (17.3 to 17.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Literal, cast

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, over, sum_of
from landships_lab.core.speech import capitalized, percent, plural
from landships_lab.data.loos.combat_table import Alignment, Line
from landships_lab.rules.loos.book import CITES, TABLE, happens, reading_step, supplied, taken
from landships_lab.rules.loos.table import FRONT_LINE, MEANINGS, line_of
from landships_lab.rules.loos.terrain import named, shell_line, sheltered

#: The results of the table that 17.4 keeps: three that cost a step, and no effect for all others.
LEFT = ("De", "D3", "D2", "•")
FRIENDLY_FIRE = "friendly fire"
#: Dice of a British marker with gas (17.6), and before it: the print names only the total.
MOST_DICE = 4
ZERO_HOUR_DICE = MOST_DICE - 1


def german_shells(stand_in: str, readings: Mapping[str, str] | None = None) -> Answer[str]:
    """Return the line of the table for German shells on British units that stand here; "" where none may fall.

    ``stand_in`` is "british front line" or other terrain. In the front line it is the line of 14.2; anywhere else the reading
    german-shells says whether any fall at all. Source: 14.2 (line 172).

    >>> german_shells("british front line").value, german_shells("woods").value, german_shells("woods", {"german-shells": "anywhere"}).value
    ('trench', '', 'woods')
    """
    options = taken(readings)
    where = shell_line(stand_in, readings=readings)
    line = where.value
    if stand_in == FRONT_LINE:
        allowed = Step("German artillery may bombard British units in front line hexes.", CITES["front-line-shelled"], "allows")
        return Answer(line, (allowed, *where.steps), f"German shells on the British front line use the line of {line}.")
    everywhere = options["german-shells"] == "anywhere"
    read = reading_step("german-shells", options["german-shells"], "allows" if everywhere else "forbids")
    if not everywhere:
        return Answer("", (read,), f"No German shells may fall on British units in {stand_in}, outside the front line.")
    on = Step(f"The terrain they stand in is {stand_in}.", CITES["bombardment"])
    return Answer(line, (read, on), f"German shells on British units in {stand_in} use the line of {line}.")


def bombardment_result(
    terrain: str,
    total: int,
    die: int,
    readings: Mapping[str, str] | None = None,
    steps: int = 2,
    german_in_trench: bool = False,
    gas: bool = False,
) -> Answer[str]:
    """Return the result of a bombardment with this total of its dice and this roll on the table: "De", "D3", "D2" or "•".

    The strength of the target does not count. Ex, no effect and every A result are ignored; with gas they are "friendly fire".
    ``steps`` are those of the target before it. `ValueError` for unknown terrain or impossible rolls.
    Source: 17.3 to 17.6 (lines 257-279).

    >>> bombardment_result("trench", 9, 3).value, bombardment_result("trench", 9, 6).value
    ('•', '•')
    >>> bombardment_result("trench", 10, 1, steps=1).headline
    'A total of 10 and a roll of 1 on trench: D2, the trench is breached, no step lost.'
    """
    total = whole("The total of the dice", total, 1, 6 * MOST_DICE)
    die = whole("The roll", die, 1, 6)
    options = taken(readings)
    where = shell_line(terrain, german_in_trench, readings)
    line, found = line_of(where.value, options)
    alignment = cast(Alignment, options["crt-alignment"])
    result = TABLE.result(line, total, die, alignment)
    kept, in_trench = _kept(result), sheltered(terrain, german_in_trench)
    reasons = [
        *where.steps,
        *found,
        Step(f"The dice come to {total}; the strength of the target does not count.", CITES["bombardment"]),
        reading_step("bombardment-column", "as-differential"),
        Step(f"A roll of {die} in column {line.column(total, alignment) + 1} is {result}.", CITES["table"]),
        _kept_step(result, kept),
    ]
    effect = "no effect"
    if kept != "•":
        left = shell(kept, steps, in_trench)
        reasons += left.steps[1:]
        lost = "one step lost" if left.value.steps < steps else "no step lost"
        effect = f"the trench is breached, {lost}" if in_trench else lost
    elif gas:
        _check_gas(terrain)
        reasons.append(Step("With gas, any result but D2, D3 and De hits one adjacent friendly unit.", CITES["gas"]))
        kept, effect = FRIENDLY_FIRE, "a friend loses a step"
    return Answer(kept, tuple(reasons), f"A total of {total} and a roll of {die} on {named(terrain, in_trench)}: {kept}, {effect}.")


def _kept(result: str) -> str:
    return result if result in LEFT else "•"


def _kept_step(result: str, kept: str) -> Step:
    if kept == "•":
        return Step(f"A bombardment ignores {result}.", CITES["bombardment"], "forbids" if result != "•" else "note")
    return Step(f"{result} costs the target one step; it may not retreat.", CITES["bombardment-loss"])


def bombardment_odds(terrain: str, dice: int, readings: Mapping[str, str] | None = None, german_in_trench: bool = False) -> Odds[str]:
    """Return the odds of what 17.4 keeps of a bombardment: "De", "D3", "D2" or "•". Germans in a trench use the trench line.

    ``dice`` is 1 to 4: the artillery track, which is not in the source, prints the number; 4 is the British number with gas.

    >>> bombardment_odds("clear", 1)
    Odds({'D3': 1, 'D2': 9, '•': 26})
    """
    dice = whole("The number of dice", dice, 1, MOST_DICE)
    options = taken(readings)
    line, _ = line_of(shell_line(terrain, german_in_trench, readings).value, options)
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
    in_trench = sheltered(terrain, german_in_trench)
    return bombardment_odds(terrain, dice, readings, in_trench).map(lambda result: shell(result, steps, in_trench).value)


def stack_odds(
    terrain: str, dice: int, steps: tuple[int, ...], german_in_trench: bool = False, readings: Mapping[str, str] | None = None
) -> Odds[tuple[int, ...]]:
    """Return the odds of the steps left to each of the stacked units that one bombardment falls on.

    Each unit is resolved on its own; whether they share the roll of the factor is the reading stack-factor.
    Source: 17.4 (line 267).
    """
    options, in_trench = taken(readings), sheltered(terrain, german_in_trench)
    line, _ = line_of(shell_line(terrain, in_trench, readings).value, options)
    factor = sum_of(D6, whole("The number of dice", dice, 1, MOST_DICE))
    alignment = cast(Alignment, options["crt-alignment"])

    def unit(total: int, left: int) -> Odds[int]:
        return D6.map(lambda die: shell(TABLE.result(line, total, die, alignment), left, in_trench).value.steps)

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
        *shell_line(terrain, german_in_trench, readings).steps,
        Step("Each stacked unit is resolved on its own, the reserve included.", CITES["bombardment-stack"]),
        reading_step("stack-factor", taken(readings)["stack-factor"]),
        Step("D2, D3 and De cost a unit one step; everything else is ignored.", CITES["bombardment-loss"]),
    ]
    if sheltered(terrain, german_in_trench):
        reasons.append(Step(_LAST_STEP, CITES["last-step"]))
    some, both = odds.chance(lambda left: left != steps), odds.chance(lambda left: all(a < b for a, b in zip(left, steps, strict=True)))
    rest = (f", by both units {percent(both)}" if both else ", never by both units") if some else ""
    headline = f"{capitalized(happens('a step is', 'lost', some))}{rest}."
    return Answer(odds, tuple(reasons), headline)


def _together(*left: int) -> tuple[int, ...]:
    return left


def _check_gas(terrain: str) -> None:
    if terrain == FRONT_LINE:
        raise ValueError("Only British units stand in the British front line, and the British do not gas their own.")


def gas_odds(
    terrain: str,
    dice: int = ZERO_HOUR_DICE,
    zero_hour: bool = True,
    readings: Mapping[str, str] | None = None,
    german_in_trench: bool = False,
) -> Odds[str]:
    """Return the odds of each result of a British bombardment with gas, friendly fire included.

    Gas adds a die to the three of Zero Hour, which makes four, and is used in no other turn: `ValueError` for another turn or
    number. Whatever is not D2, D3 or De hits one adjacent friendly unit, in a stack the front line unit. Source: 17.6 (line 279).

    >>> gas_odds("trench").p("friendly fire") == bombardment_odds("trench", 4).p("•")
    True
    """
    if not zero_hour:
        raise ValueError("Gas can be used in Zero Hour only; in later turns no die is added to a bombardment.")
    if whole("The number of dice before gas", dice, 1, MOST_DICE) != ZERO_HOUR_DICE:
        raise ValueError(f"Gas adds a die to the {ZERO_HOUR_DICE} of Zero Hour; {dice} before gas are those of another turn.")
    _check_gas(terrain)
    return bombardment_odds(terrain, MOST_DICE, readings, german_in_trench).map(lambda result: FRIENDLY_FIRE if result == "•" else result)


def gas_acts(dice: int) -> Answer[bool]:
    """Return whether gas can add a die to a British bombardment of so many dice: to the three of Zero Hour alone.

    Source: 17.6 (line 279), which prints the total of four.

    >>> [gas_acts(dice).value for dice in (0, 2, 3, 4)]
    [False, False, True, False]
    """
    if dice == ZERO_HOUR_DICE:
        step = Step(f"Gas adds a die to the {ZERO_HOUR_DICE} of Zero Hour, {MOST_DICE} in all.", CITES["gas"], "allows")
    elif dice:
        text = f"Gas makes {MOST_DICE} dice of the {ZERO_HOUR_DICE} of Zero Hour; a bombardment of {dice} is of another turn, without gas."
        step = Step(text, CITES["zero-hour-dice"])
    else:
        step = Step("Gas is used in a bombardment; no British dice are thrown here, so gas has no effect.", CITES["gas"])
    return Answer(step.op == "allows", (step,), step.text)


#: The adjacent friend that gas hits: alone in its hex, or the front line of a stack.
Friend = Literal["alone", "stacked"]
FRIENDS: Mapping[Friend, str] = {"alone": "stands alone", "stacked": "is stacked"}


def friendly_fire(friend: Friend) -> Answer[str]:
    """Return which unit suffers when gas falls on an adjacent friendly hex: the only one there, or the front line of a stack.

    Source: 17.6 (line 279).

    >>> friendly_fire("stacked").headline
    'In a stack the front line unit takes the loss; the reserve is spared.'
    """
    if one_of("friend", friend, FRIENDS) == "alone":
        step = Step("One adjacent friendly unit alone takes the loss.", CITES["gas"])
        return Answer("unit", (step,), step.text)
    step = Step("In a stack the front line unit takes the loss; the reserve is spared.", CITES["gas"])
    return Answer("front line", (step,), step.text)


def bombardment(
    terrain: str,
    dice: int,
    steps: int,
    german_in_trench: bool = False,
    gas: bool = False,
    readings: Mapping[str, str] | None = None,
    friend: Friend = "alone",
) -> Answer[Fraction]:
    """Return the chance that a bombardment costs its target a step. ``detail`` holds the odds of each result.

    ``dice`` are those of the track; gas adds one. Source: 17.3 to 17.6 (lines 257-279).

    >>> bombardment("trench", 3, 2, german_in_trench=True).headline
    '3 dice on trench: a step is lost and the trench breached 26.3% of the time.'
    """
    if terrain == FRONT_LINE:
        whole("The number of steps of a British unit", steps, 1, 2)
    in_trench, where = sheltered(terrain, german_in_trench), shell_line(terrain, german_in_trench, readings)
    odds = gas_odds(terrain, dice, True, readings, in_trench) if gas else bombardment_odds(terrain, dice, readings, in_trench)
    thrown, friends = dice + gas, odds.p(FRIENDLY_FIRE)
    hit = 1 - (friends if gas else odds.p("•"))
    loss = shell_odds(terrain, thrown, steps, in_trench, readings).chance(lambda unit: unit.steps < steps)
    count = plural(thrown, "die", "dice")
    reasons = [
        Step(f"{count}: the total, {thrown} to {6 * thrown}, is the factor.", CITES["factor-dice"]),
        _number_step(gas),
        *where.steps,
        Step(f"The factor is looked up on the line of {where.value}.", CITES["bombardment"]),
        reading_step("bombardment-column", "as-differential"),
        Step("Ex, no effect and every A result are ignored; no retreat is allowed.", CITES["bombardment"]),
        *_loss_steps(steps, in_trench, hit, loss),
    ]
    event = _event(steps, in_trench, gas, hit)
    headline = f"{count} on {named(terrain, in_trench)}: {happens(*event, hit)}"
    if gas:
        reasons.append(Step(f"Every other result hits one adjacent friendly unit: {percent(friends)}.", CITES["gas"]))
        reasons += friendly_fire(friend).steps
        headline += f", {happens('a friend is', 'hit', friends)}"
    return Answer(loss, tuple(reasons), f"{headline}.", detail=odds)


def _number_step(gas: bool) -> Step:
    """Say where the number of dice comes from."""
    if not gas:
        return Step("The artillery track prints how many dice a turn has.", supplied("number of dice"))
    text = f"A British bombardment of Zero Hour has {ZERO_HOUR_DICE} dice: the print implies it, because gas makes {MOST_DICE}."
    return Step(text, CITES["zero-hour-dice"])


def _loss_steps(steps: int, in_trench: bool, hit: Fraction, loss: Fraction) -> Iterator[Step]:
    """Say what the results that count cost the target, behind a trench or not."""
    stands = Step("Instead of a retreat the target takes the loss.", CITES["bombardment-stand"])
    if not in_trench:
        yield Step(f"D2, D3 and De cost the target one step: {percent(hit)}.", CITES["bombardment-loss"], "start", loss)
        yield stands
        return
    yield stands
    costs = "" if steps == 1 else "cost a step and "
    yield Step(f"D2, D3 and De {costs}breach the trench: {percent(hit)}.", CITES["breach"], "start", loss)
    if steps == 1:
        yield Step(_LAST_STEP, CITES["last-step"])
        yield Step("One-step German units in trenches ignore the results of a bombardment.", CITES["trench-one-step"])


def _event(steps: int, in_trench: bool, gas: bool, hit: Fraction) -> tuple[str, str]:
    """Return what a result that counts does, as the verdict says it: its subject, and what happens to it."""
    if in_trench and steps == 1:
        return ("a breach", "follows") if gas else ("the trench is", "breached")
    if in_trench and hit and not gas:
        return "a step is", "lost and the trench breached"
    return "a step is", "lost"
