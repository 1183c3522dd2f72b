"""A laboratory inside Jupyter in which one learns the rules of tabletop wargames by touching them.

Panels: `FireArcs`, `RangeCounter`, `Positions`, `Movement`. The rules behind them need no Jupyter: ``from landships_lab.rules import
landships``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from landships_lab.widgets.catalog import FireArcs, Movement, Positions, RangeCounter

__version__ = "0.1.0"
__all__ = ["FireArcs", "Movement", "Positions", "RangeCounter"]


def __getattr__(name: str) -> Any:
    """The panels come in when they are asked for, so that the rules can be used without Jupyter."""
    if name in __all__:
        from landships_lab.widgets import catalog

        return getattr(catalog, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
