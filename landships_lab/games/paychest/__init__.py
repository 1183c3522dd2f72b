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
        "50_a_turn_of_paychest",
        "51_skill_and_fire",
        "52_melee",
        "53_morale_under_fire",
        "54_when_the_book_is_torn",
        "55_one_fight",
    ),
    starts=("one-fight", "the-paychest"),
    played=("55_one_fight",),
    face="play_paychest",
    scene="One fight",
    story="Thirteen legionnaires reach the wells one minute too late.",
)
