"""What may a Unit do now? The three steps of a phase, fire that interrupts it, and the quiet turn at its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.checks import unknown
from landships_lab.core.sources import Cite
from landships_lab.rules.one_hour.words import CITES, TABLES, a, row_of

#: The steps of a phase, in order.
STEPS = ("mortar fire", "actions", "rally and ready")
ACTIONS = ("fire", "move", "rally", "ready", "dig in")
_NAMES = dict(zip(STEPS, ("Mortar Fire Step", "Actions Step", "Rally and Ready Step"), strict=True))


@dataclass(frozen=True, slots=True)
class Moment:
    """Where in the turn a Unit is: the step, whose phase it is, and what the Unit has done or is.

    ``acted`` says that it has fired or moved this phase; ``others_acted`` that any Unit of the phasing player has.
    """

    step: str
    phasing: bool = True
    acted: bool = False
    ready: bool = False
    threatened: bool = False
    others_acted: bool = False

    def __post_init__(self) -> None:
        if self.step not in STEPS:
            raise ValueError(unknown("step of a phase", self.step, list(STEPS)))


def may_act(unit: str, action: str, moment: Moment) -> Answer[bool]:
    """May a Unit of this type fire, move, rally, go Ready or dig in at this moment?

    Source: Play sequence and its three steps (lines 178-194, 298-301).

    >>> may_act("mortar", "fire", Moment("actions")).value, may_act("mortar", "fire", Moment("mortar fire")).value
    (False, True)
    """
    row_of(unit)
    if action not in ACTIONS:
        raise ValueError(unknown("action", action, list(ACTIONS)))
    said = {"fire": _firing, "move": _moving}.get(action)
    steps = tuple(_quiet(unit, action, moment) if said is None else said(unit, moment))
    value = bool(judge(steps))
    name = TABLES.types[unit].name
    would = "go Ready" if action == "ready" else action
    return Answer(value, steps, f"{name} {'may' if value else 'may not'} {would} in the {_NAMES[moment.step]}.")


def _said(allowed: bool, yes: str, no: str, cite: Cite) -> Step:
    return Step(yes if allowed else no, cite, "allows" if allowed else "forbids")


def _firing(unit: str, now: Moment) -> Iterator[Step]:
    mortar = unit == "mortar"
    if mortar and not now.phasing:
        yield Step("Mortars fire in their own Mortar Fire Step, and in no other.", CITES["mortar-step"], "forbids")
        # Being Ready would not help: only the other three types may be marked so.
        yield Step("Only Infantry, ATGs and Tanks may be Ready.", CITES["ready"], "forbids")
        return
    if not now.phasing:
        cite = CITES["ready-fire"]
        yield _said(now.step == "actions", "The enemy is acting.", "Ready Units fire in the enemy's Actions Step only.", cite)
        yield _said(now.ready, "It is Ready.", "Only a Ready Unit fires in the enemy's phase.", cite)
        yield _said(now.others_acted, "An enemy Unit has acted.", "It waits until a Unit of the enemy has acted.", cite)
        return
    right = "mortar fire" if mortar else "actions"
    yes = "Mortars fire in this step, and in no other." if mortar else "Units fire in this step."
    no = "Mortars fire in the Mortar Fire Step only." if mortar else "Units fire in the Actions Step."
    yield _said(now.step == right, yes, no, CITES["mortar-step"] if mortar else CITES["actions-step"])
    yield _once(now)


def _moving(unit: str, now: Moment) -> Iterator[Step]:
    here = now.phasing and now.step == "actions"
    yield _said(here, "Units move in this step.", "Units move in their own Actions Step.", CITES["actions-step"])
    yield _once(now)
    if now.threatened and TABLES.types[unit].threatened is None:
        yield Step(f"Threatened, {a(TABLES.types[unit].name)} may not move.", CITES["threatened"], "forbids")


def _once(now: Moment) -> Step:
    return _said(not now.acted, "It has not acted yet.", "It has fired or moved already: one action a turn.", CITES["actions-step"])


def _quiet(unit: str, action: str, now: Moment) -> Iterator[Step]:
    here = now.phasing and now.step == "rally and ready"
    yield _said(here, "This is the step for it.", "That is done at the end of one's own phase.", CITES["quiet"])
    yield _said(not now.acted, "It took no action.", "It fired or moved this turn.", CITES["quiet"])
    if action == "ready" and unit == "mortar":
        yield Step("Only Infantry, ATGs and Tanks may be Ready.", CITES["ready"], "forbids")
    if action == "dig in" and unit == "tank":
        yield Step("A Tank cannot dig in.", CITES["dug-in"], "forbids")
