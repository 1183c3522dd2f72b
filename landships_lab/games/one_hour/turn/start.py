"""What can be played: a situation for each scenario."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from landships_lab.games.one_hour.data.scenarios import scenarios
from landships_lab.games.one_hour.rules.ground import table_of
from landships_lab.play.turns import Situation
from .situation import OneHourGame
from .steps import MortarFire


def _begun() -> Mapping[str, Situation]:
    return {
        name: OneHourGame((MortarFire(),), scenario=name, table=table_of(one.set_up))
        for name, one in scenarios().items()
    }


#: The situations to start from, by the second half of their names.
START: Mapping[str, Situation] = MappingProxyType(_begun())
