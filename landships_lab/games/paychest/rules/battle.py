"""A battle: the chance that a unit still holds its ground after each turn, under hits that the
reader names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.core.speech import capitalized, plural
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import Effect
from landships_lab.games.paychest.rules.book import success_odds
from landships_lab.games.paychest.rules.morale import (
    KINDS,
    effect,
    leader_chance,
    leader_effect,
    morale_test_chance,
    rout_odds,
)

LEFT = "left"
#: The state of a unit: the number of figures that hold their ground, or that it has left.
State = int | str
MOST_TURNS = 12
#: Three companies, far more than one unit that tests its morale.
MOST_FIGURES = 60


@dataclass(frozen=True, slots=True)
class Turn:
    """What a unit suffers in one turn: hits, and the number of figures they put out of action.

    The cards that say what a hit does are lost, so the reader says how many figures are out of
    action.
    """

    hits: int
    out: int

    def __post_init__(self) -> None:
        hits = whole("The number of hits in a turn", self.hits, 0, MOST_FIGURES)
        out = whole("The number of figures out of action", self.out, 0, MOST_FIGURES)
        if out > hits:
            sentence = (
                f"{plural(hits, 'hit')} cannot put {plural(out, 'figure')} out of action; a hit is"
                " on one figure."
            )
            raise ValueError(capitalized(sentence))
        object.__setattr__(
            self, "hits", hits
        )  # a number that came as text is a number from here on
        object.__setattr__(self, "out", out)


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit after a turn: the chance that it surely holds, the chance if every lost line lets it
    hold, its figures.
    """

    holds: Fraction
    at_most: Fraction
    figures: Odds[int]

    @property
    def open(self) -> Fraction:
        """The chance that only a lost line could say."""
        return self.at_most - self.holds


def standing(
    kind: str,
    figures: int,
    turns: Sequence[Turn],
    tables: Supplied = NOTHING,
    without_leader: bool = False,
) -> tuple[Standing, ...]:
    """Return the `Standing` of a unit of so many figures after each of these turns.

    A unit holds its ground while it has neither fallen back nor routed and has a figure left.
    Figures that rout one by one are gone. The odds of its figures are those of a unit that holds.
    ``without_leader``: it loses its leader in the first of these turns. Source: Paychest, Morale,
    Second Morale Rolls and Loss of Leader (lines 7-10).

    >>> after = standing("irregular", 10, [Turn(3, 3)])[0]
    >>> # 11 of 12 need no second roll; a sixth of the others holds, a sixth is unknown
    >>> after.holds, after.open
    (Fraction(67, 72), Fraction(1, 72))
    """
    one_of("kind of troops", kind, KINDS)
    figures = whole("The number of figures", figures, 1, MOST_FIGURES)
    whole("The number of turns", len(turns), 1, MOST_TURNS)
    leader = leader_effect(kind, tables) if without_leader else None
    surely = list(_course(_Unit(kind, leader, False, tables), figures, turns))
    lost = isinstance(leader, Gap) or isinstance(effect(kind, 1, tables), Gap)
    at_most = list(_course(_Unit(kind, leader, True, tables), figures, turns)) if lost else surely
    return tuple(_standing(low, high) for low, high in zip(surely, at_most, strict=True))


@dataclass(frozen=True, slots=True)
class _Unit:
    """What a unit's course depends on.

    ``leader`` is what the loss of its leader makes it do, ``holds`` whether lost lines let it hold.
    """

    kind: str
    leader: Effect | Gap | None
    holds: bool
    tables: Supplied


def _course(unit: _Unit, figures: int, turns: Sequence[Turn]) -> Iterator[Odds[State]]:
    """Yield the odds of its state after each turn. The leader is lost in the first of them."""
    state: Odds[State] = certain(figures)
    for number, turn in enumerate(turns):
        state = state.then(lambda now, turn=turn, first=not number: _after(unit, now, turn, first))  # type: ignore[misc]
        yield state


def _after(unit: _Unit, now: State, turn: Turn, first: bool) -> Odds[State]:
    if isinstance(now, str):
        return certain(now)
    left: State = now - turn.out if now > turn.out else LEFT
    if first and unit.leader is not None:
        fails = success_odds(leader_chance())
        return fails.then(
            lambda failed: _obeyed(unit, left, unit.leader) if failed else certain(left)
        ).then(lambda still: _tested(unit, still, turn.hits))
    return _tested(unit, left, turn.hits)


def _tested(unit: _Unit, now: State, hits: int) -> Odds[State]:
    if isinstance(now, str):
        return certain(now)
    needed = success_odds(morale_test_chance(hits))
    second = D6.then(lambda die: _obeyed(unit, now, effect(unit.kind, die, unit.tables)))
    return needed.then(lambda test: second if test else certain(now))


def _obeyed(unit: _Unit, now: State, found: Effect | Gap | None) -> Odds[State]:
    """Return the odds of its state once it has done what a line says; a lost line lets it hold, or
    not.
    """
    if isinstance(now, str):
        return certain(now)
    if found is None or isinstance(found, Gap):
        return certain(now if unit.holds else LEFT)
    if found.does != "hold":
        return certain(LEFT)
    return rout_odds(now, found.figure_routs_on).map(lambda gone: now - gone or LEFT)


def _standing(surely: Odds[State], at_most: Odds[State]) -> Standing:
    holding = {now: weight for now, weight in surely.weights.items() if isinstance(now, int)}
    return Standing(_held(surely), _held(at_most), Odds(holding) if holding else certain(0))


def _held(state: Odds[State]) -> Fraction:
    return 1 - state.p(LEFT)
