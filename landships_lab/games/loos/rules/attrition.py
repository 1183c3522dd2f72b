"""German replacements: regiments that break down, the deadpile, replacement battalions and
reinforcements (11.3, 11.4, 13).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.gaps import gap
from .book import CITES, name, reading_step, taken
from .reserves import LAST_TURN
from .victory import entry_hexes

#: Battalions in the deadpile when the game begins (11.2), and all battalions (11.2 and 13.2).
FIRST_DEADPILE = 2
BATTALIONS = 29
#: Regiments that enter after the game begins (11.3).
REGIMENTS = 11
#: German movement phases: one in Zero Hour and one in each of eight turns.
MOVEMENT_PHASES = 9

REPLACEMENT_ODDS: Odds[int] = D6.map(lambda die: die // 2)


def replacements(die: int, deadpile: int, towns: int) -> Answer[int]:
    """Return the replacement battalions of a turn: half a die, rounded down, limited by counters
    and by town hexes.

    ``deadpile`` is the number of battalion counters free, ``towns`` that of unoccupied town hexes
    the Germans control. Source: 11.4 (lines 92-94).

    >>> replacements(5, deadpile=2, towns=4).value, replacements(6, deadpile=2, towns=4).value
    (2, 2)
    """
    die = whole("The roll", die, 1, 6)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    towns = whole("The number of town hexes", towns, 0, 99)
    received = die // 2
    steps = [
        Step(f"The roll is {die}.", CITES["replacements"], "start", Fraction(die)),
        Step("It is halved.", CITES["replacements"], "times", Fraction(1, 2)),
    ]
    if die % 2:
        steps.append(Step(f"The half is rounded down: {received}.", CITES["replacements"], "floor"))
    if deadpile < received:
        free = capitalized(plural(deadpile, "counter"))
        text = f"{free} {'is' if deadpile == 1 else 'are'} free; the rest is lost."
        steps.append(Step(text, CITES["replacements"], "cap", Fraction(deadpile)))
    if towns < min(received, deadpile):
        places = capitalized(plural(towns, "town hex", "town hexes"))
        text = f"{places} can take them: unoccupied ones that Germans control."
        steps.append(Step(text, CITES["replacement-places"], "cap", Fraction(towns)))
        text = "The others are lost: they cannot be kept for a later turn."
        steps.append(Step(text, CITES["replacements"]))
    value = min(received, deadpile, towns)
    if value:
        steps += [
            Step(
                "Each is placed at once in an unoccupied town hex that Germans control.",
                CITES["replacement-places"],
            ),
            Step("It moves normally in the turn of placement.", CITES["replacement-places"]),
            Step("Its counter shows the red dot.", CITES["counters-again"]),
            Step("A counter may die and come back any number of times.", CITES["counters-again"]),
        ]
    return Answer(value, tuple(steps), f"The Germans receive {plural(value, 'battalion')}.")


def received_odds(
    lost_each_turn: Sequence[int], deadpile: int = FIRST_DEADPILE
) -> tuple[Odds[int], ...]:
    """Return the odds of all replacements received so far, after each German movement phase.

    ``lost_each_turn`` are the battalions that fall into the deadpile before each of the phases. A
    replacement is lost where the deadpile is empty. Source: 11.4 (line 92), 13.2 (lines 147-151).

    >>> [odds.mean for odds in received_odds([0, 0, 0])]
    [Fraction(4, 3), Fraction(11, 6), Fraction(53, 27)]
    """
    whole("The number of movement phases", len(lost_each_turn), 1, MOVEMENT_PHASES)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    state: Odds[tuple[int, int]] = certain(
        (deadpile, 0)
    )  # counters free, replacements received so far
    totals = []
    for given in lost_each_turn:
        lost = whole("The number of battalions lost", given, 0, BATTALIONS)

        def received(before: tuple[int, int], lost: int = lost) -> Odds[tuple[int, int]]:
            free = min(before[0] + lost, BATTALIONS)
            return REPLACEMENT_ODDS.map(
                lambda came: (free - min(came, free), before[1] + min(came, free))
            )

        state = state.then(received)
        totals.append(state.map(lambda pair: pair[1]))
    return tuple(totals)


@dataclass(frozen=True, slots=True)
class Broken:
    """A regiment broken down: the battalions that take its place, and the steps lost for want of
    counters.
    """

    battalions: int
    steps_lost: int


#: When a regiment might break down; the first two are allowed (13.1).
Moment = Literal["movement", "arrival", "later", "combat"]
MOMENTS: Mapping[Moment, str] = {
    "movement": "at the beginning of a German movement phase",
    "arrival": "in the phase of its arrival, at its beginning",
    "later": "later in a German movement phase",
    "combat": "in another phase",
}


#: The hex of a regiment and those next to it.
MOST_ROOM = 7


def break_down(
    steps: int,
    deadpile: int,
    when: Moment = "movement",
    room: int = MOST_ROOM,
    readings: Given = None,
) -> Answer[Broken]:
    """Return what becomes of a regiment with two or three steps that breaks down into battalions.

    It can never be formed again.

    It may do so only at the beginning of a German movement phase. ``room`` counts the free hexes
    that its battalions may be placed in, its own and those next to it; battalions may not stack,
    and whether that holds at once is the reading battalions-apart. Source: 13.1 (line 143), 18.1
    (line 286).

    >>> break_down(3, deadpile=2).value
    Broken(battalions=2, steps_lost=1)
    """
    steps = whole("The number of steps of a regiment that breaks down", steps, 2, 3)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    room = whole("The number of free hexes", room, 0, MOST_ROOM)
    apart = taken(readings)["battalions-apart"]
    there = min(steps, deadpile)
    battalions = min(there, room) if apart == "at-once" else there
    lost = steps - battalions
    if one_of("moment", when, MOMENTS) not in ("movement", "arrival"):
        text = "A regiment breaks down only at the beginning of a German movement phase."
        return Answer(Broken(0, 0), (Step(text, CITES["breakdown"], "forbids"),), text)
    reasons = [
        Step(f"A regiment may break down {MOMENTS[when]}.", CITES["breakdown"], "allows"),
        Step(
            f"A battalion from the deadpile replaces each of its {steps} steps.",
            CITES["breakdown"],
            "start",
            Fraction(steps),
        ),
        Step(
            "The battalions go into its hex or adjacent ones into which it could move.",
            CITES["breakdown"],
        ),
        Step("Once broken down, the regiment is never formed again.", CITES["breakdown"]),
    ]
    headline = (
        f"{_NUMBERS[battalions]}"
        f" {'battalion replaces' if battalions < 2 else 'battalions replace'} it"
    )
    if there < steps:
        short = steps - there
        text = (
            f"The deadpile holds {plural(deadpile, 'counter')}: {plural(short, 'step')}"
            f" {'is' if short == 1 else 'are'} lost."
        )
        reasons.insert(2, Step(text, CITES["breakdown"], "cap", Fraction(deadpile)))
    if there > 1 or room < there:
        reasons += _apart(there, room, apart)
    if lost:
        want = "counter is left" if battalions == there else "hex is free"
        if battalions < there < steps:
            want = "counter or hex is left"
        headline += (
            f"; {_NUMBERS[lost].lower()} {'step is' if lost == 1 else 'steps are'} lost because no"
            f" {want}"
        )
    return Answer(Broken(battalions, lost), tuple(reasons), f"{headline}.")


def _apart(battalions: int, room: int, option: str) -> Iterator[Step]:
    """Yield what it means for so many battalions that they may not stack."""
    yield reading_step("battalions-apart", option)
    if room >= battalions:
        return
    free = f"{capitalized(plural(room, 'hex', 'hexes'))} {'is' if room == 1 else 'are'} free"
    if option == "at-once":
        yield Step(f"{free} for them.", CITES["stacking"], "cap", Fraction(room))
    else:
        yield Step(f"{free}, so some must move on before the phase ends.", CITES["stacking"])


_NUMBERS = ("No", "One", "Two", "Three")


def released(die: int, span: tuple[int, int] | None, turn: int = 1) -> Answer[bool | Gap]:
    """Return whether this roll releases a German division.

    ``span`` is its printed range for the turn, which is not in the source.

    Nobody rolls in Zero Hour, turn 0, which has the first German movement phase. Source: 11.3 (line
    86).

    >>> released(3, (1, 4)).value, bool(released(3, None).value)
    (True, False)
    """
    die = whole("The roll", die, 1, 6)
    if not whole("The turn", turn, 0, LAST_TURN):
        text = "No division is rolled for in the first German movement phase, that of Zero Hour."
        return Answer(False, (Step(text, CITES["release"], "forbids"),), text)
    if span is None:
        missing = gap("loos", "release-spans")
        step = Step("The span is not in the source.", missing.cite, "note", missing)
        return Answer(
            missing, (step,), "The source does not say which rolls release it; choose a span."
        )
    lowest, highest = _span(span)
    within = lowest <= die <= highest
    span_told = f"a {lowest}" if lowest == highest else f"within {lowest} to {highest}"
    text = (
        f"A roll of {die} is {'' if within else 'not '}{span_told}: the division"
        f" is {'' if within else 'not '}released."
    )
    cite = CITES["release"]
    stays = Step(
        "A division that is not released stays in reserve until the next German movement phase.",
        cite,
    )
    comes = Step(
        "Place all its regiments now, on or next to a German entry hex; they may move.",
        CITES["german-entry"],
    )
    return Answer(
        within,
        (Step(text, cite, "allows" if within else "forbids"), comes if within else stays),
        text,
    )


def _span(given: object) -> tuple[int, int]:
    """Return the lowest and the highest roll of a span."""
    if not isinstance(given, tuple) or len(given) != 2:
        raise ValueError(
            f"{given!r} is not a span of rolls; a span is written (1, 4), the lowest and the"
            " highest."
        )
    lowest, highest = (
        whole("The lowest roll of a span", given[0], 1, 6),
        whole("The highest roll of a span", given[1], 1, 6),
    )
    if lowest > highest:
        raise ValueError(
            f"{given!r} is not a span of rolls; the lowest comes first, as in ({highest},"
            f" {lowest})."
        )
    return lowest, highest


#: What stands for a turn where a division is never released.
NEVER = 0


def release_odds(spans: Mapping[int, tuple[int, int]]) -> Odds[int]:
    """Return the odds of the turn in which a division is released, 0 for never.

    One roll is made each turn, in order.

    ``spans`` gives for each turn, 1 to 8, the lowest and highest roll that releases it; the reader
    supplies them. Nobody rolls in Zero Hour, which has the first of the German movement phases.
    Source: 11.3 (line 86).

    >>> release_odds({1: (1, 2), 2: (1, 3)}).p(0)
    Fraction(1, 3)
    """
    odds: Odds[int] = certain(NEVER)
    for turn in spans:
        whole("The turn of release", turn, 1, LAST_TURN)
    for turn, (lowest, highest) in sorted((turn, _span(span)) for turn, span in spans.items()):
        hit = D6.chance(range(lowest, highest + 1).__contains__)
        rolled = Odds({turn: hit.numerator, NEVER: hit.denominator - hit.numerator})
        odds = odds.then(
            {before: certain(before) if before else rolled for before in odds.outcomes}.__getitem__
        )
    return odds


def division_enters(regiments: Sequence[Hex], readings: Given = None) -> Answer[bool]:
    """Return whether a released division may place its regiments in these hexes: on or next to a
    German entry hex.

    Whether all come to the same one is the reading entry-together; the third entry hex is the
    reading entry-hex. Source: 11.3 (line 88).

    >>> from landships_lab.games.loos.rules.book import GRID
    >>> place = GRID.place
    >>> (
    ...     division_enters([place("0110"), place("0209")]).value,
    ...     division_enters([place("0110"), place("1201")]).value,
    ... )
    (True, False)
    """
    options, cite = taken(readings), CITES["german-entry"]
    entries = sorted(entry_hexes(readings))
    near = {h: [entry for entry in entries if half_hexes(h, entry) <= 2] for h in regiments}
    steps = [reading_step("entry-hex", options["entry-hex"])]
    for h, found in near.items():
        if found:
            steps.append(
                Step(
                    f"{name(h)} is on or next to the entry hex {name(found[0])}.",
                    cite,
                    "allows",
                    marks=(h,),
                )
            )
        else:
            steps.append(
                Step(
                    f"{name(h)} is neither an entry hex nor next to one.",
                    cite,
                    "forbids",
                    marks=(h,),
                )
            )
    used = {found[0] for found in near.values() if found}
    if len(used) > 1:
        apart = options["entry-together"] == "same"
        steps.append(
            reading_step(
                "entry-together", options["entry-together"], "forbids" if apart else "allows"
            )
        )
    if len(regiments) > REGIMENTS:
        text = f"Only {REGIMENTS} regiments come after the start, of three divisions."
        steps.append(Step(text, CITES["release"], "forbids"))
    if regiments and judge(steps):
        steps.append(Step("The regiments may break down into battalions.", cite))
        steps.append(Step("They move normally in the turn of placement.", cite))
    refusal = next((step.text for step in steps if step.op == "forbids"), "")
    if not regiments:
        return Answer(
            False,
            (*steps, Step("No regiment is placed yet.", cite, "forbids")),
            "No regiment is placed yet; all must be.",
        )
    return Answer(bool(judge(steps)), tuple(steps), refusal or "The division may enter there.")
