// Presents a panel to a whole room: above everything else on the page, with keys for the next and the previous reason.
//
// The panel keeps its place in the page and becomes a "popover": the browser draws it in its top layer, which no notebook clips.
// Of several views of a panel the last one is presented, so that showing a panel twice does not raise it twice.

const NEXT = [" ", "PageDown"]; // space bar, and what a presentation remote sends
const BACK = ["Backspace", "PageUp"];
const REACHABLE = "button:not(:disabled), input, select, textarea, [tabindex='0']";

const views = new Map(); // the views of each presenter, in the order they were drawn

function render({ model, el }) {
  const gone = new AbortController();
  const own = views.get(model) || [];
  views.set(model, [...own, el]);
  let leave = null;
  const look = () => {
    const mine = model.get("on") && views.get(model).at(-1) === el;
    if (mine && !leave && el.isConnected) leave = enter(model, el.closest(".ll-panel"));
    if (!model.get("on") && leave) leave = leave();
  };
  const soon = () => (el.isConnected || gone.signal.aborted ? look() : requestAnimationFrame(soon));
  model.on("change:on", look);
  soon();
  return () => {
    gone.abort();
    model.off("change:on", look);
    views.set(model, views.get(model).filter((other) => other !== el));
    if (leave) leave();
  };
}

// Raises the panel, and returns the function that puts it back.
function enter(model, panel) {
  const gone = new AbortController();
  const before = document.activeElement;
  panel.classList.add("ll-presenting");
  const set = { popover: "manual", role: "dialog", "aria-modal": "true", "aria-label": "Presentation", tabindex: "-1", "data-lm-suppress-shortcuts": "true" };
  for (const [name, value] of Object.entries(set)) panel.setAttribute(name, value);
  if (panel.showPopover) panel.showPopover();
  panel.focus({ preventScroll: true });
  panel.addEventListener("keydown", (event) => key(model, panel, event, leave), { capture: true, signal: gone.signal });
  // After a click on a button the space bar must still mean "next"; someone who reached the button by keyboard presses it.
  panel.addEventListener("click", (event) => {
    if (event.detail && event.target.closest(".ll-presenter-bar")) panel.focus({ preventScroll: true });
  }, { signal: gone.signal });
  keepInSight(panel.querySelector(".ll-steps-box"), gone.signal);
  const leave = () => {
    if (gone.signal.aborted) return null;
    gone.abort();
    if (panel.hidePopover && panel.isConnected) panel.hidePopover();
    panel.classList.remove("ll-presenting");
    for (const name of Object.keys(set)) panel.removeAttribute(name);
    if (before && before.isConnected) before.focus({ preventScroll: true });
    return null;
  };
  panel.addEventListener("ll-stopped", leave, { signal: gone.signal }); // its kernel: alive.js
  return leave;
}

// Keeps the last reason in sight beside the picture, however many there are.
function keepInSight(reasons, gone) {
  if (!reasons) return;
  const look = () => {
    if (reasons.querySelector(".ll-cited")) return; // one reads a citation: citation.js has it in sight
    const now = reasons.querySelector(".ll-now");
    if (now) now.scrollIntoView({ block: "nearest" });
    else reasons.scrollTop = 0;
  };
  const watch = new MutationObserver(look);
  watch.observe(reasons, { childList: true, subtree: true });
  reasons.setAttribute("tabindex", "0"); // what scrolls must be reachable by keys
  gone.addEventListener("abort", () => {
    watch.disconnect();
    reasons.removeAttribute("tabindex");
    reasons.scrollTop = 0;
  });
}

function key(model, panel, event, leave) {
  const typing = event.target.matches("input, textarea, select");
  const pressing = event.key === " " && event.target.matches("button");
  if (event.key === "Tab") return keepInside(panel, event);
  const word = event.key === "Escape" ? "leave" : NEXT.includes(event.key) && !event.shiftKey ? "next" : BACK.includes(event.key) || event.key === " " ? "back" : "";
  if (!word || pressing || (typing && word !== "leave")) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // other listeners of the panel would take the last change back
  if (word === "leave") leave(); // at once, and where no kernel is left to hear of it
  try {
    model.send({ kind: word });
  } catch {
    // its kernel was restarted: alive.js says so
  }
}

function keepInside(panel, event) {
  const all = [...panel.querySelectorAll(REACHABLE)].filter((one) => one.offsetParent !== null || one === document.activeElement);
  const last = event.shiftKey ? all[0] : all.at(-1);
  if (all.length && document.activeElement !== last && document.activeElement !== (event.shiftKey ? panel : null)) return;
  event.preventDefault();
  const first = event.shiftKey ? all.at(-1) : all[0];
  if (first) first.focus();
}

export default { render };
