"""The order of play: Zero Hour, then eight turns, the British first (15), movement allowances; and
victory, at once or by towns at the end (12).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, Telling, chanced
from landships_lab.core.checks import whole
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, plural
from .book import (
    BOOK,
    GRID,
    LAST_TURN,
    READINGS,
    Army,
    name,
    note,
    notes,
    start,
    take,
    takes,
    times,
)

# ------------------------------------------------------------------------------------------- phases

#: The four phases of a player's turn that the exclusive rules name; their order is that of the
#: standard rules.
PHASES = ("movement", "combat", "mobile movement", "mobile combat")


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of one army in one turn; turn 0 is Zero Hour."""

    turn: int
    army: Army
    name: str


def phases(turn: int) -> Answer[tuple[Phase, ...]]:
    """Return the phases of this turn in order. Zero Hour begins with the British combat phase.

    The order of the four phases is reconstructed from the sentences that name them; the standard
    rules are not in the source.

    >>> [phase.name for phase in phases(0).value][:2], len(phases(3).value)
    (['combat', 'mobile movement'], 8)
    """
    turn = whole("The turn", turn, 0, LAST_TURN)
    armies: tuple[Army, Army] = ("british", "german")
    order = tuple(Phase(turn, army, phase) for army in armies for phase in PHASES)
    fights = "Each player moves and fights, then moves and fights with reserves alone."
    steps = [note("first-player", "The British are the first player."), note("phases", fights)]
    if turn == 0:
        order = order[1:]
        markers = "All 10 artillery markers and the observation marker go on the British track."
        steps += notes(
            "begin",
            "The turn marker begins in the Zero Hour box.",
            "Before it the Germans set up, then the British.",
            markers,
        )
        halved = "German movement allowances are halved in Zero Hour."
        steps.append(note("zero-hour", "Zero Hour begins with the British combat phase."))
        steps.append(note("zero-hour-movement", halved))
    has = f"{f'Turn {turn}' if turn else 'Zero Hour'} has {len(order)} phases"
    headline = f"{has}; the British {order[0].name} phase comes first."
    return Answer(order, tuple(steps), headline)


@chanced
def movement_allowance(army: Army, printed: int, turn: int, readings: Given = None) -> Telling:
    """Return the movement points of a unit this turn.

    ``printed`` is on its counter, which is not in the source. The reading half-points decides how
    half of an odd allowance is rounded.

    >>> movement_allowance("german", 5, 0).value, movement_allowance("british", 5, 0).value
    (Fraction(5, 2), Fraction(5, 1))
    """
    printed = whole("The movement allowance", printed, 0, 99)
    turn = whole("The turn", turn, 0, LAST_TURN)
    yield start("factors", printed, f"The counter says {printed}.")
    if army == "german" and turn == 0:
        half = Fraction(1, 2)
        yield times("zero-hour-movement", half, "German allowances are halved in Zero Hour.")
        if printed % 2:
            option = BOOK.options(readings)["half-points"]
            if option == "up":
                yield takes("half-points", option, "add", half)
            else:
                yield takes("half-points", option, "floor" if option == "down" else "reads")
    return lambda value: f"The unit has {plural(value, 'movement point')}."


# -------------------------------------------------------------------------------------- entry hexes

#: The two entry hexes on which both sentences agree (11.3 and 12.1).
_ENTRY = ("0110", "1201")
#: The reading of what the British trenches are.
BRITISH_TRENCHES = "british-trenches"


def entry_hexes(readings: Given = None) -> frozenset[Hex]:
    """Return the German entry hexes: both sentences agree on two, and the reading entry-hex decides
    the third.

    >>> sorted(GRID.code(h) for h in entry_hexes())
    ['0110', '1201', '2306']
    """
    places = (GRID.place(code) for code in (*_ENTRY, BOOK.options(readings)["entry-hex"]))
    return frozenset(h for h in places if isinstance(h, Hex))


def _other_entry(units: Collection[Hex], readings: Given) -> Iterator[Step]:
    """Yield the reading under which a hex with one of these units is not an entry hex, if another
    reading makes it one.
    """
    read = take("entry-hex", readings)
    chosen = BOOK.options(readings)["entry-hex"]
    elsewhere = {other.id for other in READINGS["entry-hex"].options} - {chosen}
    for h in sorted(units):
        if name(h) in elsewhere:
            text = f"{name(h)} is no entry hex by this reading. {read.text}"
            yield replace(read, text=text, marks=(h,))


def _on_entry(hexagon: Hex, text: str, readings: Given) -> Iterator[Step]:
    """Yield the step that the British are in an entry hex, with the reading that decides the third
    one.
    """
    yield note("british-instant", text, marks=(hexagon,))
    if name(hexagon) not in _ENTRY:
        yield take("entry-hex", readings)


# ------------------------------------------------------------------------------------------ victory


@dataclass(frozen=True, slots=True)
class Result:
    """How the game stands, in a few words."""

    words: str


@dataclass(frozen=True, slots=True)
class Situation:
    """The facts that decide victory: the hexes of British units, of the British lines and of each
    town, and who holds them.

    ``second_line`` are the hexes behind the front line, which count as British trenches under one
    reading only. ``towns`` are the hexes of each town by name; ``british_hexes`` are the town hexes
    the British control. ``turn`` is 0 for Zero Hour, then 1 to 8; ``turn_over`` says that the turn
    has been played to its end.
    """

    turn: int
    british_units: frozenset[Hex]
    front_line: frozenset[Hex]
    towns: Mapping[str, frozenset[Hex]]
    british_hexes: frozenset[Hex] = frozenset()
    turn_over: bool = False
    second_line: frozenset[Hex] = frozenset()

    @property
    def entered(self) -> frozenset[Hex]:
        """The town hexes with British units in them, which the British control since
        they entered.
        """
        return self.british_units & frozenset[Hex]().union(*self.towns.values())

    @property
    def controlled(self) -> frozenset[Hex]:
        """The town hexes the British control: those listed, and each with a British unit in it."""
        return self.british_hexes | self.entered

    def british_trenches(self, readings: Given = None) -> frozenset[Hex]:
        """Return the hexes of the British trenches: the front line and, under one reading, the
        second line.
        """
        both = BOOK.options(readings)[BRITISH_TRENCHES] == "both-lines"
        return self.front_line | (self.second_line if both else frozenset())


def victory(situation: Situation, readings: Given = None) -> Answer[str]:
    """Return who has won: "British", "German", "draw" or "not yet".

    >>> # a British unit in 1201
    >>> victory(Situation(3, frozenset({Hex(12, -4)}), frozenset(), {})).value
    'British'
    """
    whole("The turn", situation.turn, 0, LAST_TURN)
    units, later = situation.british_units, situation.turn > 0
    if entered := units & entry_hexes(readings):
        hexagon = min(entered)
        text = f"A British unit is in the German entry hex {name(hexagon)}."
        steps = tuple(_on_entry(hexagon, text, readings))
        return _won("British", steps, f"The British enter {name(hexagon)}")
    behind = (*_other_entry(units, readings), *_behind(situation, readings))
    if later and units <= situation.british_trenches(readings):
        text = "After Zero Hour, no British unit is outside the British trenches."
        steps = (*behind, note("german-instant", text))
        return _won("German", steps, "No British unit is outside its trenches")
    if situation.turn < LAST_TURN or not situation.turn_over:
        on = "Nobody wins at once, so the game goes on to the end of turn"
        steps = (*behind, note("last-turn", f"{on} {LAST_TURN}."))
        waits = Result("Nobody has won yet")
        return Answer("not yet", steps, "Nobody has won yet.", detail=waits)
    return _by_towns(situation, behind)


def _won(who: str, steps: tuple[Step, ...], because: str) -> Answer[str]:
    result = f"{who} victory at once"
    return Answer(who, steps, f"{because}: {result}.", detail=Result(result))


def _behind(situation: Situation, readings: Given) -> Iterator[Step]:
    """Yield what the second line counts as, if all units outside the front line are in it."""
    there = situation.british_units - situation.front_line
    if situation.turn > 0 and there and there <= situation.second_line:
        yield replace(take(BRITISH_TRENCHES, readings), marks=tuple(sorted(there)))


def _by_towns(situation: Situation, behind: tuple[Step, ...]) -> Answer[str]:
    over = f"Turn {LAST_TURN} is over, so the whole towns in British hands are counted."
    steps = [*behind, note("last-turn", over), *_units_in_towns(situation)]
    whole_towns, british = 0, situation.controlled
    for town, hexes in situation.towns.items():
        held = len(hexes & british)
        whole_towns += held == len(hexes)
        some = f"{held or 'none'} of its {plural(len(hexes), 'hex', 'hexes')}"
        share = "every hex" if held == len(hexes) else some
        text = f"{town}: the British hold {share}."
        steps.append(note("town-control", text, marks=tuple(sorted(hexes))))
    winner = ("German", "draw", "British")[min(whole_towns, 2)]
    result = "a draw" if winner == "draw" else f"{winner} victory"
    headline = f"The British control {plural(whole_towns, 'whole town')}: {result}."
    steps.append(note(f"{winner.lower()}-towns", headline))
    return Answer(winner, tuple(steps), headline, detail=Result(result))


def _units_in_towns(situation: Situation) -> Iterator[Step]:
    for h in sorted(situation.entered - situation.british_hexes):
        text = f"A British unit stands in {name(h)}: control changed the instant it entered."
        yield note("town-control", text, marks=(h,))


def enters(
    situation: Situation, hexagon: Hex, army: Army, readings: Given = None
) -> Answer[frozenset[Hex]]:
    """Return the town hexes the British control once a unit of this army has entered that hex:
    control changes at that instant.

    >>> place = GRID.place
    >>> loos = Situation(
    ...     3, frozenset(), frozenset(), {"Loos": frozenset({place("0604"), place("0605")})}
    ... )
    >>> enters(loos, place("0604"), "british").headline
    'The British control 0604, which is not the whole town.'
    """
    before, british, at = situation.controlled, army == "british", "town-control"
    steps, here = [*_units_in_towns(situation)], (hexagon,)
    if not before:
        none = "No hex was taken yet: at the start the Germans control every town hex."
        steps.append(note(at, none))
    steps += _other_entry(here if british else (), readings)
    if british and hexagon in entry_hexes(readings):
        text = f"{name(hexagon)} is a German entry hex, so the British win at once."
        steps += _on_entry(hexagon, text, readings)
    town = next((hexes for hexes in situation.towns.values() if hexagon in hexes), None)
    if town is None:
        text = f"{name(hexagon)} is in no town, so no town hex changes hands."
        return Answer(before, (*steps, note(at, text, marks=here)), text)
    after = before | {hexagon} if british else before - {hexagon}
    who = "British" if british else "German"
    change = "switches to the British" if british else "switches back to the Germans"
    whose = f"stays {who}" if after == before else change
    text = f"Control of {name(hexagon)} {whose} the instant a {who} unit enters."
    steps.append(note(at, text, marks=here))
    if after != before:
        steps.append(note(at, "A hex may change hands any number of times."))
    held = town & after
    some = f"{listed(map(name, sorted(held)))}, which is not the whole town"
    what = "the whole town" if held == town else some if held else "none of the town"
    return Answer(after, tuple(steps), f"The British control {what}.")
