"""What fire does to a man's states, and what becomes of those whose lot hangs on his."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from landships_lab.core.answer import Step
from landships_lab.core.dice import Odds, Roll, run
from landships_lab.games.landser.rules import BECOMES, OUTCOMES, Target
from landships_lab.games.landser.rules.book import CITES, taken
from landships_lab.games.landser.rules.branches import Course, effect_course
from landships_lab.games.landser.rules.volley import blast_course
from landships_lab.games.landser.turn.facts import agreed, hiding, target_of
from landships_lab.games.landser.turn.state import UNHURT, Firefight, Wound
from landships_lab.play.turns import Choice, Effect, Happening, TurnStep

#: Wounds that go on until somebody helps, and are not undone by a hide result.
LASTING = ("light 5", "light 6")
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
    """Return what a man's hits of a turn come to after one more with this outcome."""
    if outcome in ("miss", "no effect"):
        return wound
    hid = wound.hid or outcome == "hide"
    lasting = outcome == "hide" and wound.outcome not in ("miss", "hide")
    return Wound(wound.outcome if lasting else outcome, wound.hits + 1, hid, "")


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
    place = situation.man(guard).at if guard else situation.man(name).at
    after = situation.change(
        name, status=status, guard=guard, at=place, watch=None, combat="", opponent="", burst=False
    )
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
            combat = "assaulted" if left and left.combat == "assaulter" else other.combat
            after = after.change(
                other.name, opponent=left.name if left else "", combat=combat if left else ""
            )
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
        if self.needed:
            return blast_course(roll, self.needed, target, read, self.die)
        return effect_course(roll, self.band, target, self.penalty, read)


@lru_cache(maxsize=512)
def due_odds(due: Due, target: Target, readings: tuple[tuple[str, str], ...]) -> Odds[str]:
    """Return the odds of what becomes of a man who must roll for effect."""
    read = taken(dict(readings))
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
