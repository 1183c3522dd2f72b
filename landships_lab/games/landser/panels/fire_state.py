"""The state of the fire panel: the shot, its target, the readings, and the branch of the tree that
is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from landships_lab.games.landser import rules as landser
from landships_lab.games.landser.panels.common import cover_part, offered, weapon_part
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import AT, LEAD, Custom, Flag, Group, Inches, Whole, part
from landships_lab.panel.readings import Taken

ID = "landser:fire"
_ROLL = Group("flags", "With")
#: What is seldom true: on demand.
_SELDOM = Group("seldom", "Also")


@dataclass(frozen=True)
class FireState(Panel):
    """A shot and the man it is fired at;

    ``chosen`` is the path of a branch of its tree, ``folded`` are those folded up.
    """

    weapon: str = part(weapon_part("Weapon", word=LEAD))
    range_inches: int | Fraction = part(
        Inches(
            "Range", 20, control_id="range", word=AT, error_name="the range", hint="such as 7 1/2"
        )
    )
    cover: str = part(cover_part())
    moving_vehicle: bool = part(Flag("from a moving vehicle", group=_SELDOM))
    firer_moved: bool = part(Flag("firer moved", group=_ROLL))
    target_moving_fast: bool = part(Flag("target fast", group=_ROLL))
    repeat: bool = part(Flag("same target", group=_ROLL))
    automatic: bool = part(
        Flag(
            "automatic",
            group=_ROLL,
            shown=lambda state: state.automatic or state.weapon in landser.AUTOMATIC,
        )
    )
    burst_before: bool = part(
        Flag("burst last turn", group=_ROLL, shown=lambda state: state.weapon in landser.AUTOMATIC)
    )
    unready: bool = part(
        Flag("not set up", group=_ROLL, shown=lambda state: state.unready or state.weapon == "gpmg")
    )
    disorientated: bool = part(Flag("firer disorientated", group=_SELDOM))
    light_this_turn: bool = part(Flag("target has a light wound of this turn", group=_SELDOM))
    soviet: bool = part(Flag("Soviet SMG", group=_ROLL, shown=lambda state: state.weapon == "smg"))
    lone: bool = part(Flag("one-man crew", group=_ROLL, shown=lambda state: state.weapon == "gpmg"))
    arm_wounds: int = part(Whole("Firer's (b) wounds", 0, 0, 9, control_id="arm"))
    serious_wounds: int = part(
        Whole("Target's serious wounds before", 0, 0, 9, control_id="serious")
    )
    chosen: str = part(
        Custom(
            "Branch",
            "",
            word="at",
            control_id="branch",
            error_name="branch",
            reads=lambda _state, words: " ".join(words).replace("_", " "),
            writes=lambda _state, path: [_word(path)],
            takes=lambda state, path: known_branch(state, str(path)),
            samples=lambda dice, state: dice.choice(["", *_inner(state)]),
        )
    )
    folded: frozenset[str] = part(
        Custom(
            "Folded branches",
            frozenset(),
            reads=lambda _state, words: frozenset(word.replace("_", " ") for word in words),
            writes=lambda _state, paths: sorted(map(_word, paths)),
            samples=lambda dice, state: _some(dice, _inner(state)),
        )
    )
    readings: Taken = part(
        offered(
            (
                "medium-band",
                "natural-one",
                "impossible-penalty",
                "effect-beyond-table",
                "serious-count",
                "launcher-modifiers",
                "dogs-chance",
                "dogs-chance-when",
                "lone-gunner",
            )
        )
    )

    @property
    def shot(self) -> landser.Shot:
        """The shot asked about."""
        return landser.Shot(
            self.weapon,
            self.range_inches,
            moving_vehicle=self.moving_vehicle,
            firer_moved=self.firer_moved,
            target_moving_fast=self.target_moving_fast,
            cover=self.cover,
            repeat=self.repeat,
            automatic=self.automatic,
            set_up=not self.unready,
            arm_wounds=self.arm_wounds,
            disorientated=self.disorientated,
            burst_before=self.burst_before,
        )

    @property
    def target(self) -> landser.Target:
        """The man it is fired at."""
        return landser.Target(self.light_this_turn, self.serious_wounds)

    @property
    def tree(self) -> landser.Branch | None:
        """The tree of the shot, None for one that may not be fired."""
        found = landser.tree_of(self.shot, self.target, dict(self.readings))
        return found.tree if found else None


def _word(path: str) -> str:
    return path.replace(" ", "_")


def _inner(state: Any) -> list[str]:
    return (
        [branch.path for branch in state.tree.walk() if branch.branches and branch.path]
        if state.tree
        else []
    )


def _some(dice: random.Random, paths: Sequence[str]) -> frozenset[str]:
    return frozenset(dice.sample(paths, min(2, len(paths))))


def known_branch(state: FireState, path: str) -> str:
    """Return the path given, which must be that of a branch of the shot's tree."""
    if state.tree is None or state.tree.find(path) is None:
        raise ValueError(
            f"{path!r} is not a branch of this shot's tree; a branch is written"
            " hit/effect_5/light_3."
        )
    return path
