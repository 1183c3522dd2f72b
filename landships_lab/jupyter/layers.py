"""Which figures of a picture are drawn on which layer, so that a gesture sends only what it
changes.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Shape

Figures = tuple[Shape, ...]
# points; where so many more stay the same, all figures are drawn once more, to draw fewer from then
# on
_WORTH_MOVING = 60
_COMMANDS = 12  # what the commands of one shape take, in points
_WORDS = 30  # what a label takes


class Layers(NamedTuple):
    """Figures in the order in which they are drawn: those below what stays, what stays, and those
    above it.
    """

    below: Figures = ()
    still: Figures = ()
    above: Figures = ()

    def then(self, figures: Figures) -> Layers:
        """Divide the figures of the next picture.

        What stayed so far is kept where it is, as long as that is nearly the best.

        >>> one, two, three = (Label(text, (0, 0), "note") for text in ("one", "two", "three"))
        >>> [len(layer) for layer in Layers(still=(one, two)).then((three, one, two))]
        [1, 2, 0]
        """
        at = _find(self.still, figures)
        best = self._longest(figures) if at is None else self._longest_round(figures, at)
        chosen = self.still if _weight(best) <= _weight(self.still) + _WORTH_MOVING else best
        at = _find(chosen, figures)
        if at is None:
            chosen, at = best, _find(best, figures) or 0
        return Layers(figures[:at], chosen, figures[at + len(chosen) :])

    def _longest(self, figures: Figures) -> Figures:
        """Return the run of figures worth most that was there before."""
        blocks = SequenceMatcher(
            None, (*self.below, *self.still, *self.above), figures, autojunk=False
        ).get_matching_blocks()
        return max((figures[b.b : b.b + b.size] for b in blocks), key=_weight)

    def _longest_round(self, figures: Figures, at: int) -> Figures:
        """Return the same where what stayed so far begins at ``at``: if that is the greater part,
        only its neighbours can add to it.
        """
        below, above = figures[:at], figures[at + len(self.still) :]
        if _weight(self.still) < _weight(below) + _weight(above):
            return self._longest(figures)
        return (
            *_shared(below[::-1], self.below[::-1])[::-1],
            *self.still,
            *_shared(above, self.above),
        )


def _shared(figures: Figures, before: Figures) -> Figures:
    """Return the figures at the beginning that are those of before."""
    return tuple(
        now
        for now, _ in takewhile(lambda pair: pair[0] == pair[1], zip(figures, before, strict=False))
    )


def _find(run: Figures, figures: Figures) -> int | None:
    """Return where this run of figures begins among the others."""
    starts = range(len(figures) - len(run) + 1)
    return next((n for n in starts if figures[n : n + len(run)] == run), None)


def _weight(figures: Figures) -> int:
    """Return about how much drawing these figures sends, in points."""
    return sum(map(_points, figures))


def _points(shape: Shape) -> int:
    match shape:
        case Polygons(rings=paths) | Lines(paths=paths):
            return _COMMANDS + sum(map(len, paths))
        case Circles(centres=centres):
            return _COMMANDS + len(centres)
        case Label():
            return _WORDS
