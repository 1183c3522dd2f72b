"""The order of a game: what players agree on, who begins, and how a turn begins and ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.dice import D6, Roll, die
from landships_lab.core.sources import Option
from landships_lab.core.speech import capitalized, listed
from landships_lab.games.landser.data.setups import agreements
from landships_lab.games.landser.rules.book import CITES, FIELDCRAFT, GAPS
from landships_lab.games.landser.rules.machine_guns import MACHINE_GUN, Gun, template_stays
from landships_lab.games.landser.rules.templates import template_roll
from landships_lab.games.landser.rules.turns import break_off, first_turn
from landships_lab.games.landser.rules.wounds import OUTCOMES, treated
from landships_lab.play.turns import Choice, Happening, TurnStep
from . import facts, ground
from .hurt import LASTING, Effects, bound
from .laid import due_of, under
from .moves import unlocked
from .state import MARKS, UNHURT, Firefight, Man, Wound

#: The grenades of each man by what the players agreed on.
SUPPLY = {"one": 1, "two": 2, "none": 0}
#: What is ours in play, and no gap that the players settle.
OURS = tuple(
    Step(text, CITES[cite])
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
    """Before the first die the players agree on what the rules leave open; what the set-up takes
    stands unless they choose otherwise.
    """

    def side(self, situation: Firefight) -> str:
        """Return the side named first: both agree."""
        return situation.sides[0]

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that asks for what is not printed."""
        return "Begin, or agree otherwise on what the rules leave open."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return the beginning, then one choice for each other answer to a silence."""
        yield self._begin(situation)
        for key, options in agreements().items():
            if key not in dict(situation.agreed):
                yield from (self._choice(situation, key, option) for option in options[1:])

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice ``begin`` or ``agree GAP OPTION``."""
        if words == ("begin",):
            return self._begin(situation)
        if words[:1] != ("agree",) or len(words) != 3 or words[1] in dict(situation.agreed):
            return None
        options = agreements().get(words[1], ())[1:]
        found = next((option for option in options if option.id == words[2]), None)
        return self._choice(situation, words[1], found) if found else None

    def _begin(self, situation: Firefight) -> Choice:
        said = (
            _declared(situation),
            *(facts.agreed(situation, key) for key in agreements()),
            *OURS,
        )
        why = Answer(True, said, "What the rules leave open is settled like this.")

        def effect(_: Roll) -> Happening:
            return Happening(situation.back(), "The game begins.", said, "begun")

        return Choice("begin", "Begin", effect, "", why, supplied=True, ends=True)

    def _choice(self, situation: Firefight, key: str, option: Option) -> Choice:
        gap = GAPS[key]
        step = Step(f"The source does not say. {gap.question}", gap.cite, "note", gap)
        words = f"agree {key} {option.id}"

        def effect(_: Roll) -> Happening:
            after = replace(situation, agreed=(*situation.agreed, (key, option.id)))
            if key == "grenade-supply":
                men = (replace(man, grenades=SUPPLY[option.id]) for man in after.men)
                after = replace(after, men=tuple(men))
            told = facts.agreed(after, key)
            return Happening(after, told.text, (step, told), "agreed")

        why = Answer(option.id, (step,), option.says)
        return Choice(words, capitalized(option.label), effect, key, why, supplied=True)


def _declared(situation: Firefight) -> Step:
    """Return the step that says which ground is difficult: that is settled before the game."""
    pieces = ground.ground(situation.table).pieces
    names = listed([piece.name for piece in pieces if piece.difficult], none="none of it")
    soft = listed([piece.name for piece in pieces if piece.soft])
    also = f" Soft ground: {soft}." if soft else ""
    return Step(f"Difficult ground on this table: {names}.{also}", CITES["difficult"])


@dataclass(frozen=True, slots=True)
class FirstTurn(TurnStep):
    """Both sides roll a die: the higher one has the first turn."""

    def side(self, situation: Firefight) -> str:
        """Return the side named first."""
        return situation.sides[0]

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that says what is rolled for."""
        return "Both sides roll a die: the higher one has the first turn."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return the one choice: to roll."""
        yield self._roll(situation)

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice ``roll``."""
        return self._roll(situation) if words == ("roll",) else None

    def _roll(self, situation: Firefight) -> Choice:
        one, other = situation.sides

        def effect(roll: Roll) -> Happening:
            mine, theirs = roll(D6, int), roll(D6, int)
            answer = first_turn(mine, theirs)
            steps: tuple[Step, ...] = ()
            score = f"{one} {mine}, {other} {theirs}"
            if isinstance(answer.value, Gap):
                steps = (facts.agreed(situation, "first-turn-tie"),)
                if situation.agreement("first-turn-tie") == "again":
                    again = f"A tie, {score}: both roll again."
                    return Happening(situation, again, (*answer.steps, *steps), "a tie")
            first = one if answer.value is not False else other
            after = situation.become(StartTurn(first))
            says = f"{score}: the {first} have the first turn."
            return Happening(after, says, (*answer.steps, *steps), f"the {first}")

        return Choice("roll", "Roll for the first turn", effect)


# -- the beginning of a turn -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartTurn(TurnStep):
    """The turn of a side begins: it may break off, and a die treats whom a medic has reached."""

    name: str
    begun: bool = False
    rolled: bool = False

    def side(self, situation: Firefight) -> str:
        """Return the side whose turn it is."""
        return self.name

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence that says what is rolled for."""
        if not self.rolled:
            return f"The {self.name} have lost men: do they break off?"
        return f"A medic has reached {self._nursed(situation)[0].name}: a die decides."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return the roll that is due."""
        if not self.rolled:
            yield self._break_off(situation)
        else:
            yield from (self._treat(situation, man) for man in self._nursed(situation))

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return the choice ``break-off`` or ``treat NAME``."""
        text = " ".join(words)
        return next((one for one in self.choices(situation) if one.words == text), None)

    def by_itself(self, situation: Firefight) -> Happening | None:
        """Begin the turn; go on when nothing is to be rolled for."""
        if not self.begun:
            after = refreshed(situation, self.name).become(replace(self, begun=True))
            return Happening(after, f"The turn of the {self.name} begins.")
        if not situation.of(self.name):
            other = situation.enemy_of(self.name)
            over = f"The {other} win: no man of the {self.name} is left to fight."
            step = Step(over, CITES["endgame"])
            return Happening(situation.won(over), over, (step,))
        if not self.rolled and not self._answer(situation).value:
            return Happening(situation.become(replace(self, rolled=True)), "")
        if self.rolled and not self._nursed(situation):
            return Happening(situation.back(), "")
        return None

    def _nursed(self, situation: Firefight) -> tuple[Man, ...]:
        return tuple(
            man
            for man in situation.men
            if man.side == self.name and man.nursed and man.status == "hurt"
        )

    def _answer(self, situation: Firefight) -> Answer[object]:
        squad = sum(man.side == self.name for man in situation.men)
        return break_off(situation.out_of_action(self.name), squad, situation.read)

    def _break_off(self, situation: Firefight) -> Choice:
        answer = self._answer(situation)
        left = sum(man.side == self.name for man in situation.men)
        left -= situation.out_of_action(self.name)
        counted = facts.agreed(situation, "prisoners-counted")

        def effect(roll: Roll) -> Happening:
            shown = roll(D10, int)
            first = Step(f"The D10 shows {shown}; {left} men are left.", CITES["endgame"])
            steps = (*answer.steps, counted, first)
            if shown > left:
                other = situation.enemy_of(self.name)
                over = f"The {other} win: the {self.name} break off."
                return Happening(situation.won(over), over, steps, "breaks off")
            after = situation.become(replace(self, rolled=True))
            return Happening(after, f"The {self.name} fight on.", steps, "fights on")

        return Choice("break-off", "Roll whether they break off", effect, "", answer)

    def _treat(self, situation: Firefight, man: Man) -> Choice:
        def effect(roll: Roll) -> Happening:
            answer = treated(roll(D6, int))
            leg = answer.value == "serious 1-2"
            after = situation.after(man.name, "back").change(
                man.name,
                legs=man.legs + leg,
                arms=man.arms + (not leg),
                wound=Wound(answer.value, 1),
            )
            wound = "(a)" if leg else "(b)"
            said = f"{wound} wound"
            return Happening(after, f"{man.name} fights on: {said}.", answer.steps, said)

        return Choice(f"treat {man.name}", f"Treat {man.name}", effect, man.name)


def refreshed(situation: Firefight, side: str) -> Firefight:
    """Return the situation at the beginning of a side's turn: fire has had its effect, and each man
    has his action again.
    """
    short = situation.agreement("aware-how-long") == "this-turn"
    men = tuple(
        _begins(man, short) if man.side == side else MARKS.after(man, "enemy turn")
        for man in situation.men
    )
    after = replace(situation, men=men, active=side, ply=situation.ply + 1)
    after = after.gun_after(side, "turn begins")
    for man in after.of(side):
        hit_first = after.agreement("locked-and-hit") == "hit-first"
        if man.opponent and hit_first and facts.trooper(after, man).torn:
            after = unlocked(after, man)
    kept = tuple(laid for laid in after.templates if _lies(after, laid.gunner, side))
    return replace(after, templates=kept)


def _begins(man: Man, short: bool) -> Man:
    return MARKS.begin(
        replace(
            MARKS.after(man, "turn begins"),
            last="",
            before="",
            burst_before=False,
            wound=bound(man.wound, man.fresh),
            fresh=UNHURT,
            aware=frozenset() if short else man.aware,
        ),
        "turn begins",
        last=man.did,
        before=man.target,
        burst_before=man.burst,
    )


def _lies(situation: Firefight, gunner: str, side: str) -> bool:
    """Return whether a template still lies when the turn of its gunner's side begins."""
    man = situation.man(gunner)
    if man.side != side:
        return True
    weapon = next(laid.weapon for laid in situation.templates if laid.gunner == gunner)
    crew = situation.crew(side)
    loader = facts.loaded(situation, man)
    running = crew.running if weapon == "gpmg" else 1
    ready = crew.set_up if weapon == "gpmg" else True
    gun = Gun(weapon, ready, False, loader or weapon == "smg", crew.bursts, running)
    return template_stays(gun, "own", None, situation.read).value


# -- the end of a turn -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndTurn(TurnStep):
    """The turn of a side ends: whoever is still in a template rolls, and states lapse."""

    settled: bool = False

    def side(self, situation: Firefight) -> str:
        """Return the side whose turn ends."""
        return situation.active

    def prompt(self, situation: Firefight) -> str:
        """Return one sentence."""
        return f"The turn of the {situation.active} ends."

    def choices(self, situation: Firefight) -> Iterator[Choice]:
        """Return none: it goes by itself."""
        return iter(())

    def read(self, situation: Firefight, words: tuple[str, ...]) -> Choice | None:
        """Return none: it goes by itself."""
        return None

    def by_itself(self, situation: Firefight) -> Happening | None:
        """Let men who stayed in a template roll, then let the states of this turn lapse."""
        if self.settled:
            return Happening(lapsed(situation).back(), "")
        rule = template_roll("stayed", situation.read)
        after = situation.become(EndTurn(True))
        steps: tuple[Step, ...] = ()
        for laid in situation.templates:
            names, more = under(situation, laid)
            stayed = [name for name in names if self._stayed(situation, laid.gunner, name)]
            if situation.man(laid.gunner).side == situation.active:
                continue
            steps = (*steps, *more, *rule.steps)
            if rule.value and stayed:
                due = tuple(due_of(situation, laid, name) for name in stayed)
                after = after.call(Effects(f"the template of {laid.gunner}", due))
        return Happening(after, "", steps)

    def _stayed(self, situation: Firefight, gunner: str, name: str) -> bool:
        man = situation.man(name)
        mine = situation.man(gunner).side == situation.active
        return man.side == situation.active and not mine and not man.entered


def lapsed(situation: Firefight) -> Firefight:
    """Return the situation at the end of a turn: wounds that have been served lapse, a gun that did
    not fire has paused, and templates that were not kept are lifted.
    """
    side = situation.active
    after = situation
    for man in situation.men:
        if man.side != side:
            continue
        if man.status == "hurt" and facts.helper(situation, man) == "medic":
            after = after.change(man.name, nursed=True)
        elif man.fights and not facts.fights_on(situation, man):
            after = after.change(man.name, wound=served(situation, man))
    crew = situation.crew(side)
    if not crew.fired and crew.running < MACHINE_GUN.turns_to_barrel:
        after = after.with_crew(side, running=0)
    kept = tuple(
        laid
        for laid in after.templates
        if after.man(laid.gunner).side != side or laid.ply == situation.ply
    )
    return replace(after, templates=kept)


def served(situation: Firefight, man: Man) -> Wound:
    """Return what is left of a man's wound when his turn has ended.

    Source: Landser, Light Wounds (lines 133-137), Wounds (238).
    """
    wound = man.wound
    if wound.outcome not in LASTING:
        return UNHURT
    if facts.helper(situation, man) in OUTCOMES[wound.outcome].freed_by:
        return UNHURT
    wound = replace(wound, hits=0, hid=False, dazed=False)
    if wound.outcome == "light 6":
        there = situation.base_line(man)
        return replace(wound, since="there" if there else "")
    hid = wound.since or "hidden"
    covered = wound.since in ("hidden", "there") and ground.beside(situation.table, man.at) != ""
    return replace(wound, since="there" if covered else hid)
