"""What the sight panel remembers, and its text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from landships_lab.core.checks import small, unknown
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place, Side
from landships_lab.core.terrain import TerrainMap
from landships_lab.data.load import readings
from landships_lab.data.terrain import Kinds, read_words, write_words
from landships_lab.explore import textform
from landships_lab.explore.explorer import State
from landships_lab.explore.painting import known_brush
from landships_lab.rules.free_sight import READING, SightRule
from landships_lab.rules.loos.sight import Field

ID = "loos:sight"
KINDS = Kinds(("woods", "town", "city", "marsh", "rough", "mountain"), ("trench",))
RULES = {"loos": "Loos 17.2", "free": "a board of Landships!"}
#: What a click on the map does.
CLICKS = (("target", "target"), ("observer", "observer"), ("marker", "aircraft"), ("paint", "paints"))
VIEWS = (("off", "off"), ("view", "what is seen"), ("compare", "readings compared"))
FARTHEST = 12
_KEYWORDS = ("at", "rules", "aircraft", "show", "blocks", "depth", "own", "far", "click", "brush", "terrain", "reading")
#: Where a new panel begins: woods, a town, a ridge and a stretch of trench between observer and target.
A_FIELD = (
    f"{ID} 0707 at 1007 show view terrain woods=0806,0807,0903,1003,1108,1109,0610 town=1005,1105,1106,0511,0512 "
    "trench=1303/1304,1303/1402,1304/1403,1304/1404 high=0403,0404,0503,0504,1411,1412"
)


@dataclass(frozen=True)
class SightState(State):
    """An observer and a target on a painted board, under one of two rules.

    ``show`` is the field of view: off, seen, or the readings compared. Of the free rule ``blocks``, ``depth``, ``target_blocks`` and
    ``far`` are the reader's own. ``hover`` and ``held`` are of the moment.
    """

    explorer_id: ClassVar[str] = ID
    observer: Place
    target: Place
    terrain: TerrainMap
    rules: str = "loos"
    aircraft: Hex | None = None
    show: str = "off"
    blocks: frozenset[str] = frozenset()
    depth: int = 1
    target_blocks: bool = False
    far: int = 6
    click: str = "target"
    brush: str = "woods"
    readings: tuple[tuple[str, str], ...] = ()
    hover: Place | None = None
    held: str = ""

    @property
    def aimed(self) -> Place:
        """Which place is asked about: the one under the pointer, else the chosen one?"""
        return self.hover or self.target

    def field(self) -> Field:
        """What lies on the map, as Loos sees it: a trench is a matter of its hex there."""
        terrain = dict(self.terrain.hexes)
        for side in self.terrain.sides:
            for hexagon in side.hexes:
                terrain.setdefault(hexagon, "trench")
        taken = {key: option for key, option in self.readings if key != READING}
        return Field(terrain, self.terrain.high, self.aircraft, taken)

    def rule(self, along: str = "") -> SightRule:
        """What blocks, as the reader says it?"""
        taken = along or dict(self.readings).get(READING, "both")
        return SightRule(self.blocks, self.depth, self.target_blocks, taken)  # type: ignore[arg-type]  # checked by the class


def write(state: SightState, grid: Grid) -> str:
    """What is the state in one line?"""
    words = [ID, grid.code(state.observer), "at", grid.code(state.target)]
    if state.rules != "loos":
        words += ["rules", state.rules]
    if state.aircraft is not None:
        words += ["aircraft", grid.code(state.aircraft)]
    if state.blocks:
        words += ["blocks", *sorted(state.blocks)]
    if state.target_blocks:
        words += ["own", "counts"]
    plain = (("show", state.show, "off"), ("click", state.click, "target"), ("brush", state.brush, "woods"))
    numbers = (("depth", str(state.depth), "1"), ("far", str(state.far), "6"))
    words += [word for key, value, usual in (*plain, *numbers) if value != usual for word in (key, value)]
    if told := write_words(state.terrain, grid):
        words += ["terrain", *told]
    return " ".join([*words, *textform.write_readings(state.readings)])


def parse(text: str, grid: Grid) -> SightState:
    """Which state does this line describe? `ValueError` in one sentence if none."""
    found = textform.groups(text, ID, _KEYWORDS)
    if len(found[""]) != 1:
        raise ValueError(f"After {ID} stands the observer's place, such as 0503, then at and the target's.")
    observer = grid.place(found[""][0])
    rules = one_of("rules", textform.one(found, "rules", "loos"), RULES)
    craft = grid.place(textform.one(found, "aircraft", "")) if "aircraft" in found else None
    state = SightState(
        observer=observer,
        target=grid.place(textform.one(found, "at", found[""][0])),
        terrain=read_words(found.get("terrain", []), grid, KINDS),
        rules=rules,
        aircraft=hex_only(craft) if craft is not None else None,
        show=one_of("field of view", textform.one(found, "show", "off"), dict(VIEWS)),
        blocks=frozenset(one_of("kind of terrain", word, dict.fromkeys(KINDS.hexes, "")) for word in found.get("blocks", [])),
        depth=whole("depth", textform.one(found, "depth", "1"), 1, 9),
        target_blocks=textform.one(found, "own", "") == "counts",
        far=whole("far", textform.one(found, "far", "6"), 1, FARTHEST),
        click=one_of("use of a click", textform.one(found, "click", "target"), clicks(rules)),
        brush=known_brush(KINDS, textform.one(found, "brush", "woods")),
        readings=textform.read_readings(found.get("reading", []), {**readings("loos", "sight"), **readings("free_sight", "sight")}),
    )
    if rules == "loos":
        hex_only(observer)
        hex_only(state.target)
    return state


def clicks(rules: str) -> dict[str, str]:
    """What may a click on the map do under this rule? Only Loos has an aircraft marker."""
    return {click: does for click, does in CLICKS if rules == "loos" or click != "marker"}


def one_of(what: str, given: str, allowed: dict[str, str]) -> str:
    """Which of the allowed words is it? `ValueError` naming them and the nearest if none."""
    if given not in allowed:
        raise ValueError(unknown(what, given, list(allowed)))
    return given


def hex_only(place: Place) -> Hex:
    """Which hex is it? `ValueError` for a hexside: at Loos units stand in hexes only."""
    if isinstance(place, Side):
        raise ValueError("At Loos units stand in hexes only; give a hex such as 0503, or choose the Landships! board.")
    return place


def whole(what: str, given: object, lowest: int, highest: int) -> int:
    """Which whole number was given? `ValueError` with the bounds if none that is allowed."""
    text = str(given)
    number = small(text)
    if number is None or not lowest <= number <= highest:
        raise ValueError(f"{text!r} is no number for {what!r}; it is a whole number from {lowest} to {highest}.")
    return number
