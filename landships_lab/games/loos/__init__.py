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
        "24_a_turn_at_loos",
        "20_the_combat_table",
        "21_seeing_over_the_field",
        "22_bombardment_and_gas",
        "23_reserves_and_attrition",
        "25_zero_hour",
    ),
    starts=("zero-hour", "last-turn"),
    played=("25_zero_hour",),
)
