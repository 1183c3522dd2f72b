"""What happens to units: lost steps, hexes entered, and the victory that may follow at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Cite
from landships_lab.data.gaps import gap
from landships_lab.games.loos.rules import enters, entry_hexes, victory
from landships_lab.games.loos.rules.book import CITES, name, taken
from landships_lab.games.loos.turn.battle import STRIP, Battle, Unit
from landships_lab.play.turns import Happening, TurnStep

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


def no(text: str, cite: str, *before: Step, marks: tuple[Hex, ...] = ()) -> Answer[bool]:
    """Return the answer that refuses something, with the rule that does."""
    return Answer(False, (*before, Step(text, CITES[cite], "forbids", marks=marks)), text)


def yes(text: str, cite: str, *before: Step) -> Answer[bool]:
    """Return the answer that allows something, with the rule that does."""
    return Answer(True, (*before, Step(text, CITES[cite], "allows")), text)


@dataclass(frozen=True, slots=True)
class After:
    """The position after something, what was said of it, the steps of the rules, and what is still
    to be decided because of it.
    """

    battle: Battle
    says: str = ""
    steps: tuple[Step, ...] = ()
    calls: tuple[TurnStep, ...] = ()


def happened(
    battle: Battle, says: str, steps: Iterable[Step] = (), said: str = "", over: bool = False
) -> Happening:
    """Return what happened, with the victory that it may be (12.1 to 12.3).

    ``over`` says that the turn has been played to its end.
    """
    steps = as_samples(steps)
    if battle.setting_up:
        return Happening(battle, says, steps, said)
    found = _won(
        battle.turn, battle.hexes_of("british"), battle.british_towns, over, battle.readings
    )
    if found.value == "not yet":
        return Happening(battle, says, steps, said)
    return Happening(
        battle.won(found.headline), f"{says} {found.headline}".strip(), (*steps, *found.steps), said
    )


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
    towns change hands as it goes (12.3).
    """
    steps: list[Step] = []
    says = ""
    for hexagon in way:
        battle = battle.put(replace(unit, hex=hexagon, under=unit.under))
        if hexagon not in STRIP.town_hexes and hexagon not in entry_hexes(battle.read_as):
            continue
        before = battle.british_towns
        found = enters(
            replace(battle.facts(), british_units=frozenset()), hexagon, unit.army, battle.read_as
        )
        battle = replace(battle, british_towns=found.value)
        if found.value != before:
            steps += found.steps
            says = f"{says} {found.headline}".strip()
    return After(battle, says, tuple(steps))


def option(battle: Battle, reading: str) -> str:
    """Return the option taken for a reading."""
    return taken(battle.read_as)[reading]


def told(hexes: Iterable[Hex]) -> str:
    """Return the codes of hexes with spaces between."""
    return " ".join(map(name, hexes))
