"""Questions and puzzles that several tests look at, each made once in a run."""

from functools import cache

from landships_lab.practice.generator import make_up
from landships_lab.practice.puzzles import make_puzzle

made_question = cache(make_up)
made_puzzle = cache(make_puzzle)
