"""All kinds of question about Loos, and those about its table, bombardment and campaigns: the same
seed gives the same question.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.dice import D6, over, sum_of
from landships_lab.games.loos.data.combat_table import COLUMNS, RESULTS, Line
from landships_lab.games.loos.practice.sight import SIGHT
from landships_lab.games.loos.practice.staff import STAFF
from landships_lab.games.loos.rules import (
    Force,
    Plan,
    bombardment_odds,
    campaign,
    combat_odds,
    combat_result,
)
from landships_lab.games.loos.rules.book import TABLE
from landships_lab.games.loos.rules.shells import LEFT
from landships_lab.games.loos.rules.table import falls_on
from landships_lab.practice.kinds import Kind, can_be_asked, nearest, one_of, whole_number
from landships_lab.practice.marking import Question

_TERRAIN = ("mountain", "trench", "town", "woods", "clear")
_ANSWERED = ("defender", "attacker")


def _attack(dice: random.Random, level: int) -> tuple[str, int, int]:
    """Return a terrain, an attack and a defence: at first on the printed part of the line, at
    higher levels at and beyond its ends.
    """
    terrain = dice.choice(_TERRAIN)
    line, defence = TABLE.line(terrain), dice.randint(3, 9)
    if level > 2 and dice.random() < 1 / 3:
        differential = dice.choice(
            (line.lowest, line.lowest + 1, line.highest - 1, line.highest, line.highest + 2)
        )
    else:
        differential = dice.randint(max(line.lowest, 0 if level == 1 else -3), line.highest)
    return terrain, max(1, defence + differential), defence


def _columns(line: Line, attack: int, defence: int) -> Iterator[tuple[int, str]]:
    """Yield the column, from 0, that each mistake leads to, with its name."""
    right = line.column(attack - defence)
    yield (
        line.column(defence - attack),
        "you subtracted the attack from the defence, the wrong way round",
    )
    yield (
        line.column(attack // defence),
        "you divided the strengths, as other games do; here they are subtracted",
    )
    yield TABLE.line("clear").column(attack - defence), "you looked on the line for clear ground"
    yield line.column(attack), "you left out the strength of the defence"
    yield max(0, right - 1), "you read one column too far left"
    yield min(COLUMNS - 1, right + 1), "you read one column too far right"


def _column(dice: random.Random, level: int) -> Question:
    """Ask for the column of the table."""
    terrain, attack, defence = _attack(dice, level)
    line = TABLE.line(terrain)
    text = (
        f"{attack} attack {defence}; the terrain is {terrain}. Which of the {COLUMNS} columns,"
        " counted from the left, holds the result?"
    )
    wrong = [(column + 1, name) for column, name in _columns(line, attack, defence)]
    return Question(
        text,
        f"loos:table {terrain} attack {attack} defence {defence}",
        whole_number(line.column(attack - defence) + 1, wrong),
    )


def _result(dice: random.Random, level: int) -> Question:
    """Ask for the result of an attack and its roll."""
    (terrain, attack, defence), roll = _attack(dice, level), dice.randint(1, 6)
    text = (
        f"{attack} attack {defence}; the terrain is {terrain}, the roll is {roll}. What is the"
        " result?"
    )
    row = TABLE.results[str(roll)]
    wrong = [(row[column], name) for column, name in _columns(TABLE.line(terrain), attack, defence)]
    state = f"loos:table {terrain} attack {attack} defence {defence} roll {roll}"
    return Question(
        text, state, one_of(combat_result(terrain, attack - defence, roll).value, RESULTS, wrong)
    )


def _chances(dice: random.Random, level: int) -> Question:
    """Ask how likely one side loses a step."""
    while True:
        terrain, attack, defence = _attack(dice, level)
        who = dice.choice(_ANSWERED)
        chance = _hurt(terrain, attack - defence, who)
        if can_be_asked(chance):
            break
    text = (
        f"{attack} attack {defence}; the terrain is {terrain}, and a defender with a choice"
        " stands. "
    )
    text += f"How likely is the {who} to lose a step or more? Choose the nearest."
    other = "attacker" if who == "defender" else "defender"
    wrong = [
        (
            _hurt(terrain, defence - attack, who),
            "you subtracted the attack from the defence, the wrong way round",
        ),
        (
            combat_odds(terrain, attack - defence).chance(lambda r: falls_on(r) == who),
            "you forgot that Ex hurts both sides",
        ),
        (_hurt("clear", attack - defence, who), "you looked on the line for clear ground"),
        (_hurt(terrain, attack - defence, other), f"you gave the chance of the {other}"),
        (_hurt(terrain, attack - defence + 1, who), "you read one column too far right"),
        (_hurt(terrain, attack - defence - 1, who), "you read one column too far left"),
    ]
    state = f"loos:table {terrain} attack {attack} defence {defence}"
    return Question(text, state, nearest(dice, chance, wrong))


def _hurt(terrain: str, differential: int, who: str) -> Fraction:
    return combat_odds(terrain, differential).chance(
        lambda result: falls_on(result) in (who, "both")
    )


def _strength(dice: random.Random, level: int) -> Question:
    """Ask how many points an attack needs so that its roll costs the defender a step."""
    while True:
        (terrain, attack, defence), roll = _attack(dice, level), dice.randint(1, 5)
        more = next((n for n in range(1, 14) if _hits(terrain, attack + n - defence, roll)), None)
        if more is not None and not _hits(terrain, attack - defence, roll):
            break
    line = TABLE.line(terrain)
    found = TABLE.results[str(roll)][line.column(attack - defence)]
    brought = f"{found} (nothing happens)" if found == "•" else found
    text = (
        f"{attack} attack {defence}; the terrain is {terrain}. With a roll of {roll} the result is"
        f" {brought}. How many strength points "
    )
    text += "more does the attack need, at least, for the same roll to give D2, D3 or De?"
    columns = next(
        n
        for n in range(1, COLUMNS)
        if TABLE.results[str(roll)][min(COLUMNS - 1, line.column(attack - defence) + n)][0] == "D"
    )
    on_clear = next((n for n in range(1, 14) if _hits("clear", attack + n - defence, roll)), 0)
    wrong = (
        (columns, "you counted columns, and some hold two differentials"),
        (on_clear, "you looked on the line for clear ground"),
        (more + attack - defence, "you gave the differential, not the points that are missing"),
        (more - 1, "you stopped one point short"),
    )
    state = f"loos:table {terrain} attack {attack} defence {defence} roll {roll}"
    return Question(text, state, whole_number(more, wrong))


def _hits(terrain: str, differential: int, roll: int) -> bool:
    return TABLE.results[str(roll)][TABLE.line(terrain).column(differential)].startswith("D")


# -- bombardment
# -------------------------------------------------------------------------------------------------


def _shelled(dice: random.Random, level: int) -> Question:
    """Ask for the result that a bombardment keeps; hard questions have A
    and Ex, which are ignored.
    """
    while True:
        terrain, roll, total = (
            dice.choice(_TERRAIN),
            dice.randint(1, 3 if level < 3 else 6),
            dice.randint(3, 14),
        )
        line, row = TABLE.line(terrain), TABLE.results[str(roll)]
        printed = row[line.column(total)]
        if level < 2 or printed not in LEFT or dice.random() < 1 / 2:
            break
    right = printed if printed in LEFT else "•"
    text = (
        f"The dice of a bombardment total {total}, the terrain is {terrain}, the roll on the table"
        f" is {roll}. Which result counts?"
    )
    wrong = [
        (printed, "you forgot that a bombardment ignores Ex and every A result"),
        (row[max(0, line.column(total) - 1)], "you read one column too far left"),
        (row[min(COLUMNS - 1, line.column(total) + 1)], "you read one column too far right"),
        (row[TABLE.line("clear").column(total)], "you looked on the line for clear ground"),
    ]
    choices = (*LEFT[:3], "Ex", *(["(A)"] if printed not in (*LEFT, "Ex") else []), LEFT[3])
    key = one_of(right, choices, [("(A)" if r.startswith("A") else r, name) for r, name in wrong])
    return Question(text, f"loos:bombardment {terrain} total {total} roll {roll}", key)


def _shelling(dice: random.Random, level: int) -> Question:
    """Ask how likely a bombardment of several dice costs a step."""
    while True:
        terrain, thrown = dice.choice(_TERRAIN), dice.randint(1, min(3, 1 + level))
        chance = 1 - bombardment_odds(terrain, thrown).p("•")
        if can_be_asked(chance):
            break
    shown = "one die" if thrown == 1 else f"{thrown} dice"
    text = (
        f"A bombardment of {shown} falls on {_on(terrain)}. How likely is a result of D2, D3 or De?"
        " Choose the nearest."
    )
    line = TABLE.line(terrain)
    whole = over(
        lambda total, roll: TABLE.results[str(roll)][line.column(total)] != "•",
        sum_of(D6, thrown),
        D6,
    ).p(True)
    mean = sum(
        TABLE.results[str(roll)][line.column(7 * thrown // 2)].startswith("D")
        for roll in range(1, 7)
    )
    wrong = [
        (whole, "you counted Ex and the A results, which a bombardment ignores"),
        (Fraction(mean, 6), "you took the average of the dice as their total"),
        (1 - bombardment_odds(terrain, thrown + 1).p("•"), "you threw one die too many"),
        (1 - bombardment_odds("clear", thrown).p("•"), "you looked on the line for clear ground"),
    ]
    return Question(
        text, f"loos:bombardment {terrain} dice {thrown} steps 2", nearest(dice, chance, wrong)
    )


# -- several attacks
# -------------------------------------------------------------------------------------------------


def _campaign(dice: random.Random, level: int) -> Question:
    """Ask how likely a breakthrough is within a few attacks without shells."""
    while True:
        terrain, full, factor = (
            dice.choice(("clear", "town", "woods")),
            dice.randint(2, 5),
            dice.randint(1, 4),
        )
        attacks, units = dice.randint(2, 2 + level), dice.randint(1, 2)
        plan = Plan(
            Force((2,) * units, (1, full)),
            Force((1,), (factor,)),
            terrain,
            terrain,
            in_trench=False,
        )
        chances = [odds.chance(lambda front: front.broken) for odds in campaign(plan, attacks + 1)]
        if can_be_asked(chances[attacks]):
            break
    who, each = (
        ("One half-brigade attacks", "It has")
        if units == 1
        else ("Two half-brigades attack", "Each has")
    )
    text = (
        f"{who} {_on(terrain)}. {each} two steps with factor {full} (1 when reduced); the defender"
        f" has one step and factor {factor}. "
    )
    text += (
        f"No shells fall, and nobody retreats. How likely is a breakthrough within {attacks}"
        " attacks? Choose the nearest."
    )
    wrong = [
        (chances[1], "you gave the chance of the first attack alone"),
        (1 - (1 - chances[1]) ** attacks, "you forgot that the attackers lose steps too"),
        (min(Fraction(1), attacks * chances[1]), "you added up the chances of the attacks"),
        (chances[attacks + 1], "you counted one attack too many"),
    ]
    state = (
        f"loos:campaign {terrain} units {units} full {full} reduced 1 steps 1 factor {factor}"
        f" battery 0 counter 0 attacks {attacks}"
    )
    return Question(text, state, nearest(dice, chances[attacks], wrong))


def _on(terrain: str) -> str:
    """Return the words for what is attacked or shelled."""
    return {
        "clear": "clear ground",
        "town": "a town",
        "trench": "a trench",
        "mountain": "a mountain",
    }.get(terrain, terrain)


KINDS = (
    Kind("loos:column", "column", _column, about="loos:table"),
    Kind("loos:table", "column", _result),
    *SIGHT,
    *STAFF,
    Kind("loos:bombardment", "column", _shelled),
    Kind("loos:odds", "odds", _chances, about="loos:table"),
    Kind("loos:shelling", "odds", _shelling, level=2, about="loos:bombardment"),
    Kind("loos:strength", "change", _strength, level=2, about="loos:table"),
    Kind("loos:campaign", "odds", _campaign, level=3),
)
