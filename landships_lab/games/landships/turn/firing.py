"""Attacks in the Brickyard: fire within arcs, ranges and fog, with the players' decisions;
artillery off the board, close assault, and the results of an attack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from landships_lab.core.answer import Answer, Step
from landships_lab.core.dice import D6, Roll
from landships_lab.core.hexes import Heading, Hex, Place
from landships_lab.core.speech import capitalized, listed, percent
from landships_lab.games.landships.rules.book import name, note
from landships_lab.games.landships.rules.brickyard import SCENARIO, Standing, enemies_in
from landships_lab.games.landships.rules.brickyard_fire import arms_of, engaged, may_fire
from landships_lab.games.landships.rules.brickyard_rules import after_morale_check
from landships_lab.games.landships.rules.brickyard_squads import (
    caught,
    may_assault,
    may_shell,
    struck,
)
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.play.turns import Choice, Happening, TurnStep
from .clock import (
    GRID,
    MARKS,
    Clock,
    Phase,
    Piece,
    acted,
    answered,
    around,
    as_hex,
    faces,
    gap_step,
    offer,
)

#: The words for weapons without arcs in the article.
SMALL_ARMS, FLAMETHROWER = "small-arms", "flamethrower"
#: What our table says of a counter that is hit, by one die: from this number on. A tank or an
#: aircraft is lost on a 6, a tank to what adds to the die alone.
TABLE = {4: "passed", 5: "destroyed"}
LOST_AT = 6
#: What is added to the die for a strong attack (a gun, a flamethrower, a close assault) and for
#: small arms from farther than this many hexes; and what the walls of the Brickyard take from it,
#: whole and in the last two turns.
STRONG, FROM_AFAR, AFAR = 1, -1, 1
WALLS, LAST_WALLS, LAST = 3, 1, 2
#: How far away targets are listed of a weapon whose range is in the base game, in hexes: as far as
#: the machine guns of the A7V reach, and beside it. Others may be pressed on the board.
LISTED_TO = {SMALL_ARMS: 5, FLAMETHROWER: 1}
#: A squad gets out of a tank that is destroyed from this number on the die, by our table.
OUT_AT = 4
NO_EFFECT = "no effect"
TABLE_TOLD = (
    "Our table: one die for each counter, 4 passes its morale check, 5 or more is destroyed. A gun"
    " on the board, a flamethrower or a close assault adds 1. Small arms from farther than the next"
    " hex take 1, the walls of the Brickyard 3, in the last two turns 1, and the +1 of an assault"
    " squad 1. A tank or an aircraft is lost on a 6, a tank not to small arms or shells."
)
#: The results that the players may give for an attack on a counter.
RESULTS = {
    "passed": "passed its morale check",
    "failed": "failed its morale check",
    "destroyed": "was destroyed",
}


@dataclass(frozen=True)
class Firing(Phase):
    """One side attacks, each counter once. The results of an attack are in the base game."""

    called: ClassVar[str] = "{} fire"

    def prompt(self, situation: Clock) -> str:
        flies = any(unit.of.kind == "aircraft" for unit in self.actors(situation))
        return f"{self.of} fire: who fires at what{', and where do aircraft fly' * flies}?"

    def acts(self, clock: Clock, unit: Piece) -> bool:
        """Return whether a counter can attack: those on the board, artillery off the board, and
        aircraft that have left it.
        """
        there = unit.place is not None and unit.of.kind != "observer"
        return there or unit.away or unit.of.kind == "artillery"

    def offers(self, clock: Clock, unit: Piece) -> Iterator[Choice]:
        """Yield every weapon of a counter at the places that an enemy holds, and its close
        assaults; for artillery off the board, every hex under whose fire an enemy would be. An
        aircraft flies to a hex near by or off the board, in this phase, which is ours.
        """
        targets = self._targets(clock)
        if unit.of.kind == "artillery":
            ground = (place for place in targets if enemies_in(place, self.of, clock.board))
            hexes = dict.fromkeys(h for place in ground for h in _hexes(place))
            yield from (self._shell(clock, unit, target) for target in hexes)
            return
        for weapon in weapons_of(unit) if unit.place is not None else ():
            listed_ones = (one for one in targets if _is_listed(unit, weapon, one))
            yield from (self._fire(clock, unit, weapon, target) for target in listed_ones)
        if unit.of.kind == "aircraft":
            near = around(unit.place) if isinstance(unit.place, Hex) else SCENARIO.brickyard
            yield from (self._fly(clock, unit, place) for place in near)
            yield from [self._fly(clock, unit, None)] * (unit.place is not None)
        if unit.of.kind in ("platoon", "squad"):
            yield from (self._assault(clock, unit, place) for place in self._near(clock, unit))

    def _targets(self, clock: Clock) -> tuple[Place, ...]:
        places = (unit.place for unit in clock.enemies_of(self.of))
        return tuple(dict.fromkeys(place for place in places if place is not None))

    def _near(self, clock: Clock, unit: Piece) -> Iterator[Place]:
        """Yield the adjacent places with enemies on the ground, for a counter on foot."""
        assert unit.place is not None  # it is on the board
        for target in self._targets(clock):
            near = range_hexes(unit.place, target) <= 1
            if near and enemies_in(target, self.of, clock.board):
                yield target

    def named(self, clock: Clock, unit: Piece, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words, such as ``fire ger-a7v-1 57mm-bow 5809``; artillery
        off the board fires at any hex, and an aircraft flies to any: ``fly ger-junkers-1 5809 NE``.
        """
        if words[0] == "fly" and unit.of.kind == "aircraft":
            placed = clock.placed(unit, words[2:])
            return self._fly(clock, unit, *placed) if placed else None
        if words[0] == "shell" and unit.of.kind == "artillery" and len(words) == 3:
            target = as_hex(words[2])
            return self._shell(clock, unit, target) if target else None
        if words[0] == "fire" and len(words) == 4 and words[2] in weapons_of(unit):
            codes = {GRID.code(target): target for target in self._targets(clock)}
            there = codes.get(words[3]) if unit.place is not None else None
            return self._fire(clock, unit, words[2], there) if there else None
        return super().named(clock, unit, words)

    def by_itself(self, situation: Clock) -> Happening | None:
        """Skip fire without a target on the board."""
        return None if self._targets(situation) else Happening(situation.back(), "")

    # -- one choice each --------------------------------------------------------------------------

    def _fire(self, clock: Clock, unit: Piece, weapon: str, target: Place) -> Choice:
        given, board = clock.about("fire", "scenario-fire"), clock.board
        arms, where, code = UNITS.get(unit.of.unit), name(target), GRID.code(target)
        answer: Answer[object] = acted(unit, "attacks")
        if not unit.fired:
            ground = clock.terrain
            answer = may_fire(unit.plain, weapon, target, given, units=board, terrain=ground)
        assert unit.place is not None  # it is on the board
        called = arms.weapons[weapon].name if arms else weapon.replace("-", " ")
        hit = engaged(unit.plain, target, board, given)
        adds = STRONG if weapon in ("gun", FLAMETHROWER) or "mm" in weapon else 0
        if weapon == SMALL_ARMS and range_hexes(unit.place, target) > AFAR:
            adds = FROM_AFAR
        attack = Attack(self.of, target, tuple(one.id for one in hit), direct=True, adds=adds)
        words, text = f"fire {unit.id} {weapon} {code}", f"{unit.subject} fired at {where}."
        says = f"Fire the {called} at {where}"
        return _attacked(clock, unit, words, says, answer, attack, text)

    def _shell(self, clock: Clock, unit: Piece, target: Hex) -> Choice:
        answer: Answer[object] = acted(unit, "attacks")
        if not unit.fired:
            answer = may_shell(unit.plain, target, clock.board, clock.about("range"))
        hit = tuple(one.id for one in struck(target, clock.board))
        attack = Attack(self.of, target, hit)
        words, where = f"shell {unit.id} {GRID.code(target)}", name(target)
        text = f"{unit.subject} fired at {where}."
        return _attacked(clock, unit, words, f"Shell {where}", answer, attack, text)

    def _assault(self, clock: Clock, unit: Piece, target: Place) -> Choice:
        """Return a close assault. Squads caught up in it are removed; the players say what happens
        to the others in that place and to the attacker.
        """
        answer = acted(unit, "attacks") if unit.fired else may_assault(unit, target, clock.board)
        gone = tuple(one.id for one in caught(target, clock.board))
        hit = (one.id for one in enemies_in(target, self.of, clock.board))
        attackers = tuple(one for one in (*hit, unit.id) if one not in gone)
        removed = f"{listed(map(clock.spoken, gone))} removed" if gone else ""
        text = f"{unit.subject} closed in on {name(target)}."
        text += f" {capitalized(removed)}." if removed else ""
        words, says = f"assault {unit.id} {GRID.code(target)}", f"Close assault {name(target)}"
        attack = Attack(self.of, target, attackers, adds=STRONG)
        return _attacked(clock, unit, words, says, answer, attack, text, removed, gone)

    def _fly(
        self, clock: Clock, unit: Piece, place: Hex | None, heading: Heading | None = None
    ) -> Choice:
        """Return a flight to a hex or off the board. How an aircraft flies is in the base game."""
        faced = heading or unit.heading
        where = "off the board" if place is None else f"to {faces(place, faced)}"
        ours = note("own-sequence", "It flies in this phase: ours.")
        steps = (gap_step("aircraft-flight"), ours)
        why = acted(unit, "moves") if unit.moved else answered("It is in the base game.", *steps)
        verb = "leave" if place is None else "fly"

        def after() -> Clock:
            flown = MARKS.begin(MARKS.after(unit, verb), verb, moved=True)
            if place is None:
                flown = MARKS.begin(flown, verb, away=True)
            return clock.put(replace(flown, place=place, heading=faced))

        words = f"{verb} {unit.id}{f' {GRID.code(place)}' if place else ''}"
        words += f" {heading}" if heading else ""
        text = f"{unit.subject} flew {where}."
        return offer(words, f"Fly {where}", why, unit.id, text, after, "", steps)


def _attacked(
    clock: Clock,
    unit: Piece,
    words: str,
    says: str,
    why: Answer[object],
    attack: Attack,
    text: str,
    expects: str = "",
    gone: tuple[str, ...] = (),
) -> Choice:
    """Return an attack: the attacker is marked, the ``gone`` are removed, and the players say what
    happened to those it hit.
    """

    def after() -> Clock:
        attacked = clock.put(MARKS.begin(unit, words.partition(" ")[0], fired=True))
        rest = attacked.without(gone) if gone else attacked
        return rest.call(attack) if attack.hit else rest

    expected = expects or attack.expects(clock)
    return offer(words, says, why, unit.id, text, after, expected)


def _is_listed(unit: Piece, weapon: str, target: Place) -> bool:
    assert unit.place is not None  # it is on the board
    return weapon not in LISTED_TO or range_hexes(unit.place, target) <= LISTED_TO[weapon]


def _hexes(place: Place) -> tuple[Hex, ...]:
    """Return the hexes at which indirect fire strikes this place."""
    return (place,) if isinstance(place, Hex) else tuple(h for h in place.hexes if h in GRID.places)


def weapons_of(unit: Standing) -> tuple[str, ...]:
    """Return the ids of a counter's weapons; small arms for one without arcs in the article, and
    also a flamethrower for a squad.
    """
    if unit.of.unit in UNITS:
        return tuple(arms_of(unit).weapons)
    return (SMALL_ARMS, FLAMETHROWER) if unit.of.kind == "squad" else (SMALL_ARMS,)


@dataclass(frozen=True)
class Attack(TurnStep):
    """What an attack on a place does to the counters it may have hit: the base game's tables are
    not in the source, so the players throw by a table of ours, or say it. ``direct`` is fire that a
    squad has +1 against, ``adds`` is added to the die of our table; ``more`` says that they have
    said something of it.
    """

    by: str
    target: Place
    hit: tuple[str, ...]
    direct: bool = False
    more: bool = False
    adds: int = 0

    def side(self, situation: Clock) -> str:
        return self.by

    def prompt(self, situation: Clock) -> str:
        squad = any(situation.unit(one).of.kind == "squad" for one in self.hit)
        plus = " An assault squad has +1 against it." if squad and self.direct else ""
        return f"What {'more ' * self.more}did the attack on {name(self.target)} do?{plus}"

    def fair_choices(self, situation: Clock) -> tuple[Choice, ...]:
        return (self._throw(situation),)

    def choices(self, situation: Clock) -> Iterator[Choice]:
        yield self._throw(situation)
        yield self._nothing(situation)
        for unit in map(situation.unit, self.hit):
            yield from (self._result(situation, unit, "result", result) for result in RESULTS)
        for unit in map(situation.unit, self.hit if len(self.hit) > 1 else ()):
            yield from (self._result(situation, unit, "and", result) for result in RESULTS)

    def _throw(self, clock: Clock) -> Choice:
        """Return a throw for each counter by the lab's table."""

        def effect(roll: Roll) -> Happening:
            results = {
                one: self.by_table(clock, clock.unit(one), roll(D6, int)) for one in self.hit
            }
            after, steps, sentence = clock.back(), [note("own-table", TABLE_TOLD)], []
            for one, result in results.items():
                unit = clock.unit(one)
                gone, more = _becomes(unit, result) if result else (False, ())
                steps += more
                after = _removed(after, self.by, unit) if gone else after
                end = " and is removed" if gone and result != "destroyed" else ""
                sentence.append(f"{unit.subject} {RESULTS.get(result, 'was not hurt')}{end}.")
            outcome = ", ".join(result or NO_EFFECT for result in results.values())
            return Happening(after, " ".join(sentence), tuple(steps), outcome)

        return Choice("throw", "Throw by our table", effect, "", expects=self.expects(clock))

    def by_table(self, clock: Clock, unit: Piece, die: int) -> str:
        """Return what our table says of a counter with this number on the die; "" for nothing."""
        if unit.of.kind in ("tank", "aircraft"):
            lost = die >= LOST_AT and (self.adds > 0 or unit.of.kind == "aircraft")
            return "destroyed" if lost else ""
        walls = LAST_WALLS if clock.turn > SCENARIO.turns - LAST else WALLS
        number = die + self.adds * (unit.side != self.by)
        number -= walls * (unit.place in SCENARIO.brickyard)
        number -= self.direct and unit.of.kind == "squad"
        return TABLE.get(min(number, max(TABLE)), "")

    def expects(self, clock: Clock) -> str:
        """Return how often a throw by our table removes an enemy."""
        stays = Fraction(1)
        for unit in (one for one in map(clock.unit, self.hit) if one.side != self.by):
            stays *= Fraction(sum(not self._is_lost(clock, unit, die) for die in D6.outcomes), 6)
        return f"{percent(1 - stays)} a loss" if stays < 1 else "no loss by our table"

    def _is_lost(self, clock: Clock, unit: Piece, die: int) -> bool:
        result = self.by_table(clock, unit, die)
        return bool(result) and _becomes(unit, result)[0]

    def _nothing(self, clock: Clock) -> Choice:
        def effect(_: Roll) -> Happening:
            steps = (gap_step("attack-results"),)
            return Happening(clock.back(), f"It had {none}.", steps, none)

        none = f"no {'further ' * self.more}effect"
        return Choice("no-effect", capitalized(none), effect, supplied=True)

    def _result(self, clock: Clock, unit: Piece, verb: str, result: str) -> Choice:
        """Return one result; the verb ``and`` adds another result of the attack."""
        gone, more = _becomes(unit, result)
        steps = (gap_step("attack-results"), *more)
        says = f"{unit.subject} {RESULTS[result]}"

        def effect(_: Roll) -> Happening:
            rest = tuple(one for one in self.hit if one != unit.id)
            onward = replace(self, hit=rest, more=True)
            after = clock.become(onward) if verb == "and" else clock.back()
            after = _removed(after, self.by, unit) if gone else after
            removed = " It is removed." if gone else " It stays."
            return Happening(after, f"{says}.{removed}", steps, result)

        also = ", and it did more" if verb == "and" else ""
        words = f"{verb} {unit.id} {result}"
        return Choice(words, f"{says}{also}", effect, unit.id, supplied=True)


def _becomes(unit: Piece, result: str) -> tuple[bool, tuple[Step, ...]]:
    """Return whether a counter is removed with this result, and the steps that say so."""
    if result == "destroyed":
        return True, ()
    check = after_morale_check(unit.of.side, result == "passed")
    if check.value == "removed":
        return True, check.steps
    return False, (*check.steps, note("own-results", "Here it stays as it is, which is ours."))


def _removed(clock: Clock, by: str, unit: Piece) -> Clock:
    """Return the game without a counter; the next step asks about those inside it."""
    assert unit.place is not None  # a counter that was hit has a place
    inside = [one.id for one in clock.units if one.aboard == unit.id]
    return clock.without([unit.id]).call(*(Bailing(by, one, unit.place) for one in inside))


@dataclass(frozen=True)
class Bailing(TurnStep):
    """The fate of a squad inside a destroyed tank, which the players decide."""

    by: str
    squad: str
    place: Place

    def side(self, situation: Clock) -> str:
        return self.by

    def prompt(self, situation: Clock) -> str:
        return f"{situation.unit(self.squad).subject} was inside. What becomes of it?"

    def fair_choices(self, situation: Clock) -> tuple[Choice, ...]:
        return (self._throw(situation),)

    def choices(self, situation: Clock) -> Iterator[Choice]:
        yield self._throw(situation)
        yield self._done(situation, None)
        yield from (self._done(situation, place) for place in _hexes(self.place))

    def _throw(self, clock: Clock) -> Choice:
        """Return a throw by the lab's table for whether the squad gets out."""

        def effect(roll: Roll) -> Happening:
            out = roll(D6, lambda die: die >= OUT_AT)
            one = self._done(clock, _hexes(self.place)[0] if out else None)
            step = note("own-table", "Our table: on 4 or more on a die it gets out.")
            done = one.checked()(roll)
            return replace(done, steps=(step,), outcome="gets out" if out else "lost")

        return Choice("throw", "Throw by our table", effect, self.squad, expects="gets out on 4+")

    def _done(self, clock: Clock, place: Hex | None) -> Choice:
        squad, steps = clock.unit(self.squad), (gap_step("squad-of-lost-tank"),)
        says = "It is lost with the tank" if place is None else f"It gets out into {name(place)}"

        def effect(_: Roll) -> Happening:
            after = clock.back()
            if place is None:
                after = after.without([squad.id])
            else:
                after = after.put(replace(MARKS.begin(squad, "out", out=True), place=place))
            return Happening(after, f"{squad.subject}: {says[0].lower()}{says[1:]}.", steps, "done")

        words = f"lost {squad.id}" if place is None else f"out {squad.id} {GRID.code(place)}"
        return Choice(words, says, effect, squad.id, supplied=True)
