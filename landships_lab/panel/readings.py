"""Readings of unclear texts in a state: which are chosen, how a link writes them, and the switches
that a panel offers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from landships_lab.core.checks import unknown
from landships_lab.core.renamed import renamed
from landships_lab.core.sources import Reading
from landships_lab.panel.controls import Switch
from landships_lab.panel.parts import Part
from landships_lab.panel.parts.base import S, with_fields

#: The readings that are not at their defaults, as (reading, option), in alphabetical order.
Taken = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Readings(Part):
    """The readings chosen in a state.

    ``known`` are the readings that a link may hold, or a function of the state that returns them.
    If not all bear on the question, ``offered`` returns the ids of those that do, in the order of
    their switches.
    """

    default: Taken = ()
    known: Mapping[str, Reading] | Callable[..., Mapping[str, Reading]] = lambda _state: {}
    offered: Callable[..., Iterable[str]] | None = field(default=None, kw_only=True)
    word: str | None = "reading"
    one_word = False
    last = True
    read_order = 2
    taken = renamed("chosen")

    def all_known(self, state: object) -> Mapping[str, Reading]:
        """Return the readings that a link of this state may hold, by id."""
        return self.known(state) if callable(self.known) else self.known

    def bearing(self, state: object) -> Mapping[str, Reading]:
        """Return the readings that bear on the question of this state, by id."""
        known = self.all_known(state)
        if self.offered is None:
            return known
        return {key: known[key] for key in self.offered(state)}

    def chosen(self, state: object) -> Taken:
        """Return the readings that are not at their defaults."""
        chosen: Taken = getattr(state, self.id)
        return chosen

    def switched(self, state: S, reading: str, option: str) -> S:
        """Return the state with this option of one reading; a default is not stored.

        Raises `ValueError` for an unknown reading or option.
        """
        chosen = with_reading(self.all_known(state), self.chosen(state), reading, option)
        return with_fields(state, **{self.id: chosen})

    def others(self, state: S, reading: Reading) -> Iterator[tuple[str, S]]:
        """Return each option of a reading with the state that chooses it."""
        return (
            (option.id, self.switched(state, reading.id, option.id)) for option in reading.options
        )

    def read(self, state: Any, words: Sequence[str]) -> Taken:
        """Return the readings that words such as ``range-between-hexsides=full-hexes`` choose.

        Ids may be shortened. Raises `ValueError` for an unknown reading or option.
        """
        return read_readings(words, self.all_known(state))

    def write(self, state: object, value: Taken) -> list[str]:
        return [f"{key}={option}" for key, option in value]

    def sample(self, dice: random.Random, state: object) -> Taken:
        known = self.all_known(state)
        if not known:
            return ()
        chosen = dice.sample(list(known), dice.randint(0, min(2, len(known))))
        return read_readings(
            [f"{key}={dice.choice(known[key].options).id}" for key in chosen], known
        )


def with_reading(known: Mapping[str, Reading], chosen: Taken, reading: str, option: str) -> Taken:
    """Return the chosen readings after one of them is changed.

    Raises `ValueError` for an unknown reading or option.
    """
    if reading not in known:
        raise ValueError(unknown("reading", reading, known))
    rest = [(key, value) for key, value in chosen if key != reading]
    if known[reading].option(str(option)).id != known[reading].default:
        rest.append((reading, str(option)))
    return tuple(sorted(rest))


def read_readings(words: Sequence[str], known: Mapping[str, Reading]) -> Taken:
    """Return the readings that words such as ``range-between-hexsides=full-hexes`` choose.

    Ids may be shortened. Raises `ValueError` for an unknown reading or option.
    """
    chosen: Taken = ()
    for word in words:
        given, equals, option = word.partition("=")
        fitting = [key for key in known if key.startswith(given)] if given not in known else [given]
        if not equals or len(fitting) != 1:
            raise ValueError(unknown("reading", given, known) + " Write it as reading=option.")
        chosen = with_reading(known, chosen, fitting[0], option)
    return chosen


def switch(reading: Reading, chosen: Taken, effects: Sequence[tuple[str, str]]) -> Switch:
    """Return the switch of a reading. ``effects`` gives the answer under each option."""
    options = tuple((option.id, option.label) for option in reading.options)
    return Switch(
        reading.id,
        reading.question,
        options,
        dict(chosen).get(reading.id, reading.default),
        tuple(effects),
        reading.why,
    )
