"""The tree of a shot as the fire panel shows it: its boxes, which are folded up, and how one walks through it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.data.landser.tables import effects
from landships_lab.explore.landser.common import Taken, written
from landships_lab.explore.landser.fire_state import COVERS, FLAGS, WEAPONS, FireState
from landships_lab.rules import landser
from landships_lab.scene import tree

#: Pixels; the same for every tree, so that nothing below it jumps.
HEIGHT = 470.0
#: A question shows the shot only, which takes less room.
RIDDLE_HEIGHT = 220.0
TINTS = {"unharmed": "green", "suppressed": "orange", "out of the fight": "vermillion"}
HEADS = {
    "to hit": "to hit",
    "to place": "to place",
    "for direction and distance": "scatter",
    "for effectiveness": "effective?",
    "for effect": "effect",
    "for the light wound": "light wound",
    "for the serious wound": "serious",
}


@lru_cache(maxsize=32)
def branches_of(shot: landser.Shot, target: landser.Target, readings: Taken) -> landser.Branch | None:
    """Which tree has this shot? None for a shot that may not be fired."""
    if not landser.may_fire(shot, dict(readings)).value:
        return None
    return landser.fire_tree(shot, target, dict(readings))


def tree_of(state: FireState) -> landser.Branch | None:
    """Which tree has the shot of this state?"""
    return branches_of(state.shot, state.target, state.readings)


def node_of(branch: landser.Branch, state: FireState, way: frozenset[str]) -> tree.Node:
    """How is a branch shown?"""
    outcome = effects().outcomes.get(branch.outcome)
    return tree.Node(
        branch.path,
        branch.label,
        branch.chance,
        _faces(branch.faces),
        outcome.short if outcome and branch.outcome != "miss" else "serious wound" if branch.label == "light 7" else "",
        TINTS[outcome.becomes] if outcome else "",
        tuple(node_of(below, state, way) for below in branch.branches),
        branch.path not in state.folded,
        branch.path in way and bool(state.chosen),
    )


def _faces(faces: tuple[int, ...]) -> str:
    if not faces:
        return ""
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def _ends(branch: landser.Branch, folded: frozenset[str]) -> int:
    """How many open ends has it, with these branches folded up?"""
    if not branch.branches or branch.path in folded:
        return 1
    return sum(_ends(below, folded) for below in branch.branches)


def fitting(state: FireState) -> FireState:
    """The state with a chosen branch that is there, and the least likely branches folded until the rows fit the picture."""
    whole = tree_of(state)
    if whole is None:
        return replace(state, chosen="", folded=frozenset())
    inner = sorted((b for b in whole.walk() if b.branches and b.path), key=lambda b: (b.weight, b.path))
    folded = state.folded & {branch.path for branch in inner}
    for branch in inner:
        if _ends(whole, folded) <= tree.MOST_ROWS:
            break
        folded |= {branch.path}
    return replace(state, chosen=state.chosen if whole.find(state.chosen) else "", folded=folded)


def toggled(state: FireState, whole: landser.Branch, path: str) -> FireState:
    """The state with this branch folded up, or opened; what then does not fit beside it is folded."""
    if path not in state.folded:
        return replace(state, folded=state.folded | {path})
    opened = replace(state, folded=state.folded - {path})
    if _ends(whole, opened.folded) <= tree.MOST_ROWS:
        return opened
    keep = {branch.path for branch in (*whole.way(path), *(whole.find(path) or whole).walk())}
    others = frozenset(b.path for b in whole.walk() if b.branches and b.path and b.path not in keep)
    return replace(opened, folded=opened.folded | others)


def walked(state: FireState, whole: landser.Branch, key: str) -> FireState:
    """Which branch does an arrow key lead to from the chosen one: right into it, left out of it, up and down beside it?"""
    way = whole.way(state.chosen)
    here = way[-1] if way else whole
    if key == "ArrowRight" and here.branches:
        return replace(state, chosen=here.branches[0].path, folded=state.folded - {here.path})
    if key == "ArrowLeft" and len(way) > 1:
        return replace(state, chosen=way[-2].path)
    if key in ("ArrowUp", "ArrowDown") and len(way) > 1:
        beside = way[-2].branches
        at = beside.index(here) + (1 if key == "ArrowDown" else -1)
        return replace(state, chosen=beside[min(max(at, 0), len(beside) - 1)].path)
    return state


def heads_of(whole: landser.Branch) -> tuple[str, ...]:
    """Which throw decides in each column?"""
    named: list[str] = []
    level: list[landser.Branch] = [whole]
    while level:
        named.append(next((HEADS[branch.throw] for branch in level if branch.throw), ""))
        level = [below for branch in level for below in branch.branches]
    return tuple(named)


def root_of(state: FireState) -> tree.Node:
    """Which tree of boxes shows this state? A refused shot has a single box."""
    whole = tree_of(state)
    if whole is None:
        return tree.Node("", WEAPONS[state.weapon].name, Fraction(0), words="may not fire")
    return node_of(whole, state, frozenset(branch.path for branch in whole.way(state.chosen)))


def riddle_of(state: FireState) -> tree.Node:
    """Which boxes show the shot, and nothing of what comes of it?"""
    told = [f"{written(state.range_inches)} inches", *(words for key, words in FLAGS.items() if getattr(state, key))]
    told += [COVERS[state.cover]] if state.cover != "none" else []
    shown = tuple(tree.Node(words, words, Fraction(0)) for words in told)
    return tree.Node("", WEAPONS[state.weapon].name, Fraction(0), branches=shown, open=True)
