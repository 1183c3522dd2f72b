"""Steps lost and battalions placed: replacements, and regiments that break down (11.4, 13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import plural
from landships_lab.games.loos.rules import break_down, lose_step, replacements
from landships_lab.games.loos.rules.attrition import Broken, Moment
from landships_lab.games.loos.rules.book import CITES, name
from landships_lab.games.loos.rules.forces import Cause
from landships_lab.games.loos.turn.battle import STRIP, Battle, Unit
from landships_lab.games.loos.turn.happen import After, entered, happened, no, standard
from landships_lab.play.turns import Choice, Happening, TurnStep, refused

#: Replacement battalions have these names, with the lowest number that is free.
REPLACEMENT = "R"


def free_name(battle: Battle) -> str:
    """Return the name of the next replacement battalion."""
    used = {unit.name for unit in battle.units}
    return next(named for n in range(1, 99) if (named := f"{REPLACEMENT}{n}") not in used)


def replacement(battle: Battle, hexagon: Hex) -> Battle:
    """Return the position with a battalion of the deadpile in a hex, red dot up (13.2)."""
    new = Unit(free_name(battle), "german", "battalion", "", "", 1, hexagon)
    return replace(battle, deadpile=battle.deadpile - 1).put(new)


def lose(battle: Battle, unit: Unit, cause: Cause) -> After:
    """Return the position after a unit has lost a step: the rule of lost steps (13.1 to 13.3)."""
    stacked = len(battle.at(unit.place)) > 1
    found = lose_step(unit.kind, unit.steps, battle.deadpile, cause, stacked, battle.read_as)
    if found.value == unit.steps:
        return After(battle, f"{unit.name} loses no step.", found.steps)
    if unit.kind == "regiment" and found.value == 1:
        return _to_a_battalion(battle, unit, stacked, found)
    if found.value:
        left = battle.put(replace(unit, steps=found.value))
        return After(left, f"{unit.name} loses a step.", found.steps)
    if unit.kind == "battalion":
        battle = replace(battle, deadpile=battle.deadpile + 1)
    return After(battle.without(unit), f"{unit.name} is eliminated.", found.steps)


def _to_a_battalion(battle: Battle, unit: Unit, stacked: bool, found: Answer[int]) -> After:
    """Return the position with a battalion in the place of a regiment, or next to its stack."""
    rest = battle.without(unit)
    if not stacked:
        new = replacement(rest, unit.place)
        return After(new, f"{unit.name} becomes {free_name(rest)}.", found.steps)
    room = free_hexes(rest, unit.place)
    if not room:
        gone = standard("No hex next to the stack is free, so the last step is lost too.")
        return After(rest, f"{unit.name} is eliminated.", (*found.steps, gone))
    return After(
        rest, f"{unit.name} is down to one step.", found.steps, (PlaceBattalions(1, unit.place),)
    )


def free_hexes(battle: Battle, hexagon: Hex, own: bool = False) -> tuple[Hex, ...]:
    """Return the vacant hexes next to this one that Germans may enter, and itself with ``own``."""
    near = ((hexagon,) if own else ()) + STRIP.neighbours(hexagon)
    return tuple(h for h in near if not battle.at(h) and h not in STRIP.front_line)


def eliminate(battle: Battle, unit: Unit) -> Battle:
    """Return the position after a whole unit is eliminated; battalions go to the deadpile."""
    if unit.kind == "battalion":
        battle = replace(battle, deadpile=battle.deadpile + 1)
    return battle.without(unit)


@dataclass(frozen=True)
class PlaceBattalions(TurnStep):
    """So many battalions of the deadpile are placed: next to a hex, in it or next to it for a
    regiment that broke down (``own``), or in town hexes where there is no hex.
    """

    count: int
    near: Hex | None = None
    own: bool = False

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

    def room(self, battle: Battle) -> tuple[Hex, ...]:
        """Return the hexes in which the next one may be placed."""
        if self.near is None:
            return free_towns(battle)
        return free_hexes(battle, self.near, self.own)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield a choice for each hex."""
        for hexagon in self.room(situation):
            yield self._choice(situation, hexagon)
        if self.near is None:
            for hexagon in sorted(STRIP.town_hexes - set(self.room(situation))):
                yield self._choice(situation, hexagon)

    def _choice(self, battle: Battle, hexagon: Hex) -> Choice:
        words, says = f"place {name(hexagon)}", f"Place a battalion in {name(hexagon)}"
        if hexagon not in self.room(battle):
            why = no(
                "A replacement is placed in an unoccupied town hex that Germans control.",
                "replacement-places",
                marks=(hexagon,),
            )
            return refused(words, says, why)

        def effect(_roll: Roll) -> Happening:
            named = free_name(battle)
            placed = replacement(battle, hexagon)
            unit = placed.unit(named)
            assert unit is not None
            after = entered(placed, unit, (hexagon,))
            new = after.battle.become(*([replace(self, count=self.count - 1)] * (self.count > 1)))
            dot = Step("Its counter shows the red dot.", CITES["counters-again"])
            text = f"{named} was placed in {name(hexagon)}. {after.says}".strip()
            return happened(new, text, (dot, *after.steps))

        return Choice(words, says, effect, marks=(hexagon,))

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice for a hex."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return what happens where no hex is left: the others are lost."""
        if self.room(situation) and situation.deadpile:
            return None
        lost = standard("No hex is free for the others, which are lost.")
        return happened(situation.back(), f"{plural(self.count, 'battalion')} lost.", (lost,))


def free_towns(battle: Battle) -> tuple[Hex, ...]:
    """Return the unoccupied town hexes that the Germans control (11.4)."""
    mine = STRIP.town_hexes - battle.british_towns
    return tuple(h for h in STRIP.hexes if h in mine and not battle.at(h))


@dataclass(frozen=True)
class Replacements(TurnStep):
    """The German die for replacements (11.4, lines 92-94)."""

    def side(self, situation: Battle) -> str:
        """Return the German side."""
        return "German"

    def prompt(self, situation: Battle) -> str:
        """Return what the die decides."""
        return "Roll for replacements: half the die, rounded down."

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that none can come, where no counter or no town hex is free."""
        if situation.deadpile and free_towns(situation):
            return None
        found = replacements(6, situation.deadpile, len(free_towns(situation)))
        return happened(situation.back(), "No replacement can come.", found.steps[2:])

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the roll."""

        def effect(roll: Roll) -> Happening:
            die = roll(D6, int)
            found = replacements(die, situation.deadpile, len(free_towns(situation)))
            new = situation.become(*([PlaceBattalions(found.value)] * (found.value > 0)))
            said = plural(found.value, "battalion")
            return happened(new, f"Replacements: {said}.", found.steps, said)

        yield Choice("replacements", "Roll for replacements", effect)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the roll."""
        return next(self.choices(situation)) if words == ("replacements",) else None


def break_down_choice(battle: Battle, unit: Unit) -> Choice:
    """Return the choice to break a regiment down into battalions, as a German movement phase begins
    (13.1, line 143).
    """
    words, says = f"break {unit.name}", f"Break {unit.name} down into battalions"
    when: Moment = "later" if battle.moved else "movement"
    rest = battle.without(unit)
    room = free_hexes(rest, unit.place, own=True)
    found = break_down(unit.steps, battle.deadpile, when, len(room), battle.read_as)
    if when == "later" or not found.value.battalions:
        return refused(words, says, _refusal(found), unit.name)
    if len(room) < found.value.battalions:
        text = "Some of its battalions would have to share a hex."
        return refused(words, says, no(text, "stacking", *found.steps), unit.name)

    def effect(_roll: Roll) -> Happening:
        new = rest.call(PlaceBattalions(found.value.battalions, unit.hex, own=True))
        return happened(new, f"{unit.name} broke down. {found.headline}", found.steps)

    return Choice(
        words, says, effect, unit.name, found, plural(found.value.battalions, "battalion")
    )


def _refusal(found: Answer[Broken]) -> Answer[Broken]:
    """Return the answer that refuses to break down, with no battalion as the reason if need be."""
    if found.headline and found.value.battalions:
        return found
    if any(step.op == "forbids" for step in found.steps):
        return found
    text = "No battalion is in the deadpile to take its place."
    return Answer(found.value, (*found.steps, Step(text, CITES["breakdown"], "forbids")), text)
