"""A laboratory inside Jupyter in which one learns the rules of tabletop wargames by touching them.

Panels: `FireArcs`, `RangeCounter`, `Positions`, `Movement`, `Sight`, `CombatTable`, `Bombardment`, `Campaign`, `PaychestFire`,
`PaychestMelee`, `Morale`, `Forces`, and `Exercises` at the end of a lesson. The rules behind them need no Jupyter:
``from landships_lab.rules import landships, loos, paychest``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from landships_lab.widgets.catalog import (
        Bombardment,
        Campaign,
        CombatTable,
        Exercises,
        FireArcs,
        Forces,
        Morale,
        Movement,
        PaychestFire,
        PaychestMelee,
        Positions,
        RangeCounter,
        Sight,
    )

from landships_lab.scene import illustrate as _illustrate  # noqa: F401 - answers learn to draw themselves

__version__ = "0.1.0"
__all__ = [
    "Bombardment",
    "Campaign",
    "CombatTable",
    "Exercises",
    "FireArcs",
    "Forces",
    "Morale",
    "Movement",
    "PaychestFire",
    "PaychestMelee",
    "Positions",
    "RangeCounter",
    "Sight",
]


def __getattr__(name: str) -> Any:
    """The panels come in when they are asked for, so that the rules can be used without Jupyter."""
    if name in __all__:
        from landships_lab.widgets import catalog

        return getattr(catalog, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
