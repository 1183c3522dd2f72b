"""The base of the general staff's questions: each asks its rule and chooses what is shown."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self, cast

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import DIRECTIONS, Hex
from landships_lab.core.speech import capitalized, mixed, plural
from landships_lab.data.load import readings
from landships_lab.drawing.charts import Table, exhibit
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.loos.rules.book import GRID
from landships_lab.panel.board import Action, Gesture
from landships_lab.panel.controls import Control, Field, Toggle, Toggles
from landships_lab.panel.menu import Menu, question_part
from landships_lab.panel.parts import LEAD, OneOf, OnePlace, Part, Places, Several, Whole, part
from landships_lab.panel.parts.base import parts_of, with_fields
from landships_lab.panel.readings import Readings, Taken
from landships_lab.panel.tables import TablePanel
from .common import table, word
from .staff_map import MAP, Plan, drawn

#: The most rows of a table on the stage.
MOST_ROWS = 12
_NONE: Mapping[Any, str] = {}
_YOURS = "hexes, factors and dice are yours to set"
#: The central hex of questions about the six hexes round a unit.
HERE = cast(Hex, GRID.place("0505"))
ARMIES = {"german": "German", "british": "British"}
ARMY = word("Army", "german", ARMIES)


@dataclass(frozen=True)
class GeneralStaff(Menu, TablePanel):
    """Set-up, trenches, stacks, reserves, replacements, victory: choose a question and set its
    parts.

    ``bears_on`` names the readings that matter to a question. ``click_sets`` is the part that a
    click on the map sets, if the reader cannot choose it with ``click``; "" means no map.
    """

    id = "loos:staff"
    title = "The general staff"
    rule_set = "Loos"
    prompt = "What do the other rules of the folio say?"
    usage_hint = f"Choose a question · on a map, click a hex to add it or take it away · {_YOURS}"
    has_board = True  # if the question is about hexes
    grid = MAP
    columns = 9.0
    keys = ("Escape",)
    stage = (("Map", "picture"), ("Table", "tables"))
    secondary = ("full", "reduced", "factor", "back", "across", "three")
    bears_on: ClassVar[str]
    click_sets: ClassVar[str]

    question: str = part(question_part, word=LEAD)
    readings: Taken = part(
        Readings, known=lambda state: readings("loos", state.bears_on) if state.bears_on else {}
    )

    def __init_subclass__(
        cls, *, key: str, label: str, bears_on: str = "", click_sets: str = ""
    ) -> None:
        super().__init_subclass__(key=key, label=label)
        cls.bears_on, cls.click_sets = bears_on, click_sets

    def after(self, control: str, before: Self) -> Self:
        return self.check()

    @property
    def options(self) -> dict[str, str]:
        """The readings that are not at their defaults."""
        return dict(self.readings)

    @abstractmethod
    def ask(self) -> Answer[object]: ...

    def plan(self, answer: Answer[Any]) -> Plan | None:
        """Return the map, or None for a question that is not about hexes."""
        return None

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        plan = self.plan(answer)
        if plan is None:
            return super().picture(answer)
        return drawn(plan, view or self.opening(), self.label, answer.headline)

    def question_picture(self) -> Scene:
        plan = self.plan(self.answer())
        if plan is None:
            return exhibit(self.title, self.prompt, self.case(), ())
        return drawn(plan.unanswered, self.opening(), self.label, "")

    def case(self) -> tuple[Table, ...]:
        """Return tables that show the case of a question without its answer."""
        return ()

    def shows_board(self) -> bool:
        return self.plan(self.answer()) is not None

    def focus(self) -> Action:
        return (self.plan(self.answer()) or Plan()).focus()

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (self.plan(self.answer()) or Plan()).legend()

    def pointed(self, gesture: Gesture, view: View) -> Self:
        hexagon = view.hex_at(gesture.at) if gesture.kind == "press" else None
        return self if hexagon is None else self.clicked(hexagon)

    def hint(self) -> str:
        sets = self.clicked_part if self.shows_board() else None
        if sets is None:
            return f"Choose a question, then set its parts · {_YOURS}"
        does = "sets the hex" if isinstance(sets, OnePlace) else "adds a hex or takes it away"
        return f"{capitalized(sets.title(self))}: a click on the map {does}"

    @property
    def clicked_part(self) -> Part | None:
        """The part that a click on the map sets, if any."""
        return parts_of(type(self)).get(str(getattr(self, "click", self.click_sets)))

    def clicked(self, hexagon: Hex) -> Self:
        """Return the question after a click on a hex of the map, which adds it to a part or removes
        it.
        """
        declared = self.clicked_part
        given: Any = getattr(self, declared.id) if declared else ()
        match declared:
            case Hexes() if hexagon in given:
                given = tuple(h for h in given if h != hexagon)
            case Hexes():
                given = (*given, hexagon)
            case OnePlace():
                given = hexagon
            case Directions() if word := next(
                (str(d) for d in DIRECTIONS if HERE.neighbour(d) == hexagon), ""
            ):
                given = (word, word not in given)
            case _:
                return self
        return with_fields(self, **{declared.id: declared.take(self, given)}).check()

    def effect(self, answer: Answer[Any]) -> str:
        match answer.value:
            case bool():
                return "yes" if answer.value else "no"
            case Gap():
                return "not in the source"
            case frozenset():
                return plural(len(answer.value), "hex", "hexes")
            case int() | Fraction():
                return mixed(answer.value)
        return answer.headline.rstrip(".")

    def compared(
        self,
        caption: str,
        down: str,
        across: str = "",
        heads: Mapping[Any, str] = _NONE,
        note: str = "",
    ) -> tuple[Table, ...]:
        """Return the answers for every value of one part, or of two: a table with the cell of this
        state lit.

        ``down`` and ``across`` name the parts; ``heads`` gives headings shorter than the labels of
        their values.
        """
        rows, columns = self._values(down), self._values(across) if across else {None: "answer"}

        def cell(row: object, column: object) -> str:
            values = {down: row, **({across: column} if across else {})}
            other = with_fields(self, **values).check()
            return other.effect(other.answer())

        body = (
            (heads.get(row, label), *(cell(row, column) for column in columns))
            for row, label in rows.items()
        )
        row = [*rows].index(getattr(self, down))
        column = [*columns].index(getattr(self, across) if across else None)
        tops = (heads.get(key, label) for key, label in columns.items())
        return table(caption, tops, body, row, column, note)

    def _values(self, name: str) -> dict[object, str]:
        declared = parts_of(type(self))[name]
        if isinstance(declared, Whole):
            title = declared.title(self).lower()
            return {n: f"{title} {n}" for n in range(declared.least, declared.most + 1)}
        assert isinstance(declared, OneOf)  # no other parts are compared
        return dict(declared.offers(self))


@dataclass(frozen=True)
class Hexes(Places):
    """A list of hexes, typed as codes.

    A hex may be in it twice if units may be stacked by mistake.
    """

    def sample(self, dice: random.Random, state: object) -> tuple[Hex, ...]:
        near = [GRID.hex(column, row) for column in range(3, 10) for row in range(2, 8)]
        return tuple(dice.choice(near) for _ in range(dice.randint(0, 5)))

    def control(self, state: GeneralStaff) -> Control | None:
        control = super().control(state)
        assert isinstance(control, Field)
        return replace(control, letters=max(12, 5 * len(self.default)))


@dataclass(frozen=True)
class Directions(Several):
    """Directions from the middle hex, ticked as N, ENE and so on; the tooltip names the hex in that
    direction.
    """

    def control(self, state: GeneralStaff) -> Control | None:
        control = super().control(state)
        assert isinstance(control, Toggles)
        items = tuple(Toggle(one.id, one.id, one.on, note=one.label) for one in control.items)
        return replace(control, items=items)


def hexes(label: str, *codes: str) -> Hexes:
    """Return a part for a list of hexes; ``codes`` are its default value."""
    default = tuple(cast(Hex, GRID.place(code)) for code in codes)
    return Hexes(label, default, GRID, hexes_only=True, joined=True)


def click_on(**uses: str) -> OneOf:
    """Return the part for what a click on the map sets: the first of these parts, unless the reader
    chooses another.
    """
    return word("Click", next(iter(uses)), uses, "use of a click")


def refused(answer: Answer[object]) -> tuple[Hex, ...]:
    """Return the hexes that the rule refuses, the deciding one first."""
    marks = (mark for step in answer.steps if step.op == "forbids" for mark in step.marks)
    return tuple(dict.fromkeys(mark for mark in marks if isinstance(mark, Hex)))


def ticked(label: str, control_id: str, default: tuple[str, ...] = (), **options: str) -> Several:
    """Return a part of boxes to tick, from the words of a link and their labels."""
    words = {key.replace("_", "-"): words for key, words in options.items()}
    return Several(label, default, words, joined=True, control_id=control_id)
