"""Landser spotting: who sees whom, and who both sees and hits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.inches import Spot
from landships_lab.core.speech import percent
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.shapes import Scene
from landships_lab.drawing.view import View
from landships_lab.games.landser.data.tables import firing, spotting
from landships_lab.games.landser.rules.shots import Shot
from landships_lab.games.landser.rules.sight import Sighting, look_and_fire, row_of
from landships_lab.panel.board import Action, Gesture
from landships_lab.panel.parts import AT, LEAD, Flag, Group, Inches, OneOf, part
from landships_lab.panel.readings import Taken
from . import printed
from . import spotting_picture as drawn
from .common import (
    ARROWS,
    SHORT_NAMES,
    LandserPanel,
    band_column,
    cover_part,
    last_inches,
    offered,
    outcome_bars,
    weapon_part,
)

ID = "landser:spotting"
#: What the target does and where; each is a lane of the picture.
LANES = {
    "moving-open": ("moving", False, "moving in the open"),
    "fast-open": ("moving fast", False, "moving fast in the open"),
    "sneak-open": ("sneaking", False, "sneaking in the open"),
    "hide-open": ("hiding", False, "hiding in the open"),
    "in-cover": ("still", True, "in cover"),
    "moving-cover": ("moving", True, "moving in cover"),
    "sneak-cover": ("sneaking", True, "sneaking in cover"),
    "hide-cover": ("hiding", True, "hiding in cover"),
    "still-open": ("still", False, "still in the open"),
}
#: The width of the first column of the table below a question, in pixels.
_HEAD = 150.0
_SETTLES = Group("flags", "With")
#: What is seldom true: on demand.
_SELDOM = Group("seldom", "Also")


@dataclass(frozen=True)
class LandserSpotting(LandserPanel[View]):
    """Look for a soldier, and fire at him when he is seen.

    The man looked for, what he does and how far away; and the weapon that would fire once he is
    seen.
    """

    id = ID
    title = "Spotting"
    order = ("lane", "range", "weapon", "cover", "flags", "fires_from", "seldom")
    secondary = ("fires_from", "seldom")
    stage = (("Picture", "picture"), ("Odds", "chart 1 + chart 2"), ("Spotting table", "tables"))
    prompt = "Is he seen, and how likely is he to be seen and hit?"
    usage_hint = (
        "Click a lane to say what he does and how far away · arrow keys move him an inch or a lane"
    )

    lane: str = part(
        OneOf,
        "Target",
        "sneak-open",
        {lane: words for lane, (_, _, words) in LANES.items()},
        word=LEAD,
        error_name="thing to do",
    )
    range_inches: int | Fraction = part(
        Inches,
        "Range",
        12,
        drawn.LONGEST,
        control_id="range",
        word=AT,
        error_name="the range",
        hint="such as 7 1/2",
    )
    weapon: str = part(weapon_part, "Weapon", always=True)
    cover: str = part(cover_part())
    has_fired: bool = part(Flag, "he has fired", group=_SETTLES)
    observer_moves_fast: bool = part(Flag, "observer fast", group=_SETTLES)
    blocked: bool = part(Flag, "sight blocked", group=_SETTLES)
    repeat: bool = part(Flag, "same target as last turn", group=_SELDOM)
    firer_moved: bool = part(Flag, "firer moves", group=_SETTLES)
    fires_from: int | Fraction | None = part(
        Inches,
        "The firer then fires from",
        None,
        drawn.LONGEST,
        empty=True,
        error_name="the range of the shot",
        hint="the range ± 4",
        shown=lambda state: state.firer_moved,
    )
    in_sight_there: bool = part(
        Flag,
        "in sight where he fires",
        group=_SELDOM,
        shown=lambda state: state.firer_moved and state.blocked,
    )
    readings: Taken = part(offered, lambda state: state.turns_on)

    @property
    def turns_on(self) -> tuple[str, ...]:
        """The ids of the readings that the question turns on."""
        more = (("blocked-near", self.blocked), ("launcher-modifiers", self.weapon == "launcher"))
        base = ("medium-band", "hide-open", "cover-in-the-open")
        return (*base, *(reading for reading, bears in more if bears))

    @property
    def sighting(self) -> Sighting:
        """The man looked for, as the rules take him."""
        doing, in_cover, _ = LANES[self.lane]
        return Sighting(
            self.range_inches,
            doing,
            in_cover,
            self.has_fired,
            self.observer_moves_fast,
            self.blocked,
            self.in_sight_there,
        )

    @property
    def shot(self) -> Shot:
        """The shot at him, from where the firer saw him unless he moves."""
        moved = self.firer_moved and self.fires_from is not None
        at = self.fires_from if moved and self.fires_from is not None else self.range_inches
        return Shot(
            self.weapon, at, firer_moved=self.firer_moved, cover=self.cover, repeat=self.repeat
        )

    @property
    def bands(self) -> drawn.Bands:
        """The names of the ranges and of what lies beyond, each with its last inch."""
        ranges = zip(firing().bands, last_inches(self.readings), strict=True)
        return (*((band.name, last) for band, last in ranges), ("beyond", drawn.LONGEST))

    def ask(self) -> Answer[int | bool | Gap]:
        return look_and_fire(self.sighting, self.shot, dict(self.readings))

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Return a lane for everything he may do, with what must be rolled in each range; he stands
        in his own.
        """
        lanes = []
        for key, (doing, in_cover, words) in LANES.items():
            numbers = answer.detail.numbers(doing, in_cover) if answer.detail else ()
            cells = tuple(map(_cell, numbers)) or (drawn.HIDDEN,) * len(self.bands)
            lanes.append(drawn.Lane(key, doing, words, in_cover, cells))
        return drawn.picture(
            tuple(lanes),
            self.bands,
            self.lane,
            Fraction(self.range_inches),
            self.blocked,
            answer.headline,
        )

    @classmethod
    def view(cls, action: Action | Spot | None = None) -> View:
        whole = super().view(action)
        return replace(
            whole, width=drawn.WIDTH, height=drawn.TOP + drawn.LANE * len(LANES) + drawn.FOOT
        )

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        odds = answer.detail.outcomes
        made = (Bars("What becomes of him", SHORT_NAMES, outcome_bars(odds)),) if odds else ()
        bars = tuple(
            (band.id.upper(), chance)
            for band, chance in zip(firing().bands, answer.detail.by_range, strict=True)
        )
        return (
            *made,
            Bars(
                "Seen and hit at each range",
                "point blank, short, medium, long, extreme",
                bars,
                tint="green",
            ),
        )

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        lit = row_of(self.sighting, dict(self.readings))
        row = list(spotting().rows).index(lit) if lit else None
        column = band_column(self.range_inches, self.readings)
        return (printed.spotting_table(self.readings, row, column),)

    def question_picture(self) -> Scene:
        lanes = self.picture(Answer(None, ()))
        return printed.below(lanes, printed.spotting_table(self.readings), _HEAD)

    def effect(self, answer: Answer[object]) -> str:
        seen, hit = answer.detail.seen, answer.detail.hit
        aimed = "placed" if self.weapon == "launcher" else "then hit"
        then = "no shot" if hit is None else f"{aimed} {percent(hit)}"
        return f"{'not printed' if seen is None else f'seen {percent(seen)}'}, {then}"

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Put the target where the picture is clicked, or dragged to."""
        found = (
            drawn.spot_at(gesture.at, len(LANES), self.bands)
            if gesture.kind in ("press", "drag")
            else None
        )
        if found is None:
            return self
        lane, far = found
        return replace(
            self, lane=list(LANES)[lane], range_inches=Fraction(far) if far % 1 else int(far)
        )

    def stepped(self, arrow: str) -> Self:
        """Move the target by an inch, or to the next lane."""
        names, (away, down) = list(LANES), ARROWS[arrow]
        lane = names[min(max(names.index(self.lane) + down, 0), len(names) - 1)]
        return replace(
            self, lane=lane, range_inches=min(max(self.range_inches + away, 0), drawn.LONGEST)
        )

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        x, y = drawn.place_of(list(LANES).index(self.lane), float(self.range_inches), self.bands)
        return ((x, y, 16.0),)


def _cell(number: int | Gap) -> drawn.Cell:
    if isinstance(number, Gap):
        return drawn.Cell("?", 0.0)
    return drawn.Cell(
        "sure" if number == 1 else "never" if number > 6 else f"{number}+", max(0, 7 - number) / 6
    )
