"""A number in a sentence is that of the constant it speaks of."""

import re

import pytest

from landships_lab.games.landships.data.units import MOST_FIELDS
from landships_lab.games.one_hour.analysis.forecast import MOST_TURNS
from landships_lab.practice.progress import DAYS, WAIT
from landships_lab.practice.runs import HARDER_AFTER, RUSH_SECONDS
from landships_lab.publish.sheets import MOST_QUESTIONS
from tests.paths import REPOSITORY

PACKAGE = "landships_lab"
WORDS = ("one", "two", "three", "four", "five", "six")
#: The height of a panel, as the browser measures it.
HEIGHT = ("tests/browser/test_one_screen.py", r"MOST_HEIGHT = (\d+)")
ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth")


def found_in(path: str, pattern: str) -> int:
    """Return the only number that this pattern finds in a file, in digits or as a word."""
    text = " ".join((REPOSITORY / path).read_text(encoding="utf-8").split())
    (number,) = set(re.findall(pattern, text))
    if number in ORDINALS:
        return ORDINALS.index(number)
    return 1 + WORDS.index(number) if number in WORDS else int(number)


#: A file, a phrase with its number, and the number it must have: a constant, or the file and the
#: phrase that hold one.
SENTENCES: tuple[tuple[str, str, int | tuple[str, str]], ...] = (
    (
        f"{PACKAGE}/jupyter/bridge.py",
        r"up to (\d+) to a far one",
        (f"{PACKAGE}/jupyter/js/bridge.js", r"MOST_UNDER_WAY = (\d+)"),
    ),
    (
        f"{PACKAGE}/jupyter/frame.py",
        r"loading for (\d+) seconds",
        (f"{PACKAGE}/jupyter/frame.py", r"ll-wait (\d+)s"),
    ),
    (f"{PACKAGE}/jupyter/drill.py", r"harder after every (\w+)\)", HARDER_AFTER),
    (f"{PACKAGE}/jupyter/drill.py", r"fit into (\w+) minutes", int(RUSH_SECONDS) // 60),
    (f"{PACKAGE}/practice/runs.py", r"as you can in (\w+) minutes", int(RUSH_SECONDS) // 60),
    ("CHANGELOG.md", r"a rush of (\w+) minutes", int(RUSH_SECONDS) // 60),
    (f"{PACKAGE}/practice/progress.py", r"comes back (\d+) questions", WAIT),
    *(
        (f"{PACKAGE}/practice/progress.py", rf"next day {before}(\d+) days", days)
        for before, days in (
            ("", DAYS[1]),
            (r"\d+ days ", DAYS[2]),
            (r"\d+ days \d+ days ", DAYS[3]),
        )
    ),
    (f"{PACKAGE}/publish/sheets.py", r"more than (\d+) questions", MOST_QUESTIONS),
    (f"{PACKAGE}/games/one_hour/analysis/forecast.py", r"in 1 to (\d+) turns", MOST_TURNS),
    (f"{PACKAGE}/EXTENDING.md", r"one to (\w+) fields of fire", MOST_FIELDS),
    (
        f"{PACKAGE}/EXTENDING.md",
        r"at least (\w+) (?:of its links|for a new panel)",
        ("tests/panel/test_links.py", r"links_of\(path\)\) >= (\d+)"),
    ),
    (f"{PACKAGE}/INTERNALS.md", r"at most (\d+) pixels high", HEIGHT),
    (f"{PACKAGE}/jupyter/css/panel.css", r"850 x (\d+) pixels", HEIGHT),
    (
        f"{PACKAGE}/INTERNALS.md",
        r"makes (\d+) gestures",
        ("tests/jupyter/test_soak.py", r'"SOAK_GESTURES", "(\d+)"'),
    ),
)


@pytest.mark.parametrize(
    ("path", "phrase", "expected"), SENTENCES, ids=[phrase for _, phrase, _ in SENTENCES]
)
def test_a_number_in_a_sentence_is_that_of_its_constant(
    path: str, phrase: str, expected: int | tuple[str, str]
) -> None:
    number = found_in(path, phrase)
    assert number == (expected if isinstance(expected, int) else found_in(*expected))


def test_a_false_number_is_found() -> None:
    with pytest.raises(ValueError, match="unpack"):
        found_in("README.md", r"no such sentence with (\d+)")
    assert found_in(f"{PACKAGE}/EXTENDING.md", r"one to (\w+) fields") == MOST_FIELDS != 2
