"""The panels of Paychest ask, draw, travel as text, and mark on every screen and picture what
the reader supplied.
"""

from fractions import Fraction
from typing import Any

import pytest

from landships_lab.core.answer import Gap
from landships_lab.drawing.charts import Curve
from landships_lab.drawing.svg import svg
from landships_lab.games.paychest.panels.common import NOT_PRINTED
from landships_lab.panel import CATALOG
from landships_lab.panel.controls import Switch
from landships_lab.practice.lessons import lesson_questions
from tests.data.test_gaps import FILLED

IDS = [
    "paychest:fire",
    "paychest:melee",
    "paychest:morale",
    "paychest:forces",
    "paychest:turn",
    "paychest:command",
]
#: States in which something the reader supplied bears on the answer.
THEIRS = [
    ("paychest:fire", {"inches": "12"}),
    ("paychest:fire", {"cover": "wall"}),
    ("paychest:fire", {"figure": "legionnaire"}),
    ("paychest:fire", {"weapon": "shell", "inches": "40"}),
    ("paychest:fire", {"weapon": "machine-gun", "inches": "12"}),
    ("paychest:melee", {"figure_a": "legionnaire"}),
    ("paychest:morale", {"kind": "regular"}),
    ("paychest:morale", {"kind": "irregular", "leader": "lost"}),
    ("paychest:fire", {"weapon": "shell"}),
    ("paychest:melee", {}),
    ("paychest:turn", {"moves": "walk"}),
]


def with_values(panel_id: str, values: dict[str, Any], own: str = "") -> Any:
    """Return the state after setting these controls one after another."""
    panel_type = CATALOG[panel_id]
    state = panel_type.initial()
    if own:
        state = state.set("own", own)
    for control, value in values.items():
        state = state.set(control, value)
    return state


@pytest.mark.parametrize(("panel_id", "values"), THEIRS)
def test_what_the_reader_supplied_is_marked_on_screen_and_in_the_picture(
    panel_id: str, values: dict[str, str]
) -> None:
    state = with_values(panel_id, values, FILLED)
    answer = state.ask()
    theirs = [step for step in answer.steps if step.cite.kind == "supplied"]
    assert theirs
    scene = state.picture(answer)
    foot = " ".join(label.text for label in scene.find("supplied") if hasattr(label, "text"))
    assert foot.startswith("Supplied by you, not in the source.")
    for step in theirs:
        assert step.cite.section in foot
        assert "the Tuesday club" in foot
    assert foot in scene.description
    assert "the Tuesday club" in svg(scene)
    words = [chart.title for chart in state.charts(answer)] + [
        table.note for table in state.tables(answer)
    ]
    words += [
        cell for table in state.tables(answer) for row in table.rows for cell in (row[0], *row[1])
    ]
    assert any("your" in word for word in words)


@pytest.mark.parametrize("panel_id", IDS)
def test_nothing_is_marked_as_the_readers_where_nothing_is(panel_id: str) -> None:
    panel_type = CATALOG[panel_id]
    state = panel_type.initial()
    assert state.picture(state.ask()).find("supplied") == ()


def test_a_supplied_table_changes_the_odds_and_taking_it_back_opens_the_gap() -> None:
    lost = with_values("paychest:fire", {"inches": "12"})
    assert isinstance(lost.ask().value, Gap)
    assert lost.charts(lost.ask()) == ()
    mine = lost.set("own", "ranges = [{ to = 12, modifier = 1 }]")
    assert mine.ask().value == Fraction(3, 6)
    assert mine.charts(mine.ask())[0].title == "Hits of 16 shots (with your tables)"
    assert isinstance(mine.set("own", "").ask().value, Gap)


def test_rows_that_are_gone_are_let_go() -> None:
    state = with_values("paychest:fire", {"cover": "wall", "figure": "legionnaire"}, FILLED)
    bare = state.set("own", "")
    assert (bare.cover, bare.figure) == ("", "")
    assert bare.ask().value == Fraction(1, 3)


def test_readings_say_what_they_change() -> None:
    state = with_values("paychest:fire", {"weapon": "machine-gun"})
    switches = {
        control.id: dict(control.effects)
        for control in state.controls()
        if isinstance(control, Switch)
    }
    assert set(switches) == {"skill-plus", "ones", "gun-turn"}
    assert len(set(switches["skill-plus"].values())) == 2
    literal = state.set("skill-plus", "added-to-die")
    assert literal.ask().value < state.ask().value
    assert "reading skill-plus=added-to-die" in literal.text()


def test_a_battle_shows_what_the_lost_line_leaves_open() -> None:
    morale = CATALOG["paychest:morale"]
    curves = [
        chart
        for chart in morale.initial().charts(morale.initial().ask())
        if isinstance(chart, Curve)
    ]
    assert [len(curve.series) for curve in curves] == [2]
    mine = with_values("paychest:morale", {}, FILLED)
    curves = [chart for chart in mine.charts(mine.ask()) if isinstance(chart, Curve)]
    assert [len(curve.series) for curve in curves] == [1]


#: Worked out by hand from the printed rules: chances to the nearest per cent.
RIGHT = {
    "50_a_turn_of_paychest": ["25%", "yes", "no", "the rules do not say"],
    "51_skill_and_fire": ["50%", "no", "6%", "50%"],
    "52_melee": ["0%", "97%", "31%", "26%"],
    "53_morale_under_fire": ["100%", "17%", "58%", "65%"],
    "54_when_the_book_is_torn": ["83%", "the rules do not say", "261", "130"],
}


@pytest.mark.parametrize("lesson", RIGHT)
def test_the_lessons_ask_questions_with_these_answers(lesson: str) -> None:
    assert [question.right for question in lesson_questions(lesson)] == RIGHT[lesson]


#: A wrong text of a panel, and what its refusal says.
WRONG = """
fire skil 4 => The nearest is skill.
fire skill 4 skill 5 => 'skill' stands twice in this text
fire skill => After 'skill' a word is missing.
fire cover wall => 'wall' is not a kind of cover in your tables; there are none to choose from yet.
fire weapon cannon => allowed are rifle, machine-gun, shell.
fire figure zouave => 'zouave' is not a figure in your tables
fire own xyz => The packed part of this text cannot be read
melee skill_a 4 men_a 5 => '5' is not a number of men of side A; allowed are 1, 2, 3, 4.
morale battle 3/4 => 3 hits cannot put 4 figures out of action
morale battle x => The number of hits in a turn is a whole number from 0 to 60, not 'x'.
forces formation native-regiment warbands 7 => is a whole number from 2 to 6, not 7.
fire reading skill-plus=both => allowed are raises-skill, added-to-die
"""


@pytest.mark.parametrize("line", WRONG.strip().split("\n"))
def test_a_wrong_text_is_refused_with_one_sentence(line: str) -> None:
    text, _, sentence = line.partition(" => ")
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the sentence is looked at below
        CATALOG[f"paychest:{text.split()[0]}"].parse(f"paychest:{text}")
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_stretch_of_ground_can_be_fired_at() -> None:
    """Line 5: a unit of 4 inches at 4 inches of wall, and no more."""
    fire = CATALOG["paychest:fire"]
    assert "4 inches wide" in str(fire.parse("paychest:fire target location firer group").ask())
    wide = fire.parse("paychest:fire target location firer group width 6 frontage 5")
    assert wide.ask().headline.endswith("may not fire at a stretch of ground so wide.")
    assert {"width", "frontage"} <= {control.id for control in wide.controls()}
    for remedy in wide.ask().remedies:
        assert wide.set(remedy.change, remedy.to).ask().value is not False
    assert "width" not in fire.initial().text()


def test_a_machine_gun_aims_at_figures_that_can_be_counted() -> None:
    """A single figure is one figure, and the panel knows no other target for a gun than a group
    (lines 5 and 11).
    """
    fire: Any = CATALOG["paychest:fire"]
    for words in (
        "weapon machine-gun target figure figures 9",
        "weapon machine-gun target figure",
        "target figure figures 9",
    ):
        with pytest.raises(ValueError, match="write"):
            fire.parse(f"paychest:fire {words}")
    assert fire.parse("paychest:fire target figure").figures == 1
    assert fire.parse("paychest:fire weapon machine-gun firer leader").firer == "group"
    rifles = fire.parse("paychest:fire weapon machine-gun figures 1 jam jammed").set(
        "weapon", "rifle"
    )
    assert rifles.ask().value is not False


def test_parts_that_a_formation_does_not_have_are_dropped() -> None:
    """Older links may hold them; what is not counted is not in the state either."""
    forces = CATALOG["paychest:forces"]
    company = forces.parse("paychest:forces formation company battalions 3")
    assert company.text() == "paychest:forces formation company"
    brigade = forces.parse("paychest:forces formation brigade battalions 5").set(
        "formation", "company"
    )
    assert brigade.text() == "paychest:forces formation company"


def test_only_the_readings_that_bear_on_a_firer_are_offered() -> None:
    """Shell's line is plain (12); leaders alone have a reading of line 5, and legionnaires' guns
    another.
    """
    fire = CATALOG["paychest:fire"]
    offered = {
        "weapon machine-gun": {"skill-plus", "ones", "gun-turn"},
        "weapon machine-gun troops arabs": {"skill-plus", "ones"},
        "weapon shell": {"gun-turn"},
        "weapon shell troops arabs": set(),
        "weapon shell troops arabs moved charge": {"shell-moved"},
        "weapon shell troops arabs moved charge hidden 4": {"shell-moved", "shell-unit"},
        "moved charge": set(),
        "firer leader target figure figures 1": {"leaders-fire"},
        "firer group": set(),
    }
    for words, readings in offered.items():
        state = fire.parse(f"paychest:fire {words}")
        assert {
            control.id for control in state.controls() if isinstance(control, Switch)
        } == readings


def test_a_note_on_supplied_rows_stands_only_below_such_rows() -> None:
    """Guns have no cover modifier, so the reader's cover is no row of their table."""
    cover = "cover = { wall = -2 }"
    for weapon, noted in (("rifle", True), ("machine-gun", False), ("shell", False)):
        state = with_values("paychest:fire", {"weapon": weapon}, cover)
        table = state.tables(state.ask())[0]
        assert (
            bool(table.note)
            is noted
            is any(
                "(supplied)" in cell
                for row in table.rows
                for cell in (row[0], *row[1], *table.columns)
            )
        )


def test_one_die_is_not_asked_for_men_of_different_skills() -> None:
    melee = CATALOG["paychest:melee"]
    mixed = with_values("paychest:melee", {"men_a": "2", "others_a": "2"})
    assert not [control for control in mixed.controls() if isinstance(control, Switch)]
    one_die = melee.parse("paychest:melee men_a 2 reading two-to-one=one-die")
    with pytest.raises(ValueError, match="One die for men of different skills"):
        one_die.set("others_a", "2")
    with pytest.raises(ValueError, match="One die for men of different skills"):
        melee.parse("paychest:melee skill_a 4 men_a 2 others_a 2 reading two-to-one=one-die")


def test_both_readings_of_the_first_step_are_shown() -> None:
    turn = CATALOG["paychest:turn"]
    start = turn.initial()
    assert "a card is drawn" in start.ask().steps[0].text
    lost = start.set("turn-step-1", "lost")
    assert isinstance(lost.ask().steps[0].amount, Gap)
    assert lost.tables(lost.ask())[0].rows[0] == ("1", ("is lost in print",))


def test_a_supplied_movement_is_halved_in_the_turn() -> None:
    """Line 4."""
    state = with_values("paychest:turn", {"moves": "walk", "carries": ("burden", True)}, FILLED)
    assert [step.cite.lines for step in state.ask().steps][-1] == "4"
    bare = state.set("own", "")
    assert bare.moves == ""
    assert bare.set("carries", ("burden", True)).ask().steps


@pytest.mark.parametrize("supplied", ["regular", "irregular", "both", "neither"])
def test_a_line_that_is_supplied_is_marked_whichever_troops_it_is_for(supplied: str) -> None:
    """Lines 8 and 9: each of the two lists has lost its first line."""
    kinds = {"both": ("regular", "irregular"), "neither": ()}.get(supplied, (supplied,))
    lines = "".join(f'{kind} = {{ does = "hold", text = "holds" }}\n' for kind in kinds)
    state = CATALOG["paychest:morale"].initial()
    own = state.set("own", f"[second_morale]\n{lines}") if kinds else state
    assert any(NOT_PRINTED in table.note for table in own.tables(own.ask())) is bool(kinds)


# ---------------------------------------------------------------------------------- turns and shots
def test_a_turn_answers_what_a_unit_may_do_now() -> None:
    """Lines 3, 5 and 7: one press leads from the pack to the unit, and old links ask the pack."""
    turn: Any = CATALOG["paychest:turn"]
    pack = turn.parse("paychest:turn mine 3 theirs 4")
    assert pack.ask().headline == "The next card is yours 42.9% of the time."
    unit = pack.set("about", "unit")
    assert unit.ask().headline == "It may fire now."
    shown = {control.id for control in unit.controls()}
    assert {"wants", "card", "done", "troops", "result"} <= shown
    assert not {"mine", "theirs", "carries", "met", "kind", "rally"} & shown
    assert unit.set("about", "card") == pack
    gone = unit.set("done", "again").set("card", "out")
    assert gone.done == "start"
    assert {"done", "troops", "result"}.isdisjoint(control.id for control in gone.controls())
    arabs = unit.set("done", "again").set("troops", "arabs")
    assert arabs.ask().headline == "It has fired once: it may not fire any more."


def test_how_far_a_unit_must_go_is_drawn_in_its_turn() -> None:
    """Lines 8 to 10: the distance in dice, and its unit of length only where it is supplied."""
    for own, axis in (("", "the unit of length is not printed"), (FILLED, "inches")):
        values = {"about": "unit", "wants": "move", "result": "3"}
        state = with_values("paychest:turn", values, own)
        (chart,) = state.charts(state.ask())
        assert (chart.title, chart.axis) == ("How far it goes", f"distance ({axis})")
        assert [name for name, _ in chart.bars] == [str(number) for number in range(2, 13)]
    still = with_values("paychest:turn", {"about": "unit", "wants": "move", "result": "6"})
    assert still.charts(still.ask()) == ()


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("weapon machine-gun", "Hits of one burst"),
        ("weapon shell", "Hits of one shell"),
        ("weapon machine-gun reading gun-turn=as-crew", "Hits of 2 bursts"),
        ("weapon shell reading gun-turn=as-crew", "Hits of 2 shells"),
        ("weapon shell troops arabs reading gun-turn=as-crew", "Hits of one shell"),
        ("men 1 troops arabs", "Hits of 1 shot"),
        ("men 3", "Hits of 6 shots"),
    ],
)
def test_a_chart_of_hits_says_of_how_many_shots(words: str, title: str) -> None:
    state = CATALOG["paychest:fire"].parse(f"paychest:fire {words}")
    assert state.charts(state.ask())[0].title == title


def test_the_turn_shows_the_readers_movement_and_its_own_steps() -> None:
    """What step 1 is stands among the steps already, and not in a table of its own."""
    turn = with_values("paychest:turn", {}, FILLED)
    assert [table.caption for table in turn.tables(turn.ask())] == ["A turn", "Movement"]
    fire = with_values("paychest:fire", {}, FILLED)
    assert [table.caption for table in fire.tables(fire.ask())][1:] == [
        "The first step of a unit's turn",
        "Movement",
    ]
    lit = [
        with_values("paychest:turn", values).tables(turn.ask())[0].lit_row
        for values in ({}, {"mine": "0", "theirs": "0"})
    ]
    assert lit == [None, 5]
    for wants, row in (("move", 1), ("fire", 2), ("melee", 3)):
        unit = with_values("paychest:turn", {"about": "unit", "wants": wants})
        may, steps = unit.tables(unit.ask())
        assert (may.lit_row, steps.lit_row) == (row - 1, row)
