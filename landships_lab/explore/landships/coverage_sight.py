"""The reader's word on lines of sight for a whole force: the same rule, steps and reading as in the panel of lines of sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.shadows import seen_places
from landships_lab.core.sources import Cite
from landships_lab.core.speech import listed, plural
from landships_lab.core.terrain import TerrainMap
from landships_lab.rules import free_sight


@dataclass(frozen=True)
class LinesOfSight:
    """The rule that the reader has set, on a painted board."""

    rule: free_sight.SightRule
    terrain: TerrainMap

    @cached_property
    def _kinds(self) -> Mapping[Hex, str]:
        return self.terrain.hexes

    @cached_property
    def _blocking(self) -> frozenset[Hex]:
        return frozenset(hexagon for hexagon, kind in self._kinds.items() if kind in self.rule.kinds)

    def seen_from(self, grid: Grid, observer: Place, radius: int) -> int:
        """Return the places of the board to which the line is clear, as bits; beyond the radius any."""
        rule = self.rule
        return seen_places(grid, observer, radius, self._blocking, rule.along, rule.depth, rule.target_blocks)

    def explain(self, observer: Place, target: Place) -> Answer[bool | Gap]:
        """Return whether the line is clear, and why."""
        return free_sight.sight(self.rule, self._kinds, observer, target)

    def step(self) -> Step:
        """Return the step that says what blocks."""
        kinds = listed(sorted(kind.replace("-", " ") for kind in self.rule.kinds))
        text = f"What blocks a line of sight is your word: {kinds}; {plural(self.rule.depth, 'such hex stops', 'such hexes stop')} it."
        return Step(text, Cite("You", "lines of sight", kind="supplied"))
