"""The CSS that every page needs: the theme's colours by name, its tints, and the marks of a
legend.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from landships_lab.drawing.theme import OKABE_ITO, Theme, css_variables


def rule(selector: str, values: Mapping[str, str]) -> str:
    """Return a CSS rule with these values for this selector."""
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in values.items())} }}"


def colours(selector: str, theme: Theme) -> str:
    """Return a CSS rule that gives this selector the theme's colours as custom properties."""
    return rule(selector, css_variables(theme))


def marks() -> str:
    """Return the CSS for the swatches of tints and the marks of a legend."""
    tints = [rule(f".ll-tint-{tint}", {"--swatch": f"var(--ll-tint-{tint})"}) for tint in OKABE_ITO]
    tints += [
        rule(f".ll-mark-tint-{tint}", {"background": f"var(--ll-tint-{tint})"})
        for tint in OKABE_ITO
    ]
    return "\n".join([*tints, Path(__file__).with_name("marks.css").read_text(encoding="utf-8")])
