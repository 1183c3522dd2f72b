"""Units and their steps: who loses one, what happens to the last one (13), and the state of both
sides after a result of the table (7.6, 7.7 and 7.9 as the folio modifies them).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import one_of, whole
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.data.book import supplied
from .book import BOOK, CITES, allow, forbid, note, notes, take, takes
from .table import (
    ATTACKER_RESULTS,
    CHOICES,
    MEANINGS,
    NO_ATTACK,
    RESULT_CITES,
    Choice,
    meaning,
    steps_instead,
)

#: The steps of each kind of unit at full strength, and the citation that says so.
STEPS: dict[str, tuple[int, str]] = {
    "regiment": (3, "regiments"),
    "battalion": (1, "battalions"),
    "half-brigade": (2, "brigades"),
}
#: The readings on who chooses the unit that loses a step at Ex and (A).
LOSS_CHOICE = "loss-choice"
#: The readings that bear on a combat and on the shells that precede it.
COMBAT_READINGS = (
    "crt-alignment",
    "off-table",
    "secondary-trench",
    "attacker-results",
    "loss-choice",
)


# ---------------------------------------------------------------------------------- units and steps


@dataclass(frozen=True, slots=True)
class Force:
    """Like units that fight together: the steps each has left, and the combat factor of a unit with
    1, 2, ... steps.

    The factors are printed on the counters only, which are not in the source: the reader supplies
    them.
    """

    steps: tuple[int, ...]
    factors: tuple[int, ...]

    def __post_init__(self) -> None:
        factors = tuple(whole("A combat factor", factor, 0, 99) for factor in self.factors)
        object.__setattr__(self, "factors", factors)
        steps = (whole("The steps of a unit", count, 0, len(factors)) for count in self.steps)
        object.__setattr__(self, "steps", tuple(steps))

    @property
    def strength(self) -> int:
        """The combat factors of all units together."""
        return sum(self.factors[count - 1] for count in self.steps if count)

    @property
    def total_steps(self) -> int:
        """The steps of all units together."""
        return sum(self.steps)

    def less(self, count: int = 1, weakest: bool = False) -> Force:
        """Return the force after it loses steps, each from the unit with the most steps, which
        keeps the most units alive. An enemy takes them from the ``weakest``.
        """
        counts = list(self.steps)
        for _ in range(min(count, sum(counts))):
            counts[counts.index(min(filter(None, counts)) if weakest else max(counts))] -= 1
        return replace(self, steps=tuple(counts))

    def none(self) -> Force:
        """Return the force with all its units eliminated."""
        return replace(self, steps=tuple(0 for _ in self.steps))


def half_brigades(units: int, full: int, reduced: int) -> Force:
    """Return British half-brigades of two steps each, with the factors of both sides of their
    counters.

    >>> half_brigades(3, full=4, reduced=2).strength
    12
    """
    return Force((2,) * units, (reduced, full))


def one_unit(steps: int, factor: int) -> Force:
    """Return a single unit whose combat factor does not change with its steps.

    >>> one_unit(2, factor=3)
    Force(steps=(2,), factors=(3, 6))
    """
    return Force((steps,), tuple(factor * n for n in range(1, steps + 1)))


def factors_step(attackers: Force, defenders: Force) -> Step:
    """Return the step that names the combat factors the reader supplied."""
    one, other = (listed(map(str, force.factors)) for force in (attackers, defenders))
    text = f"Combat factors with 1, 2, … steps: {one} against {other}."
    return note(supplied("combat factors"), text)


# -------------------------------------------------------------------------------------- a lost step

#: The causes of a lost step: a combat, shells, or shells while Germans are in a trench.
Cause = Literal["combat", "shells", "trench"]
CAUSES: Mapping[Cause, str] = {
    "combat": "combat",
    "shells": "shells",
    "trench": "shells, Germans in a trench",
}
LAST_STEP = "Germans in a trench never lose their last step to a bombardment."


@dataclass(frozen=True, slots=True)
class UnitSteps:
    """A unit that may lose a step: a regiment, a battalion or a half-brigade.

    The last step of a regiment is one of the replacement ``battalions`` in the deadpile; where the
    regiment is ``stacked`` there must be ``room`` for it in a hex next to the stack.
    """

    kind: str = "regiment"
    steps: int = 2
    battalions: int = 1
    stacked: bool = False
    room: bool = True


REGIMENT = UnitSteps()


def lose_step(unit: UnitSteps, cause: Cause = "combat", readings: Given = None) -> Answer[int]:
    """Return the steps a unit has after losing one: a regiment's last step needs a battalion, and
    Germans in a trench never lose their last one to shells.

    >>> [lose_step(UnitSteps("regiment", 2, battalions)).value for battalions in (1, 0)]
    [1, 0]
    >>> lose_step(UnitSteps("battalion", 1), "trench").headline
    'The unit keeps its last step.'
    """
    kind = one_of("unit", unit.kind, STEPS)
    full, cite = STEPS[kind]
    steps = whole(f"The number of steps of a {kind}", unit.steps, 1, full)
    in_trench = one_of("cause of a loss", cause, CAUSES) == "trench" and kind != "half-brigade"
    if in_trench and steps == 1:
        return Answer(1, (forbid("last-step", True, LAST_STEP),), "The unit keeps its last step.")
    rest, has = steps - 1, f"A {kind} has {plural(full, 'step')}"
    reasons = [note(cite, f"{has}; from {steps} it goes down to {rest}.")]
    headline = f"The unit has {plural(rest, 'step')} left." if rest else "The unit is eliminated."
    if kind == "battalion":
        pile = "Its counter goes to the deadpile, and may come back as a replacement, red dot up."
        named = "The 27 named battalions have a red dot on the back for this"
        dot = f"{named}; the two blank ones serve as replacements from the start."
        reasons += [note("deadpile", pile), note("red-dot", dot)]
    elif kind == "regiment" and rest == 1:
        return _to_the_last_step(reasons[0], unit, in_trench, readings)
    elif kind == "regiment" and rest == 2:
        text = "The regiment's counter is turned: its back stands for two steps."
        reasons.append(note("regiments", text))
    return Answer(rest, tuple(reasons), headline)


def _to_the_last_step(
    first: Step, unit: UnitSteps, in_trench: bool, readings: Given
) -> Answer[int]:
    options, reasons = BOOK.options(readings), [first]
    beside, why = options["last-step-stacked"] == "beside", ""
    if not unit.battalions:
        why = "no replacement battalion is left"
        reasons.append(note("regiments", "No replacement battalion is in the deadpile."))
    elif unit.stacked:
        reasons.append(take("last-step-stacked", options))
        if not beside:
            why = "a battalion may not stack"
        elif not unit.room:
            why = "no hex next to it is free"
            reasons.append(note("stacking", "No hex next to the stack is free for it."))
    if not why:
        last = "Its last step is a replacement battalion from the deadpile."
        dot = "A named battalion serves with its back up, which has a red dot and no name."
        where = " in a hex next to it" if unit.stacked else ""
        headline = f"One step is left: a replacement battalion takes its place{where}."
        return Answer(1, (*reasons, note("regiments", last), note("red-dot", dot)), headline)
    if in_trench:
        reasons.append(take("last-step-shelled", options))
        if options["last-step-shelled"] == "spared":
            reasons.append(forbid("last-step", True, LAST_STEP))
            return Answer(2, tuple(reasons), f"The unit keeps both steps, because {why}.")
    reasons.append(note("regiments", "So the last step is lost as well."))
    return Answer(0, tuple(reasons), f"The unit is eliminated, because {why}.")


def last_step_steps(defenders: Force) -> tuple[Step, ...]:
    """Return the step on what is assumed of Germans who come down to one step."""
    if max(defenders.steps, default=0) < 2:
        return ()
    text = "A regiment's last step is a replacement battalion; here the deadpile has one."
    return (note("regiments", text),)


# ------------------------------------------------------------------------------------- after combat


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both sides after a combat.

    ``retreat_hexes`` is 0 where the defender stands; ``reserve`` says that a reserve lies under it.
    """

    attackers: Force
    defenders: Force
    retreat_hexes: int = 0
    reserve: bool = False

    @property
    def vacated(self) -> bool:
        """Whether the defender's hex is free.

        In a retreat a reserve leaves it too; otherwise the reserve holds it as the new front line.
        """
        return self.retreat_hexes > 0 or (self.defenders.total_steps == 0 and not self.reserve)

    @property
    def may_advance(self) -> bool:
        """Whether attackers may advance: the hex is free, and one of them is left."""
        return self.vacated and self.attackers.total_steps > 0


def outcome(
    result: str,
    attackers: Force,
    defenders: Force,
    choice: Choice = "stand",
    displaces: bool = False,
    readings: Given = None,
) -> Outcome:
    """Return the value of `after_combat` without its reasons, for odds over many rolls. The
    defender has no reserve under it.
    """
    one_of("choice", choice, CHOICES)
    if result == NO_ATTACK:
        return Outcome(attackers, defenders)
    one_of("result", result, MEANINGS)
    options = BOOK.options(readings)
    enemy = options[LOSS_CHOICE] == "enemy"
    match result:
        case "De":
            return Outcome(attackers, defenders.none())
        case "Ae":
            return Outcome(attackers.none(), defenders)
        case "Ex":
            return Outcome(attackers.less(weakest=enemy), defenders.less(weakest=enemy))
        case "(A)":
            return Outcome(attackers.less(weakest=enemy), defenders)
        case "D2" | "D3" if choice == "retreat" and not displaces:
            return Outcome(attackers, defenders, int(result[1]))
        case "D2" | "D3":
            return Outcome(attackers, defenders.less())
        case "•":
            return Outcome(attackers, defenders)
    return Outcome(attackers.less(steps_instead(result, options)), defenders)


def after_combat(
    result: str,
    attackers: Force,
    defenders: Force,
    choice: Choice = "stand",
    displaces: bool = False,
    readings: Given = None,
    reserve: bool = False,
) -> Answer[Outcome]:
    """Return both sides after a result of the table.

    ``defenders`` is the front line unit alone. A ``reserve`` under it neither fights nor suffers;
    it retreats with that unit, and becomes the front line if that unit is eliminated. ``displaces``
    says that the only way back would displace another unit; then the defender must stand.

    >>> left = after_combat("Ex", Force((2, 2), (2, 4)), Force((1,), (3,))).value
    >>> left.attackers.steps, left.defenders.steps, left.may_advance
    ((1, 2), (0,), True)
    """
    end = outcome(result, attackers, defenders, choice, displaces, readings)
    end = replace(end, reserve=reserve)
    if result == NO_ATTACK:
        return Answer(end, (), "Without an attack nobody loses anything.")
    lost = attackers.total_steps - end.attackers.total_steps
    gone = defenders.total_steps - end.defenders.total_steps
    steps = [replace(meaning(result, readings), cite=CITES[RESULT_CITES[result]])]
    if result in ("D2", "D3"):
        steps.append(_chosen(result, choice, displaces))
    elif result.startswith(("A", "(")) and result != "Ae":
        steps += _instead(result, lost, readings)
    if result in ("Ex", "(A)") and len(attackers.steps) > 1:
        steps.append(take(LOSS_CHOICE, readings))
    if reserve:
        steps += _under(end)
    if end.may_advance:
        free = "The defender's hex is free, so all attackers that took part may advance."
        into = "It goes into that hex or a vacant hex next to it."
        most = "Two of one brigade or division at most may end the phase in one hex."
        follows = "A reserve under an attacker that advances must go with it."
        steps += [
            allow("advance", True, free),
            *notes("advance", "An advance is one hex long.", into),
            note("stacking", most),
            note("reserve-combat", follows),
        ]
    return Answer(end, tuple(steps), _headline(end, lost, gone))


def _chosen(result: str, choice: Choice, displaces: bool) -> Step:
    if choice == "retreat" and displaces:
        would = "The retreat would displace another unit"
        return note("displacement", f"{would}, so the defender stands and loses a step.")
    back = f"The defender retreats {result[1]} hexes and keeps its steps."
    stands = "The defender stands and loses a step."
    return note(RESULT_CITES[result], stands if choice == "stand" else back)


def _instead(result: str, lost: int, readings: Given) -> Iterator[Step]:
    """Yield what attackers lose in place of a retreat, and a note if they have no more to lose."""
    at = "attackers-stand"
    yield note(at, "Attackers never retreat; they lose steps instead.")
    if result != "(A)":
        option = BOOK.options(readings)[ATTACKER_RESULTS]
        yield takes(ATTACKER_RESULTS, option, "add", lost)
    if lost < steps_instead(result, readings):
        yield note(at, f"They have {plural(lost, 'step')} to lose, and lose all.")


def _under(end: Outcome) -> Iterator[Step]:
    at = "reserve-combat"
    yield note(at, "Only the front line unit fights; its reserve adds no factors.")
    yield note(at, "The reserve takes no losses in this combat.")
    if end.retreat_hexes:
        yield note(at, "The reserve must stay with its front line unit, so it retreats too.")
    elif not end.defenders.total_steps:
        holds = "The reserve becomes the front line and holds the hex, so nobody advances."
        yield forbid(at, True, holds)
        yield note(at, "It is a reserve no longer, so it does not move in the mobile phase.")


def _headline(end: Outcome, lost: int, gone: int) -> str:
    sides = (("the attacker", lost), ("the defender", gone))
    happened = [f"{who} loses {plural(many, 'step')}" for who, many in sides if many]
    if end.retreat_hexes:
        happened.append(f"the defender retreats {end.retreat_hexes} hexes")
    text = capitalized(" and ".join(happened) or "nobody loses anything")
    if end.reserve and not end.vacated and not end.defenders.total_steps:
        return f"{text}; the reserve holds the hex."
    return f"{text}{'; the attackers may advance' if end.may_advance else ''}."
