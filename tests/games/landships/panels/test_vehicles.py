"""A reader's vehicles and those beyond the article: drafts, their files, the editor, and a
hundred damaged files.
"""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

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
from landships_lab.games.landships.panels.fire import FireArcs
from landships_lab.games.landships.panels.vehicle import VehicleEditor
from landships_lab.games.landships.rules.field_of_fire import cover, covered_points
from landships_lab.games.landships.rules.positions import UNITS
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Choice

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
    known = st.none() | st.integers(0, 99)
    for n in range(draw(st.integers(1, 3))):
        weapons = []
        for _ in range(draw(st.integers(1, 3))):
            name, lo = draw(NAMES), 30 * draw(st.integers(-6, 6))
            used_ids.append(slug(name, used_ids))
            weapons.append(DraftWeapon(used_ids[-1], name, lo, lo + 30 * draw(st.integers(1, 12))))
        given = (draw(known), draw(known), draw(st.booleans()))
        fields.append(DraftField(f"field {n}", *given, tuple(weapons)))
    unit_class, outline = draw(st.sampled_from([1, 2, 3])), draw(st.sampled_from(OUTLINES))
    return Draft(draw(NAMES), draw(NAMES), unit_class, outline, tuple(fields))


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
            known = None if isinstance(made.range_hexes, Gap) else made.range_hexes
            assert known == f.range_hexes
            assert made.provenance["arc"] == "supplied"


@pytest.mark.parametrize("unit", UNITS)
def test_what_a_reader_leaves_as_it_came_is_known_from_where_it_came(unit: str) -> None:
    begun = UNITS[unit]
    draft = draft_of(begun)

    def sources(of: Unit) -> list[object]:
        return [
            (w.id, dict(w.provenance), dict(w.cites), w.range_hexes) for w in of.weapons.values()
        ]

    def readers(changed: Draft) -> dict[str, set[str]]:
        arms = sourced(unit_of_draft(changed), begun).weapons.items()
        return {
            k: {what for what, how in w.provenance.items() if how == "supplied"} for k, w in arms
        }

    assert sources(sourced(unit_of_draft(draft), begun)) == sources(begun)
    nothing: dict[str, set[str]] = {key: set() for key in begun.weapons}
    first, field = draft.weapons[0], draft.fields[0]
    turned = draft.with_weapon(first.id, replace(first, lo=first.lo - 30, hi=first.hi - 30))
    assert readers(turned) == {**nothing, first.id: {"arc"}}
    with_points = draft.with_field(0, replace(field, points=77))
    assert readers(with_points) == {**nothing, **{w.id: {"points"} for w in field.weapons}}


def test_a_file_of_the_readers_is_all_theirs_also_where_it_says_the_same() -> None:
    start = VehicleEditor.initial()
    given = start.set("toml", write_draft(replace(start.draft, nation="Elsewhere")))
    assert VehicleEditor.parse(given.text()) == given
    assert {step.cite.kind for step in given.ask().steps[:-4]} == {"supplied"}
    assert {step.cite.kind for step in start.ask().steps[:-4]} == {"reconstructed"}
    assert [c.value for c in given.controls() if isinstance(c, Choice) and c.id == "begin"] == [""]


@pytest.mark.parametrize("part", range(4))
def test_a_spoilt_unit_file_loads_or_is_refused_with_its_field(part: int) -> None:
    """A random edit of a good file: a value changed, a line dropped or doubled, a key misspelt."""
    edits: tuple[Callable[[random.Random, str], str], ...] = (
        lambda dice, line: re.sub(r"-?\d+", str(dice.choice([-7, 17, 45, 400])), line, count=1),
        lambda dice, line: line.replace("=", dice.choice(["= =", ":", "=" + '"x"#']), 1),
        lambda _, line: line[:0],
        lambda _, line: line + "\n" + line,
        lambda _, line: re.sub(r"[a-z]{3,}", lambda m: m[0][::-1], line, count=1),
        lambda _, line: line.replace("true", '"yes"').replace('"supplied"', '"guessed"'),
    )
    loaded = 0
    for seed in range(part, 100, 4):
        dice = random.Random(seed)
        lines = write_draft(draft_of(UNITS[dice.choice(list(UNITS))])).splitlines()
        n = dice.choice([i for i, line in enumerate(lines) if line])
        lines[n] = dice.choice(edits)(dice, lines[n])
        try:
            units = read_units(parse_toml("\n".join(lines), "your units"), "your units")
        except DataError as error:
            told = r"your units(, (the file|units)[^\n]*: [^\n]+|: this is not valid TOML: .+)"
            if not re.fullmatch(told, str(error)):
                raise
        else:
            assert all(isinstance(cover(unit).value, int) for unit in units.values())
            loaded += 1
    assert 0 < loaded < 25


@pytest.mark.parametrize("key", ADDED)
def test_what_is_not_in_the_article_is_marked_reconstructed_with_its_source_or_asked_for(
    key: str,
) -> None:
    for weapon in UNITS[key].weapons.values():
        for what, how in weapon.provenance.items():
            assert how in ("reconstructed", "silent")
            assert weapon.cites[what].document != "Twelve Point Facing" or how == "silent"


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_covered_points_are_those_the_arcs_reach_one_hex_or_hexside_away(unit: Unit) -> None:
    for n, heading in enumerate(HEADINGS):
        target = Hex(*heading.vector)
        places = [w.arc.locate(Hex(0, 0), Heading.N, target) for w in unit.weapons.values()]
        assert covered_points(unit)[n] == len(places) - places.count("outside")


# --------------------------------------------------------------------------------------- the editor


def test_weapons_and_fields_come_and_go() -> None:
    state = VehicleEditor.initial().set("arms", "field")
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
    state = VehicleEditor.initial().set("name", "Mk V “star”").set("range", "")
    assert VehicleEditor.parse(state.text()) == state
    toml, counters, card = (export.make() for export in state.exports())
    assert VehicleEditor.initial().set("toml", toml).draft == state.draft
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
    assert covered_points(UNITS["renault-ft"]) == (1,) * 12, "a revolving turret"
    assert cover(UNITS["mk-iv-female"]).headline.endswith("blind: dead astern.")
    assert set(OUTLINES) <= set(SILHOUETTES)


def test_a_handle_is_dragged_over_the_twelve_points_and_never_beyond_an_arc() -> None:
    view, state, dice = VehicleEditor.view(), VehicleEditor.initial(), random.Random(1)
    assert (state.chosen.lo, state.chosen.hi) == (30, 150)
    cx, cy, _ = state.drag_targets(view)[0]

    def dragged(state: VehicleEditor, end: int, *by: tuple[float, float]) -> VehicleEditor:
        x, y, _ = state.drag_targets(view)[end]
        state = state.on_gesture(Gesture("press", (x, y)), view)
        for dx, dy in by:
            state = state.on_gesture(Gesture("drag", (cx + dx, cy + dy)), view)
            assert 30 <= state.chosen.hi - state.chosen.lo <= 360
        return state.on_gesture(Gesture("drop", (cx, cy)), view)

    state = dragged(state, 1, (60, -60), (0, -90), (-60, -100))
    assert (state.chosen.lo, state.chosen.hi, state.held) == (-30, 150, "")
    (_, foot), (_, above) = (at[:2] for at in state.set("arc", "0 to 360").drag_targets(view)[1:])
    assert cy - above == pytest.approx(1.35 * (cy - foot)), "the end of a full circle lies farther"
    for end in (1, 2):
        wild = [(dice.uniform(-99, 99), dice.uniform(-99, 99)) for _ in range(200)]
        state = dragged(state, end, *wild)


@pytest.mark.parametrize("unit", UNITS)
def test_a_new_weapon_lies_over_no_other_where_there_is_room(unit: str) -> None:
    draft = draft_of(UNITS[unit])
    arcs = [(weapon.lo, weapon.hi) for weapon in draft.weapons]
    middles = {n for n in range(0, 360, 60) if not any((n - a) % 360 <= b - a for a, b in arcs)}
    made = [draft.with_new_weapon(draft.weapons[0].id)]
    made += [draft.with_new_field()] if len(draft.fields) < 3 else []
    for added, new in made:
        weapon = added.weapon(new)
        assert (weapon.lo, weapon.hi) not in arcs
        assert not middles or (weapon.lo + 30) % 360 in middles


def test_what_the_editor_says_names_no_file_and_each_button_what_it_does() -> None:
    state = VehicleEditor.initial()
    fields: dict[str, Any] = {control.id: control for control in state.controls()}
    assert [label for _, label, _ in fields["arms"].items] == ["+ weapon", "+ field", "− weapon"]
    assert fields["name"].letters >= len("Medium A Whippet")
    own: Any = {control.id: control for control in FireArcs.initial().controls()}["own"]
    for hint in (own.hint, fields["toml"].hint):
        assert "Save TOML" in hint
        assert not re.search(r"[\[/]|\.toml", hint)
