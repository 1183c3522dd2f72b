"""The board on which One-Hour Wargames is played."""

from landships_lab.games.one_hour.turn_board.board import BOARD

__all__ = ["BOARD"]
