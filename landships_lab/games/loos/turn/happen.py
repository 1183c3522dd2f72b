"""What happens to units: lost steps, hexes entered, and the victory that may follow at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Cite
from landships_lab.data.gaps import gap
from landships_lab.games.loos.rules.book import BOOK, Army, allow, name
from landships_lab.games.loos.rules.turns import enters, entry_hexes, victory
from landships_lab.play.turns import Choice, Effect, Happening, TurnStep, offered, refused
from .battle import STRIP, Battle, Unit

#: What is ours: the print has no word on the order of units that meet in a hex.
JOINS = "A unit that joins another goes under it, as its reserve line."
STANDARD_GAP = gap("loos", "standard-rules")


def sample(text: str, what: str) -> Step:
    """Return the step that takes a value of this project's own, because the source prints none."""
    return Step(text, Cite("A sample", what, kind="sample"))


def standard(text: str) -> Step:
    """Return the step that says what is taken here in place of a standard rule, which the source
    does not print.
    """
    return sample(text, "the standard rules")


def open_question(text: str) -> Step:
    """Return the step that leaves something to the players, because only the standard rules, which
    the source does not print, could decide it.
    """
    return Step(text, STANDARD_GAP.cite, "note", STANDARD_GAP)


def as_samples(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return these steps with the values that a reader of the panels supplies named as the samples
    that they are here.
    """
    return tuple(
        replace(step, cite=Cite("A sample", step.cite.section, kind="sample"))
        if step.cite.kind == "supplied"
        else step
        for step in steps
    )


def ours(text: str, what: str) -> Step:
    """Return the step for a decision of this project's own, which the rules do not print."""
    return Step(text, Cite("landships_lab", what, kind="ours"))


def refuses(at: str | Step, text: str = "", marks: tuple[Hex, ...] = ()) -> Step:
    """Return a step that forbids: by a rule with its citation, or one of our own steps."""
    if isinstance(at, Step):
        return replace(at, op="forbids")
    return allow(at, False, text, marks=marks)


def verdict(says: str, *steps: Step) -> Answer[bool]:
    """Return what these steps come to: the first that forbids says why, otherwise this sentence."""
    why = next((step.text for step in steps if step.op == "forbids"), says)
    return Answer(bool(judge(steps)), steps, why)


def no(text: str, cite: str, *before: Step, marks: tuple[Hex, ...] = ()) -> Answer[bool]:
    """Return the answer that refuses something, with the rule that does."""
    return verdict(text, *before, refuses(cite, text, marks))


def yes(text: str, cite: str, *before: Step) -> Answer[bool]:
    """Return the answer that allows something, with the rule that does."""
    return verdict(text, *before, allow(cite, True, text))


def barred(words: str, says: str, why: Answer[bool], unit: str = "") -> Choice:
    """Return the choice that a rule bars as long as this answer says no."""

    def effect(_roll: Roll) -> Happening:
        raise AssertionError(f"nothing bars {words!r}, and nothing says what comes of it")

    return offered(words, says, effect, unit, why)


def towards(
    hexes: tuple[Hex, ...],
    words: str,
    says: str,
    effect: Effect,
    unit: str,
    why: Answer[bool],
    expects: str = "",
) -> Choice:
    """Return the choice as `offered` does, with the hexes that it leads to where it is allowed."""
    if not why.value:
        return refused(words, says, why, unit)
    return Choice(words, says, effect, unit, why, expects, marks=hexes)


@dataclass(frozen=True, slots=True)
class After:
    """The position after something, what was said of it, the steps of the rules, and what is still
    to be decided because of it.
    """

    battle: Battle
    says: str = ""
    steps: tuple[Step, ...] = ()
    calls: tuple[TurnStep, ...] = ()

    def place_of(self, named: str) -> str:
        """Return the code of the hex in which a unit stands then."""
        unit = self.battle.unit(named)
        assert unit is not None  # it has just gone there
        return name(unit.place)


def happened(
    battle: Battle, says: str, steps: Iterable[Step] = (), said: str = "", over: bool = False
) -> Happening:
    """Return what happened, with the victory that it may be (12.1 to 12.3).

    ``over`` says that the turn has been played to its end.
    """
    steps = as_samples(steps)
    found = None if battle.setting_up or battle.over else won(battle, over)
    if found is None:
        return Happening(battle, says, steps, said)
    return Happening(
        battle.won(found.headline), f"{says} {found.headline}".strip(), (*steps, *found.steps), said
    )


def won(battle: Battle, over: bool = False) -> Answer[str] | None:
    """Return the victory that a position is, or None; ``over`` says that the turn has been played
    to its end.
    """
    found = _won(
        battle.turn, battle.hexes_of("british"), battle.british_towns, over, battle.readings
    )
    return None if found.value == "not yet" else found


@lru_cache(maxsize=1024)
def _won(
    turn: int,
    british: frozenset[Hex],
    towns: frozenset[Hex],
    over: bool,
    readings: tuple[tuple[str, str], ...],
) -> Answer[str]:
    facts = Battle(turn=turn).facts(over)
    return victory(replace(facts, british_units=british, british_hexes=towns), dict(readings))


def entered(battle: Battle, unit: Unit, way: Iterable[Hex]) -> After:
    """Return the position after a unit has entered these hexes one by one and stands in the last:
    towns change hands as it goes, and a victory stops it where it comes about (12.1 to 12.3).
    """
    steps: list[Step] = []
    says = ""
    for hexagon in way:
        battle = battle.put(replace(unit, hex=hexagon))
        before = battle.british_towns
        if hexagon in STRIP.town_hexes:
            facts = replace(battle.facts(), british_units=frozenset())
            found = enters(facts, hexagon, unit.army, battle.read_as)
            battle = replace(battle, british_towns=found.value)
            if found.value != before:
                steps += found.steps
                says = f"{says} {found.headline}".strip()
        victory = won(battle)
        if victory is not None:
            says = f"{says} {victory.headline}".strip()
            return After(battle.won(victory.headline), says, (*steps, *victory.steps))
    return After(battle, says, tuple(steps))


@lru_cache(maxsize=256)
def prizes(
    army: Army, british_towns: frozenset[Hex], readings: tuple[tuple[str, str], ...]
) -> frozenset[Hex]:
    """Return the hexes that an army likes to enter on its way: towns that would change hands, and
    for the British the German entry hexes.
    """
    if army == "german":
        return british_towns
    return (STRIP.town_hexes - british_towns) | entry_hexes(dict(readings))


def option(battle: Battle, reading: str) -> str:
    """Return the option taken for a reading."""
    return _options(battle.readings)[reading]


@lru_cache(maxsize=64)
def _options(readings: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return BOOK.options(dict(readings))
