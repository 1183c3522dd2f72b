// Keeps a panel in its frame: the reasons that do not fit beside the stage wait behind a button, and a menu closes when it is left.

function keepFrame(el, gone) {
  const begin = () => {
    const panel = el.isConnected && el.closest(".ll-panel");
    if (!panel) return false;
    menus(panel, gone);
    beginAtTheTop(panel); // first.js
    const answered = () => {
      const answer = panel.querySelector(".ll-answer");
      const own = answer && answer.closest(".ll-panel") === panel; // the rule index holds a panel that it opened
      if (own) fitAnswer(panel, answer, gone);
      return own;
    };
    until(answered, panel, gone); // in a drill it comes after this
    return true;
  };
  until(begin, document.documentElement, gone);
}

// Tries until it succeeds: now, and whenever something comes into this part of the page.
function until(done, part, gone) {
  if (done()) return;
  const watch = new MutationObserver(() => done() && watch.disconnect());
  watch.observe(part, { childList: true, subtree: true });
  gone.addEventListener("abort", () => watch.disconnect());
}

// --- the answer: the deciding reason stays; notes give way first, then remedies ------------------------------------------

function fitAnswer(panel, answer, gone) {
  const more = Object.assign(document.createElement("button"), { type: "button", className: "ll-more-reasons", hidden: true });
  more.addEventListener("click", () => {
    panel.classList.toggle("ll-all");
    fit();
  }, { signal: gone });
  let planned = 0, fitted = "", ofMore = 0;
  const size = () => [answer, ...answer.children].map((it) => `${it.clientWidth} ${it.clientHeight}`).join();
  const fit = () => {
    planned = 0;
    const had = document.activeElement === more; // it is hidden for a moment, while the others are measured
    place();
    if (had && !more.hidden) more.focus({ preventScroll: true });
    fitted = size();
  };
  const inUse = (it) => it.contains(document.activeElement) || it.querySelector(".ll-cited"); // citation.js
  const place = () => {
    const steps = [...answer.querySelectorAll(".ll-step")];
    const remedies = [...answer.querySelectorAll(".ll-remedies button, .ll-remedies .ll-advice")].filter((it) => !it.disabled); // what is: answer.py
    const asides = [...answer.querySelectorAll(".ll-aside")];
    const box = answer.querySelector(".ll-steps-box");
    if (box && more.previousElementSibling !== box) box.after(more);
    if (!steps.length) panel.classList.remove("ll-all"); // another question
    [...steps, ...remedies, ...asides].forEach((it) => it.classList.remove("ll-spare"));
    const all = panel.classList.contains("ll-all");
    more.hidden = !all;
    more.setAttribute("aria-expanded", all);
    more.textContent = all ? "Fewer reasons" : steps.length === 1 ? "The reason" : `All ${steps.length} reasons`;
    const scrolls = panel.classList.contains("ll-play"); // a game: its choices scroll, and its reasons are folded
    if (all || scrolls || panel.classList.contains("ll-presenting") || getComputedStyle(answer).display === "contents") return;
    const room = answer.clientHeight;
    let needed = height(answer);
    if (needed <= room) return;
    more.hidden = false;
    needed += ofMore = ofMore || more.getBoundingClientRect().height + 4; // measured once, as that costs a layout
    const because = answer.querySelector(".ll-because"); // a question's own explanation decides: the steps may all wait
    const quiet = steps.filter((it) => !it.classList.contains("ll-deciding"));
    const notes = quiet.filter((it) => it.classList.contains("ll-note")).reverse();
    const others = quiet.filter((it) => !it.classList.contains("ll-note")).reverse();
    const sparable = [...asides, ...notes, ...others, ...remedies.slice(1).reverse(), ...steps.filter((it) => it.classList.contains("ll-deciding")).slice(because ? 0 : 1).reverse()];
    const spared = sparable.filter((it) => !inUse(it));
    const heights = spared.map((it) => it.getBoundingClientRect().height + 4);
    for (let n = 0; n < spared.length && needed > room; n++) {
      spared[n].classList.add("ll-spare");
      needed -= heights[n];
    }
  };
  const soon = () => {
    if (!planned) planned = requestAnimationFrame(fit);
  };
  const height = (it) => [...it.children].reduce((sum, child) => sum + (child.classList.contains("ll-message") ? 0 : child.getBoundingClientRect().height + 4), 0);
  const sizes = new ResizeObserver(() => size() !== fitted && soon()); // it was called by what `fit` itself did
  [answer, ...answer.children].forEach((it) => sizes.observe(it)); // what is said may get its last size after the column has its own
  const words = new MutationObserver((changes) => changes.some((change) => change.target !== more && !more.contains(change.target)) && soon());
  words.observe(answer, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["style", "disabled"] });
  gone.addEventListener("abort", () => {
    sizes.disconnect();
    words.disconnect();
    cancelAnimationFrame(planned);
    more.remove();
  });
  soon();
}

// --- menus: one is open at a time; it closes with Escape, and when the focus or a click goes elsewhere -----------------------------

function menus(panel, gone) {
  const opened = () => [...panel.querySelectorAll(".ll-menu-holder > .ll-fold.mod-active")];
  const close = (except) => opened().forEach((opener) => opener !== except && opener.click());
  document.addEventListener("pointerdown", (e) => {
    const holder = e.target.closest && e.target.closest(".ll-menu-holder");
    close(holder && panel.contains(holder) ? holder.querySelector(":scope > .ll-fold") : null);
  }, { capture: true, signal: gone });
  panel.addEventListener("keydown", (e) => {
    const opener = e.key === "Escape" && e.target.closest(".ll-menu-holder") && opened()[0];
    if (!opener) return;
    e.stopPropagation();
    close();
    opener.focus();
  }, { capture: true, signal: gone });
  panel.addEventListener("focusin", (e) => {
    const holder = e.target.closest(".ll-menu-holder");
    close(holder ? holder.querySelector(":scope > .ll-fold") : null);
  }, { signal: gone });
}
