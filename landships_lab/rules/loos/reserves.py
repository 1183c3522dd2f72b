"""Stacks and reserve lines, the reserve move of half a die, the British reserves' way to the front, sectors (11.5-11.7, 18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.answer import Answer, Step, judge
from landships_lab.core.checks import unknown
from landships_lab.core.dice import D6, Odds
from landships_lab.rules.loos.book import CITES, counted, percent, whole
from landships_lab.rules.loos.terrain import Army

SECTORS = ("I", "II", "III", "IV", "V", "VI")
#: The two divisions that wait in the reserve box (11.6).
RESERVE_DIVISIONS = ("21st", "24th")
LAST_TURN = 8


@dataclass(frozen=True, slots=True)
class Stacked:
    """A unit as stacking sees it: its army, and the division (German) or brigade (British) it belongs to, "" for none."""

    army: Army
    formation: str


def may_stack(units: Sequence[Stacked]) -> Answer[bool]:
    """May these units end a phase in one hex?

    Two of one German division or one British brigade may; a replacement battalion belongs to none and stacks with nobody.
    Source: 18.1 (line 286).

    >>> bavarian, replacement = Stacked("german", "3B"), Stacked("german", "")
    >>> may_stack([bavarian, bavarian]).value, may_stack([replacement, replacement]).value
    (True, False)
    """
    cite = CITES["stacking"]
    group = "division" if units and units[0].army == "german" else "brigade"
    if len(units) < 2:
        steps: tuple[Step, ...] = (Step("One unit alone may always stand in a hex.", cite, "allows"),)
    elif len(units) > 2:
        steps = (Step(f"Two units at most share a hex; here are {len(units)}.", cite, "forbids"),)
    elif len({unit.army for unit in units}) > 1:
        steps = (Step("Units of both armies cannot share a hex.", cite, "forbids"),)
    elif not all(unit.formation for unit in units):
        steps = (Step("A replacement battalion belongs to no division and may not stack.", cite, "forbids"),)
    elif len({unit.formation for unit in units}) > 1:
        steps = (Step(f"They belong to different {group}s.", cite, "forbids"),)
    else:
        steps = (Step(f"Both belong to the {group} {units[0].formation}: the top one is the front line.", cite, "allows"),)
    return Answer(bool(judge(steps)), steps, steps[-1].text)


def move_points(die: int) -> Answer[int]:
    """How many movement points has a reserve unit in the mobile movement phase: half a die, rounded up?

    Source: 18.4 (line 306).

    >>> [move_points(die).value for die in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    whole("a roll", die, 1, 6)
    points = -(-die // 2)
    steps = (
        Step(f"The roll is {die}.", CITES["mobile-move"], "start", Fraction(die)),
        Step("Halved.", CITES["mobile-move"], "times", Fraction(1, 2)),
        Step(f"A fraction is rounded up: {points}.", CITES["mobile-move"]),
    )
    return Answer(points, steps, f"A roll of {die} gives {counted(points, 'movement point')}.")


MOVE_ODDS: Odds[int] = D6.map(lambda die: -(-die // 2))


def reach_chance(costs: Sequence[int], enters_trench: Sequence[bool] = ()) -> Answer[Fraction]:
    """How likely is it that a reserve unit gets all the way?

    ``costs`` are the movement points of each hex on the way, which the source does not print; ``enters_trench`` says for each
    whether a trench hexside is crossed into it, which costs one more. A unit that cannot pay for its first hex stays and may not
    attack. Source: 18.4 (line 306), 14.3 (line 176).

    >>> reach_chance([1, 1]).value, reach_chance([1], [True]).value
    (Fraction(2, 3), Fraction(2, 3))
    """
    crossing = tuple(enters_trench) or (False,) * len(costs)
    if len(crossing) != len(costs) or not costs:
        raise ValueError(f"Each hex of the way has one cost and one trench mark; {len(costs)} and {len(crossing)} were given.")
    for cost in costs:
        whole("the cost of a hex", cost, 0, 9)
    need = sum(costs) + sum(crossing)
    chance = MOVE_ODDS.at_least(need)
    steps = (
        Step(f"The way costs {counted(sum(costs), 'movement point')}.", CITES["standard-rules"], "start", Fraction(sum(costs))),
        Step(f"{counted(sum(crossing), 'trench hexside')} crossed: one more each.", CITES["trench-hex"], "add", Fraction(sum(crossing))),
        Step("Half a die, rounded up, is 1, 2 or 3 points, each as likely.", CITES["mobile-move"]),
    )
    return Answer(chance, steps, f"{counted(need, 'movement point')} needed: the reserve gets there {percent(chance)} of the time.")


def reserve_path(placed_turn: int) -> Answer[Mapping[int, str]]:
    """What does a British reserve division do, turn by turn, once it is placed behind a sector?

    Source: 11.7 (lines 110-112).

    >>> dict(reserve_path(1).value)       # the 21st Division of the example
    {1: 'reserve line', 2: 'front line', 3: 'moves freely'}
    """
    whole("a turn of placement", placed_turn, 1, LAST_TURN)
    stages = ("reserve line", "front line", "moves freely")
    told = {placed_turn + n: stage for n, stage in enumerate(stages) if placed_turn + n <= LAST_TURN}
    texts = (
        "The whole division is placed in the reserve line of one sector.",
        "It moves into the front line of its sector.",
        "It moves as any other unit.",
    )
    cites = (CITES["reserves-placed"], CITES["reserves-path"], CITES["reserves-path"])
    steps = [Step(f"Turn {turn}: {texts[n]}", cites[n]) for n, turn in enumerate(told)]
    if len(told) < len(stages):
        steps.append(Step(f"The game ends with turn {LAST_TURN} before it can do more.", CITES["last-turn"]))
    return Answer(told, tuple(steps), "; ".join(f"turn {turn}: {stage}" for turn, stage in told.items()) + ".")


def check_sectors(divisions: Mapping[str, str]) -> Answer[bool]:
    """Is every sector of the British front manned by a division of its own at the start?

    ``divisions`` names the division in each sector, "I" to "VI". Source: 11.5 and 11.6 (lines 98-104).

    >>> check_sectors({"I": "1st"}).headline
    'Sector II has no division; all six must be manned.'
    """
    for sector in divisions:
        if sector not in SECTORS:
            raise ValueError(unknown("sector", sector, list(SECTORS)))
    steps = []
    for sector in SECTORS:
        division = divisions.get(sector, "")
        if not division:
            steps.append(Step(f"Sector {sector} has no division; all six must be manned.", CITES["british-set-up"], "forbids"))
        elif division in RESERVE_DIVISIONS:
            steps.append(Step(f"The {division} waits in the reserve box, not in sector {sector}.", CITES["british-set-up"], "forbids"))
        elif list(divisions.values()).count(division) > 1:
            steps.append(Step(f"The {division} stands in two sectors; a division mans one, whole.", CITES["british-set-up"], "forbids"))
        else:
            steps.append(Step(f"Sector {sector}: the {division}.", CITES["british-set-up"], "allows"))
    refusal = next((step.text for step in steps if step.op == "forbids"), "All six sectors are manned.")
    return Answer(bool(judge(steps)), tuple(steps), refusal)
