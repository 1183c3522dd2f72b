"""The board on which One-Hour Wargames is played."""

from .board import BOARD

__all__ = ["BOARD"]
