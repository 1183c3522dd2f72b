"""All families of puzzles about *Loos: The Big Push*."""

from landships_lab.practice.puzzles import Family
from . import puzzles_fight, puzzles_sight

FAMILIES: tuple[Family, ...] = (*puzzles_sight.FAMILIES, *puzzles_fight.FAMILIES)
