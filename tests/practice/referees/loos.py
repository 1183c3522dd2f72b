"""Questions about Loos, answered from a copy of the printed table and by walking along lines of
sight.
"""

from fractions import Fraction
from functools import cache
from itertools import product

from landships_lab.practice import Question
from tests import referee
from tests.practice.referees import after, judges, per_cent, words, yes

LINES = {
    "mountain": "-1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
    "trench": "-2 -1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
    "town": "-3 -2 -1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
    "woods": "-4 -3 -2 -1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
    "clear": "-5 -4 -3 -2 -1 0 +1 +2,+3 +4,+5 +6,+7 +8,+9 +10",
}
RESULTS = """
(A) A3 A2 • Ex Ex D2 D2 D2 D3 De De
(A) (A) A3 A2 • Ex Ex Ex D2 D2 D3 De
(A) (A) (A) A3 A2 • Ex Ex Ex D2 D2 D3
(A) (A) (A) (A) A3 A2 • Ex Ex Ex D2 D2
Ae (A) (A) (A) (A) A3 A2 • Ex Ex Ex D2
Ae Ae (A) (A) (A) (A) (A) A1 • Ex Ex Ex
"""
ROWS = [row.split() for row in RESULTS.strip().split("\n")]


def column(terrain: str, differential: int) -> int:
    """Return the column, from 0; a differential off the line is read at its end."""
    printed = [[int(n) for n in cell.split(",")] for cell in LINES[terrain].split()]
    kept = min(max(differential, printed[0][0]), printed[-1][-1])
    return next(n for n, cell in enumerate(printed) if kept in cell)


def attack(question: Question) -> tuple[str, int]:
    return words(question)[1], int(after(question, "attack")) - int(after(question, "defence"))


def result(terrain: str, differential: int, roll: int) -> str:
    return ROWS[roll - 1][column(terrain, differential)]


@judges("loos:column")
def loos_column(question: Question) -> str:
    return str(column(*attack(question)) + 1)


@judges("loos:table")
def loos_table(question: Question) -> str:
    return result(*attack(question), int(after(question, "roll")))


@judges("loos:odds")
def loos_odds(question: Question) -> str:
    hurts = {"defender": ("D", "E"), "attacker": ("A", "(", "E")}[
        "defender" if "is the defender to lose" in question.text else "attacker"
    ]
    rolls = [result(*attack(question), roll) for roll in range(1, 7)]
    return per_cent(Fraction(sum(r.startswith(hurts) for r in rolls), 6))


@judges("loos:strength")
def loos_strength(question: Question) -> str:
    terrain, differential = attack(question)
    roll = int(after(question, "roll"))
    assert not result(terrain, differential, roll).startswith("D")
    return str(
        next(n for n in range(1, 30) if result(terrain, differential + n, roll).startswith("D"))
    )


@judges("loos:bombardment")
def loos_bombardment(question: Question) -> str:
    found = result(words(question)[1], int(after(question, "total")), int(after(question, "roll")))
    return found if found.startswith("D") else "•"


@judges("loos:shelling")
def loos_shelling(question: Question) -> str:
    terrain, dice = words(question)[1], int(after(question, "dice"))
    return per_cent(shelled(terrain, dice))


@cache
def shelled(terrain: str, dice: int) -> Fraction:
    rolls = [(sum(roll[:-1]), roll[-1]) for roll in product(range(1, 7), repeat=dice + 1)]
    return Fraction(
        sum(result(terrain, total, roll).startswith("D") for total, roll in rolls), len(rolls)
    )


def painted(question: Question) -> tuple[set[str], set[str]]:
    """Return the hexes of woods or town, and those of high ground."""
    blocking: set[str] = set()
    high: set[str] = set()
    for word in words(question):
        kind, equals, codes = word.partition("=")
        if equals:
            (high if kind == "high" else blocking).update(codes.split(","))
    return blocking, high


def observed(observer: str, target: str, blocking: set[str], high: set[str]) -> bool:
    """Apply 17.2 by walking the line in tiny whole-number steps: a point is in the hexes whose
    centres are nearest to it.
    """
    (ax, ay), (bx, by) = referee.spot(observer), referee.spot(target)
    far = referee.WHOLES[bx - ax, by - ay]
    if far <= 1:
        return True
    if far > 4:
        return False
    stops = high if observer in high else blocking
    # every crossing of a line of 4 hexes at most lies on one of its 48 points, or between two of
    # the same hex
    parts = 48
    for n in range(1, parts + 1):
        x, y = ax * (parts - n) + bx * n, ay * (parts - n) + by * n  # in 48ths
        over = nearest_hexes(x, y, parts)
        if observer not in over and len(over) < 3 and all(code in stops for code in over):
            return False
    return True


def nearest_hexes(x: int, y: int, parts: int) -> list[str]:
    column, row = x // (6 * parts), y // (4 * parts)
    near = [f"{c:02}{r:02}" for c in (column, column + 1) for r in (row - 1, row, row + 1) if r > 0]
    away = {}
    for code in near:
        cx, cy = referee.spot(code)
        away[code] = (x - cx * parts) ** 2 + 3 * (y - cy * parts) ** 2
    return [code for code, distance in away.items() if distance == min(away.values())]


@judges("loos:sight")
def loos_sight(question: Question) -> str:
    return yes(observed(words(question)[1], words(question)[3], *painted(question)))


@judges("loos:clear")
def loos_clear(question: Question) -> str:
    blocking, high = painted(question)
    ends = words(question)[1], words(question)[3]
    assert not observed(*ends, blocking, high)
    good = [code for code in question.choices if observed(*ends, blocking - {code}, high)]
    assert len(good) == 1, question
    return good[0]


@judges("loos:campaign")
def loos_campaign(question: Question) -> str:
    """Go turn by turn over every state of the attackers: the defender has one step, no shells fall,
    nobody retreats.
    """
    terrain, units, full, factor = (
        words(question)[1],
        *(int(after(question, key)) for key in ("units", "full", "factor")),
    )
    states = {(2,) * units: Fraction(1)}
    broken = Fraction(0)
    for _ in range(int(after(question, "attacks"))):
        following: dict[tuple[int, ...], Fraction] = {}
        for steps, chance in states.items():
            strength = sum(full if step == 2 else 1 for step in steps)
            for roll in range(1, 7):
                left, gone = fought(steps, result(terrain, strength - factor, roll))
                if gone and left:
                    broken += chance * Fraction(1, 6)
                elif left:
                    following[left] = following.get(left, Fraction(0)) + chance * Fraction(1, 6)
        states = following
    return per_cent(broken)


def fought(steps: tuple[int, ...], found: str) -> tuple[tuple[int, ...], bool]:
    """Return the attackers' steps that are left, and whether the defender is gone.

    One attacker at a time loses a step.
    """
    if found == "Ae":
        return (), False
    loses = found == "Ex" or found.startswith(("A", "("))
    whole = sorted(steps, reverse=True)
    if loses:
        whole[0] -= 1
    return tuple(sorted((s for s in whole if s), reverse=True)), found.startswith(("D", "E"))


@judges("loos:stack")
def loos_stack(question: Question) -> str:
    return yes(after(question, "company") == "same")  # 18.1, line 286


@judges("loos:reserve")
def loos_reserve(question: Question) -> str:
    """Compare half a die, rounded up (line 306), with the points of the way and one more for each
    trench (line 176).
    """
    hexes, cost, trenches = (int(after(question, key)) for key in ("hexes", "cost", "trenches"))
    return per_cent(
        Fraction(sum((die + 1) // 2 >= hexes * cost + trenches for die in range(1, 7)), 6)
    )
