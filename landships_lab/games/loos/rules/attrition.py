"""German replacements: the deadpile, replacement battalions, regiments that break down, and
divisions that are released and enter (11.3, 11.4, 13).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from landships_lab.core.answer import Step, Telling, decided, judge, judged, summed
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, plural
from .book import (
    BOOK,
    LAST_TURN,
    allow,
    cap,
    floor,
    forbid,
    lost,
    name,
    note,
    notes,
    refusal,
    start,
    take,
    times,
)
from .turns import entry_hexes

#: Battalions in the deadpile when the game begins (11.2), and all battalions (11.2 and 13.2).
FIRST_DEADPILE = 2
BATTALIONS = 29
#: Regiments that enter after the game begins (11.3).
REGIMENTS = 11
REPLACEMENT_ODDS: Odds[int] = D6.map(lambda die: die // 2)


# ------------------------------------------------------------------------------------- replacements


@summed
def replacements(die: int, deadpile: int, towns: int) -> Telling:
    """Return the replacement battalions of a turn: half a die, rounded down, limited by counters
    and by town hexes.

    ``deadpile`` is the number of free battalion counters, ``towns`` the number of unoccupied town
    hexes that the Germans control.

    >>> replacements(5, deadpile=2, towns=4).value, replacements(6, deadpile=2, towns=4).value
    (2, 2)
    """
    at, where = "replacements", "replacement-places"
    die = whole("The roll", die, 1, 6)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    towns = whole("The number of town hexes", towns, 0, 99)
    received = die // 2
    yield start(at, die, f"The roll is {die}.")
    yield times(at, Fraction(1, 2), "It is halved.")
    if die % 2:
        yield floor(at, f"The half is rounded down: {received}.")
    if deadpile < received:
        free = capitalized(plural(deadpile, "counter"))
        slip = "you forgot that a battalion needs a counter in the deadpile"
        yield cap(at, deadpile, f"{free} {_are(deadpile)} free; the rest is lost.", slip=slip)
    if towns < min(received, deadpile):
        places = capitalized(plural(towns, "town hex", "town hexes"))
        text = f"{places} can take them: unoccupied ones that Germans control."
        yield cap(where, towns, text, slip="you forgot that each needs a free town hex")
        yield note(at, "The others are lost: they cannot be kept for a later turn.")
    if min(received, deadpile, towns):
        each = "Each is placed at once in an unoccupied town hex that Germans control."
        again = "A counter may die and come back any number of times."
        yield from notes(where, each, "It moves normally in the turn of placement.")
        yield from notes("counters-again", "Its counter shows the red dot.", again)
    return lambda value: f"The Germans receive {plural(value, 'battalion')}."


def _are(many: int) -> str:
    return "is" if many == 1 else "are"


# -------------------------------------------------------------------------------------- broken down


#: The moments at which a regiment might break down; the first two are allowed (13.1).
Moment = Literal["movement", "arrival", "later", "combat"]
MOMENTS: Mapping[Moment, str] = {
    "movement": "at the beginning of a German movement phase",
    "arrival": "in the phase of its arrival, at its beginning",
    "later": "later in a German movement phase",
    "combat": "in another phase",
}
#: The hex of a regiment and those next to it.
MOST_ROOM = 7
_APART = "battalions-apart"
_NUMBERS = ("No", "One", "Two", "Three")


@summed
def break_down(
    steps: int,
    deadpile: int,
    when: Moment = "movement",
    room: int = MOST_ROOM,
    readings: Given = None,
) -> Telling:
    """Return the battalions that take the place of a regiment with two or three steps, at the
    beginning of a German movement phase only. It can never be formed again.

    ``room`` counts the free hexes in which its battalions may be placed: its own and those next to
    it. Battalions may not stack; the reading battalions-apart decides whether that already holds
    when they are placed.

    >>> break_down(3, deadpile=2).headline
    'Two battalions replace it; one step is lost because no counter is left.'
    """
    at = "breakdown"
    steps = whole("The number of steps of a regiment that breaks down", steps, 2, 3)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    room, there = whole("The number of free hexes", room, 0, MOST_ROOM), min(steps, deadpile)
    at_once = BOOK.options(readings)[_APART] == "at-once"
    if one_of("moment", when, MOMENTS) not in ("movement", "arrival"):
        text = "A regiment breaks down only at the beginning of a German movement phase."
        yield forbid(at, True, text)
        return text
    yield allow(at, True, f"A regiment may break down {MOMENTS[when]}.")
    yield start(at, steps, f"A battalion from the deadpile replaces each of its {steps} steps.")
    if there < steps:
        short, has = steps - there, f"The deadpile holds {plural(deadpile, 'counter')}"
        yield cap(at, deadpile, f"{has}: {plural(short, 'step')} {_are(short)} lost.")
    into = "The battalions go into its hex or adjacent ones into which it could move."
    yield from notes(at, into, "Once broken down, the regiment is never formed again.")
    if there > 1 or room < there:
        yield take(_APART, readings)
        free = f"{capitalized(plural(room, 'hex', 'hexes'))} {_are(room)} free"
        later = f"{free}, so some must move on before the phase ends."
        if room < there:
            yield cap("stacking", room, f"{free} for them.") if at_once else note("stacking", later)

    def headline(battalions: int) -> str:
        gone, replace = steps - battalions, "battalion replaces"
        replace = replace if battalions < 2 else "battalions replace"
        text = f"{_NUMBERS[battalions]} {replace} it"
        if not gone:
            return f"{text}."
        want = "counter is left" if battalions == there else "hex is free"
        want = "counter or hex is left" if battalions < there < steps else want
        are = "step is" if gone == 1 else "steps are"
        return f"{text}; {_NUMBERS[gone].lower()} {are} lost because no {want}."

    return headline


# ----------------------------------------------------------------------------------------- releases


@judged
def released(die: int, span: tuple[int, int] | None, turn: int = 1) -> Telling:
    """Return whether this roll releases a German division; a `Gap` without the ``span`` of the
    turn, which is printed outside the source.

    >>> released(3, (1, 4)).value, bool(released(3, None).value)
    (True, False)
    """
    die = whole("The roll", die, 1, 6)
    if not whole("The turn", turn, 0, LAST_TURN):
        text = "No division is rolled for in the first German movement phase, that of Zero Hour."
        yield forbid("release", True, text)
        return text
    if span is None:
        yield lost("release-spans", "The span is not in the source.")
        return "The source does not say which rolls release it; choose a span."
    lowest, highest = span_of(span)
    within = lowest <= die <= highest
    of = f"a {lowest}" if lowest == highest else f"within {lowest} to {highest}"
    stays = "A division that is not released stays in reserve"
    comes = "Place all its regiments now, on or next to a German entry hex; they may move."
    negated = "" if within else "not "
    text = f"A roll of {die} is {negated}{of}: the division is {negated}released."
    yield allow("release", within, text)
    if within:
        yield note("german-entry", comes)
    else:
        yield note("release", f"{stays} until the next German movement phase.")
    return text


def span_of(given: object) -> tuple[int, int]:
    """Return the lowest and the highest roll of a span."""
    no = f"{given!r} is not a span of rolls"
    if not isinstance(given, tuple) or len(given) != 2:
        raise ValueError(f"{no}; a span is written (1, 4), the lowest and the highest.")
    lowest = whole("The lowest roll of a span", given[0], 1, 6)
    highest = whole("The highest roll of a span", given[1], 1, 6)
    if lowest > highest:
        raise ValueError(f"{no}; the lowest comes first, as in ({highest}, {lowest}).")
    return lowest, highest


@decided
def division_enters(regiments: Sequence[Hex], readings: Given = None) -> Telling:
    """Return whether a released division may place its regiments in these hexes: on or next to a
    German entry hex.

    >>> division_enters([Hex(12, -4)]).headline, division_enters([Hex(5, 5)]).value
    ('The division may enter there.', False)
    """
    steps = [*_entering(dict.fromkeys(regiments), readings)]
    if len(regiments) > REGIMENTS:
        text = f"Only {REGIMENTS} regiments come after the start, of three divisions."
        steps.append(forbid("release", True, text))
    if not regiments:
        steps.append(forbid("german-entry", True, "No regiment is placed yet."))
    elif judge(steps):
        down = "The regiments may break down into battalions."
        steps += notes("german-entry", down, "They move normally in the turn of placement.")
    yield from steps
    if not regiments:
        return "No regiment is placed yet; all must be."
    return refusal(steps, "The division may enter there.")


def _entering(hexes: Iterable[Hex], readings: Given) -> Iterator[Step]:
    """Yield whether each of these hexes is on or next to an entry hex, and all of them at the same
    one.
    """
    options, used, at = BOOK.options(readings), set[Hex](), "german-entry"
    entries = sorted(entry_hexes(options))
    yield take("entry-hex", options)
    for h in hexes:
        near = next((entry for entry in entries if half_hexes(h, entry) <= 2), None)
        if near is None:
            text = f"{name(h)} is neither an entry hex nor next to one."
            yield forbid(at, True, text, marks=(h,))
        else:
            used.add(near)
            text = f"{name(h)} is on or next to the entry hex {name(near)}."
            yield allow(at, True, text, marks=(h,))
    if len(used) > 1:
        same = options["entry-together"] == "same"
        yield take("entry-together", options, "forbids" if same else "allows")
