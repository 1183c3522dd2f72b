"""Templates on the table: whom one catches, how long it stays, and which half a jam leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import Roll
from landships_lab.core.speech import listed
from landships_lab.games.landser.rules.book import CITES
from landships_lab.games.landser.rules.machine_guns import Gun, template_stays
from landships_lab.games.landser.rules.shots import jammed_template
from landships_lab.games.landser.rules.templates import Laid, under_template
from landships_lab.play.turns import Choice, Happening, TurnStep, refused
from . import facts, ground
from .hurt import Due, Effects
from .state import Firefight, Man, Template


def lies_on(situation: Firefight, man: Man, weapon: str) -> bool:
    """Return whether a template of this weapon stays on the table after its turn."""
    gun = Gun(weapon, loader=weapon == "smg" or facts.loaded(situation, man))
    return template_stays(gun, "enemy", None, situation.read).value


def under(situation: Firefight, laid: Template) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """Return whom a template catches now, and why."""
    gun = situation.man(laid.gunner).at
    walls = ground.obstacles(situation.table)
    men = facts.soldiers(situation)
    found = under_template(
        Laid(gun, laid.centre, base_inches=ground.BASE), men, walls, situation.read
    )
    return found.value, found.steps


def behind(situation: Firefight, man: Man, target: Man) -> Answer[object] | None:
    """Return why no burst of a man can hit a target, who hides behind something hard; None if it
    can.
    """
    walls = ground.obstacles(situation.table)
    one = [soldier for soldier in facts.soldiers(situation) if soldier.name == target.name]
    found = under_template(
        Laid(man.at, target.at, base_inches=ground.BASE), one, walls, situation.read
    )
    against = next((step for step in found.steps if step.op == "forbids"), None)
    return Answer(False, found.steps, against.text) if against else None


def due_of(situation: Firefight, laid: Template, name: str) -> Due:
    """Return the roll for effect of a man under a template, at his own range from the gun."""
    gun = situation.man(laid.gunner).at
    return Due(name, facts.band(situation, gun, situation.man(name).at), laid.penalty)


@dataclass(frozen=True, slots=True)
class Half(TurnStep):
    """A GPMG has jammed in its burst: the players say which half of the men under its template are
    hit, because the rules do not.
    """

    gunner: str
    due: tuple[Due, ...]

    def side(self, situation: Firefight) -> str:
        """Return the side of the gunner."""
        return situation.man(self.gunner).side

    def count(self, situation: Firefight) -> int:
        """Return how many of them are hit."""
        rule = jammed_template(len(self.due))
        if not isinstance(rule.value, Gap):
            return int(rule.value)
        return (len(self.due) + (situation.agreement("odd-half") == "up")) // 2

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that asks which of them."""
        hit = self.count(situation)
        return f"The gun jammed: which {hit} of {len(self.due)} men are hit is not in the source."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return one choice for each half."""
        names = sorted(due.name for due in self.due)
        return (
            self._choice(situation, half) for half in combinations(names, self.count(situation))
        )

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice ``half NAME ...``, the names in the order of the alphabet."""
        names, known = words[1:], {due.name for due in self.due}
        right = words[:1] == ("half",) and tuple(sorted(set(names) & known)) == names
        return (
            self._choice(situation, names)
            if right and len(names) == self.count(situation)
            else None
        )

    def _choice(self, situation: Firefight, half: tuple[str, ...]) -> Choice:
        why = jammed_template(len(self.due))
        steps = why.steps
        if isinstance(why.value, Gap):
            steps += (facts.agreed(situation, "odd-half"),)
        due = tuple(one for one in self.due if one.name in half)
        says = f"Hit are {listed(half)}." if half else "Nobody is hit."

        def effect(_: Roll) -> Happening:
            call = (Effects(f"the burst of {self.gunner}", due),) if due else ()
            return Happening(situation.become(*call), says, steps, "settled")

        words = " ".join(("half", *half))
        return Choice(words, says, effect, "", replace(why, steps=steps), supplied=True)


def fires_gun(situation: Firefight, man: Man, automatic: bool, lone: bool) -> Firefight:
    """Return the situation after a man has fired the machine gun: a turn in which it fires on
    automatic more than once is one of those running.
    """
    crew = situation.crew(man.side)
    ready = crew.set_up or facts.gun_of(situation.table, man.side) != "gpmg"
    after = situation if ready else situation.gun_after(man.side, "fires", spent=True)
    if not automatic:
        return after
    running = {} if crew.fired else {"running": 1}
    bursts = {"bursts": 1} if lone else {}
    return after.gun_after(man.side, "bursts", fired=True, **running, **bursts)


def keep_choice(situation: Firefight, man: Man) -> Choice:
    """Return the choice of a gunner to keep his template where it lies: ``keep NAME``."""
    words, says = f"keep {man.name}", "Keep the template on the same place"
    for answer in (
        facts.may(situation, man, "fire", "gpmg"),
        facts.gun_answer(situation, man, "gpmg"),
    ):
        if not answer.value:
            return refused(words, says, answer, man.name)
    step = Step(
        "A GPMG may keep its template on the same place instead of firing anew.",
        CITES["machine-guns"],
        "allows",
    )

    def effect(_: Roll) -> Happening:
        kept = tuple(
            replace(laid, ply=situation.ply) if laid.gunner == man.name else laid
            for laid in situation.templates
        )
        after = replace(situation, templates=kept).change(
            man.name, acted=True, did="fire", burst=True, fired=True
        )
        after = fires_gun(after, man, automatic=True, lone=not facts.loaded(situation, man))
        return Happening(after, f"{man.name} keeps the template where it lies.", (step,), "kept")

    return Choice(words, says, effect, man.name, Answer(True, (step,), step.text))
