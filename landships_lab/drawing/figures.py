"""Draw painted figures from the front, each on its base: privates, NCOs, officers, colours,
warriors and their leaders, guns.

The drawing of a figure is one unit high from its base to the top of its cap, with its feet at (0,
0) and y down; it is scaled to the height wanted. The base shows who leads: a rim and a raised sword
for the commander, a square base for the second, a round one for the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from .shapes import Path, Pixel, Polygons, Shape
from .shapes import rectangle as _box

#: The parts of a figure in drawing order; the role of a part is ``man-`` followed by its name.
PARTS = (
    "rim",
    "base",
    "boots",
    "horse",
    "legs",
    "coat",
    "face",
    "hat",
    "cap",
    "peak",
    "trim",
    "iron",
    "wood",
    "flag",
    "stripe",
)
#: The height (pixels) from which a figure has outlines, boots and belts, and the height below
#: which it has no braid and no arms either.
FINE, COARSE = 36.0, 18.0
_FINE_PARTS, _OUTLINED = ("boots", "peak"), ("rim", "base", "legs", "coat", "face", "hat", "cap")
Drawing = tuple[tuple[str, Path], ...]


def _both(path: Path) -> tuple[Path, Path]:
    return path, tuple((-x, y) for x, y in path)


def _oval(x: float, y: float, across: float, down: float, corners: int = 12) -> Path:
    turns = [2 * math.pi * (n + 0.5) / corners for n in range(corners)]
    return tuple((x + across * math.cos(t), y + down * math.sin(t)) for t in turns)


def _bar(start: Pixel, end: Pixel, wide: float, tip: float | None = None) -> Path:
    """Return a straight bar of this width, narrowed to ``tip`` at its end if given."""
    (ax, ay), (bx, by) = start, end
    long = math.dist(start, end)
    nx, ny = (ay - by) / long / 2, (bx - ax) / long / 2
    end_wide = wide if tip is None else tip
    return (
        (ax + nx * wide, ay + ny * wide),
        (bx + nx * end_wide, by + ny * end_wide),
        (bx - nx * end_wide, by - ny * end_wide),
        (ax - nx * wide, ay - ny * wide),
    )


def _of(part: str, *paths: Path) -> Drawing:
    return tuple((part, path) for path in paths)


_ROUND = _of("base", _oval(0, 0, 0.26, 0.085))
_SQUARE = _of("base", _box(-0.31, -0.085, 0.31, 0.085))
_RIMMED = (*_of("rim", _oval(0, 0.01, 0.42, 0.135, 16)), *_of("base", _oval(0, 0, 0.33, 0.1)))
_BODY: Drawing = (
    *_of("boots", *_both(((0.02, -0.1), (0.12, -0.1), (0.17, 0.0), (0.03, 0.0)))),
    *_of("legs", *_both(((0.0, -0.42), (0.16, -0.42), (0.13, -0.08), (0.02, -0.08)))),
    *_of(
        "coat",
        ((-0.16, -0.7), (0.16, -0.7), (0.13, -0.5), (0.2, -0.31), (-0.2, -0.31), (-0.13, -0.5)),
    ),
    *_of("face", _oval(0, -0.775, 0.085, 0.09, 10)),
)
_LEFT_ARM = _of(
    "coat", ((-0.15, -0.7), (-0.22, -0.65), (-0.24, -0.42), (-0.17, -0.41), (-0.13, -0.6))
)
_RIGHT_ARM = _of("coat", ((0.15, -0.7), (0.22, -0.65), (0.26, -0.5), (0.22, -0.44), (0.15, -0.52)))
_RAISED_ARM = _of("coat", ((0.1, -0.7), (0.17, -0.69), (0.34, -0.86), (0.3, -0.92), (0.15, -0.76)))
_KEPI: Path = ((-0.1, -0.82), (0.1, -0.82), (0.085, -0.95), (-0.085, -0.95))
_PEAK = _of("peak", ((-0.11, -0.83), (0.11, -0.83), (0.08, -0.79), (-0.08, -0.79)))
_BELTS = _of("peak", _box(-0.135, -0.525, 0.135, -0.485), _bar((-0.13, -0.69), (0.1, -0.5), 0.035))
_SASH = _of("trim", _bar((-0.14, -0.685), (0.13, -0.5), 0.055), _box(-0.135, -0.53, 0.135, -0.475))
_PLUME = _of("trim", ((-0.02, -0.93), (-0.07, -1.12), (0.0, -1.16), (0.06, -1.1), (0.03, -0.93)))
_EPAULETTES = _of("trim", *(_oval(x, -0.695, 0.06, 0.03, 8) for x in (-0.16, 0.16)))
_SWORD = _of("iron", _bar((0.32, -0.89), (0.44, -1.24), 0.045, 0.01))
_RIFLE = (
    *_of("wood", _bar((0.25, -0.36), (0.25, -0.86), 0.05)),
    *_of("iron", _bar((0.25, -0.86), (0.25, -1.14), 0.03, 0.012)),
)
_SLOPED = (
    *_of("wood", _bar((-0.18, -0.4), (-0.28, -0.82), 0.05)),
    *_of("iron", _bar((-0.28, -0.82), (-0.33, -1.04), 0.03, 0.012)),
)
_CHEVRON: Path = ((-0.09, 0), (0, 0.06), (0.09, 0), (0.09, 0.035), (0, 0.095), (-0.09, 0.035))
_CHEVRONS = _of("trim", *(tuple((x, y + top) for x, y in _CHEVRON) for top in (-0.68, -0.61)))
_FLAG = (
    *_of("wood", _bar((0.25, 0.0), (0.25, -1.3), 0.035)),
    *_of(
        "flag",
        (
            (0.26, -1.28),
            (0.42, -1.3),
            (0.6, -1.25),
            (0.74, -1.28),
            (0.72, -0.92),
            (0.58, -0.9),
            (0.42, -0.95),
            (0.26, -0.93),
        ),
    ),
    *_of("stripe", ((0.26, -1.28), (0.42, -1.3), (0.42, -0.95), (0.26, -0.93))),
    *_of("stripe", ((0.58, -1.26), (0.74, -1.28), (0.72, -0.92), (0.57, -0.9))),
)
_KEPI_MAN = (*_BODY, *_LEFT_ARM, *_of("hat", _KEPI), *_PEAK)
_KEPI_LEADER = (
    *_BODY,
    *_of("cap", _KEPI),
    *_PEAK,
    *_of("trim", _box(-0.095, -0.87, 0.095, -0.845)),
    *_EPAULETTES,
)
_ROBED: Drawing = (
    *_of("boots", *_both(((0.02, -0.06), (0.11, -0.06), (0.14, 0.0), (0.03, 0.0)))),
    *_of(
        "coat",
        (
            (-0.13, -0.71),
            (0.13, -0.71),
            (0.17, -0.48),
            (0.24, -0.05),
            (-0.24, -0.05),
            (-0.17, -0.48),
        ),
    ),
    *_of("face", _oval(0, -0.785, 0.085, 0.09, 10)),
    *_of(
        "hat",
        (
            (-0.13, -0.81),
            (-0.145, -0.88),
            (-0.08, -0.96),
            (0.07, -0.97),
            (0.145, -0.89),
            (0.13, -0.81),
            (0, -0.84),
        ),
    ),
    *_of("trim", _box(-0.165, -0.52, 0.165, -0.465)),
)
_SABRE = (
    (0.31, -0.87),
    (0.35, -1.0),
    (0.44, -1.12),
    (0.56, -1.2),
    (0.48, -1.06),
    (0.38, -0.96),
    (0.35, -0.86),
)
_LOW_SABRE = (
    (0.21, -0.5),
    (0.3, -0.42),
    (0.38, -0.3),
    (0.4, -0.1),
    (0.32, -0.26),
    (0.25, -0.37),
    (0.18, -0.44),
)
_MUSKET = (
    *_of("wood", _bar((-0.3, -0.3), (0.17, -0.72), 0.045)),
    *_of("iron", _bar((0.17, -0.72), (0.42, -0.95), 0.03, 0.018)),
)
_SPEAR = (
    *_of("wood", _bar((0.25, 0.0), (0.25, -1.08), 0.035)),
    *_of("iron", ((0.25, -1.26), (0.3, -1.14), (0.25, -1.05), (0.2, -1.14))),
)
_SHIELD = (
    *_of("wood", _oval(-0.17, -0.48, 0.17, 0.2)),
    *_of("flag", _oval(-0.17, -0.48, 0.05, 0.06, 8)),
)

#: Every kind of figure on foot, and the gun.
KINDS: Mapping[str, Drawing] = MappingProxyType(
    {
        "private": (*_ROUND, *_KEPI_MAN, *_RIGHT_ARM, *_BELTS, *_RIFLE),
        "unarmed": (*_ROUND, *_KEPI_MAN, *_RIGHT_ARM, *_BELTS),
        "rifleman": (
            *_ROUND,
            *_BODY,
            *_LEFT_ARM,
            *_of("cap", _KEPI),
            *_PEAK,
            *_RIGHT_ARM,
            *_BELTS,
            *_RIFLE,
        ),
        "NCO": (*_SQUARE, *_KEPI_MAN, *_RIGHT_ARM, *_CHEVRONS, *_SLOPED),
        "officer": (*_RIMMED, *_KEPI_LEADER, *_LEFT_ARM, *_RAISED_ARM, *_SASH, *_SWORD),
        "commander": (*_RIMMED, *_KEPI_LEADER, *_LEFT_ARM, *_RAISED_ARM, *_SASH, *_SWORD, *_PLUME),
        "aide": (
            *_ROUND,
            *_KEPI_LEADER,
            *_LEFT_ARM,
            *_RIGHT_ARM,
            *_of("iron", _bar((-0.14, -0.46), (-0.34, -0.1), 0.05, 0.02)),
        ),
        "colours": (*_ROUND, *_KEPI_MAN, *_RIGHT_ARM, *_BELTS, *_FLAG),
        "warrior": (*_ROUND, *_ROBED, *_LEFT_ARM, *_RIGHT_ARM, *_MUSKET),
        "bodyguard": (*_ROUND, *_ROBED, *_RIGHT_ARM, *_SHIELD, *_SPEAR),
        "sub-leader": (*_SQUARE, *_ROBED, *_LEFT_ARM, *_RIGHT_ARM, *_of("iron", _LOW_SABRE)),
        "leader": (*_RIMMED, *_ROBED, *_LEFT_ARM, *_RAISED_ARM, *_of("iron", _SABRE), *_PLUME),
        "rifle": tuple(
            (part, tuple((x - 0.25, y + 0.36) for x, y in path)) for part, path in _RIFLE
        ),
        "gun": (
            *_of("wood", _bar((-0.95, 0.02), (-0.1, -0.34), 0.09)),
            *_of(
                "iron",
                _bar((-0.42, -0.38), (0.88, -0.62), 0.17, 0.1),
                _oval(0, -0.28, 0.32, 0.32, 20),
            ),
            *_of(
                "flag",
                *(
                    _oval(0.2 * math.cos(t), -0.28 + 0.2 * math.sin(t), 0.055, 0.055, 8)
                    for t in (0.5, 1.8, 3.0, 4.3, 5.5)
                ),
            ),
        ),
    }
)
#: The horse of a rider, and the height of the saddle.
_SEAT = 0.42
_BACK: Path = ((0.4, -0.42), (-0.38, -0.38), (-0.42, -0.68), (0.24, -0.66))
_NECK: Path = ((0.42, -0.96), (0.5, -1.0), (0.66, -0.82), (0.6, -0.75), (0.5, -0.8))
_HORSE: Drawing = (
    *_of("base", _oval(0.02, 0, 0.52, 0.1, 16)),
    *_of(
        "horse",
        *(
            _bar((x, -0.4), (x + dx, 0.0), 0.1, 0.055)
            for x, dx in ((-0.34, -0.04), (-0.24, 0.03), (0.24, -0.02), (0.33, 0.05))
        ),
    ),
    *_of("horse", ((-0.42, -0.66), (-0.5, -0.58), (-0.55, -0.22), (-0.46, -0.4))),
    *_of("horse", (*_BACK, *_NECK)),
)
_ON_FOOT = ("base", "rim", "boots")


@dataclass(frozen=True)
class Figure:
    """One figure to draw: the middle of its base, its height (pixels), its kind, its tint, and the
    name of its shapes.

    ``degrees`` turns it about its base, as when it has fallen; ``out`` leaves only its outline.
    """

    at: Pixel
    height: float
    kind: str = "private"
    tint: str = "blue"
    name: str = ""
    mounted: bool = False
    degrees: float = 0.0
    out: bool = False

    def path(self, path: Path) -> Path:
        """Return the pixels of the points of a drawing."""
        (x, y), height = self.at, self.height
        if not self.degrees:  # the usual case, and there may be thousands
            return tuple([(x + px * height, y + py * height) for px, py in path])
        angle = math.radians(self.degrees)
        cos, sin = height * math.cos(angle), height * math.sin(angle)
        return tuple((x + px * cos - py * sin, y + px * sin + py * cos) for px, py in path)


def figures(drawn: Iterable[Figure]) -> tuple[Shape, ...]:
    """Draw these figures part by part, so that few shapes hold many figures. Each shape has the
    name of its figures.

    A small figure has no outlines, and fewer points in its rings. Raises `KeyError` for an unknown
    kind.
    """
    paths: dict[tuple[int, str, str, str], list[Path]] = {}
    for figure in drawn:
        small = "-small" if figure.height < FINE else ""
        for part, path in _seen(figure):
            role = "man-out" if figure.out else f"man-{part}{small}"
            paths.setdefault((PARTS.index(part), role, figure.name, figure.tint), []).append(
                figure.path(path)
            )
    ordered = sorted(paths.items(), key=lambda item: item[0][0])
    return tuple(
        Polygons(tuple(rings), role, name, tint) for (_, role, name, tint), rings in ordered
    )


def _seen(figure: Figure) -> Drawing:
    """Return the parts of a figure that show at its size: a small one has fewer, with fewer points
    in round ones.
    """
    return _parts(
        figure.kind,
        figure.mounted,
        figure.out,
        1 if figure.height >= FINE else 2 if figure.height >= COARSE else 3,
    )


@cache
def _parts(kind: str, mounted: bool, out: bool, every: int) -> Drawing:
    """Return the parts of a figure, with the horse for a rider; round ones keep every second or
    third point.
    """
    parts = _rider(kind) if mounted else KINDS[kind]
    outlines: list[tuple[str, Path]] = []
    coats = 0
    for part, path in parts:
        coats += part == "coat"
        fine = part in _FINE_PARTS and every > 1
        tiny = (part == "trim" or (part == "coat" and coats > 1)) and every > 2
        if not (fine or tiny or (out and part not in _OUTLINED)):
            outlines.append((part, path[::every] if len(path) > 9 else path))
    return tuple(outlines)


def _rider(kind: str) -> Drawing:
    own = KINDS[kind]
    rider = (
        (part, tuple((x - 0.04, y - _SEAT) for x, y in path))
        for part, path in own
        if part not in _ON_FOOT
    )
    rims = tuple(
        (part, tuple((1.5 * x, y) for x, y in path)) for part, path in own if part == "rim"
    )
    return (*rims, *_HORSE, *rider)
