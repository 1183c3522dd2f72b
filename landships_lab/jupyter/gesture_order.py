"""The order of the gestures that arrive from the page.

Each view of a board numbers its gestures. Two things disturb their order: gestures lost in a
breaking connection are sent again, and JupyterLab gives a new panel a second thread of the kernel a
moment after its first gesture, so that a later gesture may overtake an earlier one. Each gesture
therefore names, as ``after``, the last one before it that must not be lost and is not answered yet.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]
MOST_VIEWS = 50  # views remembered; a page that is loaded again makes new ones
# How many gestures of a view may wait for an earlier one; the page sends no more without an answer.
MOST_EARLY = 100


@dataclass
class _View:
    last: int = 0
    early: dict[int, Event] = field(default_factory=dict)


class GestureOrder:
    """Puts gestures back into the order in which they were made, and recognizes repeated ones."""

    def __init__(self) -> None:
        self._views: dict[str, _View] = {}

    def __len__(self) -> int:
        """Return how many views it remembers."""
        return len(self._views)

    def take(self, event: Event) -> Iterator[tuple[Event, bool]]:
        """Yield the gestures to answer now, each with whether it is new: this one and those that
        waited for it, or none yet.
        """
        number = event.get("seq")
        if not isinstance(number, int):
            yield event, True
            return
        name = str(event.get("view", ""))[:20]
        view = self._views[name] = self._views.pop(name, _View())
        if len(self._views) > MOST_VIEWS:
            del self._views[next(iter(self._views))]
        view.early[number] = event
        if len(view.early) > MOST_EARLY:
            del view.early[max(view.early)]
        while ready := [number for number in view.early if _after(view.early[number]) <= view.last]:
            number = min(ready)
            is_new, view.last = number > view.last, max(number, view.last)
            yield view.early.pop(number), is_new


def _after(event: Event) -> int:
    after = event.get("after", 0)
    return after if isinstance(after, int) else 0
