"""A shot from the hit die to the wound, with the jam that a one may cause, as one exact tree or
throw by throw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6, Odds, Roll, Thrown
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, often, percent
from landships_lab.data.book import as_notes
from .book import WEAPONS, die_face, note, options, says
from .grenades import launched_course
from .shots import (
    ALWAYS,
    NEVER,
    Aim,
    Shot,
    dogs_chance,
    hits_on,
    jam_chance,
    lone_bursts,
    may_fire,
    takes_dogs_chance,
)
from .wounds import (
    OUTCOMES,
    Branch,
    Course,
    Hit,
    Rolled,
    Target,
    effect_course,
    next_turn,
    roll_up,
    tree_odds,
)

#: The equally likely courses of the longest shot, a launched grenade: six dice.
COURSES = 6**6
_HIT = note("effect-range", "A man who is hit rolls for effect.")
_TOO_FEW = (
    "One more roll is needed: to hit, for effect, for a light wound, for a serious one, in this"
    " order."
)


# ----------------------------------------------------------------------------------- throw by throw


def shot_course(
    roll: Roll, shot: Shot, aimed: Aim, target: Target, read: Mapping[str, str]
) -> Course:
    """Return the result of this shot, throw by throw: to hit, for effect, for wounds. A launched
    grenade lands first.
    """
    if shot.weapon == "launcher":
        return launched_course(roll, aimed, target, read)
    hit = roll(D6, partial(_hit_of, aimed))
    if hit.outcome:
        return (hit,)
    return (hit, *effect_course(roll, Hit(aimed.band, target, aimed.penalty), read))


def _hit_of(aimed: Aim, die: int) -> Rolled:
    """Return the meaning of this number on the hit die: a miss, or a hit that rolls for effect."""
    hit = aimed.hits(die)
    explain = partial(_explain_hit, die, hit)
    if not hit:
        return Rolled("miss", "miss", outcome="miss", explain=explain)
    return Rolled("hit", "hit", (_HIT,), throw="for effect", explain=explain)


def _explain_hit(die: int, hit: bool) -> tuple[Step, ...]:
    text = f"The hit die shows {die}: {'a hit' if hit else 'a miss'}."
    return (note("hit-table", text),)


def resolve(
    shot: Shot, rolls: Sequence[int], target: Target | None = None, readings: Given = None
) -> Answer[str]:
    """Return what happens to the target with these rolls: to hit, then for effect, then for wounds.

    Rolls that are not needed are ignored. Raises `ValueError` if there are too few, and for a
    launcher, whose grenade may go astray first.

    >>> resolve(Shot("rifle", 4), (2, 4, 3)).headline
    'Light 4: half speed, −1, for one turn.'
    """
    if shot.weapon == "launcher":
        shows = "`fire_tree` shows where it can land and what it can do"
        raise ValueError(f"A launched grenade has no single hit die; {shows}.")
    read = options(readings)
    roll, needs = (
        Thrown((die_face("The roll", die) for die in rolls), _TOO_FEW),
        hits_on(shot, read),
    )
    course = shot_course(roll, shot, needs.detail, target or Target(), read)
    steps = (*needs.steps, *(step for rolled in course for step in rolled.explain()))
    outcome = course[-1].outcome
    headline = f"{outcome.capitalize()}: {OUTCOMES[outcome].short}."
    return Answer(outcome, steps, "Miss." if outcome == "miss" else headline)


@dataclass(frozen=True, slots=True)
class Volley:
    """The result of a shot: its course from the hit die to the wound, whether the gun jammed, and
    the steps of the jam.
    """

    course: Course
    jammed: bool = False
    jam_steps: tuple[Step, ...] = ()

    @property
    def hit(self) -> bool:
        """Whether the target was hit."""
        return self.course[0].name == "hit"

    @property
    def outcome(self) -> str:
        """The outcome in the words of the tables; "" for a burst, whose effects are rolled man by
        man.
        """
        return self.course[-1].outcome


def volley(
    roll: Roll, shot: Shot, aimed: Aim, target: Target, jams: int, read: Mapping[str, str]
) -> Volley:
    """Return the result of a shot, throw by throw: to hit, for a jam, then for effect and wounds.

    ``jams`` is the least second roll that jams the gun. The effects of a burst are not part of it:
    they are rolled for each man under its template.
    """
    one, hit = roll(D6, lambda die: (die == 1, _hit_of(aimed, die)))
    jammed, steps = _jam(roll, shot, one, jams)
    if hit.outcome or shot.automatic:
        return Volley((hit,), jammed, steps)
    course = effect_course(roll, Hit(aimed.band, target, aimed.penalty), read)
    return Volley((hit, *course), jammed, steps)


def _jam(roll: Roll, shot: Shot, one: bool, jams: int) -> tuple[bool, tuple[Step, ...]]:
    if jams == ALWAYS:
        text = "With one man as its crew, the gun jams whenever it fires."
        return True, (note("jam-gpmg", text, "lone-gunner"),)
    if not one or jams == NEVER:
        return False, ()
    jammed = jams <= 1 or roll(D6, lambda die: die >= jams)
    known = WEAPONS[shot.weapon].jams
    text = "After the one the gun jams." if jammed else "A second roll after the one: no jam."
    return jammed, (note(known.cite if known else "jams", text),)


# ----------------------------------------------------------------------------------------- the tree


def fire_tree(shot: Shot, target: Target | None = None, readings: Given = None) -> Branch:
    """Return every course of this shot, roll by roll, with its chance.

    The root is the shot and its branches are miss and hit. A hit branches into the lines of the
    effect table, and a wound into the lines of its own table.

    >>> [branch.label for branch in fire_tree(Shot("rifle", 20)).branches]
    ['miss', 'hit']
    """
    read, launched, needs = options(readings), shot.weapon == "launcher", hits_on(shot, readings)
    stands = (note("launcher", "The man stands where it is aimed."),) if launched else ()
    steps, throw = (*needs.steps, *stands), "to place" if launched else "to hit"
    root = Branch("", WEAPONS[shot.weapon].name, (), COURSES, COURSES, steps, throw=throw)
    target = target or Target()
    return root.grown(lambda roll: shot_course(roll, shot, needs.detail, target, read))


def fire_odds(shot: Shot, target: Target | None = None, readings: Given = None) -> Odds[str]:
    """Return the chance of each outcome of this shot, from the miss to the wound.

    Outcomes are those of `OUTCOMES`, ``miss``, ``hide``, ``light 1`` and so on. A light wound of
    seven is a serious one. Raises `ValueError` for a shot that may not be fired.

    >>> fire_odds(Shot("rifle", 20)).p("hide")
    Fraction(1, 3)
    """
    return tree_odds(fire_tree(shot, target, readings))


@dataclass(frozen=True)
class ShotTree:
    """The tree of a shot with its odds, which are computed when first needed."""

    tree: Branch

    @cached_property
    def odds(self) -> Odds[str]:
        """The chance of each outcome."""
        return tree_odds(self.tree)

    @cached_property
    def summed(self) -> Odds[str]:
        """The chances that the target is unharmed, suppressed or out of the fight."""
        return roll_up(self.odds)


def tree_of(shot: Shot, target: Target | None = None, readings: Given = None) -> ShotTree | None:
    """Return the tree of a shot, None for one that may not be fired.

    It is cached for the next question about the same shot.
    """
    return _tree(shot, target or Target(), tuple(options(readings).items()))


@lru_cache(maxsize=64)
def _tree(shot: Shot, target: Target, readings: tuple[tuple[str, str], ...]) -> ShotTree | None:
    read = options(dict(readings))
    return ShotTree(fire_tree(shot, target, read)) if may_fire.value(shot, read) else None


# --------------------------------------------------------------------------------- the whole answer


#: The number that the hit die must show, or the chance of a branch; False for a shot that may not
#: be fired.
Needed = int | Fraction | Gap | bool


@dataclass(frozen=True)
class Fired:
    """A shot that may be fired: its outcomes, how the gun jams, and a Dog's chance for a shot that
    no roll could hit.
    """

    of: ShotTree
    jam: Answer[Fraction | int | Gap]
    dogs_chance: Odds[str] | None
    automatic: bool = False


def fire(
    shot: Shot,
    target: Target | None = None,
    branch: str = "",
    *,
    soviet: bool = False,
    jams: bool = False,
    readings: Given = None,
) -> Answer[Needed]:
    """Return the number the hit die must show, or the chance of a ``branch`` of the shot's tree;
    the detail is a `Fired`. The value is False, without a detail, for a shot that may not be fired.

    ``soviet`` is a Soviet submachine gun; ``jams`` asks only how likely the gun is to jam.

    >>> print(fire(Shot("rifle", 4), branch="hit/effect 1-4").headline)
    Hide: 41.7% of the time (5/12).
    """
    read = options(readings)
    dogs = dogs_chance(shot, read) if takes_dogs_chance(shot, read) else None
    hit_tree = tree_of(shot, target, read)
    if hit_tree is None:
        return _refused(shot, dogs, read)
    jam = jam_chance(shot.weapon, shot.automatic, soviet, shot.lone, read)
    fired = Fired(hit_tree, jam, dogs, shot.automatic)
    crew = tuple(_of_the_crew(shot, read))
    if jams:
        return replace(jam, steps=(*jam.steps, *crew), detail=fired)
    needs, way = hits_on(shot, read), hit_tree.tree.way(branch) if branch else ()
    passed = (step for one in way[1:] for step in one.steps)
    after = next_turn(way[-1].outcome).steps if way and way[-1].outcome else ()
    hits = note("to-hit", "That number or more on the hit die hits.")
    steps = (*needs.steps, hits, *passed, *after, *_what_else(fired), *crew)
    if way:
        chance = way[-1].chance
        exact = f" ({chance})" if chance.denominator > 1 else ""
        headline = f"{capitalized(way[-1].label)}: {often(chance)}{exact}."
        return Answer(chance, steps, headline, detail=fired)
    held, out = (percent(hit_tree.summed.p(word)) for word in ("suppressed", "out of the fight"))
    # the weapon is left out for brevity
    verdict = f"{capitalized(needs.detail.words)}: {held} suppressed, {out} out of the fight."
    return Answer(needs.value, steps, verdict, detail=fired)


def _of_the_crew(shot: Shot, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield what a GPMG without a loader would gain from one."""
    if not shot.lone or shot.weapon != "gpmg":
        return
    yield note("loaders", "A loader lowers the chance of a jam.")
    if shot.automatic:
        yield lone_bursts()
    elif shot.burst_before:
        yield says("continuous-fire", read)


def _refused(shot: Shot, dogs: Odds[str] | None, read: Mapping[str, str]) -> Answer[Needed]:
    """Return the refusal of a shot; if only a dash refuses it, a reading may allow a
    Dog's chance.
    """
    allowed = may_fire(shot, read)
    if dogs is None:
        return allowed
    verdict = f"A dash: no roll of one die hits. A Dog's chance hits {often(dogs.p('hit'))}."
    return Answer(dogs.p("hit"), (*as_notes(allowed), _dogs_step(dogs, "")), verdict)


def _dogs_step(odds: Odds[str], instead: str) -> Step:
    blows = f"blows the gun up {often(odds.p('gun blows up'))}"
    text = f"A Dog's chance{instead} hits {often(odds.p('hit'))} and {blows}."
    return note("dogs-chance", text, "dogs-chance")


def _what_else(fired: Fired) -> Iterator[Step]:
    """Yield what else can happen with this shot: a jam, and a Dog's chance where the rule allows
    one.
    """
    jam, odds = fired.jam, fired.dogs_chance
    first, last = jam.steps[0], jam.steps[-1]
    amount = last.amount if isinstance(jam.value, Gap) else Fraction(0)
    rule = "" if last.text == jam.headline else f" {last.text}"
    if first is not last:
        yield replace(first, op="note", amount=Fraction(0))
    if fired.automatic:
        laid = "the large template is laid over the target, and all within it roll for effect"
        yield note("machine-guns", f"If it hits, {laid}.")
    yield replace(last, text=f"{jam.headline}{rule}", op="note", amount=amount)
    if odds is not None:
        yield _dogs_step(odds, " instead")
