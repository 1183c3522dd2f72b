"""Generated questions about the combat table: the column, the result, which attack is likelier, and
what would change it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.speech import percent, plural
from landships_lab.games.loos.data.combat_table import COLUMNS, RESULTS
from landships_lab.games.loos.rules import table
from landships_lab.games.loos.rules.book import TABLE, as_printed
from landships_lab.practice.kind import kind, one_of, whole_number
from landships_lab.practice.task import Task
from .words import TERRAIN, held

LESSON, ABOUT = "21_the_combat_table", "loos:table"
#: The least difference between the chances of two compared attacks.
APART = Fraction(1, 6)
_ON_CLEAR = "you looked on the line for clear ground"
#: A terrain, an attack and a defence.
Met = tuple[str, int, int]


def _attack(dice: random.Random, level: int) -> Met:
    """Return a terrain, an attack and a defence: at first on the printed columns of the line, at
    higher levels at and beyond its ends.
    """
    terrain = dice.choice(TERRAIN)
    line, defence = TABLE.line(terrain), dice.randint(3, 9)
    if level > 2 and dice.random() < 1 / 3:
        low, high = line.lowest, line.highest
        differential = dice.choice((low, low + 1, high - 1, high, high + 2))
    else:
        differential = dice.randint(max(line.lowest, 0 if level == 1 else -3), line.highest)
    return terrain, max(1, defence + differential), defence


def _fight(terrain: str, attack: int, defence: int) -> str:
    return (
        f"Attackers of strength {attack} meet a defender of strength {defence}; the terrain is"
        f" {terrain}."
    )


def _state(terrain: str, attack: int, defence: int) -> str:
    return f"loos:table {terrain} attack {attack} defence {defence}"


def _columns(terrain: str, attack: int, defence: int) -> Iterator[tuple[int, str]]:
    """Yield the column, from 0, that each mistake leads to, with its name."""
    column = TABLE.line(terrain).column
    right, turned = column(attack - defence), column(defence - attack)
    yield turned, "you subtracted the attack from the defence, the wrong way round"
    divided = "you divided the strengths, as other games do; here they are subtracted"
    yield column(attack // defence), divided
    yield TABLE.line("clear").column(attack - defence), _ON_CLEAR
    yield column(attack), "you left out the strength of the defence"
    yield max(0, right - 1), "you read one column too far left"
    yield min(COLUMNS - 1, right + 1), "you read one column too far right"


def _where(terrain: str, attack: int, defence: int) -> str:
    """Return a clause on the column for this attack."""
    line, by = TABLE.line(terrain), attack - defence
    end = ", beyond the end of the line, which stands for it" if by > line.highest else ""
    return (
        f"{attack} less {defence} is {as_printed(by)}{end}; on the line of {terrain} that is column"
        f" {line.column(by) + 1}"
    )


@kind("loos:table", "column", LESSON, "the die chooses the row")
def result(dice: random.Random, level: int) -> Task:
    """Ask for the result of an attack and its roll."""
    met, roll = _attack(dice, level), dice.randint(1, 6)
    terrain, attack, defence = met
    row = TABLE.results[str(roll)]
    wrong = [(row[column], name) for column, name in _columns(*met)]
    right = table.combat_result(terrain, attack - defence, roll).value
    return Task(
        f"{_fight(*met)} The roll is {roll}. What is the result?",
        f"{_state(*met)} roll {roll}",
        one_of(right, RESULTS, wrong),
        f"{_where(*met)}. A roll of {roll} there is {right}: {table.MEANINGS[right]}.",
    )


def _falls(met: Met, *on: str) -> Fraction:
    """Return how often an attack costs one of these sides a step."""
    terrain, attack, defence = met
    odds = table.combat_odds(terrain, attack - defence)
    return odds.chance(lambda result: table.falls_on(result) in on)


_ROWS = "count the rows in which the defender loses a step"


@kind("loos:odds", "odds", LESSON, _ROWS, about=ABOUT)
def likelier(dice: random.Random, level: int) -> Task:
    """Ask which of three attacks costs one side a step most often: at first on one kind of terrain,
    then on several, and at the last level of either side.
    """
    who = dice.choice(("defender", "attacker")) if level > 2 else "defender"
    other = "attacker" if who == "defender" else "defender"
    while True:
        attacks = [_attack(dice, level) for _ in range(3)]
        chances = [_falls(met, who, "both") for met in attacks]
        alike = level > 1 or len({terrain for terrain, _, _ in attacks}) < 3
        apart = max(chances) - sorted(chances)[1] >= APART and len({*attacks}) == 3
        if alike and apart:
            break
    fights = [f"{a} against {d} {held(terrain)}" for terrain, a, d in attacks]
    widest = max(range(3), key=lambda n: attacks[n][1] - attacks[n][2])
    strongest = max(range(3), key=lambda n: attacks[n][1])
    turned = [_falls(met, other, "both") for met in attacks]
    alone = [_falls(met, who) for met in attacks]
    wrong = [
        (fights[widest], "you compared the differentials and left out the terrain"),
        (fights[strongest], "you looked at the attacking strength alone"),
        (fights[turned.index(max(turned))], f"you looked for the losses of the {other}"),
        (fights[alone.index(max(alone))], "you forgot that Ex hurts both sides"),
    ]
    shares = (f"{name} {percent(chance)}" for name, chance in zip(fights, chances, strict=True))
    right = chances.index(max(chances))
    return Task(
        f"Three attacks: {'; '.join(fights)}. In which does the {who} lose a step most often, if a"
        " defender with a choice stands?",
        _state(*attacks[dice.randrange(3)]),
        one_of(fights[right], fights, wrong),
        f"How often the {who} loses a step: {'; '.join(shares)}.",
        _state(*attacks[right]),
    )


@kind("loos:strength", "change", LESSON, "two points share a column", level=2, about=ABOUT)
def strength(dice: random.Random, level: int) -> Task:
    """Ask how many points an attack needs so that its roll costs the defender a step."""

    def shown(ground: str, more: int) -> str:
        return row[TABLE.line(ground).column(attack + more - defence)]

    def fewest(ground: str) -> int:
        return next((n for n in range(1, 14) if shown(ground, n)[0] == "D"), 0)

    while True:
        met, roll = _attack(dice, level), dice.randint(1, 5)
        terrain, attack, defence = met
        row, more = TABLE.results[str(roll)], 0
        if shown(terrain, 0)[0] != "D" and (more := fewest(terrain)):
            break
    line, by = TABLE.line(terrain), attack + more - defence
    brought = shown(terrain, 0) + " (nothing happens)" * (shown(terrain, 0) == "•")
    at = line.column(attack - defence)
    columns = next(n for n in range(1, COLUMNS) if row[min(COLUMNS - 1, at + n)][0] == "D")
    wrong = (
        (columns, "you counted columns, and some hold two differentials"),
        (fewest("clear"), _ON_CLEAR),
        (by, "you gave the differential, not the points that are missing"),
        (more - 1, "you stopped one point short"),
    )
    return Task(
        f"{_fight(*met)} With a roll of {roll} the result is {brought}. How many strength"
        " points more does the attack need, at least, for the same roll to give D2, D3 or De?",
        f"{_state(*met)} roll {roll}",
        whole_number(more, wrong),
        f"With {plural(more, 'point')} more the differential is {as_printed(by)}, in column"
        f" {line.column(by) + 1}, where a roll of {roll} is {shown(terrain, more)}. One point fewer"
        " does not get there.",
    )


KINDS = (result, likelier, strength)
