"""The staff's questions about combat: an attack with shells, what a result does, reserves that attack one at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from landships_lab.core.answer import Answer, Remedy, Step
from landships_lab.explore.loos.common import OPEN_GROUND
from landships_lab.explore.loos.parts import Case, Count, Given, Pick, Ticks, counted_bars
from landships_lab.rules import loos
from landships_lab.rules.loos.assault import Assault, order
from landships_lab.rules.loos.bombard import MOST_DICE
from landships_lab.rules.loos.book import CITES, percent
from landships_lab.rules.loos.mobile import MOST_ATTACKERS
from landships_lab.rules.loos.table import MEANINGS
from landships_lab.rules.loos.terrain import FRONT_LINE
from landships_lab.scene.charts import Bars, Chart, Table

_TERRAINS = tuple((terrain, terrain) for terrain in loos.terrains())
_CHOICE = Pick("choice", "At D2 and D3 the defender", "stand", (("stand", "stands"), ("retreat", "retreats")), buttons=True)


def _coming(given: Given) -> loos.MobileAttack:
    return loos.MobileAttack(
        loos.Force((2,) * given["units"], (given["reduced"], given["full"])),
        loos.Force((given["steps"],), tuple(given["factor"] * n for n in range(1, given["steps"] + 1))),
        line=given["terrain"],
        points=given["points"],
        choice=given["choice"],
        readings=given.taken,
    )


def _mobile_charts(given: Given) -> tuple[Chart, ...]:
    odds = loos.mobile_odds(_coming(given))
    freed = odds.map(lambda end: end.freed_by)
    by = tuple((f"attack {n}", freed.p(n)) for n in range(1, given["units"] + 1))
    stays = ("not at all", freed.p(0))
    lost = odds.map(lambda end: sum(2 - steps for steps in end.attackers))
    return (
        Bars("Which attack frees the hex?", "one attack after another", (*by, stays)),
        counted_bars("What it costs", "steps the reserves lose", lost),
    )


def _mobile(given: Given) -> Answer[Any]:
    """The rule's answer, and what one more unit or one point less to go would change."""
    attack = _coming(given)
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
        Pick("terrain", "Terrain attacked", "clear", _TERRAINS),
        Count("steps", "Steps of the defender", 1, 1, 3),
        Count("factor", "Its factor a step (yours)", 3, 0, 12),
        _CHOICE,
    ),
    _mobile,
    _mobile_charts,
    bears_on="mobile",
)

# ---------------------------------------------------------------------------------------------------- an attack with shells

_IN_TRENCH = ("trench", "secondary trench")


def _no_gas(given: Given) -> str:
    """Why does gas not act although it is ticked? "" where it acts."""
    if "gas" not in given["with"] or 0 < given["battery"] < MOST_DICE:
        return ""
    if not given["battery"]:
        return "Gas is used in a bombardment, and no British dice are thrown here, so no gas acts."
    return f"Gas makes {MOST_DICE} dice of {MOST_DICE - 1}; with {MOST_DICE} taken before it there is none to add, so no gas acts."


def _assault(given: Given) -> Assault:
    dug = given["terrain"] in _IN_TRENCH
    return Assault(
        loos.Force((2,) * given["units"], (given["reduced"], given["full"])),
        loos.Force((given["steps"],), tuple(given["factor"] * n for n in range(1, given["steps"] + 1))),
        line=given["terrain"],
        broken_line=given["broken"] if dug else given["terrain"],
        in_trench=dug,
        battery=given["battery"],
        gas="gas" in given["with"] and not _no_gas(given),
        counter_battery=given["counter"],
        open_line=given["from"],
        choice=given["choice"],
        readings=given.taken,
    )


def _attacked(given: Given) -> Answer[Any]:
    """The order of things, and how likely the hex is free in the end."""
    free = percent(loos.outcome_odds(_assault(given)).chance(lambda end: end.may_advance))
    told = order(_assault(given))
    said, why = f"Shells first, then the combat: the attackers may advance {free} of the time.", _no_gas(given)
    if not why:
        return replace(told, headline=said)
    return replace(told, steps=(*told.steps, Step(why, CITES["gas"])), headline=f"{said} {why}")


def _order(given: Given) -> tuple[Table, ...]:
    rows = tuple((str(n), (stage,)) for n, stage in enumerate(order(_assault(given)).value, 1))
    return (Table("In this order", ("what is done",), rows),)


def _attacked_charts(given: Given) -> tuple[Chart, ...]:
    results, ends = loos.result_odds(_assault(given)), loos.outcome_odds(_assault(given))
    names = [name for name in (*MEANINGS, "advance", "no attack") if results.p(name)]
    bars = tuple((name, results.p(name)) for name in names)
    whole, held = 2 * given["units"], given["steps"]
    return (
        Bars("What the combat brings, over every way the shells fall", "result, or what the shells leave", bars),
        counted_bars("What it costs the attackers", "steps lost", ends.map(lambda end: whole - end.attackers.total_steps)),
        counted_bars("What it costs the defender", "steps lost", ends.map(lambda end: held - end.defenders.total_steps)),
    )


ATTACK = Case(
    "attack",
    "An attack with shells",
    (
        Pick("terrain", "Terrain attacked", "trench", _TERRAINS),
        Pick("broken", "Once a trench is breached", "clear", _TERRAINS),
        Count("units", "British half-brigades", 2, 1, 4),
        Count("full", "Full factor (yours)", 4, 0, 12),
        Count("reduced", "Reduced factor (yours)", 2, 0, 12),
        Count("steps", "Steps of the defender", 2, 1, 3),
        Count("factor", "Its factor a step (yours)", 3, 0, 12),
        Count("battery", "British dice (yours)", 2, 0, MOST_DICE),
        Ticks("with", "In Zero Hour", (), (("gas", "gas, one die more"),)),
        Count("counter", "German dice (yours)", 1, 0, MOST_DICE),
        Pick("from", "The attackers stand in", FRONT_LINE, OPEN_GROUND),
        _CHOICE,
    ),
    _attacked,
    _attacked_charts,
    _order,
    bears_on="campaign",
)


def _fought(given: Given) -> Answer[Any]:
    attackers = loos.Force((given["each"],) * given["units"], tuple(range(1, given["each"] + 1)))
    defenders = loos.Force((given["steps"],), tuple(range(1, given["steps"] + 1)))
    return loos.after_combat(given["result"], attackers, defenders, given["choice"], "displaces" in given["back"], given.taken)


FOUGHT = Case(
    "combat",
    "After a combat",
    (
        Pick("result", "Result", "Ex", tuple((result, f"{result}: {says}") for result, says in MEANINGS.items())),
        Count("units", "Attacking units", 2, 1, 4),
        Count("each", "Steps each of them has", 2, 1, 3),
        Count("steps", "Steps of the defender", 1, 1, 3),
        _CHOICE,
        Ticks("back", "Its way back", (), (("displaces", "would displace another unit"),)),
    ),
    _fought,
    bears_on="losses",
)

CASES = (ATTACK, FOUGHT, MOBILE)
