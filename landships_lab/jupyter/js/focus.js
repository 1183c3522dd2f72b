// Keys: one stop of the Tab key for each group of buttons, arrows inside it; and the focus never falls out of a panel.

const GROUPS = ".widget-toggle-buttons, .ll-menu, .ll-tools, .ll-openers, .ll-row, .ll-replies, .ll-remedies, .ll-steps-box, .ll-table, .ll-choices, .ll-moves";
const IN_GROUP = "button, [data-lines], [data-link]";
const CAN_HAVE_FOCUS = "button, input, select, textarea, summary, [tabindex='0'], [contenteditable='true']";
const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

function keepFocus(el, gone) {
  whenInPanel(el, gone, (panel) => { // alive.js
    const rove = () => panel.querySelectorAll(GROUPS).forEach(oneStop);
    const watch = new MutationObserver(afterPaint(() => (rove(), comeBack()), gone)); // to ask what can be seen costs a layout
    watch.observe(panel, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "style", "disabled"] });
    gone.addEventListener("abort", () => watch.disconnect());
    panel.addEventListener("keydown", move, { signal: gone });
    rove();

    let last = null, near = []; // what has the focus in the panel, and what it stands in, from near to far
    let inOpened = false; // whether that is what a cell or an entry opened
    const comeBack = () => {
      if (!last || isThere(last) || !(document.activeElement === document.body || !document.activeElement)) return;
      const group = near.find((it) => isThere(it) && it !== panel && inside(it).length) || panel;
      const opener = inOpened && panel.querySelector("[data-opener]");
      if (opener && !isThere(opener) && panel.querySelector(".ll-index")) return; // the list comes back in a moment
      const again = last.dataset.do && panel.querySelector(`[data-do="${CSS.escape(last.dataset.do)}"][data-value="${CSS.escape(last.dataset.value || "")}"]`);
      const next = [opener, again, group === panel && panel.querySelector("[role=application]"), ...inside(group)].find((it) => it && isThere(it));
      if (!next) return; // what follows has not come yet
      last = null;
      next.focus({ preventScroll: true });
    };
    panel.addEventListener("focusin", (e) => {
      last = e.target;
      inOpened = !!last.closest(".ll-opened, .ll-index-opened");
      near = [];
      for (let it = last.parentElement; it && it !== panel; it = it.parentElement) if (it.matches(`${GROUPS}, .ll-control, .ll-menu-holder`)) near.push(it);
      if (last.closest(GROUPS)) oneStop(last.closest(GROUPS));
    }, { signal: gone });
    // An element that loses the focus and is still there was left by the reader; the Tab key returns to the pressed one. An element that
    // is hidden or removed has lost the focus by itself; a browser reports this just before it removes the element.
    panel.addEventListener("focusout", (e) => {
      const left = e.target;
      if (left.closest(GROUPS)) oneStop(left.closest(GROUPS)); // at once: the Tab key may be pressed again
      setTimeout(() => {
        if (last !== left) return; // the focus is elsewhere in the panel
        if (isThere(left)) last = null;
        else comeBack();
      });
    }, { signal: gone });
    panel.addEventListener("click", (e) => {
      const opener = e.target.closest(".ll-entry button");
      if (opener) comeBackTo(opener);
    }, { capture: true, signal: gone });
  });
}

// Returns a function that runs this once, after the present changes have been painted.
function afterPaint(act, gone) {
  let planned = false;
  const now = () => {
    planned = false;
    if (!gone.aborted) act();
  };
  return () => {
    if (!planned) requestAnimationFrame(() => setTimeout(now));
    planned = true;
  };
}

const isThere = (it) => it.isConnected && it.checkVisibility({ visibilityProperty: true }) && !it.disabled;
const inside = (group) => [...group.querySelectorAll(CAN_HAVE_FOCUS)].filter(isThere);
const members = (group) => [...group.querySelectorAll(IN_GROUP)].filter((it) => isThere(it) && it.closest(GROUPS) === group);

// Leaves one of a group's buttons in the order of the Tab key: the one that has the focus, or is pressed, or was last, or is first.
function oneStop(group) {
  const all = members(group);
  const stop = all.find((it) => it === document.activeElement) || all.find((it) => it.classList.contains("mod-active") && !it.matches(".ll-fold"))
    || all.find((it) => it.dataset.stop) || all[0];
  all.forEach((it) => {
    set(it, { tabindex: it === stop ? 0 : -1 }); // screen_reader.js
    if (it === document.activeElement) all.forEach((other) => (other === it ? (other.dataset.stop = "1") : delete other.dataset.stop));
  });
}

// Remembers a cell that opens a panel: it gets the focus again when that is closed.
function comeBackTo(cell) {
  cell.closest(".ll-panel").querySelectorAll("[data-opener]").forEach((it) => delete it.dataset.opener);
  cell.dataset.opener = "1";
}

function move(e) {
  const group = e.target.closest(GROUPS), row = e.target.closest("tr");
  const step = MOVES[e.key] * (row && /Up|Down/.test(e.key) ? row.querySelectorAll("[data-link]").length : 1);
  if (!step || !group || !e.target.matches(IN_GROUP) || e.ctrlKey || e.metaKey || e.altKey) return;
  const all = members(group), at = all.indexOf(e.target);
  const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
  if (at < 0) return;
  e.preventDefault();
  next.focus();
}
