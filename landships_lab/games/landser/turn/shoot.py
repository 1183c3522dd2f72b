"""Shots, bursts, grenades and looking out: what a man of a firefight does to one whom he sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.plane import Spot
from landships_lab.core.speech import listed, often, plural
from landships_lab.games.landser.rules import (
    Gun,
    Shot,
    Throw,
    effectiveness,
    hit_chance,
    hits_on,
    in_arc,
    jammed_template,
    lies_prone,
    may_throw,
    shelter,
    template_roll,
    template_stays,
    under_template,
)
from landships_lab.games.landser.rules.book import CITES, WEAPONS
from landships_lab.games.landser.rules.grenades import caught
from landships_lab.games.landser.rules.shots import aim
from landships_lab.games.landser.rules.trooper import GRENADE
from landships_lab.games.landser.rules.volley import NEVER, Volley, jam_number, land, volley
from landships_lab.games.landser.turn import facts, ground
from landships_lab.games.landser.turn.hurt import (
    Due,
    Effects,
    fired_on,
    said_of,
    suffer,
    told,
)
from landships_lab.games.landser.turn.state import Firefight, Man, Template
from landships_lab.play.turns import Choice, Effect, Happening, TurnStep, refused

#: The least second roll that jams a pistol, where the players agreed that it jams as a rifle.
AS_RIFLE = 6


# -- looking out -----------------------------------------------------------------------------------


def spot_choice(situation: Firefight, man: Man, target: Man) -> Choice:
    """Return the choice to look for an enemy, before a man's action: ``spot NAME ENEMY``."""
    words, says = f"spot {man.name} {target.name}", f"Look for {target.name}"
    once = situation.agreement("spots-how-often") == "once"
    if target.name in man.looked or (once and man.looked):
        text = f"{man.name} has looked for {'an enemy' if once else 'him'} this turn."
        how = facts.agreed(situation, "spots-how-often")
        return refused(words, says, facts.no(text, how.cite, how), man.name)
    number, steps = facts.notices(situation, man, target)
    if number <= 1 or facts.remembers(situation, man, target):
        text = f"{man.name} is aware of {target.name} already."
        return refused(words, says, facts.no(text, CITES["observation"], *steps), man.name)
    if number > D6.outcomes[-1]:
        return refused(words, says, Answer(False, steps, "He cannot be seen."), man.name)
    why = Answer(number, steps, f"Aware of him on {number} or more.")

    def effect(roll: Roll) -> Happening:
        seen = roll(D6, lambda die: die >= number)
        aware = man.aware | {target.name} if seen else man.aware
        after = situation.change(man.name, looked=man.looked | {target.name}, aware=aware)
        told = f"{man.name} {'notices' if seen else 'does not notice'} {target.name}."
        return Happening(after, told, steps, "noticed" if seen else "not noticed")

    return Choice(words, says, effect, man.name, why, marks=(target.at,))


# -- shots -----------------------------------------------------------------------------------------


def jams(situation: Firefight, asked: Shot) -> tuple[int, tuple[Step, ...]]:
    """Return the least second roll that jams the weapon, and what the players agreed on it."""
    number = jam_number(asked, situation.read)
    if not isinstance(number, Gap):
        return number, ()
    as_rifle = situation.agreement("jams") == "as-rifle"
    return (AS_RIFLE if as_rifle else NEVER), (facts.agreed(situation, "jams"),)


def shot_effect(situation: Firefight, man: Man, target: Man, asked: Shot, action: str) -> Effect:
    """Return what comes of a shot that may be fired, as a function of the dice.

    One who fires in the enemy's turn must first notice his target.
    """
    covering = action == "covering fire"
    number, seeing = (1, ())
    if covering and not facts.remembers(situation, man, target):
        number, seeing = facts.notices(situation, man, target)
    aimed, (jam, agreed) = aim(asked, situation.read), jams(situation, asked)
    before = (*seeing, *hits_on(asked, situation.read).steps, *agreed)
    victim = facts.target_of(target)
    with_what = "a burst" if asked.automatic else f"the {_weapon(asked.weapon)}"
    start = f"{man.name} fired {with_what} at {target.name}"

    def effect(roll: Roll) -> Happening:
        if number > 1 and not roll(D6, lambda die: die >= number):
            after = situation.change(man.name, shots=man.shots + 1)
            return Happening(after, f"{man.name} did not notice {target.name}.", seeing, "not seen")
        done = volley(roll, asked, aimed, victim, jam, situation.read)
        explained = tuple(step for rolled in done.course for step in rolled.explain())
        after = _after_shot(situation, man, target, asked, action, done)
        after, more = fired_on(after, (target.name,))
        jammed = " The gun jammed." if done.jammed else ""
        steps = (*before, *explained, *done.jam_steps, *more)
        if asked.automatic and done.hit:
            return _laid(after, man.name, target, asked, aimed.penalty, done, steps)
        if done.outcome not in ("miss", ""):
            after = suffer(after, target.name, done.outcome)
        result = told(target.name, done.outcome) if done.hit else "A miss."
        said = f"{said_of(done.outcome)}{', jammed' if done.jammed else ''}"
        return Happening(after, f"{start}. {result}{jammed}", steps, said)

    return effect


def _weapon(key: str) -> str:
    return "GPMG" if key == "gpmg" else WEAPONS[key].name


def _after_shot(
    situation: Firefight, man: Man, target: Man, asked: Shot, action: str, done: Volley
) -> Firefight:
    """Return the situation with all that firing changes about the firer and his gun."""
    gun, covering = asked.weapon == "gpmg", action == "covering fire"
    after = situation.change(
        man.name,
        fired=True,
        target=target.name,
        did=action,
        acted=man.acted or not covering,
        shots=man.shots + covering,
        facing=man.facing if covering else ground.heading(man.at, target.at),
        burst=man.burst or asked.automatic,
        jammed=asked.weapon if done.jammed and not gun else man.jammed,
    )
    if not gun:
        return after
    crew = situation.crew(man.side)
    return after.with_crew(
        man.side,
        spent=crew.spent or not crew.set_up,
        jammed=crew.jammed or done.jammed,
        bursts=crew.bursts + (asked.automatic and asked.lone),
        running=crew.running + asked.automatic,
    )


def fire_choice(
    situation: Firefight,
    man: Man,
    target: Man,
    weapon: str,
    automatic: bool = False,
    action: str = "fire",
    aware: bool = False,
) -> Choice:
    """Return the choice to fire at an enemy: ``fire NAME ENEMY``, ``burst NAME ENEMY``, with the
    weapon where it is not a man's first. ``aware``: he knew of him before he began to move.
    """
    verb = "burst" if automatic else "fire"
    other = f" {weapon}" if weapon != man.weapons[0] else ""
    words = f"{verb} {man.name} {target.name}{other}"
    with_what = f" with the {_weapon(weapon)}" if other or len(man.weapons) > 1 else ""
    says = f"{'Burst' if automatic else 'Fire'} at {target.name}{with_what}"
    asked = facts.shot(situation, man, target, weapon, automatic, action == "covering fire")
    if action == "move and fire":
        asked = replace(asked, firer_moved=True)
    for answer in _against(situation, man, target, asked, action, aware):
        if not answer.value:
            return refused(words, says, answer, man.name)
    chance = hit_chance(asked, situation.read)
    why = hits_on(asked, situation.read)
    effect = shot_effect(situation, man, target, asked, action)
    expects = f"hits {often(chance)}"
    return Choice(words, says, effect, man.name, why, expects, marks=(target.at,))


def _against(
    situation: Firefight, man: Man, target: Man, asked: Shot, action: str, aware: bool
) -> Iterator[Answer[object]]:
    covering = action == "covering fire"
    if not covering:
        yield facts.may(situation, man, action, asked.weapon)
    else:
        yield _able_to_cover(situation, man, asked.weapon)
        number, steps = facts.notices(situation, man, target)
        unseen = number > D6.outcomes[-1] and not facts.remembers(situation, man, target)
        yield Answer(not unseen, steps, "He cannot be seen.")
    yield facts.fire_answer(situation, man, target, asked, covering or aware)
    if asked.automatic and asked.weapon == "gpmg" and man.burst_before:
        for laid in situation.templates:
            if laid.gunner == man.name:
                yield in_arc(man.at, laid.centre, target.at, situation.read)


def _able_to_cover(situation: Firefight, man: Man, weapon: str) -> Answer[object]:
    jammed = situation.crew(man.side).jammed if weapon == "gpmg" else man.jammed == weapon
    if jammed:
        return facts.no("It is jammed; only a turn of weapon work clears it.", CITES["jam-clear"])
    return Answer(True, (), "")


# -- templates -------------------------------------------------------------------------------------


def _laid(
    situation: Firefight,
    gunner: str,
    target: Man,
    asked: Shot,
    penalty: int,
    done: Volley,
    steps: tuple[Step, ...],
) -> Happening:
    """Return what happens when a burst has hit: the template, and who must roll for effect."""
    man = situation.man(gunner)
    kept = tuple(laid for laid in situation.templates if laid.gunner != gunner)
    laid = Template(gunner, asked.weapon, target.at, penalty, situation.ply)
    stays = () if done.jammed or not lies_on(situation, man, asked.weapon) else (laid,)
    after = replace(situation, templates=(*kept, *stays))
    names, more = under(after, laid)
    after, lost = fired_on(after, [name for name in names if name != target.name])
    rolls = template_roll("laid", situation.read)
    says = f"{gunner} hit {target.name} with a burst. Under the template: {listed(names)}."
    says += " The gun jammed." * done.jammed
    all_steps = (*steps, *more, *rolls.steps, *lost)
    said = f"hit, {plural(len(names), 'man', 'men')} under it{', jammed' if done.jammed else ''}"
    due = tuple(due_of(after, laid, name) for name in names) if rolls.value else ()
    if done.jammed and asked.weapon == "gpmg" and due:
        return Happening(after.call(Half(gunner, due)), says, all_steps, said)
    if due:
        after = after.call(Effects(f"the burst of {gunner}", due))
    return Happening(after, says, all_steps, said)


def lies_on(situation: Firefight, man: Man, weapon: str) -> bool:
    """Return whether a template of this weapon stays on the table after its turn."""
    gun = Gun(weapon, loader=weapon == "smg" or facts.loaded(situation, man))
    return template_stays(gun, "enemy", None, situation.read).value


def under(situation: Firefight, laid: Template) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """Return whom a template catches now, and why."""
    gun = situation.man(laid.gunner).at
    walls = ground.obstacles(situation.table)
    men = facts.soldiers(situation)
    found = under_template(gun, laid.centre, men, walls, ground.BASE, situation.read)
    return found.value, found.steps


def due_of(situation: Firefight, laid: Template, name: str) -> Due:
    """Return the roll for effect of a man under a template, at his own range from the gun."""
    gun = situation.man(laid.gunner).at
    return Due(name, facts.band(situation, gun, situation.man(name).at), laid.penalty)


@dataclass(frozen=True, slots=True)
class Half(TurnStep):
    """A GPMG has jammed in its burst: the players say which half of the men under its template are
    hit, because the rules do not.
    """

    gunner: str
    due: tuple[Due, ...]

    def side(self, situation: Firefight) -> str:
        """Return the side of the gunner."""
        return situation.man(self.gunner).side

    def count(self, situation: Firefight) -> int:
        """Return how many of them are hit."""
        rule = jammed_template(len(self.due))
        if not isinstance(rule.value, Gap):
            return int(rule.value)
        return (len(self.due) + (situation.agreement("odd-half") == "up")) // 2

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that asks which of them."""
        hit = self.count(situation)
        return f"The gun jammed: which {hit} of {len(self.due)} men are hit is not in the source."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return one choice for each half."""
        names = sorted(due.name for due in self.due)
        return (
            self._choice(situation, half) for half in combinations(names, self.count(situation))
        )

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice ``half NAME ...``, the names in the order of the alphabet."""
        names, known = words[1:], {due.name for due in self.due}
        right = words[:1] == ("half",) and tuple(sorted(set(names) & known)) == names
        return (
            self._choice(situation, names)
            if right and len(names) == self.count(situation)
            else None
        )

    def _choice(self, situation: Firefight, half: tuple[str, ...]) -> Choice:
        why = jammed_template(len(self.due))
        steps = why.steps
        if isinstance(why.value, Gap):
            steps += (facts.agreed(situation, "odd-half"),)
        due = tuple(one for one in self.due if one.name in half)
        says = f"Hit are {listed(half)}." if half else "Nobody is hit."

        def effect(_: Roll) -> Happening:
            call = (Effects(f"the burst of {self.gunner}", due),) if due else ()
            return Happening(situation.become(*call), says, steps, "settled")

        words = " ".join(("half", *half))
        return Choice(words, says, effect, "", replace(why, steps=steps), supplied=True)


def keep_choice(situation: Firefight, man: Man) -> Choice:
    """Return the choice of a gunner to keep his template where it lies: ``keep NAME``."""
    words, says = f"keep {man.name}", "Keep the template on the same place"
    for answer in (
        facts.may(situation, man, "fire", "gpmg"),
        facts.gun_answer(situation, man, "gpmg"),
    ):
        if not answer.value:
            return refused(words, says, answer, man.name)
    step = Step(
        "A GPMG may keep its template on the same place instead of firing anew.",
        CITES["machine-guns"],
        "allows",
    )

    def effect(_: Roll) -> Happening:
        kept = tuple(
            replace(laid, ply=situation.ply) if laid.gunner == man.name else laid
            for laid in situation.templates
        )
        crew = situation.crew(man.side)
        lone = not facts.loaded(situation, man)
        after = replace(situation, templates=kept).change(
            man.name, acted=True, did="fire", burst=True, fired=True
        )
        after = after.with_crew(
            man.side, running=crew.running + 1, bursts=crew.bursts + lone, spent=not crew.set_up
        )
        return Happening(after, f"{man.name} keeps the template where it lies.", (step,), "kept")

    return Choice(words, says, effect, man.name, Answer(True, (step,), step.text))


# -- grenades --------------------------------------------------------------------------------------


def grenade_choice(situation: Firefight, man: Man, aim_at: Spot, action: str = "fire") -> Choice:
    """Return the choice to throw a grenade to a place: ``grenade NAME X Y``."""
    words = f"grenade {man.name} {ground.write(aim_at)}"
    says = f"Throw a grenade to {ground.write(aim_at)}"
    throw = Throw(man.at, aim_at, base_inches=ground.BASE)
    if not man.grenades:
        supply = facts.agreed(situation, "grenade-supply")
        answer = facts.no(f"{man.name} has no grenade left.", supply.cite, supply)
        return refused(words, says, answer, man.name)
    for answer in (facts.may(situation, man, action, GRENADE), may_throw(throw, situation.read)):
        if not answer.value:
            return refused(words, says, answer, man.name)
    why = may_throw(throw, situation.read)
    effect = _thrown(situation, man, throw, action, why.steps)
    return Choice(words, says, effect, man.name, why, why.headline, marks=(aim_at,))


def _thrown(
    situation: Firefight, man: Man, throw: Throw, action: str, steps: tuple[Step, ...]
) -> Effect:
    men, walls = facts.soldiers(situation), ground.obstacles(situation.table)
    after = situation.change(
        man.name,
        acted=True,
        did=action,
        fired=True,
        grenades=man.grenades - 1,
        facing=ground.heading(man.at, throw.aim) if throw.aim != man.at else man.facing,
    )
    one_die = situation.read["effectiveness-die"] == "one"

    def effect(roll: Roll) -> Happening:
        landing = land(roll, throw, situation.read)
        hit = [one for one in men if caught(throw, landing, one, situation.read)]
        die = roll(D6, int) if one_die and hit else 0
        due = tuple(
            Due(one.name, 0, 0, _needed(shelter(landing, one, walls), one, situation.read), die)
            for one in hit
        )
        then, lost = fired_on(after, [one.name for one in hit])
        where = "on the place" if not landing.score else "astray"
        names = listed([one.name for one in hit], none="nobody")
        said = f"{where}, {plural(len(due), 'man', 'men')} under it"
        if due:
            then = then.call(Effects(f"the grenade of {man.name}", due))
        says = f"The grenade of {man.name} came down {where}. Under the template: {names}."
        return Happening(then, says, (*steps, *lost), said)

    return effect


def _needed(cover: str, soldier: object, read: Mapping[str, str]) -> int:
    return max(1, effectiveness(cover, lies_prone(soldier, read), False, read).value)  # type: ignore[arg-type]
