"""Little Wars, the game for floors by H.

G. Wells (1913): when a body of men is isolated, and what a melee costs.
"""

from landships_lab.games import Game

GAME = Game(
    id="little_wars",
    title="Little Wars",
    package=__name__,
    panel_keys={"LittleMelee": "melee", "LittleGun": "gun"},
    lessons=("60_little_wars",),
    starts=("floor",),
)
