"""The turn: what a Unit may do in each step of a phase, how it rallies in a quiet turn, and who has
won at the end of a Turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step, Telling, Told, decided, judge, whole_total
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import Odds
from landships_lab.core.plane import Ring, inside
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, listed, plural, signed
from landships_lab.games.one_hour.data.scenarios import Exit, Scenario, scenarios
from .book import (
    BELOW_ZERO,
    TABLES,
    a_unit,
    add,
    allow,
    cap,
    die_of,
    forbid,
    hits_of,
    note,
    options,
    row_of,
    says,
    start,
)
from .fire import Condition
from .ground import Table, Unit, square_to_border, terrain_of
from .movement import spared
from .shot import destroyed_from

#: The steps of a phase, in order.
STEPS = ("mortar fire", "actions", "rally and ready")
ACTIONS = ("fire", "move", "rally", "ready", "dig in")
#: The actions in the words that follow "may".
IN_WORDS = {action: "go Ready" if action == "ready" else action for action in ACTIONS}
_NAMES = dict(zip(STEPS, ("Mortar Fire Step", "Actions Step", "Rally and Ready Step"), strict=True))

# --------------------------------------------------------------------------- what may be done when


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the turn: the step, whose phase it is, and the Unit's state and earlier actions.

    ``acted`` means that it has fired or moved in this phase, ``quiet`` that it has rallied, gone
    Ready or dug in; ``others_acted`` that some Unit of the phasing player has acted in this step,
    ``mortars_fired`` that his Mortars did before it, and ``answered`` that a friend has fired as
    Ready after that action. ``ready_fired``: the Unit has fired as Ready earlier in the same Turn.
    ``on_road``: the whole Unit is on one road.
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
def may_act(
    unit: str, action: str, moment: Moment, readings: Given = None
) -> Telling[tuple[tuple[bool, ...], ...]]:
    """Return whether a Unit of this type may fire, move, rally, go Ready or dig in at this moment.

    The detail holds the same answer for all `ACTIONS` in each of the `STEPS`, one row for each
    action.

    >>> [may_act("mortar", "fire", Moment(step)).value for step in STEPS]
    [True, False, False]
    """
    row_of(unit)
    if moment.dug_in and unit == "tank":
        raise ValueError("A Tank cannot dig in.")
    given, now = options(readings), _NAMES[moment.step]
    asked = tuple(_steps(unit, one_of("action", action, ACTIONS), moment, given))
    yield note("phases", f"A phase goes through {listed(_NAMES.values())}; this is the {now}.")
    if moment.step == STEPS[-1]:
        text = "The sequence of play names Routs in this step, and no rule tells what they are."
        yield note("routs", text)
    yield from asked
    if judge(asked):
        yield from _marks_after(unit, action, moment)

    def headline(value: bool) -> Told[tuple[tuple[bool, ...], ...]]:
        moments = [replace(moment, step=step) for step in STEPS]
        table = tuple(
            tuple(bool(judge(_steps(unit, other, then, given))) for then in moments)
            for other in ACTIONS
        )
        # The step comes first, to avoid "dig in in" it.
        may = f"{a_unit(unit)} {'may' if value else 'may not'} {IN_WORDS[action]}"
        return Told(f"In the {now}, {may}.", detail=table)

    return headline


def _steps(unit: str, action: str, moment: Moment, given: Mapping[str, str]) -> Iterator[Step]:
    if action == "move":
        return _moving(unit, moment, given)
    if action == "fire":
        return _firing(unit, moment) if moment.phasing else _ready_fire(unit, moment, given)
    return _quiet(unit, action, moment, given)


def _firing(unit: str, now: Moment) -> Iterator[Step]:
    here = now.step == STEPS[unit != "mortar"]
    if unit == "mortar":
        only = "Mortars fire only in the Mortar Fire Step."
        yield allow("mortar-step", here, "Mortars fire in this step.", only)
    else:
        early = now.step == "mortar fire"
        only = (
            "Only Mortars fire in this step." if early else "Units fire only in the Actions Step."
        )
        yield allow("actions-step", here, "Units fire in this step.", only)
    yield _once(unit, now)


def _ready_fire(unit: str, now: Moment, given: Mapping[str, str]) -> Iterator[Step]:
    """Yield whether a Unit may fire in the enemy's phase."""
    if unit == "mortar":
        yield forbid("mortar-step", True, "Mortars fire only in their own Mortar Fire Step.")
        # Being Ready would not help: only the other three types may be marked so.
        yield forbid("ready", True, "Only Infantry, ATGs and Tanks may be Ready.")
        return
    only = "Ready Units fire only in the enemy's Actions Step."
    yield allow("ready-when", now.step == "actions", "It is the enemy's Actions Step.", only)
    only = "Only a Ready Unit may fire in the enemy's phase."
    yield allow("ready-when", now.ready, "It is Ready.", only)
    if now.mortars_fired and not now.others_acted:
        yield _as_read("ready-after-mortars", "yes", given)
    else:
        wait = "It must wait until an enemy Unit has acted."
        yield allow("ready-when", now.others_acted, "An enemy Unit has acted.", wait)
    if now.answered:
        yield _as_read("ready-answers", "any", given)
        text = "In which order several Ready Units fire, the source does not say."
        yield note("ready-order", text)


def _as_read(reading: str, allows: str, given: Mapping[str, str]) -> Step:
    """Return the step for a reading, which allows only under this option."""
    cite = "ready-fire" if reading == "ready-answers" else reading
    return allow(cite, given[reading] == allows, says(reading, given), reading=reading)


def _moving(unit: str, now: Moment, given: Mapping[str, str]) -> Iterator[Step]:
    here = now.phasing and now.step == "actions"
    only = "Units move only in their own Actions Step."
    yield allow("actions-step", here, "Units move in this step.", only)
    yield _once(unit, now)
    row, reading = TABLES.types[unit], "road-penalties" if now.on_road else ""
    if now.threatened and row.threatened is None:
        if spared(now.on_road, given):
            text = "Under this reading a road spares it all penalties: wholly by road it may move."
            yield allow("roads", True, text, reading=reading)
        else:
            yield forbid("threatened", True, f"A Threatened {row.name} may not move.", reading)


def _once(unit: str, now: Moment) -> Step:
    cite = "mortar-step" if unit == "mortar" else "actions-step"
    no = "It has already fired or moved, and a Unit does one or the other in a turn."
    return allow(cite, not now.acted, "It has not acted yet.", no)


def _quiet(unit: str, action: str, now: Moment, given: Mapping[str, str]) -> Iterator[Step]:
    here = now.phasing and now.step == "rally and ready"
    no = "Units do that only at the end of their own phase."
    yield allow("quiet", here, "This is the step for it.", no)
    idle = "It has not fired or moved this turn."
    yield allow("quiet", not now.acted, idle, "It has fired or moved this turn.")
    if now.quiet:
        yield forbid("quiet", True, "It has done one of the three, and may do no other.")
    if now.ready_fired:
        yield _as_read("ready-fire-counts", "no", given)
    if action == "ready" and unit == "mortar":
        yield forbid("ready", True, "Only Infantry, ATGs and Tanks may be Ready.")
    if action == "dig in" and unit == "tank":
        yield forbid("dug-in", True, "A Tank cannot dig in.")


def _marks_after(unit: str, action: str, now: Moment) -> Iterator[Step]:
    """Yield what happens to the Unit's marks when it does this."""
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


# ----------------------------------------------------------------------------------------- rallying

#: Added to the rallying die of a Unit that is neither Concealed nor a Tank.
IN_THE_OPEN = -2


def rally(unit: Condition, die: int, steady: bool, readings: Given = None) -> Answer[Condition]:
    """Return the condition of a Unit after a turn of rallying, when the die shows 1 to 6.

    ``steady``: it is Concealed or a Tank; others subtract 2 from the die. Permanent Hits stay.
    Raises `ValueError` for a Unit that its Hits have destroyed, under the reading destroyed-at.

    >>> rally(Condition(12, 5), 4, steady=True).value, rally(Condition(6, 5), 4, steady=True).value
    (Condition(hits=8, permanent=5), Condition(hits=5, permanent=5))
    """
    gone = destroyed_from(options(readings))
    if unit.hits >= gone:
        what = f"A Unit with {hits_of(unit.hits)} has been destroyed and removed"
        raise ValueError(f"{what}; one on the table has {gone - 1} at most.")
    die = whole("What a die shows", die, 1, 6)
    removable = unit.hits - unit.permanent
    steps = [start("rally", die, f"The die shows {die}.")]
    if not steady:
        text = f"The Unit is neither Concealed nor a Tank: {signed(IN_THE_OPEN)}."
        steps.append(add("rally", IN_THE_OPEN, text))
        if die + IN_THE_OPEN < 0:
            steps.append(add("below-zero", -die - IN_THE_OPEN, BELOW_ZERO))
    kept = f"{hits_of(unit.permanent)} are permanent; " if unit.permanent else ""
    text = capitalized(f"{kept}{hits_of(removable)} can be removed.")
    steps.append(cap("hits", removable, text))
    removed = whole_total(steps)
    after = replace(unit, hits=unit.hits - removed)
    sentence = f"{capitalized(hits_of(removed))} rallied off: {after.hits or 'none'} left."
    return Answer(after, tuple(steps), sentence)


def rally_odds(
    unit: Condition, steady: bool, dice: str = "D5", readings: Given = None
) -> Odds[Condition]:
    """Return the odds of each condition after one turn of rallying."""
    return die_of(dice, readings).map(lambda die: rally(unit, die, steady, readings).value)


# ------------------------------------------------------------------------------------------ victory

#: The farthest that a defender may be from the objective it is bound to, in inches.
BOUND_INCHES = 12
SIDES = ("British", "Italian")


def scenario(name: str) -> Scenario:
    """Return the scenario of this name."""
    return scenarios()[one_of("scenario", name, scenarios())]


def other_side(side: str) -> str:
    """Return the side that is not this one."""
    return SIDES[side == SIDES[0]]


def winner(
    name: str, table: Table, exited: Collection[str], turn: int, readings: Given = None
) -> Answer[str]:
    """Return the side that has won a scenario at the end of a Turn, "" if it goes on.

    ``exited`` are the Units that have left the table by the road.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> winner("flank-attack", table_of("flank-attack"), (), 15).value
    'Italian'
    """
    played = scenario(name)
    side, sentence, steps = (
        _broken_through(played.exit, table, len(exited), turn, turn >= played.turns)
        if played.exit
        else _held(played, table, turn, options(readings))
    )
    when = note("victory-when", "Victory is looked for at the end of a whole Turn.")
    last = note(played.turns_cite, f"This was Turn {turn} of {played.turns}.")
    return Answer(side, (when, *steps, last), sentence)


#: The side that has won, the sentence that says so, and the steps.
Ended = tuple[str, str, tuple[Step, ...]]


def _broken_through(exits: Exit, table: Table, gone: int, turn: int, last: bool) -> Ended:
    side, needs, other = exits.side, exits.needs, other_side(exits.side)
    standing = sum(unit.side == side for unit in table.units)
    off = plural(gone, "Unit") if gone else "no Unit"
    text = f"{off} of the {side} side left by the road, and {needs} must; {standing} still stand."
    steps = (note("break-through", capitalized(text)),)
    if gone >= needs:
        return side, f"The {side} side has broken through: {off} left by the road.", steps
    won = f"The {other} side has won"
    if gone + standing < needs:
        return other, f"{won}: {needs} {side} Units can no longer leave.", steps
    if last:
        few = f"only {off}" if gone else off
        return other, f"{won}: {few} left by the road in {turn} Turns.", steps
    return "", "The game goes on.", steps


def objectives_lost(played: Scenario, table: Table) -> tuple[str, ...]:
    """Return the objectives of a scenario that only the attackers occupy."""
    return tuple(
        area
        for area in played.aims
        if played.defence and _sides_in(table, area) == {other_side(played.defence.side)}
    )


def _held(played: Scenario, table: Table, turn: int, given: Mapping[str, str]) -> Ended:
    assert played.defence is not None  # either way to win is enough
    side, objectives = played.defence.side, played.defence.objectives
    other, sides = other_side(side), {unit.side for unit in table.units}
    lost = objectives_lost(played, table)
    names = listed(lost) if lost else "no objective"
    holds = "What it takes to hold an objective the source does not say: here, to be alone in it."
    steps = (
        note("objectives", says("objectives", given), "objectives"),
        note("holding", f"The {other} side alone is in {names}. {holds}"),
    )
    won = f"The {other} side has won"
    if len(lost) >= (1 if given["objectives"] == "one" else len(objectives)):
        return other, f"{won}: it holds {names}.", steps
    if side not in sides:
        return other, f"{won}: no Unit of the {side} side is left.", steps
    if other not in sides or turn >= played.turns:
        return side, f"The {side} side has won: it has held out.", steps
    return "", "The game goes on.", steps


def _sides_in(table: Table, area: str) -> set[str]:
    """Return the sides that have a Unit with two bases in this terrain."""
    only = replace(table, areas=tuple(one for one in table.areas if one.name == area))
    kinds = ("hill", "town", "woods")
    return {unit.side for unit in table.units if terrain_of(only, unit, kinds)}


@decided
def may_leave_post(
    name: str, table: Table, moved: Unit, readings: Given = None, by: Sequence[Unit] = ()
) -> Telling:
    """Return whether a defender may go that far from its objective: two of those bound to it must
    always stay near it, measured from the Unique base.

    ``moved`` is the Unit of that name in its new position, ``by`` the points where it turns on the
    way.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> table = table_of("static-defence")
    >>> may_leave_post("static-defence", table, table.unit("Carri-1")).value
    True
    """
    defence, given = scenario(name).defence, options(readings)
    before = table.unit(moved.name)
    guards = defence is not None and before.side == defence.side
    for area, bound in defence.objectives.items() if defence and guards else ():
        ring = next(one.corners for one in table.areas if one.name == area)
        if all(_near(ring, there) for there in (*by, moved)):
            continue
        guarding = {
            unit.name
            for unit in table.units
            if unit.side == before.side and (given["garrison"] == "any" or unit.name in bound)
            if _near(ring, unit)
        }
        if before.name in guarding:
            others = plural(len(guarding) - 1, "other")
            leaves = f"It leaves {area}, near which {others} would stay."
            text = f"{leaves} {says('garrison', given)}"
            yield allow("garrison", len(guarding) > 2, text, reading="garrison")
    return lambda value: f"{moved.name} {'may' if value else 'may not'} leave its post."


def _near(ring: Ring, unit: Unit) -> bool:
    if inside(unit.unique.centre, ring):
        return True
    return square_to_border(unit.unique, ring) <= BOUND_INCHES**2
