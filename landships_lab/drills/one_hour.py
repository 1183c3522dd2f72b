"""Questions made up on the spot about shots, moves and sight of One-Hour Wargames: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from landships_lab.data.table_tops import set_ups, tables
from landships_lab.drills.question import Question
from landships_lab.rules.one_hour import table_of

_TYPES = tables().types
_FACES = (2, 3, 4, 5)


def _fire(dice: random.Random) -> Question:
    """One shot at a target in some cover, the die rolled."""
    firer, target = dice.choice(list(_TYPES)), dice.choice(list(_TYPES))
    inches = dice.choice([n for n in (3, 4, 8, 12, 16, 20) if n <= _TYPES[firer].farthest_inches])
    cover = dice.sample(["town", "woods", *(["dug-in"] if target != "tank" else [])], dice.randint(0, 2))
    rear, own, face = dice.random() < 0.3, dice.choice((0, 0, 5, 10)), dice.choice(_FACES)
    words = [word for word in ("dug-in", "town", "woods") if word in cover] + (["into-rear"] if rear else [])
    state = f"one_hour:fire {firer} at {target} range {inches}" + (f" hits {own}" if own else "")
    state += (f" with {' '.join(words)}" if words else "") + f" die {face}"
    said = {"dug-in": "dug in", "town": "in a town", "woods": "in woods", "into-rear": "shot at from behind its front"}
    target_said = f"{_TYPES[target].name}" + (f", {' and '.join(said[w] for w in words)}" if words else "")
    firer_said = _TYPES[firer].name + (f" with {own} Hits of its own" if own else "")
    return Question(f"{firer_said} fires over {inches} inches at {target_said}; the die shows {face}. How many Hits?", state)


def _move(dice: random.Random) -> Question:
    """A move that must reach a line this turn or the next."""
    unit = dice.choice(list(_TYPES))
    mean = 2 + 7 * _TYPES[unit].dice // 2
    with_road, dug_in = dice.random() < 0.4, unit != "tank" and dice.random() < 0.3
    turns = dice.choice((1, 2))
    away = max(1, turns * (mean + (4 if with_road else 0)) - (4 if dug_in else 0) + dice.randint(-3, 4))
    words = ["dug-in"] * dug_in + ["by-road"] * with_road
    how = " and ".join(["was dug in"] * dug_in + ["keeps to the road"] * with_road) or "crosses open ground"
    state = f"one_hour:move {unit} away {away}" + (f" with {' '.join(words)}" if words else "") + f" turns {turns}"
    until = "this turn" if turns == 1 else "within two turns"
    return Question(f"{_TYPES[unit].name}: the Unit {how}. How likely does it get {away} inches or more {until}?", state)


def _sight(dice: random.Random) -> Question:
    """Two Units of a set-up, the one that looks put down anywhere on the table."""
    key = dice.choice(list(set_ups()))
    units = table_of(key).units
    firer = dice.choice(units)
    target = dice.choice([unit for unit in units if unit.side != firer.side])
    x, y, facing = dice.randint(5, 31), dice.randint(5, 31), 45 * dice.randint(0, 7)
    ask = f"{firer.name} stand at {x}, {y} facing {facing}. Do they see {target.name}?"
    return Question(ask, f"one_hour:sight {key} from {firer.name} to {target.name} units {firer.name}@{x},{y}@{facing}")


ONE_HOUR: Mapping[str, Callable[[random.Random], Question]] = MappingProxyType(
    {"one_hour:fire": _fire, "one_hour:move": _move, "one_hour:sight": _sight}
)
