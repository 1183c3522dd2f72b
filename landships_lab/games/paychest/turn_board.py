"""A fight of Paychest as a picture: two lines of soldiers, the contacts between them, and how far
each unit has gone back; and, on a strip of ground, the place of each unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from landships_lab.core.plane import Spot
from landships_lab.core.speech import capitalized, inches, plural
from landships_lab.drawing.draw import last_move
from landships_lab.drawing.figures import Figure, figures
from landships_lab.drawing.labels import Name, placed
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Path,
    Polygons,
    Scene,
    Shape,
    bare_paper,
)
from landships_lab.drawing.shapes import rectangle as box
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.paychest.data.starts import StripData
from landships_lab.games.paychest.panels.fire import PaychestFire
from landships_lab.games.paychest.panels.melee import PaychestMelee
from landships_lab.games.paychest.panels.morale import Morale
from landships_lab.games.paychest.panels.turn import MayAct
from landships_lab.games.paychest.turn import Company, Fight
from landships_lab.games.paychest.turn.cards import UnitTurn
from landships_lab.games.paychest.turn.fight import NEAR, STRIP_TABLES
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice, Happening, choices

#: The size of the field, and the depth of a unit's place, in units of the picture.
WIDE, DEEP, FIGURE = 44, 34, 3.2
#: The distance between men, and the number of men in a rank.
APART, RANK = 1.7, 6
#: How far a unit at the edge of the field has gone from its line.
BACK = 4.0
#: The height of the feet of each side's first rank, out of contact and in contact.
_LINES, _MEETING = (26.0, 9.5), (20.8, 11.2)
#: The same on a strip of ground, and the distance between the feet of two units that touch.
_STRIP, _TOUCHING = (28.5, 9.5), 6.4
#: The inches between two lines across a strip of ground.
_EVERY = 6
_KINDS = {"legionnaires": ("officer", "private", "blue"), "arabs": ("leader", "warrior", "orange")}


class FightBoard(TurnBoard):
    """The picture of a `Fight`, and what a press on it means: a unit, or the enemy to fire at."""

    side_marks: ClassVar[Mapping[str, str]] = {"Legion": "tint-blue", "Tribe": "tint-orange"}

    def view(self, situation: Fight, closer: bool = False) -> TableView:
        whole = TableView.fit(WIDE, DEEP)
        return whole.closer(Spot(Fraction(WIDE, 2), Fraction(DEEP, 2)), 1.4) if closer else whole

    def picture(
        self, situation: Fight, view: TableView, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        ground = _ground(view, situation.strip)
        men = figures(one for company in situation.units for one in _men(situation, company, view))
        chosen = [_outline(situation, unit, view)] if unit in situation.standing() else []
        lines = tuple(_aims(situation, unit, view)) + tuple(_contacts(situation, view))
        lines += tuple(_reach(situation, unit, choice, view))
        # on a strip others may stand where a unit fell
        shown = (one for one in situation.units if not (one.gone and situation.strip))
        named = [_name(situation, company, view) for company in shown]
        named += list(_expected(situation, unit, view))
        drawn: tuple[Shape, ...] = (*lines, *chosen, *men)
        written = placed(view.width, view.height, (*ground, *drawn), named)
        description = f"{situation.label}. {situation.text()}"
        return Scene(view.width, view.height, ground, (*drawn, *written), "A fight", description)

    def unit_at(self, situation: Fight, at: tuple[float, float], view: TableView) -> str:
        for name in situation.standing():
            left, top, right, bottom = _room(situation, situation.unit(name), view)
            if left <= at[0] <= right and top <= at[1] <= bottom:
                return name
        return ""

    def aimed(self, situation: Fight, unit: str, at: tuple[float, float], view: TableView) -> str:
        """Return the choice that a press on an enemy means: to fight it if the unit touches it, to
        fire at it, or to charge it, whichever is legal first. A press on the ground in front of the
        unit means to advance.
        """
        target = self.unit_at(situation, at, view)
        meant = [f"{verb} {unit} {target}" for verb in ("fight", "fire", "ground", "charge")]
        if not target and _is_in_front(situation, unit, at, view):
            meant = [f"advance {unit}"]
        legal = {one.words for one in choices(situation, unit) if one.legal}
        return next((words for words in meant if words in legal), "")

    def last_move(self, before: Fight, last: Happening, view: TableView) -> Iterable[Shape]:
        """Yield an arrow from where a unit came, or to the enemy it fired at or fought."""
        verb, name, other = last.verb, *(*last.names, "", "")[:2]
        after = last.situation
        assert isinstance(after, Fight)
        known = {unit.name for unit in before.units}
        if verb in _SHOTS_AT and other in known:
            ends = _middle(before, name, view), _middle(before, other, view)
        elif verb in ("advance", "charge", "obey") and name in known:
            ends = _middle(before, name, view), _middle(after, name, view)
        else:
            return
        yield from last_move(*ends, name)

    def at_stake(self, situation: Fight, unit: str, choice: Choice | None) -> tuple[Any, ...]:
        names = [enemy for enemy, _ in _shots(situation, unit)]
        feet = (_feet(situation, situation.unit(name)) for name in (*names, unit) if name)
        return tuple(Spot(Fraction(x), Fraction(y)) for x, y in feet)

    def legend(self, situation: Fight) -> tuple[tuple[str, str], ...]:
        return (
            ("tint-blue", "Legion"),
            ("tint-orange", "Tribe"),
            ("fire", "whom the chosen unit can hit"),
            ("dashed", "where it comes by an advance"),
            ("way", "in contact"),
            ("last-move", "the last move"),
        )

    def explain(self, situation: Fight, choice: Choice) -> Panel | None:
        verb, *names = choice.verb, *choice.names
        now = situation.now
        if isinstance(now, UnitTurn) and _may_fire(situation, now, choice):
            asks = _asks_fire(situation, now, choice)
            return _fire_state(situation, now, choice) if asks else None
        if verb == "fight" and choice.legal:
            unit, enemy = map(situation.unit, names)
            return PaychestMelee(
                skill_a=unit.melee,
                men_a=dict(unit.met)[enemy.name],
                skill_b=enemy.melee,
                men_b=dict(enemy.met)[unit.name],
                readings=_offered(situation, PaychestMelee),
            )
        if verb == "morale":
            unit = situation.unit(names[0])
            return Morale(kind=unit.kind, figures=unit.men, hits=unit.hits, battle="1")
        if choice.cite and choice.cite.kind == "ours" and not choice.legal:
            return None  # no panel knows about the ground
        if verb in _ACTS and isinstance(now, UnitTurn):
            met = dict(situation.unit(now.name).met)
            touches = names[1] in met if verb == "fight" else bool(met)
            return _turn_state(situation, now, _ACTS[verb], touches)
        return None


#: What a unit does to another.
_SHOTS_AT = ("fire", "rifles", "ground", "aim", "fight")
#: The question of a choice to the rules of a turn, and the kind of its target.
_FIRES = {"fire": "group", "rifles": "group", "aim": "figure"}
_ACTS = {
    **dict.fromkeys(("advance", "charge", "obey"), "move"),
    **dict.fromkeys((*_FIRES, "ground", "clear"), "fire"),
    "fight": "melee",
}


def _may_fire(fight: Fight, now: UnitTurn, one: Choice) -> bool:
    """Return whether a choice is a shot, and its turn lets the unit, or its leader, fire."""
    return one.verb in _FIRES and (one.legal or now.may(fight, "fire").value is True)


def _asks_fire(fight: Fight, now: UnitTurn, one: Choice) -> bool:
    """Return whether the fire panel explains this choice: a shot that may be fired, or that the
    target or a jam forbids.
    """
    target, gun = fight.unit(one.names[1]), fight.unit(now.name).gun and one.verb == "fire"
    if gun:
        return target.men > target.hidden and (one.legal or fight.unit(now.name).jammed)
    return one.legal or (target.men == 1 and one.verb != "aim")


def _offered(fight: Fight, panel: type[Panel]) -> tuple[tuple[str, str], ...]:
    """Return the readings of the fight that a panel asks about."""
    part = panel.readings_part()
    known = part.known if part else {}
    assert isinstance(known, Mapping)  # all panels of this game have the same readings
    chosen = ((key, option) for key, option in fight.readings if key in known)
    return tuple((key, option) for key, option in chosen if option != known[key].default)


def _fire_state(fight: Fight, now: UnitTurn, choice: Choice) -> Panel:
    unit, enemy = (fight.unit(name) for name in choice.names[:2])
    at, gun = _FIRES[choice.verb], unit.gun if choice.verb == "fire" else ""
    joins = unit.led and now.leader_joins(fight)
    alone = at == "figure" or (unit.led and unit.men == 1)
    return PaychestFire(
        weapon=gun or "rifle",
        jam="jammed" if gun and unit.jammed else "clear",
        skill=unit.fire,
        moved=now.moved,
        troops=unit.troops,
        firer="leader" if alone and not gun else "group",
        men=1 if alone else max(1, unit.men - (unit.led and not joins)),
        target="group" if gun else at,
        figures=1 if at == "figure" else max(1, enemy.men - (enemy.hidden if gun else 0)),
        hidden=enemy.hidden if gun else 0,
        inches=fight.distance(now.name, enemy.name),
        own=STRIP_TABLES if fight.strip else "",
        readings=_offered(fight, PaychestFire),
    )


def _turn_state(fight: Fight, now: UnitTurn, act: str, touches: bool) -> Panel:
    unit = fight.unit(now.name)
    return MayAct(
        question="unit",
        wants=act,
        card="now",
        done=now.done,
        troops=unit.troops,
        met=touches,
        result=unit.result,
        kind=unit.kind,
        rallied=unit.rallied,
        routed=unit.routed,
        readings=_offered(fight, MayAct),
    )


# -- where things stand -----------------------------------------------------------------------


def _side(fight: Fight, company: Company) -> int:
    return [*dict.fromkeys(unit.side for unit in fight.units)].index(company.side)


def _feet(fight: Fight, company: Company) -> tuple[float, float]:
    """Return the place of the middle of a unit's first rank, in units of the picture."""
    side = _side(fight, company)
    own = [unit.name for unit in fight.units if unit.side == company.side]
    x = WIDE * (own.index(company.name) + 0.5) / len(own)
    if company.met and not side:  # the second side stays; the first comes to it
        theirs = [unit.name for unit in fight.units if unit.side != company.side]
        x = WIDE * (theirs.index(company.met[0][0]) + 0.5) / len(theirs)
    if fight.strip:
        return x, _down_strip(fight, company)
    away = BACK * min(1, company.back / fight.edge)
    y = (_MEETING if company.met else _LINES)[side] + (-away if side else away)
    return x, y


def _down_strip(fight: Fight, company: Company) -> float:
    """Return how far down the picture the feet of a unit are on a strip of ground."""
    assert fight.strip is not None
    side, place = _side(fight, company), fight.place(company)
    y = _strip_y(fight.strip, min(max(place, 0), fight.strip.apart))
    behind = BACK * min(1, max(-place, place - fight.strip.apart, 0) / fight.edge)
    if company.met:  # both are near the midpoint between them
        enemy = fight.unit(company.met[0][0])
        middle = (place + fight.place(enemy)) / 2
        y = _strip_y(fight.strip, middle) + (-1 if side else 1) * (_TOUCHING - FIGURE) / 2
    return y + (-behind - FIGURE if side else behind)


def _strip_y(strip: StripData, place: float) -> float:
    """Return how far down the picture a place on a strip of ground is, in inches from the line of
    the first side.
    """
    first, second = _STRIP
    return first - (first - second - FIGURE) * place / strip.apart


@lru_cache(maxsize=8)
def _ground(view: TableView, strip: StripData | None) -> tuple[Shape, ...]:
    """Draw the bare field, or a strip of ground with its distances and its goal. The same view
    gives the same tuple, so that it is painted once.
    """
    left, top, right, bottom = *view.at(0, 0), *view.at(WIDE, DEEP)
    return (
        *bare_paper(view.width, view.height),
        Polygons((box(left - 8, top - 8, right + 8, bottom + 8),), "table-rim"),
        Polygons((box(left, top, right, bottom),), "felt"),
        *(_distances(view, strip) if strip else ()),
    )


def _distances(view: TableView, strip: StripData) -> Iterator[Shape]:
    for place in range(0, strip.apart + 1, _EVERY):
        y = _strip_y(strip, place)
        yield Lines(((view.at(0, y), view.at(WIDE, y)),), "range-line", f"{place} inches")
        label = "0 inches" if not place else str(place)
        yield Label(label, view.at(0.4, y - 0.3), "inch-mark", f"{place} inches", anchor="start")
    y, high = _strip_y(strip, strip.at), _strip_y(strip, 0) - _strip_y(strip, NEAR)
    yield Polygons((box(*view.at(0, y - high), *view.at(WIDE, y + high)),), "seen", strip.what)
    yield Circles((view.at(WIDE / 2, y),), 0.9 * view.scale, "terrain-water", strip.what)
    label = capitalized(f"{strip.what}, to {inches(NEAR)} from it")
    yield Label(label, view.at(WIDE - 0.4, y + 0.4), "area-name", strip.what, anchor="end")


def _men(fight: Fight, company: Company, view: TableView) -> Iterator[Figure]:
    leader, private, tint = _KINDS[company.troops]
    count, (x, y) = company.men, _feet(fight, company)
    back = 1 if not _side(fight, company) else -1
    for n in range(count):
        rank, place = divmod(n, RANK)
        wide = min(RANK, count - rank * RANK)
        at = view.at(x + APART * (place - (wide - 1) / 2), y + 2.2 * rank * back)
        kind = leader if company.led and n == 0 else private
        yield Figure(at, FIGURE * view.scale, kind, tint, company.name)


def _room(fight: Fight, company: Company, view: TableView) -> tuple[float, float, float, float]:
    """Return the box of a unit's men, in pixels."""
    x, y = _feet(fight, company)
    ranks = max(1, -(-company.men // RANK))
    wide = APART * min(RANK, max(company.men, 1)) / 2 + 0.6
    behind = 2.2 * (ranks - 1)
    top, bottom = (y, y + behind) if not _side(fight, company) else (y - behind, y)
    left, upper = view.at(x - wide, top - FIGURE - 0.5)
    right, lower = view.at(x + wide, bottom + 0.6)
    return left, upper, right, lower


def _outline(fight: Fight, name: str, view: TableView) -> Shape:
    ring = box(*_room(fight, fight.unit(name), view))
    return Lines(((*ring, ring[0]),), "chosen", name)


def _middle(fight: Fight, name: str, view: TableView) -> tuple[float, float]:
    left, top, right, bottom = _room(fight, fight.unit(name), view)
    return (left + right) / 2, (top + bottom) / 2


def _name(fight: Fight, company: Company, view: TableView) -> Name:
    if company.gone:
        text = f"{company.name}: {company.gone}"
    else:
        marks = [plural(company.men, "man", "men")]
        marks += [plural(company.hits, "hit")] if company.hits else []
        marks += ["no leader"] if not (company.led or company.acting) else []
        marks += ["jammed"] if company.jammed else []
        marks += [f"{company.hidden} in cover"] if company.hidden else []
        marks += [f"{company.back} back"] if company.back else []
        text = f"{company.name} ({', '.join(marks)})"
    return Name(text, "piece-name", _room(fight, company, view), company.name, plate=True)


def _shots(fight: Fight, unit: str) -> Iterator[tuple[str, Choice]]:
    """Yield each enemy that the chosen unit may fire at or fight, with the choice."""
    if unit not in fight.standing() or fight.over:
        return
    for one in choices(fight, unit):
        verb, *names = one.verb, *one.names
        if verb in ("fire", "ground", "fight") and one.legal and names[0] == unit:
            yield names[1], one


def _aims(fight: Fight, unit: str, view: TableView) -> Iterator[Shape]:
    paths: tuple[Path, ...] = tuple(
        (_middle(fight, unit, view), _middle(fight, enemy, view))
        for enemy, _ in _shots(fight, unit)
    )
    if paths:
        yield Lines(paths, "target-line", unit)


def _expected(fight: Fight, unit: str, view: TableView) -> Iterator[Name]:
    for enemy, one in _shots(fight, unit):
        (ax, ay), (bx, by) = _middle(fight, unit, view), _middle(fight, enemy, view)
        x, y = (ax + bx) / 2, (ay + by) / 2
        if one.expects:
            yield Name(one.expects, "note", (x - 1, y - 1, x + 1, y + 1), enemy, plate=True)


def _advance(fight: Fight, unit: str) -> int:
    """Return how many inches the chosen unit would advance; 0 if it may not."""
    if fight.strip is None or unit not in fight.standing() or fight.over:
        return 0
    words = f"advance {unit}"
    if not any(one.legal and one.words == words for one in choices(fight, unit)):
        return 0
    return min(fight.tables.movement["advance"], fight.room_ahead(unit))


def _in_front(fight: Fight, unit: str, view: TableView) -> tuple[float, float, float, float]:
    """Return the box of the ground that the unit would cross in an advance, in pixels."""
    x, y = _feet(fight, fight.unit(unit))
    after = fight.forward(unit, _advance(fight, unit))
    _, there = _feet(after, after.unit(unit))
    half = APART * RANK / 2
    left, top = view.at(x - half, min(y, there))
    right, bottom = view.at(x + half, max(y, there))
    return left, top, right, bottom


def _is_in_front(fight: Fight, unit: str, at: tuple[float, float], view: TableView) -> bool:
    """Return whether a point is on the ground of an advance, outside the unit's own men."""
    if not _advance(fight, unit):
        return False
    left, top, right, bottom = _in_front(fight, unit, view)
    high = FIGURE * view.scale  # the figures stand above their feet
    return left <= at[0] <= right and top - high <= at[1] <= bottom


def _reach(fight: Fight, unit: str, choice: Choice | None, view: TableView) -> Iterator[Shape]:
    if not _advance(fight, unit):
        return
    left, top, right, bottom = _in_front(fight, unit, view)
    y = bottom if _side(fight, fight.unit(unit)) else top
    in_hand = choice is not None and choice.words == f"advance {unit}"
    yield Lines((((left, y), (right, y)),), "chosen" if in_hand else "drift", unit)


def _contacts(fight: Fight, view: TableView) -> Iterator[Shape]:
    pairs = [
        (_middle(fight, unit.name, view), _middle(fight, enemy, view))
        for unit in fight.units
        for enemy, _ in unit.met
        if unit.name < enemy
    ]
    if pairs:
        yield Lines(tuple(pairs), "way", "in contact", "vermillion")


#: What `play` draws.
BOARD = FightBoard()
