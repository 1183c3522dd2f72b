"""Trenches and the British front line: the line of the table that an attack or shells use, who may
enter a hex, and which neighbours must be attacked too (14.2, 14.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from landships_lab.core.answer import Answer, Step, Telling, decided, whole_total
from landships_lab.core.checks import one_of, whole
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed
from landships_lab.data.book import supplied
from .book import (
    BOOK,
    READINGS,
    Army,
    add,
    allow,
    as_printed,
    forbid,
    name,
    note,
    refusal,
    start,
    take,
)
from .table import FRONT_LINE, SECONDARY, TRENCHES, ground_name, line_of, terrains

Way = Literal["move", "retreat", "advance", "set-up", "reinforcement"]
#: The ways a unit enters a hex, with the words for each.
WAYS: Mapping[Way, str] = {
    "move": "by movement",
    "retreat": "in retreat after combat",
    "advance": "by an advance after combat",
    "set-up": "in set-up",
    "reinforcement": "as reinforcements arrive",
}
#: Upper bound for a factor; the counters, which print it, are not in the source.
MOST_FACTOR = 99


# ---------------------------------------------------------------------------- the line of an attack


@dataclass(frozen=True, slots=True)
class Ground:
    """A defender's hex: its terrain apart from trenches, its trench hexsides, and who holds it.

    ``front_line`` marks a hex of the British front line, ``breached`` a trench hex breached by
    shells this phase, ``high`` high ground, which changes nothing in combat.
    """

    hex: Hex
    terrain: str = "clear"
    trenches: frozenset[Side] = frozenset()
    defender: Army = "german"
    front_line: bool = False
    breached: bool = False
    high: bool = False

    def __post_init__(self) -> None:
        beside = [terrain for terrain in terrains() if terrain not in TRENCHES]
        one_of("terrain beside trenches", self.terrain, beside)
        for side in self.trenches:
            if self.hex not in side.hexes:
                not_of = f"{side} is not a hexside of {name(self.hex)}"
                raise ValueError(f"{not_of}, so its trench is not in that hex.")

    @property
    def is_trench(self) -> bool:
        """Whether the hex is a German trench hex."""
        return bool(self.trenches)

    @property
    def shelters(self) -> bool:
        """Whether the trench shelters the defender. It shelters only Germans."""
        return self.is_trench and self.defender == "german"


def combat_line(
    ground: Ground, attackers: Iterable[Hex], trench_hexes: frozenset[Hex] = frozenset()
) -> Answer[str]:
    """Return the line of the table for an attack on this hex: "trench", "secondary trench", or the
    hex's other terrain.

    ``attackers`` are the hexes attacked from, each adjacent; ``trench_hexes`` are the German trench
    hexes among them.

    >>> here, there, other = Hex(5, 5), Hex(5, 4), Hex(5, 6)
    >>> ground = Ground(here, "woods", frozenset({Side(here, there)}))
    >>> combat_line(ground, [there]).value, combat_line(ground, [other]).value
    ('trench', 'woods')
    """
    # raises an error for a hex that is not adjacent
    across = {h: Side(ground.hex, h) for h in attackers}
    if not across:
        raise ValueError("An attack comes from at least one hex; none was given.")
    line, here, code = ground.terrain, (ground.hex,), name(ground.hex)
    other = f"use the other terrain in the hex, {line}"
    if not ground.is_trench:
        steps = [note("table-terrain", f"{code} has no trench: {other}.", marks=here)]
    elif not ground.shelters:
        steps = [note("trench-german-only", f"Trenches shelter only Germans: {other}.", marks=here)]
    elif ground.breached:
        steps = [note("breach", f"The trench is breached: {other}.", marks=here)]
    else:
        dug = f"{code} has a trench hexside, so it is a German trench hex."
        line, at = _in_a_trench(ground, across, trench_hexes)
        steps = [note("trench-hex", dug, marks=here), at]
    if ground.high:
        text = "High ground has no effect on combat; the other terrain in the hex counts."
        steps.append(note("high-ground", text, marks=here))
    return _line(line, *steps)


def _in_a_trench(
    ground: Ground, across: Mapping[Hex, Side], trench_hexes: frozenset[Hex]
) -> tuple[str, Step]:
    """Return the line for an attack on Germans in a trench across these hexsides, and why."""
    at = "trench-attack"
    past = tuple(h for h, side in across.items() if side not in ground.trenches)
    outside = tuple(h for h in past if h not in trench_hexes)
    if not past:
        text = "Attacked solely across trench hexsides: use the trench line."
        return "trench", note(at, text, marks=tuple(across.values()))
    if outside:
        attacks = f"{name(outside[0])} is not a trench hex and attacks past the trench"
        text = f"{attacks}: use the other terrain in the hex, {ground.terrain}."
        return ground.terrain, note(at, text, marks=outside)
    from_one = f"Attacked from the trench hex {name(past[0])} past the trench hexsides"
    return SECONDARY, note(at, f"{from_one}: use the secondary trench line.", marks=past)


def _line(terrain: str, *steps: Step) -> Answer[str]:
    return Answer(terrain, steps, f"The line of {terrain} is used.")


# ------------------------------------------------------------------------------- the line of shells


def sheltered(terrain: str, german_in_trench: bool = False) -> bool:
    """Return whether shells on this terrain fall on a German unit in a trench.

    Trenches shelter only Germans, so a target on a trench line is German; in the British front line
    none can be.
    """
    return terrain != FRONT_LINE and (german_in_trench or terrain in TRENCHES)


def named(terrain: str, german_in_trench: bool) -> str:
    """Return the name of the ground under the shells, for a verdict."""
    return "trench" if german_in_trench else ground_name(terrain)


def shell_line(terrain: str, german_in_trench: bool = False, readings: Given = None) -> Answer[str]:
    """Return the line of the table for shells on a unit in this terrain.

    >>> [shell_line(terrain).value for terrain in ("clear", "british front line")]
    ['clear', 'trench']
    """
    options = BOOK.options(readings)
    line_of(terrain, options)  # raises an error for terrain not on the table
    if terrain == FRONT_LINE:
        line = options["front-line-terrain"]
        says = READINGS["front-line-terrain"].option(line).says
        return _line(line, note("front-line-shelled", says, "front-line-terrain"))
    if terrain in TRENCHES:
        own = note("bombardment", "The terrain is a trench, which has a line of its own.")
        if terrain == "trench":
            return _line("trench", own)
        of = "The secondary trench line is for attacks from a trench hex beside it, not shells."
        return _line("trench", own, note("trench-attack", of))
    if german_in_trench:
        line = "trench" if options["shelled-trench"] == "trench" else terrain
        return _line(line, take("shelled-trench", options))
    text = f"The terrain in the hex is {terrain}; its line of the table is used."
    return _line(terrain, note("bombardment", text))


def bombardment_line(ground: Ground, readings: Given = None) -> Answer[str]:
    """Return the line of the table for a bombardment of this hex, as `shell_line` gives it.

    >>> bombardment_line(Ground(Hex(5, 5), "woods")).value
    'woods'
    """
    terrain = FRONT_LINE if ground.front_line else ground.terrain
    return shell_line(terrain, ground.shelters, readings)


# ------------------------------------------------------------------------------------ who may enter


@decided
def may_enter(
    army: Army,
    front_line: bool,
    attacking: bool = False,
    how: Way = "move",
    from_front_line: bool = False,
) -> Telling:
    """Return whether the rule on the British front line lets a unit of this army enter (or attack)
    an adjacent hex.

    ``front_line`` says whether that hex is British front line, ``from_front_line`` whether the hex
    it comes from is.

    >>> may_enter("british", front_line=True, from_front_line=True).headline
    'A unit in a front line hex may move only into a hex that is not front line.'
    """
    one_of("way to enter a hex", how, WAYS)
    if army == "german":
        steps = [*_germans_enter(front_line, attacking, from_front_line)]
    elif attacking:
        text = "No German may stand in the British front line, so nothing can be attacked there."
        steps = [forbid("front-line", True, text)] if front_line else []
    else:
        steps = [*_british_enter(front_line, how, from_front_line)]
    yield from steps or [allow("front-line", True, _NOT_FORBIDDEN)]
    return refusal(steps, steps[0].text if steps else _NOT_FORBIDDEN)


_NOT_FORBIDDEN = "The front line rule does not forbid it."


def _germans_enter(front_line: bool, attacking: bool, from_front_line: bool) -> Iterator[Step]:
    if from_front_line:
        no = "No German unit can come from the British front line, since none may stand there."
        yield forbid("front-line", True, no)
    if front_line:
        what = "attack into" if attacking else "enter"
        yield forbid("front-line", True, f"German units may not {what} the British front line.")


def _british_enter(front_line: bool, how: Way, from_front_line: bool) -> Iterator[Step]:
    at, retreats = "front-line-entry", how == "retreat"
    if from_front_line and how == "move":
        out = "From a front line hex a unit may move into one that is not front line."
        along = "A unit in a front line hex may move only into a hex that is not front line."
        yield allow(at, not front_line, out, along)
    if from_front_line and retreats:
        ends = "A retreat always ends in the first front line hex entered"
        yield forbid(at, True, f"{ends} and cannot go on from there.")
    if front_line and how == "advance":
        no = "No unit advances into the front line"
        yield forbid(at, True, f"{no}: only set-up, arrival, movement and retreat enter it.")
    elif front_line:
        yield allow(at, True, f"British units may enter the front line {WAYS[how]}.")
        if retreats and not from_front_line:
            ends = "The retreat ends here, in the first front line hex entered"
            yield note(at, f"{ends}, whatever its required length.")


@decided
def may_infiltrate(crosses_trench: bool) -> Telling:
    """Return whether the trench rule allows infiltration movement here: not across a trench
    hexside. The standard rules, which are not in the source, define infiltration movement.

    >>> may_infiltrate(True).value, may_infiltrate(False).value
    (False, True)
    """
    good = "No trench hexside is crossed, so the trench rule does not forbid it."
    no = "No unit may cross a trench hexside by infiltration movement, in either direction."
    yield allow("trench-infiltration", not crosses_trench, good, no)
    what = "What else infiltration movement needs (5.1.2) is in the standard rules"
    yield note("standard-rules", f"{what}, which are not in the source.")
    return no if crosses_trench else good


# ---------------------------------------------------------------------------- trenches side by side


def must_also_attack(
    attacked: Hex,
    attacker: Hex,
    germans: Mapping[Hex, frozenset[Side]],
    fought: frozenset[Hex] = frozenset(),
    shelled: frozenset[Hex] = frozenset(),
    breached: bool = False,
) -> Answer[frozenset[Hex]]:
    """Return the other German hexes that must also be attacked when ``attacker`` attacks this one
    across a trench hexside: all behind a trench hexside next to the attacker.

    ``germans`` are the hexes Germans hold, each with its trench hexsides; ``fought`` are the hexes
    attacked in a separate combat, ``shelled`` those that are only bombarded, which is not enough.
    If this hex's trench is ``breached``, it is ignored.

    >>> must_also_attack(Hex(5, 5), Hex(5, 4), {}).headline
    'The attack crosses no trench hexside, so no other hex must be attacked.'
    """
    crossed, nobody, at = Side(attacked, attacker), frozenset[Hex](), "trench-neighbour"
    if breached:
        text = "The trench is breached and ignored, so no other hex must be attacked."
        return Answer(nobody, (note("breach", text, marks=(attacked,)),), text)
    if crossed not in germans.get(attacked, nobody):
        text = "The attack crosses no trench hexside, so no other hex must be attacked."
        return Answer(nobody, (note(at, text),), text)
    others = sorted(
        h
        for h, sides in germans.items()
        if h != attacked and any(attacker in side.hexes for side in sides)
    )
    unfought = frozenset(others) - fought
    if not others:
        text = "No other German unit is behind a trench hexside here."
        return Answer(unfought, (note(at, text),), "No other hex must also be attacked.")
    also = "is also behind a trench hexside next to the attacker"
    join, own = "attack it, or it adds its strength", "is attacked in a combat of its own."
    only = "is only bombarded, and a bombardment is not enough."
    steps = [note(at, f"{name(h)} {also}: {join}.", marks=(h,)) for h in others]
    steps += [allow(at, True, f"{name(h)} {own}", marks=(h,)) for h in others if h in fought]
    steps += [
        forbid(at, True, f"{name(h)} {only}", marks=(h,)) for h in others if h in shelled & unfought
    ]
    codes = capitalized(listed(name(h) for h in sorted(unfought)))
    every = "Every other German unit there is attacked in a combat of its own."
    return Answer(unfought, tuple(steps), f"{codes} must also be attacked." if unfought else every)


@dataclass(frozen=True, slots=True)
class Defence:
    """The strength of the defence when these neighbours are not attacked, and the differential
    against it.
    """

    strength: int
    differential: int


def side_by_side(
    attacked: Hex,
    attacker: Hex,
    germans: Mapping[Hex, frozenset[Side]],
    fought: frozenset[Hex] = frozenset(),
    shelled: frozenset[Hex] = frozenset(),
    attack: int = 0,
    factor: int = 0,
    breached: bool = False,
) -> Answer[frozenset[Hex]]:
    """Return the hexes that must also be attacked, and the strength that they add to the defence if
    they are not; the detail is the `Defence`.

    ``attack`` is the attacking strength and ``factor`` the strength of the Germans in each hex; the
    reader supplies both.

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> germans = {
    ...     place("0503"): frozenset({place("0503/0504")}),
    ...     place("0604"): frozenset({place("0504/0604")}),
    ... }
    >>> side_by_side(place("0503"), place("0504"), germans, attack=8, factor=3).headline
    '0604 must also be attacked, or the defence is 6, not 3.'
    """
    attack = whole("The attacking strength", attack, 0, MOST_FACTOR)
    factor = whole("The combat factor", factor, 0, MOST_FACTOR)
    must_attack = must_also_attack(attacked, attacker, germans, fought, shelled, breached)
    defends = f"{name(attacked)} defends with {factor}, against an attack of {attack}."
    sums = [start(supplied("combat factors"), factor, defends, marks=(attacked,))]
    for h in sorted(must_attack.value):
        out = f"{name(h)} is left out, so its {factor} count too."
        sums.append(add("trench-neighbour", factor, out, marks=(h,)))
    strength = whole_total(sums)
    defence = Defence(strength, attack - strength)
    less = f" in place of {as_printed(attack - factor)}" if strength != factor else ""
    text = f"The differential is {as_printed(defence.differential)}{less}."
    steps = (*must_attack.steps, *sums, note("table-differential", text))
    headline = must_attack.headline
    if must_attack.value:
        headline = f"{headline.rstrip('.')}, or the defence is {strength}, not {factor}."
    return replace(must_attack, steps=steps, headline=headline, detail=defence)
