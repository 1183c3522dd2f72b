"""Artillery markers: whether one may be placed on a hex, and what its placing needs (17.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.checks import one_of, whole
from landships_lab.core.speech import plural
from .book import CITES, supplied
from .shells import german_shells_step
from .sight import adjacent_step
from .terrain import Army

#: The player who places a marker, in this combat phase.
Side = Literal["attacker", "defender"]
SIDES: Mapping[Side, str] = {
    "attacker": "attacks in this phase",
    "defender": "defends in this phase",
}
#: Markers on the British track at the start (11.1).
BRITISH_MARKERS = 10


@dataclass(frozen=True, slots=True)
class Placing:
    """A marker to be placed: by whom, how many the track has this turn, how many are used, and the
    target.

    ``track`` is printed on the artillery track, which is not in the source. ``marked`` says that
    the target has a marker of the same player already, ``adjacent`` that a unit of that player is
    next to it, which observes it. ``army`` is that player's; ``in_front_line`` says whether the
    target of a German marker is in the British front line.
    """

    by: Side
    track: int
    used: int = 0
    observed: bool = True
    marked: bool = False
    adjacent: bool = False
    army: Army = "british"
    in_front_line: bool = True
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)


def may_place(placing: Placing) -> Answer[bool]:
    """Return whether this player may place an artillery marker on the target now.

    Source: 17.1 (lines 237-243), 17.2 (line 247), 14.2 (line 172).

    >>> may_place(Placing("attacker", track=3, used=3)).headline
    'All 3 markers of this turn are used; each is used once a game turn.'
    """
    one_of("side", placing.by, SIDES)
    track = whole("The number of markers", placing.track, 0, BRITISH_MARKERS)
    used = whole("The number of markers used", placing.used, 0, BRITISH_MARKERS)
    steps = [
        Step("Bombardment is the only fire support there is.", CITES["markers"]),
        Step(
            f"The artillery track has {plural(track, 'marker')} this turn.",
            supplied("markers of the artillery track"),
        ),
        *_left(track, used),
        *_target(placing),
    ]
    refusal = next((step.text for step in steps if step.op == "forbids"), "")
    left = f"{plural(track - used, 'marker')} {'is' if track - used == 1 else 'are'} left"
    allowed = f"A marker may be placed; {left}."
    if placing.by == "attacker" and placing.adjacent:
        allowed = f"Name the units that will attack the hex, and place a marker; {left}."
    return Answer(bool(judge(steps)), tuple(steps), refusal or allowed)


def _left(track: int, used: int) -> Iterator[Step]:
    cite = CITES["markers"]
    if used < track:
        yield Step(
            "A marker not used yet this turn may be used in either player's combat phase.",
            cite,
            "allows",
        )
    elif track:
        every = (
            "The one marker of this turn is used; it"
            if track == 1
            else f"All {track} markers of this turn are used; each"
        )
        yield Step(f"{every} is used once a game turn.", cite, "forbids")
    else:
        yield Step("The track has no marker this turn.", cite, "forbids")


def _target(placing: Placing) -> Iterator[Step]:
    if placing.adjacent:
        yield adjacent_step()
    elif placing.observed:
        yield Step(
            "The target is observed, so it can be bombarded.", CITES["observed-only"], "allows"
        )
    else:
        yield Step(
            "The target is not observed, so it cannot be bombarded.",
            CITES["observed-only"],
            "forbids",
        )
    if placing.army == "german":
        yield german_shells_step(placing.in_front_line, placing.readings)
    if placing.by == "attacker":
        yield Step(
            "The attacker places all markers at the beginning of the combat phase.",
            CITES["marker-attacker"],
        )
        if placing.marked:
            yield Step(
                "This combat has a marker already; the attacker may place one for each combat.",
                CITES["marker-attacker"],
                "forbids",
            )
        if placing.adjacent:
            yield Step(
                "With units next to the hex, name now which of them will attack it.",
                CITES["marker-attacker"],
            )
    else:
        yield Step(
            "The defender places markers after the attacker has placed all.",
            CITES["marker-defender"],
        )
        if placing.marked:
            yield Step(
                "This hex has a marker already; the defender may place one on each hex.",
                CITES["marker-defender"],
                "forbids",
            )
