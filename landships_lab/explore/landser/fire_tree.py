"""The tree of a shot as the fire panel shows it: its boxes, those folded up, and the walk through it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from landships_lab.core.speech import inches
from landships_lab.data.landser.tables import effects
from landships_lab.explore.landser.common import COVERS, WEAPONS
from landships_lab.explore.landser.fire_state import FireState
from landships_lab.explore.parts import Flag, parts_of
from landships_lab.rules.landser import Branch
from landships_lab.scene import tree

#: Pixels; the same for every tree, so that nothing below it jumps.
HEIGHT = 500.0
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


def node_of(branch: Branch, state: FireState, way: frozenset[str]) -> tree.Node:
    """Return the box of a branch with those below it."""
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


def _open_ends(branch: Branch, folded: frozenset[str]) -> int:
    if not branch.branches or branch.path in folded:
        return 1
    return sum(_open_ends(below, folded) for below in branch.branches)


def fit(state: FireState) -> FireState:
    """Return the state with a chosen branch that exists, and the least likely branches folded until the rows fit the picture."""
    whole = state.tree
    if whole is None:
        return replace(state, chosen="", folded=frozenset())
    inner = sorted((b for b in whole.walk() if b.branches and b.path), key=lambda b: (b.weight, b.path))
    folded = state.folded & {branch.path for branch in inner}
    for branch in inner:
        if _open_ends(whole, folded) <= tree.MOST_ROWS:
            break
        folded |= {branch.path}
    return replace(state, chosen=state.chosen if whole.find(state.chosen) else "", folded=folded)


def toggle(state: FireState, whole: Branch, path: str) -> FireState:
    """Return the state with this branch folded up, or opened; what then does not fit beside it is folded."""
    if path not in state.folded:
        return replace(state, folded=state.folded | {path})
    opened = replace(state, folded=state.folded - {path})
    if _open_ends(whole, opened.folded) <= tree.MOST_ROWS:
        return opened
    keep = {branch.path for branch in (*whole.way(path), *(whole.find(path) or whole).walk())}
    others = frozenset(b.path for b in whole.walk() if b.branches and b.path and b.path not in keep)
    return replace(opened, folded=opened.folded | others)


def walk(state: FireState, whole: Branch, arrow: str) -> FireState:
    """Return the state after an arrow key: right into the chosen branch, left out of it, up and down beside it."""
    way = whole.way(state.chosen)
    here = way[-1] if way else whole
    if arrow == "ArrowRight" and here.branches:
        return replace(state, chosen=here.branches[0].path, folded=state.folded - {here.path})
    if arrow == "ArrowLeft" and len(way) > 1:
        return replace(state, chosen=way[-2].path)
    if arrow in ("ArrowUp", "ArrowDown") and len(way) > 1:
        beside = way[-2].branches
        at = beside.index(here) + (1 if arrow == "ArrowDown" else -1)
        return replace(state, chosen=beside[min(max(at, 0), len(beside) - 1)].path)
    return state


def heads_of(whole: Branch) -> tuple[str, ...]:
    """Return the heading of each column: the roll that decides there."""
    named: list[str] = []
    level: list[Branch] = [whole]
    while level:
        named.append(next((HEADS[branch.throw] for branch in level if branch.throw), ""))
        level = [below for branch in level for below in branch.branches]
    return tuple(named)


def root_of(state: FireState) -> tree.Node:
    """Return the boxes of a state. A refused shot has a single box."""
    whole = state.tree
    if whole is None:
        return tree.Node("", WEAPONS[state.weapon].name, Fraction(0), words="may not fire")
    return node_of(whole, state, frozenset(branch.path for branch in whole.way(state.chosen)))


def riddle_of(state: FireState) -> tree.Node:
    """Return boxes that show the shot, and nothing of what comes of it."""
    flags = (declared for declared in parts_of(FireState).values() if isinstance(declared, Flag))
    shown = [inches(state.range_inches), *(flag.title(state) for flag in flags if getattr(state, flag.id))]
    shown += [COVERS[state.cover]] if state.cover != "none" else []
    boxes = tuple(tree.Node(words, words, Fraction(0)) for words in shown)
    return tree.Node("", WEAPONS[state.weapon].name, Fraction(0), branches=boxes, open=True)
