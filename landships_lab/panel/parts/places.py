"""Parts that hold hexes, hexsides and headings."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import HEADINGS, Heading, Hex, Place, Point
from landships_lab.panel import controls
from landships_lab.panel.controls import Control
from landships_lab.panel.parts.base import Part, with_fields

#: Places, unordered or in the order given.
SeveralPlaces = frozenset[Place] | tuple[Place, ...]


def placed(grid: Grid, given: object) -> Place:
    """Return the place of the board that is given as its code or as itself.

    Raises `ValueError`, in one sentence, if it is not on the board.
    """
    place = grid.place(given) if isinstance(given, str) else given
    if not isinstance(place, Place) or place not in grid:
        raise ValueError(
            f"{place!r} is not on this board of {grid.columns} columns and {grid.rows} rows."
        )
    return place


def placement(grid: Grid, given: object, heading: Heading) -> tuple[Place, Heading]:
    """Return the place and heading of a unit given as ``0503/0504 E``, as a place (the heading
    stays), or as both.

    Raises `ValueError` for a place that is not on the board and for an unknown heading.
    """
    if isinstance(given, str) and len(given.split()) > 1:
        return grid.placement(given)
    place, facing = (
        given if isinstance(given, tuple) and not isinstance(given, Point) else (given, heading)
    )
    return placed(grid, place), Heading(facing)


@dataclass(frozen=True)
class OnePlace(Part):
    """A hex or hexside of ``grid``, written as its code.

    ``empty`` lets it be None, ``hexes_only`` refuses hexsides. ``facing`` names the part of the
    heading if both are typed together, as in ``0503/0504 E``.
    """

    grid: Grid = field(default_factory=Grid)
    empty: bool = field(default=False, kw_only=True)
    hexes_only: bool = field(default=False, kw_only=True)
    facing: str = field(default="", kw_only=True)
    hint: str = field(default="such as 0503/0504", kw_only=True)

    def control(self, state: object) -> Control | None:
        place = getattr(state, self.id)
        code = "" if place is None else " ".join(self._codes(state, place))
        return controls.Field(self.control_id, self.title(state), code, self.hint)

    def _codes(self, state: object, place: Place) -> list[str]:
        heading = getattr(state, self.facing) if self.facing else None
        return [self.grid.code(place), *([str(heading)] if heading is not None else [])]

    def put(self, state: Any, given: object) -> Any:
        """Return the state with the place, and with the heading if one is given.

        Raises `ValueError` for a place that it does not take and for an unknown heading.
        """
        if not self.facing:
            return super().put(state, given)
        place, heading = placement(self.grid, given, getattr(state, self.facing))
        return with_fields(state, **{self.id: self.take(state, place), self.facing: heading})

    def take(self, state: Any, given: object) -> Place | None:
        """Return the place given as its code or as itself.

        Raises `ValueError` if it is not on the board, or is a hexside where only hexes are allowed.
        """
        text = given.strip() if isinstance(given, str) else given
        if self.empty and text in ("", None):
            return None
        place = placed(self.grid, text)
        if self.hexes_only and not isinstance(place, Hex):
            raise ValueError(
                f"{self.grid.code(place)!r} is a hexside; here a hex is needed, such as"
                f" {self.grid.code(place.hexes[0])}."
            )
        return place

    def write(self, state: object, value: Place) -> list[str]:
        return [self.grid.code(value)]

    def sample(self, dice: random.Random, state: object) -> Place:
        places = sorted(p for p in self.grid.places if isinstance(p, Hex) or not self.hexes_only)
        return dice.choice(places)


@dataclass(frozen=True)
class Facing(Part):
    """One of the twelve headings, typed with its place and turned by hand; it has no control.

    ``empty`` lets it be None.
    """

    empty: bool = field(default=False, kw_only=True)

    def take(self, state: object, given: object) -> Heading | None:
        """Return the heading given as its name or as itself. Raises `ValueError` for any other
        value.
        """
        # Heading refuses anything else.
        return None if self.empty and given in ("", None) else Heading(given)  # type: ignore[arg-type]

    def sample(self, dice: random.Random, state: object) -> Heading:
        return dice.choice(HEADINGS)


@dataclass(frozen=True)
class Places(Part):
    """Several places of ``grid``, written as their codes: a tuple if the default is one, else a
    frozenset.

    In a link they follow the keyword as separate words; if ``joined`` they are one word with
    commas, or ``none``.
    """

    grid: Grid = field(default_factory=Grid)
    most: int = field(default=60, kw_only=True)
    hexes_only: bool = field(default=False, kw_only=True)
    joined: bool = field(default=False, kw_only=True)
    hint: str = field(default="such as 0503 0504", kw_only=True)

    @property
    def one_word(self) -> bool:  # type: ignore[override]  # as in `Several`
        """Whether just one word follows its keyword."""
        return self.joined

    def control(self, state: Any) -> Control | None:
        return controls.Field(
            self.control_id,
            self.title(state),
            " ".join(self._codes(getattr(state, self.id))),
            self.hint,
        )

    def _codes(self, places: Iterable[Place]) -> list[str]:
        codes = [self.grid.code(place) for place in places]
        return codes if isinstance(places, tuple) else sorted(codes)

    def take(self, state: object, given: object) -> SeveralPlaces:
        """Return the places given: as codes separated by blanks or commas, or as themselves.

        Raises `ValueError` for a place that `OnePlace` would refuse, and for more than ``most``
        places.
        """
        one = OnePlace(self.label, grid=self.grid, hexes_only=self.hexes_only)
        each = given.replace(",", " ").split() if isinstance(given, str) else given
        assert isinstance(each, Iterable)
        places = [place for given in each if (place := one.take(state, given)) is not None]
        if len(places) > self.most:
            raise ValueError(
                f"{self.name(state)}: {len(places)} places are more than the {self.most} that fit"
                " here."
            )
        return tuple(places) if isinstance(self.default_for(state), tuple) else frozenset(places)

    def read(self, state: object, words: Sequence[str]) -> SeveralPlaces:
        """Return the places named by these words. Raises `ValueError` as `take` does."""
        return self.take(state, "" if self.joined and list(words) == ["none"] else " ".join(words))

    def write(self, state: object, value: SeveralPlaces) -> list[str]:
        return [",".join(self._codes(value)) or "none"] if self.joined else self._codes(value)

    def sample(self, dice: random.Random, state: object) -> SeveralPlaces:
        hexes = sorted(p for p in self.grid.places if isinstance(p, Hex))
        return self.take(state, tuple(dice.sample(hexes, dice.randint(0, min(4, self.most)))))
