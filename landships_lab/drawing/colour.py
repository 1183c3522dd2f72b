"""Colours as ``#rrggbb``: mix them, compare them by WCAG 2, and strengthen them until they can be
seen or read.
"""

from __future__ import annotations

from bisect import bisect_left


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue (0 to 255) of ``#rrggbb``. Raises `ValueError` for other
    digits.
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(under: str, over: str, share: float) -> str:
    """Return the colour seen where ``over`` covers ``under`` with this opacity (0 to 1)."""
    return "#" + "".join(
        f"{round(a + (b - a) * share):02x}" for a, b in zip(rgb(under), rgb(over), strict=True)
    )


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours by WCAG 2, 1 to 21."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (
        (c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def strengthen(colour: str, background: str, ratio: float) -> str:
    """Return the nearest shade of this colour that reaches this contrast ratio on that
    background.
    """
    end = "#000000" if _luminance(background) > 0.2 else "#ffffff"
    steps = range(51)
    # Of a colour between the background and that end, each step adds contrast: the first step that
    # reaches the ratio is found by halving.
    first = bisect_left(
        steps, ratio, key=lambda step: contrast(mix(colour, end, step / 50), background)
    )
    return mix(colour, end, steps[first] / 50)
