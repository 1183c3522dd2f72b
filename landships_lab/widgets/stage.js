// A panel for a whole room to see: lifted above everything else on the page, its keys those of a pair of reasons, on and back.
//
// The panel stays where it is in the page, as a "popover": the browser then draws it in its top layer, which no notebook clips.
// The last view of a panel is the one that is presented, so that showing a panel again does not lift it twice.

const NEXT = [" ", "PageDown"]; // space, and what the clickers of projectors send
const BACK = ["Backspace", "PageUp"];
const REACHABLE = "button:not(:disabled), input, select, textarea, [tabindex='0']";

const views = new Map(); // the views of each presenter, in the order in which they were drawn

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

// Lifts the panel; gives back the function that puts it down again.
function enter(model, panel) {
  const gone = new AbortController();
  const before = document.activeElement;
  panel.classList.add("ll-presenting");
  const set = { popover: "manual", role: "dialog", "aria-modal": "true", "aria-label": "Presentation", tabindex: "-1", "data-lm-suppress-shortcuts": "true" };
  for (const [name, value] of Object.entries(set)) panel.setAttribute(name, value);
  if (panel.showPopover) panel.showPopover();
  panel.focus({ preventScroll: true });
  panel.addEventListener("keydown", (event) => key(model, panel, event), { capture: true, signal: gone.signal });
  // A click on "Next" must not leave the space bar with that button; the keyboard's own way to a button may.
  panel.addEventListener("click", (event) => {
    if (event.detail && event.target.closest(".ll-stage-bar")) panel.focus({ preventScroll: true });
  }, { signal: gone.signal });
  keepInSight(panel.querySelector(".ll-steps-box"), gone.signal);
  return () => {
    gone.abort();
    if (panel.hidePopover && panel.isConnected) panel.hidePopover();
    panel.classList.remove("ll-presenting");
    for (const name of Object.keys(set)) panel.removeAttribute(name);
    if (before && before.isConnected) before.focus({ preventScroll: true });
    return null;
  };
}

// The reason told last is in sight beside the picture, however many there are.
function keepInSight(told, gone) {
  if (!told) return;
  const look = () => {
    const now = told.querySelector(".ll-now");
    if (now) now.scrollIntoView({ block: "nearest" });
    else told.scrollTop = 0;
  };
  const watch = new MutationObserver(look);
  watch.observe(told, { childList: true, subtree: true });
  told.setAttribute("tabindex", "0"); // what scrolls can be reached by keys
  gone.addEventListener("abort", () => {
    watch.disconnect();
    told.removeAttribute("tabindex");
    told.scrollTop = 0;
  });
}

function key(model, panel, event) {
  const typing = event.target.matches("input, textarea, select");
  const pressing = event.key === " " && event.target.matches("button");
  if (event.key === "Tab") return keepInside(panel, event);
  const word = event.key === "Escape" ? "leave" : NEXT.includes(event.key) && !event.shiftKey ? "next" : BACK.includes(event.key) || event.key === " " ? "back" : "";
  if (!word || pressing || (typing && word !== "leave")) return;
  event.preventDefault();
  event.stopPropagation();
  model.send({ kind: word });
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
