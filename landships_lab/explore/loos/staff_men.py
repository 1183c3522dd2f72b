"""The staff's questions about men: stacks, reserves, mobile combat, replacements, regiments that break down, releases."""

from __future__ import annotations

from fractions import Fraction

from landships_lab.core.answer import Answer
from landships_lab.core.dice import Odds
from landships_lab.explore.loos.parts import Case, Count, Given, Pick, Ticks, counted_bars
from landships_lab.rules import loos
from landships_lab.rules.loos.attrition import BATTALIONS, FIRST_DEADPILE, MOVEMENT_PHASES, NEVER, REPLACEMENT_ODDS
from landships_lab.rules.loos.book import counted, percent
from landships_lab.rules.loos.forces import STEPS
from landships_lab.rules.loos.reserves import LAST_TURN, MOVE_ODDS, RESERVE_DIVISIONS, SECTORS
from landships_lab.scene.charts import Chart, Curve, Table

_ARMY = Pick("army", "Army", "german", (("german", "German"), ("british", "British")), buttons=True)
_TERRAINS = tuple((terrain, terrain) for terrain in loos.terrains())
_DEADPILE = Count("deadpile", "Battalions in the deadpile", FIRST_DEADPILE, 0, BATTALIONS)
_DIE = Count("die", "The roll", 5, 1, 6)
#: The source names three divisions beside those in reserve; the front needs three more.
_UNNAMED = ("fourth", "fifth", "sixth")
_DIVISIONS = ("1st", "2nd", "7th", *_UNNAMED, *RESERVE_DIVISIONS, "none")


# ------------------------------------------------------------------------------------------------------------------- stacks

_COMPANY = {
    "same": ("of one division or brigade", ("3B", "3B")),
    "other": ("of different divisions or brigades", ("14", "111")),
    "replacement": ("one a replacement battalion", ("14", "")),
    "enemy": ("one of each army", ("14", "14")),
    "three": ("three, of one division or brigade", ("3B", "3B", "3B")),
}


def _stack(given: Given) -> Answer[bool]:
    formations = _COMPANY[given["company"]][1]
    units = [loos.Stacked(given["army"], formation) for formation in formations]
    if given["company"] == "enemy":
        units[1] = loos.Stacked("british" if given["army"] == "german" else "german", formations[1])
    return loos.may_stack(units)


def _sectors(given: Given) -> Answer[bool]:
    return loos.check_sectors({sector: given[sector] for sector in SECTORS if given[sector] != "none"})


def _division(key: str) -> str:
    return f"a {key} (yours)" if key in _UNNAMED else key


STACK = Case("stack", "Stacking", (_ARMY, Pick("company", "Two units", "same", tuple((k, v[0]) for k, v in _COMPANY.items()))), _stack)
SECTORS_CASE = Case(
    "sectors",
    "Sectors",
    tuple(
        Pick(sector, f"Sector {sector}", division, tuple((d, _division(d)) for d in _DIVISIONS))
        for sector, division in zip(SECTORS, _DIVISIONS, strict=False)
    ),
    _sectors,
)

# ----------------------------------------------------------------------------------------------------------------- reserves


def _reach(given: Given) -> Answer[Fraction]:
    hexes = given["hexes"]
    trenches = min(given["trenches"], hexes)
    return loos.reach_chance([given["cost"]] * hexes, [n < trenches for n in range(hexes)])


def _reach_charts(_given: Given) -> tuple[Chart, ...]:
    return (counted_bars("Half a die, rounded up", "movement points", MOVE_ODDS),)


REACH = Case(
    "reserve",
    "Reserve move",
    (
        Count("hexes", "Hexes on the way", 2, 1, 4),
        Count("cost", "Points a hex (yours)", 1, 0, 4),
        Count("trenches", "Trench hexsides crossed", 0, 0, 4),
    ),
    _reach,
    _reach_charts,
)
PATH = Case(
    "division",
    "British reserves",
    (Count("turn", "Placed in turn", 1, 1, LAST_TURN),),
    lambda given: loos.reserve_path(given["turn"]),
)


# ------------------------------------------------------------------------------------------------------- losses and supply


def _shelled(given: Given) -> Odds[tuple[int, ...]]:
    return loos.stack_odds(given["terrain"], given["dice"], (given["front"], given["under"]), "trench" in given["in"], given.taken)


def _shelled_answer(given: Given) -> Answer[Odds[tuple[int, ...]]]:
    return loos.shell_stack(given["terrain"], given["dice"], (given["front"], given["under"]), "trench" in given["in"], given.taken)


def _shelled_charts(given: Given) -> tuple[Chart, ...]:
    steps = given["front"] + given["under"]
    return (counted_bars("Steps lost in all", "steps of both units", _shelled(given).map(lambda left: steps - sum(left))),)


SHELLED = Case(
    "shelled",
    "Shells on a stack",
    (
        Pick("terrain", "Terrain shelled", "clear", _TERRAINS),
        Count("dice", "Dice (yours)", 3, 1, 4),
        Count("front", "Steps of the front line unit", 2, 1, 3),
        Count("under", "Steps of the reserve under it", 2, 1, 3),
        Ticks("in", "They are", (), (("trench", "Germans in a trench"),)),
    ),
    _shelled_answer,
    _shelled_charts,
    bears_on="stack",
)


def _lose(given: Given) -> Answer[int]:
    steps = min(given["steps"], STEPS[given["kind"]][0])
    return loos.lose_step(given["kind"], steps, given["deadpile"])


LOSE = Case(
    "loss",
    "Lost step",
    (
        Pick("kind", "Unit", "regiment", tuple((kind, f"{kind} ({counted(steps, 'step')} at most)") for kind, (steps, _) in STEPS.items())),
        Count("steps", "Steps it has", 2, 1, 3),
        _DEADPILE,
    ),
    _lose,
)
BREAK_DOWN = Case(
    "breakdown",
    "Breaking down",
    (Count("steps", "Steps it has", 3, 2, 3), _DEADPILE),
    lambda given: loos.break_down(given["steps"], given["deadpile"]),
)


def _received_charts(given: Given) -> tuple[Chart, ...]:
    told = loos.received_odds([given["lost"]] * MOVEMENT_PHASES, given["deadpile"])
    most = max(told[-1].outcomes)
    series = tuple((f"{n} or more in all", tuple(odds.at_least(n) for odds in told)) for n in sorted({1, (most + 1) // 2, most} - {0}))
    return (
        counted_bars("Half a die, rounded down", "battalions due this turn", REPLACEMENT_ODDS),
        Curve("Received over the game", "German movement phases", series),
    )


REPLACE = Case(
    "replacements",
    "Replacements",
    (
        _DIE,
        _DEADPILE,
        Count("towns", "Free town hexes held", 4, 0, 20),
        Count("lost", "Battalions lost each phase, for the chart (yours)", 1, 0, 6),
    ),
    lambda given: loos.replacements(given["die"], given["deadpile"], given["towns"]),
    _received_charts,
)

_SPANS = {"silent": None} | {f"{low}-{high}": (low, high) for low in range(1, 7) for high in range(low, 7)}


def _release_tables(given: Given) -> tuple[Table, ...]:
    span = _SPANS[given["span"]]
    if span is None:
        return ()
    odds = loos.release_odds(dict.fromkeys(range(1, LAST_TURN + 1), span))
    cells = tuple(percent(odds.p(turn)) for turn in (*range(1, LAST_TURN + 1), NEVER))
    heads = (*(f"turn {turn}" for turn in range(1, LAST_TURN + 1)), "never")
    return (Table("When it comes, with this span in every turn", heads, (("released", cells),), note="The span is yours."),)


RELEASE = Case(
    "release",
    "Release of a division",
    (
        Pick(
            "span",
            "Rolls that release it",
            "silent",
            (("silent", "not in the source"), *((k, f"{k} (yours)") for k in _SPANS if k != "silent")),
        ),
        _DIE,
    ),
    lambda given: loos.released(given["die"], _SPANS[given["span"]]),
    tables=_release_tables,
)

CASES = (REACH, PATH, SECTORS_CASE, STACK, SHELLED, LOSE, BREAK_DOWN, REPLACE, RELEASE)
