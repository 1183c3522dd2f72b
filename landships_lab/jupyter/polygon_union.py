"""One outline for areas that share edges: a field of hexes is sent to the page as its border, not
hex by hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from landships_lab.drawing.shapes import Path

Corner = tuple[int, int]
_FINE = 8  # corners are equal if they agree to an eighth of a pixel


def polygon_union(rings: Sequence[Path]) -> tuple[Path, ...]:
    """Return the outlines of the areas that these rings form together; the rings themselves if that
    has holes or corners that touch.

    All rings must run the same way round, so that the shared edge of two neighbours occurs once in
    each direction and cancels out.

    >>> len(polygon_union([((0, 0), (1, 0), (1, 1), (0, 1)), ((1, 0), (2, 0), (2, 1), (1, 1))]))
    1
    """
    corners = [[(round(_FINE * x), round(_FINE * y)) for x, y in ring] for ring in rings]
    edges = {edge for ring in corners for edge in _edges(ring)}
    outer = [edge for ring in corners for edge in _edges(ring) if edge[::-1] not in edges]
    border = dict(outer)
    twice = len(edges) < sum(map(len, corners))  # one lies on another, and both must show
    if twice or len(border) < len(outer) or len(outer) == len(edges):
        return tuple(rings)
    outlines: list[Path] = []
    way = None
    while border:
        first, at = next(iter(border.items()))
        loop = [first]
        del border[first]
        while at != first:
            loop.append(at)
            at = border.pop(at)
        turned = _area(loop) > 0
        if way is not None and turned != way:  # a hole runs the other way round
            return tuple(rings)
        way = turned
        outlines.append(tuple((x / _FINE, y / _FINE) for x, y in loop))
    return tuple(outlines)


def _edges(ring: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def _area(ring: Sequence[Corner]) -> int:
    """Return twice the area inside a ring, negative if it runs the other way round."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _edges(ring))
