"""Questions about fire in Paychest: which roll hits, how likely that is, who may fire at whom, what
would help, and what a lost table leaves unknown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.speech import (
    inches,
    listed,
    mixed,
    percent,
    plural,
    signed,
    with_article,
)
from landships_lab.games.paychest.practice.aim import ABOUT, AIM
from landships_lab.games.paychest.practice.words import (
    SILENT,
    as_read,
    draw_option,
)
from landships_lab.games.paychest.rules.book import FIRE
from landships_lab.games.paychest.rules.shot import (
    PLUS_IS_READ,
    SHELL_MOVED,
    SKILL_PLUS,
    WEAPONS,
    Aim,
    HitRoll,
    modified_skill,
)
from landships_lab.practice.kind import Kind, can_be_asked, nearest, one_of
from landships_lab.practice.task import Task

LESSON = "50_skill_and_fire"
ONE_FIRST = "a ONE, then a second roll within the whole skill"
#: Every reply to the question which roll hits.
ROLLS = (
    "any roll",
    *(f"{best} or less" for best in range(5, 1, -1)),
    "only a 1",
    ONE_FIRST,
    SILENT,
)
VERBS = {"stand": "stands and fires", "advance": "advances and fires"}
VERBS["charge"] = "runs or charges and fires"
#: How many figures in the target add 1 for a gun.
_FULL_GROUP = 3
#: One question in so many is about a range that no table covers.
_LOST = 8


@dataclass(frozen=True)
class Shot:
    """A skill, a weapon, how the firer moved, the figures aimed at, the option taken of the reading
    that bears on it, and the range if it is named.
    """

    skill: int
    weapon: str
    moved: str
    figures: int
    option: str = ""
    far: int | None = None

    @property
    def reading(self) -> str:
        """The reading that bears on it, if any."""
        if self.weapon == PLUS_IS_READ:
            return SKILL_PLUS
        return SHELL_MOVED if self.weapon == "shell" and self.moving else ""

    @property
    def moving(self) -> int:
        """The printed modifier for its movement."""
        return FIRE.moved[self.moved].modifier

    @property
    def group(self) -> int:
        """What the figures in the target add."""
        return self.figures // _FULL_GROUP if self.weapon in FIRE.guns else 0

    @property
    def answer(self) -> Answer[int | Gap]:
        """What the firer's skill comes to, by the rules."""
        shot = HitRoll(
            self.skill,
            self.weapon,
            self.moved,
            self.figures,
            self.far,
        )
        return modified_skill(
            shot, {self.reading: self.option} if self.reading and self.option else None
        )

    @property
    def aim(self) -> Aim:
        """Its aim; only where its range is left out."""
        found = replace(self, far=None).answer.detail
        assert isinstance(found, Aim)
        return found

    @property
    def roll(self) -> str:
        """The roll that hits, as it is replied."""
        if isinstance(self.answer.value, Gap):
            return SILENT
        return named(self.aim.modified, self.aim.on_die)

    @property
    def text(self) -> str:
        """The situation in words, with the reading that is taken; it names a range or leaves both
        lost tables out.
        """
        fires = (
            f"A man of skill {mixed(self.skill)} {VERBS[self.moved]}"
            f" {with_article(WEAPONS[self.weapon])}"
        )
        far = ". Leave range and cover out." if self.far is None else f", {inches(self.far)} away."
        reading = f" {as_read(self.reading, self.option)}" if self.reading else ""
        return f"{fires} at a group of {plural(self.figures, 'figure')}{far}{reading}"

    @property
    def state(self) -> str:
        """The state of the panel. Arabs serve a gun, who fire once under either reading."""
        troops = " troops arabs" if self.weapon in FIRE.guns else ""
        far = "" if self.far is None else f" inches {self.far}"
        reading = f" reading {self.reading}={self.option}" if self.reading else ""
        return (
            f"{ABOUT} weapon {self.weapon} skill {self.skill} moved {self.moved}{troops} men 1"
            f" figures {self.figures}{far}{reading}"
        )

    @property
    def sum_in_words(self) -> str:
        """How the skill comes to what is left of it."""
        parts = [f"skill {mixed(self.skill)}"]
        counts = self.reading != SHELL_MOVED or self.option == "counts"
        if self.moving and counts:
            parts.append(f"{signed(self.moving)} for moving")
        if self.group and not self.aim.on_die:
            parts.append(f"{signed(self.group)} for the group")
        die = f", and {self.aim.on_die} is added to the die" if self.aim.on_die else ""
        left = f"leave {mixed(self.aim.modified)}" if len(parts) > 1 else "is not changed"
        return f"{listed(parts).capitalize()} {left}{die}"


def named(modified: int, on_die: int = 0) -> str:
    """Return the roll that hits with so much skill left, as it is replied; "" if there is none.

    >>> named(4), named(9), named(0), named(3, on_die=2), named(2, on_die=2)
    ('4 or less', 'any roll', 'a ONE, then a second roll within the whole skill', 'only a 1', '')
    """
    if modified <= 0:
        return ONE_FIRST
    best = modified - on_die
    if best < 1:
        return ""
    return "any roll" if best > 5 else "only a 1" if best == 1 else f"{best} or less"


def draw_shot(dice: random.Random, level: int, guns: tuple[str, ...] = tuple(FIRE.guns)) -> Shot:
    """Draw a shot that can hit: first with rifles, then with guns, and from level 3 with skills of
    zero or less more often.
    """
    while True:
        weapon = "rifle" if level == 1 else dice.choice(("rifle", *guns))
        moved = dice.choice(
            ("stand", "advance", "charge") if level > 1 else ("stand", "stand", "advance")
        )
        skill = dice.randint(1, 6) if level < 3 else dice.choice((1, 2, 2, 3, 3, 4, 5))
        shot = Shot(skill, weapon, moved, dice.randint(2, 11))
        if shot.reading:
            shot = replace(shot, option=draw_option(dice, shot.reading))
        if shot.roll:
            return shot


def _mistakes(shot: Shot) -> Iterator[tuple[int, str]]:
    """Yield the modified skill to which each mistake leads, and the name of the mistake."""
    right = shot.aim.modified
    counts = shot.moving and (shot.reading != SHELL_MOVED or shot.option == "counts")
    if counts:
        yield right - shot.moving, "you forgot that the firer moved"
        yield right - 2 * shot.moving, "you added the modifier for moving instead of subtracting it"
        other = FIRE.moved["charge" if shot.moved == "advance" else "advance"].modifier
        yield right - shot.moving + other, "you took another way of moving"
    elif shot.moving:
        yield right + shot.moving, "you counted the movement, which this reading leaves out"
    if shot.weapon in FIRE.guns and shot.option != "added-to-die":
        yield right - shot.group, "you forgot the size of the group"
        if shot.figures % _FULL_GROUP:
            yield right + 1, "you counted fewer than three figures as a full three"
    elif shot.weapon not in FIRE.guns:
        yield right + shot.figures // _FULL_GROUP, "you let the size of the group help a rifle"


def _which_roll(dice: random.Random, level: int) -> Task:
    shot = draw_shot(dice, level)
    if dice.randrange(_LOST) == 0:
        shot = replace(shot, far=dice.randint(4, 30))
    why = f"{shot.sum_in_words}: {shot.roll}, and it is a hit."
    wrong = [(named(skill, shot.aim.on_die), name) for skill, name in _mistakes(shot)]
    if shot.far is not None:
        why = f"{shot.answer.headline} So {SILENT} which roll hits, whatever the skill."
        left_out = named(shot.aim.modified, shot.aim.on_die)
        wrong = [(left_out, "you left the range out, whose modifier is lost")]
    elif shot.aim.modified <= 0:
        why = f"{shot.sum_in_words}. So {ONE_FIRST}: {_or_less(shot.skill)}."
        wrong = [
            ("only a 1", "you forgot the second roll that a skill of zero or less calls for"),
            *wrong,
        ]
    elif shot.aim.on_die:
        helps = named(shot.aim.modified + shot.aim.on_die)
        wrong.append((helps, "you added the group to the skill, which is the other reading"))
    text = f"{shot.text} Which rolls hit?"
    return Task(text, shot.state, one_of(shot.roll, ROLLS, wrong), because=why)


def _or_less(number: int) -> str:
    """Return in words the rolls up to a number.

    >>> _or_less(6), _or_less(5), _or_less(1)
    ('any roll', '5 or less', 'only a 1')
    """
    return "any roll" if number > 5 else "only a 1" if number == 1 else f"{number} or less"


def _how_likely(dice: random.Random, level: int) -> Task:
    """Ask for a chance. A machine gun is left out: there a second reading takes a part of it."""
    while True:
        shot = draw_shot(dice, level, ("shell",))
        chance = shot.aim.chance
        if can_be_asked(chance):
            break
    aim = shot.aim
    wrong = [(Aim(shot.skill, modified).chance, name) for modified, name in _mistakes(shot)]
    why = f"{shot.sum_in_words}: {plural(aim.modified, 'face')} of 6 {_hit(aim.modified)}"
    if aim.modified <= 0:
        second = Fraction(min(6, shot.skill), 6)
        why = (
            f"{shot.sum_in_words}: a ONE (1 of 6 faces) and then {_or_less(shot.skill)}"
            f" ({min(6, shot.skill)} of 6)"
        )
        forgot = "you forgot the second roll that a skill of zero or less calls for"
        wrong.insert(0, (Fraction(1, 6), forgot))
        wrong.append((second, "you forgot that a skill of zero or less needs a ONE first"))
    wrong.append((1 - chance, "you gave the chance of a miss"))
    return Task(
        f"{shot.text} How likely is it that one shot hits? Choose the nearest.",
        shot.state,
        nearest(chance, wrong),
        because=f"{why}, which is {percent(chance)}.",
    )


def _hit(faces: int) -> str:
    return "hits" if faces == 1 else "hit"


def _change(dice: random.Random, level: int) -> Task:
    """Draw a shot that hits too seldom, and changes of which just one is enough."""
    while True:
        shot = draw_shot(dice, level, ("shell",))
        wanted = dice.randint(1, 5)
        after = _changes(shot)
        good = [words for words, then in after.items() if then.aim.modified >= wanted]
        bad = [words for words in after if words not in good]
        if shot.aim.modified < wanted and good and len(bad) > 1:
            break
    right, others = dice.choice(good), dice.sample(bad, min(3, len(bad)))
    shown = [words for words in after if words == right or words in others]
    lets = "a 1 hit without a second die" if wanted == 1 else f"a roll of {wanted} or less hit"
    wrong = [
        (
            words,
            f"you thought that was enough, but then the roll that hits is {_told(after[words])}",
        )
        for words in shown
        if words != right
    ]
    then = after[right]
    return Task(
        f"{shot.text} Which single change lets {lets}?",
        shot.state,
        one_of(right, shown, wrong),
        because=f"To {right} is enough. {then.sum_in_words}: {_told(then)}.",
        explained=then.state,
    )


def _told(shot: Shot) -> str:
    if shot.aim.modified <= 0:
        return f"a ONE, then {_or_less(shot.skill)}"
    return shot.roll


def _changes(shot: Shot) -> dict[str, Shot]:
    """Return the changes that can be offered, and the shot after each."""
    slower = {"stand still": replace(shot, moved="stand")} if shot.moving else {}
    if shot.moved == "charge":
        slower["only advance"] = replace(shot, moved="advance")
    return slower | {
        "let a man with one more point of skill fire": replace(shot, skill=shot.skill + 1),
        "aim at three more figures": replace(shot, figures=shot.figures + 3),
        "aim at six more figures": replace(shot, figures=shot.figures + 6),
    }


FIRE_KINDS = (
    Kind(
        ABOUT,
        "hit",
        _which_roll,
        replies=ROLLS,
        lesson=LESSON,
        taught="a die that shows his skill or less hits",
    ),
    Kind(
        "paychest:odds",
        "odds",
        _how_likely,
        about=ABOUT,
        lesson=LESSON,
        taught="six faces",
    ),
    AIM,
)
CHANGE = Kind(
    "paychest:change",
    "change",
    _change,
    level=2,
    about=ABOUT,
    lesson=LESSON,
    taught="stand still",
)
