"""A colour is strengthened to the first shade that will do."""

from hypothesis import assume, given
from hypothesis import strategies as st

from landships_lab.drawing.colour import contrast, mix, strengthen

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(COLOURS, COLOURS, st.sampled_from([3.0, 4.5]))
def test_halving_finds_the_shade_that_trying_one_after_another_finds(
    colour: str, background: str, ratio: float
) -> None:
    end = max(("#000000", "#ffffff"), key=lambda end: contrast(end, background))
    assume(contrast(end, background) > 6)  # and not a background midway between the two
    # A colour on the far side of its background is first led towards it: no theme has one.
    shades = [mix(colour, end, step / 50) for step in range(51)]
    reached = [contrast(shade, background) for shade in shades]
    assume(reached == sorted(reached))
    assert strengthen(colour, background, ratio) == next(
        shade for shade, found in zip(shades, reached, strict=True) if found >= ratio
    )
