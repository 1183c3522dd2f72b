"""The puzzles of Landser are solved again by other means: floating geometry, dice counted out, the
tables typed in again from the rules.
"""

import cmath
import math
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from landships_lab.games.landser.rules.assault import may_charge
from landships_lab.games.landser.rules.grenades import may_throw
from landships_lab.games.landser.rules.movement import Way, may_move
from landships_lab.games.landser.rules.shots import may_fire
from landships_lab.games.landser.rules.squad import may_do
from landships_lab.games.landser.rules.trooper import Trooper
from landships_lab.panel import CATALOG
from landships_lab.practice.puzzles import family_of, make_puzzle
from landships_lab.practice.task import Task
from tests.effort import tries

FAMILIES = ("grenade", "sector", "spare-man", "even-chance")
#: Too near to an edge, in inches, for decimals to tell on which side it lies.
BLUNT = 1e-9


def points(task: Task) -> dict[str, complex]:
    """Return the places of a template state: men, "from" and "to"."""
    start = task.start
    found = {
        name: complex(float(Fraction(x)), float(Fraction(y)))
        for name, x, y in re.findall(r"([A-Z])@([\d/]+),([\d/]+)", start)
    }
    for word in ("from", "to"):
        x, y = re.findall(rf" {word} ([\d/]+),([\d/]+)", start)[0]
        found[word] = complex(float(Fraction(x)), float(Fraction(y)))
    return found


def crosses(thrower: complex) -> Iterator[complex]:
    for x, y in product(range(37), range(29)):
        if (cross := complex(x / 2, y / 2)) != thrower:
            yield cross


def grenade_twin(task: Task) -> set[complex]:
    """Lines 207-219: 8 inches, a disc of 2, up to 3 inches astray along six spokes."""
    at = points(task)
    found = set()
    for cross in crosses(at["from"]):
        ahead = (cross - at["from"]) / abs(cross - at["from"])
        falls = [cross] + [
            cross + ahead * cmath.rect(score / 2, math.tau * direction / 6)
            for direction, score in product(range(1, 7), range(1, 7))
        ]
        own = min(abs(fall - at[name]) for fall in falls for name in "XY")
        if (
            abs(cross - at["from"]) <= 8
            and all(abs(cross - at[name]) <= 2 for name in "ABC")
            and own > 2 + BLUNT
        ):
            found.add(cross)
    return found


def sector_twin(task: Task) -> set[complex]:
    """Line 181: 45 degrees in all, counted by turning the line to each man."""
    at = points(task)
    theirs = [name for name in at if name in "ABCD"]
    found = set()
    for cross in crosses(at["from"]):
        front = cross - at["from"]
        off = {
            name: abs(cmath.phase((at[name] - at["from"]) / front)) for name in (*theirs, "X", "Y")
        }
        assert all(abs(turn - math.pi / 8) > BLUNT for turn in off.values())
        if max(off[name] for name in theirs) < math.pi / 8 < min(off["X"], off["Y"]):
            found.add(cross)
    return found


ADDS = {"knife": 0, "pistol": 2, "bayonet": 1}


def wins(attacker: str, defender: str, wounded: bool, number: int) -> Fraction:
    """Lines 163-175: 36 rolls, one less for the defender for each man before this one."""
    lead = ADDS[attacker] - ADDS[defender] + wounded + number - 1
    return Fraction(sum(a + lead > b for a, b in product(range(1, 7), repeat=2)), 36)


def spare_man_twin(task: Task) -> set[tuple[str, bool, int]]:
    spare = re.findall(r"Your spare man, with an? (\w+)", task.text)[0]
    gains = {}
    for place in ("Left", "Middle", "Right"):
        told = re.findall(rf"{place}: ([^.]*)\.", task.text)[0]
        before, against = told.split("against")
        men, (defender,) = re.findall(r"an? (\w+)", before), re.findall(r"with an? (\w+)", against)
        wounded = "wounded" in against
        stands = Fraction(1)
        for number, man in enumerate(men, 1):
            stands *= 1 - wins(man, defender, wounded, number)
        number = len(men) + 1
        gains[defender, wounded, number] = stands * wins(spare, defender, wounded, number)
    most = max(gains.values())
    return {fight for fight, gain in gains.items() if gain == most}


#: Lines 78-82 and 309, with the last inch of each range (line 68).
NEEDS = {
    "rifle": (3, 2, 4, 4, 5),
    "smg": (1, 1, 4, 6, 9),
    "lmg": (3, 2, 2, 2, 4),
    "pistol": (3, 5, 6, 9, 9),
}
ENDS = (2, 5, 10, 30, 60)
NAMES = {"rifle": "rifle", "submachine gun": "smg", "pistol": "pistol", "light machine gun": "lmg"}


def even_chance_twin(task: Task) -> set[tuple[str, Fraction, bool]]:
    """Lines 76-97: the least walk in half inches after which four faces of six hit, or three."""
    begins = Fraction(re.findall(r"@([\d/]+)", task.start)[0])
    told = re.findall(r"fires, with (.*?)\. Choose", task.text)[0]
    carried = [NAMES[name] for name in re.split(r", | or ", re.sub(r"\ban? ", "", told))]
    for halves in range(9):
        far = begins - Fraction(halves, 2)
        if far < 0:
            break
        band = next(n for n, end in enumerate(ENDS) if far <= end)
        die = 0
        if halves:
            die -= 1
        if "moves fast" in task.text:
            die -= 1
        if band:
            die -= 2 * ("full cover" in task.text) + ("half cover" in task.text)
        if "fired last turn" in task.text and not halves and "moves fast" not in task.text:
            die += 1
        good = {(weapon, far, halves > 0) for weapon in carried if NEEDS[weapon][band] - die <= 4}
        if good:
            return good
    return set()


def solved_in(task: Task) -> set[object]:
    """Return the solutions that the puzzle gives, written as its twin writes them."""
    found: set[object] = set()
    for text in task.ways:
        if task.kind in ("landser:grenade", "landser:sector"):
            x, y = re.findall(r" to ([\d/]+),([\d/]+)", text)[0]
            found.add(complex(float(Fraction(x)), float(Fraction(y))))
        elif task.kind == "landser:spare-man":
            arms, wound = re.findall(r"defender (\w+)( wounds-1)?", text)[0]
            number = re.findall(r"opponent (\d)", text)[0]
            found.add(("knife" if arms == "none" else arms, bool(wound), int(number)))
        else:
            weapon, far = re.findall(r"fire (\w+)@([\d/]+)", text)[0]
            found.add((weapon, Fraction(far), "firer-moved" in text))
    return found


TWINS = {
    "grenade": grenade_twin,
    "sector": sector_twin,
    "spare-man": spare_man_twin,
    "even-chance": even_chance_twin,
}


@pytest.mark.long
@pytest.mark.parametrize("name", FAMILIES)
def test_an_independent_search_agrees(name: str) -> None:
    family = family_of(f"landser:{name}")
    for seed in {*family.picked, *range(100, 104), *range(tries(0, 100))}:
        task = make_puzzle(family, seed)
        found = solved_in(task)
        assert found == TWINS[name](task), task.link
        assert len(found) == len(task.ways)


def allowed(name: str, way: str) -> bool:
    """Whether the rules of the way there accept a solution, not only its end."""
    state: Any = CATALOG[f"landser:{PANELS[name]}"].parse(way)
    if name == "grenade":
        return may_throw(state.throw).value
    if name == "sector":
        return may_do(Trooper("rifleman"), "covering fire").value is True
    if name == "spare-man":
        return may_charge(state.attacker, 0, 0).value is True
    return may_fire(state.shot).value


PANELS = {
    "grenade": "template",
    "sector": "template",
    "spare-man": "assault",
    "even-chance": "fire",
}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_solution_can_be_reached(name: str) -> None:
    for seed in family_of(f"landser:{name}").picked[: tries(2, 6)]:
        task = make_puzzle(family_of(f"landser:{name}"), seed)
        assert "a wounded" not in task.text
        for way in task.ways:
            assert allowed(name, way), way
            if name == "even-chance":
                begins, ends = (
                    Fraction(re.findall(r"@([\d/]+)", text)[0]) for text in (task.start, way)
                )
                assert may_move(Way("move and fire", clear=begins - ends)).value


def test_a_shot_nobody_may_fire_says_why_it_may_not() -> None:
    task = make_puzzle(family_of("landser:even-chance"), 1)
    state = CATALOG["landser:fire"].parse(task.start.replace("fire lmg", "fire pistol"))
    missing = [held.missing for held in task.judged(state) if not held.true]
    assert any("cannot be fired" in words or "cannot fire" in words for words in missing)
