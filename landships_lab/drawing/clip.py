"""Rings and lines cut to a rectangle, so that a long wedge ends at the edge of the board."""

from __future__ import annotations

from collections.abc import Callable

from landships_lab.drawing.shapes import Path, Pixel

Box = tuple[float, float, float, float]


def clip(ring: Path, box: Box) -> Path:
    """Return the part of the ring inside the box (left, top, right, bottom; pixels), by the
    Sutherland-Hodgman algorithm.
    """
    left, top, right, bottom = box
    for inside, cut in (
        (lambda p: p[0] >= left, lambda a, b: _at_x(a, b, left)),
        (lambda p: p[0] <= right, lambda a, b: _at_x(a, b, right)),
        (lambda p: p[1] >= top, lambda a, b: _at_y(a, b, top)),
        (lambda p: p[1] <= bottom, lambda a, b: _at_y(a, b, bottom)),
    ):
        ring = _against(ring, inside, cut)
    return ring


def _against(
    ring: Path, inside: Callable[[Pixel], bool], cut: Callable[[Pixel, Pixel], Pixel]
) -> Path:
    kept: list[Pixel] = []
    for n, here in enumerate(ring):
        before = ring[n - 1]
        if inside(here) != inside(before):
            kept.append(cut(before, here))
        if inside(here):
            kept.append(here)
    return tuple(kept)


def _at_x(a: Pixel, b: Pixel, x: float) -> Pixel:
    return x, a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])


def _at_y(a: Pixel, b: Pixel, y: float) -> Pixel:
    return a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]), y


def clip_line(a: Pixel, b: Pixel, box: Box) -> Path:
    """Return the part of the line from a to b inside the box (pixels), or () if there is none."""
    left, top, right, bottom = box
    enter, leave = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for towards, room in (
        (-dx, a[0] - left),
        (dx, right - a[0]),
        (-dy, a[1] - top),
        (dy, bottom - a[1]),
    ):
        if towards == 0:
            if room < 0:
                return ()
        elif towards > 0:
            leave = min(leave, room / towards)
        else:
            enter = max(enter, room / towards)
    if enter > leave:
        return ()
    return (a[0] + enter * dx, a[1] + enter * dy), (a[0] + leave * dx, a[1] + leave * dy)
