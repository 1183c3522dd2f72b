"""Shells: where a marker may be placed (17.1), which results of the table count, and what they
leave of a unit or a stack (17.3 to 17.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Literal, cast

from landships_lab.core.answer import Answer, Step, Telling, decided
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, over, sum_of
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, percent, plural
from landships_lab.data.book import as_notes, supplied
from landships_lab.games.loos.data.combat_table import Alignment, Line
from .book import BOOK, TABLE, Army, allow, chance_clause, forbid, note, notes, refusal, take
from .losses import LAST_STEP, Cause, UnitSteps, lose_step
from .table import FRONT_LINE, MEANINGS, line_of
from .terrain import shell_line, sheltered

#: The results of the table that 17.4 keeps: three that cost a step, and "no effect" for all others.
LEFT = ("De", "D3", "D2", "•")
#: The most dice of a bombardment: those of a British marker with gas (17.6).
MOST_DICE = 4
#: Markers on the British track at the start (11.1).
BRITISH_MARKERS = 10
#: The player who places a marker in this combat phase.
Side = Literal["attacker", "defender"]
SIDES: Mapping[Side, str] = {
    "attacker": "attacks in this phase",
    "defender": "defends in this phase",
}


# ------------------------------------------------------------------------------------------ markers


@dataclass(frozen=True, slots=True)
class Placing:
    """A marker to be placed: its player, how many the track gives this turn, how many are used, and
    the target.

    The number ``track`` is printed on the artillery track, which is not in the source. ``marked``
    says that the target has a marker of the same player already, ``adjacent`` that a unit of that
    player is next to it, which observes it. ``army`` is the player's; ``in_front_line`` says
    whether the target of a German marker is in the British front line.
    """

    by: Side
    track: int
    used: int = 0
    observed: bool = True
    marked: bool = False
    adjacent: bool = False
    army: Army = "british"
    in_front_line: bool = True
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)


@decided
def may_place(placing: Placing) -> Telling:
    """Return whether this player may place an artillery marker on the target now.

    >>> may_place(Placing("attacker", track=3, used=3)).headline
    'All 3 markers of this turn are used; each is used once a game turn.'
    """
    one_of("side", placing.by, SIDES)
    track = whole("The number of markers", placing.track, 0, BRITISH_MARKERS)
    used = whole("The number of markers used", placing.used, 0, BRITISH_MARKERS)
    has = f"The artillery track has {plural(track, 'marker')} this turn."
    steps = (
        note("markers", "Bombardment is the only fire support there is."),
        note(supplied("markers of the artillery track"), has),
        _markers_left(track, used),
        _can_be_hit(placing),
        *_german(placing),
        *_in_order(placing),
    )
    yield from steps
    markers = f"{plural(track - used, 'marker')} {'is' if track - used == 1 else 'are'} left"
    names = placing.by == "attacker" and placing.adjacent
    first = "Name the units that will attack the hex, and place a marker"
    return refusal(steps, f"{first if names else 'A marker may be placed'}; {markers}.")


def _markers_left(track: int, used: int) -> Step:
    every = f"All {track} markers of this turn are used; each"
    one = "The one marker of this turn is used; it"
    no = f"{one if track == 1 else every} is used once a game turn."
    may = "A marker not used yet this turn may be used in either player's combat phase."
    no = no if track else "The track has no marker this turn."
    return allow("markers", used < track, may, no)


def _can_be_hit(placing: Placing) -> Step:
    if placing.adjacent:
        return adjacent_step()
    no = "The target is not observed, so it cannot be bombarded."
    yes = "The target is observed, so it can be bombarded."
    return allow("observed-only", placing.observed, yes, no)


def _german(placing: Placing) -> Iterator[Step]:
    if placing.army == "german":
        yield german_shells_step(placing.in_front_line, placing.readings)


def _in_order(placing: Placing) -> Iterator[Step]:
    """Yield who places when, and how many on one target."""
    if placing.by == "attacker":
        at, why = "marker-attacker", "The attacker places all markers at the beginning of the"
        yield note(at, f"{why} combat phase.")
        has = "This combat has a marker already"
        if placing.marked:
            yield forbid(at, True, f"{has}; the attacker may place one for each combat.")
        if placing.adjacent:
            yield note(at, "With units next to the hex, name now which of them will attack it.")
    else:
        at = "marker-defender"
        yield note(at, "The defender places markers after the attacker has placed all.")
        if placing.marked:
            has = "This hex has a marker already"
            yield forbid(at, True, f"{has}; the defender may place one on each hex.")


def adjacent_step(*marks: Hex) -> Step:
    """Return the step that lets a unit observe an adjacent hex."""
    text = "The target is adjacent, so it is observed, whatever the terrain."
    return allow("observation", True, text, marks=marks)


# ------------------------------------------------------------------------------------ German shells


def german_shells_step(in_front_line: bool, readings: Given = None) -> Step:
    """Return the step that lets German shells fall on British units in their front line. Elsewhere
    the reading german-shells decides.
    """
    if in_front_line:
        text = "German artillery may bombard British units in front line hexes."
        return allow("front-line-shelled", True, text)
    anywhere = BOOK.options(readings)["german-shells"] == "anywhere"
    return take("german-shells", readings, "allows" if anywhere else "forbids")


def german_shells(stand_in: str, readings: Given = None) -> Answer[str]:
    """Return the line of the table for German shells on British units here, in their front line or
    on other terrain; "" if none may fall.

    >>> [german_shells(terrain).value for terrain in ("british front line", "woods")]
    ['trench', '']
    """
    in_front_line = stand_in == FRONT_LINE
    where = shell_line(stand_in, readings=readings)
    read, use = german_shells_step(in_front_line, readings), f"use the line of {where.value}."
    if in_front_line:
        headline = f"German shells on the British front line {use}"
        return Answer(where.value, (read, *where.steps), headline)
    if read.op == "forbids":
        no = f"No German shells may fall on British units in {stand_in}, outside the front line."
        return Answer("", (read,), no)
    on = note("bombardment", f"The terrain they stand in is {stand_in}.")
    return Answer(where.value, (read, on), f"German shells on British units in {stand_in} {use}")


# -------------------------------------------------------------------------------------- what counts


def shells_fall(line: Line, total: int, die: int, alignment: Alignment) -> Answer[str]:
    """Return the result of a bombardment with this total of its dice and this roll on the table:
    "De", "D3", "D2" or "•".

    >>> shells_fall(TABLE.line("clear"), 1, 6, "left").headline
    'A bombardment ignores (A).'
    """
    result, number = TABLE.result(line, total, die, alignment), line.column(total, alignment) + 1
    lookup = note("table", f"A roll of {die} in column {number} is {result}.")
    kept = keep(result)
    if kept == "•":
        why = forbid("bombardment", result != "•", f"A bombardment ignores {result}.")
        return Answer(kept, (lookup, why), why.text)
    text = f"{result} costs the target of a bombardment one step."
    stands: tuple[Step, ...] = ()
    if kept != "De":
        stays = note("bombardment-loss", "No retreat is allowed after a bombardment.")
        stands = (stays, note("bombardment-stand", STANDS))
    return Answer(kept, (lookup, *stands, note("bombardment-loss", text)), text)


STANDS = "Instead of a retreat the target takes the loss."


def keep(result: str) -> str:
    """Return the result if it counts in a bombardment, otherwise no effect."""
    return result if result in LEFT else "•"


def aimed_at(terrain: str, in_trench: bool, readings: Given) -> tuple[Line, Alignment]:
    """Return the line of the table for shells on this terrain, and its alignment."""
    options = BOOK.options(readings)
    line, _ = line_of(shell_line(terrain, in_trench, options).value, options)
    return line, cast(Alignment, options["crt-alignment"])


def bombardment_odds(
    terrain: str, dice: int, readings: Given = None, german_in_trench: bool = False
) -> Odds[str]:
    """Return the odds of the results that count in a bombardment (17.4): "De", "D3", "D2" or "•".

    ``dice`` is 1 to 4: the artillery track, which is not in the source, prints the number; 4 is the
    British number with gas.

    >>> bombardment_odds("clear", 1)
    Odds({'D3': 1, 'D2': 9, '•': 26})
    """
    dice = whole("The number of dice", dice, 1, MOST_DICE)
    return _odds(*aimed_at(terrain, german_in_trench, readings), dice)


@lru_cache(maxsize=256)
def _odds(line: Line, alignment: Alignment, dice: int) -> Odds[str]:
    rolled = over(partial(_kept, line, alignment), sum_of(D6, dice), D6)
    return Odds((result, rolled.weights.get(result, 0)) for result in LEFT)


def _kept(line: Line, alignment: Alignment, total: int, die: int) -> str:
    return keep(TABLE.result(line, total, die, alignment))


# ------------------------------------------------------------------------------------- what is left


@dataclass(frozen=True, slots=True)
class Shelled:
    """One unit after a bombardment: its steps, and whether its trench is breached for this combat
    phase.
    """

    steps: int
    breached: bool = False


def shell(
    result: str, unit: UnitSteps, german_in_trench: bool = False, readings: Given = None
) -> Answer[Shelled]:
    """Return the unit after the result of a bombardment, which costs at most one step. Germans in a
    trench never lose the last one, but their trench is still breached.

    >>> shell("De", UnitSteps(steps=2), True).value, shell("D2", UnitSteps(steps=1), True).value
    (Shelled(steps=1, breached=True), Shelled(steps=1, breached=True))
    """
    steps = whole("The number of steps", unit.steps, 1, 3)
    if keep(one_of("result", result, MEANINGS)) == "•":
        text = "Nothing is lost and nothing is breached."
        return Answer(Shelled(steps), (note("bombardment", text),), text)
    cause: Cause = "trench" if german_in_trench else "shells"
    loss = lose_step(unit, cause, readings)
    reasons = [note("bombardment-loss", f"{result}: one step is lost, and no retreat is allowed.")]
    if german_in_trench:
        breached = "The trench is breached for the rest of the combat phase."
        stays = "The marker stays on the hex until that phase is over."
        reasons += notes("breach", breached, stays)
    if unit.kind == "regiment" and steps == 2 and (unit.stacked or not unit.battalions):
        reasons += loss.steps[1:]
    elif german_in_trench and steps == 1:
        reasons += loss.steps
    lost = ("No step is lost", "One step is lost", "Both steps are lost")[steps - loss.value]
    headline = f"{lost}{', and the trench is breached' if german_in_trench else ''}."
    return Answer(Shelled(loss.value, german_in_trench), tuple(reasons), headline)


def shell_odds(
    terrain: str, dice: int, unit: UnitSteps, german_in_trench: bool = False, readings: Given = None
) -> Odds[Shelled]:
    """Return the odds of the unit's state after a bombardment."""
    in_trench = sheltered(terrain, german_in_trench)
    odds = bombardment_odds(terrain, dice, readings, in_trench)
    return odds.map(lambda result: shell(result, unit, in_trench, readings).value)


#: Deadpile counters that are enough for two regiments at their last step.
ENOUGH = 2


@dataclass(frozen=True, slots=True)
class Stack:
    """Two stacked units under one bombardment: the steps of each, the front line first.

    ``battalions`` are those in the deadpile, and ``room`` says whether a hex next to the stack is
    free for one. Units in the British front line are ``british``.
    """

    steps: tuple[int, ...]
    german_in_trench: bool = False
    battalions: int = ENOUGH
    british: bool = False
    room: bool = True

    def after(self, results: tuple[str, ...], readings: Given = None) -> tuple[Shelled, ...]:
        """Return both units after their results, taken in turn: the first result decides whether
        the second unit is still stacked and has a battalion.
        """
        units: list[Shelled] = []
        kind = "half-brigade" if self.british else "regiment"
        stacked, battalions = len(self.steps) > 1, self.battalions
        for result, steps in zip(results, self.steps, strict=True):
            unit = UnitSteps(kind, steps, battalions, stacked, self.room)
            shelled = shell(result, unit, self.german_in_trench, readings).value
            units.append(shelled)
            turned = kind == "regiment" and steps == 2 and shelled.steps == 1
            stacked = stacked and shelled.steps > 0 and not turned
            battalions -= turned
        return tuple(units)


def shelled_stack_odds(
    terrain: str, dice: int, stack: Stack, readings: Given = None
) -> Odds[tuple[Shelled, ...]]:
    """Return the odds of both stacked units' states after one bombardment.

    Each unit is resolved on its own; whether they share the roll of the factor is the reading
    stack-factor.
    """
    factor = sum_of(D6, whole("The number of dice", dice, 1, MOST_DICE))
    line, alignment = aimed_at(terrain, stack.german_in_trench, readings)
    many = len(stack.steps)

    def one(total: int) -> Odds[str]:
        return D6.map(lambda die: _kept(line, alignment, total, die))

    def after(*results: str) -> tuple[Shelled, ...]:
        return stack.after(results, readings)

    if BOOK.options(readings)["stack-factor"] == "shared":
        return factor.then(lambda total: over(after, *[one(total)] * many))
    return over(after, *[factor.then(one)] * many)


def shell_stack(
    terrain: str, dice: int, stack: Stack, readings: Given = None
) -> Answer[Odds[tuple[int, ...]]]:
    """Return the odds of the steps that one bombardment leaves to two stacked units, and the rules
    behind them; ``detail`` is the chance that it breaches their trench, as any result that counts
    does, on either unit.

    >>> shell_stack("clear", 3, Stack((2, 2))).headline
    'A step is lost 90.8% of the time, by both units 56.2%.'
    """
    whole("The number of battalions", stack.battalions, 0, 99)
    in_trench = sheltered(terrain, stack.german_in_trench)
    british = stack.british or terrain == FRONT_LINE
    stack = replace(stack, german_in_trench=in_trench, british=british)
    shelled = shelled_stack_odds(terrain, dice, stack, readings)
    breach = shelled.chance(lambda units: any(unit.breached for unit in units))
    odds = shelled.map(lambda units: tuple(unit.steps for unit in units))
    has = f"The single bombardment has {plural(dice, 'die', 'dice')}."
    each = "Each stacked unit is resolved on its own, the reserve included."
    ignored = "D2, D3 and De cost a unit one step; everything else is ignored."
    reasons = (
        note(supplied("dice of the artillery track"), has),
        *shell_line(terrain, stack.german_in_trench, readings).steps,
        take("crt-alignment", readings),
        note("bombardment-stack", each),
        take("stack-factor", readings),
        note("bombardment-loss", ignored),
        *_of_the_stack(stack, breach, readings),
    )
    some = odds.chance(lambda rest: rest != stack.steps)
    both = odds.chance(lambda rest: all(a < b for a, b in zip(rest, stack.steps, strict=True)))
    headline = capitalized(chance_clause("a step is", "lost", some))
    if some:
        headline += f", by both units {percent(both)}" if both else ", never by both units"
    if stack.german_in_trench:
        headline += f"; a breach {percent(breach)}" if breach else "; never a breach"
    return Answer(odds, reasons, f"{headline}.", detail=breach)


def _of_the_stack(stack: Stack, breach: Fraction, readings: Given) -> Iterator[Step]:
    """Yield how a trench, and a last step that may not stack, affect the two units."""
    if stack.german_in_trench:
        either = f"Such a result for either unit breaches the trench: {percent(breach)}."
        then = "A combat against the hex then uses its other terrain, in this phase alone."
        yield from notes("breach", either, then)
        if 1 in stack.steps:
            yield note("last-step", LAST_STEP)
    if 2 in stack.steps and not stack.british:
        text = "A regiment that comes down to one step becomes a battalion, which may not stack."
        yield note("stacking", text)
        cause: Cause = "trench" if stack.german_in_trench else "shells"
        last = lose_step(UnitSteps("regiment", 2, stack.battalions, True), cause, readings)
        yield from [*as_notes(last)][1:]
        yield note("bombardment-stack", "Once one unit is gone, the other is stacked no longer.")
