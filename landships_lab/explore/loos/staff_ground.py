"""The staff's questions about ground and time: the German set-up, trenches, the front line, the order of play, victory."""

from __future__ import annotations

from typing import cast

from landships_lab.core.answer import Answer
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import DIRECTIONS, Hex, Side
from landships_lab.explore.loos.parts import Case, Codes, Count, Given, Pick, Ticks, hexes
from landships_lab.rules import loos
from landships_lab.rules.loos.book import GRID, name
from landships_lab.rules.loos.reserves import LAST_TURN
from landships_lab.rules.loos.table import SECONDARY
from landships_lab.rules.loos.terrain import WAYS
from landships_lab.scene.charts import Table

_ARMY = Pick("army", "Army", "german", (("german", "German"), ("british", "British")), buttons=True)
#: The hex the questions about trenches are asked of, and its neighbours by direction.
_HERE = cast(Hex, Grid().place("0505"))
_AROUND = {str(direction): _HERE.neighbour(direction) for direction in DIRECTIONS}
_BY: dict[str, str] = {
    "move": "movement",
    "retreat": "retreat after combat",
    "advance": "advance after combat",
    "set-up": "set-up",
    "reinforcement": "arrival of reinforcements",
}
_SIX = tuple((d, f"{d} ({name(there)})") for d, there in _AROUND.items())

# ------------------------------------------------------------------------------------------------------------------ set-up


def _watchers(given: Given) -> tuple[Table, ...]:
    placed = frozenset(given["battalions"])
    rows = tuple(
        (name(h), (", ".join(name(w) for w in sorted(loos.zone_of_control(h) & placed, key=GRID.column_row)) or "nobody",))
        for h in given["front"]
    )
    return (
        Table(
            "Who watches the British front line",
            ("battalions next to it",),
            rows,
            note="The hexes are yours; the map is not in the source.",
        ),
    )


SET_UP = Case(
    "set-up",
    "German set-up",
    (
        Codes("front", "British front line (yours)", hexes(("0403", "0404", "0405", "0406"))),
        Codes("battalions", "German battalions", hexes(("0504", "0603"))),
    ),
    lambda given: loos.check_german_set_up(given["battalions"], given["front"]),
    tables=_watchers,
    bears_on="set-up",
)

# ---------------------------------------------------------------------------------------------------------------- trenches


def _ground(given: Given) -> loos.Ground:
    trenches = frozenset(Side(_HERE, _AROUND[d]) for d in given["trenches"])
    return loos.Ground(_HERE, given["terrain"], trenches, given["army"], breached="breached" in given["is"])


def _line(given: Given) -> Answer[str]:
    return loos.combat_line(_ground(given), [_AROUND[d] for d in given["from"]], frozenset(_AROUND[d] for d in given["dug"]))


def _lines(given: Given) -> tuple[Table, ...]:
    rows = (("attacked", (_line(given).value,)), ("shelled", (loos.bombardment_line(_ground(given)).value,)))
    return (Table(f"The line for {name(_HERE)}", ("line of the table",), rows),)


LINE = Case(
    "line",
    "Trenches and the table",
    (
        Pick("terrain", f"Terrain in {name(_HERE)}", "woods", tuple((t, t) for t in loos.terrains() if t not in ("trench", SECONDARY))),
        Ticks("trenches", "Its trench hexsides", ("N", "WNW", "WSW"), _SIX),
        Ticks("from", "Attacked from", ("N",), _SIX, least=1),
        Ticks("dug", "Trench hexes among these", (), _SIX),
        Pick("army", "Held by", "german", (("german", "Germans"), ("british", "British")), buttons=True),
        Ticks("is", "The trench is", (), (("breached", "breached"),)),
    ),
    _line,
    tables=_lines,
)


def _also(given: Given) -> Answer[frozenset[Hex]]:
    germans = {_AROUND[d]: frozenset({Side(_HERE, _AROUND[d])}) for d in given["held"]}
    return loos.must_also_attack(_AROUND[given["at"]], _HERE, germans)


ALSO = Case(
    "neighbours",
    "Trenches side by side",
    (
        Ticks("held", f"Germans behind a trench, from {name(_HERE)}", ("N", "ENE"), _SIX),
        Pick("at", f"{name(_HERE)} attacks", "N", _SIX),
    ),
    _also,
)
ENTER = Case(
    "enter",
    "British front line",
    (
        _ARMY,
        Ticks("hex", "The hex", ("front",), (("front", "is British front line"),)),
        Ticks("it", "The unit", (), (("attacks", "attacks into it"), ("leaves", "comes from a front line hex"))),
        Pick("by", "It comes by", "move", tuple((way, _BY[way]) for way in WAYS)),
    ),
    lambda given: loos.may_enter(given["army"], "front" in given["hex"], "attacks" in given["it"], given["by"], "leaves" in given["it"]),
)


def _zone(given: Given) -> Answer[frozenset[Hex]]:
    trenches = {_AROUND[d]: frozenset({Side(_HERE, _AROUND[d])}) for d in given["dug"]}
    return loos.zone(_HERE, given["army"], trenches, frozenset(_AROUND[d] for d in given["front"]), "set-up" in given["is"])


ZONE = Case(
    "zone",
    "Zone of control",
    (
        Pick("army", f"Army of the unit in {name(_HERE)}", "british", (("german", "German"), ("british", "British")), buttons=True),
        Ticks("dug", "Trench hexsides between it and", ("N",), _SIX),
        Ticks("front", "British front line hexes", ("S",), _SIX),
        Ticks("is", "It is", (), (("set-up", "the German set-up"),)),
    ),
    _zone,
    bears_on="set-up",
)
INFILTRATE = Case(
    "infiltration",
    "Infiltration",
    (Ticks("it", "The unit", ("crosses",), (("crosses", "crosses a trench hexside"),)),),
    lambda given: loos.may_infiltrate("crosses" in given["it"]),
)

# ----------------------------------------------------------------------------------------------------------- time and end


def _phases(given: Given) -> tuple[Table, ...]:
    rows = tuple((f"{n}", (phase.army.capitalize(), phase.name)) for n, phase in enumerate(loos.phases(given["turn"]).value, 1))
    return (Table("The phases in order", ("army", "phase"), rows),)


_TURN = Count("turn", "Turn (0 is Zero Hour)", 0, 0, LAST_TURN)
ORDER = Case("order", "Phases of a turn", (_TURN,), lambda given: loos.phases(given["turn"]), tables=_phases)
ALLOWANCE = Case(
    "allowance",
    "Movement allowance",
    (_ARMY, _TURN, Count("printed", "Its allowance (yours)", 5, 0, 12)),
    lambda given: loos.movement_allowance(given["army"], given["printed"], given["turn"]),
)


def _victory(given: Given) -> Answer[str]:
    towns = {f"Town {n}": frozenset(given[key]) for n, key in enumerate(("one", "two", "three"), 1) if given[key]}
    situation = loos.Situation(
        given["turn"],
        frozenset(given["units"]),
        frozenset(given["front"]),
        towns,
        frozenset(given["held"]),
        "over" in given["is"],
    )
    return loos.victory(situation, given.taken)


VICTORY = Case(
    "victory",
    "Victory",
    (
        Count("turn", "Turn (0 is Zero Hour)", LAST_TURN, 0, LAST_TURN),
        Ticks("is", "The turn is", ("over",), (("over", "over"),)),
        Codes("units", "British units", hexes(("0604", "0805"))),
        Codes("front", "British front line (yours)", hexes(("0403", "0404"))),
        Codes("one", "Hexes of a town (yours)", hexes(("0604", "0605"))),
        Codes("two", "Hexes of a second town (yours)", hexes(("0805",))),
        Codes("three", "Hexes of a third town (yours)", ()),
        Codes("held", "Town hexes the British control", hexes(("0604", "0605"))),
    ),
    _victory,
    bears_on="victory",
)

CASES = (SET_UP, LINE, ALSO, ENTER, ZONE, INFILTRATE, ORDER, ALLOWANCE, VICTORY)
