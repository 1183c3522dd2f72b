"""Grenades on the table: where one comes down, and who must roll for effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.answer import Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.plane import Spot
from landships_lab.core.speech import listed, percent, plural
from landships_lab.games.landser.rules.book import CITES
from landships_lab.games.landser.rules.grenades import (
    Soldier,
    Throw,
    caught,
    effectiveness,
    land,
    lies_prone,
    may_throw,
    placing_faces,
    shelter,
)
from landships_lab.games.landser.rules.shots import Shot, aim
from landships_lab.games.landser.rules.squad import throws
from landships_lab.games.landser.rules.trooper import THROWN
from landships_lab.play.turns import Choice, Effect, Happening, refused
from . import facts, ground
from .hurt import Due, Effects, fired_on
from .state import Firefight, Man


def grenade_choice(
    situation: Firefight, man: Man, aim_at: Spot, action: str = "fire", launched: bool = False
) -> Choice:
    """Return the choice to send a grenade to a place: ``grenade NAME X Y`` by hand, ``launch NAME X
    Y`` with the launcher on his rifle.
    """
    verb, weapon = ("launch", "launcher") if launched else ("grenade", THROWN)
    words = f"{verb} {man.name} {ground.write(aim_at)}"
    says = f"{'Launch a grenade' if launched else 'Grenade'} at {ground.write(aim_at)}"
    throw = Throw(man.at, aim_at, launched=launched, base_inches=ground.BASE)
    if launched:
        dazed = man.wound.dazed and situation.active == man.side
        moved = man.moved or action == "move and fire"
        shot = Shot(weapon, 0, firer_moved=moved, arm_wounds=man.arms, disorientated=dazed)
        throw = replace(throw, firer=shot)
    if not man.grenades:
        supply = facts.agreed(situation, "grenade-supply")
        if why := facts.no(f"{man.name} has no grenade left.", supply.cite, supply):
            return refused(words, says, why, man.name)
    covering = action == "covering fire"
    may = throws(action, situation.read) if covering else facts.may(situation, man, action, weapon)
    for answer in (may, may_throw(throw, situation.read)):
        if not answer.value:
            return refused(words, says, answer, man.name)
    why = may_throw(throw, situation.read)
    effect = _thrown(situation, man, throw, action, why.steps)
    placed = Fraction(len(placing_faces(throw, situation.read)), len(D6.outcomes))
    expects = f"placed {percent(placed)}"
    return Choice(words, says, effect, man.name, why, expects, marks=(aim_at,))


def _thrown(
    situation: Firefight, man: Man, throw: Throw, action: str, steps: tuple[Step, ...]
) -> Effect:
    men, walls = facts.soldiers(situation), ground.obstacles(situation.table)
    covering = action == "covering fire"
    turns = not covering and throw.aim != man.at
    after = situation.change(
        man.name,
        acted=True,
        did=action,
        fired=True,
        grenades=man.grenades - 1,
        shots=man.shots + covering,
        facing=ground.heading(man.at, throw.aim) if turns else man.facing,
    )
    penalty = aim(throw.shot(), situation.read).penalty if throw.launched else 0
    one_die = situation.read["effectiveness-die"] == "one"

    def effect(roll: Roll) -> Happening:
        landing = land(roll, throw, situation.read)
        soft = ground.soft(situation.table, landing.point)
        hit = [one for one in men if caught(throw, landing, one, situation.read)]
        die = roll(D6, int) if one_die and hit else 0
        due = tuple(
            Due(
                one.name,
                0,
                penalty,
                _needed(shelter(landing.point, one.at, walls), one, soft, situation.read),
                die,
            )
            for one in hit
        )
        then, lost = fired_on(after, [one.name for one in hit])
        where = "on the place" if not landing.score else "astray"
        lost = (*lost, Step("It landed on soft ground.", CITES["grenade-ground"])) if soft else lost
        names = listed([one.name for one in hit], none="nobody")
        said = f"{where}, {plural(len(due), 'man', 'men')} under it"
        if due:
            then = then.call(Effects(f"the grenade of {man.name}", due))
        says = f"The grenade of {man.name} came down {where}. Under the template: {names}."
        return Happening(then, says, (*steps, *lost), said)

    return effect


def _needed(cover: str, soldier: Soldier, soft: bool, read: Mapping[str, str]) -> int:
    return max(1, effectiveness(cover, lies_prone(soldier, read), soft, read).value)
