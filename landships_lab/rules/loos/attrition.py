"""German replacements: regiments that break down, the deadpile, replacement battalions and reinforcements (11.3, 11.4, 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.gaps import gap
from landships_lab.rules.loos.book import CITES
from landships_lab.rules.loos.reserves import LAST_TURN

#: Battalions in the deadpile when the game begins (11.2), and all battalions (11.2 and 13.2).
FIRST_DEADPILE = 2
BATTALIONS = 29
#: German movement phases: one in Zero Hour and one in each of eight turns.
MOVEMENT_PHASES = 9

REPLACEMENT_ODDS: Odds[int] = D6.map(lambda die: die // 2)


def replacements(die: int, deadpile: int, towns: int) -> Answer[int]:
    """Return the replacement battalions of a turn: half a die, rounded down, limited by counters and by town hexes.

    ``deadpile`` is the number of battalion counters free, ``towns`` that of unoccupied town hexes the Germans control.
    Source: 11.4 (lines 92-94).

    >>> replacements(5, deadpile=2, towns=4).value, replacements(6, deadpile=2, towns=4).value
    (2, 2)
    """
    die = whole("The roll", die, 1, 6)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    towns = whole("The number of town hexes", towns, 0, 99)
    received = die // 2
    steps = [Step(f"Half of {die}, rounded down, is {received}.", CITES["replacements"], "start", Fraction(received))]
    if deadpile < received:
        free = capitalized(plural(deadpile, "counter"))
        text = f"{free} {'is' if deadpile == 1 else 'are'} free; the rest is lost."
        steps.append(Step(text, CITES["replacements"], "cap", Fraction(deadpile)))
    if towns < min(received, deadpile):
        places = capitalized(plural(towns, "town hex", "town hexes"))
        text = f"{places} can take them; they cannot be kept for a later turn."
        steps.append(Step(text, CITES["replacement-places"], "cap", Fraction(towns)))
    value = min(received, deadpile, towns)
    return Answer(value, tuple(steps), f"The Germans receive {plural(value, 'battalion')}.")


def received_odds(lost_each_turn: Sequence[int], deadpile: int = FIRST_DEADPILE) -> tuple[Odds[int], ...]:
    """Return the odds of all replacements received so far, after each German movement phase.

    ``lost_each_turn`` are the battalions that fall into the deadpile before each of the phases. A replacement is lost where
    the deadpile is empty. Source: 11.4 (line 92), 13.2 (lines 147-151).

    >>> [odds.mean for odds in received_odds([0, 0, 0])]
    [Fraction(4, 3), Fraction(11, 6), Fraction(53, 27)]
    """
    whole("The number of movement phases", len(lost_each_turn), 1, MOVEMENT_PHASES)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    state: Odds[tuple[int, int]] = certain((deadpile, 0))  # counters free, replacements received so far
    totals = []
    for given in lost_each_turn:
        lost = whole("The number of battalions lost", given, 0, BATTALIONS)

        def received(before: tuple[int, int], lost: int = lost) -> Odds[tuple[int, int]]:
            free = min(before[0] + lost, BATTALIONS)
            return REPLACEMENT_ODDS.map(lambda came: (free - min(came, free), before[1] + min(came, free)))

        state = state.then(received)
        totals.append(state.map(lambda pair: pair[1]))
    return tuple(totals)


@dataclass(frozen=True, slots=True)
class Broken:
    """A regiment broken down: the battalions that take its place, and the steps lost for want of counters."""

    battalions: int
    steps_lost: int


def break_down(steps: int, deadpile: int) -> Answer[Broken]:
    """Return what becomes of a regiment with two or three steps that breaks down into battalions. It can never be formed again.

    Source: 13.1 (line 143).

    >>> break_down(3, deadpile=2).value
    Broken(battalions=2, steps_lost=1)
    """
    steps = whole("The number of steps of a regiment that breaks down", steps, 2, 3)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    battalions, lost = min(steps, deadpile), max(0, steps - deadpile)
    reasons = [
        Step(f"A battalion from the deadpile replaces each of its {steps} steps.", CITES["breakdown"], "start", Fraction(steps)),
        Step("The battalions are placed in the regiment's hex or next to it.", CITES["breakdown"]),
    ]
    headline = f"{_NUMBERS[battalions]} {'battalion replaces' if battalions < 2 else 'battalions replace'} it"
    if lost:
        text = f"The deadpile holds {plural(deadpile, 'counter')}: {plural(lost, 'step')} {'is' if lost == 1 else 'are'} lost."
        reasons.append(Step(text, CITES["breakdown"], "cap", Fraction(deadpile)))
        headline += f"; {_NUMBERS[lost].lower()} {'step is' if lost == 1 else 'steps are'} lost because no counter is left"
    return Answer(Broken(battalions, lost), tuple(reasons), f"{headline}.")


_NUMBERS = ("No", "One", "Two", "Three")


def released(die: int, span: tuple[int, int] | None) -> Answer[bool | Gap]:
    """Return whether this roll releases a German division. ``span`` is its printed range for the turn, which is not in the source.

    Source: 11.3 (line 86).

    >>> released(3, (1, 4)).value, bool(released(3, None).value)
    (True, False)
    """
    die = whole("The roll", die, 1, 6)
    if span is None:
        missing = gap("loos", "release-spans")
        step = Step("The span is not in the source.", missing.cite, "note", missing)
        return Answer(missing, (step,), "The source does not say which rolls release it; choose a span.")
    lowest, highest = _span(span)
    within = lowest <= die <= highest
    text = f"A roll of {die} is {'' if within else 'not '}within {lowest} to {highest}: the division is {'' if within else 'not '}released."
    return Answer(within, (Step(text, CITES["release"], "allows" if within else "forbids"),), text)


def _span(given: object) -> tuple[int, int]:
    """Return the lowest and the highest roll of a span."""
    if not isinstance(given, tuple) or len(given) != 2:
        raise ValueError(f"{given!r} is not a span of rolls; a span is written (1, 4), the lowest and the highest.")
    lowest, highest = whole("The lowest roll of a span", given[0], 1, 6), whole("The highest roll of a span", given[1], 1, 6)
    if lowest > highest:
        raise ValueError(f"{given!r} is not a span of rolls; the lowest comes first, as in ({highest}, {lowest}).")
    return lowest, highest


#: What stands for a turn where a division is never released.
NEVER = 0


def release_odds(spans: Mapping[int, tuple[int, int]]) -> Odds[int]:
    """Return the odds of the turn in which a division is released, 0 for never. One roll is made each turn, in order.

    ``spans`` gives for each turn, 1 to 8, the lowest and highest roll that releases it; the reader supplies them. Nobody
    rolls in Zero Hour, which has the first of the German movement phases. Source: 11.3 (line 86).

    >>> release_odds({1: (1, 2), 2: (1, 3)}).p(0)
    Fraction(1, 3)
    """
    odds: Odds[int] = certain(NEVER)
    for turn in spans:
        whole("The turn of release", turn, 1, LAST_TURN)
    for turn, (lowest, highest) in sorted((turn, _span(span)) for turn, span in spans.items()):
        hit = D6.chance(range(lowest, highest + 1).__contains__)
        rolled = Odds({turn: hit.numerator, NEVER: hit.denominator - hit.numerator})
        odds = odds.then({before: certain(before) if before else rolled for before in odds.outcomes}.__getitem__)
    return odds
