"""The kinds of question about *Landships!*: the same seed makes the same question."""

from __future__ import annotations

from landships_lab.games.landships.practice.brickyard import set_up_question
from landships_lab.games.landships.practice.coverage import bearing_question, blind_question
from landships_lab.games.landships.practice.fire import arc_question, fire_question, remedy_question
from landships_lab.games.landships.practice.ground import hexside_question, move_question
from landships_lab.games.landships.practice.positions import position_question
from landships_lab.games.landships.practice.ranges import range_question
from landships_lab.practice.kinds import Kind

KINDS = (
    Kind("landships:positions", "legal", position_question),
    Kind("landships:range", "range", range_question),
    Kind("landships:arc", "arc", arc_question, about="landships:fire"),
    Kind("landships:fire", "arc", fire_question),
    Kind("landships:remedy", "change", remedy_question, level=2, about="landships:fire"),
    Kind("landships:move", "ground", move_question),
    Kind("landships:hexsides", "ground", hexside_question),
    Kind("landships:brickyard", "legal", set_up_question, level=2),
    Kind("landships:bearing", "count", bearing_question, about="landships:coverage"),
    Kind("landships:blind", "arc", blind_question, about="landships:coverage"),
)
