"""The order of a game: what the players agree on, who begins, and how a turn begins and ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6, Roll, die
from landships_lab.core.sources import Option
from landships_lab.core.speech import capitalized, listed
from landships_lab.games.landser.data.setups import agreements
from landships_lab.games.landser.rules import machine_guns, templates, turns, wounds
from landships_lab.games.landser.rules.book import FIELDCRAFT, note, silent
from landships_lab.play.turns import Choice, GoesOn, Happening, TurnStep
from . import facts, ground
from .hurt import LASTING, Effects, bound, unlocked
from .state import MARKS, UNHURT, Firefight, Man, Template, Wound
from .templates import effect_roll, under

#: The grenades of each man, by the players' agreement.
SUPPLY = {"one": 1, "two": 2, "none": 0}
#: Settings of this project in play, which are not gaps for the players to settle.
OURS = tuple(
    note(cite, text)
    for text, cite in (
        ("A base is 3/4 inch across, and men an inch apart are in base contact.", "own-places"),
        ("The base line is the inch along the edge where a side began.", "own-places"),
        ("A way has four legs at most.", "own-places"),
        ("A gun lies where its gunner fell, until it is taken up in base contact.", "own-gun"),
        ("Each job of weapon work takes a turn of its own; what is owed comes first.", "own-jobs"),
        ("A prisoner is handed over once in a turn.", "own-hand"),
    )
)
D10 = die(FIELDCRAFT.break_off.die)


@dataclass(frozen=True, slots=True)
class Agree(TurnStep):
    """Before the first die the players ``begin`` with the lab's answers to what the rules leave
    open, or ``change`` them and agree on others, ``agree GAP OPTION``.
    """

    changes: bool = False
    ended_early = True

    def side(self, situation: Firefight) -> str:
        """Return the side named first: both agree."""
        return situation.sides[0]

    def prompt(self, situation: Firefight) -> str:
        if self.changes:
            return "Change what you like, then begin."
        many = len(agreements())
        return f"The rules leave {many} things open. Begin with our answers, or change them."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        yield self._begin(situation)
        if self.changes:
            yield from self._others(situation)
            return
        changed = Happening(situation.become(Agree(True)), "Our answers can be changed.")
        yield Choice("change", "Change our answers", lambda _: changed)

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words, of the answers even before they are listed."""
        known = (*self.choices(situation), *self._others(situation))
        return next((one for one in known if one.words == " ".join(words)), None)

    def _others(self, situation: Firefight) -> Iterator[Choice]:
        for key, options in agreements().items():
            if key not in dict(situation.agreed):
                yield from (self._choice(situation, key, option) for option in options[1:])

    def _begin(self, situation: Firefight) -> Choice:
        agreed = (facts.agreed(situation, key) for key in agreements())
        steps = (_declared(situation), *agreed, *OURS)
        why = Answer(True, steps, "What the rules leave open is settled like this.")
        begun = Happening(situation.back(), "The game begins.", steps, "begun")
        return Choice("begin", "Begin with these answers", lambda _: begun, "", why, ends=True)

    def _choice(self, situation: Firefight, key: str, option: Option) -> Choice:
        step, says = silent(key), capitalized(option.label)
        after = replace(situation, agreed=(*situation.agreed, (key, option.id)))
        if key == "grenade-supply":
            men = (replace(man, grenades=SUPPLY[option.id]) for man in after.men)
            after = replace(after, men=tuple(men))
        answer, why = facts.agreed(after, key), Answer(option.id, (step,), option.says)
        done = Happening(after, answer.text, (step, answer), "agreed")
        return Choice(f"agree {key} {option.id}", says, lambda _: done, key, why, supplied=True)


def _declared(situation: Firefight) -> Step:
    """Return the step on which ground is difficult, which is settled before the game."""
    pieces = ground.ground(situation.table).pieces
    names = listed([piece.name for piece in pieces if piece.difficult], none="none of it")
    soft = listed([piece.name for piece in pieces if piece.soft])
    also = f" Soft ground: {soft}." if soft else ""
    return note("difficult", f"Difficult ground on this table: {names}.{also}")


@dataclass(frozen=True, slots=True)
class FirstTurn(TurnStep):
    """Both sides ``roll`` a die: the higher one has the first turn."""

    def side(self, situation: Firefight) -> str:
        return situation.sides[0]

    def prompt(self, situation: Firefight) -> str:
        return "Both sides roll a die: the higher one has the first turn."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        one, other = situation.sides

        def effect(roll: Roll) -> Happening:
            mine, theirs = roll(D6, int), roll(D6, int)
            answer, score = turns.first_turn(mine, theirs), f"{one} {mine}, {other} {theirs}"
            steps = answer.steps
            if isinstance(answer.value, Gap):
                steps += (facts.agreed(situation, "first-turn-tie"),)
                if situation.agreement("first-turn-tie") == "again":
                    again = f"A tie, {score}: both roll again."
                    return Happening(situation, again, steps, "a tie")
            first = one if answer.value is not False else other
            says = f"{score}: the {first} have the first turn."
            return Happening(situation.become(StartTurn(first)), says, steps, f"the {first}")

        yield Choice("roll", "Roll for the first turn", effect)


# -- the beginning of a turn -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartTurn(TurnStep):
    """The turn of a side begins: it may ``break-off``, and men whom a medic has reached are treated
    with a die, ``treat NAME``.
    """

    name: str
    begun: bool = False
    rolled: bool = False

    def side(self, situation: Firefight) -> str:
        return self.name

    def prompt(self, situation: Firefight) -> str:
        if not self.rolled:
            return f"The {self.name} have lost men: do they break off?"
        return f"A medic has reached {self._nursed(situation)[0].name}: a die decides."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        if not self.rolled:
            return iter((self._break_off(situation),))
        return (_treat(situation, man) for man in self._nursed(situation))

    def by_itself(self, situation: Firefight) -> Happening | None:
        """Begin the turn, and go on if there is nothing to roll for."""
        if not self.begun:
            after = refreshed(situation, self.name).become(replace(self, begun=True))
            return Happening(after, f"The turn of the {self.name} begins.")
        if not situation.of(self.name):
            other = situation.opponent_of(self.name)
            over = f"The {other} win: no man of the {self.name} is left to fight."
            return Happening(situation.won(over, other), over, (note("endgame", over),))
        if not self.rolled and not self._answer(situation)[0].value:
            return Happening(situation.become(replace(self, rolled=True)), "")
        if self.rolled and not self._nursed(situation):
            return Happening(situation.back(), "")
        return None

    def _nursed(self, situation: Firefight) -> tuple[Man, ...]:
        hurt = (man for man in situation.men if man.status == "hurt" and man.nursed)
        return tuple(man for man in hurt if man.side == self.name)

    def _answer(self, situation: Firefight) -> tuple[Answer[Fraction], int]:
        """Return whether it may break off, and how many of its men are left."""
        out = situation.out_of_action(self.name)
        squad = sum(man.side == self.name for man in situation.men)
        return turns.break_off(out, squad, situation.read), squad - out

    def _break_off(self, situation: Firefight) -> Choice:
        (answer, fit_men), other = self._answer(situation), situation.opponent_of(self.name)
        counted = facts.agreed(situation, "prisoners-counted")

        def effect(roll: Roll) -> Happening:
            shown = roll(D10, int)
            first = note("endgame", f"The D10 shows {shown}; {fit_men} men are left.")
            steps = (*answer.steps, counted, first)
            if shown > fit_men:
                over = f"The {other} win: the {self.name} break off."
                return Happening(situation.won(over, other), over, steps, "breaks off")
            after = situation.become(replace(self, rolled=True))
            return Happening(after, f"The {self.name} fight on.", steps, "fights on")

        return Choice("break-off", "Roll whether they break off", effect, "", answer)


def _treat(situation: Firefight, man: Man) -> Choice:
    def effect(roll: Roll) -> Happening:
        answer = wounds.treated(roll(D6, int))
        leg = answer.value == "serious 1-2"
        after = situation.after(man.name, "back").change(
            man.name, legs=man.legs + leg, arms=man.arms + (not leg), wound=Wound(answer.value, 1)
        )
        wound = f"{'(a)' if leg else '(b)'} wound"
        return Happening(after, f"{man.name} fights on: {wound}.", answer.steps, wound)

    return Choice(f"treat {man.name}", f"Treat {man.name}", effect, man.name)


def refreshed(situation: Firefight, side: str) -> Firefight:
    """Return the situation as a side's turn begins: fire has told, and each man may act again."""
    short = situation.agreement("aware-how-long") == "this-turn"
    men = tuple(
        _begins(man, short) if man.side == side else MARKS.after(man, "enemy turn")
        for man in situation.men
    )
    after = replace(situation, men=men, active=side, ply=situation.ply + 1)
    after = after.gun_after(side, "turn begins")
    if after.agreement("locked-and-hit") == "hit-first":
        for man in after.of(side):
            if man.opponent and facts.trooper(after, man).torn:
                after = unlocked(after, man)
    kept = tuple(laid for laid in after.templates if _lies(after, laid, side))
    return replace(after, templates=kept)


def _begins(man: Man, short: bool) -> Man:
    wound, aware = bound(man.wound, man.fresh), frozenset[str]() if short else man.aware
    fresh = replace(MARKS.after(man, "turn begins"), wound=wound, fresh=UNHURT, aware=aware)
    was = {"last": man.did, "before": man.target, "burst_before": man.burst}
    return MARKS.begin(replace(fresh, last="", before="", burst_before=False), "turn begins", **was)


def _lies(situation: Firefight, laid: Template, side: str) -> bool:
    """Return whether a template stays when the turn of its gunner's side begins."""
    man, crew, weapon = situation.man(laid.gunner), situation.crew(side), laid.weapon
    if man.side != side:
        return True
    loader = facts.loaded(situation, man) or weapon == "smg"
    ready, running = (crew.set_up, crew.running) if weapon == "gpmg" else (True, 1)
    gun = machine_guns.Gun(weapon, ready, False, loader, crew.bursts, running)
    return machine_guns.template_stays.value(gun, "own", None, situation.read)


@dataclass(frozen=True, slots=True)
class EndTurn(GoesOn):
    """The turn of a side ends: men still in a template roll, and states lapse."""

    settled: bool = False

    def by_itself(self, situation: Firefight) -> Happening:
        """Let men still in a template roll, then let the states of this turn lapse."""
        if self.settled:
            return Happening(lapsed(situation).back(), "")
        rule, side = templates.template_roll("stayed", situation.read), situation.active
        after = situation.become(EndTurn(True))
        steps: tuple[Step, ...] = ()
        for laid in situation.templates:
            if situation.man(laid.gunner).side == side:
                continue
            names, more = under(situation, laid)
            inside = (situation.man(name) for name in names)
            stayed = [man.name for man in inside if man.side == side and not man.entered]
            steps = (*steps, *more, *rule.steps)
            if rule.value and stayed:
                due = tuple(effect_roll(situation, laid, name) for name in stayed)
                after = after.call(Effects(f"the template of {laid.gunner}", due))
        return Happening(after, "", steps)


def lapsed(situation: Firefight) -> Firefight:
    """Return the situation at the end of a turn: wounds that have been obeyed lapse, a gun that did
    not fire has paused, and templates that were not kept are removed.
    """
    side, after = situation.active, situation
    for man in (one for one in situation.men if one.side == side):
        if man.status == "hurt" and facts.helper(situation, man) == "medic":
            after = after.change(man.name, nursed=True)
        elif man.fights and not facts.fights_on(situation, man):
            after = after.change(man.name, wound=served(situation, man))
    crew = situation.crew(side)
    if not crew.fired and crew.running < machine_guns.MACHINE_GUN.turns_to_barrel:
        after = after.with_crew(side, running=0)
    kept = tuple(
        laid
        for laid in after.templates
        if after.man(laid.gunner).side != side or laid.ply == situation.ply
    )
    return replace(after, templates=kept)


def served(situation: Firefight, man: Man) -> Wound:
    """Return the rest of a man's wound after his turn."""
    wound = man.wound
    freed_by = wounds.OUTCOMES[wound.outcome].freed_by
    if wound.outcome not in LASTING or facts.helper(situation, man) in freed_by:
        return UNHURT
    wound = replace(wound, hits=0, hid=False, dazed=False)
    if wound.outcome == "light 6":
        there = situation.base_line(man)
        return replace(wound, since="there" if there else "")
    hid = wound.since or "hidden"
    covered = wound.since in ("hidden", "there") and ground.beside(situation.table, man.at) != ""
    return replace(wound, since="there" if covered else hid)
