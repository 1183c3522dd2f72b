"""The order of play:

Zero Hour, then eight turns, the British first (15), and movement allowances.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.core.checks import whole
from landships_lab.core.sources import Given
from landships_lab.core.speech import plural
from .book import CITES, reading_step, taken
from .reserves import LAST_TURN
from .terrain import Army

#: The four phases of a player's turn that the exclusive rules name; their order is that of the
#: standard rules.
PHASES = ("movement", "combat", "mobile movement", "mobile combat")


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of one army in one turn; turn 0 is Zero Hour."""

    turn: int
    army: Army
    name: str


def phases(turn: int) -> Answer[tuple[Phase, ...]]:
    """Return the phases of this turn in order. Zero Hour begins with the British combat phase.

    The order of the four phases is reconstructed from the sentences that name them; the standard
    rules are not in the source. Source: 15.1 and 15.2 (lines 195-203), 18.4 (lines 302-308).

    >>> [phase.name for phase in phases(0).value][:2], len(phases(3).value)
    (['combat', 'mobile movement'], 8)
    """
    turn = whole("The turn", turn, 0, LAST_TURN)
    armies: tuple[Army, Army] = ("british", "german")
    order = tuple(Phase(turn, army, name) for army in armies for name in PHASES)
    steps = [
        Step("The British are the first player.", CITES["first-player"]),
        Step(
            "Each player moves and fights, then moves and fights with reserves alone.",
            CITES["phases"],
        ),
    ]
    if turn == 0:
        order = order[1:]
        steps += [
            Step("The turn marker begins in the Zero Hour box.", CITES["begin"]),
            Step("Before it the Germans set up, then the British.", CITES["begin"]),
            Step(
                "All 10 artillery markers and the observation marker go on the British track.",
                CITES["begin"],
            ),
            Step("Zero Hour begins with the British combat phase.", CITES["zero-hour"]),
        ]
        steps.append(
            Step("German movement allowances are halved in Zero Hour.", CITES["zero-hour-movement"])
        )
    named = "Zero Hour" if turn == 0 else f"Turn {turn}"
    return Answer(
        order,
        tuple(steps),
        f"{named} has {len(order)} phases; the British {order[0].name} phase comes first.",
    )


def movement_allowance(
    army: Army, printed: int, turn: int, readings: Given = None
) -> Answer[Fraction]:
    """Return the movement points of a unit this turn.

    ``printed`` is on its counter, which is not in the source.

    Whether half of an odd allowance is rounded is the reading half-points. Source: 15.2 (line 203).

    >>> movement_allowance("german", 5, 0).value, movement_allowance("british", 5, 0).value
    (Fraction(5, 2), Fraction(5, 1))
    """
    printed = whole("The movement allowance", printed, 0, 99)
    turn = whole("The turn", turn, 0, LAST_TURN)
    steps = [Step(f"The counter says {printed}.", CITES["factors"], "start", Fraction(printed))]
    if army == "german" and turn == 0:
        steps.append(
            Step(
                "German allowances are halved in Zero Hour.",
                CITES["zero-hour-movement"],
                "times",
                Fraction(1, 2),
            )
        )
        if printed % 2:
            steps.append(_half_point(taken(readings)["half-points"]))
    value = tally(steps)
    assert isinstance(value, (int, Fraction))  # no step is a Gap
    return Answer(Fraction(value), tuple(steps), f"The unit has {plural(value, 'movement point')}.")


def _half_point(option: str) -> Step:
    """Return the step that keeps or rounds the half point of an odd allowance."""
    if option == "kept":
        return reading_step("half-points", option)
    if option == "down":
        return reading_step("half-points", option, "floor")
    return replace(reading_step("half-points", option, "add"), amount=Fraction(1, 2))
