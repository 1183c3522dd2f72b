"""Everybody can use a panel: by keyboard alone, with a screen reader, without movement, with few
colours.
"""

import re
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from tests.browser.harness import THEMES, LabPage
from tests.browser.panels import shown

pytestmark = pytest.mark.browser

#: A board, a table, a table-top with charts, a tree, areas, and the questions of a lesson: every
#: rule set.
KINDS = (
    "FireArcs()",
    "Sight()",
    "CombatTable()",
    "OneHourFire()",
    "LandserFire()",
    "Morale()",
    "Drill('landships')",
)
AXE = """async panel => {
    const found = await axe.run(panel, {resultTypes: ['violations', 'passes']});
    const told = found.violations
        .map(v => `${v.impact} ${v.id}: ${v.help}; `
            + v.nodes.map(n => n.html.slice(0, 160)).join(' ; '));
    return [told, found.passes.map(rule => rule.id)];
}"""
#: What has the focus, if it is in the panel: its place, its name, and whether it is marked.
FOCUSED = """panel => {
    const it = document.activeElement;
    if (!panel.contains(it)) return null;
    const own = it.getAttribute('aria-label') || (it.labels && it.labels.length &&
        it.labels[0].textContent) || it.textContent;
    const style = getComputedStyle(it), after = getComputedStyle(it, '::after');
    const marked = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) ||
        after.boxShadow.includes('inset');
    const all = [...panel.querySelectorAll('*')];
    return {at: all.indexOf(it), name: own.trim(), marked, top: it.getBoundingClientRect().top};
}"""
#: Everything in a panel that can be operated.
OPERABLE = """panel => [...panel.querySelectorAll('*')].map((e, n) => [e, n]).filter(([e]) =>
    e.matches("button, input, select, textarea, summary, [tabindex='0'], [contenteditable='true']")
    && e.getAttribute('tabindex') !== '-1'
    && e.checkVisibility({visibilityProperty: true}) && !e.disabled
).map(([e, n]) => n)"""


def test_axe_finds_nothing_in_what_is_ours(lab: LabPage) -> None:
    panels = shown(lab, *KINDS)
    lab.page.evaluate(
        files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    )
    found: dict[tuple[str, str], list[str]] = {}
    looked_for: set[str] = set()
    for theme in THEMES:
        lab.change_theme(theme)
        for number, (what, panel) in enumerate(zip(KINDS, panels, strict=True)):
            lab.cell(number)
            expect(panel).to_have_class(re.compile(rf"\bll-{theme}\b"))
            told, passed = panel.evaluate(AXE)
            looked_for |= set(passed)
            if told:
                found[what, theme] = told
    assert found == {}
    assert {
        "color-contrast",
        "label",
        "select-name",
        "button-name",
        "aria-input-field-name",
        "aria-required-attr",
    } <= looked_for


def test_tab_goes_through_each_panel_from_its_first_control_to_its_last(lab: LabPage) -> None:
    for panel in shown(lab, "FireArcs()", "CombatTable()", "OneHourFire()"):
        panel.scroll_into_view_if_needed()
        expect(panel.get_by_role("status").first).not_to_be_empty()
        there = panel.evaluate(OPERABLE)
        panel.evaluate(
            "(it, n) => it.querySelectorAll('*')[n].focus({focusVisible: true})", there[0]
        )
        visited: list[int] = []
        while (focus := panel.evaluate(FOCUSED)) is not None:
            assert focus["name"], f"what has the focus after {visited} has no name"
            assert focus["marked"], f"{focus['name']} has the focus, and it cannot be seen"
            visited.append(focus["at"])
            assert len(visited) <= len(there), "the focus does not come out again"
            lab.page.keyboard.press("Tab")
        assert visited == there, "in the order of the page, each once"


def test_a_question_is_asked_and_answered_by_keys_alone(lab: LabPage) -> None:
    (panel,) = shown(lab, "OneHourFire()")
    verdict = panel.get_by_role("status").first
    expect(verdict).to_have_text(re.compile("a roll of 3 inflicts 1 Hit"))
    expect(verdict).to_have_attribute("aria-live", "polite")
    before = verdict.evaluate("it => { window.spoken = it; return it.textContent; }")
    key = lab.page.keyboard.press

    panel.get_by_role("application").focus()
    key("ArrowRight")
    expect(panel.get_by_label("Range", exact=True)).to_have_value("4¼")

    slider = panel.get_by_role("slider", name="Its Hits")
    slider.focus()
    key("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", re.compile("^1"))

    four = panel.get_by_role("group", name="Die", exact=True).get_by_role(
        "button", name="4", exact=True
    )
    expect(four).to_have_attribute("aria-pressed", "false")
    four.focus()
    key("Enter")
    expect(four).to_have_attribute("aria-pressed", "true")
    expect(verdict).to_contain_text("a roll of 4")

    panel.get_by_role("button", name=re.compile("reading")).first.focus()
    key("Enter")
    reading = panel.get_by_role("group", name="Which die is rolled?").get_by_role(
        "button", name=re.compile("^D6")
    )
    reading.focus()
    key("Space")
    expect(reading).to_have_attribute("aria-pressed", "true")

    panel.get_by_label("woods", exact=True).focus()
    key("Space")
    expect(panel.get_by_label("woods", exact=True)).to_be_checked()
    panel.get_by_role("button", name="Undo").focus()
    key("Enter")
    expect(panel.get_by_label("woods", exact=True)).not_to_be_checked()

    assert verdict.inner_text() != before
    assert verdict.evaluate("it => it === window.spoken && it.isConnected"), (
        "the place that is announced stays the same"
    )
    mode, cells = lab.page.evaluate(
        "() => { const it = window.notebookUnderTest.content; return [it.mode,"
        " it.widgets.length]; }"
    )
    assert (mode, cells) == ("command", 1), "no key of the panel's was a command to the notebook"


SPOTS = (
    "it => [...it.querySelectorAll('.ll-board, .ll-table, .ll-side, .ll-tools, .ll-readings,"
    " .ll-chart')].map(e => e.offsetTop)"
)


def test_the_first_reason_is_seen_with_the_board_and_nothing_moves_when_an_answer_gets_longer(
    lab: LabPage,
) -> None:
    arcs, table = shown(lab, "FireArcs()", "CombatTable()")
    arcs.evaluate("it => it.scrollIntoView({block: 'start'})")
    for seen in (
        arcs.locator(".ll-board"),
        arcs.get_by_role("status").first,
        arcs.locator(".ll-step").first,
    ):
        expect(seen).to_be_in_viewport(ratio=1)
    for panel, field, longer in ((arcs, "Target", "0405"), (table, "", "6")):
        told, before = panel.get_by_role("status").first.inner_text(), panel.evaluate(SPOTS)
        if field:
            panel.get_by_label(field, exact=True).fill(longer)
            panel.get_by_label(field, exact=True).press("Enter")
        else:
            panel.get_by_role("button", name=longer, exact=True).click()
        expect(panel.get_by_role("status").first).not_to_have_text(told)
        assert panel.evaluate(SPOTS) == before
    signs = (
        "all => all.map(it => [it.className.match(/ll-step ll-(\\w+)/)[1], getComputedStyle(it,"
        " '::before').content[1]])"
    )
    told_by_more_than_colour = set(map(tuple, arcs.locator(".ll-step").evaluate_all(signs)))
    assert (
        {("forbids", "✗"), ("note", "·")}
        <= told_by_more_than_colour
        <= {("forbids", "✗"), ("note", "·"), ("allows", "✓")}
    )


def test_a_citation_that_has_the_focus_shows_its_full_words(lab: LabPage) -> None:
    (panel,) = shown(lab, "FireArcs()")
    chip = panel.locator(".ll-step .ll-cite[data-lines]").first
    expect(chip).to_have_role("button")
    panel.get_by_role("button", name="Undo").first.focus()
    lab.page.keyboard.press("Tab")  # from now on the focus is shown
    chip.focus()
    content = "it => getComputedStyle(it, '::after').content"
    assert (chip.get_attribute("title") or "?") in chip.evaluate(content)
    lab.screenshot("citation-focus", of=panel)
    chip.blur()
    assert chip.evaluate(content) == "none"


def test_who_wants_no_movement_gets_none_and_who_wants_few_colours_sees_what_is_pressed(
    lab: LabPage,
) -> None:
    (panel,) = shown(lab, "OneHourFire()")
    lab.page.emulate_media(reduced_motion="reduce", forced_colors="active")
    moving = (
        "it => [...it.querySelectorAll('*')].filter(e =>"
        " parseFloat(getComputedStyle(e).transitionDuration) > 0).length"
    )
    assert panel.evaluate(moving) == 0
    look = (
        "it => { const style = getComputedStyle(it); return [style.color, style.backgroundColor]; }"
    )
    pressed, other = (
        panel.get_by_role("button", name=name, exact=True).evaluate(look) for name in ("3", "4")
    )
    assert pressed != other
    assert (
        panel.get_by_label("dug in").evaluate("it => getComputedStyle(it).appearance") == "auto"
    ), "the browser draws its tick"
