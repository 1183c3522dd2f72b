"""Bombardment: the dice are the strength, and of the table's results only D2, D3 and De count (17.3
to 17.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from landships_lab.core.answer import Answer, Remedy, Step
from landships_lab.core.checks import whole
from landships_lab.core.sources import Given
from landships_lab.core.speech import percent, plural
from landships_lab.games.loos.data.combat_table import Alignment
from .book import CITES, happens, reading_step, supplied, taken
from .gas import (
    FRIENDLY_FIRE,
    ZERO_HOUR,
    ZERO_HOUR_DICE,
    Friend,
    check_gas,
    friendly_fire,
    gas_acts,
    gas_odds,
)
from .shells import MOST_DICE, bombardment_odds, shell, shell_odds, shells_fall
from .table import FRONT_LINE, line_of
from .terrain import named, shell_line, sheltered


def bombardment_result(
    terrain: str,
    total: int,
    die: int,
    readings: Given = None,
    steps: int = 2,
    german_in_trench: bool = False,
    gas: bool = False,
    turn: int = ZERO_HOUR,
    battalions: int = 1,
    stacked: bool = False,
    kind: str = "regiment",
    room: bool = True,
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
        Step(f"The dice come to {total}, which is the factor.", CITES["factor-dice"]),
        Step("The strength of the target does not count.", CITES["bombardment"]),
        reading_step("bombardment-column", "as-differential"),
        reading_step("crt-alignment", options["crt-alignment"]),
        *fall.steps,
    ]
    effect = "no effect"
    if kept != "•":
        left = shell(kept, steps, in_trench, battalions, readings, stacked, kind, room)
        reasons += left.steps[1:]
        lost = ("no step lost", "one step lost", "both steps lost")[steps - left.value.steps]
        effect = f"the trench is breached, {lost}" if in_trench else lost
    elif gas and turn == ZERO_HOUR:
        check_gas(terrain)
        reasons.append(
            Step(
                "With gas, any result but D2, D3 and De hits one adjacent friendly unit.",
                CITES["gas"],
            )
        )
        kept, effect = FRIENDLY_FIRE, "a friend loses a step"
    if gas and turn != ZERO_HOUR:
        reasons += gas_acts(ZERO_HOUR_DICE, turn).steps
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
    turn: int = ZERO_HOUR,
    battalions: int = 1,
) -> Answer[Fraction]:
    """Return the chance that a bombardment costs its target a step.

    ``detail`` holds the odds of each result.

    ``dice`` are those of the track; gas adds one in Zero Hour, and in no later ``turn``. Source:
    17.3 to 17.6 (lines 257-279).

    >>> bombardment("trench", 3, 2, german_in_trench=True).headline
    '3 dice on trench: a step is lost and the trench breached 26.3% of the time.'
    >>> bombardment("clear", 3, 2, gas=True, turn=1).headline
    'Too late for gas; without it a step is lost 73.5% of the time.'
    """
    too_late = gas and turn != ZERO_HOUR
    gas = gas and not too_late
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
    loss = shell_odds(terrain, thrown, steps, in_trench, readings, battalions).chance(
        lambda unit: unit.steps < steps
    )
    costs = shell("De", steps, in_trench, battalions, readings)
    cost = steps - costs.value.steps
    count = plural(thrown, "die", "dice")
    reasons = [
        *(gas_acts(dice, turn).steps if too_late else ()),
        Step(f"{count}: the total, {thrown} to {6 * thrown}, is the factor.", CITES["factor-dice"]),
        _number_step(gas),
        *where.steps,
        Step(f"The factor is looked up on the line of {where.value}.", CITES["bombardment"]),
        reading_step("bombardment-column", "as-differential"),
        reading_step("crt-alignment", taken(readings)["crt-alignment"]),
        Step(
            "Ex, no effect and every A result are ignored; no retreat is allowed.",
            CITES["bombardment"],
        ),
        *_loss_steps(cost, in_trench, hit, loss),
        *(step for step in costs.steps if step.cite in _OF_THE_LAST),
    ]
    if steps == 1 and in_trench:
        text = "One-step German units in trenches ignore the results of a bombardment."
        reasons.append(Step(text, CITES["trench-one-step"]))
    event = _event(cost, in_trench, gas, hit)
    begins = f"{count} on {named(terrain, in_trench)}:"
    if too_late:
        begins = "Too late for gas; without it"
    headline = f"{begins} {happens(*event, hit)}"
    if gas:
        reasons.append(
            Step(
                f"Every other result hits one adjacent friendly unit: {percent(friends)}.",
                CITES["gas"],
            )
        )
        reasons += friendly_fire(friend, readings).steps
        headline += _friend_told(friend, friends)
    # Not tried: gas is refused for the turn alone.
    remedies = (Remedy("In Zero Hour gas may be used.", "turn", ZERO_HOUR),) if too_late else ()
    return Answer(loss, tuple(reasons), f"{headline}.", remedies, odds)


def _friend_told(friend: Friend, chance: Fraction) -> str:
    """Return how often gas hits a friend, as the verdict says it."""
    if friend == "alone":
        return f", {happens('a friend is', 'hit', chance)}"
    whom = "a front line unit" if friend == "stacked" else "one of several friends"
    return f", {whom} {percent(chance)}" if chance else f", never {whom}"


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


#: Where it is printed what becomes of the last step.
_OF_THE_LAST = (CITES["last-step"], CITES["regiments"])
_COSTS = ("nothing", "one step", "both steps")


def _loss_steps(cost: int, in_trench: bool, hit: Fraction, loss: Fraction) -> Iterator[Step]:
    """Say what the results that count cost the target, behind a trench or not."""
    stands = Step("Instead of a retreat the target takes the loss.", CITES["bombardment-stand"])
    if not in_trench:
        yield Step(
            f"D2, D3 and De cost the target {_COSTS[cost]}: {percent(hit)}.",
            CITES["bombardment-loss"],
            "start",
            loss,
        )
        yield stands
        return
    yield stands
    costs = ("", "cost a step and ", "cost both steps and ")[cost]
    yield Step(
        f"D2, D3 and De {costs}breach the trench: {percent(hit)}.", CITES["breach"], "start", loss
    )


def _event(cost: int, in_trench: bool, gas: bool, hit: Fraction) -> tuple[str, str]:
    """Return what a result that counts does, as the verdict says it: its subject, and what happens
    to it.
    """
    if in_trench and not cost:
        return ("a breach", "follows") if gas else ("the trench is", "breached")
    subject = "both steps are" if cost > 1 else "a step is"
    if in_trench and hit and not gas:
        return subject, "lost and the trench breached"
    return subject, "lost"
