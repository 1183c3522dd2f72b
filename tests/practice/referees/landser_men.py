"""The second referee of Landser: men on the table, hand to hand, and in a turn."""

import re
from cmath import phase
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import pi

from landships_lab.practice import Task
from tests.practice.referees import after, judges, words, yes
from tests.practice.referees.landser import FACES, SILENT

ARMS = {"none": 0, "pistol": 2, "bayonet": 1}  # lines 163-175
ENDS = ("attacker out", "draw", "defender out")


# -- on the table
# -------------------------------------------------------------------------------------------------


def point(text: str) -> complex:
    x, y = text.split(",")
    return complex(float(Fraction(x)), float(Fraction(y)))


def men(question: Task) -> Iterator[tuple[str, complex, str]]:
    """Yield each man with his place and the letters of how he lies."""
    for name, at, how in re.findall(r"\b([A-H])@([\d/]+,[\d/]+)([ph]*)", question.start):
        yield name, point(at), how


def one(fits: list[str]) -> str:
    assert len(fits) == 1, fits
    return fits[0]


@judges("landser:arc")
def arc(question: Task) -> str:
    """Half of 45 degrees to either side, or the whole of it (line 181)."""
    stands, looks = point(after(question, "from")), point(after(question, "to"))
    half = pi / 4 if "arc-45=each-side" in question.start else pi / 8
    outside = "outside" in question.text
    off = {name: abs(phase((at - stands) / (looks - stands))) for name, at, _ in men(question)}
    return one([name for name, angle in off.items() if (angle > half) is outside])


@judges("landser:burst")
def burst(question: Task) -> str:
    """Within 2 inches, but not who hides with the wall between him and the gun (lines 115-117)."""
    gun, middle = point(after(question, "from")), point(after(question, "to"))
    kind, wall = after(question, "walls").split("@")
    spared = "need not" in question.text

    def rolls(at: complex, how: str) -> bool:
        across = False
        if (gun.imag - point(wall).imag) * (at.imag - point(wall).imag) < 0:
            share = (gun.imag - point(wall).imag) / (gun.imag - at.imag)
            crossing = gun.real + share * (at.real - gun.real)
            across = abs(crossing - point(wall).real) <= 2
        return abs(at - middle) <= 2 and not (kind == "hard-" and across and "h" in how)

    return one([name for name, at, how in men(question) if rolls(at, how) is not spared])


@judges("landser:grenade")
def grenade(question: Task) -> str:
    """Lines 209-217: three, and what the die loses; soft cover and lying down count once."""
    minus = 2 if "hard-" in question.start else 0
    (lies,) = [how for _, _, how in men(question)]
    minus += "soft-@" in question.start or lies == "p"
    minus += "soft-ground" in question.start
    number = "grenade-cover=number" in question.start
    return str(min(7, max(1, 3 - minus if number else 3 + minus)))


# -- hand to hand
# -------------------------------------------------------------------------------------------------


def score(question: Task, side: str, opponent: int) -> int:
    found = words(question)
    at = found.index(side)
    return ARMS[found[at + 1]] - (found[at + 2] == "wounds-1") - (opponent - 1)


def end(lead: int) -> str:
    return ENDS[(lead > 0) - (lead < 0) + 1]


@judges("landser:assault")
def assault(question: Task) -> str:
    at = words(question).index("dice")
    mine, theirs = (int(n) for n in words(question)[at + 1 : at + 3])
    opponent = int(after(question, "opponent"))
    lead = score(question, "attacker", 1) - score(question, "defender", opponent)
    return end(lead + mine - theirs)


@judges("landser:assault-odds")
def assault_odds(question: Task) -> str:
    arms = {"butt": 0, "pistol": 2, "bayonet": 1}
    wins = {}
    for place in ("left", "middle", "right"):
        told = re.findall(rf"{place.capitalize()}: ([^.]*)\.", question.text)[0]
        mine, theirs = told.split(" against ")
        lead = arms[mine.split()[-1]] - arms[theirs.split(",")[0].split()[-1]]
        lead += ("wounded" in theirs) + ("first", "second", "third").index(theirs.split()[-2])
        wins[place] = sum(a + lead > b for a, b in product(FACES, FACES))
    return one([place for place, count in wins.items() if count == max(wins.values())])


@judges("landser:surrender")
def surrender(question: Task) -> str:
    """Lines 177 and 191."""
    near = int(after(question, "enemy")) <= 2
    low = after(question, "mode") != "ready" and "to assault him" in question.text
    return yes(near and (int(after(question, "friend")) > 10 or low))


@judges("landser:charge")
def charge(question: Task) -> str:
    """Lines 147 and 161; no distance is printed."""
    target = after(question, "target")
    if "serious wound" in question.text or after(question, "nearest") != target:
        return "no"
    return "yes" if target == "0" else SILENT


@judges("landser:break-off")
def break_off(question: Task) -> str:
    """Line 271."""
    found = words(question)
    out = 0
    if "out" in found:
        rest = found[found.index("out") + 1 :]
        out = len(rest[: rest.index("reading")] if "reading" in rest else rest)
    shown = int(re.findall(r"a D10 shows (\d+)", question.text)[0])
    rolled = out == 2 if "break-off-again=once" in question.start else out >= 2
    return yes(rolled and shown > 10 - out)


# -- a turn
# -------------------------------------------------------------------------------------------------

#: What each man carries (lines 275-329); all others a rifle.
CARRIES = {"leader": {"smg"}, "gunner": {"gpmg", "pistol"}}


@judges("landser:squad")
def squad(question: Task) -> str:
    man, action, weapon = (after(question, key) for key in ("man", "action", "weapon"))
    man = man.split("_")[0]
    fires = action in ("fire", "move_and_fire", "covering_fire")
    if fires and weapon not in CARRIES.get(man, {"rifle"}):
        return "no"
    if action == "move_and_fire" and man in ("gunner", "loader") and weapon != "pistol":
        return "no"
    hides = after(question, "after") == "hide"
    if hides and action not in ("hide", "sneak", "move", "weapon_work"):
        return "no"
    return yes(not (action == "move_fast" and after(question, "last") == "move_fast"))


@judges("landser:move")
def move(question: Task) -> str:
    """Lines 29-56, 135 and 142."""
    pace = after(question, "pace")
    has = Fraction({"move": 4, "move_fast": 7, "move_and_fire": 4, "sneak": 2}[pace])
    has -= int(after(question, "legs"))
    if "half-speed" in question.start:
        has /= 2
    clear, difficult, walls = (
        Fraction(after(question, word)) for word in ("clear", "difficult", "obstacles")
    )
    spends = clear + difficult * (Fraction(4, 3) if pace == "sneak" else 2) + 2 * walls
    hurt = after(question, "legs") != "0"
    told = "fast-before" in question.start or "ends-in-cover" in question.start
    barred = pace == "move_fast" and (walls or hurt or told)
    return yes(spends <= has and not barred)


@judges("landser:crew")
def crew(question: Task) -> str:
    """Lines 111-117, 197 and 232-234."""
    gun, turns = after(question, "crewed"), int(after(question, "turns"))
    flags = question.start.partition(" with")[2].split()
    loaded = "loader" in flags and after(question, "loader_inches") == "0"
    if "gun-jammed" in flags:
        return "no"
    if gun == "smg":
        return yes(turns == 0)
    if not loaded and int(after(question, "bursts")) >= 2:
        return "no"
    if gun == "lmg":
        return yes(turns == 0)
    return yes(turns < 4 and (turns == 0 or (loaded and "set-up" in flags)))
