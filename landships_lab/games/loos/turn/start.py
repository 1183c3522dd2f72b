"""The situations to start from, made from ``starts.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from landships_lab.core.hexes import Hex
from landships_lab.games.loos.data.strip import Start, forces, starts
from landships_lab.games.loos.rules.book import Army
from .battle import STRIP, Battle, Unit, full_steps, ordered
from .order import begin
from .replacing import REPLACEMENT
from .setup import GermanSetUp


def _units(start: Start) -> Iterator[Unit]:
    """Yield the units of a start: those it places, and those that wait in reserve."""
    placed = {
        named: (_hex(code), n > 0)
        for code, names in start.at.items()
        for n, named in enumerate(names.split())
    }
    for named, kind, division, formation in (*_roster(), *_replacements(placed)):
        if named in placed or division in (*start.reserves, *start.waiting):
            yield _unit(start, named, kind, division, formation, placed)


def _roster() -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, kind, division and formation of every named unit."""
    for division, brigades in forces().british.items():
        for brigade in brigades:
            yield from ((brigade + half, "half-brigade", division, brigade) for half in "ab")
    for kind, of in (("battalion", forces().german), ("regiment", forces().regiments)):
        for division, names in of.items():
            yield from ((named, kind, division, division) for named in names)


def _replacements(placed: Iterable[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the replacement battalions that a start places."""
    return ((named, "battalion", "", "") for named in placed if named.startswith(REPLACEMENT))


def _unit(
    start: Start,
    named: str,
    kind: str,
    division: str,
    formation: str,
    placed: Mapping[str, tuple[Hex, bool]],
) -> Unit:
    where, under = placed.get(named, (None, False))
    steps = start.steps.get(named, full_steps(kind))
    army: Army = "british" if kind == "half-brigade" else "german"
    return Unit(named, army, kind, division, formation, steps, where, under)


def _hex(code: str) -> Hex:
    place = STRIP.grid.place(code)
    assert isinstance(place, Hex)  # the file names hexes only
    return place


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
