"""The board of a game of Loos: its picture, the gestures on it, and the panels that explain a
choice.
"""

from .board import BOARD

__all__ = ["BOARD"]
