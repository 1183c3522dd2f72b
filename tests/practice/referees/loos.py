"""Questions about Loos, answered from a copy of the printed table and by walking along lines of
sight.
"""

import re
from fractions import Fraction
from functools import cache
from itertools import product

from landships_lab.practice import Task
from tests import referee
from tests.practice.referees import after, judges, words, yes

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


def attack(question: Task) -> tuple[str, int]:
    return words(question)[1], int(after(question, "attack")) - int(after(question, "defence"))


def result(terrain: str, differential: int, roll: int) -> str:
    return ROWS[roll - 1][column(terrain, differential)]


@judges("loos:table")
def loos_table(question: Task) -> str:
    return result(*attack(question), int(after(question, "roll")))


#: What the words for a place say of its terrain.
GROUND = {"clear ground": "clear", "a town": "town", "a trench": "trench", "a mountain": "mountain"}


def ground(told: str) -> str:
    """Return the terrain that the end of these words names."""
    return next((t for name, t in GROUND.items() if told.endswith(name)), told.rpartition(" ")[2])


def only(chances: dict[str, Fraction]) -> str:
    """Return the one with the highest chance."""
    best = [name for name, chance in chances.items() if chance == max(chances.values())]
    assert len(best) == 1, chances
    return best[0]


@judges("loos:odds")
def loos_odds(question: Task) -> str:
    """Compare the attacks that are offered, row by row of their columns."""
    defends = "does the defender lose" in question.text
    hurts = ("D", "E") if defends else ("A", "(", "E")
    chances = {}
    for choice in question.choices:
        attack, _, defence = choice.split()[:3]
        rolls = [result(ground(choice), int(attack) - int(defence), roll) for roll in range(1, 7)]
        chances[choice] = Fraction(sum(r.startswith(hurts) for r in rolls), 6)
    return only(chances)


@judges("loos:strength")
def loos_strength(question: Task) -> str:
    terrain, differential = attack(question)
    roll = int(after(question, "roll"))
    assert not result(terrain, differential, roll).startswith("D")
    return str(
        next(n for n in range(1, 30) if result(terrain, differential + n, roll).startswith("D"))
    )


@judges("loos:bombardment")
def loos_bombardment(question: Task) -> str:
    found = result(words(question)[1], int(after(question, "total")), int(after(question, "roll")))
    return found if found.startswith("D") else "•"


NUMBERS = {"one": 1, "two": 2, "three": 3}


@judges("loos:shelling")
def loos_shelling(question: Task) -> str:
    return only(
        {choice: shelled(ground(choice), NUMBERS[choice.split()[0]]) for choice in question.choices}
    )


def thrown(question: Task) -> str:
    """Return the printed result of a bombardment's throw."""
    return result(words(question)[1], int(after(question, "total")), int(after(question, "roll")))


@judges("loos:shelled")
def loos_shelled(question: Task) -> str:
    """17.4 and 17.5 (lines 269-275), 14.3, 4 (line 189)."""
    if not thrown(question).startswith("D"):
        return "nothing"
    if "in a trench" not in question.text:
        return "it loses a step"
    if "with one step" in question.text:
        return "it loses nothing, but the trench is breached"
    return "it loses a step, and the trench is breached"


@judges("loos:gas")
def loos_gas(question: Task) -> str:
    """17.6 (line 279)."""
    if thrown(question).startswith("D"):
        spared = "with one step in a trench" in question.text
        return "nobody" if spared else "the Germans"
    return "a British unit next to them" if "shells with gas" in question.text else "nobody"


@cache
def shelled(terrain: str, dice: int) -> Fraction:
    rolls = [(sum(roll[:-1]), roll[-1]) for roll in product(range(1, 7), repeat=dice + 1)]
    return Fraction(
        sum(result(terrain, total, roll).startswith("D") for total, roll in rolls), len(rolls)
    )


def painted(question: Task) -> tuple[set[str], set[str]]:
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
def loos_sight(question: Task) -> str:
    return yes(observed(words(question)[1], words(question)[3], *painted(question)))


@judges("loos:clear")
def loos_clear(question: Task) -> str:
    blocking, high = painted(question)
    ends = words(question)[1], words(question)[3]
    assert not observed(*ends, blocking, high)
    good = [code for code in question.key.among if observed(*ends, blocking - {code}, high)]
    assert len(good) == 1, question
    return good[0]


@judges("loos:whom")
def loos_whom(question: Task) -> str:
    blocking, high = painted(question)
    at = words(question)[1]
    seen = [code for code in question.key.among if observed(at, code, blocking, high)]
    assert len(seen) == 1, question
    return seen[0]


@judges("loos:who")
def loos_who(question: Task) -> str:
    blocking, high = painted(question)
    to = words(question)[3]
    seen = [code for code in question.key.among if observed(code, to, blocking, high)]
    assert len(seen) == 1, question
    return seen[0]


Fight = tuple[tuple[int, ...], int]


@judges("loos:campaign")
def loos_campaign(question: Task) -> str:
    """Go attack by attack over every state that the dice can lead to; the defender stands."""
    terrain = words(question)[1]
    usual = {"units": "3", "full": "4", "steps": "2", "factor": "3", "battery": "2"}
    told = (int(after(question, key, default)) for key, default in usual.items())
    units, full, steps, factor, shells = told
    states: set[Fight] = {((2,) * units, steps)}
    for attack in range(1, 9):
        following: set[Fight] = set()
        for men, left in states:
            for line, standing in after_shells(terrain, left, shells):
                if not standing:
                    return str(attack)
                strength = sum(full if step == 2 else 1 for step in men)
                for roll in range(1, 7):
                    found = result(line, strength - factor * standing, roll)
                    alive, _ = fought(men, found)
                    hurt = standing if found == "De" else found[0] in "DE"
                    if alive and standing - hurt <= 0:
                        return str(attack)
                    if alive:
                        following.add((alive, standing - hurt))
        states = following
    raise AssertionError(question)


def after_shells(terrain: str, steps: int, dice: int) -> set[tuple[str, int]]:
    """Return the line and the steps of the defender that shells may leave: those in a trench keep
    the last step, and a breached trench counts as clear.
    """
    if not dice:
        return {(terrain, steps)}
    found = {(terrain, steps)}
    for total, roll in product(range(dice, 6 * dice + 1), range(1, 7)):
        if result(terrain, total, roll).startswith("D"):
            found.add(("clear", max(1, steps - 1)) if terrain == "trench" else (terrain, steps - 1))
    return found


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
def loos_stack(question: Task) -> str:
    return yes(after(question, "company") == "same")  # 18.1, line 286


@judges("loos:reserve")
def loos_reserve(question: Task) -> str:
    """Compare half a die, rounded up (line 306), with the points of the way and one more for each
    trench (line 176).
    """
    usual = {"hexes": "2", "cost": "1", "trenches": "0"}
    hexes, cost, trenches = (int(after(question, key, usual[key])) for key in usual)
    good = [die for die in range(1, 7) if (die + 1) // 2 >= hexes * cost + trenches]
    return {6: "every roll", 4: "3 or more", 2: "5 or more", 0: "no roll"}[len(good)]


@judges("loos:replacements")
def loos_replacements(question: Task) -> str:
    """11.4 (lines 92-94)."""
    die, counters, towns = map(
        int, re.findall(r"\d+", re.sub(r"\b[Nn]o (?=counter|town)", "0 ", question.text))
    )
    return str(min(die // 2, counters, towns))


@judges("loos:division")
def loos_division(question: Task) -> str:
    """11.7 (lines 110-112)."""
    if "three units behind" in question.text or question.text.startswith("In Zero Hour"):
        return "it may not be placed like that"
    if "no room left" in question.text:
        return "the rules do not say"
    placed, asked = (int(n) for n in re.findall(r"turn (\d)", question.text))
    moves = ("is placed in the reserve line", "moves into the front line", "moves as it likes")
    return f"it {moves[asked - placed]}"


@judges("loos:steps")
def loos_steps(question: Task) -> str:
    """7.6 as modified (line 212) and the results (lines 365-385), one after another."""
    units = {"One": 1, "Two": 2, "Three": 3}[question.text.split()[0]]
    attackers, defender = 2 * units, int(re.findall(r"defender of (\d)", question.text)[0])
    told = re.findall(r"The table gives (.+?)\.(?: |$)", question.text)[0]
    by_hex = "for each hex of the retreat" in question.text
    for found in told.split(", then "):
        if found == "De":
            defender = 0
        elif found == "Ae":
            attackers = 0
        elif found == "Ex":
            attackers, defender = attackers - 1, defender - 1
        elif found.startswith("D"):
            defender -= 1
        elif found in ("A1", "A2", "A3"):
            attackers -= int(found[1]) if by_hex else 1
        elif found == "(A)":
            attackers -= 1
    return str(max(0, attackers if "have the attackers" in question.text else defender))


@judges("loos:alone")
def loos_alone(question: Task) -> str:
    """18.4 (lines 308-313)."""
    told = re.findall(r"strength (\d) \(.*with (\d) steps? of strength (\d)", question.text)
    full, steps, factor = map(int, told[0])
    left = steps - ("the defender lost a step" in question.text)
    by = full - factor * left
    return f"+{by}" if by > 0 else f"−{-by}" if by else "0"


@judges("loos:phase")
def loos_phase(question: Task) -> str:
    """15.1, 15.2 (lines 195-203) and 18.4."""
    names = ("movement", "combat", "mobile movement", "mobile combat")
    order = [
        f"the {army} {name} phase of {f'turn {turn}' if turn else 'Zero Hour'}"
        for turn in range(9)
        for army in ("British", "German")
        for name in names
    ][1:]
    now = re.findall(r"It is (.+?)\. Which", question.text)[0]
    return order[order.index(now) + (1 if "comes next" in question.text else -1)]


@judges("loos:enter")
def loos_enter(question: Task) -> str:
    """14.2 (lines 170-172)."""
    into = "into a hex of the British front line" in question.text
    next_to_it = "into the next hex of the British front line" in question.text
    if "German unit" in question.text:
        return yes(not (into or next_to_it))
    return yes(not next_to_it and not (into and "advances" in question.text))


@judges("loos:victory")
def loos_victory(question: Task) -> str:
    """12.1 to 12.3 (lines 117-138)."""
    if "0110, a German entry hex" in question.text:
        return "the British"
    if "stands in the front line" in question.text:
        return "the Germans"
    if "still under way" in question.text:
        return "nobody yet"
    towns, held = re.findall(r"The towns are (.+?)\. The British control (.+?);", question.text)[0]
    kept = set(re.findall(r"\d{4}", held))
    whole = sum(set(re.findall(r"\d{4}", town)) <= kept for town in towns.split(";"))
    return ("the Germans", "nobody: a draw", "the British")[min(whole, 2)]
