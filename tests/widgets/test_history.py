"""Undo goes back through the states in their order, however many there were."""

from hypothesis import given
from hypothesis import strategies as st

from landships_lab.widgets.history import MOST, History


@given(st.lists(st.one_of(st.integers(0, 3), st.none()), max_size=60))
def test_it_is_a_list_whose_first_state_stays(moves: list[int | None]) -> None:
    """A number is a new state, None is one step back: the history does the same as a plain list."""
    history, plain = History(0), [0]
    for move in moves:
        if move is None:
            assert history.back() == (len(plain) > 1)
            del plain[max(1, len(plain) - 1) :]
        else:
            history.add(move)
            if move != plain[-1]:
                plain.append(move)
        assert (history.last, len(history)) == (plain[-1], len(plain))


def test_the_oldest_are_forgotten() -> None:
    history = History(0)
    for state in range(1, 3 * MOST):
        history.add(state)
    assert len(history) == MOST
    while history.back():
        pass
    assert history.last == 2 * MOST
