"""The controls of any state, made from its parts, and the state after a control is set."""

from __future__ import annotations

from typing import Protocol

from landships_lab.core.checks import one_of
from landships_lab.panel.controls import Control, Field, TextBox, Toggles
from landships_lab.panel.parts import Flag, Part, parts_of
from landships_lab.panel.parts.base import S, with_fields
from landships_lab.panel.readings import Readings


class Offering(Protocol):
    """A state that says which of its parts it offers."""

    def offers(self, declared: Part) -> bool:
        """Return whether the control of a part is offered in this state."""


def part_controls(state: Offering) -> dict[str, Control]:
    """Return the controls of the parts of a state by their ids.

    Flags of one group share a control.
    """
    by_id: dict[str, Control] = {}
    for declared in parts_of(type(state)).values():
        if isinstance(declared, Flag):
            group = declared.group
            if group.id not in by_id and (
                items := tuple(
                    flag.toggle(state) for flag in _flags(state, group.id) if state.offers(flag)
                )
            ):
                by_id[group.id] = Toggles(group.id, group.label, items)
        elif state.offers(declared) and (control := declared.control(state)) is not None:
            by_id[control.id] = control
    return by_id


def put_value(state: S, control: str, value: object) -> S | None:
    """Return the state after one of its controls is given a value: the same state if a field is
    left unchanged, None if there is no such control.

    Raises `ValueError` for a value that the control does not take.
    """
    known = {p.control_id: p for p in parts_of(type(state)).values() if not p.momentary}
    for readings in known.values():
        if isinstance(readings, Readings) and control in readings.all_known(state):
            switched: S = readings.switched(state, control, str(value))
            return switched
    if control in known and not isinstance(known[control], Readings):
        shown = known[control].control(state)
        return (
            state
            if isinstance(shown, Field | TextBox) and shown.value == value
            else known[control].put(state, value)
        )
    if flags := _flags(state, control):
        label = flags[0].group.label
        if not isinstance(value, tuple) or len(value) != 2:
            raise ValueError(f"A box under {label!r} is given as its word and True or False.")
        flag, on = value
        return with_fields(
            state,
            **{
                one_of(f"box under {flags[0].group.label!r}", flag, [p.id for p in flags]): bool(on)
            },
        )
    return None


def _flags(state: object, group: str) -> list[Flag]:
    return [
        p for p in parts_of(type(state)).values() if isinstance(p, Flag) and p.group.id == group
    ]
