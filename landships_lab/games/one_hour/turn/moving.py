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
from landships_lab.games.one_hour.rules.ground import Table, Unit, carried
from landships_lab.games.one_hour.rules.movement import Move, move_odds, moves_by_road
from landships_lab.games.one_hour.rules.path import Arrival, March, may_go, may_leave
from landships_lab.games.one_hour.rules.turn import may_leave_post
from landships_lab.play.turns import Choice, Happening, TurnStep, refused
from . import quick
from .common import happened, named
from .quick import near_an_enemy
from .ready import interrupted
from .situation import LEFT, OneHourGame, place_of

#: Places on the table are proposed in steps of this.
STEP = Fraction(1, 4)
#: So many points a path may have on its way, and so long may a number of a place be.
MOST_POINTS, MOST_DIGITS = 8, 24
#: The twelve directions in quarters of an inch for every eight, clockwise from north.
_TWELVE = (
    (0, -1000), (500, -866), (866, -500), (1000, 0), (866, 500), (500, 866),
    (0, 1000), (-500, 866), (-866, 500), (-1000, 0), (-866, -500), (-500, -866),
)  # fmt: skip


def first_inches(game: OneHourGame, unit: Unit) -> str:
    """Return how far a Unit gets that has yet to roll, from the least to the most, and how far by
    road where it stands on one.
    """
    near = near_an_enemy(game.table, unit, game.readings)

    def span(by_road: bool) -> str:
        odds = move_odds(Move(unit.kind, near, unit.dug_in, by_road), readings=game.read_as)
        return f"{min(odds.outcomes)}″ to {max(odds.outcomes)}″"

    if not moves_by_road(game.table, unit, unit):
        return span(False)
    road = f"by road {span(True)}"
    return road if only_by_road(game, unit) else f"{span(False)}, {road}"


def only_by_road(game: OneHourGame, unit: Unit) -> bool:
    """Return whether a Unit that may move does so by road only: guns that are Threatened."""
    return unit.row.threatened is None and near_an_enemy(game.table, unit, game.readings)


@dataclass(frozen=True)
class Moving(TurnStep):
    """A Unit that has rolled goes where it likes within its allowance (line 262).

    ``march`` is what it rolled and how far it has gone since.
    """

    unit: str
    march: March

    def side(self, situation: OneHourGame) -> str:
        """Return the side whose phase it is."""
        return situation.side

    def allowance(self, game: OneHourGame, by_road: bool = False) -> Answer[int]:
        """Return the inches of the whole move."""
        return self.march.allowance(game.table.unit(self.unit).kind, by_road, game.read_as)

    def left(self, game: OneHourGame) -> Fraction:
        """Return the inches left off the road."""
        kind = game.table.unit(self.unit).kind
        return self.march.left(kind, readings=game.read_as)

    def prompt(self, situation: OneHourGame) -> str:
        """Say how far it may still go."""
        left = self.left(situation)
        road = ", more if all of it is by road" if self.march.by_road else ""
        return f"{self.unit} may move {inches(left)}{road}, or stop."

    def units(self, situation: OneHourGame) -> tuple[str, ...]:
        """Return the Unit that moves."""
        return (self.unit,)

    def choices(self, situation: OneHourGame) -> Iterator[Choice]:
        """Yield some places it may go to, how it leaves the table, and to stop."""
        unit = situation.table.unit(self.unit)
        for placed in proposed(situation, unit, self.march):
            yield self._to(situation, (placed,), _worded((placed,)))
        if self._leaves(situation):
            yield self.leave(situation)
        yield self.stop(situation)

    def _leaves(self, game: OneHourGame) -> bool:
        exits = game.played.exit
        return exits is not None and exits.side == game.side

    def stop(self, game: OneHourGame) -> Choice:
        """Return the choice to go no farther."""
        told = f"{self.unit} went {inches(self.march.farthest)}."
        stopped = happened(interrupted(game.back()), told)
        return Choice("stop", "Stop here", lambda _: stopped, self.unit, ends=True)

    def leave(self, game: OneHourGame) -> Choice:
        """Return the choice to leave the table by the road."""
        exits = game.played.exit
        assert exits is not None
        answer = may_leave(game.table, self.march, self.unit, exits.road, game.read_as)
        if not answer.value:
            return refused("leave", "Leave by the road", named(answer), self.unit)
        gone: OneHourGame = game.without(self.unit, LEFT)
        left = happened(interrupted(gone.back()), f"{self.unit} left by the road.", answer.steps)
        return Choice("leave", "Leave by the road", lambda _: left, self.unit, answer)

    def read(self, situation: OneHourGame, words: tuple[str, ...]) -> Choice | None:
        """Return the choice of these words: ``stop``, ``leave``, or ``to x y degrees`` with how the
        other bases stand (``column``, or two spots), and ``by x y`` for each point on the way.
        """
        if words == ("stop",):
            return self.stop(situation)
        if words == ("leave",) and self._leaves(situation):
            return self.leave(situation)
        path = read_path(situation.table.unit(self.unit), words)
        return self._to(situation, path, " ".join(words)) if path else None

    def _to(self, game: OneHourGame, path: tuple[Unit, ...], words: str) -> Choice:
        answer = quick.path(game.table, self.march, path, game.readings)
        post = may_leave_post(game.scenario, game.table, path[-1], game.read_as, path[:-1])
        if post.steps:
            answer = replace(answer, steps=(*answer.steps, *post.steps))
            if not post.value:
                answer = replace(answer, value=False)
        says = f"To {told_place(path[-1])}"
        supplied = isinstance(answer.value, Gap)
        if not answer.value and not supplied:
            return refused(words, says, named(answer), self.unit)
        arrival: Arrival = answer.detail
        where = told_place(path[-1])
        moved = game.put(arrival.unit).become(Moving(self.unit, arrival.march))
        happening = Happening(moved, f"{self.unit} moved to {where}.", answer.steps, "there")
        went = arrival.march.farthest - self.march.farthest
        return Choice(
            words,
            says,
            lambda _: happening,
            self.unit,
            answer,
            f"{mixed(went)}″" if went else "turns",
            supplied,
            marks=(arrival.unit.unique.centre,),
        )

    def by_itself(self, situation: OneHourGame) -> Happening | None:
        """Stop once nothing of the allowance is left."""
        unit = situation.table.unit(self.unit)
        road = self.march.by_road and self.march.left(unit.kind, True, situation.read_as)
        if not self.march.farthest or self.left(situation) or road:
            return None
        return self.stop(situation).checked()(Thrown(too_few="Stopping throws no dice."))


def told_place(unit: Unit) -> str:
    """Return where a Unit goes in a few words."""
    centre = unit.unique.centre
    end = ", in column" if unit == unit.in_column(centre) else ""
    return f"{mixed(centre.x)}, {mixed(centre.y)} facing {unit.unique.facing}°{end}"


def _worded(path: Sequence[Unit]) -> str:
    points = "".join(f" by {u.unique.centre.x} {u.unique.centre.y}" for u in path[:-1])
    return f"to {place_of(path[-1])}{points}"


# -- reading a path
# -------------------------------------------------------------------------------------------------


def read_path(unit: Unit, words: Sequence[str]) -> tuple[Unit, ...]:
    """Return the places of a Unit that these words name, the last one where it stops; none for
    words that name no path.
    """
    if not words or words[0] != "to":
        return ()
    parts: list[list[str]] = [[]]
    for word in words[1:]:
        if word == "by":
            parts.append([])
        else:
            parts[-1].append(word)
    end = _placed(unit, parts[0])
    points = [_spot(part) for part in parts[1:]]
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
    """Return the point of two numbers, whole, ``25/2`` or ``12.5``, on or near the table."""
    if len(words) != 2 or any(len(word) > MOST_DIGITS for word in words):
        return None
    try:
        x, y = (Fraction(word) for word in words)
    except (ValueError, ZeroDivisionError):
        return None
    return Spot(x, y) if max(abs(x), abs(y)) < 100 else None


# -- places worth proposing
# -------------------------------------------------------------------------------------------------


def proposed(game: OneHourGame, unit: Unit, march: March) -> tuple[Unit, ...]:
    """Return places to which a Unit may go: along twelve directions with all and with half of what
    is left, towards the nearest enemy, and onto the road.
    """
    table, given = game.table, tuple(game.readings)
    return _proposed(table, unit, march, given, game.scenario)


@lru_cache(maxsize=64)
def _proposed(
    table: Table, unit: Unit, march: March, readings: tuple[tuple[str, str], ...], scenario: str
) -> tuple[Unit, ...]:
    given = dict(readings)
    found: dict[str, Unit] = {}
    for placed in _tried(table, unit, march, given):
        words = place_of(placed)
        if words in found or not all(table.on(base) for base in placed.bases):
            continue
        stays = may_leave_post(scenario, table, placed, given).value
        if stays and may_go.value(table, march, (placed,), given) is True:
            found[words] = placed
    return tuple(found.values())


def _tried(table: Table, unit: Unit, march: March, given: dict[str, str]) -> Iterator[Unit]:
    left, here = march.left(unit.kind, readings=given), unit.unique.centre
    for far in (left, Fraction(left, 2)):
        if far >= STEP:
            for x, y in _TWELVE:
                yield carried(
                    unit, _snapped(here, Fraction(x, 1000) * far, Fraction(y, 1000) * far)
                )
    if (enemy := _nearest(table, unit)) is not None and left >= STEP:
        way = vector(here, enemy.unique.centre)
        away = inches_up(dot(way, way))
        part = min(left, max(Fraction(0), away - 4)) / away
        if part > 0:
            yield carried(unit, _snapped(here, part * way.x, part * way.y))
    for area in table.areas:
        if area.kind == "road":
            yield from _onto(unit, area.corners, left, march, given)


def _onto(
    unit: Unit, corners: Sequence[Spot], left: Fraction, march: March, given: dict[str, str]
) -> Iterator[Unit]:
    """Yield a Unit in column on a road that runs north and south, here or farther along it."""
    middle = Fraction(sum(Fraction(corner.x) for corner in corners), len(corners))
    here = unit.unique.centre
    along = march.left(unit.kind, by_road=True, readings=given)
    for far in dict.fromkeys((Fraction(0), left, along)):
        for facing, y in ((0, here.y - far), (180, here.y + far)):
            centre = Spot(middle, Fraction(y // STEP) * STEP)
            yield unit.in_column(centre, facing)


def _nearest(table: Table, unit: Unit) -> Unit | None:
    here = unit.unique.centre

    def away(enemy: Unit) -> Fraction:
        way = vector(here, enemy.unique.centre)
        return Fraction(dot(way, way))

    return min((u for u in table.units if u.side != unit.side), key=away, default=None)


def _snapped(here: Spot, x: Fraction, y: Fraction) -> Spot:
    """Return the place so far from here, on quarters of an inch towards here."""
    return Spot(*(at + _towards_zero(step) for at, step in zip(here, (x, y), strict=True)))


def _towards_zero(step: Fraction) -> Fraction:
    whole = abs(step) // STEP * STEP
    return whole if step > 0 else -whole
