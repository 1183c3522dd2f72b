"""The quiet turn: rallying Hits off, and whether to rally, go Ready or dig in before the enemy
fires.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

from landships_lab.core.answer import Answer, Step, tally
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds, certain
from landships_lab.core.sources import Cite, Given
from landships_lab.core.speech import capitalized, decimal, signed
from landships_lab.games.one_hour.rules.actions import IN_WORDS
from landships_lab.games.one_hour.rules.book import (
    BELOW_ZERO,
    CITES,
    TABLES,
    die_of,
    happens,
    hits_of,
    taken,
)
from landships_lab.games.one_hour.rules.concealment import sight_needed, unseen
from landships_lab.games.one_hour.rules.fire import fire_odds
from landships_lab.games.one_hour.rules.fire_modifiers import out_of_reach, refusal
from landships_lab.games.one_hour.rules.shot import Shot, destroyed_from
from landships_lab.games.one_hour.rules.survival import Condition, stands, still_standing, struck

#: A Unit that is neither Concealed nor a Tank adds this to its rallying die.
IN_THE_OPEN = -2


def rally(unit: Condition, die: int, steady: bool, readings: Given = None) -> Answer[Condition]:
    """Return the condition of a Unit after a turn of rallying, when the die shows 1 to 6.

    ``steady``: it is Concealed or a Tank; for any other 2 is taken from the die. Permanent Hits
    stay. `ValueError` for a Unit that its Hits have destroyed, by the reading destroyed-at. Source:
    Rally (line 299), Hits (line 163).

    >>> rally(Condition(12, 5), 4, steady=True).value, rally(Condition(6, 5), 4, steady=True).value
    (Condition(hits=8, permanent=5), Condition(hits=5, permanent=5))
    """
    still_standing(unit, readings)
    die = whole("What a die shows", die, 1, 6)
    removable = unit.hits - unit.permanent
    steps = [Step(f"The die shows {die}.", CITES["rally"], "start", Fraction(die))]
    if not steady:
        steps.append(
            Step(
                f"The Unit is neither Concealed nor a Tank: {signed(IN_THE_OPEN)}.",
                CITES["rally"],
                "add",
                Fraction(IN_THE_OPEN),
            )
        )
        if die + IN_THE_OPEN < 0:
            below = Fraction(-die - IN_THE_OPEN)
            steps.append(Step(BELOW_ZERO, CITES["below-zero"], "add", below))
    kept = f"{hits_of(unit.permanent)} are permanent; " if unit.permanent else ""
    steps.append(
        Step(
            capitalized(f"{kept}{hits_of(removable)} can be removed."),
            CITES["hits"],
            "cap",
            Fraction(removable),
        )
    )
    removed = tally(steps)
    assert isinstance(removed, int)  # whole numbers added and capped
    after = replace(unit, hits=unit.hits - removed)
    return Answer(
        after,
        tuple(steps),
        f"{capitalized(hits_of(removed))} rallied off: {after.hits or 'none'} left.",
    )


def rally_odds(
    unit: Condition, steady: bool, dice: str = "D5", readings: Given = None
) -> Odds[Condition]:
    """Return the odds of each condition after one turn of rallying."""
    return die_of(dice, readings).map(lambda die: rally(unit, die, steady, readings).value)


def expected_rallies(
    unit: Condition, down_to: int, steady: bool, dice: str = "D5", readings: Given = None
) -> Fraction:
    """Return the turns of rallying that it takes on average until a Unit has so many Hits or fewer.

    `ValueError` if permanent Hits forbid it, or if the Unit has been removed.

    >>> # after a 2 or a 3 a second turn is needed
    >>> expected_rallies(Condition(4), 0, steady=True)
    Fraction(3, 2)
    """
    still_standing(unit, readings)
    down_to = whole("The number of Hits to come down to", down_to, 0, 16)
    if down_to < unit.permanent:
        least = unit.permanent
        raise ValueError(
            f"{least} of its Hits are permanent, so rallying never brings it down to {down_to};"
            f" {least} is the least."
        )
    return _expected_rallies(
        unit, down_to, steady, die_of(dice, readings), taken(readings)["destroyed-at"]
    )


@lru_cache(maxsize=256)
def _expected_rallies(
    unit: Condition, down_to: int, steady: bool, die: Odds[int], destroyed_at: str
) -> Fraction:
    given = {"destroyed-at": destroyed_at}
    turns: dict[int, Fraction] = {}
    for now in range(down_to + 1, unit.hits + 1):
        here = replace(unit, hits=now)
        odds = die.map(partial(_left, here, steady=steady, given=given))
        # After a turn that removes nothing the Unit is where it was: the equation is solved for the
        # turns from here.
        later = sum(
            (chance * turns.get(hits, Fraction(0)) for hits, chance in odds if hits < now),
            Fraction(0),
        )
        moves_on = 1 - odds.p(now)
        turns[now] = (1 + later) * Fraction(moves_on.denominator, moves_on.numerator)
    return turns.get(unit.hits, Fraction(0))


def _left(unit: Condition, die: int, steady: bool, given: Given) -> int:
    return rally(unit, die, steady, given).value.hits


# -- the best use of a quiet turn
# ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a use of the turn leads to: the chance to survive the enemy's fire, and the average Hits
    on either side.

    ``fires``: the Unit is Ready then, and fires back.
    """

    use: str
    stands: Fraction
    own_hits: Fraction
    inflicted: Fraction
    fires: bool = False


@dataclass(frozen=True, slots=True)
class QuietTurn:
    """All that a quiet turn may lead to: its uses, the Hits left after a turn of rallying, and the
    turns to rally down to a mark.

    ``turns`` are (Hits, turns on average): the marks are where the Unit's fire grows stronger, and
    its permanent Hits.
    """

    uses: tuple[Prospect, ...]
    after_rally: Odds[int]
    turns: tuple[tuple[int, Fraction], ...]


def quiet_turn(
    unit: Condition,
    threats: Sequence[Shot],
    reply: Shot | None = None,
    dice: str = "D5",
    readings: Given = None,
    ready: bool = False,
) -> Answer[str]:
    """Return the best use of a turn without action, given what will fire at the Unit next: rally,
    ready or dig in.

    ``threats`` are the shots of the enemy's next phase, one for each enemy Unit, in order, all at
    this Unit in its present cover. ``reply`` is its own shot as a Ready Unit: after the first enemy
    has acted, at the second (at the first if there is only one, too late to weaken its fire);
    Mortars have all fired by then (line 190). A Unit that is ``ready`` already stays so when it
    rallies or digs in (line 300), and fires too. The best use gives the greatest chance to survive;
    of equal ones, the one with fewer Hits on itself and more on the enemy. This comparison is no
    rule. "" for a Unit that its Hits have destroyed: it has no turn. ``detail`` is a `QuietTurn`,
    or None for a destroyed Unit. Source: Rally, Ready and Dug-in (lines 298-301), Ready Units (line
    194).

    >>> quiet_turn(Condition(8), [Shot("tank", "infantry", 8), Shot("tank", "infantry", 9)]).value
    'dig in'
    """
    if not threats or len({shot.target for shot in threats}) > 1:
        raise ValueError("Name one shot or more of the enemy, all at the same type of Unit.")
    standing = stands(unit, readings)
    if not standing.value:
        return Answer(
            "", standing.steps, "The Unit has been destroyed and removed: it has no turn to use."
        )
    uses = prospects(unit, threats, reply, dice, readings, ready)
    best = max(uses, key=lambda p: (p.stands, p.inflicted - p.own_hits))
    steps = (
        *(_compared(p) for p in uses),
        *_who_sees_it(threats[0], reply, ready, taken(readings)),
        *_how_it_rallies(unit, threats[0]),
    )
    if ready and reply is not None and threats[0].target != "mortar":
        steps += (
            Step("It is Ready already, and stays so when it rallies or digs in.", CITES["ready"]),
        )
    if reply is not None and threats[0].target != "mortar" and threats[0].firer == "mortar":
        steps += (
            Step(
                "Mortars fire in a step before the one in which Ready Units fire.",
                CITES["mortar-step"],
            ),
        )
    ties = sum(p.stands == best.stands for p in uses)
    doing = _DOING[best.use]
    why = (
        f"{doing} gives the best chance to survive"
        if ties == 1
        else f"{_EQUAL[ties]} give the same chance to survive; {doing} exchanges Hits best"
    )
    last = Step(f"{capitalized(why)}.", CITES["own-measure"], "reads")
    told = (
        f"Best use of the turn: {IN_WORDS[best.use]}. The Unit then"
        f" {happens('survives', best.stands)}."
    )
    if not best.stands:
        told = f"Nothing saves the Unit; {doing} exchanges Hits best."
    shot = threats[0]
    found = QuietTurn(
        uses, *_rallying(unit, shot.target == "tank" or bool(shot.cover), dice, readings)
    )
    return Answer(best.use, (*steps, last), told, detail=found)


def _who_sees_it(
    threat: Shot, reply: Shot | None, ready: bool, given: dict[str, str]
) -> Iterator[Step]:
    """Yield what hides the Unit from the enemy's fire: Area Terrain, and being Concealed."""
    if (needed := sight_needed(threat, given)) is not None:
        yield needed
    if (far := out_of_reach(threat, given)) is not None:
        yield Step(f"The enemy cannot reach it: {far.text[0].lower()}{far.text[1:]}", far.cite)
        return
    may_dig = threat.target != "tank"
    dug = replace(threat, cover=threat.cover | {"dug-in"}) if may_dig else threat
    told: set[str] = set()
    for shot, marked, now in (
        (threat, ready, "As it stands"),
        (threat, True, "While it is Ready"),
        (dug, ready, "Dug-in"),
    ):
        step = unseen(replace(shot, target_ready=marked), given)
        if step is None or step.text in told or (marked and threat.target == "mortar"):
            continue
        told.add(step.text)
        yield Step(
            f"{now} it cannot be fired at. {step.text}",
            step.cite,
            reading="concealed-sight",
        )
    hidden = unseen(replace(threat, target_ready=True), given) and not unseen(threat, given)
    if hidden and reply is not None and refusal(replace(reply, firer_ready=True), given) is None:
        yield Step(
            "It is taken to fire when it may; it is seen from then on, as it is no longer Ready.",
            CITES["ready-when"],
        )


def _how_it_rallies(unit: Condition, threat: Shot) -> Iterator[Step]:
    """Yield what rallying removes from the Hits of this Unit where it stands."""
    if threat.target == "tank":
        yield Step("A Tank rallies off as many Hits as its die shows.", CITES["rally"])
    elif threat.cover:
        yield Step("It is Concealed and rallies off as many Hits as its die shows.", CITES["rally"])
    else:
        yield Step(
            f"It is neither Concealed nor a Tank, and takes {-IN_THE_OPEN} from the die with which"
            " it rallies.",
            CITES["rally"],
        )
    if "dug-in" in threat.cover:
        yield Step("Being Dug-in counts as being Concealed for that.", CITES["dig-in"])
    if unit.permanent:
        yield Step(
            f"{capitalized(hits_of(unit.permanent))} of its {unit.hits} are permanent: no rally"
            " removes them.",
            CITES["hits"],
        )


_DOING = {"rally": "rallying", "ready": "being Ready", "dig in": "digging in"}
_EQUAL = {2: "two uses", 3: "all uses"}
_USE_CITES: dict[str, Cite] = {
    "rally": CITES["rally"],
    "ready": CITES["ready"],
    "dig in": CITES["dig-in"],
}


def _compared(p: Prospect) -> Step:
    back = f"; it inflicts {decimal(p.inflicted)}" if p.fires else ""
    text = (
        f"{capitalized(_DOING[p.use])}: the Unit {happens('survives', p.stands)}. Hits on average:"
        f" it has {decimal(p.own_hits)}{back}."
    )
    return Step(text, _USE_CITES[p.use], "note", p.stands)


def _rallying(
    unit: Condition, steady: bool, dice: str, readings: Given
) -> tuple[Odds[int], tuple[tuple[int, Fraction], ...]]:
    after = rally_odds(unit, steady, dice, readings).map(lambda then: then.hits)
    marks = sorted(
        {unit.permanent, *(tier.at - 1 for tier in TABLES.hits.tiers)}
        & set(range(unit.permanent, unit.hits)),
        reverse=True,
    )
    return after, tuple(
        (down_to, expected_rallies(unit, down_to, steady, dice, readings)) for down_to in marks
    )


def prospects(
    unit: Condition,
    threats: Sequence[Shot],
    reply: Shot | None = None,
    dice: str = "D5",
    readings: Given = None,
    ready: bool = False,
) -> tuple[Prospect, ...]:
    """Return what each use of a quiet turn leads to, in the order rally, ready, dig in; nothing for
    a destroyed Unit.
    """
    if not stands(unit, readings).value:
        return ()
    kind, cover = threats[0].target, threats[0].cover
    steady = kind == "tank" or bool(cover)
    reply = None if kind == "mortar" or reply is None else replace(reply, firer_ready=True)
    held = reply if ready else None
    uses = [
        _after(
            "rally", rally_odds(unit, steady, dice, readings), threats, held, dice, readings, ready
        )
    ]
    if reply is not None:
        uses.append(_after("ready", certain(unit), threats, reply, dice, readings, ready=True))
    if kind != "tank" and "dug-in" not in cover:
        dug = [replace(shot, cover=cover | {"dug-in"}) for shot in threats]
        uses.append(_after("dig in", certain(unit), dug, held, dice, readings, ready))
    return tuple(uses)


def _hit(unit: Condition, shot: Shot, dice: str, readings: Given) -> Odds[Condition]:
    """Return the odds of the Unit's condition after this shot. A destroyed one stays as it is."""
    given = taken(readings)
    if unit.hits >= destroyed_from(given):
        return certain(unit)
    return _struck_odds(unit, fire_odds(shot, dice, readings), given["destroyed-at"])


@lru_cache(maxsize=4096)  # thousands of shots have the same few odds
def _struck_odds(unit: Condition, inflicted: Odds[int], destroyed_at: str) -> Odds[Condition]:
    readings = {"destroyed-at": destroyed_at}
    return inflicted.map(lambda hits: struck(unit, hits, readings).value)


def _after(
    use: str,
    odds: Odds[Condition],
    threats: Sequence[Shot],
    reply: Shot | None,
    dice: str,
    readings: Given,
    ready: bool,
) -> Prospect:
    """Return what a use leads to.

    With a ``reply`` the Unit fires back once the first enemy has acted, or all Mortars have fired.
    As long as it is ``ready`` its enemies see it as they see a Ready Unit.
    """
    threats = [replace(shot, target_ready=ready) for shot in threats]
    if reply is not None:
        fires = odds.then(
            partial(_ready, threats=threats, reply=reply, dice=dice, readings=readings)
        )
        return _prospect(use, fires, readings, fires=True)
    for shot in threats:
        odds = odds.then(partial(_hit, shot=shot, dice=dice, readings=readings))
    return _prospect(use, odds.map(lambda unit: (unit, 0)), readings)


def _prospect(
    use: str, odds: Odds[tuple[Condition, int]], readings: Given, fires: bool = False
) -> Prospect:
    gone = destroyed_from(taken(readings))
    return Prospect(
        use,
        odds.chance(lambda end: end[0].hits < gone),
        sum((chance * end[0].hits for end, chance in odds), Fraction(0)),
        sum((chance * end[1] for end, chance in odds), Fraction(0)),
        fires,
    )


def _ready(
    unit: Condition, threats: Sequence[Shot], reply: Shot, dice: str, readings: Given
) -> Odds[tuple[Condition, int]]:
    """Return the condition of a Ready Unit and the Hits it inflicts.

    The first enemy fires, of Mortars all; then the Ready Unit, if it survives; then the others, the
    second weakened by the Hits it took. Once it has fired it is not Ready, nor hidden by that.
    """
    gone = destroyed_from(taken(readings))
    fires = refusal(reply, taken(readings)) is None
    before = len(threats) if threats[0].firer == "mortar" else 1

    def fire_back(hit: Condition) -> Odds[tuple[Condition, int]]:
        if hit.hits >= gone:
            return certain((hit, 0))
        return fire_odds(replace(reply, firer_hits=hit.hits), dice, readings).map(
            lambda inflicted: (hit, inflicted)
        )

    struck_first = certain(unit)
    for shot in threats[:before]:
        struck_first = struck_first.then(partial(_hit, shot=shot, dice=dice, readings=readings))
    odds = struck_first.then(fire_back)
    for number, shot in enumerate(threats[before:]):
        odds = odds.then(
            partial(
                _next,
                shot=replace(shot, target_ready=not fires),
                weakened=number == 0,
                dice=dice,
                readings=readings,
            )
        )
    return odds


def _next(
    end: tuple[Condition, int], shot: Shot, weakened: bool, dice: str, readings: Given
) -> Odds[tuple[Condition, int]]:
    """Return what follows when the next enemy fires, weakened or destroyed by the Hits that the
    Ready Unit inflicted.
    """
    unit, inflicted = end
    own_hits = shot.firer_hits + (inflicted if weakened else 0)
    if own_hits >= destroyed_from(taken(readings)):
        return certain(end)
    weaker = shot if own_hits == shot.firer_hits else replace(shot, firer_hits=own_hits)
    return _hit(unit, weaker, dice, readings).map(lambda hit: (hit, inflicted))
