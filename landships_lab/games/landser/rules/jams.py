"""Rarer things that happen when a gun is fired: a jam after a one, and a Dog's chance with two
dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap, Step, tally
from landships_lab.core.dice import D6, Odds, over
from landships_lab.core.sources import Given
from landships_lab.core.speech import mixed, plural
from .book import (
    CITES,
    GAPS,
    READINGS,
    SIX,
    WEAPONS,
    count,
    die_face,
    taken,
    total,
    weapon_of,
    whole_total,
)
from .shots import Shot, aim, can_fire, has_dash, hits_on, may_fire


def jam_chance(
    weapon: str,
    automatic: bool = False,
    soviet: bool = False,
    lone: bool = False,
    readings: Given = None,
) -> Answer[Fraction | int | Gap]:
    """Return the chance that the gun jams at a shot: a one on the hit die, then a second roll that
    is high enough.

    ``soviet`` is a Soviet submachine gun, ``lone`` a GPMG with one man as its crew. A `Gap` for
    weapons of which the source says nothing. Clearing it takes a turn of weapon work. Source:
    Landser, Jammed Weapons (lines 101-111).

    >>> (
    ...     jam_chance("smg").value,
    ...     jam_chance("smg", soviet=True).value,
    ...     jam_chance("gpmg", lone=True).value,
    ... )
    (Fraction(1, 12), Fraction(1, 36), Fraction(1, 6))
    """
    gun, read = weapon_of(weapon), taken(readings)
    if gun.jams is None:
        gap = GAPS["jams"]
        step = Step(f"The source does not say when a {gun.name} jams.", gap.cite, "start", gap)
        return Answer(gap, (step,), f"The source does not say when a {gun.name} jams.")
    if lone and gun.jams.lone is not None and read["lone-gunner"] == "always":
        step = Step(
            "With one man as its crew, it jams whenever it fires.",
            CITES[gun.jams.cite],
            "start",
            Fraction(1),
            reading="lone-gunner",
        )
        return Answer(1, (step,), f"The {gun.name} jams at every shot.")
    first = Step("If the hit die shows 1, roll again.", CITES["jams"], "start", Fraction(1, SIX))
    on, why, reading = jams_on(weapon, automatic, soviet, lone)
    share = Fraction(SIX + 1 - on, SIX)
    text = (
        "It then jams without a second roll"
        if share == 1
        else f"On {'a 6' if on == SIX else f'{on} to 6'} the gun jams"
    )
    steps = (first, Step(f"{text}{why}.", CITES[gun.jams.cite], "times", share, reading=reading))
    value = total(steps)
    return Answer(
        value,
        steps,
        f"The {gun.name} jams in 1 shot of {mixed(Fraction(value.denominator, value.numerator))}.",
    )


def jams_on(weapon: str, automatic: bool, soviet: bool, lone: bool) -> tuple[int, str, str]:
    """Return the least second roll that jams a gun of which the source says it, the reason, and the
    reading behind it.
    """
    jams = WEAPONS[weapon].jams
    assert jams is not None  # whoever asks has answered with the Gap
    if lone and jams.lone is not None:
        return jams.lone, ", with one man as its crew", "lone-gunner"
    if automatic and jams.automatic is not None:
        return jams.automatic, ", on automatic", ""
    if soviet and jams.soviet is not None:
        return jams.soviet, ", being Soviet", ""
    return jams.on, "", ""


def jammed_template(figures: int) -> Answer[Fraction | int | Gap]:
    """Return how many of the figures under the template of a GPMG that jams are still hit that
    turn.

    It is half of them; a `Gap` for an odd number, because the source does not say which way it is
    rounded. Nor does it say which of the figures they are. Source: Landser, line 109.

    >>> jammed_template(4).value
    2
    """
    count("The number of figures", figures)
    half = Step(
        "Half of the figures in the template are still hit in the turn of the jam.",
        CITES["jam-gpmg"],
        "times",
        Fraction(1, 2),
    )
    start = Step(
        f"Figures under the template: {figures}.", CITES["jam-gpmg"], "start", Fraction(figures)
    )
    if figures % 2:
        gap = GAPS["odd-half"]
        odd = Step(
            "The source does not say which way half of an odd number is rounded.",
            gap.cite,
            "add",
            gap,
        )
        return Answer(
            tally((start, half, odd)),
            (start, half, odd),
            "The source does not say whether the odd figure is hit.",
        )
    value = whole_total((start, half))
    return Answer(
        value, (start, half), f"The jammed gun still hits {plural(value, 'figure')} of {figures}."
    )


DOG_OUTCOMES = ("hit", "nothing", "gun blows up")


def dogs_chance_result(first: int, second: int, readings: Given = None) -> Answer[str]:
    """Return what a Dog's chance with these two dice brings: a hit, nothing, or a gun that blows
    up.

    >>> dogs_chance_result(5, 6).value, dogs_chance_result(1, 1).value
    ('hit', 'gun blows up')
    """
    read = taken(readings)
    cite, score = (
        CITES["dogs-chance"],
        die_face("The first die", first) + die_face("The second die", second),
    )
    steps = (
        Step(f"The first die shows {first}.", cite, "start", Fraction(first)),
        Step(f"The second shows {second}.", cite, "add", Fraction(second)),
    )
    if score == 2:
        return Answer(
            "gun blows up",
            (*steps, Step("On a two the gun blows up and is thrown away.", cite, "reads")),
            "The gun blows up.",
        )
    option = READINGS["dogs-chance"].option(read["dogs-chance"])
    hit = score == 11 or (score > 11 and option.id == "11-or-more")
    which = Step(
        f"{score}: {option.says[0].lower()}{option.says[1:]}", cite, "reads", reading="dogs-chance"
    )
    return Answer(
        "hit" if hit else "nothing",
        (*steps, which),
        "A hit against all odds." if hit else "Nothing happens.",
    )


def dogs_chance(shot: Shot, readings: Given = None) -> Odds[str]:
    """Return the chances that a Dog's chance hits, does nothing, or blows up the gun.

    It is an optional rule for a shot that no roll of the die could hit: by the reading
    dogs-chance-when in place of the rolled six, or only where the table has a dash. `ValueError`
    for any other shot. Source: Landser, Determining Hits (line 97).

    >>> odds = dogs_chance(Shot("smg", 20, moving_vehicle=True))
    >>> odds.p("hit"), odds.p("gun blows up")
    (Fraction(1, 18), Fraction(1, 36))
    """
    read = taken(readings)
    if not takes_dogs_chance(shot, read):
        allowed = may_fire(shot, read)
        if not allowed.value:
            raise ValueError(allowed.headline)
        needs = hits_on(shot, read).headline
        raise ValueError(
            "A Dog's chance is only for a shot that no roll could hit;"
            f" {needs[0].lower()}{needs[1:]}"
        )
    return _dogs_odds(read["dogs-chance"])


def takes_dogs_chance(shot: Shot, readings: Mapping[str, str]) -> bool:
    """Return whether a Dog's chance may be declared for this shot, by the
    reading dogs-chance-when.
    """
    if readings["dogs-chance-when"] == "dash":
        return has_dash(shot, readings)
    return can_fire(shot, readings) and aim(shot, readings).needed > SIX


@lru_cache
def _dogs_odds(reading: str) -> Odds[str]:
    odds = over(lambda a, b: dogs_chance_result(a, b, {"dogs-chance": reading}).value, D6, D6)
    return Odds([(outcome, odds.weights.get(outcome, 0)) for outcome in DOG_OUTCOMES])
