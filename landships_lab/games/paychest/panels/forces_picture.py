"""Draw a force: every figure of it, company by company, with those who
lead in front of their men.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from landships_lab.core.answer import Answer
from landships_lab.core.speech import capitalized, plural
from landships_lab.drawing.dicing import box
from landships_lab.drawing.figures import Figure, figures
from landships_lab.drawing.labels import text_width
from landships_lab.drawing.shapes import Label, Polygons, Scene, Shape, bare_paper
from landships_lab.games.paychest.panels.common import WIDTH
from landships_lab.games.paychest.panels.ranks import (
    MEN,
    NAME,
    RANK,
    TINTS,
    Block,
    NamedRow,
    company,
    kind_of,
    rank_label,
    staff,
)
from landships_lab.games.paychest.rules.forces import Body

HEIGHT, MARGIN, TITLE, KEY = 474.0, 14.0, 23.0, 40.0
#: How high the figures are at most (pixels), and how low where the names of companies are left out,
#: so that there is room for figures.
MOST, LEAST_NAMED = 158.0, 17.0
#: The room of a name (pixels), and that between two blocks (heights of a figure).
LINE, BETWEEN = 19.0, 0.7
#: The kinds of figures in the order of the key, which calls them so; those who bear the colours
#: have another word.
KINDS = (
    "commander",
    "officer",
    "aide",
    "NCO",
    "colours",
    "private",
    "leader",
    "sub-leader",
    "bodyguard",
    "warrior",
    "gun",
)


@dataclass(frozen=True)
class Room:
    """A part of the picture: its left and top end, its width and its height."""

    left: float
    top: float
    wide: float
    high: float

    def cells(self, count: int, across: int) -> Iterator[Room]:
        """Yield so many cells of equal size in rows of ``across``, the last row in the middle."""
        down = -(-count // across)
        wide, high = self.wide / across, self.high / down
        for n in range(count):
            row, column = divmod(n, across)
            short = across - min(across, count - row * across)
            yield Room(self.left + wide * (column + short / 2), self.top + high * row, wide, high)


@dataclass(frozen=True)
class Grid:
    """How blocks of one size are laid out: so many across, with figures so high, their names shown
    or not.
    """

    across: int
    height: float
    control_id: bool


def picture(answer: Answer[object]) -> Scene:
    """Draw the force of an answer of `rules.paychest.forces.muster`."""
    bodies: Sequence[Body] = answer.detail
    drawn = list(_alone(bodies[0]) if len(bodies) == 1 else _together(bodies))
    shapes = (
        *(shape for shape in drawn if isinstance(shape, Polygons)),
        *figures(figure for figure in drawn if isinstance(figure, Figure)),
        *(shape for shape in drawn if isinstance(shape, Label)),
    )
    ground = (*bare_paper(WIDTH, HEIGHT), Polygons((box(0, 0, WIDTH, HEIGHT),), "felt"))
    count = sum(body.count for body in bodies)
    shown = (
        f"Every figure as a small soldier, in {plural(count, 'block')}, one for each formation;"
        " those who lead stand in front."
    )
    return Scene(
        WIDTH,
        HEIGHT,
        ground,
        shapes,
        f"The figures of the {bodies[0].formation.name}",
        f"{shown} {answer.headline}",
    )


def _alone(body: Body) -> Iterator[Figure | Shape]:
    """Draw a formation without parts, large, each rank with its name."""
    block = company(body.formation)
    room = Room(MARGIN, 66, WIDTH - 2 * MARGIN, HEIGHT - 66 - 40)
    height = min(MOST, room.wide / (block.wide + 0.25), room.high / block.high)
    left, top = (
        room.left + (room.wide - height * block.wide) / 2,
        room.top + (room.high - height * block.high) / 2,
    )
    yield _name(capitalized(body.formation.name), (WIDTH / 2, 20), body.id)
    stood = list(block.stand(left, top, height))
    yield from (figure for _, figure in stood)
    foot = max(figure.at[1] for _, figure in stood)
    for man, figure in stood:
        if man.rank not in MEN:
            yield rank_label(man.rank, (figure.at[0], foot + 28), man.rank)
    halves = len(block.halves)
    rank = next(rank for rank in body.formation.posts if rank in MEN)
    for n in range(halves):
        men = [figure for man, figure in stood if man.rank == rank]
        part = men[n * len(men) // halves : (n + 1) * len(men) // halves]
        word = plural(len(part), rank)
        word = f"{body.formation.halves.name}: {word}" if body.formation.halves else word
        middle = (min(figure.at[0] for figure in part) + max(figure.at[0] for figure in part)) / 2
        highest = min(
            figure.at[1] - (1.62 if figure.mounted else 1.18) * figure.height for figure in part
        )
        yield rank_label(word, (middle, highest - 14), rank)


def _together(bodies: Sequence[Body]) -> Iterator[Figure | Shape]:
    """Draw a formation of several: its own figures at the top, its parts in a grid, and a key."""
    whole, parts = bodies[0], bodies[1]
    yield _name(capitalized(whole.formation.name), (WIDTH / 2, 14), whole.id)
    if len(bodies) > 2:
        row = NamedRow(whole.formation, 36.0 if parts.count > 4 else 50.0)
        yield from _groups(_under(row), parts, bodies[2])
    else:
        block = company(parts.formation)
        rows = [NamedRow(whole.formation, high) for high in (50.0, 68.0, 86.0)]
        layouts = [
            (row, _best(_under(row), block, parts.count))
            for row in rows
            if row.wide < WIDTH - 2 * MARGIN
        ]
        least = 0.98 * layouts[0][1].height
        row, grid = [each for each in layouts if each[1].height >= least][-1]
        yield from _blocks(_under(row), parts, parts.count, grid)
    yield from row.drawn(WIDTH / 2, TITLE)
    yield from _key(bodies)


def _under(row: NamedRow) -> Room:
    """Return the room that is left for the parts under the figures of the whole."""
    top = TITLE + row.high + 4
    return Room(MARGIN / 2, top, WIDTH - MARGIN, HEIGHT - KEY - top)


def _best(room: Room, block: Block, count: int, head: float = 0.0) -> Grid:
    """Return the layout of so many blocks in a room that has the largest figures; names are left
    out where they leave no room.
    """
    found = []
    for named in (True, False):
        for across in range(1, count + 1):
            down = -(-count // across)
            wide = room.wide / (across * block.wide + (across - 1) * BETWEEN + 0.3)
            high = (room.high - head - (down * LINE if named else 0)) / (down * (block.high + 0.1))
            found.append(Grid(across, min(MOST, wide, high), named))
        if named and max(grid.height for grid in found) >= LEAST_NAMED:
            break
    return max(found, key=lambda grid: (round(grid.height, 3), -grid.across))


def _blocks(
    room: Room, body: Body, count: int, grid: Grid, role: str = "figure-name"
) -> Iterator[Figure | Shape]:
    """Draw so many formations of one kind in a room, each with its name, in this role, over it
    where there is room for names.
    """
    block, word = company(body.formation), _word(body)
    for number, cell in enumerate(room.cells(count, grid.across), 1):
        line = LINE if grid.control_id else 0.0
        left = cell.left + (cell.wide - grid.height * block.wide) / 2
        top = cell.top + (cell.high - grid.height * block.high - line) / 2
        if grid.control_id:
            name = f"{word} {number}"
            fits = text_width(name, NAME, bold=True) < cell.wide - 4
            at = (cell.left + cell.wide / 2, top + line / 2 + 1)
            yield Label(name if fits else str(number), at, role, f"{body.id} {number}")
        yield from (figure for _, figure in block.stand(left, top + line, grid.height))


def _groups(room: Room, middle: Body, body: Body) -> Iterator[Figure | Shape]:
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
    _, across, height = max(layouts)
    across = -across
    for number, cell in enumerate(room.cells(middle.count, across), 1):
        inner = _inner(cell)
        grid = _best(inner, block, each)
        yield Polygons(
            (box(cell.left + 3, cell.top + 3, cell.wide - 6, cell.high - 6),),
            "plate",
            f"{middle.id} {number}",
        )
        yield _name(
            f"{word} {number}",
            (cell.left + 11, inner.top - LINE / 2 - 2),
            f"{middle.id} {number}",
            "start",
        )
        yield from (
            figure
            for _, figure in own.stand(
                cell.left + cell.wide - 12 - own.wide * height,
                inner.top - own.high * height,
                height,
            )
        )
        yield from _blocks(inner, body, each, grid, "figure-note")


def _inner(cell: Room) -> Room:
    """Return the room of the parts in the cell of a formation, under its
    name and its own figures.
    """
    head = min(max(24.0, 0.2 * cell.high), 56.0) + 5
    return Room(cell.left + 6, cell.top + head, cell.wide - 12, cell.high - head - 8)


def _key(bodies: Iterable[Body]) -> Iterator[Figure | Shape]:
    """Name the kinds of figures at the foot of the picture."""
    kinds: dict[str, str] = {}
    for body in bodies:
        force = body.formation.force
        kinds.update({kind_of(rank, force): TINTS[force] for rank in body.formation.posts})
        kinds.update({"gun": TINTS[force]} if body.formation.guns else {})
    shown = [(kind, {"colours": "colourbearer"}.get(kind, kind)) for kind in KINDS if kind in kinds]
    leads = [{"gun": 52.0, "colours": 30.0}.get(kind, 20.0) for kind, _ in shown]
    rooms = [
        text_width(word, RANK) + lead + 6 for (_, word), lead in zip(shown, leads, strict=True)
    ]
    gap = min(26.0, (WIDTH - 2 * MARGIN - sum(rooms)) / max(len(rooms) - 1, 1))
    x = (WIDTH - sum(rooms) - gap * (len(rooms) - 1)) / 2
    yield Polygons((box(0, HEIGHT - KEY, WIDTH, KEY),), "strip", "key")
    for (kind, word), lead, room in zip(shown, leads, rooms, strict=True):
        yield Figure(
            (x + (7 if kind == "colours" else lead / 2 - 3), HEIGHT - 9),
            21,
            kind,
            kinds[kind],
            f"key {kind}",
        )
        yield Label(
            word, (x + lead + 4, HEIGHT - KEY / 2), "figure-note", f"key {kind}", anchor="start"
        )
        x += room + gap


def _word(body: Body) -> str:
    """Return what one of these is called beside its number: the last word of its name."""
    return capitalized(body.formation.name.split()[-1])


def _name(text: str, at: tuple[float, float], name: str, anchor: str = "middle") -> Label:
    return Label(text, at, "figure-name", name, anchor=anchor)
