"""Landser spotting: who sees whom, and the chance to see and hit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.inches import Spot
from landships_lab.core.speech import inches, percent
from landships_lab.drawing import soldiers
from landships_lab.drawing.charts import Bars, Chart, Table
from landships_lab.drawing.dicing import text_lines, wrapped
from landships_lab.drawing.patterns import trees
from landships_lab.drawing.roles import LEADING, SMALL
from landships_lab.drawing.shapes import (
    Circles,
    Label,
    Lines,
    Path,
    Pixel,
    Polygons,
    Scene,
    Shape,
    bare_paper,
    rectangle,
)
from landships_lab.drawing.view import View
from landships_lab.games.landser.rules.book import FIRING, SPOTTING, Inches
from landships_lab.games.landser.rules.shots import Shot
from landships_lab.games.landser.rules.sight import Sighting, look_and_fire, row_of
from landships_lab.panel.board import Action, Gesture
from landships_lab.panel.parts import AT, LEAD, Flag, Group, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.readings import Taken
from . import common
from .common import ARROWS, SHORT_NAMES, WIDTH, LandserPanel, length, offered, outcome_bars, word

#: The target's action and place; each is a lane of the picture.
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
_DOES = {lane: words for lane, (_, _, words) in LANES.items()}
#: The longest distance in a question; the last strip of the picture is beyond extreme range.
LONGEST = 72
#: The width of the first column of the table below a question, in pixels.
_HEAD = 150.0
_SETTLES = Group("flags", "With")
#: Controls that are seldom needed, shown on demand.
_SELDOM = Group("seldom", "Also")
#: The names of the ranges, each with its last inch.
Bands = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class LandserSpotting(LandserPanel[View]):
    """Look for a soldier, and fire at him when he is seen.

    The man looked for, what he does and how far away; and the weapon that would fire once he is
    seen.
    """

    id = "landser:spotting"
    title = "Spotting"
    order = names("lane range weapon cover flags fires_from seldom")
    secondary = names("fires_from seldom")
    stage = (("Picture", "picture"), ("Odds", "chart 1 + chart 2"), ("Spotting table", "tables"))
    prompt = "Is he seen, and how likely is he to be seen and hit?"
    usage_hint = (
        "Click a lane to say what he does and how far away · arrow keys move him an inch or a lane"
    )

    lane: str = part(word, "Target", "sneak-open", _DOES, "thing to do", word=LEAD)
    range_inches: Inches = part(
        length,
        "Range",
        12,
        "the range",
        most=LONGEST,
        control_id="range",
        word=AT,
        hint="such as 7 1/2",
    )
    weapon: str = part(common.weapon, "Weapon", always=True)
    cover: str = part(common.cover)
    has_fired: bool = part(Flag, "he has fired", group=_SETTLES)
    observer_moves_fast: bool = part(Flag, "observer fast", group=_SETTLES)
    blocked: bool = part(Flag, "sight blocked", group=_SETTLES)
    repeat: bool = part(Flag, "same target as last turn", group=_SELDOM)
    firer_moved: bool = part(Flag, "firer moves", group=_SETTLES)
    fires_from: Inches | None = part(
        length,
        "The firer then fires from",
        None,
        "the range of the shot",
        most=LONGEST,
        empty=True,
        hint="the range ± 4",
        shown=lambda state: state.firer_moved,
    )
    in_sight_there: bool = part(
        Flag,
        "in sight where he fires",
        group=_SELDOM,
        shown=lambda state: state.firer_moved and state.blocked,
    )
    readings: Taken = part(offered)

    def bears(self) -> dict[str, bool]:
        return {
            "medium-band": True,
            "hide-open": True,
            "cover-in-the-open": True,
            "blocked-near": self.blocked,
            "launcher-modifiers": self.weapon == "launcher",
        }

    @property
    def sighting(self) -> Sighting:
        """The man looked for, in the form that the rules take."""
        doing, in_cover, _ = LANES[self.lane]
        same = common.values(self, "has_fired observer_moves_fast blocked in_sight_there")
        return Sighting(self.range_inches, doing, in_cover, **same)

    @property
    def shot(self) -> Shot:
        """The shot at him, from where the firer saw him unless he moves."""
        moved = self.fires_from if self.firer_moved else None
        at = self.range_inches if moved is None else moved
        return Shot(self.weapon, at, **common.values(self, "firer_moved cover repeat"))

    @property
    def bands(self) -> Bands:
        """The names of the ranges and of the distance beyond them, each with its last inch."""
        ranges = zip(FIRING.bands, common.last_inches(self.readings), strict=True)
        return (*((band.name, last) for band, last in ranges), ("beyond", LONGEST))

    def ask(self) -> Answer[int | bool | Gap]:
        return look_and_fire(self.sighting, self.shot, dict(self.readings))

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Return a lane for everything he may do, with the roll needed in each range; he stands in
        his own lane.
        """
        bands, figures = self.bands, list[Shape]()
        for number, (key, (doing, in_cover, _)) in enumerate(LANES.items()):
            rolls = answer.detail.numbers(doing, in_cover) if answer.detail else ()
            cells = tuple(map(_cell, rolls)) or (("", 0.0),) * len(bands)
            figures += _lane(number, key, cells, bands, key == self.lane)
        figures += _target(self)
        description = f"The target is {inches(self.range_inches)} away. {answer.headline}".strip()
        ground, title = _ground(bands), "Spotting by range"
        return Scene(WIDTH, common.HEIGHT, ground, tuple(figures), title, description)

    @classmethod
    def view(cls, action: Action | Spot | None = None) -> View:
        return replace(super().view(action), width=WIDTH, height=_TOP + _LANE * len(LANES) + _FOOT)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        chances = answer.detail
        by_range = zip(FIRING.bands, chances.by_range, strict=True)
        bars = tuple((band.id.upper(), chance) for band, chance in by_range)
        title, axis = "Seen and hit at each range", "point blank, short, medium, long, extreme"
        ranges = Bars(title, axis, bars, tint="green")
        if not chances.outcomes:
            return (ranges,)
        return (Bars("What becomes of him", SHORT_NAMES, outcome_bars(chances.outcomes)), ranges)

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        lit = row_of(self.sighting, dict(self.readings))
        row = list(SPOTTING.rows).index(lit) if lit else None
        column = common.band_column(self.range_inches, self.readings)
        return (common.spotting_table(self.readings, row, column),)

    def question_picture(self) -> Scene:
        lanes = self.picture(Answer(None, ()))
        return common.below(lanes, common.spotting_table(self.readings), _HEAD)

    def effect(self, answer: Answer[object]) -> str:
        seen, hit = answer.detail.seen, answer.detail.hit
        aimed = "placed" if self.weapon == "launcher" else "then hit"
        then = "no shot" if hit is None else f"{aimed} {percent(hit)}"
        return f"{'not printed' if seen is None else f'seen {percent(seen)}'}, {then}"

    def pointed(self, gesture: Gesture, view: View) -> Self:
        """Put the target where the picture is clicked, or dragged to."""
        spot = spot_at(gesture.at, self.bands) if gesture.kind in ("press", "drag") else None
        return self if spot is None else replace(self, lane=spot[0], range_inches=spot[1])

    def stepped(self, arrow: str) -> Self:
        """Move the target by an inch, or to the next lane."""
        lanes, (away, down) = list(LANES), ARROWS[arrow]
        lane = lanes[min(max(lanes.index(self.lane) + down, 0), len(lanes) - 1)]
        return replace(self, lane=lane, range_inches=min(max(self.range_inches + away, 0), LONGEST))

    def drag_targets(self, view: View) -> tuple[tuple[float, float, float], ...]:
        return ((*place_of(self.lane, float(self.range_inches), self.bands), 16.0),)


# -- lanes with what must be rolled along them, observer and target --------------------------------

_TOP, _LANE, _FOOT, _LEFT = 42.0, 45.0, 53.0, 152.0
#: The pixels of the five ranges and of the strip beyond them: not to scale, so that the near ones
#: are readable.
_WIDTHS = (66.0, 64.0, 86.0, 94.0, 98.0, 74.0)


def _cell(number: int | Gap) -> tuple[str, float]:
    """Return the roll needed in a range of a lane, and the chance (0 to 1), which is the height of
    its bar.
    """
    if isinstance(number, Gap):
        return "?", 0.0
    words = "sure" if number == 1 else "never" if number > 6 else f"{number}+"
    return words, max(0, 7 - number) / 6


def _across(distance: float, bands: Bands) -> float:
    """Return the pixel of a distance."""
    start, left = 0, _LEFT
    for (_, end), width in zip(bands, _WIDTHS, strict=True):
        if distance <= end:
            return left + width * (distance - start) / (end - start)
        start, left = end, left + width
    return left


def place_of(lane: str, distance: float, bands: Bands) -> Pixel:
    """Return the pixel of a target in this lane, at this distance."""
    return _across(distance, bands), _TOP + _LANE * list(LANES).index(lane) + 30


def spot_at(pixel: Pixel, bands: Bands) -> tuple[str, Inches] | None:
    """Return the lane and the inches of a pixel, in halves of an inch. None outside the lanes."""
    lane = int((pixel[1] - _TOP) // _LANE)
    if not 0 <= lane < len(LANES):
        return None
    halves = range(2 * LONGEST + 1)
    half = min(halves, key=lambda half: abs(_across(half / 2, bands) - pixel[0]))
    return list(LANES)[lane], Fraction(half, 2) if half % 2 else half // 2


def _strip(number: int) -> Path:
    top = _TOP + _LANE * number
    return rectangle(_LEFT, top, _LEFT + sum(_WIDTHS), top + _LANE - 3)


@lru_cache(maxsize=8)
def _ground(bands: Bands) -> tuple[Shape, ...]:
    """Return the ground of the lanes, grass or woods, and the ruler of inches at their foot."""
    covered = [in_cover for _, in_cover, _ in LANES.values()]
    fields = tuple(_strip(n) for n, woods in enumerate(covered) if not woods)
    wooded = tuple(_strip(n) for n, woods in enumerate(covered) if woods)
    crowns = [
        (_LEFT + 10 + 23.0 * k, strip[0][1] + _LANE - 9 - (3 * k % 5))
        for strip in wooded
        for k in range(20)
    ]
    return (
        *bare_paper(WIDTH, common.HEIGHT),
        Polygons(fields, "felt", "in the open"),
        Polygons(wooded, "terrain-woods", "in cover"),
        *trees(crowns, 5.0, "in cover"),
        *_ruler(bands),
    )


def _lane(
    number: int, key: str, cells: tuple[tuple[str, float], ...], bands: Bands, chosen: bool
) -> Iterator[Shape]:
    """Draw the lane of an action, in cover or not, with a cell for each range and the
    strip beyond.
    """
    ring = _strip(number)
    top, bottom, start = ring[0][1], ring[2][1], 0
    for (words, chance), (_, end) in zip(cells, bands, strict=True):
        left, right = _across(start, bands), _across(end, bands)
        if chance:
            bar = rectangle(left + 1, bottom - (bottom - top) * chance, right - 1, bottom)
            yield Polygons((bar,), "wedge", key, "green")
        role = "tree-chance" if chosen else "tree-words"
        yield Label(words, ((left + right) / 2, top + 9.5), role, key)
        start = end
    doing, in_cover, words = LANES[key]
    where = "in cover" if in_cover else "in the open"
    alone, role = words == where, "tree-head" if chosen else "tree-words"
    first = top + 21 if alone else top + 11.5
    yield Label(where if alone else doing, (10, first), role, key, anchor="start")
    if not alone:
        yield Label(where, (10, top + 11.5 + LEADING), "tree-words", key, anchor="start")
    if chosen:
        yield Lines(((*ring, ring[0]),), "chosen", key)


def _ruler(bands: Bands) -> Iterator[Shape]:
    """Draw inches along the foot, a line at the end of each range, and the names of the ranges on
    top.
    """
    start, foot = 0, common.HEIGHT - _FOOT
    marked = (_across(n, bands) for n in range(LONGEST + 1) if n <= 10 or n % 5 == 0)
    ticks = [((x, foot), (x, foot + 5)) for x in marked]
    axis = ((_LEFT, foot), (_across(LONGEST, bands), foot))
    yield Lines((axis, *ticks), "axis", "inches")
    for name, end in bands:
        left, x = _across(start, bands), _across(end, bands)
        yield Lines((((x, _TOP - 4), (x, foot + 8)),), "range-line", name)
        if end < LONGEST:  # the end of the picture is not a range of the source
            yield Label(f"{end}″", (x, foot + 17), "tree-words", name)
        lines = wrapped(name, x - left, SMALL)
        at = ((left + x) / 2, 30.0 - LEADING * (len(lines) - 1))
        yield from text_lines(lines, at, "tree-head", step=LEADING, anchor="middle", name=name)
        start = end
    yield Label("0", (_LEFT, foot + 17), "tree-words", "0")
    words = "inches from the observer · the height of the green is the chance to see him"
    yield Label(words, (WIDTH / 2, common.HEIGHT - 12), "tree-words", "axis")


def _target(state: LandserSpotting) -> Iterator[Shape]:
    at = place_of(state.lane, float(state.range_inches), state.bands)
    eye, prone = (_LEFT - 20, at[1]), "hid" in state.lane
    yield Lines(((eye, at),), "illegal" if state.blocked else "sight-line", "sight")
    for man in (
        soldiers.Soldier(eye, 15.0, 90.0, "British", "rifle", "observer"),
        soldiers.Soldier(at, 15.0, -90.0, "German", "rifle", "target", prone=prone),
    ):
        yield from soldiers.soldier(man)
    yield Circles((at,), 19, "target-ring", "target")
