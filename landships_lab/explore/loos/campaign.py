"""Breakthrough: its chance and its cost when one hex is attacked turn after turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Remedy
from landships_lab.core.checks import one_of
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent
from landships_lab.data.load import readings
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Number, State
from landships_lab.explore.explorer import changed as with_values
from landships_lab.explore.loos.common import OPEN_GROUND, slug, unslug
from landships_lab.explore.tabled import TabledExplorer, read_numbers, switches, with_option
from landships_lab.rules.loos import Front, Plan, breakthrough, campaign, half_brigades, one_unit, terrains
from landships_lab.rules.loos.campaign import MOST_ATTACKS, lost_odds
from landships_lab.rules.loos.losses import CHOICES
from landships_lab.rules.loos.table import TRENCHES, column
from landships_lab.rules.loos.terrain import FRONT_LINE
from landships_lab.scene.charts import Bars, Chart, Curve, Table
from landships_lab.scene.exhibit import exhibit
from landships_lab.scene.shapes import Scene

ID = "loos:campaign"
#: Each number of a state: its label, its usual value, the least and the most.
_NUMBERS = {
    "units": ("British half-brigades", 3, 1, 4),
    "full": ("Full factor (set by you)", 4, 0, 12),
    "reduced": ("Reduced factor (set by you)", 2, 0, 12),
    "steps": ("Steps of the defender", 2, 1, 3),
    "factor": ("Its factor for each step (set by you)", 3, 0, 12),
    "battery": ("British dice (set by you)", 2, 0, 4),
    "counter": ("German dice (set by you)", 1, 0, 4),
    "attacks": ("Attacks", 4, 1, MOST_ATTACKS),
}


@dataclass(frozen=True)
class CampaignState(State):
    """Attackers, defender and ground, and the number of attacks.

    ``broken`` is the terrain once the trench is breached; ``stand_in`` is where the attackers stand. A link that does not say
    so means the British front line, the only place where German shells may fall as 14.2 is printed.
    """

    explorer_id: ClassVar[str] = ID
    terrain: str = "trench"
    broken: str = "clear"
    units: int = 3
    full: int = 4
    reduced: int = 2
    steps: int = 2
    factor: int = 3
    battery: int = 2
    counter: int = 1
    attacks: int = 4
    stand_in: str = FRONT_LINE
    choice: str = "stand"
    readings: tuple[tuple[str, str], ...] = ()

    def plan(self) -> Plan:
        """Return the plan, as the rules take it."""
        in_trench = self.terrain in TRENCHES
        return Plan(
            half_brigades(self.units, self.full, self.reduced),
            one_unit(self.steps, self.factor),
            line=self.terrain,
            broken_line=self.broken if in_trench else self.terrain,
            in_trench=in_trench,
            battery=self.battery,
            counter_battery=self.counter,
            open_line=self.stand_in,
            choice="stand" if self.choice == "stand" else "retreat",
            readings=dict(self.readings),
        )


def _chance(state: CampaignState) -> str:
    return percent(campaign(state.plan(), state.attacks)[-1].chance(lambda front: front.broken))


class Campaign(TabledExplorer[CampaignState]):
    """One hex attacked again and again: the chance of a breakthrough by each turn, and what it costs."""

    id = ID
    title = "Breakthrough"
    rules = "Loos: The Big Push · several attacks on one hex"
    question = "How likely is a breakthrough, and what does it cost?"
    hands = "Move the sliders · point at a bar for its exact fraction · every chance is exact, not simulated"

    def start(self) -> CampaignState:
        """Return three half-brigades before a two-step regiment in its trench."""
        return self.parse(f"{ID} trench")

    def ask(self, state: CampaignState) -> Answer[Any]:
        """Return the chance of a breakthrough within so many attacks, and what one more of each would change."""
        return replace(breakthrough(state.plan(), state.attacks), remedies=self._changes(state))

    def _changes(self, state: CampaignState) -> tuple[Remedy, ...]:
        offered = []
        for key, words in (("units", "One more half-brigade"), ("battery", "One more die of shells"), ("attacks", "One more attack")):
            value = getattr(state, key) + 1
            if value <= _NUMBERS[key][3]:
                offered.append(Remedy(f"{words}: {_chance(with_values(state, **{key: value}))}.", key, value))
        return tuple(offered)

    def riddle(self, state: CampaignState) -> Scene:
        """Return an empty picture: every number of its tables and charts is an answer."""
        return exhibit(self.title, self.question, (), ())

    def tables(self, state: CampaignState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the state of the fight after each attack."""
        fronts: tuple[Odds[Front], ...] = answer.detail
        rows = tuple((name, tuple(percent(odds.chance(holds)) for odds in fronts[1:])) for name, holds in _STANDINGS)
        return (Table("The state after each attack", tuple(f"after {n}" for n in range(1, state.attacks + 1)), rows),)

    def charts(self, state: CampaignState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return the chances attack by attack, and the steps the British have lost at the end."""
        fronts: tuple[Odds[Front], ...] = answer.detail
        series = tuple((name, tuple(odds.chance(holds) for odds in fronts)) for name, holds in _STANDINGS)
        lost = lost_odds(state.plan(), fronts[-1])
        bars = tuple((str(n), lost.p(n)) for n in range(2 * state.units + 1))
        return (
            Curve("After so many attacks", "attacks made", series, 0),
            Bars("The cost", "British steps lost in the end", bars, ordered=True, tint="vermillion"),
        )

    # -- text and controls ------------------------------------------------------------------------------------------------

    def text(self, state: CampaignState) -> str:
        """Return the state in one line."""
        words = [ID, slug(state.terrain)]
        if state.broken != "clear":
            words += ["then", slug(state.broken)]
        words += [w for key, (_, usual, _, _) in _NUMBERS.items() if (n := getattr(state, key)) != usual for w in (key, str(n))]
        if state.stand_in != FRONT_LINE:
            words += ["from", slug(state.stand_in)]
        if state.choice != "stand":
            words += ["choice", state.choice]
        return " ".join([*words, *textform.write_readings(state.readings)])

    def parse(self, text: str) -> CampaignState:
        """Return the state of such a line."""
        found = textform.groups(text, ID, (*_NUMBERS, "then", "from", "choice", "reading"))
        if len(found[""]) != 1:
            raise ValueError(f"After {ID} comes the terrain, such as trench or woods.")
        state = CampaignState(readings=textform.read_readings(found.get("reading", []), readings("loos", "campaign")))
        state = self.set(state, "terrain", unslug(found[""][0]))
        state = replace(state, broken=_printed(unslug(textform.one(found, "then", "clear"))))
        for key, value in read_numbers(found, {key: usual for key, (_, usual, _, _) in _NUMBERS.items()}).items():
            state = self.set(state, key, value)
        state = replace(state, stand_in=_open(unslug(textform.one(found, "from", slug(FRONT_LINE)))))
        return self.set(state, "choice", textform.one(found, "choice", "stand"))

    def controls(self, state: CampaignState) -> tuple[Control, ...]:
        """Return the controls of both sides, the ground, the shells, the number of attacks and the readings."""
        printed = tuple((t, t) for t in terrains())
        numbers = {key: Number(key, label, getattr(state, key), least, most) for key, (label, _, least, most) in _NUMBERS.items()}
        in_trench = state.plan().in_trench
        return (
            Choice("terrain", "Terrain attacked", printed, state.terrain),
            *((Choice("broken", "Once the trench is breached", printed, state.broken),) if in_trench else ()),
            *numbers.values(),
            *((Choice("stand_in", "The attackers stand in", OPEN_GROUND, state.stand_in),) if state.counter else ()),
            Choice("choice", "At D2 and D3 the defender", (("stand", "stands"), ("retreat", "retreats")), state.choice, buttons=True),
            *switches(readings("loos", "campaign").values(), dict(state.readings), lambda key, option: self._effect(state, key, option)),
        )

    def _effect(self, state: CampaignState, reading: str, option: str) -> str:
        switched = replace(state, readings=with_option(state.readings, readings("loos", "campaign")[reading], option))
        return _chance(switched)

    def changed(self, state: CampaignState, control: str, value: Any) -> CampaignState:
        """Return the state after one control is given a value."""
        if control in readings("loos", "campaign"):
            return replace(state, readings=with_option(state.readings, readings("loos", "campaign")[control], str(value)))
        if control in ("terrain", "broken"):
            return with_values(state, **{control: _printed(str(value))})
        if control == "stand_in":
            return replace(state, stand_in=_open(str(value)))
        if control == "choice":
            one_of("choice of the defender", value, CHOICES)
        return with_values(state, **{control: value})


def _open(terrain: str) -> str:
    return one_of("ground for the attackers", terrain, [ground for ground, _ in OPEN_GROUND])


def _printed(terrain: str) -> str:
    column(terrain, 0)  # refuses terrain that is not on the table
    return terrain


_STANDINGS = (
    ("broken through", lambda front: front.broken),
    ("attackers spent", lambda front: front.spent),
    ("still fighting", lambda front: not (front.broken or front.spent)),
)
