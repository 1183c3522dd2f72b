"""Shots, bursts, grenades and looking out: what a man of a firefight does to one whom he sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6, Odds, Roll, run
from landships_lab.core.inches import direction
from landships_lab.core.plane import Spot, shift
from landships_lab.core.speech import listed, percent, plural
from landships_lab.games.landser.rules.book import CITES, WEAPONS, options
from landships_lab.games.landser.rules.fire import Volley, volley
from landships_lab.games.landser.rules.machine_guns import AUTOMATIC
from landships_lab.games.landser.rules.shots import (
    NEVER,
    RELOADS,
    Shot,
    aim,
    dogs_chance,
    dogs_chance_result,
    has_dash,
    hit_chance,
    hits_on,
    jam_number,
    takes_dogs_chance,
)
from landships_lab.games.landser.rules.templates import in_arc, template_roll
from landships_lab.games.landser.rules.trooper import TEAM_GUNS
from landships_lab.games.landser.rules.wounds import Hit, Target, effect_course
from landships_lab.play.turns import Choice, Effect, Happening, refused
from . import facts, ground
from .hurt import Effects, fired_on, said_of, suffer, told
from .laid import Half, behind, due_of, fires_gun, lies_on, under
from .state import Firefight, Man, Template

#: The least second roll that jams a pistol, where the players agreed that it jams as a rifle.
AS_RIFLE = 6
NOT_SEEN = "not seen"


# -- looking out -----------------------------------------------------------------------------------


def spot_choice(situation: Firefight, man: Man, target: Man) -> Choice:
    """Return the choice to look for an enemy, before a man's action: ``spot NAME ENEMY``."""
    words, says = f"spot {man.name} {target.name}", f"Look for {target.name}"
    once = situation.agreement("spots-how-often") == "once"
    if target.name in man.looked or (once and man.looked):
        text = f"{man.name} has looked for {'an enemy' if once else 'him'} this turn."
        how = facts.agreed(situation, "spots-how-often")
        if why := facts.no(text, how.cite, how):
            return refused(words, says, why, man.name)
    number, steps = facts.notices(situation, man, target)
    if number <= 1 or facts.remembers(situation, man, target):
        text = f"{man.name} is aware of {target.name} already."
        if why := facts.no(text, CITES["observation"], *steps):
            return refused(words, says, why, man.name)
    if number > D6.outcomes[-1] and (why := unseen(steps)):
        return refused(words, says, why, man.name)
    why = Answer(number, steps, f"Aware of him on {number} or more.")

    def effect(roll: Roll) -> Happening:
        seen = roll(D6, lambda die: die >= number)
        aware = man.aware | {target.name} if seen else man.aware
        after = situation.change(man.name, looked=man.looked | {target.name}, aware=aware)
        told = f"{man.name} {'notices' if seen else 'does not notice'} {target.name}."
        return Happening(after, told, steps, "noticed" if seen else "not noticed")

    chance = Fraction(len(D6) + 1 - number, len(D6))
    expects = f"noticed {percent(chance)}"
    return Choice(words, says, effect, man.name, why, expects, marks=(target.at,))


def unseen(steps: tuple[Step, ...]) -> Answer[object] | None:
    """Return the refusal to look for, or to fire at, a man whom nothing on the die makes seen."""
    return facts.no("He cannot be seen.", CITES["observation"], *steps)


# -- shots -----------------------------------------------------------------------------------------


def jams(situation: Firefight, man: Man, asked: Shot) -> tuple[int, tuple[Step, ...]]:
    """Return the least second roll that jams the weapon, and what the players agreed on it."""
    number = jam_number(asked, situation.read, man.soviet)
    if not isinstance(number, Gap):
        return number, ()
    as_rifle = situation.agreement("jams") == "as-rifle"
    return (AS_RIFLE if as_rifle else NEVER), (facts.agreed(situation, "jams"),)


@lru_cache(maxsize=1024)
def shot_odds(
    asked: Shot,
    target: Target,
    numbers: tuple[int, int],
    caught: int,
    readings: tuple[tuple[str, str], ...],
) -> Odds[str]:
    """Return the odds of the outcomes of a shot, without working out the situations after it.

    ``numbers`` are the roll that notices the target and the one that jams the weapon; ``caught`` is
    how many men a burst would have under its template.
    """
    read = options(dict(readings))
    aimed = aim(asked, read)

    def said(roll: Roll) -> str:
        if numbers[0] > 1 and not roll(D6, lambda die: die >= numbers[0]):
            return NOT_SEEN
        return shot_said(volley(roll, asked, aimed, target, numbers[1], read), asked, caught)

    return run(said)


def shot_said(done: Volley, asked: Shot, caught: int) -> str:
    """Return the outcome of a shot in a few words."""
    jammed = ", jammed" if done.jammed else ""
    if asked.automatic and done.hit:
        return f"hit, {plural(caught, 'man', 'men')} under it{jammed}"
    return f"{said_of(done.outcome)}{jammed}"


def shot_effect(situation: Firefight, man: Man, target: Man, asked: Shot, action: str) -> Effect:
    """Return what comes of a shot that may be fired, as a function of the dice.

    One who fires in the enemy's turn must first notice his target.
    """
    number = noticed_on(situation, man, target, action)
    seeing = facts.notices(situation, man, target)[1] if number > 1 else ()
    aimed, (jam, agreed) = aim(asked, situation.read), jams(situation, man, asked)
    before = (*seeing, *hits_on(asked, situation.read).steps, *agreed)
    victim = facts.target_of(target)
    with_what = "a burst" if asked.automatic else f"the {_weapon(asked.weapon)}"
    start = f"{man.name} fired {with_what} at {target.name}"

    def effect(roll: Roll) -> Happening:
        if number > 1 and not roll(D6, lambda die: die >= number):
            after = situation.change(man.name, shots=man.shots + 1)
            return Happening(after, f"{man.name} did not notice {target.name}.", seeing, NOT_SEEN)
        done = volley(roll, asked, aimed, victim, jam, situation.read)
        explained = tuple(step for rolled in done.course for step in rolled.explain())
        shot = _after_shot(situation, man, target, asked, action, done)
        after, more = fired_on(shot, (target.name,))
        jammed = " The gun jammed." if done.jammed else ""
        steps = (*before, *explained, *done.jam_steps, *more)
        if asked.automatic and done.hit:
            return _laid(shot, after, man.name, target, asked, aimed.penalty, done, steps)
        if done.outcome not in ("miss", ""):
            after = suffer(after, target.name, done.outcome)
        result = told(target.name, done.outcome) if done.hit else "A miss."
        result += "".join(f" {step.text}" for step in more)
        return Happening(after, f"{start}. {result}{jammed}", steps, shot_said(done, asked, 0))

    return effect


def _weapon(key: str) -> str:
    return "GPMG" if key == "gpmg" else WEAPONS[key].name


def _after_shot(
    situation: Firefight, man: Man, target: Man, asked: Shot, action: str, done: Volley
) -> Firefight:
    """Return the situation with all that firing changes about the firer and his gun."""
    gun, covering = asked.weapon in TEAM_GUNS, action == "covering fire"
    after = situation.change(
        man.name,
        fired=True,
        target=target.name,
        did=action,
        acted=man.acted or not covering,
        shots=man.shots + covering,
        facing=man.facing if covering else ground.heading(man.at, target.at),
        burst=man.burst or asked.automatic,
        reloads=man.reloads or (asked.automatic and asked.weapon in RELOADS),
        jammed=asked.weapon if done.jammed and not gun else man.jammed,
    )
    if not gun:
        return after
    after = fires_gun(facts.taken_up(after, man), man, asked.automatic, asked.lone)
    return after.gun_after(man.side, "fires", jammed=True) if done.jammed else after


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
    odds = partial(_odds_of, situation, man, target, asked, action)
    return Choice(
        words,
        says,
        effect,
        man.name,
        why,
        f"hits {percent(chance)}",
        marks=(target.at,),
        fast_odds=odds,
    )


def shots_of(
    situation: Firefight,
    man: Man,
    target: Man,
    weapon: str,
    action: str = "fire",
    aware: bool = False,
) -> Iterator[Choice]:
    """Yield the shots of a man with a weapon at an enemy: single, on automatic where it can, and a
    Dog's chance where nothing else has one.
    """
    for automatic in (False, True) if weapon in AUTOMATIC else (False,):
        yield fire_choice(situation, man, target, weapon, automatic, action, aware)
    dog = dog_choice(situation, man, target, weapon, action, aware)
    if dog is not None:
        yield dog


def dog_choice(
    situation: Firefight,
    man: Man,
    target: Man,
    weapon: str,
    action: str = "fire",
    aware: bool = False,
) -> Choice | None:
    """Return the choice of a Dog's chance, an optional rule: ``dog NAME ENEMY``. None for a shot
    that the die may hit, or that is no shot at all.

    Source: Landser, Determining Hits (line 97).
    """
    asked = facts.shot(situation, man, target, weapon, False, action == "covering fire")
    if action == "move and fire":
        asked = replace(asked, firer_moved=True)
    if not takes_dogs_chance(asked, situation.read):
        return None
    other = f" {weapon}" if weapon != man.weapons[0] else ""
    words, says = f"dog {man.name} {target.name}{other}", f"Dog's chance at {target.name}"
    dash = has_dash(asked, situation.read)  # every range has a number for a rifle
    seen = replace(asked, weapon="rifle", set_up=True, burst_before=False) if dash else asked
    for answer in _against(situation, man, target, asked, action, aware, seen):
        if not answer.value:
            return refused(words, says, answer, man.name)
    text = "As an option: two dice, and an eleven hits; on a two the gun blows up."
    rule = Step(text, CITES["dogs-chance"], "allows", reading="dogs-chance-when")
    band = facts.band(situation, man.at, target.at)

    def effect(roll: Roll) -> Happening:
        number = noticed_on(situation, man, target, action)
        if number > 1 and not roll(D6, lambda die: die >= number):
            after = situation.change(man.name, shots=man.shots + 1)
            return Happening(after, f"{man.name} did not notice {target.name}.", (), NOT_SEEN)
        came = dogs_chance_result(roll(D6, int), roll(D6, int), situation.read)
        shot = _after_shot(situation, man, target, asked, action, Volley(()))
        after, more = fired_on(shot, (target.name,))
        start = f"{man.name} took a Dog's chance at {target.name}. {came.headline}"
        steps = (rule, *came.steps, *more)
        if came.value != "hit":
            after = blown_up(after, man, weapon) if came.value == "gun blows up" else after
            return Happening(after, start, steps, came.value)
        course = effect_course(roll, Hit(band, facts.target_of(target)), situation.read)
        outcome = course[-1].outcome
        steps += tuple(step for rolled in course for step in rolled.explain())
        after = suffer(after, target.name, outcome)
        return Happening(after, f"{start} {told(target.name, outcome)}", steps, said_of(outcome))

    hits = dogs_chance(asked, situation.read).p("hit")
    why = Answer(True, (rule,), text)
    return Choice(words, says, effect, man.name, why, f"hits {percent(hits)}", marks=(target.at,))


def blown_up(situation: Firefight, man: Man, weapon: str) -> Firefight:
    """Return the situation in which a weapon has blown up in a man's hands and is thrown away."""
    if weapon in TEAM_GUNS:
        return situation.gun_after(man.side, "blows up", blown=True)
    return situation.change(man.name, lost=man.lost | {weapon})


def _odds_of(situation: Firefight, man: Man, target: Man, asked: Shot, action: str) -> Odds[str]:
    number = noticed_on(situation, man, target, action)
    jam = jams(situation, man, asked)[0]
    laid = Template(man.name, asked.weapon, target.at, 0, 0)
    count = len(under(situation, laid)[0]) if asked.automatic else 0
    return shot_odds(asked, facts.target_of(target), (number, jam), count, situation.readings)


def noticed_on(situation: Firefight, man: Man, target: Man, action: str) -> int:
    """Return the roll that a man with covering fire needs to notice his target; 1 for others."""
    if action != "covering fire" or facts.remembers(situation, man, target):
        return 1
    return facts.notices(situation, man, target)[0]


def _against(
    situation: Firefight,
    man: Man,
    target: Man,
    asked: Shot,
    action: str,
    aware: bool,
    seen: Shot | None = None,
) -> Iterator[Answer[object]]:
    """Yield what allows a shot or forbids it; that of a Dog's chance at a dash is judged as the one
    that is ``seen`` in its place.
    """
    covering = action == "covering fire"
    gone = facts.no(
        f"His {_weapon(asked.weapon)} blew up, and is thrown away.", CITES["dogs-chance"]
    )
    if gone and asked.weapon in man.lost:
        yield gone
    if not covering:
        yield facts.may(situation, man, action, asked.weapon)
    else:
        yield _able_to_cover(situation, man, asked.weapon)
        number, steps = facts.notices(situation, man, target)
        hidden = number > D6.outcomes[-1] and not facts.remembers(situation, man, target)
        yield (unseen(steps) if hidden else None) or Answer(True, steps, "He can be seen.")
    yield facts.fire_answer(situation, man, target, seen or asked, covering or aware)
    if asked.automatic and (hidden_behind := behind(situation, man, target)):
        yield hidden_behind
    if asked.automatic and asked.weapon == "gpmg" and man.burst_before:
        for laid in situation.templates:
            if laid.gunner == man.name:
                yield in_arc(man.at, _ahead(man, laid), target.at, situation.read)


def _ahead(man: Man, laid: Template) -> Spot:
    """Return the middle of his template, or a point ahead of him if he stands in the middle."""
    return laid.centre if laid.centre != man.at else shift(man.at, direction(man.facing))


def _able_to_cover(situation: Firefight, man: Man, weapon: str) -> Answer[object]:
    jammed = situation.crew(man.side).jammed if weapon in TEAM_GUNS else man.jammed == weapon
    why = facts.no("It is jammed; only a turn of weapon work clears it.", CITES["jam-clear"])
    return why if why and jammed else Answer(True, (), "")


# -- templates -------------------------------------------------------------------------------------


def _laid(
    before: Firefight,
    situation: Firefight,
    gunner: str,
    target: Man,
    asked: Shot,
    penalty: int,
    done: Volley,
    steps: tuple[Step, ...],
) -> Happening:
    """Return what happens when a burst has hit: the template, and who must roll for effect, as they
    were ``before`` being fired on made anybody hide.
    """
    man = situation.man(gunner)
    kept = tuple(laid for laid in situation.templates if laid.gunner != gunner)
    laid = Template(gunner, asked.weapon, target.at, penalty, situation.ply)
    stays = () if done.jammed or not lies_on(situation, man, asked.weapon) else (laid,)
    after = replace(situation, templates=(*kept, *stays))
    names, more = under(before, laid)
    after, lost = fired_on(after, [name for name in names if name != target.name])
    rolls = template_roll("laid", situation.read)
    says = f"{gunner} hit {target.name} with a burst. Under the template: {listed(names)}."
    says += " The gun jammed." * done.jammed
    all_steps = (*steps, *more, *rolls.steps, *lost)
    said = shot_said(done, asked, len(names))
    due = tuple(due_of(after, laid, name) for name in names) if rolls.value else ()
    if done.jammed and asked.weapon == "gpmg" and due:
        return Happening(after.call(Half(gunner, due)), says, all_steps, said)
    if due:
        after = after.call(Effects(f"the burst of {gunner}", due))
    return Happening(after, says, all_steps, said)
