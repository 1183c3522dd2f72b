"""Who sees whom? From two bases to two bases, full edge to full edge, past what is Concealed and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.inches import inches_up
from landships_lab.core.plane import Spot, dot, meet, shift, vector
from landships_lab.rules.one_hour.bands import Traced, traced
from landships_lab.rules.one_hour.fire import refused
from landships_lab.rules.one_hour.ground import NAMES, Table, Unit, concealed, range_between, shot_between
from landships_lab.rules.one_hour.words import CITES, READINGS, Readings, a, begun, inches, taken

CONCEALED_INCHES = 12
#: How many inches nearer a Unit that does not see is tried.
MOST_NEARER = 8
Bands = tuple[Traced, Traced]


def sees(table: Table, firer: str, target: str, readings: Readings = None, advice: bool = True) -> Answer[bool]:
    """Does one Unit see another, so that it can fire directly at it?

    From two of its bases to two different bases of the target, a full edge to a full edge. Reading concealed-sight. A step is
    marked with its `Band`; without ``advice`` a refusal is not followed by what would change it, which is dearer to find.
    `ValueError` for a name that is not on the table, or for two Units of one side.
    Source: Direct Fire and Line of Sight (lines 172-176).

    >>> from landships_lab.rules.one_hour.ground import table_of
    >>> sees(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value          # in the town, and just over 4 inches away
    False
    """
    return _asked(table, firer, target, readings, False, advice)


def observes(table: Table, observer: str, target: str, readings: Readings = None, advice: bool = True) -> Answer[bool]:
    """Does a Unit see another well enough to observe for a friend's Mortars?

    From one edge of its Unique base to full edges of any two bases of the target. Source: Indirect Fire (line 173).

    >>> from landships_lab.rules.one_hour import table_of
    >>> observes(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value
    False
    """
    return _asked(table, observer, target, readings, True, advice)


def _asked(table: Table, firer: str, target: str, readings: Readings, indirect: bool, advice: bool) -> Answer[bool]:
    one, other = table.unit(firer), table.unit(target)
    if one.side == other.side:
        raise ValueError(f"{firer} and {target} are on one side; sight is asked from a Unit to an enemy.")
    bands = traced(table, one, other, indirect)
    steps = (*(_told(bands_pair, indirect) for bands_pair in bands), *_concealment(table, one, other, taken(readings)))
    value = bool(judge(steps))
    changes = () if value or not advice else tuple(_remedies(table, one, other, bands, readings, indirect))
    return Answer(value, steps, _headline(one, other, bands, indirect, value), changes)


def clear(table: Table, firer: Unit, target: Unit, readings: Readings = None, indirect: bool = False) -> bool:
    """Does it see or observe? What `sees` and `observes` say, without their reasons."""
    return not _hidden(table, firer, target, taken(readings)) and not _cut(traced(table, firer, target, indirect))


def _cut(bands: Bands) -> bool:
    return any(band.cut_by for _, _, band in bands)


def _hidden(table: Table, firer: Unit, target: Unit, given: dict[str, str]) -> bool:
    return not judge(_concealment(table, firer, target, given))


# -- what is told of it ----------------------------------------------------------------------------------------------------


def _told(traced_band: Traced, indirect: bool) -> Step:
    n, m, band = traced_band
    between = f"{begun(NAMES[n])} to {NAMES[m]} of the target"
    if band.cut_by:
        return Step(f"{between}: {band.why}.", band.cite, "forbids", marks=(band,))
    cite = CITES["indirect"] if indirect else CITES["direct"]
    return Step(f"{between}: clear from full edge to full edge, {inches(band.length)}.", cite, "allows", marks=(band,))


def _concealment(table: Table, firer: Unit, target: Unit, given: dict[str, str]) -> Iterator[Step]:
    if not concealed(table, target):
        return
    cite, far = READINGS["concealed-sight"].cite, range_between(firer, target)
    how = given["concealed-sight"]
    if how == "limit" and not target.ready:
        yield Step("The target is Concealed but not Ready: read as no limit.", cite, "allows", reading="concealed-sight")
        return
    near = far <= CONCEALED_INCHES
    text = f"The target is Concealed: seen at {CONCEALED_INCHES} inches or less, and it is at {inches(far)}."
    yield Step(text, CITES["sight-concealed"], "allows" if near else "forbids")
    if how == "limit":
        return
    who, ready = ("target", target.ready) if how == "target" else ("observer", firer.ready)
    text = f"Read so that the {who} must be Ready: it is{'' if ready else ' not'}."
    yield Step(text, cite, "allows" if ready else "forbids", reading="concealed-sight")


def _headline(firer: Unit, target: Unit, bands: Bands, indirect: bool, value: bool) -> str:
    if value:
        return f"{target.name}: {'observed by' if indirect else 'in sight of'} {firer.name}."  # a Unit's name may be one or many: Rifles
    cut = dict.fromkeys(band.cut_by for _, _, band in bands if band.cut_by)
    if cut:
        return f"No line of sight from {firer.name} to {target.name}: {' and '.join(cut)} in the way."
    return f"{target.name}: Concealed, and not in sight of {firer.name}."


def _remedies(table: Table, firer: Unit, target: Unit, bands: Bands, readings: Readings, indirect: bool) -> Iterator[Remedy]:
    """What single change would open the sight? Each is tried on the rule itself."""
    given = taken(readings)
    if _cut(bands):
        yield from _friends_dug_in(table, firer, target, bands, readings, indirect)
    else:
        ready = replace(target, ready=True) if target.kind != "mortar" else target
        if not _hidden(table, firer, ready, given):
            yield Remedy(f"If {target.name} were Ready, it would be seen.", "ready", target.name)
        for option in READINGS["concealed-sight"].options:
            if not _hidden(table, firer, target, {**given, "concealed-sight": option.id}):
                yield Remedy(f"With the reading “{option.label}” it would: {option.says}", "concealed-sight", option.id)
    yield from _nearer(table, firer, target, readings, indirect)


def _friends_dug_in(table: Table, firer: Unit, target: Unit, bands: Bands, readings: Readings, indirect: bool) -> Iterator[Remedy]:
    for name in dict.fromkeys(band.cut_by for _, _, band in bands if band.cut_by):
        friend = next((unit for unit in table.units if unit.name == name and unit.kind != "tank"), None)
        if friend and clear(table.put(replace(friend, dug_in=True)), firer, target, readings, indirect):
            yield Remedy(f"If {name} dug in, it would see past.", "dug_in", name)


def _nearer(table: Table, firer: Unit, target: Unit, readings: Readings, indirect: bool) -> Iterator[Remedy]:
    """How many whole inches nearer, straight towards the target's Unique base, would it see?"""
    way = vector(firer.unique.centre, target.unique.centre)
    far = inches_up(dot(way, way))
    others = [base.corners for unit in table.units if unit.name != firer.name for base in unit.bases]
    for count in range(1, min(MOST_NEARER, int(far) - 2) + 1):
        # On sixteenths of an inch, as a hand would put it down.
        there = shift(firer.unique.centre, Spot(*(Fraction(round(16 * count * part * Fraction(1, far)), 16) for part in way)))
        moved = firer.at(there)
        free = not any(meet(base.corners, other) for base in moved.bases for other in others)
        if free and clear(table.put(moved), moved, target, readings, indirect):
            yield Remedy(f"{begun(inches(count))} nearer it would.", "firer_at", there)
            return


# -- fire over the table ---------------------------------------------------------------------------------------------------


def may_fire(table: Table, firer: str, target: str, observer: str = "", readings: Readings = None, advice: bool = True) -> Answer[bool]:
    """May one Unit fire at another as they stand: is it seen, are friends clear of the line, is it in range?

    ``observer`` names a friend that observes for Mortars; they then fire without seeing.
    Source: Firing Actions, Ranges and Friendly Units (lines 197-198), Indirect Fire (line 173).

    >>> from landships_lab.rules.one_hour import table_of
    >>> may_fire(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value
    False
    """
    one, other = table.unit(firer), table.unit(target)
    if observer and one.kind != "mortar":
        raise ValueError(f"Only Mortars fire by an observer, and {firer} is {a(one.row.name)}.")
    seen = observes(table, observer, target, readings, advice) if observer else sees(table, firer, target, readings, advice)
    steps = [*seen.steps]
    if seen.value and not observer:
        steps += _friendly(table, one, other)
    shot = shot_between(table, one, other)
    refusal = refused(shot, readings)
    in_range = Step(f"{begun(inches(shot.range_inches))} is within its range.", CITES["ranges"], "allows")
    steps.append(replace(refusal, op="forbids") if refusal else in_range)
    value = bool(judge(steps))
    blamed = next((step.text for step in steps if step.op == "forbids"), "")
    said = f"{firer} may fire at {target}." if value else f"{firer} may not fire at {target}: {blamed[:1].lower()}{blamed[1:]}"
    return Answer(value, tuple(steps), said, seen.remedies)


def _friendly(table: Table, firer: Unit, target: Unit) -> Iterator[Step]:
    """Dug-in friends are seen past; fired through only by a Tank, or by a Unit that is Dug-in itself."""
    if firer.kind == "tank" or firer.dug_in:
        return
    named = dict.fromkeys(band.cut_by for _, _, band in traced(table, firer, target, through_friends=False) if band.cut_by)
    for name in named:
        text = f"{name} is in the line of fire; only a Tank, or a Unit that is Dug-in itself, fires through friends who are Dug-in."
        yield Step(text, CITES["friends"], "forbids")
