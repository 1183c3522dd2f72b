"""Landser templates: grenades, launchers, machine-gun bursts and arcs on the table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import one_of
from landships_lab.core.dice import Odds
from landships_lab.core.inches import Spot
from landships_lab.core.speech import percent, plural, signed
from landships_lab.drawing import soldiers, tabletop
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.labels import Name, bounds, placed
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Path,
    Pixel,
    Polygons,
    Scene,
    Shape,
    batched,
    rectangle,
)
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.landser.analysis.casualties import CELL, Toll, heat, toll_of
from landships_lab.games.landser.rules import templates
from landships_lab.games.landser.rules.grenades import GRENADE, Landing, Soldier, lies_prone
from landships_lab.games.landser.rules.templates import Blast, Burst
from landships_lab.panel.board import Action, Gesture
from landships_lab.panel.controls import Buttons, Control, Field, Toggle, Toggles
from landships_lab.panel.parts.base import names
from . import common
from .common import ARROWS, SHORT_NAMES, around, outcome_bars, sector
from .template_table import DEEP, THROWN, WIDE, TemplateTable, Wall, place_of, read_spot, write_spot

BEARING = {"prone": "prone", "hiding": "hides"}
#: The distance, in inches, within which a hand grabs something.
GRASP = 0.7
#: The width of the first column of the table below a question.
_HEAD = 160.0


@dataclass(frozen=True)
class LandserTemplate(TemplateTable):
    """Throw a grenade, lay a machine-gun template, or look along an arc."""

    id = "landser:template"
    title = "Templates and grenades"
    order = names("mode chosen man aim at event ground gun covering thrower base back")
    secondary = names("thrower base back")
    stage = (
        ("Picture", "picture"),
        ("Odds", "chart 1 + chart 2"),
        ("Several men", "chart 3 + chart 4"),
        ("Cover", "tables"),
    )
    zooms = True
    prompt = "Where does it land, and what does it do there?"
    usage_hint = (
        "Click to aim · drag men, walls, the thrower or the cross · arrow keys move the aim half an"
        " inch"
    )

    def ask(self) -> Answer[Fraction | bool | Gap]:
        read = dict(self.readings)
        if self.mode == "arc":
            return templates.watched_arc(self.thrower, self.aim, self.man, read, self.fired)
        among = (self.men, self.chosen, self.obstacles, read)
        if self.mode == "machine-gun":
            gun = templates.Laid(self.thrower, self.aim, self.event, self.gun_jams, self.base)
            return templates.burst(gun, *among)
        return templates.blast(self.throw, *among)

    def picture(self, answer: Answer[object], view: TableView | None = None) -> Scene:
        return _picture(self, answer, view or self.view())

    def question_picture(self) -> Scene:
        scene = self.picture(replace(self.answer(), value=None, headline=""))
        kept = (one for one in scene.figures if not one.role.startswith(("wedge", "heat")))
        bare = replace(scene, figures=tuple(kept))
        return common.below(bare, _cover(), _HEAD) if self.mode in THROWN else bare

    @classmethod
    def view(cls, centre: Action | Spot | None = None) -> TableView:
        whole = TableView.fit(WIDE, DEEP)
        return whole.closer(centre) if isinstance(centre, Spot) else whole

    def closer_to(self) -> Spot:
        return self.aim

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        blast = answer.detail
        if not isinstance(blast, Blast):
            # half of the men under a jammed burst are hit, and the source does not say which
            known = blast is not None and blast.rolling == blast.under
            return _toll_bars(toll_of(blast), len(self.men)) if known else ()
        bars = tuple((danger.soldier.name, danger.affected) for danger in blast.dangers)
        return (
            Bars("Must roll for effect", "man", bars, tint="vermillion"),
            Bars(f"What becomes of {self.chosen}", SHORT_NAMES, outcome_bars(blast.outcomes)),
            *_toll_bars(toll_of(blast), len(self.men)),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        if not isinstance(answer.detail, Blast):
            return ()
        prone = lies_prone(self.man, answer.detail.readings)
        bare = 1 if prone else 2 if self.soft_ground else None
        lit = {"hard": 0, "soft": 1}.get(answer.detail.cover, bare)
        note = f"Lit: what covers {self.chosen} from a grenade placed."
        return (replace(_cover(), lit_row=lit, note=note),)

    def effect(self, answer: Answer[object]) -> str:
        attack = answer.detail
        if self.mode == "arc":
            return "in" if answer.value else "out"
        if isinstance(attack, Burst):
            rolls = f"{self.chosen} {'rolls' if answer.value else 'does not'}"
            rolls = "half roll" if isinstance(answer.value, Gap) else rolls
            return f"{len(attack.under) or 'nobody'} under it; {rolls}"
        if attack is None:
            return "cannot be sent there"
        several = percent(toll_of(attack).chance(lambda toll: toll.affected > 1))
        return f"{self.chosen} {percent(attack.dangers_of[self.chosen])}, 2+ {several}"

    # -- what the reader sets ----------------------------------------------------------------------

    def actions(self) -> tuple[Control, ...]:
        at = Field("at", f"{self.chosen} at", write_spot(self.things[self.chosen]), "such as 9,6")
        if self.mode == "arc":
            return (at,)
        bearing = (Toggle(key, label, getattr(self.man, key)) for key, label in BEARING.items())
        button = ("back", "Put back", "Put all men and walls back where they began")
        back = Buttons("back", "Men and walls", (button,))
        return (at, Toggles("man", self.chosen, tuple(bearing)), back)

    def act(self, control: str, value: Any) -> Self:
        """Move the selected man, lay him down or let him hide, or put everything back."""
        match control:
            case "at":
                return self.moved(self.chosen, read_spot(str(value)))
            case "man":
                box, on = value
                return self.with_man(self.chosen, **{one_of("box", box, BEARING): bool(on)})
            case "back":
                one_of("button", value, ["back"])
                return replace(self.initial(), mode=self.mode, readings=self.readings)
        return super().act(control, value)

    def pointed(self, gesture: Gesture, view: TableView) -> Self:
        """Grab what is pressed, or aim there; a drag moves what is held."""
        if gesture.kind == "press":
            held = _under(self, view, gesture.at)
            if not held:
                return replace(self, held="aim").moved("aim", view.spot(gesture.at))
            man = any(man.name == held for man in self.men)
            return replace(self, held=held, chosen=held if man else self.chosen)
        dragged = gesture.kind == "drag" and self.held
        return self.moved(self.held, view.spot(gesture.at)) if dragged else self

    def stepped(self, arrow: str) -> Self:
        """Move the aim by half an inch."""
        across, down = (Fraction(step, 2) for step in ARROWS[arrow])
        return self.moved("aim", Spot(self.aim.x + across, self.aim.y + down))

    def drag_targets(self, view: TableView) -> tuple[tuple[float, float, float], ...]:
        return tuple((*view.pixel(at), GRASP * view.scale) for at in self.things.values())

    def legend(self) -> tuple[tuple[str, str], ...]:
        meant = (("heat", "redder: likelier to roll for effect"), ("dot", "where a miss may land"))
        return meant if self.mode in THROWN else ()


def _cover() -> Table:
    """Return what cover subtracts from a grenade."""
    rows = (
        ("hard cover", signed(GRENADE.hard_cover)),
        ("soft, or prone", signed(GRENADE.soft_cover)),
        ("soft ground", signed(GRENADE.soft_ground)),
    )
    return common.table(f"What cover takes from effectiveness {GRENADE.effectiveness}", rows)


def _under(state: TemplateTable, view: TableView, pixel: Pixel) -> str:
    """Return the nearest thing within reach of the pointer, men before all else; "" if none."""
    near = (
        (math.dist(view.pixel(at), pixel), n, name)
        for n, (name, at) in enumerate(state.things.items())
    )
    within = [grasped for grasped in near if grasped[0] <= GRASP * view.scale]
    men = [grasped for grasped in within if grasped[1] < len(state.men)]
    return min(men or within, default=(0.0, 0, ""))[2]


def _toll_bars(toll: Odds[Toll], men: int) -> tuple[Chart, ...]:
    """Return the bars for the numbers of men suppressed or worse, and out of the fight."""
    counted = (
        ("How many are suppressed or worse", toll.map(lambda one: one.affected)),
        ("How many are out of the fight", toll.map(lambda one: one.out)),
    )
    axis = "men of those near, summed up"
    return tuple(
        Bars(
            title,
            axis,
            tuple((str(n), odds.p(n)) for n in range(men + 1)),
            ordered=True,
            tint="vermillion",
        )
        for title, odds in counted
    )


# -- the table, what falls on it, and the men ------------------------------------------------------

#: The shades of the heat map, and the chance of the reddest, which a grenade hardly exceeds.
SHADES, HIGHEST = 8, 0.7
#: A figure on the picture, in inches from its middle.
BODY = 0.42
#: What the man who throws or looks has in his hand, and his title.
_THROWER = {
    "grenade": ("", "thrower"),
    "launcher": ("launcher", "launcher"),
    "machine-gun": ("gun", "gun"),
    "arc": ("rifle", "he looks"),
}


def _picture(state: TemplateTable, answer: Answer[object], view: TableView) -> Scene:
    """Return the picture of the table with its answer.

    If the answer's value is None, as in a question's picture, nobody's danger is shown.
    """
    attack, hidden = answer.detail, answer.value is None
    blast = attack if isinstance(attack, Blast) else None
    figures = list(_fallen(state, view, blast, hidden))
    walls = state.walls
    figures += [Lines((_ends(view, wall),), f"cover-{wall.kind}", wall.kind) for wall in walls]
    (x, y), arm = view.pixel(state.aim), 7.0
    armed, called = _THROWER[state.mode]
    standing = _standing(view, state.thrower, state.aim)
    figures += soldiers.soldier(soldiers.Soldier(*standing, "British", armed, "thrower"))
    figures.append(
        Lines((((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))), "aim", "aim")
    )
    named = [*_clock(state, view, blast)] if blast else []
    hit = attack.rolling if isinstance(attack, Burst) and not hidden else ()
    dangers = blast.dangers_of if blast and not hidden else {}
    men: list[Shape] = []
    for man in state.men:
        men += _man(state, view, man, man.name in hit)
        named += _man_names(view, man, dangers.get(man.name))
    apart = frozenset(("target-ring", "selected"))
    figures += batched(men, ("selected", *soldiers.LAYERS), apart)
    body = around(standing[0], BODY * view.scale)
    named += [Name(called, "piece-name", body, "thrower", plate=True)]
    named += [_wall_name(view, wall) for wall in walls]
    ground = tabletop.ground(view, WIDE, DEEP, ())
    figures += placed(view.width, view.height, (*ground, *figures), named)
    things = f"{plural(len(state.men), 'man', 'men')} and {plural(len(walls), 'wall')}"
    description = f"{things} on a table of {WIDE} by {DEEP} inches, with what falls there."
    spoken = f"{description} {answer.headline}"
    return Scene(view.width, view.height, ground, tuple(figures), "Templates", spoken)


def _fallen(
    state: TemplateTable, view: TableView, blast: Blast | None, hidden: bool
) -> Iterator[Shape]:
    """Draw the arc, the burst, or the grenade with its reach, its danger and where it may stray."""
    aim, thrower = view.pixel(state.aim), view.pixel(state.thrower)
    if state.mode == "arc":
        narrow = dict(state.readings).get("arc-45", "in-all") == "in-all"
        yield from sector(thrower, _way(thrower, aim), 22.5 if narrow else 45.0, 2000, "arc")
    if state.mode == "machine-gun":
        yield Circles((aim,), 2 * view.scale, "template", "template")
        yield Lines(((thrower, aim),), "sight-line", "burst")
    if state.mode == "grenade":
        reach = GRENADE.reach
        yield Circles((thrower,), reach * view.scale, "template-reach", f"{reach} inches")
    if blast is None:
        return
    if not hidden:
        yield from _heat(blast, view)
    yield Circles((aim,), float(state.throw.radius) * view.scale, "template", "template")
    points = tuple(landing_pixel(view, place) for place in blast.landings if place.score)
    yield Circles(points, 2.2, "stray", "a missed throw")


def landing_pixel(view: TableView, place: Landing) -> Pixel:
    """Return the pixel of a place where a grenade comes down.

    Only here, not in the rule, does its place become a decimal.
    """
    point = place.point
    ahead = math.atan2(float(point.ahead[0]), -float(point.ahead[1]))
    angle = ahead + math.radians(60 * point.sixths)
    (x, y), far = map(float, point.start), float(point.distance)
    return view.at(x + far * math.sin(angle), y - far * math.cos(angle))


def _clock(state: TemplateTable, view: TableView, blast: Blast) -> Iterator[Name]:
    """Yield the six directions with their dice, round the farthest landing."""
    cx, cy = view.pixel(state.aim)
    for place in blast.landings:
        if place.score == 6:
            x, y = landing_pixel(view, place)
            length = math.dist((x, y), (cx, cy))
            across, down = (x - cx) / length, (y - cy) / length
            sides = ((across, down), (-down, across), (down, -across))
            name, box = f"direction {place.direction}", around((x, y), 4)
            yield Name(str(place.direction), "tree-chance", box, name, sides=sides)


def _heat(blast: Blast, view: TableView) -> Iterator[Shape]:
    half = float(CELL) * view.scale / 2
    shades: dict[int, list[Path]] = {}
    for (across, down), chance in heat(blast.throw, blast.obstacles, tuple(blast.readings.items())):
        square = rectangle(*around(view.at(float(across), float(down)), half))
        shades.setdefault(min(int(chance / HIGHEST * SHADES) + 1, SHADES), []).append(square)
    for shade, squares in sorted(shades.items()):
        upto = f"up to {100 * HIGHEST * shade / SHADES:.0f}%"
        yield Polygons(tuple(squares), f"heat-{shade}", upto)


def _way(start: Pixel, end: Pixel) -> float:
    """Return the direction from one pixel to another, in degrees clockwise from the top."""
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))


def _ends(view: TableView, wall: Wall) -> Path:
    return tuple(view.at(float(x), float(y)) for x, y in (wall.obstacle.start, wall.obstacle.end))


def _wall_name(view: TableView, wall: Wall) -> Name:
    left, top, right, bottom = bounds(_ends(view, wall))
    words = "wall" if wall.kind == "hard" else "hedge"
    return Name(words, "tree-words", (left - 4, top - 4, right + 4, bottom + 4), words)


def _standing(view: TableView, at: Spot, looks: Spot) -> tuple[Pixel, float, float]:
    """Return the pixel, the size and the facing of a man who looks at a place."""
    here = view.pixel(at)
    return here, 1.5 * BODY * view.scale, _way(here, view.pixel(looks))


def _man(state: TemplateTable, view: TableView, man: Soldier, hit: bool) -> Iterator[Shape]:
    at = view.pixel(place_of(man))
    if man.name == state.chosen:
        yield Circles((at,), (BODY + 0.2) * view.scale, "selected", man.name)
    standing = _standing(view, place_of(man), state.thrower)
    yield from soldiers.soldier(
        soldiers.Soldier(*standing, "German", "rifle", man.name, prone=man.prone)
    )
    if hit:
        yield Circles((at,), (BODY + 0.12) * view.scale, "target-ring", man.name)
    yield Label(man.name, at, "helmet-letter", man.name)


def _man_names(view: TableView, man: Soldier, danger: Fraction | None) -> Iterator[Name]:
    """Yield the words on a man: his danger, preferably below him, and whether he lies or hides,
    preferably above.
    """
    body = around(view.pixel(place_of(man)), BODY * view.scale)
    if danger is not None:
        yield Name(percent(danger), "piece-name", body, man.name, plate=True)
    if marks := " ".join(["prone"] * man.prone + ["hides"] * man.hiding):
        yield Name(marks, "tree-words", body, man.name, sides=((0, -1), (1, 0), (-1, 0), (0, 1)))
