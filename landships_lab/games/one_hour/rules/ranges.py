"""The bands of range of a type of Unit, for a picture to name."""

from __future__ import annotations

from dataclasses import dataclass

from landships_lab.core.sources import Given
from .book import row_of, taken
from .shot import close_inches


@dataclass(frozen=True, slots=True)
class RangeBand:
    """A band of ranges, in inches from a firer, in which its fire is all the same: what it is
    called, and what it does.
    """

    name: str
    start_inches: int
    end_inches: int
    effect: str


def range_bands(firer: str, readings: Given = None) -> tuple[RangeBand, ...]:
    """Return the bands of range of a type of Unit, the nearest first;

    ``effect`` is close, none, plain or long.

    >>> [(band.name, band.end_inches) for band in range_bands("tank")]
    [('close ×2', 4), ('in range', 12), ('long ½', 24)]
    """
    row, given = row_of(firer), taken(readings)
    near = close_inches(given)
    if not row.close and given["mortar-close"] == "not-doubled":
        return (RangeBand("in range", 0, row.reach_inches, "plain"),)
    close = (
        RangeBand("close ×2", 0, near, "close")
        if row.close
        else RangeBand("no fire", 0, near, "none")
    )
    found = (close, RangeBand("in range", near, row.reach_inches, "plain"))
    if row.long_inches is None:
        return found
    return (
        *found,
        RangeBand(
            "long ½" if given["long-range"] == "half" else "long −2",
            row.reach_inches,
            row.long_inches,
            "long",
        ),
    )
