"""Gas in Zero Hour: the die it adds to a bombardment, its odds, and which friend it hits (17.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from landships_lab.core.answer import Answer, Step, Telling, decided, summed
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, plural
from .book import CITES, allow, reading_step, start, taken
from .reserves import LAST_TURN
from .shells import MOST_DICE, bombardment_odds
from .table import FRONT_LINE

FRIENDLY_FIRE = "friendly fire"
#: The turn in which gas may be used.
ZERO_HOUR = 0
#: Dice of a British marker before gas: the print names only the total.
ZERO_HOUR_DICE = MOST_DICE - 1
#: The adjacent friend that gas hits: alone in its hex, or the front line of a stack.
Friend = Literal["alone", "stacked", "several"]
FRIENDS: Mapping[Friend, str] = {
    "alone": "stands alone",
    "stacked": "is stacked",
    "several": "is one of several",
}


def check_gas(terrain: str) -> None:
    """Raise `ValueError` where only British units stand."""
    if terrain == FRONT_LINE:
        raise ValueError(
            "Only British units stand in the British front line, and the British do not gas their"
            " own."
        )


def gas_odds(
    terrain: str,
    dice: int = ZERO_HOUR_DICE,
    zero_hour: bool = True,
    readings: Given = None,
    german_in_trench: bool = False,
) -> Odds[str]:
    """Return the odds of each result of a British bombardment with gas, friendly fire included.

    Gas adds a die to the three of Zero Hour, which makes four, and is used in no other turn:
    `ValueError` for another turn or number. Whatever is not D2, D3 or De hits one adjacent friendly
    unit, in a stack the front line unit. Source: 17.6 (line 279).

    >>> gas_odds("trench").p("friendly fire") == bombardment_odds("trench", 4).p("•")
    True
    """
    if not zero_hour:
        raise ValueError(
            "Gas can be used in Zero Hour only; in later turns no die is added to a bombardment."
        )
    if whole("The number of dice before gas", dice, 1, MOST_DICE) != ZERO_HOUR_DICE:
        raise ValueError(
            f"Gas adds a die to the {ZERO_HOUR_DICE} of Zero Hour; {dice} before gas are those of"
            " another turn."
        )
    check_gas(terrain)
    return bombardment_odds(terrain, MOST_DICE, readings, german_in_trench).map(
        lambda result: FRIENDLY_FIRE if result == "•" else result
    )


@decided
def gas_acts(dice: int, turn: int = ZERO_HOUR) -> Telling:
    """Return whether gas can add a die to a British bombardment of so many dice in this turn: to
    the three of Zero Hour alone.

    Source: 17.6 (line 279), which prints the total of four.

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
        text = (
            f"Gas makes {MOST_DICE} dice of the {ZERO_HOUR_DICE} of Zero Hour; a bombardment of"
            f" {dice} is of another turn, without gas."
        )
    else:
        text = (
            "Gas is used in a bombardment; no British dice are thrown here, so gas has no effect."
        )
    yield allow(at, dice == ZERO_HOUR_DICE and not late, text)
    return text


@summed
def friends_hit(failed: int, readings: Given = None) -> Telling:
    """Return how many friends a bombardment with gas hits of which so many rolls failed: whether
    each of the two rolls on a stack hits one is the reading gas-stack.

    Source: 17.6 (line 279), 17.4 (line 267).

    >>> friends_hit(2).value, friends_hit(2, {"gas-stack": "each"}).value
    (1, 2)
    """
    yield start("gas", failed, f"{capitalized(plural(failed, 'roll'))} of the gas failed.")
    if failed > 1:
        option = taken(readings)["gas-stack"]
        yield reading_step("gas-stack", option, "cap" if option == "one" else "reads", 1)
    return lambda many: f"The gas hits {plural(many, 'friend')}."


def friendly_fire(friend: Friend, readings: Given = None) -> Answer[str]:
    """Return which unit suffers when gas falls on an adjacent friendly hex: the only one there, or
    the front line of a stack; who chooses among several hexes is the reading gas-friend.

    Source: 17.6 (line 279).

    >>> friendly_fire("stacked").headline
    'In a stack the front line unit takes the loss; the reserve is spared.'
    """
    if one_of("friend", friend, FRIENDS) == "alone":
        step = Step("One adjacent friendly unit alone takes the loss.", CITES["gas"])
        return Answer("unit", (step,), step.text)
    if friend == "several":
        option = taken(readings)["gas-friend"]
        only = Step("Only one adjacent friendly unit is hit.", CITES["gas"])
        chosen = reading_step("gas-friend", option)
        return Answer(f"chosen by the {option}", (only, chosen), chosen.text)
    step = Step(
        "In a stack the front line unit takes the loss; the reserve is spared.", CITES["gas"]
    )
    return Answer("front line", (step,), step.text)
