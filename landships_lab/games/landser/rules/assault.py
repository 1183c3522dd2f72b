"""Hand to hand: who is put out of action, what several attackers do to one man, and who may be
assaulted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.dice import D6, Odds, over
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches, mixed, often, signed
from landships_lab.games.landser.rules.book import (
    CITES,
    FIELDCRAFT,
    GAPS,
    MOST,
    Inches,
    count,
    die_face,
    exact_inches,
    taken,
    whole_total,
)

FACTORS = FIELDCRAFT.assault
ARMS = ("none", "pistol", "bayonet")
#: How an assault ends, seen from the attacker.
RESULTS = ("attacker out", "draw", "defender out")


@dataclass(frozen=True, slots=True)
class Fighter:
    """A man in an assault: what is in his hands, and what he suffers from.

    ``arms`` is none, pistol or bayonet (on a rifle).
    """

    arms: str = "none"
    serious_wounds: int = 0
    disorientated: bool = False

    def __post_init__(self) -> None:
        count("The number of serious wounds", self.serious_wounds)
        one_of("weapon of an assault", self.arms, ARMS)


def assault_score(
    fighter: Fighter, die: int = 0, opponent: int = 1, who: str = "He", readings: Given = None
) -> Answer[int]:
    """Return what a fighter scores against his first, second, ... opponent of this turn.

    A die of 0 gives his modifier alone.

    Source: Landser, Assault (lines 163-175), Serious Wounds (147), Light Wounds (135).

    >>> (
    ...     assault_score(Fighter("pistol"), die=3).value,
    ...     assault_score(Fighter(), die=3, opponent=2).value,
    ... )
    (5, 2)
    """
    read = taken(readings)
    die_face("The die of an assault", die, 0)
    count("The number of the opponent", opponent, 1, MOST)
    steps = [
        Step(
            f"{who} rolls {die}." if die else f"{who} rolls a die.",
            CITES["assault-roll"],
            "start",
            Fraction(die),
        )
    ]
    every = read["opponent-minus"] == "every-opponent"
    counted, minus = (opponent, "assault-opponent") if every else (opponent - 1, "assault-again")
    given = (
        (
            FACTORS.pistol if fighter.arms == "pistol" else 0,
            "armed with a pistol",
            "assault-pistol",
            "",
        ),
        (
            FACTORS.bayonet if fighter.arms == "bayonet" else 0,
            "bayonet on the rifle",
            "assault-bayonet",
            "",
        ),
        (
            FACTORS.each_opponent * counted,
            f"this is opponent number {opponent} of the turn",
            minus,
            "opponent-minus",
        ),
        (
            FACTORS.serious_wound if fighter.serious_wounds else 0,
            "a serious wound",
            "serious-assault",
            "",
        ),
        (
            FACTORS.disorientated if fighter.disorientated else 0,
            "disorientated by a light wound",
            "light-3",
            "",
        ),
    )
    for amount, why, cite, reading in given:
        if amount:
            steps.append(
                Step(
                    f"{signed(amount)}: {why}.",
                    CITES[cite],
                    "add",
                    Fraction(amount),
                    reading=reading,
                )
            )
    value = whole_total(steps)
    return Answer(value, tuple(steps), f"{who} scores {value}.")


def assault(
    attacker: Fighter,
    defender: Fighter,
    attacker_die: int,
    defender_die: int,
    opponent: int = 1,
    readings: Given = None,
) -> Answer[str]:
    """Return who is out of action with these two dice:

    ``attacker out``, ``draw`` or ``defender out``.

    ``opponent`` counts the attackers this defender has met this turn. Source: Landser, Assault
    (lines 159-175).

    >>> assault(Fighter("bayonet"), Fighter(), 3, 4).headline
    'A draw, 4 to 4: both stay where they are.'
    """
    for roll in (attacker_die, defender_die):
        die_face("The roll", roll)
    one = assault_score(attacker, attacker_die, 1, "The attacker", readings)
    other = assault_score(defender, defender_die, opponent, "The defender", readings)
    result = _result(one.value - other.value)
    scores = f"{mixed(one.value)} to {mixed(other.value)}"
    headline = {
        "attacker out": f"The attacker is out of action, {scores}.",
        "draw": f"A draw, {scores}: both stay where they are.",
        "defender out": f"The defender is out of action, {scores}.",
    }[result]
    rule = (
        "The fight goes on next turn, unless the defender breaks off in his own by moving fast."
        if result == "draw"
        else "The higher score wins."
    )
    return Answer(
        result, (*one.steps, *other.steps, Step(rule, CITES["assault"], "reads")), headline
    )


def _result(lead: int) -> str:
    return RESULTS[1 + (lead > 0) - (lead < 0)]


def assault_odds(
    attacker: Fighter, defender: Fighter, opponent: int = 1, readings: Given = None
) -> Odds[str]:
    """Return the chances that either man is put out of action in one turn of an assault.

    >>> odds = assault_odds(Fighter(), Fighter())
    >>> odds.p("draw"), odds.p("defender out")
    (Fraction(1, 6), Fraction(5, 12))
    """
    lead = (
        assault_score(attacker, 0, 1, readings=readings).value
        - assault_score(defender, 0, opponent, readings=readings).value
    )
    odds = over(lambda a, b: _result(a + lead - b), D6, D6)
    return Odds([(result, odds.weights.get(result, 0)) for result in RESULTS])


def to_the_end(
    attacker: Fighter, defender: Fighter, opponent: int = 1, readings: Given = None
) -> Odds[str]:
    """Return the chances that each man wins, when every draw is fought on in the next turn.

    Opponents are counted anew each turn, and a light wound disorientates for one turn only: after a
    draw the two fight as each other's first opponent, no longer disorientated. Source: Landser,
    Assault (lines 171-175), Light Wounds (135).

    >>> to_the_end(Fighter("pistol"), Fighter()).p("defender out")
    Fraction(13, 16)
    """
    now = assault_odds(attacker, defender, opponent, readings)
    then = assault_odds(
        replace(attacker, disorientated=False), replace(defender, disorientated=False), 1, readings
    )
    ends = (RESULTS[0], RESULTS[2])
    settled = 1 - then.p("draw")
    chances = {end: now.p(end) + Fraction(now.p("draw") * then.p(end), settled) for end in ends}
    parts = math.lcm(*(chance.denominator for chance in chances.values()))
    return Odds([(end, int(chance * parts)) for end, chance in chances.items()])


def one_after_another(
    attackers: Sequence[Fighter], defender: Fighter, readings: Given = None
) -> tuple[Odds[str], ...]:
    """Return the chances of the defender after the first, second, ... attacker of one turn:

    ``out`` or ``holds``.

    Each further attacker takes one more from the defender's roll. Source: Landser, Assault (line
    175).

    >>> [str(odds.p("out")) for odds in one_after_another([Fighter(), Fighter()], Fighter())]
    ['5/12', '109/144']
    """
    holds = Fraction(1)
    course = []
    for number, attacker in enumerate(attackers, 1):
        holds *= 1 - assault_odds(attacker, defender, number, readings).p("defender out")
        course.append(
            Odds([("out", holds.denominator - holds.numerator), ("holds", holds.numerator)])
        )
    return tuple(course)


#: The most men that go for one in a turn of a forecast.
MOST_ATTACKERS = 6


@dataclass(frozen=True)
class Fight:
    """One turn of an assault: who wins each roll of the two dice, what each man adds to his, and
    the odds.
    """

    attacker: Fighter
    defender: Fighter
    readings: Mapping[str, str]
    results: Mapping[tuple[int, int], str]
    added: tuple[int, int]
    odds: Odds[str]

    @cached_property
    def one_after_another(self) -> tuple[Odds[str], ...]:
        """The chances of the defender after the first, second, ... such attacker."""
        return one_after_another([self.attacker] * MOST_ATTACKERS, self.defender, self.readings)


def fight(
    attacker: Fighter,
    defender: Fighter,
    opponent: int = 1,
    dice: tuple[int, int] | None = None,
    readings: Given = None,
) -> Answer[Fraction | str | bool]:
    """Return the chance that the attacker wins this turn, or how it ends with these ``dice``;

    ``detail`` is a `Fight`.

    The value is False for an attacker who may not assault. Source: Landser, Assault (lines
    159-175), Serious Wounds (147).

    >>> fight(Fighter("bayonet"), Fighter()).headline
    'The attacker wins 58.3% of the time and draws 13.9% of the time.'
    """
    read = taken(readings)
    one, other = (
        assault_score(attacker, 0, 1, "The attacker", read),
        assault_score(defender, 0, opponent, "The defender", read),
    )
    lead = one.value - other.value
    results = {(a, b): _result(a + lead - b) for a in range(1, 7) for b in range(1, 7)}
    odds = Odds([(result, list(results.values()).count(result)) for result in RESULTS])
    detail = Fight(attacker, defender, read, results, (one.value, other.value), odds)
    allowed = may_assault(attacker)
    if not allowed.value or dice is not None:
        found = (
            assault(attacker, defender, *dice, opponent, read)
            if allowed.value and dice
            else allowed
        )
        return replace(found, detail=detail)
    end = to_the_end(attacker, defender, opponent, read).p(RESULTS[2])
    alone = " (from the next turn on as the only opponent)" if opponent > 1 else ""
    last = Step(
        f"Fought on after every draw{alone} to the end, the attacker wins {often(end)}.",
        CITES["assault"],
    )
    wins, draws = odds.p(RESULTS[2]), odds.p("draw")
    verdict = f"The attacker wins {often(wins)} and draws {often(draws)}."
    won = sum(result == RESULTS[2] for result in results.values())
    higher = Step(
        f"The higher roll wins: {won or 'none'} of 36 for the attacker.",
        CITES["assault"],
        "start",
        wins,
    )
    return Answer(wins, (*one.steps, *other.steps, higher, last), verdict, detail=detail)


def may_assault(fighter: Fighter) -> Answer[bool]:
    """Return whether he may choose to assault, which nobody with a serious wound does.

    Source: Landser, Serious Wounds (line 147).

    >>> may_assault(Fighter(serious_wounds=1)).value
    False
    """
    if fighter.serious_wounds:
        step = Step(
            "Nobody with a serious wound will use the assault mode.",
            CITES["serious-assault"],
            "forbids",
        )
        return Answer(False, (step,), "He will not assault: he has a serious wound.")
    step = Step("No serious wound keeps him from assaulting.", CITES["serious-assault"], "allows")
    return Answer(True, (step,), "He may assault.")


def may_charge(
    attacker: Fighter, target_inches: Inches, nearest_inches: Inches
) -> Answer[bool | Gap]:
    """Return whether he may assault a man so far away, when his nearest enemy is ``nearest_inches``
    away.

    Only the nearest may be assaulted. How far he may come for it is not printed: a `Gap`, unless
    they stand in contact. Source: Landser, Assault (lines 159-161), Serious Wounds (147).

    >>> may_charge(Fighter(), 4, 3).headline
    'He may not: his nearest enemy is 3 inches away, and only that one may be assaulted.'
    """
    exact_inches("The distance of the man assaulted", target_inches)
    exact_inches("The distance of the nearest enemy", nearest_inches)
    if nearest_inches > target_inches:
        raise ValueError(
            "The nearest enemy is at most as far away as the man assaulted,"
            f" {inches(target_inches)}."
        )
    nearest = nearest_inches == target_inches
    words = (
        "He is the nearest enemy."
        if nearest
        else f"He is {inches(target_inches)} away, the nearest enemy {inches(nearest_inches)}."
    )
    steps = [
        *may_assault(attacker).steps,
        Step(
            "The action Assault is for rifle butt, pistol, knife or whatever is at hand.",
            CITES["assault-action"],
        ),
    ]
    steps.append(
        Step(
            f"An assault moves into base contact with the nearest target. {words}",
            CITES["assault-nearest"],
            "allows" if nearest else "forbids",
        )
    )
    if target_inches:
        gap = GAPS["assault-move"]
        steps.append(
            Step("How far he may move in an assault is not in the source.", gap.cite, "note", gap)
        )
    value = judge(steps)
    if value is False:
        only = (
            f"his nearest enemy is {inches(nearest_inches)} away, and only that one may be"
            " assaulted"
        )
        reason = "he has a serious wound" if attacker.serious_wounds else only
        # Not tried: one who may assault at all may assault the nearest.
        helps = (
            (Remedy("He may assault the nearest enemy.", "target", nearest_inches),)
            if not attacker.serious_wounds
            else ()
        )
        return Answer(False, tuple(steps), f"He may not: {reason}.", helps)
    if isinstance(value, Gap):
        return Answer(
            value,
            tuple(steps),
            "He is the nearest; how far an assault may move is not in the source.",
        )
    return Answer(True, tuple(steps), "He may assault him.")
