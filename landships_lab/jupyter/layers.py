"""The division of figures into layers, so that a gesture sends only what it changes."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Shape

Figures = tuple[Shape, ...]
# If another division keeps this many points more, all figures are drawn anew, so that fewer are
# drawn from then on.
_WORTH_MOVING = 60
_COMMANDS = 12  # the cost of the commands of one shape, in points
_WORDS = 30  # the cost of a label


class Layers(NamedTuple):
    """Figures in drawing order: those below the unchanged ones, the unchanged ones, and those
    above.
    """

    below: Figures = ()
    still: Figures = ()
    above: Figures = ()

    def then(self, figures: Figures) -> Layers:
        """Divide the figures of the next picture.

        The unchanged layer stays as it is, as long as that is nearly the best choice.

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
        """Return the costliest run of figures that the last picture also had."""
        blocks = SequenceMatcher(
            None, (*self.below, *self.still, *self.above), figures, autojunk=False
        ).get_matching_blocks()
        return max((figures[b.b : b.b + b.size] for b in blocks), key=_weight)

    def _longest_round(self, figures: Figures, at: int) -> Figures:
        """Return the same if the unchanged layer begins at ``at`` and is the greater part of the
        figures; then only its neighbours can add to it.
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
    """Return the figures at the beginning that are equal in both."""
    return tuple(
        now
        for now, _ in takewhile(lambda pair: pair[0] == pair[1], zip(figures, before, strict=False))
    )


def _find(run: Figures, figures: Figures) -> int | None:
    """Return the index at which this run of figures begins among the others, or None."""
    starts = range(len(figures) - len(run) + 1)
    return next((n for n in starts if figures[n : n + len(run)] == run), None)


def _weight(figures: Figures) -> int:
    """Return the approximate cost of sending these figures, in points."""
    return sum(map(_points, figures))


def _points(shape: Shape) -> int:
    match shape:
        case Polygons(rings=paths) | Lines(paths=paths):
            return _COMMANDS + sum(map(len, paths))
        case Circles(centres=centres):
            return _COMMANDS + len(centres)
        case Label():
            return _WORDS
