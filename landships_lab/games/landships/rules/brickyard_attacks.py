"""Attacks in scenario 19.26 that the article only names: the fire of artillery modules off the
board, close assault, and who suffers what.
"""

from __future__ import annotations

from collections.abc import Iterable

from landships_lab.core.answer import Telling, judged
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.data.gaps import gap as missing
from landships_lab.data.load import chosen
from .book import RANGE_READING, at, forbid, hexes, lost, name, note
from .brickyard import FOG, Standing
from .brickyard_squads import squad_may
from .ground import indirect_fire_reaches
from .ranges import range_hexes

ARTILLERY, ASSAULT = (
    missing("landships", "off-board-artillery"),
    missing("landships", "close-assault"),
)


def struck(target: Hex, units: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return the counters on the ground that suffer indirect fire at this hex: those in it and on
    its hexsides, of both sides.

    Source: Twelve Point Facing, Combat (line 119).
    """
    reached = indirect_fire_reaches(target)
    return tuple(u for u in units if u.place in reached and u.of.kind != "aircraft")


@judged
def may_shell(
    module: Standing, target: Hex, units: Iterable[Standing], given: Given = None
) -> Telling:
    """Return whether an artillery module off the board may fire at this hex: a `Gap`, for its rules
    are in the base game, or a no where only its own side would suffer.

    ``units`` are all counters on the board. `ValueError` for an unknown reading or option. Source:
    Scenario 19.26 (lines 133-135 and 143); Twelve Point Facing, Combat (lines 115-119).

    >>> from landships_lab.games.landships.rules.brickyard import SCENARIO
    >>> place = SCENARIO.grid.place
    >>> fo = Standing("ger-fo", 1, place("5706"))
    >>> may_shell(Standing("ger-artillery", 1), place("5809"), [fo]).headline
    'The FO is 4 hexes off; how a module fires is in the base game.'
    """
    units = tuple(units)
    yield note(
        "german-reinforcements", "Three modules off the board serve the Germans from turn 1 on."
    )
    found = struck(target, units)
    on_sides = [u.name for u in found if u.place != target]
    if on_sides:
        yield note("indirect-fire", f"On its hexsides suffers as well: {listed(on_sides)}.")
    if found and all(u.of.side == module.of.side for u in found):
        text = f"Units fire at enemies; {at(target)} and on its hexsides is only its own side."
        yield forbid("fire-arcs", bad=True, text=text)
        return f"{capitalized(name(target))} holds no enemy, only its own side: it may not fire."
    observer = next((u for u in units if u.of.kind == "observer" and u.place is not None), None)
    told = "No FO is left on the board"
    if observer is not None and observer.place is not None:
        reading = chosen("landships", given)[RANGE_READING]
        away = range_hexes(observer.place, target, reading)
        told = f"The FO is {hexes(away)} off"
        sees = "within" if away <= FOG else "beyond"
        text = f"{told}, {sees} the {FOG} hexes at which it can spot in the ground fog."
        yield note("fog", text, marks=(observer.place, target))
    else:
        yield note("german-set-up", f"{told}.")
    yield lost("off-board-artillery", ARTILLERY.question, marks=(target,))
    return f"{told}; how a module fires is in the base game."


def caught(target: Place, units: Iterable[Standing]) -> tuple[Standing, ...]:
    """Return the squads that are removed where a close assault is fought in this place.

    Source: Scenario 19.26, special rules (line 139).
    """
    return tuple(u for u in units if u.place == target and u.of.kind == "squad")


@judged
def may_assault(unit: Standing, target: Place, units: Iterable[Standing]) -> Telling:
    """Return whether a counter may close in on the enemies in this place: a squad never, others by
    the rules of the base game, a `Gap`. Squads that are caught up in it are removed.

    ``units`` are all counters on the board. Source: Scenario 19.26, special rules (line 139).

    >>> may_assault(Standing("ger-squad", 1), Hex(0, 0), []).value
    False
    """
    if unit.of.kind == "squad":
        answer = squad_may("close-assault")
        yield from answer.steps
        return answer.headline
    gone = caught(target, units)
    if gone:
        text = f"Caught up in it and removed: {listed(u.name for u in gone)}."
        yield note("assault-squads", text, marks=(target,))
    yield lost("close-assault", ASSAULT.question, marks=(target,))
    removed = f"; {plural(len(gone), 'squad is', 'squads are')} removed" if gone else ""
    return f"How a close assault goes is in the base game{removed}."
