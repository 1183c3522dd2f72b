"""All kinds of question about Loos, lesson by lesson: the same seed gives the same question."""

from __future__ import annotations

from . import attrition, fight, shells, sight, staff

KINDS = (*staff.KINDS, *fight.KINDS, *sight.KINDS, *shells.KINDS, *attrition.KINDS)
