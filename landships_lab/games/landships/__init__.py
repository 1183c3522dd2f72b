"""Landships!: facing, fire arcs, ranges over hexes and hexsides, and the Brickyard."""

from landships_lab.core.game import Game

GAME = Game(
    id="landships",
    title="Landships! · twelve point facing",
    package=__name__,
    panel_keys={
        "FireArcs": "fire",
        "RangeCounter": "range",
        "Positions": "positions",
        "Movement": "move",
        "Hexsides": "hexsides",
        "Brickyard": "brickyard",
        "Coverage": "coverage",
        "VehicleEditor": "vehicle",
    },
    lessons=(
        "10_headings_and_places",
        "11_counting_range",
        "12_fire_arcs",
        "13_moving_and_drift",
        "14_terrain_and_stacking",
        "15_the_brickyard",
        "16_design_a_vehicle",
        "17_a_company_in_the_field",
        "18_the_brickyard_hour_by_hour",
    ),
    starts=("ten-turns", "set-up", "last-turns"),
    played=("18_the_brickyard_hour_by_hour",),
    face="fire_arcs",
    scene="The Brickyard, 1918",
    story="Three tanks come out of the fog: ten turns to take four hexes of town.",
)
