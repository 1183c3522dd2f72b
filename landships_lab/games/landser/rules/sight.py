"""Sight: whether a soldier is aware of another, without a roll or by the spotting table, whether he
may then fire at him, and the chance that he both sees and hits him.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, counted, decided
from landships_lab.core.checks import one_of
from landships_lab.core.dice import Odds
from landships_lab.core.remedies import changes
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, often
from landships_lab.data.book import as_notes
from .book import (
    FIELDCRAFT,
    FIRING,
    SIX,
    SPOTTING,
    Inches,
    band_index,
    band_step,
    band_words,
    ends,
    exact_inches,
    no,
    note,
    options,
    says,
    silent,
    start,
)
from .fire import fire_odds
from .shots import Shot, hit_chance, hits_on, may_fire
from .wounds import Target

DOINGS = ("still", "moving", "moving fast", "sneaking", "hiding")
#: What counts as having moved this turn, so that no bonus for a repeated shot is due.
MOVES = ("moving", "moving fast", "sneaking")
#: The least roll when none is needed, and when no roll is enough.
AUTOMATIC, NEVER = 1, SIX + 1
#: The inches that a man who moves and fires may move, and so the farthest he can fire from where he
#: saw his target.
MOVE_AND_FIRE = FIELDCRAFT.movement["move-and-fire"].inches
BLOCKED_NEAR, HIDE_OPEN, COVER_IN_THE_OPEN = "blocked-near", "hide-open", "cover-in-the-open"
UNSEEN = "not seen"
_FIRED = "A target that has fired is known anywhere on the table."
_MUST_SEE = note("firing", "The firer must see his target, and not only know of it.")
_AWARE_FIRST = note("aware-first", "He must be aware of the target before he moves.")


@dataclass(frozen=True, slots=True)
class Sighting:
    """One soldier looks for another: the range, what the other does and where, and what may settle
    the question without a roll.

    ``doing`` is what the target does: still, moving, moving fast, sneaking or hiding; ``in_cover``
    says that he is in terrain. ``blocked`` says that terrain stands in the way; ``in_sight_there``
    that a firer who moves has him in sight where he fires.
    """

    range_inches: Inches
    doing: str = "still"
    in_cover: bool = False
    has_fired: bool = False
    observer_moves_fast: bool = False
    blocked: bool = False
    in_sight_there: bool = False

    def __post_init__(self) -> None:
        exact_inches("The range", self.range_inches)
        one_of("thing to do", self.doing, DOINGS)

    @property
    def hides(self) -> bool:
        """Whether the man looked for hides."""
        return self.doing == "hiding"

    @property
    def moves_in_the_open(self) -> bool:
        """Whether the man looked for moves in the open."""
        return self.doing in MOVES and not self.in_cover


# ---------------------------------------------------------------------------------------- awareness


@counted
def spots_on(sighting: Sighting, readings: Given = None) -> Telling:
    """Return the least roll of a die that makes the observer aware of this soldier: 1 is automatic,
    7 is never. A `Gap` where the source is silent: on a soldier who stands still in the open, and
    on a roll beyond extreme range.

    >>> spots_on(Sighting(20, "sneaking")).value, spots_on(Sighting(20, "moving")).value
    (5, 1)
    >>> spots_on(Sighting(12, in_cover=True)).headline
    'Aware of him on 6 or more.'
    """
    read = options(readings)
    band = band_index(sighting.range_inches, read)
    if band is not None:
        yield band_step(sighting.range_inches, read)
    settled = _without_a_roll(sighting, band, read)
    if settled is None and sighting.hides:  # in the open; in terrain this is settled already
        yield says(HIDE_OPEN, read)
    if settled is None and sighting.doing == "sneaking" and not sighting.in_cover:
        text = "A man who sneaks in the open is harder to spot than one who moves."
        yield note("aware-moving", text)
    yield settled or _by_the_table(sighting, band, read)

    def conclude(number: int | Gap) -> str | Told:
        if isinstance(number, Gap):
            return "The source does not say whether he is seen."
        if number < NEVER:
            roll = "without a roll" if number == AUTOMATIC else f"on {number} or more"
            return f"Aware of him {roll}."
        return Told("He cannot be seen.", _might_see(sighting, read))

    return conclude


def _without_a_roll(sighting: Sighting, band: int | None, read: Mapping[str, str]) -> Step | None:
    """Return the step that settles it without a roll, None where the table decides."""
    if band == 0:
        return _at_point_blank(sighting, read)
    if sighting.observer_moves_fast:
        text = "A man moving fast notices nobody outside point blank range."
        return start("fast-awareness", NEVER, text)
    if sighting.has_fired:
        return start("aware-fired", AUTOMATIC, _FIRED)
    if sighting.blocked:
        text = "Terrain blocks the sight, and what is behind it cannot be seen."
        return start("blocked", NEVER, text)
    if sighting.hides and sighting.in_cover:
        text = "Hiding in terrain, he is out of sight beyond point blank range."
        return start("hide", NEVER, text)
    if sighting.moves_in_the_open and sighting.doing != "sneaking":
        text = "A man who moves in the open without sneaking is seen anywhere on the table."
        return start("aware-moving", AUTOMATIC, text)
    return None


def _at_point_blank(sighting: Sighting, read: Mapping[str, str]) -> Step:
    """Return the step that settles it within two inches, where no roll is made."""
    if not sighting.blocked and sighting.hides:
        text = "A man who hides is visible again at point blank range."
        return start("hide", AUTOMATIC, text)
    if not sighting.blocked:
        return start("aware-near", AUTOMATIC, "Anyone within point blank range is noticed.")
    if sighting.has_fired:
        return start("aware-fired", AUTOMATIC, _FIRED)
    if sighting.hides:
        text = "What stands between keeps him out of sight, even at point blank range."
        return start("hide-turn", NEVER, text)
    number = AUTOMATIC if read[BLOCKED_NEAR] == "noticed" else NEVER
    return replace(says(BLOCKED_NEAR, read, "start"), amount=Fraction(number))


def _by_the_table(sighting: Sighting, band: int | None, read: Mapping[str, str]) -> Step:
    row = row_of(sighting, read)
    if row is None or band is None:
        return silent("seen-in-the-open" if row is None else "beyond-extreme-range", "start")
    printed = SPOTTING.rows[row]
    number = AUTOMATIC if printed.needs[band] == "a" else int(printed.needs[band])
    name = "hiding in the open, half covered" if sighting.hides else printed.name
    roll = "no roll is needed" if number == AUTOMATIC else f"{number} or more, as for a hit"
    return start(printed.cite, number, f"{capitalized(name)} at {band_words(band, read)}: {roll}.")


def row_of(sighting: Sighting, readings: Given = None) -> str | None:
    """Return his row of the spotting table, None where the table has none for him."""
    if sighting.doing == "sneaking":
        return "sneak-cover" if sighting.in_cover else "sneak-open"
    lies = sighting.hides and options(readings)[HIDE_OPEN] == "in-cover"
    return "in-cover" if sighting.in_cover or lies else None


def spot_number(sighting: Sighting, readings: Given = None) -> int | Gap:
    """Return the value of `spots_on` from the one step that decides it."""
    read = options(readings)
    band = band_index(sighting.range_inches, read)
    settled = _without_a_roll(sighting, band, read) or _by_the_table(sighting, band, read)
    return settled.amount if isinstance(settled.amount, Gap) else int(settled.amount)


def spot_chance(sighting: Sighting, readings: Given = None) -> Fraction | Gap:
    """Return the chance that the observer becomes aware of him.

    >>> spot_chance(Sighting(20, "sneaking"))
    Fraction(1, 3)
    """
    needed = spot_number(sighting, readings)
    return needed if isinstance(needed, Gap) else Fraction(NEVER - needed, SIX)


def _might_see(sighting: Sighting, read: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield the changes that would give the observer a chance to see him."""
    fast, near = "observer_moves_fast", "Within point blank range, 2 inches, he is noticed."
    remedies = changes(
        sighting,
        lambda other: bool(spot_chance(other, read)),
        ("With nothing in the way, he might be seen.", "blocked", False),
        ("An observer who does not move fast might see him.", fast, False),
        (near, "range_inches", 2),
    )
    yield from (replace(r, change=r.change.removesuffix("_inches")) for r in remedies)


# -------------------------------------------------------------------------- a shot at whom one sees


def shot_at(sighting: Sighting, shot: Shot, readings: Given = None) -> Shot:
    """Return this shot adjusted to what the soldier of the sighting does.

    Cover in terrain stays as the shot has it, because he *may* claim it. A firer who moves may fire
    from another place than he looked from. Raises `ValueError` if sighting and shot contradict each
    other.

    >>> shot_at(Sighting(20, "hiding"), Shot("rifle", 20)).cover
    'half'
    """
    if shot.range_inches != sighting.range_inches and not shot.firer_moved:
        over = f"{sighting.range_inches} inches and fired at over {shot.range_inches}"
        raise ValueError(f"He is looked for at {over}; both are one range.")
    fast = sighting.doing == "moving fast"
    if shot.target_moving_fast and not fast:
        looked = f"the man looked for is {sighting.doing}"
        raise ValueError(f"The shot is at a man who moves fast, but {looked}; both are one man.")
    half = sighting.hides and shot.cover == "none"
    if shot.cover == "full" and sighting.moves_in_the_open:
        half = options(readings)[COVER_IN_THE_OPEN] == "half"
    return replace(
        shot,
        target_moving_fast=fast,
        cover="half" if half else shot.cover,
        repeat=shot.repeat and sighting.doing not in MOVES and not sighting.observer_moves_fast,
    )


@decided
def may_fire_at(sighting: Sighting, shot: Shot, readings: Given = None) -> Telling:
    """Return whether this shot may be fired at the soldier of the sighting, once the firer knows of
    him.

    >>> may_fire_at(Sighting(20, "hiding", True, has_fired=True), Shot("rifle", 20)).headline
    'A man who hides in terrain cannot be fired at beyond point blank range.'
    """
    read = options(readings)
    against = [*no_target(sighting, shot, read)]
    if any(step.op == "forbids" for step in against):
        yield from against
        return Told(against[0].text, _would_allow(sighting, shot, read))
    allowed = may_fire(shot, read)
    yield from allowed.steps
    return Told(allowed.headline, allowed.remedies)


def needs_sight(shot: Shot) -> bool:
    """Return whether this shot is fired at a man, who must be seen; a launcher is aimed at a
    point.
    """
    return shot.weapon != "launcher"


def no_target(sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield what forbids fire at this man with any weapon that must see its target."""
    there = shot.firer_moved and sighting.in_sight_there
    near = band_index(shot.range_inches, read) == 0
    if needs_sight(shot) and sighting.blocked and not there:
        yield no("blocked", "Terrain blocks the sight: known or not, he is not seen.")
        yield _MUST_SEE
    elif needs_sight(shot) and sighting.hides and sighting.in_cover and not near:
        text = "A man who hides in terrain cannot be fired at beyond point blank range."
        yield no("sight", text)
        yield _MUST_SEE
    if sighting.observer_moves_fast:
        takes = "that takes the fire or the move and fire action"
        yield no("firing", f"A man who moves fast does not fire: {takes}.")
    if shot.firer_moved:
        moved = abs(Fraction(shot.range_inches) - sighting.range_inches)
        if moved > MOVE_AND_FIRE:
            gets = f"he gets {MOVE_AND_FIRE} inches nearer or farther at most"
            yield no("move-and-fire", f"Moving and firing, {gets}.")


def chance_at(sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> Fraction | None:
    """Return the chance to hit this man, None for a shot that may not be fired at him."""
    return hit_chance(shot, read) if may_fire_at.value(sighting, shot, read) else None


def _would_allow(sighting: Sighting, shot: Shot, read: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield the changes that would make him a target that can be seen."""
    at = sighting.range_inches
    there = "If the firer has him in sight where he fires, he may be fired at."
    for text, change, to in (
        ("Within point blank range, 2 inches, he may be fired at.", "range", 2),
        ("If the firer does not move fast, he may fire.", "observer_moves_fast", False),
        ("With nothing in the way, he may be fired at.", "blocked", False),
        (there, "in_sight_there", True),
        (f"At {inches(at)}, from where he saw him, he may fire.", "fires_from", at),
    ):
        remedy = Remedy(text, change, to)
        looks, fires = _after(remedy, sighting, shot)
        if change == "range":
            fires = replace(fires, range_inches=to)
        if may_fire_at.value(looks, fires, read) and spot_chance(looks, read):
            yield remedy


def _after(remedy: Remedy, sighting: Sighting, shot: Shot) -> tuple[Sighting, Shot]:
    """Return the sighting and the shot after this remedy. A man who fires from another place than
    he looks from still does.
    """
    match remedy.change:
        case "range":
            one = shot.range_inches == sighting.range_inches
            there = replace(sighting, range_inches=remedy.to)
            return there, replace(shot, range_inches=remedy.to) if one else shot
        case "fires_from":
            return sighting, replace(shot, range_inches=remedy.to)
        case "firer_moved":
            return sighting, replace(shot, firer_moved=False, range_inches=sighting.range_inches)
        case "weapon":
            return sighting, replace(shot, weapon=remedy.to)
    return replace(sighting, **{remedy.change: remedy.to}), shot


# -------------------------------------------------------------------------------------- both in one


def spot_and_fire(
    sighting: Sighting, shot: Shot, target: Target | None = None, readings: Given = None
) -> Odds[str] | Gap:
    """Return the chances that he is not seen, missed, or hit with each outcome; a `Gap` where the
    source does not say whether he is seen. A launcher does not need to see anybody.

    >>> odds = spot_and_fire(Sighting(20, "sneaking"), Shot("rifle", 20))
    >>> odds.p("not seen"), odds.p("miss")
    (Fraction(2, 3), Fraction(1, 6))
    """
    fired_at, read = shot_at(sighting, shot, readings), options(readings)
    for against in no_target(sighting, fired_at, read):
        raise ValueError(against.text)
    fired, seen = fire_odds(fired_at, target, read), spot_chance(sighting, read)
    if not needs_sight(fired_at):
        return fired
    if isinstance(seen, Gap):
        return seen
    unseen = (UNSEEN, (seen.denominator - seen.numerator) * fired.total)
    hits = ((outcome, weight * seen.numerator) for outcome, weight in fired.weights.items())
    return Odds([unseen, *hits])


@dataclass(frozen=True)
class Chances:
    """The chance to see the man and to hit him once seen: None if the source is silent or the shot
    may not be fired.

    The numbers for pictures and charts are computed when first needed.
    """

    sighting: Sighting
    shot: Shot
    readings: Mapping[str, str]
    seen: Fraction | None
    hit: Fraction | None

    @cached_property
    def outcomes(self) -> Odds[str] | None:
        """The chance of each outcome, with "not seen" before them."""
        if self.hit is None:
            return None
        odds = spot_and_fire(self.sighting, self.shot, readings=self.readings)
        return None if isinstance(odds, Gap) else odds

    def numbers(self, doing: str, in_cover: bool) -> tuple[int | Gap, ...]:
        """Return the roll that spots a man who acts in this way, at the end of each of the five
        ranges and just beyond the last.
        """
        man, upto = replace(self.sighting, doing=doing, in_cover=in_cover), ends(self.readings)
        far = (*upto, upto[-1] + 1)
        return tuple(spot_number(replace(man, range_inches=end), self.readings) for end in far)

    @cached_property
    def by_range(self) -> tuple[Fraction, ...]:
        """The chance that he is seen and hit at the end of each of the five ranges.

        A launcher needs no sight.
        """
        return tuple(map(self._both, ends(self.readings)))

    def _both(self, end: int) -> Fraction:
        looks, fires = (
            replace(self.sighting, range_inches=end),
            replace(self.shot, range_inches=end),
        )
        seen, hit = spot_chance(looks, self.readings), chance_at(looks, fires, self.readings)
        if not needs_sight(self.shot):
            return hit or Fraction(0)
        return Fraction(0) if isinstance(seen, Gap) or hit is None else seen * hit


def look_and_fire(
    sighting: Sighting, shot: Shot, readings: Given = None
) -> Answer[int | bool | Gap, Chances]:
    """Return the roll needed to see the man of the sighting, and the chance to see and hit him; the
    detail is a `Chances`.

    The value is that of `spots_on`, or False where he cannot be seen or may not be fired at.

    >>> look_and_fire(Sighting(20, "sneaking"), Shot("rifle", 20)).headline
    'Aware of him on 5 or more; seen and hit 16.7% of the time.'
    """
    read = options(readings)
    seen, at_him = spots_on(sighting, read), shot_at(sighting, shot, read)
    spot, hit = spot_chance(sighting, read), chance_at(sighting, at_him, read)
    detail = Chances(sighting, at_him, read, None if isinstance(spot, Gap) else spot, hit)
    blind = needs_sight(at_him)
    if detail.seen == 0 and blind:
        return _unseen(seen, detail)
    start_of = seen.headline.rstrip(".")
    before = tuple(_before_moving(at_him))
    if hit is None:
        allowed = may_fire_at(sighting, at_him, read)
        helps = tuple(r for r in allowed.remedies if _makes_a_target(r, detail))
        steps = (*as_notes(seen), *before, *allowed.steps)
        verdict = f"{start_of}, {'but' if detail.seen else 'and'} he may not be fired at."
        return Answer(False, steps, verdict, helps, detail)
    same_range = at_him.range_inches == sighting.range_inches
    needs = tuple(as_notes(hits_on(at_him, read)))[same_range:]
    steps = (*seen.steps, *before, *_of_the_shot(detail, shot), *needs)
    if not blind:
        steps += (
            note("launcher", "A launcher is handled like a thrown grenade but for its reach."),
            note("grenade-place", "Its firer chooses a point, and need not see any man there."),
        )
        verdict = f"a launcher is placed {often(hit)}"
    elif detail.seen is None:
        verdict = f"once seen, he is hit {often(hit)}"
    else:
        verdict = f"seen and hit {often(detail.seen * hit)}"
        chances = f"He is seen {often(detail.seen)}, then hit {often(hit)}: {verdict}."
        steps += (note("observation", chances),)
    return Answer(seen.value, steps, f"{start_of}; {verdict}.", detail=detail)


def _unseen(seen: Answer[object], chances: Chances) -> Answer[int | bool | Gap, Chances]:
    """Return the answer that the man cannot be seen. A remedy has a change only if he may then be
    fired at.
    """
    sighting, shot, read = chances.sighting, chances.shot, chances.readings
    steps = tuple(replace(one, op="forbids") if one.op == "start" else one for one in seen.steps)
    if shot.firer_moved:
        steps += (_AWARE_FIRST,)
    if sighting.observer_moves_fast:
        text = "He can find a target at the beginning of his next turn, and not before."
        steps += (note("move-fast", text),)
    then = ((r, chance_at(*_after(r, sighting, shot), read)) for r in seen.remedies)
    helps = tuple(Remedy(r.text) if hit is None else r for r, hit in then)
    return Answer(False, steps, seen.headline, helps, chances)


def _makes_a_target(remedy: Remedy, chances: Chances) -> bool:
    """Return whether the target can still be seen after this remedy of a shot."""
    if remedy.change not in ("range", "firer_moved", "weapon"):
        return True
    looks, fires = _after(remedy, chances.sighting, chances.shot)
    known = remedy.change != "range" and not needs_sight(fires)
    seen = known or spot_chance(looks, chances.readings) != 0
    return seen and chance_at(looks, fires, chances.readings) is not None


def _before_moving(shot: Shot) -> Iterator[Step]:
    if shot.firer_moved:
        yield note("move-and-fire", "He may fire at any point of his move.")
        yield from (_AWARE_FIRST,) if needs_sight(shot) else ()


def _of_the_shot(chances: Chances, wanted: Shot) -> Iterator[Step]:
    """Yield what the target's action means for the shot, and what is left to choose."""
    sighting, fired, read = chances.sighting, chances.shot, chances.readings
    far = sighting.range_inches > FIRING.bands[0].upto["to-10"]  # at point blank nobody is in cover
    if far and wanted.cover == "none":
        if sighting.hides and not sighting.in_cover:
            yield note("hide-down", "Hiding in the open, he counts as being in half cover.")
        if sighting.in_cover:
            claims = "he may claim full cover; choose it beside the picture"
            yield note("firing", f"In cover, with terrain between, {claims}.")
    elif wanted.cover == "full" and band_index(fired.range_inches, read) != 0:
        if sighting.moves_in_the_open:
            yield says(COVER_IN_THE_OPEN, read)
        if sighting.doing == "moving fast":
            text = "A man who moves fast may not end his turn in full cover."
            yield note("move-fast", text)
    if wanted.repeat and not fired.repeat:
        text = "Somebody moves, so nothing is added for the same target as last turn."
        yield note("mod-repeat", text)
