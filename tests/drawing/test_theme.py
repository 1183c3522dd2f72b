"""Everything can be read, in every theme."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import landships_lab
from landships_lab.drawing.colour import contrast, mix, strengthen
from landships_lab.drawing.roles import GROUPS, SMALL
from landships_lab.drawing.theme import (
    DARK,
    LIGHT,
    MARK_CONTRAST,
    OKABE_ITO,
    TEXT_CONTRAST,
    THEMES,
    Theme,
    css_variables,
)
from landships_lab.jupyter.bridge import STYLES

EVERY = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)

# Role of a text: the colours it may stand on. A text with a halo stands on its halo.
TERRAIN = ("board", "woods", "town", "trench", "high", "marsh", "water")
#: The codes of hexes step back, as on a printed map; what they say is also said in words. On a
#: projector they do not.
PALE = {"hex-code": TERRAIN, "hex-code-large": TERRAIN}
TEXTS = {
    "piece-name": ("card",),
    "rule-number": ("board",),
    "unit-name": ("paper", *TERRAIN),
    "note": ("paper", *TERRAIN),
    "count-number": ("card",),
    "compass": ("paper", "board"),
    "compass-name": ("paper", "board"),
    "heading-name": ("paper", "board"),
    "heading-facing": ("paper", "board"),
}


@EVERY
@pytest.mark.parametrize("role", TEXTS)
def test_a_text_reaches_wcag_aa_on_everything_it_may_stand_on(theme: Theme, role: str) -> None:
    for ground in TEXTS[role]:
        assert contrast(theme.style(role).fill, theme.colours[ground]) >= TEXT_CONTRAST, ground


def test_no_word_of_a_picture_is_smaller_than_the_smallest_that_a_notebook_can_show() -> None:
    """Cells of drawn tables are printed or shown as HTML; so is what a sheet of counters prints."""
    styles = (pair for group in GROUPS for pair in group(LIGHT.colours).items())
    small = {role for role, style in styles if style.size < SMALL}
    assert {role for role in small if not role.startswith(("print-", "cell"))} == set()


@EVERY
def test_words_of_the_page_reach_wcag_aa_and_a_pale_code_can_be_made_out(theme: Theme) -> None:
    for name in ("ink", "muted", "good", "bad", "sight", "focus"):
        for ground in ("card", "paper"):
            assert contrast(theme.colours[name], theme.colours[ground]) >= TEXT_CONTRAST
    for side in ("khaki", "grey"):
        letter, helmet = (theme.style(f"helmet-{of}").fill for of in ("letter", side))
        assert contrast(letter, helmet) >= TEXT_CONTRAST
    needed = (TEXT_CONTRAST if theme.name == "projector" else MARK_CONTRAST) - 0.05
    for role, grounds in PALE.items():
        for ground in (theme.colours[name] for name in grounds):
            pale = contrast(theme.style(role).fill, ground)
            assert needed <= pale < contrast(theme.ink, ground)


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
LIT = re.compile(
    r"color-mix\(in srgb, var\(--ll-(\w+)\) (\d+)%, (?:transparent|var\(--ll-card\))\)"
)
SHEETS = tuple(
    Path(landships_lab.__file__).parent / "jupyter" / "css" / f"{name}.css" for name in STYLES
)
GROUNDS = {
    "transparent": "card", "var(--ll-paper)": "paper", "var(--ll-card)": "card",
    "var(--ll-ink)": "ink", "none": "card",
}  # fmt: skip


@EVERY
def test_every_text_of_the_style_sheet_can_be_read_on_what_it_stands_on(theme: Theme) -> None:
    """Texts stand on the card or on paper, unless their own rule says on what."""
    texts = (
        re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for path in SHEETS
    )
    sheet = "\n".join(text.partition("@container")[0] for text in texts)
    looked_at = 0
    for selector, body in RULE.findall(sheet):
        rules = dict(part.strip().split(": ", 1) for part in body.split(";") if ": " in part)
        if not rules.get("color", "").startswith("var(--ll-"):
            continue
        text = theme.colours[rules["color"].removeprefix("var(--ll-").removesuffix(")")]
        lit = LIT.fullmatch(rules.get("background", ""))
        given = GROUNDS.get(str(rules.get("background", rules.get("background-color", ""))))
        grounds = [theme.colours[name] for name in ((given,) if given else ("card", "paper"))]
        if lit:
            grounds = [mix(theme.colours["card"], theme.colours[lit[1]], int(lit[2]) / 100)]
        for ground in grounds:
            assert contrast(text, ground) >= TEXT_CONTRAST, (selector.strip(), rules, ground)
        looked_at += 1
    assert looked_at > 20
    # The used cell keeps the ink of the lit ones.
    used = mix(theme.colours["card"], theme.colours["gold"], 0.4)
    assert contrast(theme.ink, used) >= TEXT_CONTRAST


@EVERY
@pytest.mark.parametrize("tint", OKABE_ITO)
def test_a_tinted_name_can_be_read_and_a_tinted_mark_be_seen_on_its_own_wedge(
    theme: Theme, tint: str
) -> None:
    name, wedge = theme.style("wedge-name", tint), theme.style("wedge", tint)
    for ground in (
        theme.colours["card"],
        name.halo,
        mix(theme.colours["board"], wedge.fill, wedge.alpha),
    ):
        assert contrast(name.fill, ground) >= TEXT_CONTRAST
        for mark in ("wedge-edge", "wedge-edge-open", "wedge-rim", "excluded"):
            assert contrast(theme.style(mark, tint).stroke, ground) >= MARK_CONTRAST
        assert contrast(theme.style("can-hit-side", tint).stroke, ground) >= MARK_CONTRAST


def test_the_dark_theme_is_dark_and_has_the_same_roles_colours_and_tints() -> None:
    assert contrast(DARK.paper, "#000000") < 1.5 < contrast(DARK.paper, "#ffffff")
    for part in ("roles", "colours", "tints"):
        assert getattr(DARK, part).keys() == getattr(LIGHT, part).keys()
    assert LIGHT.style("covered", "blue").alpha < LIGHT.style("can-hit", "blue").alpha < 0.4
    assert LIGHT.style("wedge-edge-open", "blue").dash, "an edge that does not count is dashed"
    assert not LIGHT.style("wedge-edge", "blue").dash


@pytest.mark.parametrize(
    ("role", "told"),
    [
        (("wegde",), r"'wegde' is not a role of a picture; .* The nearest is wedge"),
        (("wedge", "bleu"), r"'bleu' is not a tint of a picture; .* The nearest is blue"),
    ],
)
def test_an_unknown_role_or_tint_is_told_with_the_nearest(role: tuple[str, ...], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        LIGHT.style(*role)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@EVERY
def test_a_page_is_given_every_colour_and_tints_stay_apart(theme: Theme) -> None:
    variables = css_variables(theme)
    assert variables["--ll-paper"] == theme.paper
    assert variables["--ll-tint-blue-text"] == theme.colour("blue", "text")
    assert all(value for value in variables.values())
    for strength in ("", "line", "text"):
        assert len({theme.colour(tint, strength) for tint in OKABE_ITO}) == len(OKABE_ITO)


def test_no_two_groups_of_roles_use_one_name() -> None:
    names = [role for group in GROUPS for role in group(LIGHT.colours)]
    assert len(names) > 60
    assert len(names) == len(set(names)) == len(LIGHT.roles)


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
