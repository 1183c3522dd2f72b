"""Grenades on the table: where one comes down, and who must roll for effect."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from landships_lab.core.answer import Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.plane import Spot
from landships_lab.core.speech import listed, percent, plural
from landships_lab.games.landser.rules import (
    Soldier,
    Throw,
    effectiveness,
    lies_prone,
    may_throw,
    shelter,
)
from landships_lab.games.landser.rules.grenades import caught, placing_faces
from landships_lab.games.landser.rules.squad import throws
from landships_lab.games.landser.rules.trooper import GRENADE
from landships_lab.games.landser.rules.volley import land
from landships_lab.games.landser.turn import facts, ground
from landships_lab.games.landser.turn.hurt import Due, Effects, fired_on
from landships_lab.games.landser.turn.state import Firefight, Man
from landships_lab.play.turns import Choice, Effect, Happening, refused


def grenade_choice(situation: Firefight, man: Man, aim_at: Spot, action: str = "fire") -> Choice:
    """Return the choice to throw a grenade to a place: ``grenade NAME X Y``."""
    words = f"grenade {man.name} {ground.write(aim_at)}"
    says = f"Grenade at {ground.write(aim_at)}"
    throw = Throw(man.at, aim_at, base_inches=ground.BASE)
    if not man.grenades:
        supply = facts.agreed(situation, "grenade-supply")
        if why := facts.no(f"{man.name} has no grenade left.", supply.cite, supply):
            return refused(words, says, why, man.name)
    covering = action == "covering fire"
    may = throws(action, situation.read) if covering else facts.may(situation, man, action, GRENADE)
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
    one_die = situation.read["effectiveness-die"] == "one"

    def effect(roll: Roll) -> Happening:
        landing = land(roll, throw, situation.read)
        hit = [one for one in men if caught(throw, landing, one, situation.read)]
        die = roll(D6, int) if one_die and hit else 0
        due = tuple(
            Due(one.name, 0, 0, _needed(shelter(landing, one, walls), one, situation.read), die)
            for one in hit
        )
        then, lost = fired_on(after, [one.name for one in hit])
        where = "on the place" if not landing.score else "astray"
        names = listed([one.name for one in hit], none="nobody")
        said = f"{where}, {plural(len(due), 'man', 'men')} under it"
        if due:
            then = then.call(Effects(f"the grenade of {man.name}", due))
        says = f"The grenade of {man.name} came down {where}. Under the template: {names}."
        return Happening(then, says, (*steps, *lost), said)

    return effect


def _needed(cover: str, soldier: Soldier, read: Mapping[str, str]) -> int:
    return max(1, effectiveness(cover, lies_prone(soldier, read), False, read).value)
