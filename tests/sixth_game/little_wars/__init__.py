"""Little Wars, the game for floors by H. G. Wells (1913): when a body of men is isolated, and what a melee costs."""

from landships_lab.games import Game, Panel

GAME = Game(
    id="little_wars",
    title="Little Wars",
    data="little_wars.data",
    panels=(
        Panel("LittleMelee", "little_wars:melee", "little_wars.melee"),
        Panel("LittleGun", "little_wars:gun", "little_wars.gun"),
    ),
    kinds="little_wars.kinds",
    lessons=("60_little_wars",),
)
