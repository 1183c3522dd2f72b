"""The tree of a shot as the fire panel shows it: its boxes, those folded up, and the walk through
it.
"""

from __future__ import annotations

from collections.abc import Iterable

from landships_lab.drawing import tree
from landships_lab.games.landser.data.tables import effects
from landships_lab.games.landser.rules.wounds import Branch

#: The paths of the branches that are folded up.
Folded = frozenset[str]

#: Pixels; the same for every tree, so that nothing below it jumps.
HEIGHT = 500.0
#: A question shows the shot only: a row for each thing that is set.
RIDDLE_ROW = 30.0
TINTS = {"unharmed": "green", "suppressed": "orange", "out of the fight": "vermillion"}


def root_of(whole: Branch, folded: Folded, chosen: str) -> tree.Node:
    """Return the boxes of a tree, with the chosen branch marked."""
    way = frozenset(branch.path for branch in whole.way(chosen)) if chosen else frozenset()
    return _node_of(whole, folded, way)


def _node_of(branch: Branch, folded: Folded, way: frozenset[str]) -> tree.Node:
    """Return the box of a branch with those below it."""
    outcome = effects().outcomes.get(branch.outcome)
    return tree.Node(
        branch.path,
        branch.label,
        branch.chance,
        _faces(branch.faces),
        outcome.short if outcome and branch.outcome != "miss" else _next_roll(branch),
        TINTS[outcome.becomes] if outcome else "",
        tuple(_node_of(below, folded, way) for below in branch.branches),
        branch.path not in folded,
        branch.path in way,
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


def _rows(branch: Branch, folded: Folded) -> int:
    return 1 + sum(_rows(below, folded) for below in branch.branches if branch.path not in folded)


def fitting(whole: Branch, folded: Folded) -> Folded:
    """Return what must be folded: of the branches given those there are, and the least likely until
    the rows fit the picture.
    """
    known = folded & {branch.path for branch in inner(whole)}
    least_likely = sorted(inner(whole), key=lambda branch: (branch.weight, branch.path))
    return _until_it_fits(whole, known, least_likely)


def inner(whole: Branch) -> list[Branch]:
    """Return the branches that can be folded: all that lead to a roll, except the shot itself."""
    return [branch for branch in whole.walk() if branch.branches and branch.path]


def _until_it_fits(whole: Branch, folded: Folded, candidates: Iterable[Branch]) -> Folded:
    for branch in candidates:
        if _rows(whole, folded) <= tree.MOST_ROWS:
            break
        folded |= {branch.path}
    return folded


def opened(whole: Branch, folded: Folded, path: str) -> Folded:
    """Return what is folded once this branch is open.

    What then does not fit is folded: first the others, the outermost of them first, then what is
    inside this one.
    """
    way, inside = whole.way(path), (whole.find(path) or whole).walk()
    kept = {branch.path for branch in way}
    within = {branch.path for branch in inside}
    rest = sorted(
        (b for b in inner(whole) if b.path not in kept),
        key=lambda b: (b.path in within, b.path.count("/"), b.weight),
    )
    return _until_it_fits(whole, folded - {path}, rest)


def walked(whole: Branch, folded: Folded, chosen: str, arrow: str) -> tuple[Folded, str]:
    """Return what is folded, and the branch chosen, after an arrow key: right into the chosen
    branch, left out of it, up and down beside it.
    """
    way = whole.way(chosen)
    here = way[-1] if way else whole
    if arrow == "ArrowRight" and here.branches:
        return opened(whole, folded, here.path), here.branches[0].path
    if arrow == "ArrowLeft" and len(way) > 1:
        return folded, way[-2].path
    if arrow in ("ArrowUp", "ArrowDown") and len(way) > 1:
        beside = way[-2].branches
        at = beside.index(here) + (1 if arrow == "ArrowDown" else -1)
        return folded, beside[min(max(at, 0), len(beside) - 1)].path
    return folded, chosen
