"""Draw soldiers from above: helmet, shoulders, pack, arms and the weapon in hand.

A soldier is drawn facing north in a square from -1 to 1, y down, and turned to face where he looks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .shapes import Circles, Lines, Path, Pixel, Polygons, Shape

_SHOULDERS: Path = tuple(
    (0.62 * math.cos(t * math.pi / 8), 0.06 + 0.34 * math.sin(t * math.pi / 8)) for t in range(16)
)
_PACK: Path = ((-0.3, 0.24), (0.3, 0.24), (0.26, 0.62), (-0.26, 0.62))
_ARMS: tuple[Path, ...] = (
    ((0.5, -0.02), (0.42, -0.42), (0.2, -0.34)),
    ((-0.5, -0.02), (-0.26, -0.52), (0.1, -0.66)),
)
_LEGS: tuple[Path, ...] = (((-0.2, 0.4), (-0.36, 1.4)), ((0.2, 0.4), (0.4, 1.36)))
#: The visible parts of each weapon: thin strokes and thick ones.
_WEAPONS: dict[str, tuple[tuple[Path, ...], tuple[Path, ...]]] = {
    "rifle": ((((0.15, -0.6), (0.15, -1.3)),), (((0.2, -0.1), (0.15, -0.75)),)),
    "gun": (
        (((0.12, -0.8), (-0.12, -1.12)), ((0.12, -0.8), (0.4, -1.1))),
        (((0.2, 0.0), (0.12, -1.35)),),
    ),
    "smg": ((((0.15, -0.5), (0.0, -0.56)),), (((0.2, -0.1), (0.15, -0.85)),)),
    "pistol": ((), (((0.15, -0.5), (0.15, -0.8)),)),
    "launcher": ((), (((0.34, 0.7), (0.3, -1.2)), ((0.31, -0.9), (0.3, -1.25)))),
    "": ((), ()),
}


#: The order in which the parts of many soldiers are drawn.
LAYERS = ("shadow", "limbs", "soldier", "weapon", "helmet")
#: Words of a profile, and the weapon drawn for them: the first that is found.
_WORDS = {
    "submachine": "smg",
    "SMG": "smg",
    "machine gun": "gun",
    "GPMG": "gun",
    "LMG": "gun",
    "launcher": "launcher",
}


@dataclass(frozen=True)
class Soldier:
    """One soldier to draw: his place, half the width of his square (pixels), the way he faces
    (degrees clockwise of north), his side.
    """

    at: Pixel
    size: float
    degrees: float = 0.0
    side: str = "German"
    weapon: str = "rifle"
    name: str = ""
    prone: bool = False
    out: bool = False

    def path(self, path: Path) -> Path:
        """Return the pixels of the points of a drawing."""
        (x, y), angle = self.at, math.radians(self.degrees)
        cos, sin = self.size * math.cos(angle), self.size * math.sin(angle)
        return tuple((x + px * cos - py * sin, y + px * sin + py * cos) for px, py in path)


def weapon_of(words: str) -> str:
    """Return the weapon to draw for these words of a profile.

    >>> (
    ...     weapon_of("general purpose machine gun and pistol"),
    ...     weapon_of("submachine gun"),
    ...     weapon_of("rifle"),
    ... )
    ('gun', 'smg', 'rifle')
    """
    otherwise = "pistol" if words == "pistol" else "rifle"
    return next((weapon for part, weapon in _WORDS.items() if part in words), otherwise)


def soldier(man: Soldier) -> tuple[Shape, ...]:
    """Draw a soldier; one who is out of action is a pale outline."""
    side = "out" if man.out else {"British": "khaki"}.get(man.side, "grey")
    thin, thick = _WEAPONS[man.weapon]
    limbs = (*_ARMS, *(_LEGS if man.prone else ()))
    shade = tuple((x + 0.12 * man.size, y + 0.16 * man.size) for x, y in man.path(_SHOULDERS))
    helmet = man.path(((0.0, -0.02), (-0.1, -0.13)))
    shapes: list[Shape] = [] if man.out else [Polygons((shade,), "shadow", man.name)]
    shapes.append(Lines(tuple(map(man.path, limbs)), f"limbs-{side}", man.name))
    shapes.append(Polygons((man.path(_PACK), man.path(_SHOULDERS)), f"soldier-{side}", man.name))
    if thick:
        shapes.append(Lines(tuple(map(man.path, thick)), "weapon", man.name))
    if thin:
        shapes.append(Lines(tuple(map(man.path, thin)), "weapon-thin", man.name))
    shapes.append(Circles((helmet[0],), 0.36 * man.size, f"helmet-{side}", man.name))
    if not man.out:
        shapes.append(Circles((helmet[1],), 0.13 * man.size, "helmet-light", man.name))
    return tuple(shapes)
