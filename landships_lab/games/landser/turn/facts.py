"""The questions that a position puts to the rules: who sees and knows whom, what a man may do, and
whether his shot is allowed.

Every answer comes from `rules`; only the questions are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.plane import Spot
from landships_lab.data.book import At
from landships_lab.games.landser.data.setups import setups
from landships_lab.games.landser.rules import grenades, machine_guns, shots, sight, squad, wounds
from landships_lab.games.landser.rules.book import GAPS, band_index, no, yes
from landships_lab.games.landser.rules.sqrt3_geometry import measured, within
from landships_lab.games.landser.rules.trooper import ROSTER, TEAM_GUNS, Trooper
from . import ground
from .state import UNHURT, Firefight, Man, Wound, remembered

DOING = {"move": "moving", "move and fire": "moving", "move fast": "moving fast"}
DOING |= {"sneak": "sneaking", "assault": "moving"}
#: Reasons that the rules of sequence give.
Reasons = tuple[Step, ...]


def barred(bad: object, at: At, text: str, *steps: Step) -> Answer[object] | None:
    """Return the answer that refuses for a reason; None if it does not hold or its rule is off."""
    all_steps = (*steps, no(at, text)) if bad else ()
    return None if judge(all_steps) is True else Answer(False, all_steps, text)


def agreed(situation: Firefight, key: str) -> Step:
    """Return the step on how a gap in the rules is filled: by the players, or by the lab."""
    players = key in dict(situation.agreed)
    cite = replace(GAPS[key].cite, kind="supplied" if players else "ours")
    who = "Agreed by the players" if players else "Our answer"
    return Step(f"{who}: {situation.agreed_on(key).says}", cite)


# -- where men stand -------------------------------------------------------------------------------


def in_contact(one: Man, other: Man) -> bool:
    """Return whether two men stand in base contact."""
    return abs(Fraction(one.at.x - other.at.x)) <= ground.CONTACT and within(
        one.at, other.at, ground.CONTACT
    )


def gap_inches(one: Man, other: Man) -> Fraction:
    """Return the inches between the bases of two men: 0 in base contact."""
    if in_contact(one, other):
        return Fraction(0)
    return Fraction(measured(one.at, other.at))


@remembered
def nearest(situation: Firefight, man: Man) -> Man | None:
    """Return the enemy nearest to a man, or None."""
    enemies = situation.enemies(man)
    return min(enemies, key=lambda other: measured(man.at, other.at), default=None)


def soldiers(situation: Firefight) -> tuple[grenades.Soldier, ...]:
    """Return all men on the table whom a template may catch, in the form that the rules take."""
    return tuple(
        grenades.Soldier(man.name, man.at, man.prone, hiding=hiding(man) != "")
        for man in situation.men
        if man.fights
    )


# -- what a man does -------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _hidden(wound: Wound, hides: bool) -> str:
    """Return how a man came into hide, in the words of `Trooper.hidden`."""
    last = "hide" if hides else ""
    return Trooper("rifleman", wound.outcome, wound.hits, last, hid=wound.hid).hidden


def hiding(man: Man) -> str:
    """Return how a hiding man came to hide, or ""."""
    if man.wound.since == "fired on":
        return "one hit"
    if fresh := _hidden(man.fresh, False):
        return fresh
    return _hidden(UNHURT if man.acted else man.wound, man.hides)


def doing(man: Man) -> str:
    """Return what a man does as others see it: one of `sighting.DOINGS`."""
    return "hiding" if hiding(man) else DOING.get(man.did, "still")


def works_gun(situation: Firefight, man: Man) -> bool:
    """Return whether a man works the machine gun of his side: its gunner, or the loader once the
    gunner is incapacitated. If its gunner fell, it lies there until a man in base contact picks it
    up (a rule of the lab).
    """
    crew = situation.crew(man.side)
    mine = man.kind == "gunner" and not crew.taken_over
    if man.kind == "loader":
        mine = crew.taken_over or gunner_of(situation, man) is None
    lies = gun_lies(situation, man.side)
    return mine and not crew.blown and (lies is None or in_contact(man, replace(man, at=lies)))


def gun_lies(situation: Firefight, side: str) -> Spot | None:
    """Return where the machine gun of a side lies; None if a man works it."""
    crew = situation.crew(side)
    gunners = (man for man in situation.men if man.side == side and man.kind == "gunner")
    fallen = (man.at for man in gunners if not (man.fights or crew.taken_over))
    return crew.lies or next(fallen, None)


def taken_up(situation: Firefight, man: Man) -> Firefight:
    """Return the situation after a man has picked up the gun that he uses where it lies."""
    if gun_lies(situation, man.side) is None:
        return situation
    loader = {"taken_over": True} if man.kind == "loader" else {}
    return situation.gun_after(man.side, "taken up", **loader)


def gunner_of(situation: Firefight, man: Man) -> Man | None:
    """Return the fighting machinegunner of a man's side, or None."""
    return situation.first(man.side, "gunner")


def loader_of(situation: Firefight, man: Man) -> Man | None:
    """Return the loader who is free to load this gunner's gun, or None."""
    loader = situation.first(man.side, "loader") if man.kind == "gunner" else None
    busy = loader is not None and loader.acted and loader.did != "weapon work"
    return None if busy else loader


@remembered
def loaded(situation: Firefight, man: Man) -> bool:
    """Return whether a loader stands in contact with this gunner."""
    loader = loader_of(situation, man)
    return loader is not None and in_contact(loader, man)


@remembered
def arms(situation: Firefight, man: Man) -> tuple[str, ...]:
    """Return the weapons that a man can fire at another, his own first weapon first."""
    gun = gun_of(situation.table, man.side)
    gone = {gun, "launcher", *man.lost}
    others = tuple(one for one in man.weapons if one not in gone)
    if not works_gun(situation, man):
        return others
    return (gun, *others) if gun in man.weapons else (*others, gun)


@lru_cache(maxsize=32)
def gun_of(table: str, side: str) -> str:
    """Return the machine gun of a side: that of its gunner."""
    gunners = (m for m in setups()[table].men if (m.side, ROSTER[m.role]) == (side, "gunner"))
    return next((gun for man in gunners for gun in man.weapons if gun in TEAM_GUNS), "gpmg")


@remembered
def helper(situation: Firefight, man: Man) -> str:
    """Return who is in contact to help a man: "medic", "commander", or "" for nobody."""
    friends = situation.of(man.side)
    near = {one.kind for one in friends if one != man and in_contact(one, man)}
    if "second" in near and situation.agreement("medic") == "second":
        return "medic"
    commands = "leader" if situation.first(man.side, "leader") else "second"
    return "commander" if commands in near else ""


def fights_on(situation: Firefight, man: Man) -> bool:
    """Return whether a man locked in combat fights on in spite of his hits."""
    return man.opponent != "" and situation.agreement("locked-and-hit") == "combat-first"


@remembered
def trooper(situation: Firefight, man: Man) -> Trooper:
    """Return a man at the start of his action, in the form that the rules take."""
    on = fights_on(situation, man)
    wound, hides = (Wound(), False) if on else (man.wound, man.hides)
    gunner, crew = gunner_of(situation, man), situation.crew(man.side)
    gun, name = works_gun(situation, man), gun_of(situation.table, man.side)
    took = name == "lmg" and gun and name not in man.weapons
    return Trooper(
        man.kind,
        wound.outcome,
        wound.hits,
        "hide" if hides else man.last if man.last != "hide" else "",
        name if gun and crew.jammed else man.jammed or min(man.lost, default=""),
        man.legs,
        man.arms,
        helper(situation, man),
        gunner_out=gunner is None or crew.taken_over,
        gun_bursting=gunner is not None and gunner.burst and situation.active == man.side,
        burst_before=man.reloads or (gun and man.burst_before and name == "gpmg"),
        alone=gun and not loaded(situation, man),
        hid=wound.hid,
        since=wound.since,
        combat=man.combat,
        worn=gun and crew.running >= machine_guns.MACHINE_GUN.turns_to_barrel,
        guards=bool(situation.prisoners(man.name)),
        carries=(*man.weapons, name) if took else man.carries,
    )


@remembered
def may(situation: Firefight, man: Man, action: str, weapon: str = "") -> Answer[object]:
    """Return whether a man may choose an action now, by his profile, his wound and his last turn.

    A weapon that he did not fire last turn counts as having fired no burst.
    """
    asked = trooper(situation, man)
    if weapon and weapon != "gpmg":
        asked = replace(asked, burst_before=man.reloads)
    answer = squad.may_do(asked, action, weapon, situation.read)
    if answer.value:
        return answer
    against = next((step for step in answer.steps if step.op == "forbids"), answer.steps[-1])
    return replace(answer, headline=f"{man.name}: {against.text}")


# -- sight -----------------------------------------------------------------------------------------


@remembered
def cover_of(situation: Firefight, firer: Man, target: Man) -> tuple[str, str]:
    """Return the cover of the target from the firer, and the terrain that gives it."""
    whole = situation.agreement("cover-judge") == "whole-line"
    best = ground.cover(situation.table, firer.at, target.at, whole)
    return ("half", "the ground") if target.prone and best[0] == "none" else best


def in_terrain(situation: Firefight, observer: Man, target: Man) -> bool:
    """Return whether a man is in cover from another. A man who hides next to terrain is, and so is
    one who has thrown himself down in the open.
    """
    full = target.prone or cover_of(situation, observer, target)[0] == "full"
    return full or (hiding(target) != "" and ground.beside(situation.table, target.at) != "")


@remembered
def sighting(situation: Firefight, observer: Man, target: Man) -> sight.Sighting:
    """Return one man's look for another, in the form that the rules take."""
    return sight.Sighting(
        measured(observer.at, target.at),
        doing(target),
        in_terrain(situation, observer, target),
        target.fired,
        observer.did == "move fast",
        ground.blocked(situation.table, observer.at, target.at) != "",
    )


@remembered
def notices(situation: Firefight, observer: Man, target: Man) -> tuple[int, Reasons]:
    """Return the least roll that makes a man aware of another (1 is automatic, 7 is never), and
    why.

    Where the rules are silent it is what the players agreed.
    """
    asked = sighting(situation, observer, target)
    answer = sight.spots_on(asked, situation.read)
    if not isinstance(answer.value, Gap):
        return answer.value, answer.steps
    step = agreed(situation, "seen-in-the-open")
    if situation.agreement("seen-in-the-open") == "seen":
        return 1, (step,)
    other = sight.spots_on(replace(asked, in_cover=True), situation.read)
    assert not isinstance(other.value, Gap)  # the table is smaller than extreme range
    return other.value, (step, *other.steps)


@remembered
def remembers(situation: Firefight, observer: Man, target: Man) -> bool:
    """Return whether a man remembers having noticed another, as the players agreed on memory."""
    shared = situation.agreement("aware-shared") == "squad"
    knowers = situation.of(observer.side) if shared else (observer,)
    if not any(target.name in one.aware for one in knowers):
        return False
    asked = sighting(situation, observer, target)
    lost = asked.blocked or (asked.doing == "hiding" and asked.in_cover)
    return situation.agreement("aware-how-long") == "this-turn" or not lost


@remembered
def knows(situation: Firefight, observer: Man, target: Man) -> Answer[object]:
    """Return whether a man is aware of another now and so may fire at him."""
    if remembers(situation, observer, target):
        step = yes("observation", f"{observer.name} has noticed {target.name}.")
        keys = ("aware-how-long", "aware-shared")
        return Answer(True, (step, *(agreed(situation, key) for key in keys)), step.text)
    number, steps = notices(situation, observer, target)
    if number <= 1:
        return Answer(True, steps, f"{observer.name} is aware of {target.name}.")
    text = f"{observer.name} is not aware of {target.name}."
    noted = (replace(step, op="note") for step in steps)
    need_not = Answer(True, steps, f"{observer.name} need not be aware of him.")
    return barred(True, "firing", text, *noted) or need_not


# -- shots -----------------------------------------------------------------------------------------


def shot(
    situation: Firefight, man: Man, target: Man, weapon: str, automatic: bool, covering: bool
) -> shots.Shot:
    """Return a man's shot at another, in the form that the rules take."""
    gun = situation.crew(man.side)
    bare = shots.Shot(
        weapon,
        measured(man.at, target.at),
        firer_moved=man.moved and not covering,
        cover=cover_of(situation, man, target)[0],
        repeat=man.before == target.name and not man.moved and not covering,
        automatic=automatic,
        set_up=gun.set_up if weapon == "gpmg" else True,
        arm_wounds=man.arms,
        disorientated=man.wound.dazed and not covering,
        burst_before=(weapon in shots.RELOADS and man.reloads)
        or (weapon == "gpmg" and man.burst_before),
        lone=weapon in TEAM_GUNS and not loaded(situation, man),
    )
    return sight.shot_at(sighting(situation, man, target), bare, situation.read)


def target_of(man: Man) -> wounds.Target:
    """Return a man as the target of a hit, in the form that the rules take."""
    return wounds.Target(man.light, man.serious)


def gun_answer(situation: Firefight, man: Man, weapon: str) -> Answer[bool]:
    """Return whether an automatic weapon may fire a burst now: its crew, barrel and ammunition."""
    if weapon not in TEAM_GUNS:
        return machine_guns.may_burst(machine_guns.Gun(weapon, turns_running=int(man.reloads)))
    crew, loader = situation.crew(man.side), loader_of(situation, man)
    ready, running = (
        (True, int(man.reloads)) if weapon in shots.RELOADS else (crew.set_up, crew.running)
    )
    gun = machine_guns.Gun(weapon, ready, crew.jammed, loader is not None, crew.bursts, running)
    return machine_guns.may_burst(gun, gap_inches(loader, man) if loader else None)


def band(situation: Firefight, a: Spot, b: Spot) -> int:
    """Return which of the five ranges a distance is; the last one if it is longer."""
    number = band_index(measured(a, b), situation.read)
    return 4 if number is None else number


def friend_inches(situation: Firefight, man: Man, gone: Sequence[str] = ()) -> Fraction | None:
    """Return the distance to a man's nearest unwounded friend, or None."""
    friends = (
        Fraction(measured(man.at, one.at))
        for one in situation.of(man.side)
        if one.name != man.name and one.name not in gone and unwounded(one)
    )
    return min(friends, default=None)


def unwounded(man: Man) -> bool:
    """Return whether a man has no wound now."""
    hurt = (man.wound.outcome, man.fresh.outcome)
    return not man.serious and not any(one.startswith(("light", "serious")) for one in hurt)
