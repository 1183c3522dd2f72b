"""Moves: the pace a man has declared, and the places he may go to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.inches import direction
from landships_lab.core.plane import Spot, shift
from landships_lab.core.speech import inches
from landships_lab.games.landser.rules.assault import may_charge
from landships_lab.games.landser.rules.book import CITES
from landships_lab.games.landser.rules.machine_guns import loader_in_place
from landships_lab.games.landser.rules.movement import Way, allowance, cost, may_move
from landships_lab.games.landser.rules.sqrt3_geometry import within
from landships_lab.games.landser.rules.trooper import ANGRY
from landships_lab.play.turns import Choice, Happening, TurnStep, refused
from . import facts, ground
from .fights import Fight, fighter
from .hurt import LASTING, released, stopped
from .shoot import shots_of
from .state import Firefight, Man
from .thrown import grenade_choice
from .walk import walking

#: The action of each verb of movement.
PACES = {"move": "move", "fast": "move fast", "sneak": "sneak", "move-fire": "move and fire"}
#: Directions of the places that are listed for a move, in degrees off straight ahead.
LISTED = (0, 45, 315, 180)
#: Most places on the way of one move.
MOST_LEGS = 4
#: Nobody ends his way as near to another as this.
APART = ground.BASE - Fraction(1, 100)


PAST = {"move": "moved", "move fast": "moved fast", "sneak": "sneaked", "move and fire": "moved"}


def summed(situation: Firefight, man: Man, action: str, legs: tuple[Spot, ...]) -> Way:
    """Return the way along these places as the rules take it, with all that slows the man."""
    at, whole = man.at, Way(action)
    for place in legs:
        part = ground.way(situation.table, at, place, action)
        whole = replace(
            whole,
            clear=whole.clear + part.clear,
            difficult=whole.difficult + part.difficult,
            obstacles=whole.obstacles + part.obstacles,
        )
        at = place
    return replace(
        whole,
        leg_wounds=man.legs,
        half_speed=man.wound.dazed,
        fast_before=man.last == "move fast",
        ends_in_cover=action == "move fast" and ground.beside(situation.table, at) != "",
        hidden=facts.trooper(situation, man).hidden or _came_out(situation, man),
    )


def _came_out(situation: Firefight, man: Man) -> str:
    """Return how a man had come into hide who leaves it with the move that he has declared."""
    now = situation.stack[-1]
    return now.hid if isinstance(now, Go) and now.name == man.name else ""


def sent(situation: Firefight, man: Man, action: str) -> str:
    """Return where a wound or hide sends a man who moves: "cover", "base line", or anywhere, ""."""
    if man.wound.outcome == "light 5":
        return "cover"
    if man.wound.outcome == "light 6":
        return "base line"
    hid = facts.hiding(man) or _came_out(situation, man)
    return "cover" if action == "sneak" and hid == "one hit" else ""


def escorting(situation: Firefight, man: Man) -> bool:
    """Return whether a man has prisoners to take back, and no combat keeps him from it."""
    return not man.opponent and bool(situation.prisoners(man.name))


def nearer(situation: Firefight, man: Man, place: Spot, to: str) -> bool:
    """Return whether a place lies nearer to where a man is sent than he does."""
    if to == "cover":
        there = ground.to_terrain(situation.table, place)
        return there == 0 or there < ground.to_terrain(situation.table, man.at)
    north = man.side == situation.sides[0]
    return place.y < man.at.y if north else place.y > man.at.y


def _off(situation: Firefight, man: Man, legs: tuple[Spot, ...]) -> Answer[object] | None:
    """Return what forbids a way, whatever its length: the edge of the table, closed ground, another
    man's base.
    """
    at = man.at
    for place in legs:
        why = None
        if not ground.ground(situation.table).on_table(place):
            why = facts.no("It lies off the table.", CITES["move"])
        elif name := ground.shut(situation.table, at, place):
            why = facts.no(f"Nobody enters {name}: the set-up says so.", CITES["difficult"])
        if why is not None:
            return why
        at = place
    for other in situation.men:
        stands = other.status in ("", "hurt") and other.name != man.name
        if (
            stands
            and abs(Fraction(other.at.x - at.x)) < 1
            and within(at, other.at, ground.BASE - Fraction(1, 100))
        ):
            return facts.no(f"{other.name} stands there.", CITES["move"])
    return None


def _bound(
    situation: Firefight, man: Man, action: str, legs: tuple[Spot, ...]
) -> Answer[object] | None:
    """Return what besides wounds and hide binds a man on his way: a loader stays near his gun, and
    who breaks off gets out of there.
    """
    if man.opponent:
        left = [one for one in situation.enemies(man) if one.opponent == man.name]
        met = next((one for one in left if facts.in_contact(replace(man, at=legs[-1]), one)), None)
        if action == "assault" or met is None:
            return None
        text = f"There he is in contact with {met.name} still: breaking off takes him out of it."
        return facts.no(text, CITES["assault"])
    gunner = facts.gunner_of(situation, man)
    feeds = man.kind == "loader" and gunner is not None and facts.works_gun(situation, gunner)
    if not feeds or gunner is None or sent(situation, man, action):
        return None
    at = facts.gap_inches(man, gunner)
    for place in legs:
        there = facts.gap_inches(replace(man, at=place), gunner)
        near = loader_in_place(there, moving=True)
        if not near.value and there >= at:
            return near
        at = there
    return None


def go_choice(
    situation: Firefight,
    man: Man,
    action: str,
    legs: tuple[Spot, ...],
    words: str,
    left: Firefight,
    spent: Fraction = Fraction(0),
) -> Choice:
    """Return the choice to go along these places with this action, of which ``spent`` inches are
    used up; ``left`` is the situation in which he sets out.
    """
    says = f"Go to {ground.write(legs[-1])}"
    allowed = may_go(situation, man, action, legs, spent)
    if not allowed.value:
        return refused(words, says, allowed, man.name)

    def effect(_: Roll) -> Happening:
        out = unlocked(left, man) if man.opponent else left
        then = walking(out, out.man(man.name), legs)
        text = f"{man.name} {PAST[action]} to {ground.write(legs[-1])}."
        return Happening(then, text, allowed.steps, "goes")

    return Choice(words, says, effect, man.name, allowed, marks=legs)


def may_go(
    situation: Firefight,
    man: Man,
    action: str,
    legs: tuple[Spot, ...],
    spent: Fraction = Fraction(0),
) -> Answer[object]:
    """Return whether a man may go along these places with this action."""
    barred = besides(situation, man, action, legs)
    if barred is not None:
        return barred
    way = summed(situation, man, action, legs)
    return may_move(replace(way, clear=way.clear + spent), situation.read)


def besides(
    situation: Firefight, man: Man, action: str, legs: tuple[Spot, ...]
) -> Answer[object] | None:
    """Return what besides its length forbids a man to go this way, None if nothing does."""
    barred = _off(situation, man, legs) or _bound(situation, man, action, legs)
    to, escorts = sent(situation, man, action), escorting(situation, man)
    if barred or not (to or escorts) or legs[-1] == man.at:
        return barred
    if nearer(situation, man, legs[-1], to or "base line"):
        return barred
    if not to:
        text = f"{man.name} takes his prisoners back to his base line, or hands them over."
        return facts.no(text, CITES["prisoners"])
    where = "his base line" if to == "base line" else "the nearest cover"
    cite = "hide-turn" if man.wound.outcome not in LASTING else man.wound.outcome.replace(" ", "-")
    return facts.no(f"{man.name} may only go towards {where}.", CITES[cite])


def begun(situation: Firefight, man: Man, verb: str) -> Firefight:
    """Return the situation in which a man has begun an action that moves him."""
    return situation.after(man.name, verb).change(man.name, acted=True, did=PACES.get(verb, verb))


def unlocked(situation: Firefight, man: Man) -> Firefight:
    """Return the situation with a man out of his combat, and so all who fight nobody else."""
    return released(situation.after(man.name, "combat ends"), man.name)


def read_legs(words: tuple[str, ...]) -> tuple[Spot, ...]:
    """Return the places that these words write, none for other words."""
    if not words or len(words) % 2 or len(words) > 2 * MOST_LEGS:
        return ()
    found = [ground.read(*words[n : n + 2]) for n in range(0, len(words), 2)]
    return tuple(place for place in found if place is not None) if all(found) else ()


def farthest(
    situation: Firefight, man: Man, action: str, degrees: int, spent: Fraction
) -> Spot | None:
    """Return the farthest place in this direction that a man may go to, None if there is none."""
    ahead = direction(degrees)
    reach = allowance(summed(situation, man, action, (man.at,)), situation.read).value - spent
    for quarters in range(int(4 * reach), 0, -1):
        place = ground.snapped(shift(man.at, ahead, Fraction(quarters, 4)))
        if place != man.at and may_go(situation, man, action, (place,), spent).value:
            return place
    return None


@dataclass(frozen=True, slots=True)
class Go(TurnStep):
    """A man who has declared a pace goes to a place; one who moves and fires may fire at any point
    of it. ``known`` are the enemies he was aware of before he began, ``hid`` is how he had come
    into hide if he was.
    """

    name: str
    action: str
    known: frozenset[str] = frozenset()
    spent: Fraction = Fraction(0)
    fired: bool = False
    hid: str = ""

    def side(self, situation: Firefight) -> str:
        """Return his side."""
        return situation.man(self.name).side

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that says what he may still do."""
        way = summed(situation, situation.man(self.name), self.action, (self._at(situation),))
        left = max(Fraction(allowance(way, situation.read).value) - self.spent, Fraction(0))
        fires = " and fire on the way" if self._may_fire else ""
        return f"{self.name} may go {inches(left)}{fires}."

    def _at(self, situation: Firefight) -> Spot:
        return situation.man(self.name).at

    @property
    def _may_fire(self) -> bool:
        return self.action == "move and fire" and not self.fired

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return shots on the way, places to go to, and the choice to go no farther."""
        man = situation.man(self.name)
        if self._may_fire:
            yield from self._shots(situation, man)
        front = 180 if man.side == situation.sides[0] else 0
        ways = ((front + off) % 360 for off in LISTED)
        found = (farthest(situation, man, self.action, way, self.spent) for way in ways)
        for place in dict.fromkeys(found):
            if place is not None:
                yield self._to(situation, man, (place,))
        yield self._stay(situation)

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice ``to X Y``, through other places to it, ``fire NAME ENEMY``,
        ``burst NAME ENEMY``, ``grenade NAME X Y``, ``launch NAME X Y`` or ``stay NAME``.
        """
        man = situation.man(self.name)
        if words == ("stay", self.name):
            return self._stay(situation)
        if words[:1] == ("to",):
            legs = read_legs(words[1:])
            return self._to(situation, man, legs) if legs else None
        if not self._may_fire:
            return None
        if (
            words[:1] in (("grenade",), ("launch",))
            and words[1:2] == (self.name,)
            and len(words) == 4
        ):
            place, launched = ground.read(*words[2:]), words[0] == "launch"
            if place is None:
                return None
            return grenade_choice(self._after_fire(situation), man, place, self.action, launched)
        text = " ".join(words)
        return next((one for one in self._shots(situation, man) if one.words == text), None)

    def by_itself(self, situation: Firefight) -> Happening | None:
        """End the action of a man whom a hit has stopped on his way."""
        return Happening(situation.back(), "") if stopped(situation, self.name) else None

    def _after_fire(self, situation: Firefight) -> Firefight:
        return situation.become(replace(self, fired=True))

    def _shots(self, situation: Firefight, man: Man) -> Iterator[Choice]:
        after = self._after_fire(situation)
        hand = [weapon for weapon in facts.arms(situation, man) if weapon != "gpmg"]
        for target in situation.enemies(man):
            for weapon in hand if target.name in self.known else ():
                yield from shots_of(after, man, target, weapon, self.action, aware=True)

    def _to(self, situation: Firefight, man: Man, legs: tuple[Spot, ...]) -> Choice:
        words = "to " + " ".join(map(ground.write, legs))
        left = situation.back()
        if self.action == "move and fire":
            used = cost(summed(situation, man, self.action, legs)).value
            left = situation.become(replace(self, spent=self.spent + used))
        return go_choice(situation, man, self.action, legs, words, left, self.spent)

    def _owed(self, situation: Firefight) -> Answer[object] | None:
        """Return why an angry man may not leave off yet: he must fire, and he can."""
        man = situation.man(self.name)
        if not self._may_fire or man.wound.outcome != ANGRY:
            return None
        able = any(one.legal for one in self._shots(situation, man))
        return facts.no(f"{self.name} must return fire.", CITES["light-1"]) if able else None

    def _stay(self, situation: Firefight) -> Choice:
        words, says = f"stay {self.name}", "Go no farther"
        owed = self._owed(situation)
        if owed is not None:
            return refused(words, says, owed, self.name)

        def effect(_: Roll) -> Happening:
            return Happening(situation.back(), f"{self.name} goes no farther.", (), "stays")

        return Choice(words, says, effect, self.name, ends=True)


# -- assaults --------------------------------------------------------------------------------------


def assault_choice(situation: Firefight, man: Man, target: Man) -> Choice:
    """Return the choice to assault an enemy, or to fight on with him: ``assault NAME ENEMY``."""
    words, says = f"assault {man.name} {target.name}", f"Assault {target.name}"
    other = facts.no(f"{man.name} is locked in combat with {man.opponent}.", CITES["assault"])
    if other and man.opponent not in ("", target.name):
        return refused(words, says, other, man.name)
    allowed = facts.may(situation, man, "assault")
    if not allowed.value:
        return refused(words, says, allowed, man.name)
    closest = facts.nearest(situation, man)
    far = facts.gap_inches(man, target)
    near = far if closest is None else min(far, facts.gap_inches(man, closest))
    charge = may_charge(fighter(situation, man), far, near)
    if charge.value is False:
        return refused(words, says, charge, man.name)
    fight = Fight(man.name, target.name)
    legs: tuple[Spot, ...] = ()
    why: tuple[Step, ...] = (*allowed.steps, *charge.steps)
    if far:
        place = contact(situation, man, target)
        how = facts.agreed(situation, "assault-move")
        pace = "move fast" if situation.agreement("assault-move") == "seven" else "move"
        way = replace(summed(situation, man, pace, (place,)), hidden="", assaults=True)
        off = besides(situation, man, "assault", (place,)) or may_move(way, situation.read)
        if not off.value:
            told = replace(off, steps=(how, *off.steps))
            return refused(words, says, told, man.name)
        legs, why = (place,), (*why, how, *off.steps)

    def effect(_: Roll) -> Happening:
        after = begun(situation, man, "assault")
        then = walking(after, after.man(man.name), legs, fight)
        return Happening(then, f"{man.name} assaults {target.name}.", why, "goes")

    told = Answer(True, why, f"{man.name} may assault {target.name}.")
    return Choice(words, says, effect, man.name, told, marks=(target.at,))


def contact(situation: Firefight, man: Man, target: Man) -> Spot:
    """Return the place in base contact with an enemy that lies nearest to a man, and where nobody
    else stands.
    """
    around = sorted(_ring(), key=lambda way: _square(man.at, target.at, way))
    places = (Spot(target.at.x + Fraction(x, 4), target.at.y + Fraction(y, 4)) for x, y in around)
    on_steps = (ground.snapped(place) for place in places)
    free = [place for place in on_steps if within(place, target.at, ground.CONTACT)]
    clear = (place for place in free if _off(situation, man, (place,)) is None)
    return next(clear, free[0])


@cache
def _ring() -> tuple[tuple[int, int], ...]:
    """Return the quarter inches round a man at which another is in base contact with him."""
    steps = range(-4, 5)
    return tuple((x, y) for x in steps for y in steps if 9 <= x * x + y * y <= 16)


def _square(man: Spot, target: Spot, way: tuple[int, int]) -> int | Fraction:
    x, y = 4 * (target.x - man.x) + way[0], 4 * (target.y - man.y) + way[1]
    return x * x + y * y
