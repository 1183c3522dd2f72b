"""Shells that fall: the dice of a marker, the effect on each unit in the hex, and gas that drifts
onto friends (17.3 to 17.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from landships_lab.core.answer import Step
from landships_lab.core.dice import D6, Odds, Roll, over, sum_of
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import percent
from landships_lab.games.loos.rules.bombardment import (
    FRIENDLY_FIRE,
    Friend,
    bombardment_result,
    friendly_fire,
    friends_hit,
    gas_acts,
)
from landships_lab.games.loos.rules.book import Army, name, note, takes
from landships_lab.games.loos.rules.losses import UnitSteps
from landships_lab.games.loos.rules.shells import Stack, aimed_at, bombardment_odds, shells_fall
from landships_lab.games.loos.rules.table import FRONT_LINE
from landships_lab.play.turns import Choice, Happening, TurnStep, refused
from .battle import ARMY_NAMES, STRIP, Battle, Readings, Shells, Unit
from .happen import After, SideStep, happened, step_over
from .reasons import barred, no, sample
from .replacing import has_room, lose, losing, loss_words

# ----------------------------------------------------------------------------------------- the odds


@dataclass(frozen=True, slots=True)
class Target:
    """A bombardment in the form that the rule takes."""

    terrain: str
    stack: Stack
    gas: bool
    turn: int
    readings: Readings

    @property
    def sheltered(self) -> bool:
        """Whether the units are Germans in a trench."""
        return self.stack.german_in_trench


def target_of(battle: Battle, hexagon: Hex, gas: bool) -> Target:
    """Return the target of a bombardment of a hex."""
    ground, units = battle.ground(hexagon), battle.at(hexagon)
    terrain = FRONT_LINE if ground.front_line else ground.terrain
    apart = len(units) > 1 and units[0].kind == "regiment"
    room = not apart or battle.options["last-step-stacked"] == "lost" or has_room(battle, hexagon)
    steps, british = tuple(unit.steps for unit in units), ground.defender == "british"
    stack = Stack(steps, ground.shelters, battle.free_counters, british, room)
    return Target(terrain, stack, gas, battle.turn, battle.readings)


@lru_cache(maxsize=256)
def fall_odds(target: Target, dice: int) -> Odds[str]:
    """Return the odds of a bombardment quickly; a test compares them with the throws."""
    readings, many = dict(target.readings), len(target.stack.steps)
    one, factor = partial(_one_roll, target), sum_of(D6, dice)
    if many == 1:
        odds = bombardment_odds(target.terrain, dice, readings, target.sheltered)
        results = odds.map(_results)
    elif readings.get("stack-factor") == "separate":
        results = over(_results, *[factor.then(one)] * many)
    else:
        results = factor.then(lambda total: over(_results, *[one(total)] * many))
    fails = FRIENDLY_FIRE if target.gas else "•"
    return results.map(
        lambda rolls: said_of(tuple(fails if r == "•" else r for r in rolls), target)
    )


@lru_cache(maxsize=1024)
def _one_roll(target: Target, total: int) -> Odds[str]:
    """Return the odds of the results that count of one roll on the table with this total."""
    line, alignment = aimed_at(target.terrain, target.sheltered, dict(target.readings))
    return D6.map(lambda die: shells_fall(line, total, die, alignment).value)


def _results(*results: str) -> tuple[str, ...]:
    return results


#: The effect of a result that counts, by the steps lost and whether the trench is breached.
_COSTS = {
    (0, True): "a breach",
    (1, False): "a step",
    (1, True): "a breach and a step",
    (2, False): "both steps",
    (2, True): "a breach and both steps",
}


def said_of(results: tuple[str, ...], target: Target) -> str:
    """Return the outcome of a bombardment in a few words."""
    readings, words = dict(target.readings), list[str]()
    kept = tuple("•" if result == FRIENDLY_FIRE else result for result in results)
    after = target.stack.after(kept, readings)
    friends = friends_hit.value(results.count(FRIENDLY_FIRE), readings)
    for result, before, unit in zip(results, target.stack.steps, after, strict=True):
        if result in ("•", FRIENDLY_FIRE):
            hits = result == FRIENDLY_FIRE and words.count(FRIENDLY_FIRE) < friends
            words.append(FRIENDLY_FIRE if hits else "no effect")
        else:
            words.append(f"{result}: {_COSTS[before - unit.steps, unit.breached]}")
    return "; ".join(words)


def hit_chance(target: Target, dice: int) -> str:
    """Return how often a bombardment breaches a trench, or costs a unit a step."""
    chance = fall_odds(target, dice).chance(lambda result: ":" in result)
    return f"{'a breach' if target.sheltered else 'a step'} {percent(chance)}"


def dice_step(battle: Battle, army: Army) -> Step:
    """Return the step on the number of dice of a marker this turn, a sample."""
    has = f"A {ARMY_NAMES[army]} marker has {battle.dice(army)} dice this turn."
    return sample(has, "artillery tracks")


@dataclass(frozen=True)
class Fall:
    """The shells of a marker on a hex, with or without gas, and what follows them."""

    hex: Hex
    army: Army
    then: tuple[TurnStep, ...] = ()
    gas: bool = False

    def choice(self, battle: Battle) -> Choice:
        """Return the choice to resolve the marker now."""
        code, front = name(self.hex), battle.front(self.hex)
        words = f"{'gas' if self.gas else 'shell'} {code}"
        unit = front.name if front else ""
        says = f"Shell {f'{unit} in ' * bool(unit)}{code}{' with gas' * self.gas}"
        dice, target = battle.dice(self.army), target_of(battle, self.hex, self.gas)
        thrown, acts = dice + self.gas, gas_acts(dice, battle.turn) if self.gas else None
        if acts is not None and not acts.value:
            return refused(words, says, acts, unit)
        effect = partial(self._falls, battle, target, thrown)
        expects, odds = hit_chance(target, thrown), partial(fall_odds, target, thrown)
        return Choice(words, says, effect, unit, acts, expects, marks=(self.hex,), fast_odds=odds)

    def _falls(self, battle: Battle, target: Target, thrown: int, roll: Roll) -> Happening:
        """Return the effect on every unit in the hex, the front line first."""
        apart = battle.options["stack-factor"]
        units, total, results = battle.at(self.hex), 0, list[str]()
        new, steps = spend(battle, self.hex, self.army).call(*self.then), list[Step]()
        says = f"{ARMY_NAMES[self.army]} shells{' and gas' * self.gas} fell on {name(self.hex)}."
        if len(units) > 1:
            steps.append(note("bombardment-stack", "Each stacked unit is resolved apart."))
            steps.append(takes("stack-factor", apart))
        for n, unit in enumerate(units):
            if n == 0 or apart == "separate":
                total = sum(roll(D6, int) for _ in range(thrown))
            result, after = _on_one(new, new.the(unit.name), target, total, roll(D6, int))
            new, says = after.called, f"{says} {after.says}"
            results.append(result)
            steps += after.steps
        if failed := results.count(FRIENDLY_FIRE):
            hit = friends_hit(failed, battle.read_as)
            steps += hit.steps
            new = new.call(*[FriendlyFire(self.hex)] * hit.value)
        return happened(new, says, steps, said_of(tuple(results), target))


def falls(
    battle: Battle, hexagon: Hex, army: Army, then: tuple[TurnStep, ...] = ()
) -> Iterator[Choice]:
    """Yield the bombardment of a hex and, for the British, one with gas."""
    for gas in (False, True) if army == "british" else (False,):
        yield Fall(hexagon, army, then, gas).choice(battle)


def _on_one(battle: Battle, unit: Unit, target: Target, total: int, die: int) -> tuple[str, After]:
    """Return the result that counts for one throw on one unit, and the position after it."""
    stacked = len(battle.at(unit.place)) > 1
    steps = UnitSteps(unit.kind, unit.steps, battle.free_counters, stacked, target.stack.room)
    answer = bombardment_result(
        target.terrain,
        total,
        die,
        dict(target.readings),
        steps,
        target.sheltered,
        target.gas,
        target.turn,
    )
    if answer.value in ("•", FRIENDLY_FIRE):
        return answer.value, After(battle, answer.headline, answer.steps)
    if target.sheltered:
        battle = replace(battle, breached=battle.breached | {unit.place})
    after = lose(battle, unit, "trench" if target.sheltered else "shells")
    reasons = tuple(dict.fromkeys((*answer.steps, *after.steps)))
    return answer.value, replace(after, says=f"{answer.headline} {after.says}", steps=reasons)


def spend(battle: Battle, hexagon: Hex, army: Army) -> Battle:
    """Return the position with the marker resolved."""
    here = Shells(army, hexagon)
    shells = tuple(replace(m, spent=True) if m == here else m for m in battle.shells)
    return replace(battle, shells=shells)


@dataclass(frozen=True)
class CounterShells(SideStep):
    """The defender's bombardment of an attacking hex, before the combat (17.4)."""

    hex: Hex
    army: Army

    def army_of(self, battle: Battle) -> Army:
        return self.army

    def prompt(self, situation: Battle) -> str:
        return f"{ARMY_NAMES[self.army]} shells fall on {name(self.hex)}, before the combat."

    def choices(self, situation: Battle) -> Iterator[Choice]:
        return falls(situation.back(), self.hex, self.army)

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on if the hex is empty by now."""
        if situation.at(self.hex):
            return None
        empty = note("bombardment", "Nobody is left there to be shelled.")
        spent = spend(situation, self.hex, self.army)
        return step_over(spent, f"The shells on {name(self.hex)} hit nobody.", (empty,))


@dataclass(frozen=True)
class FriendlyFire(SideStep):
    """Gas has failed and hits an adjacent British unit (17.6)."""

    hex: Hex

    def _units(self, battle: Battle) -> tuple[Unit, ...]:
        fronts = filter(None, map(battle.front, STRIP.neighbours(self.hex)))
        return tuple(unit for unit in fronts if unit.army == "british")

    def army_of(self, battle: Battle) -> Army:
        """Return the army that chooses, under the reading gas-friend."""
        return "german" if battle.options["gas-friend"] == "germans" else "british"

    def prompt(self, situation: Battle) -> str:
        return f"The gas on {name(self.hex)} drifts back: which adjacent British unit does it hit?"

    def choices(self, situation: Battle) -> Iterator[Choice]:
        for unit in self._units(situation):
            loss = losing(situation, unit, "combat")
            why = friendly_fire("several", situation.read_as)
            why = replace(why, steps=(*why.steps, *loss.steps))
            words, says = f"hit {unit.name}", f"The gas hits {unit.name}"
            hit, expects = partial(self._hit, situation, unit), loss_words(unit, loss)
            yield Choice(words, says, hit, unit.name, why, expects, marks=(unit.place,))
            if (below := situation.reserve(unit)) is not None:
                words, says = f"hit {below.name}", f"The gas hits {below.name}"
                why_not = no(friendly_fire("stacked", situation.read_as).headline, "gas")
                yield barred(words, says, why_not, below.name)

    def _hit(self, battle: Battle, unit: Unit, _roll: Roll | None = None) -> Happening:
        several = len(self._units(battle)) > 1
        friend: Friend = "several" if several else "stacked" if battle.reserve(unit) else "alone"
        answer = friendly_fire(friend, battle.read_as)
        after = lose(battle.back(), unit, "combat")
        return after.happens(f"The gas hit {unit.name}.", answer.steps)

    def by_itself(self, situation: Battle) -> Happening | None:
        """Go on if there is nothing to choose, because at most one hex holds a friend."""
        units = self._units(situation)
        if not units:
            text = "No friendly unit is next to the target, so the gas hits nobody."
            return step_over(situation, text, (note("gas", text),))
        return self._hit(situation, units[0]) if len(units) == 1 else None
