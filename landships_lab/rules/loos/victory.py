"""Who has won: at once, or by towns at the end of the last turn (12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from landships_lab.core.answer import Answer, Step
from landships_lab.core.hexes import Hex
from landships_lab.data.load import chosen
from landships_lab.rules.loos.book import CITES, GRID, counted, name, read_as, whole
from landships_lab.rules.loos.reserves import LAST_TURN

#: The two entry hexes on which both sentences agree (11.3 and 12.1).
_ENTRY = ("0110", "1201")


def entry_hexes(readings: Mapping[str, str] | None = None) -> frozenset[Hex]:
    """Which are the German entry hexes? Two are agreed; the third is the reading entry-hex.

    >>> sorted(GRID.code(h) for h in entry_hexes())
    ['0110', '1201', '2306']
    """
    codes = (*_ENTRY, chosen("loos", readings)["entry-hex"])
    places = (GRID.place(code) for code in codes)
    return frozenset(h for h in places if isinstance(h, Hex))


@dataclass(frozen=True, slots=True)
class Situation:
    """What victory depends on: where British units stand, which hexes are British trenches, and who holds each town's hexes.

    ``towns`` are the hexes of each town by name; ``british_hexes`` are the town hexes the British control. ``turn`` is 0 for
    Zero Hour, then 1 to 8; ``turn_over`` says that the turn has been played to its end.
    """

    turn: int
    british_units: frozenset[Hex]
    front_line: frozenset[Hex]
    towns: Mapping[str, frozenset[Hex]]
    british_hexes: frozenset[Hex] = frozenset()
    turn_over: bool = False


def victory(situation: Situation, readings: Mapping[str, str] | None = None) -> Answer[str]:
    """Who has won: "British", "German", "draw", or "not yet" anyone?

    Source: 12.1 to 12.3 (lines 117-136).

    >>> victory(Situation(3, frozenset({Hex(12, -4)}), frozenset(), {})).value       # a British unit in 1201
    'British'
    """
    whole("a turn", situation.turn, 0, LAST_TURN)
    taken = chosen("loos", readings)
    entered = situation.british_units & entry_hexes(readings)
    if entered:
        hexagon = min(entered)
        steps: tuple[Step, ...] = (
            Step(f"A British unit is in the German entry hex {name(hexagon)}.", CITES["british-instant"], marks=(hexagon,)),
        )
        if name(hexagon) not in _ENTRY:
            steps = (*steps, read_as("entry-hex", taken["entry-hex"]))
        return Answer("British", steps, f"British victory at once: {name(hexagon)} is entered.")
    if situation.turn > 0 and situation.british_units <= situation.front_line:
        step = Step("After Zero Hour no British unit stands outside the British trenches.", CITES["german-instant"])
        return Answer("German", (step,), "German victory at once: no British unit is outside its trenches.")
    if situation.turn < LAST_TURN or not situation.turn_over:
        step = Step(f"Nobody has won at once, and the game goes on to the end of turn {LAST_TURN}.", CITES["last-turn"])
        return Answer("not yet", (step,), "Nobody has won yet.")
    return _by_towns(situation)


def _by_towns(situation: Situation) -> Answer[str]:
    steps = []
    whole_towns = 0
    for town, hexes in situation.towns.items():
        held = hexes <= situation.british_hexes
        whole_towns += held
        says = "the British hold every hex" if held else f"the British hold {len(hexes & situation.british_hexes)} of {len(hexes)} hexes"
        steps.append(Step(f"{town}: {says}.", CITES["town-control"], marks=tuple(sorted(hexes))))
    winner, cite = (("German", "german-towns"), ("draw", "draw-towns"), ("British", "british-towns"))[min(whole_towns, 2)]
    said = f"{counted(whole_towns, 'whole town')} British: {'a draw' if winner == 'draw' else f'{winner} victory'}."
    return Answer(winner, (*steps, Step(said, CITES[cite])), said)


def enters(situation: Situation, hexagon: Hex, army: str) -> frozenset[Hex]:
    """Which town hexes are British once a unit of this army has entered that hex? Control changes at that instant.

    Source: 12.3 (line 129).
    """
    if not any(hexagon in hexes for hexes in situation.towns.values()):
        return situation.british_hexes
    return situation.british_hexes | {hexagon} if army == "british" else situation.british_hexes - {hexagon}
