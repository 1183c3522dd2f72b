"""Bombardment: the dice are the strength, and of the table's results only D2, D3 and De count (17.3
to 17.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import whole
from landships_lab.core.sources import Given
from landships_lab.core.speech import percent, plural
from landships_lab.games.loos.data.combat_table import Alignment
from landships_lab.games.loos.rules.book import CITES, happens, reading_step, supplied, taken
from landships_lab.games.loos.rules.gas import (
    FRIENDLY_FIRE,
    ZERO_HOUR_DICE,
    Friend,
    check_gas,
    friendly_fire,
    gas_odds,
)
from landships_lab.games.loos.rules.shells import (
    LAST_STEP,
    MOST_DICE,
    bombardment_odds,
    shell,
    shell_odds,
    shells_fall,
)
from landships_lab.games.loos.rules.table import FRONT_LINE, line_of
from landships_lab.games.loos.rules.terrain import named, shell_line, sheltered


def bombardment_result(
    terrain: str,
    total: int,
    die: int,
    readings: Given = None,
    steps: int = 2,
    german_in_trench: bool = False,
    gas: bool = False,
) -> Answer[str]:
    """Return the result of a bombardment with this total of its dice and this roll on the table:

    "De", "D3", "D2" or "•".

    The strength of the target does not count. Ex, no effect and every A result are ignored; with
    gas they are "friendly fire". ``steps`` are those of the target before it. `ValueError` for
    unknown terrain or impossible rolls. Source: 17.3 to 17.6 (lines 257-279).

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
    fall = shells_fall(line, total, die, cast(Alignment, options["crt-alignment"]))
    kept, in_trench = fall.value, sheltered(terrain, german_in_trench)
    reasons = [
        *where.steps,
        *found,
        Step(
            f"The dice come to {total}; the strength of the target does not count.",
            CITES["bombardment"],
        ),
        reading_step("bombardment-column", "as-differential"),
        *fall.steps,
    ]
    effect = "no effect"
    if kept != "•":
        left = shell(kept, steps, in_trench)
        reasons += left.steps[1:]
        lost = "one step lost" if left.value.steps < steps else "no step lost"
        effect = f"the trench is breached, {lost}" if in_trench else lost
    elif gas:
        check_gas(terrain)
        reasons.append(
            Step(
                "With gas, any result but D2, D3 and De hits one adjacent friendly unit.",
                CITES["gas"],
            )
        )
        kept, effect = FRIENDLY_FIRE, "a friend loses a step"
    return Answer(
        kept,
        tuple(reasons),
        f"A total of {total} and a roll of {die} on {named(terrain, in_trench)}: {kept}, {effect}.",
    )


def bombardment(
    terrain: str,
    dice: int,
    steps: int,
    german_in_trench: bool = False,
    gas: bool = False,
    readings: Given = None,
    friend: Friend = "alone",
) -> Answer[Fraction]:
    """Return the chance that a bombardment costs its target a step.

    ``detail`` holds the odds of each result.

    ``dice`` are those of the track; gas adds one. Source: 17.3 to 17.6 (lines 257-279).

    >>> bombardment("trench", 3, 2, german_in_trench=True).headline
    '3 dice on trench: a step is lost and the trench breached 26.3% of the time.'
    """
    if terrain == FRONT_LINE:
        whole("The number of steps of a British unit", steps, 1, 2)
    in_trench, where = (
        sheltered(terrain, german_in_trench),
        shell_line(terrain, german_in_trench, readings),
    )
    odds = (
        gas_odds(terrain, dice, True, readings, in_trench)
        if gas
        else bombardment_odds(terrain, dice, readings, in_trench)
    )
    thrown, friends = dice + gas, odds.p(FRIENDLY_FIRE)
    hit = 1 - (friends if gas else odds.p("•"))
    loss = shell_odds(terrain, thrown, steps, in_trench, readings).chance(
        lambda unit: unit.steps < steps
    )
    count = plural(thrown, "die", "dice")
    reasons = [
        Step(f"{count}: the total, {thrown} to {6 * thrown}, is the factor.", CITES["factor-dice"]),
        _number_step(gas),
        *where.steps,
        Step(f"The factor is looked up on the line of {where.value}.", CITES["bombardment"]),
        reading_step("bombardment-column", "as-differential"),
        Step(
            "Ex, no effect and every A result are ignored; no retreat is allowed.",
            CITES["bombardment"],
        ),
        *_loss_steps(steps, in_trench, hit, loss),
    ]
    event = _event(steps, in_trench, gas, hit)
    headline = f"{count} on {named(terrain, in_trench)}: {happens(*event, hit)}"
    if gas:
        reasons.append(
            Step(
                f"Every other result hits one adjacent friendly unit: {percent(friends)}.",
                CITES["gas"],
            )
        )
        reasons += friendly_fire(friend).steps
        headline += f", {happens('a friend is', 'hit', friends)}"
    return Answer(loss, tuple(reasons), f"{headline}.", detail=odds)


def _number_step(gas: bool) -> Step:
    """Say where the number of dice comes from."""
    if not gas:
        return Step(
            "The artillery track prints how many dice a turn has.", supplied("number of dice")
        )
    text = (
        f"A British bombardment of Zero Hour has {ZERO_HOUR_DICE} dice: the print implies it,"
        f" because gas makes {MOST_DICE}."
    )
    return Step(text, CITES["zero-hour-dice"])


def _loss_steps(steps: int, in_trench: bool, hit: Fraction, loss: Fraction) -> Iterator[Step]:
    """Say what the results that count cost the target, behind a trench or not."""
    stands = Step("Instead of a retreat the target takes the loss.", CITES["bombardment-stand"])
    if not in_trench:
        yield Step(
            f"D2, D3 and De cost the target one step: {percent(hit)}.",
            CITES["bombardment-loss"],
            "start",
            loss,
        )
        yield stands
        return
    yield stands
    costs = "" if steps == 1 else "cost a step and "
    yield Step(
        f"D2, D3 and De {costs}breach the trench: {percent(hit)}.", CITES["breach"], "start", loss
    )
    if steps == 1:
        yield Step(LAST_STEP, CITES["last-step"])
        yield Step(
            "One-step German units in trenches ignore the results of a bombardment.",
            CITES["trench-one-step"],
        )


def _event(steps: int, in_trench: bool, gas: bool, hit: Fraction) -> tuple[str, str]:
    """Return what a result that counts does, as the verdict says it: its subject, and what happens
    to it.
    """
    if in_trench and steps == 1:
        return ("a breach", "follows") if gas else ("the trench is", "breached")
    if in_trench and hit and not gas:
        return "a step is", "lost and the trench breached"
    return "a step is", "lost"
