"""What else can happen when a gun is fired: a jam after a one, a Dog's chance with two dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step, tally
from landships_lab.core.dice import D6, Odds, over
from landships_lab.data.gaps import gap as missing
from landships_lab.rules.landser.shots import SIX, Shot, hits_on, may_fire
from landships_lab.rules.landser.tables import CITES, READINGS, WEAPONS, checked_count, checked_die, taken, weapon_of


def jam_chance(
    weapon: str, automatic: bool = False, soviet: bool = False, lone: bool = False, readings: Mapping[str, str] | None = None
) -> Answer[Fraction | int | Gap]:
    """How likely does the gun jam at a shot: a one on the hit die, then a second roll that is high enough?

    ``soviet`` is a Soviet submachine gun, ``lone`` a GPMG with one man as its crew. A `Gap` for weapons of which the print says
    nothing. Clearing it takes a turn of weapon work. Source: Landser, Jammed Weapons (lines 101-111).

    >>> jam_chance("smg").value, jam_chance("smg", soviet=True).value, jam_chance("gpmg", lone=True).value
    (Fraction(1, 12), Fraction(1, 36), Fraction(1, 6))
    """
    gun, read = weapon_of(weapon), taken(readings)
    if gun.jams is None:
        gap = missing("landser", "jams")
        step = Step(f"Nothing is printed of a {gun.name} that jams.", gap.cite, "start", gap)
        return Answer(gap, (step,), f"Whether a {gun.name} can jam is not in the source.")
    if lone and gun.jams.lone is not None and read["lone-gunner"] == "always":
        step = Step(
            "With one man as its crew it jams whenever it fires.", CITES[gun.jams.cite], "start", Fraction(1), reading="lone-gunner"
        )
        return Answer(1, (step,), f"The {gun.name} jams at every shot.")
    first = Step("A rolled one on the hit die brings a second roll.", CITES["jams"], "start", Fraction(1, SIX))
    on, why, reading = _jams_on(weapon, automatic, soviet, lone)
    share = Fraction(SIX + 1 - on, SIX)
    text = "It then jams without a roll" if share == 1 else f"The gun jams on {on if on == SIX else f'{on} to 6'}"
    steps = (first, Step(f"{text}{why}.", CITES[gun.jams.cite], "times", share, reading=reading))
    value = tally(steps)
    return Answer(value, steps, f"The {gun.name} jams in {value} of all shots.")


def _jams_on(weapon: str, automatic: bool, soviet: bool, lone: bool) -> tuple[int, str, str]:
    """From which second roll on does it jam, for which reason, and by which reading?"""
    jams = WEAPONS[weapon].jams
    assert jams is not None  # `jam_chance` has told the Gap
    if lone and jams.lone is not None:
        return jams.lone, ", with one man as its crew", "lone-gunner"
    if automatic and jams.automatic is not None:
        return jams.automatic, ", on automatic", ""
    if soviet and jams.soviet is not None:
        return jams.soviet, ", being Soviet", ""
    return jams.on, "", ""


def jammed_template(figures: int) -> Answer[Fraction | int | Gap]:
    """A GPMG jams: how many of the figures under its template are still hit that turn?

    Half of them; a `Gap` for an odd number, because the print does not say which way it is rounded. Source: Landser, line 109.

    >>> jammed_template(4).value
    2
    """
    checked_count("The number of figures", figures)
    half = Step("Half of the figures in the template are still hit in the turn of the jam.", CITES["jam-gpmg"], "times", Fraction(1, 2))
    start = Step(f"{figures} figures are in the template.", CITES["jam-gpmg"], "start", Fraction(figures))
    if figures % 2:
        gap = missing("landser", "odd-half")
        odd = Step("Which way half of an odd number is rounded is not printed.", gap.cite, "add", gap)
        return Answer(tally((start, half, odd)), (start, half, odd), "Whether the odd figure is hit is not in the source.")
    value = tally((start, half))
    return Answer(value, (start, half), f"{value} of {figures} figures are still hit.")


DOG_OUTCOMES = ("hit", "nothing", "gun blows up")


def dogs_chance_result(first: int, second: int, readings: Mapping[str, str] | None = None) -> Answer[str]:
    """What does a Dog's chance with these two dice bring: a hit, nothing, or a gun that blows up?

    >>> dogs_chance_result(5, 6).value, dogs_chance_result(1, 1).value
    ('hit', 'gun blows up')
    """
    read = taken(readings)
    cite, score = CITES["dogs-chance"], checked_die("The first die", first) + checked_die("The second die", second)
    steps = (
        Step(f"The first die shows {first}.", cite, "start", Fraction(first)),
        Step(f"The second shows {second}.", cite, "add", Fraction(second)),
    )
    if score == 2:
        return Answer("gun blows up", (*steps, Step("On a two the gun blows up and is thrown away.", cite, "reads")), "The gun blows up.")
    option = READINGS["dogs-chance"].option(read["dogs-chance"])
    hit = score == 11 or (score > 11 and option.id == "11-or-more")
    told = Step(f"{score}: {option.says[0].lower()}{option.says[1:]}", cite, "reads", reading="dogs-chance")
    return Answer("hit" if hit else "nothing", (*steps, told), "A hit against all odds." if hit else "Nothing happens.")


def dogs_chance(shot: Shot, readings: Mapping[str, str] | None = None) -> Odds[str]:
    """How likely does a Dog's chance hit, and how likely does the gun blow up?

    An optional rule for a shot that could hit with no roll of the die, instead of the rolled six. `ValueError` where the shot can
    hit as it is, or may not be fired. Source: Landser, Determining Hits (line 97).

    >>> odds = dogs_chance(Shot("smg", 20, moving_vehicle=True))
    >>> odds.p("hit"), odds.p("gun blows up")
    (Fraction(1, 18), Fraction(1, 36))
    """
    read = taken(readings)
    allowed = may_fire(shot, read)
    if not allowed.value:
        raise ValueError(allowed.headline)
    needs = hits_on(shot, read)
    if all(step.op != "cap" for step in needs.steps):
        raise ValueError(f"A Dog's chance is only for a shot that no roll could hit; {needs.headline[0].lower()}{needs.headline[1:]}")
    odds = over(lambda a, b: dogs_chance_result(a, b, read).value, D6, D6)
    return Odds([(outcome, odds.weights.get(outcome, 0)) for outcome in DOG_OUTCOMES])
