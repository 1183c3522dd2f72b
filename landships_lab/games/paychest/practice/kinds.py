"""The kinds of question about Paychest, in the order in which they are offered."""

from . import battle, fire, melee, morale

KINDS = (
    fire.which_roll,
    fire.how_likely,
    fire.aim,
    *melee.KINDS,
    *morale.KINDS,
    battle.force,
    fire.torn,
    battle.card,
    battle.may,
    battle.battle,
    fire.change,
)
