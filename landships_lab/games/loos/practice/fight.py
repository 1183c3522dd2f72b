"""Made-up questions about the combat table: the column, the result, which attack is likelier, what
would change it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.speech import percent, plural
from landships_lab.games.loos.data.combat_table import COLUMNS, RESULTS, Line
from landships_lab.games.loos.rules.book import TABLE, as_printed
from landships_lab.games.loos.rules.table import MEANINGS, combat_odds, combat_result, falls_on
from landships_lab.practice.kind import Kind, one_of, whole_number
from landships_lab.practice.task import Task
from .words import TABLE_LESSON, TERRAIN, held

#: So far apart are the chances of attacks that are compared.
APART = Fraction(1, 6)
_SIDES = ("defender", "attacker")


def attack_of(dice: random.Random, level: int) -> tuple[str, int, int]:
    """Return a terrain, an attack and a defence: at first on the printed part of the line, at
    higher levels at and beyond its ends.
    """
    terrain = dice.choice(TERRAIN)
    line, defence = TABLE.line(terrain), dice.randint(3, 9)
    if level > 2 and dice.random() < 1 / 3:
        differential = dice.choice(
            (line.lowest, line.lowest + 1, line.highest - 1, line.highest, line.highest + 2)
        )
    else:
        differential = dice.randint(max(line.lowest, 0 if level == 1 else -3), line.highest)
    return terrain, max(1, defence + differential), defence


def _told(terrain: str, attack: int, defence: int) -> str:
    return (
        f"Attackers of strength {attack} meet a defender of strength {defence}; the terrain is"
        f" {terrain}."
    )


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


def where(terrain: str, attack: int, defence: int) -> str:
    """Return a clause that tells which column this attack finds."""
    line, by = TABLE.line(terrain), attack - defence
    end = ", beyond the end of the line, which stands for it" if by > line.highest else ""
    return (
        f"{attack} less {defence} is {as_printed(by)}{end}; on the line of {terrain} that is column"
        f" {line.column(by) + 1}"
    )


def _column(dice: random.Random, level: int) -> Task:
    """Ask for the column of the table."""
    terrain, attack, defence = attack_of(dice, level)
    line = TABLE.line(terrain)
    wrong = [(column + 1, name) for column, name in _columns(line, attack, defence)]
    return Task(
        f"{_told(terrain, attack, defence)} Which of the {COLUMNS} columns, counted from the left,"
        " holds the result?",
        f"loos:table {terrain} attack {attack} defence {defence}",
        whole_number(line.column(attack - defence) + 1, wrong),
        f"{where(terrain, attack, defence)}.",
    )


def _result(dice: random.Random, level: int) -> Task:
    """Ask for the result of an attack and its roll."""
    (terrain, attack, defence), roll = attack_of(dice, level), dice.randint(1, 6)
    row = TABLE.results[str(roll)]
    wrong = [(row[column], name) for column, name in _columns(TABLE.line(terrain), attack, defence)]
    right = combat_result(terrain, attack - defence, roll).value
    return Task(
        f"{_told(terrain, attack, defence)} The roll is {roll}. What is the result?",
        f"loos:table {terrain} attack {attack} defence {defence} roll {roll}",
        one_of(right, RESULTS, wrong),
        f"{where(terrain, attack, defence)}. A roll of {roll} there is {right}: {MEANINGS[right]}.",
    )


def _hurt(terrain: str, differential: int, who: str) -> Fraction:
    return combat_odds(terrain, differential).chance(
        lambda result: falls_on(result) in (who, "both")
    )


def _likelier(dice: random.Random, level: int) -> Task:
    """Ask which of three attacks costs one side a step most often: at first on one kind of
    terrain, then on several, at last of either side.
    """
    who = dice.choice(_SIDES) if level > 2 else "defender"
    while True:
        attacks = [attack_of(dice, level) for _ in range(3)]
        chances = [_hurt(terrain, a - d, who) for terrain, a, d in attacks]
        best = max(chances)
        second = sorted(chances)[1]
        if level == 1 and len({terrain for terrain, _, _ in attacks}) > 2:
            continue
        if best - second >= APART and len({*attacks}) == 3:
            break
    names = [f"{a} against {d} {held(terrain)}" for terrain, a, d in attacks]
    right = chances.index(best)
    widest = max(range(3), key=lambda n: attacks[n][1] - attacks[n][2])
    strongest = max(range(3), key=lambda n: attacks[n][1])
    other = "attacker" if who == "defender" else "defender"
    turned = [_hurt(terrain, a - d, other) for terrain, a, d in attacks]
    alone = [
        combat_odds(terrain, a - d).chance(lambda r: falls_on(r) == who)
        for terrain, a, d in attacks
    ]
    wrong = [
        (names[widest], "you compared the differentials and left out the terrain"),
        (names[strongest], "you looked at the attacking strength alone"),
        (names[turned.index(max(turned))], f"you looked for the losses of the {other}"),
        (names[alone.index(max(alone))], "you forgot that Ex hurts both sides"),
    ]
    told = "; ".join(
        f"{name} {percent(chance)}" for name, chance in zip(names, chances, strict=True)
    )
    terrain, attack, defence = attacks[right]
    first, start, met = attacks[dice.randrange(3)]
    return Task(
        f"Three attacks: {'; '.join(names)}. In which does the {who} lose a step most often, if a"
        " defender with a choice stands?",
        f"loos:table {first} attack {start} defence {met}",
        one_of(names[right], names, wrong),
        f"How often the {who} loses a step: {told}.",
        f"loos:table {terrain} attack {attack} defence {defence}",
    )


def _strength(dice: random.Random, level: int) -> Task:
    """Ask how many points an attack needs so that its roll costs the defender a step."""
    while True:
        (terrain, attack, defence), roll = attack_of(dice, level), dice.randint(1, 5)
        more = next((n for n in range(1, 14) if _hits(terrain, attack + n - defence, roll)), None)
        if more is not None and not _hits(terrain, attack - defence, roll):
            break
    line = TABLE.line(terrain)
    found = TABLE.results[str(roll)][line.column(attack - defence)]
    brought = f"{found} (nothing happens)" if found == "•" else found
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
    by = attack + more - defence
    result = TABLE.results[str(roll)][line.column(by)]
    return Task(
        f"{_told(terrain, attack, defence)} With a roll of {roll} the result is {brought}. How many"
        " strength points more does the attack need, at least, for the same roll to give D2, D3 or"
        " De?",
        f"loos:table {terrain} attack {attack} defence {defence} roll {roll}",
        whole_number(more, wrong),
        f"With {plural(more, 'point')} more the differential is {as_printed(by)}, in column"
        f" {line.column(by) + 1}, where a roll of {roll} is {result}. One point fewer does not get"
        " there.",
    )


def _hits(terrain: str, differential: int, roll: int) -> bool:
    return TABLE.results[str(roll)][TABLE.line(terrain).column(differential)].startswith("D")


FIGHT = (
    Kind(
        "loos:column",
        "column",
        _column,
        about="loos:table",
        lesson=TABLE_LESSON,
        taught="attacking strength less defending strength",
    ),
    Kind("loos:table", "column", _result, lesson=TABLE_LESSON, taught="the die chooses the row"),
    Kind(
        "loos:odds",
        "odds",
        _likelier,
        about="loos:table",
        lesson=TABLE_LESSON,
        taught="count the rows in which the defender loses a step",
    ),
    Kind(
        "loos:strength",
        "change",
        _strength,
        level=2,
        about="loos:table",
        lesson=TABLE_LESSON,
        taught="two points share a column",
    ),
)
