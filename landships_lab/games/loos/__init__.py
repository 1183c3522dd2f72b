"""Loos: The Big Push: sight, the combat table, bombardment, reserves and the campaign."""

from landships_lab.core.game import Game

GAME = Game(
    id="loos",
    title="Loos: The Big Push",
    package=__name__,
    panel_keys={
        "Sight": "sight",
        "CombatTable": "table",
        "Bombardment": "bombardment",
        "Campaign": "campaign",
        "GeneralStaff": "staff",
    },
    lessons=(
        "20_a_turn_at_loos",
        "21_the_combat_table",
        "22_seeing_over_the_field",
        "23_bombardment_and_gas",
        "24_reserves_and_attrition",
        "25_zero_hour",
    ),
    starts=("zero-hour", "last-turn"),
    played=("25_zero_hour",),
    face="play_loos",
    scene="Zero Hour, 1915",
    story="Two divisions in one trench, shells and gas, and the whistles blow.",
)
