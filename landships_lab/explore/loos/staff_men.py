"""The staff's questions about men: stacks, reserves, mobile combat, replacements, regiments that break down, releases."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from landships_lab.core.answer import Answer, Remedy
from landships_lab.core.dice import Odds
from landships_lab.explore.loos.parts import Case, Count, Given, Pick, Ticks
from landships_lab.rules import loos
from landships_lab.rules.loos.attrition import BATTALIONS, FIRST_DEADPILE, MOVEMENT_PHASES, NEVER, REPLACEMENT_ODDS
from landships_lab.rules.loos.book import counted, percent
from landships_lab.rules.loos.forces import STEPS
from landships_lab.rules.loos.mobile import MOST_ATTACKERS
from landships_lab.rules.loos.reserves import LAST_TURN, MOVE_ODDS, RESERVE_DIVISIONS, SECTORS
from landships_lab.scene.charts import Bars, Chart, Curve, Table

_ARMY = Pick("army", "Army", "german", (("german", "German"), ("british", "British")), buttons=True)
_DEADPILE = Count("deadpile", "Battalions in the deadpile", FIRST_DEADPILE, 0, BATTALIONS)
_DIE = Count("die", "The roll", 5, 1, 6)
#: The source names three divisions beside those in reserve; the front needs three more.
_UNNAMED = ("fourth", "fifth", "sixth")
_DIVISIONS = ("1st", "2nd", "7th", *_UNNAMED, *RESERVE_DIVISIONS, "none")


def _bars(title: str, axis: str, odds: Odds[int]) -> Bars:
    return Bars(title, axis, tuple((str(n), chance) for n, chance in odds), ordered=True)


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
    return (_bars("Half a die, rounded up", "movement points", MOVE_ODDS),)


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


def _attack(given: Given) -> loos.MobileAttack:
    return loos.MobileAttack(
        loos.Force((2,) * given["units"], (given["reduced"], given["full"])),
        loos.Force((given["steps"],), tuple(given["factor"] * n for n in range(1, given["steps"] + 1))),
        line=given["terrain"],
        points=given["points"],
        choice=given["choice"],
        readings=given.taken,
    )


def _mobile_charts(given: Given) -> tuple[Chart, ...]:
    odds = loos.mobile_odds(_attack(given))
    freed = odds.map(lambda end: end.freed_by)
    by = tuple((f"attack {n}", freed.p(n)) for n in range(1, given["units"] + 1))
    stays = ("not at all", freed.p(0))
    lost = odds.map(lambda end: sum(2 - steps for steps in end.attackers))
    return (
        Bars("Which attack frees the hex?", "one attack after another", (*by, stays)),
        _bars("What it costs", "steps the reserves lose", lost),
    )


def _mobile(given: Given) -> Answer[Any]:
    """The rule's answer, and what one more unit or one point less to go would change."""
    attack = _attack(given)
    offered = []
    if given["units"] < MOST_ATTACKERS:
        steps = (*attack.reserves.steps, 2)
        more = replace(attack, reserves=replace(attack.reserves, steps=steps))
        offered.append(Remedy(f"One more reserve unit: {_freed(more)}.", "units", given["units"] + 1))
    if given["points"] > 1:
        nearer = replace(attack, points=given["points"] - 1)
        offered.append(Remedy(f"One point less to go: {_freed(nearer)}.", "points", given["points"] - 1))
    return replace(loos.mobile_combat(attack), remedies=tuple(offered))


def _freed(attack: loos.MobileAttack) -> str:
    return percent(loos.mobile_odds(attack).chance(lambda end: end.freed_by))


MOBILE = Case(
    "mobile",
    "Mobile combat",
    (
        Count("units", "Reserve units sent", 2, 1, MOST_ATTACKERS),
        Count("points", "Points to get there (yours)", 1, 1, 4),
        Count("full", "Full factor (yours)", 4, 0, 12),
        Count("reduced", "Reduced factor (yours)", 2, 0, 12),
        Pick("terrain", "Terrain attacked", "clear", tuple((t, t) for t in loos.terrains())),
        Count("steps", "Steps of the defender", 1, 1, 3),
        Count("factor", "Its factor a step (yours)", 3, 0, 12),
        Pick("choice", "At D2 and D3 the defender", "stand", (("stand", "stands"), ("retreat", "retreats")), buttons=True),
    ),
    _mobile,
    _mobile_charts,
    bears_on="campaign",
)

# ------------------------------------------------------------------------------------------------------- losses and supply


def _shelled(given: Given) -> Odds[tuple[int, ...]]:
    return loos.stack_odds(given["terrain"], given["dice"], (given["front"], given["under"]), "trench" in given["in"], given.taken)


def _shelled_answer(given: Given) -> Answer[Odds[tuple[int, ...]]]:
    return loos.shell_stack(given["terrain"], given["dice"], (given["front"], given["under"]), "trench" in given["in"], given.taken)


def _shelled_charts(given: Given) -> tuple[Chart, ...]:
    steps = given["front"] + given["under"]
    return (_bars("Steps lost in all", "steps of both units", _shelled(given).map(lambda left: steps - sum(left))),)


SHELLED = Case(
    "shelled",
    "Shells on a stack",
    (
        Pick("terrain", "Terrain shelled", "clear", tuple((t, t) for t in loos.terrains())),
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
        _bars("Half a die, rounded down", "battalions due this turn", REPLACEMENT_ODDS),
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

CASES = (MOBILE, REACH, PATH, SECTORS_CASE, STACK, SHELLED, LOSE, BREAK_DOWN, REPLACE, RELEASE)
