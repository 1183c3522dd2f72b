"""One shot: the reports' worked figures, the whole input space compared with a naive restatement,
the readings, bad input.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from landships_lab.core.answer import tally
from landships_lab.core.dice import AVERAGE_DIE, D6
from landships_lab.data.load import readings
from landships_lab.games.one_hour.rules.fire import fire_odds, hits, preferred
from landships_lab.games.one_hour.rules.shot import COVERS, Shot

TYPES = ("infantry", "mortar", "atg", "tank")

# The figures the reports work out: the shot, the face of the die, the Hits, and the line of the
# source text.
GOLDENS = [
    (Shot("infantry", "tank", 4), 2, 0, "70: infantry at close range on tanks, (2 - 2) x 2"),
    (Shot("mortar", "atg", 20), 4, 6, "25: mortars hammer the moving ATGs, 4 + 2"),
    (Shot("tank", "tank", 10), 5, 7, "25: return fire on the Carri, 5 + 2"),
    (Shot("tank", "tank", 10, into_rear=True), 3, 7, "116: 3, tank against tank, from the flank"),
    (
        Shot("tank", "infantry", 4, cover=frozenset({"dug-in", "town"})),
        4,
        2,
        "25: close x2, dug in 1/2, town 1/2: a net 1/2",
    ),
    (
        Shot("infantry", "infantry", 8, cover=frozenset({"dug-in", "woods"})),
        4,
        1,
        "25: dug in and in woods, a quarter",
    ),
    (
        Shot("tank", "infantry", 8, cover=frozenset({"dug-in", "town"})),
        5,
        1,
        "39: dug in inside the town, a quarter",
    ),
    (Shot("atg", "tank", 10, firer_hits=5), 4, 5, "102: after 5 Hits they shoot at -1"),
    (Shot("mortar", "tank", 3), 5, 0, "68: mortars cannot fire at tanks that are upon them"),
]


@pytest.mark.parametrize(("shot", "die", "expected", "where"), GOLDENS, ids=[g[3] for g in GOLDENS])
def test_a_worked_figure_of_the_reports(shot: Shot, die: int, expected: int, where: str) -> None:
    answer = hits(shot, die)
    assert answer.value == expected, f"{where}\n{answer}"


# -- the naive restatement

# Rows as printed: against infantry, mortar, ATG, tank; on a rear, to the rear; close; ordinary
# reach; long reach.
PRINTED = {
    "infantry": ((0, -2, 0, -2), 2, -2, 2, 12, 12),
    "mortar": ((2, 0, 2, -2), 0, 0, None, 48, 48),
    "atg": ((-2, -2, -2, 2), 2, -2, 2, 12, 24),
    "tank": ((0, 0, 0, 2), 2, -2, 2, 12, 24),
}
DEFAULT = {key: reading.default for key, reading in readings("one_hour").items()}


def restated(shot: Shot, die: int, how: dict[str, str] = DEFAULT) -> int:
    """The rule restated as a reader would do it with pencil and paper, in eighths of a Hit."""
    versus, on_rear, to_rear, close, reach, longest = PRINTED[shot.firer]
    near = 4 if how["close-range"] == "4-inches" else 2
    destroyed = 15 if how["destroyed-at"] == "15-or-more" else 16
    is_close, is_long = shot.range_inches <= near, reach < shot.range_inches <= longest
    if shot.range_inches > longest or shot.firer_hits >= destroyed:
        return 0
    if close is None and is_close and how["mortar-close"] == "no-fire":
        return 0
    if hidden(shot, how):
        return 0
    score = (
        die
        - (2 if shot.firer_hits >= 10 else 1 if shot.firer_hits >= 5 else 0)
        + versus[TYPES.index(shot.target)]
    )
    score += (on_rear if shot.into_rear else 0) + (to_rear if shot.out_of_rear else 0)
    score -= 2 if is_long and how["long-range"] == "minus-2" else 0
    shields = [word for word in shot.cover if not (word == "woods" and shot.firer == "mortar")]
    shields += ["hill"] if shot.on_hill and shot.target == "tank" and shot.firer != "mortar" else []
    halved_by_range = is_long and how["long-range"] == "half"
    halvings = min(2, len(shields))
    if halved_by_range:
        halvings = min(2, halvings + 1) if how["protection-cap"] == "with-range" else halvings + 1
    eighths = max(score, 0) * (2 if is_close and close else 1) * 8
    for _ in range(halvings):
        eighths //= 2
    return eighths // 8


def hidden(shot: Shot, how: dict[str, str]) -> bool:
    """Lines 162 and 176 restated; Mortars have observers (line 173), who may stand anywhere and be
    Ready.
    """
    hull_down = shot.on_hill and shot.target == "tank" and how["concealed-etc"] == "any-bonus"
    if not (shot.cover or hull_down):
        return False
    by_mortar = shot.firer == "mortar"
    far = shot.range_inches > 12 and not by_mortar
    return {
        "ready-limit": shot.target_ready and far,
        "always-limit": far,
        "target": far or not shot.target_ready,
        "observer": far or not (shot.firer_ready or by_mortar),
    }[how["concealed-sight"]]


A_HAIR = Fraction(1, 16)
RANGES: tuple[int | Fraction, ...] = (
    0,
    2,
    2 + A_HAIR,
    4,
    4 + A_HAIR,
    12,
    12 + A_HAIR,
    24,
    25,
    48,
    49,
)
SUBSETS = [frozenset(chosen) for size in range(4) for chosen in combinations(COVERS, size)]


@pytest.mark.long
@pytest.mark.parametrize("firer", TYPES)
def test_the_whole_input_space_agrees_with_the_naive_restatement(firer: str) -> None:
    flags = (False, True)
    for target, inches, own, rear, to_rear, cover, hill in product(
        TYPES, RANGES, (0, 4, 5, 9, 10, 14, 15), flags, flags, SUBSETS, flags
    ):
        if target == "tank" and "dug-in" in cover:
            continue
        shot = Shot(firer, target, inches, own, rear, to_rear, cover, hill)
        naive = [restated(shot, die) for die in range(1, 7)]
        odds = fire_odds(shot, "D6")
        assert odds.weights == {n: naive.count(n) // _common(naive) for n in set(naive)}, shot


def _common(values: list[int]) -> int:
    from math import gcd

    return gcd(*(values.count(n) for n in set(values)))


def _shot(
    firer: str,
    target: str,
    inches: Fraction,
    own: int,
    *,
    rears: tuple[bool, bool],
    cover: frozenset[str],
    hill: bool,
    ready: tuple[bool, bool] = (False, False),
) -> Shot:
    """A shot whose target is not dug in if it is a Tank."""
    return Shot(
        firer,
        target,
        inches,
        own,
        *rears,
        cover=cover - {"dug-in"} if target == "tank" else cover,
        on_hill=hill,
        target_ready=ready[0],
        firer_ready=ready[1],
    )


shots = st.builds(
    _shot,
    st.sampled_from(TYPES),
    st.sampled_from(TYPES),
    st.fractions(0, 50, max_denominator=16),
    st.integers(0, 15),
    rears=st.tuples(st.booleans(), st.booleans()),
    cover=st.frozensets(st.sampled_from(COVERS)),
    hill=st.booleans(),
    ready=st.tuples(st.booleans(), st.booleans()),
)
ways = st.fixed_dictionaries(
    {key: st.sampled_from([o.id for o in r.options]) for key, r in readings("one_hour").items()}
)


HULL_DOWN = Shot("tank", "tank", 13, on_hill=True, target_ready=True)


@given(shots, st.integers(1, 6), ways)
@example(HULL_DOWN, 6, DEFAULT)
@example(HULL_DOWN, 6, {**DEFAULT, "concealed-etc": "any-bonus"})
def test_under_every_reading_the_steps_come_to_the_restated_value(
    shot: Shot, die: int, how: dict[str, str]
) -> None:
    answer = hits(shot, die, how)
    assert answer.value == tally(answer.steps) == restated(shot, die, how)


@given(shots, ways)
def test_the_odds_are_the_explaining_rule_run_over_every_face(
    shot: Shot, how: dict[str, str]
) -> None:
    die = AVERAGE_DIE if how["dice"] == "D5" else D6
    assert fire_odds(shot, "D5", how) == die.map(lambda face: hits(shot, face, how).value)


@given(shots, st.integers(1, 5))
def test_a_better_die_and_a_fresher_firer_never_do_worse(shot: Shot, die: int) -> None:
    assert hits(shot, die).value <= hits(shot, die + 1).value
    fresh = replace(shot, firer_hits=0)
    assert hits(shot, die).value <= hits(fresh, die).value


# -- readings


def test_a_step_that_took_a_reading_names_it() -> None:
    taken = {
        step.reading
        for step in hits(Shot("tank", "atg", 20, cover=frozenset({"dug-in", "town"})), 3).steps
    }
    assert taken == {"", "protection-cap"}


# -- bad input


def odd(value: Any) -> Any:
    """What no type checker lets through."""
    return value


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: Shot("tnak", "tank", 4), "'tnak' is not a type of Unit; .* The nearest is tank."),
        (lambda: Shot(odd(["tank"]), "tank", 10), "is not a type of Unit"),
        (lambda: Shot("tank", "tank", odd(4.5)), r"or a Fraction of inches, .*7½, not 4\.5\.$"),
        (lambda: Shot("tank", "tank", -1), "^The range of a shot is 0 inches or more, not −1.$"),
        (lambda: Shot("tank", "tank", 4, 16), "from 0 to 15, not 16. The nearest is 15.$"),
        (lambda: Shot("tank", "tank", 4, True), "^The number of Hits a firer has .*, not True.$"),
        *(
            (lambda cover=cover: Shot("tank", "tank", 4, cover=cover), rf"^Cover .*, not {told}\.$")
            for cover, told in (("town", "the text 'town'"), (None, None), (5, 5), (1.5, 1.5))
        ),
        (
            lambda: Shot("tank", "tank", 4, cover=frozenset({"towns"})),
            "'towns' is not a kind of cover; allowed are dug-in, town, woods. The nearest is town.",
        ),
        (lambda: Shot("tank", "tank", 4, cover=odd({1, "town"})), "is not a kind of cover"),
        (lambda: hits(Shot("tank", "tank", 4), 0), "is a whole number from 1 to 6, not 0"),
        (lambda: fire_odds(Shot("tank", "tank", 4), "D4"), "'D4' is not a die .* are D5, D6"),
        (lambda: fire_odds(Shot("tank", "tank", 4), odd(["D5"])), "is not a die of these rules"),
        (
            lambda: hits(Shot("tank", "tank", 20), 3, {"long-range": "halve"}),
            "'halve' is not an option of the reading long-range; .* The nearest is half",
        ),
        (
            lambda: Shot("tank", "tank", 10, cover=frozenset({"dug-in"})),
            r"^A Tank cannot dig in\.$",
        ),
    ],
)
def test_what_is_no_shot_is_refused_in_one_sentence(ask: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask()


# -- target priorities


@pytest.mark.parametrize(
    ("shots", "headline"),
    [
        (
            {"rifles": Shot("tank", "infantry", 3), "Carri": Shot("tank", "tank", 11)},
            "Fire at Carri: Tanks fire at Tanks and ATGs first.",
        ),
        (
            {"damaged": Shot("tank", "tank", 11), "fresh": Shot("tank", "tank", 9)},
            "Fire at fresh: all else being equal, it is the closest.",
        ),
        (
            {"far": Shot("infantry", "infantry", 13), "near": Shot("infantry", "tank", 12)},
            "Fire at near",
        ),
    ],
)
def test_whom_to_fire_at(shots: dict[str, Shot], headline: str) -> None:
    """Line 200: Tanks at Tanks, even if Infantry are closer; what is out of range comes last."""
    assert preferred(shots).headline.startswith(headline)


def test_where_no_target_can_be_fired_at_none_is_advised() -> None:
    near, far = Shot("mortar", "infantry", 3), Shot("mortar", "tank", 49)
    for shots in ({"near": near}, {"near": near, "far": far}):
        answer = preferred(shots, {"mortar-close": "no-fire"})
        assert (answer.value, answer.headline) == ("", "It cannot fire at any of them.")
        assert len(answer.steps) == len(shots)
    assert (
        preferred(
            {"near": near, "good": Shot("mortar", "tank", 20)}, {"mortar-close": "no-fire"}
        ).value
        == "good"
    )


# -- what the rules forbid


def test_a_destroyed_unit_is_offered_no_change_of_its_shot() -> None:
    """Lines 163 and 257: it is removed; only the reading of when that is can bring it back."""
    answer = hits(Shot("tank", "tank", 10, firer_hits=15), 4)
    assert [remedy.change for remedy in answer.remedies] == ["destroyed-at"]


@pytest.mark.parametrize(("far", "reading"), [(2, ""), (Fraction(9, 4), "close-range")])
def test_close_range_is_a_reading_only_beyond_two_inches(far: int | Fraction, reading: str) -> None:
    (close,) = (
        step
        for step in hits(Shot("tank", "infantry", far), 4).steps
        if "is close range" in step.text
    )
    assert close.reading == reading


@pytest.mark.parametrize(("own", "die", "left"), [(9, 3, 0), (10, 4, 5), (12, 4, 5)])
def test_permanent_hits_are_not_rallied_off_by_a_remedy(own: int, die: int, left: int) -> None:
    """Line 163: from 10 Hits on five stay, and with five the die still loses 1."""
    answer = hits(Shot("infantry", "tank", 8, firer_hits=own), die)
    rallied = {remedy.to for remedy in answer.remedies if remedy.change == "firer_hits"}
    assert rallied == {left}


def test_what_does_not_protect_says_so() -> None:
    """Lines 253 and 254."""
    told = [
        step.text
        for step in hits(
            Shot("mortar", "tank", 10, cover=frozenset({"woods"}), on_hill=True), 4
        ).steps
    ]
    assert "Woods do not protect from Mortars." in told
    assert "A hilltop does not protect from Mortars." in told
    assert any(
        "protects Tanks only" in step.text
        for step in hits(Shot("tank", "infantry", 10, on_hill=True), 4).steps
    )


@pytest.mark.parametrize(
    ("shot", "lines"),
    [
        (Shot("infantry", "mortar", 3, into_rear=True), {"217", "199, 220", "222, 255"}),
        (Shot("mortar", "tank", 20, out_of_rear=True), {"228", "199, 230"}),
        (Shot("atg", "tank", 20), {"237", "241, 255"}),
        (Shot("tank", "tank", 3, out_of_rear=True), {"246", "199, 248", "249, 255"}),
    ],
)
def test_a_step_cites_the_cell_of_the_fire_table_that_it_uses(shot: Shot, lines: set[str]) -> None:
    assert lines <= {step.cite.lines for step in hits(shot, 4).steps}


# -- the sentence on Tanks


def test_tanks_fire_at_atgs_before_infantry_as_it_is_printed() -> None:
    """Line 200: even if Infantry are closer, though the table gives Tanks nothing against ATGs."""
    shots = {
        "rifles": Shot("tank", "infantry", 5),
        "guns": Shot("tank", "atg", 11, cover=frozenset({"dug-in"})),
    }
    answer = preferred(shots)
    assert (answer.value, answer.headline) == (
        "guns",
        "Fire at guns: Tanks fire at Tanks and ATGs first.",
    )
    assert preferred(shots, {"target-priority": "modifiers"}).value == "rifles"
    assert {step.reading for step in answer.steps} == {"", "target-priority"}
    others = {
        name: Shot("infantry", shot.target, shot.range_inches, cover=shot.cover)
        for name, shot in shots.items()
    }
    assert preferred(others).value == "rifles"
