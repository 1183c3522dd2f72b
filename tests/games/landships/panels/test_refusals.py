"""What a panel of Landships! cannot take is refused in one sentence that says what it takes.

That every control of every panel refuses nonsense so is a law of ``tests/panel``.
"""

from typing import Any

import pytest

from landships_lab.core.hexes import Heading, Hex
from landships_lab.panel import CATALOG

OFF = "Hex(-5, 3) is not on this board of 20 columns and 14 rows."
NO_PLACE = "None is not on this board of 20 columns and 14 rows."
NUMBERS = "allowed are #1, #2, #3, #4, #5, #6, #7, #8."
SMALL = "[board]\ncolumns = 3\nrows = 3\n"
FIRE = "Start with unit, place and heading, for example landships:fire mk-iv-male@0807/0808 E"
#: Panel, control, what it is set to, and how the refusal begins.
CONTROLS: list[tuple[str, str, Any, str]] = [
    ("fire", "place", "0503/0703 E", "'0503/0703' is not a hexside: 0503 and 0703 do not touch. 0"),
    (
        "fire",
        "place",
        "2514 N",
        "2514 lies off the board, whose columns run from 01 to 20 and rows",
    ),
    ("fire", "place", Hex(-5, 3), OFF),
    ("fire", "place", None, NO_PLACE),
    ("fire", "placement", (Hex(-5, 3), Heading.N), OFF),
    (
        "fire",
        "target",
        "05A3",
        "'05A3' is not a place; a hex is four digits, two of column and two",
    ),
    ("fire", "target", Hex(-5, 3), OFF),
    ("fire", "shown", ("57mm-starboard", False), "The weapon asked about is always shown; choose"),
    ("range", "end", Hex(-5, 3), OFF),
    ("positions", "place", None, NO_PLACE),
    ("vehicle", "name", " ", "A vehicle's name has 1 to 40 letters"),
    ("vehicle", "arc", "-30 to 85", "An arc runs between multiples of 30 degrees, not 85"),
    ("vehicle", "arc", "ahead", "'ahead' is not an arc; write two bearings"),
    ("vehicle", "arc", "-30 0 30", "'-30 0 30' is not an arc; write two bearings"),
    ("vehicle", "arc", "port to 90", "'port to 90' is not an arc; write two bearings"),
    ("vehicle", "arc", "30 to 30", "An arc is 30 to 360 degrees wide"),
    ("vehicle", "range", "100", "A range is a whole number from 0 to 99"),
    ("vehicle", "points", "-1", "The number of points is a whole number from 0 to 99"),
    ("vehicle", "copies", "0", "The number of counters is a whole number from 1 to 99"),
    ("vehicle", "toml", "[units.x]", "your vehicle, units › x"),
    *(
        ("hexsides", nothing, "forward", f"'{nothing}' is not a control; allowed are ask, place,")
        for nothing in ("move", "placement", "heading")  # nothing moves there
    ),
]


@pytest.mark.parametrize(("panel", "control", "wrong", "sentence"), CONTROLS)
def test_a_wrong_value_is_refused_in_one_sentence(
    panel: str, control: str, wrong: Any, sentence: str
) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refusal:
        CATALOG[f"landships:{panel}"].initial().set(control, wrong)
    assert str(refusal.value).startswith(sentence)


#: The words of a state, and how the refusal begins.
LINES = [
    ("fire", FIRE),
    ("fire mk-iv-male 0503 E", f"{FIRE}, not with "),
    ("fire a7v@0503 E weapon", "After 'weapon' a word is missing."),
    ("fire a7v@0503 E target 0504 0505", "After 'target' write one word, not '0504 0505'."),
    ("fire a7v@0503 E target 0504 target 0505", "'target' stands twice in this text; each keyword"),
    ("fire a7v@0503 E reading arc-edge-hex=out", "'out' is not an option of the reading arc-edge-"),
    ("fire a7v@0503 E range many", "A maximum range is a whole number from 0 to 99, not 'many'."),
    ("fire a7v@9901 E", "9901 lies off the board, whose columns run from 01 to 20 and rows from "),
    ("range from", "After 'from' a word is missing."),
    (
        "range vehicles 5@0506/0507",
        "'5@0506/0507' is not a vehicle; write number@place@heading, su",
    ),
    ("range vehicles ²@0506@N", "'²' is not a vehicle; allowed are #1,"),
    ("range vehicles 5@0506@N@4", "'5@0506@N@4' is not a vehicle; write number@place@heading,"),
    ("move 0503", "Start with place and heading, for example landships:move 0708 E"),
    ("move 0503 N mp 3 spent 4", "4 MPs cannot be spent of 3"),
    ("move 0503 N mp x", "A movement allowance is a whole number from 0 to 99, not 'x'"),
    ("move 0503 N to", "After 'to' write a place"),
    ("brickyard ger-squad-1 at ger-squad-1@brit-mg-1@N", "'brit-mg-1' is not a tank; allowed are "),
    ("brickyard ger-squad-1 at ger-squad-1@5713/5813@N", "A squad never stands on a hexside; "),
    ("coverage british mk-iv-male@0504/0505@N", "Illegal: on hexside 0504/0505 it may face E or W"),
    ("coverage british mk-iv-mole@0504@N", "'mk-iv-mole@0504@N' is not a unit of a force; write u"),
]


@pytest.mark.parametrize(("words", "sentence"), LINES)
def test_a_line_that_describes_nothing_is_refused_in_one_sentence(
    words: str, sentence: str
) -> None:
    with pytest.raises(ValueError, match=r"\.") as refusal:
        CATALOG[f"landships:{words.split(maxsplit=1)[0]}"].parse(f"landships:{words}")
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("line", "control", "wrong", "sentence"),
    [
        (
            "brickyard ger-squad-1 at ger-squad-1@5713@N",
            "place",
            "5713/5813 N",
            "never stands on a",
        ),
        ("brickyard brit-mg-1", "place", "ger-a7v-1", "Only assault squads ride in tanks"),
        ("brickyard brit-mg-north-1", "place", "5807/5808 E", "never stands on a hexside"),
        ("brickyard brit-bristol-1", "place", "5505 N", "comes on in turn 3; it is turn 1"),
        ("brickyard", "board", SMALL, "columns 50 to 69 .* of the file has columns 1 to 3"),
        ("move 0503 N", "board", SMALL, "columns 1 to 20 .* of the file has columns 1 to 3"),
        ("move 0503 N brush along:wire", "paint", "0705", "This brush paints hexsides"),
        ("hexsides 0909 ask stack", "struck", "0908/0909", "'0908/0909' is a hexside; here a hex"),
        ("coverage british mk-iv-male@0504@N", "place", "0504/0505 N", "it may face E or W only"),
        ("coverage british 75mm-art@0505@N", "form", "line", "guns do not form up"),
    ],
)
def test_what_this_state_cannot_take_is_refused(
    line: str, control: str, wrong: str, sentence: str
) -> None:
    panel = CATALOG[f"landships:{line.split(maxsplit=1)[0]}"]
    state = panel.parse(f"landships:{line}") if " " in line else panel.initial()
    with pytest.raises(ValueError, match=sentence):
        state.set(control, wrong)
