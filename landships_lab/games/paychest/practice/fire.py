"""Questions about fire in Paychest: which roll hits, how likely that is, who may fire at whom, what
would help, and what a lost table leaves unknown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, slips
from landships_lab.core.speech import inches, listed, mixed, percent, plural, signed, with_article
from landships_lab.games.paychest.panels.fire import PaychestFire
from landships_lab.games.paychest.rules.book import FIRE
from landships_lab.games.paychest.rules.fire import LEADERS_FIRE, may_fire_at
from landships_lab.games.paychest.rules.shot import (
    PLUS_IS_READ,
    SHELL_MOVED,
    SKILL_PLUS,
    WEAPONS,
    Aim,
    HitRoll,
    modified_skill,
)
from landships_lab.practice.kind import can_be_asked, kind, nearest, one_of
from landships_lab.practice.task import Task
from .words import SILENT, Read, of_law

ABOUT, LESSON, TORN = "paychest:fire", "51_skill_and_fire", "54_when_the_book_is_torn"
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
#: One question in _LOST is about a range that no table covers.
_LOST = 8


@dataclass(frozen=True)
class Shot:
    """A skill, a weapon, how the firer moved, the figures aimed at, the chosen option of the
    reading that bears on it, and the range if it is given.
    """

    skill: int
    weapon: str
    moved: str
    figures: int
    drawn: Read = Read()  # noqa: RUF009 - frozen
    far: int | None = None

    @property
    def reading(self) -> str:
        """The reading that bears on it, if any."""
        if self.weapon == PLUS_IS_READ:
            return SKILL_PLUS
        return SHELL_MOVED if self.weapon == "shell" and self.moving else ""

    @property
    def read(self) -> Read:
        """The chosen option, if its reading bears on the shot."""
        return self.drawn if self.reading else Read()

    @property
    def moving(self) -> int:
        """The printed modifier for its movement."""
        return FIRE.moved[self.moved].modifier

    @property
    def counts(self) -> bool:
        """Whether its movement counts under the chosen option."""
        return self.reading != SHELL_MOVED or self.read.option == "counts"

    @property
    def group(self) -> int:
        """The group bonus of the target."""
        gun = FIRE.guns.get(self.weapon)
        return self.figures // gun.figures_a_plus if gun else 0

    @property
    def answer(self) -> Answer[int | Fraction | Gap, Aim]:
        """The firer's modified skill, by the rules."""
        shot = HitRoll(self.skill, self.weapon, self.moved, self.figures, self.far)
        return modified_skill(shot, self.read.options or None)

    @property
    def near(self) -> Answer[int | Fraction | Gap, Aim]:
        """The modified skill without the range."""
        return replace(self, far=None).answer

    @property
    def aim(self) -> Aim:
        """Its aim without the range."""
        return self.near.detail

    @property
    def roll(self) -> str:
        """The roll that hits, in the words of a reply."""
        if isinstance(self.answer.value, Gap):
            return SILENT
        return named(self.aim.modified, self.aim.on_die)

    @property
    def text(self) -> str:
        """The situation in words, with its reading, and either with a range or without
        lost tables.
        """
        fires = (
            f"A man of skill {mixed(self.skill)} {VERBS[self.moved]}"
            f" {with_article(WEAPONS[self.weapon])}"
        )
        far = ". Leave range and cover out." if self.far is None else f", {inches(self.far)} away."
        return f"{fires} at a group of {plural(self.figures, 'figure')}{far}{self.read.says}"

    @property
    def state(self) -> str:
        """The state of the panel. Arabs serve a gun, because they fire once under either
        reading.
        """
        troops = " troops arabs" if self.weapon in FIRE.guns else ""
        far = "" if self.far is None else f" inches {self.far}"
        return (
            f"{ABOUT} weapon {self.weapon} skill {self.skill} moved {self.moved}{troops} men 1"
            f" figures {self.figures}{far}{self.read.in_full}"
        )

    @property
    def sum_in_words(self) -> str:
        """The sum behind the modified skill."""
        parts = [f"skill {mixed(self.skill)}"]
        if self.moving and self.counts:
            parts.append(f"{signed(self.moving)} for moving")
        if self.group and not self.aim.on_die:
            parts.append(f"{signed(self.group)} for the group")
        die = f", and {self.aim.on_die} is added to the die" if self.aim.on_die else ""
        remainder = f"leave {mixed(self.aim.modified)}" if len(parts) > 1 else "is not changed"
        return f"{listed(parts).capitalize()} {remainder}{die}"


def named(modified: int | Fraction, on_die: int = 0) -> str:
    """Return the roll that hits with this skill, in the words of a reply; "" if no roll hits.

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
    """Draw a shot that can hit: rifles, then guns; from level 3 more skills of zero or less."""
    while True:
        weapon = "rifle" if level == 1 else dice.choice(("rifle", *guns))
        moved = dice.choice(
            ("stand", "advance", "charge") if level > 1 else ("stand", "stand", "advance")
        )
        skill = dice.randint(1, 6) if level < 3 else dice.choice((1, 2, 2, 3, 3, 4, 5))
        shot = Shot(skill, weapon, moved, dice.randint(2, 11))
        shot = replace(shot, drawn=Read.drawn(dice, shot.reading))
        if shot.roll:
            return shot


def _mistakes(shot: Shot) -> Iterator[tuple[int, str]]:
    """Yield the modified skill to which each mistake leads, and the name of the mistake."""
    right, gun = shot.aim.modified, FIRE.guns.get(shot.weapon)
    for name, value in slips(shot.near).items():
        if isinstance(value, int):
            yield value, name
    if shot.moving and shot.counts:
        yield right - 2 * shot.moving, "you added the modifier for moving instead of subtracting it"
        other = FIRE.moved["charge" if shot.moved == "advance" else "advance"].modifier
        yield right - shot.moving + other, "you took another way of moving"
    elif shot.moving:
        yield right + shot.moving, "you counted the movement, which this reading leaves out"
    if gun is None:
        helps = next(iter(FIRE.guns.values())).figures_a_plus
        yield right + shot.figures // helps, "you let the size of the group help a rifle"
    elif shot.read.option != "added-to-die" and shot.figures % gun.figures_a_plus:
        yield right + 1, "you counted fewer than three figures as a full three"


@kind(ABOUT, "hit", LESSON, "a die that shows his skill or less hits", replies=ROLLS)
def which_roll(dice: random.Random, level: int) -> Task:
    """Ask which roll hits, sometimes at a range that no table covers."""
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


@kind("paychest:odds", "odds", LESSON, "six faces", about=ABOUT)
def how_likely(dice: random.Random, level: int) -> Task:
    """Ask for a chance. Machine guns are left out, because a second reading reduces it."""
    while True:
        shot = draw_shot(dice, level, ("shell",))
        chance = shot.aim.chance
        if can_be_asked(chance):
            break
    aim = shot.aim
    wrong = [(Aim(shot.skill, modified).chance, name) for modified, name in _mistakes(shot)]
    hit = "hits" if aim.modified == 1 else "hit"
    why = f"{shot.sum_in_words}: {plural(aim.modified, 'face')} of 6 {hit}"
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


@kind("paychest:change", "change", LESSON, "stand still", about=ABOUT, level=2)
def change(dice: random.Random, level: int) -> Task:
    """Ask which change is enough for a shot that hits too seldom. Exactly one is."""
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
            f"you thought that was enough, but then the roll that hits is {_roll(after[words])}",
        )
        for words in shown
        if words != right
    ]
    then = after[right]
    return Task(
        f"{shot.text} Which single change lets {lets}?",
        shot.state,
        one_of(right, shown, wrong),
        because=f"To {right} is enough. {then.sum_in_words}: {_roll(then)}.",
        explained=then.state,
    )


def _roll(shot: Shot) -> str:
    if shot.aim.modified <= 0:
        return f"a ONE, then {_or_less(shot.skill)}"
    return shot.roll


def _changes(shot: Shot) -> dict[str, Shot]:
    """Return the changes to offer, with the shot after each."""
    slower = {"stand still": replace(shot, moved="stand")} if shot.moving else {}
    if shot.moved == "charge":
        slower["only advance"] = replace(shot, moved="advance")
    return slower | {
        "let a man with one more point of skill fire": replace(shot, skill=shot.skill + 1),
        "aim at three more figures": replace(shot, figures=shot.figures + 3),
        "aim at six more figures": replace(shot, figures=shot.figures + 6),
    }


# -- lost tables that a club has filled in ---------------------------------------------------------

#: A club's replacements for lost tables.
_WALLS = (-3, -2, -1)
#: The ways of moving in questions, one more at each level, and the best skill.
_MOVED, _BEST = ("stand", "advance", "charge"), 8


@kind("paychest:torn", "hit", TORN, "is not 0", about=ABOUT, replies=ROLLS)
def torn(dice: random.Random, level: int) -> Task:
    """Ask about a shot at men behind a wall, with a club's table for the wall, and one for the
    range of rifles, of shells, or neither.
    """
    moved = dice.choice(_MOVED[:level])
    shot = Shot(dice.randint(1, _BEST), "rifle", moved, dice.randint(2, 11))
    wall, near = dice.choice(_WALLS), dice.choice((0, 1, 2))
    first, last = sorted(dice.sample(range(8, 31, 2), 2))
    of = dice.choice(("ranges", "ranges", "shell", ""))
    bands = f"{of} = [{{ to = {first}, modifier = {near} }}, {{ to = {last}, modifier = -1 }}]\n"
    own = f'by = "your club"\ncover = {{ wall = {wall} }}\n{bands if of else ""}'
    far = dice.randint(3, last)
    panel = PaychestFire.parse(shot.state).set("own", own)
    panel = panel.set("cover", "wall").set("inches", str(far))
    answer = modified_skill(panel.shot)
    right = SILENT if isinstance(answer.value, Gap) else named(answer.value)
    ranges = f"{_plain(near)} up to {inches(first)} and −1 up to {inches(last)}"
    sheet = {"ranges": f"for a rifle {ranges}", "shell": f"for shell {ranges}"}
    text = (
        f"A man of skill {mixed(shot.skill)} {VERBS[shot.moved]} a rifle at men {inches(far)} away"
        f" and behind a wall. Your club's own tables: {signed(wall)} for a wall;"
        f" {sheet.get(of, 'nothing for the range')}. Which rolls hit?"
    )
    why = " ".join(step.text for step in answer.steps if step.op == "add")
    why += (
        f" A modifier that nobody knows is not 0: {SILENT}."
        if isinstance(answer.value, Gap)
        else f" That leaves {mixed(answer.value)}: {right}."
    )
    return Task(text, panel.text(), one_of(right, ROLLS, list(_left_out(panel))), because=why)


def _plain(modifier: int) -> str:
    return signed(modifier) if modifier else "0"


def _left_out(panel: PaychestFire) -> Iterator[tuple[str, str]]:
    """Yield the roll that hits if the range or the wall is left out."""
    for part, name in (("inches", "you left the range out"), ("cover", "you left the wall out")):
        value = modified_skill(panel.set(part, "").shot).value
        if not isinstance(value, Gap) and named(value):
            yield named(value), name


# -- who may fire at whom --------------------------------------------------------------------------


@dataclass(frozen=True)
class _Aimed:
    """A shot: the words and numbers of `may_fire_at`, and the reading for leaders."""

    firer: str
    men: int
    target: str
    figures: int
    width: int
    frontage: int
    read: Read

    def may(self, firer: str = "", option: str = "") -> Answer[bool]:
        """Return whether they may fire, with some of these fields changed."""
        at = (firer or self.firer, self.target, self.figures, self.width, self.frontage)
        return may_fire_at(*at, option or self.read.option)

    @property
    def text(self) -> str:
        """The question in words."""
        who = (
            f"{self.men} men without rank fire together"
            if self.firer == "group"
            else "an officer fire"
        )
        at = {
            "figure": "a single figure",
            "group": f"a group of {plural(self.figures, 'figure')}",
            "location": f"a stretch of wall {inches(self.width)} wide, with {inches(self.frontage)}"
            " of frontage of their own",
        }[self.target]
        reading = self.read.says if self.firer == "leader" else ""
        return f"May {who} at {at.replace('their', 'his') if reading else at}?{reading}"

    @property
    def state(self) -> str:
        """The state of the panel."""
        men = self.men if self.firer == "group" else 1
        figures = f" figures {self.figures}" if self.target != "location" else ""
        ground = (
            f" width {self.width} frontage {self.frontage}" if self.target == "location" else ""
        )
        reading = self.read.in_full if self.firer == "leader" else ""
        return (
            f"{ABOUT} weapon rifle skill 4 firer {self.firer} men {men} target"
            f" {self.target}{figures}{ground}{reading}"
        )


@kind("paychest:aim", "legal", LESSON, "no wider than their own frontage", about=ABOUT)
def aim(dice: random.Random, level: int) -> Task:
    """Ask whether a group or a leader may fire at one figure or several; from level 2 also at a
    stretch of wall and at a group of one.
    """
    target = dice.choice(("figure", "group", "location") if level > 1 else ("figure", "group"))
    frontage = dice.randint(2, 8)
    least = 1 if level > 1 else 2
    aimed = _Aimed(
        dice.choice(("group", "leader")),
        dice.randint(2, 16),
        target,
        1 if target == "figure" else dice.choice((least, 2, 3, 5, 6, 9)),
        max(1, frontage + dice.choice((-2, -1, 0, 1, 2, 3))) if target == "location" else 0,
        frontage if target == "location" else 0,
        Read.drawn(dice, LEADERS_FIRE),
    )
    answer = aimed.may()
    return of_law(
        aimed.text, aimed.state, answer, list(_wrong_targets(aimed)), answer.steps[0].text
    )


def _wrong_targets(aimed: _Aimed) -> Iterator[tuple[object, str]]:
    if aimed.firer == "group" and aimed.target == "group" and aimed.figures == 1:
        yield True, "you took one man for a group; a group is two or more"
    other = "leader" if aimed.firer == "group" else "group"
    yield aimed.may(other).value, "you confused leaders with men without rank"
    if aimed.firer == "leader":
        turned = "may" if aimed.read.option == "only" else "only"
        yield aimed.may(option=turned).value, "you took the other reading"
    if aimed.target == "location" and aimed.width > aimed.frontage:
        yield True, "you forgot that a stretch is no wider than the firer's own frontage"
