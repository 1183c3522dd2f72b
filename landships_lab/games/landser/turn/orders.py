"""The turn of a side: each of its men, in any order, declares one action, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import Roll
from landships_lab.core.inches import STEP_DEGREES
from landships_lab.core.plane import Spot
from landships_lab.core.speech import plural
from landships_lab.games.landser.rules.book import CITES, WEAPONS
from landships_lab.games.landser.rules.grenades import GRENADE
from landships_lab.games.landser.rules.machine_guns import AUTOMATIC, MACHINE_GUN
from landships_lab.games.landser.rules.squad import has_to_work
from landships_lab.games.landser.rules.trooper import ACTIONS, ANGRY
from landships_lab.games.landser.rules.wounds import OUTCOMES
from landships_lab.play.turns import Choice, Happening, TurnStep, refused
from . import facts, ground
from .course import EndTurn, StartTurn
from .fights import hand_choice, join_choice
from .laid import keep_choice
from .moves import PACES, Go, assault_choice, begun, go_choice, read_legs
from .shoot import dog_choice, fire_choice, shots_of, spot_choice
from .state import Firefight, Man
from .thrown import grenade_choice

#: The verbs of actions that need nothing but a man.
PLAIN = {"hide": "hide", "work": "weapon work"}


#: How far a grenade is thrown, in inches: farther enemies are not proposed.
REACH = GRENADE.reach


@dataclass(frozen=True, slots=True)
class Orders(TurnStep):
    """The men of the side whose turn it is act, one after another."""

    def side(self, situation: Firefight) -> str:
        """Return the side whose turn it is."""
        return situation.active

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that says how many men have not acted yet."""
        left = sum(not man.acted for man in situation.of(situation.active))
        if not left:
            return f"All men of the {situation.active} have acted."
        return f"The {situation.active} act: {plural(left, 'man has', 'men have')} an action left."

    def units(self, situation: Firefight) -> tuple[str, ...]:
        """Return the men who may still act, guards, and prisoners who may join in."""
        side = situation.active
        return tuple(
            man.name
            for man in situation.men
            if man.side == side and (man.fights or man.status == "prisoner")
        )

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return the choices of all men, and the end of the turn."""
        for name in self.units(situation):
            yield from self._of(situation, situation.man(name))
        yield self._end(situation)

    def choices_of(self, situation: Firefight, unit: str) -> tuple[Choice, ...]:
        """Return the choices of one man, and the end of the turn."""
        known = unit in self.units(situation)
        mine = self._of(situation, situation.man(unit)) if known else iter(())
        return (*mine, self._end(situation))

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice that these words stand for: a verb, a man, and an enemy, a place or a
        heading.
        """
        if words == ("end",):
            return self._end(situation)
        if len(words) < 2 or words[1] not in self.units(situation):
            return None
        verb, man = words[0], situation.man(words[1])
        rest = words[2:]
        if man.status == "prisoner":
            return join_choice(situation, man) if words[0] == "join" and not rest else None
        made = _VERBS.get(verb)
        return made(situation, man, rest) if made else None

    # -- one man -----------------------------------------------------------------------------------

    def _of(self, situation: Firefight, man: Man) -> Iterator[Choice]:
        if man.status == "prisoner":
            yield join_choice(situation, man)
            return
        yield from _beside(situation, man)
        if acted := _acted(man, f"pass {man.name}"):
            yield acted
            return
        yield from self._looks(situation, man)
        yield from self._fires(situation, man)
        for verb in PACES:
            yield _declare(situation, man, verb)
        closest = facts.nearest(situation, man)
        if man.opponent:
            yield assault_choice(situation, man, situation.man(man.opponent))
        elif closest is not None:
            yield assault_choice(situation, man, closest)
        yield _cover(situation, man, man.facing)
        for verb in PLAIN:
            yield _plain(situation, man, verb)
        yield _pass(situation, man)

    def _looks(self, situation: Firefight, man: Man) -> Iterator[Choice]:
        for enemy in situation.enemies(man):
            number, _ = facts.notices(situation, man, enemy)
            if number > 1 and not facts.remembers(situation, man, enemy):
                yield spot_choice(situation, man, enemy)

    def _fires(self, situation: Firefight, man: Man) -> Iterator[Choice]:
        """Yield shots at the enemies he knows of, or the one reason that forbids them all."""
        for weapon in facts.arms(situation, man):
            allowed = facts.may(situation, man, "fire", weapon)
            if not allowed.value:
                other = f" {weapon}" if weapon != man.weapons[0] else ""
                yield refused(f"fire {man.name}{other}", "Fire", allowed, man.name)
                continue
            if weapon == "gpmg" and _keeps(situation, man):
                yield keep_choice(situation, man)
            for enemy in situation.enemies(man):
                if facts.knows(situation, man, enemy).value:
                    yield from shots_of(situation, man, enemy, weapon)
        if man.grenades:
            near = (one for one in situation.enemies(man) if facts.gap_inches(man, one) <= REACH)
            for place in dict.fromkeys(ground.snapped(enemy.at) for enemy in near):
                yield grenade_choice(situation, man, place)
        if "launcher" in man.weapons and man.grenades:
            for place in dict.fromkeys(ground.snapped(one.at) for one in situation.enemies(man)):
                yield grenade_choice(situation, man, place, launched=True)

    def _end(self, situation: Firefight) -> Choice:
        says = f"End the turn of the {situation.active}"
        for man in situation.of(situation.active):
            due = None if man.acted else owed(situation, man)
            if due is not None:
                return replace(refused("end", says, due), ends=True)
        text = "Whoever has not acted does nothing, which his player declares."
        step = Step(text, CITES["first-turn"], "allows")

        def effect(_: Roll) -> Happening:
            after = situation
            for man in situation.of(situation.active):
                if not man.acted:
                    after = passed(after, man)
            text = f"The {situation.active} have ended their turn."
            other = StartTurn(situation.enemy_of(situation.active))
            return Happening(after.call(other, EndTurn()), text, (step,), "the turn ends")

        return Choice("end", says, effect, "", Answer(True, (step,), step.text), ends=True)


def owed(situation: Firefight, man: Man) -> Answer[object] | None:
    """Return why a man may not do nothing: a light wound makes him return fire, or his weapon makes
    weapon work of his turn, and he can. None if he may.
    """
    work = has_to_work(facts.trooper(situation, man), situation.read)
    if work is not None:
        return facts.no(f"{man.name}: {work.text}", work.cite)
    if man.wound.outcome != ANGRY or man.opponent:
        return None
    for weapon in facts.arms(situation, man):
        if any(fire_choice(situation, man, e, weapon).legal for e in situation.enemies(man)):
            return facts.no(f"{man.name} must return fire.", CITES["light-1"])
    return None


def passed(situation: Firefight, man: Man) -> Firefight:
    """Return the situation after a man has done nothing: in hide, he stays there."""
    found = OUTCOMES[man.wound.outcome]
    stays = facts.hiding(man) != "" or (not found.free and tuple(found.actions) == ("hide",))
    return _done(situation, man, "hide" if stays else "", hides=stays)


def _done(situation: Firefight, man: Man, action: str, **changes: object) -> Firefight:
    hides = facts.hiding(man) != ""
    return situation.change(man.name, **{"acted": True, "did": action, "hides": hides} | changes)


def _declare(situation: Firefight, man: Man, verb: str) -> Choice:
    """Return the choice to declare a pace: ``move NAME``."""
    action = PACES[verb]
    words, says = f"{verb} {man.name}", ACTIONS[action]
    hand = [weapon for weapon in facts.arms(situation, man) if weapon != "gpmg"]
    weapon = hand[0] if action == "move and fire" and hand else ""
    allowed = facts.may(situation, man, action, weapon)
    if not allowed.value:
        return refused(words, says, allowed, man.name)

    def effect(_: Roll) -> Happening:
        known = frozenset(
            enemy.name
            for enemy in situation.enemies(man)
            if facts.knows(situation, man, enemy).value
        )
        after = begun(situation, man, verb)
        text = f"{man.name} declares {ACTIONS[action]}."
        known = known if action == "move and fire" else frozenset()
        go = Go(man.name, action, known, hid=facts.trooper(situation, man).hidden)
        return Happening(after.call(go), text, allowed.steps, "declared")

    return Choice(words, says, effect, man.name, allowed)


def _pace(verb: str) -> Callable[[Firefight, Man, tuple[str, ...]], Choice | None]:
    def made(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
        if not rest:
            return _declared(situation, man, verb)
        legs = read_legs(rest)
        if not legs or verb == "move-fire":
            return None
        declared = _declared(situation, man, verb)
        words = f"{verb} {man.name} " + " ".join(map(ground.write, legs))
        if not declared.legal:
            return replace(declared, words=words)
        left = begun(situation, man, verb)
        return go_choice(situation, man, PACES[verb], legs, words, left)

    return made


def _declared(situation: Firefight, man: Man, verb: str) -> Choice:
    return _acted(man, f"{verb} {man.name}") or _declare(situation, man, verb)


def _acted(man: Man, words: str) -> Choice | None:
    """Return the refusal of a second action of a man in one turn, None for his first one."""
    why = facts.no(f"{man.name} has acted this turn.", CITES["first-turn"])
    return refused(words, "Act again", why, man.name) if why and man.acted else None


def _plain(situation: Firefight, man: Man, verb: str) -> Choice:
    """Return the choice of an action that needs nothing else: ``hide NAME``, ``work NAME``."""
    action = PLAIN[verb]
    words = f"{verb} {man.name}"
    allowed = facts.may(situation, man, action)
    if not allowed.value:
        return refused(words, ACTIONS[action], allowed, man.name)

    job = worked(situation, man) if action == "weapon work" else None
    steps = (*allowed.steps, *job[1]) if job else allowed.steps

    def effect(_: Roll) -> Happening:
        after = _done(job[0], man, action) if job else _done(situation, man, action, hides=True)
        return Happening(after, f"{man.name}: {ACTIONS[action]}.", steps, "done")

    return Choice(words, ACTIONS[action], effect, man.name, allowed)


def worked(situation: Firefight, man: Man) -> tuple[Firefight, tuple[Step, ...]]:
    """Return the situation after a man's turn of weapon work, and what it was: one job, that which
    is due first.
    """
    crew, own = situation.crew(man.side), tuple(_own_jobs(man))
    name = facts.gun_of(situation.table, man.side)
    jobs = own
    if facts.works_gun(situation, man):
        situation = facts.taken_up(situation, man)
        worn = crew.running >= MACHINE_GUN.turns_to_barrel
        gun = (
            (worn, "barrel changed", "It changes the barrel of the machine gun.", "gpmg"),
            (crew.jammed, "is cleared", "It clears the machine gun.", "jam-clear"),
            (
                name == "gpmg" and not crew.set_up,
                "is set up",
                "It sets the machine gun up and loads it.",
                "gpmg",
            ),
        )
        first = tuple((event, text, cite) for due, event, text, cite in gun if due)
        jobs = (*first, *own) if worn or crew.jammed else (*own, *first)
    if not jobs:
        return situation, ()
    event, text, cite = jobs[0]
    each = Step("Each job takes a turn of its own.", CITES["own-jobs"])
    steps = (Step(text, CITES[cite]), *((each,) if len(jobs) > 1 else ()))
    if jobs[0] in own:
        return situation.after(man.name, event), steps
    begun = {"set_up": True} if event == "is set up" else {}
    return situation.gun_after(man.side, event, **begun), steps


def _own_jobs(man: Man) -> Iterator[tuple[str, str, str]]:
    if man.reloads:
        yield "is reloaded", "It reloads his gun, which fired a burst.", "machine-guns"
    if man.jammed:
        yield "is cleared", f"It clears his {WEAPONS[man.jammed].name}.", "jam-clear"


def _cover(situation: Firefight, man: Man, degrees: int) -> Choice:
    """Return the choice of covering fire along a heading: ``cover NAME 330``."""
    words, says = f"cover {man.name} {degrees}", f"Covering fire along {degrees}°"
    hand = facts.arms(situation, man)
    allowed = facts.may(situation, man, "covering fire", hand[0] if hand else "")
    bare = facts.no(f"{man.name} has no weapon left.", CITES["dogs-chance"])
    if bare and allowed.value and not hand:
        allowed = bare
    if not allowed.value:
        return refused(words, says, allowed, man.name)

    def effect(_: Roll) -> Happening:
        after = _done(situation, man, "covering fire", watch=degrees, facing=degrees, shots=0)
        text = f"{man.name} gives covering fire along {degrees}°."
        return Happening(after, text, allowed.steps, "done")

    return Choice(words, says, effect, man.name, allowed)


def _beside(situation: Firefight, man: Man) -> Iterator[Choice]:
    """Yield what a man may do beside his action: hand prisoners over, and lie down in the open."""
    for other in situation.of(man.side) if situation.prisoners(man.name) else ():
        if other != man and facts.in_contact(man, other):
            yield hand_choice(situation, man, other)
    if _can_drop(situation, man):
        yield _down(situation, man)


def _can_drop(situation: Firefight, man: Man) -> bool:
    """Return whether a man could throw himself down in the open, for all he has done so far."""
    up = not (man.prone or man.moved or man.opponent or facts.trooper(situation, man).driven)
    free = not man.acted or situation.agreement("down-how") == "beside"
    return up and free and not facts.hiding(man) and not ground.beside(situation.table, man.at)


def _down(situation: Firefight, man: Man) -> Choice:
    """Return the choice to lie down in the open, in half cover and not in hide: ``down NAME``."""
    how = facts.agreed(situation, "down-how")
    text = "Who throws himself down in open ground is in half cover, and prone, until he goes."
    steps = (Step(text, CITES["firing"], "allows"), how)
    due = owed(situation, man) if situation.agreement("down-how") == "action" else None
    if due is not None:
        return refused(f"down {man.name}", "Lie down", due, man.name)
    acts = {} if situation.agreement("down-how") == "beside" else {"acted": True, "did": ""}

    def effect(_: Roll) -> Happening:
        after = situation.change(man.name, prone=True, **acts)
        return Happening(after, f"{man.name} throws himself down.", steps, "down")

    return Choice(f"down {man.name}", "Lie down", effect, man.name, Answer(True, steps, text))


def _read_down(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
    return None if rest or not _can_drop(situation, man) else _down(situation, man)


def _pass(situation: Firefight, man: Man) -> Choice:
    words, says = f"pass {man.name}", "Do nothing"
    due = owed(situation, man)
    if due is not None:
        return refused(words, says, due, man.name)
    step = Step("A figure may do nothing; its player declares it.", CITES["first-turn"], "allows")

    def effect(_: Roll) -> Happening:
        return Happening(passed(situation, man), f"{man.name} does nothing.", (step,), "done")

    return Choice(words, says, effect, man.name, Answer(True, (step,), step.text))


def _keeps(situation: Firefight, man: Man) -> bool:
    return any(laid.gunner == man.name for laid in situation.templates)


# -- words -----------------------------------------------------------------------------------------


def _read_fire(verb: str) -> Callable[[Firefight, Man, tuple[str, ...]], Choice | None]:
    def made(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
        words = " ".join((verb, man.name, *rest))
        hand = facts.arms(situation, man)
        own = man.weapons[0]
        known = ({*hand} | man.lost) - {own}
        named = rest[-1:] if rest and rest[-1] in known else ()
        weapon = named[0] if named else own
        target = rest[: len(rest) - len(named)]
        if acted := _acted(man, words):
            return acted
        if not target and verb == "fire":
            allowed = facts.may(situation, man, "fire", weapon)
            return None if allowed.value else refused(words, "Fire", allowed, man.name)
        enemies = {enemy.name: enemy for enemy in situation.enemies(man)}
        gun = facts.gun_of(situation.table, man.side)
        crew = man.kind in ("gunner", "loader") and gun not in hand
        if crew and target[:1] and target[0] in enemies and gun in (weapon, *target[1:]):
            return _out_of_reach(situation, man, words)
        if len(target) != 1 or target[0] not in enemies:
            return None
        if verb == "dog":
            return dog_choice(situation, man, enemies[target[0]], weapon)
        if verb == "burst" and weapon not in AUTOMATIC:
            return None
        return fire_choice(situation, man, enemies[target[0]], weapon, verb == "burst")

    return made


def _out_of_reach(situation: Firefight, man: Man, words: str) -> Choice:
    """Return the refusal to fire a machine gun that another works, or that lies where its gunner
    fell.
    """
    allowed = facts.may(situation, man, "fire", facts.gun_of(situation.table, man.side))
    text = "The machine gun lies where its gunner fell: it is taken up in base contact."
    if facts.gun_lies(situation, man.side) is None:
        text = "Another man has the machine gun."
    blown = facts.no("The gun blew up.", CITES["dogs-chance"])
    if blown and situation.crew(man.side).blown:
        return refused(words, "Fire", blown, man.name)
    why = facts.no(text, CITES["own-gun"]) if allowed.value else allowed
    return refused(words, "Fire", why or allowed, man.name)


def _enemy(
    choice: Callable[[Firefight, Man, Man], Choice],
) -> Callable[[Firefight, Man, tuple[str, ...]], Choice | None]:
    def made(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
        enemies = {enemy.name: enemy for enemy in situation.enemies(man)}
        if len(rest) != 1 or rest[0] not in enemies:
            return None
        found = choice(situation, man, enemies[rest[0]])
        return _acted(man, found.words) or found

    return made


def _read_grenade(launched: bool) -> Callable[[Firefight, Man, tuple[str, ...]], Choice | None]:
    def made(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
        place: Spot | None = ground.read(*rest) if len(rest) == 2 else None
        if place is None:
            return None
        found = grenade_choice(situation, man, place, launched=launched)
        return _acted(man, found.words) or found

    return made


def _read_cover(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
    if len(rest) != 1 or not rest[0].isdecimal() or len(rest[0]) > 3:
        return None
    degrees = int(rest[0])
    if degrees % STEP_DEGREES or degrees >= 360:
        return None
    return _acted(man, f"cover {man.name} {degrees}") or _cover(situation, man, degrees)


def _read_hand(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
    friends = {one.name: one for one in situation.of(man.side) if one != man}
    if len(rest) != 1 or rest[0] not in friends or not situation.prisoners(man.name):
        return None
    return hand_choice(situation, man, friends[rest[0]])


def _alone(
    choice: Callable[[Firefight, Man], Choice],
) -> Callable[[Firefight, Man, tuple[str, ...]], Choice | None]:
    def made(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
        if rest:
            return None
        found = choice(situation, man)
        return _acted(man, found.words) or found

    return made


def _read_keep(situation: Firefight, man: Man, rest: tuple[str, ...]) -> Choice | None:
    if rest or not _keeps(situation, man):
        return None
    return _acted(man, f"keep {man.name}") or keep_choice(situation, man)


_VERBS: dict[str, Callable[[Firefight, Man, tuple[str, ...]], Choice | None]] = {
    "fire": _read_fire("fire"),
    "burst": _read_fire("burst"),
    "dog": _read_fire("dog"),
    "spot": _enemy(spot_choice),
    "assault": _enemy(assault_choice),
    "grenade": _read_grenade(False),
    "launch": _read_grenade(True),
    "cover": _read_cover,
    "hand": _read_hand,
    "keep": _read_keep,
    "down": _read_down,
    "hide": _alone(lambda situation, man: _plain(situation, man, "hide")),
    "work": _alone(lambda situation, man: _plain(situation, man, "work")),
    "pass": _alone(_pass),
    **{verb: _pace(verb) for verb in PACES},
}
