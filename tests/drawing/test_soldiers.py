"""Soldiers from above: what they hold is seen, where they look, and who is out of action."""

import math

import pytest

from landships_lab.drawing.labels import bounds
from landships_lab.drawing.shapes import Circles, Lines, Path, Polygons
from landships_lab.drawing.soldiers import Soldier, soldier, weapon_of


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
