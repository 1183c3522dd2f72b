"""Stacks and reserve lines, the reserve move, British reserves on their way to the front, and
sectors (11.5-11.7, 18).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.data.gaps import gap
from .book import CITES, happens, reading_step, taken
from .terrain import Army

SECTORS = ("I", "II", "III", "IV", "V", "VI")
#: The two divisions that wait in the reserve box (11.6).
RESERVE_DIVISIONS = ("21st", "24th")
LAST_TURN = 8


@dataclass(frozen=True, slots=True)
class Stacked:
    """A unit as stacking sees it: its army, and the division (German) or brigade (British) it
    belongs to, "" for none.
    """

    army: Army
    formation: str


def may_stack(units: Sequence[Stacked]) -> Answer[bool]:
    """Return whether these units may end a phase in one hex.

    Two of one German division or one British brigade may; a replacement battalion belongs to none
    and may not stack. Source: 18.1 (line 286).

    >>> bavarian, replacement = Stacked("german", "3B"), Stacked("german", "")
    >>> may_stack([bavarian, bavarian]).value, may_stack([replacement, replacement]).value
    (True, False)
    """
    if any(unit.army == "british" and not unit.formation for unit in units):
        raise ValueError(
            "A British unit belongs to a brigade; only German replacement battalions belong to no"
            " division."
        )
    cite = CITES["stacking"]
    group = "division" if units and units[0].army == "german" else "brigade"
    if len(units) < 2:
        steps: tuple[Step, ...] = (
            Step("One unit alone may always stand in a hex.", cite, "allows"),
        )
    elif len(units) > 2:
        steps = (Step(f"At most two units may share a hex, not {len(units)}.", cite, "forbids"),)
    elif len({unit.army for unit in units}) > 1:
        steps = (Step("Units of both armies cannot share a hex.", cite, "forbids"),)
    elif not all(unit.formation for unit in units):
        steps = (
            Step(
                "A replacement battalion belongs to no division and may not stack.", cite, "forbids"
            ),
        )
    elif len({unit.formation for unit in units}) > 1:
        steps = (Step(f"They belong to different {group}s.", cite, "forbids"),)
        if group == "brigade":
            text = "Their division does not matter: it counts in the set-up alone."
            steps += (Step(text, CITES["british-ids"]),)
    else:
        steps = (
            Step(f"Both belong to the same {group}.", cite, "allows"),
            Step("The top unit is the front line, the bottom unit the reserve.", cite),
        )
        if group == "brigade":
            steps += (
                Step("Their counters name the same brigade.", CITES["british-ids"]),
                Step("A brigade is two counters, for its front and reserve.", CITES["brigades"]),
                Step("The two may stack, and may as well act apart.", CITES["brigades"]),
            )
    return Answer(bool(judge(steps)), steps, steps[0].text)


#: The phases in which the stacking order might be changed.
Phase = Literal["movement", "combat", "mobile movement", "mobile combat"]
PHASES: tuple[Phase, ...] = ("movement", "combat", "mobile movement", "mobile combat")


def may_reorder(phase: Phase) -> Answer[bool]:
    """Return whether the order of a stack may be changed in this phase: only in the regular
    movement phase.

    Source: 18.2 (line 292).

    >>> [may_reorder(phase).value for phase in PHASES]
    [True, False, False, False]
    """
    cite = CITES["stacking-order"]
    if one_of("phase", phase, PHASES) == "movement":
        steps: tuple[Step, ...] = (
            Step(
                "In the regular movement phase the order of a stack may be changed.", cite, "allows"
            ),
            Step("Units move one by one there.", cite),
            Step("They may end the phase stacked, and need not.", cite),
        )
    else:
        text = (
            f"The order of a stack changes only in the regular movement phase, not in the {phase}"
            " phase."
        )
        steps = (Step(text, cite, "forbids"),)
    return Answer(bool(judge(steps)), steps, steps[0].text)


def move_points(die: int) -> Answer[int]:
    """Return the movement points of a reserve unit in the mobile movement phase: half a die,
    rounded up.

    Source: 18.4 (line 306).

    >>> [move_points(die).value for die in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    die = whole("The roll", die, 1, 6)
    points = -(-die // 2)
    steps = (
        Step(f"The roll is {die}.", CITES["mobile-move"], "start", Fraction(die)),
        Step("It is halved.", CITES["mobile-move"], "times", Fraction(1, 2)),
        Step(f"A fraction is rounded up: {points}.", CITES["mobile-move"]),
    )
    return Answer(points, steps, f"A roll of {die} gives {plural(points, 'movement point')}.")


#: Where friendly units stand on the way of a reserve.
Friend = Literal["none", "way", "end"]
FRIENDS: Mapping[Friend, str] = {
    "none": "nowhere on its way",
    "way": "on its way",
    "end": "in its last hex",
}
MOVE_ODDS: Odds[int] = D6.map(lambda die: -(-die // 2))


def points_odds(german_zero_hour: bool = False, readings: Given = None) -> Odds[Fraction]:
    """Return the odds of the movement points of a reserve: half a die, rounded up, and by the
    reading zero-hour-reserve half of that for Germans in Zero Hour.

    >>> points_odds(True).mean, points_odds().mean
    (Fraction(1, 1), Fraction(2, 1))
    """
    return D6.map(lambda die: reserve_points(die, german_zero_hour, readings).value)


def reserve_points(
    die: int, german_zero_hour: bool = False, readings: Given = None
) -> Answer[Fraction]:
    """Return the movement points that a roll gives a reserve: half the die, rounded up, and by the
    reading zero-hour-reserve half of that for Germans in Zero Hour.

    Source: 18.4 (line 306), 15.2 (line 203).

    >>> reserve_points(5).value, reserve_points(5, german_zero_hour=True).value
    (Fraction(3, 1), Fraction(3, 2))
    """
    found = move_points(die)
    if not german_zero_hour:
        return Answer(Fraction(found.value), found.steps, found.headline)
    option = taken(readings)["zero-hour-reserve"]
    read = reading_step("zero-hour-reserve", option)
    points = Fraction(found.value, 2 if option == "halved" else 1)
    text = f"A roll of {die} gives {plural(points, 'movement point')}."
    return Answer(points, (*found.steps, read), text)


def reach_chance(
    costs: Sequence[int],
    enters_trench: Sequence[bool] = (),
    friend: Friend = "none",
    german_zero_hour: bool = False,
    readings: Given = None,
) -> Answer[Fraction]:
    """Return the chance that a reserve unit gets all the way.

    ``costs`` are the movement points of each hex on the way, which the source does not print;
    ``enters_trench`` says for each whether a trench hexside is crossed into it, which costs one
    more. A unit that cannot enter its first hex stays and may not attack. ``friend`` says where
    friendly units stand on the way: it may move through them, but not stop with one.
    ``german_zero_hour`` is a move of Germans in Zero Hour. Source: 18.4 (line 306), 14.3 (line
    176), 15.2 (line 203).

    >>> reach_chance([1, 1]).value, reach_chance([1], [True]).value
    (Fraction(2, 3), Fraction(2, 3))
    """
    crossing = tuple(enters_trench) or (False,) * len(costs)
    if len(crossing) != len(costs) or not costs:
        raise ValueError(
            f"Each hex of the way has one cost and one trench mark, not {len(costs)} costs and"
            f" {len(crossing)} marks."
        )
    cost = sum(whole("The cost of a hex", given, 0, 9) for given in costs)
    need = cost + sum(crossing)
    chance = points_odds(german_zero_hour, readings).chance(lambda points: points >= need)
    zero_hour = (
        (reading_step("zero-hour-reserve", taken(readings)["zero-hour-reserve"]),)
        if german_zero_hour
        else ()
    )
    steps: tuple[Step, ...] = (
        Step(
            f"The way costs {plural(cost, 'movement point')}.",
            CITES["standard-rules"],
            "start",
            Fraction(cost),
        ),
        Step(_crossed(sum(crossing)), CITES["trench-hex"], "add", Fraction(sum(crossing))),
        Step("Half a die, rounded up, is 1, 2 or 3 points, equally likely.", CITES["mobile-move"]),
        *zero_hour,
        *_uncertain(costs[0] + crossing[0], need, chance),
    )
    if one_of("place of a friend", friend, FRIENDS) == "end":
        text = "A reserve may not end its mobile move in a hex with a friendly unit."
        return Answer(Fraction(0), (*steps, Step(text, CITES["mobile-move"], "forbids")), text)
    if friend == "way":
        steps = (
            *steps,
            Step(
                "It may move through hexes that friendly units occupy.",
                CITES["mobile-move"],
                "allows",
            ),
        )
    return Answer(
        chance,
        steps,
        f"It needs {plural(need, 'movement point')}:"
        f" {happens('the reserve', 'gets there', chance)}.",
    )


def _uncertain(first: int, need: int, chance: Fraction) -> Iterator[Step]:
    """Yield what the roll leaves open."""
    if 0 < chance < 1:
        text = f"Its allowance is uncertain: it may be less than {need}."
        yield Step(text, CITES["mobile-move"])
    if first > 1:
        yield Step(
            "Without points for its first hex it stays, and cannot attack in the mobile combat"
            " phase.",
            CITES["mobile-move"],
        )


def _crossed(trenches: int) -> str:
    crossed = capitalized(plural(trenches, "trench hexside"))
    if trenches == 1:
        return f"{crossed} is crossed for one more point."
    return f"{crossed} are crossed{', each for one more point' if trenches else ''}."


def reserve_path(
    placed_turn: int, whole_division: bool = True, room: bool = True
) -> Answer[Mapping[int, str] | Gap]:
    """Return what a British reserve division does turn by turn, once it is placed behind a sector:
    all of it behind one.

    Without ``room`` in the front line it is a Gap. None is placed in Zero Hour, turn 0. Source:
    11.7 (lines 110-112).

    >>> dict(reserve_path(1).value)  # the 21st Division of the example
    {1: 'reserve line', 2: 'front line', 3: 'moves freely'}
    """
    if not whole("The turn of placement", placed_turn, 0, LAST_TURN):
        text = "Reserves are placed in a British movement phase after Zero Hour, which has none."
        early = Step(text, CITES["reserves-placed"], "forbids")
        # Not tried: the other parts of the question are looked at only then.
        return Answer({}, (early,), text, (Remedy("From turn 1 on they may.", "turn", 1),))
    if not whole_division:
        text = "A division is placed as a whole, all six units in one sector."
        return Answer({}, (Step(text, CITES["reserves-placed"], "forbids"),), text)
    if not room:
        missing = gap("loos", "full-front")
        text = "The print does not say what a division does whose front line has no room."
        into = Step(
            "The turn after, its units move into the front line of their sector.",
            CITES["reserves-path"],
        )
        full = Step("Only the two halves of one brigade may share a hex there.", CITES["stacking"])
        return Answer(missing, (into, full, Step(text, missing.cite, "note", missing)), text)
    stages = ("reserve line", "front line", "moves freely")
    turns = {
        placed_turn + n: stage for n, stage in enumerate(stages) if placed_turn + n <= LAST_TURN
    }
    texts = (
        "The whole division is placed in the reserve line of one sector.",
        "It moves into the front line of its sector.",
        "It moves as any other unit.",
    )
    cites = (CITES["reserves-placed"], CITES["reserves-path"], CITES["reserves-path"])
    steps = [Step(f"Turn {turn}: {texts[n]}", cites[n]) for n, turn in enumerate(turns)]
    steps.append(
        Step(
            "The other division may come to another sector, or in another turn.",
            CITES["reserves-placed"],
        )
    )
    if len(turns) < len(stages):
        steps.append(
            Step(
                f"The game ends with turn {LAST_TURN}, before the division can do more.",
                CITES["last-turn"],
            )
        )
    return Answer(
        turns,
        tuple(steps),
        capitalized("; ".join(f"turn {turn}: {stage}" for turn, stage in turns.items())) + ".",
    )


#: What may be so in a sector, and the sentence that allows it.
LIBERTIES: Mapping[str, str] = {
    "empty": "Single hexes of a sector may stay empty.",
    "stacked": "The halves of a brigade may stack.",
}


def check_sectors(divisions: Mapping[str, str], also: Collection[str] = ()) -> Answer[bool]:
    """Return whether a division of its own mans every sector of the British front at the start.

    ``divisions`` names the division in each sector, "I" to "VI"; ``also`` says what else is so in
    them, of `LIBERTIES`. Source: 11.5 and 11.6 (lines 98-104).

    >>> check_sectors({"I": "1st"}).headline
    'Sector II has no division; all six must be manned.'
    """
    for sector in divisions:
        one_of("sector", sector, SECTORS)
    steps = []
    for sector in SECTORS:
        division = divisions.get(sector, "")
        if not division:
            steps.append(
                Step(
                    f"Sector {sector} has no division; all six must be manned.",
                    CITES["british-set-up"],
                    "forbids",
                )
            )
        elif division in RESERVE_DIVISIONS:
            steps.append(
                Step(
                    f"The {division} waits in the reserve box, not in sector {sector}.",
                    CITES["british-set-up"],
                    "forbids",
                )
            )
        elif list(divisions.values()).count(division) > 1:
            text = f"The {division} stands in more than one sector; a whole division mans one."
            steps.append(Step(text, CITES["british-set-up"], "forbids"))
        else:
            steps.append(
                Step(f"The {division} mans sector {sector}.", CITES["british-set-up"], "allows")
            )
    free = [LIBERTIES[one_of("liberty", liberty, LIBERTIES)] for liberty in also]
    refusal = next(
        (step.text for step in steps if step.op == "forbids"),
        " ".join(("All six sectors are manned.", *free)),
    )
    if not all(divisions.get(sector) for sector in SECTORS):
        text = "The front has six sectors, each with a front line and a reserve line."
        steps.append(Step(text, CITES["sectors"]))
    waits = f"The {listed(RESERVE_DIVISIONS)} wait in the reserve box."
    steps += [
        *(Step(text, CITES["british-set-up"], "allows") for text in free),
        Step(waits, CITES["british-set-up"]),
        Step(
            "Counters name division and brigade; the division matters in the set-up alone.",
            CITES["british-ids"],
        ),
    ]
    return Answer(bool(judge(steps)), tuple(steps), refusal)
