"""The harness itself sees what it should.

Shown with ipywidgets alone, so that our own code cannot be the cause.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.harness import LabPage, VoilaPage, kernel_message
from tests.browser.server import Theme

pytestmark = pytest.mark.browser

SLIDER = """\
import ipywidgets
slider = ipywidgets.IntSlider(value=3, max=12, description="turns")
label = ipywidgets.Label()
ipywidgets.dlink((slider, "value"), (label, "value"), lambda turns: f"{30 * turns} degrees")
ipywidgets.VBox([slider, label])
"""

FAILING_BUTTON = """\
import ipywidgets
button = ipywidgets.Button(description="press")
def fail(button):
    raise ValueError("no such hex")
button.on_click(fail)
button
"""

FAILING_OBSERVER = """\
import ipywidgets
slider = ipywidgets.IntSlider()
def fail(change):
    raise RuntimeError("refused")
slider.observe(fail, "value")
slider
"""

CANVAS = (
    "() => { const it = document.createElement('canvas'); it.id = 'ours'; document.body.append(it);"
    " it.getContext('2d').fillStyle = '#0072b2'; it.getContext('2d').fillRect(0, 0, 10, 10); }"
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_widget_in_lab_answers_keys_through_the_kernel_in_both_themes(
    lab: LabPage, theme: Theme
) -> None:
    lab.open_cells([SLIDER], theme=theme)
    expect(lab.output(0).get_by_text("90 degrees")).to_be_visible()
    lab.output(0).get_by_role("slider").press("ArrowRight")
    expect(lab.output(0).get_by_text("120 degrees")).to_be_visible()
    expect(lab.page.locator("body")).to_have_attribute(
        "data-jp-theme-light", "true" if theme == "light" else "false"
    )
    assert lab.screenshot(f"harness-{theme}").stat().st_size > 10_000


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_widget_in_voila_answers_keys_through_the_kernel(voila: VoilaPage, theme: Theme) -> None:
    voila.open_cells([SLIDER], theme=theme)
    voila.page.get_by_role("slider").press("ArrowRight")
    expect(voila.page.get_by_text("120 degrees")).to_be_visible()
    expect(voila.page.locator("body")).to_have_attribute(
        "data-jp-theme-light", "true" if theme == "light" else "false"
    )


def test_jupyterlab_changes_its_theme_back_and_forth_without_an_error_of_its_own(
    lab: LabPage,
) -> None:
    lab.open_cells(["1"])
    for theme in ("dark", "light", "dark", "light"):
        lab.change_theme(theme)
        lab.check()


def test_reload_shows_the_live_state_again(lab: LabPage) -> None:
    lab.open_cells([SLIDER])
    lab.output(0).get_by_role("slider").press("ArrowRight")
    expect(lab.output(0).get_by_text("120 degrees")).to_be_visible()
    lab.reload()
    expect(lab.output(0).get_by_text("120 degrees")).to_be_visible()


def test_a_restarted_kernel_runs_the_notebook_again(lab: LabPage) -> None:
    lab.open_cells([SLIDER])
    lab.output(0).get_by_role("slider").press("ArrowRight")
    expect(lab.output(0).get_by_text("120 degrees")).to_be_visible()
    lab.restart_kernel()
    lab.run_all()
    expect(lab.output(0).get_by_text("90 degrees")).to_be_visible()


def test_the_window_has_its_size_and_a_canvas_tells_its_pixels(lab: LabPage) -> None:
    lab.open_cells(["1"], size=(1600, 1000))
    assert lab.page.evaluate("[innerWidth, innerHeight]") == [1600, 1000]
    lab.page.evaluate(CANVAS)
    assert lab.pixel(lab.page.locator("#ours"), 5, 5) == (0, 114, 178, 255)


def test_the_server_sends_small_messages_at_once(lab: LabPage) -> None:
    lab.open_cells(["1"])
    assert any("sends small messages at once" in line for line in lab.server.log)


def test_an_error_in_a_cell_fails_the_check(lab: LabPage) -> None:
    lab.open_cells(["1 / 0"])
    with pytest.raises(AssertionError, match="ZeroDivisionError: division by zero"):
        lab.check()


def test_an_error_in_a_callback_fails_the_check(lab: LabPage) -> None:
    lab.open_cells([FAILING_BUTTON])
    lab.output(0).get_by_role("button", name="press").click()
    lab.run_all()  # comes back after the kernel has handled the click
    with pytest.raises(AssertionError, match="ValueError: no such hex"):
        lab.check()


def test_an_error_in_an_observer_fails_the_check(lab: LabPage) -> None:
    lab.open_cells([FAILING_OBSERVER])
    lab.output(0).get_by_role("slider").press("ArrowRight")
    lab.run_all()  # comes back after the kernel has handled the key
    with pytest.raises(AssertionError, match="RuntimeError: refused"):
        lab.check()


def test_an_error_in_the_page_fails_the_check(lab: LabPage) -> None:
    lab.open_cells(["1"])
    for event, script in (
        ("pageerror", "setTimeout(() => { throw new Error('planted') })"),
        ("console", "console.error('planted')"),
    ):
        with lab.page.expect_event(event):
            lab.page.evaluate(f"() => {{ {script} }}")
        with pytest.raises(
            AssertionError, match=f"error in the {event.removesuffix('error')}: .*planted"
        ):
            lab.check()


def test_an_error_in_a_cell_fails_the_check_in_voila(voila: VoilaPage) -> None:
    voila.open_cells([SLIDER, "1 / 0"])
    with pytest.raises(AssertionError, match="ZeroDivisionError: division by zero"):
        voila.check()


def test_an_error_in_a_callback_fails_the_check_in_voila(voila: VoilaPage) -> None:
    voila.open_cells([FAILING_BUTTON])
    with voila.kernel_socket.expect_event(
        "framereceived", lambda frame: kernel_message(frame)[0] == "error"
    ):
        voila.page.get_by_role("button", name="press").click()
    with pytest.raises(AssertionError, match="ValueError: no such hex"):
        voila.check()
