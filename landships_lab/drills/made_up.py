"""Questions made up on the spot, of every kind there is: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from landships_lab.core.sources import unknown
from landships_lab.drills.landser import LANDSER
from landships_lab.drills.landships import LANDSHIPS
from landships_lab.drills.loos import LOOS
from landships_lab.drills.one_hour import ONE_HOUR
from landships_lab.drills.paychest import PAYCHEST
from landships_lab.drills.question import Question

KINDS: Mapping[str, Callable[[random.Random], Question]] = MappingProxyType({**LANDSHIPS, **LOOS, **ONE_HOUR, **LANDSER, **PAYCHEST})


def make_up(kind: str, seed: int) -> Question:
    """Which question does this seed make? ``kind`` is the id of the explorer it is about."""
    if kind not in KINDS:
        raise ValueError(unknown("kind of question", kind, list(KINDS)))
    return KINDS[kind](random.Random(f"{kind} {seed}"))
