"""Line up the figures of a formation: its men in ranks, those who lead and its guns in front of
them, in one or two halves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from landships_lab.core.speech import plural
from landships_lab.drawing.figures import Figure
from landships_lab.drawing.labels import text_width
from landships_lab.drawing.shapes import Label, Pixel, Shape
from landships_lab.games.paychest.data.tables import Formation

#: Which kind of figure stands for a rank; any other regular rank is an officer.
REGULARS = {
    "private": "private",
    "NCO": "NCO",
    "Sergeant-Major": "NCO",
    "colourbearer": "colours",
    "aide": "aide",
}
REGULARS |= {"colonel": "commander", "general": "commander"}
NATIVES = {
    "warrior": "warrior",
    "private": "warrior",
    "bodyguard": "bodyguard",
    "NCO": "sub-leader",
    "sub-leader": "sub-leader",
}
NATIVES |= {"sub-chief": "sub-leader", "leader": "leader", "chief": "leader", "general": "leader"}
#: Who stands in ranks behind those who lead.
MEN = ("private", "warrior")
TINTS = {"regular": "blue", "native": "vermillion"}
#: The room of a figure across (heights of a figure): of a man in the ranks, of others, of a rider,
#: of a gun; and between two halves.
_WIDE, _LEADS, _RIDES, _GUN, _APART = 0.6, 0.88, 1.02, 2.0, 0.45
#: How high a block of one rank is, and by how much more one of riders; how far the next rank stands
#: behind; how large a rider is drawn.
HIGH, _HIGHER, _BEHIND, _RIDER = 1.46, 0.14, 0.78, 0.84
#: The width of a letter of a name and its height (pixels).
NAME, RANK = 15.0, 14.5


@dataclass(frozen=True)
class Man:
    """One figure of a block: its rank, its kind, how much room it takes across (heights of a
    figure).
    """

    rank: str
    kind: str
    wide: float


@dataclass(frozen=True)
class Block:
    """The figures of one formation, in one or two halves, each half in rows from the back to the
    front.
    """

    halves: tuple[tuple[tuple[Man, ...], ...], ...]
    mounted: bool = False
    tint: str = "blue"
    wide: float = field(init=False, default=0.0)
    high: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        """Measure it, in heights of a figure."""
        object.__setattr__(
            self, "wide", sum(map(_width, self.halves)) + _APART * (len(self.halves) - 1)
        )
        object.__setattr__(
            self,
            "high",
            HIGH + (_HIGHER if self.mounted else 0.0) + _BEHIND * (max(map(len, self.halves)) - 1),
        )

    def stand(self, left: float, top: float, height: float) -> Iterator[tuple[Man, Figure]]:
        """Yield every figure where it stands, in a block whose corner lies there, with figures of
        this height (pixels).
        """
        x = left
        size = height * _RIDER if self.mounted else height
        for half in self.halves:
            middle = x + height * _width(half) / 2
            for number, row in enumerate(half):
                foot = top + height * (self.high - 0.13 - _BEHIND * (len(half) - 1 - number))
                at = middle - height * sum(man.wide for man in row) / 2
                for man in row:
                    place = (at + height * man.wide / 2, foot)
                    rides = self.mounted and man.kind != "gun"
                    yield man, Figure(place, size, man.kind, self.tint, man.rank, rides)
                    at += height * man.wide
            x += height * (_width(half) + _APART)


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


def _men(formation: Formation) -> list[Man]:
    rides = is_mounted(formation)
    found = []
    for rank, count in formation.posts.items():
        wide = _RIDES if rides else _WIDE if rank in MEN else _LEADS
        found += [Man(rank, kind_of(rank, formation.force), wide)] * count
    return found


def company(formation: Formation) -> Block:
    """Return the block of a formation that has no parts: two ranks of men, those who lead and its
    guns in front.
    """
    everybody = _men(formation)
    leaders = [man for man in everybody if man.rank not in MEN]
    men = [man for man in everybody if man.rank in MEN]
    leaders += [Man("gun", "gun", _GUN)] * formation.guns
    parts = 2 if formation.halves else 1
    each = len(men) // parts
    made = tuple(_half(men[n * each : (n + 1) * each], leaders[n::parts]) for n in range(parts))
    return Block(made, is_mounted(formation), TINTS[formation.force])


def _half(men: list[Man], leaders: list[Man]) -> tuple[tuple[Man, ...], ...]:
    behind = len(men) // 2 if len(men) > 4 else 0
    rows = (men[:behind], men[behind:], leaders)
    return tuple(tuple(row) for row in rows if row)


def staff(formation: Formation) -> Block:
    """Return the block of a formation's own figures, in one row."""
    return Block(((tuple(_men(formation)),),), is_mounted(formation), TINTS[formation.force])


@dataclass(frozen=True)
class NamedRow:
    """A formation's own figures in one row, figures so high (pixels), each rank with its name under
    it.
    """

    formation: Formation
    height: float

    @property
    def wide(self) -> float:
        """How wide it is (pixels)."""
        return sum(room for _, _, room in self._ranks())

    @property
    def high(self) -> float:
        """How high it is with its names (pixels)."""
        return self.height * staff(self.formation).high + 18

    def _ranks(self) -> Iterator[tuple[Block, str, float]]:
        """Yield the figures of each rank, its name, and their room."""
        everybody = staff(self.formation).halves[0][0]
        for rank, count in self.formation.posts.items():
            men = tuple(man for man in everybody if man.rank == rank)
            block = Block(((men,),), is_mounted(self.formation), TINTS[self.formation.force])
            word = rank if count == 1 else plural(count, rank)
            yield block, word, max(block.wide * self.height, text_width(word, RANK)) + 14

    def drawn(self, middle: float, top: float) -> Iterator[Figure | Shape]:
        """Yield its figures and names."""
        x = middle - self.wide / 2
        for block, word, room in self._ranks():
            yield from (
                figure
                for _, figure in block.stand(
                    x + (room - block.wide * self.height) / 2, top, self.height
                )
            )
            yield rank_label(
                word, (x + room / 2, top + self.height * block.high + 8), block.halves[0][0][0].rank
            )
            x += room


def rank_label(text: str, at: Pixel, name: str) -> Label:
    """Return the name of a rank, under or over its figures."""
    return Label(text, at, "figure-rank", name)
