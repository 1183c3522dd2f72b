"""Vehicles of a reader's own and those beyond the article: drafts, their files, the editor, and a
hundred damaged files.
"""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landships_lab.core.answer import Gap
from landships_lab.core.arcs import Arc
from landships_lab.core.hexes import HEADINGS, Heading, Hex
from landships_lab.data.load import DataError, parse_toml
from landships_lab.drawing.shapes import Circles
from landships_lab.drawing.silhouettes import SILHOUETTES
from landships_lab.games.landships.data.drafts import (
    Draft,
    DraftField,
    DraftWeapon,
    draft_of,
    read_draft,
    slug,
    sourced,
    unit_of_draft,
    write_draft,
)
from landships_lab.games.landships.data.units import OUTLINES, Unit, read_units
from landships_lab.games.landships.panels.vehicle import VehicleEditor
from landships_lab.games.landships.rules import UNITS
from landships_lab.games.landships.rules.cover import cover, covered_points
from landships_lab.panel.controls import Choice
from landships_lab.panel.gestures import Gesture

EDITOR = VehicleEditor
ADDED = ("mk-iv-female", "whippet", "renault-ft", "field-gun")
NAMES = st.text(
    st.characters(
        min_codepoint=32,
        max_codepoint=0x17F,
        exclude_categories=("Cc", "Cf", "Cn", "Zs", "Zl", "Zp"),
    ),
    min_size=1,
    max_size=12,
)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    fields: list[DraftField] = []
    used_ids: list[str] = []
    for n in range(draw(st.integers(1, 3))):
        weapons = []
        for _ in range(draw(st.integers(1, 3))):
            name, lo = draw(NAMES), 30 * draw(st.integers(-6, 6))
            used_ids.append(slug(name, used_ids))
            weapons.append(DraftWeapon(used_ids[-1], name, lo, lo + 30 * draw(st.integers(1, 12))))
        known = st.none() | st.integers(0, 99)
        fields.append(
            DraftField(f"field {n}", draw(known), draw(known), draw(st.booleans()), tuple(weapons))
        )
    return Draft(
        draw(NAMES),
        draw(NAMES),
        draw(st.sampled_from([1, 2, 3])),
        draw(st.sampled_from(OUTLINES)),
        tuple(fields),
    )


@given(drafts())
@settings(max_examples=50)
def test_a_draft_comes_back_from_its_file_and_is_the_unit_it_says(draft: Draft) -> None:
    assert read_draft(write_draft(draft)) == draft
    unit = unit_of_draft(draft)
    assert [w.name for w in unit.weapons.values()] == [w.name for w in draft.weapons]
    for f in draft.fields:
        for w in f.weapons:
            made = unit.weapon(w.id)
            assert made.arc == Arc(w.lo, w.hi, f.edge_hexsides)
            assert (
                isinstance(made.range_hexes, Gap)
                if f.range_hexes is None
                else made.range_hexes == f.range_hexes
            )
            assert made.provenance["arc"] == "supplied"


def readers_values(unit: Unit) -> dict[str, set[str]]:
    """Return which values of each weapon are the reader's own."""
    return {
        key: {what for what, how in w.provenance.items() if how == "supplied"}
        for key, w in unit.weapons.items()
    }


@pytest.mark.parametrize("unit", UNITS)
def test_what_a_reader_leaves_as_it_came_is_known_from_where_it_came(unit: str) -> None:
    begun = UNITS[unit]
    draft = draft_of(begun)
    same = sourced(unit_of_draft(draft), begun)
    assert {
        w.id: (dict(w.provenance), dict(w.cites), w.range_hexes) for w in same.weapons.values()
    } == {w.id: (dict(w.provenance), dict(w.cites), w.range_hexes) for w in begun.weapons.values()}
    first = draft.weapons[0]
    turned = sourced(
        unit_of_draft(
            draft.with_weapon(first.id, replace(first, lo=first.lo - 30, hi=first.hi - 30))
        ),
        begun,
    )
    assert readers_values(turned) == {
        key: {"arc"} if key == first.id else set() for key in begun.weapons
    }
    with_points = sourced(
        unit_of_draft(draft.with_field(0, replace(draft.fields[0], points=77))), begun
    )
    assert readers_values(with_points) == {
        key: {"points"} if key in {w.id for w in draft.fields[0].weapons} else set()
        for key in begun.weapons
    }


def test_a_file_of_the_readers_is_all_theirs_also_where_it_says_the_same() -> None:
    start = EDITOR.initial()
    given = start.set("toml", write_draft(replace(start.draft, nation="Elsewhere")))
    assert EDITOR.parse(given.text()) == given
    assert {step.cite.kind for step in given.ask().steps[:-4]} == {"supplied"}
    assert {step.cite.kind for step in start.ask().steps[:-4]} == {"reconstructed"}
    assert [c.value for c in given.controls() if isinstance(c, Choice) and c.id == "begin"] == [""]


@pytest.mark.parametrize("seed", range(100))
def test_a_spoilt_unit_file_loads_or_is_refused_with_its_field(seed: int) -> None:
    """A random edit of a good file: a value changed, a line dropped or doubled, a key misspelt."""
    dice = random.Random(seed)
    lines = write_draft(draft_of(UNITS[dice.choice(list(UNITS))])).splitlines()
    n = dice.choice([i for i, line in enumerate(lines) if line])
    edits = (
        lambda line: re.sub(r"-?\d+", str(dice.choice([-7, 17, 45, 400])), line, count=1),
        lambda line: line.replace("=", dice.choice(["= =", ":", "=" + '"x"#']), 1),
        lambda _: "",
        lambda line: line + "\n" + line,
        lambda line: re.sub(r"[a-z]{3,}", lambda m: m[0][::-1], line, count=1),
        lambda line: (
            line.replace("true", '"yes"').replace("false", "0").replace('"supplied"', '"guessed"')
        ),
    )
    lines[n] = dice.choice(edits)(lines[n])
    text = "\n".join(lines)
    said = refused(text)
    if said:
        assert re.fullmatch(
            r"your units(, (the file|units)[^\n]*: [^\n]+|: this is not valid TOML: .+)", said
        ), said
    else:
        assert all(
            isinstance(cover(unit).value, int)
            for unit in read_units(parse_toml(text, "your units"), "your units").values()
        )


def refused(text: str) -> str:
    """Return the sentence that refuses this unit file, "" if none does."""
    try:
        read_units(parse_toml(text, "your units"), "your units")
    except DataError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("key", ADDED)
def test_what_is_not_in_the_article_is_marked_reconstructed_with_its_source_or_asked_for(
    key: str,
) -> None:
    for weapon in UNITS[key].weapons.values():
        for what, how in weapon.provenance.items():
            assert how in ("reconstructed", "silent")
            assert weapon.cites[what].document != "Twelve Point Facing" or how == "silent"


def test_every_outline_has_a_silhouette() -> None:
    assert set(OUTLINES) <= set(SILHOUETTES)


def test_the_revolving_turret_is_blind_nowhere() -> None:
    assert covered_points(UNITS["renault-ft"]) == (1,) * 12
    assert cover(UNITS["mk-iv-female"]).headline.endswith("blind: dead astern.")


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_covered_points_are_those_the_arcs_reach_one_hex_or_hexside_away(unit: object) -> None:
    for n, heading in enumerate(HEADINGS):
        target = Hex(*heading.vector)
        bearing = [
            w
            for w in unit.weapons.values()  # type: ignore[attr-defined]
            if w.arc.locate(Hex(0, 0), Heading.N, target) != "outside"
        ]
        assert covered_points(unit)[n] == len(bearing)  # type: ignore[arg-type]


# --------------------------------------------------------------------------------------- the editor


def test_a_handle_is_dragged_over_the_twelve_points() -> None:
    view, state = EDITOR.view(), EDITOR.initial()
    assert (state.chosen.lo, state.chosen.hi) == (30, 150)
    x, y, _ = state.drag_targets(view)[1]  # the first edge's handle
    state = state.on_gesture(Gesture("press", (x, y)), view)
    cx, cy, _ = state.drag_targets(view)[0]
    for dx, dy in ((60, -60), (0, -90), (-60, -100)):
        state = state.on_gesture(Gesture("drag", (cx + dx, cy + dy)), view)
    state = state.on_gesture(Gesture("drop", (cx, cy)), view)
    assert (state.chosen.lo, state.chosen.hi) == (-30, 150)
    assert state.held == ""


def test_an_arc_is_never_dragged_beyond_what_an_arc_can_be() -> None:
    view, state = EDITOR.view(), EDITOR.initial()
    cx, cy, _ = state.drag_targets(view)[0]
    dice = random.Random(1)
    for end in (1, 2):
        x, y, _ = state.drag_targets(view)[end]
        state = state.on_gesture(Gesture("press", (x, y)), view)
        for _ in range(200):
            state = state.on_gesture(
                Gesture("drag", (cx + dice.uniform(-99, 99), cy + dice.uniform(-99, 99))), view
            )
            assert 30 <= state.chosen.hi - state.chosen.lo <= 360
        state = state.on_gesture(Gesture("drop"), view)


def test_weapons_and_fields_come_and_go() -> None:
    state = EDITOR.initial().set("arms", "field")
    assert len(state.draft.fields) == 3
    with pytest.raises(ValueError, match="one to 3 fields of fire, not 4"):
        state.set("arms", "field")
    state = state.set("weapon_name", "MG stern").set("arc", "150 to 210")
    assert state.weapon == "mg-stern"
    assert state.ask().value == 12
    for _ in range(3):
        state = state.set("arms", "drop")
    with pytest.raises(ValueError, match="keeps at least one weapon"):
        state.set("arms", "drop")


def test_the_state_travels_in_its_text_and_its_file() -> None:
    state = EDITOR.initial().set("name", "Mk V “star”").set("range", "")
    assert EDITOR.parse(state.text()) == state
    toml, counters, card = (export.make() for export in state.exports())
    assert EDITOR.initial().set("toml", toml).draft == state.draft
    assert not isinstance(counters, str)
    assert not isinstance(card, str)
    assert len(state.picture(state.ask()).find("handle")) == 2
    assert all(isinstance(s, Circles) for s in state.picture(state.ask()).find("handle"))


def test_whose_arcs_the_article_draws_is_told_of_each_unit() -> None:
    """Line 115: the A7V, the Mk IV and some guns; and a unit has up to three fields of fire."""
    drawn = {"mk-iv-male", "a7v", "75mm-art", "full-circle-mount"}
    for key, unit in UNITS.items():
        told = str(cover(unit))
        assert ("draws the arcs of this unit" in told) is (key in drawn), key
        assert ("not for this unit" in told) is (key not in drawn), key
        fields = f"With {len(unit.fields)} field{'s' * (len(unit.fields) > 1)} of fire, of three"
        assert fields in told
