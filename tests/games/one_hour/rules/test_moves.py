"""Movement, where a Unit may stop, and what it may do in a turn."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.plane import spot
from landships_lab.games.one_hour.analysis.forecast import arrives, reach
from landships_lab.games.one_hour.rules.ground import Area, Table, Unit, drawn_up, table_of
from landships_lab.games.one_hour.rules.movement import (
    ENTERED,
    Move,
    distance,
    may_enter,
    move_odds,
)
from landships_lab.games.one_hour.rules.path import may_place
from landships_lab.games.one_hour.rules.turn import Moment, may_act

TYPES = ("infantry", "mortar", "atg", "tank")
FACES = {"D5": (2, 3, 3, 4, 4, 5), "D6": (1, 2, 3, 4, 5, 6)}
NUMBER = {"infantry": 2, "mortar": 1, "atg": 1, "tank": 3}
ALL = [Move(unit, a, b, c, d) for unit in TYPES for a, b, c, d in product((False, True), repeat=4)]


def restated(move: Move, total: int, road: str) -> int:
    """The movement table restated, with pencil and paper."""
    if move.by_road and road == "all":
        return total + 6
    if move.threatened and move.unit in ("atg", "mortar"):
        return 0
    if move.into_woods and not move.by_road and move.unit in ("tank", "mortar"):
        return 0
    inches = total + 2 + 4 * move.by_road - 4 * move.dug_in - 4 * move.threatened
    inches -= 4 * (move.into_woods and move.unit == "atg" and not move.by_road)
    return max(0, inches)


@pytest.mark.parametrize("road", ["terrain", "all"])
@pytest.mark.parametrize("move", ALL, ids=str)
def test_every_move_agrees_with_the_naive_restatement_and_with_icepool(
    move: Move, road: str
) -> None:
    given_ = {"road-penalties": road}
    number = NUMBER[move.unit]
    for rolled in ((1,) * number, (4,) * number, (6,) * number):
        assert distance(move, rolled, given_).value == restated(move, sum(rolled), road)
    for dice in ("D5", "D6"):
        theirs = (number @ icepool.Die(FACES[dice])).map(lambda total: restated(move, total, road))
        ours = move_odds(move, dice, given_)
        assert {n: ours.p(n) for n in ours.outcomes} == {
            int(n): Fraction(int(q), int(theirs.denominator())) for n, q in theirs.items()
        }


GOLDENS = [
    (
        Move("tank", threatened=True, by_road=True),
        (3, 4, 4),
        13,
        "72: the Crusaders' last move, -4 near an enemy",
    ),
    (Move("atg", dug_in=True), (4,), 2, "25: ATGs that were dug in move a die and 2, less 4"),
    (Move("infantry"), (3, 4), 9, "275: Infantry, two dice and 2"),
    (Move("mortar", threatened=True), (5,), 0, "295: Mortars do not move when Threatened"),
]


@pytest.mark.parametrize(
    ("move", "rolled", "inches", "where"), GOLDENS, ids=[g[3] for g in GOLDENS]
)
def test_a_printed_move(move: Move, rolled: tuple[int, ...], inches: int, where: str) -> None:
    answer = distance(move, rolled)
    assert answer.value == inches, f"{where}\n{answer}"


@given(st.sampled_from(ALL), st.integers(1, 40), st.integers(1, 4))
def test_the_chance_to_arrive_never_falls_from_turn_to_turn(
    move: Move, away: int, turns: int
) -> None:
    chances = reach([move] * turns, away)
    assert all(a <= b for a, b in pairwise(chances))
    assert chances[0] == move_odds(move).at_least(away)
    assert (
        arrives(replace(move, dug_in=False), away, turns).value
        == reach([replace(move, dug_in=False)] * turns, away)[-1]
    )


def test_two_moves_are_icepool_s_sum() -> None:
    theirs = 2 @ ((3 @ icepool.Die(FACES["D5"])) + 2)
    assert reach([Move("tank")] * 2, 26)[1] == Fraction(
        int((theirs >= 26).quantity(True)), int((theirs >= 26).denominator())
    )


def test_what_was_thrown_is_said_as_one_says_it() -> None:
    thrown = [
        distance(Move(kind), rolled).steps[0].text
        for kind, rolled in (("tank", (5, 5, 5)), ("infantry", (3, 4)), ("atg", (2,)))
    ]
    assert thrown == [
        "Tank: the dice show 5, 5 and 5, 15 together.",
        "Infantry: the dice show 3 and 4, 7 together.",
        "ATG: the die shows 2.",
    ]


UNHASHABLE: Any = ["x"]
ALLOWED: dict[str, set[str]] = {"woods": {"infantry", "atg"}, "town": {"infantry"}}
ALLOWED |= {terrain: set() for terrain in ("marsh", "lake", "river")}


@pytest.mark.parametrize("terrain", ENTERED)
def test_who_may_enter_what(terrain: str) -> None:
    who = {unit for unit in TYPES if may_enter(unit, terrain).value}
    assert who == ALLOWED.get(terrain, set(TYPES))
    for unit in TYPES:
        assert may_enter(unit, terrain, by_road=True).value
        border = arrives(Move(unit, into=terrain), 0)  # not even the border of it is reached
        assert (border.value == 1) is ("may not" not in border.headline) is (unit in who)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        *(
            (
                lambda turns=turns: arrives(Move("tank"), 10, turns),
                r"^The number of turns is a whole",
            )
            for turns in (0, -1, 31, 1.5, True, "many")
        ),
        (lambda: distance(Move("tank"), (3, 3)), "A Tank rolls 3 dice, not 2"),
        (lambda: may_enter("tank", "wood"), "'wood' is not a kind of terrain; .* nearest is woods"),
        (lambda: reach([], 5), "The number of moves is from 1 to 30, not 0"),
        (lambda: Moment("mortars fire"), "'mortars fire' is not a step .* nearest is mortar fire"),
        (lambda: may_act("tank", "run", Moment("actions")), "'run' is not an action"),
        (lambda: may_act(UNHASHABLE, "fire", Moment("actions")), "is not a type of Unit"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(ask: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask()


@pytest.mark.parametrize(
    ("move", "headline", "line"),
    [
        (Move("tank", into="river"), "A Tank may not enter the river.", "290"),
        (Move("infantry", into="marsh"), "An Infantry Unit may not enter the marsh.", "287"),
        (Move("atg", into="lake"), "An ATG may not enter the lake.", "287"),
        (Move("mortar", into_woods=True), "A Mortar may not enter the woods.", "288"),
        (Move("tank", into="woods"), "A Tank may not enter the woods.", "288"),
        (Move("tank", into="town"), "A Tank may not end a move in the town.", "289"),
        (Move("atg", threatened=True), "A Threatened ATG may not move.", "272, 295"),
    ],
)
def test_a_move_that_is_forbidden_is_said_to_be_and_not_to_be_short(
    move: Move, headline: str, line: str
) -> None:
    """Lines 287-290 and 295: no roll would help, so no distance is what is missing."""
    answer = arrives(move, 5, 2)
    assert answer.headline == headline
    assert answer.value == 0
    assert line in {step.cite.lines for step in answer.steps}
    assert distance(move, (5,) * move.row.dice).headline == headline
    assert answer.remedies
    for remedy in answer.remedies:
        freed = replace(move, **{remedy.change: remedy.to})
        assert "may not" not in arrives(freed, 5).headline


@pytest.mark.parametrize(
    ("move", "line", "said"),
    [
        (Move("tank", threatened=True), "295", "Threatened in each of its moves"),
        (Move("tank", threatened=True, by_road=True), "295", "Threatened in each of its moves"),
        (Move("atg", into_woods=True), "288", "into the edge of woods"),
    ],
)
def test_what_is_charged_in_every_turn_is_said(move: Move, line: str, said: str) -> None:
    """Lines 288 and 295; being Dug-in costs the first move only (line 294)."""
    first, later = (arrives(move, 5, turns).steps for turns in (1, 2))
    assert not any("each of its moves" in step.text.lower() for step in first)
    told = next(step for step in later if said in step.text)
    assert "each of its moves" in told.text.lower()
    assert told.cite.lines == line
    plain = arrives(replace(move, threatened=False, into_woods=False), 5, 2).steps
    assert not any("each of its moves" in step.text.lower() for step in plain)


def test_on_a_road_that_spares_all_penalties_nothing_is_charged_in_every_turn() -> None:
    move = Move("atg", threatened=True, into_woods=True, by_road=True)
    answer = arrives(move, 5, 2, readings={"road-penalties": "all"})
    assert not any("each of its moves" in step.text.lower() for step in answer.steps)


# -- putting a Unit down

TABLE = table_of("static-defence")


@pytest.mark.parametrize(
    ("name", "x", "y", "facing", "inches", "blamed"),
    [
        ("Cruds-4", 20, 30, 0, 9, ""),
        ("Cruds-4", 20, 30, 0, 8, "moves 9 inches and may move 8 inches"),
        ("Cruds-4", 22, 31, 90, 20, ""),
        ("Cruds-3", 28, 21, 0, 20, "between its bases"),
        ("Cruds-1", 27, 16, 0, 20, ""),
        ("Cruds-1", 27, 12, 0, 20, "Only Infantry may end a move in a town"),
        ("Cruds-3", 17, 26, 0, 20, ""),
        ("Cruds-3", 18, 23, 0, 20, "Only Infantry move through woods"),
    ],
)
def test_where_a_unit_may_stop(
    name: str, x: int, y: int, facing: int, inches: int, blamed: str
) -> None:
    answer = may_place(TABLE, TABLE.unit(name).at(spot(x, y), facing), inches)
    told = " ".join(step.text for step in answer.steps if step.op == "forbids")
    assert answer.value is (not blamed), answer
    assert blamed in told


@pytest.mark.parametrize(
    ("second", "third", "facing", "blamed"),
    [
        (0, 0, 15, "face different ways"),
        (-1, 0, 0, "The second base stands ahead of the Unique base"),
        (-1, -1, 0, "base and the third base stand ahead of the"),
        (1, 0, 0, ""),
    ],
)
def test_bases_face_one_way_and_none_stands_ahead_of_the_unique_one(
    second: int, third: int, facing: int, blamed: str
) -> None:
    unit = TABLE.unit("Cruds-4")
    one, *others = unit.bases
    back = [
        replace(base, centre=spot(base.centre.x, base.centre.y + south))
        for base, south in zip(others, (second, third), strict=True)
    ]
    moved = replace(unit, bases=(one, replace(back[0], facing=facing), back[1]))
    answer = may_place(TABLE, moved, 20)
    assert answer.value is (not blamed)
    assert blamed in str(answer)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("facing", range(0, 360, 15))
def test_a_unit_as_it_is_drawn_up_keeps_its_gaps_at_any_angle(kind: str, facing: int) -> None:
    on = Table(36, 36, (), (Unit("x", "R", kind, drawn_up(kind, spot(18, 18), 30)),))
    assert may_place(on, on.unit("x").at(spot(18, "145/8"), facing), 36).value


@pytest.mark.parametrize(
    ("aside", "back", "blamed"),
    [
        ("0", 0, ""),
        ("0", 2, ""),
        ("-1/16", 0, "are 1 15/16 inches apart; Tanks keep 2 inches between bases"),
        ("1/16", 0, "are 2 1/16 inches apart; Tanks keep 2 inches between bases"),
        ("-2", 0, "are 0 inches apart"),
        ("-3", 0, "The Unique base and the third base overlap"),
        ("6", 0, "are 8 inches apart"),
        ("-13/4", 4, ""),
    ],
)
def test_bases_keep_the_gap_of_their_type_and_never_overlap(
    aside: str, back: int, blamed: str
) -> None:
    """The third base, right of the Unique one, moves aside and back; two inches straight behind the
    Unique one it keeps the gap too.
    """
    unit = TABLE.unit("Cruds-4")
    one, two, three = unit.bases
    moved = replace(three, centre=spot(three.centre.x + Fraction(aside), three.centre.y + back))
    answer = may_place(TABLE, replace(unit, bases=(one, two, moved)), 20)
    told = " ".join(step.text for step in answer.steps if step.op == "forbids")
    assert answer.value is (not blamed), answer
    assert blamed in told


@pytest.mark.parametrize(
    ("y", "known"), [(18, False), (3, True), (4, False), (5, False), (9, False)]
)
def test_guns_stand_on_the_border_of_a_wood_and_how_deep_its_edge_is_nobody_says(
    y: int, known: bool
) -> None:
    """Line 288.

    The wood begins at 3 inches and a base is an inch and a half deep: with y of 3 it lies across
    the border.
    """
    wood = Area("the wood", "woods", tuple(spot(*c) for c in ((0, 3), (36, 3), (36, 33), (0, 33))))
    on = Table(36, 36, (wood,), (Unit("guns", "R", "atg", drawn_up("atg", spot(18, 2), 180)),))
    answer = may_place(on, on.unit("guns").at(spot(18, y - Fraction(1, 4)), 180), 36)
    assert (answer.value is True) is known, answer
    assert isinstance(answer.value, Gap) is not known
    assert "ATGs may enter their edge" in str(answer)


def test_of_the_way_it_is_said_that_it_is_not_judged_and_what_lies_on_it() -> None:
    lake = Area(
        "the lake", "lake", tuple(spot(*c) for c in ((10, 14), (26, 14), (26, 20), (10, 20)))
    )
    tanks, enemy = (
        Unit("tanks", "R", "tank", drawn_up("tank", spot(18, 26), 0)),
        Unit("foe", "B", "tank", drawn_up("tank", spot(18, 11), 180)),
    )
    on = Table(36, 36, (lake,), (tanks, enemy))
    last = may_place(on, tanks.at(spot(18, 6)), 36).steps[-1]
    assert (last.op, last.cite.lines) == ("note", "287")
    assert "blocked by the lake and foe; a way round is longer than measured" in last.text
    free = may_place(on, tanks.at(spot(18, 30)), 36).steps[-1]
    assert "The straight way there is free" in free.text


# -- the turn


@pytest.mark.parametrize(
    ("unit", "action", "moment", "value"),
    [
        ("mortar", "fire", Moment("mortar fire"), True),
        ("mortar", "fire", Moment("actions"), False),
        ("mortar", "move", Moment("actions", acted=True), False),
        ("tank", "fire", Moment("actions"), True),
        ("tank", "fire", Moment("mortar fire"), False),
        ("tank", "move", Moment("actions", acted=True), False),
        ("atg", "move", Moment("actions", threatened=True), False),
        ("infantry", "move", Moment("actions", threatened=True), True),
        ("tank", "fire", Moment("actions", phasing=False, ready=True, others_acted=True), True),
        ("mortar", "fire", Moment("actions", phasing=False, ready=True, others_acted=True), False),
        (
            "mortar",
            "fire",
            Moment("mortar fire", phasing=False, ready=True, others_acted=True),
            False,
        ),
        ("tank", "fire", Moment("actions", phasing=False, ready=True), False),
        ("tank", "fire", Moment("actions", phasing=False, others_acted=True), False),
        ("infantry", "rally", Moment("rally and ready"), True),
        ("infantry", "rally", Moment("rally and ready", acted=True), False),
        ("mortar", "ready", Moment("rally and ready"), False),
        ("tank", "dig in", Moment("rally and ready"), False),
        ("mortar", "dig in", Moment("rally and ready"), True),
        ("tank", "ready", Moment("actions"), False),
    ],
)
def test_who_may_do_what_and_when(unit: str, action: str, moment: Moment, value: bool) -> None:
    answer = may_act(unit, action, moment)
    assert answer.value is value, answer


@pytest.mark.parametrize(
    ("unit", "step", "said"),
    [
        ("mortar", "mortar fire", "Mortars fire in this step."),
        ("mortar", "actions", "Mortars fire only in the Mortar Fire Step."),
        ("mortar", "rally and ready", "Mortars fire only in the Mortar Fire Step."),
        ("tank", "mortar fire", "Only Mortars fire in this step."),
        ("tank", "actions", "Units fire in this step."),
        ("tank", "rally and ready", "Units fire only in the Actions Step."),
    ],
)
def test_the_step_in_which_a_unit_fires_is_named(unit: str, step: str, said: str) -> None:
    told = [each.text for each in may_act(unit, "fire", Moment(step)).steps]
    assert [text for text in told if " in this step." in text or " fire only in " in text] == [said]


def test_mortars_never_fire_in_the_enemy_s_phase_and_the_steps_say_why() -> None:
    steps = may_act(
        "mortar", "fire", Moment("actions", phasing=False, ready=True, others_acted=True)
    ).steps
    assert [step.cite.lines for step in steps if step.op == "forbids"] == ["190", "300"]
    assert "allows" not in {step.op for step in steps}
