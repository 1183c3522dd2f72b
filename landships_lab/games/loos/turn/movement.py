"""The movement phases: British reserves come up, Germans enter, and units move one by one (11.3,
11.7, 14, 18.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from landships_lab.core.answer import Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.speech import capitalized, percent, plural
from landships_lab.data.gaps import gap
from landships_lab.games.loos.analysis.forecasts import release_odds
from landships_lab.games.loos.data.strip import forces
from landships_lab.games.loos.rules.attrition import division_enters, released
from landships_lab.games.loos.rules.book import Army, name, note
from landships_lab.games.loos.rules.reserves import may_reorder, reserve_path
from landships_lab.games.loos.rules.turns import entry_hexes
from landships_lab.play.turns import Choice, Happening, TurnStep, offered
from .battle import ARMY_NAMES, MARKS, SAMPLES, STRIP, Battle, Unit
from .happen import (
    JOINS,
    After,
    barred,
    entered,
    happened,
    no,
    open_question,
    ours,
    refuses,
    sample,
    standard,
    towards,
    verdict,
)
from .replacing import break_down_choice, can_come, replacements_choice
from .support import read_hex
from .ways import move_answer, points_of, price, reach, stacks

ONCE = "A sample of the standard rules: a unit moves once in a phase."


def went(battle: Battle, unit: Unit, way: tuple[Hex, ...]) -> After:
    """Return the position after a unit left its stack, moved this way and joined whoever stands at
    its end, as the reserve line.
    """
    below = bool(battle.at(way[-1]))
    after = entered(battle.without(unit), MARKS.after(unit, "move"), way)
    if not below or after.battle.over:
        return after
    joined = after.battle.marking(unit.name, "move", under=True)
    return replace(after, battle=joined, steps=(*after.steps, ours(JOINS, "the order of a stack")))


@dataclass(frozen=True)
class Move(TurnStep):
    """The regular movement of an army: each unit once, in any order."""

    army: Army

    def side(self, situation: Battle) -> str:
        """Return the side that moves."""
        return ARMY_NAMES[self.army]

    def prompt(self, situation: Battle) -> str:
        """Return what may be done."""
        left = sum(not unit.moved for unit in situation.of(self.army))
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
        arrived = battle.arrived(unit)
        if unit.moved:
            moved = refuses(standard(f"{unit.name} has moved in this phase."))
            why = verdict("", standard(ONCE), moved)
            yield barred(f"move {unit.name}", f"Move {unit.name}", why, unit.name)
        elif arrived is not None:
            yield from self._arrives(battle, unit, arrived)
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

    def _move(self, battle: Battle, unit: Unit, hexagon: Hex, *before: Step) -> Choice:
        words, says = f"move {unit.name} {name(hexagon)}", f"Move {unit.name} to {name(hexagon)}"
        given = points_of(battle, unit)
        if (unit.division, battle.turn - 2) in {(d, turn) for d, _, turn in battle.placed}:
            text = "It is the second turn after its division was placed, so it moves normally."
            before = (*before, note("reserves-path", text))
        why = move_answer(battle, unit, hexagon, given.value, (*before, *given.steps))
        found = reach(battle, unit, given.value).get(hexagon)
        goes = partial(self._goes, battle, unit, found.way if found else (), why.steps)
        expects = price(found) if found else ""
        hexes = (hexagon, *(found.through if found else ()))
        return towards(hexes, words, says, goes, unit.name, why, expects)

    def _goes(
        self, battle: Battle, unit: Unit, way: tuple[Hex, ...], steps: tuple[Step, ...], _roll: Roll
    ) -> Happening:
        after = went(battle, unit, way)
        new = after.battle.marking(unit.name, "move", moved=True)
        text = f"{unit.name} moved to {after.place_of(unit.name)}. {after.says}".strip()
        return happened(new, text, (*steps, *after.steps))

    def _swap(self, battle: Battle, unit: Unit) -> Choice:
        def effect(_roll: Roll) -> Happening:
            below = battle.reserve(unit)
            assert below is not None  # the choice is offered for stacks only
            new = battle.put(MARKS.after(below, "exchanged")).marking(unit.name, "swap", under=True)
            return happened(new, f"{below.name} is now in front of {unit.name}.", REORDER.steps)

        says = f"Put the reserve under {unit.name} in front"
        return Choice(f"swap {unit.name}", says, effect, unit.name, REORDER)

    # -- reserves on their way to the front -------------------------------------------------------

    def _arrives(self, battle: Battle, unit: Unit, placed: int) -> Iterator[Choice]:
        division, sector, _ = next(p for p in battle.placed if p[0] == unit.division)
        path = reserve_path(placed).steps
        if placed == battle.turn:
            text = f"The {division} Division was placed this turn and moves up in the next."
            stays = no(text, "reserves-path", *path)
            yield barred(f"move {unit.name}", f"Move {unit.name}", stays, unit.name)
            for hexagon in STRIP.second[sector]:
                if hexagon != unit.hex:
                    yield self._other_place(battle, unit, sector, hexagon)
            return
        if unit.place in STRIP.front[sector]:
            text = (
                f"{unit.name} is in the front line, and moves normally from turn {placed + 2} on."
            )
            stays = no(text, "reserves-path", *path)
            yield barred(f"move {unit.name}", f"Move {unit.name}", stays, unit.name)
            return
        for hexagon in STRIP.front[sector]:
            yield self._move(battle, unit, hexagon, *path)
        yield self._wait(battle, unit, placed)

    def _other_place(self, battle: Battle, unit: Unit, sector: str, hexagon: Hex) -> Choice:
        """Return the choice of another hex of the reserve line for a unit that was placed now."""
        words, says = f"place {unit.name} {name(hexagon)}", f"{unit.name} stands in {name(hexagon)}"
        line = note("reserves-placed", f"Sector {sector} has hexes for all six units.")
        why = verdict("It may stand there.", line, *stacks(battle, (unit,), hexagon).steps)

        def effect(_roll: Roll) -> Happening:
            new = set_down(battle, unit, hexagon)
            return happened(new, f"{unit.name} is in {name(hexagon)}.", why.steps)

        return towards((hexagon,), words, says, effect, unit.name, why)

    def _wait(self, battle: Battle, unit: Unit, placed: int) -> Choice:
        full = reserve_path(placed, room=False)
        assert full.value == gap("loos", "full-front")  # the print does not say

        def effect(_roll: Roll) -> Happening:
            new = battle.marking(unit.name, "wait", moved=True)
            return happened(new, f"{unit.name} waits behind the front line.", full.steps)

        words, says = f"wait {unit.name}", f"{unit.name} waits behind the front line"
        if not room_for(battle, unit):
            return Choice(words, says, effect, unit.name, full, supplied=True)
        text = "The turn after it was placed, a unit moves into the front line of its sector."
        return offered(words, says, effect, unit.name, no(text, "reserves-path"))

    # -- what the side may do ---------------------------------------------------------------------

    def _whole(self, battle: Battle) -> Iterator[Choice]:
        if self.army == "british":
            for division in waiting_divisions(battle):
                for sector in STRIP.second:
                    yield self._commit(battle, division, sector)
        else:
            if can_come(battle):
                yield replacements_choice(battle, battle)
            places = [one for waiting in battle.unplaced for one in waiting.later(battle)]
            yield from {one.words: one for one in reversed(places)}.values()
        yield self._done(battle)

    def _commit(self, battle: Battle, division: str, sector: str) -> Choice:
        words, says = f"commit {division} {sector}", f"Commit the {division} behind sector {sector}"
        free = [h for h in STRIP.second[sector] if not battle.at(h)]
        brigades = forces().british[division]
        steps = reserve_path(battle.turn).steps
        if len(free) < len(brigades):
            text = "The reserve line of the sector has no room for the whole division."
            steps = (*steps, refuses("reserves-placed", text))
        why = verdict("It may be committed there.", *steps)

        def effect(_roll: Roll) -> Happening:
            units = [u for u in battle.units if u.division == division]
            at = (*battle.placed, (division, sector, battle.turn))
            new = replace(battle, placed=at)
            for unit in units:
                new = set_down(new, unit, free[brigades.index(unit.formation)])
            text = f"The {division} Division is in the reserve line of sector {sector}."
            more = note("reserves-placed", "Each unit may stand in any hex of that line.")
            return happened(new, text, (*why.steps, more))

        one = offered(words, says, effect, "", why)
        return replace(one, marks=tuple(free[: len(brigades)])) if one.legal else one

    def _done(self, battle: Battle) -> Choice:
        says = f"End the {ARMY_NAMES[self.army]} movement"
        steps = []
        late = next((u for u in battle.of(self.army) if must_come_up(battle, u)), None)
        if late is not None:
            text = f"{late.name} must move into the front line of its sector."
            steps.append(refuses("reserves-path", text))
        if self.army == "german" and can_come(battle):
            text = "The die for replacements is rolled in each German movement phase."
            steps.append(refuses("replacements", text))
        lost = sum(waiting.count for waiting in battle.unplaced)
        if any(waiting.room(battle) for waiting in battle.unplaced):
            text = "A battalion of a broken regiment must have a hex of its own by now."
            steps.append(refuses("stacking", text))
        ends = partial(self._ends, battle, lost)
        one = offered("done", says, ends, "", verdict("The movement may end.", *steps))
        return replace(one, ends=True, supplied=lost > 0 and one.legal)

    def _ends(self, battle: Battle, lost: int, _roll: Roll) -> Happening:
        text = f"The {ARMY_NAMES[self.army]} movement is over."
        if not lost:
            return happened(battle.back(), text)
        silent = open_question("What becomes of battalions that cannot be apart is not said.")
        gone = f"{capitalized(plural(lost, 'battalion'))} without a hex: lost."
        return happened(replace(battle.back(), unplaced=()), f"{text} {gone}", (silent,))

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a unit and a hex, or another of this step."""
        unit = situation.unit(words[1]) if len(words) > 1 else None
        if unit is None or unit.hex is None or unit.army != self.army:
            found = self._whole(situation)
            return next((c for c in found if c.words == " ".join(words)), None)
        hexagon = read_hex(words, "move", unit.name)
        if hexagon is not None and not unit.moved and situation.arrived(unit) is None:
            return None if hexagon == unit.hex else self._move(situation, unit, hexagon)
        return next((c for c in self._of(situation, unit) if c.words == " ".join(words)), None)


#: The rule that lets a stack change its order in the movement phase.
REORDER = may_reorder("movement")


def waiting_divisions(battle: Battle) -> tuple[str, ...]:
    """Return the British divisions in the box of reserves."""
    there = {u.division for u in battle.units if u.army == "british" and u.hex is None}
    return tuple(division for division in forces().british if division in there)


def set_down(battle: Battle, unit: Unit, hexagon: Hex) -> Battle:
    """Return the position with a unit placed in a hex, under whoever stands there."""
    rest = battle.without(unit) if unit.hex is not None else battle
    there = replace(MARKS.after(unit, "place"), hex=hexagon)
    return rest.put(MARKS.begin(there, "place", under=True) if rest.at(hexagon) else there)


def comes_up(battle: Battle, unit: Unit) -> bool:
    """Return whether a unit is to move into the front line of its sector this turn: the turn after
    its division was placed, unless it is there already (11.7, line 112).
    """
    turn = battle.arrived(unit)
    if turn is None or turn == battle.turn:
        return False
    return unit.place not in STRIP.front[sector_of(battle, unit)]


def sector_of(battle: Battle, unit: Unit) -> str:
    """Return the sector in which the division of a unit was placed."""
    return next(sector for division, sector, _ in battle.placed if division == unit.division)


def room_for(battle: Battle, unit: Unit) -> tuple[Hex, ...]:
    """Return the hexes of the front line of its sector into which an arriving unit may move."""
    points = points_of(battle, unit).value
    front = STRIP.front[sector_of(battle, unit)]
    return tuple(h for h in front if move_answer(battle, unit, h, points, ()).value)


def must_come_up(battle: Battle, unit: Unit) -> bool:
    """Return whether a unit is yet to move into the front line of its sector this turn, or to wait
    for room there.
    """
    return not unit.moved and comes_up(battle, unit)


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


@dataclass(frozen=True)
class Enter(TurnStep):
    """The regiments of a released division enter, on an entry hex or next to it (11.3, line 88)."""

    division: str

    def _regiments(self, battle: Battle) -> tuple[Unit, ...]:
        return tuple(u for u in battle.units if u.division == self.division and u.hex is None)

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
        steps = division_enters([hexagon], battle.read_as).steps
        why = verdict("It may enter there.", *stacks(battle, (unit,), hexagon).steps, *steps)
        goes = partial(self._enters, battle, unit, hexagon, why.steps)
        return towards((hexagon,), words, says, goes, unit.name, why)

    def _enters(
        self, battle: Battle, unit: Unit, hexagon: Hex, steps: tuple[Step, ...], _roll: Roll
    ) -> Happening:
        below = bool(battle.at(hexagon))
        after = entered(battle, unit, (hexagon,))
        new = after.battle.marking(unit.name, "enter", under=True) if below else after.battle
        text = f"{unit.name} entered in {name(hexagon)}. {after.says}".strip()
        return happened(new, text, (*steps, *after.steps))

    def _waits(self, battle: Battle, _roll: Roll) -> Happening:
        silent = open_question("The print does not say what a division does that finds no room.")
        return happened(battle.back(), "The regiments without room wait.", (silent,))
