"""The states that undo and redo step through."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")

#: The most states that are remembered, so that a panel in use all day does not grow.
MOST = 200


class History(Generic[S]):
    """The settled states of a panel, oldest first.

    There is always at least one: the first state, or the oldest remembered. States that were undone
    can be redone until another is added.
    """

    def __init__(self, first: S) -> None:
        self._states = [first]
        self._undone: list[S] = []

    def add(self, state: S) -> None:
        """Remember a state, unless it is the last one already.

        The states that were undone are forgotten.
        """
        if state != self._states[-1]:
            self._states.append(state)
            self._undone.clear()
            del self._states[:-MOST]

    def put(self, state: S) -> None:
        """Remember this state in place of the last one; what was undone can still be redone."""
        self._states[-1] = state

    def back(self) -> bool:
        """Go back to the previous state; return whether there was one."""
        if len(self._states) == 1:
            return False
        self._undone.append(self._states.pop())
        return True

    def forward(self) -> bool:
        """Go forward to the state undone last; return whether there was one."""
        if not self._undone:
            return False
        self._states.append(self._undone.pop())
        return True

    @property
    def last(self) -> S:
        """The state remembered last."""
        return self._states[-1]

    @property
    def before_last(self) -> S | None:
        """The state that going back would come to, if any."""
        return self._states[-2] if len(self._states) > 1 else None

    @property
    def undone(self) -> int:
        """How many changes can be redone."""
        return len(self._undone)

    def __len__(self) -> int:
        return len(self._states)
