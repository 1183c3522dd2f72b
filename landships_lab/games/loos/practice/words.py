"""Words that questions about Loos share."""

from __future__ import annotations

#: The lessons, by the names of their notebooks.
TURN = "24_a_turn_at_loos"
TABLE_LESSON = "20_the_combat_table"
SIGHT_LESSON = "21_seeing_over_the_field"
SHELLS_LESSON = "22_bombardment_and_gas"
RESERVES_LESSON = "23_reserves_and_attrition"

TERRAIN = ("mountain", "trench", "town", "woods", "clear")
NOT_SAID = "the rules do not say"


def on(terrain: str) -> str:
    """Return the words for what is attacked or shelled.

    >>> on("clear"), on("woods"), on("town")
    ('clear ground', 'woods', 'a town')
    """
    return {
        "clear": "clear ground",
        "town": "a town",
        "trench": "a trench",
        "mountain": "a mountain",
    }.get(terrain, terrain)


def held(terrain: str) -> str:
    """Return the words for where a defender stands.

    >>> held("clear"), held("woods"), held("trench")
    ('on clear ground', 'in woods', 'in a trench')
    """
    return f"{'on' if terrain in ('clear', 'mountain') else 'in'} {on(terrain)}"
