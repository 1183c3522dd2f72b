"""The German supply of men: regiments that break down, the deadpile, replacements and reinforcements (11.3, 11.4, 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.data.gaps import gap
from landships_lab.rules.loos.book import CITES, counted, whole
from landships_lab.rules.loos.reserves import LAST_TURN

#: Battalions in the deadpile when the game begins (11.2), and battalions in all (11.2 and 13.2).
FIRST_DEADPILE = 2
BATTALIONS = 29
#: German movement phases: one in Zero Hour and one in each of eight turns.
MOVEMENT_PHASES = 9

REPLACEMENT_ODDS: Odds[int] = D6.map(lambda die: die // 2)


def replacements(die: int, deadpile: int, towns: int) -> Answer[int]:
    """How many replacement battalions come this turn: half a die, rounded down, as far as counters and town hexes reach?

    ``deadpile`` is the number of battalion counters free, ``towns`` that of unoccupied town hexes the Germans control.
    Source: 11.4 (lines 92-94).

    >>> replacements(5, deadpile=2, towns=4).value, replacements(6, deadpile=2, towns=4).value
    (2, 2)
    """
    whole("a roll", die, 1, 6)
    whole("a number of counters", deadpile, 0, BATTALIONS)
    whole("a number of town hexes", towns, 0, 99)
    received = die // 2
    steps = [Step(f"Half of {die}, rounded down, is {received}.", CITES["replacements"], "start", Fraction(received))]
    if deadpile < received:
        steps.append(Step(f"Only {counted(deadpile, 'counter')} free; the rest is lost.", CITES["replacements"], "cap", Fraction(deadpile)))
    if towns < min(received, deadpile):
        text = f"Only {counted(towns, 'town hex', 'town hexes')} to place them in; they cannot be kept for later."
        steps.append(Step(text, CITES["replacement-places"], "cap", Fraction(towns)))
    value = min(received, deadpile, towns)
    return Answer(value, tuple(steps), f"{counted(value, 'battalion')} received.")


def received_odds(lost_each_turn: Sequence[int], deadpile: int = FIRST_DEADPILE) -> tuple[Odds[int], ...]:
    """How likely is each number of replacements received in all, after each German movement phase?

    ``lost_each_turn`` are the battalions that fall into the deadpile before each of the phases. A replacement is lost where
    the deadpile is empty. Source: 11.4 (line 92), 13.2 (lines 147-151).

    >>> [odds.mean for odds in received_odds([0, 0, 0])]
    [Fraction(4, 3), Fraction(11, 6), Fraction(53, 27)]
    """
    whole("a number of movement phases", len(lost_each_turn), 1, MOVEMENT_PHASES)
    whole("a number of counters", deadpile, 0, BATTALIONS)
    state: Odds[tuple[int, int]] = certain((deadpile, 0))  # counters free, replacements received so far
    told = []
    for lost in lost_each_turn:
        whole("a number of battalions lost", lost, 0, BATTALIONS)

        def received(before: tuple[int, int], lost: int = lost) -> Odds[tuple[int, int]]:
            free = min(before[0] + lost, BATTALIONS)
            return REPLACEMENT_ODDS.map(lambda came: (free - min(came, free), before[1] + min(came, free)))

        state = state.then(received)
        told.append(state.map(lambda pair: pair[1]))
    return tuple(told)


@dataclass(frozen=True, slots=True)
class Broken:
    """A regiment broken down: the battalions that take its place, and the steps lost for want of counters."""

    battalions: int
    steps_lost: int


def break_down(steps: int, deadpile: int) -> Answer[Broken]:
    """What becomes of a regiment with two or three steps that breaks down into battalions? It can never be formed again.

    Source: 13.1 (line 143).

    >>> break_down(3, deadpile=2).value
    Broken(battalions=2, steps_lost=1)
    """
    whole("the steps of a regiment that breaks down", steps, 2, 3)
    whole("a number of counters", deadpile, 0, BATTALIONS)
    battalions = min(steps, deadpile)
    told = [
        Step(f"A battalion for each of {counted(steps, 'step')}, out of the deadpile.", CITES["breakdown"], "start", Fraction(steps)),
        Step("They are placed in the regiment's hex or next to it.", CITES["breakdown"]),
    ]
    if battalions < steps:
        text = f"Only {counted(deadpile, 'counter')} in the deadpile: {counted(steps - battalions, 'step')} lost."
        told.append(Step(text, CITES["breakdown"], "cap", Fraction(deadpile)))
    return Answer(Broken(battalions, steps - battalions), tuple(told), f"{counted(battalions, 'battalion')}, {steps - battalions} lost.")


def released(die: int, span: tuple[int, int] | None) -> Answer[bool | Gap]:
    """Is a German division released by this roll? ``span`` is its printed range for the turn, which is not in the source.

    Source: 11.3 (line 86).

    >>> released(3, (1, 4)).value, bool(released(3, None).value)
    (True, False)
    """
    whole("a roll", die, 1, 6)
    if span is None:
        lost = gap("loos", "release-spans")
        return Answer(lost, (Step("The span is not in the source.", lost.cite, "note", lost),), lost.question)
    lowest, highest = _span(span)
    within = lowest <= die <= highest
    text = f"{die} is {'within' if within else 'not within'} {lowest} to {highest}: {'released' if within else 'not released'}."
    return Answer(within, (Step(text, CITES["release"], "allows" if within else "forbids"),), text)


def _span(given: object) -> tuple[int, int]:
    """Which span of rolls is it, the lowest and the highest? `ValueError` for anything else."""
    if not isinstance(given, tuple) or len(given) != 2:
        raise ValueError(f"{given!r} is no span of rolls; one is written (1, 4), the lowest and the highest.")
    lowest, highest = whole("the lowest roll of a span", given[0], 1, 6), whole("the highest roll of a span", given[1], 1, 6)
    if lowest > highest:
        raise ValueError(f"{given!r} is no span of rolls; the lowest comes first, as in ({highest}, {lowest}).")
    return lowest, highest


NEVER = 0


def release_odds(spans: Mapping[int, tuple[int, int]]) -> Odds[int]:
    """How likely is a division released in each turn, and how likely never (0)? One roll a turn, in rising order of turns.

    ``spans`` gives for each turn, 1 to 8, the lowest and highest roll that releases it; the reader supplies them. In Zero Hour
    nobody rolls: it has the first of the German movement phases. Source: 11.3 (line 86).

    >>> release_odds({1: (1, 2), 2: (1, 3)}).p(0)
    Fraction(1, 3)
    """
    odds: Odds[int] = certain(NEVER)
    for turn in spans:
        whole("a turn of release", turn, 1, LAST_TURN)
    for turn, (lowest, highest) in sorted((turn, _span(span)) for turn, span in spans.items()):
        hit = D6.chance(range(lowest, highest + 1).__contains__)
        rolled = Odds({turn: hit.numerator, NEVER: hit.denominator - hit.numerator})
        odds = odds.then({before: certain(before) if before else rolled for before in odds.outcomes}.__getitem__)
    return odds
