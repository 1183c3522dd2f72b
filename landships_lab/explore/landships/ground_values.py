"""The values of the terrain in the brush, as fields to type into: samples of ours until the reader sets them."""

from __future__ import annotations

from collections.abc import Iterator

from landships_lab.data.landships.ground import GroundValues
from landships_lab.explore.explorer import Control, Field
from landships_lab.explore.landships.move_state import whole
from landships_lab.explore.painting import ALONG

_LABELS = (("cost", "MPs to enter"), ("spotting", "Spotting range"), ("benefit", "Benefit in combat"), ("closed", "Prohibited (0 or 1)"))


def value_controls(values: GroundValues, brush: str) -> Iterator[Control]:
    """Which fields show the values of what this brush paints? None for the brush that wipes a hexside."""
    kind = brush.removeprefix(ALONG)
    if brush.startswith(ALONG):
        if kind in dict(values.crossing):
            label = f"{kind}: MPs to cross ({_whose(values, kind, 'crossing')})"
            yield Field("value.crossing", label, str(dict(values.crossing)[kind]), "0 to 99")
        return
    for what, label in _LABELS:
        known = values.kind(kind)
        yield Field(f"value.{what}", f"{known.name}: {label} ({_whose(values, kind, what)})", str(int(getattr(known, what))))


def _whose(values: GroundValues, kind: str, what: str) -> str:
    return "yours" if values.is_own(kind, what) else "a sample"


def with_value(values: GroundValues, brush: str, control: str, given: str) -> GroundValues:
    """Which values follow when that field is given this text? `ValueError` in one sentence if it cannot be."""
    name = f"{brush.removeprefix(ALONG)}.{control.removeprefix('value.')}"
    return values.set(name, whole(given, name))
