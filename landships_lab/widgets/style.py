"""The style sheet of the panels: the file `panel.css` and, from the theme, its colours for light and for dark pages."""

from __future__ import annotations

from pathlib import Path

from landships_lab.scene.theme import OKABE_ITO, THEMES, css_variables


def sheet() -> str:
    """Which CSS do the panels need?"""
    rules = [_rule(f".ll-{name}", css_variables(theme)) for name, theme in THEMES.items()]
    rules += [_rule(f".ll-tint-{tint}", {"--swatch": f"var(--ll-tint-{tint})"}) for tint in OKABE_ITO]
    rules += [_rule(f".ll-mark-tint-{tint}", {"background": f"var(--ll-tint-{tint})"}) for tint in OKABE_ITO]
    return "\n".join([*rules, Path(__file__).with_name("panel.css").read_text(encoding="utf-8")])


def _rule(selector: str, values: dict[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in values.items())} }}"
