"""Speed of the chain of Hits and of sight, for `make bench`.

A curve of 20 volleys takes at most 200 microseconds.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

from landships_lab.games.one_hour.rules import Duel, Shot, duel, fire_odds, hits, survival, table_of
from landships_lab.games.one_hour.rules.bands import traced
from landships_lab.games.one_hour.rules.fire import _fire_odds
from landships_lab.panel import CATALOG, Gesture
from tests.benchmarks import asked_anew

Benchmark = Callable[..., Any]
SHOT = Shot("tank", "infantry", 4, cover=frozenset({"dug-in"}))


def test_one_shot_explained(benchmark: Benchmark) -> None:
    assert benchmark(hits, SHOT, 3).value == 3


def test_odds_of_a_shot_never_asked_before(benchmark: Benchmark) -> None:
    def cold() -> object:
        _fire_odds.cache_clear()
        return fire_odds(SHOT)

    assert benchmark(cold) == fire_odds(SHOT)


def test_survival_of_20_volleys(benchmark: Benchmark) -> None:
    assert len(benchmark(survival, SHOT, 20)) == 20


def test_a_duel_of_20_rounds(benchmark: Benchmark) -> None:
    tanks = Shot("tank", "tank", 20)
    assert len(benchmark(duel, Duel(tanks, tanks), 20)) == 20


def test_bands_of_sight_past_a_town(benchmark: Benchmark) -> None:
    table = table_of("static-defence")
    asked = table, table.unit("Cruds-1"), table.unit("Bersaglieri-2")
    assert benchmark(traced.__wrapped__, *asked) == traced(*asked)


def test_a_unit_dragged_over_the_table(benchmark: Benchmark) -> None:
    """All that the kernel does for one move of the pointer: at most 50 ms on a busy machine.

    Every move is to a new place.
    """
    panel_type: Any = CATALOG["one_hour:sight"]
    view = panel_type.view()
    begun = panel_type.initial()
    held = begun.on_gesture(Gesture("press", view.pixel(begun.one.unique.centre)), view)
    moves = count()

    def drag() -> object:
        number = next(moves)
        at = view.at(6 + number % 97 / 4, 6 + number // 97 % 97 / 4)
        state = held.on_gesture(Gesture("drag", at), view)
        answer = asked_anew(state)
        return state.picture(answer, view), state.controls()

    assert benchmark(drag)
