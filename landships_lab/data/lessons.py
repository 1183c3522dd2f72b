"""The questions at the end of lessons: each is a sentence and the state it is about.

The rules answer them, not the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from landships_lab.core.checks import unknown
from landships_lab.data.load import read, structure
from landships_lab.games import GAMES, game_of_lesson

#: The former names of lessons, and their present names. Old links, old addresses and old copies of
#: lessons are understood through this table only.
RENAMED: Mapping[str, str] = MappingProxyType(
    {
        "24_a_turn_at_loos": "20_a_turn_at_loos",
        "20_the_combat_table": "21_the_combat_table",
        "21_seeing_over_the_field": "22_seeing_over_the_field",
        "22_bombardment_and_gas": "23_bombardment_and_gas",
        "23_reserves_and_attrition": "24_reserves_and_attrition",
        "34_a_turn_of_one_hour": "30_a_turn_of_one_hour",
        "30_fire_and_cover": "31_fire_and_cover",
        "31_sight_among_woods_and_towns": "32_sight_among_woods_and_towns",
        "32_rally_or_shoot": "33_rally_or_shoot",
        "33_will_they_get_off_the_table": "34_will_they_get_off_the_table",
        "45_a_turn_of_landser": "40_a_turn_of_landser",
        "40_to_hit": "41_to_hit",
        "41_what_a_hit_does": "42_what_a_hit_does",
        "42_seen_and_unseen": "43_seen_and_unseen",
        "43_templates_and_grenades": "44_templates_and_grenades",
        "44_assault_and_breaking_off": "45_assault_and_breaking_off",
        "54_a_turn_of_paychest": "50_a_turn_of_paychest",
        "50_skill_and_fire": "51_skill_and_fire",
        "51_melee": "52_melee",
        "52_morale_under_fire": "53_morale_under_fire",
        "53_when_the_book_is_torn": "54_when_the_book_is_torn",
    }
)


def present_name(lesson: str) -> str:
    """Return the present name of a lesson by this or a former name.

    >>> present_name("24_a_turn_at_loos"), present_name("12_fire_arcs")
    ('20_a_turn_at_loos', '12_fire_arcs')
    """
    return RENAMED.get(lesson, lesson)


@frozen
class Asked:
    """One question, and the state (in its text form) that it is about.

    If it is answered on the board, ``pick`` is the part of the state that a press sets, ``wanted``
    the answer that the panel must then give, written as a reply, and ``says`` the instruction.
    """

    ask: str
    state: str
    pick: str = ""
    wanted: str = ""
    says: str = ""


def asked(lesson: str) -> tuple[Asked, ...]:
    """Return the questions at the end of this lesson.

    Raises `ValueError` with the known lessons for any other name.
    """
    lesson = present_name(lesson)
    if (game := game_of_lesson(lesson)) is None:
        raise ValueError(
            unknown(
                "lesson with questions",
                lesson,
                [name for game in GAMES.values() for name in game.lessons],
            )
        )
    name = f"{game.id}/lessons.toml"
    return structure(read(name), dict[str, tuple[Asked, ...]], name).get(lesson, ())
