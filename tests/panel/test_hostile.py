"""Every text and file that comes from outside is read, or refused in one short sentence, however
wrong, long or deep it is.
"""

import json
import tomllib
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from landships_lab.__main__ import main
from landships_lab.core.checks import fits
from landships_lab.core.grid import Grid
from landships_lab.core.hexes import Heading
from landships_lab.data.load import DataError, parse_toml
from landships_lab.drawing.svg import svg
from landships_lab.games.landships.data.drafts import draft_of, read_draft
from landships_lab.games.landships.data.ground import read_ground
from landships_lab.games.landships.data.units import read_units
from landships_lab.games.paychest.data.supplied import supplied
from landships_lab.panel import CATALOG, Panel, packed_text
from landships_lab.panel.controls import Choice, Field, Switch, TextBox
from landships_lab.panel.links import read_link, read_own_link, write_link
from landships_lab.practice.lessons import lesson_questions
from landships_lab.publish.lesson import lesson_page
from tests.mutants import NASTIES, mutants
from tests.nasty import NAME, TABLES, UNIT
from tests.panel.test_every_panel import refused
from tests.paths import REPOSITORY

GAMES = REPOSITORY / "landships_lab" / "games"
EACH = pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
GIANT = 50_000_000


def read_or_refused(read: Callable[[Any], object], given: object) -> bool:
    """Return whether it was read.

    Fails where it was refused in any other way than one short sentence.
    """
    try:
        read(given)
    except ValueError as error:
        if not refused(error):
            raise
        return False
    return True


def valid_states() -> dict[str, list[str]]:
    """The states that stand in this repository, by panel: of the lessons' pictures and
    questions, and every start.
    """
    found = defaultdict(list)
    texts: list[str] = []
    file = REPOSITORY / "notebooks" / "pictures" / "pictures.toml"
    for states in tomllib.loads(file.read_text(encoding="utf-8")).values():
        texts += states if isinstance(states, list) else [states]
    for file in GAMES.glob("*/data/lessons.toml"):
        for lesson in tomllib.loads(file.read_text(encoding="utf-8")).values():
            texts += [asked["state"] for asked in lesson]
    for text in (*texts, *(panel_type.initial().text() for panel_type in CATALOG.values())):
        found[text.split()[0]].append(text)
    return found


STATES = valid_states()


# --------------------------------------------------------------------------------- states and links


def parse_and_show(panel_type: type[Panel], line: str) -> None:
    """Takes a line as a panel does: to a state that is written, asked, drawn, and has a value in
    every control that shows one.
    """
    state = panel_type.parse(line)
    assert panel_type.parse(state.text()) == state.settled()
    answer = state.ask()
    svg(state.picture(answer))
    for control in state.controls():
        if isinstance(control, Choice | Switch):
            assert control.value in dict(control.options), (
                f"no widget can show {control.value!r} as {control.id}"
            )


@pytest.mark.long
@EACH
def test_every_word_that_a_line_may_hold_is_given_a_wrong_value(panel_type: type[Panel]) -> None:
    """The words are those of the controls, which mostly are those of the text, and of all lines
    that stand here.
    """
    start = panel_type.initial().text()
    ids = {control.id for control in panel_type.initial().controls()}
    known = {word for line in STATES[panel_type.id] for word in line.split() if word.isalpha()}
    known |= {"brush", "click", "rules", "show", "ask"}
    for word in ids | known:
        for value in ("no-such-thing", "marker", "paint", "0", "99999"):
            read_or_refused(partial(parse_and_show, panel_type), f"{start} {word} {value}")


@pytest.mark.long
@EACH
def test_a_line_that_went_wrong_is_refused_or_makes_a_state_that_can_be_asked_and_drawn(
    panel_type: type[Panel],
) -> None:
    follow = partial(parse_and_show, panel_type)
    lines = STATES[panel_type.id]
    read = 0
    for seed, line in enumerate(lines):
        said = line.partition(" ")[2]
        read += sum(
            read_or_refused(follow, f"{panel_type.id} {wrong}")
            for wrong in mutants(said, 200 // len(lines) + 1, seed)
        )
    assert read, "none of the slips was harmless, which says more of the slips than of the door"


@EACH
def test_whatever_is_typed_into_a_control_is_taken_or_refused(panel_type: type[Panel]) -> None:
    state = panel_type.initial()
    for control in state.controls():
        if isinstance(control, Field | TextBox):
            for words in (*NASTIES, *mutants(control.value or "0503 E", 10, seed=1)):
                read_or_refused(partial(panel_type.set, state, control.id), words)
        elif isinstance(control, Choice | Switch):
            for words in NASTIES[::9]:
                read_or_refused(partial(panel_type.set, state, control.id), words)


@pytest.mark.long
@EACH
def test_a_giant_is_refused_unread(panel_type: type[Panel]) -> None:
    giant = "x" * GIANT
    state = panel_type.initial()
    for read in (panel_type.parse, lambda given: state.set(state.controls()[0].id, given)):
        tracemalloc.start()
        with pytest.raises(
            ValueError, match=r"^That text is too long .*; at most 120000 bytes are"
        ):
            read(giant)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
        tracemalloc.stop()


def test_a_packed_word_is_damaged_or_holds_a_unit() -> None:
    for wrong in mutants(UNIT, 150, seed=2):
        if fits(wrong, 10**9):
            read_or_refused(
                CATALOG["landships:vehicle"].parse, f"landships:vehicle {packed_text.pack(wrong)}"
            )


@pytest.mark.long
@EACH
def test_a_link_that_went_wrong_is_refused_or_opened(panel_type: type[Panel]) -> None:
    link = write_link(panel_type.initial())
    for wrong in (
        *mutants(link, 12, seed=6),
        *(f"{link} {nasty}" for nasty in NASTIES[::4]),
        f"{link} {'x' * GIANT}",
    ):
        read_or_refused(read_link, wrong)
        read_or_refused(partial(read_own_link, panel_type), wrong)


# ---------------------------------------------------------------------------------- codes and words


@pytest.mark.parametrize(
    "read",
    [
        Grid().place,
        Grid().placement,
        Heading,
        lambda code: Grid(columns=20, rows=14).placement(f"{code} N"),
    ],
)
def test_codes_that_went_wrong_are_refused(read: Callable[[Any], object]) -> None:
    for code in (
        *NASTIES,
        *mutants("0503/0504 E", 300, seed=3),
        "0503 " * 100_000,
        "x" * 5_000_000,
    ):
        read_or_refused(read, code)


@pytest.mark.parametrize("lesson", ["11_counting_range", "31_fire_and_cover"])
def test_a_reply_that_is_none_is_refused(lesson: str) -> None:
    for question in lesson_questions(lesson)[:1]:
        for reply in NASTIES:
            read_or_refused(question.mark, reply)


# -------------------------------------------------------------------------------------------- files

UNITS_FILE = (GAMES / "landships" / "data" / "units.toml").read_text(encoding="utf-8")
BOARD = (
    'high = ["0304"]\n[board]\ncolumns = 20\nrows = 14\n[hexes]\nwoods = ["0304",'
    ' "0305"]\n[values.woods]\ncost = 4\n'
)
FILES: dict[str, tuple[Callable[[str], object], str]] = {
    "units": (
        lambda text: [draft_of(u) for u in read_units(parse_toml(text, "yours"), "yours").values()],
        UNITS_FILE,
    ),
    "own unit": (lambda text: CATALOG["landships:fire"].initial().set("own", text), UNIT),
    "draft": (read_draft, UNIT),
    "board": (read_ground, BOARD),
    "tables": (supplied, TABLES),
}
EACH_FILE = pytest.mark.parametrize("name", FILES)


@pytest.mark.long
@EACH_FILE
def test_a_file_that_went_wrong_is_refused_or_read(name: str) -> None:
    read, valid = FILES[name]
    read(valid)
    assert sum(read_or_refused(read, wrong) for wrong in mutants(valid, 250, seed=4)) < 250


EVIL = {
    "a giant": "#" * GIANT,
    "brackets": "a = " + "[" * 25_000,
    "braces": "a = " + "{b = " * 10_000,
    "dots in a name": "a." * 25_000 + "b = 1",
    "dots in a table": f"[{'a.' * 9}b]\n" + "a." * 9 + "b = 1",
    "digits": "a = " + "9" * 10_000,
    "hexadecimal digits": "a = 0x" + "f" * 10_000,
    "infinity": "a = 1e400",
    "no number": "a = nan",
    "half a letter": "a = '\ud800'",
    "a nul": "a = '\0'",
}


@EACH_FILE
@pytest.mark.parametrize("evil", EVIL)
def test_a_file_made_to_break_its_reader_is_refused_in_one_sentence(name: str, evil: str) -> None:
    assert not read_or_refused(FILES[name][0], EVIL[evil])


def test_a_board_of_a_million_hexes_is_refused_with_the_bounds() -> None:
    with pytest.raises(DataError, match=r"columns is a whole number from 1 to 99, not 1000\.$"):
        read_ground("[board]\ncolumns = 1000\nrows = 1000\n")
    with pytest.raises(ValueError, match="A board has 1 to 99 columns and rows, not 1000 x 1000"):
        Grid(columns=1000, rows=1000)
    rows = range(1, 100)
    painted = ", ".join(f'"{column:02}{row:02}"' for column in rows for row in rows)
    with pytest.raises(DataError, match="may have up to 60,000 bytes of text"):
        read_ground(f"[board]\ncolumns = 99\nrows = 99\n[hexes]\nwoods = [{painted}]\n")


def test_a_unit_has_bounds() -> None:
    many = "\n".join(UNIT.replace("units.nasty", f"units.nasty{n}") for n in range(41))
    with pytest.raises(DataError, match=r"a file has at most 40 units, not 41\.$"):
        read_units(parse_toml(many, "yours"), "yours")
    arc = 'arc = { lo = 0, hi = 30, how = "printed", cite = "fire-arcs" }'
    guns = "\n".join(f'gun{n} = {{ name = "g", {arc} }}' for n in range(13))
    with pytest.raises(DataError, match=r"a unit has at most 12 weapons, not 15\.$"):
        read_units(parse_toml(UNIT + guns, "yours"), "yours")
    for name in (41 * "x", r"turns \u202e round"):
        with pytest.raises(DataError, match=r"is one line of 1 to 40 characters\.$"):
            read_units(parse_toml(UNIT.replace(f"'{NAME}'", f'"{name}"'), "yours"), "yours")


LESSON = REPOSITORY / "notebooks" / "11_counting_range.ipynb"
#: Code that no Python can read, or only one with a larger stack.
DEEP = (
    "-" * 60_000 + "1",
    "(" * 5_000,
    "[" * 90 + "]" * 90,
    "a" + ".a" * 20_000,
    "f(" * 2_000,
    "1" + "+1" * 20_000,
    "\0",
    "\ud800",
)


@pytest.mark.long
def test_a_lesson_that_went_wrong_is_refused_or_made_a_page(tmp_path: Path) -> None:
    valid = LESSON.read_text(encoding="utf-8")
    sources = [*DEEP, *(["panel = RangeCounter(", code, ")"] for code in DEEP)]
    cells = [json.dumps({"cells": [{"cell_type": "code", "source": one}]}) for one in sources]
    others = ("[" * 100_000, "{}", "null", "[]", '{"cells": 1e400}', '{"cells": [1]}')
    for wrong in (*mutants(valid, 20, seed=7), *cells, *others):
        path = tmp_path / "lesson.ipynb"
        path.write_bytes(wrong.encode("utf-8", "surrogatepass"))
        read_or_refused(lambda it: lesson_page(it, lambda _: ()), path)


# --------------------------------------------------------------------------------- the command line


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    heard = capsys.readouterr()
    assert heard.err.count("\n") == 1
    return heard.err


def test_files_named_on_the_command_line_are_read_only_as_far_as_they_may_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    giant, binary = tmp_path / "giant.toml", tmp_path / "binary.toml"
    with giant.open("wb") as file:
        file.truncate(GIANT)
    binary.write_bytes(b"\xff\xfe\x00name = 1")
    long = "is too long; a file may have up to 60,000 bytes here."
    for path, sentence in ((giant, long), (binary, "is not a text file in UTF-8.")):
        assert sentence in told(capsys, "print", "--own", str(path))
        assert sentence in told(capsys, "gaps", "paychest", "--tables", str(path))
    assert (
        told(capsys, "print", "--own", str(tmp_path))
        == f"{tmp_path} is a folder; name a file in it.\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        '"../out" = "landships:positions #6"',
        '"" = "landships:positions #6"',
        "picture = 7",
        '"a/b" = "x"',
    ],
)
def test_a_list_of_pictures_writes_beside_itself_only(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "pictures.toml").write_text(line, encoding="utf-8")
    assert "a picture is a name of letters, digits and hyphens, and a state in quotes." in told(
        capsys, "pictures", str(folder)
    )
    assert [path.name for path in tmp_path.rglob("*")] == ["pictures", "pictures.toml"]


def test_a_state_that_went_wrong_is_one_line_on_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for wrong in mutants("landships:range from #5 to #1", 100, seed=5):
        if main(["picture", wrong]):
            assert capsys.readouterr().err.count("\n") == 1, ascii(wrong[:200])
