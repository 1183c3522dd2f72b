"""Landser spotting: who sees whom, and who both sees and hits?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.checks import unknown
from landships_lab.data.landser.tables import firing, spotting
from landships_lab.data.load import cites
from landships_lab.explore import textform
from landships_lab.explore.explorer import Choice, Control, Explorer, Field, Gesture, State
from landships_lab.explore.landser import spotting_picture as drawn
from landships_lab.explore.landser.common import (
    READINGS,
    RULES,
    Inches,
    Taken,
    band_heads,
    chosen_of,
    flags,
    gap_or,
    outcome_bars,
    percent,
    read_flags,
    read_inches,
    set_flag,
    switches,
    with_reading,
    write_flags,
    written,
)
from landships_lab.rules import landser
from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View

ID = "landser:spotting"
CITES = cites("landser")
WEAPONS = firing().weapons
#: What the target does and where; each is a lane of the picture.
LANES = {
    "moving-open": ("moving", False, "moving in the open"),
    "fast-open": ("moving fast", False, "moving fast in the open"),
    "sneak-open": ("sneaking", False, "sneaking in the open"),
    "hide-open": ("hiding", False, "hiding in the open"),
    "in-cover": ("still", True, "in cover"),
    "sneak-cover": ("sneaking", True, "sneaking in cover"),
    "hide-cover": ("hiding", True, "hiding in cover"),
    "still-open": ("still", False, "still in the open"),
}
FLAGS = {
    "has_fired": "the target has fired",
    "observer_moves_fast": "the observer moves fast",
    "blocked": "terrain blocks the sight",
    "repeat": "fired at it last turn too",
}
COVERS = {"none": "none", "half": "half cover", "full": "full cover"}


@dataclass(frozen=True)
class SpottingState(State):
    """Who is looked for, how far away, doing what; and the weapon that would fire once he is seen."""

    explorer_id: ClassVar[str] = ID
    range_inches: Inches = 12
    lane: str = "sneak-open"
    weapon: str = "rifle"
    cover: str = "none"
    has_fired: bool = False
    observer_moves_fast: bool = False
    blocked: bool = False
    repeat: bool = False
    readings: Taken = ()

    def sighting(self, lane: str = "", at: Inches | None = None) -> landser.Sighting:
        """What is asked: of this lane, or another, at this range, or another?"""
        doing, in_cover, _ = LANES[lane or self.lane]
        away = self.range_inches if at is None else at
        return landser.Sighting(away, doing, in_cover, self.has_fired, self.observer_moves_fast, self.blocked)

    def shot(self, at: Inches | None = None) -> landser.Shot:
        """Which shot would be fired, with what follows from what he does: half cover in hide, no bonus when somebody moves?"""
        away = self.range_inches if at is None else at
        return landser.shot_at(self.sighting(at=at), landser.Shot(self.weapon, away, cover=self.cover, repeat=self.repeat))


def chances(state: SpottingState, at: Inches | None = None) -> tuple[Fraction | None, Fraction | None]:
    """How likely is he seen, and how likely hit once seen? None where the source is silent, or the shot may not be fired."""
    read = dict(state.readings)
    seen = landser.spot_chance(state.sighting(at=at), read)
    shot = state.shot(at)
    hit = landser.hit_chance(shot, read) if landser.may_fire(shot, read).value else None
    return None if isinstance(seen, Gap) else seen, hit


def _told_of_shot(state: SpottingState) -> Iterator[Step]:
    """What follows for the shot from what he does, and what is left to the reader?"""
    if state.range_inches > firing().bands[0].upto["to-10"]:  # at point blank nobody is in cover
        if state.lane == "hide-open" and state.cover == "none":
            yield Step("Hiding in the open he counts as being in half cover.", CITES["hide"])
        if state.sighting().in_cover and state.cover == "none":
            yield Step("In cover, with terrain between, he may claim full cover: that is set beside the picture.", CITES["firing"])
    if state.repeat and not state.shot().repeat:
        yield Step("Somebody moves, so nothing is added for the same target as last turn.", CITES["modifiers"])


def bands_of(state: SpottingState) -> drawn.Bands:
    """Which ranges are there, and where does each end as medium range is read?"""
    reading = dict(state.readings).get("medium-band", READINGS["medium-band"].default)
    return tuple((band.name, band.upto[reading]) for band in firing().bands)


class LandserSpotting(Explorer[SpottingState]):
    """Look for a soldier, and fire at him when he is seen."""

    id = ID
    title = "Spotting"
    rules = RULES
    zooms = False
    question = "Is he seen, and how likely is he seen and hit?"
    hands = "Click a lane to say what he does and how far away · arrow keys move him by an inch or to the next lane"
    keys = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape")

    def start(self) -> SpottingState:
        """A man who sneaks in the open at long range."""
        return SpottingState()

    def ask(self, state: SpottingState) -> Answer[Any]:
        """What must be rolled to see him, and what then to hit him?"""
        read = dict(state.readings)
        seen = landser.spots_on(state.sighting(), read)
        steps = list(seen.steps)
        allowed = landser.may_fire(state.shot(), read)
        spot, hit = chances(state)
        if spot is not None and not spot:
            return Answer(False, tuple(replace(s, op="forbids") if s.op == "start" else s for s in steps), seen.headline, seen.remedies)
        if hit is None:
            return Answer(seen.value, (*steps, *allowed.steps), f"{seen.headline} {allowed.headline}", allowed.remedies)
        steps += _told_of_shot(state)
        steps += [replace(step, op="note") for step in landser.hits_on(state.shot(), read).steps[1:]]
        if spot is None:
            return Answer(seen.value, tuple(steps), f"{seen.headline} Once seen he is hit with {percent(hit)}.")
        both = spot * hit
        steps.append(Step(f"Seen with {spot} and hit with {hit}: both with {both}.", CITES["observation"]))
        return Answer(seen.value, tuple(steps), f"{seen.headline.rstrip('.')}; seen and hit with {percent(both)}.")

    def picture(self, state: SpottingState, answer: Answer[Any], view: View | None = None) -> Scene:
        """A lane for everything he may do, to scale, with what must be rolled in each range; he stands in his own."""
        bands = bands_of(state)
        lanes = tuple(
            drawn.Lane(key, words, in_cover, tuple(drawn.UNTOLD if answer.value is None else _cell(state, key, far) for _, far in bands))
            for key, (_, in_cover, words) in LANES.items()
        )
        return drawn.picture(lanes, bands, state.lane, float(state.range_inches), state.blocked, answer.headline)

    def charts(self, state: SpottingState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """Every outcome with the sighting before it, and how it goes at every range."""
        made: list[Chart] = []
        read = dict(state.readings)
        if landser.may_fire(state.shot(), read).value:
            odds = landser.spot_and_fire(state.sighting(), state.shot(), readings=read)
            if not isinstance(odds, Gap):
                made.append(Bars("What becomes of him", "L: light wound, S: serious wound", outcome_bars(odds)))
        bars = tuple((band.id.upper(), _seen_and_hit(state, last)) for band, (_, last) in zip(firing().bands, bands_of(state), strict=True))
        made.append(Bars("Seen and hit at each range", "point blank, short, medium, long, extreme", bars, tint="green"))
        return tuple(made)

    def tables(self, state: SpottingState, answer: Answer[Any]) -> tuple[Table, ...]:
        """The spotting table with the used row and range lit."""
        bands, rows = bands_of(state), spotting().rows
        lit = landser.row_of(state.sighting())
        column = next((n for n, (_, last) in enumerate(bands) if state.range_inches <= last), None)
        heads = band_heads([(band.id, last) for band, (_, last) in zip(firing().bands, bands, strict=True)])
        body = tuple((row.name, row.needs) for row in rows.values())
        row = list(rows).index(lit) if lit else None
        return (Table("Roll to be aware, or more", heads, body, row, column, "“a”: aware without a roll."),)

    # -- text -------------------------------------------------------------------------------------------------------------

    def text(self, state: SpottingState) -> str:
        """One line that carries the state."""
        words = [ID, f"{state.lane}@{state.range_inches}", "weapon", state.weapon]
        words += ["cover", state.cover] if state.cover != "none" else []
        return " ".join(words + write_flags(state, tuple(FLAGS)) + textform.write_readings(state.readings))

    def parse(self, text: str) -> SpottingState:
        """The state of such a line."""
        found = textform.groups(text, ID, ("weapon", "cover", "with", "reading"))
        lane, at, far = textform.one(found, "", "").partition("@")
        if not at:
            raise ValueError(f"After {ID} stands what he does and the inches, such as sneak-open@12.")
        return SpottingState(
            read_range(far),
            chosen_of("thing to do", lane, list(LANES)),
            chosen_of("weapon", textform.one(found, "weapon", "rifle"), list(WEAPONS)),
            chosen_of("cover", textform.one(found, "cover", "none"), list(COVERS)),
            readings=textform.read_readings(found.get("reading", []), READINGS),
            **read_flags(found.get("with", []), tuple(FLAGS)),
        )

    # -- controls ---------------------------------------------------------------------------------------------------------

    def controls(self, state: SpottingState) -> tuple[Control, ...]:
        """The target, the observer, the shot, the reading."""
        return (
            Choice("lane", "The target is", tuple((key, words) for key, (_, _, words) in LANES.items()), state.lane),
            Field("range", "Range in inches", written(state.range_inches), "0 to 60, such as 7 1/2"),
            flags("flags", "What settles it", state, FLAGS),
            Choice("weapon", "Fired at with a", tuple((key, weapon.name) for key, weapon in WEAPONS.items()), state.weapon),
            Choice("cover", "His cover from fire", tuple(COVERS.items()), state.cover),
            *switches(("medium-band",), state.readings, _effect(state)),
        )

    def set(self, state: SpottingState, control: str, value: Any) -> SpottingState:
        """The state after one control has been given a value."""
        if control in READINGS:
            return replace(state, readings=with_reading(state.readings, control, value))
        setters: dict[str, Callable[[], SpottingState]] = {
            "lane": lambda: replace(state, lane=chosen_of("thing to do", value, list(LANES))),
            "range": lambda: replace(state, range_inches=read_range(str(value))),
            "weapon": lambda: replace(state, weapon=chosen_of("weapon", value, list(WEAPONS))),
            "cover": lambda: replace(state, cover=chosen_of("cover", value, list(COVERS))),
            "flags": lambda: set_flag(state, value, FLAGS),
            "blocked": lambda: set_flag(state, (control, value), FLAGS),
            "observer_moves_fast": lambda: set_flag(state, (control, value), FLAGS),
            "has_fired": lambda: set_flag(state, (control, value), FLAGS),
        }
        if control not in setters:
            raise ValueError(unknown("control", control, [c.id for c in self.controls(state)]))
        return setters[control]()

    def on_gesture(self, state: SpottingState, gesture: Gesture, view: View) -> SpottingState:
        """A click or drag puts the target there; arrow keys move him."""
        if gesture.kind == "key":
            return self._key(state, gesture.key)
        if gesture.kind not in ("press", "drag"):
            return state
        found = drawn.spot_at(gesture.at, len(LANES), bands_of(state))
        if found is None:
            return state
        lane, far = found
        return replace(state, lane=list(LANES)[lane], range_inches=Fraction(far) if far % 1 else int(far))

    def _key(self, state: SpottingState, key: str) -> SpottingState:
        names = list(LANES)
        if key in ("ArrowUp", "ArrowDown"):
            at = names.index(state.lane) + (1 if key == "ArrowDown" else -1)
            return replace(state, lane=names[min(max(at, 0), len(names) - 1)])
        if key in ("ArrowLeft", "ArrowRight"):
            away = state.range_inches + (1 if key == "ArrowRight" else -1)
            return replace(state, range_inches=min(max(away, 0), drawn.LONGEST))
        return state

    def grabs(self, state: SpottingState, view: View) -> tuple[tuple[float, float, float], ...]:
        """The target."""
        x, y = drawn.place_of(list(LANES).index(state.lane), float(state.range_inches), bands_of(state))
        return ((x, y, 16.0),)


def read_range(text: str) -> Inches:
    """Which range did the reader type? `ValueError` beyond the 60 inches of extreme range."""
    value = read_inches(text)
    if value > drawn.LONGEST:
        raise ValueError(f"{text} inches is beyond extreme range; {drawn.LONGEST} inches is the most.")
    return value


def _cell(state: SpottingState, lane: str, far: int) -> drawn.Cell:
    """What must be rolled for a target of this lane in the range that ends so far away?"""
    value = landser.spots_on(state.sighting(lane, far), dict(state.readings)).value
    if isinstance(value, Gap):
        return drawn.Cell("?", "black", 0.0)
    chance = Fraction(max(0, 7 - value), 6)
    return drawn.Cell("sure" if value == 1 else "never" if value > 6 else f"{value}+", "green" if chance else "black", float(chance))


def _seen_and_hit(state: SpottingState, at: int) -> Fraction:
    """How likely would he be seen and hit at this range? Nothing where one of the two cannot be."""
    seen, hit = chances(state, at)
    return (seen or Fraction(0)) * (hit or Fraction(0))


def _effect(state: SpottingState) -> Callable[[Mapping[str, str]], str]:
    """What would the answer be under other readings?"""

    def words(readings: Mapping[str, str]) -> str:
        other = replace(state, readings=tuple(readings.items()))
        seen = gap_or(landser.spot_chance(state.sighting(), readings), percent)
        hit = chances(other)[1]
        return f"seen {seen}, then hit {'never' if hit is None else percent(hit)}"

    return words
