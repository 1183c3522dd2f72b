"""The typical squad: who is in it, and what each man may do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.checks import one_of
from landships_lab.core.speech import capitalized, listed, with_article
from landships_lab.games.landser.data.tables import Man
from landships_lab.games.landser.rules.book import CITES, EFFECTS, SQUAD, WEAPONS, count, die_face
from landships_lab.games.landser.rules.shots import RELOADS
from landships_lab.games.landser.rules.wounds import next_turn, outcome_of

MEN, ACTIONS = SQUAD.men, SQUAD.actions
FIRING_ACTIONS = ("fire", "move and fire", "covering fire")
#: The guns that a team of two works; the loader takes over the one of his gunner.
TEAM_GUNS = ("gpmg", "lmg")
#: What the men of a squad may carry in any mix (line 267).
MIXED = ("rifle", "smg", *TEAM_GUNS)
#: The light wound of line 135, and what it takes from which actions.
DISORIENTATED = ("light 3", "light 4")
HINDERED = (
    ("half speed", ("move", "move fast", "move and fire", "sneak")),
    ("minus one to firing", FIRING_ACTIONS),
    ("minus one in the assault", ("assault",)),
)
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
#: Who may stand in base contact with a wounded man; "" for nobody.
HELPERS = ("", "commander", "medic")
#: What a die rolled the turn after a medic has come leaves of a man who was out of action (line
#: 144).
TREATED = {face: "serious 1-2" if face < 4 else "serious 3-4" for face in range(1, 7)}
#: The ten men in printed order, each with his role: "leader", "second", ..., "rifleman 1" to
#: "rifleman 6".
ROSTER = {
    (role if man.count == 1 else f"{role} {number}"): role
    for role, man in MEN.items()
    for number in range(1, man.count + 1)
}


@dataclass(frozen=True, slots=True)
class Trooper:
    """A man of the squad at the start of his turn. ``role`` is one of `MEN`.

    ``outcome`` is what the last shot at him did ("miss" if nothing), ``hits`` how often he was hit
    that turn; ``last_action`` what he did in his last turn; ``jammed`` the weapon that is jammed.
    ``helper`` is who stands in base contact with him: "commander", "medic" or nobody, "".
    ``gunner_out`` (the machinegunner is incapacitated) and ``gun_bursting`` (the machine gun fires
    fully automatic) bear on the loader alone. ``burst_before`` says that the weapon he would fire
    fired on automatic last turn.
    """

    role: str
    outcome: str = "miss"
    hits: int = 0
    last_action: str = ""
    jammed: str = ""
    leg_wounds: int = 0
    arm_wounds: int = 0
    helper: str = ""
    gunner_out: bool = False
    gun_bursting: bool = False
    burst_before: bool = False

    def __post_init__(self) -> None:
        one_of("man of the squad", self.role, MEN)
        outcome_of(self.outcome)
        one_of("action", self.last_action, ("", *ACTIONS))
        one_of("helper", self.helper, HELPERS)
        one_of("weapon", self.jammed, ("", *WEAPONS))
        for what in (self.hits, self.leg_wounds, self.arm_wounds):
            count("The number of hits and wounds", what)

    @property
    def man(self) -> Man:
        """His profile."""
        return MEN[self.role]


def may_do(trooper: Trooper, action: str, weapon: str = "") -> Answer[bool]:
    """Return whether this man may choose this action, with this weapon where he fires.

    Without a weapon named it is the first he carries. `ValueError` for an unknown action or weapon.
    Source: Landser, Actions (lines 23-37), Jammed Weapons (111), wounds (131-155), A Typical Squad
    (275-329).

    >>> (
    ...     may_do(Trooper("gunner"), "move and fire").value,
    ...     may_do(Trooper("gunner"), "move and fire", "pistol").value,
    ... )
    (False, True)
    """
    one_of("action", action, ACTIONS)
    used = one_of("weapon", weapon or trooper.man.weapons[0], WEAPONS)
    steps = tuple(_steps(trooper, action, used))
    value = judge(steps) is True
    doing = f"{ACTIONS[action]}{_with(used) if action in FIRING_ACTIONS else ''}"
    verdict = f"The {trooper.man.name} {'may' if value else 'may not'} choose {doing}."
    return Answer(value, steps, verdict, () if value else tuple(_remedies(trooper, action, used)))


def order(
    name: str, trooper: Trooper, action: str, weapon: str = "", out: Collection[str] = ()
) -> Answer[bool]:
    """Return what `may_do` says of the man of `ROSTER` with this name, in a squad with these men
    ``out`` of action.

    A man who is out of action may do nothing, and is not proposed in another's place. Source: as
    for `may_do`.

    >>> order("gunner", Trooper("gunner"), "fire", out={"gunner"}).headline
    'The machinegunner is out of action.'
    """
    if name in out:
        step = Step("He is out of action.", CITES[EFFECTS.outcomes["serious 6"].cite], "forbids")
        return Answer(False, (step,), f"The {title(name)} is out of action.")
    answer = may_do(trooper, action, weapon)
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
    return f" with the {WEAPONS[weapon].name}"


def _steps(trooper: Trooper, action: str, weapon: str) -> Iterator[Step]:
    profile = _profile(trooper.man, action, weapon)
    if profile.op == "forbids":
        yield Step("A soldier may do what his profile lists.", CITES["actions"])
    yield profile
    says, cite = ACTION_RULES[action]
    yield Step(says, CITES[cite])
    if action in FIRING_ACTIONS:
        yield from _armed(trooper, weapon)
        if weapon == trooper.jammed:
            yield Step(
                "It is jammed; only a turn of weapon work clears it.", CITES["jam-clear"], "forbids"
            )
        if trooper.burst_before and weapon in RELOADS:
            text = (
                f"A {WEAPONS[weapon].name} that fired on automatic last turn must reload: it does"
                " not fire."
            )
            yield Step(text, CITES["machine-guns"], "forbids")
    yield from _after_a_hit(trooper, action)
    yield from _out_of_hide(trooper, action)
    yield from _assists(trooper, action, weapon)
    if action == "move fast" and trooper.last_action == "move fast":
        yield Step("Nobody moves fast in two turns running.", CITES["move-fast"], "forbids")
    if action == "move fast" and trooper.leg_wounds:
        yield Step("With an (a) wound nobody moves fast.", CITES["serious-1"], "forbids")
    if action == "assault" and trooper.leg_wounds + trooper.arm_wounds:
        yield Step(
            "Nobody with a serious wound will use the assault mode.",
            CITES["serious-assault"],
            "forbids",
        )
    if action in FIRING_ACTIONS and trooper.arm_wounds:
        yield Step(
            f"His (b) wounds take {trooper.arm_wounds} from the hit die.", CITES["serious-3"]
        )


def _armed(trooper: Trooper, weapon: str) -> Iterator[Step]:
    """Say whether he has this weapon: one of his profile, or the machine gun that a loader takes
    over.
    """
    carried = weapon in trooper.man.weapons
    if trooper.gunner_out and _is_loader(trooper) and weapon in TEAM_GUNS:
        yield Step(
            "The machinegunner is incapacitated, and the loader may take the gun over.",
            CITES["loader"],
            "allows",
        )
        return
    name = WEAPONS[weapon].name
    text = f"He carries {with_article(name) if carried else f'no {name}'}."
    yield Step(text, CITES[trooper.man.cite], "allows" if carried else "forbids")
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


def _assists(trooper: Trooper, action: str, weapon: str) -> Iterator[Step]:
    """Say whether the loader is free to fire or must feed the gun; once he has taken it over, he
    feeds nobody.
    """
    if not _is_loader(trooper) or action not in FIRING_ACTIONS or weapon in TEAM_GUNS:
        return
    if trooper.gun_bursting and not trooper.gunner_out:
        yield Step(
            "While the machine gun fires fully automatic he must assist in supplying ammunition.",
            CITES["loader"],
            "forbids",
        )
    elif not trooper.gunner_out:
        yield Step(
            "He may join in a firefight, as long as the machine gun does not fire fully automatic.",
            CITES["loader"],
        )


def _out_of_hide(trooper: Trooper, action: str) -> Iterator[Step]:
    """Say what a turn in hide leaves for the next: a man in hide fires at nobody, and coming out
    takes a move action.
    """
    if trooper.last_action != "hide":
        return
    if action in ("fire", "covering fire"):
        yield Step(
            "Last turn he hid; a man in hide may not fire or prepare covering fire.",
            CITES["hide-turn"],
            "forbids",
        )
    elif action == "move and fire":
        yield Step(
            "Coming out of hide, he may not move and fire: he is aware of no target.",
            CITES["hide-out"],
            "forbids",
        )
    elif action in ("move fast", "assault"):
        yield Step(
            "Coming out of hide counts as a move action, and is all he does this turn.",
            CITES["hide-out"],
            "forbids",
        )
    elif action == "move":
        yield Step(
            "Coming out of hide counts as a move action, though he need not go anywhere.",
            CITES["hide-out"],
        )


def _profile(man: Man, action: str, weapon: str) -> Step:
    if action not in man.cannot:
        return Step(f"{ACTIONS[action]} is on his profile.", CITES[man.cite], "allows")
    special = man.may_with
    if special is not None and (special.action, special.weapon) == (action, weapon):
        return Step(
            f"Not on his profile, but allowed{_with(weapon)}.", CITES[special.cite], "allows"
        )
    return Step(f"{ACTIONS[action]} is not on his profile.", CITES[man.cite], "forbids")


def _after_a_hit(trooper: Trooper, action: str) -> Iterator[Step]:
    found = outcome_of(trooper.outcome)
    if trooper.outcome in DISORIENTATED:
        yield from _disorientated(action)
    if found.free:
        return
    if trooper.helper in found.freed_by:
        yield Step(
            f"A {trooper.helper} is in base contact with him: he goes on as normal.",
            CITES[found.cite],
            "allows",
        )
        return
    if trooper.helper in found.treated_by:
        yield Step(
            f"A {trooper.helper} is in base contact with him: next turn a die decides.",
            CITES[found.cite],
        )
    yield from _lasts(trooper.outcome)
    left = next_turn(trooper.outcome).value
    allowed = action in left
    yield Step(
        f"{capitalized(trooper.outcome)}: {found.says}",
        CITES[found.cite],
        "allows" if allowed else "forbids",
    )
    if trooper.outcome == "hide" and trooper.hits > 1 and action == "sneak":
        yield Step(
            "Hit twice or more in one turn, he must stay where he is.",
            CITES["hide-turn"],
            "forbids",
        )


def _lasts(outcome: str) -> Iterator[Step]:
    """Say how long a wound lasts."""
    if outcome.startswith("light"):
        yield Step("A light wound lasts as long as he has to hide.", CITES["wounds-last"])
    if outcome.startswith("serious"):
        yield Step("A serious wound stays with him throughout the battle.", CITES["wounds-last"])


def _disorientated(action: str) -> Iterator[Step]:
    """Say what the light wound that disorientates takes from this action, if anything."""
    hinders = [text for text, actions in HINDERED if action in actions]
    if hinders:
        yield Step(
            f"The light wound means {' and '.join(hinders)} for this turn only.", CITES["light-3"]
        )


def _remedies(trooper: Trooper, action: str, weapon: str) -> Iterator[Remedy]:
    """Yield what he could do instead, and who could do this; each is tried before it is offered."""
    for other in trooper.man.weapons:
        if action in FIRING_ACTIONS and other != weapon and _allowed(trooper, action, other):
            yield Remedy(f"He may{_with(other)}.", "weapon", other)
    instead = [other for other in ACTIONS if other != action and _allowed(trooper, other, weapon)]
    for other in instead[:2]:
        yield Remedy(f"He may choose {ACTIONS[other]} instead.", "action", other)
    for helper in outcome_of(trooper.outcome).freed_by[:1]:
        if _allowed(replace(trooper, helper=helper), action, weapon):
            yield Remedy(
                f"With a {listed(outcome_of(trooper.outcome).freed_by, 'or')} in base contact, he"
                " may.",
                "helper",
                helper,
            )
    yield from _by_and_by(trooper, action, weapon)
    for role, man in MEN.items():
        if role != trooper.role and _allowed(replace(trooper, role=role), action, man.weapons[0]):
            yield Remedy(f"The {man.name} may, in his place.", "man", role)
            return


def _by_and_by(trooper: Trooper, action: str, weapon: str) -> Iterator[Remedy]:
    """Yield what has to happen first, so that he may; each is tried before it is offered."""
    if trooper.last_action == "hide" and _allowed(
        replace(trooper, last_action="move"), action, weapon
    ):
        yield Remedy(
            "Once a move action has brought him out of hide, he may.", "last_action", "move"
        )
    if (
        _is_loader(trooper)
        and not trooper.gunner_out
        and _allowed(replace(trooper, gunner_out=True), action, weapon)
    ):
        yield Remedy("Once the machinegunner is incapacitated, he may.", "gunner_out", True)
    if trooper.burst_before and _allowed(replace(trooper, burst_before=False), action, weapon):
        yield Remedy("After a turn of reloading, he may.", "burst_before", False)
    if trooper.gun_bursting and _allowed(replace(trooper, gun_bursting=False), action, weapon):
        yield Remedy(
            "While the machine gun does not fire fully automatic, he may.", "gun_bursting", False
        )


def _allowed(trooper: Trooper, action: str, weapon: str) -> bool:
    return all(step.op != "forbids" for step in _steps(trooper, action, weapon))


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
