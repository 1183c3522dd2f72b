"""Questions about fire arcs: where a target lies, whether it may be fired at, and what
would help.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from landships_lab.core.answer import Gap, slips
from landships_lab.core.arcs import Arc, bearing
from landships_lab.core.hexes import Heading, Hex, Place, Side, half_hexes
from landships_lab.core.speech import capitalized, listed
from landships_lab.games.landships.data.units import Unit, Weapon
from landships_lab.games.landships.rules import fire
from landships_lab.games.landships.rules.book import RANGE_READING, at, bearing_words, hexes, name
from landships_lab.games.landships.rules.fire import Aimed, FiringWeapon, explained, shot, verdict
from landships_lab.games.landships.rules.positions import UNITS, forward, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.practice.kind import as_read, kind, on_board, one_of
from landships_lab.practice.marking import NOT_PRINTED, Pick, reply_of
from landships_lab.practice.task import Task
from .board import GRID, PLACES

LESSON, ABOUT = "12_fire_arcs", "landships:fire"
_CENTRES = tuple(p for p in PLACES if range_hexes(p, GRID.hex(10, 7)) <= 3)
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
#: Targets are drawn no farther than this beyond the weapon's range, so that both answers are
#: possible.
_BEYOND = 1


@lru_cache(maxsize=512)
def _around(place: Place, farthest: int) -> tuple[Place, ...]:
    """Return the places within ``farthest`` hexes, without the place itself."""
    return tuple(p for p in PLACES if p != place and range_hexes(place, p) <= farthest)


class _Aim(Aimed):
    """One vehicle, one of its weapons, one target."""

    __slots__ = ()

    @property
    def arc(self) -> Arc:
        return self.fired.weapon.arc

    @property
    def limit(self) -> int:
        return _reach(self.fired)

    @property
    def state(self) -> str:
        return _link(self.fired, self.target)

    @property
    def stood(self) -> str:
        fired = self.fired
        return f"The {fired.unit.name} stands {at(fired.place)} facing {fired.heading}."

    @property
    def runs(self) -> str:
        """The edges of the arc, which are given because they are reconstructed."""
        return f"The arc of its {_runs(self.fired.weapon)}."

    @property
    def weapon_words(self) -> str:
        """Its range, its arc and, for a target on a hexside, the rule for hexsides on its edges.

        The rule is given for every hexside, so that the words do not give away which one lies on an
        edge.
        """
        can = "can" if self.fired.edge_hexsides else "cannot"
        on_side = isinstance(self.target, Side)
        edges = f" It {can} hit hexsides on its edges." if on_side else ""
        return f"{self.runs} Its range is {hexes(self.limit)}.{edges}"


def _link(fired: FiringWeapon, target: Place) -> str:
    stands = f"{fired.unit.id}@{GRID.code(fired.place)} {fired.heading}"
    return f"landships:fire {stands} weapon {fired.weapon.id} target {GRID.code(target)}"


def _reach(fired: FiringWeapon) -> int:
    assert isinstance(fired.weapon.range_hexes, int)  # `_ARMS` holds only these
    return fired.weapon.range_hexes


def _runs(weapon: Weapon) -> str:
    lo, hi = bearing_words(weapon.arc.lo), bearing_words(weapon.arc.hi)
    return f"{weapon.name} runs from {lo} to {hi}"


def reading_notes(target: Place, shots: Sequence[FiringWeapon]) -> str:
    """Return the readings that decide a shot: at an edge, or half a hex beyond its range."""
    on_edge = [s for s in shots if s.weapon.arc.locate(s.place, s.heading, target) == "edge"]
    if isinstance(target, Hex):
        return f" {as_read('landships', fire.EDGE_HEX)}" if on_edge else ""
    by_facing = any(s.edge_by_facing for s in on_edge)
    facing = f" {as_read('landships', fire.EDGE_FACING)}" if by_facing else ""
    halves = any(
        isinstance(s.place, Side) and half_hexes(s.place, target) - 1 == 2 * s.max_range
        for s in shots
        if isinstance(s.max_range, int)
    )
    return facing + (f" {as_read('landships', RANGE_READING)}" if halves else "")


def _placed(dice: random.Random, level: int) -> FiringWeapon:
    """Return a shot by a vehicle in a legal position."""
    unit, weapon = dice.choice(_ARMS)
    place = dice.choice(_SIDES if dice.randint(1, 5) < level else _HEXES)
    headings = legal_headings(3, place)
    plain = [h for h in headings if h.faces_hexside] if level == 1 else ()
    return shot(unit, weapon, place, dice.choice(plain or headings))


def _flip(arc: Arc) -> Arc:
    """Return the arc with port and starboard exchanged."""
    return Arc(-arc.hi, -arc.lo, arc.edge_hexsides)


# -- inside, outside, or on which edge

INSIDE, OUTSIDE, _ON_EDGE = "inside the arc", "outside the arc", "on its edge, {}"


@kind("landships:arc", "arc", LESSON, "exactly on the edge", about=ABOUT)
def on_which_edge(dice: random.Random, level: int) -> Task:
    """Ask where a target within range lies: inside, outside, or (often) on one of the edges."""
    fired = _placed(dice, level)
    near = _around(fired.place, _reach(fired))
    drawn = ("inside", "edge", "outside")
    wanted = dice.choice(drawn if level == 1 else (*drawn[:2], "edge", "edge", "outside"))
    fitting = [p for p in near if fired.weapon.arc.locate(fired.place, fired.heading, p) == wanted]
    aim = _Aim(fired, dice.choice(fitting or near))
    arc, place, heading = aim.arc, fired.place, fired.heading
    right = _where(arc, place, heading, aim.target)
    on_edges = [_ON_EDGE.format(bearing_words(edge)) for edge in (arc.lo, arc.hi)]
    north = _where(arc, place, Heading.N, aim.target)
    flipped = _where(_flip(arc), place, heading, aim.target)
    beside = [_where(arc, place, heading.turn(n), aim.target) for n in (1, -1)]
    wrong = [
        (north, "you measured the arc from north, not from the bow"),
        (flipped, "you took port for starboard"),
        *((reply, "you took its heading for the one beside it") for reply in beside),
    ]
    lies = bearing(place, heading, aim.target)
    assert lies is not None  # a target is never in the firer's place
    lo, hi = map(bearing_words, lies)
    between = lo if lo == hi else f"between {lo} and {hi}"
    return Task(
        f"{aim.stood} {aim.runs} Where does {name(aim.target)} lie?",
        aim.state,
        one_of(right, (INSIDE, *on_edges, OUTSIDE), wrong),
        f"It lies {between}, and so {right}.",
    )


def _where(arc: Arc, place: Place, heading: Heading, target: Place) -> str:
    lies = arc.locate(place, heading, target)
    if lies != "edge":
        return INSIDE if lies == "inside" else OUTSIDE
    exact = bearing(place, heading, target)
    assert exact is not None  # no edge runs through the firer's own place
    return _ON_EDGE.format(bearing_words(exact[0]))


# -- the places on an edge


@kind("landships:edge", "arc", LESSON, "exactly on the edge", about=ABOUT)
def along_an_edge(dice: random.Random, level: int) -> Task:
    """Ask for a click on a hexside exactly on one edge of an arc; at first on a hex."""
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
    missed = ((other, "you took the other edge"), (edge + 180, "you took the bow for the stern"))
    wrong = [(GRID.code(p), why) for to, why in missed for p in near if _lies_at(fired, p, to)]
    right = [GRID.code(p) for p in on_edge]
    names = f"{listed(right[:_NAMED])} {'lies' if len(right) == 1 else 'lie'}"
    more = "" if len(right) <= _NAMED else f", and so do {len(right) - _NAMED} more"
    return Task(
        f"{aim.stood} {aim.runs} Click a {what} within {hexes(far)} that lies exactly on its edge"
        f" {bearing_words(edge)}.",
        aim.state.split(" target ")[0],
        on_board(right, map(GRID.code, near), [w for w in wrong if w[0] not in right]),
        f"{names} exactly {bearing_words(edge)}{more}.",
        explained=aim.state,
        pick=Pick("target", f"Click a {what}."),
    )


#: The most places of an edge that are named.
_NAMED = 3


def _lies_at(fired: FiringWeapon, place: Place, degrees: int) -> bool:
    return bearing(fired.place, fired.heading.turn(degrees // 30), place) == (0, 0)


# -- may it fire


@kind("landships:fire", "arc", LESSON, "inside the arc and within range")
def may_fire(dice: random.Random, level: int) -> Task:
    """Ask whether a target near the range may be fired at. It may half the time; at higher levels
    it is on an edge.
    """
    if dice.random() < 1 / 4:
        return _silent_question(dice)
    fired, wanted = _placed(dice, level), dice.random() < 1 / 2
    near = _around(fired.place, _reach(fired) + _BEYOND)
    drawn = [dice.choice(near) for _ in range(24)]
    fitting = [p for p in drawn if (verdict(fired, p) is True) == wanted]
    locate = fired.weapon.arc.locate
    hard = [p for p in fitting if level > 1 and locate(fired.place, fired.heading, p) == "edge"]
    aim = _Aim(fired, (hard or fitting or drawn)[0])
    asked = f"May it fire at a spotted target {at(aim.target)}?{reading_notes(aim.target, [fired])}"
    value = verdict(fired, aim.target) is True
    wrong = [(reply_of(bool(reply)), mistake) for reply, mistake in _misfired(aim)]
    return Task(
        f"{aim.stood} {aim.weapon_words} {asked}",
        aim.state,
        one_of(reply_of(value), _SAYS, wrong),
        f"{'Yes' if value else 'No'}: {_short(fired, aim.target)}.",
    )


def _short(fired: FiringWeapon, target: Place) -> str:
    short = explained(fired, target).detail.short
    return f"{short[:1].lower()}{short[1:]}"


_SAYS = ("yes", "no", NOT_PRINTED)
#: Units about which the article leaves something open: a range, or a penalty outside the arc.
_SILENT = tuple(UNITS[key] for key in ("75mm-art", "full-circle-mount", "renault-ft", "field-gun"))


def _silent_question(dice: random.Random) -> Task:
    """Ask about a unit with something left open in the article, which may not matter here."""
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
    all_round = f"Its {weapon.name} fires all round"
    runs = all_round if weapon.arc.all_round else f"The arc of its {_runs(weapon)}"
    reach = "the article gives no range"
    if own is not None:
        reach += f", and you say {hexes(own)}"
    elif isinstance(limit, int):
        reach = f"its range is {hexes(limit)}"
    edges = " It can hit hexsides on its edges." if isinstance(target, Side) else ""
    called = "a Weapons Unit" if unit.unit_class == 2 else "a Vehicle"
    right = NOT_PRINTED if isinstance(value, Gap) else reply_of(value)
    return Task(
        f"The {unit.name}, {called}, stands {at(place)} facing {fired.heading}. {runs}; {reach}."
        f"{edges} May it fire at a spotted target {at(target)}?{reading_notes(target, [fired])}",
        f"{_link(fired, target)}{'' if own is None else f' range {own}'}",
        one_of(right, _SAYS),
        f"{capitalized(right)}: {_short(fired, target)}.",
    )


def _misfired(aim: _Aim) -> Iterator[tuple[bool, str]]:
    """Yield the reply that each mistake about a shot leads to."""
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
    yield not aim.beyond and fire.covers(flipped, aim.target), "you took port for starboard"
    from_north = fire.covers(aim.fired.standing(aim.fired.place, Heading.N), aim.target)
    yield not aim.beyond and from_north, "you measured the arc from north, not from the bow"


# -- what would let it fire

_ABOUT = "a turn about"
_STEPS = {"one step forward": 1, "two steps forward": 2}
_TURNS = {
    f"a turn of {30 * abs(n)}° {'right' if n > 0 else 'left'}": n for n in (1, -1, 2, -2, 3, -3)
} | {_ABOUT: 6}


@kind("landships:remedy", "change", LESSON, "turn the tank or take it closer", about=ABOUT)
def what_would_help(dice: random.Random, level: int) -> Task:
    """Ask which one of four changes allows a refused shot."""
    while True:
        fired = _placed(dice, level)
        target = dice.choice(_around(fired.place, _reach(fired) + _BEYOND))
        if verdict(fired, target) is True:
            continue
        changed = {words: _changed(fired, target, words) for words in (*_STEPS, *_TURNS)}
        tried = {words: then for words, then in changed.items() if then is not None}
        good = [words for words, then in tried.items() if verdict(then, target) is True]
        bad = [words for words in tried if words not in good]
        if good and len(bad) > 2:
            break
    right = dice.choice([words for words in good if words != _ABOUT] or good)
    aim = _Aim(fired, target)
    shown = sorted([right, *dice.sample(bad, 3)], key=[*_STEPS, *_TURNS].index)
    note = reading_notes(target, [fired, *(tried[words] for words in shown)])
    then = tried[right]
    reasons = [(words, _why_not(tried[words], target, words, right)) for words in shown]
    return Task(
        f"{aim.stood} {aim.weapon_words} It may not fire at a spotted target {at(target)}."
        f" Which of these changes would let the weapon fire at it?{note}",
        aim.state,
        one_of(right, shown, [(words, why) for words, why in reasons if why]),
        f"{capitalized(right)} leaves it {at(then.place)} facing {then.heading}:"
        f" {_short(then, target).split(',')[0]}, range {range_hexes(then.place, target)} of"
        f" {aim.limit}.",
        explained=_Aim(then, target).state,
    )


def _changed(fired: FiringWeapon, target: Place, words: str) -> FiringWeapon | None:
    """Return the shot after the change; None off the board, past the target, or turned on a
    hexside.
    """
    if words == _ABOUT and isinstance(fired.place, Side):
        return None  # a vehicle cannot turn on a hexside
    if words in _TURNS:
        return fired.standing(fired.place, fired.heading.turn(_TURNS[words]))
    place = fired.place
    for _ in range(_STEPS[words]):
        place = forward(place, fired.heading)
        if place == target:
            return None
    return fired.standing(place, fired.heading) if place in GRID else None


def _why_not(then: FiringWeapon, target: Place, words: str, right: str) -> str:
    """Return the mistake after which this change would seem enough."""
    if then.heading not in legal_headings(3, then.place):
        return "you turned it to a heading that is not allowed on the hexside"
    if fire.covers(then, target):
        return "you forgot its range, which is still too short"
    if right in _TURNS and words in _TURNS and _TURNS[right] == -_TURNS[words]:
        return "you turned it the wrong way"
    if words in _STEPS:
        return "you looked at the range, but the arc is still in the way"
    return "you turned it by too little or too much, so that the target is still outside its arc"


KINDS = (on_which_edge, along_an_edge, may_fire, what_would_help)
