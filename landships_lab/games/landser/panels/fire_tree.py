"""The tree of a shot as the fire panel shows it: its boxes, those folded up, and the walk through
it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from landships_lab.core.speech import inches
from landships_lab.drawing import tree
from landships_lab.games.landser.data.tables import effects
from landships_lab.games.landser.panels.common import COVERS, WEAPONS
from landships_lab.games.landser.panels.fire_state import FireState
from landships_lab.games.landser.rules import Branch
from landships_lab.panel.parts import Flag, parts_of

S = TypeVar("S", bound=FireState)

#: Pixels; the same for every tree, so that nothing below it jumps.
HEIGHT = 500.0
#: A question shows the shot only: a row for each thing that is set.
RIDDLE_ROW = 30.0
TINTS = {"unharmed": "green", "suppressed": "orange", "out of the fight": "vermillion"}


def node_of(branch: Branch, state: FireState, way: frozenset[str]) -> tree.Node:
    """Return the box of a branch with those below it."""
    outcome = effects().outcomes.get(branch.outcome)
    return tree.Node(
        branch.path,
        branch.label,
        branch.chance,
        _faces(branch.faces),
        outcome.short if outcome and branch.outcome != "miss" else _next_roll(branch),
        TINTS[outcome.becomes] if outcome else "",
        tuple(node_of(below, state, way) for below in branch.branches),
        branch.path not in state.folded,
        branch.path in way and bool(state.chosen),
        outcome.brief if outcome else "roll for it" if branch.wound else "",
    )


def _faces(faces: tuple[int, ...]) -> str:
    if not faces:
        return ""
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def _next_roll(branch: Branch) -> str:
    """Return what is rolled after this result."""
    if branch.wound:
        return "roll for it" if branch.wound == branch.label else f"{branch.wound}: roll for it"
    return f"roll {branch.throw}" if branch.throw else ""


def _rows(branch: Branch, folded: frozenset[str]) -> int:
    return 1 + sum(_rows(below, folded) for below in branch.branches if branch.path not in folded)


def fit(state: S) -> S:
    """Return the state with a chosen branch that exists, and the least likely branches folded until
    the rows fit the picture.
    """
    whole = state.tree
    if whole is None:
        return replace(state, chosen="", folded=frozenset())
    folded = state.folded & {branch.path for branch in _inner(whole)}
    least_likely = sorted(_inner(whole), key=lambda branch: (branch.weight, branch.path))
    return replace(
        state,
        chosen=state.chosen if whole.find(state.chosen) else "",
        folded=_until_it_fits(whole, folded, least_likely),
    )


def _inner(whole: Branch) -> list[Branch]:
    """Return the branches that can be folded: all that lead to a roll, except the shot itself."""
    return [branch for branch in whole.walk() if branch.branches and branch.path]


def _until_it_fits(
    whole: Branch, folded: frozenset[str], candidates: Iterable[Branch]
) -> frozenset[str]:
    for branch in candidates:
        if _rows(whole, folded) <= tree.MOST_ROWS:
            break
        folded |= {branch.path}
    return folded


def toggle(state: S, whole: Branch, path: str) -> S:
    """Return the state with this branch folded up, or opened."""
    return (
        opened(state, whole, path)
        if path in state.folded
        else replace(state, folded=state.folded | {path})
    )


def opened(state: S, whole: Branch, path: str) -> S:
    """Return the state with this branch open.

    What then does not fit is folded: first the others, the outermost of them first, then what is
    inside this one.
    """
    way, inside = whole.way(path), (whole.find(path) or whole).walk()
    kept = {branch.path for branch in way}
    within = {branch.path for branch in inside}
    rest = sorted(
        (b for b in _inner(whole) if b.path not in kept),
        key=lambda b: (b.path in within, b.path.count("/"), b.weight),
    )
    return replace(state, folded=_until_it_fits(whole, state.folded - {path}, rest))


def walk(state: S, whole: Branch, arrow: str) -> S:
    """Return the state after an arrow key: right into the chosen branch, left out of it, up and
    down beside it.
    """
    way = whole.way(state.chosen)
    here = way[-1] if way else whole
    if arrow == "ArrowRight" and here.branches:
        return replace(opened(state, whole, here.path), chosen=here.branches[0].path)
    if arrow == "ArrowLeft" and len(way) > 1:
        return replace(state, chosen=way[-2].path)
    if arrow in ("ArrowUp", "ArrowDown") and len(way) > 1:
        beside = way[-2].branches
        at = beside.index(here) + (1 if arrow == "ArrowDown" else -1)
        return replace(state, chosen=beside[min(max(at, 0), len(beside) - 1)].path)
    return state


def root_of(state: FireState) -> tree.Node:
    """Return the boxes of a state, folded as far as they must be.

    A refused shot has a single box.
    """
    state, whole = fit(state), state.tree
    if whole is None:
        return tree.Node("", WEAPONS[state.weapon].name, Fraction(0), words="may not fire")
    return node_of(whole, state, frozenset(branch.path for branch in whole.way(state.chosen)))


def riddle_of(state: FireState) -> tree.Node:
    """Return boxes that show the shot, and nothing of what comes of it."""
    flags = (declared for declared in parts_of(FireState).values() if isinstance(declared, Flag))
    shown = [
        inches(state.range_inches),
        *(flag.title(state) for flag in flags if getattr(state, flag.id)),
    ]
    shown += [COVERS[state.cover]] if state.cover != "none" else []
    boxes = tuple(tree.Node(words, words, Fraction(0)) for words in shown)
    return tree.Node("", WEAPONS[state.weapon].name, Fraction(0), branches=boxes, open=True)
