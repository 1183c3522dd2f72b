"""Bombardment: what is left of the shells, by terrain and dice, with trenches, last steps and gas."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Odds, sum_of
from landships_lab.data.load import readings
from landships_lab.data.loos.combat_table import COLUMNS, Alignment
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Number, State, Toggle, Toggles
from landships_lab.explore.explorer import changed as with_values
from landships_lab.explore.loos.common import differentials, slug, unslug
from landships_lab.explore.tabled import TabledExplorer, number, read_numbers, switches, with_option
from landships_lab.rules.loos import bombardment_odds, bombardment_result, gas_odds, shell_odds, terrains
from landships_lab.rules.loos.bombard import FRIENDLY_FIRE, LEFT, MOST_DICE, shelled_as
from landships_lab.rules.loos.book import CITES, TABLE, counted, percent, supplied
from landships_lab.rules.loos.table import line_of
from landships_lab.scene.charts import Bars, Table

ID = "loos:bombardment"
_NUMBERS = {"dice": 3, "steps": 2, "total": 0, "roll": 0}
_FLAGS = {"trench": "Germans in a trench", "gas": "gas (Zero Hour, British)"}


@dataclass(frozen=True)
class BombardmentState(State):
    """A target: its terrain and steps; the shells: dice, gas; a throw, if it was made: its total and the roll on the table."""

    explorer_id: ClassVar[str] = ID
    terrain: str = "trench"
    dice: int = 3
    steps: int = 2
    trench: bool = False
    gas: bool = False
    total: int = 0
    roll: int = 0
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def thrown(self) -> int:
        """How many dice make the factor, the one for gas among them?"""
        return self.dice + self.gas


class Bombardment(TabledExplorer[BombardmentState]):
    """How many shells does it take? The dice, the column they find, and what 17.4 leaves of the result."""

    id = ID
    title = "Bombardment"
    rules = "Loos: The Big Push · 17.3 to 17.6"
    question = "What does a bombardment cost the target?"
    hands = "Choose terrain and dice · give total and roll of a throw to read one result · point at a bar for its exact fraction"

    def start(self) -> BombardmentState:
        """Three dice on a German trench."""
        return self.parse(f"{ID} trench dice 3 steps 2 with trench")

    def ask(self, state: BombardmentState) -> Answer[Any]:
        """Which result did the throw bring; before a throw, how likely is the loss of a step?"""
        taken = dict(state.readings)
        if state.total and state.roll:
            return bombardment_result(state.terrain, state.total, state.roll, taken)
        loss = self._loss(state)
        hits = 1 - self._odds(state).p(FRIENDLY_FIRE if state.gas else "•")
        dice = counted(state.thrown, "die", "dice")
        steps = [
            Step(f"{dice}: their total is the factor, {state.thrown} to {6 * state.thrown}.", CITES["factor-dice"]),
            Step("How many dice a turn has stands on the artillery track.", supplied("number of dice")),
            Step(f"The factor is looked up on the line of {shelled_as(state.terrain, self._chosen(state))}.", CITES["bombardment"]),
            Step("Ex, no effect and every A result are ignored; no retreat is allowed.", CITES["bombardment"]),
        ]
        if state.trench:
            steps.append(Step(f"D2, D3 and De breach the trench: {percent(hits)}.", CITES["breach"]))
            if state.steps == 1:
                steps.append(Step("Germans in a trench never lose their last step.", CITES["last-step"]))
        if state.gas:
            friendly = self._odds(state).p(FRIENDLY_FIRE)
            steps.append(Step(f"All else falls on one adjacent friendly unit: {percent(friendly)}.", CITES["gas"]))
        breach = f", its trench is breached {percent(hits)}" if state.trench else ""
        friends = f", and a friend is hit {percent(self._odds(state).p(FRIENDLY_FIRE))}" if state.gas else ""
        return Answer(loss, tuple(steps), f"{dice} on {state.terrain}: the target loses a step {percent(loss)}{breach}{friends}.")

    def _chosen(self, state: BombardmentState) -> dict[str, str]:
        return {key: reading.default for key, reading in readings("loos").items()} | dict(state.readings)

    def _odds(self, state: BombardmentState) -> Odds[str]:
        taken = dict(state.readings)
        return gas_odds(state.terrain, state.dice, readings=taken) if state.gas else bombardment_odds(state.terrain, state.dice, taken)

    def _loss(self, state: BombardmentState) -> Fraction:
        left = shell_odds(state.terrain, state.thrown, state.steps, state.trench, dict(state.readings))
        return left.chance(lambda unit: unit.steps < state.steps)

    def tables(self, state: BombardmentState, answer: Answer[Any]) -> tuple[Table, ...]:
        """The line of the terrain over the results, the ignored ones in brackets' stead left blank."""
        taken = self._chosen(state)
        line, _ = line_of(shelled_as(state.terrain, taken), taken)
        alignment: Alignment = "right" if taken["crt-alignment"] == "right" else "left"
        rows = tuple((f"roll {die}", tuple(r if r in LEFT else "•" for r in row)) for die, row in TABLE.results.items())
        lit = line.column(state.total, alignment) if state.total else None
        caption = f"What a bombardment keeps of the table, on the line of {', '.join(line.terrain)}"
        heads = differentials(line, alignment)
        assert len(heads) == COLUMNS
        return (Table(caption, heads, rows, state.roll - 1 if state.roll else None, lit, "• stands for all that is ignored."),)

    def charts(self, state: BombardmentState, answer: Answer[Any]) -> tuple[Bars, ...]:
        """How likely is each result that counts, and each total of the dice?"""
        odds = self._odds(state)
        names = (*LEFT[:3], FRIENDLY_FIRE) if state.gas else LEFT
        totals = sum_of(D6, state.thrown)
        return (
            Bars("How likely is each result?", "result", tuple((name, odds.p(name)) for name in names)),
            Bars("How likely is each factor?", "total of the dice", tuple((str(n), p) for n, p in totals), ordered=True, tint="green"),
        )

    def replies(self, state: BombardmentState) -> tuple[str, ...]:
        """What a throw can bring."""
        return LEFT

    # -- text and controls ------------------------------------------------------------------------------------------------

    def text(self, state: BombardmentState) -> str:
        """One line that carries the state."""
        words = [ID, slug(state.terrain)]
        words += [w for key in _NUMBERS if (n := getattr(state, key)) or key in ("dice", "steps") for w in (key, str(n))]
        if flags := [key for key in _FLAGS if getattr(state, key)]:
            words += ["with", *flags]
        return " ".join([*words, *textform.write_readings(state.readings)])

    def parse(self, text: str) -> BombardmentState:
        """The state of such a line."""
        found = textform.groups(text, ID, (*_NUMBERS, "with", "reading"))
        if len(found[""]) != 1:
            raise ValueError(f"After {ID} stands the terrain, such as trench or british-front-line.")
        taken = textform.read_readings(found.get("reading", []), readings("loos", "bombardment"))
        state = self.set(BombardmentState(readings=taken), "terrain", unslug(found[""][0]))
        for flag in found.get("with", []):
            state = self.set(state, "flags", (flag, True))
        for key, value in read_numbers(found, _NUMBERS).items():
            state = self.set(state, key, value)
        return state

    def controls(self, state: BombardmentState) -> tuple[Control, ...]:
        """Target, shells, the throw, the readings."""
        flags = tuple(Toggle(key, label, getattr(state, key), "blue") for key, label in _FLAGS.items())
        rolls = (("0", "any"), *((str(n), str(n)) for n in range(1, 7)))
        return (
            Choice("terrain", "Terrain of the target", tuple((t, t) for t in terrains()), state.terrain),
            Number("dice", "Dice of the marker (yours)", state.dice, 1, MOST_DICE - state.gas),
            Number("steps", "Steps of the target", state.steps, 1, 3),
            Toggles("flags", "Rules that bear on it", flags),
            Number("total", "Total thrown (0: not yet)", state.total, 0, 6 * state.thrown),
            Choice("roll", "Roll on the table", rolls, str(state.roll), buttons=True),
            *switches(readings("loos", "bombardment").values(), dict(state.readings), lambda key, option: self._effect(state, key, option)),
        )

    def _effect(self, state: BombardmentState, reading: str, option: str) -> str:
        switched = replace(state, readings=with_option(state.readings, readings("loos", "bombardment")[reading], option))
        return f"{percent(self._loss(switched))} a step"

    def changed(self, state: BombardmentState, control: str, value: Any) -> BombardmentState:
        """The state after one control has been given a value."""
        if control in readings("loos", "bombardment"):
            return replace(state, readings=with_option(state.readings, readings("loos", "bombardment")[control], str(value)))
        if control == "terrain":
            bombardment_odds(str(value), 1)  # refuses terrain that is not on the table
            return replace(state, terrain=str(value))
        if control == "flags":
            flag, on = value
            if flag not in _FLAGS:
                raise ValueError(f"{flag!r} is none of the rules that bear on it: {', '.join(_FLAGS)}.")
            new = with_values(state, **{flag: bool(on)})
            return replace(new, dice=min(new.dice, MOST_DICE - new.gas), total=0)
        if control == "roll":
            return replace(state, roll=number(Number("roll", "The roll", 0, 0, 6), value))
        new = with_values(state, **{control: value})
        return new if new.total <= 6 * new.thrown else replace(new, total=0)
