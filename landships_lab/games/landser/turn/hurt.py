"""How fire and hand-to-hand combat change men: wounds, rolls for effect, fights, surrender, and the
men who depend on others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Odds, Roll, run
from landships_lab.core.speech import percent
from landships_lab.games.landser.rules import assault, grenades, sqrt3_geometry, trooper, wounds
from landships_lab.games.landser.rules.book import note, options
from landships_lab.play.turns import Choice, Happening, TurnStep
from . import facts
from .facts import barred
from .state import MARKS, UNHURT, Firefight, Man, Wound, offer

#: Wounds that last until treated; a later "hide" does not clear them.
LASTING = ("light 5", "light 6")
#: Hits that require a turn in hide first.
HIDES_A_TURN = frozenset({"light 2", "light 5", "serious 1-2", "serious 3-4"})
#: Outcomes in a few words, by which the odds of a choice are grouped.
SAID = {"miss": "missed", "no effect": "no effect", "hide": "into hide"}
#: The attitude of a man, in the words of the rule of surrender.
MODES = {"hiding": "hide", "sneaking": "sneak"}


def said_of(outcome: str) -> str:
    """Return the group of an outcome: "missed", "into hide", "light wound", ..."""
    if outcome in SAID:
        return SAID[outcome]
    if wounds.OUTCOMES[outcome].becomes == wounds.BECOMES[2]:
        return "out of action"
    return f"{outcome.partition(' ')[0]} wound"


def hit_sentence(name: str, outcome: str) -> str:
    """Return a sentence on the effect of a hit on a man."""
    if outcome == "miss":
        return f"{name} was not hit."
    return f"{name}: {wounds.OUTCOMES[outcome].short}."


# -- one man ---------------------------------------------------------------------------------------


def merged(wound: Wound, outcome: str) -> Wound:
    """Return a man's wound after one more hit in a turn with this outcome: the gravest one binds
    him, and none cancels another.

    >>> merged(merged(UNHURT, "light 6"), "light 3")
    Wound(outcome='light 6', hits=2, hid=False, since='', dazed=True)
    """
    if outcome in ("miss", "no effect"):
        return wound
    hid, dazed = outcome == "hide" or wound.hid, outcome in trooper.DISORIENTATED or wound.dazed
    both = MARKS.begin(replace(wound, hid=hid, dazed=dazed), "hit", outcome=outcome, hits=1)
    waits = both.outcome == "light 6" and not HIDES_A_TURN.isdisjoint((outcome, wound.outcome))
    return replace(both, since="fired on") if waits else both  # lines 134, 136, 142-143


def bound(wound: Wound, fresh: Wound) -> Wound:
    """Return the wound that binds a man when his turn begins: the graver of the old one and the one
    from the enemy's turn.

    A lighter hit sets back what he must do, but never cures him.

    >>> bound(Wound("light 6", since="there"), merged(UNHURT, "hide"))
    Wound(outcome='light 6', hits=1, hid=True, since='fired on', dazed=False)
    """
    if UNHURT in (wound, fresh):
        return wound if fresh == UNHURT else fresh
    both = MARKS.begin(fresh, "turn begins", outcome=wound.outcome)
    both = replace(both, hid=fresh.hid or wound.hid, dazed=fresh.dazed or wound.dazed)
    if both.outcome != wound.outcome:
        return both
    hides = fresh.hid or fresh.outcome in HIDES_A_TURN
    match both.outcome:
        case "light 5":
            return replace(both, since="" if fresh.outcome in HIDES_A_TURN else wound.since)
        case "light 6":
            there = wound.since == "there" and not hides
            return replace(both, since="there" if there else "fired on")
    return both


def suffer(situation: Firefight, name: str, outcome: str) -> Firefight:
    """Return the situation after a hit on a man, also for those who depend on him."""
    man = situation.man(name)
    after = situation.change(
        name,
        fresh=merged(man.fresh, outcome),
        light=man.light or outcome.startswith("light"),
        serious=man.serious + outcome.startswith("serious"),
        legs=man.legs + (outcome == "serious 1-2"),
        arms=man.arms + (outcome == "serious 3-4"),
    )
    if wounds.OUTCOMES[outcome].becomes == wounds.BECOMES[2]:
        return put_out(after, name, "hurt" if outcome == "serious 5" else "out")
    return _gun_down(after, name) if facts.hiding(after.man(name)) else after


def put_out(situation: Firefight, name: str, status: str, guard: str = "") -> Firefight:
    """Return the situation with a man out of action, a prisoner, or off the table."""
    man = situation.man(name)
    place = situation.man(guard).at if guard else man.at
    works = man.fights and facts.works_gun(situation, man)
    if works and facts.gun_lies(situation, man.side) is None:
        situation = situation.gun_after(man.side, "falls", lies=man.at)
    after = situation.after(name, "out").change(name, status=status, guard=guard, at=place)
    after = released(after, name)
    freed = "" if after.agreement("freed-prisoners") == "free" else "away"
    for other in after.prisoners(name):
        after = after.change(other.name, status=freed, guard="")
    return _gun_down(after, name)


def released(situation: Firefight, name: str) -> Firefight:
    """Return the situation with nobody locked with a man any more. A man locked with several
    enemies goes on with the others.
    """
    after = situation
    for other in situation.men:
        if other.opponent == name:
            foe = next((m for m in after.men if m.opponent == other.name and m.name != name), None)
            if foe is None:
                after = after.after(other.name, "combat ends")
                continue
            combat = "assaulted" if foe.combat == "assaulter" else other.combat
            after = after.change(other.name, opponent=foe.name, combat=combat)
    return after


def unlocked(situation: Firefight, man: Man) -> Firefight:
    """Return the situation with a man out of his combat, and also the men who fight nobody else."""
    return released(situation.after(man.name, "combat ends"), man.name)


def _gun_down(situation: Firefight, name: str) -> Firefight:
    """Remove the template of a man who cannot go on firing, if the players agreed on that."""
    if situation.agreement("template-without-gunner") == "stays":
        return situation
    kept = tuple(laid for laid in situation.templates if laid.gunner != name)
    return replace(situation, templates=kept)


def fired_on(situation: Firefight, names: Iterable[str]) -> tuple[Firefight, tuple[Step, ...]]:
    """Return the situation after these men were fired on, hit or not, with the rules that apply:
    prisoners of a guard leave the table, and a man on his way back to his base line hides.
    """
    steps: list[Step] = []
    for name in names:
        man = situation.man(name)
        for prisoner in situation.prisoners(name):
            situation = situation.change(prisoner.name, status="away", guard="")
            text = f"{name} is fired on: his prisoner {prisoner.name} is taken off the table."
            steps.append(note("prisoners-lost", text))
        if man.wound.outcome == "light 6" and man.wound.since == "":
            situation = situation.change(name, wound=replace(man.wound, since="fired on"))
            steps.append(note("light-6", f"{name} is fired on, and hides."))
    return situation, tuple(steps)


def stopped(situation: Firefight, name: str) -> tuple[Step, ...]:
    """Return the steps on why a man who was hit on his way stops; empty if he goes on."""
    man, key = situation.man(name), "stopped-on-the-way"
    if not man.fights:
        return (note("effects", f"{name} goes no farther."),)
    free = man.fresh == UNHURT or wounds.OUTCOMES[man.fresh.outcome].free
    if (free or man.fresh.outcome == "light 1") and not facts.hiding(man):
        return ()
    return (facts.agreed(situation, key),) if situation.agreement(key) == "stops" else ()


# -- men under a template --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due:
    """A man who must roll for effect: the range (0 is point blank), what an impossible shot
    subtracts, and for a grenade the roll of effectiveness needed and the die, if one was rolled for
    all.
    """

    name: str
    band: int
    penalty: int = 0
    needed: int = 0
    die: int = 0

    def course(self, roll: Roll, target: wounds.Target, read: Mapping[str, str]) -> wounds.Course:
        """Return his rolls."""
        hit = wounds.Hit(self.band, target, self.penalty)
        if self.needed:
            return grenades.effective_course(roll, self.needed, hit, read, self.die)
        return wounds.effect_course(roll, hit, read)


@lru_cache(maxsize=512)
def due_odds(due: Due, target: wounds.Target, readings: tuple[tuple[str, str], ...]) -> Odds[str]:
    """Return the odds of the outcomes for a man who must roll for effect."""
    read = options(dict(readings))
    return run(lambda roll: said_of(due.course(roll, target, read)[-1].outcome))


@dataclass(frozen=True, slots=True)
class Effects(TurnStep):
    """Men under a template roll for effect in turn: ``effect NAME``."""

    by: str
    due: tuple[Due, ...]

    def side(self, situation: Firefight) -> str:
        return situation.man(self.due[0].name).side

    def prompt(self, situation: Firefight) -> str:
        return f"{self.due[0].name} must roll for effect: {self.by}."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        return (self._choice(situation, due) for due in self.due)

    def by_itself(self, situation: Firefight) -> Happening | None:
        rest = tuple(due for due in self.due if situation.man(due.name).fights)
        return None if rest == self.due and rest else Happening(self._wait(situation, rest), "")

    def _wait(self, situation: Firefight, rest: tuple[Due, ...]) -> Firefight:
        return situation.become(Effects(self.by, rest)) if rest else situation.back()

    def _choice(self, situation: Firefight, due: Due) -> Choice:
        target, name = facts.target_of(situation.man(due.name)), due.name
        rest = tuple(one for one in self.due if one is not due)

        def effect(roll: Roll) -> Happening:
            course = due.course(roll, target, situation.read)
            outcome = course[-1].outcome
            steps = tuple(step for rolled in course for step in rolled.explain())
            after = self._wait(suffer(situation, name, outcome), rest)
            return Happening(after, hit_sentence(name, outcome), steps, said_of(outcome))

        odds = partial(due_odds, due, target, situation.readings)
        says = f"Roll for effect on {name}"
        return Choice(f"effect {name}", says, effect, name, fast_odds=odds)


def fighter(situation: Firefight, man: Man) -> assault.Fighter:
    """Return a man in the form of the rules of assault; the set-up says who has a bayonet."""
    held = {*man.weapons} - man.lost if man.status != "prisoner" else set()
    bayonet = "rifle" in held and situation.setup.bayonets
    hand = "pistol" if "pistol" in held else "bayonet" if bayonet else "none"
    return assault.Fighter(hand, man.serious, man.wound.dazed and situation.active == man.side)


@dataclass(frozen=True, slots=True)
class Fight(TurnStep):
    """Two men in base contact fight. Each rolls a die: ``fight ATTACKER DEFENDER``."""

    attacker: str
    defender: str

    def side(self, situation: Firefight) -> str:
        return situation.man(self.attacker).side

    def prompt(self, situation: Firefight) -> str:
        return f"{self.attacker} and {self.defender} fight: each rolls a die."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        one, other = situation.man(self.attacker), situation.man(self.defender)
        mine, theirs = fighter(situation, one), fighter(situation, other)
        number = other.met + 1

        def effect(roll: Roll) -> Happening:
            dice = roll(D6, int), roll(D6, int)
            answer = assault.assault(mine, theirs, *dice, number, situation.read)
            after = _after(situation, one, other, answer.value).back()
            says = f"{one.name} fights {other.name}: {answer.headline}"
            return Happening(after, says, answer.steps, answer.value)

        odds = assault.assault_odds(mine, theirs, number, situation.read)
        words = f"fight {self.attacker} {self.defender}"
        expects = f"wins {percent(odds.p('defender out'))}"
        yield Choice(words, f"Fight {other.name}", effect, one.name, None, expects)

    def by_itself(self, situation: Firefight) -> Happening | None:
        """End the fight if one of them cannot fight any more."""
        one, other = situation.man(self.attacker), situation.man(self.defender)
        able = one.status in ("", "prisoner") and not facts.hiding(one)
        goes_on = able and other.fights and facts.in_contact(one, other)
        return None if goes_on else Happening(situation.back(), "")


def _after(situation: Firefight, one: Man, other: Man, result: str) -> Firefight:
    after = situation.change(other.name, met=other.met + 1)
    if result != "draw":
        return put_out(after, (other if result == "defender out" else one).name, "out")
    if one.status == "prisoner":
        return after
    if not one.opponent:
        after = after.change(one.name, opponent=other.name, combat="assaulter", locked=after.ply)
    if not other.opponent:
        after = after.change(other.name, opponent=one.name, combat="assaulted", locked=after.ply)
    return after


def surrender(
    situation: Firefight, captor: str, name: str, assaults: bool
) -> tuple[Firefight, tuple[Step, ...]] | None:
    """Return the situation after a man surrenders to one who came near, and why; None if not."""
    one, man = situation.man(captor), situation.man(name)
    keeps = assault.may_guard(len(situation.prisoners(captor)) + 1)
    if not keeps.value:
        return None
    mode = MODES.get(facts.doing(man), "ready")
    friend = facts.friend_inches(situation, man)
    answer = assault.surrenders(sqrt3_geometry.measured(one.at, man.at), friend, mode, assaults)
    if not answer.value:
        return None
    return put_out(situation, name, "prisoner", captor), (*answer.steps, *keeps.steps)


def brought_in(situation: Firefight, guard: str) -> tuple[Firefight, str]:
    """Return the situation without prisoners brought to the base line, and a sentence on them."""
    if not situation.base_line(situation.man(guard)):
        return situation, ""
    names = [one.name for one in situation.prisoners(guard)]
    for name in names:
        situation = situation.change(name, status="away", guard="")
    return situation, f"{guard} brought in {', '.join(names)}." if names else ""


def hand_choice(situation: Firefight, guard: Man, other: Man) -> Choice:
    """Return the choice to hand prisoners over to another man: ``hand GUARD OTHER``."""
    held = situation.prisoners(guard.name)
    keeps = assault.may_guard(len(held) + len(situation.prisoners(other.name)))
    apart = not facts.in_contact(guard, other)
    later = f"{guard.name} has taken them over this turn, and hands them on in a later one."
    against = (
        barred(apart, "prisoners", f"{other.name} is not in base contact."),
        barred(any(one.handed for one in held), "own-hand", later),
        keeps,
    )

    after = situation
    for prisoner in held:
        after = after.change(prisoner.name, guard=other.name, at=other.at, handed=True)
    text = f"{guard.name} hands his prisoners over to {other.name}."
    done = Happening(after, text, keeps.steps, "handed over")
    words, says = f"hand {guard.name} {other.name}", f"Hand the prisoners over to {other.name}"
    return offer(words, says, guard, against, done, keeps)


def assault_round(situation: Firefight, guard: Man) -> int:
    """Return the round of the assault on a guard. The round of the draw is the first."""
    return 2 if guard.opponent and situation.ply > guard.locked else 1


def join_choice(situation: Firefight, prisoner: Man) -> Choice:
    """Return a prisoner's choice to join in an assault on his guard: ``join PRISONER``."""
    guard, name = situation.man(prisoner.guard), prisoner.name
    held, round_ = len(situation.prisoners(guard.name)), assault_round(situation, guard)
    allowed = assault.prisoners_join(held, guard.opponent != "", round_)
    how = facts.agreed(situation, "prisoner-weapons")
    bare = situation.agreement("prisoner-weapons") == "not"
    against = (
        barred(prisoner.acted, "first-turn", f"{name} has acted this turn."),
        allowed,
        barred(bare, how.cite, "Prisoners have nothing to fight with.", how),
    )

    after = situation.change(name, acted=True).call(Fight(name, guard.name))
    text = f"{name} joins in the assault on his guard {guard.name}."
    why = Answer(True, (*allowed.steps, how), allowed.headline)
    says, joins = f"Join in the assault on {guard.name}", Happening(after, text, (how,), "joins")
    return offer(f"join {name}", says, prisoner, against, joins, why)
