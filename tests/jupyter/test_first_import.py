"""A lesson's first cell imports and reads no more than it shows."""

import subprocess
import sys

import pytest

#: Prints what a lesson with one panel of fire arcs has imported, and how often it read each file.
_CELL = """
import sys
from landships_lab.data import load
read, parse = [], load.parse_toml
load.parse_toml = lambda text, origin, *most: read.append(origin) or parse(text, origin, *most)
from landships_lab import FireArcs
FireArcs()
print(*[name for name in sys.modules if name.startswith("landships_lab.")])
print(*read)
"""


@pytest.mark.long
def test_fire_arcs_import_no_movement_and_read_each_file_once() -> None:
    done = subprocess.run([sys.executable, "-c", _CELL], check=True, capture_output=True, text=True)
    imported, read = (line.split() for line in done.stdout.splitlines())
    assert "landships_lab.games.landships.rules.fire" in imported
    later = ("games.landships.rules.march", "games.landships.rules.ground", "publish.handout")
    assert [name for name in later if f"landships_lab.{name}" in imported] == []
    assert "landships/readings.toml" in read
    assert len(read) == len(set(read))


def test_every_name_of_the_rules_is_there_when_it_is_first_used() -> None:
    cell = (
        "from landships_lab.games.landships import rules\n"
        "print(*(getattr(rules, name) is not None for name in rules.__all__))"
    )
    done = subprocess.run([sys.executable, "-c", cell], check=True, capture_output=True, text=True)
    assert set(done.stdout.split()) == {"True"}
