"""One shot: the Hits it inflicts, and the odds of each number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import lru_cache
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import whole
from landships_lab.core.speech import decimal, mixed
from landships_lab.drawing.charts import Chart, Curve, Table
from landships_lab.drawing.shapes import Scene, Shape
from landships_lab.drawing.strip import Stretch, ruler, strip_view
from landships_lab.drawing.tabletop import TableView
from landships_lab.games.one_hour.analysis.forecast import volley
from landships_lab.games.one_hour.rules.book import die_of
from landships_lab.games.one_hour.rules.fire import fire_odds
from landships_lab.games.one_hour.rules.shot import COVERS, Shot
from landships_lab.panel.parts import LEAD, Group, Moment, OneOf, Whole, part
from landships_lab.panel.parts.base import names
from . import common
from .common import TYPES, OneHourState, StripPanel, distance, flag, unit_type

VOLLEYS = 8
_TARGET = Group("flags", "Target is", tint="blue")
_SIGHT = Group("sight", "Sight", tint="blue")
_TINTS = {"close": "orange", "none": "vermillion", "plain": "green", "long": "blue"}


def _faces(state: OneHourFire) -> Iterator[tuple[int, str]]:
    return ((face, str(face)) for face in sorted({*die_of("D5", state.given).outcomes, state.die}))


@dataclass(frozen=True)
class Face(OneOf):
    """The number on a die. Those of the die in use are offered; a link may hold any from 1 to 6."""

    def take(self, state: object, given: object) -> int:
        return whole("The face of the die", given, 1, 6)


@dataclass(frozen=True)
class OneHourFire(OneHourState[TableView], StripPanel):
    """Choose who fires at whom, at what range and into what cover; roll the die.

    One shot, and the number on the die.
    """

    id = "one_hour:fire"
    title = "One shot"
    prompt = "How many Hits does this shot inflict?"
    usage_hint = (
        "Drag the target, or click the strip, to set the range · arrow keys move it a quarter of an"
        " inch"
    )
    example = "tank at infantry range 4 with dug-in town die 3"
    order = names("firer target range_inches die flags firer_hits sight")
    secondary = ("sight",)
    stage = (("Shot", "picture + chart 1"), ("Fire table", "tables"), ("Volleys", "chart 2"))
    measured = "range_inches"
    key_inches = press_inches = Fraction(1, 4)

    bears_on = "fire"

    firer: str = unit_type("Firer", "tank", word=LEAD)
    target: str = unit_type("Target", "infantry", word="at", always=True)
    range_inches: int | Fraction = distance("Range", 4, "the range", word="range", always=True)
    firer_hits: int = part(
        Whole, "Its Hits", 0, 0, 15, word="hits", error_name="the number of Hits"
    )
    dug_in: bool = flag("dug in", _TARGET, lambda state: state.target != "tank")
    town: bool = flag("town", _TARGET)
    woods: bool = flag("woods", _TARGET)
    on_hill: bool = flag("hilltop", _TARGET)
    into_rear: bool = flag("from behind", _TARGET)
    out_of_rear: bool = flag("behind firer", _TARGET)
    target_ready: bool = flag("target Ready", _SIGHT, lambda state: state.target != "mortar")
    firer_ready: bool = flag("firer Ready", _SIGHT, lambda state: state.firer != "mortar")
    along_road: bool = flag("along a road", _SIGHT)
    die: int = part(Face, "Die", 3, lambda state: tuple(_faces(state)), buttons=True, always=True)
    held: bool = part(Moment, default=False)

    @property
    def shot(self) -> Shot:
        """The shot in question."""
        cover = frozenset(word for word in COVERS if getattr(self, word.replace("-", "_")))
        own = {f.name: getattr(self, f.name) for f in fields(Shot) if f.name != "cover"}
        return Shot(**own, cover=cover)

    def ask(self) -> Answer[int]:
        return volley(self.shot, self.die, VOLLEYS, self.given)

    def picture(self, answer: Answer[object], view: TableView | None = None) -> Scene:
        seen, near = self.strip(), self.range_inches
        firer, target = TYPES[self.firer], TYPES[self.target]
        back = 270 if self.out_of_rear else 90
        own = common.on_strip(self.firer, 0, back, name=f"{firer} fires", hits=self.firer_hits)
        faces = 90 if self.into_rear else 270
        theirs = common.on_strip(self.target, near, faces, east=True, dug_in=self.dug_in)
        ranges = answer.detail.ranges if answer.detail else ()  # a question keeps them back
        stretches = (
            Stretch(r.name, r.start_inches, r.end_inches, _TINTS[r.effect]) for r in ranges
        )
        words = f"{firer} fires at {target} over {mixed(near)} inches. {answer.headline}"
        ground = _ground(seen, tuple(stretches))
        drawn = common.at_range(seen, near, own, theirs)
        return common.composed(seen, ground, drawn, "One shot", words)

    def question_picture(self) -> Scene:
        asked = Answer(None, ())
        return common.with_tables(self.picture(asked), self.tables(asked))

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        odds, surviving = answer.detail.odds, ("surviving", answer.detail.survival)
        return (
            common.bars(f"{decimal(odds.mean)} on average", "Hits of this shot", odds),
            Curve("A fresh target under volley after volley", "volleys", (surviving,)),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        return common.fire_tables(self.firer, self.target)

    def as_read(self) -> str:
        return f"{decimal(fire_odds(self.shot, readings=self.given).mean)} on average"

    def check(self) -> Self:
        return replace(
            self,
            dug_in=self.dug_in and self.target != "tank",
            target_ready=self.target_ready and self.target != "mortar",
            firer_ready=self.firer_ready and self.firer != "mortar",
        )

    def after(self, control: str, before: Self) -> Self:
        """Drop what the new type of Unit cannot be."""
        return self.check()

    def act(self, control: str, value: object) -> Self:
        """Remove all cover, as a remedy proposes."""
        if control == "cover":
            return replace(self, dug_in=False, town=False, woods=False)
        return super().act(control, value)

    def strip(self) -> TableView:
        """Return the view that shows the firer's whole range, and the target beyond it. A drag does
        not change the scale.
        """
        reach = max(self.shot.row.farthest_inches, 24)
        beyond = self.range_inches > reach + 4
        return strip_view(max(reach, int(self.range_inches)) + 6 if beyond else reach + 8)

    def farthest(self) -> int:
        return self.shot.row.farthest_inches + 4

    def drag_targets(self, view: TableView) -> tuple[tuple[float, float, float], ...]:
        return ((*self.strip().at(float(self.range_inches) + 0.8, 0), 34.0),)


@lru_cache(maxsize=64)
def _ground(view: TableView, stretches: tuple[Stretch, ...]) -> tuple[Shape, ...]:
    """Return the bare strip: the same tuple while nothing changes, so that it need not be drawn
    again.
    """
    return ruler(view, stretches)
