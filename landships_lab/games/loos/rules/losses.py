"""The effects of a result: lost steps, retreats and advances under 7.6, 7.7 and 7.9 as the folio
modifies them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.core.checks import one_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, plural
from .book import CITES, as_printed, reading_step, taken
from .forces import Force
from .table import ATTACKER_RESULTS, MEANINGS, NO_ATTACK, RESULT_CITES, meaning, steps_instead

#: The two choices of a defender who may retreat or lose a step.
Choice = Literal["stand", "retreat"]
CHOICES: tuple[Choice, ...] = ("stand", "retreat")
#: Who chooses the unit that Ex and (A) cost a step.
LOSS_CHOICE = "loss-choice"
#: The readings that bear on a combat and on the shells that precede it.
COMBAT_READINGS = (
    "crt-alignment",
    "off-table",
    "secondary-trench",
    "attacker-results",
    "loss-choice",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both sides after a combat.

    ``retreat_hexes`` is 0 where the defender stands; ``vacated`` means that its hex is free.

    ``reserve`` says that a reserve lies under the defender.
    """

    attackers: Force
    defenders: Force
    retreat_hexes: int = 0
    reserve: bool = False

    @property
    def vacated(self) -> bool:
        """Whether the defender's hex is free.

        A reserve leaves it in a retreat, and holds it as the new front line otherwise.
        """
        return self.retreat_hexes > 0 or (self.defenders.total_steps == 0 and not self.reserve)

    @property
    def may_advance(self) -> bool:
        """Whether attackers may advance: the hex is free, and one of them is left."""
        return self.vacated and self.attackers.total_steps > 0


def after_combat(
    result: str,
    attackers: Force,
    defenders: Force,
    choice: Choice = "stand",
    displaces: bool = False,
    readings: Given = None,
    reserve: bool = False,
) -> Answer[Outcome]:
    """Return what a result of the table leaves of both sides.

    ``defenders`` is the front line unit alone: a ``reserve`` under it neither fights nor suffers,
    and becomes the front line where that unit is eliminated; in a retreat it goes with it.
    ``choice`` is what the defender does at D2 and D3; ``displaces`` says that its only way back
    would push another unit aside, and then it must stand. Source: 7.6, 7.7.2 and 7.9 as modified
    (lines 212-230), the results (lines 365-385), 18.3 (line 298).

    >>> left = after_combat("Ex", Force((2, 2), (2, 4)), Force((1,), (3,))).value
    >>> left.attackers.steps, left.defenders.steps, left.may_advance
    ((1, 2), (0,), True)
    """
    end = replace(
        outcome(result, attackers, defenders, choice, displaces, readings), reserve=reserve
    )
    if result == NO_ATTACK:
        return Answer(end, (), "Without an attack nobody loses anything.")
    steps = [replace(meaning(result, readings), cite=CITES[RESULT_CITES[result]])]
    steps += _steps(
        result, choice, displaces, readings, lost=attackers.total_steps - end.attackers.total_steps
    )
    if result in ("Ex", "(A)") and len(attackers.steps) > 1:
        steps.append(reading_step(LOSS_CHOICE, taken(readings)[LOSS_CHOICE]))
    steps += _under(end)
    if end.may_advance:
        steps += [
            Step(
                "The defender's hex is free, so all attackers that took part may advance.",
                CITES["advance"],
                "allows",
            ),
            Step("An advance is one hex long.", CITES["advance"]),
            Step("It goes into that hex or a vacant hex next to it.", CITES["advance"]),
        ]
        steps.append(
            Step(
                "Two of one brigade or division at most may end the phase in one hex.",
                CITES["stacking"],
            )
        )
        steps.append(
            Step(
                "A reserve under an attacker that advances must go with it.",
                CITES["reserve-combat"],
            )
        )
    return Answer(end, tuple(steps), _headline(end, attackers, defenders))


def _under(end: Outcome) -> Iterator[Step]:
    """Yield what becomes of a reserve under the defender (18.3)."""
    if not end.reserve:
        return
    yield Step(
        "Only the front line unit fights; its reserve adds no factors.", CITES["reserve-combat"]
    )
    yield Step("The reserve takes no losses in this combat.", CITES["reserve-combat"])
    if end.retreat_hexes:
        yield Step(
            "The reserve must stay with its front line unit, so it retreats too.",
            CITES["reserve-combat"],
        )
    elif not end.defenders.total_steps:
        yield Step(
            "The reserve becomes the front line and holds the hex, so nobody advances.",
            CITES["reserve-combat"],
            "forbids",
        )
        yield Step(
            "It is a reserve no longer, so it does not move in the mobile phase.",
            CITES["reserve-combat"],
        )


def outcome(
    result: str,
    attackers: Force,
    defenders: Force,
    choice: Choice = "stand",
    displaces: bool = False,
    readings: Given = None,
) -> Outcome:
    """Return the value of `after_combat` without its reasons, for odds over many rolls; the
    defender has no reserve under it.
    """
    one_of("choice", choice, CHOICES)
    if result == NO_ATTACK:
        return Outcome(attackers, defenders)
    one_of("result", result, MEANINGS)
    match result:
        case "De":
            return Outcome(attackers, defenders.none())
        case "Ae":
            return Outcome(attackers.none(), defenders)
        case "Ex":
            enemy = _enemy_chooses(readings)
            return Outcome(attackers.less(weakest=enemy), defenders.less(weakest=enemy))
        case "(A)":
            return Outcome(attackers.less(weakest=_enemy_chooses(readings)), defenders)
        case "D2" | "D3" if choice == "retreat" and not displaces:
            return Outcome(attackers, defenders, int(result[1]))
        case "D2" | "D3":
            return Outcome(attackers, defenders.less())
        case "•":
            return Outcome(attackers, defenders)
    return Outcome(attackers.less(steps_instead(result, readings)), defenders)


def _enemy_chooses(readings: Given) -> bool:
    return taken(readings)[LOSS_CHOICE] == "enemy"


def _steps(
    result: str, choice: Choice, displaces: bool, readings: Given, lost: int
) -> Iterator[Step]:
    if result in ("D2", "D3"):
        hexes, cite = result[1], CITES[RESULT_CITES[result]]
        if choice == "stand":
            yield Step("The defender stands and loses a step.", cite)
        elif displaces:
            yield Step(
                "The retreat would displace another unit, so the defender stands and loses a step.",
                CITES["displacement"],
            )
        else:
            yield Step(f"The defender retreats {hexes} hexes and keeps its steps.", cite)
    elif result.startswith(("A", "(")) and result != "Ae":
        yield Step("Attackers never retreat; they lose steps instead.", CITES["attackers-stand"])
        if result != "(A)":
            yield reading_step(ATTACKER_RESULTS, taken(readings)[ATTACKER_RESULTS], "add", lost)
        yield from _spent(steps_instead(result, readings), lost)


def _spent(asked: int, lost: int) -> Iterator[Step]:
    """Yield what a loss of more steps than there are comes to."""
    if lost < asked:
        yield Step(
            f"They have {plural(lost, 'step')} to lose, and lose all.", CITES["attackers-stand"]
        )


def _headline(end: Outcome, attackers: Force, defenders: Force) -> str:
    lost = [
        f"{who} loses {plural(gone, 'step')}"
        for who, gone in (
            ("the attacker", attackers.total_steps - end.attackers.total_steps),
            ("the defender", defenders.total_steps - end.defenders.total_steps),
        )
        if gone
    ]
    if end.retreat_hexes:
        lost.append(f"the defender retreats {end.retreat_hexes} hexes")
    text = capitalized(" and ".join(lost) or "nobody loses anything")
    if end.reserve and not end.vacated and not end.defenders.total_steps:
        return f"{text}; the reserve holds the hex."
    return f"{text}{'; the attackers may advance' if end.may_advance else ''}."


def loses_a_step(
    result: str, who: Literal["attacker", "defender"], choice: Choice = "stand"
) -> bool:
    """Return whether this result costs this side a step or more, given the defender's choice."""
    if who == "attacker":
        return result.startswith(("A", "(")) or result == "Ex"
    return result in ("De", "Ex") or (result in ("D2", "D3") and choice == "stand")


def differential(attackers: Force, defenders: Force) -> Answer[int]:
    """Return the attacking strength less the defending strength.

    >>> differential(Force((2, 1), (2, 4)), Force((3,), (1, 3, 5))).value
    1
    """
    steps = (
        Step(
            "Start with the attacking strength.",
            CITES["table-differential"],
            "start",
            Fraction(attackers.strength),
        ),
        Step(
            "Subtract the defending strength.",
            CITES["table-differential"],
            "add",
            Fraction(-defenders.strength),
        ),
    )
    value = tally(steps)
    assert isinstance(value, int)  # the steps add whole numbers
    return Answer(value, steps, f"The differential is {as_printed(value)}.")
