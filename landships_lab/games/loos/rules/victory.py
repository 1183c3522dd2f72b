"""Victory: at once, or by towns at the end of the last turn (12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import whole
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, plural
from .book import CITES, GRID, READINGS, name, reading_step, taken
from .reserves import LAST_TURN
from .terrain import Army

#: The two entry hexes on which both sentences agree (11.3 and 12.1).
_ENTRY = ("0110", "1201")
#: The reading of what the British trenches are.
BRITISH_TRENCHES = "british-trenches"


def entry_hexes(readings: Given = None) -> frozenset[Hex]:
    """Return the German entry hexes.

    Both sentences agree on two; the third is the reading entry-hex.

    >>> sorted(GRID.code(h) for h in entry_hexes())
    ['0110', '1201', '2306']
    """
    codes = (*_ENTRY, taken(readings)["entry-hex"])
    places = (GRID.place(code) for code in codes)
    return frozenset(h for h in places if isinstance(h, Hex))


def _other_entry(units: Collection[Hex], readings: Given) -> Iterator[Step]:
    """Yield the reading that makes a hex with one of these units no entry hex, where another would
    make it one.
    """
    option = taken(readings)["entry-hex"]
    elsewhere = {other.id for other in READINGS["entry-hex"].options} - {option}
    for hexagon in sorted(units):
        if name(hexagon) in elsewhere:
            read = reading_step("entry-hex", option)
            text = f"{name(hexagon)} is no entry hex by this reading. {read.text}"
            yield replace(read, text=text, marks=(hexagon,))


@dataclass(frozen=True, slots=True)
class Result:
    """How the game stands, in a few words."""

    words: str


@dataclass(frozen=True, slots=True)
class Situation:
    """The facts that decide victory: the hexes of British units, of the British lines and of each
    town, and who holds them.

    ``second_line`` are the hexes behind the front line, which are British trenches by a reading
    only. ``towns`` are the hexes of each town by name; ``british_hexes`` are the town hexes the
    British control. ``turn`` is 0 for Zero Hour, then 1 to 8; ``turn_over`` says that the turn has
    been played to its end.
    """

    turn: int
    british_units: frozenset[Hex]
    front_line: frozenset[Hex]
    towns: Mapping[str, frozenset[Hex]]
    british_hexes: frozenset[Hex] = frozenset()
    turn_over: bool = False
    second_line: frozenset[Hex] = frozenset()


def victory(situation: Situation, readings: Given = None) -> Answer[str]:
    """Return who has won: "British", "German", "draw" or "not yet".

    Source: 12.1 to 12.3 (lines 117-136).

    >>> # a British unit in 1201
    >>> victory(Situation(3, frozenset({Hex(12, -4)}), frozenset(), {})).value
    'British'
    """
    whole("The turn", situation.turn, 0, LAST_TURN)
    entered = situation.british_units & entry_hexes(readings)
    if entered:
        hexagon = min(entered)
        steps: tuple[Step, ...] = (
            Step(
                f"A British unit is in the German entry hex {name(hexagon)}.",
                CITES["british-instant"],
                marks=(hexagon,),
            ),
        )
        if name(hexagon) not in _ENTRY:
            steps = (*steps, reading_step("entry-hex", taken(readings)["entry-hex"]))
        return _won(
            "British", steps, f"The British enter {name(hexagon)}", "British victory at once"
        )
    behind = (*_other_entry(situation.british_units, readings), *_behind(situation, readings))
    if situation.turn > 0 and situation.british_units <= british_trenches(situation, readings):
        step = Step(
            "After Zero Hour, no British unit is outside the British trenches.",
            CITES["german-instant"],
        )
        return _won(
            "German",
            (*behind, step),
            "No British unit is outside its trenches",
            "German victory at once",
        )
    if situation.turn < LAST_TURN or not situation.turn_over:
        step = Step(
            f"Nobody wins at once, so the game goes on to the end of turn {LAST_TURN}.",
            CITES["last-turn"],
        )
        return Answer(
            "not yet", (*behind, step), "Nobody has won yet.", detail=Result("Nobody has won yet")
        )
    answer = _by_towns(situation)
    counts = Step(
        f"Turn {LAST_TURN} is over, so the whole towns in British hands are counted.",
        CITES["last-turn"],
    )
    return replace(answer, steps=(*behind, counts, *answer.steps))


def _won(who: str, steps: tuple[Step, ...], because: str, result: str) -> Answer[str]:
    return Answer(who, steps, f"{because}: {result}.", detail=Result(result))


def british_trenches(situation: Situation, readings: Given = None) -> frozenset[Hex]:
    """Return the hexes of the British trenches: the front line, and by a reading the second line
    too.

    Source: 12.2 (line 123), 11.5 (line 98).
    """
    both = taken(readings)[BRITISH_TRENCHES] == "both-lines"
    return situation.front_line | (situation.second_line if both else frozenset())


def _behind(situation: Situation, readings: Given) -> Iterator[Step]:
    """Yield what the second line counts as, where all units outside the front line stand in it."""
    there = situation.british_units - situation.front_line
    if situation.turn > 0 and there and there <= situation.second_line:
        yield replace(
            reading_step(BRITISH_TRENCHES, taken(readings)[BRITISH_TRENCHES]),
            marks=tuple(sorted(there)),
        )


def _by_towns(situation: Situation) -> Answer[str]:
    steps = []
    whole_towns, british = 0, controlled(situation)
    for town, hexes in situation.towns.items():
        held = len(hexes & british)
        whole_towns += held == len(hexes)
        share = (
            "every hex"
            if held == len(hexes)
            else f"{held or 'none'} of its {plural(len(hexes), 'hex', 'hexes')}"
        )
        steps.append(
            Step(
                f"{town}: the British hold {share}.",
                CITES["town-control"],
                marks=tuple(sorted(hexes)),
            )
        )
    steps = [*_units_in_towns(situation), *steps]
    winner, cite = (
        ("German", "german-towns"),
        ("draw", "draw-towns"),
        ("British", "british-towns"),
    )[min(whole_towns, 2)]
    outcome = "a draw" if winner == "draw" else f"{winner} victory"
    headline = f"The British control {plural(whole_towns, 'whole town')}: {outcome}."
    return Answer(winner, (*steps, Step(headline, CITES[cite])), headline, detail=Result(outcome))


def controlled(situation: Situation) -> frozenset[Hex]:
    """Return the town hexes the British control: those named, and each that a British unit is in,
    since it entered it.

    Source: 12.3 (line 129).
    """
    return situation.british_hexes | (situation.british_units & _town_hexes(situation))


def _town_hexes(situation: Situation) -> frozenset[Hex]:
    return frozenset().union(*situation.towns.values())


def _units_in_towns(situation: Situation) -> Iterator[Step]:
    for hexagon in sorted(controlled(situation) - situation.british_hexes):
        text = f"A British unit stands in {name(hexagon)}: control changed the instant it entered."
        yield Step(text, CITES["town-control"], marks=(hexagon,))


def enters(
    situation: Situation, hexagon: Hex, army: Army, readings: Given = None
) -> Answer[frozenset[Hex]]:
    """Return the town hexes the British control once a unit of this army has entered that hex.

    Control changes at that instant.

    Source: 12.3 (line 129), 12.1 (line 117).

    >>> place = GRID.place
    >>> loos = Situation(
    ...     3, frozenset(), frozenset(), {"Loos": frozenset({place("0604"), place("0605")})}
    ... )
    >>> enters(loos, place("0604"), "british").headline
    'The British control 0604, which is not the whole town.'
    """
    before = controlled(situation)
    steps = [*_units_in_towns(situation)]
    if not before:
        text = "No hex was taken yet: at the start the Germans control every town hex."
        steps.append(Step(text, CITES["town-control"]))
    town = next((hexes for hexes in situation.towns.values() if hexagon in hexes), None)
    steps += _other_entry({hexagon} if army == "british" else (), readings)
    if army == "british" and hexagon in entry_hexes(readings):
        steps.append(
            Step(
                f"{name(hexagon)} is a German entry hex, so the British win at once.",
                CITES["british-instant"],
                marks=(hexagon,),
            )
        )
        if name(hexagon) not in _ENTRY:
            steps.append(reading_step("entry-hex", taken(readings)["entry-hex"]))
    if town is None:
        steps.append(
            Step(
                f"{name(hexagon)} is in no town, so no town hex changes hands.",
                CITES["town-control"],
                marks=(hexagon,),
            )
        )
        return Answer(before, tuple(steps), steps[-1].text)
    after = before | {hexagon} if army == "british" else before - {hexagon}
    who = "British" if army == "british" else "German"
    change = "switches to the British" if army == "british" else "switches back to the Germans"
    whose = f"stays {who}" if after == before else change
    steps.append(
        Step(
            f"Control of {name(hexagon)} {whose} the instant a {who} unit enters.",
            CITES["town-control"],
            marks=(hexagon,),
        )
    )
    if after != before:
        steps.append(Step("A hex may change hands any number of times.", CITES["town-control"]))
    held = town & after
    text = (
        "none of the town"
        if not held
        else "the whole town"
        if held == town
        else f"{_codes(held)}, which is not the whole town"
    )
    return Answer(after, tuple(steps), f"The British control {text}.")


def _codes(hexes: frozenset[Hex]) -> str:
    return listed(name(h) for h in sorted(hexes))
