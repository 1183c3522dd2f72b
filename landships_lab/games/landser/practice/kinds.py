"""Kinds of questions about fire and spotting of Landser. The same seed makes the same question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.core.dice import Odds
from landships_lab.core.speech import capitalized, inches, with_article
from landships_lab.games.landser.data.tables import firing, spotting
from landships_lab.games.landser.panels.spotting import LANES
from landships_lab.games.landser.practice.men import MEN
from landships_lab.games.landser.rules import (
    Shot,
    Sighting,
    fire_odds,
    hit_chance,
    hits_on,
    may_fire,
    shot_at,
    spot_chance,
    spots_on,
)
from landships_lab.games.landser.rules.book import DEFAULTS, SIX, band_index
from landships_lab.games.landser.rules.shots import aim, modifiers
from landships_lab.practice.kinds import (
    Kind,
    as_read,
    can_be_asked,
    nearest,
    one_of,
    whole_number,
    yes_or_no,
)
from landships_lab.practice.marking import Question

_FIRING, _SPOTTING = firing(), spotting()
_WEAPONS = _FIRING.weapons
_DISTANCES, _ENDS = (1, 4, 8, 20, 45), (2, 3, 5, 6, 10, 12, 15, 30, 31, 60)


def _shot(dice: random.Random, level: int) -> Shot:
    """Draw a shot with one thing that changes the roll, at higher levels with several, and at the
    ends of the ranges.
    """
    weapon, far = (
        dice.choice(list(_WEAPONS)),
        dice.choice(_DISTANCES if level == 1 else (*_DISTANCES, *_ENDS)),
    )
    own = dice.choice(("firer", "vehicle"))
    things = dice.sample(
        ("cover", own, "target", "repeat"), 1 if level == 1 else dice.randint(1, level)
    )
    return Shot(
        weapon,
        far,
        moving_vehicle="vehicle" in things,
        firer_moved="firer" in things,
        target_moving_fast="target" in things,
        cover=dice.choice(("half", "full")) if "cover" in things else "none",
        repeat="repeat" in things,
    )


_FLAGS = (
    ("moving_vehicle", "moving-vehicle"),
    ("firer_moved", "firer-moved"),
    ("target_moving_fast", "target-moving-fast"),
)


def _state(shot: Shot) -> str:
    flags = [word for field, word in (*_FLAGS, ("repeat", "repeat")) if getattr(shot, field)]
    state = f"landser:fire {shot.weapon}@{shot.range_inches}" + (
        f" cover {shot.cover}" if shot.cover != "none" else ""
    )
    return state + (f" with {' '.join(flags)}" if flags else "")


def _describe(shot: Shot) -> str:
    how = [
        words
        for on, words in (
            (shot.moving_vehicle, "from a moving vehicle"),
            (shot.firer_moved, "after moving"),
        )
        if on
    ]
    target = "a man" + (" who moves fast" if shot.target_moving_fast else "")
    target += f" in {shot.cover} cover" if shot.cover != "none" else ""
    again = ", the same man as last turn" if shot.repeat else ""
    weapon = _WEAPONS[shot.weapon].name
    fired = " ".join(["is fired over", inches(shot.range_inches), *how])
    return f"{capitalized(with_article(weapon))} {fired} at {target}{again}."


def _note(shot: Shot, outcome: bool = False) -> str:
    """Return the sentences of the readings that decide this shot: where medium range ends, what
    counts for a launcher, a one.

    With ``outcome`` those too that decide what an impossible shot does.
    """
    found = ["medium-band"] if 10 < shot.range_inches <= 15 else []
    found += (
        ["launcher-modifiers"]
        if shot.weapon == "launcher" and shot != Shot(shot.weapon, shot.range_inches)
        else []
    )
    if may_fire(shot).value:
        aimed = aim(shot, DEFAULTS)
        found += ["natural-one"] if aimed.needed <= 1 else []
        found += (
            ["impossible-penalty", "effect-beyond-table"] if outcome and aimed.needed > SIX else []
        )
    return "".join(f" {as_read('landser', reading)}" for reading in found)


def _misaimed(shot: Shot) -> Iterator[tuple[int, str]]:
    """Yield the number that each mistake leads to."""
    aimed = aim(shot, DEFAULTS)
    total = sum(amount for _, amount in aimed.modifiers)
    yield (
        aimed.printed + total,
        "you applied the modifiers to the number needed; they are for the die",
    )
    yield aimed.printed, "you forgot the modifiers"
    for key, amount in aimed.modifiers if len(aimed.modifiers) > 1 else ():
        yield aimed.needed + amount, f"you forgot a modifier, {_MODIFIERS[key]}"
    if shot.repeat and not any(key == "repeat" for key, _ in aimed.modifiers):
        yield (
            aimed.needed - _REPEAT,
            "you gave a bonus for the same target, which is lost to anyone who has moved",
        )
    if shot.cover != "none" and aimed.band == 0:
        lost = dict(modifiers(replace(shot, range_inches=4), 1, DEFAULTS)).get(
            f"cover-{shot.cover}", 0
        )
        yield aimed.needed - lost, "you counted cover at point blank range, where there is none"
    for other, name in ((aimed.band - 1, "nearer"), (aimed.band + 1, "farther")):
        if 0 <= other < len(_FIRING.bands) and (cell := _WEAPONS[shot.weapon].needs[other]) != "-":
            yield int(cell) - total, f"you read the next {name} range of the table"
    yield aimed.needed, "you forgot that a rolled six always hits"


_MODIFIERS = {modifier.id: modifier.words for modifier in _FIRING.modifiers}
_REPEAT = next(modifier.die for modifier in _FIRING.modifiers if modifier.id == "repeat")


def _needed(dice: random.Random, level: int) -> Question:
    """Ask for the number that the hit die must show."""
    while True:
        shot = _shot(dice, level)
        if may_fire(shot).value and (
            level == 1 or modifiers(shot, _band(shot), DEFAULTS) or dice.random() < 1 / 3
        ):
            break
    needed = max(1, hits_on(shot).value)
    wrong = [(max(1, w), name) for w, name in _misaimed(shot)]
    text = (
        f"{_describe(shot)} Which is the lowest number on the hit die that hits? (1 where any roll"
        f" hits.){_note(shot)}"
    )
    return Question(text, _state(shot), whole_number(needed, wrong))


def _band(shot: Shot) -> int:
    band = band_index(shot.range_inches, DEFAULTS)
    assert band is not None  # what may be fired lies within the last range
    return band


def _may_fire(dice: random.Random, level: int) -> Question:
    """Ask about a shot near the dashes of the table, or with a gun that cannot move and fire."""
    weapon = dice.choice(("smg", "pistol", "pistol", "launcher", "launcher", "gpmg", "rifle"))
    far = dice.choice((*_DISTANCES, *_ENDS, 61))
    shot = Shot(weapon, far, firer_moved=level > 1 and dice.random() < 1 / 2)
    band, still = band_index(far, DEFAULTS), may_fire(replace(shot, firer_moved=False)).value
    cells = _WEAPONS[weapon].needs
    beside = (
        [cells[n] for n in (band - 1, band + 1) if 0 <= n < len(cells)]
        if band is not None
        else [cells[-1]]
    )
    wrong: list[tuple[bool, str]] = []
    if shot.firer_moved:
        wrong = [
            (still, "you forgot that a GPMG cannot move and fire"),
            (False, "you took it for a GPMG, which cannot move and fire"),
        ]
    if not still and set(beside) != {"-"}:
        wrong.append(
            (True, "you read the next range of the table, or forgot where extreme range ends")
        )
    elif still and "-" in beside:
        wrong.append((False, "you read the next range of the table"))
    wrong.append((True, "you forgot that its row has a dash there, or that it is out of range"))
    moved = " after moving" if shot.firer_moved else ""
    text = f"May a {_WEAPONS[weapon].name} be fired over {inches(far)}{moved}?{_note(shot)}"
    return Question(text, _state(shot), yes_or_no(may_fire(shot).value, wrong))


def _change(dice: random.Random, level: int) -> Question:
    """Ask for the one change of a shot that makes it hit on the number wanted."""
    while True:
        shot = _shot(dice, level)
        if not may_fire(shot).value:
            continue
        needed = aim(shot, DEFAULTS).needed
        tried = _changes(shot)
        wanted = needed - dice.randint(1, 2)
        good = [words for words, number in tried.items() if number <= wanted]
        bad = [words for words in tried if words not in good]
        if good and len(bad) > 1 and wanted >= 1:
            break
    right, others = dice.choice(good), dice.sample(bad, min(3, len(bad)))
    shown = [words for words in tried if words == right or words in others]
    six = " (although a rolled six hits anyway)" if needed > SIX else ""
    text = (
        f"{_describe(shot)} It needs {needed}{six}. Which change alone brings that down to {wanted}"
        f" or less?{_note(shot)}"
    )
    wrong = [
        (words, f"you chose a change that is not enough: {tried[words]} is then needed")
        for words in shown
        if words != right
    ]
    return Question(text, _state(shot), one_of(right, shown, wrong))


def _changes(shot: Shot) -> dict[str, int]:
    """Return the changes that can be offered, and the number needed after each."""
    tried = {
        "fire without having moved": replace(shot, firer_moved=False),
        "get off the vehicle": replace(shot, moving_vehicle=False),
        "wait until the man no longer moves fast": replace(shot, target_moving_fast=False),
        "catch the man without cover": replace(shot, cover="none"),
        "go to 4 inches": replace(shot, range_inches=4),
        "go to 8 inches": replace(shot, range_inches=8),
        "go to 20 inches": replace(shot, range_inches=20),
    }
    return {
        words: aim(then, DEFAULTS).needed
        for words, then in tried.items()
        if then != shot and may_fire(then).value
    }


# -- spotting
# -------------------------------------------------------------------------------------------------

_LANES = ("in-cover", "sneak-open", "sneak-cover", "hide-open", "hide-cover", "moving-open")


def _sighting(dice: random.Random, level: int) -> tuple[str, Sighting]:
    while True:
        lane = dice.choice(_LANES if level > 1 else _LANES[:3])
        doing, cover, _ = LANES[lane]
        far = dice.choice(_DISTANCES if level < 3 else (*_DISTANCES, *_ENDS))
        if not isinstance(spots_on(Sighting(far, doing, cover)).value, Gap):
            return lane, Sighting(far, doing, cover)


def _spotted(dice: random.Random, level: int) -> Question:
    """Ask for the roll that spots a man who sneaks, hides, moves or stays somewhere."""
    lane, sighting = _sighting(dice, level)
    needed = spots_on(sighting).value
    assert isinstance(needed, int)  # gaps are not asked about
    near = f" {as_read('landser', 'medium-band')}" if 10 < sighting.range_inches <= 15 else ""
    near += (
        f" {as_read('landser', 'hide-open')}"
        if lane == "hide-open" and sighting.range_inches > _ENDS[0]
        else ""
    )
    text = (
        f"A man {LANES[lane][2]}, {inches(sighting.range_inches)} away. Which is the lowest roll"
        " that makes an observer aware of him? "
    )
    text += f"(1 where no roll is needed, 7 where he cannot be seen.){near}"
    return Question(
        text,
        f"landser:spotting {lane}@{sighting.range_inches}",
        whole_number(needed, _misspotted(sighting)),
    )


def _misspotted(sighting: Sighting) -> Iterator[tuple[int, str]]:
    """Yield the number that each mistake leads to."""
    band = band_index(sighting.range_inches, DEFAULTS)
    assert band is not None  # gaps are not asked about
    if band == 0:
        yield 7, "you forgot that anyone within point blank range is noticed"
    rows = {
        row: [1 if cell == "a" else int(cell) for cell in _SPOTTING.rows[row].needs]
        for row in _SPOTTING.rows
    }
    mine = (
        "in-cover"
        if sighting.doing != "sneaking"
        else "sneak-cover"
        if sighting.in_cover
        else "sneak-open"
    )
    if sighting.doing == "hiding" and sighting.in_cover:
        yield rows["in-cover"][band], "you forgot that a man who hides in terrain is out of sight"
    elif sighting.doing == "moving" and not sighting.in_cover:
        yield (
            rows["sneak-open"][band],
            "you took moving for sneaking; in the open a moving man is seen at once",
        )
    else:
        for row, cells in rows.items():
            if row != mine:
                yield cells[band], f"you read another row of the table, {_SPOTTING.rows[row].name}"
        for other, name in ((band - 1, "nearer"), (band + 1, "farther")):
            if 0 <= other < len(rows[mine]):
                yield rows[mine][other], f"you read the next {name} range of the table"


# -- odds
# -------------------------------------------------------------------------------------------------

_FATES = {
    "miss": "that it misses him",
    "hide": "that he is sent into hide, and no worse",
    "light": "that he takes a light wound",
}


def _chances(dice: random.Random, level: int) -> Question:
    """Ask for the chance of one outcome of a shot."""
    while True:
        shot = replace(
            _shot(dice, level), weapon=dice.choice(("rifle", "smg", "lmg", "gpmg", "pistol"))
        )
        if not may_fire(shot).value:
            continue
        odds, fate = (
            fire_odds(shot),
            dice.choice(["hide", "hide", "light"] if level > 1 else ["miss", "hide"]),
        )
        chance = _of(odds, fate)
        if can_be_asked(chance):
            break
    hit = hit_chance(shot)
    plain = replace(
        shot,
        cover="none",
        firer_moved=False,
        moving_vehicle=False,
        target_moving_fast=False,
        repeat=False,
    )
    wrong = [
        (
            chance * (1 if fate == "miss" or not hit else 1 / hit),
            "you forgot that the shot must hit first",
        ),
        (
            _of(fire_odds(plain), fate) if may_fire(plain).value else chance,
            "you forgot the modifiers",
        ),
        (1 - chance, "you gave the chance that it does not happen"),
        (hit, "you gave the chance of a hit alone"),
    ]
    text = (
        f"{_describe(shot)} How likely is it {_FATES[fate]}? Choose the"
        f" nearest.{_note(shot, outcome=True)}"
    )
    return Question(
        text, _state(shot), nearest(dice, chance, [(Fraction(w), name) for w, name in wrong])
    )


def _of(odds: Odds[str], fate: str) -> Fraction:
    return odds.chance(lambda outcome: outcome.startswith(fate))


def _seen_and_hit(dice: random.Random, level: int) -> Question:
    """Ask for the chance that a man is both seen and hit."""
    while True:
        lane, sighting = _sighting(dice, min(level, 2))
        weapon = dice.choice(("rifle", "smg", "lmg", "gpmg"))
        shot = Shot(weapon, sighting.range_inches)
        seen = spot_chance(sighting)
        plain = (
            shot_at(sighting, shot) == shot
        )  # what he does must not change the hit die, as the question says
        if (
            plain
            and not isinstance(seen, Gap)
            and may_fire(shot).value
            and seen < 1
            and can_be_asked(seen * hit_chance(shot))
        ):
            break
    hit = hit_chance(shot)
    wrong = [
        (hit, "you forgot that he must be seen first"),
        (seen, "you gave the chance to see him, not to hit him as well"),
        (min(seen, hit), "you took the smaller of the two chances; they are multiplied"),
        (
            (seen + hit) * Fraction(1, 2),
            "you took the mean of the two chances; they are multiplied",
        ),
    ]
    text = (
        f"A man {LANES[lane][2]}, {inches(sighting.range_inches)} away; a {_WEAPONS[weapon].name}"
        " is fired at him once he is seen, with "
    )
    text += (
        "no modifier on the hit die. How likely is it that he is seen and hit in one turn? Choose"
        " the nearest."
    )
    state = f"landser:spotting {lane}@{sighting.range_inches} weapon {weapon}"
    return Question(text, state, nearest(dice, seen * hit, wrong))


KINDS = (
    Kind("landser:fire", "hit", _needed),
    Kind("landser:may-fire", "legal", _may_fire, about="landser:fire"),
    Kind("landser:spotting", "sight", _spotted),
    *MEN,
    Kind("landser:odds", "odds", _chances, about="landser:fire"),
    Kind("landser:seen-and-hit", "odds", _seen_and_hit, level=2, about="landser:spotting"),
    Kind("landser:change", "change", _change, level=2, about="landser:fire"),
)
