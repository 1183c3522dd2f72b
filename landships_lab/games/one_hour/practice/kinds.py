"""The kinds of question about One-Hour Wargames, in the order in which they are offered: about
shots, about the table, and about moves, duels and the turn.
"""

from . import shots, table, turns

KINDS = (*shots.KINDS, *table.KINDS, *turns.KINDS)
