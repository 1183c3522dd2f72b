"""Shots, bursts and spotting: what a man in a firefight does to one whom he sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.dice import D6, Odds, Roll, run
from landships_lab.core.inches import direction
from landships_lab.core.plane import shift
from landships_lab.core.speech import listed, percent, plural
from landships_lab.games.landser.rules import shots
from landships_lab.games.landser.rules.book import SIX, WEAPONS, options, yes
from landships_lab.games.landser.rules.fire import Volley, volley
from landships_lab.games.landser.rules.machine_guns import AUTOMATIC
from landships_lab.games.landser.rules.sight import may_fire_at
from landships_lab.games.landser.rules.templates import in_arc, template_roll
from landships_lab.games.landser.rules.trooper import TEAM_GUNS
from landships_lab.games.landser.rules.wounds import Hit, Target, effect_course
from landships_lab.play.turns import Choice, Happening, refused
from . import facts, ground
from .facts import barred
from .hurt import Effects, fired_on, hit_sentence, said_of, suffer
from .state import Firefight, Man, Template, first_refusal, offer
from .templates import Half, behind, effect_roll, fires_gun, lies_on, under

#: The least second roll that jams a pistol, if the players agreed that it jams like a rifle.
AS_RIFLE = 6
NOT_SEEN = "not seen"


def spot_choice(situation: Firefight, man: Man, target: Man) -> Choice:
    """Return the choice to look for an enemy, before a man's action: ``spot NAME ENEMY``."""
    once = situation.agreement("spots-how-often") == "once"
    looked = target.name in man.looked or (once and bool(man.looked))
    number, steps = facts.notices(situation, man, target)
    known = number <= 1 or facts.remembers(situation, man, target)
    how = facts.agreed(situation, "spots-how-often")
    again = f"{man.name} has looked for {'an enemy' if once else 'him'} this turn."
    aware = f"{man.name} is aware of {target.name} already."
    against = (
        barred(looked, how.cite, again, how),
        barred(known, "observation", aware, *steps),
        unseen(number, steps),
    )

    def effect(roll: Roll) -> Happening:
        seen = roll(D6, lambda die: die >= number)
        aware = man.aware | {target.name} if seen else man.aware
        after = situation.change(man.name, looked=man.looked | {target.name}, aware=aware)
        sentence = f"{man.name} {'notices' if seen else 'does not notice'} {target.name}."
        return Happening(after, sentence, steps, "noticed" if seen else "not noticed")

    words, says = f"spot {man.name} {target.name}", f"Look for {target.name}"
    why = Answer(number, steps, f"Aware of him on {number} or more.")
    expects = f"noticed {percent(Fraction(SIX + 1 - number, SIX))}"
    return offer(words, says, man, against, effect, why, expects, (target.at,))


def unseen(number: int, steps: tuple[Step, ...]) -> Answer[object] | None:
    """Return the refusal to look for, or fire at, a man whom no roll of the die reveals."""
    return barred(number > SIX, "observation", "He cannot be seen.", *steps)


# -- shots -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def shot_odds(
    asked: shots.Shot,
    target: Target,
    numbers: tuple[int, int],
    caught: int,
    readings: tuple[tuple[str, str], ...],
) -> Odds[str]:
    """Return the odds of the outcomes of a shot, without computing the situations after it.

    ``numbers`` are the roll that notices the target and the roll that jams the weapon; ``caught``
    is the number of men under the template of a burst.
    """
    read, (seen_on, jams) = options(dict(readings)), numbers
    aimed = shots.aim(asked, read)

    def outcome(roll: Roll) -> str:
        if seen_on > 1 and not roll(D6, lambda die: die >= seen_on):
            return NOT_SEEN
        return shot_said(volley(roll, asked, aimed, target, jams, read), asked, caught)

    return run(outcome)


def shot_said(done: Volley, asked: shots.Shot, caught: int) -> str:
    """Return the outcome of a shot in a few words."""
    jammed = ", jammed" if done.jammed else ""
    if asked.automatic and done.hit:
        return f"hit, {plural(caught, 'man', 'men')} under it{jammed}"
    return f"{said_of(done.outcome)}{jammed}"


def _weapon(key: str) -> str:
    return "GPMG" if key == "gpmg" else WEAPONS[key].name


@dataclass(frozen=True)
class Firing:
    """A man fires at another: his weapon and his action. ``aware``: he knew of the target before he
    began to move.
    """

    situation: Firefight
    man: Man
    target: Man
    weapon: str
    automatic: bool = False
    action: str = "fire"
    aware: bool = False

    @property
    def covering(self) -> bool:
        """Whether it is covering fire, in the enemy's turn."""
        return self.action == "covering fire"

    @cached_property
    def asked(self) -> shots.Shot:
        """His shot, in the form that the rules take."""
        situation, automatic = self.situation, self.automatic
        shot = facts.shot(situation, self.man, self.target, self.weapon, automatic, self.covering)
        return replace(shot, firer_moved=True) if self.action == "move and fire" else shot

    @cached_property
    def noticed(self) -> tuple[int, tuple[Step, ...]]:
        """The roll that covering fire needs to notice its target, and why; 1 for other shots."""
        if not self.covering or facts.remembers(self.situation, self.man, self.target):
            return 1, ()
        number, steps = facts.notices(self.situation, self.man, self.target)
        return number, steps if number > 1 else ()

    @cached_property
    def jams(self) -> tuple[int, tuple[Step, ...]]:
        """The least second roll that jams the weapon, and the players' agreement about it."""
        number = shots.jam_number(self.asked, self.situation.read, self.man.soviet)
        if not isinstance(number, Gap):
            return number, ()
        as_rifle = self.situation.agreement("jams") == "as-rifle"
        return (AS_RIFLE if as_rifle else shots.NEVER), (facts.agreed(self.situation, "jams"),)

    # -- whether he may ----------------------------------------------------------------------------

    def against(self, seen: shots.Shot | None = None) -> Iterator[Answer[object] | None]:
        """Yield what allows or forbids the shot. A Dog's chance at a dash is judged by the shot
        ``seen`` in its place.
        """
        situation, man, target, asked = self.situation, self.man, self.target, self.asked
        gone = f"His {_weapon(asked.weapon)} blew up, and is thrown away."
        yield barred(asked.weapon in man.lost, "dogs-chance", gone)
        if not self.covering:
            yield facts.may(situation, man, self.action, asked.weapon)
        else:
            gun = asked.weapon in TEAM_GUNS
            jammed = situation.crew(man.side).jammed if gun else man.jammed == asked.weapon
            work = "It is jammed; only a turn of weapon work clears it."
            yield barred(jammed, "jam-clear", work)
            yield unseen(*self.noticed)
        yield from self._against(seen or asked)
        if asked.automatic:
            yield behind(situation, man, target)
        if asked.automatic and asked.weapon == "gpmg" and man.burst_before:
            for laid in situation.templates:
                if laid.gunner == man.name:  # during the move he looks ahead
                    here = laid.centre == man.at
                    ahead = shift(man.at, direction(man.facing)) if here else laid.centre
                    yield in_arc(man.at, ahead, target.at, situation.read)

    def _against(self, asked: shots.Shot) -> Iterator[Answer[object]]:
        """Yield whether the target is known, the gun has ammunition, and the rules of sight and
        fire allow the shot.
        """
        situation, man, known = self.situation, self.man, self.covering or self.aware
        if not known:
            yield facts.knows(situation, man, self.target)
        again = known and man.shots > 0  # for one turn it may fire
        if asked.weapon == "gpmg" and situation.crew(man.side).spent and not again:
            step = shots.out_of_ammunition()
            yield Answer(judge([step]) is True, (step,), step.text)
        if asked.automatic:
            yield facts.gun_answer(situation, man, asked.weapon)
        looks = facts.sighting(situation, man, self.target)
        yield may_fire_at(replace(looks, observer_moves_fast=False), asked, situation.read)
        yield may_fire_at(looks, asked, situation.read)

    # -- what comes of it --------------------------------------------------------------------------

    def effect(self, roll: Roll) -> Happening:
        """Return the effect of a shot that may be fired."""
        if missed := self._not_noticed(roll):
            return missed
        asked, (jam, agreed), name = self.asked, self.jams, self.target.name
        needs = shots.hits_on(asked, self.situation.read)
        victim, read = facts.target_of(self.target), self.situation.read
        done = volley(roll, asked, needs.detail, victim, jam, read)
        explained = (step for rolled in done.course for step in rolled.explain())
        shot = self._fired(done.jammed)
        after, more = fired_on(shot, (name,))
        steps = (*self.noticed[1], *needs.steps, *agreed, *explained, *done.jam_steps, *more)
        if asked.automatic and done.hit:
            return self._laid(shot, after, needs.detail.penalty, done, steps)
        if done.outcome not in ("miss", ""):
            after = suffer(after, name, done.outcome)
        result = hit_sentence(name, done.outcome) if done.hit else "A miss."
        result += "".join(f" {step.text}" for step in more) + " The gun jammed." * done.jammed
        with_what = "a burst" if asked.automatic else f"the {_weapon(asked.weapon)}"
        text = f"{self.man.name} fired {with_what} at {name}. {result}"
        return Happening(after, text, steps, shot_said(done, asked, 0))

    def _not_noticed(self, roll: Roll) -> Happening | None:
        """Return what happens if a man who fires in the enemy's turn does not notice his target."""
        (number, steps), man = self.noticed, self.man
        if number <= 1 or roll(D6, lambda die: die >= number):
            return None
        after = self.situation.change(man.name, shots=man.shots + 1)
        text = f"{man.name} did not notice {self.target.name}."
        return Happening(after, text, steps, NOT_SEEN)

    def _fired(self, jammed: bool = False) -> Firefight:
        """Return the situation with all changes to the firer and his gun from firing."""
        man, asked, covering = self.man, self.asked, self.covering
        gun = asked.weapon in TEAM_GUNS
        after = self.situation.change(
            man.name,
            fired=True,
            target=self.target.name,
            did=self.action,
            acted=man.acted or not covering,
            shots=man.shots + covering,
            facing=man.facing if covering else ground.heading(man.at, self.target.at),
            burst=man.burst or asked.automatic,
            reloads=man.reloads or (asked.automatic and asked.weapon in shots.RELOADS),
            jammed=asked.weapon if jammed and not gun else man.jammed,
        )
        if not gun:
            return after
        after = fires_gun(facts.taken_up(after, man), man, asked.automatic, asked.lone)
        return after.gun_after(man.side, "fires", jammed=True) if jammed else after

    def _laid(
        self,
        before: Firefight,
        situation: Firefight,
        penalty: int,
        done: Volley,
        steps: tuple[Step, ...],
    ) -> Happening:
        """Return what happens when a burst has hit: the template, and who must roll for effect.

        The men are taken as they were ``before`` the fire made anybody hide.
        """
        gunner, target, asked = self.man.name, self.target, self.asked
        kept = tuple(laid for laid in situation.templates if laid.gunner != gunner)
        laid = Template(gunner, asked.weapon, target.at, penalty, situation.ply)
        stays = not done.jammed and lies_on(situation, situation.man(gunner), asked.weapon)
        after = replace(situation, templates=(*kept, laid) if stays else kept)
        names, more = under(before, laid)
        after, lost = fired_on(after, [name for name in names if name != target.name])
        rolls = template_roll("laid", situation.read)
        says = f"{gunner} hit {target.name} with a burst. Under the template: {listed(names)}."
        says += " The gun jammed." * done.jammed
        due = tuple(effect_roll(after, laid, name) for name in names) if rolls.value else ()
        if done.jammed and asked.weapon == "gpmg" and due:
            after = after.call(Half(gunner, due))
        elif due:
            after = after.call(Effects(f"the burst of {gunner}", due))
        all_steps = (*steps, *more, *rolls.steps, *lost)
        return Happening(after, says, all_steps, shot_said(done, asked, len(names)))

    def odds(self) -> Odds[str]:
        """Return the odds of the outcomes of the shot."""
        laid = Template(self.man.name, self.weapon, self.target.at, 0, 0)
        count = len(under(self.situation, laid)[0]) if self.automatic else 0
        numbers = self.noticed[0], self.jams[0]
        victim = facts.target_of(self.target)
        return shot_odds(self.asked, victim, numbers, count, self.situation.readings)

    def dogs_effect(self, roll: Roll, rule: Step) -> Happening:
        """Return the effect of a Dog's chance."""
        if missed := self._not_noticed(roll):
            return replace(missed, steps=())
        man, name, read = self.man, self.target.name, self.situation.read
        came = shots.dogs_chance_result(roll(D6, int), roll(D6, int), read)
        after, more = fired_on(self._fired(), (name,))
        text = f"{man.name} took a Dog's chance at {name}. {came.headline}"
        steps = (rule, *came.steps, *more)
        if came.value == "gun blows up":
            return Happening(blown_up(after, man, self.weapon), text, steps, came.value)
        if came.value != "hit":
            return Happening(after, text, steps, came.value)
        band = facts.band(self.situation, man.at, self.target.at)
        course = effect_course(roll, Hit(band, facts.target_of(self.target)), read)
        outcome = course[-1].outcome
        steps += tuple(step for rolled in course for step in rolled.explain())
        after = suffer(after, name, outcome)
        return Happening(after, f"{text} {hit_sentence(name, outcome)}", steps, said_of(outcome))

    # -- as choices --------------------------------------------------------------------------------

    @property
    def other(self) -> str:
        """The weapon in the words of a choice, if it is not his first."""
        return f" {self.weapon}" if self.weapon != self.man.weapons[0] else ""

    def choice(self) -> Choice:
        """Return ``fire NAME ENEMY`` or ``burst NAME ENEMY``, with the weapon if not his first."""
        man, target, other = self.man, self.target, self.other
        words = f"{'burst' if self.automatic else 'fire'} {man.name} {target.name}{other}"
        with_what = f" with the {_weapon(self.weapon)}" if other or len(man.weapons) > 1 else ""
        says = f"{'Burst' if self.automatic else 'Fire'} at {target.name}{with_what}"
        if refusal := first_refusal(self.against()):
            return refused(words, says, refusal, man.name)
        read, there = self.situation.read, (target.at,)
        why = shots.hits_on(self.asked, read)
        expects = f"hits {percent(why.detail.chance)}"
        return Choice(
            words, says, self.effect, man.name, why, expects, marks=there, fast_odds=self.odds
        )

    def dogs_choice(self) -> Choice | None:
        """Return the choice of a Dog's chance, an optional rule: ``dog NAME ENEMY``. None for a
        shot that the die can hit, and for one that is impossible anyway.
        """
        man, target, asked, read = self.man, self.target, self.asked, self.situation.read
        if not shots.takes_dogs_chance(asked, read):
            return None
        dash = shots.has_dash(asked, read)  # a rifle has a number at every range
        seen = replace(asked, weapon="rifle", set_up=True, burst_before=False) if dash else asked
        text = "As an option: two dice, and an eleven hits; on a two the gun blows up."
        rule = yes("dogs-chance", text, "dogs-chance-when")
        expects = f"hits {percent(shots.dogs_chance(asked, read).p('hit'))}"
        return offer(
            f"dog {man.name} {target.name}{self.other}",
            f"Dog's chance at {target.name}",
            man,
            self.against(seen),
            lambda roll: self.dogs_effect(roll, rule),
            Answer(True, (rule,), text),
            expects,
            (target.at,),
        )


def shots_of(
    situation: Firefight,
    man: Man,
    target: Man,
    weapon: str,
    action: str = "fire",
    aware: bool = False,
) -> Iterator[Choice]:
    """Yield a man's shots with a weapon at an enemy: single, a burst, and a Dog's chance."""
    single = Firing(situation, man, target, weapon, False, action, aware)
    yield single.choice()
    if weapon in AUTOMATIC:
        yield replace(single, automatic=True).choice()
    if dog := single.dogs_choice():
        yield dog


def blown_up(situation: Firefight, man: Man, weapon: str) -> Firefight:
    """Return the situation after a weapon has blown up in a man's hands and been thrown away."""
    if weapon in TEAM_GUNS:
        return situation.gun_after(man.side, "blows up", blown=True)
    return situation.change(man.name, lost=man.lost | {weapon})
