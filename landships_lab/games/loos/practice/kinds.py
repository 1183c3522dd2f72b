"""All kinds of question about Loos, lesson by lesson: the same seed gives the same question."""

from __future__ import annotations

from landships_lab.games.loos.practice.attrition import ATTRITION
from landships_lab.games.loos.practice.fight import FIGHT
from landships_lab.games.loos.practice.shells import SHELLS
from landships_lab.games.loos.practice.sight import SIGHT
from landships_lab.games.loos.practice.staff import STAFF

KINDS = (*STAFF, *FIGHT, *SIGHT, *SHELLS, *ATTRITION)
