"""Single shots: whether one may be fired, and what its die must show to hit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.remedies import other_readings, that_help
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, signed
from .book import (
    CITES,
    FIRING,
    MODIFIERS,
    READINGS,
    SIX,
    WEAPONS,
    Inches,
    band_index,
    band_step,
    band_words,
    count,
    distance,
    exact_inches,
    range_name,
    taken,
    weapon_of,
    whole_total,
)
from .bursts import RELOADS, after_a_burst, out_of_ammunition

COVERS = ("none", "half", "full")


@dataclass(frozen=True, slots=True)
class Shot:
    """One soldier's shot at another: the weapon, the range in inches, who moved, the target's
    cover.

    ``repeat`` says that the same target was fired at last turn; the bonus for it is lost to anyone
    who has moved. A machine gun may fire on ``automatic``, a GPMG without having been ``set_up``;
    ``arm_wounds`` are the firer's (b) wounds, and ``disorientated`` the turn after such a light
    wound; ``burst_before`` says that it fired on automatic last turn, ``lone`` that a GPMG has one
    man as its crew. Raises `ValueError` for a weapon, cover or distance that is none.
    """

    weapon: str
    range_inches: Inches
    moving_vehicle: bool = False
    firer_moved: bool = False
    target_moving_fast: bool = False
    cover: str = "none"
    repeat: bool = False
    automatic: bool = False
    set_up: bool = True
    arm_wounds: int = 0
    disorientated: bool = False
    burst_before: bool = False
    lone: bool = False

    def __post_init__(self) -> None:
        weapon_of(self.weapon)
        one_of("cover", self.cover, COVERS)
        exact_inches("The range", self.range_inches)
        count("The number of arm wounds", self.arm_wounds)

    @property
    def anyone_moved(self) -> bool:
        """Whether the firer or the target has moved, so that no bonus
        for a repeated shot is due.
        """
        return self.firer_moved or self.moving_vehicle or self.target_moving_fast


def _refusals(shot: Shot, readings: Mapping[str, str]) -> Iterator[Step]:
    weapon, band = WEAPONS[shot.weapon], band_index(shot.range_inches, readings)
    if band is None:
        last = FIRING.bands[-1].upto[readings["medium-band"]]
        yield Step(
            f"{capitalized(distance(shot.range_inches))} is beyond extreme range, which ends at"
            f" {last}.",
            CITES["ranges"],
            "forbids",
        )
    elif weapon.needs[band] == "-":
        text = f"A {weapon.name} has a dash at {band_words(band, readings)}: it cannot fire."
        yield Step(text, CITES[weapon.cite], "forbids")
    if shot.weapon == "gpmg" and shot.firer_moved:
        yield Step("A general purpose machine gun cannot move and fire.", CITES["gpmg"], "forbids")
    if shot.automatic and not weapon.automatic:
        yield Step(f"A {weapon.name} has no automatic fire.", CITES["machine-guns"], "forbids")
    if shot.automatic and shot.weapon == "lmg" and shot.firer_moved:
        yield Step(
            "A light machine gun cannot move and fire on automatic.",
            CITES["lmg-automatic"],
            "forbids",
        )
    if shot.burst_before:
        yield from after_a_burst(shot.weapon, shot.automatic, shot.lone, shot.set_up, readings)
    elif shot.repeat and shot.weapon == "gpmg" and not shot.set_up:
        yield out_of_ammunition()
    if not shot.set_up and shot.weapon != "gpmg":
        yield Step(
            f"Only a GPMG has to be set up; a {weapon.name} is always ready.",
            CITES["gpmg"],
            "forbids",
        )


def may_fire(shot: Shot, readings: Given = None) -> Answer[bool]:
    """Return whether this shot may be fired: the weapon reaches so far, and may be fired in this
    way.

    The remedies of a refusal are the nearest range, another weapon, standing still, another
    reading. Source: Landser, Determining Hits (lines 76-82), Machine Guns (117), GPMG (197).

    >>> may_fire(Shot("smg", 45)).headline
    'A submachine gun has a dash at extreme range (over 30 to 60 inches): it cannot fire.'
    """
    read = taken(readings)
    refusals = _against(shot, read)
    if refusals:
        return Answer(False, refusals, refusals[0].text, tuple(_remedies(shot, read)))
    steps = (
        Step(
            f"A {WEAPONS[shot.weapon].name} may fire at this range.",
            CITES[WEAPONS[shot.weapon].cite],
            "allows",
        ),
    )
    return Answer(judge(steps) is True, steps, f"The {WEAPONS[shot.weapon].name} may fire.")


def _against(shot: Shot, readings: Mapping[str, str]) -> tuple[Step, ...]:
    return tuple(step for step in _refusals(shot, readings) if step.op == "forbids")


def has_dash(shot: Shot, readings: Mapping[str, str]) -> bool:
    """Return whether nothing but a dash in the table forbids this shot."""
    against = _against(shot, readings)
    band = band_index(shot.range_inches, readings)
    return len(against) == 1 and band is not None and WEAPONS[shot.weapon].needs[band] == "-"


def can_fire(shot: Shot, readings: Mapping[str, str]) -> bool:
    """Return what `may_fire` answers, without its reasons."""
    return not _against(shot, readings)


def _remedies(shot: Shot, readings: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield the changes that would make the shot possible; each is tried before it is offered."""
    tries = [
        (
            replace(shot, firer_moved=False),
            Remedy("Standing still, it may fire.", "firer_moved", False),
        ),
        (
            replace(shot, automatic=False),
            Remedy("With single shots, it may fire.", "automatic", False),
        ),
        (replace(shot, burst_before=False), Remedy(_after_words(shot), "burst_before", False)),
        (replace(shot, lone=False), Remedy("With a loader, it may fire.", "lone", False)),
        (
            replace(shot, set_up=True),
            Remedy("Untick “not set up” and it may fire.", "set_up", True),
        ),
    ]
    ends: list[int | Fraction] = [band.upto[readings["medium-band"]] for band in FIRING.bands]
    # A range begins just beyond the end of the one before: the next half inch is named.
    for far in (*ends, *(end + Fraction(1, 2) for end in ends[:-1])):
        there = Remedy(f"At {inches(far)}, it may fire.", "range", far)
        tries.append((replace(shot, range_inches=far), there))
    for key, weapon in WEAPONS.items():
        armed = Remedy(f"A {weapon.name} may fire at this range.", "weapon", key)
        tries.append((replace(shot, weapon=key), armed))
    found = list(that_help(shot, tries, lambda other: can_fire(other, readings)))
    nearest = sorted(
        (r for r in found if r.change == "range"), key=lambda r: abs(r.to - shot.range_inches)
    )[:1]
    yield from (r for r in found if r.change not in ("range", "weapon"))
    yield from nearest
    yield from (r for r in found if r.change == "weapon")
    yield from other_readings(
        [READINGS["medium-band"]],
        readings,
        lambda key, option: (
            "it may fire" if can_fire(shot, taken({**readings, key: option})) else ""
        ),
    )


def _after_words(shot: Shot) -> str:
    """Say what lets a gun fire again that fired on automatic last turn."""
    works = shot.weapon in RELOADS or not shot.set_up
    return f"After a turn {'of reloading' if works else 'without a burst'}, it may fire."


def require(shot: Shot, readings: Mapping[str, str]) -> int:
    """Return which of the five ranges this shot lies in.

    `ValueError` with the printed reason if it may not be fired.
    """
    refusal = next(iter(_against(shot, readings)), None)
    if refusal is not None:
        raise ValueError(refusal.text)
    band = band_index(shot.range_inches, readings)
    assert band is not None  # `_refusals` names anything beyond the last range
    return band


def modifiers(shot: Shot, band: int, readings: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    """Return the modifiers of the hit die: their ids, and how much each adds to the die."""
    own = [
        ("not-set-up", not shot.set_up),
        ("arm-wound", shot.arm_wounds),
        ("disorientated", shot.disorientated),
    ]
    if shot.weapon == "launcher" and readings["launcher-modifiers"] == "as-grenade":
        asked: list[tuple[str, int | bool]] = []
    else:
        asked = [
            ("moving-vehicle", shot.moving_vehicle),
            ("firer-moved", shot.firer_moved),
            ("target-moving-fast", shot.target_moving_fast),
            ("cover-half", shot.cover == "half" and band > 0),
            ("cover-full", shot.cover == "full" and band > 0),
            ("repeat", shot.repeat and not shot.anyone_moved),
        ]
    return tuple((key, MODIFIERS[key].die * times) for key, times in (*asked, *own) if times)


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot that may be fired: its range, the printed number, the modifiers, the number needed,
    and what a lucky six then loses.
    """

    band: int
    printed: int
    modifiers: tuple[tuple[str, int], ...]
    needed: int
    penalty: int

    def hits(self, die: int, readings: Mapping[str, str]) -> bool:
        """Return whether this roll of the hit die hits."""
        if die == 1 and readings["natural-one"] == "never-hits":
            return False
        return die >= min(self.needed, SIX)

    @property
    def words(self) -> str:
        """The end of a sentence about the weapon: on which rolls it hits."""
        if self.needed > SIX:
            return f"hits only on a rolled 6, with {signed(self.penalty)} for effect"
        roll = "any roll" if self.needed <= 1 else f"{self.needed} or more"
        return f"hits on {roll} at {range_name(FIRING.bands[self.band])}"


def aim(shot: Shot, readings: Mapping[str, str]) -> Aim:
    """Return what this shot needs, in bare numbers.

    `ValueError` with the printed reason if it may not be fired.
    """
    band = require(shot, readings)
    printed = int(WEAPONS[shot.weapon].needs[band])
    taken_from_die = modifiers(shot, band, readings)
    needed = printed - sum(amount for _, amount in taken_from_die)
    penalty = 0
    if needed > SIX:
        whole = sum(amount for _, amount in taken_from_die if amount < 0)
        penalty = whole if readings["impossible-penalty"] == "whole" else SIX - needed
    return Aim(band, printed, taken_from_die, needed, penalty)


def hits_on(shot: Shot, readings: Given = None) -> Answer[int]:
    """Return the least number that the hit die must show.

    Where more than six is needed the value is six, the lucky hit of an impossible shot, and a step
    says what its effect die loses. Modifiers are printed for the die; each step adds to the number
    what its modifier takes from the die. Raises `ValueError` with the printed reason for a shot
    that may not be fired. Source: Landser, Determining Hits (lines 76-97).

    >>> hits_on(Shot("rifle", 20, cover="full")).headline
    'The rifle hits on 6 or more at long range.'
    >>> from_vehicle = hits_on(Shot("smg", 20, moving_vehicle=True))
    >>> from_vehicle.headline
    'The submachine gun hits only on a rolled 6, with −3 for effect.'
    >>> for step in from_vehicle.steps:
    ...     print(step.cite.lines, step.text)
    68 20 inches is long range (over 10 to 30 inches).
    80 A submachine gun needs 6 or more at long range.
    90 −3 on the die (firing from a moving vehicle): 3 more is needed.
    97 No die shows 9, but a rolled six hits all the same.
    97 The effect die of such a hit has −3.
    """
    read = taken(readings)
    aimed = aim(shot, read)
    weapon, name = WEAPONS[shot.weapon], range_name(FIRING.bands[aimed.band])
    steps = [band_step(shot.range_inches, aimed.band, read)]
    text = f"A {weapon.name} needs {aimed.printed} or more at {name}."
    steps.append(Step(text, CITES[weapon.cite], "start", Fraction(aimed.printed)))
    steps += [_modifier_step(key, amount) for key, amount in aimed.modifiers]
    steps += _left_out(shot, aimed, read)
    steps += _impossible(aimed)
    value = whole_total(steps)
    return Answer(value, tuple(steps), f"The {weapon.name} {aimed.words}.")


def _modifier_step(key: str, amount: int) -> Step:
    modifier = MODIFIERS[key]
    change = f"{abs(amount)} {'more is needed' if amount < 0 else 'less is enough'}"
    return Step(
        f"{signed(amount)} on the die ({modifier.words}): {change}.",
        CITES[modifier.cite],
        "add",
        Fraction(-amount),
    )


def _left_out(shot: Shot, aimed: Aim, readings: Mapping[str, str]) -> Iterator[Step]:
    """Yield a step for each thing about the shot that changes nothing."""
    if shot.weapon == "launcher":
        says = READINGS["launcher-modifiers"].option(readings["launcher-modifiers"]).says
        yield Step(says, READINGS["launcher-modifiers"].cite, reading="launcher-modifiers")
    if shot.cover != "none" and aimed.band == 0:
        yield Step("Nobody is in cover at point blank range.", CITES["firing"])
    elif shot.cover == "half":
        yield Step(
            "Half cover: something hides part of him, or he lies down in the open.", CITES["firing"]
        )
        yield Step("As long as a part of him can be seen, the shot can be made.", CITES["sight"])
    elif shot.cover == "full":
        yield Step(
            "Full cover: he is in or next to terrain, and it stands between the two.",
            CITES["firing"],
        )
    if shot.repeat and shot.anyone_moved:
        yield Step(
            "The bonus for the same target is lost, because someone has moved.", CITES["mod-repeat"]
        )
    if aimed.needed <= 1:
        reading = READINGS["natural-one"]
        yield Step(
            reading.option(readings["natural-one"]).says, reading.cite, reading="natural-one"
        )


def _impossible(aimed: Aim) -> Iterator[Step]:
    if aimed.needed <= SIX:
        return
    text = f"No die shows {aimed.needed}, but a rolled six hits all the same."
    yield Step(text, CITES["impossible"], "cap", Fraction(SIX))
    yield Step(
        f"The effect die of such a hit has {signed(aimed.penalty)}.",
        CITES["impossible"],
        "note",
        Fraction(aimed.penalty),
        reading=_penalty_reading(aimed),
    )


def _penalty_reading(aimed: Aim) -> str:
    """Return the reading of the penalty where its options differ for this shot."""
    whole = sum(amount for _, amount in aimed.modifiers if amount < 0)
    return "impossible-penalty" if whole != SIX - aimed.needed else ""


def hit_chance(shot: Shot, readings: Given = None) -> Fraction:
    """Return the chance that the hit die hits.

    `ValueError` with the printed reason for a shot that may not be fired.

    For a launcher it is the chance that the grenade lands where it was aimed.

    >>> hit_chance(Shot("rifle", 4)), hit_chance(Shot("smg", 20, moving_vehicle=True))
    (Fraction(5, 6), Fraction(1, 6))
    """
    read = taken(readings)
    aimed = aim(shot, read)
    return Fraction(sum(aimed.hits(die, read) for die in range(1, SIX + 1)), SIX)
