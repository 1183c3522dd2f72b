"""What the movement panel remembers, and its text form."""

from __future__ import annotations

from dataclasses import dataclass, replace

from landships_lab.core.checks import small, unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.ground import GroundValues, ground_kinds, sample_values
from landships_lab.data.load import readings
from landships_lab.data.terrain import read_words, write_words
from landships_lab.explore import textform
from landships_lab.explore.explorer import State
from landships_lab.explore.painting import read_tools, write_tools
from landships_lab.rules.landships import March

ID = "landships:move"
_KEYWORDS = ("mp", "spent", "steer", "turn", "to", "drift", "enemies", "values", "terrain", "click", "brush", "reading")
#: Where a new panel begins: a tank before a pond, an enemy beyond it, woods, a road and a village about.
ROUND_THE_POND = (
    f"{ID} 0708 E mp 16 to 1207 enemies 1010 terrain water=0908,1007,1008,0907 woods=0805,0806,0905,1112,1212,1113 "
    "road=0703,0803,0904,1003,1104,1204,1305 town=1405,1505,1504,1606 shell-holes=0709,0809,0810,0910 trench=1407/1408,1408/1508"
)
STEERING = {"vehicle": "steers well", "hard-to-steer": "hard to steer"}

#: What a click on the map does, the first unless the reader says otherwise; and what the brush paints at first.
CLICKS = (("go", "asks the way"), ("place", "places it"), ("enemy", "sets enemies"), ("paint", "paints"))
BRUSH = "woods"


@dataclass(frozen=True)
class MoveState(State):
    """A vehicle on a painted board, and where it is asked to go.

    ``mp`` is its allowance and ``spent`` what of it is gone; ``turn_mp`` is the reader's own cost of 30 degrees, if any.
    ``target`` is the place asked about, ``facing`` how it shall face there; ``drift`` the place a drift is asked about.
    ``click`` is what a click does, ``brush`` what it paints; ``hover`` and ``held`` are of the moment.
    """

    explorer_id = ID

    place: Place
    heading: Heading
    terrain: TerrainMap = TerrainMap()  # noqa: RUF009 - frozen
    values: GroundValues = sample_values()  # noqa: RUF009 - frozen
    mp: int = 12
    spent: int = 0
    steering: str = "vehicle"
    turn_mp: int | None = None
    target: Place | None = None
    facing: Heading | None = None
    drift: Place | None = None
    enemies: frozenset[Place] = frozenset()
    readings: tuple[tuple[str, str], ...] = ()
    click: str = CLICKS[0][0]
    brush: str = BRUSH
    hover: Place | None = None
    held: str = ""

    @property
    def aimed(self) -> Place | None:
        """Which place is asked about: the one under the pointer, else the chosen one?"""
        return self.hover or self.target

    def march(self, grid: Grid) -> March:
        """Everything its move depends on, for the rules."""
        left = self.mp - self.spent
        return March(grid, self.terrain, self.values, left, self.turn_mp, self.enemies, self.readings, self.steering)


def write(state: MoveState, grid: Grid) -> str:
    """What is the state in one line?"""
    words = [ID, f"{grid.code(state.place)}", state.heading.value, "mp", str(state.mp)]
    if state.spent:
        words += ["spent", str(state.spent)]
    if state.steering != "vehicle":
        words += ["steer", state.steering]
    if state.turn_mp is not None:
        words += ["turn", str(state.turn_mp)]
    if state.target is not None:
        words += ["to", grid.code(state.target), *([state.facing.value] if state.facing else [])]
    if state.drift is not None:
        words += ["drift", grid.code(state.drift)]
    if state.enemies:
        words += ["enemies", *sorted(grid.code(place) for place in state.enemies)]
    if state.values.own:
        words += ["values", *(f"{name}={number}" for name, number in state.values.own_values().items())]
    if painted := write_words(state.terrain, grid):
        words += ["terrain", *painted]
    words += write_tools(state.click, state.brush, CLICKS[0][0], BRUSH)
    return " ".join([*words, *textform.write_readings(state.readings)])


def parse(text: str, grid: Grid) -> MoveState:
    """Which state does this line describe? `ValueError` in one sentence if none."""
    found = textform.groups(text, ID, _KEYWORDS)
    if len(found[""]) != 2:
        raise ValueError(f"After {ID} stand a place and a heading, such as 0503/0504 E.")
    to = found.get("to", [])
    if len(to) > 2 or ("to" in found and not to):
        raise ValueError("After 'to' stands a place, and a heading if it shall face so, such as 0705 N.")
    place, heading = grid.placement(" ".join(found[""]))
    click, brush = read_tools(found, [click for click, _ in CLICKS], ground_kinds(), BRUSH)
    state = MoveState(
        place=place,
        heading=heading,
        mp=whole(textform.one(found, "mp", "12"), "A movement allowance"),
        spent=whole(textform.one(found, "spent", "0"), "What is spent"),
        steering=known_steering(textform.one(found, "steer", "vehicle")),
        turn_mp=whole(textform.one(found, "turn", ""), "The cost of a turn") if "turn" in found else None,
        target=grid.place(to[0]) if to else None,
        facing=Heading(to[1]) if len(to) == 2 else None,
        drift=grid.place(textform.one(found, "drift", "")) if "drift" in found else None,
        enemies=frozenset(map(grid.place, found.get("enemies", []))),
        values=_read_values(found.get("values", [])),
        terrain=read_words(found.get("terrain", []), grid, ground_kinds()),
        readings=textform.read_readings(found.get("reading", []), readings("landships", "movement")),
        click=click,
        brush=brush,
    )
    if state.spent > state.mp:
        raise ValueError(f"{state.spent} MPs cannot be spent of {state.mp}.")
    return state


def _read_values(words: list[str]) -> GroundValues:
    values = sample_values()
    for word in words:
        name, equals, number = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r} is no value of terrain; one is written such as woods.cost=4.")
        values = values.set(name, whole(number, name))
    return values


def known_steering(given: str) -> str:
    """Which kind of steering is meant? `ValueError` with both if neither."""
    if given not in STEERING:
        raise ValueError(unknown("kind of steering", given, list(STEERING)))
    return given


def whole(given: str, what: str) -> int:
    """Which whole number from 0 to 99 was typed? `ValueError` that names what it was for."""
    text = str(given).strip()
    number = small(text)
    if number is None or number > 99:
        raise ValueError(f"{what} is a whole number from 0 to 99, not {text!r}.")
    return number


def stand(state: MoveState, place: Place, heading: Heading) -> MoveState:
    """The state with the vehicle put down there, its next question still to come."""
    return replace(state, place=place, heading=heading, target=None, facing=None, drift=None, hover=None)
