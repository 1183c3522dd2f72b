"""The families of puzzles about *Landships!*."""

from __future__ import annotations

from landships_lab.practice.puzzles import Family
from . import tasks_on_a_way as way
from . import tasks_on_ground as ground
from . import tasks_on_terrain as terrain
from . import tasks_under_fire as fire

FAMILIES: tuple[Family, ...] = (
    Family(
        "landships:dead-ahead",
        "Dead ahead",
        "10_headings_and_places",
        ground.dead_ahead,
        (1, 4, 10, 15, 20, 8),
    ),
    Family(
        "landships:three-ranges",
        "At three ranges",
        "11_counting_range",
        ground.three_ranges,
        (4, 5, 7, 18, 12, 21),
    ),
    Family(
        "landships:astride",
        "Astride a hexside",
        "12_fire_arcs",
        ground.astride,
        (3, 5, 12, 17, 18, 9),
    ),
    Family(
        "landships:drift",
        "The drift that gets it out",
        "13_moving_and_drift",
        terrain.by_drift,
        (4, 8, 10, 11, 1, 3),
    ),
    Family(
        "landships:best-hexside",
        "The hexside that hides best",
        "14_terrain_and_stacking",
        terrain.best_hexside,
        (11, 15, 8, 9, 13, 17),
    ),
    Family(
        "landships:two-guns",
        "Two guns on each of two",
        "17_a_company_in_the_field",
        fire.two_guns,
        (3, 17, 8, 2, 15, 12),
    ),
    Family(
        "landships:unhit-shot",
        "Hit, and not be hit",
        "17_a_company_in_the_field",
        fire.unhit_shot,
        (6, 9, 11, 16, 18, 20),
    ),
    Family(
        "landships:blind-hexside",
        "The blind hexside",
        "12_fire_arcs",
        fire.blind_hexside,
        (3, 5, 7, 8, 11, 12),
    ),
    Family(
        "landships:way-past",
        "The way past two A7Vs",
        "17_a_company_in_the_field",
        way.way_past,
        (7, 14, 16, 11, 5, 1),
    ),
)
