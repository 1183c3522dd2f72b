"""The kinds of question about One-Hour Wargames: about shots, about the table, and about moves,
duels and the turn.
"""

from __future__ import annotations

from landships_lab.games.one_hour.practice.shots import SHOTS
from landships_lab.games.one_hour.practice.table import TABLE
from landships_lab.games.one_hour.practice.turns import TURNS

KINDS = (*SHOTS, *TABLE, *TURNS)
