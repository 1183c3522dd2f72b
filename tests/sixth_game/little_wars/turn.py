"""Little Wars played: each body of the side whose move it is moves, fights or stays; the gun fires.

Only the order of things is here; what a melee costs is the rule's. The text leaves to the hand how
well the gun is aimed: the players say it, and the record keeps what they said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from landships_lab.core.answer import Answer, Gap, Step, judge
from landships_lab.core.dice import D6, Roll
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, half_hexes
from landships_lab.core.speech import plural
from landships_lab.data.gaps import gap
from landships_lab.data.load import chosen
from landships_lab.data.marks import marks
from landships_lab.play import Choice, Happening, Situation, TurnStep, choices, refused, take
from landships_lab.play.turns import UnitsStep
from little_wars import rules

__all__ = ["START", "Skirmish", "choices", "take"]

GRID = Grid(columns=10, rows=8)
SHOTS = 4
MARKS = marks("little_wars")
#: How often a shot hits: the least number of a die that does, as the players may say it.
AIMS = {"1-in-6": 6, "1-in-3": 5, "1-in-2": 4}


@dataclass(frozen=True)
class Troop:
    """A body of men, or the gun: its arm, where it stands, and how many men it has."""

    name: str
    side: str
    arm: str
    place: Hex
    men: int
    done: bool = False


@dataclass(frozen=True)
class Skirmish(Situation):
    """The floor: the bodies of both sides, whose turn it is, and how well the gun is aimed."""

    game = "little_wars"
    measure = "men left, its own less those of the enemy"
    sides = ("Red", "Blue")

    troops: tuple[Troop, ...] = ()
    turn: int = 1
    side: str = "Red"
    needs: int = 0

    @property
    def label(self) -> str:
        """The turn and the side."""
        return f"Turn {self.turn}, {self.side}"

    def text(self) -> str:
        """Return the position, one line a body."""
        lines = [
            f"{one.name}: {plural(one.men, 'man', 'men')} in {GRID.code(one.place)}"
            f"{', has acted' if one.done else ''}"
            for one in self.troops
        ]
        aim = f"the gun hits on {self.needs} or more" if self.needs else "the aim is not yet said"
        return "\n".join([f"{self.label}; {aim}", *lines, *([self.over] if self.over else [])])

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        """Return the skirmish under other readings; `ValueError` for one that is unknown."""
        taken = chosen("little_wars", readings)
        usual = chosen("little_wars", {})
        return replace(self, readings=tuple(p for p in taken.items() if usual[p[0]] != p[1]))

    def marks(self) -> Mapping[tuple[str, str], object]:
        """Return which bodies have acted."""
        return {(one.name, mark): on for one in self.troops for mark, on in MARKS.of(one).items()}

    def value(self, side: str) -> Fraction:
        """Return the men of a side."""
        return Fraction(sum(one.men for one in self.troops if one.side == side))

    def troop(self, name: str) -> Troop | None:
        """Return the body of this name, if it still stands."""
        return next((one for one in self.troops if one.name == name), None)

    def with_troop(self, *changed: Troop) -> Self:
        """Return the skirmish with these bodies changed; one without men leaves the floor."""
        new = {one.name: one for one in changed}
        left = (new.get(one.name, one) for one in self.troops)
        after = replace(self, troops=tuple(one for one in left if one.men))
        for side in ("Red", "Blue"):
            if not any(one.side == side for one in after.troops):
                other = "Blue" if side == "Red" else "Red"
                return after.won(f"{other} has won: no man of {side} is left.", other)
        return after


@dataclass(frozen=True)
class Aim(TurnStep):
    """The players say how well the gun is aimed."""

    def side(self, situation: Skirmish) -> str:
        """Return the side that decides: both do."""
        return situation.side

    def prompt(self, situation: Skirmish) -> str:
        """Return what is to be decided."""
        return "How often does a shot of the gun hit? The players say it."

    def choices(self, situation: Skirmish) -> Iterable[Choice]:
        """Return the three ways to say it."""
        for word, needs in AIMS.items():
            yield self._choice(situation, word, needs)

    def read(self, situation: Skirmish, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words."""
        return next((c for c in self.choices(situation) if tuple(c.words.split()) == words), None)

    def _choice(self, situation: Skirmish, word: str, needs: int) -> Choice:
        missing = gap("little_wars", "aim")
        told = f"A shot hits on {needs} or more."
        step = Step(told, missing.cite, "note", missing)
        after = replace(situation, needs=needs).back()
        says = f"A shot hits {word.replace('-', ' ')}"
        return Choice(
            f"aim {word}",
            says,
            lambda _: Happening(after, told, (step,), "said"),
            why=Answer(True, (step,), says),
            supplied=True,
        )


@dataclass(frozen=True)
class Act(UnitsStep):
    """One body of the side whose move it is moves, fights or stays."""

    def side(self, situation: Skirmish) -> str:
        """Return the side whose move it is."""
        return situation.side

    def prompt(self, situation: Skirmish) -> str:
        """Return what is to be decided."""
        return f"{situation.side} moves, fights or fires."

    def acting(self, situation: Skirmish) -> Iterable[Troop]:
        """Return the bodies that have not acted."""
        return (one for one in situation.troops if one.side == situation.side and not one.done)

    def units(self, situation: Skirmish) -> tuple[str, ...]:
        """Return their names."""
        return tuple(one.name for one in self.acting(situation))

    def of(self, situation: Skirmish, own: Troop) -> Iterable[Choice]:
        """Return the choices of one body."""
        return _of_troop(situation, own)

    def whole(self, situation: Skirmish) -> Iterable[Choice]:
        """Return the end of the move."""
        return (_end(situation),)


def _of_troop(situation: Skirmish, own: Troop) -> Iterable[Choice]:
    enemies = [one for one in situation.troops if one.side != own.side]
    for enemy in enemies:
        yield _fire(situation, own, enemy) if own.arm == "gun" else _melee(situation, own, enemy)
    if own.arm != "gun":
        for place in GRID.hexes():
            if 0 < half_hexes(own.place, place) <= 2 * rules.HEXES_A_FOOT * rules.FEET[own.arm]:
                yield _move(situation, own, place)


def _allowed(good: bool, text: str, cite: str) -> Answer[bool | Gap]:
    step = Step(text, rules.CITES[cite], "allows" if good else "forbids")
    return Answer(judge((step,)), (step,), text)


def _move(situation: Skirmish, own: Troop, place: Hex) -> Choice:
    code = GRID.code(place)
    words, says = f"move {own.name} {code}", f"Move to {code}"
    held = next((one for one in situation.troops if one.place == place), None)
    text = f"{held.name} stands in {code}." if held else f"Nobody stands in {code}."
    free = _allowed(held is None, text, "moves")
    if not free.value:
        return refused(words, says, free, own.name)
    step = Step(f"{own.name} moves up to its {rules.FEET[own.arm]} ft.", rules.CITES["moves"])
    after = situation.with_troop(replace(own, place=place, done=True))
    happening = Happening(after, f"{own.name} moved to {code}.", (step,), f"to {code}")
    return Choice(words, says, lambda _: happening, own.name, marks=(place,))


def _melee(situation: Skirmish, own: Troop, enemy: Troop) -> Choice:
    words, says = f"melee {own.name} {enemy.name}", f"Fight {enemy.name}"
    near = half_hexes(own.place, enemy.place) <= 2
    met = _allowed(near, f"{enemy.name} is {'' if near else 'not '}in contact.", "contact")
    if not met.value:
        return refused(words, says, met, own.name)
    less, more = sorted((own, enemy), key=lambda one: one.men)
    answer = rules.melee(body(situation, less), more.men, situation.read_as)
    cost = answer.detail
    after = situation.with_troop(
        replace(less, men=0),
        replace(more, men=more.men - cost.killed, done=more.done or more == own),
    )
    told = f"{own.name} fought {enemy.name}: {answer.headline}"
    expects = answer.headline.rstrip(".")
    return Choice(
        words,
        says,
        lambda _: Happening(after, told, answer.steps, expects),
        own.name,
        answer,
        f"{plural(cost.killed, 'man', 'men')} killed each",
    )


def body(situation: Skirmish, troop: Troop) -> rules.Body:
    """Return a body as the rules take it, with its friends."""
    near = [one for one in situation.troops if one.side == troop.side and one != troop]
    friends = {arm: [one.place for one in near if one.arm == arm] for arm in rules.FEET}
    return rules.Body(troop.place, troop.men, friends)


def _fire(situation: Skirmish, own: Troop, enemy: Troop) -> Choice:
    mean = Fraction(7 - situation.needs, 6) * SHOTS

    def effect(roll: Roll) -> Happening:
        hit = [roll(D6, lambda die: die >= situation.needs) for _ in range(SHOTS)]
        fallen = min(sum(hit), enemy.men)
        after = situation.with_troop(
            replace(enemy, men=enemy.men - fallen), replace(own, done=True)
        )
        told = f"{SHOTS} shots, {plural(fallen, 'man falls', 'men fall')}."
        step = Step(told, rules.CITES["moves"], "start", Fraction(fallen))
        said = f"{plural(fallen, 'man', 'men')}"
        return Happening(after, f"{own.name} fired at {enemy.name}: {told}", (step,), said)

    return Choice(
        f"fire {own.name} {enemy.name}",
        f"Fire at {enemy.name}",
        effect,
        own.name,
        expects=f"{float(mean):.2g} men",
    )


def _end(situation: Skirmish) -> Choice:
    side = "Blue" if situation.side == "Red" else "Red"
    turn = situation.turn + (side == "Red")
    fresh = tuple(MARKS.after(one, "move ends") for one in situation.troops)
    after = replace(situation, side=side, turn=turn, troops=fresh)
    step = Step(f"The move of {situation.side} is over.", rules.CITES["moves"])
    happening = Happening(after, f"{situation.side} has moved.", (step,), "ended")
    return Choice("end", f"End {situation.side}'s move", lambda _: happening, ends=True)


def _at(code: str) -> Hex:
    place = GRID.place(code)
    assert isinstance(place, Hex)
    return place


START: Mapping[str, Situation] = {
    "floor": Skirmish(
        stack=(Act(), Aim()),
        troops=(
            Troop("Red-1", "Red", "foot", _at("0305"), 9),
            Troop("Red-2", "Red", "foot", _at("0404"), 5),
            Troop("Gun", "Red", "gun", _at("0206"), 2),
            Troop("Blue-1", "Blue", "foot", _at("0704"), 11),
            Troop("Blue-Horse", "Blue", "horse", _at("0806"), 4),
        ),
    )
}
