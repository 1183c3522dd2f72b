"""The referee of Landser: questions about shots and sights answered from its tables as a
reader copies them, die by die.
"""

import re
from fractions import Fraction
from itertools import product

from landships_lab.practice import Task
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
    "moving-cover": "1 1 4 6 6",
}  # lines 260-263
SILENT = "the rules do not say"
TAKES = {
    "moving-vehicle": -3,
    "firer-moved": -1,
    "target-moving-fast": -1,
    "half": -1,
    "full": -2,
    "repeat": 1,
}  # lines 88-95


def band(inches: int, question: Task | None = None) -> int | None:
    ends = list(BANDS)
    if question is not None and "medium-band=to-15" in question.start:
        ends[2] = 15
    return next((n for n, last in enumerate(ends) if inches <= last), None)


def shot(question: Task) -> tuple[str, int, set[str]]:
    """Return the weapon, the range, and what changes the roll."""
    weapon, inches = words(question)[1].split("@")
    flags = {word for word in words(question) if word in TAKES}
    return weapon, int(inches), flags


def allowed(question: Task, weapon: str, inches: int, flags: set[str]) -> bool:
    at = band(inches, question)
    barred = weapon == "gpmg" and "firer-moved" in flags
    return at is not None and NEEDS[weapon].split()[at] != "-" and not barred


def number(question: Task, weapon: str, inches: int, flags: set[str]) -> int:
    """Return what the die must show, without the rule of the six."""
    at = band(inches, question)
    assert at is not None
    as_grenade = weapon == "launcher" and "launcher-modifiers=as-firing" not in question.start
    counted = set[str]() if as_grenade else set(flags)  # line 223: the procedure of a grenade
    if at == 0:
        counted -= {"half", "full"}
    if counted & {"moving-vehicle", "firer-moved", "target-moving-fast"}:
        counted.discard("repeat")
    return int(NEEDS[weapon].split()[at]) - sum(TAKES[flag] for flag in counted)


@judges("landser:fire")
def fire(question: Task) -> str:
    never = "natural-one=never-hits" in question.start
    return str(min(6, max(2 if never else 1, number(question, *shot(question)))))


@judges("landser:may-fire")
def may_fire(question: Task) -> str:
    return yes(allowed(question, *shot(question)))


@judges("landser:change")
def change(question: Task) -> str:
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
        gone = re.search(r"fire from (\d+) inches", choice)
        then = (weapon, int(gone[1]) if gone else inches, flags - undone.get(choice, set()))
        if allowed(question, *then) and number(question, *then) <= int(wanted[1]):
            good.append(choice)
    assert len(good) == 1, question
    return good[0]


# -- what a hit does
# -------------------------------------------------------------------------------------------------

#: Lines 131-145, in the words of the table.
LIGHT = {
    1: "angry, must fire back",
    2: "a turn in hide",
    3: "half speed, −1, for one turn",
    4: "half speed, −1, for one turn",
    5: "hide, then full cover",
    6: "sneaks back to base line",
}
SERIOUS = {
    1: "(a) wound: one inch slower",
    2: "(a) wound: one inch slower",
    3: "(b) wound: −1 to firing",
    4: "(b) wound: −1 to firing",
    5: "out, unless a medic comes",
    6: "removed from the table",
}


@judges("landser:effect")
def effect(question: Task) -> str:
    """Lines 121-145: the dice that the words show, each with what is added to it."""
    _, inches, _ = shot(question)
    near = inches <= 5
    first, *wounds = [int(n) for n in re.findall(r"(?:shows|wound|one) (\d)\b", question.text)]
    total = first + (2 if inches <= 2 else int(near))
    if question.level == 1:
        fates = ("he goes into hide", "a light wound", "a serious wound")
        return fates[(total > 4) + (total > 5)]
    if total <= 4:
        return "goes into hide"
    if total == 5:
        light = wounds.pop(0) + near + ("light wound earlier" in question.text)
        if light < 7:
            return LIGHT[light]
    before = 2 if "two serious" in question.text else int("had a serious" in question.text)
    return SERIOUS[min(6, wounds[0] + near + before)]


@judges("landser:odds")
def odds(question: Task) -> str:
    """Three dice: to hit, for effect, and for a light wound (lines 121-138)."""
    weapon, inches, flags = shot(question)
    needed, near = number(question, weapon, inches, flags), {0: 2, 1: 1}.get(band(inches) or 0, 0)
    counted = flags - ({"half", "full"} if inches <= 2 else set())
    lost = sum(min(0, TAKES[flag]) for flag in counted) if needed > 6 else 0
    fates = [
        fate(hit >= min(6, needed), effect + near + lost, light + (inches <= 5))
        for hit, effect, light in product(FACES, repeat=3)
    ]
    told = {"misses him": "miss", "light wound": "light"}
    asked = next((fate for words, fate in told.items() if words in question.text), "hide")
    return per_cent(Fraction(fates.count(asked), 216))


def fate(hit: bool, effect: int, light: int) -> str:
    if not hit:
        return "miss"
    return "hide" if effect <= 4 else "light" if effect == 5 and light < 7 else "serious"


# -- who is seen
# -------------------------------------------------------------------------------------------------


def spotted(question: Task, lane: str, inches: int) -> int:
    """Return the least roll, 1 where none is needed, 7 where he cannot be seen, 0 where the source
    is silent.
    """
    at = band(inches, question)
    if at == 0:
        return 1
    if "observer-moves-fast" in question.start:
        return 7
    if lane in ("moving-open", "fast-open"):
        return 1
    if lane == "hide-cover":
        return 7
    if lane == "still-open" or (lane == "hide-open" and "hide-open=in-the" in question.start):
        return 0
    assert at is not None
    return int(SPOTTING["in-cover" if lane == "hide-open" else lane].split()[at])


@judges("landser:spotting")
def spotting(question: Task) -> str:
    lane, inches = words(question)[1].split("@")
    found = spotted(question, lane, int(inches))
    named = {0: SILENT, 1: "no roll is needed", 6: "only a 6", 7: "he cannot be seen"}
    return named.get(found, f"{found} or more")


LANES = (*SPOTTING, "moving-open", "fast-open", "hide-open", "hide-cover", "still-open")


@judges("landser:lane")
def lane(question: Task) -> str:
    inches = int(words(question)[1].split("@")[1])
    asked = re.search(r"take (?:a )?(\d)", question.text)
    told = {"rules not say": 0, "without a roll": 1}
    other = next((number for words, number in told.items() if words in question.text), 7)
    wanted = int(asked[1]) if asked else other
    good = {each for each in LANES if spotted(question, each, inches) == wanted}
    assert good == {question.right, *question.key.also}, question
    return question.right


@judges("landser:seen-and-hit")
def seen_and_hit(question: Task) -> str:
    lane, inches = words(question)[1].split("@")
    least = spotted(question, lane, int(inches))
    needed = min(6, number(question, after(question, "weapon"), int(inches), set()))
    return per_cent(
        Fraction(sum(see >= least and hit >= needed for see, hit in product(FACES, FACES)), 36)
    )
