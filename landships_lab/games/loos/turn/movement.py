"""The movement phases: British reserves come up, Germans enter, and units move one by one; and the
mobile movement of reserves (11.3, 11.7, 14, 18.2, 18.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.speech import capitalized, mixed, percent, plural
from landships_lab.data.gaps import gap
from landships_lab.games.loos.analysis.forecasts import release_odds
from landships_lab.games.loos.data.strip import forces
from landships_lab.games.loos.rules import attrition, reserves, turns
from landships_lab.games.loos.rules.book import Army, name, note
from landships_lab.play.turns import Choice, Happening, UnitStep, offered
from .battle import ARMY_NAMES, MARKS, SAMPLES, STRIP, Battle, Unit
from .happen import ArmyStep, SideStep, ends, entered, happened, hex_choice, read_hex, step_over
from .reasons import barred, no, open_question, ours, refuses, sample, standard, verdict
from .replacing import break_down_choice, can_come, replacements_choice
from .ways import cost_of, ground_of, move_answer, near, points_of, reach, reach_from, stacks

#: What is assumed of the standard rules, which are not in the source.
ONCE = "A sample of the standard rules: a unit moves once in a phase."
#: The rule that lets a stack change its order in the movement phase.
REORDER = reserves.may_reorder("movement")


# ----------------------------------------------------------------------------------------- one unit


def move_choice(
    battle: Battle, unit: Unit, hexagon: Hex, points: Fraction, why: Answer[bool], rushes: bool
) -> Choice:
    """Return the choice to move a unit into a hex; a reserve ``rushes`` in the mobile phase."""
    goal = reach(battle, unit, points).get(hexagon)
    below, mark = (battle.back(), "rushed") if rushes else (battle, "moved")

    def effect(_: Roll) -> Happening:
        moving, way = MARKS.after(unit, "move"), goal.way if goal else ()
        after = entered(below.without(unit), moving, way, "move")
        marked = after.battle.marking(unit.name, "move", **{mark: True})
        return replace(after, battle=marked).goes("moved to", unit, why.steps)

    says, expects = f"Move {unit.name} to {name(hexagon)}", goal.price if goal else ""
    through = goal.through if goal else ()
    return hex_choice(hexagon, "move", says, effect, unit.name, why, expects, through)


def set_down(battle: Battle, unit: Unit, hexagon: Hex) -> Battle:
    """Return the position with a unit placed in a hex, under any unit there."""
    rest = battle.without(unit) if unit.hex is not None else battle
    there = replace(MARKS.after(unit, "place"), hex=hexagon)
    return rest.put(MARKS.begin(there, "place", under=True) if rest.at(hexagon) else there)


def place_choice(
    battle: Battle, unit: Unit, hexagon: Hex, says: str, why: Answer[bool], steps: tuple[Step, ...]
) -> Choice:
    """Return the choice to place a unit in a hex; ``steps`` are shown when it is taken."""

    def effect(_: Roll) -> Happening:
        new = set_down(battle, unit, hexagon)
        return happened(new, f"{unit.name} is in {name(hexagon)}.", steps)

    return hex_choice(hexagon, "place", says, effect, unit.name, why)


# ------------------------------------------------------------------------------- reserves that come


def comes_up(battle: Battle, unit: Unit) -> bool:
    """Return whether a unit must move into the front line of its sector this turn (11.7)."""
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
        new = battle.put(MARKS.after(below, "exchanged")).marking(unit.name, "swap", under=True)
        done = happened(new, f"{below.name} is now in front of {unit.name}.", REORDER.steps)
        says = f"Put the reserve under {unit.name} in front"
        return Choice(f"swap {unit.name}", says, lambda _: done, unit.name, REORDER)

    # -- reserves on their way to the front

    def _arrives(self, battle: Battle, unit: Unit, placed: int) -> Iterator[Choice]:
        sector, path = sector_of(battle, unit), reserves.reserve_path(placed).steps
        if placed == battle.turn:
            text = f"The {unit.division} Division was placed this turn and moves up in the next."
            yield self._stays(unit, no(text, "reserves-path", *path))
            line = note("reserves-placed", f"Sector {sector} has hexes for all six units.")
            for hexagon in STRIP.second[sector]:
                if hexagon != unit.hex:
                    says = f"{unit.name} stands in {name(hexagon)}"
                    fits = stacks(battle, (unit,), hexagon)
                    why = verdict("It may stand there.", line, *fits.steps)
                    yield place_choice(battle, unit, hexagon, says, why, why.steps)
        elif unit.place in STRIP.front[sector]:
            normally = f"and moves normally from turn {placed + 2} on."
            text = f"{unit.name} is in the front line, {normally}"
            yield self._stays(unit, no(text, "reserves-path", *path))
        else:
            for hexagon in STRIP.front[sector]:
                yield self._move(battle, unit, hexagon, *path)
            yield self._wait(battle, unit, placed)

    def _wait(self, battle: Battle, unit: Unit, placed: int) -> Choice:
        full = reserves.reserve_path(placed, room=False)
        says = f"{unit.name} waits behind the front line"
        assert full.value == gap("loos", "full-front")  # the text does not say

        words, new = f"wait {unit.name}", battle.marking(unit.name, "wait", moved=True)
        waits = happened(new, f"{says}.", full.steps)
        if not room_for(battle, unit):
            return Choice(words, says, lambda _: waits, unit.name, full, supplied=True)
        text = "The turn after it was placed, a unit moves into the front line of its sector."
        return offered(words, says, lambda _: waits, unit.name, no(text, "reserves-path"))

    # -- what the side may do

    def whole(self, battle: Battle) -> Iterator[Choice]:
        if self.army == "british":
            late = {u.division for u in battle.units if u.army == "british" and u.hex is None}
            for division in (one for one in forces().british if one in late):
                yield from (self._commit(battle, division, sector) for sector in STRIP.second)
        else:
            if can_come(battle):
                yield replacements_choice(battle, battle)
            places = [one for waiting in battle.unplaced for one in waiting.later(battle)]
            yield from {one.words: one for one in reversed(places)}.values()
        yield self._done(battle)

    def _commit(self, battle: Battle, division: str, sector: str) -> Choice:
        free = [h for h in STRIP.second[sector] if not battle.at(h)]
        brigades, steps = forces().british[division], reserves.reserve_path(battle.turn).steps
        if len(free) < len(brigades):
            text = "The reserve line of the sector has no room for the whole division."
            steps = (*steps, refuses("reserves-placed", text))
        why = verdict("It may be committed there.", *steps)

        def effect(_: Roll) -> Happening:
            new = replace(battle, placed=(*battle.placed, (division, sector, battle.turn)))
            for unit in battle.units:
                if unit.division == division:
                    new = set_down(new, unit, free[brigades.index(unit.formation)])
            text = f"The {division} Division is in the reserve line of sector {sector}."
            more = note("reserves-placed", "Each unit may stand in any hex of that line.")
            return happened(new, text, (*why.steps, more))

        words, says = f"commit {division} {sector}", f"Commit the {division} behind sector {sector}"
        return offered(words, says, effect, "", why, marks=tuple(free[: len(brigades)]))

    def _done(self, battle: Battle) -> Choice:
        lost = sum(waiting.count for waiting in battle.unplaced)
        text = f"The {ARMY_NAMES[self.army]} movement is over."

        def effect(_: Roll) -> Happening:
            if not lost:
                return step_over(battle, text)
            silent = open_question("What becomes of battalions that cannot be apart is not said.")
            gone = f"{capitalized(plural(lost, 'battalion'))} without a hex: lost."
            return step_over(replace(battle, unplaced=()), f"{text} {gone}", (silent,))

        says, may = f"End the {ARMY_NAMES[self.army]} movement", "The movement may end."
        one = offered("done", says, effect, "", verdict(may, *self._undone(battle)))
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


@dataclass(frozen=True)
class Release(SideStep):
    """The roll for a German division that has not entered (11.3)."""

    division: str

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
            answer = attrition.released(die, span, situation.turn)
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
        text = f"The {self.division}th Division has entered."
        return None if self.acting(situation) else step_over(situation, text)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        entries = turns.entry_hexes(battle.read_as)
        for hexagon in STRIP.hexes:
            if any(half_hexes(hexagon, entry) <= 2 for entry in entries):
                yield self._choice(battle, unit, hexagon)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        """Yield what the text leaves open if no regiment has room."""
        if self.idle(battle):
            text = "The text does not say what a division does that finds no room."
            says = "The regiments without room wait for the next movement phase"
            waits = "The regiments without room wait."
            wait = ends(battle, "wait", says, waits, steps=(open_question(text),))
            yield replace(wait, supplied=True)

    def _choice(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        steps = attrition.division_enters([hexagon], battle.read_as).steps
        why = verdict("It may enter there.", *stacks(battle, (unit,), hexagon).steps, *steps)

        def effect(_: Roll) -> Happening:
            below, after = bool(battle.at(hexagon)), entered(battle, unit, (hexagon,))
            under = after.battle.marking(unit.name, "enter", under=True) if below else after.battle
            return replace(after, battle=under).goes("entered in", unit, why.steps)

        says = f"{unit.name} enters in {name(hexagon)}"
        return hex_choice(hexagon, "enter", says, effect, unit.name, why)


# ------------------------------------------------------------------------------ the mobile movement

#: The most movement points of a reserve: half of a 6.
MOST_POINTS = 3


def halved(battle: Battle, army: Army) -> bool:
    """Return whether the reserves of an army are Germans that move in Zero Hour."""
    return army == "german" and battle.turn == 0


def chance_to_reach(battle: Battle, unit: Unit, hexagon: Hex) -> Answer[Fraction] | None:
    """Return how often a reserve reaches a hex, before its roll; None if it never can."""
    ground = replace(ground_of(battle, unit.army), prizes=frozenset())
    goal = reach_from(ground, unit.place, Fraction(MOST_POINTS)).get(hexagon)
    if goal is None:
        return None
    ways = tuple(zip((unit.place, *goal.way), goal.way, strict=False))
    dug = [STRIP.crosses_trench(here, there) for here, there in ways]
    costs = [cost_of(*way) - crosses for way, crosses in zip(ways, dug, strict=True)]
    standing = [bool(battle.at(h)) for h in goal.way]
    friend: reserves.Friend = "end" if standing[-1] else "way" if any(standing) else "none"
    return reserves.reach_chance(costs, dug, friend, halved(battle, unit.army), battle.read_as)


@dataclass(frozen=True)
class MobileMove(ArmyStep):
    """The mobile movement of an army: only reserves move, each after its roll."""

    army: Army
    says = "Reserves may move: roll for each."

    def by_itself(self, situation: Battle) -> Happening | None:
        none = f"The {ARMY_NAMES[self.army]} side has no reserve that may move."
        return step_over(situation, none) if self.idle(situation) else None

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        why = verdict("", *_of_a_roll(battle, unit))
        least, most = (self._points(battle, die).value for die in (1, 6))
        expects = f"{mixed(least)} to {plural(most, 'point')}" if why.value else ""

        def effect(roll: Roll) -> Happening:
            die = roll(D6, int)
            answer = self._points(battle, die)
            new = battle.marking(unit.name, "roll", moved=True).call(Rush(unit.name, answer.value))
            points = plural(answer.value, "point")
            return happened(new, f"{unit.name} rolled {die}: {points}.", answer.steps, points)

        says = f"Roll for the move of {unit.name}"
        yield offered(f"roll {unit.name}", says, effect, unit.name, why, expects)
        if battle.reserve(unit):
            says, order = "Change the order of the stack", reserves.may_reorder("mobile movement")
            yield barred(f"swap {unit.name}", says, order, unit.name)

    def _points(self, battle: Battle, die: int) -> Answer[Fraction]:
        return reserves.reserve_points(die, halved(battle, self.army), battle.read_as)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        yield ends(battle, "done", "End the mobile movement", "The mobile movement is over.")


def _of_a_roll(battle: Battle, unit: Unit) -> Iterator[Step]:
    """Yield the steps on whether a unit may roll for a move in the mobile movement phase."""
    if unit.moved:
        yield refuses(standard(f"{unit.name} has rolled in this phase: each reserve does so once."))
    if battle.arrived(unit) is not None:
        path = "A reserve division moves normally in the second turn after it was placed."
        yield note("reserves-path", path)
        text = "A mobile move before that is not printed, so here it has none."
        yield refuses(ours(text, "reserves on their way"))
    if not unit.under:
        yield refuses("mobile-move", "Only reserves move in the mobile movement phase.")
    yield note("mobile-move", "Just before it moves, its movement points are rolled.")


@dataclass(frozen=True)
class Rush(UnitStep):
    """A reserve moves with the points it has rolled."""

    name: str
    points: Fraction

    def side(self, situation: Battle) -> str:
        return ARMY_NAMES[situation.the(self.name).army]

    def prompt(self, situation: Battle) -> str:
        return f"{self.name} may move with {mixed(self.points)} points."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Let it stay if its points are too few for any hex."""
        if any(choice.legal for choice in self._moves(situation)):
            return None
        stays = "It cannot move one hex, so it stays and cannot attack in the mobile combat phase."
        return step_over(situation, f"{self.name} stays.", (note("mobile-move", stays),))

    def choices(self, situation: Battle) -> Iterator[Choice]:
        yield from self._moves(situation)
        says, text = f"{self.name} stays", f"{self.name} stayed."
        yield ends(situation, "stay", says, text, self.name)

    def _moves(self, battle: Battle) -> Iterator[Choice]:
        hexes = near(battle, battle.the(self.name), self.points)
        return (self._move(battle, hexagon) for hexagon in hexes)

    def _move(self, battle: Battle, hexagon: Hex) -> Choice:
        unit = battle.the(self.name)
        rolled = note("mobile-move", f"It has {mixed(self.points)} points by its roll.")
        if hexagon in battle.hexes_of(unit.army):
            text = "A reserve may not end its mobile move in a hex with a friendly unit."
            why = verdict("", rolled, refuses("mobile-move", text))
        else:
            why = move_answer(battle, unit, hexagon, self.points, (rolled,))
        return move_choice(battle, unit, hexagon, self.points, why, rushes=True)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words; hexes that are not listed can be read too."""
        hexagon = read_hex(words, "move", self.name)
        if hexagon is None or hexagon == situation.the(self.name).hex:
            return super().read(situation, words)
        return self._move(situation, hexagon)
