"""What a unit may do now: by its card, by the order of the steps, by its morale; and the rules of
fire, melee and morale say the same.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from landships_lab.core.answer import Answer, Gap
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.games.paychest.rules.fire import shots_a_turn
from landships_lab.games.paychest.rules.melee import Side, contact
from landships_lab.games.paychest.rules.morale import leader_lost, second_roll
from landships_lab.games.paychest.rules.turn import ACTS, DONE, RESULTS, Unit, may_act, movement
from landships_lab.panel import CATALOG

KINDS = ("regular", "irregular")
MINE = supplied("""
[second_morale]
regular = { does = "rout", dice = 5, when = "next move", text = "routs" }
[leader_lost]
regular = { does = "hold", text = "holds" }
""")


def told(answer: Answer[bool | Gap], line: str) -> list[str]:
    """Return the sentences of the steps that cite this line."""
    return [step.text for step in answer.steps if step.cite.lines == line]


# -------------------------------------------------------------------------- cards and order, line 3


@pytest.mark.parametrize("act", ACTS)
def test_a_unit_acts_only_when_its_card_is_drawn_line_3(act: str) -> None:
    met = Unit(met=True)
    assert may_act(act, met).value is True
    for card, how in (("pack", "Draw its card."), ("out", "Wait for its card in the next turn.")):
        refused = may_act(act, Unit(card=card, met=True))
        assert refused.value is False
        assert [step.op for step in refused.steps] == ["forbids"]
        assert [(remedy.text, remedy.change) for remedy in refused.remedies] == [(how, "card")]
    assert may_act("move", Unit("pack")).headline == (
        "Its card is still in the pack: it may not move yet."
    )
    assert may_act("fire", Unit("out")).headline == (
        "Its card was drawn before: it may not fire any more."
    )
    assert (
        "only if the unit whose card is drawn has met it" in may_act("melee", Unit("out")).headline
    )


#: What a unit of legionnaires in contact may still do, by what it has done (lines 3, 5 and 7).
LEFT = {
    "start": ["move", "fire", "melee"],
    "moved": ["fire", "melee"],
    "fired": ["fire", "melee"],
    "again": ["melee"],
    "fought": [],
}


@pytest.mark.parametrize("done", DONE)
def test_a_unit_moves_then_fires_then_fights_line_3(done: str) -> None:
    unit = Unit(done=done, met=True)
    assert [act for act in ACTS if may_act(act, unit).value] == LEFT[done]
    for act in LEFT[done]:
        more = " once more" if (act, done) == ("fire", "fired") else " now"
        lost = "; how far is lost in print" if act == "move" else ""
        assert may_act(act, unit).headline == f"It may {ACTS[act]}{more}{lost}."
    for act in set(ACTS) - set(LEFT[done]):
        refused = may_act(act, unit)
        assert refused.headline == f"It has {DONE[done]}: it may not {ACTS[act]} any more."
        assert [remedy.text for remedy in refused.remedies] == [
            "Wait for its card in the next turn."
        ]
        assert not refused.remedies[0].change


def test_who_has_met_nobody_does_not_fight_line_7() -> None:
    refused = may_act("melee", Unit())
    assert refused.headline == "It has met no enemy: it may not fight."
    assert [(remedy.change, remedy.to) for remedy in refused.remedies] == [("met", ("met", True))]


# ------------------------------------------------------------------------------- morale, lines 7-10

#: What a unit may do in its next turn after each result: (kind, result, move, fire, fight).
AFTER = [
    ("regular", "2", True, True, True),  # it fell back at once
    ("regular", "3", False, True, True),  # it falls back facing the enemy
    ("regular", "4", True, True, True),  # single figures routed
    ("regular", "6", True, True, True),
    ("irregular", "2", False, False, False),  # it routs again
    ("irregular", "3", True, True, True),
    ("irregular", "4", False, False, False),  # with its back to the enemy
    ("irregular", "5", False, True, True),
    ("irregular", "6", True, True, True),
    ("irregular", "leader", False, False, False),  # it routs until it is off the board
]


@pytest.mark.parametrize(("kind", "result", "move", "fire", "fight"), AFTER)
def test_what_its_morale_leaves_it_to_do_lines_8_to_10(
    kind: str, result: str, move: bool, fire: bool, fight: bool
) -> None:
    unit = Unit(kind=kind, result=result, met=True)
    found = {act: may_act(act, unit) for act in ACTS}
    for act in ("fire", "melee"):  # what it owes is its move, which comes first
        assert (found[act].value is True) is move
    unit = replace(unit, done="moved")
    found |= {act: may_act(act, unit) for act in ("fire", "melee")}
    assert [answer.value for answer in found.values()] == [move, fire, fight]
    assert (found["move"].detail is not None) is not move
    for act in ("fire", "melee"):
        read = [step.reading for step in found[act].steps if step.reading]
        assert read == ([] if move else ["retreat-fires"])
        assert may_act(act, unit, {"retreat-fires": "any"}).value is True
        assert may_act(act, unit, {"retreat-fires": "none"}).value is move
    at_once = "It did that at once, after the roll; its next turn is its own."
    assert (at_once in str(found["move"])) is (
        (kind, result) in (("regular", "2"), ("irregular", "3"))
    )


def test_the_verdicts_say_how_it_goes_lines_8_to_10() -> None:
    assert may_act("move", Unit(kind="irregular", result="leader")).headline == (
        "It may not move freely: it routs 4d6."
    )
    assert may_act(
        "melee", Unit(kind="irregular", result="4", met=True, done="moved")
    ).headline == ("It falls back 2d6: under this reading it may not fight.")
    moved = Unit(kind="regular", result="3", done="moved")
    assert may_act("move", moved).headline == "It has moved: it may not move any more."
    owed = may_act("move", Unit(kind="irregular", result="2")).detail
    assert (min(owed.distance.outcomes), max(owed.distance.outcomes)) == (3, 18)


def test_whether_a_unit_that_rallies_moves_is_a_reading_line_9() -> None:
    routs = Unit(kind="irregular", result="2", met=True)
    rallied = Unit(kind="irregular", result="2", rallied=True, met=True)
    refused = may_act("move", routs)
    assert [(remedy.text, remedy.to) for remedy in refused.remedies] == [
        ("Roll 7 or more on two dice: it rallies.", ("rallied", True))
    ]
    moves = may_act("move", rallied)
    assert (moves.value, moves.detail) == (True, None)
    assert "rally-moves" in [step.reading for step in moves.steps]
    stays = may_act("move", rallied, {"rally-moves": "was-move"})
    assert stays.headline == "It has rallied: under this reading that was its move."
    for act in ("fire", "melee"):
        assert may_act(act, rallied, {"rally-moves": "was-move"}).value is True
    with_no_way = may_act("move", routs, {"rally-moves": "was-move"})
    assert with_no_way.remedies == ()


def test_only_a_rout_that_is_printed_to_go_on_goes_on_lines_9_and_10() -> None:
    """A line of the reader's that happens at once is done, as result or for a lost leader."""
    at_once = supplied("""
[second_morale]
regular = { does = "rout", dice = 3, when = "at once", text = "routs" }
[leader_lost]
regular = { does = "fall back", dice = 2, when = "at once", text = "falls back" }
""")
    for result in ("1", "leader"):
        assert may_act("move", Unit(result=result, tables=at_once)).value is True


@pytest.mark.parametrize(("result", "lines"), [("1", "7-8"), ("leader", "9-10")])
def test_a_lost_line_leaves_open_what_the_unit_may_do(result: str, lines: str) -> None:
    found = may_act("move", Unit(result=result))
    assert isinstance(found.value, Gap)
    assert found.value.cite.lines == lines
    assert found.headline.endswith("is lost in print.")
    assert may_act("move", Unit(result=result, done="moved")).value is False
    assert may_act("move", Unit(result=result, tables=MINE)).value is (result == "leader")


# ------------------------------------------------------------------ one function decides for panels


@pytest.mark.parametrize("troops", ["legionnaires", "arabs"])
def test_a_turn_allows_the_shots_that_fire_counts_line_5(troops: str) -> None:
    allowed = [
        done
        for done in ("moved", "fired", "again")
        if may_act("fire", Unit(done=done, troops=troops)).value
    ]
    rule = shots_a_turn(troops)
    assert len(allowed) == rule.value
    assert told(may_act("fire", Unit(troops=troops)), "5") == [rule.headline]


def test_a_turn_and_a_melee_ask_for_contact_in_the_same_words_line_7() -> None:
    fights = told(may_act("melee", Unit(met=True)), "7")
    assert fights == [contact(Side(4), Side(3)).steps[0].text]


@pytest.mark.parametrize("tables", [supplied(""), MINE])
@pytest.mark.parametrize("act", ACTS)
def test_a_turn_tells_of_a_morale_roll_what_morale_tells_lines_7_to_10(
    act: str, tables: object
) -> None:
    for kind, result in product(KINDS, list(RESULTS)[1:]):
        rolled = (
            leader_lost(kind, 6, tables).steps[1:]  # type: ignore[arg-type]
            if result == "leader"
            else second_roll(kind, int(result), tables).steps  # type: ignore[arg-type]
        )
        asked = may_act(act, Unit(kind=kind, result=result, tables=tables, met=True))  # type: ignore[arg-type]
        assert set(rolled) <= set(asked.steps)
        lost = isinstance(rolled[0].amount, Gap)
        assert isinstance(asked.value, Gap) is lost


# ------------------------------------------------------------------------- how far it moves, line 4

WALK = supplied("movement = { walk = 6 }")


@pytest.mark.parametrize(
    ("unit", "headline"),
    [
        (Unit(), "It may move now; how far is lost in print."),
        (Unit(burdened=True), "It may move now; how far is lost in print."),
        (Unit(tables=WALK), "It may move now."),
        (Unit(tables=WALK, moves="walk"), "It may move 6 inches now."),
        (Unit(tables=WALK, moves="walk", burdened=True), "It may move 3 inches now."),
    ],
)
def test_who_may_move_is_told_how_far_line_4(unit: Unit, headline: str) -> None:
    answer = may_act("move", unit)
    assert (answer.value, answer.headline) == (True, headline)
    assert bool(told(answer, "4")) is unit.burdened
    assert bool(told(answer, "3-4")) is ("lost" in headline)


def test_a_distance_in_dice_has_the_unit_that_is_supplied_lines_8_and_9() -> None:
    mine = supplied('distance_unit = "inches"')
    lost, given = (may_act("move", Unit(result="3", tables=own)) for own in (supplied(""), mine))
    assert lost.headline == "It may not move freely: it falls back 2d6."
    assert given.headline == "It may not move freely: it falls back 2d6 inches."
    assert told(lost, "8-9") == ["Distances are given in dice; the unit of length is not printed."]
    assert [s.text for s in given.steps if s.cite.kind == "supplied"] == [
        "Distances are counted in inches."
    ]


# --------------------------------------------------------------------------------- movement, line 4
OWN = (
    'by = "the Tuesday club"\nmovement = { walk = 5, horse = 12 }\nturn = { step_1 = "Draw a'
    ' card." }'
)
TABLES = supplied(OWN)


def test_without_a_table_it_is_a_gap() -> None:
    for burdened in (False, True):
        answer = movement("walk", burdened)
        assert isinstance(answer.value, Gap)
        assert answer.remedies
    assert "halves the move" in str(movement("walk", burdened=True))


@pytest.mark.parametrize(
    ("kind", "burdened", "far"),
    [("walk", False, 5), ("walk", True, Fraction(5, 2)), ("horse", True, 6)],
)
def test_a_burden_cuts_movement_by_half(kind: str, burdened: bool, far: int | Fraction) -> None:
    """Line 4."""
    answer = movement(kind, burdened, TABLES)
    assert answer.value == far
    assert answer.steps[0].cite.kind == "supplied"
    assert "the Tuesday club" in answer.steps[0].cite.document
    assert [step.cite.lines for step in answer.steps[1:]] == ["4"] * burdened


def test_the_fire_panel_shows_the_turn_and_the_movement_as_the_readers() -> None:
    fire = CATALOG["paychest:fire"]
    start = fire.initial()
    assert len(start.tables(start.ask())) == 1
    state = start.set("own", OWN)
    _, turn, moves = state.tables(state.ask())
    assert turn.rows == (("step 1 (supplied)", ("Draw a card.",)),)
    assert moves.rows == (
        ("walk (supplied)", ("5 inches", "2½ inches")),
        ("horse (supplied)", ("12 inches", "6 inches")),
    )
    assert all(
        "supplied by you" in table.note and "the Tuesday club" in table.note
        for table in (turn, moves)
    )
