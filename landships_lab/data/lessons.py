"""The questions that end the lessons: each a sentence and the state it is about.

The rules answer them, not the data.
"""

from __future__ import annotations

from attrs import frozen

from landships_lab.core.checks import unknown
from landships_lab.data.load import read, structure
from landships_lab.games import GAMES, game_of_lesson


@frozen
class Asked:
    """One question, and the state (in its text form) that it is about.

    Where it is answered on the board, ``pick`` is the part of the state that a press sets,
    ``wanted`` the answer that the panel must then give, as a reply is written, and ``says`` what
    the reader is told to do.
    """

    ask: str
    state: str
    pick: str = ""
    wanted: str = ""
    says: str = ""


def asked(lesson: str) -> tuple[Asked, ...]:
    """Return the questions that end this lesson;

    `ValueError` with the known lessons for any other name.
    """
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
