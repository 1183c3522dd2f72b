"""The typical squad: who is in it, and may this man do that?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Remedy, Step, judge
from landships_lab.core.sources import unknown
from landships_lab.data.landser_tables import Man
from landships_lab.rules.landser.tables import CITES, SQUAD, WEAPONS, checked_count
from landships_lab.rules.landser.wounds import next_turn, outcome_of

MEN, ACTIONS = SQUAD.men, SQUAD.actions
FIRING_ACTIONS = ("fire", "move and fire", "covering fire")
#: Who may stand in base contact with a wounded man; "" for nobody.
HELPERS = ("", "commander", "medic")
#: What a die rolled the turn after a medic has come leaves of a man who was out of action (line 144).
TREATED = {face: "serious 1-2" if face < 4 else "serious 3-4" for face in range(1, 7)}
#: The ten men in the order of the print, each with his role: "leader", "second", ..., "rifleman 1" to "rifleman 6".
ROSTER = {(role if man.count == 1 else f"{role} {number}"): role for role, man in MEN.items() for number in range(1, man.count + 1)}


@dataclass(frozen=True, slots=True)
class Trooper:
    """A man of the squad at the start of his turn. ``role`` is one of `MEN`.

    ``outcome`` is what the last shot at him did ("miss" if nothing), ``hits`` how often he was hit that turn; ``last_action`` what
    he did in his last turn; ``jammed`` the weapon that is jammed. ``helper`` is who stands in base contact with him: "commander",
    "medic" or nobody, "".
    """

    role: str
    outcome: str = "miss"
    hits: int = 0
    last_action: str = ""
    jammed: str = ""
    leg_wounds: int = 0
    arm_wounds: int = 0
    helper: str = ""

    def __post_init__(self) -> None:
        if self.role not in MEN:
            raise ValueError(unknown("man of the squad", self.role, list(MEN)))
        outcome_of(self.outcome)
        if self.last_action and self.last_action not in ACTIONS:
            raise ValueError(unknown("action", self.last_action, list(ACTIONS)))
        if self.helper not in HELPERS:
            raise ValueError(unknown("helper", self.helper, [name for name in HELPERS if name]))
        for what in (self.hits, self.leg_wounds, self.arm_wounds):
            checked_count("The number of hits and wounds", what)

    @property
    def man(self) -> Man:
        """What does his profile say?"""
        return MEN[self.role]


def may_do(trooper: Trooper, action: str, weapon: str = "") -> Answer[bool]:
    """May this man choose this action, with this weapon where it fires?

    Without a weapon named it is the first he carries. `ValueError` for an action or weapon that is none. Source: Landser, Actions
    (lines 23-37), Jammed Weapons (111), wounds (131-155), A Typical Squad (275-329).

    >>> may_do(Trooper("gunner"), "move and fire").value, may_do(Trooper("gunner"), "move and fire", "pistol").value
    (False, True)
    """
    if action not in ACTIONS:
        raise ValueError(unknown("action", action, list(ACTIONS)))
    used = weapon or trooper.man.weapons[0]
    if used not in WEAPONS:
        raise ValueError(unknown("weapon", used, list(WEAPONS)))
    steps = tuple(_steps(trooper, action, used))
    value = judge(steps) is True
    doing = f"{ACTIONS[action]}{_with(used) if action in FIRING_ACTIONS else ''}"
    told = f"The {trooper.man.name} {'may' if value else 'may not'} choose {doing}."
    return Answer(value, steps, told, () if value else tuple(_remedies(trooper, action, used)))


def _with(weapon: str) -> str:
    return f" with the {WEAPONS[weapon].name}"


def _steps(trooper: Trooper, action: str, weapon: str) -> Iterator[Step]:
    yield _profile(trooper.man, action, weapon)
    if action in FIRING_ACTIONS:
        carried = weapon in trooper.man.weapons
        text = f"He carries {'' if carried else 'no '}{'a ' if carried else ''}{WEAPONS[weapon].name}."
        yield Step(text, CITES[trooper.man.cite], "allows" if carried else "forbids")
        if weapon == trooper.jammed:
            yield Step("It is jammed: a turn of weapon work and nothing else clears it.", CITES["jam-clear"], "forbids")
    yield from _after_a_hit(trooper, action)
    if action == "move fast" and trooper.last_action == "move fast":
        yield Step("Nobody moves fast in two turns running.", CITES["move-fast"], "forbids")
    if action == "move fast" and trooper.leg_wounds:
        yield Step("With an (a) wound nobody moves fast.", CITES["serious"], "forbids")
    if action == "assault" and trooper.leg_wounds + trooper.arm_wounds:
        yield Step("Nobody with a serious wound will use the assault mode.", CITES["serious-assault"], "forbids")
    if action in FIRING_ACTIONS and trooper.arm_wounds:
        yield Step(f"His (b) wounds take {trooper.arm_wounds} from the hit die.", CITES["serious"])


def _profile(man: Man, action: str, weapon: str) -> Step:
    """Is the action on his profile?"""
    if action not in man.cannot:
        return Step(f"{ACTIONS[action]} is on his profile.", CITES[man.cite], "allows")
    special = man.may_with
    if special is not None and (special.action, special.weapon) == (action, weapon):
        return Step(f"Not on his profile, but allowed{_with(weapon)}.", CITES[special.cite], "allows")
    return Step(f"{ACTIONS[action]} is not on his profile.", CITES[man.cite], "forbids")


def _after_a_hit(trooper: Trooper, action: str) -> Iterator[Step]:
    """What has the last hit left him to do?"""
    found = outcome_of(trooper.outcome)
    if found.free:
        return
    if trooper.helper in found.freed_by:
        yield Step(f"A {trooper.helper} is in base contact with him: he goes on as normal.", CITES[found.cite], "allows")
        return
    if trooper.helper in found.treated_by:
        yield Step(f"A {trooper.helper} is in base contact with him: next turn a die decides.", CITES[found.cite])
    left = next_turn(trooper.outcome).value
    allowed = action in left
    yield Step(f"{trooper.outcome.capitalize()}: {found.says}", CITES[found.cite], "allows" if allowed else "forbids")
    if trooper.outcome == "hide" and trooper.hits > 1 and action == "sneak":
        yield Step("Hit twice or more in the turn he must stay where he is.", CITES["hide"], "forbids")


def _remedies(trooper: Trooper, action: str, weapon: str) -> Iterator[Remedy]:
    """What could he do instead, and who could do this? Each is tried before it is offered."""
    for other in trooper.man.weapons:
        if action in FIRING_ACTIONS and other != weapon and _allowed(trooper, action, other):
            yield Remedy(f"He may{_with(other)}.", "weapon", other)
    instead = [other for other in ACTIONS if other != action and _allowed(trooper, other, weapon)]
    for other in instead[:2]:
        yield Remedy(f"He may choose {ACTIONS[other]} instead.", "action", other)
    for helper in outcome_of(trooper.outcome).freed_by[:1]:
        if _allowed(replace(trooper, helper=helper), action, weapon):
            yield Remedy(f"With a {' or '.join(outcome_of(trooper.outcome).freed_by)} in base contact he may.", "helper", helper)
    for role, man in MEN.items():
        if role != trooper.role and _allowed(replace(trooper, role=role), action, man.weapons[0]):
            yield Remedy(f"The {man.name} in his place may.", "man", role)
            return


def _allowed(trooper: Trooper, action: str, weapon: str) -> bool:
    return all(step.op != "forbids" for step in _steps(trooper, action, weapon))


def treated(die: int) -> Answer[str]:
    """What is left of a man who was out of action, when this is rolled the turn after a medic came: an (a) or a (b) wound?

    ``serious 1-2`` stands for an (a) wound and ``serious 3-4`` for a (b) wound. `ValueError` for a roll that cannot be.
    Source: Landser, Serious Wounds (line 144).

    >>> treated(3).headline, treated(4).value
    ('He fights on with an (a) wound.', 'serious 3-4')
    """
    if die not in TREATED:
        raise ValueError(f"A die shows 1 to 6, not {die!r}.")
    outcome = TREATED[die]
    wound = "an (a)" if outcome == "serious 1-2" else "a (b)"
    steps = (
        Step(f"The die shows {die}.", CITES["treated"]),
        Step(f"{'1 to 3' if die < 4 else '4 to 6'}: he has {wound} wound.", CITES["treated"], "reads"),
    )
    return Answer(outcome, steps, f"He fights on with {wound} wound.")
