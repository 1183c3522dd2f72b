"""The colours of a picture stay apart for readers who see fewer of them, or a word stands beside
each.

What such a reader sees is worked out with the matrices of G. M. Machado, M. M. Oliveira and L. A.
F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
Transactions on Visualization and Computer Graphics 15 (6), 2009, for severity 1.0, on linear RGB.
How far apart two colours are is the distance CIE76 in CIELAB, in which 2.3 is just noticed.
"""

from itertools import combinations

import pytest

from landships_lab.drawing.colour import rgb
from landships_lab.drawing.shapes import Label, Scene
from landships_lab.drawing.theme import THEMES, Theme
from landships_lab.panel import CATALOG, Panel
from landships_lab.panel.controls import Toggles

Matrix = tuple[tuple[float, float, float], ...]

APART = 10.0
SIGHTS: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def seen(colour: str, sight: Matrix) -> list[float]:
    """Return where in CIELAB the colour lies that such a reader sees."""
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (part / 255 for part in rgb(colour))
    ]
    shown = [min(1.0, max(0.0, v)) for v in times(sight, linear)]
    x, y, z = (
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (a / b for a, b in zip(times(TO_XYZ, shown), WHITE, strict=True))
    )
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def distance(one: str, other: str, sight: Matrix) -> float:
    return (
        sum((a - b) ** 2 for a, b in zip(seen(one, sight), seen(other, sight), strict=True)) ** 0.5
    )


def all_shown(panel_type: type[Panel]) -> Scene:
    """The picture it begins with, with everything shown that can be."""
    state = panel_type.initial()
    for control in state.controls():
        if isinstance(control, Toggles) and any(item.tint for item in control.items):
            for item in control.items:
                state = state.set(control.id, (item.id, True))
    return state.picture(state.ask())


def strongest(theme: Theme, role: str, tint: str) -> str:
    """Return the colour that sets a mark of this role and tint apart:
    its outline, else its fill.
    """
    style, other = (
        theme.style(role, tint),
        theme.style(role, "black" if tint != "black" else "blue"),
    )
    return style.stroke if style.stroke != other.stroke else style.fill


@pytest.mark.long
@pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
def test_tints_of_one_picture_stay_apart_or_are_named_in_it(panel_type: type[Panel]) -> None:
    shapes = list(all_shown(panel_type).shapes())
    named = {shape.tint for shape in shapes if isinstance(shape, Label) and shape.text.strip()}
    drawn = {
        (shape.role, shape.tint) for shape in shapes if shape.tint and not isinstance(shape, Label)
    }
    for (role, one), (other_role, other) in combinations(sorted(drawn), 2):
        tinted = THEMES["light"].style(role, "blue") != THEMES["light"].style(role, "black")
        if role != other_role or not tinted or {one, other} <= named:
            continue
        for theme in THEMES.values():
            for sight, matrix in SIGHTS.items():
                apart = distance(strongest(theme, role, one), strongest(theme, role, other), matrix)
                assert apart >= APART, (
                    f"{one} and {other} as {role}, {theme.name} theme, {sight}: {apart:.1f}"
                )


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_what_is_lit_and_what_refuses_stand_out_from_the_page(theme: Theme, sight: str) -> None:
    for mark in ("good", "bad", "sight", "focus", "ink", "muted"):
        for ground in (
            "card",
            "paper",
            "board",
            *["woods", "town", "trench", "high", "marsh", "water"],
        ):
            apart = distance(theme.colours[mark], theme.colours[ground], SIGHTS[sight])
            assert apart >= 3 * APART, (mark, ground)


def test_the_simulation_does_what_is_known_of_it() -> None:
    full, red_blind = SIGHTS["all colours"], SIGHTS["protanopia"]
    assert distance("#ffffff", "#000000", full) == pytest.approx(100, abs=0.1)
    for sight in SIGHTS.values():  # who sees fewer colours sees greys as all do
        assert distance("#000000", "#ffffff", sight) == pytest.approx(100, abs=0.1)
        assert all(abs(part) < 0.1 for part in seen("#808080", sight)[1:])
    assert distance("#d55e00", "#7a7a00", red_blind) < 0.5 * distance("#d55e00", "#7a7a00", full)
