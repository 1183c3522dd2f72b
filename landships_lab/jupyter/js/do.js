// Sends the action of a pressed element of a panel's own HTML: `data-do` names it, and `data-value` or the typed text is its value. Each
// panel has one bridge, which serves all of it. The message holds the moment of the game that the page showed when the element was
// pressed, or when typing began, so that a double press acts once and a remark belongs to its move.

const ONCE = ["take", "press"]; // a second click of a double click is no second press of these
const ASK_AGAIN = 5000; // milliseconds after which what is done without a press is asked for again
const SHOWN_FOR = 450; // milliseconds for which a move of a side that plays by itself is seen before the next

// A field that is drawn before the page hears of the new moment names its own moment.
const momentOf = (model, it) => it.dataset.moment ?? model.get("moment");

function takeDoings(model, el, gone) {
  const send = (it, value, moment = momentOf(model, it)) => canBeHeard(model) && model.send({ kind: "do", what: it.dataset.do, value, moment });
  const own = (e) => {
    const it = e.target.closest && e.target.closest("[data-do]");
    return it && el.isConnected && it.closest(".ll-panel") === el.closest(".ll-panel") ? it : null;
  };
  document.addEventListener("click", (e) => {
    const it = own(e);
    if (!it || it.matches("input") || (e.detail > 1 && ONCE.includes(it.dataset.do))) return;
    const from = it.dataset.from && it.closest(".ll-panel").querySelector(`input[data-do="${CSS.escape(it.dataset.from)}"]`);
    send(it, from ? from.value : it.dataset.value || "");
  }, { capture: true, signal: gone });
  document.addEventListener("toggle", (e) => { // a long list opens where one is
    const on = e.target.open && e.target.closest(".ll-panel") === el.closest(".ll-panel") && e.target.querySelector(".ll-lines-menu .ll-on");
    if (on) on.scrollIntoView({ block: "nearest" });
  }, { capture: true, signal: gone });
  doByItself(model, el, gone);
  const typed = keepTyping(model, el, gone, own, send);
  document.addEventListener("change", (e) => {
    const it = own(e);
    if (it && it.matches("input")) typed(it);
  }, { capture: true, signal: gone });
  // Keys typed in a field belong to it, so that JupyterLab takes none for a command.
  document.addEventListener("keydown", (e) => {
    const it = own(e);
    if (it && it.matches("input")) e.stopPropagation();
  }, { signal: gone });
}

// Actions without a press: an element with `data-auto` sends its action after being visible for a while, and again while it stays: a
// message may be lost, and a repeated one belongs to a past moment and is ignored.
function doByItself(model, el, gone) {
  let waits = "";
  whenInPanel(el, gone, (panel) => { // alive.js
    const look = () => {
      const it = [...panel.querySelectorAll("[data-auto]")].find((one) => one.closest(".ll-panel") === panel);
      const [what, moment] = it ? [it.dataset.auto, it.dataset.moment] : ["", ""];
      if (`${what} ${moment}` === waits) return;
      waits = `${what} ${moment}`;
      const now = waits;
      const ask = () => {
        if (!what || waits !== now || gone.aborted) return;
        model.send({ kind: "do", what, value: "", moment });
        setTimeout(ask, ASK_AGAIN);
      };
      setTimeout(ask, SHOWN_FOR);
    };
    const watch = new MutationObserver(look);
    watch.observe(panel, { childList: true, subtree: true });
    gone.addEventListener("abort", () => watch.disconnect());
    look();
  });
}

// Keeps what is being typed while the panel draws its HTML anew: the new field gets the letters, the focus and the cursor of the old one.
// Returns the function that sends a field, once, with the moment at which typing in it began.
function keepTyping(model, el, gone, own, send) {
  let now = null; // { it, moment, value, from, to }
  document.addEventListener("input", (e) => {
    const it = own(e);
    if (!it || !it.matches("input")) return;
    const moment = now && now.it === it ? now.moment : momentOf(model, it);
    now = { it, moment, value: it.value, from: it.selectionStart, to: it.selectionEnd };
  }, { capture: true, signal: gone });
  const comeBack = () => {
    if (!now || now.it.isConnected) return;
    const panel = el.closest(".ll-panel");
    const again = panel && panel.querySelector(`input[data-do="${CSS.escape(now.it.dataset.do)}"]`);
    if (!again) return; // it may come back: a list that is closed and opened
    again.value = now.value;
    now.it = again;
    if (document.activeElement && document.activeElement !== document.body) return;
    again.focus({ preventScroll: true });
    again.setSelectionRange(now.from, now.to);
  };
  whenInPanel(el, gone, (panel) => { // alive.js
    const watch = new MutationObserver(comeBack);
    watch.observe(panel, { childList: true, subtree: true });
    gone.addEventListener("abort", () => watch.disconnect());
  });
  const tell = (it) => {
    send(it, it.value, now && now.it === it ? now.moment : undefined);
    if (now && now.it === it) now = null;
  };
  // A browser reports no change in a field that got its letters from here, so leaving it or Enter also sends them.
  const soon = (left) => setTimeout(() => now && now.it === left && left.isConnected && tell(left));
  document.addEventListener("focusout", (e) => now && e.target === now.it && soon(e.target), { capture: true, signal: gone });
  document.addEventListener("keydown", (e) => now && e.target === now.it && e.key === "Enter" && soon(e.target), { capture: true, signal: gone });
  // It does report one in a field that is removed from the page: that field comes back, and is sent when it is left.
  return (it) => queueMicrotask(() => {
    comeBack();
    if (it.isConnected || (now && now.it === it)) tell(it);
  });
}
