"""One-Hour Wargames WWII: fire, sight, moves and rallying on a small table."""

from landships_lab.core.game import Game

GAME = Game(
    id="one_hour",
    title="One-Hour Wargames WWII",
    package=__name__,
    panel_keys={
        "OneHourFire": "fire",
        "OneHourSight": "sight",
        "OneHourMove": "move",
        "OneHourDuel": "duel",
    },
    lessons=(
        "30_a_turn_of_one_hour",
        "31_fire_and_cover",
        "32_sight_among_woods_and_towns",
        "33_rally_or_shoot",
        "34_will_they_get_off_the_table",
        "35_a_game_of_one_hour",
    ),
    starts=(
        "flank-attack",
        "static-defence",
        "two-bases",
        "flank-attack-report",
        "static-defence-report",
    ),
    played=("35_a_game_of_one_hour",),
    face="play_one_hour",
    scene="Flank Attack",
    story="A column must break through by the road, with tanks on its flank.",
)
