"""What is a quiet turn worth? Rallying Hits off, and whether to rally, to be Ready or to dig in under what will shoot next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.core.dice import Odds, certain
from landships_lab.core.sources import Cite
from landships_lab.rules.one_hour.fire import Shot, destroyed_from, fire_odds
from landships_lab.rules.one_hour.survival import Condition, stands, still_standing, struck
from landships_lab.rules.one_hour.words import CITES, Readings, begun, count, die_of, mixed, percent, shown, taken, whole

#: What a Unit that is neither Concealed nor a Tank takes from its rallying die.
IN_THE_OPEN = -2


def rally(unit: Condition, die: int, steady: bool, readings: Readings = None) -> Answer[Condition]:
    """How does a Unit fare after a turn of rallying, when the die shows this?

    ``steady`` says that it is Concealed or a Tank; any other takes 2 from the die. Permanent Hits stay.
    `ValueError` for a Unit that its Hits have destroyed, by the reading destroyed-at.
    Source: Rally (line 299), Hits (line 163).

    >>> rally(Condition(12, 5), 4, steady=True).value, rally(Condition(6, 5), 4, steady=True).value
    (Condition(hits=8, permanent=5), Condition(hits=5, permanent=5))
    """
    still_standing(unit, readings)
    shown(die)
    removable = unit.hits - unit.permanent
    steps = [Step(f"The die shows {die}.", CITES["rally"], "start", Fraction(die))]
    if not steady:
        steps.append(Step(f"Neither Concealed nor a Tank: {IN_THE_OPEN}.", CITES["rally"], "add", Fraction(IN_THE_OPEN)))
        if die + IN_THE_OPEN < 0:
            below = Fraction(-die - IN_THE_OPEN)
            steps.append(Step("What is left is below zero and counts as none.", CITES["below-zero"], "add", below))
    kept = f"{count(unit.permanent)} are permanent; " if unit.permanent else ""
    steps.append(Step(begun(f"{kept}{count(removable)} can be removed."), CITES["hits"], "cap", Fraction(removable)))
    removed = tally(steps)
    assert isinstance(removed, int)  # whole numbers added and capped
    after = replace(unit, hits=unit.hits - removed)
    return Answer(after, tuple(steps), f"{begun(count(removed))} rallied off: {after.hits} left.")


def rally_odds(unit: Condition, steady: bool, dice: str = "D5", readings: Readings = None) -> Odds[Condition]:
    """How likely is each condition after one turn of rallying?"""
    return die_of(dice, readings).map(lambda die: rally(unit, die, steady, readings).value)


def expected_rallies(unit: Condition, down_to: int, steady: bool, dice: str = "D5", readings: Readings = None) -> Fraction:
    """How many turns of rallying does it take on average until a Unit has so many Hits or fewer?

    `ValueError` where permanent Hits forbid it, or where the Unit has been removed.

    >>> expected_rallies(Condition(4), 0, steady=True)                  # 2 or 3 need a second turn, the other faces do not
    Fraction(3, 2)
    """
    still_standing(unit, readings)
    whole("The number of Hits to come down to", down_to, 16)
    if down_to < unit.permanent:
        least = unit.permanent
        raise ValueError(f"{least} of its Hits are permanent, so no rallying brings it down to {down_to}; {least} is the least.")
    turns: dict[int, Fraction] = {}
    for now in range(down_to + 1, unit.hits + 1):
        odds = rally_odds(replace(unit, hits=now), steady, dice, readings).map(lambda after: after.hits)
        # A turn that removes nothing is simply taken again: the equation is solved for the turns from here.
        later = sum((chance * turns.get(hits, Fraction(0)) for hits, chance in odds if hits < now), Fraction(0))
        moves_on = 1 - odds.p(now)
        turns[now] = (1 + later) * Fraction(moves_on.denominator, moves_on.numerator)
    return turns.get(unit.hits, Fraction(0))


# -- the best use of a quiet turn ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a use of the turn leads to: the chance to stand after the enemy's fire, and the Hits to expect on either side."""

    use: str
    stands: Fraction
    own_hits: Fraction
    inflicted: Fraction


def quiet_turn(
    unit: Condition, threats: Sequence[Shot], reply: Shot | None = None, dice: str = "D5", readings: Readings = None
) -> Answer[str]:
    """Should a Unit that took no action rally, go Ready or dig in, given what will shoot at it next?

    ``threats`` are the shots of the enemy's coming phase, one a Unit, in order, all at this Unit as it is covered now.
    ``reply`` is what it would fire as a Ready Unit: after the first enemy has acted, at the second (at the first, where there is
    only one, too late to spoil its aim). The best use has the greatest chance to stand; of equals, the one with fewer Hits to
    expect on itself and more on the enemy. The rules weigh nothing: the comparison is the lab's own. "" for a Unit that its Hits
    have destroyed: it has no turn.
    Source: Rally, Ready and Dug-in (lines 298-301), Ready Units (line 194).

    >>> quiet_turn(Condition(8), [Shot("tank", "infantry", 8), Shot("tank", "infantry", 9)]).value
    'dig in'
    """
    if not threats or len({shot.target for shot in threats}) > 1:
        raise ValueError("Name one shot or more of the enemy, all at one and the same type of Unit.")
    standing = stands(unit, readings)
    if not standing.value:
        return Answer("", standing.steps, "The Unit is destroyed and has been removed: it has no turn to use.")
    uses = prospects(unit, threats, reply, dice, readings)
    best = max(uses, key=lambda p: (p.stands, p.inflicted - p.own_hits))
    steps = tuple(_told(p) for p in uses)
    alone = sum(p.stands == best.stands for p in uses) == 1
    why = "the greatest chance to stand" if alone else "of equal chances the best exchange of Hits"
    last = Step(f"{begun(best.use)} has {why}.", CITES["own-measure"], "reads")
    return Answer(best.use, (*steps, last), f"Best use of the turn: {best.use}, and it stands with {percent(best.stands)}.")


_USE_CITES: dict[str, Cite] = {"rally": CITES["rally"], "ready": CITES["ready"], "dig in": CITES["dig-in"]}


def _told(p: Prospect) -> Step:
    back = f", and inflicts {_tenths(p.inflicted)}" if p.use == "ready" else ""
    text = f"{begun(p.use)}: it stands with {percent(p.stands)}, with {_tenths(p.own_hits)} Hits to expect{back}."
    return Step(text, _USE_CITES[p.use], "note", p.stands)


def _tenths(number: Fraction) -> str:
    tenths = round(10 * number)
    return mixed(Fraction(tenths, 10)) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def prospects(
    unit: Condition, threats: Sequence[Shot], reply: Shot | None = None, dice: str = "D5", readings: Readings = None
) -> tuple[Prospect, ...]:
    """What does each use of a quiet turn lead to? The figures of `quiet_turn`, in the order rally, ready, dig in; none if it is gone."""
    if not stands(unit, readings).value:
        return ()
    return tuple(_prospects(unit, tuple(threats), reply, dice, readings))


def _prospects(unit: Condition, threats: tuple[Shot, ...], reply: Shot | None, dice: str, readings: Readings) -> Iterator[Prospect]:
    kind, cover = threats[0].target, threats[0].cover
    steady = kind == "tank" or bool(cover)
    yield _after("rally", rally_odds(unit, steady, dice, readings), threats, dice, readings)
    if kind != "mortar" and reply is not None:
        yield _ready(unit, threats, reply, dice, readings)
    if kind != "tank" and "dug-in" not in cover:
        dug = tuple(replace(shot, cover=cover | {"dug-in"}) for shot in threats)
        yield _after("dig in", certain(unit), dug, dice, readings)


def _hit(unit: Condition, shot: Shot, dice: str, readings: Readings) -> Odds[Condition]:
    """How does the Unit fare after this shot? A destroyed one stays as it is."""
    if unit.hits >= destroyed_from(taken(readings)):
        return certain(unit)
    return fire_odds(shot, dice, readings).map(lambda inflicted: struck(unit, inflicted, readings).value)


def _after(use: str, odds: Odds[Condition], threats: tuple[Shot, ...], dice: str, readings: Readings) -> Prospect:
    for shot in threats:
        odds = odds.then(partial(_hit, shot=shot, dice=dice, readings=readings))
    return _prospect(use, odds.map(lambda unit: (unit, 0)), readings)


def _prospect(use: str, odds: Odds[tuple[Condition, int]], readings: Readings) -> Prospect:
    gone = destroyed_from(taken(readings))
    return Prospect(
        use,
        odds.chance(lambda end: end[0].hits < gone),
        sum((chance * end[0].hits for end, chance in odds), Fraction(0)),
        sum((chance * end[1] for end, chance in odds), Fraction(0)),
    )


def _ready(unit: Condition, threats: tuple[Shot, ...], reply: Shot, dice: str, readings: Readings) -> Prospect:
    """The first enemy fires; then the Ready Unit, if it stands; then the others, the second weakened by what it took."""
    gone = destroyed_from(taken(readings))
    first = threats[0]

    def answered(hit: Condition) -> Odds[tuple[Condition, int]]:
        if hit.hits >= gone:
            return certain((hit, 0))
        return fire_odds(replace(reply, firer_hits=hit.hits), dice, readings).map(lambda inflicted: (hit, inflicted))

    odds = _hit(unit, first, dice, readings).then(answered)
    for number, shot in enumerate(threats[1:]):
        odds = odds.then(partial(_next, shot=shot, spoiled=number == 0, dice=dice, readings=readings))
    return _prospect("ready", odds, readings)


def _next(end: tuple[Condition, int], shot: Shot, spoiled: bool, dice: str, readings: Readings) -> Odds[tuple[Condition, int]]:
    """What follows when the next enemy fires, its aim spoiled or itself destroyed by what the Ready Unit inflicted?"""
    unit, inflicted = end
    own_hits = shot.firer_hits + (inflicted if spoiled else 0)
    if own_hits >= destroyed_from(taken(readings)):
        return certain(end)
    return _hit(unit, replace(shot, firer_hits=own_hits), dice, readings).map(lambda hit: (hit, inflicted))
