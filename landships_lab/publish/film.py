"""States of a panel as a film: each action of the hand, and the verdict that follows."""

from __future__ import annotations

from collections.abc import Sequence

from landships_lab.core.answer import Answer
from landships_lab.drawing.film import Frame, film
from landships_lab.drawing.words import verdict
from landships_lab.panel.board import Action
from landships_lab.panel.links import read_link


def film_of(states: Sequence[str]) -> str:
    """Return the SVG of a film of these states of one panel with a board of hexes, in one view that
    holds them all.

    Raises `ValueError` for a text that describes no state, for states of other or different panels,
    and for fewer than two.
    """
    read = [read_link(text) for text in states]
    actions = [state.focus() for state in read if state.id == read[0].id]
    places = [action for action in actions if isinstance(action, Action)]
    if len(places) != len(states) or len(states) < 2:
        raise ValueError("A film is two or more states of one panel with a board of hexes.")
    whole = Action(
        tuple(dict.fromkeys(p for a in places for p in a.places)),
        tuple(dict.fromkeys(p for a in places for p in a.around)),
    )
    view = read[0].view(whole)
    frames, ground, last = [], None, None
    for state in read:
        answer = state.answer()
        last = state.picture(answer, view)
        ground = ground or last.ground
        hand = state.drag_targets(view)[0]
        frames.append(
            Frame(last.figures, answer.headline, _kind(answer), (hand[0] + 4, hand[1] + 4))
        )
    frames[-1] = Frame(frames[-1].figures, frames[-1].verdict, frames[-1].kind, None)
    assert last is not None  # there are two frames at least
    assert ground is not None
    told = f"{len(states)} pictures one after another. The last: {last.description}"
    return film((view.width, view.height), ground, frames, last.title, told)


def _kind(answer: Answer[object]) -> str:
    kind = verdict(answer)
    return kind if kind in ("yes", "no") else "plain"
