"""Colours and type for every role of a picture, on warm paper and on warm charcoal.

The palette is Okabe and Ito's, which colour-blind readers can tell apart. Each tint comes in three
strengths: as it is for a transparent fill, `.line` strong enough to be seen as a mark (3:1) and
`.text` strong enough to be read (4.5:1, WCAG AA). Pages get them as CSS (`colours`, `marks`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType

from landships_lab.core.checks import unknown
from .colour import mix, strengthen
from .roles import GROUPS, WEDGE_ALPHA, Style

FONT = '"DejaVu Sans", Verdana, "Segoe UI", sans-serif'
OKABE_ITO: Mapping[str, str] = MappingProxyType(
    {
        "blue": "#0072b2",
        "orange": "#e69f00",
        "green": "#009e73",
        "vermillion": "#d55e00",
        "purple": "#cc79a7",
        "sky": "#56b4e9",
        "yellow": "#f0e442",
        "black": "#000000",
    }
)
MARK_CONTRAST, TEXT_CONTRAST = 3.0, 4.5


@dataclass(frozen=True, eq=False)
class Theme:
    """The look of a page: ``colours`` by name, and a ``palette`` of tints."""

    name: str
    colours: Mapping[str, str]
    palette: Mapping[str, str]

    @cached_property
    def tints(self) -> Mapping[str, str]:
        """Each tint of the palette, and its ``.line`` and ``.text``."""
        tints = dict(self.palette)
        for name, colour in self.palette.items():
            # a mark or name lies on a wedge of its own colour
            under = mix(self.colours["board"], colour, WEDGE_ALPHA)
            tints[f"{name}.line"] = strengthen(colour, under, MARK_CONTRAST)
            tints[f"{name}.text"] = strengthen(colour, under, TEXT_CONTRAST)
        return MappingProxyType(tints)

    @cached_property
    def roles(self) -> Mapping[str, Style]:
        """The style of each role of a picture.

        A colour in it may be written ``tint``, ``tint.line`` or ``tint.text``, which stands for the
        shape's own tint.
        """
        styles = {role: style for group in GROUPS for role, style in group(self.colours).items()}
        return MappingProxyType(styles)

    @property
    def paper(self) -> str:
        """The colour of the background."""
        return self.colours["paper"]

    @property
    def ink(self) -> str:
        """The colour of plain text."""
        return self.colours["ink"]

    @property
    def muted(self) -> str:
        """The colour of text of less importance."""
        return self.colours["muted"]

    def style(self, role: str, tint: str = "") -> Style:
        """Return the style of this role in this tint of the palette; "" means black, and a role
        that takes no tint ignores it.

        Raises `ValueError` for an unknown role or tint.

        >>> LIGHT.style("wedge", "blue").fill, LIGHT.style("wedge", "blue").alpha
        ('#0072b2', 0.26)
        """
        return _style(self, role, tint or "black")

    def colour(self, tint: str, strength: str = "") -> str:
        """Return this tint as a fill (""), as a mark ("line") or as text ("text").

        Raises `ValueError` for an unknown tint.
        """
        return self.tints[_known(tint, self.tints, "tint") + (f".{strength}" if strength else "")]


@lru_cache(maxsize=1024)
def _style(theme: Theme, role: str, tint: str) -> Style:
    style = theme.roles[_known(role, theme.roles, "role")]
    _known(tint, theme.tints, "tint")
    own = {
        "tint": theme.tints[tint],
        "tint.line": theme.tints[f"{tint}.line"],
        "tint.text": theme.tints[f"{tint}.text"],
    }
    return replace(
        style, fill=own.get(style.fill, style.fill), stroke=own.get(style.stroke, style.stroke)
    )


def _known(word: str, words: Mapping[str, object], kind: str) -> str:
    if word in words:
        return word
    raise ValueError(
        unknown(f"{kind} of a picture", word, sorted(w for w in words if "." not in w))
    )


LIGHT = Theme(
    "light",
    {
        "card": "#fffef8",
        "paper": "#f3ebdc",
        "board": "#f2e9d4",
        "edge": "#d8cdae",
        "ink": "#26221b",
        "muted": "#645843",
        "grid": "#d9ccab",
        "code": "#82735a",
        "woods": "#d3deb4",
        "leaf": "#6f9147",
        "town": "#e9cfbd",
        "brick": "#a8604c",
        "trench": "#e4d4b2",
        "high": "#ead9b0",
        "earth": "#86694a",
        "marsh": "#d9e0c6",
        "water": "#c9dde3",
        "wave": "#4f7f90",
        "counter": "#e4d9b4",
        "counter-british": "#d9cd9f",
        "counter-german": "#c6cbc8",
        "counter-ink": "#2b2a20",
        "steel": "#77755a",
        "gold": "#f0c419",
        "focus": "#00558a",
        "haze": "#dceaf3",
        "sight": "#b3201b",
        "shade": "#2b2416",
        "glow": "#fffbe8",
        "felt": "#e7e8cf",
        "khaki": "#b59c62",
        "grey": "#8e9a8f",
        "gunmetal": "#3a3630",
        "good": "#1d6b38",
        "bad": "#a8321c",
    },
    OKABE_ITO,
)

DARK = Theme(
    "dark",
    {
        "card": "#191613",
        "paper": "#231f1b",
        "board": "#2b2621",
        "edge": "#4a4239",
        "ink": "#f1e9da",
        "muted": "#b9ad99",
        "grid": "#453d34",
        "code": "#968a75",
        "woods": "#323d29",
        "leaf": "#7f9c5b",
        "town": "#48342b",
        "brick": "#b57c66",
        "trench": "#3e362a",
        "high": "#40372a",
        "earth": "#a98f6a",
        "marsh": "#363b2c",
        "water": "#26373e",
        "wave": "#7fb0c2",
        "counter": "#c9bc97",
        "counter-british": "#c8b988",
        "counter-german": "#b2b9b8",
        "counter-ink": "#1f1d16",
        "steel": "#6c6a52",
        "gold": "#e3b62f",
        "focus": "#8fcdf5",
        "haze": "#22343f",
        "sight": "#ff9080",
        "shade": "#0c0a08",
        "glow": "#f6efdc",
        "felt": "#2b3026",
        "khaki": "#b9a168",
        "grey": "#96a398",
        "gunmetal": "#cfc6b4",
        "good": "#86d39b",
        "bad": "#ff9d84",
    },
    {
        **OKABE_ITO,
        "blue": "#3d9fdb",
        "green": "#2bbf95",
        "vermillion": "#e8793a",
        "black": "#cfc6b7",
    },
)

#: For paper: the light theme on white.
PRINT = Theme(
    "print",
    {
        **LIGHT.colours,
        "code": "#5f5545",
        "paper": "#ffffff",
        "card": "#ffffff",
        "board": "#ffffff",
        "felt": "#ffffff",
    },
    OKABE_ITO,
)

#: For a projector in a bright room: black on white, every mark at its strongest.
PROJECTOR = Theme(
    "projector",
    {
        **LIGHT.colours,
        "card": "#ffffff",
        "paper": "#ffffff",
        "board": "#ffffff",
        "felt": "#ffffff",
        "edge": "#6b6b6b",
        "ink": "#000000",
        "muted": "#333333",
        "grid": "#8c8c8c",
        "code": "#333333",
        "focus": "#003c63",
        "sight": "#9c0f0a",
        "good": "#0b4f24",
        "bad": "#8a1408",
    },
    OKABE_ITO,
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {"light": LIGHT, "dark": DARK, "projector": PROJECTOR}
)


def css_variables(theme: Theme) -> dict[str, str]:
    """Return the theme's colours as CSS custom properties: ``--ll-paper``, ``--ll-tint-blue``,
    ``--ll-tint-blue-text``, ...
    """
    named = {f"--ll-{name}": colour for name, colour in theme.colours.items()}
    tints = {f"--ll-tint-{name.replace('.', '-')}": colour for name, colour in theme.tints.items()}
    return named | tints | {"--ll-font": FONT, "--ll-wedge-alpha": str(WEDGE_ALPHA)}


def _rule(selector: str, values: Mapping[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in values.items())} }}"


@cache
def darkened() -> Mapping[str, str]:
    """Return the colour in the dark theme for each colour of a picture in the light one, which is
    the same wherever it is drawn.
    """
    tints = ("", *LIGHT.palette)
    styles = ((LIGHT.style(r, t), DARK.style(r, t)) for r in LIGHT.roles for t in tints)
    pairs = {pair for a, b in styles for pair in zip(_drawn(a), _drawn(b), strict=True)}
    return MappingProxyType({a: b for a, b in sorted({*pairs, (LIGHT.paper, DARK.paper)}) if a})


def _drawn(style: Style) -> tuple[str, str, str]:
    return style.fill, style.stroke, style.halo


def dark_rules(pictures: str, value: str) -> str:
    """Return the CSS rules that give pictures in the light theme the colours of the dark one, each
    written as ``value``, in which ``{0}`` is the light colour and ``{1}`` the dark one.
    """
    return "".join(
        f'[{part}="{light}"]{{{part}:{value.format(light, dark)}}}'
        for light, dark in darkened().items()
        for part in ("fill", "stroke")
        if light != dark and f'{part}="{light}"' in pictures
    )


def colours(selector: str, theme: Theme) -> str:
    """Return a CSS rule that gives this selector the theme's colours as custom properties."""
    return _rule(selector, css_variables(theme))


def marks() -> str:
    """Return the CSS for the swatches of tints and the marks of a legend."""
    kinds = {"tint": "--swatch", "mark-tint": "background"}
    tints = [
        _rule(f".ll-{kind}-{tint}", {value: f"var(--ll-tint-{tint})"})
        for kind, value in kinds.items()
        for tint in OKABE_ITO
    ]
    return "\n".join([*tints, Path(__file__).with_name("marks.css").read_text(encoding="utf-8")])
