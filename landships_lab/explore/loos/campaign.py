"""Breakthrough: its chance and its cost when one hex is attacked turn after turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Remedy
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent
from landships_lab.explore.controls import Switch
from landships_lab.explore.explorer import State, changed
from landships_lab.explore.loos.common import (
    CHOICE,
    FACTOR,
    FULL,
    OPEN_GROUND,
    REDUCED,
    TERRAINS,
    Offered,
    known_readings,
    leading_terrain,
)
from landships_lab.explore.parts import OneOf, Whole, part, parts_of
from landships_lab.explore.readings import Taken, switch
from landships_lab.explore.tabled import TabledExplorer
from landships_lab.rules.loos import Front, Plan, breakthrough, campaign, half_brigades, one_unit
from landships_lab.rules.loos.campaign import MOST_ATTACKS, lost_odds
from landships_lab.rules.loos.losses import Choice
from landships_lab.rules.loos.shells import MOST_DICE
from landships_lab.rules.loos.table import FRONT_LINE, TRENCHES
from landships_lab.scene.charts import Bars, Chart, Curve, Table
from landships_lab.scene.exhibit import exhibit
from landships_lab.scene.shapes import Scene

ID = "loos:campaign"


@dataclass(frozen=True)
class CampaignState(State):
    """Attackers, defender and ground, and the number of attacks.

    ``broken`` is the terrain once the trench is breached; ``stand_in`` is where the attackers stand. A link that does not say
    so means the British front line, the only place where German shells may fall as 14.2 is printed.
    """

    explorer_id: ClassVar[str] = ID
    terrain: str = part(leading_terrain("Terrain", FRONT_LINE))
    broken: str = part(
        Offered(
            "Breached, it is",
            "clear",
            TERRAINS,
            word="then",
            blank="-",
            noun="terrain",
            shown=lambda state: state.in_trench,
            hidden=(*TRENCHES, FRONT_LINE),
        )
    )
    units: int = part(Whole("Half-brigades", 3, 1, 4, noun="the number of half-brigades"))
    full: int = part(FULL)
    reduced: int = part(REDUCED)
    steps: int = part(Whole("Defender's steps", 2, 1, 3))
    factor: int = part(FACTOR)
    battery: int = part(Whole("Shells", 2, 0, MOST_DICE, noun="the British dice"))
    counter: int = part(Whole("German shells", 1, 0, MOST_DICE, noun="the German dice"))
    attacks: int = part(Whole("Attacks", 4, 1, MOST_ATTACKS))
    stand_in: str = part(
        OneOf(
            "Attackers in",
            FRONT_LINE,
            OPEN_GROUND,
            word="from",
            blank="-",
            noun="ground for the attackers",
            shown=lambda state: state.counter > 0,
        )
    )
    choice: Choice = part(CHOICE)
    readings: Taken = part(known_readings("campaign"))

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


class Campaign(TabledExplorer[CampaignState]):
    """One hex attacked again and again: the chance of a breakthrough by each turn, and what it costs."""

    id = ID
    state = CampaignState
    title = "Breakthrough"
    rules = "Loos"
    question = "How likely is a breakthrough, and what does it cost?"
    hands = "Shells are dice; they and the factors are yours to set · point at a bar for its exact fraction"
    order = ("terrain", "units", "battery", "attacks", "steps", "factor", "broken", "full", "reduced", "counter", "stand_in", "choice")
    leisure = ("broken", "full", "reduced", "counter", "stand_in", "choice")
    stage = (("Odds", "chart 1 + chart 2"), ("Table", "tables"))

    def ask(self, state: CampaignState) -> Answer[Any]:
        """Return the chance of a breakthrough within so many attacks, and what one more of each would change."""
        return replace(breakthrough(state.plan(), state.attacks), remedies=tuple(self._remedies(state)))

    def _remedies(self, state: CampaignState) -> Iterator[Remedy]:
        for key, words in (("units", "One more half-brigade"), ("battery", "One more die of shells"), ("attacks", "One more attack")):
            number, value = parts_of(CampaignState)[key], getattr(state, key) + 1
            if isinstance(number, Whole) and value <= number.most:
                more = changed(state, **{key: value}).chance
                if percent(more) != percent(state.chance):
                    yield Remedy(f"{words}: {percent(more)}.", key, value)

    def riddle(self, state: CampaignState) -> Scene:
        """Return an empty picture: every number of its tables and charts is an answer."""
        return exhibit(self.title, self.question, (), ())

    def tables(self, state: CampaignState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the state of the fight after each attack."""
        fronts: tuple[Odds[Front], ...] = answer.detail
        rows = tuple((f"after {n}", tuple(percent(odds.chance(holds)) for _, holds in _STANDINGS)) for n, odds in enumerate(fronts[1:], 1))
        return (Table("The state after each attack", ("broken through", "attackers spent", "still fighting"), rows, state.attacks - 1),)

    def charts(self, state: CampaignState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return the chances attack by attack, and the steps the British have lost at the end."""
        fronts: tuple[Odds[Front], ...] = answer.detail
        series = tuple((name, tuple(odds.chance(holds) for odds in fronts)) for name, holds in _STANDINGS)
        lost = lost_odds(state.plan(), fronts[-1])
        bars = tuple((str(n), lost.p(n)) for n in range(2 * state.units + 1))
        return (
            Curve("After each attack", "attacks made", series, 0),
            Bars("The cost in the end", "British steps lost", bars, ordered=True, tint="vermillion"),
        )

    def reading_switches(self, state: CampaignState) -> tuple[Switch, ...]:
        """Return the readings with the chance under each option, without the remedies that `ask` works out for an answer."""
        part = self.readings_part
        assert part is not None  # it is among the parts above
        return tuple(
            switch(reading, state.readings, [(option, percent(other.chance)) for option, other in part.others(state, reading)])
            for reading in part.bearing(state).values()
        )


_STANDINGS = (
    ("broken through", lambda front: front.broken),
    ("spent", lambda front: front.spent),
    ("fighting", lambda front: not (front.broken or front.spent)),
)
