"""Contact, which the players decide, and a melee between two units in contact: the men who touch
fight man to man, and the hits of each fight cancel one for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.dice import Odds, Roll, Thrown, certain
from landships_lab.core.speech import plural
from landships_lab.games.paychest.rules.book import GAPS, allow, note
from landships_lab.games.paychest.rules.melee import Side, dice_of, formed, man_rolls, melee_odds
from landships_lab.play.turns import Choice, Happening, UnitStep
from .fight import Fight
from .morale import Casualties

#: The most men of each side in contact, the limit of the melee panel; the rules mention two.
MOST_TOUCHING = 4


@dataclass(frozen=True)
class Meets(UnitStep):
    """Whether a charge has met the enemy, and with how many stands. The rates of movement are lost,
    so the players decide.
    """

    name: str
    enemy: str

    def prompt(self, situation: Fight) -> str:
        return f"Has {self.name} met {self.enemy}, and with how many men?"

    def _touching(self, fight: Fight) -> list[int]:
        """Return the most men of both units who can touch."""
        return [min(MOST_TOUCHING, fight.unit(name).free) for name in (self.name, self.enemy)]

    def by_itself(self, situation: Fight) -> Happening | None:
        if situation.strip is None:
            return None
        ours, theirs = self._touching(situation)
        effect = self._made(situation, *((ours, theirs) if ours and theirs else (0, 0))).effect
        return effect(Thrown()) if effect else None

    def choices(self, situation: Fight) -> Iterator[Choice]:
        yield self._made(situation, 0, 0)
        ours, theirs = self._touching(situation)
        for mine in range(1, ours + 1):
            yield from (self._made(situation, mine, other) for other in range(1, theirs + 1))

    def _made(self, fight: Fight, ours: int, theirs: int) -> Choice:
        says = f"{plural(ours, 'man', 'men')} on {theirs}" if ours else "Not met"

        def effect(_: Roll) -> Happening:
            after = fight.back()
            if ours:
                after = after.touch(self.name, self.enemy, ours, theirs)
            text = "How far a figure moves is lost in print: the players say who is met."
            steps = [note(GAPS["movement-rates"].gap.cite, text)]
            if fight.strip:
                steps = [note("strip", f"It came far enough: {says}.")]
            if ours:
                more = (
                    f"No more than {MOST_TOUCHING} men of each unit are counted here; that is ours."
                )
                steps.append(note("most-touching", more))
            text = f"{self.name} met {self.enemy}." if ours else f"{self.name} fell short."
            return Happening(after, text, tuple(steps), says)

        words = f"meets {ours} {theirs}" if ours else "meets 0"
        return Choice(words, says, effect, self.name, supplied=True)

    def read(self, situation: Fight, words: tuple[str, ...]) -> Choice | None:
        if len(words) == 2 and words[1].isdecimal() and int(words[1]):  # the words of older games
            words = (*words, str(min(int(words[1]), situation.unit(self.enemy).free)))
        return super().read(situation, words)


@dataclass(frozen=True, slots=True)
class Scuffle:
    """The result of a melee: the hits on the unit that fights now, and on its enemy."""

    situation: Fight
    on_us: int
    on_them: int
    says: str
    steps: tuple[Step, ...]
    outcome: str


def may_fight(fight: Fight, name: str, enemy: str, now: Answer[bool | Gap]) -> Answer[bool | Gap]:
    """Return whether a unit may fight this enemy, given the answer ``now`` of the rules of its
    turn.

    Source: Paychest, Melee Combat (line 7).
    """
    if now.value is not True:
        return now
    touches = enemy in dict(fight.unit(name).met)
    none = f"Stands in contact at the end of the move may fight; none touches one of {enemy}."
    steps = (*now.steps, allow("contact", touches, f"It touches {enemy}.", none))
    refusal = f"It does not touch {enemy}: it may not fight it."
    return now if judge(steps) else Answer(False, steps, refusal)


def fights_of(fight: Fight, name: str, enemy: str) -> tuple[tuple[Side, Side], ...]:
    """Return the fights that the touching men of two units form, under the reading melee-many."""
    us, them = fight.unit(name), fight.unit(enemy)
    ours, theirs = dict(us.met).get(enemy, 1), dict(them.met).get(name, 1)
    return formed(Side(us.melee, ours), Side(them.melee, theirs), fight.options["melee-many"])


def scuffle(fight: Fight, name: str, enemy: str, roll: Roll) -> Scuffle:
    """Return what happens when a unit fights the enemy that it touches: every man rolls a die."""
    reading = fight.options["two-to-one"]
    on_us = on_them = 0
    for ours, theirs in fights_of(fight, name, enemy):
        made = [
            sum(_hits(man_rolls(who, side.skill, roll)) for _ in range(dice_of(side.men, reading)))
            for who, side in ((name, ours), (enemy, theirs))
        ]
        net = made[0] - made[1]
        on_them, on_us = on_them + max(0, net), on_us + max(0, -net)
    outcome = told_hits(on_us, on_them)
    text = "Hits of a fight cancel one for one; the rest fall on the loser."
    step = note("melee-cancel", text)
    hurt = f"{plural(on_them, 'hit')} on {enemy}, {plural(on_us, 'hit')} on {name}"
    text = f"{name} fought {enemy}: {hurt}."
    return Scuffle(fight, on_us, on_them, text, (step,), outcome)


def told_hits(on_us: int, on_them: int) -> str:
    """Return the hits on both sides in a few words."""
    return f"{plural(on_them, 'hit')} on them, {plural(on_us, 'hit')} on us"


def scuffle_odds(fight: Fight, name: str, enemy: str) -> Odds[str]:
    """Return the odds of the hits on both sides, one fight after another."""
    reading = fight.options["two-to-one"]
    total: Odds[tuple[int, int]] = certain((0, 0))
    for ours, theirs in fights_of(fight, name, enemy):
        net = melee_odds(ours.skill, theirs.skill, ours.men, theirs.men, reading)
        total = total.then(
            lambda so_far, net=net: net.map(  # type: ignore[misc]  # bound at once
                lambda n: (so_far[0] + max(0, -n), so_far[1] + max(0, n))
            )
        )
    return total.map(lambda hits: told_hits(*hits))


def melee_casualties(result: Scuffle, fight: Fight, name: str, enemy: str) -> Iterator[Casualties]:
    """Yield the casualties of a melee. No hit falls on a man who touches nobody there."""
    for one, other, hits in ((name, enemy, result.on_us), (enemy, name, result.on_them)):
        if hits:
            yield Casualties(one, hits, most=dict(fight.unit(one).met)[other])


def _hits(step: Step) -> int:
    assert not isinstance(step.amount, Gap)
    return int(step.amount)
