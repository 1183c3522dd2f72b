"""Generated questions about shots in One-Hour Wargames. The same seed gives the same question."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil

from landships_lab.core.speech import capitalized, listed, percent
from landships_lab.data.book import Taken
from landships_lab.data.load import readings
from landships_lab.games.one_hour.data.table_tops import tables
from landships_lab.games.one_hour.rules.book import a_unit, hits_of
from landships_lab.games.one_hour.rules.fire import Modifiers, modifiers
from landships_lab.games.one_hour.rules.shot import Shot, out_of_reach, sight_needed
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.kind import can_be_asked, kind, nearest, one_of, whole_number, yes_or_no
from landships_lab.practice.task import Task
from .words import DEFAULTS, FIRE, OF_SIGHT, draw_readings

_TYPES = tables().types
_FACES = (2, 3, 4, 5)
AVERAGE = (2, 3, 3, 4, 4, 5)
_NEAR, _FAR = (3, 4, 5, 8, 10, 12), (4, 5, 12, 13, 16, 20, 24)
_WORDS = {
    "dug-in": "dug in",
    "town": "in a town",
    "woods": "in woods",
    "along-road": "seen along a road",
}
NO_ROLL = "no roll"
_ROLLS = (*map(str, _FACES), NO_ROLL)
_FIRE = "one_hour:fire"


def _shot(dice: random.Random, level: int) -> Shot:
    """Return a shot with as many modifiers as the level says, at a range near the end of a band."""
    while True:
        firer, target = dice.choice(list(_TYPES)), dice.choice(list(_TYPES))
        away = dice.choice(_NEAR if level == 1 else _FAR)
        kinds = (
            ["cover", "rear", "hits", "none"] if level < 3 else ["cover", "cover", "rear", "hits"]
        )
        things = dice.sample(kinds, level)
        cover = {dice.choice(("town", "woods"))}
        if target != "tank" and dice.random() < 1 / 2:
            cover = cover | {"dug-in"} if level > 1 else {"dug-in"}
        shot = Shot(
            firer,
            target,
            away,
            firer_hits=dice.choice((4, 5, 9, 10)) if "hits" in things else 0,
            into_rear="rear" in things,
            cover=frozenset(cover if "cover" in things else ()),
        )
        if modifiers(shot).factor:  # a shot that cannot be fired needs no arithmetic
            # Only a road reveals a target this deep in a town or woods (lines 175 and 291).
            needed = shot.firer != "mortar" and sight_needed(shot, DEFAULTS) is not None
            return replace(shot, along_road=needed)


def _shown(shot: Shot) -> list[str]:
    """Return the words of a shot that its question names."""
    words = [word for word in ("dug-in", "town", "woods") if word in shot.cover]
    return words + ["along-road"] * shot.along_road


def state_of(shot: Shot, die: int = 0, reading: str = "") -> str:
    """Return the text of the panel's state on this shot."""
    words = [*_shown(shot), *["into-rear"] * shot.into_rear]
    state = f"{_FIRE} {shot.firer} at {shot.target} range {shot.range_inches}"
    state += f" hits {shot.firer_hits}" if shot.firer_hits else ""
    state += f" with {' '.join(words)}" if words else ""
    return state + (f" die {die}" if die else "") + reading


def _sentence(shot: Shot) -> str:
    words = listed([_WORDS[word] for word in _shown(shot)], none="")
    own = f" with {hits_of(shot.firer_hits)} of its own" if shot.firer_hits else ""
    target = a_unit(shot.target) + (f" that is {words}" if words else "")
    behind = ", from behind its front" if shot.into_rear else ""
    fires = f"{capitalized(a_unit(shot.firer))}{own} fires over {shot.range_inches} inches"
    return f"{fires} at {target}{behind}"


def worked(shot: Shot, die: int, given: Mapping[str, str]) -> str:
    """Return the sum of a shot in one sentence, ending with its Hits.

    >>> worked(Shot("tank", "tank", 10, into_rear=True), 3, DEFAULTS)
    '3 + 2 + 2 is 7, and nothing multiplies it: 7 Hits.'
    """
    changes = modifiers(shot, given)
    amounts = [int(s.amount) for s in changes.added if isinstance(s.amount, Fraction) and s.amount]
    total = die + sum(amounts)
    chain = "".join(f" {'+' if n > 0 else '−'} {abs(n)}" for n in amounts)
    summed = f"Nothing changes the {die}"
    if chain:
        negative = ", which counts as nothing" if total < 0 else ""
        summed = f"{die}{chain} is {'−' * (total < 0)}{abs(total)}{negative}"
    named = {Fraction(2): "doubled", Fraction(1, 2): "halved"}
    times = [named[s.amount] for s in changes.multiplied if s.op == "times" and s.amount in named]  # type: ignore[index]  # an amount that is a key
    then = f"; {', '.join(times)} and without fractions" if times else ", and nothing multiplies it"
    hits = changes.inflict(die)
    return f"{summed}{then}: {hits_of(hits) if hits else '0 Hits'}."


def _misfired(shot: Shot) -> Iterator[tuple[Modifiers, str]]:  # noqa: C901 - one mistake a branch
    """Yield each mistake with its changes to the shot."""
    changes, row, far = modifiers(shot), shot.row, shot.range_inches

    def as_if(mistake: str, **other: object) -> tuple[Modifiers, str]:
        return modifiers(with_fields(shot, **other)), mistake

    if shot.firer_hits >= 5:
        yield as_if("you forgot the firer's own Hits", firer_hits=0)
    elif shot.firer_hits:
        yield as_if("you counted fewer than five Hits of its own", firer_hits=5)
    if shot.into_rear:
        rear = "you forgot that the shot comes from behind the target's front"
        yield as_if(rear, into_rear=False)
    if shot.cover:
        yield as_if("you forgot the cover", cover=frozenset())
    for word in sorted(shot.cover) if len(shot.cover) > 1 else ():
        yield as_if("you counted one protection and forgot the other", cover=frozenset({word}))
    if "woods" in shot.cover and shot.firer == "mortar":
        halved = replace(changes, factor=changes.factor / 2)
        yield halved, "you let woods protect against Mortars"
    if row.close and far <= 4:
        yield as_if("you forgot that close range doubles", range_inches=5)
    elif row.close and far == 5:
        yield as_if("you took the shot for close range", range_inches=4)
    if row.long_inches and far > row.reach_inches:
        yield as_if("you forgot that long range halves", range_inches=row.reach_inches)
    if versus := row.versus[shot.target]:
        against = f"{a_unit(shot.firer)} adds or loses against {a_unit(shot.target)}"
        yield replace(changes, more=changes.more - versus), f"you forgot what {against}"


@kind(_FIRE, "hit", FIRE, "First add, then multiply")
def inflicts(dice: random.Random, level: int) -> Task:
    """Ask for the Hits of one shot with the die rolled."""
    shot, die = _shot(dice, level), dice.choice(_FACES)
    given, named, reading = draw_readings(dice, lambda g: modifiers(shot, g).inflict(die), "fire")
    wrong: list[tuple[int, str]] = []
    if given == DEFAULTS:
        usual = modifiers(shot)
        exact = max(0, die + usual.more) * usual.factor
        wrong = [(changed.inflict(die), mistake) for changed, mistake in _misfired(shot)]
        wrong.append((ceil(exact), "you rounded a fraction up; fractions are dropped"))
    return Task(
        f"{_sentence(shot)}; the die shows {die}. How many Hits does the shot inflict?{named}",
        state_of(shot, die, reading),
        whole_number(modifiers(shot, given).inflict(die), wrong),
        worked(shot, die, given),
    )


_LOWEST = "the lowest face that is enough"


def _least(parts: Modifiers, wanted: int) -> str:
    """Return the lowest face of the average die on which a shot inflicts the wanted Hits."""
    return str(next((die for die in _FACES if parts.inflict(die) >= wanted), NO_ROLL))


@kind("one_hour:needed", "hit", FIRE, _LOWEST, about=_FIRE, replies=_ROLLS)
def face_needed(dice: random.Random, level: int) -> Task:
    """Ask for the lowest face that is enough."""
    shot = _shot(dice, level)
    wanted = modifiers(shot).inflict(dice.choice((*_FACES, 5))) + dice.choice((0, 0, 0, 1))
    wanted = max(1, wanted)
    given, named, reading = draw_readings(
        dice, lambda g: _least(modifiers(shot, g), wanted), "fire"
    )
    parts = modifiers(shot, given)
    right = _least(parts, wanted)
    die = 5 if right == NO_ROLL else int(right)
    reached, less = hits_of(parts.inflict(die)), die - 1
    if right == NO_ROLL:
        because = f"No roll does: even a 5 inflicts only {reached}."
    else:
        fewer = f", a {less} {hits_of(parts.inflict(less))}" if less > 1 else ""
        because = f"A {right} inflicts {reached}{fewer}."
    wrong = [(_least(changed, wanted), mistake) for changed, mistake in _misfired(shot)]
    return Task(
        f"{_sentence(shot)}. What is the lowest face of the average die (2, 3, 3, 4, 4, 5) that"
        f" inflicts {hits_of(wanted)} or more?{named}",
        state_of(shot, 0, reading),
        one_of(right, _ROLLS, wrong if given == DEFAULTS else ()),
        because,
        state_of(shot, die, reading),
    )


def _share(parts: Modifiers, wanted: int, faces: tuple[int, ...] = AVERAGE) -> Fraction:
    return Fraction(sum(parts.inflict(die) >= wanted for die in faces), len(faces))


@kind("one_hour:odds", "odds", FIRE, "count the faces that are enough", about=_FIRE)
def how_likely(dice: random.Random, level: int) -> Task:
    """Ask for the chance that a shot inflicts a number of Hits."""
    while True:
        shot = _shot(dice, level)
        wanted = max(1, modifiers(shot).inflict(dice.choice(_FACES)) + dice.choice((0, 0, 1)))
        share = partial(_share_read, shot, wanted)
        given, named, reading = draw_readings(dice, share, "fire")
        parts, chance = modifiers(shot, given), share(given)
        if can_be_asked(chance):
            break
    wrong = [
        (
            _share(parts, wanted, (1, 2, 3, 4, 5, 6)),
            "you rolled an ordinary die; the average die has 2, 3, 3, 4, 4, 5",
        ),
        (
            _share(parts, wanted, _FACES),
            "you forgot that the average die has two threes and two fours",
        ),
    ]
    if given == DEFAULTS:
        wrong += [(_share(changed, wanted), mistake) for changed, mistake in _misfired(shot)]
    wrong.append((_share(parts, wanted + 1), f"you took {wanted} or more for more than {wanted}"))
    enough = [die for die in AVERAGE if parts.inflict(die) >= wanted]
    return Task(
        f"{_sentence(shot)}, with an average die (2, 3, 3, 4, 4, 5). "
        f"How likely is it to inflict {hits_of(wanted)} or more? Choose the nearest.{named}",
        state_of(shot, 0, reading),
        nearest(chance, wrong),
        f"{len(enough)} of the 6 faces {'is' if len(enough) == 1 else 'are'} enough,"
        f" {listed(map(str, enough))}: {percent(chance)}.",
        state_of(shot, enough[0], reading),
    )


def _share_read(shot: Shot, wanted: int, given: Mapping[str, str]) -> Fraction:
    return _share(modifiers(shot, given), wanted)


@kind("one_hour:range", "legal", FIRE, "Mortars have no close range", about=_FIRE)
def may_fire(dice: random.Random, level: int) -> Task:
    """Ask whether a shot near the limits of its range is allowed."""
    firer, target = dice.choice(list(_TYPES)), dice.choice(list(_TYPES))
    row = _TYPES[firer]
    far = row.farthest_inches
    ends = (3, 4, 5) if firer == "mortar" else (far - 1, far + 2, row.reach_inches + 1)
    away = dice.choice((far, far + 1, *ends))
    own = dice.choice((0, 5, 10, 14, 15)) if level > 1 else 0
    shot = Shot(firer, target, away, firer_hits=own)
    given, named, reading = draw_readings(dice, lambda g: out_of_reach(shot, g) is None, "fire")
    refusal = out_of_reach(shot, given)
    wrong: list[tuple[object, str]] = []
    if given == DEFAULTS:
        if firer == "mortar" and away <= 4:
            wrong.append((True, "you forgot that Mortars have no close range"))
        if away > far:
            wrong.append((True, "you forgot how far it reaches"))
        if away > row.reach_inches and row.long_inches:
            wrong.append((False, "you forgot its long range"))
        if away in (far, row.reach_inches):
            wrong.append((False, "you took its longest range for out of range"))
    if own in (10, 14):
        wrong.append((False, "you took permanent Hits for the destruction of the Unit"))
    hurt = f" with {hits_of(own)} of its own" if own else ""
    reaches = f"Yes. {capitalized(a_unit(firer))} reaches {far} inches; this is {away}."
    return Task(
        f"May {a_unit(firer)}{hurt} fire over {away} inches at {a_unit(target)} that it"
        f" sees?{named}",
        state_of(shot, 0, reading),
        yes_or_no(refusal is None, wrong),
        reaches if refusal is None else f"No. {refusal.text}",
    )


# -- what would you change -------------------------------------------------------------------------


def _changes(shot: Shot) -> dict[str, Shot]:
    """Return the changes of a shot to offer, in words of similar length."""
    near = shot.row.reach_inches
    tried = {
        # From 10 Hits on, five cannot be rallied off (line 163).
        "rally off what Hits it can": replace(shot, firer_hits=5 * (shot.firer_hits >= 10)),
        "fire from behind its front": replace(shot, into_rear=True),
        "catch it when out of cover": replace(shot, cover=frozenset()),
        "get to a range of 4 inches": replace(shot, range_inches=4),
        f"go to a range of {near} inches": replace(shot, range_inches=near),
        "get to a range of 2 inches": replace(shot, range_inches=2),
    }
    return {words: then for words, then in tried.items() if then != shot}


#: How the changes begin.
_GOALS = ("rally", "fire", "catch", "g")


@kind("one_hour:change", "change", FIRE, "Change one thing", level=2, about=_FIRE)
def change(dice: random.Random, level: int) -> Task:
    """Ask which single change makes a shot inflict enough. The right one is drawn first."""
    goal = dice.choice(_GOALS)
    while True:
        shot, die = _shot(dice, level), dice.choice(_FACES)
        hits = modifiers(shot).inflict(die)
        wanted = hits + dice.randint(1, 3)
        tried = _changes(shot)
        enough = {words for words, then in tried.items() if modifiers(then).inflict(die) >= wanted}
        if not any(words.startswith(goal) for words in enough) or _hits_read(shot, die) != {hits}:
            continue
        # A change is offered only if all readings agree on it.
        sure = [
            words
            for words, then in tried.items()
            if {more >= wanted for more in _hits_read(then, die)} == {words in enough}
        ]
        meant = [words for words in sure if words in enough and words.startswith(goal)]
        bad = [words for words in sure if words not in enough]
        if meant and len(bad) > 1:
            break
    right = dice.choice(meant)
    others = dice.sample(bad, min(3, len(bad)))
    shown = [words for words in tried if words == right or words in others]
    return Task(
        f"{_sentence(shot)}; the die shows {die}: {hits_of(hits)}. Which single change would make"
        f" it {wanted} or more?",
        state_of(shot, die),
        one_of(right, shown, [(words, _why_not(tried[words], die)) for words in shown]),
        f"{capitalized(right)}: {worked(tried[right], die, DEFAULTS)}",
        state_of(tried[right], die),
    )


def _hits_read(shot: Shot, die: int) -> set[int]:
    """Return the Hits of a shot under each reading, switching one at a time."""
    return {
        modifiers(shot, Taken({**DEFAULTS, key: option.id})).inflict(die)
        for key, reading in readings("one_hour", "fire").items()
        if key not in OF_SIGHT
        for option in reading.options
    }


def _why_not(then: Shot, die: int) -> str:
    """Return the mistake that makes this change look like enough."""
    changes = modifiers(then)
    if not changes.factor:
        return "you chose a range at which it cannot fire at all"
    return f"you thought this enough, but it makes {hits_of(changes.inflict(die))}"


KINDS = (inflicts, face_needed, how_likely, may_fire, change)
