"""All kinds of question about Loos, lesson by lesson: the same seed gives the same question."""

from __future__ import annotations

from .attrition import ATTRITION
from .fight import FIGHT
from .shells import SHELLS
from .sight import SIGHT
from .staff import STAFF

KINDS = (*STAFF, *FIGHT, *SIGHT, *SHELLS, *ATTRITION)
