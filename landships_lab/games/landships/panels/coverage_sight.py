"""The reader's word on lines of sight for a whole force: the same rule, steps and reading as in the
panel of lines of sight.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.place_bits import place_bits
from landships_lab.core.shadows import seen_places
from landships_lab.core.sources import Cite
from landships_lab.core.speech import listed, plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.games.free_sight import rules as free_sight
from landships_lab.games.landships.analysis.coverage import places_within

#: As far as most weapons reach, in hexes.
NEAR = 8


@dataclass(frozen=True)
class LinesOfSight:
    """The reader's rule on lines of sight, on a painted board."""

    rule: free_sight.SightRule
    terrain: TerrainMap

    @cached_property
    def blocking(self) -> frozenset[Hex]:
        """The hexes whose terrain blocks."""
        return frozenset(
            hexagon for hexagon, kind in self.terrain.hexes.items() if kind in self.rule.kinds
        )

    def seen_from(self, grid: Grid, observer: Place, asked: int) -> int:
        """Return the places, out of those asked about, to which the line is clear; both as bits.

        Near places are found by shadows, far ones line by line.
        """
        board = place_bits(grid)
        near = places_within(observer, NEAR, grid)
        far = (
            p
            for p in board.places(asked & ~near)
            if free_sight.in_sight(self.rule, self.blocking, observer, p)
        )
        return asked & near & _seen_near(self, grid, observer) | board.gather(far)

    def explain(self, observer: Place, target: Place) -> Answer[bool | Gap]:
        """Return whether the line is clear, and why."""
        return free_sight.sight(self.rule, self.terrain.hexes, observer, target)

    def step(self) -> Step:
        """Return the step that says what blocks."""
        kinds = listed(sorted(kind.replace("-", " ") for kind in self.rule.kinds))
        text = (
            f"You say what blocks a line of sight: {kinds};"
            f" {plural(self.rule.depth, 'such hex stops', 'such hexes stop')} it."
        )
        return Step(text, Cite("You", "lines of sight", kind="supplied"))


@lru_cache(maxsize=1024)  # a unit that turns where it stands sees the same
def _seen_near(sight: LinesOfSight, grid: Grid, observer: Place) -> int:
    rule = sight.rule
    return seen_places(
        grid, observer, NEAR, sight.blocking, rule.along, rule.depth, rule.target_blocks
    )
