"""Paychest: skill, fire, melee, morale, and the tables that are lost."""

from landships_lab.core.game import Game

GAME = Game(
    id="paychest",
    title="Paychest",
    package=__name__,
    panel_keys={
        "PaychestFire": "fire",
        "PaychestMelee": "melee",
        "Morale": "morale",
        "Forces": "forces",
        "PaychestTurn": "turn",
        "PaychestCommand": "command",
    },
    lessons=(
        "54_a_turn_of_paychest",
        "50_skill_and_fire",
        "51_melee",
        "52_morale_under_fire",
        "53_when_the_book_is_torn",
        "55_one_fight",
    ),
    starts=("one-fight", "the-paychest"),
    played=("55_one_fight",),
)
