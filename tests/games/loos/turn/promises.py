"""What a choice of a game of Loos says it will do, held against what happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from landships_lab.games.loos.turn.battle import Battle
from landships_lab.games.loos.turn.replacing import PlaceBattalions
from landships_lab.play import Choice, Happening, Situation, choice
from tests.games.loos.turn.independent import code

#: How many steps each outcome of shells costs a unit, in the words of the outcome.
COSTS = {"a step": 1, "both steps": 2, "a breach": 0}


@dataclass(frozen=True)
class Taken:
    """A choice that was taken: the position before it, and what happened."""

    one: Choice
    before: Battle
    after: Battle
    said: str

    @property
    def same_phase(self) -> bool:
        """Whether the phase has not ended by itself."""
        return self.before.label == self.after.label


def waiting(battle: Battle) -> int:
    """Return the battalions that are yet to be placed."""
    steps = (*battle.stack, *battle.unplaced)
    return sum(step.count for step in steps if isinstance(step, PlaceBattalions))


def german_steps(battle: Battle) -> int:
    """Return the steps of all Germans, with battalions that are yet to be placed."""
    return waiting(battle) + sum(unit.steps for unit in battle.units if unit.army == "german")


def check_promise(before: Situation, happening: Happening) -> None:
    """Fail where a choice did another thing than it said."""
    one, after = choice(before, happening.words), happening.situation
    assert isinstance(before, Battle)
    assert isinstance(after, Battle)
    if promise := _PROMISES.get(one.verb):
        kept = promise(Taken(one, before, after, happening.outcome))
        assert kept, (one.words, one.expects, happening.says, before.text())


def _goes(move: Taken) -> bool:
    """A unit stands where the choice said, or where the game ended on its way, and the towns that
    it was said to go through are its own.
    """
    one, after = move.one, move.after
    if not one.unit:  # a battalion of the deadpile
        return any(u.hex is not None and code(u.hex) == one.names[-1] for u in after.of("german"))
    unit = after.unit(one.unit)
    if unit is None or unit.hex is None:
        return False
    british = {code(h) for h in after.british_towns}
    _, _, through = one.expects.partition("through ")
    towns = set(re.findall(r"\d{4}", through)) - {"1201"}
    taken = towns <= british if unit.army == "british" else not towns & british
    return bool(after.over) or (taken and code(unit.hex) == one.names[-1])


def _loses(move: Taken) -> bool:
    """A unit has as many steps left as the choice said; the last one of a regiment is a battalion
    that takes its place.
    """
    expects, old = move.one.expects, move.before.unit(move.one.unit)
    new = move.after.unit(move.one.unit)
    assert old is not None
    if expects == "eliminated":
        return new is None
    if old.kind == "regiment" and expects == "1 left":
        came = {u.name for u in move.after.units} - {u.name for u in move.before.units}
        return new is None and (bool(came) or waiting(move.after) > waiting(move.before))
    left = old.steps if expects == "no step" else int(expects.split()[0])
    return new is not None and new.steps == left


def _breaks(move: Taken) -> bool:
    """As many battalions replace a regiment as the choice said."""
    many = waiting(move.after) - waiting(move.before)
    numbers = {"one": 1, "two": 2, "three": 3}
    said = move.one.expects.split()[0]
    return many == (numbers[said] if said in numbers else int(said))


def _shells(move: Taken) -> bool:
    """Shells cost Germans as many steps as their outcome says, and breach a trench where it says
    so.
    """
    before, after = move.before, move.after
    held = before.hexes_of("german")
    target = next((h for h in held if code(h) == move.one.names[0]), None)
    costs = [part.split(": ")[1] for part in move.said.split("; ") if ": " in part]
    if target is None or not move.same_phase:
        return True
    lost = sum(COSTS[words.removeprefix("a breach and ")] for words in costs)
    breached = any("breach" in words for words in costs) or target in before.breached
    fell = german_steps(before) - german_steps(after)
    return lost == fell and breached == (target in after.breached)


def _replaces(move: Taken) -> bool:
    many = waiting(move.after) - waiting(move.before)
    return move.said == ("no battalions", "1 battalion", "2 battalions", "3 battalions")[many]


def _rolls(move: Taken) -> bool:
    """The points lie between those that the choice said."""
    least, _, most = (
        move.one.expects.removesuffix(" points").removesuffix(" point").partition(" to ")
    )
    numbers = ["½", "1", "1½", "2", "3"]
    rolled = numbers.index(move.said.split()[0])
    return numbers.index(least) <= rolled <= numbers.index(most)


def _attacks(move: Taken) -> bool:
    unit = move.after.unit(move.one.unit)
    if unit is None or unit.attacks is None:
        return not move.same_phase
    return code(unit.attacks) == move.one.names[1]


def _swaps(move: Taken) -> bool:
    unit = move.after.unit(move.one.unit)
    return unit is not None and unit.under


_PROMISES: Mapping[str, Callable[[Taken], bool]] = {
    **dict.fromkeys(("move", "place", "enter", "retreat", "advance"), _goes),
    **dict.fromkeys(("lose", "hit", "stand"), _loses),
    **dict.fromkeys(("shell", "gas"), _shells),
    "break": _breaks,
    "replacements": _replaces,
    "roll": _rolls,
    "attack": _attacks,
    "swap": _swaps,
}
