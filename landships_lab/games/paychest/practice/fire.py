"""Questions about fire in Paychest: which roll hits, how likely that is, who may fire at whom, and
what would help.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from landships_lab.core.speech import with_article
from landships_lab.games.paychest.rules import hit_chance, may_fire_at
from landships_lab.games.paychest.rules.book import FIRE
from landships_lab.games.paychest.rules.shot import PLUS_IS_READ, WEAPONS
from landships_lab.games.paychest.rules.skill import Aim
from landships_lab.practice.kinds import Kind, as_read, can_be_asked, nearest, one_of, yes_or_no
from landships_lab.practice.marking import Question

ABOUT = "paychest:fire"
_VERBS = {
    "stand": "stands and fires",
    "advance": "advances and fires",
    "charge": "runs or charges and fires",
}
#: How many figures in the target add 1 for a gun.
_FULL_GROUP = 3


class _Shot(NamedTuple):
    """A skill, a weapon, how the firer moved, and the figures aimed at."""

    skill: int
    weapon: str
    moved: str
    figures: int

    @property
    def modified(self) -> int:
        gun = FIRE.guns.get(self.weapon)
        return (
            self.skill
            + FIRE.moved[self.moved].modifier
            + (self.figures // gun.figures_a_plus if gun else 0)
        )

    @property
    def modifier(self) -> int:
        return self.modified - self.skill

    @property
    def needs(self) -> str:
        return _roll(self.skill, self.modified)

    @property
    def text(self) -> str:
        fires = (
            f"A man of skill {self.skill} {_VERBS[self.moved]} {with_article(WEAPONS[self.weapon])}"
        )
        reading = f" {as_read('paychest', 'skill-plus')}" if self.weapon == PLUS_IS_READ else ""
        return (
            f"{fires} at a group of {self.figures} figures; the lost modifiers are left"
            f" out.{reading}"
        )

    @property
    def state(self) -> str:
        return (
            f"{ABOUT} weapon {self.weapon} skill {self.skill} moved {self.moved} men 1 figures"
            f" {self.figures}"
        )


def _draw(dice: random.Random, level: int) -> _Shot:
    """Draw a shot: first with rifles, then with guns, and from level 3 with skills of zero or less
    more often.
    """
    weapon = "rifle" if level == 1 else dice.choice(("rifle", *FIRE.guns))
    moved = dice.choice(
        ("stand", "advance", "charge") if level > 1 else ("stand", "stand", "advance")
    )
    skill = dice.randint(1, 6) if level < 3 else dice.choice((1, 2, 2, 3, 3, 4))
    return _Shot(skill, weapon, moved, dice.randint(2, 11))


def _roll(skill: int, modified: int) -> str:
    return f"a ONE, then {_or_less(skill)}" if modified <= 0 else _or_less(modified)


def _or_less(number: int) -> str:
    return "any roll" if number > 5 else "only a 1" if number == 1 else f"{number} or less"


_ORDER = [*(f"a ONE, then {_or_less(n)}" for n in range(1, 7)), *(_or_less(n) for n in range(1, 7))]


def _mistakes(shot: _Shot) -> Iterator[tuple[int, str]]:
    """Yield the modified skill to which each mistake leads, and the name of the mistake."""
    right, moving = shot.modified, FIRE.moved[shot.moved].modifier
    if moving:
        yield right - moving, "you forgot that the firer moved"
        yield right - 2 * moving, "you added the modifier for moving instead of subtracting it"
        other = FIRE.moved["charge" if shot.moved == "advance" else "advance"].modifier
        yield right - moving + other, "you took another way of moving"
    if shot.weapon in FIRE.guns:
        full, rest = divmod(shot.figures, _FULL_GROUP)
        yield shot.skill + moving, "you forgot the size of the group"
        yield right + bool(rest), "you counted fewer than three figures as a full three"
        yield right - 2 * full, "you subtracted the size of the group from the skill"
    else:
        yield right + shot.figures // _FULL_GROUP, "you let the size of the group help a rifle"


def _which_roll(dice: random.Random, level: int) -> Question:
    shot = _draw(dice, level)
    wrong = [(_roll(shot.skill, modified), name) for modified, name in _mistakes(shot)]
    if shot.modified <= 0:
        wrong += [("only a 1", "you forgot the second roll that a skill of zero or less calls for")]
        wrong += [
            (_or_less(shot.skill), "you forgot that a skill of zero or less needs a ONE first")
        ]
    near = [_roll(shot.skill, max(0, shot.modified + n)) for n in (-1, 0, 1, 2)]
    shown = sorted({shot.needs, *near, *(reply for reply, _ in wrong)}, key=_ORDER.index)
    return Question(f"{shot.text} Which roll hits?", shot.state, one_of(shot.needs, shown, wrong))


def _how_likely(dice: random.Random, level: int) -> Question:
    while True:
        shot = _draw(dice, level)
        chance = hit_chance(shot.skill, shot.modifier)
        if can_be_asked(chance):
            break
    wrong = [(Aim(shot.skill, modified).chance, name) for modified, name in _mistakes(shot)]
    if shot.modified <= 0:
        wrong.insert(
            0, (Fraction(1, 6), "you forgot the second roll that a skill of zero or less calls for")
        )
        wrong.append(
            (
                Fraction(min(6, shot.skill), 6),
                "you forgot that a skill of zero or less needs a ONE first",
            )
        )
    wrong.append((1 - chance, "you gave the chance of a miss"))
    return Question(
        f"{shot.text} How likely is a hit? Choose the nearest.",
        shot.state,
        nearest(dice, chance, wrong),
    )


def _change(dice: random.Random, level: int) -> Question:
    """Draw a shot that hits too seldom, and changes of which just one is enough."""
    while True:
        shot = _draw(dice, level)
        wanted = dice.randint(1, 5)
        after = _changes(shot)
        good = [words for words, then in after.items() if then.modified >= wanted]
        bad = [words for words in after if words not in good]
        if shot.modified < wanted and good and len(bad) > 1:
            break
    right, others = dice.choice(good), dice.sample(bad, min(3, len(bad)))
    shown = [words for words in after if words == right or words in others]
    lets = "a 1 hit without a second die" if wanted == 1 else f"a roll of {wanted} or less hit"
    wrong = [
        (words, f"you thought that was enough, but then the roll that hits is {after[words].needs}")
        for words in shown
        if words != right
    ]
    return Question(
        f"{shot.text} Which single change lets {lets}?", shot.state, one_of(right, shown, wrong)
    )


def _changes(shot: _Shot) -> dict[str, _Shot]:
    """Return the changes that can be offered, and the shot after each."""
    after = {
        "stand still": shot._replace(moved="stand"),
        "only advance": shot._replace(moved="advance"),
        "let a man with one more point of skill fire": shot._replace(skill=shot.skill + 1),
        "aim at three more figures": shot._replace(figures=shot.figures + 3),
        "aim at six more figures": shot._replace(figures=shot.figures + 6),
    }
    return {words: then for words, then in after.items() if then != shot}


def _who_at_whom(dice: random.Random, level: int) -> Question:
    """Draw who fires at what: a group or a leader, at one figure or several; from level 2 also at a
    group of one.
    """
    firer, aim, men = (
        dice.choice(("group", "group", "leader")),
        dice.choice(("figure", "figure", "group")),
        dice.randint(2, 16),
    )
    figures = (
        1 if aim == "figure" else dice.choice((1, 2, 2, 5, 9)) if level > 1 else dice.randint(2, 12)
    )
    target = (
        "a single figure"
        if aim == "figure"
        else "one figure as if it were a group"
        if figures == 1
        else f"a group of {figures}"
    )
    who = (
        f"{men} figures without rank fire together"
        if firer == "group"
        else "an officer, NCO or acting corporal fire"
    )
    right = may_fire_at(firer, aim, figures).value
    other = "leader" if firer == "group" else "group"
    wrong = [
        (may_fire_at(other, aim, figures).value, "you confused leaders with figures without rank")
    ]
    if firer == "group" and aim == "group" and figures == 1:
        wrong.insert(0, (True, "you took one figure for a group; a group is two or more"))
    if firer == "leader" and figures > 1:
        wrong.append((False, "you took what leaders may do for all that they may do"))
    state = (
        f"{ABOUT} weapon rifle skill 4 firer {firer} men {men if firer == 'group' else 1} target"
        f" {aim} figures {figures}"
    )
    reading = f" {as_read('paychest', 'leaders-fire')}" if firer == "leader" and figures > 1 else ""
    return Question(f"May {who} at {target}?{reading}", state, yes_or_no(right, wrong))


FIRE_KINDS = (
    Kind(ABOUT, "hit", _which_roll),
    Kind("paychest:odds", "odds", _how_likely, about=ABOUT),
    Kind("paychest:aim", "legal", _who_at_whom, about=ABOUT),
)
CHANGE = Kind("paychest:change", "change", _change, level=2, about=ABOUT)
