"""The general staff: every other question of the folio, one at a time, each answered by its rule with the sentence it stands on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar

from landships_lab.core.answer import Answer
from landships_lab.core.sources import Reading
from landships_lab.data.load import readings
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, State, one_of
from landships_lab.explore.loos import staff_combat, staff_ground, staff_men
from landships_lab.explore.loos.parts import Case, Given, Part
from landships_lab.explore.tabled import TabledExplorer, switches, with_option
from landships_lab.scene.charts import Chart, Table

ID = "loos:staff"
CASES = MappingProxyType({case.id: case for case in (*staff_ground.CASES, *staff_combat.CASES, *staff_men.CASES)})


@dataclass(frozen=True)
class StaffState(State):
    """A question, and those of its parts that are not as usual."""

    explorer_id: ClassVar[str] = ID
    case: str = staff_ground.SET_UP.id
    values: tuple[tuple[str, Any], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()

    def known(self) -> Case:
        """Which question is it?"""
        return CASES[self.case]

    def value(self, part: Part) -> Any:
        """Which value has this part?"""
        return dict(self.values).get(part.id, part.usual)

    def given(self) -> Given:
        """The values of all parts, and the readings taken, as the question takes them."""
        return Given({part.id: self.value(part) for part in self.known().parts}, dict(self.readings))


class GeneralStaff(TabledExplorer[StaffState]):
    """Set-up, trenches, stacks, reserves, replacements, victory: pick a question and set its parts."""

    id = ID
    title = "The general staff"
    rules = "Loos: The Big Push · set-up, stacks, reserves, replacements, victory"
    question = "What does the rest of the folio say?"
    hands = "Pick a question · set its parts · values marked yours are not in the source"

    def start(self) -> StaffState:
        """Two battalions before four hexes of the British front line, one of which nobody watches."""
        return StaffState()

    def ask(self, state: StaffState) -> Answer[Any]:
        """The rule's own answer."""
        return state.known().ask(state.given())

    def charts(self, state: StaffState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The odds that go with the question, if any."""
        return state.known().charts(state.given())

    def tables(self, state: StaffState, answer: Answer[Any]) -> tuple[Table, ...]:
        """What is looked up for it, if anything."""
        return state.known().tables(state.given())

    # -- text and controls ------------------------------------------------------------------------------------------------

    def text(self, state: StaffState) -> str:
        """One line that carries the state."""
        taken = dict(state.values)
        words = [w for part in state.known().parts if part.id in taken for w in (part.id, part.write(taken[part.id]))]
        return " ".join([ID, state.case, *words, *textform.write_readings(state.readings)])

    def parse(self, text: str) -> StaffState:
        """The state of such a line."""
        words = text.split()
        if len(words) < 2 or words[1] not in CASES:
            textform.groups(text, ID, ())
            raise ValueError(f"After {ID} stands the question: {', '.join(CASES)}.")
        state = StaffState(words[1])
        parts = {part.id: part for part in state.known().parts}
        found = textform.groups(text, ID, (*parts, "reading"))
        if found[""] != [state.case]:
            raise ValueError(f"After the question stand its parts: {', '.join(parts)}.")
        for key, part in parts.items():
            if key in found:
                state = _with(state, part, part.read(textform.one(found, key, "")))
        return replace(state, readings=textform.read_readings(found.get("reading", []), _bearing(state)))

    def controls(self, state: StaffState) -> tuple[Control, ...]:
        """The question, its parts, the readings that bear on it."""
        asked = Choice("case", "Question", tuple((case.id, case.label) for case in CASES.values()), state.case)
        parts = tuple(part.control(state.value(part)) for part in state.known().parts)
        return (asked, *parts, *switches(_bearing(state).values(), dict(state.readings), self._effects(state)))

    def _effects(self, state: StaffState) -> Callable[[str, str], str]:
        def effect(reading: str, option: str) -> str:
            switched = replace(state, readings=with_option(state.readings, _bearing(state)[reading], option))
            return self.ask(switched).headline.rstrip(".").rpartition(": ")[2]

        return effect

    def changed(self, state: StaffState, control: str, value: Any) -> StaffState:
        """The state after one control has been given a value; another question begins as usual."""
        if control == "case":
            return state if value == state.case else StaffState(one_of("question", value, list(CASES)))
        if control in _bearing(state):
            return replace(state, readings=with_option(state.readings, _bearing(state)[control], str(value)))
        part = next(part for part in state.known().parts if part.id == control)
        return _with(state, part, part.taken(state.value(part), value))


def _bearing(state: StaffState) -> dict[str, Reading]:
    """Which readings bear on the question?"""
    on = state.known().bears_on
    return dict(readings("loos", on)) if on else {}


def _with(state: StaffState, part: Part, value: Any) -> StaffState:
    """The state with this part set. A usual value is not written down."""
    rest = tuple((key, kept) for key, kept in state.values if key != part.id)
    return replace(state, values=tuple(sorted(rest if value == part.usual else (*rest, (part.id, value)))))
