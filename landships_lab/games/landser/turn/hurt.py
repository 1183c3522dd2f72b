"""What fire does to a man's states, and what becomes of those whose lot hangs on his."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from landships_lab.core.answer import Step
from landships_lab.core.dice import Odds, Roll, run
from landships_lab.games.landser.rules.book import CITES, options
from landships_lab.games.landser.rules.grenades import effective_course
from landships_lab.games.landser.rules.wounds import (
    BECOMES,
    OUTCOMES,
    Course,
    Hit,
    Target,
    effect_course,
)
from landships_lab.play.turns import Choice, Effect, Happening, TurnStep
from .facts import DISORIENTATED, agreed, gun_lies, hiding, target_of, works_gun
from .state import MARKS, UNHURT, Firefight, Wound

#: Wounds that go on until somebody helps, and are not undone by a hide result.
LASTING = ("light 5", "light 6")
#: Hits that ask for a turn in hide first.
HIDES_A_TURN = frozenset({"light 2", "light 5", "serious 1-2", "serious 3-4"})
#: An outcome in a few words, as the odds of a choice group them.
SAID = {"miss": "missed", "no effect": "no effect", "hide": "into hide"}


def said_of(outcome: str) -> str:
    """Return the group of an outcome: "missed", "into hide", "light wound", ..."""
    if outcome in SAID:
        return SAID[outcome]
    if OUTCOMES[outcome].becomes == BECOMES[2]:
        return "out of action"
    return f"{outcome.partition(' ')[0]} wound"


# -- one man ---------------------------------------------------------------------------------------


def merged(wound: Wound, outcome: str) -> Wound:
    """Return what a man's hits of a turn come to after one more with this outcome: the gravest
    binds him, and none takes another away.

    >>> merged(merged(UNHURT, "light 6"), "light 3")
    Wound(outcome='light 6', hits=2, hid=False, since='', dazed=True)
    """
    if outcome in ("miss", "no effect"):
        return wound
    hid, dazed = outcome == "hide" or wound.hid, outcome in DISORIENTATED or wound.dazed
    both = MARKS.begin(replace(wound, hid=hid, dazed=dazed), "hit", outcome=outcome, hits=1)
    waits = both.outcome == "light 6" and not HIDES_A_TURN.isdisjoint((outcome, wound.outcome))
    return replace(both, since="fired on") if waits else both  # lines 134, 136, 142-143


def bound(wound: Wound, fresh: Wound) -> Wound:
    """Return the wound that binds a man when his turn begins: the graver one of that which goes on
    and that of the enemy's turn; a lighter hit takes him back on his way, but never cures him.

    >>> bound(Wound("light 6", since="there"), merged(UNHURT, "hide"))
    Wound(outcome='light 6', hits=1, hid=True, since='fired on', dazed=False)
    """
    if UNHURT in (wound, fresh):
        return wound if fresh == UNHURT else fresh
    both = MARKS.begin(fresh, "turn begins", outcome=wound.outcome)
    both = replace(both, hid=fresh.hid or wound.hid, dazed=fresh.dazed or wound.dazed)
    if both.outcome != wound.outcome:
        return both
    hides = fresh.hid or fresh.outcome in HIDES_A_TURN
    match both.outcome:
        case "light 5":
            return replace(both, since="" if fresh.outcome in HIDES_A_TURN else wound.since)
        case "light 6":
            there = wound.since == "there" and not hides
            return replace(both, since="there" if there else "fired on")
    return both


def suffer(situation: Firefight, name: str, outcome: str) -> Firefight:
    """Return the situation after a hit with this outcome: his wounds, and who depends on him.

    Source: Landser, Light Wounds (lines 131-138), Serious Wounds (142-147).
    """
    man = situation.man(name)
    after = situation.change(
        name,
        fresh=merged(man.fresh, outcome),
        light=man.light or outcome.startswith("light"),
        serious=man.serious + outcome.startswith("serious"),
        legs=man.legs + (outcome == "serious 1-2"),
        arms=man.arms + (outcome == "serious 3-4"),
    )
    if OUTCOMES[outcome].becomes == BECOMES[2]:
        return put_out(after, name, "hurt" if outcome == "serious 5" else "out")
    return _gun_down(after, name) if hiding(after.man(name)) else after


def put_out(situation: Firefight, name: str, status: str, guard: str = "") -> Firefight:
    """Return the situation with a man out of action, taken, or off the table."""
    man = situation.man(name)
    place = situation.man(guard).at if guard else man.at
    if man.fights and works_gun(situation, man) and gun_lies(situation, man.side) is None:
        situation = situation.gun_after(man.side, "falls", lies=man.at)
    after = situation.after(name, "out").change(name, status=status, guard=guard, at=place)
    after = released(after, name)
    for other in after.men:
        if other.guard == name and other.status == "prisoner":
            free = after.agreement("freed-prisoners") == "free"
            after = after.change(other.name, status="" if free else "away", guard="")
    return _gun_down(after, name)


def released(situation: Firefight, name: str) -> Firefight:
    """Return the situation in which nobody is locked with a man any more. Whoever another enemy is
    locked with as well goes on with that one.
    """
    after = situation
    for other in situation.men:
        if other.opponent == name:
            left = next((m for m in after.men if m.opponent == other.name and m.name != name), None)
            if left is None:
                after = after.after(other.name, "combat ends")
                continue
            combat = "assaulted" if left.combat == "assaulter" else other.combat
            after = after.change(other.name, opponent=left.name, combat=combat)
    return after


def _gun_down(situation: Firefight, name: str) -> Firefight:
    """Lift the template of a man who cannot go on firing, if the players agreed on that."""
    if situation.agreement("template-without-gunner") == "stays":
        return situation
    kept = tuple(laid for laid in situation.templates if laid.gunner != name)
    return replace(situation, templates=kept)


def fired_on(situation: Firefight, names: Iterable[str]) -> tuple[Firefight, tuple[Step, ...]]:
    """Return the situation after these men were fired on, hit or not, and the rules that count:
    prisoners of a guard leave the table, and a man on his way back to his base line hides.

    Source: Landser, Surrender (lines 191-193), Light Wounds (137).
    """
    steps: list[Step] = []
    for name in names:
        man = situation.man(name)
        for prisoner in situation.prisoners(name):
            situation = situation.change(prisoner.name, status="away", guard="")
            text = f"{name} is fired on: his prisoner {prisoner.name} is taken off the table."
            steps.append(Step(text, CITES["prisoners-lost"]))
        if man.wound.outcome == "light 6" and man.wound.since == "":
            hides = replace(man.wound, since="fired on")
            situation = situation.change(name, wound=hides)
            steps.append(Step(f"{name} is fired on, and hides.", CITES["light-6"]))
    return situation, tuple(steps)


def told(name: str, outcome: str) -> str:
    """Return a sentence that says what a hit has done to a man."""
    if outcome == "miss":
        return f"{name} was not hit."
    return f"{name}: {OUTCOMES[outcome].short}."


# -- men under a template --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due:
    """A man who must roll for effect: the range it comes from (0 is point blank), what an
    impossible shot takes, and for a grenade the roll of effectiveness he needs and the die, if one
    was rolled for all.
    """

    name: str
    band: int
    penalty: int = 0
    needed: int = 0
    die: int = 0

    def course(self, roll: Roll, target: Target, read: Mapping[str, str]) -> Course:
        """Return his rolls."""
        hit = Hit(self.band, target, self.penalty)
        hit = Hit(self.band, target, self.penalty)
        if self.needed:
            return effective_course(roll, self.needed, hit, read, self.die)
        return effect_course(roll, hit, read)


@lru_cache(maxsize=512)
def due_odds(due: Due, target: Target, readings: tuple[tuple[str, str], ...]) -> Odds[str]:
    """Return the odds of what becomes of a man who must roll for effect."""
    read = options(dict(readings))
    return run(lambda roll: said_of(due.course(roll, target, read)[-1].outcome))


@dataclass(frozen=True, slots=True)
class Effects(TurnStep):
    """Men under a template roll for effect, one after another."""

    by: str
    due: tuple[Due, ...]

    def side(self, situation: Firefight) -> str:
        """Return the side of the first of them."""
        return situation.man(self.due[0].name).side

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that says who must roll."""
        return f"{self.due[0].name} must roll for effect: {self.by}."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return one choice for each man who must roll."""
        return (self._choice(situation, due) for due in self.due)

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice ``effect NAME``."""
        found = [due for due in self.due if words == ("effect", due.name)]
        return self._choice(situation, found[0]) if found else None

    def by_itself(self, situation: Firefight) -> Happening | None:
        """Go on when nobody has to roll any more."""
        left = tuple(due for due in self.due if situation.man(due.name).fights)
        if left == self.due and left:
            return None
        return Happening(situation.become(Effects(self.by, left)) if left else situation.back(), "")

    def _choice(self, situation: Firefight, due: Due) -> Choice:
        words = f"effect {due.name}"
        says = f"Roll for effect on {due.name}"
        target = target_of(situation.man(due.name))
        odds = partial(due_odds, due, target, situation.readings)
        return Choice(words, says, self._effect(situation, due), due.name, fast_odds=odds)

    def _effect(self, situation: Firefight, due: Due) -> Effect:
        target = target_of(situation.man(due.name))
        left = tuple(one for one in self.due if one is not due)

        def effect(roll: Roll) -> Happening:
            course = due.course(roll, target, situation.read)
            outcome = course[-1].outcome
            steps = tuple(step for rolled in course for step in rolled.explain())
            after = suffer(situation, due.name, outcome)
            after = after.become(Effects(self.by, left)) if left else after.back()
            return Happening(after, told(due.name, outcome), steps, said_of(outcome))

        return effect


def stopped(situation: Firefight, name: str) -> tuple[Step, ...]:
    """Return why a man who was hit on his way goes no farther; no step if he goes on."""
    man = situation.man(name)
    if not man.fights:
        return (Step(f"{name} goes no farther.", CITES["effects"]),)
    free = man.fresh == UNHURT or OUTCOMES[man.fresh.outcome].free
    if (free or man.fresh.outcome == "light 1") and not hiding(man):
        return ()
    rule = agreed(situation, "stopped-on-the-way")
    return (rule,) if situation.agreement("stopped-on-the-way") == "stops" else ()
