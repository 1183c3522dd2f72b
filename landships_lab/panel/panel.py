"""What a panel is: an immutable state that asks its question, draws its picture, and returns the
next state after each gesture and control.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from landships_lab.core.answer import Answer, Mark
from landships_lab.core.checks import unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Place
from landships_lab.core.plane import Spot
from landships_lab.drawing.board import lit
from landships_lab.drawing.charts import Chart, Table
from landships_lab.drawing.shapes import Scene, Shape
from landships_lab.drawing.svg import svg
from landships_lab.drawing.view import COLUMNS, STEP, View, Window
from landships_lab.panel.board import Action, Gesture, action_view, board_view
from landships_lab.panel.controls import Control, Export, Switch
from landships_lab.panel.part_controls import part_controls, put_value
from landships_lab.panel.parts import Part, Toml, parts_of
from landships_lab.panel.parts.base import with_fields
from landships_lab.panel.readings import Readings, switch
from landships_lab.panel.text_form import MOST_BYTES, read_state, size_limits, write_state

if TYPE_CHECKING:  # the standard library gives type variables defaults from Python 3.13 on
    import typing_extensions

    #: The view of a panel's playing surface: `View` for a board, `TableView` for a table. Plain
    #: `Panel` stands for either.
    V = typing_extensions.TypeVar("V", bound=Window, default=Any)
else:
    V = TypeVar("V")
#: How many answers are cached: enough for a gesture with its readings, remedies and tables.
KEPT_ANSWERS = 64


class Panel(ABC, Generic[V]):
    """One question of one rule set: a frozen dataclass whose fields are parts.

    A panel writes its question (`ask`) and its picture. It may override the methods after these,
    which are listed in the order in which one needs them. Controls, links and refusals follow from
    its parts. In a notebook without widgets it shows its picture.
    """

    #: The first word of its text form, as in ``landships:fire ...``.
    id: ClassVar[str]
    title: ClassVar[str]
    rule_set: ClassVar[str]
    #: The question shown at its head.
    prompt: ClassVar[str]
    #: The text form, without the id, of the state a new panel begins with; if it is empty all
    #: parts have their default values.
    example: ClassVar[str] = ""
    #: The order of the controls; those not named here follow in the order of the parts.
    order: ClassVar[tuple[str, ...]] = ()
    #: The controls that are seldom needed: they open on demand, which leaves the strip to the
    #: others.
    secondary: ClassVar[tuple[str, ...]] = ()
    #: The most rows of controls in a strip 820 pixels wide, in any state. This height is always
    #: reserved, so that nothing jumps.
    strip_rows: ClassVar[int] = 2
    #: The pages of the stage, as (name, what it shows); what it shows is written as "picture",
    #: "tables", "table 2", "chart 1". If empty, the first page has the picture or the tables, with
    #: the first chart if there is room, and the other charts follow.
    stage: ClassVar[tuple[tuple[str, str], ...]] = ()
    grid: ClassVar[Grid] = Grid(columns=20, rows=14)
    #: Whether it has a board to touch. Without a board, tables and charts take its place, and
    #: `picture` draws them for printing.
    has_board: ClassVar[bool] = True
    #: How many columns of hexes its opening view shows, if that is enough.
    columns: ClassVar[float] = COLUMNS
    #: Whether the board can be zoomed.
    zooms: ClassVar[bool] = True
    #: Keys the picture claims while it has the focus; all others are left to the page.
    keys: ClassVar[tuple[str, ...]] = (
        "q",
        "e",
        "ArrowUp",
        "ArrowDown",
        "ArrowLeft",
        "ArrowRight",
        "Escape",
    )
    #: The longest text that is read, its links among them, in bytes.
    longest_text: ClassVar[int] = MOST_BYTES
    #: One line on how to use the mouse and the keys, shown under the picture; `hint` replaces it
    #: where that depends on the state.
    usage_hint: ClassVar[str] = ""

    # -- 1. What a panel writes -------------------------------------------------------------------

    @abstractmethod
    def ask(self) -> Answer[object]:
        """Return the rule's answer for this state, with everything that its picture needs in
        ``detail``.

        Raises `ValueError` if the rule refuses the state.
        """

    @abstractmethod
    def picture(self, answer: Answer[object], view: V | None = None) -> Scene:
        """Return the picture of this state with its answer, without asking any rule."""

    # -- 2. What it may override: words and replies -----------------------------------------------

    def question_picture(self) -> Scene:
        """Return the picture of the state without what gives the answer away."""
        return self.picture(Answer(None, ()))

    def replies(self) -> tuple[str, ...]:
        """Return the replies to pick from, if the answer is a word of a table."""
        return ()

    def effect(self, answer: Answer[Any]) -> str:
        """Return the answer in a few words, shown beside the options of a reading."""
        return answer.headline.rstrip(".")

    def as_read(self) -> str:
        """Return the `effect` of this state, which other states show beside the option that leads
        to it.

        A panel that knows it without its whole answer overrides this.
        """
        return self.effect(self.answer())

    def hint(self) -> str:
        """Return one line on the use of the mouse and the keys in this state."""
        return self.usage_hint

    def preview(self) -> str:
        """Return the supposition of a hovering pointer, such as "If you aim at 0705", or ""."""
        return ""

    # -- controls, and parts that depend on each other --------------------------------------------

    def offers(self, declared: Part) -> bool:
        """Return whether this state offers the control of a part."""
        return declared.shown(self)

    def actions(self) -> tuple[Control, ...]:
        """Return the controls that belong to no part: buttons that turn a unit, a field that
        paints.
        """
        return ()

    def act(self, control: str, value: Any) -> Self:
        """Return the state after one of the `actions`, or after a change that a remedy proposes.

        Raises `ValueError` for an unknown control, and for a value that it does not take.
        """
        raise ValueError(unknown("control", control, [c.id for c in self.controls()]))

    def after(self, control: str, before: Self) -> Self:
        """Return the state after a control has changed one part, with the other parts adjusted to
        it.
        """
        return self

    def check(self) -> Self:
        """Return the state that a link describes, once its parts are read.

        Raises `ValueError` if they do not fit each other. `set` does not call it: where a control
        can make them disagree, `after` must.
        """
        return self

    # -- the stage beside the board ---------------------------------------------------------------

    def shows_board(self) -> bool:
        """Return whether this state shows its board on the stage, not tables and charts."""
        return self.has_board

    def tables(self, answer: Answer[Any]) -> tuple[Table, ...]:
        """Return the printed tables the answer was looked up in, with the row and column used
        lit.
        """
        return ()

    def charts(self, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Return the charts of the odds that go with the answer."""
        return ()

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the marks on the picture that need explaining, as (mark, meaning)."""
        return ()

    def exports(self) -> tuple[Export, ...]:
        """Return the files that can be saved beside the picture, the same in every state."""
        return ()

    def highlights(self, marks: tuple[Mark, ...], view: V) -> tuple[Shape, ...]:
        """Return the shapes that light up the places that one step of the answer names."""
        return lit(view, marks)

    # -- gestures on the picture ------------------------------------------------------------------

    def pointed(self, gesture: Gesture, view: V) -> Self:
        """Return the state after the pointer was moved, pressed or dragged."""
        return self

    def turned(self, points: int) -> Self:
        """Return the state after a turn by this many points of 30 degrees, clockwise."""
        return self

    def wheeled(self, gesture: Gesture, view: V) -> Self:
        """Return the state after the wheel was turned; by default the wheel does what Q
        and E do.
        """
        return self.turned(gesture.steps)

    def stepped(self, arrow: str) -> Self:
        """Return the state after an arrow key, named as in ``ArrowUp``."""
        return self

    def drag_targets(self, view: V) -> tuple[tuple[float, float, float], ...]:
        """Return the discs (x, y, radius; scene pixels) that can be dragged and that the wheel
        turns.
        """
        return ()

    def may_stand(self) -> bool:
        """Return whether the dragged object may stand where it is held; if not, the page strikes it
        out.
        """
        return True

    @classmethod
    def snap_lattice(cls, view: V) -> tuple[float, ...]:
        """Return the lattice to which dragged things snap: circumradius and origin of its hexes in
        scene pixels, and 1 if hexsides count.

        Empty if things may stand anywhere.
        """
        return (view.size, *view.origin, 1.0) if cls.has_board and isinstance(view, View) else ()

    # -- which part of the board is shown ---------------------------------------------------------

    @classmethod
    def view(cls, action: Action | Spot | None = None) -> V:
        """Return the view of the whole board, or of the part where ``action`` is.

        A panel whose surface is no board overrides it.
        """
        part = isinstance(action, Action)
        view = action_view(cls.grid, action, cls.columns) if part else board_view(cls.grid)
        return cast("V", view)

    def focus(self) -> Action | None:
        """Return the places that the opening view must show, or None for the whole board."""
        return None

    def closer_to(self) -> Action | Spot:
        """Return the places that a closer view shows: those of the opening view, or only the first
        of them if the opening view is the whole board.
        """
        middle = self.grid.hex(
            (self.grid.first_column + self.grid.columns) // 2, (self.grid.rows + 1) // 2
        )
        action = self.focus() or Action((middle,))
        return Action(action.places[:1]) if self.view(action) == self.view() else action

    def at_stake(self) -> tuple[Place | Spot, ...]:
        """Return the points that a closer view keeps in sight when they change, the most important
        last.
        """
        action = self.focus() or self.closer_to()
        return tuple(reversed(action.places)) if isinstance(action, Action) else (action,)

    def follow(self, view: V) -> V:
        """Return the same view while it shows the places of the state or something is dragged;
        otherwise the opening view.
        """
        action = self.focus()
        if action is None or view == self.view() or self.settled() != self:
            return view
        return view if all(map(view.holds, action.places)) else self.opening()

    # -- 3. What follows by itself: answers, links and states -------------------------------------

    def answer(self) -> Answer[object]:
        """Return what `ask` returns, from a bounded cache, so that a gesture asks the rule once.

        Raises `ValueError` if the rule refuses the state.
        """
        return _answer(self)

    @classmethod
    def initial(cls) -> Self:
        """Return the state a new panel begins with."""
        return cls.parse(f"{cls.id} {cls.example}") if cls.example else cls.default()

    @classmethod
    def default(cls) -> Self:
        """Return the state whose parts all have their default values."""
        state = cls()
        for declared in parts_of(cls).values():
            if callable(declared.default):
                state = with_fields(state, **{declared.id: declared.default_for(state)})
        return state

    def text(self) -> str:
        """Return the state as one printable line, from which `parse` makes an equal state."""
        return write_state(self.id, self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the state that a line describes.

        Raises `ValueError`, in one sentence, if it describes none or is too long.
        """
        with size_limits(text, most=cls.longest_text):
            return read_state(cls.id, cls(), text, cls.initial).check()

    def settled(self) -> Self:
        """Return the state with its momentary parts cleared: nothing hovered, nothing held.

        Undo and links use this state.
        """
        parts = parts_of(type(self)).values()
        momentary = {part.id: part.default_for(self) for part in parts if part.momentary}
        return with_fields(self, **momentary) if momentary else self

    def in_hand(self) -> bool:
        """Return whether something is being held or dragged. Hovering is not holding."""
        parts = parts_of(type(self)).values()
        held = (part for part in parts if part.momentary and part.id != "hover")
        return any(getattr(self, part.id) != part.default_for(self) for part in held)

    # -- controls and gestures --------------------------------------------------------------------

    def controls(self) -> tuple[Control, ...]:
        """Return the labelled controls. Together they can do everything that a gesture can."""
        by_id = part_controls(self) | {control.id: control for control in self.actions()}
        first = [by_id.pop(name) for name in self.order if name in by_id]
        return (*first, *by_id.values(), *self.reading_switches())

    def set(self, control: str, value: object) -> Self:
        """Return the state after a control has been given a value.

        Raises `ValueError`, in one sentence, for an unknown control or a value it does not take.
        """
        with size_limits(value, most=self.longest_text):
            new: Self | None = put_value(self, control, value)
            if new is None:
                return self.act(control, value)
            return self if new is self else new.after(control, self)

    @classmethod
    def readings_part(cls) -> Readings | None:
        """Return the part that holds the chosen readings, or None."""
        return next((part for part in parts_of(cls).values() if isinstance(part, Readings)), None)

    def reading_switches(self) -> tuple[Switch, ...]:
        """Return the readings that can be switched, each with the answer under every option."""
        if (part := self.readings_part()) is None:
            return ()
        return tuple(
            switch(
                reading,
                part.chosen(self),
                [(option, other.as_read()) for option, other in part.others(self, reading)],
            )
            for reading in part.bearing(self).values()
        )

    def on_gesture(self, gesture: Gesture, view: V) -> Self:
        """Return the state after a gesture on the picture."""
        match gesture.kind:
            case "leave":
                hover = parts_of(type(self)).get("hover")
                return with_fields(self, hover=hover.default_for(self)) if hover else self
            case "drop":
                return self.settled()
            case "turn":
                return self.wheeled(gesture, view)
            case "key" if gesture.key in ("q", "e"):
                return self.turned(+1 if gesture.key == "e" else -1)
            case "key":
                return self.stepped(gesture.key) if gesture.key.startswith("Arrow") else self
        return self.pointed(gesture, view)

    def closer(self, view: V) -> V:
        """Return a closer view: first of what the question is about, then closer step by step."""
        whole, wanted = self.view(), self.view(self.closer_to())
        if view == whole and wanted.unit > whole.unit:
            return wanted
        seen = [view.pixel(point) for point in self.at_stake() if view.holds(point)]
        return view.zoomed(STEP, seen[-1] if seen else (view.width / 2, view.height / 2), whole)

    def opening(self) -> V:
        """Return the opening view of the board of this state."""
        return self.view(self.focus())

    def _repr_svg_(self) -> str:
        return svg(self.picture(self.answer()))

    # -- random states, for the tests -------------------------------------------------------------

    @classmethod
    def random(cls, dice: random.Random) -> Self:
        """Return a random state, for tests."""
        parts = sorted(parts_of(cls).values(), key=lambda part: part.read_order)
        for most in range(9, -1, -1):
            state = cls.initial()
            for declared in parts:
                drawn = not declared.momentary and not isinstance(declared, Toml)
                if drawn and dice.randrange(10) < most:
                    state = with_fields(state, **{declared.id: declared.draw(dice, state)})
            try:
                state = cls.parse(state.text())
                state.try_out()
            except ValueError:
                continue
            return state
        return cls.initial()

    def try_out(self) -> None:
        """Check that the rule answers this state; `random` draws another one if it raises
        `ValueError`.

        A panel with slow advice overrides this to ask without it.
        """
        self.ask()


@lru_cache(maxsize=KEPT_ANSWERS)
def _answer(panel: Panel) -> Answer[object]:
    return panel.ask()


def forget_answers() -> None:
    """Empty the cache of answers, for tests and measurements that count how often a rule is
    asked.
    """
    _answer.cache_clear()
