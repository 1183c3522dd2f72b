"""The states that undo goes back through."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")

#: The most states that are remembered: a panel that is used all day keeps its size.
MOST = 200


class History(Generic[S]):
    """The settled states of a panel, oldest first. There is always one: the state it began with, or the oldest remembered."""

    def __init__(self, first: S) -> None:
        self._states = [first]

    def add(self, state: S) -> None:
        """Remember a state, unless it is the last one already."""
        if state != self._states[-1]:
            self._states.append(state)
            del self._states[:-MOST]

    def back(self) -> bool:
        """Forget the last state if another is left, and return whether one was."""
        if len(self._states) == 1:
            return False
        self._states.pop()
        return True

    @property
    def last(self) -> S:
        """The state remembered last."""
        return self._states[-1]

    def __len__(self) -> int:
        return len(self._states)
