"""Questions about the Brickyard: where a counter of the scenario may be placed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from landships_lab.core.hexes import DIRECTIONS
from landships_lab.core.speech import with_article
from landships_lab.games.landships.rules.brickyard import SCENARIO
from landships_lab.practice.kinds import yes_or_no
from landships_lab.practice.marking import Question

#: Counters that have hexes of their own, and no namesake with others; the hex of the AA gun is a
#: reading and is left out.
_FORCES = ("brit-infantry-4", "brit-infantry-3", "ger-88mm", "ger-a7v")


def set_up_question(dice: random.Random, level: int) -> Question:
    """Return a question about a counter in one of its hexes, beside them, or where another tank has
    come in already.
    """
    force = SCENARIO.forces[dice.choice(_FORCES)]
    own, wanted = force.at, dice.random() < 1 / 2
    others = sorted({h for key in _FORCES for h in SCENARIO.forces[key].at} - set(own))
    beside = sorted(
        {h for at in own for d in DIRECTIONS if (h := at.neighbour(d)) in SCENARIO.grid} - set(own)
    )
    place = dice.choice(
        own if wanted else others if level == 1 or dice.random() < 1 / 3 else beside
    )
    occupied = force.one_a_hex and wanted and level > 1 and dice.random() < 1 / 2
    code, heading = SCENARIO.grid.code(place), "N" if force.side == "German" else "S"
    standing = [
        f"{force.id}-{n}@{code if n == 1 or (occupied and n == 2) else '-'}@{heading}"
        for n in range(1, force.count + 1)
    ]
    does = f"comes in on turn {force.turn}" if force.turn else "is set up"
    there = " One has come in there already." if occupied else ""
    text = (
        f"Scenario 19.26: {with_article(force.name)} of the {force.side} side {does}.{there} May it"
        f" be placed in {code}?"
    )
    state = (
        f"landships:brickyard {force.id}-1 turn {max(1, force.turn)} ask set-up at"
        f" {' '.join(standing)}"
    )
    return Question(
        text,
        state,
        yes_or_no(
            wanted and not occupied, _misset(wanted, occupied, place in others, place in beside)
        ),
    )


def _misset(own: bool, occupied: bool, others: bool, beside: bool) -> Iterator[tuple[bool, str]]:
    """Yield the mistakes about a hex of its own, of another counter or beside its own, with the
    reply each leads to.
    """
    if occupied:
        yield True, "you forgot that no more than one comes in at a hex"
    elif own:
        yield False, "you took its own hex for another counter's"
    if others:
        yield True, "you took the hex of another counter for its own"
    if beside:
        yield True, "you let it stand in a hex beside its own"
