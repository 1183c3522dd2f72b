"""The table of a firefight: its picture with the ground, the men, templates, arcs, and what the
chosen man may do; and the gestures on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from landships_lab.core.inches import STEP_DEGREES
from landships_lab.core.plane import Spot
from landships_lab.core.speech import percent
from landships_lab.drawing import draw, tabletop
from landships_lab.drawing.labels import Name, bounds, placed
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Path,
    Polygons,
    Scene,
    Shape,
    batched,
)
from landships_lab.drawing.soldiers import LAYERS, Soldier, soldier
from landships_lab.drawing.tabletop import Patch, TableView
from landships_lab.games.landser.panels.common import ARROWS, around, sector
from landships_lab.games.landser.rules.movement import Way, gets_there
from landships_lab.games.landser.rules.shots import hit_chance
from landships_lab.games.landser.rules.sight import may_fire_at
from landships_lab.games.landser.rules.templates import RADIUS
from landships_lab.games.landser.turn import facts, ground
from landships_lab.games.landser.turn.hurt import Effects
from landships_lab.games.landser.turn.moves import PACES, CoverFire, Go, Trip
from landships_lab.games.landser.turn.orders import Orders
from landships_lab.games.landser.turn.state import Firefight, Man, states
from landships_lab.panel.panel import Panel
from landships_lab.play.board import TurnBoard
from landships_lab.play.turns import Choice, Happening
from .explain import panel_of

#: The radius around a man, in inches, in which a hand grabs him.
GRASP = 0.8
#: A turn of the wheel of a heading, in degrees.
POINT = 30
_GROUND = (Orders, Go)
#: Half the width of a figure, in inches.
BODY = 0.42
#: How a piece of terrain is drawn, by its kind; lines have no entry.
_DRAWN = {"woods": "woods", "rubble": "field", "barn": "town", "marsh": "marsh"}
#: The marks of the legend for kinds of terrain.
_EXPLAINED = {"woods": "woods", "barn": "town"}
#: The letter on a helmet, by role; riflemen have their number.
_LETTERS = {"leader": "L", "second": "S", "gunner": "G", "loader": "A"}
#: The rays that draw the reach of a move.
_RAYS = 36


class LandserBoard(TurnBoard):
    """The table top of Landser."""

    side_marks: ClassVar[Mapping[str, str]] = {
        "Germans": "unit-german",
        "British": "unit-british",
        "Soviets": "unit-british",
    }

    def view(self, situation: Firefight, closer: bool = False) -> TableView:
        table = ground.ground(situation.table)
        whole = TableView.fit(table.wide, table.deep)
        return whole.closer(_middle(situation)) if closer else whole

    def picture(
        self, situation: Firefight, view: TableView, unit: str = "", choice: Choice | None = None
    ) -> Scene:
        table = ground.ground(situation.table)
        base = tabletop.ground(view, table.wide, table.deep, _patches(situation.table))
        figures: list[Shape] = list(_lines(view, situation.table))
        named: list[Name] = []
        figures += _templates(view, situation)
        for man in situation.men:
            if man.watch is not None and man.fights:
                figures += _arc(view, man)
        chosen = situation.man(unit) if unit and situation.has(unit) else None
        if chosen is not None:
            figures += _reach(view, situation, chosen)
            for shapes, name in _shots(view, situation, chosen):
                figures += shapes
                named.append(name)
        if choice is not None:
            figures += _in_hand(view, situation, choice)
        men: list[Shape] = []
        for man in situation.men:
            if man.status in ("", "hurt"):
                men += _man(view, man, chosen is man)
                named += _names(view, man, chosen is man)
            elif man.status == "prisoner":
                men += _prisoner(view, situation, man)
        figures += batched(men, ("selected", *LAYERS), frozenset(("target-ring", "selected")))
        named += [
            *tabletop.area_names(view, _patches(situation.table)),
            *_line_names(view, situation),
        ]
        figures += placed(view.width, view.height, (*base, *figures), named)
        words = f"{situation.label}. {situation.text()}"
        return Scene(view.width, view.height, base, tuple(figures), situation.setup.title, words)

    def last_move(self, before: Firefight, last: Happening, view: TableView) -> Iterator[Shape]:
        """Yield where men went, or whom a man fired at, looked for or assaulted."""
        assert isinstance(last.situation, Firefight)
        for man in before.men:
            start, end = view.pixel(man.at), view.pixel(last.situation.man(man.name).at)
            if man.fights and start != end:
                yield from draw.last_move(start, end, last.did)
        pair = [before.man(name) for name in last.names[:2] if before.has(name)]
        if len(pair) == 2 and pair[0].side != pair[1].side:
            start, end = (view.pixel(man.at) for man in pair)
            yield from draw.last_move(start, end, last.did)

    def at_stake(self, situation: Firefight, unit: str, choice: Choice | None) -> tuple[Any, ...]:
        """Return the enemies that the chosen man knows of, the man, and the places of
        the choice.
        """
        if not situation.has(unit):
            return choice.marks if choice else ()
        man = situation.man(unit)
        known = (one.at for one in situation.enemies(man) if one.name in man.aware)
        return (*known, man.at, *(choice.marks if choice else ()))

    def unit_at(self, situation: Firefight, at: tuple[float, float], view: TableView) -> str:
        seen = (man for man in situation.men if man.status in ("", "hurt"))
        far = {man.name: math.dist(view.pixel(man.at), at) for man in seen}
        near = [name for name in far if far[name] <= GRASP * view.scale]
        return min(near, key=far.__getitem__, default="")

    def aimed(
        self, situation: Firefight, unit: str, at: tuple[float, float], view: TableView
    ) -> str:
        """Return the words of the choice that a press means: a shot at the enemy there, spotting
        him if he is unknown, or a move to the place.
        """
        if situation.over:
            return ""
        step, there = situation.now, self.unit_at(situation, at, view)
        if isinstance(step, Effects):
            return f"effect {there}" if there else ""
        if isinstance(step, CoverFire):
            return f"fire {step.watcher} {step.mover}" if there == step.mover else ""
        if not isinstance(step, _GROUND):
            return ""
        name = step.name if isinstance(step, Go) else unit
        if not name or not situation.has(name):
            return ""
        man = situation.man(name)
        if there and situation.man(there).side != man.side:
            return _at_enemy(situation, step, man, situation.man(there))
        if there == name and isinstance(step, Go):
            return f"stay {name}"
        if there:
            return ""
        return _to_place(situation, step, man, view, at)

    def turned(self, situation: Firefight, words: str, points: int) -> str:
        verb, *rest = words.split()
        if verb != "cover" or len(rest) != 2:
            return words
        degrees = (int(rest[1]) + POINT * points) % 360
        return f"cover {rest[0]} {degrees - degrees % STEP_DEGREES}"

    def stepped(self, situation: Firefight, words: str, arrow: str) -> str:
        verb, *rest = words.split()
        step = ARROWS.get(arrow)
        if step is None or verb not in ("to", "grenade", *PACES) or len(rest) < 2:
            return words
        place = ground.read(*rest[-2:])
        if place is None:
            return words
        moved = ground.spot_of(place.x + step[0] * ground.STEP, place.y + step[1] * ground.STEP)
        if not ground.ground(situation.table).on_table(moved):
            return words
        return " ".join((verb, *rest[:-2], ground.write(moved)))

    def drag_targets(
        self, situation: Firefight, view: TableView
    ) -> tuple[tuple[float, float, float], ...]:
        if situation.over:
            return ()
        step = situation.now
        names = [step.name] if isinstance(step, Go) else []
        if isinstance(step, Orders):
            names = [man.name for man in situation.of(situation.active) if not man.acted]
        men = (situation.man(name) for name in names)
        return tuple((*view.pixel(man.at), GRASP * view.scale) for man in men)

    def explain(self, situation: Firefight, choice: Choice) -> Panel | None:
        return panel_of(situation, choice)

    def legend(self, situation: Firefight) -> tuple[tuple[str, str], ...]:
        there = {piece.kind for piece in ground.ground(situation.table).pieces}
        roles = {man.role for man in situation.men}
        letters = ", ".join(f"{of} {role}" for role, of in _LETTERS.items() if role in roles)
        return (
            *((f"ground-{mark}", kind) for kind, mark in _EXPLAINED.items() if kind in there),
            ("unit-german", "Germans"),
            ("unit-british", "enemies"),
            ("dot", letters),
            ("template-reach", "how far he may go"),
            ("template", "burst"),
            ("last-move", "last move"),
        )


def _at_enemy(situation: Firefight, step: object, man: Man, enemy: Man) -> str:
    if isinstance(step, Go):
        return f"fire {man.name} {enemy.name}"
    if man.opponent == enemy.name or facts.in_contact(man, enemy):
        return f"assault {man.name} {enemy.name}"
    if facts.knows(situation, man, enemy).value:
        return f"fire {man.name} {enemy.name}"
    return f"spot {man.name} {enemy.name}"


def _to_place(
    situation: Firefight, step: object, man: Man, view: TableView, at: tuple[float, float]
) -> str:
    spot = view.spot(at)
    place = ground.spot_of(spot.x, spot.y)
    if not ground.ground(situation.table).on_table(place):
        return ""
    if isinstance(step, Go):
        return f"to {ground.write(place)}"
    far = _reach_of(situation, man, "move")
    square = ground.square(man.at, place)
    verb = "move" if square <= far * far else "fast"
    return f"{verb} {man.name} {ground.write(place)}"


# -- the picture -----------------------------------------------------------------------------------


def _middle(situation: Firefight) -> Spot:
    """Return the centre of the men who fight."""
    men = [man for man in situation.men if man.fights] or list(situation.men)
    x = sum((Fraction(man.at.x) for man in men), Fraction(0)) / len(men)
    y = sum((Fraction(man.at.y) for man in men), Fraction(0)) / len(men)
    return Spot(x, y)


@lru_cache(maxsize=8)
def _patches(table: str) -> tuple[Patch, ...]:
    return tuple(
        Patch(_DRAWN[piece.kind], piece.name, piece.ring)
        for piece in ground.ground(table).pieces
        if piece.area
    )


def _lines(view: TableView, table: str) -> Iterator[Shape]:
    for piece in ground.ground(table).pieces:
        if not piece.area:
            role = "cover-hard" if piece.hard else "cover-soft"
            yield Lines((view.ring(piece.ring),), role, piece.name)


def _line_names(view: TableView, situation: Firefight) -> Iterator[Name]:
    for piece in ground.ground(situation.table).pieces:
        if not piece.area:
            left, top, right, bottom = bounds(view.ring(piece.ring))
            box = (left - 4, top - 4, right + 4, bottom + 4)
            yield Name(piece.name.removeprefix("the "), "area-name", box, piece.name)


def _templates(view: TableView, situation: Firefight) -> Iterator[Shape]:
    for laid in situation.templates:
        radius = float(RADIUS) * view.scale
        yield Circles((view.pixel(laid.centre),), radius, "template", laid.gunner)


def _arc(view: TableView, man: Man) -> Iterator[Shape]:
    """Draw the arc of covering fire, to a foot from him."""
    at, ahead = view.pixel(man.at), float(man.watch or 0)
    yield from sector(at, ahead, 22.5, 12 * view.scale, man.name)


def _letter(man: Man) -> str:
    """Return the letter or number on a man's helmet."""
    return _LETTERS.get(man.role, man.role.rpartition(" ")[2])


def _man(view: TableView, man: Man, chosen: bool) -> Iterator[Shape]:
    at = view.pixel(man.at)
    if chosen:
        yield Circles((at,), (BODY + 0.25) * view.scale, "selected", man.name)
    armed = {"gpmg": "gun", "lmg": "gun", "smg": "smg"}.get(man.weapons[0], "rifle")
    size = 1.5 * BODY * view.scale
    out = man.status == "hurt"
    prone = out or facts.hiding(man) != ""
    yield from soldier(
        Soldier(at, size, float(man.facing), _side(man), armed, man.name, prone=prone, out=out)
    )
    yield Label(_letter(man), at, "helmet-letter", man.name)


def _side(man: Man) -> str:
    return "German" if man.side == "Germans" else "British"


def _prisoner(view: TableView, situation: Firefight, man: Man) -> Iterator[Shape]:
    number = [one.name for one in situation.prisoners(man.guard)].index(man.name)
    x, y = view.pixel(man.at)
    at = (x + (0.5 + 0.4 * number) * view.scale, y + 0.5 * view.scale)
    size = BODY * view.scale
    yield from soldier(Soldier(at, size, float(man.facing), _side(man), "", man.name, out=True))


def _names(view: TableView, man: Man, chosen: bool) -> Iterator[Name]:
    seen, box = states(man), around(view.pixel(man.at), BODY * view.scale)
    hidden = " in hide" if facts.hiding(man) and "hide" not in seen else ""
    if chosen or man.role == "leader":
        words = f"{man.name} ({seen or hidden.strip()})" if seen or hidden else man.name
        yield Name(words, "piece-name", box, man.name, plate=True)
    elif seen or hidden:
        yield Name(f"{seen}{hidden}".strip(), "tree-words", box, man.name)


# -- what the chosen man may do --------------------------------------------------------------------


def _reach_of(situation: Firefight, man: Man, action: str) -> Fraction:
    """Return the inches of clear ground that an action gives a man now."""
    return Trip(situation, man, action).inches_left


def _reach(view: TableView, situation: Firefight, man: Man) -> Iterator[Shape]:
    """Draw how far he can move, normally and fast."""
    if situation.over or not man.fights:
        return
    step = situation.now
    actions: tuple[str, ...]
    if isinstance(step, Go) and step.name == man.name:
        actions, spent = (step.action,), step.spent
    elif isinstance(step, Orders) and man.side == situation.active and not man.acted:
        paces = [PACES[verb] for verb in ("move", "fast")]
        actions, spent = tuple(a for a in paces if facts.may(situation, man, a).value), Fraction(0)
    else:
        return
    for action in actions:
        rim = _rim(view, situation, man, action, spent)
        tint = "green" if action != "move fast" else "blue"
        yield Polygons((rim,), "reach", action, tint)
        yield Lines(((*rim, rim[0]),), "template-reach", action)


def _rim(view: TableView, situation: Firefight, man: Man, action: str, spent: Fraction) -> Path:
    """Return the outline of his reach: the end of each ray, to an eighth of an inch."""
    bare = replace(Trip(situation, man, action).way, ends_in_cover=False)
    longest = max(_reach_of(situation, man, action) - spent, Fraction(0))
    used = max(spent - Fraction(1, 4), Fraction(0))
    rim = []
    for ray in range(_RAYS):
        angle = 2 * math.pi * ray / _RAYS
        near, far = 0, int(8 * longest)
        while near < far:
            half = (near + far + 1) // 2
            if _gets(situation, man, bare, _along(man.at, angle, half), used):
                near = half
            else:
                far = half - 1
        end = _along(man.at, angle, near)
        rim.append(view.at(float(end.x), float(end.y)))
    return tuple(rim)


def _along(at: Spot, angle: float, eighths: int) -> Spot:
    x, y = 8 * float(at.x) + eighths * math.sin(angle), 8 * float(at.y) - eighths * math.cos(angle)
    return ground.spot_of(Fraction(round(x), 8), Fraction(round(y), 8))


def _gets(situation: Firefight, man: Man, bare: Way, place: Spot, used: Fraction) -> bool:
    table = ground.ground(situation.table)
    if not table.on_table(place) or ground.shut(situation.table, man.at, place):
        return False
    part = ground.way(situation.table, man.at, place, bare.action)
    clear = max(part.clear + used - Fraction(1, 4), Fraction(0))
    way = replace(bare, clear=clear, difficult=part.difficult, obstacles=part.obstacles)
    return gets_there(way, situation.read)


def _shots(
    view: TableView, situation: Firefight, man: Man
) -> Iterator[tuple[tuple[Shape, ...], Name]]:
    """Yield a line to each enemy he could hit, labelled with the chance."""
    spent = man.acted and man.side == situation.active and not isinstance(situation.now, Go)
    if situation.over or not man.fights or spent:
        return
    for enemy in situation.enemies(man):
        if not facts.knows(situation, man, enemy).value:
            continue
        asked = facts.shot(situation, man, enemy, facts.arms(situation, man)[0], False, False)
        if not may_fire_at(facts.sighting(situation, man, enemy), asked, situation.read).value:
            continue
        (ax, ay), (bx, by) = view.pixel(man.at), view.pixel(enemy.at)
        line = Lines((((ax, ay), (bx, by)),), "sight-line", enemy.name)
        chance = percent(hit_chance(asked, situation.read))
        name = Name(chance, "piece-name", around((bx, by), 8), enemy.name, plate=True)
        yield (line,), name


def _in_hand(view: TableView, situation: Firefight, choice: Choice) -> Iterator[Shape]:
    """Draw the effect of the choice in hand: where he goes, and what is under its template."""
    words = [choice.verb, *choice.names]
    man = situation.man(choice.unit) if choice.unit and situation.has(choice.unit) else None
    if man is None:
        return
    marks = [mark for mark in choice.marks if isinstance(mark, Spot)]
    if words[0] in ("burst", "grenade") and marks:
        yield Circles((view.pixel(marks[0]),), float(RADIUS) * view.scale, "template", "in hand")
    if words[0] == "cover":
        yield from _arc(view, replace(man, watch=int(words[2])))
    if marks:
        path = (view.pixel(man.at), *map(view.pixel, marks))
        yield Lines((path,), "sight-line" if choice.legal else "illegal", "in hand")
    if words[0] in ("to", *PACES) and marks:
        yield Circles((view.pixel(marks[-1]),), BODY * view.scale, "ghost", "in hand")


BOARD = LandserBoard()
