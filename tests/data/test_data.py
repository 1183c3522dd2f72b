"""The shipped tables load and say how each value is known; a slip in a hand-edited file gets one
clear sentence.
"""

import re
from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.sources import PROVENANCE_WORDS, Provenance
from landships_lab.data.load import DataError, chosen, cites, parse_toml, read, readings
from landships_lab.games.landships.data import boards
from landships_lab.games.landships.data.boards import board
from landships_lab.games.landships.data.units import MOST_FIELDS, Unit, read_units, shipped_units
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.games.landships.rules.ranges import count_range

GAMES = Path(str(files("landships_lab.games")))
RULE_SETS = sorted(path.parts[-3] for path in GAMES.glob("*/data/citations.toml"))
WITH_READINGS = sorted(path.parts[-3] for path in GAMES.glob("*/data/readings.toml"))
TEXT = (GAMES / "landships" / "data" / "units.toml").read_text(encoding="utf-8")

# ------------------------------------------------------------------------------ citations, readings


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_citation_names_a_section_and_well_formed_lines(rule_set: str) -> None:
    found = cites(rule_set)
    assert found
    for key, cite in found.items():
        assert cite.document, key
        assert cite.section, key
        assert cite.kind in get_args(Provenance), key
        spans = re.fullmatch(r"(\d+(-\d+)?(, \d+(-\d+)?)*)?", cite.lines)
        assert spans, f"{key}: {cite.lines!r}"
        numbers = [int(n) for n in re.findall(r"\d+", cite.lines)]
        assert numbers == sorted(set(numbers)), f"{key}: lines run upwards, not {cite.lines!r}"
        assert cite.lines or cite.kind != "printed", f"{key} is printed, but where?"


@pytest.mark.parametrize("rule_set", WITH_READINGS)
def test_every_reading_asks_a_question_and_has_a_default_and_labels_that_differ(
    rule_set: str,
) -> None:
    for key, reading in readings(rule_set).items():
        assert reading.id == key
        assert reading.question.endswith("?"), key
        assert reading.why.endswith("."), key
        assert reading.default == reading.options[0].id
        for words in (lambda o: o.id, lambda o: o.label, lambda o: o.says):
            assert len({words(option) for option in reading.options}) == len(reading.options), key
        assert all(option.says.endswith(".") for option in reading.options), key
        assert [reading.option(option.id) for option in reading.options] == list(reading.options)


def test_a_chosen_option_takes_the_place_of_the_default_and_is_checked() -> None:
    usual = chosen("landships", None)
    assert usual == {key: reading.default for key, reading in readings("landships").items()}
    assert usual["arc-edge-hex"] == "in"
    assert chosen("landships", {"arc-edge-hex": "as-hexside"}) == {
        **usual,
        "arc-edge-hex": "as-hexside",
    }
    with pytest.raises(
        ValueError, match=r"^'arc-edge-hx' is not a reading; .* nearest is arc-edge-hex\.$"
    ):
        chosen("landships", {"arc-edge-hx": "in"})
    with pytest.raises(
        ValueError, match=r"^'inside' is not an option of the reading arc-edge-hex; al"
    ):
        chosen("landships", {"arc-edge-hex": "inside"})


def test_every_provenance_has_its_words() -> None:
    assert set(PROVENANCE_WORDS) == set(get_args(Provenance))
    assert len(set(PROVENANCE_WORDS.values())) == len(PROVENANCE_WORDS)


# -------------------------------------------------------------------------------------------- units

# By unit and weapon: arc, range, points, whether hexsides on an edge can be hit; and what of it the
# article prints.
PRINTED, RECONSTRUCTED = "printed", "reconstructed"
STATED = {
    ("mk-iv-male", "57mm-starboard"): ((-30, 90), 7, 8, False),  # lines 51 and 65
    ("mk-iv-male", "57mm-port"): ((-90, 30), 7, 8, False),  # line 53
    ("mk-iv-male", "mg-starboard"): ((30, 150), 4, 2, False),  # line 57
    ("mk-iv-male", "mg-port"): ((-150, -30), 4, 2, False),
    ("mk-iv-male", "mg-bow"): ((-30, 30), 4, 2, False),  # line 59
    ("mk-iv-male", "mg-stern"): ((150, 210), 4, 2, False),
    ("a7v", "57mm-bow"): ((-30, 30), 8, 8, True),  # line 73
    ("a7v", "mg-starboard"): ((30, 150), 5, None, True),
    ("a7v", "mg-port"): ((-150, -30), 5, None, True),
    ("a7v", "mg-stern"): ((150, 210), 5, None, True),  # line 77
    ("75mm-art", "gun"): ((-30, 30), 68, 10, True),  # line 83
    ("full-circle-mount", "gun"): ((0, 360), None, None, None),
}


@pytest.mark.parametrize("unit", sorted({unit for unit, _ in STATED}))
def test_the_units_of_the_article_have_the_weapons_of_the_table_and_no_others(unit: str) -> None:
    assert set(UNITS[unit].weapons) == {weapon for of, weapon in STATED if of == unit}
    for name, found in UNITS[unit].weapons.items():
        arc, limit, points, edges = STATED[unit, name]
        assert (found.arc.lo, found.arc.hi) == arc
        assert found.range_hexes == limit or (limit is None and isinstance(found.range_hexes, Gap))
        assert found.points == points or (points is None and isinstance(found.points, Gap))
        assert edges is None or found.arc.edge_hexsides is edges


@pytest.mark.parametrize(
    ("unit", "weapon", "provenance"),
    [  # of the arc, the range, the points and the edges
        ("mk-iv-male", "57mm-starboard", (RECONSTRUCTED, PRINTED, PRINTED, PRINTED)),
        ("mk-iv-male", "mg-bow", (RECONSTRUCTED, PRINTED, PRINTED, PRINTED)),
        ("a7v", "57mm-bow", (RECONSTRUCTED, PRINTED, PRINTED, RECONSTRUCTED)),
        ("a7v", "mg-starboard", (RECONSTRUCTED, RECONSTRUCTED, "silent", RECONSTRUCTED)),
        ("a7v", "mg-stern", (RECONSTRUCTED, PRINTED, "silent", RECONSTRUCTED)),
        ("75mm-art", "gun", (RECONSTRUCTED, "reading", "reading", RECONSTRUCTED)),
        ("full-circle-mount", "gun", (PRINTED, "silent", "silent", PRINTED)),
    ],
)
def test_what_is_printed_and_what_is_not(
    unit: str, weapon: str, provenance: tuple[str, ...]
) -> None:
    found = UNITS[unit].weapon(weapon)
    assert (
        tuple(found.provenance[what] for what in ("arc", "range", "points", "edge")) == provenance
    )


@pytest.mark.parametrize("unit", UNITS.values(), ids=lambda unit: unit.id)
def test_every_value_of_every_weapon_says_how_it_is_known(unit: Unit) -> None:
    assert 1 <= len(unit.fields) <= MOST_FIELDS == 3  # line 115: up to three fields of fire
    for weapon in unit.weapons.values():
        assert set(weapon.provenance) == set(weapon.cites) == {"arc", "range", "points", "edge"}
        for what, how in weapon.provenance.items():
            assert how in get_args(Provenance)
            assert weapon.cites[what].kind == how
        for what, value in (("range", weapon.range_hexes), ("points", weapon.points)):
            assert (weapon.provenance[what] == "silent") == isinstance(value, Gap)
            if isinstance(value, Gap):
                assert value.question.rstrip(".").count("?") == 1
                assert value.cite.kind == "silent"
        assert weapon.provenance["edge"] != "silent"


def test_units_are_frozen_through_and_through() -> None:
    unit = UNITS["a7v"]
    with pytest.raises(FrozenInstanceError):
        unit.name = "A7W"  # type: ignore[misc]  # that it cannot be done is the point
    bow = unit.weapon("57mm-bow")
    for mapping in (UNITS, unit.weapons, bow.cites, bow.provenance):
        assert not hasattr(mapping, "__setitem__")


def test_a_weapon_it_has_not_is_told_with_those_it_has() -> None:
    told = r"^'57mm' is not a weapon of the A7V; allowed are 57mm-bow, mg-starboard, mg-port,"
    with pytest.raises(ValueError, match=told):
        UNITS["a7v"].weapon("57mm")


# --------------------------------------------------------------------------------------- hand edits


def read_edited(old: str, new: str) -> Mapping[str, Unit]:
    assert old in TEXT, "the edit must bite"
    return read_units(parse_toml(TEXT.replace(old, new, 1), "mine.toml"), "mine.toml")


STARBOARD_ARC = "lo = -30, hi = 90"
SEVEN = 'value = 7, how = "printed"'
RANGE_LINE = f'range = {{ {SEVEN}, cite = "mk-iv-57mm" }}'
EDGE_LINE = 'edge_hexsides = { value = false, how = "printed", cite = "mk-iv-edges" }'
SIDE_POINTS = 'asks = "How many points do the A7V\'s side machine guns have?"'
MALE, FIELD = "units › mk-iv-male", "units › mk-iv-male › fields 1"
GUN = f"{FIELD} › weapons › 57mm-starboard › arc"
EDGE_UNKNOWN = 'edge_hexsides = { asks = "Which?", how = "silent", cite = "mk-iv-edges" }'
SILENT = 'write the value under "value", or how = "silent" and no value.'
BRACES = "several named values in braces belong here, not a single one."
MALE_NAME = 'name = "Mk IV male"'
#: What is written in the file, what stands there instead, and what is said of it.
EDITS = [
    (STARBOARD_ARC, "lo = -31, hi = 90", f"{GUN}: An arc runs between multiples of 30 degrees,"),
    (STARBOARD_ARC, "lo = 90, hi = -30", f"{GUN}: An arc is 30 to 360 degrees wide, from its"),
    (STARBOARD_ARC, "lo = -390, hi = -300", f"{GUN}: The first edge of an arc lies from -360 to"),
    (STARBOARD_ARC, 'lo = "ahead", hi = 90', f"{GUN} › lo: 'ahead' is not a whole number."),
    (STARBOARD_ARC, "lo = -30.0, hi = 90", f"{GUN} › lo: -30.0 is not a whole number."),
    (STARBOARD_ARC, "lo = true, hi = 90", f"{GUN} › lo: True is not a whole number."),
    (STARBOARD_ARC, "hi = 90", f"{GUN} › lo: lo is missing."),
    ("value = 7", 'value = "7"', f"{FIELD} › range › value: '7' is not a whole number."),
    ("value = 7", "value = -7", f"{FIELD}: range is a whole number from 0 to 99, not -7."),
    ("value = 7", "value = 700", f"{FIELD}: range is a whole number from 0 to 99, not 700."),
    (SEVEN, 'value = 7, how = "silent"', f"{FIELD} › range: {SILENT}"),
    (SEVEN, 'how = "printed"', f"{FIELD} › range: {SILENT}"),
    (SEVEN, 'value = 7, how = "sure"', f"{FIELD} › range › how: 'sure' is not a choice here;"),
    ("value = 7", "valeu = 7", f"{FIELD} › range: 'valeu' is not a field; allowed are how, cite,"),
    (SIDE_POINTS, 'asks = ""', 'units › a7v › fields 2 › points: "asks" says what is missing'),
    (RANGE_LINE, "range = 7", f"{FIELD} › range: {BRACES}"),
    (RANGE_LINE, "", f"{FIELD} › range: range is missing."),
    ('"mk-iv-57mm"', '"mk-v-57mm"', f"{MALE}: 'mk-v-57mm' is not a citation; allowed are"),
    (EDGE_LINE, "edge_hexsides = false", f"{FIELD} › edge_hexsides: {BRACES}"),
    (EDGE_LINE, EDGE_LINE.replace("false", "0"), f"{FIELD} › edge_hexsides › value: 0 is not"),
    (EDGE_LINE, EDGE_UNKNOWN, f"{FIELD}: edge_hexsides is true or false; "),
    *(
        (
            "unit_class = 3",
            f"unit_class = {wrong}",
            f"{MALE} › unit_class: '{said}' is not a choice",
        )
        for wrong, said in (("4", "4"), ('"3"', "3"), ("true", "True"))
    ),
    ('"rhomboid"', '"rhombus"', f"{MALE}: 'rhombus' is not an outline; allowed are rhomboid, "),
    (MALE_NAME, "name = 4", f"{MALE} › name: 4 is not a text in quotes."),
    (MALE_NAME, "", f"{MALE} › name: name is missing."),
    (MALE_NAME, f"{MALE_NAME}\nnations = 2", f"{MALE}: 'nations' is not a field; allowed are"),
    ("57mm-port = ", '"57 mm port" = ', f"{FIELD}: '57 mm port' cannot be an id; one is letters,"),
    ("mg-starboard = ", "57mm-port = ", f"{MALE}: two weapons are called 57mm-port; each needs a"),
    ("[units.mk-iv-male]", "[unit.mk-iv-male]", f"{MALE} › name: name is missing."),
    ("[units.mk", "colour = 1\n[units.mk", "the file: 'colour' is not a field; the only one is"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), EDITS, ids=[f"{n}" for n in range(len(EDITS))])
def test_a_slip_in_a_unit_file_names_the_file_and_the_field(
    old: str, new: str, sentence: str
) -> None:
    with pytest.raises(DataError) as told:
        read_edited(old, new)
    assert str(told.value).startswith(f"mine.toml, {sentence}")
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "broken", ["[units.mk-iv-male", "x = ", "x = 1\nx = 2", "[units]\n[units]"]
)
def test_what_is_no_toml_is_told_with_its_line(broken: str) -> None:
    where = r"\(at (line \d+, column \d+|end of document)\)\.$"
    with pytest.raises(DataError, match=r"^mine\.toml: this is not valid TOML: .* " + where):
        parse_toml(broken, "mine.toml")


def one_unit(fields: str) -> Mapping[str, Unit]:
    head = '[units.mine]\nname = "Mine"\nnation = "ours"\nunit_class = 3\noutline = "box"\n'
    return read_units(parse_toml(head + fields, "mine.toml"), "mine.toml")


def field_of_fire(weapon: str) -> str:
    known = '{ value = 4, how = "supplied", cite = "base-rules" }'
    arc = '{ lo = 0, hi = 30, how = "supplied", cite = "base-rules" }'
    weapons = f'{{ {weapon} = {{ name = "gun", arc = {arc} }} }}' if weapon else "{}"
    return (
        f'[[units.mine.fields]]\nname = "guns"\nrange = {known}\npoints = {known}\n'
        f"edge_hexsides = {known.replace('4', 'true')}\nweapons = {weapons}\n"
    )


def test_one_to_three_fields_of_fire_each_with_a_weapon() -> None:
    """Line 115: up to three different fields of fire."""
    fields = [field_of_fire(f"gun-{n}") for n in range(4)]
    for count in (1, 2, 3):
        unit = one_unit("".join(fields[:count]))["mine"]
        assert len(unit.fields) == len(unit.weapons) == count
    for wrong, told in (
        ("".join(fields), r": a unit has one to 3 fields of fire, not 4\.$"),
        ("fields = []\n", r": a unit has one to 3 fields of fire, not 0\.$"),
        (field_of_fire(""), r" › fields 1: a field of fire has one weapon or more under"),
    ):
        with pytest.raises(DataError, match=r"^mine\.toml, units › mine" + told):
            one_unit(wrong)


def test_what_a_reader_brings_is_marked_as_theirs() -> None:
    weapon = one_unit(field_of_fire("gun"))["mine"].weapon("gun")
    assert set(weapon.provenance.values()) == {"supplied"}
    assert {cite.kind for cite in weapon.cites.values()} == {"supplied"}


def test_the_shipped_file_is_the_one_that_is_read() -> None:
    file = "landships/units.toml"
    assert shipped_units() == read_units(parse_toml(TEXT, file), file) == UNITS


# ------------------------------------------------------------------------------------------- boards


def test_the_board_of_the_article_shows_its_printed_ranges() -> None:
    """Lines 33-39, as the board that the panels begin with states them."""
    shown = board("eight-vehicles")
    where = {placed.number: placed.where()[0] for placed in shown.vehicles}
    assert [placed.number for placed in shown.vehicles] == list(range(1, 9))
    printed = {(5, 1): 4, (5, 3): 2, (5, 7): 2, (5, 8): 3, (5, 4): 3, (6, 5): 0, (7, 8): 1}
    assert {(e.first, e.second): e.range for e in shown.examples} == printed
    for example in shown.examples:
        assert count_range(where[example.first], where[example.second]).value == example.range
        assert example.cite in cites("landships")
    assert shown.cite in cites("landships")


def test_a_board_that_is_not_there_or_has_a_wrong_place_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(ValueError, match=r"^'eight-vehicle' is not a board; the only one is eight"):
        board("eight-vehicle")
    spoiled: dict[str, Any] = read(boards.FILE)
    spoiled["eight-vehicles"]["vehicles"][2]["at"] = "0604 NE"
    monkeypatch.setattr(boards, "read", lambda _: spoiled)
    told = r"^landships/boards\.toml, eight-vehicles, vehicle 3: 'NE' is not a heading; .* ENE\.$"
    with pytest.raises(DataError, match=told):
        board("eight-vehicles")
