"""All families of puzzles about *Landships!*."""

from landships_lab.practice.puzzles import Family
from . import puzzles_force, puzzles_place

FAMILIES: tuple[Family, ...] = (*puzzles_place.FAMILIES, *puzzles_force.FAMILIES)
