"""The puzzles of Landser: grenades, sectors, the spare man of an assault, and the shot worth a
walk.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from landships_lab.core.speech import capitalized, inches, listed, often, percent, with_article
from landships_lab.games.landser.analysis.casualties import one_after_another
from landships_lab.games.landser.panels.assault import LandserAssault
from landships_lab.games.landser.panels.fire import LandserFire
from landships_lab.games.landser.rules.assault import ARMS, Fighter, assault_odds
from landships_lab.games.landser.rules.book import WEAPONS
from landships_lab.games.landser.rules.movement import Way, allowance
from landships_lab.games.landser.rules.shots import Shot, hit_chance, may_fire
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.puzzles import Family
from landships_lab.practice.task import Task, hands_on
from .puzzles_on_the_table import HALF, grenade, sector

_BEARING = {"none": "a knife", "pistol": "a pistol", "bayonet": "a bayonet"}
_PLACES = ("Left", "Middle", "Right")


# -- the spare man
# -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Melee:
    """One of three fights: the men who have gone in before the spare man, and the defender."""

    first: tuple[Fighter, ...]
    defender: Fighter

    def gain(self, spare: Fighter) -> Fraction:
        """Return what one more man adds to the chance that the defender is put out of action."""
        before = one_after_another(self.first, self.defender)[-1].p("out")
        return one_after_another((*self.first, spare), self.defender)[-1].p("out") - before

    def says(self) -> str:
        """Return the fight in words."""
        men = " and then ".join(_BEARING[man.arms] for man in self.first)
        who = "a seriously wounded man" if self.defender.serious_wounds else "a man"
        comma = "," if len(self.first) > 1 else ""
        return f"{men}{comma} against {who} with {_BEARING[self.defender.arms]}"


def spare_man(dice: random.Random) -> Task | None:
    """Draft: three fights, and the one in which a spare man adds most."""
    spare = Fighter(dice.choice(ARMS))
    fights = tuple(_melee(dice) for _ in _PLACES)
    met = [(fight.defender, len(fight.first)) for fight in fights]
    gains = sorted((fight.gain(spare) for fight in fights), reverse=True)
    bare = LandserAssault.parse(f"landser:assault fight attacker {spare.arms}")
    start = replace(bare, defender=fights[0].defender)  # whom his first attacker meets
    if len(set(met)) < len(met) or gains[0] - gains[1] < Fraction(1, 50):
        return None
    told = " ".join(
        f"{place}: {fight.says()}." for place, fight in zip(_PLACES, fights, strict=True)
    )
    task = hands_on(
        f"Your men go in. {told} Your spare man, with {_BEARING[spare.arms]}, attacks last, where"
        " the defender still stands: set up the fight in which he adds most to the chance that its"
        " defender is put out of action.",
        start.text(),
        Free(
            "Choose the defender's weapon and wound, and the number of this attacker",
            ("defender", "opponent", "dice"),
            ("defender", "defender_suffers", "opponent"),
            _fights,
        ),
        (
            Condition(
                "It is one of the three fights, as your spare man finds it.",
                lambda state: _is_one(state, fights),
            ),
            Condition(
                "In no other of them does he add more.", lambda state: _adds_most(state, fights)
            ),
        ),
        "Each attacker after the first takes one more from the defender's die (line 175); but where"
        " the men before him are likely to win, a spare man has nothing left to do.",
    )
    return _most_likely(task, fights, start)


def _most_likely(task: Task, fights: Sequence[Melee], start: Any) -> Task:
    """Return the task with its tempting way: the fight that the spare man would win most often,
    where that is another than the one in which he adds most.
    """
    spare = start.attacker
    easy = max(
        fights, key=lambda f: assault_odds(spare, f.defender, len(f.first) + 1).p("defender out")
    )
    if easy.gain(spare) == max(fight.gain(spare) for fight in fights):
        return task
    state = replace(start, defender=easy.defender, opponent=len(easy.first) + 1)
    trap = (
        "Once he is in, this is the fight he wins most often; but the men before him win it often"
        f" enough, and he adds only {percent(easy.gain(spare))}."
    )
    return replace(task, tempting=state.text(), trap=trap)


def _melee(dice: random.Random) -> Melee:
    first = tuple(Fighter(dice.choice(ARMS)) for _ in range(dice.choice((1, 2))))
    return Melee(first, Fighter(dice.choice(ARMS), serious_wounds=dice.choice((0, 0, 1))))


def _fights(start: Any) -> Iterator[Any]:
    for arms in ARMS:
        for wounds in (0, 1):
            for shaken in (False, True):
                for opponent in range(1, 7):
                    yield replace(start, defender=Fighter(arms, wounds, shaken), opponent=opponent)


def _found(state: Any, fights: Sequence[Melee]) -> Melee | None:
    return next(
        (
            fight
            for fight in fights
            if fight.defender == state.defender and state.opponent == len(fight.first) + 1
        ),
        None,
    )


def _is_one(state: Any, fights: Sequence[Melee]) -> Held:
    if _found(state, fights):
        return Held(True)
    same = [fight for fight in fights if fight.defender == state.defender]
    if same:
        return Held(False, f"Against this defender he is not attacker no. {state.opponent}.")
    return Held(False, "None of the three has such a defender.")


def _adds_most(state: Any, fights: Sequence[Melee]) -> Held:
    here = _found(state, fights)
    if here is None:
        return Held(False, "Set up one of the three fights first.")
    spare = state.attacker
    most = max(fight.gain(spare) for fight in fights)
    gain = here.gain(spare)
    if gain == most:
        return Held(True)
    return Held(
        False, f"Here he adds {percent(gain)}, in another of them {percent(most - gain)} more."
    )


# -- the even chance
# -------------------------------------------------------------------------------------------------

_PACE = int(allowance(Way("move and fire")).value)
_EVEN = HALF
#: The ranges drawn, in half inches: near ones, and those a walk from the end of long range.
_NEAR, _FAR = (5, 18), (61, 68)
#: How seldom the right thing is to stand and take another weapon.
_SELDOM = 0.8


def even_chance(dice: random.Random) -> Task | None:
    """Draft: the weapon and the shortest walk that reach an even chance to hit."""
    carried = dice.sample(("rifle", "smg", "pistol"), dice.choice((2, 3)))
    far = Fraction(dice.randint(*_NEAR), 2)
    if dice.random() < 1 / 4:
        carried, far = dice.sample(("rifle", "lmg"), 2), Fraction(dice.randint(*_FAR), 2)
    cover = dice.choice(("none", "half", "half", "full"))
    fast, repeat = dice.random() < 1 / 3, dice.random() < 1 / 4
    if cover == "full" and fast:  # a fast move never ends in full cover
        return None
    flags = ["target-moving-fast"] * fast + ["repeat"] * repeat
    start = LandserFire.parse(
        f"landser:fire {carried[0]}@{far} cover {cover}"
        + (f" with {' '.join(flags)}" if flags else "")
    )
    shortest = _shortest(start, carried)
    if shortest is None or (shortest == 0 and dice.random() < _SELDOM):
        return None
    return _tempted(_shot_task(start, carried, shortest), carried)


def _shot_task(start: Any, carried: Sequence[str], shortest: int | Fraction) -> Task:
    arms = listed([with_article(WEAPONS[weapon].name) for weapon in carried], joint="or")
    target = "A man" + (" who moves fast" if start.target_moving_fast else "")
    target += f" in {start.cover} cover" if start.cover != "none" else " in the open"
    again = ", at whom they all fired last turn," if start.repeat else ""
    return hands_on(
        f"{capitalized(target)}{again} is {inches(start.range_inches)} away. One of your men fires,"
        f" with {arms}. Choose who, and how far he walks towards the man first: at least an even"
        " chance to hit, with the shortest walk that gives it.",
        start.text(),
        Free(
            "Choose the weapon and the range, and say whether the firer moved",
            ("weapon", "range_inches", "firer_moved", "chosen", "folded"),
            ("weapon", "range", "flags"),
            _shots,
        ),
        (
            Condition(f"It is fired with {arms}.", lambda s: _is_carried(s, carried)),
            Condition(
                f"He comes at most {_PACE} inches nearer, and he has moved if he comes nearer.",
                lambda s: _is_walk(s, start.range_inches),
            ),
            Condition("It hits at least one time in two.", _is_even),
            Condition(
                "No shorter walk would do.", lambda s: _is_shortest(s, start.range_inches, shortest)
            ),
        ),
        "Who moves and fires takes 1 from the hit die (line 91); a walk pays only where it reaches"
        " a better range of the table (lines 68 and 78-82).",
    )


def _shots(start: Any) -> Iterator[Any]:
    most = start.range_inches
    for weapon in WEAPONS:
        for halves in range(2 * _PACE + 1):
            far = most - halves * HALF
            if far < 0:
                continue
            for moved in (False, True):
                yield replace(
                    start,
                    weapon=weapon,
                    range_inches=int(far) if far.denominator == 1 else far,
                    firer_moved=moved,
                    chosen="",
                    folded=frozenset(),
                )


def _chance(state: Any) -> Fraction | None:
    shot: Shot = state.shot
    read = dict(state.readings)
    return hit_chance(shot, read) if may_fire(shot, read).value else None


def _shortest(start: Any, carried: Sequence[str]) -> Fraction | None:
    """Return the shortest walk after which one of these weapons has an even chance, None where
    there is none, or where no walk is needed with the first of them.
    """
    walks = [
        start.range_inches - state.range_inches
        for state in _shots(start)
        if state.weapon in carried
        and _is_walk(state, start.range_inches).true
        and _is_even(state).true
    ]
    return Fraction(min(walks)) if walks and not _is_even(start).true else None


def _tempted(task: Task, carried: Sequence[str]) -> Task:
    """Return a task with its tempting way: as near as he can come with the weapon he has, where
    that is no even chance; else the longest walk that is.
    """
    start: Any = task.open()
    nearest = max(Fraction(0), start.range_inches - _PACE)
    at = int(nearest) if nearest.denominator == 1 else nearest
    for weapon in carried:
        state = replace(start, weapon=weapon, range_inches=at, firer_moved=True)
        failing = [one.judge(state) for one in task.conditions[2:]]
        if any(not held.true for held in failing):
            missing = next(held.missing for held in failing if not held.true)
            return replace(task, tempting=state.text(), trap=missing)
    return task


def _is_carried(state: Any, carried: Sequence[str]) -> Held:
    if state.weapon in carried:
        return Held(True)
    return Held(False, f"None of your men has {with_article(WEAPONS[state.weapon].name)}.")


def _is_walk(state: Any, begins: int | Fraction) -> Held:
    walk = begins - state.range_inches
    if walk < 0:
        return Held(False, f"He goes {inches(-walk)} away from the man.")
    if walk > _PACE:
        return Held(False, f"That is {inches(walk)}, and he moves {_PACE} at most.")
    if bool(walk) is not state.firer_moved:
        told = "is set as one who has not" if walk else "is set as one who has moved"
        return Held(
            False,
            f"He comes {inches(walk)} nearer and {told}." if walk else f"He stays, and {told}.",
        )
    return Held(True)


def _is_even(state: Any) -> Held:
    chance = _chance(state)
    if chance is None:
        return Held(False, may_fire(state.shot, dict(state.readings)).headline)
    if chance >= _EVEN:
        return Held(True)
    return Held(False, f"It hits {often(chance)}.")


def _is_shortest(state: Any, begins: int | Fraction, shortest: int | Fraction) -> Held:
    walk = begins - state.range_inches
    if walk == shortest:
        return Held(True)
    return Held(
        False,
        f"He walks {inches(walk)}, and less would do."
        if walk > shortest
        else "He walks too little.",
    )


FAMILIES = (
    Family(
        "landser:grenade",
        "Three of theirs and none of yours",
        "43_templates_and_grenades",
        grenade,
        (2, 8, 9, 11, 13, 14),
    ),
    Family(
        "landser:sector",
        "The sector that holds these and not those",
        "43_templates_and_grenades",
        sector,
        (1, 2, 5, 8, 9, 11),
    ),
    Family(
        "landser:spare-man",
        "Which fight gets the spare man",
        "44_assault_and_breaking_off",
        spare_man,
        (0, 3, 4, 7, 8, 13),
    ),
    Family(
        "landser:even-chance",
        "Stay or move: an even chance",
        "40_to_hit",
        even_chance,
        (0, 1, 4, 5, 9, 11),
    ),
)
