"""Single shots: whether one may be fired, what the die must show to hit, when the gun jams, and the
Dog's chance with two dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import (
    Answer,
    Gap,
    Remedy,
    Step,
    Telling,
    Told,
    decided,
    summed,
    tallied,
)
from landships_lab.core.checks import one_of
from landships_lab.core.dice import D6, Odds, over
from landships_lab.core.remedies import changes, other_readings
from landships_lab.core.renamed import renamed
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, mixed, plural, signed
from .book import (
    DEFAULTS,
    FACES,
    FIELDCRAFT,
    FIRING,
    GAPS,
    MODIFIERS,
    READINGS,
    SIX,
    WEAPONS,
    Inches,
    add,
    band_index,
    band_step,
    band_words,
    cap,
    count,
    decides,
    die_face,
    distance,
    ends,
    exact_inches,
    lost,
    no,
    note,
    options,
    range_name,
    says,
    start,
    times,
    weapon_of,
    yes,
)

COVERS = ("none", "half", "full")
#: Guns that must reload in the turn after a burst (line 115); a GPMG need not.
RELOADS = ("smg", "lmg")
#: Second rolls for a gun that never jams, and for one that jams at every shot.
NEVER, ALWAYS = SIX + 1, 0
#: The totals of a Dog's chance that blow up the gun, and those that hit.
DOGS_LEAST, DOGS_HIT = 2, 11
DOG_OUTCOMES = ("hit", "nothing", "gun blows up")


@dataclass(frozen=True, slots=True)
class Shot:
    """One soldier's shot at another: the weapon, the range in inches, who moved, the target's
    cover.

    ``repeat`` says that the same target was fired at last turn; the bonus for it is lost to anyone
    who has moved. A machine gun may fire on ``automatic``, a GPMG without having been ``set_up``;
    ``arm_wounds`` are the firer's (b) wounds, and ``disorientated`` the turn after such a light
    wound; ``burst_before`` says that it fired on automatic last turn, ``lone`` that a GPMG has a
    crew of one.
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
        """Whether the firer or the target has moved, which cancels the bonus for a
        repeated shot.
        """
        return self.firer_moved or self.moving_vehicle or self.target_moving_fast


# --------------------------------------------------------------------------------- may it be fired?


@decided
def may_fire(shot: Shot, readings: Given = None) -> Telling:
    """Return whether this shot may be fired: in the weapon's range, and in a way that it allows.

    >>> may_fire(Shot("smg", 45)).headline
    'A submachine gun has a dash at extreme range (over 30 to 60 inches): it cannot fire.'
    """
    read, weapon = options(readings), WEAPONS[shot.weapon]
    against = _against(shot, read)
    yield from against
    if against:
        return Told(against[0].text, _remedies(shot, read))
    yield yes(weapon.cite, f"A {weapon.name} may fire at this range.")
    return f"The {weapon.name} may fire."


def _against(shot: Shot, read: Mapping[str, str]) -> tuple[Step, ...]:
    """Return what forbids this shot."""
    return tuple(step for step in _refusals(shot, read) if step.op == "forbids")


def _refusals(shot: Shot, read: Mapping[str, str]) -> Iterator[Step]:
    weapon, band = WEAPONS[shot.weapon], band_index(shot.range_inches, read)
    if band is None:
        beyond = f"beyond extreme range, which ends at {ends(read)[-1]}"
        yield no("ranges", f"{capitalized(distance(shot.range_inches))} is {beyond}.")
    elif weapon.needs[band] == "-":
        text = f"A {weapon.name} has a dash at {band_words(band, read)}: it cannot fire."
        yield no(weapon.cite, text)
    if shot.weapon == "gpmg" and shot.firer_moved:
        yield no("gpmg", "A general purpose machine gun cannot move and fire.")
    if shot.automatic and not weapon.automatic:
        yield no("machine-guns", f"A {weapon.name} has no automatic fire.")
    if shot.automatic and shot.weapon == "lmg" and shot.firer_moved:
        yield no("lmg-automatic", "A light machine gun cannot move and fire on automatic.")
    if shot.burst_before:
        yield from after_a_burst(shot.weapon, shot.automatic, shot.lone, shot.set_up, read)
    elif shot.repeat and shot.weapon == "gpmg" and not shot.set_up:
        yield out_of_ammunition()
    if not shot.set_up and shot.weapon != "gpmg":
        yield no("gpmg", f"Only a GPMG has to be set up; a {weapon.name} is always ready.")


def has_dash(shot: Shot, read: Mapping[str, str]) -> bool:
    """Return whether nothing but a dash in the table forbids this shot."""
    band = band_index(shot.range_inches, read)
    dash = band is not None and WEAPONS[shot.weapon].needs[band] == "-"
    return dash and len(_against(shot, read)) == 1


def _remedies(shot: Shot, read: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield the changes that would make the shot possible."""

    def can_fire(other: Shot) -> bool:
        return may_fire.value(other, read)

    works = shot.weapon in RELOADS or not shot.set_up
    after = f"After a turn {'of reloading' if works else 'without a burst'}, it may fire."
    yield from changes(
        shot,
        can_fire,
        ("Standing still, it may fire.", "firer_moved", False),
        ("With single shots, it may fire.", "automatic", False),
        (after, "burst_before", False),
        ("With a loader, it may fire.", "lone", False),
        ("Untick “not set up” and it may fire.", "set_up", True),
    )
    # A range begins just beyond the end of the one before: the next half inch is proposed.
    far: tuple[Inches, ...] = (*ends(read), *(end + Fraction(1, 2) for end in ends(read)[:-1]))
    there = ((f"At {inches(end)}, it may fire.", "range_inches", end) for end in far)
    ranges = sorted(changes(shot, can_fire, *there), key=lambda r: abs(r.to - shot.range_inches))
    yield from (replace(nearest, change="range") for nearest in ranges[:1])
    armed = (
        (f"A {gun.name} may fire at this range.", "weapon", key) for key, gun in WEAPONS.items()
    )
    yield from changes(shot, can_fire, *armed)

    def would(key: str, option: str) -> str:
        return "it may fire" if may_fire.value(shot, {**read, key: option}) else ""

    yield from other_readings([READINGS["medium-band"]], read, would)


# ------------------------------------------------------------------------------------ after a burst


def after_a_burst(
    weapon: str, automatic: bool, alone: bool, set_up: bool, read: Mapping[str, str]
) -> Iterator[Step]:
    """Yield what forbids this gun to fire after it fired on automatic last turn.

    ``automatic`` says that it would fire another burst, ``alone`` that its gunner has no loader.
    """
    if weapon in RELOADS:
        reloads = "reloads in the turn after a burst: it does not fire"
        yield no("machine-guns", f"A {WEAPONS[weapon].name} {reloads}.")
    if weapon != "gpmg":
        return
    if not set_up:
        yield out_of_ammunition()
    if alone and (automatic or read["continuous-fire"] == "any-fire"):
        reading = "" if automatic else "continuous-fire"
        yield no("loaders", "Without a loader it cannot fire continuously.", reading)


def lone_bursts() -> Step:
    """Return the step on the bursts that a gunner without a loader carries."""
    bursts = f"{FIELDCRAFT.machine_gun.bursts_without_loader} bursts in all"
    text = f"Without a loader he has {bursts}, and none in the turn after another."
    return note("loaders", text)


def out_of_ammunition() -> Step:
    """Return the step that forbids a GPMG to fire after it fired last turn without being set up."""
    return no("gpmg", "Not set up, it is out of ammunition after one turn.")


# -------------------------------------------------------------------------------------- the hit die


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot that may be fired: its range, the printed number, the modifiers, the number needed,
    and what an impossible shot loses on the effect die.
    """

    band: int
    printed: int
    modifiers: tuple[tuple[str, int], ...]
    needed: int
    penalty: int
    one_hits: bool
    taken = renamed("reduction")

    def hits(self, die: int) -> bool:
        """Return whether this roll of the hit die hits."""
        return die >= min(self.needed, SIX) and (die > 1 or self.one_hits)

    @property
    def chance(self) -> Fraction:
        """The chance of a hit."""
        return Fraction(sum(map(self.hits, FACES)), SIX)

    @property
    def words(self) -> str:
        """On which rolls the weapon hits, as the end of a sentence."""
        if self.needed > SIX:
            return f"hits only on a rolled 6, with {signed(self.penalty)} for effect"
        roll = "any roll" if self.needed <= 1 else f"{self.needed} or more"
        return f"hits on {roll} at {range_name(FIRING.bands[self.band])}"

    @property
    def reduction(self) -> int:
        """The total of the negative modifiers, below zero."""
        return sum(amount for _, amount in self.modifiers if amount < 0)


def aim(shot: Shot, read: Mapping[str, str]) -> Aim:
    """Return what this shot needs, in numbers only."""
    for refusal in _against(shot, read):
        raise ValueError(refusal.text)
    band = band_index(shot.range_inches, read) or 0  # a longer range is refused
    printed, changed = int(WEAPONS[shot.weapon].needs[band]), modifiers(shot, band, read)
    needed = printed - sum(amount for _, amount in changed)
    one_hits = read["natural-one"] != "never-hits"
    aimed = Aim(band, printed, changed, needed, min(0, SIX - needed), one_hits)
    whole = needed > SIX and read["impossible-penalty"] == "whole"
    return replace(aimed, penalty=aimed.reduction) if whole else aimed


def modifiers(shot: Shot, band: int, read: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    """Return the modifiers of the hit die: their ids, and how much each adds to the die."""
    asked: tuple[tuple[str, int | bool], ...] = (
        ("moving-vehicle", shot.moving_vehicle),
        ("firer-moved", shot.firer_moved),
        ("target-moving-fast", shot.target_moving_fast),
        ("cover-half", shot.cover == "half" and band > 0),
        ("cover-full", shot.cover == "full" and band > 0),
        ("repeat", shot.repeat and not shot.anyone_moved),
    )
    if shot.weapon == "launcher" and read["launcher-modifiers"] == "as-grenade":
        asked = ()
    own = (
        ("not-set-up", not shot.set_up),
        ("arm-wound", shot.arm_wounds),
        ("disorientated", shot.disorientated),
    )
    return tuple((key, MODIFIERS[key].die * times) for key, times in (*asked, *own) if times)


@summed
def hits_on(shot: Shot, readings: Given = None) -> Telling[Aim]:
    """Return the least number that the hit die must show; the detail is the `Aim`.

    If more than six is needed, the value is six: the lucky hit of an impossible shot, and a step
    says what its effect die loses. Modifiers are printed for the die, so a step adds to the number
    what its modifier subtracts from the die.

    >>> hits_on(Shot("smg", 20, moving_vehicle=True)).headline
    'The submachine gun hits only on a rolled 6, with −3 for effect.'
    """
    read = options(readings)
    aimed, weapon = aim(shot, read), WEAPONS[shot.weapon]
    yield band_step(shot.range_inches, read)
    needs = f"{aimed.printed} or more at {range_name(FIRING.bands[aimed.band])}"
    yield start(weapon.cite, aimed.printed, f"A {weapon.name} needs {needs}.")
    for key, amount in aimed.modifiers:
        change = f"{abs(amount)} {'more is needed' if amount < 0 else 'less is enough'}"
        text = f"{signed(amount)} on the die ({MODIFIERS[key].words}): {change}."
        yield add(MODIFIERS[key].cite, -amount, text)
    yield from _changes_nothing(shot, aimed, read)
    if aimed.needed > SIX:
        text = f"No die shows {aimed.needed}, but a rolled six hits all the same."
        yield cap("impossible", SIX, text)
        differs = "impossible-penalty" if aimed.reduction != SIX - aimed.needed else ""
        lucky = f"The effect die of such a hit has {signed(aimed.penalty)}."
        yield replace(note("impossible", lucky, differs), amount=Fraction(aimed.penalty))
    return Told(f"The {weapon.name} {aimed.words}.", detail=aimed)


def _changes_nothing(shot: Shot, aimed: Aim, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield a step for each fact about the shot that changes nothing."""
    if shot.weapon == "launcher":
        yield says("launcher-modifiers", read)
    if shot.cover != "none" and aimed.band == 0:
        yield note("firing", "Nobody is in cover at point blank range.")
    elif shot.cover == "half":
        text = "Half cover: something hides part of him, or he lies down in the open."
        yield note("firing", text)
        yield note("sight", "As long as a part of him can be seen, the shot can be made.")
    elif shot.cover == "full":
        text = "Full cover: he is in or next to terrain, and it stands between the two."
        yield note("firing", text)
    if shot.repeat and shot.anyone_moved:
        text = "The bonus for the same target is lost, because someone has moved."
        yield note("mod-repeat", text)
    if aimed.needed <= 1:
        yield says("natural-one", read)


def hit_chance(shot: Shot, readings: Given = None) -> Fraction:
    """Return the chance that the hit die hits; for a launcher, that the grenade lands where it was
    aimed. Raises `ValueError` with the printed reason for a shot that may not be fired.

    >>> hit_chance(Shot("rifle", 4)), hit_chance(Shot("smg", 20, moving_vehicle=True))
    (Fraction(5, 6), Fraction(1, 6))
    """
    return aim(shot, options(readings)).chance


# --------------------------------------------------------------------------------------------- jams


@tallied
def jam_chance(
    weapon: str,
    automatic: bool = False,
    soviet: bool = False,
    lone: bool = False,
    readings: Given = None,
) -> Telling:
    """Return the chance that the gun jams at a shot: a one on the hit die, then a second roll that
    is high enough. A `Gap` for weapons that the source does not cover.

    ``soviet`` is a Soviet submachine gun, ``lone`` a GPMG with a crew of one.

    >>> jam_chance("smg").value, jam_chance("smg", soviet=True).value
    (Fraction(1, 12), Fraction(1, 36))
    """
    gun = weapon_of(weapon)
    on, why, reading = _jams_on(weapon, automatic, soviet, lone, options(readings))
    if gun.jams is None or isinstance(on, Gap):
        text = f"The source does not say when a {gun.name} jams."
        yield lost("jams", text, "start")
        return text
    if on == ALWAYS:
        text = "With one man as its crew, it jams whenever it fires."
        yield start(gun.jams.cite, 1, text, reading)
        return f"The {gun.name} jams at every shot."
    yield start("jams", Fraction(1, SIX), "If the hit die shows 1, roll again.")
    share = Fraction(SIX + 1 - on, SIX)
    jams = f"On {'a 6' if on == SIX else f'{on} to 6'} the gun jams"
    text = "It then jams without a second roll" if share == 1 else jams
    yield times(gun.jams.cite, share, f"{text}{why}.", reading)
    return f"The {gun.name} jams in 1 shot of {mixed(Fraction(SIX, share))}."


def _jams_on(
    weapon: str, automatic: bool, soviet: bool, lone: bool, read: Mapping[str, str]
) -> tuple[int | Gap, str, str]:
    """Return the least second roll that jams a gun, the reason, and the reading behind it."""
    jams = WEAPONS[weapon].jams
    if jams is None:
        return GAPS["jams"], "", ""
    if lone and jams.lone is not None:
        on = ALWAYS if read["lone-gunner"] == "always" else jams.lone
        return on, ", with one man as its crew", "lone-gunner"
    if automatic and jams.automatic is not None:
        return jams.automatic, ", on automatic", ""
    if soviet and jams.soviet is not None:
        return jams.soviet, ", being Soviet", ""
    return jams.on, "", ""


def jam_number(shot: Shot, read: Mapping[str, str], soviet: bool = False) -> int | Gap:
    """Return the least second roll that jams the gun after a one, or `ALWAYS` for a gun that jams
    at every shot. A `Gap` if the source does not say when the weapon jams.
    """
    return _jams_on(shot.weapon, shot.automatic, soviet, shot.lone, read)[0]


@tallied
def jammed_template(figures: int) -> Telling:
    """Return how many figures under the template are still hit when the GPMG jams: half of them, or
    a `Gap` for an odd number. The source does not say which ones.

    >>> jammed_template(4).value
    2
    """
    count("The number of figures", figures)
    yield start("jam-gpmg", figures, f"Figures under the template: {figures}.")
    half = "Half of the figures in the template are still hit in the turn of the jam."
    yield times("jam-gpmg", Fraction(1, 2), half)
    if figures % 2:
        odd = "The source does not say which way half of an odd number is rounded."
        yield lost("odd-half", odd, "add")
        return "The source does not say whether the odd figure is hit."
    return f"The jammed gun still hits {plural(figures // 2, 'figure')} of {figures}."


# ----------------------------------------------------------------------------------- a Dog's chance


def dogs_chance_result(first: int, second: int, readings: Given = None) -> Answer[str]:
    """Return the result of a Dog's chance with these two dice: a hit, nothing, or a gun that blows
    up.

    >>> dogs_chance_result(5, 6).value, dogs_chance_result(1, 1).value
    ('hit', 'gun blows up')
    """
    read, cite = options(readings), "dogs-chance"
    score = die_face("The first die", first) + die_face("The second die", second)
    one = start(cite, first, f"The first die shows {first}.")
    dice = (one, add(cite, second, f"The second shows {second}."))
    if score == DOGS_LEAST:
        last = decides(cite, "On a two the gun blows up and is thrown away.")
        return Answer("gun blows up", (*dice, last), "The gun blows up.")
    hit = score == DOGS_HIT or (score > DOGS_HIT and read[cite] == "11-or-more")
    rule = READINGS[cite].option(read[cite]).says
    last = decides(cite, f"{score}: {rule[0].lower()}{rule[1:]}", cite)
    headline = "A hit against all odds." if hit else "Nothing happens."
    return Answer("hit" if hit else "nothing", (*dice, last), headline)


def dogs_chance(shot: Shot, readings: Given = None) -> Odds[str]:
    """Return the chances that a Dog's chance hits, does nothing, or blows up the gun.

    It is an optional rule for a shot that no roll of the die could hit: the reading
    dogs-chance-when decides whether it replaces the rolled six, or applies only to a dash in the
    table.

    >>> odds = dogs_chance(Shot("smg", 20, moving_vehicle=True))
    >>> odds.p("hit"), odds.p("gun blows up")
    (Fraction(1, 18), Fraction(1, 36))
    """
    read = options(readings)
    if not takes_dogs_chance(shot, read):
        needs = hits_on(shot, read).headline  # raises `ValueError` for a shot that may not be fired
        only = "A Dog's chance is only for a shot that no roll could hit"
        raise ValueError(f"{only}; {needs[0].lower()}{needs[1:]}")
    return _dogs_odds(read["dogs-chance"])


def takes_dogs_chance(shot: Shot, read: Mapping[str, str]) -> bool:
    """Return whether a Dog's chance may be declared for this shot, by the reading
    dogs-chance-when.
    """
    if read["dogs-chance-when"] == "dash":
        return has_dash(shot, read)
    return may_fire.value(shot, read) and aim(shot, read).needed > SIX


@lru_cache
def _dogs_odds(option: str) -> Odds[str]:
    read = {**DEFAULTS, "dogs-chance": option}
    odds = over(lambda a, b: dogs_chance_result(a, b, read).value, D6, D6)
    return Odds([(outcome, odds.weights.get(outcome, 0)) for outcome in DOG_OUTCOMES])
