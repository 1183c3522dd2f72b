"""Landser templates: grenades, launchers, machine-gun bursts and arcs on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import one_of
from landships_lab.core.dice import Odds
from landships_lab.core.inches import Spot
from landships_lab.core.speech import percent, signed
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.shapes import Pixel, Scene
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.landser.analysis.casualties import Toll, toll_of
from landships_lab.games.landser.rules.grenades import GRENADE, lies_prone
from landships_lab.games.landser.rules.templates import (
    Blast,
    Burst,
    Laid,
    blast,
    burst,
    watched_arc,
)
from landships_lab.panel.board import Action, Gesture
from landships_lab.panel.controls import Buttons, Control, Field, Toggle, Toggles
from . import printed
from . import template_picture as drawn
from .common import ARROWS, SHORT_NAMES, LandserPanel, outcome_bars
from .template_table import DEEP, ID, WIDE, TemplateTable, read_spot, write_spot

BEARING = {"prone": "prone", "hiding": "hides"}
#: How near to a thing, in inches, a hand must be to take it.
GRASP = 0.7
#: What is sent through the air, and the width of the first column of the table below a question.
_THROWN, _HEAD = ("grenade", "launcher"), 160.0


@dataclass(frozen=True)
class LandserTemplate(TemplateTable, LandserPanel[TableView]):
    """Throw a grenade, lay a machine-gun template, or look along an arc."""

    id = ID
    title = "Templates and grenades"
    order = (
        "mode",
        "chosen",
        "man",
        "aim",
        "at",
        "event",
        "ground",
        "gun",
        "covering",
        "thrower",
        "base",
        "back",
    )
    secondary = ("thrower", "base", "back")
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
            return watched_arc(self.thrower, self.aim, self.man, read, self.fired)
        if self.mode == "machine-gun":
            gun = Laid(self.thrower, self.aim, self.event, self.gun_jams, self.base)
            return burst(gun, self.men, self.chosen, self.obstacles, read)
        return blast(self.throw, self.men, self.chosen, self.obstacles, read)

    def picture(self, answer: Answer[object], view: TableView | None = None) -> Scene:
        return drawn.picture(self, answer, view or self.view())

    def question_picture(self) -> Scene:
        scene = self.picture(replace(self.answer(), value=None, headline=""))
        bare = replace(
            scene,
            figures=tuple(
                shape for shape in scene.figures if not shape.role.startswith(("wedge", "heat"))
            ),
        )
        return printed.below(bare, _cover(), _HEAD) if self.mode in _THROWN else bare

    @classmethod
    def view(cls, centre: Action | Spot | None = None) -> TableView:
        whole = TableView.fit(WIDE, DEEP)
        return whole.closer(centre) if isinstance(centre, Spot) else whole

    def closer_to(self) -> Spot:
        return self.aim

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        found = answer.detail
        if isinstance(found, Blast):
            bars = tuple((danger.soldier.name, danger.affected) for danger in found.dangers)
            return (
                Bars("Must roll for effect", "man", bars, tint="vermillion"),
                Bars(f"What becomes of {self.chosen}", SHORT_NAMES, outcome_bars(found.outcomes)),
                *_toll_bars(toll_of(found), len(self.men)),
            )
        # of those under a burst that jams half are hit, and the source does not say which
        return (
            _toll_bars(toll_of(found), len(self.men))
            if found is not None and found.rolling == found.under
            else ()
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        if not isinstance(answer.detail, Blast):
            return ()
        prone = lies_prone(self.man, answer.detail.readings)
        lit = {"hard": 0, "soft": 1}.get(
            answer.detail.cover, 1 if prone else 2 if self.soft_ground else None
        )
        note = f"Lit: what covers {self.chosen} from a grenade placed."
        return (replace(_cover(), lit_row=lit, note=note),)

    def effect(self, answer: Answer[object]) -> str:
        found = answer.detail
        if self.mode == "arc":
            return "in" if answer.value else "out"
        if isinstance(found, Burst):
            rolls = (
                "half roll"
                if isinstance(answer.value, Gap)
                else f"{self.chosen} {'rolls' if answer.value else 'does not'}"
            )
            return f"{len(found.under) or 'nobody'} under it; {rolls}"
        if found is None:
            return "cannot be sent there"
        several = percent(toll_of(found).chance(lambda toll: toll.affected > 1))
        return f"{self.chosen} {percent(found.dangers_of[self.chosen])}, 2+ {several}"

    # -- what the reader sets
    # ---------------------------------------------------------------------------------------------

    def actions(self) -> tuple[Control, ...]:
        at = Field("at", f"{self.chosen} at", write_spot(self.things[self.chosen]), "such as 9,6")
        if self.mode == "arc":
            return (at,)
        bearing = tuple(
            Toggle(name, words, bool(getattr(self.man, name))) for name, words in BEARING.items()
        )
        back = Buttons(
            "back",
            "Men and walls",
            (("back", "Put back", "Put all men and walls back where they began"),),
        )
        return (at, Toggles("man", self.chosen, bearing), back)

    def act(self, control: str, value: Any) -> Self:
        """Move the man looked at, lay him down or let him hide, or put everything back."""
        match control:
            case "at":
                return self.moved(self.chosen, read_spot(str(value)))
            case "man":
                what, on = value
                prone = one_of("box", what, BEARING) == "prone"
                man = (
                    replace(self.man, prone=bool(on))
                    if prone
                    else replace(self.man, hiding=bool(on))
                )
                return replace(
                    self, men=tuple(man if man.name == other.name else other for other in self.men)
                )
            case "back":
                one_of("button", value, ["back"])
                return replace(self.initial(), mode=self.mode, readings=self.readings)
        return super().act(control, value)

    # -- what the hand does
    # ---------------------------------------------------------------------------------------------

    def pointed(self, gesture: Gesture, view: TableView) -> Self:
        """Take what is pressed, or aim there; a drag moves what is held."""
        if gesture.kind == "press":
            held = _under(self, view, gesture.at)
            if not held:
                return replace(self, held="aim").moved("aim", view.spot(gesture.at))
            return replace(
                self,
                held=held,
                chosen=held if held in {man.name for man in self.men} else self.chosen,
            )
        return (
            self.moved(self.held, view.spot(gesture.at))
            if gesture.kind == "drag" and self.held
            else self
        )

    def stepped(self, arrow: str) -> Self:
        """Move the aim half an inch."""
        across, down = ARROWS[arrow]
        return self.moved(
            "aim", Spot(self.aim.x + Fraction(across, 2), self.aim.y + Fraction(down, 2))
        )

    def drag_targets(self, view: TableView) -> tuple[tuple[float, float, float], ...]:
        return tuple((*view.pixel(at), GRASP * view.scale) for at in self.things.values())

    def legend(self) -> tuple[tuple[str, str], ...]:
        if self.mode in ("grenade", "launcher"):
            return (
                ("heat", "redder: likelier to roll for effect"),
                ("dot", "where a miss may land"),
            )
        return ()


def _cover() -> Table:
    """Return what cover takes from a grenade."""
    thrown = GRENADE
    rows = (
        ("hard cover", (signed(thrown.hard_cover),)),
        ("soft, or prone", (signed(thrown.soft_cover),)),
        ("soft ground", (signed(thrown.soft_ground),)),
    )
    caption = f"What cover takes from effectiveness {thrown.effectiveness}"
    return Table(caption, ("on the die",), rows)


def _under(state: TemplateTable, view: TableView, pixel: Pixel) -> str:
    """Return the nearest thing within reach of the pointer, men before all else; "" if none."""
    near = [
        (math.dist(view.pixel(at), pixel), n, name)
        for n, (name, at) in enumerate(state.things.items())
    ]
    within = [found for found in near if found[0] <= GRASP * view.scale]
    men = [found for found in within if found[2] in {man.name for man in state.men}]
    return min(men or within, default=(0.0, 0, ""))[2]


def _toll_bars(toll: Odds[Toll], men: int) -> tuple[Chart, ...]:
    """Return the chances of each number of men suppressed or worse, and out of the fight."""
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
