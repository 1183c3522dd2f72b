"""Landser as a game: who may do what now, what happens, and who is next.

Only the rules of sequence are here; `rules` answers what a shot, a wound or an assault does.
`START` holds the starting situations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from landships_lab.games.landser.data.setups import Setup, agreements, setups
from landships_lab.play.turns import choices, take
from .course import SUPPLY, Agree, FirstTurn
from .ground import point
from .measure import worth_of
from .orders import Orders
from .state import Firefight, Man

__all__ = ["START", "Firefight", "choices", "take", "worth_of"]


def _men(setup: Setup) -> Iterator[Man]:
    supply = SUPPLY[agreements()["grenade-supply"][0].id]
    for raw in setup.men:
        role, _, number = raw.role.partition(" ")
        short = f"{'rifle' if role == 'rifleman' else role}{'-' * bool(number)}{number}"
        facing = 180 if raw.side == setup.sides[0] else 0
        bare = Man(f"{raw.side[0]}-{short}", raw.side, raw.role, point(raw.at), facing)
        yield replace(bare, grenades=supply, carries=raw.weapons, soviet=raw.soviet)


@cache
def _start(name: str) -> Firefight:
    stack = (Orders(), FirstTurn(), Agree())
    return Firefight(stack, table=name, men=tuple(_men(setups()[name])))


class _Starts(Mapping[str, Firefight]):
    """The starting situations, made when first used."""

    def __getitem__(self, name: str) -> Firefight:
        if name not in setups():
            raise KeyError(name)
        return _start(name)

    def __iter__(self) -> Iterator[str]:
        return iter(setups())

    def __len__(self) -> int:
        return len(setups())


#: The starting situations of Landser.
START: Mapping[str, Firefight] = _Starts()
