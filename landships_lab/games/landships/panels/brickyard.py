"""The Brickyard, scenario 19.26 as a teaching board: set up, move, turn and aim counters, and let
the rules answer each question.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.sources import Reading
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.drawing import draw
from landships_lab.drawing.board import board
from landships_lab.drawing.counters import CARD, Counter, counters
from landships_lab.drawing.shapes import Polygons, Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games.landships.data.units import Unit
from landships_lab.games.landships.rules import brickyard, brickyard_rules
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing, class_of, tank_of
from landships_lab.games.landships.rules.brickyard_fire import answer_fire
from landships_lab.games.landships.rules.brickyard_squads import ATTACKS, WAYS, answer_squad
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.panel.board import Action, Gesture, step_place, supposed
from landships_lab.panel.controls import Choice, Control, Field
from landships_lab.panel.menu import QuestionPanel, question_part
from landships_lab.panel.painting import click_part
from landships_lab.panel.parts import LEAD, Moment, OneOf, OnePlace, part
from landships_lab.panel.parts.base import names
from landships_lab.panel.parts.places import placement
from landships_lab.panel.readings import Taken
from . import brickyard_counters, common
from .brickyard_counters import GRID, Units, UnitsPart, find, place_words, with_aa_hex, with_unit
from .common import SPOTTED, choice, discs, place_under, word
from .painted_ground import AskedReadings, UnitOnGround, ground_brush, ground_part

CLICKS = {"aim": "aims", "place": "moves it", "paint": "paints"}
#: The questions about an assault squad, with their words in the panel's list.
SQUAD_ACTS = {
    "dismount": "dismount",
    "move": "move to the target",
    "remount": "be in its tank",
    "close-assault": "join a close assault",
    "flamethrower": "use a flamethrower",
    "attacked": "be attacked",
}
_SUBJECTS = ("scenario", "fire", "scenario-fire", "scenario-squad")
READINGS = {key: one for on in _SUBJECTS for key, one in readings("landships", on).items()}
_TURNS = {n: f"{n} of {SCENARIO.turns}" for n in range(1, SCENARIO.turns + 1)}
_WAYS = {way: way for way in WAYS}
_ATTACKS = {attack: attack.replace("-", " ") for attack in ATTACKS}
_MORALE = {"passed": "passed", "failed": "failed"}
_SCENARIO = f"Scenario {SCENARIO.number}, {SCENARIO.name}"


def _bearing_on(subjects: Iterable[str]) -> dict[str, Reading]:
    """Return the readings that bear on any of these subjects."""
    on = set(subjects)
    return {key: reading for key, reading in READINGS.items() if on.intersection(reading.bears_on)}


class WeaponPart(OneOf):
    """The weapon in question: the counter's first until another is chosen."""

    read_order = 4  # the weapons depend on the chosen counter

    def control(self, state: Brickyard) -> Control | None:
        return Choice(self.control_id, self.title(state), self.offers(state), state.weapon_id)


def _called(unit: Standing, turn: int) -> str:
    where = f"in {unit.aboard}" if unit.aboard else place_words(unit).replace("-", "waits")
    when = f", turn {unit.of.turn}" if unit.of.turn > turn else ""
    return f"{unit.of.side[:3]} {unit.of.name} {unit.number} · {where}{when}"


def _counters(state: Brickyard) -> dict[str, str]:
    units = state.units or brickyard.order_of_battle()
    return {unit.id: _called(unit, state.turn) for unit in units}


def _asks_of(action: str) -> Callable[[Brickyard], bool]:
    """Return a function that tells whether a state asks this about a squad."""
    return lambda state: state.question == "squad" and state.action == action


@dataclass(frozen=True)
class Brickyard(QuestionPanel, UnitOnGround):
    """Set the scenario up, move and turn its counters, see the arcs of the chosen one, ask who
    would win.

    ``weapon`` is the weapon of the chosen counter in question, ``target`` its aim, and ``terrain``
    what the reader painted. ``bears_on`` names the subjects whose readings matter to a question.
    """

    id = "landships:brickyard"
    title = "The Brickyard"
    rule_set = "Landships!"
    prompt = "What may this unit do, and who would win?"
    grid = GRID
    columns = 14.5  # an A7V reaches seven hexes
    usage_hint = (
        "Click a counter to choose it, a place to aim · drag a counter to move it · wheel or Q and"
        " E turn it"
    )
    hands_for = MappingProxyType(
        {
            "place": "Click to move the chosen counter there · drag a counter to move it · wheel or"
            " Q and E turn it"
        }
    )
    example = "ger-a7v-1 turn 1 ask fire target 5809 at ger-a7v-1@5713/5813@NNE ger-a7v-2@5305@SSE"
    order = names(
        "turn ask chosen place move action along attack morale weapon target spotted click brush"
        " paint"
    )
    secondary = ("paint",)
    strip_rows = 3
    filename = "brickyard.toml"
    bears_on: ClassVar[tuple[str, ...]] = ()

    chosen: str = part(choice, "Counter", "ger-a7v-1", _counters, "counter", word=LEAD)
    turn: int = part(OneOf, "Turn", 1, _TURNS, always=True)
    question: str = part(question_part, control_id="ask", always=True)
    weapon: str = part(WeaponPart, "Weapon", "", lambda s: s.weapons, shown=lambda s: s.has_weapon)
    target: Place | None = part(OnePlace, "Target", None, GRID, empty=True, hint="such as 5809")
    spotted: str = part(word, "Spotted", "unsaid", SPOTTED, "word on spotting")
    action: str = part(choice, "It wants to", "dismount", SQUAD_ACTS, "action of a squad")
    along: str = part(word, "Its way", "open", _WAYS, "way of a squad", shown=_asks_of("move"))
    attack: str = part(choice, "Attack", "small-arms", _ATTACKS, shown=_asks_of("attacked"))
    morale: str = part(word, "Morale check", "passed", _MORALE, "outcome of a morale check")
    units: Units = part(
        UnitsPart,
        "Counters",
        lambda s: with_aa_hex(brickyard.order_of_battle(), s.readings),
        word="at",
    )
    terrain: TerrainMap = part(ground_part, GRID)
    click: str = part(click_part, "aim", CLICKS)
    brush: str = part(ground_brush, "town")
    readings: Taken = part(
        AskedReadings, known=lambda s: _bearing_on(s.bears_on), every=readings("landships")
    )
    hover: Place | None = part(Moment())
    held: str = part(Moment, default="")
    held_heading: Heading | None = part(Moment())

    @property
    def unit(self) -> Standing:
        """The chosen counter."""
        return find(self.units, self.chosen)

    @property
    def on_board(self) -> Units:
        """The counters that have a place in this turn."""
        return tuple(u for u in self.units if u.place is not None and u.of.turn <= self.turn)

    @property
    def arms(self) -> Unit | None:
        """The unit whose arcs the chosen counter has, if any."""
        return UNITS.get(self.unit.of.unit)

    @property
    def weapons(self) -> dict[str, str]:
        """The names of the chosen counter's weapons, by id: none for a counter without arcs."""
        arms = () if self.arms is None else self.arms.weapons.values()
        return {weapon.id: weapon.name for weapon in arms}

    @property
    def has_weapon(self) -> bool:
        """Whether its weapons are offered: not in a question about a squad or morale."""
        return bool(self.weapons) and self.question not in ("squad", "morale")

    @property
    def weapon_id(self) -> str:
        """The weapon in question; empty for a counter without arcs."""
        return self.weapon if self.weapon in self.weapons else next(iter(self.weapons), "")

    @property
    def place(self) -> Place | None:
        """The place of the chosen counter; for a squad in a tank, the place of the tank."""
        tank = tank_of(self.unit, self.units)
        return self.unit.place if tank is None else tank.place

    @property
    def aimed(self) -> Place | None:
        """The place in question: the one under the pointer, else the chosen one."""
        return self.hover or self.target

    def readings_on(self, *subjects: str) -> dict[str, str]:
        """Return the chosen options of the readings that bear on any of these subjects."""
        known = _bearing_on(subjects)
        return {key: option for key, option in self.readings if key in known}

    @abstractmethod
    def ask(self) -> Answer[object]:
        """Answer the question about the chosen counter or the whole board."""

    def effect(self, answer: Answer[object]) -> str:
        if isinstance(answer.value, Gap):
            return "not in the source"
        return answer.value if isinstance(answer.value, str) else "yes" if answer.value else "no"

    # -- the picture

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        view, place = view or self.opening(), self.place
        towns = brickyard_counters.named_hexes(view, self.terrain, self.readings_on("scenario"))
        ring = () if place is None else draw.ring(view, place, "selected", "chosen")
        figures, above = (*towns, *self.below(answer, view), *ring), self.above(answer, view)
        spoken = f"{_SCENARIO}, turn {self.turn} of {SCENARIO.turns}. {answer.headline}"
        return self._scene(view, figures, self.chosen, above, spoken)

    def below(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        """Return the shapes of the question below the counters."""
        return ()

    def above(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        """Return the shapes of the question above the counters."""
        return ()

    def question_picture(self) -> Scene:
        view, target = self.opening(), self.target
        ring = () if target is None else (draw.target_ring(view, target),)
        return self._scene(view, (), "", ring, "The Brickyard's board.")

    def _scene(
        self, view: View, below: Iterable[Shape], chosen: str, above: Iterable[Shape], spoken: str
    ) -> Scene:
        stacked, terrain = self.stacks(), self.terrain
        pieces = counters(view, stacked, chosen)
        named = brickyard_counters.counter_names(view, stacked, pieces, terrain)
        figures, land = (*below, *pieces, *above), brickyard_counters.ground(view, terrain)
        return board(view, figures, named, SCENARIO.name, spoken, terrain, land)

    def stacks(self) -> list[Counter]:
        """Return one counter for each place, the chosen one on top."""
        return brickyard_counters.stacks(self.on_board, self.chosen)

    def counters_at(self, view: View) -> tuple[tuple[float, float, float], ...]:
        return discs(view, (counter.place for counter in self.stacks()))

    def focus(self) -> Action:
        """Return the places in view. A counter beside the map has none, so the Brickyard
        is shown.
        """
        chosen = self.place or SCENARIO.brickyard[0]
        asked = (chosen,) if self.target is None else (chosen, self.target)
        return Action(asked, tuple((h[0], h[1]) for h in SCENARIO.brickyard))

    def legend(self) -> tuple[tuple[str, str], ...]:
        return (("start", "Brickyard town hex"), ("hit", "can be hit"), ("off", "off the map"))

    # -- what the reader sets

    def actions(self) -> tuple[Control, ...]:
        unit = self.unit
        place = f"{place_words(unit)} {unit.heading}" if unit.place or unit.aboard else ""
        at = Field("place", "at", place, "beside the map")
        return (at, common.MOVE_BUTTONS, *super().actions(), self.board_box())

    def act(self, control: str, value: object) -> Self:
        if control == "place":
            if value is None or (isinstance(value, str) and not value.strip()):
                return self._with(replace(self.unit, place=None, aboard=""))
            if isinstance(value, str) and (tank := value.split()[0]) in (u.id for u in self.units):
                return self._with(brickyard_counters.riding(self.unit, tank, self.units))
            return self.stood(*placement(self.grid, value, self.unit.heading))
        if control == "heading":
            return self.stood(self.unit.place, Heading(str(value)))
        return super().act(control, value)

    def after(self, control: str, before: Self) -> Self:
        if control == "chosen":
            return replace(self, weapon="", hover=None)
        if control == "target":
            return replace(self, hover=None)
        if control in READINGS:
            return replace(self, units=with_aa_hex(self.units, self.readings))
        return super().after(control, before)

    def standing(self) -> tuple[Place | None, Heading]:
        return self.unit.place, self.unit.heading

    def stood(self, place: Place | None, heading: Heading) -> Self:
        force = self.unit.of
        if place is not None and force.turn > self.turn:
            raise ValueError(f"{force.name} comes on in turn {force.turn}; it is turn {self.turn}.")
        return self._with(brickyard_counters.stand(self.unit, place, heading, self.readings))

    def _with(self, unit: Standing) -> Self:
        return replace(self, units=with_unit(self.units, unit), hover=None)

    def turned(self, points: int) -> Self:
        """Turn a platoon twice as far, since it faces only hexsides."""
        step = 2 if self._class() == 1 else 1
        heading = self.unit.heading.turn(points * step)
        return common.turned_in_hand(self.stood(self.unit.place, heading), heading)

    # -- gestures

    def wheeled(self, gesture: Gesture, view: View) -> Self:
        touched = None if self.click == "paint" else self._touched(view, gesture)
        return self if touched is None else self.set("chosen", touched).turned(gesture.steps)

    def pointed(self, gesture: Gesture, view: View) -> Self:
        if self.click == "paint":
            return self.painted(gesture, view)
        touched, press = self._touched(view, gesture), gesture.kind == "press"
        if press and touched and not (self.click == "place" and touched == self.chosen):
            chosen = self.set("chosen", touched)
            return replace(chosen, held="counter", held_heading=chosen.unit.heading)
        held = self.held == "counter"
        kind = self._class() if held or self.click == "place" else 3
        place = place_under(view, gesture.at, kind)
        if place is None:
            return replace(self, hover=None)
        if held or (press and self.click == "place"):
            heading = common.carried(self.held_heading, kind, place, self.unit.heading)
            return self.stood(place, heading)
        if press:
            return replace(self, target=place, hover=None)
        return replace(self, hover=None if touched is not None else place)

    def _class(self) -> int:
        return class_of(self.unit.of, dict(self.readings))

    def _touched(self, view: View, gesture: Gesture) -> str | None:
        """Return the counter under the pointer; repeated clicks go through a stack."""
        x, y = gesture.at
        for counter in self.stacks():
            cx, cy = view.pixel(counter.place)
            if (x - cx) ** 2 + (y - cy) ** 2 <= (CARD * view.size * 0.8) ** 2:
                here = [u.id for u in self.on_board if u.place == counter.place]
                if self.chosen in here and gesture.kind == "press":
                    return here[(here.index(self.chosen) + 1) % len(here)]
                return counter.name
        return None

    def stepped(self, arrow: str) -> Self:
        start = self.target or self.unit.place or SCENARIO.brickyard[0]
        return replace(self, target=step_place(self.grid, start, arrow), hover=None)


# -- the questions


@dataclass(frozen=True)
class Fire(Brickyard):
    """The fire of the chosen counter's weapon at a target."""

    key = "fire"
    label = "may it fire?"
    own_parts = ("spotted",)
    bears_on = ("fire", "scenario-fire")

    def ask(self) -> Answer[bool | Gap | None]:
        shot = (self.unit, self.weapon_id, self.aimed, self.readings_on(*self.bears_on))
        spotted, ground = self.spotted == "yes", self.terrain
        return answer_fire(*shot, self.on_board, turn=self.turn, spotted=spotted, terrain=ground)

    def below(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        return () if answer.detail is None else brickyard_counters.arcs(view, answer.detail)

    def above(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        place, aimed = self.unit.place, self.aimed
        if place is None or aimed is None or self.arms is None:
            return ()
        count = draw.numbered(view, common.counted(answer))[:1]
        return (*count, *draw.sight_line(view, place, aimed))

    def preview(self) -> str:
        return supposed("If you aim at", self.grid, self.hover, self.target)


@dataclass(frozen=True)
class SetUp(Brickyard):
    """The hexes in which the chosen counter may be set up, or come in."""

    key = "set-up"
    label = "is it set up right?"
    bears_on = ("scenario",)

    def ask(self) -> Answer[bool | Gap]:
        return brickyard.check_set_up(
            self.unit, self.units, self.readings_on(*self.bears_on), self.turn
        )

    def below(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        allowed = brickyard.set_up_hexes(self.unit.of, self.readings_on(*self.bears_on))
        if not isinstance(allowed, tuple):
            return ()
        return (Polygons(tuple(map(view.outline, allowed)), "reach", "set-up", "green"),)


@dataclass(frozen=True)
class Victory(Brickyard):
    """Victory, by the units in the Brickyard at present."""

    key = "victory"
    label = "who would win?"
    bears_on = ("scenario",)

    def ask(self) -> Answer[str | Gap]:
        return brickyard_rules.victory(
            self.on_board, self.terrain, self.readings_on(*self.bears_on)
        )


@dataclass(frozen=True)
class SpecialRules(Brickyard):
    """The special rules of the scenario for the chosen counter."""

    key = "rules"
    label = "what is special?"

    def ask(self) -> Answer[int]:
        return brickyard_rules.special_rules(self.unit.of, self.turn)


@dataclass(frozen=True)
class Squad(Brickyard):
    """What an assault squad may do, inside its tank and out of it."""

    key = "squad"
    label = "what may a squad do?"
    own_parts = ("action",)
    bears_on = ("scenario-squad",)

    def ask(self) -> Answer[bool | int | Gap | None]:
        units = tuple(unit for unit in self.units if unit.of.turn <= self.turn)
        asked: dict[str, Any] = {"target": self.aimed, "along": self.along, "attack": self.attack}
        options = self.readings_on(*self.bears_on)
        return answer_squad(self.unit, self.action, units, **asked, given=options, turn=self.turn)

    def effect(self, answer: Answer[object]) -> str:
        number = isinstance(answer.value, int) and not isinstance(answer.value, bool)
        return str(answer.value) if number else super().effect(answer)

    def above(self, answer: Answer[object], view: View) -> Iterable[Shape]:
        if self.action != "move" or self.aimed is None:
            return ()
        return (draw.target_ring(view, self.aimed),)

    def preview(self) -> str:
        asked = self.action == "move"
        return supposed("If it moves to", self.grid, self.hover, self.target) if asked else ""


@dataclass(frozen=True)
class MoraleCheck(Brickyard):
    """What happens to the chosen counter after a morale check."""

    key = "morale"
    label = "what after a morale check?"
    own_parts = ("morale",)

    def ask(self) -> Answer[str | Gap]:
        return brickyard_rules.after_morale_check(self.unit.of.side, self.morale == "passed")


Brickyard.offer(Fire, SetUp, Victory, SpecialRules, Squad, MoraleCheck)
