"""Lines of sight where the source does not hold the rule: the reader says what blocks, and the
geometry is exact.

The base rules of *Landships!* hold its line of sight, and they are not among the sources. So the
answer is a Gap until the reader says what blocks; then it is worked out and marked as supplied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from landships_lab.core.answer import Answer, Gap, Remedy, Step, judge
from landships_lab.core.checks import whole
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Hex, Place
from landships_lab.core.lines import Through, between, hexes_of, trace
from landships_lab.core.sources import Cite
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.gaps import gap
from landships_lab.data.load import cites, readings

READING = "line-along-hexside"
AlongRule = Literal["both", "either", "each"]
CITES = cites("free_sight")
READINGS = readings("free_sight")
WHAT_BLOCKS = gap("free_sight", "what-blocks")
_GRID = Grid()
MOST_DEPTH = 9


@dataclass(frozen=True, slots=True)
class SightRule:
    """The rule that the reader supplies: the kinds of terrain that block, and how many such hexes
    it takes to stop a line.

    ``kinds`` is empty until the reader has chosen; ``depth`` is 1 where a single hex stops it;
    ``target_blocks`` says whether the hex the target stands in counts too. ``along`` is the reading
    line-along-hexside.
    """

    kinds: frozenset[str] = frozenset()
    depth: int = 1
    target_blocks: bool = False
    along: AlongRule = "both"

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "depth", whole("The number of hexes that stop a line", self.depth, 1, MOST_DEPTH)
        )
        READINGS[READING].option(self.along)


def sight(
    rule: SightRule, terrain_of: Mapping[Hex, str], observer: Place, target: Place
) -> Answer[bool | Gap]:
    """Return whether the line from one hex or hexside to another is clear.

    A Gap until the reader has said what blocks.

    The hexes the observer stands in never block.

    >>> woods = {Hex(1, 0): "woods"}
    >>> sight(SightRule(), woods, Hex(0, 0), Hex(3, 0)).value.question[:13]
    'Which terrain'
    >>> sight(SightRule(frozenset({"woods"})), woods, Hex(0, 0), Hex(3, 0)).value
    False
    """
    if not rule.kinds:
        step = Step(
            "What blocks a line of sight is not in the source: choose it yourself.",
            WHAT_BLOCKS.cite,
            "note",
            WHAT_BLOCKS,
        )
        headline = "Whether it is seen is not in the source: choose what blocks."
        return Answer(
            WHAT_BLOCKS,
            (step, *_crossed(rule, terrain_of, observer, target, judged=False)),
            headline,
        )
    steps = tuple(_crossed(rule, terrain_of, observer, target))
    met = sum(weight for _, weight in stops(rule, terrain_of, observer, target))
    verdict = _verdict(rule, met)
    value = judge((*steps, verdict))
    seen = f"{capitalized(name(target))} is {'seen' if value else 'not seen'}"
    headline = (
        f"{seen}: the line meets {plural(met, 'blocking hex', 'blocking hexes')}, and it takes"
        f" {rule.depth} to stop it."
    )
    remedies = () if value else tuple(_remedies(rule, terrain_of, observer, target))
    return Answer(value, (*steps, verdict), headline, remedies)


def _verdict(rule: SightRule, met: int) -> Step:
    supplied = Cite(
        "You", f"{', '.join(sorted(rule.kinds))}: {rule.depth} stop a line", kind="supplied"
    )
    kind: Literal["allows", "forbids"] = "forbids" if met >= rule.depth else "allows"
    return Step(
        f"In all it meets {plural(met, 'blocking hex', 'blocking hexes')}; it takes {rule.depth} to"
        " stop it.",
        supplied,
        kind,
    )


def stops(
    rule: SightRule, terrain_of: Mapping[Hex, str], observer: Place, target: Place
) -> Iterator[tuple[tuple[Hex, ...], int]]:
    """Yield the hexes that block the line, one or two at a time, with the number they count as."""
    own, there = hexes_of(observer), hexes_of(target)
    for crossed in trace(observer, target):
        hexes = (crossed.hex,) if isinstance(crossed, Through) else crossed.hexes
        if any(h in own or (h in there and not rule.target_blocks) for h in hexes):
            continue
        blocking = tuple(h for h in hexes if terrain_of.get(h, "clear") in rule.kinds)
        if len(hexes) == 2 and rule.along == "both" and len(blocking) < 2:
            continue
        if blocking:
            yield blocking, len(blocking) if rule.along == "each" else 1


def _crossed(
    rule: SightRule,
    terrain_of: Mapping[Hex, str],
    observer: Place,
    target: Place,
    judged: bool = True,
) -> Iterator[Step]:
    against = dict(stops(rule, terrain_of, observer, target)) if judged else {}
    for crossed in trace(observer, target):
        hexes = (crossed.hex,) if isinstance(crossed, Through) else crossed.hexes
        if any(h in hexes_of(observer) for h in hexes):
            continue
        place: Place = crossed.hex if isinstance(crossed, Through) else crossed.side
        kinds = " and ".join(terrain_of.get(h, "clear") for h in hexes)
        met = next((weight for met, weight in against.items() if set(met) <= set(hexes)), 0)
        how = "Through" if isinstance(crossed, Through) else "Along"
        counts = f": counts as {met}" if met else ""
        reading = "" if isinstance(crossed, Through) or not judged else READING
        cite = CITES["along"] if reading else CITES["geometry"]
        yield Step(
            f"{how} {name(place)}, {kinds}{counts}.",
            cite,
            "note",
            marks=(place, *(hexes if met else ())),
            reading=reading,
        )


def in_sight(rule: SightRule, blocking: frozenset[Hex], observer: Place, target: Place) -> bool:
    """Return the value of `sight` without its reasons, to test whole fields."""
    x, y = observer
    through, pairs = between(target[0] - x, target[1] - y, x % 6, y % 6)
    met = sum((x + dx, y + dy) in blocking for dx, dy in through)
    for (px, py), (qx, qy) in pairs:
        both = ((x + px, y + py) in blocking) + ((x + qx, y + qy) in blocking)
        met += both if rule.along == "each" else (both == 2 if rule.along == "both" else both > 0)
    if rule.target_blocks and observer != target:
        met += _own(rule, blocking, observer, target)
    return met < rule.depth


def _own(rule: SightRule, blocking: frozenset[Hex], observer: Place, target: Place) -> int:
    """Return the hexes of the target that count as blocking: those the line enters, and the hexside
    it ends along.
    """
    painted = dict.fromkeys(blocking, "blocks")
    counted = SightRule(frozenset({"blocks"}), rule.depth, True, rule.along)
    there = hexes_of(target)
    return sum(
        weight
        for hexes, weight in stops(counted, painted, observer, target)
        if any(h in there for h in hexes)
    )


def name(place: Place) -> str:
    """Return the words for this place in a sentence."""
    code = _GRID.code(place) if place in _GRID else "off the map"
    return code if isinstance(place, Hex) else f"hexside {code}"


def _clear(rule: SightRule, terrain_of: Mapping[Hex, str], observer: Place, target: Place) -> bool:
    return sum(weight for _, weight in stops(rule, terrain_of, observer, target)) < rule.depth


def _remedies(
    rule: SightRule, terrain_of: Mapping[Hex, str], observer: Place, target: Place
) -> Iterator[Remedy]:
    met = list(stops(rule, terrain_of, observer, target))
    for hexagon in dict.fromkeys(h for hexes, _ in met for h in hexes):
        cleared = {h: kind for h, kind in terrain_of.items() if h != hexagon}
        if _clear(rule, cleared, observer, target):
            yield Remedy(f"If {name(hexagon)} were clear, it would be seen.", "clear", hexagon)
            break
    else:
        yield Remedy(f"Clearing {name(met[0][0][0])} would not be enough: more hexes block.")
    for option in READINGS[READING].options:
        read = SightRule(rule.kinds, rule.depth, rule.target_blocks, option.id)  # type: ignore[arg-type]  # an option's id
        if _clear(read, terrain_of, observer, target):
            yield Remedy(
                f"With the reading “{option.label}” it would be seen: {option.says}",
                READING,
                option.id,
            )
