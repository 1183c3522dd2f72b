"""One shot: the Hits it inflicts, and the odds of each number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Self

from landships_lab.core.answer import Answer
from landships_lab.core.checks import whole
from landships_lab.core.speech import decimal, mixed
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.shapes import Lines, Scene, Shape
from landships_lab.drawing.strip import (
    MIDDLE,
    Stretch,
    column_of_bases,
    ruler,
    standing,
    strip_view,
)
from landships_lab.drawing.tabletop import Piece, TableView
from landships_lab.games.one_hour.analysis.forecast import volley
from landships_lab.games.one_hour.data.table_tops import tables
from landships_lab.games.one_hour.rules.book import die_of
from landships_lab.games.one_hour.rules.fire import fire_odds
from landships_lab.games.one_hour.rules.shot import COVERS, Shot
from landships_lab.panel.parts import LEAD, Flag, Group, Moment, OneOf, Whole, part
from .common import OUTLINES, TYPES, OneHourState, StripPanel, distance, unit_type
from .question_picture import fire_tables, with_tables

ID = "one_hour:fire"
VOLLEYS = 8
_TARGET = Group("flags", "Target is", tint="blue")
_SIGHT = Group("sight", "Sight", tint="blue")
_TINTS = {"close": "orange", "none": "vermillion", "plain": "green", "long": "blue"}


def _faces(state: OneHourFire) -> Iterator[tuple[int, str]]:
    return ((face, str(face)) for face in sorted({*die_of("D5", state.taken).outcomes, state.die}))


@dataclass(frozen=True)
class Face(OneOf):
    """The face of a die: those of the die in use are offered, and a link
    may name any from 1 to 6.
    """

    def take(self, state: object, given: object) -> int:
        return whole("The face of the die", given, 1, 6)


@dataclass(frozen=True)
class OneHourFire(OneHourState[TableView], StripPanel):
    """Choose who fires at whom, over how many inches, at what cover; roll the die.

    One shot, and the face of the die asked about.
    """

    id = ID
    title = "One shot"
    prompt = "How many Hits does this shot inflict?"
    usage_hint = (
        "Drag the target, or click the strip, to set the range · arrow keys move it a quarter of an"
        " inch"
    )
    example = "tank at infantry range 4 with dug-in town die 3"
    order = ("firer", "target", "range_inches", "die", "flags", "firer_hits", "sight")
    secondary = ("sight",)
    stage = (("Shot", "picture + chart 1"), ("Fire table", "tables"), ("Volleys", "chart 2"))
    measured = "range_inches"
    key_inches = press_inches = Fraction(1, 4)

    bears_on = "fire"

    firer: str = part(unit_type, "Firer", "tank", word=LEAD)
    target: str = part(unit_type, "Target", "infantry", word="at", always=True)
    range_inches: int | Fraction = part(
        distance, "Range", 4, "the range", word="range", always=True
    )
    firer_hits: int = part(
        Whole, "Its Hits", 0, 0, 15, word="hits", error_name="the number of Hits"
    )
    dug_in: bool = part(Flag, "dug in", group=_TARGET, shown=lambda state: state.target != "tank")
    town: bool = part(Flag, "town", group=_TARGET)
    woods: bool = part(Flag, "woods", group=_TARGET)
    on_hill: bool = part(Flag, "hilltop", group=_TARGET)
    into_rear: bool = part(Flag, "from behind", group=_TARGET)
    out_of_rear: bool = part(Flag, "behind firer", group=_TARGET)
    target_ready: bool = part(
        Flag, "target Ready", group=_SIGHT, shown=lambda state: state.target != "mortar"
    )
    firer_ready: bool = part(
        Flag, "firer Ready", group=_SIGHT, shown=lambda state: state.firer != "mortar"
    )
    along_road: bool = part(Flag, "along a road", group=_SIGHT)
    die: int = part(Face, "Die", 3, lambda state: tuple(_faces(state)), buttons=True, always=True)
    held: bool = part(Moment, default=False)

    @property
    def shot(self) -> Shot:
        """The shot that is asked about."""
        cover = frozenset(word for word in COVERS if getattr(self, word.replace("-", "_")))
        return Shot(
            self.firer,
            self.target,
            self.range_inches,
            self.firer_hits,
            self.out_of_rear,
            self.into_rear,
            cover,
            self.on_hill,
            self.target_ready,
            self.firer_ready,
            self.along_road,
        )

    def ask(self) -> Answer[int]:
        return volley(self.shot, self.die, VOLLEYS, self.taken)

    def picture(self, answer: Answer[object], view: TableView | None = None) -> Scene:
        seen = view_of(self)
        bases = tables().bases
        near = Fraction(self.range_inches)
        own = column_of_bases(
            bases[self.firer].inches(), Fraction(0), 270 if self.out_of_rear else 90, east=False
        )
        theirs = column_of_bases(
            bases[self.target].inches(), near, 90 if self.into_rear else 270, east=True
        )
        drawn = (
            Piece(f"{TYPES[self.firer]} fires", own, 0, OUTLINES[self.firer], hits=self.firer_hits),
            Piece(TYPES[self.target], theirs, 1, OUTLINES[self.target], dug_in=self.dug_in),
        )
        line: Shape = Lines(
            (((seen.at(0, 0)[0], MIDDLE), (seen.at(float(near), 0)[0], MIDDLE)),),
            "sight-line",
            "range",
        )
        ranges = answer.detail.ranges if answer.detail else ()  # a question keeps them back
        ground = _ground(
            seen,
            tuple(Stretch(r.name, r.start_inches, r.end_inches, _TINTS[r.effect]) for r in ranges),
        )
        told = (
            f"{TYPES[self.firer]} fires at {TYPES[self.target]} over {mixed(near)} inches."
            f" {answer.headline}"
        )
        return Scene(
            seen.width, seen.height, ground, (line, *standing(seen, drawn)), "One shot", told
        )

    def question_picture(self) -> Scene:
        return with_tables(self.picture(Answer(None, ())), fire_tables(self.firer, self.target))

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        odds = answer.detail.odds
        bars = tuple((str(n), odds.p(n)) for n in range(min(odds.outcomes), max(odds.outcomes) + 1))
        return (
            Bars(f"{decimal(odds.mean)} on average", "Hits of this shot", bars, ordered=True),
            Curve(
                "A fresh target under volley after volley",
                "volleys",
                (("surviving", answer.detail.survival),),
            ),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        return fire_tables(self.firer, self.target)

    def as_read(self) -> str:
        return f"{decimal(fire_odds(self.shot, readings=self.taken).mean)} on average"

    def check(self) -> Self:
        return replace(
            self,
            dug_in=self.dug_in and self.target != "tank",
            target_ready=self.target_ready and self.target != "mortar",
            firer_ready=self.firer_ready and self.firer != "mortar",
        )

    def after(self, control: str, before: Self) -> Self:
        """Drop what another type of Unit cannot be."""
        return self.check()

    def act(self, control: str, value: object) -> Self:
        """Take away all cover, as a remedy proposes."""
        if control == "cover":
            return replace(self, dug_in=False, town=False, woods=False)
        return super().act(control, value)

    def strip(self) -> TableView:
        return view_of(self)

    def farthest(self) -> int:
        return self.shot.row.farthest_inches + 4

    def drag_targets(self, view: TableView) -> tuple[tuple[float, float, float], ...]:
        return ((*view_of(self).at(float(self.range_inches) + 0.8, 0), 34.0),)


def view_of(state: OneHourFire) -> TableView:
    """Return the view that shows all of the firer's reach, and the target beyond it.

    A drag does not change its scale.
    """
    reach = max(state.shot.row.farthest_inches, 24)
    return strip_view(
        max(reach, int(state.range_inches)) + 6 if state.range_inches > reach + 4 else reach + 8
    )


@lru_cache(maxsize=64)
def _ground(view: TableView, stretches: tuple[Stretch, ...]) -> tuple[Shape, ...]:
    """Return the bare strip: the very same tuple as long as nothing changes, so that it need not be
    drawn again.
    """
    return ruler(view, stretches)
