"""Sight: from two bases to two bases, full edge to full edge, with Concealed targets and obstacles;
and fire at visible targets on the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Remedy, Step, Telling, Told, decided, judge
from landships_lab.core.inches import inches_up
from landships_lab.core.plane import Spot, dot, inside, meet, shift, vector
from landships_lab.core.remedies import other_readings
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, listed
from landships_lab.data.book import Taken
from .bands import Traced, traced
from .book import BOOK, READINGS, a_unit, allow, forbid, note, options, says
from .fire import preferred
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
from .path import may_place
from .shot import Shot, concealed_at, out_of_reach

#: The most inches that a remedy moves a Unit nearer to see.
MOST_NEARER = 8
#: The reading under which a road removes cover.
ROAD_IS_OPEN = Taken({**BOOK.defaults, "road-cover": "open"})


@dataclass(frozen=True, slots=True)
class Look:
    """One Unit that looks at another; if ``indirect``, it observes for a friend's Mortars from its
    Unique base.
    """

    table: Table
    firer: Unit
    target: Unit
    readings: Given = None
    indirect: bool = False

    @property
    def given(self) -> Taken:
        """The chosen option of every reading."""
        return options(self.readings)

    @property
    def bands(self) -> tuple[Traced, Traced]:
        """The two best bands of sight."""
        return traced(self.table, self.firer, self.target, self.indirect)

    @property
    def cut(self) -> tuple[str, ...]:
        """The names of what cuts its bands."""
        return tuple(dict.fromkeys(band.cut_by for _, _, band in self.bands if band.cut_by))

    @property
    def hidden(self) -> bool:
        """Whether the target is hidden because it is Concealed, whatever is between them."""
        return not judge(self.concealment())

    @property
    def clear(self) -> bool:
        """Whether it sees the target. A hidden target needs no bands, which are slow to trace."""
        return not self.hidden and not self.cut

    def after(self, changed: Unit) -> Look:
        """Return the same look after a Unit on the table has changed."""
        firer, target = (
            changed if unit.name == changed.name else unit for unit in (self.firer, self.target)
        )
        return replace(self, table=self.table.put(changed), firer=firer, target=target)

    def taking(self, remedy: Remedy) -> Look:
        """Return the same look after a remedy's change."""
        if remedy.change in READINGS:
            return replace(self, readings=Taken({**self.given, remedy.change: remedy.to}))
        if remedy.change == "firer_at":
            return self.after(self.firer.at(remedy.to))
        unit, digs = self.table.unit(remedy.to), remedy.change == "dug_in"
        return self.after(replace(unit, dug_in=digs or unit.dug_in, ready=not digs or unit.ready))

    def concealment(self) -> Iterator[Step]:
        """Yield whether the target is Concealed, and from how far it is then seen."""
        table, target, given = self.table, self.target, self.given
        covered = terrain_of(table, target, COVERING, BOOK.defaults)
        if covered != terrain_of(table, target, COVERING, ROAD_IS_OPEN):
            yield note("road-cover", says("road-cover", given), "road-cover")
        if concealed(table, target, given):
            yield self._why_concealed()
            far = range_between(self.firer, target)
            yield from concealed_at(far, target.ready, self.firer.ready, given)
        elif hull_down(table, target):
            yield note("concealed", says("concealed-etc", given), "concealed-etc")

    def _why_concealed(self) -> Step:
        """Return what conceals the target, and whether the source is silent on it: terrain that
        does not hold all of its bases.
        """
        target, covered = self.target, terrain_of(self.table, self.target, COVERING, self.given)
        if target.dug_in:
            return note("concealed", "The target is Dug-in, and so Concealed.")
        if not covered:
            text = "The target is a Tank on a hilltop, and so Concealed under this reading."
            return note("concealed", text, "concealed-etc")
        kind = min(covered)
        ground = "a town" if kind == "town" else "woods"
        areas = [area for area in self.table.areas if area.kind == kind]
        if all(any(area.holds(base) for area in areas) for base in target.bases):
            return note("concealed", f"The target is in {ground}, and so Concealed.")
        two = f"Two bases of the target are in {ground}, which is taken for Concealed"
        return note("within", f"{two}; the source does not say how many it takes.")


@decided
def sees(
    table: Table, firer: str, target: str, readings: Given = None, advice: bool = True
) -> Telling[str]:
    """Return whether one Unit sees another, so that it can fire directly at it.

    Sight runs from two of its bases to two different bases of the target, a full edge to a full
    edge. A step is marked with its `Band`; the detail says in a few words what hides the target.
    Without ``advice`` a refusal has no remedies, which are slow to find.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> # in the town, and just over 4 inches away
    >>> sees(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value
    False
    """
    look = Look(table, table.unit(firer), table.unit(target), options(readings))
    return _sight(look, advice)


@decided
def observes(
    table: Table, observer: str, target: str, readings: Given = None, advice: bool = True
) -> Telling[str]:
    """Return whether a Unit sees another well enough to observe for a friend's Mortars.

    Sight runs from one edge of its Unique base to full edges of any two bases of the target.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> observes(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value
    False
    """
    look = Look(table, table.unit(observer), table.unit(target), options(readings), indirect=True)
    return _sight(look, advice)


def _sight(look: Look, advice: bool) -> Telling[str]:
    firer, target = look.firer, look.target
    if firer.side == target.side:
        both = f"{firer.name} and {target.name} are on one side"
        raise ValueError(f"{both}; choose a Unit and one of its enemies.")
    for n, m, band in look.bands:
        between, marks = f"{capitalized(NAMES[n])} to {NAMES[m]} of the target", (band,)
        if band.cut_by:
            yield forbid(band.cite, True, f"{between}: {band.why}.", marks=marks)
        else:
            text = f"{between}: clear from full edge to full edge, {inches(band.length)}."
            yield allow("indirect" if look.indirect else "direct", True, text, marks=marks)
    yield from _along_roads(look)
    yield from look.concealment()
    yield from particulars(firer, target)
    # "Can" and "cannot" suit singular and plural names: Cruds-1, Rifles.
    verb = "observe" if look.indirect else "see"

    def headline(seen: bool) -> Told[str]:
        if seen:
            return Told(f"{firer.name} can {verb} {target.name}.", detail="")
        why = f"blocked by {listed(look.cut)}" if look.cut else "the target is Concealed"
        sentence = f"{firer.name} cannot {verb} {target.name}: {why}."
        return Told(sentence, _remedies(look) if advice else (), why)

    return headline


def _along_roads(look: Look) -> Iterator[Step]:
    """Yield what a road opens: a band through ground that would otherwise hide the target."""
    areas = look.table.areas
    for band in (band for _, _, band in look.bands if not band.cut_by):
        roads = (area for area in areas if area.kind == "road")
        road = next((r for r in roads if all(inside(c, r.corners) for c in band.ring)), None)
        hides = (area for area in areas if area.kind in HIDING and meet(band.ring, area.corners))
        if road and (ground := next(hides, None)):
            yield note("roads", f"It runs along {road.name}, through {ground.name}.", marks=(band,))


def _remedies(look: Look) -> Iterator[Remedy]:
    """Yield the single changes that would open the line of sight. Each is tried with the rule
    itself.
    """
    firer, target = look.firer, look.target
    if look.cut:
        may_dig = {unit.name for unit in look.table.units if unit.kind != "tank"}
        for name in (name for name in look.cut if name in may_dig):
            dug_in = Remedy(f"If {name} dug in, {firer.name} could see past.", "dug_in", name)
            if look.taking(dug_in).clear:
                yield dug_in
    else:
        for unit in (target, firer):
            text = f"If {unit.name} were Ready, {target.name} would be seen."
            ready, may = Remedy(text, "ready", unit.name), unit.fires_as != "mortar"
            if may and not unit.ready and not look.taking(ready).hidden:
                yield ready
        known = [READINGS[key] for key in ("concealed-sight", "concealed-etc", "road-cover")]
        yield from other_readings(
            known,
            look.given,
            lambda key, to: "" if look.taking(Remedy("", key, to)).hidden else "it would be seen",
        )
    yield from _nearer(look)


def _nearer(look: Look) -> Iterator[Remedy]:
    """Yield the least whole number of inches nearer, straight towards the target's Unique base,
    from which it would see.

    Only places where the Unit may end a move are proposed.
    """
    table, here = look.table, look.firer.unique.centre
    way = vector(here, look.target.unique.centre)
    far = inches_up(dot(way, way))
    others = (unit for unit in table.units if unit.name != look.firer.name)
    bases = [base.corners for unit in others for base in unit.bases]
    for count in range(1, min(MOST_NEARER, int(far) - 2) + 1):
        # On sixteenths of an inch, so that a link can write the place.
        parts = (Fraction(round(16 * count * part * Fraction(1, far)), 16) for part in way)
        there = shift(here, Spot(*parts))
        moved = look.firer.at(there)
        if any(meet(base.corners, other) for base in moved.bases for other in bases):
            continue
        # An inch more than the distance, because the place is rounded to a sixteenth.
        near = look.after(moved).clear
        if near and may_place.value(table, moved, count + 1, look.given) is True:
            yield Remedy(f"From {inches(count)} nearer it would see.", "firer_at", there)
            return


# ------------------------------------------------------------------------------ fire over the table


@decided
def may_fire(
    table: Table,
    firer: str,
    target: str,
    observer: str = "",
    readings: Given = None,
    advice: bool = True,
) -> Telling:
    """Return whether one Unit may fire at another: the target must be seen and in range, with no
    friend in the line of fire. ``observer`` names a friend that observes for Mortars.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> may_fire(table_of("static-defence"), "Cruds-1", "Bersaglieri-2").value
    False
    """
    one, other, given = table.unit(firer), table.unit(target), options(readings)
    if observer and one.fires_as != "mortar":
        raise ValueError(f"Only Mortars fire by an observer, and {firer} is {a_unit(one.kind)}.")
    looks = observes if observer else sees
    seen = looks(table, observer or firer, target, given, advice)
    yield from seen.steps
    if observer:
        yield from particulars(one)
    elif seen.value:
        yield from _friendly(table, one, other)
    shot = shot_between(table, one, other, given)
    if far := out_of_reach(shot, given):
        yield replace(far, op="forbids")
    else:
        away = capitalized(inches(shot.range_inches))
        yield allow("measured", True, f"{away} from Unique base to Unique base is within range.")

    def opens(remedy: Remedy) -> bool:
        """Return whether the change that opens sight also allows fire; other rules may
        forbid it.
        """
        if observer and remedy.change == "firer_at":
            return False  # the observer would have to move, not the Mortars
        then = Look(table, one, other, given).taking(remedy)
        return may_fire.value(then.table, firer, target, observer, then.given, False)

    def headline(may: bool) -> Told:
        if may:
            return Told(f"{firer} may fire at {target}.")
        sentence = f"{firer} may not fire at {target}: {_why_not(seen, far)}."
        return Told(sentence, filter(opens, seen.remedies))

    return headline


def _why_not(seen: Answer[bool, str], far: Step | None) -> str:
    if not seen.value:
        return seen.detail
    if far is None:
        return "friends are in the line of fire"
    known = {"destroyed-at": "the firer is destroyed", "mortar-close": "it is too near"}
    return known.get(far.reading, "it is out of range")


def _friendly(table: Table, firer: Unit, target: Unit) -> Iterator[Step]:
    """Yield a step for each friend in the line of fire: sight passes Dug-in friends; fire passes
    them only from some firers.
    """
    if not any(unit.dug_in and unit.side == firer.side for unit in table.units):
        return  # sight passes no other friends
    bands = traced(table, firer, target, through_friends=False)
    for name in dict.fromkeys(band.cut_by for _, _, band in bands if band.cut_by):
        tank = firer.fires_as == "tank"
        if tank or firer.dug_in:
            who = "A Tank" if tank else "A Unit that is itself Dug-in"
            text = f"{who} may fire through friends that are Dug-in, here {name}."
            yield note("friends", text)
        else:
            only = "only a Tank or a Unit that is itself Dug-in may fire through Dug-in friends"
            yield forbid("friends", True, f"{name} blocks the line of fire; {only}.")


def best_target(
    table: Table, firer: str, observer: str = "", readings: Given = None
) -> Answer[str]:
    """Return the enemy on the table that the rules advise this Unit to fire at, among those it may
    fire at now; "" for none.

    >>> from landships_lab.games.one_hour.rules.ground import table_of
    >>> best_target(table_of("melee"), "Carri-1").value
    'Cruds-1'
    """
    one, refused = table.unit(firer), []
    shots: dict[str, Shot] = {}
    for enemy in table.enemies(one):
        asked = may_fire(table, firer, enemy.name, observer, readings, advice=False)
        if asked.value:
            shots[enemy.name] = shot_between(table, one, enemy, readings)
        else:
            why = next(step.cite for step in asked.steps if step.op == "forbids")
            refused.append(note(why, asked.headline, marks=(enemy.name,)))
    if not shots:
        return Answer("", tuple(refused), f"{firer} may not fire at any enemy.")
    advised = preferred(shots, readings)
    return replace(advised, steps=(*advised.steps, *refused))
