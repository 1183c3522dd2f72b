"""What the steps of a turn share: how choices are made, the words for what happens, and an
immediate victory.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.core.hexes import Hex
from landships_lab.games.loos.rules.book import Army, name
from landships_lab.games.loos.rules.turns import enters, entry_hexes, victory
from landships_lab.play.turns import Choice, Effect, Happening, TurnStep, UnitsStep, offered
from .battle import ARMY_NAMES, STRIP, Battle, Readings, Unit
from .reasons import as_samples, ours

#: A rule of the lab: the text is silent on the order of units that meet in a hex.
JOINS = "A unit that joins another goes under it, as its reserve line."


# ---------------------------------------------------------------------------------------- the steps


class SideStep(TurnStep):
    """A decision of one army: of the one whose phase it is, unless `army_of` says otherwise."""

    says: ClassVar[str] = ""

    def army_of(self, battle: Battle) -> Army:
        """Return the army that decides."""
        return battle.army

    def side(self, situation: Battle) -> str:
        return ARMY_NAMES[self.army_of(situation)]

    def prompt(self, situation: Battle) -> str:
        return self.says


class ArmyStep(UnitsStep, SideStep):
    """A decision for each unit of an army; it ``passes`` at once if none has anything to choose."""

    passes: ClassVar[bool] = False

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        return battle.of(self.army_of(battle))

    def by_itself(self, situation: Battle) -> Happening | None:
        return step_over(situation) if self.passes and self.idle(situation) else None

    def idle(self, battle: Battle) -> bool:
        """Return whether no unit has anything to choose."""
        each = (choice for unit in self.acting(battle) for choice in self.of(battle, unit))
        return not any(choice.legal for choice in each)


def step_over(battle: Battle, says: str = "", steps: Iterable[Step] = ()) -> Happening:
    """Return the end of the present step."""
    return happened(battle.back(), says, steps)


def ends(
    battle: Battle, words: str, says: str, text: str, unit: str = "", steps: tuple[Step, ...] = ()
) -> Choice:
    """Return the choice that ends the present step."""
    return Choice(words, says, lambda _: step_over(battle, text, steps), unit, ends=True)


def called_off(battle: Battle, offers: tuple[Choice, ...], what: str) -> Happening | None:
    """Return the end of the combats of a phase, when no allowed one is left."""
    if any(choice.legal for choice in offers):
        return None
    steps = tuple(step for choice in offers if choice.why for step in choice.why.steps)
    return step_over(battle, f"Called off: {what}." if offers else "", steps)


def hex_choice(
    place: Hex,
    verb: str,
    says: str,
    effect: Effect,
    unit: str,
    why: Answer[bool],
    expects: str = "",
    through: tuple[Hex, ...] = (),
) -> Choice:
    """Return the choice of a place, for a unit unless this is "", if the answer allows it."""
    words = " ".join(filter(None, (verb, unit, name(place))))
    return offered(words, says, effect, unit, why, expects, marks=(place, *through))


def read_hex(words: tuple[str, ...], *before: str) -> Hex | None:
    """Return the hex of the strip named after these words, or None."""
    if words[:-1] != before or not words:
        return None
    return next((h for h in STRIP.hexes if name(h) == words[-1]), None)


# ------------------------------------------------------------------------------------- what happens


@dataclass(frozen=True, slots=True)
class After:
    """The position after an event, a sentence about it, the steps of the rules, and the decisions
    that it requires.
    """

    battle: Battle
    says: str = ""
    steps: tuple[Step, ...] = ()
    calls: tuple[TurnStep, ...] = ()

    @property
    def called(self) -> Battle:
        """The position with the required decisions on its stack."""
        return self.battle.call(*self.calls)

    def happens(self, before: str, steps: Iterable[Step] = (), outcome: str = "") -> Happening:
        """Return what happened, with what is said and shown before it."""
        says = f"{before} {self.says}".strip()
        return happened(self.called, says, (*steps, *self.steps), outcome)

    def goes(self, verb: str, unit: Unit, steps: Iterable[Step] = ()) -> Happening:
        """Return what happened to a unit, with the place where it is then."""
        place = name(self.battle.the(unit.name).place)
        return self.happens(f"{unit.name} {verb} {place}.", steps)


def happened(
    battle: Battle, says: str, steps: Iterable[Step] = (), outcome: str = "", over: bool = False
) -> Happening:
    """Return what happened, with a victory if it brings one (12); ``over`` as in `won`."""
    steps = as_samples(steps)
    end = None if battle.setting_up or battle.over else won(battle, over)
    if end is None:
        return Happening(battle, says, steps, outcome)
    return Happening(
        _over(battle, end), f"{says} {end.headline}".strip(), (*steps, *end.steps), outcome
    )


def _over(battle: Battle, victory: Answer[str]) -> Battle:
    return battle.won(victory.headline, "" if victory.value == "draw" else victory.value)


def won(battle: Battle, over: bool = False) -> Answer[str] | None:
    """Return the victory, or None; ``over`` says that the turn has been played to its end."""
    british, towns = battle.hexes_of("british"), battle.british_towns
    end = _won(battle.turn, british, towns, over, battle.readings)
    return None if end.value == "not yet" else end


@lru_cache(maxsize=1024)
def _won(
    turn: int, british: frozenset[Hex], towns: frozenset[Hex], over: bool, readings: Readings
) -> Answer[str]:
    facts = Battle(turn=turn).facts(over)
    return victory(replace(facts, british_units=british, british_hexes=towns), dict(readings))


def entered(battle: Battle, unit: Unit, way: tuple[Hex, ...], event: str = "") -> After:
    """Return the position after a unit has entered these hexes one by one; by an ``event`` it goes
    under a unit that it joins. Towns change hands on the way, and a victory stops the unit where it
    happens (12.1 to 12.3).
    """
    steps: list[Step] = []
    says, joins = "", event and way and battle.at(way[-1])
    for hexagon in way:
        battle = battle.put(replace(unit, hex=hexagon))
        if hexagon in STRIP.town_hexes:
            facts = replace(battle.facts(), british_units=frozenset())
            answer = enters(facts, hexagon, unit.army, battle.read_as)
            if answer.value != battle.british_towns:
                steps += answer.steps
                says = f"{says} {answer.headline}".strip()
            battle = replace(battle, british_towns=answer.value)
        if (victory := won(battle)) is not None:
            steps += victory.steps
            says = f"{says} {victory.headline}".strip()
            return After(_over(battle, victory), says, tuple(steps))
    if joins:
        battle = battle.marking(unit.name, event, under=True)
        steps.append(ours(JOINS, "the order of a stack"))
    return After(battle, says, tuple(steps))


@lru_cache(maxsize=256)
def prizes(army: Army, british_towns: frozenset[Hex], readings: Readings) -> frozenset[Hex]:
    """Return the hexes that an army gains by entering: enemy towns, and German entry hexes."""
    if army == "german":
        return british_towns
    return (STRIP.town_hexes - british_towns) | entry_hexes(dict(readings))
