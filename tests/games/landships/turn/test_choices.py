"""What may be chosen in the Brickyard's play, what the rule says of it, and what it does."""

from typing import Any

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.games.landships.turn import Clock, choice, take
from landships_lab.games.landships.turn_board import BOARD
from landships_lab.play import Choice
from tests.games.landships.turn.moves import after

TEN, LAST = "ten-turns", "last-turns"
#: The moves up to each moment.
AFOOT = ["end", "end", "dismount ger-squad-1 5708", "dismount ger-squad-2 5811"]
AT_FIRE, TANK_1 = ["end"] * 4, ["end", "drive ger-a7v-1"]
TANK_2, ASTRIDE = ["end", "drive ger-a7v-2"], [*TANK_1, "ahead", "halt"]
NEAR = [*AFOOT, "end", "walk ger-squad-1 5806"]
BOW, BY_ROAD = "fire ger-a7v-2 57mm-bow 5809", "walk ger-squad-1 5712 road"
SHELL = "shell ger-artillery-2 5809"
GUNS, SET = [*AT_FIRE, BOW, "no-effect"], ["place brit-mg-1 5910", "place brit-75mm-1 5908 E"]
JUNKERS = ["enter ger-junkers-1 5809", *["end"] * 4]
FLY = "fly ger-junkers-1 5603 ENE"

#: Start, moves, a choice, whether it may be taken, and what is said of it, with its line.
OFFERS: list[tuple[str, list[str], str, str, tuple[str, ...]]] = [
    # Lines 129 to 135: the set-up and the arrivals; a hex that is not in the source is supplied.
    ("set-up", [], "place brit-mg-1 5910", "may", ()),
    ("set-up", [], "place brit-mg-1 5911", "may not", ()),
    ("set-up", [], "place brit-75mm-1 5810 NNE", "players", ()),
    ("set-up", [*SET, "end"], "place ger-fo-1 5506", "players", ()),
    (TEN, ["enter ger-a7v-1 5817"], "enter ger-a7v-2 5817", "may not", ("takes only one",)),
    (TEN, ["enter ger-a7v-1 5817"], "enter ger-a7v-2 5902", "may", ()),
    (TEN, ["enter ger-a7v-1 5817"], "enter ger-a7v-2 5810", "may not", ()),
    (TEN, [], "enter ger-junkers-1 6905 ENE", "may", ()),
    # Neither line 43 nor line 115 says how often (audit M5).
    (LAST, [*TANK_1, "halt"], "drive ger-a7v-1", "may not", ("ours", "not printed")),
    (LAST, GUNS, "fire ger-a7v-2 mg-stern 5809", "may not", ("ours", "not printed")),
    (LAST, GUNS, BOW, "may not", ("It has attacked already.",)),
    (LAST, [*AT_FIRE[1:], "walk ger-mg-1 5503"], "walk ger-mg-1 5504", "may not", ("ours",)),
    # Line 41: who shares a place is counted, and the limit is left to the players.
    (LAST, TANK_2, "halt", "may", ()),
    (
        LAST,
        [*TANK_2, "to 5911 N"],
        "halt",
        "players",
        ("2 units of its side would count together",),
    ),
    (LAST, AT_FIRE[1:], "walk ger-mg-1 5505", "players", ("hexside-stacking",)),
    (LAST, AT_FIRE[1:], "walk ger-mg-1 5403", "players", ()),
    # Lines 45 and 111: a drift ends a move, and it has not moved yet.
    (LAST, TANK_1, "to 5708/5807 NNW", "may", ("Only by a drift",)),
    (LAST, ["end", "drive ger-a7v-3"], "drift 5708", "may not", ()),
    (LAST, ["end", "drive ger-a7v-3"], "to 5707 S", "may not", ()),
    # Line 139: squads.
    (LAST, [*ASTRIDE, "end"], "dismount ger-squad-1 5807", "players", ("base game",)),
    (LAST, [*ASTRIDE, "end"], "dismount ger-squad-2 5811", "may", ()),
    (LAST, [*AFOOT, "end"], BY_ROAD, "players", ("within its move",)),
    (LAST, [*AFOOT, "end"], "walk ger-squad-1 5712 trench", "players", ("within its move",)),
    (LAST, [*AFOOT, "end"], "walk ger-squad-1 5712", "may not", ("farther than the 2",)),
    (LAST, [*AFOOT, "end"], "walk ger-squad-1 5713 road", "may not", ()),
    (LAST, [*AFOOT, "end"], "walk ger-squad-2 5813", "may", ()),
    (LAST, [*AFOOT, "end"], "walk ger-squad-2 5814", "may not", ("farther than the 2",)),
    (LAST, [*AFOOT, "end", BY_ROAD], "walk ger-squad-1 5711", "may not", ("ours",)),
    (LAST, [*NEAR, "end"], "fire ger-squad-1 flamethrower 5807", "players", ()),
    (LAST, [*NEAR, "end"], "assault ger-squad-1 5807", "may not", ("line 139",)),
    # Lines 115, 119, 133 and 135: artillery off the board, arcs, aircraft.
    (LAST, AT_FIRE, "fire ger-a7v-2 mg-stern 5809", "may not", ()),
    (LAST, AT_FIRE, SHELL, "players", ("The FO is 4 hexes off; how a module", "135", "143")),
    (LAST, [*AT_FIRE, SHELL, "no-effect"], SHELL, "may not", ()),
    (LAST, AT_FIRE, "shell ger-artillery-2 5504", "may not", ("line 115",)),
    (
        LAST,
        [*ASTRIDE, *AT_FIRE[1:]],
        "shell ger-artillery-1 5807",
        "players",
        ("hexsides suffers",),
    ),
    (TEN, JUNKERS, FLY, "players", ()),
    (TEN, [*JUNKERS, FLY], "leave ger-junkers-1", "may not", ()),
]


def ruling(one: Choice) -> str:
    return ("players" if one.supplied else "may") if one.legal else "may not"


@pytest.mark.parametrize(("start", "moves", "words", "may", "told"), OFFERS)
def test_what_may_be_chosen_and_why(
    start: str, moves: list[str], words: str, may: str, told: tuple[str, ...]
) -> None:
    """And the panel that explains it says the same."""
    clock = after(start, *moves)
    one = choice(clock, words)
    assert ruling(one) == may, one
    steps = one.why.steps if one.why else ()
    said = f"{one.why} {[(step.cite.kind, step.reading, step.cite.lines) for step in steps]}"
    for part in told:
        assert part in said, said
    acted = one.unit and (clock.unit(one.unit).moved or clock.unit(one.unit).fired)
    panel = BOARD.explain(clock, one)
    if panel is not None and one.why and not (acted and not one.legal):
        answer = panel.answer()
        assert (answer.value, answer.headline) == (one.why.value, one.why.headline)


#: Start, moves, a choice, the end of what is said of it, who is removed, and where it is printed.
DONE: list[tuple[str, list[str], str, str, tuple[str, ...], str]] = [
    (TEN, [], "enter ger-a7v-1 5817 ENE", "A7V tank 1 came on at 5817, facing ENE.", (), ""),
    (LAST, [*AFOOT, "end"], BY_ROAD, "assault squad 1 walked to 5712 along a road.", (), ""),
    (
        LAST,
        [*AT_FIRE, BOW],
        "result brit-infantry-4-1 passed",
        "It is removed.",
        ("brit-infantry-4-1",),
        "145",
    ),
    (
        LAST,
        [*["end"] * 7, "fire brit-mg-1 small-arms 5911"],
        "result ger-infantry-6-5 failed",
        "It stays.",
        (),
        "ours",
    ),
    (
        LAST,
        [*NEAR, *["end"] * 4],
        "assault brit-mg-north-1 5806",
        "assault squad 1 removed.",
        ("ger-squad-1",),
        "139",
    ),
]


@pytest.mark.parametrize(("start", "moves", "words", "says", "removed", "printed"), DONE)
def test_what_a_choice_does(
    start: str, moves: list[str], words: str, says: str, removed: tuple[str, ...], printed: str
) -> None:
    happening = take(after(start, *moves), words, Thrown())
    assert happening.says.endswith(says)
    clock: Any = happening.situation
    assert isinstance(clock, Clock)
    assert clock.removed == removed
    cites = [word for step in happening.steps for word in (step.cite.lines, step.cite.kind)]
    assert not printed or printed in cites
