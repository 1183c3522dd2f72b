"""How likely does a unit still hold its ground, turn after turn, under the hits the reader names?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.core.dice import D6, Odds, certain
from landships_lab.data.paychest.supplied import NOTHING, Supplied
from landships_lab.rules.paychest.book import one_of, tried, whole
from landships_lab.rules.paychest.morale import KINDS, effect, morale_test_chance, rout_odds

LEFT, OPEN = "left", "open"
#: What has become of a unit: so many figures hold their ground, it has left it, or only a lost line of the table could say.
State = int | str
MOST_TURNS = 12
#: Three companies: far more than one unit that tests its morale.
MOST_FIGURES = 60


@dataclass(frozen=True, slots=True)
class Turn:
    """What a unit suffers in one turn: hits, and how many figures they put out of action.

    The cards that say what a hit does are lost; how many figures are out is the reader's word.
    """

    hits: int
    out: int

    def __post_init__(self) -> None:
        whole("The number of hits in a turn", self.hits, 0, MOST_FIGURES)
        if not 0 <= whole("The number of figures out of action", self.out, 0, MOST_FIGURES) <= self.hits:
            raise ValueError(f"{self.out} figures cannot be put out of action by {self.hits} hits; a hit is on one figure.")


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit after a turn: how likely it surely holds its ground, how likely only the lost line could say, its figures."""

    holds: Fraction
    open: Fraction
    figures: Odds[int]

    @property
    def at_most(self) -> Fraction:
        """How likely does it hold its ground at the very most, if the lost line let it?"""
        return self.holds + self.open


def standing(kind: str, figures: int, turns: Sequence[Turn], tables: Supplied = NOTHING) -> tuple[Standing, ...]:
    """How likely does a unit of so many figures still hold its ground after each of these turns?

    It does while it has neither fallen back nor routed, and has a figure left. Figures that rout one by one are gone. The
    figures told are those of a unit that holds. Source: Paychest, Morale and Second Morale Rolls (lines 7-9).

    >>> after = standing("irregular", 10, [Turn(3, 3)])[0]
    >>> after.holds, after.open                # 11 of 12 need no second roll; of the others a sixth holds, a sixth is not known
    (Fraction(67, 72), Fraction(1, 72))
    """
    one_of("kind of troops", kind, KINDS)
    whole("The number of figures", figures, 1, MOST_FIGURES)
    whole("The number of turns", len(turns), 1, MOST_TURNS)
    state: Odds[State] = certain(figures)
    found = []
    for turn in turns:
        state = state.then(lambda now, turn=turn: _after(kind, now, turn, tables))  # type: ignore[misc]
        found.append(_told(state))
    return tuple(found)


def _after(kind: str, now: State, turn: Turn, tables: Supplied) -> Odds[State]:
    if isinstance(now, str):
        return certain(now)
    left = now - turn.out
    if left <= 0:
        return certain(LEFT)
    needed = tried(morale_test_chance(turn.hits))
    return needed.then(lambda test: D6.then(lambda die: _second(kind, left, die, tables)) if test else certain(left))


def _second(kind: str, figures: int, die: int, tables: Supplied) -> Odds[State]:
    found = effect(kind, die, tables)
    if isinstance(found, Gap):
        return certain(OPEN)
    if found.does != "hold":
        return certain(LEFT)
    return rout_odds(figures, found.figure_routs_on).map(lambda gone: figures - gone or LEFT)


def _told(state: Odds[State]) -> Standing:
    holding = {now: weight for now, weight in state.weights.items() if isinstance(now, int)}
    holds = Fraction(sum(holding.values()), state.total)
    return Standing(holds, state.p(OPEN), Odds(holding) if holding else certain(0))
