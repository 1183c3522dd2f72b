"""The kinds of question about Paychest: those about fire, melee, morale and a turn, and here those
about forces.
"""

from __future__ import annotations

import random

from landships_lab.core.speech import listed, plural, with_article
from landships_lab.games.paychest.panels.forces import PARTS
from landships_lab.games.paychest.practice.battle import BATTLE_KINDS
from landships_lab.games.paychest.practice.fire import CHANGE, FIRE_KINDS
from landships_lab.games.paychest.practice.melee import MELEE_KINDS
from landships_lab.games.paychest.practice.morale import MORALE_KINDS
from landships_lab.games.paychest.practice.torn import LESSON as TORN
from landships_lab.games.paychest.practice.torn import TORN_KIND
from landships_lab.games.paychest.rules.forces import FORMATIONS, MOST_PARTS, muster, muster_roll
from landships_lab.practice.kind import Kind, whole_number
from landships_lab.practice.task import Task

#: The formations that have parts, and so something to add up.
_WITH_PARTS = tuple(key for key, formation in FORMATIONS.items() if formation.parts)


def _force(dice: random.Random, level: int) -> Task:
    """Draw a formation, with a number of its parts where the print leaves that open; from level 3
    an army of regiments most often.
    """
    key = dice.choice((*_WITH_PARTS, "native-army", *("native-army",) * 2 * (level > 2)))
    parts = {}
    for body in muster_roll(key):
        for part in body.formation.parts:
            if part.least != part.most and part.unit in PARTS.values():
                most = min(part.most or MOST_PARTS, MOST_PARTS)
                parts[part.unit] = dice.randint(part.least, most)
    words = [f"{name} {parts[unit]}" for name, unit in PARTS.items() if unit in parts]
    each = [plural(count, FORMATIONS[unit].name) for unit, count in parts.items()]
    inside = f" with {each[0]}" if each else ""
    inside += f" of {each[1]} each" if len(each) > 1 else ""
    found = muster(key, parts)
    figures, own = found.value, FORMATIONS[key].own_figures
    text = f"How many figures are in {with_article(FORMATIONS[key].name)}{inside}?"
    wrong = [
        (figures - own, "you left out its own officers and staff"),
        (own, "you counted its own figures, not those of its parts"),
        (figures - 1, "you left out one figure"),
        (figures + 1, "you counted one figure twice"),
    ]
    state = f"paychest:forces formation {key}" + (f" {' '.join(words)}" if words else "")
    sums = [
        f"{plural(body.figures, 'figure')} in {plural(body.count, body.formation.name)}"
        for body in found.detail
    ]
    return Task(
        text,
        state,
        whole_number(figures, wrong),
        because=f"{listed(sums)}, without those of their parts: {figures} in all.",
    )


KINDS = (
    *FIRE_KINDS,
    *MELEE_KINDS,
    *MORALE_KINDS,
    Kind(
        "paychest:forces", "count", _force, level=2, lesson=TORN, taught="four companies of twenty"
    ),
    TORN_KIND,
    *BATTLE_KINDS,
    CHANGE,
)
