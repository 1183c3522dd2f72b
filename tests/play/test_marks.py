"""What binds a unit from one moment to the next: the table, and the law that holds turns to it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from landships_lab.core.dice import Thrown
from landships_lab.core.sources import Cite
from landships_lab.data.marks import LastingMark, Marks, marks
from landships_lab.games import GAMES
from landships_lab.jupyter.play_html import unit_html
from landships_lab.play import Happening, Situation, choice, choices, refused, take
from landships_lab.play.starts import start
from landships_lab.play.state import play_panel
from tests.play.laws import check_cause, check_marks, offered, random_game, with_random_readings
from tests.play.little_wars import START


def moments(before: Situation, happening: Happening) -> Mapping[str, Iterable[str]]:
    """The moments that came in a game of the sixth game: the end of a move."""
    after, old, new = happening.situation, before.troops, happening.situation.troops  # type: ignore[attr-defined]
    ended = ["move ends"] * ((before.label) != after.label)
    gone = {one.name for one in old} - {one.name for one in new}
    return {one.name: ["gone"] if one.name in gone else ended for one in old}


def test_the_marks_of_random_games_begin_and_end_as_their_table_says() -> None:
    seen = 0
    for seed in range(6):
        for before, happening in random_game(start(START), seed, lambda _: None, None, 40):
            check_marks(before, happening, moments)
            seen += len(before.marks())
    assert seen > 50


def test_a_mark_that_ends_with_something_else_is_found() -> None:
    before = take(take(start(START), "aim 1-in-3", Thrown(seed=1)).situation, "end", Thrown(seed=1))
    fired = take(before.situation, "move Blue-1 0604", Thrown(seed=1))
    lost = replace(fired, situation=before.situation, words="move Blue-Horse 0706")
    with pytest.raises(AssertionError, match="ended"):
        check_marks(fired.situation, lost, moments)


def test_every_refusal_of_a_random_game_is_caused_by_the_rule_it_names() -> None:
    situations = [before for before, _ in random_game(start(START), 3, lambda _: None, None, 6)]
    refusals = [
        (before, one.words) for before in situations for one in choices(before) if not one.legal
    ]
    assert len(refusals) > 9
    for before, words in refusals[:20]:
        check_cause(before, words)


def test_a_refusal_that_no_rule_causes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    before, words = take(start(START), "aim 1-in-3", Thrown(seed=1)).situation, "melee Red-1 Blue-1"
    why = choice(before, words).why
    monkeypatch.setattr(type(before.now), "read", lambda *_: refused(words, "Fight", why))  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="or not by it"):
        check_cause(before, words)


def test_each_reading_of_the_sixth_game_is_offered_and_taken() -> None:
    assert all(with_random_readings(start(START), seed).readings is not None for seed in range(3))
    assert list(offered(start(START)))


@pytest.mark.parametrize(
    ("again", "together"), [("keeps", 1), ("never", 1), ("replaces", 2), ("graver", 2), ("adds", 3)]
)
def test_what_a_second_event_does(again: str, together: int) -> None:
    one = LastingMark("x", "", Cite("", ""), frozenset({"e"}), frozenset(), again=again)  # type: ignore[arg-type]
    assert one.together(1, 2) == together


def test_an_event_that_sets_no_such_mark_is_refused() -> None:
    (troop, *_) = start(START).troops  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="event that sets done"):
        marks("little_wars").begin(troop, "turn", done=True)
    assert not Marks({}, {}).of(troop)


def test_every_event_of_a_table_is_a_verb_or_is_listed() -> None:
    for game in GAMES:
        table = marks(game)
        for one in table.values():
            for event in one.begins | one.ends | one.may_end:
                plain = event.removeprefix("on ")
                assert plain in table.events or plain.replace("-", "").isalpha(), (game, event)
            assert one.says.endswith("."), (game, one.says)


def test_the_screen_says_what_binds_the_chosen_unit() -> None:
    state = play_panel(START).default().take_choice("aim 1-in-3")
    assert "What binds it" not in unit_html(state.moment)
    state = state.set("put", "move Red-1 0405")
    state = state.set("put", "move Red-1 0405")
    moved = replace(state.moment, unit="Red-1")
    assert "a body does one thing in a move of its side" in unit_html(moved)
