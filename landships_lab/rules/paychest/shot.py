"""One shot: what the firer's skill comes to, from what is printed, what is lost, and what the reader supplies in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, tally
from landships_lab.core.dice import D6, over
from landships_lab.data.load import chosen
from landships_lab.data.paychest.supplied import NOTHING, Band, Supplied
from landships_lab.data.paychest.tables import fire_figures
from landships_lab.rules.paychest.book import CITES, FAR, READINGS, cite_you, lost, one_of, plural, signed, theirs, whole
from landships_lab.rules.paychest.skill import hits_on

FIRE = fire_figures()
WEAPONS: Mapping[str, str] = {"rifle": "rifle", **{key: gun.label for key, gun in FIRE.guns.items()}}
PLUS = "skill-plus"


@dataclass(frozen=True, slots=True)
class Shot:
    """Everything one roll to hit depends on, checked. ``ValueError`` in one sentence for what cannot be.

    ``skill`` is the unmodified firearms skill; ``moved`` is stand, advance or charge; ``target_figures`` is the size of the
    group aimed at, which counts for guns only. ``range_inches`` and ``cover`` are left out of account where they are not
    given; given, they need a table of the reader's, for the printed ones are lost. ``modifier`` is the reader's own sum, and
    ``figure`` the row of the reader's table of skills that ``skill`` was taken from.
    """

    skill: int
    weapon: str = "rifle"
    moved: str = "stand"
    target_figures: int = 1
    range_inches: int | None = None
    cover: str = ""
    modifier: int = 0
    figure: str = ""
    tables: Supplied = NOTHING

    def __post_init__(self) -> None:
        whole("A skill", self.skill, -FAR, FAR)
        one_of("weapon", self.weapon, WEAPONS)
        one_of("movement of the firer", self.moved, FIRE.moved)
        whole("The number of figures in the target", self.target_figures, 1)
        whole("A modifier", self.modifier, -FAR, FAR)
        if self.range_inches is not None:
            whole("A range in inches", self.range_inches)
        if self.figure:
            one_of("figure of your tables", self.figure, self.tables.skills)
        if self.cover and self.weapon in FIRE.guns:
            raise ValueError(f"Cover is no modifier against a {FIRE.guns[self.weapon].label}: figures in cover cannot be hit by it at all.")
        if self.cover and self.tables.cover:
            one_of("cover of your tables", self.cover, self.tables.cover)


@dataclass(frozen=True, slots=True)
class Aim:
    """What a shot comes to: the unmodified skill, the modified one, and what is added to the die (under one reading only)."""

    skill: int
    modified: int
    on_die: int = 0

    def hits(self, first: int, second: int) -> bool:
        """Do these dice hit? With something added to the die, the first is that much higher, but for a ONE that must show."""
        if self.modified > 0:
            return first + self.on_die <= self.modified
        return hits_on(self.skill, self.modified, first, second)

    @property
    def chance(self) -> Fraction:
        """How likely is a hit?"""
        return over(self.hits, D6, D6).p(True)


def modified_skill(shot: Shot, readings: Mapping[str, str] | None = None) -> Answer[int | Gap]:
    """What does the firer's skill come to, and from what?

    A `Gap` where a range or a cover is asked about whose table is lost, until the reader supplies one.
    Source: Paychest, Weapons Fire (lines 5-7) and the Supplement (lines 11-12).

    >>> modified_skill(Shot(4, moved="advance")).value
    2
    >>> modified_skill(Shot(4, range_inches=12)).value.cite.lines
    '5-6'
    """
    taken = chosen("paychest", readings)
    steps = tuple(_steps(shot, taken))
    value = tally(steps)
    assert not isinstance(value, Fraction)  # the steps add whole numbers
    if isinstance(value, Gap):
        asks = value.question.partition("?")[0]
        return Answer(value, steps, f"Lost in print: {asks[:1].lower()}{asks[1:]}?", _fillers(shot))
    return Answer(value, steps, needs(Aim(shot.skill, value, on_die(shot, taken))))


def aim(shot: Shot, readings: Mapping[str, str] | None = None) -> Aim | Gap:
    """What does this shot come to, ready to be rolled for? A `Gap` where `modified_skill` is one."""
    value = modified_skill(shot, readings).value
    return value if isinstance(value, Gap) else Aim(shot.skill, value, on_die(shot, chosen("paychest", readings)))


def shot_chance(shot: Shot, readings: Mapping[str, str] | None = None) -> Fraction | Gap:
    """How likely does this shot hit? A `Gap` where its skill is one.

    >>> shot_chance(Shot(3, "machine-gun", target_figures=6))
    Fraction(5, 6)
    """
    aimed = aim(shot, readings)
    return aimed if isinstance(aimed, Gap) else aimed.chance


def plus(shot: Shot) -> int:
    """What does the number of figures in the target add? One for each full three, for guns only.

    >>> plus(Shot(3, "shell", target_figures=8)), plus(Shot(3, target_figures=8))
    (2, 0)
    """
    gun = FIRE.guns.get(shot.weapon)
    return 0 if gun is None else shot.target_figures // gun.figures_a_plus


def on_die(shot: Shot, taken: Mapping[str, str]) -> int:
    """What is added to the die itself, as the print is read?"""
    return plus(shot) if taken[PLUS] == "added-to-die" else 0


def needs(aimed: Aim) -> str:
    """Which roll hits, in one sentence?"""
    if aimed.modified <= 0:
        if aimed.skill <= 0:
            return "No roll hits."
        return f"A ONE, then {'anything' if aimed.skill > 5 else 'a 1' if aimed.skill == 1 else f'{aimed.skill} or less'}, hits."
    best = aimed.modified - aimed.on_die
    if best < 1:
        return "No roll hits."
    return f"{'Any roll' if best > 5 else 'Only a 1' if best == 1 else f'{best} or less'} hits."


def _steps(shot: Shot, taken: Mapping[str, str]) -> Iterator[Step]:
    moved = FIRE.moved[shot.moved]
    if shot.figure:
        yield theirs(shot.tables, f"skills, {shot.figure}", f"The skill of a {shot.figure} is {shot.skill}.", "start", shot.skill)
    else:
        text = f"The firer's skill: {shot.skill}, as you say; the table of usual skills is lost.".replace("-", "−")
        yield Step(text, CITES["skills-lost"], "start", Fraction(shot.skill))
    text = f"The firer {moved.label}: {signed(moved.modifier)}." if moved.modifier else f"The firer {moved.label}: no modifier is printed."
    yield Step(text, CITES[moved.cite], "add", Fraction(moved.modifier))
    if shot.weapon in FIRE.guns:
        yield from _massed(shot, taken)
    if shot.range_inches is not None:
        yield _ranged(shot, shot.range_inches)
    if shot.cover:
        yield _covered(shot)
    if shot.modifier:
        yield Step(f"Your own modifier: {signed(shot.modifier)}.", cite_you("modifier"), "add", Fraction(shot.modifier))
    ignored = [] if shot.range_inches is not None else ["range"]
    if not shot.cover and shot.weapon not in FIRE.guns:
        ignored.append("cover")
    if ignored and not shot.modifier:
        yield Step(f"Nothing is counted for {' and '.join(ignored)}, whose modifiers are lost.", CITES["modifiers-lost"])


def _massed(shot: Shot, taken: Mapping[str, str]) -> Iterator[Step]:
    gun, more = FIRE.guns[shot.weapon], plus(shot)
    figures = plural(shot.target_figures, "figure")
    if taken[PLUS] == "added-to-die":
        text = f"{figures} in the target: {signed(more)} on the die, which makes it harder to hit."
        yield Step(text, CITES[gun.plus_cite], reading=PLUS)
    else:
        text = f"{figures} in the target: {signed(more)} (one for each {gun.figures_a_plus})."
        yield Step(text, READINGS[PLUS].cite if shot.weapon == "machine-gun" else CITES[gun.plus_cite], "add", Fraction(more), reading=PLUS)


def _ranged(shot: Shot, inches: int) -> Step:
    shell = shot.weapon == "shell"
    what, bands = ("shell ranges", shot.tables.shell) if shell else ("rifle ranges", shot.tables.ranges)
    if not bands:
        text = f"What a range of {inches} inches does to {'a shell' if shell else 'the skill'} is lost."
        return lost("shell-ranges" if shell else "range-modifiers", text, "add")
    found = band(bands, inches)
    if found is None:
        raise ValueError(f"Your {what} end at {bands[-1].to} inches; {inches} is out of range.")
    return theirs(shot.tables, f"{what}, to {found.to} inches", f"{inches} inches: {signed(found.modifier)}.", "add", found.modifier)


def band(bands: tuple[Band, ...], inches: int) -> Band | None:
    """Which of the reader's bands holds this range? None beyond the last."""
    return next((found for found in bands if inches <= found.to), None)


def _covered(shot: Shot) -> Step:
    if not shot.tables.cover:
        return lost("cover-modifiers", f"What {shot.cover} does to the skill is lost.", "add")
    modifier = shot.tables.cover[shot.cover]
    return theirs(shot.tables, f"cover, {shot.cover}", f"Target behind cover ({shot.cover}): {signed(modifier)}.", "add", modifier)


def _fillers(shot: Shot) -> tuple[Remedy, ...]:
    """What would let it be answered? A table of the reader's, or leaving out what is lost."""
    found = [Remedy("Supply a table of your own for it (under “Your tables”), and it can be decided.")]
    if shot.range_inches is not None:
        found.append(Remedy("Leave the range out of account.", "inches", ""))
    if shot.cover:
        found.append(Remedy("Leave the cover out of account.", "cover", ""))
    return tuple(found)
