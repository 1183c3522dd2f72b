"""Steps lost and battalions placed: replacements, and regiments that break down (11.4, 13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import capitalized, plural
from landships_lab.games.loos.rules.attrition import Moment, break_down, replacements
from landships_lab.games.loos.rules.book import Army, name, note, takes
from landships_lab.games.loos.rules.losses import Cause, UnitSteps, lose_step
from landships_lab.play.turns import Choice, Happening, offered
from .battle import MARKS, STRIP, Battle, Unit
from .happen import After, ArmyStep, SideStep, ends, entered, happened, hex_choice, step_over
from .reasons import refuses, standard, verdict
from .ways import allowance, move_answer, stacks

#: The names of replacement battalions, with the lowest free number.
REPLACEMENT = "R"
#: The reading on whether the battalions of a broken regiment may be placed together.
APART = "battalions-apart"


def free_name(battle: Battle) -> str:
    """Return the name of the next replacement battalion."""
    used = {unit.name for unit in battle.units}
    return next(named for n in range(1, 99) if (named := f"{REPLACEMENT}{n}") not in used)


def battalion(named: str, hexagon: Hex) -> Unit:
    """Return a battalion of the deadpile in a hex, red dot up (13.2)."""
    return Unit(named, "german", "battalion", "", "", 1, hexagon)


def last_step(unit: Unit, named: str, hexagon: Hex) -> Unit:
    """Return the battalion that a regiment has become with its last step: its marks stay (13.1)."""
    new = battalion(named, hexagon)
    return MARKS.begin(new, "last step", **MARKS.of(replace(unit, under=False)))


def losing(battle: Battle, unit: Unit, cause: Cause) -> Answer[int]:
    """Return the steps of a unit after it loses one (13.1 to 13.3)."""
    stacked = len(battle.at(unit.place)) > 1
    room = not stacked or unit.kind != "regiment" or has_room(battle, unit.place)
    losing = UnitSteps(unit.kind, unit.steps, battle.free_counters, stacked, room)
    return lose_step(losing, cause, battle.read_as)


def has_room(battle: Battle, hexagon: Hex) -> bool:
    """Return whether a battalion could be placed next to a stack."""
    return bool(PlaceBattalions(1, hexagon).room(battle))


def loss_words(unit: Unit, answer: Answer[int]) -> str:
    """Return the state of a unit after a loss, in a word or two."""
    if answer.value == unit.steps:
        return "no loss"
    return f"{plural(answer.value, 'step')} left" if answer.value else "eliminated"


def lose(battle: Battle, unit: Unit, cause: Cause) -> After:
    """Return the position after a unit has lost a step, as `losing` says. The last step of a
    regiment becomes a battalion in its place, or one to be placed next to its stack.
    """
    answer, who = losing(battle, unit, cause), unit.name
    steps = answer.steps
    if answer.value == unit.steps:
        return After(battle, f"{who} loses no step.", steps)
    if not answer.value:
        return After(eliminate(battle, unit), f"{who} is eliminated.", steps)
    if unit.kind != "regiment" or answer.value > 1:
        return After(battle.put(replace(unit, steps=answer.value)), f"{who} loses a step.", steps)
    rest = battle.without(unit)
    if len(battle.at(unit.place)) > 1:
        calls = (PlaceBattalions(1, unit.place, was=unit),)
        return After(rest, f"{who} is down to one step.", steps, calls)
    new = last_step(unit, free_name(rest), unit.place)
    after = from_deadpile(rest, new).renamed(who, new.name)
    return After(after, f"{who} becomes {new.name}.", steps)


def from_deadpile(battle: Battle, unit: Unit) -> Battle:
    """Return the position with a battalion of the deadpile on the strip."""
    return replace(battle, deadpile=battle.deadpile - 1).put(unit)


def eliminate(battle: Battle, unit: Unit) -> Battle:
    """Return the position after a whole unit is eliminated; battalions go to the deadpile."""
    if unit.kind == "battalion":
        battle = replace(battle, deadpile=battle.deadpile + 1)
    return battle.without(unit)


# -------------------------------------------------------------------------------- battalions placed


@dataclass(frozen=True)
class PlaceBattalions(SideStep):
    """Battalions of the deadpile are placed: next to a hex, in it or next to it for a regiment that
    broke down (``own``), or in town hexes if no hex is given. ``was`` is the stacked regiment whose
    last step the battalion is.
    """

    count: int
    near: Hex | None = None
    own: bool = False
    was: Unit | None = None

    @property
    def counters(self) -> int:
        """The deadpile counters set aside for it."""
        return self.count

    def army_of(self, battle: Battle) -> Army:
        return "german"

    def prompt(self, situation: Battle) -> str:
        where = "a free town hex"
        if self.near is not None:
            code = name(self.near)
            where = f"{code} or next to it" if self.own else f"a hex next to {code}"
        return f"Place {plural(self.count, 'battalion')}, the next one in {where}."

    def hexes(self) -> tuple[Hex, ...]:
        """Return the hexes to list."""
        if self.near is None:
            return tuple(h for h in STRIP.hexes if h in STRIP.town_hexes)
        return ((self.near,) if self.own else ()) + STRIP.neighbours(self.near)

    def may(self, battle: Battle, hexagon: Hex) -> Answer[bool]:
        """Return whether the next one may be placed in a hex."""
        if self.near is None:
            return verdict("It may be placed there.", *_in_a_town(battle, hexagon))
        steps = [note("breakdown", "A battalion goes where the regiment was, or could have moved.")]
        if hexagon != self.near:
            points = allowance("german", "regiment", battle.turn, battle.readings).value
            regiment = Unit("The regiment", "german", "regiment", "", "", 3, self.near)
            moves = move_answer(battle, regiment, hexagon, points)
            if not moves.value:
                return moves
        if battle.at(hexagon):
            steps += stacks(battle, (battalion("", hexagon),), hexagon).steps
        return verdict("It may be placed there.", *steps)

    def room(self, battle: Battle) -> tuple[Hex, ...]:
        """Return the hexes in which the next one may be placed."""
        return tuple(h for h in self.hexes() if self.may(battle, h).value)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        for hexagon in self.hexes():
            yield self._choice(situation, hexagon, situation.become(*self._rest))

    def later(self, battle: Battle) -> Iterator[Choice]:
        """Yield a choice for each free hex, for battalions that share one for the moment."""
        others = tuple(waiting for waiting in battle.unplaced if waiting != self)
        below = replace(battle, unplaced=(*others, *self._rest))
        for hexagon in self.room(battle):
            yield self._choice(battle, hexagon, below)

    def _choice(self, battle: Battle, hexagon: Hex, below: Battle) -> Choice:
        says, why = f"Place a battalion in {name(hexagon)}", self.may(battle, hexagon)
        return hex_choice(hexagon, "place", says, lambda _: self._put(below, hexagon), "", why)

    @property
    def _rest(self) -> tuple[PlaceBattalions, ...]:
        return (replace(self, count=self.count - 1),) if self.count > 1 else ()

    def _put(self, battle: Battle, hexagon: Hex) -> Happening:
        named = free_name(battle)
        unit, says = battalion(named, hexagon), f"{named} was placed in {name(hexagon)}."
        if self.was:
            unit = last_step(self.was, named, hexagon)
            battle, says = battle.renamed(self.was.name, named), f"{self.was.name} becomes {says}"
        dot = note("counters-again", "Its counter shows the red dot.")
        return entered(from_deadpile(battle, unit), unit, (hexagon,)).happens(says, (dot,))

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on if no hex is left. The others are lost, but under the reading battalions-apart the
        battalions of a broken regiment may share a hex until the phase ends.
        """
        if self.room(situation):
            return None
        many = plural(self.count, "battalion")
        if self.own and situation.options[APART] == "phase-end":
            new = replace(situation, unplaced=(*situation.unplaced, self))
            text = f"{capitalized(many)} found no hex of its own yet."
            return step_over(new, text, (takes(APART, "phase-end"),))
        gone = standard("No hex is free for the others, which are lost.")
        return step_over(situation, f"{many} lost.", (gone,))


def _in_a_town(battle: Battle, hexagon: Hex) -> Iterator[Step]:
    """Yield whether a replacement may come into a town hex (11.4)."""
    at, front, code = "replacement-places", battle.front(hexagon), name(hexagon)
    yield note(at, "A replacement is placed in an unoccupied town hex that Germans control.")
    if front is not None:
        yield refuses(at, f"{front.name} stands in {code}.", (hexagon,))
    if hexagon in battle.british_towns:
        yield refuses(at, f"The British control {code}.", (hexagon,))


def free_towns(battle: Battle) -> tuple[Hex, ...]:
    """Return the unoccupied town hexes that the Germans control (11.4)."""
    return PlaceBattalions(1).room(battle)


@dataclass(frozen=True)
class Replacements(ArmyStep):
    """The beginning of a German movement phase: regiments break down and the die for replacements
    is rolled, in any order. The die may also be rolled later in the phase (11.4).
    """

    says = "The phase begins: roll for replacements, or break regiments down first."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on if no replacement can come."""
        if can_come(situation):
            return None
        answer = replacements(6, situation.free_counters, len(free_towns(situation)))
        # nothing is lost, because no roll was made
        now = (step for step in answer.steps if step.op == "cap")
        return step_over(situation, "No replacement can come now.", now)

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        if unit.kind == "regiment":
            yield break_down_choice(battle, unit)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        yield replacements_choice(battle, battle.back())
        during = note(
            "replacements", "The die may be rolled at any time during the movement phase."
        )
        says, text = (
            "Move first, and roll for replacements later",
            "Replacements are rolled for later.",
        )
        yield ends(battle, "later", says, text, steps=(during,))


def can_come(battle: Battle) -> bool:
    """Return whether replacements have not been rolled for in this phase, and one could come."""
    return not battle.rolled and battle.free_counters > 0 and bool(free_towns(battle))


def replacements_choice(battle: Battle, then: Battle) -> Choice:
    """Return the choice to roll for replacements; ``then`` is the position after it."""

    def effect(roll: Roll) -> Happening:
        answer = replacements(roll(D6, int), battle.free_counters, len(free_towns(battle)))
        placed = (PlaceBattalions(answer.value),) if answer.value else ()
        battalions = plural(answer.value, "battalion")
        new = replace(then, rolled=True).call(*placed)
        return happened(new, f"Replacements: {battalions}.", answer.steps, battalions)

    return Choice("replacements", "Roll for replacements", effect)


def break_down_choice(battle: Battle, unit: Unit) -> Choice:
    """Return the choice to break a regiment down into battalions (13.1)."""
    answer = broken(battle, unit)
    count, steps = answer.value, list(answer.steps)
    if not battle.free_counters:
        steps.append(refuses("breakdown", "No battalion is in the deadpile to take its place."))

    new = battle.without(unit).call(PlaceBattalions(count, unit.hex, own=True))
    done = happened(new, f"{unit.name} broke down. {answer.headline}", answer.steps)
    why, says = verdict(answer.headline, *steps), f"Break {unit.name} down into battalions"
    words, into = f"break {unit.name}", plural(count, "battalion")
    return offered(words, says, lambda _: done, unit.name, why, into)


def broken(battle: Battle, unit: Unit) -> Answer[int]:
    """Return the answer for a regiment that breaks down now."""
    when: Moment = "later" if battle.has_moved else "movement"
    room, counters = len(room_to_break_down(battle, unit)), battle.free_counters
    return break_down(unit.steps, counters, when, room, battle.read_as)


def room_to_break_down(battle: Battle, unit: Unit) -> tuple[Hex, ...]:
    """Return the free hexes in which battalions of a regiment may be placed."""
    return PlaceBattalions(1, unit.place, own=True).room(battle.without(unit))
