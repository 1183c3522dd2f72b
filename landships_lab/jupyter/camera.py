"""Which part of its board a panel shows: the part that the action asks for, until the reader
chooses another.
"""

from __future__ import annotations

from landships_lab.drawing.view import View
from landships_lab.drawing.window import STEP, Window
from landships_lab.jupyter.bridge import Bridge
from landships_lab.jupyter.frame import update
from landships_lab.panel.panel import Panel


class Camera:
    """The view of a panel's board.

    ``view`` is how the board lies on the picture now. ``whole`` is the view of all of it; ``zooms``
    tells whether there are others.
    """

    def __init__(self, panel_type: type[Panel], first: Panel) -> None:
        self._panel_type = panel_type
        self.whole = panel_type.view()
        self.zooms = panel_type.has_board and panel_type.zooms
        self.view: View = panel_type.view(first.focus())
        #: Once the reader has chosen a view: the points that it was to show then.
        self._in_sight: tuple[object, ...] | None = None

    @property
    def is_closest(self) -> bool:
        """Whether there is no closer look."""
        return self.view.is_closest(self.whole)

    @property
    def is_whole(self) -> bool:
        """Whether all of the board is shown."""
        return self.view == self.whole

    def farther(self) -> View:
        """Return the view that shows more of the board, round the middle of this one."""
        middle = (self.view.width / 2, self.view.height / 2)
        return self.view.zoomed(1 / STEP, middle, self.whole)

    def look(self, view: View, state: Panel, *, chosen: bool) -> bool:
        """Go to another view, and return whether it is another.

        A ``chosen`` one stays from now on, as far as what changes in the state lies in it; any
        other follows the action.
        """
        self._in_sight = state.at_stake() if chosen else None
        before, self.view = self.view, view
        return view != before

    def follow(self, state: Panel) -> None:
        """Move the view where what has changed lies outside it: one that the reader has chosen no
        further than that takes.
        """
        if self._in_sight is None:
            self.view = state.follow(self.view)
        elif not state.in_hand():
            points = state.at_stake()
            changed = [point for point in points if point not in self._in_sight]
            self.view = self.view.holding(changed, self.whole)
            self._in_sight = points

    def tell(self, bridge: Bridge, state: Panel) -> None:
        """Tell the page where the hand can take hold, where that may stand, and how far the board
        can be moved and enlarged.
        """
        view = self.view
        update(bridge, grab=[list(disc) for disc in state.drag_targets(view)])
        update(bridge, lattice=list(self._panel_type.snap_lattice(view)))
        if self.zooms and isinstance(view, Window):
            update(bridge, extent=[*view.extent(self.whole), *view.factors(self.whole)])
