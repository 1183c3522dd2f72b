"""The end of a turn for a unit under fire, and the turns of a battle after it: the chance that it
still holds its ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.checks import keep_whole, one_of, whole
from landships_lab.core.dice import D6, Odds, certain, sum_of
from landships_lab.core.renamed import renamed
from landships_lab.core.speech import capitalized, decimal, often, percent, plural
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import Effect, Printed
from landships_lab.games.paychest.rules.book import lost, note, start, success_odds
from landships_lab.games.paychest.rules.fire import cards_out, cards_step
from landships_lab.games.paychest.rules.morale import (
    KINDS,
    MOST_FIGURES,
    SUPPLY_LINE,
    TABLES,
    TWO_DICE,
    distance_step,
    effect,
    first_roll,
    leader_chance,
    leader_effect,
    leader_failed,
    leader_step,
    morale_odds,
    morale_test_chance,
    rally_chances,
    rout_odds,
    second_roll,
)

MOST_TURNS = 12
#: How many moves of rallying are shown.
RALLY_MOVES = 6

# ----------------------------------------------------------------------------------------- a battle

LEFT = "left"
#: The state of a unit: the number of figures that hold their ground, or that it has gone.
State = int | str


@dataclass(frozen=True, slots=True)
class Turn:
    """What a unit suffers in one turn: hits, and the number of figures they put out of action.

    The cards that say what a hit does are lost, so the reader says how many figures are out of
    action.
    """

    hits: int
    out: int

    def __post_init__(self) -> None:
        keep_whole(
            self,
            hits=("The number of hits in a turn", 0, MOST_FIGURES),
            out=("The number of figures out of action", 0, MOST_FIGURES),
        )
        if self.out > self.hits:
            cannot = f"{plural(self.hits, 'hit')} cannot put {plural(self.out, 'figure')}"
            text = f"{cannot} out of action; a hit is on one figure."
            raise ValueError(capitalized(text))


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit after a turn: the chance that it surely holds, the chance if every lost line lets it
    hold, and its figures.
    """

    holds: Fraction
    at_most: Fraction
    figures: Odds[int]

    @property
    def open(self) -> Fraction:
        """The chance that depends on a lost line."""
        return self.at_most - self.holds


def standing(
    kind: str,
    figures: int,
    turns: Sequence[Turn],
    tables: Supplied = NOTHING,
    without_leader: bool = False,
) -> tuple[Standing, ...]:
    """Return the `Standing` of a unit after each of these turns.

    A unit holds its ground while it has neither fallen back nor routed and has a figure left.
    Figures that rout one by one are gone. The odds of its figures are for a unit that holds.
    ``without_leader``: it loses its leader in the first of these turns.

    >>> after = standing("irregular", 10, [Turn(3, 3)])[0]
    >>> # 11 of 12 need no second roll; a sixth of the others holds, a sixth is unknown
    >>> after.holds, after.open
    (Fraction(67, 72), Fraction(1, 72))
    """
    one_of("kind of troops", kind, KINDS)
    figures = whole("The number of figures", figures, 1, MOST_FIGURES)
    whole("The number of turns", len(turns), 1, MOST_TURNS)
    leader = leader_effect(kind, tables) if without_leader else None
    unknown = isinstance(leader, Gap) or isinstance(effect(kind, 1, tables), Gap)
    surely = list(_Course(kind, leader, tables, False).after(figures, turns))
    if not unknown:
        return tuple(_standing(state, state) for state in surely)
    at_most = _Course(kind, leader, tables, True).after(figures, turns)
    return tuple(_standing(low, high) for low, high in zip(surely, at_most, strict=True))


def _standing(surely: Odds[State], at_most: Odds[State]) -> Standing:
    holding = {now: weight for now, weight in surely.weights.items() if isinstance(now, int)}
    figures = Odds(holding) if holding else certain(0)
    return Standing(1 - surely.p(LEFT), 1 - at_most.p(LEFT), figures)


@dataclass(frozen=True, slots=True)
class _Course:
    """A unit's course through the turns. ``leader`` is the effect of losing its leader; ``holds``
    says whether lost lines let it hold.
    """

    kind: str
    leader: Effect | Gap | None
    tables: Supplied
    holds: bool

    def after(self, figures: int, turns: Sequence[Turn]) -> Iterator[Odds[State]]:
        """Yield the odds of its state after each turn."""
        state: Odds[State] = certain(figures)
        for number, turn in enumerate(turns):
            state = state.then(partial(self._turn, turn, not number))
            yield state

    def _turn(self, turn: Turn, first: bool, now: State) -> Odds[State]:
        if isinstance(now, str):
            return certain(now)
        remaining: State = max(0, now - turn.out) or LEFT
        led = certain(remaining)
        if first and self.leader is not None:
            fails, failed = success_odds(leader_chance()), self._obeyed(remaining, self.leader)
            led = fails.then(lambda fail: failed if fail else certain(remaining))
        return led.then(partial(self._tested, turn.hits))

    def _tested(self, hits: int, now: State) -> Odds[State]:
        needed = success_odds(morale_test_chance(hits))
        second = D6.then(lambda die: self._obeyed(now, effect(self.kind, die, self.tables)))
        return needed.then(lambda test: second if test else certain(now))

    def _obeyed(self, now: State, result: Effect | Gap) -> Odds[State]:
        """Return the odds of its state after it has obeyed a line."""
        if isinstance(now, str):
            return certain(now)
        if isinstance(result, Gap):
            return certain(now if self.holds else LEFT)
        if result.does != "hold":
            return certain(LEFT)
        return rout_odds(now, result.figure_routs_on).map(lambda gone: now - gone or LEFT)


# ------------------------------------------------------------------------------------ end of a turn

#: The effect of each number of the second roll.
Effects = dict[int, Effect | Gap]


@dataclass(frozen=True, slots=True)
class Morale:
    """The forecast for a turn and a battle: the sums of two dice that require a second roll, the
    effects of that roll for every kind of troops, the odds of this turn, the figures left if the
    unit holds, and its standing after each turn of battle.

    ``hits`` are those that count, including the one on a lost leader.

    ``distance`` are the odds of how far the selected result moves the unit, or a figure that routs;
    ``rallied`` are the chances that it has rallied by each of its next moves.
    """

    hits: int
    sums: frozenset[int]
    effects: dict[str, Effects]
    odds: Odds[str]
    figures: Odds[int]
    battle: tuple[Standing, ...]
    now: Standing
    distance: Odds[int] | None = None
    rallied: tuple[Fraction, ...] = ()
    left = renamed("figures")


def end_of_turn(
    kind: str,
    figures: int,
    hits: int,
    battle: Sequence[Turn] = (),
    without_leader: bool = False,
    tables: Supplied = NOTHING,
    look_at: int | None = None,
) -> Answer[Fraction, Morale]:
    """Return the chance that a unit surely holds its ground at the end of a turn with these hits.

    The detail is the `Morale`. ``battle`` are the turns of a battle to look ahead to.
    ``without_leader``: the leader is lost in this turn, or in the first of the battle, so that
    there was a hit. ``look_at`` is the selected result of the second roll (1 to 6).

    >>> end_of_turn("irregular", 12, 3).headline
    'The unit rolls again 8.3% of the time and holds 93.1% to 94.4% (result 1 is lost).'
    >>> end_of_turn("irregular", 12, 0, without_leader=True).headline
    'Without its leader the unit holds 58.3% of the time.'
    """
    hits = max(whole("The number of hits", hits, 0, MOST_FIGURES), int(without_leader))
    now = standing(kind, figures, [Turn(hits, 0)], tables, without_leader)[0]
    effects = {each: {die: effect(each, die, tables) for die in D6.outcomes} for each in KINDS}
    looked = None
    if look_at is not None:
        looked = effects[kind][whole("A result of the second roll", look_at, 1, 6)]
    moves = looked if isinstance(looked, Effect) else None
    morale = Morale(
        hits,
        sums=frozenset(dice for dice in TWO_DICE.outcomes if first_roll(hits, dice).value),
        effects=effects,
        odds=morale_odds(kind, hits, tables, without_leader),
        figures=now.figures,
        battle=standing(kind, figures, battle, tables, without_leader) if battle else (),
        now=now,
        distance=sum_of(D6, moves.dice) if moves and moves.dice else None,
        rallied=rally_chances(RALLY_MOVES) if moves and moves.rally else (),
    )
    steps = (
        *_first_steps(kind, hits, without_leader, tables),
        *_second_steps(kind, figures, effects[kind], tables),
        *(second_roll(kind, look_at, tables).steps if look_at is not None else ()),
        distance_step(tables),
        *_cards_steps(hits, tables),
    )
    headline = _headline(kind, hits, now, without_leader, tables)
    return Answer(now.holds, steps, headline, (SUPPLY_LINE,) if now.open else (), morale)


def _headline(kind: str, hits: int, now: Standing, without_leader: bool, tables: Supplied) -> str:
    again, least = morale_test_chance(hits), percent(now.holds)
    if without_leader:
        unit = "Without its leader the unit holds"
        lines = _lost_lines(kind, bool(again), tables) if now.open else ""
        if now.open and now.at_most == 1:
            return f"{unit} {often(now.holds)}, or more{lines}."
        most = f" to {percent(now.at_most)}" if now.open else ""
        return f"{unit} {least}{most} of the time{lines}." if now.holds < 1 else "The unit holds."
    if not again:
        none = "No second roll is possible" if hits else "No casualties, so no morale roll"
        return f"{none}: the unit holds."
    most = f" to {percent(now.at_most)} (result 1 is lost)" if now.open else ""
    return f"The unit rolls again {often(again)} and holds {least}{most}."


def _lost_lines(kind: str, again: bool, tables: Supplied) -> str:
    """Return the lost lines that matter for a unit without its leader, as the end of a verdict.

    ``again``: a second roll is possible.
    """
    if not isinstance(leader_effect(kind, tables), Gap):
        return " (result 1 is lost)"
    second = again and isinstance(effect(kind, 1, tables), Gap)
    return " (lines are lost)" if second else " (a line is lost)"


def _first_steps(kind: str, hits: int, without_leader: bool, tables: Supplied) -> Iterator[Step]:
    chance = morale_test_chance(hits)
    if without_leader:
        yield leader_step()
        yield from leader_failed(kind, tables).steps
    who = "the one on the leader" if without_leader else "the hits of this turn"
    text = f"Two dice always show more than 1, {who}."
    if chance:
        text = f"Two dice of {hits} or less, the hits of this turn, call for a second roll: "
        text += f"{often(chance)}."
    yield start("morale", chance, text if hits else "No casualties this turn, so no morale roll.")


def _second_steps(kind: str, figures: int, effects: Effects, tables: Supplied) -> Iterator[Step]:
    for die, result in effects.items():
        roll = f"{die} on the second roll"
        if isinstance(result, Gap):
            yield lost(TABLES.second[kind].missing, f"What a {roll} does is lost in print.")
        elif not isinstance(result, Printed):
            cite = tables.cite(f"second morale roll, {kind}, {die}")
            yield note(cite, f"A {roll}: the unit {result.text}.")
        elif result.figure_routs_on:
            gone = decimal(rout_odds(figures, result.figure_routs_on).mean)
            routs = f"A {roll} routs {gone} of {plural(figures, 'figure')} on average"
            text = f"{routs}; a battle here counts them as gone."
            yield note(f"second-{kind}", text)


def _cards_steps(hits: int, tables: Supplied) -> Iterator[Step]:
    """Yield the effect of the cards for this turn's hits, and who gives it for a battle."""
    sentence = "You say how many figures the hits of a battle put out of action"
    if not tables.casualties:
        yield note("casualties-lost", f"{sentence}; the cards are lost.")
        return
    if hits:
        drawn = certain(hits)
        yield cards_step(drawn, cards_out(drawn, tables), tables)
    yield note(tables.cite("casualty deck"), f"{sentence}, as your cards were drawn.")
