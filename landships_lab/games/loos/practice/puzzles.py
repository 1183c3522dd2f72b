"""All families of puzzles about *Loos: The Big Push*."""

from landships_lab.games.loos.practice import puzzles_fight, puzzles_sight
from landships_lab.practice.puzzles import Family

FAMILIES: tuple[Family, ...] = (*puzzles_sight.FAMILIES, *puzzles_fight.FAMILIES)
