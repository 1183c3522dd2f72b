"""What the players agree on before the first card, because the rules have lost it: a strip of
ground with distances, and whom a hit puts out of action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.speech import inches
from landships_lab.games.paychest.data.starts import StripData
from landships_lab.games.paychest.rules.book import note
from landships_lab.play.turns import Choice, Happening, TurnStep, choice
from .fight import NEAR, Fight, strip_tables

#: What the players can leave out, and the label of its button.
OURS = {
    "strip": "Play without distances and without a last turn",
    "casualties": "Say yourselves whom a hit puts out of action",
}


@dataclass(frozen=True)
class Agree(TurnStep):
    """Before the first card the lab's additions hold unless the players leave them out. Then they
    ``begin``.

    A game recorded before there was anything to agree on begins with its first card, without any of
    it.
    """

    strip: StripData
    left_out: tuple[str, ...] = ()
    ended_early = True

    def side(self, situation: Fight) -> str:
        return "Both"

    def prompt(self, situation: Fight) -> str:
        return "Some of these rules are ours. Begin, or leave one out."

    def fair_choices(self, situation: Fight) -> tuple[Choice, ...]:
        return (self._begin(situation),)

    def choices(self, situation: Fight) -> Iterator[Choice]:
        yield self._begin(situation)
        for key, says in OURS.items():
            if key not in self.left_out:
                yield self._without(situation, key, says)

    def _begun(self, fight: Fight) -> Fight:
        strip = None if "strip" in self.left_out else self.strip
        return replace(fight.back(), strip=strip, counted="casualties" not in self.left_out)

    def _begin(self, fight: Fight) -> Choice:
        steps = tuple(self._steps(fight))

        def effect(_: Roll) -> Happening:
            begun = self._begun(fight)
            return Happening(begun, f"The fight begins. {begun.won_by}", steps, "begun")

        why = Answer(True, steps, "What the rules have lost is settled like this; it is ours.")
        return Choice("begin", "Begin", effect, "", why, ends=True)

    def _without(self, fight: Fight, key: str, says: str) -> Choice:
        def effect(_: Roll) -> Happening:
            after = fight.become(replace(self, left_out=(*self.left_out, key)))
            return Happening(after, f"{says}: agreed.", (), "agreed")

        return Choice(f"without {key}", says, effect)

    def _steps(self, fight: Fight) -> Iterator[Step]:
        strip, tables = self.strip, strip_tables()
        if "strip" not in self.left_out:
            how = " and ".join(f"{inches(far)} in a {way}" for way, far in tables.movement.items())
            ranges = ", ".join(f"{band.modifier} to {inches(band.to)}" for band in tables.ranges)
            yield note("strip", f"The lines are {inches(strip.apart)} apart. A unit comes {how}.")
            yield note("strip", f"A rifle's modifiers for the distance: {ranges}.")
            yield note("last-turn", goal_told(fight, strip))
        if "casualties" not in self.left_out:
            yield note("every-second-hit", "Every second hit of a turn puts a man out of action.")
            yield note("lost-line-rule", "A lost line of morale is taken like the one below it.")

    def read(self, situation: Fight, words: tuple[str, ...]) -> Choice | None:
        if words != ("draw",):
            return super().read(situation, words)
        return choice(situation.back(), "draw")


def goal_told(fight: Fight, strip: StripData) -> str:
    """Return what decides the fight on a strip of ground."""
    wants, near = fight.opponent_of(strip.keeps), f"within {inches(NEAR)} of it"
    if fight.goal[0]:
        return (
            f"{wants} must take {strip.what} before the end of turn {strip.turns}, and needs more"
            f" men {near} for that than {strip.keeps}."
        )
    return (
        f"{wants} wins if it has more men at {strip.what} after turn {strip.turns}, {near};"
        f" {strip.keeps} wins if it has not."
    )
