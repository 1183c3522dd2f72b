"""The picture of a game in play, and the gestures on it: one object for each game, called
``BOARD``, in its module ``turn_board``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, ClassVar, Generic

from landships_lab.drawing.shapes import Scene, Shape
from landships_lab.panel.catalog import PLAYED
from landships_lab.panel.panel import Panel, V
from landships_lab.play.turns import Choice, Happening

# A game that has a board can be opened as a panel; state.py imports this file.
PLAYED.make = lambda name: import_module(f"{__package__}.state").play_panel(name)


class TurnBoard(ABC, Generic[V]):
    """How one game is drawn and touched. All points are (x, y) in scene pixels."""

    #: The mark of the legend that shows each side's colour, such as ``tint-blue``.
    side_marks: ClassVar[Mapping[str, str]] = {}
    #: Whether a game opens with the closer view, because units would be too small on the whole
    #: board.
    opens_closer: ClassVar[bool] = False

    @abstractmethod
    def view(self, situation: Any, closer: bool = False) -> V:
        """Return the view of the whole board, or the closer view of the action."""

    @abstractmethod
    def picture(
        self, situation: Any, view: V, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        """Return the picture of a situation.

        With a chosen ``unit`` it shows where the unit can get, with what chance, and whom it can
        hit, with the expected result on the line. With a ``choice`` in hand (a place, a way) it
        shows the effect of that choice.
        """

    def last_move(self, before: Any, last: Happening, view: V) -> Iterable[Shape]:
        """Yield the shapes that show the last move: where it came from, and whom it hit."""
        return ()

    def at_stake(self, situation: Any, unit: str, choice: Choice | None) -> tuple[Any, ...]:
        """Return the points that a closer view keeps in sight, the most important last: the place
        of the chosen unit, and the places of the choice in hand.
        """
        return ()

    @abstractmethod
    def unit_at(self, situation: Any, at: tuple[float, float], view: V) -> str:
        """Return the name of the unit under a point, "" if nothing is there."""

    @abstractmethod
    def aimed(self, situation: Any, unit: str, at: tuple[float, float], view: V) -> str:
        """Return the words of the choice that a press at this point means for the chosen unit, such
        as its target or its destination; "" if it means none.
        """

    def turned(self, situation: Any, words: str, points: int) -> str:
        """Return the words of the same choice with its heading turned by this many points of 30
        degrees, clockwise; unchanged if it has no heading.
        """
        return words

    def stepped(self, situation: Any, words: str, arrow: str) -> str:
        """Return the words of the same choice with its place moved a little in the direction of an
        arrow key, such as ``ArrowUp``; unchanged if it has no place.
        """
        return words

    @abstractmethod
    def explain(self, situation: Any, choice: Choice) -> Panel | None:
        """Return the state of the panel that asks about this choice, None without one."""

    def drag_targets(self, situation: Any, view: V) -> tuple[tuple[float, float, float], ...]:
        """Return the discs (x, y, radius) that can be dragged now."""
        return ()

    def snap_lattice(self, view: V) -> tuple[float, ...]:
        """Return the lattice to which dragged things snap, as `Panel.snap_lattice` does."""
        return ()

    def legend(self, situation: Any) -> tuple[tuple[str, str], ...]:
        """Return the marks on the picture that need explaining, as (mark, meaning)."""
        return ()
