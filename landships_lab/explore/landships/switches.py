"""Readings as switches: any rule set's unclear print, with what each option would change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from landships_lab.core.checks import unknown
from landships_lab.core.sources import Reading
from landships_lab.explore.explorer import Switch

Taken = tuple[tuple[str, str], ...]


def switches(known: Mapping[str, Reading], taken: Taken, effect: Callable[[str, str], str]) -> tuple[Switch, ...]:
    """Which switches offer these readings? ``effect`` says what the answer would be with an option of a reading."""
    chosen = dict(taken)
    return tuple(
        Switch(
            reading.id,
            reading.question,
            tuple((option.id, option.label) for option in reading.options),
            chosen.get(reading.id, reading.default),
            tuple((option.id, effect(reading.id, option.id)) for option in reading.options),
            reading.why,
        )
        for reading in known.values()
    )


def with_reading(known: Mapping[str, Reading], taken: Taken, reading: str, option: str) -> Taken:
    """The readings with one of them changed; the default is not written down. `ValueError` for what is not known."""
    if reading not in known:
        raise ValueError(unknown("reading", reading, list(known)))
    rest = [(key, value) for key, value in taken if key != reading]
    if known[reading].option(option).id != known[reading].default:
        rest.append((reading, option))
    return tuple(sorted(rest))
