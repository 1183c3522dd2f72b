"""The name of a change, in the words of the controls, for undo and redo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from landships_lab.core.speech import capitalized, listed
from landships_lab.panel.controls import Choice, Control, Field, Number, Switch, Toggles
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import Part, parts_of

#: Longer values (in letters) are left out.
MOST_LETTERS = 16
#: The longest description, in letters, of what a reader sets.
LONGEST_TOLD = 40
#: More parts than these are counted, not named.
MOST_PARTS = 3


def name_change(before: object, after: object) -> str:
    """Return the name of what differs between two states, with its new value if that is short."""
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


def tell_change(before: object, after: object) -> str:
    """Return every part that differs between two states of a panel, each with its new value.

    If the control of a part shows no single value, the new words of its text form are used.
    """
    changes = []
    for part in parts_of(type(after)).values():
        old, new = getattr(before, part.id), getattr(after, part.id)
        if part.momentary or old == new:
            continue
        known = [] if old is None else part.write(before, old)
        written = [] if new is None else part.write(after, new)
        value = _value(part.control(after)) or " ".join(w for w in written if w not in known)
        value = {True: "yes", False: "no"}[new] if isinstance(new, bool) else value
        changes.append(f"{_named(part, after)} {value}".strip())
    return listed(changes, none="nothing")


def tell_setting(before: Panel, after: Panel) -> str:
    """Return what a reader sets to get from one state to another: the controls that change, with
    their new values.

    If no control changes, for instance because something on the board was moved, the parts that
    differ are named.
    """
    there = {control.id: control for control in after.controls()}
    sets = [one for control in before.controls() for one in _set(control, there.get(control.id))]
    return listed(sets) if 0 < len(sets) <= MOST_PARTS else name_change(before, after)


def _set(control: Control, there: Control | None) -> Iterator[str]:
    """Yield each setting of a control that differs, with its new value."""
    if isinstance(control, Toggles) and isinstance(there, Toggles):
        now = {item.id: item.on for item in there.items}
        for item in control.items:
            if now.get(item.id, item.on) != item.on:
                yield f"{control.label} {item.label}: {'no' if item.on else 'yes'}"
    elif isinstance(control, Switch) and isinstance(there, Switch):
        if control.value != there.value:
            yield f"read as “{dict(there.options)[there.value]}”"
    elif _value(control) != _value(there) and 0 < len(_value(there)) <= LONGEST_TOLD:
        assert there is not None  # only these have a value
        label = "" if isinstance(there, Switch) else there.label
        yield f"{label} {_value(there)}"


def _value(control: Control | None) -> str:
    """Return the word or number that a control shows; "" for any other control."""
    if isinstance(control, Choice):
        return dict(control.options).get(control.value, "")
    return str(control.value) if isinstance(control, Field | Number) else ""


def _named(part: Part, state: object) -> str:
    """Return the name of a part on the screen. A label such as "at", which is not a name, is
    replaced by the name of the field.
    """
    title = part.title(state)
    return title if title[:1].isupper() else capitalized(part.kind)
