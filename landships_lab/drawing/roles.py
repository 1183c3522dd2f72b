"""The roles a shape can have, in groups, and how each is drawn with the colours of a theme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .colour import mix

#: The size of the smallest words in a picture: a notebook 1280 pixels wide shows a scene of 640 by
#: 500 at a scale of 0.72, which makes them 11 pixels high.
SMALL = 15.4
#: The sizes of hex codes by the ending of their role: more where hexes are large.
CODES = {"": SMALL, "-large": 17.0}
#: The distance from one line of such words to the next.
LEADING = 18.6
#: The opacity of the tint on places that can be hit by the weapon in question, and by the other
#: weapons shown.
WEDGE_ALPHA, COVERED_ALPHA = 0.26, 0.13
#: The shades of blue that tint a board by a count, darker for more: the share of blue in each, and
#: its opacity over the map.
SHADE_SHARES = (0.04, 0.2, 0.4, 0.82, 1.0)
SHADE_ALPHAS = (0.62, 0.66, 0.7, 0.94, 0.96)
#: The first of these shades on which numbers are written in the colour of the paper.
STRONG_SHADE = 4


@dataclass(frozen=True, slots=True)
class Style:
    """How one role is drawn.

    An empty colour is not drawn. ``alpha`` is the opacity of the fill only. A label has its halo
    behind it.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    alpha: float = 1.0
    size: float = SMALL
    weight: int = 400
    italic: bool = False
    halo: str = ""
    halo_width: float = 0.0


def _map_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "paper": Style(fill=c["paper"]),
        "board": Style(fill=c["board"]),
        "grid": Style(stroke=c["grid"], width=0.8),
        **{f"hex-code{large}": Style(fill=c["code"], size=size) for large, size in CODES.items()},
        "terrain-woods": Style(fill=c["woods"]),
        "terrain-town": Style(fill=c["town"]),
        "terrain-trench": Style(fill=c["trench"]),
        "terrain-high": Style(fill=c["high"]),
        "terrain-marsh": Style(fill=c["marsh"]),
        "terrain-water": Style(fill=c["water"]),
        "inch-mark": Style(fill=c["muted"]),
        "tree-shadow": Style(fill=c["shade"], alpha=0.3),
        "tree": Style(fill=c["leaf"], stroke=mix(c["leaf"], c["shade"], 0.45), width=0.8),
        "tree-light": Style(fill=c["glow"], alpha=0.32),
        "house": Style(fill=c["brick"], stroke=mix(c["brick"], c["shade"], 0.5), width=0.9),
        "roof": Style(stroke=mix(c["brick"], c["glow"], 0.45), width=1.1),
        "trench-tooth": Style(stroke=c["earth"], width=2.2),
        "contour": Style(stroke=c["earth"], width=1.1),
        "slope": Style(stroke=c["earth"], width=0.7),
        "crater": Style(fill=c["earth"], stroke=c["earth"], width=1.1, alpha=0.2),
        "pit": Style(fill=c["shade"], alpha=0.3),
        "wave": Style(stroke=c["wave"], width=1.2),
        "reed": Style(stroke=mix(c["leaf"], c["wave"], 0.4), width=1.2),
        "shore": Style(stroke=c["wave"], width=1.8),
        "wire": Style(stroke=c["earth"], width=1.2),
        "stream": Style(stroke=c["wave"], width=3),
        "road-bed": Style(stroke=c["earth"], width=6),
        "road": Style(stroke=c["paper"], width=3.6),
        "terrain-road": Style(fill=c["paper"]),
        "area-name": Style(fill=c["muted"], italic=True),
        "compass-disc": Style(fill=c["card"], stroke=c["edge"], width=1, alpha=0.9),
        "compass": Style(fill=c["muted"]),
        "compass-name": Style(fill=c["muted"], weight=700),
        "caption": Style(fill=c["ink"], weight=700),
        "caption-step": Style(fill=c["ink"]),
        "note": Style(fill=c["ink"], halo=c["paper"], halo_width=3),
    }


def _unit_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "counter": Style(fill=c["counter"], stroke=c["counter-ink"], width=1.2),
        "counter-british": Style(fill=c["counter-british"], stroke=c["counter-ink"], width=1.2),
        "counter-german": Style(fill=c["counter-german"], stroke=c["counter-ink"], width=1.2),
        "counter-line": Style(stroke=c["counter-ink"], width=1.1),
        "counter-name": Style(fill=c["counter-ink"], weight=700),
        "counter-fine": Style(stroke=c["steel"], width=0.7),
        "counter-rim": Style(stroke=mix(c["counter"], c["counter-ink"], 0.35), width=0.7),
        "silhouette": Style(fill=c["steel"], stroke=c["counter-ink"], width=0.7),
        "silhouette-dark": Style(fill=c["counter-ink"]),
        "arrow": Style(fill=c["ink"], stroke=c["paper"], width=0.8),
        "grass": Style(stroke=mix(c["felt"], c["leaf"], 0.55), width=1),
        "felt": Style(fill=c["felt"]),
        "table-rim": Style(
            fill=mix(c["earth"], c["brick"], 0.25),
            stroke=mix(c["earth"], c["shade"], 0.4),
            width=1.2,
        ),
        "shadow": Style(fill=c["shade"], alpha=0.28),
        "piece-name": Style(fill=c["ink"], weight=700),
        "unit-name": Style(fill=c["ink"], weight=700),
        "plate": Style(fill=c["card"], alpha=0.88),
        "leader": Style(stroke=c["muted"], width=1),
        **{
            f"soldier-{side}": Style(fill=c[side], stroke=c["counter-ink"], width=0.9)
            for side in ("khaki", "grey")
        },
        **{
            f"helmet-{side}": Style(
                fill=mix(c[side], c["shade"], 0.38), stroke=c["counter-ink"], width=0.9
            )
            for side in ("khaki", "grey")
        },
        **{
            f"limbs-{side}": Style(stroke=mix(c[side], c["shade"], 0.3), width=3.2)
            for side in ("khaki", "grey")
        },
        "helmet-light": Style(fill=c["glow"], alpha=0.4),
        "helmet-letter": Style(fill=c["glow"], weight=700),
        "soldier-out": Style(stroke=c["muted"], width=1, dash=(3, 3)),
        "helmet-out": Style(stroke=c["muted"], width=1, dash=(3, 3)),
        "limbs-out": Style(stroke=c["edge"], width=1.4),
        "weapon": Style(stroke=c["gunmetal"], width=2.8),
        "weapon-thin": Style(stroke=c["gunmetal"], width=1.4),
        "ghost": Style(fill=c["counter"], stroke=c["muted"], width=1.4, dash=(3, 3), alpha=0.65),
        "heading-name": Style(fill=c["muted"], halo=c["paper"], halo_width=3),
        "heading-facing": Style(fill=c["ink"], weight=700, halo=c["paper"], halo_width=3),
        "selected": Style(fill=c["gold"], stroke=c["focus"], width=2.4, alpha=0.25),
        "hover": Style(fill=c["ink"], stroke=c["ink"], width=1.4, alpha=0.07),
        "legal": Style(
            fill=c["good"],
            stroke=c["good"],
            width=2,
            alpha=0.25,
            weight=700,
            halo=c["paper"],
            halo_width=3,
        ),
        "bank": Style(stroke=c["earth"], width=3),
        "unique-mark": Style(fill=c["gold"], stroke=c["counter-ink"], width=1),
        "illegal": Style(
            fill=c["bad"],
            stroke=c["bad"],
            width=2,
            alpha=0.2,
            weight=700,
            halo=c["paper"],
            halo_width=3,
        ),
    }


def _fire_roles(c: Mapping[str, str]) -> dict[str, Style]:
    return {
        "can-hit": Style(fill="tint", alpha=WEDGE_ALPHA),
        "can-hit-side": Style(stroke="tint.line", width=2.4),
        "covered": Style(fill="tint", alpha=COVERED_ALPHA),
        "wedge": Style(fill="tint", alpha=WEDGE_ALPHA),
        "wedge-edge": Style(stroke="tint.line", width=2.2),
        "wedge-edge-open": Style(stroke="tint.line", width=2.2, dash=(7, 5)),
        "wedge-rim": Style(stroke="tint.line", width=1.5),
        "wedge-name": Style(fill="tint.text", weight=700, halo=c["paper"], halo_width=3.5),
        "excluded": Style(stroke="tint.line", width=1.5),
        "target-ring": Style(fill=c["sight"], stroke=c["sight"], width=3, alpha=0.12),
        "sight-line": Style(stroke=c["sight"], width=2.2),
        "count-start": Style(
            fill=c["sight"], stroke=c["sight"], width=1.6, dash=(4, 3), alpha=0.05
        ),
        "counted": Style(fill=c["sight"], alpha=0.12),
        "count-badge": Style(fill=c["card"], stroke=c["sight"], width=1.6),
        "count-number": Style(fill=c["sight"], weight=700),
        "reach": Style(fill="tint", alpha=0.16),
        "reach-side": Style(stroke="tint.line", width=2.6),
        "reach-drift": Style(stroke="tint.line", width=2.2, dash=(2.5, 2.5)),
        "mp-left": Style(fill="tint.text", weight=700),
        "handle": Style(fill=c["card"], stroke="tint.line", width=3),
        "asked": Style(stroke=c["sight"], width=4),
        "off-section": Style(fill=c["muted"], alpha=0.22),
        "path": Style(stroke=c["sight"], width=2.4),
        "last-move": Style(stroke=c["muted"], width=3.2),
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
        "range-line": Style(stroke=c["muted"], width=1, dash=(2, 3)),
        "range-word": Style(fill="tint.text", weight=700, halo=c["paper"], halo_width=3),
        "blocked": Style(fill=c["bad"], stroke=c["bad"], width=3, alpha=0.14),
        "seen": Style(fill=c["gold"], alpha=0.18),
        "hidden": Style(fill=c["ink"], alpha=0.2),
        "differs": Style(fill="tint", stroke="tint.line", width=2.2, alpha=0.35),
        "sight-broken": Style(stroke=c["bad"], width=2, dash=(5, 4)),
        "told": Style(fill=c["gold"], stroke=c["focus"], width=4, alpha=0.4),
        "told-side": Style(stroke=c["focus"], width=7),
        "eye": Style(fill="#fffef9", stroke=c["counter-ink"], width=1.3),
    }


def _cover_roles(c: Mapping[str, str]) -> dict[str, Style]:
    steps = [
        (n, mix(c["haze"], c["focus"], share), alpha)
        for n, (share, alpha) in enumerate(zip(SHADE_SHARES, SHADE_ALPHAS, strict=True), 1)
    ]
    return {
        **{f"cover-{n}": Style(fill=blue, alpha=alpha) for n, blue, alpha in steps},
        **{
            f"cover-side-{n}": Style(stroke=mix(c["board"], blue, alpha), width=3.2)
            for n, blue, alpha in steps
        },
        **{f"cover-code{large}": Style(fill=c["haze"], size=size) for large, size in CODES.items()},
        "cover-number": Style(fill=c["ink"], weight=700),
        "cover-number-strong": Style(fill=c["card"], weight=700),
        "cover-of": Style(fill="tint", alpha=0.34),
        "blind": Style(stroke=c["bad"], width=2.2, dash=(4, 3)),
        "fire": Style(stroke=c["sight"], width=2.2),
        "fire-one-sided": Style(stroke=c["sight"], width=2.2, dash=(6, 4)),
        "fire-head": Style(fill=c["sight"], stroke=c["board"], width=0.8),
        "fire-name": Style(fill=c["sight"], weight=700, halo=c["paper"], halo_width=3.5),
        "way": Style(stroke="tint.line", width=3.2),
        "way-badge": Style(fill=c["card"], stroke="tint.line", width=1.5),
        "way-number": Style(fill="tint.text", weight=700),
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
        "print-question": Style(fill=c["ink"], size=10),
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
        "tree-head": Style(fill=c["muted"], weight=700),
        "tree-link": Style(stroke=mix(c["paper"], c["muted"], 0.55), width=2.2),
        "tree-link-lit": Style(stroke=c["sight"], width=4.2),
        "tree-die": Style(fill=c["card"], stroke=c["muted"], width=1),
        "tree-leader": Style(stroke=mix(c["paper"], c["muted"], 0.5), width=1.3, dash=(1.3, 4.5)),
        "tree-track": Style(fill=c["card"], alpha=0.75),
        "tree-box": Style(fill="tint", stroke=c["muted"], width=1, alpha=WEDGE_ALPHA),
        "tree-roll": Style(fill=c["edge"], stroke=c["muted"], width=1, alpha=0.55),
        "man-card": Style(fill=c["card"], stroke=c["edge"], width=1.2),
        "tree-box-lit": Style(stroke=c["sight"], width=3),
        "tree-label": Style(fill=c["ink"]),
        "tree-words": Style(fill=c["muted"]),
        "tree-faces": Style(fill=c["ink"], weight=700),
        "tree-chance": Style(fill=c["ink"], weight=700),
        "tree-bar": Style(fill="tint", alpha=WEDGE_ALPHA * 2),
        "tree-knob": Style(fill=c["card"], stroke=c["muted"], width=1.2),
        "dice-square": Style(fill="tint", stroke=c["edge"], width=1, alpha=WEDGE_ALPHA * 1.6),
        "dice-sign": Style(fill="tint.text", size=17, weight=700),
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
        "die-plain": Style(fill=c["card"], stroke=c["muted"], width=1.4),
        "pip-plain": Style(fill=c["ink"]),
        "die-lit": Style(fill="tint", stroke="tint.line", width=1.8, alpha=0.3),
        "pip": Style(fill=c["edge"]),
        "pip-lit": Style(fill=c["ink"]),
        "share": Style(fill="tint", stroke=c["paper"], width=1, alpha=0.45),
        "share-number": Style(fill=c["ink"], weight=700),
        "rider": Style(fill="tint", stroke="tint.line", width=2, alpha=0.3),
        "rule": Style(fill=mix(c["board"], c["earth"], 0.16), stroke=c["earth"], width=1.3),
        "rule-number": Style(fill=c["ink"]),
        "rule-mark": Style(stroke=c["earth"], width=1),
        "track": Style(fill=c["board"], stroke=c["grid"], width=1),
        "track-weak": Style(fill=c["bad"], stroke=c["grid"], width=1, alpha=0.16),
        "change": Style(stroke="tint.line", width=2),
        "change-theirs": Style(stroke="tint.line", width=2, dash=(4, 3)),
        "figure": Style(fill="tint.line"),
        "dice-words": Style(fill=c["muted"]),
        "dice-words-strong": Style(fill=c["ink"], weight=700),
        "lost": Style(stroke=c["muted"], width=1.4, dash=(3, 3)),
        "strip": Style(fill=c["card"]),
        "verdict-yes": Style(fill=c["good"], size=16, weight=700),
        "verdict-no": Style(fill=c["bad"], size=16, weight=700),
        "verdict-plain": Style(fill=c["ink"], size=16, weight=700),
        "pointer": Style(fill=c["card"], stroke=c["ink"], width=1.3),
        "supplied-strip": Style(fill=c["card"], stroke=c["bad"], width=1.2, dash=(4, 3)),
        "supplied": Style(fill=c["bad"], weight=700),
    }


def _figure_roles(c: Mapping[str, str]) -> dict[str, Style]:
    fills = {
        **dict.fromkeys(("coat", "cap", "stripe"), "tint.line"),
        "rim": c["gold"],
        "trim": c["gold"],
        "legs": c["brick"],
    }
    fills |= {
        "boots": c["counter-ink"],
        "peak": c["counter-ink"],
        "iron": c["gunmetal"],
        "hat": c["glow"],
        "flag": c["glow"],
    }
    fills |= {"base": mix(c["felt"], c["earth"], 0.5), "horse": mix(c["earth"], c["shade"], 0.25)}
    fills |= {"face": mix(c["khaki"], c["glow"], 0.3), "wood": mix(c["earth"], c["brick"], 0.3)}
    return {
        **{
            f"man-{part}": Style(fill=fill, stroke=c["counter-ink"], width=0.9)
            for part, fill in fills.items()
        },
        **{f"man-{part}-small": Style(fill=fill) for part, fill in fills.items()},
        # white parts on white paper
        **{
            f"man-{part}-small": Style(fill=fills[part], stroke=c["counter-ink"], width=0.6)
            for part in ("hat", "flag")
        },
        "man-out": Style(stroke=c["muted"], width=1, dash=(3, 3)),
        "figure-name": Style(fill=c["ink"], weight=700),
        **{role: Style(fill=c["ink"]) for role in ("figure-note", "figure-rank")},
    }


#: Every group of roles; no two may name the same role.
GROUPS: tuple[Callable[[Mapping[str, str]], dict[str, Style]], ...] = (
    _map_roles,
    _unit_roles,
    _fire_roles,
    _cover_roles,
    _exhibit_roles,
    _print_roles,
    _tree_roles,
    _dice_roles,
    _figure_roles,
)
