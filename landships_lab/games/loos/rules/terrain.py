"""Trenches and the British front line: the line of the table that a combat uses, and who may enter
a hex (14.2, 14.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from landships_lab.core.answer import Answer, Step, Telling, decided, judge
from landships_lab.core.checks import one_of
from landships_lab.core.hexes import Hex, Side
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed
from .book import CITES, READINGS, allow, name, note, reading_step, taken
from .table import FRONT_LINE, SECONDARY, TRENCHES, ground_name, line_of, terrains

Army = Literal["german", "british"]
Way = Literal["move", "retreat", "advance", "set-up", "reinforcement"]
#: The ways a unit enters a hex, and how a sentence names each.
WAYS: Mapping[Way, str] = {
    "move": "by movement",
    "retreat": "in retreat after combat",
    "advance": "by an advance after combat",
    "set-up": "in set-up",
    "reinforcement": "as reinforcements arrive",
}


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
        one_of(
            "terrain beside trenches", self.terrain, [t for t in terrains() if t not in TRENCHES]
        )
        for side in self.trenches:
            if self.hex not in side.hexes:
                raise ValueError(
                    f"{side} is not a hexside of {name(self.hex)}, so its trench is not in that"
                    " hex."
                )

    @property
    def is_trench(self) -> bool:
        """Whether the hex is a German trench hex."""
        return bool(self.trenches)

    @property
    def shelters(self) -> bool:
        """Whether the trench shelters the defender: it shelters only Germans."""
        return self.is_trench and self.defender == "german"


def combat_line(
    ground: Ground, attackers: Iterable[Hex], trench_hexes: frozenset[Hex] = frozenset()
) -> Answer[str]:
    """Return the line of the table for an attack on this hex:

    "trench", "secondary trench", or the hex's other terrain.

    ``attackers`` are the hexes attacked from, each adjacent; ``trench_hexes`` are the German trench
    hexes among them. A trench attacked solely across its trench hexsides uses the trench line;
    attacked from a trench hex past its trench hexsides, the secondary trench line; attacked from
    anywhere else, or breached, the hex's other terrain. `ValueError` for attackers that are not
    adjacent. Source: 14.2-14.3 (lines 170-190), 17.5 (line 273).

    >>> from landships_lab.core.hexes import DIRECTIONS
    >>> here = Hex(5, 5)
    >>> ground = Ground(here, "woods", frozenset({here.side(DIRECTIONS[0])}))
    >>> (
    ...     combat_line(ground, [here.neighbour(DIRECTIONS[0])]).value,
    ...     combat_line(ground, [here.neighbour(DIRECTIONS[3])]).value,
    ... )
    ('trench', 'woods')
    """
    found = _combat_line(ground, attackers, trench_hexes)
    if not ground.high:
        return found
    step = Step(
        "High ground has no effect on combat; the other terrain in the hex counts.",
        CITES["high-ground"],
        marks=(ground.hex,),
    )
    return replace(found, steps=(*found.steps, step))


def _combat_line(
    ground: Ground, attackers: Iterable[Hex], trench_hexes: frozenset[Hex]
) -> Answer[str]:
    from_hexes = tuple(dict.fromkeys(attackers))
    _check_adjacent(ground.hex, from_hexes)
    other = f"use the other terrain in the hex, {ground.terrain}"
    here = (ground.hex,)
    if not ground.is_trench:
        return _line(
            ground.terrain,
            Step(f"{name(ground.hex)} has no trench: {other}.", CITES["table-terrain"], marks=here),
        )
    if not ground.shelters:
        return _line(
            ground.terrain,
            Step(
                f"Trenches shelter only Germans: {other}.", CITES["trench-german-only"], marks=here
            ),
        )
    if ground.breached:
        return _line(
            ground.terrain, Step(f"The trench is breached: {other}.", CITES["breach"], marks=here)
        )
    dug = Step(
        f"{name(ground.hex)} has a trench hexside, so it is a German trench hex.",
        CITES["trench-hex"],
        marks=here,
    )
    open_hexes = [h for h in from_hexes if Side(ground.hex, h) not in ground.trenches]
    if not open_hexes:
        sides = tuple(Side(ground.hex, h) for h in from_hexes)
        return _line(
            "trench",
            dug,
            Step(
                "Attacked solely across trench hexsides: use the trench line.",
                CITES["trench-attack"],
                marks=sides,
            ),
        )
    outside = [h for h in open_hexes if h not in trench_hexes]
    if outside:
        text = f"{name(outside[0])} is not a trench hex and attacks past the trench: {other}."
        return _line(ground.terrain, dug, Step(text, CITES["trench-attack"], marks=tuple(outside)))
    text = (
        f"Attacked from the trench hex {name(open_hexes[0])} past the trench hexsides: use the"
        " secondary trench line."
    )
    return _line(SECONDARY, dug, Step(text, CITES["trench-attack"], marks=tuple(open_hexes)))


def _line(terrain: str, *steps: Step) -> Answer[str]:
    return Answer(terrain, steps, f"The line of {terrain} is used.")


def _check_adjacent(target: Hex, from_hexes: tuple[Hex, ...]) -> None:
    if not from_hexes:
        raise ValueError("An attack comes from at least one hex; none was given.")
    for h in from_hexes:
        Side(target, h)  # refuses a hex that does not touch


def sheltered(terrain: str, german_in_trench: bool = False) -> bool:
    """Return whether shells on this terrain fall on a German unit in a trench.

    Trenches shelter only Germans, so a target on a trench line is German; in the British front line
    none can be. Source: 14.2 (line 172), 14.3 (line 190).
    """
    return terrain != FRONT_LINE and (german_in_trench or terrain in TRENCHES)


def named(terrain: str, german_in_trench: bool) -> str:
    """Return what a verdict calls the ground that shells fall on."""
    return "trench" if german_in_trench else ground_name(terrain)


def shell_line(terrain: str, german_in_trench: bool = False, readings: Given = None) -> Answer[str]:
    """Return the line of the table for shells on a unit in this terrain.

    A German unit in a trench is shelled on the trench line or on that of the other terrain in its
    hex, by the reading shelled-trench; the British front line uses the trench or the clear line, by
    the reading front-line-terrain. `ValueError` for terrain that is not on the table. Source: 14.2
    (line 172), 14.3 (line 178), 17.4 (line 263).

    >>> (
    ...     shell_line("clear", german_in_trench=True).value,
    ...     shell_line("clear").value,
    ...     shell_line("british front line").value,
    ... )
    ('trench', 'clear', 'trench')
    """
    options = taken(readings)
    line_of(terrain, options)  # refuses terrain that is not on the table
    if terrain == FRONT_LINE:
        line = options["front-line-terrain"]
        says = READINGS["front-line-terrain"].option(line).says
        return _line(line, Step(says, CITES["front-line-shelled"], reading="front-line-terrain"))
    if terrain in TRENCHES:
        steps = [note("bombardment", "The terrain is a trench, which has a line of its own.")]
        if terrain == SECONDARY:
            text = (
                "The secondary trench line is for attacks from a trench hex beside it, not shells."
            )
            steps.append(note("trench-attack", text))
        return _line("trench", *steps)
    if sheltered(terrain, german_in_trench):
        option = options["shelled-trench"]
        return _line(
            "trench" if option == "trench" else terrain, reading_step("shelled-trench", option)
        )
    return _line(
        terrain,
        Step(
            f"The terrain in the hex is {terrain}; its line of the table is used.",
            CITES["bombardment"],
        ),
    )


def bombardment_line(ground: Ground, readings: Given = None) -> Answer[str]:
    """Return the line of the table for a bombardment of this hex, as `shell_line` gives it.

    Source: 14.2 (line 172), 17.4 (line 263).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> bombardment_line(Ground(place("0503"), trenches=frozenset({place("0503/0504")}))).value
    'trench'
    """
    return shell_line(
        FRONT_LINE if ground.front_line else ground.terrain, ground.shelters, readings
    )


def may_enter(
    army: Army,
    front_line: bool,
    attacking: bool = False,
    how: Way = "move",
    from_front_line: bool = False,
) -> Answer[bool]:
    """Return whether the rule on the British front line lets a unit of this army enter (or attack)
    an adjacent hex.

    ``front_line`` says whether that hex is British front line, ``from_front_line`` whether the one
    it comes from is, and ``how`` the way it enters: a move, a retreat, an advance after combat, the
    set-up or the arrival of reinforcements. Germans never enter it. The British enter it by all but
    an advance, never from one of its hexes into the next, and a retreat ends there. `ValueError`
    for another way. Source: 14.2 (lines 170-172).

    >>> may_enter("german", front_line=True).value, may_enter("british", front_line=True).value
    (False, True)
    >>> may_enter("british", front_line=True, from_front_line=True).headline
    'A unit in a front line hex may move only into a hex that is not front line.'
    """
    one_of("way to enter a hex", how, WAYS)
    steps = tuple(
        _german_steps(front_line, attacking, from_front_line)
        if army == "german"
        else _british_steps(front_line, attacking, how, from_front_line)
    )
    if not steps:
        steps = (Step("The front line rule does not forbid it.", CITES["front-line"], "allows"),)
    value = judge(steps)
    return Answer(
        bool(value),
        steps,
        next((step.text for step in steps if step.op == "forbids"), steps[0].text),
    )


def _german_steps(front_line: bool, attacking: bool, from_front_line: bool) -> Iterator[Step]:
    if from_front_line:
        yield Step(
            "No German unit can come from the British front line, since none may stand there.",
            CITES["front-line"],
            "forbids",
        )
    if front_line:
        what = "attack into" if attacking else "enter"
        yield Step(
            f"German units may not {what} the British front line.", CITES["front-line"], "forbids"
        )


def _british_steps(
    front_line: bool, attacking: bool, how: Way, from_front_line: bool
) -> Iterator[Step]:
    cite = CITES["front-line-entry"]
    if attacking:
        if front_line:
            yield Step(
                "No German may stand in the British front line, so nothing can be attacked there.",
                CITES["front-line"],
                "forbids",
            )
        return
    if from_front_line and how == "move":
        if front_line:
            text = "A unit in a front line hex may move only into a hex that is not front line."
            yield Step(text, cite, "forbids")
        else:
            text = "From a front line hex a unit may move into one that is not front line."
            yield Step(text, cite, "allows")
    if from_front_line and how == "retreat":
        yield Step(
            "A retreat always ends in the first front line hex entered and cannot go on from"
            " there.",
            cite,
            "forbids",
        )
    if not front_line:
        return
    if how == "advance":
        text = (
            "No unit advances into the front line: only set-up, arrival, movement and retreat"
            " enter it."
        )
        yield Step(text, cite, "forbids")
        return
    yield Step(f"British units may enter the front line {WAYS[how]}.", cite, "allows")
    if how == "retreat" and not from_front_line:
        yield Step(
            "The retreat ends here, in the first front line hex entered, whatever its required"
            " length.",
            cite,
        )


@decided
def may_infiltrate(crosses_trench: bool) -> Telling:
    """Return whether the trench rule allows infiltration movement here: it does not across a trench
    hexside.

    Source: 14.3, 2 (line 185). The standard rules, which are not in the source, define infiltration
    movement.

    >>> may_infiltrate(True).value, may_infiltrate(False).value
    (False, True)
    """
    good = "No trench hexside is crossed, so the trench rule does not forbid it."
    no = "No unit may cross a trench hexside by infiltration movement, in either direction."
    yield allow("trench-infiltration", not crosses_trench, good, no)
    text = (
        "What else infiltration movement needs (5.1.2) is in the standard rules, which are not in"
    )
    yield note("standard-rules", f"{text} the source.")
    return no if crosses_trench else good


def must_also_attack(
    attacked: Hex,
    attacker: Hex,
    germans: Mapping[Hex, frozenset[Side]],
    fought: frozenset[Hex] = frozenset(),
    shelled: frozenset[Hex] = frozenset(),
    breached: bool = False,
) -> Answer[frozenset[Hex]]:
    """Return the other German hexes that must also be attacked when ``attacker`` attacks this one
    across a trench hexside.

    ``germans`` are the hexes Germans hold, each with its trench hexsides. Every other one behind a
    trench hexside adjacent to the attacker needs a combat of its own; one left out adds its
    strength to the defence. ``fought`` are those attacked in one, ``shelled`` those only bombarded,
    which is not enough. Where the trench of this hex is ``breached`` it is ignored. Source: 14.3, 3
    (line 187), 17.5 (line 273).

    >>> from landships_lab.core.grid import Grid
    >>> place = Grid().place
    >>> germans = {
    ...     place("0503"): frozenset({place("0503/0504")}),
    ...     place("0604"): frozenset({place("0504/0604")}),
    ... }
    >>> must_also_attack(place("0503"), place("0504"), germans).value == {place("0604")}
    True
    """
    crossed = Side(attacked, attacker)
    if breached:
        text = "The trench is breached and ignored, so no other hex must be attacked."
        return Answer(frozenset(), (note("breach", text, marks=(attacked,)),), text)
    if crossed not in germans.get(attacked, frozenset()):
        step = Step(
            "The attack crosses no trench hexside, so no other hex must be attacked.",
            CITES["trench-neighbour"],
        )
        return Answer(frozenset(), (step,), step.text)
    others = frozenset(
        h
        for h, sides in germans.items()
        if h != attacked and any(attacker in side.hexes for side in sides)
    )
    cite, beside = (
        CITES["trench-neighbour"],
        "is also behind a trench hexside next to the attacker: attack it, or it adds its strength.",
    )
    steps = tuple(Step(f"{name(h)} {beside}", cite, marks=(h,)) for h in sorted(others))
    steps += tuple(
        Step(f"{name(h)} is attacked in a combat of its own.", cite, "allows", marks=(h,))
        for h in sorted(others & fought)
    )
    only = "is only bombarded, and a bombardment is not enough."
    steps += tuple(
        Step(f"{name(h)} {only}", cite, "forbids", marks=(h,))
        for h in sorted(others & shelled - fought)
    )
    if not others:
        steps = (Step("No other German unit is behind a trench hexside here.", cite),)
    elif not (others := others - fought):
        return Answer(
            others, steps, "Every other German unit there is attacked in a combat of its own."
        )
    codes = capitalized(listed((name(h) for h in sorted(others)), none="no other hex"))
    return Answer(others, steps, f"{codes} must also be attacked.")
