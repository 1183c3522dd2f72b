"""What a change was, in the words of the controls: for undo, redo and whoever wants to know what
they did.
"""

from __future__ import annotations

from collections.abc import Mapping

from landships_lab.core.speech import capitalized, listed
from landships_lab.panel.controls import Choice, Control, Field, Number
from landships_lab.panel.parts import Part, parts_of

#: A value of more letters is not told.
MOST_LETTERS = 16
#: More parts than these are not told one by one.
MOST_PARTS = 3


def name_change(before: object, after: object) -> str:
    """Return what differs between two states, with its value in the second where that is short."""
    parts: Mapping[str, Part] = parts_of(type(after))
    if parts != parts_of(type(before)):
        return "another question"
    named = {
        _named(p, after): p
        for p in parts.values()
        if not p.momentary and getattr(before, p.id) != getattr(after, p.id)
    }
    if len(named) > MOST_PARTS:
        return f"{len(named)} settings"
    if len(named) != 1:
        return listed(named, none="the last change")
    ((name, part),) = named.items()
    value = _value(part.control(after))
    return f"{name} {value}" if 0 < len(value) <= MOST_LETTERS else name


def _value(control: Control | None) -> str:
    """Return what a control shows; nothing where that is no word or number."""
    if isinstance(control, Choice):
        return dict(control.options).get(control.value, "")
    return str(control.value) if isinstance(control, Field | Number) else ""


def _named(part: Part, state: object) -> str:
    """Return what the screen calls a part; a label that is no name, such as "at", gives way to the
    name of the field.
    """
    title = part.title(state)
    return title if title[:1].isupper() else capitalized(part.kind)
