"""Kinds of question about what a hit of Landser does. The same seed makes the same question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from landships_lab.core.dice import Odds
from landships_lab.core.speech import capitalized, inches, percent, signed
from landships_lab.games.landser.data.tables import effects, firing
from landships_lab.games.landser.rules.book import DEFAULTS, SIX, range_name
from landships_lab.games.landser.rules.fire import fire_odds, resolve
from landships_lab.games.landser.rules.shots import Shot, aim, hit_chance, may_fire
from landships_lab.games.landser.rules.wounds import Hit, Target, line, roll_on
from landships_lab.practice.kind import as_read, can_be_asked, kind, nearest
from landships_lab.practice.task import Task
from .common import picked, ticked
from .firing import a_shot, describe, state_of

asked = partial(kind, lesson="41_what_a_hit_does", about="landser:fire")

_BANDS = firing().bands
_OUTCOMES = effects().outcomes
_HIT = 6  # a hit die that hits whatever is needed


# -- roll by roll ----------------------------------------------------------------------------------


_FIRST = {"": "he goes into hide", "light": "a light wound", "serious": "a serious wound"}


@asked("landser:effect", "hit", taught="roll by roll")
def effect_of_a_hit(dice: random.Random, level: int) -> Task:
    """Ask what a hit does: the first roll alone, then the wound too."""
    if level > 1:
        return _wound(dice, level)
    shot = _near_shot(dice)
    shown = dice.randint(1, 6)
    found = roll_on("effect", shown, Hit(_band(shot)))
    right = _first(found.value)
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
        f"{' '.join(step.text for step in found.steps)} So: {right}.",
    )


def _first(face: int) -> str:
    """Return the reply for a face of the effect table, once all is added."""
    found = line("effect", face, DEFAULTS)
    return _FIRST[found.then if found else ""]


def _near_shot(dice: random.Random) -> Shot:
    """Draw a shot of any range, the nearer ones more often."""
    far = dice.choice((*range(1, 11), *range(1, 6), *range(15, 61, 5)))
    return Shot(dice.choice(("rifle", "lmg", "gpmg")), far)


def _wound(dice: random.Random, level: int) -> Task:
    """Ask what becomes of a man with given dice for effect and for his wound."""
    while True:
        shot = _near_shot(dice)
        target = Target(dice.random() < 1 / 3, dice.choice((0, 0, 1, 2)) if level > 2 else 0)
        rolls = (_HIT, *(dice.randint(1, 6) for _ in range(3)))
        found = resolve(shot, rolls, target)
        throws = _thrown(shot, rolls, target)
        if throws > 1 or dice.random() < 1 / 6:
            break
    shown, wounds = _told_dice(rolls[1 : 1 + throws]), target.serious_wounds
    before = ["he took a light wound earlier this turn"] * target.light_this_turn
    if wounds:
        many = ("", "a serious wound", "two serious wounds")[wounds]
        before.append(f"he has had {many} in this game")
    history = f" {capitalized(' and '.join(before))}." if before else ""
    right = _OUTCOMES[found.value].short
    light = ticked({"light-this-turn": target.light_this_turn})
    steps = " ".join(step.text for step in found.steps if _is_of_effect(step.cite.lines))
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
        except ValueError:  # one more is needed
            continue
        return count - 1
    return len(rolls) - 1


def _band(shot: Shot) -> int:
    return aim(shot, DEFAULTS).band


def _is_of_effect(lines: str) -> bool:
    """Return whether a step is one of the roll for effect or of a wound (lines 119-145)."""
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


@asked("landser:odds", "odds", taught="Both must happen, so the two chances are multiplied")
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
    """Yield the chance of the bare shot, where something changes the die."""
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
