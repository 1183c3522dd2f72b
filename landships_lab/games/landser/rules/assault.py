"""Hand-to-hand combat: who is put out of action, how several attackers fight one man, who may be
assaulted, who surrenders, and how many prisoners one guard can keep.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from landships_lab.core.answer import (
    Answer,
    Gap,
    Remedy,
    Step,
    Telling,
    Told,
    decided,
    judged,
    summed,
)
from landships_lab.core.checks import one_of
from landships_lab.core.dice import D6, Odds, over
from landships_lab.core.remedies import changes, that_help
from landships_lab.core.sources import Given
from landships_lab.core.speech import inches, mixed, often, plural, signed
from .book import (
    FIELDCRAFT,
    FIRING,
    GAPS,
    MOST,
    Inches,
    add,
    allow,
    count,
    decides,
    die_face,
    exact_inches,
    forbid,
    lost,
    no,
    note,
    options,
    reason,
    start,
)

FACTORS = FIELDCRAFT.assault
ARMS = ("none", "pistol", "bayonet")
#: How an assault ends, seen from the attacker.
RESULTS = ("attacker out", "draw", "defender out")
POINT_BLANK_INCHES = FIRING.bands[0].upto["to-10"]
FRIEND_INCHES, MOST_PRISONERS = FACTORS.friend_inches, FACTORS.prisoners
MODE_WORDS = {"ready": "ready", "hide": "in hide mode", "sneak": "in sneak mode"}


@dataclass(frozen=True, slots=True)
class Fighter:
    """A man in an assault: his weapon and his wounds.

    ``arms`` are none, pistol or bayonet (on a rifle).
    """

    arms: str = "none"
    serious_wounds: int = 0
    disorientated: bool = False

    def __post_init__(self) -> None:
        count("The number of serious wounds", self.serious_wounds)
        one_of("weapon of an assault", self.arms, ARMS)


# ------------------------------------------------------------------------------------- the two dice


@summed
def assault_score(
    fighter: Fighter, die: int = 0, opponent: int = 1, who: str = "He", readings: Given = None
) -> Telling:
    """Return what a fighter scores against his first, second, ... opponent of this turn.

    With a die of 0 it is his modifier alone.

    >>> assault_score(Fighter("pistol"), 3).value, assault_score(Fighter(), 3, opponent=2).value
    (5, 2)
    """
    die_face("The die of an assault", die, 0)
    count("The number of the opponent", opponent, 1, MOST)
    yield start("assault-roll", die, f"{who} rolls {die}." if die else f"{who} rolls a die.")
    every = options(readings)["opponent-minus"] == "every-opponent"
    counted, minus = (opponent, "assault-opponent") if every else (opponent - 1, "assault-again")
    number = f"this is opponent number {opponent} of the turn"
    for times, each, why, cite in (
        (fighter.arms == "pistol", FACTORS.pistol, "armed with a pistol", "assault-pistol"),
        (fighter.arms == "bayonet", FACTORS.bayonet, "bayonet on the rifle", "assault-bayonet"),
        (counted, FACTORS.each_opponent, number, minus),
        (fighter.serious_wounds > 0, FACTORS.serious_wound, "a serious wound", "serious-assault"),
        (fighter.disorientated, FACTORS.disorientated, "disorientated by a light wound", "light-3"),
    ):
        if amount := times * each:
            reading = "opponent-minus" if cite == minus else ""
            yield add(cite, amount, f"{signed(amount)}: {why}.", reading)
    return lambda score: f"{who} scores {score}."


def assault(
    attacker: Fighter,
    defender: Fighter,
    attacker_die: int,
    defender_die: int,
    opponent: int = 1,
    readings: Given = None,
) -> Answer[str]:
    """Return who is out of action with these two dice: ``attacker out``, ``draw`` or ``defender
    out``. ``opponent`` counts the attackers this defender has met this turn.

    >>> assault(Fighter("bayonet"), Fighter(), 3, 4).headline
    'A draw, 4 to 4: both stay where they are.'
    """
    for roll in (attacker_die, defender_die):
        die_face("The roll", roll)
    one = assault_score(attacker, attacker_die, 1, "The attacker", readings)
    other = assault_score(defender, defender_die, opponent, "The defender", readings)
    result = _result(one.value - other.value)
    scores = f"{mixed(one.value)} to {mixed(other.value)}"
    who = result.removesuffix(" out")
    headline, rule = f"The {who} is out of action, {scores}.", "The higher score wins."
    if result == "draw":
        headline = f"A draw, {scores}: both stay where they are."
        off = "unless the defender breaks off in his own by moving fast"
        rule = f"The fight goes on next turn, {off}."
    return Answer(result, (*one.steps, *other.steps, decides("assault", rule)), headline)


def _result(lead: int) -> str:
    return RESULTS[1 + (lead > 0) - (lead < 0)]


def assault_odds(
    attacker: Fighter, defender: Fighter, opponent: int = 1, readings: Given = None
) -> Odds[str]:
    """Return the chances that either man is put out of action in one turn of an assault.

    >>> assault_odds(Fighter(), Fighter()).p("defender out")
    Fraction(5, 12)
    """
    lead = assault_score.value(attacker, readings=readings)
    lead -= assault_score.value(defender, 0, opponent, readings=readings)
    odds = over(lambda a, b: _result(a + lead - b), D6, D6)
    return Odds([(result, odds.weights.get(result, 0)) for result in RESULTS])


def to_the_end(
    attacker: Fighter, defender: Fighter, opponent: int = 1, readings: Given = None
) -> Odds[str]:
    """Return the chances that each man wins, when a draw is fought again in the next turn.

    Opponents are counted anew each turn, and a light wound disorientates for one turn only: after a
    draw the two fight as each other's first opponent, no longer disorientated.

    >>> to_the_end(Fighter("pistol"), Fighter()).p("defender out")
    Fraction(13, 16)
    """
    now = assault_odds(attacker, defender, opponent, readings)
    then = assault_odds(
        replace(attacker, disorientated=False), replace(defender, disorientated=False), 1, readings
    )
    settled = Fraction(now.p("draw"), 1 - then.p("draw"))
    chances = {end: now.p(end) + settled * then.p(end) for end in (RESULTS[0], RESULTS[2])}
    parts = math.lcm(*(chance.denominator for chance in chances.values()))
    return Odds([(end, int(chance * parts)) for end, chance in chances.items()])


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


def fight(
    attacker: Fighter,
    defender: Fighter,
    opponent: int = 1,
    dice: tuple[int, int] | None = None,
    readings: Given = None,
) -> Answer[Fraction | str | bool]:
    """Return the chance that the attacker wins this turn, or how it ends with these ``dice``; the
    detail is a `Fight`. The value is False for an attacker who may not assault.

    >>> fight(Fighter("bayonet"), Fighter()).headline
    'The attacker wins 58.3% of the time and draws 13.9% of the time.'
    """
    read = options(readings)
    one = assault_score(attacker, 0, 1, "The attacker", read)
    other = assault_score(defender, 0, opponent, "The defender", read)
    lead = one.value - other.value
    results = {(a, b): _result(a + lead - b) for a in range(1, 7) for b in range(1, 7)}
    odds = assault_odds(attacker, defender, opponent, read)
    detail = Fight(attacker, defender, read, results, (one.value, other.value), odds)
    allowed = may_assault(attacker)
    if not allowed.value:
        return replace(allowed, detail=detail)
    if dice is not None:
        return replace(assault(attacker, defender, *dice, opponent, read), detail=detail)
    end = to_the_end(attacker, defender, opponent, read).p(RESULTS[2])
    alone = " (from the next turn on as the only opponent)" if opponent > 1 else ""
    wins, won = odds.p(RESULTS[2]), list(results.values()).count(RESULTS[2])
    higher = f"The higher roll wins: {won or 'none'} of 36 for the attacker."
    last = f"Fought on after every draw{alone} to the end, the attacker wins {often(end)}."
    steps = (*one.steps, *other.steps, start("assault", wins, higher), note("assault", last))
    verdict = f"The attacker wins {often(wins)} and draws {often(odds.p('draw'))}."
    return Answer(wins, steps, verdict, detail=detail)


@decided
def may_assault(fighter: Fighter) -> Telling:
    """Return whether he may choose to assault. Nobody with a serious wound may.

    >>> may_assault(Fighter(serious_wounds=1)).value
    False
    """
    fit, no = not fighter.serious_wounds, "Nobody with a serious wound will use the assault mode."
    yield allow("serious-assault", fit, "No serious wound keeps him from assaulting.", no)
    return "He may assault." if fit else "He will not assault: he has a serious wound."


@judged
def may_charge(attacker: Fighter, target_inches: Inches, nearest_inches: Inches) -> Telling:
    """Return whether he may assault this man, when his nearest enemy is ``nearest_inches`` away.

    Only the nearest may be assaulted. How far away he may start is not printed: a `Gap`, unless
    they stand in contact.

    >>> may_charge(Fighter(), 4, 3).headline
    'He may not: his nearest enemy is 3 inches away, and only that one may be assaulted.'
    """
    exact_inches("The distance of the man assaulted", target_inches)
    exact_inches("The distance of the nearest enemy", nearest_inches)
    if nearest_inches > target_inches:
        most = f"at most as far away as the man assaulted, {inches(target_inches)}"
        raise ValueError(f"The nearest enemy is {most}.")
    nearest, there = nearest_inches == target_inches, inches(nearest_inches)
    yield from may_assault(attacker).steps
    text = "The action Assault is for rifle butt, pistol, knife or whatever is at hand."
    yield note("assault-action", text)
    rule = "An assault moves into base contact with the nearest target. He is"
    far = f"{rule} {inches(target_inches)} away, the nearest enemy {there}."
    yield allow("assault-nearest", nearest, f"{rule} the nearest enemy.", far)
    if target_inches:
        yield lost("assault-move", "How far he may move in an assault is not in the source.")

    def conclude(may: bool | Gap) -> str | Told:
        if isinstance(may, Gap):
            return "He is the nearest; how far an assault may move is not in the source."
        if may:
            return "He may assault him."
        if attacker.serious_wounds:
            return "He may not: he has a serious wound."
        only = f"his nearest enemy is {there} away, and only that one may be assaulted"
        # Not tried: one who may assault at all may assault the nearest.
        helps = Remedy("He may assault the nearest enemy.", "target", nearest_inches)
        return Told(f"He may not: {only}.", [helps])

    return conclude


# ----------------------------------------------------------------------------- surrender, prisoners


@dataclass(frozen=True, slots=True)
class _Plight:
    enemy: Inches
    friend: Inches | None
    mode: str
    enemy_does: str

    def surrenders(self) -> bool:
        """Return whether he surrenders, without the reasons why."""
        return surrenders.value(self.enemy, self.friend, self.mode, self.enemy_does == "assaults")


@decided
def surrenders(
    enemy_inches: Inches,
    friend_inches: Inches | None,
    mode: str = "ready",
    enemy_assaults: bool = True,
) -> Telling:
    """Return whether he surrenders, from the distances of an enemy and of his nearest unwounded
    friend (None: no friend left). ``mode`` is ready, hide or sneak.

    >>> surrenders(2, 12).headline
    'He surrenders.'
    """
    exact_inches("The distance of the enemy", enemy_inches)
    one_of("mode", mode, MODE_WORDS)
    near = enemy_inches <= POINT_BLANK_INCHES
    alone, friend = friend_inches is None, "He has no unwounded friend left."
    if friend_inches is not None:
        alone = exact_inches("The distance of the friend", friend_inches) > FRIEND_INCHES
        far = f"{'more than' if alone else 'within'} {FRIEND_INCHES}"
        friend = f"His nearest unwounded friend is {inches(friend_inches)} away, {far}."
    low = mode != "ready" and enemy_assaults
    where = f"{'within' if near else 'outside'} point blank range"
    yield allow("surrender-alone", near, f"The enemy, {inches(enemy_inches)} away, is {where}.")
    cite = "assault-surrender" if enemy_assaults else "surrender-alone"
    yield forbid(cite, not alone and not low, friend)
    if mode != "ready":
        assaults = "assaults" if enemy_assaults else "does not assault"
        text = f"He is {MODE_WORDS[mode]}, and the enemy {assaults}."
        cite = "assault-surrender"
        yield allow(cite, True, text) if low else note(cite, text)
    text = "A scenario may change who surrenders; this is the rule of simple battles."
    yield note("surrender", text)
    plight = _Plight(enemy_inches, friend_inches, mode, "assaults" if enemy_assaults else "waits")
    return lambda does: "He surrenders." if does else Told("He does not surrender.", _would(plight))


def _would(plight: _Plight) -> Iterator[Remedy]:
    """Yield the changes that would make him surrender."""
    far, near = FRIEND_INCHES + 1, POINT_BLANK_INCHES
    single_changes = list(
        changes(
            plight,
            _Plight.surrenders,
            (f"If the enemy comes within {near} inches, he surrenders.", "enemy", near),
            (f"With his friends {far} inches away, he would surrender.", "friend", far),
            ("In hide when the assault comes, he would surrender.", "mode", "hide"),
            ("If the enemy assaults him, he surrenders.", "enemy_does", "assaults"),
        )
    )
    two = f"an enemy within {near} inches, no friend within {FRIEND_INCHES}"
    yield from single_changes or [Remedy(f"It takes two changes: {two}.")]


@decided
def may_guard(prisoners: int, fired_on: bool = False, assaulted: bool = False) -> Telling:
    """Return whether one guard may keep these prisoners, even if he is ``fired_on`` or
    ``assaulted``.

    >>> may_guard(6).headline
    'One guard cannot keep 6 prisoners: the most is 5.'
    """
    count("The number of prisoners", prisoners)
    allowed, kept = prisoners <= MOST_PRISONERS, plural(prisoners, "prisoner")
    text = f"One guard may keep {MOST_PRISONERS} prisoners; there are {prisoners}."
    yield allow("prisoners", allowed, text)
    if not prisoners:
        return "There are no prisoners to guard."
    takes = "He takes them to the base line or hands them over"
    yield note("prisoners", f"{takes}; they move in his turn, at their own rate.")
    if not allowed:
        # Under fire no smaller number of prisoners helps, so the remedy is advice without a change.
        change = () if fired_on else ("prisoners", MOST_PRISONERS)
        fewer = Remedy(f"One guard can keep {MOST_PRISONERS}.", *change)
        return Told(f"One guard cannot keep {kept}: the most is {MOST_PRISONERS}.", [fewer])
    if fired_on:
        yield no("prisoners-lost", "The guard is fired on: his prisoners are removed at once.")
        # Not tried: no other step forbids.
        back = Remedy("Unless he is fired on, he keeps them.", "fired_on", False)
        gone = "his prisoner is" if prisoners == 1 else f"his {kept} are"
        return Told(f"The guard is fired on: {gone} taken off the table.", [back])
    if assaulted:
        text = "The guard is assaulted: from the next round on his prisoners may join in."
        yield note("prisoners-join", text)
        return f"One guard can keep {kept}; in the next round they may join the attack on him."
    return f"One guard can keep {kept}."


@decided
def prisoners_join(prisoners: int, assaulted: bool = False, assault_round: int = 1) -> Telling:
    """Return whether the prisoners of a guard may join in an assault on him, in this round.

    >>> prisoners_join(3, True, 1).value, prisoners_join(3, True, 2).value
    (False, True)
    """
    steps = [*_join_steps(prisoners, assaulted, assault_round)]
    yield from steps
    against = reason(steps)
    if not against:
        for gap in (GAPS["prisoner-weapons"], GAPS["freed-prisoners"]):
            yield note(gap.cite, f"Not in the source: {gap.question}")
        return f"His {plural(prisoners, 'prisoner')} may join in the attack on him."
    tries = (
        ((True, assault_round), Remedy("If he is assaulted, they may.", "assaulted", True)),
        ((assaulted, 2), Remedy("From the second round on they may.", "assault_round", 2)),
        ((True, 2), Remedy("It takes an assault on him that goes into a second round.")),
    )
    now = (assaulted, assault_round)
    helps = that_help(now, tries, lambda other: prisoners_join.value(prisoners, *other))
    return Told(f"They may not: {against}", islice(helps, 1))


def _join_steps(prisoners: int, assaulted: bool, assault_round: int) -> Iterator[Step]:
    kept = may_guard(prisoners)
    if not prisoners:
        yield no("prisoners", kept.headline)
    yield from (step for step in kept.steps if step.op == "forbids")
    later = count("The round of the assault", assault_round, 1) > 1
    none = "Nobody assaults the guard."
    yield allow("prisoners-join", assaulted, "His guard is assaulted.", none)
    may = "Prisoners may join in once the first round is over."
    text = "In the first round of an assault prisoners do not join in."
    yield allow("prisoners-join", later, may, text)
    more = f"{signed(FACTORS.each_opponent)} more for the guard"
    yield note("assault-again", f"Whoever joins is one more opponent of the turn: {more}.")
