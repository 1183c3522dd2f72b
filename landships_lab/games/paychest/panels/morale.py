"""The morale panel: whether the unit holds, and for how long."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.checks import whole
from landships_lab.core.dice import D6
from landships_lab.core.speech import plural
from landships_lab.drawing.charts import Bars, Chart, Curve, Table
from landships_lab.drawing.dicing import die_face, marked, text_lines, wrapped
from landships_lab.drawing.roles import LEADING, SMALL
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene, Shape, box
from landships_lab.drawing.view import View
from landships_lab.games.paychest.analysis.battle import MOST_TURNS, Effects, Turn, end_of_turn
from landships_lab.games.paychest.analysis.battle import Morale as Found
from landships_lab.games.paychest.data.tables import Effect, Printed
from landships_lab.games.paychest.rules import morale
from landships_lab.games.paychest.rules.morale import KINDS, MOST_FIGURES
from landships_lab.panel.controls import Control, Field
from landships_lab.panel.parts import Part, part
from . import common
from .common import WIDTH, number, word, words

LEADER = {"unhurt": "leads", "lost": "is lost"}
LOOK_AT = {"": "none", **{str(die): str(die) for die in D6.outcomes}}


def read_turns(text: str) -> tuple[Turn, ...]:
    """Return the turns written as in ``3,2/1,4``.

    Raises `ValueError` for any other text.

    >>> read_turns("3,2/1")
    (Turn(hits=3, out=3), Turn(hits=2, out=1))
    """
    turns = text.replace(",", " ").split()
    if not 1 <= len(turns) <= MOST_TURNS:
        raise ValueError(
            f"A battle is 1 to {MOST_TURNS} turns of hits, such as 3,2/1,4, not {text.strip()!r}."
        )
    return tuple(map(_read_turn, turns))


def _read_turn(text: str) -> Turn:
    hits, slash, out = text.partition("/")
    count = whole("The number of hits in a turn", hits, 0, MOST_FIGURES)
    noun = "The number of figures out of action"
    return Turn(count, whole(noun, out, 0, MOST_FIGURES) if slash else count)


def write_turns(turns: Sequence[Turn]) -> str:
    """Return the text of these turns, as `read_turns` reads it."""
    return ",".join(f"{t.hits}" if t.hits == t.out else f"{t.hits}/{t.out}" for t in turns)


@dataclass(frozen=True)
class Battle(Part):
    """The hits of a battle turn by turn, each with a slash and the figures out of action if these
    are fewer.
    """

    def control(self, state: common.PaychestPanel) -> Control | None:
        return Field(self.control_id, self.title(state), getattr(state, self.id), "such as 3,2/1,4")

    def take(self, state: object, given: object) -> str:
        return write_turns(read_turns(str(given)))

    def sample(self, dice: random.Random, state: object) -> str:
        hits = [dice.randint(0, 9) for _ in range(dice.randint(1, 4))]
        return write_turns([Turn(number, dice.randint(0, number)) for number in hits])


@dataclass(frozen=True)
class Morale(common.PaychestPanel):
    """Choose a unit and its hits, and see whether it must test, what may happen, and how long it
    holds.

    A unit, the hits of this turn, the hits of a whole battle turn by turn, and whether its leader
    is out of action.
    """

    id = "paychest:morale"
    title = "Morale"
    prompt = "Does the unit hold, and for how long?"
    usage_hint = (
        "A battle of 3,2/1,4 is three hits, then two that put one figure out of action, then four."
    )
    order = ("kind", "figures", "hits", "leader", "battle", "result")
    stage = (
        ("Rolls", "picture + chart 1"),
        ("Battle", "chart 2 + chart 3"),
        ("More odds", "chart 4 + chart 5"),
        ("Second roll", "tables"),
    )

    kind: str = word("Troops", "regular", {kind: kind for kind in KINDS}, "kind of troops")
    figures: int = number("Figures", 12, 1, MOST_FIGURES, "the number of figures")
    hits: int = number("Hits", 6, 0, MOST_FIGURES, "the number of hits")
    battle: str = part(Battle, "Battle", "3,4,3", always=True)
    leader: str = word("Leader", "unhurt", LEADER, "state of the leader")
    result: str = word("Result", "", LOOK_AT, "result of the second roll", always=False)

    def ask(self) -> Answer[Fraction]:
        unit, lost = (self.kind, self.figures, self.hits), self.leader == "lost"
        look_at = int(self.result) if self.result else None
        return end_of_turn(*unit, read_turns(self.battle), lost, self.own_tables, look_at)

    def charts(self, answer: Answer[object]) -> tuple[Chart, ...]:
        return tuple(_charts(self, answer.detail))

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        effects, mine = answer.detail.effects, self.own_tables.second_morale
        rows = tuple(
            (str(d), tuple(_line(effects[kind][d]) for kind in KINDS)) for d in D6.outcomes
        )
        note = common.NOT_PRINTED if mine.regular or mine.irregular else ""
        lit = list(KINDS).index(self.kind)
        columns = tuple(KINDS.values())
        return (Table("Second morale rolls", columns, rows, lit_column=lit, note=note),)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw both rolls: the two dice with the failing sums lit, and the six lines of the second
        table. A line at the foot names what the reader supplied.
        """
        rolls: Found = answer.detail
        hits, troops = rolls.hits, KINDS[self.kind]
        red = f"red: {hits} or less, roll again" if hits else "no hits, so no roll"
        shapes = (*_first(red, rolls.sums), *_second(self.kind, rolls.effects[self.kind]))
        description = (
            f"The 36 rolls of two dice, {f'those of {hits} or less' if hits else 'none of them'}"
            f" lit; beside them what each die of the second roll does. {answer.headline}"
        )
        title = f"Morale of {troops} after {plural(hits, 'hit')}"
        return marked(Scene(WIDTH, HEIGHT, (), shapes, title, description), answer)

    def question_picture(self) -> Scene:
        """Draw the sums of two dice and the second table as far as it is printed,
        without lights.
        """
        effects = {die: morale.effect(self.kind, die) for die in D6.outcomes}
        heading = "the sum against the hits of this turn"
        shapes = (*_first(heading, frozenset()), *_second(self.kind, effects, plain=True))
        return Scene(WIDTH, HEIGHT, (), shapes, f"Morale of {KINDS[self.kind]}", self.prompt)


def _charts(state: Morale, rolls: Found) -> Iterator[Chart]:
    """Yield charts of what may happen this turn, how long the unit holds, and the figures left; and
    for the selected result, how far the unit goes and how soon it rallies.
    """
    yield Bars("At the end of this turn", "second roll", tuple(_bars(state, rolls)))
    series = [("holds", tuple(turn.holds for turn in rolls.battle))]
    if any(turn.open for turn in rolls.battle):
        at_most = tuple(turn.at_most for turn in rolls.battle)
        series.append(("at most, if lost lines let it", at_most))
    leader = ", leader lost" if state.leader == "lost" else ""
    hits = state.battle.replace(",", ", ")
    yield Curve(f"In a battle with hits {hits}{leader}", "turn", tuple(series))
    if len(rolls.figures) > 1:
        title = f"Figures left of {state.figures}, if it holds"
        yield common.counted(title, "figures left", rolls.figures, "green")
    looked_at = f"Result {state.result}:"
    if rolls.distance is not None:
        effect = rolls.effects[state.kind][int(state.result)]
        who = "a figure that routs" if getattr(effect, "figure_routs_on", 0) else "the unit"
        unit = state.own_tables.distance_unit or "the unit of length is not printed"
        title = f"{looked_at} how far {who} goes"
        yield common.counted(title, f"distance ({unit})", rolls.distance, "orange")
    if rolls.rallied:
        rallied = (("has rallied", rolls.rallied),)
        yield Curve(f"{looked_at} has rallied by its next moves", "move", rallied)


def _bars(state: Morale, rolls: Found) -> Iterator[tuple[str, Fraction]]:
    """Yield the chance of each result, labelled with the die and its effect in a word short enough
    for adjacent bars.
    """
    kind, own = state.kind, state.own_tables
    failed = rolls.odds.p(morale.leader_outcome(kind, own))
    if failed:
        yield f"leader {morale.does(morale.leader_effect(kind, own))}", failed
    yield morale.NO_TEST, rolls.odds.p(morale.NO_TEST)
    for die, effect in rolls.effects[kind].items():
        yield f"{die} {morale.does(effect)}", rolls.odds.p(morale.outcome(kind, die, own))


def _line(effect: Effect | Gap) -> str:
    if isinstance(effect, Gap):
        return common.LOST
    return effect.text if isinstance(effect, Printed) else f"{effect.text} (supplied)"


# -- both rolls ------------------------------------------------------------------------------------

HEIGHT = 304.0
GRID, CELL = (52.0, 81.0), 34.0
LIST, ROW, DIE = (274.0, 62.0), 43.0, 26.0
#: The colour of each kind of result: the unit stays, falls back in order, or runs.
TINTS = {"hold": "green", "fall back": "orange", "rout": "vermillion"}


def _first(heading: str, sums: frozenset[int]) -> Iterator[Shape]:
    left, top = GRID
    yield words("First roll: two dice", 20, 20, "first", strong=True, anchor="start")
    yield words(heading, 20, 39, "first", anchor="start")
    for n in range(1, 7):
        along = (n - 0.5) * CELL
        yield from die_face((left + along, top - 18), 26, n, plain=True, name=f"first {n}")
        yield from die_face((left - 20, top + along), 26, n, plain=True, name=f"other {n}")
    for a, b in product(range(1, 7), repeat=2):
        x, y = left + (a - 1) * CELL, top + (b - 1) * CELL
        name, fails = f"{a} and {b}", a + b in sums
        look = ("share", name, "vermillion") if fails else ("track", name)
        yield Polygons((box(x, y, CELL, CELL),), *look)
        number = "share-number" if fails else "dice-words"
        yield Label(str(a + b), (x + CELL / 2, y + CELL / 2), number, name)


def _second(kind: str, effects: Effects, plain: bool = False) -> Iterator[Shape]:
    left, top = LIST
    right = left + DIE + 16
    yield words(f"Second roll: {KINDS[kind]}", left, 20, "second", strong=True, anchor="start")
    for die, effect in effects.items():
        y, name = top + (die - 1) * ROW, f"second {die}"
        at = (left + DIE / 2 + 4, y)
        if isinstance(effect, Gap):
            ring = box(left - 2, y - ROW / 2 + 3, WIDTH - left - 10, ROW - 6)
            yield Lines(((*ring, ring[0]),), "lost", name)
            yield from die_face(at, DIE, die, name=name)
            yield words(common.LOST, right, y, name, strong=True, anchor="start")
            continue
        tint = "" if plain else TINTS[effect.does]
        yield from die_face(at, DIE, die, tint=tint, name=name, plain=plain)
        lines = wrapped(_line(effect), WIDTH - right - 6, SMALL)
        start = (right, y - LEADING / 2 * (len(lines) - 1))
        yield from text_lines(lines, start, "dice-words", step=LEADING, name=name)
