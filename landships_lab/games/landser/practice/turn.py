"""Kinds of question about a turn of Landser: who may do what, how far he gets, what a crew needs.

The same seed makes the same question.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from landships_lab.core.speech import inches, listed, plural, with_article
from landships_lab.games.landser.data.tables import firing, squad
from landships_lab.games.landser.rules.machine_guns import MACHINE_GUN, Gun, may_burst
from landships_lab.games.landser.rules.movement import PACES, Way, may_move
from landships_lab.games.landser.rules.squad import may_do
from landships_lab.games.landser.rules.trooper import FIRING_ACTIONS, ROSTER, Trooper
from landships_lab.practice.kind import kind, yes_or_no
from landships_lab.practice.task import Task
from .common import said, ticked

LESSON = "45_a_turn_of_landser"
asked = partial(kind, lesson=LESSON, about="landser:squad")

_WEAPONS, _SQUAD = firing().weapons, squad()


def _word(text: str) -> str:
    return text.replace(" ", "_")


# -- orders ----------------------------------------------------------------------------------------


def _trooper(dice: random.Random, level: int) -> tuple[str, Trooper, str, str]:
    """Draw a man with what befell him last turn, an action and a weapon."""
    name = dice.choice((*ROSTER, "gunner", "loader", "gunner", "loader"))
    role, action = ROSTER[name], dice.choice(list(_SQUAD.actions))
    carried = _SQUAD.men[role].weapons
    weapon = dice.choice(carried if dice.random() < 2 / 3 else tuple(_WEAPONS))
    last = dice.choice(("move fast", "move", "fire")) if level > 1 else "move"
    outcome = dice.choice(("miss", "miss", "hide")) if level > 2 else "miss"
    return name, Trooper(role, outcome, last_action=last), action, weapon


@kind("landser:squad", "legal", LESSON, "each man chooses one action from his profile")
def may_order(dice: random.Random, level: int) -> Task:
    """Ask whether a man of the squad may do something, with his own weapon or another's, fresh or
    just hit.
    """
    wanted = dice.random() < 1 / 2
    for _ in range(40):
        name, trooper, action, weapon = _trooper(dice, level)
        if bool(may_do(trooper, action, weapon).value) == wanted:
            break

    def does(weapon: str = weapon, **changed: str) -> bool:
        return bool(may_do(replace(trooper, **changed), action, weapon).value)  # type: ignore[arg-type]

    found = may_do(trooper, action, weapon)
    carried = _SQUAD.men[trooper.role].weapons
    wrong = [
        (does(carried[0]), "you forgot which weapons he carries, or which he may do it with"),
        (does(last_action="move"), "you forgot that nobody moves fast in two turns running"),
        (does(outcome="miss"), "you forgot what the hit has left him to do"),
        (does("rifle", role="rifleman"), "you used another man's profile"),
    ]
    man, last = _SQUAD.men[trooper.role].name, trooper.last_action
    fired = f" with {with_article(_WEAPONS[weapon].name)}" if action in FIRING_ACTIONS else ""
    chooses = f"{_SQUAD.actions[action]}{fired}"
    text = f"Fresh and unhurt, may the {_title(name)} choose {chooses}?"
    if level > 1:
        hit = " and a hit has just sent him into hide" if trooper.outcome == "hide" else ""
        chose = f"The {_title(name)} chose {_SQUAD.actions[last]} last turn{hit}."
        text = f"{chose} May he now choose {chooses}?"
    state = (
        f"landser:squad order man {_word(name)} action {_word(action)} weapon {weapon} after"
        f" {_word(trooper.outcome)} last {_word(last)}"
    )
    against = [step.text for step in found.steps if step.op == "forbids"]
    why = against[0] if against else f"the {man} may choose {chooses}."
    return Task(text, state, yes_or_no(found.value, wrong), said(found.value, why))


def _title(name: str) -> str:
    """Return what a man of the squad is called in a question."""
    role = _SQUAD.men[ROSTER[name]].name
    return role if ROSTER[name] == name else f"{role} no. {name.rpartition(' ')[2]}"


# -- ways ------------------------------------------------------------------------------------------

_HALF = Fraction(1, 2)


def _way(dice: random.Random, level: int) -> Way:
    action = dice.choice(list(PACES))
    way = Way(action, clear=Fraction(dice.randint(0, 15), 2))
    if level > 1 or way.clear < 2:
        way = replace(way, difficult=dice.choice((0, 1, _HALF, 3 * _HALF, 2)))
    if level > 1 and dice.random() < 1 / 3:
        way = replace(way, obstacles=dice.choice((_HALF, 1)))
    if level == 3:
        way = replace(
            way,
            leg_wounds=dice.choice((0, 0, 1)),
            half_speed=dice.random() < 1 / 4,
            fast_before=action == "move fast" and dice.random() < 1 / 2,
            ends_in_cover=dice.random() < 1 / 4,
        )
    return way


@asked("landser:move", "ground", taught="every inch of difficult ground costs two")
def gets_there(dice: random.Random, level: int) -> Task:
    """Ask whether a man gets that far in one turn."""
    while True:
        way = _way(dice, level)
        if way.clear or way.difficult or way.obstacles:
            break

    def gets(**changed: object) -> object:
        return may_move(replace(way, **changed)).value  # type: ignore[arg-type]

    found = may_move(way)
    lengths = {"clear": way.clear, "difficult": way.difficult, "obstacles": way.obstacles}
    names = ("clear ground", "difficult ground", "wall, measured across")
    crossed = zip(lengths.values(), names, strict=True)
    ground = listed(f"{inches(amount)} of {name}" for amount, name in crossed if amount)
    facts = {
        "He has one (a) wound, which takes an inch from his movement.": way.leg_wounds,
        "A light wound has left him at half speed.": way.half_speed,
        "He moved fast last turn.": way.fast_before,
        "His way ends in full cover.": way.ends_in_cover,
    }
    told = [
        f"A rifleman wants to cross {ground} with the action {_SQUAD.actions[way.action]}.",
        *(fact for fact, on in facts.items() if on),
        "Does he get there this turn?",
    ]
    forgot = "you forgot what difficult ground and walls cost"
    wrong = [
        (gets(difficult=0, obstacles=0, clear=sum(lengths.values())), forgot),
        (gets(leg_wounds=0, half_speed=False), "you forgot the wound"),
        (
            gets(fast_before=False, ends_in_cover=False, obstacles=0),
            "you forgot what a fast move may not do",
        ),
    ]
    flags = {
        "fast-before": way.fast_before,
        "half-speed": way.half_speed,
        "ends-in-cover": way.ends_in_cover,
    }
    state = f"landser:squad move pace {_word(way.action)} legs {way.leg_wounds} "
    state += " ".join(f"{key} {amount}" for key, amount in lengths.items()) + ticked(flags)
    refused = next((step.text for step in found.steps if step.op == "forbids"), found.headline)
    key = yes_or_no(found.value, wrong)
    return Task(" ".join(told), state, key, said(found.value, refused))


# -- crews -----------------------------------------------------------------------------------------


@asked("landser:crew", "count", taught="a gunner by himself carries enough for two bursts")
def may_burst_now(dice: random.Random, level: int) -> Task:
    """Ask whether a gun may fire a burst this turn."""
    while True:
        gun = Gun(
            dice.choice(("gpmg", "gpmg", "lmg", "smg")),
            set_up=level == 1 or dice.random() < 3 / 4,
            jammed=dice.random() < 1 / 8,
            loader=dice.random() < 1 / 2,
            bursts=dice.randint(0, MACHINE_GUN.bursts_without_loader),
            turns_running=dice.randint(0, MACHINE_GUN.turns_to_barrel),
        )
        if gun.weapon != "gpmg" and not gun.set_up:
            continue
        if gun.weapon == "smg" and (gun.loader or gun.bursts):
            continue
        if gun.loader and gun.bursts:
            continue
        if _came_about(gun):
            break
    away = dice.choice((0, 0, 1, 2, 3)) if gun.loader else 0
    found = may_burst(gun, away if gun.loader else None)
    text = f"{' '.join(_crew(gun, away))} May it fire a burst on automatic this turn?"
    wrong = [
        (may_burst(replace(gun, **changed)).value, f"you forgot {what}")
        for changed, what in (
            ({"loader": True}, "that nobody loads it"),
            ({"turns_running": 0}, "its last turns"),
            ({"jammed": False}, "that it is jammed"),
            ({"bursts": 0}, "how many bursts a gunner carries by himself"),
        )
    ]
    flags = {"set-up": gun.set_up, "gun-jammed": gun.jammed, "loader": gun.loader}
    state = (
        f"landser:squad gun crewed {gun.weapon} bursts {gun.bursts} turns {gun.turns_running}"
        f" loader_inches {away}{ticked(flags) or ' with'}"
    )
    why = found.headline.partition(": ")[2] or found.headline
    return Task(text, state, yes_or_no(found.value, wrong), said(found.value, why))


def _came_about(gun: Gun) -> bool:
    """Return whether every burst that a gun has fired was allowed when it was fired."""
    past = replace(gun, jammed=False)
    while past.turns_running:
        lone = past.weapon != "smg" and not past.loader
        if lone and not past.bursts:
            return False
        past = replace(past, turns_running=past.turns_running - 1, bursts=past.bursts - lone)
        if not may_burst(past).value:
            return False
    return True


def _crew(gun: Gun, away: int) -> Iterator[str]:
    """Yield what a reader is told of a gun."""
    name = _WEAPONS[gun.weapon].name
    stands = ["set up" if gun.set_up else "not set up"] if gun.weapon == "gpmg" else []
    stands += ["jammed"] * gun.jammed
    told = f" that is {listed(stands)}" if stands else ""
    yield f"You have {with_article(name)}{told}."
    if gun.turns_running:
        running = "turn" if gun.turns_running == 1 else f"{gun.turns_running} turns running"
        yield f"It fired on automatic in the last {running}."
    else:
        yield "It did not fire on automatic last turn."
    if gun.weapon == "smg":
        return
    if gun.loader:
        where = "in base contact" if not away else f"{inches(away)} away"
        yield f"Its loader is {where}."
    else:
        fired = plural(gun.bursts, "burst")
        yield f"It has no loader, and its gunner has fired {fired} in this game."


TURN = (may_order, gets_there, may_burst_now)
