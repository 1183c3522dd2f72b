"""Parts, headings and bars that the five panels of Landser share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from landships_lab.core.dice import Odds
from landships_lab.data.load import readings
from landships_lab.games.landser.data.tables import firing
from landships_lab.panel.panel import Panel, V
from landships_lab.panel.parts import OneOf
from landships_lab.panel.readings import Readings, Taken

READINGS = readings("landser")
WEAPONS = firing().weapons
COVERS = {"none": "none", "half": "half cover", "full": "full cover"}
#: Names of weapons as short as the heading of a row.
SHORT_WEAPONS = {"smg": "SMG", "lmg": "light MG", "gpmg": "GPMG", "launcher": "launcher"}
ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
#: A note below the bars of outcomes.
SHORT_NAMES = "L: light wound, S: serious wound"


class LandserPanel(Panel[V]):
    """A panel of Landser: a picture in place of a board."""

    rule_set = "Landser"
    zooms = False
    keys = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")


def offered(ids: Callable[..., Sequence[str]] | Sequence[str]) -> Readings:
    """Return the part for the readings of a state, of which a panel offers those with these ids."""
    return Readings(known=READINGS, offered=ids if callable(ids) else lambda _state: ids)


def weapon_part(label: str, **more: Any) -> OneOf:
    """Return the part that picks a weapon."""
    return OneOf(
        label,
        "rifle",
        {key: weapon.name for key, weapon in WEAPONS.items()} | {"gpmg": "GPMG"},
        error_name="weapon",
        **more,
    )


def cover_part() -> OneOf:
    """Return the part for the cover that a target has from fire."""
    return OneOf("Cover", "none", {cover: cover for cover in COVERS}, buttons=True)


def last_inches(taken: Taken) -> tuple[int, ...]:
    """Return the last inch of each of the five ranges, as medium range is read."""
    reading = dict(taken).get("medium-band", READINGS["medium-band"].default)
    return tuple(band.upto[reading] for band in firing().bands)


def band_heads(taken: Taken) -> tuple[str, ...]:
    """Return the headings of the five ranges in a table, as short as they are printed."""
    return tuple(
        f"{band.id.upper()} ≤{last}″"
        for band, last in zip(firing().bands, last_inches(taken), strict=True)
    )


def band_column(inches: int | Fraction, taken: Taken) -> int | None:
    """Return the column of a distance in such a table, None beyond extreme range."""
    return next((number for number, last in enumerate(last_inches(taken)) if inches <= last), None)


def outcome_bars(odds: Odds[str]) -> tuple[tuple[str, Fraction], ...]:
    """Return the bars of a shot's outcomes, their names short enough to stand side by side."""
    return tuple(
        (
            outcome.replace("light", "L").replace("serious", "S").replace("not seen", "unseen"),
            chance,
        )
        for outcome, chance in odds
    )
