"""A whole bombardment: its dice are the strength, only the results D2, D3 and De count, and gas
adds a die in Zero Hour (17.3 to 17.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from landships_lab.core.answer import Answer, Remedy, Step, Telling, decided, summed
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, percent, plural
from landships_lab.data.book import supplied
from .book import BOOK, CITES, LAST_TURN, ZERO_HOUR, allow, chance_clause, note, start, take, takes
from .losses import REGIMENT, UnitSteps
from .shells import MOST_DICE, STANDS, aimed_at, bombardment_odds, shell, shell_odds, shells_fall
from .table import FRONT_LINE, line_of
from .terrain import named, shell_line, sheltered

FRIENDLY_FIRE = "friendly fire"
#: Dice of a British marker before gas: the text names only the total.
ZERO_HOUR_DICE = MOST_DICE - 1
#: The adjacent friend that gas hits: alone in its hex, or the front line of a stack.
Friend = Literal["alone", "stacked", "several"]
FRIENDS: Mapping[Friend, str] = {
    "alone": "stands alone",
    "stacked": "is stacked",
    "several": "is one of several",
}


# ---------------------------------------------------------------------------------------------- gas


def _check_gas(terrain: str) -> None:
    """Raise `ValueError` if only British units are there."""
    if terrain == FRONT_LINE:
        only = "Only British units stand in the British front line"
        raise ValueError(f"{only}, and the British do not gas their own.")


def gas_odds(
    terrain: str, dice: int = ZERO_HOUR_DICE, readings: Given = None, german_in_trench: bool = False
) -> Odds[str]:
    """Return the odds of each result of a British bombardment with gas, with friendly fire: any
    result except D2, D3 and De hits one adjacent friendly unit.

    Raises `ValueError` for any number of dice except the three of Zero Hour.

    >>> gas_odds("trench").p("friendly fire") == bombardment_odds("trench", 4).p("•")
    True
    """
    if whole("The number of dice before gas", dice, 1, MOST_DICE) != ZERO_HOUR_DICE:
        three = f"Gas adds a die to the {ZERO_HOUR_DICE} of Zero Hour"
        raise ValueError(f"{three}; {dice} before gas are those of another turn.")
    _check_gas(terrain)
    odds = bombardment_odds(terrain, MOST_DICE, readings, german_in_trench)
    return odds.map(lambda result: FRIENDLY_FIRE if result == "•" else result)


@decided
def gas_acts(dice: int, turn: int = ZERO_HOUR) -> Telling:
    """Return whether gas can add a die to a British bombardment: only to the three dice of Zero
    Hour.

    >>> [gas_acts(dice).value for dice in (0, 2, 3, 4)], gas_acts(3, turn=1).value
    ([False, False, True, False], False)
    """
    at = "gas"
    if late := whole("The turn", turn, ZERO_HOUR, LAST_TURN):
        text = f"Gas is for Zero Hour alone; in turn {late} it adds no die."
    elif dice == ZERO_HOUR_DICE:
        text = f"Gas adds a die to the {ZERO_HOUR_DICE} of Zero Hour, {MOST_DICE} in all."
    elif dice:
        at = "zero-hour-dice"
        makes = f"Gas makes {MOST_DICE} dice of the {ZERO_HOUR_DICE} of Zero Hour"
        text = f"{makes}; a bombardment of {dice} is of another turn, without gas."
    else:
        none = "no British dice are thrown here, so gas has no effect."
        text = f"Gas is used in a bombardment; {none}"
    yield allow(at, dice == ZERO_HOUR_DICE and not late, text)
    return text


@summed
def friends_hit(failed: int, readings: Given = None) -> Telling:
    """Return how many friends gas hits when ``failed`` rolls fail: the reading gas-stack decides
    whether each of the two rolls on a stack hits one.

    >>> friends_hit(2).value, friends_hit(2, {"gas-stack": "each"}).value
    (1, 2)
    """
    yield start("gas", failed, f"{capitalized(plural(failed, 'roll'))} of the gas failed.")
    if failed > 1:
        option = BOOK.options(readings)["gas-stack"]
        yield takes("gas-stack", option, "cap" if option == "one" else "reads", 1)
    return lambda many: f"The gas hits {plural(many, 'friend')}."


def friendly_fire(friend: Friend, readings: Given = None) -> Answer[str]:
    """Return which unit suffers when gas falls on an adjacent friendly hex: the only one there, or
    the front line of a stack; the reading gas-friend decides who chooses among several hexes.

    >>> friendly_fire("stacked").headline
    'In a stack the front line unit takes the loss; the reserve is spared.'
    """
    if one_of("friend", friend, FRIENDS) == "several":
        chooses = take("gas-friend", readings)
        steps = (note("gas", "Only one adjacent friendly unit is hit."), chooses)
        whose = BOOK.options(readings)["gas-friend"]
        return Answer(f"chosen by the {whose}", steps, chooses.text)
    alone = "One adjacent friendly unit alone takes the loss."
    front = "In a stack the front line unit takes the loss; the reserve is spared."
    text, value = (alone, "unit") if friend == "alone" else (front, "front line")
    return Answer(value, (note("gas", text),), text)


# ---------------------------------------------------------------------------------------- one throw


def bombardment_result(
    terrain: str,
    total: int,
    die: int,
    readings: Given = None,
    unit: UnitSteps = REGIMENT,
    german_in_trench: bool = False,
    gas: bool = False,
    turn: int = ZERO_HOUR,
) -> Answer[str]:
    """Return the result of a bombardment of a unit with this total of its dice and this roll on the
    table: "De", "D3", "D2" or "•", or with gas "friendly fire".

    >>> bombardment_result("trench", 9, 3).value, bombardment_result("trench", 9, 6).value
    ('•', '•')
    >>> bombardment_result("trench", 10, 1, unit=UnitSteps(steps=1)).headline
    'A total of 10 and a roll of 1 on trench: D2, the trench is breached, no step lost.'
    """
    total = whole("The total of the dice", total, 1, 6 * MOST_DICE)
    die = whole("The roll", die, 1, 6)
    where = shell_line(terrain, german_in_trench, readings)
    line, alignment = aimed_at(terrain, german_in_trench, readings)
    fall = shells_fall(line, total, die, alignment)
    kept, in_trench = fall.value, sheltered(terrain, german_in_trench)
    reasons = [
        *where.steps,
        line_of(where.value, BOOK.options(readings))[1],
        note("factor-dice", f"The dice come to {total}, which is the factor."),
        note("bombardment", "The strength of the target does not count."),
        take("bombardment-column"),
        take("crt-alignment", readings),
        *fall.steps,
    ]
    effect = "no effect"
    if kept != "•":
        then = shell(kept, unit, in_trench, readings)
        reasons += then.steps[1:]
        effect = ("no step lost", "one step lost", "both steps lost")[unit.steps - then.value.steps]
        effect = f"the trench is breached, {effect}" if in_trench else effect
    elif gas and turn == ZERO_HOUR:
        _check_gas(terrain)
        text = "With gas, any result but D2, D3 and De hits one adjacent friendly unit."
        reasons.append(note("gas", text))
        kept, effect = FRIENDLY_FIRE, "a friend loses a step"
    if gas and turn != ZERO_HOUR:
        reasons += gas_acts(ZERO_HOUR_DICE, turn).steps
    rolled = f"A total of {total} and a roll of {die} on {named(terrain, in_trench)}"
    return Answer(kept, tuple(reasons), f"{rolled}: {kept}, {effect}.")


# ----------------------------------------------------------------------------------------- the odds


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
    """Return the chance that a bombardment costs its target a step; ``detail`` holds the odds of
    each result.

    ``dice`` are those of the track; gas adds one in Zero Hour, and in no later ``turn``.

    >>> bombardment("trench", 3, 2, german_in_trench=True).headline
    '3 dice on trench: a step is lost and the trench breached 26.3% of the time.'
    >>> bombardment("clear", 3, 2, gas=True, turn=1).headline
    'Too late for gas; without it a step is lost 73.5% of the time.'
    """
    too_late, gas = gas and turn != ZERO_HOUR, gas and turn == ZERO_HOUR
    if terrain == FRONT_LINE:
        whole("The number of steps of a British unit", steps, 1, 2)
    where = shell_line(terrain, german_in_trench, readings)
    in_trench = sheltered(terrain, german_in_trench)
    if gas:
        odds = gas_odds(terrain, dice, readings, in_trench)
    else:
        odds = bombardment_odds(terrain, dice, readings, in_trench)
    unit, thrown = UnitSteps("regiment", steps, battalions), dice + gas
    friends = odds.p(FRIENDLY_FIRE)
    hit = 1 - (friends if gas else odds.p("•"))
    shelled = shell_odds(terrain, thrown, unit, in_trench, readings)
    loss = shelled.chance(lambda survivor: survivor.steps < steps)
    costs = shell("De", unit, in_trench, readings)
    cost, count = steps - costs.value.steps, plural(thrown, "die", "dice")
    factor = f"{count}: the total, {thrown} to {6 * thrown}, is the factor."
    ignored = "Ex, no effect and every A result are ignored; no retreat is allowed."
    reasons = [
        *(gas_acts(dice, turn).steps if too_late else ()),
        note("factor-dice", factor),
        _number_step(gas),
        *where.steps,
        note("bombardment", f"The factor is looked up on the line of {where.value}."),
        take("bombardment-column"),
        take("crt-alignment", readings),
        note("bombardment", ignored),
        *_loss_steps(cost, in_trench, hit, loss),
        *(step for step in costs.steps if step.cite in _OF_THE_LAST),
    ]
    if steps == 1 and in_trench:
        text = "One-step German units in trenches ignore the results of a bombardment."
        reasons.append(note("trench-one-step", text))
    begins = f"{count} on {named(terrain, in_trench)}:"
    begins = "Too late for gas; without it" if too_late else begins
    headline = f"{begins} {chance_clause(*_event(cost, in_trench, gas, hit), hit)}"
    if gas:
        every = "Every other result hits one adjacent friendly unit"
        reasons.append(note("gas", f"{every}: {percent(friends)}."))
        reasons += friendly_fire(friend, readings).steps
        headline += _on_friends(friend, friends)
    # Not tried: gas is refused for the turn alone.
    remedies = (Remedy("In Zero Hour gas may be used.", "turn", ZERO_HOUR),) if too_late else ()
    return Answer(loss, tuple(reasons), f"{headline}.", remedies, odds)


def _on_friends(friend: Friend, chance: Fraction) -> str:
    """Return how often gas hits a friend, in the words of the verdict."""
    if friend == "alone":
        return f", {chance_clause('a friend is', 'hit', chance)}"
    whom = "a front line unit" if friend == "stacked" else "one of several friends"
    return f", {whom} {percent(chance)}" if chance else f", never {whom}"


def _number_step(gas: bool) -> Step:
    if not gas:
        text = "The artillery track prints how many dice a turn has."
        return note(supplied("number of dice"), text)
    has = f"A British bombardment of Zero Hour has {ZERO_HOUR_DICE} dice"
    text = f"{has}: it follows from the text, because gas makes {MOST_DICE}."
    return note("zero-hour-dice", text)


#: Where the fate of the last step is printed.
_OF_THE_LAST = (CITES["last-step"], CITES["regiments"])


def _loss_steps(cost: int, in_trench: bool, hit: Fraction, loss: Fraction) -> Iterator[Step]:
    """Yield what each result that counts costs the target, in a trench or not."""
    stands = note("bombardment-stand", STANDS)
    if in_trench:
        yield stands
        costs = ("", "cost a step and ", "cost both steps and ")[cost]
        yield start("breach", loss, f"D2, D3 and De {costs}breach the trench: {percent(hit)}.")
        return
    costs = ("nothing", "one step", "both steps")[cost]
    text = f"D2, D3 and De cost the target {costs}: {percent(hit)}."
    yield start("bombardment-loss", loss, text)
    yield stands


def _event(cost: int, in_trench: bool, gas: bool, hit: Fraction) -> tuple[str, str]:
    """Return the subject and the verb phrase of the verdict on a result that counts."""
    if in_trench and not cost:
        return ("a breach", "follows") if gas else ("the trench is", "breached")
    subject = "both steps are" if cost > 1 else "a step is"
    if in_trench and hit and not gas:
        return subject, "lost and the trench breached"
    return subject, "lost"
