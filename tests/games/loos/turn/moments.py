"""The moments that came for each unit with a move of a game of Loos, told from the positions before
and after it: what the law of lasting marks is held against.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from landships_lab.games.loos.turn.battle import Battle, Unit
from landships_lab.play import Happening, Situation
from tests.games.loos.turn.independent import code

#: The phases of a turn by their names, the British first; Zero Hour begins with the second.
ROUND = ("movement", "combat", "mobile movement", "mobile combat") * 2


def moments(before: Situation, happening: Happening) -> Mapping[str, Iterable[str]]:
    """Return the moments that came for each unit."""
    after = happening.situation
    assert isinstance(before, Battle)
    assert isinstance(after, Battle)
    begun = tuple(_begun(before, after))
    new = {unit.name for unit in after.units} - {unit.name for unit in before.units}
    return {named: ["last step"] for named in new if f"becomes {named}" in happening.says} | {
        unit.name: ["gone"]
        if after.unit(unit.name) is None
        else [*_of_phases(begun), *_of_unit(unit, before, after, happening)]
        for unit in before.units
    }


def _begun(before: Battle, after: Battle) -> Iterator[str]:
    """Yield the names of the phases that began."""
    if before.setting_up:
        if not after.setting_up:
            yield ROUND[1]
        return
    now, then = ((b.turn, b.phase + (b.turn == 0)) for b in (before, after))
    while now < then:
        now = (now[0], now[1] + 1) if now[1] < 7 else (now[0] + 1, 0)
        yield ROUND[now[1]]


def _of_phases(begun: tuple[str, ...]) -> Iterator[str]:
    if begun:
        yield "phase ends"
    if any(name != "mobile combat" for name in begun):
        yield "mobile combat ends"


def _of_unit(unit: Unit, before: Battle, after: Battle, happening: Happening) -> Iterator[str]:
    if unit.attacks and f"attack on {code(unit.attacks)} is called off" in happening.says:
        yield "called off"
    if any(d == unit.division and after.turn >= t + 2 > before.turn for d, _, t in before.placed):
        yield "second turn"
    above = next((u for u in before.units if u.hex == unit.hex and u != unit), None)
    if not unit.under or above is None:
        return
    if happening.words == f"swap {above.name}":
        yield "exchanged"
    now, there = after.unit(unit.name), after.unit(above.name)
    if there is None or now is None or there.hex != now.hex:
        yield "front gone"
