"""The set-up: first the Germans, then the British (11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Hex
from landships_lab.games.loos.data.strip import Start, starts
from landships_lab.games.loos.rules.book import name, note, takes
from landships_lab.games.loos.rules.deployment import check_german_set_up, check_sectors
from landships_lab.play.turns import Choice, Happening, TurnStep, offered
from .battle import STRIP, Battle, Unit
from .happen import happened, option, refuses, sample, towards, verdict, yes
from .movement import set_down
from .order import begin
from .support import read_hex
from .ways import stacks

#: The divisions in the sectors that are not on the strip; the source names two of the four.
ELSEWHERE = {"I": "2nd", "IV": "fourth", "V": "fifth", "VI": "sixth"}
_FREE = yes("Any hex is allowed but those of the British front line.", "german-set-up")
_OWN_SECTOR = yes("A unit stands in its division's sector.", "british-set-up")
#: Whether the second line of a sector is a place to be set up in.
SET_UP_LINE = "set-up-line"
#: The hexes of both British lines.
_LINES = tuple(h for h in STRIP.hexes if h in STRIP.front_line | STRIP.second_line)


@dataclass(frozen=True)
class GermanSetUp(TurnStep):
    """The Germans place their battalions (11.2)."""

    start: str

    def side(self, situation: Battle) -> str:
        """Return the German side."""
        return "German"

    def prompt(self, situation: Battle) -> str:
        """Return what is to be done."""
        return "Move battalions, then say that the Germans are ready."

    def _battalions(self, battle: Battle) -> tuple[Unit, ...]:
        return battle.of("german")

    def answer(self, battle: Battle) -> Answer[bool]:
        """Return whether the set-up is allowed as it stands."""
        places = [unit.place for unit in self._battalions(battle)]
        return check_german_set_up(places, STRIP.front_line)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each hex for each battalion, and the end."""
        for unit in self._battalions(situation):
            yield from (self._choice(situation, unit, h) for h in STRIP.hexes if h != unit.hex)
        yield self._ready(situation)

    def choices_of(self, situation: Battle, unit: str) -> tuple[Choice, ...]:
        """Return the hexes for one battalion, and the end."""
        found = situation.unit(unit)
        if found is None or found.army != "german" or found.hex is None:
            return (self._ready(situation),)
        hexes = (h for h in STRIP.hexes if h != found.hex)
        return (*(self._choice(situation, found, h) for h in hexes), self._ready(situation))

    def units(self, situation: Battle) -> tuple[str, ...]:
        """Return the battalions."""
        return tuple(unit.name for unit in self._battalions(situation))

    def _choice(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        words, says = f"place {unit.name} {name(hexagon)}", f"{unit.name} to {name(hexagon)}"
        steps = list(_FREE.steps)
        if hexagon in STRIP.front_line:
            text = f"{name(hexagon)} is in the British front line; no German may stand there."
            steps.append(refuses("german-set-up", text))
        if battle.at(hexagon):
            text = "No two battalions may be stacked in the set-up."
            steps.append(refuses("german-set-up", text))
        places = partial(self._placed, battle, unit, hexagon)
        return towards((hexagon,), words, says, places, unit.name, verdict(_FREE.headline, *steps))

    def _placed(self, battle: Battle, unit: Unit, hexagon: Hex, _roll: Roll) -> Happening:
        new = battle.put(replace(unit, hex=hexagon))
        return happened(new, f"{unit.name} is in {name(hexagon)}.", _FREE.steps)

    def _ready(self, battle: Battle) -> Choice:
        why = self.answer(battle)
        ends = partial(self._ends, battle, why)
        return replace(offered("ready", "The Germans are ready", ends, "", why), ends=True)

    def _ends(self, battle: Battle, why: Answer[bool], _roll: Roll) -> Happening:
        return happened(
            british_placed(battle.become(BritishSetUp()), starts()[self.start]),
            "The Germans are set up.",
            why.steps,
        )

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a battalion and a hex, or the end."""
        if words == ("ready",):
            return self._ready(situation)
        unit = situation.unit(words[1]) if len(words) == 3 else None
        hexagon = read_hex(words, "place", unit.name) if unit else None
        if unit is None or unit.army != "german" or hexagon in (None, unit.hex):
            return None
        assert hexagon is not None
        return self._choice(situation, unit, hexagon)


def british_placed(battle: Battle, start: Start) -> Battle:
    """Return the position with the British where the sample set-up has them."""
    for code, names in start.at.items():
        hexagon = next(h for h in STRIP.hexes if name(h) == code)
        for n, named in enumerate(names.split()):
            unit = battle.unit(named)
            if unit is not None and unit.army == "british":
                battle = battle.put(replace(unit, hex=hexagon, under=n > 0))
    return battle


@dataclass(frozen=True)
class BritishSetUp(TurnStep):
    """The British place a division in each sector (11.6)."""

    def side(self, situation: Battle) -> str:
        """Return the British side."""
        return "British"

    def prompt(self, situation: Battle) -> str:
        """Return what is to be done."""
        return "Move units in their sectors, then say that the British are ready."

    def answer(self, battle: Battle) -> Answer[bool]:
        """Return whether every sector is manned."""
        divisions = ELSEWHERE | dict(battle.sectors)
        front = battle.hexes_of("british")
        lines = STRIP.front.values()
        empty = any(h not in front for line in lines for h in line)
        stacked = any(unit.under for unit in battle.of("british"))
        return check_sectors(divisions, ("empty",) * empty + ("stacked",) * stacked)

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each hex for each unit, the exchange of the two divisions, and the end."""
        for unit in situation.of("british"):
            yield from self._of(situation, unit)
        yield from self._both(situation)

    def choices_of(self, situation: Battle, unit: str) -> tuple[Choice, ...]:
        """Return the hexes for one unit, and the choices of the whole side."""
        found = situation.unit(unit)
        own = self._of(situation, found) if found and found.hex is not None else ()
        return (*own, *self._both(situation))

    def _of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        if unit.army == "british":
            for hexagon in _LINES:
                if hexagon != unit.hex:
                    yield self._choice(battle, unit, hexagon)

    def _both(self, battle: Battle) -> Iterator[Choice]:
        exchanges = partial(self._exchanged, battle)
        yield Choice("exchange", "Exchange the two divisions", exchanges, why=_OWN_SECTOR)
        yield self._ready(battle)

    def _ready(self, battle: Battle) -> Choice:
        why = self.answer(battle)
        ends = partial(self._ends, battle, why)
        return Choice("ready", "The British are ready", ends, why=why, ends=True)

    def _choice(self, battle: Battle, unit: Unit, hexagon: Hex) -> Choice:
        words, says = f"place {unit.name} {name(hexagon)}", f"{unit.name} to {name(hexagon)}"
        sector = next(s for s, division in battle.sectors if division == unit.division)
        steps = [note("british-set-up", f"The {unit.division} Division mans sector {sector}.")]
        if hexagon not in (*STRIP.front[sector], *STRIP.second[sector]):
            text = f"The {unit.division} Division mans sector {sector}, which ends before that hex."
            steps.append(refuses("british-set-up", text))
        if hexagon in STRIP.second_line:
            taken = option(battle, SET_UP_LINE)
            read = takes(SET_UP_LINE, taken)
            steps.append(refuses(read) if taken == "front-line" else read)
        steps += stacks(battle, (unit,), hexagon).steps
        places = partial(self._placed, battle, unit, hexagon)
        why = verdict("It may stand there.", *steps)
        return towards((hexagon,), words, says, places, unit.name, why)

    def _placed(self, battle: Battle, unit: Unit, hexagon: Hex, _roll: Roll) -> Happening:
        new = set_down(battle, unit, hexagon)
        return happened(new, f"{unit.name} is in {name(hexagon)}.", _OWN_SECTOR.steps)

    def _exchanged(self, battle: Battle, _roll: Roll) -> Happening:
        (one, first), (other, second) = battle.sectors
        across = {
            **dict(zip(STRIP.front[one], STRIP.front[other], strict=True)),
            **dict(zip(STRIP.front[other], STRIP.front[one], strict=True)),
            **dict(zip(STRIP.second[one], STRIP.second[other], strict=True)),
            **dict(zip(STRIP.second[other], STRIP.second[one], strict=True)),
        }
        moved = [replace(unit, hex=across[unit.place]) for unit in battle.of("british")]
        new = replace(battle, sectors=((one, second), (other, first))).put(*moved)
        text = f"The {second} Division mans sector {one}, the {first} Division sector {other}."
        ours = sample("The other four sectors are not on the strip, and are manned.", "the strip")
        return happened(new, text, (*_OWN_SECTOR.steps, ours))

    def _ends(self, battle: Battle, why: Answer[bool], _roll: Roll) -> Happening:
        return happened(
            begin(replace(battle, setting_up=False)), "The British are set up.", why.steps
        )

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a unit and a hex, the exchange, or the end."""
        if len(words) == 1:
            return next((c for c in self._both(situation) if c.words == words[0]), None)
        unit = situation.unit(words[1]) if len(words) == 3 else None
        hexagon = read_hex(words, "place", unit.name) if unit else None
        if unit is None or unit.army != "british" or unit.hex is None or hexagon is None:
            return None
        if hexagon not in _LINES or hexagon == unit.hex:
            return None
        return self._choice(situation, unit, hexagon)
