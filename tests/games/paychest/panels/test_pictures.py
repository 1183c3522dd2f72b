"""The pictures of forces and of command hold every figure that is counted, name it, and stay in one
frame.
"""

import random
from itertools import combinations
from typing import Any

import pytest

from landships_lab.drawing.labels import bounds, label_box, meets, overlap
from landships_lab.drawing.shapes import Label, Lines, Polygons, Scene
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import THEMES
from landships_lab.games.paychest.panels import command as command_panel
from landships_lab.games.paychest.panels import fire as fire_panel
from landships_lab.games.paychest.panels import forces as forces_panel
from landships_lab.games.paychest.rules.forces import FORMATIONS, roster
from landships_lab.jupyter.still import Still
from landships_lab.panel import CATALOG

FORCES, COMMAND = CATALOG["paychest:forces"], CATALOG["paychest:command"]
LARGE = (
    "brigade battalions 12",
    "cavalry-regiment squadrons 12",
    "native-regiment warbands 6",
    "native-army warbands 6 regiments 12",
)
STATES = (*FORMATIONS, *LARGE, "brigade battalions 5", "native-army warbands 4 regiments 3")
#: Words are read at 11 pixels where a picture is shown at three quarters of its size.
LEAST_LETTERS = 14.5
NUMBERS = (
    "ending mine 200 theirs 150",
    "ending mine 0 theirs 1",
    "merge first 200 second 200",
    "merge first 1 second 1",
)
QUESTIONS = (
    *NUMBERS,
    *(
        "ending goal reached",
        "leader",
        "leader rank commander fate unconscious men 60",
        "leader fate fights men 200",
        "leader men 0",
    ),
    *(
        "leader fate lame men 1",
        "return",
        "return times 9",
        "return kind regular",
        "casualty",
        "casualty kind regular",
        "rifle",
    ),
    *("rifle arms shown", "rifle arms found", "merge", "merge first 14 second 12"),
)


def force(words: str) -> tuple[Any, Any, Scene]:
    state = FORCES.parse(f"paychest:forces formation {words}")
    answer = state.ask()
    return state, answer, state.picture(answer)


def command(words: str) -> tuple[Any, Scene]:
    state = COMMAND.parse(f"paychest:command about {words}")
    answer = state.ask()
    return answer, state.picture(answer)


def count(scene: Scene, name: str, *, out: bool = False) -> int:
    """Return how many figures of this name stand in a picture, by their hats or caps; of those
    drawn as an outline six parts each.
    """
    roles = ("man-out",) if out else ("man-hat", "man-cap", "man-hat-small", "man-cap-small")
    return sum(
        len(s.rings)
        for s in scene.shapes()
        if isinstance(s, Polygons) and s.role in roles and s.name == name
    )


def drawn(scene: Scene) -> list[Polygons]:
    return [s for s in scene.figures if isinstance(s, Polygons) and s.role.startswith("man-")]


@pytest.mark.parametrize("words", STATES)
def test_a_force_fills_its_picture_with_every_figure_and_names_its_formations(words: str) -> None:
    state, answer, scene = force(words)
    ranks = roster(state.formation, state.parts)
    assert {rank: count(scene, rank) for rank in ranks} == dict(ranks)
    assert sum(ranks.values()) == answer.value
    wood = [s for s in drawn(scene) if s.name == "gun" and s.role.startswith("man-wood")]
    guns = sum(body.count * body.formation.guns for body in answer.detail)
    assert sum(len(s.rings) for s in wood) == guns
    key = forces_panel.HEIGHT - (forces_panel.KEY if len(answer.detail) > 1 else 0)
    points = [p for s in drawn(scene) if not s.name.startswith("key") for r in s.rings for p in r]
    left, top, right, bottom = bounds(points)
    assert 0 <= left < right <= scene.width
    assert 0 <= top < bottom <= key
    assert bottom - top > 0.55 * scene.height, "the half of it is not empty"
    assert bottom > 0.72 * key
    names = {s.name for s in scene.figures if isinstance(s, Label) and s.role == "figure-name"}
    several = {f"{body.id} {n}" for body in answer.detail[1:2] for n in range(1, body.count + 1)}
    assert {answer.detail[0].id, *several} <= names


def test_the_companies_of_a_battalion_and_of_a_small_brigade_are_named() -> None:
    for words, times in (("battalion", 1), ("brigade", 2)):
        texts = [
            s.text
            for s in force(words)[2].figures
            if isinstance(s, Label) and s.name.startswith("company ")
        ]
        assert sorted(texts) == sorted([f"Company {n}" for n in range(1, 5)] * times)


@pytest.mark.parametrize("words", ["company", "squadron", "warband", "section"])
def test_one_company_names_each_rank_beside_its_figures(words: str) -> None:
    state, _, scene = force(words)
    named = {s.name for s in scene.figures if isinstance(s, Label) and s.role == "figure-rank"}
    assert set(roster(state.formation, state.parts)) <= named


@pytest.mark.long
@pytest.mark.parametrize(
    "scene",
    [force(w)[2] for w in STATES] + [command(w)[1] for w in QUESTIONS],
    ids=[*STATES, *QUESTIONS],
)
def test_words_can_be_read_and_lie_on_no_figure(scene: Scene) -> None:
    labels = [s for s in scene.figures if isinstance(s, Label)]
    for label in labels:
        assert THEMES["light"].style(label.role).size >= LEAST_LETTERS
        left, top, right, bottom = label_box(label)
        assert 0 <= left < right <= scene.width, label.text
        assert 0 <= top < bottom <= scene.height, label.text
    for one, other in combinations(labels, 2):
        assert not overlap(label_box(one), label_box(other)), (one.text, other.text)
    solid = [
        r
        for s in drawn(scene)
        if s.role.split("-")[1] in ("coat", "hat", "cap", "face", "base", "horse", "flag")
        for r in s.rings
    ]
    for label in labels:
        assert not any(meets(label_box(label), ring) for ring in solid), (
            f"{label.text} lies on a figure"
        )


@pytest.mark.parametrize("words", QUESTIONS)
def test_the_figures_of_a_question_stay_in_the_picture(words: str) -> None:
    left, top, right, bottom = bounds(
        p for s in drawn(command(words)[1]) for r in s.rings for p in r
    )
    assert 0 <= left < right <= 640
    assert 0 <= top < bottom <= command_panel.HEIGHT


@pytest.mark.parametrize("panel_type", [FORCES, COMMAND], ids=["forces", "command"])
def test_every_state_has_the_same_frame(panel_type: Any) -> None:
    dice = random.Random(7)
    states = [panel_type.random(dice) for _ in range(40)]
    assert len({(s.width, s.height) for s in (state.picture(state.ask()) for state in states)}) == 1


def test_both_sides_are_counted_and_an_empty_one_is_an_outline() -> None:
    _, scene = command("ending mine 17 theirs 150")
    assert (count(scene, "your side"), count(scene, "the enemy")) == (17, 150)
    _, empty = command("ending mine 0 theirs 3")
    assert (count(empty, "your side"), count(empty, "the enemy")) == (0, 3)
    assert count(empty, "your side", out=True)
    assert "nobody left" in empty.description


def test_the_flag_is_raised_where_a_victory_condition_is_met() -> None:
    for words, met in (("ending", False), ("ending goal reached", True)):
        _, scene = command(words)
        assert bool(scene.find("man-flag", "victory flag")) is met
        assert bool(scene.find("man-out", "no victory flag")) is not met


@pytest.mark.parametrize("fate", ["killed", "unconscious", "lame", "fights"])
@pytest.mark.parametrize("rank", ["commander", "leader"])
@pytest.mark.parametrize("men", [0, 1, 6])
def test_an_acting_corporal_is_shown_where_one_may_be(fate: str, rank: str, men: int) -> None:
    answer, scene = command(f"leader rank {rank} fate {fate} men {men}")
    acts = fate != "fights" and men > 0
    assert answer.value is (fate != "fights" and (men > 0 or rank == "commander"))
    assert bool(scene.find("selected", "acting corporal")) is acts
    assert count(scene, "acting corporal") == acts
    assert count(scene, "his men") == men - acts
    assert bool(scene.find("illegal", "killed")) is (fate == "killed")
    assert bool(scene.find("figure-note", "other leaders")) is (
        answer.value and rank == "commander"
    )


@pytest.mark.parametrize(
    "words",
    ["return", "return times 2", "return kind regular", "casualty", "casualty kind regular"],
)
def test_the_edge_of_the_table_is_crossed_only_by_who_may(words: str) -> None:
    answer, scene = command(words)
    name = "comes back" if words.startswith("return") else "taken away"
    assert bool(scene.find("illegal", name)) is not answer.value
    (edge,) = scene.find("table-rim")
    assert isinstance(edge, Polygons)
    left, _, right, _ = bounds(edge.rings[0])
    ways = [
        s
        for s in scene.figures
        if isinstance(s, Lines) and s.role in ("change", "sight-broken") and s.name == name
    ]
    ends = [path[-1][0] for path in ways[0].paths]
    start = ways[0].paths[0][0][0]
    assert all((min(start, end) < left and max(start, end) > right) is answer.value for end in ends)


def test_times_on_the_table_are_places_that_are_used() -> None:
    for times, used in ((1, 0), (2, 1), (9, 1)):
        _, scene = command(f"return times {times}")
        assert (count(scene, "first time"), count(scene, "second time")) == (1, used)
    assert "9 times already" in scene.description
    for times, told in ((1, False), (2, False), (3, True)):
        found = command(f"return times {times}")[1].find("figure-note")
        assert any("already" in str(getattr(label, "text", "")) for label in found) is told


def test_who_counts_as_armed_has_a_rifle_in_the_picture() -> None:
    for words in ("rifle", "rifle arms shown", "rifle arms found"):
        answer, scene = command(words)
        assert bool(scene.find("man-iron", "counts as")) is answer.value


@pytest.mark.parametrize("fate", ["killed", "unconscious", "lame", "fights"])
def test_a_leader_stands_or_lies_over_his_name(fate: str) -> None:
    scene = command(f"leader fate {fate}")[1]
    name = next(s for s in scene.figures if isinstance(s, Label) and s.text == "Officer or NCO")
    points = [p for s in drawn(scene) if s.name == "leader" for ring in s.rings for p in ring]
    left, _, right, bottom = bounds(points)
    assert abs((left + right) / 2 - name.at[0]) < (right - left) / 4
    assert left >= 0
    assert bottom < name.at[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("skill 4 moved stand", "4 of 6 faces hit"),
        ("skill 1 moved stand", "1 of 6 faces hits"),
        ("skill 3 moved charge", "a ONE goes on to the second"),
        ("skill 0 moved stand", "no face hits"),
        ("skill 4 moved stand weapon machine-gun figures 2", "4 of 6 faces hit"),
    ],
)
def test_a_second_die_is_spoken_of_where_it_decides(words: str, told: str) -> None:
    """Line 7: only with zero or less left, and where its roll can hit."""
    state = CATALOG["paychest:fire"].parse(f"paychest:fire {words}")
    labels = [s for s in state.picture(state.ask()).figures if isinstance(s, Label)]
    assert [s.text for s in labels if s.name == "first"] == ["The first die", told]


@pytest.mark.parametrize("skill", [-3, 4, 12])
def test_the_rule_of_a_skill_lies_within_its_picture(skill: int) -> None:
    """The wooden rule, its shadow and its marks, from the left margin to the right one."""
    state = CATALOG["paychest:fire"].parse(f"paychest:fire skill {skill}")
    scene = state.picture(state.ask())
    for role in ("rule", "rule-mark", "shadow"):
        for shape in scene.find(role, "track"):
            assert isinstance(shape, Polygons | Lines)
            parts = shape.rings if isinstance(shape, Polygons) else shape.paths
            left, _, right, _ = bounds([point for part in parts for point in part])
            margin = fire_panel.LEFT
            assert margin - 1 <= left < margin + 3
            assert scene.width - margin - 1 <= right <= scene.width - margin + 3


def test_two_units_stand_in_one_bracket_with_the_places_left_in_a_company() -> None:
    _, scene = command("merge first 7 second 9")
    assert (count(scene, "first: 7"), count(scene, "second: 9")) == (7, 9)
    assert {s.name for s in scene.figures if s.role == "man-out"} == {"4 free"}
    one_outline = count(command("merge first 7 second 12")[1], "1 free", out=True)
    assert count(scene, "4 free", out=True) == 4 * one_outline
    assert not [s for s in command("merge first 14 second 12")[1].figures if s.role == "man-out"]
    (bracket,) = scene.find("change", "combined")
    assert isinstance(bracket, Lines)
    left, _, right, _ = bounds(bracket.paths[0])
    inside = [
        p
        for s in drawn(scene)
        if s.name in ("first: 7", "second: 9") and s.role == "man-base"
        for r in s.rings
        for p in r
    ]
    free = [p for s in drawn(scene) if s.name == "4 free" for r in s.rings for p in r]
    assert (
        left
        <= min(x for x, _ in inside)
        < max(x for x, _ in inside)
        <= right
        < min(x for x, _ in free)
    )


ASKED = tuple(f"command about {question}" for question in QUESTIONS if question not in NUMBERS)
KEPT = ("forces formation battalion", "forces formation brigade battalions 2", *ASKED)


@pytest.mark.parametrize("link", KEPT)
def test_a_notebook_keeps_the_picture_as_it_looked_last(link: str) -> None:
    """What is too large to be kept is left out of a saved notebook; what lessons show is not."""
    panel_type = CATALOG[f"paychest:{link.partition(' ')[0]}"]
    state = panel_type.parse(f"paychest:{link}")
    kept = Still(lambda: ("", "", svg(state.picture(state.ask())))).html()
    assert "<img" in kept
