"""From how far a Concealed Unit is seen, and what Area Terrain does to sight: the same on the table
and for a single shot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Step, judge
from landships_lab.core.speech import inches, listed
from .book import CITES, READINGS
from .shot import Shot

CONCEALED_INCHES = 12
#: How long a line of sight may be that crosses an edge of Area Terrain.
AREA_INCHES = 4


def concealed_at(
    far: int | Fraction, target_ready: bool, firer_ready: bool, given: dict[str, str]
) -> Iterator[Step]:
    """Yield whether a Concealed Unit is seen at this range in inches; a step forbids where it is
    not.

    ``given`` holds the option taken for every reading. Source: Concealed Units (line 176), reading
    concealed-sight.
    """
    cite, how = READINGS["concealed-sight"].cite, given["concealed-sight"]
    if how == "ready-limit" and not target_ready:
        text = "It is not Ready, and under this reading it is seen like any other Unit."
        yield Step(text, cite, "allows", reading="concealed-sight")
        return
    who = "Concealed and Ready" if how == "ready-limit" else "Concealed"
    doubtful = "" if target_ready else "concealed-sight"
    text = (
        f"The target is {who}: it is seen at {CONCEALED_INCHES} inches or less, and is"
        f" {inches(far)} away."
    )
    yield Step(text, cite, "allows" if far <= CONCEALED_INCHES else "forbids", reading=doubtful)
    if how in ("ready-limit", "always-limit"):
        return
    who, ready = ("target", target_ready) if how == "target" else ("observer", firer_ready)
    text = f"Under this reading the {who} must be Ready, and it is{'' if ready else ' not'}."
    yield Step(text, cite, "allows" if ready else "forbids", reading="concealed-sight")


def is_concealed(shot: Shot, given: dict[str, str]) -> bool:
    """Return whether the target of a shot is Concealed: Dug-in, or in woods or a town.

    Source: line 162, reading concealed-etc.
    """
    hull_down = shot.on_hill and shot.target == "tank"
    return bool(shot.cover) or (hull_down and given["concealed-etc"] == "any-bonus")


def unseen(shot: Shot, given: dict[str, str]) -> Step | None:
    """Return the step that hides a Concealed target from this shot, or None.

    Mortars may have an observer (line 173), so only what nobody sees is hidden from them.
    """
    if not is_concealed(shot, given):
        return None
    far, ready = (0, True) if shot.firer == "mortar" else (shot.range_inches, shot.firer_ready)
    return _hiding(concealed_at(far, shot.target_ready, ready, given))


def _hiding(steps: Iterable[Step]) -> Step | None:
    return next((step for step in steps if not judge((step,))), None)


def seen_though_concealed(shot: Shot, given: dict[str, str]) -> Iterator[Step]:
    """Yield why a Concealed target is seen all the same, where its mark or the reading matters."""
    marked = shot.target_ready or given["concealed-sight"] != "ready-limit"
    if shot.firer != "mortar" and marked and is_concealed(shot, given):
        yield from concealed_at(shot.range_inches, shot.target_ready, shot.firer_ready, given)


def sight_needed(shot: Shot, given: dict[str, str]) -> Step | None:
    """Return what it takes to see the target from so far, or None where this range is no matter.

    Into woods and towns a range cannot decide it: it is measured between Unique bases, sight
    between any two bases of each Unit. Source: Area Terrain (line 175), Roads (line 291), Indirect
    Fire (line 173).
    """
    grounds = sorted(shot.cover & {"town", "woods"})
    if not grounds or shot.range_inches <= AREA_INCHES:
        if shot.firer != "mortar" or not is_concealed(shot, given):
            return None
        hidden = _hiding(concealed_at(shot.range_inches, shot.target_ready, False, given))
        text = "The target is Concealed, and the Mortars need a friend who observes it."
        cite = READINGS["concealed-sight"].cite
        cite = replace(cite, lines=f"{CITES['indirect'].lines}, {cite.lines}")
        return hidden and Step(text, cite, reading=hidden.reading)
    where = listed([{"town": "a town", "woods": "woods"}[ground] for ground in grounds], "or")
    ends = f"Sight into {where} ends at {AREA_INCHES} inches"
    area = CITES["area"]
    if shot.firer == "mortar":
        text = f"{ends}: beyond that Mortars need a friend nearby who observes."
        return Step(text, replace(area, lines=f"{CITES['indirect'].lines}, {area.lines}"))
    lines = f"{area.lines}, {CITES['roads'].lines}"
    if shot.along_road:
        return Step(f"{ends}, but this one runs along a road.", replace(area, lines=lines))
    text = f"{ends} except along a road, and the range is {inches(shot.range_inches)}."
    return Step(text, replace(area, lines=lines))
