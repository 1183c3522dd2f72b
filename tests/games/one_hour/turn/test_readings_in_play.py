"""Each reading that is offered in a game decides something in it: a moment of each option, found
once and remembered.
"""

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.data.load import readings
from landships_lab.games.one_hour.turn import START
from landships_lab.play import Situation, choices, take
from landships_lab.play.records import Record
from landships_lab.play.rereading import known_readings
from tests.games.one_hour.turn.positions import check
from tests.play import laws

#: How to get to a moment where an option matters, by the game, or for every game of its side; the
#: moves are legal under the option and without it.
NOW: tuple[str, ...] = ()
ACT = ("end",)
NEXT = ("end", "end", "end")
FLANK = {
    "dice=D6": NOW,
    "long-range=minus-2": ACT,
    "threatened-when=on-the-way": ("end", "move Cruds-1 = 5 5 5"),
    "leaving-with=whole": ("end", "move Cruds-1 = 5 5 5"),
    "close-range=2-inches": (
        *("end", "move Cruds-1 = 3 3 3", "to 16 13 0", "stop", "end", "end"),
        "end",
    ),
    "threatened-at=less-than": (
        *("end", "move Cruds-1 = 3 3 3", "to 16 47/4 0", "stop", "end", "end"),
        "end",
    ),
    "destroyed-at=more-than-15": (
        *("fire CS-Mortars ATGs by Motor-Infantry = 4", "fire Motor-Infantry ATGs = 4"),
        *("end", "end", *NEXT),
    ),
    "road-penalties=all": (
        *("end", "move Motor-Infantry = 5 5", "to 8 17 0", "stop"),
        *("move Cruds-1 = 5 5 5", "to 18 11 0 column", "stop", "end", "end", *NEXT, "end"),
    ),
    "concealed-sight=target": (*NEXT, "end", "end", "dig-in ATGs", "end"),
    "concealed-sight=observer": (*NEXT, "end", "end", "dig-in ATGs", "end"),
    "concealed-sight=always-limit": (
        *("end", "move Cruds-1 = 3 3 4", "to 8 22 0", "stop", "end", "end"),
        *("end", "end", "dig-in ATGs", "end", "end"),
    ),
    "concealed-etc=any-bonus": (
        *("end", "move Cruds-4 = 5 5 5", "to 25 22 90", "stop", "end", "end", *NEXT),
        *("end", "end", "ready Cruds-4", "end", "end"),
    ),
    "ready-answers=one": (
        *(*NEXT, "end", "end", "ready ATGs", "ready Bersaglieri-1", "end"),
        *("end", "fire Motor-Infantry ATGs = 2", "fire ATGs Motor-Infantry = 3"),
    ),
    "ready-fire-counts=yes": (
        *(*NEXT, "end", "end", "ready ATGs", "end"),
        *("end", "fire Motor-Infantry ATGs = 2", "fire ATGs Motor-Infantry = 3", "end", "end"),
        *("end", "end"),
    ),
    "ready-after-mortars=yes": (
        *("end", "end", "ready Motor-Infantry", "end"),
        "fire Mortars Motor-Infantry by Bersaglieri-1 = 3",
    ),
    "mortar-close=not-doubled": (
        *("end", "move CS-Mortars = 3 3 3", "to 28 33 0", "stop", "end", "end"),
        *NEXT,
    ),
}
STATIC = {
    "dice=D6": NOW,
    "long-range=minus-2": ACT,
    "concealed-sight=target": ACT,
    "concealed-sight=observer": ACT,
    "concealed-sight=always-limit": ACT,
    "concealed-etc=any-bonus": ACT,
    "threatened-when=on-the-way": ("end", "move Motor-Infantry = 5 5"),
    "ready-answers=one": ("end", "fire Cruds-1 Carri-2 = 3", "fire Carri-2 Cruds-1 = 3"),
    "ready-fire-counts=yes": (
        *("end", "fire Cruds-1 Carri-2 = 3", "fire Carri-2 Cruds-1 = 3", "hold"),
        *("end", "end", "end", "end"),
    ),
    "close-range=2-inches": (*("end", "move Cruds-1 = 3 3 3", "to 27 31/2 0", "stop"),),
    "threatened-at=less-than": (
        *("end", "move Cruds-1 = 3 3 3", "to 27 59/4 0", "stop", "hold", "end", "end", "end"),
    ),
    "destroyed-at=more-than-15": (
        *("end", "fire Cruds-1 Carri-2 = 3", "hold", "fire Cruds-3 Carri-2 = 5", "hold"),
        *("end", "end", *NEXT, "end"),
    ),
    "ready-after-mortars=yes": (
        *("end", "end", "ready Cruds-3", "end", "fire Mortars CS-Mortars by ATGs = 3"),
    ),
    "mortar-close=not-doubled": (
        *("end", "move Cruds-1 = 5 5 5", "to 34 12 0 column", "stop", "hold", "end", "end", *NEXT),
        *("end", "move Cruds-1 = 5 5 5", "to 25 9/2 270 column by 34 5", "stop", "hold"),
        *("end", "end"),
    ),
    "objectives=both": (
        *("end", "move Cruds-1 = 5 5 5", "to 18 29/2 270 column", "stop", "hold", "end", "end"),
        *("end", "move Carri-1 = 5 5 5", "to 3 9 180 column", "stop", "end", "end"),
        *("end", "move Cruds-1 = 5 5 5", "to 7 99/8 270 column by 18 99/8", "stop", "hold"),
        *("end", "end", *NEXT),
    ),
    "garrison=any": (
        *("end", "move Motor-Infantry = 5 5", "to 20 31 345", "stop", "hold", "end", "end"),
        *("end", "move Carri-2 = 5 5 5", "to 4 12 180", "stop"),
        *("move Bersaglieri-2 = 5 5", "to 37/2 27/2 180", "stop", "end", "end", *NEXT),
        *("end", "move Bersaglieri-2 = 5 5"),
    ),
}
MOMENTS = {"flank-attack": FLANK, "two-bases": FLANK, "static-defence": STATIC}


def reached(name: str, moves: tuple[str, ...], given: dict[str, str]) -> Situation:
    """Return the situation after these moves, each with its dice, under these readings."""
    situation: Situation = START[name].with_readings(given)
    for move in moves:
        words, _, dice = move.partition(" = ")
        thrown = Thrown(given=tuple(int(die) for die in dice.split()), seed=1 if not dice else None)
        situation = take(situation, words, thrown).situation
        if not situation.over:
            check(situation)
    return situation


def seen(situation: Situation) -> list[object]:
    """Return what a player sees: who decides, on what, and each choice with its odds or reason."""
    if situation.over:
        return [situation.over]
    found: list[object] = [situation.now.side(situation), situation.now.prompt(situation)]
    for one in choices(situation):
        why = one.why.headline if one.why else ""
        found.append((one.words, one.says, one.expects, one.odds if one.legal else why))
    return found


@pytest.mark.parametrize("name", START)
def test_a_reading_that_does_nothing_is_not_offered_and_the_reason_is_kept(name: str) -> None:
    begin = START[name]
    assert set(begin.idle_readings) <= set(readings("one_hour"))
    assert all(why.endswith(".") for why in begin.idle_readings.values())
    offered = known_readings(Record(f"one_hour:{name}", ""))
    assert set(offered) == set(readings("one_hour")) - set(begin.idle_readings)
    assert ("objectives" in offered) is ("leaving-with" not in offered)


@pytest.mark.long
@pytest.mark.parametrize("name", MOMENTS)
def test_each_option_that_is_offered_decides_something(name: str) -> None:
    options = {f"{key}={option}" for key, option in laws.offered(START[name])}
    assert set(MOMENTS[name]) == options
    for option, moves in MOMENTS[name].items():
        key, _, chosen = option.partition("=")
        default = seen(reached(name, moves, {}))
        assert seen(reached(name, moves, {key: chosen})) != default, option
