"""Shells that fall: the dice of a marker, what they do to each unit in the hex, gas on one's own
(17.3 to 17.6).
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
from landships_lab.games.loos.rules.book import CITES, Army, name, takes
from landships_lab.games.loos.rules.losses import UnitSteps
from landships_lab.games.loos.rules.shells import Stack, aimed_at, bombardment_odds, shells_fall
from landships_lab.games.loos.rules.table import FRONT_LINE
from landships_lab.play.turns import Choice, Happening, TurnStep, offered
from .battle import ARMY_NAMES, STRIP, Battle, Shells, Unit
from .happen import After, barred, happened, no, option, sample
from .replacing import has_room, lose, losing, loss_words


@dataclass(frozen=True, slots=True)
class Target:
    """A bombardment as the rule is asked: the terrain, the units as a stack, gas, the turn, and the
    readings.
    """

    terrain: str
    stack: Stack
    gas: bool
    turn: int
    readings: tuple[tuple[str, str], ...]

    @property
    def sheltered(self) -> bool:
        """Whether the units are Germans in a trench."""
        return self.stack.german_in_trench


def target_of(battle: Battle, hexagon: Hex, gas: bool) -> Target:
    """Return the target of a bombardment of a hex."""
    ground, units = battle.ground(hexagon), battle.at(hexagon)
    terrain = FRONT_LINE if ground.front_line else ground.terrain
    apart = len(units) > 1 and units[0].kind == "regiment"
    room = not apart or option(battle, "last-step-stacked") == "lost" or has_room(battle, hexagon)
    stack = Stack(
        tuple(unit.steps for unit in units),
        ground.shelters,
        battle.free_counters,
        ground.defender == "british",
        room,
    )
    return Target(terrain, stack, gas, battle.turn, battle.readings)


@lru_cache(maxsize=256)
def fall_odds(target: Target, dice: int) -> Odds[str]:
    """Return the odds of what a bombardment is said to do: the fast way."""
    readings = dict(target.readings)
    if len(target.stack.steps) == 1:
        odds = bombardment_odds(target.terrain, dice, readings, target.sheltered)
        results = odds.map(_pair)
    else:
        one, factor = partial(_one_roll, target), sum_of(D6, dice)
        apart = readings.get("stack-factor") == "separate"
        many = len(target.stack.steps)
        results = (
            over(_pair, *[factor.then(one)] * many)
            if apart
            else factor.then(lambda total: over(_pair, *[one(total)] * many))
        )
    fails = FRIENDLY_FIRE if target.gas else "•"
    return results.map(
        lambda found: said_of(tuple(fails if r == "•" else r for r in found), target)
    )


@lru_cache(maxsize=1024)
def _one_roll(target: Target, total: int) -> Odds[str]:
    """Return the odds of what is kept of one roll on the table with this total."""
    readings = dict(target.readings)
    line, alignment = aimed_at(target.terrain, target.sheltered, readings)
    return D6.map(lambda die: shells_fall(line, total, die, alignment).value)


def _pair(*results: str) -> tuple[str, ...]:
    return results


#: What a result that counts costs a unit, by its steps lost and whether its trench is breached.
_COSTS = {
    (0, True): "a breach",
    (1, False): "a step",
    (1, True): "a breach and a step",
    (2, False): "both steps",
    (2, True): "a breach and both steps",
}


def said_of(results: tuple[str, ...], target: Target) -> str:
    """Return the outcome of a bombardment in a few words."""
    kept = tuple("•" if result == FRIENDLY_FIRE else result for result in results)
    after = target.stack.after(kept, dict(target.readings))
    words: list[str] = []
    friends = friends_hit(results.count(FRIENDLY_FIRE), dict(target.readings)).value
    for result, before, unit in zip(results, target.stack.steps, after, strict=True):
        if result in ("•", FRIENDLY_FIRE):
            hits = result == FRIENDLY_FIRE and words.count(FRIENDLY_FIRE) < friends
            words.append(FRIENDLY_FIRE if hits else "no effect")
        else:
            words.append(f"{result}: {_COSTS[before - unit.steps, unit.breached]}")
    return "; ".join(words)


def hit_chance(target: Target, dice: int) -> str:
    """Return how often a bombardment breaches a trench, or costs a unit a step."""
    chance = fall_odds(target, dice).chance(lambda said: ":" in said)
    return f"{'a breach' if target.sheltered else 'a step'} {percent(chance)}"


def shell_choice(
    battle: Battle, hexagon: Hex, army: Army, then: tuple[TurnStep, ...], gas: bool
) -> Choice:
    """Return the choice to resolve a marker on a hex now, with gas or without it; ``then`` is what
    follows.
    """
    verb, how = ("gas", " with gas") if gas else ("shell", "")
    words, says = f"{verb} {name(hexagon)}", f"Shell {name(hexagon)}{how}"
    dice, front = battle.dice(army), battle.front(hexagon)
    unit = front.name if front else ""
    target, thrown = target_of(battle, hexagon, gas), dice + gas
    effect = partial(_shelled, battle, hexagon, army, then, target, thrown)
    acts = gas_acts(dice, battle.turn) if gas else None
    if acts is not None and not acts.value:
        return offered(words, says, effect, unit, acts)
    return Choice(
        words,
        says,
        effect,
        unit,
        acts,
        hit_chance(target, thrown),
        marks=(hexagon,),
        fast_odds=partial(fall_odds, target, thrown),
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
    """Return what a bombardment does to every unit in its hex, the front line first: the second is
    judged by what is left after the first.
    """
    apart = option(battle, "stack-factor") == "separate"
    units, totals, results = battle.at(hexagon), [], []
    new, says = _spend(battle, hexagon, army).call(*then), []
    steps: list[Step] = []
    for n, unit in enumerate(units):
        if n == 0 or apart:
            totals.append(sum(roll(D6, int) for _ in range(thrown)))
        found = _falls(new, unit.name, target, totals[-1], roll(D6, int))
        new = found.battle.call(*found.calls)
        results.append(found.result)
        steps += found.steps
        says.append(found.says)
    if len(units) > 1:
        steps.insert(0, Step("Each stacked unit is resolved apart.", CITES["bombardment-stack"]))
        steps.insert(1, takes("stack-factor", option(battle, "stack-factor")))
    said = said_of(tuple(results), target)
    begins = f"{ARMY_NAMES[army]} shells{' and gas' * target.gas} fell on {name(hexagon)}."
    if failed := results.count(FRIENDLY_FIRE):
        hit = friends_hit(failed, battle.read_as)
        steps += hit.steps
        new = new.call(*[FriendlyFire(hexagon)] * hit.value)
    return happened(new, " ".join([begins, *says]), steps, said)


@dataclass(frozen=True, slots=True)
class Fallen(After):
    """What shells did to one unit, and the result that was kept."""

    result: str = ""


def _falls(battle: Battle, named: str, target: Target, total: int, die: int) -> Fallen:
    """Return the position after one throw on one unit."""
    unit = battle.unit(named)
    assert unit is not None  # shells on one unit of a stack leave the other
    stacked, room = len(battle.at(unit.place)) > 1, target.stack.room
    found = bombardment_result(
        target.terrain,
        total,
        die,
        dict(target.readings),
        UnitSteps(unit.kind, unit.steps, battle.free_counters, stacked, room),
        target.sheltered,
        target.gas,
        target.turn,
    )
    if found.value in ("•", FRIENDLY_FIRE):
        return Fallen(battle, found.headline, found.steps, result=found.value)
    if target.sheltered:
        battle = replace(battle, breached=battle.breached | {unit.place})
    after = lose(battle, unit, "trench" if target.sheltered else "shells")
    says = f"{found.headline} {after.says}"
    steps = tuple(dict.fromkeys((*found.steps, *after.steps)))
    return Fallen(after.battle, says, steps, after.calls, found.value)


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
            loss = losing(situation, unit, "combat")
            why = friendly_fire("several", situation.read_as)
            yield Choice(
                f"hit {unit.name}",
                f"The gas hits {unit.name}",
                partial(self._hit, situation, unit),
                unit.name,
                replace(why, steps=(*why.steps, *loss.steps)),
                loss_words(unit, loss),
                marks=(hexagon,),
            )
            below = situation.reserve(unit)
            if below:
                forbids = no(friendly_fire("stacked", situation.read_as).headline, "gas")
                yield barred(f"hit {below.name}", f"The gas hits {below.name}", forbids, below.name)

    def _hit(self, battle: Battle, unit: Unit, _roll: Roll | None = None) -> Happening:
        several = len(self._hexes(battle)) > 1
        friend: Friend = "several" if several else "stacked" if battle.reserve(unit) else "alone"
        found = friendly_fire(friend, battle.read_as)
        after = lose(battle.back(), unit, "combat")
        says = f"The gas hit {unit.name}. {after.says}"
        new = after.battle.call(*after.calls)
        return happened(new, says, (*found.steps, *after.steps))

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
