"""A battle: the chance that a unit still holds its ground after each turn, under hits that the reader names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.paychest.supplied import NOTHING, Supplied
from landships_lab.rules.paychest.book import success_odds
from landships_lab.rules.paychest.morale import KINDS, effect, morale_test_chance, rout_odds

LEFT, OPEN = "left", "open"
#: The state of a unit: the number of figures that hold their ground, or that it has left, or that only a lost line could say.
State = int | str
MOST_TURNS = 12
#: Three companies, far more than one unit that tests its morale.
MOST_FIGURES = 60


@dataclass(frozen=True, slots=True)
class Turn:
    """What a unit suffers in one turn: hits, and the number of figures they put out of action.

    The cards that say what a hit does are lost, so the reader says how many figures are out of action.
    """

    hits: int
    out: int

    def __post_init__(self) -> None:
        hits = whole("The number of hits in a turn", self.hits, 0, MOST_FIGURES)
        out = whole("The number of figures out of action", self.out, 0, MOST_FIGURES)
        if out > hits:
            sentence = f"{plural(hits, 'hit')} cannot put {plural(out, 'figure')} out of action; a hit is on one figure."
            raise ValueError(capitalized(sentence))
        object.__setattr__(self, "hits", hits)  # a number that came as text is a number from here on
        object.__setattr__(self, "out", out)


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit after a turn: the chance that it surely holds, the chance that only a lost line could say, its figures."""

    holds: Fraction
    open: Fraction
    figures: Odds[int]

    @property
    def at_most(self) -> Fraction:
        """The chance that it holds its ground if the lost line lets it hold."""
        return self.holds + self.open


def standing(kind: str, figures: int, turns: Sequence[Turn], tables: Supplied = NOTHING) -> tuple[Standing, ...]:
    """Return the `Standing` of a unit of so many figures after each of these turns.

    A unit holds its ground while it has neither fallen back nor routed and has a figure left. Figures that rout one by one are
    gone. The odds of its figures are those of a unit that holds. Source: Paychest, Morale and Second Morale Rolls (lines 7-9).

    >>> after = standing("irregular", 10, [Turn(3, 3)])[0]
    >>> after.holds, after.open                # 11 of 12 need no second roll; a sixth of the others holds, a sixth is unknown
    (Fraction(67, 72), Fraction(1, 72))
    """
    one_of("kind of troops", kind, KINDS)
    figures = whole("The number of figures", figures, 1, MOST_FIGURES)
    whole("The number of turns", len(turns), 1, MOST_TURNS)
    state: Odds[State] = certain(figures)
    found = []
    for turn in turns:
        state = state.then(lambda now, turn=turn: _after(kind, now, turn, tables))  # type: ignore[misc]
        found.append(_standing(state))
    return tuple(found)


def _after(kind: str, now: State, turn: Turn, tables: Supplied) -> Odds[State]:
    if isinstance(now, str):
        return certain(now)
    left = now - turn.out
    if left <= 0:
        return certain(LEFT)
    needed = success_odds(morale_test_chance(turn.hits))
    return needed.then(lambda test: D6.then(lambda die: _second(kind, left, die, tables)) if test else certain(left))


def _second(kind: str, figures: int, die: int, tables: Supplied) -> Odds[State]:
    found = effect(kind, die, tables)
    if isinstance(found, Gap):
        return certain(OPEN)
    if found.does != "hold":
        return certain(LEFT)
    return rout_odds(figures, found.figure_routs_on).map(lambda gone: figures - gone or LEFT)


def _standing(state: Odds[State]) -> Standing:
    holding = {now: weight for now, weight in state.weights.items() if isinstance(now, int)}
    holds = Fraction(sum(holding.values()), state.total)
    return Standing(holds, state.p(OPEN), Odds(holding) if holding else certain(0))
