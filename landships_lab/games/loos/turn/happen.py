"""What the steps of a turn share: how choices are made, the words for what happens, and an
immediate victory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import ClassVar

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Cite
from landships_lab.games.loos.rules.book import BOOK, Army, allow, lost, name, note, refusal
from landships_lab.games.loos.rules.turns import enters, entry_hexes, victory
from landships_lab.play.turns import Choice, Effect, Happening, TurnStep, offered, refused
from .battle import ARMY_NAMES, STRIP, Battle, Unit

#: A rule of the lab: the text is silent on the order of units that meet in a hex.
JOINS = "A unit that joins another goes under it, as its reserve line."


# ---------------------------------------------------------------------------------------- the steps


class ArmyStep(TurnStep):
    """A decision of an army: for each of its units (`of`), and as a whole (`whole`). It ``passes``
    at once if no unit has anything to choose.
    """

    says: ClassVar[str] = ""
    passes: ClassVar[bool] = False

    def army_of(self, battle: Battle) -> Army:
        """Return the army that decides: the one whose phase it is."""
        return battle.army

    def of(self, _battle: Battle, _unit: Unit) -> Iterable[Choice]:
        """Return the choices of one unit."""
        return ()

    def whole(self, _battle: Battle) -> Iterable[Choice]:
        """Return the choices of the whole side."""
        return ()

    def side(self, situation: Battle) -> str:
        return ARMY_NAMES[self.army_of(situation)]

    def prompt(self, situation: Battle) -> str:
        return self.says

    def by_itself(self, situation: Battle) -> Happening | None:
        over = self.passes and self.idle(situation)
        return happened(situation.back(), "") if over else None

    def acting(self, battle: Battle) -> tuple[Unit, ...]:
        """Return the units that may have a choice."""
        return battle.of(self.army_of(battle))

    def choices(self, situation: Battle) -> Iterator[Choice]:
        for unit in self.acting(situation):
            yield from self.of(situation, unit)
        yield from self.whole(situation)

    def choices_of(self, situation: Battle, unit: str) -> tuple[Choice, ...]:
        return tuple(self._each_of(situation, unit))

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        text, unit = " ".join(words), words[1] if len(words) > 1 else ""
        return next((c for c in self._each_of(situation, unit) if c.words == text), None)

    def _each_of(self, battle: Battle, named: str) -> Iterator[Choice]:
        mine = (unit for unit in self.acting(battle) if unit.name == named)
        own = chain.from_iterable(self.of(battle, unit) for unit in mine)
        return chain(own, self.whole(battle))

    def idle(self, battle: Battle) -> bool:
        """Return whether no unit has anything to choose."""
        each = (choice for unit in self.acting(battle) for choice in self.of(battle, unit))
        return not any(choice.legal for choice in each)


def ends(
    battle: Battle, words: str, says: str, text: str, unit: str = "", steps: tuple[Step, ...] = ()
) -> Choice:
    """Return the choice that ends the present step."""

    def effect(_roll: Roll) -> Happening:
        return happened(battle.back(), text, steps)

    return Choice(words, says, effect, unit, ends=True)


def called_off(battle: Battle, offers: tuple[Choice, ...], what: str) -> Happening | None:
    """Return the end of the combats of a phase, when no allowed one is left."""
    if any(choice.legal for choice in offers):
        return None
    steps = tuple(step for choice in offers if choice.why for step in choice.why.steps)
    return happened(battle.back(), f"Called off: {what}." if offers else "", steps)


def barred(words: str, says: str, why: Answer[bool], unit: str = "") -> Choice:
    """Return a choice that is barred as long as this answer says no."""

    def effect(_roll: Roll) -> Happening:
        raise AssertionError(f"nothing bars {words!r}, and nothing says what comes of it")

    return offered(words, says, effect, unit, why)


def hex_choice(
    hexes: tuple[Hex, ...],
    words: str,
    says: str,
    effect: Effect,
    unit: str,
    why: Answer[bool],
    expects: str = "",
) -> Choice:
    """Return the choice as `offered` does, with the hexes that it leads to if it is allowed."""
    if not why.value:
        return refused(words, says, why, unit)
    return Choice(words, says, effect, unit, why, expects, marks=hexes)


def read_hex(words: tuple[str, ...], *before: str) -> Hex | None:
    """Return the hex of the strip named after these words, or None."""
    if words[:-1] != before or not words:
        return None
    return next((h for h in STRIP.hexes if name(h) == words[-1]), None)


# -------------------------------------------------------------------------------------- the reasons


def sample(text: str, what: str) -> Step:
    """Return the step for a sample value of this project, used because the source prints none."""
    return note(Cite("A sample", what, kind="sample"), text)


def standard(text: str) -> Step:
    """Return the step on what replaces a standard rule here, which the source does not print."""
    return sample(text, "the standard rules")


def open_question(text: str) -> Step:
    """Return the step that leaves a question to the players, because only the standard rules, which
    are not in the source, could decide it.
    """
    return lost("standard-rules", text)


def ours(text: str, what: str) -> Step:
    """Return the step for a decision of this project's own, which the rules do not print."""
    return note(Cite("landships_lab", what, kind="ours"), text)


def as_samples(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return these steps with the supplied values named as samples. In the panels a reader supplies
    them.
    """
    return tuple(
        replace(step, cite=Cite("A sample", step.cite.section, kind="sample"))
        if step.cite.kind == "supplied"
        else step
        for step in steps
    )


def refuses(at: str | Step, text: str = "", marks: tuple[Hex, ...] = ()) -> Step:
    """Return a step that forbids: by a rule with its citation, or one of our own steps."""
    if isinstance(at, Step):
        return replace(at, op="forbids")
    return allow(at, False, text, marks=marks)


def verdict(says: str, *steps: Step) -> Answer[bool]:
    """Return the answer that these steps lead to: the first that forbids gives the reason,
    otherwise ``says`` is the headline.
    """
    return Answer(bool(judge(steps)), steps, refusal(steps, says))


def no(text: str, cite: str, *before: Step) -> Answer[bool]:
    """Return the answer that refuses something, with the rule that does."""
    return verdict(text, *before, refuses(cite, text))


def yes(text: str, cite: str) -> Answer[bool]:
    """Return the answer that allows something, with the rule that does."""
    return verdict(text, allow(cite, True, text))


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

    def sentence(self, verb: str, unit: Unit) -> str:
        """Return a sentence on what a unit did, where it is then, and what else happened."""
        place = name(self.battle.the(unit.name).place)
        return f"{unit.name} {verb} {place}. {self.says}".strip()


def happened(
    battle: Battle, says: str, steps: Iterable[Step] = (), outcome: str = "", over: bool = False
) -> Happening:
    """Return what happened, with a victory if it brings one (12.1 to 12.3).

    ``over`` says that the turn has been played to its end.
    """
    steps = as_samples(steps)
    end = None if battle.setting_up or battle.over else won(battle, over)
    if end is None:
        return Happening(battle, says, steps, outcome)
    says = f"{says} {end.headline}".strip()
    return Happening(battle.won(end.headline, _side(end)), says, (*steps, *end.steps), outcome)


def _side(victory: Answer[str]) -> str:
    """Return the side that wins by a victory, "" for a draw."""
    return "" if victory.value == "draw" else victory.value


def won(battle: Battle, over: bool = False) -> Answer[str] | None:
    """Return the victory in a position, or None. ``over`` says that the turn has been played to its
    end.
    """
    british, towns = battle.hexes_of("british"), battle.british_towns
    end = _won(battle.turn, british, towns, over, battle.readings)
    return None if end.value == "not yet" else end


Readings = tuple[tuple[str, str], ...]


@lru_cache(maxsize=1024)
def _won(
    turn: int, british: frozenset[Hex], towns: frozenset[Hex], over: bool, readings: Readings
) -> Answer[str]:
    facts = Battle(turn=turn).facts(over)
    return victory(replace(facts, british_units=british, british_hexes=towns), dict(readings))


def entered(battle: Battle, unit: Unit, way: Iterable[Hex]) -> After:
    """Return the position after a unit has entered these hexes one by one.

    Towns change hands on the way, and a victory stops the unit where it happens (12.1 to 12.3).
    """
    steps: list[Step] = []
    says = ""
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
            says = f"{says} {victory.headline}".strip()
            return After(
                battle.won(victory.headline, _side(victory)), says, (*steps, *victory.steps)
            )
    return After(battle, says, tuple(steps))


@lru_cache(maxsize=256)
def prizes(army: Army, british_towns: frozenset[Hex], readings: Readings) -> frozenset[Hex]:
    """Return the hexes that an army gains by entering: towns that would change hands, and for the
    British the German entry hexes.
    """
    if army == "german":
        return british_towns
    return (STRIP.town_hexes - british_towns) | entry_hexes(dict(readings))


def option(battle: Battle, reading: str) -> str:
    """Return the chosen option of a reading."""
    return _options(battle.readings)[reading]


@lru_cache(maxsize=64)
def _options(readings: Readings) -> Mapping[str, str]:
    return BOOK.options(dict(readings))
