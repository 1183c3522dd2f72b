"""The Hits that one shot inflicts: from the die, through the fire table, range, facing and cover,
to whole Hits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import Answer, Remedy, Step, tally
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds
from landships_lab.core.remedies import other_readings
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches, mixed
from .book import BELOW_ZERO, CITES, READINGS, TABLES, a_unit, die_of, hits_of, taken
from .concealment import CONCEALED_INCHES, sight_needed, unseen
from .fire_modifiers import Steps, modifiers, out_of_reach, refusal
from .shot import Shot, close_inches, destroyed_from


def hits(shot: Shot, die: int, readings: Given = None) -> Answer[int]:
    """Return the Hits that this shot inflicts when the die shows 1 to 6.

    Given: long-range, close-range, mortar-close, protection-cap, destroyed-at. A shot that cannot
    be fired inflicts none, and its remedies say what would change that. `ValueError` for a die or a
    reading that does not exist. Source: Firing Actions, the fire table and its modifiers (lines
    197-256).

    >>> # the report's 3, +2 on a Tank, +2 from the flank
    >>> hits(Shot("tank", "tank", 10, into_rear=True), 3).value
    7
    """
    die = whole("What a die shows", die, 1, 6)
    given = taken(readings)
    added, multiplied = modifiers(shot, given)
    steps = _resolved(die, added, multiplied)
    value = tally(steps)
    assert isinstance(
        value, int
    )  # the last step drops fractions, and nothing in the table is missing
    return Answer(
        value,
        steps,
        _headline(shot, die, value, given),
        () if value else tuple(_remedies(shot, die, given)),
    )


def fire_odds(shot: Shot, dice: str = "D5", readings: Given = None) -> Odds[int]:
    """Return the odds of each number of Hits from this shot.

    ``dice`` is D5, the average die, or D6; the reading ``dice`` overrides it.

    >>> # close range, but only a 3 or more beats the 2 taken off
    >>> fire_odds(Shot("infantry", "tank", 4)).p(0)
    Fraction(1, 6)
    """
    return _fire_odds(shot, die_of(dice, readings), tuple(sorted(taken(readings).items())))


@lru_cache(maxsize=4096)
def _fire_odds(shot: Shot, die: Odds[int], given: tuple[tuple[str, str], ...]) -> Odds[int]:
    inflicted = _short_form(shot, dict(given))
    return die.map(inflicted)


def _short_form(shot: Shot, given: dict[str, str]) -> Callable[[int], int]:
    """Return the function of the die that all the steps come to.

    The tests hold it to `hits` over every shot there is.
    """
    more, factor = short_form_parts(shot, given)
    over, under = factor.numerator, factor.denominator
    return lambda die: max(0, die + more) * over // under


def short_form_parts(shot: Shot, given: dict[str, str]) -> tuple[int, Fraction]:
    """Return the sum of all that is added to the die, and the product of all multipliers: 0 for a
    shot that cannot be fired.
    """
    return _short_form_parts(shot, tuple(given.items()))


@lru_cache(maxsize=4096)
def _short_form_parts(shot: Shot, given: tuple[tuple[str, str], ...]) -> tuple[int, Fraction]:
    added, multiplied = modifiers(shot, dict(given))
    more = sum(int(step.amount) for step in added if isinstance(step.amount, Fraction))
    times = (
        step.amount
        for step in multiplied
        if step.op == "times" and isinstance(step.amount, Fraction)
    )
    return more, math.prod(times, start=Fraction(1))


def _resolved(die: int, added: Steps, multiplied: Steps) -> Steps:
    start = Step(f"The die shows {die}.", CITES["own-hits"], "start", Fraction(die))
    left = die + sum(step.amount for step in added if isinstance(step.amount, Fraction))
    whole_steps = tuple(step for step in multiplied if step.op != "floor")
    if left < 0 or isinstance(tally((start, *added, *whole_steps)), int):
        multiplied = whole_steps  # no fraction is there to be dropped
    if left >= 0:
        return (start, *added, *multiplied)
    nothing = Step(BELOW_ZERO, CITES["below-zero"], "add", Fraction(-left))
    return (start, *added, nothing, *multiplied)


def _headline(shot: Shot, die: int, value: int, given: dict[str, str]) -> str:
    if unseen(shot, given) and not out_of_reach(shot, given):
        return "No shot: the target is Concealed, and is not seen."
    if forbids := refusal(shot, given):
        return f"No shot: {forbids.text[0].lower()}{forbids.text[1:]}"
    inches_off = f"{mixed(shot.range_inches)}″{_if_seen(shot, given)}"
    return (
        f"{shot.rows[0].name} at {a_unit(shot.target)}, {inches_off}: a roll of {die} inflicts"
        f" {hits_of(value)}."
    )


def _if_seen(shot: Shot, given: dict[str, str]) -> str:
    """Return the condition on which a shot depends that its range alone does not decide."""
    if sight_needed(shot, given) is None or shot.along_road:
        return ""
    return ", if observed" if shot.firer == "mortar" else ", if seen"


def _into_view(shot: Shot) -> Iterator[tuple[str, Any, str]]:
    """Yield what would show a Concealed target to the firer, one or the other of it by the reading
    concealed-sight.
    """
    yield "range_inches", CONCEALED_INCHES, f"At {CONCEALED_INCHES} inches"
    yield "target_ready", False, "Against a target that is not Ready"
    if shot.target != "mortar":
        yield "target_ready", True, "Against a target that is Ready"
    if shot.firer != "mortar":
        yield "firer_ready", True, "As a Ready Unit"


def _remedies(shot: Shot, die: int, given: dict[str, str]) -> Iterator[Remedy]:
    """Yield the single changes with which the shot would inflict Hits.

    Each is tried on the rule itself.
    """
    row, lasting = shot.rows[0], TABLES.hits.permanent
    gone = shot.firer_hits >= destroyed_from(given)
    # Just outside close range for a firer that has none; the farthest range for a target that is
    # out of reach.
    near = Fraction(close_inches(given)) + Fraction(1, 4)
    tried: list[tuple[str, Any, str]] = [
        *(_into_view(shot) if unseen(shot, given) else ()),
        ("range_inches", row.farthest_inches, f"At {row.farthest_inches} inches"),
        ("range_inches", near, f"At {inches(near)}"),
        ("range_inches", close_inches(given), f"At {inches(close_inches(given))}, close range,"),
        # From 10 Hits on, five stay whatever is rallied off.
        (
            ("firer_hits", lasting, f"Rallied down to its {lasting} permanent Hits")
            if shot.firer_hits >= TABLES.hits.tiers[-1].at
            else ("firer_hits", 0, "Without Hits of its own")
        ),
        ("into_rear", True, "From behind the target's front"),
        ("cover", frozenset[str](), "Against a target without cover"),
    ]
    for change, to, text in () if gone else tried:  # a removed Unit changes nothing any more
        better = replace(shot, **{change: to})
        value = _short_form(better, given)(die)
        if better != shot and value:
            yield Remedy(f"{text} it would inflict {hits_of(value)}.", change, to)

    def would(key: str, option: str) -> str:
        value = _short_form(shot, {**given, key: option})(die)
        return f"it would inflict {hits_of(value)}" if value else ""

    yield from other_readings(READINGS.values(), given, would)
