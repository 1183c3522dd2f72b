"""Games of the Brickyard that the tests of its play share, as lists of moves."""

from collections.abc import Iterable, Mapping
from typing import Any

from landships_lab.core.dice import Thrown
from landships_lab.games.landships.turn import START, Clock, take
from landships_lab.play import Happening, Situation

#: The AA gun as a truck in 5810, and its drive onto a hexside of the Brickyard.
TRUCK = {"scenario-hex-6810": "5810", "gun-on-truck": "vehicle"}
ONTO_HEXSIDE = ["drive brit-aa-1", *["left"] * 3, "drift 5809/5810"]
#: Who holds each town hex when the last turns begin, and a platoon that destroys them.
HELD = {
    "5809": ("ger-infantry-6-1", "brit-infantry-4-1", "brit-infantry-3-2"),
    "5908": ("ger-infantry-6-2", "brit-infantry-4-2", "brit-infantry-3-3"),
    "5909": ("ger-infantry-6-3", "brit-infantry-4-3", "brit-mg-1"),
    "5910": ("ger-infantry-6-4", "brit-infantry-3-1"),
}


def after(name: str, *moves: str, readings: Mapping[str, str] | None = None) -> Clock:
    """Return the game after these moves."""
    situation: Any = START[name].with_readings(readings or {})
    for words in moves:
        situation = take(situation, words, Thrown()).situation
    assert isinstance(situation, Clock)
    return situation


def shots() -> Iterable[str]:
    """Yield the shots that clear the Brickyard, each of which destroys all in its hex."""
    for place, (firer, *targets) in HELD.items():
        yield f"fire {firer} small-arms {place}"
        yield from (f"and {target} destroyed" for target in targets[:-1])
        yield f"result {targets[-1]} destroyed"


def to_the_end(fourth: str, *, bristol: bool = False, drive: Iterable[str] = ()) -> list[str]:
    """Return the moves of the last two turns up to the last British fire: the Germans clear the
    Brickyard and walk in, the ``fourth`` counter into 5910.
    """
    walkers = ["ger-infantry-6-1", "ger-infantry-6-2", "ger-infantry-6-3", fourth]
    return [
        *["end", "end", "dismount ger-squad-2 5811", "end", "end", *shots(), "end"],
        *["enter brit-bristol-1 5809" if bristol else "end", *drive, *["end"] * 5],
        *(f"walk {unit} {place}" for unit, place in zip(walkers, HELD, strict=True)),
        *["end"] * (3 if bristol else 4),
        *["end"] * bool(drive),
    ]


def moments(before: Situation, happening: Happening) -> Mapping[str, Iterable[str]]:
    """Return the moments of the table of marks that came with a move."""
    after_it = happening.situation
    assert isinstance(before, Clock)
    assert isinstance(after_it, Clock)
    gone = {unit.id for unit in before.units} - {unit.id for unit in after_it.units}
    turn = ["turn"] * (before.turn != after_it.turn)
    thrown = ["out"] if happening.words == "throw" else []  # what a throw may say of a squad
    return {
        unit.id: ["gone"]
        if unit.id in gone
        else [*turn, *thrown, *["tank lost"] * (unit.aboard in gone)]
        for unit in before.units
    }
