"""Questions about Paychest, answered by counting every roll of the dice and every figure of the
print.
"""

import re
from fractions import Fraction
from itertools import permutations, product

from landships_lab.practice import Task
from tests.practice.referees import after, judges, per_cent, yes

FACES = range(1, 7)
MOVED = {"stand": 0, "advance": -2, "charge": -3}  # line 6
#: The second morale rolls, 1 to 6 (lines 8-9); "?" is lost in print.
SECOND = {"regular": "? back back hold hold hold", "irregular": "? rout back back back hold"}
DOES = {
    "?": "the rules do not say",
    "back": "it falls back",
    "hold": "it holds",
    "rout": "it routs",
}
#: The figures of a formation's own, and its parts (line 12).
FORMATIONS: dict[str, tuple[int, dict[str, int]]] = {
    "company": (20, {}),
    "battalion": (6, {"company": 4}),
    "brigade": (3, {"battalion": 2}),
    "squadron": (12, {}),
    "cavalry-regiment": (4, {"squadron": 2}),
    "section": (4, {}),
    "battery": (2, {"section": 3}),
    "warband": (20, {}),
    "native-regiment": (3, {"warband": 2}),
    "native-army": (4, {"native-regiment": 2}),
    "mounted-warband": (12, {}),
    "native-section": (4, {}),
}


SILENT = "the rules do not say"


def modified(question: Task) -> tuple[int, int]:
    """Return the skill and the modified skill, under the reading that the words give."""
    skill, moved = int(after(question, "skill")), MOVED[after(question, "moved")]
    more = int(after(question, "figures")) // 3 if after(question, "weapon") != "rifle" else 0
    if "add 1 to the die" in question.text:
        more = 0
    if "Shell has modifiers for the range and for the group" in question.text:
        moved = 0
    return skill, skill + moved + more


def which_hits(skill: int, number: int) -> list[tuple[int, int]]:
    """Return every pair of dice that hits."""
    if number > 0:
        return [(a, b) for a, b in product(FACES, FACES) if a <= number]
    return [(1, b) for b in FACES if b <= skill]


def said(skill: int, number: int) -> str:
    best = number if number > 0 else skill
    roll = "any roll" if best > 5 else "only a 1" if best == 1 else f"{best} or less"
    return roll if number > 0 else f"a ONE, then {roll}"


def replied(skill: int, number: int) -> str:
    return said(skill, number) if number > 0 else "a ONE, then a second roll within the whole skill"


@judges("paychest:fire")
def fire(question: Task) -> str:
    if "inches" in question.text:
        return SILENT
    skill, number = modified(question)
    if "add 1 to the die" in question.text and number > 0:
        number -= int(after(question, "figures")) // 3
        assert number > 0, "no roll hits"
    return replied(skill, number)


@judges("paychest:torn")
def torn(question: Task) -> str:
    """Add up the numbers that the words of the question give."""
    told = re.search(
        r"skill (\d) (.+) a rifle at men (\d+) inch(?:es)? away.*tables: (−\d) for a wall;"
        r" (.+)\. Which",
        question.text,
    )
    assert told is not None
    if not told[5].startswith("for a rifle"):
        return SILENT
    moved = {"s": 0, "a": -2, "r": -3}[told[2][0]]
    bands = re.findall(r"([+−]?\d) up to (\d+) inch", told[5])
    here = next(number for number, end in bands if int(told[3]) <= int(end))
    wall, far = (int(number.replace("−", "-")) for number in (told[4], here))
    return replied(int(told[1]), int(told[1]) + moved + wall + far)


@judges("paychest:odds")
def odds(question: Task) -> str:
    return per_cent(Fraction(len(which_hits(*modified(question))), 36))


@judges("paychest:change")
def change(question: Task) -> str:
    skill, weapon, moved, figures = (
        after(question, key) for key in ("skill", "weapon", "moved", "figures")
    )
    asked = re.search(
        r"change lets (?:a 1 hit without a second die|a roll of (\d) or less hit)", question.text
    )
    assert asked is not None
    wanted = int(asked[1] or 1)

    def comes_to(choice: str) -> int:
        then = {"stand still": "stand", "only advance": "advance"}.get(choice, moved)
        if weapon == "shell" and "Shell has modifiers for the range" in question.text:
            then = "stand"
        more = {"aim at three more figures": 3, "aim at six more figures": 6}.get(choice, 0)
        plus = (int(figures) + more) // 3 if weapon != "rifle" else 0
        return int(skill) + ("one more point" in choice) + MOVED[then] + plus

    assert comes_to("") < wanted
    good = [choice for choice in question.choices if comes_to(choice) >= wanted]
    assert len(good) == 1, question
    return good[0]


@judges("paychest:aim")
def aim(question: Task) -> str:
    """Line 5, and the reading that the words give."""
    text = question.text
    single = "at a single figure?" in text or "group of 1 figure?" in text
    if "an officer" in text and single:
        return yes(True)
    if "and at nothing else" in text:
        return yes(False)
    wall = re.search(r"wall (\d+) inch(?:es)? wide, with (\d+) inch", text)
    return yes(int(wall[1]) <= int(wall[2])) if wall else yes(not single)


@judges("paychest:blows")
def blows(question: Task) -> str:
    """Count the fingers: from the skill down to the die."""
    left = 0
    for sign, skill, rolled in zip(
        (1, -1),
        re.findall(r"of melee skill (\d)", question.text),
        re.findall(r"rolls (\d(?: and \d)?)", question.text),
        strict=True,
    ):
        left += sign * sum(len(range(int(die), int(skill) + 1)) for die in rolled.split(" and "))
    if not left:
        return "nobody is hurt"
    return f"{abs(left)} hit{'' if abs(left) == 1 else 's'} on {'B' if left > 0 else 'A'}"


@judges("paychest:melee")
def melee(question: Task) -> str:
    a, men_a, b, men_b = (
        int(after(question, key)) for key in ("skill_a", "men_a", "skill_b", "men_b")
    )
    if "One die is rolled for all the men of a side" in question.text:
        men_a = men_b = 1
    one, other = totals(a, men_a), totals(b, men_b)
    ends = {"B is hurt": 0, "A is hurt": 0, "neither of them": 0}
    for (x, ways), (y, more) in product(one.items(), other.items()):
        ends["B is hurt" if x > y else "A is hurt" if y > x else "neither of them"] += ways * more
    rolls = sum(ends.values())
    hurt = (end for end in ("B is hurt", "A is hurt") if 2 * ends[end] > rolls)
    return next(hurt, "neither of them")


def totals(skill: int, men: int) -> dict[int, int]:
    """Return the number of ways in which this many dice make each number of hits."""
    found = {0: 1}
    for _ in range(men):
        following: dict[int, int] = {}
        for hits, die in product(found, FACES):
            made = hits + max(0, skill - die + 1)
            following[made] = following.get(made, 0) + found[hits]
        found = following
    return found


@judges("paychest:morale")
def morale(question: Task) -> str:
    hits = int(after(question, "hits"))
    again = Fraction(sum(a + b <= hits for a, b in product(FACES, FACES)), 36)
    return per_cent(1 - again if "no second roll" in question.text else again)


@judges("paychest:second")
def second(question: Task) -> str:
    hits = re.search(r"suffered (\d+) hit", question.text)
    first = re.search(r"first roll shows (\d+)", question.text)
    shown = re.search(r"(?:it|needed,) shows (\d)\.", question.text)
    assert hits is not None
    assert shown is not None
    if first and int(first[1]) > int(hits[1]):
        return "it holds"
    return DOES[SECOND[after(question, "kind")].split()[int(shown[1]) - 1]]


@judges("paychest:cover")
def cover(question: Task) -> str:
    """Line 12: the hidden figures and a die of 12 or more."""
    hidden = re.search(r"(\d+) of its figures are hidden", question.text)
    assert hidden is not None
    called = [die for die in FACES if int(hidden[1]) + die >= 12]
    if not called:
        return "none does"
    least = min(called)
    return "any die does" if least == 1 else "only a 6" if least == 6 else f"{least} or more"


@judges("paychest:act")
def act(question: Task) -> str:
    """The order of the turn (line 3), the shots (line 5), contact (line 7) and what the second
    table leaves to be done (lines 8-10), by the words of the question.
    """
    text = question.text
    if "is still in the pack" in text or "was drawn before" in text:
        return "no, it is not its card"
    wants = next(act for act in ("move freely", "fire", "fight") if f"May the unit {act}" in text)
    came_to = {"nothing": 0, "moved": 1, "fired": 2}
    done = re.search(r"It has (?:done )?(nothing|moved|fired)( twice)?", text)
    assert done is not None
    step = came_to[done[1]]
    shots = 2 if "legionnaires" in text else 1
    fired = 0 if step < 2 else 2 if done[2] else 1
    past = {"move freely": step > 0, "fire": fired >= shots, "fight": False}[wants]
    regular = "regular troops" in text.replace("irregular", "") or "legionnaires" in text
    shown = re.search(r"second morale table showed (\d)", text)
    result = shown[1] if shown else "leader" if "its lost leader" in text else ""
    if past:
        return "no, it is past that step"
    if wants == "fight" and "touches no enemy" in text:
        return "no, it touches no enemy"
    if result == "1" or (result == "leader" and regular):
        return SILENT
    first = wants != "move freely" and step == 0 and held_back(text, "move freely", result, regular)
    held = first or held_back(text, wants, result, regular)
    return "no, its morale forbids it" if held else "yes"


def held_back(text: str, wants: str, result: str, regular: bool) -> bool:
    """Whether the last morale check still decides what the unit does in this turn."""
    faces, flees = ("3",) if regular else ("5",), () if regular else ("4", "2", "leader")
    if "It has rallied since" in text:
        return wants == "move freely" and "Rallying is the move of that turn" in text
    if result not in (*faces, *flees):
        return False
    if wants == "move freely" or "does nothing else in that turn" in text:
        return True
    return "nothing forbids it" not in text and result in flees


@judges("paychest:forces")
def forces(question: Task) -> str:
    parts = ("battalion", "squadron", "warband", "native-regiment")
    keys = {f"{part.removeprefix('native-')}s": part for part in parts}
    given = {part: int(after(question, key)) for key, part in keys.items() if after(question, key)}
    return str(figures_of(after(question, "formation"), given))


def figures_of(formation: str, given: dict[str, int]) -> int:
    own, parts = FORMATIONS[formation]
    return own + sum(
        given.get(part, count) * figures_of(part, given) for part, count in parts.items()
    )


@judges("paychest:turn")
def turn(question: Task) -> str:
    """Count the orders of all cards that begin as asked."""
    mine, theirs = int(after(question, "mine")), int(after(question, "theirs"))
    wanted = "mine" if "yours?" in question.text else "theirs"
    pack = ["mine"] * mine + ["theirs"] * theirs
    drawn = list(permutations(pack, 2 if "next two cards" in question.text else 1))
    return per_cent(Fraction(sum(set(cards) == {wanted} for cards in drawn), len(drawn)))


@judges("paychest:command")
def command(question: Task) -> str:
    about, text = after(question, "about"), question.text
    if about == "ending":
        return yes("the enemy none" in text or "A victory condition set" in text)
    if about == "return":
        allowed = "of irregular" in text or "Regular units may be used again" in text
        return yes(allowed and "1 time " in text)
    if about == "rifle":
        return yes("shows a rifle" in text or "has found a rifle" in text)
    fights = "and fights on" in text or "still fights, and nobody takes" in text
    return yes(not fights and "leads no men" not in text)
