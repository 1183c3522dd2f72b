"""The kinds of question about *Landships!*, lesson by lesson."""

from __future__ import annotations

from . import brickyard, coverage, design, fire, ground, places

_SUBJECTS = (places, fire, ground, brickyard, design, coverage)
KINDS = tuple(kind for one in _SUBJECTS for kind in one.KINDS)
