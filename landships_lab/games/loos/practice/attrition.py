"""Made-up questions about reserves, replacements and attrition at Loos."""

from __future__ import annotations

import random
from collections.abc import Sequence

from landships_lab.core.answer import Gap, slips
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.data.load import readings
from landships_lab.games.loos.analysis.campaign import campaign
from landships_lab.games.loos.data.combat_table import RESULTS
from landships_lab.games.loos.panels.campaign import Campaign
from landships_lab.games.loos.rules.attrition import replacements
from landships_lab.games.loos.rules.book import LAST_TURN, as_printed
from landships_lab.games.loos.rules.deployment import SECTORS
from landships_lab.games.loos.rules.losses import Force, after_combat, half_brigades, one_unit
from landships_lab.games.loos.rules.reserves import reserve_path, reserve_points
from landships_lab.games.loos.rules.table import steps_instead
from landships_lab.practice.kind import Kind, one_of, whole_number
from landships_lab.practice.task import Task
from .words import NOT_SAID, RESERVES_LESSON, held

# -- reserves -------------------------------------------------------------------------------------

_ROLLS = ("every roll", "3 or more", "5 or more", "no roll")


def _needed(points: int) -> str:
    """Return the rolls that give so many movement points."""
    good = [die for die in range(1, 7) if reserve_points(die).value >= points]
    if not good:
        return "no roll"
    return "every roll" if len(good) == 6 else f"{good[0]} or more"


def _reserve(dice: random.Random, level: int) -> Task:
    """Ask which rolls take a reserve over a few hexes, at higher levels across trenches."""
    while True:
        hexes, cost = dice.randint(1, 3), dice.choice((1, 1, 2) if level < 3 else (0, 1, 1, 2))
        trenches = 0 if level == 1 else dice.randint(0, hexes)
        need = hexes * cost + trenches
        if 1 <= need <= 5:
            break
    right = _needed(need)
    wrong = [
        (_whole_die(need), "you took the whole die as its points; it is half the die, rounded up"),
        (_needed(hexes * cost), "you forgot what trench hexsides cost"),
        (_needed(hexes), "you counted hexes and not points"),
        (_needed(min(9, need + 1)), "you rounded half a die down"),
    ]
    way, each = ("1 hex", "the hex") if hexes == 1 else (f"{hexes} hexes", "each")
    crossed = (
        f" {trenches} trench {'hexside is' if trenches == 1 else 'hexsides are'} crossed, at"
        " 1 point more each."
        if trenches
        else ""
    )
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


def _whole_die(points: int) -> str:
    """Return the nearest of the replies to a roll of so much."""
    return "every roll" if points < 2 else "3 or more" if points < 4 else "5 or more"


# -- replacements ---------------------------------------------------------------------------------


def _replaced(dice: random.Random, level: int) -> Task:
    """Ask how many replacement battalions come, at higher levels with few counters or towns."""
    die = dice.randint(1, 6)
    deadpile = dice.randint(0, 5) if level > 1 else dice.choice((1, 2, 3, 4))
    towns = dice.randint(0, 4) if level > 2 else dice.randint(3, 8)
    found = replacements(die, deadpile, towns)
    value = found.value
    wrong = [
        ((die + 1) // 2, "you rounded half a die up; here it is rounded down"),
        *((number, slip) for slip, number in slips(found).items()),
        (min(die, deadpile, towns), "you took the whole die"),
    ]
    limits = f"half of {die}, rounded down, is {die // 2}"
    return Task(
        f"The Germans roll {die} for replacements. {capitalized(plural(deadpile, 'counter'))}"
        f" {'lies' if deadpile == 1 else 'lie'} in the deadpile, and"
        f" {plural(towns, 'town hex', 'town hexes')} of theirs"
        f" {'is' if towns == 1 else 'are'} free. How many battalions come?",
        f"loos:staff replacements die {die} deadpile {deadpile} towns {towns}",
        whole_number(value, wrong),
        f"{capitalized(limits)}; {plural(deadpile, 'counter')} and"
        f" {plural(towns, 'town hex', 'town hexes')} are there. The least of them is {value}.",
    )


# -- a division in reserve ------------------------------------------------------------------------

_LINE, _FRONT, _FREE = (
    "it is placed in the reserve line",
    "it moves into the front line",
    "it moves as it likes",
)
_NOT = "it may not be placed like that"
_STAGES = {"reserve line": _LINE, "front line": _FRONT, "moves freely": _FREE}


def _division(dice: random.Random, _level: int) -> Task:
    """Ask what a British reserve division does in a turn; at times the print is silent."""
    case = dice.choice(("", "", "", "full", "full", "split", "early"))
    placed = 0 if case == "early" else dice.randint(1, LAST_TURN - 2)
    asked = placed + (dice.randint(0, 2) if case == "" else dice.choice((1, 2)))
    if case == "full":
        asked = placed + 1
    found = reserve_path(placed, case != "split", case != "full").value
    right = (
        NOT_SAID if isinstance(found, Gap) else _STAGES[found[asked]] if asked in found else _NOT
    )
    wrong = [(_FREE if asked - placed == 1 else _FRONT, "you counted one turn too many or too few")]
    if case == "full":
        wrong = [
            (_FRONT, "you moved units into hexes that have no room for them"),
            (_LINE, "you made up a rule that is not printed"),
        ]
    if case in ("split", "early"):
        wrong = [
            (_FRONT, "you overlooked how and when a division may be placed"),
            (_FREE, "you overlooked how and when a division may be placed"),
        ]
    sector, beside = dice.sample(SECTORS, 2)
    where = {
        "": f"as a whole behind sector {sector}",
        "early": f"as a whole behind sector {sector}",
        "full": f"as a whole behind sector {sector}, whose front line has no room left",
        "split": f"three units behind sector {sector} and three behind sector {beside}",
    }[case]
    name = dice.choice(("21st", "24th"))
    when = "In Zero Hour" if placed == 0 else f"In turn {placed}"
    why = {
        "": "Placed in one turn, in the front line the next, free in the one after.",
        "early": "Reserves come after Zero Hour only.",
        "full": "The print names no exception for a full front line.",
        "split": "A division is placed as a whole, all six units in one sector.",
    }[case]
    told = f"turn {asked}" if asked else "Zero Hour"
    state = f"loos:staff division turn {placed}"
    state += " placed split" if case == "split" else ""
    state += " front full" if case == "full" else ""
    verb = "is placed" if case != "split" else "is placed with"
    return Task(
        f"{when} the {name} Division {verb} {where}. What about it in {told}?",
        state,
        one_of(right, (_LINE, _FRONT, _FREE, _NOT, NOT_SAID), wrong),
        f"{why} So: {right}.",
    )


# -- steps ----------------------------------------------------------------------------------------


def _fought(
    results: Sequence[str], attackers: Force, defender: Force, option: str
) -> tuple[Force, Force] | None:
    """Return both sides after these results, None if the fight is over before the last."""
    for n, result in enumerate(results):
        if n and not (attackers.total_steps and defender.total_steps):
            return None
        end = after_combat(
            result, attackers, defender, "stand", readings={"attacker-results": option}
        ).value
        attackers, defender = end.attackers, end.defenders
    return attackers, defender


def _steps(dice: random.Random, level: int) -> Task:
    """Ask how many steps one side has left after one result, or after several in a row."""
    who = dice.choice(("attackers", "defender"))
    usual = tuple(r for r in RESULTS if r not in ("Ae", "De"))
    while True:
        option = dice.choice(("one-step", "step-a-hex"))
        units, steps = dice.randint(1, 3), dice.randint(1, 3)
        many = 1 if level == 1 else level
        results = [dice.choice(usual if n + 1 < many else RESULTS) for n in range(many)]
        before = half_brigades(units, 4, 2), one_unit(steps, 3)
        left = _fought(results, *before, option)
        if left is not None:
            break
    attackers, defender = (force.total_steps for force in left)
    right = attackers if who == "attackers" else defender
    other = (
        _fought(results, *before, "one-step" if option == "step-a-hex" else "step-a-hex") or left
    )
    start = 2 * units if who == "attackers" else steps
    alone = [r for r in results if r != "Ex"]
    kept = _fought(alone, *before, option) if alone else before
    wrong = [
        (start, "you forgot what these results cost"),
        (start - len(results), "you took a step for every result"),
        (
            other[0].total_steps if who == "attackers" else other[1].total_steps,
            "you used the other reading of A1 to A3",
        ),
    ]
    if kept is not None:
        end = kept[0].total_steps if who == "attackers" else kept[1].total_steps
        wrong.append((end, "you forgot that Ex hurts both sides"))
    reading = ""
    if any(r in ("A2", "A3") for r in results):
        chosen = readings("loos")["attacker-results"].option(option)
        reading = f" Use this reading: {chosen.says}"
    men = "One half-brigade" if units == 1 else f"{('', '', 'Two', 'Three')[units]} half-brigades"
    attack = "attacks" if units == 1 else "attack"
    whose = "have the attackers" if who == "attackers" else "has the defender"
    rolled = listed(results) if len(results) < 2 else f"{', then '.join(results)}"
    state = f"loos:staff combat result {results[-1]} units {units} each 2 steps {steps}" + (
        f" reading attacker-results={option}" if option != "one-step" else ""
    )
    return Task(
        f"{men} of two steps {attack} a defender of {plural(steps, 'step')}, who stands. The table"
        f" gives {rolled}.{reading} How many steps {whose} left in all?",
        state,
        whole_number(right, wrong),
        f"{_each_costs(results, option)} The attackers have {attackers} left, the defender"
        f" {defender}.",
    )


def _each_costs(results: Sequence[str], option: str) -> str:
    """Return what each of these results costs, in a sentence."""
    costs = {
        "De": "De eliminates the defender.",
        "D3": "D3 costs a defender who stands a step.",
        "D2": "D2 costs a defender who stands a step.",
        "Ex": "Ex costs each side a step.",
        "•": "• does nothing.",
        "Ae": "Ae eliminates all attackers.",
    }
    told = dict.fromkeys(
        costs.get(
            r,
            f"{r} costs the attackers"
            f" {plural(steps_instead(r, {'attacker-results': option}), 'step')}.",
        )
        for r in results
    )
    return " ".join(told)


# -- alone ----------------------------------------------------------------------------------------


def _alone(dice: random.Random, level: int) -> Task:
    """Ask for the differential of a reserve that attacks in turn with others."""
    units, full, reduced = dice.randint(2, 4), dice.randint(3, 6), dice.randint(1, 2)
    factor, steps = dice.randint(2, 5), dice.randint(1, 2) if level < 3 else 2
    nth = 1 if level == 1 else dice.randint(1, 2)
    hurt = level > 1 and nth == 2 and steps == 2 and dice.random() < 2 / 3
    strength = factor * (steps - hurt)
    right = full - strength
    wrong = {
        as_printed(units * full - strength): "you added up strengths; in mobile combat each"
        " attacks alone",
        as_printed(reduced - strength): "you weakened an attacker that has lost nothing yet",
        as_printed(full - factor * steps): "you forgot that the defender has lost a step",
        as_printed(strength - full): "you subtracted the wrong way round",
    }
    shown = dict.fromkeys([as_printed(right), *wrong])
    extra = (as_printed(n) for n in (right + 1, right - 1, right + 2))
    for one in extra:
        if len(shown) < 4:
            shown[one] = None
    before = (
        ""
        if nth == 1
        else f" The first attack brought Ex: {full} became {reduced}, and the defender lost a step."
        if hurt
        else " The first attack brought •."
    )
    return Task(
        f"{('', '', 'Two', 'Three', 'Four')[units]} reserves of strength {full} ({reduced} when"
        f" reduced) have moved next to a defender with {plural(steps, 'step')} of strength {factor}"
        f" {held('clear')}, and attack in turn.{before} At what differential does the"
        f" {('', 'first', 'second')[nth]} attack?",
        f"loos:staff mobile units {units} full {full} reduced {reduced} steps {steps}"
        f" factor {factor}",
        one_of(as_printed(right), [*shown][:4], wrong.items()),
        f"Each attacks alone, with {full}, and the defender has {strength}: {full} less {strength}"
        f" is {as_printed(right)}.",
    )


# -- the fewest attacks ---------------------------------------------------------------------------


def _fewest(dice: random.Random, level: int) -> Task:
    """Ask for the fewest attacks in which a breakthrough is possible."""
    while True:
        terrain = dice.choice(("clear", "town", "woods", "trench"))
        units, full = dice.randint(1, 4), dice.randint(2, 5)
        steps, factor = dice.randint(1, 3), dice.randint(1, 4)
        shells = 0 if level < 3 else dice.choice((0, 1, 2))
        state = (
            f"loos:campaign {terrain} units {units} full {full} reduced 1 steps {steps} factor"
            f" {factor} battery {shells} counter 0 attacks 4"
        )
        plan = Campaign.parse(state).plan()
        chances = [odds.chance(lambda front: front.broken) for odds in campaign(plan, 4)]
        right = next((n for n, chance in enumerate(chances) if chance), 0)
        if right:
            break
    by = units * full - steps * factor
    men = f"{('', 'One', 'Two', 'Three', 'Four')[units]} half-brigade{'s' if units > 1 else ''}"
    fall = (
        "No shells fall."
        if not shells
        else (
            f"{capitalized(plural(shells, 'die', 'dice'))} of shells"
            f" {'falls' if shells == 1 else 'fall'} before each attack."
        )
    )
    wrong = [
        (steps, "you took one step an attack; De takes all, and shells may take one more"),
        *([(1, "you counted on De, which that column does not hold")] if steps > 1 else []),
        (right + 1, "you counted one attack too many"),
    ]
    return Task(
        f"{men} (two steps, factor {full}, 1 when reduced) attack{'s' if units == 1 else ''} a"
        f" defender with {plural(steps, 'step')} of factor {factor} {held(terrain)}, who never"
        f" retreats. {fall} In how many attacks, at the least, can the hex be taken?",
        state.replace("attacks 4", f"attacks {right}"),
        whole_number(right, wrong),
        f"The first attack is at {as_printed(by)}."
        f" {'At the very best' if right > 1 else 'With luck'} {plural(right, 'attack')}"
        f" {'is' if right == 1 else 'are'} enough: D2, D3 and Ex take one step, De takes them"
        f" all{', and shells take one more' if shells else ''}.",
    )


ATTRITION = (
    Kind(
        "loos:reserve",
        "odds",
        _reserve,
        about="loos:staff",
        lesson=RESERVES_LESSON,
        taught="half a die, rounded up",
    ),
    Kind(
        "loos:replacements",
        "count",
        _replaced,
        about="loos:staff",
        lesson=RESERVES_LESSON,
        taught="half a die, rounded down",
    ),
    Kind(
        "loos:division",
        "legal",
        _division,
        about="loos:staff",
        lesson=RESERVES_LESSON,
        taught="the turn after, it moves into the front line",
    ),
    Kind(
        "loos:steps",
        "hit",
        _steps,
        about="loos:staff",
        lesson=RESERVES_LESSON,
        taught="which side runs out of steps first",
    ),
    Kind(
        "loos:alone",
        "column",
        _alone,
        about="loos:staff",
        lesson=RESERVES_LESSON,
        taught="each reserve attacks alone",
    ),
    Kind(
        "loos:campaign",
        "change",
        _fewest,
        level=2,
        lesson=RESERVES_LESSON,
        taught="the fewest attacks",
    ),
)
