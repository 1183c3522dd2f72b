"""The staff's question about three attacks that share strength points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.core.speech import percent
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.games.loos.analysis.forecasts import ATTACKS, Shared, share
from landships_lab.games.loos.rules.book import as_printed
from landships_lab.games.loos.rules.table import FRONT_LINE, Choice
from landships_lab.panel.parts import OneOf, Whole, part
from .common import CHOICE, TERRAINS, Offered
from .question import GeneralStaff

#: The most points that one attack is given here.
MOST_POINTS = 6
_LEAST = {"1": "at least one", "2": "at least two", "3": "all three"}
#: Differentials before any point is added, written as on the table.
_BEFORE = tuple((str(n), as_printed(n)) for n in range(-4, 7))


def _points(state: Sharing) -> bool:
    return state.about == "points"


def _attacks(state: Sharing) -> bool:
    return state.about == "attacks"


def _terrain(label: str, default: str) -> OneOf:
    return Offered(label, default, TERRAINS, hidden=(FRONT_LINE,), shown=_attacks)


def _before(label: str, default: str) -> OneOf:
    return OneOf(label, default, _BEFORE, error_name="differential", shown=_attacks)


@dataclass(frozen=True)
class Sharing(GeneralStaff, key="sharing", label="Three attacks at once", bears_on="table"):
    """Points of strength that three attacks share.

    ``about`` says what the controls set: the points, or the attacks.
    """

    about: str = part(
        OneOf,
        "Set",
        "points",
        {"points": "the points", "attacks": "the attacks"},
        buttons=True,
        error_name="half of the question",
    )
    first: int = part(Whole, "First attack", 0, 0, MOST_POINTS, shown=_points)
    second: int = part(Whole, "Second attack", 0, 0, MOST_POINTS, shown=_points)
    third: int = part(Whole, "Third attack", 0, 0, MOST_POINTS, shown=_points)
    hurt: str = part(OneOf, "Lose a step", "1", _LEAST, buttons=True, shown=_points)
    ground_1: str = part(_terrain, "First on", "clear")
    before_1: str = part(_before, "at", "0")
    ground_2: str = part(_terrain, "Second on", "town")
    before_2: str = part(_before, "at", "0")
    ground_3: str = part(_terrain, "Third on", "trench")
    before_3: str = part(_before, "at", "0")
    choice: Choice = part(replace, CHOICE, shown=_attacks)

    @property
    def attacks(self) -> Shared:
        """The three attacks, as the rules take them."""
        return Shared(
            (self.ground_1, self.ground_2, self.ground_3),
            (int(self.before_1), int(self.before_2), int(self.before_3)),
            (self.first, self.second, self.third),
            self.choice,
            dict(self.readings),
        )

    def ask(self) -> Answer[Fraction]:
        return share(self.attacks, int(self.hurt))

    def effect(self, answer: Answer[Fraction]) -> str:
        return percent(answer.value)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        found = self.attacks
        rows = tuple(
            (
                f"attack {n + 1}",
                (
                    found.lines[n],
                    as_printed(found.before[n]),
                    str(found.points[n]),
                    as_printed(found.differentials[n]),
                    percent(found.chances[n]),
                ),
            )
            for n in range(ATTACKS)
        )
        heads = ("terrain", "before", "points", "differential", "defender loses a step")
        return (Table("The three attacks", heads, rows),)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        odds = answer.detail
        bars = tuple((str(n), odds.p(n)) for n in range(ATTACKS + 1))
        return (Bars("Defenders that lose a step", "of three", bars, ordered=True),)


QUESTIONS = (Sharing,)
