"""Which CSS does any page of ours need: the theme's colours by name, its tints, and the marks of a legend?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from landships_lab.scene.theme import OKABE_ITO, Theme, css_variables


def rule(selector: str, values: Mapping[str, str]) -> str:
    """Which CSS gives what is selected these values?"""
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in values.items())} }}"


def colours(selector: str, theme: Theme) -> str:
    """Which CSS gives what is selected the colours of this theme, as custom properties?"""
    return rule(selector, css_variables(theme))


def marks() -> str:
    """Which CSS draws the swatches of tints and the marks of a legend?"""
    tints = [rule(f".ll-tint-{tint}", {"--swatch": f"var(--ll-tint-{tint})"}) for tint in OKABE_ITO]
    tints += [rule(f".ll-mark-tint-{tint}", {"background": f"var(--ll-tint-{tint})"}) for tint in OKABE_ITO]
    return "\n".join([*tints, Path(__file__).with_name("marks.css").read_text(encoding="utf-8")])
