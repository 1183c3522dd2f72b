"""The forces panel: the figures of a company, a brigade, a warband or an army, lined up company by
company with those who lead in front of their men.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

from landships_lab.core.answer import Answer
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.drawing.charts import Table
from landships_lab.drawing.dicing import box
from landships_lab.drawing.exhibit import exhibit
from landships_lab.drawing.figures import Figure
from landships_lab.drawing.labels import text_width
from landships_lab.drawing.shapes import Label, Polygons, Scene, bare_paper
from landships_lab.drawing.view import View
from landships_lab.games.paychest.data.tables import Formation
from landships_lab.games.paychest.data.tables import Part as Printed
from landships_lab.games.paychest.rules import forces
from landships_lab.games.paychest.rules.forces import FORMATIONS, MOST_PARTS, Body, muster_roll
from landships_lab.panel.controls import Control, Number
from landships_lab.panel.parts import Whole, part
from landships_lab.panel.parts.base import with_fields
from . import common
from .common import WIDTH, Drawn

#: The fields of the state that say how many of a part there are.
PARTS = {
    "battalions": "battalion",
    "squadrons": "squadron",
    "warbands": "warband",
    "regiments": "native-regiment",
}


def _inside(formation: str) -> dict[str, Printed]:
    """Return every part inside a formation, by its unit."""
    return {each.unit: each for body in muster_roll(formation) for each in body.formation.parts}


@dataclass(frozen=True)
class PartCount(Whole):
    """The number of a part in the formation above it; None is the least that is printed."""

    least: int = 1
    most: int = MOST_PARTS

    def _open(self, state: Forces) -> Printed | None:
        """Return the part, where the formation has such a one and its number can vary."""
        each = _inside(state.formation).get(PARTS[self.id])
        return None if each is None or each.least == each.most else each

    def control(self, state: Forces) -> Control | None:
        if (each := self._open(state)) is None:
            return None
        chosen = getattr(state, self.id) or each.least
        most = each.most or MOST_PARTS
        return Number(self.id, self.id.capitalize(), chosen, each.least, most)

    def sample(self, dice: random.Random, state: Forces) -> int | None:
        each = self._open(state)
        return None if each is None else dice.randint(each.least, each.most or MOST_PARTS)


def _count(name: str) -> Any:
    return part(PartCount, default=None, empty=True, error_name=f"the number of {name}")


@dataclass(frozen=True)
class Forces(common.PaychestPanel):
    """Choose a formation, and see every figure of it.

    A formation, and the number of each part that may vary (None: the least that is printed).
    """

    id = "paychest:forces"
    title = "Forces"
    prompt = "Which figures belong to it?"
    usage_hint = (
        "Leaders stand in front: a raised sword on a rimmed base commands, a square base comes"
        " next."
    )
    order = ("formation", "battalions", "squadrons", "regiments", "warbands")
    strip_rows = 1
    stage = (("Figures", "picture"), ("Roster", "tables"))

    formation: str = common.word(
        "Formation",
        "battalion",
        {key: f"{each.name} ({each.force})" for key, each in FORMATIONS.items()},
        "",
        buttons=False,
    )
    battalions: int | None = _count("battalions")
    squadrons: int | None = _count("squadrons")
    warbands: int | None = _count("warbands")
    regiments: int | None = _count("regiments")

    @property
    def parts(self) -> dict[str, int]:
        """The numbers that were chosen, of the parts that the formation has."""
        inside, chosen = _inside(self.formation), {PARTS[key]: getattr(self, key) for key in PARTS}
        return {unit: count for unit, count in chosen.items() if count and unit in inside}

    def ask(self) -> Answer[int]:
        return forces.muster(self.formation, self.parts)

    def after(self, control: str, before: Self) -> Self:
        """Forget a number that is the least one, and those of parts that the formation does not
        have.
        """
        inside = _inside(self.formation)
        none = (
            k for k, u in PARTS.items() if u not in inside or getattr(self, k) == inside[u].least
        )
        return with_fields(self, **dict.fromkeys(none))

    def check(self) -> Self:
        """Drop the parts that the formation does not have, which older links may hold, so that none
        is ignored silently.
        """
        return super(Forces, self.after("formation", self)).check()

    def tables(self, answer: Answer[object]) -> tuple[Table, ...]:
        ranks = {**forces.roster(self.formation, self.parts), "in all": answer.value}
        rows = tuple((rank, (str(count),)) for rank, count in ranks.items())
        return (Table("Roster", ("figures",), rows, lit_row=len(rows) - 1),)

    def picture(self, answer: Answer[object], view: View | None = None) -> Scene:
        """Draw every figure, formation by formation."""
        bodies: Sequence[Body] = answer.detail
        shapes, _ = common.composed(_alone(bodies[0]) if len(bodies) == 1 else _together(bodies))
        ground = (*bare_paper(WIDTH, HEIGHT), Polygons((box(0, 0, WIDTH, HEIGHT),), "felt"))
        blocks = plural(sum(body.count for body in bodies), "block")
        told = (
            f"Every figure as a small soldier, in {blocks}, one for each formation; those who lead"
            f" stand in front. {answer.headline}"
        )
        title = f"The figures of the {bodies[0].formation.name}"
        return Scene(WIDTH, HEIGHT, ground, shapes, title, told)

    def question_picture(self) -> Scene:
        """Draw the printed organisation down to its companies, without sums: those who stand in
        each, and its parts.
        """
        rows = []
        for body in muster_roll(self.formation, self.parts):
            own = [plural(count, rank) for rank, count in body.formation.posts.items()]
            below = [
                plural(self.parts.get(one.unit, one.least), FORMATIONS[one.unit].name)
                for one in body.formation.parts
            ]
            rows.append((body.formation.name, (listed(own), listed(below) or "no parts")))
        table = Table("Organisation (line 12)", ("its own figures", "below it"), tuple(rows))
        return exhibit(self.title, self.prompt, (table,), ())


# -- figures in blocks -----------------------------------------------------------------------------

#: Which kind of figure stands for a rank; any other regular rank is an officer.
REGULARS = {
    **{rank: rank for rank in ("private", "NCO", "aide")},
    "Sergeant-Major": "NCO",
    "colourbearer": "colours",
    **dict.fromkeys(("colonel", "general"), "commander"),
}
NATIVES = {
    **dict.fromkeys(("warrior", "private"), "warrior"),
    **dict.fromkeys(("NCO", "sub-leader", "sub-chief"), "sub-leader"),
    **dict.fromkeys(("leader", "chief", "general"), "leader"),
    "bodyguard": "bodyguard",
}
#: Who stands in ranks behind those who lead.
MEN = ("private", "warrior")
TINTS = {"regular": "blue", "native": "vermillion"}
#: The room of a figure across (heights of a figure): of a man in the ranks, of others, of a rider,
#: of a gun; and between two halves.
_WIDE, _LEADS, _RIDES, _GUN, _APART = 0.6, 0.88, 1.02, 2.0, 0.45
#: How high a block of one rank is, and by how much more one of riders; how far the next rank stands
#: behind; how large a rider is drawn.
HIGH, _HIGHER, _BEHIND, _RIDER = 1.46, 0.14, 0.78, 0.84


class Man(NamedTuple):
    """One figure of a block: its rank, its kind, how much room it takes across (heights of a
    figure).
    """

    rank: str
    kind: str
    wide: float


@dataclass(frozen=True)
class Block:
    """The figures of one formation, in one or two halves, each half in rows from the back to the
    front; its size in heights of a figure.
    """

    halves: tuple[tuple[tuple[Man, ...], ...], ...]
    formation: Formation

    @cached_property
    def mounted(self) -> bool:
        """Whether its figures ride."""
        return is_mounted(self.formation)

    @cached_property
    def wide(self) -> float:
        """Its width."""
        return sum(map(_width, self.halves)) + _APART * (len(self.halves) - 1)

    @cached_property
    def high(self) -> float:
        """Its height."""
        ranks = max(map(len, self.halves))
        return HIGH + (_HIGHER if self.mounted else 0.0) + _BEHIND * (ranks - 1)

    def stand(self, left: float, top: float, height: float) -> Iterator[tuple[Man, Figure]]:
        """Yield every figure where it stands, in a block whose corner lies there, with figures of
        this height (pixels).
        """
        x, size = left, height * _RIDER if self.mounted else height
        tint = TINTS[self.formation.force]
        for half in self.halves:
            middle = x + height * _width(half) / 2
            for number, row in enumerate(half):
                foot = top + height * (self.high - 0.13 - _BEHIND * (len(half) - 1 - number))
                at = middle - height * sum(man.wide for man in row) / 2
                for man in row:
                    place, rides = (
                        (at + height * man.wide / 2, foot),
                        self.mounted and man.kind != "gun",
                    )
                    yield man, Figure(place, size, man.kind, tint, man.rank, rides)
                    at += height * man.wide
            x += height * (_width(half) + _APART)

    def figures(self, left: float, top: float, height: float) -> Iterator[Figure]:
        """Yield every figure where it stands; see `stand`."""
        return (figure for _, figure in self.stand(left, top, height))


def _width(half: Sequence[Sequence[Man]]) -> float:
    return max(sum(man.wide for man in row) for row in half)


def is_mounted(formation: Formation) -> bool:
    """Return whether its figures ride."""
    return "cavalry" in formation.cite


def kind_of(rank: str, force: str) -> str:
    """Return the kind of figure that stands for a rank.

    >>> kind_of("captain", "regular"), kind_of("NCO", "native"), kind_of("chief", "native")
    ('officer', 'sub-leader', 'leader')
    """
    return NATIVES[rank] if force == "native" else REGULARS.get(rank, "officer")


def _men(formation: Formation) -> tuple[Man, ...]:
    return tuple(
        Man(
            rank,
            kind_of(rank, formation.force),
            _RIDES if is_mounted(formation) else _WIDE if rank in MEN else _LEADS,
        )
        for rank, count in formation.posts.items()
        for _ in range(count)
    )


def company(formation: Formation) -> Block:
    """Return the block of a formation that has no parts: two ranks of men, those who lead and its
    guns in front.
    """
    everybody = _men(formation)
    men = [man for man in everybody if man.rank in MEN]
    leaders = [man for man in everybody if man.rank not in MEN]
    leaders += [Man("gun", "gun", _GUN)] * formation.guns
    parts = 2 if formation.halves else 1
    each = len(men) // parts
    behind = each // 2 if each > 4 else 0
    halves = []
    for n in range(parts):
        own = men[n * each : (n + 1) * each]
        rows = (own[:behind], own[behind:], leaders[n::parts])
        halves.append(tuple(tuple(row) for row in rows if row))
    return Block(tuple(halves), formation)


def staff(formation: Formation) -> Block:
    """Return the block of a formation's own figures, in one row."""
    return Block(((_men(formation),),), formation)


# -- blocks in the picture -------------------------------------------------------------------------

HEIGHT, MARGIN, TITLE, KEY = 474.0, 14.0, 23.0, 40.0
#: How high the figures are at most (pixels), and how low where the names of companies are left out,
#: so that there is room for figures.
MOST, LEAST_NAMED = 158.0, 17.0
#: The room of a name (pixels), and that between two blocks (heights of a figure).
LINE, BETWEEN = 19.0, 0.7
#: The height of a letter of a name and of a rank (pixels).
NAME, RANK = 15.0, 14.5
#: The kinds of figures in the order of the key, the words for them, and the room of each figure.
WORDS = {
    **{kind: kind for kind in ("commander", "officer", "aide", "NCO")},
    "colours": "colourbearer",
    **{kind: kind for kind in ("private", "leader", "sub-leader", "bodyguard", "warrior", "gun")},
}
LEADS = {"gun": 52.0, "colours": 30.0}


class Room(NamedTuple):
    """A part of the picture: its left and top end, its width and its height."""

    left: float
    top: float
    wide: float
    high: float

    def cells(self, count: int, across: int) -> Iterator[Room]:
        """Yield so many cells of equal size in rows of ``across``, the last row in the middle."""
        wide, high = self.wide / across, self.high / -(-count // across)
        for n in range(count):
            row, column = divmod(n, across)
            short = across - min(across, count - row * across)
            yield Room(self.left + wide * (column + short / 2), self.top + high * row, wide, high)


class Grid(NamedTuple):
    """How blocks of one size are laid out: figures so high, so many blocks across, their names
    shown or not.
    """

    height: float
    across: int
    named: bool


@dataclass(frozen=True)
class NamedRow:
    """A formation's own figures in one row, figures so high (pixels), each rank with its name under
    it.
    """

    formation: Formation
    height: float

    @cached_property
    def ranks(self) -> list[tuple[Block, str, float]]:
        """The figures of each rank, its name, and their room."""
        found = []
        for rank, count in self.formation.posts.items():
            men = tuple(man for man in _men(self.formation) if man.rank == rank)
            block, word = (
                Block(((men,),), self.formation),
                rank if count == 1 else plural(count, rank),
            )
            found.append((block, word, max(block.wide * self.height, text_width(word, RANK)) + 14))
        return found

    @property
    def wide(self) -> float:
        """How wide it is (pixels)."""
        return sum(room for _, _, room in self.ranks)

    @property
    def below(self) -> Room:
        """The room that is left under it for the parts of the formation."""
        top = TITLE + self.height * staff(self.formation).high + 22
        return Room(MARGIN / 2, top, WIDTH - MARGIN, HEIGHT - KEY - top)

    def drawn(self) -> Drawn:
        """Yield its figures and names."""
        x = (WIDTH - self.wide) / 2
        for block, word, room in self.ranks:
            left, high = x + (room - block.wide * self.height) / 2, self.height * block.high
            yield from block.figures(left, TITLE, self.height)
            yield _rank(word, x + room / 2, TITLE + high + 8, block.halves[0][0][0].rank)
            x += room


def _rank(text: str, x: float, y: float, name: str) -> Label:
    return Label(text, (x, y), "figure-rank", name)


def _alone(body: Body) -> Drawn:
    """Draw a formation without parts, large, each rank with its name."""
    block, formation = company(body.formation), body.formation
    room = Room(MARGIN, 66, WIDTH - 2 * MARGIN, HEIGHT - 66 - 40)
    height = min(MOST, room.wide / (block.wide + 0.25), room.high / block.high)
    left = room.left + (room.wide - height * block.wide) / 2
    top = room.top + (room.high - height * block.high) / 2
    yield Label(capitalized(formation.name), (WIDTH / 2, 20), "figure-name", body.id)
    stood = list(block.stand(left, top, height))
    yield from (figure for _, figure in stood)
    foot = max(figure.at[1] for _, figure in stood)
    for man, figure in stood:
        if man.rank not in MEN:
            yield _rank(man.rank, figure.at[0], foot + 28, man.rank)
    rank, halves = next(rank for rank in formation.posts if rank in MEN), len(block.halves)
    men = [figure for man, figure in stood if man.rank == rank]
    for n in range(halves):
        part = men[n * len(men) // halves : (n + 1) * len(men) // halves]
        half = f"{formation.halves.name}: " if formation.halves else ""
        xs = [figure.at[0] for figure in part]
        highest = min(f.at[1] - (1.62 if f.mounted else 1.18) * f.height for f in part)
        middle = (min(xs) + max(xs)) / 2
        yield _rank(f"{half}{plural(len(part), rank)}", middle, highest - 14, rank)


def _together(bodies: Sequence[Body]) -> Drawn:
    """Draw a formation of several: its own figures at the top, its parts in a grid, and a key."""
    whole, parts = bodies[0], bodies[1]
    yield Label(capitalized(whole.formation.name), (WIDTH / 2, 14), "figure-name", whole.id)
    if len(bodies) > 2:
        row = NamedRow(whole.formation, 36.0 if parts.count > 4 else 50.0)
        yield from _groups(row.below, parts, bodies[2])
    else:
        block = company(parts.formation)
        rows = [NamedRow(whole.formation, high) for high in (50.0, 68.0, 86.0)]
        wide = [row for row in rows if row.wide < WIDTH - 2 * MARGIN]
        layouts = [(row, _best(row.below, block, parts.count)) for row in wide]
        least = 0.98 * layouts[0][1].height
        row, grid = [each for each in layouts if each[1].height >= least][-1]
        yield from _blocks(row.below, parts, parts.count, grid)
    yield from row.drawn()
    yield from _key(bodies)


def _best(room: Room, block: Block, count: int) -> Grid:
    """Return the layout of so many blocks in a room that has the largest figures; names are left
    out where they leave no room.
    """
    found: list[Grid] = []
    for named in (True, False):
        for across in range(1, count + 1):
            down = -(-count // across)
            wide = room.wide / (across * block.wide + (across - 1) * BETWEEN + 0.3)
            high = (room.high - down * LINE * named) / (down * (block.high + 0.1))
            found.append(Grid(min(MOST, wide, high), across, named))
        if named and max(found).height >= LEAST_NAMED:
            break
    return max(found, key=lambda grid: (round(grid.height, 3), -grid.across))


def _blocks(room: Room, body: Body, count: int, grid: Grid, role: str = "figure-name") -> Drawn:
    """Draw so many formations of one kind in a room, each with its name, in this role, over it
    where there is room for names.
    """
    block, line = company(body.formation), LINE * grid.named
    for number, cell in enumerate(room.cells(count, grid.across), 1):
        left = cell.left + (cell.wide - grid.height * block.wide) / 2
        top = cell.top + (cell.high - grid.height * block.high - line) / 2
        if grid.named:
            name = f"{_word(body)} {number}"
            fits = text_width(name, NAME, bold=True) < cell.wide - 4
            at = (cell.left + cell.wide / 2, top + line / 2 + 1)
            yield Label(name if fits else str(number), at, role, f"{body.id} {number}")
        yield from block.figures(left, top + line, grid.height)


def _groups(room: Room, middle: Body, body: Body) -> Drawn:
    """Draw formations of formations: each on a plate of its own, with its name and its own figures
    over its parts.
    """
    each, block = body.count // middle.count, company(body.formation)
    own, word = staff(middle.formation), _word(middle)
    long = text_width(f"{word} {middle.count}", NAME, bold=True)
    layouts = []
    for across in range(1, min(middle.count, 6) + 1):
        cell = next(room.cells(middle.count, across))
        inner = _inner(cell)
        height = min((inner.top - cell.top - 7) / own.high, (cell.wide - long - 34) / own.wide)
        parts = _best(inner, block, each).height
        layouts.append((round(min(parts, 1.2 * height), 3), -across, height))
    _, less, height = max(layouts)
    for number, cell in enumerate(room.cells(middle.count, -less), 1):
        inner, name = _inner(cell), f"{middle.id} {number}"
        plate = box(cell.left + 3, cell.top + 3, cell.wide - 6, cell.high - 6)
        yield Polygons((plate,), "plate", name)
        at = (cell.left + 11, inner.top - LINE / 2 - 2)
        yield Label(f"{word} {number}", at, "figure-name", name, anchor="start")
        left = cell.left + cell.wide - 12 - own.wide * height
        yield from own.figures(left, inner.top - own.high * height, height)
        yield from _blocks(inner, body, each, _best(inner, block, each), "figure-note")


def _inner(cell: Room) -> Room:
    """Return the room of the parts in a cell, under its name and its own figures."""
    head = min(max(24.0, 0.2 * cell.high), 56.0) + 5
    return Room(cell.left + 6, cell.top + head, cell.wide - 12, cell.high - head - 8)


def _key(bodies: Iterable[Body]) -> Drawn:
    """Name the kinds of figures at the foot of the picture."""
    tints: dict[str, str] = {}
    for body in bodies:
        force = body.formation.force
        kinds = [kind_of(rank, force) for rank in body.formation.posts]
        tints |= dict.fromkeys([*kinds, *["gun"] * bool(body.formation.guns)], TINTS[force])
    shown = [(kind, word, LEADS.get(kind, 20.0)) for kind, word in WORDS.items() if kind in tints]
    rooms = [text_width(word, RANK) + lead + 6 for _, word, lead in shown]
    gap = min(26.0, (WIDTH - 2 * MARGIN - sum(rooms)) / max(len(rooms) - 1, 1))
    x = (WIDTH - sum(rooms) - gap * (len(rooms) - 1)) / 2
    yield Polygons((box(0, HEIGHT - KEY, WIDTH, KEY),), "strip", "key")
    for (kind, word, lead), room in zip(shown, rooms, strict=True):
        at, name = (x + (7 if kind == "colours" else lead / 2 - 3), HEIGHT - 9), f"key {kind}"
        yield Figure(at, 21, kind, tints[kind], name)
        yield Label(word, (x + lead + 4, HEIGHT - KEY / 2), "figure-note", name, anchor="start")
        x += room + gap


def _word(body: Body) -> str:
    """Return what one of these is called beside its number: the last word of its name."""
    return capitalized(body.formation.name.split()[-1])
