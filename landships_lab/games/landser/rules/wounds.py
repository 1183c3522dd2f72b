"""Hits: the rolls for effect and for wounds, their outcomes as a tree, and what the soldier can
still do next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial

from landships_lab.core.answer import Answer, Step, Telling, summed, whole_total
from landships_lab.core.checks import one_of
from landships_lab.core.dice import D6, Odds, Roll, Throw, run, throw_after
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural, signed
from landships_lab.games.landser.data.tables import Becomes, Outcome, Result
from .book import (
    EFFECTS,
    FACES,
    FIRING,
    READINGS,
    SQUAD,
    add,
    count,
    decides,
    die_face,
    note,
    options,
    start,
)

TABLES = ("effect", "light", "serious")
OUTCOMES = EFFECTS.outcomes
#: How an outcome is summed up, in this order. The source does not use these three words.
BECOMES: tuple[Becomes, ...] = ("unharmed", "suppressed", "out of the fight")
ADDED = EFFECTS.additions
#: The wound that a man who was out of action keeps, by the die rolled the turn after a medic came
#: (line 144).
TREATED = {face: "serious 1-2" if face < 4 else "serious 3-4" for face in FACES}
BEYOND, SERIOUS_COUNT = "effect-beyond-table", "serious-count"
THIS_WOUND = "this serious wound is counted too"
_LINES = {"effect": "effects", "light": "light", "serious": "serious"}
_TABLE_NAMES = {
    "effect": "effect table",
    "light": "light wound table",
    "serious": "serious wound table",
}
_WORDS = {"light": "light wound", "serious": "serious wound"}
_THROWS = {"effect": "for effect", **{table: f"for the {wound}" for table, wound in _WORDS.items()}}


@dataclass(frozen=True, slots=True)
class Target:
    """The soldier who is hit: whether he has had a light wound this turn, and his serious wounds in
    this game.
    """

    light_this_turn: bool = False
    serious_wounds: int = 0

    def __post_init__(self) -> None:
        count("The number of serious wounds", self.serious_wounds)


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit: the range (0 is point blank, 1 short), the soldier, and what an impossible shot
    subtracts from the effect die.
    """

    band: int
    target: Target = Target()
    penalty: int = 0


# --------------------------------------------------------------------------------------- the tables


def _additions(table: str, hit: Hit, counts_this: bool) -> Iterator[Step]:
    """Yield what is added to the die on this table, one step for each reason."""
    near, before = hit.band < 2, hit.target.serious_wounds
    given: list[tuple[int, str, str]]
    if table == "effect":
        far = (ADDED.short, "short range") if hit.band else (ADDED.point_blank, "point blank range")
        given = [(far[0] * near, far[1], "effect-range")]
        given += [(hit.penalty, "the shot was impossible", "impossible")]
    else:
        cite = "light-add" if table == "light" else "serious-add"
        light = ADDED.light_this_turn * hit.target.light_this_turn
        wounds = f"{plural(before, 'serious wound')} suffered before"
        given = [(light, "he has had a light wound this turn", cite)]
        if table == "serious":
            given = [(ADDED.each_serious * before, wounds, cite)]
            this = ADDED.each_serious * counts_this
            given += [(this, THIS_WOUND, cite)]
        given += [(ADDED.wound_short_or_less * near, "short range or less", cite)]
    for amount, why, cite in given:
        if amount:
            reading = SERIOUS_COUNT if why == THIS_WOUND else ""
            yield add(cite, amount, f"{signed(amount)}: {why}.", reading)


def line(table: str, total: int, read: Mapping[str, str]) -> Result | None:
    """Return the line of the table that a modified roll falls on, the nearest one beyond its ends.

    None where a roll below the table is read as having no effect.
    """
    if total < 1 and read[BEYOND] == "nothing-below":
        return None
    lines = EFFECTS.table(table)
    face = min(max(total, 1), lines[-1].faces[1])
    return next(entry for entry in lines if entry.faces[0] <= face <= entry.faces[1])


@lru_cache(maxsize=64)
def _line_step(table: str, entry: Result | None) -> Step:
    """Return the step for the result on this line of the table."""
    if entry is None:
        return decides("effects", "Zero or less on the effect table has no effect.", BEYOND)
    low, high = entry.faces
    then = f"a {_WORDS[entry.then]}, roll for it" if entry.then else OUTCOMES[entry.outcome].short
    faces = str(low) if low == high else f"{low}-{high}"
    return decides(entry.cite, f"{faces} on the {_TABLE_NAMES[table]}: {then}.")


@summed
def roll_on(table: str, die: int, hit: Hit, readings: Given = None) -> Telling:
    """Return the result of this roll on a table: effect, light or serious. The last step names its
    line.

    >>> roll_on("effect", 4, Hit(1)).headline  # a four at short range
    '5 on the effect table: a light wound, roll for it.'
    """
    one_of("table", table, TABLES)
    die_face("The roll", die)
    count("The number of the range", hit.band, 0, len(FIRING.bands) - 1)
    read = options(readings)
    rolled = [start(_LINES[table], die, f"The die shows {die}.")]
    rolled += _additions(table, hit, read[SERIOUS_COUNT] == "with-this")
    yield from rolled
    total = whole_total(rolled)
    entry = line(table, total, read)
    counts = min(max(total, 1), EFFECTS.table(table)[-1].faces[1])
    if counts != total and entry is not None:
        text = f"{total} is beyond the table and counts as {counts}."
        yield add(READINGS[BEYOND].cite, counts - total, text, BEYOND)
    last = _line_step(table, entry)
    yield last
    return last.text


# -------------------------------------------------------------------------- one throw after another


#: A function that returns the steps for a number thrown.
Explain = Callable[[], tuple[Step, ...]]


@dataclass(frozen=True, slots=True)
class Rolled:
    """What one throw of a course comes to; ``name`` is unique among the outcomes of its throw.

    ``rules`` hold for every number that leads here; ``explain`` returns the steps of the one that
    was thrown. The course ends in an ``outcome``, or another ``throw`` follows, such as "for
    effect", or for a ``wound``. ``faces_count`` is False if no single die decides.
    """

    name: str
    label: str = field(compare=False)
    rules: tuple[Step, ...] = field(default=(), compare=False)
    outcome: str = field(default="", compare=False)
    throw: str = field(default="", compare=False)
    wound: str = field(default="", compare=False)
    explain: Explain = field(default=tuple, compare=False)
    faces_count: bool = field(default=True, compare=False)


#: The results of the throws of a shot, in order.
Course = tuple[Rolled, ...]


def effect_course(roll: Roll, hit: Hit, read: Mapping[str, str]) -> Course:
    """Return the result for a man who is hit: his rolls for effect and for wounds."""
    course: Course = ()
    for table in TABLES:
        if not course or course[-1].throw == _THROWS[table]:
            on_table = _on_table(table, hit, read[SERIOUS_COUNT], read[BEYOND])
            course = (*course, roll(D6, on_table.__getitem__))
    return course


@lru_cache(maxsize=256)
def _on_table(table: str, hit: Hit, serious_count: str, beyond: str) -> Mapping[int, Rolled]:
    """Return the result of each number of the die on a table, under the options of two readings."""
    read = options({SERIOUS_COUNT: serious_count, BEYOND: beyond})
    added = tuple(_additions(table, hit, serious_count == "with-this"))
    more = whole_total(added)
    return {die: _on_line(table, die, die + more, added, hit, read) for die in FACES}


def _on_line(
    table: str, die: int, total: int, added: tuple[Step, ...], hit: Hit, read: Mapping[str, str]
) -> Rolled:
    entry = line(table, total, read)
    rules = (*added, _line_step(table, entry))
    explain = partial(_explain, table, die, hit, read)
    if entry is None:
        return Rolled("no effect", "no effect", rules, "no effect", explain=explain)
    low, high = entry.faces
    name = f"{table} {low}" if low == high else f"{table} {low}-{high}"
    if not entry.then:
        return Rolled(name, entry.outcome, rules, entry.outcome, explain=explain)
    throw, wound = _THROWS[entry.then], _WORDS[entry.then]
    label = wound if table == "effect" else name
    return Rolled(name, label, rules, throw=throw, wound=wound, explain=explain)


def _explain(table: str, die: int, hit: Hit, read: Mapping[str, str]) -> tuple[Step, ...]:
    return roll_on(table, die, hit, read).steps


def effect_odds(hit: Hit, read: Mapping[str, str]) -> Odds[str]:
    """Return the chance of each outcome for a man who is hit, in the order of the tables."""
    return _in_order(run(lambda roll: effect_course(roll, hit, read)[-1].outcome))


# ----------------------------------------------------------------------------------------- the tree


@dataclass(frozen=True, slots=True)
class Branch:
    """One result of one roll, and what may follow. ``path`` names it ("hit/effect 5/light 3"), and
    ``faces`` are the numbers that lead to it.

    Of ``total`` equally likely courses of the shot, ``weight`` pass through here. ``steps`` are the
    rules of this one result; a leaf has an ``outcome``, any other branch has ``branches`` whose
    weights add up to its own. ``throw`` is the purpose of the die that decides between them ("to
    hit"), and ``wound`` the wound that it is rolled for, if any.
    """

    path: str
    label: str
    faces: tuple[int, ...]
    weight: int
    total: int
    steps: tuple[Step, ...] = ()
    outcome: str = ""
    branches: tuple[Branch, ...] = ()
    throw: str = ""
    wound: str = ""

    @property
    def chance(self) -> Fraction:
        """The chance of this branch, from the first roll on."""
        return Fraction(self.weight, self.total)

    def leaves(self) -> Iterator[Branch]:
        """Yield the branches it can end in, in the order of the tables."""
        return (branch for branch in self.walk() if not branch.branches)

    def walk(self) -> Iterator[Branch]:
        """Yield the branch itself and all below it."""
        yield self
        for branch in self.branches:
            yield from branch.walk()

    def find(self, path: str) -> Branch | None:
        """Return the branch with this path, or None."""
        return next((branch for branch in self.walk() if branch.path == path), None)

    def way(self, path: str) -> tuple[Branch, ...]:
        """Return the branches from here to the one with this path, both included; empty if there is
        none.
        """
        if self.path == path:
            return (self,)
        below = next((way for branch in self.branches if (way := branch.way(path))), ())
        return (self, *below) if below else ()

    def grown(self, rule: Callable[[Roll], Course], known: Course = ()) -> Branch:
        """Return this branch with everything that can follow under the rule, roll by roll, a miss
        first. ``known`` holds the earlier rolls.
        """
        throw = None if self.outcome else throw_after(rule, known)
        if not isinstance(throw, Throw):
            return self
        numbers = throw.numbers()
        below = []
        for rolled in sorted(numbers, key=lambda rolled: rolled.outcome != "miss"):
            path = f"{self.path}/{rolled.name}" if self.path else rolled.name
            weight = self.weight * len(numbers[rolled]) // throw.die.total
            faces = numbers[rolled] if rolled.faces_count else ()
            bare = Branch(path, rolled.label, faces, weight, self.total, rolled.rules)
            ends = replace(bare, outcome=rolled.outcome, throw=rolled.throw, wound=rolled.wound)
            below.append(ends.grown(rule, (*known, rolled)))
        return replace(self, branches=tuple(below))


def tree_odds(tree: Branch) -> Odds[str]:
    """Return the chance of each outcome of this tree, in the order of the tables."""
    return _in_order(Odds((leaf.outcome, leaf.weight) for leaf in tree.leaves()))


def _in_order(odds: Odds[str]) -> Odds[str]:
    return Odds((outcome, odds.weights.get(outcome, 0)) for outcome in OUTCOMES)


# ------------------------------------------------------------------------------------- the outcomes


def outcome_of(outcome: str) -> Outcome:
    """Return the tables' entry for this outcome. Raises `ValueError`, with the known outcomes, for
    any other.
    """
    return OUTCOMES[one_of("outcome", outcome, OUTCOMES)]


def roll_up(odds: Odds[str]) -> Odds[str]:
    """Return the chances that he is unharmed, suppressed or out of the fight.

    >>> from landships_lab.games.landser.rules import Shot, fire_odds
    >>> roll_up(fire_odds(Shot("rifle", 20))).p("unharmed")
    Fraction(1, 2)
    """
    summed = odds.map(lambda outcome: outcome_of(outcome).becomes)
    return Odds([(word, summed.weights.get(word, 0)) for word in BECOMES])


def next_turn(outcome: str) -> Answer[tuple[str, ...]]:
    """Return the actions that a soldier may choose in the turn after this outcome of a shot.

    >>> next_turn("hide").value, next_turn("serious 6").value
    (('hide', 'sneak', 'move', 'weapon work'), ())
    """
    effect = outcome_of(outcome)
    actions = tuple(SQUAD.actions) if effect.free else effect.actions
    what = "do all that his profile lists" if effect.free else listed(actions, "or", "do nothing")
    steps = (note(effect.cite, effect.says), note(effect.cite, f"Next turn he may {what}."))
    return Answer(actions, steps, f"{capitalized(outcome)}: {effect.short}.")


def treated(die: int) -> Answer[str]:
    """Return the wound that this roll leaves a man who was out of action, the turn after a medic
    came.

    ``serious 1-2`` stands for an (a) wound and ``serious 3-4`` for a (b) wound.

    >>> treated(3).headline, treated(4).value
    ('He fights on with an (a) wound.', 'serious 3-4')
    """
    outcome = TREATED[die_face("The roll", die)]
    wound = "an (a)" if outcome == "serious 1-2" else "a (b)"
    has = f"{'1 to 3' if die < 4 else '4 to 6'}: he has {wound} wound."
    steps = (note("treated", f"The die shows {die}."), decides("treated", has))
    return Answer(outcome, steps, f"He fights on with {wound} wound.")
