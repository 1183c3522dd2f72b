"""The families of puzzles of Paychest, and here the one about forces: what to muster."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from landships_lab.games.paychest.panels.forces import PARTS, Forces
from landships_lab.games.paychest.practice.puzzle_fire import draft_volley, draft_wall
from landships_lab.games.paychest.practice.puzzle_melee import draft_party, draft_spare_man
from landships_lab.games.paychest.practice.puzzle_orders import draft_orders
from landships_lab.games.paychest.rules.forces import FORMATIONS, MOST_PARTS, muster, muster_roll
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.puzzles import Family
from landships_lab.practice.task import Task, hands_on


def _musters(start: Forces) -> Iterator[Forces]:
    """Yield every formation, with every number of parts that the panel offers."""
    for formation in FORMATIONS:
        bodies = [body.formation for body in muster_roll(formation)]
        given = {part.unit: part for body in bodies for part in body.parts}
        open_parts = {
            key: given[unit]
            for key, unit in PARTS.items()
            if unit in given and given[unit].least != given[unit].most
        }
        counts = [range(part.least, (part.most or MOST_PARTS) + 1) for part in open_parts.values()]
        for chosen in product(*counts):
            values = dict.fromkeys(PARTS, None) | {
                key: None if count == open_parts[key].least else count
                for key, count in zip(open_parts, chosen, strict=True)
            }
            yield with_fields(start, formation=formation, **values)


def force_size(state: Forces) -> int:
    """Return the number of figures of this force."""
    return muster(state.formation, state.parts).value


#: A force that is tempting has no more than so many figures too many or too few.
NEAR = 6


def _muster(dice: random.Random) -> Task | None:
    start = Forces.parse(f"paychest:forces formation {dice.choice(list(FORMATIONS))}")
    forces = list(_musters(start))
    wanted = force_size(dice.choice([force for force in forces if force.parts]))
    wrong = [force for force in forces if force_size(force) != wanted]
    tempting = min(wrong, key=lambda force: abs(force_size(force) - wanted))
    off = force_size(tempting) - wanted
    if abs(off) > NEAR or force_size(start) == wanted:
        return None

    def exact(state: Forces) -> Held:
        size = force_size(state)
        few = "too many" if size > wanted else "too few"
        off = "" if size == wanted else f", {abs(size - wanted)} {few}"
        return Held(size == wanted, f"It has {size}{off}.")

    return hands_on(
        f"Bring exactly {wanted} figures to the table: one formation, with all its parts. Which"
        " formation, and how many of each part?",
        start.text(),
        Free(
            "Choose the formation, then the numbers of its parts.",
            ("formation", *PARTS),
            ("formation", *PARTS),
            _musters,
        ),
        (Condition(f"It has {wanted} figures.", exact),),
        "Take off those who stand above the parts, then divide: a battalion has 86 figures, a"
        " warband 20, a squadron 12 (line 12).",
        tempting.text(),
        f"It comes near, but it is {abs(off)} {'too many' if off > 0 else 'too few'}.",
    )


FAMILIES = (
    Family(
        "paychest:orders",
        "The unit to be found",
        "54_a_turn_of_paychest",
        draft_orders,
        (9, 17, 5, 13, 22, 8),
    ),
    Family(
        "paychest:spare-man", "The spare man", "51_melee", draft_spare_man, (9, 4, 15, 19, 20, 1)
    ),
    Family("paychest:party", "The cheapest party", "51_melee", draft_party, (30, 6, 16, 9, 10, 23)),
    Family(
        "paychest:volley",
        "The cheapest volley",
        "50_skill_and_fire",
        draft_volley,
        (9, 7, 13, 18, 11, 10),
    ),
    Family(
        "paychest:wall",
        "How many behind the wall?",
        "52_morale_under_fire",
        draft_wall,
        (1, 3, 5, 9, 18, 25),
    ),
    Family(
        "paychest:muster",
        "Exactly so many",
        "53_when_the_book_is_torn",
        _muster,
        (1, 18, 7, 14, 13, 12),
    ),
)
