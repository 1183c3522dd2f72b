"""What hypothesis draws from: hexes, hexsides, headings, boards."""

from hypothesis import strategies as st

from landships_lab.core.grid import Grid
from landships_lab.core.hexes import DIRECTIONS, HEADINGS, Hex

headings = st.sampled_from(HEADINGS)
directions = st.sampled_from(DIRECTIONS)
hexes = st.builds(Hex, st.integers(-50, 50), st.integers(-50, 50))
sides = st.builds(Hex.side, hexes, directions)
places = st.one_of(hexes, sides)
turns = st.integers(-40, 40)
grids = st.builds(Grid, st.sampled_from(["even", "odd"]), st.integers(1, 30), st.integers(1, 30))
