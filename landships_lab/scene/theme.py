"""What does a role look like? Colours and type for every role of a picture, on warm paper and on warm charcoal.

The palette is Okabe and Ito's, which stays apart for colour-blind readers. Each tint is used in three strengths: as it is for
a transparent fill, `.line` strong enough to be seen as a mark (3:1) and `.text` strong enough to be read (4.5:1, WCAG AA).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType

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
WEDGE_ALPHA = 0.2


@dataclass(frozen=True, slots=True)
class Style:
    """How is one role drawn? An empty colour means: not drawn. ``alpha`` weakens the fill only; a label is filled, and its
    halo lies behind it."""

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    alpha: float = 1.0
    size: float = 11.0
    weight: int = 400
    italic: bool = False
    halo: str = ""
    halo_width: float = 0.0


@dataclass(frozen=True, eq=False)
class Theme:
    """Which colours does a page of this kind use? ``colours`` are named, ``tints`` are the palette, ``roles`` the styles.

    In ``roles`` a colour may be written ``tint``, ``tint.line`` or ``tint.text``: the shape's own tint takes that place.
    """

    name: str
    colours: Mapping[str, str]
    tints: Mapping[str, str]
    roles: Mapping[str, Style]

    @property
    def paper(self) -> str:
        """Which colour lies under everything?"""
        return self.colours["paper"]

    @property
    def ink(self) -> str:
        """Which colour has plain text?"""
        return self.colours["ink"]

    @property
    def muted(self) -> str:
        """Which colour has text that steps back?"""
        return self.colours["muted"]

    def style(self, role: str, tint: str = "") -> Style:
        """How is this role drawn, in this tint of the palette? A role that takes no tint ignores it; "" means black.

        >>> LIGHT.style("wedge", "blue").fill, LIGHT.style("wedge", "blue").alpha
        ('#0072b2', 0.2)
        """
        return _style(self, role, tint or "black")

    def colour(self, tint: str, strength: str = "") -> str:
        """Which colour is this tint as a fill (""), as a mark ("line") or as text ("text")?"""
        return self.tints[_known(tint, self.tints, "tint") + (f".{strength}" if strength else "")]


@lru_cache(maxsize=1024)
def _style(theme: Theme, role: str, tint: str) -> Style:
    style = theme.roles[_known(role, theme.roles, "role")]
    _known(tint, theme.tints, "tint")
    own = {"tint": theme.tints[tint], "tint.line": theme.tints[f"{tint}.line"], "tint.text": theme.tints[f"{tint}.text"]}
    return replace(style, fill=own.get(style.fill, style.fill), stroke=own.get(style.stroke, style.stroke))


def _known(word: str, words: Mapping[str, object], kind: str) -> str:
    if word in words:
        return word
    choice = [w for w in words if "." not in w]
    near = get_close_matches(word, choice, n=1, cutoff=0.0)
    raise ValueError(f"{word!r} is no {kind} of a picture; the nearest is {near[0]!r}. Known: {', '.join(sorted(choice))}.")


def rgb(colour: str) -> tuple[int, int, int]:
    """Which red, green and blue (0 to 255) is ``#rrggbb``?"""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(under: str, over: str, share: float) -> str:
    """Which colour is seen where ``over`` lies on ``under`` with this share (0 to 1)?"""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(rgb(under), rgb(over), strict=True))


def contrast(one: str, other: str) -> float:
    """How far apart in brightness are two colours, as WCAG 2 counts it (1 to 21)?"""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = ((c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def strengthen(colour: str, background: str, ratio: float) -> str:
    """Which is the nearest shade of this colour that reaches the contrast on that background?"""
    end = "#000000" if _luminance(background) > 0.2 else "#ffffff"
    return next(shade for step in range(51) if contrast(shade := mix(colour, end, step / 50), background) >= ratio)


def _tints(palette: Mapping[str, str], board: str) -> dict[str, str]:
    tints = dict(palette)
    for name, colour in palette.items():
        under = mix(board, colour, WEDGE_ALPHA)  # marks and names stand on their own wedge
        tints[f"{name}.line"] = strengthen(colour, under, MARK_CONTRAST)
        tints[f"{name}.text"] = strengthen(colour, under, TEXT_CONTRAST)
    return tints


def _map_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "paper": Style(fill=c["paper"]),
        "board": Style(fill=c["board"]),
        "grid": Style(stroke=c["grid"], width=0.8),
        "hex-code": Style(fill=c["code"], size=7.5),
        "hex-code-large": Style(fill=c["code"], size=10),
        "terrain-woods": Style(fill=c["woods"]),
        "terrain-town": Style(fill=c["town"]),
        "terrain-trench": Style(fill=c["trench"]),
        "terrain-high": Style(fill=c["high"]),
        "terrain-marsh": Style(fill=c["marsh"]),
        "terrain-water": Style(fill=c["water"]),
        "woods-stipple": Style(fill=c["leaf"]),
        "town-hatch": Style(fill=c["brick"], stroke=c["brick"], width=1.4),
        "trench-tooth": Style(stroke=c["earth"], width=1.6),
        "contour": Style(stroke=c["earth"], width=1.0),
        "crater": Style(stroke=c["earth"], width=1.2),
        "wave": Style(stroke=c["wave"], width=1.3),
        "wire": Style(stroke=c["earth"], width=1.2),
        "stream": Style(stroke=c["wave"], width=3),
        "road-bed": Style(stroke=c["earth"], width=6),
        "road": Style(stroke=c["paper"], width=3.6),
        "terrain-road": Style(fill=c["paper"]),
        "area-name": Style(fill=c["code"], size=10, italic=True),
        "compass": Style(fill=c["muted"], stroke=c["muted"], width=1.2, size=10, weight=700),
        "compass-name": Style(fill=c["muted"], size=10, weight=700),
        "caption": Style(fill=c["ink"], size=14, weight=700),
        "caption-step": Style(fill=c["ink"], size=11.5),
        "note": Style(fill=c["ink"], size=11, halo=c["paper"], halo_width=3),
    }


def _unit_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "counter": Style(fill=c["counter"], stroke=c["counter-ink"], width=1.2),
        "counter-british": Style(fill=c["counter-british"], stroke=c["counter-ink"], width=1.2),
        "counter-german": Style(fill=c["counter-german"], stroke=c["counter-ink"], width=1.2),
        "counter-line": Style(stroke=c["counter-ink"], width=1),
        "silhouette": Style(fill=c["steel"], stroke=c["counter-ink"], width=0.6),
        "silhouette-dark": Style(fill=c["counter-ink"]),
        "arrow": Style(fill=c["ink"], stroke=c["paper"], width=0.8),
        "counter-number": Style(fill=c["counter-ink"], size=9, weight=700),
        "unit-name": Style(fill=c["ink"], size=11, weight=700, halo=c["paper"], halo_width=3.5),
        "ghost": Style(fill=c["counter"], stroke=c["muted"], width=1.4, dash=(3, 3), alpha=0.35),
        "heading-name": Style(fill=c["muted"], size=10, halo=c["paper"], halo_width=3),
        "heading-facing": Style(fill=c["ink"], size=11, weight=700, halo=c["paper"], halo_width=3),
        "selected": Style(fill=c["gold"], stroke=c["focus"], width=2.4, alpha=0.25),
        "hover": Style(fill=c["ink"], stroke=c["ink"], width=1.4, alpha=0.07),
        "legal": Style(fill=c["good"], stroke=c["good"], width=2, alpha=0.25, size=12, weight=700, halo=c["paper"], halo_width=3),
        "bank": Style(stroke=c["earth"], width=3),
        "unique-mark": Style(fill=c["gold"], stroke=c["counter-ink"], width=1),
        "illegal": Style(fill=c["bad"], stroke=c["bad"], width=2, alpha=0.2, size=12, weight=700, halo=c["paper"], halo_width=3),
    }


def _fire_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "wedge": Style(fill="tint", alpha=WEDGE_ALPHA),
        "wedge-edge": Style(stroke="tint.line", width=2),
        "wedge-edge-open": Style(stroke="tint.line", width=2, dash=(6, 4)),
        "wedge-rim": Style(stroke="tint.line", width=1.5),
        "wedge-name": Style(fill="tint.text", size=11, weight=700, halo=c["paper"], halo_width=3.5),
        "can-hit": Style(fill="tint.line"),
        "excluded": Style(stroke="tint.line", width=1.5),
        "target-ring": Style(stroke=c["sight"], width=2.6),
        "sight-line": Style(stroke=c["sight"], width=2),
        "count-start": Style(fill=c["sight"], stroke=c["sight"], width=1.6, dash=(4, 3), alpha=0.05),
        "counted": Style(fill=c["sight"], alpha=0.12),
        "count-badge": Style(fill=c["card"], stroke=c["sight"], width=1.3),
        "count-number": Style(fill=c["sight"], size=9, weight=700),
        "reach": Style(fill="tint", alpha=0.16),
        "reach-side": Style(stroke="tint.line", width=2.6),
        "reach-drift": Style(stroke="tint.line", width=2.2, dash=(2.5, 2.5)),
        "mp-left": Style(fill="tint.text", size=9, weight=700),
        "handle": Style(fill=c["card"], stroke="tint.line", width=3),
        "asked": Style(stroke=c["sight"], width=4),
        "off-section": Style(fill=c["muted"], alpha=0.22),
        "path": Style(stroke=c["sight"], width=2.4),
        "drift": Style(stroke=c["sight"], width=2.4, dash=(3, 3)),
        "band-clear": Style(fill=c["good"], alpha=0.22),
        "band-clear-edge": Style(stroke=c["good"], width=1.8),
        "band-cut": Style(fill=c["bad"], alpha=0.16),
        "band-cut-edge": Style(stroke=c["bad"], width=1.8, dash=(6, 4)),
        "in-the-way": Style(stroke=c["bad"], width=3),
        "chosen": Style(stroke=c["focus"], width=2.6),
        "target-line": Style(stroke=c["sight"], width=2.6),
        "axis": Style(stroke=c["muted"], width=1.2),
        "range-band": Style(fill="tint", alpha=WEDGE_ALPHA),
        "range-word": Style(fill="tint.text", size=11, weight=700, halo=c["paper"], halo_width=3),
        "blocked": Style(fill=c["bad"], stroke=c["bad"], width=3, alpha=0.14),
        "seen": Style(fill=c["gold"], alpha=0.3),
        "hidden": Style(fill=c["ink"], alpha=0.16),
        "differs": Style(fill="tint", stroke="tint.line", width=2.2, alpha=0.35),
        "sight-broken": Style(stroke=c["bad"], width=2, dash=(5, 4)),
        "eye": Style(fill="#fffef8", stroke=c["counter-ink"], width=1.3),
    }


def _exhibit_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "cell": Style(fill=c["ink"], size=11),
        "cell-head": Style(fill=c["muted"], size=10.5, weight=700),
        "cell-line": Style(stroke=c["edge"], width=1),
        "lit": Style(fill=c["gold"], alpha=0.22),
        "used": Style(fill=c["gold"], stroke=c["focus"], width=2.2, alpha=0.45),
        "bar": Style(fill="tint.line"),
        "curve": Style(stroke="tint.line", width=2.2),
    }


def _print_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "print-title": Style(fill=c["ink"], size=14, weight=700),
        "print-text": Style(fill=c["ink"], size=8.5),
        "print-note": Style(fill=c["muted"], size=7.5),
        "print-name": Style(fill=c["counter-ink"], size=4.2, weight=700),
        "print-number": Style(fill=c["counter-ink"], size=7, weight=700),
        "ruler": Style(stroke=c["ink"], width=0.8),
        "frame": Style(stroke=c["muted"], width=0.6),
        "swatch": Style(fill="tint", stroke="tint.line", width=0.8, alpha=0.5),
    }


def _tree_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "tree-head": Style(fill=c["muted"], size=11, weight=700),
        "tree-link": Style(fill=c["muted"], alpha=0.32),
        "tree-link-lit": Style(fill=c["sight"], alpha=0.75),
        "tree-box": Style(fill="tint", stroke=c["muted"], width=1, alpha=WEDGE_ALPHA),
        "man-card": Style(fill=c["card"], stroke=c["edge"], width=1.2),
        "tree-box-lit": Style(fill="tint", stroke=c["sight"], width=2.4, alpha=WEDGE_ALPHA * 1.5),
        "tree-label": Style(fill=c["ink"], size=11),
        "tree-words": Style(fill=c["muted"], size=11),
        "tree-faces": Style(fill=c["ink"], size=10, weight=700, halo=c["paper"], halo_width=3),
        "tree-chance": Style(fill=c["ink"], size=11, weight=700),
        "tree-bar": Style(fill="tint", alpha=WEDGE_ALPHA * 2),
        "tree-knob": Style(fill=c["card"], stroke=c["muted"], width=1.2),
        "dice-square": Style(fill="tint", stroke=c["edge"], width=1, alpha=WEDGE_ALPHA * 1.6),
        "dice-sign": Style(fill="tint.text", size=17, weight=700),
        "dice-face": Style(fill=c["ink"], size=15, weight=700),
        **{f"heat-{n}": Style(fill=c["sight"], alpha=0.08 * n) for n in range(1, 9)},
        "template": Style(fill=c["ink"], stroke=c["ink"], width=1.8, alpha=0.06),
        "template-reach": Style(stroke=c["muted"], width=1.4, dash=(6, 4)),
        "stray": Style(fill=c["ink"]),
        "aim": Style(stroke=c["ink"], width=2.4),
        "cover-hard": Style(stroke=c["brick"], width=7),
        "cover-soft": Style(stroke=c["leaf"], width=7, dash=(5, 3)),
        "tree-sign": Style(stroke=c["ink"], width=1.4),
    }


def _dice_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "die": Style(fill=c["card"], stroke=c["edge"], width=1.2),
        "die-lit": Style(fill="tint", stroke="tint.line", width=1.8, alpha=0.3),
        "pip": Style(fill=c["edge"]),
        "pip-lit": Style(fill=c["ink"]),
        "share": Style(fill="tint", stroke=c["paper"], width=1, alpha=0.45),
        "share-number": Style(fill=c["ink"], size=12, weight=700),
        "track": Style(fill=c["board"], stroke=c["grid"], width=1),
        "track-weak": Style(fill=c["bad"], stroke=c["grid"], width=1, alpha=0.16),
        "change": Style(stroke="tint.line", width=2),
        "change-theirs": Style(stroke="tint.line", width=2, dash=(4, 3)),
        "figure": Style(fill="tint.line"),
        "figure-leader": Style(fill="tint.line", stroke=c["ink"], width=1.4),
        "dice-frame": Style(stroke=c["edge"], width=1),
        "dice-caption": Style(fill=c["muted"], size=11),
        "dice-caption-strong": Style(fill=c["ink"], size=12.5, weight=700),
        "lost": Style(stroke=c["muted"], width=1.4, dash=(3, 3)),
        "supplied-strip": Style(fill=c["card"], stroke=c["bad"], width=1.2, dash=(4, 3)),
        "supplied": Style(fill=c["bad"], size=11, weight=700),
    }


def _theme(name: str, colours: Mapping[str, str], palette: Mapping[str, str]) -> Theme:
    groups = (_map_roles, _unit_roles, _fire_roles, _exhibit_roles, _print_roles, _tree_roles, _dice_roles)
    roles = {role: style for group in groups for role, style in group(colours).items()}
    return Theme(name, MappingProxyType(dict(colours)), MappingProxyType(_tints(palette, colours["board"])), MappingProxyType(roles))


LIGHT = _theme(
    "light",
    {
        "card": "#fffef8",
        "paper": "#f3ebdc",
        "board": "#efe6cf",
        "edge": "#d8cdae",
        "ink": "#26221b",
        "muted": "#645843",
        "grid": "#d3c4a4",
        "code": "#5f5545",
        "woods": "#ced9b1",
        "leaf": "#6b8447",
        "town": "#e6cdba",
        "brick": "#9c6350",
        "trench": "#e0d0ac",
        "high": "#e6d6ae",
        "earth": "#86694a",
        "marsh": "#d5dcc0",
        "water": "#c3d8de",
        "wave": "#4f7f90",
        "counter": "#e4d9b4",
        "counter-british": "#d9cd9f",
        "counter-german": "#c6cbc8",
        "counter-ink": "#2b2a20",
        "steel": "#77755a",
        "gold": "#f0c419",
        "focus": "#00558a",
        "sight": "#b3201b",
        "good": "#1d6b38",
        "bad": "#a8321c",
    },
    OKABE_ITO,
)

DARK = _theme(
    "dark",
    {
        "card": "#191613",
        "paper": "#231f1b",
        "board": "#2d2823",
        "edge": "#4a4239",
        "ink": "#f1e9da",
        "muted": "#b9ad99",
        "grid": "#4b4339",
        "code": "#aea28e",
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
        "sight": "#ff9080",
        "good": "#86d39b",
        "bad": "#ff9d84",
    },
    {**OKABE_ITO, "blue": "#3d9fdb", "green": "#2bbf95", "vermillion": "#e8793a", "black": "#9b9287"},
)

#: For paper: the light theme on white.
PRINT = _theme("print", {**LIGHT.colours, "paper": "#ffffff", "card": "#ffffff", "board": "#ffffff"}, OKABE_ITO)

THEMES: Mapping[str, Theme] = MappingProxyType({"light": LIGHT, "dark": DARK})


def css_variables(theme: Theme) -> dict[str, str]:
    """Which CSS custom properties give a page this theme's colours? ``--ll-paper``, ``--ll-tint-blue``, ``--ll-tint-blue-text``, ..."""
    named = {f"--ll-{name}": colour for name, colour in theme.colours.items()}
    tints = {f"--ll-tint-{name.replace('.', '-')}": colour for name, colour in theme.tints.items()}
    return named | tints | {"--ll-font": FONT, "--ll-wedge-alpha": str(WEDGE_ALPHA)}
