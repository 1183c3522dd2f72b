"""The quiet turn before the enemy fires: whether to rally, go Ready or dig in; and how long it
takes to rally Hits off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.checks import whole
from landships_lab.core.dice import Odds, certain
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, decimal
from landships_lab.data.book import Taken
from landships_lab.games.one_hour.rules.book import (
    TABLES,
    chance_phrase,
    die_of,
    hits_of,
    note,
    options,
)
from landships_lab.games.one_hour.rules.fire import Condition, fire_odds, stands, struck
from landships_lab.games.one_hour.rules.shot import (
    Shot,
    destroyed_from,
    out_of_reach,
    refusal,
    sight_needed,
    unseen,
)
from landships_lab.games.one_hour.rules.turn import IN_THE_OPEN, IN_WORDS, rally, rally_odds


def expected_rallies(
    unit: Condition, down_to: int, steady: bool, dice: str = "D5", readings: Given = None
) -> Fraction:
    """Return the turns of rallying that a Unit takes on average to come down to a number of Hits.

    >>> # after a 2 or a 3 a second turn is needed
    >>> expected_rallies(Condition(4), 0, steady=True)
    Fraction(3, 2)
    """
    given, least = options(readings), unit.permanent
    rally(unit, 1, steady, given)  # raises an error for a destroyed Unit
    down_to = whole("The number of Hits to come down to", down_to, 0, 16)
    if down_to < least:
        never = f"rallying never brings it down to {down_to}"
        raise ValueError(f"{least} of its Hits are permanent, so {never}; {least} is the least.")
    die = die_of(dice, readings)
    return _expected_rallies(unit, down_to, steady, die, given["destroyed-at"])


@lru_cache(maxsize=256)
def _expected_rallies(
    unit: Condition, down_to: int, steady: bool, die: Odds[int], destroyed_at: str
) -> Fraction:
    given = {"destroyed-at": destroyed_at}
    turns: dict[int, Fraction] = {}
    for now in range(down_to + 1, unit.hits + 1):
        here = replace(unit, hits=now)
        odds = die.map(lambda shown, here=here: rally(here, shown, steady, given).value.hits)  # type: ignore[misc]  # bound at once
        # A turn that removes nothing leaves the Unit as it was, so the equation is solved for the
        # turns from here.
        later = sum(chance * turns.get(hits, Fraction(0)) for hits, chance in odds if hits < now)
        turns[now] = Fraction(1 + later, 1 - odds.p(now))
    return turns.get(unit.hits, Fraction(0))


# -------------------------------------------------------------------- the best use of a quiet turn


@dataclass(frozen=True, slots=True)
class Prospect:
    """The result of a use of the turn: the chance to survive the enemy's fire, and the average Hits
    on both sides. ``fires``: the Unit is then Ready and fires back.
    """

    use: str
    stands: Fraction
    own_hits: Fraction
    inflicted: Fraction
    fires: bool = False


@dataclass(frozen=True, slots=True)
class QuietTurn:
    """The forecast for a quiet turn: its uses, the Hits left after a turn of rallying, and the
    turns to rally down to a mark.

    ``turns`` are (Hits, turns on average): the marks are the Hits at which the Unit's fire grows
    stronger, and its permanent Hits.
    """

    uses: tuple[Prospect, ...]
    after_rally: Odds[int]
    turns: tuple[tuple[int, Fraction], ...]


def best_of(uses: Iterable[Prospect]) -> Prospect:
    """Return the use with the greatest chance to survive; of equal ones, the one with fewer Hits on
    itself and more on the enemy. This comparison is not a rule.
    """
    return max(uses, key=lambda p: (p.stands, p.inflicted - p.own_hits))


#: A Unit after the enemy's phase, and the Hits that it has inflicted.
End = tuple[Condition, int]


@dataclass(frozen=True, slots=True)
class NextPhase:
    """The fire of the enemy's next phase at a Unit.

    ``threats`` are its shots, one for each enemy Unit, in order, all at this Unit in its present
    cover. ``reply`` is its own shot as a Ready Unit: after the first enemy has acted, at the second
    (at the first if there is only one, too late to weaken its fire); Mortars have all fired by
    then. A Unit that is ``ready`` already stays so when it rallies or digs in, and fires too; as
    long as it is, its enemies see it as they see a Ready Unit.
    """

    threats: Sequence[Shot]
    reply: Shot | None = None
    ready: bool = False
    dice: str = "D5"
    readings: Given = None

    def __post_init__(self) -> None:
        if len({shot.target for shot in self.threats}) != 1:
            raise ValueError("Name one shot or more of the enemy, all at the same type of Unit.")
        object.__setattr__(self, "readings", options(self.readings))  # checked once

    @property
    def given(self) -> Taken:
        """The option taken for every reading."""
        return options(self.readings)

    @property
    def steady(self) -> bool:
        """Whether the Unit is a Tank or Concealed, and rallies with its whole die."""
        return self.threats[0].target == "tank" or bool(self.threats[0].cover)

    def prospects(self, unit: Condition) -> tuple[Prospect, ...]:
        """Return the result of each use of a quiet turn, in the order rally, ready, dig in; empty
        for a destroyed Unit.
        """
        if not stands.value(unit, self.given):
            return ()
        reply, dug = self.reply, [shot.dug() for shot in self.threats]
        mortar = self.threats[0].target == "mortar"
        reply = None if mortar or reply is None else replace(reply, firer_ready=True)
        held = replace(self, reply=reply if self.ready else None)
        rallied = rally_odds(unit, self.steady, self.dice, self.given)
        uses = [held.leads_to("rally", rallied)]
        if reply is not None:
            uses.append(replace(self, reply=reply, ready=True).leads_to("ready", certain(unit)))
        if dug != list(self.threats):
            uses.append(replace(held, threats=dug).leads_to("dig in", certain(unit)))
        return tuple(uses)

    def leads_to(self, use: str, odds: Odds[Condition]) -> Prospect:
        """Return the result of a use of the turn that leaves the Unit in this condition.

        A Ready Unit that survives fires back once the first enemy has acted, or all Mortars have
        fired. Then the others fire, the second weakened by the Hits it took. After it has fired,
        the Unit is no longer Ready or hidden by being Ready.
        """
        threats = [replace(shot, target_ready=self.ready) for shot in self.threats]
        before, fires = len(threats), False
        if self.reply is not None:
            before = before if threats[0].firer == "mortar" else 1
            fires = refusal(self.reply, self.given) is None
        for shot in threats[:before]:
            odds = odds.then(partial(self._hit, shot))
        ends = odds.then(self._fires_back)
        for number, shot in enumerate(threats[before:]):
            ends = ends.then(partial(self._next, replace(shot, target_ready=not fires), not number))
        gone = destroyed_from(self.given)
        return Prospect(
            use,
            ends.chance(lambda end: end[0].hits < gone),
            ends.map(lambda end: end[0].hits).mean,
            ends.map(lambda end: end[1]).mean,
            self.reply is not None,
        )

    def _hit(self, shot: Shot, unit: Condition) -> Odds[Condition]:
        """Return the odds of the Unit's condition after this shot."""
        if unit.hits >= destroyed_from(self.given):
            return certain(unit)
        inflicted = fire_odds(shot, self.dice, self.given)
        return _struck_odds(unit, inflicted, self.given["destroyed-at"])

    def _fires_back(self, unit: Condition) -> Odds[End]:
        if self.reply is None or unit.hits >= destroyed_from(self.given):
            return certain((unit, 0))
        inflicted = fire_odds(replace(self.reply, firer_hits=unit.hits), self.dice, self.given)
        return inflicted.map(lambda hits: (unit, hits))

    def _next(self, shot: Shot, weakened: bool, end: End) -> Odds[End]:
        """Return the states after the next enemy fires, weakened or destroyed by the Hits that the
        Ready Unit inflicted.
        """
        unit, inflicted = end
        own_hits = shot.firer_hits + (inflicted if weakened else 0)
        if own_hits >= destroyed_from(self.given):
            return certain(end)
        weaker = shot if own_hits == shot.firer_hits else replace(shot, firer_hits=own_hits)
        return self._hit(weaker, unit).map(lambda hit: (hit, inflicted))


def quiet_turn(unit: Condition, fire: NextPhase) -> Answer[str, QuietTurn]:
    """Return the best use of a turn without action, given the Units that will fire at it next:
    rally, ready or dig in (`best_of` its uses); "" for a Unit that its Hits have destroyed.

    >>> tanks = Shot("tank", "infantry", 8), Shot("tank", "infantry", 9)
    >>> quiet_turn(Condition(8), NextPhase(tanks)).value
    'dig in'
    """
    standing, dice, given = stands(unit, fire.readings), fire.dice, fire.given
    if not standing.value:
        sentence = "The Unit has been destroyed and removed: it has no turn to use."
        return Answer("", standing.steps, sentence)
    uses = fire.prospects(unit)
    best = best_of(uses)
    doing, ties = _DOING[best.use], sum(p.stands == best.stands for p in uses)
    equal = f"{'all' if ties == 3 else 'two'} uses give the same chance to survive"
    why = f"{equal}; {doing} exchanges Hits best"
    why = why if ties > 1 else f"{doing} gives the best chance to survive"
    steps = (
        *map(_compared, uses),
        *_who_sees_it(fire),
        *_how_it_fares(unit, fire),
        replace(note("own-measure", f"{capitalized(why)}."), op="reads"),
    )
    survives = f"The Unit then {chance_phrase('survives', best.stands)}."
    sentence = f"Best use of the turn: {IN_WORDS[best.use]}. {survives}"
    if not best.stands:
        sentence = f"Nothing saves the Unit; {doing} exchanges Hits best."
    after = rally_odds(unit, fire.steady, dice, given).map(lambda then: then.hits)
    marks = {unit.permanent, *(tier.at - 1 for tier in TABLES.hits.tiers)}
    turns = tuple(
        (mark, expected_rallies(unit, mark, fire.steady, dice, given))
        for mark in sorted(marks & set(range(unit.permanent, unit.hits)), reverse=True)
    )
    return Answer(best.use, steps, sentence, detail=QuietTurn(uses, after, turns))


_DOING = {"rally": "rallying", "ready": "being Ready", "dig in": "digging in"}


def _compared(p: Prospect) -> Step:
    back = f"; it inflicts {decimal(p.inflicted)}" if p.fires else ""
    hits = f"Hits on average: it has {decimal(p.own_hits)}{back}."
    text = f"{capitalized(_DOING[p.use])}: the Unit {chance_phrase('survives', p.stands)}. {hits}"
    return replace(note(p.use.replace(" ", "-"), text), amount=p.stands)


def _who_sees_it(fire: NextPhase) -> Iterator[Step]:
    """Yield what hides the Unit from the enemy's fire: Area Terrain and concealment."""
    threat, reply, given = fire.threats[0], fire.reply, fire.given
    if (needed := sight_needed(threat, given)) is not None:
        yield needed
    if (far := out_of_reach(threat, given)) is not None:
        yield note(far.cite, f"The enemy cannot reach it: {far.text[0].lower()}{far.text[1:]}")
        return
    texts: set[str] = set()
    for shot, marked, now in (
        (threat, fire.ready, "As it stands"),
        (threat, True, "While it is Ready"),
        (threat.dug(), fire.ready, "Dug-in"),
    ):
        step = unseen(replace(shot, target_ready=marked), given)
        if step is None or step.text in texts or (marked and threat.target == "mortar"):
            continue
        texts.add(step.text)
        yield note(step.cite, f"{now} it cannot be fired at. {step.text}", "concealed-sight")
    hidden = unseen(replace(threat, target_ready=True), given) and not unseen(threat, given)
    if hidden and reply is not None and refusal(replace(reply, firer_ready=True), given) is None:
        seen = "it is seen from then on, as it is no longer Ready"
        yield note("ready-when", f"It is taken to fire when it may; {seen}.")


def _how_it_fares(unit: Condition, fire: NextPhase) -> Iterator[Step]:
    """Yield how many Hits rallying removes from this Unit in its place, and when it fires."""
    threat, shown = fire.threats[0], "rallies off as many Hits as its die shows"
    takes = f"takes {-IN_THE_OPEN} from the die with which it rallies"
    in_the_open = f"It is neither Concealed nor a Tank, and {takes}."
    concealed = f"It is Concealed and {shown}." if threat.cover else in_the_open
    yield note("rally", f"A Tank {shown}." if threat.target == "tank" else concealed)
    if "dug-in" in threat.cover:
        yield note("dig-in", "Being Dug-in counts as being Concealed for that.")
    if unit.permanent:
        some = f"{capitalized(hits_of(unit.permanent))} of its {unit.hits}"
        yield note("hits", f"{some} are permanent: no rally removes them.")
    may_reply = fire.reply is not None and threat.target != "mortar"
    if may_reply and fire.ready:
        yield note("ready", "It is Ready already, and stays so when it rallies or digs in.")
    if may_reply and threat.firer == "mortar":
        text = "Mortars fire in a step before the one in which Ready Units fire."
        yield note("mortar-step", text)


@lru_cache(maxsize=4096)  # thousands of shots share a few odds
def _struck_odds(unit: Condition, inflicted: Odds[int], destroyed_at: str) -> Odds[Condition]:
    given = {"destroyed-at": destroyed_at}
    return inflicted.map(lambda hits: struck(unit, hits, given).value)
