"""A drill or a puzzle on the page asks, marks, names mistakes, gives hints, saves progress and
prints its sheets, and takes nothing of a reader's as HTML.
"""

import errno
import json
import re
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from landships_lab import Drill, Exercises, FireArcs, Guess, Puzzle, Tables, practice
from landships_lab.__main__ import main
from landships_lab.jupyter.drill import SHEET_QUESTIONS
from landships_lab.panel import CATALOG
from landships_lab.panel.links import read_link
from landships_lab.practice import keeping
from landships_lab.practice.generator import MIXED, RULE_SETS
from landships_lab.practice.guesses import guess_at
from landships_lab.practice.path import done_lessons, mark_done
from landships_lab.practice.progress import WAIT
from landships_lab.practice.puzzles import families_of, make_puzzle, read_which
from landships_lab.publish.sheets import puzzle_sheet, question_sheet
from tests.paths import LESSONS


def missed(drill: Any) -> str:
    """A wrong reply that is a known mistake; goes on until there is one."""
    while not drill.question.key.slips:
        drill.next()
    return str(drill.question.key.slips[0].reply)


def told(drill: Any) -> str:
    return str(drill._result.value)


@pytest.mark.long
@pytest.mark.parametrize("rule_set", [*RULE_SETS, MIXED])
def test_a_drill_asks_marks_and_goes_on(rule_set: str, tmp_path: Path) -> None:
    drill = Drill(rule_set, folder=tmp_path)
    seen = []
    for _ in range(6):
        seen.append(drill.question.text)
        mark = drill.reply(drill.question.right)
        assert mark.right
        assert mark.sentence in told(drill)
        assert "ll-steps" in drill._steps.value
        assert 'class="ll-question-image"' in drill._picture.value
        drill.next()
        assert told(drill) == ""
    assert len(set(seen)) > 3
    assert drill.score.startswith("6 of 6 right · rating 10")


def test_a_known_mistake_is_told_by_its_name_and_only_the_first_reply_counts(
    tmp_path: Path,
) -> None:
    drill = Drill("landships", folder=tmp_path)
    reply = missed(drill)
    assert drill.reply(reply).mistake in told(drill).replace("&#x27;", "'")
    assert "It looks as if you" in told(drill)
    drill.reply(drill.question.right)
    assert (drill.progress.asked, drill.progress.right) == (1, 0)


def test_progress_is_kept_and_what_was_missed_comes_back_in_the_next_session(
    tmp_path: Path,
) -> None:
    first = Drill("loos", folder=tmp_path)
    reply, asked = missed(first), first.question
    first.reply(reply)
    raw = json.loads((tmp_path / "drill_loos.json").read_text(encoding="utf-8"))
    assert (raw["version"], raw["asked"], len(raw["missed"])) == (2, 1, 1)
    second = Drill("loos", folder=tmp_path)
    assert second.score.startswith("0 of 1 right; 1 missed question comes back · rating 98")
    for _ in range(WAIT):
        second.next()
        second.reply(second.question.right)
    second.next()
    assert (second.question.text, second.question.start) == (asked.text, asked.start)


def test_levels_reset_and_damaged_files(tmp_path: Path) -> None:
    (tmp_path / "drill_paychest.json").write_text("<b>", encoding="utf-8")
    drill = Drill("paychest", folder=tmp_path)
    assert "was damaged" in drill._message.value
    drill.choose(3)
    assert drill.question.level == drill.level == 3
    with pytest.raises(ValueError, match="7 is not a level"):
        drill.choose(7)
    drill.reply(drill.question.right)
    drill._on_reset()
    assert drill.progress.asked == 1, "asked once more before anything is forgotten"
    drill._on_reset()
    assert drill.progress.asked == 0
    assert json.loads((tmp_path / "drill_paychest.json").read_text(encoding="utf-8"))["asked"] == 0
    assert (tmp_path / "drill_paychest.damaged-1.json").exists()


def test_a_reply_of_the_wrong_kind_is_told_escaped_and_not_counted(tmp_path: Path) -> None:
    drill = Drill("landships", folder=tmp_path)
    assert drill.reply("<img src=x>") is None
    assert "&lt;img" in told(drill)
    assert drill.reply("") is None
    assert 'role="alert"' in told(drill)
    assert drill.progress.asked == 0
    assert not list(tmp_path.iterdir()), "nothing is written before there is an answer"


# -- sheets
# -------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("rule_set", [*RULE_SETS, MIXED])
def test_a_sheet_holds_every_question_whole_and_its_key(rule_set: str) -> None:
    made = question_sheet(rule_set, 5, 3, 2)
    asked, key = made.split('<section class="lp-sheet lp-key">')
    for task in islice(practice.questions(rule_set, 3, 2), 5):
        assert escape(task.text) in asked
        assert all(f"<li>{escape(choice)}</li>" in asked for choice in task.choices)
        assert escape(task.right) in key
        assert escape(task.answer.headline) in key
    assert f"sheet {rule_set} --questions 5 --seed 3 --level 2" in key
    assert "<script" not in made
    assert made == question_sheet(rule_set, 5, 3, 2)
    assert made != question_sheet(rule_set, 5, 4, 2)


def test_the_command_writes_a_sheet_and_tells_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheet.html"
    assert main(["sheet", "landships", "--questions", "2", "--seed", "7", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert out.read_text(encoding="utf-8") == question_sheet("landships", 2, 7)
    assert main(["sheet", "landship", "--out", str(out)]) == 2
    assert "The nearest is landships" in capsys.readouterr().err
    assert main(["sheet", "loos", "--questions", "900", "--out", str(out)]) == 2
    assert "a whole number from 1 to 60, not 900" in capsys.readouterr().err
    assert main(["sheet", "loos", "--out", str(tmp_path / "sheet.pdf")]) == 2
    assert "sheet.pdf: a sheet is written as .html" in capsys.readouterr().err


def test_the_panels_save_their_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drill, puzzle = Drill("paychest", folder=tmp_path), Puzzle("loos", folder=tmp_path)
    saved: dict[str, str] = {}
    for panel in (drill, puzzle):
        keep = lambda name, _, content: saved.update({name: content})  # noqa: E731 - a stand-in
        monkeypatch.setattr(panel._page, "download", keep)
        panel.save_sheet()
    assert saved == {
        "drill-paychest-1.html": question_sheet("paychest", SHEET_QUESTIONS, 1, drill.level),
        "puzzles-loos-1.html": puzzle_sheet("loos", 10, 1),
    }


def test_what_was_answered_rightly_does_not_come_again_and_two_notebooks_add_to_one_file(
    tmp_path: Path,
) -> None:
    kinds = ["landser:squad", "landser:crew"]
    drill, other = (Drill("landser", kinds=kinds, folder=tmp_path) for _ in range(2))
    met = []
    for _ in range(16):
        met.append((drill.question.text, drill.question.start))
        drill.reply(drill.question.right)
        drill.next()
    assert len(set(met)) == len(met)
    other.reply(other.question.right)
    assert other.progress.asked == 17


def test_a_drill_that_cannot_be_saved_goes_on_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drill = Drill("landships", folder=tmp_path)
    monkeypatch.setattr(keeping, "write_whole", refusing)
    kinds = set()
    for number in range(1, 7):
        kinds.add(drill.question.kind)
        drill.reply(drill.question.right)
        assert "could not be saved" in drill._message.value
        drill.next()
        assert "could not be saved" in drill._message.value
        assert drill.score.startswith(f"{number} of {number} right")
        assert drill.place.startswith(f"Question {number + 1} ")
    assert len(kinds) > 1


def refusing(*_: object) -> None:
    """Write nothing, as in a folder without rights."""
    raise PermissionError(errno.EACCES, "Permission denied")


@pytest.mark.parametrize("panel", [Drill, Puzzle])
def test_a_file_of_a_newer_version_is_not_overwritten(panel: Any, tmp_path: Path) -> None:
    shown = panel("landships", folder=tmp_path)
    newer = '{"version": 3, "stars": 5}'
    shown._file.path.write_text(newer, encoding="utf-8")
    if panel is Drill:
        shown.reset()
        shown.reply(shown.question.right)
    else:
        shown.show_solution()
    assert shown._file.path.read_text(encoding="utf-8") == newer
    said = (shown._message if panel is Drill else shown._said).value
    assert "A newer version of landships_lab wrote" in said


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Drill("landship"), "The nearest is landships"),
        (lambda: Drill("landships", [1]), r"\[1\] is not a level; there are 1"),
        (lambda: Puzzle(None), "'None' is not a rule set with puzzles"),
        (lambda: Drill([]), r"'\[\]' is not a rule set with questions"),
        (lambda: Drill(kinds=None), "Kinds are names in a list, not None"),
        (lambda: Drill(lessons=[None]), "Lessons are names in a list"),
        (lambda: Drill(lessons=["9"]), "'9' is not a lesson with questions"),
        (lambda: Drill("loos", lessons=["10"]), "asks about another rule set than 'loos'"),
        (lambda: Drill("loos", kinds=["landships:range"]), "about another rule set than 'loos'"),
        (lambda: Drill("loos", folder=7), "A folder is a path in quotes, not 7"),
    ],
)
def test_what_no_drill_can_ask_is_refused_in_one_sentence(make: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told) as refusal:
        make()
    assert "\n" not in str(refusal.value)


def test_one_kind_and_the_number_of_a_lesson_are_understood(tmp_path: Path) -> None:
    assert Drill(kinds="landships:range", folder=tmp_path).question.kind == "landships:range"
    ten = {Drill(lessons=[10], seed=n, folder=tmp_path).question.kind for n in range(4)}
    assert all(kind.startswith("landships:") for kind in ten)


WHICH = "landships:astride 1"
FIRE = "landships:fire mk-iv-male@1007/1008 E weapon 57mm-starboard target 1306"


def test_what_is_not_free_is_refused_with_one_sentence_and_nothing_changes(tmp_path: Path) -> None:
    puzzle = Puzzle(WHICH, folder=tmp_path)
    before = puzzle.panel.state
    assert "target" not in puzzle.task.free.parts
    puzzle.panel.dispatch("target", "1006")
    assert puzzle.panel.state == before
    with pytest.raises(ValueError, match="belongs to the puzzle"):
        puzzle.panel.go_to(FIRE)
    assert {control.id for control in puzzle.panel.offered()} <= set(puzzle.task.free.controls)


def test_a_puzzle_that_is_solved_counts_once_and_is_kept(tmp_path: Path) -> None:
    puzzle = Puzzle(WHICH, folder=tmp_path)
    solution = puzzle.panel.panel_type.parse(puzzle.task.ways[0])
    puzzle.panel.state = solution
    assert not puzzle.solved, "a position is judged by Check"
    puzzle.check()
    assert puzzle.solved
    puzzle.panel.undo()
    puzzle.panel.state = solution
    puzzle.check()
    assert (puzzle.progress.asked, puzzle.progress.right) == (1, 1)
    kept = keeping.load(tmp_path / "drill_puzzles.json").progress
    assert kept == puzzle.progress
    assert kept.rating > 1000
    puzzle.next()
    assert not puzzle.solved
    assert puzzle.task.link != WHICH


def test_a_puzzle_is_judged_once_and_conditions_light_up_only_by_choice(tmp_path: Path) -> None:
    puzzle = Puzzle(WHICH, folder=tmp_path)
    assert "ll-unjudged" in puzzle.panel._conditions.value
    puzzle.check()
    assert "ll-missed" in puzzle.panel._conditions.value
    assert "counts as lost" in puzzle.panel._told.value
    rating = puzzle.progress.rating
    assert rating < 1000
    puzzle.panel.state = puzzle.panel.panel_type.parse(puzzle.task.ways[0])
    assert "ll-unjudged" in puzzle.panel._conditions.value, "what was judged is another position"
    puzzle.check()
    assert puzzle.solved
    assert (puzzle.progress.asked, puzzle.progress.right) == (1, 0)
    assert puzzle.progress.rating == rating
    live = Puzzle(WHICH, folder=tmp_path, live=True)
    assert "ll-missed" in live.panel._conditions.value
    live.panel.state = live.panel.panel_type.parse(live.task.ways[0])
    assert live.solved


def test_help_halves_the_gain_and_a_shown_solution_says_that_it_is_lost(tmp_path: Path) -> None:
    gains = []
    for hints, live in ((0, False), (2, False), (0, True)):
        puzzle = Puzzle(WHICH, folder=tmp_path / f"{hints}{live}", live=live)
        puzzle._folder.mkdir()
        for _ in range(hints):
            puzzle.hint()
        puzzle.panel.state = puzzle.panel.panel_type.parse(puzzle.task.ways[0])
        puzzle.check()
        gains.append(puzzle.progress.rating - 1000)
    assert gains[1] == gains[2]
    assert abs(gains[0] - 2 * gains[1]) <= 1
    shown = Puzzle(WHICH, folder=tmp_path)
    shown.show_solution()
    assert "Solved." not in shown.panel.answer_view.verdict.value
    assert "counts as lost" in shown.panel.answer_view.verdict.value
    assert f"from 1000 to {shown.progress.rating}: the puzzle counts as lost" in (
        shown.panel._told.value
    )


def test_the_next_puzzle_is_of_the_lessons_done_and_near_the_rating(tmp_path: Path) -> None:
    puzzle = Puzzle("loos:watch 3", folder=tmp_path)
    for _ in range(4):
        puzzle.next()
        assert puzzle.task.kind == "loos:watch", "only the first lesson of Loos is done"
        assert puzzle.task.link != "loos:watch 3"
    mark_done(tmp_path, families_of("loos")[0].lesson)
    kinds = set()
    for _ in range(4):
        puzzle.next()
        kinds.add(puzzle.task.kind)
    assert len(kinds) > 1


def test_no_puzzle_that_ends_a_lesson_comes_again_and_the_first_are_for_beginners() -> None:
    own = {
        (found[1], int(found[2]))
        for path in sorted(LESSONS.glob("*.ipynb"))
        for found in re.finditer(r'Puzzle\(\\"([a-z_]+:[a-z-]+) (\d+)', path.read_text("utf-8"))
    }
    for family in families_of(MIXED):
        assert {(family.id, seed) for seed in family.own} == {
            one for one in own if one[0] == family.id
        }
        assert not {family.seed(turn) for turn in range(8)} & {*family.own}
        if family.place == 0 and family.own:
            assert 900 <= make_puzzle(family, family.own[0]).rating <= 1100


def test_the_line_under_a_puzzle_says_what_the_hands_do_and_no_proof(tmp_path: Path) -> None:
    puzzle = Puzzle(WHICH, folder=tmp_path)
    assert puzzle.panel.hint() == puzzle.task.free.says


def test_a_puzzle_that_is_shown_or_skipped_counts_as_not_solved(tmp_path: Path) -> None:
    puzzle = Puzzle("mixed", folder=tmp_path)
    puzzle.show_solution()
    assert not puzzle.solved
    puzzle.show_solution()
    assert (puzzle.progress.asked, puzzle.progress.right) == (1, 0)
    puzzle.next()
    assert (puzzle.progress.asked, puzzle.progress.right) == (1, 0)
    puzzle.next()
    assert (puzzle.progress.asked, puzzle.progress.right) == (2, 0)


def test_hints_come_one_at_a_time_and_end(tmp_path: Path) -> None:
    puzzle = Puzzle(WHICH, folder=tmp_path)
    told = []
    for number in (1, 2, 3, 3):
        puzzle.hint()
        told.append(puzzle.panel._told.value)
        assert f"Hint {number} of 3" in told[-1]
    assert told[2] == told[3]


@pytest.mark.long
def test_every_name_of_puzzles_opens_one_and_any_other_is_refused() -> None:
    for which in ("landships", "loos", "one_hour", "landser", "paychest", MIXED, "today", WHICH):
        assert read_which(which).solutions
    for wrong, told in (
        ("landship", "The nearest is landships"),
        ("landships:astrid 1", "The nearest is landships:astride"),
        ("landships:astride x", "is no puzzle"),
        ("landships:astride", "is no puzzle"),
        ("<b>:x 1", "family of puzzles"),
    ):
        with pytest.raises(ValueError, match=told):
            read_which(wrong)


@pytest.mark.long
def test_ten_puzzles_stand_on_a_sheet_with_their_solutions() -> None:
    asked, key = puzzle_sheet(MIXED, 10).split('<section class="lp-sheet lp-key">')
    assert asked.count('<li class="lp-asked') == key.count("<li>") == 10
    with pytest.raises(ValueError, match="from 1 to 30, not 31"):
        puzzle_sheet(MIXED, 31)


@pytest.mark.long
def test_the_first_puzzles_are_those_picked_by_hand() -> None:
    families = families_of("landships")
    first = [read_which("landships", number) for number in range(1, len(families) + 1)]
    assert [task.seed for task in first] == [family.seed(0) for family in families]
    assert all(family.seed(0) in family.picked for family in families)
    turns = len(families[0].picked)
    assert read_which("landships", turns * len(families) + 1).seed == 1000 + turns, "then others"


# -- guesses and tables


ASK = "May the gun fire?"


def test_a_guess_covers_its_panel_until_a_reply_or_an_address() -> None:
    guess = Guess(FireArcs(FIRE), ask=ASK)
    assert guess.covered
    assert guess.task.text == ASK
    with pytest.raises(ValueError, match="is not a reply to this question"):
        guess.reply("perhaps")
    assert guess.covered
    guess.reply("yes")
    assert not guess.covered
    assert "but the answer is “no”" in guess.panel.heading.value
    other = Guess(FireArcs(FIRE), ask=ASK)
    other._on_address(FIRE.replace("1306", "1309"))
    assert not other.covered
    assert "target 1309" in other.panel.text
    with pytest.raises(ValueError, match="str cannot be guessed"):
        Guess(FIRE, ask=ASK)
    with pytest.raises(TypeError, match="ask"):
        Guess(FireArcs(FIRE))


def test_a_link_of_the_text_uncovers_no_guess_that_nobody_has_made() -> None:
    guess = Guess(FireArcs(FIRE), ask=ASK)
    other = FIRE.replace("1306", "1309")
    guess._on_link(other)
    assert guess.covered
    assert "Your guess first" in guess._hint.value
    guess.show()
    assert "target 1306" in guess.panel.text
    guess._on_link(other)
    assert "target 1309" in guess.panel.text


def test_a_reply_opens_what_the_text_folds_below_the_panel() -> None:
    guess, sent = Guess(FireArcs(FIRE), ask=ASK), []
    guess._page.send = lambda content, **_: sent.append(content)
    guess._on_link(FIRE)
    assert not sent
    guess.reply("no")
    assert sent == [{"kind": "open-fold"}]


@pytest.mark.parametrize("name", CATALOG)
def test_the_replies_to_a_guess_hold_the_right_one(name: str) -> None:
    state = CATALOG[name].initial()
    guess = guess_at(state, state.prompt)
    assert guess.start == state.settled().text()
    assert not guess.choices or guess.mark(guess.right).right


@pytest.mark.parametrize(
    ("state", "replies", "says", "right"),
    [
        (
            "landships:vehicle mk-iv-female",
            ("dead ahead", "dead astern"),
            "blind: {}",
            "dead astern",
        ),
        ("loos:table trench attack 9 defence 5", ("1 of 6", "2 of 6"), "defender {}", "2 of 6"),
        ("loos:table trench attack 9 defence 5", (), "defender {}", "about 30 in 100"),
        ("loos:bombardment trench dice 3 steps 1 with gas", (), "hit {}", "about 70 in 100"),
        ("paychest:forces formation brigade battalions 2", ("172", "175"), "{}", "175"),
    ],
)
def test_the_right_one_of_given_replies_is_found_in_what_the_panel_says(
    state: str, replies: tuple[str, ...], says: str, right: str
) -> None:
    assert guess_at(read_link(state), ASK, replies, says).right == right
    with pytest.raises(ValueError, match="names not exactly one of left, right"):
        guess_at(read_link("loos:staff attack"), ASK, ("left", "right"))


def test_printed_tables_have_no_row_lit_and_an_unknown_title_is_refused() -> None:
    tables = Tables("landser:fire smg@20").tables
    assert tables
    assert all(table.lit_row is None and table.lit_column is None for table in tables)
    with pytest.raises(ValueError, match="has no table called 'nothing'; there is Roll to hit"):
        Tables("landser:fire smg@20", "nothing")


def test_quotes_round_the_words_of_a_puzzle_are_no_part_of_them() -> None:
    assert read_which(f"`{WHICH}`") == read_which(f"\u201c{WHICH}\u201d\n") == read_which(WHICH)


def test_a_lesson_is_done_when_each_of_its_questions_was_answered(tmp_path: Path) -> None:
    exercises = Exercises("24_a_turn_at_loos", folder=tmp_path)  # by its former name
    while not exercises.done:
        assert done_lessons(tmp_path) == ()
        exercises.reply(exercises.question.right)
        exercises.next()
    assert done_lessons(tmp_path) == ("20_a_turn_at_loos",)
    assert "lesson done" in exercises.score
    assert "ll-lesson-done" in exercises._dom_classes


def test_a_damaged_file_of_lessons_costs_ticks_and_nothing_else(tmp_path: Path) -> None:
    for text in ("", "{", "[1]", '{"done": 3}', '{"done": [1, null, "12_fire_arcs", "x"]}'):
        (tmp_path / "drill_lessons.json").write_text(text, encoding="utf-8")
        assert set(done_lessons(tmp_path)) <= {"12_fire_arcs", "x"}
    assert mark_done(tmp_path, "10_headings_and_places") == ""
    assert done_lessons(tmp_path)[-1] == "10_headings_and_places"
    assert mark_done(tmp_path / "missing", "x").startswith("The tick cannot be kept")


def test_a_refused_reply_names_what_the_board_calls_a_place_and_that_name_is_a_reply() -> None:
    task = practice.make_up("landser:lane", 1)
    with pytest.raises(ValueError, match="one of the board") as refusal:
        task.mark("nonsense")
    codes = {code for code in task.key.among if "-" in code}
    assert codes
    assert not [code for code in codes if code in str(refusal.value)]
    assert task.mark(task.named(task.right)).right


def test_no_drill_asks_for_the_number_of_a_column_and_each_type_says_what_is_asked() -> None:
    kinds = {kind.id: kind.type for kind in practice.kinds(MIXED)}
    assert "loos:column" not in kinds
    order = {"loos:victory", "loos:phase", "landships:victory", "paychest:command"}
    assert {kinds[kind] for kind in order} == {"order"}
    assert kinds["landser:crew"] == kinds["landser:charge"] == "legal"
    text = practice.make_up("landships:remedy", 1).text
    assert "would let it?" not in text


def test_printed_tables_of_a_question_are_text_where_there_is_room_for_them() -> None:
    for lesson, room in (("31_fire_and_cover", True), ("41_to_hit", False)):
        exercises = Exercises(lesson)
        assert ('<table class="ll-table' in exercises._picture.value) == room
        assert "<img" in exercises._picture.value
        exercises.close()
