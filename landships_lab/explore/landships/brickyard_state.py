"""What the Brickyard's board remembers, and its text form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count

from landships_lab.core.checks import small, unknown
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.landships.ground import ground_kinds
from landships_lab.data.landships.units import Unit
from landships_lab.data.load import readings
from landships_lab.data.terrain import read_words, write_words
from landships_lab.explore import textform
from landships_lab.explore.explorer import State, one_of
from landships_lab.explore.painting import read_tools, write_tools
from landships_lab.rules.landships import UNITS, legal_headings
from landships_lab.rules.landships.brickyard import AA_HEX, CLASS_OF, SCENARIO, Standing, set_up_hexes

ID = "landships:brickyard"
GRID = SCENARIO.grid
_KEYWORDS = ("turn", "ask", "weapon", "target", "at", "terrain", "click", "brush", "reading")
ASKS = {"fire": "may it fire?", "set-up": "is it set up right?", "victory": "who would win?", "rules": "what is special?"}
#: What a click on the map does, the first unless the reader says otherwise; and what the brush paints at first.
CLICKS = (("aim", "aims or chooses"), ("place", "places it"), ("paint", "paints"))
BRUSH = "town"
Units = tuple[Standing, ...]


@dataclass(frozen=True)
class BrickyardState(State):
    """The scenario's counters, the turn, the chosen counter, and what is asked about it.

    ``weapon`` is the chosen counter's weapon asked about, ``target`` what it aims at; ``terrain`` is what the reader painted.
    """

    explorer_id = ID

    units: Units
    chosen: str
    turn: int = 1
    ask: str = "fire"
    weapon: str = ""
    target: Place | None = None
    terrain: TerrainMap = TerrainMap()  # noqa: RUF009 - frozen
    readings: tuple[tuple[str, str], ...] = ()
    click: str = CLICKS[0][0]
    brush: str = BRUSH
    hover: Place | None = None
    held: str = ""

    @property
    def unit(self) -> Standing:
        """Which counter is chosen?"""
        return find(self.units, self.chosen)

    @property
    def on_board(self) -> Units:
        """Which counters have a place in this turn?"""
        return tuple(u for u in self.units if u.place is not None and u.of.turn <= self.turn)

    @property
    def arms(self) -> Unit | None:
        """Whose arcs has the chosen counter, if any?"""
        return UNITS.get(self.unit.of.unit)

    @property
    def weapon_id(self) -> str:
        """Which of its weapons is asked about? "" for a counter without arcs."""
        if self.arms is None:
            return ""
        return self.weapon if self.weapon in self.arms.weapons else next(iter(self.arms.weapons))

    @property
    def aimed(self) -> Place | None:
        """Which place is asked about: the one under the pointer, else the chosen one?"""
        return self.hover or self.target


@cache
def order_of_battle() -> Units:
    """How does the board begin? Counters with hexes of their own stand in them, those with a choice spread over it, in order;
    those whose place is on the lost map wait beside it."""
    units = []
    turns: dict[tuple[Hex, ...], Iterator[int]] = defaultdict(count)  # forces that share their hexes take them in turn
    for force in SCENARIO.forces.values():
        if not (kind := CLASS_OF[force.kind]):
            continue  # off the board for good
        heading = Heading.N if force.side == "German" else Heading.S
        for number in range(1, force.count + 1):
            at = force.at[next(turns[force.at]) % len(force.at)] if force.at else None
            if at is not None and force.kind == "tank":
                heading = Heading.N if GRID.column_row(at)[1] > GRID.rows // 2 else Heading.S
            assert kind != 1 or heading.faces_hexside
            units.append(Standing(force.id, number, at, heading))
    return tuple(units)


def find(units: Units, unit_id: str) -> Standing:
    """Which counter has this id? `ValueError` with the nearest if none."""
    for unit in units:
        if unit.id == unit_id:
            return unit
    raise ValueError(unknown("counter", unit_id, [u.id for u in units]))


def put(units: Units, unit: Standing) -> Units:
    """Which counters are there once this one stands in its new place?"""
    return tuple(unit if u.id == unit.id else u for u in units)


def stand(unit: Standing, place: Place | None, heading: Heading | None = None) -> Standing:
    """How does the counter stand there? `ValueError` in one sentence where its class may not."""
    heading = heading or unit.heading
    if place is not None and not legal_headings(CLASS_OF[unit.of.kind], place):
        raise ValueError(f"A {unit.of.kind.replace('-', ' ')} never stands on a hexside; only vehicles do.")
    return replace(unit, place=place, heading=heading)


def with_aa_hex(units: Units, taken: Sequence[tuple[str, str]]) -> Units:
    """Where does the AA gun stand once 6810 is read otherwise? It goes along if it stands where it was set up."""
    gun = next(u for u in units if u.force == "brit-aa")
    hexes = [h for option in ("as-printed", "5810") for h in _hexes(gun, option)]
    if gun.place not in hexes:
        return units
    return put(units, replace(gun, place=_hexes(gun, dict(taken).get(AA_HEX, "as-printed"))[0]))


def _hexes(unit: Standing, option: str) -> tuple[Hex, ...]:
    found = set_up_hexes(unit.of, {AA_HEX: option})
    assert isinstance(found, tuple)
    return found


def write(state: BrickyardState) -> str:
    """What is the state in one line? Only counters that stand otherwise than at the start are told."""
    words = [ID, state.chosen, "turn", str(state.turn), "ask", state.ask]
    if state.weapon:
        words += ["weapon", state.weapon]
    if state.target is not None:
        words += ["target", GRID.code(state.target)]
    first = with_aa_hex(order_of_battle(), state.readings)
    moved = [u for u, start in zip(state.units, first, strict=True) if u != start]
    if moved:
        words += ["at", *(f"{u.id}@{'-' if u.place is None else GRID.code(u.place)}@{u.heading}" for u in moved)]
    if painted := write_words(state.terrain, GRID):
        words += ["terrain", *painted]
    words += write_tools(state.click, state.brush, CLICKS[0][0], BRUSH)
    return " ".join([*words, *textform.write_readings(state.readings)])


def parse(text: str) -> BrickyardState:
    """Which state does this line describe? `ValueError` in one sentence if none."""
    found = textform.groups(text, ID, _KEYWORDS)
    taken = textform.read_readings(found.get("reading", []), readings("landships"))
    units = with_aa_hex(order_of_battle(), taken)
    for word in found.get("at", []):
        parts = word.split("@")
        if len(parts) != 3:
            raise ValueError(f"{word!r} places no counter; one is written counter@place@heading, such as ger-a7v-1@5817@N.")
        unit = find(units, parts[0])
        units = put(units, stand(unit, None if parts[1] == "-" else GRID.place(parts[1]), Heading(parts[2])))
    click, brush = read_tools(found, [click for click, _ in CLICKS], ground_kinds(), BRUSH)
    state = BrickyardState(
        units=units,
        chosen=find(units, textform.one(found, "", "ger-a7v-1")).id,
        turn=known_turn(textform.one(found, "turn", "1")),
        ask=one_of("question", textform.one(found, "ask", "fire"), list(ASKS)),
        weapon=textform.one(found, "weapon", "") if "weapon" in found else "",
        target=GRID.place(textform.one(found, "target", "")) if "target" in found else None,
        terrain=read_words(found.get("terrain", []), GRID, ground_kinds()),
        readings=taken,
        click=click,
        brush=brush,
    )
    if state.weapon and state.arms is not None:
        state.arms.weapon(state.weapon)
    return state


def known_turn(given: str) -> int:
    """Which turn is meant? `ValueError` unless it is one of the scenario's."""
    turn = small(str(given).strip())
    if turn is None or not 1 <= turn <= SCENARIO.turns:
        raise ValueError(f"The scenario has turns 1 to {SCENARIO.turns}, not {str(given).strip()!r}.")
    return turn
