"""A man in hide in his own turn: what he may do there, and how he comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from landships_lab.core.answer import Step
from .book import CITES, READINGS

#: How a man came into hide: by his own choice, by one hit, or by one of several; "" if he is up.
HIDDEN = ("", "chosen", "one hit", "more hits")
OUT_OF_HIDE = "out-of-hide"


def stays(hidden: str, readings: Mapping[str, str]) -> bool:
    """Return whether a man who comes out of hide stays where he is."""
    return hidden == "more hits" or (hidden != "" and readings[OUT_OF_HIDE] == "stays")


def from_hide(hidden: str, action: str, readings: Mapping[str, str]) -> Iterator[Step]:
    """Yield what is said of this action of a man who came into hide so; nothing of one who is up.

    Source: Landser, Hide (lines 151-155).
    """
    if not hidden:
        return
    if action in ("fire", "covering fire"):
        yield Step(
            "A man in hide may not fire or prepare covering fire.", CITES["hide-turn"], "forbids"
        )
    elif action == "move and fire":
        yield Step(
            "Coming out of hide, he may not move and fire: he is aware of no target.",
            CITES["hide-out"],
            "forbids",
        )
    elif action in ("move fast", "assault"):
        yield Step(
            "Coming out of hide counts as a move action, and is all he does this turn.",
            CITES["hide-out"],
            "forbids",
        )
    elif action == "sneak":
        yield _sneaks(hidden)
    elif action == "move":
        yield Step("Coming out of hide counts as a move action.", CITES["hide-out"])
        yield _goes(hidden, readings)


def _sneaks(hidden: str) -> Step:
    if hidden == "one hit":
        return Step(
            "One hide result leaves him free to sneak towards the nearest terrain.",
            CITES["hide-turn"],
        )
    if hidden == "more hits":
        return Step(
            "Hit twice or more in one turn, he must stay where he is.",
            CITES["hide-turn"],
            "forbids",
        )
    return Step(
        "Who chose to hide comes out by a move action, and does not sneak.",
        CITES["hide-turn"],
        "forbids",
    )


def _goes(hidden: str, readings: Mapping[str, str]) -> Step:
    if hidden == "more hits":
        return Step("Hit twice or more in one turn, he comes out where he is.", CITES["hide-turn"])
    reading = READINGS[OUT_OF_HIDE]
    return Step(reading.option(readings[OUT_OF_HIDE]).says, reading.cite, reading=OUT_OF_HIDE)
