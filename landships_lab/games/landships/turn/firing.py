"""Fire in the Brickyard: whose arcs, ranges and fog allow it, and what the players say of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.hexes import Place
from landships_lab.games.landships.rules.book import CITES, name
from landships_lab.games.landships.rules.brickyard import Standing, after_morale_check
from landships_lab.games.landships.rules.brickyard_fire import arms_of, may_fire
from landships_lab.games.landships.rules.units import UNITS
from landships_lab.games.landships.turn.clock import Clock, code, judged, left_open, told
from landships_lab.play.turns import Choice, Happening, TurnStep, refused

#: The word for the weapon of a counter without arcs in the article.
SMALL_ARMS = "small-arms"
#: What the players may say of an attack on a counter.
RESULTS = {
    "passed": "passed its morale check",
    "failed": "failed its morale check",
    "destroyed": "was destroyed",
}


@dataclass(frozen=True)
class Firing(TurnStep):
    """One side fires, each counter once. What an attack does is in the base game."""

    of: str

    def side(self, situation: Clock) -> str:
        """Return the side that fires."""
        return self.of

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"{self.of} fire: who fires at what?"

    def _firers(self, clock: Clock) -> Iterator[Standing]:
        for unit in clock.on_board:
            if unit.of.side == self.of and unit.of.kind != "observer":
                yield unit

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield every weapon at every place that an enemy holds."""
        for unit in self._firers(situation):
            yield from self._fires(situation, unit)
        yield self._end(situation)

    def choices_of(self, situation: Clock, unit: str) -> tuple[Choice, ...]:
        """Return what one counter may fire at, and the end of the phase."""
        found = [one for one in self._firers(situation) if one.id == unit]
        shots = [shot for one in found for shot in self._fires(situation, one)]
        return (*shots, self._end(situation))

    def units(self, situation: Clock) -> tuple[str, ...]:
        """Return the counters of the side on the board."""
        return tuple(unit.id for unit in self._firers(situation) if self._targets(situation))

    def _targets(self, clock: Clock) -> tuple[Place, ...]:
        places = (unit.place for unit in clock.enemies_of(self.of))
        return tuple(dict.fromkeys(place for place in places if place is not None))

    def _fires(self, clock: Clock, unit: Standing) -> Iterator[Choice]:
        for weapon in weapons_of(unit):
            for target in self._targets(clock):
                yield self._fire(clock, unit, weapon, target)

    def _fire(self, clock: Clock, unit: Standing, weapon: str, target: Place) -> Choice:
        words = f"fire {unit.id} {weapon} {code(target)}"
        called = UNITS[unit.of.unit].weapons[weapon].name if unit.of.unit in UNITS else "small arms"
        says = f"Fire the {called} at {name(target)}"
        if unit.id in clock.fired:
            step = Step(
                "Each counter fires once here; the base game has the order.",
                CITES["spotting"],
                "forbids",
            )
            return refused(words, says, Answer(False, (step,), "It has fired already."), unit.id)
        answer = may_fire(
            unit,
            weapon,
            target,
            clock.about("fire") | clock.about("scenario-fire"),
            units=clock.on_board,
            terrain=clock.terrain,
        )

        def effect(_: Roll) -> Happening:
            after = replace(clock, fired=clock.fired | {unit.id}).call(Attack(self.of, target))
            text = f"{told(unit)} fired at {name(target)}."
            return Happening(after, text, answer.steps, "done")

        return judged(
            words, says, answer, effect, unit.id, "if spotted" if answer.value is True else ""
        )

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, such as ``fire ger-a7v-1 57mm-bow 5809``."""
        if words == ("end",):
            return self._end(situation)
        if len(words) != 4 or words[0] != "fire":
            return None
        unit = next((one for one in self._firers(situation) if one.id == words[1]), None)
        target = next((one for one in self._targets(situation) if code(one) == words[3]), None)
        if unit is None or target is None or words[2] not in weapons_of(unit):
            return None
        return self._fire(situation, unit, words[2], target)

    def _end(self, clock: Clock) -> Choice:
        def effect(_: Roll) -> Happening:
            return Happening(clock.back(), f"The {self.of} fire ended.", (), "done")

        return Choice("end", f"End the {self.of} fire", effect, ends=True)

    def by_itself(self, situation: Clock) -> Happening | None:
        """Pass over fire without a target on the board."""
        return None if self._targets(situation) else Happening(situation.back(), "")


def weapons_of(unit: Standing) -> tuple[str, ...]:
    """Return the ids of a counter's weapons; small arms for one without arcs in the article."""
    return tuple(arms_of(unit).weapons) if unit.of.unit in UNITS else (SMALL_ARMS,)


@dataclass(frozen=True)
class Attack(TurnStep):
    """What an attack on a place does: the base game's tables are not in the source, so the players
    say it.
    """

    by: str
    target: Place

    def side(self, situation: Clock) -> str:
        """Return the side that fired."""
        return self.by

    def prompt(self, situation: Clock) -> str:
        """Return the question."""
        return f"What did the attack on {name(self.target)} do?"

    def _hit(self, clock: Clock) -> tuple[Standing, ...]:
        return tuple(unit for unit in clock.enemies_of(self.by) if unit.place == self.target)

    def choices(self, situation: Clock) -> Iterator[Choice]:
        """Yield no effect, and each result for each counter in the place."""
        yield self._nothing(situation)
        for unit in self._hit(situation):
            yield from (self._result(situation, unit, result) for result in RESULTS)

    def read(self, situation: Clock, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words, such as ``result brit-mg-1 passed``."""
        if words == ("no-effect",):
            return self._nothing(situation)
        hit = {unit.id: unit for unit in self._hit(situation)}
        if len(words) == 3 and words[0] == "result" and words[1] in hit and words[2] in RESULTS:
            return self._result(situation, hit[words[1]], words[2])
        return None

    def _nothing(self, clock: Clock) -> Choice:
        def effect(_: Roll) -> Happening:
            steps = (left_open("attack-results"),)
            return Happening(clock.back(), "It had no effect.", steps, "no effect")

        return Choice("no-effect", "No effect", effect, supplied=True)

    def _result(self, clock: Clock, unit: Standing, result: str) -> Choice:
        open_step = left_open("attack-results")
        says = f"{told(unit)} {RESULTS[result]}"
        gone = result == "destroyed"
        checked: tuple[Step, ...] = ()
        if not gone:
            check = after_morale_check(unit.of.side, result == "passed")
            checked, gone = check.steps, check.value == "removed"

        def effect(_: Roll) -> Happening:
            after = clock.back()
            after = after.without([unit.id]) if gone else after
            removed = " It is removed." if gone else " It stays."
            return Happening(after, f"{says}.{removed}", (open_step, *checked), result)

        return Choice(f"result {unit.id} {result}", says, effect, unit.id, supplied=True)
