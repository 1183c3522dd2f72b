"""Whether a position of Loos can exist, found without the rules of the package: its own geometry,
and counters counted by hand.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

from landships_lab.games.loos.turn.battle import Battle

_RAW = tomllib.loads(
    files("landships_lab.games.loos.data").joinpath("starts.toml").read_text(encoding="utf-8")
)
FRONT = {code for line in _RAW["strip"]["front"].values() for code in line.split()}
TOWNS = {code for town in _RAW["strip"]["towns"].values() for code in town.split()}
MOST_STEPS = {"half-brigade": 2, "battalion": 1, "regiment": 3}


def code(hexagon: tuple[int, int]) -> str:
    """Return the code of a hex from its lattice point: columns and rows counted by hand."""
    column = hexagon[0] // 6
    return f"{column:02}{hexagon[1] // 6 + (column - 1) // 2:02}"


def check(battle: Battle) -> None:
    """Fail with the reason where the position cannot be."""
    here: dict[str, list[object]] = {}
    for unit in battle.units:
        assert 1 <= unit.steps <= MOST_STEPS[unit.kind], unit
        if unit.hex is None:
            continue
        at = code(unit.hex)
        assert "04" <= at[:2] <= "13", unit
        assert "01" <= at[2:] <= "08", unit
        assert not (unit.army == "german" and at in FRONT), unit
        here.setdefault(at, []).append(unit)
    for at, units in here.items():
        _check_stack(at, units)
    _check_counters(battle)
    _check_marks(battle)
    for at, units in here.items():
        if at in TOWNS:
            british = units[0].army == "british"  # type: ignore[attr-defined]  # they are units
            assert british == (at in {code(h) for h in battle.british_towns}), (at, units)


def _check_stack(at: str, units: list) -> None:  # type: ignore[type-arg]  # of units
    assert len(units) <= 2, (at, units)
    assert len({unit.army for unit in units}) == 1, (at, units)
    assert [unit.under for unit in sorted(units, key=lambda u: u.under)] == [False, True][
        : len(units)
    ], (at, units)
    if len(units) == 2:
        assert units[0].formation == units[1].formation != "", (at, units)


def _check_counters(battle: Battle) -> None:
    kinds = Counter(unit.kind for unit in battle.units)
    assert len({unit.name for unit in battle.units}) == len(battle.units)
    assert kinds["battalion"] + battle.deadpile in (10, 13), "battalion counters"
    assert kinds["half-brigade"] <= 18
    assert kinds["regiment"] <= 3
    assert battle.deadpile >= 0


def _check_marks(battle: Battle) -> None:
    for army, used in zip(("british", "german"), battle.used, strict=True):
        assert 0 <= used <= _RAW["samples"][army]["markers"][battle.turn]
    assert 0 <= battle.turn <= 8
    assert {code(h) for h in battle.british_towns} <= TOWNS
    attackers = [named for named, _ in battle.attacks]
    assert len(set(attackers)) == len(attackers)
