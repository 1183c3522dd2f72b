"""What a gun that fired on automatic last turn may do now, for shots, crews and orders alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from landships_lab.core.answer import Step
from .book import CITES, FIELDCRAFT, READINGS, WEAPONS

#: What must reload in the turn after a burst (line 115); a GPMG goes on.
RELOADS = ("smg", "lmg")


def after_a_burst(
    weapon: str, automatic: bool, alone: bool, set_up: bool, readings: Mapping[str, str]
) -> Iterator[Step]:
    """Yield what forbids this gun, which fired on automatic last turn, to fire again.

    ``automatic`` says that it would fire another burst, ``alone`` that its gunner has no loader.
    Source: Landser, Machine Guns (line 115), GPMG (197), Loaders (232).
    """
    if weapon in RELOADS:
        text = f"A {WEAPONS[weapon].name} reloads in the turn after a burst: it does not fire."
        yield Step(text, CITES["machine-guns"], "forbids")
    if weapon != "gpmg":
        return
    if not set_up:
        yield out_of_ammunition()
    if alone and (automatic or readings["continuous-fire"] == "any-fire"):
        yield Step(
            "Without a loader it cannot fire continuously.",
            CITES["loaders"],
            "forbids",
            reading="" if automatic else "continuous-fire",
        )


def lone_bursts() -> Step:
    """Return what a gunner without a loader has to fire on automatic."""
    text = (
        f"Without a loader he has {FIELDCRAFT.machine_gun.bursts_without_loader} bursts in all, and"
        " none in the turn after another."
    )
    return Step(text, CITES["loaders"])


def alone_again(readings: Mapping[str, str]) -> Step:
    """Return what is read of a GPMG without a loader in the turn after a burst."""
    reading = READINGS["continuous-fire"]
    says = reading.option(readings["continuous-fire"]).says
    return Step(says, reading.cite, reading="continuous-fire")


def out_of_ammunition() -> Step:
    """Return what forbids a GPMG to fire that fired last turn without having been set up."""
    return Step("Not set up, it is out of ammunition after one turn.", CITES["gpmg"], "forbids")
