"""A launched grenade as a tree: where it falls, whether it takes effect, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core.answer import Step
from landships_lab.rules.landser.blasts import effectiveness
from landships_lab.rules.landser.book import CITES, SIX
from landships_lab.rules.landser.branches import EFFECT_CHAIN, FACES, Branch, effect_branches
from landships_lab.rules.landser.grenades import STRAYS, Throw, reach_of
from landships_lab.rules.landser.shots import Aim, Shot, hits_on
from landships_lab.rules.landser.wounds import Target

#: The equally likely courses: the hit die, two dice of scatter, the die of effectiveness, and the chain behind it.
LAUNCHED = SIX * STRAYS * SIX * EFFECT_CHAIN


def launched_tree(shot: Shot, aimed: Aim, target: Target, readings: Mapping[str, str]) -> Branch:
    """Return all that can come of a launched grenade for a soldier who stands where it is aimed.

    Even one that goes astray may fall so near that he is still under the small template.
    """
    total = LAUNCHED
    placing = tuple(die for die in FACES if aimed.hits(die, readings))
    missing = tuple(die for die in FACES if die not in placing)
    share = total // SIX
    placed = share * len(placing)
    branches = []
    if missing:
        reach = reach_of(Throw((0, 0), (0, 0), launched=True), readings)
        near = sum(len(FACES) for score in FACES if Fraction(score, 2) <= reach)  # whichever way: he stands at its centre
        branches.append(_astray(missing, share * len(missing), near, total, aimed, target, readings))
    under = _takes_effect("placed", placed, total, aimed, target, readings)
    branches.append(Branch("placed", "placed", placing, placed, total, branches=under, throw="for effectiveness"))
    steps = (*hits_on(shot, readings).steps, Step("The man stands where it is aimed.", CITES["launcher"]))
    return Branch("", "grenade launcher", (), total, total, steps, branches=tuple(branches), throw="to place")


def _astray(faces: tuple[int, ...], weight: int, near: int, total: int, aimed: Aim, target: Target, readings: Mapping[str, str]) -> Branch:
    each = weight // STRAYS
    scatter = Step(
        "A missed grenade flies in the direction of one die, half as many inches as another shows.",
        CITES["grenade-scatter"],
        reading="scatter",
    )
    clear = Branch("astray/clear", "clear", (), each * (STRAYS - near), total, outcome="miss")
    within_it = _takes_effect("astray/near", each * near, total, aimed, target, readings)
    still = Branch("astray/near", "near", (), each * near, total, branches=within_it, throw="for effectiveness")
    return Branch("astray", "astray", faces, weight, total, (scatter,), branches=(clear, still), throw="for direction and distance")


def _takes_effect(parent: str, weight: int, total: int, aimed: Aim, target: Target, readings: Mapping[str, str]) -> tuple[Branch, ...]:
    needed = effectiveness(readings=readings)
    strong = tuple(die for die in FACES if die >= needed.value)
    weak = tuple(die for die in FACES if die < needed.value)
    share = weight // SIX
    path = f"{parent}/effective"
    below = effect_branches(path, share * len(strong), total, 0, target, aimed.penalty, readings)
    return (
        Branch(f"{parent}/harmless", "harmless", weak, share * len(weak), total, needed.steps, "miss"),
        Branch(path, "harmful", strong, share * len(strong), total, needed.steps, branches=below, throw="for effect"),
    )
