"""Steps lost and battalions placed: replacements, and regiments that break down (11.4, 13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import capitalized, plural
from landships_lab.games.loos.rules.attrition import Broken, Moment, break_down, replacements
from landships_lab.games.loos.rules.book import CITES, name, note, takes
from landships_lab.games.loos.rules.losses import Cause, UnitSteps, lose_step
from landships_lab.play.turns import Choice, Happening, TurnStep, offered
from .battle import MARKS, STRIP, Battle, Unit
from .happen import After, entered, happened, option, refuses, standard, towards, verdict
from .ways import allowance, move_answer, stacks

#: Replacement battalions have these names, with the lowest number that is free.
REPLACEMENT = "R"
#: Whether the battalions of a broken regiment may be placed together.
APART = "battalions-apart"


def free_name(battle: Battle) -> str:
    """Return the name of the next replacement battalion."""
    used = {unit.name for unit in battle.units}
    return next(named for n in range(1, 99) if (named := f"{REPLACEMENT}{n}") not in used)


def battalion(named: str, hexagon: Hex) -> Unit:
    """Return a battalion of the deadpile in a hex, red dot up (13.2)."""
    return Unit(named, "german", "battalion", "", "", 1, hexagon)


def last_step(unit: Unit, named: str, hexagon: Hex) -> Unit:
    """Return the battalion that is the last step of a regiment: the same unit under another
    counter, so that what bound the regiment binds it (13.1, line 141).
    """
    new = battalion(named, hexagon)
    return MARKS.begin(new, "last step", **MARKS.of(replace(unit, under=False)))


def losing(battle: Battle, unit: Unit, cause: Cause) -> Answer[int]:
    """Return the steps that a unit has after losing one, by the rule of lost steps (13.1 to
    13.3).
    """
    stacked = len(battle.at(unit.place)) > 1
    room = not stacked or unit.kind != "regiment" or has_room(battle, unit.place)
    losing = UnitSteps(unit.kind, unit.steps, battle.free_counters, stacked, room)
    return lose_step(losing, cause, battle.read_as)


def has_room(battle: Battle, hexagon: Hex) -> bool:
    """Return whether a battalion could be placed next to a stack."""
    return bool(PlaceBattalions(1, hexagon).room(battle))


def loss_words(unit: Unit, answer: Answer[int]) -> str:
    """Return what a loss leaves of a unit, in a word or two."""
    if answer.value == unit.steps:
        return "no step"
    return f"{answer.value} left" if answer.value else "eliminated"


def lose(battle: Battle, unit: Unit, cause: Cause) -> After:
    """Return the position after a unit has lost a step, as `losing` says."""
    found = losing(battle, unit, cause)
    if found.value == unit.steps:
        return After(battle, f"{unit.name} loses no step.", found.steps)
    if unit.kind == "regiment" and found.value == 1:
        return _to_a_battalion(battle, unit, found)
    if found.value:
        left = battle.put(replace(unit, steps=found.value))
        return After(left, f"{unit.name} loses a step.", found.steps)
    return After(eliminate(battle, unit), f"{unit.name} is eliminated.", found.steps)


def _to_a_battalion(battle: Battle, unit: Unit, found: Answer[int]) -> After:
    """Return the position with a battalion in the place of a regiment, or one to be placed next to
    its stack.
    """
    rest = battle.without(unit)
    if battle.at(unit.place) == (unit,):
        new = last_step(unit, free_name(rest), unit.place)
        after = from_deadpile(rest, new).renamed(unit.name, new.name)
        return After(after, f"{unit.name} becomes {new.name}.", found.steps)
    says = f"{unit.name} is down to one step."
    return After(rest, says, found.steps, (PlaceBattalions(1, unit.place, was=unit),))


def from_deadpile(battle: Battle, unit: Unit) -> Battle:
    """Return the position with a battalion of the deadpile on the strip."""
    return replace(battle, deadpile=battle.deadpile - 1).put(unit)


def eliminate(battle: Battle, unit: Unit) -> Battle:
    """Return the position after a whole unit is eliminated; battalions go to the deadpile."""
    if unit.kind == "battalion":
        battle = replace(battle, deadpile=battle.deadpile + 1)
    return battle.without(unit)


@dataclass(frozen=True)
class PlaceBattalions(TurnStep):
    """So many battalions of the deadpile are placed: next to a hex, in it or next to it
    for a regiment that broke down (``own``), or in town hexes where there is no hex. ``was`` is the
    stacked regiment whose last step the battalion is.
    """

    count: int
    near: Hex | None = None
    own: bool = False
    was: Unit | None = None

    @property
    def counters(self) -> int:
        """The counters of the deadpile that are set aside for it."""
        return self.count

    def side(self, situation: Battle) -> str:
        """Return the German side."""
        return "German"

    def prompt(self, situation: Battle) -> str:
        """Return what is placed, and where."""
        where = (
            "a free town hex"
            if self.near is None
            else f"{name(self.near)} or next to it"
            if self.own
            else f"a hex next to {name(self.near)}"
        )
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
            points = _points(battle)
            regiment = Unit("The regiment", "german", "regiment", "", "", 3, self.near)
            moves = move_answer(battle, regiment, hexagon, points, ())
            if not moves.value:
                return moves
        if battle.at(hexagon):
            steps += stacks(battle, (battalion("", hexagon),), hexagon).steps
        return verdict("It may be placed there.", *steps)

    def room(self, battle: Battle) -> tuple[Hex, ...]:
        """Return the hexes in which the next one may be placed."""
        return tuple(h for h in self.hexes() if self.may(battle, h).value)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield a choice for each hex."""
        for hexagon in self.hexes():
            words, says = f"place {name(hexagon)}", f"Place a battalion in {name(hexagon)}"
            places = partial(self._placed, situation, hexagon)
            why = self.may(situation, hexagon)
            yield towards((hexagon,), words, says, places, "", why)

    def _placed(self, battle: Battle, hexagon: Hex, _roll: Roll) -> Happening:
        return self._put(battle.become(*self._rest), hexagon)

    @property
    def _rest(self) -> tuple[PlaceBattalions, ...]:
        return (replace(self, count=self.count - 1),) if self.count > 1 else ()

    def _put(self, battle: Battle, hexagon: Hex) -> Happening:
        named = free_name(battle)
        unit, says = battalion(named, hexagon), f"{named} was placed in {name(hexagon)}."
        if self.was:
            unit = last_step(self.was, named, hexagon)
            battle, says = battle.renamed(self.was.name, named), f"{self.was.name} becomes {says}"
        after = entered(from_deadpile(battle, unit), unit, (hexagon,))
        dot = Step("Its counter shows the red dot.", CITES["counters-again"])
        text = f"{says} {after.says}".strip()
        return happened(after.battle, text, (dot, *after.steps))

    def later(self, battle: Battle) -> Iterator[Choice]:
        """Yield a choice for each free hex, for battalions that share one for the time being."""
        others = tuple(waiting for waiting in battle.unplaced if waiting != self)
        for hexagon in self.room(battle):

            def effect(_roll: Roll, hexagon: Hex = hexagon) -> Happening:
                return self._put(replace(battle, unplaced=(*others, *self._rest)), hexagon)

            says = f"Place a battalion in {name(hexagon)}"
            why = self.may(battle, hexagon)
            yield Choice(f"place {name(hexagon)}", says, effect, why=why, marks=(hexagon,))

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return what happens where no hex is left: the others are lost, but battalions of a broken
        regiment may share a hex until the phase ends, by the reading battalions-apart.
        """
        if self.room(situation):
            return None
        many = plural(self.count, "battalion")
        if self.own and option(situation, APART) == "phase-end":
            new = replace(situation.back(), unplaced=(*situation.unplaced, self))
            shares = takes(APART, "phase-end")
            return happened(new, f"{capitalized(many)} found no hex of its own yet.", (shares,))
        lost = standard("No hex is free for the others, which are lost.")
        return happened(situation.back(), f"{many} lost.", (lost,))


def _points(battle: Battle) -> Fraction:
    return allowance("german", "regiment", battle.turn, battle.readings).value


def _in_a_town(battle: Battle, hexagon: Hex) -> Iterator[Step]:
    """Yield whether a replacement may come into a town hex (11.4, line 94)."""
    where = "A replacement is placed in an unoccupied town hex that Germans control."
    yield note("replacement-places", where)
    front, code = battle.front(hexagon), name(hexagon)
    if front is not None:
        yield refuses("replacement-places", f"{front.name} stands in {code}.", (hexagon,))
    if hexagon in battle.british_towns:
        yield refuses("replacement-places", f"The British control {code}.", (hexagon,))


def free_towns(battle: Battle) -> tuple[Hex, ...]:
    """Return the unoccupied town hexes that the Germans control (11.4)."""
    return PlaceBattalions(1).room(battle)


@dataclass(frozen=True)
class Replacements(TurnStep):
    """The beginning of a German movement phase: regiments break down, and the die for replacements
    is rolled, in any order; the die may be rolled later in the phase too (11.4, line 92).
    """

    def side(self, situation: Battle) -> str:
        """Return the German side."""
        return "German"

    def prompt(self, situation: Battle) -> str:
        """Return what may be done."""
        return "The phase begins: roll for replacements, or break regiments down first."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that nothing is to be done yet, where no replacement can come."""
        if can_come(situation):
            return None
        found = replacements(6, situation.free_counters, len(free_towns(situation)))
        now = tuple(
            step for step in found.steps if step.op == "cap"
        )  # nothing is lost: no roll yet
        return happened(situation.back(), "No replacement can come now.", now)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the breakdowns, the roll, and going on without it."""
        for unit in situation.of("german"):
            if unit.kind == "regiment":
                yield break_down_choice(situation, unit)
        yield replacements_choice(situation, situation.back())
        later = partial(self._later, situation)
        yield Choice("later", "Move first, and roll for replacements later", later, ends=True)

    def _later(self, battle: Battle, _roll: Roll) -> Happening:
        during = note(
            "replacements", "The die may be rolled at any time during the movement phase."
        )
        return happened(battle.back(), "Replacements are rolled for later.", (during,))


def can_come(battle: Battle) -> bool:
    """Return whether replacements are yet to be rolled for in this phase, and one could come."""
    return not battle.rolled and battle.free_counters > 0 and bool(free_towns(battle))


def replacements_choice(battle: Battle, then: Battle) -> Choice:
    """Return the choice to roll for replacements; ``then`` is the position to go on from."""

    def effect(roll: Roll) -> Happening:
        die = roll(D6, int)
        found = replacements(die, battle.free_counters, len(free_towns(battle)))
        new = replace(then, rolled=True).call(*([PlaceBattalions(found.value)] * (found.value > 0)))
        said = plural(found.value, "battalion")
        return happened(new, f"Replacements: {said}.", found.steps, said)

    return Choice("replacements", "Roll for replacements", effect)


def break_down_choice(battle: Battle, unit: Unit) -> Choice:
    """Return the choice to break a regiment down into battalions, as a German movement phase begins
    (13.1, line 143).
    """
    found = broken(battle, unit)
    count, steps = found.value.battalions, list(found.steps)
    if not battle.free_counters:
        steps.append(refuses("breakdown", "No battalion is in the deadpile to take its place."))

    def effect(_roll: Roll) -> Happening:
        place = PlaceBattalions(count, unit.hex, own=True)
        new = battle.without(unit).call(place)
        return happened(new, f"{unit.name} broke down. {found.headline}", found.steps)

    says = f"Break {unit.name} down into battalions"
    why = verdict(found.headline, *steps)
    return offered(f"break {unit.name}", says, effect, unit.name, why, plural(count, "battalion"))


def broken(battle: Battle, unit: Unit) -> Answer[Broken]:
    """Return what becomes of a regiment that breaks down now."""
    when: Moment = "later" if battle.has_moved else "movement"
    room, counters = len(room_to_break_down(battle, unit)), battle.free_counters
    return break_down(unit.steps, counters, when, room, battle.read_as)


def room_to_break_down(battle: Battle, unit: Unit) -> tuple[Hex, ...]:
    """Return the free hexes in which battalions of a regiment may be placed."""
    return PlaceBattalions(1, unit.place, own=True).room(battle.without(unit))
