"""How sight works on a board whose base game holds the rule; not a game in itself.

The sight panel of Loos shows it.
"""

from landships_lab.core.game import Game

GAME = Game(id="free_sight", title="Lines of sight on a free board", package=__name__)
