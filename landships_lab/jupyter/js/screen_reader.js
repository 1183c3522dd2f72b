// Gives the parts of a panel the names and states that a screen reader needs and that ipywidgets and bqplot leave out: once in the
// page, and again whenever something in the panel changes.

const ARROWS = /[\u2190-\u21ff\u25a0-\u25ff\u27f0-\u27ff]/; // a label that cannot be read out; its tooltip says it in words

function nameForScreenReaders(el, gone) {
  const watch = new MutationObserver(afterPaint(() => name(el.closest(".ll-panel")), gone)); // focus.js
  whenInPanel(el, gone, (panel) => { // alive.js
    name(panel);
    watch.observe(panel, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "style", "disabled"] });
    // A key pressed in a control belongs to it: JupyterLab would take Enter, arrows and letters for commands to its cells.
    panel.addEventListener("keydown", (e) => {
      if (!(e.ctrlKey || e.metaKey || e.altKey) && !["Escape", "Tab"].includes(e.key)) e.stopPropagation();
    }, { signal: gone });
  });
  gone.addEventListener("abort", () => watch.disconnect());
}

function name(panel) {
  if (!panel) return;
  const own = (it) => it.closest(".ll-panel") === panel; // a panel within this one names its parts itself
  const each = (selector, act) => panel.querySelectorAll(selector).forEach((it) => own(it) && act(it));
  each('label[title="null"]', (it) => it.removeAttribute("title")); // ipywidgets writes this where there is no tooltip
  each(".ll-verdict-box", (it) => set(it, { role: "status", "aria-live": "polite", "aria-atomic": "true" }));
  each(".ll-message, .ll-announced", (it) => set(it, { "aria-live": "polite", "aria-atomic": "true" }));
  each("button.ll-icon", (it) => set(it, { "aria-disabled": it.disabled || it.classList.contains("ll-idle") })); // it says why, if pressed
  each(".ll-control", (it) => group(it, ":scope > .widget-html .ll-label"));
  each(".widget-slider", slider);
  each(".widget-toggle-buttons", toggles);
  each(".ll-fold", (it) => set(it, { "aria-expanded": it.classList.contains("mod-active") }));
  each("button[title]", (it) => ARROWS.test(it.textContent) && set(it, { "aria-label": it.title }));
  each(".bqplot > svg, .bqplot > canvas", (it) => set(it, { "aria-hidden": "true" })); // the numbers are beside it, as a list
}

// Sets only what differs, so that nothing is announced, and this is not called again, when all is well.
function set(it, values) {
  for (const [key, value] of Object.entries(values)) if (it.getAttribute(key) !== String(value)) it.setAttribute(key, value);
}

function group(it, selector) {
  const label = it.querySelector(selector);
  if (label) set(it, { role: "group", "aria-label": label.textContent });
}

function slider(it) {
  const label = it.querySelector(".widget-label").textContent;
  it.querySelectorAll("[role=slider]").forEach((handle) => set(handle, { "aria-label": label }));
  it.querySelectorAll(".widget-readout").forEach((typed) => set(typed, { role: "textbox", "aria-label": `${label}, typed` }));
}

function toggles(it) {
  const own = it.querySelector(".widget-label").textContent;
  const near = it.closest(".ll-control, .ll-chart");
  const label = own || (near && (near.querySelector("summary, .ll-label") || {}).textContent);
  if (it.classList.contains("ll-hidden")) it.removeAttribute("aria-label"); // a hidden one must not be found by its name
  else set(it, { role: "group", ...(label && { "aria-label": label }) });
  it.querySelectorAll("button").forEach((button) => set(button, { "aria-pressed": button.classList.contains("mod-active") }));
}
