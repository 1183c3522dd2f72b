"""Shells that fall: the dice of a marker, what they do to each unit in the hex, gas on one's own
(17.3 to 17.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import cast

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Odds, Roll, over, sum_of
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import percent
from landships_lab.games.loos.data.combat_table import Alignment
from landships_lab.games.loos.rules import bombardment_odds, bombardment_result, shell_line
from landships_lab.games.loos.rules.book import CITES, name, reading_step, taken
from landships_lab.games.loos.rules.gas import FRIENDLY_FIRE, Friend, friendly_fire, gas_acts
from landships_lab.games.loos.rules.shells import shells_fall
from landships_lab.games.loos.rules.table import FRONT_LINE, line_of
from landships_lab.games.loos.rules.terrain import Army
from landships_lab.games.loos.turn.battle import ARMY_NAMES, STRIP, Battle, Shells, Unit
from landships_lab.games.loos.turn.happen import happened, no, option, sample
from landships_lab.games.loos.turn.replacing import lose
from landships_lab.play.turns import Choice, Happening, TurnStep, refused

#: A bombardment as the rule is asked: terrain, sheltered Germans, gas, turn, readings.
Target = tuple[str, bool, bool, int, tuple[tuple[str, str], ...]]


def target_of(battle: Battle, hexagon: Hex, gas: bool) -> Target:
    """Return the target of a bombardment of a hex."""
    ground = battle.ground(hexagon)
    terrain = FRONT_LINE if ground.front_line else ground.terrain
    return terrain, ground.shelters, gas, battle.turn, battle.readings


@lru_cache(maxsize=16384)
def fall(target: Target, total: int, die: int, steps: int, battalions: int) -> Answer[str]:
    """Return the rule's result of one throw on one unit."""
    terrain, sheltered, gas, turn, readings = target
    return bombardment_result(
        terrain, total, die, dict(readings), steps, sheltered, gas, turn, battalions
    )


@lru_cache(maxsize=256)
def fall_odds(target: Target, dice: int, units: int) -> Odds[str]:
    """Return the odds of what a bombardment of so many units is said to do: the fast way."""
    terrain, sheltered, gas, _, given = target
    readings = dict(given)
    if units == 1:
        results = bombardment_odds(terrain, dice, readings, sheltered).map(_pair)
    else:
        apart = readings.get("stack-factor") == "separate"
        one = partial(_one_roll, terrain, sheltered, given)
        factor = sum_of(D6, dice)
        results = (
            over(_pair, *[factor.then(one)] * units)
            if apart
            else factor.then(lambda total: over(_pair, *[one(total)] * units))
        )
    fails = FRIENDLY_FIRE if gas else "•"
    return results.map(
        lambda found: said_of(tuple(fails if r == "•" else r for r in found), sheltered)
    )


@lru_cache(maxsize=1024)
def _one_roll(
    terrain: str, sheltered: bool, given: tuple[tuple[str, str], ...], total: int
) -> Odds[str]:
    """Return the odds of what is kept of one roll on the table with this total."""
    options = taken(dict(given))
    line, _ = line_of(shell_line(terrain, sheltered, dict(given)).value, options)
    alignment = cast(Alignment, options["crt-alignment"])
    return D6.map(lambda die: shells_fall(line, total, die, alignment).value)


def _pair(*results: str) -> tuple[str, ...]:
    return results


def said_of(results: tuple[str, ...], sheltered: bool) -> str:
    """Return the outcome of a bombardment in a few words."""
    does = "a breach" if sheltered else "a step"
    words = {"•": "no effect", FRIENDLY_FIRE: FRIENDLY_FIRE}
    return "; ".join(words.get(result, f"{result}: {does}") for result in results)


def shell_choice(
    battle: Battle, hexagon: Hex, army: Army, then: tuple[TurnStep, ...], gas: bool
) -> Choice:
    """Return the choice to resolve a marker on a hex now, with gas or without it; ``then`` is what
    follows.
    """
    verb, how = ("gas", " with gas") if gas else ("shell", "")
    words, says = f"{verb} {name(hexagon)}", f"Shell {name(hexagon)}{how}"
    dice = battle.dice(army)
    front = battle.front(hexagon)
    if gas and not (acts := gas_acts(dice, battle.turn)).value:
        return refused(words, says, acts)
    target, units = target_of(battle, hexagon, gas), battle.at(hexagon)
    thrown = dice + gas
    odds = partial(fall_odds, target, thrown, max(len(units), 1))
    hit = odds().chance(lambda said: "a breach" in said or "a step" in said)
    effect = partial(_shelled, battle, hexagon, army, then, target, thrown)
    return Choice(
        words,
        says,
        effect,
        front.name if front else "",
        expects=f"{'a breach' if target[1] else 'a step'} {percent(hit)}",
        marks=(hexagon,),
        fast_odds=odds,
    )


def _shelled(
    battle: Battle,
    hexagon: Hex,
    army: Army,
    then: tuple[TurnStep, ...],
    target: Target,
    thrown: int,
    roll: Roll,
) -> Happening:
    """Return what a bombardment does to every unit in its hex, the front line first."""
    apart = option(battle, "stack-factor") == "separate"
    units, totals, results = battle.at(hexagon), [], []
    new, steps, says = _spend(battle, hexagon, army), [], []
    calls: list[TurnStep] = []
    for n, unit in enumerate(units):
        if n == 0 or apart:
            totals.append(sum(roll(D6, int) for _ in range(thrown)))
        die = roll(D6, int)
        battalions = _battalions(new, unit, len(units) > 1)
        found = fall(target, totals[-1], die, unit.steps, battalions)
        results.append(found.value)
        new, more, text, called = _falls(new, unit, found.value, target[1])
        steps += [*found.steps, *more]
        says.append(f"{found.headline} {text}".strip())
        calls += called
    if len(units) > 1:
        steps.insert(0, Step("Each stacked unit is resolved apart.", CITES["bombardment-stack"]))
        steps.insert(1, reading_step("stack-factor", option(battle, "stack-factor")))
    said = said_of(tuple(results), target[1])
    begins = f"{ARMY_NAMES[army]} shells{' and gas' * target[2]} fell on {name(hexagon)}."
    calls += [FriendlyFire(hexagon)] * results.count(FRIENDLY_FIRE)
    stacked = new.call(*then, *calls)
    return happened(stacked, " ".join([begins, *says]), steps, said)


def _battalions(battle: Battle, unit: Unit, stacked: bool) -> int:
    """Return the battalions that can be the last step of this unit: any number for one that is no
    regiment, none for a stacked one by a reading.
    """
    if unit.kind != "regiment":
        return 1
    if stacked and option(battle, "last-step-stacked") == "lost":
        return 0
    return battle.deadpile


def _falls(
    battle: Battle, unit: Unit, result: str, sheltered: bool
) -> tuple[Battle, tuple[Step, ...], str, tuple[TurnStep, ...]]:
    """Return the position after one result on one unit."""
    if result in ("•", FRIENDLY_FIRE):
        return battle, (), "", ()
    if sheltered:
        battle = replace(battle, breached=battle.breached | {unit.place})
    now = battle.unit(unit.name)
    assert now is not None  # shells on one unit of a stack leave the other
    after = lose(battle, now, "trench" if sheltered else "shells")
    return after.battle, after.steps, after.says, after.calls


def _spend(battle: Battle, hexagon: Hex, army: Army) -> Battle:
    """Return the position with the marker resolved."""
    shells = tuple(
        replace(m, spent=True) if m == Shells(army, hexagon) else m for m in battle.shells
    )
    return replace(battle, shells=shells)


@dataclass(frozen=True)
class CounterShells(TurnStep):
    """The defender's bombardment of an attacking hex, before the combat (17.4, line 265)."""

    hex: Hex
    army: Army

    def side(self, situation: Battle) -> str:
        """Return the side that defends."""
        return ARMY_NAMES[self.army]

    def prompt(self, situation: Battle) -> str:
        """Return whose shells fall where."""
        return f"{ARMY_NAMES[self.army]} shells fall on {name(self.hex)}, before the combat."

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield the throw; in Zero Hour one with gas for the British."""
        below = situation.back()
        yield shell_choice(below, self.hex, self.army, (), gas=False)
        if self.army == "british":
            yield shell_choice(below, self.hex, self.army, (), gas=True)

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the throw."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return that the shells fall on nobody, where the hex is empty by now."""
        if situation.at(self.hex):
            return None
        empty = Step("Nobody is left there to be shelled.", CITES["bombardment"])
        spent = _spend(situation.back(), self.hex, self.army)
        return happened(spent, f"The shells on {name(self.hex)} hit nobody.", (empty,))


@dataclass(frozen=True)
class FriendlyFire(TurnStep):
    """Gas has failed and hits one adjacent British unit (17.6, line 279)."""

    hex: Hex

    def _hexes(self, battle: Battle) -> tuple[Hex, ...]:
        near = STRIP.neighbours(self.hex)
        return tuple(h for h in near if (unit := battle.front(h)) and unit.army == "british")

    def side(self, situation: Battle) -> str:
        """Return the side that chooses, by the reading gas-friend."""
        return option(situation, "gas-friend").removesuffix("s").capitalize()

    def prompt(self, situation: Battle) -> str:
        """Return what is to be chosen."""
        return f"The gas on {name(self.hex)} drifts back: which adjacent British unit does it hit?"

    def choices(self, situation: Battle) -> Iterator[Choice]:
        """Yield each front line unit next to the target."""
        for hexagon in self._hexes(situation):
            unit = situation.front(hexagon)
            assert unit is not None  # the hexes hold one
            yield Choice(
                f"hit {unit.name}",
                f"The gas hits {unit.name}",
                partial(self._hit, situation, unit),
                unit.name,
                friendly_fire("several", situation.read_as),
                marks=(hexagon,),
            )
            below = situation.reserve(unit)
            if below:
                why = friendly_fire("stacked", situation.read_as)
                forbids = no(why.headline, "gas")
                yield refused(
                    f"hit {below.name}", f"The gas hits {below.name}", forbids, below.name
                )

    def _hit(self, battle: Battle, unit: Unit, _roll: Roll | None = None) -> Happening:
        several = len(self._hexes(battle)) > 1
        friend: Friend = "several" if several else "stacked" if battle.reserve(unit) else "alone"
        found = friendly_fire(friend, battle.read_as)
        after = lose(battle.back(), unit, "combat")
        says = f"The gas hit {unit.name}. {after.says}"
        new = after.battle.call(*after.calls)
        return happened(new, says, (*found.steps, *after.steps))

    def read(self, situation: Battle, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of a unit."""
        return next((c for c in self.choices(situation) if c.words == " ".join(words)), None)

    def by_itself(self, situation: Battle) -> Happening | None:
        """Return what happens where nothing is to be chosen: one hex at most holds a friend."""
        hexes = self._hexes(situation)
        if not hexes:
            text = "No friendly unit is next to the target, so the gas hits nobody."
            return happened(situation.back(), text, (Step(text, CITES["gas"]),))
        if len(hexes) > 1:
            return None
        unit = situation.front(hexes[0])
        assert unit is not None  # the hex holds one
        return self._hit(situation, unit)


def dice_step(battle: Battle, army: Army) -> Step:
    """Return the step that says how many dice a marker has this turn, a sample."""
    many = battle.dice(army)
    return sample(f"A {ARMY_NAMES[army]} marker has {many} dice this turn.", "artillery tracks")
