"""Two men locked in combat after a draw: what each may do in his own turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from landships_lab.core.answer import Step
from .after_a_hit import ANGRY
from .book import CITES, GAPS, READINGS
from .trooper import LEAVES, Trooper
from .wounds import outcome_of

LOCKED = "locked-men"


def driven(trooper: Trooper) -> bool:
    """Return whether a hit says where this man goes, or holds him in hide."""
    found = outcome_of(trooper.outcome)
    ordered = not found.free and trooper.helper not in found.freed_by
    return (ordered and trooper.outcome != ANGRY) or trooper.hidden in ("one hit", "more hits")


def torn(trooper: Trooper) -> bool:
    """Return whether he is locked in combat while a hit, or a turn in hide, asks something else of
    him.
    """
    out = outcome_of(trooper.outcome).becomes == "out of the fight"
    asked = driven(trooper) or trooper.hidden != "" or trooper.outcome == ANGRY
    return bool(trooper.combat) and not out and asked


def torn_step() -> Step:
    """Return the step that says what is silent about a man who is torn so."""
    gap = GAPS["locked-and-hit"]
    return Step(f"The source does not say. {gap.question}", gap.cite, "note", gap)


def locked(trooper: Trooper, action: str, readings: Mapping[str, str]) -> Iterator[Step]:
    """Yield what is said of this action of a man whose assault ended in a draw; nothing of others.

    Source: Landser, Assault (line 173).
    """
    if not trooper.combat:
        return
    if action == "assault":
        yield Step("The combat goes on in the next turn.", CITES["assault"])
    elif action == "move fast":
        yield _breaks_off(trooper.combat)
    elif action in LEAVES:
        yield Step("Both men stay where they are.", CITES["assault"], "forbids")
    else:
        reading = READINGS[LOCKED]
        yield Step(
            reading.option(readings[LOCKED]).says,
            reading.cite,
            "forbids" if readings[LOCKED] == "fight-only" else "allows",
            reading=LOCKED,
        )


def _breaks_off(combat: str) -> Step:
    if combat == "assaulted":
        text = "The man who was assaulted may break off in his own turn, by moving fast."
        return Step(text, CITES["assault"])
    text = "Only his opponent, whom he assaulted, may break off by moving fast."
    return Step(text, CITES["assault"], "forbids")
