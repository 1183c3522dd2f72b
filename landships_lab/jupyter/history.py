"""The states that undo goes back through, and redo forward again."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")

#: The most states that are remembered: a panel that is used all day keeps its size.
MOST = 200


class History(Generic[S]):
    """The settled states of a panel, oldest first.

    There is always one: the state it began with, or the oldest remembered.

    What was taken back waits to be done again, until something else is done.
    """

    def __init__(self, first: S) -> None:
        self._states = [first]
        self._undone: list[S] = []

    def add(self, state: S) -> None:
        """Remember a state, unless it is the last one already.

        What was taken back before is forgotten.
        """
        if state != self._states[-1]:
            self._states.append(state)
            self._undone.clear()
            del self._states[:-MOST]

    def back(self) -> bool:
        """Go back to the state before the last if there is one, and return whether there was."""
        if len(self._states) == 1:
            return False
        self._undone.append(self._states.pop())
        return True

    def forward(self) -> bool:
        """Go to the state that was taken back last if there is one, and
        return whether there was.
        """
        if not self._undone:
            return False
        self._states.append(self._undone.pop())
        return True

    @property
    def last(self) -> S:
        """The state remembered last."""
        return self._states[-1]

    @property
    def undone(self) -> int:
        """How many changes can be done again."""
        return len(self._undone)

    def __len__(self) -> int:
        return len(self._states)
