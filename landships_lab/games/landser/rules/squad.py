"""The typical squad: what each man may do in his turn, and who could do it instead."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, decided, judged
from landships_lab.core.checks import one_of
from landships_lab.core.remedies import changes
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, with_article
from landships_lab.games.landser.data.tables import Man
from .assault import Fighter, may_assault
from .book import EFFECTS, GAPS, WEAPONS, allow, no, note, options, says, yes
from .movement import from_hide, stays
from .shots import RELOADS, after_a_burst
from .trooper import (
    ACTIONS,
    ANGRY,
    FIRING_ACTIONS,
    LEAVES,
    MEN,
    ROSTER,
    TEAM_GUNS,
    THROWN,
    Trooper,
    after_a_hit,
    locked,
    title,
    torn_step,
)

#: What the men of a squad may carry in any mix (line 267).
MIXED = ("rifle", "smg", *TEAM_GUNS)
#: Each action: where it is printed, and what it is.
ACTION_RULES = {
    "move": ("move", "Move: up to 4 inches."),
    "move fast": (
        "move-fast",
        "Move fast: up to 7 inches, not into full cover, and he spots nobody on the way.",
    ),
    "move and fire": (
        "move-and-fire",
        "Move and fire: up to 4 inches, with a shot at any point of them.",
    ),
    "sneak": ("sneak", "Sneak: up to 2 inches, and he is harder to see."),
    "assault": ("assault-nearest", "Assault: into base contact with the nearest enemy."),
    "fire": ("fire", "Fire: at an enemy target."),
    "hide": ("hide-down", "Hide: he drops to the ground and neither moves nor fires."),
    "covering fire": (
        "covering-fire",
        "Covering fire: he does nothing in his own turn and fires in the enemy's.",
    ),
    "weapon work": (
        "weapon-work",
        "Weapon work: all he does this turn is to clear a jam or to reload.",
    ),
}


@judged
def may_do(trooper: Trooper, action: str, weapon: str = "", readings: Given = None) -> Telling:
    """Return whether this man may choose this action, with this weapon if he fires.

    The default weapon is the first he carries; a grenade counts as one. The value is a `Gap` for a
    man locked in combat whom a hit sends elsewhere.

    >>> may_do(Trooper("gunner"), "move and fire").value
    False
    >>> may_do(Trooper("gunner"), "move and fire", "pistol").value
    True
    """
    one_of("action", action, ACTIONS)
    weapon = one_of("weapon", weapon or trooper.weapons[0], (*WEAPONS, THROWN))
    read, who = options(readings), f"The {trooper.man.name}"
    yield from _steps(trooper, action, weapon, read)
    doing = f"{ACTIONS[action]}{_with(weapon) if action in FIRING_ACTIONS else ''}"

    def conclude(may: bool | Gap) -> str | Told:
        if isinstance(may, Gap):
            return "What such a man does in combat is not in the source."
        verdict = f"{who} {'may' if may else 'may not'} choose {doing}."
        if trooper.helper in trooper.wound.treated_by:
            verdict = f"{who} is out of action, until a die treats him next turn."
        return verdict if may else Told(verdict, _remedies(trooper, action, weapon, read))

    return conclude


def order(
    name: str,
    trooper: Trooper,
    action: str,
    weapon: str = "",
    out: Collection[str] = (),
    readings: Given = None,
) -> Answer[bool | Gap]:
    """Return `may_do` for the man of `ROSTER` with this name, in a squad with these men ``out`` of
    action.

    A man out of action may do nothing, and no remedy proposes him. A machine gun has no loader once
    one of its two men is out.

    >>> order("gunner", Trooper("gunner"), "fire", out={"gunner"}).headline
    'The machinegunner is out of action.'
    """
    if name in out:
        step = no(EFFECTS.outcomes["serious 6"].cite, "He is out of action.")
        return Answer(False, (step,), f"The {title(name)} is out of action.")
    crewed = replace(trooper, alone=trooper.alone or not {"gunner", "loader"}.isdisjoint(out))
    answer = may_do(crewed, action, weapon, readings)
    fit = {role for man, role in ROSTER.items() if man not in out}
    helps = (remedy for remedy in answer.remedies if remedy.change != "man" or remedy.to in fit)
    return replace(answer, remedies=tuple(helps))


def _with(weapon: str) -> str:
    return " with a grenade" if weapon == THROWN else f" with the {WEAPONS[weapon].name}"


# -------------------------------------------------------------------------------------- the reasons


def _steps(trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]) -> Iterator[Step]:
    profile, fires = _profile(trooper.man, action, weapon), action in FIRING_ACTIONS
    if profile.op == "forbids":
        yield note("actions", "A soldier may do what his profile lists.")
    yield profile
    if not (action == "move" and stays(trooper.hidden, read)):  # he stays where he is
        yield note(*ACTION_RULES[action])
    if trooper.torn:
        yield torn_step()
        return
    if fires:
        yield from _fires(trooper, action, weapon, read)
    yield from after_a_hit(trooper, action, lambda: _can_fire_back(trooper, read), read)
    yield from from_hide(trooper.hidden, action, read)
    yield from locked(trooper, action, read)
    if trooper.loads and not trooper.gunner_out:  # a loader who took the gun over feeds nobody
        yield from _assists(trooper, action, fires and weapon not in TEAM_GUNS, read)
    if action != "weapon work" and not (fires and weapon in RELOADS):  # else the shot tells it
        works = has_to_work(trooper, read)
        yield from (works,) if works else ()
    if trooper.guards and not trooper.combat and trooper.outcome != ANGRY:
        yield from _guards(action)
    yield from _exertions(trooper, action)
    if fires and trooper.arm_wounds and weapon != THROWN:
        yield note("serious-3", f"His (b) wounds take {trooper.arm_wounds} from the hit die.")


def _exertions(trooper: Trooper, action: str) -> Iterator[Step]:
    """Yield what forbids a fast move or an assault."""
    if action == "move fast" and trooper.last_action == "move fast":
        yield no("move-fast", "Nobody moves fast in two turns running.")
    if action == "move fast" and trooper.leg_wounds:
        yield no("serious-1", "With an (a) wound nobody moves fast.")
    if action == "assault" and not trooper.combat:
        allowed = may_assault(Fighter(serious_wounds=trooper.leg_wounds + trooper.arm_wounds))
        yield from () if allowed.value else allowed.steps


def _profile(man: Man, action: str, weapon: str) -> Step:
    if action not in man.cannot:
        return yes(man.cite, f"{ACTIONS[action]} is on his profile.")
    if (action, weapon) == ("move and fire", "lmg"):
        text = "A light machine gun may move and fire, only not on automatic."
        return yes("lmg-automatic", text)
    special = man.may_with
    if special is not None and (special.action, special.weapon) == (action, weapon):
        return yes(special.cite, f"Not on his profile, but allowed{_with(weapon)}.")
    return no(man.cite, f"{ACTIONS[action]} is not on his profile.")


def _fires(trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield whether he has this weapon, and whether it can be fired."""
    if weapon == THROWN:
        yield from throws(action, read).steps
        return
    yield from _armed(trooper, weapon)
    if weapon == trooper.jammed:
        yield no("jam-clear", "It is jammed; only a turn of weapon work clears it.")
    if trooper.burst_before:
        yield from after_a_burst(weapon, False, trooper.alone, True, read)
        if weapon == "gpmg" and trooper.alone:
            yield says("continuous-fire", read)


def _armed(trooper: Trooper, weapon: str) -> Iterator[Step]:
    """Yield whether he has this weapon: one of his profile, or the machine gun that a loader takes
    over.
    """
    takes_over = trooper.loads and weapon in TEAM_GUNS
    if trooper.gunner_out and takes_over:
        text = "The machinegunner is incapacitated, and the loader may take the gun over."
        yield yes("loader", text)
        return
    carried, name = weapon in trooper.weapons, WEAPONS[weapon].name
    cite = "organisation" if trooper.carries else trooper.man.cite
    yield allow(cite, carried, f"He carries {with_article(name)}.", f"He carries no {name}.")
    if not carried and takes_over:
        text = "He may take the machine gun over once the machinegunner is incapacitated."
        yield note("loader", text)
    if not carried and weapon in MIXED:
        other = "Another squad than this typical one may have any mix of rifles and submachine guns"
        yield note("organisation", f"{other}, and two men as its LMG or GPMG team.")


@decided
def throws(action: str, read: Mapping[str, str]) -> Telling:
    """Return whether a grenade may be thrown with this action.

    >>> throws("covering fire", {"grenade-action": "fire-only"}).value
    False
    """
    refused = read["grenade-action"] == "fire-only" and action != "fire"
    yield yes("grenades-issued", "Troops can be issued with hand grenades.")
    yield note(GAPS["grenade-supply"].cite, "How many he has is not in the source.")
    rule = says("grenade-action", read, "forbids" if refused else "allows")
    yield rule
    return rule.text


def _can_fire_back(trooper: Trooper, read: Mapping[str, str]) -> bool:
    """Return whether, apart from his wound, he could fire any of his weapons this turn."""
    well, hand = replace(trooper, outcome="miss"), (*trooper.weapons, *TEAM_GUNS)
    firing = ("fire", "move and fire")
    return any(may_do.value(well, one, weapon, read) is True for one in firing for weapon in hand)


def _assists(trooper: Trooper, action: str, joins: bool, read: Mapping[str, str]) -> Iterator[Step]:
    """Yield whether the loader is free to act or must feed the gun.

    ``joins`` says that he wants to fire his own weapon.
    """
    if not trooper.gun_bursting:
        if joins:
            gun = "the machine gun does not fire fully automatic"
            yield note("loader", f"He may join in a firefight, as long as {gun}.")
        return
    if trooper.combat or trooper.driven:
        first = "The combat" if trooper.combat else "What fire makes him do"
        yield note("loader", f"{first} comes first, and the gun goes without its loader.")
        return
    reading = "loader-assists"
    yield says(reading, read)
    if joins:
        assist = "he must assist in supplying ammunition"
        yield no("loader", f"While the machine gun fires fully automatic {assist}.")
    if action in LEAVES:
        stands = "The gun that fires stands still"
        yield no("loader-place", f"{stands}, and its loader stays in base contact with it.")
    elif action == "hide" and read[reading] == "weapon-work":
        yield no("loader", "He supplies ammunition, and does not hide.", reading)


def has_to_work(trooper: Trooper, readings: Given = None) -> Step | None:
    """Return why this man must spend his turn on weapon work: his submachine gun fired a burst, or
    the barrel of his machine gun is worn.

    None if there is no such reason, or if combat or the effect of a hit comes first.

    >>> has_to_work(Trooper("leader", burst_before=True)).text
    'His weapon must be reloaded: that is weapon work, and all that he does this turn.'
    """
    reloads = trooper.burst_before and _reloads(trooper)
    if not (reloads or trooper.worn) or trooper.combat:
        return None
    if may_do.value(trooper, "weapon work", "", readings) is not True:
        return None
    what = "The barrel must be changed" if trooper.worn else "His weapon must be reloaded"
    text = f"{what}: that is weapon work, and all that he does this turn."
    return no("gpmg" if trooper.worn else "weapon-work", text)


def _reloads(trooper: Trooper, weapon: str = "") -> bool:
    return not set(RELOADS).isdisjoint((weapon, *trooper.weapons))


def _guards(action: str) -> Iterator[Step]:
    """Yield what a man with prisoners may not do."""
    if action in FIRING_ACTIONS or action == "assault":
        text = "He takes his prisoners to his base line, or hands them over, and does not fight."
        yield no("prisoners", text)
    elif action == "move fast":
        text = "His prisoners move at their move rate: he does not move fast."
        yield no("prisoners", text)


# ------------------------------------------------------------------------------------- the remedies


def _remedies(
    trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]
) -> Iterator[Remedy]:
    """Yield what he could do instead, what has to happen first, and who could do this."""

    def may(other: Trooper, do: str = action, using: str = weapon) -> bool:
        return may_do.value(other, do, using, read) is True

    for other in trooper.weapons if action in FIRING_ACTIONS else ():
        if other != weapon and may(trooper, using=other):
            yield Remedy(f"He may{_with(other)}.", "weapon", other)
    instead = [other for other in ACTIONS if other != action and may(trooper, other)]
    for other in instead[:2]:
        yield Remedy(f"He may choose {ACTIONS[other]} instead.", "action", other)
    freed = trooper.wound.freed_by
    helps = f"With a {listed(freed, 'or')} in base contact, he may."
    yield from changes(trooper, may, *((helps, "helper", helper) for helper in freed[:1]))
    if trooper.last_action == "hide":
        moved = "Once a move action has brought him out of hide, he may."
        yield from changes(trooper, may, (moved, "last_action", "move"))
    alone = replace(trooper, gunner_out=True, alone=True)
    if trooper.loads and not trooper.gunner_out and may(alone):
        yield Remedy("Once the machinegunner is incapacitated, he may.", "gunner_out", True)
    works = "of reloading" if _reloads(trooper, weapon) else "without a burst"
    bursting = "While the machine gun does not fire fully automatic, he may."
    yield from changes(
        trooper,
        may,
        (f"After a turn {works}, he may.", "burst_before", False),
        ("Once he has handed his prisoners over, he may.", "guards", False),
        ("After a turn of weapon work, he may.", "worn", False),
        (bursting, "gun_bursting", False),
    )
    for role, man in MEN.items():
        if role != trooper.role and may(replace(trooper, role=role), using=man.weapons[0]):
            yield Remedy(f"The {man.name} may, in his place.", "man", role)
            return
