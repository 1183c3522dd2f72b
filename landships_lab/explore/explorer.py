"""What an explorer is: a frozen state, gestures and controls that make the next one, a question asked, a picture drawn."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from landships_lab.core.answer import Answer, Mark
from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.explore.board import Action, action_view, board_view
from landships_lab.explore.controls import Control, Switch
from landships_lab.explore.exports import Export
from landships_lab.explore.gestures import Gesture
from landships_lab.explore.parts import Part, Toml, parts_of
from landships_lab.explore.readings import Readings, switch
from landships_lab.explore.settings import part_controls, put_value
from landships_lab.explore.size_limits import size_limits
from landships_lab.explore.wording import read_state, write_state
from landships_lab.scene.charts import Chart, Table
from landships_lab.scene.lights import lit
from landships_lab.scene.shapes import Scene, Shape
from landships_lab.scene.svg import svg
from landships_lab.scene.view import COLUMNS, View
from landships_lab.scene.window import STEP

S = TypeVar("S")


class State:
    """A frozen dataclass whose fields are parts. In a notebook without widgets it shows its own picture."""

    #: The explorer that asks about it; each explorer enters itself here.
    explorer: ClassVar[Explorer[Any]]
    explorer_id: ClassVar[str]

    def _repr_svg_(self) -> str:
        return svg(self.explorer.picture(self, self.explorer.ask(self)))


class Explorer(ABC, Generic[S]):
    """One question of one rule set. An explorer holds nothing; all that changes is in the state it is handed.

    What it writes itself is its question (`ask`), its picture and its gestures. Controls, links and their refusals come from
    the parts of its state class.
    """

    #: The class of its states, whose fields are parts.
    state: type[S]
    #: How its states begin in text, as in ``landships:fire ...``.
    id: str
    title: str
    rules: str
    question: str
    #: The text form of the state a new panel begins with, without the id; where it is empty all parts have their usual values.
    begin: str = ""
    #: Which parts the leading words of a link hold: a word each, with ``@`` between those that share a word ("unit@place heading").
    lead: str = ""
    #: The controls in the order in which a panel shows them; those not named follow in the order of the parts.
    order: tuple[str, ...] = ()
    #: The controls that are seldom wanted: they open on demand, and leave the strip to those one plays with.
    leisure: tuple[str, ...] = ()
    #: The most rows that its controls take in a strip 820 pixels wide, in any state. So much room is kept: then nothing jumps.
    strip_rows: int = 2
    #: What stands together on the stage, a page of it each, as (its name, what it shows): "picture", "tables", "table 2", "chart 1".
    #: Without any, the picture or the tables come first, with the first chart where there is room, and the others follow.
    stage: tuple[tuple[str, str], ...] = ()
    grid: Grid = Grid(columns=20, rows=14)
    #: Is there a board to touch? Without one, tables and charts take its place, and `picture` draws them for print.
    has_board: bool = True
    #: How many columns of hexes its opening view shows, where they are enough.
    columns: float = COLUMNS
    #: Can the board be shown larger round a place?
    zooms: bool = True
    #: Keys the picture claims while it has the focus; all others are left to the page.
    keys: tuple[str, ...] = ("q", "e", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")
    #: One line on how to use the mouse and the keys, shown under the picture; `hint` says it for what a click does at present.
    hands: str = ""

    def __init__(self) -> None:
        state: Any = self.state
        state.explorer = self
        self._last: tuple[S, Answer[Any]] | None = None

    # -- what an explorer writes itself -----------------------------------------------------------------------------------

    @abstractmethod
    def ask(self, state: S) -> Answer[Any]:
        """Return what the rule says of this state, with all that its picture needs in ``detail``."""

    @abstractmethod
    def picture(self, state: S, answer: Answer[Any], view: View | None = None) -> Scene:
        """Return the picture of this state with its answer. It asks the rules nothing."""

    def riddle(self, state: S) -> Scene:
        """Return the picture of the state that does not give the answer away."""
        return self.picture(state, Answer(None, ()))

    def replies(self, state: S) -> tuple[str, ...]:
        """Return the replies to pick from, where the answer is a word of a table."""
        return ()

    def check(self, state: S) -> S:
        """Return the state that a link describes, once its parts are put together. `ValueError` where they do not fit each other."""
        return state

    def after(self, state: S, control: str, before: S) -> S:
        """Return the state after a control has changed one part, with what follows for the others."""
        return state

    def actions(self, state: S) -> tuple[Control, ...]:
        """Return the controls that set no part by themselves: buttons that turn and move, a field that paints."""
        return ()

    def act(self, state: S, control: str, value: Any) -> S:
        """Return the state after one of the `actions`, or after another change that a remedy proposes."""
        raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))

    def effect(self, state: S, answer: Answer[Any]) -> str:
        """Return, in a few words, what the answer would be with a reading taken otherwise: this state and its answer."""
        return answer.headline.rstrip(".")

    def hint(self, state: S) -> str:
        """Return one line on what the mouse and the keys do in this state."""
        return self.hands

    def preview(self, state: S) -> str:
        """Return what the answer supposes while the pointer only points, as in "If you aim at 0705"; else nothing."""
        return ""

    # -- gestures: an explorer with a board writes those it understands ------------------------------------------------------

    def pointed(self, state: S, gesture: Gesture, view: View) -> S:
        """Return the state after the pointer was moved, pressed or dragged."""
        return state

    def turned(self, state: S, points: int) -> S:
        """Return the state after a turn by so many points of 30 degrees, clockwise."""
        return state

    def wheeled(self, state: S, gesture: Gesture, view: View) -> S:
        """Return the state after the wheel was turned, which as a rule turns what Q and E turn."""
        return self.turned(state, gesture.steps)

    def stepped(self, state: S, arrow: str) -> S:
        """Return the state after an arrow key."""
        return state

    def on_gesture(self, state: S, gesture: Gesture, view: View) -> S:
        """Return the state after a gesture on the picture."""
        match gesture.kind:
            case "leave":
                return changed(state, hover=self.parts["hover"].default(state)) if "hover" in self.parts else state
            case "drop":
                return self.settled(state)
            case "turn":
                return self.wheeled(state, gesture, view)
            case "key" if gesture.key in ("q", "e"):
                return self.turned(state, +1 if gesture.key == "e" else -1)
            case "key":
                return self.stepped(state, gesture.key) if gesture.key.startswith("Arrow") else state
        return self.pointed(state, gesture, view)

    # -- what follows from the parts of its state --------------------------------------------------------------------------

    def answer(self, state: S) -> Answer[Any]:
        """Return what `ask` returns. The last answer is kept, so that a panel, its controls and its picture ask the rule once."""
        if self._last is None or self._last[0] != state:
            self._last = (state, self.ask(state))
        return self._last[1]

    @property
    def parts(self) -> Mapping[str, Part]:
        """The parts of its states, by the names of their fields."""
        return parts_of(self.state)

    def start(self) -> S:
        """Return the state a new panel begins with."""
        return self.parse(f"{self.id} {self.begin}") if self.begin else self.blank()

    def blank(self) -> S:
        """Return the state whose parts all have their usual values."""
        state = self.state()
        for declared in self.parts.values():
            if callable(declared.usual):
                state = changed(state, **{declared.id: declared.default(state)})
        return state

    def text(self, state: S) -> str:
        """Return the state as one printable line, from which `parse` makes the same state again."""
        return write_state(self.id, state, self.lead)

    def parse(self, text: str) -> S:
        """Return the state that a line describes. `ValueError` in one sentence if none."""
        with size_limits(text):
            return self.check(read_state(self.id, self.state(), text, self.lead, self.start))

    def settled(self, state: S) -> S:
        """Return the state without what is of the moment: nothing hovered, nothing held. Undo and links remember this one."""
        momentary = {p.id: p.default(state) for p in self.parts.values() if p.momentary}
        return changed(state, **momentary) if momentary else state

    def in_hand(self, state: S) -> bool:
        """Return whether the hand holds something. To point at a place is to hold nothing."""
        held = (p for p in self.parts.values() if p.momentary and p.id != "hover")
        return any(getattr(state, p.id) != p.default(state) for p in held)

    def controls(self, state: S) -> tuple[Control, ...]:
        """Return the labelled controls, which can do whatever a gesture can do."""
        found = part_controls(state) | {control.id: control for control in self.actions(state)}
        first = [found.pop(name) for name in self.order if name in found]
        return (*first, *found.values(), *self.reading_switches(state))

    @property
    def readings_part(self) -> Readings | None:
        return next((p for p in self.parts.values() if isinstance(p, Readings)), None)

    def reading_switches(self, state: S) -> tuple[Switch, ...]:
        """Return the readings that can be switched, and what the answer would be with each option."""
        if (part := self.readings_part) is None:
            return ()
        found = []
        for reading in part.bearing(state).values():
            others = part.others(state, reading)
            effects = [(option, self.effect(other, self.answer(state) if other == state else self.ask(other))) for option, other in others]
            found.append(switch(reading, part.taken(state), effects))
        return tuple(found)

    def set(self, state: S, control: str, value: Any) -> S:
        """Return the state after a control has been given a value. `ValueError` in one sentence if it cannot be."""
        with size_limits(value):
            new = put_value(state, control, value)
            if new is None:
                return self.act(state, control, value)
            return state if new is state else self.after(new, control, state)

    def try_out(self, state: S) -> None:
        """Ask about a random state, which is drawn anew where the rule refuses it. Explorers with slow advice ask without it."""
        self.ask(state)

    def random(self, dice: random.Random) -> S:
        """Return a random state, for tests."""
        for most in range(9, -1, -1):
            state = self.start()
            for declared in sorted(self.parts.values(), key=lambda p: p.turn):
                if not declared.momentary and not isinstance(declared, Toml) and dice.randrange(10) < most:
                    state = changed(state, **{declared.id: declared.sample(dice, state)})
            try:
                state = self.parse(self.text(state))
                self.try_out(state)
            except ValueError:
                continue
            return state
        return self.start()

    def grabs(self, state: S, view: View) -> tuple[tuple[float, float, float], ...]:
        """Return where the picture can be taken hold of: discs (x, y, radius) that drag and that a wheel turns."""
        return ()

    def snaps(self, view: View) -> tuple[float, ...]:
        """Return how the hexes lie on the picture where what is dragged stands on them: circumradius, origin, 1 if hexsides count.

        Empty where a thing stands wherever the pointer is.
        """
        return (view.size, *view.origin, 1.0) if self.has_board and isinstance(view, View) else ()

    def lights(self, state: S, marks: tuple[Mark, ...], view: View) -> tuple[Shape, ...]:
        """Return the shapes that light up what one step of the answer speaks of."""
        return lit(view, marks)

    def shows_board(self, state: S) -> bool:
        """Return whether its board stands on the stage in this state. Where it does not, tables and charts take its place."""
        return self.has_board

    def legend(self, state: S) -> tuple[tuple[str, str], ...]:
        """Return the marks on the picture that need explaining, as (mark, meaning)."""
        return ()

    def charts(self, state: S, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return the charts of the odds that go with the answer."""
        return ()

    def tables(self, state: S, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the printed tables it was looked up in, with the used row and column lit."""
        return ()

    def exports(self, state: S) -> tuple[Export, ...]:
        """Return the files that can be saved beside the picture: the same ones in every state."""
        return ()

    def focus(self, state: S) -> Action | None:
        """Return the places that the opening view must show. None shows the whole board at first."""
        return None

    def closer_to(self, state: S) -> Any:
        """Return what a closer look shows: the places of the opening view, or the first of them where all need the whole board."""
        action = self.focus(state) or Action((self.grid.hex((self.grid.first_column + self.grid.columns) // 2, (self.grid.rows + 1) // 2),))
        return Action(action.places[:1]) if self.view(action) == self.view() else action

    def at_stake(self, state: S) -> tuple[Any, ...]:
        """Return the points that a closer look keeps in sight when they change, the most important one last."""
        action = self.focus(state) or self.closer_to(state)
        return tuple(reversed(action.places)) if isinstance(action, Action) else (action,)

    def closer(self, state: S, view: Any) -> Any:
        """Return a closer look: from the whole board at what is asked about, else a step about it where it is in sight."""
        whole, wanted = self.view(), self.view(self.closer_to(state))
        if view == whole and wanted.unit > whole.unit:
            return wanted
        seen = [view.pixel(point) for point in self.at_stake(state) if view.holds(point)]
        return view.zoomed(STEP, seen[-1] if seen else (view.width / 2, view.height / 2), whole)

    def view(self, action: Any = None) -> View:
        """Return how its board lies on the picture: whole, or the part where the action is."""
        return board_view(self.grid) if action is None else action_view(self.grid, action, self.columns)

    def opening(self, state: S) -> View:
        """Return how the board of this state lies on the picture at first."""
        return self.view(self.focus(state))

    def follow(self, state: S, view: View) -> View:
        """Return the same view while it shows the places of the state, or while something is in the hand; else the opening view."""
        action = self.focus(state)
        if action is None or view == self.view() or self.settled(state) != state or all(map(view.holds, action.places)):
            return view
        return self.opening(state)


def changed(state: S, **values: Any) -> S:
    """Return the state with some fields replaced."""
    return replace(state, **values)  # type: ignore[type-var]  # every state is a frozen dataclass
