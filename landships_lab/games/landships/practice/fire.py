"""Questions about fire arcs: where a target lies, whether a weapon may fire at it, and what would
let it fire.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from landships_lab.core.answer import Gap, slips
from landships_lab.core.arcs import Arc, bearing
from landships_lab.core.hexes import Heading, Hex, Place, Side, half_hexes
from landships_lab.core.speech import listed
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules.book import RANGE_READING, at, bearing_words, hexes, name
from landships_lab.games.landships.rules.fire import (
    EDGE_FACING,
    EDGE_HEX,
    Aimed,
    FiringWeapon,
    covers,
    explained,
    shot,
    verdict,
)
from landships_lab.games.landships.rules.positions import UNITS, forward, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.kind import as_read, on_board, one_of
from landships_lab.practice.marking import NOT_PRINTED, Pick, reply_of
from landships_lab.practice.task import Task
from .board import GRID

_PLACES = tuple(sorted(GRID.places))
_CENTRES = tuple(p for p in _PLACES if range_hexes(p, GRID.hex(10, 7)) <= 3)
_HEXES: tuple[Place, ...] = tuple(p for p in _CENTRES if isinstance(p, Hex))
_SIDES: tuple[Place, ...] = tuple(p for p in _CENTRES if isinstance(p, Side))
#: Every weapon of a vehicle that has an arc with edges and a known range.
_ARMS: tuple[tuple[Unit, Weapon], ...] = tuple(
    (unit, weapon)
    for unit in UNITS.values()
    if unit.unit_class == 3
    for weapon in unit.weapons.values()
    if isinstance(weapon.range_hexes, int) and not weapon.arc.all_round
)
#: Targets are drawn no farther than this beyond the weapon's range, so that neither answer is a
#: foregone conclusion.
_BEYOND = 1


@lru_cache(maxsize=512)
def _around(place: Place, farthest: int) -> tuple[Place, ...]:
    """Return the places within so many hexes, without the place itself."""
    return tuple(p for p in _PLACES if p != place and range_hexes(place, p) <= farthest)


class _Aim(Aimed):
    """One vehicle, one of its weapons, one target."""

    __slots__ = ()

    @property
    def arc(self) -> Arc:
        return self.fired.weapon.arc

    @property
    def limit(self) -> int:
        assert isinstance(self.fired.weapon.range_hexes, int)  # `_ARMS` holds no other
        return self.fired.weapon.range_hexes

    @property
    def state(self) -> str:
        at, aim = GRID.code(self.fired.place), GRID.code(self.target)
        return (
            f"landships:fire {self.fired.unit.id}@{at} {self.fired.heading} weapon"
            f" {self.fired.weapon.id} target {aim}"
        )

    @property
    def stood(self) -> str:
        return (
            f"The {self.fired.unit.name} stands {at(self.fired.place)} facing {self.fired.heading}."
        )

    @property
    def where(self) -> str:
        return at(self.target)

    @property
    def runs(self) -> str:
        """The edges of the arc: the question gives them, since no reader can know what is
        reconstructed.
        """
        return (
            f"The arc of its {self.fired.weapon.name} runs from {bearing_words(self.arc.lo)} to"
            f" {bearing_words(self.arc.hi)}."
        )

    @property
    def weapon_words(self) -> str:
        """Its range, its arc and, for a target on a hexside, the rule for hexsides on its edges.

        The rule is given for every hexside, so that the words do not give away which one lies on an
        edge.
        """
        edges = (
            f" It {'can' if self.fired.edge_hexsides else 'cannot'} hit hexsides on its edges."
            if isinstance(self.target, Side)
            else ""
        )
        return f"{self.runs} Its range is {hexes(self.limit)}.{edges}"

    def note(self, *shots: FiringWeapon) -> str:
        """Return the readings that decide one of these shots."""
        return reading_notes(self.target, shots)


def reading_notes(target: Place, shots: Sequence[FiringWeapon]) -> str:
    """Return the readings that decide one of these shots: at an edge, or half a hex beyond its
    range.
    """
    on_edge = [s for s in shots if s.weapon.arc.locate(s.place, s.heading, target) == "edge"]
    if isinstance(target, Hex):
        return f" {as_read('landships', EDGE_HEX)}" if on_edge else ""
    facing = (
        f" {as_read('landships', EDGE_FACING)}" if any(s.edge_by_facing for s in on_edge) else ""
    )
    halves = any(
        half_hexes(s.place, target) - 1 == 2 * s.max_range
        for s in shots
        if isinstance(s.place, Side) and isinstance(s.max_range, int)
    )
    return facing + (f" {as_read('landships', RANGE_READING)}" if halves else "")


def _placed(dice: random.Random, level: int) -> FiringWeapon:
    """Return a shot by a vehicle in a legal position."""
    unit, weapon = dice.choice(_ARMS)
    place = dice.choice(_SIDES if dice.randint(1, 5) < level else _HEXES)
    headings = legal_headings(3, place)
    heading = dice.choice(
        [h for h in headings if h.faces_hexside] or headings if level == 1 else headings
    )
    return shot(unit, weapon, place, heading)


def _flip(arc: Arc) -> Arc:
    """Return the arc with port and starboard exchanged."""
    return Arc(-arc.hi, -arc.lo, arc.edge_hexsides)


# -- inside, outside, or on which edge

INSIDE, OUTSIDE = "inside the arc", "outside the arc"


def arc_question(dice: random.Random, level: int) -> Task:
    """Return a question about a target within range: inside, outside or on one of the two edges;
    edges come often.
    """
    fired = _placed(dice, level)
    assert isinstance(fired.weapon.range_hexes, int)  # `_ARMS` holds no other
    near = _around(fired.place, fired.weapon.range_hexes)
    wanted = dice.choice(
        ("inside", "edge", "outside")
        if level == 1
        else ("inside", "edge", "edge", "edge", "outside")
    )
    fitting = [p for p in near if fired.weapon.arc.locate(fired.place, fired.heading, p) == wanted]
    aim = _Aim(fired, dice.choice(fitting or near))
    arc, place, heading = aim.arc, fired.place, fired.heading
    right = _where(arc, place, heading, aim.target)
    on_edges = [_on_edge(arc.lo), _on_edge(arc.hi)]
    wrong = [
        (
            _where(arc, place, Heading.N, aim.target),
            "you measured the arc from north, not from the bow",
        ),
        (_where(_flip(arc), place, heading, aim.target), "you took port for starboard"),
        *(
            (
                _where(arc, place, heading.turn(n), aim.target),
                "you took its heading for the one beside it",
            )
            for n in (1, -1)
        ),
    ]
    text = f"{aim.stood} {aim.runs} Where does {name(aim.target)} lie?"
    lies = bearing(place, heading, aim.target)
    assert lies is not None  # no target stands where the firer does
    lo, hi = map(bearing_words, lies)
    between = lo if lo == hi else f"between {lo} and {hi}"
    because = f"It lies {between}, and so {right}."
    return Task(
        text, aim.state, one_of(right, (INSIDE, *on_edges, OUTSIDE), wrong), because=because
    )


def _on_edge(degrees: int) -> str:
    return f"on its edge, {bearing_words(degrees)}"


def _where(arc: Arc, place: Place, heading: Heading, target: Place) -> str:
    lies = arc.locate(place, heading, target)
    if lies != "edge":
        return INSIDE if lies == "inside" else OUTSIDE
    exact = bearing(place, heading, target)
    assert exact is not None  # an edge does not run through the firer's own place
    return _on_edge(exact[0])


# -- the places on an edge


def edge_question(dice: random.Random, level: int) -> Task:
    """Return a question answered on the board: a hexside exactly on one edge of an arc; a hex at
    first.
    """
    while True:
        fired = _placed(dice, level)
        arc, far = fired.weapon.arc, 3 + level
        edge = dice.choice((arc.lo, arc.hi))
        wanted = Hex if level == 1 else Side
        near = _around(fired.place, far)
        on_edge = [p for p in near if isinstance(p, wanted) and _lies_at(fired, p, edge)]
        if on_edge:
            break
    other = arc.hi if edge == arc.lo else arc.lo
    aim = _Aim(fired, on_edge[0])
    what = "hex" if level == 1 else "hexside"
    wrong = [
        *((GRID.code(p), "you took the other edge") for p in near if _lies_at(fired, p, other)),
        *((GRID.code(p), "you took the bow for the stern") for p in near if _about(fired, p, edge)),
    ]
    right = [GRID.code(p) for p in on_edge]
    state = aim.state.split(" target ")[0]
    names = f"{listed(right[:_NAMED])} {'lies' if len(right) == 1 else 'lie'}"
    more = "" if len(right) <= _NAMED else f", and so do {len(right) - _NAMED} more"
    return Task(
        f"{aim.stood} {aim.runs} Click a {what} within {hexes(far)} that lies exactly on its edge"
        f" {bearing_words(edge)}.",
        state,
        on_board(right, map(GRID.code, near), [w for w in wrong if w[0] not in right]),
        because=f"{names} exactly {bearing_words(edge)}{more}.",
        explained=aim.state,
        pick=Pick("target", f"Click a {what}."),
    )


#: So many places of an edge are named.
_NAMED = 3


def _lies_at(fired: FiringWeapon, place: Place, degrees: int) -> bool:
    lies = bearing(fired.place, fired.heading.turn(degrees // 30), place)
    return lies == (0, 0)


def _about(fired: FiringWeapon, place: Place, degrees: int) -> bool:
    return _lies_at(fired, place, degrees + 180)


# -- may it fire


def fire_question(dice: random.Random, level: int) -> Task:
    """Return a question about a target near the weapon's range: half the time one it can hit, with
    the levels one on an edge.
    """
    if dice.random() < 1 / 4:
        return _silent_question(dice)
    fired, wanted = _placed(dice, level), dice.random() < 1 / 2
    assert isinstance(fired.weapon.range_hexes, int)  # `_ARMS` holds no other
    near = _around(fired.place, fired.weapon.range_hexes + _BEYOND)
    drawn = [dice.choice(near) for _ in range(24)]
    fitting = [p for p in drawn if (verdict(fired, p) is True) == wanted]
    hard = [
        p
        for p in fitting
        if level > 1 and fired.weapon.arc.locate(fired.place, fired.heading, p) == "edge"
    ]
    aim = _Aim(fired, (hard or fitting or drawn)[0])
    text = (
        f"{aim.stood} {aim.weapon_words} May it fire at a spotted target"
        f" {aim.where}?{aim.note(fired)}"
    )
    value = verdict(fired, aim.target) is True
    wrong = [(reply_of(bool(reply)), mistake) for reply, mistake in _misfired(aim)]
    return Task(
        text,
        aim.state,
        one_of(reply_of(value), _SAYS, wrong),
        because=f"{_said(value)}: {_short(fired, aim.target)}.",
    )


def _said(value: bool) -> str:
    return "Yes" if value else "No"


def _short(fired: FiringWeapon, target: Place) -> str:
    found = explained(fired, target).detail.short
    return f"{found[:1].lower()}{found[1:]}"


_SAYS = ("yes", "no", NOT_PRINTED)
#: Units of which the article leaves something open: a range, or a penalty outside the arc.
_SILENT = tuple(UNITS[key] for key in ("75mm-art", "full-circle-mount", "renault-ft", "field-gun"))


def _silent_question(dice: random.Random) -> Task:
    """Return a question about a unit of which the article leaves something open; not always does
    that decide.
    """
    unit = dice.choice(_SILENT)
    (weapon,) = unit.weapons.values()
    place = dice.choice(_HEXES)
    limit, own = weapon.range_hexes, None
    if isinstance(limit, Gap) and dice.random() < 1 / 2:
        own = dice.randint(2, 4)
    heading = dice.choice(legal_headings(unit.unit_class, place))
    fired = shot(unit, weapon, place, heading, None, own)
    target = dice.choice(_around(place, 5))
    value = verdict(fired, target)
    runs = (
        f"Its {weapon.name} fires all round"
        if weapon.arc.all_round
        else f"The arc of its {weapon.name} runs from {bearing_words(weapon.arc.lo)} to"
        f" {bearing_words(weapon.arc.hi)}"
    )
    reach = "the article gives no range"
    if own is not None:
        reach += f", and you say {hexes(own)}"
    elif isinstance(limit, int):
        reach = f"its range is {hexes(limit)}"
    edges = " It can hit hexsides on its edges." if isinstance(target, Side) else ""
    kind = "a Weapons Unit" if unit.unit_class == 2 else "a Vehicle"
    text = (
        f"The {unit.name}, {kind}, stands {at(place)} facing {fired.heading}. {runs}; {reach}."
        f"{edges} May it fire at a spotted target {at(target)}?{reading_notes(target, [fired])}"
    )
    right = NOT_PRINTED if isinstance(value, Gap) else reply_of(value)
    led = f"{right[:1].upper()}{right[1:]}"
    yours = "" if own is None else f" range {own}"
    state = (
        f"landships:fire {unit.id}@{GRID.code(place)} {fired.heading} weapon {weapon.id} target"
        f" {GRID.code(target)}{yours}"
    )
    return Task(text, state, one_of(right, _SAYS), because=f"{led}: {_short(fired, target)}.")


def _misfired(aim: _Aim) -> Iterator[tuple[bool, str]]:
    """Yield what each mistake about a shot makes of this one."""
    if aim.lies == "edge" and isinstance(aim.target, Side):
        if aim.arc.edge_hexsides:
            yield False, "you kept it from a hexside on its edge, which it can hit"
        else:
            yield not aim.beyond, "you let it hit a hexside on its edge, which it cannot"
    if aim.lies == "edge":
        yield False, "you took the edge for outside the arc"
    for mistake, value in slips(explained(aim.fired, aim.target)).items():
        yield value is True, mistake
    yield aim.in_arc and aim.counted + 1 <= aim.limit, "you counted the hex it stands in"
    flipped = replace(aim.fired, weapon=replace(aim.fired.weapon, arc=_flip(aim.arc)))
    yield not aim.beyond and covers(flipped, aim.target), "you took port for starboard"
    from_north = covers(aim.fired.standing(aim.fired.place, Heading.N), aim.target)
    yield not aim.beyond and from_north, "you measured the arc from north, not from the bow"


# -- what would let it fire

_ABOUT = "a turn about"
_STEPS = {"one step forward": 1, "two steps forward": 2}
_TURNS = {
    f"a turn of {30 * abs(n)}° {'right' if n > 0 else 'left'}": n for n in (1, -1, 2, -2, 3, -3)
} | {_ABOUT: 6}


def remedy_question(dice: random.Random, level: int) -> Task:
    """Return a question about a refused shot, and four changes of which
    exactly one lets it fire.
    """
    while True:
        fired = _placed(dice, level)
        assert isinstance(fired.weapon.range_hexes, int)  # `_ARMS` holds no other
        target = dice.choice(_around(fired.place, fired.weapon.range_hexes + _BEYOND))
        if verdict(fired, target) is True:
            continue
        tried = {
            words: then
            for words in (*_STEPS, *_TURNS)
            if (then := _changed(fired, target, words)) is not None
        }
        good = [words for words, then in tried.items() if verdict(then, target) is True]
        bad = [words for words in tried if words not in good]
        if good and len(bad) > 2:
            break
    right = dice.choice([words for words in good if words != _ABOUT] or good)
    aim = _Aim(fired, target)
    shown = sorted([right, *dice.sample(bad, 3)], key=[*_STEPS, *_TURNS].index)
    text = (
        f"{aim.stood} {aim.weapon_words} It may not fire at a spotted target {aim.where}. Which of"
        " these changes would let it?"
    )
    text += aim.note(fired, *(tried[words] for words in shown))
    then = tried[right]
    led = f"{right[:1].upper()}{right[1:]}"
    return Task(
        text,
        aim.state,
        one_of(
            right, shown, [(w, m) for w in shown if (m := _why_not(tried[w], target, w, right))]
        ),
        because=(
            f"{led} leaves it {at(then.place)} facing {then.heading}:"
            f" {_short(then, target).split(',')[0]}, range {range_hexes(then.place, target)} of"
            f" {aim.limit}."
        ),
        explained=_Aim(then, target).state,
    )


def _changed(fired: FiringWeapon, target: Place, words: str) -> FiringWeapon | None:
    """Return the shot after this change;

    None where it cannot be made: off the board, over the target, about on a hexside.
    """
    if words == _ABOUT and isinstance(fired.place, Side):
        return None  # no vehicle turns on a hexside
    if words in _TURNS:
        return fired.standing(fired.place, fired.heading.turn(_TURNS[words]))
    place = fired.place
    for _ in range(_STEPS[words]):
        place = forward(place, fired.heading)
        if place == target:
            return None
    return fired.standing(place, fired.heading) if place in GRID else None


def _why_not(then: FiringWeapon, target: Place, words: str, right: str) -> str:
    """Return the mistake that makes someone think that this change would do."""
    if then.heading not in legal_headings(3, then.place):
        return "you turned it to a heading that is not allowed on the hexside"
    if covers(then, target):
        return "you forgot its range, which is still too short"
    if right in _TURNS and words in _TURNS and _TURNS[right] == -_TURNS[words]:
        return "you turned it the wrong way"
    if words in _STEPS:
        return "you looked at the range, but the arc is still in the way"
    return "you turned it by too little or too much, so that the target is still outside its arc"
