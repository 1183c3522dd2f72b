"""Painted figures and soldiers from above: who leads and what they hold is seen, a figure stands
where it was put, and small ones are drawn with less.
"""

import math

import pytest

from landships_lab.drawing.colour import contrast
from landships_lab.drawing.figures import COARSE, FINE, KINDS, PARTS, Figure, figures
from landships_lab.drawing.labels import bounds
from landships_lab.drawing.shapes import Circles, Lines, Path, Polygons
from landships_lab.drawing.soldiers import Soldier, soldier, weapon_of
from landships_lab.drawing.theme import THEMES, Theme

ON_FOOT = [kind for kind in KINDS if kind not in ("gun", "rifle")]
LEADERS = {"officer", "commander", "leader"}
SECONDS = {"NCO", "sub-leader"}


def rings(figure: Figure, part: str) -> list[Path]:
    drawn = [s for s in figures([figure]) if isinstance(s, Polygons)]
    return [r for s in drawn if s.role.removesuffix("-small") == f"man-{part}" for r in s.rings]


@pytest.mark.parametrize("kind", ON_FOOT)
@pytest.mark.parametrize("mounted", [False, True])
def test_a_rim_leads_and_nobody_else_has_one(kind: str, mounted: bool) -> None:
    assert bool(rings(Figure((0, 0), 100, kind, mounted=mounted), "rim")) is (kind in LEADERS)
    assert bool(rings(Figure((0, 0), 100, kind, mounted=mounted), "horse")) is mounted


@pytest.mark.parametrize("kind", ON_FOOT)
def test_the_base_tells_who_is_second(kind: str) -> None:
    (base,) = rings(Figure((0, 0), 100, kind), "base")
    assert (len(base) == 4) is (kind in SECONDS)


@pytest.mark.parametrize("height", [10, 24, 100])
def test_who_leads_is_the_widest_at_every_size(height: float) -> None:
    def wide(kind: str) -> float:
        man = Figure((0, 0), height, kind)
        left, _, right, _ = bounds(p for r in rings(man, "rim") + rings(man, "base") for p in r)
        return (right - left) / height

    assert wide("officer") > wide("NCO") + 0.1 > wide("private") + 0.15


def test_only_who_is_armed_has_iron_in_hand() -> None:
    assert rings(Figure((0, 0), 100, "private"), "iron")
    assert not rings(Figure((0, 0), 100, "unarmed"), "iron")
    raised = min(y for r in rings(Figure((0, 0), 100, "officer"), "iron") for _, y in r)
    lowered = min(y for r in rings(Figure((0, 0), 100, "sub-leader"), "iron") for _, y in r)
    assert raised < -100 < lowered, "his sword is above his head"


@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_stands_where_it_was_put(kind: str) -> None:
    def box(figure: Figure) -> tuple[float, float, float, float]:
        return bounds(
            p for s in figures([figure]) if isinstance(s, Polygons) for r in s.rings for p in r
        )

    left, top, right, bottom = box(Figure((300, 200), 50, kind))
    assert 300 - 50 <= left < 300 < right <= 300 + 50
    assert 200 - 1.35 * 50 <= top < 200 <= bottom <= 200 + 10
    _, high, _, low = box(Figure((300, 200), 50, kind, degrees=90))
    assert low - high < (50 if kind == "rifle" else 100), "fallen, it is as high as it was wide"


def test_a_small_figure_has_no_outlines_and_the_smallest_no_braid() -> None:
    def roles(height: float) -> set[str]:
        return {s.role for s in figures([Figure((0, 0), height, "officer")])}

    assert all(role.endswith("-small") for role in roles(FINE - 1))
    assert not any(role.endswith("-small") for role in roles(FINE))
    assert "man-trim-small" in roles(COARSE)
    assert "man-trim-small" not in roles(COARSE - 1)
    for theme in THEMES.values():
        assert not any(theme.style(role).stroke for role in roles(FINE - 1))


def test_who_is_out_is_an_outline_only() -> None:
    shapes = figures([Figure((0, 0), 60, "officer", out=True)])
    assert {s.role for s in shapes} == {"man-out"}
    assert not THEMES["light"].style("man-out").fill


def test_figures_are_drawn_part_by_part_and_keep_their_names() -> None:
    shapes = figures(
        Figure((40 * n, 0), 60, "private", name=name)
        for n, name in enumerate(("one", "two", "two"))
    )
    order = [PARTS.index(s.role.removeprefix("man-")) for s in shapes]
    assert order == sorted(order)
    assert {
        s.name: len(s.rings) for s in shapes if isinstance(s, Polygons) and s.role == "man-base"
    } == {"one": 1, "two": 2}


@pytest.mark.parametrize(
    "theme",
    [theme for theme in THEMES.values() if theme.name != "dark"],
    ids=lambda theme: theme.name,
)
@pytest.mark.parametrize("role", ["man-hat", "man-hat-small", "man-flag", "man-flag-small"])
def test_what_is_white_has_an_outline_on_white_paper(theme: Theme, role: str) -> None:
    assert contrast(theme.style(role).stroke, theme.colours["card"]) >= 3


def paths(man: Soldier, role: str) -> list[Path]:
    shapes = [s for s in soldier(man) if s.role == role]
    return [p for s in shapes for p in (s.rings if isinstance(s, Polygons) else s.paths)]  # type: ignore[union-attr]


def test_the_weapon_points_where_he_looks() -> None:
    for degrees in range(0, 360, 45):
        (barrel,) = paths(Soldier((100, 100), 20, degrees), "weapon-thin")
        x, y = barrel[-1]
        aim = math.degrees(math.atan2(x - 100, 100 - y)) % 360
        assert min(abs(aim - degrees), 360 - abs(aim - degrees)) < 12
        assert math.dist(barrel[-1], (100, 100)) > 20, "it reaches beyond his shoulders"


@pytest.mark.parametrize(
    ("words", "weapon"),
    [
        ("rifle", "rifle"),
        ("submachine gun", "smg"),
        ("general purpose machine gun and pistol", "gun"),
        ("pistol", "pistol"),
        ("rifle and pistol", "rifle"),
        ("rocket launcher", "launcher"),
    ],
)
def test_what_he_holds_is_drawn(words: str, weapon: str) -> None:
    assert weapon_of(words) == weapon
    thick = paths(Soldier((0, 0), 10, weapon=weapon), "weapon")
    assert thick
    assert thick != paths(
        Soldier((0, 0), 10, weapon="rifle" if weapon != "rifle" else "gun"), "weapon"
    )


def test_a_prone_man_is_longer_and_one_out_of_action_is_an_outline() -> None:
    standing, prone = (
        bounds(p for path in paths(Soldier((0, 0), 10, prone=lies), "limbs-grey") for p in path)
        for lies in (False, True)
    )
    assert prone[3] > standing[3] + 5, "his legs are seen"
    out = {s.role for s in soldier(Soldier((0, 0), 10, out=True))}
    assert {"soldier-out", "helmet-out"} <= out
    assert not out & {"shadow", "helmet-light", "soldier-grey"}


def test_sides_differ_in_colour_and_nobody_is_without_a_helmet() -> None:
    british, german = (
        [s.role for s in soldier(Soldier((0, 0), 10, side=side))] for side in ("British", "German")
    )
    assert "soldier-khaki" in british
    assert "soldier-grey" in german
    assert [s.role for s in soldier(Soldier((0, 0), 10)) if isinstance(s, Circles)] == [
        "helmet-grey",
        "helmet-light",
    ]
    assert all(isinstance(s, (Circles, Lines, Polygons)) for s in soldier(Soldier((0, 0), 10)))
