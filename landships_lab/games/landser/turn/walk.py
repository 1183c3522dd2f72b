"""A man on his way, who may be interrupted by covering fire, a template, or an enemy who
surrenders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Step
from landships_lab.core.dice import Roll
from landships_lab.core.inches import direction
from landships_lab.core.plane import Spot, vector
from landships_lab.games.landser.rules.assault import POINT_BLANK_INCHES
from landships_lab.games.landser.rules.book import READINGS, note
from landships_lab.games.landser.rules.sqrt3_geometry import within
from landships_lab.games.landser.rules.templates import RADIUS, lies_in_arc, template_roll
from landships_lab.play.turns import Choice, GoesOn, Happening, TurnStep
from . import facts, ground
from .fire import shots_of
from .hurt import Effects, Fight, brought_in, stopped, surrender
from .state import Firefight, Man, Template
from .templates import effect_roll, grenade_choice, under


@dataclass(frozen=True, slots=True)
class CoverFire(TurnStep):
    """A man with covering fire may fire at an enemy who crosses into his arc, or ``hold WATCHER``.
    Each shot ends the interruption.
    """

    watcher: str
    mover: str

    def side(self, situation: Firefight) -> str:
        return situation.man(self.watcher).side

    def prompt(self, situation: Firefight) -> str:
        return f"{self.mover} crosses into the arc of {self.watcher}, who may fire."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        back = situation.back()
        yield from _cover_shots(back, back.man(self.watcher), back.man(self.mover))

        def effect(_: Roll) -> Happening:
            return Happening(situation.back(), f"{self.watcher} holds his fire.", (), "held")

        yield Choice(f"hold {self.watcher}", "Hold the fire", effect, self.watcher, ends=True)

    def by_itself(self, situation: Firefight) -> Happening | None:
        """Go on if he cannot fire any more."""
        back = situation.back()
        watcher, mover = back.man(self.watcher), back.man(self.mover)
        able = watcher.fights and mover.fights and _may_cover(back, watcher, mover)
        return None if able else Happening(back, "")


def _cover_shots(situation: Firefight, watcher: Man, mover: Man) -> Iterator[Choice]:
    for weapon in facts.arms(situation, watcher):
        yield from shots_of(situation, watcher, mover, weapon, "covering fire")
    if watcher.grenades:
        yield grenade_choice(situation, watcher, ground.snapped(mover.at), "covering fire")


def _may_cover(situation: Firefight, watcher: Man, mover: Man) -> bool:
    """Return whether a man with covering fire can still fire at an enemy."""
    spent = watcher.shots and situation.read["covering-shots"] == "one"
    if spent or facts.hiding(watcher):
        return False
    return any(one.legal for one in _cover_shots(situation, watcher, mover))


@dataclass(frozen=True, slots=True)
class Walking(GoesOn):
    """A man goes along straight ways and may be interrupted; ``then`` follows when he arrives.

    ``met`` are the men who have already interrupted him. A template interrupts him each time he
    enters it.
    """

    name: str
    legs: tuple[Spot, ...]
    then: TurnStep | None = None
    met: frozenset[str] = frozenset()

    def by_itself(self, situation: Firefight) -> Happening:
        if steps := stopped(situation, self.name):
            after, brought = brought_in(situation.back(), self.name)
            return Happening(after, f"{self.name} goes no farther. {brought}".strip(), steps)
        man = situation.man(self.name)
        if yielded := self._surrenders(situation, man):
            return yielded
        if not self.legs:
            after, brought = brought_in(situation.back(), self.name)
            return Happening(after.call(self.then) if self.then else after, brought)
        at = man.at
        for place in ground.steps_along(at, self.legs[0]):
            if event := self._event(situation, man, at, place):
                return event
            at = place
        return Happening(self._moved(situation, at, self.met, self.legs[1:]), "")

    def _moved(
        self, situation: Firefight, place: Spot, met: frozenset[str], legs: tuple[Spot, ...]
    ) -> Firefight:
        man = situation.man(self.name)
        facing = ground.heading(man.at, place) if place != man.at else man.facing
        after = situation.change(self.name, at=place, facing=facing, moved=True)
        for prisoner in after.prisoners(self.name):
            after = after.change(prisoner.name, at=place)
        return after.become(replace(self, met=met, legs=legs))

    def _near(self, situation: Firefight, place: Spot) -> Iterator[Man]:
        """Yield the enemies within point blank range whom he has not met yet."""
        for enemy in situation.enemies(situation.man(self.name)):
            if f"near {enemy.name}" not in self.met and _point_blank(place, enemy):
                yield enemy

    def _event(self, situation: Firefight, man: Man, before: Spot, place: Spot) -> Happening | None:
        """Return what interrupts him on this quarter of an inch (covering fire before templates),
        or None.
        """
        laid = [one for one in situation.templates if entered(situation, one, before, place)]
        crossed = (enemy for enemy in situation.enemies(man) if enemy.name not in self.met)
        watchers = [enemy for enemy in crossed if _crosses(situation, enemy, before, place)]
        if not (laid or watchers or any(self._near(situation, place))):
            return None
        met = self.met | {one.name for one in watchers}
        legs = self.legs if place != self.legs[0] else self.legs[1:]
        return self._interrupted(self._moved(situation, place, met, legs), laid, watchers)

    def _interrupted(
        self, situation: Firefight, laid: list[Template], watchers: list[Man]
    ) -> Happening:
        """Return the event, with the steps that interrupt him on the stack."""
        says: list[str] = []
        steps: list[Step] = []
        calls: list[TurnStep] = []
        for one in laid:
            names, reasons = under(situation, one)
            situation = situation.change(self.name, entered=True)
            says.append(f"{self.name} enters the template of {one.gunner}.")
            steps += [*reasons, *template_roll("entered", situation.read).steps]
            if self.name in names:
                due = (effect_roll(situation, one, self.name),)
                calls.append(Effects(f"the template of {one.gunner}", due))
        rule = READINGS["arc-45"].option(situation.read["arc-45"]).says
        for enemy in watchers:
            if _may_cover(situation, enemy, situation.man(self.name)):
                text = f"{self.name} crosses into the arc of {enemy.name}."
                says.append(text)
                steps.append(note("covering-fire", f"{text} {rule}", "arc-45"))
                calls.append(CoverFire(enemy.name, self.name))
        return Happening(situation.call(*calls), " ".join(says), tuple(steps))

    def _surrenders(self, situation: Firefight, man: Man) -> Happening | None:
        """Return what happens when an enemy within point blank range gives himself up."""
        for enemy in self._near(situation, man.at):
            met = self.met | {f"near {enemy.name}"}
            there = situation.become(replace(self, met=met))
            assaults = isinstance(self.then, Fight) and self.then.defender == enemy.name
            outcome = surrender(there, self.name, enemy.name, assaults)
            if outcome is None:
                return Happening(there, "")
            after, steps = outcome
            there = after.become(replace(self, legs=(), then=None))  # he now has a prisoner
            return Happening(there, f"{enemy.name} surrenders to {self.name}.", steps)
        return None


def walking(
    situation: Firefight, man: Man, legs: tuple[Spot, ...], then: TurnStep | None = None
) -> Firefight:
    """Return the situation with a man on his way. Enemies who are near already do not surrender,
    unless he assaults them.
    """
    carries = facts.works_gun(situation, man) and facts.gun_lies(situation, man.side) is None
    if legs and carries:  # it has to be set up again
        situation = situation.gun_after(man.side, "carried")
    target = then.defender if isinstance(then, Fight) else ""
    close = (one for one in situation.enemies(man) if _point_blank(man.at, one))
    near = frozenset(f"near {enemy.name}" for enemy in close if enemy.name != target)
    return situation.call(Walking(man.name, legs, then, near))


def _point_blank(place: Spot, enemy: Man) -> bool:
    return within(place, enemy.at, POINT_BLANK_INCHES)


def _crosses(situation: Firefight, enemy: Man, before: Spot, place: Spot) -> bool:
    """Return whether a step of a way leads into this enemy's arc of covering fire."""
    if enemy.watch is None:
        return False
    front, read = direction(enemy.watch), situation.read
    inside = lies_in_arc(front, vector(enemy.at, place), read)
    return inside and not lies_in_arc(front, vector(enemy.at, before), read)


def entered(situation: Firefight, laid: Template, before: Spot, place: Spot) -> bool:
    """Return whether a step of a way leads into a template."""
    any_part = situation.read["under-template"] == "any-part"
    reach = RADIUS + (ground.BASE / 2 if any_part else 0)
    return within(laid.centre, place, reach) and not within(laid.centre, before, reach)
