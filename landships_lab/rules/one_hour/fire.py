"""The Hits that one shot inflicts: from the die, through the fire table, range, facing and cover, to whole Hits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer, Remedy, Step, tally
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Cite
from landships_lab.core.speech import inches, mixed, signed
from landships_lab.data.one_hour.table_tops import UnitType
from landships_lab.rules.one_hour.book import CITES, READINGS, TABLES, Readings, a_unit, die_of, exact_inches, hits_of, row_of, taken

COVERS = ("dug-in", "town", "woods")
_COVERS = frozenset(COVERS)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
CLOSE_INCHES = {"4-inches": 4, "2-inches": 2}
#: A Unit with more Hits than this is destroyed, however the print is read.
MOST_HITS = 15


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot: the types of firer and target, the range in inches, and what protects the target.

    ``firer_hits`` are the firer's own (0 to 15). ``out_of_rear``: the target lies behind the firer's front. ``into_rear``: the
    firer lies behind the target's front. ``cover`` is any of dug-in, town and woods, for a Tank never dug-in (line 161); ``on_hill``:
    the target is on a hilltop.
    `ValueError` in one sentence for anything else.
    """

    firer: str
    target: str
    range_inches: int | Fraction
    firer_hits: int = 0
    out_of_rear: bool = False
    into_rear: bool = False
    cover: frozenset[str] = frozenset()
    on_hill: bool = False

    def __post_init__(self) -> None:
        row_of(self.firer)
        row_of(self.target)
        object.__setattr__(self, "range_inches", exact_inches("The range of a shot", self.range_inches))
        object.__setattr__(self, "firer_hits", whole("The number of Hits a firer has", self.firer_hits, 0, MOST_HITS))
        object.__setattr__(self, "cover", _covers(self.cover))
        if self.target == "tank" and "dug-in" in self.cover:
            raise ValueError("A Tank cannot dig in.")

    @property
    def rows(self) -> tuple[UnitType, UnitType]:
        """The rows of the table for firer and target."""
        return TABLES.types[self.firer], TABLES.types[self.target]


def _covers(given: object) -> frozenset[str]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        what = f"the text {given!r}" if isinstance(given, str) else repr(given)
        raise ValueError(f"Cover is a set of words such as {{'dug-in', 'town'}}, not {what}.")
    if isinstance(given, frozenset) and given <= _COVERS:
        return given
    return frozenset(one_of("kind of cover", word, COVERS) for word in sorted(given, key=str))


def hits(shot: Shot, die: int, readings: Readings = None) -> Answer[int]:
    """Return the Hits that this shot inflicts when the die shows 1 to 6.

    Readings: long-range, close-range, mortar-close, protection-cap, destroyed-at. A shot that cannot be fired inflicts none, and
    its remedies say what would change that. `ValueError` for a die or a reading that does not exist.
    Source: Firing Actions, the fire table and its modifiers (lines 197-256).

    >>> hits(Shot("tank", "tank", 10, into_rear=True), 3).value     # the report's 3, +2 on a Tank, +2 from the flank
    7
    """
    die = whole("What a die shows", die, 1, 6)
    given = taken(readings)
    added, multiplied = _modifiers(shot, given)
    steps = _resolved(die, added, multiplied)
    value = tally(steps)
    assert isinstance(value, int)  # the last step drops fractions, and nothing in the table is missing
    return Answer(value, steps, _headline(shot, die, value, given), () if value else tuple(_remedies(shot, die, given)))


def fire_odds(shot: Shot, dice: str = "D5", readings: Readings = None) -> Odds[int]:
    """Return the odds of each number of Hits from this shot.

    ``dice`` is D5, the average die, or D6; the reading ``dice`` overrides it.

    >>> fire_odds(Shot("infantry", "tank", 4)).p(0)         # close range, but only a 3 or more beats the 2 taken off
    Fraction(1, 6)
    """
    return _fire_odds(shot, die_of(dice, readings), tuple(sorted(taken(readings).items())))


@lru_cache(maxsize=4096)
def _fire_odds(shot: Shot, die: Odds[int], given: tuple[tuple[str, str], ...]) -> Odds[int]:
    inflicted = _short_form(shot, dict(given))
    return die.map(inflicted)


def _short_form(shot: Shot, given: dict[str, str]) -> Callable[[int], int]:
    """Return the function of the die that all the steps come to. The tests hold it to `hits` over every shot there is."""
    more, factor = short_form_parts(shot, given)
    over, under = factor.numerator, factor.denominator
    return lambda die: max(0, die + more) * over // under


def short_form_parts(shot: Shot, given: dict[str, str]) -> tuple[int, Fraction]:
    """Return the sum of all that is added to the die, and the product of all multipliers: 0 for a shot that cannot be fired."""
    return _short_form_parts(shot, tuple(given.items()))


@lru_cache(maxsize=4096)
def _short_form_parts(shot: Shot, given: tuple[tuple[str, str], ...]) -> tuple[int, Fraction]:
    added, multiplied = _modifiers(shot, dict(given))
    more = sum(int(step.amount) for step in added if isinstance(step.amount, Fraction))
    times = (step.amount for step in multiplied if step.op == "times" and isinstance(step.amount, Fraction))
    return more, math.prod(times, start=Fraction(1))


Steps = tuple[Step, ...]


def _modifiers(shot: Shot, given: dict[str, str]) -> tuple[Steps, Steps]:
    """Return the steps that add to the die and those that multiply what is left. They do not depend on the die."""
    return tuple(_added(shot, given)), tuple(_multiplied(shot, given))


def _resolved(die: int, added: Steps, multiplied: Steps) -> Steps:
    start = Step(f"The die shows {die}.", CITES["own-hits"], "start", Fraction(die))
    left = die + sum(step.amount for step in added if isinstance(step.amount, Fraction))
    if left >= 0:
        return (start, *added, *multiplied)
    nothing = Step("Less than zero counts as zero.", CITES["below-zero"], "add", Fraction(-left))
    return (start, *added, nothing, *multiplied)


# -- what is added to the die ----------------------------------------------------------------------------------------------


def own_modifier(own_hits: int) -> int:
    """Return what a Unit's own Hits add to its die, 0 or less.

    >>> [own_modifier(n) for n in (4, 5, 9, 10)]
    [0, -1, -1, -2]
    """
    return next((tier.fire for tier in reversed(TABLES.hits.tiers) if own_hits >= tier.at), 0)


#: The columns of the fire table after its first, in their order: one line of the source each.
_COLUMNS = (*TABLES.types, "into rear", "out of rear", "close", "long")
_ROWS = {
    "infantry": CITES["fire-infantry"],
    "mortar": CITES["fire-mortar"],
    "atg": CITES["fire-atg"],
    "tank": CITES["fire-tank"],
}


def cell(firer: str, column: str, rule: Cite | None = None) -> Cite:
    """Return the citation of one cell of the fire table, with the lines of the rule that explains it, if any.

    >>> cell("tank", "close", CITES["range-bands"]).lines
    '249, 255'
    """
    row = _ROWS[firer]
    line = int(row.lines.partition("-")[0]) + 1 + _COLUMNS.index(column)
    numbers = sorted((line, *(int(rule.lines),))) if rule else [line]
    return replace(rule or row, lines=", ".join(map(str, numbers)))


def _plus(text: str, cite: Cite, amount: int, reading: str = "") -> Step:
    return Step(f"{text}: {signed(amount)}." if amount else f"{text}: no modifier.", cite, "add", Fraction(amount), reading=reading)


def _added(shot: Shot, given: dict[str, str]) -> Iterator[Step]:
    firer = shot.rows[0]
    if weakened := own_modifier(shot.firer_hits):
        yield _plus(f"The firer has {hits_of(shot.firer_hits)} of its own", CITES["weakened"], weakened)
    yield _plus(f"{firer.name} against {a_unit(shot.target)}", cell(shot.firer, shot.target), firer.versus[shot.target])
    if shot.into_rear:
        yield _plus("The firer is behind the target's front", cell(shot.firer, "into rear", CITES["facing"]), firer.into_rear)
    if shot.out_of_rear:
        yield _plus("The target is behind the firer's own front", cell(shot.firer, "out of rear", CITES["facing"]), firer.out_of_rear)
    if at_long_range(shot) and given["long-range"] == "minus-2":
        yield _plus(f"{inches(shot.range_inches)} is long range", READINGS["long-range"].cite, -2, "long-range")


# -- what multiplies it ----------------------------------------------------------------------------------------------------


def at_long_range(shot: Shot) -> bool:
    """Return whether the shot is beyond the firer's ordinary range and within its long range."""
    row = shot.rows[0]
    return row.long_inches is not None and row.reach_inches < shot.range_inches <= row.long_inches


def close_inches(given: dict[str, str]) -> int:
    """Return close range in inches, by the reading close-range."""
    return CLOSE_INCHES[given["close-range"]]


def refused(shot: Shot, readings: Readings = None) -> Step | None:
    """Return the step that forbids this shot whatever the die shows, or None."""
    return _refusal(shot, taken(readings))


def _refusal(shot: Shot, given: dict[str, str]) -> Step | None:
    row = shot.rows[0]
    none = Fraction(0)
    if shot.firer_hits >= destroyed_from(given):
        return Step(f"With {hits_of(shot.firer_hits)} the firer has been removed.", CITES["hits"], "times", none, reading="destroyed-at")
    if shot.range_inches > row.farthest_inches:
        text = f"{inches(shot.range_inches)} is out of range; {a_unit(shot.firer)} reaches {row.farthest_inches} inches."
        return Step(text, cell(shot.firer, "long", CITES["ranges"]), "times", none)
    if not row.close and shot.range_inches <= close_inches(given) and given["mortar-close"] == "no-fire":
        text = f"{inches(shot.range_inches)} is close range, where {a_unit(shot.firer)} cannot fire."
        cite = READINGS["mortar-close"].cite
        cite = replace(cite, lines=f"{cite.lines}, {cell(shot.firer, 'close').lines}")
        return Step(text, cite, "times", none, reading="mortar-close")
    return None


def destroyed_from(given: dict[str, str]) -> int:
    """Return the number of Hits that destroys a Unit, by the reading destroyed-at."""
    return MOST_HITS if given["destroyed-at"] == "15-or-more" else MOST_HITS + 1


def _multiplied(shot: Shot, given: dict[str, str]) -> Iterator[Step]:
    if refusal := _refusal(shot, given):
        yield refusal
        return
    row, near = shot.rows[0], close_inches(given)
    if row.close and shot.range_inches <= near:
        reading = "close-range" if shot.range_inches > min(CLOSE_INCHES.values()) else ""
        yield Step(
            f"{inches(shot.range_inches)} is close range: Hits are doubled.",
            cell(shot.firer, "close", CITES["range-bands"]),
            "times",
            Fraction(2),
            reading=reading,
        )
    yield from _protections(shot, given)
    yield Step("Fractions are dropped.", CITES["protection"], "floor")


def _protections(shot: Shot, given: dict[str, str]) -> Iterator[Step]:
    """Yield a step for each protection: each halves, but all together are never better than a quarter."""
    protected = Fraction(1)
    yield from _no_help(shot)
    for text, cite in _covered(shot):
        if protected == QUARTER:
            yield Step(f"{text}, but protection is never better than a quarter.", CITES["protection"], "times", Fraction(1))
        else:
            protected *= HALF
            yield Step(f"{text}: Hits are halved.", cite, "times", HALF)
    if not at_long_range(shot) or given["long-range"] != "half":
        return
    text = f"{inches(shot.range_inches)} is long range"
    if protected == QUARTER and given["protection-cap"] == "with-range":
        says = f"{text}, but protection is never better than a quarter."
        yield Step(says, CITES["protection"], "times", Fraction(1), reading="protection-cap")
    else:
        reading = "protection-cap" if protected == QUARTER else "long-range"
        yield Step(f"{text}: Hits are halved.", cell(shot.firer, "long", CITES["range-bands"]), "times", HALF, reading=reading)


def _covered(shot: Shot) -> Iterator[tuple[str, Cite]]:
    """Yield the protections that halve this shot, in the order of the list of modifiers."""
    by_mortar = shot.firer == "mortar"
    if "dug-in" in shot.cover:
        yield "The target is dug in", CITES["cover"]
    if "town" in shot.cover:
        yield "The target is in a town", CITES["cover"]
    if "woods" in shot.cover and not by_mortar:
        yield "The target is in woods", CITES["woods"]
    if shot.on_hill and shot.target == "tank" and not by_mortar:
        yield "The target is a Tank on a hilltop", CITES["hilltops"]


def _no_help(shot: Shot) -> Iterator[Step]:
    """Yield why ground that the target stands on does not protect it."""
    if "woods" in shot.cover and shot.firer == "mortar":
        yield Step("Woods do not protect from Mortars.", CITES["woods"])
    if shot.on_hill and shot.target != "tank":
        yield Step("A hilltop protects Tanks only.", CITES["hilltops"])
    elif shot.on_hill and shot.firer == "mortar":
        yield Step("A hilltop does not protect from Mortars.", CITES["hilltops"])


# -- the headline and the remedies -------------------------------------------------------------------------------------------


def _headline(shot: Shot, die: int, value: int, given: dict[str, str]) -> str:
    if refusal := _refusal(shot, given):
        return f"No shot: {refusal.text[0].lower()}{refusal.text[1:]}"
    return f"{shot.rows[0].name} at {a_unit(shot.target)}, {mixed(shot.range_inches)}″: a roll of {die} inflicts {hits_of(value)}."


def _remedies(shot: Shot, die: int, given: dict[str, str]) -> Iterator[Remedy]:
    """Yield the single changes with which the shot would inflict Hits. Each is tried on the rule itself."""
    row, lasting = shot.rows[0], TABLES.hits.permanent
    gone = shot.firer_hits >= destroyed_from(given)
    # Just outside close range for a firer that has none; the farthest range for a target that is out of reach.
    near = Fraction(close_inches(given)) + QUARTER
    tried: list[tuple[str, Any, str]] = [
        ("range_inches", row.farthest_inches, f"At {row.farthest_inches} inches"),
        ("range_inches", near, f"At {inches(near)}"),
        ("range_inches", close_inches(given), f"At {inches(close_inches(given))}, close range,"),
        # From 10 Hits on, five stay whatever is rallied off.
        ("firer_hits", lasting, f"Rallied down to its {lasting} permanent Hits")
        if shot.firer_hits >= TABLES.hits.tiers[-1].at
        else ("firer_hits", 0, "Without Hits of its own"),
        ("into_rear", True, "From behind the target's front"),
        ("cover", frozenset[str](), "Against a target without cover"),
    ]
    for change, to, text in () if gone else tried:  # a removed Unit changes nothing any more
        better = replace(shot, **{change: to})
        value = _short_form(better, given)(die)
        if better != shot and value:
            yield Remedy(f"{text} it would inflict {hits_of(value)}.", change, to)
    for reading in READINGS.values():
        for option in reading.options:
            if value := _short_form(shot, {**given, reading.id: option.id})(die):
                yield Remedy(f"With the reading “{option.label}” it would inflict {hits_of(value)}.", reading.id, option.id)
