"""Generated questions about reserves, replacements and attrition at Loos."""

from __future__ import annotations

import random
from collections.abc import Sequence

from landships_lab.core.answer import Gap, slips
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.load import readings
from landships_lab.games.loos.analysis.campaign import campaign
from landships_lab.games.loos.data.combat_table import RESULTS
from landships_lab.games.loos.panels.campaign import Campaign
from landships_lab.games.loos.rules import losses
from landships_lab.games.loos.rules.attrition import replacements
from landships_lab.games.loos.rules.book import LAST_TURN, as_printed
from landships_lab.games.loos.rules.deployment import SECTORS
from landships_lab.games.loos.rules.losses import Force
from landships_lab.games.loos.rules.reserves import reserve_path, reserve_points
from landships_lab.games.loos.rules.table import steps_instead
from landships_lab.practice.kind import kind, one_of, whole_number
from landships_lab.practice.marking import NOT_PRINTED
from landships_lab.practice.task import Task
from .words import NUMBERS, held

LESSON, ABOUT = "24_reserves_and_attrition", "loos:staff"


# -- reserves --------------------------------------------------------------------------------------

_ROLLS = ("every roll", "3 or more", "5 or more", "no roll")


def _needed(points: int) -> str:
    """Return the rolls that give this number of movement points."""
    good = [die for die in range(1, 7) if reserve_points(die).value >= points]
    if not good:
        return "no roll"
    return "every roll" if len(good) == 6 else f"{good[0]} or more"


@kind("loos:reserve", "odds", LESSON, "half a die, rounded up", about=ABOUT)
def reserve(dice: random.Random, level: int) -> Task:
    """Ask which rolls take a reserve over a few hexes, or at higher levels across trenches."""
    need = 0
    while not 1 <= need <= 5:
        hexes, cost = dice.randint(1, 3), dice.choice((1, 1, 2) if level < 3 else (0, 1, 1, 2))
        trenches = 0 if level == 1 else dice.randint(0, hexes)
        need = hexes * cost + trenches
    right, whole = _needed(need), 0 if need < 2 else 1 if need < 4 else 2
    wrong = [
        (_ROLLS[whole], "you took the whole die as its points; it is half the die, rounded up"),
        (_needed(hexes * cost), "you forgot what trench hexsides cost"),
        (_needed(hexes), "you counted hexes and not points"),
        (_needed(min(9, need + 1)), "you rounded half a die down"),
    ]
    way, each = ("1 hex", "the hex") if hexes == 1 else (f"{hexes} hexes", "each")
    sides = f"{plural(trenches, 'trench hexside')} {'is' if trenches == 1 else 'are'}"
    crossed = f" {sides} crossed, at 1 point more each." if trenches else ""
    army, turn = dice.choice(("British", "German")), dice.randint(1, LAST_TURN)
    return Task(
        f"In turn {turn} a {army} reserve goes {way} in the mobile movement phase; {each} costs"
        f" {plural(cost, 'movement point')}, for example.{crossed} With which rolls does it get"
        " there?",
        f"loos:staff reserve hexes {hexes} cost {cost} trenches {trenches}",
        one_of(right, _ROLLS, wrong),
        f"The way costs {plural(need, 'point')}, and half a die rounded up gives 1 for a roll of 1"
        f" or 2, 2 for 3 or 4, 3 for 5 or 6. So it takes {right}.",
    )


# -- replacements ----------------------------------------------------------------------------------


@kind("loos:replacements", "count", LESSON, "half a die, rounded down", about=ABOUT)
def replaced(dice: random.Random, level: int) -> Task:
    """Ask how many replacement battalions come, at higher levels with few counters or towns."""
    die = dice.randint(1, 6)
    deadpile = dice.randint(0, 5) if level > 1 else dice.choice((1, 2, 3, 4))
    towns = dice.randint(0, 4) if level > 2 else dice.randint(3, 8)
    returned = replacements(die, deadpile, towns)
    wrong = [
        ((die + 1) // 2, "you rounded half a die up; here it is rounded down"),
        *((number, slip) for slip, number in slips(returned).items()),
        (min(die, deadpile, towns), "you took the whole die"),
    ]
    counters, free = plural(deadpile, "counter"), plural(towns, "town hex", "town hexes")
    return Task(
        f"The Germans roll {die} for replacements. {capitalized(counters)}"
        f" {'lies' if deadpile == 1 else 'lie'} in the deadpile, and {free} of theirs"
        f" {'is' if towns == 1 else 'are'} free. How many battalions come?",
        f"loos:staff replacements die {die} deadpile {deadpile} towns {towns}",
        whole_number(returned.value, wrong),
        f"Half of {die}, rounded down, is {die // 2}; {counters} and {free} are there. The least of"
        f" them is {returned.value}.",
    )


# -- a division in reserve -------------------------------------------------------------------------

_LINE, _FRONT, _FREE, _NOT = (
    "it is placed in the reserve line",
    "it moves into the front line",
    "it moves as it likes",
    "it may not be placed like that",
)
_STAGES = {"reserve line": _LINE, "front line": _FRONT, "moves freely": _FREE}
_WHEN = "you overlooked how and when a division may be placed"
#: For each case of a division: the mistakes, the explanation, and the state of the panel.
_CASES: dict[str, tuple[list[tuple[object, str]], str, str]] = {
    "": ([], "Placed in one turn, in the front line the next, free in the one after.", ""),
    "full": (
        [
            (_FRONT, "you moved units into hexes that have no room for them"),
            (_LINE, "you made up a rule that is not printed"),
        ],
        "The text names no exception for a full front line.",
        " front full",
    ),
    "split": (
        [(_FRONT, _WHEN), (_FREE, _WHEN)],
        "A division is placed as a whole, all six units in one sector.",
        " placed split",
    ),
    "early": ([(_FRONT, _WHEN), (_FREE, _WHEN)], "Reserves come after Zero Hour only.", ""),
}
_NEXT = "the turn after, it moves into the front line"


@kind("loos:division", "legal", LESSON, _NEXT, about=ABOUT)
def division(dice: random.Random, _level: int) -> Task:
    """Ask what a British reserve division does in a turn; sometimes the text is silent."""
    case = dice.choice(("", "", "", "full", "full", "split", "early"))
    placed = 0 if case == "early" else dice.randint(1, LAST_TURN - 2)
    asked = placed + (dice.randint(0, 2) if case == "" else dice.choice((1, 2)))
    asked = placed + 1 if case == "full" else asked
    path = reserve_path(placed, case != "split", case != "full").value
    right = NOT_PRINTED if isinstance(path, Gap) else _STAGES.get(path.get(asked, ""), _NOT)
    wrong, why, words = _CASES[case]
    missed = _FREE if asked - placed == 1 else _FRONT
    wrong = wrong or [(missed, "you counted one turn too many or too few")]
    sector, beside = dice.sample(SECTORS, 2)
    where = f" as a whole behind sector {sector}"
    if case == "full":
        where += ", whose front line has no room left"
    if case == "split":
        where = f" with three units behind sector {sector} and three behind sector {beside}"
    name = dice.choice(("21st", "24th"))
    when = "In Zero Hour" if placed == 0 else f"In turn {placed}"
    return Task(
        f"{when} the {name} Division is placed{where}. What about it in turn {asked}?",
        f"loos:staff division turn {placed}{words}",
        one_of(right, (_LINE, _FRONT, _FREE, _NOT, NOT_PRINTED), wrong),
        f"{why} So: {right}.",
    )


# -- steps -----------------------------------------------------------------------------------------


def _fought(
    results: Sequence[str], sides: tuple[Force, Force], option: str
) -> tuple[Force, Force] | None:
    """Return both sides after these results, None if the fight ends before the last."""
    chosen = {"attacker-results": option}
    for n, result in enumerate(results):
        if n and not all(side.total_steps for side in sides):
            return None
        end = losses.after_combat(result, *sides, "stand", readings=chosen).value
        sides = end.attackers, end.defenders
    return sides


@kind("loos:steps", "hit", LESSON, "which side runs out of steps first", about=ABOUT)
def steps_left(dice: random.Random, level: int) -> Task:
    """Ask how many steps one side has left after one result, or after several in a row."""
    asked = dice.choice((0, 1))
    usual = tuple(r for r in RESULTS if r not in ("Ae", "De"))
    remaining = None
    while remaining is None:
        option = dice.choice(("one-step", "step-a-hex"))
        units, steps = dice.randint(1, 3), dice.randint(1, 3)
        many = 1 if level == 1 else level
        results = [dice.choice(usual if n + 1 < many else RESULTS) for n in range(many)]
        before = losses.half_brigades(units, 4, 2), losses.one_unit(steps, 3)
        remaining = _fought(results, before, option)
    other = _fought(results, before, "one-step" if option == "step-a-hex" else "step-a-hex")
    start = before[asked].total_steps
    wrong = [
        (start, "you forgot what these results cost"),
        (start - len(results), "you took a step for every result"),
        ((other or remaining)[asked].total_steps, "you used the other reading of A1 to A3"),
    ]
    kept = _fought([r for r in results if r != "Ex"], before, option)
    if kept is not None:
        wrong.append((kept[asked].total_steps, "you forgot that Ex hurts both sides"))
    reading = ""
    if {"A2", "A3"} & {*results}:
        reading = f" Use this reading: {readings('loos')['attacker-results'].option(option).says}"
    one = units == 1
    men = f"{NUMBERS[units].capitalize()} half-brigade{'' if one else 's'}"
    whose = ("have the attackers", "has the defender")[asked]
    costs = " ".join(dict.fromkeys(_costs(result, option) for result in results))
    attackers, defender = (force.total_steps for force in remaining)
    return Task(
        f"{men} of two steps {'attacks' if one else 'attack'} a defender of"
        f" {plural(steps, 'step')}, who stands. The table gives {', then '.join(results)}.{reading}"
        f" How many steps {whose} left in all?",
        f"loos:staff combat result {results[-1]} units {units} each 2 steps {steps}"
        f"{f' reading attacker-results={option}' if option != 'one-step' else ''}",
        whole_number(remaining[asked].total_steps, wrong),
        f"{costs} The attackers have {attackers} left, the defender {defender}.",
    )


def _costs(result: str, option: str) -> str:
    """Return a sentence on the cost of a result."""
    if result[0] == "D" and result != "De":
        return f"{result} costs a defender who stands a step."
    sentences = {
        "De": "De eliminates the defender.",
        "Ex": "Ex costs each side a step.",
        "•": "• does nothing.",
        "Ae": "Ae eliminates all attackers.",
    }
    steps = plural(steps_instead(result, {"attacker-results": option}), "step")
    return sentences.get(result, f"{result} costs the attackers {steps}.")


# -- alone -----------------------------------------------------------------------------------------


@kind("loos:alone", "column", LESSON, "each reserve attacks alone", about=ABOUT)
def alone(dice: random.Random, level: int) -> Task:
    """Ask for the differential of a reserve that attacks after others."""
    units, full, reduced = dice.randint(2, 4), dice.randint(3, 6), dice.randint(1, 2)
    factor, steps = dice.randint(2, 5), dice.randint(1, 2) if level < 3 else 2
    nth = 1 if level == 1 else dice.randint(1, 2)
    hurt = level > 1 and nth == 2 and steps == 2 and dice.random() < 2 / 3
    strength = factor * (steps - hurt)
    right = as_printed(full - strength)
    wrong = {
        as_printed(units * full - strength): "you added up strengths; in mobile combat each"
        " attacks alone",
        as_printed(reduced - strength): "you weakened an attacker that has lost nothing yet",
        as_printed(full - factor * steps): "you forgot that the defender has lost a step",
        as_printed(strength - full): "you subtracted the wrong way round",
    }
    near = (as_printed(full - strength + n) for n in (1, -1, 2))
    before = " The first attack brought •." if nth == 2 else ""
    if hurt:
        before = f" The first attack brought Ex: {full} became {reduced}, and the defender lost a"
        before += " step."
    return Task(
        f"{NUMBERS[units].capitalize()} reserves of strength {full} ({reduced} when reduced) have"
        f" moved next to a defender with {plural(steps, 'step')} of strength {factor}"
        f" {held('clear')}, and attack in turn.{before} At what differential does the"
        f" {('', 'first', 'second')[nth]} attack?",
        f"loos:staff mobile units {units} full {full} reduced {reduced} steps {steps}"
        f" factor {factor}",
        one_of(right, [*dict.fromkeys((right, *wrong, *near))][:4], wrong.items()),
        f"Each attacks alone, with {full}, and the defender has {strength}: {full} less {strength}"
        f" is {right}.",
    )


# -- the fewest attacks ----------------------------------------------------------------------------


@kind("loos:campaign", "change", LESSON, "the fewest attacks", level=2)
def fewest(dice: random.Random, level: int) -> Task:
    """Ask for the fewest attacks in which a breakthrough is possible."""
    right = 0
    while not right:
        terrain = dice.choice(("clear", "town", "woods", "trench"))
        units, full = dice.randint(1, 4), dice.randint(2, 5)
        steps, factor = dice.randint(1, 3), dice.randint(1, 4)
        shells = 0 if level < 3 else dice.choice((0, 1, 2))
        state = (
            f"loos:campaign {terrain} units {units} full {full} reduced 1 steps {steps} factor"
            f" {factor} battery {shells} counter 0 attacks"
        )
        fronts = campaign(Campaign.parse(f"{state} 4").plan(), 4)
        broken = (odds.chance(lambda front: front.broken) for odds in fronts)
        right = next((n for n, chance in enumerate(broken) if chance), 0)
    by, one = as_printed(units * full - steps * factor), units == 1
    men = f"{NUMBERS[units].capitalize()} half-brigade{'' if one else 's'}"
    dice_of = f"{capitalized(plural(shells, 'die', 'dice'))} of shells"
    fall = f"{dice_of} {'falls' if shells == 1 else 'fall'} before each attack."
    wrong = [
        (steps, "you took one step an attack; De takes all, and shells may take one more"),
        *([(1, "you counted on De, which that column does not hold")] if steps > 1 else []),
        (right + 1, "you counted one attack too many"),
    ]
    return Task(
        f"{men} (two steps, factor {full}, 1 when reduced) attack{'s' * one} a defender with"
        f" {plural(steps, 'step')} of factor {factor} {held(terrain)}, who never retreats."
        f" {fall if shells else 'No shells fall.'} In how many attacks, at the least, can the hex"
        " be taken?",
        f"{state} {right}",
        whole_number(right, wrong),
        f"The first attack is at {by}. {'At the very best' if right > 1 else 'With luck'}"
        f" {plural(right, 'attack')} {'is' if right == 1 else 'are'} enough: D2, D3 and Ex take one"
        f" step, De takes them all{', and shells take one more' if shells else ''}.",
    )


KINDS = (reserve, replaced, division, steps_left, alone, fewest)
