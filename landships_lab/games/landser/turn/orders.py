"""The turn of a side: each of its men, in any order, declares one action or none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.inches import STEP_DEGREES
from landships_lab.core.speech import plural
from landships_lab.games.landser.rules import grenades, machine_guns, squad, trooper, wounds
from landships_lab.games.landser.rules.book import WEAPONS, note, yes
from landships_lab.play.turns import Choice, Happening, UnitsStep, refused
from . import facts, ground
from .course import EndTurn, StartTurn
from .facts import barred
from .fire import Firing, shots_of, spot_choice
from .hurt import hand_choice, join_choice
from .moves import PACES, Go, Trip, assault_choice, begun, read_legs
from .state import Firefight, Man, offer
from .templates import grenade_choice, keep_choice

#: The verbs of actions that need nothing but a man.
PLAIN = {"hide": "hide", "work": "weapon work"}
#: The words for a man who has done them.
DONE = {"hide": "goes into hide", "weapon work": "works on his weapon"}
#: The range of a thrown grenade, in inches: farther enemies are not proposed.
REACH = grenades.GRENADE.reach
#: The verbs of what a man may do besides an action, or without one.
BESIDE = ("hand", "down")
_HEADINGS = range(0, 360, STEP_DEGREES)


@dataclass(frozen=True, slots=True)
class Orders(UnitsStep):
    """The men of the side whose turn it is act, one after another."""

    def side(self, situation: Firefight) -> str:
        return situation.active

    def prompt(self, situation: Firefight) -> str:
        rest = sum(not man.acted for man in situation.of(situation.active))
        if not rest:
            return f"All men of the {situation.active} have acted."
        return f"The {situation.active} act: {plural(rest, 'man has', 'men have')} an action left."

    def acting(self, situation: Firefight) -> Iterator[Man]:
        """Yield the men who may still act, guards, and prisoners who may join in."""
        mine = (man for man in situation.men if man.side == situation.active)
        return (man for man in mine if man.status in ("", "prisoner"))

    def units(self, situation: Firefight) -> tuple[str, ...]:
        return tuple(man.name for man in self.acting(situation))

    def of(self, situation: Firefight, man: Man) -> Iterator[Choice]:
        return _of(situation, man)

    def whole(self, situation: Firefight) -> Iterator[Choice]:
        yield _end(situation)

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words: a verb, a man, and an enemy, a place or a heading."""
        if words == ("end",):
            return _end(situation)
        if len(words) < 2 or words[1] not in self.units(situation):
            return None
        (verb, name), rest = words[:2], words[2:]
        man = situation.man(name)
        if man.status == "prisoner":
            return join_choice(situation, man) if verb == "join" and not rest else None
        if verb in ("fire", "burst", "dog"):
            return _read_fire(situation, man, verb, rest)
        choice = _read(situation, man, verb, rest)
        acted = None if choice is None or verb in BESIDE else _acted(man, choice.words)
        return acted or choice


def _of(situation: Firefight, man: Man) -> Iterator[Choice]:
    if man.status == "prisoner":
        yield join_choice(situation, man)
        return
    for other in situation.of(man.side) if situation.prisoners(man.name) else ():
        if other != man and facts.in_contact(man, other):
            yield hand_choice(situation, man, other)
    if _can_drop(situation, man):
        yield _down(situation, man)
    if acted := _acted(man, f"pass {man.name}"):
        yield acted
        return
    yield from _looks(situation, man)
    yield from _fires(situation, man)
    yield from (_declare(situation, man, verb) for verb in PACES)
    opponent = situation.man(man.opponent) if man.opponent else facts.nearest(situation, man)
    if opponent is not None:
        yield assault_choice(situation, man, opponent)
    yield _cover(situation, man, man.facing)
    yield from (_plain(situation, man, verb) for verb in PLAIN)
    yield _pass(situation, man)


def _looks(situation: Firefight, man: Man) -> Iterator[Choice]:
    for enemy in situation.enemies(man):
        number, _ = facts.notices(situation, man, enemy)
        if number > 1 and not facts.remembers(situation, man, enemy):
            yield spot_choice(situation, man, enemy)


def _fires(situation: Firefight, man: Man) -> Iterator[Choice]:
    """Yield shots at the enemies he knows of, or the one refusal that forbids them all."""
    enemies = situation.enemies(man)
    for weapon in facts.arms(situation, man):
        allowed = facts.may(situation, man, "fire", weapon)
        if not allowed.value:
            other = f" {weapon}" * (weapon != man.weapons[0])
            yield refused(f"fire {man.name}{other}", "Fire", allowed, man.name)
            continue
        if weapon == "gpmg" and _keeps(situation, man):
            yield keep_choice(situation, man)
        for enemy in enemies:
            if facts.knows(situation, man, enemy).value:
                yield from shots_of(situation, man, enemy, weapon)
    if man.grenades:
        near = (one for one in enemies if facts.gap_inches(man, one) <= REACH)
        for place in dict.fromkeys(ground.snapped(enemy.at) for enemy in near):
            yield grenade_choice(situation, man, place)
        launches = "launcher" in man.weapons
        for place in dict.fromkeys(ground.snapped(enemy.at) for enemy in enemies * launches):
            yield grenade_choice(situation, man, place, launched=True)


def _end(situation: Firefight) -> Choice:
    says = f"End the turn of the {situation.active}"
    idle = [man for man in situation.of(situation.active) if not man.acted]
    if due := next(filter(None, (owed(situation, man) for man in idle)), None):
        return replace(refused("end", says, due), ends=True)
    text = "Whoever has not acted does nothing, which his player declares."
    steps = (yes("first-turn", text),)

    def effect(_: Roll) -> Happening:
        after = situation
        for man in idle:
            after = passed(after, man)
        other = StartTurn(situation.opponent_of(situation.active))
        sentence = f"The {situation.active} have ended their turn."
        return Happening(after.call(other, EndTurn()), sentence, steps, "the turn ends")

    return Choice("end", says, effect, "", Answer(True, steps, text), ends=True)


def owed(situation: Firefight, man: Man) -> Answer[object] | None:
    """Return why a man must act: a light wound makes him return fire, or his weapon requires weapon
    work, and he is able to. None if he may do nothing.
    """
    work = squad.has_to_work(facts.trooper(situation, man), situation.read)
    if work is not None:
        return barred(True, work.cite, f"{man.name}: {work.text}")
    if man.wound.outcome != trooper.ANGRY or man.opponent:
        return None
    for weapon in facts.arms(situation, man):
        shots = (Firing(situation, man, enemy, weapon) for enemy in situation.enemies(man))
        if any(shot.choice().legal for shot in shots):
            return barred(True, "light-1", f"{man.name} must return fire.")
    return None


def passed(situation: Firefight, man: Man) -> Firefight:
    """Return the situation after a man has done nothing; a man in hide stays there."""
    outcome = wounds.OUTCOMES[man.wound.outcome]
    stays = facts.hiding(man) != "" or (not outcome.free and tuple(outcome.actions) == ("hide",))
    return _done(situation, man, "hide" if stays else "", hides=stays)


def _done(situation: Firefight, man: Man, action: str, **changes: object) -> Firefight:
    hides = facts.hiding(man) != ""
    return situation.change(man.name, **{"acted": True, "did": action, "hides": hides} | changes)


def _acted(man: Man, words: str) -> Choice | None:
    """Return the refusal of a man's second action in one turn; None for his first."""
    why = barred(man.acted, "first-turn", f"{man.name} has acted this turn.")
    return refused(words, "Act again", why, man.name) if why else None


def _declare(situation: Firefight, man: Man, verb: str) -> Choice:
    """Return the choice to declare a pace: ``move NAME``."""
    action = PACES[verb]
    hand = [weapon for weapon in facts.arms(situation, man) if weapon != "gpmg"]
    weapon = hand[0] if action == "move and fire" and hand else ""
    allowed = facts.may(situation, man, action, weapon)

    def effect(_: Roll) -> Happening:
        enemies = situation.enemies(man) if action == "move and fire" else ()
        known = frozenset(one.name for one in enemies if facts.knows(situation, man, one).value)
        go = Go(man.name, action, known, hid=facts.trooper(situation, man).hidden)
        after, text = (
            begun(situation, man, verb).call(go),
            f"{man.name} declares {trooper.ACTIONS[action]}.",
        )
        return Happening(after, text, allowed.steps, "declared")

    says = trooper.ACTIONS[action].capitalize()
    return offer(f"{verb} {man.name}", says, man, [allowed], effect, allowed)


def _goes(situation: Firefight, man: Man, verb: str, rest: tuple[str, ...]) -> Choice | None:
    """Return the choice to declare a pace and go at once: ``move NAME X Y``."""
    legs = read_legs(rest)
    if not legs or verb == "move-fire":
        return None
    declared = _acted(man, f"{verb} {man.name}") or _declare(situation, man, verb)
    words = f"{verb} {man.name} " + " ".join(map(ground.write, legs))
    if not declared.legal:
        return replace(declared, words=words)
    return Trip(situation, man, PACES[verb], legs).choice(words, begun(situation, man, verb))


def _plain(situation: Firefight, man: Man, verb: str) -> Choice:
    """Return the choice of an action without an object: ``hide NAME``, ``work NAME``."""
    action = PLAIN[verb]
    allowed = facts.may(situation, man, action)
    text, steps = f"{man.name} {DONE[action]}.", allowed.steps
    if action == "weapon work" and allowed.value:
        after, jobs = worked(situation, man)
        text += f" {jobs[0].text}" if jobs else " Nothing is left to be done on it."
        done = Happening(_done(after, man, action), text, (*steps, *jobs), "done")
    else:
        done = Happening(_done(situation, man, action, hides=True), text, steps, "done")
    says = trooper.ACTIONS[action].capitalize()
    return offer(f"{verb} {man.name}", says, man, [allowed], done, allowed)


def worked(situation: Firefight, man: Man) -> tuple[Firefight, tuple[Step, ...]]:
    """Return the situation after a turn of weapon work on the job due first, and its steps."""
    crew = situation.crew(man.side)
    own: list[tuple[str, str, str]] = []
    jobs: list[tuple[str, str, str]] = []
    if man.reloads:
        own += [("is reloaded", "It reloads his gun, which fired a burst.", "machine-guns")]
    if man.jammed:
        own += [("is cleared", f"It clears his {WEAPONS[man.jammed].name}.", "jam-clear")]
    if facts.works_gun(situation, man):
        situation = facts.taken_up(situation, man)
        if crew.running >= machine_guns.MACHINE_GUN.turns_to_barrel:
            jobs += [("barrel changed", "It changes the barrel of the machine gun.", "gpmg")]
        if crew.jammed:
            jobs += [("is cleared", "It clears the machine gun.", "jam-clear")]
        first = bool(jobs)
        if facts.gun_of(situation.table, man.side) == "gpmg" and not crew.set_up:
            jobs += [("is set up", "It sets the machine gun up and loads it.", "gpmg")]
        jobs = [*jobs, *own] if first else [*own, *jobs]
    jobs = jobs or own
    if not jobs:
        return situation, ()
    event, text, cite = jobs[0]
    each = (note("own-jobs", "Each job takes a turn of its own."),) if len(jobs) > 1 else ()
    steps = (note(cite, text), *each)
    if jobs[0] in own:
        return situation.after(man.name, event), steps
    begun = {"set_up": True} if event == "is set up" else {}
    return situation.gun_after(man.side, event, **begun), steps


def _cover(situation: Firefight, man: Man, degrees: int) -> Choice:
    """Return the choice of covering fire along a heading: ``cover NAME 330``."""
    hand = facts.arms(situation, man)
    allowed = facts.may(situation, man, "covering fire", hand[0] if hand else "")
    bare = barred(not hand, "dogs-chance", f"{man.name} has no weapon left.")

    after = _done(situation, man, "covering fire", watch=degrees, facing=degrees, shots=0)
    text = f"{man.name} gives covering fire along {degrees}°."
    done = Happening(after, text, allowed.steps, "done")
    words, says = f"cover {man.name} {degrees}", f"Covering fire along {degrees}°"
    return offer(words, says, man, (allowed, bare), done, allowed)


def _can_drop(situation: Firefight, man: Man) -> bool:
    """Return whether a man could still throw himself down in the open."""
    up = not (man.prone or man.moved or man.opponent or facts.trooper(situation, man).driven)
    free = not man.acted or situation.agreement("down-how") == "beside"
    return up and free and not facts.hiding(man) and not ground.beside(situation.table, man.at)


def _down(situation: Firefight, man: Man) -> Choice:
    """Return the choice to lie down in the open, in half cover but not in hide: ``down NAME``."""
    text = "Who throws himself down in open ground is in half cover, and prone, until he goes."
    steps = (yes("firing", text), facts.agreed(situation, "down-how"))
    how = situation.agreement("down-how")
    acts = {} if how == "beside" else {"acted": True, "did": ""}
    after = situation.change(man.name, prone=True, **acts)
    down = Happening(after, f"{man.name} throws himself down.", steps, "down")
    due, why = owed(situation, man) if how == "action" else None, Answer(True, steps, text)
    return offer(f"down {man.name}", "Lie down", man, [due], down, why)


def _pass(situation: Firefight, man: Man) -> Choice:
    due, text = owed(situation, man), "A figure may do nothing; its player declares it."
    why = Answer(True, (yes("first-turn", text),), text)
    done = Happening(passed(situation, man), f"{man.name} does nothing.", why.steps, "done")
    return offer(f"pass {man.name}", "Do nothing", man, [due], done, why)


def _keeps(situation: Firefight, man: Man) -> bool:
    return any(laid.gunner == man.name for laid in situation.templates)


# -- words -----------------------------------------------------------------------------------------


def _read(situation: Firefight, man: Man, verb: str, rest: tuple[str, ...]) -> Choice | None:
    """Return a man's choice with these words, except shots."""
    enemies = {enemy.name: enemy for enemy in situation.enemies(man)}
    friends = {one.name: one for one in situation.of(man.side) if one != man}
    match verb, *rest:
        case "spot", name if name in enemies:
            return spot_choice(situation, man, enemies[name])
        case "assault", name if name in enemies:
            return assault_choice(situation, man, enemies[name])
        case (("grenade" | "launch"), x, y) if place := ground.read(x, y):
            return grenade_choice(situation, man, place, launched=verb == "launch")
        case "cover", way if way.isdecimal() and len(way) < 4 and int(way) in _HEADINGS:
            return _cover(situation, man, int(way))
        case "hand", name if name in friends and situation.prisoners(man.name):
            return hand_choice(situation, man, friends[name])
        case pace, *places if pace in PACES and places:
            return _goes(situation, man, pace, tuple(places))
    return None if rest else _read_alone(situation, man, verb)


def _read_alone(situation: Firefight, man: Man, verb: str) -> Choice | None:
    match verb:
        case "pass":
            return _pass(situation, man)
        case "keep" if _keeps(situation, man):
            return keep_choice(situation, man)
        case "down" if _can_drop(situation, man):
            return _down(situation, man)
    if verb in PACES:
        return _declare(situation, man, verb)
    return _plain(situation, man, verb) if verb in PLAIN else None


def _read_fire(situation: Firefight, man: Man, verb: str, rest: tuple[str, ...]) -> Choice | None:
    words, hand = " ".join((verb, man.name, *rest)), facts.arms(situation, man)
    own = man.weapons[0]
    named = rest[-1:] if rest and rest[-1] in ({*hand} | man.lost) - {own} else ()
    weapon, target = named[0] if named else own, rest[: len(rest) - len(named)]
    if acted := _acted(man, words):
        return acted
    if not target and verb == "fire":
        allowed = facts.may(situation, man, "fire", weapon)
        return None if allowed.value else refused(words, "Fire", allowed, man.name)
    enemies = {enemy.name: enemy for enemy in situation.enemies(man)}
    gun = facts.gun_of(situation.table, man.side)
    crew = man.kind in ("gunner", "loader") and gun not in hand
    if crew and target[:1] and target[0] in enemies and gun in (weapon, *target[1:]):
        return _out_of_reach(situation, man, words, gun)
    if len(target) != 1 or target[0] not in enemies:
        return None
    shot = Firing(situation, man, enemies[target[0]], weapon, verb == "burst")
    if verb == "dog":
        return shot.dogs_choice()
    return None if verb == "burst" and weapon not in machine_guns.AUTOMATIC else shot.choice()


def _out_of_reach(situation: Firefight, man: Man, words: str, gun: str) -> Choice:
    """Return the refusal to fire a machine gun that another man works, or that lies elsewhere."""
    allowed = facts.may(situation, man, "fire", gun)
    text = "The machine gun lies where its gunner fell: it is taken up in base contact."
    if facts.gun_lies(situation, man.side) is None:
        text = "Another man has the machine gun."
    blown = barred(situation.crew(man.side).blown, "dogs-chance", "The gun blew up.")
    why = blown or (barred(True, "own-gun", text) if allowed.value else allowed)
    return refused(words, "Fire", why or allowed, man.name)
