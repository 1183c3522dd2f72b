"""The kinds of question about One-Hour Wargames: about shots, about the table, and about moves,
duels and the turn.
"""

from __future__ import annotations

from .shots import SHOTS
from .table import TABLE
from .turns import TURNS

KINDS = (*SHOTS, *TABLE, *TURNS)
