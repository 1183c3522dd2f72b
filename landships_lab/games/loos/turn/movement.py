"""The movement phases: British reserves come up, Germans enter, and units move one by one (11.3,
11.7, 14, 18.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Answer, Step
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
    ArmyStep,
    barred,
    ends,
    entered,
    happened,
    hex_choice,
    no,
    open_question,
    ours,
    read_hex,
    refuses,
    sample,
    standard,
    verdict,
)
from .replacing import break_down_choice, can_come, replacements_choice
from .ways import move_answer, near, points_of, reach, stacks

ONCE = "A sample of the standard rules: a unit moves once in a phase."
#: The rule that lets a stack change its order in the movement phase.
REORDER = may_reorder("movement")


# ----------------------------------------------------------------------------------------- one unit


def went(battle: Battle, unit: Unit, way: tuple[Hex, ...]) -> After:
    """Return the position after a unit left its stack, moved this way and joined any unit at its
    end as the reserve line.
    """
    below = bool(battle.at(way[-1]))
    after = entered(battle.without(unit), MARKS.after(unit, "move"), way)
    if not below or after.battle.over:
        return after
    joined = after.battle.marking(unit.name, "move", under=True)
    return replace(after, battle=joined, steps=(*after.steps, ours(JOINS, "the order of a stack")))


def move_choice(
    battle: Battle, unit: Unit, hexagon: Hex, points: Fraction, why: Answer[bool], rushes: bool
) -> Choice:
    """Return the choice to move a unit into a hex, if this answer allows it: in regular movement,
    or as a reserve that ``rushes`` in the mobile phase, which is a separate step.
    """
    goal = reach(battle, unit, points).get(hexagon)
    below, mark = (battle.back(), "rushed") if rushes else (battle, "moved")

    def effect(_roll: Roll) -> Happening:
        after = went(below, unit, goal.way if goal else ())
        new = after.battle.marking(unit.name, "move", **{mark: True})
        return happened(new, after.sentence("moved to", unit), (*why.steps, *after.steps))

    words, says = f"move {unit.name} {name(hexagon)}", f"Move {unit.name} to {name(hexagon)}"
    hexes, expects = (hexagon, *(goal.through if goal else ())), goal.price if goal else ""
    return hex_choice(hexes, words, says, effect, unit.name, why, expects)


def set_down(battle: Battle, unit: Unit, hexagon: Hex) -> Battle:
    """Return the position with a unit placed in a hex, under any unit there."""
    rest = battle.without(unit) if unit.hex is not None else battle
    there = replace(MARKS.after(unit, "place"), hex=hexagon)
    return rest.put(MARKS.begin(there, "place", under=True) if rest.at(hexagon) else there)


# ------------------------------------------------------------------------------- reserves that come


def waiting_divisions(battle: Battle) -> tuple[str, ...]:
    """Return the British divisions in the box of reserves."""
    there = {u.division for u in battle.units if u.army == "british" and u.hex is None}
    return tuple(division for division in forces().british if division in there)


def comes_up(battle: Battle, unit: Unit) -> bool:
    """Return whether a unit must move into the front line of its sector this turn: in the turn
    after its division was placed, unless it is there already (11.7).
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
    points, front = points_of(battle, unit).value, STRIP.front[sector_of(battle, unit)]
    return tuple(h for h in front if move_answer(battle, unit, h, points).value)


# ----------------------------------------------------------------------------- the regular movement


@dataclass(frozen=True)
class Move(ArmyStep):
    """The regular movement of an army: each unit once, in any order."""

    army: Army

    def prompt(self, situation: Battle) -> str:
        waiting = sum(not unit.moved for unit in self.acting(situation))
        return f"Move units one by one: {waiting} may still move."

    def units(self, situation: Battle) -> tuple[str, ...]:
        return tuple(unit.name for unit in self.acting(situation))

    def undone(self, situation: Battle) -> tuple[str, ...]:
        return () if situation.has_moved else super().undone(situation)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words; hexes that are not listed can be read too."""
        unit = next((u for u in self.acting(situation) if u.name in words[1:2]), None)
        hexagon = read_hex(words, "move", unit.name) if unit else None
        if not unit or not hexagon or unit.moved or situation.arrived(unit) is not None:
            return super().read(situation, words)
        return None if hexagon == unit.hex else self._move(situation, unit, hexagon)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        arrived = battle.arrived(unit)
        if unit.moved:
            moved = refuses(standard(f"{unit.name} has moved in this phase."))
            yield self._stays(unit, verdict("", standard(ONCE), moved))
        elif arrived is not None:
            yield from self._arrives(battle, unit, arrived)
        else:
            for hexagon in near(battle, unit, points_of(battle, unit).value):
                yield self._move(battle, unit, hexagon)
            if unit.kind == "regiment":
                yield break_down_choice(battle, unit)
        if (below := battle.reserve(unit)) is not None:
            yield self._swap(battle, unit, below)

    def _stays(self, unit: Unit, why: Answer[bool]) -> Choice:
        return barred(f"move {unit.name}", f"Move {unit.name}", why, unit.name)

    def _move(self, battle: Battle, unit: Unit, hexagon: Hex, *before: Step) -> Choice:
        given = points_of(battle, unit)
        if (unit.division, battle.turn - 2) in {(d, turn) for d, _, turn in battle.placed}:
            text = "It is the second turn after its division was placed, so it moves normally."
            before = (*before, note("reserves-path", text))
        why = move_answer(battle, unit, hexagon, given.value, (*before, *given.steps))
        return move_choice(battle, unit, hexagon, given.value, why, rushes=False)

    def _swap(self, battle: Battle, unit: Unit, below: Unit) -> Choice:
        def effect(_roll: Roll) -> Happening:
            new = battle.put(MARKS.after(below, "exchanged")).marking(unit.name, "swap", under=True)
            return happened(new, f"{below.name} is now in front of {unit.name}.", REORDER.steps)

        says = f"Put the reserve under {unit.name} in front"
        return Choice(f"swap {unit.name}", says, effect, unit.name, REORDER)

    # -- reserves on their way to the front

    def _arrives(self, battle: Battle, unit: Unit, placed: int) -> Iterator[Choice]:
        sector, path = sector_of(battle, unit), reserve_path(placed).steps
        if placed == battle.turn:
            text = f"The {unit.division} Division was placed this turn and moves up in the next."
            yield self._stays(unit, no(text, "reserves-path", *path))
            for hexagon in STRIP.second[sector]:
                if hexagon != unit.hex:
                    yield self._other_place(battle, unit, sector, hexagon)
        elif unit.place in STRIP.front[sector]:
            normally = f"and moves normally from turn {placed + 2} on."
            text = f"{unit.name} is in the front line, {normally}"
            yield self._stays(unit, no(text, "reserves-path", *path))
        else:
            for hexagon in STRIP.front[sector]:
                yield self._move(battle, unit, hexagon, *path)
            yield self._wait(battle, unit, placed)

    def _other_place(self, battle: Battle, unit: Unit, sector: str, hexagon: Hex) -> Choice:
        """Return the choice of another reserve line hex for a unit that was just placed."""
        words, says = f"place {unit.name} {name(hexagon)}", f"{unit.name} stands in {name(hexagon)}"
        line = note("reserves-placed", f"Sector {sector} has hexes for all six units.")
        why = verdict("It may stand there.", line, *stacks(battle, (unit,), hexagon).steps)

        def effect(_roll: Roll) -> Happening:
            new = set_down(battle, unit, hexagon)
            return happened(new, f"{unit.name} is in {name(hexagon)}.", why.steps)

        return hex_choice((hexagon,), words, says, effect, unit.name, why)

    def _wait(self, battle: Battle, unit: Unit, placed: int) -> Choice:
        full = reserve_path(placed, room=False)
        assert full.value == gap("loos", "full-front")  # the text does not say

        def effect(_roll: Roll) -> Happening:
            new = battle.marking(unit.name, "wait", moved=True)
            return happened(new, f"{unit.name} waits behind the front line.", full.steps)

        words, says = f"wait {unit.name}", f"{unit.name} waits behind the front line"
        if not room_for(battle, unit):
            return Choice(words, says, effect, unit.name, full, supplied=True)
        text = "The turn after it was placed, a unit moves into the front line of its sector."
        return offered(words, says, effect, unit.name, no(text, "reserves-path"))

    # -- what the side may do

    def whole(self, battle: Battle) -> Iterator[Choice]:
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
        brigades, steps = forces().british[division], reserve_path(battle.turn).steps
        if len(free) < len(brigades):
            text = "The reserve line of the sector has no room for the whole division."
            steps = (*steps, refuses("reserves-placed", text))
        why = verdict("It may be committed there.", *steps)

        def effect(_roll: Roll) -> Happening:
            new = replace(battle, placed=(*battle.placed, (division, sector, battle.turn)))
            for unit in battle.units:
                if unit.division == division:
                    new = set_down(new, unit, free[brigades.index(unit.formation)])
            text = f"The {division} Division is in the reserve line of sector {sector}."
            more = note("reserves-placed", "Each unit may stand in any hex of that line.")
            return happened(new, text, (*why.steps, more))

        return hex_choice(tuple(free[: len(brigades)]), words, says, effect, "", why)

    def _done(self, battle: Battle) -> Choice:
        steps, lost = [*self._undone(battle)], sum(waiting.count for waiting in battle.unplaced)
        text = f"The {ARMY_NAMES[self.army]} movement is over."

        def effect(_roll: Roll) -> Happening:
            if not lost:
                return happened(battle.back(), text)
            silent = open_question("What becomes of battalions that cannot be apart is not said.")
            gone = f"{capitalized(plural(lost, 'battalion'))} without a hex: lost."
            return happened(replace(battle.back(), unplaced=()), f"{text} {gone}", (silent,))

        says, may = f"End the {ARMY_NAMES[self.army]} movement", "The movement may end."
        one = offered("done", says, effect, "", verdict(may, *steps))
        return replace(one, ends=True, supplied=lost > 0 and one.legal)

    def _undone(self, battle: Battle) -> Iterator[Step]:
        coming = (u for u in self.acting(battle) if not u.moved and comes_up(battle, u))
        if (late := next(coming, None)) is not None:
            text = f"{late.name} must move into the front line of its sector."
            yield refuses("reserves-path", text)
        if self.army == "german" and can_come(battle):
            text = "The die for replacements is rolled in each German movement phase."
            yield refuses("replacements", text)
        if any(waiting.room(battle) for waiting in battle.unplaced):
            text = "A battalion of a broken regiment must have a hex of its own by now."
            yield refuses("stacking", text)


# --------------------------------------------------------------------------- German divisions enter


@dataclass(frozen=True)
class Release(TurnStep):
    """The roll for a German division that has not entered (11.3)."""

    division: str

    def side(self, situation: Battle) -> str:
        return "German"

    def prompt(self, situation: Battle) -> str:
        return f"Roll for the release of the German {self.division}th Division."

    def span(self, battle: Battle) -> tuple[int, int]:
        """Return the rolls that release it this turn, a sample."""
        return SAMPLES.spans[self.division][battle.turn - 1]

    def choices(self, situation: Battle) -> Iterator[Choice]:
        span = self.span(situation)
        chance = 1 - release_odds({situation.turn: span}).p(0)
        by = sample(f"Released by {span[0]} to {span[1]} this turn.", "spans of the turn record")

        def effect(roll: Roll) -> Happening:
            die, new = roll(D6, int), situation.back()
            answer = released(die, span, situation.turn)
            if answer.value:
                rest = tuple(d for d in new.waiting if d != self.division)
                new = replace(new, waiting=rest).call(Enter(self.division))
            outcome = "released" if answer.value else "not released"
            text = f"The {self.division}th Division: {die}, {outcome}."
            return happened(new, text, (by, *answer.steps), outcome)

        words, says = f"release {self.division}", f"Roll for the {self.division}th Division"
        yield Choice(words, says, effect, expects=f"released {percent(chance)}")


@dataclass(frozen=True)
class Enter(ArmyStep):
    """The regiments of a released division enter, on an entry hex or next to it (11.3)."""

    division: str

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        return tuple(u for u in battle.units if u.division == self.division and u.hex is None)

    def prompt(self, situation: Battle) -> str:
        rest = plural(len(self.acting(situation)), "regiment")
        return f"Place {rest} of the {self.division}th Division, on an entry hex or next to it."

    def by_itself(self, situation: Battle) -> Happening | None:
        if self.acting(situation):
            return None
        return happened(situation.back(), f"The {self.division}th Division has entered.")

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        entries = entry_hexes(battle.read_as)
        for hexagon in STRIP.hexes:
            if any(half_hexes(hexagon, entry) <= 2 for entry in entries):
                yield self._choice(battle, unit, hexagon)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        """Yield what the text leaves open if no regiment has room."""
        if self.idle(battle):
            text = "The print does not say what a division does that finds no room."
            says = "The regiments without room wait for the next movement phase"
            waits = "The regiments without room wait."
            wait = ends(battle, "wait", says, waits, steps=(open_question(text),))
            yield replace(wait, supplied=True)

    def _choice(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        words, says = f"enter {unit.name} {name(hexagon)}", f"{unit.name} enters in {name(hexagon)}"
        steps = division_enters([hexagon], battle.read_as).steps
        why = verdict("It may enter there.", *stacks(battle, (unit,), hexagon).steps, *steps)
        goes = partial(self._enters, battle, unit, hexagon, why.steps)
        return hex_choice((hexagon,), words, says, goes, unit.name, why)

    def _enters(
        self, battle: Battle, unit: Unit, hexagon: Hex, steps: tuple[Step, ...], _roll: Roll
    ) -> Happening:
        below = bool(battle.at(hexagon))
        after = entered(battle, unit, (hexagon,))
        new = after.battle.marking(unit.name, "enter", under=True) if below else after.battle
        return happened(new, after.sentence("entered in", unit), (*steps, *after.steps))
