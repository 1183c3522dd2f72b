"""Breakthrough: its chance and its cost when one hex is attacked turn after turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent, plural
from landships_lab.drawing.charts import Chart, Curve, Table, exhibit
from landships_lab.drawing.shapes import Scene
from landships_lab.games.loos.analysis import campaign
from landships_lab.games.loos.analysis.campaign import Front, Plan
from landships_lab.games.loos.rules.shells import MOST_DICE
from landships_lab.games.loos.rules.table import FRONT_LINE, TRENCHES, Choice
from landships_lab.panel.parts import LEAD, Whole, part, parts_of
from landships_lab.panel.parts.base import names, with_fields
from landships_lab.panel.readings import Taken
from landships_lab.panel.tables import TablePanel
from . import common
from .common import ON_BARS, chances, table


def _number(label: str, default: int, least: int, most: int, noun: str) -> Whole:
    return Whole(label, default, least, most, error_name=noun)


@dataclass(frozen=True)
class Campaign(TablePanel):
    """One hex attacked again and again: the chance of a breakthrough by each turn, and its cost.

    Attackers, defender and ground, and the number of attacks.

    ``broken`` is the terrain once the trench is breached; ``stand_in`` is the attackers' terrain. A
    link without it means the British front line, the only place where German shells may fall as
    14.2 is printed.
    """

    id = "loos:campaign"
    title = "Breakthrough"
    rule_set = "Loos"
    prompt = "How likely is a breakthrough, and what does it cost?"
    usage_hint = f"Shells are dice; they and the factors are yours to set · {ON_BARS}"
    secondary = names("broken full reduced counter stand_in choice")
    order = (*names("terrain units battery attacks steps factor"), *secondary)
    stage = (("Odds", "chart 1 + chart 2"), ("Table", "tables"))

    terrain: str = part(common.terrain, "Terrain", "trench", FRONT_LINE, word=LEAD, blank="-")
    broken: str = part(
        common.breached, word="then", blank="-", shown=lambda s: s.terrain in TRENCHES
    )
    units: int = part(_number, "Half-brigades", 3, 1, 4, "the number of half-brigades")
    full: int = part(common.FULL)
    reduced: int = part(common.REDUCED)
    steps: int = part(Whole, "Defender's steps", 2, 1, 3)
    factor: int = part(common.FACTOR)
    battery: int = part(_number, "Shells", 2, 0, MOST_DICE, "the British dice")
    counter: int = part(_number, "German shells", 1, 0, MOST_DICE, "the German dice")
    attacks: int = part(Whole, "Attacks", 4, 1, campaign.MOST_ATTACKS)
    stand_in: str = part(
        common.attackers_in, word="from", blank="-", shown=lambda state: state.counter > 0
    )
    choice: Choice = part(common.CHOICE)
    readings: Taken = part(common.known_readings, "campaign")

    def plan(self) -> Plan:
        """Return the plan, in the form that the rules take."""
        return common.assault(Plan, self)

    @property
    def chance(self) -> Fraction:
        """The chance of a breakthrough."""
        ends = campaign.campaign(self.plan(), self.attacks)
        return ends[-1].chance(lambda front: front.broken)

    def ask(self) -> Answer[Fraction]:
        answer = campaign.breakthrough(self.plan(), self.attacks)
        return replace(answer, remedies=tuple(self._remedies()))

    def _remedies(self) -> Iterator[Remedy]:
        more = {"units": "half-brigade", "battery": "die of shells", "attacks": "attack"}
        for key, words in more.items():
            number, value = parts_of(Campaign)[key], getattr(self, key) + 1
            if isinstance(number, Whole) and value <= number.most:
                chance = percent(with_fields(self, **{key: value}).chance)
                if chance != percent(self.chance):
                    yield Remedy(f"One more {words}: {chance}.", key, value)

    def question_picture(self) -> Scene:
        rows = (
            ("attackers", plural(self.units, "half-brigade"), "2 steps each"),
            ("factors", f"{self.full} full", f"{self.reduced} reduced"),
            ("defender", plural(self.steps, "step"), f"{self.factor} a step"),
            ("shells", plural(self.battery, "die", "dice"), "each turn"),
        )
        sides = table(f"The fight for a hex of {self.terrain}", ("", ""), rows)
        printed = common.printed_table(terrain=self.terrain)
        return exhibit(self.title, self.prompt, sides + printed, ())

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        fronts: tuple[Odds[Front], ...] = answer.detail
        rows = (
            (f"after {n}", *(percent(odds.chance(holds)) for _, holds in _STANDINGS))
            for n, odds in enumerate(fronts[1:], 1)
        )
        heads = ("broken through", "attackers spent", "still fighting")
        return table("The state after each attack", heads, rows, self.attacks - 1)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        fronts: tuple[Odds[Front], ...] = answer.detail
        series = tuple((name, tuple(odds.chance(so) for odds in fronts)) for name, so in _STANDINGS)
        lost, title = campaign.lost_odds(self.plan(), fronts[-1]), "The cost in the end"
        look: dict[str, object] = {"ordered": True, "tint": "vermillion"}
        return (
            Curve("After each attack", "attacks made", series, 0),
            chances(title, "British steps lost", lost, range(2 * self.units + 1), **look),
        )

    def as_read(self) -> str:
        return percent(self.chance)


_STANDINGS = (
    ("broken through", lambda front: front.broken),
    ("spent", lambda front: front.spent),
    ("fighting", lambda front: not (front.broken or front.spent)),
)
