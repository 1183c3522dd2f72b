"""Breakthrough: its chance and its cost when one hex is attacked turn after turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent, plural
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.exhibit import exhibit
from landships_lab.drawing.shapes import Scene
from landships_lab.games.loos.analysis.campaign import (
    MOST_ATTACKS,
    Front,
    Plan,
    breakthrough,
    campaign,
    lost_odds,
)
from landships_lab.games.loos.rules.losses import half_brigades, one_unit
from landships_lab.games.loos.rules.shells import MOST_DICE
from landships_lab.games.loos.rules.table import FRONT_LINE, TRENCHES, Choice
from landships_lab.panel.parts import OneOf, Whole, part, parts_of
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Taken
from landships_lab.panel.tables import TablePanel
from .common import (
    CHOICE,
    FACTOR,
    FULL,
    OPEN_GROUND,
    REDUCED,
    TERRAINS,
    Offered,
    known_readings,
    leading_terrain,
    printed_table,
)

ID = "loos:campaign"


@dataclass(frozen=True)
class Campaign(TablePanel):
    """One hex attacked again and again: the chance of a breakthrough by each turn, and what it
    costs.

    Attackers, defender and ground, and the number of attacks.

    ``broken`` is the terrain once the trench is breached; ``stand_in`` is where the attackers
    stand. A link that does not say so means the British front line, the only place where German
    shells may fall as 14.2 is printed.
    """

    id = ID
    title = "Breakthrough"
    rule_set = "Loos"
    prompt = "How likely is a breakthrough, and what does it cost?"
    usage_hint = (
        "Shells are dice; they and the factors are yours to set · point at a bar for its exact"
        " fraction"
    )
    order = (
        "terrain",
        "units",
        "battery",
        "attacks",
        "steps",
        "factor",
        "broken",
        "full",
        "reduced",
        "counter",
        "stand_in",
        "choice",
    )
    secondary = ("broken", "full", "reduced", "counter", "stand_in", "choice")
    stage = (("Odds", "chart 1 + chart 2"), ("Table", "tables"))

    terrain: str = part(leading_terrain, "Terrain", FRONT_LINE)
    broken: str = part(
        Offered,
        "Breached, it is",
        "clear",
        TERRAINS,
        word="then",
        blank="-",
        error_name="terrain",
        shown=lambda state: state.in_trench,
        hidden=(*TRENCHES, FRONT_LINE),
    )
    units: int = part(Whole, "Half-brigades", 3, 1, 4, error_name="the number of half-brigades")
    full: int = part(FULL)
    reduced: int = part(REDUCED)
    steps: int = part(Whole, "Defender's steps", 2, 1, 3)
    factor: int = part(FACTOR)
    battery: int = part(Whole, "Shells", 2, 0, MOST_DICE, error_name="the British dice")
    counter: int = part(Whole, "German shells", 1, 0, MOST_DICE, error_name="the German dice")
    attacks: int = part(Whole, "Attacks", 4, 1, MOST_ATTACKS)
    stand_in: str = part(
        OneOf,
        "Attackers in",
        FRONT_LINE,
        OPEN_GROUND,
        word="from",
        blank="-",
        error_name="ground for the attackers",
        shown=lambda state: state.counter > 0,
    )
    choice: Choice = part(CHOICE)
    readings: Taken = part(known_readings, "campaign")

    @property
    def in_trench(self) -> bool:
        """Whether the defender is in a trench."""
        return self.terrain in TRENCHES

    def plan(self) -> Plan:
        """Return the plan, as the rules take it."""
        return Plan(
            half_brigades(self.units, self.full, self.reduced),
            one_unit(self.steps, self.factor),
            line=self.terrain,
            broken_line=self.broken if self.in_trench else self.terrain,
            in_trench=self.in_trench,
            battery=self.battery,
            counter_battery=self.counter,
            open_line=self.stand_in,
            choice=self.choice,
            readings=dict(self.readings),
        )

    @property
    def chance(self) -> Fraction:
        """The chance of a breakthrough."""
        return campaign(self.plan(), self.attacks)[-1].chance(lambda front: front.broken)

    def ask(self) -> Answer[Fraction]:
        return replace(breakthrough(self.plan(), self.attacks), remedies=tuple(self._remedies()))

    def _remedies(self) -> Iterator[Remedy]:
        for key, words in (
            ("units", "One more half-brigade"),
            ("battery", "One more die of shells"),
            ("attacks", "One more attack"),
        ):
            number, value = parts_of(Campaign)[key], getattr(self, key) + 1
            if isinstance(number, Whole) and value <= number.most:
                more = with_fields(self, **{key: value}).chance
                if percent(more) != percent(self.chance):
                    yield Remedy(f"{words}: {percent(more)}.", key, value)

    def question_picture(self) -> Scene:
        rows = (
            ("attackers", (plural(self.units, "half-brigade"), "2 steps each")),
            ("factors", (f"{self.full} full", f"{self.reduced} reduced")),
            ("defender", (plural(self.steps, "step"), f"{self.factor} a step")),
            ("shells", (plural(self.battery, "die", "dice"), "each turn")),
        )
        sides = Table(f"The fight for a hex of {self.terrain}", ("", ""), rows)
        return exhibit(self.title, self.prompt, (sides, *printed_table(terrain=self.terrain)), ())

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        fronts: tuple[Odds[Front], ...] = answer.detail
        rows = tuple(
            (f"after {n}", tuple(percent(odds.chance(holds)) for _, holds in _STANDINGS))
            for n, odds in enumerate(fronts[1:], 1)
        )
        return (
            Table(
                "The state after each attack",
                ("broken through", "attackers spent", "still fighting"),
                rows,
                self.attacks - 1,
            ),
        )

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        fronts: tuple[Odds[Front], ...] = answer.detail
        series = tuple(
            (name, tuple(odds.chance(holds) for odds in fronts)) for name, holds in _STANDINGS
        )
        lost = lost_odds(self.plan(), fronts[-1])
        bars = tuple((str(n), lost.p(n)) for n in range(2 * self.units + 1))
        return (
            Curve("After each attack", "attacks made", series, 0),
            Bars(
                "The cost in the end", "British steps lost", bars, ordered=True, tint="vermillion"
            ),
        )

    def as_read(self) -> str:
        return percent(self.chance)


_STANDINGS = (
    ("broken through", lambda front: front.broken),
    ("spent", lambda front: front.spent),
    ("fighting", lambda front: not (front.broken or front.spent)),
)
