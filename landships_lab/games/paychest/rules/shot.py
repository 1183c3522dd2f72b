"""One shot: the firer's modified skill, from the printed rules, the lost tables and what the reader
supplies; a die of that skill or less hits.

modified skill        first die            second die
1 to 6                skill or less: hit   -
0 or less             ONE, and then ...    unmodified skill or less: hit
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Gap, Remedy, Step, Telling, Told, decided, tallied, tally
from landships_lab.core.checks import keep_whole, one_of
from landships_lab.core.dice import D6, Odds, Roll, run
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, listed, mixed, plural, signed
from landships_lab.core.speech import with_article as an
from landships_lab.data.load import chosen
from landships_lab.games.paychest.data.supplied import NOTHING, Band, Supplied
from .book import CITES, FIRE, MOST, MOST_POINTS, add, allow, forbid, lost, note, start, typed

WEAPONS: Mapping[str, str] = {"rifle": "rifle", **{key: it.label for key, it in FIRE.guns.items()}}
ONES, SKILL_PLUS, SHELL_UNIT, SHELL_MOVED = "ones", "skill-plus", "shell-unit", "shell-moved"
#: The only gun that can jam, and the only one whose group bonus has two readings.
JAMS = PLUS_IS_READ = "machine-gun"


# ----------------------------------------------------------------------------------------- the roll


@dataclass(frozen=True, slots=True)
class Aim:
    """The numbers of a shot: the unmodified skill, the modified skill, and what is added to the die
    (under one reading only).

    ``may_jam``: a ONE and a second ONE jam the gun. ``jam_first``: the jam cancels the hit (reading
    ones).
    """

    skill: int
    modified: int
    on_die: int = 0
    may_jam: bool = False
    jam_first: bool = False

    @property
    def rolls(self) -> Odds[Rolled]:
        """The odds of all results of the dice."""
        return run(lambda roll: to_hit(self, roll).detail)

    @property
    def chance(self) -> Fraction:
        """The chance of a hit."""
        return self.rolls.chance(lambda rolled: rolled.hit)


@dataclass(frozen=True, slots=True)
class Rolled:
    """The result of one roll to hit; ``second`` is 0 if no second die is thrown.

    ``cancelled``: it would be a hit if the gun had not jammed.
    """

    first: int
    second: int
    hit: bool
    jammed: bool = False
    cancelled: bool = False


@decided
def to_hit(aimed: Aim, roll: Roll) -> Telling[Rolled]:
    """Return whether a roll to hit is a hit; the detail is a `Rolled`.

    The second die is thrown after a ONE if a hit or a jam depends on it. What is added to the die
    counts for the first die, but a required ONE must show on the die itself.

    >>> from landships_lab.core.dice import Thrown
    >>> to_hit(Aim(4, 2), Thrown([2])).value, to_hit(Aim(2, -1), Thrown([1, 3])).value
    (True, False)
    """
    first = roll(D6, int)
    second = roll(D6, int) if first == 1 and (aimed.modified <= 0 or aimed.may_jam) else 0
    if aimed.modified > 0:
        shown = first + aimed.on_die
        more = f", and {aimed.on_die} more for the group" if aimed.on_die else ""
        hits = shown <= aimed.modified
        yield allow("to-hit", hits, f"The die shows {first}{more}: {_than(shown, aimed.modified)}.")
    else:
        hits = first == 1 and second <= aimed.skill
        text = f"A skill of zero or less needs a ONE first; the die shows {first}."
        yield allow("zero-or-less", first == 1, text)
        if first == 1:
            than = f"{_than(second, aimed.skill)} without modifiers"
            yield allow("zero-or-less", hits, f"The second die shows {second}: {than}.")
    jammed = aimed.may_jam and second == 1
    if jammed:
        missed = "; under this reading the burst misses" if aimed.jam_first else ""
        text = f"A ONE and a second ONE: the gun jams, and one action clears it{missed}."
        yield forbid("gun-jam", aimed.jam_first, text, ONES)
    return lambda hit: Told(
        "A hit." if hit else "A miss.", detail=Rolled(first, second, hit, jammed, hits and not hit)
    )


def _than(die: int, skill: int) -> str:
    return f"{'no more' if die <= skill else 'more'} than the skill of {mixed(skill)}"


# ---------------------------------------------------------------------------------------- the skill


@dataclass(frozen=True, slots=True)
class HitRoll:
    """Everything that one roll to hit depends on. Raises `ValueError` for an impossible
    combination.

    ``skill`` is the unmodified firearms skill; ``moved`` is stand, advance or charge;
    ``target_figures`` is the size of the target group, which counts for guns only. ``range_inches``
    and ``cover`` are optional; they need the reader's tables, because the printed ones are lost.
    ``modifier`` comes from the reader, and ``figure`` is the row of the reader's table of skills
    that gave ``skill``. ``hidden`` counts further figures of the unit in cover, where a shell
    cannot hit.
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
        keep_whole(
            self,
            skill=("A skill", -MOST_POINTS, MOST_POINTS),
            target_figures=("The number of figures in the target", 1, MOST),
            hidden=("The number of hidden figures", 0, MOST),
            modifier=("A modifier", -MOST_POINTS, MOST_POINTS),
        )
        if self.range_inches is not None:
            keep_whole(self, range_inches=("A range in inches", 0, MOST))
        if self.figure:
            one_of("figure in your tables", self.figure, self.tables.skills)
        if self.cover and self.weapon in FIRE.guns:
            no = f"Cover is no modifier for {an(WEAPONS[self.weapon])}"
            raise ValueError(f"{no}: it cannot hit figures in cover at all.")
        if self.cover and self.tables.cover:
            one_of("kind of cover in your tables", self.cover, self.tables.cover)

    @property
    def bands(self) -> tuple[Band, ...]:
        """The range bands of this weapon in the reader's tables."""
        return self.tables.shell if self.weapon == "shell" else self.tables.ranges


@dataclass(frozen=True, slots=True)
class GroupPlus(Step):
    """The step for the group bonus; ``short`` is its text in a picture."""

    short: str = ""


@tallied
def modified_skill(shot: HitRoll, readings: Given = None) -> Telling[Aim]:
    """Return the firer's modified skill, with a step for each modifier; the detail is the `Aim`.

    The value is a `Gap` for a range or a cover whose table is lost, until the reader supplies one.

    >>> modified_skill(HitRoll(4, moved="advance")).headline
    '2 or less hits.'
    """
    options = chosen("paychest", readings)
    steps = [*_skill(shot), *_modifiers(shot, options), *_left_out(shot)]
    yield from steps
    value = tally(steps)
    if not isinstance(value, int):
        missing = next(step.text for step in steps if isinstance(step.amount, Gap))
        return Told(missing, _remedies(shot))
    on_die = _plus(shot) if _on_die(shot, options) else 0
    aimed = Aim(shot.skill, value, on_die, shot.weapon == JAMS, options[ONES] == "jam-first")
    remainder = f"Modifiers of {signed(value - shot.skill)} leave {mixed(value)} of the skill"
    sentence = remainder if value != shot.skill else "No modifier changes the firer's skill"
    yield note("firearms", f"{sentence} of {mixed(shot.skill)}.")
    if value > 0:
        yield note("to-hit", "One die that does not exceed what is left hits.")
    else:
        text = "With zero or less left a ONE must show, then a second die within the whole skill."
        yield note("zero-or-less", text)
    return Told(describe_roll(aimed), detail=aimed)


def _skill(shot: HitRoll) -> Iterator[Step]:
    given = f"You give the firer a skill of {mixed(shot.skill)}"
    if shot.figure:
        cite = shot.tables.cite(f"skills, {shot.figure}")
        yield start(cite, shot.skill, f"The skill of {an(shot.figure)} is {shot.skill}.")
        yield roster_step("fire")
    elif shot.tables.skills:
        yield start(typed("skill"), shot.skill, f"{given} yourself.")
        text = "Exceptional figures may have another skill than is usual for them."
        yield note("exceptional", text)
    else:
        yield start("skills-lost", shot.skill, f"{given}; the table of skills is lost.")


def roster_step(use: str) -> Step:
    """Return the step for a skill that is taken from a roster, for fire or for melee."""
    return note("roster", f"The roster has two skills for each figure; this is that for {use}.")


def _modifiers(shot: HitRoll, options: Mapping[str, str]) -> Iterator[Step]:
    yield _moving(shot, options[SHELL_MOVED] == "counts")
    if shot.weapon == PLUS_IS_READ:
        yield note("gun-as-rifle", "A machine gun has the ranges and modifiers of a rifle.")
    if shot.weapon in FIRE.guns:
        yield _group(shot, options)
    if shot.range_inches is not None:
        yield _range(shot, shot.range_inches)
    cover, table = shot.cover, shot.tables.cover
    if cover and not table:
        yield lost("cover-modifiers", f"The modifier for cover ({cover}) is lost in print.", "add")
    elif cover:
        text = f"The target is in cover ({cover}): {signed(table[cover])}."
        yield add(shot.tables.cite(f"cover, {cover}"), table[cover], text)
    if shot.modifier:
        text = f"Your own modifier: {signed(shot.modifier)}."
        yield add(typed("modifier"), shot.modifier, text)


def _moving(shot: HitRoll, counts_for_shell: bool) -> Step:
    moved = FIRE.moved[shot.moved]
    does, reading = f"The firer {moved.label}", SHELL_MOVED if shot.weapon == "shell" else ""
    if not moved.modifier:
        return add(moved.cite, 0, f"{does}: no modifier is printed.")
    if reading and not counts_for_shell:
        return note(moved.cite, f"{does}, which counts for no shell under this reading.", reading)
    slip = "you forgot that the firer moved"
    text = f"{does}: {signed(moved.modifier)}."
    return add(moved.cite, moved.modifier, text, reading, slip=slip)


def _plus(shot: HitRoll, hidden: int = 0) -> int:
    """Return the group bonus: one for every three figures in the target, for guns only."""
    gun = FIRE.guns.get(shot.weapon)
    return (shot.target_figures + hidden) // gun.figures_a_plus if gun else 0


def _on_die(shot: HitRoll, options: Mapping[str, str]) -> bool:
    """Return whether the group bonus is added to the die. The line for shells is clear: it adds to
    the chance.
    """
    return shot.weapon == PLUS_IS_READ and options[SKILL_PLUS] == "added-to-die"


def _group(shot: HitRoll, options: Mapping[str, str]) -> Step:
    gun = FIRE.guns[shot.weapon]
    whole_unit = shot.weapon == "shell" and options[SHELL_UNIT] == "whole-unit"
    hidden = shot.hidden if whole_unit else 0
    figures, more = plural(shot.target_figures + hidden, "figure"), _plus(shot, hidden)
    if _on_die(shot, options):
        harder = ", which makes a hit harder" if more else ""
        text = f"{figures} in the target: {signed(more)} on the die{harder}."
        return note(gun.plus_cite, text, SKILL_PLUS)
    short = f"{figures} in the {'unit' if whole_unit else 'target'}: {signed(more)}"
    text = f"{short} (one for every {gun.figures_a_plus})."
    reading = SKILL_PLUS if shot.weapon == PLUS_IS_READ else SHELL_UNIT if shot.hidden else ""
    slip, cite = "you forgot the size of the group", CITES[gun.plus_cite]
    return GroupPlus(text, cite, "add", Fraction(more), (), reading, short, slip=slip)


def _range(shot: HitRoll, far: int) -> Step:
    shell, bands = shot.weapon == "shell", shot.bands
    what, gap = ("shell ranges", "shell-ranges") if shell else ("rifle ranges", "range-modifiers")
    if not bands:
        modifier = f"The {'shell ' if shell else ''}modifier"
        return lost(gap, f"{modifier} for a range of {inches(far)} is lost in print.", "add")
    covering = next((band for band in bands if far <= band.to), None)
    if covering is None:
        raise ValueError(f"Your {what} end at {inches(bands[-1].to)}; {far} is out of range.")
    cite = shot.tables.cite(f"{what}, to {inches(covering.to)}")
    return add(cite, covering.modifier, f"{inches(far)} away: {signed(covering.modifier)}.")


def _left_out(shot: HitRoll) -> Iterator[Step]:
    """Yield the modifiers left out: first those that no table has, then those that the reader's
    tables could give.
    """
    left_out = {"range": bool(shot.bands)} if shot.range_inches is None else {}
    if not shot.cover and shot.weapon not in FIRE.guns:
        left_out["cover"] = bool(shot.tables.cover)
    unknown = [what for what, supplied in left_out.items() if not supplied]
    if unknown and not shot.modifier:
        are = "are left out; their" if len(unknown) > 1 else "is left out; its"
        text = capitalized(f"{listed(unknown)} {are} printed modifiers are lost.")
        yield note("shell-lost" if shot.weapon == "shell" else "modifiers-lost", text)
    for what in (what for what, supplied in left_out.items() if supplied):
        text = f"{capitalized(what)} is left out; your tables have modifiers for it."
        yield note(shot.tables.cite(what), text)


def _remedies(shot: HitRoll) -> Iterator[Remedy]:
    """Yield what would close the gap. Cannot be tried: only the reader knows the lost tables."""
    no_range = shot.range_inches is not None and not shot.bands
    both = no_range and shot.cover and not shot.tables.cover
    yield Remedy(f"Supply the lost table{'s' if both else ''} under “Your tables”.")
    what, change = ("range", "inches") if no_range else ("cover", "cover")
    if both:
        yield Remedy("Leave the range and the cover out.")
    else:
        yield Remedy(f"Leave the {what} out.", change, "")


def describe_roll(aimed: Aim) -> str:
    """Return which roll hits, as a sentence."""
    best = aimed.modified - aimed.on_die
    if aimed.modified <= 0 < aimed.skill:
        few = "a 1" if aimed.skill == 1 else f"{aimed.skill} or less"
        return f"A ONE, then {'anything' if aimed.skill > 5 else few}, hits."
    if best < 1:
        return "No roll hits."
    if best == 1:
        return "Only a 1 is a hit."
    return f"{'Any roll' if best > 5 else f'{best} or less'} hits."
