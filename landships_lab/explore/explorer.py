"""What an explorer is: a frozen state, gestures and controls that make the next one, a question asked, a picture drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Literal, TypeVar

from landships_lab.core.answer import Answer, Mark
from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place, Point, place_at
from landships_lab.explore.door import guard
from landships_lab.scene.charts import Chart, Table
from landships_lab.scene.lights import lit
from landships_lab.scene.paper import Pages
from landships_lab.scene.shapes import Pixel, Scene, Shape
from landships_lab.scene.svg import svg
from landships_lab.scene.view import View

S = TypeVar("S")


class State:
    """What every explorer's state can do: show its picture where there are no widgets (a printed lesson, a page on the web)."""

    explorer_id: ClassVar[str]

    def _repr_svg_(self) -> str:
        from landships_lab.explore.catalog import CATALOG  # the catalogue holds the explorers, which hold the states

        explorer = CATALOG[self.explorer_id]
        return svg(explorer.picture(self, explorer.ask(self)))


GestureKind = Literal["hover", "leave", "press", "drag", "drop", "turn", "key"]


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a hand did on the picture: where (scene pixels), which key, how many points of turn, with Shift or without."""

    kind: GestureKind
    at: Pixel = (0.0, 0.0)
    key: str = ""
    steps: int = 0
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A control that picks one of several: ``options`` are (value, label)."""

    id: str
    label: str
    options: tuple[tuple[str, str], ...]
    value: str
    buttons: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A control one types into. A ``free`` one takes any words, such as a name."""

    id: str
    label: str
    value: str
    hint: str = ""
    free: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A control for a whole number between two others, moved by a slider or typed."""

    id: str
    label: str
    value: int
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Toggle:
    """One line of a legend that can be switched on and off; ``tint`` is its colour on the picture."""

    id: str
    label: str
    on: bool
    tint: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Toggles:
    """A legend: several things shown or hidden."""

    id: str
    label: str
    items: tuple[Toggle, ...]


@dataclass(frozen=True, slots=True)
class Buttons:
    """A row of actions: ``items`` are (value, label, spoken label)."""

    id: str
    label: str
    items: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A reading of unclear print that can be switched. ``effects`` says for each option what the answer would be."""

    id: str
    question: str
    options: tuple[tuple[str, str], ...]
    value: str
    effects: tuple[tuple[str, str], ...]
    why: str


@dataclass(frozen=True, slots=True)
class TextBox:
    """A control for a longer text, such as a unit file, taken over by a button of its own."""

    id: str
    label: str
    value: str
    hint: str = ""


Control = Choice | Field | Number | Toggles | Buttons | Switch | TextBox


@dataclass(frozen=True, slots=True)
class Export:
    """A file the reader can save beside the picture. ``make`` gives its text, or the pages of a sheet to print.

    The ending of ``filename`` says what it is: .toml, .svg, or .pdf, for which there must be pages.
    """

    label: str
    spoken: str
    filename: str
    make: Callable[[], str | Pages]


class Explorer(ABC, Generic[S]):
    """One question of one rule set. An explorer holds nothing; all that changes is in the state it is handed."""

    #: How its states begin in text, as in ``landships:fire ...``.
    id: str
    title: str
    rules: str
    question: str
    grid: Grid = Grid(columns=20, rows=14)
    #: Is there a board to touch? Without one, tables and charts take its place, and `picture` draws them for print.
    has_board: bool = True
    #: Can the board be shown larger round a place?
    zooms: bool = True
    #: Keys the picture claims while it has the focus; all others are left to the page.
    keys: tuple[str, ...] = ("q", "e", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")
    #: One line on how to use the mouse and the keys, shown under the picture.
    hands: str = ""

    def __init_subclass__(cls) -> None:
        guard(cls)  # whoever writes an explorer need not think of it

    @abstractmethod
    def start(self) -> S:
        """Which state does a new panel begin with?"""

    @abstractmethod
    def ask(self, state: S) -> Answer[Any]:
        """What does the rule say of this state?"""

    @abstractmethod
    def picture(self, state: S, answer: Answer[Any], view: View | None = None) -> Scene:
        """What does this state look like, with its answer?"""

    def riddle(self, state: S) -> Scene:
        """What does the state look like when the answer is not to be given away?"""
        return self.picture(state, Answer(None, ()))

    def replies(self, state: S) -> tuple[str, ...]:
        """Which replies to a question about this state can be picked, where the answer is a word of a table?"""
        return ()

    @abstractmethod
    def text(self, state: S) -> str:
        """What is the state in one printable line, from which `parse` makes the same state again?"""

    @abstractmethod
    def parse(self, text: str) -> S:
        """Which state does this line describe? `ValueError` in one sentence if none."""

    @abstractmethod
    def controls(self, state: S) -> tuple[Control, ...]:
        """Which labelled controls can do whatever a gesture can do?"""

    @abstractmethod
    def set(self, state: S, control: str, value: Any) -> S:
        """Which state follows when this control is given this value? `ValueError` in one sentence if it cannot be."""

    @abstractmethod
    def on_gesture(self, state: S, gesture: Gesture, view: View) -> S:
        """Which state follows this gesture on the picture?"""

    def grabs(self, state: S, view: View) -> tuple[tuple[float, float, float], ...]:
        """Where can the picture be taken hold of: discs (x, y, radius) that drag and that a wheel turns?"""
        return ()

    def lights(self, state: S, marks: tuple[Mark, ...], view: View) -> tuple[Shape, ...]:
        """Which shapes light up what one step of the answer speaks of?"""
        return lit(view, marks)

    def settled(self, state: S) -> S:
        """Which state is left when the hand is gone: nothing hovered, nothing held? What undo and links remember."""
        return state

    def legend(self, state: S) -> tuple[tuple[str, str], ...]:
        """Which marks on the picture need explaining, as (mark, meaning)?"""
        return ()

    def charts(self, state: S, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Which odds go with the answer, as charts below the picture?"""
        return ()

    def tables(self, state: S, answer: Answer[Any]) -> tuple[Table, ...]:
        """Which printed tables was it looked up in, with the used row and column lit?"""
        return ()

    def exports(self, state: S) -> tuple[Export, ...]:
        """Which files beside the picture can be saved? The same ones in every state."""
        return ()

    def focus(self, state: S) -> Place | None:
        """Round which place does a closer look begin? None shows the whole board at first."""
        return None

    def closer_to(self, state: S) -> Place:
        """Round which place does a closer look show the board?"""
        return self.focus(state) or self.grid.hex((self.grid.first_column + self.grid.columns) // 2, (self.grid.rows + 1) // 2)

    def view(self, centre: Place | None = None) -> View:
        """How does its board lie on the picture: whole, or closer round a place?"""
        whole = board_view(self.grid)
        return whole if centre is None else whole.closer(centre)


_VIEWS: dict[Grid, View] = {}


def board_view(grid: Grid) -> View:
    """Which view shows this board at the width of a panel?"""
    if grid not in _VIEWS:
        _VIEWS[grid] = View.fit(grid)
    return _VIEWS[grid]


def anywhere(view: View) -> tuple[tuple[float, float, float], ...]:
    """Where does a brush take hold? A finger paints wherever it moves, and does not scroll the page meanwhile."""
    return ((view.width / 2, view.height / 2, view.width),)


def step_place(grid: Grid, place: Place, key: str) -> Place:
    """Which place of the board does an arrow key lead to, half a hex at a time? The same place at the border."""
    x, y = place
    across = -3 if (x // 3) % 2 == 0 else 0  # left and right keep to the row by going up and down in turn
    dx, dy = {"ArrowUp": (0, -3), "ArrowDown": (0, 3), "ArrowRight": (3, across), "ArrowLeft": (-3, 3 + across)}[key]
    there = place_at(x + dx, y + dy)
    return there if there in grid else place


def placed(grid: Grid, given: Any) -> Place:
    """Which place of the board is meant, by its code or as itself? `ValueError` in one sentence if none."""
    if isinstance(given, str):
        return grid.place(given)
    if given not in grid:
        raise ValueError(f"{given!r} is no place of this board, which has {grid.columns} columns and {grid.rows} rows.")
    return given  # type: ignore[no-any-return]  # only places are in a grid


def placement(grid: Grid, given: Any, heading: Heading) -> tuple[Place, Heading]:
    """Where does a unit stand now: told as ``0503/0504 E``, as a place (its heading stays), or as both?"""
    if isinstance(given, str):
        return grid.placement(given)
    place, facing = (given, heading) if isinstance(given, Point) or not isinstance(given, tuple) else given
    return placed(grid, place), Heading(facing)


def one_of(what: str, given: Any, allowed: Sequence[str]) -> str:
    """Which of the allowed words is meant? `ValueError` with the nearest if none."""
    if given not in allowed:
        raise ValueError(unknown(what, given, list(allowed)))
    return str(given)


def changed(state: S, **values: Any) -> S:
    """Which state is this one with some fields replaced?"""
    return replace(state, **values)  # type: ignore[type-var]  # every state is a frozen dataclass
