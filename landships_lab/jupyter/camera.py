"""The part of its board that a panel shows: where the action is, until the reader chooses
another.
"""

from __future__ import annotations

from landships_lab.drawing.view import View
from landships_lab.drawing.window import STEP, Window
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.frame import update
from landships_lab.panel.panel import Panel


class Camera:
    """The view of a panel's board.

    ``view`` is the present view, ``whole`` that of the whole board; ``zooms`` tells whether there
    are others.
    """

    def __init__(self, panel_type: type[Panel], first: Panel) -> None:
        self._panel_type = panel_type
        self.whole = panel_type.view()
        self.zooms = panel_type.has_board and panel_type.zooms
        self.view: View = panel_type.view(first.focus())
        #: After the reader has chosen a view: the points it had to show at that time.
        self._in_sight: tuple[object, ...] | None = None

    @property
    def is_closest(self) -> bool:
        """Whether this is the closest look."""
        return self.view.is_closest(self.whole)

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is shown."""
        return self.view == self.whole

    def farther(self) -> View:
        """Return a view that shows more of the board, round the middle of this one."""
        middle = (self.view.width / 2, self.view.height / 2)
        return self.view.zoomed(1 / STEP, middle, self.whole)

    def look(self, view: View, state: Panel, *, chosen: bool) -> bool:
        """Go to another view; return whether it differs from the present one.

        A ``chosen`` view stays as long as the changes in the state lie within it; any other follows
        the action.
        """
        self._in_sight = state.at_stake() if chosen else None
        before, self.view = self.view, view
        return view != before

    def follow(self, state: Panel) -> None:
        """Move the view if what has changed lies outside it, but a view the reader has chosen only
        as far as needed.
        """
        if self._in_sight is None:
            self.view = state.follow(self.view)
        elif not state.in_hand():
            points = state.at_stake()
            changed = [point for point in points if point not in self._in_sight]
            self.view = self.view.holding(changed, self.whole)
            self._in_sight = points

    def tell(self, bridge: Bridge, state: Panel) -> None:
        """Tell the page what can be dragged, where it may be put, and how far the board can be
        moved and enlarged.
        """
        view = self.view
        update(bridge, grab=[list(disc) for disc in state.drag_targets(view)])
        update(bridge, lattice=list(self._panel_type.snap_lattice(view)))
        if self.zooms and isinstance(view, Window):
            update(bridge, extent=[*view.extent(self.whole), *view.factors(self.whole)])
