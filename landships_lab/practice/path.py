"""The reader's path: which lessons are done, in a JSON file beside the notebooks.

Nothing here raises: if the file is damaged or cannot be written, only ticks are lost.
"""

from __future__ import annotations

import json
from pathlib import Path

from landships_lab.data.files import write_whole
from landships_lab.data.lessons import present_name
from landships_lab.games import GAMES

#: The file in the folder of the lessons. Like the other files of progress it begins with "drill_",
#: so that it is never copied with the lessons.
FILE = "drill_lessons.json"
#: A larger file is not read, and a longer list of lessons not kept.
MOST_BYTES, MOST_LESSONS = 20_000, 200


def done_lessons(folder: Path) -> tuple[str, ...]:
    """Return the lessons done, by the names of their notebooks, in the order of doing them."""
    try:
        with (folder / FILE).open("rb") as file:
            kept = json.loads(file.read(MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return ()
    listed = kept.get("done") if isinstance(kept, dict) else None
    names = listed if isinstance(listed, list) else []
    known = (present_name(n) for n in names if isinstance(n, str) and 0 < len(n) < 60)
    return tuple(dict.fromkeys(known))


def mark_done(folder: Path, lesson: str) -> str:
    """Save that a lesson is done; return a sentence if that fails, "" otherwise."""
    done = dict.fromkeys((*done_lessons(folder), lesson))
    kept = {"version": 1, "done": [*done][-MOST_LESSONS:]}
    try:
        write_whole(folder / FILE, json.dumps(kept, indent=2) + "\n")
    except OSError as error:
        return f"The tick cannot be kept ({error.strerror})."
    return ""


def mark_played(folder: Path, situation: str) -> str:
    """Keep that the lesson in which this situation is played is done, since a game of it has been
    played to its end; return a sentence where that is news, "" otherwise.
    """
    game = GAMES.get(situation.partition(":")[0])
    for lesson in game.played if game else ():
        if lesson not in done_lessons(folder):
            return mark_done(folder, lesson) or f"Lesson {lesson[:2]} is done ✓"
    return ""
