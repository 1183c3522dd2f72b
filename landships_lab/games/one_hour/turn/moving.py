"""A move in hand: the dice are thrown, and the Unit goes along its path, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import Thrown
from landships_lab.core.inches import STEP_DEGREES, inches_up
from landships_lab.core.plane import Spot, dot, vector
from landships_lab.core.speech import inches, mixed
from landships_lab.data.book import Taken
from landships_lab.games.one_hour.rules.ground import Table, Unit, carried
from landships_lab.games.one_hour.rules.movement import Move, move_odds, moves_by_road
from landships_lab.games.one_hour.rules.path import Arrival, March, may_go, may_leave
from landships_lab.games.one_hour.rules.turn import may_leave_post
from landships_lab.play.turns import Choice, Happening, TurnStep, offered, refused
from .allowed import named, near_an_enemy
from .firing import interrupted
from .situation import LEFT, OneHourGame, place_of

#: The grid for proposed places, in inches.
STEP = Fraction(1, 4)
#: The most points on a path, and the most digits in a coordinate.
MOST_POINTS, MOST_DIGITS = 8, 24
#: The twelve directions, clockwise from north, each as quarters of an inch in a step of about
#: eight.
_TWELVE = (
    (0, -1000), (500, -866), (866, -500), (1000, 0), (866, 500), (500, 866),
    (0, 1000), (-500, 866), (-866, 500), (-1000, 0), (-866, -500), (-500, -866),
)  # fmt: skip


def first_inches(game: OneHourGame, unit: Unit) -> str:
    """Return the least and the most inches for a Unit that has yet to roll, and the inches by road
    if it is on one.
    """
    near = near_an_enemy(game, unit)

    def span(by_road: bool) -> str:
        move = Move(unit.kind, near, unit.dug_in, by_road)
        inches = move_odds(move, readings=game.given).outcomes
        return f"{min(inches)}″ to {max(inches)}″"

    if not moves_by_road(game.table, unit, unit):
        return span(False)
    road = f"by road {span(True)}"
    return road if only_by_road(game, unit) else f"{span(False)}, {road}"


def only_by_road(game: OneHourGame, unit: Unit) -> bool:
    """Return whether a Unit may move only by road: guns that are Threatened."""
    return unit.row.threatened is None and near_an_enemy(game, unit)


@dataclass(frozen=True)
class Moving(TurnStep):
    """A Unit that has rolled goes anywhere within its allowance (line 262).

    ``march`` holds its dice and how far it has gone since.
    """

    unit: str
    march: March

    def side(self, situation: OneHourGame) -> str:
        return situation.side

    def units(self, situation: OneHourGame) -> tuple[str, ...]:
        return (self.unit,)

    def allowance(self, game: OneHourGame, by_road: bool = False) -> Answer[int]:
        """Return the inches of the whole move."""
        return self.march.allowance(game.table.unit(self.unit).kind, by_road, game.given)

    def inches_left(self, game: OneHourGame, by_road: bool = False) -> Fraction:
        """Return the inches left."""
        return self.march.inches_left(game.table.unit(self.unit).kind, by_road, game.given)

    def prompt(self, situation: OneHourGame) -> str:
        road = ", more if all of it is by road" if self.march.by_road else ""
        return f"{self.unit} may move {inches(self.inches_left(situation))}{road}, or stop."

    def choices(self, situation: OneHourGame) -> Iterator[Choice]:
        for placed in proposed(situation, situation.table.unit(self.unit), self.march):
            yield self._to(situation, (placed,), f"to {place_of(placed)}")
        yield from self._leave(situation)
        yield self._stop(situation)

    def _stop(self, game: OneHourGame) -> Choice:
        sentence = f"{self.unit} went {inches(self.march.farthest)}."
        stopped = Happening(interrupted(game.back()), sentence, outcome=sentence)
        return Choice("stop", "Stop here", lambda _: stopped, self.unit, ends=True)

    def _leave(self, game: OneHourGame) -> Iterator[Choice]:
        """Yield the choice to leave the table by the road, if the scenario lets this side leave."""
        exits = game.played.exit
        if exits is None or exits.side != game.side:
            return
        why = may_leave(game.table, self.march, self.unit, exits.road, game.given)
        gone: OneHourGame = game.without(self.unit, LEFT)
        sentence = f"{self.unit} left by the road."
        happening = Happening(interrupted(gone.back()), sentence, why.steps, sentence)
        yield offered("leave", "Leave by the road", lambda _: happening, self.unit, named(why))

    def read(self, situation: OneHourGame, words: tuple[str, ...]) -> Choice | None:
        """Return the choice with these words: ``stop``, ``leave``, or ``to x y degrees`` with the
        places of the other bases (``column``, or two points), and ``by x y`` for each point on the
        way.
        """
        if words == ("stop",):
            return self._stop(situation)
        if words == ("leave",):
            return next(self._leave(situation), None)
        path = read_path(situation.table.unit(self.unit), words)
        return self._to(situation, path, " ".join(words)) if path else None

    def _to(self, game: OneHourGame, path: tuple[Unit, ...], words: str) -> Choice:
        answer = _may_go(game, self.march, path)
        post = may_leave_post(game.scenario, game.table, path[-1], game.given, path[:-1])
        if post.steps:
            value = answer.value if post.value else False
            answer = replace(answer, value=value, steps=(*answer.steps, *post.steps))
        where, supplied = told_place(path[-1]), isinstance(answer.value, Gap)
        if not answer.value and not supplied:
            return refused(words, f"To {where}", named(answer), self.unit)
        unit, march = answer.detail.unit, answer.detail.march
        moved = game.put(unit).become(Moving(self.unit, march))
        happening = Happening(moved, f"{self.unit} moved to {where}.", answer.steps, "there")
        went = march.farthest - self.march.farthest
        return Choice(
            words,
            f"To {where}",
            lambda _: happening,
            self.unit,
            answer,
            f"{mixed(went)}″" if went else "turns",
            supplied,
            marks=(unit.unique.centre,),
        )

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Stop once the allowance is used up."""
        if not self.march.farthest or self.inches_left(situation):
            return None
        if self.march.by_road and self.inches_left(situation, by_road=True):
            return None
        return self._stop(situation).checked()(Thrown(too_few="Stopping throws no dice."))


@lru_cache(maxsize=512)
def _may_go(game: OneHourGame, march: March, way: tuple[Unit, ...]) -> Answer[bool | Gap, Arrival]:
    return may_go(game.table, march, way, game.given)


def told_place(unit: Unit) -> str:
    """Return the destination of a Unit in a few words."""
    centre = unit.unique.centre
    end = ", in column" if unit == unit.in_column(centre) else ""
    return f"{mixed(centre.x)}, {mixed(centre.y)} facing {unit.unique.facing}°{end}"


# ----------------------------------------------------------------------------------- reading a path


def read_path(unit: Unit, words: Sequence[str]) -> tuple[Unit, ...]:
    """Return the positions of a Unit named by these words, the last one where it stops; empty for
    other words.
    """
    if not words or words[0] != "to":
        return ()
    first, *others = " ".join(words[1:]).split(" by ")
    end, points = _placed(unit, first.split()), [_spot(part.split()) for part in others]
    if end is None or None in points or len(points) > MOST_POINTS:
        return ()
    return (*(carried(unit, point) for point in points if point), end)


def _placed(unit: Unit, words: Sequence[str]) -> Unit | None:
    centre, rest = _spot(words[:2]), list(words[2:])
    if centre is None:
        return None
    facing = unit.unique.facing
    if rest and rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 4:
        facing = int(rest.pop(0))
    if facing % STEP_DEGREES:
        return None
    if not rest:
        return unit.at(centre, facing)
    if rest == ["column"]:
        return unit.in_column(centre, facing)
    others = [_spot(rest[n : n + 2]) for n in range(0, len(rest), 2)]
    if None in others or len(others) != len(unit.bases) - 1:
        return None
    spots = (centre, *filter(None, others))
    return replace(unit, bases=tuple(unit.unique.moved(spot, facing) for spot in spots))


def _spot(words: Sequence[str]) -> Spot | None:
    """Return the point with two coordinates, such as 12, ``25/2`` or ``12.5``, on or near the
    table.
    """
    if len(words) != 2 or any(len(word) > MOST_DIGITS for word in words):
        return None
    try:
        x, y = (Fraction(word) for word in words)
    except (ValueError, ZeroDivisionError):
        return None
    return Spot(x, y) if max(abs(x), abs(y)) < 100 else None


# --------------------------------------------------------------------------- places worth proposing


@lru_cache(maxsize=64)
def proposed(game: OneHourGame, unit: Unit, march: March) -> tuple[Unit, ...]:
    """Return places to which a Unit may go: in twelve directions with all or half of the inches
    left, towards the nearest enemy, and onto the road.
    """
    table, given = game.table, game.given
    places: dict[str, Unit] = {}
    for placed in _tried(table, unit, march, given):
        words = place_of(placed)
        if words in places or not all(table.on(base) for base in placed.bases):
            continue
        stays = may_leave_post.value(game.scenario, table, placed, given)
        if stays and may_go.value(table, march, (placed,), given) is True:
            places[words] = placed
    return tuple(places.values())


def _tried(table: Table, unit: Unit, march: March, given: Taken) -> Iterator[Unit]:
    rest, here = march.inches_left(unit.kind, readings=given), unit.unique.centre
    for far in (rest, Fraction(rest, 2)):
        for x, y in _TWELVE if far >= STEP else ():
            yield _carried(unit, Fraction(x, 1000) * far, Fraction(y, 1000) * far)
    enemies = (vector(here, enemy.unique.centre) for enemy in table.enemies(unit))
    way = min(enemies, key=lambda way: dot(way, way), default=None)
    if way is not None and rest >= STEP:
        away = inches_up(dot(way, way))
        part = min(rest, max(Fraction(0), away - 4)) / away
        if part > 0:
            yield _carried(unit, part * way.x, part * way.y)
    for area in table.areas:
        if area.kind == "road":
            yield from _onto(unit, area.corners, rest, march, given)


def _onto(
    unit: Unit, corners: Sequence[Spot], rest: Fraction, march: March, given: Taken
) -> Iterator[Unit]:
    """Yield a Unit in column on a road that runs north and south, at its place or farther along."""
    middle = Fraction(sum(Fraction(corner.x) for corner in corners), len(corners))
    here = unit.unique.centre
    along = march.inches_left(unit.kind, by_road=True, readings=given)
    for far in dict.fromkeys((Fraction(0), rest, along)):
        for facing, y in ((0, here.y - far), (180, here.y + far)):
            centre = Spot(middle, Fraction(y // STEP) * STEP)
            yield unit.in_column(centre, facing)


def _carried(unit: Unit, x: Fraction, y: Fraction) -> Unit:
    """Return a Unit moved by this vector, rounded towards its place to quarters of an inch."""
    steps = (abs(far) // STEP * STEP * (1 if far > 0 else -1) for far in (x, y))
    centre = unit.unique.centre
    return carried(unit, Spot(*(at + step for at, step in zip(centre, steps, strict=True))))
