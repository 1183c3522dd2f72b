"""Moves: the pace that a man has declared, the places he may go to, and assaults; and a man on his
way, who may be interrupted by covering fire, a template, or an enemy who surrenders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.inches import direction
from landships_lab.core.plane import Spot, shift, vector
from landships_lab.core.speech import inches
from landships_lab.games.landser.rules.assault import POINT_BLANK_INCHES, may_charge
from landships_lab.games.landser.rules.book import READINGS, note
from landships_lab.games.landser.rules.machine_guns import loader_in_place
from landships_lab.games.landser.rules.movement import Way, allowance, cost, may_move
from landships_lab.games.landser.rules.sqrt3_geometry import within
from landships_lab.games.landser.rules.templates import RADIUS, lies_in_arc, template_roll
from landships_lab.games.landser.rules.trooper import ANGRY
from landships_lab.play.turns import Choice, GoesOn, Happening, TurnStep, refused
from . import facts, ground
from .facts import barred
from .fire import shots_of
from .hurt import LASTING, Effects, Fight, brought_in, fighter, stopped, surrender, unlocked
from .state import Firefight, Man, Template, first_refusal, offer
from .templates import effect_roll, grenade_choice, under

#: The action of each verb of movement, and the words for what the man did.
PACES = {"move": "move", "fast": "move fast", "sneak": "sneak", "move-fire": "move and fire"}
PAST = {"move": "moved", "move fast": "moved fast", "sneak": "sneaked", "move and fire": "moved"}
#: The directions of the places listed for a move, in degrees off straight ahead.
LISTED = (0, 45, 315, 180)
#: The most places on the way of one move.
MOST_LEGS = 4
#: Nobody ends a move this near to another man, in inches.
APART = ground.BASE - Fraction(1, 100)


# -- a way -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trip:
    """A man's way along these places with an action, ``spent`` inches of which are used up."""

    situation: Firefight
    man: Man
    action: str
    legs: tuple[Spot, ...] = ()
    spent: Fraction = Fraction(0)

    @property
    def way(self) -> Way:
        """The way in the form that the rules take, with everything that slows the man."""
        table, man, places = self.situation.table, self.man, (self.man.at, *self.legs)
        legs = zip(places, self.legs, strict=False)
        ways = [ground.way(table, *leg, self.action) for leg in legs]
        covered = self.action == "move fast" and ground.beside(table, places[-1]) != ""
        return Way(
            self.action,
            sum((way.clear for way in ways), Fraction(0)),
            sum((way.difficult for way in ways), Fraction(0)),
            sum((way.obstacles for way in ways), Fraction(0)),
            leg_wounds=man.legs,
            half_speed=man.wound.dazed,
            fast_before=man.last == "move fast",
            ends_in_cover=covered,
            hidden=facts.trooper(self.situation, man).hidden or self._came_out,
        )

    @property
    def inches_left(self) -> Fraction:
        """The inches that he has left."""
        whole = allowance.value(replace(self, legs=()).way, self.situation.read)
        return max(whole - self.spent, Fraction(0))

    @property
    def _came_out(self) -> str:
        """How he came into hide, if the declared move leaves it."""
        now = self.situation.stack[-1]
        return now.hid if isinstance(now, Go) and now.name == self.man.name else ""

    @property
    def _sent(self) -> str:
        """Where a wound or hide sends him: "cover", "base line", or "" for anywhere."""
        if self.man.wound.outcome in LASTING:
            return "cover" if self.man.wound.outcome == "light 5" else "base line"
        hid = facts.hiding(self.man) or self._came_out
        return "cover" if self.action == "sneak" and hid == "one hit" else ""

    def _nearer(self, to: str) -> bool:
        """Return whether he ends nearer to where he is sent than he is."""
        (man, table), end = (self.man, self.situation.table), self.legs[-1]
        if to == "cover":
            there = ground.to_terrain(table, end)
            return there == 0 or there < ground.to_terrain(table, man.at)
        north = man.side == self.situation.sides[0]
        return end.y < man.at.y if north else end.y > man.at.y

    def _bound(self) -> Answer[object] | None:
        """Return what else binds him on his way, besides wounds and hide: a loader stays near his
        gun, and a man who breaks off must get away.
        """
        situation, man = self.situation, self.man
        if man.opponent:
            there = replace(man, at=self.legs[-1])
            locked = (one for one in situation.enemies(man) if one.opponent == man.name)
            close = (one for one in locked if facts.in_contact(there, one))
            met = None if self.action == "assault" else next(close, None)
            still = f"There he is in contact with {met.name} still" if met else ""
            return barred(met, "assault", f"{still}: breaking off takes him out of it.")
        gunner = facts.gunner_of(situation, man)
        feeds = man.kind == "loader" and gunner is not None and facts.works_gun(situation, gunner)
        if not feeds or gunner is None or self._sent:
            return None
        at = facts.gap_inches(man, gunner)
        for place in self.legs:
            far = facts.gap_inches(replace(man, at=place), gunner)
            near = loader_in_place(far, moving=True)
            if not near.value and far >= at:
                return near
            at = far
        return None

    def besides(self) -> Answer[object] | None:
        """Return what forbids this way apart from its length, or None."""
        man = self.man
        against = _off(self.situation, man, self.legs) or self._bound()
        to, escorts = self._sent, not man.opponent and bool(self.situation.prisoners(man.name))
        if against or not (to or escorts) or self.legs[-1] == man.at:
            return against
        if self._nearer(to or "base line"):
            return None
        if not to:
            text = f"{man.name} takes his prisoners back to his base line, or hands them over."
            return barred(True, "prisoners", text)
        lasts, wound = man.wound.outcome in LASTING, man.wound.outcome.replace(" ", "-")
        where = "his base line" if to == "base line" else "the nearest cover"
        text = f"{man.name} may only go towards {where}."
        return barred(True, wound if lasts else "hide-turn", text)

    def allowed(self) -> Answer[object]:
        """Return whether he may go this way."""
        if against := self.besides():
            return against
        way = self.way
        return may_move(replace(way, clear=way.clear + self.spent), self.situation.read)

    def choice(self, words: str, start: Firefight) -> Choice:
        """Return the choice to go this way. ``left`` is the situation in which he sets out."""
        man, allowed, there = self.man, self.allowed(), ground.write(self.legs[-1])

        def effect(_: Roll) -> Happening:
            out = unlocked(start, man) if man.opponent else start
            then, text = walking(out, out.man(man.name), self.legs), PAST[self.action]
            return Happening(then, f"{man.name} {text} to {there}.", allowed.steps, "goes")

        return offer(words, f"Go to {there}", man, [allowed], effect, allowed, marks=self.legs)

    def farthest(self, degrees: int) -> Spot | None:
        """Return the farthest place in this direction that he may go to, or None."""
        man, ahead = self.man, direction(degrees)
        for quarters in range(int(4 * self.inches_left), 0, -1):
            place = ground.snapped(shift(man.at, ahead, Fraction(quarters, 4)))
            if place != man.at and replace(self, legs=(place,)).allowed().value:
                return place
        return None


def _off(situation: Firefight, man: Man, legs: tuple[Spot, ...]) -> Answer[object] | None:
    """Return what forbids any way: the edge of the table, closed ground, another man's base."""
    at = man.at
    for place in legs:
        off = not ground.ground(situation.table).on_table(place)
        closed = "" if off else ground.shut(situation.table, at, place)
        why = barred(off, "move", "It lies off the table.")
        why = why or barred(closed, "difficult", f"Nobody enters {closed}: the set-up says so.")
        if why is not None:
            return why
        at = place
    for other in situation.men:
        stands = other.status in ("", "hurt") and other.name != man.name
        if stands and -1 < other.at.x - at.x < 1 and within(at, other.at, APART):
            return barred(True, "move", f"{other.name} stands there.")
    return None


def begun(situation: Firefight, man: Man, verb: str) -> Firefight:
    """Return the situation after a man has begun an action that moves him."""
    return situation.after(man.name, verb).change(man.name, acted=True, did=PACES.get(verb, verb))


def read_legs(words: tuple[str, ...]) -> tuple[Spot, ...]:
    """Return the places written by these words; empty for other words."""
    if not words or len(words) % 2 or len(words) > 2 * MOST_LEGS:
        return ()
    spots = [ground.read(*words[n : n + 2]) for n in range(0, len(words), 2)]
    return tuple(place for place in spots if place is not None) if all(spots) else ()


@dataclass(frozen=True, slots=True)
class Go(TurnStep):
    """A man who has declared a pace goes to a place, ``to X Y``, perhaps through other places, or
    stops, ``stay NAME``. One who moves and fires may fire, or send a grenade, at any point of the
    way.

    ``known`` are the enemies he was aware of before he began; ``hid`` is how he had come into hide,
    if he had.
    """

    name: str
    action: str
    known: frozenset[str] = frozenset()
    spent: Fraction = Fraction(0)
    fired: bool = False
    hid: str = ""

    def side(self, situation: Firefight) -> str:
        return situation.man(self.name).side

    def prompt(self, situation: Firefight) -> str:
        rest = self._trip(situation).inches_left
        return f"{self.name} may go {inches(rest)}{' and fire on the way' * self._may_fire}."

    def _trip(self, situation: Firefight, legs: tuple[Spot, ...] = ()) -> Trip:
        return Trip(situation, situation.man(self.name), self.action, legs, self.spent)

    @property
    def _may_fire(self) -> bool:
        return self.action == "move and fire" and not self.fired

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        man = situation.man(self.name)
        yield from self._shots(situation, man)
        front = 180 if man.side == situation.sides[0] else 0
        ways = ((front + off) % 360 for off in LISTED)
        for place in dict.fromkeys(map(self._trip(situation).farthest, ways)):
            if place is not None:
                yield self._to(situation, (place,))
        yield self._stay(situation, man)

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        man = situation.man(self.name)
        match words:
            case "stay", self.name:
                return self._stay(situation, man)
            case "to", *places:
                legs = read_legs(tuple(places))
                return self._to(situation, legs) if legs else None
            case ("grenade" | "launch") as verb, self.name, x, y if self._may_fire:
                after, place = self._after_fire(situation), ground.read(x, y)
                launched = verb == "launch"
                return grenade_choice(after, man, place, self.action, launched) if place else None
        text = " ".join(words)
        return next((one for one in self._shots(situation, man) if one.words == text), None)

    def by_itself(self, situation: Firefight) -> Happening | None:
        """End the action of a man whom a hit has stopped on his way."""
        return Happening(situation.back(), "") if stopped(situation, self.name) else None

    def _after_fire(self, situation: Firefight) -> Firefight:
        return situation.become(replace(self, fired=True))

    def _shots(self, situation: Firefight, man: Man) -> Iterator[Choice]:
        after, enemies = self._after_fire(situation), situation.enemies(man)
        for target in enemies if self._may_fire else ():
            for weapon in facts.arms(situation, man) if target.name in self.known else ():
                if weapon != "gpmg":
                    yield from shots_of(after, man, target, weapon, self.action, aware=True)

    def _to(self, situation: Firefight, legs: tuple[Spot, ...]) -> Choice:
        trip, start = self._trip(situation, legs), situation.back()
        if self.action == "move and fire":
            start = situation.become(replace(self, spent=self.spent + cost.value(trip.way)))
        return trip.choice("to " + " ".join(map(ground.write, legs)), start)

    def _stay(self, situation: Firefight, man: Man) -> Choice:
        """Return the choice to stop; an angry man must fire first if he can."""
        words, says = f"stay {self.name}", "Go no farther"
        owes = man.wound.outcome == ANGRY and any(s.legal for s in self._shots(situation, man))
        if owed := barred(owes, "light-1", f"{self.name} must return fire."):
            return refused(words, says, owed, self.name)
        stays = Happening(situation.back(), f"{self.name} goes no farther.", (), "stays")
        return Choice(words, says, lambda _: stays, self.name, ends=True)


# -- assaults --------------------------------------------------------------------------------------


def assault_choice(situation: Firefight, man: Man, target: Man) -> Choice:
    """Return the choice to assault an enemy, or to go on fighting him: ``assault NAME ENEMY``."""
    words, says = f"assault {man.name} {target.name}", f"Assault {target.name}"
    locked = f"{man.name} is locked in combat with {man.opponent}."
    allowed, closest = facts.may(situation, man, "assault"), facts.nearest(situation, man)
    far = facts.gap_inches(man, target)
    near = far if closest is None else min(far, facts.gap_inches(man, closest))

    charge = may_charge(fighter(situation, man), far, near)
    against = (
        barred(man.opponent not in ("", target.name), "assault", locked),
        allowed,
        charge if charge.value is False else None,
    )
    if refusal := first_refusal(against):
        return refused(words, says, refusal, man.name)
    legs: tuple[Spot, ...] = ()
    why = (*allowed.steps, *charge.steps)
    if far:
        place = contact(situation, man, target)
        how = facts.agreed(situation, "assault-move")
        pace = "move fast" if situation.agreement("assault-move") == "seven" else "move"
        way = replace(Trip(situation, man, pace, (place,)).way, hidden="", assaults=True)
        besides = Trip(situation, man, "assault", (place,)).besides()
        off = besides or may_move(way, situation.read)
        if not off.value:
            return refused(words, says, replace(off, steps=(how, *off.steps)), man.name)
        legs, why = (place,), (*why, how, *off.steps)

    def effect(_: Roll) -> Happening:
        after = begun(situation, man, "assault")
        then = walking(after, after.man(man.name), legs, Fight(man.name, target.name))
        return Happening(then, f"{man.name} assaults {target.name}.", why, "goes")

    answer = Answer(True, why, f"{man.name} may assault {target.name}.")
    return Choice(words, says, effect, man.name, answer, marks=(target.at,))


def contact(situation: Firefight, man: Man, target: Man) -> Spot:
    """Return the free place in base contact with an enemy that is nearest to a man."""

    def far(way: tuple[int, int]) -> int | Fraction:
        x, y = 4 * (target.at.x - man.at.x) + way[0], 4 * (target.at.y - man.at.y) + way[1]
        return x * x + y * y

    around = sorted(_ring(), key=far)
    places = (Spot(target.at.x + Fraction(x, 4), target.at.y + Fraction(y, 4)) for x, y in around)
    on_steps = (ground.snapped(place) for place in places)
    free = [place for place in on_steps if within(place, target.at, ground.CONTACT)]
    return next((place for place in free if _off(situation, man, (place,)) is None), free[0])


@cache
def _ring() -> tuple[tuple[int, int], ...]:
    """Return the places on quarter inches from which a man is in base contact with another."""
    steps = range(-4, 5)
    return tuple((x, y) for x in steps for y in steps if 9 <= x * x + y * y <= 16)


# -- on the way ------------------------------------------------------------------------------------


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
        held = Happening(back, f"{self.watcher} holds his fire.", (), "held")
        yield Choice(
            f"hold {self.watcher}", "Hold the fire", lambda _: held, self.watcher, ends=True
        )

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
        """Return what interrupts him on this quarter of an inch, or None."""
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
