"""Fire: the Hits of one shot, from the die through the fire table, range, facing and cover; their
effect on the target; and the target that the rules advise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from landships_lab.core.answer import (
    Answer,
    Remedy,
    Step,
    Telling,
    Told,
    decided,
    summed,
    whole_total,
)
from landships_lab.core.checks import keep_whole, whole
from landships_lab.core.dice import Odds
from landships_lab.core.remedies import other_readings
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, inches, mixed, plural, signed
from landships_lab.data.book import Taken
from .book import (
    BELOW_ZERO,
    BOOK,
    READINGS,
    TABLES,
    a_unit,
    add,
    allow,
    cap,
    die_of,
    hits_of,
    note,
    options,
    says,
    start,
    times,
)
from .shot import (
    CLOSE_INCHES,
    CONCEALED_INCHES,
    MOST_HITS,
    Shot,
    cell,
    close_inches,
    destroyed_from,
    out_of_reach,
    refusal,
    seen_though_concealed,
    sight_needed,
    unseen,
)

#: The readings on which a shot depends.
OF_FIRE = (
    "destroyed-at",
    "long-range",
    "close-range",
    "mortar-close",
    "concealed-sight",
    "concealed-etc",
    "protection-cap",
)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
#: The number of Hits at which a Unit's own fire is worst, and five of its Hits become permanent.
WORST_AT, PERMANENT = TABLES.hits.tiers[-1].at, TABLES.hits.permanent


# ---------------------------------------------------------------------------------------- modifiers


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What is added to the die of a shot, and the factor for the result. Neither depends on the
    die. A ``factor`` of 0 means that the shot cannot be fired.
    """

    more: int
    factor: Fraction
    added: tuple[Step, ...] = field(compare=False)
    multiplied: tuple[Step, ...] = field(compare=False)

    def inflict(self, die: int) -> int:
        """Return the Hits on this roll without the steps of `hits`, which is faster; a test keeps
        both in agreement.
        """
        return max(0, die + self.more) * self.factor.numerator // self.factor.denominator


def modifiers(shot: Shot, readings: Given = None) -> Modifiers:
    """Return the modifiers of this shot."""
    given = options(readings)
    return _modifiers(shot, *[given[reading] for reading in OF_FIRE])


@lru_cache(maxsize=4096)  # the same shots are needed thousands of times
def _modifiers(shot: Shot, *chosen: str) -> Modifiers:
    given = dict(zip(OF_FIRE, chosen, strict=True))
    added, multiplied = tuple(_added(shot, given)), tuple(_multiplied(shot, given))
    more, factor = 0, Fraction(1)
    for step in (*added, *multiplied):
        assert isinstance(step.amount, Fraction)  # the tables have no gaps
        if step.op == "add":
            more += int(step.amount)
        elif step.op == "times":
            factor *= step.amount
    return Modifiers(more, factor, added, multiplied)


def own_modifier(own_hits: int) -> int:
    """Return the modifier of the die for a Unit's own Hits, 0 or less.

    >>> [own_modifier(n) for n in (4, 5, 9, 10)]
    [0, -1, -1, -2]
    """
    return next((tier.fire for tier in reversed(TABLES.hits.tiers) if own_hits >= tier.at), 0)


def _added(shot: Shot, given: Mapping[str, str]) -> Iterator[Step]:
    row, who = shot.row, shot.firer
    if weakened := own_modifier(shot.firer_hits):
        yield _plus("weakened", weakened, f"The firer has {hits_of(shot.firer_hits)} of its own")
    against = f"{row.name} against {a_unit(shot.target)}"
    yield _plus(cell(who, shot.target), row.versus[shot.target], against)
    if shot.into_rear:
        text = "The firer is behind the target's front"
        yield _plus(cell(who, "into rear", "facing"), row.into_rear, text)
    if shot.out_of_rear:
        text = "The target is behind the firer's own front"
        yield _plus(cell(who, "out of rear", "facing"), row.out_of_rear, text)
    if shot.at_long_range and given["long-range"] == "minus-2":
        text = f"{inches(shot.range_inches)} is long range"
        yield _plus("change-long", -2, text, "long-range")


def _plus(at: str | Cite, amount: int, text: str, reading: str = "") -> Step:
    return add(at, amount, f"{text}: {signed(amount) if amount else 'no modifier'}.", reading)


def _multiplied(shot: Shot, given: Mapping[str, str]) -> Iterator[Step]:
    if forbids := refusal(shot, given):
        yield forbids
        return
    if (needed := sight_needed(shot, given)) is not None:
        yield needed
    yield from (replace(step, op="note") for step in seen_though_concealed(shot, given))
    if shot.row.close and shot.range_inches <= close_inches(given):
        reading = "close-range" if shot.range_inches > min(CLOSE_INCHES.values()) else ""
        text = f"{inches(shot.range_inches)} is close range: Hits are doubled."
        yield times(cell(shot.firer, "close", "range-bands"), 2, text, reading)
    # Each protection halves the Hits, but all together never leave less than a quarter.
    protected, capped = Fraction(1), "but protection is never better than a quarter"
    yield from _no_help(shot)
    for text, at in _covered(shot):
        if protected == QUARTER:
            yield times("protection", 1, f"{text}, {capped}.")
        else:
            protected *= HALF
            yield times(at, HALF, f"{text}: Hits are halved.")
    if not shot.at_long_range or given["long-range"] != "half":
        return
    far = inches(shot.range_inches)
    if protected == QUARTER and given["protection-cap"] == "with-range":
        yield times("protection", 1, f"{far} is long range, {capped}.", "protection-cap")
    else:
        reading = "protection-cap" if protected == QUARTER else "long-range"
        text = f"{far} is long range: Hits are halved."
        yield times(cell(shot.firer, "long", "range-bands"), HALF, text, reading)


def _covered(shot: Shot) -> Iterator[tuple[str, str]]:
    """Yield the protections that halve this shot, in the order of the list of modifiers, each with
    its citation.
    """
    by_mortar = shot.firer == "mortar"
    if "dug-in" in shot.cover:
        yield "The target is dug in", "cover"
    if "town" in shot.cover:
        yield "The target is in a town", "cover"
    if "woods" in shot.cover and not by_mortar:
        yield "The target is in woods", "woods"
    if shot.on_hill and shot.target == "tank" and not by_mortar:
        yield "The target is a Tank on a hilltop", "hilltops"


def _no_help(shot: Shot) -> Iterator[Step]:
    """Yield why the target's ground does not protect it."""
    if "woods" in shot.cover and shot.firer == "mortar":
        yield note("woods", "Woods do not protect from Mortars.")
    if shot.on_hill and shot.target != "tank":
        yield note("hilltops", "A hilltop protects Tanks only.")
    elif shot.on_hill and shot.firer == "mortar":
        yield note("hilltops", "A hilltop does not protect from Mortars.")


# --------------------------------------------------------------------------------------------- Hits


@summed
def hits(shot: Shot, die: int, readings: Given = None) -> Telling:
    """Return the Hits that this shot inflicts when the die shows 1 to 6.

    A shot that cannot be fired inflicts none, and its remedies say what would change that.

    >>> # the report's 3, +2 on a Tank, +2 from the flank
    >>> hits(Shot("tank", "tank", 10, into_rear=True), 3).value
    7
    """
    die, given = whole("What a die shows", die, 1, 6), options(readings)
    change = modifiers(shot, given)
    yield start("own-hits", die, f"The die shows {die}.")
    yield from change.added
    modified = die + change.more
    if modified < 0:
        yield add("below-zero", -modified, BELOW_ZERO)
    yield from change.multiplied
    if modified > 0 and (modified * change.factor).denominator > 1:
        yield BOOK.floor("protection", "Fractions are dropped.")
    return lambda value: Told(
        _headline(shot, die, value, given), () if value else _remedies(shot, die, given)
    )


def fire_odds(shot: Shot, dice: str = "D5", readings: Given = None) -> Odds[int]:
    """Return the odds of each number of Hits from this shot, with the average die or a plain one.

    >>> # close range, but only a 3 or more beats the 2 taken off
    >>> fire_odds(Shot("infantry", "tank", 4)).p(0)
    Fraction(1, 6)
    """
    return _fire_odds(die_of(dice, readings), modifiers(shot, readings))


@lru_cache(maxsize=4096)
def _fire_odds(die: Odds[int], change: Modifiers) -> Odds[int]:
    return die.map(change.inflict)


def _headline(shot: Shot, die: int, value: int, given: Mapping[str, str]) -> str:
    if unseen(shot, given) and not out_of_reach(shot, given):
        return "No shot: the target is Concealed, and is not seen."
    if forbids := refusal(shot, given):
        return f"No shot: {forbids.text[0].lower()}{forbids.text[1:]}"
    # Where sight needs more than a range, the range alone does not decide.
    needed = sight_needed(shot, given) is not None and not shot.along_road
    seen = f", if {'observed' if shot.firer == 'mortar' else 'seen'}" if needed else ""
    who = f"{shot.row.name} at {a_unit(shot.target)}, {mixed(shot.range_inches)}″{seen}"
    return f"{who}: a roll of {die} inflicts {hits_of(value)}."


def _remedies(shot: Shot, die: int, given: Taken) -> Iterator[Remedy]:
    """Yield the single changes with which the shot would inflict Hits. Each is tried with the rule;
    nothing helps a Unit that has been removed.
    """

    def would(then: Shot, how: Taken = given) -> str:
        value = modifiers(then, how).inflict(die)
        return f"it would inflict {hits_of(value)}" if value else ""

    tried = _changes(shot, given) if shot.firer_hits < destroyed_from(given) else ()
    for change, to, text in tried:
        better = replace(shot, **{change: to})
        if better != shot and (inflicts := would(better)):
            yield Remedy(f"{text} {inflicts}.", change, to)
    yield from other_readings(
        READINGS.values(), given, lambda key, option: would(shot, Taken({**given, key: option}))
    )


def _changes(shot: Shot, given: Mapping[str, str]) -> Iterator[tuple[str, Any, str]]:
    """Yield the changes of a shot worth a sentence: the field, its new value and the words."""
    if unseen(shot, given):  # either may show the target: see the reading concealed-sight
        yield "range_inches", CONCEALED_INCHES, f"At {CONCEALED_INCHES} inches"
        yield "target_ready", False, "Against a target that is not Ready"
        if shot.target != "mortar":
            yield "target_ready", True, "Against a target that is Ready"
        if shot.firer != "mortar":
            yield "firer_ready", True, "As a Ready Unit"
    farthest, close = shot.row.farthest_inches, close_inches(given)
    outside = Fraction(close) + Fraction(1, 4)
    yield "range_inches", farthest, f"At {farthest} inches"
    yield "range_inches", outside, f"At {inches(outside)}"
    yield "range_inches", close, f"At {inches(close)}, close range,"
    if shot.firer_hits >= WORST_AT:  # five Hits cannot be rallied off
        yield "firer_hits", PERMANENT, f"Rallied down to its {PERMANENT} permanent Hits"
    else:
        yield "firer_hits", 0, "Without Hits of its own"
    yield "into_rear", True, "From behind the target's front"
    yield "cover", frozenset[str](), "Against a target without cover"


# ----------------------------------------------------------------------------------- the Unit under


@dataclass(frozen=True, slots=True)
class Condition:
    """The Hits of a Unit (0 to 16), and how many of them are permanent (no rally removes them):
    five, once it has had 10.
    """

    hits: int = 0
    permanent: int = 0

    def __post_init__(self) -> None:
        keep_whole(self, hits=("The number of Hits of a Unit", 0, MOST_HITS + 1))
        if self.permanent not in (0, PERMANENT) or self.permanent > self.hits:
            are = f"0 or {PERMANENT} are permanent, never more than it has"
            raise ValueError(f"Of a Unit's Hits {are}, not {self.permanent!r}.")
        if self.hits >= WORST_AT and not self.permanent:
            become = f"At {WORST_AT} Hits {PERMANENT} become permanent"
            write = f"write Condition({self.hits}, {PERMANENT}) for a Unit with {self.hits}"
            raise ValueError(f"{become}; {write}.")


def struck(unit: Condition, inflicted: int, readings: Given = None) -> Answer[Condition]:
    """Return the condition of a Unit after more Hits. At 10 Hits five become permanent.

    A destroyed Unit keeps the Hits that destroyed it, 15 or 16 by the reading destroyed-at.

    >>> struck(Condition(8), 4).value
    Condition(hits=12, permanent=5)
    """
    inflicted = whole("The number of Hits inflicted", inflicted, 0, 99)
    gone = destroyed_from(options(readings))
    added = f"The shot adds {hits_of(inflicted)}: {unit.hits + inflicted}."
    most = f"At {gone} Hits a Unit is destroyed; more are not counted."
    steps = [
        start("removal", unit.hits, f"The Unit has {hits_of(unit.hits)}."),
        add("removal", inflicted, added),
        cap("hits", gone, most, "destroyed-at"),
    ]
    total = whole_total(steps)
    permanent = PERMANENT if total >= WORST_AT else unit.permanent
    if permanent > unit.permanent:
        text = f"It has reached {WORST_AT} Hits: {permanent} of them are permanent."
        steps.append(note("hits", text))
    fate = f"survives, with {plural(permanent, 'permanent Hit')}"
    fate = "is destroyed" if total >= gone else fate
    sentence = f"{capitalized(hits_of(total))}: the Unit {fate}."
    return Answer(Condition(total, permanent), tuple(steps), sentence)


@decided
def stands(unit: Condition, readings: Given = None) -> Telling:
    """Return whether a Unit with these Hits stays on the table.

    >>> stands(Condition(15, 5)).value, stands(Condition(14, 5)).value
    (False, True)
    """
    given = options(readings)
    text = f"{says('destroyed-at', given)} This one has {unit.hits}."
    yield allow("destroyed", unit.hits < destroyed_from(given), text, reading="destroyed-at")
    return lambda still: "The Unit survives." if still else "The Unit is destroyed."


# -------------------------------------------------------------------------------- target priorities

#: The first targets of Tanks, as the rule is printed.
ARMOUR = ("tank", "atg")


def preferred(shots: Mapping[str, Shot], readings: Given = None) -> Answer[str]:
    """Return the name of the target that the rules advise to fire at; "" if none can be fired at.

    The best modifier of the die comes first, then the least penalised shot, then the closest
    target; of equal ones, the first named. Under the option "printed" of target-priority a Tank
    fires at Tanks and ATGs before all others.

    >>> preferred({"rifles": Shot("tank", "infantry", 5), "Carri": Shot("tank", "tank", 11)}).value
    'Carri'
    """
    if not shots:
        raise ValueError("Name at least one target to choose from.")
    given = options(readings)
    ranked = sorted((_rank(shot, given), n, name) for n, (name, shot) in enumerate(shots.items()))
    steps = [_weighed(name, shots[name], given) for _, _, name in ranked]
    kinds = {shot.target in ARMOUR for shot in shots.values()}
    if len(kinds) > 1 and any(shot.firer == "tank" for shot in shots.values()):
        steps.insert(0, note("priorities", says("target-priority", given), "target-priority"))
    (first, *_), _, best = ranked[0]
    if first:
        return Answer("", tuple(steps), "It cannot fire at any of them.")
    why = _why([rank for rank, _, _ in ranked])
    chosen = replace(note("priorities", capitalized(why), marks=(best,)), op="reads")
    return Answer(best, (*steps, chosen), f"Fire at {best}: {why}")


#: The values that rank targets, in the order of `_WHY`.
Rank = tuple[bool, bool, int, Fraction, Fraction]
_WHY = (
    "it is the only one that can be fired at.",
    "Tanks fire at Tanks and ATGs first.",
    "it has the best modifier.",
    "it is the least penalised shot.",
    "all else being equal, it is the closest.",
)


def _rank(shot: Shot, given: Mapping[str, str]) -> Rank:
    change, printed = modifiers(shot, given), given["target-priority"] == "printed"
    later = printed and shot.firer == "tank" and shot.target not in ARMOUR
    away = Fraction(shot.range_inches)
    return change.factor == 0, later, -change.more, -change.factor, away


def _why(ranked: list[Rank]) -> str:
    if len(ranked) == 1:
        return "it is the only target."
    differs = zip(_WHY, *ranked[:2], strict=True)
    none = "all are equal, and it is named first."
    return next((words for words, one, other in differs if one != other), none)


def _weighed(name: str, shot: Shot, given: Mapping[str, str]) -> Step:
    change = modifiers(shot, given)
    die = f"{signed(change.more)} on the die" if change.more else "no die modifier"
    then = {Fraction(1): "Hits count in full", HALF: "Hits are halved"}.get(
        change.factor, f"Hits times {mixed(change.factor)}"
    )
    does = f"{die}; {then}" if change.factor else "it cannot be fired at"
    text = f"{name}, at {inches(shot.range_inches)}: {does}."
    return replace(note("priorities", text, marks=(name,)), amount=change.factor)
