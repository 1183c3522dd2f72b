"""Landser: one man, one shot, one wound; spotting, templates, assault and the squad."""

from landships_lab.core.game import Game

GAME = Game(
    id="landser",
    title="Landser",
    package=__name__,
    starts=("firefight", "duel-of-three", "marsh"),
    played=("46_a_firefight",),
    panel_keys={
        "LandserFire": "fire",
        "LandserSpotting": "spotting",
        "LandserTemplate": "template",
        "LandserAssault": "assault",
        "LandserSquad": "squad",
    },
    lessons=(
        "40_a_turn_of_landser",
        "41_to_hit",
        "42_what_a_hit_does",
        "43_seen_and_unseen",
        "44_templates_and_grenades",
        "45_assault_and_breaking_off",
        "46_a_firefight",
    ),
    face="play_landser",
    scene="Duel of three",
    story="Three men against three, a wall between them, and one of them runs.",
)
