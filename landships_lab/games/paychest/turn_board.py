"""A fight of Paychest as a picture: two lines of soldiers, who touches whom, and how far each unit
has gone back. No board is printed, so the places say no more than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.plane import Spot
from landships_lab.core.speech import plural
from landships_lab.drawing.figures import Figure, figures
from landships_lab.drawing.labels import Name, placed
from landships_lab.drawing.shapes import Lines, Path, Polygons, Scene, Shape, bare_paper
from landships_lab.drawing.shapes import rectangle as box
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.paychest.panels.fire import PaychestFire
from landships_lab.games.paychest.panels.melee import PaychestMelee
from landships_lab.games.paychest.panels.morale import Morale
from landships_lab.games.paychest.panels.turn import MayAct
from landships_lab.games.paychest.turn import Company, Fight
from landships_lab.games.paychest.turn.cards import UnitTurn
from landships_lab.games.paychest.turn.fight import NEAR, STRIP_TABLES
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice, choices

#: The field in the units of the picture, and the depth of the place of a unit in it.
WIDE, DEEP, FIGURE = 44, 34, 3.2
#: How far apart men stand, and how many stand in a rank.
APART, RANK = 1.7, 6
#: How far a unit at the edge of the field has gone from its line.
BACK = 4.0
#: Where the feet of the first rank of each side stand, out of contact and in it.
_LINES, _MEETING = (26.0, 9.5), (20.8, 11.2)
_KINDS = {"legionnaires": ("officer", "private", "blue"), "arabs": ("leader", "warrior", "orange")}


class FightBoard(TurnBoard):
    """The picture of a `Fight`, and what a press on it means: a unit, or the enemy to fire at."""

    def view(self, situation: Fight, closer: bool = False) -> TableView:
        whole = TableView.fit(WIDE, DEEP)
        return whole.closer(Spot(Fraction(WIDE, 2), Fraction(DEEP, 2)), 1.4) if closer else whole

    def picture(
        self, situation: Fight, view: TableView, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        ground = _ground(view)
        men = figures(one for company in situation.units for one in _men(situation, company, view))
        chosen = [_outline(situation, unit, view)] if unit in situation.standing() else []
        lines = tuple(_aims(situation, unit, view)) + tuple(_contacts(situation, view))
        named = [_name(situation, company, view) for company in situation.units]
        named += list(_expected(situation, unit, view))
        drawn: tuple[Shape, ...] = (*lines, *chosen, *men)
        written = placed(view.width, view.height, (*ground, *drawn), named)
        told = f"{situation.label}. {situation.text()}"
        return Scene(view.width, view.height, ground, (*drawn, *written), "A fight", told)

    def unit_at(self, situation: Fight, at: tuple[float, float], view: TableView) -> str:
        for name in situation.standing():
            left, top, right, bottom = _room(situation, situation.unit(name), view)
            if left <= at[0] <= right and top <= at[1] <= bottom:
                return name
        return ""

    def aimed(self, situation: Fight, unit: str, at: tuple[float, float], view: TableView) -> str:
        """Return the choice that a press on an enemy means: to fight it where it is touched, to
        fire at it, or to charge it, whatever is legal first.
        """
        target = self.unit_at(situation, at, view)
        meant = [f"{verb} {unit} {target}" for verb in ("fight", "fire", "ground", "charge")]
        legal = {one.words for one in choices(situation, unit) if one.legal}
        return next((words for words in meant if words in legal), "")

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
            return None  # no panel knows the ground
        if verb in _ACTS and isinstance(now, UnitTurn):
            met = dict(situation.unit(now.name).met)
            touches = names[1] in met if verb == "fight" else bool(met)
            return _turn_state(situation, now, _ACTS[verb], touches)
        return None


#: What a choice asks of the rules of a turn, and what it fires at.
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
    """Return whether the panel of fire tells this choice: a shot that may be fired, or that the
    target or a jam refuses.
    """
    target, gun = fight.unit(one.names[1]), fight.unit(now.name).gun and one.verb == "fire"
    if gun:
        return target.men > target.hidden and (one.legal or fight.unit(now.name).jammed)
    return one.legal or (target.men == 1 and one.verb != "aim")


def _offered(fight: Fight, panel: type[Panel]) -> tuple[tuple[str, str], ...]:
    """Return the readings of the fight that a panel asks about."""
    part = panel.readings_part()
    known = part.known if part else {}
    assert isinstance(known, Mapping)  # all panels of this game know the same ones
    taken = ((key, option) for key, option in fight.readings if key in known)
    return tuple((key, option) for key, option in taken if option != known[key].default)


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
    """Return where the middle of the first rank of a unit stands, in units of the picture."""
    side = _side(fight, company)
    own = [unit.name for unit in fight.units if unit.side == company.side]
    x = WIDE * (own.index(company.name) + 0.5) / len(own)
    away = BACK * min(1, company.back / fight.edge)
    y = (_MEETING if company.met else _LINES)[side] + (-away if side else away)
    if company.met and not side:  # the second side stands; the first comes to it
        theirs = [unit.name for unit in fight.units if unit.side != company.side]
        x = WIDE * (theirs.index(company.met[0][0]) + 0.5) / len(theirs)
    return x, y


@lru_cache(maxsize=8)
def _ground(view: TableView) -> tuple[Shape, ...]:
    """Draw the bare field; the same view gives the same tuple, so that it is painted once."""
    left, top, right, bottom = *view.at(0, 0), *view.at(WIDE, DEEP)
    return (
        *bare_paper(view.width, view.height),
        Polygons((box(left - 8, top - 8, right + 8, bottom + 8),), "table-rim"),
        Polygons((box(left, top, right, bottom),), "felt"),
    )


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
        said = f"{company.name}: {company.gone}"
    else:
        marks = [plural(company.men, "man", "men")]
        marks += [plural(company.hits, "hit")] if company.hits else []
        marks += ["no leader"] if not (company.led or company.acting) else []
        marks += ["jammed"] if company.jammed else []
        marks += [f"{company.hidden} in cover"] if company.hidden else []
        marks += [f"{company.back} back"] if company.back else []
        said = f"{company.name} ({', '.join(marks)})"
    return Name(said, "piece-name", _room(fight, company, view), company.name, plate=True)


def _shots(fight: Fight, unit: str) -> Iterator[tuple[str, Choice]]:
    """Yield each enemy that the chosen unit may fire at or fight, with that choice."""
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
