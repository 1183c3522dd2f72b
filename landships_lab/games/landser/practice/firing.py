"""Kinds of question about a shot in Landser and the effect of a hit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from landships_lab.core.dice import Odds
from landships_lab.core.speech import capitalized, inches, percent, signed, with_article
from landships_lab.data.book import Taken
from landships_lab.games.landser.data.tables import effects, firing
from landships_lab.games.landser.rules.book import DEFAULTS, SIX, band_index, band_words, range_name
from landships_lab.games.landser.rules.fire import fire_odds, resolve
from landships_lab.games.landser.rules.shots import Shot, aim, hit_chance, may_fire, modifiers
from landships_lab.games.landser.rules.wounds import Hit, Target, line, roll_on
from landships_lab.practice.kind import (
    as_read,
    can_be_asked,
    kind,
    nearest,
    whole_number,
    yes_or_no,
)
from landships_lab.practice.task import Task
from .common import DISTANCES, ENDS, Reading, boxes, drawn, medium, picked, reply, ticked

LESSON = "41_to_hit"
asked = partial(kind, lesson=LESSON, about="landser:fire")

_FIRING = firing()
_WEAPONS = _FIRING.weapons
_MODIFIERS = {modifier.id: modifier.words for modifier in _FIRING.modifiers}
_REPEAT = next(modifier.die for modifier in _FIRING.modifiers if modifier.id == "repeat")


def a_shot(dice: random.Random, level: int) -> Shot:
    """Draw a shot with one modifier, or at higher levels with several and at the ends of the
    ranges.
    """
    weapon = dice.choice(list(_WEAPONS))
    far = dice.choice(DISTANCES if level == 1 else (*DISTANCES, *ENDS))
    kinds = ("cover", dice.choice(("firer", "vehicle")), "target", "repeat")
    things = dice.sample(kinds, 1 if level == 1 else dice.randint(1, level))
    return Shot(
        weapon,
        far,
        moving_vehicle="vehicle" in things,
        firer_moved="firer" in things,
        target_moving_fast="target" in things,
        cover=dice.choice(("half", "full")) if "cover" in things else "none",
        repeat="repeat" in things,
    )


def state_of(shot: Shot) -> str:
    """Return the text form of a shot in the fire panel, without readings."""
    flags = boxes(shot, "moving_vehicle", "firer_moved", "target_moving_fast", "repeat")
    cover = f" cover {shot.cover}" if shot.cover != "none" else ""
    return f"landser:fire {shot.weapon}@{shot.range_inches}{cover}{ticked(flags)}"


def describe(shot: Shot) -> str:
    """Return a shot in sentences."""
    moved = shot.moving_vehicle or shot.firer_moved or shot.target_moving_fast
    start = "From a moving vehicle, a man fires" if shot.moving_vehicle else "A man fires"
    start = "A man moves, then fires" if shot.firer_moved else start
    weapon = with_article(_WEAPONS[shot.weapon].name)
    weapon += ", which is set up," if shot.weapon == "gpmg" else ""
    cover = f" in {shot.cover} cover" if shot.cover != "none" else ""
    fast = ", who moves fast" if shot.target_moving_fast else ""
    away = f"{inches(shot.range_inches)} away{fast}"
    neither = "" if moved else ", and neither of them has moved this turn"
    again = f" He fired at the same man last turn{neither}." if shot.repeat else ""
    return f"{start} {weapon} at somebody{cover} {away}.{again}"


def _reading(dice: random.Random, shot: Shot) -> Reading:
    """Draw the readings that decide this shot: where medium range ends, what counts for a launcher,
    and whether a one hits.
    """
    open_readings = medium(shot.range_inches)
    if shot.weapon == "launcher" and shot != Shot(shot.weapon, shot.range_inches):
        open_readings += ("launcher-modifiers",)
    reading = drawn(dice, *open_readings)
    if may_fire(shot, reading.given).value and aim(shot, reading.given).needed <= 1:
        reading = Reading({**reading.options, **drawn(dice, "natural-one").options})
    return reading


def least(shot: Shot, readings: Taken) -> int:
    """Return the lowest number on the hit die that hits."""
    aimed = aim(shot, readings)
    return next(die for die in range(1, SIX + 1) if aimed.hits(die))


def explained(shot: Shot, readings: Taken) -> str:
    """Return the number that a shot needs, with its sum."""
    aimed, right = aim(shot, readings), least(shot, readings)
    band = band_words(aimed.band, readings)
    text = f"{capitalized(band)}: a {_WEAPONS[shot.weapon].name} needs {aimed.printed}"
    if aimed.modifiers:
        changes = ", ".join(f"{signed(die)} ({_MODIFIERS[key]})" for key, die in aimed.modifiers)
        text += f"; on the die {changes}, so {aimed.needed} is needed"
    if aimed.needed > SIX:
        return f"{text}. No die shows that, but a rolled {right} hits all the same."
    if aimed.needed <= 1:
        hits = "any roll hits" if right == 1 else "a 1 is always a miss here"
        return f"{text}; {hits}: the lowest that hits is {right}."
    return f"{text}: {right} or more." if not aimed.modifiers else f"{text}."


def misaimed(shot: Shot, readings: Taken = DEFAULTS) -> Iterator[tuple[int, str]]:
    """Yield the number that each mistake leads to."""
    aimed = aim(shot, readings)
    total = sum(amount for _, amount in aimed.modifiers)
    turned = "you applied the modifiers to the number needed; they are for the die"
    again = "you gave a bonus for the same target, which is lost to anyone who has moved"
    yield aimed.printed + total, turned
    yield aimed.printed, "you forgot the modifiers"
    for key, amount in aimed.modifiers if len(aimed.modifiers) > 1 else ():
        yield aimed.needed + amount, f"you forgot a modifier, {_MODIFIERS[key]}"
    if shot.repeat and not any(key == "repeat" for key, _ in aimed.modifiers):
        yield aimed.needed - _REPEAT, again
    if shot.cover != "none" and aimed.band == 0:
        short = dict(modifiers(replace(shot, range_inches=4), 1, readings))
        lost = short.get(f"cover-{shot.cover}", 0)
        yield aimed.needed - lost, "you counted cover at point blank range, where it does not help"
    for other, name in ((aimed.band - 1, "nearer"), (aimed.band + 1, "farther")):
        if 0 <= other < len(_FIRING.bands) and (cell := _WEAPONS[shot.weapon].needs[other]) != "-":
            yield int(cell) - total, f"you read the next {name} range of the table"
    yield aimed.needed, "you forgot that a rolled six always hits"


@kind(
    "landser:fire", "hit", LESSON, "Everything that makes the shot harder or easier changes the die"
)
def needed_to_hit(dice: random.Random, level: int) -> Task:
    """Ask for the number that the hit die must show."""
    while True:
        shot = a_shot(dice, level)
        read = _reading(dice, shot)
        if may_fire(shot, read.given).value and (
            aim(shot, read.given).modifiers or dice.random() < 1 / 3
        ):
            break
    wrong = [(min(6, max(1, w)), name) for w, name in misaimed(shot, read.given)]
    never = read.options.get("natural-one") == "never-hits"
    any_roll = "" if never else " (1 where any roll hits.)"
    text = (
        f"{describe(shot)} Which is the lowest number on the hit die that hits?{any_roll}"
        f"{read.says}"
    )
    return Task(
        text,
        state_of(shot) + read.words,
        whole_number(least(shot, read.given), wrong),
        explained(shot, read.given),
    )


_NEAR_A_DASH = (*DISTANCES, *ENDS, 9, 11, 14, 25, 29, 33, 59, 61, 65)


@asked(
    "landser:may-fire", "legal", taught="A dash means that the weapon cannot be fired at that range"
)
def may_be_fired(dice: random.Random, level: int) -> Task:
    """Ask about a shot near the dashes of the table, or with a gun that cannot move and fire."""
    weapon = dice.choice(("smg", "smg", "pistol", "pistol", "launcher", "launcher", "gpmg"))
    shot = Shot(weapon, dice.choice(_NEAR_A_DASH), firer_moved=level > 1 and dice.random() < 1 / 2)
    if level == 3:
        shot = replace(shot, cover=dice.choice(("none", "half", "full")))
    read = drawn(dice, *medium(shot.range_inches))
    allowed = may_fire(shot, read.given)
    stands = may_fire(replace(shot, firer_moved=False), read.given)
    wrong: list[tuple[bool, str]] = [
        (bool(stands.value), "you forgot that a GPMG cannot move and fire"),
        *_beside(shot, read.given),
    ]
    why = allowed.headline
    if allowed.value:
        aimed = aim(shot, read.given)
        why = f"{band_words(aimed.band, read.given)}, and there the table has {aimed.printed}."
    moved = " by a man who has moved" if shot.firer_moved else ""
    target = f" at a man in {shot.cover} cover" if shot.cover != "none" else ""
    text = (
        f"May a {_WEAPONS[weapon].name} be fired over {inches(shot.range_inches)}{target}{moved}?"
        f"{read.says}"
    )
    state = state_of(shot) + read.words
    return Task(text, state, yes_or_no(allowed.value, wrong), reply(allowed.value, why))


def _beside(shot: Shot, readings: Taken) -> Iterator[tuple[bool, str]]:
    """Yield the answers for the neighbouring ranges."""
    band = band_index(shot.range_inches, readings)
    if band is None:
        yield True, "you forgot where extreme range ends"
        return
    if shot.weapon == "gpmg" and shot.firer_moved:
        return
    cells = _WEAPONS[shot.weapon].needs
    for other, name in ((band - 1, "nearer"), (band + 1, "farther")):
        if 0 <= other < len(cells):
            yield cells[other] != "-", f"you read the next {name} range of the table"


@asked("landser:change", "change", taught="which one change helps most", level=2)
def which_change(dice: random.Random, level: int) -> Task:
    """Ask for the one change of a shot that makes it hit on a given number."""
    while True:
        shot = a_shot(dice, level)
        read = drawn(dice, *medium(shot.range_inches))
        if not may_fire(shot, read.given).value:
            continue
        needed = aim(shot, read.given).needed
        tried = _changes(shot, read.given)
        wanted = needed - dice.randint(1, 2)
        good = [words for words, number in tried.items() if number <= wanted]
        bad = [words for words in tried if words not in good]
        if good and len(bad) > 1 and wanted >= 1:
            break
    right, others = dice.choice(good), dice.sample(bad, min(3, len(bad)))
    shown = [words for words in tried if words == right or words in others]
    six = " (although a rolled six hits anyway)" if needed > SIX else ""
    text = (
        f"{describe(shot)} It needs {needed}{six}. Which change alone brings that down to {wanted}"
        f" or less?{read.says}"
    )
    wrong = [
        (words, f"you chose a change that is not enough: {tried[words]} is then needed")
        for words in shown
        if words != right
    ]
    why = f"Only “{right}” is enough: then {tried[right]} is needed."
    return Task(text, state_of(shot) + read.words, picked(right, shown, wrong), why)


def _changes(shot: Shot, readings: Taken) -> dict[str, int]:
    """Return the changes to offer, with the number needed after each."""
    tried = {
        "fire without having moved": replace(shot, firer_moved=False),
        "get off the vehicle": replace(shot, moving_vehicle=False),
        "wait until the man no longer moves fast": replace(shot, target_moving_fast=False),
        "catch the man without cover": replace(shot, cover="none"),
        "fire from 4 inches": replace(shot, range_inches=4),
        "fire from 8 inches": replace(shot, range_inches=8),
        "fire from 20 inches": replace(shot, range_inches=20),
    }
    return {
        words: aim(then, readings).needed
        for words, then in tried.items()
        if then != shot and may_fire(then, readings).value
    }


FIRE = (needed_to_hit, may_be_fired, which_change)


asked_of_a_hit = partial(kind, lesson="42_what_a_hit_does", about="landser:fire")

_BANDS = firing().bands
_OUTCOMES = effects().outcomes
_HIT = 6  # a hit die that hits in every case


# -- roll by roll ----------------------------------------------------------------------------------


_FIRST = {"": "he goes into hide", "light": "a light wound", "serious": "a serious wound"}


@asked_of_a_hit("landser:effect", "hit", taught="roll by roll")
def effect_of_a_hit(dice: random.Random, level: int) -> Task:
    """Ask what a hit does: the first roll alone, at higher levels the wound too."""
    if level > 1:
        return _wound(dice, level)
    shot = _near_shot(dice)
    shown = dice.randint(1, 6)
    rolled = roll_on("effect", shown, Hit(_band(shot)))
    right = _first(rolled.value)
    wrong = [
        (_first(roll_on("effect", shown, Hit(band)).value), name)
        for band, name in (
            (4, "you forgot what a near shot adds"),
            (1, "you added one, as at short range"),
            (0, "you added two, as at point blank"),
        )
    ]
    return Task(
        f"A {_name(shot)} hits a man {inches(shot.range_inches)} away, and the die for effect shows"
        f" {shown}. What does the hit do?",
        state_of(shot),
        picked(right, _FIRST.values(), wrong),
        f"{' '.join(step.text for step in rolled.steps)} So: {right}.",
    )


def _first(face: int) -> str:
    """Return the reply for a face of the effect table, once all modifiers are added."""
    result = line("effect", face, DEFAULTS)
    return _FIRST[result.then if result else ""]


def _near_shot(dice: random.Random) -> Shot:
    """Draw a shot of any range, the nearer ones more often."""
    far = dice.choice((*range(1, 11), *range(1, 6), *range(15, 61, 5)))
    return Shot(dice.choice(("rifle", "lmg", "gpmg")), far)


def _wound(dice: random.Random, level: int) -> Task:
    """Ask for the outcome of given dice for effect and for the wound."""
    while True:
        shot = _near_shot(dice)
        target = Target(dice.random() < 1 / 3, dice.choice((0, 0, 1, 2)) if level > 2 else 0)
        rolls = (_HIT, *(dice.randint(1, 6) for _ in range(3)))
        resolved = resolve(shot, rolls, target)
        throws = _thrown(shot, rolls, target)
        if throws > 1 or dice.random() < 1 / 6:
            break
    shown, wounds = _told_dice(rolls[1 : 1 + throws]), target.serious_wounds
    before = ["he took a light wound earlier this turn"] * target.light_this_turn
    if wounds:
        many = ("", "a serious wound", "two serious wounds")[wounds]
        before.append(f"he has had {many} in this game")
    history = f" {capitalized(' and '.join(before))}." if before else ""
    right = _OUTCOMES[resolved.value].short
    light = ticked({"light-this-turn": target.light_this_turn})
    steps = " ".join(step.text for step in resolved.steps if _is_of_effect(step.cite.lines))
    wrong = [(_OUTCOMES[value].short, name) for value, name in _misread(shot, rolls, target)]
    return Task(
        f"A {_name(shot)} hits a man {inches(shot.range_inches)} away.{history} {shown} What has"
        " become of him?",
        f"{state_of(shot)}{light}{f' serious {wounds}' if wounds else ''}",
        picked(right, _FATES, wrong),
        f"{steps} So: {right}.",
    )


_FATES = [one.short for key, one in _OUTCOMES.items() if key not in ("miss", "no effect")]


def _name(shot: Shot) -> str:
    return firing().weapons[shot.weapon].name


def _told_dice(shown: tuple[int, ...]) -> str:
    effect, *wounds = shown
    text = f"The die for effect shows {effect}"
    for n, wound in enumerate(wounds):
        text += f", the die for the wound {wound}" if not n else f", the next one {wound}"
    return f"{text}."


def _thrown(shot: Shot, rolls: tuple[int, ...], target: Target) -> int:
    """Return how many of these dice are thrown after the hit die."""
    for count in range(2, len(rolls)):
        try:
            resolve(shot, rolls[:count], target)
        except ValueError:  # one more die is needed
            continue
        return count - 1
    return len(rolls) - 1


def _band(shot: Shot) -> int:
    return aim(shot, DEFAULTS).band


def _is_of_effect(lines: str) -> bool:
    """Return whether a step belongs to the roll for effect or for a wound (lines 119-145)."""
    first = int(lines.partition("-")[0])
    return 119 <= first <= 145


def _misread(shot: Shot, rolls: tuple[int, ...], target: Target) -> Iterator[tuple[str, str]]:
    """Yield the outcome that each mistake leads to."""
    if _band(shot) < 2:
        far = resolve(replace(shot, range_inches=20), rolls, target).value
        yield far, "you forgot what a near shot adds"
    else:
        near = resolve(replace(shot, range_inches=4), rolls, target).value
        yield near, "you added for a short range that this is not"
    yield resolve(shot, rolls, Target()).value, "you forgot his earlier wounds"


# -- the odds --------------------------------------------------------------------------------------

_ASKED = {
    "miss": "that the shot misses him",
    "hide": "that the shot sends the other into hide, by the effect roll alone",
    "light": "that the other takes a light wound, and no worse",
}
_CHAIN = {"hide": "sends him into hide", "light": "ends in a light wound"}


@asked_of_a_hit(
    "landser:odds", "odds", taught="Both must happen, so the two chances are multiplied"
)
def chance_of_an_outcome(dice: random.Random, level: int) -> Task:
    """Ask for the chance of one outcome of a shot."""
    while True:
        shot = replace(
            a_shot(dice, min(level, 2)), weapon=dice.choice(("rifle", "smg", "lmg", "gpmg"))
        )
        if 10 < shot.range_inches <= 15 or not may_fire(shot).value:
            continue
        aimed, odds = aim(shot, DEFAULTS), fire_odds(shot)
        fate = dice.choice(("hide", "miss") if level == 1 else ("hide", "hide", "light"))
        chance = _of(odds, fate)
        if can_be_asked(chance) and (level == 3 or aimed.needed <= SIX):
            break
    hit = hit_chance(shot)
    wrong = [
        (chance / hit if fate != "miss" else chance, "you forgot that the shot must hit first"),
        (hit if fate != "miss" else 1 - hit, "you gave the chance of a hit alone"),
        *_without(shot, fate),
    ]
    bears = {
        "natural-one": aimed.needed <= 1,
        "impossible-penalty": aimed.needed > SIX,
        "effect-beyond-table": aimed.needed > SIX,
    }
    note = "".join(f" {as_read('landser', reading)}" for reading, on in bears.items() if on)
    return Task(
        f"{describe(shot)} How likely is it {_ASKED[fate]}? Choose the nearest.{note}",
        state_of(shot),
        nearest(chance, [(Fraction(w), name) for w, name in wrong]),
        _because(shot, fate, chance),
    )


def _without(shot: Shot, fate: str) -> Iterator[tuple[Fraction, str]]:
    """Yield the chance of the shot without modifiers, if it has any."""
    bare = Shot(shot.weapon, shot.range_inches)
    if aim(shot, DEFAULTS).modifiers:
        yield _of(fire_odds(bare), fate), "you forgot the modifiers"


def _because(shot: Shot, fate: str, chance: Fraction) -> str:
    hit, aimed = hit_chance(shot), aim(shot, DEFAULTS)
    needed = min(SIX, max(1, aimed.needed))
    hits = "on any roll" if needed == 1 else f"on {needed} or more" if needed < SIX else "on a 6"
    if fate == "miss":
        return f"It hits {hits}, so it misses {percent(chance)} of the time."
    share = Fraction(chance) / hit
    where = range_name(_BANDS[aimed.band])
    lost = f", with {signed(aimed.penalty)} on the die" if aimed.penalty else ""
    then = f"At {where}{lost}, a hit {_CHAIN[fate]} {percent(share)} of the time"
    if hit == 1:
        return f"It hits {hits}. {then}, and that is all: {percent(chance)}."
    return (
        f"It hits {hits}, {percent(hit)} of the time. {then}. Both:"
        f" {percent(hit)} × {percent(share)} = {percent(chance)}."
    )


def _of(odds: Odds[str], fate: str) -> Fraction:
    return odds.chance(lambda outcome: outcome.startswith(fate))


EFFECTS = (effect_of_a_hit, chance_of_an_outcome)
