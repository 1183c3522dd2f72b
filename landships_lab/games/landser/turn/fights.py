"""Hand to hand: the fight at the end of an assault, those who surrender, and prisoners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.speech import percent
from landships_lab.games.landser.rules.assault import (
    Fighter,
    assault,
    assault_odds,
    may_guard,
    prisoners_join,
    surrenders,
)
from landships_lab.games.landser.rules.book import CITES
from landships_lab.games.landser.rules.sqrt3_geometry import measured
from landships_lab.play.turns import Choice, Happening, TurnStep, refused
from . import facts
from .hurt import put_out
from .state import Firefight, Man

#: What a man is called by the way he looks, for the rule of surrender.
MODES = {"hiding": "hide", "sneaking": "sneak"}


def fighter(situation: Firefight, man: Man) -> Fighter:
    """Return a man as the rules of an assault take him; the bayonets are those of the set-up."""
    held = {*man.weapons} - man.lost
    hand = "pistol" if "pistol" in held else "none"
    if hand == "none" and "rifle" in held and situation.setup.bayonets:
        hand = "bayonet"
    if man.status == "prisoner":
        hand = "none"
    dazed = man.wound.dazed and situation.active == man.side
    return Fighter(hand, man.serious, dazed)


@dataclass(frozen=True, slots=True)
class Fight(TurnStep):
    """Two men in base contact fight: each rolls a die."""

    attacker: str
    defender: str

    def side(self, situation: Firefight) -> str:
        """Return the side of the attacker."""
        return situation.man(self.attacker).side

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that names the two."""
        return f"{self.attacker} and {self.defender} fight: each rolls a die."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return the one choice: to roll."""
        yield self._choice(situation)

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice ``fight ATTACKER DEFENDER``."""
        right = words == ("fight", self.attacker, self.defender)
        return self._choice(situation) if right else None

    def by_itself(self, situation: Firefight) -> Happening | None:
        """Leave off where one of them cannot fight any more."""
        one, other = situation.man(self.attacker), situation.man(self.defender)
        able = one.status in ("", "prisoner") and not facts.hiding(one)
        if able and other.fights and facts.in_contact(one, other):
            return None
        return Happening(situation.back(), "")

    def _choice(self, situation: Firefight) -> Choice:
        one, other = situation.man(self.attacker), situation.man(self.defender)
        mine, theirs = fighter(situation, one), fighter(situation, other)
        number = other.met + 1

        def effect(roll: Roll) -> Happening:
            dice = roll(D6, int), roll(D6, int)
            answer = assault(mine, theirs, *dice, number, situation.read)
            after = _after(situation, one, other, answer.value).back()
            says = f"{one.name} fights {other.name}: {answer.headline}"
            return Happening(after, says, answer.steps, answer.value)

        odds = assault_odds(mine, theirs, number, situation.read)
        words = f"fight {self.attacker} {self.defender}"
        expects = f"wins {percent(odds.p('defender out'))}"
        return Choice(words, f"Fight {other.name}", effect, one.name, None, expects)


def _after(situation: Firefight, one: Man, other: Man, result: str) -> Firefight:
    after = situation.change(other.name, met=other.met + 1)
    if result == "defender out":
        return put_out(after, other.name, "out")
    if result == "attacker out":
        return put_out(after, one.name, "out")
    if one.status == "prisoner":
        return after
    if not one.opponent:
        after = after.change(one.name, opponent=other.name, combat="assaulter", locked=after.ply)
    if not other.opponent:
        after = after.change(other.name, opponent=one.name, combat="assaulted", locked=after.ply)
    return after


# -- prisoners -------------------------------------------------------------------------------------


def surrender(
    situation: Firefight, captor: str, name: str, assaults: bool
) -> tuple[Firefight, tuple[Step, ...]] | None:
    """Return the situation in which a man has surrendered to an enemy who has come near, with the
    steps of the rule; None if he does not surrender.

    Source: Landser, Assault (line 177), Surrender (189-191).
    """
    one, man = situation.man(captor), situation.man(name)
    held = len(situation.prisoners(captor))
    if not may_guard(held + 1).value:
        return None
    mode = MODES.get(facts.doing(man), "ready")
    near = measured(one.at, man.at)
    answer = surrenders(near, facts.friend_inches(situation, man), mode, assaults)
    if not answer.value:
        return None
    steps = (*answer.steps, *may_guard(held + 1).steps)
    return put_out(situation, name, "prisoner", captor), steps


def brought_in(situation: Firefight, guard: str) -> tuple[Firefight, str]:
    """Return the situation with the prisoners of a guard taken off, if he has brought them to his
    base line, and a sentence about it.
    """
    if not situation.base_line(situation.man(guard)):
        return situation, ""
    names = [one.name for one in situation.prisoners(guard)]
    for name in names:
        situation = situation.change(name, status="away", guard="")
    return situation, f"{guard} brought in {', '.join(names)}." if names else ""


def hand_choice(situation: Firefight, guard: Man, other: Man) -> Choice:
    """Return the choice to hand prisoners over to another man: ``hand GUARD OTHER``."""
    words, says = f"hand {guard.name} {other.name}", f"Hand the prisoners over to {other.name}"
    both = len(situation.prisoners(guard.name)) + len(situation.prisoners(other.name))
    apart = facts.no(f"{other.name} is not in base contact.", CITES["prisoners"])
    if apart and not facts.in_contact(guard, other):
        return refused(words, says, apart, guard.name)
    text = f"{guard.name} has taken them over this turn, and hands them on in a later one."
    later = facts.no(text, CITES["own-hand"])
    if later and any(one.handed for one in situation.prisoners(guard.name)):
        return refused(words, says, later, guard.name)
    keeps = may_guard(both)
    if not keeps.value:
        return refused(words, says, keeps, guard.name)

    def effect(_: Roll) -> Happening:
        after = situation
        for prisoner in situation.prisoners(guard.name):
            after = after.change(prisoner.name, guard=other.name, at=other.at, handed=True)
        text = f"{guard.name} hands his prisoners over to {other.name}."
        return Happening(after, text, keeps.steps, "handed over")

    return Choice(words, says, effect, guard.name, keeps)


def assault_round(situation: Firefight, guard: Man) -> int:
    """Return the round of the assault on a guard: that of the draw is the first."""
    return 2 if guard.opponent and situation.ply > guard.locked else 1


def join_choice(situation: Firefight, prisoner: Man) -> Choice:
    """Return the choice of a prisoner to join in an assault on his guard: ``join PRISONER``."""
    guard = situation.man(prisoner.guard)
    words, says = f"join {prisoner.name}", f"Join in the assault on {guard.name}"
    held = len(situation.prisoners(guard.name))
    allowed = prisoners_join(held, guard.opponent != "", assault_round(situation, guard))
    acted = facts.no(f"{prisoner.name} has acted this turn.", CITES["first-turn"])
    if acted and prisoner.acted:
        return refused(words, says, acted, prisoner.name)
    if not allowed.value:
        return refused(words, says, allowed, prisoner.name)
    how = facts.agreed(situation, "prisoner-weapons")
    bare = facts.no("Prisoners have nothing to fight with.", how.cite, how)
    if bare and situation.agreement("prisoner-weapons") == "not":
        return refused(words, says, bare, prisoner.name)

    def effect(_: Roll) -> Happening:
        after = situation.change(prisoner.name, acted=True)
        text = f"{prisoner.name} joins in the assault on his guard {guard.name}."
        return Happening(after.call(Fight(prisoner.name, guard.name)), text, (how,), "joins")

    why = Answer(True, (*allowed.steps, how), allowed.headline)
    return Choice(words, says, effect, prisoner.name, why)
