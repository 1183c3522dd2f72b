"""The board of a game of Loos: its picture, what the hand does on it, and the panels that explain a
choice.
"""

from .board import BOARD

__all__ = ["BOARD"]
