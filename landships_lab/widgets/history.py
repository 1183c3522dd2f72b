"""The states that undo goes back through."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")

#: The most states that are remembered: a panel that is used all day keeps its size.
MOST = 200


class History(Generic[S]):
    """The settled states of a panel, oldest first. There is always one: the state it began with, or the oldest that is remembered."""

    def __init__(self, first: S) -> None:
        self._states = [first]

    def add(self, state: S) -> None:
        """Remembers a state, unless it is the one remembered last."""
        if state != self._states[-1]:
            self._states.append(state)
            del self._states[:-MOST]

    def back(self) -> bool:
        """Forgets the last state, if another is left. Was there one to go back to?"""
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
