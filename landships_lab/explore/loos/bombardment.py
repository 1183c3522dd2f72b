"""Bombardment: the chance that shells cost a step, by terrain and dice, with trenches, last steps and gas."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.dice import D6, Odds, sum_of
from landships_lab.core.speech import percent
from landships_lab.data.load import readings
from landships_lab.data.loos.combat_table import COLUMNS, Alignment
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Number, State, Toggle, Toggles
from landships_lab.explore.explorer import changed as with_values
from landships_lab.explore.loos.common import differentials, slug, unslug
from landships_lab.explore.tabled import TabledExplorer, number, read_numbers, switches, with_option
from landships_lab.rules.loos import bombardment, bombardment_odds, bombardment_result, terrains
from landships_lab.rules.loos.bombard import FRIENDLY_FIRE, LEFT, MOST_DICE, shelled_as
from landships_lab.rules.loos.book import TABLE, taken
from landships_lab.rules.loos.table import line_of
from landships_lab.scene.charts import Bars, Table

ID = "loos:bombardment"
_NUMBERS = {"dice": 3, "steps": 2, "total": 0, "roll": 0}
_FLAGS = {"trench": "Germans in a trench", "gas": "gas (Zero Hour, British)"}


@dataclass(frozen=True)
class BombardmentState(State):
    """A target, the shells, and the throw if it was made: its total and the roll on the table, 0 before it."""

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
        """The dice that make the factor, the one for gas included."""
        return self.dice + self.gas


class Bombardment(TabledExplorer[BombardmentState]):
    """The dice of a bombardment, the column they find, and what 17.4 keeps of the result."""

    id = ID
    title = "Bombardment"
    rules = "Loos: The Big Push · 17.3 to 17.6"
    question = "How often does a bombardment cost its target a step?"
    hands = "Choose terrain and dice · enter total and roll of a throw to read one result · point at a bar for its exact fraction"

    def start(self) -> BombardmentState:
        """Return three dice on a German trench."""
        return self.parse(f"{ID} trench dice 3 steps 2 with trench")

    def ask(self, state: BombardmentState) -> Answer[Any]:
        """Return the result of the throw; before a throw, the chance that the target loses a step."""
        options = dict(state.readings)
        chance = bombardment(state.terrain, state.dice, state.steps, state.trench, state.gas, options)
        if state.total and state.roll:
            return replace(bombardment_result(state.terrain, state.total, state.roll, options), detail=chance.detail)
        return chance

    def tables(self, state: BombardmentState, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the line of the terrain over the results that count."""
        options = taken(dict(state.readings))
        line, _ = line_of(shelled_as(state.terrain, options), options)
        alignment: Alignment = "right" if options["crt-alignment"] == "right" else "left"
        rows = tuple((f"roll {die}", tuple(r if r in LEFT else "•" for r in row)) for die, row in TABLE.results.items())
        lit = line.column(state.total, alignment) if state.total else None
        caption = f"The results a bombardment keeps, on the line of {', '.join(line.terrain)}"
        heads = differentials(line, alignment)
        assert len(heads) == COLUMNS
        return (Table(caption, heads, rows, state.roll - 1 if state.roll else None, lit, "• stands for every ignored result."),)

    def charts(self, state: BombardmentState, answer: Answer[Any]) -> tuple[Bars, ...]:
        """Return the odds of each result that counts, and of each total of the dice."""
        odds: Odds[str] = answer.detail
        names = (*LEFT[:3], FRIENDLY_FIRE) if state.gas else LEFT
        totals = sum_of(D6, state.thrown)
        return (
            Bars("Chance of each result", "result", tuple((name, odds.p(name)) for name in names)),
            Bars("Chance of each factor", "total of the dice", tuple((str(n), p) for n, p in totals), ordered=True, tint="green"),
        )

    def replies(self, state: BombardmentState) -> tuple[str, ...]:
        """Return the results a throw can have."""
        return LEFT

    # -- text and controls ------------------------------------------------------------------------------------------------

    def text(self, state: BombardmentState) -> str:
        """Return the state in one line."""
        words = [ID, slug(state.terrain)]
        words += [w for key in _NUMBERS if (n := getattr(state, key)) or key in ("dice", "steps") for w in (key, str(n))]
        if flags := [key for key in _FLAGS if getattr(state, key)]:
            words += ["with", *flags]
        return " ".join([*words, *textform.write_readings(state.readings)])

    def parse(self, text: str) -> BombardmentState:
        """Return the state of such a line."""
        found = textform.groups(text, ID, (*_NUMBERS, "with", "reading"))
        if len(found[""]) != 1:
            raise ValueError(f"After {ID} comes the terrain, such as trench or british-front-line.")
        options = textform.read_readings(found.get("reading", []), readings("loos", "bombardment"))
        state = self.set(BombardmentState(readings=options), "terrain", unslug(found[""][0]))
        for flag in found.get("with", []):
            state = self.set(state, "flags", (flag, True))
        for key, value in read_numbers(found, _NUMBERS).items():
            state = self.set(state, key, value)
        return state

    def controls(self, state: BombardmentState) -> tuple[Control, ...]:
        """Return the controls of the target, the shells, the throw and the readings."""
        flags = tuple(Toggle(key, label, getattr(state, key), "blue") for key, label in _FLAGS.items())
        rolls = (("0", "any"), *((str(n), str(n)) for n in range(1, 7)))
        return (
            Choice("terrain", "Terrain of the target", tuple((t, t) for t in terrains()), state.terrain),
            Number("dice", "Dice of the marker (set by you)", state.dice, 1, MOST_DICE - state.gas),
            Number("steps", "Steps of the target", state.steps, 1, 3),
            Toggles("flags", "Rules that apply", flags),
            Number("total", "Total thrown (0: not yet)", state.total, 0, 6 * state.thrown),
            Choice("roll", "Roll on the table", rolls, str(state.roll), buttons=True),
            *switches(readings("loos", "bombardment").values(), dict(state.readings), lambda key, option: self._effect(state, key, option)),
        )

    def _effect(self, state: BombardmentState, reading: str, option: str) -> str:
        switched = replace(state, readings=with_option(state.readings, readings("loos", "bombardment")[reading], option))
        return f"a step: {percent(self.ask(replace(switched, total=0)).value)}"

    def changed(self, state: BombardmentState, control: str, value: Any) -> BombardmentState:
        """Return the state after one control is given a value."""
        if control in readings("loos", "bombardment"):
            return replace(state, readings=with_option(state.readings, readings("loos", "bombardment")[control], str(value)))
        if control == "terrain":
            bombardment_odds(str(value), 1)  # refuses terrain that is not on the table
            return replace(state, terrain=str(value))
        if control == "flags":
            flag, on = value
            one_of("rule that applies", flag, _FLAGS)
            new = with_values(state, **{flag: bool(on)})
            return replace(new, dice=min(new.dice, MOST_DICE - new.gas), total=0)
        if control == "roll":
            return replace(state, roll=number(Number("roll", "The roll", 0, 0, 6), value))
        new = with_values(state, **{control: value})
        return new if new.total <= 6 * new.thrown else replace(new, total=0)
