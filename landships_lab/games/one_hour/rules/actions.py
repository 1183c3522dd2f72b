"""What a Unit may do at a moment of the turn: the three steps of a phase, fire that interrupts it,
and the quiet turn at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Step, Telling, Told, decided, judge
from landships_lab.core.checks import one_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches, listed
from .book import READINGS, TABLES, a_unit, allow, forbid, note, row_of, taken
from .moves import spared

#: The steps of a phase, in order.
STEPS = ("mortar fire", "actions", "rally and ready")
ACTIONS = ("fire", "move", "rally", "ready", "dig in")
#: The actions as a sentence tells them after "may".
IN_WORDS = {action: "go Ready" if action == "ready" else action for action in ACTIONS}
_NAMES = dict(zip(STEPS, ("Mortar Fire Step", "Actions Step", "Rally and Ready Step"), strict=True))


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the turn: the step, whose phase it is, and what the Unit has done or is.

    ``acted`` means that it has fired or moved in this phase, ``quiet`` that it has rallied, gone
    Ready or dug in; ``others_acted`` that some Unit of the phasing player has acted in this step,
    ``mortars_fired`` that his Mortars did before it, and ``answered`` that a friend has fired as
    Ready after that action. ``ready_fired``: the Unit has fired as Ready earlier in the same Turn.
    ``on_road``: all of it stands on one road.
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
    on_road: bool = False
    quiet: bool = False

    def __post_init__(self) -> None:
        one_of("step of a phase", self.step, STEPS)


@decided
def may_act(unit: str, action: str, moment: Moment, readings: Given = None) -> Telling:
    """Return whether a Unit of this type may fire, move, rally, go Ready or dig in at this moment.

    ``detail`` tells the same of all `ACTIONS` in each of the `STEPS`, a row for an action.
    Given: ready-answers, ready-after-mortars, ready-fire-counts, road-penalties. Source: Play
    sequence and its three steps (lines 178-194, 298-301).

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
    place = f"A phase goes through {listed(_NAMES.values())}; this is the {_NAMES[moment.step]}."
    yield note("phases", place)
    if moment.step == STEPS[-1]:
        text = "The sequence of play names Routs in this step, and no rule tells what they are."
        yield note("routs", text)
    yield from asked
    if judge(asked):
        yield from _left(unit, action, moment)
    moments = [replace(moment, step=step) for step in STEPS]
    table = tuple(
        tuple(bool(judge(_steps(unit, other, then, given))) for then in moments)
        for other in ACTIONS
    )

    def says(value: bool) -> Told:
        # The step stands first, so that nobody has to "dig in in" it.
        may = f"{a_unit(unit)} {'may' if value else 'may not'} {IN_WORDS[action]}"
        return Told(f"In the {_NAMES[moment.step]}, {may}.", (), table)

    return says


def _steps(unit: str, action: str, moment: Moment, given: dict[str, str]) -> Iterator[Step]:
    if action == "move":
        return _moving(unit, moment, given)
    if action == "fire":
        return _firing(unit, moment) if moment.phasing else _ready_fire(unit, moment, given)
    return _quiet(unit, action, moment, given)


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
    yield allow("mortar-step" if mortar else "actions-step", now.step == right, yes, no)
    yield _once(unit, now)


def _ready_fire(unit: str, now: Moment, given: dict[str, str]) -> Iterator[Step]:
    """Yield whether a Unit may fire in the enemy's phase."""
    if unit == "mortar":
        yield forbid("mortar-step", True, "Mortars fire only in their own Mortar Fire Step.")
        # Being Ready would not help: only the other three types may be marked so.
        yield forbid("ready", True, "Only Infantry, ATGs and Tanks may be Ready.")
        return
    yield allow(
        "ready-when",
        now.step == "actions",
        "It is the enemy's Actions Step.",
        "Ready Units fire only in the enemy's Actions Step.",
    )
    yield allow(
        "ready-when", now.ready, "It is Ready.", "Only a Ready Unit may fire in the enemy's phase."
    )
    if now.mortars_fired and not now.others_acted:
        yield _as_read("ready-after-mortars", "yes", given)
    else:
        yield allow(
            "ready-when",
            now.others_acted,
            "An enemy Unit has acted.",
            "It must wait until an enemy Unit has acted.",
        )
    if now.answered:
        yield _as_read("ready-answers", "any", given)
        text = "In which order several Ready Units fire, the source does not say."
        yield note("ready-order", text)


def _as_read(reading: str, allows: str, given: dict[str, str]) -> Step:
    """Return what a reading says, a step that allows only under this option of it."""
    option = READINGS[reading].option(given[reading])
    return allow(READINGS[reading].cite, option.id == allows, option.says, reading=reading)


def _moving(unit: str, now: Moment, given: dict[str, str]) -> Iterator[Step]:
    here = now.phasing and now.step == "actions"
    no = "Units move only in their own Actions Step."
    yield allow("actions-step", here, "Units move in this step.", no)
    yield _once(unit, now)
    if now.threatened and TABLES.types[unit].threatened is None:
        reading = "road-penalties" if now.on_road else ""
        if spared(now.on_road, given):
            text = "Under this reading a road spares it all penalties: wholly by road it may move."
            yield allow("roads", True, text, reading=reading)
        else:
            text = f"A Threatened {TABLES.types[unit].name} may not move."
            yield forbid("threatened", True, text, reading)


def _left(unit: str, action: str, now: Moment) -> Iterator[Step]:
    """Yield what becomes of the marks of the Unit when it does this."""
    if action == "move":
        yield note("move", "It counts as moving from the roll on, even if it stays where it is.")
        if now.ready:
            yield note("ready", "By moving it is no longer Ready.")
        if now.dug_in:
            yield note("move-dug-in", "Once it rolls its dice it is no longer Dug-in.")
        if now.threatened and (less := TABLES.types[unit].threatened) is not None:
            yield note("threatened", f"It is Threatened and moves {inches(-less)} less.")
    elif action == "fire" and now.ready:
        yield note("ready-fire", "By firing it is no longer Ready: its mark is removed.")
        yield note("ready", "Ready Units lose that by firing or moving.")
    elif action in ("rally", "dig in") and now.ready:
        yield note("ready", "It stays Ready.")
    elif action == "ready":
        already = "It is Ready already, and nothing changes."
        once = "It may fire once in the enemy's next Actions Step."
        yield note("ready", already if now.ready else once)
    if action == "dig in":
        already = "It is Dug-in already, and nothing changes."
        halves = "From now on it halves Hits and rallies as a Concealed Unit."
        yield note("dig-in", already if now.dug_in else halves)
    if action == "rally":
        yield note("quiet", "It is the only thing it does at the end of this phase.")


def _once(unit: str, now: Moment) -> Step:
    return allow(
        "mortar-step" if unit == "mortar" else "actions-step",
        not now.acted,
        "It has not acted yet.",
        "It has already fired or moved, and a Unit does one or the other in a turn.",
    )


def _quiet(unit: str, action: str, now: Moment, given: dict[str, str]) -> Iterator[Step]:
    here = now.phasing and now.step == "rally and ready"
    no = "Units do that only at the end of their own phase."
    yield allow("quiet", here, "This is the step for it.", no)
    yield allow(
        "quiet",
        not now.acted,
        "It has not fired or moved this turn.",
        "It has fired or moved this turn.",
    )
    if now.quiet:
        yield forbid("quiet", True, "It has done one of the three, and may do no other.")
    if now.ready_fired:
        yield _as_read("ready-fire-counts", "no", given)
    if action == "ready" and unit == "mortar":
        yield forbid("ready", True, "Only Infantry, ATGs and Tanks may be Ready.")
    if action == "dig in" and unit == "tank":
        yield forbid("dug-in", True, "A Tank cannot dig in.")
