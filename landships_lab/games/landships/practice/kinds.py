"""The kinds of question about *Landships!*: the same seed makes the same question."""

from __future__ import annotations

from landships_lab.practice.kind import Kind, Maker
from .brickyard import fog_question, set_up_question, squad_question, victory_question
from .coverage import bearing_question, blind_question
from .design import close_question, points_question
from .fire import arc_question, edge_question, fire_question, remedy_question
from .ground import drift_question, hexside_question, move_question, stack_question
from .positions import ahead_question, position_question
from .ranges import closer_question, range_question


def _kind(name: str, type_: str, make: Maker, lesson: str, taught: str, about: str = "") -> Kind:
    panel = f"landships:{about}" if about else ""
    return Kind(
        f"landships:{name}", type_, make, about=panel, lesson=_LESSONS[lesson], taught=taught
    )


_LESSONS = {
    "10": "10_headings_and_places",
    "11": "11_counting_range",
    "12": "12_fire_arcs",
    "13": "13_moving_and_drift",
    "14": "14_terrain_and_stacking",
    "15": "15_the_brickyard",
    "16": "16_design_a_vehicle",
    "17": "17_a_company_in_the_field",
}

KINDS = (
    _kind("positions", "legal", position_question, "10", "it must face along it"),
    _kind("ahead", "change", ahead_question, "10", "dead ahead", "fire"),
    _kind("range", "range", range_question, "11", "the span of a hex counts as one"),
    _kind("closer", "range", closer_question, "11", "counts as in the closer hex", "range"),
    _kind("arc", "arc", arc_question, "12", "exactly on the edge", "fire"),
    _kind("edge", "arc", edge_question, "12", "exactly on the edge", "fire"),
    _kind("fire", "arc", fire_question, "12", "inside the arc and within range"),
    _kind("remedy", "change", remedy_question, "12", "turn the tank or take it closer", "fire"),
    _kind("move", "ground", move_question, "13", "Every step costs movement points"),
    _kind("drift", "legal", drift_question, "13", "half a hex to either side", "move"),
    _kind("hexsides", "ground", hexside_question, "14", "the cheaper of the two"),
    _kind("stack", "legal", stack_question, "14", "shift the units on it into the hex", "hexsides"),
    _kind("brickyard", "legal", set_up_question, "15", "no more than one in each hex"),
    _kind("victory", "legal", victory_question, "15", "who would win", "brickyard"),
    _kind("squad", "legal", squad_question, "15", "may not climb back in", "brickyard"),
    _kind("fog", "sight", fog_question, "15", "nothing farther off than six hexes", "brickyard"),
    _kind("points", "count", points_question, "16", "how many of the twelve points", "vehicle"),
    _kind("close", "change", close_question, "16", "closes its blind side", "vehicle"),
    _kind("bearing", "count", bearing_question, "17", "gun *bears* on a place", "coverage"),
    _kind("blind", "arc", blind_question, "17", "A place is *blind*", "coverage"),
)
