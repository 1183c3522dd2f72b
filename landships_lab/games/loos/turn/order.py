"""The order of a game: the set-up, Zero Hour and eight turns, and the beginning of each phase (11,
15); and the starting situations from ``starts.toml``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.hexes import Hex
from landships_lab.games.loos.data.strip import Start, forces, starts
from landships_lab.games.loos.rules import deployment, losses, turns
from landships_lab.games.loos.rules.book import LAST_TURN, Army, name, note, takes
from landships_lab.play.turns import Choice, GoesOn, Happening, TurnStep, offered
from .attacks import Aircraft, Declare, Marks, MobileDeclare, MobileFights, Resolve
from .battle import STRIP, Battle, Unit, ordered, phases_of
from .happen import ArmyStep, happened
from .movement import Enter, MobileMove, Move, Release, place_choice
from .reasons import refuses, sample, verdict, yes
from .replacing import REPLACEMENT, Replacements
from .ways import stacks

# --------------------------------------------------------------------------------------- the phases


def begin(battle: Battle) -> Battle:
    """Return the position at the beginning of its phase, with the steps of the phase in order."""
    phase = battle.now_phase
    first = tuple(_steps(battle, phase.name, phase.army))
    none = frozenset[Hex]()
    clean = replace(battle, shells=(), done=none, breached=none, aircraft=None, rolled=False)
    clean = clean.ended("phase ends")
    if phase.name != "mobile combat":
        clean = clean.ended("mobile combat ends")
    return replace(clean, stack=(PhaseOver(), *reversed(first)))


def _steps(battle: Battle, phase: str, army: Army) -> Iterator[TurnStep]:
    match phase:
        case "movement":
            if army == "german":
                yield from _arrivals(battle)
            yield Move(army)
        case "combat":
            yield from (Aircraft(), Marks("attacker"), Marks("defender"), Declare(), Resolve())
        case "mobile movement":
            yield MobileMove(army)
        case "mobile combat":
            yield from (MobileDeclare(army), MobileFights(army))


def _arrivals(battle: Battle) -> Iterator[TurnStep]:
    """Yield how a German movement phase begins: divisions enter, then replacements (11.3, 11.4)."""
    if battle.turn > 0:
        off = (unit for unit in battle.units if unit.army == "german" and unit.hex is None)
        late = {unit.division for unit in off}
        yield from (Enter(division) for division in sorted(late - set(battle.waiting)))
        yield from (Release(division) for division in battle.waiting)
    yield Replacements()


@dataclass(frozen=True)
class PhaseOver(GoesOn):
    """The end of a phase: the next phase or the next turn begins, or the game ends."""

    def by_itself(self, situation: Battle) -> Happening:
        if situation.phase + 1 < len(phases_of(situation.turn)):
            new = begin(replace(situation, phase=situation.phase + 1))
            return happened(new, "", turns.phases(new.turn).steps[1:2])
        if situation.turn == LAST_TURN:
            return happened(situation, "The last turn is over.", over=True)
        new = begin(replace(situation, turn=situation.turn + 1, phase=0, used=(0, 0)))
        once = note("markers", "Each marker may be used once a game turn.")
        return happened(new, f"Turn {new.turn} begins.", (*turns.phases(new.turn).steps[:2], once))


# --------------------------------------------------------------------------------------- the set-up

#: The divisions in the sectors that are not on the strip; the source names two of the four.
ELSEWHERE = {"I": "2nd", "IV": "fourth", "V": "fifth", "VI": "sixth"}
_FREE = yes("Any hex is allowed but those of the British front line.", "german-set-up")
_OWN_SECTOR = yes("A unit stands in its division's sector.", "british-set-up")
#: The reading on whether units may be set up in the second line of a sector.
SET_UP_LINE = "set-up-line"
#: The hexes of both British lines.
_LINES = tuple(h for h in STRIP.hexes if h in STRIP.front_line | STRIP.second_line)


class _SetUp(ArmyStep):
    """An army is set up: its units may be moved between hexes until it is ready."""

    army: ClassVar[Army]
    hexes: ClassVar[tuple[Hex, ...]]
    rule: ClassVar[Answer[bool]]
    ended_early = True

    @abstractmethod
    def may(self, battle: Battle, unit: Unit, hexagon: Hex) -> Answer[bool]:
        """Return whether a unit may be in a hex."""

    @abstractmethod
    def answer(self, battle: Battle) -> Answer[bool]:
        """Return whether the set-up is allowed as it stands."""

    @abstractmethod
    def after(self, battle: Battle) -> Battle:
        """Return the position once the army is ready."""

    def army_of(self, battle: Battle) -> Army:
        return self.army

    def units(self, situation: Battle) -> tuple[str, ...]:
        return tuple(unit.name for unit in self.acting(situation))

    def of(self, battle: Battle, unit: Unit) -> Iterator[Choice]:
        for hexagon in self.hexes:
            if hexagon != unit.hex:
                says, why = f"{unit.name} to {name(hexagon)}", self.may(battle, unit, hexagon)
                yield place_choice(battle, unit, hexagon, says, why, self.rule.steps)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        who = f"The {'Germans' if self.army == 'german' else 'British'} are"
        yield self.ready("ready", f"{who} ready", f"{who} set up.", battle, self.answer(battle))

    def ready(self, words: str, says: str, text: str, battle: Battle, why: Answer[bool]) -> Choice:
        """Return the choice to end the set-up, if this answer allows it."""
        one = offered(words, says, lambda _: happened(self.after(battle), text, why.steps), "", why)
        return replace(one, ends=True)


@dataclass(frozen=True)
class GermanSetUp(_SetUp):
    """The Germans place their battalions (11.2)."""

    start: str
    army, hexes, rule = "german", STRIP.hexes, _FREE
    says = "Begin as they stand, or move battalions, then say that the Germans are ready."

    def answer(self, battle: Battle) -> Answer[bool]:
        places = [unit.place for unit in self.acting(battle)]
        return deployment.check_german_set_up(places, STRIP.front_line)

    def may(self, battle: Battle, unit: Unit, hexagon: Hex) -> Answer[bool]:
        steps, at = list(_FREE.steps), "german-set-up"
        if hexagon in STRIP.front_line:
            text = f"{name(hexagon)} is in the British front line; no German may stand there."
            steps.append(refuses(at, text))
        if battle.at(hexagon):
            steps.append(refuses(at, "No two battalions may be stacked in the set-up."))
        return verdict(_FREE.headline, *steps)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        """Yield the choice to be ready, and one that sets up both sides as the lab does."""
        yield from super().whole(battle)
        second, british = BritishSetUp(), self.after(battle)
        checks = (self.answer(battle), second.answer(british))
        ours = sample("Where both sides stand is ours; move units first to change it.", "the strip")
        why = verdict("Both are set up.", *(step for check in checks for step in check.steps), ours)
        text = "Both sides stand as in our set-up."
        yield second.ready("ours", "Begin with our set-up", text, british, why)

    def after(self, battle: Battle) -> Battle:
        """Return the position with the British in the sample set-up."""
        new = battle.become(BritishSetUp())
        for named, (hexagon, under) in _placed(starts()[self.start]).items():
            unit = new.unit(named)
            if unit is not None and unit.army == "british":
                new = new.put(replace(unit, hex=hexagon, under=under))
        return new


@dataclass(frozen=True)
class BritishSetUp(_SetUp):
    """The British place a division in each sector (11.6)."""

    army, hexes, rule = "british", _LINES, _OWN_SECTOR
    says = "Move units in their sectors, then say that the British are ready."

    def answer(self, battle: Battle) -> Answer[bool]:
        front, lines = battle.hexes_of("british"), STRIP.front.values()
        empty = any(h not in front for line in lines for h in line)
        stacked = any(unit.under for unit in self.acting(battle))
        also = ("empty",) * empty + ("stacked",) * stacked
        return deployment.check_sectors(ELSEWHERE | dict(battle.sectors), also)

    def whole(self, battle: Battle) -> Iterator[Choice]:
        says = "Exchange the two divisions"
        yield Choice("exchange", says, lambda _: self._exchanged(battle), why=_OWN_SECTOR)
        yield from super().whole(battle)

    def may(self, battle: Battle, unit: Unit, hexagon: Hex) -> Answer[bool]:
        sector = next(s for s, division in battle.sectors if division == unit.division)
        at, mans = "british-set-up", f"The {unit.division} Division mans sector {sector}"
        steps = [note(at, f"{mans}.")]
        if hexagon not in (*STRIP.front[sector], *STRIP.second[sector]):
            steps.append(refuses(at, f"{mans}, which ends before that hex."))
        if hexagon in STRIP.second_line:
            line = battle.options[SET_UP_LINE]
            read = takes(SET_UP_LINE, line)
            steps.append(refuses(read) if line == "front-line" else read)
        steps += stacks(battle, (unit,), hexagon).steps
        return verdict("It may stand there.", *steps)

    def _exchanged(self, battle: Battle) -> Happening:
        (one, first), (other, second) = battle.sectors
        across = {
            here: there
            for lines in (STRIP.front, STRIP.second)
            for start, end in ((one, other), (other, one))
            for here, there in zip(lines[start], lines[end], strict=True)
        }
        moved = [replace(unit, hex=across[unit.place]) for unit in battle.of("british")]
        new = replace(battle, sectors=((one, second), (other, first))).put(*moved)
        text = f"The {second} Division mans sector {one}, the {first} Division sector {other}."
        ours = sample("The other four sectors are not on the strip, and are manned.", "the strip")
        return happened(new, text, (*_OWN_SECTOR.steps, ours))

    def after(self, battle: Battle) -> Battle:
        return begin(replace(battle, setting_up=False))


def _hex(code: str) -> Hex:
    place = STRIP.grid.place(code)
    assert isinstance(place, Hex)  # the file names hexes only
    return place


def _placed(start: Start) -> Mapping[str, tuple[Hex, bool]]:
    """Return the hexes of the units that a start places, and whether they are under another."""
    return {
        named: (_hex(code), n > 0)
        for code, names in start.at.items()
        for n, named in enumerate(names.split())
    }


def _units(start: Start) -> Iterator[Unit]:
    """Yield the units of a start: those it places and those in reserve."""
    placed = _placed(start)
    battalions = (named for named in placed if named.startswith(REPLACEMENT))
    replacements = ((named, "battalion", "", "") for named in battalions)
    for named, kind, division, formation in (*_roster(), *replacements):
        if named in placed or division in (*start.reserves, *start.waiting):
            where, under = placed.get(named, (None, False))
            steps = start.steps.get(named, losses.STEPS[kind][0])
            army: Army = "british" if kind == "half-brigade" else "german"
            yield Unit(named, army, kind, division, formation, steps, where, under)


def _roster() -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, kind, division and formation of every named unit."""
    for division, brigades in forces().british.items():
        for brigade in brigades:
            yield from ((brigade + half, "half-brigade", division, brigade) for half in "ab")
    for kind, of in (("battalion", forces().german), ("regiment", forces().regiments)):
        for division, names in of.items():
            yield from ((named, kind, division, division) for named in names)


def _battle(name: str, start: Start) -> Battle:
    battle = Battle(
        units=ordered(_units(start)),
        turn=start.turn,
        deadpile=start.deadpile,
        sectors=tuple(start.sectors.items()),
        waiting=tuple(start.waiting),
        british_towns=frozenset(map(_hex, start.british_towns.split())),
    )
    if start.turn:
        return begin(battle)
    off = [replace(unit, hex=None, under=False) for unit in battle.of("british")]
    return replace(battle.put(*off), setting_up=True, stack=(GermanSetUp(name),))


START: Mapping[str, Battle] = MappingProxyType(
    {name: _battle(name, start) for name, start in starts().items()}
)
