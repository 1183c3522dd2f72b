"""What a Unit may do at a moment of the turn: the three steps of a phase, fire that interrupts it,
and the quiet turn at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Op, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import inches, listed
from landships_lab.games.one_hour.rules.book import (
    CITES,
    READINGS,
    TABLES,
    a_unit,
    row_of,
    taken,
)

#: The steps of a phase, in order.
STEPS = ("mortar fire", "actions", "rally and ready")
ACTIONS = ("fire", "move", "rally", "ready", "dig in")
#: The actions as a sentence tells them after "may".
IN_WORDS = {action: "go Ready" if action == "ready" else action for action in ACTIONS}
_NAMES = dict(zip(STEPS, ("Mortar Fire Step", "Actions Step", "Rally and Ready Step"), strict=True))


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the turn: the step, whose phase it is, and what the Unit has done or is.

    ``acted`` means that it has fired or moved in this phase; ``others_acted`` that some Unit of the
    phasing player has in this step, ``mortars_fired`` that his Mortars did before it, and
    ``answered`` that a friend has fired as Ready after that action. ``ready_fired``: the Unit has
    fired as Ready earlier in the same Turn.
    """

    step: str
    phasing: bool = True
    acted: bool = False
    ready: bool = False
    threatened: bool = False
    others_acted: bool = False
    dug_in: bool = False
    mortars_fired: bool = False
    answered: bool = False
    ready_fired: bool = False

    def __post_init__(self) -> None:
        one_of("step of a phase", self.step, STEPS)


def may_act(unit: str, action: str, moment: Moment, readings: Given = None) -> Answer[bool]:
    """Return whether a Unit of this type may fire, move, rally, go Ready or dig in at this moment.

    ``detail`` tells the same of all `ACTIONS` in each of the `STEPS`, a row for an action.
    Given: ready-answers, ready-after-mortars, ready-fire-counts. Source: Play sequence and its
    three steps (lines 178-194, 298-301).

    >>> (
    ...     may_act("mortar", "fire", Moment("actions")).value,
    ...     may_act("mortar", "fire", Moment("mortar fire")).value,
    ... )
    (False, True)
    """
    row_of(unit)
    if moment.dug_in and unit == "tank":
        raise ValueError("A Tank cannot dig in.")
    given = taken(readings)
    asked = tuple(_steps(unit, one_of("action", action, ACTIONS), moment, given))
    value = bool(judge(asked))
    place = f"A phase goes through {listed(_NAMES.values())}; this is the {_NAMES[moment.step]}."
    opening = [Step(place, CITES["phases"])]
    if moment.step == STEPS[-1]:
        text = "The sequence of play names Routs in this step, and no rule tells what they are."
        opening.append(Step(text, CITES["routs"]))
    steps = (*opening, *asked, *(_left(unit, action, moment) if value else ()))
    # The step stands first, so that nobody has to "dig in in" it.
    told = (
        f"In the {_NAMES[moment.step]}, {a_unit(unit)} {'may' if value else 'may not'}"
        f" {IN_WORDS[action]}."
    )
    moments = [replace(moment, step=step) for step in STEPS]
    table = tuple(
        tuple(bool(judge(_steps(unit, other, then, given))) for then in moments)
        for other in ACTIONS
    )
    return Answer(value, steps, told, detail=table)


def _steps(unit: str, action: str, moment: Moment, given: dict[str, str]) -> Iterator[Step]:
    if action == "move":
        return _moving(unit, moment)
    if action == "fire":
        return _firing(unit, moment) if moment.phasing else _ready_fire(unit, moment, given)
    return _quiet(unit, action, moment, given)


def _condition(allowed: bool, yes: str, no: str, cite: Cite) -> Step:
    return Step(yes if allowed else no, cite, "allows" if allowed else "forbids")


def _firing(unit: str, now: Moment) -> Iterator[Step]:
    mortar = unit == "mortar"
    right = "mortar fire" if mortar else "actions"
    yes = "Mortars fire in this step." if mortar else "Units fire in this step."
    no = (
        "Mortars fire only in the Mortar Fire Step."
        if mortar
        else "Only Mortars fire in this step."
    )
    no = no if mortar or now.step == "mortar fire" else "Units fire only in the Actions Step."
    yield _condition(
        now.step == right, yes, no, CITES["mortar-step"] if mortar else CITES["actions-step"]
    )
    yield _once(unit, now)


def _ready_fire(unit: str, now: Moment, given: dict[str, str]) -> Iterator[Step]:
    """Yield whether a Unit may fire in the enemy's phase."""
    if unit == "mortar":
        yield Step(
            "Mortars fire only in their own Mortar Fire Step.", CITES["mortar-step"], "forbids"
        )
        # Being Ready would not help: only the other three types may be marked so.
        yield Step("Only Infantry, ATGs and Tanks may be Ready.", CITES["ready"], "forbids")
        return
    cite = CITES["ready-when"]
    yield _condition(
        now.step == "actions",
        "It is the enemy's Actions Step.",
        "Ready Units fire only in the enemy's Actions Step.",
        cite,
    )
    yield _condition(
        now.ready, "It is Ready.", "Only a Ready Unit may fire in the enemy's phase.", cite
    )
    if now.mortars_fired and not now.others_acted:
        yield _as_read("ready-after-mortars", "yes", given)
    else:
        yield _condition(
            now.others_acted,
            "An enemy Unit has acted.",
            "It must wait until an enemy Unit has acted.",
            cite,
        )
    if now.answered:
        yield _as_read("ready-answers", "any", given)
        text = "In which order several Ready Units fire, the source does not say."
        yield Step(text, CITES["ready-order"])


def _as_read(reading: str, allows: str, given: dict[str, str]) -> Step:
    """Return what a reading says, a step that allows only under this option of it."""
    option = READINGS[reading].option(given[reading])
    op: Op = "allows" if option.id == allows else "forbids"
    return Step(option.says, READINGS[reading].cite, op, reading=reading)


def _moving(unit: str, now: Moment) -> Iterator[Step]:
    here = now.phasing and now.step == "actions"
    yield _condition(
        here,
        "Units move in this step.",
        "Units move only in their own Actions Step.",
        CITES["actions-step"],
    )
    yield _once(unit, now)
    if now.threatened and TABLES.types[unit].threatened is None:
        yield Step(
            f"A Threatened {TABLES.types[unit].name} may not move.", CITES["threatened"], "forbids"
        )


def _left(unit: str, action: str, now: Moment) -> Iterator[Step]:
    """Yield what becomes of the marks of the Unit when it does this."""
    if action == "move":
        yield Step(
            "It counts as moving from the roll on, even if it stays where it is.", CITES["move"]
        )
        if now.ready:
            yield Step("By moving it is no longer Ready.", CITES["ready"])
        if now.dug_in:
            yield Step("Once it rolls its dice it is no longer Dug-in.", CITES["move-dug-in"])
        if now.threatened and (less := TABLES.types[unit].threatened) is not None:
            yield Step(f"It is Threatened and moves {inches(-less)} less.", CITES["threatened"])
    elif action == "fire" and now.ready:
        yield Step("By firing it is no longer Ready: its mark is removed.", CITES["ready-fire"])
        yield Step("Ready Units lose that by firing or moving.", CITES["ready"])
    elif action in ("rally", "dig in") and now.ready:
        yield Step("It stays Ready.", CITES["ready"])
    elif action == "ready":
        told = (
            "It is Ready already, and nothing changes."
            if now.ready
            else "It may fire once in the enemy's next Actions Step."
        )
        yield Step(told, CITES["ready"])
    if action == "dig in":
        told = (
            "It is Dug-in already, and nothing changes."
            if now.dug_in
            else "From now on it halves Hits and rallies as a Concealed Unit."
        )
        yield Step(told, CITES["dig-in"])
    if action == "rally":
        yield Step("It is the only thing it does at the end of this phase.", CITES["quiet"])


def _once(unit: str, now: Moment) -> Step:
    return _condition(
        not now.acted,
        "It has not acted yet.",
        "It has already fired or moved, and a Unit does one or the other in a turn.",
        CITES["mortar-step" if unit == "mortar" else "actions-step"],
    )


def _quiet(unit: str, action: str, now: Moment, given: dict[str, str]) -> Iterator[Step]:
    here = now.phasing and now.step == "rally and ready"
    yield _condition(
        here,
        "This is the step for it.",
        "Units do that only at the end of their own phase.",
        CITES["quiet"],
    )
    yield _condition(
        not now.acted,
        "It has not fired or moved this turn.",
        "It has fired or moved this turn.",
        CITES["quiet"],
    )
    if now.ready_fired:
        yield _as_read("ready-fire-counts", "no", given)
    if action == "ready" and unit == "mortar":
        yield Step("Only Infantry, ATGs and Tanks may be Ready.", CITES["ready"], "forbids")
    if action == "dig in" and unit == "tank":
        yield Step("A Tank cannot dig in.", CITES["dug-in"], "forbids")
