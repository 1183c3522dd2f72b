"""Sight: from two bases to two bases, full edge to full edge, with what is Concealed and what
stands in the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.inches import inches_up
from landships_lab.core.plane import Spot, dot, inside, meet, shift, vector
from landships_lab.core.remedies import other_readings
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, listed
from .bands import Traced, traced
from .book import CITES, READINGS, a_unit, taken
from .concealment import concealed_at
from .fire_modifiers import refused
from .ground import (
    COVERING,
    HIDING,
    NAMES,
    Table,
    Unit,
    concealed,
    hull_down,
    particulars,
    range_between,
    shot_between,
    terrain_of,
)
from .placing import may_place

#: A Unit that does not see is tried up to so many inches nearer.
MOST_NEARER = 8
#: The reading under which a road takes cover away.
ROAD_IS_OPEN = {"road-cover": "open"}
Bands = tuple[Traced, Traced]


def sees(
    table: Table, firer: str, target: str, readings: Given = None, advice: bool = True
) -> Answer[bool]:
    """Return whether one Unit sees another, so that it can fire directly at it.

    Sight runs from two of its bases to two different bases of the target, a full edge to a full
    edge. Reading concealed-sight. A step is marked with its `Band`; ``detail`` tells in a few words
    what hides the target. Without ``advice`` a refusal has no remedies, which take longer to find.
    `ValueError` for a name that is not on the table, or for two Units of one side. Source: Direct
    Fire and Line of Sight (lines 172-176).

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> # in the town, and just over 4 inches away
    >>> sees(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value
    False
    """
    return _sight(table, firer, target, readings, False, advice)


def observes(
    table: Table, observer: str, target: str, readings: Given = None, advice: bool = True
) -> Answer[bool]:
    """Return whether a Unit sees another well enough to observe for a friend's Mortars.

    Sight runs from one edge of its Unique base to full edges of any two bases of the target.
    Source: Indirect Fire (line 173).

    >>> from landships_lab.games.one_hour.rules import table_of
    >>> observes(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value
    False
    """
    return _sight(table, observer, target, readings, True, advice)


def _sight(
    table: Table, firer: str, target: str, readings: Given, indirect: bool, advice: bool
) -> Answer[bool]:
    one, other = table.unit(firer), table.unit(target)
    if one.side == other.side:
        raise ValueError(
            f"{firer} and {target} are on one side; choose a Unit and one of its enemies."
        )
    bands = traced(table, one, other, indirect)
    roads = _along_roads(table, bands)
    steps = (
        *(_band_step(traced_band, indirect) for traced_band in bands),
        *roads,
        *_concealment(table, one, other, taken(readings)),
        *particulars(one, other),
    )
    value = bool(judge(steps))
    changes = (
        ()
        if value or not advice
        else tuple(_remedies(table, one, other, bands, readings, indirect))
    )
    why = "" if value else _why_hidden(bands)
    # "Can" and "cannot" suit one name and many: Rifles, Cruds-1.
    verb = f"{'can' if value else 'cannot'} {'observe' if indirect else 'see'}"
    return Answer(
        value, steps, f"{firer} {verb} {target}{why and f': {why}'}.", changes, detail=why
    )


def clear(
    table: Table, firer: Unit, target: Unit, readings: Given = None, indirect: bool = False
) -> bool:
    """Return the value of `sees` or `observes` without the reasons."""
    return not hidden(table, firer, target, taken(readings)) and not _cut(
        traced(table, firer, target, indirect)
    )


def _cut(bands: Bands) -> bool:
    return any(band.cut_by for _, _, band in bands)


def hidden(table: Table, firer: Unit, target: Unit, given: dict[str, str]) -> bool:
    """Return whether a target is hidden by being Concealed, whatever lies between.

    ``given`` holds the option taken for every reading.
    """
    return not judge(_concealment(table, firer, target, given))


# -- steps and remedies
# -------------------------------------------------------------------------------------------------


def _band_step(traced_band: Traced, indirect: bool) -> Step:
    n, m, band = traced_band
    between = f"{capitalized(NAMES[n])} to {NAMES[m]} of the target"
    if band.cut_by:
        return Step(f"{between}: {band.why}.", band.cite, "forbids", marks=(band,))
    cite = CITES["indirect"] if indirect else CITES["direct"]
    return Step(
        f"{between}: clear from full edge to full edge, {inches(band.length)}.",
        cite,
        "allows",
        marks=(band,),
    )


def _along_roads(table: Table, bands: Bands) -> Iterator[Step]:
    """Yield what roads open: a band through ground that would hide it."""
    for _, _, band in bands:
        roads = [
            area
            for area in table.areas
            if area.kind == "road" and all(inside(corner, area.corners) for corner in band.ring)
        ]
        if band.cut_by or not roads:
            continue
        hides = [
            area for area in table.areas if area.kind in HIDING and meet(band.ring, area.corners)
        ]
        if hides:
            yield Step(
                f"It runs along {roads[0].name}, through {hides[0].name}.",
                CITES["roads"],
                marks=(band,),
            )


def _concealment(table: Table, firer: Unit, target: Unit, given: dict[str, str]) -> Iterator[Step]:
    if terrain_of(table, target, COVERING) != terrain_of(table, target, COVERING, ROAD_IS_OPEN):
        option = READINGS["road-cover"].option(given["road-cover"])
        yield Step(option.says, READINGS["road-cover"].cite, reading="road-cover")
    if not concealed(table, target, given):
        if hull_down(table, target):
            yield Step(
                READINGS["concealed-etc"].option("cover").says,
                CITES["concealed"],
                reading="concealed-etc",
            )
        return
    yield _why_concealed(table, target, given)
    yield from concealed_at(range_between(firer, target), target.ready, firer.ready, given)


def _why_concealed(table: Table, target: Unit, given: dict[str, str]) -> Step:
    """Return what conceals the target, and whether the source is silent on it: terrain that does
    not hold all of its bases.
    """
    if target.dug_in:
        return Step("The target is Dug-in, and so Concealed.", CITES["concealed"])
    if not terrain_of(table, target, COVERING, given):
        return Step(
            "The target is a Tank on a hilltop, and so Concealed under this reading.",
            CITES["concealed"],
            reading="concealed-etc",
        )
    kind, *_ = sorted(terrain_of(table, target, COVERING, given))
    ground = "a town" if kind == "town" else "woods"
    whole = all(
        any(area.kind == kind and area.holds(base) for area in table.areas) for base in target.bases
    )
    if whole:
        return Step(f"The target is in {ground}, and so Concealed.", CITES["concealed"])
    text = (
        f"Two bases of the target are in {ground}, which is taken for Concealed; the source does"
        " not say how many it takes."
    )
    return Step(text, CITES["within"])


def _why_hidden(bands: Bands) -> str:
    cut = dict.fromkeys(band.cut_by for _, _, band in bands if band.cut_by)
    return f"blocked by {listed(cut)}" if cut else "the target is Concealed"


def _remedies(
    table: Table, firer: Unit, target: Unit, bands: Bands, readings: Given, indirect: bool
) -> Iterator[Remedy]:
    """Yield the single changes that would open the sight. Each is tried on the rule itself."""
    given = taken(readings)
    if _cut(bands):
        yield from _friends_dug_in(table, firer, target, bands, readings, indirect)
    else:
        for unit in (target, firer):
            if unit.ready or unit.fires_as == "mortar":
                continue
            marked = replace(unit, ready=True)
            pair = (firer, marked) if unit is target else (marked, target)
            if not hidden(table.put(marked), *pair, given):
                yield Remedy(
                    f"If {unit.name} were Ready, {target.name} would be seen.", "ready", unit.name
                )
        yield from other_readings(
            [READINGS[key] for key in ("concealed-sight", "concealed-etc", "road-cover")],
            given,
            lambda key, option: (
                "" if hidden(table, firer, target, {**given, key: option}) else "it would be seen"
            ),
        )
    yield from _nearer(table, firer, target, readings, indirect)


def _friends_dug_in(
    table: Table, firer: Unit, target: Unit, bands: Bands, readings: Given, indirect: bool
) -> Iterator[Remedy]:
    for name in dict.fromkeys(band.cut_by for _, _, band in bands if band.cut_by):
        friend = next(
            (unit for unit in table.units if unit.name == name and unit.kind != "tank"), None
        )
        if friend and clear(
            table.put(replace(friend, dug_in=True)), firer, target, readings, indirect
        ):
            yield Remedy(f"If {name} dug in, {firer.name} could see past.", "dug_in", name)


def _nearer(
    table: Table, firer: Unit, target: Unit, readings: Given, indirect: bool
) -> Iterator[Remedy]:
    """Yield the least whole number of inches nearer, straight towards the target's Unique base,
    from which it would see.

    Only places are proposed where the Unit may end a move.
    """
    way = vector(firer.unique.centre, target.unique.centre)
    far = inches_up(dot(way, way))
    others = [
        base.corners for unit in table.units if unit.name != firer.name for base in unit.bases
    ]
    for count in range(1, min(MOST_NEARER, int(far) - 2) + 1):
        # On sixteenths of an inch, so that a link can tell the place.
        there = shift(
            firer.unique.centre,
            Spot(*(Fraction(round(16 * count * part * Fraction(1, far)), 16) for part in way)),
        )
        moved = firer.at(there)
        free = not any(meet(base.corners, other) for base in moved.bases for other in others)
        if (
            free
            and clear(table.put(moved), moved, target, readings, indirect)
            and _may_stop(table, moved, count, readings)
        ):
            yield Remedy(f"From {inches(count)} nearer it would see.", "firer_at", there)
            return


def _may_stop(table: Table, moved: Unit, count: int, readings: Given) -> bool:
    # An inch more than the distance, for the place is rounded to a sixteenth.
    return may_place(table, moved, count + 1, readings).value is True


# -- fire over the table
# -------------------------------------------------------------------------------------------------


def may_fire(
    table: Table,
    firer: str,
    target: str,
    observer: str = "",
    readings: Given = None,
    advice: bool = True,
) -> Answer[bool]:
    """Return whether one Unit may fire at another as they stand: it must be seen, in range, and no
    friend in the line of fire.

    ``observer`` names a friend that observes for Mortars, which then fire without seeing.
    Source: Firing Actions, Ranges and Friendly Units (lines 197-198), Indirect Fire (line 173).

    >>> from landships_lab.games.one_hour.rules import table_of
    >>> may_fire(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value
    False
    """
    one, other = table.unit(firer), table.unit(target)
    if observer and one.fires_as != "mortar":
        raise ValueError(f"Only Mortars fire by an observer, and {firer} is {a_unit(one.kind)}.")
    seen = (
        observes(table, observer, target, readings, advice)
        if observer
        else sees(table, firer, target, readings, advice)
    )
    steps = [*seen.steps]
    if observer:
        steps += particulars(one)
    if seen.value and not observer:
        steps += _friendly(table, one, other)
    shot = shot_between(table, one, other, readings)
    refusal = refused(shot, readings)
    measured = (
        f"{capitalized(inches(shot.range_inches))} from Unique base to Unique base is within range."
    )
    in_range = Step(measured, CITES["measured"], "allows")
    steps.append(replace(refusal, op="forbids") if refusal else in_range)
    value = bool(judge(steps))
    why = (
        seen.detail
        if not seen.value
        else _why_out_of_reach(refusal)
        if refusal
        else "friends are in the line of fire"
    )
    told = (
        f"{firer} may fire at {target}." if value else f"{firer} may not fire at {target}: {why}."
    )
    return Answer(
        value,
        tuple(steps),
        told,
        tuple(r for r in seen.remedies if _opens(table, firer, target, observer, readings, r)),
    )


def _opens(
    table: Table, firer: str, target: str, observer: str, readings: Given, remedy: Remedy
) -> bool:
    """Return whether a remedy that opens the sight opens the fire as well: other rules may still
    forbid it.
    """
    if remedy.change in READINGS:
        readings = {**(readings or {}), remedy.change: remedy.to}
    elif remedy.change == "firer_at":
        if observer:
            return False  # it is the observer who would have to move, and not the Mortars
        table = table.put(table.unit(firer).at(remedy.to))
    else:
        unit = table.unit(str(remedy.to))
        table = table.put(
            replace(unit, dug_in=True) if remedy.change == "dug_in" else replace(unit, ready=True)
        )
    return may_fire(table, firer, target, observer, readings, advice=False).value


def _why_out_of_reach(refusal: Step) -> str:
    return {"destroyed-at": "the firer is destroyed", "mortar-close": "it is too near"}.get(
        refusal.reading, "it is out of range"
    )


def _friendly(table: Table, firer: Unit, target: Unit) -> Iterator[Step]:
    """Yield a step for each friend in the line of fire: sight passes those who are Dug-in, fire
    passes them only from some firers.
    """
    if not any(unit.dug_in and unit.side == firer.side for unit in table.units):
        return  # sight passes nobody but them
    named = dict.fromkeys(
        band.cut_by
        for _, _, band in traced(table, firer, target, through_friends=False)
        if band.cut_by
    )
    for name in named:
        if firer.fires_as == "tank" or firer.dug_in:
            who = "A Tank" if firer.fires_as == "tank" else "A Unit that is itself Dug-in"
            yield Step(
                f"{who} may fire through friends that are Dug-in, here {name}.", CITES["friends"]
            )
            continue
        text = (
            f"{name} blocks the line of fire; only a Tank or a Unit that is itself Dug-in may fire"
            " through Dug-in friends."
        )
        yield Step(text, CITES["friends"], "forbids")
