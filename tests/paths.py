"""Where things are in the repository."""

from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "landships_lab"
TESTS = REPOSITORY / "tests"
LESSONS = REPOSITORY / "notebooks"
LINKS = TESTS / "panel" / "links"
