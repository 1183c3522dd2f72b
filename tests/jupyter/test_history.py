"""Undo goes back through the states in their order, however many there were."""

from hypothesis import given
from hypothesis import strategies as st

from landships_lab.jupyter.history import MOST, History


@given(st.lists(st.one_of(st.integers(0, 3), st.sampled_from(["back", "forward"])), max_size=60))
def test_it_is_a_list_whose_first_state_stays_and_a_place_in_it(moves: list[int | str]) -> None:
    """A number is a new state: the history does the same as a plain list with a place in it."""
    history, plain, at = History(0), [0], 0
    for move in moves:
        if move == "back":
            assert history.back() == (at > 0)
            at = max(0, at - 1)
        elif move == "forward":
            assert history.forward() == (at + 1 < len(plain))
            at = min(len(plain) - 1, at + 1)
        else:
            assert isinstance(move, int)
            history.add(move)
            if move != plain[at]:  # a new change drops what was taken back
                plain, at = [*plain[: at + 1], move], at + 1
        assert (history.last, len(history)) == (plain[at], at + 1)
        assert history.undone == len(plain) - at - 1


def test_the_oldest_are_forgotten() -> None:
    history = History(0)
    for state in range(1, 3 * MOST):
        history.add(state)
    assert len(history) == MOST
    while history.back():
        pass
    assert history.last == 2 * MOST
