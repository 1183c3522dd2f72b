"""The key of a question that asks for a panel's own answer."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.panel.controls import Choice
from landships_lab.panel.panel import Panel
from landships_lab.practice.marking import NOT_PRINTED, Key, Pick, reply_of


def own_key(start: Panel, pick: Pick | None, wanted: str) -> Key:
    """Return the key of a question that asks for a panel's own answer; with ``wanted``, every reply
    on the board that makes the panel give that answer is right.
    """
    if wanted:
        assert pick is not None  # nothing is wanted without one
        among = _among(start, pick.part)
        fits = (one for one in among if _said_with(start, pick.part, one) == wanted)
        return Key(next(fits), among=among)
    value = start.answer().value
    if isinstance(value, bool | Gap):
        return Key(reply_of(value), ("yes", "no", NOT_PRINTED))
    if isinstance(value, Fraction):
        return Key(f"{round(value * 100)}%", chance=value)
    if isinstance(value, str):
        return Key(value, start.replies())
    return Key(str(value))


def reply_of_state(state: Panel) -> str:
    """Return the value of a state's answer as a reply is written."""
    return reply_of(state.answer().value)


def _among(start: Panel, part: str) -> tuple[str, ...]:
    """Return every reply that the board of a state offers for one of its parts: the options of its
    control, or the places in sight.
    """
    control = next(one for one in start.controls() if one.id == part)
    if isinstance(control, Choice):
        return tuple(value for value, _ in control.options)
    view = start.opening()
    return tuple(start.grid.code(place) for place in sorted(start.grid.places) if view.holds(place))


def _said_with(start: Panel, part: str, value: str) -> str:
    """Return the panel's answer with this part set to this value; "" if it is refused."""
    try:
        return reply_of_state(start.set(part, value))
    except ValueError:
        return ""
