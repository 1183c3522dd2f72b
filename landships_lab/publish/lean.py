"""Make a page with many pictures small: each picture in its short form, with shared parts, such as
the grid of a board, written once.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import count

from landships_lab.drawing.svg import LONG, compact

_PICTURE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_DESCRIBED = re.compile(r"<desc>.*?</desc>\n?", re.DOTALL)
_OWN = re.compile(r'(id="|href="#)(p\d+")')
_LINE = re.compile(r'<path((?: id="\w+")?) d="([^"]+)"')
#: An empty picture, which holds the shared parts.
_HIDDEN = '<svg class="lp-shared" width="0" height="0" aria-hidden="true">'


def lean(html: str) -> str:
    """Return this HTML with all its pictures in their short form; they look the same to a tenth of
    a pixel, and keep their names and descriptions for a screen reader.
    """
    numbers = count()
    short = _PICTURE.sub(lambda match: _short(match[0], next(numbers)), html)
    times = Counter(line for _, line in _LINE.findall(short) if len(line) > LONG)
    shared = {line: f"d{n}" for n, (line, often) in enumerate(times.items()) if often > 1}
    if not shared:
        return short
    held = "".join(f'<path id="{name}" d="{line}"/>' for line, name in shared.items())
    drawn_once = f"{_HIDDEN}<defs>{held}</defs></svg>\n"
    return drawn_once + _LINE.sub(lambda match: _used(match, shared), short)


def _short(picture: str, number: int) -> str:
    described = _DESCRIBED.search(picture)
    head, _, rest = _OWN.sub(rf"\1s{number}\2", compact(picture)).partition(">")
    return f"{head}>{described[0] if described else ''}{rest}"


def _used(match: re.Match[str], shared: dict[str, str]) -> str:
    name = shared.get(match[2])
    return f'<use{match[1]} href="#{name}"' if name else match[0]
