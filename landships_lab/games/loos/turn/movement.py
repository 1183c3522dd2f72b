"""The movement phases: British reserves come up, Germans enter, and units move one by one (11.3,
11.7, 14, 18.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.speech import percent, plural
from landships_lab.data.gaps import gap
from landships_lab.games.loos.data.strip import forces
from landships_lab.games.loos.rules import (
    division_enters,
    entry_hexes,
    may_reorder,
    movement_allowance,
    release_odds,
    released,
    reserve_path,
)
from landships_lab.games.loos.rules.book import name
from landships_lab.games.loos.rules.terrain import Army
from landships_lab.games.loos.turn.battle import ARMY_NAMES, SAMPLES, STRIP, Battle, Unit
from landships_lab.games.loos.turn.happen import entered, happened, no, open_question, sample
from landships_lab.games.loos.turn.replacing import break_down_choice
from landships_lab.games.loos.turn.support import read_hex
from landships_lab.games.loos.turn.ways import move_answer, reach, stacks
from landships_lab.play.turns import Choice, Happening, TurnStep, refused


@lru_cache(maxsize=256)
def allowance(
    army: Army, kind: str, turn: int, readings: tuple[tuple[str, str], ...]
) -> Answer[Fraction]:
    """Return the movement points of a unit this turn; its printed allowance is a sample."""
    found = movement_allowance(army, SAMPLES.units[kind].allowance, turn, dict(readings))
    printed = sample("The allowance on the counter is a sample.", "movement allowances")
    return replace(found, steps=(printed, *found.steps[1:]))


def points_of(battle: Battle, unit: Unit) -> Answer[Fraction]:
    """Return the movement points of a unit in a movement phase."""
    return allowance(unit.army, unit.kind, battle.turn, battle.readings)


def went(battle: Battle, unit: Unit, way: tuple[Hex, ...]) -> tuple[Battle, str, tuple[Step, ...]]:
    """Return the position after a unit left its stack, moved this way and joined whoever stands at
    its end, as the reserve line.
    """
    below = bool(battle.at(way[-1]))
    after = entered(battle.without(unit), replace(unit, under=below), way)
    return after.battle, after.says, after.steps


@dataclass(frozen=True)
class Move(TurnStep):
    """The regular movement of an army: each unit once, in any order."""

    army: Army

    def side(self, situation: Battle) -> str:
        """Return the side that moves."""
        return ARMY_NAMES[self.army]

    def prompt(self, situation: Battle) -> str:
        """Return what may be done."""
        left = sum(unit.name not in situation.moved for unit in situation.of(self.army))
        return f"Move units one by one: {left} may still move."

    # -- what may be done -------------------------------------------------------------------------

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the moves of each unit, and what the side may do."""
        for unit in situation.of(self.army):
            yield from self._of(situation, unit)
        yield from self._whole(situation)

    def choices_of(self, situation: Battle, unit: str) -> tuple[Choice, ...]:
        """Return the moves of one unit, and what the side may do."""
        found = situation.unit(unit)
        mine = found is not None and found.army == self.army and found.hex is not None
        own = self._of(situation, found) if found is not None and mine else ()
        return (*own, *self._whole(situation))

    def units(self, situation: Battle) -> tuple[str, ...]:
        """Return the units of the army."""
        return tuple(unit.name for unit in situation.of(self.army))

    def _of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        if unit.name in battle.moved:
            yield refused(
                f"move {unit.name}",
                f"Move {unit.name}",
                no(f"{unit.name} has moved or was placed this phase.", "stacking-order"),
                unit.name,
            )
        elif arriving(battle, unit):
            yield from self._comes_up(battle, unit)
        else:
            for hexagon in self._hexes(battle, unit):
                yield self._move(battle, unit, hexagon)
            if unit.kind == "regiment":
                yield break_down_choice(battle, unit)
        if battle.reserve(unit):
            yield self._swap(battle, unit)

    def _hexes(self, battle: Battle, unit: Unit) -> tuple[Hex, ...]:
        """Return the hexes to list for a unit: those in reach, and those next to it."""
        found = {*reach(battle, unit, points_of(battle, unit).value)}
        near = set(STRIP.neighbours(unit.place))
        return tuple(sorted(found | near, key=STRIP.grid.column_row))

    def _move(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        words, says = f"move {unit.name} {name(hexagon)}", f"Move {unit.name} to {name(hexagon)}"
        given = points_of(battle, unit)
        why = move_answer(battle, unit, hexagon, given.value, given.steps)
        if not why.value:
            return refused(words, says, why, unit.name)
        found = reach(battle, unit, given.value)[hexagon]
        goes = partial(self._goes, battle, unit, found.way, why.steps)
        expects = plural(found.cost, "point")
        return Choice(words, says, goes, unit.name, why, expects, marks=(hexagon,))

    def _goes(
        self, battle: Battle, unit: Unit, way: tuple[Hex, ...], steps: tuple[Step, ...], _roll: Roll
    ) -> Happening:
        new, says, more = went(battle, unit, way)
        new = replace(new, moved=new.moved | {unit.name})
        text = f"{unit.name} moved to {name(way[-1])}. {says}".strip()
        return happened(new, text, (*steps, *more))

    def _swap(self, battle: Battle, unit: Unit) -> Choice:
        def effect(_roll: Roll) -> Happening:
            below = battle.reserve(unit)
            assert below is not None  # the choice is offered for stacks only
            new = battle.put(replace(unit, under=True), replace(below, under=False))
            return happened(new, f"{below.name} is now in front of {unit.name}.", REORDER.steps)

        says = f"Put the reserve under {unit.name} in front"
        return Choice(f"swap {unit.name}", says, effect, unit.name, REORDER)

    # -- reserves on their way to the front -------------------------------------------------------

    def _comes_up(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        division, sector, placed = next(p for p in battle.placed if p[0] == unit.division)
        path = reserve_path(placed)
        if placed == battle.turn:
            text = f"The {division} Division was placed this turn and moves up in the next."
            stays = no(text, "reserves-path", *path.steps)
            yield refused(f"move {unit.name}", f"Move {unit.name}", stays, unit.name)
            return
        for hexagon in STRIP.front[sector]:
            yield self._up(battle, unit, hexagon, path.steps)
        missing = gap("loos", "full-front")
        words, says = f"wait {unit.name}", f"{unit.name} waits behind the front line"
        if room_for(battle, unit):
            text = "The turn after it was placed, a unit moves into the front line of its sector."
            yield refused(words, says, no(text, "reserves-path"), unit.name)
        else:
            full = reserve_path(placed, room=False)
            assert full.value == missing  # the print does not say
            waits = partial(self._waits, battle, unit, full.steps)
            yield Choice(words, says, waits, unit.name, full, supplied=True)

    def _up(self, battle: Battle, unit: Unit, hexagon: Hex, path: tuple[Step, ...]) -> Choice:
        words, says = (
            f"move {unit.name} {name(hexagon)}",
            f"{unit.name} moves up to {name(hexagon)}",
        )
        why = stacks(battle, (unit,), hexagon)
        if not why.value:
            return refused(words, says, why, unit.name)
        goes = partial(self._goes, battle, unit, (hexagon,), (*path, *why.steps))
        return Choice(words, says, goes, unit.name, why, marks=(hexagon,))

    def _waits(self, battle: Battle, unit: Unit, steps: tuple[Step, ...], _roll: Roll) -> Happening:
        new = replace(battle, moved=battle.moved | {unit.name})
        return happened(new, f"{unit.name} waits behind the front line.", steps)

    # -- what the side may do ---------------------------------------------------------------------

    def _whole(self, battle: Battle) -> Iterator[Choice]:
        if self.army == "british":
            for division in waiting_divisions(battle):
                for sector in STRIP.second:
                    yield self._commit(battle, division, sector)
        yield self._done(battle)

    def _commit(self, battle: Battle, division: str, sector: str) -> Choice:
        words, says = f"commit {division} {sector}", f"Commit the {division} behind sector {sector}"
        path = reserve_path(battle.turn)
        free = [h for h in STRIP.second[sector] if not battle.at(h)]
        brigades = forces().british[division]
        if len(free) < len(brigades):
            text = "The reserve line of the sector has no room for the whole division."
            return refused(words, says, no(text, "reserves-placed", *path.steps))

        def effect(_roll: Roll) -> Happening:
            units = [u for u in battle.units if u.division == division]
            placed = [
                replace(u, hex=free[brigades.index(u.formation)], under=u.name.endswith("b"))
                for u in units
            ]
            at = (*battle.placed, (division, sector, battle.turn))
            new = replace(battle, placed=at).put(*placed)
            text = f"The {division} Division is in the reserve line of sector {sector}."
            return happened(new, text, path.steps)

        return Choice(words, says, effect, why=path, marks=tuple(free[: len(brigades)]))

    def _done(self, battle: Battle) -> Choice:
        says = f"End the {ARMY_NAMES[self.army]} movement"
        late = next((u for u in battle.of(self.army) if must_come_up(battle, u)), None)
        if late is not None:
            text = f"{late.name} must move into the front line of its sector."
            return replace(refused("done", says, no(text, "reserves-path")), ends=True)
        return Choice("done", says, partial(self._ends, battle), ends=True)

    def _ends(self, battle: Battle, _roll: Roll) -> Happening:
        return happened(battle.back(), f"The {ARMY_NAMES[self.army]} movement is over.")

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a unit and a hex, or another of this step."""
        unit = situation.unit(words[1]) if len(words) > 1 else None
        if unit is None or unit.hex is None or unit.army != self.army:
            found = self._whole(situation)
            return next((c for c in found if c.words == " ".join(words)), None)
        hexagon = read_hex(words, "move", unit.name)
        free = unit.name not in situation.moved and not arriving(situation, unit)
        if hexagon is not None and free:
            return None if hexagon == unit.hex else self._move(situation, unit, hexagon)
        return next((c for c in self._of(situation, unit) if c.words == " ".join(words)), None)


#: The rule that lets a stack change its order in the movement phase.
REORDER = may_reorder("movement")


def waiting_divisions(battle: Battle) -> tuple[str, ...]:
    """Return the British divisions in the box of reserves."""
    there = {u.division for u in battle.units if u.army == "british" and u.hex is None}
    return tuple(division for division in forces().british if division in there)


def arriving(battle: Battle, unit: Unit) -> bool:
    """Return whether a unit stands in the reserve line and has not moved up yet."""
    placed = {division: sector for division, sector, _ in battle.placed}
    return unit.division in placed and unit.hex in STRIP.second[placed[unit.division]]


def on_its_way(battle: Battle, unit: Unit) -> bool:
    """Return whether a unit of a British reserve division may not move normally yet: it may from
    the second turn after its division was placed (11.7, line 112).
    """
    turns = {division: turn for division, _, turn in battle.placed}
    return unit.division in turns and battle.turn < turns[unit.division] + 2


def room_for(battle: Battle, unit: Unit) -> tuple[Hex, ...]:
    """Return the hexes of the front line of its sector into which an arriving unit may move."""
    sector = next(sector for division, sector, _ in battle.placed if division == unit.division)
    return tuple(h for h in STRIP.front[sector] if stacks(battle, (unit,), h).value)


def must_come_up(battle: Battle, unit: Unit) -> bool:
    """Return whether a unit was placed in an earlier turn, and has neither moved up nor waited."""
    if unit.name in battle.moved or not arriving(battle, unit):
        return False
    placed = next(turn for division, _, turn in battle.placed if division == unit.division)
    return placed < battle.turn


@dataclass(frozen=True)
class Release(TurnStep):
    """The roll for a German division that has not entered (11.3, line 86)."""

    division: str

    def side(self, situation: Battle) -> str:
        """Return the German side."""
        return "German"

    def prompt(self, situation: Battle) -> str:
        """Return what the die decides."""
        return f"Roll for the release of the German {self.division}th Division."

    def span(self, battle: Battle) -> tuple[int, int]:
        """Return the rolls that release it this turn, a sample."""
        return SAMPLES.spans[self.division][battle.turn - 1]

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the roll."""
        span = self.span(situation)
        chance = 1 - release_odds({situation.turn: span}).p(0)
        ours = sample(f"Released by {span[0]} to {span[1]} this turn.", "spans of the turn record")

        def effect(roll: Roll) -> Happening:
            die = roll(D6, int)
            found = released(die, span, situation.turn)
            new = situation.back()
            if found.value:
                left = tuple(d for d in new.waiting if d != self.division)
                new = replace(new, waiting=left).call(Enter(self.division))
            said = "released" if found.value else "not released"
            text = f"The {self.division}th Division: {die}, {said}."
            return happened(new, text, (ours, *found.steps), said)

        words, says = f"release {self.division}", f"Roll for the {self.division}th Division"
        yield Choice(words, says, effect, expects=f"released {percent(chance)}")

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the roll."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)


@dataclass(frozen=True)
class Enter(TurnStep):
    """The regiments of a released division enter, on an entry hex or next to it (11.3, line 88)."""

    division: str

    def _regiments(self, battle: Battle) -> tuple[Unit, ...]:
        return tuple(u for u in battle.units if u.division == self.division and u.hex is None)

    def _placed(self, battle: Battle) -> list[Hex]:
        return [
            unit.place
            for unit in battle.of("german")
            if unit.kind == "regiment" and unit.division == self.division
        ]

    def _near(self, battle: Battle) -> tuple[Hex, ...]:
        entries = entry_hexes(battle.read_as)
        return tuple(h for h in STRIP.hexes if any(half_hexes(h, e) <= 2 for e in entries))

    def side(self, situation: Battle) -> str:
        """Return the German side."""
        return "German"

    def prompt(self, situation: Battle) -> str:
        """Return what is to be placed."""
        left = plural(len(self._regiments(situation)), "regiment")
        return f"Place {left} of the {self.division}th Division, on an entry hex or next to it."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that all regiments are placed."""
        if self._regiments(situation):
            return None
        return happened(situation.back(), f"The {self.division}th Division has entered.")

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each hex for each regiment, and what the print leaves open."""
        for unit in self._regiments(situation):
            for hexagon in self._near(situation):
                yield self._choice(situation, unit, hexagon)
        if not self._any(situation):
            wait = partial(self._waits, situation)
            says = "The regiments without room wait for the next movement phase"
            yield Choice("wait", says, wait, supplied=True, ends=True)

    def _any(self, battle: Battle) -> bool:
        return any(
            self._choice(battle, unit, h).legal
            for unit in self._regiments(battle)
            for h in self._near(battle)
        )

    def _choice(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        words, says = f"enter {unit.name} {name(hexagon)}", f"{unit.name} enters in {name(hexagon)}"
        fits = stacks(battle, (unit,), hexagon)
        if not fits.value:
            return refused(words, says, fits, unit.name)
        why = division_enters([hexagon], battle.read_as)
        goes = partial(self._enters, battle, unit, hexagon, why.steps)
        return Choice(words, says, goes, unit.name, why, marks=(hexagon,))

    def _enters(
        self, battle: Battle, unit: Unit, hexagon: Hex, steps: tuple[Step, ...], _roll: Roll
    ) -> Happening:
        below = bool(battle.at(hexagon))
        after = entered(battle, replace(unit, under=below), (hexagon,))
        text = f"{unit.name} entered in {name(hexagon)}. {after.says}".strip()
        return happened(after.battle, text, (*steps, *after.steps))

    def _waits(self, battle: Battle, _roll: Roll) -> Happening:
        silent = open_question("The print does not say what a division does that finds no room.")
        return happened(battle.back(), "The regiments without room wait.", (silent,))

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a regiment and a hex."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)
