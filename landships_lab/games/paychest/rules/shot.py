"""One shot: what the firer's skill comes to, from what is printed, what is lost, and what the
reader supplies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, tally
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import (
    capitalized,
    inches,
    listed,
    mixed,
    plural,
    signed,
    with_article,
)
from landships_lab.data.load import chosen
from landships_lab.games.paychest.data.supplied import NOTHING, Band, Supplied
from landships_lab.games.paychest.rules.book import (
    CITES,
    FIRE,
    MOST,
    MOST_POINTS,
    lost_step,
    roster_step,
    supplied_step,
    typed_cite,
)
from landships_lab.games.paychest.rules.skill import ONES, Aim, Rolled

WEAPONS: Mapping[str, str] = {
    "rifle": "rifle",
    **{key: gun.label for key, gun in FIRE.guns.items()},
}
SKILL_PLUS = "skill-plus"
#: The only gun whose plus for a group can be read in two ways.
PLUS_IS_READ = "machine-gun"
SHELL_UNIT = "shell-unit"
SHELL_MOVED = "shell-moved"
#: The only gun that can jam.
JAMS = "machine-gun"


@dataclass(frozen=True, slots=True)
class HitRoll:
    """Everything one roll to hit depends on. Raises `ValueError` for what cannot be.

    ``skill`` is the unmodified firearms skill; ``moved`` is stand, advance or charge;
    ``target_figures`` is the size of the target group, which counts for guns only. ``range_inches``
    and ``cover`` are left out where they are not given; they need a table of the reader's, because
    the printed ones are lost. ``modifier`` is the reader's own, and ``figure`` is the row of the
    reader's table of skills that ``skill`` was taken from. ``hidden`` more figures of the unit are
    in cover, where a shell cannot hit.
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
    hidden: int = 0

    def __post_init__(self) -> None:
        one_of("weapon", self.weapon, WEAPONS)
        one_of("movement of the firer", self.moved, FIRE.moved)
        self._check_number("skill", "A skill", -MOST_POINTS, MOST_POINTS)
        self._check_number("target_figures", "The number of figures in the target", 1, MOST)
        self._check_number("hidden", "The number of hidden figures", 0, MOST)
        self._check_number("modifier", "A modifier", -MOST_POINTS, MOST_POINTS)
        if self.range_inches is not None:
            self._check_number("range_inches", "A range in inches", 0, MOST)
        if self.figure:
            one_of("figure in your tables", self.figure, self.tables.skills)
        if self.cover and self.weapon in FIRE.guns:
            gun = with_article(FIRE.guns[self.weapon].label)
            raise ValueError(
                f"Cover is no modifier for {gun}: it cannot hit figures in cover at all."
            )
        if self.cover and self.tables.cover:
            one_of("kind of cover in your tables", self.cover, self.tables.cover)

    @property
    def bands(self) -> tuple[Band, ...]:
        """The bands of range in the reader's tables that this weapon has."""
        return self.tables.shell if self.weapon == "shell" else self.tables.ranges

    def _check_number(self, name: str, what: str, least: int, most: int) -> None:
        object.__setattr__(
            self, name, whole(what, getattr(self, name), least, most)
        )  # a number that came as text becomes one


@dataclass(frozen=True, slots=True)
class Fired:
    """What fire comes to: its aim, the faces that hit, the odds of its hits and of the figures it
    puts out of action.

    ``chance`` is that of a hit from one shot of a rifle, or from what a gun fires in the turn;
    ``jam_cancels`` where a jam takes a hit away from it. ``second`` are the faces that hit on a
    second die after a ONE, where the modified skill is zero or less. ``out`` is None without a
    casualty deck of the reader's that is large enough.
    """

    aim: Aim
    chance: Fraction
    first: tuple[int, ...]
    second: tuple[int, ...]
    hits: Odds[int]
    out: Odds[int] | None = None
    jam_cancels: bool = False


def modified_skill(shot: HitRoll, readings: Given = None) -> Answer[int | Gap]:
    """Return what the firer's skill comes to, with a step for each modifier.

    The detail of the answer is the `Aim`, or None.

    The value is a `Gap` for a range or a cover whose table is lost, until the reader supplies one.
    Source: Paychest, Weapons Fire (lines 5-7) and the Supplement (lines 11-12).

    >>> modified_skill(HitRoll(4, moved="advance")).value
    2
    >>> modified_skill(HitRoll(4, range_inches=12)).value.cite.lines
    '5-6'
    """
    options = chosen("paychest", readings)
    steps = tuple(_steps(shot, options))
    value = tally(steps)
    assert not isinstance(value, Fraction)  # the steps add whole numbers
    if isinstance(value, Gap):
        lost = next(step for step in steps if isinstance(step.amount, Gap))
        return Answer(value, steps, lost.text, _remedies(shot))
    on_die = plus(shot) if _on_die(shot, options) else 0
    aimed = Aim(shot.skill, value, on_die, shot.weapon == JAMS, options[ONES] == "jam-first")
    steps = (*steps, *_roll_steps(aimed))
    return Answer(value, steps, describe_roll(aimed), detail=aimed)


def _roll_steps(aimed: Aim) -> Iterator[Step]:
    """Yield what the modifiers leave of the skill, and how the die is compared with it."""
    modifier = aimed.modified - aimed.skill
    left = f"Modifiers of {signed(modifier)} leave {mixed(aimed.modified)} of the skill"
    skill = f" of {mixed(aimed.skill)}"
    kept = f"No modifier changes the firer's skill{skill}"
    yield Step(f"{left}{skill}." if modifier else f"{kept}.", CITES["firearms"])
    if aimed.modified > 0:
        yield Step("One die that does not exceed what is left hits.", CITES["to-hit"])
        return
    text = "With zero or less left a ONE must show, then a second die within the whole skill."
    yield Step(text, CITES["zero-or-less"])


def plus(shot: HitRoll) -> int:
    """Return what the number of figures in the target adds: one for every full three, for guns
    only.

    >>> plus(HitRoll(3, "shell", target_figures=8)), plus(HitRoll(3, target_figures=8))
    (2, 0)
    """
    gun = FIRE.guns.get(shot.weapon)
    return 0 if gun is None else shot.target_figures // gun.figures_a_plus


def _on_die(shot: HitRoll, options: Mapping[str, str]) -> bool:
    """Return whether the size of the group goes on the die.

    A shell's line is plain: it adds to the chance to hit (line 12).
    """
    return shot.weapon == PLUS_IS_READ and options[SKILL_PLUS] == "added-to-die"


def describe_roll(aimed: Aim) -> str:
    """Return which roll hits, as a sentence."""
    if aimed.modified <= 0:
        if aimed.skill <= 0:
            return "No roll hits."
        few = "a 1" if aimed.skill == 1 else f"{aimed.skill} or less"
        return f"A ONE, then {'anything' if aimed.skill > 5 else few}, hits."
    best = aimed.modified - aimed.on_die
    if best < 1:
        return "No roll hits."
    return (
        "Only a 1 is a hit."
        if best == 1
        else f"{'Any roll' if best > 5 else f'{best} or less'} hits."
    )


def faces(aimed: Aim, rolls: Odds[Rolled]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the faces of the first die with which a hit is possible, and of the second die where
    it decides after a ONE.
    """
    hits = [rolled for rolled in rolls.outcomes if rolled.hit]
    first = tuple(sorted({rolled.first for rolled in hits}))
    return first, tuple(sorted({rolled.second for rolled in hits})) if aimed.modified <= 0 else ()


def _steps(shot: HitRoll, options: Mapping[str, str]) -> Iterator[Step]:
    if shot.figure:
        text = f"The skill of {with_article(shot.figure)} is {shot.skill}."
        yield supplied_step(shot.tables, f"skills, {shot.figure}", text, "start", shot.skill)
        yield roster_step("fire")
    else:
        yield from _typed_skill(shot)
    yield _moving(shot, options[SHELL_MOVED] == "counts")
    if shot.weapon == PLUS_IS_READ:
        yield Step("A machine gun has the ranges and modifiers of a rifle.", CITES["gun-as-rifle"])
    if shot.weapon in FIRE.guns:
        yield _group(shot, options)
    if shot.range_inches is not None:
        yield _range(shot, shot.range_inches)
    if shot.cover:
        yield _cover(shot)
    if shot.modifier:
        yield Step(
            f"Your own modifier: {signed(shot.modifier)}.",
            typed_cite("modifier"),
            "add",
            Fraction(shot.modifier),
        )
    yield from _left_out(shot)


def _moving(shot: HitRoll, counts_for_shell: bool) -> Step:
    """Return what the firer's movement adds. Whether it counts for shell is a reading."""
    moved = FIRE.moved[shot.moved]
    if not moved.modifier:
        text = f"The firer {moved.label}: no modifier is printed."
        return Step(text, CITES[moved.cite], "add")
    reading = SHELL_MOVED if shot.weapon == "shell" else ""
    if reading and not counts_for_shell:
        text = f"The firer {moved.label}, which counts for no shell under this reading."
        return Step(text, CITES[moved.cite], reading=reading)
    text = f"The firer {moved.label}: {signed(moved.modifier)}."
    return Step(text, CITES[moved.cite], "add", Fraction(moved.modifier), reading=reading)


def _typed_skill(shot: HitRoll) -> Iterator[Step]:
    given = f"You give the firer a skill of {mixed(shot.skill)}"
    if shot.tables.skills:
        yield Step(f"{given} yourself.", typed_cite("skill"), "start", Fraction(shot.skill))
        text = "Exceptional figures may have another skill than is usual for them."
        yield Step(text, CITES["exceptional"])
        return
    text = f"{given}; the table of skills is lost."
    yield Step(text, CITES["skills-lost"], "start", Fraction(shot.skill))


def _left_out(shot: HitRoll) -> Iterator[Step]:
    """Yield what is left out: what no table has, then what the reader's own tables would tell."""
    left_out: list[tuple[str, bool]] = []
    if shot.range_inches is None:
        left_out.append(("range", bool(shot.bands)))
    if not shot.cover and shot.weapon not in FIRE.guns:
        left_out.append(("cover", bool(shot.tables.cover)))
    lost = [what for what, supplied in left_out if not supplied]
    if lost and not shot.modifier:
        are = "are left out; their" if len(lost) > 1 else "is left out; its"
        cite = CITES["shell-lost" if shot.weapon == "shell" else "modifiers-lost"]
        yield Step(capitalized(f"{listed(lost)} {are} printed modifiers are lost."), cite)
    for what, supplied in left_out:
        if supplied:
            text = f"{capitalized(what)} is left out; your tables have modifiers for it."
            yield Step(text, shot.tables.cite(what))


@dataclass(frozen=True, slots=True)
class GroupPlus(Step):
    """The step for what the figures in the target add, which a picture says in fewer words:

    ``short``.
    """

    short: str = ""


def _group(shot: HitRoll, options: Mapping[str, str]) -> Step:
    gun, whole_unit = (
        FIRE.guns[shot.weapon],
        shot.weapon == "shell" and options[SHELL_UNIT] == "whole-unit",
    )
    counted = (
        replace(shot, target_figures=shot.target_figures + shot.hidden) if whole_unit else shot
    )
    figures, more = plural(counted.target_figures, "figure"), plus(counted)
    if _on_die(shot, options):
        text = (
            f"{figures} in the target: {signed(more)} on the"
            f" die{', which makes a hit harder' if more else ''}."
        )
        return Step(text, CITES[gun.plus_cite], reading=SKILL_PLUS)
    short = f"{figures} in the {'unit' if whole_unit else 'target'}: {signed(more)}"
    text = f"{short} (one for every {gun.figures_a_plus})."
    reading = SKILL_PLUS if shot.weapon == PLUS_IS_READ else SHELL_UNIT if shot.hidden else ""
    return GroupPlus(
        text, CITES[gun.plus_cite], "add", Fraction(more), reading=reading, short=short
    )


def _range(shot: HitRoll, range_inches: int) -> Step:
    shell = shot.weapon == "shell"
    what, bands = "shell ranges" if shell else "rifle ranges", shot.bands
    if not bands:
        text = (
            f"The {'shell ' if shell else ''}modifier for a range of {inches(range_inches)} is lost"
            " in print."
        )
        return lost_step("shell-ranges" if shell else "range-modifiers", text, "add")
    found = band(bands, range_inches)
    if found is None:
        raise ValueError(
            f"Your {what} end at {inches(bands[-1].to)}; {range_inches} is out of range."
        )
    text = f"{inches(range_inches)} away: {signed(found.modifier)}."
    return supplied_step(shot.tables, f"{what}, to {inches(found.to)}", text, "add", found.modifier)


def band(bands: tuple[Band, ...], range_inches: int) -> Band | None:
    """Return the band of the reader's that holds this range, or None beyond the last."""
    return next((found for found in bands if range_inches <= found.to), None)


def _cover(shot: HitRoll) -> Step:
    if not shot.tables.cover:
        return lost_step(
            "cover-modifiers", f"The modifier for cover ({shot.cover}) is lost in print.", "add"
        )
    modifier = shot.tables.cover[shot.cover]
    text = f"The target is in cover ({shot.cover}): {signed(modifier)}."
    return supplied_step(shot.tables, f"cover, {shot.cover}", text, "add", modifier)


def _remedies(shot: HitRoll) -> tuple[Remedy, ...]:
    """Return what would close the gap.

    Leaving one thing out is offered only where nothing else is lost.
    """
    # Not tried: what the lost tables hold is the reader's word.
    no_range, no_cover = (
        shot.range_inches is not None and not shot.bands,
        bool(shot.cover) and not shot.tables.cover,
    )
    if no_range and no_cover:
        return Remedy("Supply the lost tables under “Your tables”."), Remedy(
            "Leave the range and the cover out."
        )
    what, change = ("range", "inches") if no_range else ("cover", "cover")
    return Remedy("Supply the lost table under “Your tables”."), Remedy(
        f"Leave the {what} out.", change, ""
    )
