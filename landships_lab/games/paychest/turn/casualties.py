"""What hits do. The casualty cards are lost, so the players say whom they put out of action; a unit
that loses its leader rolls at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from landships_lab.core.dice import D6, Odds, Roll
from landships_lab.core.speech import plural
from landships_lab.games.paychest.rules.book import GAPS, average, note
from landships_lab.games.paychest.rules.morale import TWO_DICE, leader_lost
from landships_lab.games.paychest.rules.turn import LEADER
from landships_lab.play.turns import Choice, Happening, UnitStep
from .fight import Fight
from .morale import follow


def hits_said(hits: int | Fraction, more: str = "") -> str:
    """Return a number of hits in words, an average to the nearest tenth."""
    said = plural(hits, "hit") if isinstance(hits, int) else average(hits, "hit")
    return f"{said} {more}".strip()


@dataclass(frozen=True)
class Casualties(UnitStep):
    """How many men these hits put out of action. ``aimed`` is whom a leader picked out, "man" or
    "leader"; "" where a group was fired at. No more than ``most`` of them can be hit, if it is not
    0: a gun does not hit men in cover, and a melee only those who touch.
    """

    name: str
    hits: int
    aimed: str = ""
    most: int = 0

    def prompt(self, situation: Fight) -> str:
        return (
            f"{hits_said(self.hits).capitalize()} on {self.name}: how many men are out of action?"
        )

    def choices(self, situation: Fight) -> Iterator[Choice]:
        men = situation.unit(self.name).men
        most = min(self.hits, men, self.most or men)
        if self.aimed:
            yield self._choice(situation, 0, leader=False)
            yield self._choice(situation, 1, leader=self.aimed == "leader")
            return
        for out in range(most + 1):
            yield from self._made(situation, out)

    def _made(self, fight: Fight, out: int) -> Iterator[Choice]:
        unit = fight.unit(self.name)
        if out == 0 or not unit.led or unit.men > out:
            yield self._choice(fight, out, leader=False)
        if out and unit.led:
            yield self._choice(fight, out, leader=True)

    def _choice(self, fight: Fight, out: int, *, leader: bool) -> Choice:
        unit = fight.unit(self.name)
        who = f"{plural(out, 'man', 'men')} out of action".capitalize() if out else "Nobody is out"
        says = f"{who}, the leader{' among them' if out > 1 else ''}" if leader else who

        def effect(roll: Roll) -> Happening:
            text = "What a casualty card does is lost in print: the players say it."
            steps = (note(GAPS["casualty-deck"].gap.cite, text),)
            lost: dict[str, Any] = {"led": False} if leader else {}
            after = fight.back().marked(self.name, "out", hits=self.hits, **lost)
            after = after.put(self.name, men=unit.men - out, acting=unit.acting and not leader)
            told = Happening(after, f"{self.name}: {says[0].lower()}{says[1:]}.", steps, says)
            return (
                told
                if not leader or after.unit(self.name).gone
                else _roll_for_leader(told, self.name, roll)
            )

        words = f"out {out}{' leader' if leader else ''}"
        rolls = leader and unit.men > out
        odds = partial(_leader_odds, says, unit.kind) if rolls else None
        return Choice(words, says, effect, self.name, supplied=True, fast_odds=odds)

    def by_itself(self, situation: Fight) -> Happening | None:
        if not situation.unit(self.name).gone:
            return None
        step = note("casualties", "Hits on a unit that is gone hurt nobody.")
        return Happening(situation.back(), "", (step,))


def _leader_odds(says: str, kind: str) -> Odds[str]:
    """Return the odds of what comes of the loss of a leader, in the words of the happening."""
    return TWO_DICE.map(lambda dice: f"{says}; {leader_lost(kind, dice).headline}")


def _roll_for_leader(told: Happening, name: str, roll: Roll) -> Happening:
    """Return what happened, with the roll of a unit that has lost its leader (line 9)."""
    fight: Fight = told.situation  # type: ignore[assignment]  # it is of this game
    dice = roll(D6, int) + roll(D6, int)
    lost = leader_lost(fight.unit(name).kind, dice)
    then = follow(fight, name, lost.value, LEADER, "out", roll)
    return replace(
        then,
        says=f"{told.says} {lost.headline} {then.says}".strip(),
        steps=(*told.steps, *lost.steps, *then.steps),
        said=f"{told.said}; {lost.headline}",
    )
