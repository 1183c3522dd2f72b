"""A hand on a picture, in words."""

from typing import Any

from landships_lab.core.hexes import Place
from landships_lab.panel.board import Gesture


def hand(state: Any, *done: str | tuple[str, Place]) -> Any:
    """Return the state after gestures: ``press 0807``, ``drop``, ``key e``, ``turn 0807 2``, or a
    kind and a place.
    """
    view = type(state).view()
    for gesture in done:
        told: Any = gesture.split() if isinstance(gesture, str) else gesture
        kind, *words = told
        place = words[0] if words and kind != "key" else None
        if isinstance(place, str):
            place = state.grid.place(place)
        state = state.on_gesture(
            Gesture(
                kind,
                view.pixel(place) if place is not None else (0.0, 0.0),
                words[0] if kind == "key" else "",
                int(words[1]) if len(words) > 1 else 0,
            ),
            view,
        )
    return state
