"""The typical squad: who is in it, and what each man may do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import listed, with_article
from landships_lab.games.landser.data.tables import Man
from .after_a_hit import ANGRY, after_a_hit
from .assault import Fighter, may_assault
from .book import CITES, EFFECTS, GAPS, READINGS, WEAPONS, die_face, taken
from .bursts import RELOADS, after_a_burst, alone_again
from .hiding import from_hide, stays
from .locked import driven, locked, torn, torn_step
from .trooper import ACTIONS, FIRING_ACTIONS, GRENADE, LEAVES, MEN, ROSTER, TEAM_GUNS, Trooper
from .wounds import outcome_of

#: What the men of a squad may carry in any mix (line 267).
MIXED = ("rifle", "smg", *TEAM_GUNS)
#: What each action is, and where that is printed.
ACTION_RULES = {
    "move": ("Move: up to 4 inches.", "move"),
    "move fast": (
        "Move fast: up to 7 inches, not into full cover, and he spots nobody on the way.",
        "move-fast",
    ),
    "move and fire": (
        "Move and fire: up to 4 inches, with a shot at any point of them.",
        "move-and-fire",
    ),
    "sneak": ("Sneak: up to 2 inches, and he is harder to see.", "sneak"),
    "assault": ("Assault: into base contact with the nearest enemy.", "assault-nearest"),
    "fire": ("Fire: at an enemy target.", "fire"),
    "hide": ("Hide: he drops to the ground and neither moves nor fires.", "hide-down"),
    "covering fire": (
        "Covering fire: he does nothing in his own turn and fires in the enemy's.",
        "covering-fire",
    ),
    "weapon work": (
        "Weapon work: all he does this turn is to clear a jam or to reload.",
        "weapon-work",
    ),
}
#: What a die rolled the turn after a medic has come leaves of a man who was out of action (line
#: 144).
TREATED = {face: "serious 1-2" if face < 4 else "serious 3-4" for face in range(1, 7)}


def may_do(
    trooper: Trooper, action: str, weapon: str = "", readings: Given = None
) -> Answer[bool | Gap]:
    """Return whether this man may choose this action, with this weapon where he fires.

    Without a weapon named it is the first he carries; a grenade is one too. A `Gap` for a man
    locked in combat whom a hit drives elsewhere. `ValueError` for an unknown action or weapon.
    Source: Landser, Actions (lines 23-37), Jammed Weapons (111), wounds (131-155), A Typical Squad
    (275-329).

    >>> (
    ...     may_do(Trooper("gunner"), "move and fire").value,
    ...     may_do(Trooper("gunner"), "move and fire", "pistol").value,
    ... )
    (False, True)
    """
    one_of("action", action, ACTIONS)
    used = one_of("weapon", weapon or trooper.weapons[0], (*WEAPONS, GRENADE))
    read = taken(readings)
    steps = tuple(_steps(trooper, action, used, read))
    value = judge(steps)
    if isinstance(value, Gap):
        return Answer(value, steps, "What such a man does in combat is not in the source.")
    doing = f"{ACTIONS[action]}{_with(used) if action in FIRING_ACTIONS else ''}"
    verdict = f"The {trooper.man.name} {'may' if value else 'may not'} choose {doing}."
    if trooper.helper in outcome_of(trooper.outcome).treated_by:
        verdict = f"The {trooper.man.name} is out of action, until a die treats him next turn."
    changes = () if value else tuple(_remedies(trooper, action, used, read))
    return Answer(value, steps, verdict, changes)


def order(
    name: str,
    trooper: Trooper,
    action: str,
    weapon: str = "",
    out: Collection[str] = (),
    readings: Given = None,
) -> Answer[bool | Gap]:
    """Return what `may_do` says of the man of `ROSTER` with this name, in a squad with these men
    ``out`` of action.

    A man who is out of action may do nothing, and is not proposed in another's place. A machine gun
    has nobody to load it once one of its two men is out. Source: as for `may_do`.

    >>> order("gunner", Trooper("gunner"), "fire", out={"gunner"}).headline
    'The machinegunner is out of action.'
    """
    if name in out:
        step = Step("He is out of action.", CITES[EFFECTS.outcomes["serious 6"].cite], "forbids")
        return Answer(False, (step,), f"The {title(name)} is out of action.")
    crewed = replace(trooper, alone=trooper.alone or not {"gunner", "loader"}.isdisjoint(out))
    answer = may_do(crewed, action, weapon, readings)
    fit = {role for man, role in ROSTER.items() if man not in out}
    return replace(
        answer, remedies=tuple(r for r in answer.remedies if r.change != "man" or r.to in fit)
    )


def title(name: str) -> str:
    """Return what a man of `ROSTER` is called.

    >>> title("rifleman 3"), title("gunner")
    ('rifleman 3', 'machinegunner')
    """
    role, _, number = name.partition(" ")
    return f"{MEN[role].name} {number}".strip()


def _with(weapon: str) -> str:
    return f" with {'a' if weapon == GRENADE else 'the'} {_named(weapon)}"


def _named(weapon: str) -> str:
    return GRENADE if weapon == GRENADE else WEAPONS[weapon].name


def _steps(trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]) -> Iterator[Step]:
    profile = _profile(trooper.man, action, weapon)
    if profile.op == "forbids":
        yield Step("A soldier may do what his profile lists.", CITES["actions"])
    yield profile
    if not (action == "move" and stays(trooper.hidden, read)):  # he goes nowhere
        says, cite = ACTION_RULES[action]
        yield Step(says, CITES[cite])
    if torn(trooper):
        yield torn_step()
        return
    if action in FIRING_ACTIONS:
        yield from _fires(trooper, action, weapon, read)
    yield from after_a_hit(trooper, action, lambda: _can_fire_back(trooper, read), read)
    yield from from_hide(trooper.hidden, action, read)
    yield from locked(trooper, action, read)
    yield from _assists(trooper, action, weapon, read)
    yield from _works(trooper, action, weapon, read)
    yield from _guards(trooper, action)
    if action == "move fast" and trooper.last_action == "move fast":
        yield Step("Nobody moves fast in two turns running.", CITES["move-fast"], "forbids")
    if action == "move fast" and trooper.leg_wounds:
        yield Step("With an (a) wound nobody moves fast.", CITES["serious-1"], "forbids")
    if action == "assault" and not trooper.combat:
        wounds = trooper.leg_wounds + trooper.arm_wounds
        allowed = may_assault(Fighter(serious_wounds=wounds))
        yield from () if allowed.value else allowed.steps
    if action in FIRING_ACTIONS and trooper.arm_wounds and weapon != GRENADE:
        yield Step(
            f"His (b) wounds take {trooper.arm_wounds} from the hit die.", CITES["serious-3"]
        )


def _fires(trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Say whether he has this weapon, and whether it can be fired."""
    if weapon == GRENADE:
        yield from throws(action, read).steps
        return
    yield from _armed(trooper, weapon)
    if weapon == trooper.jammed:
        yield Step(
            "It is jammed; only a turn of weapon work clears it.", CITES["jam-clear"], "forbids"
        )
    if trooper.burst_before:
        yield from after_a_burst(weapon, False, trooper.alone, True, read)
        if weapon == "gpmg" and trooper.alone:
            yield alone_again(read)


def throws(action: str, read: Mapping[str, str]) -> Answer[bool]:
    """Return whether a grenade may be thrown with this action.

    Source: Landser, Grenades (lines 205-209).

    >>> throws("covering fire", {"grenade-action": "fire-only"}).value
    False
    """
    reading, option = READINGS["grenade-action"], read["grenade-action"]
    refused = option == "fire-only" and action != "fire"
    says = Step(
        reading.option(option).says,
        reading.cite,
        "forbids" if refused else "allows",
        reading="grenade-action",
    )
    steps = (
        Step("Troops can be issued with hand grenades.", CITES["grenades-issued"], "allows"),
        Step("How many he has is not in the source.", GAPS["grenade-supply"].cite),
        says,
    )
    return Answer(not refused, steps, says.text)


def _can_fire_back(trooper: Trooper, read: Mapping[str, str]) -> bool:
    """Return whether a wound apart he could fire this turn, with anything he has."""
    well = replace(trooper, outcome="miss")
    return any(
        _allowed(well, action, weapon, read)
        for action in ("fire", "move and fire")
        for weapon in (*trooper.weapons, *TEAM_GUNS)
    )


def _armed(trooper: Trooper, weapon: str) -> Iterator[Step]:
    """Say whether he has this weapon: one of his profile, or the machine gun that a loader takes
    over.
    """
    carried = weapon in trooper.weapons
    if trooper.gunner_out and _is_loader(trooper) and weapon in TEAM_GUNS:
        yield Step(
            "The machinegunner is incapacitated, and the loader may take the gun over.",
            CITES["loader"],
            "allows",
        )
        return
    name = WEAPONS[weapon].name
    text = f"He carries {with_article(name) if carried else f'no {name}'}."
    cite = "organisation" if trooper.carries else trooper.man.cite
    yield Step(text, CITES[cite], "allows" if carried else "forbids")
    if carried:
        return
    if _is_loader(trooper) and weapon in TEAM_GUNS:
        yield Step(
            "He may take the machine gun over once the machinegunner is incapacitated.",
            CITES["loader"],
        )
    if weapon not in MIXED:
        return
    mix = (
        "Another squad than this typical one may have any mix of rifles and submachine guns, and"
        " two men as its LMG or GPMG team."
    )
    yield Step(mix, CITES["organisation"])


def _is_loader(trooper: Trooper) -> bool:
    return trooper.role == "loader"


def _assists(trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Say whether the loader is free to act or must feed the gun; once he has taken it over, he
    feeds nobody.
    """
    if not _is_loader(trooper) or trooper.gunner_out:
        return
    firing = action in FIRING_ACTIONS and weapon not in TEAM_GUNS
    if not trooper.gun_bursting:
        if firing:
            yield Step(
                "He may join in a firefight, as long as the machine gun does not fire fully"
                " automatic.",
                CITES["loader"],
            )
        return
    if trooper.combat or driven(trooper):
        first = "The combat" if trooper.combat else "What fire makes him do"
        text = f"{first} comes first, and the gun goes without its loader."
        yield Step(text, CITES["loader"])
        return
    reading = READINGS["loader-assists"]
    taken_so = read["loader-assists"]
    yield Step(reading.option(taken_so).says, reading.cite, reading="loader-assists")
    if firing:
        yield Step(
            "While the machine gun fires fully automatic he must assist in supplying ammunition.",
            CITES["loader"],
            "forbids",
        )
    if action in LEAVES:
        yield Step(
            "The gun that fires stands still, and its loader stays in base contact with it.",
            CITES["loader-place"],
            "forbids",
        )
    elif action == "hide" and taken_so == "weapon-work":
        yield Step(
            "He supplies ammunition, and does not hide.",
            CITES["loader"],
            "forbids",
            reading="loader-assists",
        )


def _works(trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]) -> Iterator[Step]:
    """Say what a submachine gun that must be reloaded, or a barrel that must be changed, makes of
    the turn: weapon work, where he can do it, and nothing else.
    """
    said = action in FIRING_ACTIONS and weapon in RELOADS  # of the shot
    says = None if said or action == "weapon work" else has_to_work(trooper, read)
    yield from (says,) if says else ()


def _guards(trooper: Trooper, action: str) -> Iterator[Step]:
    """Say what a man with prisoners leaves alone; combat, and a wound that makes him return fire,
    come first.

    Source: Landser, Surrender (lines 191-193).
    """
    if not trooper.guards or trooper.combat or trooper.outcome == ANGRY:
        return
    if action in FIRING_ACTIONS or action == "assault":
        text = "He takes his prisoners to his base line, or hands them over, and does not fight."
        yield Step(text, CITES["prisoners"], "forbids")
    elif action == "move fast":
        text = "His prisoners move at their move rate: he does not move fast."
        yield Step(text, CITES["prisoners"], "forbids")


def has_to_work(trooper: Trooper, readings: Given = None) -> Step | None:
    """Return what makes weapon work of the turn of this man: his submachine gun fired a burst, or
    the barrel of his machine gun is worn. None where nothing does, or where he cannot: combat, and
    what a hit makes him do, come first.

    Source: Landser, Machine Guns (line 115), Weapon Work (185), GPMG (197).

    >>> has_to_work(Trooper("leader", burst_before=True)).text
    'His weapon must be reloaded: that is weapon work, and all that he does this turn.'
    """
    read = taken(readings)
    reloads = trooper.burst_before and _reloads(trooper)
    if not (reloads or trooper.worn) or trooper.combat:
        return None
    if not _allowed(trooper, "weapon work", trooper.weapons[0], read):
        return None
    if trooper.worn:
        text = "The barrel must be changed: that is weapon work, and all that he does this turn."
        return Step(text, CITES["gpmg"], "forbids")
    text = "His weapon must be reloaded: that is weapon work, and all that he does this turn."
    return Step(text, CITES["weapon-work"], "forbids")


def _reloads(trooper: Trooper, weapon: str = "") -> bool:
    return not set(RELOADS).isdisjoint((weapon, *trooper.weapons))


def _profile(man: Man, action: str, weapon: str) -> Step:
    if action not in man.cannot:
        return Step(f"{ACTIONS[action]} is on his profile.", CITES[man.cite], "allows")
    if (action, weapon) == ("move and fire", "lmg"):
        text = "A light machine gun may move and fire, only not on automatic."
        return Step(text, CITES["lmg-automatic"], "allows")
    special = man.may_with
    if special is not None and (special.action, special.weapon) == (action, weapon):
        return Step(
            f"Not on his profile, but allowed{_with(weapon)}.", CITES[special.cite], "allows"
        )
    return Step(f"{ACTIONS[action]} is not on his profile.", CITES[man.cite], "forbids")


def _remedies(
    trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]
) -> Iterator[Remedy]:
    """Yield what he could do instead, and who could do this; each is tried before it is offered."""
    for other in trooper.weapons:
        if action in FIRING_ACTIONS and other != weapon and _allowed(trooper, action, other, read):
            yield Remedy(f"He may{_with(other)}.", "weapon", other)
    instead = [
        other for other in ACTIONS if other != action and _allowed(trooper, other, weapon, read)
    ]
    for other in instead[:2]:
        yield Remedy(f"He may choose {ACTIONS[other]} instead.", "action", other)
    for helper in outcome_of(trooper.outcome).freed_by[:1]:
        if _allowed(replace(trooper, helper=helper), action, weapon, read):
            yield Remedy(
                f"With a {listed(outcome_of(trooper.outcome).freed_by, 'or')} in base contact, he"
                " may.",
                "helper",
                helper,
            )
    yield from _by_and_by(trooper, action, weapon, read)
    for role, man in MEN.items():
        if role != trooper.role and _allowed(
            replace(trooper, role=role), action, man.weapons[0], read
        ):
            yield Remedy(f"The {man.name} may, in his place.", "man", role)
            return


def _by_and_by(
    trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]
) -> Iterator[Remedy]:
    """Yield what has to happen first, so that he may; each is tried before it is offered."""
    if trooper.last_action == "hide" and _allowed(
        replace(trooper, last_action="move"), action, weapon, read
    ):
        yield Remedy(
            "Once a move action has brought him out of hide, he may.", "last_action", "move"
        )
    if (
        _is_loader(trooper)
        and not trooper.gunner_out
        and _allowed(replace(trooper, gunner_out=True, alone=True), action, weapon, read)
    ):
        yield Remedy("Once the machinegunner is incapacitated, he may.", "gunner_out", True)
    if trooper.burst_before and _allowed(
        replace(trooper, burst_before=False), action, weapon, read
    ):
        works = "of reloading" if _reloads(trooper, weapon) else "without a burst"
        yield Remedy(f"After a turn {works}, he may.", "burst_before", False)
    if trooper.guards and _allowed(replace(trooper, guards=False), action, weapon, read):
        yield Remedy("Once he has handed his prisoners over, he may.", "guards", False)
    if trooper.worn and _allowed(replace(trooper, worn=False), action, weapon, read):
        yield Remedy("After a turn of weapon work, he may.", "worn", False)
    if trooper.gun_bursting and _allowed(
        replace(trooper, gun_bursting=False), action, weapon, read
    ):
        yield Remedy(
            "While the machine gun does not fire fully automatic, he may.", "gun_bursting", False
        )


def _allowed(trooper: Trooper, action: str, weapon: str, read: Mapping[str, str]) -> bool:
    return judge(_steps(trooper, action, weapon, read)) is True


def treated(die: int) -> Answer[str]:
    """Return the wound that this roll leaves a man who was out of action, the turn after a medic
    came.

    ``serious 1-2`` stands for an (a) wound and ``serious 3-4`` for a (b) wound. `ValueError` for a
    face that the die does not have. Source: Landser, Serious Wounds (line 144).

    >>> treated(3).headline, treated(4).value
    ('He fights on with an (a) wound.', 'serious 3-4')
    """
    outcome = TREATED[die_face("The roll", die)]
    wound = "an (a)" if outcome == "serious 1-2" else "a (b)"
    steps = (
        Step(f"The die shows {die}.", CITES["treated"]),
        Step(
            f"{'1 to 3' if die < 4 else '4 to 6'}: he has {wound} wound.", CITES["treated"], "reads"
        ),
    )
    return Answer(outcome, steps, f"He fights on with {wound} wound.")
