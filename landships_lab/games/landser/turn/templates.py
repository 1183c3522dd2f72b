"""Templates on the table: whom they catch, how long they stay, which half a jam hits, and the
grenades that lay one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.plane import Spot
from landships_lab.core.speech import listed, percent, plural
from landships_lab.games.landser.rules import grenades
from landships_lab.games.landser.rules.book import SIX, note, yes
from landships_lab.games.landser.rules.machine_guns import Gun, template_stays
from landships_lab.games.landser.rules.shots import Shot, aim, jammed_template
from landships_lab.games.landser.rules.squad import throws
from landships_lab.games.landser.rules.templates import Laid, under_template
from landships_lab.games.landser.rules.trooper import THROWN
from landships_lab.play.turns import Choice, Effect, Happening, TurnStep, refused
from . import facts, ground
from .facts import barred
from .hurt import Due, Effects, fired_on
from .state import Firefight, Man, Template, first_refusal, offer

# -- bursts ----------------------------------------------------------------------------------------


def lies_on(situation: Firefight, man: Man, weapon: str) -> bool:
    """Return whether a template of this weapon stays on the table after its turn."""
    gun = Gun(weapon, loader=weapon == "smg" or facts.loaded(situation, man))
    return template_stays.value(gun, "enemy", None, situation.read)


def under(situation: Firefight, laid: Template) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """Return whom a template catches now, and why."""
    answer = _under(situation, situation.man(laid.gunner), laid.centre, facts.soldiers(situation))
    return answer.value, answer.steps


def behind(situation: Firefight, man: Man, target: Man) -> Answer[object] | None:
    """Return why a man's bursts cannot hit a target behind hard cover; None if they can."""
    one = tuple(soldier for soldier in facts.soldiers(situation) if soldier.name == target.name)
    answer = _under(situation, man, target.at, one)
    against = next((step for step in answer.steps if step.op == "forbids"), None)
    return Answer(False, answer.steps, against.text) if against else None


def _under(
    situation: Firefight, man: Man, centre: Spot, men: tuple[grenades.Soldier, ...]
) -> Answer[tuple[str, ...]]:
    laid, walls = Laid(man.at, centre, base_inches=ground.BASE), ground.obstacles(situation.table)
    return under_template(laid, men, walls, situation.read)


def effect_roll(situation: Firefight, laid: Template, name: str) -> Due:
    """Return the roll for effect of a man under a template, at his own range from the gun."""
    gun = situation.man(laid.gunner).at
    return Due(name, facts.band(situation, gun, situation.man(name).at), laid.penalty)


@dataclass(frozen=True, slots=True)
class Half(TurnStep):
    """A GPMG has jammed in its burst. The rules do not say which half of the men under its template
    are hit, so the players do: ``half NAME ...``.
    """

    gunner: str
    due: tuple[Due, ...]

    def side(self, situation: Firefight) -> str:
        return situation.man(self.gunner).side

    def count(self, situation: Firefight) -> int:
        """Return how many of them are hit."""
        rule = jammed_template.value(len(self.due))
        if not isinstance(rule, Gap):
            return int(rule)
        return (len(self.due) + (situation.agreement("odd-half") == "up")) // 2

    def prompt(self, situation: Firefight) -> str:
        hit = self.count(situation)
        return f"The gun jammed: which {hit} of {len(self.due)} men are hit is not in the source."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        names = sorted(due.name for due in self.due)
        return (
            self._choice(situation, half) for half in combinations(names, self.count(situation))
        )

    def _choice(self, situation: Firefight, half: tuple[str, ...]) -> Choice:
        why = jammed_template(len(self.due))
        agreed = (facts.agreed(situation, "odd-half"),) if isinstance(why.value, Gap) else ()
        due, steps = tuple(one for one in self.due if one.name in half), (*why.steps, *agreed)
        says = f"Hit are {listed(half)}." if half else "Nobody is hit."

        call = (Effects(f"the burst of {self.gunner}", due),) if due else ()
        done = Happening(situation.become(*call), says, steps, "settled")
        words, shown = " ".join(("half", *half)), replace(why, steps=steps)
        return Choice(words, says, lambda _: done, "", shown, supplied=True)


def fires_gun(situation: Firefight, man: Man, automatic: bool, lone: bool) -> Firefight:
    """Return the situation after a gun fired: several bursts in a turn count as one."""
    crew = situation.crew(man.side)
    ready = crew.set_up or facts.gun_of(situation.table, man.side) != "gpmg"
    after = situation if ready else situation.gun_after(man.side, "fires", spent=True)
    if not automatic:
        return after
    running = {} if crew.fired else {"running": 1}
    bursts = {"bursts": 1} if lone else {}
    return after.gun_after(man.side, "bursts", fired=True, **running, **bursts)


def keep_choice(situation: Firefight, man: Man) -> Choice:
    """Return a gunner's choice to keep his template in place: ``keep NAME``."""
    text = "A GPMG may keep its template on the same place instead of firing anew."
    why = Answer(True, (yes("machine-guns", text),), text)
    against = (facts.may(situation, man, "fire", "gpmg"), facts.gun_answer(situation, man, "gpmg"))
    kept = tuple(
        replace(laid, ply=situation.ply) if laid.gunner == man.name else laid
        for laid in situation.templates
    )
    fires = {"acted": True, "did": "fire", "burst": True, "fired": True}
    after = replace(situation, templates=kept).change(man.name, **fires)
    after = fires_gun(after, man, automatic=True, lone=not facts.loaded(situation, man))
    done = Happening(after, f"{man.name} keeps the template where it lies.", why.steps, "kept")
    return offer(f"keep {man.name}", "Keep the template on the same place", man, against, done, why)


# -- grenades --------------------------------------------------------------------------------------


def grenade_choice(
    situation: Firefight, man: Man, aim_at: Spot, action: str = "fire", launched: bool = False
) -> Choice:
    """Return ``grenade NAME X Y`` by hand, or ``launch NAME X Y`` with a rifle launcher."""
    verb, weapon = ("launch", "launcher") if launched else ("grenade", THROWN)
    read = situation.read
    throw = grenades.Throw(man.at, aim_at, launched=launched, base_inches=ground.BASE)
    if launched:
        dazed = man.wound.dazed and situation.active == man.side
        moved = man.moved or action == "move and fire"
        shot = Shot(weapon, 0, firer_moved=moved, arm_wounds=man.arms, disorientated=dazed)
        throw = replace(throw, firer=shot)
    reaches = grenades.may_throw(throw, read)

    def against() -> Iterator[Answer[object] | None]:
        supply = facts.agreed(situation, "grenade-supply")
        text = f"{man.name} has no grenade left."
        yield barred(not man.grenades, supply.cite, text, supply)
        covering = action == "covering fire"
        yield throws(action, read) if covering else facts.may(situation, man, action, weapon)
        yield reaches

    there = ground.write(aim_at)
    words = f"{verb} {man.name} {there}"
    says = f"{'Launch a grenade' if launched else 'Grenade'} at {there}"
    if refusal := first_refusal(against()):
        return refused(words, says, refusal, man.name)
    effect = _thrown(situation, man, throw, action, reaches.steps)
    expects = f"placed {percent(Fraction(len(grenades.placing_faces(throw, read)), SIX))}"
    return Choice(words, says, effect, man.name, reaches, expects, marks=(aim_at,))


def _thrown(
    situation: Firefight, man: Man, throw: grenades.Throw, action: str, steps: tuple[Step, ...]
) -> Effect:
    covering, read = action == "covering fire", situation.read
    men, walls = facts.soldiers(situation), ground.obstacles(situation.table)
    penalty = aim(throw.shot(), read).penalty if throw.launched else 0
    turns = not covering and throw.aim != man.at
    sent = situation.change(
        man.name,
        acted=True,
        did=action,
        fired=True,
        grenades=man.grenades - 1,
        shots=man.shots + covering,
        facing=ground.heading(man.at, throw.aim) if turns else man.facing,
    )

    def effect(roll: Roll) -> Happening:
        landing = grenades.land(roll, throw, read)
        soft = ground.soft(situation.table, landing.point)
        hit = [one for one in men if grenades.caught(throw, landing, one, read)]
        die = roll(D6, int) if read["effectiveness-die"] == "one" and hit else 0

        def due(one: grenades.Soldier) -> Due:
            cover = grenades.shelter(landing.point, one.at, walls)
            needed = grenades.effectiveness.value(cover, grenades.lies_prone(one, read), soft, read)
            return Due(one.name, 0, penalty, max(1, needed), die)

        after, lost = fired_on(sent, [one.name for one in hit])
        if hit:
            after = after.call(Effects(f"the grenade of {man.name}", tuple(map(due, hit))))
        lost += (note("grenade-ground", "It landed on soft ground."),) if soft else ()
        where = "on the place" if not landing.score else "astray"
        names = listed([one.name for one in hit], none="nobody")
        says = f"The grenade of {man.name} came down {where}. Under the template: {names}."
        outcome = f"{where}, {plural(len(hit), 'man', 'men')} under it"
        return Happening(after, says, (*steps, *lost), outcome)

    return effect
