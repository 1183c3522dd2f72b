"""The film of the README, as SVG text that needs nothing else: pictures of one board shown in turn,
in a loop, each with its verdict below. ``python -m tests.film`` draws it (`make pictures`).

It moves by CSS, which runs where an SVG is shown as an image. Readers who ask for reduced motion
see only the last picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from landships_lab.core.answer import Answer
from landships_lab.data.files import write_whole
from landships_lab.drawing.dicing import text_lines, wrapped
from landships_lab.drawing.labels import BOLD
from landships_lab.drawing.shapes import Pixel, Polygons, Shape, rectangle
from landships_lab.drawing.svg import drawing, opened
from landships_lab.drawing.theme import LIGHT, Theme
from landships_lab.drawing.words import verdict
from landships_lab.panel.board import Action
from landships_lab.panel.links import read_link
from tests.paths import REPOSITORY

#: A tank is dragged until its gun bears.
PLACES = "0311 0310/0311 0410 0409/0410 0509 0508/0509 0608 0607/0608 0707 0706/0707"
DRAGGED = [
    f"landships:fire mk-iv-male@{place} E weapon 57mm-starboard target 1105 spotted yes"
    for place in PLACES.split()
]
FILM = REPOSITORY / "notebooks" / "pictures" / "tank_dragged.svg"
#: The height (pixels) of the verdict's strip below the board, and the seconds each frame is shown.
STRIP, FIRST, EACH, LAST = 58.0, 1.6, 0.5, 3.4


@dataclass(frozen=True)
class Frame:
    """One picture of a film: its figures, the verdict with its kind (yes, no or plain), and the
    position of the hand, if it is seen.
    """

    figures: tuple[Shape, ...]
    verdict: str
    kind: str
    hand: Pixel | None


def film(
    size: Pixel,
    ground: tuple[Shape, ...],
    frames: Sequence[Frame],
    title: str,
    description: str,
    theme: Theme = LIGHT,
) -> str:
    """Return the film as SVG text: the ground once, then a group with the figures of each frame.

    Raises `ValueError` as `svg.svg` does.
    """
    width, height = size
    shown = [FIRST, *(EACH for _ in frames[2:]), LAST]
    whole = sum(shown)
    rules, groups, start = [], [], 0.0
    for n, (frame, seconds) in enumerate(zip(frames, shown, strict=True)):
        end = start + seconds
        rules.append(f"@keyframes f{n} {{ {_keys(100 * start / whole, 100 * end / whole)} }}")
        rules.append(f".f{n} {{ animation: f{n} {whole:g}s step-end infinite; }}")
        shapes = (
            *frame.figures,
            *_below(frame, width, height),
            *(_hand(frame.hand) if frame.hand else ()),
        )
        groups.append(f'<g class="f f{n}">\n{drawing(shapes, theme)}\n</g>')
        start = end
    still = f".f {{ visibility: hidden; }} .f{len(frames) - 1} {{ visibility: visible; }}"
    calm = f"@media (prefers-reduced-motion: reduce) {{ .f {{ animation: none; }} {still} }}"
    head = opened(width, height + STRIP, title, description, theme)
    return "\n".join(
        [
            head,
            "<style>",
            still,
            *rules,
            calm,
            "</style>",
            drawing(ground, theme),
            *groups,
            "</svg>\n",
        ]
    )


def _keys(start: float, end: float) -> str:
    """Return the moments (per cent) at which a frame appears and disappears."""
    before = "0% { visibility: hidden; } " if start > 0 else ""
    after = f" {end:.2f}% {{ visibility: hidden; }}" if end < 99.99 else ""
    return f"{before}{start:.2f}% {{ visibility: visible; }}{after}"


def _below(frame: Frame, width: float, height: float) -> tuple[Shape, ...]:
    strip = rectangle(0.0, height, width, height + STRIP)
    bar = rectangle(14.0, height + 13, 19.0, height + STRIP - 13)
    role = f"verdict-{frame.kind}"
    lines = wrapped(frame.verdict, (width - 60) / BOLD, 16)
    return (
        Polygons((strip,), "strip"),
        Polygons((bar,), role, "bar"),
        *text_lines(
            lines,
            (32.0, height + STRIP / 2 - 10.0 * (len(lines) - 1)),
            role,
            step=20,
            name="verdict",
        ),
    )


def _hand(at: Pixel) -> tuple[Shape, ...]:
    """Return a mouse pointer with its tip at a point."""
    x, y = at
    arrow = ((0, 0), (0, 21), (5, 16.5), (8.6, 24.4), (12.2, 22.8), (8.8, 15.2), (15.4, 15))
    return (Polygons((tuple((x + dx, y + dy) for dx, dy in arrow),), "pointer", "hand"),)


def film_of(states: Sequence[str]) -> str:
    """Return the SVG of a film of these states of one panel with a board of hexes, in one view that
    holds them all.

    Raises `ValueError` for a text that describes no state, for states of other or different panels,
    and for fewer than two.
    """
    read = [read_link(text) for text in states]
    actions = [state.focus() for state in read if state.id == read[0].id]
    places = [action for action in actions if isinstance(action, Action)]
    if len(places) != len(states) or len(states) < 2:
        raise ValueError("A film is two or more states of one panel with a board of hexes.")
    whole = Action(
        tuple(dict.fromkeys(p for a in places for p in a.places)),
        tuple(dict.fromkeys(p for a in places for p in a.around)),
    )
    view = read[0].view(whole)
    frames, ground, last = [], None, None
    for state in read:
        answer = state.answer()
        last = state.picture(answer, view)
        ground = ground or last.ground
        hand = state.drag_targets(view)[0]
        frames.append(
            Frame(last.figures, answer.headline, _kind(answer), (hand[0] + 4, hand[1] + 4))
        )
    frames[-1] = Frame(frames[-1].figures, frames[-1].verdict, frames[-1].kind, None)
    assert last is not None  # there are two frames at least
    assert ground is not None
    told = f"{len(states)} pictures one after another. The last: {last.description}"
    return film((view.width, view.height), ground, frames, last.title, told)


def _kind(answer: Answer[object]) -> str:
    kind = verdict(answer)
    return kind if kind in ("yes", "no") else "plain"


if __name__ == "__main__":
    write_whole(FILM, film_of(DRAGGED))
