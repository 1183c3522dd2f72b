"""The film of the README: it stands alone, shows one picture at a time with its verdict, and is
still where motion is unwanted.
"""

import re
import xml.etree.ElementTree as ET

import pytest

from landships_lab.panel.links import read_link
from tests.film import DRAGGED, FILM, film_of
from tests.paths import REPOSITORY

STATES = [
    f"landships:fire mk-iv-male@{place} E weapon 57mm-starboard target 1105 spotted yes"
    for place in ("0410", "0508/0509", "0707")
]
SVG = "{http://www.w3.org/2000/svg}"


def groups(film: str) -> list[ET.Element]:
    root = ET.fromstring(film)  # noqa: S314 - our own text
    return [g for g in root.iter(f"{SVG}g") if (g.get("class") or "").startswith("f ")]


def test_each_picture_is_shown_with_its_verdict_below_the_board() -> None:
    film = film_of(STATES)
    assert len(groups(film)) == len(STATES)
    for group, text in zip(groups(film), STATES, strict=True):
        state = read_link(text)
        lines = [t for t in group.iter(f"{SVG}text") if t.get("data-name") == "verdict"]
        assert " ".join(t.text or "" for t in lines) == state.answer().headline
        assert all(float(t.get("y") or 0) > 500 for t in lines)
    hands = [[e for e in g.iter() if e.get("data-name") == "hand"] for g in groups(film)]
    assert [len(found) for found in hands] == [1, 1, 0], "the hand lets go in the end"


def test_at_every_moment_one_picture_is_seen() -> None:
    shown = r"@keyframes f\d+ {.*?([\d.]+)% { visibility: visible; }(?: ([\d.]+)%)?"
    times = re.findall(shown, film_of(STATES))
    starts = [float(start) for start, _ in times]
    assert starts[0] == 0
    assert starts == sorted(starts)
    assert [float(end) for _, end in times if end] == starts[1:], "one goes as the next comes"


def test_who_wants_no_motion_sees_the_last_picture() -> None:
    film = film_of(STATES)
    calm = film.partition("@media (prefers-reduced-motion: reduce)")[2].partition("</style>")[0]
    assert "animation: none" in calm
    assert ".f { visibility: hidden; } .f2 { visibility: visible; }" in calm


def test_it_stands_alone_is_always_the_same_and_says_what_it_shows() -> None:
    film = film_of(STATES)
    assert film == film_of(STATES)
    assert "<script" not in film
    assert "http" not in film.replace("http://www.w3.org/2000/svg", "")
    assert "3 pictures one after another. The last: " in film


NO_BOARD = ["paychest:fire skill 4", "paychest:fire skill 5"]


@pytest.mark.parametrize("states", [STATES[:1], [], [*STATES, "loos:table trench"], NO_BOARD])
def test_other_states_are_refused(states: list[str]) -> None:
    with pytest.raises(ValueError, match="A film is two or more states of one panel with a board"):
        film_of(states)


def test_the_readme_opens_with_a_film_that_loads_fast() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    first = re.search(r"!\[[^\]]+\]\(([^)]+\.svg)\)\n", readme)
    assert first is not None
    assert REPOSITORY / first[1] == FILM
    assert FILM.stat().st_size < 1_500_000
    assert FILM.read_text(encoding="utf-8") == film_of(DRAGGED)
