"""Draw a question about the battle with its figures on the table: who is left, who leads, who comes
back, who stays, who joins whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from landships_lab.core.speech import capitalized, plural
from landships_lab.drawing.dicing import arrow, box
from landships_lab.drawing.figures import Figure, figures
from landships_lab.drawing.fire import cross
from landships_lab.drawing.labels import text_width
from landships_lab.drawing.shapes import Label, Lines, Pixel, Polygons, Scene, Shape, bare_paper
from landships_lab.games.paychest.panels.common import WIDTH
from landships_lab.games.paychest.rules.forces import FATES, FORMATIONS, MOST_TIMES, RANKS
from landships_lab.games.paychest.rules.morale import KINDS

HEIGHT = 384.0
#: Where the table ends for those who come onto it or are taken off it, and the size of a figure
#: that is looked at alone.
EDGE, LARGE = 222.0, 176.0
#: The room of a figure in the ranks, across and from one rank to the next (heights of a figure).
_ACROSS, _BEHIND = 0.62, 0.8
SOLDIERS = {"regular": ("private", "blue"), "irregular": ("warrior", "vermillion")}
_FLAG = (66.0, 38.0)
Drawn = Iterator[Figure | Shape]


def picture(drawing: Drawn, table: tuple[float, float], title: str, verdict: str) -> Scene:
    """Return what was drawn of a question on a table that lies from one place to another."""
    drawn = list(drawing)
    ground: tuple[Shape, ...] = (
        *bare_paper(WIDTH, HEIGHT),
        Polygons((box(table[0], 0, table[1] - table[0], HEIGHT),), "felt", "table"),
    )
    if table != (0.0, WIDTH):
        edge = table[0] or table[1]
        ground = (
            *ground,
            Polygons((box(edge - 4, 0, 8, HEIGHT),), "table-rim", "edge of the table"),
        )
    under = (shape for shape in drawn if not isinstance(shape, Figure | Label))
    words = tuple(shape for shape in drawn if isinstance(shape, Label))
    men = figures(figure for figure in drawn if isinstance(figure, Figure))
    return Scene(
        WIDTH, HEIGHT, ground, (*under, *men, *words), title, f"{_spoken(words)} {verdict}"
    )


def _spoken(words: Iterable[Label]) -> str:
    """Return the words of a picture as sentences, those of one thing in one."""
    found: dict[str, list[str]] = {}
    for label in words:
        if len(label.text) > 1:
            found.setdefault(label.name, []).append(label.text)
    return " ".join(f"{capitalized(' '.join(texts))}." for texts in found.values())


def ending(mine: int, theirs: int, reached: bool) -> Drawn:
    """Draw both sides, and the flag of a victory condition between them: raised where it is met."""
    for count, side, kind, middle in (
        (mine, "your side", "regular", 138.0),
        (theirs, "the enemy", "irregular", 502.0),
    ):
        yield from crowd(count, (middle, 316.0), (250.0, 270.0), *SOLDIERS[kind], side)
        yield _words(
            f"{side}: {plural(count, 'figure') if count else 'nobody left'}", (middle, 352), side
        )
    x, foot = WIDTH / 2 - 20, 300.0
    yield Polygons((box(x - 3, 84, 6, foot - 84),), "man-wood", "flagpole")
    yield Polygons((box(x - 16, foot - 4, 32, 8),), "man-base", "flagpole")
    left, high, (wide, deep) = x + 3, 96.0, _FLAG
    if reached:
        yield Polygons((box(left, high, wide, deep),), "man-flag", "victory flag", "green")
        stripes = (box(left, high, wide / 3, deep), box(left + 2 * wide / 3, high, wide / 3, deep))
        yield Polygons(stripes, "man-stripe", "victory flag", "green")
    else:
        yield Polygons((box(left, high, wide, deep),), "man-out", "no victory flag")
    for n, text in enumerate(("victory", "condition", "met" if reached else "not met")):
        yield _words(text, (WIDTH / 2 + 18, 152 + 19 * n), "victory condition", strong=n == 2)


def leader(rank: str, fate: str, men: int, out: bool, acts: bool) -> Drawn:
    """Draw the leader as he fares, ``out`` of combat or not, his men, and the one who ``acts`` in
    his place.
    """
    kind, foot = "commander" if rank == "commander" else "officer", 296.0
    yield from _fared(kind, fate, (116.0, foot))
    yield _words(capitalized(RANKS[rank].removeprefix("an ")), (116, 334), "leader", strong=True)
    yield _words(FATES[fate], (116, 355), "leader")
    if acts:
        yield Figure((306.0, foot), 172, "private", "blue", "acting corporal")
        yield Polygons((_ring(306.0, foot - 93, 62, 115),), "selected", "acting corporal")
        yield from arrow((208.0, 206.0), (238.0, 206.0), "change", "takes over", "green")
        yield _words("acting corporal", (306, 340), "acting corporal", strong=True)
    others, (middle, wide) = men - acts, (506.0, 250.0) if acts else (446.0, 360.0)
    settles = out and rank == "commander"
    if others or not acts:
        yield from crowd(
            others,
            (middle, foot),
            (wide, 190.0 if settles else 252.0),
            "private",
            "blue",
            "his men",
            most=136,
        )
        words = (
            plural(others, "other man", "other men")
            if acts
            else plural(others, "man of his force", "men of his force")
            if rank == "commander"
            else plural(others, "man he leads", "men he leads")
        )
        yield _words(words if others else "no other man", (middle, 340), "his men")
    if settles:
        yield Figure((482.0, 64.0), 48, "officer", "blue", "other leaders")
        yield Figure((526.0, 64.0), 48, "NCO", "blue", "other leaders")
        yield _words("other leaders settle who commands", (502, 84), "other leaders")
    elif not out and men:
        yield from arrow((206.0, 216.0), (250.0, 216.0), "change", "still leads", "green")
        yield _words("still leads", (226, 196), "still leads")


def _fared(kind: str, fate: str, at: Pixel) -> Drawn:
    """Draw a leader: upright, on a stick, or fallen, with a cross where he is dead."""
    x, y = at
    if fate in ("killed", "unconscious"):
        yield Figure((x - 88, y - 66), 150, kind, "blue", "leader", degrees=90)
        if fate == "killed":
            yield Lines(cross((x + 30, y - 158), 14), "illegal", "killed")
        else:
            yield from (
                _words("z", (x + 30 + 12 * n, y - 150 - 15 * n), "unconscious", strong=True)
                for n in range(3)
            )
    else:
        yield Figure(at, LARGE, kind, "blue", "leader", degrees=7 if fate == "lame" else 0)
        if fate == "lame":
            yield Polygons(
                (((x - 64, y), (x - 56, y), (x - 30, y - 86), (x - 38, y - 88)),),
                "man-wood",
                "stick",
            )


def comes_back(kind: str, times: int, allowed: bool) -> Drawn:
    """Draw the figure beside the table, and on it how often it has been there, with the place that
    is left.
    """
    figure, tint = SOLDIERS[kind]
    foot, middles = 290.0, (336.0, 530.0)
    yield Figure((108.0, foot), LARGE - 20, figure, tint, "who waits")
    yield _words(KINDS[kind], (108, 324), "who waits", strong=True)
    yield _words("off the table", (108, 345), "off the table")
    for number, (x, word) in enumerate(zip(middles, ("first time", "second time"), strict=True), 1):
        used = times >= number
        yield Figure((x, foot), LARGE - 32, figure, tint, word, out=not used)
        yield _words(word, (x, 324), word, strong=True)
        yield _words("has been on the table" if used else "not used", (x, 345), word)
    yield from _moves(
        (108.0, 102.0),
        (middles[1] if allowed else EDGE, 102.0),
        allowed,
        "comes back",
    )
    text = "comes back" if allowed else "may not come back"
    yield _words(text, (430, 82) if allowed else (430, 102), "comes back", strong=True)
    over = f": {times} times already" if times > MOST_TIMES else ""
    yield _words(f"on the table no more than twice{over}", (430, 32), "limit")


def casualty(kind: str, taken: bool) -> Drawn:
    """Draw a fallen figure on the table, and whether it may be taken off."""
    figure, tint = SOLDIERS[kind]
    edge = WIDTH - EDGE
    yield Figure((116.0, 220.0), LARGE + 12, figure, tint, "casualty", degrees=90)
    yield _words(f"a casualty of {KINDS[kind]}", (206, 318), "casualty", strong=True)
    yield _words("stays where it fell" if not taken else "on the table", (206, 340), "casualty")
    yield from _moves(
        (206.0, 110.0),
        (WIDTH - 110 if taken else edge, 110.0),
        taken,
        "taken away",
    )
    if taken:
        yield Figure((446.0, 220.0), LARGE - 14, figure, tint, "taken away", degrees=90, out=True)
    yield _words("taken away" if taken else "not taken away", (529, 318), "taken away", strong=True)
    yield _words("off the table", (529, 340), "off the table")


def rifle(shown: bool, found: bool, armed: bool) -> Drawn:
    """Draw the model, what it found, and what it counts as."""
    foot, places = 294.0, (112.0, 316.0, 524.0)
    yield Figure((places[0], foot), LARGE, "private" if shown else "unarmed", "blue", "model")
    yield Figure(
        (places[1] - 66, foot - 50),
        LARGE - 2,
        "rifle",
        "blue",
        "found",
        degrees=78,
        out=not found,
    )
    if not found:
        yield Polygons((box(places[1] - 68, foot - 96, 136, 84),), "man-out", "nothing found")
    yield Figure(
        (places[2], foot), LARGE + 18, "private" if armed else "unarmed", "blue", "counts as"
    )
    texts = (
        ("its model", "shows a rifle" if shown else "shows no rifle"),
        ("during play", "found a rifle" if found else "found none"),
        ("it counts as", "armed with a rifle" if armed else "not armed with a rifle"),
    )
    for x, (head, text) in zip(places, texts, strict=True):
        yield _words(head, (x, 46), head)
        yield _words(text, (x, 334), head, strong=True)
    yield _words("+", (214, 236), "plus", strong=True)
    yield _words("=", (418, 236), "equals", strong=True)


def merge(first: int, second: int, both: int) -> Drawn:
    """Draw both units in the same ranks, the places that a full company has more, and a bracket
    round all.
    """
    full = FORMATIONS["company"].own_figures
    counts = [first, second, max(0, full - both)]
    heads = (f"first: {first}", f"second: {second}", f"{counts[2]} free")
    gap, foot = 30.0, 286.0

    def wide(n: int, high: float, rows: int) -> float:
        return (
            max(high * _ACROSS * -(-counts[n] // rows), text_width(heads[n], 15, bold=True))
            if counts[n]
            else 0.0
        )

    def fits(rows: int) -> float:
        high = min(120.0, 236.0 / (1.2 + _BEHIND * (rows - 1)))
        while sum(wide(n, high, rows) for n in range(3)) > WIDTH - 40 - 2 * gap and high > 4:
            high *= 0.96
        return high

    rows = max(range(1, sum(counts) + 1), key=lambda rows: (round(fits(rows), 2), -rows))
    high = fits(rows)
    widths = [wide(n, high, rows) for n in range(3) if counts[n]]
    start = x = (WIDTH - sum(widths) - gap * (len(widths) - 1)) / 2
    for n, own in enumerate(widths):
        at = (x + own / 2 - high * _ACROSS * -(-counts[n] // rows) / 2, foot)
        kind, tint = (("private", "blue"), ("rifleman", "green"), ("private", "blue"))[n]
        yield from _ranks(counts[n], rows, at, high, kind, tint, heads[n], out=n == 2)
        lines = -(-counts[n] // -(-counts[n] // rows))
        yield _words(
            heads[n],
            (x + own / 2, foot - high * (1.2 + _BEHIND * (lines - 1)) - 8),
            heads[n],
            strong=n < 2,
        )
        x += own + gap
    end = start + sum(widths[:2]) + gap
    yield Lines(
        (((start, 298.0), (start, 308.0), (end, 308.0), (end, 298.0)),),
        "change",
        "combined",
        "black",
    )
    yield _words(
        f"combined: {plural(both, 'figure')}",
        ((start + end) / 2, 328),
        "combined",
        strong=True,
    )
    yield _words(f"a full company has {full}", (WIDTH / 2, 358), "full company")


def _moves(start: Pixel, end: Pixel, allowed: bool, name: str) -> Drawn:
    """Draw an arrow to where a figure goes, or one that is stopped by a cross."""
    if allowed:
        yield from arrow(start, end, "change", name, "green")
        return
    yield Lines(((start, end),), "sight-broken", name)
    yield Lines(cross(end, 12), "illegal", name)


def crowd(
    count: int,
    foot: Pixel,
    room: tuple[float, float],
    kind: str,
    tint: str,
    name: str,
    most: float = 96.0,
) -> Drawn:
    """Draw so many figures in ranks round the middle of their foot, as large as the room allows;
    for none an outline.
    """
    x, y = foot

    def fits(rows: int) -> float:
        return min(
            most, room[0] / (_ACROSS * -(-count // rows)), room[1] / (1.2 + _BEHIND * (rows - 1))
        )

    rows = max(
        range(1, max(count, 1) + 1), key=lambda rows: (round(fits(rows), 1) if count else 0, -rows)
    )
    high = fits(rows) if count else most
    wide = high * _ACROSS * -(-max(count, 1) // rows)
    yield from _ranks(max(count, 1), rows, (x - wide / 2, y), high, kind, tint, name, out=not count)


def _ranks(
    count: int,
    rows: int,
    foot: Pixel,
    high: float,
    kind: str,
    tint: str,
    name: str,
    *,
    out: bool = False,
) -> Iterator[Figure]:
    """Yield so many figures in this many ranks from the front to the back; fewer in the last rank
    stand in the middle of it.
    """
    across = -(-count // rows)
    for row in range(rows):
        here = min(across, count - row * across)
        start = foot[0] + high * _ACROSS * (across - here) / 2
        for n in range(here):
            at = (start + high * _ACROSS * (n + 0.5), foot[1] - high * _BEHIND * row)
            yield Figure(at, high, kind, tint, name, out=out)


def _ring(x: float, y: float, across: float, down: float) -> tuple[Pixel, ...]:
    left, top, right, bottom, cut = x - across, y - down, x + across, y + down, 14.0
    corners = ((left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut))
    return (
        *corners,
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    )


def _words(text: str, at: Pixel, name: str, *, strong: bool = False) -> Label:
    return Label(text, at, "figure-name" if strong else "figure-note", name)
