"""The referee of Landser: questions answered from its tables as a
reader copies them, die by die.
"""

import re
from fractions import Fraction
from itertools import product

from landships_lab.practice import Question
from tests.practice.referees import after, judges, per_cent, words, yes

FACES = range(1, 7)
BANDS = (2, 5, 10, 30, 60)
# Lines 78-82, 308-309 and 225-226: the number at point blank, short, medium, long, extreme range.
NEEDS = {
    "rifle": "3 2 4 4 5",
    "smg": "1 1 4 6 -",
    "lmg": "3 2 2 2 4",
    "gpmg": "3 2 1 1 2",
    "pistol": "3 5 6 - -",
    "launcher": "- - 5 6 -",
}
SPOTTING = {
    "sneak-open": "1 3 4 5 6",
    "sneak-cover": "1 5 6 6 6",
    "in-cover": "1 1 4 6 6",
    "hide-open": "1 1 4 6 6",
}  # lines 260-263
TAKES = {
    "moving-vehicle": -3,
    "firer-moved": -1,
    "target-moving-fast": -1,
    "half": -1,
    "full": -2,
    "repeat": 1,
}  # lines 88-95
ARMS = {"none": 0, "pistol": 2, "bayonet": 1}  # lines 163-175
ENDS = ("attacker out", "draw", "defender out")


def band(inches: int) -> int | None:
    return next((n for n, last in enumerate(BANDS) if inches <= last), None)


def shot(question: Question) -> tuple[str, int, set[str]]:
    """Return the weapon, the range, and what changes the roll."""
    weapon, inches = words(question)[1].split("@")
    flags = {word for word in words(question) if word in TAKES}
    return weapon, int(inches), flags


def allowed(weapon: str, inches: int, flags: set[str]) -> bool:
    at = band(inches)
    return (
        at is not None
        and NEEDS[weapon].split()[at] != "-"
        and not (weapon == "gpmg" and "firer-moved" in flags)
    )


def number(weapon: str, inches: int, flags: set[str]) -> int:
    """Return what the die must show, without the rule of the six."""
    at = band(inches)
    assert at is not None
    counted = (
        set(flags) if weapon != "launcher" else set[str]()
    )  # line 223: the procedure of a grenade remains
    if at == 0:
        counted -= {"half", "full"}
    if counted & {"moving-vehicle", "firer-moved", "target-moving-fast"}:
        counted.discard("repeat")
    return int(NEEDS[weapon].split()[at]) - sum(TAKES[flag] for flag in counted)


@judges("landser:fire")
def fire(question: Question) -> str:
    return str(min(6, max(1, number(*shot(question)))))


@judges("landser:may-fire")
def may_fire(question: Question) -> str:
    return yes(allowed(*shot(question)))


@judges("landser:change")
def change(question: Question) -> str:
    weapon, inches, flags = shot(question)
    wanted = re.search(r"down to (\d+) or less", question.text)
    assert wanted is not None
    undone = {
        "fire without having moved": {"firer-moved"},
        "get off the vehicle": {"moving-vehicle"},
        "wait until the man no longer moves fast": {"target-moving-fast"},
        "catch the man without cover": {"half", "full"},
    }
    good = []
    for choice in question.choices:
        gone = re.search(r"go to (\d+) inches", choice)
        then = (weapon, int(gone[1]) if gone else inches, flags - undone.get(choice, set()))
        if allowed(*then) and number(*then) <= int(wanted[1]):
            good.append(choice)
    assert len(good) == 1, question
    return good[0]


def spotted(lane: str, inches: int) -> int:
    at = band(inches)
    assert at is not None or lane == "moving-open"
    if at == 0 or lane == "moving-open":
        return 1
    assert at is not None
    return 7 if lane == "hide-cover" else int(SPOTTING[lane].split()[at])


@judges("landser:spotting")
def spotting(question: Question) -> str:
    lane, inches = words(question)[1].split("@")
    return str(spotted(lane, int(inches)))


@judges("landser:seen-and-hit")
def seen_and_hit(question: Question) -> str:
    lane, inches = words(question)[1].split("@")
    least = spotted(lane, int(inches))
    needed = min(6, number(after(question, "weapon"), int(inches), set()))
    return per_cent(
        Fraction(sum(see >= least and hit >= needed for see, hit in product(FACES, FACES)), 36)
    )


@judges("landser:odds")
def odds(question: Question) -> str:
    """Three dice: to hit, for effect, and for a light wound (lines 121-138)."""
    weapon, inches, flags = shot(question)
    needed, near = number(weapon, inches, flags), {0: 2, 1: 1}.get(band(inches) or 0, 0)
    counted = flags - ({"half", "full"} if inches <= 2 else set())
    lost = sum(min(0, TAKES[flag]) for flag in counted) if needed > 6 else 0
    fates = [
        fate(hit >= min(6, needed), effect + near + lost, light + (inches <= 5))
        for hit, effect, light in product(FACES, repeat=3)
    ]
    asked = (
        "miss"
        if "misses him" in question.text
        else "light"
        if "light wound" in question.text
        else "hide"
    )
    return per_cent(Fraction(fates.count(asked), 216))


def fate(hit: bool, effect: int, light: int) -> str:
    if not hit:
        return "miss"
    return "hide" if effect <= 4 else "light" if effect == 5 and light < 7 else "serious"


# -- men
# -------------------------------------------------------------------------------------------------


def score(question: Question, side: str, opponent: int) -> int:
    found = words(question)
    at = found.index(side)
    return ARMS[found[at + 1]] - (found[at + 2] == "wounds-1") - (opponent - 1)


def ahead(question: Question) -> int:
    return score(question, "attacker", 1) - score(
        question, "defender", int(after(question, "opponent"))
    )


def end(lead: int) -> str:
    return ENDS[(lead > 0) - (lead < 0) + 1]


@judges("landser:assault")
def assault(question: Question) -> str:
    at = words(question).index("dice")
    one, other = (int(n) for n in words(question)[at + 1 : at + 3])
    return end(ahead(question) + one - other)


@judges("landser:assault-odds")
def assault_odds(question: Question) -> str:
    asked = re.search("“(.+?)”", question.text)
    assert asked is not None
    ends = [end(ahead(question) + a - b) for a, b in product(FACES, FACES)]
    return per_cent(Fraction(ends.count(asked[1]), 36))


@judges("landser:arc")
def arc(question: Question) -> str:
    """Half of 45 degrees to either side: the tangent of 22 1/2 degrees is the root of 2, less 1."""
    points = [words(question)[n].rpartition("@")[2].split(",") for n in (3, 5, 7)]
    (ox, oy), (ax, ay), (tx, ty) = [(int(x), int(y)) for x, y in points]
    forward = (ax - ox) * (tx - ox) + (ay - oy) * (ty - oy)
    aside = abs((ax - ox) * (ty - oy) - (ay - oy) * (tx - ox))
    return yes(forward > 0 and aside <= (2**0.5 - 1) * forward)


#: What each man carries, and what is not on his profile (lines 275-329).
CARRIES = {"leader": {"smg"}, "gunner": {"gpmg", "pistol"}}


@judges("landser:squad")
def squad(question: Question) -> str:
    man, action, weapon = (
        after(question, "man").split("_")[0],
        after(question, "action"),
        after(question, "weapon"),
    )
    fires = action in ("fire", "move_and_fire", "covering_fire")
    if fires and weapon not in CARRIES.get(man, {"rifle"}):
        return "no"
    if action == "move_and_fire" and man in ("gunner", "loader") and weapon != "pistol":
        return "no"
    if after(question, "after") == "hide" and action not in (
        "hide",
        "sneak",
        "move",
        "weapon_work",
    ):
        return "no"
    return yes(not (action == "move_fast" and after(question, "last") == "move_fast"))
