"""Questions about Paychest, answered by counting every roll of the dice and every figure of the
print.
"""

import re
from fractions import Fraction
from itertools import product

from landships_lab.practice import Question
from tests.practice.referees import after, judges, per_cent, words, yes

FACES = range(1, 7)
MOVED = {"stand": 0, "advance": -2, "charge": -3}  # line 6
#: The second morale rolls, 1 to 6 (lines 8-9); "?" is lost in print.
SECOND = {"regular": "? back back hold hold hold", "irregular": "? rout back back back hold"}
DOES = {"?": "not in the source", "back": "it falls back", "hold": "it holds", "rout": "it routs"}
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


def modified(question: Question) -> tuple[int, int]:
    """Return the skill and the modified skill."""
    skill = int(after(question, "skill"))
    more = int(after(question, "figures")) // 3 if after(question, "weapon") != "rifle" else 0
    return skill, skill + MOVED[after(question, "moved")] + more


def which_hits(skill: int, number: int) -> list[tuple[int, int]]:
    """Return every pair of dice that hits."""
    if number > 0:
        return [(a, b) for a, b in product(FACES, FACES) if a <= number]
    return [(1, b) for b in FACES if b <= skill]


def said(skill: int, number: int) -> str:
    best = number if number > 0 else skill
    roll = "any roll" if best > 5 else "only a 1" if best == 1 else f"{best} or less"
    return roll if number > 0 else f"a ONE, then {roll}"


@judges("paychest:fire")
def fire(question: Question) -> str:
    return said(*modified(question))


@judges("paychest:odds")
def odds(question: Question) -> str:
    return per_cent(Fraction(len(which_hits(*modified(question))), 36))


@judges("paychest:change")
def change(question: Question) -> str:
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
        more = {"aim at three more figures": 3, "aim at six more figures": 6}.get(choice, 0)
        plus = (int(figures) + more) // 3 if weapon != "rifle" else 0
        return int(skill) + ("one more point" in choice) + MOVED[then] + plus

    assert comes_to("") < wanted
    good = [choice for choice in question.choices if comes_to(choice) >= wanted]
    assert len(good) == 1, question
    return good[0]


@judges("paychest:aim")
def aim(question: Question) -> str:
    firer, target, figures = (
        after(question, "firer"),
        after(question, "target"),
        int(after(question, "figures")),
    )
    if firer == "leader":  # the reading that is named lets a leader fire as the others do
        assert (
            figures == 1
            or "A leader may fire at a single figure, and also as the others do." in question.text
        )
        return yes(True)
    return yes(target == "group" and figures > 1)


@judges("paychest:melee")
def melee(question: Question) -> str:
    a, men_a, b, men_b = (
        int(after(question, key)) for key in ("skill_a", "men_a", "skill_b", "men_b")
    )
    one, other = totals(a, men_a), totals(b, men_b)
    ends = {"B is hurt": 0, "A is hurt": 0, "nobody is hurt": 0}
    for (x, ways), (y, more) in product(one.items(), other.items()):
        ends["B is hurt" if x > y else "A is hurt" if y > x else "nobody is hurt"] += ways * more
    asked = next(end for end in ends if f"that {end}?" in question.text)
    return per_cent(Fraction(ends[asked], sum(ends.values())))


def totals(skill: int, men: int) -> dict[int, int]:
    """Return the number of ways in which so many dice make each number of hits."""
    found = {0: 1}
    for _ in range(men):
        following: dict[int, int] = {}
        for hits, die in product(found, FACES):
            made = hits + max(0, skill - die + 1)
            following[made] = following.get(made, 0) + found[hits]
        found = following
    return found


@judges("paychest:morale")
def morale(question: Question) -> str:
    hits = int(after(question, "hits"))
    again = Fraction(sum(a + b <= hits for a, b in product(FACES, FACES)), 36)
    return per_cent(1 - again if "no second roll" in question.text else again)


@judges("paychest:second")
def second(question: Question) -> str:
    shown = re.search(r"it shows (\d)", question.text)
    assert shown is not None
    return DOES[SECOND[after(question, "kind")].split()[int(shown[1]) - 1]]


@judges("paychest:forces")
def forces(question: Question) -> str:
    names = {
        "battalions": "battalion",
        "squadrons": "squadron",
        "warbands": "warband",
        "regiments": "native-regiment",
    }
    given = {
        part: int(after(question, key)) for key, part in names.items() if key in words(question)
    }
    return str(figures_of(after(question, "formation"), given))


def figures_of(formation: str, given: dict[str, int]) -> int:
    own, parts = FORMATIONS[formation]
    return own + sum(
        given.get(part, count) * figures_of(part, given) for part, count in parts.items()
    )


@judges("paychest:turn")
def turn(question: Question) -> str:
    """Count the orders of all cards that begin with one of mine."""
    mine, theirs = int(after(question, "mine")), int(after(question, "theirs"))
    pack = ["mine"] * mine + ["theirs"] * theirs
    return per_cent(Fraction(sum(card == "mine" for card in pack), len(pack)))


@judges("paychest:command")
def command(question: Question) -> str:
    about, text = after(question, "about"), question.text
    if about == "ending":
        return yes("the enemy none" in text or "A victory condition set" in text)
    if about == "return":
        return yes("figure of irregular" in text and "1 time " in text)
    if about == "rifle":
        return yes("shows a rifle" in text or "has found a rifle" in text)
    return yes("fights on" not in text and "leads no men" not in text)
