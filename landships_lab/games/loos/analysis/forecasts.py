"""Forecasts: three attacks at once, replacements and releases over the game, and the hexes seen
under other rules of sight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6, Odds, certain, over
from landships_lab.core.hexes import Hex
from landships_lab.core.sources import Cite
from landships_lab.core.speech import capitalized, decimal, often, plural
from landships_lab.games.loos.rules.attrition import (
    BATTALIONS,
    FIRST_DEADPILE,
    REPLACEMENT_ODDS,
    span_of,
)
from landships_lab.games.loos.rules.book import LAST_TURN, as_printed, chance_clause, deciding, note
from landships_lab.games.loos.rules.losses import COMBAT_READINGS
from landships_lab.games.loos.rules.table import Choice, combat_odds, loses_a_step, no_attack_steps

#: How many attacks share the points.
ATTACKS = 3
#: German movement phases: one in Zero Hour and one in each of eight turns.
MOVEMENT_PHASES = 9


# ------------------------------------------------------------------------------------ three attacks


@dataclass(frozen=True, slots=True)
class Shared:
    """Three attacks: the terrain of each, its differential before any point is added, and the
    points added to it.
    """

    lines: tuple[str, ...]
    before: tuple[int, ...]
    points: tuple[int, ...]
    choice: Choice = "stand"
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for given in (self.lines, self.before, self.points):
            whole("The number of attacks", len(given), ATTACKS, ATTACKS)

    @property
    def differentials(self) -> tuple[int, ...]:
        """The differential of each attack with its points."""
        return tuple(b + p for b, p in zip(self.before, self.points, strict=True))

    @property
    def each(self) -> tuple[Odds[bool], ...]:
        """The odds that each defender loses a step."""

        def hurt(line: str, by: int) -> Odds[bool]:
            odds = combat_odds(line, by, self.readings)
            return odds.map(lambda result: loses_a_step(result, "defender", self.choice))

        return tuple(map(hurt, self.lines, self.differentials))

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """How often each defender loses a step."""
        return tuple(odds.p(True) for odds in self.each)

    @property
    def hurt(self) -> Odds[int]:
        """The odds of how many of the three lose a step.

        >>> Shared(("clear",) * 3, (0, 0, 0), (0, 0, 0)).hurt.p(3)
        Fraction(1, 27)
        """
        return over(lambda *hurt: sum(hurt), *self.each)


def share(attacks: Shared, least: int) -> Answer[Fraction]:
    """Return how often ``least`` or more of three defenders lose a step, each with its own roll.

    The detail holds the odds of the number that lose one.

    The factors are printed on counters that are not in the source: the reader sets the
    differentials.

    >>> share(Shared(("clear", "town", "trench"), (2, 2, 2), (0, 0, 2)), 1).headline
    'At least one of three defenders loses a step 85.2% of the time.'
    """
    least = whole("The defenders to be hurt", least, 1, ATTACKS)
    odds, steps = attacks.hurt, list[Step]()
    of = zip(attacks.lines, attacks.before, attacks.points, attacks.chances, strict=True)
    for line, before, added, one in of:
        at = f"{capitalized(line)}, {as_printed(before)} and {plural(added, 'point')}"
        hurt = chance_clause("the defender", "loses a step", one)
        text = f"{at}: at {as_printed(before + added)} {hurt}."
        steps.append(note("table-differential", text))
    steps += [step for line in dict.fromkeys(attacks.lines) for step in no_attack_steps(line)]
    steps += deciding(
        COMBAT_READINGS, attacks.readings, lambda read: replace(attacks, readings=read).hurt
    )
    average = decimal(sum(attacks.chances, Fraction(0)))
    steps.append(note("table", "Each attack has a roll of its own."))
    steps.append(note("table", f"On average {average} defenders lose a step."))
    who = {1: "At least one of three defenders loses", 2: "At least two of three defenders lose"}
    text = who.get(least, "All three defenders lose")
    chance = odds.at_least(least)
    return Answer(chance, tuple(steps), f"{text} a step {often(chance)}.", (), odds)


# ---------------------------------------------------------------------------------------- attrition


def received_odds(
    lost_each_turn: Sequence[int], deadpile: int = FIRST_DEADPILE
) -> tuple[Odds[int], ...]:
    """Return the odds of all replacements received by the end of each German movement phase.

    ``lost_each_turn`` are the battalions that fall into the deadpile before each of the phases. A
    replacement is lost if the deadpile is empty.

    >>> [odds.mean for odds in received_odds([0, 0, 0])]
    [Fraction(4, 3), Fraction(11, 6), Fraction(53, 27)]
    """
    whole("The number of movement phases", len(lost_each_turn), 1, MOVEMENT_PHASES)
    deadpile = whole("The number of counters", deadpile, 0, BATTALIONS)
    # free counters, replacements received
    state: Odds[tuple[int, int]] = certain((deadpile, 0))
    totals = []
    for given in lost_each_turn:
        lost = whole("The number of battalions lost", given, 0, BATTALIONS)

        def received(before: tuple[int, int], lost: int = lost) -> Odds[tuple[int, int]]:
            free = min(before[0] + lost, BATTALIONS)
            came = REPLACEMENT_ODDS.map(lambda rolled: min(rolled, free))
            return came.map(lambda many: (free - many, before[1] + many))

        state = state.then(received)
        totals.append(state.map(lambda pair: pair[1]))
    return tuple(totals)


#: The "turn" of a division that is never released.
NEVER = 0


def release_odds(spans: Mapping[int, tuple[int, int]]) -> Odds[int]:
    """Return the odds of the turn in which a division is released, 0 for never: one roll is made
    each turn, in order.

    ``spans`` gives for each turn, 1 to 8, the lowest and highest roll that releases it; the reader
    supplies them. Nobody rolls in Zero Hour, which has the first of the German movement phases.

    >>> release_odds({1: (1, 2), 2: (1, 3)}).p(0)
    Fraction(1, 3)
    """
    odds: Odds[int] = certain(NEVER)
    for turn in spans:
        whole("The turn of release", turn, 1, LAST_TURN)
    for turn, (lowest, highest) in sorted((turn, span_of(span)) for turn, span in spans.items()):
        hit = D6.chance(range(lowest, highest + 1).__contains__)
        rolled = Odds({turn: hit.numerator, NEVER: hit.denominator - hit.numerator})
        follows = {before: certain(before) if before else rolled for before in odds.outcomes}
        odds = odds.then(follows.__getitem__)
    return odds


# -------------------------------------------------------------------------------------------- sight

_ALONG = {"both": "seen if both must block", "either": "if either does", "each": "if each counts"}


def compare_along(seen: Mapping[str, frozenset[Hex]], cite: Cite | None = None) -> Step:
    """Return the step on how many hexes the rules for lines along a hexside disagree about.

    ``seen`` are the hexes seen under each rule. The rule of Loos is printed; ``cite`` is given if
    it is a reading.
    """
    differ = frozenset.union(*seen.values()) - frozenset.intersection(*seen.values())
    counts = ", ".join(f"{len(hexes)} {_ALONG[along]}" for along, hexes in seen.items())
    depends = plural(len(differ), "hex depends", "hexes depend")
    text = f"Along a hexside, {depends} on the reading: {counts}."
    if cite is None:
        text = f"Along a hexside both must block; {depends} on that: {counts}."
    return note(cite or "line-of-sight", text, marks=tuple(sorted(differ)))
