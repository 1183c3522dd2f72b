"""The picture of a firefight: the ground, the men, templates, arcs, and what the chosen man may
do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.plane import Spot
from landships_lab.core.speech import percent
from landships_lab.drawing import tabletop
from landships_lab.drawing.labels import Box, Name, placed
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
from landships_lab.games.landser.rules.movement import Way, gets_there
from landships_lab.games.landser.rules.shots import hit_chance
from landships_lab.games.landser.rules.sight import may_fire_at
from landships_lab.games.landser.rules.templates import RADIUS
from landships_lab.games.landser.turn import facts, ground
from landships_lab.games.landser.turn.moves import PACES, Go, Trip
from landships_lab.games.landser.turn.orders import Orders
from landships_lab.games.landser.turn.state import Firefight, Man, states
from landships_lab.play.turns import Choice

#: Half the width of a figure, in inches.
BODY = 0.42
#: What a piece of terrain is drawn as, by its kind; a line has none.
DRAWN = {"woods": "woods", "rubble": "field", "barn": "town", "marsh": "marsh"}
#: The letter on a helmet, by role; riflemen have their number.
LETTERS = {"leader": "L", "second": "S", "gunner": "G", "loader": "A"}
#: Rays of the reach of a move.
RAYS = 36


def middle(situation: Firefight) -> Spot:
    """Return the middle of the men who fight."""
    men = [man for man in situation.men if man.fights] or list(situation.men)
    x = sum((Fraction(man.at.x) for man in men), Fraction(0)) / len(men)
    y = sum((Fraction(man.at.y) for man in men), Fraction(0)) / len(men)
    return Spot(x, y)


@lru_cache(maxsize=8)
def _patches(table: str) -> tuple[Patch, ...]:
    return tuple(
        Patch(DRAWN[piece.kind], piece.name, piece.ring)
        for piece in ground.ground(table).pieces
        if piece.area
    )


def scene(situation: Firefight, view: TableView, unit: str, choice: Choice | None) -> Scene:
    """Return the picture of a situation."""
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
    named += [*tabletop.area_names(view, _patches(situation.table)), *_line_names(view, situation)]
    figures += placed(view.width, view.height, (*base, *figures), named)
    words = f"{situation.label}. {situation.text()}"
    return Scene(view.width, view.height, base, tuple(figures), situation.setup.title, words)


# -- ground ----------------------------------------------------------------------------------------


def _lines(view: TableView, table: str) -> Iterator[Shape]:
    for piece in ground.ground(table).pieces:
        if not piece.area:
            role = "cover-hard" if piece.hard else "cover-soft"
            yield Lines((view.ring(piece.ring),), role, piece.name)


def _line_names(view: TableView, situation: Firefight) -> Iterator[Name]:
    for piece in ground.ground(situation.table).pieces:
        if not piece.area:
            (ax, ay), (bx, by) = view.ring(piece.ring)
            box = (min(ax, bx) - 4, min(ay, by) - 4, max(ax, bx) + 4, max(ay, by) + 4)
            yield Name(piece.name.removeprefix("the "), "area-name", box, piece.name)


def _templates(view: TableView, situation: Firefight) -> Iterator[Shape]:
    for laid in situation.templates:
        radius = float(RADIUS) * view.scale
        yield Circles((view.pixel(laid.centre),), radius, "template", laid.gunner)


def _arc(view: TableView, man: Man) -> Iterator[Shape]:
    """Draw the arc of covering fire, to a foot from him."""
    ends = [math.radians((man.watch or 0) + 22.5 * part / 6) for part in range(-6, 7)]
    x, y = view.pixel(man.at)
    far = 12 * view.scale
    rim = tuple((x + far * math.sin(end), y - far * math.cos(end)) for end in ends)
    yield Polygons((((x, y), *rim),), "wedge", man.name, "blue")
    yield Lines((((x, y), rim[0]), ((x, y), rim[-1])), "wedge-edge", man.name, "blue")


# -- men -------------------------------------------------------------------------------------------


def letter(man: Man) -> str:
    """Return the letter or number on a man's helmet."""
    return LETTERS.get(man.role, man.role.rpartition(" ")[2])


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
    yield Label(letter(man), at, "helmet-letter", man.name)


def _side(man: Man) -> str:
    return "German" if man.side == "Germans" else "British"


def _prisoner(view: TableView, situation: Firefight, man: Man) -> Iterator[Shape]:
    number = [one.name for one in situation.prisoners(man.guard)].index(man.name)
    x, y = view.pixel(man.at)
    at = (x + (0.5 + 0.4 * number) * view.scale, y + 0.5 * view.scale)
    size = BODY * view.scale
    yield from soldier(Soldier(at, size, float(man.facing), _side(man), "", man.name, out=True))


def _body(view: TableView, man: Man) -> Box:
    x, y = view.pixel(man.at)
    reach = BODY * view.scale
    return x - reach, y - reach, x + reach, y + reach


def _names(view: TableView, man: Man, chosen: bool) -> Iterator[Name]:
    told = states(man)
    hidden = " in hide" if facts.hiding(man) and "hide" not in told else ""
    if chosen or man.role == "leader":
        words = f"{man.name} ({told or hidden.strip()})" if told or hidden else man.name
        yield Name(words, "piece-name", _body(view, man), man.name, plate=True)
    elif told or hidden:
        yield Name(f"{told}{hidden}".strip(), "tree-words", _body(view, man), man.name)


# -- what the chosen man may do --------------------------------------------------------------------


def reach_of(situation: Firefight, man: Man, action: str) -> Fraction:
    """Return the inches of clear ground that an action gives a man now."""
    return Trip(situation, man, action).left


def _reach(view: TableView, situation: Firefight, man: Man) -> Iterator[Shape]:
    """Draw how far he gets: by moving, and by moving fast."""
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
    """Return the rim of what he reaches: the end of each ray, to an eighth of an inch."""
    bare = replace(Trip(situation, man, action).way, ends_in_cover=False)
    longest = max(reach_of(situation, man, action) - spent, Fraction(0))
    used = max(spent - Fraction(1, 4), Fraction(0))
    rim = []
    for ray in range(RAYS):
        angle = 2 * math.pi * ray / RAYS
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
    """Yield a line to each enemy he could hit, with the chance on it."""
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
        box = (bx - 8, by - 8, bx + 8, by + 8)
        yield (line,), Name(chance, "piece-name", box, enemy.name, plate=True)


def _in_hand(view: TableView, situation: Firefight, choice: Choice) -> Iterator[Shape]:
    """Draw what a choice in hand would do: where he goes, what is under its template."""
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
